"""What the engine tells of a replacement only between the lines."""

from queuewright.catalogue.key import Key
from queuewright.catalogue.options import ObjectOptions, OnDelete
from queuewright.dynamic.replacing import Replacing

ORDERS = Key("QM1", "mq:LocalQueue", "ORDERS")
OTHER = Key("QM1", "mq:LocalQueue", "OTHER")
PURGE = ObjectOptions(on_delete=OnDelete.PURGE)


def test_nothing_is_known_at_first() -> None:
    seen = Replacing()
    assert not seen.follows(ORDERS)
    assert not seen.same_name(ORDERS)
    assert seen.options(ORDERS) is None


def test_a_check_with_old_inputs_tells_whose_it_is() -> None:
    seen = Replacing()
    seen.owned(ORDERS)
    assert seen.follows(ORDERS)
    assert not seen.same_name(ORDERS)


def test_a_replacement_under_the_same_name_keeps_authorities() -> None:
    seen = Replacing()
    seen.expect(ORDERS, ORDERS, PURGE)
    assert seen.follows(ORDERS)
    assert seen.same_name(ORDERS)
    assert seen.options(ORDERS) is PURGE


def test_a_replacement_under_another_name_does_not() -> None:
    seen = Replacing()
    seen.expect(ORDERS, OTHER, PURGE)
    assert not seen.same_name(ORDERS)
    assert not seen.follows(OTHER)
    assert seen.options(ORDERS) is PURGE


def test_what_was_made_here_is_known() -> None:
    seen = Replacing()
    assert not seen.was_made(ORDERS)
    seen.made(ORDERS)
    assert seen.was_made(ORDERS)
