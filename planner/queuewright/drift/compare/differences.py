"""The differences between the objects that systems should have and those that they have.

Work is done once for what is alike. Systems whose inventories (desired digest, observed digest)
are the same pair share one comparison (`pairs.py`). In it the objects fall into buckets by their
names, and only buckets whose digests differ are looked into. Objects whose definitions are the same
pair of fingerprints share one comparison of attributes.
"""

from collections.abc import Mapping
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from queuewright.drift.fingerprint import canonical_json, compare_pair, fingerprint
from queuewright.drift.lake.storage import LakeError
from queuewright.drift.tables import ALLOWED, OWNED
from queuewright.kinds import KINDS, LIMITS, is_derived, is_single, spec_of

from .pairs import SYSTEM, SystemPairs

OBJECT = ("pair", "kind", "name")
_TEXTS = ("attribute", "desired", "observed", "change")
FOUND = pa.schema(
    [("pair", pa.int64()), *((name, pa.string()) for name in ("kind", "name", "drift", *_TEXTS))]
)
DIFFERENCE = pa.schema([(n, pa.string()) for n in (*SYSTEM, "kind", "name", "drift", *_TEXTS)])
# (kind, wanted, had) -> the attributes that differ.
CHANGES = pa.schema(
    [("wanted", pa.binary()), ("had", pa.binary()), *((name, pa.string()) for name in _TEXTS)]
)
LOST = (
    "the lake has lost definitions that this run refers to; collect it again, and delete nothing "
    "from the table definitions, which all runs share"
)
_LIMIT_KINDS = [limit.kind for limit in LIMITS.values()]
_SINGLE = [*filter(is_single, KINDS)]
_RECORDS_THAT_SHIP = [spec.name_of(fields) for spec in KINDS.values() for fields in spec.records]
_NO_DEFINITIONS = pa.array([OWNED, ALLOWED], pa.binary())


def _made_by_others() -> pa.Array:
    """The definitions of a derived kind that no command makes: a membership of a cluster is there
    as far as a channel makes it, and missing only with that."""
    values = (
        (kind, {name: choice.value})
        for kind in filter(is_derived, KINDS)
        for name, attribute in spec_of(kind).attributes().items()
        for choice in attribute.choices
    )
    every = (*((kind, {}) for kind in filter(is_derived, KINDS)), *values)
    made = (each for each in every if spec_of(each[0]).implied_by(each[1]))
    return pa.array([fingerprint(k, canonical_json(given)) for k, given in made], pa.binary())


_MADE_BY_OTHERS = _made_by_others()


def differing(wanted: pa.Table, had: pa.Table, *, unmanaged: bool) -> pa.Table:
    """pair, kind, name, wanted, had: objects that are not equal; null where a side has none.

    Each side: pair, kind, name, fingerprint. unmanaged: also what only `had` has. Records that a
    desired limit excludes are among them in any case.
    """
    left = wanted.select([*OBJECT, "fingerprint"]).rename_columns([*OBJECT, "wanted"])
    right = had.select([*OBJECT, "fingerprint"]).rename_columns([*OBJECT, "had"])
    limits = _limits(wanted, "fingerprint")
    kind = "full outer" if unmanaged or limits.num_rows else "left outer"
    both = left.join(right, list(OBJECT), join_type=kind, use_threads=False)
    equal = pc.fill_null(pc.equal(both["wanted"], both["had"]), False)
    # A queue manager has its own attributes, whoever declares them.
    own = pc.and_(
        pc.is_null(both["wanted"]), pc.is_in(both["kind"], pa.array(_SINGLE, pa.string()))
    )
    both = both.filter(pc.invert(pc.or_(equal, own)))
    if unmanaged or not limits.num_rows:
        return both
    return both.filter(pc.or_(pc.is_valid(both["wanted"]), _excluded(both, limits)))


def _limits(rows: pa.Table, definition: str) -> pa.Table:
    """The desired limits among rows. definition: the column that says what is desired."""
    found = rows.filter(pc.is_in(rows["kind"], pa.array(_LIMIT_KINDS, pa.string())))
    return found.filter(pc.equal(found[definition], pa.scalar(ALLOWED, pa.binary())))


def _excluded(rows: pa.Table, limits: pa.Table) -> pa.Array:
    """Whether each row is a record on a profile that somebody has to himself."""
    of_limits = (limits[name].to_pylist() for name in OBJECT)
    limiting = set(zip(*of_limits, strict=True))
    columns = (rows[name].to_pylist() for name in OBJECT)
    found = (
        (limit := LIMITS.get(kind)) is not None
        and (pair, limit.kind, limit.limit_of(name)) in limiting
        for pair, kind, name in zip(*columns, strict=True)
    )
    return pa.array(found, pa.bool_())


