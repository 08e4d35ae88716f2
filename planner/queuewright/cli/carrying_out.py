"""A plan is shown, agreed to, carried out, and reported."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import typer

from queuewright.catalogue.diagnostic import first_few, one_line
from queuewright.catalogue.key import Key

from .common import (
    INTERRUPTED,
    UsageProblem,
    confirmed,
    output_text,
    print_json,
    say,
    show_messages,
    shown_failure,
)
from .options import OutputOptions
from .showing import document, show, shown_outputs, tell_unreachable

if TYPE_CHECKING:
    from queuewright.api import Workspace
    from queuewright.engine.apply import Applied, Event
    from queuewright.engine.steps import Plan, Step
    from queuewright.host.run import ProgramRun


def carry_out(
    workspace: "Workspace",
    plan: "Plan",
    output: OutputOptions,
    program: "ProgramRun | None",
    make: "Callable[[], Plan]",
    *,
    yes: bool,
    parallel: int,
) -> int:
    """Show the plan, ask, apply it, run the program once more for the outputs, show the result.

    program: None for a destroy. make: makes the plan again, after somebody took time to answer:
    what has changed by then is shown, and asked about. Returns 0 when nothing was to be done, 2
    when everything was done, 3 when the plan is blocked and nothing was sent, 1 when a step failed
    or a system could not be read, 130 after Ctrl-C.
    """
    is_agreed = False
    while not is_agreed:
        if not output.as_json:
            show(plan, output, program)
        tell_unreachable(plan)
        if plan.blocked_count:
            if output.as_json:
                print_json(document(plan, output, program))
            say(f"error: {plan.blocked_count} blocked; nothing was sent. {_WAY_OUT}")
            return 3
        if plan.is_empty:
            break
        confirmed(f"Do this ({_steps(plan)}) on stack {plan.stack} of {plan.project}?", yes=yes)
        shown = plan
        plan = plan if yes else make()
        is_agreed = yes or not _changed_meanwhile(shown, plan)
    progress = Progress(len(plan.changes), output.as_json)
    with shown_failure():
        applied = workspace.up(plan, parallel=parallel, progress=progress)
    final = workspace.final
    if program is not None and final is not None and final is not program:
        show_messages(final.messages)
        _warn_of_surplus(program, final)
    report(plan, output, applied, final)
    if applied.interrupted:
        return INTERRUPTED
    return 1 if plan.unreachable or not applied.ok else 0 if plan.is_empty else 2


def _steps(plan: "Plan") -> str:
    """How many there are, and what they lose."""
    count = _count(plan)
    return "; ".join([f"{count} step{'s' * (count != 1)}", *_losses(plan)])


def _changed_meanwhile(shown: "Plan", plan: "Plan") -> bool:
    """Whether the plan is another one than was shown; says in what."""
    from queuewright.saved.comparing import plan_differences

    lines = list(plan_differences(shown, plan))
    for line in first_few(lines, _MOST):
        say(one_line(f"changed since it was shown: {line}"))
    return bool(lines)


def _warn_of_surplus(program: "ProgramRun", final: "ProgramRun") -> None:
    """Declarations that the program makes only when it does not preview were not planned."""
    planned = {declared.urn for declared in program.declared}
    surplus = [declared.name for declared in final.declared if declared.urn not in planned]
    if surplus:
        are, were, them = " is", "it was", "it"
        if surplus[1:]:
            are, were, them = f" and {len(surplus) - 1} more are", "they were", "them"
        say(
            f"warning: {surplus[0]}{are} declared only when the program does not preview, so "
            f"{were} not planned; declare {them} always"
        )


@dataclass
class Progress:
    """One line a step as it ends; `quiet` shows failures only."""

    steps: int
    quiet: bool
    ended: int = 0
    waiting: bool = False
    seen: set[Key] = field(default_factory=set)

    def __call__(self, event: "Event") -> None:
        from queuewright.engine.apply import Outcome

        if event.outcome is Outcome.STARTED:
            return
        if event.outcome is Outcome.AWAITED:
            if not self.waiting:
                say("Ctrl-C: waiting for what was sent; once more ends at once")
            self.waiting = True
            return
        self.ended = self.ended + (event.step.key not in self.seen)
        self.seen.add(event.step.key)
        done = event.outcome is Outcome.DONE
        if self.quiet and (done or event.outcome is Outcome.REFRESHED):
            return
        place = f"[{self.ended}/{self.steps}]"
        done_text = _done(event.step) if done else event.outcome.value
        reason = "; ".join(event.step.decision.reasons) if event.step.decision.keep else ""
        text = f": {event.text or reason}" if event.text or reason else ""
        short = one_line(f"{event.step.key.kind.partition(':')[2]} {event.step.key.name}")
        say(f"{place} {event.step.key.system} {short} {done_text}{text}")


def report(
    plan: "Plan", output: OutputOptions, applied: "Applied", final: "ProgramRun | None"
) -> None:
    """The finished steps and the outputs, on standard output."""
    outputs = shown_outputs(final) if final is not None else {}
    if output.as_json:
        print_json(
            {
                **document(plan, output, final),
                "result": {
                    "done": [step.urn for step in applied.done],
                    "kept": [step.urn for step in applied.done if step.decision.keep],
                    "failed": [{"urn": f.step.urn, "error": f.text} for f in applied.failed],
                    "skipped": [{"urn": f.step.urn, "reason": f.text} for f in applied.skipped],
                    "interrupted": applied.interrupted,
                },
            }
        )
        return
    counted = Counter(map(_done, applied.done))
    same = len(plan.steps) - len(plan.changes)
    counted.update(failed=len(applied.failed), skipped=len(applied.skipped), unchanged=same)
    words = [f"{counted[word]} {word}" for word in _WORDS if counted[word]]
    if outputs:
        typer.echo("Outputs:")
        for name, value in outputs.items():
            typer.echo(f"  {name}: {one_line(output_text(value))}")
    typer.echo("interrupted: " * applied.interrupted + (", ".join(words) or "nothing to do"))


def _done(step: "Step") -> str:
    """The outcome for an object whose step was done."""
    if step.decision.keep:
        return "forgotten" if step.observed is None else "kept"
    return _DONE[step.verb.value]


def _losses(plan: "Plan") -> list[str]:
    """Losses and forced changes, for the question that `up` asks."""
    from queuewright.engine.risks import RiskKind, risks_of

    asked = (risk for risk in risks_of(plan) if risk.kind.is_loss or risk.kind is RiskKind.FORCE)
    return [risk.headline for risk in asked]


def expect_none(plan: "Plan") -> None:
    """Raises UsageProblem when anything would change or is blocked."""
    count = _count(plan)
    if plan.unreachable:
        raise UsageProblem("no changes were expected, and not every system could be read")
    if plan.blocked_count or count:
        raise UsageProblem(
            f"no changes were expected, but the plan has {count} and {plan.blocked_count} blocked; "
            "look at queuewright preview --diff"
        )


def _count(plan: "Plan") -> int:
    """Steps, and objects of which only options change."""
    return len(plan.changes) + sum(not step.changes_anything for step in plan.with_option_changes)


_DONE = {
    "create": "created",
    "update": "updated",
    "replace": "replaced",
    "delete": "deleted",
    "adopt": "adopted",
    "import": "imported",
    "read": "read",
    "same": "unchanged",
}


# The order in which a result counts them.
_WORDS = (
    "created", "updated", "replaced", "deleted", "adopted", "imported", "read", "kept", "forgotten",
    "failed", "skipped", "unchanged",
)  # fmt: skip
_MOST = 20  # changes that are named
_WAY_OUT = "Follow the lines above, and run it again"
