"""z/OS, Change Queue (PCF) QSGDisposition: a group object is not the live object of its name."""

from pathlib import Path
from typing import Any

import pytest
from bench.watched import Log, Silent, Watched

from queuewright.catalogue.observed import OpenFor
from queuewright.catalogue.platform import Platform
from queuewright.engine.apply import apply
from queuewright.engine.declared import Declared
from queuewright.engine.plan import make_plan
from queuewright.engine.refresh import refreshed
from queuewright.engine.risks import RiskKind, risks_of
from queuewright.engine.steps import Plan
from queuewright.script.commands import commands_of
from queuewright.script.dialect import ScriptDialect
from queuewright.script.text import script_text
from rehearsal import ALIAS, LOCAL, NAMELIST, Rehearsal, codes, resource, step_of

DISPOSITION = "queue_sharing_group_disposition"
GROUP, COPY = {DISPOSITION: "group"}, {DISPOSITION: "copy"}
CHANNEL = "mq:ServerConnectionChannel"
TEXT = {
    LOCAL: "queue_description",
    ALIAS: "queue_description",
    NAMELIST: "namelist_description",
    CHANNEL: "channel_description",
}


@pytest.fixture
def world(tmp_path: Path) -> Rehearsal:
    """QM1 and QM2 of QSG1, and QM3, which is in no group."""
    world = Rehearsal(tmp_path)
    for name, group in (("QM1", "QSG1"), ("QM2", "QSG1"), ("QM3", "")):
        world.system(name, "zos", queue_sharing_group=group)
    return world


def shown(world: Rehearsal, name: str = "A", kind: str = ALIAS) -> dict[str, tuple[Any, ...]]:
    """What DISPLAY QSGDISP(ALL) shows: by queue manager, disposition and description of each."""
    with_dispositions = {}
    for system, machine in world.machines.items():
        found = machine.observe((kind,), (name,))
        rows = [one.attributes for one in found] + [one.group for one in found if one.group]
        texts = tuple((row[DISPOSITION], row[TEXT[kind]]) for row in rows)
        if texts:
            with_dispositions[system] = texts
    return with_dispositions


def warned(plan: Plan, name: str = "A") -> dict[str, str]:
    warnings = step_of(plan, name).decision.warnings
    return {warning.code: warning.reason for warning in warnings if warning.code != "alias-blank"}


@pytest.mark.parametrize("kind", TEXT)
def test_a_group_object_of_others_is_not_ours(world: Rehearsal, kind: str) -> None:
    """Neither updated, nor refreshed, nor deleted on every queue manager."""
    ours = resource(kind, "A", **{TEXT[kind]: "ours"})
    world.up(ours)
    world.machines["QM2"].create(kind, "A", {**GROUP, TEXT[kind]: "theirs"})
    both = {
        "QM1": (("q_mgr", "ours"), ("group", "theirs")),
        "QM2": (("copy", "theirs"), ("group", "theirs")),
    }
    assert shown(world, kind=kind) == both
    assert world.plan(ours).is_empty
    assert refreshed(world.store.load(), world.systems).objects == ()
    world.up(resource(kind, "A", **{TEXT[kind]: "ours too"}))
    assert shown(world, kind=kind) == {**both, "QM1": (("q_mgr", "ours too"), ("group", "theirs"))}
    world.up(resource(kind, "A", opt_replace_on_changes=("*",), **{TEXT[kind]: "anew"}))
    assert shown(world, kind=kind) == {**both, "QM1": (("q_mgr", "anew"), ("group", "theirs"))}
    destroyed = world.plan(destroy=True)
    assert world.apply(destroyed).ok
    assert shown(world, kind=kind) == {**both, "QM1": (("group", "theirs"),)}


def test_a_group_object_of_others_is_adopted_only_where_it_is_declared(world: Rehearsal) -> None:
    world.machines["QM2"].create(ALIAS, "A", {**GROUP, "queue_description": "theirs"})
    world.machines["QM1"].delete(ALIAS, "A", disposition="copy")
    assert [step.verb for step in world.plan(resource(ALIAS, "A")).steps] == ["create"]
    declared = resource(ALIAS, "A", queue_description="ours", **GROUP)
    assert codes(world.plan(declared)) == {"A": ["exists-differently"]}
    declared = resource(ALIAS, "A", queue_description="ours", adopt="any", **GROUP)
    world.up(declared)
    assert shown(world)["QM2"] == (("copy", "ours"), ("group", "ours"))


