"""The objects as the sandbox reports them: one consistent view, a handful of queries in all."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from queuewright.catalogue.observed import TOPIC, Observed, OpenFor, Status, with_groups
from queuewright.catalogue.references import QueueType, Role
from queuewright.diff.write_only import without_write_only
from queuewright.kinds import (
    IBMI_KINDS,
    is_derived,
    is_ibmi,
    is_queue,
    is_single,
    queue_type,
    spec_of,
)
from queuewright.mq.alias_queue import AliasQueueSpec
from queuewright.mq.local_queue import LocalQueueSpec
from queuewright.mq.remote_queue import RemoteQueueSpec
from queuewright.systems.reading import is_part_of_others

from . import object_grants, running
from .clusters import stored_memberships
from .message_rows import Depth
from .partition import in_library, messages_of, owned
from .queue_manager import manager_attributes
from .rows import CLASS_OF, Stored, StoredHandle, Transaction

_LOCAL = ("local", "transmission")
_HOLDS_MESSAGES = (
    LocalQueueSpec.kind,
    *(kind for kind in IBMI_KINDS if spec_of(kind).holds_messages),
)


def observe(
    tx: Transaction,
    kinds: Collection[str],
    names: Collection[str] | None = None,
    *,
    status: bool = False,
) -> Iterator[Observed]:
    """Objects of `kinds` by kind and name; only `names` where given, absent ones left out. An
    object of the shared repository stands beside the one of the queue manager."""
    found = observe_stored(tx, kinds, names, status=status, in_repository=True)
    return iter(with_groups(one for _, one in found))


def observe_stored(
    tx: Transaction,
    kinds: Collection[str],
    names: Collection[str] | None = None,
    *,
    status: bool = False,
    in_repository: bool = False,
) -> Iterator[tuple[Stored, Observed]]:
    """Each with what the file has of it: its times too. in_repository: the objects of the group's
    shared repository as well, behind the queue manager's own."""
    for kind in kinds:
        spec_of(kind)
    if names is not None and tx.on_ibmi and any(is_ibmi(kind) for kind in kinds):
        # *CURLIB/NAME is asked for under its library's name too.
        names = {*names, *(in_library(tx, name) for name in names if "/" in name)}
    lookup = _Lookup(tx) if status else None
    stored = tuple(kind for kind in kinds if not is_derived(kind))
    for known in tx.objects(stored, names):
        if names is None and known.name in spec_of(known.kind).of_every_system:
            continue
        yield known, observed(tx, known, lookup)
    for member in stored_memberships(tx) if any(map(is_derived, kinds)) else ():
        if names is None or member.name in names:
            yield member, observed(tx, member, lookup)
    # Their objects show them all: a reading of everything has them there.
    of_objects = [kind for kind in kinds if is_part_of_others(kind)]
    for record in object_grants.records(tx, names or ()) if of_objects else ():
        yield record, observed(tx, record, lookup)
    if in_repository:
        for known in tx.group_objects(stored, names):
            yield known, observed(tx, known)


def observed(tx: Transaction, stored: Stored, lookup: "_Lookup | None" = None) -> Observed:
    """One object as the sandbox reports it; with `lookup`, its status too."""
    own: Mapping[str, Any] = stored.attributes
    if is_single(stored.kind):
        own = manager_attributes(tx)
    elif is_ibmi(stored.kind):
        own = owned(stored.kind, own)
    return Observed(
        tx.key(stored.kind, stored.name),
        without_write_only(stored.kind, own),
        None if lookup is None else lookup.status(stored),
        stored.definition_type,
    )


class _Lookup:
    """Handles and message counts of a whole system, read once."""

    def __init__(self, tx: Transaction) -> None:
        self.depths, self.longest = tx.depths(), tx.longest_messages()
        self.instances = running.instances(tx)
        placed = tx.objects([kind for kind in IBMI_KINDS if spec_of(kind).in_library])
        self.held = Counter(one.name.partition("/")[0] for one in placed)
        self.own: dict[tuple[str, str], list[StoredHandle]] = {}
        self.locally: dict[str, list[StoredHandle]] = {}
        anonymous = set()
        for handled in tx.handles():
            # Nothing that is done to a topic waits for those who have it open.
            if handled.object_class != TOPIC and handled.queue_manager in ("", tx.name):
                name = (handled.object_class, handled.object_name)
                self.own.setdefault(name, []).append(handled)
            for step in handled.path:
                if step.role in _LOCAL:
                    self.locally.setdefault(step.name, []).append(handled)
                if handled.anonymous:
                    anonymous.add(step.name)
        self.anonymous = anonymous
        self.bases = self._unknown_bases(tx) if anonymous else set()

    def _unknown_bases(self, tx: Transaction) -> set[str]:
        """Alias and remote queues whose target has handles known only by a dump's counts: it may
        have been opened by their names."""
        names = set()
        for stored in tx.objects((RemoteQueueSpec.kind, AliasQueueSpec.kind)):
            values = stored.attributes
            targets = {
                values.get("base_object_name"),
                values.get("xmit_queue_name") or values.get("remote_queue_manager_name"),
            }
            if targets & self.anonymous:
                names.add(stored.name)
        for stored in tx.objects((AliasQueueSpec.kind,)):
            if stored.attributes.get("base_object_name") in names:
                names.add(stored.name)
        return names

    def status(self, stored: Stored) -> Status:
        kind = stored.kind
        own = self.own.get((CLASS_OF[kind], stored.name), [])
        handles = tuple(handle.plain for handle in own)
        if kind not in _HOLDS_MESSAGES:
            known = not is_queue(kind) or stored.name not in self.bases
            if Role.LIBRARY in spec_of(kind).roles:
                return Status(handles=handles, objects=self.held.get(stored.name, 0))
            spec = spec_of(kind)
            word = spec.mqsc.word
            now = self.instances.get((word, stored.name), ()) if spec.runs else ()
            return Status(handles=handles, handles_known=known, instances=now)
        counted = stored.name if queue_type(kind) is QueueType.LOCAL else messages_of(stored)
        depth, longest = self.depths.get(counted, Depth()), self.longest.get(counted)
        holders = self.locally.get(stored.name, []) if queue_type(kind) is QueueType.LOCAL else own
        return Status(
            depth=depth.depth,
            uncommitted=depth.uncommitted,
            open_input=sum(h.count for h in holders if h.for_input),
            open_output=sum(h.count for h in holders if OpenFor.OUTPUT in h.open_for),
            handles=handles,
            handles_known=stored.name not in self.anonymous,
            longest_message=longest,
        )
