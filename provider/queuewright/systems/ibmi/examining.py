"""Which authorities a user lacks for what a program declares, and what time it is there.

CHKOBJ tells whether the user that runs it has given authorities to an object, by whatever way it
has them: its own, a group's, a list's, special authority. Nothing is changed.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta

from queuewright.catalogue.key import Key
from queuewright.ibmi.authorization_list import AuthorizationListSpec
from queuewright.ibmi.message_queue import MessageQueueSpec
from queuewright.kinds import IBMI_KINDS, spec_of

from .carrier import Column, Query, Reply, Row

# Source: IBM i, "Authority required for objects used by commands", of what changes and deletes.
_TO_CREATE = ("*READ", "*ADD", "*EXECUTE")
_OF_QUEUES = ("*OBJEXIST", "*OBJMGT", "*OBJOPR", "*READ")
_OF_MESSAGE_QUEUES = (*_OF_QUEUES, "*EXECUTE", "*DLT")
_OF_LISTS = ("*AUTLMGT",)
_NOT_AUTHORIZED = ("CPF9802", "CPF9820", "CPF2182", "CPF2189")

CLOCK = Query(
    (Column("SYSTEM_VALUE_NAME"), Column("CURRENT_CHARACTER_VALUE", 40)),
    "QSYS2.SYSTEM_VALUE_INFO",
    "SYSTEM_VALUE_NAME IN ('QDATETIME', 'QUTCOFFSET')",
)


def time_there(rows: Iterable[Row]) -> datetime | None:
    """From QDATETIME (YYYYMMDDHHMMSS and more) and QUTCOFFSET (+0100); None for other answers."""
    values = {row["SYSTEM_VALUE_NAME"]: str(row["CURRENT_CHARACTER_VALUE"]) for row in rows}
    try:
        local = datetime.strptime(values["QDATETIME"][:14], "%Y%m%d%H%M%S").replace(tzinfo=UTC)
        offset = values["QUTCOFFSET"].strip()
        ahead = timedelta(hours=int(offset[1:3]), minutes=int(offset[3:5]))
    except (KeyError, ValueError, IndexError):
        return None
    return local + ahead if offset.startswith("-") else local - ahead


def lacking(
    run: Callable[[str], Reply],
    declared: Collection[Key],
    existing: Collection[Key],
    libraries: Mapping[str, str] | None,
) -> Iterator[str]:
    """One line for each library or object that the user lacks authorities to."""
    mine = [key for key in declared if key.kind in IBMI_KINDS]
    for library in sorted({key.name.partition("/")[0] for key in mine if "/" in key.name}):
        if library.startswith("*"):
            continue
        if libraries is not None and library not in libraries:
            yield f"library {library} is not there, or may not be seen; create it, or grant *USE"
            continue
        yield from _lacks(run, f"QSYS/{library}", "*LIB", _TO_CREATE)
    for key in sorted(set(mine) & set(existing)):
        in_library = key.kind != AuthorizationListSpec.kind
        name = key.name if in_library else f"QSYS/{key.name}"
        words = _OF_MESSAGE_QUEUES if key.kind == MessageQueueSpec.kind else _OF_QUEUES
        needed = words if in_library else _OF_LISTS
        yield from _lacks(run, name, spec_of(key.kind).namespace, needed)


def _lacks(
    run: Callable[[str], Reply], name: str, object_type: str, words: tuple[str, ...]
) -> Iterator[str]:
    reply = run(f"CHKOBJ OBJ({name}) OBJTYPE({object_type}) AUT({' '.join(words)})")
    if reply.ok:
        return
    message = reply.failure
    if message.id in _NOT_AUTHORIZED:
        grant = f"GRTOBJAUT OBJ({name}) OBJTYPE({object_type}) USER(...) AUT({' '.join(words)})"
        if object_type == "*AUTL":
            grant = f"ADDAUTLE AUTL({name.partition('/')[2]}) USER(...) AUT(*ALL *AUTLMGT)"
        yield f"{name} {object_type}: not all of {' '.join(words)}; grant it: {grant}"
    else:
        yield f"{name} {object_type}: {message.text} ({message.id})"
