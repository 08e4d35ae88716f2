"""Events as rows, and where to go on: what the data source `queuewright-events` gives.

An offset says, of each queue manager, which messages were handed over: they stay on their queue
until Spark says that everything up to the offset is done (`commit`), so that what dies in between
is handed over again. Of a queue manager without a queue of events, times of alteration are
compared.

What nobody knows is said as such (reason "unknown"), and then everything is read again.
"""

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, wait
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from hashlib import blake2b
from typing import Any, Protocol

from queuewright.catalogue.diagnostic import first_few, one_line
from queuewright.catalogue.errors import QueuewrightError
from queuewright.dialects.pcf.events import ConfigurationEvent, EventMessage, Unread, read_events
from queuewright.drift.fingerprint import canonical_json
from queuewright.drift.sources import in_background, no_answer, result_of
from queuewright.systems.events import EventQueue, TellsAlterations

from .places import WatchedPlace, plainly

Offset = dict[str, str]  # of each place
Row = dict[str, Any]
COLUMNS = (
    "environment", "system", "place", "reason", "object_type", "kind", "name", "user", "origin",
    "at", "changed", "before", "after", "problem", "id",
)  # fmt: skip
# id: of the messages that say it, so that no two events are taken for one.
SCHEMA = ", ".join(
    f"{name} {'array<string>' if name == 'changed' else 'string'}" for name in COLUMNS
)
MOST = 5000  # messages of one queue manager at a time: as many as its queue has room for as shipped
_ALL = 10_000_000
Secret = Mapping[tuple[str, str], Mapping[tuple[str, str], Collection[str]]]


@dataclass(frozen=True, slots=True)
class SourceOptions:
    """timeout: seconds for one queue manager; most: messages of one at a time. secret:
    (environment, system) -> (kind, name) -> attributes whose values are not handed over."""

    timeout: float = 60.0
    most: int = MOST
    secret: Secret = field(default_factory=dict)


class _PlaceReader(Protocol):
    """How one place is read. Both raise QueuewrightError."""

    def read(self, seen: str) -> tuple[list[Row], str]:
        """The new events, and those that are seen now."""
        ...

    def between(self, start: str, end: str) -> list[Row]:
        """The events that were handed over between the two."""
        ...

    def commit(self, end: str) -> None: ...

    def close(self) -> None: ...


