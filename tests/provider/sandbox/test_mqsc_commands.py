"""MQSC to the sandbox: one answer a command, in the queue manager's words."""

from pathlib import Path
from typing import Any

import pytest

from queuewright.catalogue.observed import OpenFor
from queuewright.catalogue.platform import Platform
from queuewright.sandbox.answers import Answer
from queuewright.sandbox.command_servers import command_server
from queuewright.sandbox.engine import EmbeddedSystem, Sandbox, SandboxError
from queuewright.sandbox.mqsc_commands import run


def answers(system: EmbeddedSystem, script: str) -> list[Answer]:
    return list(run(system, script))


def only_answer(system: EmbeddedSystem, command: str) -> Answer:
    [answer] = answers(system, command)
    return answer


def rows(system: EmbeddedSystem, command: str) -> list[dict[str, Any]]:
    answer = only_answer(system, command)
    assert answer.ok, answer.message
    return [dict(row) for row in answer.objects]


def reason(system: EmbeddedSystem, command: str) -> str:
    answer = only_answer(system, command)
    assert not answer.ok
    assert answer.completion == 2
    assert answer.reason > 0
    assert "\n" not in answer.message
    return answer.reason_name


class TestAnswers:
    def test_one_a_command_in_order_and_the_rest_goes_on(self, qm: EmbeddedSystem) -> None:
        script = "DEF QL(A)\nDEF QL(A)\nNONSENSE\nDEFINE QALIAS(B) +\n   TARGET(A)\n"
        results = answers(qm, script)
        assert [(result.index, result.ok, result.reason) for result in results] == [
            (1, True, 0),
            (2, False, 4001),
            (3, False, 3097),
            (4, True, 0),
        ]
        assert [result.line for result in results] == [1, 2, 3, 4]

    def test_plain_has_the_documented_keys(self, qm: EmbeddedSystem) -> None:
        good, bad = (result.plain() for result in answers(qm, "DEF QL(A)\nDEF QL(A)"))
        assert set(good) == {
            "index", "line", "text", "ok", "completion", "reason", "reason_name", "message",
        }  # fmt: skip
        assert (good["completion"], good["reason"], good["reason_name"]) == (0, 0, "MQRC_NONE")
        assert (bad["completion"], bad["reason_name"]) == (2, "MQRCCF_OBJECT_ALREADY_EXISTS")

    def test_end_ends_the_script(self, qm: EmbeddedSystem) -> None:
        assert len(answers(qm, "DEF QL(A)\nEND\nDEF QL(B)")) == 2
        assert qm.observe(["mq:LocalQueue"], ["B"]) == []

    def test_an_ibmi_answer_has_its_message_identifier(self, ibmi: EmbeddedSystem) -> None:
        answer = Answer(1, "x", False, "m", 2, 0, "", "CPF2112")
        assert answer.plain()["message_id"] == "CPF2112"


