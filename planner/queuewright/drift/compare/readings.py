"""How each system was read before, and what that says of how it was read now."""

import pyarrow as pa
import pyarrow.compute as pc

from queuewright.drift.sources import CUT_OFF
from queuewright.drift.tables import SCHEMAS

from .joins import looked_up
from .pairs import SYSTEM


def judged(systems: pa.Table, before: pa.Table, at: str) -> pa.Table:
    """The systems that were read (`tables.collected_schema`), with `objects_before` and
    `last_read`.

    A dump that does not end as the last good one of its system did was cut off, and is an error:
    what is not in it is not missing. before: rows of `readings`.
    """
    former = before.select([*SYSTEM, "last_read", "objects", "ended"])
    former = former.rename_columns([*SYSTEM, "last_read", "objects_before", "ended_before"])
    rows = looked_up(systems, former, SYSTEM)
    ended_then = pc.fill_null(rows["ended_before"], False)
    cut = pc.and_(ended_then, pc.fill_null(pc.invert(rows["ended"]), False))
    text = pc.binary_join_element_wise(rows["system"], f": {CUT_OFF}", "")
    error = pc.if_else(cut, text, rows["error"])
    failed = pc.is_valid(error)
    nothing = pa.scalar(None, pa.int64())
    return _replaced(
        rows.drop_columns(["ended_before"]),
        error=error,
        objects=pc.if_else(failed, nothing, rows["objects"]),
        last_read=pc.if_else(failed, rows["last_read"], pa.scalar(at)),
    )


def readings(judged_systems: pa.Table, before: pa.Table, environments: pa.Array) -> pa.Table:
    """Rows of `readings`: how each system of these environments was last read, by this run or an
    earlier one."""
    schema = SCHEMAS["readings"]
    failed = pc.is_valid(judged_systems["error"])
    now = judged_systems.filter(pc.invert(failed)).select(schema.names).cast(schema)
    kept = before.filter(pc.is_in(before["environment"], environments))
    rest = kept.join(now.select(SYSTEM), list(SYSTEM), join_type="left anti", use_threads=False)
    return pa.concat_tables([now, rest.select(schema.names).cast(schema)])


def _replaced(rows: pa.Table, **columns: pa.ChunkedArray) -> pa.Table:
    for name, column in columns.items():
        rows = rows.set_column(rows.column_names.index(name), name, column)
    return rows
