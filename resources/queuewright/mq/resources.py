"""The resources of IBM MQ, written from the specs by
`python -m queuewright.program.generate`: change the specs, never this file.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, Required, TypeAlias, TypedDict, Unpack

import pulumi

from queuewright.program.handles import QueueManager
from queuewright.program.resource import QueueResource

AdoptChoice: TypeAlias = Literal["if-identical", "always", "never"]
ChannelMonitoringChoice: TypeAlias = Literal["off", "q_mgr", "low", "medium", "high"]
ChannelStatisticsChoice: TypeAlias = Literal["off", "q_mgr", "low", "medium", "high"]
ClusterReceiverChannelPropertyControlChoice: TypeAlias = Literal["compatibility", "none", "all"]
ClusterSenderChannelPropertyControlChoice: TypeAlias = Literal["compatibility", "none", "all"]
ClusterWorkloadUseQueueChoice: TypeAlias = Literal["useq_as_q_mgr", "useq_any", "useq_local"]
DataConversionChoice: TypeAlias = Literal["no_sender_conversion", "sender_conversion"]
DefaultBindChoice: TypeAlias = Literal["bind_on_open", "bind_not_fixed", "bind_on_group"]
DefaultInputOpenOptionChoice: TypeAlias = Literal["input_shared", "input_exclusive"]
DefaultPersistenceChoice: TypeAlias = Literal["not_persistent", "persistent"]
DefaultPutResponseChoice: TypeAlias = Literal["sync_response", "async_response"]
DefaultReadAheadChoice: TypeAlias = Literal["no", "yes", "disabled"]
DefinitionTypeChoice: TypeAlias = Literal[
    "permanent_dynamic", "temporary_dynamic", "shared_dynamic"
]
DistributionListsChoice: TypeAlias = Literal["not_supported", "supported"]
ForceChoice: TypeAlias = Literal["never", "when-needed"]
FullRepositoryChoice: TypeAlias = Literal["no", "yes"]
HardenGetBackoutChoice: TypeAlias = Literal["backout_not_hardened", "backout_hardened"]
ImageRecoverQueueChoice: TypeAlias = Literal["no", "yes", "as_q_mgr"]
IndexTypeChoice: TypeAlias = Literal["none", "msg_id", "correl_id", "msg_token", "group_id"]
InhibitGetChoice: TypeAlias = Literal["get_allowed", "get_inhibited"]
InhibitPutChoice: TypeAlias = Literal["put_allowed", "put_inhibited"]
KeepAliveIntervalChoice: TypeAlias = Literal["auto"]
MaxQueueFileSizeChoice: TypeAlias = Literal["default"]
McaTypeChoice: TypeAlias = Literal["process", "thread"]
MessageDeliverySequenceChoice: TypeAlias = Literal["priority", "fifo"]
NamelistTypeChoice: TypeAlias = Literal["none", "q", "cluster", "auth_info"]
NonPersistentMessageClassChoice: TypeAlias = Literal["class_normal", "class_high"]
NonPersistentMessageSpeedChoice: TypeAlias = Literal["normal", "fast"]
OnDeleteChoice: TypeAlias = Literal["refuse-if-in-use", "purge", "retain"]
PropertyControlChoice: TypeAlias = Literal[
    "compatibility", "none", "all", "force_mqrfh2", "v6compat"
]
PutAuthorityChoice: TypeAlias = Literal["default", "context", "only_mca", "alternate_or_mca"]
QueueAccountingChoice: TypeAlias = Literal["q_mgr", "off", "on"]
QueueDepthHighEventChoice: TypeAlias = Literal["disabled", "enabled"]
QueueDepthLowEventChoice: TypeAlias = Literal["disabled", "enabled"]
QueueDepthMaxEventChoice: TypeAlias = Literal["disabled", "enabled"]
QueueMonitoringChoice: TypeAlias = Literal["off", "q_mgr", "low", "medium", "high"]
QueueServiceIntervalEventChoice: TypeAlias = Literal["none", "high", "ok"]
QueueSharingGroupDispositionChoice: TypeAlias = Literal[
    "q_mgr", "copy", "shared", "group", "private"
]
QueueStatisticsChoice: TypeAlias = Literal["q_mgr", "off", "on"]
ScopeChoice: TypeAlias = Literal["q_mgr", "cell"]
ShareabilityChoice: TypeAlias = Literal["not_shareable", "shareable"]
SslClientAuthenticationChoice: TypeAlias = Literal["required", "optional"]
StreamQueueServiceChoice: TypeAlias = Literal["best_effort", "must_dup"]
TargetTypeChoice: TypeAlias = Literal["q", "topic"]
TransportTypeChoice: TypeAlias = Literal["lu62", "tcp", "netbios", "spx"]
TriggerControlChoice: TypeAlias = Literal["off", "on"]
TriggerTypeChoice: TypeAlias = Literal["none", "first", "every", "depth"]
UsageChoice: TypeAlias = Literal["normal", "transmission"]


class _EveryKindKeywords(TypedDict, total=False):
    system: Required[str | QueueManager]
    """The queue manager: a handle or its name."""
    force: ForceChoice | None
    """Whether FORCE may be used for a change that needs it (Change Queue (PCF) Force). 'never',
    'when-needed'; default 'never'."""
    on_delete: OnDeleteChoice | None
    """What a delete does with an object that is open or has messages. 'refuse-if-in-use', 'purge',
    'retain'; default 'refuse-if-in-use'."""
    adopt: AdoptChoice | None
    """Whether an object that exists already is taken over. 'if-identical', 'always', 'never';
    default 'if-identical'."""
    opts: pulumi.ResourceOptions | None
    """Pulumi's own options."""


class _LocalQueueAliasQueueRemoteQueueModelQueueNamelistKeywords(_EveryKindKeywords, total=False):
    queue_sharing_group_disposition: pulumi.Input[QueueSharingGroupDispositionChoice] | None
    """Disposition of the object within the group. 'q_mgr', 'copy', 'shared', 'group', 'private'.
    Only on zos. Changing it replaces the object. Source: IBM MQ, Change Queue (PCF):
    QSGDisposition."""
    command_scope: pulumi.Input[str] | None
    """Command scope. At most 4 bytes. Only on zos. Source: IBM MQ, Change Queue (PCF):
    CommandScope."""


