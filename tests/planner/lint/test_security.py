"""Rules about authority records and channel authentication, with what makes them quiet."""

import pytest

from queuewright.lint.run import lint
from queuewright.lint.scripts import of_files

IBMI = "* Queue manager name: QM1\n* Queue manager platform: OS400\n"
DUMP = "* Queue manager name: QM1\n* Queue manager platform: UNIX\n"
Q = "DEFINE QLOCAL(A.B)\n"


def record(profile: str, who: str, *words: str, kind: str = "QUEUE") -> str:
    return f"SET AUTHREC PROFILE('{profile}') OBJTYPE({kind}) {who} AUTHADD({','.join(words)})\n"


def codes(script: str) -> list[str]:
    linted = of_files([("QM1.mqsc", script.encode())])
    found = lint(linted.subjects, linted.systems, world=linted.world, reported=linted.problems)
    return [finding.code for finding in found if finding.code.startswith("QW8")]


APP = "GROUP('app')"
LDAP = (
    "DEFINE AUTHINFO(L) AUTHTYPE(IDPWLDAP) CONNAME('ldap(389)') SHORTUSR('sn') AUTHORMD({})\n"
    "ALTER QMGR CONNAUTH(L)\n"
)


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        (record("A.B", APP, "GET"), []),  # the queue is declared elsewhere
        (Q + record("A.B", APP, "GET"), []),
        (Q + record("A.C", APP, "GET"), ["QW804"]),
        (Q + record("A.C", APP, "NONE"), []),
        (Q + record("A.C", APP, "PUB", kind="TOPIC"), []),  # no topic is declared
        (DUMP + record("A.C", APP, "PUB", kind="TOPIC"), ["QW804"]),
        (Q + record("A.?", APP, "GET"), []),
        (Q + record("A.?.**", APP, "GET"), []),
        (Q + record("A.??", APP, "GET"), ["QW805"]),
        (Q + record("@class", APP, "CRT"), []),
        (Q + record("QM1", APP, "CONNECT", kind="QMGR"), []),
        (Q + record("QM9", APP, "PUT", kind="RQMNAME"), []),
        (Q + "ALTER QLOCAL(THERE) GET(ENABLED)\n" + record("A.C", APP, "GET"), []),
        (Q + record("SYSTEM.MQSC.REPLY.QUEUE", APP, "GET"), []),
        (record("A.B", "GROUP('mqm')", "ALL"), []),
        (record("A.B", "GROUP('mqm')", "GET"), ["QW801"]),
        (record("A.B", "PRINCIPAL('mqm')", "GET"), ["QW801"]),
        (record("@class", "GROUP('mqm')", "CRT"), []),
        (record("A.B", "GROUP('nobody')", "GET"), ["QW803"]),
        (record("A.B", "GROUP('nobody')", "NONE"), []),
        (record("SYSTEM.DEFAULT.LOCAL.QUEUE", "GROUP('nobody')", "DSP"), ["QW803"]),
        (record("A.B", "GROUP('*')", "GET"), ["QW803"]),
        (record("**", APP, "GET"), ["QW806"]),
        (record("SYSTEM.**", APP, "GET", "DSP"), ["QW806"]),
        (record("**", APP, "DSP", "INQ"), []),
        (record("**", APP, "GET") + record("SYSTEM.ADMIN.**", APP, "DSP"), []),
        (record("**", APP, "GET") + record("SYSTEM.**", "GROUP('ops')", "DSP"), ["QW806"]),
        (record("*", APP, "GET"), []),  # of one qualifier
        (record("**", "GROUP('mqm')", "ALL"), []),
        (record("**", APP, "PUB", kind="TOPIC"), []),
        (Q + record("A.B", "PRINCIPAL('ann')", "GET"), ["QW811"]),
        (Q + record("A.B", "PRINCIPAL('ann')", "NONE"), []),
        (LDAP.format("SEARCHGRP") + Q + record("A.B", "PRINCIPAL('ann')", "GET"), []),
        (LDAP.format("OS") + Q + record("A.B", "PRINCIPAL('ann')", "GET"), ["QW811"]),
        (IBMI + Q + record("A.B", "PRINCIPAL('ANN')", "GET"), []),
        (IBMI + Q + record("A.B", "GROUP('CLERKS')", "GET"), []),
        (IBMI + Q + record("A.B", "GROUP('order-clerks')", "GET"), ["QW808"]),
        (IBMI + Q + record("A.B", "PRINCIPAL('toolongname')", "GET"), ["QW808"]),
        (IBMI + Q + record("A.B", "GROUP('*PUBLIC')", "GET"), ["QW803"]),
        (IBMI + Q + record("A.B", "GROUP('QMQMADM')", "GET"), ["QW801"]),
        (IBMI + Q + record("A.B", "GROUP('NOBODY')", "GET"), []),
        ("ALTER QMGR CHLAUTH(DISABLED)\n", ["QW807"]),
        ("ALTER QMGR CHLAUTH(ENABLED)\n", []),
        ("ALTER QMGR DEADQ(X)\n", []),
        ("SET CHLAUTH(A) TYPE(ADDRESSMAP) ADDRESS('*') MCAUSER('mqm')\n", ["QW802"]),
        ("SET CHLAUTH(A) TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(CHANNEL)\n", []),
        ("SET CHLAUTH(A) TYPE(BLOCKUSER) USERLIST('mqm')\n", []),
        ("SET CHLAUTH(A) TYPE(SSLPEERMAP) SSLPEER('me') MCAUSER('a')\n", ["QW809"]),
        ("SET CHLAUTH(A) TYPE(SSLPEERMAP) SSLPEER('O=a') SSLCERTI('x') MCAUSER('a')\n", ["QW809"]),
        ("SET CHLAUTH(A) TYPE(SSLPEERMAP) SSLPEER('CN=a,OU=\"b, c\"') MCAUSER('a')\n", []),
    ],
)  # fmt: skip
def test_rules_of_security(script: str, expected: list[str]) -> None:
    assert codes(script) == expected


def test_records_of_system_objects_are_looked_at() -> None:
    assert codes(record("SYSTEM.X", "GROUP('nobody')", "GET")) == ["QW803"]
    assert codes("DEFINE QLOCAL(SYSTEM.X) BOQNAME(GONE)\n") == []
