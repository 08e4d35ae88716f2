"""Objects that the catalogue does not have, for scripts of others: kept, shown, and answered as
runmqsc does.

Identifiers and layouts are re-typed from public transcripts of runmqsc. AMQ8690I, AMQ8691I,
AMQ8567I, AMQ8877I, AMQ8560I, AMQ8626I, AMQ8021I, AMQ8018I: posted transcripts of MQ 9.1 to 9.4
("Starting MQSC for queue manager CRC01CRD", "QMA", "QM1SEC"). AMQ8563I, AMQ8706I: the answers to
mq-container's dev-config.mqsc. AMQ8623: "WebSphere MQ listener changed". AMQ8094I, AMQ8858I: IBM's
lab on migrating to the appliance. AMQ8096, AMQ8633: notes that show DISPLAY SUB and DISPLAY TOPIC.
AMQ8625, AMQ8733: scripts that grep for them. AMQ8630I, AMQ8631I, AMQ8878I: a collected report of a
queue manager (`DISPLAY LISTENER(*) ALL`, `LSSTATUS`, `CHLAUTH(*) ALL`). AMQ8884: IBM's answer on
ACTION(REMOVE). AMQ8730: a script that starts a listener. AMQ9533: a transcript of STOP CHL.

No public transcript was found of AMQ8628I, AMQ8692I, AMQ8093I, AMQ8095I, AMQ8564I, AMQ8566I,
AMQ8624I, AMQ8627I, AMQ8629I, AMQ8632I, AMQ8732I and AMQ8019I, nor of what else COMMINFO says.
"""

import re
from pathlib import Path
from typing import Any

import pytest

from queuewright.catalogue.platform import Platform
from queuewright.catalogue.references import Role
from queuewright.dialects.mqsc import decoded
from queuewright.sandbox.dumping import dump
from queuewright.sandbox.engine import EmbeddedSystem, Sandbox
from queuewright.sandbox.loading import load

from .test_mqsc_commands import answers, only_answer, reason, rows
from .test_runmqsc import run as runmqsc

NEW = [
    ("LISTENER", "TRPTYPE(TCP)"), ("TOPIC", "TOPICSTR('a/b')"), ("SUB", "TOPICSTR('a') DEST(Q)"),
    ("PROCESS", "APPLICID('/bin/x')"), ("SERVICE", "STARTCMD('/bin/x')"),
    ("AUTHINFO", "AUTHTYPE(IDPWOS)"), ("COMMINFO", "TYPE(MULTICAST)"),
]  # fmt: skip


