"""The inputs of a Pulumi engine or a person, as canonical values.

An engine turns integers into floats, tuples into lists and leaves out keys that are None; some
values are not known yet in a preview. Nothing is validated here: what cannot be canonical stays as
it is, and `Spec.validate_values` says what is wrong with it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from queuewright.catalogue.attribute import Attribute
from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.catalogue.key import Key
from queuewright.catalogue.options import (
    DELETE_FIRST,
    IGNORE_CHANGES,
    IMPORT_ID,
    OPTION_NAMES,
    OPTION_WORDS,
    REPLACE_ON_CHANGES,
    ObjectOptions,
    option_word,
)
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import PROGRAMS
from queuewright.catalogue.spec import Lifecycle, Spec
from queuewright.kinds import spec_of

from .compare import Determined
from .write_only import digests_of

IsUnknown = Callable[[Any], bool]


class Inputs(NamedTuple):
    """The inputs of one resource, taken apart. A tuple, because plans make very many.

    kind: of the object. system: its name, "" when it is not given or not known. identity: the name
    fields that are given ("name", "library"). attributes: managed attributes, canonical; others
    that were given are among them, to be validated. unknown: names of inputs whose value is not
    known yet, in none of the others. problems: options that are none. replace_on, ignore,
    imported, delete_first: Pulumi's replace_on_changes, ignore_changes, import_ and
    delete_before_replace, where a program hands them to the provider. digests: of what was last
    applied, of attributes that nobody reads.
    """

    kind: str
    system: str
    identity: Mapping[str, Any]
    attributes: Mapping[str, Any]
    options: ObjectOptions
    unknown: frozenset[str] = frozenset()
    problems: tuple[Diagnostic, ...] = ()
    replace_on: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    determined: Determined = MappingProxyType({})
    imported: bool = False
    delete_first: bool = False
    digests: Mapping[str, str] = MappingProxyType({})

    @property
    def key(self) -> Key | None:
        """The object; None while a part of what names it is not known, or is not text."""
        spec = spec_of(self.kind)
        texts = all(isinstance(value, str) and value for value in self.identity.values())
        unknown = self.unknown & {"system", *spec.identity()}
        if not self.system or not texts or unknown:
            return None
        named = self.identity if spec.has_one_name() else spec.named(self.identity)
        return spec.key_of(named, self.system) if spec.required_names() <= named.keys() else None


def canonical_value(attribute: Attribute | None, value: Any) -> Any:
    """One value: 5.0 -> 5, lists -> tuples, 65535 -> "hex" where CRTMSGQ CCSID knows a word for
    it."""
    if type(value) is str:
        return value
    if isinstance(value, Enum):
        value = value.value
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return _word(attribute, value)
    if isinstance(value, list | tuple):
        items = (canonical_value(None, item) for item in value)
        # A blank in a list of names is not a name: no system keeps it.
        names = attribute is not None and attribute.max_items is not None
        return tuple(item for item in items if item != "" or not names)
    if isinstance(value, Mapping):
        return {name: canonical_value(None, item) for name, item in value.items()}
    return value


def _word(attribute: Attribute | None, number: int) -> int | str:
    # Only where the number itself is allowed: elsewhere it is a mistake, and validated as one.
    if attribute is None or attribute.minimum is None or number < attribute.minimum:
        return number
    return next((c.value for c in attribute.choices if c.number == number), number)


class _Names(NamedTuple):
    """identity: the name fields. places: of the attributes, in the catalogue. aside: names that are
    no attributes. worded: attributes some of whose numbers are words. as_of_now, in_full: of the
    spec."""

    identity: tuple[str, ...]
    attributes: Mapping[str, Attribute]
    places: Mapping[str, int]
    aside: frozenset[str]
    worded: frozenset[str]
    as_of_now: Callable[[Mapping[str, Any]], Mapping[str, Any]]
    in_full: Callable[[Mapping[str, Any], Mapping[str, Any]], Mapping[str, Any]]


@cache
def _names(kind: str) -> _Names:
    spec = spec_of(kind)
    identity, attributes = spec.identity(), spec.attributes()
    places = {name: place for place, name in enumerate(attributes)}
    worded = frozenset(
        name for name, a in attributes.items() if any(c.number is not None for c in a.choices)
    )
    aside = frozenset(("system", *OPTION_NAMES, *identity))
    return _Names(identity, attributes, places, aside, worded, spec.as_of_now, spec.in_full)


@lru_cache(4096)  # many objects are given the same attributes
def _only_describes(given: tuple[str, ...]) -> bool:
    """Whether these inputs are names and attributes, and say nothing of options."""
    return not any(name[:2] == "__" or name in OPTION_NAMES for name in given)


@lru_cache(4096)
def _in_order(kind: str, given: tuple[str, ...]) -> tuple[str, ...]:
    places, aside = _names(kind).places, _names(kind).aside
    known = sorted((name for name in given if name in places), key=places.__getitem__)
    others = (name for name in given if name not in places and name not in aside)
    return (*known, *(name for name in others if name[:2] != "__"))


def canonical_values(
    kind: str, values: Mapping[str, Any], *, is_unknown: IsUnknown | None = None
) -> dict[str, Any]:
    """The given attributes in the order of the catalogue, then names that are none of the kind's.

    None, the name fields, options, "system" and keys that start with "__" (a provider's own) are
    left out; so is what `is_unknown` says of, or of anything inside. Raises UnknownKind.
    """
    names = _names(kind)
    attributes, worded = names.attributes, names.worded
    values = names.as_of_now(values)
    canonical = {}
    for name in _in_order(kind, tuple(values)):
        value = values[name]
        if is_unknown is not None and any(map(is_unknown, within(value))):
            continue
        if type(value) is str or (type(value) is int and name not in worded):  # nearly every value
            canonical[name] = value
        elif value is not None:
            canonical[name] = canonical_value(attributes.get(name), value)
    return dict(names.in_full(values, canonical)) if len(names.identity) > 1 else canonical


def read_inputs(
    kind: str, inputs: Mapping[str, Any], *, is_unknown: IsUnknown | None = None
) -> Inputs:
    """Take the inputs of a resource apart. Never raises for a bad value; raises UnknownKind."""
    known, unknown = inputs, frozenset[str]()
    if is_unknown is None and _only_describes(tuple(inputs)):  # nearly every resource of a plan
        return Inputs(
            kind, _system(inputs), _identity(kind, inputs), canonical_values(kind, inputs), _NONE
        )
    if is_unknown is not None:
        given = {n: v for n, v in inputs.items() if n[:2] != "__"}
        unknown = frozenset(n for n, v in given.items() if any(map(is_unknown, within(v))))
        known = {n: v for n, v in given.items() if n not in unknown}
    options, problems = _options(kind, known)
    return Inputs(
        kind=kind,
        system=_system(known),
        identity=_identity(kind, known),
        attributes=canonical_values(kind, known),
        options=options,
        unknown=unknown,
        problems=tuple(problems),
        replace_on=_paths(inputs.get(REPLACE_ON_CHANGES)),
        ignore=_paths(inputs.get(IGNORE_CHANGES)),
        determined=determined_of(inputs),
        imported=bool(inputs.get(IMPORT_ID)),
        delete_first=bool(inputs.get(DELETE_FIRST)),
        digests=digests_of(inputs),
    )


def _system(known: Mapping[str, Any]) -> str:
    system = known.get("system")
    return system if isinstance(system, str) else "" if system is None else str(system)


def _identity(kind: str, known: Mapping[str, Any]) -> dict[str, Any]:
    names = _names(kind).identity
    if len(names) == 1 and type(known.get(names[0])) is str:  # nearly every one
        return {names[0]: known[names[0]]}
    return {
        name: value if type(value) is str else canonical_value(None, value)
        for name in names
        if (value := known.get(name)) is not None
    }


def _paths(given: Any) -> tuple[str, ...]:
    return tuple(map(str, given)) if isinstance(given, list | tuple) else ()


DETERMINED = "__determined"
"""Output of a resource: attribute -> the word that was declared, and what the system made of it
when the object was created (CRTMSGQ AUT *LIBCRTAUT). Only there where there is such a word."""


ADOPTED = "__adopted"
"""Output of a resource: True where its object was there before the stack adopted it. Not there for
what the stack has created itself, or created again."""


def determined_of(properties: Mapping[str, Any]) -> Determined:
    """The meaning of such words in the outputs of a resource; nothing where they make no sense."""
    determined = properties.get(DETERMINED)
    if not isinstance(determined, Mapping):  # nearly every resource
        return {}
    return {
        str(name): (str(pair[0]), canonical_value(None, pair[1]))
        for name, pair in determined.items()
        if isinstance(pair, list | tuple) and len(pair) == 2
    }


def property_names(paths: Iterable[str]) -> frozenset[str]:
    """The property names that Pulumi's property paths start with: `users.BOB`, `names[0]`."""
    return frozenset(path.split(".", 1)[0].split("[", 1)[0] for path in paths)


def spec_for(key: Key, values: Mapping[str, Any]) -> Spec:
    """A spec of an object with these attributes, which are not validated again."""
    return spec_of(key.kind).observed({**identity_of(key.kind, key.name), **values})


def identity_of(kind: str, object_name: str) -> dict[str, str]:
    """The name fields of a `Key.name`. Raises UnknownKind."""
    return spec_of(kind).names_in(object_name)


OPTION_WORD = Rule(
    "option",
    "An option has no such value",
    "must be {words}",
    "use one of these",
    (PROGRAMS.at("Options"),),
)
OPTION_NAME = OPTION_WORD.but(
    reason="must be the name of an object of this kind", remediation="give its name"
)
LIKE_OF_RECORD = Rule(
    "like-of-record",
    "An object that no command defines is made like another",
    "no command makes a {kind} like another one, {like}",
    "leave like out, and declare what it has",
    (PROGRAMS.at("like"),),
    "like",
)
_NONE = ObjectOptions()


def _options(kind: str, known: Mapping[str, Any]) -> tuple[ObjectOptions, list[Diagnostic]]:
    if known.keys().isdisjoint(OPTION_NAMES):
        return _NONE, []
    read: dict[str, Any] = {}
    problems = []
    for name in OPTION_NAMES:
        if known.get(name) is None:
            continue
        value = canonical_value(None, known[name])
        members = OPTION_WORDS.get(name)
        word = None if members is None else option_word(name, value)
        if word is not None:
            read[name] = word
        elif members is None and isinstance(value, str) and value.strip():
            read[name] = value
        else:
            rule = OPTION_NAME if members is None else OPTION_WORD
            words = ", ".join(f'"{member}"' for member in members or ())
            problems.append(rule(_where(kind, known), value, attribute=name, words=words))
    if "like" in read and spec_of(kind).lifecycle is not Lifecycle.OBJECT:
        like = read.pop("like")
        problems.append(LIKE_OF_RECORD(_where(kind, known), like, kind=kind, like=like))
    return ObjectOptions(**read), problems


def _where(kind: str, known: Mapping[str, Any]) -> str:
    key = Inputs(kind, _system(known), _identity(kind, known), {}, _NONE).key
    if key is not None:
        return str(key)
    return f"{known.get('system', '')} {kind} {known.get('name', '(no name)')}".strip()


def json_value(value: Any) -> Any:
    """A canonical value as JSON and Pulumi have it: lists for tuples."""
    if value is None or isinstance(value, str | int):  # as most are
        return value
    if isinstance(value, tuple | list):
        return [json_value(item) for item in value]
    if isinstance(value, Mapping):
        return {str(name): json_value(item) for name, item in value.items()}
    return value


def within(value: Any) -> Iterator[Any]:
    """A value and everything inside it."""
    yield value
    if isinstance(value, str):
        return
    if isinstance(value, Mapping):
        for item in value.values():
            yield from within(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from within(item)
