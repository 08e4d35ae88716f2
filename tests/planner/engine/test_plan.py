"""Plans: what each situation comes to, in which order, and what stands in the way."""

import gc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Handle, Observed, OpenFor, Status
from queuewright.diff.types import ForceVerdict, Verb
from queuewright.engine import garbage
from queuewright.engine.apply import apply
from queuewright.engine.declared import Declared
from queuewright.engine.errors import PlanError
from queuewright.engine.steps import Plan
from queuewright.graph.dependency_graph import DependencyCycle
from queuewright.state.deployment import SECRET_KEY, Deployment, Resource
from worlds import ALIAS, LOCAL, REMOTE, World, key, urn


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path)


def codes(world: World, name: str, **options: Any) -> list[str]:
    return [problem.code for problem in world.step(name, **options).blocked]


def warned(world: World, name: str) -> list[str]:
    return [problem.code for problem in world.step(name).decision.warnings]


def owned(world: World, **given: Any) -> Declared:
    declared = world.declare(LOCAL, "Q", **given)
    world.up()
    world.commands()
    return declared


@pytest.mark.parametrize("name", ["", " "])
def test_an_object_needs_a_name(world: World, name: str) -> None:
    world.declare(LOCAL, name)
    (step,) = world.plan().steps
    assert [problem.code for problem in step.blocked] == ["blank"]


def test_an_empty_program_is_an_empty_plan(world: World) -> None:
    plan = world.plan()
    assert plan.is_empty
    assert (plan.steps, plan.exit_code, dict(plan.counts)) == ((), 0, {})


