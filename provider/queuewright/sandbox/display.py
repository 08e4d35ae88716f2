"""DISPLAY of what the sandbox has, in MQSC's words."""

import operator
from collections.abc import Callable, Mapping
from fnmatch import fnmatchcase
from typing import Any

from queuewright.catalogue.observed import OpenFor
from queuewright.catalogue.platform import Platform
from queuewright.dialects.mqsc import MqscCommand, kinds_of
from queuewright.dialects.mqsc.displays import GROUPS, OPTIONS, asked_for, attributes
from queuewright.dialects.mqsc.keywords import in_mqsc
from queuewright.kinds import EVERY, QUEUE_KINDS, is_optional, is_record
from queuewright.mq.authority_record import AuthorityRecordSpec
from queuewright.mq.local_queue import LocalQueueSpec
from queuewright.mq.queue_manager import QueueManagerSpec
from queuewright.world.shipped import is_on

from . import channel_records, controls, policies, subscriptions, times
from .authority_records import authority_rows, entity_authority
from .engine import EmbeddedSystem
from .observing import observe_stored
from .reasons import not_modelled, refused
from .records import keywords_of, value_of
from .rows import Transaction
from .shown import counts, row_of

Rows = list[dict[str, Any]]
_COMPARE: Mapping[str, Callable[[Any, Any], bool]] = {
    **{word: getattr(operator, word.lower()) for word in ("EQ", "NE", "LT", "GT", "LE", "GE")},
    "LK": lambda value, pattern: fnmatchcase(str(value), str(pattern)),
    "NL": lambda value, pattern: not fnmatchcase(str(value), str(pattern)),
    "CT": operator.contains,
    "EX": lambda values, member: member not in values,
    "CTG": lambda values, pattern: any(named(str(value), pattern) for value in values),
    "EXG": lambda values, pattern: not any(named(str(value), pattern) for value in values),
}
_OF_LISTS = ("CT", "EX", "CTG", "EXG")


def display(system: EmbeddedSystem, command: MqscCommand) -> tuple[str, Rows]:
    """The rows of a DISPLAY command. Raises CommandFailed when there are none."""
    if command.object == "QMGR":
        rows, missing = _manager(system), ""
    elif command.object == "QSTATUS":
        rows, missing = _queue_status(system, command), "MQRCCF_Q_STATUS_NOT_FOUND"
    elif command.object == "CONN":
        rows, missing = _connections(system, command), "MQRCCF_CONNECTION_ID_ERROR"
    elif command.object == "CMDSERV":
        rows, missing = [], ""
    elif command.object == "AUTHREC":
        with system.reading() as tx:
            asked = {w: command.value(w) or "" for w in _RECORD if command.value(w)}
            exactly = (command.value("MATCH") or "").upper() == "EXACT"
            rows = authority_rows(tx, _of_authorities(system, asked), exactly=exactly)
            missing = "MQRC_UNKNOWN_OBJECT_NAME"
    elif command.object == "ENTAUTH":
        with system.reading() as tx:
            rows, missing = entity_authority(tx, command), ""
    elif command.object == "CHLAUTH":
        rows, missing = _of_channels(system, command)
    elif command.object == "POLICY" and _on_system(system, command):
        with system.reading() as tx:
            rows, missing = policies.rows(tx, command.name), "MQRCCF_POLICY_NOT_FOUND"
    elif command.object in controls.STATUSES:
        rows, missing = _status(system, command)
    elif kinds := _on_system(system, command):
        rows, missing = _objects(system, command, kinds)
    else:
        raise not_modelled(system.name, command.words)
    if command.object not in ("AUTHREC", "CMDSERV", "ENTAUTH"):
        rows = _chosen(system, command, rows)
    if command.object == "CONN":
        hidden = _HIDDEN.get(_type_of_connections(command), ())
        rows = [{word: row[word] for word in row if word not in hidden} for row in rows]
    if not rows and missing:
        text = f"nothing is found for {command.words} {command.name}".rstrip()
        raise refused(system.name, missing, text, "check the name")
    return f"{len(rows)} found", rows


