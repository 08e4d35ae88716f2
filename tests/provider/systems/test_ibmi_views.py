"""An administrator's own views of what no SQL service tells, through real clients of both wires."""

from pathlib import Path

import pytest

from ibmi_carriers import IBMI_WIRES
from ibmi_stack import stack_over
from queuewright.catalogue.errors import QueuewrightError, SystemUnavailable
from queuewright.diff.types import Verb
from queuewright.systems.ibmi.views import not_reported, object_in, viewable
from queuewright.systems.registry import systems_from
from rehearsal import MESSAGES, resource, step_of

VIEW = {"ibmi:MessageQueue": "SANDBOX.MESSAGE_QUEUES"}
VALUES = {
    "initial_storage_size": 5,
    "max_increments": "nomax",
    "coded_character_set_id": "msg",
    "delivery": "break",
    "program": "*LIBL/HANDLER",
    "allow_reply": "noalwrpy",
    "severity_code_filter": 40,
    "message_queue_full_action": "wrap",
    "allow_alerts": "yes",
}


@pytest.mark.parametrize("way", IBMI_WIRES)
def test_what_the_view_has_is_compared(way: str, tmp_path: Path) -> None:
    program = (resource(MESSAGES, "ORDERS/MSGS", **VALUES),)
    with stack_over(way, tmp_path, views=VIEW) as stack:
        stack.up(*program)
        plan = stack.plan(*program)
        assert plan.not_compared == ()
        assert {step.verb for step in plan.steps} == {Verb.SAME}
        stack.embedded.change(MESSAGES, "ORDERS/MSGS", {"delivery": "hold"})
        step = step_of(stack.plan(*program), "ORDERS/MSGS")
        assert [(c.name, c.before, c.after) for c in step.decision.changes] == [
            ("delivery", "hold", "break")
        ]
        stack.up(*program)
        assert {step.verb for step in stack.plan(*program).steps} == {Verb.SAME}


@pytest.mark.parametrize("way", IBMI_WIRES)
def test_without_the_view_it_is_said(way: str, tmp_path: Path) -> None:
    program = (resource(MESSAGES, "ORDERS/MSGS", **VALUES),)
    with stack_over(way, tmp_path) as stack:
        stack.up(*program)
        [reported] = stack.plan(*program).not_compared
        assert "delivery" in reported


@pytest.mark.parametrize("way", IBMI_WIRES)
def test_a_view_that_is_not_there(way: str, tmp_path: Path) -> None:
    views = {"ibmi:MessageQueue": "ADMIN/NO_VIEW"}
    with stack_over(way, tmp_path, views=views) as stack:
        stack.embedded.create(MESSAGES, "ORDERS/MSGS", {})
        with pytest.raises(SystemUnavailable, match=r"ADMIN\.NO_VIEW"):
            stack.plan(resource(MESSAGES, "ORDERS/MSGS", delivery="hold"))


@pytest.mark.parametrize(
    ("views", "text"),
    [
        ({"ibmi:DataQueue": "A.B"}, "has no attributes to be read by a view"),
        ({"mq:LocalQueue": "A.B"}, "has no attributes to be read by a view"),
        ({"ibmi:MessageQueue": "A"}, "must be named LIBRARY.VIEW"),
        ({"ibmi:MessageQueue": "A.B; DROP TABLE C"}, "must be named LIBRARY.VIEW"),
        ({"ibmi:MessageQueue": 'A."B C"'}, "must be named LIBRARY.VIEW"),
    ],
)
def test_the_configuration_is_validated(views: dict[str, str], text: str, tmp_path: Path) -> None:
    entry = {"type": "ssh", "host": "localhost", "user": "ann", "views": views}
    with pytest.raises(QueuewrightError, match=text):
        systems_from({"IBM1": entry}, base=tmp_path)


