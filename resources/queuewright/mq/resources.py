"""The resources of IBM MQ, written from the specs by
`python -m queuewright.program.generate`: change the specs, never this file.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, Required, TypedDict, Unpack

from pulumi import Input, Output, ResourceOptions

from queuewright.program.handles import QueueManager
from queuewright.program.resource import QueueResource


class _SystemKeywords(TypedDict, total=False):
    system: Required[str | QueueManager]
    """The queue manager: a handle or its name."""
    force: Literal["never", "when-needed"] | None
    """Whether FORCE may be used for a change that needs it (Change Queue (PCF) Force). 'never',
    'when-needed'; default 'never'."""
    on_delete: Literal["refuse-if-in-use", "purge", "retain"] | None
    """How a delete treats an object that is open or has messages. 'refuse-if-in-use', 'purge',
    'retain'; default 'refuse-if-in-use'."""
    adopt: Literal["never", "matching", "any"] | None
    """Whether an object that exists already is taken over. 'never', 'matching', 'any'; default
    'matching'."""
    opts: ResourceOptions | None
    """Pulumi's own options."""


class _QueueSharingGroupDispositionKeywords(_SystemKeywords, total=False):
    queue_sharing_group_disposition: (
        Input[Literal["q_mgr", "copy", "shared", "group", "private"]] | None
    )
    """Disposition of the object within the group (MQSC QSGDISP). 'q_mgr', 'copy', 'shared',
    'group', 'private'. Ships as 'q_mgr'. Only on zos. Changing it replaces the object. Source: IBM
    MQ, Change Queue (PCF): QSGDisposition."""
    command_scope: Input[str] | None
    """Command scope (MQSC CMDSCOPE). At most 4 bytes. Only on zos. Source: IBM MQ, Change Queue
    (PCF): CommandScope."""


class _NameKeywords(_QueueSharingGroupDispositionKeywords, total=False):
    name: Input[str] | None
    """Queue name. At most 48 bytes. Changing it replaces the object. Source: IBM MQ, Change Queue
    (PCF): QName; IBM i, CRTMQMQ: QNAME. Default: the resource name."""
    queue_description: Input[str] | None
    """Queue description (MQSC DESCR). At most 64 bytes. Ships as ''. Source: IBM MQ, Change Queue
    (PCF): QDesc; IBM i, CRTMQMQ: TEXT."""
    inhibit_put: Input[Literal["put_allowed", "put_inhibited"]] | None
    """Put operations are allowed or inhibited (MQSC PUT). 'put_allowed', 'put_inhibited'. Ships as
    'put_allowed'. Source: IBM MQ, Change Queue (PCF): InhibitPut; IBM i, CRTMQMQ: PUTENBL."""
    default_priority: Input[int] | None
    """Default priority (MQSC DEFPRTY). 0 to 9. Ships as 0. Source: IBM MQ, Change Queue (PCF):
    DefPriority; IBM i, CRTMQMQ: DFTPTY."""
    default_persistence: Input[Literal["not_persistent", "persistent"]] | None
    """Default persistence (MQSC DEFPSIST). 'not_persistent', 'persistent'. Ships as
    'not_persistent'. Source: IBM MQ, Change Queue (PCF): DefPersistence; IBM i, CRTMQMQ:
    DFTMSGPST."""
    default_put_response: Input[Literal["sync_response", "async_response"]] | None
    """Default put response type definition (MQSC DEFPRESP). 'sync_response', 'async_response'.
    Ships as 'sync_response'. Source: IBM MQ, Change Queue (PCF): DefaultPutResponse; IBM i,
    CRTMQMQ: DFTPUTRESP."""
    custom: Input[str] | None
    """Custom attribute for new features (MQSC CUSTOM). At most 128 bytes. Ships as ''. Source: IBM
    MQ, Change Queue (PCF): Custom; IBM i, CRTMQMQ: CUSTOM."""


class _InhibitGetKeywords(_NameKeywords, total=False):
    inhibit_get: Input[Literal["get_allowed", "get_inhibited"]] | None
    """Get operations are allowed or inhibited (MQSC GET). 'get_allowed', 'get_inhibited'. Ships as
    'get_allowed'. Source: IBM MQ, Change Queue (PCF): InhibitGet; IBM i, CRTMQMQ: GETENBL."""
    default_read_ahead: Input[Literal["no", "yes", "disabled"]] | None
    """Default read ahead (MQSC DEFREADA). 'no', 'yes', 'disabled'. Ships as 'no'. Source: IBM MQ,
    Change Queue (PCF): DefReadAhead; IBM i, CRTMQMQ: MSGREADAHD."""
    property_control: (
        Input[Literal["compatibility", "none", "all", "force_mqrfh2", "v6compat"]] | None
    )
    """Property control (MQSC PROPCTL). 'compatibility', 'none', 'all', 'force_mqrfh2', 'v6compat'.
    Ships as 'compatibility'. Source: IBM MQ, Change Queue (PCF): PropertyControl; IBM i, CRTMQMQ:
    PROPCTL."""


class _ScopeKeywords(_NameKeywords, total=False):
    scope: Input[Literal["q_mgr", "cell"]] | None
    """Scope of the queue definition (MQSC SCOPE). 'q_mgr', 'cell'. Ships as 'q_mgr'. Only on aix,
    ibmi, linux, other-unix, windows. Source: IBM MQ, Change Queue (PCF): Scope."""
    cluster_name: Input[str] | Cluster | None
    """Cluster name (MQSC CLUSTER). At most 48 bytes. Ships as ''. The name of, or the resource
    that is, mq:Cluster. Source: IBM MQ, Change Queue (PCF): ClusterName; IBM i, CRTMQMQ:
    CLUSTER."""
    cluster_namelist: Input[str] | Namelist | None
    """Cluster namelist (MQSC CLUSNL). At most 48 bytes. Ships as ''. The name of, or the resource
    that is, mq:Namelist. Source: IBM MQ, Change Queue (PCF): ClusterNamelist; IBM i, CRTMQMQ:
    CLUSNL."""
    default_bind: Input[Literal["bind_on_open", "bind_not_fixed", "bind_on_group"]] | None
    """Bind definition (MQSC DEFBIND). 'bind_on_open', 'bind_not_fixed', 'bind_on_group'. Ships as
    'bind_on_open'. Source: IBM MQ, Change Queue (PCF): DefBind; IBM i, CRTMQMQ: DEFBIND."""
    cluster_workload_queue_priority: Input[int] | None
    """Cluster workload queue priority (MQSC CLWLPRTY). 0 to 9. Ships as 0. Source: IBM MQ, Change
    Queue (PCF): CLWLQueuePriority; IBM i, CRTMQMQ: CLWLPRTY."""
    cluster_workload_queue_rank: Input[int] | None
    """Cluster workload queue rank (MQSC CLWLRANK). 0 to 9. Ships as 0. Source: IBM MQ, Change
    Queue (PCF): CLWLQueueRank; IBM i, CRTMQMQ: CLWLRANK."""


