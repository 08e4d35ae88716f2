"""The queue managers of a queue-sharing group, and the copies that they have of group objects."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import DISPOSITION, Observed
from queuewright.diff.decision import SAME
from queuewright.diff.removal import opened
from queuewright.diff.sharing import (
    COPY,
    GROUP,
    changes_copies,
    disposition_of,
    may_uncover,
    meant,
    overwritten,
    shared_behind,
    values_after,
)
from queuewright.diff.types import Decision, Verb
from queuewright.kinds import kinds_in
from queuewright.systems.protocol import System
from queuewright.world.snapshot import Snapshot, namespace

from .contradictions import copies_gone
from .matching import MatchedObject, ObservedOf
from .redaction import secret_names
from .system_reader import read_some


@dataclass(frozen=True, slots=True)
class Follower:
    """A declared copy that the step of its group object, which comes first, overwrites or makes.
    group: that object. values: what the copy has then. before: as it was read, None where there was
    none."""

    group: Key
    values: Mapping[str, Value]
    before: Observed | None

    def left(self, decision: Decision) -> Observed | None:
        """The copy as it was read, without what its own step sets again."""
        if self.before is None:
            return None
        names = self.before.attributes.keys() - {change.name for change in decision.changes}
        kept = {name: self.before.attributes[name] for name in names}
        return replace(self.before, attributes=kept)


def changed_groups(
    declared: Mapping[Key, MatchedObject],
    decisions: Mapping[Key, Decision],
    readings: Mapping[str, Snapshot],
) -> Iterator[tuple[Key, Mapping[str, Value]]]:
    """The group objects that a plan makes or changes, with what they have then: every queue manager
    of the group gets a copy of it."""
    for key, decision in decisions.items():
        if decision.verb is Verb.SAME or (item := declared.get(key)) is None:
            continue
        reading = readings[key.system]
        if not reading.facts.queue_sharing_group:  # nearly every queue manager
            continue
        observed = item.among(reading.objects)
        after = values_after(decision, observed)
        if after.get(DISPOSITION) == GROUP and changes_copies(decision, observed):
            if decision.verb is Verb.CREATE:
                after = {**(reading.defaults(key.kind) or {}), **after}
            yield key, after


def followers(
    groups: Mapping[Key, Mapping[str, Value]],
    declared: Mapping[Key, MatchedObject],
    decisions: Collection[Key],
    readings: Mapping[str, Snapshot],
    systems: Mapping[str, System],
) -> Iterator[tuple[Key, Follower]]:
    """The copies that a program declares beside a group object that its plan makes or changes.
    groups: these, with what they have then. decisions: the objects that the plan looks at."""
    for key, after in groups.items():
        group = systems[key.system].facts.queue_sharing_group
        for name in systems if group else ():
            copy = declared.get(key._replace(system=name))
            if copy is None or copy.key == key or copy.key not in decisions or copy.inputs is None:
                continue
            if systems[name].facts.queue_sharing_group != group:
                continue
            before = copy.among(readings[name].objects)
            now = copy.inputs.attributes if before is None else before.attributes
            if disposition_of(now) == COPY:
                yield copy.key, Follower(key, {**after, DISPOSITION: COPY}, before)


def copies_elsewhere(
    groups: Iterable[Key], readings: Mapping[str, Snapshot]
) -> Iterator[tuple[Key, Observed]]:
    """The copies of group objects on the other queue managers of their group, as far as these were
    read: each with the key of its group object. groups: these objects."""
    members: dict[str, list[str]] = {}
    for name, reading in readings.items():
        if group := reading.facts.queue_sharing_group:
            members.setdefault(group, []).append(name)
    for key in groups if members else ():
        own = readings[key.system].facts.queue_sharing_group if key.system in readings else None
        for name in members.get(own or "", ()):
            copy = readings[name].live.get(key._replace(system=name))
            if name != key.system and copy and disposition_of(copy.attributes) == COPY:
                yield key, copy


def gone_elsewhere(groups: Iterable[Key], readings: Mapping[str, Snapshot]) -> Iterator[Key]:
    """The copies on other queue managers that go with their group objects: those that nobody
    uses."""
    for _, copy in copies_elsewhere(groups, readings):
        runs = copy.status is not None and bool(copy.status.running)
        if not runs and not copy.depth and not opened(copy, readings[copy.key.system]):
            yield copy.key


class Members:
    """The members of queue-sharing groups that are among the systems of a stack, as far as they can
    be read.

    readings: what was read already. unreachable: systems that do not answer, and why; each may be a
    member.
    """

    def __init__(
        self,
        systems: Mapping[str, System],
        readings: Mapping[str, Snapshot],
        unreachable: Mapping[str, str],
        parallel: int,
    ) -> None:
        self._systems, self._readings, self._parallel = systems, readings, parallel
        self._objects = {name: reading.objects for name, reading in readings.items()}
        self._unread = dict(unreachable)
        self._groups: dict[str, str] = {}

    def read(self, keys: Collection[Key]) -> None:
        """Read what the systems have under these keys' names."""
        found, unread = read_some(
            {n: s for n, s in self._systems.items() if n not in self._unread},
            {key.kind for key in keys},
            {key.name for key in keys},
            self._readings,
            self._parallel,
        )
        self._unread |= unread
        for name, (group, objects) in found.items():
            self._groups[name] = group
            self._objects.setdefault(name, {each.key: each for each in objects})

    def defaults(self, key: Key) -> Mapping[str, Value] | None:
        """The values of a new object on its system that nobody declares."""
        return self._readings[key.system].defaults(key.kind)

    def copies(self, key: Key, group: str) -> tuple[dict[str, Observed | None], Mapping[str, str]]:
        """The live objects under the key's name on each member of the group that was read; and the
        systems that were not, and why."""
        found = {
            name: meant(self._objects[name].get(key._replace(system=name)), None)
            for name, own in self._groups.items()
            if own == group
        }
        return found, self._unread


