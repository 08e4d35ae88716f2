"""`queuewright drift`: its commands one after the other on one lake, and what people get wrong."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.testing import CliRunner, Result

from queuewright.cli.main import app

pytestmark = pytest.mark.xdist_group("spark")


def drift(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["drift", *arguments])


def test_collect_detect_and_report(spark: Any, tmp_path: Path, program: Path) -> None:
    lines = [f"DEFINE QLOCAL('{name}') MAXDEPTH(100) DESCR('')" for name in "AB"]
    (tmp_path / "one.mqsc").write_text("\n".join(["* Queue manager name: QM1", *lines, ""]))
    systems = {"QM1": {"type": "mqsc", "path": "one.mqsc"}}
    one = {"name": "one", "program": str(program), "stack": "main", "systems": systems}
    fleet = tmp_path / "fleet.yaml"
    fleet.write_text(yaml.safe_dump({"environments": [one]}))
    lake = ("--lake", str(tmp_path / "lake"))
    noon = ("--now", "2026-11-21T12:00:00Z")

    empty = drift("detect", "--fleet", str(fleet), *lake)
    assert "is empty; run queuewright drift collect first" in str(empty.exception)
    none = drift("report", *lake)
    assert "has no finished run" in str(none.exception)

    collected = drift("collect", "--fleet", str(fleet), *lake, *noon)
    assert (collected.exit_code, collected.stdout) == (0, "20261121T120000Z\n")
    page = tmp_path / "page.html"
    detected = drift("detect", "--fleet", str(fleet), *lake, *noon, "--json", "--html", str(page))
    assert detected.exit_code == 2
    summary = json.loads(detected.stdout)
    assert (summary["run"], summary["by_drift"]) == ("20261121T120000Z", {"missing": 1})
    assert "<td>C</td>" in page.read_text()
    again = drift("report", *lake, "--json")
    assert (again.exit_code, json.loads(again.stdout)) == (2, summary)
    shown = drift("report", *lake)
    assert "1 differences: 1 new" in shown.stdout
    assert (
        "| critical | one | QM1 mq:LocalQueue C | is missing |"
        in drift("report", *lake, "--markdown").stdout
    )


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["report"], "a lake is a directory"),
        (["report", "--lake", "x", "--table", "y"], "give one of them"),
        (["report", "--lake", "x", "--json", "--markdown"], "choose one"),
        (["run", "--fleet", "none.yaml", "--lake", "x"], "none.yaml: No such file"),
        (["run", "--fleet", "FLEET", "--lake", "x", "--now", "noon"], "is not a time"),
        (["run", "--fleet", "FLEET", "--lake", "x", "--policy", "no.yaml"], "no.yaml: No such"),
        (["run", "--fleet", "FLEET", "--lake", "x", "--run", "../up"], "is not a name"),
        (["report", "--table", "a;b"], "is not catalog.schema.prefix"),
        (["plan", "x", "--fleet", "none.yaml"], "No such file"),
    ],
)
def test_mistakes_are_one_line(arguments: list[str], told: str, spark: Any, tmp_path: Path) -> None:
    fleet = tmp_path / "fleet.yaml"
    entry = "{name: one, systems: {QM1: {type: mqsc, path: x}}}"
    fleet.write_text(f"environments: [{entry}]\n")
    result = drift(*[str(fleet) if one == "FLEET" else one for one in arguments])
    assert result.exit_code == 1
    assert told in str(result.exception)
    assert "\n" not in str(result.exception)