class _MaxQueueDepthKeywords(_InhibitGetKeywords, total=False):
    max_queue_depth: Input[int] | None
    """Maximum queue depth (MQSC MAXDEPTH). 0 to 999999999 messages. Ships as 5000. Source: IBM MQ,
    Change Queue (PCF): MaxQDepth; IBM i, CRTMQMQ: MAXDEPTH."""
    max_message_length: Input[int] | None
    """Maximum message length (MQSC MAXMSGL). 0 to 104857600 bytes. Ships as 4194304. Source: IBM
    MQ, Change Queue (PCF): MaxMsgLength; IBM i, CRTMQMQ: MAXMSGLEN."""
    max_queue_file_size: Input[int | Literal["default"]] | None
    """Maximum queue file size (MQSC MAXFSIZE). 20 to 267386880 megabytes. 'default'. Ships as
    'default'. Only on aix, ibmi, linux, other-unix, windows. From command level 920. Source: IBM
    MQ, Change Queue (PCF): MaxQFileSize."""
    message_delivery_sequence: Input[Literal["priority", "fifo"]] | None
    """Messages are delivered in priority order or sequence (MQSC MSGDLVSQ). 'priority', 'fifo'.
    Ships as 'priority'. Source: IBM MQ, Change Queue (PCF): MsgDeliverySequence; IBM i, CRTMQMQ:
    MSGDLYSEQ."""
    non_persistent_message_class: Input[Literal["class_normal", "class_high"]] | None
    """The level of reliability of non-persistent messages (MQSC NPMCLASS). 'class_normal',
    'class_high'. Ships as 'class_normal'. Only on aix, ibmi, linux, other-unix, windows. Source:
    IBM MQ, Change Queue (PCF): NonPersistentMessageClass; IBM i, CRTMQMQ: NPMCLASS."""
    backout_threshold: Input[int] | None
    """Backout threshold (MQSC BOTHRESH). 0 to 999999999. Ships as 0. Source: IBM MQ, Change Queue
    (PCF): BackoutThreshold; IBM i, CRTMQMQ: BKTTHLD."""
    backout_requeue_name: Input[str] | LocalQueue | AliasQueue | RemoteQueue | None
    """Excessive backout requeue name (MQSC BOQNAME). At most 48 bytes. Ships as ''. The name of,
    or the resource that is, mq:LocalQueue, mq:AliasQueue, mq:RemoteQueue. Source: IBM MQ, Change
    Queue (PCF): BackoutRequeueName; IBM i, CRTMQMQ: BKTQNAME."""
    harden_get_backout: Input[Literal["backout_not_hardened", "backout_hardened"]] | None
    """Harden the backout count, or not (MQSC HARDENBO). 'backout_not_hardened',
    'backout_hardened'. Ships as 'backout_hardened'. Source: IBM MQ, Change Queue (PCF):
    HardenGetBackout; IBM i, CRTMQMQ: HDNBKTCNT."""
    trigger_control: Input[Literal["off", "on"]] | None
    """Trigger control (MQSC TRIGGER). 'off', 'on'. Ships as 'off'. Source: IBM MQ, Change Queue
    (PCF): TriggerControl; IBM i, CRTMQMQ: TRGENBL."""
    trigger_type: Input[Literal["none", "first", "every", "depth"]] | None
    """Trigger type (MQSC TRIGTYPE). 'none', 'first', 'every', 'depth'. Ships as 'first'. Source:
    IBM MQ, Change Queue (PCF): TriggerType; IBM i, CRTMQMQ: TRGTYPE."""
    trigger_depth: Input[int] | None
    """Trigger depth (MQSC TRIGDPTH). 1 to 999999999 messages. Ships as 1. Source: IBM MQ, Change
    Queue (PCF): TriggerDepth; IBM i, CRTMQMQ: TRGDEPTH."""
    trigger_message_priority: Input[int] | None
    """Threshold message priority for triggers (MQSC TRIGMPRI). 0 to 9. Ships as 0. Source: IBM MQ,
    Change Queue (PCF): TriggerMsgPriority; IBM i, CRTMQMQ: TRGMSGPTY."""
    trigger_data: Input[str] | None
    """Trigger data (MQSC TRIGDATA). At most 64 bytes. Ships as ''. Source: IBM MQ, Change Queue
    (PCF): TriggerData; IBM i, CRTMQMQ: TRGDATA."""
    process_name: Input[str] | Process | None
    """Name of process definition for the queue (MQSC PROCESS). At most 48 bytes. Ships as ''. The
    name of, or the resource that is, mq:Process. Source: IBM MQ, Change Queue (PCF): ProcessName;
    IBM i, CRTMQMQ: PRCNAME."""
    initiation_queue_name: Input[str] | LocalQueue | None
    """Initiation queue name (MQSC INITQ). At most 48 bytes. Ships as ''. The name of, or the
    resource that is, mq:LocalQueue. Source: IBM MQ, Change Queue (PCF): InitiationQName; IBM i,
    CRTMQMQ: INITQNAME."""
    retention_interval: Input[int] | None
    """Retention interval (MQSC RETINTVL). 0 to 999999999 hours. Ships as 999999999. Source: IBM
    MQ, Change Queue (PCF): RetentionInterval; IBM i, CRTMQMQ: RTNITV."""
    distribution_lists: Input[Literal["not_supported", "supported"]] | None
    """Distribution list support (MQSC DISTL). 'not_supported', 'supported'. Ships as
    'not_supported'. Only on aix, ibmi, linux, other-unix, windows. Source: IBM MQ, Change Queue
    (PCF): DistLists; IBM i, CRTMQMQ: DISTLIST."""
    queue_depth_high_limit: Input[int] | None
    """High limit for queue depth (MQSC QDEPTHHI). 0 to 100 % of the maximum queue depth. Ships as
    80. Source: IBM MQ, Change Queue (PCF): QDepthHighLimit; IBM i, CRTMQMQ: HIGHTHLD."""
    queue_depth_low_limit: Input[int] | None
    """Low limit for queue depth (MQSC QDEPTHLO). 0 to 100 % of the maximum queue depth. Ships as
    20. Source: IBM MQ, Change Queue (PCF): QDepthLowLimit; IBM i, CRTMQMQ: LOWTHLD."""
    queue_depth_max_event: Input[Literal["disabled", "enabled"]] | None
    """Controls whether Queue Full events are generated (MQSC QDPMAXEV). 'disabled', 'enabled'.
    Ships as 'enabled'. Source: IBM MQ, Change Queue (PCF): QDepthMaxEvent; IBM i, CRTMQMQ:
    FULLEVT."""
    queue_depth_high_event: Input[Literal["disabled", "enabled"]] | None
    """Controls whether Queue Depth High events are generated (MQSC QDPHIEV). 'disabled',
    'enabled'. Ships as 'disabled'. Source: IBM MQ, Change Queue (PCF): QDepthHighEvent; IBM i,
    CRTMQMQ: HIGHEVT."""
    queue_depth_low_event: Input[Literal["disabled", "enabled"]] | None
    """Controls whether Queue Depth Low events are generated (MQSC QDPLOEV). 'disabled', 'enabled'.
    Ships as 'disabled'. Source: IBM MQ, Change Queue (PCF): QDepthLowEvent; IBM i, CRTMQMQ:
    LOWEVT."""
    queue_service_interval: Input[int] | None
    """Target for queue service interval (MQSC QSVCINT). 0 to 999999999 milliseconds. Ships as
    999999999. Source: IBM MQ, Change Queue (PCF): QServiceInterval; IBM i, CRTMQMQ: SRVITV."""
    queue_service_interval_event: Input[Literal["none", "high", "ok"]] | None
    """Controls whether Service Interval High or OK events are generated (MQSC QSVCIEV). 'none',
    'high', 'ok'. Ships as 'none'. Source: IBM MQ, Change Queue (PCF): QServiceIntervalEvent; IBM
    i, CRTMQMQ: SRVEVT."""
    cluster_channel_name: Input[str] | ClusterSenderChannel | None
    """Cluster-sender channel name (MQSC CLCHNAME). At most 20 bytes. Ships as ''. The name of, or
    the resource that is, mq:ClusterSenderChannel. From command level 750. Source: IBM MQ, Change
    Queue (PCF): ClusterChannelName; IBM i, CRTMQMQ: CLCHNAME."""
    queue_monitoring: Input[Literal["off", "q_mgr", "low", "medium", "high"]] | None
    """Online monitoring data collection (MQSC MONQ). 'off', 'q_mgr', 'low', 'medium', 'high'.
    Ships as 'q_mgr'. Source: IBM MQ, Change Queue (PCF): QueueMonitoring; IBM i, CRTMQMQ: MONQ."""
    queue_statistics: Input[Literal["q_mgr", "off", "on"]] | None
    """Statistics data collection (MQSC STATQ). 'q_mgr', 'off', 'on'. Ships as 'q_mgr'. Only on
    aix, ibmi, linux, windows. Source: IBM MQ, Change Queue (PCF): QueueStatistics; IBM i, CRTMQMQ:
    STATQ."""
    queue_accounting: Input[Literal["q_mgr", "off", "on"]] | None
    """Accounting data collection (MQSC ACCTQ). 'q_mgr', 'off', 'on'. Ships as 'q_mgr'. Source: IBM
    MQ, Change Queue (PCF): QueueAccounting; IBM i, CRTMQMQ: ACCTQ."""
    image_recover_queue: Input[Literal["no", "yes", "as_q_mgr"]] | None
    """Whether the queue is recoverable from a media image (MQSC IMGRCOVQ). 'no', 'yes',
    'as_q_mgr'. Ships as 'as_q_mgr'. Only on aix, ibmi, linux, other-unix, windows. From command
    level 902. Source: IBM MQ, Change Queue (PCF): ImageRecoverQueue; IBM i, CRTMQMQ: IMGRCOVQ."""
    stream_queue: Input[str] | LocalQueue | AliasQueue | RemoteQueue | None
    """Name of the streaming queue (MQSC STREAMQ). At most 48 bytes. Ships as ''. The name of, or
    the resource that is, mq:LocalQueue, mq:AliasQueue, mq:RemoteQueue. Only on aix, ibmi, linux,
    other-unix, windows. From command level 923. Source: IBM MQ, Change Queue (PCF): StreamQ."""
    stream_queue_service: Input[Literal["best_effort", "must_dup"]] | None
    """Quality of service used when delivering messages to StreamQ (MQSC STRMQOS). 'best_effort',
    'must_dup'. Ships as 'best_effort'. Only on aix, ibmi, linux, other-unix, windows. From command
    level 923. Source: IBM MQ, Change Queue (PCF): StreamQService."""
    storage_class: Input[str] | None
    """Storage class (MQSC STGCLASS). At most 8 bytes. Ships as 'DEFAULT'. Only on zos. Source: IBM
    MQ, Change Queue (PCF): StorageClass."""
    index_type: Input[Literal["none", "msg_id", "correl_id", "msg_token", "group_id"]] | None
    """Index type (MQSC INDXTYPE). 'none', 'msg_id', 'correl_id', 'msg_token', 'group_id'. Ships as
    'none'. Only on zos. Source: IBM MQ, Change Queue (PCF): IndexType."""


