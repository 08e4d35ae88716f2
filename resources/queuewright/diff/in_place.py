"""A change in place: what it costs, whether it needs FORCE, whom it disturbs."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from queuewright.catalogue.attribute import Change, Value
from queuewright.catalogue.diagnostic import Diagnostic, Severity, first_few
from queuewright.catalogue.observed import DISPOSITION, Observed, OpenFor
from queuewright.catalogue.options import Force
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import CHANGE_QUEUE, GRTOBJAUT, MQSC, QMHQCDQ, cl_command
from queuewright.ibmi.private_authorities import PRIVATE, WHO
from queuewright.kinds import is_queue, spec_of

from .force import change_class, force_need
from .live import in_live_use
from .object_users import has_more_without
from .refusals import cautions
from .removal import IN_USE, opened
from .request import DecisionRequest, resultant
from .running import senders, waiting
from .types import AttributeChange, Decision, ForceNeed, ForceVerdict, Verb

LOCKED = IN_USE.but(
    reason="{name} cannot be changed while a job holds it exclusively: {job}",
    remediation="end its use first",
    sources=(QMHQCDQ.at("Authorities and Locks"),),
)
FORCE_NEEDED = Rule(
    "force-needed",
    "A change needs FORCE while the object is in use",
    "needs FORCE: {because}",
    '{prevent}, or set force="when-needed"',
    (CHANGE_QUEUE.at("Force"),),
)
FORCE_UNKNOWN = FORCE_NEEDED.but(
    code="force-unknown",
    title="A change may need FORCE",
    reason="may need FORCE: {because}",
    severity=Severity.WARNING,
)
LIST_KEPT = Rule(
    "list-kept",
    "A list still secures an object that no longer takes the authority of *PUBLIC from it",
    "{listed} still secures the object: the users on it keep what it gives them",
    'give authorization_list="none" to take it off, or its name to say that it stays',
    (GRTOBJAUT.at("AUTL"),),
    "authorization_list",
    Severity.WARNING,
)
USAGE_WITH_MESSAGES = Rule(
    "usage-with-messages",
    "The usage of a queue changes while messages are on it",
    "the format of messages changes on a transmission queue, and {depth} are on it",
    "empty the queue first",
    (CHANGE_QUEUE.at("Force"),),
    "usage",
    Severity.WARNING,
)


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
        *_list_kept(request, sent, observed),
        *_revoked(request, changes, sent, observed),
        *in_live_use(request.key, changes, _in_use(request, observed), request.snapshot),
    ]
    waits, reasons, restarts = waiting(request.key, changes, observed, request.options.restart)
    problems += waits
    problems += senders(request.key, request.snapshot, "changed", tuple(sent))
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
    return Decision(
        verb,
        changes,
        force=need,
        problems=tuple(problems),
        with_force=with_force,
        with_restart=restarts,
        reasons=tuple(reasons),
    )


def _revoked(
    request: DecisionRequest,
    changes: Iterable[AttributeChange],
    sent: Mapping[str, Value],
    observed: Observed,
) -> Iterator[Diagnostic]:
    """Users of an object of IBM i that lose all of their own authorities."""
    for change in changes:
        had, has = change.before, change.after
        if change.name == PRIVATE and isinstance(had, Mapping) and isinstance(has, Mapping):
            gone = {user: words for user, words in had.items() if user not in has}
            values = {**observed.attributes, **sent}
            yield from has_more_without(request.key, gone, values, request.snapshot.listing)


def _list_kept(
    request: DecisionRequest, sent: Mapping[str, Value], observed: Observed
) -> Iterator[Diagnostic]:
    """*PUBLIC had its authority from a list that the program does not name."""
    name = "authorization_list"
    listed, was = observed.attributes.get(name), observed.attributes.get("authority")
    if was == "autl" and "authority" in sent and name not in request.declared and listed:
        yield LIST_KEPT(request.key, listed=listed)


def _in_use(request: DecisionRequest, observed: Observed) -> Observed:
    """Where applications notice a change: of a group object, its copy."""
    copy = request.snapshot.get(request.kind, request.key.name) if observed.in_repository else None
    is_copy = copy is not None and copy.attributes.get(DISPOSITION) == "copy"
    return copy if copy is not None and is_copy else observed


def _allocated(
    request: DecisionRequest, sent: Mapping[str, Value], observed: Observed
) -> Iterator[Diagnostic]:
    """CHGMSGQ needs the message queue for itself; what says who may use it does not."""
    spec = spec_of(request.kind)
    users = opened(observed, request.snapshot) if spec.allocated_to_change else ""
    if users and sent.keys() - WHO:
        command = spec.cl.change
        sources = (cl_command(command).at(command),)
        yield IN_USE(request.key, sources=sources, action="changed", users=users)
    handles = () if observed.status is None else observed.status.handles
    alone = [each for each in handles if OpenFor.INPUT_EXCLUSIVE in each.open_for]
    locked = sorted(spec.locked_to_change & sent.keys())
    if alone and locked:
        yield LOCKED(request.key, name=locked[0], job=alone[0].application)


def _force_problem(
    request: DecisionRequest, need: ForceNeed, sent: Mapping[str, Value]
) -> Diagnostic:
    needed = need.verdict is ForceVerdict.NEEDED
    who = first_few([str(use) for use in need.uses], 4)
    rule, first = FORCE_NEEDED if needed else FORCE_UNKNOWN, need.attributes[0]
    if not is_queue(request.kind):
        rule = rule.but(sources=(MQSC.at("ALTER QMGR FORCE"),))
    because, value = "; ".join((need.reason, *who)), sent.get(first)
    return rule(request.key, value, attribute=first, because=because, prevent=need.remediation)


def _disturbing(
    request: DecisionRequest, need: ForceNeed, sent: Mapping[str, Value], observed: Observed
) -> Iterator[Diagnostic]:
    """Force: the usage must not normally be changed while there are messages on the queue."""
    depth = observed.status.depth if observed.status is not None else 0
    if "usage" in need.attributes and depth:
        yield USAGE_WITH_MESSAGES(request.key, sent.get("usage"), depth=depth)