class TestDefine:
    def test_define_replace_like_alter_delete(self, qm: EmbeddedSystem) -> None:
        script = """
        DEFINE QLOCAL(A) MAXDEPTH(9) NOSHARE DESCR('it''s ; here')
        DEFINE QLOCAL(B) LIKE(A) MAXMSGL(10)
        ALTER QLOCAL(A) MAXDEPTH(10)
        DEFINE QLOCAL(B) REPLACE
        """
        assert all(result.ok for result in answers(qm, script))
        a, b = qm.observe(["mq:LocalQueue"], ["A", "B"])
        assert a.attributes["max_queue_depth"] == 10
        assert a.attributes["queue_description"] == "it's ; here"
        assert a.attributes["shareability"] == "not_shareable"
        assert b.attributes["max_queue_depth"] == 5000
        assert only_answer(qm, "DELETE QLOCAL(A)").ok
        assert reason(qm, "DELETE QLOCAL(A)") == "MQRC_UNKNOWN_OBJECT_NAME"
        assert only_answer(qm, "DELETE QLOCAL(A) IGNSTATE(YES)").ok

    def test_force_and_purge(self, qm: EmbeddedSystem) -> None:
        answers(qm, "DEF QL(Q)\nDEF QA(A) TARGET(Q)")
        qm.open("A", {OpenFor.OUTPUT})
        assert reason(qm, "ALTER QALIAS(A) TARGET(X)") == "MQRCCF_OBJECT_OPEN"
        assert only_answer(qm, "ALTER QALIAS(A) TARGET(X) FORCE").ok
        qm.close_all()
        qm.put("Q")
        assert reason(qm, "DELETE QLOCAL(Q)") == "MQRC_Q_NOT_EMPTY"
        assert only_answer(qm, "DELETE QLOCAL(Q) PURGE").ok
        answers(qm, "DEF QM(M)")
        assert reason(qm, "ALTER QM(M) MAXDEPTH(1) FORCE") == "MQRCCF_FORCE_VALUE_ERROR"

    def test_authority_records_are_kept_by_authrec_no(self, qm: EmbeddedSystem) -> None:
        grant = "SET AUTHREC PROFILE(Q) OBJTYPE(QUEUE) GROUP('staff') AUTHADD(GET,PUT)"
        for words, left in (("AUTHREC(NO)", 1), ("", 0)):
            answers(qm, f"DEF QL(Q)\n{grant}\nDELETE QL(Q) {words}")
            answer = only_answer(qm, "DISPLAY AUTHREC PROFILE(Q)")
            assert len(answer.objects) == left
            assert answer.ok is bool(left)

    @pytest.mark.parametrize(
        ("command", "expected"),
        [
            ("DEF QL(A) MAXDEPTH(-1)", "MQRCCF_ATTR_VALUE_ERROR"),
            ("DEF QL(A) MAXDEPTH(many)", "MQRCCF_ATTR_VALUE_ERROR"),
            ("DEF QL(A) USAGE(OFTEN)", "MQRCCF_ATTR_VALUE_ERROR"),
            ("DEF QL(A) TARGET(B)", "MQRCCF_PARM_SYNTAX_ERROR"),
            ("DEF QL(A) MAXDEPHT(1)", "MQRCCF_PARM_SYNTAX_ERROR"),
            ("DEF QL", "MQRCCF_PARM_MISSING"),
            ("DEF QL(A", "MQRCCF_PARM_SYNTAX_ERROR"),
            ("DEF QL('A B')", "MQRCCF_OBJECT_NAME_ERROR"),
            ("DEF QL(A) CLUSTER(C) CLUSNL(N)", "MQRCCF_CLUSTER_NAME_CONFLICT"),
            ("ALTER QL(ABSENT) PUT(DISABLED)", "MQRC_UNKNOWN_OBJECT_NAME"),
            ("DEF CFSTRUCT(T)", "MQRC_FUNCTION_NOT_SUPPORTED"),
            ("DEF BUFFPOOL(1)", "MQRC_FUNCTION_NOT_SUPPORTED"),
            ("START TRACE", "MQRC_FUNCTION_NOT_SUPPORTED"),
            ("ALTER QMGR CCSID(99)", "MQRCCF_CCSID_ERROR"),
            ("ALTER QMGR MAXHANDSS(5)", "MQRCCF_PARM_SYNTAX_ERROR"),
            ("ALTER QMGR REPOS('+AUTOCL+')", "MQRCCF_PARM_SYNTAX_ERROR"),
            ("DEFINE QLOKAL(A)", "MQRCCF_PARM_SYNTAX_ERROR"),
            ("SET AUTHREC PROFILE(A) OBJTYPE(QUEU) GROUP('g')", "MQRCCF_ATTR_VALUE_ERROR"),
        ],
    )
    def test_refusals(self, qm: EmbeddedSystem, command: str, expected: str) -> None:
        before = qm.observe(["mq:LocalQueue", "mq:AliasQueue"])
        assert reason(qm, command) == expected
        assert qm.observe(["mq:LocalQueue", "mq:AliasQueue"]) == before

    def test_what_mq_has_and_the_sandbox_not_is_reported(self, qm: EmbeddedSystem) -> None:
        command = "DEF CHL(TO.QM1) CHLTYPE(CLUSRCVR) CLUSTER(C) RESETSEQ(NO)"
        answer = only_answer(qm, command)
        assert answer.ok
        assert "RESETSEQ" in answer.message

    def test_no_value_can_add_a_command(self, qm: EmbeddedSystem) -> None:
        answer = only_answer(qm, "DEF QL(A) DESCR('x'') DELETE QL(B) ; ')")
        assert answer.ok
        [made] = qm.observe(["mq:LocalQueue"], ["A"])
        assert made.attributes["queue_description"] == "x') DELETE QL(B) ;"