class _LocalAliasRemoteModelQueueKeywords(
    _LocalQueueAliasQueueRemoteQueueModelQueueNamelistKeywords, total=False
):
    name: pulumi.Input[str] | None
    """Queue name. At most 48 bytes. Changing it replaces the object. Source: IBM MQ, Change Queue
    (PCF): QName; IBM i, CRTMQMQ: QNAME. Default: the resource name."""
    queue_description: pulumi.Input[str] | None
    """Queue description. At most 64 bytes. Source: IBM MQ, Change Queue (PCF): QDesc; IBM i,
    CRTMQMQ: TEXT."""
    inhibit_put: pulumi.Input[InhibitPutChoice] | None
    """Put operations are allowed or inhibited. 'put_allowed', 'put_inhibited'. Source: IBM MQ,
    Change Queue (PCF): InhibitPut; IBM i, CRTMQMQ: PUTENBL."""
    default_priority: pulumi.Input[int] | None
    """Default priority. 0 to 9. Source: IBM MQ, Change Queue (PCF): DefPriority; IBM i, CRTMQMQ:
    DFTPTY."""
    default_persistence: pulumi.Input[DefaultPersistenceChoice] | None
    """Default persistence. 'not_persistent', 'persistent'. Source: IBM MQ, Change Queue (PCF):
    DefPersistence; IBM i, CRTMQMQ: DFTMSGPST."""
    default_put_response: pulumi.Input[DefaultPutResponseChoice] | None
    """Default put response type definition. 'sync_response', 'async_response'. Source: IBM MQ,
    Change Queue (PCF): DefaultPutResponse; IBM i, CRTMQMQ: DFTPUTRESP."""
    custom: pulumi.Input[str] | None
    """Custom attribute for new features. At most 128 bytes. Source: IBM MQ, Change Queue (PCF):
    Custom; IBM i, CRTMQMQ: CUSTOM."""


class _LocalAliasModelQueueKeywords(_LocalAliasRemoteModelQueueKeywords, total=False):
    inhibit_get: pulumi.Input[InhibitGetChoice] | None
    """Get operations are allowed or inhibited. 'get_allowed', 'get_inhibited'. Source: IBM MQ,
    Change Queue (PCF): InhibitGet; IBM i, CRTMQMQ: GETENBL."""
    default_read_ahead: pulumi.Input[DefaultReadAheadChoice] | None
    """Default read ahead. 'no', 'yes', 'disabled'. Source: IBM MQ, Change Queue (PCF):
    DefReadAhead; IBM i, CRTMQMQ: MSGREADAHD."""
    property_control: pulumi.Input[PropertyControlChoice] | None
    """Property control. 'compatibility', 'none', 'all', 'force_mqrfh2', 'v6compat'. Source: IBM
    MQ, Change Queue (PCF): PropertyControl; IBM i, CRTMQMQ: PROPCTL."""


class _LocalAliasRemoteQueueKeywords(_LocalAliasRemoteModelQueueKeywords, total=False):
    scope: pulumi.Input[ScopeChoice] | None
    """Scope of the queue definition. 'q_mgr', 'cell'. Only on aix, ibmi, linux, other-unix,
    windows. Source: IBM MQ, Change Queue (PCF): Scope."""
    cluster_name: pulumi.Input[str] | Cluster | None
    """Cluster name. At most 48 bytes. The name of, or the resource that is, mq:Cluster. Source:
    IBM MQ, Change Queue (PCF): ClusterName; IBM i, CRTMQMQ: CLUSTER."""
    cluster_namelist: pulumi.Input[str] | Namelist | None
    """Cluster namelist. At most 48 bytes. The name of, or the resource that is, mq:Namelist.
    Source: IBM MQ, Change Queue (PCF): ClusterNamelist; IBM i, CRTMQMQ: CLUSNL."""
    default_bind: pulumi.Input[DefaultBindChoice] | None
    """Bind definition. 'bind_on_open', 'bind_not_fixed', 'bind_on_group'. Source: IBM MQ, Change
    Queue (PCF): DefBind; IBM i, CRTMQMQ: DEFBIND."""
    cluster_workload_queue_priority: pulumi.Input[int] | None
    """Cluster workload queue priority. 0 to 9. Source: IBM MQ, Change Queue (PCF):
    CLWLQueuePriority; IBM i, CRTMQMQ: CLWLPRTY."""
    cluster_workload_queue_rank: pulumi.Input[int] | None
    """Cluster workload queue rank. 0 to 9. Source: IBM MQ, Change Queue (PCF): CLWLQueueRank; IBM
    i, CRTMQMQ: CLWLRANK."""


