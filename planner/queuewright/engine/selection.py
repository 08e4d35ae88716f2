"""--target, --target-dependents and --exclude: which resources a plan is about."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from queuewright.catalogue.diagnostic import Diagnostic, first_few, shown
from queuewright.catalogue.key import Key
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import PULUMI
from queuewright.graph.references import edges

from .errors import PlanError
from .matching import MatchedObject

DEPENDENTS_LEFT_OUT = Rule(
    "dependents-left-out",
    "Objects that need it are left out of the plan",
    "is left out by the plan and needs it: {names}",
    "give --target-dependents, or name them with --target",
    (PULUMI.at("--target-dependents"),),
)
DEPENDENTS_EXCLUDED = DEPENDENTS_LEFT_OUT.but(
    remediation="leave --exclude of them out, or exclude this one too"
)


@dataclass(frozen=True, slots=True)
class Selection:
    """Patterns with * and ?, matched against the URN, the resource's name in the program, the
    resource id (QM1/mq:LocalQueue/ORDERS.IN) and the object's own name. dependents: what needs a
    target is one as well."""

    targets: Collection[str]
    excludes: Collection[str]
    dependents: bool = False

    def __bool__(self) -> bool:
        return bool(self.targets or self.excludes)

    def left_out(self, items: Sequence[MatchedObject]) -> frozenset[str]:
        """URNs that the plan leaves alone.

        Raises PlanError, one line a pattern, when a pattern matches nothing.
        """
        unmatched = {*self.targets, *self.excludes}
        urns, excluded = set(), set()
        for item in items:
            names = _names(item)
            targeted = {p for p in self.targets if matches(p, names)}
            unwanted = {p for p in self.excludes if matches(p, names)}
            unmatched -= targeted | unwanted
            if (self.targets and not targeted) or unwanted:
                urns.add(item.urn)
            if unwanted:
                excluded.add(item.urn)
        if unmatched:
            lines = (
                f"{'--target' if pattern in self.targets else '--exclude'} {shown(pattern)} "
                "matches no resource; give a URN, a resource's name, or SYSTEM/KIND/NAME"
                for pattern in sorted(unmatched)
            )
            raise PlanError("\n".join(lines))
        if self.dependents and urns:
            urns = self._without_dependents(items, urns, excluded)
        return frozenset(urns)

    @staticmethod
    def _without_dependents(
        items: Sequence[MatchedObject], left_out: set[str], excluded: Collection[str]
    ) -> set[str]:
        needing = _needing(items)
        waiting = [item.key for item in items if item.urn not in left_out]
        while waiting:
            for item in needing.get(waiting.pop(), ()):
                if item.urn in left_out and item.urn not in excluded:
                    left_out.remove(item.urn)
                    waiting.append(item.key)
        return left_out

    def stranded(
        self, items: Sequence[MatchedObject], left_out: Collection[str]
    ) -> Iterator[tuple[Key, Diagnostic]]:
        """Why an object is not deleted: what the plan leaves out needs it."""
        needing = _needing(items)
        for item in items:
            if item.inputs is not None or item.urn in left_out:
                continue
            others = {i.key: i for i in needing.get(item.key, ()) if i.urn in left_out and i.prior}
            if others:
                yield item.key, self.needed_by(item.key, others)

    def needed_by(self, key: Key, others: Iterable[Key]) -> Diagnostic:
        """Why an object does not go: the plan leaves these out, which need it."""
        names = ", ".join(first_few([f"{other.kind} {other.name}" for other in others]))
        rule = DEPENDENTS_LEFT_OUT if self.targets else DEPENDENTS_EXCLUDED
        return rule(key, names=names)


def _needing(items: Sequence[MatchedObject]) -> Mapping[Key, list[MatchedObject]]:
    """Who needs an object, as the state has it: by a dependency of the resource, or by its name."""
    by_urn: dict[str, list[MatchedObject]] = {}
    by_key: dict[Key, MatchedObject] = {}
    for item in items:
        by_urn.setdefault(item.urn, []).append(item)
        by_key.setdefault(item.key, item)
    needing: dict[Key, list[MatchedObject]] = {}
    for item in items:
        for urn in () if item.prior is None else item.prior.needs():
            for needed in by_urn.get(urn, ()):
                if needed.moved is None and needed.key != item.key:
                    needing.setdefault(needed.key, []).append(item)
    values = {item.key: known.attributes for item in items if (known := item.last or item.inputs)}
    for edge in edges(values):
        if edge.target in by_key and edge.source != edge.target:
            needing.setdefault(edge.target, []).append(by_key[edge.source])
    return needing


def chosen(patterns: Collection[str], items: Iterable[MatchedObject]) -> set[Key]:
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


def _names(item: MatchedObject) -> tuple[str, ...]:
    return (item.urn, item.urn.split("::", 3)[-1], item.key.id, item.key.name)


def matches(pattern: str, names: tuple[str, ...]) -> bool:
    """Whether a pattern is one of the names of a resource, or fits it."""
    return any(pattern == name or fnmatchcase(name, pattern) for name in names)
