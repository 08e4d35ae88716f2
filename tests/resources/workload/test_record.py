"""MQWQR against a C structure that ctypes lays out, and against MQWQR."""

import ctypes
import dataclasses
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from queuewright.mq.local_queue import LocalQueueSpec
from queuewright.workload import record as wqr
from queuewright.workload.record import (
    BadRecord,
    ClusterQueueType,
    QueueFlags,
    WorkloadRecord,
    decode,
    encode,
    record_for,
)

# cmqc.h's MQWQR, typed from MQWQR: (name, C type) by the version that added it.
_V1: list[tuple[str, Any]] = [
    ("StrucId", ctypes.c_char * 4), ("Version", ctypes.c_int32), ("StrucLength", ctypes.c_int32),
    ("QFlags", ctypes.c_int32), ("QName", ctypes.c_char * 48),
    ("QMgrIdentifier", ctypes.c_char * 48), ("ClusterRecOffset", ctypes.c_int32),
    ("QType", ctypes.c_int32), ("QDesc", ctypes.c_char * 64), ("DefBind", ctypes.c_int32),
    ("DefPersistence", ctypes.c_int32), ("DefPriority", ctypes.c_int32),
    ("InhibitPut", ctypes.c_int32),
]  # fmt: skip
_V2 = [*_V1, ("CLWLQueuePriority", ctypes.c_int32), ("CLWLQueueRank", ctypes.c_int32)]
_V3 = [*_V2, ("DefPutResponse", ctypes.c_int32)]
_C = {1: _V1, 2: _V2, 3: _V3}


def _structure(version: int, big: bool) -> type[ctypes.Structure]:
    base: Any = ctypes.BigEndianStructure if big else ctypes.LittleEndianStructure
    return type("MQWQR", (base,), {"_fields_": _C[version]})


RECORD = WorkloadRecord(
    queue_name="ORDERS.IN",
    queue_manager_identifier="QM1_2024-01-01_00.00.00",
    queue_type=ClusterQueueType.LOCAL_Q,
    queue_flags=QueueFlags.LOCAL_Q | QueueFlags.CLWL_USEQ_ANY,
    cluster_record_offset=212,
    queue_description="Orders",
    default_bind="bind_on_group",
    default_persistence="persistent",
    default_priority=4,
    inhibit_put="put_inhibited",
    cluster_workload_queue_priority=7,
    cluster_workload_queue_rank=9,
    default_put_response="async_response",
)


def _of_version(version: int) -> WorkloadRecord:
    if version < 2:
        return dataclasses.replace(
            RECORD, version=1, cluster_workload_queue_priority=None,
            cluster_workload_queue_rank=None, default_put_response=None,
        )  # fmt: skip
    if version < 3:
        return dataclasses.replace(RECORD, version=2, default_put_response=None)
    return RECORD


@pytest.mark.parametrize(
    ("version", "fields", "length"), [(1, 13, 200), (2, 15, 208), (3, 16, 212)]
)
def test_fields_and_lengths(version: int, fields: int, length: int) -> None:
    ours = [field for field in wqr.FIELDS if field.since <= version]
    structure = _structure(version, big=True)
    assert (len(ours), wqr.LENGTHS[version], ctypes.sizeof(structure)) == (fields, length, length)
    assert [field.document for field in ours] == [name for name, _ in _C[version]]
    for field in ours:
        described = getattr(structure, field.document)
        assert (described.offset, described.size) == (field.offset, field.length or 4)


@pytest.mark.parametrize("version", [1, 2, 3])
@pytest.mark.parametrize("big", [True, False])
def test_bytes_are_those_of_the_c_structure(version: int, big: bool) -> None:
    record = _of_version(version)
    data = encode(record, byte_order="big" if big else "little")
    c = _structure(version, big).from_buffer_copy(data)
    expected = {
        "StrucId": b"WQR ", "Version": version, "StrucLength": wqr.LENGTHS[version],
        "QFlags": 65, "QName": b"ORDERS.IN".ljust(48),
        "QMgrIdentifier": b"QM1_2024-01-01_00.00.00".ljust(48), "ClusterRecOffset": 212,
        "QType": 1, "QDesc": b"Orders".ljust(64), "DefBind": 2, "DefPersistence": 1,
        "DefPriority": 4, "InhibitPut": 1, "CLWLQueuePriority": 7, "CLWLQueueRank": 9,
        "DefPutResponse": 2,
    }  # fmt: skip
    for name, _ in _C[version]:
        assert getattr(c, name) == expected[name], name
    assert decode(data) == record
    assert decode(data, byte_order="big" if big else "little") == record


