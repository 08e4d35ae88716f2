"""A system as it was read once, for all the resources that Pulumi's engine asks about."""

import threading
import time
from collections import defaultdict, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.errors import CommandFailed, SystemUnavailable
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed
from queuewright.diff.normalise import spec_for
from queuewright.diff.replacing import takes_records
from queuewright.diff.shared_status import opened_in_group, shared_among
from queuewright.ibmi.base import in_library
from queuewright.kinds import IBMI_KINDS, MQ_KINDS, is_limit, is_mq, is_record
from queuewright.systems.limits import limit_now, read_for
from queuewright.systems.protocol import System
from queuewright.systems.reading import is_left_out, left_out, observe_all, on_member
from queuewright.world.snapshot import Snapshot

_OBJECTS = tuple(kind for kind in MQ_KINDS if not is_record(kind))
LIFETIME = 20.0  # seconds; a preview that takes longer reads again


@dataclass(slots=True)
class _Refreshes:
    """REFRESH SECURITY of one type. asked: how many have asked for it; answered: how many of them
    by one that began after they had asked."""

    asked: int = 0
    answered: int = 0
    counting: threading.Lock = field(default_factory=threading.Lock)
    sending: threading.Lock = field(default_factory=threading.Lock)


class CachedSystem:
    """A system as it was read once, for every check and diff of a preview.

    A preview asks about each resource in turn, from four threads; reading the system once for all
    of them makes it fast. Changes by this process are noted, and observations expire. Methods
    may be called from several threads.
    """

    def __init__(self, system: System, clock: Callable[[], float] = time.monotonic) -> None:
        self.system = system
        self._clock = clock
        self._lock = threading.RLock()
        self._taken: dict[Collection[str], tuple[float, Snapshot]] = {}  # of MQ, of IBM i
        self._named: set[Key] = set()  # read by name, in libraries that are not read whole
        self._group: Collection[CachedSystem] = ()
        self._silent: set[str] = set()  # members that did not answer
        self._changed_by_members: deque[Key] = deque()
        self._refreshes: defaultdict[str, _Refreshes] = defaultdict(_Refreshes)

    def refresh_security(self, security: str) -> None:
        """Send REFRESH SECURITY of a type. Several that ask for it while one is being sent are
        answered by the next one together, which begins when all of them have made their change.
        Raises as the system does; whoever else waits then sends it again."""
        with self._lock:
            refreshes = self._refreshes[security]
        with refreshes.counting:
            refreshes.asked += 1
            mine = refreshes.asked
        with refreshes.sending:
            if mine <= refreshes.answered:
                return
            with refreshes.counting:
                asked = refreshes.asked
            self.system.refresh_security(security)
            refreshes.answered = asked

    def share(self, systems: Collection["CachedSystem"]) -> None:
        """The systems of the stack, of which some may be in one queue-sharing group with this."""
        self._group = [system for system in systems if system is not self]

    def snapshot(self, kind: str) -> Snapshot:
        """All objects of MQ or of IBM i, as the kind is, with status, and the open handles; the
        facts as they are now."""
        with self._lock:
            return self._known(kind).with_facts(self._facts())

    def _facts(self) -> SystemFacts:
        """Without the group objects, which were asked for once: among all objects are those that
        this process has made or deleted since."""
        facts = self.system.facts
        return facts if facts.group_objects is None else replace(facts, group_objects=frozenset())

    def anew(self, kind: str) -> Snapshot:
        """The same, read now: others, or a limit, may have changed it since."""
        with self._lock:
            self._taken.pop(_family(kind), None)
            return self.snapshot(kind)

    def _known(self, kind: str) -> Snapshot:
        kinds = _family(kind)
        taken, known = self._taken.get(kinds, (0.0, None))
        if known is None or self._clock() - taken > LIFETIME:
            taken = self._clock()
            self._forget_changes(kinds)
            found = observe_all(self.system, kinds, self._named, status=True)
            objects = self._opened_in_group(found)
            handles = self.system.handles()
            known = Snapshot.of(objects, handles, self._facts(), self.system.defaults)
            self._taken[kinds] = taken, known
        while self._changed_by_members and self._changed_by_members[0].kind in kinds:
            key = self._changed_by_members.popleft()
            known = known.without(key).noted(self._observed(key))
            self._set(key.kind, known)
        return known

    def _observed(self, key: Key) -> Sequence[Observed]:
        """The object as it is now, if it is there, with its status."""
        found = self.system.observe([key.kind], [key.name], status=True)
        return self._opened_in_group(list(found))

    def _opened_in_group(self, found: Sequence[Observed]) -> Sequence[Observed]:
        """Objects with their status; its shared queues with who has them open on the other members
        of its queue-sharing group that the stack names and that answer."""
        group = self.system.facts.queue_sharing_group
        shared = shared_among(found) if group else []
        return opened_in_group(found, shared, self._on_members(group, shared)) if shared else found

    def _on_members(self, group: str | None, shared: Collection[Key]) -> Iterator[Snapshot]:
        """No lock of theirs is taken: they may be asking for this one. One that did not answer is
        not asked again."""
        for member in self._group:
            _, known = member._taken.get(_OBJECTS, (0.0, None))
            try:
                answers = member.system.name not in self._silent
                seen = on_member(member.system, group, shared, known) if answers else None
            except (CommandFailed, SystemUnavailable):
                self._silent.add(member.system.name)
            else:
                yield from () if seen is None else (seen,)

    def _forget_changes(self, kinds: Collection[str]) -> None:
        """Changes by members so far: what is read from now on has them."""
        for _ in range(len(self._changed_by_members)):
            key = self._changed_by_members.popleft()
            if key.kind not in kinds:
                self._changed_by_members.append(key)

    def _tell_members(self, key: Key) -> None:
        """A group object is another one: on each queue manager of the group its copy is, too. They
        look when they are asked, and no lock of theirs is taken."""
        group = self.system.facts.queue_sharing_group
        for member in self._group:
            if member.may_be_of(group):
                member._changed_by_members.append(key._replace(system=member.system.name))

    def may_be_of(self, group: str | None) -> bool:
        """Whether it is in that queue-sharing group, as far as is known: it may be being read."""
        taken = self._taken.get(_OBJECTS)
        return taken is None or taken[1].facts.queue_sharing_group == group

    def _set(self, kind: str, snapshot: Snapshot) -> None:
        """Know this instead, and no longer than what was read."""
        self._taken[_family(kind)] = self._taken[_family(kind)][0], snapshot

    def find(self, key: Key, beside: Collection[Key] = ()) -> Observed | None:
        """The object as it was read last. beside: others that will be asked for, which are read
        with it where a reading of everything leaves it out."""
        with self._lock:
            if key not in self._named and self._is_left_out(key):
                self._look_elsewhere({key, *beside})
            return self._known(key.kind).objects.get(key)

    def _is_left_out(self, key: Key) -> bool:
        return is_left_out(key.kind) or left_out(self._known(key.kind).facts, key)

    def _look_elsewhere(self, keys: Collection[Key]) -> None:
        """Read what a reading of everything leaves out, in one question."""
        placed = (in_library(key, self.system.facts) for key in keys)
        new = {key for key in placed if self._is_left_out(key)} - self._named
        self._named |= new
        found = list(self.system.observe(IBMI_KINDS, sorted({k.name for k in new}), status=True))
        self._set(IBMI_KINDS[0], self._known(IBMI_KINDS[0]).noted(found))

    def look(self, key: Key, *, status: bool = True) -> Observed | None:
        """The object as it is now. status: its status too, else that of the last reading of
        everything is good enough: the system itself refuses what stands in the way since."""
        if is_limit(key.kind):
            observed = limit_now(self.system, key)
        elif status:
            observed = next(iter(self._observed(key)), None)
        else:
            observed = next(iter(self.system.observe([key.kind], [key.name])), None)
        with self._lock:
            self._named.add(key)
        if observed is None:
            self.forget(key)
            return None
        self.note(observed)
        return observed if status else self.find(key)

    def taken_with(self, key: Key, declared: Collection[Key]) -> Sequence[Observed]:
        """The authority records that the deletion of an object takes away, as they are now.
        declared: those of the object that the program declares."""
        if not declared or not takes_records(key.kind, self.system.facts.platform):
            return ()
        found = (self.look(record, status=False) for record in declared)
        return [record for record in found if record is not None]

    def set_again(self, records: Iterable[Observed]) -> None:
        """The same, once the object is gone for good or there again, as in a plan: the engine asks
        for no record that has not changed."""
        for record in records:
            self.note(self.system.create(spec_for(record.key, record.attributes)))

    def look_at_handles(self, kind: str) -> None:
        """Read again who has what open."""
        with self._lock:
            self._set(kind, self._known(kind).opened_by(self.system.handles()))

    def defaults(self, kind: str) -> Mapping[str, Value] | None:
        """The attributes of the kind's default definition."""
        with self._lock:
            return self._known(kind).defaults(kind)

    def note(self, observed: Observed) -> None:
        """Something was created, changed or looked at."""
        kind = observed.key.kind
        with self._lock:
            known = self._known(kind)
            before = known.objects.get(observed.key)
            if observed.status is None and before is not None:
                observed = replace(observed, status=before.status)
            if observed != before:
                self._set(kind, known.noted([observed]))
                if observed.has_group_object:
                    self._tell_members(observed.key)

    def forget(self, key: Key) -> None:
        """Something was deleted. The rest of its name is in the shared repository, or a copy."""
        with self._lock:
            known = self._known(key.kind)
            before, known = known.objects.get(key), known.without(key)
            if before is not None and before.group is not None:
                known = known.noted(self._observed(key))
            self._set(key.kind, known)
            if before is not None and before.has_group_object:
                self._tell_members(key)


def _family(kind: str) -> Collection[str]:
    """The kinds that are read together: records by themselves, where a program has any."""
    if is_record(kind) and is_mq(kind):
        return (kind,)
    if is_limit(kind):
        return (*read_for((kind,)), kind)
    return _OBJECTS if is_mq(kind) else IBMI_KINDS
