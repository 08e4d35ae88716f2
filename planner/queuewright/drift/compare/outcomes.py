"""How each system of a run came out: compared, or why not."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from queuewright.drift.policy import LEAST_LOST, LOST_SHARE

from .pairs import SYSTEM

_ERRORS = (*SYSTEM, "error")
_MOST = 10_000  # failures that a summary lists
DESIRED = (*_ERRORS, "secret", "objects")
OBSERVED = (*_ERRORS, "objects", "seconds", "warnings", "last_read", "objects_before")


@dataclass(frozen=True, slots=True)
class Outcomes:
    """Of both sides a row a system: `desired` the columns of `DESIRED`, `observed` of `OBSERVED`.
    lost_share: of the policy."""

    desired: pa.Table
    observed: pa.Table
    lost_share: float = LOST_SHARE

    @property
    def compared(self) -> pa.Table:
        """(environment, system) of which both sides are known."""
        known = [
            _failed(side, failed=False).select(SYSTEM) for side in (self.desired, self.observed)
        ]
        return known[0].join(known[1], list(SYSTEM), join_type="inner", use_threads=False)

    @property
    def incomplete(self) -> pa.Array:
        """Environments with a system of which one side is not known."""
        failed = [
            _failed(side, failed=True)["environment"] for side in (self.desired, self.observed)
        ]
        return pc.unique(pa.chunked_array([*failed[0].chunks, *failed[1].chunks], pa.string()))

    @property
    def doubtful(self) -> pa.Table:
        """(environment, system, objects_before, objects) of those that lost a large share of their
        objects since they were read before: cut off without a sign of it, or read with too few
        rights. Whether what is missing there is missing is not known."""
        rows = self.observed.select([*SYSTEM, "objects_before", "objects"])
        before = pc.cast(rows["objects_before"], pa.float64())
        lost = pc.subtract(before, pc.cast(rows["objects"], pa.float64()))
        share = pc.greater_equal(lost, pc.multiply(before, self.lost_share))
        many = pc.and_(pc.greater_equal(lost, float(LEAST_LOST)), share)
        return rows.filter(
            pc.fill_null(many, False)
            if self.lost_share
            else pa.array([False] * len(rows), pa.bool_())
        )

    @property
    def failures(self) -> list[dict[str, Any]]:
        """{environment, system, error, last_read}. Of a system whose reader gave no row at all
        nothing is known, which is not the same as clean."""
        failed = _failed(self.observed, failed=True).select([*_ERRORS, "last_read"]).to_pylist()
        failed += _failed(self.desired, failed=True).select(_ERRORS).to_pylist()
        asked = _failed(self.desired, failed=False).select(SYSTEM)
        silent = asked.join(
            self.observed.select(SYSTEM), list(SYSTEM), join_type="left anti", use_threads=False
        )
        for row in silent.to_pylist():
            error = f"{row['system']}: nothing was collected; does the fleet still list it?"
            failed.append({**row, "error": error})
        failed.sort(key=lambda row: (row["environment"], row["system"]))
        return [{"last_read": None, **row} for row in failed[:_MOST]]

    @property
    def failed_environments(self) -> int:
        """How many environments have a failure."""
        return len({row["environment"] for row in self.failures})

    @property
    def warnings(self) -> list[dict[str, Any]]:
        """{environment, system, warning}: what of a record was not understood, or a live
        system does not report; and environments that declare nothing."""
        warned = self.observed.filter(pc.is_valid(self.observed["warnings"]))
        rows = [
            {"environment": row["environment"], "system": row["system"], "warning": warning}
            for row in warned.select([*SYSTEM, "warnings"]).to_pylist()
            for warning in row["warnings"]
        ]
        rows += self._nothing_desired()
        return sorted(rows, key=lambda row: (row["environment"], row["system"]))[:_MOST]

    def _nothing_desired(self) -> Iterator[dict[str, Any]]:
        """An environment without a difference because its program declares nothing."""
        desired = _failed(self.desired, failed=False)
        by_environment = desired.group_by("environment", use_threads=False)
        every = by_environment.aggregate([("objects", "sum"), ("system", "min")])
        for row in every.filter(pc.equal(every["objects_sum"], 0)).to_pylist():
            place = {"environment": row["environment"], "system": row["system_min"]}
            yield {**place, "warning": "nothing is declared on any system of the environment"}

    @property
    def suspicious(self) -> list[dict[str, Any]]:
        """{environment, system, objects_before, objects}: the `doubtful` ones."""
        rows = self.doubtful.sort_by([(name, "ascending") for name in SYSTEM])
        return _list(rows.slice(0, _MOST))

    def stale(self, at: str, max_age: float) -> list[dict[str, Any]]:
        """{environment, system, last_read, hours}: systems that were not read for so many hours;
        last_read null: never since the lake began."""
        now = datetime.fromisoformat(at)
        read = self.observed.select([*SYSTEM, "last_read"])
        old = read.filter(pc.fill_null(pc.not_equal(read["last_read"], at), True))
        rows = []
        for row in old.to_pylist():
            last = row["last_read"]
            hours = (
                None
                if last is None
                else (now - datetime.fromisoformat(last)).total_seconds() / 3600
            )
            if hours is None or hours > max_age:
                rows.append({**row, "hours": None if hours is None else round(hours, 1)})
        return sorted(rows, key=lambda row: (row["environment"], row["system"]))[:_MOST]

    @property
    def not_compared(self) -> list[dict[str, Any]]:
        """Attributes that are secret, or that only a system knows: {system, kind, name, attribute,
        environments (how many)}."""
        given = self.desired.filter(pc.is_valid(self.desired["secret"])).combine_chunks()
        systems = given["system"].take(pc.list_parent_indices(given["secret"]))
        texts = pc.list_flatten(given["secret"])
        counts = Counter(zip(systems.to_pylist(), texts.to_pylist(), strict=True))
        rows = []
        for (system, text), count in sorted(counts.items()):
            kind, _, rest = text.partition(" ")
            name, _, attribute = rest.rpartition(" ")
            rows.append(
                {"system": system, "kind": kind, "name": name, "attribute": attribute,
                 "environments": count}
            )  # fmt: skip
        return rows[:_MOST]

    @property
    def slowest(self) -> list[dict[str, Any]]:
        """The ten that took longest: {environment, system, seconds, objects}."""
        columns = [*SYSTEM, "seconds", "objects"]
        timed = self.observed.filter(pc.is_valid(self.observed["seconds"])).select(columns)
        return _list(timed.sort_by([("seconds", "descending")]).slice(0, 10))

    @property
    def environments(self) -> int:
        """How many environments were looked at."""
        return int(pc.count_distinct(self.desired["environment"]).as_py())

    @property
    def objects(self) -> int:
        """How many objects were read."""
        return int(pc.sum(self.observed["objects"]).as_py() or 0)


def _list(rows: pa.Table) -> list[dict[str, Any]]:
    listed: Sequence[dict[str, Any]] = rows.to_pylist()
    return list(listed)


def _failed(rows: pa.Table, *, failed: bool) -> pa.Table:
    return rows.filter(pc.is_valid(rows["error"]) if failed else pc.is_null(rows["error"]))
