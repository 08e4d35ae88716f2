"""Job queue entries of subsystems, over every way of reaching an IBM i. No service shows those of
subsystems that have ended."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ibmi_carriers import SandboxCarrier, machine
from ibmi_stack import Stack
from queuewright.catalogue.errors import CommandFailed
from queuewright.catalogue.key import Key
from queuewright.diff.types import Verb
from queuewright.engine.declared import Declared
from queuewright.kinds import spec_of
from queuewright.systems.ibmi.carrier import IbmiMessage, IbmiReply, Query, Row
from queuewright.systems.ibmi.system import IbmiSystem
from rehearsal import codes, resource, step_of

JOBS, ENTRY = "ibmi:JobQueue", "ibmi:JobQueueEntry"
NAME = "QSYS.QBATCH:STOCK.NIGHT"


def entry(**values: object) -> Declared:
    return resource(ENTRY, NAME, maximum_active_jobs="nomax", sequence_number=20, **values)


# The entry before the queue that it is for.
PROGRAM = (entry(), resource(JOBS, "STOCK/NIGHT", text_description="Night"))


def test_from_up_to_destroy(stack: Stack) -> None:
    plan = stack.up(*PROGRAM)
    assert step_of(plan, "STOCK/NIGHT").generation < step_of(plan, NAME).generation
    [made] = stack.embedded.observe([ENTRY])
    assert made.key.name == NAME
    assert made.attributes["sequence_number"] == 20
    assert {step.verb for step in stack.plan(*PROGRAM).steps} == {Verb.SAME}
    plan = stack.up(destroy=True)
    assert step_of(plan, NAME).generation < step_of(plan, "STOCK/NIGHT").generation
    assert not stack.embedded.observe([ENTRY, JOBS])


@pytest.mark.parametrize(
    "values",
    [{"maximum_active_jobs": 0}, {"sequence_number": 9999}, {"maximum_active_priority_3": 7}],
    ids=str,
)
def test_what_changes_in_place(stack: Stack, values: dict[str, object]) -> None:
    stack.up(*PROGRAM)
    changed = replace(PROGRAM[0], inputs={**PROGRAM[0].inputs, **values})
    assert step_of(stack.up(changed, PROGRAM[1]), NAME).verb is Verb.UPDATE
    assert {step.verb for step in stack.plan(changed, PROGRAM[1]).steps} == {Verb.SAME}


def test_drift(stack: Stack) -> None:
    stack.up(*PROGRAM)
    stack.embedded.change(ENTRY, NAME, {"sequence_number": 30})
    assert step_of(stack.plan(*PROGRAM), NAME).verb is Verb.UPDATE


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"maximum_active_jobs": 32001}, "range"),
        ({"sequence_number": 0}, "range"),
        ({"maximum_active_priority_9": 100}, "range"),
        ({"job_queue": "NIGHT"}, "syntax"),
        ({"name": "QBATCH"}, "syntax"),
    ],
    ids=str,
)
def test_rules_of_the_document(stack: Stack, values: dict[str, Any], code: str) -> None:
    given = replace(PROGRAM[0], inputs={**PROGRAM[0].inputs, **values})
    [found] = codes(stack.plan(given)).values()
    assert code in found


class Ended(SandboxCarrier):
    """A partition where no subsystem is active."""

    def rows(self, query: Query) -> Sequence[Row]:
        if "SUBSYSTEM_INFO" in query.source:
            return []
        rows = super().rows(query)
        return [{**row, "SUBSYSTEM_NAME": None} for row in rows]


@pytest.fixture
def ended(tmp_path: Path) -> Stack:
    embedded = machine(tmp_path, "IBM1")
    return Stack(embedded, {"IBM1": IbmiSystem("IBM1", Ended(embedded))}, tmp_path)


def test_an_entry_of_a_subsystem_that_has_ended(ended: Stack) -> None:
    """It is made, and is there from then on for the stack that has made it."""
    assert step_of(ended.up(*PROGRAM), NAME).verb is Verb.CREATE
    [made] = ended.embedded.observe([ENTRY])
    assert made.attributes["sequence_number"] == 20
    assert {step.verb for step in ended.plan(*PROGRAM).steps} == {Verb.SAME}
    changed = replace(PROGRAM[0], inputs={**PROGRAM[0].inputs, "sequence_number": 30})
    assert step_of(ended.up(changed, PROGRAM[1]), NAME).verb is Verb.UPDATE
    assert ended.embedded.observe([ENTRY])[0].attributes["sequence_number"] == 30
    ended.up(PROGRAM[1])
    assert not ended.embedded.observe([ENTRY])


def test_one_that_somebody_has_made_gets_the_values(ended: Stack) -> None:
    """Nobody can tell that it is there: ADDJOBQE is refused, and CHGJOBQE follows."""
    ended.embedded.create(ENTRY, NAME, {"sequence_number": 77})
    assert step_of(ended.up(*PROGRAM), NAME).verb is Verb.CREATE
    [made] = ended.embedded.observe([ENTRY])
    assert made.attributes["sequence_number"] == 20


def test_one_that_somebody_has_removed_is_added_with_all_that_is_declared(ended: Stack) -> None:
    """Nobody can tell that it is gone: CHGJOBQE is refused, and ADDJOBQE follows."""
    program = (entry(maximum_active_priority_3=7), PROGRAM[1])
    ended.up(*program)
    ended.embedded.delete(ENTRY, NAME)
    given = {**program[0].inputs, "sequence_number": 30}
    ended.up(replace(program[0], inputs=given), PROGRAM[1])
    [made] = ended.embedded.observe([ENTRY])
    assert made.attributes["sequence_number"] == 30
    assert made.attributes["maximum_active_priority_3"] == 7
    assert {s.verb for s in ended.plan(replace(program[0], inputs=given), PROGRAM[1]).steps} == {
        Verb.SAME
    }


def test_one_that_somebody_has_removed_can_go(ended: Stack) -> None:
    ended.up(*PROGRAM)
    ended.embedded.delete(ENTRY, NAME)
    assert step_of(ended.up(PROGRAM[1]), NAME).verb is Verb.DELETE
    assert not ended.embedded.observe([ENTRY])
    assert [step.key.name for step in ended.plan(PROGRAM[1]).steps] == ["STOCK/NIGHT"]


def test_an_entry_of_a_subsystem_description_that_is_gone_can_go(ended: Stack) -> None:
    key = Key("IBM1", ENTRY, "NOLIB.SBS:STOCK.NIGHT")
    ended.systems["IBM1"].delete(key)  # type: ignore[attr-defined]


class InUse(Ended):
    """Jobs from the queue are active: RMVJOBQE is refused, and the entry is there."""

    def run(self, command: str) -> IbmiReply:
        if command.startswith("RMVJOBQE"):
            return IbmiReply(False, [IbmiMessage("CPF1691", "Active subsystem not changed.")])
        return super().run(command)


def test_a_removal_that_is_refused_for_another_reason(tmp_path: Path) -> None:
    embedded = machine(tmp_path, "IBM1")
    system = IbmiSystem("IBM1", InUse(embedded))
    system.create(spec_of(ENTRY)(**spec_of(ENTRY).names_in(NAME)))
    with pytest.raises(CommandFailed, match="CPF1691"):
        system.delete(Key("IBM1", ENTRY, NAME))
    assert embedded.observe([ENTRY])


def test_a_refusal_is_that_of_the_creation(ended: Stack) -> None:
    spec = spec_of(ENTRY)(name="NOLIB/SBS", job_queue="STOCK/NIGHT")
    with pytest.raises(CommandFailed, match="CPF9810"):
        ended.systems["IBM1"].create(spec)  # type: ignore[attr-defined]


def test_a_subsystem_description_in_a_library_that_is_not_there(stack: Stack) -> None:
    plan = stack.plan(resource(ENTRY, "NOLIB.SBS:STOCK.NIGHT"), PROGRAM[1])
    assert codes(plan) == {"NOLIB.SBS:STOCK.NIGHT": ["library-missing"]}


@pytest.mark.parametrize(("libraries", "is_read"), [((), True), (["STOCK"], True), (["A"], False)])
def test_the_libraries_of_the_configuration_limit_what_is_read(
    libraries: Sequence[str], is_read: bool, tmp_path: Path
) -> None:
    """By the job queue: a subsystem has entries of others. What is named is read all the same."""
    embedded = machine(tmp_path, "PROD01")
    embedded.create(JOBS, "STOCK/NIGHT", {})
    embedded.create(ENTRY, NAME, {"maximum_active_jobs": "nomax", "sequence_number": 20})
    system = IbmiSystem("PROD01", SandboxCarrier(embedded), libraries=libraries)
    found = [each.key.name for each in system.observe([ENTRY])]
    assert found == ([NAME] if is_read else [])
    assert [each.key.name for each in system.observe([ENTRY], [NAME])] == [NAME]
