"""Change, Copy and Create Queue (PCF), sentence by sentence: what is right, and its wrong
neighbours. Each command is validated alone, as `queuewright validate --from pcf` does."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from command_line import app
from queuewright.catalogue.diagnostic import Diagnostic, Severity
from queuewright.catalogue.platform import Platform
from queuewright.catalogue.sources import CHANGE_QUEUE, CRTMQMQ, READINGS, citations_text
from queuewright.dialects.scripts import Dialect, read_script, validate_entry

L, M, A, R = "MQQT_LOCAL", "MQQT_MODEL", "MQQT_ALIAS", "MQQT_REMOTE"
Q48, Q49 = "Q" * 48, "Q" * 49
ZOS, LINUX, IBMI, WINDOWS = Platform.ZOS, Platform.LINUX, Platform.IBMI, Platform.WINDOWS


def _line(command: str, parameters: Any) -> str:
    return json.dumps({"command": f"MQCMD_{command}_Q", "parameters": parameters})


def _create(queue_type: str = L, **more: Any) -> str:
    return _line("CREATE", {"QName": "A", "QType": queue_type, **more})


def _change(queue_type: str = L, **more: Any) -> str:
    return _line("CHANGE", {"QName": "A", "QType": queue_type, **more})


def _copy(queue_type: str = L, **more: Any) -> str:
    return _line("COPY", {"FromQName": "A", "ToQName": "B", "QType": queue_type, **more})


def _troubles(text: str, platform: Platform | None = None) -> list[Diagnostic]:
    script = read_script(text.encode(), Dialect.PCF)
    assert len(script.entries) == 1, text
    return validate_entry(script.entries[0], Dialect.PCF, platform)


def _errors(text: str, platform: Platform | None = None) -> list[tuple[str, str | None]]:
    return [
        (diagnostic.code, diagnostic.attribute)
        for diagnostic in _troubles(text, platform)
        if diagnostic.severity is Severity.ERROR
    ]


NUMBERS = {
    "BackoutThreshold": ("backout_threshold", 0, 999_999_999, "LM"),
    "CLWLQueuePriority": ("cluster_workload_queue_priority", 0, 9, "LAR"),
    "CLWLQueueRank": ("cluster_workload_queue_rank", 0, 9, "LAR"),
    "DefPriority": ("default_priority", 0, 9, "LMAR"),
    "MaxMsgLength": ("max_message_length", 0, 104_857_600, "LM"),
    "MaxQDepth": ("max_queue_depth", 0, 999_999_999, "LM"),
    "MaxQFileSize": ("max_queue_file_size", 20, 267_386_880, "LM"),
    "QDepthHighLimit": ("queue_depth_high_limit", 0, 100, "LM"),
    "QDepthLowLimit": ("queue_depth_low_limit", 0, 100, "LM"),
    "QServiceInterval": ("queue_service_interval", 0, 999_999_999, "LM"),
    "RetentionInterval": ("retention_interval", 0, 999_999_999, "LM"),
    "TriggerDepth": ("trigger_depth", 1, 999_999_999, "LM"),
    "TriggerMsgPriority": ("trigger_message_priority", 0, 9, "LM"),
}
_TYPES = {"L": L, "M": M, "A": A, "R": R}


@pytest.mark.parametrize(("name", "limits"), NUMBERS.items(), ids=list(NUMBERS))
def test_specify_a_value_in_the_range(name: str, limits: tuple[str, int, int, str]) -> None:
    attribute, least, most, types = limits
    for value in (least, most):
        assert _errors(_create(**{name: value})) == []
        assert _errors(_change(**{name: value})) == []
        assert _errors(_copy(**{name: value})) == []
    for value in (least - 1, most + 1):
        if (name, value) == ("MaxQFileSize", -1):
            continue
        for line in (_create(**{name: value}), _change(**{name: value}), _copy(**{name: value})):
            assert _errors(line) == [("range", attribute)]
    (diagnostic,) = _troubles(_create(**{name: most + 1}))
    assert name in citations_text(diagnostic.sources)
    assert _errors(_create(**{name: "5"})) == [("choice", attribute)]
    assert _errors(_create(**{name: {"type": "MQCFST", "value": "5"}})) == [
        ("structure", attribute)
    ]
    for letter, queue_type in _TYPES.items():
        codes = [code for code, _ in _errors(_create(queue_type, **{name: least}))]
        assert codes == ([] if letter in types else ["wrong-kind"])


WORDS = {
    "CLWLUseQ": ("cluster_workload_use_queue", "L",
        "MQCLWL_USEQ_AS_Q_MGR MQCLWL_USEQ_ANY MQCLWL_USEQ_LOCAL"),
    "DefaultPutResponse": ("default_put_response", "LMAR",
        "MQPRT_SYNC_RESPONSE MQPRT_ASYNC_RESPONSE"),
    "DefBind": ("default_bind", "LAR",
        "MQBND_BIND_ON_OPEN MQBND_BIND_NOT_FIXED MQBND_BIND_ON_GROUP"),
    "DefinitionType": ("definition_type", "M",
        "MQQDT_PERMANENT_DYNAMIC MQQDT_TEMPORARY_DYNAMIC"),
    "DefInputOpenOption": ("default_input_open_option", "LM",
        "MQOO_INPUT_EXCLUSIVE MQOO_INPUT_SHARED"),
    "DefPersistence": ("default_persistence", "LMAR", "MQPER_NOT_PERSISTENT"),
    "DefReadAhead": ("default_read_ahead", "LMA", "MQREADA_NO MQREADA_YES MQREADA_DISABLED"),
    "DistLists": ("distribution_lists", "LM", "MQDL_SUPPORTED MQDL_NOT_SUPPORTED"),
    "HardenGetBackout": ("harden_get_backout", "LM",
        "MQQA_BACKOUT_HARDENED MQQA_BACKOUT_NOT_HARDENED"),
    "ImageRecoverQueue": ("image_recover_queue", "LM",
        "MQIMGRCOV_YES MQIMGRCOV_NO MQIMGRCOV_AS_Q_MGR"),
    "IndexType": ("index_type", "LM",
        "MQIT_NONE MQIT_MSG_ID MQIT_CORREL_ID MQIT_MSG_TOKEN MQIT_GROUP_ID"),
    "InhibitGet": ("inhibit_get", "LMA", "MQQA_GET_ALLOWED MQQA_GET_INHIBITED"),
    "InhibitPut": ("inhibit_put", "LMAR", "MQQA_PUT_ALLOWED MQQA_PUT_INHIBITED"),
    "MsgDeliverySequence": ("message_delivery_sequence", "LM", "MQMDS_PRIORITY MQMDS_FIFO"),
    "NonPersistentMessageClass": ("non_persistent_message_class", "LM",
        "MQNPM_CLASS_NORMAL MQNPM_CLASS_HIGH"),
    "PropertyControl": ("property_control", "LMA",
        "MQPROP_COMPATIBILITY MQPROP_NONE MQPROP_ALL MQPROP_FORCE_MQRFH2 MQPROP_V6COMPAT"),
    "QDepthHighEvent": ("queue_depth_high_event", "LM", "MQEVR_DISABLED MQEVR_ENABLED"),
    "QDepthLowEvent": ("queue_depth_low_event", "LM", "MQEVR_DISABLED MQEVR_ENABLED"),
    "QDepthMaxEvent": ("queue_depth_max_event", "LM", "MQEVR_DISABLED MQEVR_ENABLED"),
    "QServiceIntervalEvent": ("queue_service_interval_event", "LM",
        "MQQSIE_HIGH MQQSIE_OK MQQSIE_NONE"),
    "QSGDisposition": ("queue_sharing_group_disposition", "LMAR",
        "MQQSGD_COPY MQQSGD_GROUP MQQSGD_Q_MGR"),
    "QueueAccounting": ("queue_accounting", "LM", "MQMON_Q_MGR MQMON_OFF MQMON_ON"),
    "QueueMonitoring": ("queue_monitoring", "LM",
        "MQMON_OFF MQMON_Q_MGR MQMON_LOW MQMON_MEDIUM MQMON_HIGH"),
    "QueueStatistics": ("queue_statistics", "LM", "MQMON_Q_MGR MQMON_OFF MQMON_ON"),
    "Scope": ("scope", "LAR", "MQSCO_Q_MGR MQSCO_CELL"),
    "Shareability": ("shareability", "LM", "MQQA_SHAREABLE MQQA_NOT_SHAREABLE"),
    "StreamQService": ("stream_queue_service", "LM", "MQST_BEST_EFFORT MQST_MUST_DUP"),
    "TargetType": ("target_type", "A", "MQOT_Q MQOT_TOPIC"),
    "TriggerControl": ("trigger_control", "LM", "MQTC_OFF MQTC_ON"),
    "TriggerType": ("trigger_type", "LM", "MQTT_NONE MQTT_EVERY MQTT_FIRST MQTT_DEPTH"),
    "Usage": ("usage", "LM", "MQUS_NORMAL MQUS_TRANSMISSION"),
}  # fmt: skip


@pytest.mark.parametrize(("name", "listed"), WORDS.items(), ids=list(WORDS))
def test_the_value_can_be_any_of(name: str, listed: tuple[str, str, str]) -> None:
    attribute, types, words = listed
    for letter, queue_type in _TYPES.items():
        for word in words.split():
            if (letter, word) == ("M", "MQSCO_CELL"):
                continue  # has a reason of its own: below
            codes = [code for code, _ in _errors(_create(queue_type, **{name: word}))]
            assert codes == ([] if letter in types else ["wrong-kind"]), (letter, word)
    queue_type = _TYPES[types[0]]
    wrong = _troubles(_create(queue_type, **{name: 12345}))
    (diagnostic,) = [diagnostic for diagnostic in wrong if diagnostic.is_error]
    assert (diagnostic.code, diagnostic.attribute) == ("choice", attribute)
    assert name in citations_text(diagnostic.sources)
    assert _errors(_create(queue_type, **{name: "MQQT_ALL"}))


TEXTS = {
    "BackoutRequeueName": (L, "backout_requeue_name", 48),
    "BaseObjectName": (A, "base_object_name", 48),
    "BaseQName": (A, "base_object_name", 48),
    "CFStructure": (L, "coupling_facility_structure", 12),
    "ClusterName": (L, "cluster_name", 48),
    "ClusterNamelist": (L, "cluster_namelist", 48),
    "InitiationQName": (L, "initiation_queue_name", 48),
    "ProcessName": (L, "process_name", 48),
    "QDesc": (L, "queue_description", 64),
    "RemoteQMgrName": (R, "remote_queue_manager_name", 48),
    "RemoteQName": (R, "remote_queue_name", 48),
    "StorageClass": (L, "storage_class", 8),
    "StreamQ": (L, "stream_queue", 48),
    "TriggerData": (L, "trigger_data", 64),
    "XmitQName": (R, "xmit_queue_name", 48),
}


@pytest.mark.parametrize("name", TEXTS)
def test_the_maximum_length_of_the_string(name: str) -> None:
    queue_type, attribute, most = TEXTS[name]
    assert _errors(_create(queue_type, **{name: "X" * most})) == []
    assert _errors(_create(queue_type, **{name: ""})) == []
    (diagnostic,) = [
        diagnostic
        for diagnostic in _troubles(_create(queue_type, **{name: "X" * (most + 1)}))
        if diagnostic.severity is Severity.ERROR
    ]
    assert (diagnostic.code, diagnostic.attribute) == ("length", attribute)
    assert name in citations_text(diagnostic.sources)
    assert _errors(_create(queue_type, **{name: 5})) == [("type", attribute)]
    assert _errors(_create(queue_type, **{name: {"type": "MQCFIN", "value": 5}})) == [
        ("structure", attribute)
    ]


# Line, platform, every error.
CASES: list[tuple[str, Platform | None, list[tuple[str, str | None]]]] = [
    (_create(), None, []),
    (_create(QName=Q48), None, []),
    (_create(QName=Q49), None, [("length", "name")]),
    (_create(QName="A B"), None, [("syntax", "name")]),
    (_create(QName=""), None, [("missing", "name")]),
    (_copy(), None, []),
    (_copy(FromQName=Q49), None, [("length", "FromQName")]),
    (_copy(FromQName=""), None, [("blank", "FromQName")]),
    (_copy(ToQName=" "), None, [("missing", "name")]),
    (_copy(ToQName=Q49), None, [("length", "name")]),
    (_change(MaxQDepth=5), None, []),
    # Required parameters.
    (_line("CREATE", {"QName": "A"}), None, [("missing", "QType")]),
    (_line("CREATE", {"QType": L}), None, [("missing", "QName")]),
    (_line("CHANGE", {"QName": "A"}), None, [("missing", "QType")]),
    (_line("COPY", {"ToQName": "A", "QType": L}), None, [("missing", "FromQName")]),
    (_line("COPY", {"FromQName": "A", "QType": L}), None, [("missing", "ToQName")]),
    (_line("COPY", {"FromQName": "A", "ToQName": "B"}), None, [("missing", "QType")]),
    (_create(5), None, [("choice", "QType")]),  # type: ignore[arg-type]
    (_create("MQQT_CLUSTER"), None, [("choice", "QType")]),
    (_line("CREATE", [{"QName": "A"}, {"QType": L}, {"QDesc": "a"}, {"QDesc": "b"}]), None,
     [("duplicate", "queue_description")]),
    (_line("CREATE", [{"QType": L}, {"QName": "A"}]), None,
     [("sequence", "QName"), ("sequence", "QType")]),
    (_create(**{"2999": 5}), None, [("unknown-parameter", "2999")]),
    # Replace: "not valid on a Change Queue command".
    (_create(Replace="MQRP_YES"), None, []),
    (_create(Replace="MQRP_NO"), None, []),
    (_copy(Replace="MQRP_YES"), None, []),
    (_change(Replace="MQRP_YES"), None, [("not-allowed", "Replace")]),
    (_change(Replace="MQRP_NO"), None, [("not-allowed", "Replace")]),
    (_create(Replace=7), None, [("choice", "Replace")]),
    # Force; docs/readings.md: on Copy and Create accepted and without effect.
    (_change(Force="MQFC_YES", MaxQDepth=1), None, []),
    (_change(Force="MQFC_NO"), None, []),
    (_change(A, Force="MQFC_YES", BaseQName="B"), None, []),
    (_change(R, Force="MQFC_YES", XmitQName="B"), None, []),
    (_create(Force="MQFC_YES"), None, []),
    (_create(Force="MQFC_NO"), None, []),
    (_copy(Force="MQFC_YES"), None, []),
    (_change(Force=7), None, [("choice", "Force")]),
    (_create(Force=7), None, [("choice", "Force")]),
    (_change(M, Force="MQFC_YES"), None, [("force-model", "Force")]),
    (_change(M, Force="MQFC_NO"), None, [("force-model", "Force")]),
    (_create(M, Force="MQFC_YES"), None, []),
    (_copy(M, Force="MQFC_YES"), None, []),
    # Both names have one identifier.
    (_create(A, BaseObjectName="T", TargetType="MQOT_TOPIC"), None, []),
    (_line("CREATE", [{"QName": "A"}, {"QType": A}, {"BaseQName": "T"}, {"BaseObjectName": "T"}]),
     None, [("duplicate", "base_object_name")]),
    # ClusterName, ClusterNamelist: only one of the resultant values.
    (_create(ClusterName="C", ClusterNamelist="N"), None, [("cluster-exclusive", "cluster_name")]),
    (_change(ClusterName="C", ClusterNamelist="N"), None, [("cluster-exclusive", "cluster_name")]),
    (_change(ClusterName="C", ClusterNamelist=""), None, []),
    (_create(ClusterName="C", Usage="MQUS_TRANSMISSION"), None,
     [("cluster-restricted", "cluster_name")]),
    (_create(QName="SYSTEM.COMMAND.X", ClusterNamelist="N"), None,
     [("cluster-restricted", "cluster_namelist")]),
    (_create(M, ClusterName="C"), None, [("wrong-kind", "cluster_name")]),
    # ClusterChannelName: only on transmission queues, 20 bytes, asterisks anywhere.
    (_create(ClusterChannelName="*A*B*", Usage="MQUS_TRANSMISSION"), None, []),
    (_create(ClusterChannelName="C" * 20, Usage="MQUS_TRANSMISSION"), None, []),
    (_create(ClusterChannelName="C" * 21, Usage="MQUS_TRANSMISSION"), None,
     [("length", "cluster_channel_name")]),
    (_create(ClusterChannelName="A"), None, [("transmission-only", "cluster_channel_name")]),
    (_create(ClusterChannelName="A", Usage="MQUS_NORMAL"), None,
     [("transmission-only", "cluster_channel_name")]),
    (_change(ClusterChannelName="A", Usage="MQUS_NORMAL"), None,
     [("transmission-only", "cluster_channel_name")]),
    (_change(ClusterChannelName="A"), None, []),
    (_create(ClusterChannelName=""), None, []),
    # Custom: lower case too; an invalid CAPEXPRY does not make the command fail.
    (_create(Custom="CAPEXPRY(600)"), None, []),
    (_create(Custom="capexpry(600)"), None, []),
    (_create(Custom="CAPEXPRY(0)"), None, []),
    (_create(Custom="CAPEXPRY"), None, [("syntax", "custom")]),
    (_create(Custom="A(" + "X" * 126 + ")"), None, [("length", "custom")]),
    # DefinitionType.
    (_create(M, DefinitionType="MQQDT_TEMPORARY_DYNAMIC", DefPersistence="MQPER_PERSISTENT"), None,
     [("temporary-persistent", "definition_type")]),
    (_create(M, DefinitionType="MQQDT_PERMANENT_DYNAMIC", DefPersistence="MQPER_PERSISTENT"), None,
     []),
    (_create(M, DefinitionType="MQQDT_SHARED_DYNAMIC", CFStructure="S"), ZOS, []),
    (_create(M, DefinitionType="MQQDT_SHARED_DYNAMIC", CFStructure="S"), LINUX,
     [("platform", "definition_type"), ("platform", "coupling_facility_structure")]),
    (_create(M, DefinitionType="MQQDT_SHARED_DYNAMIC"), ZOS,
     [("structure-missing", "definition_type")]),
    (_create(M, DefinitionType="MQQDT_SHARED_DYNAMIC", CFStructure=""), ZOS,
     [("structure-missing", "definition_type")]),
    (_change(M, DefinitionType="MQQDT_SHARED_DYNAMIC"), ZOS, []),
    (_change(M, DefinitionType="MQQDT_SHARED_DYNAMIC", CFStructure=""), ZOS,
     [("structure-missing", "definition_type")]),
    (_create(M, DefinitionType="MQQDT_PREDEFINED"), None, [("choice", "definition_type")]),
    # CFStructure: at most 12 characters, starts with A-Z, A-Z and 0-9.
    (_create(CFStructure="A12345678901"), ZOS, []),
    (_create(CFStructure="A123456789012"), ZOS, [("length", "coupling_facility_structure")]),
    (_create(CFStructure="1A"), ZOS, [("syntax", "coupling_facility_structure")]),
    (_create(CFStructure="aB"), ZOS, [("syntax", "coupling_facility_structure")]),
    (_create(CFStructure="A_B"), ZOS, [("syntax", "coupling_facility_structure")]),
    (_create(A, CFStructure="S"), ZOS, [("wrong-kind", "coupling_facility_structure")]),
    # QSGDisposition.
    (_create(QSGDisposition="MQQSGD_SHARED", CFStructure="S"), ZOS, []),
    (_create(QSGDisposition="MQQSGD_SHARED"), ZOS,
     [("structure-missing", "queue_sharing_group_disposition")]),
    (_create(QSGDisposition="MQQSGD_SHARED", CFStructure="S", IndexType="MQIT_MSG_TOKEN"), ZOS,
     [("shared-index", "index_type")]),
    (_create(QName="SYSTEM.CHANNEL.INITQ", QSGDisposition="MQQSGD_SHARED", CFStructure="S"), ZOS,
     [("shared-system", "queue_sharing_group_disposition")]),
    (_create(QName="SYSTEM.COMMAND.INPUT", QSGDisposition="MQQSGD_SHARED", CFStructure="S"), ZOS,
     [("shared-system", "queue_sharing_group_disposition")]),
    (_create(A, QSGDisposition="MQQSGD_SHARED"), ZOS,
     [("shared-local-only", "queue_sharing_group_disposition")]),
    (_create(R, QSGDisposition="MQQSGD_SHARED"), ZOS,
     [("shared-local-only", "queue_sharing_group_disposition")]),
    (_create(M, QSGDisposition="MQQSGD_SHARED"), ZOS,
     [("shared-local-only", "queue_sharing_group_disposition")]),
    (_create(QSGDisposition="MQQSGD_PRIVATE"), ZOS,
     [("disposition-private", "queue_sharing_group_disposition")]),
    (_copy(QSGDisposition="MQQSGD_PRIVATE"), ZOS,
     [("disposition-private", "queue_sharing_group_disposition")]),
    (_change(QSGDisposition="MQQSGD_PRIVATE"), ZOS, []),
    (_change(A, QSGDisposition="MQQSGD_PRIVATE"), ZOS, []),
    (_change(QSGDisposition="MQQSGD_SHARED"), ZOS, []),
    (_create(QSGDisposition="MQQSGD_Q_MGR"), LINUX,
     [("platform", "queue_sharing_group_disposition")]),
    # CommandScope.
    (_create(CommandScope="QM01"), ZOS, []),
    (_create(CommandScope="*"), ZOS, []),
    (_create(CommandScope=""), ZOS, []),
    (_create(CommandScope="QMGR1"), ZOS, [("length", "command_scope")]),
    (_create(CommandScope="*"), LINUX, [("platform", "command_scope")]),
    # IndexType, StorageClass: z/OS only.
    (_create(IndexType="MQIT_NONE"), LINUX, [("platform", "index_type")]),
    (_create(StorageClass="DEFAULT"), IBMI, [("platform", "storage_class")]),
    (_create(CFStructure="S"), WINDOWS, [("platform", "coupling_facility_structure")]),
    (_create(IndexType="MQIT_GROUP_ID", StorageClass="SC1"), ZOS, []),
    # Not on z/OS.
    (_create(DistLists="MQDL_SUPPORTED"), ZOS, [("platform", "distribution_lists")]),
    (_create(ImageRecoverQueue="MQIMGRCOV_YES"), ZOS, [("platform", "image_recover_queue")]),
    (_create(MaxQFileSize=20), ZOS, [("platform", "max_queue_file_size")]),
    (_create(NonPersistentMessageClass="MQNPM_CLASS_HIGH"), ZOS,
     [("platform", "non_persistent_message_class")]),
    (_create(QueueStatistics="MQMON_ON"), ZOS, [("platform", "queue_statistics")]),
    (_create(Scope="MQSCO_Q_MGR"), ZOS, [("platform", "scope")]),
    (_create(StreamQ="S"), ZOS, [("platform", "stream_queue")]),
    (_create(StreamQService="MQST_MUST_DUP"), ZOS, [("platform", "stream_queue_service")]),
    *((_create(DistLists="MQDL_SUPPORTED", ImageRecoverQueue="MQIMGRCOV_YES", MaxQFileSize=20,
               NonPersistentMessageClass="MQNPM_CLASS_HIGH", QueueStatistics="MQMON_ON",
               StreamQ="S", StreamQService="MQST_MUST_DUP", Scope="MQSCO_Q_MGR"), platform, [])
      for platform in (LINUX, IBMI, WINDOWS, Platform.AIX)),
    # QueueStatistics: "valid only on IBM i, AIX, Linux, and Windows".
    (_create(QueueStatistics="MQMON_ON"), Platform.OTHER_UNIX, [("platform", "queue_statistics")]),
    # Scope: cell is not supported on IBM i; model queues cannot have it.
    (_create(Scope="MQSCO_CELL"), LINUX, []),
    (_create(Scope="MQSCO_CELL"), WINDOWS, []),
    (_create(Scope="MQSCO_CELL"), IBMI, [("platform", "scope")]),
    (_create(Scope="MQSCO_CELL"), ZOS, [("platform", "scope")]),
    (_create(M, Scope="MQSCO_CELL"), None, [("dynamic-scope", "scope")]),
    (_change(M, Scope="MQSCO_CELL"), None, [("dynamic-scope", "scope")]),
    (_change(M, Scope="MQSCO_Q_MGR"), None, [("wrong-kind", "scope")]),
    # MaxMsgLength.
    *((_create(MaxMsgLength=104_857_600), platform, [])
      for platform in (LINUX, IBMI, WINDOWS, ZOS, Platform.AIX)),
    (_create(MaxMsgLength=4_194_304), Platform.OTHER_UNIX, []),
    (_create(MaxMsgLength=4_194_305), Platform.OTHER_UNIX, [("range", "max_message_length")]),
    (_change(MaxMsgLength=4_194_305), Platform.OTHER_UNIX, [("range", "max_message_length")]),
    # RemoteQName's characters are not checked, RemoteQMgrName's are.
    (_create(R, RemoteQName="A B*"), None, []),
    (_create(R, RemoteQMgrName="A B"), None, [("syntax", "remote_queue_manager_name")]),
    (_create(R, RemoteQMgrName="", RemoteQName=""), None, []),
    (_create(R, BaseQName="X"), None, [("wrong-kind", "base_object_name")]),
    (_create(A, RemoteQName="X"), None, [("wrong-kind", "remote_queue_name")]),
    (_create(L, XmitQName="X"), None, [("wrong-kind", "xmit_queue_name")]),
    (_create(QDepthLowLimit=90, QDepthHighLimit=10), None, []),
    (_create(QDesc="a\nb"), None, [("syntax", "queue_description")]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("line", "platform", "expected"),
    CASES,
    ids=[f"{platform}-{json.loads(line)['parameters']}" for line, platform, _ in CASES],
)
def test_case(line: str, platform: Platform | None, expected: list[tuple[str, str | None]]) -> None:
    errors = _errors(line, platform)
    assert sorted(errors, key=str) == sorted(expected, key=str)
    assert all(
        all(source.document in (CHANGE_QUEUE, CRTMQMQ, READINGS) for source in diagnostic.sources)
        for diagnostic in _troubles(line, platform)
        if diagnostic.severity is Severity.ERROR
    )


def test_force_on_copy_and_create_has_no_effect_and_is_reported() -> None:
    for line in (_create(Force="MQFC_YES"), _copy(Force="MQFC_YES")):
        assert [(diagnostic.code, diagnostic.severity) for diagnostic in _troubles(line)] == [
            ("force-ignored", Severity.WARNING)
        ]


def test_a_few_through_the_command(tmp_path: Path) -> None:
    script = tmp_path / "a.pcf"
    script.write_text("\n".join([_create(), _change(Replace="MQRP_YES"), _create(StreamQ="S")]))
    arguments = ["validate", str(script), "--from", "pcf", "--platform", "zos", "--json"]
    result = CliRunner().invoke(app, arguments)
    entries = [json.loads(line) for line in result.stdout.splitlines()]
    assert [entry["ok"] for entry in entries] == [True, False, False]
    assert [entry["errors"][0]["attribute"] for entry in entries[1:]] == ["Replace", "stream_queue"]
    assert result.exit_code == 1