class _LocalModelQueueKeywords(_LocalAliasModelQueueKeywords, total=False):
    max_queue_depth: pulumi.Input[int] | None
    """Maximum queue depth. 0 to 999999999 messages. Source: IBM MQ, Change Queue (PCF): MaxQDepth;
    IBM i, CRTMQMQ: MAXDEPTH."""
    max_message_length: pulumi.Input[int] | None
    """Maximum message length. 0 to 104857600 bytes. Source: IBM MQ, Change Queue (PCF):
    MaxMsgLength; IBM i, CRTMQMQ: MAXMSGLEN."""
    max_queue_file_size: pulumi.Input[int | MaxQueueFileSizeChoice] | None
    """Maximum queue file size. 20 to 267386880 megabytes. 'default'. Only on aix, ibmi, linux,
    other-unix, windows. From command level 920. Source: IBM MQ, Change Queue (PCF):
    MaxQFileSize."""
    default_input_open_option: pulumi.Input[DefaultInputOpenOptionChoice] | None
    """Default input open option. 'input_shared', 'input_exclusive'. Source: IBM MQ, Change Queue
    (PCF): DefInputOpenOption; IBM i, CRTMQMQ: DFTSHARE."""
    message_delivery_sequence: pulumi.Input[MessageDeliverySequenceChoice] | None
    """Messages are delivered in priority order or sequence. 'priority', 'fifo'. Source: IBM MQ,
    Change Queue (PCF): MsgDeliverySequence; IBM i, CRTMQMQ: MSGDLYSEQ."""
    non_persistent_message_class: pulumi.Input[NonPersistentMessageClassChoice] | None
    """The level of reliability of non-persistent messages. 'class_normal', 'class_high'. Only on
    aix, ibmi, linux, other-unix, windows. Source: IBM MQ, Change Queue (PCF):
    NonPersistentMessageClass; IBM i, CRTMQMQ: NPMCLASS."""
    backout_threshold: pulumi.Input[int] | None
    """Backout threshold. 0 to 999999999. Source: IBM MQ, Change Queue (PCF): BackoutThreshold; IBM
    i, CRTMQMQ: BKTTHLD."""
    backout_requeue_name: pulumi.Input[str] | LocalQueue | AliasQueue | RemoteQueue | None
    """Excessive backout requeue name. At most 48 bytes. The name of, or the resource that is,
    mq:LocalQueue, mq:AliasQueue, mq:RemoteQueue. Source: IBM MQ, Change Queue (PCF):
    BackoutRequeueName; IBM i, CRTMQMQ: BKTQNAME."""
    harden_get_backout: pulumi.Input[HardenGetBackoutChoice] | None
    """Harden the backout count, or not. 'backout_not_hardened', 'backout_hardened'. Source: IBM
    MQ, Change Queue (PCF): HardenGetBackout; IBM i, CRTMQMQ: HDNBKTCNT."""
    trigger_control: pulumi.Input[TriggerControlChoice] | None
    """Trigger control. 'off', 'on'. Source: IBM MQ, Change Queue (PCF): TriggerControl; IBM i,
    CRTMQMQ: TRGENBL."""
    trigger_type: pulumi.Input[TriggerTypeChoice] | None
    """Trigger type. 'none', 'first', 'every', 'depth'. Source: IBM MQ, Change Queue (PCF):
    TriggerType; IBM i, CRTMQMQ: TRGTYPE."""
    trigger_depth: pulumi.Input[int] | None
    """Trigger depth. 1 to 999999999 messages. Source: IBM MQ, Change Queue (PCF): TriggerDepth;
    IBM i, CRTMQMQ: TRGDEPTH."""
    trigger_message_priority: pulumi.Input[int] | None
    """Threshold message priority for triggers. 0 to 9. Source: IBM MQ, Change Queue (PCF):
    TriggerMsgPriority; IBM i, CRTMQMQ: TRGMSGPTY."""
    trigger_data: pulumi.Input[str] | None
    """Trigger data. At most 64 bytes. Source: IBM MQ, Change Queue (PCF): TriggerData; IBM i,
    CRTMQMQ: TRGDATA."""
    process_name: pulumi.Input[str] | None
    """Name of process definition for the queue. At most 48 bytes. Source: IBM MQ, Change Queue
    (PCF): ProcessName; IBM i, CRTMQMQ: PRCNAME."""
    initiation_queue_name: pulumi.Input[str] | LocalQueue | None
    """Initiation queue name. At most 48 bytes. The name of, or the resource that is,
    mq:LocalQueue. Source: IBM MQ, Change Queue (PCF): InitiationQName; IBM i, CRTMQMQ:
    INITQNAME."""
    retention_interval: pulumi.Input[int] | None
    """Retention interval. 0 to 999999999 hours. Source: IBM MQ, Change Queue (PCF):
    RetentionInterval; IBM i, CRTMQMQ: RTNITV."""
    distribution_lists: pulumi.Input[DistributionListsChoice] | None
    """Distribution list support. 'not_supported', 'supported'. Only on aix, ibmi, linux,
    other-unix, windows. Source: IBM MQ, Change Queue (PCF): DistLists; IBM i, CRTMQMQ:
    DISTLIST."""
    queue_depth_high_limit: pulumi.Input[int] | None
    """High limit for queue depth. 0 to 100 % of the maximum queue depth. Source: IBM MQ, Change
    Queue (PCF): QDepthHighLimit; IBM i, CRTMQMQ: HIGHTHLD."""
    queue_depth_low_limit: pulumi.Input[int] | None
    """Low limit for queue depth. 0 to 100 % of the maximum queue depth. Source: IBM MQ, Change
    Queue (PCF): QDepthLowLimit; IBM i, CRTMQMQ: LOWTHLD."""
    queue_depth_max_event: pulumi.Input[QueueDepthMaxEventChoice] | None
    """Controls whether Queue Full events are generated. 'disabled', 'enabled'. Source: IBM MQ,
    Change Queue (PCF): QDepthMaxEvent; IBM i, CRTMQMQ: FULLEVT."""
    queue_depth_high_event: pulumi.Input[QueueDepthHighEventChoice] | None
    """Controls whether Queue Depth High events are generated. 'disabled', 'enabled'. Source: IBM
    MQ, Change Queue (PCF): QDepthHighEvent; IBM i, CRTMQMQ: HIGHEVT."""
    queue_depth_low_event: pulumi.Input[QueueDepthLowEventChoice] | None
    """Controls whether Queue Depth Low events are generated. 'disabled', 'enabled'. Source: IBM
    MQ, Change Queue (PCF): QDepthLowEvent; IBM i, CRTMQMQ: LOWEVT."""
    queue_service_interval: pulumi.Input[int] | None
    """Target for queue service interval. 0 to 999999999 milliseconds. Source: IBM MQ, Change Queue
    (PCF): QServiceInterval; IBM i, CRTMQMQ: SRVITV."""
    queue_service_interval_event: pulumi.Input[QueueServiceIntervalEventChoice] | None
    """Controls whether Service Interval High or OK events are generated. 'none', 'high', 'ok'.
    Source: IBM MQ, Change Queue (PCF): QServiceIntervalEvent; IBM i, CRTMQMQ: SRVEVT."""
    cluster_channel_name: pulumi.Input[str] | ClusterSenderChannel | None
    """Cluster-sender channel name. At most 20 bytes. The name of, or the resource that is,
    mq:ClusterSenderChannel. From command level 750. Source: IBM MQ, Change Queue (PCF):
    ClusterChannelName; IBM i, CRTMQMQ: CLCHNAME."""
    queue_monitoring: pulumi.Input[QueueMonitoringChoice] | None
    """Online monitoring data collection. 'off', 'q_mgr', 'low', 'medium', 'high'. Source: IBM MQ,
    Change Queue (PCF): QueueMonitoring; IBM i, CRTMQMQ: MONQ."""
    queue_statistics: pulumi.Input[QueueStatisticsChoice] | None
    """Statistics data collection. 'q_mgr', 'off', 'on'. Only on aix, ibmi, linux, windows. Source:
    IBM MQ, Change Queue (PCF): QueueStatistics; IBM i, CRTMQMQ: STATQ."""
    queue_accounting: pulumi.Input[QueueAccountingChoice] | None
    """Accounting data collection. 'q_mgr', 'off', 'on'. Source: IBM MQ, Change Queue (PCF):
    QueueAccounting; IBM i, CRTMQMQ: ACCTQ."""
    image_recover_queue: pulumi.Input[ImageRecoverQueueChoice] | None
    """Whether the queue is recoverable from a media image. 'no', 'yes', 'as_q_mgr'. Only on aix,
    ibmi, linux, other-unix, windows. From command level 902. Source: IBM MQ, Change Queue (PCF):
    ImageRecoverQueue; IBM i, CRTMQMQ: IMGRCOVQ."""
    stream_queue: pulumi.Input[str] | LocalQueue | AliasQueue | RemoteQueue | None
    """Name of the streaming queue. At most 48 bytes. The name of, or the resource that is,
    mq:LocalQueue, mq:AliasQueue, mq:RemoteQueue. Only on aix, ibmi, linux, other-unix, windows.
    From command level 923. Source: IBM MQ, Change Queue (PCF): StreamQ."""
    stream_queue_service: pulumi.Input[StreamQueueServiceChoice] | None
    """Quality of service used when delivering messages to StreamQ. 'best_effort', 'must_dup'. Only
    on aix, ibmi, linux, other-unix, windows. From command level 923. Source: IBM MQ, Change Queue
    (PCF): StreamQService."""
    coupling_facility_structure: pulumi.Input[str] | None
    """Coupling facility structure name. At most 12 bytes. Only on zos. Changing it replaces the
    object. Source: IBM MQ, Change Queue (PCF): CFStructure."""
    storage_class: pulumi.Input[str] | None
    """Storage class. At most 8 bytes. Only on zos. Source: IBM MQ, Change Queue (PCF):
    StorageClass."""
    index_type: pulumi.Input[IndexTypeChoice] | None
    """Index type. 'none', 'msg_id', 'correl_id', 'msg_token', 'group_id'. Only on zos. Source: IBM
    MQ, Change Queue (PCF): IndexType."""