class _ChannelDescriptionKeywords(_SystemKeywords, total=False):
    name: Input[str] | None
    """Channel name. At most 20 bytes. Changing it replaces the object. Source: IBM MQ, Change
    Channel (PCF): ChannelName; IBM i, CRTMQMCHL: CHLNAME. Default: the resource name."""
    channel_description: Input[str] | None
    """Channel description (MQSC DESCR). At most 64 bytes. Ships as ''. Source: IBM MQ, Change
    Channel (PCF): ChannelDesc; IBM i, CRTMQMCHL: TEXT."""
    cluster_name: Input[str] | Cluster | None
    """Cluster name (MQSC CLUSTER). At most 48 bytes. Ships as ''. The name of, or the resource
    that is, mq:Cluster. Source: IBM MQ, Change Channel (PCF): ClusterName; IBM i, CRTMQMCHL:
    CLUSTER."""
    cluster_namelist: Input[str] | Namelist | None
    """Cluster namelist (MQSC CLUSNL). At most 48 bytes. Ships as ''. The name of, or the resource
    that is, mq:Namelist. Source: IBM MQ, Change Channel (PCF): ClusterNamelist; IBM i, CRTMQMCHL:
    CLUSNL."""
    connection_name: Input[str] | None
    """Connection name (MQSC CONNAME). At most 264 bytes. Ships as ''. Source: IBM MQ, Change
    Channel (PCF): ConnectionName; IBM i, CRTMQMCHL: CONNAME."""
    transport_type: Input[Literal["lu62", "tcp", "netbios", "spx"]] | None
    """Transmission protocol type (MQSC TRPTYPE). 'lu62', 'tcp', 'netbios', 'spx'. Ships as 'tcp'.
    Source: IBM MQ, Change Channel (PCF): TransportType; IBM i, CRTMQMCHL: TRPTYPE."""
    local_address: Input[str] | None
    """Local communications address (MQSC LOCLADDR). At most 48 bytes. Ships as ''. Source: IBM MQ,
    Change Channel (PCF): LocalAddress; IBM i, CRTMQMCHL: LOCLADDR."""
    batch_size: Input[int] | None
    """Batch size (MQSC BATCHSZ). 1 to 9999. Ships as 50. Source: IBM MQ, Change Channel (PCF):
    BatchSize; IBM i, CRTMQMCHL: BATCHSIZE."""
    batch_interval: Input[int] | None
    """Batch interval in milliseconds (MQSC BATCHINT). 0 to 999999999. Ships as 0. Source: IBM MQ,
    Change Channel (PCF): BatchInterval; IBM i, CRTMQMCHL: BATCHINT."""
    batch_heartbeat: Input[int] | None
    """Batch heartbeat interval in milliseconds (MQSC BATCHHB). 0 to 999999999. Ships as 0. Source:
    IBM MQ, Change Channel (PCF): BatchHeartbeat; IBM i, CRTMQMCHL: BATCHHB."""
    batch_data_limit: Input[int] | None
    """Batch data limit in kilobytes (MQSC BATCHLIM). 0 to 999999. Ships as 5000. Source: IBM MQ,
    Change Channel (PCF): BatchDataLimit; IBM i, CRTMQMCHL: BATCHLIM."""
    disconnect_interval: Input[int] | None
    """Disconnect interval (MQSC DISCINT). 0 to 999999 seconds. Ships as 6000. Source: IBM MQ,
    Change Channel (PCF): DiscInterval; IBM i, CRTMQMCHL: DSCITV."""
    short_retry_count: Input[int] | None
    """Short retry count (MQSC SHORTRTY). 0 to 999999999. Ships as 10. Source: IBM MQ, Change
    Channel (PCF): ShortRetryCount; IBM i, CRTMQMCHL: SHORTRTY."""
    short_retry_interval: Input[int] | None
    """Short retry interval (MQSC SHORTTMR). 0 to 999999999 seconds. Ships as 60. Source: IBM MQ,
    Change Channel (PCF): ShortRetryInterval; IBM i, CRTMQMCHL: SHORTTMR."""
    long_retry_count: Input[int] | None
    """Long retry count (MQSC LONGRTY). 0 to 999999999. Ships as 999999999. Source: IBM MQ, Change
    Channel (PCF): LongRetryCount; IBM i, CRTMQMCHL: LONGRTY."""
    long_retry_interval: Input[int] | None
    """Long retry interval (MQSC LONGTMR). 0 to 999999999 seconds. Ships as 1200. Source: IBM MQ,
    Change Channel (PCF): LongRetryInterval; IBM i, CRTMQMCHL: LONGTMR."""
    heartbeat_interval: Input[int] | None
    """Heartbeat interval (MQSC HBINT). 0 to 999999 seconds. Ships as 300. Source: IBM MQ, Change
    Channel (PCF): HeartbeatInterval; IBM i, CRTMQMCHL: HRTBTINTVL."""
    keep_alive_interval: Input[int | Literal["auto"]] | None
    """Keep alive interval (MQSC KAINT). 0 to 99999 seconds. 'auto'. Ships as 'auto'. Source: IBM
    MQ, Change Channel (PCF): KeepAliveInterval; IBM i, CRTMQMCHL: KAINT."""
    max_message_length: Input[int] | None
    """Maximum message length in bytes (MQSC MAXMSGL). 0 to 104857600. Ships as 4194304. Source:
    IBM MQ, Change Channel (PCF): MaxMsgLength; IBM i, CRTMQMCHL: MAXMSGLEN."""
    sequence_number_wrap: Input[int] | None
    """Sequence wrap number (MQSC SEQWRAP). 100 to 999999999. Ships as 999999999. Source: IBM MQ,
    Change Channel (PCF): SeqNumberWrap; IBM i, CRTMQMCHL: SEQNUMWRAP."""
    non_persistent_message_speed: Input[Literal["normal", "fast"]] | None
    """Speed at which non-persistent messages are to be sent (MQSC NPMSPEED). 'normal', 'fast'.
    Ships as 'fast'. Source: IBM MQ, Change Channel (PCF): NonPersistentMsgSpeed; IBM i, CRTMQMCHL:
    NPMSPEED."""
    data_conversion: Input[Literal["no_sender_conversion", "sender_conversion"]] | None
    """Whether the sender must convert application data (MQSC CONVERT). 'no_sender_conversion',
    'sender_conversion'. Ships as 'no_sender_conversion'. Source: IBM MQ, Change Channel (PCF):
    DataConversion; IBM i, CRTMQMCHL: CVTMSG."""
    mca_user_identifier: Input[str] | None
    """Message channel agent user identifier (MQSC MCAUSER). At most 64 bytes. Ships as ''. Source:
    IBM MQ, Change Channel (PCF): MCAUserIdentifier; IBM i, CRTMQMCHL: MCAUSRID."""
    mca_type: Input[Literal["process", "thread"]] | None
    """Message channel agent type (MQSC MCATYPE). 'process', 'thread'. Ships as 'thread'. Source:
    IBM MQ, Change Channel (PCF): MCAType; IBM i, CRTMQMCHL: MCATYPE."""
    ssl_cipher_specification: Input[str] | None
    """CipherSpec (MQSC SSLCIPH). At most 32 bytes. Ships as ''. Source: IBM MQ, Change Channel
    (PCF): SSLCipherSpec; IBM i, CRTMQMCHL: SSLCIPH."""
    ssl_peer_name: Input[str] | None
    """TLS peer name (MQSC SSLPEER). At most 1024 bytes. Ships as ''. Source: IBM MQ, Change
    Channel (PCF): SSLPeerName; IBM i, CRTMQMCHL: SSLPEER."""
    certificate_label: Input[str] | None
    """Certificate label (MQSC CERTLABL). At most 64 bytes. Ships as ''. From command level 800.
    Source: IBM MQ, Change Channel (PCF): CertificateLabel; IBM i, CRTMQMCHL: CERTLABL."""
    cluster_workload_channel_priority: Input[int] | None
    """Channel priority for cluster workload distribution (MQSC CLWLPRTY). 0 to 9. Ships as 0.
    Source: IBM MQ, Change Channel (PCF): CLWLChannelPriority; IBM i, CRTMQMCHL: CLWLPRTY."""
    cluster_workload_channel_rank: Input[int] | None
    """Channel rank for cluster workload distribution (MQSC CLWLRANK). 0 to 9. Ships as 0. Source:
    IBM MQ, Change Channel (PCF): CLWLChannelRank; IBM i, CRTMQMCHL: CLWLRANK."""
    cluster_workload_channel_weight: Input[int] | None
    """Channel weighting for cluster workload distribution (MQSC CLWLWGHT). 1 to 99. Ships as 50.
    Source: IBM MQ, Change Channel (PCF): CLWLChannelWeight; IBM i, CRTMQMCHL: CLWLWGHT."""
    property_control: Input[Literal["compatibility", "none", "all"]] | None
    """Property control (MQSC PROPCTL). 'compatibility', 'none', 'all'. Ships as 'compatibility'.
    Source: IBM MQ, Change Channel (PCF): PropertyControl; IBM i, CRTMQMCHL: PROPCTL."""
    channel_monitoring: Input[Literal["off", "q_mgr", "low", "medium", "high"]] | None
    """Online monitoring data collection (MQSC MONCHL). 'off', 'q_mgr', 'low', 'medium', 'high'.
    Ships as 'q_mgr'. Source: IBM MQ, Change Channel (PCF): ChannelMonitoring; IBM i, CRTMQMCHL:
    MONCHL."""
    channel_statistics: Input[Literal["off", "q_mgr", "low", "medium", "high"]] | None
    """Statistics data collection (MQSC STATCHL). 'off', 'q_mgr', 'low', 'medium', 'high'. Ships as
    'q_mgr'. Source: IBM MQ, Change Channel (PCF): ChannelStatistics; IBM i, CRTMQMCHL: STATCHL."""


