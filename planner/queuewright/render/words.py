"""Words that every form of a plan shares: marks, verbs, values, sentences."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from queuewright.catalogue.diagnostic import Diagnostic, first_few, one_line, shown
from queuewright.catalogue.key import Key
from queuewright.catalogue.sources import citations_text
from queuewright.diff.compare import changed_inside
from queuewright.diff.types import AttributeChange, Decision, ForceVerdict, Verb
from queuewright.engine.risks import is_loss
from queuewright.engine.steps import Plan, Step
from queuewright.impact.radius import Impact, together
from queuewright.impact.routing import Rerouted
from queuewright.lint.check import Finding
from queuewright.lint.rulebook import OWN

MARKS: Mapping[Verb, str] = {
    Verb.CREATE: "+",
    Verb.UPDATE: "~",
    Verb.REPLACE: "+-",
    Verb.DELETE: "-",
    Verb.ADOPT: "=",
    Verb.IMPORT: "=",
    Verb.READ: ">",
    Verb.SAME: "",
}
Topic = Literal[
    "created",
    "option",
    "change",
    "drift",
    "force",
    "use",
    "impact",
    "opened",
    "reason",
    "warning",
    "LOSS",
    "BLOCKED",
]
AS_DECLARED = "No changes: the systems are as declared."
AS_REPORTED = "No changes: what the systems report is as declared."
_FORCE_CODES = ("force-needed", "force-unknown")
_LIMIT = 200  # characters of a value
_FEW = 3  # dependents or handles that are named in one line
_MANY = 5  # destinations of a put
_ALIKE = 3  # so many steps that say the same become one


class Line(NamedTuple):
    """One line about a step; change: the one that it tells of."""

    topic: Topic
    text: str
    change: AttributeChange | None = None


def target(step: Step) -> str:
    """System, kind and name of the object, and the resource's name where it is another one."""
    key = step.key
    name = "" if step.name in (key.name, key.name.rpartition("/")[2]) else f" ({step.name})"
    return one_line(f"{key.system} {key.kind} {key.name}{name}")


def shown_steps(plan: Plan, show_sames: bool) -> list[Step]:
    """The steps that a plan is drawn with."""
    return [
        step
        for step in plan.steps
        if step.changes_anything
        or step.blocked
        or step.decision.drift
        or step.option_changes
        or show_sames
    ]


def alike(steps: Sequence[Step], *, one_by_one: bool = False) -> Iterator[Sequence[Step]]:
    """The steps, those together that say the same of objects of one kind on one system. One that
    is blocked or may lose something is looked at by itself, everything with `one_by_one`."""
    groups: dict[object, list[Step]] = {}
    for place, step in enumerate(steps):
        statements = tuple((line.topic, line.text) for line in lines(step))
        alone = one_by_one or step.blocked or step.verb in (Verb.REPLACE, Verb.DELETE)
        same = step.key.system, step.key.kind, verb(step), statements
        groups.setdefault(place if alone else same, []).append(step)
    joined = {group[0].key: group for group in groups.values() if len(group) >= _ALIKE}
    grouped = {step.key for group in joined.values() for step in group}
    for step in steps:
        if step.key in joined:
            yield joined[step.key]
        elif step.key not in grouped:
            yield [step]


def title(steps: Sequence[Step]) -> str:
    """One step, or several that say the same with the names of all."""
    step = steps[0]
    if len(steps) == 1:
        return f"{target(step)} {verb(step)}"
    names = ", ".join(one_line(each.key.name) for each in steps)
    return f"{one_line(step.key.system)} {step.key.kind} {verb(step)} {len(steps)}: {names}"


def impact_of(steps: Sequence[Step], impacts: Mapping[Key, Impact]) -> Impact | None:
    """The common effects of the steps, beside their own objects."""
    touched = [impacts[step.key] for step in steps if step.key in impacts]
    if len(steps) == 1:
        return touched[0] if touched else None
    return together(touched, {step.key for step in steps})


