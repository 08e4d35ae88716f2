"""`queuewright drift`: what differs between many environments and their definitions.

Exit codes: 0 clean, 2 drift (as `--fail-on` says), 4 some environments failed, 1 error.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import StrEnum
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
    FilterOptions,
    ReportFiles,
    WebhookOptions,
    ending,
    report_of,
    tell_others,
)
from .options import EnvironmentOption, FleetOption, FormatOptions, expanded

if TYPE_CHECKING:
    from datetime import datetime

    from queuewright.drift.engines import DriftEngine
    from queuewright.drift.engines.spark import SparkEngine
    from queuewright.drift.job import Job
    from queuewright.drift.lake import Lake
    from queuewright.drift.progress import Steps

RunOption = Annotated[
    str | None,
    typer.Option("--run", help="The run's name; default: its time. The same again replaces it."),
]
OldRunOption = Annotated[str | None, typer.Option("--run", help="Its name; default: the last.")]

group = new_group()
app.add_typer(group, name="drift", help=help_of("drift"))


class EngineName(StrEnum):
    """The engine that does the work."""

    SPARK = "spark"
    LOCAL = "local"


@dataclass(frozen=True)
class LakeOptions:
    """Which lake, and what works on it."""

    lake: Annotated[str | None, typer.Option("--lake", help="Directory or URI of the lake.")] = None
    table: Annotated[
        str | None,
        typer.Option("--table", help="Prefix of the lake's tables in the session's catalogue."),
    ] = None
    engine: Annotated[
        EngineName,
        typer.Option("--engine", help="spark, or local: this machine, without Spark and Java."),
    ] = EngineName.SPARK
    master: Annotated[str | None, typer.Option("--master", help="Spark master.")] = None
    remote: Annotated[
        str | None, typer.Option("--remote", help="Spark Connect, sc://host:port.")
    ] = None

    def __post_init__(self) -> None:
        from queuewright.drift.engines.session import require_pyarrow

        require_pyarrow()  # which modules of drift import

    def stored(self) -> "Lake":
        """The lake of a directory, for what needs no Spark."""
        from queuewright.drift.lake import Lake

        return Lake(None, self.lake)

    @property
    def is_directory(self) -> bool:
        """Whether this machine has the lake's files, and nobody asks for Spark to read them."""
        return self.lake is not None and "://" not in self.lake and not (self.master or self.remote)

    @contextmanager
    def opened(self, progress: "Steps", environments: int | None = None) -> "Iterator[DriftEngine]":
        """The engine on the lake. The active session of Spark, where there is one, is used and
        never stopped. environments: how many are worked on, None where nobody knows."""
        from queuewright.drift.progress import quietly_interrupted

        self._check()
        with quietly_interrupted() as take_over:
            try:
                if self.engine is EngineName.LOCAL:
                    yield self._local()
                    return
                progress("starting Spark")
                with self._spark(environments) as engine:
                    take_over()  # from pyspark, whose handler was set with its session
                    progress.watch(engine.spark)
                    yield engine
            except KeyboardInterrupt:
                say("a run that has not ended counts for nothing")
                raise

    @contextmanager
    def read(self, progress: "Steps") -> "Iterator[Lake]":
        """The lake, to be looked at: Spark is started only for what nothing else reaches."""
        self._check()
        if self.is_directory:
            yield self.stored()
            return
        with self.opened(progress) as engine:
            yield engine.lake

    def _check(self) -> None:
        if (self.lake is None) == (self.table is None):
            raise UsageProblem(
                "a lake is a directory (--lake) or tables (--table); give one of them"
            )
        if self.engine is EngineName.LOCAL and (self.master or self.remote or self.table):
            raise UsageProblem(
                "--engine local works without Spark: --master, --remote and --table are Spark's; "
                "leave them out, or the engine"
            )

    def _local(self) -> "DriftEngine":
        from queuewright.drift.engines.local import LocalEngine

        return LocalEngine(self.stored())

    @contextmanager
    def _spark(self, environments: int | None) -> "Iterator[SparkEngine]":
        from queuewright.drift.engines.session import spark_session
        from queuewright.drift.engines.spark import SparkEngine
        from queuewright.drift.lake import Lake

        with spark_session(
            master=self.master, remote=self.remote, environments=environments
        ) as spark:
            yield SparkEngine(Lake(spark, self.lake, table_prefix=self.table))


@dataclass(frozen=True)
class WorkOptions:
    """The options of a run. The limits of the numbers are `JobOptions`'."""

    fleet: FleetOption
    policy: Annotated[
        Path | None, typer.Option("--policy", help="Severities and ignore rules, YAML.")
    ] = None
    acknowledgements: Annotated[
        Path | None,
        typer.Option(
            "--acknowledgements",
            help="Of drift acknowledge; default: acknowledged.yaml next to the policy or fleet.",
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
    files: ReportFiles,
    others: WebhookOptions,
    run_name: RunOption = None,
    fail_on: FailOnOption = FailOn.ANY,
) -> None:
    webhook = others.webhook(where.lake)
    with steps() as progress:
        job = work.job(run_name, progress)
        with where.opened(progress, job.size) as engine:
            summary = job.make(engine, progress)
            progress("writing the report")
            report = report_of(engine.lake, summary, fail_on, fleet=work.fleet)
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
        with where.opened(progress, job.size) as engine:
            job.collect(engine, progress)
    typer.echo(job.run)


@group.command("detect", help="Compare the collected systems, and report.")
@partial(expanded, without=("environments", "timeout", "connections", "partitions", "workers"))
def detect(
    work: WorkOptions,
    where: LakeOptions,
    output: FormatOptions,
    files: ReportFiles,
    others: WebhookOptions,
    run_name: OldRunOption = None,
    fail_on: FailOnOption = FailOn.ANY,
) -> None:
    """Compare the last collected run, or the one that is named."""
    webhook = others.webhook(where.lake)
    with steps() as progress:
        job = work.job(run_name, progress)
        with where.opened(progress, job.size) as engine:
            lake = engine.lake
            runs = [run_name] if run_name else lake.started()
            if not runs:
                raise UsageProblem(
                    f"lake {lake.name} is empty; run queuewright drift collect first"
                )
            progress(f"comparing run {runs[-1]}")
            job = replace(job, run=runs[-1])
            summary = job.detect(engine)
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
    files: ReportFiles,
    run_name: OldRunOption = None,
    fail_on: FailOnOption = FailOn.ANY,
) -> None:
    """Show the last run, or the one that is named, as it was remembered; with filters what of it
    passes them."""
    from queuewright.drift.summary import Summary

    filters = asked.filters
    with steps() as progress, where.read(progress) as lake:
        progress("reading the lake")
        runs = [row for row in lake.runs() if run_name in (None, row["run"])]
        if not runs:
            which = f"run {run_name}" if run_name else "finished run"
            raise UsageProblem(f"lake {lake.name} has no {which}; run queuewright drift run first")
        progress("writing the report")
        summary = Summary.from_json(lake.summary(runs[-1]["run"]))
        made = report_of(lake, summary, fail_on, filters)
        made.write(files.files())
        end = ending(made, output)
        tell_others(made, files, None)
    end()


@contextmanager
def steps() -> "Iterator[Steps]":
    """The receiver of steps, on standard error."""
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
        time = (time if time.tzinfo else time.replace(tzinfo=UTC)).astimezone(UTC)
        if time.year < 1970:
            raise ValueError  # no clock that runs says so
        return time
    except (ValueError, OverflowError):
        raise QueuewrightError(
            f"--now {shown(text)} is not a time; write it as 2026-11-21T09:30:00Z"
        ) from None
