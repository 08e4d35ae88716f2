"""`main(argv)`: `queuewright drift run` for schedulers, notebooks and `spark-submit`.

    spark-submit drift_job.py --fleet fleet.yaml --lake s3://bucket/lake

Its options are those of the command, but that every form of the report goes to a file. It uses the
active session, and never stops one that it did not make.
"""

import json
import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from queuewright.catalogue.errors import QueuewrightError
from queuewright.drift.failing import FailOn

from .common import INTERRUPTED, print_error, say
from .drift import LakeOptions, RunOption, WorkOptions, steps
from .drift_outputs import FailOnOption, ReportFiles, WebhookOptions, report_of, tell_others
from .options import expanded

JsonFileOption = Annotated[str | None, typer.Option("--json", help="Write the summary here.")]
MarkdownFileOption = Annotated[
    str | None, typer.Option("--markdown", help="Write the Markdown report here.")
]
_app = typer.Typer(pretty_exceptions_enable=False, rich_markup_mode=None, add_completion=False)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the job. Returns 0 clean, 2 drift, 4 some environments failed, 1 error."""
    try:
        code: int = _app(args=argv, prog_name="queuewright drift run", standalone_mode=False)
    except (typer.TyperException, QueuewrightError) as error:
        # Wrong arguments are an error as any other: click would end with 2, which is drift.
        print_error(error)
        return 1
    if code == INTERRUPTED:
        say("interrupted")
    return code


@_app.command()
@expanded
def job(
    options: WorkOptions,
    where: LakeOptions,
    files: ReportFiles,
    others: WebhookOptions,
    run_name: RunOption = None,
    json_file: JsonFileOption = None,
    markdown_file: MarkdownFileOption = None,
    fail_on: FailOnOption = FailOn.ANY,
) -> None:
    """Collect, detect, remember, report: everything at once."""
    written = files.files(json=json_file, markdown=markdown_file)
    written.check()
    webhook = others.webhook(where.lake)
    with steps() as progress:
        made = options.job(run_name, progress)
        with where.opened(progress, made.size) as engine:
            summary = made.make(engine, progress)
            progress("writing the report")
            report = report_of(engine.lake, summary, fail_on, fleet=options.fleet)
            report.write(written)
            tell_others(report, files, webhook, made)
    print(json.dumps(dict(summary.counts)))
    raise typer.Exit(report.exit_code)


if __name__ == "__main__":
    sys.exit(main())
