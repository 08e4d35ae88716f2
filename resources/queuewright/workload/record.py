"""MQWQR, the cluster workload queue record, in bytes and from a queue's attributes.

Versions 1, 2 and 3 have 13, 15 and 16 fields in 200, 208 and 212 bytes; integers are MQLONG (four
bytes), strings are padded with blanks. The catalogue has the constants of the queue's attributes;
MQCQT_ (queue types) and MQQF_ (flags) are only here.
"""

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum, IntFlag
from typing import Any, Literal

from queuewright.catalogue import ccsid as character_sets
from queuewright.catalogue.attribute import Attribute
from queuewright.catalogue.diagnostic import shown
from queuewright.catalogue.errors import QueuewrightError
from queuewright.mq.alias_queue import AliasQueueSpec
from queuewright.mq.local_queue import LocalQueueSpec
from queuewright.mq.remote_queue import RemoteQueueSpec

ByteOrder = Literal["big", "little"]

STRUC_ID = "WQR "
CURRENT_VERSION = 3  # docs/readings.md: MQWQR current version
LENGTHS: Mapping[int, int] = {1: 200, 2: 208, 3: 212}
_QUEUES = (LocalQueueSpec, AliasQueueSpec, RemoteQueueSpec)
# Fields of the record that say on which terms messages are sent to a cluster queue: its instances
# should have the same. Those that choose between instances may differ on purpose.
AGREED = ("default_bind", "default_persistence", "default_priority", "default_put_response")
CHOOSING = ("cluster_workload_queue_rank", "cluster_workload_queue_priority")


class ClusterQueueType(IntEnum):
    """QType of MQWQR: MQCQT_, which is not MQQT_."""

    LOCAL_Q = 1
    ALIAS_Q = 2
    REMOTE_Q = 3
    Q_MGR_ALIAS = 4


class QueueFlags(IntFlag):
    """QFlags of MQWQR: MQQF_. Other bits may be set by the queue manager, and are kept."""

    NONE = 0
    LOCAL_Q = 1
    CLWL_USEQ_ANY = 64
    CLWL_USEQ_LOCAL = 128


class BadRecord(QueuewrightError, ValueError):
    """Bytes that are not an MQWQR, or a value that it cannot hold. offset: in bytes, or None."""

    def __init__(self, text: str, offset: int | None = None) -> None:
        super().__init__(text if offset is None else f"offset {offset}: {text}")
        self.offset = offset


@dataclass(frozen=True, slots=True)
class WorkloadRecord:
    """The fields of MQWQR, attributes in the catalogue's names and values.

    cluster_record_offset: bytes from the start of the structure to its first MQWCR. Fields that
    `version` does not have are None.
    """

    queue_name: str
    queue_manager_identifier: str
    queue_type: ClusterQueueType
    queue_flags: QueueFlags = QueueFlags.NONE
    cluster_record_offset: int = 0
    queue_description: str = ""
    default_bind: str = "bind_on_open"
    default_persistence: str = "not_persistent"
    default_priority: int = 0
    inhibit_put: str = "put_allowed"
    cluster_workload_queue_priority: int | None = None
    cluster_workload_queue_rank: int | None = None
    default_put_response: str | None = None
    version: int = CURRENT_VERSION


@dataclass(frozen=True, slots=True)
class _RecordField:
    """A field of the structure: the document's name, ours, its offset, its length in bytes when
    it is a string, the version that introduced it, and the attribute whose constants it takes."""

    document: str
    name: str
    offset: int
    length: int | None = None
    since: int = 1

    @property
    def attribute(self) -> Attribute | None:
        return LocalQueueSpec.attributes().get(self.name)


