"""`queuewright drift`: what differs between many environments and their definitions.

Exit codes: 0 clean, 2 drift (as `--fail-on` says), 4 some environments failed, 1 error.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from queuewright.catalogue.diagnostic import shown
from queuewright.catalogue.errors import QueuewrightError
from queuewright.drift.failing import FailOn

from .app import app, new_group
from .commands import help_of
from .common import UsageProblem, say
from .drift_outputs import (
    FailOnOption,
    FileOptions,
    FilterOptions,
    WebhookOptions,
    ending,
    report_of,
    tell_others,
)
from .options import EnvironmentOption, FleetOption, FormatOptions, expanded

if TYPE_CHECKING:
    from datetime import datetime

    from queuewright.drift.job import Job
    from queuewright.drift.lake import Lake
    from queuewright.drift.progress import Steps

RunOption = Annotated[
    str | None,
    typer.Option("--run", help="The run's name; default: its time. The same again replaces it."),
]
OldRunOption = Annotated[str | None, typer.Option("--run", help="Which run; default: the last.")]

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
    def opened(self, progress: "Steps", environments: int | None = None) -> "Iterator[Lake]":
        """The lake in a session (the active one, which is never stopped, where there is one).
        environments: how many are worked on, None where nobody knows."""
        from queuewright.drift.lake import Lake
        from queuewright.drift.progress import quietly_interrupted
        from queuewright.drift.session import spark_session

        if (self.lake is None) == (self.table is None):
            raise UsageProblem(
                "a lake is a directory (--lake) or tables (--table); give one of them"
            )
        progress("starting Spark")
        with (
            quietly_interrupted() as take_over,
            spark_session(
                master=self.master, remote=self.remote, environments=environments
            ) as spark,
        ):
            take_over()  # from pyspark, whose handler was set with its session
            progress.watch(spark)
            try:
                yield Lake(spark, self.lake, table_prefix=self.table)
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
    acknowledgements: Annotated[
        Path | None,
        typer.Option(
            "--acknowledgements",
            help="Of drift acknowledge; default: acknowledged.yaml beside the policy or fleet.",
        ),
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

    def job(self, run_name: str | None, progress: "Steps") -> "Job":
        """Raises QueuewrightError for anything wrong with the options."""
        progress("reading the fleet")
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
            load_policy(self.policy, acknowledgements_of(self)),
        )
        chosen_of(fleet, options.environments)
        return Job(fleet, run_name or new_run_id(now), now, options)


@group.command("run", help="Collect, detect and report: everything at once.")
@expanded
def run(
    work: WorkOptions,
    where: LakeOptions,
    output: FormatOptions,
    files: FileOptions,
    others: WebhookOptions,
    run_name: RunOption = None,
    fail_on: FailOnOption = FailOn.ANY,
) -> None:
    webhook = others.webhook(where.lake)
    with steps() as progress:
        job = work.job(run_name, progress)
        with where.opened(progress, job.size) as lake:
            summary = job.make(lake, progress)
            progress("writing the report")
            report = report_of(lake, summary, fail_on, fleet=work.fleet)
            report.write(files.files())
            end = ending(report, output)
            tell_others(report, files, webhook, job)
    end()


@group.command("collect", help="Read every environment once into the lake.")
@partial(expanded, without=("policy", "acknowledgements", "unmanaged"))
def collect(work: WorkOptions, where: LakeOptions, run_name: RunOption = None) -> None:
    """Evaluate what is desired and read every system, into the lake. Prints the run's name."""
    with steps() as progress:
        job = work.job(run_name, progress)
        with where.opened(progress, job.size) as lake:
            job.collect(lake, progress)
    typer.echo(job.run)


@group.command("detect", help="Compare what was collected, and report.")
@partial(expanded, without=("environments", "timeout", "connections", "partitions", "workers"))
def detect(
    work: WorkOptions,
    where: LakeOptions,
    output: FormatOptions,
    files: FileOptions,
    others: WebhookOptions,
    run_name: OldRunOption = None,
    fail_on: FailOnOption = FailOn.ANY,
) -> None:
    """Compare the last collected run, or the one that is named."""
    webhook = others.webhook(where.lake)
    with steps() as progress:
        job = work.job(run_name, progress)
        with where.opened(progress, job.size) as lake:
            runs = [run_name] if run_name else lake.started()
            if not runs:
                raise UsageProblem(
                    f"lake {lake.name} is empty; run queuewright drift collect first"
                )
            progress(f"comparing run {runs[-1]}")
            job = replace(job, run=runs[-1])
            summary = job.detect(lake)
            progress("writing the report")
            report = report_of(lake, summary, fail_on, fleet=work.fleet)
            report.write(files.files())
            end = ending(report, output)
            tell_others(report, files, webhook, job)
    end()


@group.command("report", help="Report a run again, from the lake.")
@expanded
def report(
    where: LakeOptions,
    asked: FilterOptions,
    output: FormatOptions,
    files: FileOptions,
    run_name: OldRunOption = None,
    fail_on: FailOnOption = FailOn.ANY,
) -> None:
    """Show the last run, or the one that is named, as it was remembered; with filters what of it
    passes them."""
    from queuewright.drift.summary import Summary

    filters = asked.filters
    with steps() as progress, where.opened(progress) as lake:
        progress("reading the lake")
        runs = [row for row in lake.runs() if run_name in (None, row["run"])]
        if not runs:
            which = f"run {run_name}" if run_name else "finished run"
            raise UsageProblem(f"lake {lake.name} has no {which}; run queuewright drift run first")
        progress("writing the report")
        made = report_of(lake, Summary.from_json(runs[-1]["summary"]), fail_on, filters)
        made.write(files.files())
        end = ending(made, output)
        tell_others(made, files, None)
    end()


@contextmanager
def steps() -> "Iterator[Steps]":
    """What to report steps to, on standard error."""
    from rich.console import Console

    from queuewright.drift.progress import following

    with following(Console(stderr=True)) as progress:
        yield progress


def acknowledgements_of(work: WorkOptions) -> Path | None:
    """Their file: the one that is given, or the one beside the policy or fleet, where it is."""
    from queuewright.drift.acknowledgements import FILE

    if work.acknowledgements is not None:
        return work.acknowledgements
    beside = (work.policy or work.fleet).with_name(FILE)
    return beside if beside.is_file() else None


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