def test_what_a_c_program_filled_in_is_read() -> None:
    c = _structure(3, big=False)(
        StrucId=b"WQR ", Version=3, StrucLength=212, QFlags=0x41000081, QName=b"A",
        QMgrIdentifier=b"X", QType=4, QDesc=b"", DefPersistence=1, DefPutResponse=1,
    )  # fmt: skip
    record = decode(bytes(c) + b"an MQWCR follows")
    assert record.queue_name == "A"
    assert record.queue_type is ClusterQueueType.Q_MGR_ALIAS
    assert record.queue_flags & QueueFlags.CLWL_USEQ_LOCAL
    assert int(record.queue_flags) == 0x41000081
    assert decode(encode(record)) == record


def test_ibms_constants() -> None:
    """From IBM's client jar (com.ibm.mq.constants.CMQC, CMQXC)."""
    assert {member.name: member.value for member in ClusterQueueType} == {
        "LOCAL_Q": 1, "ALIAS_Q": 2, "REMOTE_Q": 3, "Q_MGR_ALIAS": 4
    }  # fmt: skip
    assert (QueueFlags.LOCAL_Q, QueueFlags.CLWL_USEQ_ANY, QueueFlags.CLWL_USEQ_LOCAL) == (
        1,
        64,
        128,
    )
    assert (wqr.STRUC_ID, wqr.CURRENT_VERSION) == ("WQR ", 3)
    numbers = {
        member.constant: member.number
        for field in wqr.FIELDS
        if field.attribute is not None
        for member in field.attribute.choices
    }
    assert numbers == {
        "MQBND_BIND_ON_OPEN": 0, "MQBND_BIND_NOT_FIXED": 1, "MQBND_BIND_ON_GROUP": 2,
        "MQPER_NOT_PERSISTENT": 0, "MQPER_PERSISTENT": 1, "MQQA_PUT_ALLOWED": 0,
        "MQQA_PUT_INHIBITED": 1, "MQPRT_SYNC_RESPONSE": 1, "MQPRT_ASYNC_RESPONSE": 2,
    }  # fmt: skip


@pytest.mark.parametrize("ccsid", [37, 437, 500, 819, 1047, 1208])
def test_character_sets(ccsid: int) -> None:
    data = encode(RECORD, ccsid=ccsid)
    assert decode(data, ccsid=ccsid) == RECORD
    assert len(data) == 212


@pytest.mark.parametrize(
    ("change", "offset", "text"),
    [
        (lambda data: data[:11], 11, "expected 12 bytes"),
        (lambda data: data[:211], 211, "expected 212 bytes"),
        (lambda data: b"WQRX" + data[4:], 0, "StrucId"),
        (lambda data: data[:4] + b"\0\0\0\4" + data[8:], 4, "Version"),
        (lambda data: data[:8] + b"\0\0\0\1" + data[12:], 8, "StrucLength 212"),
        (lambda data: data[:116] + b"\0\0\0\5" + data[120:], 116, "QType"),
        (lambda data: data[:184] + b"\0\0\0\7" + data[188:], 184, "DefBind"),
        (lambda data: data[:192] + b"\0\0\0\x0a" + data[196:], 192, "DefPriority 0 to 9"),
        (lambda data: data[:192] + b"\xff\xff\xff\xff" + data[196:], 192, "DefPriority 0 to 9"),
        (lambda data: data[:200] + b"\0\0\0\x0a" + data[204:], 200, "CLWLQueuePriority 0 to 9"),
        (lambda data: data[:204] + b"\0\0\3\xe7" + data[208:], 204, "CLWLQueueRank 0 to 9"),
        (lambda data: data[:16] + b"\xff" + data[17:], 16, "QName"),
    ],
)
def test_bad_bytes_say_where(change: Any, offset: int, text: str) -> None:
    with pytest.raises(BadRecord, match=text) as caught:
        decode(change(encode(RECORD)))
    assert caught.value.offset == offset


