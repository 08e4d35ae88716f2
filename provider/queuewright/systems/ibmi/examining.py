"""Who a user is there, which authorities it lacks for what a program declares, what is installed,
and what time it is. Nothing is changed.

CHKOBJ tells whether the user that runs it has given authorities to an object, by whatever way it
has them: its own, a group's, a list's, special authority. Sources of the questions: IBM i, SQL
services: SQL_CHECK_SPECIAL_AUTHORITY, SQL_CHECK_FUNCTION_USAGE, GROUP_PTF_INFO, SYSTEM_VALUE_INFO.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta

from queuewright.catalogue.key import Key
from queuewright.catalogue.names import ibmi_name
from queuewright.catalogue.references import Role
from queuewright.dialects.cl.tables import JOURNALING, RECLAIM, CommandTable, commands, is_program
from queuewright.graph.references import secured_by
from queuewright.ibmi.message_queue import MessageQueueSpec
from queuewright.ibmi.owner import is_owned
from queuewright.kinds import is_ibmi, is_record, kinds_of, spec_of
from queuewright.systems.checking import CheckFinding

from .carrier import Column, IbmiReply, Query, QueryRefused, Row

# Source: IBM i, "Authority required for objects used by commands", of what changes and deletes.
_TO_CREATE = ("*READ", "*ADD", "*EXECUTE")
_OF_QUEUES = ("*OBJEXIST", "*OBJMGT", "*OBJOPR", "*READ")
_OF_MESSAGE_QUEUES = (*_OF_QUEUES, "*EXECUTE", "*DLT")
_OF_LISTS = ("*AUTLMGT",)
_TO_GRANT = ("*OBJMGT",)
_OF_OBJECTS = ("GRTOBJAUT", "RVKOBJAUT")
_NOT_AUTHORIZED = ("CPF9802", "CPF9820", "CPF2182", "CPF2189")

CLOCK = Query(
    (Column("SYSTEM_VALUE_NAME"), Column("CURRENT_CHARACTER_VALUE", 40)),
    "QSYS2.SYSTEM_VALUE_INFO",
    "SYSTEM_VALUE_NAME IN ('QDATETIME', 'QUTCOFFSET')",
)

_ONE_ROW = "SYSIBM.SYSDUMMY1"
USER = Query((Column("NAME", 10, "CURRENT_USER"),), _ONE_ROW)
_SPECIAL = ("ALLOBJ", "SECADM", "AUDIT", "IOSYSCFG", "JOBCTL", "SAVSYS", "SERVICE", "SPLCTL")
# Whoever has this usage sees the authorities of objects that others own.
_SEES_AUTHORITIES = "QIBM_DB_SECADM"
_SEES = f"QSYS2.SQL_CHECK_FUNCTION_USAGE('{_SEES_AUTHORITIES}')"
RIGHTS = Query(
    (
        *(Column(n, 0, f"QSYS2.SQL_CHECK_SPECIAL_AUTHORITY('*{n}')") for n in _SPECIAL),
        Column("SEES", 0, _SEES),
    ),
    _ONE_ROW,
)
_OLDEST = (7, 4)  # DATA_QUEUE_INFO is not there before
# The Db2 PTF group of a release, by which the SQL services come.
_DB2_GROUPS: Mapping[tuple[int, ...], str] = {
    (7, 4): "SF99704",
    (7, 5): "SF99950",
    (7, 6): "SF99960",
}


def release(name: str, version: str) -> CheckFinding:
    """version: such as `7.5`."""
    known = _numbers(version)
    if not known:
        return CheckFinding(
            name, "release", None, f"ENV_SYS_INFO says {version}, which is not a release"
        )
    if known < _OLDEST:
        text = f"IBM i {version}: DATA_QUEUE_INFO came with 7.4; upgrade it to read data queues"
        return CheckFinding(name, "release", False, text)
    return CheckFinding(name, "release", True, f"IBM i {version}")


def _numbers(version: str) -> tuple[int, ...]:
    """(7, 5) of `7.5`; () for what is not a release."""
    parts = version.split(".")
    return tuple(map(int, parts)) if all(part.isdecimal() for part in parts) else ()


def fixes(version: str) -> Query:
    """The Db2 PTF group of that release; any of them where its group is not known here."""
    group = _DB2_GROUPS.get(_numbers(version)[:2])
    known = [group] if group else sorted(_DB2_GROUPS.values())
    columns = (Column("PTF_GROUP_NAME", 60), Column("PTF_GROUP_LEVEL", 0))
    names = ", ".join(f"'{each}'" for each in known)
    where = f"PTF_GROUP_NAME IN ({names}) AND PTF_GROUP_STATUS = 'INSTALLED'"
    return Query(columns, "QSYS2.GROUP_PTF_INFO", where)


def installed(name: str, version: str, ask: Callable[[Query], Iterable[Row]]) -> CheckFinding:
    """The level of the Db2 PTF group: several may be there, the highest counts."""
    try:
        rows = [row for row in ask(fixes(version)) if isinstance(row["PTF_GROUP_LEVEL"], int)]
    except QueryRefused as error:
        return _no_answer(name, "PTFs", "QSYS2.GROUP_PTF_INFO", error)
    if not rows:
        text = "no Db2 PTF group is installed; IBM's list of IBM i services has each one's level"
        return CheckFinding(name, "PTFs", None, text)
    highest = max(rows, key=lambda row: int(row["PTF_GROUP_LEVEL"] or 0))
    text = f"Db2 PTF group {highest['PTF_GROUP_NAME']} level {highest['PTF_GROUP_LEVEL']}"
    return CheckFinding(name, "PTFs", True, text)


def who(name: str, given: str, ask: Callable[[Query], Iterable[Row]]) -> Iterator[CheckFinding]:
    """The user that the system has us for, its special authorities, and whether it sees what
    others may do. given: as the configuration says it, "" where it does not."""
    try:
        user = next((str(row["NAME"] or "") for row in ask(USER)), "") or given
        yield CheckFinding(name, "user", True, user)
    except QueryRefused as error:
        user = given
        yield _no_answer(name, "user", "CURRENT_USER", error)
    try:
        row = next(iter(ask(RIGHTS)), {})
    except QueryRefused as error:
        yield _no_answer(name, "special authority", "QSYS2.SQL_CHECK_SPECIAL_AUTHORITY", error)
        return
    special = [f"*{word}" for word in _SPECIAL if row.get(word) == 1]
    yield CheckFinding(
        name, "special authority", True, ", ".join(special) or "none, and none is needed"
    )
    if row.get("SEES") != 1 and "*ALLOBJ" not in special:
        grant = f"CHGFCNUSG FCNID({_SEES_AUTHORITIES}) USER({user or '...'}) USAGE(*ALLOWED)"
        text = f"authority and users of what others own may not be seen; to see them: {grant}"
        yield CheckFinding(name, "reading", None, text)


def _no_answer(name: str, about: str, what: str, error: QueryRefused) -> CheckFinding:
    state = f", SQLSTATE {error.state}" if error.state else ""
    return CheckFinding(name, about, None, f"{what} gave no answer{state}: {error}")


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
    run: Callable[[str], IbmiReply],
    declared: Collection[Key],
    existing: Collection[Key],
    libraries: Mapping[str, str] | None,
) -> Iterator[str]:
    """One line for each command, library or object that the user lacks authorities to. Nobody knows
    yet which authorities the user will have to what the program is going to make."""
    mine = [key for key in declared if is_ibmi(key.kind)]
    to_come = set(mine) - set(existing)
    new_libraries = {key.name for key in to_come if key.kind in kinds_of(Role.LIBRARY)}
    for command in _commands({key.kind for key in mine}):
        of_type = "*PGM" if is_program(command) else "*CMD"
        yield from _lacks(run, f"QSYS/{command}", of_type, ("*USE",))
    for library in sorted({key.name.partition("/")[0] for key in mine if "/" in key.name}):
        if library.startswith("*") or library in new_libraries:
            continue
        if libraries is not None and library not in libraries:
            yield f"library {library} is not there, or may not be seen; create it, or grant *USE"
            continue
        yield from _lacks(run, f"QSYS/{library}", "*LIB", _TO_CREATE)
    for key in sorted(set(mine) & set(existing)):
        in_library = spec_of(key.kind).in_library
        if not is_owned(spec_of(key.kind)):
            continue
        name = key.name if in_library else f"QSYS/{key.name}"
        words = _OF_MESSAGE_QUEUES if key.kind == MessageQueueSpec.kind else _OF_QUEUES
        needed = words if spec_of(key.kind).is_secured() else _OF_LISTS
        yield from _lacks(run, name, spec_of(key.kind).namespace, needed)
    records = (key for key in mine if to_come.isdisjoint(secured_by(key)))
    for name, object_type in sorted({place for key in records for place in _granted_on(key)}):
        yield from _lacks(run, name, object_type, _TO_GRANT)


def _granted_on(key: Key) -> Iterator[tuple[str, str]]:
    """The object of a record of a user's authorities, and its type; nothing for all else."""
    for secured in secured_by(key)[:1]:
        place = secured.name if "/" in secured.name else f"QSYS/{secured.name}"
        yield place, spec_of(secured.kind).namespace


