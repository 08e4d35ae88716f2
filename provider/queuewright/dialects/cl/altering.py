"""Commands that are about no kind of the catalogue and still change what a program leaves: they
move, rename, copy or delete objects with their libraries, or change what later commands mean.

What cannot be told of them is refused, where objects of the catalogue may be meant; the rest is
read by `rearranging` and followed.
"""

from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.dialects.definition import Action
from queuewright.dialects.rules import ALTERS
from queuewright.kinds import IBMI_KINDS, KINDS

from .parser import ClCommand, ClItem, ItemKind, variables_in
from .rearranging import is_about_others, rearrangement
from .tables import commands, object_type
from .variables import argument_of, named_in
from .words import CHANGES_DEFAULTS, CHANGES_LIBRARY, CREATE_LIBRARY, CURRENT_LIBRARY, REARRANGING

_LIBRARY = "give the commands of each object"
_OBJECTS = "write the commands that create, change or delete each object"
_USUAL = ("*SYSVAL", "*CHANGE")
_SINGLE = ("*CHANGE", "*ALL", "*USE", "*EXCLUDE")

ALTERS_UNKNOWN = ALTERS.but(
    reason="{command} changes which objects there are, and {variable} is not known",
    remediation="give its value with --set {name}=VALUE",
)
ALTERS_DEFAULTS = ALTERS.but(
    reason="{command} changes what later commands mean, and is not followed",
    remediation="give the values there",
)
ALTERS_AUTHORITY = ALTERS.but(
    reason="CRTAUT({authority}) decides what *PUBLIC may do with objects without AUT, and is not "
    "followed",
    remediation="give AUT(...) of each, and leave CRTAUT out",
)


def refusal(command: ClCommand) -> Diagnostic | None:
    """Why a command is refused that changes what stands at the end, None where it changes nothing
    of the catalogue's, or is followed."""
    name = command.name
    if name in REARRANGING:
        if is_about_others(command) or rearrangement(command) is not None:
            return None
        if variable := next(named_in(command.arguments), ""):
            return ALTERS_UNKNOWN(command=name, variable=variable, name=variable[1:])
        return ALTERS(command=name, instead=_LIBRARY if "LIB" in name else _OBJECTS)
    if name == "RSTOBJ":
        types = _words(command, "OBJTYPE", 0)
        ours = {*map(object_type, IBMI_KINDS), "*ALL"}
        if types and not ours.intersection(types) and not any("&" in word for word in types):
            return None
        return ALTERS(command=name, instead=_OBJECTS)
    if name == "RSTLIB":
        return ALTERS(command=name, instead=_LIBRARY)
    if name == CHANGES_DEFAULTS:
        if not changes_defaults(command) or command.defaults_known:
            return None
        return ALTERS_DEFAULTS(command=name)
    if name in (CREATE_LIBRARY, CHANGES_LIBRARY):
        authority = create_authority(command)
        if (authority and " " in authority) or authority.startswith("&"):
            return ALTERS_AUTHORITY(authority=authority)
    return None


def changes_defaults(command: ClCommand) -> tuple[str, ...]:
    """The commands of ours that CHGCMDDFT changes; () for others."""
    changed = [word.rpartition("/")[2] for word in _words(command, "CMD", 1)]
    return tuple(word for word in changed if word in commands() or "&" in word)


def granted_by_library(command: ClCommand) -> str | None:
    """The authority of *PUBLIC to objects that are created in the library without AUT, by CRTLIB or
    CHGLIB: a canonical word, or the name of a list; None where the command does not say."""
    authority = create_authority(command)
    if not authority:
        return "change" if command.name == CREATE_LIBRARY else None
    if authority in _SINGLE:
        return authority[1:].lower()
    return "change" if authority in _USUAL else authority


def create_authority(command: ClCommand) -> str:
    """CRTAUT of CRTLIB or CHGLIB as it is written, "" where it is left out."""
    return " ".join(_words(command, "CRTAUT", 0))


def needs_current_library(command: ClCommand) -> bool:
    """Whether a command of ours is about an object in the current library."""
    table = commands()[command.name]
    argument = argument_of(command, table.name_keyword, 1)
    if not KINDS[table.kinds[0]].in_library or argument is None:
        return False
    names = [item.text for item in argument.values]
    creates = table.action is Action.CREATE and not any("/" in name for name in names)
    return creates or any(name.startswith("*CURLIB/") for name in names)


def current_library(command: ClCommand) -> tuple[ClItem, ...]:
    """The current library after CHGCURLIB, or CHGLIBL with CURLIB; () for nothing."""
    if command.name not in CURRENT_LIBRARY:
        return ()
    argument = argument_of(command, "CURLIB", 1 if command.name == "CHGCURLIB" else 2)
    values = argument.values if argument else ()
    return () if len(values) == 1 and values[0].text == "*SAME" else values


def _words(command: ClCommand, keyword: str, position: int) -> list[str]:
    argument = argument_of(command, keyword, position)
    words = []
    for item in argument.values if argument else ():
        items = item.items if item.kind is ItemKind.GROUP else (item,)
        words += [f"&{name}" for name in variables_in(items)] or [one.text for one in items]
    return words
