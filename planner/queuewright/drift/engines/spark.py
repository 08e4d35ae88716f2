"""On Spark. Systems are read by its tasks, and what is too much for the driver is compared by them;
the driver compares what is little, as the engine without Spark does: planning a query would take
longer."""

import pickle
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from math import ceil
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from queuewright.drift.collect import CollectOptions, collect, parts_of, targets_of
from queuewright.drift.compare.agreement import KINDS_COMPARED, inconsistencies, representatives
from queuewright.drift.compare.differences import (
    CHANGES,
    DIFFERENCE,
    FOUND,
    absent,
    changes,
    differing,
    expanded,
    to_compare,
)
from queuewright.drift.compare.history import History
from queuewright.drift.compare.joins import joined
from queuewright.drift.compare.pairs import SYSTEM, SystemPairs
from queuewright.drift.compare.severity import classified
from queuewright.drift.desired import DefinitionGroup, arrow_table
from queuewright.drift.fingerprint import BUCKETS
from queuewright.drift.lake import Lake
from queuewright.drift.summary import CELLS, cells_of
from queuewright.drift.tables import SCHEMAS, collected_schema, ddl, frame_of, schema_of

from . import Collected, Differences, Ranking, SystemsToRead
from .local import (
    CollectedHere,
    DifferencesHere,
    LocalEngine,
    disagreeing_here,
    found_here,
    previous_rows,
    wide,
)

FEW = 2_000_000  # rows that the driver holds: a hundred megabytes or two
_FILE = 2_000_000  # rows of one file of a run
_GROUP = 200_000  # desired rows that every task can hold


