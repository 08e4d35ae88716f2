"""Libraries that a program declares: what is in them waits for them, and none goes with anything in
it that stays."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from ibmi_carriers import SandboxCarrier, machine
from ibmi_offline import PLAN_WIRES
from queuewright.catalogue.errors import CommandFailed, SystemUnavailable
from queuewright.catalogue.key import Key
from queuewright.diff.removal import dependents
from queuewright.diff.types import Verb
from queuewright.engine.apply import apply
from queuewright.engine.declared import Declared
from queuewright.engine.plan import make_plan
from queuewright.engine.steps import Plan
from queuewright.sandbox.engine import EmbeddedSystem
from queuewright.sandbox.system import SandboxSystem
from queuewright.state.store import StackStore
from queuewright.systems.ibmi.carrier import IbmiMessage, IbmiReply, Query, Row
from queuewright.systems.ibmi.system import IbmiSystem
from queuewright.systems.protocol import System
from queuewright.systems.registry import systems_from
from queuewright.world.snapshot import Snapshot
from rehearsal import DATA, LIST, MESSAGES, codes, resource, step_of

LIBRARY = "ibmi:Library"
WAYS = ["embedded", *PLAN_WIRES]


class Stack:
    def __init__(self, embedded: EmbeddedSystem, system: System, folder: Path) -> None:
        self.embedded, self.systems = embedded, {"IBM1": system}
        self.store = StackStore(folder, "shop", "dev")

    def plan(self, *program: Declared, destroy: bool = False) -> Plan:
        given = [replace(each, index=place) for place, each in enumerate(program)]
        state = self.store.load()
        return make_plan(given, state, self.systems, project="shop", stack="dev", destroy=destroy)

    def up(self, *program: Declared, destroy: bool = False) -> Plan:
        plan = self.plan(*program, destroy=destroy)
        assert codes(plan) == {}
        applied = apply(plan, self.systems, self.store)
        assert [failure.text for failure in (*applied.failed, *applied.skipped)] == []
        return plan

    def held(self) -> set[str]:
        kinds = (LIBRARY, DATA, MESSAGES, LIST)
        return {one.key.name for one in self.embedded.observe(kinds)} - {"ORDERS", "STOCK"}


@contextmanager
def reached(way: str, folder: Path) -> Iterator[Stack]:
    embedded = machine(folder, "IBM1")
    if way == "embedded":
        yield Stack(embedded, SandboxSystem(embedded), folder)
        return
    with PLAN_WIRES[way](embedded.sandbox, ["IBM1"]) as config:
        systems = systems_from({"IBM1": {**config["IBM1"], "libraries": ["ORDERS"]}}, base=folder)
        yield Stack(embedded, systems["IBM1"], folder)


@pytest.fixture(params=WAYS)
def stack(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Stack]:
    with reached(request.param, tmp_path) as one:
        yield one


NEW = resource(
    LIBRARY,
    "NEWLIB",
    library_type="test",
    text_description="It's new",
    authority="autl",
    authorization_list="SEC",
    create_authority="use",
    create_object_auditing="change",
)
# In the order that they cannot be made in.
PROGRAM = (
    resource(DATA, "NEWLIB/IN", max_entry_length=10),
    resource(MESSAGES, "NEWLIB/MSGS"),
    NEW,
    resource(LIST, "SEC", authority="use"),
)


def test_from_up_to_destroy(stack: Stack) -> None:
    stack.up(*PROGRAM)
    assert stack.held() == {"SEC", "NEWLIB", "NEWLIB/IN", "NEWLIB/MSGS"}
    [made] = stack.embedded.observe([LIBRARY], ["NEWLIB"])
    asked = {name: value for name, value in NEW.inputs.items() if name not in ("system", "name")}
    assert dict(made.attributes).items() >= asked.items()
    [queue] = stack.embedded.observe([DATA], ["NEWLIB/IN"])
    assert queue.attributes["authority"] == "use"  # AUT(*LIBCRTAUT)
    again = stack.plan(*PROGRAM)
    assert {step.verb for step in again.steps} == {Verb.SAME}
    stack.up(destroy=True)
    assert stack.held() == set()


@pytest.mark.parametrize(
    "changed",
    [
        {"library_type": "prod"},
        {"text_description": ""},
        {"authority": "exclude"},
        {"create_authority": "SEC"},
        {"create_object_auditing": "none"},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_what_changes_in_place(stack: Stack, changed: dict[str, str]) -> None:
    stack.up(*PROGRAM)
    after = replace(NEW, inputs={**NEW.inputs, **changed})
    program = tuple(after if each is NEW else each for each in PROGRAM)
    plan = stack.up(*program)
    assert step_of(plan, "NEWLIB").verb is Verb.UPDATE
    assert {step.verb for step in stack.plan(*program).steps} == {Verb.SAME}
    # And what somebody changes there by hand is put right.
    attribute = next(iter(changed))
    stack.embedded.change(LIBRARY, "NEWLIB", {attribute: NEW.inputs[attribute]})
    assert step_of(stack.plan(*program), "NEWLIB").verb is Verb.UPDATE


def test_another_storage_pool_is_another_library(stack: Stack) -> None:
    stack.up(*PROGRAM)
    moved = replace(NEW, inputs={**NEW.inputs, "auxiliary_storage_pool": 2})
    program = tuple(moved if each is NEW else each for each in PROGRAM)
    assert codes(stack.plan(*program)) == {"NEWLIB": ["holds-objects"]}
    # Empty, it is made anew.
    plan = stack.up(moved, PROGRAM[-1])
    assert step_of(plan, "NEWLIB").verb is Verb.REPLACE
    assert stack.held() == {"SEC", "NEWLIB"}


def test_what_the_program_makes_in_it_keeps_it(stack: Stack) -> None:
    stack.up(*PROGRAM)
    made = resource(MESSAGES, "NEWLIB/LATE")
    plan = stack.plan(made)
    assert codes(plan)["NEWLIB"] == ["holds-objects"]
    [problem] = step_of(plan, "NEWLIB").blocked
    assert "the program makes NEWLIB/LATE in it" in problem.text
    retained = tuple(replace(each, retain_on_delete=True) for each in PROGRAM)
    stack.up(*retained)
    assert "NEWLIB" not in codes(stack.plan(made))


def test_what_is_in_it_and_stays_keeps_it(stack: Stack) -> None:
    stack.up(*PROGRAM)
    stack.embedded.create(MESSAGES, "NEWLIB/OTHERS", {})
    for destroy, program in ((True, ()), (False, PROGRAM[3:])):
        plan = stack.plan(*program, destroy=destroy)
        assert codes(plan) == {"NEWLIB": ["holds-objects"]}
        [problem] = step_of(plan, "NEWLIB").blocked
        # Over a wire only the libraries of the configuration are read whole; the rest is counted.
        names = ("NEWLIB/OTHERS", "1 other object")
        assert any(f"holds {name}; they would go with it" in problem.text for name in names)
    assert "NEWLIB/OTHERS" in stack.held()
    stack.embedded.delete(MESSAGES, "NEWLIB/OTHERS")
    stack.up(destroy=True)
    assert stack.held() == set()


def test_what_comes_between_plan_and_update(stack: Stack) -> None:
    """The system is asked again, and nothing that came meanwhile goes."""
    stack.up(*PROGRAM)
    plan = stack.plan(destroy=True)
    stack.embedded.create(MESSAGES, "NEWLIB/LATE", {})
    applied = apply(plan, stack.systems, stack.store)
    [failure] = applied.failed
    assert "IBM1 ibmi:Library NEWLIB: it holds 1 object" in failure.text
    assert stack.held() >= {"NEWLIB", "NEWLIB/LATE"}
    stack.embedded.delete(MESSAGES, "NEWLIB/LATE")
    stack.up(destroy=True)
    assert stack.held() == set()


def test_one_that_is_there_is_adopted_and_stays(stack: Stack) -> None:
    there = resource(LIBRARY, "STOCK", adopt="any", text_description="Stock")
    assert step_of(stack.up(there), "STOCK").verb is Verb.ADOPT
    assert step_of(stack.plan(there), "STOCK").verb is Verb.SAME
    other = resource(LIBRARY, "ORDERS", library_type="test")
    assert codes(stack.plan(there, other)) == {"ORDERS": ["exists-differently"]}
    stack.embedded.create(MESSAGES, "STOCK/MSGS", {})
    assert step_of(stack.plan(destroy=True), "STOCK").blocked


def test_objects_that_the_catalogue_does_not_know(tmp_path: Path) -> None:
    """OBJECT_COUNT counts programs and files too, which no plan deletes."""

    class WithPrograms(SandboxCarrier):
        def rows(self, query):  # type: ignore[no-untyped-def]
            rows = super().rows(query)
            return [
                {**row, "OBJECT_COUNT": row["OBJECT_COUNT"] + 2} if "OBJECT_COUNT" in row else row
                for row in rows
            ]

    embedded = machine(tmp_path, "IBM1")
    stack = Stack(embedded, IbmiSystem("IBM1", WithPrograms(embedded), ["ORDERS"]), tmp_path)
    stack.up(*PROGRAM)
    plan = stack.plan(destroy=True)
    assert codes(plan) == {"NEWLIB": ["holds-objects"]}
    assert "holds 2 other objects; they would go with it" in step_of(plan, "NEWLIB").blocked[0].text
    with pytest.raises(CommandFailed, match="which DLTLIB would delete too"):
        stack.systems["IBM1"].delete(Key("IBM1", LIBRARY, "NEWLIB"))
    assert "NEWLIB" in stack.held()


def test_a_library_with_a_name_of_ibm(stack: Stack) -> None:
    """CRTLIB LIB: "You should not use a name that begins with the character Q"."""
    mine = resource(LIBRARY, "QMINE")
    [warning] = step_of(stack.plan(mine), "QMINE").decision.warnings
    assert warning.code == "library-of-ibm"
    stack.up(mine)
    assert {step.verb for step in stack.plan(mine).steps} == {Verb.SAME}
    stack.up(destroy=True)
    assert stack.held() == set()


def test_a_library_whose_contents_nobody_counts(tmp_path: Path) -> None:
    """Its status is not known: a warning, and the system has the last word."""
    embedded = machine(tmp_path, "IBM1")
    [library] = embedded.observe([LIBRARY], ["STOCK"])
    found = list(dependents(library.key, Snapshot.of([library]), ()))
    assert [(one.code, one.is_error) for one in found] == [("contents-unknown", False)]


@pytest.mark.parametrize("libraries", [["ORDERS", "QGPL"], []], ids=str)
def test_libraries_of_ibm_are_not_among_all(tmp_path: Path, libraries: list[str]) -> None:
    embedded = machine(tmp_path, "IBM1")
    system = IbmiSystem("IBM1", SandboxCarrier(embedded), libraries)
    found = {one.key.name for one in system.observe([LIBRARY])}
    assert found == ({"ORDERS"} if libraries else {"ORDERS", "STOCK"})
    assert [one.key.name for one in system.observe([LIBRARY], ["QGPL"])] == ["QGPL"]


def test_a_library_that_is_seen_and_whose_objects_are_not(tmp_path: Path) -> None:
    """*READ to it tells the library; *EXECUTE is needed for what is in it."""

    class Closed(SandboxCarrier):
        def run(self, command: str) -> IbmiReply:
            return IbmiReply(False, [IbmiMessage("CPF9802", "Not authorized to object.")])

        def rows(self, query: Query) -> Sequence[Row]:
            rows = super().rows(query)
            return rows if "LIBRARY_INFO" in query.source or "*LIB" in query.source else []

    embedded = machine(tmp_path, "IBM1")
    embedded.create(MESSAGES, "ORDERS/THERE", {})
    system = IbmiSystem("IBM1", Closed(embedded), ["ORDERS"])
    with pytest.raises(SystemUnavailable, match="library ORDERS may not be read"):
        system.observe([LIBRARY, MESSAGES])
