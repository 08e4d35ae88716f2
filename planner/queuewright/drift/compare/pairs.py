"""Which systems differ, and in which buckets: found out from inventories alone.

A system's inventory is a digest of all it holds, and one of each bucket: two kilobytes, of which
only those of one system for each pair of digests are read.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from queuewright.drift.fingerprint import BUCKETS

SYSTEM = ("environment", "system")
# Systems (environment, system) -> their inventories (environment, system, buckets).
Buckets = Callable[[pa.Table], pa.Table]


@dataclass(frozen=True, slots=True)
class SystemPairs:
    """Systems that both sides know and that differ, by what they want and have.

    members: environment, system, pair; systems that want the same and have the same are one pair.
    wanted, had: environment, system, pair, bucket: of one system of each pair, the buckets in which
    its two inventories differ; the objects of a pair are looked up there.
    """

    members: pa.Table
    wanted: pa.Table
    had: pa.Table

    @classmethod
    def of(
        cls, desired: pa.Table, observed: pa.Table, wanted_buckets: Buckets, had_buckets: Buckets
    ) -> "SystemPairs":
        """Of two tables of inventories: environment, system, digest, error. A system with an error
        on either side is left out."""
        sides = [
            side.filter(pc.is_null(side["error"])).select([*SYSTEM, "digest"])
            for side in (desired, observed)
        ]
        both = sides[0].join(
            sides[1], list(SYSTEM), join_type="inner", right_suffix="_had", use_threads=False
        )
        both = both.filter(pc.not_equal(both["digest"], both["digest_had"]))
        both = both.sort_by([(name, "ascending") for name in SYSTEM]).combine_chunks()
        digests = pc.binary_join_element_wise(both["digest"], both["digest_had"], b"")
        encoded = _combined(digests).dictionary_encode()
        pair = pc.cast(encoded.indices, pa.int64())
        members = both.select(SYSTEM).append_column("pair", pair)
        # One system for each digest is enough, whichever pair it is in.
        first = _firsts(pair, len(encoded.dictionary))
        holders = [
            members.select(SYSTEM).take(_holders(both[name], first))
            for name in ("digest", "digest_had")
        ]
        want, have = (
            _digests(holder, read(holder))
            for holder, read in zip(holders, (wanted_buckets, had_buckets), strict=True)
        )
        # Where a side has none of its buckets, all of them may differ.
        differ = (want[0] != have[0]) | ~(want[1] & have[1])[:, None]
        places = np.argwhere(differ)
        return cls(members, *(_looked_into(holder, places) for holder in holders))

    def __len__(self) -> int:
        """How many pairs there are."""
        return int(pc.max(self.members["pair"]).as_py() or 0) + 1 if len(self.members) else 0


def _combined(column: Any) -> Any:
    return column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column


def _firsts(pair: Any, count: int) -> "np.ndarray[Any, np.dtype[np.int64]]":
    """The first row of each pair."""
    _, first = np.unique(pair.to_numpy(zero_copy_only=False), return_index=True)
    assert len(first) == count
    return np.asarray(first, np.int64)


def _holders(digests: Any, first: "np.ndarray[Any, np.dtype[np.int64]]") -> pa.Array:
    """For each pair the first row, of any pair, that has the same digest."""
    encoded = _combined(digests.take(pa.array(first))).dictionary_encode()
    numbers = encoded.indices.to_numpy(zero_copy_only=False)
    _, earliest = np.unique(numbers, return_index=True)
    return pa.array(first[earliest[numbers]] if len(numbers) else first)


def _digests(
    holders: pa.Table, inventories: pa.Table
) -> tuple["np.ndarray[Any, np.dtype[np.int64]]", "np.ndarray[Any, np.dtype[np.bool_]]"]:
    """A row of bucket digests for each holder, and of which of them there are any."""
    digests = np.zeros((len(holders), BUCKETS), np.int64)
    known = np.zeros(len(holders), np.bool_)
    whole = inventories.filter(pc.equal(pc.list_value_length(inventories["buckets"]), BUCKETS))
    place = {key: row for row, key in enumerate(_keys(whole))}
    values = _combined(whole["buckets"]).flatten().to_numpy(zero_copy_only=False)
    for number, key in enumerate(_keys(holders)):
        row = place.get(key)
        if row is not None:
            digests[number] = values[row * BUCKETS : (row + 1) * BUCKETS]
            known[number] = True
    return digests, known


def _keys(rows: pa.Table) -> list[tuple[str, str]]:
    return list(zip(*(rows[name].to_pylist() for name in SYSTEM), strict=True))


def _looked_into(holders: pa.Table, places: "np.ndarray[Any, np.dtype[np.int64]]") -> pa.Table:
    """environment, system, pair, bucket."""
    chosen = holders.take(pa.array(places[:, 0]))
    numbers = {"pair": places[:, 0], "bucket": places[:, 1]}
    for name, values in numbers.items():
        chosen = chosen.append_column(name, pa.array(values, pa.int64()))
    return chosen
