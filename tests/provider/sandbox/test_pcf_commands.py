"""PCF to the sandbox: commands and inquiries, as JSON lines and as bytes."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from command_line import app
from queuewright.catalogue.observed import OpenFor
from queuewright.dialects.pcf.encode import encode
from queuewright.dialects.pcf.text_parse import from_text
from queuewright.sandbox.answers import Answer
from queuewright.sandbox.engine import EmbeddedSystem, Sandbox
from queuewright.sandbox.pcf_commands import run

CREATE = {"QName": "A", "QType": "MQQT_LOCAL", "MaxQDepth": 5}


@pytest.fixture
def system(tmp_path: Path) -> EmbeddedSystem:
    return Sandbox(tmp_path / "sandbox.db").create_system("QM1")


def _line(command: str, **parameters: Any) -> str:
    return json.dumps({"command": f"MQCMD_{command}", "parameters": parameters})


def _answer(system: EmbeddedSystem, command: str, **parameters: Any) -> Answer:
    (answer,) = run(system, _line(command, **parameters))
    return answer


def test_create_change_copy_inquire_delete(system: EmbeddedSystem) -> None:
    assert _answer(system, "CREATE_Q", **CREATE).ok
    assert _answer(system, "CHANGE_Q", QName="A", QType="MQQT_LOCAL", MaxQDepth=6).ok
    assert _answer(system, "COPY_Q", FromQName="A", ToQName="B", QType="MQQT_LOCAL").ok
    answer = _answer(system, "INQUIRE_Q", QName="*", QType="MQQT_LOCAL")
    queues = {queue["QName"]: queue for queue in answer.objects}
    assert {"A", "B", "SYSTEM.DEFAULT.LOCAL.QUEUE"} <= set(queues)
    assert (queues["B"]["MaxQDepth"], queues["B"]["QType"]) == (6, "MQQT_LOCAL")
    assert _answer(system, "DELETE_Q", QName="A").ok
    refused = _answer(system, "INQUIRE_Q", QName="A")
    assert (refused.completion, refused.reason, refused.reason_name) == (
        2, 2085, "MQRC_UNKNOWN_OBJECT_NAME"
    )  # fmt: skip


def test_only_the_attributes_that_are_asked_for(system: EmbeddedSystem) -> None:
    assert _answer(system, "CREATE_Q", **CREATE).ok
    answer = _answer(system, "INQUIRE_Q", QName="A", QAttrs=["MQIA_MAX_Q_DEPTH"])
    assert answer.objects == ({"QName": "A", "QType": "MQQT_LOCAL", "MaxQDepth": 5},)


def test_status_and_handles(system: EmbeddedSystem) -> None:
    assert _answer(system, "CREATE_Q", **CREATE).ok
    system.put("A", count=2)
    system.open("A", {OpenFor.INPUT_SHARED}, application="APP")
    (status,) = _answer(system, "INQUIRE_Q_STATUS", QName="A").objects
    assert (status["QName"], status["CurrentQDepth"], status["OpenInputCount"]) == ("A", 2, 1)
    answer = _answer(system, "INQUIRE_Q_STATUS", QName="A", StatusType="MQIACF_Q_HANDLE")
    (handle,) = answer.objects
    assert "APP" in handle.values()


def test_connections(system: EmbeddedSystem) -> None:
    """Alias queues have no queue status: who has them open is asked of the connections."""
    system.create("mq:LocalQueue", "Q", {})
    system.create("mq:AliasQueue", "A", {"base_object_name": "Q"})
    refused = _answer(system, "INQUIRE_CONNECTION", GenericConnectionId="")
    assert refused.reason_name == "MQRCCF_CONNECTION_ID_ERROR"
    system.open("A", {OpenFor.OUTPUT}, application="app", user="bob", channel="TO.QM1")
    system.open("Q", {OpenFor.BROWSE}, application="viewer", user="ann")

    def asked(**given: Any) -> list[dict[str, Any]]:
        answer = _answer(system, "INQUIRE_CONNECTION", GenericConnectionId="", **given)
        return [dict(parameters) for parameters in answer.objects]

    handles = asked(ConnInfoType="MQIACF_CONN_INFO_HANDLE")
    assert [(handle["ObjectName"], handle["OpenOptions"]) for handle in handles] == [
        ("A", "MQOO_OUTPUT"),
        ("Q", "MQOO_BROWSE"),
    ]
    connections = asked()
    assert [(c["ApplTag"], c["UserIdentifier"], c["ChannelName"]) for c in connections] == [
        ("app", "bob", "TO.QM1"),
        ("viewer", "ann", ""),
    ]
    together = asked(ConnInfoType="MQIACF_CONN_INFO_ALL")
    assert sorted(map(str, together)) == sorted(map(str, connections + handles))


def test_the_queue_manager(system: EmbeddedSystem) -> None:
    (manager,) = _answer(system, "INQUIRE_Q_MGR").objects
    assert (manager["QMgrName"], manager["CommandLevel"]) == ("QM1", 930)


@pytest.mark.parametrize(
    ("command", "parameters", "reason"),
    [
        ("CREATE_Q", {"QName": "A"}, "MQRCCF_PARM_COUNT_TOO_SMALL"),
        ("CREATE_Q", {"QName": "A", "QType": 99}, "MQRCCF_Q_TYPE_ERROR"),
        ("CREATE_Q", {**CREATE, "RemoteQName": "X"}, "MQRCCF_CFST_PARM_ID_ERROR"),
        ("CREATE_Q", {**CREATE, "MaxQDepth": -1}, "MQRCCF_ATTR_VALUE_ERROR"),
        ("CHANGE_Q", {"QName": "N", "QType": "MQQT_LOCAL"}, "MQRC_UNKNOWN_OBJECT_NAME"),
        ("DELETE_Q", {"QName": "N"}, "MQRC_UNKNOWN_OBJECT_NAME"),
    ],
)
def test_refusals(
    system: EmbeddedSystem, command: str, parameters: dict[str, Any], reason: str
) -> None:
    answer = _answer(system, command, **parameters)
    assert (answer.ok, answer.completion, answer.reason_name) == (False, 2, reason)
    assert reason in answer.message


def test_bytes_and_the_rest_after_a_bad_line(system: EmbeddedSystem, tmp_path: Path) -> None:
    data = encode(from_text(_line("CREATE_Q", **CREATE)))
    data += encode(from_text(_line("DELETE_Q", QName="A")))
    assert [answer.ok for answer in run(system, data)] == [True, True]
    text = "{oops\n" + _line("CREATE_Q", **CREATE)
    assert [answer.ok for answer in run(system, text)] == [False, True]


def test_exec_from_the_command_line(tmp_path: Path) -> None:
    sandbox = tmp_path / "sandbox.db"
    Sandbox(sandbox).create_system("QM1")
    script = tmp_path / "commands.pcf"
    script.write_bytes(encode(from_text(_line("CREATE_Q", **CREATE))))
    arguments = ["sandbox", "exec", "QM1", str(script), "--file", str(sandbox), "--json"]
    result = CliRunner().invoke(app, [*arguments, "--from", "pcf"])
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["ok"] is True
    again = CliRunner().invoke(app, [*arguments, "--from", "pcf"])
    assert again.exit_code == 1
    assert json.loads(again.stdout)["reason_name"] == "MQRCCF_OBJECT_ALREADY_EXISTS"
    refused = CliRunner().invoke(app, [*arguments, "--from", "json"])
    assert refused.exit_code == 1
    assert "use one of mqsc, cl, pcf" in str(refused.exception)
