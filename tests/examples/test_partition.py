"""The example of a partition: what it makes, in which order, and what becomes of it."""

import re
import shutil
from pathlib import Path

import pytest

from command_line import queuewright
from queuewright.catalogue.platform import Platform
from queuewright.kinds import IBMI_KINDS
from queuewright.sandbox import cl_commands
from queuewright.sandbox.engine import Sandbox

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "partition"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    target = tmp_path / "partition"
    shutil.copytree(EXAMPLE, target, ignore=shutil.ignore_patterns(".queuewright", "__pycache__"))
    return target


def test_it_comes_in_order_and_goes(folder: Path) -> None:
    up = queuewright(folder, "up", "-s", "dev", "--yes")
    assert up.code == 0, up.err
    made = re.findall(r"^\[\d+/15\] (\S+ \S+ \S+) created$", up.out + up.err, re.MULTILINE)
    assert len(made) == 15
    before = (
        ("WAREHOUSE AuthorizationList STAFF", "WAREHOUSE Library ORDERS"),
        ("WAREHOUSE Library ORDERS", "WAREHOUSE MessageQueue ORDERS/NIGHT"),
        ("WAREHOUSE DataQueue ORDERS/LABELS", "WAREHOUSE OutputQueue ORDERS/PRINT"),
        (
            "WAREHOUSE DataQueue ORDERS/LABELS",
            "WAREHOUSE ObjectAuthority ORDERS.LABELS:dtaq:PRINTERS",
        ),
        ("WAREHOUSE JobQueue ORDERS/BATCH", "WAREHOUSE JobQueueEntry QGPL.QBATCH:ORDERS.BATCH"),
        ("WAREHOUSE RelationalDatabaseEntry HARBOUR", "WAREHOUSE DdmDataQueue ORDERS/PACKED"),
        ("HARBOUR Library SHIPPING", "HARBOUR DataQueue SHIPPING/PACKED"),
        ("HARBOUR DataQueue SHIPPING/PACKED", "WAREHOUSE DdmDataQueue ORDERS/PACKED"),
        ("WAREHOUSE LocalQueue ORDERS.BACKOUT", "WAREHOUSE LocalQueue ORDERS.IN"),
    )
    for first, second in before:
        assert made.index(first) < made.index(second)
    assert "15 unchanged" in queuewright(folder, "preview", "-s", "dev").out
    sandbox = Sandbox(folder / ".queuewright" / "sandbox-dev.db")
    warehouse = sandbox.system("WAREHOUSE")
    # The library's list secures what was made in it, and says what *PUBLIC may do.
    [night] = warehouse.observe(["ibmi:MessageQueue"])
    assert (night.attributes["authority"], night.attributes["authorization_list"]) == (
        "autl",
        "STAFF",
    )
    [pick] = warehouse.observe(["ibmi:DataQueue"], ["ORDERS/PICK"])
    assert pick.attributes["private_authorities"] == {"WEBSHOP": ("objopr", "add")}
    gone = queuewright(folder, "destroy", "-s", "dev", "--yes")
    assert gone.code == 0, gone.err
    for name in ("WAREHOUSE", "HARBOUR"):
        assert not sandbox.system(name).observe(IBMI_KINDS)


def test_its_script_in_cl_makes_the_same(folder: Path, tmp_path: Path) -> None:
    """What `up` would send, run by hand on partitions that are alike."""
    words = ("preview", "-s", "dev", "--script", "cl", "--out", "scripts")
    written = queuewright(folder, *words)
    assert written.code == 0, written.err
    texts = {file.stem: file.read_text("utf-8") for file in (folder / "scripts").iterdir()}
    assert texts.keys() == {"WAREHOUSE", "HARBOUR"}
    by_hand = Sandbox(tmp_path / "by_hand.db")
    for name, text in texts.items():
        system = by_hand.create_system(name, platform=Platform.IBMI)
        answers = list(cl_commands.run(system, text))
        assert [answer.message for answer in answers if not answer.ok] == []
    assert queuewright(folder, "up", "-s", "dev", "--yes").code == 0
    made = Sandbox(folder / ".queuewright" / "sandbox-dev.db")
    kinds = (*IBMI_KINDS, "mq:LocalQueue")
    for name in texts:
        both = [
            {o.key: o.attributes for o in sandbox.system(name).observe(kinds)}
            for sandbox in (made, by_hand)
        ]
        assert both[0] == both[1]
