"""Objects in libraries that the configuration of an IBM i does not list: what a program or a state
names is read wherever it is, over every wire."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from ibmi_carriers import SandboxCarrier, machine
from ibmi_offline import PLAN_WIRES
from queuewright.catalogue.errors import SystemUnavailable
from queuewright.diff.types import Verb
from queuewright.engine.apply import apply
from queuewright.engine.plan import make_plan
from queuewright.engine.refresh import refreshed
from queuewright.engine.steps import Plan
from queuewright.engine.system_reader import NotRead
from queuewright.sandbox.engine import EmbeddedSystem
from queuewright.state.store import StackStore
from queuewright.systems.ibmi.carrier import IbmiMessage, IbmiReply, Query, Row
from queuewright.systems.ibmi.system import IbmiSystem
from queuewright.systems.protocol import System
from queuewright.systems.registry import systems_from
from rehearsal import DATA, DDM, LIST, MESSAGES, codes, resource, step_of

OUT: dict[str, Any] = {"max_entry_length": 10}


@dataclass
class World:
    """The systems and the state of a stack."""

    systems: Mapping[str, System]
    store: StackStore


Live = tuple[EmbeddedSystem, World]


@contextmanager
def live(wire: str, folder: Path, libraries: Sequence[str] | None) -> Iterator[Live]:
    embedded = machine(folder, "IBM1")
    with PLAN_WIRES[wire](embedded.sandbox, ["IBM1"]) as config:
        entry = dict(config["IBM1"])
        if libraries is not None:
            entry["libraries"] = libraries
        systems = systems_from({"IBM1": entry}, base=folder)
        yield embedded, World(systems, StackStore(folder, "shop", "dev"))


@pytest.fixture(params=list(PLAN_WIRES))
def reached(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Live]:
    with live(request.param, tmp_path, ["ORDERS"]) as both:
        yield both


def plan_of(world: World, *program: Any, **options: Any) -> Plan:
    state = options.pop("store", world.store).load()
    return make_plan(program, state, world.systems, project="shop", stack="dev", **options)


def verbs(plan: Plan) -> dict[str, Verb]:
    return {step.key.name: step.verb for step in plan.steps}


def up(world: World, *program: Any) -> None:
    plan = plan_of(world, *program)
    assert codes(plan) == {}
    applied = apply(plan, world.systems, world.store)
    assert [failure.text for failure in applied.failed] == []


PROGRAM = (
    resource(DATA, "QGPL/OUT", **OUT),
    resource(MESSAGES, "STOCK/NIGHT", text_description="Night"),
    resource(DDM, "STOCK/FAR", remote_data_queue="R", remote_location="NYC"),
    resource(MESSAGES, "ORDERS/IN"),
    resource(MESSAGES, "*CURLIB/HERE"),
    resource(LIST, "ORDAUT"),
)


def test_from_up_to_destroy(reached: Live) -> None:
    embedded, world = reached
    up(world, *PROGRAM)
    assert set(verbs(plan_of(world, *PROGRAM)).values()) == {Verb.SAME}
    state = world.store.load()
    again = refreshed(state, world.systems)
    assert again.objects == ()
    assert again.state.resources == state.resources
    # What somebody changes there is seen, and an entry is not lost.
    embedded.change(MESSAGES, "STOCK/NIGHT", {"text_description": "by hand"})
    assert verbs(plan_of(world, *PROGRAM))["STOCK/NIGHT"] is Verb.UPDATE
    embedded.put("QGPL/OUT", size=5)
    assert codes(plan_of(world, destroy=True)) == {"QGPL/OUT": ["data-loss"]}
    embedded.get("QGPL/OUT")
    assert apply(plan_of(world, destroy=True), world.systems, world.store).ok
    assert not embedded.observe([DATA, MESSAGES, DDM, LIST])


def test_what_somebody_deleted_there_is_created_again(reached: Live) -> None:
    embedded, world = reached
    up(world, *PROGRAM)
    embedded.delete(DATA, "QGPL/OUT")
    assert verbs(plan_of(world, *PROGRAM))["QGPL/OUT"] is Verb.CREATE
    [gone] = refreshed(world.store.load(), world.systems).objects
    assert (gone.key.name, gone.deleted) == ("QGPL/OUT", True)


def test_what_is_there_of_another_kind_or_stack(reached: Live, tmp_path: Path) -> None:
    embedded, world = reached
    embedded.create(DDM, "QGPL/OUT", {"remote_data_queue": "R", "remote_location": "NYC"})
    assert codes(plan_of(world, PROGRAM[0])) == {"QGPL/OUT": ["exists-as-other-kind"]}
    embedded.delete(DDM, "QGPL/OUT")
    up(world, PROGRAM[0])
    other = StackStore(tmp_path, "shop", "other")
    larger = resource(DATA, "QGPL/OUT", max_entry_length=20)
    [step] = plan_of(world, larger, store=other).steps
    assert step.verb is not Verb.CREATE
    assert step.blocked


def test_what_an_object_is_made_like_is_read_there(reached: Live) -> None:
    embedded, world = reached
    embedded.create(DATA, "STOCK/MODEL", {"max_entry_length": 77})
    like = resource(DATA, "ORDERS/NEW", like="STOCK/MODEL", max_entry_length=5)
    [reason] = [
        r for r in step_of(plan_of(world, like), "ORDERS/NEW").decision.reasons if "like" in r
    ]
    assert reason == "like STOCK/MODEL: attributes left out come from it"


def test_message_queues_of_qsys(reached: Live) -> None:
    embedded, world = reached
    embedded.create(MESSAGES, "QSYS/QSYSOPR", {"text_description": "Operator"})
    there = resource(MESSAGES, "QSYS/QSYSOPR", adopt="any", text_description="Operator")
    [step] = plan_of(world, there).steps
    assert (step.verb, codes(plan_of(world, there))) == (Verb.ADOPT, {})
    up(world, there)
    assert verbs(plan_of(world, there)) == {"QSYS/QSYSOPR": Verb.SAME}


def test_what_every_partition_has_stays(reached: Live) -> None:
    """Adopted whatever differs, and neither deleted nor made again."""
    embedded, world = reached
    embedded.create(MESSAGES, "QSYS/QSYSOPR", {"text_description": "Operator"})
    own = resource("ibmi:Library", "QGPL", text_description="Ours")
    operator = resource(MESSAGES, "QSYS/QSYSOPR", text_description="Ours")
    plan = plan_of(world, own, operator)
    assert (codes(plan), {step.verb for step in plan.steps}) == ({}, {Verb.ADOPT})
    up(world, own, operator)
    moved = resource("ibmi:Library", "QGPL", auxiliary_storage_pool=2)
    assert codes(plan_of(world, moved, operator))["QGPL"] == ["shipped-replaced"]
    assert all(step.decision.keep for step in plan_of(world).steps)
    up(world)
    assert [one.attributes["text_description"] for one in embedded.observe([MESSAGES])] == ["Ours"]


@pytest.mark.parametrize("wire", list(PLAN_WIRES))
def test_without_a_list_of_libraries(wire: str, tmp_path: Path) -> None:
    """*ALLUSR leaves out what begins with Q, but for some of IBM's."""
    with live(wire, tmp_path, None) as (embedded, world):
        embedded.create(MESSAGES, "QSYS/QSYSOPR", {})
        there = resource(MESSAGES, "QSYS/QSYSOPR", adopt="any")
        up(world, there, *PROGRAM)
        assert set(verbs(plan_of(world, there, *PROGRAM)).values()) == {Verb.SAME}


