"""A plan is saved with what its steps were made from, and those steps are carried out, no others.

Made again before it is carried out, each step is the same, or it is done already, or the plan is
refused with what differs and whom that is from. Anything that the program, the state or a system
has come to have besides is left to a plan of its own.
"""

import glob
import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from queuewright import __version__
from queuewright.api import PlanOptions
from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.key import Key
from queuewright.diff.types import Verb
from queuewright.engine.declared import Declared
from queuewright.engine.selection import matches
from queuewright.engine.steps import Plan, Step
from queuewright.render.document import step_document
from queuewright.render.outputs import OutputChange, output_changes, stack_outputs
from queuewright.state.deployment import CREATING, UPDATING, Deployment

from .basis import Basis, basis_of, changes, declared_basis, secrets_of
from .comparing import (
    access_differences,
    finding_differences,
    output_differences,
    policy_differences,
    route_differences,
    step_differences,
    workload_differences,
)
from .document import document_of, touching
from .file import Options, SavedPlan, SavedPlanError
from .reading import document_from, plan_of

_MOST = 50  # differences that are told


def saved_plan(
    plan: Plan, outputs: Sequence[OutputChange], options: PlanOptions, now: datetime
) -> SavedPlan:
    """The plan as a file has it: the steps that touch something. outputs: what becomes of the
    stack's."""
    salt = os.urandom(16)
    return SavedPlan(
        queuewright=__version__,
        at=now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        project=plan.project,
        stack=plan.stack,
        options=Options(
            targets=list(options.targets),
            excludes=list(options.excludes),
            target_dependents=options.target_dependents,
            refresh=options.refresh,
            purge=list(options.purge),
            overrides=list(options.overrides),
        ),
        salt=salt.hex(),
        plan=document_of(plan, outputs),
        basis=basis_of(plan, salt),
    )


def check_stack(saved: SavedPlan, file: object, project: str, stack: str) -> None:
    """Raises SavedPlanError for a plan of another stack."""
    if (saved.project, saved.stack) != (project, stack):
        raise SavedPlanError(
            f"{file}: is a plan of stack {saved.stack} of {saved.project}, not of {stack} of "
            f"{project}; choose that stack with -s, or make the plan again"
        )


def check_consistent(saved: SavedPlan, file: object) -> None:
    """Raises SavedPlanError where the file says something that its steps do not: what is shown of a
    plan, and what is carried out, is made from its steps."""
    remediation = "the file was changed; make the plan again with preview --save-plan"
    try:
        read = document_from(saved.plan)
        document = document_of(plan_of(read), read.output_changes)
    except (KeyError, TypeError, ValueError, AttributeError, QueuewrightError) as error:
        text = f"{file}: its plan cannot be read ({error}); {remediation}"
        raise SavedPlanError(one_line(text)) from None
    # Plans of before do not have them.
    written = {"not_compared": [], "routes": [], "accesses": [], **saved.plan}
    for name in dict.fromkeys((*document, *written)):
        if document.get(name) != written.get(name):
            raise SavedPlanError(
                one_line(f"{file}: {name} does not match its steps; {remediation}")
            )
    if (saved.project, saved.stack) != (document["project"], document["stack"]):
        raise SavedPlanError(f"{file}: its plan is of another stack; {remediation}")
    if {step["id"] for step in document["steps"]} != saved.basis.keys():
        raise SavedPlanError(f"{file}: its basis is of other objects than its steps; {remediation}")


@dataclass(frozen=True, slots=True)
class Reviewed:
    """The saved plan as it can be carried out now.

    plan: its steps that are still to be done. done: how many are done already, of how many. others:
    what else would change, which is left. outputs: of the stack that change besides, as the program
    gives them.
    """

    plan: Plan
    done: int
    steps: int
    others: tuple[Step, ...]
    outputs: tuple[OutputChange, ...] = ()

    def notes(self, file: object) -> Iterator[str]:
        """The warnings before it is carried out; one line each."""
        if self.steps and self.done == self.steps:
            yield f"{file}: already applied; nothing is sent"
        elif self.done:
            yield f"{file}: {self.done} of its {self.steps} steps are done already"
        for step in self.others:
            yield one_line(f"not in {file}, and left: {step.key} {step.verb}")
        for change in self.outputs:
            yield one_line(f"not in {file}, and written: output {change}")


