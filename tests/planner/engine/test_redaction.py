"""No value of a secret input is left in a decision."""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from queuewright.api import PlanOptions
from queuewright.catalogue.diagnostic import shown
from queuewright.catalogue.errors import CommandFailed
from queuewright.engine.steps import Plan
from queuewright.render.document import plan_document
from queuewright.render.junit import plan_junit
from queuewright.render.markdown import plan_markdown
from queuewright.render.page import plan_page
from queuewright.render.sarif import plan_sarif
from queuewright.render.text import plan_text
from queuewright.saved.binding import saved_plan
from queuewright.state.deployment import SECRET_KEY, SECRET_VALUE
from worlds import ALIAS, LOCAL, World, key


@pytest.mark.parametrize(
    ("kind", "attribute", "old", "new"),
    [
        (LOCAL, "queue_description", "hunter2", "swordfish"),
        (LOCAL, "max_queue_depth", 123457, 234561),
        ("mq:Namelist", "names", ["HUNTER", "TWO"], ["SWORD", "FISH", "X"]),
        (
            "ibmi:AuthorizationList",
            "users",
            {"HUNTER": ["use"]},
            {"SWORD": ["all"], "FISH": ["change"]},
        ),
    ],
)
def test_old_and_new_values_are_hidden(
    tmp_path: Path, kind: str, attribute: str, old: Any, new: Any
) -> None:
    world = World(tmp_path)
    system = "PROD01" if kind.startswith("ibmi") else "QM1"
    hidden = frozenset({attribute})
    world.declare(kind, "Q", system=system, **{attribute: old, "opt_secret_inputs": hidden})
    assert world.up().ok
    world.again(world.declared[0], inputs={attribute: new})
    decision = world.step("Q").decision
    assert [(c.name, c.before, c.after) for c in decision.changes] == [
        (attribute, "[secret]", "[secret]")
    ]
    shown = repr(decision)
    for value in (old, new):
        for text in value if not isinstance(value, str | int) else [str(value)]:
            assert str(text) not in shown
    assert world.up().ok
    assert world.plan().is_empty


def test_a_problem_with_a_secret_does_not_say_it(tmp_path: Path) -> None:
    world = World(tmp_path)
    world.qm1.put(LOCAL, "Q", queue_description="hunter2")
    hidden = frozenset({"queue_description"})
    declared = world.declare(LOCAL, "Q", queue_description="swordfish", opt_secret_inputs=hidden)
    step = world.step("Q")
    assert [problem.code for problem in step.blocked] == ["exists-differently"]
    assert "hunter2" not in repr(step.decision)
    assert "swordfish" not in repr(step.decision)
    del world.qm1.objects[key("Q")]
    world.again(declared, inputs={"queue_description": "sword\nfish"})
    step = world.step("Q")
    assert step.blocked
    assert "fish" not in repr(step.decision)


# Hidden is what either the state or the program marks secret

CIPHERTEXT = {SECRET_KEY: SECRET_VALUE, "ciphertext": "AAABAA=="}


def views(plan: Plan) -> str:
    """Everything that is shown or saved of a plan."""
    document = plan_document(plan, show_sames=True)
    saved = saved_plan(plan, (), PlanOptions(), datetime.now(UTC))
    texts = [plan_text(plan, show_sames=True, diff=True).plain, saved.model_dump_json()]
    texts += [plan_markdown(plan, show_sames=True), plan_page(plan), plan_junit(plan)]
    return "\n".join([*texts, json.dumps(document), json.dumps(plan_sarif(plan))])


def by_this_engine(world: World) -> None:
    """The state has no value, and the name of what is secret."""


def by_pulumi(world: World) -> None:
    """The state has ciphertext, and nothing else that marks it."""
    state = world.store.load()
    resources = [
        r.but(
            inputs={**r.inputs, "queue_description": CIPHERTEXT},
            outputs={**r.outputs, "queue_description": CIPHERTEXT},
            additionalSecretOutputs=None,
        )
        if r.type.endswith("Queue")
        else r
        for r in state.resources
    ]
    world.store.save(replace(state, resources=tuple(resources)))


def deleted(world: World) -> None:
    world.declared.clear()


def left_out(world: World) -> None:
    declared = world.declared[0]
    inputs = {n: v for n, v in declared.inputs.items() if n != "queue_description"}
    inputs |= {"max_queue_depth": 7}
    world.declared[0] = replace(declared, inputs=inputs, secret_inputs=frozenset())


def replaced(world: World) -> None:
    left_out(world)
    world.again(world.declared[0], replace_on_changes=("max_queue_depth",))


