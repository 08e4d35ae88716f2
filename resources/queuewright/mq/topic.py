"""Administrative topics. Source: IBM MQ, MQSC: DEFINE TOPIC."""

from functools import partial
from typing import Annotated, ClassVar

from queuewright.catalogue.commands import MqscCommands
from queuewright.catalogue.names import capexpry, mq_name, no_control_characters
from queuewright.catalogue.spec import Spec

from .named import DESCRIPTION, FIXED, NAME, OWN_NAME, constants, mqsc_attribute

_attribute = partial(mqsc_attribute, "DEFINE TOPIC")

TOPIC_NAME = _attribute("Topic name", None, **OWN_NAME)
TOPIC_TYPE = _attribute(
    "Topic type",
    "TYPE",
    choices=constants("MQTOPT", LOCAL="LOCAL", CLUSTER="CLUSTER"),
    shipped="local",
    **FIXED,
)
TOPIC_STRING = _attribute(
    "Topic string",
    "TOPICSTR",
    max_length=10_240,
    syntax=no_control_characters,
    shipped="",
    required=True,
    **FIXED,
)
TOPIC_DESCRIPTION = _attribute("Topic description", "DESCR", **DESCRIPTION)
CLUSTER_NAME = _attribute("Cluster to which this topic belongs", "CLUSTER", **NAME)
CLUSTER_ROUTE = _attribute(
    "Routing of publications within the cluster",
    "CLROUTE",
    choices=constants("MQCLROUTE", DIRECT="DIRECT", TOPIC_HOST="TOPICHOST"),
    shipped="direct",
)
DURABLE_SUBSCRIPTIONS = _attribute(
    "Whether applications can make durable subscriptions",
    "DURSUB",
    choices=constants(
        "MQSUB", DURABLE_AS_PARENT="ASPARENT", DURABLE_ALLOWED="YES", DURABLE_INHIBITED="NO"
    ),
    shipped="durable_as_parent",
)
PUBLICATIONS = _attribute(
    "Whether messages can be published",
    "PUB",
    choices=constants(
        "MQTA", PUB_AS_PARENT="ASPARENT", PUB_ALLOWED="ENABLED", PUB_INHIBITED="DISABLED"
    ),
    shipped="pub_as_parent",
)
SUBSCRIPTIONS = _attribute(
    "Whether applications can subscribe",
    "SUB",
    choices=constants(
        "MQTA", SUB_AS_PARENT="ASPARENT", SUB_ALLOWED="ENABLED", SUB_INHIBITED="DISABLED"
    ),
    shipped="sub_as_parent",
)
DEFAULT_PERSISTENCE = _attribute(
    "Default persistence",
    "DEFPSIST",
    choices=constants(
        "MQPER", PERSISTENCE_AS_PARENT="ASPARENT", PERSISTENT="YES", NOT_PERSISTENT="NO"
    ),
    shipped="persistence_as_parent",
)
DEFAULT_PRIORITY = _attribute(
    "Default priority",
    "DEFPRTY",
    limits=(0, 9),
    choices=constants("MQPRI", PRIORITY_AS_PARENT="ASPARENT"),
    shipped="priority_as_parent",
)
DEFAULT_PUT_RESPONSE = _attribute(
    "Default put response",
    "DEFPRESP",
    choices=constants(
        "MQPRT", RESPONSE_AS_PARENT="ASPARENT", SYNC_RESPONSE="SYNC", ASYNC_RESPONSE="ASYNC"
    ),
    shipped="response_as_parent",
)
_DELIVERY = constants(
    "MQDLV", AS_PARENT="ASPARENT", ALL="ALL", ALL_DUR="ALLDUR", ALL_AVAIL="ALLAVAIL"
)
PERSISTENT_MESSAGE_DELIVERY = _attribute(
    "Delivery of persistent messages", "PMSGDLV", choices=_DELIVERY, shipped="as_parent"
)
NON_PERSISTENT_MESSAGE_DELIVERY = _attribute(
    "Delivery of non-persistent messages", "NPMSGDLV", choices=_DELIVERY, shipped="as_parent"
)
_SCOPE = constants("MQSCOPE", AS_PARENT="ASPARENT", ALL="ALL", QMGR="QMGR")
PUBLICATION_SCOPE = _attribute(
    "Whether publications go to other queue managers",
    "PUBSCOPE",
    choices=_SCOPE,
    shipped="as_parent",
)
SUBSCRIPTION_SCOPE = _attribute(
    "Whether subscriptions go to other queue managers",
    "SUBSCOPE",
    choices=_SCOPE,
    shipped="as_parent",
)
PROXY_SUBSCRIPTIONS = _attribute(
    "When proxy subscriptions are sent",
    "PROXYSUB",
    choices=constants("MQTA", PROXY_SUB_FIRSTUSE="FIRSTUSE", PROXY_SUB_FORCE="FORCE"),
    shipped="proxy_sub_firstuse",
)
WILDCARD_OPERATION = _attribute(
    "Behaviour of subscriptions with wildcards",
    "WILDCARD",
    choices=constants("MQTA", PASSTHRU="PASSTHRU", BLOCK="BLOCK"),
    shipped="passthru",
)
DURABLE_MODEL_QUEUE_NAME = _attribute("Model queue of durable subscriptions", "MDURMDL", **NAME)
NON_DURABLE_MODEL_QUEUE_NAME = _attribute(
    "Model queue of non-durable subscriptions", "MNDURMDL", **NAME
)
MULTICAST = _attribute(
    "Whether multicast is allowed",
    "MCAST",
    choices=constants(
        "MQMC", AS_PARENT="ASPARENT", ENABLED="ENABLED", DISABLED="DISABLED", ONLY="ONLY"
    ),
    shipped="as_parent",
)
COMMUNICATION_INFORMATION = _attribute(
    "Communication information object",
    "COMMINFO",
    max_length=48,
    syntax=mq_name,
    shipped="",
)
USE_DEAD_LETTER_QUEUE = _attribute(
    "Whether undeliverable publications go to the dead-letter queue",
    "USEDLQ",
    choices=constants("MQUSEDLQ", AS_PARENT="ASPARENT", YES="YES", NO="NO"),
    shipped="as_parent",
)
CUSTOM = _attribute("Custom attributes", "CUSTOM", max_length=128, syntax=capexpry, shipped="")
CAP_EXPIRY = _attribute(
    "Longest time until a message expires",
    "CAPEXPRY",
    limits=(0, 999_999_999),
    choices=constants("MQCEX", AS_PARENT="ASPARENT", NOLIMIT="NOLIMIT"),
    quantity="tenths of a second",
)


class TopicSpec(Spec):
    """An administrative topic."""

    kind: ClassVar[str] = "mq:Topic"
    is_managed: ClassVar[bool] = False
    mqsc: ClassVar[MqscCommands] = MqscCommands("TOPIC")
    default_object: ClassVar[str | None] = "SYSTEM.DEFAULT.TOPIC"
    namespace: ClassVar[str] = "topic"
    module: ClassVar[tuple[str, str]] = ("topics", "Topics")

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