class _ClusterReceiverClusterSenderChannelKeywords(_EveryKindKeywords, total=False):
    name: pulumi.Input[str] | None
    """Channel name. At most 20 bytes. Changing it replaces the object. Source: IBM MQ, Change
    Channel (PCF): ChannelName; IBM i, CRTMQMCHL: CHLNAME. Default: the resource name."""
    channel_description: pulumi.Input[str] | None
    """Channel description. At most 64 bytes. Source: IBM MQ, Change Channel (PCF): ChannelDesc;
    IBM i, CRTMQMCHL: TEXT."""
    cluster_name: pulumi.Input[str] | Cluster | None
    """Cluster name. At most 48 bytes. The name of, or the resource that is, mq:Cluster. Source:
    IBM MQ, Change Channel (PCF): ClusterName; IBM i, CRTMQMCHL: CLUSTER."""
    cluster_namelist: pulumi.Input[str] | Namelist | None
    """Cluster namelist. At most 48 bytes. The name of, or the resource that is, mq:Namelist.
    Source: IBM MQ, Change Channel (PCF): ClusterNamelist; IBM i, CRTMQMCHL: CLUSNL."""
    connection_name: pulumi.Input[str] | None
    """Connection name. At most 264 bytes. Source: IBM MQ, Change Channel (PCF): ConnectionName;
    IBM i, CRTMQMCHL: CONNAME."""
    transport_type: pulumi.Input[TransportTypeChoice] | None
    """Transmission protocol type. 'lu62', 'tcp', 'netbios', 'spx'. Source: IBM MQ, Change Channel
    (PCF): TransportType; IBM i, CRTMQMCHL: TRPTYPE."""
    local_address: pulumi.Input[str] | None
    """Local communications address. At most 48 bytes. Source: IBM MQ, Change Channel (PCF):
    LocalAddress; IBM i, CRTMQMCHL: LOCLADDR."""
    batch_size: pulumi.Input[int] | None
    """Batch size. 1 to 9999. Source: IBM MQ, Change Channel (PCF): BatchSize; IBM i, CRTMQMCHL:
    BATCHSIZE."""
    batch_interval: pulumi.Input[int] | None
    """Batch interval in milliseconds. 0 to 999999999. Source: IBM MQ, Change Channel (PCF):
    BatchInterval; IBM i, CRTMQMCHL: BATCHINT."""
    batch_heartbeat: pulumi.Input[int] | None
    """Batch heartbeat interval in milliseconds. 0 to 999999999. Source: IBM MQ, Change Channel
    (PCF): BatchHeartbeat; IBM i, CRTMQMCHL: BATCHHB."""
    batch_data_limit: pulumi.Input[int] | None
    """Batch data limit in kilobytes. 0 to 999999. Source: IBM MQ, Change Channel (PCF):
    BatchDataLimit; IBM i, CRTMQMCHL: BATCHLIM."""
    disconnect_interval: pulumi.Input[int] | None
    """Disconnect interval. 0 to 999999 seconds. Source: IBM MQ, Change Channel (PCF):
    DiscInterval; IBM i, CRTMQMCHL: DSCITV."""
    short_retry_count: pulumi.Input[int] | None
    """Short retry count. 0 to 999999999. Source: IBM MQ, Change Channel (PCF): ShortRetryCount;
    IBM i, CRTMQMCHL: SHORTRTY."""
    short_retry_interval: pulumi.Input[int] | None
    """Short retry interval. 0 to 999999999 seconds. Source: IBM MQ, Change Channel (PCF):
    ShortRetryInterval; IBM i, CRTMQMCHL: SHORTTMR."""
    long_retry_count: pulumi.Input[int] | None
    """Long retry count. 0 to 999999999. Source: IBM MQ, Change Channel (PCF): LongRetryCount; IBM
    i, CRTMQMCHL: LONGRTY."""
    long_retry_interval: pulumi.Input[int] | None
    """Long retry interval. 0 to 999999999 seconds. Source: IBM MQ, Change Channel (PCF):
    LongRetryInterval; IBM i, CRTMQMCHL: LONGTMR."""
    heartbeat_interval: pulumi.Input[int] | None
    """Heartbeat interval. 0 to 999999 seconds. Source: IBM MQ, Change Channel (PCF):
    HeartbeatInterval; IBM i, CRTMQMCHL: HRTBTINTVL."""
    keep_alive_interval: pulumi.Input[int | KeepAliveIntervalChoice] | None
    """Keep alive interval. 0 to 99999 seconds. 'auto'. Source: IBM MQ, Change Channel (PCF):
    KeepAliveInterval; IBM i, CRTMQMCHL: KAINT."""
    max_message_length: pulumi.Input[int] | None
    """Maximum message length in bytes. 0 to 104857600. Source: IBM MQ, Change Channel (PCF):
    MaxMsgLength; IBM i, CRTMQMCHL: MAXMSGLEN."""
    sequence_number_wrap: pulumi.Input[int] | None
    """Sequence wrap number. 100 to 999999999. Source: IBM MQ, Change Channel (PCF): SeqNumberWrap;
    IBM i, CRTMQMCHL: SEQNUMWRAP."""
    non_persistent_message_speed: pulumi.Input[NonPersistentMessageSpeedChoice] | None
    """Speed at which non-persistent messages are to be sent. 'normal', 'fast'. Source: IBM MQ,
    Change Channel (PCF): NonPersistentMsgSpeed; IBM i, CRTMQMCHL: NPMSPEED."""
    data_conversion: pulumi.Input[DataConversionChoice] | None
    """Whether the sender must convert application data. 'no_sender_conversion',
    'sender_conversion'. Source: IBM MQ, Change Channel (PCF): DataConversion; IBM i, CRTMQMCHL:
    CVTMSG."""
    mca_user_identifier: pulumi.Input[str] | None
    """Message channel agent user identifier. At most 64 bytes. Source: IBM MQ, Change Channel
    (PCF): MCAUserIdentifier; IBM i, CRTMQMCHL: MCAUSRID."""
    mca_type: pulumi.Input[McaTypeChoice] | None
    """Message channel agent type. 'process', 'thread'. Source: IBM MQ, Change Channel (PCF):
    MCAType; IBM i, CRTMQMCHL: MCATYPE."""
    ssl_cipher_specification: pulumi.Input[str] | None
    """CipherSpec. At most 32 bytes. Source: IBM MQ, Change Channel (PCF): SSLCipherSpec; IBM i,
    CRTMQMCHL: SSLCIPH."""
    ssl_peer_name: pulumi.Input[str] | None
    """TLS peer name. At most 1024 bytes. Source: IBM MQ, Change Channel (PCF): SSLPeerName; IBM i,
    CRTMQMCHL: SSLPEER."""
    certificate_label: pulumi.Input[str] | None
    """Certificate label. At most 64 bytes. From command level 800. Source: IBM MQ, Change Channel
    (PCF): CertificateLabel; IBM i, CRTMQMCHL: CERTLABL."""
    cluster_workload_channel_priority: pulumi.Input[int] | None
    """Channel priority for cluster workload distribution. 0 to 9. Source: IBM MQ, Change Channel
    (PCF): CLWLChannelPriority; IBM i, CRTMQMCHL: CLWLPRTY."""
    cluster_workload_channel_rank: pulumi.Input[int] | None
    """Channel rank for cluster workload distribution. 0 to 9. Source: IBM MQ, Change Channel
    (PCF): CLWLChannelRank; IBM i, CRTMQMCHL: CLWLRANK."""
    cluster_workload_channel_weight: pulumi.Input[int] | None
    """Channel weighting for cluster workload distribution. 1 to 99. Source: IBM MQ, Change Channel
    (PCF): CLWLChannelWeight; IBM i, CRTMQMCHL: CLWLWGHT."""
    channel_monitoring: pulumi.Input[ChannelMonitoringChoice] | None
    """Online monitoring data collection. 'off', 'q_mgr', 'low', 'medium', 'high'. Source: IBM MQ,
    Change Channel (PCF): ChannelMonitoring; IBM i, CRTMQMCHL: MONCHL."""
    channel_statistics: pulumi.Input[ChannelStatisticsChoice] | None
    """Statistics data collection. 'off', 'q_mgr', 'low', 'medium', 'high'. Source: IBM MQ, Change
    Channel (PCF): ChannelStatistics; IBM i, CRTMQMCHL: STATCHL."""


