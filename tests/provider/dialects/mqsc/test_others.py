"""Commands about what the catalogue does not have: their words, and what is none of them."""

import pytest

from queuewright.dialects.mqsc import parse
from queuewright.dialects.mqsc.others import PARAMETERS, WORDS, mistakes
from queuewright.dialects.protocol import Script
from queuewright.dialects.registry import dialect
from queuewright.interpreter import interpreted
from queuewright.sandbox import channel_authentication, other_objects

HEADER = "* Queue manager name:     QM1\n* Queue manager platform: UNIX\n"
MISTAKES = {
    "DEFINE QLOKAL(A)": "did you mean QLOCAL?",
    "DEFINE QLOKAL(A) PROCESS(P)": "did you mean QLOCAL?",
    "DEF QLOACL(A) REPLACE": "did you mean QLOCAL?",
    "ALTER QMGRR DEADQ(A)": "did you mean QMGR?",
    "DELETE CHANEL(A)": "did you mean CHANNEL?",
    "DEFINE MQCONN(X) GROUP(Y)": "DEFINE has no object MQCONN",
    "DEFINE CONN(X)": "DEFINE CONN is not a command of MQSC",
    "SET QLOCAL(A) MAXDEPTH(5)": "SET QLOCAL is not a command of MQSC",
    "DISPLAY QSTATSU(*)": "did you mean QSTATS?",
    "DEFINE CHANNEL(B) CHLTYPE(SVRCON)": "did you mean SVRCONN?",
    "DEFINE CHANNEL(B) CHLTYPE('svrcon')": "did you mean SVRCONN?",
    "DEFINE CHANNEL(B) CHLTYPE()": "CHLTYPE is required",
    "ALTER CHL CHLTYPE(X.Y)": "CHANNEL needs a name: CHANNEL('NAME')",
    "ALTER CHANNEL(B) CHLTYPE(X.Y)": 'MQTT, not "X.Y"',
    "START CHANNEL(B) CHLTYPE(AMPQ)": "did you mean AMQP?",
    "DISPLAY CHSTATUS(*) CHLTYPE(CLUSSDRR)": "did you mean CLUSSDR?",
    "SET CHLAUTH('*') TYPE(BLOCKUSR) USERLIST('*MQADMIN')": "did you mean BLOCKUSER?",
    "SET CHLAUTH('*') TYPE(BLOCKUSER) USRELIST('a')": "did you mean USERLIST?",
    "SET CHLAUTH('*') TYPE(USERMAP) ACTION(REMOVALL)": "did you mean REMOVEALL?",
    "DEFINE LISTENER(L) TRPTYPE(TCP) PROT(1414)": "did you mean PORT?",
    "DEFINE LISTENER(L) TRPTYPE(TPC) PORT(1414)": "did you mean TCP?",
    "DEFINE AUTHINFO(A) AUTHTYPE(IDPLDAP)": "did you mean IDPWLDAP?",
    "SET AUTHREC PROFILE(A) OBJTYPE(QUEU) GROUP('g') AUTHADD(GET)": "did you mean QUEUE?",
    "SET AUTHREC PROFILE(A) OBJTYPE(QUEUE) GROUP('g') AUTHADD(PUT,GTE)": "did you mean GET?",
    "DELETE AUTHREC PROFILE(A) OBJTYPE(QUEU) GROUP('g')": "did you mean QUEUE?",
    "DEFINE TOPIC(T) TOPCSTR('a')": "did you mean TOPICSTR?",
    "DEFINE SUB(S) TOPICSTR('a') DETS(Q)": "did you mean DEST?",
    "ALTER QMGR MAXHANDSS(5)": "did you mean MAXHANDS?",
    "DEFINE QLOCAL(A) MAXDEPHT(5)": "did you mean MAXDEPTH?",
}
# Nothing to say but that they are not managed; the last are of later releases.
OTHERS = (
    "DEFINE CHANNEL(B) CHLTYPE(svrconn) MAXINST(5) MAXINSTC(2)",
    "DEFINE CHANNEL(B) CHLTYPE(MQTT) PORT(1883) BACKLOG(5) USECLTID(NO)",
    "DEFINE NOREPLACE SUB(S) TOPICSTR('a') DEST(Q)",
    "DEFINE REPLACE PROCESS(P) APPLICID('x')",
    "ALTER CMDSCOPE(QM2) TOPIC(T) PUB(DISABLED)",
    "DEFINE AUTHINFO(A) AUTHTYPE(IDPWLDAP) CONNAME('h') SHORTUSR('sn')",
    "SET CHLAUTH('*') TYPE(+TYPE+) ADDRESS('*')",
    "DISPLAY CHLAUTH('*') TYPE(ALL) MATCH(RUNCHECK)",
    "CLEAR TOPICSTR('a/b') CLRTYPE(RETAINED)",
    "RESET QSTATS(*)",
    "START LISTENER TRPTYPE(TCP) PORT(1414)",
    "REFRESH CLUSTER(*) REPOS(YES)",
    "REFRESH SECURITY(*)",
    "SUSPEND QMGR CLUSTER(C)",
    "STOP CONN('414D51')",
    "DEFINE MAXSMSGS(5)",
    "ALTER SECURITY INTERVAL(5)",
    "DEFINE CHANNEL(B) CHLTYPE(SVRCONN) NEWWORD(5)",
    "DEFINE LISTENER(L) TRPTYPE(TCP) PORT(1) POTR(1)",
)