SITUATIONS: list[tuple[str, Callable[[World], object], Verb, list[str]]] = [
    ("new", lambda w: w.declare(LOCAL, "Q"), Verb.CREATE, []),
    ("like nothing", lambda w: w.declare(LOCAL, "Q", like=""), Verb.CREATE, ["option"]),
    ("bad", lambda w: w.declare(LOCAL, "Q", max_queue_depth=-1), Verb.CREATE, ["range"]),
    ("there and alike", lambda w: (w.qm1.put(LOCAL, "Q"), w.declare(LOCAL, "Q")), Verb.ADOPT, []),
    (
        "there and different",
        lambda w: (w.qm1.put(LOCAL, "Q"), w.declare(LOCAL, "Q", max_queue_depth=9)),
        Verb.ADOPT,
        ["exists-differently"],
    ),
    (
        "there, different and wrong",
        lambda w: (w.qm1.put(LOCAL, "Q"), w.declare(LOCAL, "Q", max_queue_depth=-1)),
        Verb.ADOPT,
        ["range", "exists-differently"],
    ),
    (
        "there, and to be taken over",
        lambda w: (
            w.qm1.put(LOCAL, "Q"),
            w.declare(LOCAL, "Q", max_queue_depth=9, adopt="any"),
        ),
        Verb.ADOPT,
        [],
    ),
    (
        "there, and never to be taken over",
        lambda w: (w.qm1.put(LOCAL, "Q"), w.declare(LOCAL, "Q", adopt="never")),
        Verb.CREATE,
        ["exists-already"],
    ),
    (
        "import_ of what is there",
        lambda w: (
            w.qm1.put(LOCAL, "Q"),
            w.declare(LOCAL, "Q", adopt="never", opt_import_id="QM1/mq:LocalQueue/Q"),
        ),
        Verb.IMPORT,
        [],
    ),
    (
        "import_ of what is not there",
        lambda w: w.declare(LOCAL, "Q", opt_import_id="QM1/mq:LocalQueue/Q"),
        Verb.CREATE,
        ["import-missing"],
    ),
    (
        "another kind has the name",
        lambda w: (w.qm1.put(ALIAS, "Q"), w.declare(LOCAL, "Q")),
        Verb.CREATE,
        ["exists-as-other-kind"],
    ),
    ("the same", owned, Verb.SAME, []),
    ("vanished", lambda w: (owned(w), w.qm1.objects.clear()), Verb.CREATE, []),
    (
        "changed by the program",
        lambda w: w.again(owned(w), inputs={"max_queue_depth": 7}),
        Verb.UPDATE,
        [],
    ),
    (
        "changed by others",
        lambda w: (owned(w, max_queue_depth=5), w.qm1.alter(key("Q"), max_queue_depth=6)),
        Verb.UPDATE,
        [],
    ),
    (
        "changed by others where nothing is managed",
        lambda w: (owned(w), w.qm1.alter(key("Q"), max_queue_depth=6)),
        Verb.SAME,
        [],
    ),
    (
        "an option is not an option",
        lambda w: w.declare(LOCAL, "Q", force="please"),
        Verb.CREATE,
        ["option"],
    ),
    (
        "an attribute that no queue has, on one that exists",
        lambda w: w.again(owned(w), inputs={"colour": "red"}),
        Verb.SAME,
        ["unknown-attribute"],
    ),
    (
        "a value that only another resource knows",
        lambda w: w.again(owned(w), unknown_inputs=frozenset({"queue_description"})),
        Verb.SAME,
        ["unknown-input"],
    ),
    ("no longer declared", lambda w: (owned(w), w.declared.clear()), Verb.DELETE, []),
    (
        "no longer declared, and protected",
        lambda w: (owned(w, opt_protect=True), w.declared.clear()),
        Verb.DELETE,
        ["protected"],
    ),
    (
        "no longer declared, with messages",
        lambda w: (owned(w), w.qm1.set_status(key("Q"), Status(depth=2)), w.declared.clear()),
        Verb.DELETE,
        ["data-loss"],
    ),
    (
        "no longer declared, with messages to lose",
        lambda w: (
            owned(w, on_delete="purge"),
            w.qm1.set_status(key("Q"), Status(depth=2)),
            w.declared.clear(),
        ),
        Verb.DELETE,
        [],
    ),
    (
        "replace_on_changes",
        lambda w: w.again(
            owned(w), inputs={"max_queue_depth": 7}, replace_on_changes=("max_queue_depth",)
        ),
        Verb.REPLACE,
        [],
    ),
    (
        "replace_on_changes, and protected",
        lambda w: w.again(
            owned(w), inputs={"max_queue_depth": 7}, replace_on_changes=("*",), protect=True
        ),
        Verb.REPLACE,
        ["protected"],
    ),
    (
        "replace_on_changes, with messages",
        lambda w: (
            w.again(owned(w), inputs={"max_queue_depth": 7}, replace_on_changes=("*",)),
            w.qm1.set_status(key("Q"), Status(depth=2)),
        ),
        Verb.REPLACE,
        ["data-loss"],
    ),
    (
        "ignore_changes",
        lambda w: w.again(
            owned(w), inputs={"max_queue_depth": 7}, ignore_changes=("max_queue_depth",)
        ),
        Verb.SAME,
        [],
    ),
    (
        "like what is nowhere",
        lambda w: w.declare(LOCAL, "Q", like="NOWHERE"),
        Verb.CREATE,
        ["like-missing"],
    ),
]


@pytest.mark.parametrize(
    ("set_up", "verb", "blocked"),
    [pytest.param(*declared[1:], id=declared[0]) for declared in SITUATIONS],
)
def test_what_each_situation_comes_to(
    world: World, set_up: Callable[[World], object], verb: Verb, blocked: list[str]
) -> None:
    set_up(world)
    step = world.step("Q")
    assert (step.verb, [problem.code for problem in step.blocked]) == (verb, blocked)
    assert world.plan().exit_code == (3 if blocked else 0 if verb is Verb.SAME else 2)
    assert world.commands() == []


def test_what_is_retained_is_forgotten_and_not_deleted(world: World) -> None:
    owned(world, opt_retain_on_delete=True)
    world.declared.clear()
    assert world.step("Q").decision.keep
    assert world.up().ok
    assert world.commands() == []
    assert world.objects() == {"Q"}
    assert world.plan().is_empty