def test_copies_with_values_of_their_own_are_shown_before_they_are_overwritten(
    world: Rehearsal,
) -> None:
    world.up(resource(LOCAL, "A", queue_description="old", **GROUP))
    other = world.machines["QM2"]
    other.change(LOCAL, "A", {**COPY, "queue_description": "local", "max_queue_depth": 77})
    changed = resource(LOCAL, "A", queue_description="new", **GROUP)
    plan = world.plan(changed)
    assert warned(plan) == {
        "copies-overwritten": "overwrites its copies, with what these have of their own: "
        'QM2 (queue_description: "local" -> "new", max_queue_depth: 77 -> 999999999)'
    }
    risk = next(risk for risk in risks_of(plan) if risk.kind is RiskKind.COPIES)
    assert risk.kind.is_loss
    assert "QM2 (queue_description" in risk.text(5)
    assert (
        "QSG1 that are not among the systems of the stack"
        in step_of(plan, "A").decision.reasons[-1]
    )
    assert world.apply(plan).ok
    assert shown(world, kind=LOCAL)["QM2"] == (("copy", "new"), ("group", "new"))


def test_a_copy_that_only_follows_its_group_object_loses_nothing(world: Rehearsal) -> None:
    world.up(resource(ALIAS, "A", queue_description="old", **GROUP))
    plan = world.plan(resource(ALIAS, "A", queue_description="new", **GROUP))
    assert warned(plan) == {}
    assert RiskKind.COPIES not in {risk.kind for risk in risks_of(plan)}
    world.machines["QM2"].change(ALIAS, "A", {**COPY, "queue_description": "new"})
    assert warned(world.plan(resource(ALIAS, "A", queue_description="new", **GROUP))) == {}


def test_copies_that_go_with_their_group_object_are_shown(world: Rehearsal) -> None:
    world.up(resource(LOCAL, "A", **GROUP), resource(ALIAS, "B"))
    world.machines["QM2"].change(LOCAL, "A", {**COPY, "queue_description": "local"})
    world.machines["QM2"].put("A")
    plan = world.plan(resource(ALIAS, "B"))
    rule = warned(plan)["copies-overwritten"]
    assert rule == (
        "deletes its copies where nobody uses them, with what these have of their own: "
        'QM2 (queue_description: "local")'
    )
    assert world.apply(plan).ok
    assert shown(world, kind=LOCAL) == {"QM2": (("copy", "local"),)}  # it holds a message


def test_copies_that_cannot_be_read_are_said_to_be_unknown(world: Rehearsal) -> None:
    world.up(resource(ALIAS, "A", queue_description="old", **GROUP))
    changed = resource(ALIAS, "A", queue_description="new", **GROUP)
    silent = {**world.systems, "QM2": Silent("QM2")}
    plan = make_plan([changed], world.store.load(), silent, project="shop", stack="dev")
    assert warned(plan) == {
        "copies-not-known": "copies on QM2 are overwritten too; their attributes are not known: "
        "not read"
    }
    assert RiskKind.COPIES in {risk.kind for risk in risks_of(plan)}
    assert apply(plan, silent, world.store).ok


def test_values_of_copies_that_are_secret_are_not_shown(world: Rehearsal) -> None:
    secret: dict[str, Any] = {"opt_secret_inputs": frozenset({"queue_description"})}
    world.up(resource(ALIAS, "A", queue_description="old", **GROUP, **secret))
    world.machines["QM2"].change(ALIAS, "A", {**COPY, "queue_description": "hush"})
    plan = world.plan(resource(ALIAS, "A", queue_description="new", **GROUP, **secret))
    assert warned(plan)["copies-overwritten"].endswith("QM2 (queue_description)")


def test_a_group_object_is_declared_on_one_queue_manager(world: Rehearsal) -> None:
    here = resource(ALIAS, "A", **GROUP)
    there = resource(ALIAS, "A", "QM2", "again", **GROUP)
    blocked = world.plan(here, there).blocked
    assert {(s.key.system, p.code) for s in blocked for p in s.blocked} == {
        ("QM1", "declared-twice-in-group"),
        ("QM2", "declared-twice-in-group"),
    }
    world.up(here)
    moved = world.plan(resource(ALIAS, "A", "QM2", **GROUP))
    assert [step.decision.keep for step in moved.steps if step.deletes] == []
    assert world.apply(moved).ok
    assert shown(world)["QM1"] == (("copy", ""), ("group", ""))  # it is the same one


def test_what_is_declared_group_no_more_stays_what_it_is(world: Rehearsal) -> None:
    world.up(resource(ALIAS, "A", queue_description="old", **GROUP))
    world.up(resource(ALIAS, "A", queue_description="new"))
    world.up(resource(ALIAS, "A", queue_description="newer"))
    assert shown(world)["QM2"] == (("copy", "newer"), ("group", "newer"))
    world.up(resource(ALIAS, "A", queue_description="newer", **{DISPOSITION: "q_mgr"}))
    assert shown(world) == {"QM1": (("q_mgr", "newer"),)}


