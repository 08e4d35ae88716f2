"""A replacement that is cut off between its delete and its create: whatever comes next loses
nothing of what the new object was to keep."""

from pathlib import Path

import pytest

from queuewright.catalogue.errors import CommandFailed, SystemUnavailable
from queuewright.catalogue.key import Key
from queuewright.diff.types import Verb
from queuewright.engine.apply import apply
from queuewright.engine.plan import make_plan
from queuewright.engine.refresh import refreshed
from queuewright.sandbox.authority_records import authority_rows, grant
from queuewright.sandbox.system import SandboxSystem
from queuewright.state.deployment import Deployment
from worlds import ALIAS, LOCAL, Rehearsed, urn

OTHERS = {"max_queue_depth": 777, "inhibit_get": "get_inhibited"}


@pytest.fixture(params=["before the record", "after the record"])
def cut_off(tmp_path: Path, request: pytest.FixtureRequest) -> Rehearsed:
    """A queue that others gave attributes and authorities, deleted to be replaced and not made
    again. The journal says that it is gone, or does not."""
    world = Rehearsed(tmp_path)
    queue = world.declare(LOCAL, "Q1", queue_description="one", opt_replace_on_changes=("*",))
    world.declare(LOCAL, "O1")
    assert world.up().ok
    world.machine.change(LOCAL, "Q1", OTHERS)
    with world.machine.writing() as tx:
        grant(tx, "q", "Q1", "group app", ["input", "output"])
    world.again(queue, inputs={"queue_description": "two"})
    system = Cutting(world.systems["QM1"], after_delete=request.param == "before the record")
    assert not apply(world.plan(), {**world.systems, "QM1": system}, world.store).ok
    assert world.names() == {"O1"}
    return world


class Cutting:
    """A system that is cut off after the delete was done, or before the create."""

    def __init__(self, system: SandboxSystem, *, after_delete: bool) -> None:
        self._system, self._after_delete = system, after_delete

    def __getattr__(self, name: str) -> object:
        return getattr(self._system, name)

    def delete(self, key: Key, **options: bool) -> None:
        self._system.delete(key, **options)
        if self._after_delete:
            raise SystemUnavailable("QM1: cut off")

    def create(self, *_: object, **__: object) -> None:
        raise SystemUnavailable("QM1: cut off")


def kept(world: Rehearsed) -> bool:
    (observed,) = world.machine.observe((LOCAL,), ("Q1",))
    assert observed.attributes["queue_description"] == "two"
    return OTHERS.items() <= observed.attributes.items() and granted(world)


def granted(world: Rehearsed) -> bool:
    with world.machine.reading() as tx:
        return bool(authority_rows(tx, {"PROFILE": "Q1"}))


def ends(world: Rehearsed) -> bool:
    """Whether everything is as declared, and nothing is pending."""
    return world.plan().is_empty and not world.store.load().pending


def save_refreshed(world: Rehearsed) -> None:
    result = refreshed(world.store.load(), world.systems)
    assert [(each.key.name, each.replaced) for each in result.objects] == [("Q1", True)]
    with world.store.locked():
        world.store.save(result.state)


def test_the_next_update(cut_off: Rehearsed) -> None:
    assert cut_off.up().ok
    assert kept(cut_off)
    assert ends(cut_off)


def test_refresh_and_then_an_update(cut_off: Rehearsed) -> None:
    save_refreshed(cut_off)
    save_refreshed(cut_off)
    assert cut_off.up().ok
    assert kept(cut_off)
    assert ends(cut_off)


def test_an_exported_and_imported_state(cut_off: Rehearsed) -> None:
    again = Deployment.read(cut_off.store.load().write())
    with cut_off.store.locked():
        cut_off.store.save(again)
    assert cut_off.up().ok
    assert kept(cut_off)
    assert ends(cut_off)


@pytest.mark.parametrize("alias", [False, True])
@pytest.mark.parametrize("refresh", [False, True])
def test_the_resource_has_another_name(cut_off: Rehearsed, alias: bool, refresh: bool) -> None:
    if refresh:
        save_refreshed(cut_off)
    former = cut_off.declared[0].urn
    aliases = (former,) if alias else ()
    cut_off.again(cut_off.declared[0], urn=urn(LOCAL, "again"), name="again", aliases=aliases)
    assert cut_off.up().ok
    assert kept(cut_off)
    assert ends(cut_off)
    assert former not in cut_off.store.load().by_urn()


