"""ibmi:DataQueue. Source: CRTDTAQ with TYPE(*STD)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar

from queuewright.catalogue.attribute import Change, Unit
from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.names import ibmi_name
from queuewright.catalogue.references import Role
from queuewright.catalogue.sources import CRTDTAQ, READINGS
from queuewright.catalogue.spec import Commands, Rule

from .base import LibraryObjectSpec
from .common_attributes import AUTHORITY, TEXT_DESCRIPTION, ibmi_attribute, special, yes_no

NAME = ibmi_attribute(
    "Data queue",
    (CRTDTAQ.at("DTAQ"),),
    max_length=10,
    unit=Unit.CHARACTERS,
    syntax=ibmi_name,
    change=Change.REPLACE,
    required=True,
)
MAX_ENTRY_LENGTH = ibmi_attribute(
    "Maximum entry length",
    (CRTDTAQ.at("MAXLEN"),),
    minimum=1,
    maximum=64512,
    quantity="bytes",
    change=Change.REPLACE,
    required=True,
)
FORCE_TO_AUXILIARY_STORAGE = ibmi_attribute(
    "Force to auxiliary storage",
    (CRTDTAQ.at("FORCE"),),
    choices=yes_no(),
    default="no",
    shipped="no",
    change=Change.REPLACE,
)
SEQUENCE = ibmi_attribute(
    "Sequence",
    (CRTDTAQ.at("SEQ"),),
    choices=(special("*FIFO"), special("*LIFO"), special("*KEYED")),
    default="fifo",
    shipped="fifo",
    change=Change.REPLACE,
)
KEY_LENGTH = ibmi_attribute(
    "Key length",
    (CRTDTAQ.at("KEYLEN"),),
    minimum=1,
    maximum=256,
    quantity="characters",
    change=Change.REPLACE,
)
INCLUDE_SENDER_ID = ibmi_attribute(
    "Include sender ID",
    (CRTDTAQ.at("SENDERID"),),
    choices=yes_no(),
    default="no",
    shipped="no",
    change=Change.REPLACE,
)
MAX_NUMBER_OF_ENTRIES = ibmi_attribute(
    "Maximum number of entries",
    (CRTDTAQ.at("SIZE, element 1"),),
    minimum=1,
    choices=(special("*MAX16MB"), special("*MAX2GB")),
    default="max16mb",
    shipped="max16mb",
    change=Change.REPLACE,
)
INITIAL_NUMBER_OF_ENTRIES = ibmi_attribute(
    "Initial number of entries",
    (CRTDTAQ.at("SIZE, element 2"),),
    minimum=1,
    default=16,
    shipped=16,
    change=Change.REPLACE,
)
AUTOMATIC_RECLAIM = ibmi_attribute(
    "Automatic reclaim",
    (CRTDTAQ.at("AUTORCL"),),
    choices=yes_no(),
    default="no",
    shipped="no",
    change=Change.REPLACE,
)


def _key_length(values: Mapping[str, Any], facts: SystemFacts | None) -> Iterator[Diagnostic]:
    keyed = values.get("sequence") == "keyed"
    length = values.get("key_length")
    if keyed and length is None:
        yield Diagnostic(
            "key-length-missing",
            "key_length",
            'is required with sequence "keyed"',
            "give key_length, 1 to 256",
            (CRTDTAQ.at("KEYLEN"), READINGS.at("KEYLEN")),
        )
    elif not keyed and length is not None:
        yield Diagnostic(
            "key-length-unkeyed",
            "key_length",
            'is valid only with sequence "keyed"',
            'set sequence="keyed", or leave key_length out',
            (CRTDTAQ.at("KEYLEN"),),
        )


class DataQueueSpec(LibraryObjectSpec):
    """A standard data queue of an IBM i partition."""

    kind: ClassVar[str] = "ibmi:DataQueue"
    commands: ClassVar[Commands] = Commands(
        cl_create="CRTDTAQ",
        cl_delete="DLTDTAQ",
        cl_name="DTAQ",
        cl_fixed=(("TYPE", "*STD"),),
        cl_assumed=True,
        cl_positions={"CRTDTAQ": "DTAQ MAXLEN", "DLTDTAQ": "DTAQ"},
    )
    namespace: ClassVar[str] = "*DTAQ"
    roles: ClassVar[tuple[Role, ...]] = (Role.DATA_QUEUE,)
    module: ClassVar[tuple[str, str]] = ("data_queues", "Data queues")
    holds_messages: ClassVar[bool] = True
    rules: ClassVar[tuple[Rule, ...]] = (
        Rule("key-length", (CRTDTAQ.at("KEYLEN"),), ("sequence", "key_length"), _key_length),
    )

    name: Annotated[str, NAME]
    max_entry_length: Annotated[int, MAX_ENTRY_LENGTH]
    force_to_auxiliary_storage: Annotated[str | None, FORCE_TO_AUXILIARY_STORAGE] = None
    sequence: Annotated[str | None, SEQUENCE] = None
    key_length: Annotated[int | None, KEY_LENGTH] = None
    include_sender_id: Annotated[str | None, INCLUDE_SENDER_ID] = None
    max_number_of_entries: Annotated[int | str | None, MAX_NUMBER_OF_ENTRIES] = None
    initial_number_of_entries: Annotated[int | None, INITIAL_NUMBER_OF_ENTRIES] = None
    automatic_reclaim: Annotated[str | None, AUTOMATIC_RECLAIM] = None
    text_description: Annotated[str | None, TEXT_DESCRIPTION] = None
    authority: Annotated[str | None, AUTHORITY] = None
