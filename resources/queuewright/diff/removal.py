"""Obstacles to a delete, alone or as half of a replacement.

Sources: IBM's Delete Queue (PCF) and DELETE QLOCAL: refused while the queue, or anything that
resolves to it, is open; with committed messages unless purged; with uncommitted messages always.
DELETE NAMELIST: refused while it is open. DLTMSGQ and DLTDTAQ: refused while a job has the object
allocated. DLTAUTL: refused while the list secures objects.
"""

from collections.abc import Collection, Iterable, Iterator

from queuewright.catalogue.diagnostic import Diagnostic, Severity, first_few
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed
from queuewright.catalogue.options import OnDelete
from queuewright.catalogue.references import Role
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import (
    CHANGE_CHANNEL,
    CRTDTAQ,
    DELETE_QUEUE,
    DLTAUTL,
    DLTLIB,
    MQSC,
    Sources,
    cl_command,
)
from queuewright.graph.references import guarded_by
from queuewright.kinds import (
    is_derived,
    is_ibmi,
    is_queue,
    kinds_of,
    spec_of,
)
from queuewright.mq.authority_record import object_type_of
from queuewright.mq.channels import ClusterReceiverChannelSpec
from queuewright.mq.namelist import NamelistSpec
from queuewright.world.snapshot import Snapshot

from .running import removal_of_what_runs, senders

RECREATED_LOSES = "Messages and entries are lost when a queue is created again"

# Each has the sources of what deletes its kind, see `delete_sources`.
IN_USE = Rule(
    "in-use",
    "An object is open, so that it cannot be changed or deleted",
    "cannot be {action} while it is open: {users}",
    "close it first",
)
IN_USE_UNKNOWN = Rule(
    "in-use-unknown",
    "A queue may be open under a name that led to it before",
    "may still be open from before names led elsewhere: {use}",
    "close it first",
    severity=Severity.WARNING,
)
NOT_EMPTY = Rule(
    "not-empty",
    "A queue that is deleted has entries, and the system refuses that",
    "cannot be {action} while it has entries: {count}",
    "let them end, or empty it first: {command}",
)
HOLDS_OBJECTS = Rule(
    "holds-objects",
    "A library that goes holds objects that stay",
    "holds {objects}; they would go with it",
    "delete them, or move them, first",
    (DLTLIB.at("DLTLIB"),),
)
CONTENTS_UNKNOWN = Rule(
    "contents-unknown",
    "It is not known what a library holds that goes",
    "{system} does not report how many objects it holds; it is deleted only if it is empty",
    "look first",
    (DLTLIB.at("DLTLIB"),),
    severity=Severity.WARNING,
)
STATUS_UNKNOWN = Rule(
    "status-unknown",
    "It is not known whether an object that goes is in use",
    "is to be {action}, and whether it is open or holds messages is not known",
    "look first",
    severity=Severity.WARNING,
)
UNCOMMITTED = Rule(
    "uncommitted",
    "A queue has uncommitted work on it",
    "cannot be {action} with uncommitted work on it",
    "end the units of work first",
)
DATA_LOSS = Rule(
    "data-loss",
    RECREATED_LOSES,
    "would lose {messages} if it were {action}",
    "empty the queue, or {permit} to lose them",
    (DELETE_QUEUE.at("Purge"), CRTDTAQ.at("DTAQ")),
    page="QW501",
)
MESSAGES_PURGED = Rule(
    "messages-purged",
    RECREATED_LOSES,
    "{messages} lost, as it is purged",
    "move them first",
    (DELETE_QUEUE.at("Purge"), CRTDTAQ.at("DTAQ")),
    severity=Severity.WARNING,
    page="QW501",
)
AUTHORITIES_LOST = Rule(
    "authorities-lost",
    "Authorities are lost when an object is created again",
    "{because}: its own authorities go with it",
    "delete it with AUTHREC(NO), or grant them again",
    (MQSC.at("DELETE QLOCAL, AUTHREC"), CRTDTAQ.at("AUT")),
    severity=Severity.WARNING,
    page="QW502",
)
MQ_AUTHORITIES_LOST = AUTHORITIES_LOST.but(
    remediation="grant them again: its DELETE has no AUTHREC(NO)"
)
IBMI_AUTHORITIES_LOST = AUTHORITIES_LOST.but(
    remediation="grant them again, or secure it by an authorization list"
)
PUBLICATIONS_MISSED = Rule(
    "publications-missed",
    "A subscription that is created again misses publications",
    "{because}: publications between DELETE SUB and DEFINE SUB do not reach its destination",
    "do it while nobody publishes, or define the new one under another name first",
    (MQSC.at("DELETE SUB"), MQSC.at("DEFINE SUB")),
    severity=Severity.WARNING,
    page="QW504",
)
STILL_JOINED = Rule(
    "still-joined",
    "A channel keeps the queue manager in a cluster",
    "a cluster-receiver channel keeps the queue manager in it: {channel}",
    "delete or change the channel first",
    (CHANGE_CHANNEL.at("ClusterName"),),
)
LIST_IN_USE = Rule(
    "list-in-use",
    "An authorization list secures objects",
    "an authorization list that secures objects cannot be deleted; others name it: {names}",
    "change or delete those first",
    (DLTAUTL.at("DLTAUTL"),),
)
STRUCTURE_IN_USE = Rule(
    "structure-in-use",
    "Shared queues use a structure that is deleted",
    "cannot be deleted while shared queues of it are not both empty and closed: {names}",
    "empty and close them, or delete them, first",
    (MQSC.at("DELETE CFSTRUCT"),),
)
STILL_PROTECTED = Rule(
    "still-protected",
    "Messages were put under a security policy that is deleted",
    "{messages} on {queue}, which may be protected by it: without it nobody gets them unprotected",
    "let them be got first",
    (MQSC.at("DELETE POLICY"),),
    severity=Severity.WARNING,
)
LEFT_DANGLING = Rule(
    "left-dangling",
    "Others name an object that is deleted",
    "others name it: {names}",
    "change or delete those first",
    severity=Severity.WARNING,
)


