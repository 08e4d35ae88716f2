"""Rules about channels and listeners: when they fire, and when they do not."""

import pytest

from queuewright.lint.run import lint
from queuewright.lint.scripts import of_files
from queuewright.mq.cipher_specs import agree
from queuewright.mq.connection_name import addresses_in

HEAD = """\
* Queue manager name: {}
* Queue manager platform: UNIX
* Queue manager command level: (930/930)
"""


def codes(*scripts: str, dumps: bool = True) -> list[str]:
    """Of scripts of QM1, QM2 and so on."""
    files = [
        (f"QM{number}.mqsc", (HEAD.format(f"QM{number}") * dumps + text).encode())
        for number, text in enumerate(scripts, 1)
    ]
    linted = of_files(files)
    return [f.code for f in lint(linted.subjects, linted.systems, world=linted.world)]


TLS = "SSLCIPH(ANY_TLS12_OR_HIGHER)"
CONNECTION = "DEFINE CHANNEL(APP) CHLTYPE(SVRCONN) " + TLS + "{}\n"


@pytest.mark.parametrize(
    ("script", "found"),
    [
        (CONNECTION.format(""), []),  # the default record blocks administrators
        ("ALTER QMGR CHLAUTH(DISABLED)\n" + CONNECTION.format(""), ["QW807", "QW902"]),
        ("ALTER QMGR CHLAUTH(DISABLED)\n" + CONNECTION.format(" MCAUSER('app')"), ["QW807"]),
        ("SET CHLAUTH(APP) TYPE(BLOCKUSER) USERLIST('nobody')\n" + CONNECTION.format(""),
         ["QW902"]),
        ("SET CHLAUTH('*') TYPE(BLOCKUSER) USERLIST('nobody') ACTION(REPLACE)\n"
         + CONNECTION.format(""), ["QW902"]),
        ("SET CHLAUTH('*') TYPE(BLOCKUSER) USERLIST('nobody')\n" + CONNECTION.format(""), []),
        ("SET CHLAUTH('*') TYPE(BLOCKUSER) ACTION(REMOVEALL)\n" + CONNECTION.format(""), ["QW902"]),
        ("SET CHLAUTH('*') TYPE(BLOCKUSER) USERLIST('*MQADMIN') ACTION(REMOVE)\n"
         + CONNECTION.format(""), ["QW902"]),
        ("SET CHLAUTH('*') TYPE(BLOCKUSER) USERLIST('*MQADMIN') WARN(YES) ACTION(REPLACE)\n"
         + CONNECTION.format(""), ["QW902"]),
        ("SET CHLAUTH(APP) TYPE(BLOCKUSER) USERLIST('nobody')\n"
         "SET CHLAUTH(APP) TYPE(ADDRESSMAP) ADDRESS('*') MCAUSER('app')\n" + CONNECTION.format(""),
         []),
        (CONNECTION.format(" MCAUSER('mqm')"), []),  # the default record blocks it
        ("ALTER QMGR CHLAUTH(DISABLED)\n" + CONNECTION.format(" MCAUSER('mqm')"),
         ["QW807", "QW902"]),
        ("SET CHLAUTH(APP) TYPE(BLOCKUSER) USERLIST('nobody')\n"
         + CONNECTION.format(" MCAUSER('mqm')"), ["QW902"]),
        ("SET CHLAUTH(APP) TYPE(BLOCKUSER) USERLIST('mqm')\n"
         + CONNECTION.format(" MCAUSER('mqm')"), []),
        ("ALTER CHANNEL(APP) CHLTYPE(SVRCONN) HBINT(5)\n", []),  # who knows what else it has
        ("DEFINE CHANNEL(APP) CHLTYPE(SVRCONN)\n", ["QW901"]),
        ("DEFINE CHANNEL(APP) CHLTYPE(SVRCONN) SSLCIPH(RC4_MD5_US)\n", ["QW903"]),
        # A shop defines these itself; those of IBM are as they are, until somebody opens them.
        ("DEFINE CHANNEL(SYSTEM.X) CHLTYPE(SVRCONN)\n", ["QW901"]),
        ("ALTER QMGR CHLAUTH(DISABLED)\n"
         f"DEFINE CHANNEL(SYSTEM.ADMIN.SVRCONN) CHLTYPE(SVRCONN) MCAUSER('mqm') {TLS}\n",
         ["QW807", "QW902"]),
        ("ALTER QMGR CHLAUTH(DISABLED)\n"
         f"ALTER CHANNEL(SYSTEM.DEF.SVRCONN) CHLTYPE(SVRCONN) MCAUSER('mqm') {TLS}\n",
         ["QW807", "QW902"]),
        ("DEFINE CHANNEL(SYSTEM.DEF.SVRCONN) CHLTYPE(SVRCONN) REPLACE SHARECNV(1)\n", []),
        ("DEFINE CHANNEL(SYSTEM.DEF.SENDER) CHLTYPE(SDR) REPLACE SSLCIPH(RC4_MD5_US)\n", []),
    ],
)  # fmt: skip
def test_server_connections(script: str, found: list[str]) -> None:
    assert codes(script) == found
    assert codes(script, dumps=False) == found


