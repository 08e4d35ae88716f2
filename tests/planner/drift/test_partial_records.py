"""A record of some sorts of objects says nothing of the others: they may be there."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from command_line import queuewright
from drift_fleets import found, local_job, small_fleet

PROGRAM = """
from queuewright import mq

mq.LocalQueue("A", system="QM1", max_queue_depth=10)
mq.Topic("T", system="QM1", topic_string="a/b")
mq.AuthorityRecord("R", system="QM1", name="A", object_type="q", group="g", authorities=["input"])
"""
QUEUE = "DEFINE QLOCAL('A') MAXDEPTH(9) REPLACE\n"
TOPIC = "DEFINE TOPIC('T') TOPICSTR('a/b') REPLACE\n"
RECORD = "SET AUTHREC PROFILE('A') OBJTYPE(QUEUE) GROUP('g') AUTHADD(GET)\n"
CHANGED = ("mq:LocalQueue", "A", "changed")
NO_RECORD = ("mq:AuthorityRecord", "A/q/g/", "missing")


@pytest.mark.parametrize(
    ("options", "text", "reason"),
    [
        ("-m QM1 -a", QUEUE + TOPIC + RECORD, ""),
        ("-m QM1 -x object -a", QUEUE + TOPIC + RECORD, ""),
        ("-m QM1 -x object -a", QUEUE + TOPIC, "the dump has no mq:AuthorityRecord, and A/q/g/ is"),
        ("-m QM1 -t queue", QUEUE, "it was made by dmpmqcfg -m QM1 -t queue; dump everything"),
        ("-m QM1 -n A* -a", QUEUE + RECORD, "mq:Topic T is desired, and the dump has only objects"),
        ("-m QM1 -n 'A'", QUEUE + TOPIC + RECORD, "mq:Topic T is desired"),
        ("-m QM1 -nA", QUEUE + TOPIC + RECORD, "profiles named A: it was made by dmpmqcfg -m QM1"),
        ("-m QM1 -n * -x all", QUEUE + TOPIC, NO_RECORD),
        ("-m QM1 -n '*'", QUEUE + TOPIC + RECORD, ""),
        ("-m QM1 -x all", QUEUE + TOPIC, NO_RECORD),
        ("", QUEUE + TOPIC, NO_RECORD),
    ],
)
def test_a_dump_that_says_so(
    tmp_path: Path, program: Path, options: str, text: str, reason: Any
) -> None:
    (program / "__main__.py").write_text(PROGRAM)
    issued = f"* Command issued: dmpmqcfg {options}\n" if options else ""
    fleet = small_fleet(tmp_path, program, one=f"* Queue manager name: QM1\n{issued}{text}")
    summary = local_job(tmp_path / "lake")(fleet, "r1")
    differences = found(tmp_path / "lake", "r1", "kind", "name", "drift")
    if isinstance(reason, str) and reason:
        assert differences == []
        assert reason in summary.failures[0]["error"]
    else:
        assert summary.failures == []
        assert differences == sorted([CHANGED, *([reason] if reason else [])])


def test_a_dump_of_names_that_has_all_that_is_desired(tmp_path: Path, program: Path) -> None:
    """The first and the last name of each kind are among them, and what has no name is."""
    text = "import queuewright.mq as mq\n"
    text += "".join(f'mq.LocalQueue("{name}", system="QM1")\n' for name in ("A", "AB", "AZ"))
    text += 'mq.QueueManagerAttributes("qm", system="QM1", description="")\n'
    (program / "__main__.py").write_text(text)
    head = "* Queue manager name: QM1\n* Command issued: dmpmqcfg -m QM1 -n A*\n"
    queues = [f"DEFINE QLOCAL('{name}') REPLACE\n" for name in ("A", "AZ")]
    fleet = small_fleet(tmp_path, program, one=f"{head}ALTER QMGR DESCR('')\n{''.join(queues)}")
    assert local_job(tmp_path / "lake")(fleet, "r1").failures == []
    lost = [("mq:LocalQueue", "AB", "missing")]
    assert found(tmp_path / "lake", "r1", "kind", "name", "drift") == lost


ANSWERS = {
    "QUEUE": {"queue": "A", "type": "QLOCAL", "maxdepth": 9},
    "TOPIC": {"topic": "T", "type": "LOCAL", "topicstr": "a/b"},
    "AUTHREC": {
        "profile": "A", "objtype": "QUEUE", "entity": "g", "enttype": "GROUP", "authlist": ["GET"],
    },
}  # fmt: skip


@pytest.mark.parametrize("left_out", ["", "TOPIC", "AUTHREC"])
def test_answers_to_some_commands(tmp_path: Path, program: Path, left_out: str) -> None:
    (program / "__main__.py").write_text(PROGRAM)
    results = [
        {"completionCode": 0, "reasonCode": 0, "parameters": given}
        for word, given in ANSWERS.items()
        if word != left_out
    ]
    answer = {"commandResponse": results, "overallCompletionCode": 0, "overallReasonCode": 0}
    (tmp_path / "web.json").write_text(json.dumps(answer))
    entry = {"name": "one", "program": str(program), "stack": "main",
             "systems": {"QM1": {"type": "mqweb-json", "path": "web.json"}}}  # fmt: skip
    (tmp_path / "fleet.yaml").write_text(yaml.safe_dump({"environments": [entry]}))
    summary = local_job(tmp_path / "lake")(tmp_path / "fleet.yaml", "r1")
    differences = found(tmp_path / "lake", "r1", "kind", "name", "drift")
    if left_out:
        assert differences == []
        error = summary.failures[0]["error"]
        assert error.endswith(f"is desired; save the answer to DISPLAY {left_out} too")
    else:
        assert (summary.failures, differences) == ([], [CHANGED])


def test_nothing_is_planned_for_what_a_record_does_not_tell_of(
    tmp_path: Path, program: Path
) -> None:
    (program / "__main__.py").write_text(PROGRAM)
    head = "* Queue manager name: QM1\n* Command issued: dmpmqcfg -m QM1 -x object\n"
    small_fleet(tmp_path, program, one=f"{head}{QUEUE}{TOPIC}")
    for options in ((), ("--accept",)):
        ran = queuewright(tmp_path, "drift", "plan", "one", "--fleet", "fleet.yaml", *options)
        assert (ran.code, len(ran.errors)) == (4, 1)
        assert "the dump has no mq:AuthorityRecord, and A/q/g/ is desired" in ran.errors[0]
