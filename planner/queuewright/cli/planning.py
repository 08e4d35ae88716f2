"""What preview, up, refresh and destroy share: making a plan, showing it, applying it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import typer

from queuewright.catalogue.diagnostic import one_line

from .common import SECRET, UsageProblem, Workspace, confirmed, output_text, print_json, say

if TYPE_CHECKING:
    from queuewright.engine.apply import Applied, Event
    from queuewright.engine.declared import Declared
    from queuewright.engine.steps import Plan, Step
    from queuewright.host.run import Program

__all__ = ["Choice", "Look", "carry_out", "exit_code", "expect_none", "make", "show"]


@dataclass(frozen=True)
class Choice:
    """Which part of the stack a plan is about, and how it is made."""

    targets: Sequence[str] = ()
    excludes: Sequence[str] = ()
    refresh: bool = True
    parallel: int = 16
    destroy: bool = False


@dataclass(frozen=True)
class Look:
    """How a plan is shown."""

    as_json: bool = False
    markdown: bool = False
    show_sames: bool = False
    diff: bool = False

    def __post_init__(self) -> None:
        if self.as_json and self.markdown:
            raise UsageProblem("--json and --markdown: choose one of them")


def make(space: Workspace, declared: "Sequence[Declared]", choice: Choice) -> "Plan":
    """The plan for what is declared. Raises what `make_plan` raises."""
    from queuewright.engine.plan import make_plan

    return make_plan(
        declared,
        space.store.load(),
        space.systems,
        project=space.project.name,
        stack=space.stack.name,
        refresh=choice.refresh,
        targets=choice.targets,
        excludes=choice.excludes,
        destroy=choice.destroy,
        parallel=choice.parallel,
    )


def exit_code(plan: "Plan", *, detailed: bool) -> int:
    """0 no changes, 2 changes, 3 blocked; without `detailed` 1 for blocked and else 0."""
    if detailed:
        return plan.exit_code
    return 1 if plan.blocked else 0


def expect_none(plan: "Plan") -> None:
    """Raises UsageProblem when anything would change or is blocked."""
    count = len(plan.changes)
    if plan.blocked or count:
        raise UsageProblem(
            f"no changes were expected, but the plan has {count} and {len(plan.blocked)} blocked; "
            "look at queuewright preview --diff"
        )


def show(plan: "Plan", look: Look, program: "Program | None") -> None:
    """Print the plan on standard output; `program` None for a destroy."""
    if look.as_json:
        print_json(document(plan, look, program))
        return
    if look.markdown:
        from queuewright.render.markdown import plan_markdown

        typer.echo(plan_markdown(plan, show_sames=look.show_sames), nl=False)
        return
    from rich.console import Console

    from queuewright.render.text import plan_text

    # Long lines are left whole: people search them, and pipelines match them.
    Console(soft_wrap=True, highlight=False, emoji=False).print(
        plan_text(plan, show_sames=look.show_sames, diff=look.diff)
    )


def document(plan: "Plan", look: Look, program: "Program | None") -> dict[str, Any]:
    """The plan as JSON, with what the program exports and logged."""
    from queuewright.render.document import plan_document

    found = plan_document(plan, show_sames=look.show_sames)
    if program is not None:
        found["outputs"] = shown_outputs(program)
        found["messages"] = [
            {"severity": one.severity, "text": one.text, "urn": one.urn} for one in program.messages
        ]
    return found


def shown_outputs(program: "Program") -> dict[str, Any]:
    """The stack's outputs for people: secrets and what is not known yet as such."""
    found = dict(program.outputs)
    found.update(dict.fromkeys(program.secret_outputs, SECRET))
    found.update(dict.fromkeys(program.unknown_outputs - program.secret_outputs, "[unknown]"))
    return dict(sorted(found.items()))


