"""Desired objects as rows of the desired tables.

Environments that desire the same, of systems alike, share their rows in one `DefinitionGroup`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.key import Key
from queuewright.diff.sharing import of_group
from queuewright.kinds import LIMITS, is_derived, is_limit, spec_of
from queuewright.mq.membership import memberships_of

from .evaluate import Evaluated, EvaluatedObject, key_on
from .fingerprint import bucket_digests, canonical_json, fingerprint, inventory_digest
from .fleet import Fleet, SourceConfig
from .sources import DUMPS, RECORDED, reads_whole
from .tables import ALLOWED, OWNED, desired_wide_schema, typed_values

if TYPE_CHECKING:
    import pyarrow as pa


_NOT_DUMPED = "(not-in-dumps)"  # instead of an attribute that is not compared
# System, kind, name, attributes; and which object of a queue-sharing group it is, if any.
Particulars = tuple[str, str, str, Sequence[str], str | None]
# Names of environments, and objects whose observed values they need.
OfObjects = Sequence[tuple[Sequence[str], Sequence[Particulars]]]


@dataclass(frozen=True, slots=True)
class DefinitionGroup:
    """The desired objects of a group of environments. `objects` and `inventories` are rows of
    `tables.desired_wide_schema` without environment; inventories are one a system. `secret`: of an
    object the attributes, of a system each "kind name attribute" that is not compared."""

    environments: list[str] = field(default_factory=list)
    systems: Mapping[str, SourceConfig] = field(default_factory=dict)
    objects: list[Mapping[str, Any]] = field(default_factory=list)
    inventories: list[Mapping[str, Any]] = field(default_factory=list)

    @property
    def particulars(self) -> list[Particulars]:
        """The facts about objects that are needed before a system is read: attributes whose values
        must not get into the lake, which of two objects of one name is desired, what is read where
        it is asked for by its name only, and the first and the last object of each kind."""
        names: dict[tuple[str, str], list[str]] = {}
        for row in self.objects:
            if row.get("attributes") is not None:
                names.setdefault((row["system"], row["kind"]), []).append(row["name"])
        ends = {place: (min(each), max(each)) for place, each in names.items()}
        return [
            (row["system"], row["kind"], row["name"], row["secret"], disposition)
            for row in self.objects
            if (disposition := of_group(row["kind"], row))
            or row["secret"]
            or row["name"] in ends.get((row["system"], row["kind"]), ())
            or self._left_out(row)
        ]

    def _left_out(self, row: Mapping[str, Any]) -> bool:
        source, key = self.systems.get(row["system"]), Key(row["system"], row["kind"], row["name"])
        return source is not None and not reads_whole(source, key)


def definition_groups(fleet: Fleet, evaluated: Mapping[str, Evaluated]) -> list[DefinitionGroup]:
    """Every environment of the fleet in exactly one group."""
    groups: dict[tuple[Any, ...], DefinitionGroup] = {}
    for environment in fleet.environments:
        answer = evaluated[environment.name]
        # Only what changes the rows: the systems' names and what *CURLIB means there; and which of
        # the objects a reading of everything leaves out.
        key = (answer.version, answer.error, *sorted(map(_place, environment.systems.items())))
        if key not in groups:
            groups[key] = _group(environment.systems, answer)
        groups[key].environments.append(environment.name)
    return list(groups.values())


def _place(named: tuple[str, SourceConfig]) -> tuple[str, ...]:
    name, source = named
    libraries = source.options.get("libraries")
    listed = sorted(map(str, libraries)) if isinstance(libraries, list) else []
    current = str(source.options.get("current_library") or "")
    if source.type in DUMPS:
        return name, current, "dump"
    kept = source.type in (*RECORDED, "sandbox")
    return name, current, *(() if kept else ("live", *listed))


def _group(systems: Mapping[str, SourceConfig], answer: Evaluated) -> DefinitionGroup:
    group = DefinitionGroup(systems=systems)
    by_system: dict[str, list[EvaluatedObject]] = {system: [] for system in systems}
    for definition in answer.definitions:
        by_system.setdefault(definition.key.system, []).append(definition)
    for system, definitions in by_system.items():
        base = {"system": system, "version": answer.version}
        error = answer.error
        if error is None and system not in systems:
            error = f"the program declares system {system}, which the fleet does not list here"
        rows: list[Mapping[str, Any]] = [
            {**base, **_object(each, systems)} for each in definitions if error is None
        ]
        rows = list(_memberships([*rows, *_allowed_records(rows, base)], base))
        group.objects.extend(rows)
        places = [(row["kind"], row["name"], row["fingerprint"]) for row in rows]
        digests = {"digest": inventory_digest(places), "buckets": bucket_digests(places)}
        secret = [f"{row['kind']} {row['name']} {name}" for row in rows for name in row["secret"]]
        more = {"objects": len(rows), "error": error, "secret": secret or None}
        group.inventories.append({**base, **digests, **more})
    return group


def _allowed_records(
    rows: Sequence[Mapping[str, Any]], base: Mapping[str, Any]
) -> Iterator[Mapping[str, Any]]:
    """Rows of the records that desired limits let stay, though nobody declares them. Not of a
    record whose items a limit lists: one of them may be allowed, and another not."""
    declared = {(row["kind"], row["name"]) for row in rows}
    limits = [row for row in rows if is_limit(row["kind"]) and row["fingerprint"] == ALLOWED]
    for row in limits:
        limit = LIMITS[spec_of(row["kind"]).limits]
        key = Key(base["system"], row["kind"], row["name"])
        own = [(name, value, None) for name, value in row["own"].items()]
        for record in limit.removed(key, own):
            names = spec_of(record.kind).names_in(record.name)
            tells_apart = any(names[name] for name in names.keys() - set(limit.identity()))
            if tells_apart and (record.kind, record.name) not in declared:
                place = {"kind": record.kind, "name": record.name, "secret": (), "own": {}}
                yield {**base, **place, "fingerprint": ALLOWED}


def _memberships(
    rows: Sequence[Mapping[str, Any]], base: Mapping[str, Any]
) -> Iterator[Mapping[str, Any]]:
    """The rows of one system, with the memberships that its channels make, whether or not they are
    declared: such a membership comes and goes with its channel."""
    objects = {(r["kind"], r["name"]): r["own"] for r in rows if not is_derived(r["kind"])}
    made = {each.key.name: each.key.kind for each in memberships_of("", objects)}
    declared = set()
    for row in rows:
        if is_derived(row["kind"]):
            declared.add(row["name"])
        yield {name: value for name, value in row.items() if name != "own"}
    for name in made.keys() - declared:
        key = {"kind": made[name], "name": name, "secret": ()}
        yield {**base, **key, "fingerprint": ALLOWED}


def _object(definition: EvaluatedObject, systems: Mapping[str, SourceConfig]) -> dict[str, Any]:
    kind = definition.key.kind
    name = key_on(systems, definition).name
    own = definition.attributes or {}
    row: dict[str, Any] = {
        "kind": kind,
        "name": name,
        "secret": definition.not_compared,
        "own": own,
    }
    if definition.attributes is None:
        return {**row, "fingerprint": OWNED}
    if is_limit(kind):  # no system has one; it says which records are reported
        return {**row, "fingerprint": ALLOWED}
    if not spec_of(kind).mqsc.dumped and systems[definition.key.system].type in DUMPS:
        return {**row, "fingerprint": ALLOWED, "secret": (*definition.not_compared, _NOT_DUMPED)}
    canonical = canonical_json(definition.attributes)
    return {
        **row,
        "fingerprint": fingerprint(kind, canonical),
        "managed": list(definition.attributes),
        "attributes": canonical,
        **typed_values(definition.attributes),
    }


def arrow_table(rows: Sequence[Mapping[str, Any]], schema: "pa.Schema") -> "pa.Table":
    """The rows as an Arrow table; what a row does not have is null."""
    import pyarrow as pa

    given = {name for row in rows for name in row}
    arrays = [
        pa.array([row.get(field.name) for row in rows], field.type)
        if field.name in given
        else pa.nulls(len(rows), field.type)
        for field in schema
    ]
    return pa.Table.from_arrays(arrays, schema=schema)


def write_wide(groups: Iterable[DefinitionGroup], path: Path) -> int:
    """The wide Parquet table: a row an object of every environment, and a row with only `error`
    for each system that nothing is known of. Returns how many objects. Raises QueuewrightError."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    count = 0
    temporary = path.with_name(f".{path.name}.new")
    try:
        schema = desired_wide_schema()
        with pq.ParquetWriter(temporary, schema, compression="zstd") as writer:
            for group in groups:
                failed = [row for row in group.inventories if row["error"] is not None]
                rows = arrow_table([*group.objects, *failed], schema)
                for environment in group.environments:
                    names = pa.array([environment] * len(rows), pa.string())
                    writer.write_table(rows.set_column(0, "environment", names))
                    count += len(group.objects)
        temporary.replace(path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise QueuewrightError(
            f"{path}: {error.strerror or error}; give a path that can be written"
        ) from None
    return count