@pytest.mark.parametrize(("word", "given"), NEW)
def test_each_from_its_definition_to_its_end(qm: EmbeddedSystem, word: str, given: str) -> None:
    assert only_answer(qm, f"DEFINE {word}(A) {given}").ok
    assert reason(qm, f"DEFINE {word}(A) {given}") == "MQRCCF_OBJECT_ALREADY_EXISTS"
    assert only_answer(qm, f"DEFINE {word}(A) {given} REPLACE").ok
    own = "USERDATA" if word == "SUB" else "DESCR"
    typed = given if word == "AUTHINFO" else ""  # which names the type in every command
    assert only_answer(qm, f"ALTER {word}(A) {typed} {own}('it''s new')").ok
    (row,) = rows(qm, f"DISPLAY {word}(A)")
    assert (row[word], row[own]) == ("A", "it's new")
    (row,) = rows(qm, f"DISPLAY {word}(*) WHERE({own} EQ 'it''s new')")
    assert (row[word], row[own]) == ("A", "it's new")
    (row,) = rows(qm, f"DISPLAY {word}(A*) {own}")
    assert set(row) - {"TYPE", "SUBID", "AUTHTYPE"} == {word, own}
    anew = "TOPICSTR('a/c')" if word == "TOPIC" else typed  # no two topics have one string
    assert only_answer(qm, f"DEFINE {word}(B) {anew} LIKE(A)").ok
    assert rows(qm, f"DISPLAY {word}(B)")[0][own] == "it's new"
    assert reason(qm, f"DEFINE {word}(C) {given} NOSUCH(1)") == "MQRCCF_PARM_SYNTAX_ERROR"
    assert reason(qm, f"DISPLAY {word}(A) NOSUCH") == "MQRCCF_PARM_SYNTAX_ERROR"
    assert reason(qm, f"ALTER {word}(C) {typed} {own}(x)") == "MQRC_UNKNOWN_OBJECT_NAME"
    assert reason(qm, f"DEFINE {word}(C) {typed} LIKE(NONE)") == "MQRC_UNKNOWN_OBJECT_NAME"
    assert only_answer(qm, f"DELETE {word}(A)").ok
    assert reason(qm, f"DISPLAY {word}(A)") == "MQRC_UNKNOWN_OBJECT_NAME"
    assert reason(qm, f"DELETE {word}(A)") == "MQRC_UNKNOWN_OBJECT_NAME"
    assert only_answer(qm, f"DELETE {word}(A) IGNSTATE(YES)").ok


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("DEFINE LISTENER(L)", "MQRCCF_PARM_MISSING"),
        ("DEFINE LISTENER(L) TRPTYPE(PIGEON)", "MQRCCF_ATTR_VALUE_ERROR"),
        ("DEFINE LISTENER(L) TRPTYPE(TCP) PORT(many)", "MQRCCF_ATTR_VALUE_ERROR"),
        ("DEFINE LISTENER('A B') TRPTYPE(TCP)", "MQRCCF_OBJECT_NAME_ERROR"),
        ("DEFINE TOPIC(T)", "MQRCCF_PARM_MISSING"),
        ("DEFINE SUB(S) DEST(Q)", "MQRCCF_PARM_MISSING"),
        ("DEFINE AUTHINFO(A)", "MQRCCF_PARM_MISSING"),
        ("DEFINE AUTHINFO(A) AUTHTYPE(CRLLDAP)", "MQRCCF_PARM_MISSING"),
        ("DEFINE AUTHINFO(A) AUTHTYPE(OCSP)", "MQRCCF_PARM_MISSING"),
        ("DEFINE LISTENER(L) TRPTYPE(LU62)", "MQRCCF_ATTR_VALUE_ERROR"),
        ("DEFINE AUTHINFO(A) AUTHTYPE(OTHER)", "MQRCCF_ATTR_VALUE_ERROR"),
        ("DEFINE AUTHINFO(A) AUTHTYPE(OCSP) CHCKCLNT(NONE)", "MQRCCF_PARM_SYNTAX_ERROR"),
        ("DEFINE STGCLASS(S) PSID(1)", "MQRC_FUNCTION_NOT_SUPPORTED"),
        ("ALTER TOPIC(SYSTEM.DEFAULT.TOPIC) TOPICSTR('x')", "MQRCCF_ATTR_VALUE_FIXED"),
        ("REFRESH SECURITY TYPE(OTHER)", "MQRCCF_ATTR_VALUE_ERROR"),
        ("START LISTENER(NONE)", "MQRC_UNKNOWN_OBJECT_NAME"),
        ("START CHANNEL(NONE)", "MQRCCF_CHANNEL_NOT_FOUND"),
        ("ALTER QMGR CHLAUTH(DISABLED) MAXHANDS(many)", "MQRCCF_ATTR_VALUE_ERROR"),
    ],
)
def test_refusals(qm: EmbeddedSystem, command: str, expected: str) -> None:
    before = list(dump(qm))
    assert reason(qm, command) == expected
    assert list(dump(qm)) == before


def test_a_subscription_shows_the_full_topic_string(qm: EmbeddedSystem) -> None:
    """TOPICSTR "is the resolved topic string", unless DISTYPE(DEFINED) is asked for."""
    only_answer(qm, "DEFINE TOPIC(T) TOPICSTR('shop/orders')")
    only_answer(qm, "DEFINE SUB(S) TOPICOBJ(T) TOPICSTR('eu') DESTCLAS(MANAGED)")
    only_answer(qm, "DEFINE SUB(ALL) TOPICOBJ(T) DESTCLAS(MANAGED)")
    for asked, below, whole in (
        ("ALL", "shop/orders/eu", "shop/orders"),
        ("DISTYPE(RESOLVED) ALL", "shop/orders/eu", "shop/orders"),
        ("DISTYPE(DEFINED) ALL", "eu", ""),
    ):
        assert rows(qm, f"DISPLAY SUB(S) {asked}")[0]["TOPICSTR"] == below
        (row,) = rows(qm, f"DISPLAY SUB(ALL) {asked}")
        assert (row["TOPICOBJ"], row["TOPICSTR"]) == ("T", whole)
    (dumped,) = (line for line in dump(qm) if line.startswith("DEFINE SUB('S')"))
    assert "TOPICSTR('eu')" in dumped


