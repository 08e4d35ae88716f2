"""One run of one fleet, given as a table, that has everything in it: every kind of source, and
everything that the owners of environments get wrong."""

import gzip
import json
import os
import shutil
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner, Result

from command_line import app
from queuewright.drift.lake import Lake
from queuewright.kinds import spec_of
from queuewright.render.escape import markdown_text
from queuewright.systems.registry import systems_from

PARTITION = """
from queuewright import ibmi

i = ibmi.System("I1")
ibmi.MessageQueue("MSGS", system=i, library="ORDERS", text_description="Orders")
ibmi.DataQueue("DTAQ", system=i, library="ORDERS", max_entry_length=200)
ibmi.DdmDataQueue("DDMQ", system=i, library="ORDERS", remote_data_queue="FARQ",
                  remote_data_queue_library="FAR", remote_location="SITE2")
ibmi.AuthorizationList("AUTL", system=i, text_description="Who may")
"""
SECRET = "hunter2"


def drift(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["drift", *arguments])


def program(directory: Path, text: str) -> str:
    directory.mkdir()
    (directory / "Pulumi.yaml").write_text("name: app\nruntime: python\n")
    (directory / "Pulumi.main.yaml").write_text("config: {}\n")
    (directory / "__main__.py").write_text(text)
    return str(directory)


def dump(depth: int = 100, name: str = "QM1", text: str = "") -> str:
    lines = [f"DEFINE QLOCAL('{n}') MAXDEPTH({depth}) DESCR('{text}') REPLACE\n" for n in "ABC"]
    return "".join([f"* Queue manager name: {name}\n", *lines])


def answers(**depths: int) -> str:
    results = [
        {"completionCode": 0, "reasonCode": 0,
         "parameters": {"queue": name, "type": "QLOCAL", "maxdepth": depth, "descr": ""}}
        for name, depth in depths.items()
    ]  # fmt: skip
    return json.dumps(
        {"commandResponse": results, "overallCompletionCode": 0, "overallReasonCode": 0}
    )


def partition(file: Path) -> None:
    """Right but for the text of the message queue and the authorization list, which is gone."""
    entry = {"type": "sandbox", "platform": "ibmi", "libraries": ["ORDERS"], "path": str(file)}
    system = systems_from({"I1": entry}, base=file.parent)["I1"]
    own = {"library": "ORDERS"}
    specs: list[tuple[str, dict[str, Any]]] = [
        ("ibmi:MessageQueue", {**own, "name": "MSGS", "text_description": "Old orders"}),
        ("ibmi:DataQueue", {**own, "name": "DTAQ", "max_entry_length": 200}),
        ("ibmi:DdmDataQueue", {**own, "name": "DDMQ", "remote_data_queue": "FARQ",
                               "remote_data_queue_library": "FAR", "remote_location": "SITE2"}),
    ]  # fmt: skip
    for kind, values in specs:
        system.create(spec_of(kind).checked(values))


def member(system: str, bind: str, priority: int) -> str:
    """A queue manager of a cluster, whose queues are in it directly or through a namelist."""
    lines = [
        f"* Queue manager name: {system}",
        "DEFINE NAMELIST('BOTH') NAMES('ORDERS','STOCK')",
        f"DEFINE QLOCAL('IN') CLUSTER('ORDERS') DEFBIND({bind}) DEFPRTY(0)",
        f"DEFINE QLOCAL('LISTED') CLUSNL('BOTH') DEFPRTY({priority})",
        "DEFINE QLOCAL('ALONE') CLUSTER('ORDERS') DEFPRTY(9)" if priority else "",
        "",
    ]
    return "\n".join(lines)


def owning(directory: Path, program: Path) -> Path:
    """The program with a stack whose state has A, B and C, and which declares A and B by now."""
    shutil.copytree(program, directory)
    systems = {"QM1": {"type": "sandbox", "platform": "linux"}}
    stack = directory / "Pulumi.main.yaml"
    stack.write_text(json.dumps({"config": {"queuewright:systems": systems}}))
    up = CliRunner().invoke(app, ["up", "--yes", "-C", str(directory)])
    assert up.exit_code == 0, up.output
    config = {"queuewright:systems": systems, "app:queues": "A B"}
    stack.write_text(json.dumps({"config": config}))
    return directory