@dataclass(slots=True)
class SparkEngine:
    """The lake's session does the work. few: rows that the driver may hold."""

    lake: Lake
    few: int = FEW

    @property
    def spark(self) -> SparkSession:
        assert self.lake.spark is not None
        return self.lake.spark

    def write_desired(self, run: str, groups: Sequence[DefinitionGroup]) -> None:
        rows = sum(len(group.environments) * len(group.objects) for group in groups)
        if rows <= self.few:
            LocalEngine(self.lake).write_desired(run, groups)
            return
        names = [
            {"environment": name, "group": number}
            for number, group in enumerate(groups)
            for name in group.environments
        ]
        members = frame_of(self.spark, arrow_table(names, schema_of("environment", "group")))
        for table, every in (
            ("desired", [group.objects for group in groups]),
            ("desired_inventories", [group.inventories for group in groups]),
        ):
            columns = [name for name in SCHEMAS[table].names if name != "environment"]
            own = [{**row, "group": number} for number, each in enumerate(every) for row in each]
            frame = frame_of(self.spark, arrow_table(own, schema_of(*columns, "group")))
            # Few groups and many environments, or each its own: the many side is the one to cut up.
            sides = members, frame
            if len(own) <= _GROUP:
                sides = members.repartition(_files(rows)), F.broadcast(frame)
            joined = sides[0].join(sides[1], "group")
            self.lake.write_frame(table, run, joined.coalesce(_files(rows)))

    @contextmanager
    def read(self, run: str, reading: SystemsToRead) -> Iterator[Collected]:
        # Not by the data source of our own, for whose planning Spark starts Python three times and
        # reads the fleet again.
        targets = targets_of(reading.fleet, reading.environments, reading.particulars)
        parts = [pickle.dumps(part) for part in parts_of(targets, reading.partitions)]
        numbered = pa.table({"id": pa.array(range(len(parts)), pa.int64()), "targets": parts})
        numbers = self.spark.range(0, len(parts), 1, len(parts))  # a task each
        held = numbers.join(F.broadcast(frame_of(self.spark, numbered)), "id").select("targets")
        task = partial(_read, options=reading.options)
        rows = held.mapInArrow(task, ddl(collected_schema())).persist()
        try:
            # Every task reads now, and keeps what it has read.
            columns = [name for name in collected_schema().names if name != "buckets"]
            systems = rows.where(F.col("kind").isNull()).select(columns).toArrow()
            yield _CollectedBySpark(self, run, rows, systems)
        finally:
            rows.unpersist()

    def compare(
        self, run: str, pairs: SystemPairs, inventories: pa.Table, *, unmanaged: bool
    ) -> Differences:
        like = representatives(inventories)
        if self._held_by(pairs, inventories) <= self.few:
            found: DataFrame | pa.Table = found_here(self.lake, run, pairs, unmanaged=unmanaged)
            rows = _expanded_rows(found, pairs)
        else:
            found, rows = self._found(run, pairs, unmanaged=unmanaged), self.few + 1
        in_clusters = _objects_of(inventories, like["like"], "environment")
        if rows <= self.few and in_clusters <= self.few:
            disagreeing = disagreeing_here(self.lake, run, like)
            every = pa.concat_tables([expanded(found, pairs), disagreeing])
            return _FewDifferences(self.lake, run, every, self)
        frame = found if isinstance(found, DataFrame) else frame_of(self.spark, found)
        systems = F.broadcast(frame_of(self.spark, pairs.members))
        names = DIFFERENCE.names
        frame = frame.join(systems, "pair").select(names)
        if like.num_rows:
            frame = frame.unionAll(self._disagreeing(run, like).select(names))
        return _DifferencesInSpark(self, run, frame)

    def _held_by(self, pairs: SystemPairs, inventories: pa.Table) -> int:
        """How many objects those systems have that are looked into."""
        looked = [joined(side, SYSTEM) for side in (pairs.had, pairs.wanted)]
        rows = inventories.append_column("place", joined(inventories, SYSTEM))
        looked_into = pa.chunked_array([c for each in looked for c in each.chunks], pa.string())
        return _objects_of(rows, looked_into, "place")

    def _found(self, run: str, pairs: SystemPairs, *, unmanaged: bool) -> DataFrame:
        """Rows of `differences.FOUND`: each task compares some pairs of systems."""
        tagged = [
            self._objects(table, run, looked_into).withColumn("is_wanted", F.lit(is_wanted))
            for table, looked_into, is_wanted in (
                ("desired", pairs.wanted, True),
                ("observations", pairs.had, False),
            )
        ]

        def sides(rows: pa.Table) -> pa.Table:
            wanted = rows.filter(rows["is_wanted"])
            had = rows.filter(pc.invert(rows["is_wanted"]))
            return differing(wanted, had, unmanaged=unmanaged)

        both = tagged[0].unionAll(tagged[1]).repartition("pair")
        columns = "pair bigint, kind string, name string, wanted binary, had binary"
        rows = _in_tasks(both, sides, columns)
        compared = _in_tasks(rows, to_compare, columns)
        distinct = compared.select("kind", "wanted", "had").distinct()
        for side, definitions in (
            ("wanted", self.lake.frame("desired_definitions", run)),
            ("had", self.lake.definitions_frame()),
        ):
            # A definition may be there several times.
            texts = definitions.select(
                F.col("fingerprint").alias(side), F.col("attributes").alias(f"{side}_json")
            ).dropDuplicates([side])
            distinct = distinct.join(texts, side, "left")
        changed = compared.join(
            _in_tasks(distinct, changes, ddl(CHANGES)), ["wanted", "had"]
        ).withColumn("drift", F.lit("changed"))
        return changed.select(FOUND.names).unionAll(_in_tasks(rows, absent, ddl(FOUND)))

    def _objects(self, table: str, run: str, looked_into: pa.Table) -> DataFrame:
        """pair, kind, name, fingerprint of the objects in these buckets."""
        chosen = frame_of(self.spark, looked_into)
        crc = F.crc32(F.concat_ws("\n", "kind", "name"))
        # Never null, and Spark knows it from coalesce: else it would look at this for every object
        # of the lake before the join.
        bucket = F.coalesce(F.pmod(crc, F.lit(BUCKETS)), F.lit(0).cast("bigint"))
        return (
            self.lake.frame(table, run)
            .withColumn("bucket", bucket)
            .join(F.broadcast(chosen), [*SYSTEM, "bucket"])
            .select("pair", "kind", "name", "fingerprint")
        )

    def _disagreeing(self, run: str, like: pa.Table) -> DataFrame:
        """Rows of `differences.DIFFERENCE`: each task looks at some environments."""
        first = like.group_by("like").aggregate([]).rename_columns(["environment"])
        texts = self.lake.definitions_frame().select("fingerprint", "attributes")
        rows = (
            self.lake.frame("observations", run)
            .where(F.col("kind").isin(*KINDS_COMPARED))
            .join(F.broadcast(frame_of(self.spark, first)), "environment", "left_semi")
            .join(texts.dropDuplicates(["fingerprint"]), "fingerprint")
            .select(*SYSTEM, "kind", "name", "fingerprint", "attributes")
            .repartition("environment")
        )

        def compared(objects: pa.Table) -> pa.Table:
            known = zip(
                *(objects[n].to_pylist() for n in ("fingerprint", "attributes")), strict=True
            )
            return inconsistencies(objects, dict(known))

        found = _in_tasks(rows, compared, ddl(DIFFERENCE)).withColumnRenamed("environment", "like")
        return found.join(F.broadcast(frame_of(self.spark, like)), "like")


def _read(batches: Iterable[pa.RecordBatch], options: CollectOptions) -> Iterator[pa.RecordBatch]:
    """In a task: the rows of the systems of its parts."""
    for batch in batches:
        for part in batch["targets"].to_pylist():
            yield from collect(pickle.loads(part), options)


