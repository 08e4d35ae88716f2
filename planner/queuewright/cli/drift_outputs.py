"""The outputs of a run of drift beside its lake: the options for it, and the end of each
command."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from queuewright.catalogue.diagnostic import shown
from queuewright.catalogue.errors import QueuewrightError
from queuewright.drift.failing import FailOn, exit_code
from queuewright.drift.policy import DriftSeverity
from queuewright.reporting.memory import memory_of
from queuewright.reporting.messages import MOST, MessageForm
from queuewright.reporting.webhook import Webhook
from queuewright.systems.credentials import Credential

from .common import UsageProblem, plain_console, print_json, say
from .options import FormatOptions

if TYPE_CHECKING:
    from queuewright.drift.filters import Filters
    from queuewright.drift.job import Job
    from queuewright.drift.lake import Lake
    from queuewright.drift.summary import Summary
    from queuewright.render.drift import DriftReport, Files

FailOnOption = Annotated[
    FailOn, typer.Option("--fail-on", help="End with 2 for differences of this severity or worse.")
]


@dataclass(frozen=True)
class ReportFiles:
    """Which forms of a report are written where."""

    html: Annotated[str | None, typer.Option("--html", help="Write the report page here.")] = None
    sarif: Annotated[
        str | None, typer.Option("--sarif", help="Write SARIF for code scanning here.")
    ] = None
    prometheus: Annotated[
        str | None, typer.Option("--prometheus", help="Write metrics for node_exporter here.")
    ] = None
    otlp: Annotated[
        bool, typer.Option("--otlp", help="Send metrics to the OpenTelemetry collector.")
    ] = False

    def __post_init__(self) -> None:
        self.files().check()
        if self.otlp:
            from queuewright.reporting.telemetry import require_opentelemetry

            require_opentelemetry()

    def files(self, *, json: str | None = None, markdown: str | None = None) -> "Files":
        from queuewright.render.drift import Files

        return Files(json, self.html, markdown, self.sarif, self.prometheus)


@dataclass(frozen=True)
class WebhookOptions:
    """Whom to tell what is new. Raises UsageProblem for two references."""

    webhook_file: Annotated[
        Path | None,
        typer.Option("--webhook-file", help="Send new differences to the webhook in this file."),
    ] = None
    webhook_env: Annotated[
        str | None,
        typer.Option("--webhook-env", help="The same, in this environment variable."),
    ] = None
    webhook_form: Annotated[
        MessageForm, typer.Option("--webhook-form", help="Whose form the message has.")
    ] = MessageForm.SLACK
    webhook_memory: Annotated[
        Path | None,
        typer.Option("--webhook-memory", help="Remember them here; default: the lake."),
    ] = None

    def __post_init__(self) -> None:
        if self.webhook_file and self.webhook_env:
            raise UsageProblem("--webhook-file and --webhook-env: choose one of them")

    def webhook(self, lake: str | None) -> Webhook | None:
        """None where none is asked for. Raises NotRemembered where nothing can be remembered."""
        if self.webhook_file is None and self.webhook_env is None:
            return None
        file = str(self.webhook_file.absolute()) if self.webhook_file else ""
        reference = Credential(env=self.webhook_env or "", file=file)
        return Webhook(reference, self.webhook_form, memory_of(lake, self.webhook_memory))


@dataclass(frozen=True)
class FilterOptions:
    """Which differences a report is about."""

    environment: Annotated[
        list[str] | None,
        typer.Option("--environment", "-e", help="Only of these, as prod-*; repeat it."),
    ] = None
    severity: Annotated[
        list[DriftSeverity] | None, typer.Option("--severity", help="Only these; repeat it.")
    ] = None
    kind: Annotated[
        list[str] | None, typer.Option("--kind", help="Only these, as mq:*Queue; repeat it.")
    ] = None
    new: Annotated[
        bool, typer.Option("--new", help="Only differences that the run before did not find.")
    ] = False

    @property
    def filters(self) -> "Filters":
        """Raises InvalidFilter."""
        from queuewright.drift.filters import Filters

        return Filters(self.environment or (), self.severity or (), self.kind or (), self.new)


def report_of(
    lake: "Lake",
    summary: "Summary",
    fail_on: FailOn,
    filters: "Filters | None" = None,
    fleet: Path | None = None,
) -> "DriftReport":
    """The run, or what of it passes the filters, ready to be written in any form."""
    from queuewright.drift.filters import ALL
    from queuewright.drift.summary import narrowed
    from queuewright.render.drift import DriftReport, LakeRows

    filters = filters or ALL
    found = LakeRows(lake, summary.run)
    if filters:
        summary = narrowed(summary, found.cells(filters), filters)
    code = exit_code(summary, fail_on, has_any=lambda asked: bool(found.worst(1, asked)))
    return DriftReport(summary, found, code, filters, "" if fleet is None else _in_checkout(fleet))


def _in_checkout(path: Path) -> str:
    """As code scanning finds it: from the directory that the command runs in."""
    try:
        return path.absolute().relative_to(Path.cwd()).as_posix()
    except ValueError:
        return path.as_posix()


def tell_others(
    report: "DriftReport", files: ReportFiles, webhook: Webhook | None, job: "Job | None" = None
) -> None:
    """Metrics, what is new, and acknowledgements that hide nothing. A failure here is named, and
    changes nothing of the run's result."""
    if job is not None:
        _check_acknowledged(report, job)
        known = {label for each in job.fleet.environments for label in each.labels}
        for label in job.options.policy.unknown_labels(known):
            say(
                f"warning: rules of the policy have the label {shown(label)}, which no environment "
                "has: they match nothing; correct the label"
            )
    if files.otlp:
        from queuewright.reporting.telemetry import export

        _tried(lambda: export(report.summary))
    if webhook is not None:
        found = report.found
        _tried(lambda: webhook.tell(report.summary, lambda at: found.first_seen_since(at, MOST)))


def _tried(send: Callable[[], object]) -> None:
    try:
        send()
    except QueuewrightError as error:
        say(f"warning: {error}")


def _check_acknowledged(report: "DriftReport", job: "Job") -> None:
    from queuewright.drift.acknowledgements import HIDDEN, not_found
    from queuewright.drift.identity import identity_of

    acknowledged = job.options.policy.acknowledged
    if not acknowledged or job.options.environments:
        return  # of the others nothing is known
    seen = map(identity_of, report.found.hidden(HIDDEN))
    for one in not_found(acknowledged, seen, job.now.date()):
        say(
            f"warning: acknowledged {one.words}: no difference has this id; "
            f"queuewright drift acknowledge --remove {one.id}"
        )


def ending(report: "DriftReport", output: FormatOptions) -> Callable[[], None]:
    """Print the report, when no progress bar is in its way any more, and end the command."""
    if output.as_json:
        document = report.plain()
    elif output.markdown:
        text = report.markdown()
    else:
        rows, resolved = report.rows, report.resolved

    def end() -> None:
        from queuewright.render.drift.terminal import show

        if output.as_json:
            print_json(document)
        elif output.markdown:
            typer.echo(text)
        else:
            show(report.summary, plain_console(), rows, resolved, report.filters)
        sys.stdout.flush()
        raise typer.Exit(report.exit_code)

    return end
