"""GRTOBJAUT and RVKOBJAUT of objects that no kind describes: commands, user profiles.

Source: IBM i, GRTOBJAUT, RVKOBJAUT.
"""

from dataclasses import dataclass

from queuewright.ibmi.private_authorities import WORDS

from .parser import ClCommand
from .reading import Reading
from .tables import ON_AUTHORITIES, commands, object_type

_DEFAULT = ("change",)  # AUT, where it is left out


@dataclass(frozen=True, slots=True)
class OtherGrant:
    """One such command. name: `LIBRARY/NAME`. users: `*PUBLIC` among them. authorities: words
    without their asterisk. revokes: RVKOBJAUT. replaces: REPLACE(*YES)."""

    object_type: str
    name: str
    users: tuple[str, ...]
    authorities: tuple[str, ...]
    revokes: bool
    replaces: bool


def other_grant(command: ClCommand) -> OtherGrant | None:
    """The meaning of the command; None for another, and where not everything in it is literal."""
    if command.name not in ON_AUTHORITIES:
        return None
    table = commands()[command.name]
    reading = Reading(command, table)
    of_type, users = reading.single("OBJTYPE"), reading.texts("USER")
    words = reading.texts("AUT") if "AUT" in reading.arguments else []
    name, library = reading.qualified("OBJ")
    if not name or of_type is None or not users or words is None or "AUTL" in reading.arguments:
        return None
    if of_type in map(object_type, table.kinds) or name.startswith("*") or name.endswith("*"):
        return None
    given = tuple(text.removeprefix("*").lower() for text, _ in words) or _DEFAULT
    if not set(given).issubset(WORDS):
        return None
    place = library if library and not library.startswith("*") else "QSYS"
    return OtherGrant(
        of_type,
        f"{place}/{name}",
        tuple(text for text, _ in users),
        given,
        command.name == "RVKOBJAUT",
        "REPLACE" in reading.arguments and reading.single("REPLACE") == "*YES",
    )
