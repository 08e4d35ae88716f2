"""A client of the REST API that others wrote, pymqrest, works against the sandbox's server."""

import json
import subprocess
from pathlib import Path

import pytest

from carriers import PASSWORD, authority, machine, served
from queuewright.catalogue.observed import OpenFor
from queuewright.catalogue.platform import Platform

ROOT = Path(__file__).resolve().parents[3]
PYTHON = ROOT / ".cache" / "pymqrest" / "bin" / "python"  # pymqrest needs Python 3.12


@pytest.mark.skipif(not PYTHON.exists(), reason="no pymqrest: make pymqrest")
def test_pymqrest_administers_queues_namelists_and_channels(tmp_path: Path) -> None:
    embedded = machine(tmp_path, "QM1", Platform.LINUX)
    embedded.create("mq:LocalQueue", "USED", {})
    embedded.put("USED", count=2)
    embedded.open("USED", [OpenFor.OUTPUT], application="app")
    script = str(Path(__file__).with_name("pymqrest_session.py"))
    with served(embedded.sandbox) as server:
        ca = str(authority().certificate)
        done = subprocess.run(
            [PYTHON, script, server.url, ca, "ann", PASSWORD],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout)
    queues = {queue["queue"]: queue for queue in seen["queues"]}
    assert set(queues) == {"PY.LOCAL", "PY.ALIAS", "PY.REMOTE", "PY.MODEL"}
    assert queues["PY.LOCAL"]["maxdepth"] == 60
    assert queues["PY.REMOTE"]["rqmname"] == "QM2"
    assert seen["namelist"][0]["names"] == ["A", "B"]
    assert seen["channel"][0]["conname"] == "mq1(1414)"
    assert seen["qmgr"]["qmname"] == "QM1"
    assert seen["status"][0]["curdepth"] == 2
    [handle] = [each for each in seen["connections"] if each.get("objname") == "USED"]
    assert "MQOO_OUTPUT" in str(handle)
    assert "AMQ8147E" in seen["after"]
    assert "AMQ8150E" in seen["refused"]
    assert embedded.observe(["mq:LocalQueue"], ["PY.LOCAL"]) == []
