"""User queues, which an API makes, over every way of reaching an IBM i."""

import pytest

from ibmi_stack import Stack
from queuewright.catalogue.errors import CommandFailed
from queuewright.diff.types import Verb
from queuewright.engine.declared import Declared
from rehearsal import LIST, codes, resource, step_of

USER = "ibmi:UserQueue"
VALUES = {
    "queue_type": "keyed",
    "key_length": 8,
    "maximum_message_size": 100,
    "initial_number_of_messages": 16,
    "additional_number_of_messages": 16,
}


def program(**values: object) -> tuple[Declared, ...]:
    given = {**VALUES, "text_description": "It's ours", "extended_attribute": "MINE", **values}
    return (resource(USER, "ORDERS/USERQ", **given),)


def test_from_up_to_destroy(stack: Stack) -> None:
    stack.up(*program())
    [made] = stack.embedded.observe([USER])
    assert made.key.name == "ORDERS/USERQ"
    assert {**VALUES, "text_description": "It's ours"}.items() <= made.attributes.items()
    assert {step.verb for step in stack.plan(*program()).steps} == {Verb.SAME}
    assert codes(stack.plan(destroy=True)) == {"ORDERS/USERQ": ["data-loss"]}
    stack.up(*program(on_delete="purge"))
    stack.up(destroy=True)
    assert not stack.embedded.observe([USER])


def test_what_changes_in_place(stack: Stack) -> None:
    stack.up(resource(LIST, "AL"), *program())
    changed = (resource(LIST, "AL"), *program(authorization_list="AL", text_description="New"))
    assert step_of(stack.up(*changed), "ORDERS/USERQ").verb is Verb.UPDATE
    assert {step.verb for step in stack.plan(*changed).steps} == {Verb.SAME}


def test_all_else_makes_it_anew_and_only_where_its_messages_may_go(stack: Stack) -> None:
    """No service counts them."""
    stack.up(*program())
    bigger = program(maximum_message_size=200)
    plan = stack.plan(*bigger)
    assert codes(plan) == {"ORDERS/USERQ": ["data-loss"]}
    [problem] = step_of(plan, "ORDERS/USERQ").blocked
    assert "would lose its messages, which no service counts, if it were replaced" in problem.text
    purging = program(maximum_message_size=200, on_delete="purge")
    assert step_of(stack.up(*purging), "ORDERS/USERQ").verb is Verb.REPLACE
    [made] = stack.embedded.observe([USER])
    assert made.attributes["maximum_message_size"] == 200


def test_drift_that_a_service_reports(stack: Stack) -> None:
    stack.up(*program())
    stack.embedded.change(USER, "ORDERS/USERQ", {"text_description": "By hand"})
    assert step_of(stack.plan(*program()), "ORDERS/USERQ").verb is Verb.UPDATE


def test_what_no_service_reports_is_said(stack: Stack) -> None:
    stack.up(*program())
    reported = " ".join(stack.plan(*program()).not_compared)
    over_sql = type(stack.systems["IBM1"]).__name__ != "SandboxSystem"
    assert ("maximum_message_size" in reported) is over_sql


def test_a_library_that_is_not_there(stack: Stack) -> None:
    with pytest.raises(CommandFailed, match="CPF9810"):
        stack.embedded.create(USER, "NOWHERE/Q", VALUES)


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"queue_type": "fifo"}, "key-of-keyed"),
        ({"key_length": None}, "key-of-keyed"),
        ({"key_length": 257}, "range"),
        ({"maximum_message_size": 64001}, "range"),
        ({"queue_type": "random"}, "choice"),
        ({"extended_attribute": "not one"}, "syntax"),
    ],
)
def test_rules_of_the_document(stack: Stack, values: dict[str, object], code: str) -> None:
    given = {name: value for name, value in {**VALUES, **values}.items() if value is not None}
    plan = stack.plan(resource(USER, "ORDERS/USERQ", **given))
    assert code in codes(plan)["ORDERS/USERQ"]
