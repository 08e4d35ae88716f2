"""Attributes that local and model queues share: the attributes of a queue that holds messages."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

from queuewright.catalogue.commands import ClCommands, PcfCommands
from queuewright.catalogue.spec import Spec

from . import common_attributes as common
from . import local_attributes as local

_POSITIONS = (
    "TEXT PUTENBL DFTPTY DFTMSGPST PRCNAME TRGENBL GETENBL SHARE DFTSHARE MSGDLYSEQ HDNBKTCNT"
    " TRGTYPE TRGDEPTH TRGMSGPTY TRGDATA RTNITV MAXDEPTH MAXMSGLEN BKTTHLD BKTQNAME INITQNAME"
    " USAGE DFNTYPE TGTQNAME RMTQNAME RMTMQMNAME TMQNAME HIGHTHLD LOWTHLD FULLEVT HIGHEVT LOWEVT"
    " SRVITV SRVEVT DISTLIST CLUSTER CLUSNL DEFBIND CLWLRANK CLWLPRTY CLWLUSEQ MONQ STATQ ACCTQ"
    " NPMCLASS MSGREADAHD DFTPUTRESP PROPCTL TARGTYPE CUSTOM CLCHNAME - IMGRCOVQ"
)


def queue_pcf(constant: str, number: int) -> PcfCommands:
    """Of a type of queue: MQQT_LOCAL, 1."""
    return PcfCommands(
        object="Q",
        numbers={"CHANGE": 8, "COPY": 10, "CREATE": 11, "DELETE": 12, "INQUIRE": 13},
        name="QName",
        title="Queue",
        type_name="QType",
        type=("MQIA_Q_TYPE", constant, number),
        copied=(3001, 3002),
        attributes=1002,
    )


def queue_cl(special: str) -> ClCommands:
    """Of a type of queue: *LCL."""
    return ClCommands(
        create="CRTMQMQ",
        change="CHGMQMQ",
        copy="CPYMQMQ",
        delete="DLTMQMQ",
        name="QNAME",
        fixed=(("QTYPE", special),),
        positions={
            "CRTMQMQ": f"QNAME QTYPE MQMNAME REPLACE {_POSITIONS}",
            "CHGMQMQ": f"QNAME MQMNAME QTYPE FORCE {_POSITIONS}",
            "CPYMQMQ": f"FROMQ TOQ MQMNAME QTYPE REPLACE {_POSITIONS}",
            "DLTMQMQ": "QNAME MQMNAME",
        },
        copied=("FROMQ", "TOQ"),
        default="*SYSDFTQ",
    )


# Name and title of a program's module.
TRANSMISSION = ("transmission_queues", "Transmission queues")


class QueueSpec(Spec):
    """Attributes of every queue type. Sources: Change, Copy and Create Queue (PCF); CRTMQMQ."""

    namespace: ClassVar[str] = "queue"
    opened_as: ClassVar[str] = "QUEUE"

    name: Annotated[str, common.QUEUE_NAME]
    queue_description: Annotated[str | None, common.QUEUE_DESCRIPTION] = None
    inhibit_put: Annotated[str | None, common.INHIBIT_PUT] = None
    default_priority: Annotated[int | None, common.DEFAULT_PRIORITY] = None
    default_persistence: Annotated[str | None, common.DEFAULT_PERSISTENCE] = None
    default_put_response: Annotated[str | None, common.DEFAULT_PUT_RESPONSE] = None
    custom: Annotated[str | None, common.CUSTOM] = None
    queue_sharing_group_disposition: Annotated[
        str | None, common.QUEUE_SHARING_GROUP_DISPOSITION
    ] = None
    command_scope: Annotated[str | None, common.COMMAND_SCOPE] = None


class StoredQueueSpec(QueueSpec):
    """A local queue, or the model of one."""

    inhibit_get: Annotated[str | None, common.INHIBIT_GET] = None
    default_read_ahead: Annotated[str | None, common.DEFAULT_READ_AHEAD] = None
    property_control: Annotated[str | None, common.PROPERTY_CONTROL] = None
    max_queue_depth: Annotated[int | None, local.MAX_QUEUE_DEPTH] = None
    max_message_length: Annotated[int | None, local.MAX_MESSAGE_LENGTH] = None
    max_queue_file_size: Annotated[int | str | None, local.MAX_QUEUE_FILE_SIZE] = None
    usage: Annotated[str | None, local.USAGE] = None
    shareability: Annotated[str | None, local.SHAREABILITY] = None
    default_input_open_option: Annotated[str | None, local.DEFAULT_INPUT_OPEN_OPTION] = None
    message_delivery_sequence: Annotated[str | None, local.MESSAGE_DELIVERY_SEQUENCE] = None
    non_persistent_message_class: Annotated[str | None, local.NON_PERSISTENT_MESSAGE_CLASS] = None
    backout_threshold: Annotated[int | None, local.BACKOUT_THRESHOLD] = None
    backout_requeue_name: Annotated[str | None, local.BACKOUT_REQUEUE_NAME] = None
    harden_get_backout: Annotated[str | None, local.HARDEN_GET_BACKOUT] = None
    trigger_control: Annotated[str | None, local.TRIGGER_CONTROL] = None
    trigger_type: Annotated[str | None, local.TRIGGER_TYPE] = None
    trigger_depth: Annotated[int | None, local.TRIGGER_DEPTH] = None
    trigger_message_priority: Annotated[int | None, local.TRIGGER_MESSAGE_PRIORITY] = None
    trigger_data: Annotated[str | None, local.TRIGGER_DATA] = None
    process_name: Annotated[str | None, local.PROCESS_NAME] = None
    initiation_queue_name: Annotated[str | None, local.INITIATION_QUEUE_NAME] = None
    retention_interval: Annotated[int | None, local.RETENTION_INTERVAL] = None
    distribution_lists: Annotated[str | None, local.DISTRIBUTION_LISTS] = None
    queue_depth_high_limit: Annotated[int | None, local.QUEUE_DEPTH_HIGH_LIMIT] = None
    queue_depth_low_limit: Annotated[int | None, local.QUEUE_DEPTH_LOW_LIMIT] = None
    queue_depth_max_event: Annotated[str | None, local.QUEUE_DEPTH_MAX_EVENT] = None
    queue_depth_high_event: Annotated[str | None, local.QUEUE_DEPTH_HIGH_EVENT] = None
    queue_depth_low_event: Annotated[str | None, local.QUEUE_DEPTH_LOW_EVENT] = None
    queue_service_interval: Annotated[int | None, local.QUEUE_SERVICE_INTERVAL] = None
    queue_service_interval_event: Annotated[str | None, local.QUEUE_SERVICE_INTERVAL_EVENT] = None
    cluster_channel_name: Annotated[str | None, local.CLUSTER_CHANNEL_NAME] = None
    queue_monitoring: Annotated[str | None, local.QUEUE_MONITORING] = None
    queue_statistics: Annotated[str | None, local.QUEUE_STATISTICS] = None
    queue_accounting: Annotated[str | None, local.QUEUE_ACCOUNTING] = None
    image_recover_queue: Annotated[str | None, local.IMAGE_RECOVER_QUEUE] = None
    stream_queue: Annotated[str | None, local.STREAM_QUEUE] = None
    stream_queue_service: Annotated[str | None, local.STREAM_QUEUE_SERVICE] = None
    coupling_facility_structure: Annotated[str | None, local.COUPLING_FACILITY_STRUCTURE] = None
    storage_class: Annotated[str | None, local.STORAGE_CLASS] = None
    index_type: Annotated[str | None, local.INDEX_TYPE] = None

    @classmethod
    def names_nothing(cls, values: Mapping[str, Any], system: str) -> tuple[str, ...]:
        """CFStructure: of a queue that is not shared "the value of CFStructure does not matter"."""
        is_shared = values.get("queue_sharing_group_disposition") == "shared"
        is_shared = is_shared or values.get("definition_type") == "shared_dynamic"
        return () if is_shared else ("coupling_facility_structure",)
