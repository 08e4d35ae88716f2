"""`queuewright drift`: what differs between many environments and their definitions.

Exit codes: 0 clean, 2 drift, 4 some environments failed, 1 error.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .common import JsonOption, MarkdownOption, UsageProblem, print_json, say

if TYPE_CHECKING:
    from datetime import datetime

    from queuewright.drift.fleet import Fleet
    from queuewright.drift.job import JobOptions
    from queuewright.drift.lake import Lake
    from queuewright.drift.summary import Summary

__all__ = ["register"]

FleetOption = Annotated[Path, typer.Option("--fleet", help="The fleet file or table.")]
LakeOption = Annotated[str | None, typer.Option("--lake", help="Directory or URI of the lake.")]
TableOption = Annotated[
    str | None,
    typer.Option("--table", help="Prefix of the lake's tables in the session's catalogue."),
]
PolicyOption = Annotated[
    Path | None, typer.Option("--policy", help="Severities and ignore rules, YAML.")
]
RunOption = Annotated[str | None, typer.Option("--run", help="The run's name; else from the time.")]
OldRunOption = Annotated[str | None, typer.Option("--run", help="Which run; default: the last.")]
NowOption = Annotated[str | None, typer.Option("--now", help="The run's time, ISO 8601.")]
EnvironmentOption = Annotated[
    list[str] | None, typer.Option("--environment", "-e", help="Only this one; repeat it.")
]
UnmanagedOption = Annotated[
    bool, typer.Option("--unmanaged", help="Report what nobody declared, too.")
]
TimeoutOption = Annotated[float, typer.Option(min=0.1, help="Seconds for one system or program.")]
ConnectionsOption = Annotated[int, typer.Option(min=1, help="Read at once in a partition.")]
PartitionsOption = Annotated[int, typer.Option(min=0, help="Tasks that read; 0: by size.")]
WorkersOption = Annotated[int, typer.Option(min=1, help="Processes that evaluate programs.")]
MasterOption = Annotated[str | None, typer.Option("--master", help="Spark master.")]
RemoteOption = Annotated[
    str | None, typer.Option("--remote", help="Spark Connect, sc://host:port.")
]
HtmlOption = Annotated[str | None, typer.Option("--html", help="Write the report page here.")]


def register(app: typer.Typer) -> None:
    """Add the commands to the application."""
    from .drift_plan import plan

    group = typer.Typer(no_args_is_help=True)
    group.command("run", help="Collect, detect and report: everything at once.")(run)
    group.command("collect", help="Read every environment once into the lake.")(collect)
    group.command("detect", help="Compare what was collected, and report.")(detect)
    group.command("report", help="Report a run again, from the lake.")(report)
    group.command("plan", help="Plan what brings environments back, or accept them.")(plan)
    app.add_typer(group, name="drift", help="Compare a fleet with its definitions, on Spark.")


@dataclass(frozen=True)
class Look:
    """How a run is shown on standard output, and which page is written."""

    as_json: bool
    markdown: bool
    html: str | None

    def __post_init__(self) -> None:
        from queuewright.drift.report import check_writable

        if self.as_json and self.markdown:
            raise UsageProblem("--json and --markdown: choose one of them")
        check_writable(self.html)


def run(
    fleet: FleetOption,
    lake: LakeOption = None,
    table: TableOption = None,
    policy: PolicyOption = None,
    run_name: RunOption = None,
    now: NowOption = None,
    environment: EnvironmentOption = None,
    unmanaged: UnmanagedOption = False,
    timeout: TimeoutOption = 120.0,
    connections: ConnectionsOption = 8,
    partitions: PartitionsOption = 0,
    workers: WorkersOption = 2,
    as_json: JsonOption = False,
    markdown: MarkdownOption = False,
    html: HtmlOption = None,
    master: MasterOption = None,
    remote: RemoteOption = None,
) -> None:
    """Collect, detect, remember, report."""
    from queuewright.drift.fleet import load_fleet
    from queuewright.drift.main import parse_time

    look, at, whole = Look(as_json, markdown, html), parse_time(now), load_fleet(fleet)
    options = _options(policy, environment, unmanaged, timeout, connections, partitions, workers)
    name = _named(run_name, at, whole, options)
    with _job(lake, table, master, remote) as (kept, tell):
        from queuewright.drift.job import run_job

        summary = run_job(kept.spark, whole, kept, run=name, now=at, options=options, progress=tell)
        show = _report(summary, kept, look)
    show()
    raise typer.Exit(summary.exit_code)


def collect(
    fleet: FleetOption,
    lake: LakeOption = None,
    table: TableOption = None,
    run_name: RunOption = None,
    now: NowOption = None,
    environment: EnvironmentOption = None,
    timeout: TimeoutOption = 120.0,
    connections: ConnectionsOption = 8,
    partitions: PartitionsOption = 0,
    workers: WorkersOption = 2,
    master: MasterOption = None,
    remote: RemoteOption = None,
) -> None:
    """Evaluate what is desired and read every system, into the lake. Prints the run's name."""
    from queuewright.drift.fleet import load_fleet
    from queuewright.drift.main import parse_time

    at, whole = parse_time(now), load_fleet(fleet)
    options = _options(None, environment, False, timeout, connections, partitions, workers)
    name = _named(run_name, at, whole, options)
    with _job(lake, table, master, remote) as (kept, tell):
        from queuewright.drift.job import collect_all

        collect_all(kept.spark, whole, kept, run=name, options=options, progress=tell)
    typer.echo(name)