class TestQueueManager:
    def test_its_character_set(self, qm: EmbeddedSystem) -> None:
        assert only_answer(qm, "ALTER QMGR CCSID(819)").ok
        assert [row["CCSID"] for row in rows(qm, "DISPLAY QMGR CCSID")] == [819]
        # All of a command or nothing of it.
        assert reason(qm, "ALTER QMGR CCSID(850) MAXHANDS(-1)") == "MQRCCF_ATTR_VALUE_ERROR"
        assert reason(qm, "ALTER QMGR CCSID(99) MAXHANDS(9)") == "MQRCCF_CCSID_ERROR"
        [row] = rows(qm, "DISPLAY QMGR CCSID MAXHANDS")
        assert (row["CCSID"], row["MAXHANDS"]) == (819, 256)
        # Names are those that the character set has.
        assert qm.facts().ccsid == 819

    def test_alter_and_display(self, qm: EmbeddedSystem) -> None:
        assert only_answer(qm, "ALTER QMGR REPOS(C) DEFXMITQ(X) MAXMSGL(50000)").ok
        [row] = rows(qm, "DISPLAY QMGR")
        assert (row["REPOS"], row["DEFXMITQ"], row["MAXMSGL"]) == ("C", "X", 50000)
        assert (row["QMNAME"], row["CMDLEVEL"], row["PLATFORM"]) == ("QM1", 930, "UNIX")
        assert reason(qm, "ALTER QMGR REPOSNL(NL)") == "MQRCCF_REPOS_NAME_CONFLICT"
        assert reason(qm, "ALTER QMGR MAXMSGL(1)") == "MQRCCF_ATTR_VALUE_ERROR"
        assert reason(qm, "ALTER QMGR MAXMSGL(much)") == "MQRCCF_ATTR_VALUE_ERROR"
        assert reason(qm, f"ALTER QMGR DESCR('{'x' * 65}')") == "MQRCCF_CFST_STRING_LENGTH_ERR"
        assert only_answer(qm, "PING QMGR").ok


