"""Entries of the relational database directory, over every way of reaching an IBM i."""

from pathlib import Path

import pytest

from ibmi_offline import PLAN_WIRES
from ibmi_stack import Stack, stack_over
from queuewright.diff.types import Verb
from queuewright.engine.declared import Declared
from rehearsal import DDM, codes, resource, step_of

ENTRY = "ibmi:RelationalDatabaseEntry"
IP = {"remote_location": "far.example.com", "remote_location_type": "ip"}


def entry(**values: object) -> Declared:
    return resource(ENTRY, "FAR", **{**IP, "text_description": "It's far", **values})


# The data queue before the entry that it is reached by.
PROGRAM = (
    resource(
        DDM,
        "ORDERS/OUT",
        remote_data_queue="IN",
        remote_location="rdb",
        relational_database="FAR",
    ),
    entry(),
)


def test_from_up_to_destroy(stack: Stack) -> None:
    plan = stack.up(*PROGRAM)
    assert step_of(plan, "FAR").generation < step_of(plan, "ORDERS/OUT").generation
    [made] = stack.embedded.observe([ENTRY])
    assert (made.key.name, made.attributes["remote_location"]) == ("FAR", "far.example.com")
    assert "owner" not in made.attributes
    assert {step.verb for step in stack.plan(*PROGRAM).steps} == {Verb.SAME}
    plan = stack.up(destroy=True)
    assert step_of(plan, "FAR").generation > step_of(plan, "ORDERS/OUT").generation
    assert not stack.embedded.observe([ENTRY, DDM])


@pytest.mark.parametrize(
    "values",
    [
        {"port": "4460"},
        {"port": "446"},
        {"port": "as-drda"},
        {"port": "drda"},
        {"remote_location": "loopback", "remote_location_type": None},
        {"preferred_authentication_method": "kerberos"},
        {"allow_lower_authentication": "noalwlower", "encryption_algorithm": "aes"},
        {"secure_connection": "ssl"},
        {"text_description": ""},
    ],
    ids=str,
)
def test_what_changes_in_place(stack: Stack, values: dict[str, object]) -> None:
    stack.up(entry(port="5000"))
    given = {**IP, "port": "5000", **values}
    kept = {name: value for name, value in given.items() if value is not None}
    changed = resource(ENTRY, "FAR", **kept)
    assert step_of(stack.up(changed), "FAR").verb is Verb.UPDATE
    assert {step.verb for step in stack.plan(changed).steps} == {Verb.SAME}


def test_an_alias_makes_it_anew(stack: Stack) -> None:
    """CHGRDBDIRE: values of any parameter, "except its name and alias, can be changed"."""
    stack.up(entry())
    assert step_of(stack.up(entry(database_alias="NEAR")), "FAR").verb is Verb.REPLACE
    [made] = stack.embedded.observe([ENTRY])
    assert made.attributes["database_alias"] == "NEAR"


def test_drift(stack: Stack) -> None:
    stack.up(entry())
    stack.embedded.change(ENTRY, "FAR", {"remote_location": "other.example.com"})
    assert step_of(stack.plan(entry()), "FAR").verb is Verb.UPDATE


def test_an_entry_that_a_data_queue_names(stack: Stack) -> None:
    stack.up(*PROGRAM)
    plan = stack.plan(PROGRAM[0])
    [reported] = [d for d in step_of(plan, "FAR").decision.problems if d.code == "left-dangling"]
    assert "ORDERS/OUT" in reported.text


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"port": "65536"}, "syntax"),
        ({"remote_location_type": "tcp"}, "choice"),
        ({"encryption_algorithm": "rot13"}, "choice"),
    ],
)
def test_rules_of_the_document(stack: Stack, values: dict[str, object], code: str) -> None:
    assert code in codes(stack.plan(entry(**values)))["FAR"]


@pytest.mark.parametrize(
    "values",
    [
        {"remote_location": "local", "port": "5000"},
        {"remote_location_type": "sna", "secure_connection": "ssl"},
    ],
)
def test_what_is_of_tcp_ip_comes_to_nothing_elsewhere(
    stack: Stack, values: dict[str, object]
) -> None:
    [step] = stack.plan(entry(**values)).steps
    assert [problem.code for problem in step.decision.problems] == ["of-tcp-ip"]
    assert not step.blocked


@pytest.mark.parametrize(
    ("values", "found"),
    [
        ({"mode": "M", "device": "loc"}, ["of-sna"]),
        ({"remote_location": "loopback", "transaction_program": "TP"}, ["of-sna"]),
        ({"remote_location_type": "sna", "mode": "M", "transaction_program": "TP"}, []),
        ({"application_requester_driver": "QGPL/DRV"}, ["of-requester-driver"]),
        ({"remote_location": "ardpgm", "application_requester_driver": "QGPL/DRV"}, []),
    ],
)
def test_what_is_of_sna_comes_to_nothing_elsewhere(
    stack: Stack, values: dict[str, object], found: list[str]
) -> None:
    plan = stack.plan(entry(**values))
    [step] = plan.steps
    assert [problem.code for problem in step.decision.problems] == found
    assert not step.blocked


@pytest.mark.parametrize("way", PLAN_WIRES)
def test_what_is_of_sna_is_set_and_not_compared(way: str, tmp_path: Path) -> None:
    """No column tells it: a change is sent because the program says something else."""
    of_sna = {"remote_location": "NEWYORK", "remote_location_type": "sna", "mode": "M"}
    with stack_over(way, tmp_path) as stack:
        stack.up(entry(**of_sna))
        plan = stack.plan(entry(**of_sna))
        assert [step.verb for step in plan.steps] == [Verb.SAME]
        [reported] = plan.not_compared
        assert "mode" in reported
        stack.up(entry(**{**of_sna, "mode": "N"}))
        [made] = stack.embedded.observe([ENTRY])
        assert made.attributes["mode"] == "N"