def named(name: str, pattern: str) -> bool:
    """Whether a name is the generic one, which ends with an asterisk, or matches itself."""
    return name.startswith(pattern[:-1]) if pattern.endswith("*") else name == pattern


def _objects(
    system: EmbeddedSystem, command: MqscCommand, kinds: tuple[str, ...]
) -> tuple[Rows, str]:
    words = {EVERY[kind].mqsc.word: kind for kind in QUEUE_KINDS}
    type_asked = command.value("TYPE")
    if command.object == "QUEUE" and type_asked in words:
        kinds = (words[type_asked],)
    names = None if command.name.endswith("*") else [command.name]
    in_group = _disposition(command) in ("ALL", "GROUP")
    as_defined = (command.value("DISTYPE") or "").upper() == "DEFINED"
    with system.reading() as tx:
        rows = [
            row_of(tx, stored, observed if as_defined else subscriptions.resolved(tx, observed))
            for stored, observed in observe_stored(
                tx, kinds, names, status=True, in_repository=in_group
            )
            if named(stored.name, command.name)
        ]
    rows.sort(key=lambda row: str(row.get("SUB", next(iter(row.values())))))
    missing = "MQRC_UNKNOWN_OBJECT_NAME"
    return rows, "MQRCCF_CHANNEL_NOT_FOUND" if command.object == "CHANNEL" else missing


def _on_system(system: EmbeddedSystem, command: MqscCommand) -> tuple[str, ...]:
    """The kinds that a command may be about, of those that the system has."""
    facts = system.facts()
    kinds = tuple(kind for kind in kinds_of(command, managed=False) if is_on(kind, facts))
    # DISPLAY CHANNEL (MQTT): "only valid for MQ Telemetry channels", and shown by no other.
    return tuple(kind for kind in kinds if len(kinds) == 1 or not is_optional(kind))


def _of_channels(system: EmbeddedSystem, command: MqscCommand) -> tuple[Rows, str]:
    """Channel authentication records."""
    with system.reading() as tx:
        rows = channel_records.rows(tx)
    exactly = (command.value("MATCH") or "").upper() == "EXACT"
    chosen = command.value("TYPE")
    found = [
        row
        for row in rows
        if (row["CHLAUTH"] == command.name if exactly else named(row["CHLAUTH"], command.name))
        and chosen in (None, "ALL", row["TYPE"])
    ]
    return found, "MQRCCF_CHLAUTH_NOT_FOUND"


_RECORD = ("PROFILE", "OBJTYPE", "GROUP", "PRINCIPAL")


def _of_authorities(system: EmbeddedSystem, asked: Mapping[str, str]) -> dict[str, str]:
    """The values of records that a DISPLAY AUTHREC asks for. Raises CommandFailed."""
    known, kind = keywords_of(EVERY[AuthorityRecordSpec.kind]), EVERY[AuthorityRecordSpec.kind]
    read = {w: value_of(system.name, known[w], w, (text,)) for w, text in asked.items()}
    names = kind.named({known[word].attribute: text for word, text in read.items()})
    return {word: str(names[known[word].attribute]) for word in read}


def _status(system: EmbeddedSystem, command: MqscCommand) -> tuple[Rows, str]:
    """The status of listeners, services, channels and the queue manager."""
    with system.reading() as tx:
        rows, missing = controls.status(tx, command)
    name = _NAMES.get(command.object)
    return [row for row in rows if name is None or named(row[name], command.name)], missing


_NAMES = {"LSSTATUS": "LISTENER", "SVSTATUS": "SERVICE", "CHSTATUS": "CHANNEL"}


def manager_times(tx: Transaction) -> dict[str, str]:
    """When the queue manager was altered and created."""
    platform = tx.facts.platform
    return times.altered(platform, tx.altered) | times.created(platform, tx.created)


def _manager(system: EmbeddedSystem) -> Rows:
    with system.reading() as tx:
        facts, own = tx.facts, in_mqsc(QueueManagerSpec.kind, tx.manager)
        own |= manager_times(tx)
    row: dict[str, Any] = {
        "QMNAME": system.name,
        "PLATFORM": facts.platform.mqsc,
        "CMDLEVEL": facts.command_level,
        "CCSID": facts.ccsid,
    }
    if facts.platform is Platform.ZOS:
        row["QSGNAME"] = facts.queue_sharing_group or ""
    return [row | own]