def carry_out(
    space: Workspace,
    plan: "Plan",
    look: Look,
    program: "Program | None",
    *,
    yes: bool,
    parallel: int,
) -> int:
    """Show the plan, ask, apply it, run the program once more for the outputs, show the result.

    program: None for a destroy. Returns 0 when nothing was to be done, 2 when everything was done,
    3 when the plan is blocked and nothing was sent, 1 when a step failed, 130 after Ctrl-C.
    """
    from queuewright.engine.apply import apply

    if not look.as_json:
        show(plan, look, program)
    if plan.blocked:
        if look.as_json:
            print_json(document(plan, look, program))
        say(f"error: {len(plan.blocked)} blocked; nothing was sent. {_WAY_OUT}")
        return 3
    if plan.changes:
        confirmed(f"{_question(plan)}?", yes=yes)
    applied = apply(
        plan,
        space.systems,
        space.store,
        configuration=_configuration(space),
        parallel=parallel,
        progress=Progress(len(plan.changes), quiet=look.as_json),
    )
    final = None
    if program is not None and applied.ok:
        final = finished(space, program, applied)
    report(plan, look, applied, final)
    if applied.interrupted:
        return 130
    return 1 if not applied.ok else 2 if plan.changes else 0


def _configuration(space: Workspace) -> dict[str, str]:
    """The stack's configuration without its secrets."""
    stack = space.stack
    hidden = stack.secrets | stack.encrypted
    return {key: text for key, text in stack.texts().items() if key not in hidden}


def finished(space: Workspace, program: "Program", applied: "Applied") -> "Program":
    """Run the program as after an update, where every output is known, and keep its exports."""
    outputs = {one.urn: one.outputs for one in applied.state.resources}
    final = space.run(preview=False, outputs=outputs)
    planned = {one.urn for one in program.declared}
    surplus = [one for one in final.declared if one.urn not in planned]
    if surplus:
        say(
            f"warning: {surplus[0].name} and {len(surplus) - 1} more are declared only when the "
            "program does not preview, so they were not planned; declare them always"
            if surplus[1:]
            else f"warning: {surplus[0].name} is declared only when the program does not preview, "
            "so it was not planned; declare it always"
        )
    space.keep_outputs(final)
    return final


class Progress:
    """One line a step as it ends; `quiet` shows failures only."""

    def __init__(self, steps: int, *, quiet: bool) -> None:
        self._left = self._steps = steps
        self._quiet = quiet

    def __call__(self, event: "Event") -> None:
        from queuewright.engine.apply import Outcome

        if event.outcome is Outcome.STARTED:
            return
        self._left -= 1
        done = event.outcome is Outcome.DONE
        if done and self._quiet:
            return
        place = f"[{self._steps - self._left}/{self._steps}]"
        what = _DONE[event.step.verb.value] if done else event.outcome.value
        text = f": {event.text}" if event.text else ""
        say(f"{place} {event.step.key.system} {_short(event.step)} {what}{text}")


def report(plan: "Plan", look: Look, applied: "Applied", final: "Program | None") -> None:
    """What was done, and the outputs, on standard output."""
    outputs = shown_outputs(final) if final is not None else {}
    if look.as_json:
        print_json(
            {
                **document(plan, look, final),
                "result": {
                    "done": [step.urn for step in applied.done],
                    "failed": [{"urn": f.step.urn, "error": f.text} for f in applied.failed],
                    "skipped": [{"urn": f.step.urn, "why": f.text} for f in applied.skipped],
                    "interrupted": applied.interrupted,
                },
            }
        )
        return
    counted = Counter(_DONE[step.verb.value] for step in applied.done)
    same = len(plan.steps) - len(plan.changes)
    words = [f"{count} {word}" for word, count in counted.items()]
    words += [f"{len(applied.failed)} failed"] if applied.failed else []
    words += [f"{len(applied.skipped)} skipped"] if applied.skipped else []
    words += [f"{same} unchanged"] if same else []
    if outputs:
        typer.echo("Outputs:")
        for name, value in outputs.items():
            typer.echo(f"  {name}: {one_line(output_text(value))}")
    typer.echo("interrupted: " * applied.interrupted + (", ".join(words) or "nothing to do"))


_DONE = {
    "create": "created",
    "update": "updated",
    "replace": "replaced",
    "delete": "deleted",
    "import": "imported",
    "read": "read",
    "same": "unchanged",
}
_WAY_OUT = "Do what the lines above say, and run it again"


def _short(step: "Step") -> str:
    return one_line(f"{step.key.kind.partition(':')[2]} {step.key.name}")


def _question(plan: "Plan") -> str:
    steps = len(plan.changes)
    return f"Do this ({steps} step{'s' * (steps != 1)}) on stack {plan.stack} of {plan.project}"