class _QueueSharingGroupDispositionOutputs:
    if TYPE_CHECKING:
        queue_sharing_group_disposition: Output[
            Literal["q_mgr", "copy", "shared", "group", "private"] | None
        ]
        command_scope: Output[str | None]


class _ClusterNameOutputs:
    if TYPE_CHECKING:
        cluster_name: Output[str]
        cluster_namelist: Output[str]


class _QueueDescriptionOutputs(_QueueSharingGroupDispositionOutputs):
    if TYPE_CHECKING:
        queue_description: Output[str]
        inhibit_put: Output[Literal["put_allowed", "put_inhibited"]]
        default_priority: Output[int]
        default_persistence: Output[Literal["not_persistent", "persistent"]]
        default_put_response: Output[Literal["sync_response", "async_response"]]
        custom: Output[str]


class _InhibitGetOutputs(_QueueDescriptionOutputs):
    if TYPE_CHECKING:
        inhibit_get: Output[Literal["get_allowed", "get_inhibited"]]
        default_read_ahead: Output[Literal["no", "yes", "disabled"]]
        property_control: Output[
            Literal["compatibility", "none", "all", "force_mqrfh2", "v6compat"]
        ]


class _ScopeOutputs(_ClusterNameOutputs, _QueueDescriptionOutputs):
    if TYPE_CHECKING:
        scope: Output[Literal["q_mgr", "cell"] | None]
        default_bind: Output[Literal["bind_on_open", "bind_not_fixed", "bind_on_group"]]
        cluster_workload_queue_priority: Output[int]
        cluster_workload_queue_rank: Output[int]