def test_a_library_that_is_not_there(reached: Live) -> None:
    _, world = reached
    nowhere = resource(DATA, "NOLIB/OUT", **OUT)
    assert codes(plan_of(world, nowhere)) == {"NOLIB/OUT": ["library-missing"]}


class Closed(SandboxCarrier):
    """A user who has no authority to STOCK: services leave out what is in it, and say nothing.
    Source: CHKOBJ, CPF9802."""

    closed = False

    def run(self, command: str) -> IbmiReply:
        if self.closed and "STOCK" in command:
            return IbmiReply(
                False, [IbmiMessage("CPF9802", "Not authorized to object STOCK in QSYS.")]
            )
        return super().run(command)

    def rows(self, query: Query) -> Sequence[Row]:
        rows = super().rows(query)
        return [row for row in rows if not (self.closed and "STOCK" in row.values())]


@pytest.fixture(params=[["ORDERS"], ["ORDERS", "STOCK"], []], ids=["beside", "listed", "all"])
def closing(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Closed, World]:
    carrier = Closed(machine(tmp_path, "IBM1"))
    world = World({}, StackStore(tmp_path, "shop", "dev"))
    for _ in range(2):  # it asks anew
        world.systems = {"IBM1": IbmiSystem("IBM1", carrier, request.param)}
        up(world, *PROGRAM)
    carrier.closed = True
    return carrier, world


@pytest.mark.parametrize("destroy", [False, True])
def test_what_may_not_be_read_is_not_gone(closing: tuple[Closed, World], destroy: bool) -> None:
    _, world = closing
    with pytest.raises(SystemUnavailable, match="IBM1: library STOCK may not be read") as reported:
        plan_of(world, *(() if destroy else PROGRAM), destroy=destroy)
    assert "grant it: GRTOBJAUT OBJ(QSYS/STOCK) OBJTYPE(*LIB)" in str(reported.value)
    assert "\n" not in str(reported.value)


def test_a_refresh_forgets_nothing_that_may_not_be_read(closing: tuple[Closed, World]) -> None:
    _, world = closing
    with pytest.raises(NotRead, match="library STOCK may not be read"):
        refreshed(world.store.load(), world.systems)


def test_a_library_is_asked_about_once(tmp_path: Path) -> None:
    carrier = SandboxCarrier(machine(tmp_path, "IBM1"))
    system = IbmiSystem("IBM1", carrier, ["ORDERS"])
    for _ in range(3):
        assert system.observe([DATA], ["STOCK/A", "STOCK/B"]) == []
    assert carrier.sent == ["CHKOBJ OBJ(QSYS/STOCK) OBJTYPE(*LIB) AUT(*EXECUTE)"]
