"""Spark's part of a watch: a Structured Streaming query over `queuewright-events`, whose checkpoint
says how far it is."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.errors import QueuewrightError
from queuewright.drift.engines.session import SparkFailed, reason_of

from .source import Offset

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession
    from pyspark.sql.streaming.query import StreamingQuery

FORMAT = "queuewright-events"
Apply = Callable[[Sequence[dict[str, Any]]], None]


class Stream:
    """The events of a fleet, batch by batch. options: of the data source; apply: is given the rows
    of each batch, on the driver; a batch is done when it returns."""

    def __init__(
        self, spark: "SparkSession", options: dict[str, str], checkpoint: str, apply: Apply
    ) -> None:
        from pyspark.sql import SparkSession

        from pyspark_queuewright_events import DefaultSource

        if not isinstance(spark, SparkSession):
            raise SparkFailed(
                "drift watch keeps its records on the machine that runs it, and this session "
                "is one of Spark "
                "Connect, elsewhere; run it in another session"
            )
        spark.dataSource.register(DefaultSource)
        self._frame = spark.readStream.format(FORMAT).options(**options).load()
        self._checkpoint = checkpoint
        self._apply = apply
        self._failure: Exception | None = None
        self._rows = 0

    def drain(self, done: Callable[[Offset], None]) -> None:
        """Everything that there is now. done: is told up to where; Spark tells the source itself
        when it begins the next batch only. Raises SparkFailed, and what `apply` raises."""
        while True:
            self._rows = 0
            with self._query(availableNow=True) as query:
                query.awaitTermination()
            if not self._rows:
                return
            progress = query.lastProgress
            if progress is not None:
                done(json.loads(progress.sources[0].endOffset))

    def follow(self, seconds: float, meanwhile: Callable[[], None]) -> None:
        """Until it is interrupted. seconds: between two looks, after each of which `meanwhile` is
        called. Raises as `drain`."""
        with self._query(processingTime=f"{round(seconds * 1000)} milliseconds") as query:
            while not query.awaitTermination(max(1, round(seconds))):
                meanwhile()

    @contextmanager
    def _query(self, **trigger: Any) -> "Iterator[StreamingQuery]":
        writer = self._frame.writeStream.foreachBatch(self._batch)
        located = writer.option("checkpointLocation", self._checkpoint)
        query = None
        try:
            query = located.trigger(**trigger).start()
            yield query
        except QueuewrightError:
            raise
        except Exception as error:
            raise self._failed(error) from error
        finally:
            if query is not None:
                query.stop()

    def _batch(self, frame: "DataFrame", _: int) -> None:
        rows = [row.asDict() for row in frame.collect()]
        self._rows += len(rows)
        try:
            self._apply(rows)
        except Exception as error:
            self._failure = error
            raise

    def _failed(self, error: Exception) -> Exception:
        """The error in `apply`, or Spark's."""
        if self._failure is not None:
            return self._failure
        return SparkFailed(one_line(f"Spark: {reason_of(error)}"))