def test_ignored_changes_are_not_in_the_state_either(world: World) -> None:
    declared = world.again(
        owned(world, max_queue_depth=5),
        inputs={"max_queue_depth": 7},
        ignore_changes=("max_queue_depth",),
    )
    state = world.up().state.by_urn()
    assert state[declared.urn].inputs["max_queue_depth"] == 5
    assert state[declared.urn].raw["ignoreChanges"] == ["max_queue_depth"]


def test_drift_is_told_apart_from_what_the_program_changes(world: World) -> None:
    declared = owned(world, max_queue_depth=5, queue_description="old")
    world.qm1.alter(key("Q"), max_queue_depth=6)
    world.again(declared, inputs={"queue_description": "new"})
    decision = world.step("Q").decision
    assert {(c.name, c.before, c.after, c.drifted) for c in decision.changes} == {
        ("max_queue_depth", 6, 5, True),
        ("queue_description", "old", "new", False),
    }
    assert [(d.name, d.before, d.after) for d in decision.drift] == [("max_queue_depth", 5, 6)]


def test_a_change_while_an_application_has_the_queue_open(world: World) -> None:
    declared = world.declare(ALIAS, "IN", base_object_name="WORK")
    world.declare(LOCAL, "WORK")
    world.declare(LOCAL, "OTHER")
    world.up()
    world.qm1.open_handles = [Handle("IN", "billing", "bob", frozenset({OpenFor.OUTPUT}))]
    world.again(declared, inputs={"base_object_name": "OTHER"})
    step = world.step("IN")
    assert [problem.code for problem in step.blocked] == ["force-needed"]
    assert step.decision.force.verdict is ForceVerdict.NEEDED
    assert [(u.application, u.user) for u in step.decision.force.uses] == [("billing", "bob")]
    world.again(world.declared[0], inputs={"force": "when-needed"})
    world.commands()
    assert world.up().ok
    assert world.commands() == ["force IN"]
    assert world.plan().is_empty


def test_status_is_asked_for_only_where_it_decides(world: World) -> None:
    declared = world.declare(ALIAS, "IN", base_object_name="WORK")
    world.declare(LOCAL, "WORK")
    world.up()
    for system in world.systems.values():
        system.asked.clear()
    world.plan()
    assert world.qm1.asked == [(False, None)]
    assert world.qm2.asked == []
    world.qm1.asked.clear()
    world.again(declared, inputs={"queue_description": "new"})
    world.plan()
    assert world.qm1.asked == [(False, None)]
    world.qm1.asked.clear()
    world.again(world.declared[0], inputs={"base_object_name": "X"})
    world.plan()
    assert world.qm1.asked == [(False, None), (True, frozenset({"IN", "WORK"}))]


def test_without_refresh_no_system_is_read(world: World) -> None:
    declared = owned(world, max_queue_depth=5)
    world.qm1.asked.clear()
    assert world.verbs(refresh=False) == {"Q": Verb.SAME}
    world.again(declared, inputs={"max_queue_depth": 6})
    assert world.verbs(refresh=False) == {"Q": Verb.UPDATE}
    assert world.qm1.asked == []


def test_a_list_that_nothing_names_any_more_may_go(world: World) -> None:
    world.declare("ibmi:AuthorizationList", "AUTL", system="PROD01")
    queue = world.declare("ibmi:MessageQueue", "M", system="PROD01", library="L", authority="AUTL")
    world.up()
    world.commands()
    del world.declared[0]
    assert codes(world, "AUTL") == ["list-in-use"]
    world.again(queue, inputs={"authority": "use"})
    assert codes(world, "AUTL") == ["list-in-use"]  # it still secures the object
    [queue] = world.declared
    world.again(queue, inputs={"authority": "use", "authorization_list": "none"})
    assert codes(world, "AUTL") == []
    world.up()
    assert world.commands() == ["change L/M", "delete AUTL"]


