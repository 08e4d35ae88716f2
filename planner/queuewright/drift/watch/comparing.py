"""Objects that are read again because of events, and their differences from what is desired.

The rules are those of a run (`compare/differences.py`): missing, unexpected, changed. Whether queue
managers of an environment disagree (`inconsistent`) is for a run to say, which reads all of them.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa

from queuewright.catalogue.observed import Observed
from queuewright.dialects.pcf.events import is_reported, type_of
from queuewright.diff.sharing import is_of_group, of_group
from queuewright.drift.collect import live_or_group
from queuewright.drift.compare.differences import absent, changed, differing, to_compare
from queuewright.drift.desired import DefinitionGroup
from queuewright.drift.fingerprint import canonical_json, fingerprint
from queuewright.drift.tables import schema_of
from queuewright.kinds import MQ_KINDS, is_derived, is_limit, is_mq
from queuewright.systems.protocol import System

from .places import Member

Place = tuple[str, str]  # kind, name
_SIDE = pa.schema([("pair", pa.int64()), *schema_of("kind", "name", "fingerprint")])
# Object types that decide on memberships of clusters.
_DECIDES = ("namelist", "channel", "q_mgr")
# Events that are about one object; after any other one nobody knows what changed.
ABOUT_ONE = ("create", "change", "delete", "refresh")
SAYS_NOTHING = ("other", "unreachable")


@dataclass(slots=True)
class Asked:
    """The objects to read of one system. whole: everything; names: kinds that share names -> names;
    memberships: all of them."""

    whole: bool = False
    memberships: bool = False
    names: dict[tuple[str, ...], set[str]] = field(default_factory=dict)

    def add(self, row: Mapping[str, Any]) -> None:
        """Take in an event."""
        if row["reason"] in SAYS_NOTHING:
            return
        if row["reason"] not in ABOUT_ONE:
            self.whole = True
            return
        kind, object_type = row["kind"], row["object_type"]
        if kind is not None:
            object_type = type_of(kind)
        self.memberships |= object_type in _DECIDES
        kinds = _kinds_of(object_type)
        if kinds:
            self.names.setdefault(kinds, set()).add(row["name"])

    def __bool__(self) -> bool:
        return self.whole or self.memberships or bool(self.names)

    def covers(self, kind: str, name: str) -> bool:
        """Whether this object is read."""
        if self.whole or (self.memberships and is_derived(kind)):
            return True
        return any(kind in kinds and name in names for kinds, names in self.names.items())


def _kinds_of(object_type: str) -> tuple[str, ...]:
    """The kinds that share the names of a type of object in events, none where none is managed."""
    objects = (kind for kind in MQ_KINDS if not is_derived(kind) and is_reported(kind))
    return tuple(kind for kind in objects if type_of(kind) == object_type)


def asked_by(rows: Iterable[Mapping[str, Any]]) -> dict[Member, Asked]:
    """The objects to read because of the events, by system."""
    asked: dict[Member, Asked] = {}
    for row in rows:
        asked.setdefault((row["environment"], row["system"]), Asked()).add(row)
    return {member: each for member, each in asked.items() if each}


def read(system: System, asked: Asked) -> list[Observed]:
    """The objects, in bulk: everything, or one question a class of names. Raises
    QueuewrightError."""
    if asked.whole:
        return list(system.observe(MQ_KINDS))
    found: list[Observed] = []
    for kinds, names in asked.names.items():
        found += system.observe(kinds, sorted(names))
    if asked.memberships:
        found += system.observe(tuple(filter(is_derived, MQ_KINDS)))
    return found


@dataclass(frozen=True, slots=True)
class Desired:
    """The desired objects of one system. version: tells it from any other; error: why nobody
    knows. of_groups: the objects of queue-sharing groups that some system of the environment is to
    have."""

    version: str
    objects: Mapping[Place, Mapping[str, Any]]
    error: str | None = None
    of_groups: Collection[Place] = ()

    def of_group(self, place: Place) -> str | None:
        """Which object of a queue-sharing group is desired, if any."""
        return of_group(place[0], self.objects[place]) if place in self.objects else None


def desired_by(groups: Iterable[DefinitionGroup]) -> dict[Member, Desired]:
    """The desired objects of the queue managers of every environment. IBM i has no events."""
    desired: dict[Member, Desired] = {}
    for group in groups:
        places = (
            (row["kind"], row["name"]) for row in group.objects if is_of_group(row["kind"], row)
        )
        of_groups = frozenset(places)
        for inventory in group.inventories:
            system = inventory["system"]
            rows = {
                (row["kind"], row["name"]): row
                for row in group.objects
                if row["system"] == system and is_mq(row["kind"])
            }
            version = inventory["digest"].hex()
            one = Desired(version, rows, inventory["error"], of_groups)
            desired.update({(environment, system): one for environment in group.environments})
    return desired


def differences(
    desired: Desired, observed: Iterable[Observed], asked: Asked, *, unmanaged: bool = False
) -> Iterator[dict[str, Any]]:
    """Rows of `kind, name, drift, attribute, desired, observed, change`, of what was asked for."""
    there: dict[Place, str] = {}
    for each in observed:
        place = each.key.kind, each.key.name
        own = live_or_group(
            each,
            desired.of_group(place),
            elsewhere=place in desired.of_groups,
        )
        if own is not None and asked.covers(*place):
            there[place] = canonical_json(own.attributes)
    addresses = {place: fingerprint(place[0], text) for place, text in there.items()}
    wanted = {
        place: row["fingerprint"]
        for place, row in desired.objects.items()
        if asked.covers(*place) or is_limit(place[0])
    }
    rows = differing(_side(wanted), _side(addresses), unmanaged=unmanaged)
    found = pa.concat_tables([
        absent(rows),
        changed(
            to_compare(rows),
            {row["fingerprint"]: row.get("attributes", "") for row in desired.objects.values()},
            {addresses[place]: text for place, text in there.items()},
        ),
    ])  # fmt: skip
    order = [(name, "ascending") for name in ("kind", "name", "attribute")]
    yield from found.drop_columns(["pair"]).sort_by(order).to_pylist()


def _side(objects: Mapping[Place, bytes]) -> pa.Table:
    """As the comparison of a pair of systems takes them."""
    rows = [
        {"pair": 0, "kind": kind, "name": name, "fingerprint": address}
        for (kind, name), address in objects.items()
    ]
    return pa.Table.from_pylist(rows, _SIDE)
