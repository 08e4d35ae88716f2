"""`queuewright drift`: what differs between many environments and their definitions.

Exit codes: 0 clean, 2 drift, 4 some environments failed, 1 error.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from queuewright.catalogue.diagnostic import shown
from queuewright.catalogue.errors import QueuewrightError

from .app import app, new_group
from .commands import help_of
from .common import UsageProblem, plain_console, print_json, say
from .options import EnvironmentOption, FleetOption, FormatOptions, expanded

if TYPE_CHECKING:
    from datetime import datetime

    from queuewright.drift.job import Job
    from queuewright.drift.lake import Lake
    from queuewright.drift.summary import Summary

RunOption = Annotated[
    str | None,
    typer.Option("--run", help="The run's name; default: its time. The same again replaces it."),
]
OldRunOption = Annotated[str | None, typer.Option("--run", help="Which run; default: the last.")]
HtmlOption = Annotated[str | None, typer.Option("--html", help="Write the report page here.")]

group = new_group()
app.add_typer(group, name="drift", help=help_of("drift"))


@dataclass(frozen=True)
class LakeOptions:
    """Which lake, and in which session of Spark."""

    lake: Annotated[str | None, typer.Option("--lake", help="Directory or URI of the lake.")] = None
    table: Annotated[
        str | None,
        typer.Option("--table", help="Prefix of the lake's tables in the session's catalogue."),
    ] = None
    master: Annotated[str | None, typer.Option("--master", help="Spark master.")] = None
    remote: Annotated[
        str | None, typer.Option("--remote", help="Spark Connect, sc://host:port.")
    ] = None

    def __post_init__(self) -> None:
        from queuewright.drift.session import require_pyspark

        require_pyspark()  # which modules of drift import

    @contextmanager
    def opened(
        self, environments: int | None = None
    ) -> "Iterator[tuple[Lake, Callable[[str], None]]]":
        """The lake in a session (the active one, which is never stopped, where there is one), and
        what to report steps to. environments: how many are worked on, None where nobody knows."""
        from rich.console import Console

        from queuewright.drift.lake import Lake
        from queuewright.drift.progress import following, quietly_interrupted
        from queuewright.drift.session import spark_session

        if (self.lake is None) == (self.table is None):
            raise UsageProblem(
                "a lake is a directory (--lake) or tables (--table); give one of them"
            )
        with (
            quietly_interrupted() as take_over,
            spark_session(
                master=self.master, remote=self.remote, environments=environments
            ) as spark,
            following(spark, Console(stderr=True)) as progress,
        ):
            take_over()  # from pyspark, whose handler was set with its session
            try:
                yield Lake(spark, self.lake, table_prefix=self.table), progress
            except KeyboardInterrupt:
                say("a run that has not ended counts for nothing")
                raise


@dataclass(frozen=True)
class WorkOptions:
    """What a run is made of. The limits of the numbers are `JobOptions`'."""

    fleet: FleetOption
    policy: Annotated[
        Path | None, typer.Option("--policy", help="Severities and ignore rules, YAML.")
    ] = None
    now: Annotated[str | None, typer.Option("--now", help="The run's time, ISO 8601.")] = None
    environments: EnvironmentOption = None
    unmanaged: Annotated[
        bool, typer.Option("--unmanaged", help="Report what nobody declared, too.")
    ] = False
    timeout: Annotated[
        float, typer.Option("--timeout", help="Seconds for one system or program.")
    ] = 120.0
    connections: Annotated[
        int, typer.Option("--connections", help="Read at once in a partition.")
    ] = 8
    partitions: Annotated[
        int, typer.Option("--partitions", help="Tasks that read; 0: by size.")
    ] = 0
    workers: Annotated[int, typer.Option("--workers", help="Processes that evaluate programs.")] = 2

    def job(self, run_name: str | None) -> "Job":
        """Raises QueuewrightError for anything wrong with the options."""
        from queuewright.drift.fleet import chosen_of, load_fleet
        from queuewright.drift.job import Job, JobOptions, new_run_id
        from queuewright.drift.policy import load_policy

        now, fleet = parse_time(self.now), load_fleet(self.fleet)
        options = JobOptions(
            self.unmanaged,
            self.timeout,
            self.connections,
            self.partitions,
            self.workers,
            tuple(self.environments or ()),
            load_policy(self.policy),
        )
        chosen_of(fleet, options.environments)
        return Job(fleet, run_name or new_run_id(now), now, options)


@dataclass(frozen=True)
class ReportOptions(FormatOptions):
    """How a run is shown on standard output, and which page is written."""

    html: HtmlOption = None

    def __post_init__(self) -> None:
        from queuewright.render.drift import check_writable

        super().__post_init__()
        check_writable(self.html)

    def report(self, summary: "Summary", lake: "Lake") -> "Callable[[], None]":
        """Write the page; gives what prints the rest, when no progress bar is in its way any
        more, and ends the command."""
        from queuewright.render.drift import table_rows, write_reports
        from queuewright.render.drift.markdown import markdown
        from queuewright.render.drift.terminal import show

        write_reports(summary, lake, html_path=self.html)
        rows = table_rows(lake, summary.run, 100) if self.markdown else []

        def end() -> None:
            if self.as_json:
                print_json(summary.plain())
            elif self.markdown:
                typer.echo(markdown(summary, rows))
            else:
                show(summary, plain_console())
            raise typer.Exit(summary.exit_code)

        return end


@group.command("run", help="Collect, detect and report: everything at once.")
@expanded
def run(
    work: WorkOptions, where: LakeOptions, output: ReportOptions, run_name: RunOption = None
) -> None:
    job = work.job(run_name)
    with where.opened(job.size) as (lake, progress):
        end = output.report(job.make(lake, progress), lake)
    end()


@group.command("collect", help="Read every environment once into the lake.")
@partial(expanded, without=("policy", "unmanaged"))
def collect(work: WorkOptions, where: LakeOptions, run_name: RunOption = None) -> None:
    """Evaluate what is desired and read every system, into the lake. Prints the run's name."""
    job = work.job(run_name)
    with where.opened(job.size) as (lake, progress):
        job.collect(lake, progress)
    typer.echo(job.run)


@group.command("detect", help="Compare what was collected, and report.")
@partial(expanded, without=("environments", "timeout", "connections", "partitions", "workers"))
def detect(
    work: WorkOptions, where: LakeOptions, output: ReportOptions, run_name: OldRunOption = None
) -> None:
    """Compare the last collected run, or the one that is named."""
    job = work.job(run_name)
    with where.opened(job.size) as (lake, progress):
        runs = [run_name] if run_name else lake.started()
        if not runs:
            raise UsageProblem(f"lake {lake.name} is empty; run queuewright drift collect first")
        progress(f"comparing run {runs[-1]}")
        end = output.report(replace(job, run=runs[-1]).detect(lake), lake)
    end()


@group.command("report", help="Report a run again, from the lake.")
@expanded
def report(where: LakeOptions, output: ReportOptions, run_name: OldRunOption = None) -> None:
    """Show the last run, or the one that is named, as it was remembered."""
    from queuewright.drift.summary import Summary

    with where.opened() as (lake, _):
        runs = [row for row in lake.runs() if run_name in (None, row["run"])]
        if not runs:
            which = f"run {run_name}" if run_name else "finished run"
            raise UsageProblem(f"lake {lake.name} has no {which}; run queuewright drift run first")
        end = output.report(Summary.from_json(runs[-1]["summary"]), lake)
    end()


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