NOBODY = "SET CHLAUTH(APP) TYPE(BLOCKUSER) USERLIST('nobody')\n" + CONNECTION.format("")


@pytest.mark.parametrize(
    ("record", "found"),
    [
        # Of some clients, or of none: QMGRMAP is for channels between queue managers.
        ("SET CHLAUTH('*') TYPE(QMGRMAP) QMNAME('*') MCAUSER('mover')", ["QW902"]),
        ("SET CHLAUTH(APP) TYPE(USERMAP) CLNTUSER('joe') MCAUSER('app')", ["QW902"]),
        ("SET CHLAUTH(APP) TYPE(ADDRESSMAP) ADDRESS('10.1.1.1') MCAUSER('app')", ["QW902"]),
        ("SET CHLAUTH(APP) TYPE(SSLPEERMAP) SSLPEER('CN=joe') USERSRC(NOACCESS)", ["QW902"]),
        ("SET CHLAUTH('*') TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(NOACCESS)\n"
         "SET CHLAUTH(APP) TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(CHANNEL)", ["QW902"]),
        # Of all that come in over the channel.
        ("SET CHLAUTH('*') TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(NOACCESS)", []),
        ("SET CHLAUTH('*') TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(CHANNEL)\n"
         "SET CHLAUTH('A*') TYPE(ADDRESSMAP) ADDRESS('*') MCAUSER('app')", []),
    ],
)  # fmt: skip
def test_a_record_of_some_clients_leaves_the_others_as_they_are(
    record: str, found: list[str]
) -> None:
    assert codes(f"{NOBODY}{record}\n") == found


def test_a_dump_shows_every_record() -> None:
    """Where it shows any, one that ships and that it does not show was removed."""
    other = "SET CHLAUTH('OTHER') TYPE(BLOCKUSER) USERLIST('nobody')\n" + CONNECTION.format("")
    assert codes(other) == ["QW902"]
    assert codes(other, dumps=False) == []


SENDER = (
    "DEFINE QLOCAL(X) USAGE(XMITQ)\n"
    "DEFINE CHANNEL(QM1.QM2) CHLTYPE(SDR) CONNAME('host2(1415)') XMITQ(X){}\n"
)
RECEIVER = "DEFINE CHANNEL(QM1.QM2) CHLTYPE(RCVR){}\n"
LISTENER = "DEFINE LISTENER({}) TRPTYPE(TCP) PORT({}){}\n"


@pytest.mark.parametrize(
    ("ours", "theirs", "found"),
    [
        (SENDER.format(""), RECEIVER.format(""), []),
        (SENDER.format(f" {TLS}"), RECEIVER.format(""), ["QW905"]),
        (SENDER.format(f" {TLS}"), RECEIVER.format(f" {TLS}"), []),
        (SENDER.format(" SEQWRAP(9999)"), RECEIVER.format(""), ["QW905"]),
        (SENDER.format(" SEQWRAP(9999)"), RECEIVER.format(" SEQWRAP(9999)"), []),
        (SENDER.format(f" {TLS}"), RECEIVER.format(" SSLCIPH(ECDHE_RSA_AES_256_GCM_SHA384)"), []),
        (SENDER.format(""), RECEIVER.replace("RCVR", "SVRCONN").format(f" {TLS}"), ["QW905"]),
        # Both call somebody else.
        (SENDER.format(""), RECEIVER.replace("RCVR", "SDR) CONNAME('h') XMITQ(Y").format("")
         + "DEFINE QLOCAL(Y) USAGE(XMITQ)\n", []),
        (SENDER.format(""), RECEIVER.format("") + LISTENER.format("A", 1415, ""), []),
        (SENDER.format(""), RECEIVER.format("") + LISTENER.format("A", 1499, ""), ["QW905"]),
        (SENDER.format(""), "", []),
    ],
)  # fmt: skip
def test_pairs(ours: str, theirs: str, found: list[str]) -> None:
    assert codes(ours, theirs) == found


