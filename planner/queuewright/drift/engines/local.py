"""Without Spark: PyArrow in this process, and the processes of `workers.py` that read systems.

The Spark engine does the same where the rows are few.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from zlib import crc32

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from queuewright.catalogue.diagnostic import one_line
from queuewright.drift.collect import (
    CollectOptions,
    CollectTarget,
    collect,
    parts_of,
    targets_of,
    unread,
)
from queuewright.drift.compare.agreement import KINDS_COMPARED, inconsistencies, representatives
from queuewright.drift.compare.differences import (
    DIFFERENCE,
    absent,
    changed,
    differing,
    expanded,
    to_compare,
)
from queuewright.drift.compare.history import History
from queuewright.drift.compare.pairs import SYSTEM, SystemPairs
from queuewright.drift.compare.severity import classified
from queuewright.drift.desired import DefinitionGroup, arrow_table
from queuewright.drift.fingerprint import BUCKETS, decode
from queuewright.drift.lake import Lake
from queuewright.drift.summary import cells_of
from queuewright.drift.tables import SCHEMAS, collected_schema, typed_values
from queuewright.drift.workers import Call, WorkerLost

from . import Ranking, SystemsToRead

_ROWS = 100_000  # of one batch
_WIDE_ROWS = 4_096  # the same, with their buckets
_ALONE = 64  # systems that are read here: a process of its own would start for longer
_GRACE = 15.0  # seconds


@dataclass(slots=True)
class LocalEngine:
    """Everything on this machine."""

    lake: Lake

    def write_desired(self, run: str, groups: Sequence[DefinitionGroup]) -> None:
        objects = (rows_of(group.environments, group.objects, "desired") for group in groups)
        systems = (
            rows_of(group.environments, group.inventories, "desired_inventories")
            for group in groups
        )
        for table, batches in (("desired", objects), ("desired_inventories", systems)):
            every = (batch for several in batches for batch in several)
            self.lake.write(table, run, pa.RecordBatchReader.from_batches(SCHEMAS[table], every))

    @contextmanager
    def read(self, run: str, reading: SystemsToRead) -> Iterator["CollectedHere"]:
        targets = targets_of(reading.fleet, reading.environments, reading.particulars)
        yield CollectedHere.of(self.lake, run, _batches(targets, reading))

    def compare(
        self, run: str, pairs: SystemPairs, inventories: pa.Table, *, unmanaged: bool
    ) -> "DifferencesHere":
        found = found_here(self.lake, run, pairs, unmanaged=unmanaged)
        disagreeing = disagreeing_here(self.lake, run, representatives(inventories))
        every = pa.concat_tables([expanded(found, pairs), disagreeing])
        return DifferencesHere(self.lake, run, every)


def rows_of(
    environments: Sequence[str], rows: Sequence[Mapping[str, Any]], table: str
) -> Iterator[pa.RecordBatch]:
    """The rows of every one of these environments."""
    schema = SCHEMAS[table]
    own = arrow_table(rows, schema)
    if not own.num_rows:
        return
    at_once = max(1, _ROWS // own.num_rows)
    for start in range(0, len(environments), at_once):
        names = environments[start : start + at_once]
        every = own.take(pa.array(np.tile(np.arange(own.num_rows), len(names))))
        column = pa.array(np.repeat(np.array(names, object), own.num_rows), pa.string())
        yield from every.set_column(0, "environment", column).cast(schema).to_batches()


def _batches(targets: Sequence[CollectTarget], reading: SystemsToRead) -> Iterator[pa.RecordBatch]:
    options = reading.options
    if len(targets) <= _ALONE:
        yield from collect(targets, options)
        return
    parts = parts_of(targets, reading.partitions)
    calls = [Call(_collected, (part, options), _limit(part, options)) for part in parts]
    for part, answer in zip(parts, reading.pool.each(calls), strict=True):
        if isinstance(answer, WorkerLost):
            reason = one_line(f"the process that read it is gone: {answer.reason}")
            yield from (unread(target, f"{target.system}: {reason}") for target in part)
        else:
            yield from answer


def _collected(targets: Sequence[CollectTarget], options: CollectOptions) -> list[pa.RecordBatch]:
    """In a worker."""
    return list(collect(targets, options))


def _limit(part: Sequence[CollectTarget], options: CollectOptions) -> float:
    """Each system has its own; the process has it for what none of these ends."""
    rounds = len(part) // options.connections + 1
    return rounds * options.timeout + _GRACE


@dataclass(slots=True)
class CollectedHere:
    """Systems that this process knows."""

    lake: Lake
    run: str
    _systems: list[pa.RecordBatch] = field(default_factory=list)
    _definitions: dict[bytes, tuple[str, str]] = field(default_factory=dict)
    _buckets: dict[bytes, Sequence[int]] = field(default_factory=dict)  # digest -> those with it

    @classmethod
    def of(cls, lake: Lake, run: str, batches: Iterable[pa.RecordBatch]) -> "CollectedHere":
        """Write the objects in the batches (`tables.collected_schema`), and remember the rest."""
        collected = cls(lake, run)
        rows = collected._kept(batches)
        schema = SCHEMAS["observations"]
        lake.write("observations", run, pa.RecordBatchReader.from_batches(schema, rows))
        return collected

    def _kept(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """The objects in the batches, as rows of the observations; the rest is remembered."""
        schema = SCHEMAS["observations"]
        for batch in batches:
            is_system = pc.is_null(batch["kind"])
            self._keep_systems(batch.filter(is_system))
            objects = batch.filter(pc.invert(is_system))
            given = objects.filter(pc.is_valid(objects["attributes"]))
            columns = (given[name].to_pylist() for name in ("fingerprint", "kind", "attributes"))
            for address, kind, text in zip(*columns, strict=True):
                self._definitions.setdefault(address, (kind, text))
            yield objects.select(schema.names).cast(schema)

    def _keep_systems(self, systems: pa.RecordBatch) -> None:
        """Equal parts of systems are kept once."""
        for row, digest in enumerate(systems["digest"].to_pylist()):
            if digest is not None and digest not in self._buckets:
                self._buckets[digest] = systems["buckets"][row].as_py()
        self._systems.append(systems.drop_columns(["buckets"]))

    @property
    def systems(self) -> pa.Table:
        schema = collected_schema()
        return pa.Table.from_batches(
            self._systems, schema.remove(schema.get_field_index("buckets"))
        )

    def write(self, judged: pa.Table) -> None:
        schema = SCHEMAS["inventories"]
        batches = self._with_buckets(judged)
        self.lake.write("inventories", self.run, pa.RecordBatchReader.from_batches(schema, batches))
        known = self.lake.known_definitions()
        rows = [
            {"fingerprint": address, "kind": kind, "attributes": text}
            for address, (kind, text) in self._definitions.items()
            if address not in known
        ]
        self.lake.add_definitions(self.run, wide(rows))

    def _with_buckets(self, judged: pa.Table) -> Iterator[pa.RecordBatch]:
        schema = SCHEMAS["inventories"]
        for batch in judged.to_batches(max_chunksize=_WIDE_ROWS):
            own = [self._buckets.get(digest) for digest in batch["digest"].to_pylist()]
            wide_rows = pa.array(own, schema.field("buckets").type)
            yield batch.append_column("buckets", wide_rows).select(schema.names).cast(schema)


def wide(rows: Sequence[Mapping[str, Any]]) -> pa.Table:
    """Rows of the definitions (fingerprint, kind, attributes), with a typed column an attribute."""
    typed = [{**row, **typed_values(decode(row["attributes"]))} for row in rows]
    return arrow_table(typed, SCHEMAS["definitions"])


def found_here(lake: Lake, run: str, pairs: SystemPairs, *, unmanaged: bool) -> pa.Table:
    """The differences of each pair of systems: rows of `differences.FOUND`."""
    wanted = _objects(lake, "desired", run, pairs.wanted)
    had = _objects(lake, "observations", run, pairs.had)
    rows = differing(wanted, had, unmanaged=unmanaged)
    both = to_compare(rows)
    texts = (
        lake.desired_definitions(run, set(both["wanted"].to_pylist())),
        lake.definitions(set(both["had"].to_pylist())),
    )
    return pa.concat_tables([absent(rows), changed(both, *texts)])


def _objects(lake: Lake, table: str, run: str, looked_into: pa.Table) -> pa.Table:
    """pair, kind, name, fingerprint of the objects in these buckets."""
    columns = [*SYSTEM, "kind", "name", "fingerprint"]
    environments = pc.unique(looked_into["environment"]).to_pylist()
    rows = lake.read(table, run, columns=columns, where={"environment": environments})
    rows = rows.append_column("bucket", _buckets(rows))
    joined = rows.join(looked_into, [*SYSTEM, "bucket"], join_type="inner", use_threads=False)
    return joined.select(["pair", "kind", "name", "fingerprint"])


def _buckets(rows: pa.Table) -> pa.Array:
    """As `fingerprint.bucket_digests`. Each kind and name is looked at once."""
    texts = pc.binary_join_element_wise(rows["kind"], rows["name"], "\n")
    encoded = pa.chunked_array(texts, pa.string()).combine_chunks().dictionary_encode()
    numbers = [crc32(text.encode()) % BUCKETS for text in encoded.dictionary.to_pylist()]
    return pa.array(numbers, pa.int64()).take(encoded.indices)


def disagreeing_here(lake: Lake, run: str, like: pa.Table) -> pa.Table:
    """Rows of `agreement.inconsistencies` for each environment. like: of `representatives`."""
    names = pc.unique(like["like"]).to_pylist()
    if not names:
        return DIFFERENCE.empty_table()
    rows = lake.read(
        "observations", run, columns=[*SYSTEM, "kind", "name", "fingerprint"],
        where={"environment": names, "kind": KINDS_COMPARED},
    )  # fmt: skip
    texts = lake.definitions(set(rows["fingerprint"].to_pylist()))
    return of_each(inconsistencies(rows, texts), like)


def of_each(rows: pa.Table, like: pa.Table) -> pa.Table:
    """The findings in the representatives, for every environment that is like them."""
    found = rows.rename_columns(["like", *DIFFERENCE.names[1:]])
    joined = like.join(found, "like", join_type="inner", use_threads=False)
    return joined.select(DIFFERENCE.names).cast(DIFFERENCE)


@dataclass(frozen=True, slots=True)
class DifferencesHere:
    """Rows of `differences.DIFFERENCE` that this process has."""

    lake: Lake
    run: str
    rows: pa.Table

    def table(self) -> pa.Table:
        return self.rows

    def write(self, ranking: Ranking, history: History, previous: str | None) -> pa.Table:
        ranked = classified(self.rows, ranking.policy, ranking.labels, ranking.today)
        rows = history.continued(ranked, previous_rows(self.lake, previous))
        self.lake.write("drift", self.run, rows)
        return cells_of(rows)


def previous_rows(lake: Lake, run: str | None) -> pa.Table:
    """The findings of the run before."""
    return SCHEMAS["drift"].empty_table() if run is None else lake.read("drift", run)
