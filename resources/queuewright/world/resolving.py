"""Which queues a name of one system resolves to, and who has them open through which names."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import APART, TOPIC, Handle, Observed, OpenFor
from queuewright.catalogue.references import QueueType
from queuewright.kinds import QUEUE_KINDS, is_queue, queue_type
from queuewright.mq.remote_queue import resolves_here

# MQOPEN: an alias or a remote queue that is opened for these alone stands for itself.
_ITSELF = frozenset({OpenFor.INQUIRE, OpenFor.SET})

_NO_QUEUE = (*APART, TOPIC, "object")


@dataclass(frozen=True, slots=True)
class Use(Handle):
    """Who stands in the way of a change: `application` of `user` has `object_name` open for
    `open_for`, which resolves to the changed object through `through` (alias or remote queue
    names, nearest first; empty when it was opened by its own name). `as_queue_manager`: the
    changed object was resolved through as a queue manager alias."""

    through: tuple[str, ...] = ()
    as_queue_manager: bool = False

    def __str__(self) -> str:
        who = f'application "{self.application or "?"}"'
        who += f" (user {self.user})" if self.user else ""
        who += f" over channel {self.channel}" if self.channel else ""
        purposes = ", ".join(sorted(self.open_for)) or "an unknown purpose"
        how = f" through {' then '.join(reversed(self.through))}" if self.through else ""
        many = f" {self.count} times" if self.count > 1 else ""
        where = f" on {self.member}" if self.member else ""
        return f"{who} has {self.object_name} open for {purposes}{how}{many}{where}"


@dataclass(frozen=True, slots=True)
class Resolution:
    """One object that an open resolves to or through; `as_queue_manager` when it is a queue
    manager alias there."""

    name: str
    as_queue_manager: bool = False


@dataclass(frozen=True, eq=False)
class Resolving:
    """The objects of one system by key, and its open handles, None where nobody knows them.

    The objects need not be complete, but a name cannot be resolved through one that is not among
    them: an application that has an alias open is not found where the alias is missing.
    """

    facts: SystemFacts
    objects: Mapping[Key, Observed] = field(default_factory=dict)
    handles: tuple[Handle, ...] | None = None

    @property
    def name(self) -> str:
        """The system's name."""
        return self.facts.name

    def _live(self, kinds: Collection[str], name: str) -> Observed | None:
        for kind in kinds:
            found = self.objects.get(Key(self.name, kind, name))
            if found is not None and not found.in_repository:
                return found
        return None

    def queue(self, name: str) -> Observed | None:
        """The queue of that name, of any type."""
        return self._live(QUEUE_KINDS, name)

    def path(
        self, name: str, queue_manager: str = "", open_for: Collection[OpenFor] = ()
    ) -> tuple[Resolution, ...]:
        """The objects that MQOPEN of `name` (and `queue_manager`, its ObjectQMgrName) resolves
        through, in order, from the opened name to the last object that is known here.

        open_for: empty where that is not known; opened to inquire or set alone, an alias or a
        remote queue resolves to nothing behind it.

        alias -> base queue; remote queue, or queue manager alias -> transmission queue: the one
        it names, else the one named like its remote queue manager, else the default one. An alias
        of an alias is invalid to MQ; it is followed, and a cycle is left where it closes.
        """
        itself = bool(open_for) and _ITSELF.issuperset(open_for)
        return tuple(self._walk(name, queue_manager, itself))

    def _walk(self, name: str, queue_manager: str, itself: bool) -> Iterator[Resolution]:
        if queue_manager and queue_manager != self.name:
            manager = self.queue(queue_manager)
            if manager is None or queue_type(manager.key.kind) is not QueueType.REMOTE:
                yield from self._sent_to(queue_manager, "")
                return
            yield Resolution(queue_manager, as_queue_manager=True)
            target, transmission = _text(manager, "remote_queue_manager_name"), _xmit(manager)
            if not resolves_here(target, transmission, self.name):
                yield from self._sent_to(target, transmission)
                return
        passed: set[str] = set()
        while name and name not in passed:
            passed.add(name)
            queue = self.queue(name)
            yield Resolution(name)
            if queue is None or itself:
                return
            type_of_queue = queue_type(queue.key.kind)
            if type_of_queue is QueueType.REMOTE:
                yield from self._sent_to(_text(queue, "remote_queue_manager_name"), _xmit(queue))
                return
            if (
                queue_type(queue.key.kind) is not QueueType.ALIAS
                or _text(queue, "target_type") == "topic"
            ):
                return
            name = _text(queue, "base_object_name")

    def _sent_to(self, queue_manager: str, transmission: str) -> Iterator[Resolution]:
        if transmission:
            yield Resolution(transmission)
            return
        named = self.queue(queue_manager) if queue_manager else None
        if named is not None and queue_type(named.key.kind) is QueueType.LOCAL:
            yield Resolution(queue_manager)
        elif self.facts.default_transmission_queue:
            yield Resolution(self.facts.default_transmission_queue)

    def uses_of(self, name: str) -> tuple[Use, ...]:
        """Every open handle that resolves to or through the queue, with the names between."""
        return tuple(self._uses.get(name, ()))

    @cached_property
    def _opened(self) -> tuple[Handle, ...]:
        """Every open handle; those of the objects' status where they are not among the system's."""
        listed = self.handles or ()
        known = frozenset(listed)
        statuses = (each.status for each in self.objects.values() if each.status is not None)
        own = (handle for status in statuses for handle in status.handles)
        return (*listed, *(handle for handle in own if handle not in known))

    @cached_property
    def _uses(self) -> Mapping[str, Sequence[Use]]:
        uses: dict[str, list[Use]] = {}
        for handle in self._opened:
            before: list[str] = []
            for step in self._held(handle):
                uses.setdefault(step.name, []).append(_use(handle, before, step))
                before.insert(0, step.name)
        return uses

    @cached_property
    def addressed(self) -> Mapping[tuple[str, str], Sequence[Use]]:
        """Every open handle by the name that was opened and the queue manager it is sent to: the
        ObjectQMgrName given to MQOPEN, or what a queue manager alias of that name stands for; ""
        for none, and for this one."""
        addressed: dict[tuple[str, str], list[Use]] = {}
        for handle in self._opened:
            manager, through = handle.queue_manager, []
            alias = self.queue(manager) if manager else None
            if alias is not None and queue_type(alias.key.kind) is QueueType.REMOTE:
                through = [manager]
                target, transmission = _text(alias, "remote_queue_manager_name"), _xmit(alias)
                is_here = resolves_here(target, transmission, self.name)
                manager = target or ("" if is_here else manager)
            use = _use(handle, through, Resolution(handle.object_name))
            place = handle.object_name, "" if manager == self.name else manager
            addressed.setdefault(place, []).append(use)
        return addressed

    def _held(self, handle: Handle) -> tuple[Resolution, ...]:
        """The queues that a handle holds: as its system reports, else what its name resolves to
        now."""
        if handle.path is None:
            return self.path(handle.object_name, handle.queue_manager, handle.open_for)
        held = (resolved for resolved in handle.path if resolved.role not in _NO_QUEUE)
        return tuple(Resolution(r.name, r.role == "queue-manager-alias") for r in held)

    @cached_property
    def sent_by_default(self) -> tuple[Use, ...]:
        """Every open handle whose messages go to the default transmission queue because nothing
        names another one: neither the remote queue, nor its remote queue manager's own name."""
        default, uses = self.facts.default_transmission_queue, []
        for handle in self._opened:
            steps = self._held(handle)
            if not default or not steps or steps[-1].name != default:
                continue
            before = [step.name for step in steps[-2::-1]]
            definition = self.queue(before[0]) if before else None
            # Opened by the name of another queue manager, or through what is defined here.
            manager, named = handle.queue_manager, ""
            if definition is not None and queue_type(definition.key.kind) is QueueType.REMOTE:
                manager = _text(definition, "remote_queue_manager_name")
                named = _xmit(definition)
            elif before or manager in ("", self.name):
                continue
            if not named and manager != default:
                uses.append(_use(handle, before, steps[-1]))
        return tuple(uses)

    @cached_property
    def perhaps_elsewhere(self) -> tuple[Use, ...]:
        """Handles on names that no queue has here: a queue of another queue manager may have been
        opened, whose name (ObjectQMgrName) queue managers do not report."""
        return tuple(
            _use(handle, [], Resolution(handle.object_name))
            for handle in self._opened
            if handle.path is None
            and not handle.queue_manager
            and handle.object_name
            and self.queue(handle.object_name) is None
            and (not handle.open_for or OpenFor.OUTPUT in handle.open_for)
        )

    def strays(self, name: str) -> tuple[Use, ...]:
        """Handles that do not resolve through the queue now, and may have when they were opened:
        opened by its name through a queue manager alias, or by an alias that leads nowhere now."""
        uses = []
        for handle in self._opened:
            steps = self._held(handle)
            if handle.path is not None or not steps or name in [step.name for step in steps]:
                continue
            last, manager = self.queue(steps[-1].name), self.queue(handle.queue_manager)
            # An alias may have been turned to a topic, or to nothing, under its handles.
            lost = last is None or (
                queue_type(last.key.kind) is QueueType.ALIAS
                and not _ITSELF.issuperset(handle.open_for)
            )
            by_name = handle.object_name == name and manager is not None
            if lost or by_name:
                uses.append(_use(handle, [], steps[-1]))
        return tuple(uses)

    def uses_of_object(self, observed: Observed) -> tuple[Use, ...]:
        """`uses_of` an object that need not be in this snapshot: the handles of its own status are
        among them."""
        uses = self.uses_of(observed.key.name) if is_queue(observed.key.kind) else ()
        if observed.status is None or not observed.status.handles:
            return uses
        itself = Resolution(observed.key.name)
        own = (_use(handle, [], itself) for handle in observed.status.handles)
        return uses + tuple(use for use in own if use not in uses)


def _use(handle: Handle, before: list[str], step: Resolution) -> Use:
    who = handle.object_name, handle.application, handle.user, handle.open_for, handle.channel
    through, as_queue_manager = tuple(before), step.as_queue_manager
    return Use(
        *who,
        count=handle.count,
        through=through,
        as_queue_manager=as_queue_manager,
        member=handle.member,
    )


def _text(observed: Observed, attribute: str) -> str:
    value = observed.attributes.get(attribute)
    return value.strip() if isinstance(value, str) else ""


def _xmit(observed: Observed) -> str:
    return _text(observed, "xmit_queue_name")