class _LocalQueueAliasQueueRemoteQueueModelQueueNamelistOutputs:
    if TYPE_CHECKING:
        queue_sharing_group_disposition: pulumi.Output[QueueSharingGroupDispositionChoice | None]
        command_scope: pulumi.Output[str | None]


class _LocalQueueAliasQueueRemoteQueueClusterReceiverChannelClusterSenderChannelOutputs:
    if TYPE_CHECKING:
        cluster_name: pulumi.Output[str]
        cluster_namelist: pulumi.Output[str]


class _LocalAliasRemoteModelQueueOutputs(_LocalQueueAliasQueueRemoteQueueModelQueueNamelistOutputs):
    if TYPE_CHECKING:
        queue_description: pulumi.Output[str]
        inhibit_put: pulumi.Output[InhibitPutChoice]
        default_priority: pulumi.Output[int]
        default_persistence: pulumi.Output[DefaultPersistenceChoice]
        default_put_response: pulumi.Output[DefaultPutResponseChoice]
        custom: pulumi.Output[str]


class _LocalAliasModelQueueOutputs(_LocalAliasRemoteModelQueueOutputs):
    if TYPE_CHECKING:
        inhibit_get: pulumi.Output[InhibitGetChoice]
        default_read_ahead: pulumi.Output[DefaultReadAheadChoice]
        property_control: pulumi.Output[PropertyControlChoice]


