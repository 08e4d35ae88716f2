"""Rules that join attributes of queues: what each document says, and the way round it."""

from typing import Any

import pytest

from queuewright.catalogue.diagnostic import Severity
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.platform import Platform
from queuewright.catalogue.references import Role
from queuewright.catalogue.sources import citations_text
from queuewright.kinds import KINDS

LINUX = SystemFacts("QM1")
ZOS = SystemFacts("QMZ", Platform.ZOS)
L, M, A, R = "mq:LocalQueue", "mq:ModelQueue", "mq:AliasQueue", "mq:RemoteQueue"


def codes(
    kind: str,
    values: dict[str, Any],
    facts: SystemFacts | None = LINUX,
    existing: dict[str, Any] | None = None,
) -> set[str]:
    _, problems = KINDS[kind].validate_values(
        {"name": "A.QUEUE", **values}, facts, existing=existing
    )
    return {problem.code for problem in problems}


REFUSED = [
    ("cluster-exclusive", L, {"cluster_name": "C", "cluster_namelist": "N"}),
    ("cluster-exclusive", A, {"cluster_name": "C", "cluster_namelist": "N"}),
    ("cluster-exclusive", R, {"cluster_name": "C", "cluster_namelist": "N"}),
    ("cluster-restricted", L, {"cluster_name": "C", "usage": "transmission"}),
    ("cluster-restricted", L, {"cluster_namelist": "N", "usage": "transmission"}),
    ("cluster-restricted", L, {"name": "SYSTEM.CHANNEL.X", "cluster_name": "C"}),
    ("cluster-restricted", A, {"name": "SYSTEM.CLUSTER.X", "cluster_name": "C"}),
    ("cluster-restricted", R, {"name": "SYSTEM.COMMAND.X", "cluster_name": "C"}),
    ("transmission-only", L, {"cluster_channel_name": "TO.*", "usage": "normal"}),
    ("transmission-only", M, {"cluster_channel_name": "TO.*", "usage": "normal"}),
    (
        "temporary-persistent",
        M,
        {"definition_type": "temporary_dynamic", "default_persistence": "persistent"},
    ),
    ("choice", L, {"usage": "XMITQ"}),
    ("range", L, {"max_queue_depth": 1_000_000_000}),
    ("range", L, {"trigger_depth": 0}),
    ("length", L, {"queue_description": "x" * 65}),
    ("length", L, {"queue_description": "\u00e9" * 33}),
    ("length", L, {"name": "x" * 49}),
    ("length", L, {"cluster_channel_name": "x" * 21}),
    ("syntax", L, {"name": "A QUEUE"}),
    ("syntax", L, {"name": "A'QUEUE"}),
    ("syntax", L, {"queue_description": "two\nlines"}),
    ("syntax", L, {"custom": "CAPEXPRY 5"}),
    ("platform", L, {"coupling_facility_structure": "APP1"}),
    ("platform", L, {"storage_class": "FAST"}),
    ("platform", L, {"index_type": "msg_id"}),
    ("platform", L, {"command_scope": "*"}),
    ("platform", L, {"queue_sharing_group_disposition": "q_mgr"}),
    ("wrong-kind", L, {"base_object_name": "B"}),
    ("wrong-kind", A, {"max_queue_depth": 5}),
    ("unknown-attribute", L, {"max_q_depth": 5}),
    ("type", L, {"max_queue_depth": "5"}),
    ("type", L, {"max_queue_depth": True}),
    ("type", L, {"queue_description": 5}),
]


@pytest.mark.parametrize(
    ("code", "kind", "values"), REFUSED, ids=[f"{c}-{k}-{sorted(v)}" for c, k, v in REFUSED]
)
def test_refused(code: str, kind: str, values: dict[str, Any]) -> None:
    assert code in codes(kind, values)