def said(text: str) -> list[str]:
    [command] = parse(text).commands
    return [problem.text for problem in mistakes(command)]


def read(text: str, name: str = "mqsc") -> Script:
    return dialect(name).read(text.encode(), file="f")


@pytest.mark.parametrize("text", MISTAKES)
@pytest.mark.parametrize("is_dump", [False, True])
def test_a_misspelt_word_is_an_error_also_in_a_dump(text: str, is_dump: bool) -> None:
    outcome = interpreted([("f", read(f"{HEADER if is_dump else ''}{text}\n"))])
    assert any(MISTAKES[text] in problem.text for problem in outcome.refused), outcome.refused
    assert all(problem.is_error and problem.line for problem in outcome.refused)
    assert not outcome.not_managed


@pytest.mark.parametrize("text", OTHERS)
def test_what_mqsc_has_is_not_managed(text: str) -> None:
    assert said(text) == []
    outcome = interpreted([("f", read(text))])
    assert (outcome.refused, outcome.not_managed.total()) == ([], 1)


def test_a_later_release_has_more_keywords_than_are_known_here() -> None:
    later = f"{HEADER}ALTER QMGR NEWWORD(5)\nDEFINE QLOCAL(A) NEWWORD(5)\n"
    assert interpreted([("f", read(later))]).refused == []
    script = later.removeprefix(HEADER)
    assert [problem.attribute for problem in interpreted([("f", read(script))]).refused] == [
        "NEWWORD",
        "NEWWORD",
    ]
    # One letter from a keyword that the command gives too: it is not that one.
    beside = f"{HEADER}DEFINE CHANNEL(A) CHLTYPE(CLUSRCVR) CONNAME('h') CLUSTER(C) CLUSTERS(D)\n"
    assert interpreted([("f", read(beside))]).refused == []


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ('{"command": "define", "qualifier": "qlokal", "name": "A"}', "did you mean QLOCAL?"),
        ('{"command": "defne", "qualifier": "qlocal", "name": "A"}', "did you mean define?"),
        (
            '{"command": "define", "qualifier": "channel", "name": "A",'
            ' "parameters": {"chltype": "svrcon"}}',
            "did you mean SVRCONN?",
        ),
        (
            '{"command": "define", "qualifier": "listener", "name": "A",'
            ' "parameters": {"prot": 1}}',
            "did you mean PORT?",
        ),
        (
            '{"command": "alter", "qualifier": "qmgr", "parameters": {"maxhandss": 1}}',
            "did you mean MAXHANDS?",
        ),
    ],
)
def test_requests_of_mqweb_too(body: str, text: str) -> None:
    [entry] = read(body.replace("{", '{"type": "runCommandJSON", ', 1), "mqweb").entries
    [problem] = entry.problems
    assert problem.is_error
    assert text in problem.text


def test_requests_of_mqweb_about_other_objects_are_passed_over() -> None:
    body = '{"type": "runCommandJSON", "command": "define", "qualifier": "listener", "name": "A"}'
    [entry] = read(body, "mqweb").entries
    assert [problem.code for problem in entry.problems] == ["not-managed"]


def test_the_sandbox_takes_no_other_words() -> None:
    for word, known in other_objects.TYPES.items():
        given = known.keywords - {"QSGDISP"}
        assert given <= PARAMETERS[word]
        assert WORDS.get(word, {}).keys() <= given
        default = known.default
        assert default
    assert channel_authentication.KEYWORDS - {"CHLAUTH"} <= PARAMETERS["CHLAUTH"]
