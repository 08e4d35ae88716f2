"""z/OS: coupling facility structures, which a queue-sharing group has, and their shared queues."""

from pathlib import Path

import pytest
from bench.watched import Silent

from queuewright.catalogue.errors import CommandFailed
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.observed import OpenFor
from queuewright.engine.apply import apply
from queuewright.engine.declared import Declared
from queuewright.engine.plan import make_plan
from rehearsal import ALIAS, LOCAL, Rehearsal, codes, resource, step_of

STRUCTURE = "mq:CouplingFacilityStructure"
SHARED = {"queue_sharing_group_disposition": "shared", "coupling_facility_structure": "APP1"}
FIVE = {"coupling_facility_level": 5, "data_set_group": "MQ.SMDS.*"}


@pytest.fixture
def world(tmp_path: Path) -> Rehearsal:
    """QM1 and QM2 of QSG1, and QM3, which is in no group."""
    world = Rehearsal(tmp_path)
    for name, group in (("QM1", "QSG1"), ("QM2", "QSG1"), ("QM3", "")):
        world.system(name, "zos", queue_sharing_group=group)
    return world


def order(world: Rehearsal, *program: object, **options: object) -> list[str]:
    plan = world.plan(*program, **options)  # type: ignore[arg-type]
    return [f"{step.key.system} {step.key.name}" for step in plan.changes]


def test_a_group_has_one_structure_of_a_name(world: Rehearsal) -> None:
    """Whichever queue manager declares it; the others show it."""
    here, there = resource(STRUCTURE, "APP1"), resource(STRUCTURE, "APP1", "QM2", "again")
    assert codes(world.plan(here, there)) == {"APP1": ["declared-twice-in-group"]}
    assert codes(world.plan(resource(STRUCTURE, "APP1", "QM3"))) == {"APP1": ["no-group-of-kind"]}
    world.up(here)
    for name in ("QM1", "QM2"):
        assert world.attributes(STRUCTURE, "APP1", name)["coupling_facility_level"] == 3
    assert world.observed(STRUCTURE, "APP1", "QM3") is None
    moved = world.plan(there)
    assert not any(step.deletes for step in moved.steps)
    world.up(
        resource(STRUCTURE, "APP1", "QM2", "again", structure_description="moved", adopt="any")
    )
    assert world.attributes(STRUCTURE, "APP1")["structure_description"] == "moved"


def test_no_structure_is_made_like_itself(world: Rehearsal) -> None:
    itself = resource(STRUCTURE, "APP1", like="APP1")
    assert codes(world.plan(itself)) == {"APP1": ["like-missing"]}
    first = resource(STRUCTURE, "APP0", "QM2", structure_description="the first")
    world.up(resource(STRUCTURE, "APP1", like="APP0"), first)  # which is made before it
    assert world.attributes(STRUCTURE, "APP1")["structure_description"] == "the first"


def test_what_is_left_empty_does_not_come_from_where_the_rest_does(world: Rehearsal) -> None:
    first = resource(STRUCTURE, "APP1", coupling_facility_level=5, data_set_group="MQ.*")
    world.up(first)
    empty = resource(STRUCTURE, "APP2", like="APP1", data_set_group="")
    assert codes(world.plan(first, empty)) == {"APP2": ["missing"]}
    world.up(first, resource(STRUCTURE, "APP2", like="APP1"))


def test_a_structure_of_others_is_adopted_or_refused_like_any_object(world: Rehearsal) -> None:
    world.machines["QM2"].create(STRUCTURE, "APP1", {"structure_description": "theirs"})
    differing = resource(STRUCTURE, "APP1", structure_description="ours")
    assert codes(world.plan(differing)) == {"APP1": ["exists-differently"]}
    assert step_of(world.plan(resource(STRUCTURE, "APP1")), "APP1").verb == "adopt"
    silent = {**world.systems, "QM2": Silent("QM2")}
    plan = make_plan([resource(STRUCTURE, "APP1")], world.store.load(), silent, project="shop",
                     stack="dev")  # fmt: skip
    assert apply(plan, silent, world.store).ok