def test_a_group_object_becomes_the_queue_managers_own_where_its_copy_can_go(
    world: Rehearsal,
) -> None:
    world.up(resource(LOCAL, "A", **GROUP))
    world.machines["QM1"].put("A")
    plan = world.plan(resource(LOCAL, "A", on_delete="purge", **{DISPOSITION: "q_mgr"}))
    assert codes(plan) == {"A": ["data-loss"]}
    assert not step_of(plan, "A").decision.purge


def test_an_object_of_its_own_keeps_its_name(world: Rehearsal) -> None:
    world.machines["QM2"].create(ALIAS, "A", {"queue_description": "theirs"})
    plan = world.up(resource(ALIAS, "A", **GROUP))
    assert warned(plan)["no-copy-made"].startswith("no copy is made on QM2 (q_mgr)")
    assert shown(world)["QM2"] == (("q_mgr", "theirs"), ("group", ""))


def test_a_channel_of_the_group(world: Rehearsal) -> None:
    """Change Channel (PCF) QSGDisposition."""
    world.up(resource(CHANNEL, "A", channel_description="old", **GROUP))
    changed = world.plan(resource(CHANNEL, "A", channel_description="new", **GROUP))
    sent = commands_of(changed, world.systems)
    script = script_text(changed, "QM1", sent, ScriptDialect.MQSC, Platform.ZOS)
    assert "ALTER CHANNEL('A') CHLTYPE(SVRCONN) DESCR('new') QSGDISP(GROUP)" in script.splitlines()
    assert world.apply(changed).ok
    both = (("copy", "new"), ("group", "new"))
    assert shown(world, kind=CHANNEL) == {"QM1": both, "QM2": both}
    assert world.apply(world.plan(destroy=True)).ok
    assert shown(world, kind=CHANNEL) == {}
    for word, code in (("shared", "shared-local-only"), ("private", "disposition-private")):
        assert codes(world.plan(resource(CHANNEL, "A", **{DISPOSITION: word}))) == {"A": [code]}


def test_what_a_copy_alone_names_goes_after_its_group_object(world: Rehearsal) -> None:
    """A queue manager leaves no cluster while the copy of a cluster-receiver channel is there that
    others have made a member by."""
    receiver = "mq:ClusterReceiverChannel"
    world.up(
        resource("mq:Cluster", "C1", full_repository="yes"),
        resource(receiver, "A", connection_name="h(1414)", **GROUP),
    )
    world.machines["QM1"].change(receiver, "A", {**COPY, "cluster_name": "C1"})
    plan = world.plan(destroy=True)
    assert not plan.blocked
    applied = world.apply(plan)
    assert applied.ok, applied.failed


def test_a_cluster_that_only_the_copy_elsewhere_joins_goes_after_the_group_object(
    world: Rehearsal,
) -> None:
    """Of another queue manager of the group. A copy that runs keeps it in the cluster."""
    receiver, other = "mq:ClusterReceiverChannel", world.machines["QM2"]
    cluster = resource("mq:Cluster", "C1", "QM2", full_repository="yes")
    group = resource(receiver, "A", connection_name="h(1414)", **GROUP)
    world.up(cluster, group)
    other.change(receiver, "A", {**COPY, "cluster_name": "C1"})
    assert codes(world.plan(group))["C1"] == ["still-joined"]
    other.channel_runs("A")
    assert codes(world.plan())["C1"] == ["still-joined"]
    other.channel_runs("A", "STOPPED")
    plan = world.plan()
    assert step_of(plan, "C1").depends == (step_of(plan, "A").key,)
    applied = world.apply(plan)
    assert applied.ok, applied.failed
    assert not other.observe((receiver, "mq:Cluster"), ("A", "C1"))


def test_a_name_that_a_copy_elsewhere_has_is_free_after_its_group_object(world: Rehearsal) -> None:
    """Another kind of channel gets it, on another queue manager of the group."""
    world.up(resource("mq:ReceiverChannel", "A", **GROUP))
    sender = {"connection_name": "h(1414)", "xmit_queue_name": "X"}
    new = resource("mq:SenderChannel", "A", "QM2", **sender)
    plan = world.plan(new)
    assert [str(step.verb) for step in plan.changes] == ["delete", "create"]
    applied = world.apply(plan)
    assert applied.ok, applied.failed
    assert world.plan(new).is_empty