class _LocalAliasRemoteQueueOutputs(
    _LocalQueueAliasQueueRemoteQueueClusterReceiverChannelClusterSenderChannelOutputs,
    _LocalAliasRemoteModelQueueOutputs,
):
    if TYPE_CHECKING:
        scope: pulumi.Output[ScopeChoice | None]
        default_bind: pulumi.Output[DefaultBindChoice]
        cluster_workload_queue_priority: pulumi.Output[int]
        cluster_workload_queue_rank: pulumi.Output[int]


class _LocalModelQueueOutputs(_LocalAliasModelQueueOutputs):
    if TYPE_CHECKING:
        max_queue_depth: pulumi.Output[int]
        max_queue_file_size: pulumi.Output[int | MaxQueueFileSizeChoice | None]
        usage: pulumi.Output[UsageChoice]
        shareability: pulumi.Output[ShareabilityChoice]
        default_input_open_option: pulumi.Output[DefaultInputOpenOptionChoice]
        message_delivery_sequence: pulumi.Output[MessageDeliverySequenceChoice]
        non_persistent_message_class: pulumi.Output[NonPersistentMessageClassChoice | None]
        backout_threshold: pulumi.Output[int]
        backout_requeue_name: pulumi.Output[str]
        harden_get_backout: pulumi.Output[HardenGetBackoutChoice]
        trigger_control: pulumi.Output[TriggerControlChoice]
        trigger_type: pulumi.Output[TriggerTypeChoice]
        trigger_depth: pulumi.Output[int]
        trigger_message_priority: pulumi.Output[int]
        trigger_data: pulumi.Output[str]
        process_name: pulumi.Output[str]
        initiation_queue_name: pulumi.Output[str]
        retention_interval: pulumi.Output[int]
        distribution_lists: pulumi.Output[DistributionListsChoice | None]
        queue_depth_high_limit: pulumi.Output[int]
        queue_depth_low_limit: pulumi.Output[int]
        queue_depth_max_event: pulumi.Output[QueueDepthMaxEventChoice]
        queue_depth_high_event: pulumi.Output[QueueDepthHighEventChoice]
        queue_depth_low_event: pulumi.Output[QueueDepthLowEventChoice]
        queue_service_interval: pulumi.Output[int]
        queue_service_interval_event: pulumi.Output[QueueServiceIntervalEventChoice]
        cluster_channel_name: pulumi.Output[str | None]
        queue_monitoring: pulumi.Output[QueueMonitoringChoice]
        queue_statistics: pulumi.Output[QueueStatisticsChoice | None]
        queue_accounting: pulumi.Output[QueueAccountingChoice]
        image_recover_queue: pulumi.Output[ImageRecoverQueueChoice | None]
        stream_queue: pulumi.Output[str | None]
        stream_queue_service: pulumi.Output[StreamQueueServiceChoice | None]
        coupling_facility_structure: pulumi.Output[str | None]
        storage_class: pulumi.Output[str | None]
        index_type: pulumi.Output[IndexTypeChoice | None]


class _ClusterReceiverClusterSenderChannelOutputs(
    _LocalQueueAliasQueueRemoteQueueClusterReceiverChannelClusterSenderChannelOutputs
):
    if TYPE_CHECKING:
        channel_description: pulumi.Output[str]
        connection_name: pulumi.Output[str]
        transport_type: pulumi.Output[TransportTypeChoice]
        local_address: pulumi.Output[str]
        batch_size: pulumi.Output[int]
        batch_interval: pulumi.Output[int]
        batch_heartbeat: pulumi.Output[int]
        batch_data_limit: pulumi.Output[int]
        disconnect_interval: pulumi.Output[int]
        short_retry_count: pulumi.Output[int]
        short_retry_interval: pulumi.Output[int]
        long_retry_count: pulumi.Output[int]
        long_retry_interval: pulumi.Output[int]
        heartbeat_interval: pulumi.Output[int]
        keep_alive_interval: pulumi.Output[int | KeepAliveIntervalChoice]
        sequence_number_wrap: pulumi.Output[int]
        non_persistent_message_speed: pulumi.Output[NonPersistentMessageSpeedChoice]
        data_conversion: pulumi.Output[DataConversionChoice]
        mca_user_identifier: pulumi.Output[str]
        mca_type: pulumi.Output[McaTypeChoice]
        ssl_cipher_specification: pulumi.Output[str]
        ssl_peer_name: pulumi.Output[str]
        certificate_label: pulumi.Output[str | None]
        cluster_workload_channel_priority: pulumi.Output[int]
        cluster_workload_channel_rank: pulumi.Output[int]
        cluster_workload_channel_weight: pulumi.Output[int]
        channel_monitoring: pulumi.Output[ChannelMonitoringChoice]
        channel_statistics: pulumi.Output[ChannelStatisticsChoice]


