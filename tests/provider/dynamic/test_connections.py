"""From configuration to systems, once a process."""

import json
from pathlib import Path
from typing import Any

import pytest

from queuewright.catalogue.errors import QueuewrightError
from queuewright.dynamic.connections import NotConfigured, UnknownSystem, connect

SYSTEMS = {"QM1": {"type": "sandbox", "platform": "linux"}}


def test_text_and_mapping_are_the_same_connections(tmp_path: Path) -> None:
    connections = connect(SYSTEMS, tmp_path)
    assert connect(json.dumps(SYSTEMS), tmp_path) is connections
    assert connections.system("QM1") is connections.system("QM1")
    assert connections.system("QM1").system.name == "QM1"


def test_another_project_is_another_sandbox(tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    for folder in (tmp_path, inner):
        (folder / "Pulumi.yaml").write_text("name: x\n", encoding="utf-8")
    assert connect(SYSTEMS, tmp_path) is not connect(SYSTEMS, inner)
    deeper = inner / "program"
    deeper.mkdir()
    assert connect(SYSTEMS, deeper) is connect(SYSTEMS, inner)


def test_nothing_is_reached_before_it_is_asked(tmp_path: Path) -> None:
    connect(SYSTEMS, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_system_is_named_with_those_that_are_known(tmp_path: Path) -> None:
    with pytest.raises(UnknownSystem, match=r"'QM\\n9' is not in .* \(there: QM1\)"):
        connect(SYSTEMS, tmp_path).system("QM\n9")
    with pytest.raises(UnknownSystem, match=r"\(there: none\)"):
        connect({}, tmp_path).system("QM1")


@pytest.mark.parametrize("value", [None, "{", "nonsense", "5", [], {"QM1": 5}, {"QM1": {}}])
def test_a_wrong_configuration_is_one_line(value: Any, tmp_path: Path) -> None:
    with pytest.raises(QueuewrightError, match="queuewright:systems") as caught:
        connect(value, tmp_path)
    assert "\n" not in str(caught.value)


def test_a_missing_configuration_says_what_to_write(tmp_path: Path) -> None:
    with pytest.raises(NotConfigured, match="type: sandbox"):
        connect(None, tmp_path)
