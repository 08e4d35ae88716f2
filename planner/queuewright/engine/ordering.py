"""In which order steps run: what is needed first, deletes in reverse and last.

Some deletes have to come before something else: of an object whose name another kind is to take, of
what names an authorization list that is replaced, and of a resource's former object where the
program says delete_before_replace=True. A deleted object that needs such an object goes before it.

Every delete, early or late, waits for what still needs the object: its successor on another system
or under another name, copies that are made of it, and what names it until then.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import chain
from types import MappingProxyType
from typing import Any, NamedTuple

from queuewright.catalogue.attribute import Strength
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import DISPOSITION
from queuewright.catalogue.references import Role
from queuewright.diff.held_alone import held_alone
from queuewright.diff.sharing import COPY, GROUP, SHARED, is_of_group
from queuewright.graph.dependency_graph import DependencyGraph
from queuewright.graph.references import LIKE, Directory, edges, of_connections, targets
from queuewright.kinds import kinds_in, kinds_of, object_named_by, spec_of
from queuewright.systems.protocol import System
from queuewright.world.snapshot import Snapshot, namespace

from .copies import copies_elsewhere
from .matching import MatchedObject


class Need(NamedTuple):
    """`key` needs the step of `needed` done; soft where it can do without."""

    key: Key
    needed: Key
    reason: str
    strength: Strength = Strength.HARD


class Ordering:
    """Generations and dependencies of declared objects, and after `place_deletes` of all."""

    def __init__(self, graph: DependencyGraph[Key]) -> None:
        """Raises DependencyCycle."""
        self._graph = graph
        self._generations = graph.generations()
        self._late: frozenset[Key] = frozenset()
        self._stays: Callable[[Key], bool] = lambda key: False
        self._behind: dict[Key, dict[Key, None]] = {}

    def generation(self, key: Key) -> int:
        return self._generations.get(key, 0)

    def depends(self, key: Key) -> tuple[Key, ...]:
        """The objects whose steps must have succeeded before that of `key`: after `settle` also
        those that are behind objects which stay the same."""
        direct = self._graph.dependencies(key)
        behind = (far for near in direct if self._stays(near) for far in self._through(near))
        return tuple(dict.fromkeys((*direct, *behind)))

    def settle(self, stays: Callable[[Key], bool]) -> None:
        """The objects behind an object that stays the same are waited for through it."""
        self._stays = stays

    def _through(self, unchanged: Key) -> Iterable[Key]:
        """The changed objects that one which stays the same needs, directly or not."""
        waiting = [unchanged]
        while waiting:
            key = waiting[-1]
            needs = self._graph.dependencies(key)
            same = [near for near in needs if self._stays(near)]
            open_ends = [near for near in same if near not in self._behind]
            if open_ends and key not in self._behind:
                waiting += open_ends
                continue
            waiting.pop()
            far = (other for near in same for other in self._behind.get(near, ()))
            others = (near for near in needs if not self._stays(near))
            self._behind[key] = dict.fromkeys((*others, *far))
        return self._behind[unchanged]

    def needed_by(self, key: Key) -> list[Key]:
        """The objects that are made directly before `key`."""
        return list(self._graph.dependencies(key))

    def is_late(self, key: Key) -> bool:
        """Whether it is a delete that comes after everything else."""
        return key in self._late

    def add(self, needs: Iterable[Need]) -> None:
        """Order declared objects by more than what they name. Raises DependencyCycle."""
        numbers, is_later = self._generations, True
        for need in needs:
            self._graph.add_dependency(need.key, need.needed, need.reason, need.strength)
            is_later &= numbers.get(need.needed, -1) < numbers.get(need.key, -1)
        if not is_later:
            self._generations = self._graph.generations()

    def place_deletes(
        self,
        deleted: Mapping[Key, MatchedObject],
        room: Collection[tuple[Key, Key]],
        waiting: Iterable[Need],
        attributes: Mapping[Key, Mapping[str, Any]],
        after: Collection[Need] = (),
    ) -> None:
        """Order the deletes.

        room: (delete, step) where the delete comes first. waiting: what each delete needs done
        before. attributes: of the objects to delete, as they are. after: needs of declared objects
        for deletes. Raises DependencyCycle.
        """
        if not deleted:
            return
        among = _in_reverse(deleted, attributes)
        for delete, step in room:
            self._graph.add_dependency(step, delete, "name")
        for key in deleted:
            self._graph.add_node(key)
            for before, reason in among.dependencies(key).items():
                self._graph.add_dependency(key, before, reason.reason, reason.strength)
        for need in (*waiting, *after):
            self._graph.add_dependency(need.key, need.needed, need.reason, need.strength)
        numbers = self._graph.generations()
        first = [*(delete for delete, _ in room), *(need.needed for need in after)]
        # A delete comes early, too, where an early one waits for it.
        self._late = frozenset(deleted.keys() - self._graph.with_dependencies(first))
        last = max((number for key, number in numbers.items() if key not in self._late), default=-1)
        for key in sorted(self._late, key=numbers.__getitem__):
            needed = (numbers[k] for k in self._graph.dependencies(key) if k in self._late)
            numbers[key] = max(last, *needed, -1) + 1
        self._generations = numbers


def _in_reverse(
    deleted: Mapping[Key, MatchedObject], attributes: Mapping[Key, Mapping[str, Any]]
) -> DependencyGraph[Key]:
    """Each object to delete needs those gone that needed it; but a record of authorities goes after
    its object: whoever runs the plan may have the right to delete that by the record."""
    graph: DependencyGraph[Key] = DependencyGraph()
    for key in deleted:
        graph.add_node(key)
    current = {key: attributes[key] for key in deleted}
    for edge in chain(edges(current), of_connections(current)):
        graph.add_dependency(edge.source, edge.target, edge.attribute, edge.strength)
    urns = {item.urn: key for key, item in deleted.items()}
    for key, item in deleted.items():
        if item.prior is not None:
            for urn in item.prior.needs():
                if urn in urns:
                    graph.add_dependency(key, urns[urn], "depends_on", explicit=True)
    graph.loosen(break_hard=True)  # what a state holds need not be free of cycles
    about = {key: _objects_of_record(key) for key in deleted if spec_of(key.kind).entities}
    reverse: DependencyGraph[Key] = DependencyGraph()
    for key in deleted:
        reverse.add_node(key)
        for needed, reason in graph.dependencies(key).items():
            if needed in about.get(key, ()):
                reverse.add_dependency(key, needed, reason.reason, Strength.SOFT)
                continue
            strength = Strength.HARD if reason.explicit else _strength(needed)
            reverse.add_dependency(needed, key, reason.reason, strength)
    return reverse


def _objects_of_record(key: Key) -> list[Key]:
    """The objects that a record of authorities may be about: one of each kind of its name."""
    named = object_named_by(key.kind, key.name)
    if named is None:
        return []
    return [Key(key.system, kind, named.name) for kind in kinds_in(named.namespace)]


# A list that secures objects, a cluster that channels make and a library that holds some cannot be
# deleted before those.
_REFUSED_WHILE_NAMED = (Role.AUTHORIZATION_LIST, Role.CLUSTER, Role.LIBRARY)


def _strength(named: Key) -> Strength:
    """Of the order in which two objects go, of which one names the other."""
    refused = any(named.kind in kinds_of(role) for role in _REFUSED_WHILE_NAMED)
    return Strength.HARD if refused else Strength.SOFT


def making_room(
    deleted: Mapping[Key, MatchedObject],
    declared: Mapping[Key, MatchedObject],
    created: Mapping[Key, Mapping[str, Any]],
    attributes: Mapping[Key, Mapping[str, Any]],
    readings: Mapping[str, Snapshot],
) -> list[tuple[Key, Key]]:
    """(delete, create) where the delete has to come first. created: attributes of what a create or
    a replacement makes. attributes: of the objects to delete, as they are. readings: of the
    systems, whose copies of a group object go with it.

    An authorization list can be deleted, to be replaced too, only when nothing names it any more,
    and a library only when it holds nothing. Two topics cannot have one topic string.
    """
    pairs = []
    current = {key: attributes[key] for key in deleted}
    groups = _group_objects(deleted, attributes)
    holders = {
        place: key
        for key, copy in copies_elsewhere(groups, readings)
        for place in held_alone(copy.key, copy.attributes)
    }
    holders |= {place: key for key in deleted for place in held_alone(key, attributes[key])}
    for key, values in created.items():
        held = (holders.get(place) for place in held_alone(key, values))
        pairs += [(holder, key) for holder in held if holder is not None]
        if key.kind in kinds_of(Role.AUTHORIZATION_LIST, Role.LIBRARY):
            pairs += [(edge.source, key) for edge in edges(current, among=Directory([key]))]
            continue
        item = declared.get(key)
        if item is None or item.declared is None or item.moved_from not in deleted:
            continue
        if item.declared.delete_before_replace and item.moved_from is not None:
            pairs.append((item.moved_from, key))
    return list(dict.fromkeys(pairs))


def _group_objects(
    deleted: Collection[Key], attributes: Mapping[Key, Mapping[str, Any]]
) -> list[Key]:
    return [key for key in deleted if attributes[key].get(DISPOSITION) == GROUP]


def needs_of_made(
    made: Mapping[Key, Mapping[str, Any]], declared: Mapping[Key, MatchedObject]
) -> Iterator[Need]:
    """References of created and replaced objects that are not declared: what they are made
    like has it, or what they replace. made: their attributes. declared: what the plan looks at."""
    among = Directory(declared)
    for edge in edges(made, among=among):
        yield Need(edge.source, edge.target, edge.attribute, Strength.SOFT)


def _after_private(
    made: Mapping[Key, Mapping[str, Any]], groups: Collection[Key], systems: Mapping[str, System]
) -> Iterator[Need]:
    """A group object is made or changed, and a shared queue made, after what the same plan makes of
    its name on other queue managers of the group: its copy, or it, would have the name by then. It
    comes before what rather waits, as a sender does for the receiver of its name. groups: these
    group objects."""
    shared = [key for key, values in made.items() if values.get(DISPOSITION) == SHARED]
    private: dict[tuple[str, str], list[Key]] = {}
    for key, values in made.items() if groups or shared else ():
        if values.get(DISPOSITION) not in (GROUP, COPY, SHARED):
            private.setdefault((namespace(key.kind), key.name), []).append(key)
    for key in (*groups, *shared):
        group = systems[key.system].facts.queue_sharing_group
        for other in private.get((namespace(key.kind), key.name), ()) if group else ():
            is_member = systems[other.system].facts.queue_sharing_group == group
            if is_member and other.system != key.system:
                yield Need(key, other, "name")


def in_groups(
    made: Mapping[Key, Mapping[str, Any]],
    groups: Collection[Key],
    behind: Mapping[Key, Key],
    declared: Mapping[Key, MatchedObject],
    systems: Mapping[str, System],
    names: Collection[str],
) -> Iterator[Need]:
    """Needs of objects of queue-sharing groups on other queue managers. made: attributes of what
    a create or a replacement makes. groups: group objects that the plan makes or changes. behind:
    declared copies of these, with the group object that overwrites them. names: of the systems that
    something is declared on."""
    yield from _after_private(made, groups, systems)
    yield from (Need(copy, group, "name", Strength.SOFT) for copy, group in behind.items())
    members = {name for name in names if systems[name].facts.queue_sharing_group}
    values = {
        key: item.inputs.attributes
        for key, item in (declared.items() if members else ())
        if item.inputs is not None and key.system in members
    }
    like = {key: declared[key].options.like for key in made}
    yield from across_groups(values, systems, like)


def across_groups(
    values: Mapping[Key, Mapping[str, Any]],
    systems: Mapping[str, System],
    like: Mapping[Key, str | None] = MappingProxyType({}),
) -> Iterator[Need]:
    """Needs of a name for an object of a group that another of its queue managers declares: a
    group object, whose copy is named, a shared queue, a structure. like: what objects are made
    like."""
    named = {key.system for key in values}
    groups = {n: group for n in named if (group := systems[n].facts.queue_sharing_group)}
    members = [(key, own) for key, own in values.items() if key.system in groups] if groups else []
    of_groups = [key for key, own in members if is_of_group(key.kind, own)]
    there = {(groups[key.system], key.kind, key.name): key for key in of_groups}
    for key, own in members if there else ():
        for target in targets(key, own, like.get(key)):
            for kind in target.kinds:
                other = there.get((groups[key.system], kind, target.name))
                if other is not None and other.system != key.system:
                    # A copy that another is made from has to be there first.
                    strength = Strength.HARD if target.attribute == LIKE else Strength.SOFT
                    yield Need(key, other, target.attribute, strength)


def waiting_deletes(
    deleted: Mapping[Key, MatchedObject],
    declared: Mapping[Key, MatchedObject],
    made: Mapping[Key, Mapping[str, Any]],
    attributes: Mapping[Key, Mapping[str, Any]],
    room: Collection[tuple[Key, Key]],
    systems: Mapping[str, System],
    readings: Mapping[str, Snapshot],
) -> Iterator[Need]:
    """The steps that each delete needs before it.

    made: attributes of what a create or a replacement makes. attributes: of the objects that the
    plan deletes or changes, as they are: others may have changed what they name. room: deletes that
    come before the object's successor.
    """
    going = Directory(deleted)
    yield from _with_their_copies(deleted, going, attributes, readings)
    for need in across_groups({key: attributes[key] for key in deleted}, systems):
        yield Need(need.needed, need.key, need.reason, need.strength)
    for key, item in deleted.items():
        successor = item.successor
        if successor is not None and successor in declared and (key, successor) not in room:
            yield Need(key, successor, "name")
            # Its record goes with the object.
            objects = _objects_of_record(key) if spec_of(key.kind).entities else ()
            yield from (Need(each, successor, "name") for each in objects if each in deleted)
    for key in made:
        like = declared[key].options.like
        source = key._replace(name=like) if like else None
        if source is not None and source in deleted:
            yield Need(source, key, "like")
    for values in ({k: v for k, v in attributes.items() if k in declared}, made):
        for edge in edges(values, among=going):
            if edge.target not in deleted:  # it guards what goes
                continue
            if (edge.target, edge.source) in room:  # it is set again afterwards
                continue
            yield Need(edge.target, edge.source, edge.attribute, _strength(edge.target))


def _with_their_copies(
    deleted: Collection[Key],
    going: Directory,
    attributes: Mapping[Key, Mapping[str, Any]],
    readings: Mapping[str, Snapshot],
) -> Iterator[Need]:
    """A group object goes with its copies, which may have values of their own: what a copy names
    goes after it. going: the objects to delete; attributes: of these, as they are."""
    groups = _group_objects(deleted, attributes)
    own = ((key, readings[key.system].objects.get(key)) for key in groups if key.system in readings)
    for key, live in (*own, *copies_elsewhere(groups, readings)):
        for edge in edges({live.key: live.attributes}, among=going) if live else ():
            yield Need(edge.target, key, edge.attribute, _strength(edge.target))