def test_values_as_views_may_have_them() -> None:
    """Digits, words with the asterisk or without, padded; null is not known."""
    names = not_reported()["ibmi:UserQueue"]
    row: dict[str, str | int | None] = dict.fromkeys(map(str.upper, names))
    row |= {"OBJECT_LIBRARY": "ORDERS    ", "OBJECT_NAME": "Q         "}
    row |= {"MAXIMUM_MESSAGE_SIZE": "0100 ", "QUEUE_TYPE": "KEYED", "DOMAIN": "*USER     "}
    assert object_in("ibmi:UserQueue", row) == (
        "ORDERS/Q",
        {"maximum_message_size": 100, "queue_type": "keyed", "domain": "user"},
    )
    row = dict.fromkeys(map(str.upper, not_reported()["ibmi:MessageQueue"]))
    row |= {"OBJECT_LIBRARY": "L", "OBJECT_NAME": "Q", "CODED_CHARACTER_SET_ID": "65534"}
    row |= {"PROGRAM": "*DSPMSG", "SEVERITY_CODE_FILTER": 0}
    values = {"coded_character_set_id": "msg", "program": "dspmsg", "severity_code_filter": 0}
    assert object_in("ibmi:MessageQueue", row) == ("L/Q", values)


PRINTING = {
    "maximum_spooled_file_size": ("40 08:00 16:00", "10 12:00 13:00"),
    "vm_mvs_class": "3",
    "forms_control_buffer": "usrdta",
    "user_data_transform": "QGPL/TFM",
    "user_defined_option": ("A", 'b "c" ß'),
    "user_defined_object": "QGPL/PDF psfcfg",
    "user_defined_data": "tray=2;" * 36,
    "user_driver_program": "QGPL/DRV",
}


@pytest.mark.parametrize("way", IBMI_WIRES)
def test_lists_in_a_view(way: str, tmp_path: Path) -> None:
    program = (resource("ibmi:OutputQueue", "ORDERS/PRT", **PRINTING),)
    with stack_over(way, tmp_path, views={"ibmi:OutputQueue": "SANDBOX.OUTPUT_QUEUES"}) as stack:
        stack.up(*program)
        limits = ("40 08:00:00 16:00:00", "10 12:00 13:00")  # zero seconds are no difference
        again = {**PRINTING, "maximum_spooled_file_size": limits}
        plan = stack.plan(resource("ibmi:OutputQueue", "ORDERS/PRT", **again))
        assert plan.not_compared == ()
        assert {step.verb for step in plan.steps} == {Verb.SAME}
        stack.embedded.change(
            "ibmi:OutputQueue", "ORDERS/PRT", {"maximum_spooled_file_size": ("9 08:00 16:00",)}
        )
        [change] = step_of(stack.plan(*program), "ORDERS/PRT").decision.changes
        assert (change.name, change.before) == ("maximum_spooled_file_size", ("9 08:00 16:00",))


@pytest.mark.parametrize("text", ["40 08:00 16:00", '"40 08:00 16:00"', "[40]"])
def test_a_list_that_is_not_one(text: str) -> None:
    row: dict[str, str | int | None] = dict.fromkeys(
        map(str.upper, not_reported()["ibmi:OutputQueue"])
    )
    row |= {"OBJECT_LIBRARY": "L", "OBJECT_NAME": "Q", "USER_DRIVER_PROGRAM": "*LIBL/DRV"}
    assert object_in("ibmi:OutputQueue", row) == ("L/Q", {"user_driver_program": "DRV"})
    row["MAXIMUM_SPOOLED_FILE_SIZE"] = text
    with pytest.raises(ValueError, match=r"L/Q: MAXIMUM_SPOOLED_FILE_SIZE=.* in JSON"):
        object_in("ibmi:OutputQueue", row)


def test_every_kind_with_something_untold_may_have_a_view() -> None:
    assert sorted(viewable()) == ["ibmi:MessageQueue", "ibmi:OutputQueue", "ibmi:UserQueue"]
