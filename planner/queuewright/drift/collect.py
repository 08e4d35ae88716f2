"""Collect: reads a bucket of environments concurrently and gives Arrow batches.

The Spark data source (`pyspark_queuewright`) calls this in its workers. A system that cannot be
read is a row with its error, never an exception and never drift.
"""

import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, field, replace
from functools import partial
from math import ceil
from typing import Any

import pyarrow as pa

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.diagnostic import first_few, one_line
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed
from queuewright.catalogue.references import Role
from queuewright.diff.sharing import GROUP, SHARED, disposition_of, meant
from queuewright.kinds import kinds_of, spec_of
from queuewright.systems.reading import is_left_out

from .desired import OfObjects
from .fingerprint import bucket_digests, canonical_json, fingerprint, inventory_digest
from .fleet import Fleet, SourceConfig
from .sources import SourceFailed, in_background, no_answer, observe, result_of
from .tables import collected_schema

_WARNINGS = 20  # of one system
_SYSTEMS, _MOST_SYSTEMS = 8, 64  # that one part has, in a small fleet and in a large one
_MANY = 64  # parts: from here on they grow, because each brings its definitions once
_BATCH = 4096  # rows a batch, and those of one system more: some hundred kilobytes


@dataclass(frozen=True, slots=True)
class CollectTarget:
    """One system of one environment, as it travels to a worker. `source` has references only.
    secret: (kind, name) -> attributes whose values are not kept. of_group: kind and name of what is
    desired of its queue-sharing group -> GROUP or SHARED; elsewhere: of all that a system of the
    environment is to have in one. named: of what may be in a library that is read by name only.
    desired: of each kind some objects, the first and the last by name among them."""

    environment: str
    system: str
    source: Mapping[str, Any]
    secret: Mapping[tuple[str, str], Collection[str]] = field(default_factory=dict)
    of_group: Mapping[tuple[str, str], str] = field(default_factory=dict)
    elsewhere: Collection[tuple[str, str]] = ()
    named: Collection[tuple[str, str]] = ()
    desired: Mapping[str, Collection[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CollectOptions:
    """base: directory that paths are relative to. timeout: seconds for one system. connections:
    how many are read at once in one partition."""

    base: str = "."
    timeout: float = 120.0
    connections: int = 8


def targets_of(
    fleet: Fleet, chosen: Collection[str], particulars: OfObjects = ()
) -> Sequence[CollectTarget]:
    """The selection of a fleet. chosen: names of environments, all of them if empty. particulars:
    what is to be known of objects."""
    secret: dict[tuple[str, str], dict[tuple[str, str], Sequence[str]]] = {}
    of_group: dict[tuple[str, str], dict[tuple[str, str], str]] = {}
    of_groups: dict[str, set[tuple[str, str]]] = {}
    named: dict[tuple[str, str], set[tuple[str, str]]] = {}
    desired: dict[tuple[str, str], dict[str, set[str]]] = {}
    for environments, objects in particulars:
        for environment in environments:
            for system, kind, name, attributes, disposition in objects:
                place = environment, system
                desired.setdefault(place, {}).setdefault(kind, set()).add(name)
                if attributes:
                    secret.setdefault(place, {})[kind, name] = attributes
                if disposition:
                    of_group.setdefault(place, {})[kind, name] = disposition
                    of_groups.setdefault(environment, set()).add((kind, name))
                is_library = kind in kinds_of(Role.LIBRARY)
                if spec_of(kind).in_library or is_library or is_left_out(kind):
                    named.setdefault(place, set()).add((kind, name))
    return [
        CollectTarget(
            each.name,
            system,
            source.model_dump(),
            secret.get((each.name, system), {}),
            of_group.get((each.name, system), {}),
            of_groups.get(each.name, ()),
            named.get((each.name, system), ()),
            desired.get((each.name, system), {}),
        )
        for each in fleet.environments
        if not chosen or each.name in chosen
        for system, source in each.systems.items()
    ]


def parts_of(targets: Sequence[CollectTarget], count: int = 0) -> Sequence[Sequence[CollectTarget]]:
    """The targets in parts, one at least, that are read one by one. count: of parts; 0: by size."""
    systems = min(max(ceil(len(targets) / _MANY), _SYSTEMS), _MOST_SYSTEMS)
    parts = count or ceil(len(targets) / systems) or 1
    return [targets[start::parts] for start in range(min(parts, len(targets) or 1))]


def collect(targets: Sequence[CollectTarget], options: CollectOptions) -> Iterator[pa.RecordBatch]:
    """Rows of `tables.collected_schema` for every target, in the order in which they end."""
    sent: set[bytes] = set()
    waiting: list[pa.RecordBatch] = []
    for collected in _concurrently(targets, options):
        waiting.append(_batch(collected, sent))
        if sum(batch.num_rows for batch in waiting) >= _BATCH:
            yield _joined(waiting)
            waiting = []
    if waiting:
        yield _joined(waiting)


@dataclass(frozen=True, slots=True)
class Fingerprinted:
    """A definition and its address."""

    attributes: Mapping[str, Value]
    canonical: str
    fingerprint: bytes


@dataclass(frozen=True, slots=True)
class CollectedSystem:
    """One system: what it has, each with its definition; or why it cannot be read."""

    target: CollectTarget
    objects: Sequence[tuple[Observed, Fingerprinted]] = ()
    digest: bytes | None = None
    buckets: Sequence[int] | None = None
    error: str | None = None
    seconds: float = 0.0
    warnings: Sequence[str] = ()
    ended: bool | None = None


def read(target: CollectTarget, base: str) -> CollectedSystem:
    """Read one system. Raises SourceFailed."""
    started = time.monotonic()
    source = SourceConfig.model_validate(dict(target.source))
    named = [Key(target.system, kind, name) for kind, name in target.named]
    desired = [
        Key(target.system, kind, name) for kind, names in target.desired.items() for name in names
    ]
    inventory = observe(target.system, source, base, named, desired)
    reported = [one for each in inventory.objects if (one := _meant(each, target)) is not None]
    if target.secret:
        reported = [_without(each, target.secret) for each in reported]
    objects = [(each, _fingerprinted(each.key.kind, each.attributes)) for each in reported]
    places = [(o.key.kind, o.key.name, f.fingerprint) for o, f in objects]
    digest, buckets = inventory_digest(places), bucket_digests(places)
    return CollectedSystem(
        target, objects, digest, buckets, seconds=time.monotonic() - started,
        warnings=first_few(inventory.warnings, _WARNINGS), ended=inventory.ended,
    )  # fmt: skip


def _meant(observed: Observed, target: CollectTarget) -> Observed | None:
    place = observed.key.kind, observed.key.name
    desired, elsewhere = target.of_group.get(place), place in target.elsewhere
    return live_or_group(observed, desired, elsewhere=elsewhere)


def live_or_group(
    observed: Observed, desired: str | None, *, elsewhere: bool = False
) -> Observed | None:
    """The object that is compared: the live one of its name, or where the group's is desired that
    one. desired: as `CollectTarget.of_group`. elsewhere: another queue manager is to have it, with
    which a shared queue is compared."""
    if elsewhere and desired is None and disposition_of(observed.attributes) == SHARED:
        return None
    if spec_of(observed.key.kind).of_group:  # one of its queue managers declares it
        return observed if desired is not None else None
    if observed.group is None and not observed.in_repository and desired != GROUP:
        return observed  # nearly every object
    return meant(observed, desired)


def _without(observed: Observed, secret: Mapping[tuple[str, str], Collection[str]]) -> Observed:
    hidden = secret.get((observed.key.kind, observed.key.name))
    if not hidden:
        return observed
    kept = {name: value for name, value in observed.attributes.items() if name not in hidden}
    return replace(observed, attributes=kept)


# By identity: readers of dumps give the very same mapping for the same text. The entry holds its
# mapping, so that the identity stays taken.
_memo: dict[int, Fingerprinted] = {}
_MEMO_SIZE = 50_000


def _fingerprinted(kind: str, attributes: Mapping[str, Value]) -> Fingerprinted:
    known = _memo.get(id(attributes))
    if known is not None and known.attributes is attributes:
        return known
    canonical = canonical_json(attributes)
    known = Fingerprinted(attributes, canonical, fingerprint(kind, canonical))
    if len(_memo) >= _MEMO_SIZE:
        _memo.clear()
    _memo[id(attributes)] = known
    return known


def unread(target: CollectTarget, error: str) -> pa.RecordBatch:
    """The row of a system that nobody could read."""
    return _batch(CollectedSystem(target, error=one_line(error)), set())


def _concurrently(
    targets: Sequence[CollectTarget], options: CollectOptions
) -> Iterator[CollectedSystem]:
    """Results as they end. One that hangs is left behind, not waited for."""
    waiting = list(reversed(targets))
    running: dict[Future[CollectedSystem], tuple[CollectTarget, float]] = {}
    while waiting or running:
        while waiting and len(running) < options.connections:
            target = waiting.pop()
            future = in_background(target.environment, partial(read, target, options.base))
            running[future] = target, time.monotonic()
        now = time.monotonic()
        nearest = min(started for _, started in running.values()) + options.timeout - now
        done, _ = wait(running, timeout=max(nearest, 0.0), return_when=FIRST_COMPLETED)
        for future in done:
            target, started = running.pop(future)
            yield _result(future, target, time.monotonic() - started)
        for future, (target, started) in list(running.items()):
            taken = time.monotonic() - started
            if taken >= options.timeout:
                del running[future]
                text = no_answer(target.system, options.timeout)
                yield CollectedSystem(target, error=one_line(text), seconds=taken)


def _result(
    future: "Future[CollectedSystem]", target: CollectTarget, seconds: float
) -> CollectedSystem:
    try:
        return result_of(target.system, future)
    except SourceFailed as error:
        return CollectedSystem(target, error=one_line(str(error)), seconds=seconds)


def _batch(collected: CollectedSystem, sent: set[bytes]) -> pa.RecordBatch:
    """A row an object, with the definitions that were not sent yet, and a row for the system."""
    objects, target = collected.objects, collected.target
    attributes: list[str | None] = []
    for _, definition in objects:
        attributes.append(None if definition.fingerprint in sent else definition.canonical)
        sent.add(definition.fingerprint)
    statuses = [observed.status for observed, _ in objects]
    own: dict[str, list[Any]] = {
        "kind": [observed.key.kind for observed, _ in objects],
        "name": [observed.key.name for observed, _ in objects],
        "fingerprint": [definition.fingerprint for _, definition in objects],
        "attributes": attributes,
        "depth": [status and status.depth for status in statuses],
        "open_input": [status and status.open_input for status in statuses],
        "open_output": [status and status.open_output for status in statuses],
    }
    system = {
        "digest": collected.digest,
        "buckets": collected.buckets,
        "objects": len(objects) if collected.error is None else None,
        "error": collected.error,
        "seconds": collected.seconds,
        "warnings": list(collected.warnings) or None,
        "ended": collected.ended,
    }
    count = len(objects) + 1
    columns = []
    for column in collected_schema():
        name, kind = column.name, column.type
        if name in own:
            columns.append(pa.array([*own[name], None], kind))
        elif name in system:
            blank = pa.nulls(len(objects), kind)
            columns.append(pa.concat_arrays([blank, pa.array([system[name]], kind)]))
        else:
            columns.append(pa.repeat(pa.scalar(getattr(target, name), kind), count))
    return pa.RecordBatch.from_arrays(columns, schema=collected_schema())


def _joined(batches: Sequence[pa.RecordBatch]) -> pa.RecordBatch:
    return pa.Table.from_batches(batches).combine_chunks().to_batches()[0]
