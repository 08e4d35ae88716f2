"""A configuration that gives a system of the sandbox more than it has: reading writes nothing."""

import hashlib
from pathlib import Path

import pytest

from queuewright.catalogue.key import Key
from queuewright.catalogue.platform import Platform
from queuewright.diff.normalise import spec_for
from queuewright.sandbox.engine import Sandbox
from queuewright.sandbox.system import SandboxSystem
from queuewright.systems.registry import systems_from

ENTRY = {"type": "sandbox", "platform": "ibmi", "libraries": ["ORDERS"]}
MORE = {**ENTRY, "libraries": ["ORDERS", "SHIP"], "current_library": "SHIP"}
DATA, LOCAL = "ibmi:DataQueue", "mq:LocalQueue"


def content(folder: Path) -> str:
    return hashlib.md5((folder / "s.db").read_bytes(), usedforsecurity=False).hexdigest()


def system(folder: Path, entry: dict[str, object]) -> SandboxSystem:
    found = systems_from({"P": {**entry, "path": "s.db"}}, base=folder)["P"]
    assert isinstance(found, SandboxSystem)
    return found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    sandbox = Sandbox(tmp_path / "s.db")
    sandbox.create_system("P", platform=Platform.IBMI, libraries=["ORDERS"])
    sandbox.system("P").create(DATA, "ORDERS/A", {"max_entry_length": 5})
    sandbox.close()
    return tmp_path


def test_reading_sees_it_and_the_first_change_writes_it(folder: Path) -> None:
    before = content(folder)
    more = system(folder, MORE)
    assert more.facts.current_library == "SHIP"
    assert more.facts.libraries is not None
    assert "SHIP" in more.facts.libraries
    assert [each.key.name for each in more.observe([DATA])] == ["ORDERS/A"]
    assert content(folder) == before
    assert system(folder, ENTRY).facts.current_library == "QGPL"
    # What others do meanwhile is seen.
    sandbox = Sandbox(folder / "s.db")
    sandbox.system("P").create(DATA, "ORDERS/B", {"max_entry_length": 5})
    assert [each.key.name for each in more.observe([DATA])] == ["ORDERS/A", "ORDERS/B"]
    assert sandbox.system("P").facts().current_library == "QGPL"
    more.create(spec_for(Key("P", LOCAL, "Q"), {}))
    assert sandbox.system("P").facts().current_library == "SHIP"
    assert more.facts.current_library == "SHIP"
    assert more.observe([LOCAL], ["Q"])