@given(st.binary(max_size=300))
def test_random_bytes_never_crash(data: bytes) -> None:
    with pytest.raises(BadRecord):
        decode(data)


@given(st.binary(min_size=200, max_size=220), st.sampled_from([1, 2, 3]))
def test_random_fields_decode_or_say_where(data: bytes, version: int) -> None:
    head = b"WQR " + version.to_bytes(4, "big") + wqr.LENGTHS[version].to_bytes(4, "big")
    try:
        record = decode(head + data[12:], byte_order="big", ccsid=819)
    except BadRecord as error:
        offset = error.offset
    else:
        offset = 0
        assert decode(encode(record, ccsid=819), byte_order="big", ccsid=819) == record
    assert offset is not None


@pytest.mark.parametrize(
    "broken",
    [
        {"queue_name": "x" * 49},
        {"queue_description": "\u20ac" * 22},
        {"default_bind": "glue"},
        {"default_priority": 1 << 31},
        {"default_priority": -1},
        {"default_priority": 999},
        {"cluster_workload_queue_priority": 10},
        {"cluster_workload_queue_rank": -1},
        {"default_put_response": None},
        {"version": 4},
    ],
)
def test_what_does_not_fit_is_refused(broken: dict[str, Any]) -> None:
    with pytest.raises(BadRecord):
        encode(dataclasses.replace(RECORD, **broken))


def test_the_record_of_a_local_queue() -> None:
    spec = LocalQueueSpec(
        name="Q", cluster_name="C", cluster_workload_use_queue="useq_any",
        default_persistence="persistent", cluster_workload_queue_rank=3,
    )  # fmt: skip
    record = record_for(spec.kind, spec.name, spec.managed(), queue_manager_identifier="QM1_x")
    assert record == WorkloadRecord(
        queue_name="Q",
        queue_manager_identifier="QM1_x",
        queue_type=ClusterQueueType.LOCAL_Q,
        queue_flags=QueueFlags.LOCAL_Q | QueueFlags.CLWL_USEQ_ANY,
        default_persistence="persistent",
        cluster_workload_queue_priority=0,
        cluster_workload_queue_rank=3,
        default_put_response="sync_response",
    )
    assert decode(encode(record)) == record


@pytest.mark.parametrize(
    ("own", "manager", "flag"),
    [
        ("useq_as_q_mgr", "useq_local", QueueFlags.CLWL_USEQ_LOCAL),
        ("useq_as_q_mgr", "useq_any", QueueFlags.CLWL_USEQ_ANY),
        ("useq_local", "useq_any", QueueFlags.CLWL_USEQ_LOCAL),
        ("useq_any", "useq_local", QueueFlags.CLWL_USEQ_ANY),
    ],
)
def test_clwluseq_of_the_queue_manager(own: str, manager: str, flag: QueueFlags) -> None:
    values = {"cluster_name": "C", "cluster_workload_use_queue": own}
    record = record_for(
        "mq:LocalQueue", "Q", values, queue_manager_identifier="X", queue_manager_use_queue=manager
    )
    assert record is not None
    assert record.queue_flags == QueueFlags.LOCAL_Q | flag


@pytest.mark.parametrize(
    ("kind", "values", "expected"),
    [
        ("mq:AliasQueue", {"base_object_name": "Q"}, ClusterQueueType.ALIAS_Q),
        ("mq:RemoteQueue", {"remote_queue_name": "Q"}, ClusterQueueType.REMOTE_Q),
        ("mq:RemoteQueue", {"remote_queue_manager_name": "QM2"}, ClusterQueueType.Q_MGR_ALIAS),
    ],
)
def test_types_of_the_other_queues(
    kind: str, values: dict[str, str], expected: ClusterQueueType
) -> None:
    record = record_for(
        kind, "A", {**values, "cluster_namelist": "N"}, queue_manager_identifier="X", version=1
    )
    assert record is not None
    assert (record.queue_type, record.queue_flags) == (expected, QueueFlags.NONE)
    assert decode(encode(record)) == record


def test_no_record_without_cluster_and_none_of_a_model() -> None:
    assert record_for("mq:LocalQueue", "Q", {}, queue_manager_identifier="X") is None
    with pytest.raises(BadRecord, match="mq:ModelQueue"):
        record_for("mq:ModelQueue", "Q", {}, queue_manager_identifier="X")
