"""What a preview says is what happens, for each way in which the two once differed.

`Rehearsal.up` asserts the rule itself: a plan that nothing blocks is carried out whole and leaves
nothing to do.
"""

from pathlib import Path
from typing import Any

import pytest
from bench.watched import Log, Watched

from queuewright.catalogue.errors import CommandFailed
from queuewright.catalogue.observed import OpenFor, Resolved
from queuewright.diff.types import ForceVerdict, Verb
from queuewright.engine.apply import apply
from queuewright.engine.errors import PlanError
from queuewright.engine.refresh import refreshed
from queuewright.sandbox.rows import StoredHandle
from queuewright.state.deployment import PROVIDER_TYPE
from rehearsal import (
    ALIAS,
    CLUSTER,
    DATA,
    DDM,
    LIST,
    LOCAL,
    MESSAGES,
    NAMELIST,
    RECEIVER,
    REMOTE,
    SENDER,
    Rehearsal,
    codes,
    resource,
    step_of,
)

DISPOSITION = "queue_sharing_group_disposition"


@pytest.fixture
def world(tmp_path: Path) -> Rehearsal:
    return Rehearsal(tmp_path)


# Kinds that share a name space.


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (resource(LOCAL, "Q"), resource(ALIAS, "Q", logical="b", base_object_name="")),
        (resource(RECEIVER, "TO.ME"), resource(SENDER, "TO.ME", logical="d", connection_name="h")),
    ],
)
def test_two_kinds_of_one_name_block_each_other(world: Rehearsal, first: Any, second: Any) -> None:
    world.system()
    plan = world.plan(first, second)
    assert [problem.code for step in plan.blocked for problem in step.blocked] == [
        "declared-as-other-kind"
    ] * 2
    problem = str(plan.blocked[0].blocked[0])
    assert "share one name" in problem
    assert repr(first.name) in problem or first.type.rpartition("/")[2] in problem


def test_the_name_of_an_object_that_is_kept_is_taken(world: Rehearsal) -> None:
    machine = world.system()
    world.up(resource(LOCAL, "Q", on_delete="retain"))
    plan = world.plan(resource(ALIAS, "Q", base_object_name=""))
    assert codes(plan) == {"Q": ["exists-as-other-kind"]}
    machine.delete(LOCAL, "Q")
    world.up(resource(ALIAS, "Q", base_object_name=""))


# Authorization lists that secure objects.


def test_a_list_that_secures_objects_is_not_replaced(world: Rehearsal) -> None:
    world.partition()
    user = resource(DATA, "LIB/DQ", max_entry_length=10, authorization_list="L1")
    world.up(resource(LIST, "L1"), user)
    again = resource(
        LIST, "L1", text_description="new", opt_replace_on_changes=("text_description",)
    )
    assert codes(world.plan(again, user)) == {"L1": ["list-in-use"]}
    # Its user lets go in the same plan: first.
    free = resource(DATA, "LIB/DQ", max_entry_length=10, authorization_list="none")
    world.up(again, free)


def test_a_list_that_secures_a_library_of_others_is_not_deleted(world: Rehearsal) -> None:
    """Libraries are read although no program has one."""
    machine = world.partition()
    world.up(resource(LIST, "L1"), resource(LIST, "L2"))
    machine.change("ibmi:Library", "LIB", {"authorization_list": "L1"})
    assert codes(world.plan(resource(LIST, "L2"))) == {"L1": ["list-in-use"]}
    world.up(resource(LIST, "L1"))


def test_a_list_is_not_replaced_with_what_it_secures(world: Rehearsal) -> None:
    """Each of the two would have to go first."""
    world.partition()
    world.up(
        resource(LIST, "L1"), resource(DATA, "LIB/DQ", max_entry_length=10, authorization_list="L1")
    )
    again = resource(LIST, "L1", text_description="new", opt_replace_on_changes=("*",))
    larger = resource(DATA, "LIB/DQ", max_entry_length=20, authorization_list="L1")
    assert codes(world.plan(again, larger)) == {"L1": ["list-in-use"]}
    gone = {"LIB/DQ": ["reference-missing"], "L1": ["list-in-use"]}
    assert codes(world.plan(larger)) == gone
    world.up(again, resource(DATA, "LIB/DQ", max_entry_length=20, authorization_list="none"))


def test_a_list_is_renamed_while_it_secures_objects(world: Rehearsal) -> None:
    world.partition()
    user = resource(DATA, "LIB/DQ", max_entry_length=10, authorization_list="L1")
    world.up(resource(LIST, "L1", logical="acl"), user)
    user = resource(DATA, "LIB/DQ", max_entry_length=10, authorization_list="L2")
    world.up(resource(LIST, "L2", logical="acl"), user)
    assert world.observed(LIST, "L1") is None


def test_a_user_that_ignores_its_authority_keeps_the_list(world: Rehearsal) -> None:
    world.partition()
    user = resource(DATA, "LIB/DQ", max_entry_length=10, authorization_list="L1")
    world.up(resource(LIST, "L1"), user)
    user = resource(
        DATA,
        "LIB/DQ",
        max_entry_length=10,
        authorization_list="none",
        opt_ignore_changes=("authorization_list",),
    )
    assert codes(world.plan(user)) == {"L1": ["list-in-use"]}


# What is open.


