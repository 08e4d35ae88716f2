"""`queuewright import --from cl` and `--from pcf`: as MQSC is."""

import json
from pathlib import Path

from typer.testing import CliRunner

from command_line import app

PROGRAMS = Path(__file__).parents[2] / "provider" / "dialects" / "cl" / "programs"


def _imported(
    tmp_path: Path, dialect: str, *files: Path, code: int = 0
) -> tuple[str, dict[str, object]]:
    out = tmp_path / "out"
    arguments = ["import", *map(str, files), "--system", "PROD", "--out", str(out), "--json"]
    result = CliRunner().invoke(app, [*arguments, "--from", dialect])
    assert result.exit_code == code, result.output
    return (out / "__main__.py").read_text(encoding="utf-8"), json.loads(result.stdout)


def test_a_cl_program(tmp_path: Path) -> None:
    files = (PROGRAMS / "setup.clle", PROGRAMS / "security.clp")
    program, report = _imported(tmp_path, "cl", *files)
    compile(program, "__main__.py", "exec")
    assert 'queue_description="Order system\'s dead letters"' in program
    assert '"SHOP2": ["objopr", "read", "add"]' in program
    assert '"OPS": ["all", "autlmgt"]' in program
    assert "SHOP1" not in program
    assert 'delivery="break"' in program
    assert report["declared"] == {
        "mq:LocalQueue": 3, "mq:AliasQueue": 1, "mq:Namelist": 1,
        "mq:Cluster": 1, "mq:ClusterReceiverChannel": 1, "mq:SenderChannel": 1,
        "ibmi:MessageQueue": 1,
        "ibmi:DataQueue": 1, "ibmi:DdmDataQueue": 1, "ibmi:AuthorizationList": 1,
    }  # fmt: skip
    assert 'text_description="Keyed by"' in program  # &RTNMSG is blank there
    assert "not a literal value" in json.dumps(report)  # MQMNAME


def test_a_program_with_parameters(tmp_path: Path) -> None:
    file = tmp_path / "setup.clle"
    file.write_text(
        "PGM PARM(&LIB)\nDCL VAR(&LIB) TYPE(*CHAR) LEN(10)\nMONMSG CPF0000 EXEC(GOTO ERR)\n"
        "CRTDTAQ DTAQ(&LIB/PICK) MAXLEN(100)\nRETURN\nERR: DLTDTAQ DTAQ(&LIB/PICK)\nENDPGM\n"
    )
    arguments = ["import", str(file), "--from", "cl", "--system", "PROD", "--out"]
    result = CliRunner().invoke(app, [*arguments, str(tmp_path / "a"), "--set", "lib=ORDERS"])
    assert result.exit_code == 0, result.output
    program = (tmp_path / "a" / "__main__.py").read_text(encoding="utf-8")
    assert 'ibmi.DataQueue(\n    "ORDERS/PICK"' in program
    result = CliRunner().invoke(app, [*arguments, str(tmp_path / "b")])
    assert "--set LIB=VALUE" in str(result.exception)
    result = CliRunner().invoke(app, [*arguments, str(tmp_path / "c"), "--set", "LIBRARY=ORDERS"])
    assert "no script has a variable LIBRARY" in str(result.exception)


def test_pcf_lines(tmp_path: Path) -> None:
    file = tmp_path / "queues.jsonl"
    lines = [
        {"command": "MQCMD_CREATE_Q",
         "parameters": {"QName": "A", "QType": "MQQT_LOCAL", "MaxQDepth": 7}},
        {"command": "MQCMD_CREATE_Q", "parameters": {"QName": "B", "QType": "MQQT_LOCAL"}},
        {"command": "MQCMD_DELETE_Q", "parameters": {"QName": "B"}},
    ]  # fmt: skip
    file.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    program, report = _imported(tmp_path, "pcf", file)
    assert "max_queue_depth=7" in program
    assert report["declared"] == {"mq:LocalQueue": 1}