class EventSource:
    """The events of all places. One thread at a time calls it."""

    def __init__(
        self, places: Sequence[WatchedPlace], options: SourceOptions | None = None
    ) -> None:
        self._options = options or SourceOptions()
        self._places = {place.name: place for place in places}
        self._watched = {place.name: _watched(place, self._options.most) for place in places}
        self._hanging: dict[str, Future[Any]] = {}

    def read(self, start: Offset) -> tuple[list[Row], Offset]:
        """Rows of everything new, and where to go on. A place that cannot be read is said once, and
        once more when it can be read again."""
        done = self._each(lambda name, each: each.read(_seen(start.get(name, ""))))
        end, rows = dict(start), list[Row]()
        for name, answer in done.items():
            failed_before = _failed(start.get(name, ""))
            if isinstance(answer, str):
                if not failed_before:
                    end[name] = _state(_seen(start.get(name, "")), answer)
                    rows += self._rows_of(name, [_row("unreachable", problem=answer)])
                continue
            found, seen = answer
            if failed_before:
                rows += self._rows_of(name, [_row("reachable")])
            if failed_before or found:
                end[name] = _state(seen)
                rows += self._rows_of(name, found)
        return rows, end

    def between(self, start: Offset, end: Offset) -> list[Row]:
        """The result of `read` between two offsets, again. An event that cannot be read any more is
        unknown."""
        changed = {name for name in self._watched if start.get(name) != end.get(name)}

        def again(name: str, each: _PlaceReader) -> list[Row]:
            return each.between(_seen(start.get(name, "")), _seen(end.get(name, "")))

        rows: list[Row] = []
        for name, answer in self._each(again, changed).items():
            failed_before, failed = _failed(start.get(name, "")), _failed(end.get(name, ""))
            if failed:
                rows += self._rows_of(name, [_row("unreachable", problem=failed)])
            elif failed_before:
                rows += self._rows_of(name, [_row("reachable")])
            unknown = [_row("unknown", problem=answer)] if isinstance(answer, str) else answer
            rows += self._rows_of(name, unknown)
        self.close()
        return rows

    def commit(self, end: Offset) -> None:
        """Everything up to here is done: its messages are taken off their queues. Those that cannot
        be taken off now is known as seen, and goes the next time."""
        self._each(lambda name, each: each.commit(_seen(end.get(name, ""))))

    def close(self) -> None:
        for each in self._watched.values():
            each.close()

    def _rows_of(self, name: str, rows: Sequence[Row]) -> Iterator[Row]:
        for row in rows:
            for environment, system in self._places[name].members:
                secret = self._options.secret.get((environment, system), {})
                hidden = secret.get((row["kind"] or "", row["name"] or ""), ())
                shown = _without(row, hidden) if hidden else row
                yield {**shown, "environment": environment, "system": system, "place": name}

    def _each(
        self, work: Callable[[str, _PlaceReader], Any], names: Collection[str] | None = None
    ) -> dict[str, Any]:
        """The result of the work on each place; a text where it fails. One that hangs is left
        behind, and not asked anything else while it does."""
        answers: dict[str, Any] = {}
        running: dict[str, Future[Any]] = {}
        for name, each in self._watched.items():
            if names is not None and name not in names:
                continue
            if name in self._hanging and not self._hanging[name].done():
                answers[name] = no_answer(name, self._options.timeout)
                continue
            running[name] = self._hanging[name] = in_background(
                name, partial(plainly, partial(work, name, each))
            )
        wait(running.values(), self._options.timeout)
        for name, future in running.items():
            if not future.done():
                answers[name] = no_answer(name, self._options.timeout)
                continue
            del self._hanging[name]
            try:
                answers[name] = result_of(name, future)
            except QueuewrightError as error:
                answers[name] = one_line(str(error))
        return answers


def _watched(place: WatchedPlace, most: int) -> _PlaceReader:
    if place.queue is not None:
        return _Queue(place.queue, most)
    assert place.alterations is not None
    return _Alterations(place.alterations)


@dataclass(slots=True)
class _Queue:
    """A queue of events. The seen events: MsgIds, in hexadecimal, of what was handed over and may
    still be there."""

    queue: EventQueue
    most: int

    def read(self, seen: str) -> tuple[list[Row], str]:
        known = _ids(seen)
        there = self.queue.browse(self.most + len(known))
        new = [message for message in there if message.id not in known][: self.most]
        left = [message.id for message in there if message.id in known]
        return list(_rows(new)), _joined([*left, *(message.id for message in new)])

    def between(self, start: str, end: str) -> list[Row]:
        wanted = _ids(end) - _ids(start)
        found = [message for message in self.queue.browse(_ALL) if message.id in wanted]
        rows = list(_rows(found))
        gone = len(wanted) - len(found)
        if gone:
            reason = f"{gone} messages are gone from the queue before they were done with"
            rows.append(_row("unknown", problem=reason))
        return rows

    def commit(self, end: str) -> None:
        self.queue.remove(sorted(_ids(end)))

    def close(self) -> None:
        self.queue.close()


