"""A plan beside the shop's rules: what breaks one stops an `up`, or is overridden by name."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from fnmatch import fnmatchcase

from queuewright.catalogue.diagnostic import Diagnostic, Severity, first_few
from queuewright.catalogue.sources import Document
from queuewright.diff.types import ForceVerdict, Verb
from queuewright.engine.errors import PlanError
from queuewright.engine.risks import ARMING
from queuewright.engine.steps import Plan, Step
from queuewright.pyproject import FILE

from .configuration import TABLE, Limit, PolicyRules

RULES = ("deletes", "changes", "freeze", "approval", "names", "armed", "workload")
_SOURCE = Document(FILE, "", "", "", "")


def judged(
    plan: Plan, rules: PolicyRules, now: datetime, overrides: Collection[str] = ()
) -> tuple[Diagnostic, ...]:
    """What the plan breaks: errors, and warnings where the rule is overridden.

    overrides: names of RULES. Raises PlanError for a name that is none.
    """
    unknown = sorted(set(overrides) - set(RULES))
    if unknown:
        raise PlanError(f"--override {unknown[0]}: is no rule; use one of {', '.join(RULES)}")
    return tuple(
        replace(problem, severity=Severity.WARNING, remediation="it is overridden")
        if problem.code.removeprefix("policy-") in overrides
        else problem
        for problem in _problems(plan, rules, now)
    )


def _problems(plan: Plan, rules: PolicyRules, now: datetime) -> Iterator[Diagnostic]:
    changes = [step for step in plan.changes if not step.decision.keep]
    if not plan.destroy:  # which says itself that everything goes
        deletes = [step for step in changes if step.verb is Verb.DELETE]
        yield from _too_many(plan, deletes, rules.deletes, "deletes", "deleted")
        owned = [step for step in changes if step.prior is not None]
        yield from _too_many(plan, owned, rules.changes, "changes", "changed or deleted")
        yield from _nowhere_to_go(plan, rules)
    touched = [*changes, *(s for s in plan.with_option_changes if s not in changes)]
    if touched:
        for freeze in rules.freeze:
            if freeze.begin <= now < freeze.end:
                until = freeze.end.strftime("%Y-%m-%dT%H:%M:%SZ")
                rule = f"nothing is changed until {until}: {freeze.reason}"
                yield _problem("freeze", "", rule, "wait")
    for step in changes:
        if step.key.kind in rules.approval:
            rule = f"{step.verb} of {step.key.kind} needs an approval"
            yield _problem("approval", str(step.key), rule, "have it approved")
        if rules.names and not any(fnmatchcase(step.key.name, name) for name in rules.names):
            rule = f"this stack touches only {', '.join(first_few(rules.names))}"
            yield _problem("names", str(step.key), rule, "declare it where it belongs")
    if rules.armed == "approval":
        for step in touched:
            for what in _armed(step):
                rule = f"{what} needs an approval"
                yield _problem("armed", str(step.key), rule, "have it approved")


def _too_many(
    plan: Plan, steps: Sequence[Step], limit: Limit, code: str, done: str
) -> Iterator[Diagnostic]:
    owned: dict[str, int] = defaultdict(int)
    for step in plan.steps:
        owned[step.key.system] += step.prior is not None
    counts: dict[str, int] = defaultdict(int)
    for step in steps:
        counts[step.key.system] += 1
    for system, count in sorted(counts.items()):
        part = 100 * count / max(owned[system], 1)
        what = f"{count} of the stack's {owned[system]} objects there would be {done}"
        if limit.objects is not None and count > limit.objects:
            rule = f"{what}, and at most {limit.objects} may be in one run"
            yield _problem(code, system, rule, "do it in several runs")
        elif limit.percent is not None and count >= limit.floor and part > limit.percent:
            rule = f"{what} ({part:.0f} %), and at most {limit.percent:g} % may be in one run"
            yield _problem(code, system, rule, "do it in several runs")


def _nowhere_to_go(plan: Plan, rules: PolicyRules) -> Iterator[Diagnostic]:
    """Queues of clusters that no put can go to any more."""
    for each in plan.rerouted if rules.workload == "blocked" else ():
        if each.lost:
            left = {way.key for way in each.after}
            gone = [f"{way.key.system}: gone" for way in each.before if way.key not in left]
            why = "; ".join(first_few([*map(str, each.after), *gone]))
            rule = (
                f"no instance is left that a put can go to: {why}; applications get {each.failure}"
            )
            remediation = "keep one in the cluster that puts are allowed to"
            subject = f"{each.queue} in cluster {each.cluster}"
            yield _problem("workload", subject, rule, remediation)


def _armed(step: Step) -> Iterator[str]:
    """Options that let something be lost or forced."""
    if step.decision.purge:
        yield "a purge of its messages"
    if step.decision.with_force or step.decision.force.verdict is ForceVerdict.UNKNOWN:
        yield "FORCE"
    for option in step.option_changes:
        if (option.name, option.after) in ARMING:
            yield f"{option.name}={option.after}"


def _problem(code: str, subject: str, rule: str, remediation: str) -> Diagnostic:
    way_out = f"{remediation}, or give --override {code}"
    where = (_SOURCE.at(f"{TABLE}.{code}"),)
    return Diagnostic(f"policy-{code}", None, rule, way_out, where, object=subject or "policy")
