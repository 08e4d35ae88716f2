"""The watch itself: from events to lines that say what differs now and did not before, or no more.

Nothing here knows Spark: a batch of rows comes in, whoever reads them.
"""

import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from hashlib import blake2b
from typing import Any

from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.observed import Observed
from queuewright.drift.fleet import Fleet
from queuewright.drift.policy import DriftSeverity, Policy
from queuewright.drift.sources import live_system, within
from queuewright.kinds import is_limit
from queuewright.mq.local_queue import LocalQueueSpec
from queuewright.systems.events import TellsEvents
from queuewright.systems.protocol import System

from .comparing import ABOUT_ONE, Asked, Desired, asked_by, differences, read
from .places import Member, plainly
from .records import Known, Records, State, batch_name, identity_of
from .source import problems_of

Row = Mapping[str, Any]
_SKEW = 1 / 60  # hours by which clocks may differ
ENABLE = "ALTER QMGR CONFIGEV(ENABLED)"


@dataclass(frozen=True, slots=True)
class WatchOptions:
    """unmanaged: report what nobody declared, too. timeout: seconds for one system; connections:
    how many are read at once. hours: after which a system is read whole, whatever events say."""

    policy: Policy = field(default_factory=Policy)
    unmanaged: bool = False
    timeout: float = 120.0
    connections: int = 8
    hours: float = 24.0


@dataclass(frozen=True, slots=True)
class WatchedChange:
    """A difference that is new, changed, or resolved. row: as the table `changes` has it."""

    row: Row

    @property
    def ignored(self) -> bool:
        return self.row["ignored"] is not None