class _LocalQueueKeywords(_LocalAliasRemoteQueueKeywords, _LocalModelQueueKeywords, total=False):
    usage: pulumi.Input[UsageChoice] | None
    """Usage. 'normal', 'transmission'. Changing it needs FORCE while the object is in use. Source:
    IBM MQ, Change Queue (PCF): Usage; IBM i, CRTMQMQ: USAGE."""
    shareability: pulumi.Input[ShareabilityChoice] | None
    """The queue can be shared, or not. 'not_shareable', 'shareable'. Changing it needs FORCE while
    the object is in use. Source: IBM MQ, Change Queue (PCF): Shareability; IBM i, CRTMQMQ:
    SHARE."""
    cluster_workload_use_queue: pulumi.Input[ClusterWorkloadUseQueueChoice] | None
    """Cluster workload use remote queue. 'useq_as_q_mgr', 'useq_any', 'useq_local'. Source: IBM
    MQ, Change Queue (PCF): CLWLUseQ; IBM i, CRTMQMQ: CLWLUSEQ."""
    like: pulumi.Input[str] | LocalQueue | None
    """Object of the same kind and system, by name or as a resource: what is left out here comes
    from it at creation (Change Queue (PCF) Copy Queue)."""


class LocalQueue(
    _LocalAliasRemoteQueueOutputs, _LocalModelQueueOutputs, QueueResource, kind="mq:LocalQueue"
):
    """A local queue; with usage='transmission', a transmission queue."""

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        max_message_length: pulumi.Output[int]
        cluster_workload_use_queue: pulumi.Output[ClusterWorkloadUseQueueChoice]

        def __init__(self, resource_name: str, **keywords: Unpack[_LocalQueueKeywords]) -> None: ...


class _AliasQueueKeywords(
    _LocalAliasModelQueueKeywords, _LocalAliasRemoteQueueKeywords, total=False
):
    base_object_name: pulumi.Input[str] | LocalQueue | AliasQueue | RemoteQueue | None
    """Name of the object to which the alias resolves. At most 48 bytes. The name of, or the
    resource that is, mq:LocalQueue, mq:AliasQueue, mq:RemoteQueue. Changing it needs FORCE while
    the object is in use. Source: IBM MQ, Change Queue (PCF): BaseObjectName, BaseQName; IBM i,
    CRTMQMQ: TGTQNAME."""
    target_type: pulumi.Input[TargetTypeChoice] | None
    """Target type. 'q', 'topic'. Changing it needs FORCE while the object is in use. Source: IBM
    MQ, Change Queue (PCF): TargetType; IBM i, CRTMQMQ: TARGTYPE."""
    like: pulumi.Input[str] | AliasQueue | None
    """Object of the same kind and system, by name or as a resource: what is left out here comes
    from it at creation (Change Queue (PCF) Copy Queue)."""


class AliasQueue(
    _LocalAliasModelQueueOutputs, _LocalAliasRemoteQueueOutputs, QueueResource, kind="mq:AliasQueue"
):
    """Another name for a queue or a topic."""

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        base_object_name: pulumi.Output[str]
        target_type: pulumi.Output[TargetTypeChoice]

        def __init__(self, resource_name: str, **keywords: Unpack[_AliasQueueKeywords]) -> None: ...


class _RemoteQueueKeywords(_LocalAliasRemoteQueueKeywords, total=False):
    remote_queue_name: pulumi.Input[str] | None
    """Name of remote queue as known locally on the remote queue manager. At most 48 bytes.
    Changing it needs FORCE while the object is in use. Source: IBM MQ, Change Queue (PCF):
    RemoteQName; IBM i, CRTMQMQ: RMTQNAME."""
    remote_queue_manager_name: pulumi.Input[str] | None
    """Name of remote queue manager. At most 48 bytes. Changing it needs FORCE while the object is
    in use. Source: IBM MQ, Change Queue (PCF): RemoteQMgrName; IBM i, CRTMQMQ: RMTMQMNAME."""
    xmit_queue_name: pulumi.Input[str] | LocalQueue | None
    """Transmission queue name. At most 48 bytes. The name of, or the resource that is,
    mq:LocalQueue. Changing it needs FORCE while the object is in use. Source: IBM MQ, Change Queue
    (PCF): XmitQName; IBM i, CRTMQMQ: TMQNAME."""
    like: pulumi.Input[str] | RemoteQueue | None
    """Object of the same kind and system, by name or as a resource: what is left out here comes
    from it at creation (Change Queue (PCF) Copy Queue)."""


class RemoteQueue(_LocalAliasRemoteQueueOutputs, QueueResource, kind="mq:RemoteQueue"):
    """A local definition of a remote queue, a queue manager alias or a reply-to queue alias."""

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        remote_queue_name: pulumi.Output[str]
        remote_queue_manager_name: pulumi.Output[str]
        xmit_queue_name: pulumi.Output[str]

        def __init__(
            self, resource_name: str, **keywords: Unpack[_RemoteQueueKeywords]
        ) -> None: ...


class _ModelQueueKeywords(_LocalModelQueueKeywords, total=False):
    usage: pulumi.Input[UsageChoice] | None
    """Usage. 'normal', 'transmission'. Source: IBM MQ, Change Queue (PCF): Usage; IBM i, CRTMQMQ:
    USAGE."""
    shareability: pulumi.Input[ShareabilityChoice] | None
    """The queue can be shared, or not. 'not_shareable', 'shareable'. Source: IBM MQ, Change Queue
    (PCF): Shareability; IBM i, CRTMQMQ: SHARE."""
    definition_type: pulumi.Input[DefinitionTypeChoice] | None
    """Queue definition type. 'permanent_dynamic', 'temporary_dynamic', 'shared_dynamic'. Source:
    IBM MQ, Change Queue (PCF): DefinitionType; IBM i, CRTMQMQ: DFNTYPE."""
    like: pulumi.Input[str] | ModelQueue | None
    """Object of the same kind and system, by name or as a resource: what is left out here comes
    from it at creation (Change Queue (PCF) Copy Queue)."""


class ModelQueue(_LocalModelQueueOutputs, QueueResource, kind="mq:ModelQueue"):
    """The template of dynamic queues. Force is not valid for it."""

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        max_message_length: pulumi.Output[int]
        definition_type: pulumi.Output[DefinitionTypeChoice]

        def __init__(self, resource_name: str, **keywords: Unpack[_ModelQueueKeywords]) -> None: ...