def delete_sources(kind: str) -> Sources:
    """The documents that say when an object of the kind can be deleted."""
    spec = spec_of(kind)
    if is_queue(kind):
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
    permit: str = 'set on_delete="purge"',
) -> Iterator[Diagnostic]:
    """The problems of deleting `observed`. `verb`: "deleted" or "replaced".
    permit: what the user has to do so that messages may be lost."""
    if observed.in_repository:  # which nobody opens; copies that are in use stay
        return
    status, sources = observed.status, delete_sources(key.kind)
    for guarded in guarded_by(key):
        queue = snapshot.get(guarded.kinds[0], guarded.name)
        if queue is not None and queue.depth:
            yield STILL_PROTECTED(key, messages=counted(queue.depth), queue=guarded.name)
    yield from removal_of_what_runs(key, observed, verb)
    yield from senders(key, snapshot, verb)
    users = opened(observed, snapshot)
    if users:
        yield IN_USE(key, sources=sources, action=verb, users=users)
    elif is_queue(key.kind) and (strays := snapshot.strays(key.name)):
        yield IN_USE_UNKNOWN(key, sources=sources, use=strays[0])
    if messages := spec_of(key.kind).hides_messages(observed.attributes):
        if on_delete is OnDelete.PURGE:
            yield MESSAGES_PURGED(key, sources=sources, messages=f"{messages} are")
        else:
            yield DATA_LOSS(key, sources=sources, messages=messages, action=verb, permit=permit)
    if status is None:
        if spec_of(key.kind).holds_messages:
            yield STATUS_UNKNOWN(key, sources=sources, action=verb)
        return
    if status.uncommitted:
        yield UNCOMMITTED(key, sources=sources, action=verb)
    if not status.depth:
        return
    if command := spec_of(key.kind).emptied_by:
        yield NOT_EMPTY(key, sources=sources, action=verb, count=status.depth, command=command)
        return
    messages = counted(status.depth)
    if on_delete is OnDelete.PURGE:
        are = "are" if status.depth > 1 else "is"
        yield MESSAGES_PURGED(key, sources=sources, messages=f"{messages} {are}")
    else:
        yield DATA_LOSS(key, sources=sources, messages=messages, action=verb, permit=permit)


def counted(depth: int) -> str:
    """So many messages."""
    return f"{depth} message{'s' if depth > 1 else ''}"


