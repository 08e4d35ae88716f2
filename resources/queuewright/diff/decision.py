"""The decision about one object: the three-way comparison of last applied, observed, desired.

| desired | observed | ours | otherwise                          | verb    |
|---------|----------|------|------------------------------------|---------|
| yes     | no       |      |                                    | create  |
| yes     | no       | yes  | what something else makes          | same    |
| yes     | yes      | no   | adopt: matching, or any            | adopt   |
| yes     | yes      | no   | adopt: never, or differing         | blocked |
| yes     | yes      | yes  | nothing differs                    | same    |
| yes     | yes      | yes  | everything can be changed in place | update  |
| yes     | yes      | yes  | something cannot, or replace_on    | replace |
| no      | yes      | yes  |                                    | delete  |
| no      | any      |      | not ours, retained or deleted      | delete, keep |

A record (`Lifecycle.RECORD`) is set, whether it is there or not, and one that was there before is
adopted as any object is; a singleton is there, is adopted and never replaced, and stays when the
program leaves it out. The objects that every new queue manager has (SYSTEM.DEF.SVRCONN) stay too,
and are adopted and changed unless the program says adopt="never". A limit is adopted too. When it
changes, the plan removes the records that it does not allow; others may set them again once the
program no longer declares the limit.

Only what is `owned` is ever changed by a replace or deleted. Guards against data loss stand in
`removal`, those against FORCE in `force`; a change in place is in `in_place`, a replacement in
`replacing`.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from queuewright.catalogue.attribute import Change, Value
from queuewright.catalogue.diagnostic import Diagnostic, first_few, shown
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import DISPOSITION, Observed
from queuewright.catalogue.options import Adopt, OnDelete
from queuewright.catalogue.platform import Platform
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import PROGRAMS
from queuewright.catalogue.spec import Lifecycle
from queuewright.ibmi.owner import OWNER
from queuewright.kinds import is_limit, spec_of
from queuewright.world.shipped import ships
from queuewright.world.snapshot import namespace

from .compare import differences, drift, resolved_words, settled
from .in_place import in_place, priced
from .limits import losing
from .normalise import property_names
from .object_users import of_presumed_owner
from .refreshing import with_refreshes
from .refusals import group_conflict, is_reserved, name_sources, reserved
from .removal import counted, dependents, loss, opened
from .replacing import LIVE_ALREADY, replaced
from .request import DecisionRequest, resultant, unreported_of, without_ignored
from .sharing import COPY, GROUP, as_a_source, disposition_of, is_own
from .types import AttributeChange, Decision, Verb
from .write_only import last_applied, write_only

NEVER_REPLACED = Rule(
    "never-replaced",
    "An object that every system has exactly one of is never replaced",
    "cannot be replaced: a system has exactly one, which is always there",
    "leave out what asks for a replacement",
    (PROGRAMS.at("replace_on"),),
)

SHIPPED_REPLACED = NEVER_REPLACED.but(
    code="shipped-replaced",
    title="An object that every new system has is never replaced",
    reason="cannot be replaced: every new system has it, and a replacement deletes it",
    remediation="leave out what asks for a replacement, or do it by hand",
)

SAME = Decision(Verb.SAME)

EXISTS_AS_OTHER_KIND = Rule(
    "exists-as-other-kind",
    "Another kind of object has the name",
    "{kind} of this name exists, and {objects} share one name",
    "delete that first, or choose another name",
)
COPY_STAYS = EXISTS_AS_OTHER_KIND.but(
    code="copy-stays",
    title="The copy of a group object keeps the name",
    reason="{kind} of this name is a copy, which stays when its group object is deleted: {use}",
    remediation="end its use and empty it first, or choose another name",
)
EXISTS_ALREADY = Rule(
    "exists-already",
    "An object is there that the stack does not own",
    'exists already, and the stack does not own it (adopt="never")',
    'delete it, choose another name, or set adopt="matching" or "any"',
    (PROGRAMS.at("adopt"),),
)
CANNOT_COMPARE = EXISTS_ALREADY.but(
    code="cannot-compare",
    reason="exists already, and {system} does not report {attributes}: nobody can tell whether it "
    "agrees",
    remediation='set adopt="any" to set them, or leave them out',
)
EXISTS_DIFFERENTLY = EXISTS_ALREADY.but(
    code="exists-differently",
    reason="exists already and differs: {differences}",
    remediation="declare what it has{other}",
)
ADOPT_REPLACES = EXISTS_ALREADY.but(
    code="adopt-replaces",
    reason="exists already, and only delete and create could change {names}; what the stack does "
    "not own is never deleted",
    remediation="declare the {names} that it has, or delete it by hand",
)


def agrees(
    desired: Mapping[str, Value] | None,
    last: Mapping[str, Value] | None,
    observed: Observed | None,
    digests: Mapping[str, str],
) -> bool:
    """Whether an object is as it is declared, and was declared so before: nearly every object of
    nearly every plan. digests: of what was applied that nobody reads."""
    return (
        desired is not None
        and last is not None
        and observed is not None
        and (desired is last or desired == last)
        and desired.items() <= observed.attributes.items()
        and digests.keys() <= desired.keys()
    )


def decide(request: DecisionRequest) -> Decision:
    """Decide about one object. Never raises for anything a program declares; raises UnknownKind."""
    observed, desired, last = request.observed, request.desired, request.last
    if desired is None:
        return _removed(request)
    asked = not request.owned or request.replace_because or request.carried is not None
    if not asked and agrees(desired, last, observed, request.digests):
        return SAME
    if observed is None:
        implied = spec_of(request.kind).implied_by(desired)
        decision = SAME if implied and request.owned else _created(request)
    elif not request.owned:
        decision = _adopted(request, observed)
    else:
        decision = _changed(request, observed)
    if decision.verb is Verb.SAME:
        # The system has accepted the values of everything but a limit, which it does not know.
        is_new = is_limit(request.kind) and desired != last
        return decision.but(*request.validated(None, {})) if is_new else decision
    decision = with_refreshes(request, decision)
    return decision.but(*reserved(request.key, desired))


def _created(request: DecisionRequest) -> Decision:
    existing, reasons = _starting_point(request)
    if request.last is not None:
        reasons.insert(0, f"it is gone from {request.key.system} since it was last applied")
    implied = spec_of(request.kind).implied_by(request.declared)
    if implied:
        reasons.append(f"nothing is sent: {implied} makes it")
    if request.carried is not None:  # what the program ignores comes from the old object
        kept = without_ignored(request)
        ignored = request.declared.keys() - kept.declared.keys()
        old = {name: request.carried[name] for name in ignored if name in request.carried}
        request = replace(kept, desired={**kept.declared, **old})
    carried = {n: v for n, v in (request.carried or {}).items() if n not in request.declared}
    if carried:
        reasons.append(f"it keeps {', '.join(carried)} of the object that it replaces")
    problems = request.validated({**(existing or {}), **carried} if carried else existing)
    if request.options.like and not carried and existing is request.defaults:
        # Nobody knows what it will have: a rule is broken only by what is declared.
        own = {None, "like", *spec_of(request.kind).identity(), *request.declared}
        problems = [problem for problem in problems if problem.attribute in own]
    made = {**carried, **request.declared}
    if OWNER not in made:
        problems = of_presumed_owner(problems)
    in_group = request.snapshot.kinds_in_group(request.key)
    problems += group_conflict(request.key, made, in_group)
    holder = request.snapshot.holder(request.kind, request.key.name)
    if (
        holder is not None
        and made.get(DISPOSITION) != GROUP
        and holder.key.kind != request.kind
        and holder.key not in (request.pending_deletes or ())
    ):
        space = namespace(request.kind)
        objects = f"{space}s of all types" if space.isalpha() else "objects of that type"
        kind, sources = holder.key.kind, name_sources(request.kind)
        exists = EXISTS_AS_OTHER_KIND(request.key, sources=sources, kind=kind, objects=objects)
        problems.append(exists)
    elif holder is not None and holder.key.kind != request.kind:
        problems += _copy_stays(request, holder)
    if holder is not None and holder.key == request.key and request.facts.queue_sharing_group:
        problems += _live_already(request, made, holder)
    return Decision(Verb.CREATE, creates=made, problems=tuple(problems), reasons=tuple(reasons))


def _copy_stays(request: DecisionRequest, holder: Observed) -> Iterator[Diagnostic]:
    """The copies of a group object that is deleted go where nobody uses them."""
    if holder.attributes.get(DISPOSITION) != COPY:
        return
    use = opened(holder, request.snapshot) or (counted(holder.depth) if holder.depth else "")
    if use:
        sources = name_sources(request.kind)
        yield COPY_STAYS(request.key, sources=sources, kind=holder.key.kind, use=use)


def _live_already(
    request: DecisionRequest, made: Mapping[str, Value], holder: Observed
) -> Iterator[Diagnostic]:
    """The stack had the group object of the name, and that is gone; this one is live."""
    if made.get(DISPOSITION) == GROUP or request.key in (request.pending_deletes or ()):
        return
    yield LIVE_ALREADY(request.key, live=disposition_of(holder.attributes) or "q_mgr")


def _starting_point(request: DecisionRequest) -> tuple[Mapping[str, Any] | None, list[str]]:
    """The values of a new object that the program does not declare: from `like`, or the
    defaults."""
    like = request.options.like
    if not like:
        return request.defaults, []
    source = request.source
    if source is None:
        observed = request.snapshot.get(request.kind, like)
        source = None if observed is None else as_a_source(observed.attributes)
    if source is None:
        return request.defaults, [f"like {like}, which is not there yet"]
    return source, [f"like {like}: attributes left out come from it"]


def _adopted(request: DecisionRequest, observed: Observed) -> Decision:
    # Of a queue manager there is exactly one, and nobody makes a limit.
    is_taken = spec_of(request.kind).lifecycle in (Lifecycle.SINGLETON, Lifecycle.LIMIT)
    adopt = Adopt.ANY if is_taken else request.options.adopt
    if adopt is Adopt.NEVER:
        return Decision(Verb.CREATE, problems=(EXISTS_ALREADY(request.key),))
    # The state of an object that is not ours does not show what was applied.
    desired, _ = _settled(request, observed, None)
    changes = differences(request.kind, desired, observed.attributes, None, request.facts)
    if not changes:
        problems = request.validated(resultant(observed), {})
        reason = "it exists and agrees with what is declared: adopted, no command is sent"
        as_it_is = [*_as_it_is(request, observed), *_unseen(request)]
        return Decision(Verb.ADOPT, problems=tuple(problems), reasons=(reason, *as_it_is))
    # A program that declares what every queue manager has can mean only that.
    if adopt is Adopt.MATCHING and _is_shipped(request, observed):
        adopt = Adopt.ANY
    changes = priced(request.kind, changes, observed)
    decision = in_place(request, Verb.ADOPT, changes, observed)
    stuck = [change for change in changes if change.cost in (Change.REPLACE, Change.FIXED)]
    unseen = [change.name for change in changes if change.name in unreported_of(request)]
    if unseen and adopt is Adopt.MATCHING:
        names = ", ".join(unseen)
        decision = decision.but(
            CANNOT_COMPARE(request.key, system=request.key.system, attributes=names)
        )
    seen = [change for change in changes if change.name not in unseen]
    if adopt is Adopt.MATCHING and seen:
        values = [f"{c.name} is {shown(c.before, 40)}, not {shown(c.after, 40)}" for c in seen]
        other = "" if stuck else ', or set adopt="any" to change it'
        found = ", ".join(first_few(values))
        decision = decision.but(EXISTS_DIFFERENTLY(request.key, differences=found, other=other))
    if stuck:
        names = ", ".join(change.name for change in stuck)
        decision = decision.but(ADOPT_REPLACES(request.key, names=names))
    losses = losing(request.key, changes, request.snapshot)
    decision = replace(decision, reasons=(*decision.reasons, *losses, *_unseen(request)))
    return decision.but(reason="it exists: adopted and changed")


def _is_shipped(request: DecisionRequest, observed: Observed) -> bool:
    """Whether every new system has the object: of itself, not of its queue-sharing group."""
    disposition = disposition_of(observed.attributes)
    return is_own(disposition) and ships(request.key, request.facts)


def _changed(request: DecisionRequest, observed: Observed) -> Decision:
    managed = request.declared
    request = _with_carried(_ignoring(request, observed), observed)
    desired, last = _settled(request, observed, request.last or {})
    drifted = drift(request.kind, last or {}, observed.attributes)
    attributes = spec_of(request.kind).attributes()
    reasons = [
        f"drift of {change.name} is of low severity: {attributes[change.name].self_changing}"
        for change in drifted
        if attributes[change.name].self_changing
    ]
    reasons += [
        f"{name} is no longer managed and stays as it is"
        for name in dict.fromkeys((*(request.last or {}), *request.digests))
        if name not in managed and name in attributes
    ]
    reasons += _as_it_is(request, observed)
    reasons += _unseen(request)
    changes = differences(request.kind, desired, observed.attributes, last, request.facts)
    reasons += _hidden(request, changes)
    reasons += losing(request.key, changes, request.snapshot)
    if request.replace_because and not is_limit(request.kind):
        decision = replaced(request, priced(request.kind, changes, observed), observed)
    elif not changes:
        decision = SAME
    else:
        on = () if is_limit(request.kind) else request.replace_on
        changes = priced(request.kind, changes, observed, property_names(on))
        if any(change.cost is Change.REPLACE for change in changes):
            decision = replaced(request, changes, observed)
        else:
            decision = in_place(request, Verb.UPDATE, changes, observed)
    if decision.verb is Verb.REPLACE:
        lifecycle = spec_of(request.kind).lifecycle
        if lifecycle is Lifecycle.SINGLETON:
            decision = decision.but(NEVER_REPLACED(request.key))
        elif lifecycle is Lifecycle.OBJECT and _is_shipped(request, observed):
            decision = decision.but(SHIPPED_REPLACED(request.key))
    return replace(decision, drift=drifted, reasons=(*decision.reasons, *reasons))


def _settled(
    request: DecisionRequest, observed: Observed, last: Mapping[str, Value] | None
) -> tuple[Mapping[str, Value], Mapping[str, Value] | None]:
    determined = {} if last is None else request.determined
    if last is not None and request.digests:
        last = {**last, **last_applied(request.kind, request.declared, request.digests)}
    return settled(
        request.key, request.declared, last, determined, observed.attributes, request.facts
    )


def _as_it_is(request: DecisionRequest, observed: Observed) -> list[str]:
    """Words whose meaning was decided when the object was created, by whom is not known."""
    last = request.last or {}
    return [
        f"{name}: {choice.value} is decided when an object is created; this one has "
        f"{shown(observed.attributes.get(name))}, and keeps it"
        for name, choice in resolved_words(request.kind, request.declared).items()
        if choice.resolved is not None
        and choice.resolved(request.facts, request.key.name) is None
        and last.get(name) != choice.value
        and request.determined.get(name, ("", ""))[0] != choice.value
    ]


def _hidden(request: DecisionRequest, changes: Iterable[AttributeChange]) -> Iterator[str]:
    """Changes of attributes that nobody reads: only a digest tells what was last applied."""
    for name in (change.name for change in changes if change.name in write_only(request.kind)):
        if name in request.digests:
            yield f"{name}: changed (write-only)"
        else:
            yield f"{name}: set (write-only); nobody can read what the object has"


def _unseen(request: DecisionRequest) -> list[str]:
    """Declared for the first time, known to nobody, and no command changes it."""
    attributes, last = spec_of(request.kind).attributes(), request.last or {}
    names = [
        name
        for name in request.declared
        if name in unreported_of(request)
        and attributes[name].change is Change.REPLACE
        and last.get(name) is None
    ]
    if not names:
        return []
    return [
        f"{', '.join(names)} cannot be compared: {request.key.system} does not report it, and no "
        "command changes it; the object keeps its value"
    ]


def _ignoring(request: DecisionRequest, observed: Observed) -> DecisionRequest:
    """The request with the ignored attributes desired as they are."""
    kept = without_ignored(request)
    as_it_is = observed.attributes
    ignored = [n for n in request.declared if n not in kept.declared and n in as_it_is]
    if not ignored:
        return kept
    return replace(kept, desired={**kept.declared, **{name: as_it_is[name] for name in ignored}})


def _with_carried(request: DecisionRequest, observed: Observed) -> DecisionRequest:
    """The request of an object that was to be replaced and is there again: an update that was cut
    off may not have set all that the old one had. It is as desired as what is declared."""
    if request.carried is None:
        return request
    attributes, fixed = spec_of(request.kind).attributes(), (Change.REPLACE, Change.FIXED)
    left = {
        name: value
        for name, value in request.carried.items()
        if name in attributes and name in observed.attributes and name not in request.declared
        if attributes[name].change not in fixed
    }
    return replace(request, desired={**left, **request.declared})


def _removed(request: DecisionRequest) -> Decision:
    key, observed, on_delete = request.key, request.observed, request.options.on_delete
    if observed is None and request.carried is not None:
        return _half_replaced(request)
    kept = ""
    if is_limit(key.kind):
        kept = "nothing is sent: others may have records from now on"
    elif observed is None:
        kept = f"it is gone from {key.system} already"
    elif not request.owned:
        kept = "the stack neither created nor adopted it: it stays on its system"
    elif spec_of(key.kind).lifecycle is Lifecycle.SINGLETON:
        kept = "a system has exactly one: it stays as it is, the stack forgets it"
    elif _is_shipped(request, observed):
        kept = "every new system has it: it stays as it is, the stack forgets it"
    elif is_reserved(key):
        kept = "the memberships of its clusters need it: it stays on its system"
    elif on_delete is OnDelete.RETAIN:
        kept = 'on_delete="retain": it stays on its system, the stack forgets it'
    if observed is None or kept:
        return Decision(Verb.DELETE, keep=True, reasons=(kept,))
    problems = (
        *loss(key, observed, request.snapshot, on_delete, "deleted", request.purge_with),
        *dependents(key, request.snapshot, request.pending_deletes),
    )
    purge = on_delete is OnDelete.PURGE and not observed.in_repository
    return Decision(
        Verb.DELETE,
        changes=tuple(_taken_away(key, observed)),
        problems=problems,
        purge=purge,
        messages=observed.depth,
    )


def _taken_away(key: Key, observed: Observed) -> Iterator[AttributeChange]:
    """The authorities that somebody loses with a record, which a saved plan says too."""
    name = spec_of(key.kind).grants
    if name and (words := observed.attributes.get(name)):
        yield AttributeChange(name, words, None, Change.IN_PLACE, is_set=True)


def _half_replaced(request: DecisionRequest) -> Decision:
    """The object is no longer declared, and was deleted by a replacement that was cut off."""
    cut_off = "an update that was cut off deleted it to be replaced"
    # A deletion with AUTHREC(NO) leaves the records of what programs open. z/OS keeps
    # authorities elsewhere.
    spec = spec_of(request.kind)
    is_left = bool(spec.opened_as) and spec.mqsc.keeps_authorities
    has_records = is_left and request.facts.platform is not Platform.ZOS
    if not has_records:
        return Decision(Verb.DELETE, keep=True, reasons=(cut_off,))
    reason = f"{cut_off}: its authority records are deleted now"
    return Decision(Verb.DELETE, authorities_only=True, reasons=(reason,))