def reviewed(
    saved: SavedPlan,
    file: object,
    declared: Sequence[Declared],
    state: Deployment,
    options: PlanOptions,
    outputs: Mapping[str, Any],
    make: Callable[[PlanOptions], Plan],
) -> Reviewed:
    """The saved plan made again. declared, outputs: of the program now; state: of the stack now.
    options: what it was made with. make: makes a plan.

    Raises SavedPlanError, a line a difference, where it is another one.
    """
    options = _of_today(options, declared, state)
    saved_steps = {step["id"]: step for step in saved.plan["steps"]}
    plan = make(options)
    others = tuple(step for step in touching(plan) if step.key.id not in saved_steps)
    if others:
        # They are planned without, for a step may depend on one of them.
        left = [glob.escape(step.urn) for step in others]
        plan = make(replace(options, excludes=[*options.excludes, *left]))
    comparison = _Comparison(saved, plan)
    lines = list(comparison.lines(saved_steps))
    lines += policy_differences(saved.plan["policy"], comparison.document["policy"])
    lines += workload_differences(
        saved.plan.get("workload", ()), comparison.document.get("workload", ())
    )
    lines += route_differences(saved.plan.get("routes", ()), comparison.document.get("routes", ()))
    if "accesses" in saved.plan:
        lines += access_differences(saved.plan["accesses"], comparison.document.get("accesses", ()))
    lines += finding_differences(
        saved.plan.get("findings", ()), comparison.document.get("findings", ())
    )
    left_to_pulumi = {each.urn for each in plan.left}
    lines += [
        f"{each['urn']}: the program has it no more"
        for each in saved.plan["left"]
        if each["urn"] not in left_to_pulumi
    ]
    lines += output_differences(saved.plan.get("output_changes", ()), outputs)
    if lines:
        raise SavedPlanError(_refusal(saved, file, lines))
    # Objects that it does not touch need not be read.
    plan = replace(plan, unreachable={}, unread=frozenset())
    known = {change["name"] for change in saved.plan.get("output_changes", ())}
    besides = [c for c in output_changes(stack_outputs(state), outputs) if c.name not in known]
    return Reviewed(plan, len(comparison.done), len(saved_steps), others, tuple(besides))


def _of_today(options: PlanOptions, declared: Sequence[Declared], state: Deployment) -> PlanOptions:
    """The options without names of what is gone by now: it is done, and no mistake."""
    names = [(r.urn, r.name, r.id, _name(Key.parse(r.id))) for r in state.resources]
    names += [(d.urn, d.name, d.key.id if d.key else "", _name(d.key)) for d in declared]

    def known(patterns: Sequence[str]) -> list[str]:
        return [p for p in patterns if any(matches(p, each) for each in names)]

    owned = {resource.id for resource in state.resources}
    return replace(
        options,
        targets=known(options.targets),
        excludes=known(options.excludes),
        purge=[each for each in options.purge if each in owned],
    )


def _name(key: Key | None) -> str:
    return "" if key is None else key.name