def not_readable(run: Callable[[str], IbmiReply], library: str) -> str:
    """Why a library cannot be read; "" where it can, or is not there. Source: CHKOBJ."""
    reply = run(f"CHKOBJ OBJ(QSYS/{library}) OBJTYPE(*LIB) AUT(*EXECUTE)")
    if reply.ok or reply.failure.id not in _NOT_AUTHORIZED:
        return ""
    grant = f"GRTOBJAUT OBJ(QSYS/{library}) OBJTYPE(*LIB) USER(...) AUT(*EXECUTE)"
    text = f"library {library} may not be read ({reply.failure.id}), so its objects are not known"
    return f"{text} in it; grant it: {grant}"


def no_user(run: Callable[[str], IbmiReply], user: str) -> str:
    """Why there is no such user profile, "" where nothing is known against it. Source: CHKOBJ."""
    if any(True for _ in ibmi_name(user)):  # which the declaration's own check reports
        return ""
    reply = run(f"CHKOBJ OBJ(QSYS/{user}) OBJTYPE(*USRPRF)")
    is_missing = not reply.ok and reply.failure.id == "CPF9801"
    return "there is no such user profile: create it first" if is_missing else ""


def not_given(run: Callable[[str], IbmiReply], owner: str, user: str) -> str:
    """Why `user` cannot give objects to `owner`, "" where nothing is known against it. CHGOBJOWN
    needs *ADD to the profile of the new owner."""
    if owner == user or any(True for _ in ibmi_name(owner)):
        return ""
    reply = run(f"CHKOBJ OBJ(QSYS/{owner}) OBJTYPE(*USRPRF) AUT(*ADD)")
    if not reply.ok and reply.failure.id == "CPF9801":
        return "there is no such user profile: create it first"
    if reply.ok or reply.failure.id not in _NOT_AUTHORIZED:
        return ""
    grant = f"GRTOBJAUT OBJ(QSYS/{owner}) OBJTYPE(*USRPRF) USER({user or '...'}) AUT(*ADD)"
    text = f"{user or 'the user that the plan runs as'} has no *ADD authority to its profile"
    return f"{text} ({reply.failure.id}): {grant}"


# DLTOBJ is what programs use: we delete by the command of the type. The others are sent where a
# program declares a journal, or changes automatic reclaim.
_NOT_ASKED = ("DLTOBJ", RECLAIM, *JOURNALING)


def _commands(kinds: Collection[str]) -> list[str]:
    """Those that may be sent for objects of these kinds: the shipped *USE of *PUBLIC is taken from
    many of them where security is strict. A list's own authority is changed by CHGAUTLE."""
    return sorted(
        table.name
        for table in commands().values()
        if table.name not in _NOT_ASKED and any(_may_send(table, kind) for kind in kinds)
    )


def _may_send(table: CommandTable, kind: str) -> bool:
    if table.name in _OF_OBJECTS:
        return is_record(kind) or spec_of(kind).is_secured()
    return kind in table.kinds


def _lacks(
    run: Callable[[str], IbmiReply], name: str, object_type: str, words: tuple[str, ...]
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
