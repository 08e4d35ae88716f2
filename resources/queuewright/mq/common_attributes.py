"""Attributes that every queue type has. Sources: Change, Copy and Create Queue (PCF); CRTMQMQ."""

from queuewright.catalogue.attribute import Attribute, Change, Cl, Pcf, Ref, Strength
from queuewright.catalogue.names import capexpry, command_scope, mq_name, no_control_characters
from queuewright.catalogue.platform import ALL, MULTIPLATFORMS, Platform
from queuewright.catalogue.references import Role
from queuewright.catalogue.sources import CHANGE_QUEUE, CRTMQMQ

from .choices import choice, yes_no

__all__ = [
    "CLUSTER_NAME",
    "CLUSTER_NAMELIST",
    "CLUSTER_WORKLOAD_QUEUE_PRIORITY",
    "CLUSTER_WORKLOAD_QUEUE_RANK",
    "COMMAND_SCOPE",
    "CUSTOM",
    "DEFAULT_BIND",
    "DEFAULT_PERSISTENCE",
    "DEFAULT_PRIORITY",
    "DEFAULT_PUT_RESPONSE",
    "DEFAULT_READ_AHEAD",
    "INHIBIT_GET",
    "INHIBIT_PUT",
    "PROPERTY_CONTROL",
    "QUEUE_DESCRIPTION",
    "QUEUE_NAME",
    "QUEUE_SHARING_GROUP_DISPOSITION",
    "SCOPE",
]

ZOS = frozenset({Platform.ZOS})
MQSET = "applications can set it (MQSET)"

