"""Joins of Arrow tables. Arrow's own keep no order, and take no columns of lists."""

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc


def joined(rows: pa.Table, columns: Sequence[str]) -> pa.ChunkedArray:
    """One text a row, that stands for these columns of text."""
    return pc.binary_join_element_wise(*(rows[name] for name in columns), "\n")


def looked_up(rows: pa.Table, other: pa.Table, keys: Sequence[str]) -> pa.Table:
    """The rows in their order, with the columns of `other` (scalars) where the keys are the same;
    null where it has none. Each key is in `other` at most once."""
    place = "__row"
    numbered = rows.select(keys).append_column(place, pa.array(np.arange(rows.num_rows)))
    found = numbered.join(other, list(keys), join_type="left outer", use_threads=False)
    found = found.sort_by(place)
    for name in other.column_names:
        if name not in keys:
            rows = rows.append_column(name, found[name])
    return rows
