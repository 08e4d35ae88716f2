"""Differences that are the same in many places, once."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from queuewright.drift.identity import identity_of

from .rows import WORST_FIRST
from .words import difference

_FEW = 3  # environments and objects that are named


@dataclass(slots=True)
class RowGroup:
    """Rows of one severity that say the same: of a changed attribute the same two values, of an
    object as a whole the same name."""

    rows: list[Mapping[str, Any]] = field(default_factory=list)

    @property
    def severity(self) -> str:
        return str(self.rows[0]["severity"])

    @property
    def environments(self) -> Sequence[str]:
        return list(dict.fromkeys(row["environment"] for row in self.rows))

    @property
    def new(self) -> int:
        return sum(row["status"] == "new" for row in self.rows)

    @property
    def text(self) -> str:
        """In one line: object, difference, where, since when; of a single one its id, too."""
        first = self.rows[0]
        names = list(dict.fromkeys(row["name"] for row in self.rows))
        listed = f"{first['kind']} {', '.join(names)}"
        what = listed if len(names) <= _FEW else f"{len(names)} {first['kind']}"
        return f"{what} {difference(first)}: {self._where()}"

    def _where(self) -> str:
        if len(self.rows) == 1:
            (row,) = self.rows
            since = "new" if self.new else f"since {row['first_seen']}"
            return f"{row['environment']} {row['system']}, {since} [{identity_of(row)}]"
        names = self.environments
        where = ", ".join(names) if len(names) <= _FEW else f"in {len(names)} environments"
        if self.new == len(self.rows):
            return f"{where}, new"
        since = min(row["first_seen"] for row in self.rows)
        return f"{where}, {f'{self.new} new, ' if self.new else ''}since {since}"


def grouped(rows: Iterable[Mapping[str, Any]]) -> list[RowGroup]:
    """The worst first; of one severity what is in most places."""
    groups: dict[tuple[Any, ...], RowGroup] = {}
    for row in rows:
        groups.setdefault(_key(row), RowGroup()).rows.append(row)
    return sorted(
        groups.values(),
        key=lambda group: (WORST_FIRST.index(group.severity), -len(group.rows), group.text),
    )


def _key(row: Mapping[str, Any]) -> tuple[Any, ...]:
    name = "" if row["drift"] == "changed" else row["name"]
    columns = ("severity", "kind", "drift", "attribute", "desired", "observed", "observed_before")
    return name, *(row.get(column) for column in columns)
