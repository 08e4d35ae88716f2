"""ibmi:DataQueue. Source: CRTDTAQ with TYPE(*STD)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar

from pydantic import Field

from queuewright.catalogue.attribute import Attribute, Change, Sql
from queuewright.catalogue.commands import ClCommands
from queuewright.catalogue.diagnostic import Diagnostic, Severity
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.joint_check import JointCheck, joint
from queuewright.catalogue.references import Role
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import CRTDTAQ, QMHQCDQ, READINGS

from .base import LibraryObjectSpec
from .common_attributes import (
    AUTHORITY,
    AUTHORIZATION_LIST,
    TEXT_DESCRIPTION,
    YES_NO,
    ibmi_attribute,
    name_attribute,
    public_by_list,
    special,
    stays,
)
from .journal import JOURNALED_TO
from .owner import OWNED_BY
from .private_authorities import PRIVATE_AUTHORITIES, granted_to_users

SERVICE = "DATA_QUEUE_INFO"
_USUAL_INITIAL = 16


def data_queue_attribute(title: str, section: str, column: str | Sql, **facts: Any) -> Attribute:
    """An attribute of CRTDTAQ, and the column of DATA_QUEUE_INFO that tells it. No command changes
    it afterwards."""
    sql = Sql(SERVICE, column) if isinstance(column, str) else column
    return ibmi_attribute(title, CRTDTAQ.at(section), sql=sql, change=Change.REPLACE, **facts)


NAME = name_attribute("Data queue", CRTDTAQ.at("DTAQ"))
MAX_ENTRY_LENGTH = data_queue_attribute(
    "Maximum entry length",
    "MAXLEN",
    "MAXIMUM_MESSAGE_LENGTH",
    minimum=1,
    maximum=64512,
    quantity="bytes",
    required=True,
)
FORCE_TO_AUXILIARY_STORAGE = data_queue_attribute(
    "Force to auxiliary storage", "FORCE", "FORCE", **YES_NO
)
SEQUENCE = data_queue_attribute(
    "Sequence",
    "SEQ",
    "SEQUENCE",
    choices=tuple(map(special, ("*FIFO", "*LIFO", "*KEYED"))),
    default="fifo",
)
KEY_LENGTH = data_queue_attribute(
    "Key length", "KEYLEN", "KEY_LENGTH", minimum=1, maximum=256, quantity="characters"
)
INCLUDE_SENDER_ID = data_queue_attribute(
    "Include sender ID", "SENDERID", "INCLUDE_SENDER_ID", **YES_NO
)
MAX_NUMBER_OF_ENTRIES = data_queue_attribute(
    "Maximum number of entries",
    "SIZE, element 1",
    Sql(SERVICE, "SPECIFIED_MAXIMUM_MESSAGES", {-1: "max16mb", -2: "max2gb"}),
    minimum=1,
    choices=(special("*MAX16MB"), special("*MAX2GB")),
    default="max16mb",
)
INITIAL_NUMBER_OF_ENTRIES = data_queue_attribute(
    "Initial number of entries",
    "SIZE, element 2",
    "INITIAL_MESSAGE_ALLOCATION",
    minimum=1,
    default=_USUAL_INITIAL,
)
DATA_QUEUE_TEXT = TEXT_DESCRIPTION.but(sql=Sql(SERVICE, "TEXT_DESCRIPTION"))
AUTOMATIC_RECLAIM = data_queue_attribute(
    "Automatic reclaim", "AUTORCL", "AUTOMATIC_RECLAIM", **YES_NO
).but(sources=(CRTDTAQ.at("AUTORCL"), QMHQCDQ.at("Key 100")), change=Change.IN_PLACE)


KEY_LENGTH_MISSING = Rule(
    "key-length-missing",
    "A keyed data queue has no key length",
    'is required with sequence "keyed"',
    "give key_length, 1 to 256",
    (CRTDTAQ.at("KEYLEN"), READINGS.at("KEYLEN")),
    "key_length",
)
KEY_LENGTH_UNKEYED = Rule(
    "key-length-unkeyed",
    "A key length on a data queue without keys",
    'is valid only with sequence "keyed"',
    'set sequence="keyed", or leave key_length out',
    (CRTDTAQ.at("KEYLEN"),),
    "key_length",
)


@joint(KEY_LENGTH_MISSING, KEY_LENGTH_UNKEYED, of=("sequence", "key_length"))
def _key_length(values: Mapping[str, Any], facts: SystemFacts | None) -> Iterator[Diagnostic]:
    keyed = values.get("sequence") == "keyed"
    length = values.get("key_length")
    if keyed and length is None:
        yield KEY_LENGTH_MISSING()
    elif not keyed and length is not None:
        yield KEY_LENGTH_UNKEYED()


# The document forbids it nowhere, and storage for entries that can never be there is a mistake. The
# default, 16, says nothing of what somebody wants.
INITIAL_ABOVE_MAXIMUM = Rule(
    "initial-above-maximum",
    "More entries at the beginning than a data queue can ever have",
    "is above the maximum number of entries, {most}",
    "give the maximum first, then the initial number, which is at most that",
    (CRTDTAQ.at("SIZE"), READINGS.at("CRTMSGQ SIZE and CRTDTAQ SIZE")),
    "initial_number_of_entries",
    Severity.WARNING,
)


@joint(INITIAL_ABOVE_MAXIMUM, of=("max_number_of_entries", "initial_number_of_entries"))
def _initial_within_maximum(
    values: Mapping[str, Any], facts: SystemFacts | None
) -> Iterator[Diagnostic]:
    most, initial = values.get("max_number_of_entries"), values.get("initial_number_of_entries")
    if isinstance(most, int) and isinstance(initial, int) and most < initial != _USUAL_INITIAL:
        yield INITIAL_ABOVE_MAXIMUM(most=most)


class DataQueueSpec(LibraryObjectSpec):
    """A standard data queue of an IBM i partition."""

    kind: ClassVar[str] = "ibmi:DataQueue"
    cl: ClassVar[ClCommands] = ClCommands(
        create="CRTDTAQ",
        delete="DLTDTAQ",
        name="DTAQ",
        fixed=(("TYPE", "*STD"),),
        assumed=True,
        positions={"CRTDTAQ": "DTAQ MAXLEN", "DLTDTAQ": "DTAQ"},
    )
    namespace: ClassVar[str] = "*DTAQ"
    roles: ClassVar[tuple[Role, ...]] = (Role.DATA_QUEUE, Role.LIBRARY_OBJECT)
    module: ClassVar[tuple[str, str]] = ("data_queues", "Data queues")
    holds_messages: ClassVar[bool] = True
    locked_to_change: ClassVar[frozenset[str]] = frozenset({"automatic_reclaim"})
    checks: ClassVar[tuple[JointCheck, ...]] = (
        _key_length,
        _initial_within_maximum,
        public_by_list,
        granted_to_users,
        stays,
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
    text_description: Annotated[str | None, DATA_QUEUE_TEXT] = None
    authority: Annotated[str | None, AUTHORITY] = None
    authorization_list: Annotated[str | None, AUTHORIZATION_LIST] = None
    journal: Annotated[str | None, JOURNALED_TO] = None
    owner: Annotated[str | None, OWNED_BY] = None
    private_authorities: Annotated[
        dict[str, Annotated[tuple[str, ...], Field(strict=False)]] | None, PRIVATE_AUTHORITIES
    ] = None