class _MaxQueueDepthOutputs(_InhibitGetOutputs):
    if TYPE_CHECKING:
        max_queue_depth: Output[int]
        max_queue_file_size: Output[int | Literal["default"] | None]
        usage: Output[Literal["normal", "transmission"]]
        shareability: Output[Literal["not_shareable", "shareable"]]
        default_input_open_option: Output[Literal["input_shared", "input_exclusive"]]
        message_delivery_sequence: Output[Literal["priority", "fifo"]]
        non_persistent_message_class: Output[Literal["class_normal", "class_high"] | None]
        backout_threshold: Output[int]
        backout_requeue_name: Output[str]
        harden_get_backout: Output[Literal["backout_not_hardened", "backout_hardened"]]
        trigger_control: Output[Literal["off", "on"]]
        trigger_type: Output[Literal["none", "first", "every", "depth"]]
        trigger_depth: Output[int]
        trigger_message_priority: Output[int]
        trigger_data: Output[str]
        process_name: Output[str]
        initiation_queue_name: Output[str]
        retention_interval: Output[int]
        distribution_lists: Output[Literal["not_supported", "supported"] | None]
        queue_depth_high_limit: Output[int]
        queue_depth_low_limit: Output[int]
        queue_depth_max_event: Output[Literal["disabled", "enabled"]]
        queue_depth_high_event: Output[Literal["disabled", "enabled"]]
        queue_depth_low_event: Output[Literal["disabled", "enabled"]]
        queue_service_interval: Output[int]
        queue_service_interval_event: Output[Literal["none", "high", "ok"]]
        cluster_channel_name: Output[str | None]
        queue_monitoring: Output[Literal["off", "q_mgr", "low", "medium", "high"]]
        queue_statistics: Output[Literal["q_mgr", "off", "on"] | None]
        queue_accounting: Output[Literal["q_mgr", "off", "on"]]
        image_recover_queue: Output[Literal["no", "yes", "as_q_mgr"] | None]
        stream_queue: Output[str | None]
        stream_queue_service: Output[Literal["best_effort", "must_dup"] | None]
        coupling_facility_structure: Output[str | None]
        storage_class: Output[str | None]
        index_type: Output[Literal["none", "msg_id", "correl_id", "msg_token", "group_id"] | None]