def lost_in_between(key: Key, because: str) -> Iterator[Diagnostic]:
    """The losses of an object that is deleted and created again: who may use it, as on IBM i its
    private authorities go with it, in MQ its authority records, unless the deletion says
    AUTHREC(NO), or objects of the type have none; the publications that a subscription misses."""
    sources, spec = delete_sources(key.kind), spec_of(key.kind)
    if is_ibmi(key.kind):
        sources = (*sources, cl_command("GRTOBJAUT").at("GRTOBJAUT"))
        yield IBMI_AUTHORITIES_LOST(key, sources=sources, because=because)
    elif key.kind in kinds_of(Role.SUBSCRIPTION):
        yield PUBLICATIONS_MISSED(key, because=because)
    elif object_type_of(spec.namespace):
        rule = AUTHORITIES_LOST if spec.mqsc.keeps_authorities else MQ_AUTHORITIES_LOST
        yield rule(key, sources=sources, because=because)


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
    """The problems of a delete because other objects name this one.

    pending_deletes: keys that the same plan deletes; None when that is not known, and then
    nothing blocks.
    MQ deletes a queue that others name; IBM i refuses for an authorization list, and a membership
    lasts as long as a cluster-receiver channel.
    """
    unknown = pending_deletes is None
    severity = Severity.WARNING if unknown else Severity.ERROR
    if is_derived(key.kind):
        channels = [channel.name for channel in joining(key, snapshot, pending_deletes or ())]
        if channels:
            yield STILL_JOINED(key, severity=severity, channel=channels[0])
            return
    if key.kind in kinds_of(Role.LIBRARY):
        yield from _held(key, snapshot, pending_deletes, severity)
    naming = [
        (other, attribute)
        for other, attribute in snapshot.named_by(key)
        if other != key and other not in (pending_deletes or ())
    ]
    names = first_few([f"{other.name} ({attribute})" for other, attribute in naming])
    if names and key.kind in kinds_of(Role.AUTHORIZATION_LIST):
        yield LIST_IN_USE(key, severity=severity, names=", ".join(names))
    elif used := _using(key, naming, snapshot):
        yield STRUCTURE_IN_USE(key, severity=severity, names=", ".join(first_few(used)))
    elif names and not unknown:
        yield LEFT_DANGLING(key, sources=naming_sources(naming), names=", ".join(names))


def _using(key: Key, naming: Iterable[tuple[Key, str]], snapshot: Snapshot) -> list[str]:
    """The queues that keep their messages in an object of a group, as far as they are known to be
    open or to hold some."""
    if not spec_of(key.kind).of_group:
        return []
    named = (snapshot.objects[other] for other, _ in naming if other in snapshot.objects)
    statuses = ((each.key.name, each.status) for each in named)
    return [n for n, s in statuses if s is not None and (s.depth or s.uncommitted or s.in_use)]


def _held(
    key: Key, snapshot: Snapshot, pending_deletes: Collection[Key] | None, severity: Severity
) -> Iterator[Diagnostic]:
    """The objects in a library that nobody deletes before it. DLTLIB would delete them too, whoever
    they are: "this command first deletes all of the objects and then deletes the library"."""
    held = [other for other in snapshot.objects if is_in(other, key)]
    stay = sorted(other.name for other in held if other not in (pending_deletes or ()))
    found = snapshot.objects.get(key)
    status = found.status if found is not None else None
    total = status.objects if status is not None else None
    if total is None:
        yield CONTENTS_UNKNOWN(key, system=key.system)
    others = max((total or 0) - len(held), 0)
    if stay or others:
        more = [f"{others} other object{'s' if others > 1 else ''}"] if others else []
        yield HOLDS_OBJECTS(key, severity=severity, objects=", ".join([*first_few(stay), *more]))


def is_in(key: Key, library: Key) -> bool:
    """Whether an object is in a library."""
    spec = spec_of(key.kind)
    if key.system != library.system or not spec.in_library:
        return False
    return spec.names_in(key.name).get("library") == library.name


def naming_sources(naming: Iterable[tuple[Key, str]]) -> Sources:
    """The documents of attributes that name another object."""
    named = (spec_of(key.kind).fields_described()[attribute].sources for key, attribute in naming)
    return tuple(dict.fromkeys(source for sources in named for source in sources))
