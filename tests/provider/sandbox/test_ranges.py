"""Ranges and lengths that the sandbox has, typed from the documents apart from the catalogue."""

import re
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from queuewright.catalogue.errors import CommandFailed
from queuewright.sandbox.engine import EmbeddedSystem

LOCAL, ALIAS, REMOTE = "mq:LocalQueue", "mq:AliasQueue", "mq:RemoteQueue"
RECEIVER, SENDER, NAMELIST = "mq:ClusterReceiverChannel", "mq:ClusterSenderChannel", "mq:Namelist"
MESSAGES, DATA, OUTPUT = "ibmi:MessageQueue", "ibmi:DataQueue", "ibmi:OutputQueue"
BILLION = 999_999_999


class Range(NamedTuple):
    """document: the parameter's name in Change Queue (PCF), "" where another document says it.
    below: one that is refused, where the one below the minimum is a special value."""

    kind: str
    attribute: str
    low: int
    high: int | None
    document: str = ""
    below: int | None = None


RANGES = [
    Range(LOCAL, "default_priority", 0, 9, "DefPriority"),
    Range(LOCAL, "max_queue_depth", 0, BILLION, "MaxQDepth"),
    Range(LOCAL, "max_message_length", 0, 104_857_600, "MaxMsgLength"),
    Range(LOCAL, "max_queue_file_size", 20, 267_386_880, "MaxQFileSize"),
    Range(LOCAL, "backout_threshold", 0, BILLION, "BackoutThreshold"),
    Range(LOCAL, "trigger_depth", 1, BILLION, "TriggerDepth"),
    Range(LOCAL, "trigger_message_priority", 0, 9),
    Range(LOCAL, "retention_interval", 0, BILLION, "RetentionInterval"),
    Range(LOCAL, "queue_depth_high_limit", 0, 100, "QDepthHighLimit"),
    Range(LOCAL, "queue_depth_low_limit", 0, 100, "QDepthLowLimit"),
    Range(LOCAL, "queue_service_interval", 0, BILLION, "QServiceInterval"),
    Range(ALIAS, "cluster_workload_queue_priority", 0, 9, "CLWLQueuePriority"),
    Range(REMOTE, "cluster_workload_queue_rank", 0, 9, "CLWLQueueRank"),
    *(
        Range(kind, attribute, low, high, below=below)
        for kind in (RECEIVER, SENDER)
        for attribute, low, high, below in (
            ("batch_size", 1, 9_999, None),
            ("batch_interval", 0, BILLION, None),
            ("batch_heartbeat", 0, BILLION, None),
            ("batch_data_limit", 0, 999_999, None),
            ("disconnect_interval", 0, 999_999, None),
            ("short_retry_count", 0, BILLION, None),
            ("short_retry_interval", 0, BILLION, None),
            ("long_retry_count", 0, BILLION, None),
            ("long_retry_interval", 0, BILLION, None),
            ("heartbeat_interval", 0, 999_999, None),
            ("keep_alive_interval", 0, 99_999, -2),  # MQKAI_AUTO is -1
            ("max_message_length", 0, 104_857_600, None),
            ("sequence_number_wrap", 100, BILLION, None),
            ("cluster_workload_channel_priority", 0, 9, None),
            ("cluster_workload_channel_rank", 0, 9, None),
            ("cluster_workload_channel_weight", 1, 99, None),
        )
    ),
    Range(RECEIVER, "network_priority", 0, 9),
    Range(MESSAGES, "increment_storage_size", 1, None),
    Range(MESSAGES, "max_increments", 0, None),
    Range(MESSAGES, "severity_code_filter", 0, 99),
    Range(DATA, "max_entry_length", 1, 64_512),
    Range(DATA, "key_length", 1, 256),
    Range(DATA, "max_number_of_entries", 1, None),
    Range(DATA, "initial_number_of_entries", 1, None),
]
# Kind, attribute, bytes at most, and IBM's constant where Change Queue (PCF) names it.
LENGTHS = [
    (LOCAL, "queue_description", 64, "QDesc", "MQ_Q_DESC_LENGTH"),
    (LOCAL, "backout_requeue_name", 48, "BackoutRequeueName", "MQ_Q_NAME_LENGTH"),
    (LOCAL, "initiation_queue_name", 48, "InitiationQName", "MQ_Q_NAME_LENGTH"),
    (LOCAL, "process_name", 48, "ProcessName", "MQ_PROCESS_NAME_LENGTH"),
    (LOCAL, "trigger_data", 64, "TriggerData", "MQ_TRIGGER_DATA_LENGTH"),
    (LOCAL, "cluster_name", 48, "ClusterName", "MQ_CLUSTER_NAME_LENGTH"),
    (LOCAL, "cluster_namelist", 48, "", ""),
    (LOCAL, "cluster_channel_name", 20, "", ""),
    (ALIAS, "base_object_name", 48, "BaseObjectName", "MQ_OBJECT_NAME_LENGTH"),
    (REMOTE, "remote_queue_name", 48, "RemoteQName", "MQ_Q_NAME_LENGTH"),
    (REMOTE, "remote_queue_manager_name", 48, "RemoteQMgrName", "MQ_Q_MGR_NAME_LENGTH"),
    (REMOTE, "xmit_queue_name", 48, "XmitQName", "MQ_Q_NAME_LENGTH"),
    (NAMELIST, "namelist_description", 64, "", ""),
    (RECEIVER, "channel_description", 64, "", ""),
    (RECEIVER, "cluster_name", 48, "", ""),
    (RECEIVER, "connection_name", 264, "", ""),
    (RECEIVER, "local_address", 48, "", ""),
    (RECEIVER, "ssl_cipher_specification", 32, "", ""),
    (RECEIVER, "ssl_peer_name", 1024, "", ""),
    (RECEIVER, "certificate_label", 64, "", ""),
    (MESSAGES, "text_description", 50, "", ""),
    (DATA, "text_description", 50, "", ""),
    (OUTPUT, "vm_mvs_class", 1, "", ""),
    (OUTPUT, "forms_control_buffer", 8, "", ""),
    (OUTPUT, "user_defined_data", 255, "", ""),
]
# What else an attribute or its kind needs.
NEEDS: dict[str, dict[str, Any]] = {
    SENDER: {"cluster_name": "C", "connection_name": "host(1414)"},
    DATA: {"max_entry_length": 10},
    "key_length": {"sequence": "keyed"},
    "cluster_channel_name": {"usage": "transmission"},
}