def renamed(world: World) -> None:
    left_out(world)
    world.again(world.declared[0], inputs={"name": "ANOTHER"})


def of_another_kind(world: World) -> None:
    world.declared.clear()
    world.declare(ALIAS, "Q", base_object_name="X")


def changed_by_others(world: World) -> None:
    left_out(world)
    found = world.qm1.objects[key("Q")]
    world.qm1.put(LOCAL, "Q", **{**found.attributes, "queue_description": "hunter3"})


def given_in_clear(world: World) -> None:
    world.again(
        world.declared[0], inputs={"queue_description": "in clear"}, secret_inputs=frozenset()
    )


def secret_from_now_on(world: World) -> None:
    hidden = frozenset({"queue_description", "max_message_length"})
    world.again(world.declared[0], inputs={"max_message_length": 7654}, secret_inputs=hidden)


Edit = Callable[[World], None]


@pytest.mark.parametrize("state", [by_this_engine, by_pulumi])
@pytest.mark.parametrize(
    "edit",
    [
        deleted,
        left_out,
        replaced,
        renamed,
        of_another_kind,
        changed_by_others,
        given_in_clear,
        secret_from_now_on,
    ],
)
def test_what_the_state_marks_secret_is_hidden_in_every_view(
    edit: Edit, state: Edit, tmp_path: Path
) -> None:
    world = World(tmp_path)
    given = {"queue_description": "hunter2", "max_message_length": 87654}
    world.declare(LOCAL, "Q", **given, opt_secret_inputs=frozenset({"queue_description"}))
    assert world.up().ok
    state(world)
    edit(world)
    plan = world.plan()
    assert not plan.is_empty
    shown = views(plan)
    assert "hunter" not in shown
    assert ("in clear" in shown) == (
        edit is given_in_clear
    )  # what the program says in clear is its own
    if edit is secret_from_now_on:
        assert "87654" not in shown
        assert "7654" not in shown
    assert world.up().ok
    assert "hunter" not in world.store.path.read_text()
    assert "hunter" not in views(world.plan())
    world.declared.clear()
    assert "hunter" not in views(world.plan())


def test_what_is_secret_of_an_object_is_hidden_where_others_are_made_like_it(
    tmp_path: Path,
) -> None:
    world = World(tmp_path)
    hidden = frozenset({"queue_description"})
    world.declare(LOCAL, "Q", queue_description="hunter2", opt_secret_inputs=hidden)
    assert world.up().ok
    left_out(world)
    world.declare(LOCAL, "COPY", like="Q")
    assert "hunter" not in views(world.plan())


def test_what_a_system_says_when_it_refuses_has_no_secret(tmp_path: Path) -> None:
    world = World(tmp_path)
    text = 'it\'s "hunter2" of the warehouse, which nobody is to know'
    world.declare(LOCAL, "Q", queue_description=text, opt_secret_inputs={"queue_description"})

    def refuse(verb: str, refused: Any) -> None:
        raise CommandFailed(f"{refused}: AMQ8405I: at or near {shown(text, 40)}; DESCR({text})")

    world.qm1.fail = refuse
    (event,) = world.up().failed
    assert "AMQ8405I" in event.text
    for part in ("hunter", "warehouse", "nobody"):
        assert part not in event.text


def test_what_is_secret_of_an_object_is_in_no_text_about_another_one(tmp_path: Path) -> None:
    """Puts go elsewhere, and say in which cluster and why."""
    world = World(tmp_path)
    names = {"cluster_name", "cluster_workload_queue_rank"}
    for number, manager in enumerate(("QM1", "QM2")):
        world.declare("mq:Cluster", "HUNTER.CLUSTER", system=manager, resource=f"C{number}")
        world.declare(
            "mq:ClusterReceiverChannel",
            f"TO.{manager}",
            system=manager,
            cluster_name="HUNTER.CLUSTER",
            connection_name="h(1414)",
        )
        world.declare(
            LOCAL,
            "Q",
            system=manager,
            resource=f"Q{number}",
            cluster_name="HUNTER.CLUSTER",
            cluster_workload_queue_rank=7,
            default_bind="bind_not_fixed",
            opt_secret_inputs=names,
        )
    assert world.up().ok
    for each in [each for each in world.declared if each.key and each.key.name == "Q"][:1]:
        world.again(each, inputs={"cluster_workload_queue_rank": 3})
    (rerouted, *_) = world.plan().rerouted
    assert rerouted.cluster == "[secret]"
    assert "7" not in repr([way.reason for way in rerouted.after])
