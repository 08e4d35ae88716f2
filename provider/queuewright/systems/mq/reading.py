"""The contents of answers: objects, their status, handles, and the queue manager itself.

Sources: IBM MQ, DISPLAY QMGR, DISPLAY QUEUE, DISPLAY QSTATUS, DISPLAY CONN.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from queuewright.catalogue.ccsid import CCSIDS
from queuewright.catalogue.commands import RunCommands
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import (
    APART,
    Handle,
    Observed,
    OpenFor,
    Resolved,
    RunningInstance,
    Status,
)
from queuewright.catalogue.platform import Platform
from queuewright.dialects.mqsc.keywords import attributes_of
from queuewright.dialects.mqweb import observed_values
from queuewright.kinds import is_single, spec_of
from queuewright.mq.local_attributes import DEFINITION_TYPE
from queuewright.mq.queue_manager import QueueManagerSpec

from .carrier import Row

_OPTIONS: Mapping[str, OpenFor] = MappingProxyType(
    {
        "MQOO_INPUT_AS_Q_DEF": OpenFor.INPUT_SHARED,
        **{f"MQOO_{use.name}": use for use in OpenFor},
    }
)
_OPENABLE = ("QUEUE", *map(str.upper, APART))
_DEFINED = {choice.mqsc: choice.value for choice in DEFINITION_TYPE.choices}


def words(row: Row) -> dict[str, Any]:
    """The row with its keywords in capitals."""
    return {str(word).upper(): value for word, value in row.items()}


def text(row: Row, word: str) -> str:
    """A text of a row whose keywords are in capitals, "" where it has none."""
    value = row.get(word, "")
    return str(value).strip(" ") if isinstance(value, str | int) else ""


def number(row: Row, word: str) -> int | None:
    """A whole number of a row, also where it is written as text."""
    value = row.get(word)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    digits = text(row, word)
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 20 else None


def names(rows: Iterable[Row], word: str) -> frozenset[str]:
    """The names of the objects that DISPLAY of a type shows."""
    return frozenset(filter(None, (text(words(row), word) for row in rows)))


def manager_facts(name: str, row: Row) -> SystemFacts:
    """From DISPLAY QMGR ALL. Facts that it does not have are as they usually are. Where the
    platform is UNIX, which is Linux, AIX and others, it is the one that has the more attributes:
    AIX."""
    shown = words(row)
    try:
        platform = Platform.parse(text(shown, "PLATFORM"))
    except ValueError:
        platform = Platform.LINUX
    ccsid = number(shown, "CCSID")
    return SystemFacts(
        name,
        platform,
        number(shown, "CMDLEVEL") or SystemFacts(name).command_level,
        ccsid if ccsid in CCSIDS else platform.usual_ccsid,
        queue_manager=attributes_of(
            QueueManagerSpec.kind, {word: text(shown, word) for word in shown}
        ),
        queue_sharing_group=text(shown, "QSGNAME"),
    )


def observed(system: str, rows: Iterable[Row]) -> list[Observed]:
    """The objects of ours that DISPLAY QLOCAL, QUEUE, NAMELIST or CHANNEL shows."""
    objects = []
    for row in rows:
        displayed = observed_values(row)
        if displayed is None:
            continue
        kind, name, values = displayed
        found = Observed(Key(system, kind, name), values)
        if spec_of(kind).may_be_dynamic:
            shown = text(words(row), "DEFTYPE").upper()
            found = replace(found, definition_type=_DEFINED.get(shown, "predefined"))
        objects.append(found)
    return objects


def altered(rows: Iterable[Row]) -> Iterator[tuple[tuple[str, str], str]]:
    """Kind, name and ALTDATE ALTTIME of each row; the queue manager's own has neither."""
    for row in map(words, rows):
        displayed = observed_values(row)
        if displayed is not None:
            kind, name, _ = displayed
            of = ("", "") if is_single(kind) else (kind, name)
            yield of, f"{text(row, 'ALTDATE')} {text(row, 'ALTTIME')}"


