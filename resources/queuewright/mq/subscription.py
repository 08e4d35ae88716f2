"""Administrative subscriptions. Source: IBM MQ, MQSC: DEFINE SUB."""

from functools import partial
from typing import Annotated, ClassVar

from queuewright.catalogue.attribute import Choice, Unit
from queuewright.catalogue.commands import MqscCommands
from queuewright.catalogue.names import no_control_characters
from queuewright.catalogue.spec import Spec

from .named import FIXED, NAME, NO_YES, OWN_NAME, TEXT, constants, mqsc_attribute

_attribute = partial(mqsc_attribute, "DEFINE SUB")
_LONG = {**TEXT, "max_length": 10_240, "unit": Unit.CHARACTERS}
_USER = {"max_length": 64, "syntax": no_control_characters}

SUBSCRIPTION_NAME = _attribute(
    "Subscription name",
    None,
    **{**OWN_NAME, **_LONG, "syntax": no_control_characters, "shipped": None},
)
TOPIC_STRING = _attribute("Topic string", "TOPICSTR", **_LONG, **FIXED)
TOPIC_OBJECT = _attribute("Topic object", "TOPICOBJ", **NAME, **FIXED)
DESTINATION = _attribute("Destination queue", "DEST", **NAME)
DESTINATION_QUEUE_MANAGER = _attribute("Destination queue manager", "DESTQMGR", **NAME)
PUBLISHED_APPLICATION_IDENTITY = _attribute(
    "Application identity of publications", "PUBAPPID", **TEXT, max_length=32
)
SELECTOR = _attribute("Selection string", "SELECTOR", **_LONG, **FIXED)
USER_DATA = _attribute("User data", "USERDATA", **_LONG)
PUBLISHED_ACCOUNTING_TOKEN = _attribute(
    "Accounting token of publications",
    "PUBACCT",
    max_length=64,
    syntax=no_control_characters,
    shipped="0" * 64,
)
DESTINATION_CORRELATION_IDENTIFIER = _attribute(
    "Correlation identifier of publications",
    "DESTCORL",
    max_length=48,
    syntax=no_control_characters,
    shipped="0" * 48,
)
DESTINATION_CLASS = _attribute(
    "Whether the queue manager manages the destination",
    "DESTCLAS",
    choices=constants("MQDC", PROVIDED="PROVIDED", MANAGED="MANAGED"),
    shipped="provided",
    **FIXED,
)
EXPIRY = _attribute(
    "Time until the subscription expires",
    "EXPIRY",
    limits=(0, 999_999_999),
    quantity="tenths of a second",
    choices=constants("MQEI", UNLIMITED="UNLIMITED"),
    shipped="unlimited",
)
PUBLISH_SUBSCRIBE_PROPERTIES = _attribute(
    "How properties of publish/subscribe are added",
    "PSPROP",
    choices=constants("MQPSPROP", MSGPROP="MSGPROP", NONE="NONE", COMPAT="COMPAT", RFH2="RFH2"),
    shipped="msgprop",
)
PUBLISH_PRIORITY = _attribute(
    "Priority of publications",
    "PUBPRTY",
    limits=(0, 9),
    choices=constants("MQPRI", PRIORITY_AS_PUBLISHED="ASPUB", PRIORITY_AS_Q_DEF="ASQDEF"),
    shipped="priority_as_published",
)
REQUEST_ONLY = _attribute(
    "Whether publications are sent on request only", "REQONLY", **NO_YES, shipped="no"
)
SUBSCRIPTION_SCOPE = _attribute(
    "Whether the subscription goes to other queue managers",
    "SUBSCOPE",
    choices=constants("MQTSCOPE", ALL="ALL", QMGR="QMGR"),
    shipped="all",
    **FIXED,
)
SUBSCRIPTION_LEVEL = _attribute(
    "Level in the interception hierarchy", "SUBLEVEL", limits=(0, 9), shipped=1, **FIXED
)
VARIABLE_USER = _attribute(
    "Whether others than its creator may use the subscription",
    "VARUSER",
    choices=constants("MQVU", ANY_USER="ANY", FIXED_USER="FIXED"),
    shipped="any_user",
)
WILDCARD_SCHEMA = _attribute(
    "How wildcards in the topic string are meant",
    "WSCHEMA",
    choices=(Choice("topic", "TOPIC", "MQWS_TOPIC"), Choice("char", "CHAR", "MQWS_CHAR")),
    shipped="topic",
    **FIXED,
)
SUBSCRIPTION_USER = _attribute("User that owns the subscription", "SUBUSER", **_USER, shipped="")


class SubscriptionSpec(Spec):
    """A subscription that an administrator makes."""

    kind: ClassVar[str] = "mq:Subscription"
    is_managed: ClassVar[bool] = False
    mqsc: ClassVar[MqscCommands] = MqscCommands("SUB")
    default_object: ClassVar[str | None] = "SYSTEM.DEFAULT.SUB"
    namespace: ClassVar[str] = "sub"
    module: ClassVar[tuple[str, str]] = ("subscriptions", "Subscriptions")

    name: Annotated[str, SUBSCRIPTION_NAME]
    topic_string: Annotated[str | None, TOPIC_STRING] = None
    topic_object: Annotated[str | None, TOPIC_OBJECT] = None
    destination: Annotated[str | None, DESTINATION] = None
    destination_queue_manager: Annotated[str | None, DESTINATION_QUEUE_MANAGER] = None
    published_application_identity: Annotated[str | None, PUBLISHED_APPLICATION_IDENTITY] = None
    selector: Annotated[str | None, SELECTOR] = None
    user_data: Annotated[str | None, USER_DATA] = None
    published_accounting_token: Annotated[str | None, PUBLISHED_ACCOUNTING_TOKEN] = None
    destination_correlation_identifier: Annotated[
        str | None, DESTINATION_CORRELATION_IDENTIFIER
    ] = None
    destination_class: Annotated[str | None, DESTINATION_CLASS] = None
    expiry: Annotated[int | str | None, EXPIRY] = None
    publish_subscribe_properties: Annotated[str | None, PUBLISH_SUBSCRIBE_PROPERTIES] = None
    publish_priority: Annotated[int | str | None, PUBLISH_PRIORITY] = None
    request_only: Annotated[str | None, REQUEST_ONLY] = None
    subscription_scope: Annotated[str | None, SUBSCRIPTION_SCOPE] = None
    subscription_level: Annotated[int | None, SUBSCRIPTION_LEVEL] = None
    variable_user: Annotated[str | None, VARIABLE_USER] = None
    wildcard_schema: Annotated[str | None, WILDCARD_SCHEMA] = None
    subscription_user: Annotated[str | None, SUBSCRIPTION_USER] = None