def _accepted(system: EmbeddedSystem, kind: str, attribute: str, value: Any) -> bool:
    name = "ORDERS/IT" if kind.startswith("ibmi:") else "IT"
    values = {**NEEDS.get(kind, {}), **NEEDS.get(attribute, {}), attribute: value}
    try:
        created = system.create(kind, name, values)
    except CommandFailed:
        return False
    assert created.attributes[attribute] == value
    system.delete(kind, name)
    return True


def _id(value: Any) -> str | None:
    return f"{value.kind} {value.attribute}" if isinstance(value, Range) else None


@pytest.mark.parametrize("row", RANGES, ids=_id)
def test_ranges(qm: EmbeddedSystem, ibmi: EmbeddedSystem, row: Range) -> None:
    system = ibmi if row.kind.startswith("ibmi:") else qm
    below = row.low - 1 if row.below is None else row.below
    values = [(row.low, True), (below, False)]
    if row.high is not None:
        values += [(row.high, True), (row.high + 1, False)]
    for value, expected in values:
        assert _accepted(system, row.kind, row.attribute, value) is expected, value


@pytest.mark.parametrize(
    ("ccsid", "accepted"),
    [(37, True), (1208, True), (28709, True), (61952, True)]
    + [(ccsid, False) for ccsid in (0, 1, 12345, 65533, 65536)],
)
def test_ccsids(ibmi: EmbeddedSystem, ccsid: int, accepted: bool) -> None:
    """CRTMSGQ CCSID: 1 through 65535, and in the list of valid values (docs/readings.md)."""
    assert _accepted(ibmi, MESSAGES, "coded_character_set_id", ccsid) is accepted


@pytest.mark.parametrize(("kind", "attribute", "length"), [row[:3] for row in LENGTHS])
def test_lengths(
    qm: EmbeddedSystem, ibmi: EmbeddedSystem, kind: str, attribute: str, length: int
) -> None:
    system = ibmi if kind.startswith("ibmi:") else qm
    for text, expected in (("A", True), ("A" * length, True), ("A" * (length + 1), False)):
        assert _accepted(system, kind, attribute, text) is expected


@pytest.mark.parametrize(
    ("attribute", "item", "most"),
    [("maximum_spooled_file_size", "40 08:00 16:00", 5), ("user_defined_option", "A" * 10, 4)],
)
def test_lists_of_output_queues(ibmi: EmbeddedSystem, attribute: str, item: str, most: int) -> None:
    """CRTOUTQ MAXPAGES: up to 5 repetitions; print attributes: up to 4 options of CHAR(10)."""
    assert _accepted(ibmi, OUTPUT, attribute, (item,) * most)
    assert not _accepted(ibmi, OUTPUT, attribute, (item,) * (most + 1))
    assert not _accepted(ibmi, OUTPUT, attribute, (f"{item}A",))


SEEDS = Path(__file__).parents[4] / "shared" / "seeds"


def _section(parameter: str) -> str:
    """What Change Queue (PCF) says of a parameter, digits without their separators."""
    documents = [path.read_text() for path in SEEDS.glob("001_*.txt")] if SEEDS.is_dir() else []
    if not documents:
        pytest.skip("the documents are not here")
    text = documents[0]
    start = re.search(rf"^(?:\[.*\])?{parameter} \(MQCF", text, re.MULTILINE)
    assert start is not None, parameter
    end = re.compile(r"^(?:\[.*\])?\w+ \(MQCF", re.MULTILINE).search(text, start.end())
    section = text[start.start() : end.start() if end else len(text)]
    return re.sub(r"(?<=\d)[ ,\u00a0](?=\d{3}\b)", "", section)


@pytest.mark.parametrize("row", [row for row in RANGES if row.document], ids=_id)
def test_the_document_has_these_numbers(row: Range) -> None:
    assert re.search(rf"\b{row.high}\b", _section(row.document))


@pytest.mark.parametrize(("parameter", "constant"), [row[3:] for row in LENGTHS if row[3]])
def test_the_document_has_these_lengths(parameter: str, constant: str) -> None:
    assert constant in _section(parameter)
