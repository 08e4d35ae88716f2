"""What a topic inherits, up the tree."""

from collections.abc import Mapping
from typing import Any

import pytest

from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed
from queuewright.mq.topic import TopicSpec
from queuewright.world.snapshot import Snapshot
from queuewright.world.topics import Inherited, inherited, topic_string
from queuewright.world.world import World


def key(name: str, system: str = "QM1") -> Key:
    return Key(system, TopicSpec.kind, name)


def world(declared: Mapping[str, Mapping[str, Any]], **there: Mapping[str, Any]) -> World:
    """declared, there: topics by name; those that are there have what ships besides."""
    shipped = dict(TopicSpec.shipped(None))
    observed = [Observed(key(name), {**shipped, **values}) for name, values in there.items()]
    snapshot = Snapshot.of(observed, facts=SystemFacts("QM1"))
    return World({key(name): values for name, values in declared.items()}, {"QM1": snapshot})


SHOP = {"topic_string": "shop", "publications": "pub_inhibited", "default_priority": 7}
ORDERS = {"topic_string": "shop/orders", "publications": "pub_as_parent"}
EU = {"topic_string": "shop/orders/eu", "publications": "pub_allowed"}


@pytest.mark.parametrize(
    ("place", "attribute", "value", "source"),
    [
        ("shop", "publications", "pub_inhibited", "SHOP"),
        ("shop/orders", "publications", "pub_inhibited", "SHOP"),
        ("shop/orders/us/east", "publications", "pub_inhibited", "SHOP"),
        ("shop/orders/eu", "publications", "pub_allowed", "EU"),
        ("shop/orders/eu/berlin", "publications", "pub_allowed", "EU"),
        ("shopping", "publications", "pub_allowed", None),  # not below shop
        ("", "publications", "pub_allowed", None),
        ("shop/orders/eu", "default_priority", 7, "SHOP"),
        ("shop/orders/eu", "subscriptions", "sub_allowed", None),
        ("shop", "non_persistent_message_delivery", "all_avail", None),
    ],
)
def test_the_nearest_topic_that_says_it_counts(
    place: str, attribute: str, value: object, source: str | None
) -> None:
    found = inherited(world({"SHOP": SHOP, "EU": EU}, ORDERS=ORDERS), "QM1", place, attribute)
    assert found == Inherited(value, None if source is None else key(source))  # type: ignore[arg-type]
    assert inherited(world({"SHOP": SHOP}), "QM2", place, attribute).source is None


def test_the_root_of_the_tree_may_be_changed() -> None:
    base = {"topic_string": "", "subscriptions": "sub_inhibited"}
    changed = world({"SYSTEM.BASE.TOPIC": base}, SHOP={"topic_string": "shop"})
    assert inherited(changed, "QM1", "shop/a", "subscriptions") == (
        "sub_inhibited", key("SYSTEM.BASE.TOPIC"),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("topic", "string", "place"),
    [
        ("SHOP", "", "shop"),
        ("SHOP", "orders", "shop/orders"),
        ("SHOP", "/orders", "shop//orders"),  # with an empty node
        ("", "shop/orders", "shop/orders"),
        ("NOBODY", "orders", "orders"),
        ("NOBODY", "", ""),
    ],
)
def test_a_topic_object_and_a_string_name_a_place_together(
    topic: str, string: str, place: str
) -> None:
    assert topic_string(world({"SHOP": SHOP}), "QM1", topic, string) == place


def test_every_inherited_attribute_ends_in_one_of_its_own_values() -> None:
    """Of all attributes that take ASPARENT, and of no others."""
    for name, attribute in TopicSpec.attributes().items():
        as_parent = any(choice.mqsc == "ASPARENT" for choice in attribute.choices)
        assert as_parent is (attribute.inherited is not None), name
        if as_parent:
            _, problems = TopicSpec.validate_values(
                {"name": "T", "topic_string": "t", name: attribute.inherited}
            )
            assert problems == [], name
