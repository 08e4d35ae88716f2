"""Channels that the catalogue does not have: kept for scripts and clients of others."""

import pytest

from queuewright.sandbox.engine import EmbeddedSystem, Sandbox

from .test_mqsc_commands import only_answer, reason, rows


def test_a_server_connection_from_its_definition_to_its_end(qm: EmbeddedSystem) -> None:
    define = "DEFINE CHANNEL(APP) CHLTYPE(SVRCONN) TRPTYPE(TCP) MCAUSER('app') MAXINST(50)"
    assert only_answer(qm, define).ok
    assert reason(qm, define) == "MQRCCF_CHANNEL_ALREADY_EXISTS"
    assert only_answer(qm, "ALTER CHANNEL(APP) CHLTYPE(SVRCONN) SHARECNV(1) DESCR('apps')").ok
    (row,) = rows(qm, "DISPLAY CHANNEL(APP)")
    assert list(row)[:2] == ["CHANNEL", "CHLTYPE"]
    set_here = {"MCAUSER": "app", "MAXINST": 50, "SHARECNV": 1, "DESCR": "apps"}
    assert row.items() >= {**set_here, "HBINT": 300, "MAXINSTC": 999_999_999}.items()
    assert only_answer(qm, "DELETE CHANNEL(APP)").ok
    assert reason(qm, "DISPLAY CHANNEL(APP)") == "MQRCCF_CHANNEL_NOT_FOUND"
    assert reason(qm, "DELETE CHANNEL(APP)") == "MQRCCF_CHANNEL_NOT_FOUND"


@pytest.mark.parametrize(
    ("channel_type", "needed"),
    [
        ("SDR", "CONNAME('h(1414)') XMITQ(X)"), ("SVR", "XMITQ(X)"), ("RCVR", ""),
        ("RQSTR", "CONNAME('h')"), ("SVRCONN", ""), ("CLNTCONN", "CONNAME('h') QMNAME(QM1)"),
    ],
)  # fmt: skip
def test_each_type(qm: EmbeddedSystem, channel_type: str, needed: str) -> None:
    define = f"DEFINE CHANNEL(C) CHLTYPE({channel_type})"
    if "(" in needed and channel_type != "SVR":
        assert reason(qm, define) in ("MQRCCF_MISSING_CONN_NAME", "MQRCCF_PARM_MISSING")
    assert only_answer(qm, f"{define} {needed}").ok
    assert "C" in [row["CHANNEL"] for row in rows(qm, f"DIS CHANNEL(*) CHLTYPE({channel_type})")]
    assert only_answer(qm, f"{define} LIKE(C) {needed} REPLACE").ok


def test_names_of_channels_are_of_all_types(qm: EmbeddedSystem) -> None:
    assert only_answer(qm, "DEF CHL(A) CHLTYPE(RCVR)").ok
    cluster = "DEF CHL(A) CHLTYPE(CLUSRCVR) CONNAME('h') CLUSTER(C)"
    assert reason(qm, cluster) == "MQRCCF_WRONG_CHANNEL_TYPE"
    assert reason(qm, "ALTER CHL(A) CHLTYPE(SVRCONN)") == "MQRCCF_WRONG_CHANNEL_TYPE"
    assert only_answer(qm, cluster.replace("(A)", "(B)")).ok
    assert reason(qm, "DEF CHL(B) CHLTYPE(RCVR)") == "MQRCCF_WRONG_CHANNEL_TYPE"
    assert reason(qm, "DEF CHL(B) CHLTYPE(RCVR) REPLACE") == "MQRCCF_WRONG_CHANNEL_TYPE"


@pytest.mark.parametrize(
    ("parameter", "expected"),
    [
        ("MRRTY(abc)", "MQRCCF_ATTR_VALUE_ERROR"), ("MRRTY(1000000000)", "MQRCCF_ATTR_VALUE_ERROR"),
        ("TRPTYPE(PIGEON)", "MQRCCF_ATTR_VALUE_ERROR"), ("XMITQ(X)", "MQRCCF_PARM_SYNTAX_ERROR"),
        ("LIKE(NONE)", "MQRCCF_CHANNEL_NOT_FOUND"),
    ],
)  # fmt: skip
def test_refusals(qm: EmbeddedSystem, parameter: str, expected: str) -> None:
    assert reason(qm, f"DEFINE CHANNEL(C) CHLTYPE(RCVR) {parameter}") == expected
    assert reason(qm, "DISPLAY CHANNEL(C)") == "MQRCCF_CHANNEL_NOT_FOUND"


def test_cipher_specs_that_came_later(sandbox: Sandbox) -> None:
    old = sandbox.create_system("OLD", command_level=910)
    define = "DEFINE CHANNEL(A) CHLTYPE(RCVR) SSLCIPH({}) REPLACE"
    for later in ("ANY_TLS13", "TLS_AES_128_GCM_SHA256"):
        assert reason(old, define.format(later)) == "MQRCCF_SSL_CIPHER_SPEC_ERROR"
    assert only_answer(old, define.format("ECDHE_RSA_AES_256_GCM_SHA384")).ok
    new = sandbox.create_system("NEW", command_level=920)
    assert only_answer(new, define.format("ANY_TLS13")).ok


def test_what_ships_is_there_until_it_is_deleted(qm: EmbeddedSystem) -> None:
    assert rows(qm, "DISPLAY CHANNEL(SYSTEM.DEF.SVRCONN) MAXINST")[0]["MAXINST"] == 999_999_999
    assert only_answer(qm, "ALTER CHANNEL(SYSTEM.DEF.SVRCONN) CHLTYPE(SVRCONN) MAXINST(9)").ok
    assert only_answer(qm, "DEF CHANNEL(A) CHLTYPE(SVRCONN) LIKE(SYSTEM.DEF.SVRCONN)").ok
    assert rows(qm, "DISPLAY CHANNEL(A) MAXINST")[0]["MAXINST"] == 9
    assert only_answer(qm, "DELETE CHANNEL(SYSTEM.DEF.SVRCONN)").ok
    assert reason(qm, "DISPLAY CHANNEL(SYSTEM.DEF.SVRCONN)") == "MQRCCF_CHANNEL_NOT_FOUND"


def test_a_password_is_not_kept(qm: EmbeddedSystem) -> None:
    define = "DEF CHL(C) CHLTYPE(SDR) CONNAME('h') XMITQ(X) PASSWORD('hush')"
    assert only_answer(qm, define).ok
    (row,) = rows(qm, "DISPLAY CHANNEL(C)")
    assert row["PASSWORD"] == "*" * 8
    assert b"hush" not in qm.sandbox.path.read_bytes()
