"""Values that are known only later: a preview says nothing of them that may be wrong."""

from typing import Any

import pytest
from pulumi.runtime import rpc

from queuewright.dynamic import reviewing

ALIAS = "mq:AliasQueue"
GIVEN = {"system": "QM1", "name": "A"}


@pytest.fixture(autouse=True)
def _nothing_was_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviewing, "_reviewed", set())


def test_an_attribute(start_plugin: Any, capfd: pytest.CaptureFixture[str]) -> None:
    later = {**GIVEN, "base_object_name": rpc.UNKNOWN}
    assert start_plugin().of(ALIAS).check(later)[1] == []
    assert "is blank" not in capfd.readouterr().err
    plugin = start_plugin().of(ALIAS)
    plugin.check(GIVEN)
    assert "is blank" in capfd.readouterr().err
    before = {**GIVEN, "base_object_name": "B"}
    plugin.create(before)
    capfd.readouterr()
    assert start_plugin().of(ALIAS).check(later, before)[1] == []
    assert "no longer managed" not in capfd.readouterr().err
    assert start_plugin().of(ALIAS).check(GIVEN, before)[1] == []
    assert "base_object_name is no longer managed" in capfd.readouterr().err


def test_a_name(start_plugin: Any, capfd: pytest.CaptureFixture[str]) -> None:
    plugin = start_plugin().of(ALIAS)
    _, outs = plugin.create({**GIVEN, "base_object_name": "B"})
    capfd.readouterr()
    later = {**GIVEN, "name": rpc.UNKNOWN, "base_object_name": "B"}
    assert start_plugin().of(ALIAS).check(later, outs)[1] == []
    reported = "name is not known yet: where it becomes another one, the object is deleted"
    assert f"QM1 mq:AliasQueue A: {reported}" in capfd.readouterr().err
    assert start_plugin().of(ALIAS).check(later)[1] == []
    assert "not known yet" not in capfd.readouterr().err
