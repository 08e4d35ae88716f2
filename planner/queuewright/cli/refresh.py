"""`queuewright refresh`: bring the state up to what the systems have."""

from functools import partial
from typing import TYPE_CHECKING, Any

import typer

from queuewright.catalogue.diagnostic import one_line, shown

from .app import app
from .common import UsageProblem, confirmed, print_json
from .options import ExitOptions, JsonOption, PlanOptions, StackOptions, YesOption, expanded

if TYPE_CHECKING:
    from queuewright.engine.refresh import RefreshedObject


@app.command("refresh", help="Bring the state up to what the systems have; asks. Sends nothing.")
@partial(expanded, without=("refresh", "purge"))
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
        print_json({"found": [_document(difference) for difference in result.objects]})
    else:
        for difference in result.objects:
            typer.echo("\n".join(_lines(difference)))
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


def _lines(difference: "RefreshedObject") -> list[str]:
    where = one_line(str(difference.key))
    if difference.deleted:
        return [f"- {where}: gone; the stack forgets it, the next up creates it again"]
    if difference.in_progress:
        return [f"+ {where}: created by an update that was cut off; the stack owns it"]
    changes = difference.changes
    lines = (f"    {c.name}: {shown(c.before)} -> {shown(c.after)}" for c in changes)
    return [f"~ {where}", *lines]


def _document(difference: "RefreshedObject") -> dict[str, Any]:
    change_kind = "gone" if difference.deleted else "begun" if difference.in_progress else "changed"
    return {
        "urn": difference.urn,
        **{name: getattr(difference.key, name) for name in ("system", "kind", "name")},
        "what": change_kind,
        "changes": [
            {"name": c.name, "before": c.before, "after": c.after} for c in difference.changes
        ],
    }