def test_a_name_that_a_copy_of_a_replaced_group_object_has_is_not_free(world: Rehearsal) -> None:
    group = resource(ALIAS, "A", **GROUP)
    world.up(group)
    own = resource(ALIAS, "A", queue_sharing_group_disposition="q_mgr")
    plan = world.plan(own, resource(LOCAL, "A", "QM2"))
    assert {step.key.system: str(step.verb) for step in plan.steps} == {
        "QM1": "replace",
        "QM2": "create",
    }
    assert [step.key.system for step in plan.blocked] == ["QM2"]


def test_what_has_the_name_of_a_copy_is_not_the_pattern_of_a_queue(world: Rehearsal) -> None:
    """An alias on the other queue manager, which the same plan deletes when all else is done."""
    group = resource(LOCAL, "A", **GROUP)
    world.up(resource(ALIAS, "A", "QM2", base_object_name="B"))
    new = resource(LOCAL, "NEW", "QM2", like="A")
    assert codes(world.plan(group, new)) == {"NEW": ["like-missing"]}
    world.up(group)
    assert codes(world.plan(group, new)) == {"NEW": ["like-missing"]}  # QM2 has no copy


def test_a_group_object_behind_something_else_of_its_name_is_no_pattern(world: Rehearsal) -> None:
    """On its own queue manager, too, which has no copy of it then."""
    world.machines["QM1"].create(LOCAL, "A", {})
    group = resource(ALIAS, "A", **GROUP)
    world.up(group)
    new = resource(ALIAS, "NEW", like="A")
    assert codes(world.plan(group, new)) == {"NEW": ["like-missing"]}


def test_a_queue_is_made_like_the_copy_of_a_new_group_object(world: Rehearsal) -> None:
    group, new = resource(LOCAL, "A", **GROUP), resource(LOCAL, "NEW", "QM2", like="A")
    plan = world.plan(group, new)
    assert codes(plan) == {}
    assert step_of(plan, "NEW").depends == (step_of(plan, "A").key,)
    assert world.apply(plan).ok


def test_what_names_a_copy_comes_after_the_group_object_and_goes_before_it(
    world: Rehearsal,
) -> None:
    group = resource(LOCAL, "A", **GROUP)
    alias = resource(ALIAS, "NEW", "QM2", base_object_name="A")
    plan = world.plan(alias, group)
    assert step_of(plan, "NEW").depends == (step_of(plan, "A").key,)
    assert world.apply(plan).ok
    plan = world.plan()
    assert step_of(plan, "A").depends == (step_of(plan, "NEW").key,)
    assert world.apply(plan).ok


def test_a_shared_queue_comes_after_what_has_its_name_on_other_queue_managers(
    world: Rehearsal,
) -> None:
    shared = {"coupling_facility_structure": "S1", DISPOSITION: "shared"}
    own, of_all = resource(ALIAS, "A", "QM2"), resource(LOCAL, "A", "QM1", **shared)
    plan = world.plan(of_all, own)
    first, then = sorted(plan.steps, key=lambda step: step.key.system, reverse=True)
    assert (first.depends, then.depends) == ((), (first.key,))
    assert world.apply(plan).ok
    assert world.plan(of_all, own).is_empty


def test_a_script_names_the_object_that_it_means(world: Rehearsal) -> None:
    world.up(
        resource(ALIAS, "A", **GROUP),
        resource(ALIAS, "OLD", **GROUP),
        resource(LOCAL, "S", coupling_facility_structure="S1", **{DISPOSITION: "shared"}),
    )
    shared = {"coupling_facility_structure": "S1", DISPOSITION: "shared"}
    changed = world.plan(
        resource(ALIAS, "A", queue_description="new", **GROUP),
        resource(LOCAL, "S", queue_description="new", **shared),
    )
    sent = commands_of(changed, world.systems)
    script = script_text(changed, "QM1", sent, ScriptDialect.MQSC, Platform.ZOS)
    for line in (
        "ALTER QALIAS('A') DESCR('new') QSGDISP(GROUP)",
        "ALTER QLOCAL('S') DESCR('new') QSGDISP(SHARED)",
        "DELETE QALIAS('OLD') QSGDISP(GROUP)",
    ):
        assert line in script.splitlines()


def test_what_is_an_object_of_its_own_is_made_before_a_copy_has_the_name(
    world: Rehearsal,
) -> None:
    world.up(resource(ALIAS, "A", **GROUP), resource(LOCAL, "A", "QM2", "own"))
    assert [o.key.kind for o in world.machines["QM2"].observe((LOCAL, ALIAS), ("A",))] == [
        LOCAL,
        ALIAS,  # in the shared repository
    ]


