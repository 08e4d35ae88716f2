"""Two watches of one lake: each would keep what it knows, and nothing of the other's."""

from pathlib import Path

import pytest
import yaml

from command_line import queuewright
from queuewright.drift.watch.records import Records
from queuewright.sandbox.engine import Sandbox
from queuewright.state.errors import StackLocked


def test_one_at_a_time(tmp_path: Path) -> None:
    first, second = (Records(str(tmp_path / "lake")) for _ in range(2))
    with first.locked(), pytest.raises(StackLocked) as caught, second.locked():
        pass
    assert str(caught.value).startswith(f"watch {tmp_path}/lake/watch is locked by process ")
    assert str(caught.value).endswith("; wait until it has ended, or stop it")
    with second.locked():
        pass


def test_the_command_says_who_watches(tmp_path: Path, program: Path) -> None:
    Sandbox(tmp_path / "one.db").create_system("QM1")
    systems = {"QM1": {"type": "sandbox", "path": "one.db"}}
    entry = {"name": "one", "program": str(program), "stack": "main", "systems": systems}
    (tmp_path / "fleet.yaml").write_text(yaml.safe_dump({"environments": [entry]}))
    lake = str(tmp_path / "lake")
    with Records(lake).locked():
        ran = queuewright(
            tmp_path, "drift", "watch", "--once", "--fleet", "fleet.yaml", "--lake", lake
        )
    assert ran.code == 1
    assert f"watch {lake}/watch is locked by process" in ran.errors[-1]