def test_shared_queues_come_after_their_structure_and_go_before_it(world: Rehearsal) -> None:
    """On every queue manager of the group; a queue that is not shared has none."""
    structure = resource(STRUCTURE, "APP1")
    queues = [resource(LOCAL, "A.FIRST", "QM2", **SHARED), resource(LOCAL, "A.SAME", **SHARED)]
    alone = resource(LOCAL, "A.OWN", coupling_facility_structure="NONE")
    plan = world.plan(*queues, alone, structure)
    assert not any(step.decision.warnings for step in plan.steps)
    assert order(world, *queues, structure)[0] == "QM1 APP1"
    world.up(*queues, alone, structure)
    assert order(world, destroy=True)[-1] == "QM1 APP1"
    lost = world.plan(resource(LOCAL, "LOST", **{**SHARED, "coupling_facility_structure": "NO1"}))
    (warning,) = step_of(lost, "LOST").decision.warnings
    assert warning.code == "dangling"
    assert 'CouplingFacilityStructure "NO1" is neither there nor declared' in warning.text


def test_a_structure_stays_while_its_queues_are_used(world: Rehearsal) -> None:
    """DELETE CFSTRUCT: "not both empty and closed"; it never takes messages with it."""
    world.up(resource(STRUCTURE, "APP1"))
    queues = world.machines["QM1"]
    queues.create(LOCAL, "Q", SHARED)
    assert codes(world.plan()) == {}
    assert [w.code for w in step_of(world.plan(), "APP1").decision.warnings] == ["left-dangling"]
    handle = queues.open("Q", {OpenFor.OUTPUT})
    assert codes(world.plan()) == {"APP1": ["structure-in-use"]}
    queues.close_handle(handle.id)
    queues.put("Q")
    assert codes(world.plan()) == {"APP1": ["structure-in-use"]}
    with pytest.raises(CommandFailed, match="Q is not both empty and closed"):
        world.machines["QM2"].delete(STRUCTURE, "APP1")
    assert codes(world.plan(destroy=True)) == {"APP1": ["structure-in-use"]}
    queues.get("Q")
    assert world.apply(world.plan()).ok
    assert world.observed(STRUCTURE, "APP1", "QM2") is None


def test_a_higher_level_has_more(world: Rehearsal) -> None:
    world.up(resource(STRUCTURE, "APP1", recovery="yes"))
    low = {"coupling_facility_connection_loss": "terminate", "automatic_recovery": "no"}
    assert world.attributes(STRUCTURE, "APP1").items() >= {**low, "offload": "none"}.items()
    plan = world.plan(resource(STRUCTURE, "APP1", offload="db2"))
    assert codes(plan) == {"APP1": ["structure-level"]}
    assert codes(world.plan(resource(STRUCTURE, "APP1", offload="none", **FIVE))) == {
        "APP1": ["not-offloaded"]
    }
    raised = world.up(resource(STRUCTURE, "APP1", recovery="yes", offload="smds", **FIVE))
    assert "caution" in [w.code for w in step_of(raised, "APP1").decision.warnings]
    world.up(resource(STRUCTURE, "NEW1", **FIVE), resource(STRUCTURE, "APP1"))
    new = world.attributes(STRUCTURE, "NEW1")
    assert (new["offload"], new["offload_size_1"], new["automatic_recovery"]) == (
        "smds", "32K", "yes",
    )  # fmt: skip
    machine = world.machines["QM1"]
    machine.create(LOCAL, "Q", SHARED)
    machine.put("Q")
    with pytest.raises(CommandFailed, match="not both empty and closed"):
        machine.change(STRUCTURE, "APP1", {"coupling_facility_level": 4})
    for values, reason in (
        ({"offload": "smds", "coupling_facility_level": 5}, "SMDS_REQUIRES_DSGROUP"),
        ({"offload": "db2"}, "PARM_CONFLICT"),
        ({"recovery": "yes", "coupling_facility_level": 2}, "PARM_CONFLICT"),
    ):
        with pytest.raises(CommandFailed, match=f"MQRCCF_{reason}"):
            machine.create(STRUCTURE, "BAD1", values)