def test_a_sender_is_made_before_the_receiver_of_its_name_that_is_a_group_object(
    world: Rehearsal,
) -> None:
    world.machines["QM2"].create(LOCAL, "X", {"usage": "transmission"})
    sends = {"connection_name": "H(1)", "xmit_queue_name": "X"}
    receiver = resource("mq:ReceiverChannel", "A", **GROUP)
    sender = resource("mq:SenderChannel", "A", "QM2", **sends)
    world.up(receiver, sender)
    assert world.plan(receiver, sender).is_empty


def test_a_group_object_stays_while_a_copy_of_it_is_declared(world: Rehearsal) -> None:
    world.up(resource(ALIAS, "A", **GROUP))
    copy = resource(ALIAS, "A", "QM2", "copy")  # of whatever disposition it has
    world.up(resource(ALIAS, "A", **GROUP), copy)
    assert codes(world.plan(copy)) == {"A": ["copy-goes-too"]}
    own = resource(ALIAS, "A", queue_sharing_group_disposition="q_mgr")
    assert codes(world.plan(own, copy)) == {"A": ["copy-goes-too"]}
    assert codes(world.plan(own)) == codes(world.plan(resource(ALIAS, "A", **GROUP))) == {}


@pytest.mark.parametrize("use", ["message", "handle", ""])
def test_a_copy_that_is_used_keeps_its_name(world: Rehearsal, use: str) -> None:
    """The deletion of a group object deletes the copies that nobody uses."""
    world.up(resource(LOCAL, "A", **GROUP))
    if use == "message":
        world.machines["QM1"].put("A")
    elif use:
        world.machines["QM1"].open("A", {OpenFor.OUTPUT}, application="billing")
    own = resource(ALIAS, "A", "QM1", "own")
    blocked = world.plan(own).blocked
    assert [p.code for step in blocked for p in step.blocked] == (["copy-stays"] if use else [])
    if not use:
        world.up(own)


def test_names_do_not_mean_what_is_in_the_repository_only(world: Rehearsal) -> None:
    world.machines["QM1"].create(LOCAL, "Q", GROUP)
    world.machines["QM1"].delete(LOCAL, "Q", disposition="copy")
    plan = world.plan(resource(LOCAL, "NEW", like="Q"), resource(ALIAS, "A", base_object_name="Q"))
    assert codes(plan) == {"NEW": ["like-missing"]}
    assert "dangling" in warned(plan)


def test_a_live_object_is_in_the_way_where_the_group_object_is_gone(world: Rehearsal) -> None:
    """Others have deleted it while an application had its copy open, and the program no longer
    says which is meant: the copy is not ours, and nothing could be made beside it."""
    world.up(resource(LOCAL, "A", **GROUP))
    machine = world.machines["QM1"]
    machine.open("A", {OpenFor.OUTPUT}, application="billing")
    machine.delete(LOCAL, "A", disposition="group")
    assert [row for row, _ in shown(world, kind=LOCAL)["QM1"]] == ["copy"]
    assert codes(world.plan(resource(LOCAL, "A"))) == {"A": ["live-already"]}
    assert codes(world.plan(resource(LOCAL, "A", **GROUP))) == {}


def test_one_group_has_one_name_for_one_kind(tmp_path: Path) -> None:
    """A queue manager of the group cannot have a copy of both."""
    world = Rehearsal(tmp_path)
    for name in ("QM1", "QM2"):
        world.system(name, "zos", queue_sharing_group="QSG1")
    world.system("QM3", "zos", queue_sharing_group="QSG2")
    group = {"queue_sharing_group_disposition": "group"}
    queue, alias = resource(LOCAL, "A", **group), resource(ALIAS, "A", "QM2", **group)
    plan = world.plan(queue, alias)
    assert [problem.code for step in plan.steps for problem in step.blocked] == [
        "other-kind-in-group", "other-kind-in-group",
    ]  # fmt: skip
    elsewhere = resource(ALIAS, "A", "QM3", **group)
    assert codes(world.plan(queue, elsewhere)) == {}
    assert codes(world.plan(queue, resource(ALIAS, "B", "QM2", **group))) == {}