ALLOWED = [
    (L, {"cluster_name": "C"}),
    (L, {"cluster_name": "C", "cluster_namelist": ""}),
    (L, {"cluster_channel_name": "*.TO.*", "usage": "transmission"}),
    (L, {"queue_description": "it's; DELETE QLOCAL(X) + -"}),
    (L, {"queue_description": "\u00e9" * 32}),
    (L, {"custom": "CAPEXPRY(600)"}),
    (L, {"custom": "CAPEXPRY(NOLIMIT)"}),
    (L, {"custom": "OTHER(x) CAPEXPRY(999999999)"}),
    (L, {"name": "a/b_c%d.E9"}),
    (R, {"remote_queue_name": "lib/any name (1)"}),  # CRTMQMQ RMTQNAME: not checked
    (M, {"definition_type": "permanent_dynamic", "default_persistence": "persistent"}),
    (A, {"base_object_name": "T", "target_type": "topic"}),
    (L, {"max_queue_file_size": "default"}),
    (L, {"max_queue_file_size": 20}),
]


@pytest.mark.parametrize(("kind", "values"), ALLOWED, ids=[str(v)[:50] for _, v in ALLOWED])
def test_allowed(kind: str, values: dict[str, Any]) -> None:
    assert codes(kind, values) == set()


def test_exclusion_is_validated_on_resultant_values() -> None:
    existing = {"cluster_namelist": "N", "usage": "normal"}
    assert codes(L, {"cluster_name": "C"}, existing=existing) == {"cluster-exclusive"}
    assert codes(L, {"cluster_name": "C", "cluster_namelist": ""}, existing=existing) == set()


def test_a_dynamic_queue_cannot_be_clustered() -> None:
    existing = {"definition_type": "permanent_dynamic"}
    assert codes(L, {"cluster_name": "C"}, existing=existing) == {"cluster-restricted"}


def test_a_dynamic_queue_has_no_cell_scope() -> None:
    """Change Queue (PCF) Scope."""
    existing = {"definition_type": "permanent_dynamic"}
    assert codes(L, {"scope": "cell"}, existing=existing) == {"dynamic-scope"}
    assert codes(L, {"scope": "q_mgr"}, existing=existing) == set()


def test_what_exists_is_not_validated() -> None:
    existing = {"cluster_name": "C", "cluster_namelist": "N", "usage": "transmission"}
    assert codes(L, {"queue_description": "new"}, existing=existing) == set()


SHARED = {"queue_sharing_group_disposition": "shared"}


@pytest.mark.parametrize(
    ("code", "kind", "values"),
    [
        ("structure-missing", L, SHARED),
        (
            "shared-index",
            L,
            SHARED | {"coupling_facility_structure": "APP1", "index_type": "msg_token"},
        ),
        (
            "shared-system",
            L,
            SHARED | {"coupling_facility_structure": "APP1", "name": "SYSTEM.COMMAND.INPUT"},
        ),
        ("disposition-private", L, {"queue_sharing_group_disposition": "private"}),
        ("disposition-private", A, {"queue_sharing_group_disposition": "private"}),
        ("disposition-private", "mq:Namelist", {"queue_sharing_group_disposition": "private"}),
        ("shared-local-only", "mq:Namelist", SHARED),
        ("shared-local-only", M, SHARED),
        ("shared-local-only", R, SHARED),
        ("structure-missing", M, {"definition_type": "shared_dynamic"}),
        ("syntax", L, {"coupling_facility_structure": "1APP"}),
        ("length", L, {"coupling_facility_structure": "APPLICATION12"}),
        ("platform", L, {"queue_statistics": "on"}),
        ("platform", L, {"scope": "q_mgr"}),
        ("platform", L, {"non_persistent_message_class": "class_high"}),
        ("platform", L, {"image_recover_queue": "yes"}),
    ],
)
def test_on_zos(code: str, kind: str, values: dict[str, Any]) -> None:
    assert code in codes(kind, values, ZOS)


def test_a_shared_queue_on_zos() -> None:
    assert codes(L, SHARED | {"coupling_facility_structure": "APP1"}, ZOS) == set()


