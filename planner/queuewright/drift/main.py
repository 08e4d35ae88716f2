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

from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.problem import shown

from .fleet import load_fleet
from .lake import Lake
from .policy import load_policy
from .session import spark_session

__all__ = ["main", "parse_time"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the job. Returns 0 clean, 2 drift, 4 some environments unread, 1 error."""
    arguments = _parser().parse_args(argv)
    try:
        return _run(arguments)
    except QueuewrightError as error:
        for line in str(error).splitlines():
            print(f"error: {line}", file=sys.stderr)
        return 1


def _run(arguments: argparse.Namespace) -> int:
    fleet = load_fleet(Path(arguments.fleet))
    policy = load_policy(Path(arguments.policy) if arguments.policy else None)
    now = parse_time(arguments.now)
    with spark_session(master=arguments.master, remote=arguments.remote) as spark:
        from .job import JobOptions, new_run_id, run_job
        from .report import write_reports

        options: JobOptions = JobOptions(
            unmanaged=arguments.unmanaged,
            timeout=arguments.timeout,
            connections=arguments.connections,
            partitions=arguments.partitions,
            workers=arguments.workers,
            environments=tuple(arguments.environment),
            policy=policy,
        )
        lake = Lake(spark, arguments.lake, table_prefix=arguments.table)
        run = arguments.run or new_run_id(now)
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


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="queuewright drift run", description=__doc__)
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
