"""Values that the program marks secret are in nothing that the provider says, and nor is what the
object has in their place: the engine does not tell a provider."""

from pathlib import Path
from typing import Any

import pytest

from queuewright.catalogue.options import SECRET_INPUTS
from queuewright.dynamic import reviewing

KIND = "mq:LocalQueue"
NAME = {"system": "QM1", "name": "A"}


@pytest.fixture(autouse=True)
def _nothing_is_secret_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviewing, "_secrets", reviewing.Hiding(least=4))
    monkeypatch.setattr(reviewing, "_of_objects", {})


def test_a_broken_rule(plugin: Any) -> None:
    given = {**NAME, "queue_description": "SEKRIT" * 12}
    _, [line] = plugin.of(KIND).check({**given, SECRET_INPUTS: ["queue_description"]})
    assert 'queue_description="[secret]": must have at most 64 bytes' in line
    assert "SEKRIT" not in line


def test_what_is_there_differs(project: Any, plugin: Any) -> None:
    there = {"queue_description": "theirs", "max_queue_depth": 78}
    project.machine("QM1").create(KIND, "A", there)
    given = {**NAME, "queue_description": "SEKRIT", "max_queue_depth": 77.0}
    secret = {SECRET_INPUTS: ["queue_description", "max_queue_depth"]}
    kept, [line] = plugin.of(KIND).check({**given, **secret})
    assert "exists already and differs" in line
    for text in ("SEKRIT", "theirs", "77", "78"):
        assert text not in line
    assert SECRET_INPUTS not in kept


def test_remarks_and_later_errors(
    project: Any, plugin: Any, capfd: pytest.CaptureFixture[str]
) -> None:
    given = {**NAME, "kind": "", "base_object_name": "SEKRIT.QUEUE"}
    del given["kind"]
    plugin.of("mq:AliasQueue").check({**given, SECRET_INPUTS: ["base_object_name"]})
    assert reviewing.without_secrets("queue SEKRIT.QUEUE is in use") == "queue [secret] is in use"
    assert "SEKRIT" not in capfd.readouterr().err


def test_what_is_not_secret_is_said(plugin: Any, tmp_path: Path) -> None:
    _, [line] = plugin.of(KIND).check({**NAME, "queue_description": "PLAIN" * 15})
    assert "PLAINPLAIN" in line