def test_authentication_on_zos(zos: EmbeddedSystem) -> None:
    """No LDAP, and REQDADM "is not allowed on z/OS systems"."""
    define = "DEFINE AUTHINFO(A) AUTHTYPE({})"
    assert not only_answer(zos, define.format("IDPWLDAP") + " CONNAME('h')").ok
    checked = define.format("IDPWOS) CHCKCLNT(REQDADM")
    assert reason(zos, checked) == "MQRCCF_ATTR_VALUE_ERROR"
    assert only_answer(zos, checked.replace("REQDADM", "REQUIRED")).ok
    shipped = {row["AUTHINFO"]: row for row in rows(zos, "DISPLAY AUTHINFO(*) ALL")}
    assert "SYSTEM.DEFAULT.AUTHINFO.IDPWLDAP" not in shipped
    assert shipped["SYSTEM.DEFAULT.AUTHINFO.IDPWOS"].get("CHCKCLNT") != "REQDADM"


def test_storage_classes_are_of_zos(tmp_path: Path) -> None:
    zos = Sandbox(tmp_path / "s.db").create_system("CSQ1", platform=Platform.ZOS)
    assert only_answer(zos, "DEFINE STGCLASS(FAST) PSID(3)").ok
    assert rows(zos, "DISPLAY STGCLASS(FAST)")[0]["PSID"] == 3
    assert reason(zos, "DEFINE SERVICE(S)") == "MQRC_FUNCTION_NOT_SUPPORTED"


def test_a_password_is_not_kept(qm: EmbeddedSystem) -> None:
    given = "AUTHTYPE(IDPWLDAP) CONNAME('h') LDAPUSER('cn') LDAPPWD('hush')"
    assert only_answer(qm, f"DEFINE AUTHINFO(A) {given}").ok
    assert rows(qm, "DISPLAY AUTHINFO(A)")[0]["LDAPPWD"] == "*" * 8
    assert b"hush" not in qm.sandbox.path.read_bytes()


def test_a_process_is_known_to_queues(qm: EmbeddedSystem) -> None:
    assert only_answer(qm, "DEFINE PROCESS(P) APPLICID('x')").ok
    assert "P" in qm.facts().names[Role.PROCESS]
    assert only_answer(qm, "DELETE PROCESS(P)").ok
    assert "P" not in qm.facts().names[Role.PROCESS]


class TestListener:
    def test_started_and_stopped(self, qm: EmbeddedSystem) -> None:
        assert only_answer(qm, "DEF LSTR(L) TRPTYPE(TCP) PORT(1414)").ok
        assert reason(qm, "DIS LSSTATUS(*)") == "MQRC_UNKNOWN_OBJECT_NAME"
        assert only_answer(qm, "START LISTENER(L)").ok
        assert reason(qm, "START LISTENER(L)") == "MQRCCF_LISTENER_RUNNING"
        assert only_answer(qm, "START LISTENER(L) IGNSTATE(YES)").ok
        (row,) = rows(qm, "DIS LSSTATUS(*)")
        assert row.items() >= {"LISTENER": "L", "STATUS": "RUNNING", "PORT": 1414}.items()
        assert only_answer(qm, "STOP LISTENER(L)").ok
        assert reason(qm, "STOP LISTENER(L)") == "MQRCCF_LSTR_STATUS_NOT_FOUND"
        assert only_answer(qm, "STOP LISTENER(L) IGNSTATE(YES)").ok
        assert only_answer(qm, "START LISTENER").ok  # the default one

    def test_channels_never_run(self, qm: EmbeddedSystem) -> None:
        assert only_answer(qm, "DEF CHL(C) CHLTYPE(RCVR)").ok
        assert only_answer(qm, "START CHANNEL(C)").ok
        assert reason(qm, "DIS CHSTATUS(*)") == "MQRCCF_CHL_STATUS_NOT_FOUND"
        assert reason(qm, "STOP CHANNEL(C)") == "MQRCCF_CHANNEL_NOT_ACTIVE"
        assert rows(qm, "DIS QMSTATUS")[0]["STATUS"] == "RUNNING"


