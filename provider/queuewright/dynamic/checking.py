"""Everything that stops a resource, reported before anything is sent: one line each."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from queuewright.catalogue.diagnostic import NO_VALUE, Diagnostic, shown
from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.hiding import SECRET
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed
from queuewright.catalogue.options import OnDelete
from queuewright.catalogue.references import Role
from queuewright.diff.decision import (
    ADOPT_REPLACES,
    CANNOT_COMPARE,
    EXISTS_ALREADY,
    EXISTS_DIFFERENTLY,
)
from queuewright.diff.held_alone import (
    DECLARED_AS_OTHER_KIND,
    TOPIC_STRING,
    TOPIC_STRING_TWICE,
)
from queuewright.diff.normalise import Inputs
from queuewright.diff.refusals import IMPORT_MISSING, name_sources
from queuewright.diff.sharing import (
    DECLARED_TWICE_IN_GROUP,
    OTHER_KIND_IN_GROUP,
    disposition_of,
    is_of_group,
)
from queuewright.diff.types import Decision, Verb
from queuewright.kinds import kinds_of, spec_of

from .cached_system import CachedSystem
from .objects import Objects
from .properties import FromProgram, read
from .replacing import Replacement, Replacing
from .reviewing import keep_secret, remark, say, without_secrets

# The provider knows which objects are declared, and not by which resources.
TWICE_IN_GROUP = DECLARED_TWICE_IN_GROUP.but(
    reason="the program declares it on {system} too, and {group} has one group object of a name"
)
TWO_KINDS_IN_GROUP = OTHER_KIND_IN_GROUP.but(
    reason="the program declares {kind} of this name on {system}, and the two share the name space "
    "of {group}"
)

OTHER_KIND = DECLARED_AS_OTHER_KIND.but(
    reason="the program declares {kind} of this name too, and the two share one name space"
)
# The engine deletes last what the program no longer declares.
TOPIC_STRING_KEPT = TOPIC_STRING_TWICE.but(
    remediation=f"{TOPIC_STRING_TWICE.remediation}; where the program no longer declares that one, "
    "delete it in an update of its own, or keep its resource and change the name"
)


def failures(
    objects: Objects,
    replacing: Replacing,
    olds: Mapping[str, Any],
    news: Mapping[str, Any],
    program: FromProgram,
) -> list[str]:
    """The problems of the inputs `news`, given the old inputs (none for a new resource). No text
    says what secret inputs are, were, or are on the system.

    What is not known yet is not validated. No line comes twice.
    """
    desired, old = read(objects.kind, news), read(objects.kind, olds)
    secret = program.secret
    if program.retains:
        kept = replace(desired.options, on_delete=OnDelete.RETAIN)
        desired = desired._replace(options=kept)
    if secret:
        both = news, olds, desired.attributes, old.attributes
        keep_secret(desired.key, [each[name] for name in secret for each in both if name in each])
    lines = [_line(problem, desired.key, secret) for problem in desired.problems]
    try:
        if desired.key is None:
            lines += _unplaced(desired)
            _say_of_name(desired, old.key)
        else:
            cached, key = objects.place(desired.key)
            replacing.checked(key, desired)
            if secret and (there := objects.find(cached, key, desired)) is not None:
                keep_secret(desired.key, [there.attributes.get(name) for name in secret])
            lines += [
                _line(problem, desired.key, secret)
                for problem in _blocks(objects, replacing, cached, key, desired, old)
                if problem.attribute not in desired.unknown
            ]
    except QueuewrightError as error:
        lines.append(without_secrets(str(error), desired.key))
    return list(dict.fromkeys(lines))


def _line(problem: Diagnostic, key: Key | None, secret: Collection[str]) -> str:
    if problem.attribute in secret and problem.value is not NO_VALUE:
        problem = replace(problem, value=SECRET)
    return without_secrets(str(problem), key)


def _say_of_name(desired: Inputs, old: Key | None) -> None:
    """The engine shows an update while a name is not known yet, whatever comes of it."""
    fields = ("system", *spec_of(desired.kind).identity())
    later = ", ".join(field for field in fields if field in desired.unknown)
    if old is not None and later:
        became = "where it becomes another one, the object is deleted, and a new one is made"
        say([f"{old}: {later} is not known yet: {became}"])


def _unplaced(desired: Inputs) -> Iterator[str]:
    """The checks of a resource whose place is not known."""
    spec = spec_of(desired.kind)
    if not desired.unknown & {"system", *spec.identity()}:
        given = {"system": desired.system, "name": None, **desired.identity}
        for field, value in given.items():
            if not isinstance(value, str) or not value:
                yield f"{desired.kind}: {field}={shown(value)} must be text; give the {field}"
        return
    _, problems = spec.validate_values({"name": "?", **desired.identity, **desired.attributes})
    aside = {*desired.unknown, *spec.identity()}
    yield from (str(p) for p in problems if p.is_error and p.attribute not in aside)


def _blocks(
    objects: Objects,
    replacing: Replacing,
    cached: CachedSystem,
    key: Key,
    desired: Inputs,
    old: Inputs,
) -> Iterator[Diagnostic]:
    yield from _declared_twice(objects, replacing, key, desired)
    yield from _held_by_another(replacing, cached, key, desired, old)
    if old.key is None:
        observed = objects.find(cached, key, desired)
        if replacing.follows(key) and replacing.now(key) is None:
            values = {**desired.identity, **desired.attributes}
            _, problems = spec_of(desired.kind).validate_values(values, cached.system.facts)
            yield from (p for p in problems if p.is_error)
            if observed is not None and replacing.of(key) is None:
                # No diff of ours asked for it: a replacement_trigger did.
                decision = objects.replaced(cached, key, desired, observed)
                yield from _remarked(objects, key, decision, observed, desired.unknown)
                replaced = Replacement(key, desired.options, decision, observed)
                replacing.expect(key, replaced)
            return
        replacing.declared_anew(key, desired)
        if observed is None and desired.imported:
            yield IMPORT_MISSING(key, system=key.system)
        decision = objects.decide(cached, key, desired, None, observed, ahead=True)
        is_adopted = decision.verb is Verb.ADOPT and not decision.blocked
        if observed is not None and is_adopted and not replacing.is_renamed_to(key):
            # The engine asks the same about what it was told to replace.
            replacements = objects.replaced(cached, key, desired, observed)
            decision = decision.but(reason=_if_replaced(replacements))
        found = _remarked(objects, key, decision, observed, desired.unknown)
        yield from (_under_new_name(each, replacing.now(key)) for each in found)
        return
    before, place = objects.place(old.key)
    replacing.owned(place)
    objects.notes.returned(place)
    if place == key:
        observed = objects.owned(cached, key, old, desired)
        if observed is None:
            desired = objects.as_it_was(cached, key, desired, old)
        decision = objects.decide(cached, key, desired, old, observed, ahead=True)
        yield from _remarked(objects, key, decision, observed, desired.unknown)
        return
    # Another name or system: what was there goes, and a new object is made.
    replacing.renamed(place, key)
    observed = objects.find(cached, key, desired)
    if not desired.delete_first:  # it is made before the other goes
        objects.decide(cached, key, desired, None, observed, ahead=True)
    if goes_on(objects, replacing, place):
        remark(place, _GOES_ON)
    else:
        former = objects.find(before, place, old)
        gone = objects.decide(before, place, None, old, former, desired.options, ahead=True)
        yield from _remarked(objects, place, gone, former)
    decision = objects.decide(cached, key, desired, None, observed, ahead=True)
    taken = _remarked(objects, key, decision, observed, desired.unknown)
    yield from (_changing_hands(each, replacing.now(key)) for each in taken)


def _declared_twice(
    objects: Objects, replacing: Replacing, key: Key, desired: Inputs
) -> Iterator[Diagnostic]:
    """A group object that the program declares on several queue managers of its group."""
    others = replacing.of_groups(key)
    means_live = disposition_of(desired.attributes) is None
    of_group = is_of_group(key.kind, desired.attributes)
    if not others or not (of_group or (means_live and objects.is_shared(key))):
        return
    for other in others:
        if group := objects.group_of_both(key, other):
            rule = TWICE_IN_GROUP if other.kind == key.kind else TWO_KINDS_IN_GROUP
            yield rule(key, system=other.system, kind=other.kind, group=group)


def _held_by_another(
    replacing: Replacing, cached: CachedSystem, key: Key, desired: Inputs, old: Inputs
) -> Iterator[Diagnostic]:
    """An object of the program, or a topic of the system, that has what only one can have."""
    string = desired.attributes.get(TOPIC_STRING)
    holders = replacing.holders(key, desired.attributes)
    for other in holders:
        if other.name == key.name:
            yield OTHER_KIND(key, sources=name_sources(key.kind), kind=other.kind)
        else:
            yield TOPIC_STRING_TWICE(key, string, other=shown(other.name))
    is_topic = key.kind in kinds_of(Role.TOPIC)
    there = cached.snapshot(key.kind).topics.get(str(string)) if is_topic and string else None
    if there is None or there in (key, *holders) or replacing.now(there) is not None:
        return
    if there not in replacing.declared(key) and not _gives_up(desired, old, there):
        yield TOPIC_STRING_KEPT(key, string, other=shown(there.name))


def _gives_up(desired: Inputs, old: Inputs, there: Key) -> bool:
    """Whether the resource stood for that object until now, which is deleted first."""
    return old.key == there and desired.options.on_delete is not OnDelete.RETAIN


_GOES_ON = Decision(
    Verb.DELETE,
    keep=True,
    reasons=("it is not deleted: another resource of the program takes it over",),
)


def goes_on(objects: Objects, replacing: Replacing, place: Key) -> bool:
    """Whether the program declares the object: of a resource that gives it up, another one does."""
    return any(objects.place(key)[1] == place for key in replacing.declared(place))


_TAKEN = {
    rule.code for rule in (EXISTS_ALREADY, EXISTS_DIFFERENTLY, ADOPT_REPLACES, CANNOT_COMPARE)
}


_ONE_AT_A_TIME = "rename one at a time, an update each, the first to a name that nothing has"


def _changing_hands(found: Diagnostic, now: Key | None) -> Diagnostic:
    """The engine asks about one resource at a time: an object that another resource had until this
    update looks like somebody else's. now: what that one is to be, where it was checked before."""
    if found.code not in _TAKEN:
        return found
    if now is not None:
        reason = f"another resource of the program has it, which becomes {now.name}"
        remediation = f"{found.remediation}, or {_ONE_AT_A_TIME}"
        return replace(found, reason=f"{found.reason}; {reason}", remediation=remediation)
    other = f"where another resource of the program has it until now, {_ONE_AT_A_TIME}"
    return replace(found, remediation=f"{found.remediation}; {other}")


