"""`main(argv)`: the whole job for schedulers, notebooks and `spark-submit`.

    spark-submit drift_job.py --fleet fleet.yaml --lake s3://bucket/lake

It uses the active session, and never stops one that it did not make.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NoReturn

from queuewright.catalogue.diagnostic import shown
from queuewright.catalogue.errors import QueuewrightError

from .fleet import chosen_of, load_fleet
from .interrupt import quietly_interrupted
from .lake import Lake, check_run
from .policy import load_policy
from .session import spark_session

__all__ = ["main", "parse_time"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the job. Returns 0 clean, 2 drift, 4 some environments failed, 1 error."""
    try:
        return _run(_parser().parse_args(argv))
    except QueuewrightError as error:
        for line in str(error).splitlines():
            print(f"error: {line}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130


def _run(arguments: argparse.Namespace) -> int:
    from .job import JobOptions, new_run_id, run_job
    from .report import check_writable, write_reports

    # Whatever is wrong with the arguments is said before anything is started.
    fleet = load_fleet(Path(arguments.fleet))
    now = parse_time(arguments.now)
    run = check_run(arguments.run or new_run_id(now))
    options = JobOptions(
        unmanaged=arguments.unmanaged,
        timeout=arguments.timeout,
        connections=arguments.connections,
        partitions=arguments.partitions,
        workers=arguments.workers,
        environments=tuple(arguments.environment),
        policy=load_policy(Path(arguments.policy) if arguments.policy else None),
    )
    chosen_of(fleet, options.environments)
    check_writable(arguments.json, arguments.html, arguments.markdown)
    with (
        quietly_interrupted() as take_over,
        spark_session(master=arguments.master, remote=arguments.remote) as spark,
    ):
        take_over()
        lake = Lake(spark, arguments.lake, table_prefix=arguments.table)
        summary = run_job(spark, fleet, lake, run=run, now=now, options=options, progress=_tell)
        write_reports(summary, lake, json_path=arguments.json, html_path=arguments.html,
                      markdown_path=arguments.markdown)  # fmt: skip
    print(json.dumps(dict(summary.counts)))
    return summary.exit_code


def parse_time(text: str | None) -> datetime:
    """ISO 8601, UTC where it has no zone, as UTC; None is now. Raises QueuewrightError."""
    if text is None:
        return datetime.now(UTC)
    try:
        told = datetime.fromisoformat(text)
        return (told if told.tzinfo else told.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        raise QueuewrightError(
            f"--now {shown(text)} is not a time; write it as 2026-11-21T09:30:00Z"
        ) from None


def _tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


class _Parser(argparse.ArgumentParser):
    """Wrong arguments are an error as any other: argparse would end with 2, which is drift."""

    def error(self, message: str) -> NoReturn:
        raise QueuewrightError(f"{message}; see --help")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="queuewright drift run", description=__doc__)
    add = parser.add_argument
    add("--fleet", required=True, help="the fleet file or table")
    add("--lake", help="directory or URI of the lake")
    add("--table", help="prefix of the lake's tables in the session's catalogue")
    add("--policy", help="severities and ignore rules, YAML")
    add("--run", help="identifier of this run; the same one again replaces it")
    add("--now", help="the time of this run, ISO 8601; default: now")
    add("--environment", action="append", default=[], help="only this one; repeatable")
    add("--unmanaged", action="store_true", help="report also what nobody declared")
    add("--timeout", type=float, default=120.0, help="seconds for one system")
    add("--connections", type=int, default=8, help="systems read at once in a partition")
    add("--partitions", type=int, default=0, help="tasks that read; default one for 8 systems")
    add("--workers", type=int, default=2, help="processes that evaluate programs")
    add("--master", help="Spark master; default local[*]")
    add("--remote", help="Spark Connect URL, sc://host:port")
    add("--json", help="write the summary here")
    add("--html", help="write the report page here")
    add("--markdown", help="write the Markdown report here")
    return parser


if __name__ == "__main__":
    sys.exit(main())
