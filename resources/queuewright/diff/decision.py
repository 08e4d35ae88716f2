"""What is to be done with one object: the three-way comparison of last applied, observed, desired.

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

Only what is `owned` is ever changed by a replace or deleted. Guards against data loss stand in
`removal`, those against FORCE in `force`.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from queuewright.catalogue.attribute import Change, Value
from queuewright.catalogue.diagnostic import Diagnostic, first_few, problem, shown
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import DISPOSITION, Observed
from queuewright.catalogue.options import Adopt, Force, ObjectOptions, OnDelete
from queuewright.catalogue.platform import Platform
from queuewright.catalogue.sources import CHANGE_QUEUE, PROGRAMS, Citation, cl_command
from queuewright.kinds import QUEUE_KINDS, spec_of
from queuewright.mq.cluster import ClusterSpec
from queuewright.mq.namelist import NamelistSpec

from .compare import Determined, differences, drift, resolved_words, settled, unreported
from .force import change_class, force_need
from .live import in_live_use
from .normalise import identity_of, property_names
from .removal import authorities_lost, dependents, loss, opened
from .sharing import GROUP, as_a_source
from .snapshot import SystemSnapshot, namespace
from .surroundings import cannot_have, cautions, group_conflict, is_reserved, name_sources, reserved
from .types import AttributeChange, Decision, ForceNeed, ForceVerdict, Verb

SAME = Decision(Verb.SAME)
_FORCE = (CHANGE_QUEUE.at("Force"),)


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionRequest:
    """What has to be known of one object to decide about it.

    desired: canonical managed attributes without the name fields, None when the program does not
    declare the object. last: the attributes last applied, None when it is not in the state.
    observed: None when it does not exist; without its status FORCE and data loss are not known.
    defaults: the attributes of the system's default definition. owned: created or adopted by the
    stack. replace_on, ignore: Pulumi's replace_on_changes and ignore_changes ("*" for all; of a
    path only the first name counts). pending_deletes: the keys that the same plan deletes or
    replaces, None when that is not known; they do not stand in the way of a delete. source: what
    the object named by `like` will have when it is copied, None for what it has in `snapshot`.
    determined: what the system made of words when the object was created (CRTMSGQ AUT *LIBCRTAUT).
    purge_with: how to lose the messages of what is no longer declared. replace_because: why the
    object is replaced whatever differs, "" where it is not. carried: what a replacement that was
    cut off was to give the new object; None where there was none.
    """

    key: Key
    desired: Mapping[str, Value] | None
    options: ObjectOptions
    observed: Observed | None
    snapshot: SystemSnapshot
    facts: SystemFacts
    owned: bool
    last: Mapping[str, Value] | None = None
    defaults: Mapping[str, Value] | None = None
    replace_on: Collection[str] = ()
    ignore: Collection[str] = ()
    pending_deletes: Collection[Key] | None = None
    source: Mapping[str, Value] | None = None
    replace_because: str = ""
    carried: Mapping[str, Value] | None = None
    determined: Determined = field(default_factory=dict)
    purge_with: str = 'declare it again with on_delete="purge" and run up first,'

    @property
    def kind(self) -> str:
        return self.key.kind

    @property
    def declared(self) -> Mapping[str, Value]:
        """`desired` of an object that is declared."""
        assert self.desired is not None
        return self.desired

    def problem(self, code: str, rule: str, remediation: str, *sources: Citation) -> Diagnostic:
        return problem(self.key, code, rule, remediation, sources)

    def validated(
        self, existing: Mapping[str, Any] | None, sent: Mapping[str, Value] | None = None
    ) -> list[Diagnostic]:
        """What is wrong with the declaration over what the object has besides. sent: what a
        command would give; None for all, to a new object."""
        values: dict[str, Any] = {**identity_of(self.kind, self.key.name), **self.declared}
        _, problems = spec_of(self.kind).validate_values(values, self.facts, existing=existing)
        given = self.declared if sent is None else sent
        like, new = self.options.like, sent is None
        problems += cannot_have(self.key, given, self.facts, new=new, like=like)
        if self.options.like and existing:
            # It came from there, or will.
            problems = [p for p in problems if p.code != "missing" or p.attribute not in existing]
        return [replace(p, object=str(self.key)) for p in problems]


def agrees(
    desired: Mapping[str, Value] | None,
    last: Mapping[str, Value] | None,
    observed: Observed | None,
) -> bool:
    """Whether an object is as it is declared, and was declared so before: nearly every object of
    nearly every plan."""
    return (
        desired is not None
        and last is not None
        and observed is not None
        and (desired is last or desired == last)
        and desired.items() <= observed.attributes.items()
    )


def decide(request: DecisionRequest) -> Decision:
    """Decide about one object. Never raises for anything a program declares; raises UnknownKind."""
    observed, desired, last = request.observed, request.desired, request.last
    if desired is None:
        return _removed(request)
    if request.owned and not request.replace_because and agrees(desired, last, observed):
        return SAME
    if observed is None:
        implied = spec_of(request.kind).implied_by(desired)
        decision = SAME if implied and request.owned else _created(request)
    elif not request.owned:
        decision = _adopted(request, observed)
    else:
        decision = _changed(request, observed)
    return decision if decision.verb is Verb.SAME else decision.but(*reserved(request.key))


def _created(request: DecisionRequest) -> Decision:
    existing, reasons = _starting_point(request)
    if request.last is not None:
        reasons.insert(0, f"it is gone from {request.key.system} since it was last applied")
    implied = spec_of(request.kind).implied_by(request.declared)
    if implied:
        reasons.append(f"nothing is sent: {implied} makes it")
    if request.carried is not None:  # what the program ignores comes from the old object
        kept = _without_ignored(request)
        ignored = request.declared.keys() - kept.declared.keys()
        old = {name: request.carried[name] for name in ignored if name in request.carried}
        request = replace(kept, desired={**kept.declared, **old})
    carried = {n: v for n, v in (request.carried or {}).items() if n not in request.declared}
    if carried:
        reasons.append(f"it keeps {', '.join(carried)} of the object that it replaces")
    problems = request.validated({**(existing or {}), **carried} if carried else existing)
    made = {**carried, **request.declared}
    problems += group_conflict(request.key, made, request.facts)
    holder = request.snapshot.holder(request.kind, request.key.name)
    if (
        holder is not None
        and not holder.in_repository
        and made.get(DISPOSITION) != GROUP
        and holder.key.kind != request.kind
        and holder.key not in (request.pending_deletes or ())
    ):
        space = namespace(request.kind)
        objects = f"{space}s of all types" if space.isalpha() else "objects of that type"
        rule = f"{holder.key.kind} of this name exists, and {objects} share one name"
        remediation = "delete that first, or choose another name"
        code, sources = "exists-as-other-kind", name_sources(request.kind)
        problems.append(request.problem(code, rule, remediation, *sources))
    return Decision(Verb.CREATE, creates=made, problems=tuple(problems), reasons=tuple(reasons))


def _starting_point(request: DecisionRequest) -> tuple[Mapping[str, Any] | None, list[str]]:
    """What a new object gets where the program says nothing: from `like`, or the defaults."""
    like = request.options.like
    if not like:
        return request.defaults, []
    source = request.source
    if source is None:
        observed = request.snapshot.get(request.kind, like)
        source = None if observed is None else as_a_source(observed.attributes)
    if source is None:
        return request.defaults, [f"like {like}, which is not there yet"]
    return source, [f"like {like}: what is left out comes from it"]


def _adopted(request: DecisionRequest, observed: Observed) -> Decision:
    adopt = request.options.adopt
    if adopt is Adopt.NEVER:
        rule = 'exists already, and the stack does not own it (adopt="never")'
        remediation = 'delete it, choose another name, or set adopt="matching" or "any"'
        source = PROGRAMS.at("adopt")
        exists = request.problem("exists-already", rule, remediation, source)
        return Decision(Verb.CREATE, problems=(exists,))
    # What is in the state of something that is not ours says nothing of what was applied.
    desired, _ = _settled(request, observed, None)
    changes = differences(request.kind, desired, observed.attributes, None, request.facts)
    if not changes:
        problems = request.validated(_resultant(observed), {})
        reason = "it exists and agrees with what is declared: adopted, no command is sent"
        as_it_is = [*_as_it_is(request, observed), *_unseen(request)]
        return Decision(Verb.ADOPT, problems=tuple(problems), reasons=(reason, *as_it_is))
    changes = _priced(request.kind, changes, observed)
    decision = _in_place(request, Verb.ADOPT, changes, observed)
    stuck = [change for change in changes if change.cost in (Change.REPLACE, Change.FIXED)]
    unseen = [change.name for change in changes if change.name in _unreported(request)]
    if unseen:
        rule = f"exists already, and {request.key.system} does not report {', '.join(unseen)}: "
        rule += "nobody can tell whether it agrees"
        if adopt is Adopt.MATCHING:
            remediation = 'set adopt="any" to set them, or leave them out'
            source = PROGRAMS.at("adopt")
            decision = decision.but(request.problem("cannot-compare", rule, remediation, source))
    seen = [change for change in changes if change.name not in unseen]
    if adopt is Adopt.MATCHING and seen:
        values = [f"{c.name} is {shown(c.before, 40)}, not {shown(c.after, 40)}" for c in seen]
        rule = f"exists already and differs: {', '.join(first_few(values))}"
        remediation = "declare what it has"
        remediation += "" if stuck else ', or set adopt="any" to change it'
        source = PROGRAMS.at("adopt")
        decision = decision.but(request.problem("exists-differently", rule, remediation, source))
    if stuck:
        names = ", ".join(change.name for change in stuck)
        rule = f"exists already, and only delete and create could change {names}; "
        rule += "what the stack does not own is never deleted"
        remediation = f"declare the {names} that it has, or delete it by hand"
        source = PROGRAMS.at("adopt")
        decision = decision.but(request.problem("adopt-replaces", rule, remediation, source))
    decision = replace(decision, reasons=(*decision.reasons, *_unseen(request)))
    return decision.but(reason="it exists: adopted and changed")


def _changed(request: DecisionRequest, observed: Observed) -> Decision:
    managed = request.declared
    request = _ignoring(request, observed)
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
        for name in request.last or {}
        if name not in managed and name in attributes
    ]
    reasons += _as_it_is(request, observed)
    reasons += _unseen(request)
    changes = differences(request.kind, desired, observed.attributes, last, request.facts)
    if request.replace_because:
        decision = _replaced(request, _priced(request.kind, changes, observed), observed)
    elif not changes:
        decision = SAME
    else:
        changes = _priced(request.kind, changes, observed, property_names(request.replace_on))
        if any(change.cost is Change.REPLACE for change in changes):
            decision = _replaced(request, changes, observed)
        else:
            decision = _in_place(request, Verb.UPDATE, changes, observed)
    return replace(decision, drift=drifted, reasons=(*decision.reasons, *reasons))


def _settled(
    request: DecisionRequest, observed: Observed, last: Mapping[str, Value] | None
) -> tuple[Mapping[str, Value], Mapping[str, Value] | None]:
    determined = {} if last is None else request.determined
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


def _unreported(request: DecisionRequest) -> frozenset[str]:
    return unreported(request.kind, request.facts)


def _unseen(request: DecisionRequest) -> list[str]:
    """Declared for the first time, known to nobody, and no command changes it."""
    attributes, last = spec_of(request.kind).attributes(), request.last or {}
    names = [
        name
        for name in request.declared
        if name in _unreported(request)
        and attributes[name].change is Change.REPLACE
        and last.get(name) is None
    ]
    if not names:
        return []
    return [
        f"{', '.join(names)} cannot be compared: {request.key.system} does not report it, and no "
        "command changes it; the object keeps what it has"
    ]


def _ignoring(request: DecisionRequest, observed: Observed) -> DecisionRequest:
    """The request with the ignored attributes desired as they are."""
    kept = _without_ignored(request)
    as_it_is = observed.attributes
    ignored = [n for n in request.declared if n not in kept.declared and n in as_it_is]
    if not ignored:
        return kept
    return replace(kept, desired={**kept.declared, **{name: as_it_is[name] for name in ignored}})


def _without_ignored(request: DecisionRequest) -> DecisionRequest:
    ignore = property_names(request.ignore)
    if not ignore:
        return request
    ignored = frozenset(request.declared) if "*" in ignore else ignore
    desired = {name: value for name, value in request.declared.items() if name not in ignored}
    return replace(request, desired=desired)


def _priced(
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


def _in_place(
    request: DecisionRequest, verb: Verb, changes: tuple[AttributeChange, ...], observed: Observed
) -> Decision:
    sent = {change.name: change.after for change in changes if change.after is not None}
    problems = [
        *request.validated(_resultant(observed), sent),
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
        command = spec.commands.cl_change or ""
        rule = f"cannot be changed while it is open: {users}"
        yield request.problem("in-use", rule, "close it first", cl_command(command).at(command))


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


def _replaced(
    request: DecisionRequest, changes: tuple[AttributeChange, ...], observed: Observed
) -> Decision:
    carried = carried_over(request.kind, observed, request.declared, request.defaults)
    lost_attributes = _not_carried(request)
    validated = request.validated({**(request.defaults or {}), **carried})
    unfit = {p.attribute: p.rule for p in validated if p.is_error and p.attribute in carried}
    if unfit:  # as a key length is, of a queue that is no longer keyed
        carried = {name: value for name, value in carried.items() if name not in unfit}
        validated = request.validated({**(request.defaults or {}), **carried})
    creates = {**carried, **request.declared}
    on_delete = request.options.on_delete
    pending = request.pending_deletes
    if pending is not None and request.kind == ClusterSpec.kind:
        pending = ()  # what joins the cluster is changed after it
    naming = dependents(request.key, request.snapshot, pending)
    problems = [
        *validated,
        *loss(request.key, observed, request.snapshot, on_delete, "replaced"),
        *_copy_in_the_way(request, creates, observed),
        *group_conflict(request.key, creates, request.facts, observed.attributes),
        *(p for p in naming if p.is_error),
    ]
    if "library" in spec_of(request.kind).identity():
        problems.append(authorities_lost(request.key, "it is deleted and created"))
    causes = ", ".join(change.name for change in changes if change.cost is Change.REPLACE)
    why = request.replace_because or f"only delete and create can change {causes}"
    reasons = [why]
    if carried:
        reasons.append(f"the new object keeps {', '.join(carried)} of the old one")
    reasons += [f"{name} is not carried over: {rule}" for name, rule in unfit.items()]
    if lost_attributes:
        names = ", ".join(lost_attributes)
        reasons.append(f"{names} cannot be carried over: {request.key.system} does not report it")
    if on_delete is OnDelete.RETAIN:
        rule = 'must be deleted to be replaced, and on_delete="retain" keeps it'
        as_it_is = f"leave {causes} as it is, or give" if causes else "give"
        remediation = f"{as_it_is} the new object another name"
        source = PROGRAMS.at("on_delete")
        problems.append(request.problem("replace-retained", rule, remediation, source))
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
    there cannot go: nothing purges a copy along with its group object."""
    live = request.snapshot.get(request.kind, request.key.name)
    becomes_live = observed.in_repository and creates.get(DISPOSITION) != GROUP
    if becomes_live and live is not None and not live.in_repository:
        way_out = "delete its copy with QSGDISP(COPY) PURGE"
        kept = OnDelete.REFUSE_IF_IN_USE
        yield from loss(request.key, live, request.snapshot, kept, "replaced", way_out)