@pytest.mark.parametrize("fault", ["refused", "unreachable", "answer lost"])
@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("is_gone", [False, True], ids=["there", "gone"])
@pytest.mark.parametrize(("before", "after"), [("q_mgr", "group"), ("group", "q_mgr")])
def test_a_change_of_disposition_that_fails_is_carried_on(
    world: Rehearsal, before: str, after: str, is_gone: bool, number: int, fault: str
) -> None:
    """Nothing of ours is left beside what is declared, and nothing is taken for somebody else's.
    is_gone: others have deleted the object before. number: of the command that fails."""
    world.up(resource(ALIAS, "A", **{DISPOSITION: before}))
    if is_gone:
        world.machines["QM1"].delete(ALIAS, "A", disposition=before)
    declared = resource(ALIAS, "A", **{DISPOSITION: after})
    log = Log({number: fault})
    watched = {name: Watched(system, log) for name, system in world.systems.items()}
    applied = apply(world.plan(declared), watched, world.store)
    assert applied.ok is (is_gone and number == 2)  # a creation is one command
    world.up(declared)
    both = dict.fromkeys(("QM1", "QM2"), (("copy", ""), ("group", "")))
    assert shown(world) == (both if after == "group" else {"QM1": (("q_mgr", ""),)})
    [kept] = [r for r in world.store.load().resources if r.name == "A"]
    assert (kept.outputs[DISPOSITION], world.store.load().pending) == (after, ())
    assert world.apply(world.plan(destroy=True)).ok
    assert shown(world) == {}


def test_what_becomes_a_group_object_shares_the_name_space_of_the_group(world: Rehearsal) -> None:
    """Also where the state still has an object of the queue manager itself."""
    own = resource(ALIAS, "A", "QM2")
    world.up(own)
    plan = world.plan(resource(LOCAL, "A", **GROUP), resource(ALIAS, "A", "QM2", **GROUP))
    assert [problem.code for step in plan.steps for problem in step.blocked] == [
        "other-kind-in-group", "other-kind-in-group",
    ]  # fmt: skip
    world.up(resource(LOCAL, "A", **GROUP), own)


def test_a_declared_copy_is_set_again_after_its_group_object(world: Rehearsal) -> None:
    """The command on the group object overwrites it; what it has of its own comes back by the same
    update, and the preview says so."""

    def program(text: str, **own: Any) -> tuple[Declared, Declared]:
        group = resource(ALIAS, "A", queue_description=text, inhibit_get="get_inhibited", **GROUP)
        copy = resource(ALIAS, "A", "QM2", "copy", adopt="any", **COPY, **own)
        return group, copy

    world.up(program("old")[0])
    world.up(*program("old", queue_description="mine"))
    plan = world.up(*program("new", queue_description="mine", inhibit_put="put_inhibited"))
    group, copy = sorted(plan.changes, key=lambda step: step.key.system)
    assert [(c.name, c.before, c.after) for c in copy.decision.changes] == [
        ("queue_description", "new", "mine"),
        ("inhibit_put", "put_allowed", "put_inhibited"),
    ]
    assert not any(change.drifted for change in copy.decision.changes)
    assert copy.generation > group.generation
    assert "its group object, declared on QM1, changes it first" in copy.decision.reasons
    assert "copies-overwritten" not in {w.code for w in group.decision.warnings}
    assert shown(world)["QM2"] == (("copy", "mine"), ("group", "new"))
    world.machines["QM2"].change(ALIAS, "A", {**COPY, "inhibit_get": "get_allowed"})
    plan = world.up(*program("newer", queue_description="mine", inhibit_put="put_inhibited"))
    lost = {w.code: w.reason for w in plan.changes[0].decision.warnings}["copies-overwritten"]
    assert lost.endswith('QM2 (inhibit_get: "get_allowed" -> "get_inhibited")')


@pytest.mark.parametrize("kind", TEXT)
def test_a_copy_that_is_adopted_while_its_group_object_changes(world: Rehearsal, kind: str) -> None:
    """The state then has what the copy has."""
    world.up(resource(kind, "A", **GROUP))
    copy = resource(kind, "A", "QM2", "copy", adopt="matching")
    world.up(resource(kind, "A", **{TEXT[kind]: "new"}, **GROUP), copy)
    assert shown(world, kind=kind)["QM2"] == (("copy", "new"), ("group", "new"))
    assert refreshed(world.store.load(), world.systems).objects == ()
    apart = resource(kind, "A", "QM2", "copy", **COPY, **{TEXT[kind]: "mine"})
    world.up(
        resource(kind, "A", opt_replace_on_changes=("*",), **{TEXT[kind]: "newer"}, **GROUP), apart
    )
    assert shown(world, kind=kind)["QM2"] == (("copy", "mine"), ("group", "newer"))


def test_a_copy_that_is_gone_comes_back_with_its_group_object(world: Rehearsal) -> None:
    """The change of the group object makes it, and its own step does not find it in the way."""
    own = resource(ALIAS, "A", "QM2", "copy", queue_description="mine", **COPY)
    world.up(resource(ALIAS, "A", **GROUP))
    world.machines["QM2"].delete(ALIAS, "A", disposition="copy")
    world.up(resource(ALIAS, "A", queue_description="new", **GROUP), own)
    assert shown(world)["QM2"] == (("copy", "mine"), ("group", "new"))


