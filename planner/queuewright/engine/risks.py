"""The risks of a plan: one list, computed from the plan alone, that every form of it begins
with."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from queuewright.catalogue.diagnostic import first_few, one_line
from queuewright.catalogue.hiding import SECRET
from queuewright.catalogue.key import Key
from queuewright.catalogue.references import Role
from queuewright.diff import live
from queuewright.diff.compare import granted
from queuewright.diff.limits import REMOVES
from queuewright.diff.types import AttributeChange, Verb
from queuewright.diff.write_only import write_only
from queuewright.ibmi.private_authorities import WHO, in_words
from queuewright.kinds import is_ibmi, is_single, kinds_of, spec_of
from queuewright.mq.channel_authentication_record import BLOCKING
from queuewright.mq.membership import MEMBERSHIP_KINDS
from queuewright.mq.namelist import NamelistSpec
from queuewright.world.clusters import IN_CLUSTERS
from queuewright.world.world import MEMBERSHIP

from .steps import CUT_OFF, Plan, Step

# Of a queue manager: whether channel authentication records count, whether passwords are checked.
_CONNAUTH = "connection_authentication"
_DECIDING = frozenset(("channel_authentication_records", _CONNAUTH))
# Of the object that CONNAUTH names: these say nothing about who is let in.
_NOT_DECIDING = frozenset(("description", "failure_delay"))
# Channels that connect to others.
_CALLING = (Role.SENDER_CHANNEL, Role.SENDING_CHANNEL, Role.CLIENT_CONNECTION_CHANNEL)
_KEPT_OUT = "exclude"  # AUT(*EXCLUDE) of IBM i
# Options that let something be lost or forced later: name and text.
ARMING = frozenset([("on_delete", "purge"), ("force", "when-needed"), ("protect", "false")])


class RiskKind(StrEnum):
    """The worst first: what is lost, what is disturbed, what is not known, what is taken over."""

    MESSAGES = "messages-lost"
    DELETED = "deleted"
    REPLACED = "replaced"
    FORCE = "force"
    COPIES = "copies-overwritten"
    AUTHORITIES = "authorities"
    CONNECTIONS = "connections"
    APPLICATIONS = "applications"
    ROUTES = "routes"
    NOWHERE = "leads-nowhere"
    CLUSTERS = "clusters"
    NOT_READ = "not-read"
    OVERRIDDEN = "overridden"
    ARMED = "armed"
    ADOPTED = "adopted"

    @property
    def is_loss(self) -> bool:
        """Whether something is gone afterwards."""
        lost = (self.MESSAGES, self.DELETED, self.REPLACED, self.COPIES, self.AUTHORITIES)
        return self in lost


class AtRisk(NamedTuple):
    """A risk. key: the object, None for a system or a rule, which `name` names. detail: in
    one line, "" for none. place: file and line of its declaration."""

    name: str
    detail: str = ""
    key: Key | None = None
    place: str = ""

    def __str__(self) -> str:
        return one_line(f"{self.name} ({self.detail})" if self.detail else self.name)


@dataclass(frozen=True, slots=True)
class Risk:
    """One risk. headline: what happens, with the count. messages: how many are lost, as far as it
    is known, None for other risks."""

    kind: RiskKind
    headline: str
    subjects: tuple[AtRisk, ...]
    messages: int | None = None

    def named(self, most: int) -> list[str]:
        """The subjects, at most so many and how many more there are."""
        return first_few(list(map(str, self.subjects)), most)

    def text(self, most: int) -> str:
        """`50 messages are lost on 1 queue: QM1 mq:LocalQueue OLD (50)`."""
        return f"{self.headline}: {'; '.join(self.named(most))}"


def risks_of(plan: Plan) -> tuple[Risk, ...]:
    """The risks of the plan, the worst first; nothing where it risks nothing that is known."""
    found: dict[RiskKind, list[AtRisk]] = {kind: [] for kind in RiskKind}
    for step in plan.steps:
        if step.changes_anything or step.option_changes:
            for kind, subject in _of_step(step, plan):
                found[kind].append(subject)
    for each in plan.rerouted:
        where = f"puts to {each.queue} in cluster {each.cluster}"
        detail = "nowhere is left to go" if each.lost else "they go elsewhere"
        found[RiskKind.CLUSTERS].append(AtRisk(where, detail))
    for broken in plan.routes:
        if broken.breaks:
            name = f"{broken.queue} at {broken.system}"
            found[RiskKind.ROUTES].append(AtRisk(name, "; ".join(first_few([*broken.reasons], 1))))
    for name, reason in sorted(plan.unreachable.items()):
        found[RiskKind.NOT_READ].append(AtRisk(name, reason))
    if not plan.is_refreshed:
        found[RiskKind.NOT_READ].append(AtRisk("every system", "--no-refresh"))
    for problem in plan.policy:
        if not problem.is_error:
            rule = f"{problem.object}: {problem.reason}" if problem.object else problem.reason
            found[RiskKind.OVERRIDDEN].append(AtRisk(problem.code.removeprefix("policy-"), rule))
    purged = [step for step in plan.steps if _purges(step)]
    return tuple(
        Risk(
            kind,
            _messages(purged) if kind is RiskKind.MESSAGES else _headline(kind, len(subjects)),
            tuple(subjects),
            _known(purged) if kind is RiskKind.MESSAGES else None,
        )
        for kind, subjects in found.items()
        if subjects
    )


def worst_by_object(risks: tuple[Risk, ...]) -> Mapping[Key, RiskKind]:
    """The worst risk of each object that has one."""
    worst: dict[Key, RiskKind] = {}
    for risk in risks:
        for subject in risk.subjects:
            if subject.key is not None:
                worst.setdefault(subject.key, risk.kind)
    return worst


def is_loss(code: str) -> bool:
    """Whether a warning of this code says that something is lost, which is approved by then."""
    return code in _LOST


def _of_step(step: Step, plan: Plan) -> Iterator[tuple[RiskKind, AtRisk]]:
    key, decision = step.key, step.decision
    place = step.declared.place if step.declared is not None else ""

    def subject(detail: str = "") -> AtRisk:
        return AtRisk(str(key), detail, key, place)

    if decision.keep:
        return
    if _purges(step):
        held = decision.messages
        yield RiskKind.MESSAGES, subject("how many is not known" if held is None else str(held))
    if decision.authorities_only:
        yield RiskKind.AUTHORITIES, subject("records of an object that is gone already")
    elif decision.successor is not None:
        yield RiskKind.REPLACED, subject(f"as {decision.successor.kind}")
    elif step.verb is Verb.DELETE:
        yield RiskKind.DELETED, subject()
    if step.verb is Verb.REPLACE:
        yield RiskKind.REPLACED, subject()
    taken_over = step.verb is Verb.IMPORT and CUT_OFF not in decision.reasons
    if taken_over or step.verb is Verb.ADOPT:
        yield RiskKind.ADOPTED, subject("and changed" if decision.changes else "")
    if decision.with_force:
        who = first_few([str(use) for use in decision.force.uses])
        yield RiskKind.FORCE, subject("; ".join(who) or decision.force.reason)
    for kind, details in _by_warnings_and_changes(step).items():
        yield kind, subject("; ".join(details))
    connections = list(_connections(step, plan))
    if connections:
        yield RiskKind.CONNECTIONS, subject("; ".join(connections))
    arming = [f"{o.name}={o.after}" for o in step.option_changes if (o.name, o.after) in ARMING]
    if arming:
        yield RiskKind.ARMED, subject(", ".join(arming))
    clusters = list(dict.fromkeys(_clusters(step, plan)))
    if clusters:
        yield RiskKind.CLUSTERS, subject("; ".join(clusters))


def _by_warnings_and_changes(step: Step) -> Mapping[RiskKind, list[str]]:
    """Risks in warnings and changes: authorities, applications and names."""
    found: dict[RiskKind, list[str]] = {}
    noticed = {p.attribute for p in step.decision.warnings if p.code in live.CODES}
    for problem in step.decision.warnings:
        kind = RiskKind.APPLICATIONS if problem.code in live.CODES else _OF_CODES.get(problem.code)
        if kind is not None:
            found.setdefault(kind, []).append(problem.reason)
    for change in step.decision.changes:
        if live.disables(change) and change.name not in noticed:
            found.setdefault(RiskKind.APPLICATIONS, []).append(f"{change.name}: {change.after}")
        if step.verb is not Verb.REPLACE and _grants(step, change):
            found.setdefault(RiskKind.AUTHORITIES, []).append(change.name)
    grants = spec_of(step.key.kind).grants
    # A record that is set again gives what it gave; of a secret nobody can see that.
    again = any(c.name == grants and c.before == c.after != SECRET for c in step.decision.changes)
    changes_it = step.changes_anything and not step.decision.only_adopts
    if changes_it and grants and not again:
        reasons = list(gains_and_losses(step)) or [step.verb.value]
        found[RiskKind.AUTHORITIES] = [*reasons, *found.get(RiskKind.AUTHORITIES, ())]
    if removed := _removed(step):
        found[_removing(step.key.kind)] = removed
    if changes_it and step.key.kind in kinds_of(Role.AUTHORIZATION_LIST) and _says_who(step):
        found[RiskKind.AUTHORITIES] = [step.verb.value]
    return found


def _says_who(step: Step) -> bool:
    """Whether more than the text of an authorization list changes."""
    names = {change.name for change in step.decision.changes}
    return step.verb is not Verb.UPDATE or not names <= {"text_description"}


def _removed(step: Step) -> list[str]:
    """The records that a limit removes."""
    return [line for line in step.decision.reasons if line.startswith(REMOVES)]


def _removing(kind: str) -> RiskKind:
    """The risk of a limit that removes records."""
    return RiskKind.CONNECTIONS if spec_of(spec_of(kind).limits).admits else RiskKind.AUTHORITIES


def gains_and_losses(step: Step) -> Iterator[str]:
    """Who gains and who loses which authorities by a step on a record of them."""
    spec, decision = spec_of(step.key.kind), step.decision
    names = spec.names_in(step.key.name)
    entity = next((f"{field} {names[field]}" for field in spec.entities if field in names), "")
    change = next((each for each in decision.changes if each.name == spec.grants), None)
    had: Any = () if step.observed is None else step.observed.attributes.get(spec.grants, ())
    has: Any = ()
    if change is not None:
        had, has = change.before or (), change.after or ()
    elif decision.creates:
        has = decision.creates.get(spec.grants, ())
    elif step.verb is not Verb.DELETE:
        return
    on = f"{names.get('object_type', '')} {names['name']}".strip()
    if SECRET in (had, has):
        yield f"{entity} may have other authorities on {on}: {SECRET}"
        return
    nothing = spec.attributes()[spec.grants].nothing
    of_ibmi = is_ibmi(step.key.kind)  # where *CHANGE has all that *USE has
    now, before = (granted(each) if of_ibmi else frozenset[str](each) for each in (has, had))
    for verb, each in (("gains", now - before), ("loses", before - now)):
        words = set(in_words(each) if of_ibmi else each - {nothing})
        if _KEPT_OUT in words:
            words.remove(_KEPT_OUT)
            yield f"{entity} is {'' if verb == 'gains' else 'no longer '}kept out of {on}"
        if words:
            yield f"{entity} {verb} {', '.join(sorted(words))} on {on}"


def _connections(step: Step, plan: Plan) -> Iterator[str]:
    """The effects of the step on who may connect to a queue manager, and as whom."""
    decision, spec = step.decision, spec_of(step.key.kind)
    if not step.changes_anything or decision.only_adopts:
        return
    if not spec.admits:
        deciding = [each for each in decision.changes if each.name in _DECIDING]
        yield from map(_as_line, deciding if is_single(step.key.kind) else ())
        if step.key.kind in kinds_of(Role.PASSWORD_CHECK):
            yield from _passwords(step, plan)
        if step.key.kind not in kinds_of(*_CALLING):
            admits = {name for name, each in spec.attributes().items() if each.admits}
            yield from (_as_line(each) for each in decision.changes if each.name in admits)
        return
    blocks = BLOCKING.get(spec.names_in(step.key.name).get("type", ""))
    shown = [each for each in decision.changes if each.name != "record_description"]
    for change in shown:
        if change.name != blocks or SECRET in (change.before, change.after):
            yield _as_line(change)
            continue
        before, after = (
            frozenset[Any](value if isinstance(value, list | tuple) else ())
            for value in (change.before, change.after)
        )
        yield from (f"{each} is no longer blocked" for each in sorted(before - after))
        yield from (f"{each} is blocked" for each in sorted(after - before))
    if not decision.changes:
        yield step.verb.value


def _passwords(step: Step, plan: Plan) -> Iterator[str]:
    """The effects of the step on how passwords are checked, where CONNAUTH names its object."""
    left_out = _NOT_DECIDING | write_only(step.key.kind)
    changes = [each for each in step.decision.changes if each.name not in left_out]
    impact = plan.impacts.get(step.key) if changes else None
    if impact is not None and any(each.attribute == _CONNAUTH for each in impact.dependents):
        yield from map(_as_line, changes)


def _as_line(change: AttributeChange) -> str:
    return f"{change.name}: {change.before or 'none'} -> {change.after or 'none'}"


def _grants(step: Step, change: AttributeChange) -> bool:
    """Whether an attribute says who may use the object."""
    return spec_of(step.key.kind).is_secured() and change.name in WHO


def _clusters(step: Step, plan: Plan) -> Iterator[str]:
    """The effects of the step on clusters."""
    decision, kind = step.decision, step.key.kind
    changes = {change.name: change for change in decision.changes}
    for name in IN_CLUSTERS:
        if name in changes and step.verb is not Verb.REPLACE:
            yield _as_line(changes[name])
        elif decision.creates.get(name):
            yield f"{name}: {decision.creates[name]}"
    if kind == NamelistSpec.kind:
        impact = plan.impacts.get(step.key)
        naming = (*IN_CLUSTERS, MEMBERSHIP)
        if impact is not None and any(each.attribute in naming for each in impact.dependents):
            yield "a list of clusters"
    elif kind in (*MEMBERSHIP_KINDS, *kinds_of(Role.SENDER_CHANNEL)) and (
        decision.creates or decision.changes or step.verb is Verb.DELETE
    ):
        yield f"{step.verb.value} of a membership or channel"


def _purges(step: Step) -> bool:
    """Whether messages are taken along; how many need not be known."""
    decision = step.decision
    taken = decision.purge and not decision.keep and spec_of(step.key.kind).holds_messages
    return taken and step.verb in (Verb.DELETE, Verb.REPLACE)


def _headline(kind: RiskKind, count: int) -> str:
    one, several = _HEADLINES[kind]
    return one if count == 1 else several.format(count)


def _known(purged: list[Step]) -> int:
    return sum(step.decision.messages or 0 for step in purged)


def _messages(purged: list[Step]) -> str:
    known = _known(purged)
    unknown = sum(step.decision.messages is None for step in purged)
    on = f"{len(purged)} queue{'s' * (len(purged) > 1)}"
    if not known and not unknown:
        return f"{on} {'are' if purged[1:] else 'is'} purged, and empty now: what arrives is lost"
    verb = "is" if known == 1 else "are"
    least = "at least " if unknown else ""
    return f"{least}{known} message{'s' * (known != 1)} {verb} lost on {on}"


# For one subject, and for several.
_HEADLINES: Mapping[RiskKind, tuple[str, str]] = {
    RiskKind.DELETED: (
        "1 object is deleted, with the authorities on it",
        "{} objects are deleted, with the authorities on them",
    ),
    RiskKind.REPLACED: (
        "1 object is deleted and created again",
        "{} objects are deleted and created again",
    ),
    RiskKind.ROUTES: ("1 route breaks", "{} routes break"),
    RiskKind.FORCE: ("FORCE is sent to 1 object in use", "FORCE is sent to {} objects in use"),
    RiskKind.COPIES: (
        "copies of 1 group object are overwritten on other queue managers",
        "copies of {} group objects are overwritten on other queue managers",
    ),
    RiskKind.AUTHORITIES: ("who may use 1 object changes", "who may use {} objects changes"),
    RiskKind.CONNECTIONS: ("who may connect changes", "who may connect changes by {} objects"),
    RiskKind.APPLICATIONS: (
        "applications will notice the change of 1 object",
        "applications will notice the changes of {} objects",
    ),
    RiskKind.NOWHERE: ("a name leads nowhere", "names of {} objects lead nowhere"),
    RiskKind.CLUSTERS: ("clusters are affected", "clusters are affected"),
    RiskKind.NOT_READ: (
        "not read, so its objects are not known",
        "not read, so its objects are not known",
    ),
    RiskKind.OVERRIDDEN: (
        "a rule of the policy is overridden",
        "{} rules of the policy are overridden",
    ),
    RiskKind.ARMED: (
        "an option lets something be lost or forced",
        "options let something of {} objects be lost or forced",
    ),
    RiskKind.ADOPTED: (
        "1 object that the stack did not make is adopted",
        "{} objects that the stack did not make are adopted",
    ),
}
# Codes of warnings that say what is lost, though it is approved.
_LOST = frozenset(
    (
        "messages-purged",
        "authorities-lost",
        "publications-missed",
        "usage-with-messages",
        "copies-overwritten",
    )
)
_OF_CODES: Mapping[str, RiskKind] = {
    "authorities-lost": RiskKind.AUTHORITIES,
    "has-more-without": RiskKind.AUTHORITIES,
    "copies-overwritten": RiskKind.COPIES,
    "copies-not-known": RiskKind.COPIES,
    "usage-with-messages": RiskKind.APPLICATIONS,
    "dangling": RiskKind.NOWHERE,
    "left-dangling": RiskKind.NOWHERE,
    "no-transmission-queue": RiskKind.NOWHERE,
    "remote-target-missing": RiskKind.NOWHERE,
    "dependents-meanwhile": RiskKind.NOWHERE,
}