def lines(step: Step, impact: Impact | None = None, *, full: bool = False) -> Iterator[Line]:
    """Everything that is said of a step. impact: what depends on its object, and who has it open.
    full: what the new object gets, of a replacement too, and everything of the impact."""
    decision, place = step.decision, step.declared.place if step.declared is not None else ""
    at = f" ({one_line(place)})" if place else ""
    if step.verb is Verb.CREATE or full:
        for name, given in decision.creates.items():
            yield Line("created", f"{one_line(name)}: {shown_value(given)}")
    for option in step.option_changes:
        before = "" if option.before is None else f"{shown_value(option.before)} -> "
        yield Line("option", f"option {one_line(option.name)}: {before}{shown_value(option.after)}")
    for change in decision.changes:
        yield Line("change", _changed(change), change)
    put_right = {change.name for change in decision.changes}
    for drifted in decision.drift:
        if drifted.name not in put_right:
            applied, observed = shown_value(drifted.before), shown_value(drifted.after)
            text = f"{applied} was applied, {observed} is there, and is left so"
            yield Line("drift", f"{one_line(drifted.name)}: {text}")
    title = _force_title(decision)
    if title:
        yield Line("force", title)
        for use in decision.force.uses:
            yield Line("use", one_line(str(use)))
    if impact is not None:
        yield from _impact_lines(step, impact, full)
    for reason in decision.reasons:
        yield Line("reason", one_line(reason))
    for problem in decision.warnings:
        topic: Topic = "LOSS" if is_loss(problem.code) else "warning"
        yield Line(topic, _problem_text(problem, decision) + at)
    for problem in decision.blocked:
        yield Line("BLOCKED", _problem_text(problem, decision) + at)


def _impact_lines(step: Step, impact: Impact, full: bool) -> Iterator[Line]:
    """One line, or in full one each. Of a new object the dependents that are there already: the
    others are in the plan themselves. Not who is told of with FORCE or what is blocked."""
    decision = step.decision
    dependents = [
        str(each) for each in impact.dependents if each.observed or decision.verb is not Verb.CREATE
    ]
    uses, rules = set(map(str, decision.force.uses)), [each.reason for each in decision.problems]
    opened = [
        each.text(step.key)
        for each in impact.opened
        if str(each.use) not in uses and not any(str(each.use) in rule for rule in rules)
    ]
    if full:
        yield from (Line("impact", f"depends on it: {each}") for each in dependents)
        yield from (Line("opened", each) for each in opened)
        yield from (Line("impact", one_line(each)) for each in impact.unknown)
        return
    parts = []
    if dependents:
        depend = "depends" if len(dependents) == 1 else "depend"
        parts.append(f"{len(dependents)} {depend} on it: {', '.join(first_few(dependents, _FEW))}")
    if opened:
        parts.append(f"open: {', '.join(first_few(opened, _FEW))}")
    if parts:
        yield Line("impact", "; ".join(parts))


def rerouted_line(each: Rerouted) -> str:
    """`puts to Q in cluster C: QM1 50 %, QM2 50 % -> QM2 100 % (QM1: put is inhibited, rule 5)`"""
    before, after = (
        ", ".join(first_few([str(way) for way in ways if way.chosen], _MANY)) or "nowhere"
        for ways in (each.before, each.after)
    )
    were = {(way.key, way.channel) for way in each.before if way.chosen}
    stays = {(way.key, way.channel): way for way in each.after}
    reason = [
        str(stays[place]) if place in stays else f"{place[0].system}: gone"
        for place in sorted(were)
        if place not in stays or not stays[place].chosen
    ]
    reasons = f" ({'; '.join(first_few(reason, _MANY))})" if reason else ""
    notes = "".join(f"; {note}" for note in each.notes)
    where = f"puts to {each.queue} in cluster {each.cluster}"
    where += f" from {each.putting}" if each.putting else ""
    return one_line(f"{where}: {before} -> {after}{reasons}{notes}")


def verb(step: Step) -> str:
    """The verb, in one word."""
    return "forget" if step.decision.keep else step.verb.value


def shown_value(given: Any) -> str:
    """A value in one line, as JSON; (none) for what is not set."""
    return "(none)" if given is None else shown(given, _LIMIT)


def _changed(change: AttributeChange) -> str:
    """`max_queue_depth: 5000 -> 6000`, with what differs inside of a list or mapping."""
    inside = changed_inside(change)
    detail = "; ".join(map(one_line, inside)) if inside else ""
    values = f"{shown_value(change.before)} -> {shown_value(change.after)}"
    return f"{one_line(change.name)}: {detail or values}"


