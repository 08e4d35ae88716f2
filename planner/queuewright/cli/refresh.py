"""`queuewright refresh`: bring the state up to what the systems have."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from queuewright.catalogue.diagnostic import one_line, shown

from .common import (
    CwdOption,
    DetailedOption,
    ExcludeOption,
    JsonOption,
    NoChangesOption,
    ParallelOption,
    StackOption,
    TargetOption,
    UsageProblem,
    YesOption,
    confirmed,
    print_json,
    workspace,
)

if TYPE_CHECKING:
    from queuewright.engine.refresh import RefreshedObject

__all__ = ["register"]

_HERE = Path()


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command(
        "refresh", help="Bring the state up to what the systems have; asks. Sends nothing."
    )(refresh)


def refresh(
    cwd: CwdOption = _HERE,
    stack: StackOption = None,
    yes: YesOption = False,
    target: TargetOption = None,
    exclude: ExcludeOption = None,
    as_json: JsonOption = False,
    detailed_exitcode: DetailedOption = False,
    expect_no_changes: NoChangesOption = False,
    parallel: ParallelOption = 16,
) -> None:
    """The program is not run; what it declares differently shows in the next preview."""
    from queuewright.engine.refresh import refreshed

    space = workspace(cwd, stack)
    state = space.store.load()
    result = refreshed(
        state,
        space.systems,
        targets=target or (),
        excludes=exclude or (),
        parallel=parallel,
    )
    if as_json:
        print_json({"found": [_document(one) for one in result.objects]})
    else:
        for one in result.objects:
            typer.echo("\n".join(_lines(one)))
        typer.echo(f"{len(result.objects) or 'no'} change{'s' * (len(result.objects) != 1)}")
    if expect_no_changes and result.objects:
        raise UsageProblem(f"no changes were expected, but {len(result.objects)} objects differ")
    if result.state != state:
        if result.objects:
            confirmed(f"Write this to the state of stack {space.stack.name}?", yes=yes)
        with space.store.locked():
            if space.store.load() != state:
                raise UsageProblem(
                    f"stack {space.stack.name} was updated meanwhile; run refresh again"
                )
            space.store.save(result.state)
    raise typer.Exit(2 if result.objects and detailed_exitcode else 0)


def _lines(one: "RefreshedObject") -> list[str]:
    where = one_line(str(one.key))
    if one.deleted:
        return [f"- {where}: gone; the stack forgets it, the next up creates it again"]
    if one.in_progress:
        return [f"+ {where}: created by an update that was cut off; the stack owns it"]
    changes = (f"    {c.name}: {shown(c.before)} -> {shown(c.after)}" for c in one.changes)
    return [f"~ {where}", *changes]


def _document(one: "RefreshedObject") -> dict[str, Any]:
    what = "gone" if one.deleted else "begun" if one.in_progress else "changed"
    return {
        "urn": one.urn,
        "system": one.key.system,
        "kind": one.key.kind,
        "name": one.key.name,
        "what": what,
        "changes": [{"name": c.name, "before": c.before, "after": c.after} for c in one.changes],
    }