@pytest.mark.parametrize(
    ("code", "values"),
    [
        ("limits-crossed", {"queue_depth_low_limit": 90, "queue_depth_high_limit": 80}),
        (
            "shared-default",
            {"default_input_open_option": "input_shared", "shareability": "not_shareable"},
        ),
        ("backout-pair", {"backout_threshold": 3, "backout_requeue_name": ""}),
        ("trigger-nowhere", {"trigger_control": "on", "initiation_queue_name": ""}),
        ("trigger-never", {"trigger_control": "on", "trigger_type": "none"}),
    ],
)
def test_odd_combinations_warn_and_do_not_stop(code: str, values: dict[str, Any]) -> None:
    spec, problems = KINDS[L].validate_values({"name": "Q", **values}, LINUX)
    assert spec is not None
    assert [(p.code, p.is_error) for p in problems] == [(code, False)]


IBMI, OWN = (
    SystemFacts("QMI", Platform.IBMI),
    SystemFacts("QM1", names={Role.PROCESS: frozenset({"P"})}),
)
ON = {"trigger_control": "on", "initiation_queue_name": "I", "usage": "normal"}
REMOTE = {"remote_queue_name": "Q"}
# What the documents warn of, and the parameter that they do it at.
WARNED = [
    ("alias-blank", A, {}, LINUX, "TGTQNAME"),
    ("alias-blank", A, {"base_object_name": ""}, LINUX, "TGTQNAME"),
    ("remote-blank", R, REMOTE, LINUX, "RemoteQMgrName"),
    ("remote-blank", R, REMOTE | {"remote_queue_manager_name": ""}, LINUX, "RemoteQMgrName"),
    ("remote-blank", R, REMOTE | {"xmit_queue_name": "X"}, LINUX, "RemoteQMgrName"),
    ("remote-own", R, REMOTE | {"remote_queue_manager_name": "QM1"}, LINUX, "RemoteQMgrName"),
    ("trigger-no-process", L, ON, LINUX, "ProcessName"),
    ("trigger-no-process", M, ON, LINUX, "ProcessName"),
    ("process-missing", L, ON | {"process_name": "NONE"}, OWN, "ProcessName"),
    ("always-hardened", L, {"harden_get_backout": "backout_not_hardened"}, IBMI, "HDNBKTCNT"),
    ("always-hardened", M, {"harden_get_backout": "backout_not_hardened"}, IBMI, "HDNBKTCNT"),
    ("not-cached", L, {"property_control": "v6compat", "cluster_name": "C"}, LINUX, "PROPCTL"),
    ("not-cached", L, {"property_control": "v6compat", "cluster_namelist": "N"}, LINUX, "PROPCTL"),
    ("expiry-ignored", L, {"custom": "CAPEXPRY(never)"}, LINUX, "Custom"),
    ("expiry-ignored", M, {"custom": "CAPEXPRY(0)"}, LINUX, "Custom"),
    ("expiry-ignored", A, {"base_object_name": "B", "custom": "CAPEXPRY(-5)"}, LINUX, "Custom"),
    ("expiry-ignored", L, {"custom": "CAPEXPRY(1000000000)"}, LINUX, "Custom"),
    ("workflow-only", L, {"index_type": "msg_token"}, ZOS, "IndexType"),
    ("workflow-only", M, {"index_type": "msg_token"}, ZOS, "IndexType"),
]


@pytest.mark.parametrize(
    ("code", "kind", "values", "facts", "section"),
    WARNED,
    ids=[f"{code}-{kind}-{sorted(values)}" for code, kind, values, *_ in WARNED],
)
def test_what_the_documents_warn_of(
    code: str, kind: str, values: dict[str, Any], facts: SystemFacts, section: str
) -> None:
    existing = KINDS[kind].shipped(facts.platform)
    given = {"name": "A.QUEUE", **values}
    spec, problems = KINDS[kind].validate_values(given, facts, existing=existing)
    assert spec is not None
    assert [(p.code, p.is_error) for p in problems] == [(code, False)]
    assert section in citations_text(problems[0].sources)


