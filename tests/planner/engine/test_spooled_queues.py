"""Output queues with their data queues, and job queues, over every way of reaching an IBM i."""

from dataclasses import replace

import pytest

from ibmi_stack import Stack
from queuewright.catalogue.errors import CommandFailed
from queuewright.diff.types import Verb
from queuewright.engine.declared import Declared
from rehearsal import DATA, codes, resource, step_of

OUT, JOBS = "ibmi:OutputQueue", "ibmi:JobQueue"
# The output queue before the data queue that it needs.
PROGRAM = (
    resource(OUT, "ORDERS/PRINT", data_queue="ORDERS/SPOOLED", job_separators="msg"),
    resource(DATA, "ORDERS/SPOOLED", max_entry_length=128),
    resource(JOBS, "STOCK/NIGHT", operator_controlled="no", text_description="Night"),
)


def changed(kind: str, **values: object) -> tuple[Declared, ...]:
    return tuple(
        replace(each, inputs={**each.inputs, **values}) if each.type.endswith(kind) else each
        for each in PROGRAM
    )


def test_from_up_to_destroy(stack: Stack) -> None:
    stack.up(*PROGRAM)
    [made] = stack.embedded.observe([OUT])
    assert (made.attributes["data_queue"], made.attributes["authority"]) == (
        "ORDERS/SPOOLED",
        "use",
    )
    assert {step.verb for step in stack.plan(*PROGRAM).steps} == {Verb.SAME}
    stack.up(destroy=True)
    assert not stack.embedded.observe([OUT, DATA, JOBS])


@pytest.mark.parametrize(
    "values",
    [
        {"data_queue": "none"},
        {"job_separators": 0},
        {"job_separators": 9},
        {"order_of_files": "jobnbr"},
        {"display_any_file": "owner"},
        {"operator_controlled": "no"},
        {"authority_to_check": "dtaaut"},
        {"text_description": "It's new"},
        {"authority": "exclude"},
    ],
    ids=str,
)
def test_an_output_queue_changes_in_place(stack: Stack, values: dict[str, object]) -> None:
    stack.up(*PROGRAM)
    program = changed(OUT, **values)
    assert step_of(stack.up(*program), "ORDERS/PRINT").verb is Verb.UPDATE
    assert {step.verb for step in stack.plan(*program).steps} == {Verb.SAME}


def test_a_job_queue_is_replaced(stack: Stack) -> None:
    """No command changes one; what waits on it is never lost."""
    stack.up(*PROGRAM)
    program = changed(JOBS, operator_controlled="yes")
    stack.embedded.put("STOCK/NIGHT", count=2)
    plan = stack.plan(*program)
    assert codes(plan) == {"STOCK/NIGHT": ["not-empty"]}
    [problem] = step_of(plan, "STOCK/NIGHT").blocked
    assert "while it has entries: 2; let them end, or empty it first: CLRJOBQ" in problem.text
    stack.embedded.get("STOCK/NIGHT", count=2)
    assert step_of(stack.up(*program), "STOCK/NIGHT").verb is Verb.REPLACE
    stack.up(*changed(JOBS, text_description="x", operator_controlled="yes"))


def test_spooled_files_are_never_lost(stack: Stack) -> None:
    stack.up(*PROGRAM)
    stack.embedded.put("ORDERS/PRINT")
    purging = tuple(replace(e, inputs={**e.inputs, "on_delete": "purge"}) for e in PROGRAM)
    stack.up(*purging)
    assert codes(stack.plan(destroy=True)) == {"ORDERS/PRINT": ["not-empty"]}
    with pytest.raises(CommandFailed, match="CPF2125"):
        stack.embedded.delete(OUT, "ORDERS/PRINT")


def test_a_data_queue_that_is_not_there(stack: Stack) -> None:
    with pytest.raises(CommandFailed, match="CPF9801"):
        stack.embedded.create(OUT, "ORDERS/PRINT", {"data_queue": "ORDERS/NONE"})


@pytest.mark.parametrize("given", ["SPOOLED", "*LIBL/SPOOLED", "*CURLIB/SPOOLED"])
def test_the_library_of_a_data_queue_is_named(stack: Stack, given: str) -> None:
    plan = stack.plan(*changed(OUT, data_queue=given))
    problem = step_of(plan, "ORDERS/PRINT").blocked[0]
    assert problem.code == "syntax"
    assert "must be a name with its library, LIBRARY/NAME" in problem.text