def test_the_current_library_is_the_systems(world: World) -> None:
    world.declare("ibmi:MessageQueue", "M", system="PROD01")
    world.up()
    assert world.objects("PROD01") == {"QGPL/M"}
    assert world.plan().is_empty


def test_clusters_of_systems_that_a_plan_does_not_change_are_known(world: World) -> None:
    """A queue manager of the same cluster is reached without a transmission queue."""
    owned(world, system="QM2", resource="there")
    to_qm2 = {"remote_queue_name": "Q", "remote_queue_manager_name": "QM2"}
    world.declare(REMOTE, "TO.QM2", **to_qm2)
    assert warned(world, "TO.QM2") == ["no-transmission-queue"]
    for system in (world.qm1, world.qm2):
        channel = Key(system.name, "mq:ClusterReceiverChannel", f"TO.{system.name}")
        system.objects[channel] = Observed(channel, {"cluster_name": "C"})
    assert warned(world, "TO.QM2") == []


def test_dependents_of_a_replacement_are_told(world: World) -> None:
    world.declare(ALIAS, "IN", base_object_name="Q")
    declared = owned(world)
    world.again(declared, inputs={"max_queue_depth": 9}, replace_on_changes=("*",))
    assert "dependents-meanwhile" in warned(world, "Q")
    assert "IN (base_object_name)" in str(world.step("Q").decision.warnings)


LINT: list[tuple[str, str, dict[str, Any], list[str]]] = [
    ("dangling alias", ALIAS, {"base_object_name": "NOWHERE"}, ["dangling"]),
    (
        "alias of a topic",
        ALIAS,
        {"base_object_name": "NOWHERE", "target_type": "topic"},
        ["dangling"],
    ),
    ("alias of an alias", ALIAS, {"base_object_name": "OTHER.ALIAS"}, ["alias-of-alias"]),
    ("alias of what is there", ALIAS, {"base_object_name": "THERE"}, []),
    ("system's queue", LOCAL, {"backout_requeue_name": "SYSTEM.X", "backout_threshold": 1}, []),
    (
        "no transmission queue",
        REMOTE,
        {"remote_queue_name": "X", "remote_queue_manager_name": "QM7"},
        ["no-transmission-queue"],
    ),
    (
        "a normal queue as transmission queue",
        REMOTE,
        {
            "remote_queue_name": "X",
            "remote_queue_manager_name": "QM7",
            "xmit_queue_name": "THERE",
        },
        ["not-transmission"],
    ),
    (
        "a transmission queue",
        REMOTE,
        {"remote_queue_name": "X", "remote_queue_manager_name": "QM7", "xmit_queue_name": "T"},
        [],
    ),
]


@pytest.mark.parametrize(
    ("kind", "given", "expected"),
    [pytest.param(*declared[1:], id=declared[0]) for declared in LINT],
)
def test_what_looks_wrong_is_warned_of(
    world: World, kind: str, given: dict[str, Any], expected: list[str]
) -> None:
    world.qm1.put(LOCAL, "THERE")
    world.declare(LOCAL, "T", usage="transmission")
    world.declare(ALIAS, "OTHER.ALIAS", base_object_name="THERE")
    world.declare(kind, "Q", **given)
    assert [
        code for code in warned(world, "Q") if code != "implicit-transmission-queue"
    ] == expected
    assert codes(world, "Q") == []


# Options of a run.


@pytest.mark.parametrize(
    ("options", "planned"),
    [
        ({"targets": ["A"]}, {"A"}),
        ({"targets": [urn(LOCAL, "A")]}, {"A"}),
        ({"targets": ["QM2/*"]}, {"C"}),
        ({"targets": ["A", "B"], "excludes": ["B"]}, {"A"}),
        ({"excludes": ["QM1/mq:LocalQueue/*"]}, {"C"}),
    ],
)
def test_targets_and_excludes(world: World, options: dict[str, Any], planned: set[str]) -> None:
    for name, system in (("A", "QM1"), ("B", "QM1"), ("C", "QM2")):
        world.declare(LOCAL, name, system=system)
    plan = world.plan(**options)
    assert {step.key.name for step in plan.steps} == planned
    assert {declared.rsplit(":", 1)[1] for declared in plan.skipped} == {"A", "B", "C"} - planned
    assert apply(plan, world.systems, world.store).ok
    assert world.up().ok
    assert world.plan().is_empty