def _queue_status(system: EmbeddedSystem, command: MqscCommand) -> Rows:
    """QSTATUS knows local queues only; TYPE(HANDLE) has one row a handle."""
    if command.value("TYPE") == "HANDLE":
        return [
            {"QUEUE": handle.local_queue, "TYPE": "HANDLE", **_handle(handle)}
            for handle in system.open_handles()
            if handle.local_queue and named(handle.local_queue, command.name)
        ]
    zos = system.facts().platform is Platform.ZOS
    with system.reading() as tx:
        monitoring = in_mqsc(QueueManagerSpec.kind, tx.manager)["MONQ"]
    rows = []
    for observed in system.observe((LocalQueueSpec.kind,), status=True):
        status = observed.status
        if status is None or not named(observed.key.name, command.name):
            continue
        yes = "YES" if status.uncommitted else "NO"
        uncommitted = yes if zos or not status.uncommitted else status.uncommitted
        own = in_mqsc(observed.key.kind, observed.attributes).get("MONQ")
        row = {"QUEUE": observed.key.name, "TYPE": "QUEUE", **counts(status)}
        row |= {**_NOT_MONITORED, "MONQ": monitoring if own in (None, "QMGR") else own}
        rows.append(row | {"UNCOM": uncommitted})
    return rows


# Of a queue whose messages nobody moves, and no log keeps.
_NOT_MONITORED: Mapping[str, str] = {
    "LGETDATE": "", "LGETTIME": "", "LPUTDATE": "", "LPUTTIME": "", "MEDIALOG": "", "MSGAGE": "",
    "QTIME": " , ",
}  # fmt: skip


# DISPLAY CONN TYPE(CONN) does not tell of handles, nor TYPE(HANDLE) of the application.
_HIDDEN: Mapping[str, tuple[str, ...]] = {
    "CONN": ("OBJNAME", "OBJTYPE", "OPENOPTS", "COUNT", "HSTATE", "READA"),
    "HANDLE": (
        "APPLTAG", "APPLTYPE", "APPLDESC", "USERID", "CHANNEL", "CONNAME", "CONNOPTS", "CONNTAG",
    ),
}  # fmt: skip


def _type_of_connections(command: MqscCommand) -> str:
    return command.value("TYPE") or "CONN"


def _connections(system: EmbeddedSystem, command: MqscCommand) -> Rows:
    """DISPLAY CONN: each handle has a connection of its own. OBJNAME keeps the name that was
    opened."""
    return [
        {
            "CONN": f"{handle.id:016X}",
            "TYPE": _type_of_connections(command),
            "OBJNAME": handle.object_name,
            "OBJTYPE": handle.plain.opened_as,
            **_handle(handle),
            "HSTATE": "INACTIVE",
            "READA": "NO",
            "APPLTYPE": "USER",
            "APPLDESC": "",
            "CONNAME": "",
            "CONNOPTS": "MQCNO_SHARED_BINDING",
            "CONNTAG": "",
        }
        for handle in system.open_handles()
        if not handle.object_class.startswith("*")  # a job's, on an object of IBM i
    ]


def _handle(handle: Any) -> dict[str, Any]:
    return {
        "APPLTAG": handle.application,
        "USERID": handle.user,
        "CHANNEL": handle.channel,
        "OPENOPTS": ",".join(f"MQOO_{use.name}" for use in OpenFor if use in handle.open_for),
        "COUNT": handle.count,
    }


