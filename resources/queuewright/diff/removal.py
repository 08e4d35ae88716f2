"""What stands in the way of a delete, alone or as half of a replacement.

Sources: IBM's Delete Queue (PCF) and DELETE QLOCAL: refused while the queue, or anything that
resolves to it, is open; with committed messages unless purged; with uncommitted messages always.
DELETE NAMELIST: refused while it is open. DLTMSGQ and DLTDTAQ: refused while a job has the object
allocated. DLTAUTL: refused while the list secures objects.
"""

from collections.abc import Collection, Iterable, Iterator

from queuewright.catalogue.diagnostic import Diagnostic, first_few, problem
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed
from queuewright.catalogue.options import OnDelete
from queuewright.catalogue.references import Role
from queuewright.catalogue.sources import (
    CHANGE_CHANNEL,
    DELETE_QUEUE,
    DLTAUTL,
    MQSC,
    Sources,
    cl_command,
)
from queuewright.kinds import IBMI_KINDS, QUEUE_KINDS, is_derived, kinds_of, spec_of
from queuewright.mq.channels import ClusterReceiverChannelSpec
from queuewright.mq.namelist import NamelistSpec
from queuewright.world.snapshot import Snapshot


def delete_sources(kind: str) -> Sources:
    """The documents that say when an object of the kind can be deleted."""
    spec = spec_of(kind)
    if kind in QUEUE_KINDS:
        return (DELETE_QUEUE.at("Delete Queue"), MQSC.at(f"DELETE {spec.mqsc.word}"))
    if spec.mqsc.word:
        return (MQSC.at(f"DELETE {spec.mqsc.word}"),)
    command = spec.cl.delete
    return (cl_command(command).at(command),) if command else ()


def loss(
    key: Key,
    observed: Observed,
    snapshot: Snapshot,
    on_delete: OnDelete,
    verb: str,
    way_out: str = 'set on_delete="purge"',
) -> Iterator[Diagnostic]:
    """What blocks deleting `observed`, and what to warn of. `verb`: "deleted" or "replaced".
    way_out: what the user has to do so that messages may be lost."""
    if observed.in_repository:  # which nobody opens; copies that are in use stay
        return
    status, sources = observed.status, delete_sources(key.kind)
    users = opened(observed, snapshot)
    if users:
        rule = f"cannot be {verb} while it is open: {users}"
        yield problem(key, "in-use", rule, "close it first", sources)
    elif key.kind in QUEUE_KINDS and (strays := snapshot.strays(key.name)):
        rule = f"may still be open from before names led elsewhere: {strays[0]}"
        yield problem(key, "in-use-unknown", rule, "close it first", sources, warning=True)
    if status is None:
        if spec_of(key.kind).holds_messages:
            rule = f"is to be {verb}, and whether it is open or holds messages is not known"
            yield problem(key, "status-unknown", rule, "look first", sources, warning=True)
        return
    if status.uncommitted:
        rule = f"cannot be {verb} with uncommitted work on it"
        yield problem(key, "uncommitted", rule, "end the units of work first", sources)
    if not status.depth:
        return
    messages = f"{status.depth} message{'s' if status.depth > 1 else ''}"
    if on_delete is OnDelete.PURGE:
        rule = f"{messages} {'are' if status.depth > 1 else 'is'} lost, as it is purged"
        yield problem(key, "messages-purged", rule, "move them first", sources, warning=True)
    else:
        rule = f"would lose {messages} if it were {verb}"
        remediation = f"empty the queue, or {way_out} to lose them"
        yield problem(key, "data-loss", rule, remediation, sources)


def authorities_lost(key: Key, because: str) -> Diagnostic:
    """Who may use an object that is deleted and created again: on IBM i its private authorities go
    with it, in MQ its authority records, unless the deletion says AUTHREC(NO)."""
    sources = delete_sources(key.kind)
    way_out = "delete it with AUTHREC(NO), or grant them again"
    if key.kind in IBMI_KINDS:
        way_out = "grant them again, or secure it by an authorization list"
        sources = (*sources, cl_command("GRTOBJAUT").at("GRTOBJAUT"))
    rule = f"{because}: its own authorities go with it"
    return problem(key, "authorities-lost", rule, way_out, sources, warning=True)


def opened(observed: Observed, snapshot: Snapshot) -> str:
    """Who has the object open, "" for nobody; by the queue's name or one that resolves to it."""
    uses = snapshot.uses_of_object(observed)
    if uses:
        return "; ".join(first_few([str(use) for use in uses]))
    status = observed.status
    if status is not None and (status.open_input or status.open_output):
        return (
            f"{status.open_input} handles for input, {status.open_output} for output, by whom "
            "is not known"
        )
    return ""


def joining(key: Key, snapshot: Snapshot, besides: Collection[Key] = ()) -> list[Key]:
    """The cluster-receiver channels that make the queue manager a member of the cluster, itself
    or through a namelist. besides: what no longer names the cluster, or the namelist, or goes."""
    channels = []
    for near, _ in snapshot.named_by(key):
        if near in besides:
            continue
        if near.kind == NamelistSpec.kind:
            named = (far for far, _ in snapshot.named_by(near) if far not in besides)
            channels += [far for far in named if far.kind == ClusterReceiverChannelSpec.kind]
        elif near.kind == ClusterReceiverChannelSpec.kind:
            channels.append(near)
    return channels


def dependents(
    key: Key, snapshot: Snapshot, pending_deletes: Collection[Key] | None
) -> Iterator[Diagnostic]:
    """What blocks a delete, or is to be warned of, because other objects name this one.

    pending_deletes: keys that the same plan deletes; None when that is not known, and then
    nothing blocks.
    MQ deletes a queue that others name; IBM i refuses for an authorization list, and a membership
    lasts as long as a cluster-receiver channel.
    """
    unknown = pending_deletes is None
    if is_derived(key.kind):
        channels = [channel.name for channel in joining(key, snapshot, pending_deletes or ())]
        if channels:
            rule = f"a cluster-receiver channel keeps the queue manager in it: {channels[0]}"
            way_out = "delete or change the channel first"
            joins = (CHANGE_CHANNEL.at("ClusterName"),)
            yield problem(key, "still-joined", rule, way_out, joins, warning=unknown)
            return
    naming = [
        (other, attribute)
        for other, attribute in snapshot.named_by(key)
        if other != key and other not in (pending_deletes or ())
    ]
    names = [f"{other.name} ({attribute})" for other, attribute in naming]
    rule = f"others name it: {', '.join(first_few(names))}"
    remediation = "change or delete those first"
    if names and key.kind in kinds_of(Role.AUTHORIZATION_LIST):
        rule = f"an authorization list that secures objects cannot be deleted; {rule}"
        deleting = (DLTAUTL.at("DLTAUTL"),)
        yield problem(key, "list-in-use", rule, remediation, deleting, warning=unknown)
    elif names and not unknown:
        sources = naming_sources(naming)
        yield problem(key, "left-dangling", rule, remediation, sources, warning=True)


def naming_sources(naming: Iterable[tuple[Key, str]]) -> Sources:
    """The documents of attributes that name another object."""
    named = (spec_of(key.kind).attributes()[attribute].sources for key, attribute in naming)
    return tuple(dict.fromkeys(source for sources in named for source in sources))