def test_a_target_that_needs_what_is_left_out(world: World) -> None:
    world.declare(LOCAL, "BASE")
    world.declare(LOCAL, "Q", like="BASE")
    assert codes(world, "Q", targets=["Q"]) == ["not-targeted"]
    assert codes(world, "Q", targets=["Q", "BASE"]) == []


def test_what_is_left_out_keeps_its_state(world: World) -> None:
    owned(world)
    world.declare(LOCAL, "NEW")
    world.declared = world.declared[1:]
    plan = world.plan(targets=["NEW"])
    assert apply(plan, world.systems, world.store).ok
    assert urn(LOCAL, "Q") in world.store.load().by_urn()


def with_alias(world: World) -> None:
    queue = world.declare(LOCAL, "Q")
    world.declare(ALIAS, "ALIAS", base_object_name="Q", opt_dependencies=(queue.urn,))
    world.declare(ALIAS, "BY.NAME", base_object_name="Q")
    world.declare(ALIAS, "OF.ALIAS", base_object_name="ALIAS")
    world.declare(LOCAL, "ALONE")
    world.declare(LOCAL, "AFTER", opt_dependencies=(queue.urn,))
    assert world.up().ok
    world.commands()


@pytest.mark.parametrize("destroy", [True, False])
def test_what_others_need_is_not_deleted_without_them(world: World, destroy: bool) -> None:
    with_alias(world)
    world.declared = [] if destroy else world.declared[1:]
    (step,) = world.plan(targets=["Q"], destroy=destroy).blocked
    (problem,) = step.blocked
    assert problem.code == "dependents-left-out"
    assert "left out by the plan and needs it: " in problem.reason
    assert {name for name in ("ALIAS", "BY.NAME", "AFTER") if name in problem.reason} == {
        "ALIAS", "BY.NAME", "AFTER",
    }  # fmt: skip
    assert problem.remediation == "give --target-dependents, or name them with --target"
    (step,) = world.plan(excludes=["ALIAS"], destroy=destroy).blocked
    assert step.key.name == "Q"
    assert "leave --exclude of them out" in step.blocked[0].remediation
    if destroy:
        plan = world.plan(targets=["Q"], target_dependents=True, destroy=True)
        assert not plan.blocked
        assert apply(plan, world.systems, world.store).ok
        assert world.objects() == {"ALONE"}


def test_what_stays_on_its_system_strands_nobody(world: World) -> None:
    queue = world.declare(LOCAL, "Q", on_delete="retain")
    world.declare(ALIAS, "ALIAS", base_object_name="Q", opt_dependencies=(queue.urn,))
    assert world.up().ok
    assert not world.plan(targets=["Q"], destroy=True).blocked


def test_dependents_that_are_excluded_are_no_targets(world: World) -> None:
    with_alias(world)
    chosen = {"targets": ["Q"], "target_dependents": True}
    plan = world.plan(**chosen)
    assert {s.key.name for s in plan.steps} == {"Q", "ALIAS", "BY.NAME", "OF.ALIAS", "AFTER"}
    plan = world.plan(**chosen, excludes=["BY.NAME"])
    assert {s.key.name for s in plan.steps} == {"Q", "ALIAS", "OF.ALIAS", "AFTER"}


# What cannot be planned at all.


def refused(world: World) -> list[str]:
    with pytest.raises(PlanError) as caught:
        world.plan()
    return str(caught.value).splitlines()


def test_every_unknown_system_is_named(world: World) -> None:
    world.declare(LOCAL, "A", system="QM8")
    world.declare(LOCAL, "B", system="QM9")
    assert refused(world) == [
        f"{name}: system {system} is not in queuewright:systems (there: PROD01, QM1, QM2); add it "
        "there"
        for name, system in (("A", "QM8"), ("B", "QM9"))
    ]