class _NamelistKeywords(_LocalQueueAliasQueueRemoteQueueModelQueueNamelistKeywords, total=False):
    name: pulumi.Input[str] | None
    """The name of the namelist definition. At most 48 bytes. Changing it replaces the object.
    Source: IBM MQ, Change Namelist (PCF): NamelistName; IBM i, CRTMQMNL: NAMELIST. Default: the
    resource name."""
    names: (
        pulumi.Input[Sequence[pulumi.Input[str] | Cluster | LocalQueue | AliasQueue | RemoteQueue]]
        | None
    )
    """The names to be placed in the namelist. Each at most 48 bytes. At most 256 items. The name
    of, or the resource that is, mq:Cluster, mq:LocalQueue, mq:AliasQueue, mq:RemoteQueue. Source:
    IBM MQ, Change Namelist (PCF): Names; IBM i, CRTMQMNL: NAMES."""
    namelist_description: pulumi.Input[str] | None
    """Description of namelist definition. At most 64 bytes. Source: IBM MQ, Change Namelist (PCF):
    NamelistDesc; IBM i, CRTMQMNL: TEXT."""
    namelist_type: pulumi.Input[NamelistTypeChoice] | None
    """Type of names in the namelist. 'none', 'q', 'cluster', 'auth_info'. Only on zos. Source: IBM
    MQ, Change Namelist (PCF): NamelistType."""
    like: pulumi.Input[str] | Namelist | None
    """Object of the same kind and system, by name or as a resource: what is left out here comes
    from it at creation (Change Queue (PCF) Copy Queue)."""


class Namelist(
    _LocalQueueAliasQueueRemoteQueueModelQueueNamelistOutputs, QueueResource, kind="mq:Namelist"
):
    """A list of names, such as the clusters that queues belong to."""

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        names: pulumi.Output[Sequence[str]]
        namelist_description: pulumi.Output[str]
        namelist_type: pulumi.Output[NamelistTypeChoice | None]

        def __init__(self, resource_name: str, **keywords: Unpack[_NamelistKeywords]) -> None: ...


class _ClusterKeywords(_EveryKindKeywords, total=False):
    name: pulumi.Input[str] | None
    """Cluster name. At most 48 bytes. Changing it replaces the object. Source: IBM MQ, Change
    Queue (PCF): ClusterName; IBM MQ, Change Queue Manager (PCF): RepositoryName. Default: the
    resource name."""
    full_repository: pulumi.Input[FullRepositoryChoice] | None
    """Whether this queue manager is a full repository of the cluster. 'no', 'yes'. Source: IBM MQ,
    Change Queue Manager (PCF): RepositoryName, RepositoryNamelist."""
    like: pulumi.Input[str] | Cluster | None
    """Object of the same kind and system, by name or as a resource: what is left out here comes
    from it at creation (Change Queue (PCF) Copy Queue)."""


class Cluster(QueueResource, kind="mq:Cluster"):
    """Membership of a queue manager in the cluster that `name` names."""

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        full_repository: pulumi.Output[FullRepositoryChoice]

        def __init__(self, resource_name: str, **keywords: Unpack[_ClusterKeywords]) -> None: ...


class _ClusterReceiverChannelKeywords(_ClusterReceiverClusterSenderChannelKeywords, total=False):
    property_control: pulumi.Input[ClusterReceiverChannelPropertyControlChoice] | None
    """Property control. 'compatibility', 'none', 'all'. Source: IBM MQ, Change Channel (PCF):
    PropertyControl; IBM i, CRTMQMCHL: PROPCTL."""
    network_priority: pulumi.Input[int] | None
    """Network priority. 0 to 9. Source: IBM MQ, Change Channel (PCF): NetworkPriority; IBM i,
    CRTMQMCHL: NETPRTY."""
    put_authority: pulumi.Input[PutAuthorityChoice] | None
    """Put authority. 'default', 'context', 'only_mca', 'alternate_or_mca'. Source: IBM MQ, Change
    Channel (PCF): PutAuthority; IBM i, CRTMQMCHL: PUTAUT."""
    ssl_client_authentication: pulumi.Input[SslClientAuthenticationChoice] | None
    """TLS client authentication. 'required', 'optional'. Source: IBM MQ, Change Channel (PCF):
    SSLClientAuth; IBM i, CRTMQMCHL: SSLCAUTH."""
    like: pulumi.Input[str] | ClusterReceiverChannel | None
    """Object of the same kind and system, by name or as a resource: what is left out here comes
    from it at creation (Change Queue (PCF) Copy Queue)."""


class ClusterReceiverChannel(
    _ClusterReceiverClusterSenderChannelOutputs, QueueResource, kind="mq:ClusterReceiverChannel"
):
    """How other members reach this queue manager; it makes the queue manager a member."""

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        max_message_length: pulumi.Output[int]
        property_control: pulumi.Output[ClusterReceiverChannelPropertyControlChoice]
        network_priority: pulumi.Output[int]
        put_authority: pulumi.Output[PutAuthorityChoice]
        ssl_client_authentication: pulumi.Output[SslClientAuthenticationChoice]

        def __init__(
            self, resource_name: str, **keywords: Unpack[_ClusterReceiverChannelKeywords]
        ) -> None: ...


class _ClusterSenderChannelKeywords(_ClusterReceiverClusterSenderChannelKeywords, total=False):
    property_control: pulumi.Input[ClusterSenderChannelPropertyControlChoice] | None
    """Property control. 'compatibility', 'none', 'all'. Source: IBM MQ, Change Channel (PCF):
    PropertyControl; IBM i, CRTMQMCHL: PROPCTL."""
    like: pulumi.Input[str] | ClusterSenderChannel | None
    """Object of the same kind and system, by name or as a resource: what is left out here comes
    from it at creation (Change Queue (PCF) Copy Queue)."""


class ClusterSenderChannel(
    _ClusterReceiverClusterSenderChannelOutputs, QueueResource, kind="mq:ClusterSenderChannel"
):
    """How this queue manager first reaches a full repository."""

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        max_message_length: pulumi.Output[int]
        property_control: pulumi.Output[ClusterSenderChannelPropertyControlChoice]

        def __init__(
            self, resource_name: str, **keywords: Unpack[_ClusterSenderChannelKeywords]
        ) -> None: ...