class TestChannelAuthentication:
    def test_records_are_told_apart_by_what_they_match(self, qm: EmbeddedSystem) -> None:
        for user in ("a", "b"):
            made = f"SET CHLAUTH(APP) TYPE(USERMAP) CLNTUSER('{user}') USERSRC(CHANNEL)"
            assert only_answer(qm, made).ok
        assert reason(qm, made) == "MQRCCF_CHLAUTH_ALREADY_EXISTS"
        replaced = "USERSRC(MAP) MCAUSER ('mqm') DESCR('it''s') ACTION(REPLACE)"
        assert only_answer(qm, f"SET CHLAUTH('APP') TYPE(USERMAP) CLNTUSER('b') {replaced}").ok
        first, second = rows(qm, "DISPLAY CHLAUTH(APP) ALL")
        assert first == {
            "CHLAUTH": "APP", "TYPE": "USERMAP", "DESCR": "", "CUSTOM": "", "ADDRESS": "",
            "CLNTUSER": "a", "USERSRC": "CHANNEL", "CHCKCLNT": "ASQMGR",
            "ALTDATE": first["ALTDATE"], "ALTTIME": first["ALTTIME"],
        }  # fmt: skip
        assert (second["CLNTUSER"], second["MCAUSER"], second["DESCR"]) == ("b", "mqm", "it's")
        assert only_answer(qm, "SET CHLAUTH(APP) TYPE(USERMAP) ACTION(REMOVEALL)").ok
        assert reason(qm, "DISPLAY CHLAUTH(APP)") == "MQRCCF_CHLAUTH_NOT_FOUND"

    def test_lists_grow_and_shrink(self, qm: EmbeddedSystem) -> None:
        block = "SET CHLAUTH(APP) TYPE(BLOCKUSER)"
        assert only_answer(qm, f"{block} USERLIST('a','b')").ok
        assert only_answer(qm, f"{block} USERLIST('b','c') ACTION(ADD)").ok
        assert rows(qm, "DISPLAY CHLAUTH(APP)")[0]["USERLIST"] == ["a", "b", "c"]
        assert only_answer(qm, f"{block} USERLIST('a','b') ACTION(REMOVE)").ok
        assert rows(qm, "DISPLAY CHLAUTH(APP)")[0]["USERLIST"] == ["c"]
        assert only_answer(qm, f"{block} USERLIST('c') ACTION(REMOVE)").ok
        assert reason(qm, f"{block} USERLIST('c') ACTION(REMOVE)") == "MQRCCF_CHLAUTH_NOT_FOUND"

    def test_what_ships_and_what_is_shown(self, qm: EmbeddedSystem) -> None:
        shown = [(row["CHLAUTH"], row["TYPE"]) for row in rows(qm, "DIS CHLAUTH(*)")]
        assert shown == [
            ("SYSTEM.ADMIN.SVRCONN", "ADDRESSMAP"),
            ("SYSTEM.*", "ADDRESSMAP"),
            ("*", "BLOCKUSER"),
        ]
        # ALL is the default, generic name or not (DISPLAY CHLAUTH).
        [first, *_] = rows(qm, "DIS CHLAUTH(*)")
        assert [first] == rows(qm, "DIS CHLAUTH(SYSTEM.ADMIN.SVRCONN) ALL")
        assert {"DESCR", "CHCKCLNT", "CUSTOM", "ALTDATE"} < first.keys()
        assert rows(qm, "DIS CHLAUTH(*) USERSRC")[0] == {
            "CHLAUTH": "SYSTEM.ADMIN.SVRCONN", "TYPE": "ADDRESSMAP", "USERSRC": "CHANNEL"
        }  # fmt: skip
        [chosen] = rows(qm, "DIS CHLAUTH('SYSTEM.ADMIN.SVRCONN') TYPE(ADDRESSMAP) ADDRESS('*')")
        assert chosen == first
        assert len(rows(qm, "DIS CHLAUTH(*) MATCH(EXACT)")) == 1
        assert len(rows(qm, "DIS CHLAUTH(*) TYPE(ADDRESSMAP)")) == 2
        assert len(rows(qm, "DIS CHLAUTH(*) WHERE(USERSRC EQ NOACCESS)")) == 1

    @pytest.mark.parametrize(
        ("given", "expected"),
        [
            ("", "MQRCCF_PARM_MISSING"), ("TYPE(OTHER)", "MQRCCF_ATTR_VALUE_ERROR"),
            ("TYPE(ADDRESSMAP)", "MQRCCF_PARM_MISSING"),
            ("TYPE(ADDRESSMAP) ADDRESS('*')", "MQRCCF_PARM_MISSING"),  # USERSRC(MAP): MCAUSER
            ("TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(SOME)", "MQRCCF_ATTR_VALUE_ERROR"),
            ("TYPE(ADDRESSMAP) ADDRESS('*') USERLIST('a')", "MQRCCF_PARM_SYNTAX_ERROR"),
            ("TYPE(BLOCKUSER) USERLIST('a') NOSUCH(1)", "MQRCCF_PARM_SYNTAX_ERROR"),
            ("TYPE(BLOCKUSER) USERLIST('a') ACTION(EAT)", "MQRCCF_ATTR_VALUE_ERROR"),
        ],
    )  # fmt: skip
    def test_refusals(self, qm: EmbeddedSystem, given: str, expected: str) -> None:
        assert reason(qm, f"SET CHLAUTH(APP) {given}") == expected
        assert len(rows(qm, "DIS CHLAUTH(*)")) == 3


