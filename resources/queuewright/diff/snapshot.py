"""One system as a whole: which object a name means, and who has what open through which names."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Handle, Observed, OpenFor
from queuewright.graph.references import targets
from queuewright.kinds import QUEUE_KINDS, spec_of
from queuewright.mq.alias_queue import AliasQueueSpec
from queuewright.mq.local_queue import LocalQueueSpec
from queuewright.mq.remote_queue import RemoteQueueSpec

from .types import Use

# MQOPEN: an alias or a remote queue that is opened for these alone stands for itself.
_ITSELF = frozenset({OpenFor.INQUIRE, OpenFor.SET})

_NO_QUEUE = ("namelist", "object")


@cache
def namespace(kind: str) -> str:
    """The name space that a kind shares with others: queues of all types, channels, *DTAQ.

    Two objects of one namespace cannot have one name on one system.
    """
    return spec_of(kind).namespace


@dataclass(frozen=True, slots=True)
class Step:
    """One object that an open resolves to or through; `as_queue_manager` when it is a queue
    manager alias there."""

    name: str
    as_queue_manager: bool = False


class SystemSnapshot:
    """The objects and open handles of one system. Immutable; indexes are built when first asked.

    It need not be complete, but what is not in it cannot be resolved through: an application that
    has an alias open stands in nobody's way when the alias is not here.
    """

    def __init__(
        self,
        objects: dict[tuple[str, str], Observed],
        handles: tuple[Handle, ...],
        *,
        system: str = "",
        default_transmission_queue: str = "",
        naming: "Naming | None" = None,
        in_repository: frozenset[tuple[str, str]] = frozenset(),
    ) -> None:
        self._objects = objects
        # Name space and name of each object of the shared repository of its queue-sharing group.
        self.in_repository = in_repository
        self._handles = handles
        self._system = system
        self._default = default_transmission_queue
        self._uses: dict[str, list[Use]] | None = None
        self._addressed: dict[tuple[str, str], list[Use]] | None = None
        self.naming = naming or Naming(objects)

    @classmethod
    def of(
        cls,
        observed: Iterable[Observed],
        handles: Iterable[Handle] = (),
        *,
        system: str = "",
        default_transmission_queue: str = "",
        naming: "Naming | None" = None,
    ) -> "SystemSnapshot":
        """Index one system.

        observed: its objects. handles: its open handles; those in the objects' status are added
        where they are not among them. system: the queue manager's name, the keys' when left out.
        default_transmission_queue: the queue manager's DefXmitQName, "" when it has none. naming:
        of a snapshot of the same objects with the same attributes, which need not be gone through
        again.
        """
        objects: dict[tuple[str, str], Observed] = {}
        shared: set[tuple[str, str]] = set()
        listed = tuple(handles)
        known = frozenset(listed)
        from_status: list[Handle] = []
        for observation in observed:
            place = namespace(observation.key.kind), observation.key.name
            if observation.in_repository or observation.group is not None:
                shared.add(place)
            if not observation.in_repository:  # names mean what is live
                objects[place] = observation
            system = system or observation.key.system
            if observation.status is not None:
                own = observation.status.handles
                from_status.extend(handle for handle in own if handle not in known)
        return cls(
            objects,
            (*listed, *from_status),
            system=system,
            default_transmission_queue=default_transmission_queue,
            naming=naming,
            in_repository=frozenset(shared),
        )

    def get(self, kind: str, name: str) -> Observed | None:
        """The object of that kind and name."""
        observed = self._objects.get((namespace(kind), name))
        return observed if observed is not None and observed.key.kind == kind else None

    def holder(self, kind: str, name: str) -> Observed | None:
        """The object that has `name` in the name space of `kind`, whatever its own kind."""
        return self._objects.get((namespace(kind), name))

    def queue(self, name: str) -> Observed | None:
        """The queue of that name, of any type."""
        return self._objects.get((LocalQueueSpec.namespace, name))

    def path(
        self, name: str, queue_manager: str = "", open_for: Collection[OpenFor] = ()
    ) -> tuple[Step, ...]:
        """What MQOPEN of `name` (and `queue_manager`, its ObjectQMgrName) resolves through, in
        order, from the opened name to the last object that is known here.

        open_for: empty where that is not known; opened to inquire or set alone, an alias or a
        remote queue resolves to nothing behind it.

        alias -> base queue; remote queue, or queue manager alias -> transmission queue: the one
        it names, else the one named like its remote queue manager, else the default one. An alias
        of an alias is invalid to MQ; it is followed, and a cycle is left where it closes.
        """
        itself = bool(open_for) and _ITSELF.issuperset(open_for)
        return tuple(self._walk(name, queue_manager, itself))

    def _walk(self, name: str, queue_manager: str, itself: bool) -> Iterator[Step]:
        if queue_manager and queue_manager != self._system:
            manager = self.queue(queue_manager)
            if manager is None or manager.key.kind != RemoteQueueSpec.kind:
                yield from self._sent_to(queue_manager, "")
                return
            yield Step(queue_manager, as_queue_manager=True)
            target, transmission = _text(manager, "remote_queue_manager_name"), _xmit(manager)
            # Change Queue (PCF) XmitQName: ignored when RemoteQMgrName is the connected queue
            # manager.
            if target != self._system:
                yield from self._sent_to(target, transmission)
                return
        passed: set[str] = set()
        while name and name not in passed:
            passed.add(name)
            queue = self.queue(name)
            yield Step(name)
            if queue is None or itself:
                return
            if queue.key.kind == RemoteQueueSpec.kind:
                yield from self._sent_to(_text(queue, "remote_queue_manager_name"), _xmit(queue))
                return
            if queue.key.kind != AliasQueueSpec.kind or _text(queue, "target_type") == "topic":
                return
            name = _text(queue, "base_object_name")

    def _sent_to(self, queue_manager: str, transmission: str) -> Iterator[Step]:
        if transmission:
            yield Step(transmission)
            return
        named = self.queue(queue_manager) if queue_manager else None
        if named is not None and named.key.kind == LocalQueueSpec.kind:
            yield Step(queue_manager)
        elif self._default:
            yield Step(self._default)

    def transmission_queue_of(self, remote_queue: Observed) -> str | None:
        """Where messages for a remote queue wait; None when no queue here is known to be it."""
        manager = _text(remote_queue, "remote_queue_manager_name")
        return next((step.name for step in self._sent_to(manager, _xmit(remote_queue))), None)

    def uses_of(self, name: str) -> tuple[Use, ...]:
        """Every open handle that resolves to or through the queue, with the names between."""
        if self._uses is None:
            uses: dict[str, list[Use]] = {}
            for handle in self._handles:
                before: list[str] = []
                for step in self._held(handle):
                    uses.setdefault(step.name, []).append(_use(handle, before, step))
                    before.insert(0, step.name)
            self._uses = uses
        return tuple(self._uses.get(name, ()))

    @property
    def addressed(self) -> Mapping[tuple[str, str], Sequence[Use]]:
        """Every open handle by the name that was opened and the queue manager it is sent to: the
        ObjectQMgrName given to MQOPEN, or what a queue manager alias of that name stands for; ""
        for none, and for this one."""
        if self._addressed is None:
            addressed: dict[tuple[str, str], list[Use]] = {}
            for handle in self._handles:
                manager, through = handle.queue_manager, []
                alias = self.queue(manager) if manager else None
                if alias is not None and alias.key.kind == RemoteQueueSpec.kind:
                    through = [manager]
                    manager = _text(alias, "remote_queue_manager_name") or manager
                use = _use(handle, through, Step(handle.object_name))
                place = handle.object_name, "" if manager == self._system else manager
                addressed.setdefault(place, []).append(use)
            self._addressed = addressed
        return self._addressed

    def _held(self, handle: Handle) -> tuple[Step, ...]:
        """The queues that a handle holds: as its system tells, else what its name resolves to
        now."""
        if handle.path is None:
            return self.path(handle.object_name, handle.queue_manager, handle.open_for)
        held = (resolved for resolved in handle.path if resolved.role not in _NO_QUEUE)
        return tuple(Step(r.name, r.role == "queue-manager-alias") for r in held)

    def strays(self, name: str) -> tuple[Use, ...]:
        """Handles that do not resolve through the queue now, and may have when they were opened:
        opened by its name through a queue manager alias, or by an alias that leads nowhere now."""
        uses = []
        for handle in self._handles:
            steps = self._held(handle)
            if handle.path is not None or not steps or name in [step.name for step in steps]:
                continue
            last, manager = self.queue(steps[-1].name), self.queue(handle.queue_manager)
            # An alias may have been turned to a topic, or to nothing, under its handles.
            lost = last is None or (
                last.key.kind == AliasQueueSpec.kind and not _ITSELF.issuperset(handle.open_for)
            )
            by_name = handle.object_name == name and manager is not None
            if lost or by_name:
                uses.append(_use(handle, [], steps[-1]))
        return tuple(uses)

    def uses_of_object(self, observed: Observed) -> tuple[Use, ...]:
        """`uses_of` an object that need not be in this snapshot: the handles of its own status are
        among them."""
        uses = self.uses_of(observed.key.name) if observed.key.kind in QUEUE_KINDS else ()
        if observed.status is None or not observed.status.handles:
            return uses
        own = (_use(handle, [], Step(observed.key.name)) for handle in observed.status.handles)
        return uses + tuple(use for use in own if use not in uses)

    def named_by(self, key: Key) -> tuple[tuple[Key, str], ...]:
        """The objects here that name this one, each with the attribute that does."""
        return self.naming.of(key)


class Naming:
    """Who names whom among the objects of one system; found out when it is first asked."""

    def __init__(self, objects: Mapping[tuple[str, str], Observed]) -> None:
        self._objects = objects
        self._named_by: dict[tuple[str, str], list[tuple[Key, str]]] | None = None

    def of(self, key: Key) -> tuple[tuple[Key, str], ...]:
        """The objects that name this one, each with the attribute that does."""
        if self._named_by is None:
            named_by: dict[tuple[str, str], list[tuple[Key, str]]] = {}
            for observed in self._objects.values():
                for target in targets(observed.key, observed.attributes):
                    if target.system != observed.key.system:
                        continue
                    for kind in target.kinds:
                        place = namespace(kind), target.name
                        named = self._objects.get(place)
                        if named is not None and named.key.kind == kind:
                            named_by.setdefault(place, []).append((observed.key, target.attribute))
                            break
            self._named_by = named_by
        return tuple(self._named_by.get((namespace(key.kind), key.name), ()))


def _use(handle: Handle, before: list[str], step: Step) -> Use:
    who = handle.object_name, handle.application, handle.user, handle.open_for, handle.channel
    through, as_queue_manager = tuple(before), step.as_queue_manager
    return Use(*who, count=handle.count, through=through, as_queue_manager=as_queue_manager)


def _text(observed: Observed, attribute: str) -> str:
    value = observed.attributes.get(attribute)
    return value.strip() if isinstance(value, str) else ""


def _xmit(observed: Observed) -> str:
    return _text(observed, "xmit_queue_name")