def counts(rows: Iterable[Row]) -> dict[str, Status]:
    """Queue -> depth, openers and uncommitted work, from DISPLAY QSTATUS TYPE(QUEUE)."""
    statuses = {}
    for row in map(words, rows):
        uncommitted = number(row, "UNCOM")
        if uncommitted is None:  # z/OS says YES or NO
            uncommitted = int(text(row, "UNCOM").upper() == "YES")
        statuses[text(row, "QUEUE")] = Status(
            number(row, "CURDEPTH") or 0,
            uncommitted,
            number(row, "IPPROCS") or 0,
            number(row, "OPPROCS") or 0,
        )
    return statuses


def handles(of_handles: Iterable[Row], of_connections: Iterable[Row] = ()) -> list[Handle]:
    """From DISPLAY CONN TYPE(HANDLE) and TYPE(CONN), which has the application's name.

    A row may have its handles nested in `objects`. Handles alike are one with a count.
    """
    people = {text(row, "CONN"): row for row in map(words, of_connections)}
    found: Counter[Handle] = Counter()
    for row in map(words, of_handles):
        nested = row.get("OBJECTS")
        opened = nested if isinstance(nested, list) else [row]
        for each in opened:
            if not isinstance(each, Mapping):
                continue
            shown = {**people.get(text(row, "CONN"), {}), **row, **words(each)}
            opened_type, name = text(shown, "OBJTYPE").upper(), text(shown, "OBJNAME")
            if opened_type not in _OPENABLE:
                continue
            handle = Handle(
                name,
                text(shown, "APPLTAG"),
                text(shown, "USERID"),
                open_for(shown.get("OPENOPTS", "")),
                text(shown, "CHANNEL"),
                path=None if opened_type == "QUEUE" else (Resolved(opened_type.lower(), name),),
            )
            found[handle] += number(shown, "COUNT") or 1
    return [replace(handle, count=count) for handle, count in found.items()]


def names_applications(of_handles: Iterable[Row]) -> bool:
    """Whether every handle says who has it."""
    return all("APPLTAG" in words(row) for row in of_handles)


def open_for(options: Any) -> frozenset[OpenFor]:
    """MQOO_ options, as a list, or as text with commas or blanks between them."""
    names = options if isinstance(options, list) else str(options).replace(",", " ").split()
    return frozenset(_OPTIONS[name] for name in map(str, names) if name in _OPTIONS)


def with_status(
    objects: Iterable[Observed], statuses: Mapping[str, Status], opened: Iterable[Handle]
) -> list[Observed]:
    """The objects with what is known of their use: handles belong to the name that was opened."""
    by_name: dict[tuple[str, str], list[Handle]] = {}
    for handle in opened:
        by_name.setdefault((handle.opened_as, handle.object_name), []).append(handle)
    known = []
    for each in objects:
        spec, name = spec_of(each.key.kind), each.key.name
        status = statuses.get(name, Status(depth=0)) if spec.holds_messages else Status()
        own = tuple(by_name.get((spec.opened_as, name), ()))
        known.append(replace(each, status=replace(status, handles=own)))
    return known


def instances(
    runs: RunCommands, word: str, current: Iterable[Row], saved: Iterable[Row] = ()
) -> dict[str, tuple[RunningInstance, ...]]:
    """Object -> its instances, from DISPLAY CHSTATUS and the like; word: what its rows call it.
    saved: what is kept of those that ended; of one that is in doubt it counts."""
    found: dict[str, list[RunningInstance]] = {}
    for row, is_current in (*((r, True) for r in current), *((r, False) for r in saved)):
        shown = words(row)
        state = text(shown, "STATUS").upper() if is_current else ""
        partner = next(filter(None, (text(shown, each) for each in runs.partner)), "")
        in_doubt = text(shown, "INDOUBT").upper() == "YES"
        if not is_current and not in_doubt:
            continue
        is_running = is_current and state not in runs.idle
        instance = RunningInstance(state, partner, in_doubt, is_running)
        found.setdefault(text(shown, word), []).append(instance)
    return {name: tuple(known) for name, known in found.items()}


def with_instances(
    objects: Iterable[Observed],
    running: Mapping[str, Mapping[str, tuple[RunningInstance, ...]]],
) -> list[Observed]:
    """The objects with what runs of them, by kind and name; of a kind that is missing nobody
    tells."""
    known = []
    for each in objects:
        if spec_of(each.key.kind).runs is not None:
            of_kind = running.get(each.key.kind)
            now = None if of_kind is None else of_kind.get(each.key.name, ())
            each = replace(each, status=replace(each.status or Status(), instances=now))
        known.append(each)
    return known