class Watch:
    """The differences of the watched systems of a fleet, kept up to date. Methods may be called
    from several threads, one at a time works.

    tell: is given each change. warn: is given what went wrong, in one line.
    """

    def __init__(
        self,
        fleet: Fleet,
        desired: Mapping[Member, Desired],
        records: Records,
        options: WatchOptions,
        tell: Callable[[WatchedChange], None],
        warn: Callable[[str], None],
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        beside: Collection[Member] = (),
    ) -> None:
        """beside: systems that are not watched now, and whose events are taken off with others."""
        self._desired = desired
        self._records = records
        self._options = options
        self._tell = tell
        self._warn = warn
        self._now = now
        self._beside = beside
        self._working = threading.Lock()
        self._environments = {each.name: each for each in fleet.environments}
        self._base = str(fleet.base)
        self._systems: dict[Member, System] = {}
        self.state: State = records.load()

    @property
    def open(self) -> list[Row]:
        """The differences now that are not ignored."""
        watched = self._desired
        return [
            row
            for row in self.state.open.values()
            if row["ignored"] is None and (row["environment"], row["system"]) in watched
        ]

    @property
    def failed(self) -> list[str]:
        """The systems of which nobody knows now, each with why."""
        lines = [
            f"{environment} {system}: {reason}"
            for (environment, system), known in sorted(self._known().items())
            for reason in dict.fromkeys((known.stale, known.unheard))
            if reason
        ]
        return lines + self._failed_programs()

    def _failed_programs(self) -> list[str]:
        """Environments of which nobody knows what they should have."""
        return sorted({f"{m[0]}: {one.error}" for m, one in self._desired.items() if one.error})

    def begin(self) -> None:
        """Read whole what is not known: what was never read, what is desired otherwise now, what
        could not be read, what was read too long ago, and where events may have been lost."""
        self._send_unsent()
        for failed in self.failed:
            self._warn(one_line(failed))
        for member in self._beside:
            self._miss(member, "its events were taken off for another environment")
        with ThreadPoolExecutor(self._options.connections) as pool:
            list(pool.map(self.check, self._known()))
        with self._working:
            self._carry_out(self._unknown(), [])

    def check(self, member: Member) -> None:
        """Say what keeps a queue manager from telling anything; one whose queue of events is full
        has to be read whole."""
        try:
            work = partial(plainly, partial(self._check, member))
            within(member[1], self._options.timeout, work)
        except QueuewrightError as error:
            self._warn(one_line(f"{member[0]}: {error}"))

    def apply(self, rows: Sequence[Row]) -> None:
        """Carry out one batch of events. The same one again changes nothing. Raises WatchError."""
        if not rows:
            return
        with self._working:
            batch = batch_name(rows)
            if batch == self.state.batch:
                return
            for problem in problems_of(rows):
                self._warn(one_line(problem))
            known = self._known()
            for row in rows:
                member = row["environment"], row["system"]
                if member in known and row["reason"] in ("unreachable", "reachable"):
                    known[member].unheard = row["problem"] or ""
            every = asked_by(rows)
            for member in every.keys() - known.keys():
                self._miss(member, "its program failed while there were events")
            asked = {member: each for member, each in every.items() if member in known}
            self._carry_out(asked, rows, batch)
        for member in {
            (r["environment"], r["system"]) for r in rows if r["object_type"] == "q_mgr"
        }:
            if member in self._desired:
                self.check(member)

    def retry(self) -> None:
        """Read whole what could not be read before, and what was read too long ago."""
        with self._working:
            unknown = self._unknown()
            if unknown:
                self._carry_out(unknown, [])

    # One batch

    def _unknown(self) -> dict[Member, Asked]:
        asked = {}
        for member, known in self._known().items():
            is_other = known.version != self._version(member)
            if is_other or known.stale or self._age(known.whole) >= self._options.hours:
                asked[member] = Asked(whole=True)
        return asked

    def _miss(self, member: Member, reason: str) -> None:
        """Nobody looks at a system's events: it is read whole when it is watched again."""
        known = self.state.systems.get(member)
        if known is not None:
            known.stale = reason

    def _version(self, member: Member) -> str:
        """Of what a system is compared with, and how."""
        options = self._options
        content = f"{self._desired[member].version} {options.unmanaged} {options.policy}"
        return blake2b(content.encode(), digest_size=8).hexdigest()

    def _known(self) -> dict[Member, Known]:
        """The systems of which it is known what they should have."""
        systems = self.state.systems
        return {
            member: systems.setdefault(member, Known())
            for member, desired in self._desired.items()
            if desired.error is None
        }

    def _age(self, at: str) -> float:
        """In hours. A time that is still to come says nothing: a clock was wrong then."""
        if not at:
            return float("inf")
        hours = (self._now() - datetime.fromisoformat(at)).total_seconds() / 3600
        return hours if hours > -_SKEW else float("inf")

    def _carry_out(
        self, asked: Mapping[Member, Asked], rows: Sequence[Row], batch: str | None = None
    ) -> None:
        """Read, compare, keep, tell. A system that cannot be read is kept as such, and read whole
        later."""
        known, changes, opened = self._known(), list[WatchedChange](), dict(self.state.open)
        asked = {m: Asked(whole=True) if known[m].stale else each for m, each in asked.items()}
        with ThreadPoolExecutor(self._options.connections) as pool:
            answers = list(pool.map(self._read, asked, asked.values()))
        for (member, each), answer in zip(asked.items(), answers, strict=True):
            if isinstance(answer, str):
                if not known[member].stale:
                    self._warn(f"{answer}; it is read whole when it answers")
                known[member].stale = answer
                continue
            if each.whole:
                version, unheard = self._version(member), known[member].unheard
                self.state.systems[member] = Known(version, self._time(), "", unheard)
            found = self._classified(member, answer, each)
            changes += self._changes(member, each, opened, found, rows)
        announced = [change.row for change in changes]
        if rows or announced:
            self._records.save(batch or batch_name(announced), rows, announced)
        self.state.open, self.state.untold = opened, announced
        self.state.batch = batch or self.state.batch
        self._records.keep(self.state)
        self._send_unsent()

    def _send_unsent(self) -> None:
        """Send records that were not sent yet: one that was cut off in between is sent again."""
        if self.state.untold:
            for row in self.state.untold:
                self._tell(WatchedChange(row))
            self.state.untold = []
            self._records.keep(self.state)

    def _read(self, member: Member, asked: Asked) -> list[Observed] | str:
        try:
            work = partial(plainly, lambda: read(self._system(member), asked))
            return within(member[1], self._options.timeout, work)
        except QueuewrightError as error:
            return one_line(f"{member[0]}: {error}")

    def _system(self, member: Member) -> System:
        if member not in self._systems:
            source = self._environments[member[0]].systems[member[1]]
            self._systems[member] = live_system(member[1], source, self._base)
        return self._systems[member]

    def _check(self, member: Member) -> None:
        system = self._system(member)
        if not isinstance(system, TellsEvents) or system.event_queue() is None:
            return
        if system.writes_events() is False:
            reason = "CONFIGEV is DISABLED, so that no changes are reported"
            self._warn(one_line(f"{member[0]}: {member[1]}: {reason}; enable it with: {ENABLE}"))
        queue = system.event_queue()
        name = queue.place.partition(" of ")[0] if queue is not None else ""
        found = next(iter(system.observe((LocalQueueSpec.kind,), (name,), status=True)), None)
        depth = None if found is None or found.status is None else found.status.depth
        most = None if found is None else found.attributes.get("max_queue_depth")
        if isinstance(most, int) and depth is not None and depth >= most:
            reason = f"{name} is full, so that events are lost"
            self._known()[member].stale = reason
            remediation = f"raise MAXDEPTH({most}); everything is read again"
            self._warn(one_line(f"{member[0]}: {member[1]}: {reason}; {remediation}"))

    def _classified(
        self, member: Member, observed: Iterable[Observed], asked: Asked
    ) -> dict[tuple[str, ...], dict[str, Any]]:
        environment, system = member
        labels = self._environments[environment].labels
        policy, today, found = self._options.policy, self._now().date(), {}
        for one in differences(
            self._desired[member], observed, asked, unmanaged=self._options.unmanaged
        ):
            row = {**one, "environment": environment, "system": system}
            rule = policy.ignored_by(row, labels, today)
            row["severity"] = policy.severity(row, labels).value
            row["ignored"] = None if rule is None else f"{rule.owner}: {rule.reason}"
            found[identity_of(row)] = row
        return found

    def _changes(
        self,
        member: Member,
        asked: Asked,
        opened: dict[tuple[str, ...], dict[str, Any]],
        found: Mapping[tuple[str, ...], dict[str, Any]],
        rows: Sequence[Row],
    ) -> Iterator[WatchedChange]:
        """The news, with `opened` brought up to date."""
        was = {
            identity
            for identity, row in opened.items()
            if (row["environment"], row["system"]) == member and asked.covers(*identity[2:4])
        }
        for identity in sorted(was - found.keys()):
            gone = opened.pop(identity)
            if self._is_looked_for(member, gone):
                yield self._change("resolved", gone, rows)
        for identity in sorted(found):
            before, row = opened.get(identity), found[identity]
            first = self._time() if before is None else before["first_seen"]
            opened[identity] = {**row, "first_seen": first}
            if before is None or (before["ignored"] is not None and row["ignored"] is None):
                yield self._change("new", opened[identity], rows)
            elif before["observed"] != row["observed"] or before["desired"] != row["desired"]:
                yield self._change("changed", opened[identity], rows)

    def _is_looked_for(self, member: Member, row: Row) -> bool:
        """Not what nobody declared, where another watch has reported that."""
        place = row["kind"], row["name"]
        desired = self._desired[member].objects
        is_unmanaged = row["drift"] == "unexpected" and place not in desired
        if is_unmanaged and any(is_limit(kind) for kind, _ in desired):
            return True  # it may be excluded
        return self._options.unmanaged or not is_unmanaged

    def _change(self, status: str, row: Row, rows: Sequence[Row]) -> WatchedChange:
        """With who did it last, where an event says so."""
        event = _last_about(row, rows)
        at = self._time() if event is None else event["at"] or self._time()
        user = None if event is None else event["user"]
        return WatchedChange({**row, "status": status, "at": at, "user": user})

    def _time(self) -> str:
        return self._now().astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _last_about(row: Row, rows: Sequence[Row]) -> Row | None:
    place = ("environment", "system", "name")
    about = [
        event
        for event in rows
        if event["reason"] in ABOUT_ONE
        and event["reason"] != "refresh"
        and all(event[part] == row[part] for part in place)
        and event["kind"] in (None, row["kind"])
    ]
    return about[-1] if about else None


def in_words(change: WatchedChange) -> str:
    """One line."""
    row = change.row
    where = f"{row['environment']} {row['system']} {row['kind']} {row['name']}"
    severity = row["severity"] or DriftSeverity.MEDIUM.value
    by = f"; {row['user']}, {row['at']}" if row["user"] else f"; {row['at']}"
    return one_line(f"{row['status']:<8} {severity:<8} {where}{_what(row)}{by}")


def _what(row: Row) -> str:
    if row["drift"] == "changed":
        about = f" {row['attribute']}"
        if row["status"] == "resolved":
            return f"{about} is {row['desired']} again"
        return f"{about} is {row['observed']}, not {row['desired']}"
    if row["status"] == "resolved":
        return " is there again" if row["drift"] == "missing" else " is gone"
    return " is missing" if row["drift"] == "missing" else " is there, and not declared"