def _chosen(system: EmbeddedSystem, command: MqscCommand, rows: Rows) -> Rows:
    """Rows that WHERE lets through, with the attributes that were asked for."""
    where = command.parameters.get("WHERE")
    _require_valid(system, command)
    if where is not None:
        rows = [row for row in rows if _passes(system, where.values, row)]
    selecting = _selecting(command)
    rows = [row for row in rows if all(_is_selected(row, *each) for each in selecting.items())]
    asked = asked_for(command.object, command.parameters)
    if command.object == "CHLAUTH":
        asked = [word for word in asked if word not in selecting]
    if "QSGDISP" in command.parameters and any("QSGDISP" in row for row in rows):
        asked.append("QSGDISP")
        wanted = _disposition(command)
        of = {"PRIVATE": ("QMGR", "COPY")}.get(wanted, (wanted,))
        rows = [row for row in rows if wanted in _SEVERAL or row.get("QSGDISP") in of]
    # Every attribute, unless others are asked for, or the name is generic. DISPLAY QUEUE, ALL.
    kinds = kinds_of(command, managed=False)
    has_short_form = bool(kinds) and not is_record(kinds[0])
    is_generic = command.name.endswith("*") and has_short_form
    if "ALL" in command.parameters or (not asked and not is_generic):
        return rows
    if where is not None:
        asked.append(" ".join(where.values).split(None, 1)[0].upper())
    asked += [f"NO{word}" for word in asked]
    shown = 1 if command.object in _NAME_ALONE else 2  # the name, and of others the type
    return [
        {word: row[word] for place, word in enumerate(row) if place < shown or word in asked}
        for row in rows
    ]


# DISPLAY QUEUE, QSGDISP: LIVE, the default, is QMGR, COPY and SHARED; ALL is GROUP as well.
_SEVERAL = ("LIVE", "ALL")


def _disposition(command: MqscCommand) -> str:
    return (command.value("QSGDISP") or "LIVE").upper()


def _selecting(command: MqscCommand) -> dict[str, str]:
    """Attributes whose value a DISPLAY gives: CLUSTER('C*') chooses as a filter does."""
    return {
        word: parameter.text
        for word, parameter in command.parameters.items()
        if parameter.parenthesised and word not in (*OPTIONS, "OPENTYPE") and parameter.text
    }


def _is_selected(row: Mapping[str, Any], word: str, pattern: str) -> bool:
    return pattern in ("ALL", "*") or named(str(row.get(word, "")), pattern)


def is_valid(displayed: str, word: str) -> bool:
    """Whether DISPLAY of an object can be asked for it, whatever of it the object has. Of an object
    whose attributes are not known here, anything."""
    if word in OPTIONS or word in GROUPS.get(displayed, {}) or word in attributes(displayed):
        return True
    kept = _NAMES.get(displayed, displayed)
    if kept == displayed or displayed == "CHSTATUS":
        return not attributes(displayed)
    return word in attributes(kept) or word in _OF_RUNNING


_OF_RUNNING = ("PID", "STARTDA", "STARTTI", "STATUS")


def _require_valid(system: EmbeddedSystem, command: MqscCommand) -> None:
    """Raise CommandFailed for a word that no object of the class has, in WHERE too."""
    where = command.parameters.get("WHERE")
    filtered = "" if where is None else " ".join(where.values).partition(" ")[0].upper()
    for word in (*command.parameters, filtered):
        if word and not is_valid(command.object, word):
            text = f"{word} is not a parameter of {command.words}"
            raise refused(system.name, "MQRCCF_PARM_SYNTAX_ERROR", text, "leave it out")


_NAME_ALONE = ("QMGR", "NAMELIST", "LISTENER", "PROCESS", "SERVICE", "COMMINFO", "STGCLASS")


def _passes(system: EmbeddedSystem, values: tuple[str, ...], row: Mapping[str, Any]) -> bool:
    parts = " ".join(values).split(None, 2)
    compare = _COMPARE.get(parts[1].upper()) if len(parts) > 1 else None
    if compare is None:
        text = f"WHERE({' '.join(values)}) is not (parameter operator value)"
        raise refused(system.name, "MQRCCF_PARM_SYNTAX_ERROR", text, "correct it")
    value: Any = row.get(parts[0].upper())
    operand: Any = (parts[2] if len(parts) > 2 else "").strip("'")
    if value is None or isinstance(value, list | tuple) != (parts[1].upper() in _OF_LISTS):
        return False  # CT and its like are for lists of values, the others for single ones
    if isinstance(value, int):
        if not operand.lstrip("-").isdigit():
            return False
        operand = int(operand)
    return compare(value, operand)