def behind_private(
    decisions: Mapping[Key, Decision], readings: Mapping[str, Snapshot], members: Members
) -> Iterator[tuple[Key, Diagnostic]]:
    """Objects that take the place of a private one that hides a shared queue, as another member of
    the group shows. decisions: those that are not "same"."""
    making: dict[Key, tuple[str, list[Key]]] = {}
    for key, decision in decisions.items():
        reading = readings[key.system]
        holder = reading.holder(key.kind, key.name) if reading.facts.queue_sharing_group else None
        if holder is not None and may_uncover(decision, holder):
            others = [key._replace(kind=kind) for kind in kinds_in(namespace(key.kind))]
            making[key] = holder.key.kind, others
    if making:
        members.read({other for _, others in making.values() for other in others})
    for key, (private, others) in making.items():
        group = readings[key.system].facts.queue_sharing_group or ""
        live = [each for other in others for each in members.copies(other, group)[0].values()]
        yield from ((key, problem) for problem in shared_behind(key, private, live))


def warnings_of_copies(
    changing: Mapping[Key, MatchedObject],
    decisions: Mapping[Key, Decision],
    followers: Mapping[Key, Follower],
    declared: Mapping[Key, MatchedObject],
    observed: ObservedOf,
    systems: Mapping[str, System],
    members: Members,
) -> Iterator[tuple[Key, Decision]]:
    """The decisions about group objects, with what they do to copies on other systems. changing:
    those that are made, changed or deleted. observed: the object of an item, as it was read."""
    members.read(changing)
    for key, item in changing.items():
        group = systems[key.system].facts.queue_sharing_group or ""
        hidden = secret_names(item.declared, item.prior)
        found, unread = members.copies(key, group)
        for own in (key._replace(system=name) for name in found):
            if own in followers:
                found[own.system] = followers[own].left(decisions.get(own, SAME))
        there = observed(item)
        defaults = members.defaults(key)
        decision = overwritten(key, decisions[key], there, found, unread, group, hidden, defaults)
        moves = decision.verb is Verb.REPLACE and disposition_of(decision.creates) != GROUP
        if moves or decision.deletes:
            decision = decision.but(*copies_gone(key, declared, observed, systems))
        yield key, decision
