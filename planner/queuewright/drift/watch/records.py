"""The records of a watch, below a lake: events, changes of differences, and what differs now.

    watch/events/NAME.parquet       the events of one batch, without values of attributes
    watch/changes/NAME.parquet      differences that are new, changed or resolved with it
    watch/state.json                what differs now, and which systems have to be read whole

The state is written last: a batch that was cut off is handed over again, and writes the same files
again.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict, dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from pyarrow import fs

from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.errors import QueuewrightError
from queuewright.drift.sources import without_secret

from .places import Member
from .source import COLUMNS

FORMAT = 1
FOLDER = "watch"
IDENTITY = ("environment", "system", "kind", "name", "drift", "attribute")
_VALUES = ("before", "after")  # of events: kept nowhere
CHANGE_COLUMNS = (
    "status", *IDENTITY, "desired", "observed", "change", "severity", "ignored", "first_seen",
    "at", "user",
)  # fmt: skip
_EVENTS = pa.schema(
    [
        (name, pa.list_(pa.string()) if name == "changed" else pa.string())
        for name in COLUMNS
        if name not in _VALUES
    ]
)
_CHANGES = pa.schema([(name, pa.string()) for name in CHANGE_COLUMNS])

Row = Mapping[str, Any]
Identity = tuple[str, ...]


class WatchError(QueuewrightError):
    """The records of a watch cannot be read or written."""


@dataclass(slots=True)
class Known:
    """Of one system: what it was compared with, when all of it was read last (UTC, "" for never),
    why it has to be read whole, and why its events cannot be read; "" where that is not so."""

    version: str = ""
    whole: str = ""
    stale: str = ""
    unheard: str = ""


@dataclass(slots=True)
class State:
    """batch: the last one that was carried out. open: what differs, by its identity. untold: its
    changes, until they are told."""

    batch: str = ""
    systems: dict[Member, Known] = field(default_factory=dict)
    open: dict[Identity, dict[str, Any]] = field(default_factory=dict)
    untold: list[Row] = field(default_factory=list)


def identity_of(row: Row) -> Identity:
    return tuple(row[name] or "" for name in IDENTITY)


def batch_name(rows: Sequence[Row]) -> str:
    """The same for the same rows: the time of the first event, and a digest."""
    lines = sorted(json.dumps(dict(row), sort_keys=True) for row in rows)
    digest = blake2b("\n".join(lines).encode(), digest_size=8).hexdigest()
    times = sorted(row["at"] for row in rows if row["at"])
    return f"{(times or ['unknown'])[0].replace(':', '-')}-{digest}"


class Records:
    """The folder of a lake that a watch writes to: a directory, or a URI that pyarrow reaches."""

    def __init__(self, lake: str) -> None:
        self.name = f"{lake.rstrip('/')}/{FOLDER}"
        try:
            where = lake if "://" in lake else str(Path(lake).absolute())
            self._files, base = fs.FileSystem.from_uri(where)
            self._base = f"{base}/{FOLDER}"
            for part in ("events", "changes"):
                self._files.create_dir(f"{self._base}/{part}", recursive=True)
        except (OSError, pa.ArrowException) as error:
            raise self._failed(error, "give a lake that can be written") from None

    @property
    def checkpoint(self) -> str:
        """Where Spark keeps how far it is."""
        return f"{self.name}/checkpoint"

    def locked(self) -> AbstractContextManager[None]:
        """Hold the lock of these records: what one of two watches keeps, the other would overwrite
        with what it knew before. Raises StackLocked. None is held in an object store."""
        if self._files.type_name != "local":
            return nullcontext()
        from queuewright.state.store import locked

        return locked(Path(self._base) / "watch.lock", f"watch {self.name}")

    def load(self) -> State:
        """An empty state where there is none yet. Raises WatchError."""
        path = f"{self._base}/state.json"
        try:
            if self._files.get_file_info(path).type == fs.FileType.NotFound:
                return State()
            with self._files.open_input_stream(path) as stream:
                loaded = json.loads(stream.read())
            if loaded["format"] != FORMAT:
                raise ValueError(f"format {loaded['format']}, and this program knows {FORMAT}")
            systems = {(s["environment"], s["system"]): s for s in loaded["systems"]}
            names = ("version", "whole", "stale", "unheard")
            known = {m: Known(*(str(s[name]) for name in names)) for m, s in systems.items()}
            opened = {identity_of(row): row for row in loaded["open"]}
            return State(loaded["batch"], known, opened, list(loaded["untold"]))
        except (OSError, pa.ArrowException) as error:
            raise self._failed(error, "see that it can be read") from None
        except (ValueError, KeyError, TypeError) as error:
            remediation = "remove state.json there: everything is then read and compared anew"
            raise self._failed(error, remediation) from None

    def save(self, batch: str, events: Sequence[Row], changes: Sequence[Row]) -> None:
        """The events and the changes of a batch. Raises WatchError."""
        if events:
            self._table("events", batch, events, _EVENTS)
        if changes:
            self._table("changes", batch, changes, _CHANGES)

    def keep(self, state: State) -> None:
        """Write the state, in one step. Raises WatchError."""
        systems = [
            {"environment": environment, "system": system, **asdict(known)}
            for (environment, system), known in sorted(state.systems.items())
        ]
        rows = [state.open[identity] for identity in sorted(state.open)]
        text = json.dumps(
            {
                "format": FORMAT, "batch": state.batch, "systems": systems, "open": rows,
                "untold": [dict(row) for row in state.untold],
            },
            indent=1,
        )  # fmt: skip
        path = f"{self._base}/state.json"
        try:
            with self._files.open_output_stream(f"{path}.new") as stream:
                stream.write(text.encode())
            self._files.move(f"{path}.new", path)
        except (OSError, pa.ArrowException) as error:
            raise self._failed(error, "see that it can be written") from None

    def _table(self, part: str, batch: str, rows: Iterable[Row], schema: pa.Schema) -> None:
        named = [{name: row.get(name) for name in schema.names} for row in rows]
        path = f"{self._base}/{part}/{batch}.parquet"
        try:
            table = pa.Table.from_pylist(named, schema)
            pq.write_table(table, f"{path}.new", filesystem=self._files, compression="zstd")
            self._files.move(f"{path}.new", path)
        except (OSError, pa.ArrowException) as error:
            raise self._failed(error, "see that it can be written") from None

    def _failed(self, error: Exception, remediation: str) -> WatchError:
        text = getattr(error, "strerror", None) or str(error)
        return WatchError(one_line(without_secret(f"{self.name}: {text}; {remediation}")))