def test_an_open_namelist_is_neither_deleted_nor_replaced(world: Rehearsal) -> None:
    machine = world.system()
    world.up(resource(NAMELIST, "N"))
    machine.open("N", {OpenFor.INQUIRE})
    assert codes(world.plan()) == {"N": ["in-use"]}
    changed = resource(NAMELIST, "N", namelist_description="x", opt_replace_on_changes=("*",))
    assert codes(world.plan(changed)) == {"N": ["in-use"]}


def test_open_objects_of_ibm_i_are_neither_deleted_nor_replaced(world: Rehearsal) -> None:
    machine = world.partition()
    ddm = {"remote_data_queue": "R", "remote_location": "NYC"}
    world.up(
        resource(MESSAGES, "LIB/MQ"),
        resource(DATA, "LIB/DQ", max_entry_length=10),
        resource(DDM, "LIB/DD", **ddm),
    )
    for name, use in (("MQ", OpenFor.BROWSE), ("DQ", OpenFor.BROWSE), ("DD", OpenFor.OUTPUT)):
        machine.open(f"LIB/{name}", {use})
    in_use = {f"LIB/{name}": ["in-use"] for name in ("MQ", "DQ", "DD")}
    assert codes(world.plan()) == in_use
    changed = (
        resource(MESSAGES, "LIB/MQ", initial_storage_size=9),
        resource(DATA, "LIB/DQ", max_entry_length=20),
        resource(DDM, "LIB/DD", **{**ddm, "remote_location": "PARIS"}),
    )
    assert codes(world.plan(*changed)) == in_use


def test_a_message_queue_that_is_allocated_is_not_changed(world: Rehearsal) -> None:
    machine = world.partition()
    world.up(resource(MESSAGES, "LIB/MQ"))
    machine.open("LIB/MQ", {OpenFor.INPUT_SHARED})
    changed = resource(MESSAGES, "LIB/MQ", severity_code_filter=10)
    assert codes(world.plan(changed)) == {"LIB/MQ": ["in-use"]}
    machine.close_all()
    world.up(changed)


# A replacement loses nothing.


def test_a_replacement_keeps_what_is_not_managed(world: Rehearsal) -> None:
    machine = world.system()
    world.up(resource(LOCAL, "Q", max_queue_depth=5))
    unmanaged = {"max_message_length": 100, "inhibit_put": "put_inhibited"}
    machine.change(LOCAL, "Q", unmanaged)
    plan = world.up(
        resource(LOCAL, "Q", max_queue_depth=6, opt_replace_on_changes=("max_queue_depth",))
    )
    assert step_of(plan, "Q").verb is Verb.REPLACE
    kept = world.attributes(LOCAL, "Q")
    assert {name: kept[name] for name in unmanaged} == unmanaged


def test_a_replacement_keeps_what_is_ignored(world: Rehearsal) -> None:
    machine = world.system()
    world.up(resource(LOCAL, "Q", max_queue_depth=5, queue_description="ours"))
    machine.change(LOCAL, "Q", {"queue_description": "theirs"})
    world.up(
        resource(
            LOCAL,
            "Q",
            max_queue_depth=6,
            queue_description="ours",
            opt_replace_on_changes=("max_queue_depth",),
            opt_ignore_changes=("queue_description",),
        )
    )
    assert world.attributes(LOCAL, "Q")["queue_description"] == "theirs"


