"""`queuewright drift`: what differs between many environments and their definitions.

Exit codes: 0 clean, 2 drift, 4 some environments failed, 1 error.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from queuewright.catalogue.diagnostic import shown
from queuewright.catalogue.errors import QueuewrightError

from .common import UsageProblem, print_json, say
from .options import JsonOption, MarkdownOption

if TYPE_CHECKING:
    from datetime import datetime

    from queuewright.drift.fleet import Fleet
    from queuewright.drift.job import JobOptions
    from queuewright.drift.lake import Lake
    from queuewright.drift.summary import Summary

FleetOption = Annotated[Path, typer.Option("--fleet", help="The fleet file or table.")]
LakeOption = Annotated[str | None, typer.Option("--lake", help="Directory or URI of the lake.")]
TableOption = Annotated[
    str | None,
    typer.Option("--table", help="Prefix of the lake's tables in the session's catalogue."),
]
PolicyOption = Annotated[
    Path | None, typer.Option("--policy", help="Severities and ignore rules, YAML.")
]
RunOption = Annotated[
    str | None,
    typer.Option("--run", help="The run's name; default: its time. The same again replaces it."),
]
OldRunOption = Annotated[str | None, typer.Option("--run", help="Which run; default: the last.")]
NowOption = Annotated[str | None, typer.Option("--now", help="The run's time, ISO 8601.")]
EnvironmentOption = Annotated[
    list[str] | None, typer.Option("--environment", "-e", help="Only this one; repeat it.")
]
UnmanagedOption = Annotated[
    bool, typer.Option("--unmanaged", help="Report what nobody declared, too.")
]
# Their limits are `JobOptions`'.
TimeoutOption = Annotated[float, typer.Option(help="Seconds for one system or program.")]
ConnectionsOption = Annotated[int, typer.Option(help="Read at once in a partition.")]
PartitionsOption = Annotated[int, typer.Option(help="Tasks that read; 0: by size.")]
WorkersOption = Annotated[int, typer.Option(help="Processes that evaluate programs.")]
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
class OutputOptions:
    """How a run is shown on standard output, and which page is written."""

    as_json: bool
    markdown: bool
    html: str | None

    def __post_init__(self) -> None:
        from queuewright.render.drift import check_writable

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
    output = OutputOptions(as_json, markdown, html)
    work = prepare(fleet, run_name, now, policy=policy, environments=environment,
                   unmanaged=unmanaged, timeout=timeout, connections=connections,
                   partitions=partitions, workers=workers)  # fmt: skip
    with open_lake(lake, table, master, remote) as (opened, progress):
        summary = work.run(opened, progress)
        show = _report(summary, opened, output)
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
    work = prepare(fleet, run_name, now, environments=environment, timeout=timeout,
                   connections=connections, partitions=partitions, workers=workers)  # fmt: skip
    with open_lake(lake, table, master, remote) as (opened, progress):
        from queuewright.drift.job import collect_all

        collect_all(opened.spark, work.fleet, opened, run=work.name, options=work.options,
                    progress=progress)  # fmt: skip
    typer.echo(work.name)


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
    output = OutputOptions(as_json, markdown, html)
    work = prepare(fleet, run_name, now, policy=policy, unmanaged=unmanaged)
    with open_lake(lake, table, master, remote) as (opened, progress):
        from queuewright.drift.job import detect_run

        name = run_name or _last_started(opened)
        progress(f"comparing run {name}")
        summary = detect_run(opened, work.fleet, run=name, now=work.now, options=work.options)
        show = _report(summary, opened, output)
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

    output = OutputOptions(as_json, markdown, html)
    with open_lake(lake, table, master, remote) as (opened, _):
        runs = [row for row in opened.runs() if run_name in (None, row["run"])]
        if not runs:
            which = f"run {run_name}" if run_name else "finished run"
            raise UsageProblem(
                f"lake {opened.name} has no {which}; run queuewright drift run first"
            )
        summary = Summary.from_json(runs[-1]["summary"])
        show = _report(summary, opened, output)
    show()
    raise typer.Exit(summary.exit_code)


@dataclass(frozen=True)
class Work:
    """What one run is made of, checked before Spark starts."""

    fleet: "Fleet"
    name: str
    now: "datetime"
    options: "JobOptions"

    def run(self, lake: "Lake", progress: "Callable[[str], None]") -> "Summary":
        from queuewright.drift.job import run_job

        return run_job(lake.spark, self.fleet, lake, run=self.name, now=self.now,
                       options=self.options, progress=progress)  # fmt: skip


def prepare(
    fleet: Path,
    run_name: str | None,
    now: str | None,
    *,
    policy: Path | None = None,
    environments: list[str] | None = None,
    **options: Any,
) -> Work:
    """options: fields of `JobOptions`. Raises QueuewrightError for anything wrong with them."""
    from queuewright.drift.fleet import chosen_of, load_fleet
    from queuewright.drift.job import JobOptions, new_run_id
    from queuewright.drift.lake import check_run
    from queuewright.drift.policy import load_policy

    at, loaded = parse_time(now), load_fleet(fleet)
    chosen = JobOptions(
        environments=tuple(environments or ()), policy=load_policy(policy), **options
    )
    chosen_of(loaded, chosen.environments)
    return Work(loaded, check_run(run_name or new_run_id(at)), at, chosen)


def parse_time(text: str | None) -> "datetime":
    """ISO 8601, UTC where it has no zone, as UTC; None is now. Raises QueuewrightError."""
    from datetime import UTC, datetime

    if text is None:
        return datetime.now(UTC)
    try:
        time = datetime.fromisoformat(text)
        return (time if time.tzinfo else time.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        raise QueuewrightError(
            f"--now {shown(text)} is not a time; write it as 2026-11-21T09:30:00Z"
        ) from None


@contextmanager
def open_lake(
    lake: str | None, table: str | None, master: str | None, remote: str | None
) -> "Iterator[tuple[Lake, Callable[[str], None]]]":
    """The lake in a session (the active one, which is never stopped, where there is one), and what
    to report steps to."""
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
        following(spark, Console(stderr=True)) as progress,
    ):
        take_over()  # from pyspark, whose handler was set with its session
        try:
            yield Lake(spark, lake, table_prefix=table), progress
        except KeyboardInterrupt:
            say("interrupted; a run that has not ended counts for nothing")
            raise


def _last_started(lake: "Lake") -> str:
    runs = lake.started()
    if not runs:
        raise UsageProblem(f"lake {lake.name} is empty; run queuewright drift collect first")
    return runs[-1]


def _report(summary: "Summary", lake: "Lake", output: OutputOptions) -> "Callable[[], None]":
    """Write the page; gives what prints the rest, when no progress bar is in its way any more."""
    from rich.console import Console

    from queuewright.render.drift import table_rows, write_reports
    from queuewright.render.drift.markdown import markdown
    from queuewright.render.drift.terminal import show

    write_reports(summary, lake, html_path=output.html)
    if output.as_json:
        return lambda: print_json(summary.plain())
    if output.markdown:
        text = markdown(summary, table_rows(lake, summary.run, 100))
        return lambda: typer.echo(text)
    console = Console()
    return lambda: show(summary, Console(width=console.width if console.is_terminal else 160))
