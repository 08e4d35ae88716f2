"""When an in-place change needs FORCE. Source: Change Queue (PCF), Force; ALTER QMGR, FORCE;
docs/readings.md.

| type   | changed                                   | and                                        |
|--------|-------------------------------------------|--------------------------------------------|
| alias  | base object (BaseQName) to a queue's name | an application has the alias open (1)      |
| local  | shareability to not shareable             | more than one application reads it         |
| local  | usage                                     | it is open, or holds messages              |
| remote | transmission queue, also to blank         | an application has the remote queue open   |
| remote | remote queue, manager, transmission       | open through it as queue manager alias     |
|        | queue to a name                           |                                            |
| model  | anything                                  | never: Force is not valid                  |

Of a queue manager: its default transmission queue, while an application has a remote queue open
whose messages go there because nothing names another one.

(1) or, where handles are not known, as in a dump: the queue behind it is open.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping

from queuewright.catalogue.attribute import Change, Value
from queuewright.catalogue.observed import UNKNOWN_APPLICATION, Observed, OpenFor, Status
from queuewright.catalogue.references import QueueType
from queuewright.catalogue.spec import Spec
from queuewright.kinds import is_queue, queue_type, spec_of
from queuewright.world.resolving import Use
from queuewright.world.snapshot import Snapshot

from .types import AttributeChange, ForceNeed, ForceVerdict

_NEEDED, _UNKNOWN = ForceVerdict.NEEDED, ForceVerdict.UNKNOWN
# "specified with a queue name", "a queue or queue manager name": a blank one needs no Force.
_ONLY_NAMES = ("base_object_name", "remote_queue_name", "remote_queue_manager_name")


def change_class(
    kind: str,
    attribute: str,
    after: Value | None,
    observed: Observed | None = None,
) -> Change:
    """The cost of changing one attribute to `after`, as far as the object itself (None: not known)
    tells. The catalogue's class, less where nothing can stand in the way.

    Raises UnknownKind, and KeyError when the kind has no such attribute.
    """
    spec = spec_of(kind)
    cost = spec.attributes()[attribute].change
    if cost is Change.NEEDS_STOPPED:
        return change_of_what_runs(spec, observed)
    status = None if observed is None else observed.status
    if attribute == "coupling_facility_structure" and observed is not None:
        # Change Queue (PCF) CFStructure: that of a shared queue cannot change; of others, "the
        # value of CFStructure does not matter".
        shared = observed.attributes.get("queue_sharing_group_disposition") == "shared"
        return cost if shared else Change.IN_PLACE
    if cost is not Change.MAY_FORCE:
        return cost
    if attribute == "shareability" and after != "not_shareable":
        return Change.IN_PLACE
    if attribute in _ONLY_NAMES and not after:
        return Change.IN_PLACE
    if not is_queue(kind):  # who has remote queues open is not its own status
        had = observed is None or observed.attributes.get(attribute) != ""
        return cost if had else Change.IN_PLACE
    if status is None or not status.handles_known:
        return cost
    if status.in_use or (attribute == "usage" and _holds(status)):
        return cost
    return Change.IN_PLACE


def change_of_what_runs(spec: type[Spec], observed: Observed | None) -> Change:
    """The cost for an object that may run: it works with a change from its next start."""
    if spec.runs is None:
        return Change.IN_PLACE
    status = None if observed is None else observed.status
    known = status is not None and status.instances is not None
    return Change.IN_PLACE if known and status and not status.running else Change.NEEDS_STOPPED


def force_need(
    kind: str, changes: Iterable[AttributeChange], observed: Observed, snapshot: Snapshot
) -> ForceNeed:
    """Whether changing `observed` in place needs FORCE, why, and because of whom.

    NEEDED where the system would refuse the change without; UNKNOWN where it may, and `reason` says
    what is not known. Handles that are open through an alias, a remote queue or a queue manager
    alias in `snapshot` count for what they resolve to.
    """
    if observed.in_repository:  # which nobody opens
        return ForceNeed()
    changed = {change.name: change for change in changes}
    costly = {
        name: change
        for name, change in changed.items()
        if change_class(kind, name, change.after) is Change.MAY_FORCE
    }
    target_type = changed.get("target_type")
    leads_to = target_type.after if target_type else observed.attributes.get("target_type")
    if leads_to == "topic":
        costly = {}  # "BaseQName is specified with a queue name"
    rule = _RULES.get(queue_type(kind))
    reasons = tuple(rule(costly, observed, snapshot)) if rule is not None and costly else ()
    if rule in (_alias, _remote) and costly and not reasons:
        reasons = tuple(_earlier(costly, observed, snapshot))
    if not reasons:
        return ForceNeed()
    verdict = _NEEDED if any(each.verdict is _NEEDED for each in reasons) else _UNKNOWN
    causes = {name for each in reasons if each.verdict is verdict for name in each.attributes}
    return ForceNeed(
        verdict,
        "; ".join(dict.fromkeys(each.reason for each in reasons)),
        tuple(name for name in costly if name in causes),
        tuple(dict.fromkeys(use for each in reasons for use in each.uses)),
        " and ".join(dict.fromkeys(each.remediation for each in reasons)),
    )


Changes = Mapping[str, AttributeChange]


def _alias(changes: Changes, observed: Observed, snapshot: Snapshot) -> Iterator[ForceNeed]:
    name, attributes = observed.key.name, tuple(changes)
    uses = snapshot.uses_of_object(observed)
    if uses:
        yield ForceNeed(_NEEDED, f"an application has alias {name} open", attributes, uses)
    elif counts := _counts(observed):
        yield ForceNeed(_NEEDED, f"alias {name} is open {counts}", attributes)
    elif observed.status is None or observed.status.handles_known:
        yield from _not_known(observed, attributes, f"alias {name}", _behind(observed, snapshot))
    elif behind := _behind(observed, snapshot):
        # A dump tells how often the queue behind is open, never by which name: what may have the
        # alias open stands in the way, because nobody can say that it does not.
        yield ForceNeed(_NEEDED, f"who has alias {name} open is not known{behind}", attributes)
    else:
        yield from _not_known(observed, attributes, f"alias {name}")


def _earlier(changes: Changes, observed: Observed, snapshot: Snapshot) -> Iterator[ForceNeed]:
    """A handle keeps what it resolved to when it was opened; definitions may be others since."""
    name, uses = observed.key.name, snapshot.strays(observed.key.name)
    if uses:
        reason = (
            f"applications that opened it before names led elsewhere may have gone through {name}"
        )
        yield ForceNeed(_UNKNOWN, f"{reason}: FORCE may be needed", tuple(changes), uses)


def _behind(alias: Observed, snapshot: Snapshot) -> str:
    """The known counts of the queue behind an alias: its counts include those who opened the
    alias."""
    for step in snapshot.path(alias.key.name)[1:]:
        if counts := _counts(snapshot.queue(step.name)):
            return f", and {step.name} behind it is open {counts}, perhaps by the alias"
    return ""


def _local(changes: Changes, observed: Observed, snapshot: Snapshot) -> Iterator[ForceNeed]:
    uses = snapshot.uses_of_object(observed)
    if "shareability" in changes:
        yield from _not_shareable(observed, uses)
    if "usage" in changes:
        yield from _usage(observed, uses)


def _not_shareable(observed: Observed, uses: tuple[Use, ...]) -> Iterator[ForceNeed]:
    name, status, attributes = observed.key.name, observed.status, ("shareability",)
    readers = tuple(use for use in uses if use.for_input)
    known = {use.who for use in readers if use.who is not None}
    # Who is not known by name cannot be said to be one application.
    handles = sum(use.count for use in readers)
    counted = max(status.open_input - handles, 0) if status else 0
    nameless = counted + sum(use.count for use in readers if use.who is None)
    openers = len(known) + nameless
    if openers > 1:
        many = f"{openers} handles" if nameless else f"{openers} applications"
        reason = f"{many} have {name} open for input, and it becomes not shareable"
        yield ForceNeed(_NEEDED, reason, attributes, readers)
    elif openers == 1:
        reason = (
            f"one application has {name} open for input, and it becomes not shareable: FORCE may "
            "be needed (Change Queue (PCF) says more than one; other IBM manuals say one or more)"
        )
        yield ForceNeed(_UNKNOWN, reason, attributes, readers)
    elif status is None:
        yield from _not_known(observed, attributes, name)


def _usage(observed: Observed, uses: tuple[Use, ...]) -> Iterator[ForceNeed]:
    name, attributes = observed.key.name, ("usage",)
    counts, holding = _counts(observed), _holds(observed.status)
    if uses:
        yield ForceNeed(_NEEDED, f"{name} is open, and its usage changes", attributes, uses)
    elif counts:
        reason = f"{name} is open {counts}, and its usage changes"
        yield ForceNeed(_NEEDED, reason, attributes)
    if holding:
        reason = f"{name} holds {holding}, and its usage changes"
        yield ForceNeed(_NEEDED, reason, attributes, remediation="empty it")
    elif not uses and not counts:
        yield from _not_known(observed, attributes, name)


def _remote(changes: Changes, observed: Observed, snapshot: Snapshot) -> Iterator[ForceNeed]:
    name = observed.key.name
    uses = snapshot.uses_of_object(observed)
    opened = tuple(use for use in uses if not use.as_queue_manager)
    managers = tuple(use for use in uses if use.as_queue_manager)
    if opened and "xmit_queue_name" in changes:
        reason = f"an application has remote queue {name} open, and its transmission queue changes"
        yield ForceNeed(_NEEDED, reason, ("xmit_queue_name",), opened)
    if managers:
        # "specified with a queue or queue manager name".
        named = tuple(attribute for attribute, change in changes.items() if change.after)
        if named:
            reason = f"an application has a queue open through the queue manager alias {name}"
            yield ForceNeed(_NEEDED, reason, named, managers)
    if not uses:
        yield from _not_known(observed, tuple(changes), f"remote queue {name}")


def _manager(changes: Changes, observed: Observed, snapshot: Snapshot) -> Iterator[ForceNeed]:
    attributes, default = tuple(changes), snapshot.facts.default_transmission_queue
    if "" in (default, *(observed.attributes.get(name) for name in attributes)):
        return  # nothing that is open got there by default
    if snapshot.handles is None or default is None:
        reason = "who has remote queues open is not known: FORCE may be needed"
        yield ForceNeed(_UNKNOWN, reason, attributes)
        return
    if uses := snapshot.sent_by_default:
        sent = f"sent by way of the default transmission queue {default}"
        reason = f"an application has a remote queue open whose messages are {sent}"
        yield ForceNeed(_NEEDED, reason, attributes, uses)
    if uses := tuple(filter(_is_counted_output, snapshot.uses_of(default))):
        reason = f"a dump does not say by which name {default} is open for output"
        yield ForceNeed(_UNKNOWN, f"{reason}: FORCE may be needed", attributes, uses)
    if uses := snapshot.perhaps_elsewhere:
        reason = (
            "an application has a queue open that is not here, which may be a queue of another "
            "queue manager: FORCE may be needed"
        )
        yield ForceNeed(_UNKNOWN, reason, attributes, uses)


def _is_counted_output(use: Use) -> bool:
    return use.application == UNKNOWN_APPLICATION and OpenFor.OUTPUT in use.open_for


def _not_known(
    observed: Observed, attributes: tuple[str, ...], objects: str, more: str = ""
) -> Iterator[ForceNeed]:
    status = observed.status
    if status is None:
        reason = f"the status of {objects} is not known{more}: FORCE may be needed"
    elif not status.handles_known:
        counts = spec_of(observed.key.kind).holds_messages
        more = more or (", only counts are, and they leave out browsers" if counts else "")
        reason = f"who has {objects} open is not known{more}: FORCE may be needed"
    else:
        return
    yield ForceNeed(_UNKNOWN, reason, attributes)


def _counts(observed: Observed | None) -> str:
    """How often it is open, "" if its status shows no opens."""
    status = observed.status if observed is not None else None
    if status is None or not (status.open_input or status.open_output):
        return ""
    return f"(for input {status.open_input}, for output {status.open_output})"


def _holds(status: Status | None) -> str:
    if status is None:
        return ""
    parts = [f"{status.depth} messages"] if status.depth else []
    parts += ["uncommitted work"] if status.uncommitted else []
    return " and ".join(parts)


_RULES: Mapping[QueueType | None, Callable[[Changes, Observed, Snapshot], Iterator[ForceNeed]]] = {
    QueueType.ALIAS: _alias,
    QueueType.LOCAL: _local,
    QueueType.REMOTE: _remote,
    None: _manager,  # no other kind that is not a queue takes FORCE
}
