"""Attributes of output queues about how much is printed when, hosts, and programs of the user.
Sources: IBM i, CRTOUTQ, CHGOUTQ; IBM Toolbox for Java, print attributes.

Two of them are lists of elements, which one text holds with blanks between: a page limit
(`40 08:00 16:00`), and a user-defined object with its type (`QGPL/PDF psfcfg`).
"""

import re
from collections.abc import Iterator
from typing import Any

from queuewright.catalogue.attribute import Attribute
from queuewright.catalogue.names import no_control_characters
from queuewright.catalogue.sources import CRTOUTQ, PRINT_ATTRIBUTES, Citation

from .common_attributes import ibmi_attribute, special, special_values
from .remote_writers import searched

_LIMIT = re.compile(r"[1-9][0-9]{0,8}( ([01][0-9]|2[0-3])(:[0-5][0-9]){1,2}){2}")
_ZERO_SECONDS = re.compile(r"(\d\d:\d\d):00\b")
_CLASS = re.compile(r"[A-Z0-9]")
OBJECT_TYPES = ("dtaara", "dtaq", "file", "psfcfg", "usridx", "usrq", "usrspc")


def page_limit(text: str) -> Iterator[tuple[str, str]]:
    """`PAGES START END`: a number of pages, and two times of day, hh:mm or hh:mm:ss."""
    if not _LIMIT.fullmatch(text):
        yield "must be a number of pages, a starting and an ending time", "write 40 08:00 16:00"


def without_zero_seconds(limit: str) -> str:
    """`40 08:00:00 16:00:30` is `40 08:00 16:00:30`."""
    return _ZERO_SECONDS.sub(r"\1", limit)


def typed_object(text: str) -> Iterator[tuple[str, str]]:
    """`LIBRARY/NAME TYPE`; without a library the system searches the library list (*LIBL)."""
    name, blank, kind = text.rpartition(" ")
    if not blank or kind not in OBJECT_TYPES:
        yield f"must be an object and its type, one of {', '.join(OBJECT_TYPES)}", "give both"
    else:
        yield from searched(name)


def host_class(text: str) -> Iterator[tuple[str, str]]:
    """One letter or digit."""
    if not _CLASS.fullmatch(text):
        yield "must be one letter A to Z, or one digit", "write A"


def _program(title: str, keyword: str) -> Attribute:
    """A program that is called when a spooled file is written, or "none"."""
    return ibmi_attribute(
        title, CRTOUTQ.at(keyword), max_length=21, syntax=searched, **special_values("*NONE")
    )


def _several(
    title: str, keyword: str, *sources: Citation, most: int, each: int, **facts: Any
) -> Attribute:
    """A list; the empty one is *NONE, the default."""
    facts |= {"max_items": most, "max_length": each, "cl_blank": "*NONE", "default": ()}
    return ibmi_attribute(title, *sources, CRTOUTQ.at(keyword), **facts)


MAXIMUM_SPOOLED_FILE_SIZE = _several(
    "Maximum spooled file size", "MAXPAGES", most=5, each=27, syntax=page_limit
)
HOST_CLASS = ibmi_attribute(
    "VM/MVS class",
    PRINT_ATTRIBUTES.at("VM/MVS Class"),
    CRTOUTQ.at("CLASS"),
    max_length=1,
    syntax=host_class,
    default="A",
)
FORMS_CONTROL_BUFFER = ibmi_attribute(
    "Forms control buffer",
    CRTOUTQ.at("FCB"),
    max_length=8,
    syntax=no_control_characters,
    **special_values("*NONE", "*USRDTA", "*PRTF"),
)
USER_DATA_TRANSFORM = _program("User data transform", "USRDTATFM")
USER_DEFINED_OPTION = _several(
    "User defined option",
    "USRDFNOPT",
    PRINT_ATTRIBUTES.at("User Defined Option(s)"),
    most=4,
    each=10,
    syntax=no_control_characters,
)
USER_DEFINED_OBJECT = ibmi_attribute(
    "User defined object",
    PRINT_ATTRIBUTES.at("User Defined Object"),
    CRTOUTQ.at("USRDFNOBJ"),
    max_length=28,
    syntax=typed_object,
    choices=(special("*NONE"),),
    default="none",
)
USER_DEFINED_DATA = ibmi_attribute(
    "User defined data",
    PRINT_ATTRIBUTES.at("User Defined Data"),
    CRTOUTQ.at("USRDFNDTA"),
    max_length=255,
    syntax=no_control_characters,
    **special_values("*NONE"),
)
USER_DRIVER_PROGRAM = _program("User driver program", "USRDRVPGM")
