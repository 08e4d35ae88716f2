"""Commands about what the catalogue does not have: their words, and what is none of them."""

from collections.abc import Mapping

import pytest

from queuewright.dialects.mqsc import parse
from queuewright.dialects.mqsc.others import mistakes, parameters, words_of
from queuewright.dialects.protocol import Script
from queuewright.dialects.registry import dialect
from queuewright.interpreter import interpreted

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
    "ALTER CHL CHLTYPE(X.Y)": "CHANNEL needs a name; give CHANNEL('NAME')",
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
    "DEFINE BUFFPOOL(3) BUFFERS(5)",
    "CLEAR TOPICSTR('a/b') CLRTYPE(RETAINED)",
    "RESET QSTATS(*)",
    "START LISTENER TRPTYPE(TCP) PORT(1414)",
    "REFRESH CLUSTER(*) REPOS(YES)",
    "REFRESH SECURITY(*)",
    "SUSPEND QMGR CLUSTER(C)",
    "STOP CONN('414D51')",
    "DEFINE MAXSMSGS(5)",
    "ALTER SECURITY INTERVAL(5)",
    "DEFINE PSID(4) NEWWORD(5)",
)


def reported(text: str) -> list[str]:
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
    assert reported(text) == []
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
    ],
)
def test_requests_of_mqweb_too(body: str, text: str) -> None:
    [entry] = read(body.replace("{", '{"type": "runCommandJSON", ', 1), "mqweb").entries
    [problem] = entry.problems
    assert problem.is_error
    assert text in problem.text


def test_requests_of_mqweb_about_other_objects_are_passed_over() -> None:
    body = '{"type": "runCommandJSON", "command": "start", "qualifier": "listener", "name": "A"}'
    [entry] = read(body, "mqweb").entries
    assert [problem.code for problem in entry.problems] == ["not-managed"]