def test_what_is_not_kept_can_be_asked_for(qm: EmbeddedSystem) -> None:
    """What MQ has is not a mistake of the command."""
    assert only_answer(qm, "DEF QL(A)").ok
    assert rows(qm, "DIS QL(A) CLUSDATE MAXDEPTH") == [
        {"QUEUE": "A", "TYPE": "QLOCAL", "MAXDEPTH": 5000}
    ]
    assert rows(qm, "DIS QMGR QMID") == [{"QMNAME": qm.name}]
    assert reason(qm, "DIS QL(A) MAXDEPHT") == "MQRCCF_PARM_SYNTAX_ERROR"


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        # Parameters that are not relevant cause no output, nor is an error raised (DISPLAY QUEUE).
        ("DIS QL(A) RQMNAME TARGET", {"QUEUE": "A", "TYPE": "QLOCAL"}),
        ("DIS Q(A) CLUSQMGR TPIPE", {"QUEUE": "A", "TYPE": "QLOCAL"}),
        ("DIS CHL(SYSTEM.DEF.CLUSSDR) SHARECNV CONNAME",
         {"CHANNEL": "SYSTEM.DEF.CLUSSDR", "CHLTYPE": "CLUSSDR", "CONNAME": ""}),
        ("DIS CHL(SYSTEM.DEF.SVRCONN) XMITQ MAXINST",
         {"CHANNEL": "SYSTEM.DEF.SVRCONN", "CHLTYPE": "SVRCONN", "MAXINST": 999_999_999}),
        ("DIS NL(SYSTEM.DEFAULT.NAMELIST) NLTYPE", {"NAMELIST": "SYSTEM.DEFAULT.NAMELIST"}),
        ("DIS QMSTATUS LOG", {"QMNAME": "QM1", "STATUS": "RUNNING"}),
        ("DIS QMSTATUS CMDSERV STANDBY",
         {"QMNAME": "QM1", "STATUS": "RUNNING", "CMDSERV": "RUNNING"}),
        ("DIS QSTATUS(A) MSGAGE", {"QUEUE": "A", "TYPE": "QUEUE", "MSGAGE": ""}),
        ("DIS QSTATUS(A) MONITOR",
         {"QUEUE": "A", "TYPE": "QUEUE", "LGETDATE": "", "LGETTIME": "", "LPUTDATE": "",
          "LPUTTIME": "", "MSGAGE": "", "QTIME": " , ", "MONQ": "OFF"}),
        ("DIS QMGR PUBSUB",
         {"QMNAME": "QM1", "PARENT": "", "PSCLUS": "ENABLED", "PSMODE": "ENABLED",
          "PSNPMSG": "DISCARD", "PSNPRES": "NORMAL", "PSRTYCNT": 5, "PSSYNCPT": "IFPER",
          "TREELIFE": 1800}),
    ],
)  # fmt: skip
def test_what_an_object_does_not_have_is_asked_for_in_vain(
    qm: EmbeddedSystem, command: str, shown: dict[str, Any]
) -> None:
    assert only_answer(qm, "DEF QL(A)").ok
    [row] = rows(qm, command)
    assert row == {word: qm.name if word == "QMNAME" else value for word, value in shown.items()}


def test_the_groups_of_the_queue_managers_attributes(qm: EmbeddedSystem) -> None:
    [everything] = rows(qm, "DIS QMGR")
    of_groups: set[str] = set()
    for group in ("SYSTEM", "EVENT", "CHINIT", "CLUSTER", "PUBSUB"):
        [row] = rows(qm, f"DIS QMGR {group}")
        assert len(row) > 3
        of_groups |= row.keys()
    assert of_groups == everything.keys()
    [events] = rows(qm, "DIS QMGR EVENT DEADQ")
    assert {"PERFMEV", "DEADQ"} < events.keys()
    assert "DESCR" not in events


def test_a_value_chooses(qm: EmbeddedSystem) -> None:
    answers(qm, "DEF QL(A) CLUSTER(C1)\nDEF QL(B) CLUSTER(C2)\nDEF QL(X)")
    shown = [row["QUEUE"] for row in rows(qm, "DIS Q(*) CLUSTER('C*')")]
    assert shown == ["A", "B"]
    assert rows(qm, "DIS QL(*) CLUSTER(C2)") == [{"QUEUE": "B", "TYPE": "QLOCAL", "CLUSTER": "C2"}]


def test_monitoring_of_a_queue_is_its_own_or_the_queue_managers(qm: EmbeddedSystem) -> None:
    answers(qm, "DEF QL(A)\nDEF QL(B) MONQ(HIGH)\nALTER QMGR MONQ(LOW)")
    assert [rows(qm, f"DIS QS({name}) MONQ")[0]["MONQ"] for name in "AB"] == ["LOW", "HIGH"]


