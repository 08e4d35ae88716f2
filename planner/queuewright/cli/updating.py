"""`queuewright preview`, `up`, `refresh` and `destroy`: making a plan, showing it, applying it."""

from dataclasses import replace
from datetime import UTC, datetime
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from queuewright.catalogue.diagnostic import first_few, one_line, shown
from queuewright.script.dialect import ScriptDialect

from .app import app
from .carrying_out import carry_out, expect_none
from .commands import help_of
from .common import (
    UsageProblem,
    asked,
    confirmed,
    print_json,
    run_program,
    say,
)
from .options import (
    ExitOptions,
    JsonOption,
    OutputOptions,
    PlanFlags,
    StackOptions,
    VerifyOption,
    YesOption,
    expanded,
)
from .saved import options_of, saved_of
from .script import print_script
from .showing import changes_of_outputs, show, shown_outputs, tell_unreachable

if TYPE_CHECKING:
    from queuewright import api
    from queuewright.api import Workspace
    from queuewright.engine.refresh import RefreshedObject
    from queuewright.engine.steps import Plan
    from queuewright.host.run import ProgramRun


class Fate(StrEnum):
    """The treatment of objects that a destroyed stack has adopted."""

    KEEP = "keep"
    DELETE = "delete"


_PAGES = ("html", "sarif", "junit")  # formats of a plan, not of what was done


@app.command("preview", help=help_of("preview"))
@expanded
def preview(
    stack: StackOptions,
    plan: PlanFlags,
    output: OutputOptions,
    ends: ExitOptions,
    save_plan: Annotated[
        Path | None, typer.Option("--save-plan", help="Write the plan to this file, for up --plan.")
    ] = None,
    sign: Annotated[
        Path | None, typer.Option("--sign", help="Sign it with this Ed25519 private key (PEM).")
    ] = None,
    script: Annotated[
        ScriptDialect | None,
        typer.Option("--script", help="Print the commands of up, for somebody else to run."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", help="Of --script: a file a system, in this folder.")
    ] = None,
    show_secrets: Annotated[
        bool, typer.Option("--show-secrets", help="Of --script: show secret values.")
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
    """Warn if another process holds the lock: the plan may be out of date."""
    holder = workspace.store.lock_holder()
    if holder is not None:
        say(
            f"warning: {holder}; this plan may change while it runs; preview again when it "
            "has finished"
        )


@app.command("up", help=help_of("up"))
@partial(expanded, without=_PAGES)
def up(
    stack: StackOptions,
    plan: PlanFlags,
    output: OutputOptions,
    ends: ExitOptions,
    yes: YesOption = False,
    plan_file: Annotated[
        Path | None,
        typer.Option("--plan", help="Apply this saved plan, if nothing has changed since."),
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

        def make() -> "Plan":
            state, outputs = workspace.store.load(), shown_outputs(program)
            declared, preview = program.declared, workspace.preview
            again = reviewed(saved, plan_file, declared, state, options, outputs, preview)
            for note in again.notes(plan_file):
                say(note)
            if verify is None:
                check_recorded(again.plan, plan_file)
            return again.plan

    elif verify is not None:
        raise UsageProblem("--verify: there is nothing to verify; give --plan FILE as well")
    else:
        program = run_program(workspace)
        make = partial(workspace.preview, options)
    steps = make()
    if ends.expect_no_changes:
        expect_none(steps)
    code = carry_out(workspace, steps, output, program, make, yes=yes, parallel=plan.parallel)
    raise typer.Exit(ends.code(code))


def save(
    plan: "Plan", options: "api.PlanOptions", program: "ProgramRun", file: Path, key: Path | None
) -> None:
    """Write the plan to a file, signed with the key where there is one."""
    from queuewright.saved.binding import saved_plan

    saved = saved_plan(plan, changes_of_outputs(plan, program), options, datetime.now(UTC))
    (saved if key is None else saved.signed(key)).write(file)


@app.command("refresh", help=help_of("refresh"))
@partial(expanded, without=("refresh", "purge", "override"))
def refresh(
    stack: StackOptions,
    plan: PlanFlags,
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
                    f"stack {workspace.stack.name} was updated in the meantime; run refresh again"
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
    plan: PlanFlags,
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
        options = replace(options, keep_adopted=True)
        steps = workspace.preview_destroy(options)
    make = partial(workspace.preview_destroy, options)
    code = carry_out(workspace, steps, output, None, make, yes=yes, parallel=plan.parallel)
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
    finding = f"{were} there before the stack adopted {them}: {named}"
    give = f"--adopted delete to delete {them} as well, or --adopted keep to leave {them} there"
    question = f"{finding}. Delete {them} as well? No leaves {them} on the system."
    return not asked(question, f"{finding}; give {give}", yes=yes)
