"""`queuewright drift check` and `queuewright drift prune`: a lake of files is looked after."""

import re
from dataclasses import asdict
from datetime import timedelta
from typing import TYPE_CHECKING, Annotated

import typer

from queuewright.catalogue.diagnostic import first_few, shown

from .common import UsageProblem, print_json, say
from .drift import LakeOptions, group, parse_time, steps
from .options import JsonOption, expanded

if TYPE_CHECKING:
    from queuewright.drift.lake.upkeep import Health

_UNITS = {"h": 1, "d": 24, "w": 7 * 24}  # hours


@group.command("check", help="Verify every file of a lake.")
@expanded
def check(
    where: LakeOptions,
    set_aside: Annotated[
        bool,
        typer.Option("--set-aside", help="Move damaged files to DIR/_damaged, so that runs go on."),
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Ends with 0 when the lake is sound, with 2 when something of it is damaged or lost."""
    from queuewright.drift.lake.upkeep import check as checked

    with steps() as progress, where.read(progress) as lake:
        progress(f"reading every file of lake {lake.name}")
        health = checked(lake, set_aside=set_aside)
        if as_json:
            plain = {**asdict(health), "damaged": [str(each) for each in health.damaged]}
            print_json({**plain, "is_sound": health.is_sound})
        else:
            _show(lake.name, health)
    raise typer.Exit(0 if health.is_sound else 2)


def _show(name: str, health: "Health") -> None:
    typer.echo(f"lake {name}: {health.runs} runs that ended, {health.files} files")
    for damage in health.damaged:
        typer.echo(f"damaged: {damage}")
    for run, count in health.lost.items():
        typer.echo(
            f"lost: run {run} refers to {count} definitions that are not there any more; it cannot "
            "be compared again, its report stands"
        )
    if health.unfinished:
        names = ", ".join(first_few(list(health.unfinished)))
        typer.echo(f"never ended, and count for nothing: {names}")
    if health.is_sound:
        typer.echo("everything can be read")


@group.command("prune", help="Delete old runs from a lake, and join its small files.")
@expanded
def prune(
    where: LakeOptions,
    keep: Annotated[str, typer.Option("--keep", help="Age of the runs that stay: 90d, 36h, 8w.")],
    now: Annotated[str | None, typer.Option("--now", help="The time it is, ISO 8601.")] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only say which runs would be deleted.")
    ] = False,
) -> None:
    """The last run that ended always stays, and so does what a job that runs now may look at."""
    from queuewright.drift.lake.upkeep import join_definitions, prunable

    age, time = _age(keep), parse_time(now)
    with steps() as progress, where.read(progress) as lake:
        runs = prunable(lake, age, time)
        if dry_run:
            typer.echo(f"would delete {len(runs)} runs: {', '.join(first_few(runs)) or 'none'}")
            return
        lake.delete(runs)
        joined = 0
        if lake.files is not None:
            joined = join_definitions(lake, time.strftime("%Y%m%dT%H%M%SZ"), time, least=2)
    typer.echo(f"deleted {len(runs)} runs, joined the definitions of {joined}")
    if not runs:
        say(f"no run is older than {keep}, the last one apart")


def _age(text: str) -> timedelta:
    given = re.fullmatch(r"([0-9]{1,5})([hdw])", text)
    if given is None or int(given[1]) == 0:
        raise UsageProblem(
            f"--keep is {shown(text)}; write hours, days or weeks, as 36h, 90d or 8w"
        )
    return timedelta(hours=int(given[1]) * _UNITS[given[2]])
