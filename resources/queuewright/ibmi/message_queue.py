"""ibmi:MessageQueue. Source: CRTMSGQ; CHGMSGQ for what CRTMSGQ cannot set."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar

from pydantic import Field

from queuewright.catalogue.attribute import Attribute, Change
from queuewright.catalogue.ccsid import is_registered
from queuewright.catalogue.commands import ClCommands
from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.joint_check import JointCheck, joint
from queuewright.catalogue.names import ibmi_name
from queuewright.catalogue.references import Role
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import CHGMSGQ, CRTMSGQ, READINGS
from queuewright.catalogue.system_object import SystemObject

from .base import LibraryObjectSpec
from .common_attributes import (
    AUTHORITY,
    AUTHORIZATION_LIST,
    IBMI,
    TEXT_DESCRIPTION,
    YES_NO,
    ibmi_attribute,
    name_attribute,
    public_by_list,
    special,
    stays,
)
from .owner import OWNED_BY
from .private_authorities import PRIVATE_AUTHORITIES, granted_to_users


def _created(title: str, section: str, **facts: Any) -> Attribute:
    return ibmi_attribute(title, CRTMSGQ.at(section), **facts)


def _changed(title: str, word: str, section: str, **facts: Any) -> Attribute:
    """Only CHGMSGQ sets it; CRTMSGQ says which word it is initialized to."""
    initial = CRTMSGQ.at(f"initialized to {word}")
    return ibmi_attribute(title, initial, CHGMSGQ.at(section), **facts)


NAME = name_attribute("Message queue", CRTMSGQ.at("MSGQ"))
FORCE_TO_AUXILIARY_STORAGE = _created("Force to auxiliary storage", "FORCE", **YES_NO)
_STORAGE: dict[str, Any] = {"minimum": 1, "quantity": "KB", "change": Change.REPLACE}
INITIAL_STORAGE_SIZE = _created("Initial storage size", "SIZE, element 1", **_STORAGE, default=3)
INCREMENT_STORAGE_SIZE = _created(
    "Increment storage size", "SIZE, element 2", **_STORAGE, default=1
)
MAX_INCREMENTS = _created(
    "Maximum increments",
    "SIZE, element 3",
    minimum=0,
    choices=(special("*NOMAX"),),
    default="nomax",
    change=Change.REPLACE,
)
ALLOW_ALERTS = _created("Allow alerts", "ALWALR", **YES_NO)
CODED_CHARACTER_SET_ID = _created(
    "Coded character set ID",
    "CCSID",
    minimum=1,
    maximum=65535,
    choices=(
        special("*MSG", 65534),
        special("*HEX", 65535),
        special("*JOB", resolved=lambda facts, _: facts.ccsid),
    ),
    default="hex",
)
MESSAGE_QUEUE_FULL_ACTION = _created(
    "Message queue full action",
    "MSGQFULL",
    choices=(special("*SNDMSG"), special("*WRAP")),
    default="sndmsg",
)
DELIVERY = _changed(
    "Delivery",
    "*HOLD",
    "DLVRY",
    choices=tuple(map(special, ("*HOLD", "*BREAK", "*NOTIFY", "*DFT"))),
    shipped="hold",
)
PROGRAM = _changed(
    "Program",
    "*DSPMSG",
    "PGM, element 1",
    max_length=21,
    choices=(special("*DSPMSG"),),
    # The library may be *LIBL or *CURLIB (CHGMSGQ PGM).
    syntax=lambda text: (
        problem
        for part in text.removeprefix("*LIBL/").removeprefix("*CURLIB/").split("/", 1)
        for problem in ibmi_name(part)
    ),
    shipped="dspmsg",
)
ALLOW_REPLY = _changed(
    "Program allows replies",
    "*ALWRPY",
    "PGM, element 2",
    choices=(special("*ALWRPY"), special("*NOALWRPY")),
    shipped="alwrpy",
)
SEVERITY_CODE_FILTER = _changed(
    "Severity code filter", "00", "SEV", minimum=0, maximum=99, shipped=0
)
RESET_OLD_MESSAGES = _changed(
    "Reset old messages",
    "*NO",
    "RESET",
    choices=YES_NO["choices"],
    shipped="no",
    observable=False,
)


# CRTMSGQ: the system limit for objects, "about 16,000 KB".
_LARGEST = 16 * 1024


BEYOND_LIMIT = Rule(
    "beyond-limit",
    "A message queue is larger than one can be",
    f"a message queue has at most {_LARGEST} KB",
    "give less",
    (CRTMSGQ.at("SIZE"),),
    "initial_storage_size",
)


@joint(BEYOND_LIMIT, of=("initial_storage_size",))
def _within_the_limit_of_objects(
    values: Mapping[str, Any], facts: SystemFacts | None
) -> Iterator[Diagnostic]:
    size = values.get("initial_storage_size")
    if isinstance(size, int) and size > _LARGEST:
        yield BEYOND_LIMIT()


CCSID_UNKNOWN = Rule(
    "ccsid-unknown",
    "A CCSID that IBM has not registered",
    "is not a CCSID that IBM has registered",
    "use that of a language, such as 37 or 1208",
    (CRTMSGQ.at("CCSID"), READINGS.at("CRTMSGQ CCSID")),
    "coded_character_set_id",
)


@joint(CCSID_UNKNOWN, of=("coded_character_set_id",))
def _known_character_set(
    values: Mapping[str, Any], facts: SystemFacts | None
) -> Iterator[Diagnostic]:
    ccsid = values.get("coded_character_set_id")
    if isinstance(ccsid, int) and not is_registered(ccsid):
        yield CCSID_UNKNOWN()


class MessageQueueSpec(LibraryObjectSpec):
    """A message queue of an IBM i partition."""

    kind: ClassVar[str] = "ibmi:MessageQueue"
    cl: ClassVar[ClCommands] = ClCommands(
        create="CRTMSGQ",
        change="CHGMSGQ",
        delete="DLTMSGQ",
        name="MSGQ",
        positions={"CRTMSGQ": "MSGQ", "CHGMSGQ": "MSGQ DLVRY PGM SEV", "DLTMSGQ": "MSGQ"},
    )
    namespace: ClassVar[str] = "*MSGQ"
    roles: ClassVar[tuple[Role, ...]] = (Role.LIBRARY_OBJECT,)
    module: ClassVar[tuple[str, str]] = ("message_queues", "Message queues")
    holds_messages: ClassVar[bool] = True
    system_objects: ClassVar[tuple[SystemObject, ...]] = (
        # CRTMSGQ, note.
        SystemObject("QSYS/QSYSOPR", {"message_queue_full_action": "wrap"}, platforms=IBMI),
    )
    allocated_to_change: ClassVar[bool] = True
    checks: ClassVar[tuple[JointCheck, ...]] = (
        _within_the_limit_of_objects,
        _known_character_set,
        public_by_list,
        granted_to_users,
        stays,
    )

    name: Annotated[str, NAME]
    text_description: Annotated[str | None, TEXT_DESCRIPTION] = None
    force_to_auxiliary_storage: Annotated[str | None, FORCE_TO_AUXILIARY_STORAGE] = None
    initial_storage_size: Annotated[int | None, INITIAL_STORAGE_SIZE] = None
    increment_storage_size: Annotated[int | None, INCREMENT_STORAGE_SIZE] = None
    max_increments: Annotated[int | str | None, MAX_INCREMENTS] = None
    authority: Annotated[str | None, AUTHORITY] = None
    authorization_list: Annotated[str | None, AUTHORIZATION_LIST] = None
    owner: Annotated[str | None, OWNED_BY] = None
    private_authorities: Annotated[
        dict[str, Annotated[tuple[str, ...], Field(strict=False)]] | None, PRIVATE_AUTHORITIES
    ] = None
    allow_alerts: Annotated[str | None, ALLOW_ALERTS] = None
    coded_character_set_id: Annotated[int | str | None, CODED_CHARACTER_SET_ID] = None
    message_queue_full_action: Annotated[str | None, MESSAGE_QUEUE_FULL_ACTION] = None
    delivery: Annotated[str | None, DELIVERY] = None
    program: Annotated[str | None, PROGRAM] = None
    allow_reply: Annotated[str | None, ALLOW_REPLY] = None
    severity_code_filter: Annotated[int | None, SEVERITY_CODE_FILTER] = None
    reset_old_messages: Annotated[str | None, RESET_OLD_MESSAGES] = None