def test_what_a_lower_level_does_not_have_is_reported_before_it_is_sent(world: Rehearsal) -> None:
    """Whether the structure is new, is altered or is made anew."""
    kept = resource(STRUCTURE, "APP1", coupling_facility_level=2, data_set_group="MQ.*")
    assert codes(world.plan(kept)) == {"APP1": ["structure-level"]}
    world.up(resource(STRUCTURE, "APP1", coupling_facility_level=4))
    assert codes(world.plan(kept)) == {"APP1": ["structure-level"]}


def test_who_has_a_shared_queue_open_on_another_member_stands_in_the_way(world: Rehearsal) -> None:
    """DISPLAY QSTATUS, IPPROCS and OPPROCS: each queue manager reports its own handles only."""
    structure = resource(STRUCTURE, "APP1")
    queue = resource(LOCAL, "Q", **SHARED)
    world.up(structure, queue)
    there = world.machines["QM2"]
    there.create(ALIAS, "A", {"base_object_name": "Q"})
    plans = {"deleted": (structure,), "changed": (structure, queue_with(usage="transmission"))}
    assert all(codes(world.plan(*program)) == {} for program in plans.values())
    handle = there.open("A", {OpenFor.OUTPUT}, application="billing", user="app1")
    assert codes(world.plan(*plans["deleted"])) == {"Q": ["in-use"]}
    (problem,) = step_of(world.plan(*plans["deleted"]), "Q").decision.blocked
    assert 'application "billing" (user app1) has A open for output on QM2' in problem.text
    forced = world.plan(*plans["changed"])
    assert codes(forced) == {"Q": ["force-needed"]}
    step = step_of(forced, "Q")
    [use], [opened] = step.decision.force.uses, forced.impacts[step.key].opened
    assert (use.member, opened.system) == ("QM2", "QM2")
    reported = 'application "billing" (user app1) has A open for output on QM2'
    assert [str(use), opened.text(step.key)] == [reported, reported]
    queues = world.machines["QM1"]
    with pytest.raises(CommandFailed, match="it is open: billing"):
        queues.delete(LOCAL, "Q", disposition="shared")
    assert codes(world.plan(queue)) == {"APP1": ["structure-in-use"]}
    there.close_handle(handle.id)
    assert codes(world.plan(queue)) == {}
    assert world.apply(world.plan()).ok


def test_a_member_whose_own_queue_hides_a_shared_one_has_that_open(world: Rehearsal) -> None:
    there = world.machines["QM2"]
    there.create(LOCAL, "Q", {"queue_sharing_group_disposition": "q_mgr"})
    world.up(resource(STRUCTURE, "APP1"), resource(LOCAL, "Q", **SHARED))
    there.open("Q", {OpenFor.OUTPUT})
    plan = world.plan(resource(STRUCTURE, "APP1"))
    assert codes(plan) == {}
    assert world.apply(plan).ok


def test_a_member_that_does_not_answer_is_not_waited_for(world: Rehearsal) -> None:
    structure = resource(STRUCTURE, "APP1")
    world.up(structure, resource(LOCAL, "Q", **SHARED))
    silent = {**world.systems, "QM2": Silent("QM2")}
    plan = make_plan([structure], world.store.load(), silent, project="shop", stack="dev")
    assert codes(plan) == {}
    assert apply(plan, silent, world.store).ok


def test_a_member_that_did_not_answer_is_not_asked_again(world: Rehearsal) -> None:
    structure, other = resource(STRUCTURE, "APP1"), resource(LOCAL, "THERE", "QM2")
    queue = resource(LOCAL, "Q", **SHARED)
    world.up(structure, other, queue)

    def asked(*program: Declared) -> int:
        times = 0

        class Counted(Silent):
            @property
            def facts(self) -> SystemFacts:
                nonlocal times
                times += 1
                return super().facts

        silent = {**world.systems, "QM2": Counted("QM2")}
        plan = make_plan(program, world.store.load(), silent, project="shop", stack="dev")
        assert list(plan.unreachable) == ["QM2"]
        return times

    assert asked(structure, other) == asked(structure, other, queue) > 0


def queue_with(**values: object) -> Declared:
    return resource(LOCAL, "Q", **SHARED, **values)
