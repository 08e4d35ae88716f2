"""Attributes that every queue type has. Sources: Change, Copy and Create Queue (PCF); CRTMQMQ."""

from queuewright.catalogue.attribute import Change, Ref, Strength
from queuewright.catalogue.names import capexpry, command_scope
from queuewright.catalogue.platform import ALL, MULTIPLATFORMS, Platform
from queuewright.catalogue.references import Role

from .choices import PROPERTIES, choice, rest, spelled_alike, switch, yes_no
from .named import DESCRIPTION, OPTIONAL_NAME, OWN_NAME, Names, queue_attribute

ZOS = frozenset({Platform.ZOS})
MQSET = "applications can set it (MQSET)"

QUEUE_NAME = queue_attribute(
    "Queue name",
    Names("QName", "MQCA_Q_NAME", 2016, None, "QNAME"),
    **OWN_NAME,
)
QUEUE_DESCRIPTION = queue_attribute(
    "Queue description",
    Names("QDesc", "MQCA_Q_DESC", 2013, "DESCR", "TEXT"),
    **DESCRIPTION,
    rest=rest("general.description"),
)
INHIBIT_PUT = queue_attribute(
    "Put operations are allowed or inhibited",
    Names("InhibitPut", "MQIA_INHIBIT_PUT", 10, "PUT", "PUTENBL"),
    choices=(
        choice("MQQA_PUT_ALLOWED", 0, "ENABLED", "*YES"),
        choice("MQQA_PUT_INHIBITED", 1, "DISABLED", "*NO"),
    ),
    shipped="put_allowed",
    self_changing=MQSET,
    rest=switch("general.inhibitPut", "DISABLED", "ENABLED"),
)
INHIBIT_GET = queue_attribute(
    "Get operations are allowed or inhibited",
    Names("InhibitGet", "MQIA_INHIBIT_GET", 9, "GET", "GETENBL"),
    choices=(
        choice("MQQA_GET_ALLOWED", 0, "ENABLED", "*YES"),
        choice("MQQA_GET_INHIBITED", 1, "DISABLED", "*NO"),
    ),
    shipped="get_allowed",
    self_changing=MQSET,
    rest=switch("general.inhibitGet", "DISABLED", "ENABLED"),
)
DEFAULT_PRIORITY = queue_attribute(
    "Default priority",
    Names("DefPriority", "MQIA_DEF_PRIORITY", 6, "DEFPRTY", "DFTPTY"),
    limits=(0, 9),
    shipped=0,
    rest=rest("applicationDefaults.messagePriority"),
)
DEFAULT_PERSISTENCE = queue_attribute(
    "Default persistence",
    Names("DefPersistence", "MQIA_DEF_PERSISTENCE", 5, "DEFPSIST", "DFTMSGPST"),
    choices=yes_no("MQPER_NOT_PERSISTENT", "MQPER_PERSISTENT"),
    shipped="not_persistent",
    rest=rest(
        "applicationDefaults.messagePersistence", {"nonPersistent": "NO", "persistent": "YES"}
    ),
)
DEFAULT_PUT_RESPONSE = queue_attribute(
    "Default put response type definition",
    Names("DefaultPutResponse", "MQIA_DEF_PUT_RESPONSE_TYPE", 184, "DEFPRESP", "DFTPUTRESP"),
    choices=(
        choice("MQPRT_SYNC_RESPONSE", 1, "SYNC", "*SYNC"),
        choice("MQPRT_ASYNC_RESPONSE", 2, "ASYNC", "*ASYNC"),
    ),
    default="sync_response",
    rest=rest("applicationDefaults.putResponse", {"synchronous": "SYNC", "asynchronous": "ASYNC"}),
)
DEFAULT_READ_AHEAD = queue_attribute(
    "Default read ahead",
    Names("DefReadAhead", "MQIA_DEF_READ_AHEAD", 188, "DEFREADA", "MSGREADAHD"),
    choices=spelled_alike("MQREADA", NO=0, YES=1, DISABLED=2),
    shipped="no",
    rest=rest("applicationDefaults.readAhead", {"no": "NO", "yes": "YES", "disabled": "DISABLED"}),
)
PROPERTY_CONTROL = queue_attribute(
    "Property control",
    Names("PropertyControl", "MQIA_PROPERTY_CONTROL", 190, "PROPCTL", "PROPCTL"),
    choices=(
        choice("MQPROP_COMPATIBILITY", 0, "COMPAT", "*COMPAT"),
        choice("MQPROP_NONE", 1, "NONE", "*NONE"),
        choice("MQPROP_ALL", 2, "ALL", "*ALL"),
        choice("MQPROP_FORCE_MQRFH2", 3, "FORCE", "*FORCE"),
        choice("MQPROP_V6COMPAT", 4, "V6COMPAT", "*V6COMPAT"),
    ),
    default="compatibility",
    rest=rest(
        "applicationDefaults.messagePropertyControl",
        PROPERTIES | {"force": "FORCE", "version6Compatible": "V6COMPAT"},
    ),
)
CUSTOM = queue_attribute(
    "Custom attribute for new features",
    Names("Custom", "MQCA_CUSTOM", 2119, "CUSTOM", "CUSTOM"),
    cl_blank="*BLANK",
    max_length=128,
    syntax=capexpry,
    shipped="",
    rest=rest("extended.custom"),
)
SCOPE = queue_attribute(
    "Scope of the queue definition",
    Names("Scope", "MQIA_SCOPE", 45, "SCOPE"),
    choices=(
        choice("MQSCO_Q_MGR", 1, "QMGR"),
        choice("MQSCO_CELL", 2, "CELL", platforms=ALL - {Platform.IBMI, Platform.ZOS}),
    ),
    shipped="q_mgr",
    platforms=MULTIPLATFORMS,
)
CLUSTER_NAME = queue_attribute(
    "Cluster name",
    Names("ClusterName", "MQCA_CLUSTER_NAME", 2029, "CLUSTER", "CLUSTER"),
    **OPTIONAL_NAME,
    reference=Ref((Role.CLUSTER,), Strength.SOFT),
    rest=rest("cluster.name"),
)
CLUSTER_NAMELIST = queue_attribute(
    "Cluster namelist",
    Names("ClusterNamelist", "MQCA_CLUSTER_NAMELIST", 2030, "CLUSNL", "CLUSNL"),
    **OPTIONAL_NAME,
    reference=Ref((Role.NAMELIST,), Strength.SOFT),
    rest=rest("cluster.namelist"),
)
DEFAULT_BIND = queue_attribute(
    "Bind definition",
    Names("DefBind", "MQIA_DEF_BIND", 61, "DEFBIND", "DEFBIND"),
    choices=(
        choice("MQBND_BIND_ON_OPEN", 0, "OPEN", "*OPEN"),
        choice("MQBND_BIND_NOT_FIXED", 1, "NOTFIXED", "*NOTFIXED"),
        choice("MQBND_BIND_ON_GROUP", 2, "GROUP", "*GROUP"),
    ),
    shipped="bind_on_open",
    rest=rest(
        "applicationDefaults.clusterBind",
        {"notFixed": "NOTFIXED", "onGroup": "GROUP", "onOpen": "OPEN"},
    ),
)
CLUSTER_WORKLOAD_QUEUE_PRIORITY = queue_attribute(
    "Cluster workload queue priority",
    Names("CLWLQueuePriority", "MQIA_CLWL_Q_PRIORITY", 96, "CLWLPRTY", "CLWLPRTY"),
    limits=(0, 9),
    shipped=0,
    rest=rest("cluster.workloadPriority"),
)
CLUSTER_WORKLOAD_QUEUE_RANK = queue_attribute(
    "Cluster workload queue rank",
    Names("CLWLQueueRank", "MQIA_CLWL_Q_RANK", 95, "CLWLRANK", "CLWLRANK"),
    limits=(0, 9),
    shipped=0,
    rest=rest("cluster.workloadRank"),
)
QUEUE_SHARING_GROUP_DISPOSITION = queue_attribute(
    "Disposition of the object within the group",
    Names("QSGDisposition", "MQIA_QSG_DISP", 63, "QSGDISP"),
    choices=(
        choice("MQQSGD_Q_MGR", 0, "QMGR"),
        choice("MQQSGD_COPY", 1, "COPY"),
        choice("MQQSGD_SHARED", 2, "SHARED"),
        choice("MQQSGD_GROUP", 3, "GROUP"),
        choice("MQQSGD_PRIVATE", 4, "PRIVATE"),
    ),
    default="q_mgr",
    platforms=ZOS,
    change=Change.REPLACE,
    rest=rest(
        "queueSharingGroup.disposition",
        {
            "copy": "COPY",
            "group": "GROUP",
            "private": "PRIVATE",
            "qmgr": "QMGR",
            "shared": "SHARED",
        },
    ),
)
COMMAND_SCOPE = queue_attribute(
    "Command scope",
    Names("CommandScope", "MQCACF_COMMAND_SCOPE", 3080, "CMDSCOPE"),
    max_length=4,
    syntax=command_scope,
    platforms=ZOS,
    observable=False,
)
