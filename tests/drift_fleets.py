"""Small fleets of dumps, and jobs over them without Spark."""

import atexit
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

import yaml
from typer.testing import CliRunner

from command_line import app
from queuewright.drift.engines.local import LocalEngine
from queuewright.drift.fleet import load_fleet
from queuewright.drift.job import Job, JobOptions
from queuewright.drift.lake import Lake
from queuewright.drift.summary import Summary
from queuewright.drift.workers import Workers

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
QUEUE = "DEFINE QLOCAL('{name}') DESCR('') MAXDEPTH({depth}) REPLACE"
FOOTER = "* Script ended on 2026-11-21   at 12.00.00"


def dump(*queues: tuple[str, int], system: str = "QM1", footer: bool = False) -> str:
    """A dump of queues (name, depth)."""
    commands = [QUEUE.format(name=name, depth=depth) for name, depth in queues]
    end = [FOOTER] if footer else []
    return "\n".join([f"* Queue manager name: {system}", *commands, *end, ""])


def applied(program: Path, systems: Any, text: str) -> None:
    """Make this the program, with these systems, and carry it out."""
    config = {"config": {"queuewright:systems": systems}}
    (program / "Pulumi.main.yaml").write_text(yaml.safe_dump(config))
    (program / "__main__.py").write_text(text)
    up = CliRunner().invoke(app, ["up", "--yes", "-C", str(program)])
    assert up.exit_code == 0, up.output


def small_fleet(place: Path, program: Path, **dumps: str) -> Path:
    """A fleet file, with an environment of one queue manager for each dump."""
    for name, text in dumps.items():
        (place / f"{name}.mqsc").write_text(text)
    entries = [{"name": name} for name in dumps]
    systems = {"QM1": {"type": "mqsc", "path": "{environment}.mqsc"}}
    defaults = {"program": str(program), "stack": "main", "systems": systems}
    file = place / "fleet.yaml"
    file.write_text(yaml.safe_dump({"defaults": defaults, "environments": entries}))
    return file


GOOD = dump(("A", 100), ("B", 100), ("C", 100))


_pool = Workers(2)  # processes that take longer to start than a program of three queues to run
atexit.register(_pool.__exit__)


@contextmanager
def shared_workers() -> Iterator[None]:
    """Jobs evaluate their programs in the same processes."""
    with patch("queuewright.drift.job.Workers", lambda size: nullcontext(_pool)):
        yield


def local_job(lake: Path) -> Callable[..., Summary]:
    """Runs one job without Spark: job(fleet file, run, hours after noon, **options)."""

    def run(file: Path, run: str, hours: float = 0, **options: Any) -> Summary:
        now = NOON + timedelta(hours=hours)
        engine = LocalEngine(Lake(None, str(lake)))
        with shared_workers():
            return Job(load_fleet(file), run, now, JobOptions(**options)).make(engine)

    return run


def found(lake: Path, run: str, *columns: str) -> Sequence[tuple[Any, ...]]:
    """These columns of the differences of a run, sorted."""
    rows = Lake(None, str(lake)).read("drift", run).to_pylist()
    return sorted(tuple(row[name] for name in columns) for row in rows)
