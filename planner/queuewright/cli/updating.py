"""`queuewright preview`, `up`, `refresh` and `destroy`: making a plan, showing it, applying it."""

from collections import Counter
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from queuewright.catalogue.diagnostic import first_few, one_line, shown
from queuewright.script.dialect import Dialect

from .app import app
from .commands import help_of
from .common import (
    INTERRUPTED,
    UsageProblem,
    asked,
    confirmed,
    output_text,
    print_json,
    run_program,
    say,
    show_messages,
    shown_failure,
)
from .options import (
    ExitOptions,
    JsonOption,
    OutputOptions,
    PlanOptions,
    StackOptions,
    VerifyOption,
    YesOption,
    expanded,
)
from .saved import options_of, saved_of
from .script import print_script
from .showing import print_plan

if TYPE_CHECKING:
    from queuewright import api
    from queuewright.api import Workspace
    from queuewright.engine.apply import Applied, Event
    from queuewright.engine.refresh import RefreshedObject
    from queuewright.engine.steps import Plan, Step
    from queuewright.host.run import Program
    from queuewright.render.document_types import PlanDocument
    from queuewright.render.outputs import OutputChange


class Fate(StrEnum):
    """What becomes of objects that a destroyed stack has adopted."""

    KEEP = "keep"
    DELETE = "delete"


_PAGES = ("html", "sarif", "junit")  # formats of a plan, not of what was done


