"""The authorities that each CL command needs, to the object that it names and to its library.

Source: IBM i, Security reference, "Authority required for objects used by commands": data queue,
message queue, output queue, authorization list, library and common commands, and the general rules;
the commands' own pages (RNMOBJ, MOVOBJ, CHGLIB, CHGOBJOWN, GRTOBJAUT, RVKOBJAUT, ADDJOBQE); APIs
QMHQCDQ and QUSDLTUQ. docs/readings.md has what they leave open. Identifiers are
those that the command's page lists for a user without the authority, in pairs as elsewhere.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from queuewright.dialects.cl.tables import RECLAIM

USE = ("objopr", "read", "execute")
_EXECUTE = ("execute",)
_CREATE = ("read", "add")
# Of objects that are found by the object functions of the system, and of those of others.
_FOUND = ("CPF2189", "CPF2182")
_OTHERS = ("CPF9802", "CPF9820")
_SECURITY = ("CPF2207", "CPF9820")


@dataclass(frozen=True, slots=True)
class Needs:
    """on_object, in_library: single authorities. no_object, no_library: identifiers. others:
    attribute that names another object -> its type and what is needed of it. checks: AUTCHK of the
    queue decides: its owner, or with *DTAAUT whoever has on_object. owner_only: nobody else."""

    on_object: tuple[str, ...] = ()
    in_library: tuple[str, ...] = _EXECUTE
    no_object: str = _OTHERS[0]
    no_library: str = _OTHERS[1]
    others: Mapping[str, tuple[str, tuple[str, ...]]] = field(default_factory=dict)
    checks: bool = False
    owner_only: bool = False


def _needs(identifiers: tuple[str, str], *on_object: str, **more: object) -> Needs:
    found = Needs(on_object, no_object=identifiers[0], no_library=identifiers[1])
    return replace(found, **more)  # type: ignore[arg-type]


_NEW = Needs(in_library=_CREATE)
_NEW_OF_MESSAGES = replace(_NEW, no_library=_FOUND[1])
_OF_OUTPUT = {
    "data_queue": ("*DTAQ", ("read",)),
    "message_queue": ("*MSGQ", ("objopr", "add")),
}
_JOURNALED = _needs(_OTHERS, "objopr", "objmgt", others={"journal": ("*JRN", ("objopr", "objmgt"))})
_ENTRY_OF_SUBSYSTEM = Needs(in_library=(), others={"name": ("*SBSD", ("objopr", "objmgt", "read"))})
# *AUTLMGT to the list, or ownership; *EXECUTE to QSYS.
_ENTRIES = _needs(_SECURITY, "autlmgt")
_DELETED = _needs(_FOUND, "objexist")
COMMANDS: Mapping[str, Needs] = {
    "CRTDTAQ": _NEW,
    "DLTDTAQ": _DELETED,
    RECLAIM: _needs(_OTHERS, "objmgt"),
    "CRTMSGQ": _NEW_OF_MESSAGES,
    "CHGMSGQ": _needs(("CPF2408", "CPF2182"), *USE, "dlt"),
    "DLTMSGQ": _needs(_FOUND, "objexist", *USE, "dlt"),
    "CRTOUTQ": replace(_NEW, others=_OF_OUTPUT),
    "CHGOUTQ": _needs(
        _SECURITY, "objmgt", "read", "add", "dlt", checks=True, others=_OF_OUTPUT
    ),
    "DLTOUTQ": _DELETED,
    "CRTJOBQ": _NEW,
    "DLTJOBQ": _DELETED,
    "QUSCRTUQ": _NEW,
    "DLTUSRQ": _DELETED,
    "CRTAUTL": Needs(in_library=()),
    "ADDAUTLE": _ENTRIES,
    "CHGAUTLE": _ENTRIES,
    "RMVAUTLE": _ENTRIES,
    "DLTAUTL": _needs(_FOUND, owner_only=True),
    "CRTLIB": Needs(in_library=()),
    "CHGLIB": _needs(("CPF2182", "CPF2182"), "objmgt", in_library=()),
    "DLTLIB": _needs(("CPF2182", "CPF2182"), "objexist", *USE, in_library=()),
    "CHGOBJD": _needs(_FOUND, "objmgt"),
    "CHGOBJOWN": _needs(_SECURITY, "objexist"),
    # The authorities that are granted or revoked decide what these need of the object.
    "GRTOBJAUT": _needs(_SECURITY),
    "RVKOBJAUT": _needs(_SECURITY),
    "STRJRNOBJ": _JOURNALED,
    "ENDJRNOBJ": _JOURNALED,
    # An entry is not an object: the subsystem description that has it is.
    **dict.fromkeys(("ADDJOBQE", "CHGJOBQE", "RMVJOBQE"), _ENTRY_OF_SUBSYSTEM),
}  # fmt: skip
# Entries of the relational database directory: no authority is documented.
NOT_CHECKED = ("ADDRDBDIRE", "CHGRDBDIRE", "RMVRDBDIRE")
# Type -> the command that deletes objects of it: DLTLIB, CLRLIB and DLTOBJ need what it needs.
DELETING: Mapping[str, str] = {
    "*DTAQ": "DLTDTAQ",
    "*MSGQ": "DLTMSGQ",
    "*OUTQ": "DLTOUTQ",
    "*JOBQ": "DLTJOBQ",
    "*USRQ": "DLTUSRQ",
    "*AUTL": "DLTAUTL",
    "*LIB": "DLTLIB",
}
# CHGOBJOWN of a library.
OWNED_LIBRARY = _needs(_SECURITY, "objopr", "objexist")


@dataclass(frozen=True, slots=True)
class Moves:
    """Needs of RNMOBJ, MOVOBJ, CRTDUPOBJ and the commands on whole libraries: of the object, of an
    authorization list in its place, of the library that it is in, and of the one it goes to."""

    on_object: tuple[str, ...]
    on_list: tuple[str, ...]
    in_library: tuple[str, ...]
    on_list_in_library: tuple[str, ...]
    to_library: tuple[str, ...] = ()


RENAMED = Moves(("objmgt",), ("autlmgt",), ("upd", "execute"), ("upd", "read"))
MOVED = Moves(("objmgt",), (), ("dlt", "execute"), (), _CREATE)
COPIED = Moves(("objmgt", *USE), ("autlmgt",), USE, USE, (*USE, "add"))
# CLRLIB, CPYLIB: of the library.
EMPTIED, COPIED_FROM = USE, USE
# RNMLIB, as RNMOBJ of an object in QSYS.
RENAMED_LIBRARY = Needs(("objmgt",), ("upd", "execute"), *_FOUND)
