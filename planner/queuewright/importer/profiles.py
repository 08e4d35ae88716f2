"""Attributes that many declarations share, as named calls: `functools.partial` of a class."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from queuewright.catalogue.attribute import Value
from queuewright.dialects.python import call, literal
from queuewright.kinds import KINDS

from .differing import Argument, BySystem
from .naming import words_of_kind

_SETS = 40  # distinct sets of attributes that are looked at, the most frequent ones
_WORTH = 6  # lines that a profile must save
_TELLING = 3  # values in a profile's name

Items = frozenset[tuple[str, Value]]


@dataclass(frozen=True, slots=True)
class Profile:
    """Attributes under a name. items: in the catalogue's order."""

    kind: str
    name: str
    items: Mapping[str, Value]

    def statement(self) -> str:
        arguments = [
            self.kind.replace(":", "."),
            *(f"{n}={literal(v)}" for n, v in self.items.items()),
        ]
        return f"{call(f'{self.name} = partial', arguments, width=0)}\n"


def shareable(kind: str, arguments: Mapping[str, Argument]) -> Items:
    """The arguments of a declaration that can be in a profile: words, numbers, and what every
    system has; no names and texts of its own."""
    known = KINDS[kind].attributes()
    return frozenset(
        (name, value)
        for name, value in arguments.items()
        if name in known
        and not isinstance(value, BySystem)
        and (
            isinstance(value, int)
            or (isinstance(value, str) and (known[name].choices or value.startswith("SYSTEM.")))
        )
    )


def given_besides(
    items: Mapping[str, Value], arguments: Mapping[str, Argument]
) -> dict[str, Argument | None]:
    """The arguments beside a profile's items: missing ones, different ones,
    None for what the declaration leaves out."""
    besides: dict[str, Argument | None] = {
        name: value for name, value in arguments.items() if items.get(name) != value
    }
    return besides | {name: None for name in items if name not in arguments}


def fitting(
    profiles: Iterable[Profile], kind: str, arguments: Mapping[str, Argument]
) -> Profile | None:
    """The profile beside which the least of these arguments has to be said; None for none that
    saves any."""
    best, least = None, len(arguments)
    for profile in profiles:
        if profile.kind == kind:
            besides = given_besides(profile.items, arguments)
            cost = len(besides) + _unset(profile.items, arguments)
            if cost < least:
                best, least = profile, cost
    return best


def _unset(items: Mapping[str, Value], arguments: Mapping[str, Argument]) -> int:
    """Items that a declaration takes back: they cost more than they save in reading."""
    return sum(2 for name in items if name not in arguments)


def profiles_of(
    uses: Iterable[tuple[str, Mapping[str, Argument]]],
    taken: set[str],
    known: Sequence[Profile] = (),
) -> list[Profile]:
    """Profiles for declarations, each (kind, arguments): those that save the most lines. taken:
    names that they may not have; theirs are added. known: profiles that are there already."""
    declarations = list(uses)
    sets: dict[str, Counter[Items]] = {}
    for kind, arguments in declarations:
        sets.setdefault(kind, Counter())[shareable(kind, arguments)] += 1
    profiles: list[Profile] = []
    for kind in sorted(sets):
        have = [profile.items for profile in known if profile.kind == kind]
        profiles += _named(kind, _frequent(sets[kind], have), taken)
    called = [fitting([*known, *profiles], kind, arguments) for kind, arguments in declarations]
    return [profile for profile in profiles if profile in called]


def _frequent(sets: Counter[Items], known: Sequence[Mapping[str, Value]]) -> list[Items]:
    """The sets that declarations are best told beside, one after the other."""
    most = sorted(sets.items(), key=lambda entry: (-entry[1] * len(entry[0]), _order(entry[0])))
    common = [items for items, _ in most[:_SETS]]
    candidates = {one & other for one in common for other in common}
    found: list[Items] = []
    cost = {items: len(items) for items in sets}
    for have in known:
        cost = {items: min(cost[items], _cost(frozenset(have.items()), items)) for items in sets}
    while True:
        saved = {
            candidate: sum(
                count * max(cost[items] - _cost(candidate, items), 0)
                for items, count in sets.items()
            )
            - len(candidate)
            - 3
            for candidate in candidates
            if len(candidate) > 1
        }
        best = max(saved, key=lambda items: (saved[items], _order(items)), default=None)
        if best is None or saved[best] < _WORTH:
            return found
        found.append(best)
        candidates.discard(best)
        cost = {items: min(cost[items], _cost(best, items)) for items in sets}


def _cost(profile: Items, items: Items) -> int:
    """Lines that a declaration has beside a profile."""
    missing = dict(profile).keys() - dict(items).keys()
    return len(items - profile) + 3 * len(missing)


def _order(items: Items) -> list[str]:
    return sorted(map(repr, items))


def _named(kind: str, every: Sequence[Items], taken: set[str]) -> Iterator[Profile]:
    """By the words that tell one from the others: `get_inhibited_alias`, `transmission_queue`."""
    telling = [
        [str(v) for n, v in _in_order(kind, items).items() if _is_telling(kind, n, v)]
        for items in every
    ]
    for items, words in zip(every, telling, strict=True):
        own = [word for word in words if any(word not in others for others in telling)] or words
        name = "_".join((*own[:_TELLING], _short(kind)))
        if name not in taken:  # one that no words tell from another is not worth a number
            taken.add(name)
            yield Profile(kind, name, _in_order(kind, items))


def _short(kind: str) -> str:
    """`queue` for a local queue, `alias` for an alias queue."""
    return words_of_kind(kind).replace("local_", "").removesuffix("_queue")


def _in_order(kind: str, items: Items) -> dict[str, Value]:
    given = dict(items)
    return {name: given[name] for name in KINDS[kind].attributes() if name in given}


@cache
def _is_telling(kind: str, attribute: str, value: Value) -> bool:
    """Whether a word says by itself what is meant: no other attribute of the kind has it."""
    having = [
        name
        for name, described in KINDS[kind].attributes().items()
        if value in [choice.value for choice in described.choices]
    ]
    return having == [attribute]
