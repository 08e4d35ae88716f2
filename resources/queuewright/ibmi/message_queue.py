"""ibmi:MessageQueue. Source: CRTMSGQ; CHGMSGQ for what CRTMSGQ cannot set."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar

from queuewright.catalogue.attribute import Change, Unit
from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.names import ibmi_name
from queuewright.catalogue.sources import CHGMSGQ, CRTMSGQ
from queuewright.catalogue.spec import Commands, Rule

from .base import LibraryObjectSpec
from .common_attributes import AUTHORITY, TEXT_DESCRIPTION, ibmi_attribute, special, yes_no

NAME = ibmi_attribute(
    "Message queue",
    (CRTMSGQ.at("MSGQ"),),
    max_length=10,
    unit=Unit.CHARACTERS,
    syntax=ibmi_name,
    change=Change.REPLACE,
    required=True,
)
FORCE_TO_AUXILIARY_STORAGE = ibmi_attribute(
    "Force to auxiliary storage",
    (CRTMSGQ.at("FORCE"),),
    choices=yes_no(),
    default="no",
    shipped="no",
)
INITIAL_STORAGE_SIZE = ibmi_attribute(
    "Initial storage size",
    (CRTMSGQ.at("SIZE, element 1"),),
    minimum=1,
    quantity="KB",
    default=3,
    shipped=3,
    change=Change.REPLACE,
)
INCREMENT_STORAGE_SIZE = ibmi_attribute(
    "Increment storage size",
    (CRTMSGQ.at("SIZE, element 2"),),
    minimum=1,
    quantity="KB",
    default=1,
    shipped=1,
    change=Change.REPLACE,
)
MAX_INCREMENTS = ibmi_attribute(
    "Maximum increments",
    (CRTMSGQ.at("SIZE, element 3"),),
    minimum=0,
    choices=(special("*NOMAX"),),
    default="nomax",
    shipped="nomax",
    change=Change.REPLACE,
)
ALLOW_ALERTS = ibmi_attribute(
    "Allow alerts",
    (CRTMSGQ.at("ALWALR"),),
    choices=yes_no(),
    default="no",
    shipped="no",
)
CODED_CHARACTER_SET_ID = ibmi_attribute(
    "Coded character set ID",
    (CRTMSGQ.at("CCSID"),),
    minimum=1,
    maximum=65535,
    choices=(special("*MSG", 65534), special("*HEX", 65535), special("*JOB", resolved=True)),
    default="hex",
    shipped="hex",
)
MESSAGE_QUEUE_FULL_ACTION = ibmi_attribute(
    "Message queue full action",
    (CRTMSGQ.at("MSGQFULL"),),
    choices=(special("*SNDMSG"), special("*WRAP")),
    default="sndmsg",
    shipped="sndmsg",
)
DELIVERY = ibmi_attribute(
    "Delivery",
    (CRTMSGQ.at("initialized to *HOLD"), CHGMSGQ.at("DLVRY")),
    choices=(special("*HOLD"), special("*BREAK"), special("*NOTIFY"), special("*DFT")),
    shipped="hold",
)
PROGRAM = ibmi_attribute(
    "Program",
    (CRTMSGQ.at("initialized to *DSPMSG"), CHGMSGQ.at("PGM, element 1")),
    max_length=21,
    unit=Unit.CHARACTERS,
    choices=(special("*DSPMSG"),),
    syntax=lambda text: (problem for part in text.split("/", 1) for problem in ibmi_name(part)),
    shipped="dspmsg",
)
ALLOW_REPLY = ibmi_attribute(
    "Program allows replies",
    (CRTMSGQ.at("initialized to *ALWRPY"), CHGMSGQ.at("PGM, element 2")),
    choices=(special("*ALWRPY"), special("*NOALWRPY")),
    shipped="alwrpy",
)
SEVERITY_CODE_FILTER = ibmi_attribute(
    "Severity code filter",
    (CRTMSGQ.at("initialized to 00"), CHGMSGQ.at("SEV")),
    minimum=0,
    maximum=99,
    shipped=0,
)
RESET_OLD_MESSAGES = ibmi_attribute(
    "Reset old messages",
    (CRTMSGQ.at("initialized to *NO"), CHGMSGQ.at("RESET")),
    choices=yes_no(),
    shipped="no",
    observable=False,
)


# CRTMSGQ: the system limit for objects, "about 16,000 KB".
_LARGEST = 16 * 1024


def _within_the_limit_of_objects(
    values: Mapping[str, Any], facts: SystemFacts | None
) -> Iterator[Diagnostic]:
    size = values.get("initial_storage_size")
    if isinstance(size, int) and size > _LARGEST:
        yield Diagnostic(
            "beyond-limit",
            "initial_storage_size",
            f"a message queue has at most {_LARGEST} KB",
            "give less",
            (CRTMSGQ.at("SIZE"),),
        )


class MessageQueueSpec(LibraryObjectSpec):
    """A message queue of an IBM i partition."""

    kind: ClassVar[str] = "ibmi:MessageQueue"
    commands: ClassVar[Commands] = Commands(
        cl_create="CRTMSGQ",
        cl_change="CHGMSGQ",
        cl_delete="DLTMSGQ",
        cl_name="MSGQ",
        cl_positions={"CRTMSGQ": "MSGQ", "CHGMSGQ": "MSGQ DLVRY PGM SEV", "DLTMSGQ": "MSGQ"},
    )
    namespace: ClassVar[str] = "*MSGQ"
    module: ClassVar[tuple[str, str]] = ("message_queues", "Message queues")
    holds_messages: ClassVar[bool] = True
    allocated_to_change: ClassVar[bool] = True
    rules: ClassVar[tuple[Rule, ...]] = (
        Rule(
            "beyond-limit",
            (CRTMSGQ.at("SIZE"),),
            ("initial_storage_size",),
            _within_the_limit_of_objects,
        ),
    )

    name: Annotated[str, NAME]
    text_description: Annotated[str | None, TEXT_DESCRIPTION] = None
    force_to_auxiliary_storage: Annotated[str | None, FORCE_TO_AUXILIARY_STORAGE] = None
    initial_storage_size: Annotated[int | None, INITIAL_STORAGE_SIZE] = None
    increment_storage_size: Annotated[int | None, INCREMENT_STORAGE_SIZE] = None
    max_increments: Annotated[int | str | None, MAX_INCREMENTS] = None
    authority: Annotated[str | None, AUTHORITY] = None
    allow_alerts: Annotated[str | None, ALLOW_ALERTS] = None
    coded_character_set_id: Annotated[int | str | None, CODED_CHARACTER_SET_ID] = None
    message_queue_full_action: Annotated[str | None, MESSAGE_QUEUE_FULL_ACTION] = None
    delivery: Annotated[str | None, DELIVERY] = None
    program: Annotated[str | None, PROGRAM] = None
    allow_reply: Annotated[str | None, ALLOW_REPLY] = None
    severity_code_filter: Annotated[int | None, SEVERITY_CODE_FILTER] = None
    reset_old_messages: Annotated[str | None, RESET_OLD_MESSAGES] = None
