"""Collect: reads a bucket of environments concurrently and gives Arrow batches.

The Spark data source (`pyspark_queuewright`) calls this in its workers. What cannot be read is a
row with its error, never an exception and never drift.
"""

import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.observed import Observed
from queuewright.catalogue.problem import one_line

from .fingerprint import canonical_json, fingerprint, inventory_digest
from .fleet import SourceConfig
from .sources import SourceFailed, observe
from .tables import collected_schema, typed_values

__all__ = ["CollectOptions", "Target", "collect", "rows_of"]

_BATCH = 2048  # rows a batch: some hundred kilobytes


@dataclass(frozen=True, slots=True)
class Target:
    """One system of one environment, as it travels to a worker. `source` has references only."""

    environment: str
    system: str
    source: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class CollectOptions:
    """base: directory that paths are relative to. timeout: seconds for one system. connections:
    how many are read at once in one partition."""

    base: str = "."
    timeout: float = 120.0
    connections: int = 8


def collect(targets: Sequence[Target], options: CollectOptions) -> Iterator[pa.RecordBatch]:
    """Rows of `tables.collected_schema` for every target, in the order in which they end."""
    sent: set[bytes] = set()
    # Apart, because hardly any row brings a definition: batches of the others have no wide columns.
    plain: list[Mapping[str, Any]] = []
    defining: list[Mapping[str, Any]] = []
    for rows in _concurrently(targets, options):
        for row in rows:
            definition: Fingerprinted | None = row.pop("definition", None)
            if definition is None or definition.fingerprint in sent:
                plain.append(row)
            else:
                sent.add(definition.fingerprint)
                defining.append({**row, "attributes": definition.canonical, **definition.typed()})
        for pending in (plain, defining):
            while len(pending) >= _BATCH:
                yield _batch(pending[:_BATCH])
                del pending[:_BATCH]
    for pending in (plain, defining):
        if pending:
            yield _batch(pending)


@dataclass(frozen=True, slots=True)
class Fingerprinted:
    """A definition and its address."""

    attributes: Mapping[str, Value]
    canonical: str
    fingerprint: bytes

    def typed(self) -> dict[str, Any]:
        return typed_values(self.attributes)


def rows_of(target: Target, base: str) -> list[dict[str, Any]]:
    """The rows of one system, each with its `definition`. Raises SourceFailed."""
    started = time.monotonic()
    source = SourceConfig.model_validate(dict(target.source))
    rows = [_row(target, one) for one in observe(target.system, source, base)]
    return [*rows, _inventory(target, rows, time.monotonic() - started)]


# By identity: readers of dumps give the very same mapping for the same text. The entry holds its
# mapping, so that the identity stays taken.
_memo: dict[int, Fingerprinted] = {}
_MEMO_SIZE = 50_000


def _fingerprinted(kind: str, attributes: Mapping[str, Value]) -> Fingerprinted:
    known = _memo.get(id(attributes))
    if known is not None and known.attributes is attributes:
        return known
    canonical = canonical_json(attributes)
    found = Fingerprinted(attributes, canonical, fingerprint(kind, canonical))
    if len(_memo) >= _MEMO_SIZE:
        _memo.clear()
    _memo[id(attributes)] = found
    return found


def _row(target: Target, one: Observed) -> dict[str, Any]:
    definition = _fingerprinted(one.key.kind, one.attributes)
    status = one.status
    return {
        "environment": target.environment,
        "system": target.system,
        "kind": one.key.kind,
        "name": one.key.name,
        "fingerprint": definition.fingerprint,
        "definition": definition,
        "depth": status.depth if status else None,
        "open_input": status.open_input if status else None,
        "open_output": status.open_output if status else None,
    }


def _inventory(target: Target, rows: Sequence[Mapping[str, Any]], seconds: float) -> dict[str, Any]:
    digest = inventory_digest((row["kind"], row["name"], row["fingerprint"]) for row in rows)
    return {
        "environment": target.environment,
        "system": target.system,
        "digest": digest,
        "objects": len(rows),
        "seconds": seconds,
    }


def _failed(target: Target, error: str, seconds: float) -> list[dict[str, Any]]:
    return [
        {
            "environment": target.environment,
            "system": target.system,
            "error": one_line(error),
            "seconds": seconds,
        }
    ]


def _concurrently(
    targets: Sequence[Target], options: CollectOptions
) -> Iterator[list[dict[str, Any]]]:
    """Results as they end. Threads are daemons: one that hangs is left behind, not waited for."""
    waiting = list(reversed(targets))
    running: dict[Future[list[dict[str, Any]]], tuple[Target, float]] = {}
    while waiting or running:
        while waiting and len(running) < options.connections:
            target = waiting.pop()
            running[_start(target, options.base)] = target, time.monotonic()
        now = time.monotonic()
        nearest = min(begun for _, begun in running.values()) + options.timeout - now
        done, _ = wait(running, timeout=max(nearest, 0.0), return_when=FIRST_COMPLETED)
        for future in done:
            target, begun = running.pop(future)
            yield _result(future, target, time.monotonic() - begun)
        for future, (target, begun) in list(running.items()):
            taken = time.monotonic() - begun
            if taken >= options.timeout:
                del running[future]
                text = f"{target.system}: no answer in {options.timeout:g} s"
                yield _failed(target, f"{text}; raise the time-out or look at the system", taken)


def _start(target: Target, base: str) -> "Future[list[dict[str, Any]]]":
    future: Future[list[dict[str, Any]]] = Future()

    def work() -> None:
        try:
            future.set_result(rows_of(target, base))
        except BaseException as error:
            future.set_exception(error)

    threading.Thread(target=work, name=f"read {target.environment}", daemon=True).start()
    return future


def _result(
    future: "Future[list[dict[str, Any]]]", target: Target, seconds: float
) -> list[dict[str, Any]]:
    try:
        return future.result()
    except SourceFailed as error:
        return _failed(target, str(error), seconds)
    except Exception as error:
        # A defect of ours in one environment must not end the job for the others.
        return _failed(target, f"{target.system}: {type(error).__name__}: {error}", seconds)


def _batch(rows: Sequence[Mapping[str, Any]]) -> pa.RecordBatch:
    schema = collected_schema()
    given = {name for row in rows for name in row}
    return pa.RecordBatch.from_arrays(
        [
            pa.array([row.get(field.name) for row in rows], field.type)
            if field.name in given
            else pa.nulls(len(rows), field.type)
            for field in schema
        ],
        schema=schema,
    )