@pytest.fixture
def fleet(tmp_path: Path, program: Path) -> Path:
    (tmp_path / "gz.mqsc.gz").write_bytes(gzip.compress(dump().encode()))
    (tmp_path / "day-20.mqsc").write_text(dump(1))
    (tmp_path / "day-21.mqsc").write_text(dump(100))
    (tmp_path / "evil.mqsc").write_text(dump(text="<script>alert(1)</script>|x"))
    (tmp_path / "lies.mqsc").write_text(dump(name="OTHER"))
    (tmp_path / "cut.mqsc.gz").write_bytes(gzip.compress(dump().encode())[:-9])
    (tmp_path / "web.json").write_text(answers(A=100, B=7, C=100))
    (tmp_path / "webcut.json").write_text(answers(A=100)[:-7])
    (tmp_path / "denied.json").write_text(
        '{"error": [{"msgId": "MQWB0104E", "message": "Log in first.", "action": "Log in."}]}'
    )
    os.mkfifo(tmp_path / "fifo.mqsc")
    (tmp_path / "nothing.mqsc").write_text("")
    for number, (bind, priority) in enumerate((("OPEN", 0), ("NOTFIXED", 5), ("OPEN", 0)), 1):
        (tmp_path / f"QM{number}.mqsc").write_text(member(f"QM{number}", bind, priority))
    (tmp_path / "owned.mqsc").write_text(dump() + "DEFINE QLOCAL('D') REPLACE\n")
    partition(tmp_path / "i.db")
    hangs = globals()["program"](tmp_path / "hangs", "import time; time.sleep(600)")
    fails = globals()["program"](tmp_path / "fails", "raise RuntimeError('no')")
    ibmi = globals()["program"](tmp_path / "ibmi", PARTITION)

    def row(name: str, kind: str, path: str, **other: Any) -> dict[str, Any]:
        system = other.pop("system", "QM1")
        systems = json.dumps({system: {"type": kind, "path": path}})
        base = {"name": name, "stack": "main", "program": str(program), "config": None}
        return {**base, "systems": systems, **other}

    rows = [
        row("gz", "mqsc", (tmp_path / "gz.mqsc.gz").as_uri(), labels={"stage": "test"}),
        row("day", "mqsc", "day-*.mqsc", labels={"stage": "prod"}),
        row("evil", "mqsc", "{environment}.mqsc", labels={"stage": "prod"}),
        row("web", "mqweb-json", "web.json"),
        row("i", "sandbox", "i.db", system="I1", program=ibmi),
        row("owned", "mqsc", "owned.mqsc", program=str(owning(tmp_path / "owned", program))),
        {
            "name": "cluster",
            "stack": "main",
            "program": str(program),
            "config": json.dumps({"queues": "IN", "depth": 5000}),
            "systems": json.dumps(
                {f"QM{n}": {"type": "mqsc", "path": "{system}.mqsc"} for n in (1, 2, 3)}
            ),
        },
        # From here on: what cannot be read.
        row("lies", "mqsc", "lies.mqsc"),
        row("cut", "mqsc", "cut.mqsc.gz"),
        row("fifo", "mqsc", "fifo.mqsc"),
        row("webcut", "mqweb-json", "webcut.json"),
        row("denied", "mqweb-json", "denied.json"),
        row("where", "mqsc", f"gopher://me:{SECRET}@host/x"),
        row("hangs", "mqsc", "day-*.mqsc", program=hangs),
        row("fails", "mqsc", "day-*.mqsc", program=fails),
        row("nostack", "mqsc", "day-*.mqsc", stack="none"),
        row("nothing", "mqsc", "{environment}.mqsc"),
        row("absent", "mqsc", "{environment}.mqsc"),
        row("noprogram", "mqsc", "day-*.mqsc", program=str(tmp_path / "nowhere")),
        row("type", "carrier-pigeon", "x"),
        # And no environments at all.
        row("gz", "mqsc", "x"),
        row("a,b", "mqsc", "x"),
        row("nolabel", "mqsc", "{stage}.mqsc"),
        {"name": "nosystems", "systems": "{"},
    ]
    file = tmp_path / "fleet.parquet"
    pq.write_table(pa.Table.from_pylist(rows), file)
    return file


FAILED = {
    "nothing": "defines nothing",
    "absent": "No such file",
    "noprogram": "no such directory",
    "type": "carrier-pigeon",
    "lies": "of queue manager OTHER, not QM1",
    "cut": "gzip file is damaged or cut off",
    "fifo": "no answer in 3 s",
    "webcut": "not JSON, or cut off",
    "denied": "Log in first.",
    "where": "gopher is not a file system that can be read",
    "hangs": "give it longer with --timeout SECONDS",
    "fails": "RuntimeError: no",
    "nostack": "no Pulumi.none.yaml",
}


@pytest.mark.deploy
def test_one_run_does_what_can_be_done_and_names_the_rest(
    spark: Any, fleet: Path, tmp_path: Path
) -> None:
    one_run(fleet, tmp_path, "spark")


def test_the_same_without_spark(fleet: Path, tmp_path: Path) -> None:
    one_run(fleet, tmp_path, "local")