def test_one_object_declared_by_two_resources(world: World) -> None:
    world.declare(LOCAL, "Q", resource="one")
    world.declare(LOCAL, "Q", resource="two")
    assert refused(world) == [
        "QM1 mq:LocalQueue Q: resources 'one' and 'two' both declare it; give one of them another "
        "name, or remove it"
    ]


def test_a_target_that_matches_nothing(world: World) -> None:
    world.declare(LOCAL, "Q")
    with pytest.raises(PlanError, match='--target "X" matches no resource; give a URN'):
        world.plan(targets=["X"])
    with pytest.raises(PlanError, match='--exclude "X" matches no resource'):
        world.plan(excludes=["X"])


def test_an_id_that_names_nothing_of_ours(world: World) -> None:
    bad = {"urn": urn(LOCAL, "Q"), "custom": True, "id": "nonsense", "type": world_type()}
    world.store.save(Deployment((Resource(bad),)))
    assert "id 'nonsense' of the state does not name a mq:LocalQueue" in refused(world)[0]


def world_type() -> str:
    return "pulumi-python:dynamic/mq:LocalQueue"


def test_a_cycle_stops_everything(world: World) -> None:
    world.declare(LOCAL, "A", stream_queue="B")
    world.declare(LOCAL, "B", stream_queue="A")
    with pytest.raises(DependencyCycle, match="none can be made first"):
        world.plan()


def order(world: World) -> list[str]:
    return [step.key.name for step in world.plan().steps]


def test_queues_that_name_each_other_live_and_go(world: World) -> None:
    for name, other in (("C", "A"), ("B", "C"), ("A", "B")):
        world.declare(LOCAL, name, backout_requeue_name=other, backout_threshold=1)
    world.declare(ALIAS, "IN", base_object_name="C")
    plan = world.plan()
    assert [step.key.name for step in plan.steps] == ["A", "C", "B", "IN"]
    assert {step.key.name: [key.name for key in step.depends] for step in plan.steps} == {
        "A": [],
        "C": ["A"],
        "B": ["C"],
        "IN": ["C"],
    }
    assert not any(step.decision.warnings or step.blocked for step in plan.steps)
    world.declared.reverse()
    assert order(world) == ["A", "C", "B", "IN"]
    assert world.up(parallel=1).ok
    assert [declared.split()[1] for declared in world.commands()][:2] == ["A", "C"]
    assert set(world.verbs().values()) == {Verb.SAME}
    world.declared.clear()
    plan = world.plan()
    deletes = [step.key.name for step in plan.steps]
    assert deletes.index("B") < deletes.index("C") < deletes.index("A")
    assert deletes.index("IN") < deletes.index("C")
    assert world.up(parallel=1).ok
    assert world.objects() == set()


def test_what_is_required_is_deleted_in_its_order_even_in_a_cycle(world: World) -> None:
    world.declare(LOCAL, "A", stream_queue="B")
    world.declare(LOCAL, "B", backout_requeue_name="A", backout_threshold=1)
    assert order(world) == ["B", "A"]
    assert world.up().ok
    world.declared.clear()
    assert order(world) == ["A", "B"]


def test_a_change_of_kind_inside_a_cycle(world: World) -> None:
    a = world.declare(LOCAL, "A", backout_requeue_name="B", backout_threshold=1)
    world.declare(LOCAL, "B", backout_requeue_name="A", backout_threshold=1)
    assert world.up().ok
    world.declared.remove(a)
    world.declare(ALIAS, "A", base_object_name="B")
    world.commands()
    assert world.up(parallel=1).ok
    assert world.commands() == ["delete A", "create A"]
    assert set(world.verbs().values()) == {Verb.SAME}


def test_a_queue_may_be_its_own_backout_queue(world: World) -> None:
    world.declare(LOCAL, "A", backout_requeue_name="A", backout_threshold=1)
    step = world.step("A")
    assert (step.depends, step.decision.warnings, step.blocked) == ((), (), ())
    assert world.up().ok
    assert world.verbs() == {"A": Verb.SAME}


