"""`queuewright desired export`: what the programs of a fleet define, as one wide Parquet table."""

from pathlib import Path
from typing import Annotated

import typer

from .app import app, new_group
from .commands import help_of
from .common import say
from .options import EnvironmentOption, FleetOption

group = new_group()
app.add_typer(group, name="desired", help=help_of("desired"))


@group.command("export", help="Evaluate every program of a fleet into a Parquet table.")
def export(
    fleet: FleetOption,
    output: Annotated[Path, typer.Option("--output", "-o", help="The Parquet file to write.")],
    environments: EnvironmentOption = None,
    workers: Annotated[
        int, typer.Option(min=1, max=256, help="Processes that evaluate programs.")
    ] = 2,
    timeout: Annotated[float, typer.Option(min=1, help="Seconds for one program.")] = 120.0,
) -> None:
    """Programs run in processes of their own. Ends with 4 when some environments failed."""
    from queuewright.drift.desired import definition_groups, write_wide
    from queuewright.drift.evaluate import evaluate_fleet
    from queuewright.drift.fleet import chosen_of, load_fleet
    from queuewright.drift.workers import Workers
    from queuewright.render.drift import check_writable

    check_writable(str(output))
    chosen = chosen_of(load_fleet(fleet), environments or ())
    with Workers(workers) as pool:
        evaluated = evaluate_fleet(chosen, pool, timeout=timeout)
    groups = definition_groups(chosen, evaluated)
    count = write_wide(groups, output)
    failed = {
        name: row["error"]
        for group in groups
        for row in group.inventories
        if row["error"] is not None
        for name in group.environments
    }
    for problem in chosen.problems:
        say(f"fleet: {problem}")
    inventories = (row for group in groups for row in group.inventories)
    secret = {f"{row['system']} {text}" for row in inventories for text in row["secret"] or ()}
    for text in sorted(secret):
        say(f"left out, because it is secret: {text}")
    for name, error in failed.items():
        say(f"{name}: {error}")
    distinct = len({answer.version for answer in evaluated.values() if answer.error is None})
    typer.echo(
        f"{output}: {count} objects of {len(chosen.environments)} environments, "
        f"{distinct} distinct definitions, {len(failed)} failed"
    )
    raise typer.Exit(4 if failed or chosen.problems else 0)
