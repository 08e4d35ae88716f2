"""--target and --exclude: which resources a plan is about."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase

from queuewright.catalogue.diagnostic import shown
from queuewright.catalogue.key import Key

from .errors import PlanError
from .matching import Item


@dataclass(frozen=True, slots=True)
class Selection:
    """Patterns with * and ?, matched against the URN, the resource's name in the program, the
    resource id (QM1/mq:LocalQueue/ORDERS.IN) and the object's own name."""

    targets: Collection[str]
    excludes: Collection[str]

    def __bool__(self) -> bool:
        return bool(self.targets or self.excludes)

    def left_out(self, items: Iterable[Item]) -> frozenset[str]:
        """URNs that the plan leaves alone.

        Raises PlanError, one line a pattern, when a pattern matches nothing.
        """
        unmatched = {*self.targets, *self.excludes}
        urns = set()
        for item in items:
            names = _names(item)
            targeted = {p for p in self.targets if matches(p, names)}
            unwanted = {p for p in self.excludes if matches(p, names)}
            unmatched -= targeted | unwanted
            if (self.targets and not targeted) or unwanted:
                urns.add(item.urn)
        if unmatched:
            lines = (
                f"{'--target' if pattern in self.targets else '--exclude'} {shown(pattern)} "
                "matches no resource; give a URN, a resource's name, or SYSTEM/KIND/NAME"
                for pattern in sorted(unmatched)
            )
            raise PlanError("\n".join(lines))
        return frozenset(urns)


def chosen(patterns: Collection[str], items: Iterable[Item]) -> set[Key]:
    """The objects that any of the patterns is of. Raises PlanError for a pattern of none."""
    found: dict[str, set[Key]] = {pattern: set() for pattern in patterns}
    for item in items:
        for pattern, keys in found.items():
            if matches(pattern, _names(item)):
                keys.add(item.key)
    lines = [
        f"{shown(pattern)} matches no object of the program; give a URN, a resource's name, or "
        "SYSTEM/KIND/NAME"
        for pattern, keys in found.items()
        if not keys
    ]
    if lines:
        raise PlanError("\n".join(lines))
    return set().union(*found.values())


def _names(item: Item) -> tuple[str, ...]:
    return (item.urn, item.urn.split("::", 3)[-1], item.key.id, item.key.name)


def matches(pattern: str, names: tuple[str, ...]) -> bool:
    """Whether a pattern is one of the names of a resource, or fits it."""
    return any(pattern == name or fnmatchcase(name, pattern) for name in names)