@app.command("preview", help=help_of("preview"))
@expanded
def preview(
    stack: StackOptions,
    plan: PlanOptions,
    output: OutputOptions,
    ends: ExitOptions,
    save_plan: Annotated[
        Path | None, typer.Option("--save-plan", help="Write the plan to this file, for up --plan.")
    ] = None,
    sign: Annotated[
        Path | None, typer.Option("--sign", help="Sign it with this Ed25519 private key (PEM).")
    ] = None,
    script: Annotated[
        Dialect | None,
        typer.Option("--script", help="Print the commands of up, for somebody else to run."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", help="Of --script: a file a system, in this folder.")
    ] = None,
    show_secrets: Annotated[
        bool, typer.Option("--show-secrets", help="Of --script: say values that are secret.")
    ] = False,
) -> None:
    if sign is not None and save_plan is None:
        raise UsageProblem("--sign: there is nothing to sign; give --save-plan FILE as well")
    if script is None and (out is not None or show_secrets):
        raise UsageProblem("--out and --show-secrets are of --script; give that as well")
    workspace = stack.workspace()
    program = run_program(workspace)
    tell_locked(workspace)
    options = plan.options(lint=save_plan is not None or any(output.formats.values()))
    steps = workspace.preview(options)
    if save_plan is not None and not steps.unreachable:
        save(steps, options, program, save_plan, sign)
    if script is None:
        show(steps, output, program)
    else:
        print_script(workspace, steps, script, output, out, show_secrets=show_secrets)
    tell_unreachable(steps)
    if save_plan is not None and steps.unreachable:
        raise UsageProblem(f"{save_plan} is not written: not every system could be read")
    if ends.expect_no_changes:
        expect_none(steps)
    raise typer.Exit(ends.code(steps.exit_code))


def tell_locked(workspace: "Workspace") -> None:
    """A line where somebody works on the stack meanwhile: the plan is of what is there by then."""
    holder = workspace.store.lock_holder()
    if holder is not None:
        say(f"warning: {holder}; this plan has what is left to do by now: make it again afterwards")


def tell_unreachable(plan: "Plan") -> None:
    """One line for each system that could not be read: what is on it is not in the plan."""
    for line in plan.unreachable.values():
        say(f"error: {line}")


@app.command("up", help=help_of("up"))
@partial(expanded, without=_PAGES)
def up(
    stack: StackOptions,
    plan: PlanOptions,
    output: OutputOptions,
    ends: ExitOptions,
    yes: YesOption = False,
    plan_file: Annotated[
        Path | None,
        typer.Option("--plan", help="Do what this saved plan says, if everything is as it was."),
    ] = None,
    verify: VerifyOption = None,
) -> None:
    """Nothing is sent while a step is blocked."""
    workspace = stack.workspace()
    options = plan.options()
    if plan_file is not None:
        from queuewright.saved.binding import check_stack, reviewed
        from queuewright.saved.ownership import check_recorded

        saved = saved_of(plan_file, verify)
        options = options_of(saved, plan, plan_file)
        check_stack(saved, plan_file, workspace.project.name, workspace.stack.name)
        program = run_program(workspace)
        state, outputs = workspace.store.load(), shown_outputs(program)
        declared, make = program.declared, workspace.preview
        again = reviewed(saved, plan_file, declared, state, options, outputs, make)
        for note in again.notes(plan_file):
            say(note)
        steps = again.plan
        if verify is None:
            check_recorded(steps, plan_file)
    elif verify is not None:
        raise UsageProblem("--verify: there is nothing to verify; give --plan FILE as well")
    else:
        program = run_program(workspace)
        steps = workspace.preview(options)
    if ends.expect_no_changes:
        expect_none(steps)
    code = carry_out(workspace, steps, output, program, yes=yes, parallel=plan.parallel)
    raise typer.Exit(ends.code(code))


def save(
    plan: "Plan", options: "api.PlanOptions", program: "Program", file: Path, key: Path | None
) -> None:
    """Write the plan to a file, signed with the key where there is one."""
    from queuewright.saved.binding import saved_plan

    saved = saved_plan(plan, changes_of_outputs(plan, program), options, datetime.now(UTC))
    (saved if key is None else saved.signed(key)).write(file)


@app.command("refresh", help=help_of("refresh"))
@partial(expanded, without=("refresh", "purge", "override"))
def refresh(
    stack: StackOptions,
    plan: PlanOptions,
    ends: ExitOptions,
    as_json: JsonOption = False,
    yes: YesOption = False,
) -> None:
    """The program is not run; what it declares differently shows in the next preview."""
    workspace = stack.workspace()
    state = workspace.store.load()
    result = workspace.refresh(plan.options())
    if as_json:
        print_json({"found": [_refreshed_document(difference) for difference in result.objects]})
    else:
        for difference in result.objects:
            typer.echo("\n".join(_refreshed_lines(difference)))
        typer.echo(f"{len(result.objects) or 'no'} change{'s' * (len(result.objects) != 1)}")
    if ends.expect_no_changes and result.objects:
        raise UsageProblem(f"no changes were expected, but {len(result.objects)} objects differ")
    if result.state != state:
        if result.objects:
            confirmed(f"Write this to the state of stack {workspace.stack.name}?", yes=yes)
        with workspace.store.locked():
            if workspace.store.load() != state:
                raise UsageProblem(
                    f"stack {workspace.stack.name} was updated meanwhile; run refresh again"
                )
            workspace.store.save(result.state)
    raise typer.Exit(ends.code(2 if result.objects else 0))


def _refreshed_lines(difference: "RefreshedObject") -> list[str]:
    where = one_line(str(difference.key))
    if difference.deleted:
        return [f"- {where}: gone; the stack forgets it, the next up creates it again"]
    if difference.replaced:
        cut_off = "an update that was cut off deleted it to be replaced"
        return [f"! {where}: {cut_off}; the next up creates it, with what it had"]
    if difference.in_progress:
        return [f"+ {where}: created by an update that was cut off; the stack owns it"]
    changes = difference.changes
    lines = (f"    {c.name}: {shown(c.before)} -> {shown(c.after)}" for c in changes)
    return [f"~ {where}", *lines]


def _refreshed_document(difference: "RefreshedObject") -> dict[str, Any]:
    change_kind = "gone" if difference.deleted else "begun" if difference.in_progress else "changed"
    if difference.replaced:
        change_kind = "replacing"
    return {
        "urn": difference.urn,
        **{name: getattr(difference.key, name) for name in ("system", "kind", "name")},
        "what": change_kind,
        "changes": [
            {"name": c.name, "before": c.before, "after": c.after} for c in difference.changes
        ],
    }


@app.command("destroy", help=help_of("destroy"))
@partial(expanded, without=("show_sames", "diff", "expect_no_changes", *_PAGES))
def destroy(
    stack: StackOptions,
    plan: PlanOptions,
    output: OutputOptions,
    ends: ExitOptions,
    yes: YesOption = False,
    adopted: Annotated[
        Fate | None,
        typer.Option(
            "--adopted", help="Objects that were there before the stack adopted them: keep, delete."
        ),
    ] = None,
) -> None:
    """The program is not run: the state says what there is."""
    workspace = stack.workspace()
    options = replace(plan.options(), keep_adopted=adopted is Fate.KEEP)
    steps = workspace.preview_destroy(options)
    if adopted is None and _keeps_adopted(steps, yes=yes):
        steps = workspace.preview_destroy(replace(options, keep_adopted=True))
    code = carry_out(workspace, steps, output, None, yes=yes, parallel=plan.parallel)
    raise typer.Exit(ends.code(code))


def _keeps_adopted(plan: "Plan", *, yes: bool) -> bool:
    """Whether objects that the stack has adopted are to stay, which is asked in words of its own.
    Raises UsageProblem where nobody can answer."""
    adopted = [step for step in plan.adopted if step.deletes]
    if not adopted:
        return False
    count = len(adopted)
    were = "1 object was" if count == 1 else f"{count} objects were"
    them = "it" if count == 1 else "them"
    named = ", ".join(first_few([str(step.key) for step in adopted], 5))
    said = f"{were} there before the stack adopted {them}: {named}"
    give = f"--adopted delete to delete {them} as well, or --adopted keep to leave {them} there"
    question = f"{said}. Delete {them} as well? No leaves {them} on the system."
    return not asked(question, f"{said}; give {give}", yes=yes)


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


def show(plan: "Plan", output: OutputOptions, program: "Program | None") -> None:
    """Print the plan on standard output; `program` None for a destroy."""
    outputs = changes_of_outputs(plan, program)
    print_plan(plan, output, outputs, lambda: document(plan, output, program))


def changes_of_outputs(plan: "Plan", program: "Program | None") -> "list[OutputChange]":
    """What an update makes of the stack's outputs; nothing for a destroy."""
    from queuewright.render.outputs import output_changes, stack_outputs

    if program is None:
        return []
    return list(output_changes(stack_outputs(plan.state), shown_outputs(program)))


def document(plan: "Plan", output: OutputOptions, program: "Program | None") -> "PlanDocument":
    """The plan as JSON, with what the program exports and logged."""
    from queuewright.render.document import plan_document

    data = plan_document(plan, show_sames=output.show_sames)
    if program is not None:
        data["outputs"] = shown_outputs(program)
        data["output_changes"] = [
            {"name": change.name, "before": change.before, "after": change.after}
            for change in changes_of_outputs(plan, program)
        ]
        data["messages"] = [
            {"severity": message.severity, "text": message.text, "urn": message.urn}
            for message in program.messages
        ]
    return data


def shown_outputs(program: "Program") -> dict[str, Any]:
    """The stack's outputs for people, in the program's order: secrets and what is not known yet as
    such."""
    from queuewright.catalogue.hiding import SECRET
    from queuewright.render.outputs import UNKNOWN

    outputs = dict(program.outputs)
    outputs.update(dict.fromkeys(program.secret_outputs, SECRET))
    outputs.update(dict.fromkeys(program.unknown_outputs - program.secret_outputs, UNKNOWN))
    return outputs


def carry_out(
    workspace: "Workspace",
    plan: "Plan",
    output: OutputOptions,
    program: "Program | None",
    *,
    yes: bool,
    parallel: int,
) -> int:
    """Show the plan, ask, apply it, run the program once more for the outputs, show the result.

    program: None for a destroy. Returns 0 when nothing was to be done, 2 when everything was done,
    3 when the plan is blocked and nothing was sent, 1 when a step failed or a system could not be
    read, 130 after Ctrl-C.
    """
    if not output.as_json:
        show(plan, output, program)
    tell_unreachable(plan)
    if plan.blocked_count:
        if output.as_json:
            print_json(document(plan, output, program))
        say(f"error: {plan.blocked_count} blocked; nothing was sent. {_WAY_OUT}")
        return 3
    if not plan.is_empty:
        count = _count(plan)
        steps = "; ".join([f"{count} step{'s' * (count != 1)}", *_losses(plan)])
        confirmed(f"Do this ({steps}) on stack {plan.stack} of {plan.project}?", yes=yes)
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


def _warn_of_surplus(program: "Program", final: "Program") -> None:
    """What the program declares only when it does not preview was not planned."""
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

    def __call__(self, event: "Event") -> None:
        from queuewright.engine.apply import Outcome

        if event.outcome is Outcome.STARTED:
            return
        if event.outcome is Outcome.AWAITED:
            if not self.waiting:
                say("Ctrl-C: waiting for what was sent; once more ends at once")
            self.waiting = True
            return
        self.ended += 1
        done = event.outcome is Outcome.DONE
        if done and self.quiet:
            return
        place = f"[{self.ended}/{self.steps}]"
        done_text = _done(event.step) if done else event.outcome.value
        why = "; ".join(event.step.decision.reasons) if event.step.decision.keep else ""
        text = f": {event.text or why}" if event.text or why else ""
        short = one_line(f"{event.step.key.kind.partition(':')[2]} {event.step.key.name}")
        say(f"{place} {event.step.key.system} {short} {done_text}{text}")


def report(
    plan: "Plan", output: OutputOptions, applied: "Applied", final: "Program | None"
) -> None:
    """What was done, and the outputs, on standard output."""
    outputs = shown_outputs(final) if final is not None else {}
    if output.as_json:
        print_json(
            {
                **document(plan, output, final),
                "result": {
                    "done": [step.urn for step in applied.done],
                    "kept": [step.urn for step in applied.done if step.decision.keep],
                    "failed": [{"urn": f.step.urn, "error": f.text} for f in applied.failed],
                    "skipped": [{"urn": f.step.urn, "why": f.text} for f in applied.skipped],
                    "interrupted": applied.interrupted,
                },
            }
        )
        return
    counted = Counter(map(_done, applied.done))
    same = len(plan.steps) - len(plan.changes)
    counted.update(failed=len(applied.failed), skipped=len(applied.skipped), unchanged=same)
    words = [f"{count} {word}" for word, count in counted.items() if count]
    if outputs:
        typer.echo("Outputs:")
        for name, value in outputs.items():
            typer.echo(f"  {name}: {one_line(output_text(value))}")
    typer.echo("interrupted: " * applied.interrupted + (", ".join(words) or "nothing to do"))


def _done(step: "Step") -> str:
    """What became of an object whose step was done."""
    if step.decision.keep:
        return "forgotten" if step.observed is None else "kept"
    return _DONE[step.verb.value]


def _losses(plan: "Plan") -> list[str]:
    """What is lost or forced, for the question that `up` asks."""
    from queuewright.engine.risks import RiskKind, risks_of

    asked = (risk for risk in risks_of(plan) if risk.kind.is_loss or risk.kind is RiskKind.FORCE)
    return [risk.headline for risk in asked]


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
_WAY_OUT = "Do what the lines above say, and run it again"


def _count(plan: "Plan") -> int:
    """Steps, and objects of which only options change."""
    return len(plan.changes) + sum(not step.changes_anything for step in plan.with_option_changes)
