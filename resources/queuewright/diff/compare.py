"""Whether two values of an attribute mean the same, and what differs between two of an object."""

from collections.abc import Collection, Iterable, Mapping
from functools import cache
from typing import Any

from queuewright.catalogue.attribute import Attribute, Change, Choice, Value
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.limit import within
from queuewright.ibmi.authorization_list import STANDS_FOR
from queuewright.kinds import is_limit, spec_of

from .types import AttributeChange
from .write_only import write_only


def same(attribute: Attribute, left: Value | None, right: Value | None) -> bool:
    """Whether both values mean the same to the system.

    A number and its word are equal (CRTMSGQ CCSID: 65535 and "hex"). Text is compared without its
    trailing blanks, which MQ and IBM i pad and strip. The order of names in a list counts; the
    order of a set and of the authorities of a user does not, and *USE is what it stands for.
    """
    if left == right:
        return True
    return bool(_meaning(attribute, left) == _meaning(attribute, right))


def _meaning(attribute: Attribute, value: Any) -> Any:
    if isinstance(value, str):
        return value.rstrip(" ")
    if isinstance(value, int):
        return next((c.value for c in attribute.choices if c.number == value), value)
    if isinstance(value, list | tuple):
        items = tuple(item.rstrip(" ") if isinstance(item, str) else item for item in value)
        return frozenset(items) if attribute.is_unordered else items
    if isinstance(value, Mapping):
        return {
            name: granted(item) if isinstance(item, list | tuple) else item
            for name, item in value.items()
        }
    return value


def granted(words: Iterable[str]) -> frozenset[str]:
    """The authorities of a user, each by itself (ADDAUTLE AUT)."""
    return frozenset(one for word in words for one in STANDS_FOR.get(word, (word,)))


# Attribute -> the word that was declared, and what the system made of it then.
Determined = Mapping[str, tuple[str, Value]]


@cache
def _resolved_words(kind: str) -> tuple[tuple[str, Mapping[str, Choice]], ...]:
    words = (
        (name, {choice.value: choice for choice in attribute.choices if choice.resolved})
        for name, attribute in spec_of(kind).attributes().items()
    )
    return tuple((name, choices) for name, choices in words if choices)


def resolved_words(kind: str, values: Mapping[str, Any]) -> dict[str, Choice]:
    """Attribute -> a word in its place that stands for what the system determines."""
    return {
        name: choices[value]
        for name, choices in _resolved_words(kind)
        if isinstance(value := values.get(name), str) and value in choices
    }


def settled(
    key: Key,
    values: Mapping[str, Value],
    last: Mapping[str, Value] | None,
    determined: Determined,
    observed: Mapping[str, Value],
    facts: SystemFacts,
) -> tuple[Mapping[str, Value], Mapping[str, Value] | None]:
    """`values` and `last` with what words such as CRTMSGQ AUT *LIBCRTAUT stand for: what the system
    made of them when the object was created, else what it would make of them now, else what the
    object has: no command can determine it again."""
    words = resolved_words(key.kind, values)
    if not words:
        return values, last
    settled_values, settled_last = dict(values), dict(last or {})
    for name, choice in words.items():
        known = determined.get(name)
        value: Value | None = None
        if known is not None and known[0] == choice.value:
            now = spec_of(key.kind).as_of_now({name: known[1]})[name]
            value = settled_last[name] = now
        elif choice.resolved is not None and settled_last.get(name) != choice.value:
            value = choice.resolved(facts, key.name)
        settled_values[name] = value or observed.get(name, choice.value)
    return settled_values, settled_last if last is not None else None


def known_value(
    name: str,
    attribute: Attribute,
    observed: Mapping[str, Value],
    last: Value | None,
    facts: SystemFacts,
) -> Value | None:
    """The system's values, as well as can be known.

    A system that does not report an attribute (an older command level, a client that leaves out
    blanks) is taken to hold what was last applied, else what IBM ships there. None: not known.
    """
    value = observed.get(name)
    if value is not None:
        return value
    if last is not None:
        return last
    shipped = attribute.shipped_for(facts.platform)
    return attribute.default if shipped is None else shipped


def unreported(kind: str, facts: SystemFacts) -> frozenset[str]:
    """Attributes of a kind that the system does not report, those that no system does among
    them."""
    known = facts.unreported.get(kind, frozenset())
    hidden = write_only(kind)
    return known | hidden if hidden else known


def _to_set_unseen(
    name: str, attribute: Attribute, applied: Value | None, after: Value
) -> AttributeChange | None:
    """How an attribute that nobody can read comes to be as desired: it is set where the program
    says it for the first time, or something else than before. Attributes that only a new object
    gets are not replaced for the first."""
    if not attribute.observable or (applied is None and attribute.change is Change.REPLACE):
        return None
    if applied is not None and same(attribute, applied, after):
        return None
    return AttributeChange(name, applied, after, attribute.change)


def _cannot_tell(attribute: Attribute, desired: Value, last: Value | None) -> bool:
    """Whether what the system reports says nothing about `desired`."""
    if not attribute.observable:
        return True
    if not isinstance(desired, str):
        return False
    choice = attribute.choice(desired)
    # Resolved when it was applied (or, for an object made by others, when they made it).
    return choice is not None and choice.resolved is not None and last in (None, desired)


