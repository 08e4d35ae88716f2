"""Names of generated programs."""

import keyword

import pytest
from hypothesis import given
from hypothesis import strategies as st

from queuewright.catalogue.key import Key
from queuewright.importer.naming import (
    identifiers,
    natural,
    resource_names,
    snake,
    words_of_kind,
)


def key(name: str, kind: str = "mq:LocalQueue") -> Key:
    return Key("QM1", kind, name)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("ORDERS.IN", "orders_in"),
        ("A/B%C_d", "a_b_c_d"),
        ("BMC.///.CLM", "bmc_clm"),
        ("...", ""),
        ("\u00c4", ""),
    ],
)
def test_snake(name: str, expected: str) -> None:
    assert snake(name) == expected


def test_words_of_kind() -> None:
    assert words_of_kind("mq:ClusterReceiverChannel") == "cluster_receiver_channel"


def test_identifiers_are_readable_and_unique() -> None:
    keys = [
        key("ORDERS.IN"),
        key("orders.in"),
        key("ORDERS/IN"),
        key("ORDERS_IN", "mq:AliasQueue"),
        key("1ST"),
        key("CLASS"),
        key("PRINT"),
        key("..."),
        key("QM"),
    ]
    assert list(identifiers(keys, {"qm"}).values()) == [
        "orders_in",
        "orders_in_local",
        "orders_in_local_2",
        "orders_in_alias",
        "queue_1st",
        "class_local",
        "print_local",
        "local_queue",
        "qm_local",
    ]


@given(st.lists(st.text(), unique=True))
def test_every_identifier_is_one(names: list[str]) -> None:
    variables = identifiers([key(name) for name in names], {"qm", "mq"})
    assert len(set(variables.values())) == len(names)
    for variable in variables.values():
        assert variable.isidentifier()
        assert not keyword.iskeyword(variable)
        assert variable not in ("qm", "mq")


def test_resource_names_are_unique() -> None:
    keys = [key("A"), key("A", "mq:Namelist"), key("A", "mq:Cluster"), key("B")]
    assert list(resource_names(keys).values()) == ["A", "A-namelist", "A-cluster", "B"]


def test_short_identifiers_are_the_end_of_a_name() -> None:
    keys = [key("QM2.QM1.ORDERS.IN"), key("ORDERS.REPLY"), key("BILLS.REPLY"), key("ALONE")]
    assert list(identifiers(keys, set(), short=True).values()) == [
        "orders_in",  # `in` is a word of Python's
        "reply",
        "bills_reply",
        "alone",
    ]


def test_resource_names_of_a_second_system() -> None:
    assert list(resource_names([key("A")], "QM2/").values()) == ["QM2/A"]


def test_natural_order() -> None:
    assert sorted(["R10", "R2", "R", "Q1.R2", "Q1.R10"], key=natural) == [
        "Q1.R2", "Q1.R10", "R", "R2", "R10",
    ]  # fmt: skip