FIELDS = (
    _RecordField("StrucId", "", 0, 4),
    _RecordField("Version", "version", 4),
    _RecordField("StrucLength", "", 8),
    _RecordField("QFlags", "queue_flags", 12),
    _RecordField("QName", "queue_name", 16, 48),
    _RecordField("QMgrIdentifier", "queue_manager_identifier", 64, 48),
    _RecordField("ClusterRecOffset", "cluster_record_offset", 112),
    _RecordField("QType", "queue_type", 116),
    _RecordField("QDesc", "queue_description", 120, 64),
    _RecordField("DefBind", "default_bind", 184),
    _RecordField("DefPersistence", "default_persistence", 188),
    _RecordField("DefPriority", "default_priority", 192),
    _RecordField("InhibitPut", "inhibit_put", 196),
    _RecordField("CLWLQueuePriority", "cluster_workload_queue_priority", 200, since=2),
    _RecordField("CLWLQueueRank", "cluster_workload_queue_rank", 204, since=2),
    _RecordField("DefPutResponse", "default_put_response", 208, since=3),
)


def decode(
    data: bytes, *, byte_order: ByteOrder | None = None, ccsid: int = 1208
) -> WorkloadRecord:
    """The record at the start of `data`; what follows it (MQWCR structures) is left alone.

    byte_order None: the one in which the version is known. Raises BadRecord with the offset.
    """
    _need(data, 0, 12)
    try:
        struc_id = character_sets.decode(data[:4], ccsid)
    except ValueError:
        struc_id = ""
    if struc_id != STRUC_ID:
        raise BadRecord(f"expected StrucId {STRUC_ID!r}, found {data[:4].hex()}", 0)
    order = byte_order or _byte_order(data)
    version = int.from_bytes(data[4:8], order, signed=True)
    if version not in LENGTHS:
        raise BadRecord(f"expected Version 1, 2 or 3, found {version}", 4)
    length = int.from_bytes(data[8:12], order, signed=True)
    if length != LENGTHS[version]:
        expected = LENGTHS[version]
        raise BadRecord(f"expected StrucLength {expected} for version {version}, found {length}", 8)
    _need(data, 0, length)
    return WorkloadRecord(
        **{
            field.name: _read(field, data, order, ccsid)
            for field in FIELDS
            if field.name and field.since <= version
        }
    )


def encode(record: WorkloadRecord, *, byte_order: ByteOrder = "big", ccsid: int = 1208) -> bytes:
    """The bytes of a record. Raises BadRecord for what does not fit."""
    if record.version not in LENGTHS:
        raise BadRecord(f"Version must be 1, 2 or 3, not {record.version}")
    own = {"StrucId": STRUC_ID, "StrucLength": LENGTHS[record.version]}
    return b"".join(
        _write(field, own.get(field.document) or getattr(record, field.name), byte_order, ccsid)
        for field in FIELDS
        if field.since <= record.version
    )


def record_for(
    kind: str,
    name: str,
    values: Mapping[str, Any],
    *,
    queue_manager_identifier: str,
    queue_manager_use_queue: str = "useq_local",
    cluster_record_offset: int = 0,
    version: int = CURRENT_VERSION,
) -> WorkloadRecord | None:
    """The record that a queue gives on its queue manager; None when it is in no cluster.

    values: the queue's attributes; what they leave out is as IBM ships it. A remote queue without
    remote queue name is a queue manager alias. queue_manager_use_queue: the queue manager's own
    CLWLUSEQ, for a queue that says "useq_as_q_mgr".
    """
    spec = next((queue for queue in _QUEUES if queue.kind == kind), None)
    if spec is None:
        kinds = ", ".join(queue.kind for queue in _QUEUES)
        raise BadRecord(f"{kind} {shown(name)} has no cluster workload record; {kinds} have")
    shipped = {queue: attribute.shipped for queue, attribute in spec.attributes().items()}
    resultant = {**shipped, **values}
    if not (resultant["cluster_name"] or resultant["cluster_namelist"]):
        return None
    flags = QueueFlags.NONE
    queue_type = ClusterQueueType.ALIAS_Q
    if spec is LocalQueueSpec:
        queue_type = ClusterQueueType.LOCAL_Q
        use = resultant["cluster_workload_use_queue"]
        if use == "useq_as_q_mgr":
            use = queue_manager_use_queue
        any_instance = use == "useq_any"
        flags = QueueFlags.LOCAL_Q
        flags |= QueueFlags.CLWL_USEQ_ANY if any_instance else QueueFlags.CLWL_USEQ_LOCAL
    elif spec is RemoteQueueSpec:
        named = bool(resultant["remote_queue_name"])
        queue_type = ClusterQueueType.REMOTE_Q if named else ClusterQueueType.Q_MGR_ALIAS
    own = {
        field.name: resultant[field.name]
        for field in FIELDS
        if field.attribute is not None and field.since <= version
    }
    return WorkloadRecord(
        queue_name=name,
        queue_manager_identifier=queue_manager_identifier,
        queue_type=queue_type,
        queue_flags=flags,
        cluster_record_offset=cluster_record_offset,
        version=version,
        **own,
    )