QUEUE_NAME = Attribute(
    title="Queue name",
    sources=(CHANGE_QUEUE.at("QName"), CRTMQMQ.at("QNAME")),
    pcf=Pcf("QName", "MQCA_Q_NAME", 2016, "MQCFST"),
    cl=Cl("QNAME"),
    max_length=48,
    syntax=mq_name,
    change=Change.REPLACE,
    required=True,
)
QUEUE_DESCRIPTION = Attribute(
    title="Queue description",
    sources=(CHANGE_QUEUE.at("QDesc"), CRTMQMQ.at("TEXT")),
    mqsc="DESCR",
    pcf=Pcf("QDesc", "MQCA_Q_DESC", 2013, "MQCFST"),
    cl=Cl("TEXT"),
    cl_blank="*BLANK",
    max_length=64,
    syntax=no_control_characters,
    shipped="",
)
INHIBIT_PUT = Attribute(
    title="Put operations are allowed or inhibited",
    sources=(CHANGE_QUEUE.at("InhibitPut"), CRTMQMQ.at("PUTENBL")),
    mqsc="PUT",
    pcf=Pcf("InhibitPut", "MQIA_INHIBIT_PUT", 10, "MQCFIN"),
    cl=Cl("PUTENBL"),
    choices=(
        choice("MQQA_PUT_ALLOWED", 0, "ENABLED", "*YES"),
        choice("MQQA_PUT_INHIBITED", 1, "DISABLED", "*NO"),
    ),
    shipped="put_allowed",
    self_changing=MQSET,
)
INHIBIT_GET = Attribute(
    title="Get operations are allowed or inhibited",
    sources=(CHANGE_QUEUE.at("InhibitGet"), CRTMQMQ.at("GETENBL")),
    mqsc="GET",
    pcf=Pcf("InhibitGet", "MQIA_INHIBIT_GET", 9, "MQCFIN"),
    cl=Cl("GETENBL"),
    choices=(
        choice("MQQA_GET_ALLOWED", 0, "ENABLED", "*YES"),
        choice("MQQA_GET_INHIBITED", 1, "DISABLED", "*NO"),
    ),
    shipped="get_allowed",
    self_changing=MQSET,
)
DEFAULT_PRIORITY = Attribute(
    title="Default priority",
    sources=(CHANGE_QUEUE.at("DefPriority"), CRTMQMQ.at("DFTPTY")),
    mqsc="DEFPRTY",
    pcf=Pcf("DefPriority", "MQIA_DEF_PRIORITY", 6, "MQCFIN"),
    cl=Cl("DFTPTY"),
    minimum=0,
    maximum=9,
    shipped=0,
)
DEFAULT_PERSISTENCE = Attribute(
    title="Default persistence",
    sources=(CHANGE_QUEUE.at("DefPersistence"), CRTMQMQ.at("DFTMSGPST")),
    mqsc="DEFPSIST",
    pcf=Pcf("DefPersistence", "MQIA_DEF_PERSISTENCE", 5, "MQCFIN"),
    cl=Cl("DFTMSGPST"),
    choices=yes_no("MQPER_NOT_PERSISTENT", "MQPER_PERSISTENT"),
    shipped="not_persistent",
)
DEFAULT_PUT_RESPONSE = Attribute(
    title="Default put response type definition",
    sources=(CHANGE_QUEUE.at("DefaultPutResponse"), CRTMQMQ.at("DFTPUTRESP")),
    mqsc="DEFPRESP",
    pcf=Pcf("DefaultPutResponse", "MQIA_DEF_PUT_RESPONSE_TYPE", 184, "MQCFIN"),
    cl=Cl("DFTPUTRESP"),
    choices=(
        choice("MQPRT_SYNC_RESPONSE", 1, "SYNC", "*SYNC"),
        choice("MQPRT_ASYNC_RESPONSE", 2, "ASYNC", "*ASYNC"),
    ),
    default="sync_response",
    shipped="sync_response",
)
DEFAULT_READ_AHEAD = Attribute(
    title="Default read ahead",
    sources=(CHANGE_QUEUE.at("DefReadAhead"), CRTMQMQ.at("MSGREADAHD")),
    mqsc="DEFREADA",
    pcf=Pcf("DefReadAhead", "MQIA_DEF_READ_AHEAD", 188, "MQCFIN"),
    cl=Cl("MSGREADAHD"),
    choices=(
        choice("MQREADA_NO", 0, "NO", "*NO"),
        choice("MQREADA_YES", 1, "YES", "*YES"),
        choice("MQREADA_DISABLED", 2, "DISABLED", "*DISABLED"),
    ),
    shipped="no",
)
PROPERTY_CONTROL = Attribute(
    title="Property control",
    sources=(CHANGE_QUEUE.at("PropertyControl"), CRTMQMQ.at("PROPCTL")),
    mqsc="PROPCTL",
    pcf=Pcf("PropertyControl", "MQIA_PROPERTY_CONTROL", 190, "MQCFIN"),
    cl=Cl("PROPCTL"),
    choices=(
        choice("MQPROP_COMPATIBILITY", 0, "COMPAT", "*COMPAT"),
        choice("MQPROP_NONE", 1, "NONE", "*NONE"),
        choice("MQPROP_ALL", 2, "ALL", "*ALL"),
        choice("MQPROP_FORCE_MQRFH2", 3, "FORCE", "*FORCE"),
        choice("MQPROP_V6COMPAT", 4, "V6COMPAT", "*V6COMPAT"),
    ),
    default="compatibility",
    shipped="compatibility",
)
CUSTOM = Attribute(
    title="Custom attribute for new features",
    sources=(CHANGE_QUEUE.at("Custom"), CRTMQMQ.at("CUSTOM")),
    mqsc="CUSTOM",
    pcf=Pcf("Custom", "MQCA_CUSTOM", 2119, "MQCFST"),
    cl=Cl("CUSTOM"),
    cl_blank="*BLANK",
    max_length=128,
    syntax=capexpry,
    shipped="",
)
SCOPE = Attribute(
    title="Scope of the queue definition",
    sources=(CHANGE_QUEUE.at("Scope"),),
    mqsc="SCOPE",
    pcf=Pcf("Scope", "MQIA_SCOPE", 45, "MQCFIN"),
    choices=(
        choice("MQSCO_Q_MGR", 1, "QMGR"),
        choice("MQSCO_CELL", 2, "CELL", platforms=ALL - {Platform.IBMI, Platform.ZOS}),
    ),
    shipped="q_mgr",
    platforms=MULTIPLATFORMS,
)
CLUSTER_NAME = Attribute(
    title="Cluster name",
    sources=(CHANGE_QUEUE.at("ClusterName"), CRTMQMQ.at("CLUSTER")),
    mqsc="CLUSTER",
    pcf=Pcf("ClusterName", "MQCA_CLUSTER_NAME", 2029, "MQCFST"),
    cl=Cl("CLUSTER"),
    cl_blank="*NONE",
    max_length=48,
    syntax=mq_name,
    shipped="",
    reference=Ref((Role.CLUSTER,), Strength.SOFT),
)
CLUSTER_NAMELIST = Attribute(
    title="Cluster namelist",
    sources=(CHANGE_QUEUE.at("ClusterNamelist"), CRTMQMQ.at("CLUSNL")),
    mqsc="CLUSNL",
    pcf=Pcf("ClusterNamelist", "MQCA_CLUSTER_NAMELIST", 2030, "MQCFST"),
    cl=Cl("CLUSNL"),
    cl_blank="*NONE",
    max_length=48,
    syntax=mq_name,
    shipped="",
    reference=Ref((Role.NAMELIST,), Strength.SOFT),
)
DEFAULT_BIND = Attribute(
    title="Bind definition",
    sources=(CHANGE_QUEUE.at("DefBind"), CRTMQMQ.at("DEFBIND")),
    mqsc="DEFBIND",
    pcf=Pcf("DefBind", "MQIA_DEF_BIND", 61, "MQCFIN"),
    cl=Cl("DEFBIND"),
    choices=(
        choice("MQBND_BIND_ON_OPEN", 0, "OPEN", "*OPEN"),
        choice("MQBND_BIND_NOT_FIXED", 1, "NOTFIXED", "*NOTFIXED"),
        choice("MQBND_BIND_ON_GROUP", 2, "GROUP", "*GROUP"),
    ),
    shipped="bind_on_open",
)
CLUSTER_WORKLOAD_QUEUE_PRIORITY = Attribute(
    title="Cluster workload queue priority",
    sources=(CHANGE_QUEUE.at("CLWLQueuePriority"), CRTMQMQ.at("CLWLPRTY")),
    mqsc="CLWLPRTY",
    pcf=Pcf("CLWLQueuePriority", "MQIA_CLWL_Q_PRIORITY", 96, "MQCFIN"),
    cl=Cl("CLWLPRTY"),
    minimum=0,
    maximum=9,
    shipped=0,
)
CLUSTER_WORKLOAD_QUEUE_RANK = Attribute(
    title="Cluster workload queue rank",
    sources=(CHANGE_QUEUE.at("CLWLQueueRank"), CRTMQMQ.at("CLWLRANK")),
    mqsc="CLWLRANK",
    pcf=Pcf("CLWLQueueRank", "MQIA_CLWL_Q_RANK", 95, "MQCFIN"),
    cl=Cl("CLWLRANK"),
    minimum=0,
    maximum=9,
    shipped=0,
)
QUEUE_SHARING_GROUP_DISPOSITION = Attribute(
    title="Disposition of the object within the group",
    sources=(CHANGE_QUEUE.at("QSGDisposition"),),
    mqsc="QSGDISP",
    pcf=Pcf("QSGDisposition", "MQIA_QSG_DISP", 63, "MQCFIN"),
    choices=(
        choice("MQQSGD_Q_MGR", 0, "QMGR"),
        choice("MQQSGD_COPY", 1, "COPY"),
        choice("MQQSGD_SHARED", 2, "SHARED"),
        choice("MQQSGD_GROUP", 3, "GROUP"),
        choice("MQQSGD_PRIVATE", 4, "PRIVATE"),
    ),
    default="q_mgr",
    shipped="q_mgr",
    platforms=ZOS,
    change=Change.REPLACE,
)
COMMAND_SCOPE = Attribute(
    title="Command scope",
    sources=(CHANGE_QUEUE.at("CommandScope"),),
    mqsc="CMDSCOPE",
    pcf=Pcf("CommandScope", "MQCACF_COMMAND_SCOPE", 3080, "MQCFST"),
    max_length=4,
    syntax=command_scope,
    platforms=ZOS,
    observable=False,
)