def test_an_object_of_its_own_is_made_before_the_group_object_changes(world: Rehearsal) -> None:
    world.up(resource(ALIAS, "A", **GROUP))
    world.machines["QM2"].delete(ALIAS, "A", disposition="copy")
    own = resource(LOCAL, "A", "QM2", "own")
    world.up(resource(ALIAS, "A", queue_description="new", **GROUP), own)
    assert shown(world, kind=LOCAL)["QM2"] == (("q_mgr", ""),)


def test_a_shared_queue_is_one_for_the_whole_group(world: Rehearsal) -> None:
    """Whichever queue manager declares it; it moves with its messages."""
    shared = {DISPOSITION: "shared", "coupling_facility_structure": "APP1"}
    here, there = (resource(LOCAL, "Q", name, name, **shared) for name in ("QM1", "QM2"))
    assert codes(world.plan(here, there)) == {"Q": ["declared-twice-in-group"]}
    world.up(here)
    world.machines["QM2"].put("Q", count=2)
    moved = world.plan(there)
    assert not any(step.deletes for step in moved.steps)
    reasons = [reason for step in moved.steps for reason in step.decision.reasons]
    assert "it is the group object that is declared on QM2" in reasons
    world.up(there)
    [found] = world.machines["QM1"].observe((LOCAL,), ("Q",), status=True)
    assert found.depth == 2
    world.up(there, resource(ALIAS, "TO.Q", base_object_name="Q"))
    plan = world.plan()
    assert codes(plan)["Q"] == ["data-loss"]


def test_a_shared_queue_moves_to_a_declaration_that_takes_what_is_live(world: Rehearsal) -> None:
    """Which says no disposition: on its queue manager the name is the shared queue's."""
    shared = {DISPOSITION: "shared", "coupling_facility_structure": "APP1"}
    world.up(resource(LOCAL, "Q", "QM2", "one", **shared))
    world.machines["QM2"].put("Q", count=2)
    live = resource(LOCAL, "Q", "QM1", "other", adopt="any", queue_monitoring="q_mgr")
    both = world.plan(resource(LOCAL, "Q", "QM2", "one", **shared), live)
    assert codes(both) == {"Q": ["declared-twice-in-group"]}
    renamed = resource(LOCAL, "NEW", "QM2", "one", **shared)
    world.up(renamed, live)
    [found] = world.machines["QM1"].observe((LOCAL,), ("Q",), status=True)
    assert found.depth == 2
    assert world.plan(renamed, live).is_empty


def test_a_shared_queue_is_kept_by_what_was_another_queue_when_it_was_applied(
    world: Rehearsal,
) -> None:
    """Others deleted the queue manager's own queue: its name means the shared one now, which the
    declaration on another queue manager gives up."""
    shared = {DISPOSITION: "shared", "coupling_facility_structure": "APP1"}
    world.up(resource(LOCAL, "Q"))
    world.up(resource(LOCAL, "Q"), resource(LOCAL, "Q", "QM2", "shared", **shared))
    world.machines["QM1"].delete(LOCAL, "Q")
    world.machines["QM2"].put("Q", count=2)
    live = resource(LOCAL, "Q", queue_description="kept")
    world.up(live)
    [found] = world.machines["QM1"].observe((LOCAL,), ("Q",), status=True)
    assert (found.depth, found.attributes["queue_description"]) == (2, "kept")
    assert world.plan(live).is_empty


@pytest.mark.parametrize("others", [False, True])
def test_a_shared_queue_behind_a_private_object_takes_its_name(
    world: Rehearsal, others: bool
) -> None:
    """Nothing else can be made there, and nothing is deleted for it: each queue manager shows its
    own object, and the shared queue where it has none. others: who made the shared queue."""
    is_shared = {DISPOSITION: "shared", "coupling_facility_structure": "APP1"}
    shared = resource(LOCAL, "A", system="QM2", logical="shared", **is_shared)
    kept = () if others else (shared,)
    world.up(resource(ALIAS, "A"))
    if others:
        world.machines["QM2"].create(LOCAL, "A", is_shared)
    world.up(resource(ALIAS, "A"), *kept)
    before = world.machines["QM1"].observe((LOCAL, ALIAS), ("A",))
    anew = resource(ALIAS, "A", opt_replace_on_changes=("*",), queue_description="anew")
    for declared in (anew, resource(LOCAL, "A")):
        assert codes(world.plan(declared, *kept))["A"] == ["shared-queue-behind"]
    assert codes(world.plan(resource(NAMELIST, "A"), *kept)) == {}
    (step,) = world.plan(anew, *kept).blocked
    (problem,) = step.blocked
    assert problem.reason == (
        "once the mq:AliasQueue of this name is deleted, QM1 has the shared mq:LocalQueue of its "
        "group"
    )
    assert world.machines["QM1"].observe((LOCAL, ALIAS), ("A",)) == before
    world.up(*kept)  # the way out: what is behind it is the queue of the program
    assert codes(world.plan(resource(LOCAL, "A", adopt="any", **is_shared))) == {}


