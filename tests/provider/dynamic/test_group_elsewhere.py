"""An object of a queue-sharing group is one, whichever of its queue managers the program declares
it on."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from queuewright.catalogue.key import Key
from queuewright.catalogue.platform import Platform
from queuewright.sandbox.engine import EmbeddedSystem, Sandbox

from .conftest import Answer, program, refusing_once

ALIAS, LOCAL = "mq:AliasQueue", "mq:LocalQueue"
SYSTEMS = {
    name: {"type": "sandbox", "platform": "zos", "queue_sharing_group": group}
    for name, group in (("QG1", "NY03"), ("QG2", "NY03"), ("QG3", "LA01"))
}
DISPOSITION = "queue_sharing_group_disposition"
GROUP = {DISPOSITION: "group"}


def given(system: str, kind: str = ALIAS, **values: Any) -> tuple[Key, dict[str, Any]]:
    return Key(system, kind, "A"), {"system": system, "name": "A", **values}


@pytest.mark.parametrize(
    ("other", "reason"),
    [
        (given("QG2", **GROUP), "NY03 has one group object of a name"),
        (given("QG2", LOCAL, **GROUP), "the two share the name space of NY03"),
        (given("QG2", **{DISPOSITION: "copy"}), ""),
        (given("QG2"), ""),
        (given("QG3", **GROUP), ""),
    ],
)
def test_it_is_declared_once(
    other: tuple[Key, dict[str, Any]], reason: str, project: Any, start_plugin: Any
) -> None:
    key, own = given("QG1", **GROUP)
    names = program(project.folder, dict([(key, own), other]))
    _, failures = start_plugin(SYSTEMS).of(ALIAS).check({**own, **names})
    assert len(failures) == bool(reason)
    assert all(reason in failure and "QG2" in failure for failure in failures)


@pytest.mark.parametrize("is_declared", [True, False])
def test_it_stays_where_another_resource_declares_it(
    is_declared: bool, project: Any, start_plugin: Any
) -> None:
    key, own = given("QG1", **GROUP)
    plugin = start_plugin(SYSTEMS).of(ALIAS)
    news, failures = plugin.check({**own, **program(project.folder, {key: own})})
    assert failures == []
    id_, outs = plugin.create(news)
    plugin = start_plugin(SYSTEMS).of(ALIAS)  # of the next update
    other, elsewhere = given("QG2", **GROUP)
    names = program(project.folder, {other: elsewhere} if is_declared else {})
    if is_declared:
        news, failures = plugin.check({**elsewhere, **names})
        assert failures == []
        plugin.create(news)
    else:
        third, local = given("QG3")
        plugin.check({**local, **program(project.folder, {third: local})})
    plugin.delete(id_, outs)
    sandbox = Sandbox(project.folder / ".queuewright" / "sandbox.db")
    assert bool(sandbox.system("QG1").observe((ALIAS,), ("A",))) is is_declared
    sandbox.close()


@pytest.mark.parametrize("is_private", [False, True])
def test_a_shared_queue_stays_where_another_resource_means_it_by_its_name(
    is_private: bool, project: Any, start_plugin: Any
) -> None:
    """is_private: the other one has a queue of its own, which is in front of the shared one."""
    shared = {DISPOSITION: "shared", "coupling_facility_structure": "APP1"}
    key, own = given("QG1", LOCAL, **shared)
    other, live = given("QG2", LOCAL, adopt="any")
    plugin = start_plugin(SYSTEMS).of(LOCAL)
    first = live if is_private else {**live, "name": "B"}  # which makes the queue manager
    names = program(project.folder, {other._replace(name=first["name"]): first})
    plugin.create(plugin.check({**first, **names})[0])
    news, failures = plugin.check({**own, **program(project.folder, {key: own})})
    assert failures == []
    id_, outs = plugin.create(news)
    both = program(project.folder, {key: own, other: live})
    _, failures = start_plugin(SYSTEMS).of(LOCAL).check({**live, **both})
    assert len(failures) == (not is_private)
    plugin = start_plugin(SYSTEMS).of(LOCAL)  # of the next update
    news, failures = plugin.check({**live, **program(project.folder, {other: live})})
    assert failures == []
    plugin.create(news)
    plugin.delete(id_, outs)
    sandbox = Sandbox(project.folder / ".queuewright" / "sandbox.db")
    left = sandbox.system("QG1").observe((LOCAL,), ("A",))
    assert bool(left) is not is_private
    sandbox.close()


@pytest.fixture
def member(project: Any) -> Iterator[EmbeddedSystem]:
    """QG2, which is there as QG1 is."""
    sandbox = Sandbox(project.folder / ".queuewright" / "sandbox.db")
    for name in ("QG1", "QG2"):
        sandbox.create_system(name, platform=Platform.ZOS, queue_sharing_group="NY03")
    yield sandbox.system("QG2")
    sandbox.close()


def notes(folder: Path) -> list[Path]:
    return list((folder / ".queuewright" / "unfinished").glob("*"))


@pytest.mark.parametrize("is_cut_off", [False, True])
@pytest.mark.parametrize("value", [300, 400])
def test_a_copy_is_declared_beside_its_new_group_object(
    value: int, is_cut_off: bool, member: EmbeddedSystem, project: Any, start_plugin: Any
) -> None:
    """The queue manager makes it with the group object, and the stack has nothing of it by then.
    is_cut_off: the update ends in between."""
    key, group = given("QG1", LOCAL, max_queue_depth=300, **GROUP)
    other, copy = given("QG2", LOCAL, max_queue_depth=value, **{DISPOSITION: "copy"})
    names = program(project.folder, {key: group, other: copy})
    preview = start_plugin(SYSTEMS).of(LOCAL)
    assert [preview.check({**each, **names})[1] for each in (group, copy)] == [[], []]
    assert "there is none" in start_plugin(SYSTEMS).of(LOCAL).check(copy)[1][0]

    plugin = start_plugin(SYSTEMS).of(LOCAL)
    plugin.create(plugin.check({**group, **names})[0])
    assert len(notes(project.folder)) == 1
    assert member.observe((LOCAL,), ("A",))[0].attributes["max_queue_depth"] == 300
    if is_cut_off:
        plugin = start_plugin(SYSTEMS).of(LOCAL)
    news, failures = plugin.check({**copy, **names})
    assert failures == []
    plugin.create(news)
    assert notes(project.folder) == []
    [made] = member.observe((LOCAL,), ("A",))
    assert made.attributes[DISPOSITION] == "copy"
    assert made.attributes["max_queue_depth"] == value


def test_a_copy_that_others_have_is_taken_as_the_program_says(
    member: EmbeddedSystem, project: Any, start_plugin: Any
) -> None:
    """It was there before the program made anything."""
    key, group = given("QG1", LOCAL, **GROUP)
    other, copy = given("QG2", LOCAL, max_queue_depth=400, **{DISPOSITION: "copy"})
    plugin = start_plugin(SYSTEMS).of(LOCAL)
    plugin.create(plugin.check({**group, **program(project.folder, {key: group})})[0])
    names = program(project.folder, {key: group, other: copy})
    _, failures = start_plugin(SYSTEMS).of(LOCAL).check({**copy, **names})
    assert len(failures) == 1
    assert "exists already and differs" in failures[0]
    assert notes(project.folder) == []


def test_a_group_object_that_is_refused_brings_no_copy(
    project: Any, start_plugin: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    key, group = given("QG1", LOCAL, **GROUP)
    other, copy = given("QG2", LOCAL, **{DISPOSITION: "copy"})
    names = program(project.folder, {key: group, other: copy})
    plugin = start_plugin(SYSTEMS).of(LOCAL)
    news, _ = plugin.check({**group, **names})
    monkeypatch.setattr(EmbeddedSystem, "create", refusing_once())
    with pytest.raises(Answer, match="no"):
        plugin.create(news)
    assert notes(project.folder) == []