def _unequal(
    kind: str, left: Mapping[str, Value], right: Mapping[str, Value]
) -> Iterable[tuple[str, Attribute]]:
    """Those of `left` that `right` has otherwise, in the order of the catalogue."""
    # Equality first: most attributes of most objects are the same.
    names = {name for name, value in left.items() if right.get(name) != value}
    if not names:
        return ()
    return [item for item in spec_of(kind).attributes().items() if item[0] in names]


def differences(
    kind: str,
    desired: Mapping[str, Value],
    observed: Mapping[str, Value],
    last: Mapping[str, Value] | None,
    facts: SystemFacts,
    *,
    ignore: Collection[str] = (),
) -> tuple[AttributeChange, ...]:
    """The changes that make the object as desired, in the order of the catalogue.

    Only managed attributes (those in `desired`) are looked at, without `ignore`. `drifted` marks
    those that the program did not change: the system did. Attributes that it does not report (see
    SystemFacts) is compared with what was last applied alone. Raises UnknownKind.
    """
    before_all = last or {}
    unseen = unreported(kind, facts)
    changes = []
    for name, attribute in _unequal(kind, desired, observed):
        after, applied = desired[name], before_all.get(name)
        if name in ignore:
            continue
        if name in unseen:
            unseen_change = _to_set_unseen(name, attribute, applied, after)
            if unseen_change is not None:
                changes.append(unseen_change)
            continue
        if _cannot_tell(attribute, after, applied):
            continue
        before = known_value(name, attribute, observed, applied, facts)
        if is_limit(kind):  # a record that is not there yet is no difference
            after = within(before, after) or ()
        if not same(attribute, before, after):
            drifted = applied is not None and same(attribute, applied, after)
            is_set = attribute.is_unordered
            changes.append(AttributeChange(name, before, after, attribute.change, drifted, is_set))
    is_set_whole = spec_of(kind).mqsc.set_anew is not None or not observed
    if changes and is_set_whole:
        changes += _set_along(kind, desired, observed, {*ignore, *(c.name for c in changes)})
    return tuple(changes)


def _set_along(
    kind: str,
    desired: Mapping[str, Value],
    observed: Mapping[str, Value],
    besides: Collection[str],
) -> Iterable[AttributeChange]:
    """A record that is set anew is not only changed: what is declared and it does not have as it
    is, it may have then (CHCKCLNT, which one of USERSRC(NOACCESS) has not). An entry that nobody
    shows, observed as having nothing, may have to be added instead."""
    for name, attribute in _unequal(kind, desired, observed):
        if name in besides or name in observed or not attribute.observable:
            continue
        if not same(attribute, attribute.shipped, desired[name]):
            yield AttributeChange(name, None, desired[name], attribute.change)


def drift(
    kind: str, last: Mapping[str, Value], observed: Mapping[str, Value]
) -> tuple[AttributeChange, ...]:
    """The changes on the system since it was last applied.

    Here `before` is what was applied and `after` is what the system has. An attribute that the
    system does not report has not drifted as far as anyone can see.
    """
    changes = []
    for name, attribute in _unequal(kind, last, observed):
        applied, now = last[name], observed.get(name)
        if applied is None or now is None or (is_limit(kind) and within(now, applied) == now):
            continue
        if not _cannot_tell(attribute, applied, applied) and not same(attribute, applied, now):
            changes.append(AttributeChange(name, applied, now, attribute.change, drifted=True))
    return tuple(changes)


def changed_inside(change: AttributeChange) -> tuple[str, ...]:
    """The differences inside a mapping or a list, one short sentence each; empty for plain values.

    For example `BOB: use -> all`, `ANN added: use`, in a list by position from 1, `2: B -> C`, and
    in a set `B removed`.
    """
    before, after = change.before, change.after
    if change.is_set and isinstance(before, tuple | list) and isinstance(after, tuple | list):
        removed = (f"{item} removed" for item in before if item not in after)
        return (*removed, *(f"{item} added" for item in after if item not in before))
    if not isinstance(before, Mapping | tuple | list) or not isinstance(
        after, Mapping | tuple | list
    ):
        return ()
    # Imported here: heavy, and nearly all objects are equal.
    from deepdiff import DeepDiff
    from deepdiff.helper import notpresent

    sentences = []
    # By name, also where both have few names in common.
    both = DeepDiff(_plain(before), _plain(after), view="tree", threshold_to_diff_deeper=0)
    for items in both.values():
        for item in items:
            place = ".".join(map(str, item.path(output_format="list")))
            if item.t1 is notpresent:
                sentences.append(f"{place} added: {item.t2}")
            elif item.t2 is notpresent:
                sentences.append(f"{place} removed: {item.t1}")
            else:
                sentences.append(f"{place}: {item.t1} -> {item.t2}")
    return tuple(sorted(sentences))


def _plain(value: Any) -> dict[str, Any]:
    if isinstance(value, Mapping):
        return {str(name): " ".join(sorted(granted)) for name, granted in value.items()}
    return {str(place): item for place, item in enumerate(value, 1)}