def _force_title(decision: Decision) -> str:
    """One line on FORCE, "" where none is needed."""
    need = decision.force
    if need.verdict is ForceVerdict.NOT_NEEDED:
        return ""
    verdict = "FORCE needed" if need.verdict is ForceVerdict.NEEDED else "FORCE may be needed"
    sent = ", and is sent" if decision.with_force else ""
    return one_line(f"{verdict} for {', '.join(need.attributes)}{sent}: {need.reason}")


def _problem_text(problem: Diagnostic, decision: Decision) -> str:
    """A problem of a step, without what the step's own lines say already."""
    if problem.code in _FORCE_CODES and _force_title(decision):
        text = one_line(f"{problem.remediation} [{citations_text(problem.sources)}]")
        return f"{_lint_code(problem)}{text}"
    return f"{_lint_code(problem)}{problem.message}"


def _lint_code(problem: Diagnostic) -> str:
    """`QW402 `, by which it is silenced and looked up; "" for what no rule of lint is about."""
    page = OWN.page_of(problem)
    return "" if page is None else f"{page.code} "


def problems_of(plan: Plan) -> Iterator[tuple[Diagnostic, str]]:
    """Every problem, each with file and line of the declaration, "" where they are not known."""
    for step in plan.steps:
        place = step.declared.place if step.declared is not None else ""
        yield from ((problem, place) for problem in step.decision.problems)
    yield from ((problem, "") for problem in plan.policy)


def finding_line(finding: Finding) -> str:
    """`FILE:LINE: severity CODE: object: reason; way out [sources]`."""
    diagnostic = finding.diagnostic
    parts = [
        diagnostic.place,
        f"{diagnostic.severity.value} {diagnostic.code}",
        diagnostic.object,
        diagnostic.message,
    ]
    return one_line(": ".join(filter(None, parts)))


def policy_lines(plan: Plan) -> Iterator[Line]:
    """The broken rules of the shop, overridden or not."""
    for problem in plan.policy:
        topic: Topic = "BLOCKED" if problem.is_error else "warning"
        yield Line(topic, f"{_lint_code(problem)}{problem}")


def no_changes(plan: Plan) -> str:
    """The sentence where nothing would change, "" where something would. Of a system or an object
    that was not read nobody can say that it is as declared."""
    if not plan.is_empty:
        return ""
    if plan.unreachable:
        names = ", ".join(sorted(plan.unreachable))
        return one_line(f"No changes on the systems that were read; not read: {names}.")
    if not plan.steps and not plan.unlisted and not plan.skipped:
        if plan.destroy:
            return "No changes: the stack has no object to delete. No system was read."
        return "No changes: no object is declared. No system was read."
    if not plan.is_refreshed:
        return "No changes, if the systems are as the state says: none was read."
    if plan.skipped or not plan.is_whole:
        return "No changes to the selected objects: targets or excludes leave out the rest."
    return AS_REPORTED if plan.not_compared else AS_DECLARED


def summary(plan: Plan) -> list[tuple[str, str]]:
    """(mark, words) lines that count what is to be done; never empty."""
    counted = [
        (MARKS[verb], f"{count} to {verb.value}")
        for verb, count in plan.counts.items()
        if verb is not Verb.SAME
    ]
    if plan.kept:
        counted.append((MARKS[Verb.DELETE], f"{len(plan.kept)} to forget, and nothing is sent"))
    same = plan.counts.get(Verb.SAME, 0)
    if same:
        counted.append(("", f"{same} unchanged"))
    drifted = sum(1 for _ in plan.drifted)
    if drifted:
        counted.append(("", f"{drifted} drifted"))
    if plan.with_option_changes:
        counted.append(("", f"{len(plan.with_option_changes)} with changed options"))
    if plan.left:
        counted.append(("", f"{len(plan.left)} left to Pulumi"))
    left_out = len(plan.skipped - plan.unread)
    if left_out:
        counted.append(("", f"{left_out} left out by targets or excludes"))
    if plan.unread:
        systems = one_line(", ".join(sorted(plan.unreachable)))
        counted.append(("!", f"{len(plan.unread)} not looked at: {systems} cannot be read"))
    counted += [("", f"not compared: {one_line(line)}") for line in plan.not_compared]
    if plan.blocked_count:
        counted.append(("!", f"{plan.blocked_count} blocked"))
    return counted or [("", "nothing is declared")]