def carried_over(
    kind: str,
    observed: Observed,
    managed: Collection[str],
    defaults: Mapping[str, Value] | None,
) -> dict[str, Value]:
    """What a replacement takes over: attributes that nobody manages and that differ from what a
    new object gets."""
    attributes, usual = spec_of(kind).attributes(), defaults or {}
    return {
        name: value
        for name, value in observed.attributes.items()
        if name in attributes and name not in managed and usual.get(name) != value
    }


def _not_carried(request: DecisionRequest) -> tuple[str, ...]:
    """Attributes that nobody manages, and that the system does not report."""
    unreported = _unreported(request)
    return tuple(
        name
        for name, attribute in spec_of(request.kind).attributes().items()
        if name in unreported and name not in request.declared and attribute.applies(request.facts)
    )


def _removed(request: DecisionRequest) -> Decision:
    key, observed, on_delete = request.key, request.observed, request.options.on_delete
    if observed is None and request.carried is not None:
        return _half_replaced(request)
    kept = ""
    if observed is None:
        kept = f"it is gone from {key.system} already"
    elif not request.owned:
        kept = "the stack neither created nor adopted it: it stays on its system"
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
    return Decision(Verb.DELETE, problems=problems, purge=purge, messages=observed.depth)


# What is left of an object that was deleted with AUTHREC(NO); z/OS keeps authorities elsewhere.
_WITH_AUTHORITIES = (*QUEUE_KINDS, NamelistSpec.kind)


def _half_replaced(request: DecisionRequest) -> Decision:
    """What is no longer declared, and was deleted by a replacement that was cut off."""
    cut_off = "an update that was cut off deleted it to be replaced"
    has_records = request.kind in _WITH_AUTHORITIES and request.facts.platform is not Platform.ZOS
    if not has_records:
        return Decision(Verb.DELETE, keep=True, reasons=(cut_off,))
    reason = f"{cut_off}: its authority records are deleted now"
    return Decision(Verb.DELETE, authorities_only=True, reasons=(reason,))


def _resultant(observed: Observed) -> dict[str, Any]:
    """What the object has, for rules that join attributes: a dynamic queue is one of its facts."""
    return {"definition_type": observed.definition_type, **observed.attributes}
