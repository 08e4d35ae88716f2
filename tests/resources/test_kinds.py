"""The catalogue is well formed."""

import re

import pytest

from queuewright.catalogue.attribute import Attribute
from queuewright.catalogue.references import Role
from queuewright.kinds import (
    EVERY,
    KINDS,
    MQ_KINDS,
    UnknownKind,
    kinds_of,
    managed_spec_of,
    spec_of,
)


@pytest.mark.parametrize("kind", KINDS)
def test_every_attribute_is_described(kind: str) -> None:
    for name, attribute in KINDS[kind].fields_described().items():
        check_description(name, attribute)


def check_description(name: str, attribute: Attribute) -> None:
    assert attribute.title, name
    assert attribute.sources
    assert re.fullmatch(r"[a-z][a-z0-9_]*", name)
    assert attribute.platforms
    values = [choice.value for choice in attribute.choices]
    assert len(values) == len(set(values))
    for dialect in ("mqsc", "cl", "number"):
        spelled = [
            getattr(c, dialect) for c in attribute.choices if getattr(c, dialect) is not None
        ]
        assert len(spelled) == len(set(spelled)), dialect
    if attribute.reference:
        roles = {role for role in attribute.reference.to if role is not Role.PROCESS}
        assert all(kinds_of(role) for role in roles)  # of processes there is no kind yet


@pytest.mark.parametrize("kind", KINDS)
def test_what_ships_is_valid(kind: str) -> None:
    for name, attribute in KINDS[kind].fields_described().items():
        for value in (attribute.default, attribute.shipped, *attribute.shipped_on.values()):
            if value is not None:
                assert list(attribute.findings(name, value, None)) == []


@pytest.mark.parametrize("kind", KINDS)
def test_every_field_carries_an_attribute(kind: str) -> None:
    spec = KINDS[kind]
    assert set(spec.fields_described()) == set(spec.model_fields)


@pytest.mark.parametrize("kind", KINDS)
def test_rules_name_attributes_of_the_catalogue(kind: str) -> None:
    known = {name for spec in KINDS.values() for name in spec.model_fields} | {"definition_type"}
    for check in KINDS[kind].checks:
        assert set(check.attributes) <= known
        assert check.rules
        assert all(rule.sources for rule in check.rules)


def test_an_unknown_kind_names_the_kinds() -> None:
    for lookup, kind in ((spec_of, "mq:Tropic"), (managed_spec_of, "mq:Tropic")):
        with pytest.raises(UnknownKind, match=f"'{kind}' is not known; use one of mq:LocalQueue"):
            lookup(kind)


def test_kinds_that_programs_do_not_declare_are_apart() -> None:
    assert EVERY.items() >= KINDS.items()
    others = EVERY.keys() - KINDS.keys()
    assert others == set()  # every type that is known is managed
    assert not any(spec_of(kind).is_managed for kind in others)
    assert not others.intersection(MQ_KINDS)
