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

from . import drift

JsonFileOption = Annotated[str | None, typer.Option("--json", help="Write the summary here.")]
MarkdownFileOption = Annotated[
    str | None, typer.Option("--markdown", help="Write the Markdown report here.")
]
_INTERRUPTED = 130  # which typer makes of KeyboardInterrupt
_app = typer.Typer(pretty_exceptions_enable=False, rich_markup_mode=None, add_completion=False)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the job. Returns 0 clean, 2 drift, 4 some environments failed, 1 error."""
    try:
        code: int = _app(args=argv, prog_name="queuewright drift run", standalone_mode=False)
        if code == _INTERRUPTED:
            print("interrupted", file=sys.stderr)
        return code
    except typer.TyperException as error:
        # Wrong arguments are an error as any other: click would end with 2, which is drift.
        text = " ".join(error.format_message().split()).rstrip(".")
        print(f"error: {text}; see --help", file=sys.stderr)
        return 1
    except QueuewrightError as error:
        for line in str(error).splitlines():
            print(f"error: {line}", file=sys.stderr)
        return 1


@_app.command()
def job(
    fleet: drift.FleetOption,
    lake: drift.LakeOption = None,
    table: drift.TableOption = None,
    policy: drift.PolicyOption = None,
    run_name: drift.RunOption = None,
    now: drift.NowOption = None,
    environment: drift.EnvironmentOption = None,
    unmanaged: drift.UnmanagedOption = False,
    timeout: drift.TimeoutOption = 120.0,
    connections: drift.ConnectionsOption = 8,
    partitions: drift.PartitionsOption = 0,
    workers: drift.WorkersOption = 2,
    json_file: JsonFileOption = None,
    markdown_file: MarkdownFileOption = None,
    html: drift.HtmlOption = None,
    master: drift.MasterOption = None,
    remote: drift.RemoteOption = None,
) -> int:
    """Collect, detect, remember, report: everything at once."""
    from queuewright.render.drift import check_writable, write_reports

    work = drift.prepare(fleet, run_name, now, policy=policy, environments=environment,
                         unmanaged=unmanaged, timeout=timeout, connections=connections,
                         partitions=partitions, workers=workers)  # fmt: skip
    check_writable(json_file, html, markdown_file)
    with drift.open_lake(lake, table, master, remote) as (opened, progress):
        summary = work.run(opened, progress)
        write_reports(summary, opened, json_path=json_file, html_path=html,
                      markdown_path=markdown_file)  # fmt: skip
    print(json.dumps(dict(summary.counts)))
    return summary.exit_code


if __name__ == "__main__":
    sys.exit(main())