@pytest.mark.parametrize(
    "command",
    [
        "DIS QL(*) CONNAME", "DIS CHL(*) MAXDEPTH", "DIS NL(*) MAXDEPTH", "DIS QMGR MAXDEPTH",
        "DIS QSTATUS(*) MAXDEPTH", "DIS QMSTATUS MONITOR", "DIS CHLAUTH(*) MAXDEPTH",
        "DIS LISTENER(*) MAXDEPTH", "DIS CONN(*) MAXDEPTH", "DIS Q(*) WHERE(NOSUCH EQ 1)",
        "DIS TOPIC(*) CURDEPTH", "DIS CHS(*) MAXDEPTH",
    ],
)  # fmt: skip
def test_what_no_object_of_the_class_has_is_a_syntax_error(
    qm: EmbeddedSystem, command: str
) -> None:
    assert reason(qm, command) == "MQRCCF_PARM_SYNTAX_ERROR"


class TestDisplay:
    @pytest.fixture(autouse=True)
    def queues(self, qm: EmbeddedSystem) -> None:
        answers(qm, "DEF QL(APP.A) MAXDEPTH(7)\nDEF QL(APP.B) NOSHARE\nDEF QA(APP.C) TARGET(APP.A)")

    def test_generic_names_and_attributes(self, qm: EmbeddedSystem) -> None:
        queues = rows(qm, "DIS Q(APP.*) MAXDEPTH SHARE")
        assert queues == [
            {"QUEUE": "APP.A", "TYPE": "QLOCAL", "MAXDEPTH": 7, "SHARE": ""},
            {"QUEUE": "APP.B", "TYPE": "QLOCAL", "MAXDEPTH": 5000, "NOSHARE": ""},
            {"QUEUE": "APP.C", "TYPE": "QALIAS"},
        ]
        assert len(rows(qm, "DIS QL(APP.*)")) == 2
        assert len(rows(qm, "DIS Q(APP.*) TYPE(QALIAS)")) == 1

    @pytest.mark.parametrize(
        ("where", "names"),
        [
            ("MAXDEPTH EQ 7", ["APP.A"]),
            ("MAXDEPTH GT 7", ["APP.B"]),
            ("MAXDEPTH LE 5000", ["APP.A", "APP.B"]),
            ("MAXDEPTH NE 7", ["APP.B"]),
            ("TARGET EQ APP.A", ["APP.C"]),
            ("QUEUE LK 'APP.A*'", ["APP.A"]),
        ],
    )
    def test_where(self, qm: EmbeddedSystem, where: str, names: list[str]) -> None:
        queues = rows(qm, f"DIS Q(APP.*) WHERE({where})")
        assert [row["QUEUE"] for row in queues] == names

    def test_where_that_is_none_and_unknown_words(self, qm: EmbeddedSystem) -> None:
        assert reason(qm, "DIS Q(*) WHERE(MAXDEPTH)") == "MQRCCF_PARM_SYNTAX_ERROR"
        assert reason(qm, "DIS Q(*) WHERE(MAXDEPTH IS 7)") == "MQRCCF_PARM_SYNTAX_ERROR"
        assert reason(qm, "DIS Q(*) FOO") == "MQRCCF_PARM_SYNTAX_ERROR"

    @pytest.mark.parametrize(
        ("command", "expected"),
        [
            ("DIS QL(ABSENT)", "MQRC_UNKNOWN_OBJECT_NAME"),
            ("DIS Q(ABSENT*)", "MQRC_UNKNOWN_OBJECT_NAME"),
            ("DIS NL(ABSENT)", "MQRC_UNKNOWN_OBJECT_NAME"),
            ("DIS QSTATUS(ABSENT)", "MQRCCF_Q_STATUS_NOT_FOUND"),
            ("DIS QSTATUS(APP.C)", "MQRCCF_Q_STATUS_NOT_FOUND"),
            ("DIS CONN(*) TYPE(HANDLE)", "MQRCCF_CONNECTION_ID_ERROR"),
            ("DIS CHL(ABSENT) CHLTYPE(CLUSSDR)", "MQRCCF_CHANNEL_NOT_FOUND"),
            ("DIS CFSTRUCT(*)", "MQRC_FUNCTION_NOT_SUPPORTED"),
        ],
    )
    def test_nothing_found(self, qm: EmbeddedSystem, command: str, expected: str) -> None:
        assert reason(qm, command) == expected

    def test_queue_status_knows_local_queues(self, qm: EmbeddedSystem) -> None:
        qm.open("APP.C", {OpenFor.INPUT_SHARED, OpenFor.OUTPUT}, application="app", user="u")
        qm.put("APP.A", count=2)
        qm.put("APP.A", uncommitted=True)
        [row] = rows(qm, "DIS QSTATUS(APP.A)")
        assert row["CURDEPTH"] == 3
        assert (row["IPPROCS"], row["OPPROCS"], row["UNCOM"]) == (1, 1, 1)
        [handle] = rows(qm, "DIS QSTATUS(APP.*) TYPE(HANDLE)")
        assert (handle["QUEUE"], handle["APPLTAG"], handle["USERID"]) == ("APP.A", "app", "u")
        [connection] = rows(qm, "DIS CONN(*) TYPE(HANDLE) OBJNAME OPENOPTS")
        assert connection["OBJNAME"] == "APP.C"
        assert connection["OPENOPTS"] == "MQOO_INPUT_SHARED,MQOO_OUTPUT"

    def test_uncom_is_yes_or_no_on_zos(self, zos: EmbeddedSystem) -> None:
        answers(zos, "DEF QL(Q)")
        zos.put("Q", uncommitted=True)
        assert rows(zos, "DIS QSTATUS(Q)")[0]["UNCOM"] == "YES"

    def test_namelists_and_channels(self, qm: EmbeddedSystem) -> None:
        answers(qm, "DEF NL(N) NAMES(A,B)\nDEF CHL(TO.X) CHLTYPE(CLUSSDR) CLUSTER(C) CONNAME('h')")
        assert len(rows(qm, "DIS NAMELIST(*) WHERE(NAMES CT A)")) == 1
        assert reason(qm, "DIS NAMELIST(N) WHERE(NAMES EX A)") == "MQRC_UNKNOWN_OBJECT_NAME"
        assert reason(qm, "DIS NAMELIST(N) WHERE(NAMES GT A)") == "MQRC_UNKNOWN_OBJECT_NAME"
        assert reason(qm, "DIS Q(*) WHERE(MAXDEPTH GT many)") == "MQRC_UNKNOWN_OBJECT_NAME"
        [namelist] = rows(qm, "DIS NAMELIST(N)")
        assert namelist["NAMES"] == ("A", "B")
        [channel] = rows(qm, "DIS CHANNEL(TO.*) CONNAME")
        assert channel == {"CHANNEL": "TO.X", "CHLTYPE": "CLUSSDR", "CONNAME": "h"}