def test_a_copy_that_is_already_as_its_group_object_makes_it(world: Rehearsal) -> None:
    world.up(resource(ALIAS, "A", queue_description="old", **GROUP))
    world.machines["QM2"].change(ALIAS, "A", {**COPY, "queue_description": "new"})
    group = resource(ALIAS, "A", queue_description="new", **GROUP)
    copy = resource(ALIAS, "A", "QM2", "copy", queue_description="new", adopt="any", **COPY)
    plan = world.plan(group, copy)
    assert {step.key.system: step.verb for step in plan.steps} == {"QM1": "update", "QM2": "adopt"}
    world.up(resource(ALIAS, "A", queue_description="old", **GROUP), copy)
    world.machines["QM2"].change(ALIAS, "A", {**COPY, "queue_description": "new"})
    plan = world.plan(group, copy)
    assert {step.key.system: step.verb for step in plan.steps} == {"QM1": "update", "QM2": "same"}
    assert world.apply(plan).ok
    assert world.plan(group, copy).is_empty


def test_a_copy_that_others_left_is_overwritten_with_a_line(world: Rehearsal) -> None:
    """Also what the new group object has by default, which the program does not declare."""
    world.machines["QM2"].create(LOCAL, "A", {**GROUP, "max_queue_depth": 31})
    world.machines["QM1"].put("A")  # in use, so that the copy stays
    world.machines["QM2"].delete(LOCAL, "A", disposition="group")
    assert list(shown(world, kind=LOCAL)) == ["QM1"]
    plan = world.plan(resource(LOCAL, "A", "QM2", queue_description="new", **GROUP))
    reported = warned(plan)["copies-overwritten"]
    assert "QM1 (" in reported
    assert 'queue_description: "" -> "new"' in reported
    assert "max_queue_depth: 31 -> 999999999" in reported
    assert world.apply(plan).ok


@pytest.mark.parametrize("name", ["A", "SYSTEM.JMS.TEMPQ.MODEL"])
def test_a_group_object_does_not_become_one_that_is_there_already(
    world: Rehearsal, name: str
) -> None:
    """The queue manager's own object is not a copy: deleting the group object leaves it."""
    model = "mq:ModelQueue"
    if name == "A":
        world.machines["QM1"].create(model, name, {})
    world.up(resource(model, name, **GROUP))
    own = resource(model, name, **{DISPOSITION: "q_mgr"})
    assert codes(world.plan(own)) == {name: ["live-already"]}
    world.machines["QM1"].delete(model, name, disposition="q_mgr")
    assert codes(world.plan(own)) == {}
    world.up(own)


def test_a_group_object_is_not_the_default_definition_of_its_name(world: Rehearsal) -> None:
    """Each queue manager has one of its own, whose values new objects get."""
    default = resource(LOCAL, "SYSTEM.DEFAULT.LOCAL.QUEUE", max_queue_depth=7, **GROUP)
    world.up(default, resource(LOCAL, "A", **GROUP), resource(LOCAL, "A", "QM2", "its", **COPY))
    stored = [each.outputs for each in world.store.load().resources]
    recorded = {
        each["system"]: each["max_queue_depth"] for each in stored if each.get("name") == "A"
    }
    applied = {name: world.attributes(LOCAL, "A", name) for name in ("QM1", "QM2")}
    assert recorded == {name: values["max_queue_depth"] for name, values in applied.items()}
    assert recorded["QM2"] == 999_999_999


def test_like_means_the_live_object_and_not_a_group_object_behind_it(world: Rehearsal) -> None:
    kind, sends = "mq:SenderChannel", {"connection_name": "H(1)", "xmit_queue_name": "X"}
    behind = resource(kind, "SYSTEM.DEF.SENDER", **sends, **GROUP)
    made = resource(kind, "A", connection_name="H(1)", like="SYSTEM.DEF.SENDER")
    assert codes(world.plan(behind, made)) == {"A": ["transmission-queue-missing"]}
    assert codes(world.plan(resource(kind, "SYSTEM.DEF.SENDER", **sends), made)) == {}
    group = resource(kind, "B", **sends, **GROUP)  # which makes a copy
    world.up(group, resource(kind, "A", connection_name="H(1)", like="B"))
    assert world.attributes(kind, "A")["xmit_queue_name"] == "X"
