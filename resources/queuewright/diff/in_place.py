"""A change in place: what it costs, whether it needs FORCE, whom it disturbs."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from queuewright.catalogue.attribute import Change, Value
from queuewright.catalogue.diagnostic import Diagnostic, first_few, problem
from queuewright.catalogue.observed import DISPOSITION, Observed, OpenFor
from queuewright.catalogue.options import Force
from queuewright.catalogue.sources import CHANGE_QUEUE, QMHQCDQ, cl_command
from queuewright.kinds import spec_of

from .force import change_class, force_need
from .live import in_live_use
from .refusals import cautions
from .removal import opened
from .request import DecisionRequest, resultant
from .types import AttributeChange, Decision, ForceNeed, ForceVerdict, Verb

_FORCE = (CHANGE_QUEUE.at("Force"),)


def priced(
    kind: str,
    changes: tuple[AttributeChange, ...],
    observed: Observed,
    replace_on: frozenset[str] = frozenset(),
) -> tuple[AttributeChange, ...]:
    """The changes with what they cost now, as far as the object's own status tells."""
    priced = []
    for change in changes:
        cost = change_class(kind, change.name, change.after, observed)
        if cost is Change.FIXED or "*" in replace_on or change.name in replace_on:
            cost = Change.REPLACE
        priced.append(replace(change, cost=cost))
    return tuple(priced)


def in_place(
    request: DecisionRequest, verb: Verb, changes: tuple[AttributeChange, ...], observed: Observed
) -> Decision:
    sent = {change.name: change.after for change in changes if change.after is not None}
    problems = [
        *request.validated(resultant(observed), sent),
        *_allocated(request, sent, observed),
        *cautions(request.key, changes),
        *in_live_use(request.key, changes, _in_use(request, observed), request.snapshot),
    ]
    need = force_need(request.kind, changes, observed, request.snapshot)
    with_force = False
    if need.verdict is not ForceVerdict.NOT_NEEDED:
        changes = tuple(
            replace(c, cost=Change.MAY_FORCE) if c.name in need.attributes else c for c in changes
        )
        if request.options.force is Force.WHEN_NEEDED:
            with_force = True
            problems += _disturbing(request, need, sent, observed)
        else:
            problems.append(_force_problem(request, need, sent))
    return Decision(verb, changes, force=need, problems=tuple(problems), with_force=with_force)


def _in_use(request: DecisionRequest, observed: Observed) -> Observed:
    """Where applications notice a change: of a group object, its copy."""
    copy = request.snapshot.get(request.kind, request.key.name) if observed.in_repository else None
    is_copy = copy is not None and copy.attributes.get(DISPOSITION) == "copy"
    return copy if copy is not None and is_copy else observed


def _allocated(
    request: DecisionRequest, sent: Mapping[str, Value], observed: Observed
) -> Iterator[Diagnostic]:
    """CHGMSGQ needs the message queue for itself; GRTOBJAUT, which sets the authority, does not."""
    spec = spec_of(request.kind)
    users = opened(observed, request.snapshot) if spec.allocated_to_change else ""
    if users and sent.keys() - {"authority"}:
        command = spec.cl.change
        rule = f"cannot be changed while it is open: {users}"
        yield request.problem("in-use", rule, "close it first", cl_command(command).at(command))
    handles = () if observed.status is None else observed.status.handles
    alone = [each for each in handles if OpenFor.INPUT_EXCLUSIVE in each.open_for]
    locked = sorted(spec.locked_to_change & sent.keys())
    if alone and locked:
        rule = f"{locked[0]} cannot be changed while a job has it alone: {alone[0].application}"
        source = QMHQCDQ.at("Authorities and Locks")
        yield request.problem("in-use", rule, "end its use first", source)


def _force_problem(
    request: DecisionRequest, need: ForceNeed, sent: Mapping[str, Value]
) -> Diagnostic:
    needed = need.verdict is ForceVerdict.NEEDED
    who = first_few([str(use) for use in need.uses], 4)
    rule = f"{'needs' if needed else 'may need'} FORCE: {need.why}"
    rule += f"; {'; '.join(who)}" if who else ""
    first = need.attributes[0]
    code, way_out = f"force-{need.verdict.value}", f'{need.way_out}, or set force="when-needed"'
    value = sent.get(first)
    return problem(request.key, code, rule, way_out, _FORCE, first, value, warning=not needed)


def _disturbing(
    request: DecisionRequest, need: ForceNeed, sent: Mapping[str, Value], observed: Observed
) -> Iterator[Diagnostic]:
    """Force: the usage must not normally be changed while there are messages on the queue."""
    depth = observed.status.depth if observed.status is not None else 0
    if "usage" in need.attributes and depth:
        rule = f"the format of messages changes on a transmission queue, and {depth} are on it"
        code, way_out, usage = "usage-with-messages", "empty the queue first", sent.get("usage")
        yield problem(request.key, code, rule, way_out, _FORCE, "usage", usage, warning=True)