def detect(
    fleet: FleetOption,
    lake: LakeOption = None,
    table: TableOption = None,
    policy: PolicyOption = None,
    run_name: OldRunOption = None,
    now: NowOption = None,
    unmanaged: UnmanagedOption = False,
    as_json: JsonOption = False,
    markdown: MarkdownOption = False,
    html: HtmlOption = None,
    master: MasterOption = None,
    remote: RemoteOption = None,
) -> None:
    """Compare the last collected run, or the one that is named."""
    from queuewright.drift.fleet import load_fleet
    from queuewright.drift.main import parse_time

    look, at, whole = Look(as_json, markdown, html), parse_time(now), load_fleet(fleet)
    options = _options(policy, None, unmanaged, 120.0, 8, 0, 2)
    with _job(lake, table, master, remote) as (kept, tell):
        from queuewright.drift.job import detect_run

        name = run_name or _last_started(kept)
        tell(f"comparing run {name}")
        summary = detect_run(kept, whole, run=name, now=at, options=options)
        show = _report(summary, kept, look)
    show()
    raise typer.Exit(summary.exit_code)


def report(
    lake: LakeOption = None,
    table: TableOption = None,
    run_name: OldRunOption = None,
    as_json: JsonOption = False,
    markdown: MarkdownOption = False,
    html: HtmlOption = None,
    master: MasterOption = None,
    remote: RemoteOption = None,
) -> None:
    """Show the last run, or the one that is named, as it was remembered."""
    from queuewright.drift.summary import Summary

    look = Look(as_json, markdown, html)
    with _job(lake, table, master, remote) as (kept, _):
        runs = [one for one in kept.runs() if run_name in (None, one["run"])]
        if not runs:
            which = f"run {run_name}" if run_name else "finished run"
            raise UsageProblem(f"lake {kept.name} has no {which}; run queuewright drift run first")
        summary = Summary.from_json(runs[-1]["summary"])
        show = _report(summary, kept, look)
    show()
    raise typer.Exit(summary.exit_code)


@contextmanager
def _job(
    lake: str | None, table: str | None, master: str | None, remote: str | None
) -> "Iterator[tuple[Lake, Callable[[str], None]]]":
    """The lake in a session, and what to tell steps to."""
    from rich.console import Console

    from queuewright.drift.interrupt import quietly_interrupted
    from queuewright.drift.lake import Lake
    from queuewright.drift.progress import following
    from queuewright.drift.session import spark_session

    if (lake is None) == (table is None):
        raise UsageProblem("a lake is a directory (--lake) or tables (--table); give one of them")
    with (
        quietly_interrupted() as take_over,
        spark_session(master=master, remote=remote) as spark,
        following(spark, Console(stderr=True)) as tell,
    ):
        take_over()  # from pyspark, whose handler was set with its session
        try:
            yield Lake(spark, lake, table_prefix=table), tell
        except KeyboardInterrupt:
            say("interrupted; a run that has not ended counts for nothing")
            raise


def _options(
    policy: Path | None,
    environments: list[str] | None,
    unmanaged: bool,
    timeout: float,
    connections: int,
    partitions: int,
    workers: int,
) -> "JobOptions":
    from queuewright.drift.job import JobOptions
    from queuewright.drift.policy import load_policy

    return JobOptions(
        unmanaged=unmanaged,
        timeout=timeout,
        connections=connections,
        partitions=partitions,
        workers=workers,
        environments=tuple(environments or ()),
        policy=load_policy(policy),
    )


def _named(run: str | None, at: "datetime", fleet: "Fleet", options: "JobOptions") -> str:
    """The run's name; what is wrong with it or the environments is said before Spark starts."""
    from queuewright.drift.fleet import chosen_of
    from queuewright.drift.job import new_run_id
    from queuewright.drift.lake import check_run

    chosen_of(fleet, options.environments)
    return check_run(run or new_run_id(at))


def _last_started(lake: "Lake") -> str:
    runs = lake.started()
    if not runs:
        raise UsageProblem(f"lake {lake.name} is empty; run queuewright drift collect first")
    return runs[-1]


def _report(summary: "Summary", lake: "Lake", look: Look) -> "Callable[[], None]":
    """Write what is asked for; gives what prints the rest, when no bar is in its way any more."""
    from rich.console import Console

    from queuewright.drift.report import table_rows, write_reports
    from queuewright.drift.report.markdown import markdown
    from queuewright.drift.report.terminal import show

    write_reports(summary, lake, html_path=look.html)
    if look.as_json:
        return lambda: print_json(summary.plain())
    if look.markdown:
        text = markdown(summary, table_rows(lake, summary.run, 100))
        return lambda: typer.echo(text)
    console = Console()
    return lambda: show(summary, Console(width=console.width if console.is_terminal else 160))