class _ChannelDescriptionOutputs(_ClusterNameOutputs):
    if TYPE_CHECKING:
        channel_description: Output[str]
        connection_name: Output[str]
        transport_type: Output[Literal["lu62", "tcp", "netbios", "spx"]]
        local_address: Output[str]
        batch_size: Output[int]
        batch_interval: Output[int]
        batch_heartbeat: Output[int]
        batch_data_limit: Output[int]
        disconnect_interval: Output[int]
        short_retry_count: Output[int]
        short_retry_interval: Output[int]
        long_retry_count: Output[int]
        long_retry_interval: Output[int]
        heartbeat_interval: Output[int]
        keep_alive_interval: Output[int | Literal["auto"]]
        sequence_number_wrap: Output[int]
        non_persistent_message_speed: Output[Literal["normal", "fast"]]
        data_conversion: Output[Literal["no_sender_conversion", "sender_conversion"]]
        mca_user_identifier: Output[str]
        mca_type: Output[Literal["process", "thread"]]
        ssl_cipher_specification: Output[str]
        ssl_peer_name: Output[str]
        certificate_label: Output[str | None]
        cluster_workload_channel_priority: Output[int]
        cluster_workload_channel_rank: Output[int]
        cluster_workload_channel_weight: Output[int]
        property_control: Output[Literal["compatibility", "none", "all"]]
        channel_monitoring: Output[Literal["off", "q_mgr", "low", "medium", "high"]]
        channel_statistics: Output[Literal["off", "q_mgr", "low", "medium", "high"]]


class _LocalQueueKeywords(_ScopeKeywords, _MaxQueueDepthKeywords, total=False):
    usage: Input[Literal["normal", "transmission"]] | None
    """Usage (MQSC USAGE). 'normal', 'transmission'. Ships as 'normal'. Changing it needs FORCE
    while the object is in use. Source: IBM MQ, Change Queue (PCF): Usage; IBM i, CRTMQMQ:
    USAGE."""
    shareability: Input[Literal["not_shareable", "shareable"]] | None
    """The queue can be shared, or not (MQSC SHARE). 'not_shareable', 'shareable'. Ships as
    'shareable'. Changing it needs FORCE while the object is in use. Source: IBM MQ, Change Queue
    (PCF): Shareability; IBM i, CRTMQMQ: SHARE."""
    default_input_open_option: Input[Literal["input_shared", "input_exclusive"]] | None
    """Default input open option (MQSC DEFSOPT). 'input_shared', 'input_exclusive'. Ships as
    'input_shared'. Source: IBM MQ, Change Queue (PCF): DefInputOpenOption; IBM i, CRTMQMQ:
    DFTSHARE."""
    coupling_facility_structure: Input[str] | None
    """Coupling facility structure name (MQSC CFSTRUCT). At most 12 bytes. Ships as ''. Only on
    zos. Changing it replaces the object. Source: IBM MQ, Change Queue (PCF): CFStructure."""
    cluster_workload_use_queue: Input[Literal["useq_as_q_mgr", "useq_any", "useq_local"]] | None
    """Cluster workload use remote queue (MQSC CLWLUSEQ). 'useq_as_q_mgr', 'useq_any',
    'useq_local'. Ships as 'useq_as_q_mgr'. Source: IBM MQ, Change Queue (PCF): CLWLUseQ; IBM i,
    CRTMQMQ: CLWLUSEQ."""
    like: Input[str] | LocalQueue | None
    """Object of the same kind and system, by name or as a resource: what is left out here comes
    from it at creation (Change Queue (PCF) Copy Queue)."""


class LocalQueue(_ScopeOutputs, _MaxQueueDepthOutputs, QueueResource, kind="mq:LocalQueue"):
    """A local queue; with usage='transmission', a transmission queue."""

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        max_message_length: Output[int]
        cluster_workload_use_queue: Output[Literal["useq_as_q_mgr", "useq_any", "useq_local"]]

        def __init__(self, resource_name: str, **keywords: Unpack[_LocalQueueKeywords]) -> None: ...


class _AliasQueueKeywords(_InhibitGetKeywords, _ScopeKeywords, total=False):
    base_object_name: Input[str] | LocalQueue | AliasQueue | RemoteQueue | None
    """Name of the object to which the alias resolves (MQSC TARGET). At most 48 bytes. Ships as ''.
    The name of, or the resource that is, mq:LocalQueue, mq:AliasQueue, mq:RemoteQueue. Changing it
    needs FORCE while the object is in use. Source: IBM MQ, Change Queue (PCF): BaseObjectName,
    BaseQName; IBM i, CRTMQMQ: TGTQNAME."""
    target_type: Input[Literal["q", "topic"]] | None
    """Target type (MQSC TARGTYPE). 'q', 'topic'. Ships as 'q'. Source: IBM MQ, Change Queue (PCF):
    TargetType; IBM i, CRTMQMQ: TARGTYPE."""
    like: Input[str] | AliasQueue | None
    """Object of the same kind and system, by name or as a resource: what is left out here comes
    from it at creation (Change Queue (PCF) Copy Queue)."""


class AliasQueue(_InhibitGetOutputs, _ScopeOutputs, QueueResource, kind="mq:AliasQueue"):
    """Another name for a queue or a topic."""

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        base_object_name: Output[str]
        target_type: Output[Literal["q", "topic"]]

        def __init__(self, resource_name: str, **keywords: Unpack[_AliasQueueKeywords]) -> None: ...