class TestRunmqsc:
    @pytest.mark.parametrize(
        ("command", "message"),
        [
            ("DEFINE LISTENER(N) TRPTYPE (TCP)", "AMQ8626I: IBM MQ listener created."),
            ("ALTER LISTENER(L) PORT(1415)", "AMQ8623I: IBM MQ listener changed."),
            ("START LISTENER(L)", "AMQ8021I: Request to start IBM MQ listener accepted."),
            ("STOP LISTENER('SYSTEM.DEFAULT.LISTENER.TCP') IGNSTATE(YES)",
             "AMQ8706I: Request to stop IBM MQ listener accepted."),
            ("START CHANNEL(C)", "AMQ8018I: Start IBM MQ channel accepted."),
            ("STOP CHL(C)", "AMQ9533W: Channel 'C' is not currently active."),
            ("DEFINE TOPIC(T) TOPICSTR('t') REPLACE", "AMQ8690I: IBM MQ topic created."),
            ("ALTER TOPIC(SYSTEM.DEFAULT.TOPIC) PMSGDLV(ALLAVAIL)",
             "AMQ8691I: IBM MQ topic changed."),
            ("DEFINE SUB(S) TOPICSTR('t') DEST(Q)", "AMQ8094I: IBM MQ subscription created."),
            ("DEFINE SERVICE(S)", "AMQ8625I: IBM MQ service created."),
            ("START SERVICE(SYSTEM.DEFAULT.SERVICE)",
             "AMQ8733I: Request to start Service accepted."),
            ("DEFINE AUTHINFO(A) AUTHTYPE(IDPWOS)",
             "AMQ8563I: IBM MQ authentication information object created."),
            ("ALTER AUTHINFO('SYSTEM.DEFAULT.AUTHINFO.IDPWOS') AUTHTYPE(IDPWOS) CHCKCLNT(NONE)",
             "AMQ8567I: IBM MQ authentication information changed."),
            ("DEFINE COMMINFO(C)", "AMQ8858I: IBM MQ comminfo created."),
            ("REFRESH SECURITY(*) TYPE(CONNAUTH)", "AMQ8560I: IBM MQ security cache refreshed."),
            ("SET CHLAUTH(*) TYPE(BLOCKUSER) USERLIST(*MQADMIN) ACTION(REMOVE)",
             "AMQ8877I: IBM MQ channel authentication record set."),
            ("SET CHLAUTH(X) TYPE(USERMAP) CLNTUSER('x') ACTION(REMOVE)",
             "AMQ8884E: Channel authentication record not found."),
            ("DEFINE PROCESS(P)", "AMQ8010I: IBM MQ process created."),
            ("ALTER QMGR CHLAUTH(DISABLED) CONNAUTH(' ')",
             "AMQ8005I: IBM MQ queue manager changed."),
            ("DIS CHSTATUS(*)", "AMQ8420I: Channel Status not found."),
            ("DIS LISTENER(NONE)", "AMQ8147E: IBM MQ object NONE not found."),
        ],
    )  # fmt: skip
    def test_what_is_said(self, qm: EmbeddedSystem, command: str, message: str) -> None:
        answers(qm, "DEF LSTR(L) TRPTYPE(TCP)\nDEF CHL(C) CHLTYPE(RCVR)")
        _, lines = runmqsc(qm, command, qm.name)
        assert lines[1] == message

    def test_layouts(self, qm: EmbeddedSystem) -> None:
        answers(qm, "DEF LSTR(DEV.LISTENER.TCP) TRPTYPE(TCP) PORT(1414) CONTROL(QMGR)")
        script = "DISPLAY LISTENER(*)\nDISPLAY LISTENER(DEV.LISTENER.TCP)\nDISPLAY CHLAUTH(*) ALL"
        _, lines = runmqsc(qm, script, qm.name, echo=False)
        # When it was is left out, so that the layout alone is compared.
        when = re.compile(r"(ALTDATE|ALTTIME)\([0-9.-]+\)")
        assert [when.sub(r"\1()", line).rstrip() for line in lines[:-3]] == [
            "AMQ8630I: Display listener information details.",
            "   LISTENER(DEV.LISTENER.TCP)",
            "AMQ8630I: Display listener information details.",
            "   LISTENER(SYSTEM.DEFAULT.LISTENER.TCP)",
            "AMQ8630I: Display listener information details.",
            "   LISTENER(DEV.LISTENER.TCP)              CONTROL(QMGR)",
            "   TRPTYPE(TCP)                            PORT(1414)",
            "   IPADDR( )                               BACKLOG(0)",
            f"   {'DESCR( )':<40}ALTDATE()",
            "   ALTTIME()",
            "AMQ8878I: Display channel authentication record details.",
            "   CHLAUTH(SYSTEM.ADMIN.SVRCONN)           TYPE(ADDRESSMAP)",
            "   DESCR(Default rule to allow MQ Explorer access)",
            "   CUSTOM( )                               ADDRESS(*)",
            "   USERSRC(CHANNEL)                        CHCKCLNT(ASQMGR)",
            "   ALTDATE()                     ALTTIME()",
            "AMQ8878I: Display channel authentication record details.",
            "   CHLAUTH(SYSTEM.*)                       TYPE(ADDRESSMAP)",
            "   DESCR(Default rule to disable all SYSTEM channels)",
            "   CUSTOM( )                               ADDRESS(*)",
            "   USERSRC(NOACCESS)                       WARN(NO)",
            "   ALTDATE()                     ALTTIME()",
            "AMQ8878I: Display channel authentication record details.",
            "   CHLAUTH(*)                              TYPE(BLOCKUSER)",
            "   DESCR(Default rule to disallow privileged users)",
            "   CUSTOM( )                               USERLIST(*MQADMIN)",
            f"   {'WARN(NO)':<40}ALTDATE()",
            "   ALTTIME()",
        ]

    def test_of_the_queue_manager_only_what_is_asked_for(self, qm: EmbeddedSystem) -> None:
        # As a posted transcript of DISPLAY QMGR CHLAUTH CONNAUTH shows it.
        _, lines = runmqsc(qm, "ALTER QMGR CHLAUTH(DISABLED) CONNAUTH(' ')\n"
                           "DISPLAY QMGR CHLAUTH CONNAUTH", qm.name, echo=False)  # fmt: skip
        assert lines[1:4] == [
            "AMQ8408I: Display Queue Manager details.",
            f"   {f'QMNAME({qm.name})':<40}CHLAUTH(DISABLED)",
            f"   {'CONNAUTH( )':<37}",
        ]