class _Comparison:
    """The plan that was made now, beside the saved one."""

    def __init__(self, saved: SavedPlan, plan: Plan) -> None:
        self._saved = saved
        self._plan = plan
        self._salt = bytes.fromhex(saved.salt)
        self._steps = {step.key.id: step for step in plan.steps}
        self._touching = {step.key.id for step in touching(plan)}
        self.document: Mapping[str, Any] = document_of(plan)
        self._documents = {step["id"]: step for step in self.document["steps"]}
        self._basis: Basis = json.loads(json.dumps(basis_of(plan, self._salt)))
        self.done: list[str] = []

    def lines(self, saved_steps: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
        for id_, then in saved_steps.items():
            where = f"{then['system']} {then['kind']} {then['name']}"
            yield from (one_line(f"{where}: {line}") for line in self._lines(id_, then))

    def _lines(self, id_: str, then: Mapping[str, Any]) -> Iterator[str]:
        step, reason = self._steps.get(id_), self._plan.unreachable.get(then["system"])
        if reason is not None:
            yield f"its system cannot be read: {reason}"
            return
        if id_ in self._touching:
            assert step is not None
            found = list(step_differences(then, self._documents[id_]))
            if not self._another_secret(id_) and (not found or self._carries_on(step, then)):
                return
            yield from self._because(id_, step, found)
        elif self._is_done(step, then):
            self.done.append(id_)
        elif step is None:
            yield "the program has it no more"
        else:
            found = list(step_differences(then, step_document(step)))
            yield from self._because(id_, step, found)

    def _is_done(self, step: Step | None, then: Mapping[str, Any]) -> bool:
        """Whether the object is as the step would make it."""
        if step is None:
            return bool(then["verb"] == Verb.DELETE)
        if then["verb"] == Verb.DELETE or step.declared is None:
            return False
        return bool(self._declared_then(then["id"]) == self._declared_now(step))

    def _declared_then(self, id_: str) -> Any:
        return self._saved.basis.get(id_, {}).get("declared")

    def _declared_now(self, step: Step) -> Any:
        if step.declared is None:
            return None
        return json.loads(json.dumps(declared_basis(step.declared, self._salt)))

    def _another_secret(self, id_: str) -> bool:
        """A secret is [secret] in every step: what tells of another one is its digest."""
        now = self._basis[id_]["declared"]
        return secrets_of(self._declared_then(id_)) != secrets_of(now)

    def _carries_on(self, step: Step, then: Mapping[str, Any]) -> bool:
        """Whether it is what a crash has left of the same step."""
        updating = {p["resource"]["urn"] for p in self._plan.state.pending if p["type"] == UPDATING}
        if step.urn in updating and then["verb"] in (Verb.UPDATE, Verb.ADOPT, Verb.IMPORT):
            # It was stopped already, or changed without the REFRESH SECURITY after it.
            listed = (then["changes"], self._documents[step.key.id]["changes"])
            planned, left = ({c["attribute"]: c["after"] for c in each} for each in listed)
            return left.items() <= planned.items()
        begun = {p["resource"]["urn"] for p in self._plan.state.pending if p["type"] == CREATING}
        if step.urn not in begun or then["verb"] not in (Verb.CREATE, Verb.REPLACE):
            return False
        if step.verb is Verb.CREATE:
            return bool(self._documents[step.key.id]["creates"] == then["creates"])
        return step.verb is Verb.IMPORT and not step.decision.changes

    def _because(self, id_: str, step: Step, found: Sequence[str]) -> Iterator[str]:
        """The differences in what the step was made from, and by whom; otherwise in the step."""
        then = self._saved.basis.get(id_, {})
        now = self._basis.get(id_, {})
        place = step.declared.place if step.declared is not None else ""
        lines = list(changes(then.get("declared"), self._declared_now(step), "the program", place))
        by_us = []
        if id_ in self._touching:
            modified = str(step.prior.raw.get("modified") or "") if step.prior is not None else ""
            by_us = list(
                changes(then.get("state"), now.get("state"), "an update of this stack", modified)
            )
            lines += by_us
        if id_ in self._touching and not by_us:
            lines += _observed(then.get("observed"), now.get("observed"), step.key.system)
        if not lines:  # neither the program nor an update of the stack
            lines = [f"by others, on {step.key.system}: {line}" for line in found]
        elif any("the step is" in line for line in found):
            lines += found
        yield from lines or ["it was made from something else"]


def _observed(then: Any, now: Any, system: str) -> Iterator[str]:
    """The changes by others on a system, of objects that both plans look at."""
    if isinstance(then, Mapping) and isinstance(now, Mapping):
        both = then.keys() & now.keys()
        then, now = ({n: v for n, v in each.items() if n in both} for each in (then, now))
    yield from changes(then, now, f"others, on {system}")


def _refusal(saved: SavedPlan, file: object, found: Sequence[str]) -> str:
    count = f"{len(found)} difference{'s' * (len(found) > 1)}"
    more = len(found) - _MOST
    lines = [*found[:_MOST], *([f"and {more} more"] if more > 0 else [])]
    other = ""
    if saved.queuewright != __version__:
        other = f", and it was made by Queuewright {saved.queuewright}, this is {__version__}"
    last = f"{file}: {count} since {saved.at}{other}; nothing was sent: "
    return "\n".join([*lines, f"{last}make the plan again, and have it reviewed"])
