"""An object of a queue-sharing group is one, whichever of its queue managers the program declares
it on."""

from typing import Any

import pytest

from queuewright.catalogue.key import Key
from queuewright.sandbox.engine import Sandbox

from .conftest import program

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