def test_scripts_of_others_run(tmp_path: Path, shared_mqsc: Path) -> None:
    """All that stays refused is an insert that only a queue manager's start fills in."""
    for path in sorted(shared_mqsc.glob("*.mqsc")):
        name, ccsid = ("ABKA", 819) if path.stem == "ABKA" else ("QM1", 1208)
        fresh = Sandbox(tmp_path / f"{path.stem}.db").create_system(name, ccsid=ccsid)
        refused = [given for given in answers(fresh, decoded(path.read_bytes())) if not given.ok]
        assert all("insert" in given.message for given in refused), (path.name, refused[:3])
        assert len(refused) <= (path.stem == "uniform-cluster")


def untimed(system: EmbeddedSystem, command: str) -> list[dict[str, Any]]:
    """The rows without the second in which they were written, which a load does not carry."""
    when = {"ALTDATE", "ALTTIME", "CRDATE", "CRTIME"}
    return [
        {word: value for word, value in row.items() if word not in when}
        for row in rows(system, command)
    ]


def test_what_is_kept_is_dumped_and_loaded(tmp_path: Path, shared_mqsc: Path) -> None:
    sandbox = Sandbox(tmp_path / "s.db")
    first = sandbox.create_system("QM1")
    answers(first, decoded((shared_mqsc / "dev-config.mqsc").read_bytes()))
    load(sandbox, "\n".join(dump(first)), system="QM2", platform=Platform.LINUX)
    second = sandbox.system("QM2")
    for command in (
        "DIS TOPIC(*) ALL", "DIS LISTENER(*) ALL", "DIS AUTHINFO(*) ALL", "DIS CHLAUTH(*) ALL",
        "DIS CHANNEL(*) ALL",
    ):  # fmt: skip
        assert untimed(second, command) == untimed(first, command)
    assert rows(second, "DIS QMGR CONNAUTH")[0]["CONNAUTH"] == "DEV.AUTHINFO"
