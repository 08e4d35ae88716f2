"""Attributes of output queues about writers and remote systems, and their rules. Sources: IBM i,
CRTOUTQ, CHGOUTQ; OUTPUT_QUEUE_INFO of the SQL services.

INTERNET_ADDRESS came to the service by a later PTF: a release without it would not be read at all,
so that no system is asked for it.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from queuewright.catalogue.attribute import Attribute, Sql
from queuewright.catalogue.diagnostic import Diagnostic, Severity
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.joint_check import joint
from queuewright.catalogue.names import ibmi_name, no_control_characters
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import CRTOUTQ

from .common_attributes import ibmi_attribute, special, special_values

SERVICE = "OUTPUT_QUEUE_INFO"
LIBRARY_LIST = "*LIBL/"
_ADDRESS = re.compile(r"[0-9A-Fa-f:.]+")
_PRINTER_WORD = re.compile(r"[a-z0-9_]{1,16}")
# CL would take *GT for what it means in an expression.
_OPERATORS = frozenset(
    ["cat", "tcat", "bcat", "and", "or", "not", "eq", "ne", "gt", "lt", "ge", "le", "ng", "nl"]
)


def searched(text: str) -> Iterator[tuple[str, str]]:
    """`LIBRARY/NAME`; a name alone is looked for in the library list (*LIBL) when it is needed."""
    library, slash, name = text.rpartition("/")
    yield from ibmi_name(library) if slash else ()
    yield from ibmi_name(name)


def address(text: str) -> Iterator[tuple[str, str]]:
    """An address of IPv4 or IPv6."""
    if not _ADDRESS.fullmatch(text):
        yield "must be an internet address", "write it as 10.1.2.3"


def printer_word(text: str) -> Iterator[tuple[str, str]]:
    """A special value of a list that grows with the printers: `hp4` is *HP4."""
    if not _PRINTER_WORD.fullmatch(text) or text in _OPERATORS:
        yield "must be a special value without its asterisk, in lower case", "write hp4 for *HP4"


def _column(name: str, **facts: Any) -> Sql:
    return Sql(SERVICE, name, **facts)


def _text(title: str, keyword: str, most: int, *words: str, **facts: Any) -> Attribute:
    """A text, or one of these special values; the first is the default."""
    return ibmi_attribute(
        title,
        CRTOUTQ.at(keyword),
        max_length=most,
        syntax=no_control_characters,
        **(special_values(*words) if words else {}),
        **facts,
    )


def _word(title: str, keyword: str, *words: str, **facts: Any) -> Attribute:
    return ibmi_attribute(title, CRTOUTQ.at(keyword), **special_values(*words), **facts)


REMOTE_SYSTEM = _text(
    "Remote system",
    "RMTSYS",
    255,
    *("*NONE", "*INTNETADR", "*PASTHR", "*NWSA"),
    sql=_column("REMOTE_SYSTEM_NAME", null="none"),
)
REMOTE_PRINTER_QUEUE = _text(
    "Remote printer queue",
    "RMTPRTQ",
    255,
    *("*USER", "*SYSTEM"),
    sql=_column("REMOTE_PRINTER_QUEUE"),
)
WRITERS_TO_AUTOSTART = ibmi_attribute(
    "Writers to autostart",
    CRTOUTQ.at("AUTOSTRWTR"),
    minimum=1,
    maximum=10,
    choices=(special("*NONE"),),
    default="none",
    sql=_column("WRITERS_TO_AUTOSTART", words={0: "none"}),
)
MESSAGE_QUEUE = ibmi_attribute(
    "Queue for writer messages",
    CRTOUTQ.at("MSGQ"),
    max_length=21,
    syntax=searched,
    default="QSYSOPR",
    sql=_column("MESSAGE_QUEUE_NAME", library="MESSAGE_QUEUE_LIBRARY"),
)
CONNECTION_TYPE = _word(
    "Connection type",
    "CNNTYPE",
    *("*SNA", "*IP", "*USRDFN"),
    sql=_column("NETWORK_CONNECTION_TYPE", starred=True),
)
DESTINATION_TYPE = _word(
    "Destination type",
    "DESTTYPE",
    *("*OS400", "*OS400V2", "*PSF2", "*S390", "*NDS", "*OTHER"),
    sql=_column("DESTINATION_TYPE", starred=True),
)
HOST_PRINT_TRANSFORM = _word("Host print transform", "TRANSFORM", "*YES", "*NO")
MANUFACTURER_TYPE_AND_MODEL = ibmi_attribute(
    "Manufacturer type and model",
    CRTOUTQ.at("MFRTYPMDL"),
    max_length=16,
    syntax=printer_word,
    choices=(special("*IBM42011"), special("*WSCST")),
    default="ibm42011",
    sql=_column("MANUFACTURER_TYPE_AND_MODEL"),
)
CUSTOMIZING_OBJECT = ibmi_attribute(
    "Workstation customizing object",
    CRTOUTQ.at("WSCST"),
    max_length=21,
    syntax=searched,
    choices=(special("*NONE"),),
    default="none",
    sql=_column(
        "WORKSTATION_CUSTOMIZING_OBJECT_NAME",
        library="WORKSTATION_CUSTOMIZING_OBJECT_LIBRARY",
        null="none",
    ),
)
IMAGE_CONFIGURATION = ibmi_attribute(
    "Image configuration",
    CRTOUTQ.at("IMGCFG"),
    max_length=16,
    syntax=printer_word,
    choices=(special("*NONE"),),
    default="none",
)
INTERNET_ADDRESS = ibmi_attribute(
    "Internet address", CRTOUTQ.at("INTNETADR"), max_length=45, syntax=address
)
DESTINATION_OPTIONS = _text(
    "Destination options",
    "DESTOPT",
    128,
    *("*NONE", "*USRDFNTXT"),
    sql=_column("DESTINATION_OPTIONS", null="none"),
)
SEPARATOR_PAGE = _word("Print separator page", "SEPPAGE", "*YES", "*NO")
SPOOLED_FILE_ASP = _word("Spooled file ASP", "SPLFASP", "*SYSTEM", "*OUTQASP")


NO_REMOTE_SYSTEM = Rule(
    "no-remote-system",
    "Remote writers without a remote system",
    'starts writers for a remote system, and remote_system is "none"',
    "give remote_system, or leave writers_to_autostart out",
    (CRTOUTQ.at("AUTOSTRWTR"), CRTOUTQ.at("RMTSYS")),
    "writers_to_autostart",
    Severity.WARNING,
)
ADDRESS_MISSING = Rule(
    "address-missing",
    "A remote system by its internet address has none",
    'is required with remote_system "intnetadr"',
    "give internet_address",
    (CRTOUTQ.at("INTNETADR"),),
    "internet_address",
)
ADDRESS_UNUSED = ADDRESS_MISSING.but(
    code="address-unused",
    title="An internet address, and a remote system of another sort",
    reason='belongs to remote_system "intnetadr" only',
    remediation='set remote_system="intnetadr", or leave internet_address out',
)
CUSTOMIZING_MISSING = Rule(
    "customizing-missing",
    "A printer by a customizing object that is not named",
    'is required with manufacturer_type_and_model "wscst"',
    "give workstation_customizing_object",
    (CRTOUTQ.at("MFRTYPMDL"), CRTOUTQ.at("WSCST")),
    "workstation_customizing_object",
)


@joint(
    NO_REMOTE_SYSTEM,
    ADDRESS_MISSING,
    ADDRESS_UNUSED,
    CUSTOMIZING_MISSING,
    of=(
        "remote_system",
        "writers_to_autostart",
        "internet_address",
        "manufacturer_type_and_model",
        "workstation_customizing_object",
    ),
)
def remote_writers(values: Mapping[str, Any], facts: SystemFacts | None) -> Iterator[Diagnostic]:
    remote, address = values.get("remote_system"), values.get("internet_address")
    if values.get("writers_to_autostart") not in (None, "none") and remote in (None, "none"):
        yield NO_REMOTE_SYSTEM()
    if remote == "intnetadr" and not address:
        yield ADDRESS_MISSING()
    elif remote != "intnetadr" and address:
        yield ADDRESS_UNUSED()
    by_object = values.get("manufacturer_type_and_model") == "wscst"
    if by_object and values.get("workstation_customizing_object") in (None, "none"):
        yield CUSTOMIZING_MISSING()
