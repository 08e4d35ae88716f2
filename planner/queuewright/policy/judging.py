"""A plan beside the shop's rules: what breaks one stops an `up`, or is overridden by name."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from fnmatch import fnmatchcase

from queuewright.catalogue.diagnostic import Diagnostic, Severity, first_few
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import Document
from queuewright.diff.types import ForceVerdict, Verb
from queuewright.engine.errors import PlanError
from queuewright.engine.risks import ARMING
from queuewright.engine.steps import Plan, Step
from queuewright.pyproject import FILE

from .configuration import TABLE, Limit, PolicyRules


def _rule(name: str, title: str, reason: str, remediation: str) -> Rule:
    sources = (Document(FILE, "", "", "", "").at(f"{TABLE}.{name}"),)
    remediation = f"{remediation}, or give --override {name}"
    return Rule(f"policy-{name}", title, reason, remediation, sources)


DELETES = _rule(
    "deletes",
    "A plan deletes more than the shop allows",
    "{count}, and at most {limit} may be in one run",
    "do it in several runs",
)
CHANGES = _rule(
    "changes",
    "A plan changes more than the shop allows",
    "{count}, and at most {limit} may be in one run",
    "do it in several runs",
)
FREEZE = _rule(
    "freeze", "Nothing is changed for now", "nothing is changed until {until}: {because}", "wait"
)
APPROVAL = _rule(
    "approval",
    "A change needs an approval",
    "{verb} of {kind} needs an approval",
    "have it approved",
)
NAMES = _rule(
    "names",
    "A stack touches objects that are not its own",
    "this stack touches only {names}",
    "declare it where it belongs",
)
ARMED = _rule(
    "armed",
    "An option needs an approval",
    "{option} needs an approval",
    "have it approved",
)
WORKLOAD = _rule(
    "workload",
    "A queue of a cluster has no instance left",
    "no instance is left that a put can go to: {eliminated}; applications get {failure}",
    "keep one in the cluster that puts are allowed to",
)
_RULES = (DELETES, CHANGES, FREEZE, APPROVAL, NAMES, ARMED, WORKLOAD)
RULES = tuple(rule.code.removeprefix("policy-") for rule in _RULES)


def judged(
    plan: Plan, rules: PolicyRules, now: datetime, overrides: Collection[str] = ()
) -> tuple[Diagnostic, ...]:
    """The rules that the plan breaks: errors, and warnings where the rule is overridden.

    overrides: names of RULES. Raises PlanError for a name that is none.
    """
    unknown = sorted(set(overrides) - set(RULES))
    if unknown:
        raise PlanError(f"--override {unknown[0]}: is not a rule; use one of {', '.join(RULES)}")
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
        yield from _too_many(plan, deletes, rules.deletes, DELETES, "deleted")
        owned = [step for step in changes if step.prior is not None]
        yield from _too_many(plan, owned, rules.changes, CHANGES, "changed or deleted")
        yield from _nowhere_to_go(plan, rules)
    touched = [*changes, *(s for s in plan.with_option_changes if s not in changes)]
    if touched:
        for freeze in rules.freeze:
            if freeze.begin <= now < freeze.end:
                until = freeze.end.strftime("%Y-%m-%dT%H:%M:%SZ")
                yield FREEZE("policy", until=until, because=freeze.reason)
    for step in changes:
        if step.key.kind in rules.approval:
            yield APPROVAL(step.key, verb=step.verb, kind=step.key.kind)
        if rules.names and not any(fnmatchcase(step.key.name, name) for name in rules.names):
            yield NAMES(step.key, names=", ".join(first_few(rules.names)))
    if rules.armed == "approval":
        for step in touched:
            for what in _armed(step):
                yield ARMED(step.key, option=what)


def _too_many(
    plan: Plan, steps: Sequence[Step], limit: Limit, rule: Rule, done: str
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
            yield rule(system, count=what, limit=limit.objects)
        elif limit.percent is not None and count >= limit.floor and part > limit.percent:
            yield rule(system, count=f"{what} ({part:.0f} %)", limit=f"{limit.percent:g} %")


def _nowhere_to_go(plan: Plan, rules: PolicyRules) -> Iterator[Diagnostic]:
    """Queues of clusters that no put can go to any more."""
    for each in plan.rerouted if rules.workload == "blocked" else ():
        if each.lost:
            left = {way.key for way in each.after}
            gone = [f"{way.key.system}: gone" for way in each.before if way.key not in left]
            eliminated = "; ".join(first_few([*map(str, each.after), *gone]))
            subject = f"{each.queue} in cluster {each.cluster}"
            yield WORKLOAD(subject, eliminated=eliminated, failure=each.failure)


def _armed(step: Step) -> Iterator[str]:
    """Options that let something be lost or forced."""
    if step.decision.purge:
        yield "a purge of its messages"
    if step.decision.with_force or step.decision.force.verdict is ForceVerdict.UNKNOWN:
        yield "FORCE"
    for option in step.option_changes:
        if (option.name, option.after) in ARMING:
            yield f"{option.name}={option.after}"