def test_a_queue_that_copies_its_messages_to_itself_is_told_once(world: World) -> None:
    world.declare(LOCAL, "A", stream_queue="A")
    assert [problem.code for problem in world.step("A").blocked] == ["stream-itself"]


def test_nothing_is_made_like_itself(world: World) -> None:
    world.declare(LOCAL, "A", like="A")
    assert [problem.code for problem in world.step("A").blocked] == ["like-missing"]


def test_what_is_gone_with_what_it_was_made_like_is_made_as_it_was(world: World) -> None:
    source = world.declare(LOCAL, "SOURCE", max_queue_depth=7, queue_description="of the source")
    world.declare(LOCAL, "COPY", like="SOURCE", max_queue_depth=8)
    world.up()
    world.declared.remove(source)
    world.qm1.delete(key("COPY"))
    world.qm1.delete(key("SOURCE"))
    step = world.step("COPY")
    assert (step.verb, step.blocked) == (Verb.CREATE, ())
    assert step.decision.creates["queue_description"] == "of the source"
    assert world.up().ok
    made = next(iter(world.qm1.observe([LOCAL], ["COPY"])))
    assert made.attributes["queue_description"] == "of the source"
    assert made.attributes["max_queue_depth"] == 8
    assert world.verbs()["COPY"] is Verb.SAME


def test_an_alias_of_itself_is_told(world: World) -> None:
    world.declare(ALIAS, "A", base_object_name="A")
    assert [warning.code for warning in world.step("A").decision.warnings] == ["alias-of-alias"]


def test_a_name_that_is_not_known_yet_blocks(world: World) -> None:
    world.declare(LOCAL, "", resource="later", opt_unknown_inputs=frozenset({"name"}))
    step = world.step("(later)")
    assert [problem.code for problem in step.blocked] == ["unknown-name"]


# Pulumi's engine in the state.


def test_an_alias_keeps_the_state(world: World) -> None:
    declared = owned(world)
    new = urn(LOCAL, "renamed")
    world.again(declared, urn=new, name="renamed", aliases=(declared.urn,))
    assert world.verbs() == {"Q": Verb.SAME}
    assert set(world.up().state.by_urn()) & {declared.urn, new} == {new}


def test_others_resources_are_left_to_pulumi(world: World) -> None:
    world.declared.append(Declared("urn:pulumi:dev::orders::aws:s3:B::b", "aws:s3:B", "b"))
    plan = world.plan()
    assert (plan.steps, [declared.name for declared in plan.left], plan.is_empty) == (
        (),
        ["b"],
        True,
    )


def test_ciphertext_of_pulumi_stays_while_nothing_changes(world: World) -> None:
    declared = owned(world, queue_description="hush")
    state = world.store.load()
    cipher = {SECRET_KEY: "1b47061264138c4ac30d75fd1eb44270", "ciphertext": "v1:x:y"}
    marked = [
        r.but(
            inputs={**r.inputs, "queue_description": cipher},
            outputs={**r.outputs, "queue_description": cipher},
        )
        if r.urn == declared.urn
        else r
        for r in state.resources
    ]
    world.store.save(state.with_resources(marked))
    world.again(declared, secret_inputs=frozenset({"queue_description"}))
    assert world.plan().is_empty
    after = world.up().state.by_urn()[declared.urn]
    assert after.inputs["queue_description"] == cipher
    assert after.outputs["queue_description"] == cipher
    assert "hush" not in world.store.path.read_text()


# Properties.


@st.composite
def programs(draw: st.DrawFn) -> list[tuple[str, str, str]]:
    """(kind, name, what it names) without cycles, in any order."""
    count = draw(st.integers(0, 8))
    expected = []
    for number in range(count):
        base = draw(st.sampled_from(["", *(name for _, name, _ in expected)]))
        expected.append((draw(st.sampled_from([LOCAL, ALIAS])), f"Q{number}", base))
    return draw(st.permutations(expected))