def test_a_replacement_whose_create_is_refused_puts_the_object_back(
    world: Rehearsal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the reason: here one that nobody could know."""
    from queuewright.catalogue.errors import CommandFailed
    from queuewright.sandbox.system import SandboxSystem

    world.system()
    world.up(resource(LOCAL, "Q", max_queue_depth=5, queue_description="text"))
    before = world.attributes(LOCAL, "Q")
    state = world.store.load().resources
    create = SandboxSystem.create

    def refuse(self: SandboxSystem, spec: Any, **options: Any) -> Any:
        if spec.max_queue_depth == 6:
            raise CommandFailed("QM1 mq:LocalQueue Q: no storage; make room")
        return create(self, spec, **options)

    monkeypatch.setattr(SandboxSystem, "create", refuse)
    changed = resource(
        LOCAL,
        "Q",
        max_queue_depth=6,
        queue_description="text",
        opt_replace_on_changes=("max_queue_depth",),
    )
    applied = world.apply(world.plan(changed))
    (failure,) = applied.failed
    assert "no storage" in failure.text
    assert "it was put back as it was" in failure.text
    assert world.attributes(LOCAL, "Q") == before
    assert [r.urn for r in world.store.load().resources] == [r.urn for r in state]
    monkeypatch.undo()
    world.up(changed)


# What is known before anything is sent.


def test_a_library_that_is_not_there(world: Rehearsal) -> None:
    machine = world.partition()
    world.up(resource(DATA, "LIB/DQ", max_entry_length=10, logical="dq"))
    moved = resource(DATA, "NOLIB/DQ", max_entry_length=10, logical="dq")
    plan = world.plan(moved)
    assert codes(plan) == {"NOLIB/DQ": ["library-missing"]}
    assert "NOLIB" in str(plan.blocked[0].blocked[0])
    assert machine.observe((DATA,), ("LIB/DQ",))


@pytest.mark.parametrize(
    ("kind", "system", "changed", "attribute"),
    [
        (MESSAGES, "IBM1", {"initial_storage_size": 20_000}, "initial_storage_size"),
        (LOCAL, "QMZ", {DISPOSITION: "copy"}, DISPOSITION),
        (LOCAL, "QM1", {"scope": "cell", "opt_replace_on_changes": ("scope",)}, "scope"),
    ],
)  # fmt: skip
def test_what_a_system_cannot_have(
    world: Rehearsal, kind: str, system: str, changed: dict[str, Any], attribute: str
) -> None:
    world.partition()
    world.system("QMZ", "zos")
    world.system()
    name = "LIB/Q" if kind == MESSAGES else "Q"
    world.up(resource(kind, name, system))
    plan = world.plan(resource(kind, name, system, **changed))
    (step,) = plan.blocked
    assert [problem.attribute for problem in step.blocked] == [attribute]


# like


def test_like_is_looked_at_as_the_plan_leaves_its_source(world: Rehearsal) -> None:
    world.system()
    world.up(resource(LOCAL, "S"))
    plan = world.plan(
        resource(LOCAL, "S", cluster_name="C1"),
        resource(LOCAL, "T", usage="transmission", like="S"),
    )
    assert list(codes(plan)) == ["T"]


def test_like_is_for_creations_alone(world: Rehearsal) -> None:
    machine = world.system()
    machine.create(LOCAL, "TEMPLATE", {})
    world.up(resource(LOCAL, "Q", like="TEMPLATE"))
    machine.delete(LOCAL, "TEMPLATE")
    world.up(resource(LOCAL, "Q", like="TEMPLATE", max_queue_depth=7))


def test_a_source_that_goes_is_there_until_then(world: Rehearsal) -> None:
    world.system()
    world.up(resource(LOCAL, "S", max_queue_depth=7))
    world.up(resource(LOCAL, "Q", like="S"))
    assert world.attributes(LOCAL, "Q")["max_queue_depth"] == 7
    assert world.observed(LOCAL, "S") is None


def test_a_source_stays_where_the_copy_fails(world: Rehearsal) -> None:
    world.system()
    world.up(resource(LOCAL, "S", max_queue_depth=7))
    copy = resource(LOCAL, "Q", like="S")
    systems = {n: Watched(s, Log({1: "refused"})) for n, s in world.systems.items()}
    applied = apply(world.plan(copy), systems, world.store)
    assert [event.text for event in applied.skipped] == ["needs QM1 mq:LocalQueue Q, which failed"]
    world.up(copy)
    assert world.attributes(LOCAL, "Q")["max_queue_depth"] == 7
    assert world.observed(LOCAL, "S") is None


def test_a_source_that_is_not_there(world: Rehearsal) -> None:
    world.system()
    assert codes(world.plan(resource(NAMELIST, "N", like="NOT.THERE"))) == {"N": ["like-missing"]}


def test_what_is_required_may_come_from_the_source(world: Rehearsal) -> None:
    world.partition()
    source = resource(DATA, "LIB/S", max_entry_length=10)
    world.up(source)
    world.up(source, resource(DATA, "LIB/Q", like="LIB/S"))
    assert world.attributes(DATA, "LIB/Q")["max_entry_length"] == 10


# What needs FORCE, and what is blocked for nothing.


def test_only_what_needs_force_is_said_to_need_it(world: Rehearsal) -> None:
    machine = world.system()
    world.up(resource(LOCAL, "Q"))
    machine.open("Q", {OpenFor.INPUT_SHARED})
    plan = world.plan(resource(LOCAL, "Q", usage="transmission", shareability="not_shareable"))
    force = step_of(plan, "Q").decision.force
    assert (force.verdict, force.attributes) == (ForceVerdict.NEEDED, ("usage",))


def test_every_reason_at_once(world: Rehearsal) -> None:
    machine = world.system()
    machine.create(LOCAL, "Q", {})
    machine.put("Q")
    plan = world.plan(resource(LOCAL, "Q", usage="transmission"))
    assert codes(plan) == {"Q": ["force-needed", "exists-differently"]}


def test_a_blank_in_a_list_is_no_name(world: Rehearsal) -> None:
    world.system()
    world.up(resource(NAMELIST, "N", names=["A", "", "B"]))
    assert world.attributes(NAMELIST, "N")["names"] == ("A", "B")


def test_a_stream_queue_that_stays_as_it_is(world: Rehearsal) -> None:
    machine = world.system()
    world.up(resource(LOCAL, "S"), resource(LOCAL, "Q", stream_queue="S"))
    world.up(resource(LOCAL, "Q", stream_queue="S"))
    assert world.observed(LOCAL, "S") is None
    world.up(resource(LOCAL, "Q", stream_queue="S", max_queue_depth=7))
    assert machine.observe((LOCAL,), ("Q",))[0].attributes["max_queue_depth"] == 7


def test_a_stream_queue_that_becomes_an_alias(world: Rehearsal) -> None:
    world.system()
    world.up(resource(LOCAL, "S"))
    world.up(resource(ALIAS, "S", base_object_name=""), resource(LOCAL, "Q", stream_queue="S"))


def test_a_coupling_facility_structure_changes_in_place(world: Rehearsal) -> None:
    machine = world.system("QM1", "zos", queue_sharing_group="QSG1")
    world.up(resource(LOCAL, "Q"))
    machine.put("Q")
    plan = world.up(resource(LOCAL, "Q", coupling_facility_structure="CF1"))
    assert step_of(plan, "Q").verb is Verb.UPDATE


# State and order.


def test_outputs_follow_drift_that_is_what_is_declared(world: Rehearsal) -> None:
    machine = world.system()
    world.up(resource(LOCAL, "Q", max_queue_depth=5))
    machine.change(LOCAL, "Q", {"max_queue_depth": 9})
    declared = resource(LOCAL, "Q", max_queue_depth=9)
    world.apply(world.plan(declared))
    (queue,) = [r for r in world.store.load().resources if r.custom and r.urn == declared.urn]
    assert queue.outputs["max_queue_depth"] == 9
    assert world.plan(declared, refresh=False).is_empty


def test_outputs_follow_drift_of_what_is_not_managed(world: Rehearsal) -> None:
    """What a preview says of the stack's outputs comes from the systems, and `up` writes it."""
    machine = world.system()
    declared = resource(LOCAL, "Q", queue_description="ours")
    world.up(declared)
    machine.change(LOCAL, "Q", {"max_queue_depth": 9})
    world.up(declared)
    (queue,) = [r for r in world.store.load().resources if r.custom and r.urn == declared.urn]
    assert queue.outputs["max_queue_depth"] == 9


def test_a_chain_through_an_unchanged_object_is_waited_for(world: Rehearsal) -> None:
    world.partition()

    def between(*needs: str) -> Any:
        return resource(DATA, "LIB/B", max_entry_length=10, opt_dependencies=needs)

    world.up(between())
    first = resource(DATA, "LIB/A", max_entry_length=10)
    last = resource(DATA, "LIB/C", max_entry_length=10, opt_dependencies=(between().urn,))
    plan = world.plan(first, between(first.urn), last)
    assert first.name in {key.name for key in step_of(plan, "LIB/C").depends}


# Messages.


def test_what_is_no_longer_declared_is_purged_by_name(world: Rehearsal) -> None:
    machine = world.system()
    world.up(resource(LOCAL, "Q"), resource(LOCAL, "OTHER"))
    machine.put("Q")
    machine.put("OTHER")
    plan = world.plan(purge=("QM1/mq:LocalQueue/Q",))
    assert codes(plan) == {"OTHER": ["data-loss"]}
    assert "give --purge QM1/mq:LocalQueue/OTHER to lose them" in str(plan.blocked[0].blocked[0])
    assert [problem.code for problem in step_of(plan, "Q").decision.warnings] == ["messages-purged"]
    plan = world.plan(resource(LOCAL, "OTHER"), purge=("QM1/mq:LocalQueue/Q",))
    assert world.apply(plan).ok
    assert world.observed(LOCAL, "Q") is None
    changed = resource(LOCAL, "OTHER", max_queue_depth=5, opt_replace_on_changes=("*",))
    assert codes(world.plan(changed)) == {"OTHER": ["data-loss"]}
    assert codes(world.plan(changed, purge=("QM1/mq:LocalQueue/OTHER",))) == {}
    with pytest.raises(PlanError, match=r"--purge .QM1/mq:LocalQueue/X.: the stack has no such"):
        world.plan(changed, purge=("QM1/mq:LocalQueue/X",))


def test_what_was_opened_before_an_alias_was_blanked_is_not_forgotten(world: Rehearsal) -> None:
    machine = world.system()
    there = {"remote_queue_name": "REM", "remote_queue_manager_name": "QM9"}
    queues = [resource(LOCAL, name, usage="transmission") for name in ("X1", "X2")]
    remote = resource(REMOTE, "R1", xmit_queue_name="X1", **there)
    world.up(*queues, remote, resource(ALIAS, "A1", base_object_name="R1"))
    machine.open("A1", {OpenFor.OUTPUT})
    blank = resource(ALIAS, "A1", base_object_name="")
    world.apply(world.plan(*queues, remote, blank))
    changed = resource(REMOTE, "R1", xmit_queue_name="X2", **there)
    force = step_of(world.plan(*queues, changed, blank), "R1").decision.force
    assert force.verdict is ForceVerdict.NEEDED
    assert [use.object_name for use in force.uses] == ["A1"]
    assert codes(world.plan(*queues, blank)) == {"R1": ["in-use"]}
    # Without FORCE the change is refused by the system, with it R1 is changed.
    forced = resource(REMOTE, "R1", xmit_queue_name="X2", force="when-needed", **there)
    world.up(*queues, forced, blank)


def test_what_is_open_stays_with_what_it_was_opened_to(world: Rehearsal) -> None:
    """A FORCE of the same plan does not open another queue."""
    machine = world.system()
    moved = {"force": "when-needed"}
    world.up(
        resource(LOCAL, "L1"),
        resource(LOCAL, "L2", backout_requeue_name="A1"),
        resource(ALIAS, "A1", base_object_name="L1", **moved),
    )
    machine.open("A1", {OpenFor.INPUT_SHARED})
    first, alias = resource(LOCAL, "L1"), resource(ALIAS, "A1", base_object_name="L2", **moved)
    plan = world.up(
        first, resource(LOCAL, "L2", usage="transmission", backout_requeue_name="A1"), alias
    )
    assert step_of(plan, "A1").decision.force.verdict is ForceVerdict.NEEDED
    assert step_of(plan, "L2").decision.force.verdict is ForceVerdict.NOT_NEEDED
    second = resource(LOCAL, "L2", usage="transmission", backout_requeue_name="A1")
    assert codes(world.plan(second, alias)) == {"L1": ["in-use"]}


def test_a_queue_manager_alias_made_later_is_not_what_was_opened(world: Rehearsal) -> None:
    machine = world.system()
    machine.create(LOCAL, "X1", {"usage": "transmission"})
    machine.set_manager({"default_transmission_queue": "X1"})
    machine.open("ANY", {OpenFor.OUTPUT}, queue_manager="MGR")
    world.up(resource(REMOTE, "MGR", remote_queue_manager_name="QM9"))
    world.up()


def test_what_a_dump_counts_may_be_open_by_an_alias(world: Rehearsal) -> None:
    machine = world.system()
    world.up(resource(LOCAL, "Q"), resource(ALIAS, "A1", base_object_name="Q"))
    opened = frozenset({OpenFor.OUTPUT})
    path = (Resolved("local", "Q"),)
    with machine.writing() as tx:
        tx.add_handle(StoredHandle("Q", "unknown", "", opened, anonymous=True, path=path))
    other = resource(ALIAS, "A1", base_object_name="OTHER")
    assert codes(world.plan(resource(LOCAL, "Q"), other)) == {"A1": ["force-needed"]}
    with pytest.raises(CommandFailed, match="MQRCCF_OBJECT_OPEN"):
        machine.change(ALIAS, "A1", {"base_object_name": "OTHER"})


# Memberships of clusters: what a channel makes lasts as long as the channel.


def test_a_membership_lasts_as_long_as_its_channel(world: Rehearsal) -> None:
    world.system()
    channel = resource(RECEIVER, "TO.ME", cluster_name="C1")
    world.up(resource(CLUSTER, "C1"), channel)
    assert codes(world.plan(channel)) == {"C1": ["still-joined"]}
    again = resource(CLUSTER, "C1", full_repository="yes", opt_replace_on_changes=("*",))
    assert codes(world.plan(again, channel)) == {"C1": ["still-joined"]}
    world.up(resource(CLUSTER, "C1", full_repository="yes"), channel)
    world.up(resource(RECEIVER, "TO.ME", cluster_name="OTHER"), resource(CLUSTER, "OTHER"))
    assert world.observed(CLUSTER, "C1") is None
    world.up()
    assert world.observed(CLUSTER, "OTHER") is None


def test_a_membership_through_a_namelist_that_is_not_declared(world: Rehearsal) -> None:
    machine = world.system()
    machine.create(NAMELIST, "N", {"names": ("C2",)})
    world.up(resource(RECEIVER, "TO.ME", cluster_namelist="N"), resource(CLUSTER, "C2"))
    assert codes(world.plan(resource(RECEIVER, "TO.ME", cluster_namelist="N"))) == {
        "C2": ["still-joined"]
    }


def test_a_cluster_does_not_go_while_a_channel_is_to_join_it(world: Rehearsal) -> None:
    """The channel that names it only from this plan on, or is replaced and names it still."""
    world.system()
    world.up(resource(CLUSTER, "C1"), resource(RECEIVER, "TO.ME"))
    joining = resource(RECEIVER, "TO.ME", cluster_name="C1")
    assert codes(world.plan(joining)) == {"C1": ["still-joined"]}
    world.up(joining, resource(CLUSTER, "C1"))
    again = resource(RECEIVER, "TO.ME", short_retry_count=7, opt_replace_on_changes=("*",))
    assert codes(world.plan(again)) == {"C1": ["still-joined"]}


def test_two_kinds_of_one_name_are_not_replaced_either(world: Rehearsal) -> None:
    world.system()
    world.up(resource(LOCAL, "Q"))
    again = resource(LOCAL, "Q", max_queue_depth=7, opt_replace_on_changes=("*",))
    alias = resource(ALIAS, "Q", logical="b", base_object_name="")
    plan = world.plan(again, alias, targets=["Q"])
    assert codes(plan) == {"Q": ["declared-as-other-kind"]}


@pytest.mark.parametrize("adopted_first", [False, True])
def test_a_membership_stays_declared_when_its_channel_goes(
    world: Rehearsal, adopted_first: bool
) -> None:
    world.system()
    channel = resource(RECEIVER, "TO.ME", cluster_name="C3")
    world.up(channel)
    if adopted_first:
        world.up(channel, resource(CLUSTER, "C3"))
    world.up(resource(CLUSTER, "C3"))
    assert world.observed(CLUSTER, "C3") is None
    assert world.plan(resource(CLUSTER, "C3")).is_empty
    world.up(channel, resource(CLUSTER, "C3"))
    assert world.observed(CLUSTER, "C3") is not None


def test_nothing_is_sent_for_a_membership_that_only_a_channel_makes(world: Rehearsal) -> None:
    world.system()
    plan = world.up(resource(CLUSTER, "C3"))
    assert step_of(plan, "C3").decision.reasons == (
        "nothing is sent: a cluster-receiver channel that names it makes it",
    )
    assert world.plan(resource(CLUSTER, "C3")).is_empty
    assert not refreshed(world.store.load(), world.systems).objects
    world.up()
    assert world.plan().is_empty


def test_the_repository_namelist_does_not_depend_on_timing(world: Rehearsal) -> None:
    world.system()
    for name in ("C2", "C0", "C1"):
        world.up(
            *(
                resource(CLUSTER, other, full_repository="yes")
                for other in ("C0", "C1", "C2")
                if other <= name or other == "C2"
            )
        )
    assert world.attributes(NAMELIST, "QUEUEWRIGHT.REPOSITORIES")["names"] == ("C0", "C1", "C2")


def test_what_memberships_keep_is_no_object_of_a_program(world: Rehearsal) -> None:
    """Declared it is blocked; where a state has it, because an import wrote it, it stays."""
    world.system()
    clusters = [resource(CLUSTER, name, full_repository="yes") for name in ("C1", "C2")]
    world.up(*clusters)
    kept = resource(NAMELIST, "QUEUEWRIGHT.REPOSITORIES", names=["C1", "C2"])
    other = resource(NAMELIST, "QUEUEWRIGHT.REPOSITORIES", names=["C1"], adopt="always")
    for declared in (kept, other):
        (step,) = [step for step in world.plan(*clusters, declared).steps if step.blocked]
        (problem,) = [each for each in step.blocked if each.code == "kept-by-memberships"]
        assert "leave it out, it stays as it is" in problem.remediation
    world.up(*clusters, resource(NAMELIST, "OTHER", names=["C1", "C2"]))
    state = world.store.path.read_text()
    world.store.path.write_text(state.replace("OTHER", "QUEUEWRIGHT.REPOSITORIES"))
    assert world.plan(*clusters, kept).is_empty
    plan = world.up(*clusters)
    (step,) = plan.changes
    assert step.decision.keep
    assert "the memberships of its clusters need it" in step.decision.reasons[0]
    assert world.attributes(NAMELIST, "QUEUEWRIGHT.REPOSITORIES")["names"] == ("C1", "C2")


def test_a_list_is_replaced_when_its_deleted_user_is_gone(world: Rehearsal) -> None:
    world.partition()
    user = resource(DATA, "LIB/DQ", max_entry_length=10, authorization_list="L1")
    world.up(resource(LIST, "L1"), user)
    plan = world.up(resource(LIST, "L1", text_description="x", opt_replace_on_changes=("*",)))
    assert {step.key.name: step.verb for step in plan.steps} == {
        "L1": Verb.REPLACE,
        "LIB/DQ": Verb.DELETE,
    }


# Pulumi's reasons to replace or keep a resource whatever differs.


def test_what_pulumi_replaces_whatever_differs(world: Rehearsal) -> None:
    machine = world.system()

    def program(trigger: Any, **options: Any) -> tuple[Any, ...]:
        first = resource(LOCAL, "A", opt_engine_fields={"replacementTrigger": trigger})
        second = resource(LOCAL, "B", opt_engine_fields={"replaceWith": [first.urn]}, **options)
        third = resource(LOCAL, "C", opt_engine_fields={"deletedWith": second.urn})
        return first, second, third, resource(LOCAL, "D")

    world.up(*program(1))
    machine.change(LOCAL, "B", {"max_queue_depth": 7})
    plan = world.up(*program(2))
    assert {step.key.name: step.verb for step in plan.changes} == dict.fromkeys("ABC", Verb.REPLACE)
    assert "its replacement_trigger has changed" in step_of(plan, "A").decision.reasons
    assert "it is replaced with A" in step_of(plan, "B").decision.reasons
    assert "it is replaced with B" in step_of(plan, "C").decision.reasons
    assert world.attributes(LOCAL, "B")["max_queue_depth"] == 7
    machine.put("C")
    assert codes(world.plan(*program(3))) == {"C": ["data-loss"]}
    assert codes(world.plan(*program(3, on_delete="retain"))) == {
        "B": ["replace-retained"],
        "C": ["data-loss"],
    }


@pytest.mark.parametrize("move", [{"name": "NEW"}, {"system": "QM2"}])
def test_what_is_replaced_with_another_is_where_that_has_moved(
    world: Rehearsal, move: dict[str, str]
) -> None:
    world.system()
    world.system("QM2")

    def program(**place: str) -> tuple[Any, ...]:
        given = {"name": "A", "system": "QM1", **place}
        first = resource(LOCAL, given["name"], given["system"], logical="first")
        second = resource(LOCAL, "B", opt_engine_fields={"replaceWith": [first.urn]})
        third = resource(LOCAL, "C", opt_engine_fields={"deletedWith": second.urn})
        fourth = resource(LOCAL, "D", opt_engine_fields={"deletedWith": first.urn})
        return first, second, third, fourth, resource(LOCAL, "E")

    world.up(*program())
    plan = world.up(*program(**move))
    replaced = {s.key.name for s in plan.changes if s.verb is Verb.REPLACE}
    assert replaced == {"B", "C", "D"}
    assert "it is replaced with first" in step_of(plan, "B").decision.reasons
    assert world.plan(*program(**move)).is_empty


def test_what_is_tainted_is_replaced_once(world: Rehearsal) -> None:
    world.system()
    queue = resource(LOCAL, "A")
    world.up(queue)
    state = world.store.load()
    tainted = (r.but(taint=True) if r.name == "A" else r for r in state.resources)
    world.store.save(state.with_resources(tainted))
    plan = world.up(queue)
    assert step_of(plan, "A").verb is Verb.REPLACE
    assert "taint" not in world.store.load().by_urn()[queue.urn].raw


def test_what_goes_with_another_is_not_deleted(world: Rehearsal) -> None:
    world.system()
    first = resource(LOCAL, "A")
    second = resource(LOCAL, "B", opt_engine_fields={"deletedWith": first.urn})
    world.up(first, second)
    plan = world.up()
    assert "it goes with A (deleted_with)" in step_of(plan, "B").decision.reasons[0]
    assert world.observed(LOCAL, "B") is not None
    assert world.observed(LOCAL, "A") is None


def test_a_provider_with_systems_of_its_own_is_left_to_pulumi(world: Rehearsal) -> None:
    world.system()
    other = "urn:pulumi:dev::shop::pulumi:providers:pulumi-python::other::1234"
    with pytest.raises(PlanError, match=r"A: its provider 'other' has systems of its own.*pulumi"):
        world.plan(resource(LOCAL, "A", opt_provider=other))
    queue = resource(LOCAL, "A")
    world.up(queue)
    state = world.store.load()
    provider = next(r for r in state.resources if r.type == PROVIDER_TYPE)
    foreign = provider.but(urn=other.removesuffix("::1234"), id="1234", inputs={"a": "b"})
    moved = (r.but(provider=other) if r.name == "A" else r for r in state.resources)
    world.store.save(state.with_resources([foreign, *moved]))
    with pytest.raises(PlanError, match="has systems of its own"):
        world.plan()


def test_what_the_program_says_now_holds_for_both_ends_of_a_move(world: Rehearsal) -> None:
    world.system("QM1")
    world.system("QM2")
    world.up(resource(LOCAL, "Q", "QM1", "q"))
    world.machines["QM1"].put("Q")
    assert codes(world.plan(resource(LOCAL, "Q", "QM2", "q"))) == {"Q": ["data-loss"]}
    plan = world.up(resource(LOCAL, "Q", "QM2", "q", on_delete="purge"))
    warned = [problem.code for step in plan.steps for problem in step.decision.warnings]
    assert "messages-purged" in warned


def test_a_target_whose_base_is_new_needs_it_too(world: Rehearsal) -> None:
    world.system()
    program = resource(LOCAL, "NEW"), resource(ALIAS, "A", base_object_name="NEW")
    assert codes(world.plan(*program, targets=["A"])) == {"A": ["not-targeted"]}
    world.apply(world.plan(*program, targets=["A", "NEW"]))
    assert world.observed(ALIAS, "A") is not None


@pytest.mark.parametrize("how", ["unreachable", "answer lost"])
@pytest.mark.parametrize("number", [1, 2])
def test_a_replacement_that_was_cut_off_forgets_nothing(
    world: Rehearsal, number: int, how: str
) -> None:
    """number: the delete, or the create after it."""
    machine = world.system()
    world.up(resource(LOCAL, "Q", max_queue_depth=5))
    machine.change(LOCAL, "Q", {"queue_description": "theirs"})
    options = {"opt_replace_on_changes": ("*",), "opt_ignore_changes": ("queue_description",)}
    options["like"] = "NOT.THERE.ANY.MORE"  # of a creation alone
    changed = resource(LOCAL, "Q", max_queue_depth=6, queue_description="ignored", **options)
    systems = {n: Watched(s, Log({number: how})) for n, s in world.systems.items()}
    plan = world.plan(changed)
    assert not apply(plan, systems, world.store).ok
    world.up(changed)
    assert world.attributes(LOCAL, "Q")["queue_description"] == "theirs"
    assert world.attributes(LOCAL, "Q")["max_queue_depth"] == 6
    assert world.store.load().pending == ()


@pytest.mark.parametrize("ignored", [("name",), ("system",), ("name", "system"), ("*",)])
def test_what_names_an_object_can_be_ignored(world: Rehearsal, ignored: tuple[str, ...]) -> None:
    """As under Pulumi's engine, which puts the old inputs in the place of the new ones."""
    world.system()
    world.system("QM2")
    world.up(resource(LOCAL, "A", logical="q"))
    name, system = (
        ("B" if "system" not in ignored else "A"),
        ("QM1" if "name" in ignored else "QM2"),
    )
    name, system = ("B", "QM2") if len(ignored) == 2 or "*" in ignored else (name, system)
    declared = resource(LOCAL, name, system, logical="q", opt_ignore_changes=ignored)
    plan = world.up(declared)
    assert [(step.verb, str(step.key)) for step in plan.steps] == [
        (Verb.SAME, "QM1 mq:LocalQueue A")
    ]
    assert world.observed(LOCAL, "A") is not None


@pytest.mark.parametrize("ignored", ["on_delete", "*"])
def test_an_option_that_is_ignored_loses_no_messages(world: Rehearsal, ignored: str) -> None:
    machine = world.system()
    world.up(resource(LOCAL, "Q"))
    world.up(resource(LOCAL, "Q", on_delete="purge", opt_ignore_changes=(ignored,)))
    machine.put("Q")
    assert codes(world.plan()) == {"Q": ["data-loss"]}


def test_what_is_ignored_from_its_first_declaration_on_is_not_managed(world: Rehearsal) -> None:
    world.system()
    world.up(resource(LOCAL, "Q"))
    world.up(resource(LOCAL, "Q", queue_description="x", opt_ignore_changes=("*",)))
    (applied,) = [r for r in world.store.load().resources if r.name == "Q"]
    assert "queue_description" not in applied.inputs


def test_what_is_required_and_ignored_is_not_missed_after_a_cut(world: Rehearsal) -> None:
    world.partition()
    world.up(resource(DATA, "LIB/DQ", max_entry_length=10))
    options = {"opt_replace_on_changes": ("*",), "opt_ignore_changes": ("max_entry_length",)}
    changed = resource(DATA, "LIB/DQ", max_entry_length=99, text_description="new", **options)
    systems = {n: Watched(s, Log({2: "unreachable"})) for n, s in world.systems.items()}
    assert not apply(world.plan(changed), systems, world.store).ok
    world.up(changed)
    assert world.attributes(DATA, "LIB/DQ", "IBM1")["max_entry_length"] == 10


def test_what_is_ignored_and_not_reported_is_kept_as_it_was_applied(world: Rehearsal) -> None:
    world.partition()
    ignoring = {"opt_ignore_changes": ("reset_old_messages",)}
    world.up(resource(MESSAGES, "LIB/M", reset_old_messages="no", **ignoring))
    world.up(
        resource(MESSAGES, "LIB/M", reset_old_messages="yes", severity_code_filter=7, **ignoring)
    )
    entry = next(r for r in world.store.load().resources if r.id.endswith("LIB/M"))
    kept = entry.inputs["reset_old_messages"], entry.outputs["reset_old_messages"]
    assert kept == ("no", "no")


@pytest.mark.parametrize("kind", [LOCAL, ALIAS, NAMELIST])
def test_a_disposition_is_not_changed(world: Rehearsal, kind: str) -> None:
    """Neither by a command, which means another object by it, nor, other than by a replacement, by
    a plan."""
    machine = world.system("QM1", "zos", queue_sharing_group="QSG1")
    world.up(resource(kind, "N"))
    for other in ("copy", "group"):
        with pytest.raises(CommandFailed, match="MQRC_UNKNOWN_OBJECT_NAME"):
            machine.change(kind, "N", {DISPOSITION: other})
    machine.change(kind, "N", {DISPOSITION: "q_mgr"})
    changed = resource(kind, "N", on_delete="retain", **{DISPOSITION: "group"})
    assert codes(world.plan(changed)) == {"N": ["replace-retained"]}


def test_a_copy_needs_its_group_object(world: Rehearsal) -> None:
    machine = world.system("QM1", "zos", queue_sharing_group="QSG1")
    copy = resource(NAMELIST, "N", queue_sharing_group_disposition="copy")
    assert codes(world.plan(copy)) == {"N": ["no-group-object"]}
    with pytest.raises(CommandFailed, match="there is no group object of this name"):
        machine.create(NAMELIST, "N", {DISPOSITION: "copy"})


# Default definitions that a program declares.


DEFAULT = "SYSTEM.DEFAULT.LOCAL.QUEUE"


def test_what_is_made_has_the_values_of_the_default_that_the_program_declares(
    world: Rehearsal,
) -> None:
    """Wherever in the program that stands."""
    world.system()
    default = resource(LOCAL, DEFAULT, max_queue_depth=7)
    plan = world.up(resource(LOCAL, "A"), default, resource(LOCAL, "B", max_queue_depth=8))
    for name, depth in (("A", 7), ("B", 8)):
        assert step_of(plan, name).depends == (step_of(plan, DEFAULT).key,)
        assert world.attributes(LOCAL, name)["max_queue_depth"] == depth


def test_what_is_made_is_validated_beside_the_default_that_the_program_declares(
    world: Rehearsal,
) -> None:
    """Where the plan leaves that out, beside the one that is there."""
    world.system()
    new = resource(LOCAL, "A", queue_depth_low_limit=40)
    default = resource(LOCAL, DEFAULT, queue_depth_high_limit=30, queue_depth_low_limit=10)

    def warned(**options: Any) -> list[str]:
        warnings = step_of(world.plan(new, default, **options), "A").decision.warnings
        return [warning.code for warning in warnings]

    assert warned() == ["limits-crossed"]
    assert warned(targets=[new.urn]) == []


@pytest.mark.parametrize("name", [DEFAULT, "SYSTEM.ADMIN.QMGR.EVENT"])
def test_what_every_queue_manager_has_is_never_replaced(world: Rehearsal, name: str) -> None:
    """Without its default definition it could not make another."""
    world.system()
    world.up(resource(LOCAL, name, max_queue_depth=7))
    again = resource(LOCAL, name, max_queue_depth=8, opt_replace_on_changes=("*",))
    assert codes(world.plan(again)) == {name: ["shipped-replaced"]}


def test_what_a_command_has_to_give_is_not_taken_from_the_default(world: Rehearsal) -> None:
    """DEFINE CHANNEL: CONNAME and XMITQ are required, whatever SYSTEM.DEF.SENDER has."""
    world.system()
    given = {"connection_name": "H(1)", "xmit_queue_name": "X"}
    default = resource("mq:SenderChannel", "SYSTEM.DEF.SENDER", **given)
    queue = resource(LOCAL, "X", usage="transmission")
    world.up(queue, default)
    plan = world.plan(queue, default, resource("mq:SenderChannel", "S"))
    assert codes(plan) == {"S": ["connection-missing", "transmission-queue-missing"]}
    copied = resource("mq:SenderChannel", "S", like="SYSTEM.DEF.SENDER")
    world.up(queue, default, copied)