def _need(data: bytes, start: int, length: int) -> None:
    if len(data) < start + length:
        raise BadRecord(f"expected {length} bytes, found {len(data)}", len(data))


def _byte_order(data: bytes) -> ByteOrder:
    return "big" if int.from_bytes(data[4:8], "big") in LENGTHS else "little"


def _read(field: _RecordField, data: bytes, order: ByteOrder, ccsid: int) -> Any:
    raw = data[field.offset : field.offset + (field.length or 4)]
    if field.length is not None:
        try:
            text = character_sets.decode(raw, ccsid)
        except ValueError:
            message = f"{field.document} has bytes that mean nothing in CCSID {ccsid}: {raw.hex()}"
            raise BadRecord(message, field.offset) from None
        return text.split("\0", 1)[0].rstrip(" ")
    number = int.from_bytes(raw, order, signed=True)
    if field.document == "QFlags":
        return QueueFlags(number & 0xFFFF_FFFF)
    if field.document == "QType":
        if number not in list(ClusterQueueType):
            message = f"expected QType 1 to 4 (MQCQT_), found {number}"
            raise BadRecord(message, field.offset)
        return ClusterQueueType(number)
    if field.attribute is None or not field.attribute.choices:
        if limits := _passed(field, number):
            raise BadRecord(f"expected {field.document} {limits}, found {number}", field.offset)
        return number
    for choice in field.attribute.choices:
        if choice.number == number:
            return choice.value
    known = ", ".join(f"{c.number} ({c.constant})" for c in field.attribute.choices)
    raise BadRecord(f"expected {field.document} {known}, found {number}", field.offset)


def _passed(field: _RecordField, number: int) -> str:
    """The limits that a number does not keep, "" where it does: DefPriority is 0 to MaxPriority,
    which is 9."""
    attribute = field.attribute
    if attribute is None or attribute.minimum is None or attribute.maximum is None:
        return ""
    if attribute.minimum <= number <= attribute.maximum:
        return ""
    return f"{attribute.minimum} to {attribute.maximum}"


def _write(field: _RecordField, value: Any, order: ByteOrder, ccsid: int) -> bytes:
    if field.length is not None:
        try:
            data = character_sets.encode(value, ccsid)
        except UnicodeEncodeError:
            message = f"{field.document} {shown(value)} has a character that CCSID {ccsid} has not"
            raise BadRecord(message) from None
        if len(data) > field.length:
            message = f"{field.document} {shown(value)} has {len(data)} bytes in CCSID {ccsid}"
            raise BadRecord(f"{message}; the field holds {field.length}")
        return data + character_sets.encode(" ", ccsid) * (field.length - len(data))
    if value is None:
        raise BadRecord(f"{field.document} is needed from version {field.since} on; give it")
    if isinstance(value, str):
        chosen = field.attribute.choice(value) if field.attribute is not None else None
        if chosen is None or chosen.number is None:
            raise BadRecord(f"{field.document} has no value {shown(value)}")
        value = chosen.number
    elif limits := _passed(field, value):
        raise BadRecord(f"{field.document} must be {limits}, not {value}")
    mark = ">" if order == "big" else "<"
    try:
        # Flags may use the sign bit; every other field is a signed MQLONG.
        return struct.pack(f"{mark}I" if field.document == "QFlags" else f"{mark}i", value)
    except struct.error:
        raise BadRecord(f"{field.document} {shown(value)} does not fit four bytes") from None
