"""What the engine tells of a replacement only between the lines."""

from typing import Any

from queuewright.catalogue.key import Key
from queuewright.catalogue.options import RETAIN, ObjectOptions, OnDelete
from queuewright.dynamic.replacing import Replacement, Replacing

ORDERS = Key("QM1", "mq:LocalQueue", "ORDERS")
OTHER = Key("QM1", "mq:LocalQueue", "OTHER")
PURGE = ObjectOptions(on_delete=OnDelete.PURGE)


def test_nothing_is_known_at_first() -> None:
    replacing = Replacing()
    assert not replacing.follows(ORDERS)
    assert not replacing.same_name(ORDERS)
    assert replacing.of(ORDERS) is None


def test_a_check_with_old_inputs_tells_whose_it_is() -> None:
    replacing = Replacing()
    replacing.owned(ORDERS)
    assert replacing.follows(ORDERS)
    assert not replacing.same_name(ORDERS)


def test_a_replacement_under_the_same_name_keeps_authorities() -> None:
    replacing = Replacing()
    replacing.expect(ORDERS, Replacement(ORDERS, PURGE))
    assert replacing.follows(ORDERS)
    assert replacing.same_name(ORDERS)
    replacement = replacing.of(ORDERS)
    assert replacement is not None
    assert replacement.options is PURGE


def test_a_replacement_under_another_name_does_not() -> None:
    replacing = Replacing()
    replacing.expect(ORDERS, Replacement(OTHER, PURGE))
    assert not replacing.same_name(ORDERS)
    assert not replacing.follows(OTHER)
    replacement = replacing.of(ORDERS)
    assert replacement is not None
    assert replacement.options is PURGE


def test_what_was_made_here_is_known() -> None:
    replacing = Replacing()
    assert not replacing.is_kept(ORDERS)
    replacing.made(ORDERS)
    assert replacing.is_kept(ORDERS)


def test_what_the_program_still_declares_is_kept_unless_it_is_replaced() -> None:
    replacing = Replacing()
    replacing.owned(ORDERS)
    assert replacing.is_kept(ORDERS)
    replacing.expect(ORDERS, Replacement(ORDERS, PURGE))
    assert not replacing.is_kept(ORDERS)


def test_what_pulumi_retains_cannot_be_replaced(plugin: Any) -> None:
    """Its engine asks for no delete, and then for the new object."""
    data = plugin.of("ibmi:DataQueue")
    given = {"system": "PROD", "library": "ORDLIB", "name": "DATA", "max_entry_length": 10}
    inputs, problems = data.check({**given, RETAIN: True})
    assert problems == []
    assert inputs == given, "no state has it"
    _, made = data.create(inputs)
    longer = {**given, "max_entry_length": 20}
    assert data.check(longer, made)[1] == []
    (line,) = data.check({**longer, RETAIN: True}, made)[1]
    assert 'must be deleted to be replaced, and on_delete="retain" keeps it' in line
    moved = {**longer, "name": "OTHER", RETAIN: True}
    assert data.check(moved, made)[1] == []