def one_run(fleet: Path, tmp_path: Path, engine: str) -> None:
    own = ("--engine", engine)
    policy = tmp_path / "policy.yaml"
    policy.write_text(
        "severities: [{labels: {stage: prod}, attribute: '*description', severity: high}]\n"
        "ignore:\n"
        "  - {environment: evil, name: B, owner: ann, reason: tried, expires: 2026-11-21}\n"
        "  - {environment: evil, name: C, owner: bob, reason: over, expires: 2026-11-20}\n"
    )
    page, lake = tmp_path / "page.html", str(tmp_path / "lake")
    empty = drift("detect", *own, "--fleet", str(fleet), "--lake", lake)
    assert "is empty; run queuewright drift collect first" in str(empty.exception)
    none = drift("report", "--lake", lake)
    assert "has no finished run" in str(none.exception)
    late = ("--now", "2026-11-21T23:59:00Z")
    collected = drift(
        "collect", *own, "--fleet", str(fleet), "--lake", lake, "--timeout", "3", *late
    )
    assert (collected.exit_code, collected.stdout) == (0, "20261121T235900Z\n")
    detected = drift(
        "detect", *own, "--fleet", str(fleet), "--lake", lake, "--policy", str(policy), *late,
        "--json", "--html", str(page),
    )  # fmt: skip
    assert detected.exception is None or isinstance(detected.exception, SystemExit)
    assert detected.exit_code == 4
    summary = json.loads(detected.stdout)
    assert summary["run"] == "20261121T235900Z"
    rows = Lake(None, lake).read("drift", summary["run"]).to_pylist()
    differences = {
        (row["environment"], row["name"], row["drift"], row["attribute"], row["severity"]): row
        for row in rows
        if row["drift"] != "inconsistent"
    }
    assert set(differences) == {
        ("evil", "A", "changed", "queue_description", "high"),
        ("evil", "B", "changed", "queue_description", "high"),
        ("evil", "C", "changed", "queue_description", "high"),
        ("web", "B", "changed", "max_queue_depth", "medium"),
        ("i", "ORDERS/MSGS", "changed", "text_description", "medium"),
        ("i", "AUTL", "missing", "", "critical"),
        # It is the stack's by its state; D is nobody's, and counts only with --unmanaged.
        ("owned", "C", "unexpected", "", "medium"),
    }
    ignored = {key[:2]: row["ignored"] for key, row in differences.items() if row["ignored"]}
    assert ignored == {("evil", "B"): "ann: tried"}  # on its last day; bob's is over
    # Instances of a cluster queue that disagree.
    disagreeing = {
        (row["system"], row["name"], row["attribute"]): json.loads(row["observed"])
        for row in rows
        if row["drift"] == "inconsistent"
    }
    systems = ("QM1", "QM2", "QM3")
    binds = dict(zip(systems, ("bind_on_open", "bind_not_fixed", "bind_on_open"), strict=True))
    priorities = dict(zip(systems, "050", strict=True))
    assert disagreeing == {
        **{(system, "IN", "default_bind"): binds for system in systems},
        **{(system, "LISTED", "default_priority"): priorities for system in systems},
    }
    counts = summary["counts"]
    assert (counts["drift"], counts["ignored"], counts["failed"], counts["environments"]) == (
        12, 1, len(FAILED), 20,
    )  # fmt: skip
    failures = {row["environment"]: row["error"] for row in summary["failures"]}
    assert failures.keys() == FAILED.keys()
    for name, reason in FAILED.items():
        assert reason in failures[name]
        assert "\n" not in failures[name]
    problems = "\n".join(summary["problems"])
    assert len(summary["problems"]) == 4
    for reason in ("the name is taken already", '"a,b" has', '"{stage}" is not a label', "row"):
        assert reason in problems
    # Every form says which rule has expired and what failed, and nothing secret.
    expired = "bob: over (until 2026-11-20)"
    again = drift("report", "--lake", lake, "--json")
    assert (again.exit_code, json.loads(again.stdout)) == (4, summary)
    markdown = drift("report", "--lake", lake, "--markdown").stdout
    assert "| critical | i | I1 ibmi" in markdown
    terminal = drift("report", "--lake", lake).stdout
    assert "12 differences: 12 new" in terminal
    assert "<td>AUTL</td>" in page.read_text()
    for form in (detected.stdout, page.read_text(), markdown, terminal):
        assert (markdown_text(expired) if form is markdown else expired) in form
        assert "not JSON, or cut off" in form
        assert SECRET not in form
        assert "Traceback" not in form
    assert SECRET not in collected.stderr + detected.stderr
    assert "<script>alert" not in page.read_text()
    assert "<script>" not in markdown
    assert SECRET not in str(Lake(None, lake).read("inventories", summary["run"]).to_pylist())