# Typed from the documents of the commands, apart from the catalogue.
_YES_NO = ("YES", "NO")
_MONITORED = ("QMGR", "OFF", "LOW", "MEDIUM", "HIGH")
_CHECKED = ("NONE", "OPTIONAL", "REQUIRED", "REQDADM")
_PARENT = ("ASPARENT", "ENABLED", "DISABLED")
CHANNEL_TYPES = (
    "SDR", "SVR", "RCVR", "RQSTR", "CLNTCONN", "SVRCONN", "CLUSSDR", "CLUSRCVR", "AMQP", "MQTT",
)  # fmt: skip
# Object -> keyword -> the words that it takes, where MQ takes no others.
WORDS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
        "AUTHINFO": {
            "ADOPTCTX": _YES_NO,
            "AUTHTYPE": ("CRLLDAP", "IDPWLDAP", "IDPWOS", "OCSP"),
            "CHCKCLNT": _CHECKED,
            "CHCKLOCL": _CHECKED,
        },
        "AUTHREC": {
            "AUTHADD": tuple(
                """ALL ALLADM ALLMQI ALTUSR BROWSE CHG CLR CONNECT CRT CTRL CTRLX DLT DSP GET INQ
                NONE PASSALL PASSID PUB PUT RESUME SET SETALL SETID SUB SYSTEM""".split()
            ),
            "OBJTYPE": (
                "AUTHINFO", "CHANNEL", "CLNTCONN", "COMMINFO", "LISTENER", "NAMELIST", "PROCESS",
                "QMGR", "QUEUE", "RQMNAME", "SERVICE", "TOPIC",
            ),
        },
        "CHANNEL": {
            "AFFINITY": ("PREFERRED", "NONE"),
            "CHLTYPE": CHANNEL_TYPES,
            "COMPHDR": ("NONE", "SYSTEM"),
            "COMPMSG": ("NONE", "RLE", "ZLIBFAST", "ZLIBHIGH", "LZ4FAST", "LZ4HIGH", "ANY"),
            "CONVERT": _YES_NO,
            "DEFCDISP": ("PRIVATE", "FIXSHARED", "SHARED"),
            "DEFRECON": ("NO", "YES", "QMGR", "DISABLED"),
            "MCATYPE": ("PROCESS", "THREAD"),
            "MONCHL": _MONITORED,
            "NPMSPEED": ("FAST", "NORMAL"),
            "PROTOCOL": ("MQTTV311", "MQTTV3", "HTTP"),
            "PUTAUT": ("DEF", "CTX", "ONLYMCA", "ALTMCA"),
            "SPLPROT": ("PASSTHRU", "REMOVE", "ASPOLICY"),
            "SSLCAUTH": ("REQUIRED", "OPTIONAL", "NEVER"),
            "STATCHL": _MONITORED,
            "TRPTYPE": ("LU62", "NETBIOS", "SPX", "TCP"),
            "USEDLQ": _YES_NO,
        },
        "CHLAUTH": {
            "ACTION": ("ADD", "REPLACE", "REMOVE", "REMOVEALL"),
            "CHCKCLNT": ("ASQMGR", "REQUIRED", "REQDADM"),
            "TYPE": (
                "BLOCKUSER", "BLOCKADDR", "SSLPEERMAP", "ADDRESSMAP", "USERMAP", "QMGRMAP",
            ),
            "USERSRC": ("MAP", "NOACCESS", "CHANNEL"),
            "WARN": _YES_NO,
        },
        "COMMINFO": {"TYPE": ("MULTICAST",)},
        "LISTENER": {
            "CONTROL": ("QMGR", "MANUAL", "STARTONLY"),
            "TRPTYPE": ("LU62", "NETBIOS", "SPX", "TCP"),
        },
        "SERVICE": {
            "CONTROL": ("QMGR", "MANUAL", "STARTONLY"),
            "SERVTYPE": ("COMMAND", "SERVER"),
        },
        "SUB": {
            "DESTCLAS": ("PROVIDED", "MANAGED"),
            "REQONLY": _YES_NO,
            "SUBSCOPE": ("ALL", "QMGR"),
            "VARUSER": ("ANY", "FIXED"),
            "WSCHEMA": ("TOPIC", "CHAR"),
        },
        "TOPIC": {
            "CLROUTE": ("DIRECT", "TOPICHOST"),
            "DEFPSIST": ("ASPARENT", "YES", "NO"),
            "DURSUB": ("ASPARENT", "YES", "NO"),
            "PROXYSUB": ("FIRSTUSE", "FORCE"),
            "PUB": _PARENT,
            "SUB": _PARENT,
            "TYPE": ("LOCAL", "CLUSTER"),
            "WILDCARD": ("PASSTHRU", "BLOCK"),
        },
}  # fmt: skip


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Object -> what DEFINE, ALTER, DELETE and SET of it take.
PARAMETERS: Mapping[str, frozenset[str]] = {
    "AUTHINFO": _set(
        """ADOPTCTX AUTHENMD AUTHORMD AUTHTYPE BASEDNG BASEDNU CHCKCLNT CHCKLOCL CLASSGRP
            CLASSUSR CMDSCOPE CONNAME DESCR FAILDLAY FINDGRP GRPFIELD LDAPPWD LDAPUSER NESTGRP
            OCSPURL QSGDISP SECCOMM SHORTUSR USRFIELD"""
    ),
    "AUTHREC": _set("AUTHADD AUTHLIST AUTHRMV GROUP OBJTYPE PRINCIPAL PROFILE SERVCOMP"),
    "CHLAUTH": _set(
        """ACTION ADDRESS ADDRLIST CHCKCLNT CLNTUSER CUSTOM DESCR MATCH MCAUSER QMNAME SSLCERTI
            SSLPEER TYPE USERLIST USERSRC WARN"""
    ),
    "COMMINFO": _set(
        """BRIDGE CCSID COMMEV DESCR ENCODING GRPADDR MCHBINT MCPROP MONINT MSGHIST NSUBHIST
            PORT TYPE"""
    ),
    "LISTENER": _set(
        """ADAPTER BACKLOG COMMANDS CONTROL DESCR IPADDR LOCLNAME NTBNAMES PORT SESSIONS SOCKET
            TPNAME TRPTYPE"""
    ),
    "PROCESS": _set("APPLICID APPLTYPE CMDSCOPE DESCR ENVRDATA QSGDISP USERDATA"),
    "SERVICE": _set("CONTROL DESCR SERVTYPE STARTARG STARTCMD STDERR STDOUT STOPARG STOPCMD"),
    "STGCLASS": _set("CMDSCOPE DESCR PASSTKTA PSID QSGDISP XCFGNAME XCFMNAME"),
    "SUB": _set(
        """CMDSCOPE DEST DESTCLAS DESTCORL DESTQMGR DURABLE EXPIRY PSPROP PUBACCT PUBAPPID PUBPRTY
            REQONLY SELECTOR SELTYPE SUBID SUBLEVEL SUBNAME SUBSCOPE SUBTYPE SUBUSER TOPICOBJ
            TOPICSTR USERDATA VARUSER WSCHEMA"""
    ),
    "TOPIC": _set(
        """AUTHREC CAPEXPRY CLROUTE CLSTATE CLUSTER CMDSCOPE COMMINFO CUSTOM DEFPRESP DEFPRTY
            DEFPSIST DESCR DURSUB MCAST MDURMDL MNDURMDL NPMSGDLV PMSGDLV PROXYSUB PUB PUBSCOPE
            QSGDISP SUB SUBSCOPE TOPICSTR TYPE USEDLQ WILDCARD"""
    ),
}


@pytest.mark.parametrize("word", PARAMETERS)
def test_the_catalogue_has_the_parameters_of_the_documents(word: str) -> None:
    assert parameters(word) == PARAMETERS[word]


@pytest.mark.parametrize("word", WORDS)
def test_the_catalogue_has_the_words_of_the_documents(word: str) -> None:
    for keyword, words in WORDS[word].items():
        assert set(words_of(word, keyword)) == set(words), keyword
