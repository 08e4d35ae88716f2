"""A copy of a live system: its objects, messages and handles as they are, to rehearse on.

A system tells how many messages a queue has, not how long they are, and nothing of authority
records. Handles resolve here by the definitions as they are now, where MQ has what was resolved
when they were opened; openers that the system only counts are of an unknown application.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.errors import CommandFailed
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.observed import UNKNOWN_APPLICATION, Handle, Observed, OpenFor, Resolved
from queuewright.catalogue.references import QueueType, Role
from queuewright.ibmi.common_attributes import SYSTEM_LIBRARIES
from queuewright.kinds import (
    KINDS,
    MQ_KINDS,
    is_derived,
    is_ibmi,
    is_mq,
    is_record,
    queue_type,
    spec_of,
)
from queuewright.mq.process import ProcessSpec
from queuewright.world.shipped import shipped

from . import entries, opening
from .clusters import set_repository
from .engine import Sandbox
from .loading import Loaded
from .partition import messages_of
from .rows import CLASS_OF, Stored, StoredHandle, Transaction

_HOLDING = ("local", "transmission")


def copy(
    sandbox: Sandbox,
    name: str,
    facts: SystemFacts,
    observed: Sequence[Observed],
    handles: Sequence[Handle],
) -> Loaded:
    """Make `name` of the sandbox a copy, in place of one that is there, of what a system has told:
    every object with its status, and every open handle. Raises SandboxError."""
    loaded = Loaded(name, created=not sandbox.path.exists() or not sandbox.has(name))
    if not loaded.created:
        sandbox.remove_system(name)
    target = sandbox.create_system(
        name,
        platform=facts.platform,
        command_level=facts.command_level,
        ccsid=facts.ccsid,
        libraries=_libraries(facts, observed),
        current_library=facts.current_library,
        queue_sharing_group=facts.queue_sharing_group or "",
    )
    with target.writing() as tx:
        _Copying(tx, loaded).copy(facts, observed, handles)
    return loaded


def _libraries(facts: SystemFacts, observed: Iterable[Observed]) -> tuple[str, ...]:
    """Those that it has, as far as it tells, and those of its objects."""
    used = {o.key.name.partition("/")[0] for o in observed if "/" in o.key.name and _is_ibmi(o)}
    return tuple(sorted({*(facts.libraries or ()), *used} - {*SYSTEM_LIBRARIES}))


def _is_ibmi(observed: Observed) -> bool:
    return is_ibmi(observed.key.kind)


class _Copying:
    """The transaction of a copy, and what is found on the way."""

    def __init__(self, tx: Transaction, loaded: Loaded) -> None:
        self.tx = tx
        self.loaded = loaded

    def copy(
        self, facts: SystemFacts, observed: Sequence[Observed], handles: Sequence[Handle]
    ) -> None:
        # Attributes that the queue manager does not have are not here either.
        if any(is_mq(o.key.kind) for o in observed):
            for stored in list(self.tx.objects(MQ_KINDS)):
                self.tx.drop(CLASS_OF[stored.kind], stored.name)
        self._settings(facts)
        for one in observed:
            if not is_derived(one.key.kind):
                self._put(one)
        self._repositories(observed)
        known: Counter[tuple[str, bool]] = Counter()
        for handle in handles:
            self._open(handle)
        for opened in self.tx.handles():
            for local in {step.name for step in opened.path if step.role in _HOLDING}:
                known[local, True] += opened.count if opened.for_input else 0
                known[local, False] += opened.count if OpenFor.OUTPUT in opened.open_for else 0
        for one in observed:
            self._uncounted(one, known)

    def _settings(self, facts: SystemFacts) -> None:
        known: dict[str, Any] = {}
        if facts.default_transmission_queue:
            known["default_transmission_queue"] = facts.default_transmission_queue
        if facts.max_message_length:
            known["max_message_length"] = facts.max_message_length
        self.tx.alter_manager(known)
        process = ProcessSpec.kind  # of those that queues name, no more may be known
        for name in facts.names.get(Role.PROCESS, ()):
            if self.tx.get(CLASS_OF[process], name) is None:
                self.tx.put(Stored(process, name, shipped(process, self.tx.facts)))
        for library, authority in (facts.libraries or {}).items():
            self.tx.add_library(library, authority or "sysval")

    def _put(self, one: Observed) -> None:
        kind, name = one.key.kind, one.key.name
        attributes = KINDS[kind].attributes()
        observable = {n: v for n, v in one.attributes.items() if attributes[n].observable}
        stored = Stored(
            kind, name, {**self._unreported(kind, observable), **observable}, one.definition_type
        )
        self.tx.put(stored)
        if one.group is not None:
            group = {n: v for n, v in one.group.items() if attributes[n].observable}
            self.tx.put(Stored(kind, name, {**self._unreported(kind, group), **group}))
        self.loaded.taken[kind] += 1
        status = one.status
        if status is None or status.depth is None:
            return
        queue = name if queue_type(kind) is QueueType.LOCAL else messages_of(stored)
        # Uncommitted puts count in the depth; what is beyond it can only be gets.
        puts = min(status.uncommitted, status.depth)
        gets = status.uncommitted - puts
        for count, state in ((status.depth - puts, "committed"), (puts, "put"), (gets, "get")):
            if count:
                self.tx.add_messages(queue, count, 0, state)
        self.loaded.messages += status.depth

    def _unreported(self, kind: str, observable: Mapping[str, Any]) -> dict[str, Any]:
        """Attributes that no answer of the system gives are as they are shipped; a record has no
        others than those that it was set with."""
        if is_record(kind):
            return {}
        return {n: v for n, v in shipped(kind, self.tx.facts).items() if n not in observable}

    def _repositories(self, observed: Iterable[Observed]) -> None:
        found = list(observed)
        full = {o.key.name for o in found if o.attributes.get("full_repository") == "yes"}
        for one in found:
            names = one.attributes.get("names")
            is_namelist = Role.NAMELIST in spec_of(one.key.kind).roles
            if is_namelist and len(full) > 1 and isinstance(names, tuple) and {*names} == full:
                self.tx.alter_manager({"repository_namelist": one.key.name})
        for cluster in sorted(full):
            try:
                set_repository(self.tx, cluster, "yes")
            except CommandFailed as error:
                self.loaded.failed.append(one_line(str(error)))

    def _open(self, handle: Handle) -> None:
        """As it was opened, where that leads anywhere now; else it holds the name alone."""
        opened = StoredHandle(
            handle.object_name,
            handle.application,
            handle.user,
            handle.open_for,
            handle.channel,
            handle.queue_manager,
            handle.count,
        )
        self.loaded.openers += handle.count
        if handle.opened_as != "QUEUE":
            apart = handle.opened_as.lower()
            self.tx.add_handle(replace(opened, object_class=apart, path=handle.path or ()))
            return
        try:
            if entries.open_object(self.tx, opened) is None:
                opening.open_object(self.tx, opened, "AMQ.*")
        except CommandFailed:
            path = (Resolved("local", handle.object_name),)
            self.tx.add_handle(replace(opened, anonymous=True, path=path))

    def _uncounted(self, one: Observed, known: Mapping[tuple[str, bool], int]) -> None:
        """Openers that the system counts and does not list."""
        status, name = one.status, one.key.name
        if queue_type(one.key.kind) is not QueueType.LOCAL or status is None:
            return
        for use, count, is_input in (
            (OpenFor.INPUT_SHARED, status.open_input, True),
            (OpenFor.OUTPUT, status.open_output, False),
        ):
            missing = count - known[name, is_input]
            if missing > 0:
                path = (Resolved("local", name),)
                handle = StoredHandle(
                    name, UNKNOWN_APPLICATION, "", frozenset({use}), count=missing
                )
                self.tx.add_handle(replace(handle, anonymous=True, path=path))
                self.loaded.openers += missing
