"""mq:Subscription.

Sources: IBM's Change, Copy and Create Subscription (PCF), DEFINE SUB, CRTMQMSUB.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Annotated, Any, ClassVar

from queuewright.catalogue.attribute import Change, Ref, Strength
from queuewright.catalogue.commands import ClCommands, MqscCommands, PcfCommands
from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.joint_check import JointCheck, joint
from queuewright.catalogue.names import hexadecimal, no_control_characters
from queuewright.catalogue.references import Role
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import CHANGE_SUBSCRIPTION, CRTMQMSUB
from queuewright.catalogue.spec import Spec

from . import common_attributes as common
from .choices import choice, spelled_alike
from .named import NAME, OPTIONAL_NAME, OWN_NAME, TEXT, Names, documented
from .queue_rules import command_elsewhere

_attribute = partial(documented, CHANGE_SUBSCRIPTION, CRTMQMSUB)
_LONG: dict[str, Any] = {**TEXT, "max_length": 10_240}
# ALTER SUB does not take what DEFINE SUB sets for good.
_FIXED: dict[str, Any] = {"change": Change.FIXED}
_POSITIONS = (
    "TOPICSTR TOPICOBJ DEST DESTMQM DESTCRRLID PUBACCT PUBAPPID SUBUSER USERDATA SELECTOR PSPROP"
    " DESTCLASS{scope} VARUSER REQONLY PUBPTY WSCHEMA EXPIRY"
)
_AT_CREATION = _POSITIONS.format(scope=" SUBSCOPE")

BASE_TOPIC = "SYSTEM.BASE.TOPIC"
"""The topic object at the root of the topic tree, whose topic string is blank."""

SUBSCRIPTION_NAME = _attribute(
    "Subscription name",
    Names("SubName", "MQCACF_SUB_NAME", 3152, None, "SUBNAME"),
    **{**OWN_NAME, "max_length": 10_240, "syntax": no_control_characters},
)
TOPIC_STRING = _attribute(
    "Topic string",
    Names("TopicString", "MQCA_TOPIC_STRING", 2094, "TOPICSTR", "TOPICSTR"),
    **_LONG,
    **_FIXED,
)
TOPIC_OBJECT = _attribute(
    "Topic object",
    Names("TopicObject", "MQCA_TOPIC_NAME", 2092, "TOPICOBJ", "TOPICOBJ"),
    **OPTIONAL_NAME,
    **_FIXED,
    reference=Ref((Role.TOPIC,)),
)
DESTINATION = _attribute(
    "Destination queue",
    Names("Destination", "MQCACF_DESTINATION", 3154, "DEST", "DEST"),
    **NAME,
    reference=Ref((Role.QUEUE,), Strength.SOFT, queue_manager="destination_queue_manager"),
)
DESTINATION_QUEUE_MANAGER = _attribute(
    "Destination queue manager",
    Names("DestinationQueueManager", "MQCACF_DESTINATION_Q_MGR", 3153, "DESTQMGR", "DESTMQM"),
    **OPTIONAL_NAME,
)
PUBLISHED_APPLICATION_IDENTITY = _attribute(
    "Application identity of publications",
    Names(
        "PublishedApplicationIdentifier", "MQCACF_APPL_IDENTITY_DATA", 3135, "PUBAPPID", "PUBAPPID"
    ),
    **TEXT,
    max_length=32,
)
SELECTOR = _attribute(
    "Selection string",
    Names("Selector", "MQCACF_SUB_SELECTOR", 3160, "SELECTOR", "SELECTOR"),
    **_LONG,
    **_FIXED,
)
USER_DATA = _attribute(
    "User data",
    Names("Userdata", "MQCACF_SUB_USER_DATA", 3159, "USERDATA", "USERDATA"),
    **_LONG,
)
PUBLISHED_ACCOUNTING_TOKEN = _attribute(
    "Accounting token of publications",
    Names("PublishedAccountingToken", "MQBACF_ACCOUNTING_TOKEN", 7010, "PUBACCT", "PUBACCT"),
    max_length=64,
    syntax=hexadecimal(64),
    shipped="0" * 64,
)
DESTINATION_CORRELATION_IDENTIFIER = _attribute(
    "Correlation identifier of publications",
    Names("DestinationCorrelId", "MQBACF_DESTINATION_CORREL_ID", 7015, "DESTCORL", "DESTCRRLID"),
    max_length=48,
    syntax=hexadecimal(48),
    shipped="0" * 48,
)
DESTINATION_CLASS = _attribute(
    "Whether the queue manager manages the destination",
    Names("DestinationClass", "MQIACF_DESTINATION_CLASS", 1273, "DESTCLAS", "DESTCLASS"),
    choices=spelled_alike("MQDC", PROVIDED=2, MANAGED=1),
    shipped="provided",
    **_FIXED,
)
EXPIRY = _attribute(
    "Time until the subscription expires",
    Names("Expiry", "MQIACF_EXPIRY", 1244, "EXPIRY", "EXPIRY"),
    limits=(0, 999_999_999),
    quantity="tenths of a second",
    choices=(choice("MQEI_UNLIMITED", -1, "UNLIMITED", "*UNLIMITED"),),
    shipped="unlimited",
)
PUBLISH_SUBSCRIBE_PROPERTIES = _attribute(
    "How properties of publish/subscribe are added",
    Names("PublishSubscribeProperties", "MQIACF_PUBSUB_PROPERTIES", 1271, "PSPROP", "PSPROP"),
    choices=spelled_alike("MQPSPROP", MSGPROP=3, NONE=0, COMPAT=1, RFH2=2),
    shipped="msgprop",
)
PUBLISH_PRIORITY = _attribute(
    "Priority of publications",
    Names("PublishPriority", "MQIACF_PUB_PRIORITY", 1283, "PUBPRTY", "PUBPTY"),
    limits=(0, 9),
    choices=(
        choice("MQPRI_PRIORITY_AS_PUBLISHED", -3, "ASPUB", "*ASPUB"),
        choice("MQPRI_PRIORITY_AS_Q_DEF", -1, "ASQDEF", "*ASQDEF"),
    ),
    shipped="priority_as_published",
)
REQUEST_ONLY = _attribute(
    "Whether publications are sent on request only",
    Names("RequestOnly", "MQIACF_REQUEST_ONLY", 1280, "REQONLY", "REQONLY"),
    choices=(
        choice("MQRU_PUBLISH_ALL", 2, "NO", "*NO"),
        choice("MQRU_PUBLISH_ON_REQUEST", 1, "YES", "*YES"),
    ),
    shipped="publish_all",
    **_FIXED,
)
SUBSCRIPTION_SCOPE = _attribute(
    "Whether the subscription goes to other queue managers",
    Names("SubscriptionScope", "MQIACF_SUBSCRIPTION_SCOPE", 1275, "SUBSCOPE", "SUBSCOPE"),
    choices=spelled_alike("MQTSCOPE", ALL=2, QMGR=1),
    shipped="all",
    **_FIXED,
)
SUBSCRIPTION_LEVEL = _attribute(
    "Level in the interception hierarchy",
    Names("SubscriptionLevel", "MQIACF_SUB_LEVEL", 1307, "SUBLEVEL"),
    limits=(0, 9),
    shipped=1,
    **_FIXED,
)
VARIABLE_USER = _attribute(
    "Whether others than its creator may use the subscription",
    Names("VariableUser", "MQIACF_VARIABLE_USER_ID", 1277, "VARUSER", "VARUSER"),
    choices=(
        choice("MQVU_ANY_USER", 2, "ANY", "*ANY"),
        choice("MQVU_FIXED_USER", 1, "FIXED", "*FIXED"),
    ),
    shipped="any_user",
)
WILDCARD_SCHEMA = _attribute(
    "How wildcards in the topic string are meant",
    Names("WildcardSchema", "MQIACF_WILDCARD_SCHEMA", 1288, "WSCHEMA", "WSCHEMA"),
    choices=(choice("MQWS_TOPIC", 2, "TOPIC", "*TOPIC"), choice("MQWS_CHAR", 1, "CHAR", "*CHAR")),
    shipped="topic",
    **_FIXED,
)
SUBSCRIPTION_USER = _attribute(
    "User that owns the subscription",
    Names("SubscriptionUser", "MQCACF_SUB_USER_ID", 3156, "SUBUSER", "SUBUSER"),
    max_length=64,
    syntax=no_control_characters,
    shipped="",
)
TOPIC_MISSING = Rule(
    "topic-missing",
    "A subscription has no topic",
    "a subscription needs topic_string, topic_object or both",
    "give one of them",
    (CHANGE_SUBSCRIPTION.at("TopicObject, TopicString"),),
    "topic_string",
)
DESTINATION_MISSING = Rule(
    "destination-missing",
    "A subscription has no destination",
    'needs the queue that publications go to, unless destination_class is "managed"',
    'give it, or destination_class="managed"',
    (CHANGE_SUBSCRIPTION.at("Destination, DestinationClass"),),
    "destination",
)


def resolved_topic_string(of_object: str, own: str) -> str:
    """The topic string that a subscription works on: "the two parts of the string are always
    separated by a / character" (IBM's "Combining topic strings")."""
    return "/".join(filter(None, (of_object, own)))