@pytest.mark.parametrize(
    ("kind", "values", "facts"),
    [
        (A, {"base_object_name": "B"}, LINUX),
        (R, REMOTE | {"remote_queue_manager_name": "QM2"}, LINUX),
        (R, {"remote_queue_manager_name": "QM1"}, LINUX),  # a queue manager alias can be its own
        (R, {"remote_queue_manager_name": ""}, LINUX),  # or leave the name to a cluster
        (L, ON | {"process_name": "P"}, OWN),
        (L, ON | {"process_name": "ANY"}, LINUX),  # its processes are not known
        (L, ON | {"usage": "transmission"}, LINUX),  # the channel is TriggerData's
        (L, {"process_name": "NONE"}, OWN),
        (L, {"harden_get_backout": "backout_not_hardened"}, LINUX),
        (L, {"harden_get_backout": "backout_hardened"}, IBMI),
        (L, {"property_control": "v6compat"}, LINUX),
        (L, {"cluster_name": "C"}, LINUX),
        (L, {"index_type": "msg_id"}, ZOS),
    ],
)
def test_what_they_do_not_warn_of(kind: str, values: dict[str, Any], facts: SystemFacts) -> None:
    assert codes(kind, values, facts, dict(KINDS[kind].shipped(facts.platform))) == set()


def test_a_change_by_itself_says_nothing_of_what_it_leaves() -> None:
    assert codes(A, {"queue_description": "x"}) == set()
    assert codes(R, {"queue_description": "x"}) == set()


def test_a_remedy_takes_away_what_the_queue_has_already() -> None:
    """cluster_name is not declared: leaving it out would change nothing."""
    values = {"name": "A", "usage": "transmission"}
    _, (problem,) = KINDS[L].validate_values(values, LINUX, existing={"cluster_name": "C"})
    assert problem.remediation == 'set cluster_name="", or usage="normal"'
    assert (
        codes(L, {"usage": "transmission", "cluster_name": ""}, existing={"cluster_name": "C"})
        == set()
    )


def test_message_length_by_platform_and_queue_manager() -> None:
    other = SystemFacts("QM1", Platform.OTHER_UNIX)
    assert codes(L, {"max_message_length": 4_194_305}, other) == {"range"}
    assert codes(L, {"max_message_length": 4_194_304}, other) == set()
    small = SystemFacts("QM1", queue_manager={"max_message_length": 1000})
    assert codes(L, {"max_message_length": 1001}, small) == {"above-queue-manager"}
    assert KINDS[L].validate_values({"name": "Q", "max_message_length": 1001}, small)[0] is not None


def test_cell_scope_is_not_for_ibmi() -> None:
    assert codes(L, {"scope": "cell"}, SystemFacts("QMI", Platform.IBMI)) == {"platform"}
    assert codes(L, {"scope": "cell"}) == set()


def test_command_levels() -> None:
    old = SystemFacts("QM1", command_level=915)
    assert codes(L, {"stream_queue": "S", "max_queue_file_size": 20}, old) == {"command-level"}
    assert codes(L, {"stream_queue": "S"}) == set()


@pytest.mark.parametrize("kind", [L, M, A, R, "mq:Namelist"])
@pytest.mark.parametrize(
    ("group", "scope", "severity"),
    [
        ("", "MQZ2", Severity.ERROR),
        ("NY03", "MQZ2", Severity.ERROR),
        (None, "MQZ2", Severity.ERROR),
        ("NY03", "*", Severity.WARNING),
        ("", "*", None),
        ("NY03", "MQZ1", None),
        ("NY03", "", None),
    ],
)
def test_a_command_for_another_queue_manager_makes_nothing_here(
    kind: str, group: str | None, scope: str, severity: Severity | None
) -> None:
    """Change Queue (PCF) CommandScope."""
    facts = SystemFacts("MQZ1", Platform.ZOS, queue_sharing_group=group)
    _, problems = KINDS[kind].validate_values({"name": "A", "command_scope": scope}, facts)
    assert [p.severity for p in problems] == ([] if severity is None else [severity])
    assert all("CommandScope" in str(p) for p in problems)
