"""CL commands on objects by library, name and type, read into a `Rearrangement`.

Sources: IBM i, DLTLIB, CLRLIB, CPYLIB, RNMLIB, RNMOBJ, MOVOBJ, CRTDUPOBJ; DLTDTAQ, DLTMSGQ, DLTAUTL
and DLTOBJ with a generic name; GRTOBJAUT, RVKOBJAUT, STRJRNOBJ and ENDJRNOBJ with one.
"""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from queuewright.dialects.definition import Action
from queuewright.dialects.rearrangement import Rearrangement, Rearranging
from queuewright.kinds import IBMI_KINDS, KINDS, is_ibmi

from .apart import apart
from .entries import object_definition
from .parser import Argument, ClCommand, ItemKind, variables_in
from .reading import Reading, split_name
from .tables import JOURNALING, ON_AUTHORITIES, commands, object_type

# Command -> its keywords by position, those that name objects or libraries.
_POSITIONS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "DLTLIB": ("LIB",),
        "CLRLIB": ("LIB",),
        "CPYLIB": ("FROMLIB", "TOLIB"),
        "RNMLIB": ("LIB", "NEWLIB"),
        "RNMOBJ": ("OBJ", "OBJTYPE", "NEWOBJ"),
        "MOVOBJ": ("OBJ", "OBJTYPE", "TOLIB"),
        "CRTDUPOBJ": ("OBJ", "FROMLIB", "OBJTYPE", "TOLIB", "NEWOBJ"),
        "DLTOBJ": ("OBJ", "OBJTYPE"),
    }
)
_SAME = ("", "*SAME", "*OBJ", "*FROMLIB")
_IN_LIBRARIES = tuple(kind for kind in IBMI_KINDS if KINDS[kind].in_library)


class _NotLiteral(Exception):
    """A name that only the running program knows."""


def is_about_others(command: ClCommand) -> bool:
    """Whether such a command is certainly about types of objects that are not of the catalogue."""
    if command.name not in _POSITIONS or "OBJTYPE" not in _POSITIONS[command.name]:
        return False
    try:
        types = _words(command, "OBJTYPE")
    except _NotLiteral:
        return False
    return bool(types) and not _kinds(types) and "*LIB" not in types


def rearrangement(command: ClCommand) -> Rearrangement | None:
    """The meaning of the command; None for another, and where a name in it is not literal."""
    try:
        if command.name in _POSITIONS:
            return _read(command)
        return _generic_deletion(command) or _generic_change(command)
    except _NotLiteral:
        return None


def _read(command: ClCommand) -> Rearrangement | None:
    name = command.name
    if name == "DLTOBJ":
        return _deleted(_one(command, "OBJ"), _kinds(_words(command, "OBJTYPE")))
    if name in ("DLTLIB", "CLRLIB"):
        return _of_library(Rearranging.DELETE, _one(command, "LIB"), goes=name == "DLTLIB")
    if name == "CPYLIB":
        library, target = _one(command, "FROMLIB"), _one(command, "TOLIB")
        return _of_library(Rearranging.COPY, library, target)
    if name == "RNMLIB":
        return _of_library(Rearranging.MOVE, _one(command, "LIB"), _one(command, "NEWLIB"))
    types = _words(command, "OBJTYPE")
    if name == "CRTDUPOBJ":
        target = _named(_one(command, "NEWOBJ", optional=True))
        library = _named(_one(command, "TOLIB", optional=True))
        source, kinds = _one(command, "FROMLIB"), _kinds(types)
        found = _one(command, "OBJ")
        return Rearrangement(Rearranging.COPY, kinds, source, found, library, target)
    library, _, simple = split_name(_one(command, "OBJ"))
    if name == "RNMOBJ":
        target = _one(command, "NEWOBJ")
        if types == ("*LIB",):
            return _of_library(Rearranging.MOVE, simple, target)
        return Rearrangement(Rearranging.MOVE, _kinds(types), library, simple, "", target)
    target = _one(command, "TOLIB")
    return Rearrangement(Rearranging.MOVE, _kinds(types), library, simple, target)


def _of_library(
    verb: Rearranging, library: str, target: str = "", *, goes: bool = True
) -> Rearrangement:
    return Rearrangement(
        verb, _IN_LIBRARIES, library, to_library=target, of_library=goes or bool(target)
    )


def _generic_deletion(command: ClCommand) -> Rearrangement | None:
    """DLTDTAQ L/AB*, DLTMSGQ L/*ALL, DLTAUTL AB*."""
    table = commands().get(command.name)
    if table is None or table.action is not Action.DELETE or not is_ibmi(table.kinds[0]):
        return None
    argument = _argument(command, table.name_keyword, table.positions.index(table.name_keyword))
    if argument is None:
        return None
    return _deleted(_single(argument), table.kinds)


def _generic_change(command: ClCommand) -> Rearrangement | None:
    """GRTOBJAUT L/*ALL *DTAQ, STRJRNOBJ L/AB* *DTAQ; GRTOBJAUT of one name and any type."""
    if command.name not in (*JOURNALING, *ON_AUTHORITIES):
        return None
    argument, types = _argument(command, "OBJ", 0), _typed(command)
    if argument is None or len(argument.values) != 1:
        return None
    table = commands()[command.name]
    kinds = tuple(kind for kind in _kinds(types) if kind in table.kinds)
    library, _, simple = split_name(_single(argument))
    found = Rearrangement(Rearranging.CHANGE, kinds, library, simple)
    if not kinds or not (found.is_generic or "*ALL" in types):
        return None
    readings = (Reading(one, table) for one in apart(command))
    changes = (object_definition(reading, is_generic=True) for reading in readings)
    return replace(found, changes=tuple(one for one in changes if one is not None))


def _typed(command: ClCommand) -> tuple[str, ...]:
    argument = _argument(command, "OBJTYPE", 1)
    return () if argument is None else (_single(argument),)


def _deleted(name: str, kinds: tuple[str, ...]) -> Rearrangement | None:
    library, _, simple = split_name(name)
    found = Rearrangement(Rearranging.DELETE, kinds, library, simple)
    return found if found.is_generic and kinds else None


def _kinds(types: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(kind for kind in IBMI_KINDS if {object_type(kind), "*ALL"}.intersection(types))


def _named(word: str) -> str:
    return "" if word in _SAME else word


def _one(command: ClCommand, keyword: str, *, optional: bool = False) -> str:
    argument = _argument(command, keyword, _POSITIONS[command.name].index(keyword))
    if argument is None:
        if optional:
            return ""
        raise _NotLiteral
    return _single(argument)


def _single(argument: Argument) -> str:
    items = argument.values
    if len(items) != 1 or items[0].kind not in (ItemKind.WORD, ItemKind.QUOTED):
        raise _NotLiteral
    return items[0].text.upper() if items[0].kind is ItemKind.QUOTED else items[0].text


def _words(command: ClCommand, keyword: str) -> tuple[str, ...]:
    argument = _argument(command, keyword, _POSITIONS[command.name].index(keyword))
    words: list[str] = []
    for item in argument.values if argument else ():
        items = item.items if item.kind is ItemKind.GROUP else (item,)
        if any(True for _ in variables_in(items)):
            raise _NotLiteral
        words += [one.text for one in items]
    return tuple(words)


def _argument(command: ClCommand, keyword: str, position: int) -> Argument | None:
    """A parameter, by its keyword or its position, counted from 0."""
    found = next((a for a in command.arguments if a.keyword == keyword), None)
    positional = [argument for argument in command.arguments if argument.keyword is None]
    if found is None and position < len(positional):
        found = positional[position]
    return found