def declare_all(world: World, program: list[tuple[str, str, str]]) -> None:
    world.declared = []
    for kind, name, base in program:
        if kind == ALIAS:
            world.declare(kind, name, base_object_name=base)
        else:
            world.declare(kind, name, backout_requeue_name=base, backout_threshold=1)


def in_order(plan: Plan) -> bool:
    place = {step.key: number for number, step in enumerate(plan.steps)}
    numbers = {step.key: step.generation for step in plan.steps}
    return all(
        numbers[other] < step.generation and place[other] < place[step.key]
        for step in plan.steps
        for other in step.depends
        if other in numbers
    )


@settings(max_examples=30, deadline=None)
@given(programs(), programs())
def test_any_program_after_any_other_converges(
    tmp_path_factory: pytest.TempPathFactory,
    before: list[tuple[str, str, str]],
    after: list[tuple[str, str, str]],
) -> None:
    world = World(tmp_path_factory.mktemp("world"))
    for program in (before, after):
        declare_all(world, program)
        plan = world.plan()
        assert not plan.blocked
        assert in_order(plan)
        assert apply(plan, world.systems, world.store).ok
        assert world.plan().is_empty
        assert world.objects() == {name for _, name, _ in program}
    world.commands()
    world.declared = []
    plan = world.plan(destroy=True)
    assert in_order(plan)
    deleted = [step.key.name for step in plan.steps]
    for _, name, base in after:
        if base:
            assert deleted.index(name) < deleted.index(base)
    assert apply(plan, world.systems, world.store).ok
    assert world.store.load().resources == ()


def test_a_queue_manager_alias_of_its_own_queue_manager_uses_no_transmission_queue(
    world: World,
) -> None:
    """Change Queue (PCF) XmitQName: it is ignored there."""
    world.declare(LOCAL, "X")
    world.declare(REMOTE, "ALIAS", remote_queue_manager_name="QM1", xmit_queue_name="X")
    assert warned(world, "ALIAS") == ["transmission-ignored"]
    world.declare(REMOTE, "OTHER", remote_queue_manager_name="QM2", xmit_queue_name="X")
    assert warned(world, "OTHER") == ["not-transmission"]


@pytest.mark.parametrize(
    ("kind", "values", "section"),
    [
        (LOCAL, {"initiation_queue_name": "NONE"}, "InitiationQName"),
        (LOCAL, {"backout_requeue_name": "NONE"}, "BackoutRequeueName"),
        (LOCAL, {"cluster_name": "NONE"}, "ClusterName"),
        (ALIAS, {"base_object_name": "NONE"}, "BaseObjectName"),
    ],
)
def test_a_name_that_leads_nowhere_is_cited_where_it_stands(
    world: World, kind: str, values: dict[str, Any], section: str
) -> None:
    world.declare(kind, "Q", **values)
    (warning,) = world.step("Q").decision.warnings
    assert warning.code == "dangling"
    assert section in str(warning)


def test_an_alias_can_stand_for_its_queue_manager(world: World) -> None:
    """CRTMQMQ TGTQNAME: "You can specify either the local message queue manager ..."."""
    world.declare(ALIAS, "A", base_object_name="QM1")
    assert warned(world, "A") == []


@pytest.mark.parametrize(("enabled", "frozen"), [(True, True), (True, False), (False, False)])
def test_the_garbage_collector_is_left_as_it_was(
    world: World, enabled: bool, frozen: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(garbage, "_MANY", 0)
    world.declare(LOCAL, "Q")
    gc.unfreeze()
    if frozen:
        gc.freeze()
    if not enabled:
        gc.disable()
    before = gc.get_freeze_count()
    try:
        world.plan()
        assert gc.isenabled() is enabled
        assert gc.get_freeze_count() == pytest.approx(before, rel=0.1)  # what dies goes from it
    finally:
        gc.enable()
        gc.freeze()  # as the tests started