@dataclass(frozen=True, slots=True)
class _CollectedBySpark:
    engine: SparkEngine
    run: str
    rows: DataFrame
    systems: pa.Table

    def write(self, judged: pa.Table) -> None:
        engine, run = self.engine, self.run
        objects = pc.sum(self.systems["objects"]).as_py() or 0
        if objects + judged.num_rows * BUCKETS <= engine.few:
            read = self.rows.toArrow().cast(collected_schema())
            CollectedHere.of(engine.lake, run, read.to_batches()).write(judged)
            return
        present = self.rows.where(F.col("kind").isNotNull())
        engine.lake.write_frame("observations", run, present.coalesce(_files(objects)))
        self._write_definitions(present)
        buckets = self.rows.where(F.col("kind").isNull()).select(*SYSTEM, "buckets")
        systems = frame_of(engine.spark, judged).join(buckets, list(SYSTEM), "left")
        count = judged.num_rows * 20  # an inventory is as large as so many objects
        engine.lake.write_frame("inventories", run, systems.coalesce(_files(count)))

    def _write_definitions(self, objects: DataFrame) -> None:
        lake = self.engine.lake
        given = objects.where(F.col("attributes").isNotNull())
        new = given.select("kind", "fingerprint", "attributes").dropDuplicates(["fingerprint"])
        known = sorted(lake.known_definitions())
        if known:
            schema = schema_of("fingerprint")
            own = pa.Table.from_arrays([pa.array(known, pa.binary())], schema=schema)
            new = new.join(frame_of(self.engine.spark, own), "fingerprint", "left_anti")
        typed = _in_tasks(new, _wide, ddl(SCHEMAS["definitions"]))
        lake.write_frame("definitions", self.run, typed, add=True)


def _wide(rows: pa.Table) -> pa.Table:
    return wide(rows.to_pylist())


@dataclass(frozen=True, slots=True)
class _FewDifferences(DifferencesHere):
    """Those that the driver has, where the run before may have had too many for it."""

    engine: SparkEngine

    def write(self, ranking: Ranking, history: History, previous: str | None) -> pa.Table:
        engine = self.engine
        if previous is None or self.lake.count("drift", previous) <= engine.few:
            return DifferencesHere.write(self, ranking, history, previous)
        frame = frame_of(engine.spark, self.rows)
        return _DifferencesInSpark(engine, self.run, frame).write(ranking, history, previous)


@dataclass(frozen=True, slots=True)
class _DifferencesInSpark:
    engine: SparkEngine
    run: str
    rows: DataFrame

    def table(self) -> pa.Table:
        return self.rows.toArrow().cast(DIFFERENCE)

    def write(self, ranking: Ranking, history: History, previous: str | None) -> pa.Table:
        lake, run = self.engine.lake, self.run
        schema = SCHEMAS["drift"]
        rank = partial(
            classified, policy=ranking.policy, labels=ranking.labels, today=ranking.today
        )
        now = self.rows.withColumn("is_now", F.lit(True))
        if previous is None:
            before = frame_of(self.engine.spark, previous_rows(lake, None))
        else:
            before = lake.frame("drift", previous)
        names = [*schema.names, "is_now"]
        missing = [name for name in schema.names if name not in now.columns]
        empty = {name: F.lit(None).cast("string") for name in missing}
        both = now.withColumns(empty).select(names)
        both = both.unionAll(before.withColumn("is_now", F.lit(False)).select(names))

        def continued(rows: pa.Table) -> pa.Table:
            ranked = rank(rows.filter(rows["is_now"]))
            then = rows.filter(pc.invert(rows["is_now"])).select(schema.names)
            return history.continued(ranked, then)

        every = _in_tasks(both.repartition("environment"), continued, ddl(schema)).persist()
        try:
            count = every.count()
            lake.write_frame("drift", run, every.coalesce(_files(count)))
            hidden = every.withColumn("ignored", F.col("ignored").isNotNull())
            cells = hidden.groupBy(*CELLS).agg(F.count(F.lit(1)).alias("drift_count"))
            return cells.toArrow().cast(cells_of(previous_rows(lake, None)).schema)
        finally:
            every.unpersist()


def _in_tasks(rows: DataFrame, work: Callable[[pa.Table], pa.Table], columns: str) -> DataFrame:
    """The result of `work` on all rows of each partition."""

    def partition(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        held = list(batches)
        if held:
            made = work(pa.Table.from_batches(held))
            yield from made.combine_chunks().to_batches(max_chunksize=100_000)

    return rows.mapInArrow(partition, columns)


def _objects_of(inventories: pa.Table, chosen: Any, column: str) -> int:
    """How many objects the chosen ones have together."""
    rows = inventories.filter(pc.is_in(inventories[column], pc.unique(chosen)))
    return int(pc.sum(rows["objects"]).as_py() or 0)


def _expanded_rows(found: pa.Table, pairs: SystemPairs) -> int:
    """How many rows there are when each stands for every system of its pair."""
    each = found.group_by("pair").aggregate([([], "count_all")])
    systems = pairs.members.group_by("pair").aggregate([([], "count_all")])
    both = each.join(systems, "pair", right_suffix="_systems", use_threads=False)
    rows = pc.multiply(both["count_all"], both["count_all_systems"])
    return int(pc.sum(rows).as_py() or 0)


def _files(rows: int) -> int:
    """Into how many files they go, however many tasks have made them."""
    return max(1, ceil(rows / _FILE))