class _RemoteQueueKeywords(_ScopeKeywords, total=False):
    remote_queue_name: Input[str] | None
    """Name of remote queue as known locally on the remote queue manager (MQSC RNAME). At most 48
    bytes. Ships as ''. Changing it needs FORCE while the object is in use. Source: IBM MQ, Change
    Queue (PCF): RemoteQName; IBM i, CRTMQMQ: RMTQNAME."""
    remote_queue_manager_name: Input[str] | None
    """Name of remote queue manager (MQSC RQMNAME). At most 48 bytes. Ships as ''. Changing it
    needs FORCE while the object is in use. Source: IBM MQ, Change Queue (PCF): RemoteQMgrName; IBM
    i, CRTMQMQ: RMTMQMNAME."""
    xmit_queue_name: Input[str] | LocalQueue | None
    """Transmission queue name (MQSC XMITQ). At most 48 bytes. Ships as ''. The name of, or the
    resource that is, mq:LocalQueue. Changing it needs FORCE while the object is in use. Source:
    IBM MQ, Change Queue (PCF): XmitQName; IBM i, CRTMQMQ: TMQNAME."""
    like: Input[str] | RemoteQueue | None
    """Object of the same kind and system, by name or as a resource: what is left out here comes
    from it at creation (Change Queue (PCF) Copy Queue)."""


class RemoteQueue(_ScopeOutputs, QueueResource, kind="mq:RemoteQueue"):
    """A local definition of a remote queue, a queue manager alias or a reply-to queue alias."""

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        remote_queue_name: Output[str]
        remote_queue_manager_name: Output[str]
        xmit_queue_name: Output[str]

        def __init__(
            self, resource_name: str, **keywords: Unpack[_RemoteQueueKeywords]
        ) -> None: ...


class _ModelQueueKeywords(_MaxQueueDepthKeywords, total=False):
    usage: Input[Literal["normal", "transmission"]] | None
    """Usage (MQSC USAGE). 'normal', 'transmission'. Ships as 'normal'. Source: IBM MQ, Change
    Queue (PCF): Usage; IBM i, CRTMQMQ: USAGE."""
    shareability: Input[Literal["not_shareable", "shareable"]] | None
    """The queue can be shared, or not (MQSC SHARE). 'not_shareable', 'shareable'. Ships as
    'not_shareable'. Source: IBM MQ, Change Queue (PCF): Shareability; IBM i, CRTMQMQ: SHARE."""
    default_input_open_option: Input[Literal["input_shared", "input_exclusive"]] | None
    """Default input open option (MQSC DEFSOPT). 'input_shared', 'input_exclusive'. Ships as
    'input_exclusive'. Source: IBM MQ, Change Queue (PCF): DefInputOpenOption; IBM i, CRTMQMQ:
    DFTSHARE."""
    coupling_facility_structure: Input[str] | None
    """Coupling facility structure name (MQSC CFSTRUCT). At most 12 bytes. Ships as ''. Only on
    zos. Source: IBM MQ, Change Queue (PCF): CFStructure."""
    definition_type: (
        Input[Literal["permanent_dynamic", "temporary_dynamic", "shared_dynamic"]] | None
    )
    """Queue definition type (MQSC DEFTYPE). 'permanent_dynamic', 'temporary_dynamic',
    'shared_dynamic'. Ships as 'temporary_dynamic'. Source: IBM MQ, Change Queue (PCF):
    DefinitionType; IBM i, CRTMQMQ: DFNTYPE."""
    like: Input[str] | ModelQueue | None
    """Object of the same kind and system, by name or as a resource: what is left out here comes
    from it at creation (Change Queue (PCF) Copy Queue)."""


class ModelQueue(_MaxQueueDepthOutputs, QueueResource, kind="mq:ModelQueue"):
    """The template of dynamic queues. Force is not valid for it."""

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        max_message_length: Output[int]
        definition_type: Output[Literal["permanent_dynamic", "temporary_dynamic", "shared_dynamic"]]

        def __init__(self, resource_name: str, **keywords: Unpack[_ModelQueueKeywords]) -> None: ...


class _NamelistKeywords(_QueueSharingGroupDispositionKeywords, total=False):
    name: Input[str] | None
    """The name of the namelist definition. At most 48 bytes. Changing it replaces the object.
    Source: IBM MQ, Change Namelist (PCF): NamelistName; IBM i, CRTMQMNL: NAMELIST. Default: the
    resource name."""
    names: Input[Sequence[Input[str] | Cluster | LocalQueue | AliasQueue | RemoteQueue]] | None
    """The names to be placed in the namelist (MQSC NAMES). Each at most 48 bytes. At most 256
    items. Ships as (). The name of, or the resource that is, mq:Cluster, mq:LocalQueue,
    mq:AliasQueue, mq:RemoteQueue. Source: IBM MQ, Change Namelist (PCF): Names; IBM i, CRTMQMNL:
    NAMES."""
    namelist_description: Input[str] | None
    """Description of namelist definition (MQSC DESCR). At most 64 bytes. Ships as ''. Source: IBM
    MQ, Change Namelist (PCF): NamelistDesc; IBM i, CRTMQMNL: TEXT."""
    namelist_type: Input[Literal["none", "q", "cluster", "auth_info"]] | None
    """Type of names in the namelist (MQSC NLTYPE). 'none', 'q', 'cluster', 'auth_info'. Ships as
    'none'. Only on zos. Source: IBM MQ, Change Namelist (PCF): NamelistType."""
    like: Input[str] | Namelist | None
    """Object of the same kind and system, by name or as a resource: what is left out here comes
    from it at creation (Change Queue (PCF) Copy Queue)."""


class Namelist(_QueueSharingGroupDispositionOutputs, QueueResource, kind="mq:Namelist"):
    """A list of names, such as the clusters that queues belong to."""

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        names: Output[Sequence[str]]
        namelist_description: Output[str]
        namelist_type: Output[Literal["none", "q", "cluster", "auth_info"] | None]

        def __init__(self, resource_name: str, **keywords: Unpack[_NamelistKeywords]) -> None: ...


