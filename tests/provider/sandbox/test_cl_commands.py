"""CL to the sandbox: what is done, and the message identifier or reason of what is refused."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from command_line import app
from queuewright.catalogue.observed import OpenFor
from queuewright.catalogue.platform import Platform
from queuewright.dialects.protocol import Given
from queuewright.sandbox.answers import Answer
from queuewright.sandbox.cl_commands import run
from queuewright.sandbox.engine import EmbeddedSystem, Sandbox

PROGRAMS = Path(__file__).parents[1] / "dialects" / "cl" / "programs"


@pytest.fixture
def prod(tmp_path: Path) -> EmbeddedSystem:
    sandbox = Sandbox(tmp_path / "sandbox.db")
    return sandbox.create_system(
        "PROD", platform=Platform.IBMI, libraries=("ORDERLIB",), current_library="ORDERLIB"
    )


def _run(system: EmbeddedSystem, text: str) -> list[Answer]:
    return list(run(system, text))


def _result(system: EmbeddedSystem, text: str) -> tuple[bool, int, str, str]:
    (answer,) = _run(system, text)
    return answer.ok, answer.reason, answer.reason_name, answer.message_id


def _values(system: EmbeddedSystem, kind: str, name: str) -> dict[str, object]:
    (observed,) = system.observe((kind,), (name,))
    return dict(observed.attributes)


def test_mq_objects(prod: EmbeddedSystem) -> None:
    answers = _run(
        prod,
        "PGM\nCRTMQMQ A *LCL MAXDEPTH(5)\nCHGMQMQ A MAXDEPTH(6) TEXT('x')\n"
        "CPYMQMQ FROMQ(A) TOQ(B) QTYPE(*LCL)\nCRTMQMQ C *ALS TGTQNAME(A)\nDLTMQMQ C\nENDPGM",
    )
    assert [(result.ok, result.line) for result in answers] == [
        (True, 2), (True, 3), (True, 4), (True, 5), (True, 6)
    ]  # fmt: skip
    assert _values(prod, "mq:LocalQueue", "B")["max_queue_depth"] == 6
    assert prod.observe(("mq:AliasQueue",), ("C",)) == []
    assert _result(prod, "CRTMQMQ A *LCL")[1:3] == (4001, "MQRCCF_OBJECT_ALREADY_EXISTS")
    assert _result(prod, "CHGMQMQ NONE QTYPE(*LCL) MAXDEPTH(5)")[1] == 2085


def test_message_and_data_queues(prod: EmbeddedSystem) -> None:
    answers = _run(
        prod,
        "CRTMSGQ Q SIZE(3 3 *NOMAX)\nCHGMSGQ Q DLVRY(*BREAK) SEV(40)\n"
        "CRTDTAQ QGPL/D 80 TEXT('x')\nCHGOBJD OBJ(D) OBJTYPE(*DTAQ) TEXT('new')\nDLTDTAQ D",
    )
    assert [result.message for result in answers if not result.ok] == []
    values = _values(prod, "ibmi:MessageQueue", "ORDERLIB/Q")
    assert (values["delivery"], values["severity_code_filter"]) == ("break", 40)
    assert prod.observe(("ibmi:DataQueue",)) == []


@pytest.mark.parametrize(
    ("text", "message_id"),
    [
        ("CRTMSGQ NOLIB/Q", "CPF2402"),
        ("CRTDTAQ NOLIB/Q 5", "CPF9810"),
        ("CRTMSGQ THERE", "CPF2112"),
        ("CHGMSGQ NONE SEV(5)", "CPF2403"),
        ("DLTDTAQ NONE", "CPF2105"),
        ("CRTMSGQ Q AUT(NOLIST)", "CPF2283"),
        ("CRTMSGQ Q FOO(1)", "CPF0006"),
        ("CRTMSGQ", "CPF0006"),
        ("CRTDTAQ Q", "CPF0006"),
        ("CRTMSGQ Q TEXT('x", "CPF0006"),
        ("(oops)", "CPF0006"),
    ],
)
def test_refusals_have_ibm_is_identifiers(prod: EmbeddedSystem, text: str, message_id: str) -> None:
    assert _result(prod, "CRTMSGQ THERE")[0]
    (answer,) = _run(prod, text)
    assert (answer.ok, answer.completion, answer.message_id) == (False, 2, message_id)
    assert message_id in answer.message


def test_authorization_lists(prod: EmbeddedSystem) -> None:
    text = (
        "CRTAUTL LIST AUT(*USE)\nADDAUTLE LIST (TOM ANN) *CHANGE\nCHGAUTLE LIST TOM *ALL\n"
        "CHGAUTLE LIST USER(*PUBLIC) AUT(*EXCLUDE)\nRMVAUTLE LIST ANN\nCRTMSGQ Q AUT(LIST)\n"
        "GRTOBJAUT OBJ(Q) OBJTYPE(*MSGQ) USER(*PUBLIC) AUT(*USE) REPLACE(*YES)"
    )
    assert [result.message for result in _run(prod, text) if not result.ok] == []
    values = _values(prod, "ibmi:AuthorizationList", "LIST")
    assert (values["authority"], values["users"]) == ("exclude", {"TOM": ("all",)})
    assert _values(prod, "ibmi:MessageQueue", "ORDERLIB/Q")["authority"] == "use"
    assert _result(prod, "ADDAUTLE LIST TOM")[3] == "CPF2282"
    assert _result(prod, "CHGAUTLE LIST JOE *USE")[3] == "CPF2285"
    assert _result(prod, "RMVAUTLE LIST JOE")[3] == "CPF2285"
    assert _result(prod, "CHGAUTLE NONE JOE *USE")[3] == "CPF2283"


def test_a_list_is_taken_away_from_an_object(prod: EmbeddedSystem) -> None:
    revoke = "RVKOBJAUT OBJ(Q) OBJTYPE(*MSGQ) AUTL(LIST)"
    text = f"CRTAUTL LIST\nCRTMSGQ Q AUT(LIST)\nCRTMSGQ OTHER AUT(*USE)\n{revoke}\n"
    text += revoke.replace("(Q)", "(OTHER)")
    assert [result.message for result in _run(prod, text) if not result.ok] == []
    assert _values(prod, "ibmi:MessageQueue", "ORDERLIB/Q")["authority"] == "exclude"
    assert _values(prod, "ibmi:MessageQueue", "ORDERLIB/OTHER")["authority"] == "use"
    assert _result(prod, revoke.replace("(Q)", "(NONE)"))[3] == "CPF2105"
    assert _result(prod, "DLTAUTL LIST")[0]


@pytest.mark.parametrize(
    ("command", "authority", "listed"),
    [
        ("GRTOBJAUT Q *MSGQ *PUBLIC *USE", "change", "none"),  # it takes nothing away
        ("GRTOBJAUT Q *MSGQ *PUBLIC *USE REPLACE(*YES)", "use", "none"),
        ("GRTOBJAUT Q *MSGQ *PUBLIC *ALL", "all", "none"),
        ("GRTOBJAUT Q *MSGQ *PUBLIC *EXCLUDE", "exclude", "none"),
        ("GRTOBJAUT Q *MSGQ AUTL(LIST)", "change", "LIST"),
        ("GRTOBJAUT Q *MSGQ AUTL(LIST)\nGRTOBJAUT Q *MSGQ *PUBLIC *AUTL", "autl", "LIST"),
        ("GRTOBJAUT Q *MSGQ AUTL(LIST)\nGRTOBJAUT Q *MSGQ AUTL(*NONE)", "change", "none"),
        ("RVKOBJAUT Q *MSGQ *PUBLIC *ALL", "exclude", "none"),
        ("RVKOBJAUT Q *MSGQ *PUBLIC", "exclude", "none"),
    ],
)
def test_each_of_both_authorities(
    prod: EmbeddedSystem, command: str, authority: str, listed: str
) -> None:
    text = f"CRTAUTL LIST\nCRTMSGQ Q AUT(*CHANGE)\n{command}"
    assert [result.message for result in _run(prod, text) if not result.ok] == []
    values = _values(prod, "ibmi:MessageQueue", "ORDERLIB/Q")
    assert (values["authority"], values["authorization_list"]) == (authority, listed)


def test_authorities_that_are_refused(prod: EmbeddedSystem) -> None:
    assert _result(prod, "CRTMSGQ Q AUT(*CHANGE)")[0]
    assert _result(prod, "GRTOBJAUT Q *MSGQ *PUBLIC *AUTL")[3] == "CPF22A9"
    assert _result(prod, "GRTOBJAUT Q *MSGQ AUTL(NONE)")[3] == "CPF2283"
    (answer,) = _run(prod, "RVKOBJAUT Q *MSGQ *PUBLIC *USE")
    assert "what is left of *CHANGE without *USE is not modelled" in answer.message
    assert _values(prod, "ibmi:MessageQueue", "ORDERLIB/Q")["authority"] == "change"


def test_a_library_list_finds_the_current_library_first(prod: EmbeddedSystem) -> None:
    assert all(answer.ok for answer in _run(prod, "CRTMSGQ QGPL/Q\nCRTMSGQ ORDERLIB/Q\nDLTMSGQ Q"))
    assert [observed.key.name for observed in prod.observe(("ibmi:MessageQueue",))] == ["QGPL/Q"]
    assert _result(prod, "DLTMSGQ *LIBL/Q")[0]


def test_another_queue_manager(prod: EmbeddedSystem) -> None:
    assert _result(prod, "CRTMQMQ A *LCL MQMNAME(PROD)")[0]
    # The only queue manager that a program names is the partition's, as in an import.
    assert _result(prod, "CRTMQMQ B *LCL MQMNAME(QM2)")[0]
    assert _result(prod, "CRTMQMQ C *LCL MQMNAME(&QMGR)")[0]
    both = "CRTMQMQ D *LCL MQMNAME(PROD)\nCRTMQMQ E *LCL MQMNAME(QM2)"
    here, there = _run(prod, both)
    assert here.ok
    assert (there.reason, there.reason_name) == (2058, "MQRC_Q_MGR_NAME_ERROR")
    other = prod.sandbox.create_system("QM2", platform=Platform.IBMI)
    assert _run(prod, both)[1].ok
    assert len(other.observe(("mq:LocalQueue",), ("E",))) == 1
    assert [known.key.name for known in prod.observe(("mq:LocalQueue",), tuple("ABCDE"))] == [
        "A", "B", "C", "D",
    ]  # fmt: skip


def test_monitored_failures_are_the_programs_own(prod: EmbeddedSystem) -> None:
    answers = _run(
        prod,
        "PGM\nDLTDTAQ D\nMONMSG MSGID(CPF2105)\nCRTDTAQ D 5\nMONMSG CPF9800 EXEC(CRTMSGQ NOT)\n"
        "CRTDTAQ D 5\nMONMSG CPF9800 EXEC(DO)\nCRTMSGQ YES\nENDDO\nDLTMQMQ GONE\n"
        "MONMSG AMQ0000\nDLTMSGQ GONE\nMONMSG CPF9801 EXEC(CRTMSGQ NEITHER)\nENDPGM",
    )
    assert [(answer.line, answer.ok, answer.monitored) for answer in answers] == [
        (2, False, True), (4, True, False), (5, True, False), (6, False, True), (8, True, False),
        (10, False, True), (12, False, False), (13, True, False),
    ]  # fmt: skip
    assert answers[0].plain()["monitored"] is True
    assert [known.key.name for known in prod.observe(("ibmi:MessageQueue",))] == ["ORDERLIB/YES"]


def test_a_monitor_goes_on_at_a_label(prod: EmbeddedSystem) -> None:
    _run(
        prod,
        "PGM\nMONMSG CPF0000 EXEC(GOTO ERROR)\nCRTMSGQ A\nCRTMSGQ A\nCRTMSGQ B\n"
        "ERROR: CRTMSGQ C\nENDPGM",
    )
    names = [known.key.name for known in prod.observe(("ibmi:MessageQueue",))]
    assert names == ["ORDERLIB/A", "ORDERLIB/C"]


def test_libraries_are_created(prod: EmbeddedSystem) -> None:
    answers = _run(prod, "CRTLIB LIB(NEW) TEXT('x')\nCRTMSGQ NEW/Q\nCRTLIB NEW\nCRTLIB &L")
    assert [answer.ok for answer in answers] == [True, True, False, False]
    assert answers[2].message_id == "CPF2111"
    assert "NEW" in prod.facts().libraries


def test_qtemp_goes_with_the_job(prod: EmbeddedSystem) -> None:
    assert all(answer.ok for answer in _run(prod, "CRTMSGQ QTEMP/Q\nCHGMSGQ QTEMP/Q SEV(5)"))
    assert prod.observe(("ibmi:MessageQueue",)) == []


def test_what_is_not_modelled_is_said(prod: EmbeddedSystem) -> None:
    answers = _run(prod, "PGM\nDSPMSGQ QSYSOPR\nWRKMQMQ\nMONMSG CPF0000\nSNDPGMMSG 'x'\nENDPGM")
    assert [(answer.text.split(" ")[0], answer.reason_name) for answer in answers] == [
        ("DSPMSGQ", "MQRC_FUNCTION_NOT_SUPPORTED"), ("WRKMQMQ", "MQRC_FUNCTION_NOT_SUPPORTED"),
    ]  # fmt: skip


def test_source_with_sequence_numbers_and_dates(prod: EmbeddedSystem) -> None:
    lines = ["             CRTMSGQ    MSGQ(ORDERLIB/A) +", "             TEXT('a text')",
             "             CRTDTAQ    DTAQ(ORDERLIB/D) MAXLEN(5)"]  # fmt: skip
    layouts = {
        "both": [f"{n:06}{line:<80}251122" for n, line in enumerate(lines, 1)],
        "sequence": [f"{n:06}{line}" for n, line in enumerate(lines, 1)],
        "date": [f"{line:<80}251122" for line in lines],
        "printed": [f"{n:04}.00 {line}   25/11/22" for n, line in enumerate(lines, 1)],
    }
    for name, layout in layouts.items():
        answers = _run(prod, "\n".join(layout))
        assert [answer.ok for answer in answers] == [True, True], name
        assert [answer.line for answer in answers] == [1, 3], name
        assert _values(prod, "ibmi:MessageQueue", "ORDERLIB/A")["text_description"] == "a text"
        assert all(answer.ok for answer in _run(prod, "DLTMSGQ ORDERLIB/A\nDLTDTAQ ORDERLIB/D"))


def test_what_only_the_running_program_knows_is_not_run(prod: EmbeddedSystem) -> None:
    (answer,) = _run(prod, "CRTMSGQ A\nIF (&A) THEN(CRTMSGQ B)\nCRTMSGQ C")
    assert (answer.ok, answer.message_id, answer.line) == (False, "CPF0006", 2)
    assert "it depends on &A" in answer.message
    assert "--set A=VALUE" in answer.message
    answers = _run(
        prod, "SBMJOB CMD(CRTMSGQ A)\nMONMSG CPF0000 EXEC(CRTMSGQ B)\nCRTMSGQ C TEXT(&T)"
    )
    assert [(answer.ok, answer.reason_name) for answer in answers] == [
        (False, "MQRC_FUNCTION_NOT_SUPPORTED")
    ] * 3
    assert prod.observe(("ibmi:MessageQueue",)) == []


def test_an_error_block_behind_return_is_run_only_after_an_error(prod: EmbeddedSystem) -> None:
    text = (
        "PGM PARM(&LIB)\nDCL &LIB *CHAR 10\nDCL &Q *CHAR 10 VALUE('PICK')\n"
        "MONMSG CPF0000 EXEC(GOTO CMDLBL(ERR))\nCRTDTAQ &LIB/&Q MAXLEN(5)\n{}\nRETURN\n"
        "ERR: DLTDTAQ &LIB/&Q\nMONMSG CPF0000\nENDPGM"
    )
    given = Given({"LIB": "QGPL"})
    answers = [*run(prod, text.format(""), given=given)]
    assert [(answer.ok, answer.line) for answer in answers] == [(True, 5), (True, 8)]
    assert "not run" in answers[1].message
    assert [str(o.key) for o in prod.observe(("ibmi:DataQueue",))] == [
        "PROD ibmi:DataQueue QGPL/PICK"
    ]
    [*run(prod, text.format("CRTDTAQ QGPL/PICK MAXLEN(6)"), given=given)]
    assert prod.observe(("ibmi:DataQueue",)) == []


def test_libraries_and_what_they_grant(prod: EmbeddedSystem) -> None:
    text = (
        "CRTAUTL AL\nCRTLIB L CRTAUT(*EXCLUDE)\nCRTLIB M CRTAUT(AL)\nCHGCURLIB L\nCRTMSGQ A\n"
        "CRTMSGQ M/B\nCHGLIB L CRTAUT(*USE)\nCRTMSGQ C\nCRTLIB N CRTAUT(NOLIST)"
    )
    answers = _run(prod, text)
    assert [answer.ok for answer in answers] == [True] * 7 + [False]
    assert answers[-1].message_id == "CPF2283"
    has = {o.key.name: o.attributes for o in prod.observe(("ibmi:MessageQueue",))}
    assert {name: values["authority"] for name, values in has.items()} == {
        "L/A": "exclude", "L/C": "use", "M/B": "autl",
    }  # fmt: skip
    assert has["M/B"]["authorization_list"] == "AL"


_SET_UP = "CRTAUTL AL\nCRTLIB L\nCRTLIB M\nCRTMSGQ L/A AUT(AL)\nCRTDTAQ L/Q 5\n"


@pytest.mark.parametrize(
    ("command", "left"),
    [
        ("RNMOBJ L/A *MSGQ B", ["L/B", "L/Q"]),
        ("RNMOBJ L *LIB K", ["K/A", "K/Q"]),
        ("MOVOBJ L/A *MSGQ M", ["L/Q", "M/A"]),
        ("CRTDUPOBJ A L *MSGQ M B", ["L/A", "L/Q", "M/B"]),
        ("CPYLIB L M", ["L/A", "L/Q", "M/A", "M/Q"]),
        ("DLTLIB L", []),
        ("CLRLIB L", []),
        ("DLTDTAQ L/*ALL", ["L/A"]),
        ("DLTMSGQ A*", ["L/Q"]),
    ],
)
def test_objects_by_library_name_and_type(
    prod: EmbeddedSystem, command: str, left: list[str]
) -> None:
    _run(prod, _SET_UP)
    prod.put("L/A", count=3)
    (answer,) = _run(prod, command)
    assert answer.ok, answer.message
    found = prod.observe(("ibmi:MessageQueue", "ibmi:DataQueue"), status=True)
    assert sorted(observed.key.name for observed in found) == left
    for observed in found:
        if observed.key.kind == "ibmi:MessageQueue":
            assert observed.attributes["authorization_list"] == "AL"
            copied = command.startswith(("CPY", "CRTDUP")) and observed.key.name != "L/A"
            assert observed.status is not None
            assert observed.status.depth == (0 if copied else 3)
    there = prod.facts().libraries or {}
    assert ("L" in there) is (command not in ("RNMOBJ L *LIB K", "DLTLIB L"))


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("RNMOBJ L/NO *MSGQ B", "CPF2105"),
        ("RNMOBJ L/A *MSGQ TAKEN", "CPF2112"),
        ("MOVOBJ L/A *MSGQ NOLIB", "CPF2110"),
        ("DLTLIB NOLIB", "CPF2110"),
        ("DLTLIB QGPL", "CPF2167"),
        ("DLTLIB L", "CPF2114"),
        ("MOVOBJ L/A *MSGQ M", "CPF2114"),
    ],
)
def test_what_stands_in_the_way(prod: EmbeddedSystem, command: str, message: str) -> None:
    _run(prod, f"{_SET_UP}CRTMSGQ L/TAKEN")
    prod.open("L/A", [OpenFor.INPUT_SHARED], application="JOB")
    if message != "CPF2114":
        assert prod.close_all() == 1
    (answer,) = _run(prod, command)
    assert (answer.ok, answer.message_id) == (False, message)
    assert "L/A" in [observed.key.name for observed in prod.observe(("ibmi:MessageQueue",))]


def test_a_renamed_list_secures_what_it_did(prod: EmbeddedSystem) -> None:
    assert all(answer.ok for answer in _run(prod, f"{_SET_UP}RNMOBJ QSYS/AL *AUTL BL"))
    [queue] = prod.observe(("ibmi:MessageQueue",))
    assert queue.attributes["authorization_list"] == "BL"


def test_changed_defaults_hold_in_the_program(prod: EmbeddedSystem) -> None:
    text = "CRTLIB L\nCHGCMDDFT CRTDTAQ 'MAXLEN(7)'\nCRTDTAQ L/Q"
    assert [answer.ok for answer in _run(prod, text)] == [True, True]
    [queue] = prod.observe(("ibmi:DataQueue",))
    assert queue.attributes["max_entry_length"] == 7


def test_a_program_stops_where_a_failure_leads_back(prod: EmbeddedSystem) -> None:
    text = "PGM\nX: CRTMSGQ A\nCRTMSGQ A\nMONMSG CPF0000 EXEC(GOTO X)\nCRTMSGQ B\nENDPGM"
    answers = _run(prod, text)
    assert [(answer.ok, answer.monitored, answer.line) for answer in answers] == [
        (True, False, 2), (False, True, 3), (True, False, 5), (False, False, 3),
    ]  # fmt: skip
    assert "GOTO X, which leads back" in answers[-1].message
    assert [o.key.name for o in prod.observe(("ibmi:MessageQueue",))] == ["ORDERLIB/A"]


def test_a_real_program(prod: EmbeddedSystem) -> None:
    answers = _run(prod, (PROGRAMS / "security.clp").read_text(encoding="utf-8"))
    failed = [
        (answer.text.split(" ")[0], answer.message_id or answer.reason)
        for answer in answers
        if not answer.ok
    ]
    assert failed == [  # nothing of that name is there
        ("DLTMQMCHL", 4032),
        ("DLTMQMQ", 2085),  # MQMNAME(QM1)
        ("DLTMSGQ", "CPF2105"),
        ("DLTDTAQ", "CPF2105"),
        ("DLTAUTL", "CPF2105"),
        ("CPYMQMQ", 2085),
    ]
    done = next(answer for answer in answers if answer.text.startswith("CRTMQMCHL CHLNAME(TO.QM1)"))
    assert "left out" in done.message
    assert "MCANAME" in done.message


def test_elsewhere_there_is_no_cl(tmp_path: Path) -> None:
    system = Sandbox(tmp_path / "sandbox.db").create_system("QM1")
    assert _result(system, "CRTMQMQ A *LCL")[3] == "CPF0001"


def test_exec_from_the_command_line(prod: EmbeddedSystem, tmp_path: Path) -> None:
    arguments = ["sandbox", "exec", "PROD", "-", "--file", str(prod.sandbox.path), "--json"]
    text = "PGM\nCRTMSGQ Q\nCRTMSGQ Q\nENDPGM\n"
    result = CliRunner().invoke(app, [*arguments, "--from", "cl"], input=text)
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 1
    assert [(answer["index"], answer["line"], answer["ok"]) for answer in answers] == [
        (1, 2, True),
        (2, 3, False),
    ]
    assert answers[1]["message_id"] == "CPF2112"