def own_topic_string(of_object: str, resolved: str) -> str | None:
    """The part of a resolved topic string that the subscription itself gives; None where it is not
    that of the topic object with something behind."""
    if resolved == of_object:
        return ""
    head = f"{of_object}/"
    return resolved.removeprefix(head) if of_object and resolved.startswith(head) else None


def _is_default(values: Mapping[str, Any]) -> bool:
    return str(values.get("name", "")).startswith("SYSTEM.")


@joint(TOPIC_MISSING, of=("name", "topic_string", "topic_object"), are_given=True)
def _needs_topic(values: Mapping[str, Any], facts: SystemFacts | None) -> Iterator[Diagnostic]:
    given = [values.get(name) for name in ("topic_string", "topic_object")]
    if "" in given and not any(given) and not _is_default(values):
        yield TOPIC_MISSING()


@joint(DESTINATION_MISSING, of=("name", "destination", "destination_class"), are_given=True)
def _needs_destination(
    values: Mapping[str, Any], facts: SystemFacts | None
) -> Iterator[Diagnostic]:
    managed = values.get("destination_class") == "managed"
    if values.get("destination") == "" and not managed and not _is_default(values):
        yield DESTINATION_MISSING()


class SubscriptionSpec(Spec):
    """A durable subscription that an administrator makes."""

    kind: ClassVar[str] = "mq:Subscription"
    mqsc: ClassVar[MqscCommands] = MqscCommands(
        "SUB", keeps_authorities=False, as_defined=(("DISTYPE", "DEFINED"),)
    )
    pcf: ClassVar[PcfCommands] = PcfCommands(
        object="SUBSCRIPTION",
        numbers={"CHANGE": 178, "COPY": 181, "CREATE": 177, "DELETE": 179, "INQUIRE": 176},
        name="SubName",
        title="Subscription",
        copied=(3163, 3164),
        attributes=1287,
        spelled=("SUB_NAME", "SubscriptionName"),
    )
    cl: ClassVar[ClCommands] = ClCommands(
        create="CRTMQMSUB",
        change="CHGMQMSUB",
        copy="CPYMQMSUB",
        delete="DLTMQMSUB",
        name="SUBNAME",
        positions={
            "CRTMQMSUB": f"SUBNAME MQMNAME REPLACE {_AT_CREATION}",
            "CHGMQMSUB": f"SUBNAME SUBID MQMNAME {_POSITIONS.format(scope='')}",
            "CPYMQMSUB": f"TOSUB FROMSUB FROMSUBID MQMNAME REPLACE {_AT_CREATION}",
            "DLTMQMSUB": "SUBNAME SUBID MQMNAME",
        },
        copied=("FROMSUB", "TOSUB"),
        default="*SYSDFTSUB",
    )
    default_object: ClassVar[str | None] = "SYSTEM.DEFAULT.SUB"
    namespace: ClassVar[str] = "sub"
    roles: ClassVar[tuple[Role, ...]] = (Role.SUBSCRIPTION,)
    module: ClassVar[tuple[str, str]] = ("subscriptions", "Subscriptions")
    checks: ClassVar[tuple[JointCheck, ...]] = (command_elsewhere, _needs_topic, _needs_destination)

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
    command_scope: Annotated[str | None, common.COMMAND_SCOPE] = None

    @classmethod
    def hides_messages(cls, values: Mapping[str, Any]) -> str:
        """A destination that the queue manager manages goes with the subscription."""
        is_managed = values.get("destination_class") == "managed"
        return "the messages of its managed destination" if is_managed else ""