class _ClusterKeywords(_SystemKeywords, total=False):
    name: Input[str] | None
    """Cluster name (MQSC CLUSTER). At most 48 bytes. Changing it replaces the object. Source: IBM
    MQ, Change Queue (PCF): ClusterName; IBM MQ, Change Queue Manager (PCF): RepositoryName.
    Default: the resource name."""
    full_repository: Input[Literal["no", "yes"]] | None
    """Whether this queue manager is a full repository of the cluster (MQSC REPOS). 'no', 'yes'.
    Ships as 'no'. Source: IBM MQ, Change Queue Manager (PCF): RepositoryName,
    RepositoryNamelist."""
    like: Input[str] | Cluster | None
    """Object of the same kind and system, by name or as a resource: what is left out here comes
    from it at creation (Change Queue (PCF) Copy Queue)."""


class Cluster(QueueResource, kind="mq:Cluster"):
    """Membership of a queue manager in the cluster that `name` names."""

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        full_repository: Output[Literal["no", "yes"]]

        def __init__(self, resource_name: str, **keywords: Unpack[_ClusterKeywords]) -> None: ...


class _ClusterReceiverChannelKeywords(_ChannelDescriptionKeywords, total=False):
    network_priority: Input[int] | None
    """Network priority (MQSC NETPRTY). 0 to 9. Ships as 0. Source: IBM MQ, Change Channel (PCF):
    NetworkPriority; IBM i, CRTMQMCHL: NETPRTY."""
    put_authority: Input[Literal["default", "context", "only_mca", "alternate_or_mca"]] | None
    """Put authority (MQSC PUTAUT). 'default', 'context', 'only_mca', 'alternate_or_mca'. Ships as
    'default'. Source: IBM MQ, Change Channel (PCF): PutAuthority; IBM i, CRTMQMCHL: PUTAUT."""
    ssl_client_authentication: Input[Literal["required", "optional"]] | None
    """TLS client authentication (MQSC SSLCAUTH). 'required', 'optional'. Ships as 'required'.
    Source: IBM MQ, Change Channel (PCF): SSLClientAuth; IBM i, CRTMQMCHL: SSLCAUTH."""
    like: Input[str] | ClusterReceiverChannel | None
    """Object of the same kind and system, by name or as a resource: what is left out here comes
    from it at creation (Change Queue (PCF) Copy Queue)."""


class ClusterReceiverChannel(
    _ChannelDescriptionOutputs, QueueResource, kind="mq:ClusterReceiverChannel"
):
    """How other members reach this queue manager; it makes the queue manager a member."""

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        max_message_length: Output[int]
        network_priority: Output[int]
        put_authority: Output[Literal["default", "context", "only_mca", "alternate_or_mca"]]
        ssl_client_authentication: Output[Literal["required", "optional"]]

        def __init__(
            self, resource_name: str, **keywords: Unpack[_ClusterReceiverChannelKeywords]
        ) -> None: ...


class _ClusterSenderChannelKeywords(_ChannelDescriptionKeywords, total=False):
    like: Input[str] | ClusterSenderChannel | None
    """Object of the same kind and system, by name or as a resource: what is left out here comes
    from it at creation (Change Queue (PCF) Copy Queue)."""


class ClusterSenderChannel(
    _ChannelDescriptionOutputs, QueueResource, kind="mq:ClusterSenderChannel"
):
    """How this queue manager first reaches a full repository."""

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        max_message_length: Output[int]

        def __init__(
            self, resource_name: str, **keywords: Unpack[_ClusterSenderChannelKeywords]
        ) -> None: ...


class _ProcessKeywords(_QueueSharingGroupDispositionKeywords, total=False):
    name: Input[str] | None
    """Process name. At most 48 bytes. Changing it replaces the object. Source: IBM MQ, Change
    Process (PCF): ProcessName; IBM i, CRTMQMPRC: PRCNAME. Default: the resource name."""
    process_description: Input[str] | None
    """Description of process definition (MQSC DESCR). At most 64 bytes. Ships as ''. Source: IBM
    MQ, Change Process (PCF): ProcessDesc; IBM i, CRTMQMPRC: TEXT."""
    application_type: (
        Input[
            int
            | Literal[
                "unix",
                "cics",
                "dos",
                "ims",
                "mvs",
                "notes_agent",
                "nsk",
                "os400",
                "vms",
                "windows",
                "windows_nt",
                "wlm",
                "default",
            ]
        ]
        | None
    )
    """Application type (MQSC APPLTYPE). 0 to 999999999. 'unix', 'cics', 'dos', 'ims', 'mvs',
    'notes_agent', 'nsk', 'os400', 'vms', 'windows', 'windows_nt', 'wlm', 'default'. Ships as
    'unix'. Source: IBM MQ, Change Process (PCF): ApplType; IBM i, CRTMQMPRC: APPTYPE."""
    application_identifier: Input[str] | None
    """Application identifier (MQSC APPLICID). At most 256 bytes. Ships as ''. Source: IBM MQ,
    Change Process (PCF): ApplId; IBM i, CRTMQMPRC: APPID."""
    environment_data: Input[str] | None
    """Environment data (MQSC ENVRDATA). At most 128 bytes. Ships as ''. Source: IBM MQ, Change
    Process (PCF): EnvData; IBM i, CRTMQMPRC: ENVDATA."""
    user_data: Input[str] | None
    """User data (MQSC USERDATA). At most 128 bytes. Ships as ''. Source: IBM MQ, Change Process
    (PCF): UserData; IBM i, CRTMQMPRC: USRDATA."""
    like: Input[str] | Process | None
    """Object of the same kind and system, by name or as a resource: what is left out here comes
    from it at creation (Change Queue (PCF) Copy Queue)."""


class Process(_QueueSharingGroupDispositionOutputs, QueueResource, kind="mq:Process"):
    """The application that a trigger monitor starts for a queue that names the process."""

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        process_description: Output[str]
        application_type: Output[
            int
            | Literal[
                "unix",
                "cics",
                "dos",
                "ims",
                "mvs",
                "notes_agent",
                "nsk",
                "os400",
                "vms",
                "windows",
                "windows_nt",
                "wlm",
                "default",
            ]
        ]
        application_identifier: Output[str]
        environment_data: Output[str]
        user_data: Output[str]

        def __init__(self, resource_name: str, **keywords: Unpack[_ProcessKeywords]) -> None: ...