class TestClear:
    def test_clear_deletes_messages_unless_open_or_uncommitted(self, qm: EmbeddedSystem) -> None:
        answers(qm, "DEF QL(Q)")
        qm.put("Q", count=3)
        handle = qm.open("Q", {OpenFor.BROWSE})
        assert reason(qm, "CLEAR QLOCAL(Q)") == "MQRCCF_OBJECT_OPEN"
        qm.close_handle(handle.id)
        qm.put("Q", uncommitted=True)
        assert reason(qm, "CLEAR QLOCAL(Q)") == "MQRC_Q_NOT_EMPTY"
        qm.commit()
        assert only_answer(qm, "CLEAR QL(Q)").ok
        assert rows(qm, "DIS QSTATUS(Q)")[0]["CURDEPTH"] == 0


class TestAuthority:
    def test_records_add_up_and_are_removed(self, qm: EmbeddedSystem) -> None:
        where = "PROFILE('Q') OBJTYPE(QUEUE) PRINCIPAL('bob')"
        answers(qm, f"SET AUTHREC {where} AUTHADD(GET)\nSET AUTHREC {where} AUTHADD(PUT)")
        [row] = rows(qm, "DIS AUTHREC PROFILE(Q)")
        assert (row["ENTITY"], row["ENTTYPE"]) == ("bob", "PRINCIPAL")
        assert row["AUTHLIST"] == ["GET", "PUT"]
        answers(qm, f"SET AUTHREC {where} AUTHRMV(GET)")
        assert rows(qm, "DIS AUTHREC PROFILE(Q)")[0]["AUTHLIST"] == ["PUT"]
        answers(qm, f"SET AUTHREC {where} AUTHADD(GET,PUT,INQ) AUTHRMV(PUT)")
        assert rows(qm, "DIS AUTHREC PROFILE(Q)")[0]["AUTHLIST"] == ["GET", "INQ"]
        answers(qm, f"SET AUTHREC {where} AUTHADD(BROWSE) AUTHRMV(ALL)")
        assert rows(qm, "DIS AUTHREC PROFILE(Q)")[0]["AUTHLIST"] == ["BROWSE"]
        answers(qm, f"DELETE AUTHREC {where}")
        assert reason(qm, "DIS AUTHREC PROFILE(Q)") == "MQRC_UNKNOWN_OBJECT_NAME"
        assert reason(qm, "SET AUTHREC PROFILE(Q)") == "MQRCCF_PARM_MISSING"


