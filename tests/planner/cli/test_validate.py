"""`queuewright validate`: one line a command, every error with its own text, code and place."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from command_line import app
from queuewright.catalogue.ccsid import encode
from queuewright.catalogue.sources import CHANGE_QUEUE, CRTMQMQ


def _run(text: str, *arguments: str) -> tuple[int, list[dict[str, Any]], str]:
    result = CliRunner().invoke(app, ["validate", "-", "--json", *arguments], input=text)
    assert result.exit_code in (0, 1), result.exception
    return (
        result.exit_code,
        [json.loads(line) for line in result.stdout.splitlines()],
        result.stderr,
    )


def _codes(line: dict[str, Any]) -> list[str]:
    return [error["code"] for error in line["errors"]]


def test_each_command_is_validated_and_the_rest_too() -> None:
    text = (
        "PGM\nCRTMQMQ A *LCL MAXDEPTH(5)\nCRTMQMQ A *ALS MAXDEPTH(5)\nCRTDTAQ A +\n  KEYLEN(500)\n"
        "(oops)\nCRTMSGQ B\nCRTPF L/F\nENDPGM\n"
    )
    code, lines, summary = _run(text, "--from", "cl")
    assert code == 1
    assert [line["index"] for line in lines] == [1, 2, 3, 4, 5]
    assert [line["ok"] for line in lines] == [True, False, False, False, True]
    assert [line["line"] for line in lines] == [2, 3, 4, 6, 7]
    assert lines[1]["text"] == "CRTMQMQ A *ALS MAXDEPTH(5)"
    (error,) = lines[1]["errors"]
    assert error == {
        "code": "wrong-type",
        "attribute": "max_queue_depth",
        "message": "MAXDEPTH is valid only with QTYPE(*LCL, *MDL), and this is QTYPE(*ALS); leave"
        " it out",
        "sources": [
            {
                "document": citation.document.name,
                "section": citation.section,
                "url": citation.document.url,
            }
            for citation in (CHANGE_QUEUE.at("MaxQDepth"), CRTMQMQ.at("MAXDEPTH"))
        ],
        "line": 3,
        "column": 16,
    }
    assert sorted(_codes(lines[2])) == ["missing", "range"]
    assert _codes(lines[3]) == ["command-name"]
    assert "5 commands, 3 with errors" in summary
    assert "passed over: CRTPF 1\n" in summary


def test_a_creation_is_validated_with_what_ibm_ships_and_a_change_alone() -> None:
    """CRTMQMQ CLCHNAME: transmission queues only; a new queue is none unless it says so."""
    text = "CRTMQMQ A *LCL CLCHNAME(X)\nCHGMQMQ A QTYPE(*LCL) CLCHNAME(X)\n"
    code, lines, _ = _run(text, "--from", "cl")
    assert code == 1
    assert [_codes(line) for line in lines] == [["transmission-only"], []]


@pytest.mark.parametrize(
    ("dialect", "text"),
    [
        ("cl", "CRTMQMQ A *LCL DFTPTY(12)"),
        ("mqsc", "DEFINE QLOCAL(A) DEFPRTY(12)"),
        ("pcf", '{"command":"MQCMD_CREATE_Q","parameters":{"QName":"A","QType":"MQQT_LOCAL",'
                '"DefPriority":12}}'),
    ],
)  # fmt: skip
def test_the_same_rule_in_every_dialect(dialect: str, text: str) -> None:
    code, (line,), _ = _run(text, "--from", dialect)
    assert code == 1
    (error,) = line["errors"]
    assert (error["code"], error["attribute"]) == ("range", "default_priority")
    assert "0 to 9" in error["message"]
    assert "DefPriority" in [source["section"] for source in error["sources"]]


@pytest.mark.parametrize(
    ("dialect", "text"),
    [
        ("mqsc", "DEFINE QLOCAL('A') CLCHNAME('X')"),
        ("pcf", '{"command":"MQCMD_CREATE_Q","parameters":{"QName":"A","QType":"MQQT_LOCAL",'
                '"ClusterChannelName":"X"}}'),
    ],
)  # fmt: skip
def test_joint_rules_of_a_creation(dialect: str, text: str) -> None:
    code, (line,), _ = _run(text, "--from", dialect)
    assert (code, _codes(line)) == (1, ["transmission-only"])


def test_platforms() -> None:
    text = "DEFINE QLOCAL(A) STGCLASS(X)\nDEFINE QLOCAL(B) STREAMQ(C)\n"
    assert _run(text)[0] == 0
    code, lines, _ = _run(text, "--platform", "linux")
    assert (code, [_codes(line) for line in lines]) == (1, [["platform"], []])
    code, lines, _ = _run(text, "--platform", "z/OS")
    assert (code, [_codes(line) for line in lines]) == (1, [[], ["platform"]])


def test_an_unknown_platform_is_told(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["validate", "-", "--platform", "vax"], input="")
    assert result.exit_code != 0
    assert "use one of" in result.output + result.stderr


def test_warnings_do_not_fail() -> None:
    code, (line,), summary = _run("CRTMQMQ A *LCL TRGENBL(*YES)", "--from", "cl")
    assert code == 0
    assert line["ok"] is True
    assert [warning["code"] for warning in line["warnings"]] == [
        "trigger-nowhere",
        "trigger-no-process",
    ]
    assert "1 with warnings" in summary


def test_objects_that_are_not_managed_are_told() -> None:
    code, (line,), _ = _run("DEFINE BUFFPOOL(3) BUFFERS(5)")
    assert (code, line["ok"]) == (0, True)
    assert [warning["code"] for warning in line["warnings"]] == ["not-managed"]


def test_a_display_may_be_generic() -> None:
    code, (line,), _ = _run("DISPLAY QLOCAL(A*) ALL")
    assert (code, line["errors"]) == (0, [])


def test_text_output_has_file_line_and_column(tmp_path: Path) -> None:
    file = tmp_path / "setup.clp"
    file.write_text("CRTMQMQ A *LCL +\n  MAXDEPTH(*NOMAX)\n", encoding="utf-8")
    result = CliRunner().invoke(app, ["validate", str(file), "--from", "cl"])
    assert result.exit_code == 1
    assert result.stdout.startswith(f"{file}:2:12: error: MAXDEPTH must be *SYSDFTQ or 0-999999999")
    assert result.stdout.rstrip().endswith(
        "[IBM MQ, Change Queue (PCF): MaxQDepth; IBM i, CRTMQMQ: MAXDEPTH]"
    )


def test_bad_pcf_lines() -> None:
    text = '{"command":"MQCMD_CREATE_Q"\n{"command":"MQCMD_NOTHING","parameters":{}}\n'
    code, lines, _ = _run(text, "--from", "pcf")
    assert (code, [line["ok"] for line in lines]) == (1, [False, False])


def test_hostile_input_never_ends_in_a_traceback() -> None:
    for dialect in ("mqsc", "cl", "pcf"):
        for data in (b"\x00\xff\xfe" * 50, b"(" * 10_000, b"'\n" * 200, b"\xff\xfe", b""):
            result = CliRunner().invoke(
                app, ["validate", "-", "--json", "--from", dialect], input=data
            )
            assert result.exit_code in (0, 1), result.exception
            for line in result.stdout.splitlines():
                json.loads(line)


def test_what_commands_do_to_each_other_is_certain_on_any_system() -> None:
    text = (
        "DEFINE QLOCAL(A) MAXDEPTH(1)\nDEFINE QLOCAL(A) MAXDEPTH(2)\nDEFINE QALIAS(A) REPLACE\n"
        "DELETE QALIAS(A)\nALTER QLOCAL(ELSEWHERE) MAXDEPTH(5)\nDEFINE QLOCAL(B) LIKE(ELSEWHERE)\n"
        "DEFINE QLOCAL(C)\nDELETE QLOCAL(C)\nDEFINE QALIAS(C)\n"
    )
    code, lines, _ = _run(text)
    assert code == 1
    assert [_codes(line) for line in lines] == [
        [], ["defined-twice"], ["other-type"], ["other-type"], [], [], [], [], [],
    ]  # fmt: skip
    monitored = "CRTMSGQ L/A\nCRTMSGQ L/A TEXT('x')\nMONMSG CPF2112\nCRTMSGQ L/A TEXT('y')\n"
    code, lines, _ = _run(monitored, "--from", "cl")
    assert [_codes(line) for line in lines] == [[], [], ["defined-twice"]]
    branches = "IF (&X) THEN(CRTMSGQ L/A)\nELSE CMD(CRTMSGQ L/A TEXT('x'))\n"
    assert _run(branches, "--from", "cl")[0] == 0


def test_what_the_queue_manager_is_given_is_named() -> None:
    text = "ALTER QMGR REPOS(C) MAXMSGL(7)\nALTER QMGR DEADQ(D)\nALTER QMGR BOGUS(1)\n"
    code, lines, _ = _run(text)
    assert code == 1
    assert [_codes(line) for line in lines] == [["range"], [], ["unknown-attribute"]]
    assert [line["warnings"] for line in lines] == [[], [], []]


def test_several_scripts_are_told_apart(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.mqsc", tmp_path / "bad.mqsc"
    good.write_text("DEFINE QLOCAL(A)\n")
    bad.write_text("DEFINE QLOCAL(B) MAXDEPTH(-1)\n")
    result = CliRunner().invoke(app, ["validate", str(good), str(bad)])
    assert result.exit_code == 1
    assert f"{good}: 1 command, 0 with errors" in result.stderr
    assert f"{bad}: 1 command, 1 with errors" in result.stderr
    result = CliRunner().invoke(app, ["validate", str(bad), str(good), "--json"])
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(line["file"], line["ok"]) for line in lines] == [(str(bad), False), (str(good), True)]


def test_values_of_variables_are_validated() -> None:
    text = "PGM PARM(&N)\nDCL &N *DEC 5\nDCL &L *CHAR 10 VALUE('ORDERS')\nCRTDTAQ &L/A MAXLEN(&N)\n"
    assert _run(text, "--from", "cl")[0] == 0
    assert _run(text, "--from", "cl", "--set", "N=5")[0] == 0
    code, lines, _ = _run(text, "--from", "cl", "--set", "N=70000")
    assert (code, [_codes(line) for line in lines]) == (1, [["range"]])


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("CRTMSGQ L/A\nCRTMSGQ L/A", [[], ["defined-twice"]]),
        ("CRTDTAQ L/A MAXLEN(5)\nCRTDTAQ L/A MAXLEN(6)", [[], ["defined-twice"]]),
        ("CRTMSGQ L/A\nDLTMSGQ L/A\nCRTMSGQ L/A", [[], [], []]),
        ("CRTMSGQ L/A\nMONMSG CPF2112\nCRTMSGQ L/A\nMONMSG CPF2112", [[], []]),
        ("CRTMSGQ stra\u00dfe", [["syntax"]]),
        ('CRTMSGQ "stra\u00dfe"', [[]]),
        ("CHGMSGQ L/A PGM(*LIBL/P)\nCHGMSGQ L/A PGM(*CURLIB/P *ALWRPY)", [[], []]),
        ("CHGMSGQ L/A PGM(*USRLIBL/P)", [["special-value"]]),
        ("CHGMSGQ *USRPRF SEV(5)\nCHGMSGQ MSGQ(*WRKSTN) DLVRY(*BREAK)", [[], []]),
        ("CRTMSGQ *USRPRF", [["syntax"]]),
        ("CRTMSGQ *LIBL/A", [["special-value"]]),
    ],
)
def test_what_the_commands_of_the_partition_take(text: str, codes: list[list[str]]) -> None:
    code, lines, _ = _run(text, "--from", "cl")
    assert [_codes(line) for line in lines] == codes
    assert code == any(codes)
    assert "REPLACE" not in json.dumps(lines)


def test_room_for_more_entries_than_there_may_be() -> None:
    _, lines, _ = _run(
        "CRTDTAQ L/A MAXLEN(5) SIZE(5 10)\nCRTDTAQ L/B MAXLEN(5) SIZE(5)", "--from", "cl"
    )
    assert [[w["code"] for w in line["warnings"]] for line in lines] == [
        ["initial-above-maximum"], [],
    ]  # fmt: skip


_NATIONAL = "CRTMSGQ MSGQ(L/A) TEXT('K\u00f6ln [1] #2')\n"


def test_a_file_in_ebcdic_is_read_in_its_ccsid() -> None:
    data = encode(_NATIONAL.replace("\n", "\x85"), 273)
    arguments = ["convert", "-", "--from", "cl", "--to", "cl"]
    result = CliRunner().invoke(app, [*arguments, "--ccsid", "273"], input=data)
    assert (result.stderr, result.stdout) == ("", _NATIONAL)
    longer = encode((_NATIONAL + "CRTMSGQ MSGQ(L/ANOTHER)\n" * 9).replace("\n", "\x85"), 273)
    result = CliRunner().invoke(app, arguments, input=longer)
    assert "warning: EBCDIC, read as CCSID 1047" in result.stderr
    result = CliRunner().invoke(app, [*arguments, "--ccsid", "1208"], input=data)
    assert "--ccsid 1208 is not known as EBCDIC" in str(result.exception)


@pytest.mark.parametrize("ebcdic", [True, False])
@pytest.mark.parametrize("numbers", [True, False])
def test_records_of_a_fixed_length_are_lines(ebcdic: bool, numbers: bool) -> None:
    lines = ["PGM", "CRTMSGQ L/A TEXT('x') +", "  SIZE(3)", "CRTDTAQ L/B MAXLEN(5)", "ENDPGM"]
    number = "000100250101" if numbers else ""
    text = "".join(f"{number}{line:80}" for line in lines)
    data = encode(text, 37) if ebcdic else text.encode()
    options = ["--ccsid", "37"] if ebcdic else []
    result = CliRunner().invoke(app, ["validate", "-", "--from", "cl", *options], input=data)
    assert result.exit_code == 0
    assert result.stderr.startswith("2 commands, 0 with errors, 0 with warnings")


def test_a_long_line_is_no_record() -> None:
    text = ("CRTMSGQ L/A TEXT('" + "x" * 30).ljust(158) + "')"
    assert len(text) == 160
    _, lines, _ = _run(text, "--from", "cl")
    assert [line["index"] for line in lines] == [1]