def absent(rows: pa.Table) -> pa.Table:
    """Of `differing` objects, those of which one side has none, as rows of `FOUND`: "missing"
    (desired, not there) and "unexpected" (there; owned by the stack and not desired any more, or
    not desired at all, `_of_systems` apart unless a limit excludes them)."""
    owned = pc.fill_null(pc.equal(rows["wanted"], pa.scalar(OWNED, pa.binary())), False)
    is_desired = pc.is_valid(rows["wanted"])
    defined = pc.and_(is_desired, pc.invert(pc.is_in(rows["wanted"], _NO_DEFINITIONS)))
    made = pc.and_(defined, pc.invert(pc.is_in(rows["wanted"], _MADE_BY_OTHERS)))
    missing = pc.and_(pc.is_null(rows["had"]), made)
    system = _of_systems(rows)
    if (limits := _limits(rows, "wanted")).num_rows:
        system = pc.and_(system, pc.invert(_excluded(rows, limits)))
    nobodys = pc.and_(pc.invert(is_desired), pc.invert(system))
    unexpected = pc.and_(pc.or_(owned, nobodys), pc.is_valid(rows["had"]))
    drift = pc.if_else(missing, "missing", "unexpected")
    kept = rows.select(OBJECT).append_column("drift", drift).filter(pc.or_(missing, unexpected))
    return _of(kept, FOUND, attribute="")


def _of_systems(rows: pa.Table) -> pa.Array:
    """Which rows every system has by itself: objects with IBM's names, records of a new system, and
    those of administrators. Others set every other record, also of an object with such a name."""
    is_record = pc.is_in(rows["kind"], pa.array([*LIMITS], pa.string()))
    records = rows.select(["kind", "name"]).filter(is_record).to_pylist()
    # Nobody limits what administrators have.
    own = {each["name"] for each in records if not LIMITS[each["kind"]].limit_of(each["name"])}
    by_itself = pc.is_in(rows["name"], pa.array([*_RECORDS_THAT_SHIP, *own], pa.string()))
    named = pc.match_substring_regex(rows["name"], "^(SYSTEM|AMQ)[.]")
    return pc.if_else(is_record, by_itself, named)


def to_compare(rows: pa.Table) -> pa.Table:
    """Of `differing` objects, those that both sides define: pair, kind, name, wanted, had."""
    both = pc.and_(pc.is_valid(rows["wanted"]), pc.is_valid(rows["had"]))
    defined = pc.invert(pc.is_in(rows["wanted"], _NO_DEFINITIONS))
    return rows.filter(pc.and_(both, defined))


def changes(distinct: pa.Table) -> pa.Table:
    """Rows of `CHANGES`, of distinct pairs of definitions: kind, wanted, had, wanted_json,
    had_json. Raises LakeError where a definition is null: comparing nothing is not the same as
    finding nothing."""
    rows: list[dict[str, Any]] = []
    for row in distinct.to_pylist():
        if row["wanted_json"] is None or row["had_json"] is None:
            raise LakeError(LOST)
        for values in compare_pair(row["kind"], row["wanted_json"], row["had_json"]):
            found = dict(zip(_TEXTS, values, strict=True))
            rows.append({"wanted": row["wanted"], "had": row["had"], **found})
    return pa.Table.from_pylist(rows, CHANGES)


def changed(
    both: pa.Table, desired: Mapping[bytes, str], observed: Mapping[bytes, str]
) -> pa.Table:
    """`to_compare` as rows of `FOUND`: one an attribute. desired, observed: fingerprint ->
    attributes as canonical JSON."""
    distinct = both.group_by(["kind", "wanted", "had"], use_threads=False).aggregate([])
    for side, texts in (("wanted", desired), ("had", observed)):
        given = [texts.get(address) for address in distinct[side].to_pylist()]
        distinct = distinct.append_column(f"{side}_json", pa.array(given, pa.string()))
    found = both.join(changes(distinct), ["wanted", "had"], join_type="inner", use_threads=False)
    return _of(found, FOUND, drift="changed")


def expanded(found: pa.Table, pairs: SystemPairs) -> pa.Table:
    """Rows of `FOUND` for every system of their pair, as rows of `DIFFERENCE`."""
    every = pairs.members.join(found, "pair", join_type="inner", use_threads=False)
    return every.select(DIFFERENCE.names).cast(DIFFERENCE)


def _of(rows: pa.Table, schema: pa.Schema, **constants: str) -> pa.Table:
    given = set(rows.column_names)
    columns = [
        rows[field.name].cast(field.type)
        if field.name in given
        else pa.repeat(pa.scalar(constants.get(field.name), field.type), len(rows))
        for field in schema
    ]
    return pa.Table.from_arrays(columns, schema=schema)