def test_a_dialect_that_there_is_not() -> None:
    with pytest.raises(SandboxError, match="use one of mqsc"):
        command_server("cobol")


def test_the_public_scripts_run_to_their_end(qm: EmbeddedSystem, shared_mqsc: Path) -> None:
    for name in ("two-managers-qm1.mqsc", "sender.mqsc", "dev-config.mqsc"):
        results = answers(qm, (shared_mqsc / name).read_text())
        assert results
        for answer in results:
            known = ("MQRC_FUNCTION_NOT_SUPPORTED", "MQRCCF_OBJECT_ALREADY_EXISTS")
            assert answer.ok or answer.reason_name in known, answer.message


def test_the_disposition_of_queues_is_shown_and_asked_for(sandbox: Sandbox) -> None:
    """DISPLAY QUEUE, QSGDISP: LIVE, the default, is QMGR, COPY and SHARED; ALL is GROUP as well;
    PRIVATE is what has QMGR or COPY. Each member of the group sees its group objects."""
    one, two = (
        sandbox.create_system(name, platform=Platform.ZOS, queue_sharing_group="NY03")
        for name in ("MQZ1", "MQZ2")
    )
    rows(one, "DEFINE QLOCAL(A.BOTH) DESCR('own')")
    rows(one, "DEFINE QLOCAL(A.GROUP) QSGDISP(GROUP)")
    rows(two, "DEFINE QLOCAL(A.BOTH) QSGDISP(GROUP) DESCR('of all')")
    shown = rows(one, "DISPLAY QLOCAL(A.*) QSGDISP")
    assert [(row["QUEUE"], row["QSGDISP"]) for row in shown] == [
        ("A.BOTH", "QMGR"),
        ("A.GROUP", "COPY"),
    ]
    for wanted, found in {
        "LIVE": [("A.BOTH", "own"), ("A.GROUP", "")],
        "ALL": [("A.BOTH", "own"), ("A.BOTH", "of all"), ("A.GROUP", ""), ("A.GROUP", "")],
        "GROUP": [("A.BOTH", "of all"), ("A.GROUP", "")],
        "PRIVATE": [("A.BOTH", "own"), ("A.GROUP", "")],
        "QMGR": [("A.BOTH", "own")],
        "COPY": [("A.GROUP", "")],
    }.items():
        shown = rows(one, f"DISPLAY QUEUE(A.*) QSGDISP({wanted}) DESCR")
        assert [(row["QUEUE"], row["DESCR"]) for row in shown] == found, wanted
    assert reason(one, "DISPLAY QLOCAL(A.*) QSGDISP(SHARED)") == "MQRC_UNKNOWN_OBJECT_NAME"
    copies = rows(two, "DISPLAY QLOCAL(A.*) QSGDISP(COPY)")
    assert [row["QUEUE"] for row in copies] == ["A.BOTH", "A.GROUP"]
