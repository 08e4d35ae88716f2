"""A delete and a create in place of a change: what goes over to the new object, what is lost."""

from collections.abc import Collection, Iterator, Mapping

from queuewright.catalogue.attribute import Change, Value
from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.catalogue.observed import DISPOSITION, Observed
from queuewright.catalogue.options import OnDelete
from queuewright.catalogue.platform import Platform
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import CHANGE_QUEUE, PROGRAMS
from queuewright.ibmi.private_authorities import PRIVATE
from queuewright.kinds import is_derived, is_record, spec_of

from .normalise import property_names
from .refusals import group_conflict
from .removal import dependents, loss, lost_in_between
from .request import DecisionRequest, unreported_of
from .sharing import COPY, GROUP, disposition_of
from .types import AttributeChange, Decision, Verb

REPLACE_RETAINED = Rule(
    "replace-retained",
    "An object that is kept cannot be replaced",
    'must be deleted to be replaced, and on_delete="retain" keeps it',
    "{instead} the new object another name",
    (PROGRAMS.at("on_delete"),),
)

LIVE_ALREADY = Rule(
    "live-already",
    "A live object has the name of a group object",
    "a live object of this name exists ({live}), which the stack does not own",
    'delete that first, or take the resource out, run up, and declare it as "{live}"',
    (CHANGE_QUEUE.at("QSGDisposition"),),
)


def takes_records(kind: str, platform: Platform) -> bool:
    """Whether no deletion of an object of this kind leaves its authority records: its command has
    no AUTHREC(NO). z/OS keeps authorities elsewhere."""
    is_kept = spec_of(kind).mqsc.keeps_authorities or is_record(kind)
    return not is_kept and platform is not Platform.ZOS


def replaced(
    request: DecisionRequest, changes: tuple[AttributeChange, ...], observed: Observed
) -> Decision:
    carried = carried_over(request.kind, observed, request.declared, request.defaults)
    lost_attributes = _not_carried(request)
    validated = request.validated({**(request.defaults or {}), **carried})
    unfit = {p.attribute: p.reason for p in validated if p.is_error and p.attribute in carried}
    if unfit:  # as a key length is, of a queue that is no longer keyed
        carried = {name: value for name, value in carried.items() if name not in unfit}
        validated = request.validated({**(request.defaults or {}), **carried})
    creates = {**carried, **request.declared}
    on_delete = request.options.on_delete
    pending = request.pending_deletes
    if pending is not None and is_derived(request.kind):
        pending = ()  # what joins the cluster is changed after it
    naming = dependents(request.key, request.snapshot, pending)
    problems = [
        *validated,
        *loss(request.key, observed, request.snapshot, on_delete, "replaced"),
        *_copy_in_the_way(request, creates, observed),
        *group_conflict(
            request.key,
            creates,
            request.snapshot.kinds_in_group(request.key),
            observed.attributes,
        ),
        *(p for p in naming if p.is_error),
    ]
    spec = spec_of(request.kind)
    is_lost = spec.is_secured() and PRIVATE not in observed.attributes
    if is_lost or takes_records(request.kind, request.facts.platform):
        problems += lost_in_between(request.key, "it is deleted and created")
    causes = ", ".join(change.name for change in changes if change.cost is Change.REPLACE)
    reason = request.replace_because or f"only delete and create can change {causes}"
    reasons = [reason]
    if carried:
        reasons.append(f"the new object keeps {', '.join(carried)} of the old one")
    reasons += [f"{name} is not carried over: {reason}" for name, reason in unfit.items()]
    if lost_attributes:
        names = ", ".join(lost_attributes)
        reasons.append(f"{names} cannot be carried over: {request.key.system} does not report it")
    if on_delete is OnDelete.RETAIN:
        as_it_is = f"leave {causes} as it is, or give" if causes else "give"
        problems.append(REPLACE_RETAINED(request.key, instead=as_it_is))
    ignored = property_names(request.ignore)
    declared = frozenset(request.declared)
    kept = declared if "*" in ignored else declared & ignored
    return Decision(
        Verb.REPLACE,
        changes,
        creates,
        carries=frozenset(carried) | (kept & observed.attributes.keys()),
        leaves=frozenset(unfit),
        problems=tuple(problems),
        purge=on_delete is OnDelete.PURGE and not observed.in_repository,
        reasons=tuple(reasons),
        messages=observed.depth,
    )


def _copy_in_the_way(
    request: DecisionRequest, creates: Mapping[str, Value], observed: Observed
) -> Iterator[Diagnostic]:
    """A group object that becomes one of the queue manager's own, while the copy that has the name
    there cannot go: nothing purges a copy along with its group object, and one that is not its copy
    stays."""
    live = request.snapshot.get(request.kind, request.key.name)
    becomes_live = observed.in_repository and creates.get(DISPOSITION) != GROUP
    if live is None or not becomes_live:
        return
    disposition = disposition_of(live.attributes)
    if disposition != COPY:
        yield LIVE_ALREADY(request.key, live=disposition or "q_mgr")
    else:
        permit = "delete its copy with QSGDISP(COPY) PURGE"
        kept = OnDelete.REFUSE_IF_IN_USE
        yield from loss(request.key, live, request.snapshot, kept, "replaced", permit)


def carried_over(
    kind: str,
    observed: Observed,
    managed: Collection[str],
    defaults: Mapping[str, Value] | None,
) -> dict[str, Value]:
    """The values that a replacement takes over: attributes that nobody manages and that differ from
    what a new object gets."""
    attributes, usual = spec_of(kind).attributes(), defaults or {}
    return {
        name: value
        for name, value in observed.attributes.items()
        if name in attributes and name not in managed and usual.get(name) != value
    }


def _not_carried(request: DecisionRequest) -> tuple[str, ...]:
    """Attributes that nobody manages, and that the system does not report."""
    unreported = unreported_of(request)
    return tuple(
        name
        for name, attribute in spec_of(request.kind).attributes().items()
        if name in unreported and name not in request.declared and attribute.applies(request.facts)
    )
