"""Whether the queue managers of an environment agree on the terms of a cluster queue."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import pyarrow as pa

from queuewright.catalogue.references import Role
from queuewright.drift.fingerprint import canonical_json, decode
from queuewright.kinds import KINDS, QUEUE_KINDS, kinds_of
from queuewright.workload.record import AGREED, CHOOSING

from .differences import DIFFERENCE
from .pairs import SYSTEM

CONSISTENT = (*AGREED, *CHOOSING)
_CLUSTERED = [kind for kind in QUEUE_KINDS if "cluster_name" in KINDS[kind].attributes()]
_NAMELISTS = tuple(kinds_of(Role.NAMELIST))
KINDS_COMPARED = (*_CLUSTERED, *_NAMELISTS)

_Instance = tuple[str, str, Mapping[str, Any]]  # system, kind, attributes


def representatives(inventories: pa.Table) -> pa.Table:
    """environment, like: of environments that hold the same on the same queue managers, two of
    them or more, the one that is looked into. inventories: environment, system, digest, error; an
    environment is as the systems that were read say."""
    held: dict[str, list[tuple[str, bytes]]] = defaultdict(list)
    columns = (inventories[name].to_pylist() for name in (*SYSTEM, "digest", "error"))
    for environment, system, digest, error in zip(*columns, strict=True):
        if error is None:
            held[environment].append((system, digest))
    first: dict[tuple[tuple[str, bytes], ...], str] = {}
    rows = [
        {"environment": environment, "like": first.setdefault(tuple(sorted(systems)), environment)}
        for environment, systems in held.items()
        if len(systems) > 1
    ]
    return pa.Table.from_pylist(
        rows, pa.schema([("environment", pa.string()), ("like", pa.string())])
    )


def inconsistencies(objects: pa.Table, texts: Mapping[bytes, str]) -> pa.Table:
    """Rows of drift "inconsistent": one a system, cluster queue and attribute that disagrees.

    MQWQR says which fields of a queue a workload exit sees; instances of one queue on several queue
    managers of an environment that differ in these send messages on different terms.

    objects: environment, system, kind, name, fingerprint. texts: fingerprint -> attributes.
    `observed` is JSON of what each queue manager has; `desired` is null: nothing says who is right.
    """
    decoded: dict[bytes, Mapping[str, Any]] = {}
    environments: dict[str, list[tuple[str, str, str, Mapping[str, Any]]]] = defaultdict(list)
    columns = (objects[name].to_pylist() for name in (*SYSTEM, "kind", "name", "fingerprint"))
    for environment, system, kind, name, address in zip(*columns, strict=True):
        if address in texts:
            values = decoded.setdefault(address, decode(texts[address]))
            environments[environment].append((system, kind, name, values))
    rows = [
        {"environment": environment, **row}
        for environment, present in environments.items()
        for row in _of_environment(present)
    ]
    return pa.Table.from_pylist(rows, DIFFERENCE)


def _of_environment(
    present: Iterable[tuple[str, str, str, Mapping[str, Any]]],
) -> Iterator[dict[str, Any]]:
    present = list(present)
    lists = {
        (system, name): values.get("names") or ()
        for system, kind, name, values in present
        if kind in _NAMELISTS
    }
    instances: dict[tuple[str, str], list[_Instance]] = defaultdict(list)
    for system, kind, name, values in present:
        if kind in _CLUSTERED:
            direct = values.get("cluster_name")
            listed = lists.get((system, values.get("cluster_namelist") or ""), ())
            for cluster in dict.fromkeys((*([direct] if direct else ()), *listed)):
                instances[cluster, name].append((system, kind, values))
    found: dict[tuple[str | None, ...], dict[str, Any]] = {}
    for (_, name), several in sorted(instances.items()):
        for attribute in CONSISTENT:
            by_system = {
                system: str(values[attribute])
                for system, _, values in several
                if values.get(attribute) is not None
            }
            if len(set(by_system.values())) > 1:
                for system, kind, _ in several:
                    row = {
                        "system": system, "kind": kind, "name": name, "drift": "inconsistent",
                        "attribute": attribute, "desired": None,
                        "observed": canonical_json(by_system), "change": "in-place",
                    }  # fmt: skip
                    # A queue in two clusters with the same members is one difference.
                    found.setdefault((system, kind, name, attribute, row["observed"]), row)
    yield from found.values()
