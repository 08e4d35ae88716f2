"""ibmi:MessageQueue. Source: CRTMSGQ; CHGMSGQ for what CRTMSGQ cannot set."""

from typing import Annotated, ClassVar

from queuewright.catalogue.attribute import Attribute, Change, Cl, Unit
from queuewright.catalogue.names import ibmi_name
from queuewright.catalogue.sources import CHGMSGQ, CRTMSGQ
from queuewright.catalogue.spec import Commands, Rule

from .base import LibraryObjectSpec
from .common_attributes import AUTHORITY, IBMI, TEXT_DESCRIPTION, special, yes_no

__all__ = ["MessageQueueSpec"]

NAME = Attribute(
    title="Message queue",
    sources=(CRTMSGQ.at("MSGQ"),),
    cl=Cl("MSGQ"),
    max_length=10,
    unit=Unit.CHARACTERS,
    syntax=ibmi_name,
    platforms=IBMI,
    change=Change.REPLACE,
    required=True,
)
FORCE_TO_AUXILIARY_STORAGE = Attribute(
    title="Force to auxiliary storage",
    sources=(CRTMSGQ.at("FORCE"),),
    cl=Cl("FORCE"),
    choices=yes_no(),
    default="no",
    shipped="no",
    platforms=IBMI,
)
INITIAL_STORAGE_SIZE = Attribute(
    title="Initial storage size",
    sources=(CRTMSGQ.at("SIZE, element 1"),),
    cl=Cl("SIZE", 1),
    minimum=1,
    quantity="KB",
    default=3,
    shipped=3,
    platforms=IBMI,
    change=Change.REPLACE,
)
INCREMENT_STORAGE_SIZE = Attribute(
    title="Increment storage size",
    sources=(CRTMSGQ.at("SIZE, element 2"),),
    cl=Cl("SIZE", 2),
    minimum=1,
    quantity="KB",
    default=1,
    shipped=1,
    platforms=IBMI,
    change=Change.REPLACE,
)
MAX_INCREMENTS = Attribute(
    title="Maximum increments",
    sources=(CRTMSGQ.at("SIZE, element 3"),),
    cl=Cl("SIZE", 3),
    minimum=0,
    choices=(special("*NOMAX"),),
    default="nomax",
    shipped="nomax",
    platforms=IBMI,
    change=Change.REPLACE,
)
ALLOW_ALERTS = Attribute(
    title="Allow alerts",
    sources=(CRTMSGQ.at("ALWALR"),),
    cl=Cl("ALWALR"),
    choices=yes_no(),
    default="no",
    shipped="no",
    platforms=IBMI,
)
CODED_CHARACTER_SET_ID = Attribute(
    title="Coded character set ID",
    sources=(CRTMSGQ.at("CCSID"),),
    cl=Cl("CCSID"),
    minimum=1,
    maximum=65535,
    choices=(special("*MSG", 65534), special("*HEX", 65535), special("*JOB", resolved=True)),
    default="hex",
    shipped="hex",
    platforms=IBMI,
)
MESSAGE_QUEUE_FULL_ACTION = Attribute(
    title="Message queue full action",
    sources=(CRTMSGQ.at("MSGQFULL"),),
    cl=Cl("MSGQFULL"),
    choices=(special("*SNDMSG"), special("*WRAP")),
    default="sndmsg",
    shipped="sndmsg",
    platforms=IBMI,
)
DELIVERY = Attribute(
    title="Delivery",
    sources=(CRTMSGQ.at("initialized to *HOLD"), CHGMSGQ.at("DLVRY")),
    cl=Cl("DLVRY", command="CHGMSGQ"),
    choices=(special("*HOLD"), special("*BREAK"), special("*NOTIFY"), special("*DFT")),
    shipped="hold",
    platforms=IBMI,
)
PROGRAM = Attribute(
    title="Program",
    sources=(CRTMSGQ.at("initialized to *DSPMSG"), CHGMSGQ.at("PGM, element 1")),
    cl=Cl("PGM", 1, command="CHGMSGQ"),
    max_length=21,
    unit=Unit.CHARACTERS,
    choices=(special("*DSPMSG"),),
    syntax=lambda text: (problem for part in text.split("/", 1) for problem in ibmi_name(part)),
    shipped="dspmsg",
    platforms=IBMI,
)
ALLOW_REPLY = Attribute(
    title="Program allows replies",
    sources=(CRTMSGQ.at("initialized to *ALWRPY"), CHGMSGQ.at("PGM, element 2")),
    cl=Cl("PGM", 2, command="CHGMSGQ"),
    choices=(special("*ALWRPY"), special("*NOALWRPY")),
    shipped="alwrpy",
    platforms=IBMI,
)
SEVERITY_CODE_FILTER = Attribute(
    title="Severity code filter",
    sources=(CRTMSGQ.at("initialized to 00"), CHGMSGQ.at("SEV")),
    cl=Cl("SEV", command="CHGMSGQ"),
    minimum=0,
    maximum=99,
    shipped=0,
    platforms=IBMI,
)
RESET_OLD_MESSAGES = Attribute(
    title="Reset old messages",
    sources=(CRTMSGQ.at("initialized to *NO"), CHGMSGQ.at("RESET")),
    cl=Cl("RESET", command="CHGMSGQ"),
    choices=yes_no(),
    shipped="no",
    platforms=IBMI,
    observable=False,
)


class MessageQueueSpec(LibraryObjectSpec):
    """A message queue of an IBM i partition."""

    kind: ClassVar[str] = "ibmi:MessageQueue"
    commands: ClassVar[Commands] = Commands(
        cl_create="CRTMSGQ", cl_change="CHGMSGQ", cl_delete="DLTMSGQ", cl_name="MSGQ"
    )
    namespace: ClassVar[str] = "*MSGQ"
    module: ClassVar[tuple[str, str]] = ("message_queues", "Message queues")
    holds_messages: ClassVar[bool] = True
    rules: ClassVar[tuple[Rule, ...]] = ()

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