@dataclass(slots=True)
class _Alterations:
    """Times of alteration, of one second: what has changed is looked at twice, the second time when
    that second is over. The seen state: a digest of all times and of what will be looked at
    again."""

    system: TellsAlterations
    known: Mapping[tuple[str, str], str] = field(default_factory=dict)
    again: frozenset[tuple[str, str]] = frozenset()
    digest: str = ""

    def read(self, seen: str) -> tuple[list[Row], str]:
        now, before, again = self.system.alterations(), self.known, self.again
        if seen != self.digest or not seen:  # begun, or begun again
            self.known, self.again, self.digest = now, frozenset(), _digest(now, ())
            if seen == self.digest:
                return [], seen
            newest = max(now.values(), default="")
            self.again = frozenset(key for key, time in now.items() if time == newest)
            self.digest = _digest(now, self.again)
            reason = "changes in the meantime are not known" if seen else None
            return [_row("unknown" if seen else "first", problem=reason)], self.digest
        fresh = {key for key in now.keys() | before.keys() if now.get(key) != before.get(key)}
        self.known, self.again = now, frozenset(fresh)
        self.digest = _digest(now, self.again)
        rows = [_altered(key, before, now) for key in sorted(fresh | again)]
        return [{**row, "id": self.digest} for row in rows], self.digest

    def between(self, start: str, end: str) -> list[Row]:
        return [_row("unknown", problem="times of alteration are not kept")]

    def commit(self, end: str) -> None: ...

    def close(self) -> None: ...


def _altered(key: tuple[str, str], before: Mapping[Any, str], now: Mapping[Any, str]) -> Row:
    kind, name = key
    if not kind:
        return _row("change", object_type="q_mgr")
    reason = "delete" if key not in now else "change" if key in before else "create"
    return _row(reason, object_type="object", kind=kind, name=name)


def _digest(times: Mapping[tuple[str, str], str], again: Collection[tuple[str, str]]) -> str:
    content = json.dumps([sorted((*key, time) for key, time in times.items()), sorted(again)])
    return blake2b(content.encode(), digest_size=8).hexdigest()


def _rows(messages: Sequence[EventMessage]) -> Iterator[Row]:
    for event, said_by in read_events(messages):
        own = _joined([message.id for message in said_by])
        if isinstance(event, Unread):
            reason = "unknown" if event.is_lost else "other"
            yield _row(reason, problem=event.reason, at=_time(event.put), id=own)
        else:
            yield {**_event_row(event), "id": own}


def _event_row(event: ConfigurationEvent) -> Row:
    states = {
        name: None if values is None else canonical_json(values)
        for name, values in (("before", event.before), ("after", event.after))
    }
    return _row(
        event.reason, object_type=event.object_type, kind=event.kind, name=event.name,
        user=event.user, origin=event.origin, at=_time(event.put), changed=list(event.changed),
        **states,
    )  # fmt: skip


def _without(row: Row, hidden: Collection[str]) -> Row:
    """The row without the values of secret attributes; their names stay."""
    shown = dict(row)
    for state in ("before", "after"):
        if row[state] is not None:
            values = json.loads(row[state])
            shown[state] = canonical_json({n: v for n, v in values.items() if n not in hidden})
    return shown


def _row(reason: str, **given: Any) -> Row:
    return {**dict.fromkeys(COLUMNS), "reason": reason, **given}


def _time(moment: datetime | None) -> str | None:
    return None if moment is None else moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _ids(seen: str) -> set[bytes]:
    return {bytes.fromhex(each) for each in seen.split()}


def _joined(ids: Sequence[bytes]) -> str:
    return " ".join(each.hex() for each in ids)


def _state(seen: str, failed: str = "") -> str:
    """The position of a place in an offset."""
    return json.dumps({"seen": seen, "failed": failed})


def _seen(state: str) -> str:
    return str(json.loads(state)["seen"]) if state else ""


def _failed(state: str) -> str:
    return str(json.loads(state)["failed"]) if state else ""


def problems_of(rows: Iterable[Mapping[str, Any]]) -> list[str]:
    """The errors in the rows, each once."""
    texts = dict.fromkeys(
        row["problem"] if row["reason"] == "unreachable" else f"{row['place']}: {row['problem']}"
        for row in rows
        if row["problem"] is not None
    )
    return first_few(list(texts), 20)
