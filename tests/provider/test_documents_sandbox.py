"""What the documents say happens when a command runs, held against the sandbox: Change Queue (PCF)
and CRTMQMQ for
queues, CRTMSGQ and CRTDTAQ for IBM i objects. Each step is one command and the reason that answers
it."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from command_line import app
from queuewright.catalogue.errors import CommandFailed
from queuewright.catalogue.observed import OpenFor
from queuewright.catalogue.platform import Platform
from queuewright.catalogue.references import Role
from queuewright.sandbox.command_servers import run_bytes
from queuewright.sandbox.engine import EmbeddedSystem, Sandbox
from queuewright.sandbox.loading import load

INPUT, OUTPUT, BROWSE = OpenFor.INPUT_SHARED, OpenFor.OUTPUT, OpenFor.BROWSE
L, M, A, R = "MQQT_LOCAL", "MQQT_MODEL", "MQQT_ALIAS", "MQQT_REMOTE"
OK, OPEN = "", "MQRCCF_OBJECT_OPEN"


@pytest.fixture
def sandbox(tmp_path: Path) -> Sandbox:
    return Sandbox(tmp_path / "sandbox.db")


@pytest.fixture
def qm(sandbox: Sandbox) -> EmbeddedSystem:
    return sandbox.create_system("QM1")


@pytest.fixture
def ibmi(sandbox: Sandbox) -> EmbeddedSystem:
    return sandbox.create_system("QM2", platform=Platform.IBMI)


@pytest.fixture
def zos(sandbox: Sandbox) -> EmbeddedSystem:
    return sandbox.create_system("MQZ1", platform=Platform.ZOS, queue_sharing_group="NY03")


def _run(machine: EmbeddedSystem, dialect: str, text: str) -> str:
    (answer,) = run_bytes(machine, dialect, text.encode(), file="-")
    assert answer.ok is (answer.completion == 0)
    assert answer.ok or answer.message_id or answer.reason
    return "" if answer.ok else answer.message_id or answer.reason_name


def _mqsc(machine: EmbeddedSystem, text: str) -> str:
    return _run(machine, "mqsc", text)


def _cl(machine: EmbeddedSystem, text: str) -> str:
    return _run(machine, "cl", text)


def _pcf(machine: EmbeddedSystem, command: str, **parameters: Any) -> str:
    line = {"command": f"MQCMD_{command}_Q", "parameters": parameters}
    return _run(machine, "pcf", json.dumps(line))


def _values(machine: EmbeddedSystem, name: str, kind: str = "mq:LocalQueue") -> dict[str, Any]:
    (observed,) = machine.observe((kind,), (name,))
    return dict(observed.attributes)


# Change Queue (PCF), error codes of the command, with IBM's numbers.
@pytest.mark.parametrize(
    ("parameters", "reason", "number"),
    [
        ({"QType": L, "Scope": "MQSCO_CELL"}, "MQRCCF_CELL_DIR_NOT_AVAILABLE", 4068),
        ({"QType": L, "ClusterName": "C", "ClusterNamelist": "N"},
         "MQRCCF_CLUSTER_NAME_CONFLICT", 3088),
        ({"QType": L, "ClusterName": "C", "Usage": "MQUS_TRANSMISSION"},
         "MQRCCF_CLUSTER_Q_USAGE_ERROR", 3090),
        ({"QType": M, "Scope": "MQSCO_CELL"}, "MQRCCF_DYNAMIC_Q_SCOPE_ERROR", 4067),
        ({"QType": L, "Force": 7}, "MQRCCF_FORCE_VALUE_ERROR", 3012),
        ({"QType": 7}, "MQRCCF_Q_TYPE_ERROR", 3022),
    ],
)  # fmt: skip
def test_error_codes(
    qm: EmbeddedSystem, parameters: dict[str, Any], reason: str, number: int
) -> None:
    line = {"command": "MQCMD_CREATE_Q", "parameters": {"QName": "A", **parameters}}
    (answer,) = run_bytes(qm, "pcf", json.dumps(line).encode(), file="-")
    assert (answer.completion, answer.reason, answer.reason_name) == (2, number, reason)
    assert not qm.observe(("mq:LocalQueue", "mq:ModelQueue"), ("A",))


def test_names_must_be_unique_and_a_different_type_fails_even_with_replace(
    qm: EmbeddedSystem,
) -> None:
    assert _pcf(qm, "CREATE", QName="A", QType=L) == OK
    assert _pcf(qm, "CREATE", QName="A", QType=L) == "MQRCCF_OBJECT_ALREADY_EXISTS"
    assert _pcf(qm, "CREATE", QName="A", QType=L, Replace="MQRP_NO") == (
        "MQRCCF_OBJECT_ALREADY_EXISTS"
    )
    assert _pcf(qm, "CREATE", QName="A", QType=A, Replace="MQRP_YES") == "MQRCCF_OBJECT_WRONG_TYPE"
    assert _pcf(qm, "CHANGE", QName="A", QType=A) == "MQRCCF_Q_WRONG_TYPE"
    assert _pcf(qm, "CHANGE", QName="NONE", QType=L) == "MQRC_UNKNOWN_OBJECT_NAME"
    assert _pcf(qm, "CHANGE", QName="A", QType=L, Replace="MQRP_YES") == (
        "MQRCCF_CFIN_PARM_ID_ERROR"
    )


def test_replace_takes_the_default_definition_and_keeps_the_messages(qm: EmbeddedSystem) -> None:
    assert _mqsc(qm, "DEFINE QLOCAL(A) MAXDEPTH(7) DESCR('before')") == OK
    assert _mqsc(qm, "ALTER QLOCAL(SYSTEM.DEFAULT.LOCAL.QUEUE) MAXDEPTH(99)") == OK
    qm.put("A", count=3)
    assert _mqsc(qm, "DEFINE QLOCAL(A) REPLACE MAXMSGL(100)") == OK
    values = _values(qm, "A")
    assert (values["max_queue_depth"], values["queue_description"]) == (99, "")
    assert values["max_message_length"] == 100
    assert qm.get("A", count=3) == "A"


def test_change_leaves_what_it_does_not_give_and_copy_takes_the_rest(qm: EmbeddedSystem) -> None:
    assert _mqsc(qm, "DEFINE QLOCAL(A) MAXDEPTH(7) DESCR('of A')") == OK
    assert _pcf(qm, "CHANGE", QName="A", QType=L, MaxMsgLength=5) == OK
    assert _values(qm, "A")["max_queue_depth"] == 7
    assert _pcf(qm, "COPY", FromQName="A", ToQName="B", QType=L, MaxQDepth=9) == OK
    values = _values(qm, "B")
    assert (values["max_queue_depth"], values["queue_description"]) == (9, "of A")
    assert _pcf(qm, "COPY", FromQName="A", ToQName="B", QType=L) == "MQRCCF_OBJECT_ALREADY_EXISTS"
    assert _pcf(qm, "COPY", FromQName="NONE", ToQName="C", QType=L) == "MQRC_UNKNOWN_OBJECT_NAME"
    assert _pcf(qm, "COPY", FromQName="A", ToQName="C", QType=A) == "MQRCCF_LIKE_OBJECT_WRONG_TYPE"


def test_force_of_an_alias_queue(qm: EmbeddedSystem) -> None:
    for text in ("DEFINE QLOCAL(T1)", "DEFINE QLOCAL(T2)", "DEFINE QALIAS(A) TARGET(T1)"):
        assert _mqsc(qm, text) == OK
    assert _mqsc(qm, "ALTER QALIAS(A) TARGET(T2)") == OK
    assert _mqsc(qm, "ALTER QALIAS(A) TARGET(T1)") == OK
    qm.open("A", {OUTPUT})
    steps = {
        "ALTER QALIAS(A) TARGET(T2)": OPEN,
        "ALTER QALIAS(A) TARGTYPE(TOPIC)": OK,  # "specified with a queue name"
        "ALTER QALIAS(A) TARGTYPE(QUEUE) TARGET(' ')": OK,
        "ALTER QALIAS(A) TARGET(T1)": OPEN,
        "ALTER QALIAS(A) TARGET(T1) FORCE": OK,
        "ALTER QALIAS(A) DESCR('x')": OK,
        "DEFINE QALIAS(A) REPLACE TARGET(T2)": OPEN,
        "ALTER QLOCAL(T1) USAGE(XMITQ)": OPEN,  # open through the alias
        "DELETE QLOCAL(T1)": OPEN,
        "DELETE QALIAS(A)": OPEN,
        "ALTER QALIAS(A) TARGET(T2) FORCE": OK,
    }
    assert {text: _mqsc(qm, text) for text in steps} == steps


def test_force_of_a_local_queue(qm: EmbeddedSystem) -> None:
    assert _mqsc(qm, "DEFINE QLOCAL(A)") == OK
    qm.open("A", {INPUT})
    qm.open("A", {INPUT})
    # "more than one application": these are two handles of one.
    assert _mqsc(qm, "ALTER QLOCAL(A) NOSHARE") == OK
    assert _mqsc(qm, "ALTER QLOCAL(A) SHARE") == OK
    qm.open("A", {INPUT}, application="audit")
    assert _mqsc(qm, "ALTER QLOCAL(A) NOSHARE") == OPEN
    assert _mqsc(qm, "DEFINE QLOCAL(A) REPLACE NOSHARE") == OPEN
    assert _mqsc(qm, "DEFINE QLOCAL(A) REPLACE DESCR('x')") == OK
    assert _mqsc(qm, "ALTER QLOCAL(A) NOSHARE FORCE") == OK
    assert _mqsc(qm, "ALTER QLOCAL(A) USAGE(XMITQ)") == OPEN
    qm.close_all()
    qm.put("A")
    assert _mqsc(qm, "ALTER QLOCAL(A) USAGE(XMITQ)") == "MQRC_Q_NOT_EMPTY"
    assert _mqsc(qm, "ALTER QLOCAL(A) USAGE(NORMAL)") == OK
    # Change Queue (PCF) Replace fails only if the object is open as well.
    assert _mqsc(qm, "DEFINE QLOCAL(A) REPLACE USAGE(XMITQ)") == OK
    assert _mqsc(qm, "ALTER QLOCAL(A) USAGE(NORMAL) FORCE") == OK


def test_force_of_a_remote_queue_and_of_a_queue_manager_alias(qm: EmbeddedSystem) -> None:
    for text in (
        "DEFINE QLOCAL(X1) USAGE(XMITQ)",
        "DEFINE QLOCAL(X2) USAGE(XMITQ)",
        "DEFINE QREMOTE(RQ) RNAME(A) RQMNAME(FAR) XMITQ(X1)",
        "DEFINE QREMOTE(QMA) RQMNAME(FAR) XMITQ(X1)",
    ):
        assert _mqsc(qm, text) == OK
    qm.open("RQ", {OUTPUT})
    steps = {
        "ALTER QREMOTE(RQ) RNAME(B)": OK,
        "ALTER QREMOTE(RQ) RQMNAME(FARTHER)": OK,
        "ALTER QREMOTE(RQ) XMITQ(X2)": OPEN,
        "ALTER QREMOTE(RQ) XMITQ(' ')": OPEN,
        "DELETE QLOCAL(X1)": OPEN,
        "ALTER QREMOTE(RQ) XMITQ(X2) FORCE": OK,
    }
    assert {text: _mqsc(qm, text) for text in steps} == steps
    qm.close_all()
    qm.open("ANY", {OUTPUT}, queue_manager="QMA")
    steps = {
        "ALTER QREMOTE(QMA) RNAME(B)": OPEN,
        "ALTER QREMOTE(QMA) RQMNAME(FARTHER)": OPEN,
        "ALTER QREMOTE(QMA) XMITQ(X2)": OPEN,
        "ALTER QREMOTE(QMA) XMITQ(' ')": OK,
        "ALTER QREMOTE(QMA) DESCR('x')": OK,
        "ALTER QREMOTE(QMA) RQMNAME(FARTHER) FORCE": OK,
    }
    assert {text: _mqsc(qm, text) for text in steps} == steps


def test_force_on_copy_and_create_is_without_effect_and_not_valid_for_model_queues(
    qm: EmbeddedSystem,
) -> None:
    force = {"Force": "MQFC_YES"}
    assert _pcf(qm, "CREATE", QName="A", QType=L, **force) == OK
    assert _pcf(qm, "COPY", FromQName="A", ToQName="B", QType=L, **force) == OK
    qm.open("A", {OUTPUT})
    transmission = {"Usage": "MQUS_TRANSMISSION", "Replace": "MQRP_YES"}
    assert _pcf(qm, "CREATE", QName="A", QType=L, **transmission, **force) == OPEN
    assert _pcf(qm, "CREATE", QName="M", QType=M) == OK
    for value in ("MQFC_YES", "MQFC_NO"):
        assert _pcf(qm, "CHANGE", QName="M", QType=M, Force=value) == "MQRCCF_FORCE_VALUE_ERROR"
    assert _mqsc(qm, "ALTER QMODEL(M) FORCE") == "MQRCCF_FORCE_VALUE_ERROR"


def test_clusters_are_validated_on_resultant_values(qm: EmbeddedSystem) -> None:
    steps = {
        "DEFINE QLOCAL(A) CLUSTER(C)": OK,
        "ALTER QLOCAL(A) CLUSNL(N)": "MQRCCF_CLUSTER_NAME_CONFLICT",
        "ALTER QLOCAL(A) CLUSNL(N) CLUSTER(' ')": OK,
        "ALTER QLOCAL(A) CLUSTER(C)": "MQRCCF_CLUSTER_NAME_CONFLICT",
        "ALTER QLOCAL(A) USAGE(XMITQ)": "MQRCCF_CLUSTER_Q_USAGE_ERROR",
        "DEFINE QLOCAL(SYSTEM.CHANNEL.A) CLUSTER(C)": "MQRCCF_CLUSTER_Q_USAGE_ERROR",
        "DEFINE QLOCAL(X) USAGE(XMITQ) CLCHNAME('TO.*')": OK,
        "ALTER QLOCAL(X) CLUSTER(C)": "MQRCCF_CLUSTER_Q_USAGE_ERROR",
        "ALTER QLOCAL(X) USAGE(NORMAL)": "MQRCCF_CLUS_XMIT_Q_USAGE_ERROR",
        "DEFINE QLOCAL(Y) CLCHNAME('TO.*')": "MQRCCF_CLUS_XMIT_Q_USAGE_ERROR",
    }
    assert {text: _mqsc(qm, text) for text in steps} == steps


def test_a_dynamic_queue_is_in_no_cluster_and_no_cell(qm: EmbeddedSystem) -> None:
    assert _mqsc(qm, "DEFINE QMODEL(M)") == OK
    name = qm.open("M", {INPUT}).object_name
    assert _mqsc(qm, f"ALTER QLOCAL({name}) CLUSTER(C)") == "MQRCCF_CLUSTER_Q_USAGE_ERROR"
    assert _mqsc(qm, f"ALTER QLOCAL({name}) SCOPE(CELL)") == "MQRCCF_DYNAMIC_Q_SCOPE_ERROR"
    assert _mqsc(qm, "ALTER QMODEL(M) SCOPE(CELL)") == "MQRCCF_DYNAMIC_Q_SCOPE_ERROR"


def test_delete(qm: EmbeddedSystem) -> None:
    assert _mqsc(qm, "DEFINE QLOCAL(A)") == OK
    qm.put("A", uncommitted=True)
    assert _mqsc(qm, "DELETE QLOCAL(A) PURGE") == "MQRC_Q_NOT_EMPTY"
    qm.commit()
    assert _mqsc(qm, "DELETE QLOCAL(A)") == "MQRC_Q_NOT_EMPTY"
    handled = qm.open("A", {BROWSE})
    assert _mqsc(qm, "DELETE QLOCAL(A) PURGE") == OPEN
    qm.close_handle(handled.id)
    assert _mqsc(qm, "DELETE QALIAS(A)") == "MQRCCF_Q_WRONG_TYPE"
    assert _mqsc(qm, "DELETE QLOCAL(A) PURGE") == OK
    assert _mqsc(qm, "DELETE QLOCAL(A)") == "MQRC_UNKNOWN_OBJECT_NAME"


def test_shared_queues_of_z_os(zos: EmbeddedSystem) -> None:
    steps = {
        "DEFINE QLOCAL(A) QSGDISP(SHARED) CFSTRUCT(S1)": OK,
        "ALTER QLOCAL(A) QSGDISP(SHARED) CFSTRUCT(S1) DESCR('x')": OK,
        "ALTER QLOCAL(A) QSGDISP(SHARED) CFSTRUCT(S2)": "MQRCCF_ATTR_VALUE_FIXED",
        "ALTER QLOCAL(A) QSGDISP(SHARED) INDXTYPE(MSGTOKEN)": "MQRCCF_Q_ATTR_CONFLICT",
        "ALTER QLOCAL(A) QSGDISP(SHARED) INDXTYPE(GROUPID)": OK,
        "ALTER QLOCAL(A) QSGDISP(PRIVATE) DESCR('y')": "MQRC_UNKNOWN_OBJECT_NAME",
        "ALTER QLOCAL(A) DESCR('z')": "MQRC_UNKNOWN_OBJECT_NAME",  # MQQSGD_Q_MGR is the default
        "DELETE QLOCAL(A)": "MQRC_UNKNOWN_OBJECT_NAME",
        "DEFINE QLOCAL(B) QSGDISP(SHARED)": "MQRCCF_Q_ATTR_CONFLICT",
        "DEFINE QALIAS(B) QSGDISP(SHARED)": "MQRCCF_DISPOSITION_CONFLICT",
        "DEFINE QLOCAL(B) QSGDISP(PRIVATE)": "MQRCCF_DISPOSITION_CONFLICT",
        "DEFINE QMODEL(M) DEFTYPE(SHAREDYN)": "MQRCCF_Q_ATTR_CONFLICT",
        "DEFINE QMODEL(M) DEFTYPE(SHAREDYN) CFSTRUCT(S1)": OK,
        "ALTER QMODEL(M) CFSTRUCT(' ')": "MQRCCF_Q_ATTR_CONFLICT",
        "DEFINE QLOCAL(P)": OK,
        "ALTER QLOCAL(P) CFSTRUCT(S9)": OK,
        "ALTER QLOCAL(P) QSGDISP(PRIVATE) DESCR('private')": OK,
    }
    assert {text: _mqsc(zos, text) for text in steps} == steps
    values = _values(zos, "P")
    assert (values["queue_sharing_group_disposition"], values["queue_description"]) == (
        "q_mgr", "private"
    )  # fmt: skip


@pytest.mark.parametrize(
    ("platform", "parameters", "reason"),
    [
        (Platform.ZOS, {"Scope": "MQSCO_Q_MGR"}, "MQRCCF_CFIN_PARM_ID_ERROR"),
        (Platform.ZOS, {"StreamQ": "S"}, "MQRCCF_CFST_PARM_ID_ERROR"),
        (Platform.ZOS, {"MaxQFileSize": 20}, "MQRCCF_CFIN_PARM_ID_ERROR"),
        (Platform.ZOS, {"QueueStatistics": "MQMON_ON"}, "MQRCCF_CFIN_PARM_ID_ERROR"),
        (Platform.OTHER_UNIX, {"QueueStatistics": "MQMON_ON"}, "MQRCCF_CFIN_PARM_ID_ERROR"),
        (Platform.IBMI, {"Scope": "MQSCO_CELL"}, "MQRCCF_ATTR_VALUE_ERROR"),
        (Platform.IBMI, {"Scope": "MQSCO_Q_MGR"}, OK),
        (Platform.LINUX, {"CFStructure": "S"}, "MQRCCF_CFST_PARM_ID_ERROR"),
        (Platform.LINUX, {"IndexType": "MQIT_NONE"}, "MQRCCF_CFIN_PARM_ID_ERROR"),
        (Platform.OTHER_UNIX, {"MaxMsgLength": 4_194_304}, OK),
        (Platform.OTHER_UNIX, {"MaxMsgLength": 4_194_305}, "MQRCCF_ATTR_VALUE_ERROR"),
        (Platform.LINUX, {"MaxMsgLength": 104_857_600}, OK),
    ],
)
def test_platforms(
    sandbox: Sandbox, platform: Platform, parameters: dict[str, Any], reason: str
) -> None:
    machine = sandbox.create_system("QMP1", platform=platform)
    assert _pcf(machine, "CREATE", QName="A", QType=L, **parameters) == reason


@pytest.mark.parametrize(
    ("ccsid", "text", "reason"),
    [
        (37, "\u00e9" * 64, OK),
        (37, "\u00e9" * 65, "MQRCCF_CFST_STRING_LENGTH_ERR"),
        (37, "\u6f22", "MQRCCF_ATTR_VALUE_ERROR"),
        (819, "\u00e9" * 64, OK),
        (819, "\u20ac", "MQRCCF_ATTR_VALUE_ERROR"),
        (1208, "\u00e9" * 32, OK),
        (1208, "\u00e9" * 33, "MQRCCF_CFST_STRING_LENGTH_ERR"),
        (1208, "\u6f22" * 21, OK),
        (1208, "\u6f22" * 22, "MQRCCF_CFST_STRING_LENGTH_ERR"),
    ],
)
def test_a_text_has_64_bytes_in_the_ccsid_of_the_queue_manager(
    sandbox: Sandbox, ccsid: int, text: str, reason: str
) -> None:
    machine = sandbox.create_system("QM1", ccsid=ccsid)
    assert _mqsc(machine, f"DEFINE QLOCAL(A) DESCR('{text}')") == reason


def test_replace_on_ibm_i_fails_when_open_or_when_usage_changes(ibmi: EmbeddedSystem) -> None:
    assert _cl(ibmi, "CRTMQMQ QNAME(A) QTYPE(*LCL)") == OK
    assert _cl(ibmi, "CRTMQMQ QNAME(A) QTYPE(*LCL)") == "MQRCCF_OBJECT_ALREADY_EXISTS"
    assert _cl(ibmi, "CRTMQMQ QNAME(A) QTYPE(*ALS) REPLACE(*YES)") == "MQRCCF_OBJECT_WRONG_TYPE"
    assert _cl(ibmi, "CRTMQMQ QNAME(A) QTYPE(*LCL) REPLACE(*YES) TEXT('x')") == OK
    usage = "CRTMQMQ QNAME(A) QTYPE(*LCL) REPLACE(*YES) USAGE(*TMQ)"
    assert _cl(ibmi, usage) == "MQRCCF_ATTR_VALUE_FIXED"
    ibmi.open("A", {OUTPUT})
    assert _cl(ibmi, "CRTMQMQ QNAME(A) QTYPE(*LCL) REPLACE(*YES) TEXT('x')") == OPEN
    assert _cl(ibmi, "CHGMQMQ QNAME(A) TEXT('y')") == OK
    assert _cl(ibmi, "CHGMQMQ QNAME(A) USAGE(*TMQ)") == OPEN
    assert _cl(ibmi, "CHGMQMQ QNAME(A) USAGE(*TMQ) FORCE(*YES)") == OK


def test_each_ibm_i_command_has_its_own_message_identifiers(ibmi: EmbeddedSystem) -> None:
    remote = "RMTDTAQ(R) RMTLOCNAME(NEWYORK)"
    steps = {
        "CRTMSGQ MSGQ(Q)": OK,
        "CRTMSGQ MSGQ(QGPL/Q)": "CPF2112",
        "CRTMSGQ MSGQ(NOLIB/Q)": "CPF2402",
        "CRTMSGQ MSGQ(Q2) AUT(NOLIST)": "CPF2283",
        "CRTMSGQ MSGQ(Q2) CCSID(0)": "CPF0006",
        "CRTMSGQ MSGQ(Q2) CCSID(65536)": "CPF0006",
        "CRTMSGQ MSGQ(Q2) SIZE(99999 1 *NOMAX)": "CPF2497",
        "CRTMSGQ MSGQ(Q2) SIZE(16000 1 *NOMAX)": OK,
        "CRTDTAQ DTAQ(Q) MAXLEN(80)": OK,  # another type of object, so no conflict
        "CRTDTAQ DTAQ(QGPL/Q) MAXLEN(80)": "CPF9870",
        f"CRTDTAQ DTAQ(Q) TYPE(*DDM) {remote}": "CPF9870",
        "CRTDTAQ DTAQ(NOLIB/D) MAXLEN(80)": "CPF9810",
        f"CRTDTAQ DTAQ(NOLIB/D) TYPE(*DDM) {remote}": "CPF9810",
        "CRTDTAQ DTAQ(D) MAXLEN(80) AUT(NOLIST)": "CPF2283",
        "CRTAUTL AUTL(LIST)": OK,
        "CRTDTAQ DTAQ(D) MAXLEN(80) AUT(LIST)": OK,
        f"CRTDTAQ DTAQ(R) TYPE(*DDM) {remote}": OK,
        "DLTDTAQ DTAQ(NONE)": "CPF2105",
        "DLTDTAQ DTAQ(NOLIB/D)": "CPF2110",
    }
    assert {text: _cl(ibmi, text) for text in steps} == steps


def test_what_crtmsgq_initializes_and_its_ccsids(ibmi: EmbeddedSystem) -> None:
    for name, ccsid in (
        ("A", ""),
        ("B", "CCSID(*MSG)"),
        ("C", "CCSID(65535)"),
        ("D", "CCSID(500)"),
    ):
        assert _cl(ibmi, f"CRTMSGQ MSGQ({name}) {ccsid}") == OK
    initialized = {
        queue: _values(ibmi, f"QGPL/{queue}", "ibmi:MessageQueue")["coded_character_set_id"]
        for queue in "ABCD"
    }
    assert initialized == {"A": "hex", "B": "msg", "C": "hex", "D": 500}
    values = _values(ibmi, "QGPL/A", "ibmi:MessageQueue")
    assert {name: values[name] for name in ("delivery", "program", "severity_code_filter")} == {
        "delivery": "hold", "program": "dspmsg", "severity_code_filter": 0
    }  # fmt: skip
    assert values["allow_reply"] == "alwrpy"
    assert [
        values[name]
        for name in ("initial_storage_size", "increment_storage_size", "max_increments")
    ] == [3, 1, "nomax"]


def test_a_few_through_the_command(tmp_path: Path) -> None:
    runner, file = CliRunner(), str(tmp_path / "s.db")
    assert runner.invoke(app, ["sandbox", "create", "QM1", "--file", file]).exit_code == 0
    text = "DEFINE QLOCAL(A)\nDEFINE QLOCAL(A)\nDEFINE QLOCAL(B) CLUSTER(C) CLUSNL(N)\n"
    arguments = ["sandbox", "exec", "QM1", "-", "--from", "mqsc", "--json", "--file", file]
    result = runner.invoke(app, arguments, input=text)
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(answer["completion"], answer["reason"]) for answer in answers] == [
        (0, 0),
        (2, 4001),
        (2, 3088),
    ]
    assert result.exit_code == 1


def test_imgrcovq_same_is_unchanged_by_a_replacement(ibmi: EmbeddedSystem) -> None:
    """CRTMQMQ IMGRCOVQ: *SAME, the attribute is unchanged; nothing to be the same as, as given."""
    assert _cl(ibmi, "CRTMQMQ QNAME(A) QTYPE(*LCL) IMGRCOVQ(*NO) MAXDEPTH(7)") == OK
    assert _cl(ibmi, "CRTMQMQ A *LCL REPLACE(*YES) IMGRCOVQ(*SAME)") == OK
    values = _values(ibmi, "A")
    assert (values["image_recover_queue"], values["max_queue_depth"]) == ("no", 5000)
    assert _cl(ibmi, "CRTMQMQ A *LCL REPLACE(*YES)") == OK
    assert _values(ibmi, "A")["image_recover_queue"] == "as_q_mgr"
    assert _cl(ibmi, "CRTMQMQ B *LCL IMGRCOVQ(*SAME)") == OK
    assert _values(ibmi, "B")["image_recover_queue"] == "as_q_mgr"


def test_processes_are_known_by_their_names(qm: EmbeddedSystem) -> None:
    """Change Queue (PCF) ProcessName: what a plan warns of where there is no such process."""
    assert qm.facts().names[Role.PROCESS] == {"SYSTEM.DEFAULT.PROCESS"}
    assert _mqsc(qm, "DEFINE PROCESS(PAY.START) APPLICID('/opt/pay')") == OK
    assert qm.facts().names[Role.PROCESS] == {"SYSTEM.DEFAULT.PROCESS", "PAY.START"}
    assert _mqsc(qm, "DELETE PROCESS(PAY.START)") == OK
    assert qm.facts().names[Role.PROCESS] == {"SYSTEM.DEFAULT.PROCESS"}


def test_applications_that_a_dump_only_counts_are_each_one_of_their_own(sandbox: Sandbox) -> None:
    dump = "DEFINE QLOCAL('A') +\n*  IPPROCS(2) +\n REPLACE\n"
    sandbox.create_system("QMD")
    load(sandbox, dump, system="QMD")
    assert _mqsc(sandbox.system("QMD"), "ALTER QLOCAL(A) NOSHARE") == OPEN


def test_ccsids_of_a_message_queue(ibmi: EmbeddedSystem) -> None:
    assert _cl(ibmi, "CRTMSGQ QGPL/A CCSID(12345)") == "CPF247E"
    assert _cl(ibmi, "CRTMSGQ QGPL/A CCSID(28709)") == OK
    assert _cl(ibmi, "CHGMSGQ QGPL/A CCSID(12345)") == "CPF247E"


def _depths(machine: EmbeddedSystem, *names: str) -> list[int]:
    observed = {o.key.name: o for o in machine.observe(("mq:LocalQueue",), names, status=True)}
    statuses = (observed[name].status for name in names)
    return [status.depth or 0 for status in statuses if status is not None]


def test_a_put_is_also_copied_to_the_streaming_queue(qm: EmbeddedSystem) -> None:
    """Change Queue (PCF) StreamQ and StreamQService."""
    for text in (
        "DEFINE QLOCAL(S) MAXDEPTH(3)",
        "DEFINE QALIAS(SA) TARGET(S)",
        "DEFINE QLOCAL(Q) STREAMQ(SA)",  # STRMQOS(BESTEF) is the default
        "DEFINE QALIAS(A) TARGET(Q)",
    ):
        assert _mqsc(qm, text) == OK
    qm.put("Q")
    qm.put("A")  # by whatever name the queue is opened
    assert _depths(qm, "Q", "S") == [2, 2]
    qm.put("Q", uncommitted=True)
    qm.backout("Q")
    qm.backout("S")
    assert _depths(qm, "Q", "S") == [2, 2]
    qm.put("Q", count=2)  # one of them has no room there
    assert _depths(qm, "Q", "S") == [4, 3]
    assert _mqsc(qm, "ALTER QLOCAL(S) PUT(DISABLED)") == OK
    qm.put("Q")
    assert _depths(qm, "Q", "S") == [5, 3]
    assert _mqsc(qm, "ALTER QLOCAL(Q) STRMQOS(MUSTDUP)") == OK
    with pytest.raises(CommandFailed, match="MQRC_PUT_INHIBITED"):
        qm.put("Q")
    assert _mqsc(qm, "ALTER QLOCAL(S) PUT(ENABLED)") == OK
    with pytest.raises(CommandFailed, match="MQRC_Q_FULL"):
        qm.put("Q")
    assert _depths(qm, "Q", "S") == [5, 3]
    assert _mqsc(qm, "ALTER QLOCAL(S) MAXDEPTH(9)") == OK
    qm.put("Q", count=2)
    assert _depths(qm, "Q", "S") == [7, 5]
    assert _mqsc(qm, "ALTER QLOCAL(Q) STREAMQ(' ')") == OK
    qm.put("Q")
    assert _depths(qm, "Q", "S") == [8, 5]


@pytest.mark.parametrize(
    "text",
    [
        "CRTMQMQ QNAME(A) QTYPE(*LCL) DFTPTY(12)",
        "CRTMQMQ QNAME(A) QTYPE(*LCL) MAXDEPTH(1000000000)",
        "CRTMQMQ QNAME('A B') QTYPE(*LCL)",
        f"CRTMQMQ QNAME({'A' * 49}) QTYPE(*LCL)",
        f"CRTMQMQ QNAME(A) QTYPE(*LCL) TEXT('{'x' * 65}')",
        "CRTMQMQ QNAME(A) QTYPE(*LCL) CUSTOM('CAPEXPRY 5')",
        "CRTMQMQ QNAME(A) QTYPE(*LCL) PUTENBL(*MAYBE)",
        "CRTMQMQ QNAME('') QTYPE(*LCL)",
        "CRTMSGQ MSGQ(QGPL/A) SIZE(0)",
        "CRTMSGQ MSGQ(*FOO/A)",
        "CRTDTAQ DTAQ(QGPL/A) MAXLEN(0)",
        "CRTDTAQ DTAQ(QGPL/A) MAXLEN(64513)",
        "CRTDTAQ DTAQ(QGPL/A) MAXLEN(5) SEQ(*KEYED)",
        "CRTDTAQ DTAQ(QGPL/A)",
        "CRTDTAQ DTAQ(QGPL/A) TYPE(*DDM) RMTDTAQ(B) RMTLOCNAME(*RDB)",
    ],
)
def test_what_is_wrong_with_a_command_itself_is_cpf0006(ibmi: EmbeddedSystem, text: str) -> None:
    assert _cl(ibmi, text) == "CPF0006"


@pytest.fixture
def group(sandbox: Sandbox) -> list[EmbeddedSystem]:
    """Two queue managers of a queue sharing group, and one that is in none."""
    return [
        sandbox.create_system(name, platform=Platform.ZOS, queue_sharing_group=qsg)
        for name, qsg in (("MQZ1", "NY03"), ("MQZ2", "NY03"), ("MQZ3", ""))
    ]


def _has(machine: EmbeddedSystem, name: str) -> bool:
    return bool(machine.observe(("mq:LocalQueue",), (name,)))


def test_command_scope(group: list[EmbeddedSystem]) -> None:
    """Change Queue (PCF) CommandScope."""
    one, two, alone = group
    assert _mqsc(one, "DEFINE QLOCAL(A) CMDSCOPE(MQZ1)") == OK
    assert _mqsc(one, "DEFINE QLOCAL(B) CMDSCOPE(MQZ2)") == OK
    assert _mqsc(one, "DEFINE QLOCAL(C) CMDSCOPE('*')") == OK
    assert _mqsc(one, "DEFINE QLOCAL(D) CMDSCOPE(MQZ3)") == "MQRC_Q_MGR_NAME_ERROR"
    assert _mqsc(alone, "DEFINE QLOCAL(E) CMDSCOPE(MQZ1)") == "MQRCCF_Q_MGR_NOT_IN_QSG"
    assert _mqsc(alone, "DEFINE QLOCAL(F) CMDSCOPE(MQZ3)") == OK
    where = {name: [_has(machine, name) for machine in group] for name in "ABCDEF"}
    assert where == {
        "A": [True, False, False],
        "B": [False, True, False],
        "C": [True, True, False],
        "D": [False, False, False],
        "E": [False, False, False],
        "F": [False, False, True],
    }
    assert _mqsc(one, "ALTER QLOCAL(B) CMDSCOPE(MQZ2) MAXDEPTH(7)") == OK
    assert _values(two, "B")["max_queue_depth"] == 7


def _both(machine: EmbeddedSystem, name: str) -> tuple[Any, Any, Any]:
    """Disposition and depth of what is live, and the depth of the group object beside it."""
    (observed,) = machine.observe(("mq:LocalQueue",), (name,))
    values, beside = observed.attributes, observed.group
    group = None if beside is None else beside["max_queue_depth"]
    return values["queue_sharing_group_disposition"], values["max_queue_depth"], group


def test_group_objects_and_their_copies(group: list[EmbeddedSystem]) -> None:
    """Change Queue (PCF) QSGDisposition, table 2, and FromQName."""
    one, two, alone = group
    copy = "MQRC_UNKNOWN_OBJECT_NAME"
    assert _mqsc(two, "DEFINE QLOCAL(A) QSGDISP(COPY)") == copy  # there is no group object
    assert _mqsc(two, "DEFINE QLOCAL(OWN) MAXDEPTH(3)") == OK
    assert _mqsc(one, "DEFINE QLOCAL(A) QSGDISP(GROUP) MAXDEPTH(77)") == OK
    assert _both(one, "A") == ("copy", 77, 77)
    assert two.facts().group_objects == {("mq:LocalQueue", "A")}
    assert alone.facts().group_objects is None
    assert _mqsc(two, "DEFINE QLOCAL(A) QSGDISP(GROUP)") == "MQRCCF_OBJECT_ALREADY_EXISTS"
    assert _both(two, "A") == ("copy", 77, 77)
    assert _mqsc(two, "ALTER QLOCAL(A) MAXDEPTH(5)") == copy  # none of the queue manager alone
    assert _mqsc(two, "ALTER QLOCAL(A) QSGDISP(COPY) MAXDEPTH(5)") == OK
    assert _both(two, "A") == ("copy", 5, 77)
    assert _mqsc(two, "DEFINE QLOCAL(A) REPLACE QSGDISP(COPY) LIKE(OWN)") == OK
    assert _values(two, "A")["max_queue_depth"] == 77  # FromQName is ignored for COPY
    assert _mqsc(two, "ALTER QLOCAL(A) QSGDISP(GROUP) MAXDEPTH(88)") == OK  # from any member
    assert _both(one, "A") == _both(two, "A") == ("copy", 88, 88)
    assert one.put("A") == "A"  # on the page sets of this queue manager alone
    assert _depths(one, "A") == [1]
    assert _depths(two, "A") == [0]
    assert _mqsc(one, "DEFINE QLOCAL(OWN) QSGDISP(GROUP)") == OK
    assert _both(two, "OWN") == ("q_mgr", 3, 999999999)  # not affected
    assert _mqsc(two, "DELETE QLOCAL(OWN)") == OK  # nor is the group's by this
    assert _both(two, "OWN") == ("group", 999999999, None)
    for disposition in ("COPY", "GROUP", "SHARED"):
        text = f"DEFINE QLOCAL(X) QSGDISP({disposition}) CFSTRUCT(S)"
        assert _mqsc(alone, text) == "MQRCCF_Q_MGR_NOT_IN_QSG"
    handle = two.open("A", ["browse"])
    assert _mqsc(one, "ALTER QLOCAL(A) QSGDISP(GROUP) USAGE(XMITQ)") == OK  # Force for none of them
    usages = [_values(machine, "A")["usage"] for machine in (one, two)]
    assert usages == ["transmission", "normal"]  # DEFINE REPLACE fails where it is open
    assert _mqsc(two, "DELETE QLOCAL(A) QSGDISP(GROUP)") == OK  # with NOPURGE, where nobody uses it
    assert [_both(machine, "A")[0] for machine in (one, two)] == ["copy", "copy"]
    two.close_handle(handle.id)
    assert _mqsc(two, "DELETE QLOCAL(A) QSGDISP(COPY)") == OK
    assert [_has(machine, "A") for machine in group] == [True, False, False]


def test_what_is_made_like_a_copy_is_the_queue_managers_own(group: list[EmbeddedSystem]) -> None:
    """Change Queue (PCF) QSGDisposition: MQQSGD_Q_MGR is the default value."""
    one, _, _ = group
    assert _mqsc(one, "DEFINE QALIAS(A) QSGDISP(GROUP) DESCR(X)") == OK
    assert _mqsc(one, "DEFINE QALIAS(B) LIKE(A)") == OK
    values = _values(one, "B", "mq:AliasQueue")
    assert values["queue_sharing_group_disposition"] == "q_mgr"
    assert values["queue_description"] == "X"


def test_the_shared_repository_outlives_who_defined_in_it(group: list[EmbeddedSystem]) -> None:
    one, two, _ = group
    assert _mqsc(one, "DEFINE QALIAS(A) QSGDISP(GROUP)") == OK
    one.sandbox.remove_system(one.name)
    assert two.facts().group_objects == {("mq:AliasQueue", "A")}
    assert _mqsc(two, "DELETE QALIAS(A) QSGDISP(GROUP)") == OK
    assert not two.observe(("mq:AliasQueue",), ("A",))


def _kept(machine: EmbeddedSystem, kind: str, name: str) -> int | None:
    (observed,) = machine.observe((kind,), (name,), status=True)
    return observed.status.depth if observed.status else None


def test_a_full_message_queue(ibmi: EmbeddedSystem) -> None:
    """CRTMSGQ SIZE and MSGQFULL: *SNDMSG answers CPF2460, *WRAP removes the oldest messages."""
    assert _cl(ibmi, "CRTMSGQ QGPL/S SIZE(1 1 1)") == OK  # two kilobytes at most
    assert _cl(ibmi, "CRTMSGQ QGPL/W SIZE(1 1 1) MSGQFULL(*WRAP)") == OK
    assert _cl(ibmi, "CRTMSGQ QGPL/Z SIZE(1 1 0)") == OK  # no additions
    assert _cl(ibmi, "CRTMSGQ QGPL/N") == OK  # *NOMAX
    for name in "SW":
        ibmi.put(f"QGPL/{name}", count=20, size=100)
    with pytest.raises(CommandFailed, match="CPF2460"):
        ibmi.put("QGPL/S", size=100)
    with pytest.raises(CommandFailed, match="CPF2460"):
        ibmi.put("QGPL/Z", size=1025)
    ibmi.put("QGPL/W", count=3, size=100)
    ibmi.put("QGPL/N", count=1000, size=1000)
    counts = [_kept(ibmi, "ibmi:MessageQueue", f"QGPL/{name}") for name in "SWZN"]
    assert counts == [20, 20, 0, 1000]
    with pytest.raises(CommandFailed, match="CPF2460"):
        ibmi.put("QGPL/W", size=3000)
    assert _kept(ibmi, "ibmi:MessageQueue", "QGPL/W") == 20


def test_a_full_data_queue(ibmi: EmbeddedSystem) -> None:
    """CRTDTAQ SIZE: *MAX16MB is about 16 megabytes, *MAX2GB about two gigabytes."""
    assert _cl(ibmi, "CRTDTAQ QGPL/A MAXLEN(64512)") == OK
    assert _cl(ibmi, "CRTDTAQ QGPL/B MAXLEN(64512) SIZE(*MAX2GB)") == OK
    assert _cl(ibmi, "CRTDTAQ QGPL/C MAXLEN(10) SIZE(3)") == OK
    ibmi.put("QGPL/A", count=260)
    with pytest.raises(CommandFailed, match="CPF950A"):
        ibmi.put("QGPL/A")
    ibmi.put("QGPL/B", count=30_000)
    ibmi.put("QGPL/C", count=3, size=10)
    with pytest.raises(CommandFailed, match="CPF950A"):
        ibmi.put("QGPL/C", size=10)