CLIENT = "DEFINE CHANNEL(APP) CHLTYPE(CLNTCONN) CONNAME('host1(1414)') {}\n"


@pytest.mark.parametrize(
    ("client", "found"),
    [
        (TLS, []),
        ("SSLCIPH(ECDHE_RSA_AES_256_GCM_SHA384)", []),
        ("", ["QW905"]),
        ("QMNAME('QM1')", ["QW905"]),
        ("QMNAME('*QM1')", ["QW905"]),
        ("QMNAME('GROUP')", []),  # of other queue managers, which are not known here
    ],
)
def test_the_channel_of_clients(client: str, found: list[str]) -> None:
    for dumps in (True, False):
        assert codes(CONNECTION.format("") + CLIENT.format(client), dumps=dumps) == found
    assert codes(CLIENT.format(client)) == []


def test_a_port_is_missing_only_where_all_is_known() -> None:
    theirs = RECEIVER.format("") + LISTENER.format("A", 1499, "")
    assert codes(SENDER.format(""), theirs, dumps=False) == []


def test_lengths() -> None:
    remote = "DEFINE QREMOTE(R) RNAME(Q) RQMNAME(QM2) XMITQ(X)\n"
    target = "DEFINE QLOCAL(Q) MAXMSGL({})\n" + RECEIVER.format(" MCAUSER(' ')")
    assert codes(SENDER.format("") + remote, target.format(4194304)) == []
    assert codes(SENDER.format("") + remote, target.format(5000000)) == ["QW906"]
    long = SENDER.replace("USAGE(XMITQ)", "USAGE(XMITQ) MAXMSGL(104857600)")
    assert codes(long.format(" MAXMSGL(104857600)"), RECEIVER.format("")) == []
    assert codes(long.format(""), RECEIVER.format("")) == ["QW906"]
    # 0 is that of the queue manager.
    assert codes("ALTER QMGR MAXMSGL(104857600)\n" + long.format(" MAXMSGL(0)")) == []


def test_ports() -> None:
    one = LISTENER.format("A", 1414, "")
    assert codes(one + LISTENER.format("B", 1414, "")) == ["QW907"]
    assert codes(one + LISTENER.format("B", 1415, "")) == []
    own = LISTENER.format("A", 1414, " IPADDR('10.0.0.1')")
    assert codes(own + LISTENER.format("B", 1414, " IPADDR('10.0.0.2')")) == []
    assert codes(own + LISTENER.format("B", 1414, "")) == ["QW907"]
    assert codes(one, one) == []


@pytest.mark.parametrize(
    ("one", "other", "answer"),
    [
        ("", "", True),
        ("ANY_TLS12", "", False),
        ("ANY_TLS12", "ANY_TLS12_OR_HIGHER", True),
        ("ANY_TLS13", "ANY_TLS12", False),
        ("TLS_AES_256_GCM_SHA384", "ANY_TLS12_OR_HIGHER", True),
        ("TLS_AES_256_GCM_SHA384", "ANY_TLS12", False),
        ("RC4_MD5_US", "ANY_TLS12", False),
        ("ECDHE_RSA_AES_128_GCM_SHA256", "ECDHE_RSA_AES_256_GCM_SHA384", False),
        ("SOMETHING_NEW", "ANY_TLS12", None),
    ],
)
def test_two_ends_agree_on_a_cipher(one: str, other: str, answer: bool | None) -> None:
    assert agree(one, other) is answer
    assert agree(other, one.lower()) is answer


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("host(1414)", ["host(1414)"]),
        ("Host2", ["host2(1414)"]),
        ("a(1), b ( 2 ),c", ["a(1)", "b(2)", "c(1414)"]),
        ("10.0.0.1(1415)", ["10.0.0.1(1415)"]),
        ("fe80::1(1416)", ["fe80::1(1416)"]),
        ("a(x)", []),
        ("", []),
        (None, []),
        ("(1414)", []),
    ],
)
def test_addresses(text: str | None, found: list[str]) -> None:
    assert list(map(str, addresses_in(text))) == found
