"""A new object that is made like one that the same update changes."""

from typing import Any

import pytest

from queuewright.catalogue.key import Key

from .conftest import program

KIND = "mq:SenderChannel"
WAY = {"connection_name": "mq2(1414)", "xmit_queue_name": "QM2"}


def channel(name: str, **values: Any) -> tuple[Key, dict[str, Any]]:
    return Key("QM1", KIND, name), {"system": "QM1", "name": name, **values}


@pytest.mark.parametrize("first", ["SYSTEM.DEF.SENDER", "NEW"])
def test_it_has_what_that_one_gets(first: str, project: Any, start_plugin: Any) -> None:
    """first: one that is there and changes, or that is new as well."""
    is_there = first != "NEW"
    one, source = channel(first, **WAY, **({"adopt": "any"} if is_there else {}))
    two, like = channel("LIKE", like=first)
    names = program(project.folder, {one: source, two: like})
    preview = start_plugin().of(KIND)
    assert [preview.check({**each, **names})[1] for each in (source, like)] == [[], []]
    plugin = start_plugin().of(KIND)
    for each in (source, like):
        news, failures = plugin.check({**each, **names})
        assert failures == []
        plugin.create(news)
    [made] = project.machine("QM1").observe((KIND,), ("LIKE",))
    assert made.attributes["xmit_queue_name"] == "QM2"


def test_it_needs_what_that_one_does_not_have(start_plugin: Any) -> None:
    _, like = channel("LIKE", like="SYSTEM.DEF.SENDER")
    _, failures = start_plugin().of(KIND).check(like)
    assert any("needs a transmission queue" in failure for failure in failures)
