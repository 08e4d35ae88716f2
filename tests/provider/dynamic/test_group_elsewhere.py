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