def test_the_rest_is_done_first(cut_off: Rehearsed) -> None:
    cut_off.declare(LOCAL, "O2")
    plan = cut_off.plan(targets=["O2"])
    assert apply(plan, cut_off.systems, cut_off.store).ok
    assert cut_off.up().ok
    assert kept(cut_off)


@pytest.mark.parametrize("destroy", [False, True])
def test_what_is_no_longer_declared_leaves_no_authority_records(
    cut_off: Rehearsed, destroy: bool
) -> None:
    del cut_off.declared[0]
    if destroy:
        cut_off.declared.clear()
    plan = make_plan(
        cut_off.declared, cut_off.store.load(), cut_off.systems,
        project="orders", stack="dev", destroy=destroy,
    )  # fmt: skip
    (step,) = [step for step in plan.steps if step.key.name == "Q1"]
    assert (step.verb, step.decision.keep) == (Verb.DELETE, False)
    assert "authority records" in step.decision.reasons[0]
    assert apply(plan, cut_off.systems, cut_off.store).ok
    assert cut_off.names() == (set() if destroy else {"O1"})
    assert not granted(cut_off)
    assert ends(cut_off)


def test_another_kind_takes_the_name(cut_off: Rehearsed) -> None:
    del cut_off.declared[0]
    cut_off.declare(ALIAS, "Q1", base_object_name="O1")
    assert cut_off.up().ok
    assert cut_off.names() == {"O1", "Q1"}
    assert granted(cut_off)  # as without the cut
    assert ends(cut_off)


def test_an_update_is_refused_again_and_again(cut_off: Rehearsed) -> None:
    class Refusing(Cutting):
        def create(self, *_: object, **__: object) -> None:
            raise CommandFailed("QM1: no")

    for _ in range(2):
        refusing = Refusing(cut_off.systems["QM1"], after_delete=False)
        assert not apply(cut_off.plan(), {**cut_off.systems, "QM1": refusing}, cut_off.store).ok
    assert cut_off.up().ok
    assert kept(cut_off)
    assert ends(cut_off)


def test_a_move_that_is_cut_off_and_refreshed(tmp_path: Path) -> None:
    """The new object stands, and is not recorded; the resource still has the old one."""
    world = Rehearsed(tmp_path)
    queue = world.declare(LOCAL, "Q1")
    assert world.up().ok
    world.again(queue, inputs={"name": "Q2"})

    class CutOff(Cutting):
        def create(self, *words: object, **options: object) -> None:
            self._system.create(*words, **options)  # type: ignore[arg-type]
            raise SystemUnavailable("QM1: cut off")

    cut = CutOff(world.systems["QM1"], after_delete=False)
    assert not apply(world.plan(), {**world.systems, "QM1": cut}, world.store).ok
    assert world.names() == {"Q1", "Q2"}
    result = refreshed(world.store.load(), world.systems)
    with world.store.locked():
        world.store.save(result.state)
    resources = [r for r in world.store.load().resources if r.urn == queue.urn]
    assert {(r.id.split("/")[-1], r.deleting) for r in resources} == {("Q1", True), ("Q2", False)}
    assert world.up().ok
    assert world.names() == {"Q2"}
    assert ends(world)


def test_what_is_ignored_stays_as_it_was_last_applied(tmp_path: Path) -> None:
    """As in an update that is not cut off: nobody looks for the queue that it names."""
    world = Rehearsed(tmp_path)
    queue = world.declare(LOCAL, "Q1", opt_replace_on_changes=("*",))
    assert world.up().ok
    inputs = {"backout_requeue_name": "NOWHERE", "queue_description": "two"}
    world.again(queue, inputs=inputs, ignore_changes=("backout_requeue_name",))
    system = Cutting(world.systems["QM1"], after_delete=False)
    for _ in range(2):
        plan = world.plan()
        assert [str(problem) for step in plan.steps for problem in step.decision.problems] == []
        assert not apply(plan, {**world.systems, "QM1": system}, world.store).ok
    assert world.up().ok
    (observed,) = world.machine.observe((LOCAL,), ("Q1",))
    assert observed.attributes["backout_requeue_name"] == ""
    assert observed.attributes["queue_description"] == "two"
    assert ends(world)
