"""mq:Topic.

Sources: IBM's Change, Copy and Create Topic (PCF), DEFINE TOPIC, CRTMQMTOP; of what is inherited,
SYSTEM.BASE.TOPIC.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Annotated, Any, ClassVar

from queuewright.catalogue.attribute import Change, Ref, Strength
from queuewright.catalogue.commands import ClCommands, MqscCommands, PcfCommands
from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.joint_check import JointCheck, joint
from queuewright.catalogue.names import capexpry
from queuewright.catalogue.platform import MULTIPLATFORMS
from queuewright.catalogue.references import Role
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import CHANGE_TOPIC, CRTMQMTOP
from queuewright.catalogue.spec import Spec
from queuewright.catalogue.system_object import SystemObject

from . import common_attributes as common
from .choices import choice, spelled_alike
from .named import DESCRIPTION, NAME, OPTIONAL_NAME, OWN_NAME, TEXT, Names, documented
from .queue_rules import command_elsewhere, not_shared
from .subscription import BASE_TOPIC

_attribute = partial(documented, CHANGE_TOPIC, CRTMQMTOP)
_ON_MULTIPLATFORMS = {"platforms": MULTIPLATFORMS}
_PARENT = "*ASPARENT"
_POSITIONS = (
    "TEXT TOPICSTR DURSUB MGDDURMDL MGDNDURMDL PUBENBL SUBENBL DFTPTY DFTMSGPST DFTPUTRESP"
    " WILDCARD PMSGDLV NPMSGDLV CUSTOM"
)

TOPIC_NAME = _attribute(
    "Topic name",
    Names("TopicName", "MQCA_TOPIC_NAME", 2092, None, "TOPNAME"),
    **OWN_NAME,
)
TOPIC_TYPE = _attribute(
    "Topic type",
    Names("TopicType", "MQIA_TOPIC_TYPE", 208, "TYPE"),
    choices=(choice("MQTOPT_LOCAL", 0, "LOCAL"), choice("MQTOPT_CLUSTER", 1, "CLUSTER")),
    shipped="local",
    change=Change.FIXED,
)
TOPIC_STRING = _attribute(
    "Topic string",
    Names("TopicString", "MQCA_TOPIC_STRING", 2094, "TOPICSTR", "TOPICSTR"),
    **{**TEXT, "cl_blank": "*BLANK"},
    max_length=10_240,
    change=Change.FIXED,
)
TOPIC_DESCRIPTION = _attribute(
    "Topic description",
    Names("TopicDesc", "MQCA_TOPIC_DESC", 2093, "DESCR", "TEXT"),
    **DESCRIPTION,
)
CLUSTER_NAME = _attribute(
    "Cluster to which this topic belongs",
    Names("ClusterName", "MQCA_CLUSTER_NAME", 2029, "CLUSTER"),
    **NAME,
    reference=Ref((Role.CLUSTER,), Strength.SOFT),
)
CLUSTER_ROUTE = _attribute(
    "Routing of publications within the cluster",
    Names("ClusterPubRoute", "MQIA_CLUSTER_PUB_ROUTE", 255, "CLROUTE"),
    choices=(
        choice("MQCLROUTE_DIRECT", 0, "DIRECT"),
        choice("MQCLROUTE_TOPIC_HOST", 1, "TOPICHOST"),
    ),
    shipped="direct",
    since=800,
)
DURABLE_SUBSCRIPTIONS = _attribute(
    "Whether applications can make durable subscriptions",
    Names("DurableSubscriptions", "MQIA_DURABLE_SUB", 175, "DURSUB", "DURSUB"),
    choices=(
        choice("MQSUB_DURABLE_AS_PARENT", 0, "ASPARENT", _PARENT),
        choice("MQSUB_DURABLE_ALLOWED", 1, "YES", "*YES"),
        choice("MQSUB_DURABLE_INHIBITED", 2, "NO", "*NO"),
    ),
    shipped="durable_as_parent",
    inherited="durable_allowed",
)
PUBLICATIONS = _attribute(
    "Whether messages can be published",
    Names("InhibitPublications", "MQIA_INHIBIT_PUB", 181, "PUB", "PUBENBL"),
    choices=(
        choice("MQTA_PUB_AS_PARENT", 0, "ASPARENT", _PARENT),
        choice("MQTA_PUB_ALLOWED", 2, "ENABLED", "*YES"),
        choice("MQTA_PUB_INHIBITED", 1, "DISABLED", "*NO"),
    ),
    shipped="pub_as_parent",
    inherited="pub_allowed",
)
SUBSCRIPTIONS = _attribute(
    "Whether applications can subscribe",
    Names("InhibitSubscriptions", "MQIA_INHIBIT_SUB", 182, "SUB", "SUBENBL"),
    choices=(
        choice("MQTA_SUB_AS_PARENT", 0, "ASPARENT", _PARENT),
        choice("MQTA_SUB_ALLOWED", 2, "ENABLED", "*YES"),
        choice("MQTA_SUB_INHIBITED", 1, "DISABLED", "*NO"),
    ),
    shipped="sub_as_parent",
    inherited="sub_allowed",
)
DEFAULT_PERSISTENCE = _attribute(
    "Default persistence",
    Names("DefPersistence", "MQIA_TOPIC_DEF_PERSISTENCE", 185, "DEFPSIST", "DFTMSGPST"),
    choices=(
        choice("MQPER_PERSISTENCE_AS_PARENT", -1, "ASPARENT", _PARENT),
        choice("MQPER_PERSISTENT", 1, "YES", "*YES"),
        choice("MQPER_NOT_PERSISTENT", 0, "NO", "*NO"),
    ),
    shipped="persistence_as_parent",
    inherited="not_persistent",
)
DEFAULT_PRIORITY = _attribute(
    "Default priority",
    Names("DefPriority", "MQIA_DEF_PRIORITY", 6, "DEFPRTY", "DFTPTY"),
    limits=(0, 9),
    choices=(choice("MQPRI_PRIORITY_AS_PARENT", -2, "ASPARENT", _PARENT),),
    shipped="priority_as_parent",
    inherited=0,
)
DEFAULT_PUT_RESPONSE = _attribute(
    "Default put response",
    Names("DefPutResponse", "MQIA_DEF_PUT_RESPONSE_TYPE", 184, "DEFPRESP", "DFTPUTRESP"),
    choices=(
        choice("MQPRT_RESPONSE_AS_PARENT", 0, "ASPARENT", _PARENT),
        choice("MQPRT_SYNC_RESPONSE", 1, "SYNC", "*SYNC"),
        choice("MQPRT_ASYNC_RESPONSE", 2, "ASYNC", "*ASYNC"),
    ),
    shipped="response_as_parent",
    inherited="sync_response",
)
_DELIVERY = (
    choice("MQDLV_AS_PARENT", 0, "ASPARENT", _PARENT),
    choice("MQDLV_ALL", 1, "ALL", "*ALL"),
    choice("MQDLV_ALL_DUR", 2, "ALLDUR", "*ALLDUR"),
    choice("MQDLV_ALL_AVAIL", 3, "ALLAVAIL", "*ALLAVAIL"),
)
PERSISTENT_MESSAGE_DELIVERY = _attribute(
    "Delivery of persistent messages",
    Names("PersistentMsgDelivery", "MQIA_PM_DELIVERY", 195, "PMSGDLV", "PMSGDLV"),
    choices=_DELIVERY,
    shipped="as_parent",
    inherited="all_dur",
)
NON_PERSISTENT_MESSAGE_DELIVERY = _attribute(
    "Delivery of non-persistent messages",
    Names("NonPersistentMsgDelivery", "MQIA_NPM_DELIVERY", 196, "NPMSGDLV", "NPMSGDLV"),
    choices=_DELIVERY,
    shipped="as_parent",
    inherited="all_avail",
)
_SCOPE = (
    choice("MQSCOPE_AS_PARENT", 1, "ASPARENT"),
    choice("MQSCOPE_ALL", 0, "ALL"),
    choice("MQSCOPE_QMGR", 4, "QMGR"),
)
PUBLICATION_SCOPE = _attribute(
    "Whether publications go to other queue managers",
    Names("PublicationScope", "MQIA_PUB_SCOPE", 219, "PUBSCOPE"),
    choices=_SCOPE,
    shipped="as_parent",
    inherited="all",
)
SUBSCRIPTION_SCOPE = _attribute(
    "Whether subscriptions go to other queue managers",
    Names("SubscriptionScope", "MQIA_SUB_SCOPE", 218, "SUBSCOPE"),
    choices=_SCOPE,
    shipped="as_parent",
    inherited="all",
)
PROXY_SUBSCRIPTIONS = _attribute(
    "When proxy subscriptions are sent",
    Names("ProxySubscriptions", "MQIA_PROXY_SUB", 199, "PROXYSUB"),
    choices=(
        choice("MQTA_PROXY_SUB_FIRSTUSE", 2, "FIRSTUSE"),
        choice("MQTA_PROXY_SUB_FORCE", 1, "FORCE"),
    ),
    shipped="proxy_sub_firstuse",
)
WILDCARD_OPERATION = _attribute(
    "Behaviour of subscriptions with wildcards",
    Names("WildcardOperation", "MQIA_WILDCARD_OPERATION", 216, "WILDCARD", "WILDCARD"),
    choices=spelled_alike("MQTA", PASSTHRU=2, BLOCK=1),
    shipped="passthru",
)
_MODEL = {**OPTIONAL_NAME, "reference": Ref((Role.MODEL_QUEUE,), Strength.SOFT)}
DURABLE_MODEL_QUEUE_NAME = _attribute(
    "Model queue of durable subscriptions",
    Names("DurableModelQName", "MQCA_MODEL_DURABLE_Q", 2096, "MDURMDL", "MGDDURMDL"),
    **_MODEL,
)
NON_DURABLE_MODEL_QUEUE_NAME = _attribute(
    "Model queue of non-durable subscriptions",
    Names("NonDurableModelQName", "MQCA_MODEL_NON_DURABLE_Q", 2097, "MNDURMDL", "MGDNDURMDL"),
    **_MODEL,
)
MULTICAST = _attribute(
    "Whether multicast is allowed",
    Names("Multicast", "MQIA_MULTICAST", 176, "MCAST"),
    choices=(
        choice("MQMC_AS_PARENT", 0, "ASPARENT"),
        choice("MQMC_ENABLED", 1, "ENABLED"),
        choice("MQMC_DISABLED", 2, "DISABLED"),
        choice("MQMC_ONLY", 3, "ONLY"),
    ),
    shipped="as_parent",
    inherited="disabled",
    **_ON_MULTIPLATFORMS,
)
COMMUNICATION_INFORMATION = _attribute(
    "Communication information object",
    Names("CommunicationInformation", "MQCA_COMM_INFO_NAME", 2110, "COMMINFO"),
    **NAME,
    reference=Ref((Role.COMMUNICATION_INFORMATION,), Strength.SOFT),
    **_ON_MULTIPLATFORMS,
)
USE_DEAD_LETTER_QUEUE = _attribute(
    "Whether undeliverable publications go to the dead-letter queue",
    Names("UseDLQ", "MQIA_USE_DEAD_LETTER_Q", 234, "USEDLQ"),
    choices=(
        choice("MQUSEDLQ_AS_PARENT", 0, "ASPARENT"),
        choice("MQUSEDLQ_YES", 2, "YES"),
        choice("MQUSEDLQ_NO", 1, "NO"),
    ),
    shipped="as_parent",
    inherited="yes",
)
CUSTOM = _attribute(
    "Custom attributes",
    Names("Custom", "MQCA_CUSTOM", 2119, "CUSTOM", "CUSTOM"),
    max_length=128,
    syntax=capexpry,
    cl_blank="*BLANK",
    shipped="",
)
CAP_EXPIRY = _attribute(
    "Longest time until a message expires",
    Names("CapExpiry", "MQIA_CAP_EXPIRY", 276, "CAPEXPRY"),
    limits=(0, 999_999_999),
    choices=(choice("MQCEX_AS_PARENT", -2, "ASPARENT"), choice("MQCEX_NOLIMIT", -1, "NOLIMIT")),
    quantity="tenths of a second",
    shipped="as_parent",
    inherited="nolimit",
    since=931,
)


TOPIC_STRING_MISSING = Rule(
    "topic-string-missing",
    "A topic has no topic string",
    "a topic needs the string that it stands for in the topic tree",
    'give it, such as topic_string="orders/new"',
    (CHANGE_TOPIC.at("TopicString"),),
    "topic_string",
)


@joint(TOPIC_STRING_MISSING, of=("name", "topic_string"), are_given=True)
def _needs_topic_string(
    values: Mapping[str, Any], facts: SystemFacts | None
) -> Iterator[Diagnostic]:
    # The root of the tree and the default definition, which IBM ships, have none.
    if values.get("topic_string") == "" and not str(values.get("name", "")).startswith("SYSTEM."):
        yield TOPIC_STRING_MISSING()


class TopicSpec(Spec):
    """An administrative topic: a node of the topic tree that has attributes of its own."""

    kind: ClassVar[str] = "mq:Topic"
    mqsc: ClassVar[MqscCommands] = MqscCommands("TOPIC")
    pcf: ClassVar[PcfCommands] = PcfCommands(
        object="TOPIC",
        numbers={"CHANGE": 170, "COPY": 171, "CREATE": 172, "DELETE": 173, "INQUIRE": 174},
        name="TopicName",
        title="Topic",
        copied=(3150, 3149),
        attributes=1269,
    )
    cl: ClassVar[ClCommands] = ClCommands(
        create="CRTMQMTOP",
        change="CHGMQMTOP",
        copy="CPYMQMTOP",
        delete="DLTMQMTOP",
        name="TOPNAME",
        positions={
            "CRTMQMTOP": f"TOPNAME MQMNAME REPLACE {_POSITIONS}",
            "CHGMQMTOP": f"TOPNAME MQMNAME {_POSITIONS}",
            "CPYMQMTOP": f"FROMTOP TOTOP MQMNAME REPLACE {_POSITIONS}",
            "DLTMQMTOP": "TOPNAME MQMNAME",
        },
        copied=("FROMTOP", "TOTOP"),
        default="*SYSDFTTOP",
    )
    default_object: ClassVar[str | None] = "SYSTEM.DEFAULT.TOPIC"
    system_objects: ClassVar[tuple[SystemObject, ...]] = (
        # "Default values of SYSTEM.BASE.TOPIC"
        SystemObject(
            BASE_TOPIC,
            {
                "communication_information": "SYSTEM.DEFAULT.COMMINFO.MULTICAST",
                "durable_model_queue_name": "SYSTEM.DURABLE.MODEL.QUEUE",
                "non_durable_model_queue_name": "SYSTEM.NDURABLE.MODEL.QUEUE",
            },
            700,
            is_root=True,
        ),
        SystemObject(
            "SYSTEM.BROKER.ADMIN.STREAM",
            {"topic_string": "SYSTEM.BROKER.ADMIN.STREAM", "wildcard_operation": "block"},
            700,
        ),
        SystemObject("SYSTEM.BROKER.DEFAULT.STREAM", {"wildcard_operation": "block"}, 700),
        SystemObject("SYSTEM.BROKER.DEFAULT.SUBPOINT", {"wildcard_operation": "block"}, 700),
    )
    namespace: ClassVar[str] = "topic"
    roles: ClassVar[tuple[Role, ...]] = (Role.TOPIC,)
    module: ClassVar[tuple[str, str]] = ("topics", "Topics")
    checks: ClassVar[tuple[JointCheck, ...]] = (command_elsewhere, not_shared, _needs_topic_string)

    name: Annotated[str, TOPIC_NAME]
    topic_type: Annotated[str | None, TOPIC_TYPE] = None
    topic_string: Annotated[str | None, TOPIC_STRING] = None
    topic_description: Annotated[str | None, TOPIC_DESCRIPTION] = None
    cluster_name: Annotated[str | None, CLUSTER_NAME] = None
    cluster_route: Annotated[str | None, CLUSTER_ROUTE] = None
    durable_subscriptions: Annotated[str | None, DURABLE_SUBSCRIPTIONS] = None
    publications: Annotated[str | None, PUBLICATIONS] = None
    subscriptions: Annotated[str | None, SUBSCRIPTIONS] = None
    default_persistence: Annotated[str | None, DEFAULT_PERSISTENCE] = None
    default_priority: Annotated[int | str | None, DEFAULT_PRIORITY] = None
    default_put_response: Annotated[str | None, DEFAULT_PUT_RESPONSE] = None
    persistent_message_delivery: Annotated[str | None, PERSISTENT_MESSAGE_DELIVERY] = None
    non_persistent_message_delivery: Annotated[str | None, NON_PERSISTENT_MESSAGE_DELIVERY] = None
    publication_scope: Annotated[str | None, PUBLICATION_SCOPE] = None
    subscription_scope: Annotated[str | None, SUBSCRIPTION_SCOPE] = None
    proxy_subscriptions: Annotated[str | None, PROXY_SUBSCRIPTIONS] = None
    wildcard_operation: Annotated[str | None, WILDCARD_OPERATION] = None
    durable_model_queue_name: Annotated[str | None, DURABLE_MODEL_QUEUE_NAME] = None
    non_durable_model_queue_name: Annotated[str | None, NON_DURABLE_MODEL_QUEUE_NAME] = None
    multicast: Annotated[str | None, MULTICAST] = None
    communication_information: Annotated[str | None, COMMUNICATION_INFORMATION] = None
    use_dead_letter_queue: Annotated[str | None, USE_DEAD_LETTER_QUEUE] = None
    custom: Annotated[str | None, CUSTOM] = None
    cap_expiry: Annotated[int | str | None, CAP_EXPIRY] = None
    queue_sharing_group_disposition: Annotated[
        str | None, common.QUEUE_SHARING_GROUP_DISPOSITION
    ] = None
    command_scope: Annotated[str | None, common.COMMAND_SCOPE] = None
