"""Hypothesis strategies of the catalogue: values that an attribute allows, derived from it.

They are made once: hypothesis validates every new strategy, which costs more than its examples.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from queuewright.catalogue.attribute import Attribute, Unit
from queuewright.catalogue.names import exit_program, no_control_characters
from queuewright.catalogue.schema import type_name
from queuewright.catalogue.spec import Spec
from queuewright.ibmi.authorization_list import SINGLE, SPECIFIC
from queuewright.ibmi.common_attributes import described
from queuewright.ibmi.printing import page_limit, typed_object
from queuewright.mq.authorities import OBJECT_TYPES
from queuewright.mq.channel_authentication_record import (
    TAKES,
    ChannelAuthenticationRecordSpec,
)

# Of state machines: many short stories, and no complaint that making one up takes long.
STATEFUL = settings(
    max_examples=25,
    stateful_step_count=30,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)

_MQ = "ABCXYZabcxyz0189._/%"
_IBMI_FIRST, _IBMI = "ABCXYZ$#@", "ABCXYZ$#@0189_"


def least(attribute: Attribute) -> str | int:
    """Some value of an attribute that has to be given."""
    if attribute.minimum is not None:
        return attribute.minimum or 1
    is_word = bool(attribute.choices) and attribute.syntax is None
    return attribute.choices[0].value if is_word else "X"


@cache
def printable(most: int, least: int = 0) -> st.SearchStrategy[str]:
    """Text without control characters: quotes, parentheses, signs, blanks and all."""
    nasty = st.sampled_from(list("'\"()+-*/&;:,?%|<>= \u20ac\u00e9X"))
    plain = st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp", "Cn"))
    return st.text(st.one_of(nasty, plain), min_size=least, max_size=most)


@cache
def _name(first: str, rest: str, most: int) -> st.SearchStrategy[str]:
    return st.builds(
        lambda head, tail: head + tail,
        st.sampled_from(first),
        st.text(st.sampled_from(rest), max_size=most - 1),
    )


def _authority_records() -> st.SearchStrategy[dict[str, str]]:
    types = st.sampled_from([each.value for each in OBJECT_TYPES])
    entity = st.tuples(st.sampled_from(["group", "principal"]), printable(30, 1).map(_named))
    names = st.tuples(_name(_MQ + "*", _MQ + "*?", 48), types, entity)
    return names.map(lambda n: {"name": n[0], "object_type": n[1], n[2][0]: n[2][1]})


def _channel_records() -> st.SearchStrategy[dict[str, str]]:
    def of_type(kind: str) -> st.SearchStrategy[dict[str, str]]:
        name = st.just("*") if kind == "blockaddr" else _name(_MQ + "*", _MQ + "*", 20)
        fixed = {"name": name, "type": st.just(kind)}
        identity = ChannelAuthenticationRecordSpec.identity()
        matchers = [field for field in TAKES[kind] if field in identity]
        return st.fixed_dictionaries(
            {**fixed, **{field: printable(12, 1).map(_named) for field in matchers}}
        )

    return st.sampled_from(sorted(TAKES)).flatmap(of_type)


def _named(text: str) -> str:
    return text.strip(" ") or "X"


def _job_queue_entries() -> st.SearchStrategy[dict[str, str]]:
    name = _name(_IBMI_FIRST, _IBMI, 10)
    placed = st.builds("{}/{}".format, name, name)
    return st.fixed_dictionaries({"name": placed, "job_queue": placed})


def _object_authorities() -> st.SearchStrategy[dict[str, str]]:
    name = _name(_IBMI_FIRST, _IBMI, 10)
    placed = st.builds("{}/{}".format, name, name)
    types = st.sampled_from(["msgq", "dtaq", "outq", "jobq", "usrq"])
    return st.fixed_dictionaries({"name": placed, "object_type": types, "user": name})


_NAMED_BY_SEVERAL: dict[str, Callable[[], st.SearchStrategy[dict[str, str]]]] = {
    "mq:AuthorityRecord": _authority_records,
    "mq:ChannelAuthenticationRecord": _channel_records,
    "ibmi:JobQueueEntry": _job_queue_entries,
    "ibmi:ObjectAuthority": _object_authorities,
}


@cache
def object_names(spec: type[Spec]) -> st.SearchStrategy[str]:
    """Names as in a Key."""
    if not spec.required_names():
        return st.just(spec.usual_names()["name"])
    if spec.kind in _NAMED_BY_SEVERAL:
        return _NAMED_BY_SEVERAL[spec.kind]().map(spec.name_of)
    most = spec.fields_described()["name"].max_length or 10
    if spec.kind.startswith("mq:"):
        return _name(_MQ, _MQ, most)
    name = _name(_IBMI_FIRST, _IBMI, 10)
    if not spec.in_library:
        return name
    libraries = st.one_of(st.just("*CURLIB"), _name(_IBMI_FIRST, _IBMI, 10))
    return st.builds("{}/{}".format, libraries, name)


@cache
def _users() -> st.SearchStrategy[dict[str, tuple[str, ...]]]:
    granted = st.one_of(
        st.sampled_from([(authority,) for authority in SINGLE]),
        st.lists(st.sampled_from(SPECIFIC), min_size=1, unique=True).map(tuple),
    )
    return st.dictionaries(_name(_IBMI_FIRST, _IBMI, 10), granted, min_size=1, max_size=3)


@cache
def attribute_values(spec: type[Spec], name: str) -> st.SearchStrategy[Any]:
    """Canonical values of one attribute, each allowed by the attribute alone."""
    attribute = spec.attributes()[name]
    kind = type_name(spec, name, attribute)
    choices = st.sampled_from([choice.value for choice in attribute.choices] or [""])
    if kind == "map":
        return _users()
    if kind == "choice":
        return choices
    if kind.startswith("integer"):
        most = attribute.maximum if attribute.maximum is not None else 2_000_000_000
        # A number that stands for a word is the word.
        words = {choice.number for choice in attribute.choices}
        numbers = st.integers(attribute.minimum or 0, most).filter(lambda n: n not in words)
        return st.one_of(choices, numbers) if attribute.choices else numbers
    texts = _texts(attribute)
    if kind == "list" and attribute.choices:
        order = [choice.value for choice in attribute.choices]
        most_words = min(attribute.max_items or 4, len(order))
        some = st.lists(choices, min_size=1, max_size=most_words, unique=True)
        if not attribute.is_unordered:
            return some.map(tuple)
        return some.map(lambda items: tuple(sorted(items, key=order.index)))
    if kind == "list" and attribute.is_set:
        return st.lists(texts.map(_named), min_size=1, max_size=4, unique=True).map(tuple)
    if kind == "list":
        items = texts.map(lambda text: text.rstrip(" ")).filter(bool)
        return st.lists(items, max_size=4).map(tuple)
    return st.one_of(choices, texts) if attribute.choices else texts


def _texts(attribute: Attribute) -> st.SearchStrategy[str]:
    most = attribute.max_length or 20
    syntax = attribute.syntax
    if syntax is None or syntax in (no_control_characters, described):
        # The catalogue counts bytes where the system does: stay below with ASCII and a few others.
        least = 1 if attribute.required else 0
        texts = printable(most if attribute.unit is Unit.CHARACTERS else most // 4, least)
        return texts if syntax is None else texts.filter(lambda text: not list(syntax(text)))
    allowed: Callable[[str], bool] = lambda text: not list(syntax(text))  # noqa: E731
    shapes = [_name(_IBMI_FIRST, _IBMI, most), _name("ABXYZ", "ABXYZ0189", most)]
    if attribute.unit is Unit.BYTES:
        shapes += [_name(_MQ, _MQ, most), st.just(""), st.just("CAPEXPRY(600)")]
        shapes.append(_name(_MQ + "*", _MQ + "*", most))
    if syntax is typed_object:
        shapes = [_name(_IBMI_FIRST, _IBMI, 10).map("{} psfcfg".format)]
    elif syntax is page_limit:
        shapes = [st.sampled_from(("40 08:00 16:00", "999999999 00:00:01 23:59"))]
    elif syntax is exit_program:
        programs = _name(_IBMI_FIRST, _IBMI, 10)
        shapes = [st.just(""), st.builds("{:<10}{}".format, programs, programs)]
    return st.one_of(shapes).filter(allowed)


# What a new object needs, say the documents, though changes need not give it.
_TOPICS = ("A", "a/B", "it's")
NEEDED = {
    "mq:Topic": {"topic_string": _TOPICS},
    "mq:Subscription": {"topic_string": _TOPICS, "destination": ("A", "B.C")},
}


def any_attribute(attribute: Attribute) -> bool:
    return True


@cache
def specs(
    spec: type[Spec], having: Callable[[Attribute], bool] = any_attribute
) -> st.SearchStrategy[tuple[str, dict[str, Any]]]:
    """(name as in a Key, attributes): the required ones, and any of those that `having` admits.

    Every value is allowed by its attribute; rules that join attributes are not looked at.
    """
    attributes = spec.attributes()
    needed = NEEDED.get(spec.kind, {})
    required = {
        name: attribute_values(spec, name)
        for name, described in attributes.items()
        if described.required
    } | {name: st.sampled_from(values) for name, values in needed.items()}
    optional = {
        name: attribute_values(spec, name)
        for name, described in attributes.items()
        if not described.required and name not in needed and having(described)
    }
    values = st.fixed_dictionaries(required, optional=optional).map(lambda v: _said(spec, v))
    return st.tuples(object_names(spec), values)


def _said(spec: type[Spec], values: dict[str, Any]) -> dict[str, Any]:
    """Without what an API that makes the object takes anyway: a call has to give all of it."""
    taken = {parameter.keyword: parameter.given for parameter in spec.cl.called}
    attributes = spec.attributes()
    reported = {}
    for name, value in values.items():
        cl = attributes[name].cl
        choice = attributes[name].choice(value) if isinstance(value, str) else None
        text = str(value).strip(" ") if choice is None else choice.cl
        if cl is None or cl.keyword not in taken or text not in ("", taken[cl.keyword]):
            reported[name] = value
    return reported