def _under_new_name(found: Diagnostic, now: Key | None) -> Diagnostic:
    """The same of a new resource, which may be one of the stack under another name."""
    if found.code not in _TAKEN or now is not None:
        return _changing_hands(found, now)
    other = (
        "where the stack has it under another resource name, give that name with aliases=; where "
        "pulumi was asked to replace it (--replace, a taint), let it replace it as it was declared"
    )
    return replace(found, remediation=f"{found.remediation}; {other}")


def _if_replaced(decision: Decision) -> str:
    """The decision about an object of the stack that Pulumi was asked to replace."""
    where = "where the stack has it already and pulumi was asked to replace it (--replace, a taint)"
    if decision.blocked:
        return f"{where}, that is refused: {decision.blocked[0].reason}"
    kept = "".join(f", {reason}" for reason in decision.reasons[1:])
    return f"{where}, it is deleted and made again{kept}"


def _remarked(
    objects: Objects,
    key: Key,
    decision: Decision,
    observed: Observed | None,
    unknown: Collection[str] = (),
) -> Sequence[Diagnostic]:
    """The problems that block it; the others are shown in the preview. unknown: attributes whose
    value is not known yet, of which nothing is said."""
    decision = objects.with_copies(key, decision, observed)
    known = [each for each in decision.problems if each.attribute not in unknown]
    remark(key, replace(decision, problems=tuple(known)))
    return decision.blocked
