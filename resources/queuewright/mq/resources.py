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


class _CommandScopeKeywords(_SystemKeywords, total=False):
    command_scope: Input[str] | None
    """Command scope (MQSC CMDSCOPE). At most 4 bytes. Only on zos. Source: IBM MQ, Change Queue
    (PCF): CommandScope."""


class _QueueSharingGroupDispositionKeywords(_CommandScopeKeywords, total=False):
    queue_sharing_group_disposition: (
        Input[Literal["q_mgr", "copy", "shared", "group", "private"]] | None
    )
    """Disposition of the object within the group (MQSC QSGDISP). 'q_mgr', 'copy', 'shared',
    'group', 'private'. Ships as 'q_mgr'. Only on zos. Changing it replaces the object. Source: IBM
    MQ, Change Queue (PCF): QSGDisposition."""


class _SslCipherSpecificationKeywords(_SystemKeywords, total=False):
    ssl_cipher_specification: Input[str] | None
    """CipherSpec (MQSC SSLCIPH). At most 32 bytes. Ships as ''. An instance that runs works with
    it from its next start. Source: IBM MQ, Change Channel (PCF): SSLCipherSpec; IBM i, CRTMQMCHL:
    SSLCIPH."""


class _RestartKeywords(_SystemKeywords, total=False):
    restart: Literal["never", "when-running"] | None
    """Whether a running object is stopped (quiesce) and started again to change it. 'never',
    'when-running'; default 'never'."""


class _ChannelDescriptionKeywords(_SslCipherSpecificationKeywords, total=False):
    channel_description: Input[str] | None
    """Channel description (MQSC DESCR). At most 64 bytes. Ships as ''. Source: IBM MQ, Change
    Channel (PCF): ChannelDesc; IBM i, CRTMQMCHL: TEXT."""
    max_message_length: Input[int] | None
    """Maximum message length in bytes (MQSC MAXMSGL). 0 to 104857600. Ships as 4194304. An
    instance that runs works with it from its next start. Source: IBM MQ, Change Channel (PCF):
    MaxMsgLength; IBM i, CRTMQMCHL: MAXMSGLEN."""
    ssl_peer_name: Input[str] | None
    """TLS peer name (MQSC SSLPEER). At most 1024 bytes. Ships as ''. An instance that runs works
    with it from its next start. Source: IBM MQ, Change Channel (PCF): SSLPeerName; IBM i,
    CRTMQMCHL: SSLPEER."""
    certificate_label: Input[str] | None
    """Certificate label (MQSC CERTLABL). At most 64 bytes. Ships as ''. From command level 800. An
    instance that runs works with it from its next start. Source: IBM MQ, Change Channel (PCF):
    CertificateLabel; IBM i, CRTMQMCHL: CERTLABL."""


class _TransportTypeKeywords(_SslCipherSpecificationKeywords, total=False):
    transport_type: Input[Literal["lu62", "tcp", "netbios", "spx"]] | None
    """Transmission protocol type (MQSC TRPTYPE). 'lu62', 'tcp', 'netbios', 'spx'. Ships as 'tcp'.
    An instance that runs works with it from its next start. Source: IBM MQ, Change Channel (PCF):
    TransportType; IBM i, CRTMQMCHL: TRPTYPE."""


class _McaUserIdentifierKeywords(_SslCipherSpecificationKeywords, total=False):
    mca_user_identifier: Input[str] | None
    """Message channel agent user identifier (MQSC MCAUSER). At most 64 bytes. Ships as ''. An
    instance that runs works with it from its next start. Source: IBM MQ, Change Channel (PCF):
    MCAUserIdentifier; IBM i, CRTMQMCHL: MCAUSRID."""


class _NameKeywords(_ChannelDescriptionKeywords, _TransportTypeKeywords, total=False):
    name: Input[str] | None
    """Channel name. At most 20 bytes. Changing it replaces the object. Source: IBM MQ, Change
    Channel (PCF): ChannelName; IBM i, CRTMQMCHL: CHLNAME. Default: the resource name."""
    queue_sharing_group_disposition: (
        Input[Literal["q_mgr", "copy", "shared", "group", "private"]] | None
    )
    """Disposition of the object within the group (MQSC QSGDISP). 'q_mgr', 'copy', 'shared',
    'group', 'private'. Ships as 'q_mgr'. Only on zos. Changing it replaces the object. Source: IBM
    MQ, Change Channel (PCF): QSGDisposition."""
    heartbeat_interval: Input[int] | None
    """Heartbeat interval (MQSC HBINT). 0 to 999999 seconds. Ships as 300. An instance that runs
    works with it from its next start. Source: IBM MQ, Change Channel (PCF): HeartbeatInterval; IBM
    i, CRTMQMCHL: HRTBTINTVL."""
    keep_alive_interval: Input[int | Literal["auto"]] | None
    """Keep alive interval (MQSC KAINT). 0 to 99999 seconds. 'auto'. Ships as 'auto'. An instance
    that runs works with it from its next start. Source: IBM MQ, Change Channel (PCF):
    KeepAliveInterval; IBM i, CRTMQMCHL: KAINT."""
    header_compression: Input[Sequence[Input[str]]] | None
    """Header data compression techniques (MQSC COMPHDR). At most 2 items. 'none', 'system'. Ships
    as ('none',). An instance that runs works with it from its next start. Source: IBM MQ, Change
    Channel (PCF): HeaderCompression; IBM i, CRTMQMCHL: COMPHDR."""
    message_compression: Input[Sequence[Input[str]]] | None
    """Message data compression techniques (MQSC COMPMSG). At most 16 items. 'none', 'rle',
    'zlibfast', 'zlibhigh', 'lz4fast', 'lz4high', 'any'. Ships as ('none',). An instance that runs
    works with it from its next start. Source: IBM MQ, Change Channel (PCF): MessageCompression;
    IBM i, CRTMQMCHL: COMPMSG."""
    security_exit: Input[str] | None
    """Security exit (MQSC SCYEXIT). At most 128 bytes. Ships as ''. An instance that runs works
    with it from its next start. Source: IBM MQ, Change Channel (PCF): SecurityExit; IBM i,
    CRTMQMCHL: SCYEXIT."""
    security_user_data: Input[str] | None
    """Security exit user data (MQSC SCYDATA). At most 32 bytes. Ships as ''. An instance that runs
    works with it from its next start. Source: IBM MQ, Change Channel (PCF): SecurityUserData; IBM
    i, CRTMQMCHL: SCYUSRDATA."""
    send_exit: Input[Sequence[Input[str]]] | None
    """Send exits (MQSC SENDEXIT). Each at most 128 bytes. At most 31 items. Ships as (). An
    instance that runs works with it from its next start. Source: IBM MQ, Change Channel (PCF):
    SendExit; IBM i, CRTMQMCHL: SNDEXIT."""
    send_user_data: Input[Sequence[Input[str]]] | None
    """Send exit user data (MQSC SENDDATA). Each at most 32 bytes. At most 31 items. Ships as ().
    An instance that runs works with it from its next start. Source: IBM MQ, Change Channel (PCF):
    SendUserData; IBM i, CRTMQMCHL: SNDUSRDATA."""
    receive_exit: Input[Sequence[Input[str]]] | None
    """Receive exits (MQSC RCVEXIT). Each at most 128 bytes. At most 31 items. Ships as (). An
    instance that runs works with it from its next start. Source: IBM MQ, Change Channel (PCF):
    ReceiveExit; IBM i, CRTMQMCHL: RCVEXIT."""
    receive_user_data: Input[Sequence[Input[str]]] | None
    """Receive exit user data (MQSC RCVDATA). Each at most 32 bytes. At most 31 items. Ships as ().
    An instance that runs works with it from its next start. Source: IBM MQ, Change Channel (PCF):
    ReceiveUserData; IBM i, CRTMQMCHL: RCVUSRDATA."""


class _LocalAddressKeywords(_SslCipherSpecificationKeywords, total=False):
    local_address: Input[str] | None
    """Local communications address (MQSC LOCLADDR). At most 48 bytes. Ships as ''. An instance
    that runs works with it from its next start. Source: IBM MQ, Change Channel (PCF):
    LocalAddress; IBM i, CRTMQMCHL: LOCLADDR."""


class _ChannelMonitoringKeywords(
    _RestartKeywords, _McaUserIdentifierKeywords, _NameKeywords, total=False
):
    channel_monitoring: Input[Literal["off", "q_mgr", "low", "medium", "high"]] | None
    """Online monitoring data collection (MQSC MONCHL). 'off', 'q_mgr', 'low', 'medium', 'high'.
    Ships as 'q_mgr'. An instance that runs works with it from its next start. Source: IBM MQ,
    Change Channel (PCF): ChannelMonitoring; IBM i, CRTMQMCHL: MONCHL."""


class _ConnectionNameKeywords(_NameKeywords, _LocalAddressKeywords, total=False):
    connection_name: Input[str] | None
    """Connection name (MQSC CONNAME). At most 264 bytes. Ships as ''. An instance that runs works
    with it from its next start. Source: IBM MQ, Change Channel (PCF): ConnectionName; IBM i,
    CRTMQMCHL: CONNAME."""
    mode_name: Input[str] | None
    """Mode name of LU 6.2 (MQSC MODENAME). At most 8 bytes. Ships as ''. An instance that runs
    works with it from its next start. Source: IBM MQ, Change Channel (PCF): ModeName; IBM i,
    CRTMQMCHL: MODENAME."""
    tp_name: Input[str] | None
    """Transaction program name of LU 6.2 (MQSC TPNAME). At most 64 bytes. Ships as ''. An instance
    that runs works with it from its next start. Source: IBM MQ, Change Channel (PCF): TpName; IBM
    i, CRTMQMCHL: TPNAME."""


class _BatchSizeKeywords(_ChannelMonitoringKeywords, total=False):
    batch_size: Input[int] | None
    """Batch size (MQSC BATCHSZ). 1 to 9999. Ships as 50. An instance that runs works with it from
    its next start. Source: IBM MQ, Change Channel (PCF): BatchSize; IBM i, CRTMQMCHL:
    BATCHSIZE."""
    sequence_number_wrap: Input[int] | None
    """Sequence wrap number (MQSC SEQWRAP). 100 to 999999999. Ships as 999999999. An instance that
    runs works with it from its next start. Source: IBM MQ, Change Channel (PCF): SeqNumberWrap;
    IBM i, CRTMQMCHL: SEQNUMWRAP."""
    non_persistent_message_speed: Input[Literal["normal", "fast"]] | None
    """Speed at which non-persistent messages are to be sent (MQSC NPMSPEED). 'normal', 'fast'.
    Ships as 'fast'. An instance that runs works with it from its next start. Source: IBM MQ,
    Change Channel (PCF): NonPersistentMsgSpeed; IBM i, CRTMQMCHL: NPMSPEED."""
    use_dead_letter_queue: Input[Literal["no", "yes"]] | None
    """Use of the dead-letter queue for messages that cannot be delivered (MQSC USEDLQ). 'no',
    'yes'. Ships as 'yes'. An instance that runs works with it from its next start. Source: IBM MQ,
    Change Channel (PCF): UseDLQ; IBM i, CRTMQMCHL: USEDLQ."""
    channel_statistics: Input[Literal["off", "q_mgr", "low", "medium", "high"]] | None
    """Statistics data collection (MQSC STATCHL). 'off', 'q_mgr', 'low', 'medium', 'high'. Ships as
    'q_mgr'. An instance that runs works with it from its next start. Source: IBM MQ, Change
    Channel (PCF): ChannelStatistics; IBM i, CRTMQMCHL: STATCHL."""
    message_exit: Input[Sequence[Input[str]]] | None
    """Message exits (MQSC MSGEXIT). Each at most 128 bytes. At most 31 items. Ships as (). An
    instance that runs works with it from its next start. Source: IBM MQ, Change Channel (PCF):
    MsgExit; IBM i, CRTMQMCHL: MSGEXIT."""
    message_user_data: Input[Sequence[Input[str]]] | None
    """Message exit user data (MQSC MSGDATA). Each at most 32 bytes. At most 31 items. Ships as ().
    An instance that runs works with it from its next start. Source: IBM MQ, Change Channel (PCF):
    MsgUserData; IBM i, CRTMQMCHL: MSGUSRDATA."""


class _SslClientAuthenticationKeywords(
    _RestartKeywords, _ChannelDescriptionKeywords, _McaUserIdentifierKeywords, total=False
):
    ssl_client_authentication: Input[Literal["required", "optional"]] | None
    """TLS client authentication (MQSC SSLCAUTH). 'required', 'optional'. Ships as 'required'. An
    instance that runs works with it from its next start. Source: IBM MQ, Change Channel (PCF):
    SSLClientAuth; IBM i, CRTMQMCHL: SSLCAUTH."""


class _McaNameKeywords(_ConnectionNameKeywords, _BatchSizeKeywords, total=False):
    mca_name: Input[str] | None
    """Message channel agent name (MQSC MCANAME). At most 20 bytes. Ships as ''. An instance that
    runs works with it from its next start. Source: IBM MQ, Change Channel (PCF): MCAName."""


class _UserIdentifierKeywords(_ConnectionNameKeywords, total=False):
    user_identifier: Input[str] | None
    """Task user identifier (MQSC USERID). At most 12 bytes. Ships as ''. An instance that runs
    works with it from its next start. Source: IBM MQ, Change Channel (PCF): UserIdentifier; IBM i,
    CRTMQMCHL: USERID."""
    password: Input[str] | None
    """Password of the task user (MQSC PASSWORD). At most 12 bytes. No system reports it
    (write-only), and a state keeps only a digest of it. An instance that runs works with it from
    its next start. Source: IBM MQ, Change Channel (PCF): Password; IBM i, CRTMQMCHL: PASSWORD."""


class _RefreshSecurityKeywords(_SystemKeywords, total=False):
    refresh_security: Literal["never", "when-needed"] | None
    """Whether REFRESH SECURITY is sent after a change that waits for it. 'never', 'when-needed';
    default 'never'."""


class _DefaultChannelDispositionKeywords(_ChannelMonitoringKeywords, total=False):
    default_channel_disposition: Input[Literal["private", "fixshared", "shared"]] | None
    """Default channel disposition (MQSC DEFCDISP). 'private', 'fixshared', 'shared'. Ships as
    'private'. Only on zos. An instance that runs works with it from its next start. Source: IBM
    MQ, Change Channel (PCF): DefaultChannelDisposition."""


class _QueueDescriptionKeywords(_QueueSharingGroupDispositionKeywords, total=False):
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


class _BatchIntervalKeywords(_McaNameKeywords, total=False):
    batch_interval: Input[int] | None
    """Batch interval in milliseconds (MQSC BATCHINT). 0 to 999999999. Ships as 0. An instance that
    runs works with it from its next start. Source: IBM MQ, Change Channel (PCF): BatchInterval;
    IBM i, CRTMQMCHL: BATCHINT."""
    batch_heartbeat: Input[int] | None
    """Batch heartbeat interval in milliseconds (MQSC BATCHHB). 0 to 999999999. Ships as 0. An
    instance that runs works with it from its next start. Source: IBM MQ, Change Channel (PCF):
    BatchHeartbeat; IBM i, CRTMQMCHL: BATCHHB."""
    batch_data_limit: Input[int] | None
    """Batch data limit in kilobytes (MQSC BATCHLIM). 0 to 999999. Ships as 5000. An instance that
    runs works with it from its next start. Source: IBM MQ, Change Channel (PCF): BatchDataLimit;
    IBM i, CRTMQMCHL: BATCHLIM."""
    disconnect_interval: Input[int] | None
    """Disconnect interval (MQSC DISCINT). 0 to 999999 seconds. Ships as 6000. An instance that
    runs works with it from its next start. Source: IBM MQ, Change Channel (PCF): DiscInterval; IBM
    i, CRTMQMCHL: DSCITV."""
    short_retry_count: Input[int] | None
    """Short retry count (MQSC SHORTRTY). 0 to 999999999. Ships as 10. An instance that runs works
    with it from its next start. Source: IBM MQ, Change Channel (PCF): ShortRetryCount; IBM i,
    CRTMQMCHL: SHORTRTY."""
    short_retry_interval: Input[int] | None
    """Short retry interval (MQSC SHORTTMR). 0 to 999999999 seconds. Ships as 60. An instance that
    runs works with it from its next start. Source: IBM MQ, Change Channel (PCF):
    ShortRetryInterval; IBM i, CRTMQMCHL: SHORTTMR."""
    long_retry_count: Input[int] | None
    """Long retry count (MQSC LONGRTY). 0 to 999999999. Ships as 999999999. An instance that runs
    works with it from its next start. Source: IBM MQ, Change Channel (PCF): LongRetryCount; IBM i,
    CRTMQMCHL: LONGRTY."""
    long_retry_interval: Input[int] | None
    """Long retry interval (MQSC LONGTMR). 0 to 999999999 seconds. Ships as 1200. An instance that
    runs works with it from its next start. Source: IBM MQ, Change Channel (PCF):
    LongRetryInterval; IBM i, CRTMQMCHL: LONGTMR."""
    data_conversion: Input[Literal["no_sender_conversion", "sender_conversion"]] | None
    """Whether the sender must convert application data (MQSC CONVERT). 'no_sender_conversion',
    'sender_conversion'. Ships as 'no_sender_conversion'. An instance that runs works with it from
    its next start. Source: IBM MQ, Change Channel (PCF): DataConversion; IBM i, CRTMQMCHL:
    CVTMSG."""
    property_control: Input[Literal["compatibility", "none", "all"]] | None
    """Property control (MQSC PROPCTL). 'compatibility', 'none', 'all'. Ships as 'compatibility'.
    An instance that runs works with it from its next start. Source: IBM MQ, Change Channel (PCF):
    PropertyControl; IBM i, CRTMQMCHL: PROPCTL."""


class _DescriptionKeywords(
    _QueueSharingGroupDispositionKeywords, _RefreshSecurityKeywords, total=False
):
    description: Input[str] | None
    """Description (MQSC DESCR). At most 64 bytes. Ships as ''. Source: IBM MQ, Change AuthInfo
    (PCF): AuthInfoDesc; IBM i, CRTMQMAUTI: TEXT."""


class _SecurityPolicyProtectionKeywords(
    _BatchSizeKeywords, _DefaultChannelDispositionKeywords, total=False
):
    security_policy_protection: Input[Literal["passthru", "remove", "as_policy"]] | None
    """Security policy protection (MQSC SPLPROT). 'passthru', 'remove', 'as_policy'. Ships as
    'passthru'. Only on zos. From command level 913. An instance that runs works with it from its
    next start. Source: IBM MQ, Change Channel (PCF): SPLProtection."""


class _InhibitGetKeywords(_QueueDescriptionKeywords, total=False):
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


class _ScopeKeywords(_QueueDescriptionKeywords, total=False):
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


class _PutAuthorityKeywords(_BatchSizeKeywords, _SslClientAuthenticationKeywords, total=False):
    put_authority: Input[Literal["default", "context", "only_mca", "alternate_or_mca"]] | None
    """Put authority (MQSC PUTAUT). 'default', 'context', 'only_mca', 'alternate_or_mca'. Ships as
    'default'. An instance that runs works with it from its next start. Source: IBM MQ, Change
    Channel (PCF): PutAuthority; IBM i, CRTMQMCHL: PUTAUT."""
    message_retry_exit: Input[str] | None
    """Message retry exit (MQSC MREXIT). At most 128 bytes. Ships as ''. An instance that runs
    works with it from its next start. Source: IBM MQ, Change Channel (PCF): MsgRetryExit; IBM i,
    CRTMQMCHL: MSGRTYEXIT."""
    message_retry_user_data: Input[str] | None
    """Message retry exit user data (MQSC MRDATA). At most 32 bytes. Ships as ''. An instance that
    runs works with it from its next start. Source: IBM MQ, Change Channel (PCF): MsgRetryUserData;
    IBM i, CRTMQMCHL: MSGRTYDATA."""
    message_retry_count: Input[int] | None
    """Message retry count (MQSC MRRTY). 0 to 999999999. Ships as 10. An instance that runs works
    with it from its next start. Source: IBM MQ, Change Channel (PCF): MsgRetryCount; IBM i,
    CRTMQMCHL: MSGRTYNBR."""
    message_retry_interval: Input[int] | None
    """Message retry interval (MQSC MRTMR). 0 to 999999999 ms. Ships as 1000. An instance that runs
    works with it from its next start. Source: IBM MQ, Change Channel (PCF): MsgRetryInterval; IBM
    i, CRTMQMCHL: MSGRTYITV."""


class _Name2Keywords(_DescriptionKeywords, total=False):
    name: Input[str] | None
    """Authentication information name. At most 48 bytes. Changing it replaces the object. Source:
    IBM MQ, Change AuthInfo (PCF): AuthInfoName; IBM i, CRTMQMAUTI: AINAME. Default: the resource
    name."""


class _McaTypeKeywords(
    _McaNameKeywords, _UserIdentifierKeywords, _SecurityPolicyProtectionKeywords, total=False
):
    mca_type: Input[Literal["process", "thread"]] | None
    """Message channel agent type (MQSC MCATYPE). 'process', 'thread'. Ships as 'process'. An
    instance that runs works with it from its next start. Source: IBM MQ, Change Channel (PCF):
    MCAType; IBM i, CRTMQMCHL: MCATYPE."""


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
    storage_class: Input[str] | StorageClass | None
    """Storage class (MQSC STGCLASS). At most 8 bytes. Ships as 'DEFAULT'. The name of, or the
    resource that is, mq:StorageClass. Only on zos. Source: IBM MQ, Change Queue (PCF):
    StorageClass."""
    index_type: Input[Literal["none", "msg_id", "correl_id", "msg_token", "group_id"]] | None
    """Index type (MQSC INDXTYPE). 'none', 'msg_id', 'correl_id', 'msg_token', 'group_id'. Ships as
    'none'. Only on zos. Source: IBM MQ, Change Queue (PCF): IndexType."""


class _ClusterNameKeywords(_BatchIntervalKeywords, total=False):
    cluster_name: Input[str] | Cluster | None
    """Cluster name (MQSC CLUSTER). At most 48 bytes. Ships as ''. The name of, or the resource
    that is, mq:Cluster. An instance that runs works with it from its next start. Source: IBM MQ,
    Change Channel (PCF): ClusterName; IBM i, CRTMQMCHL: CLUSTER."""
    cluster_namelist: Input[str] | Namelist | None
    """Cluster namelist (MQSC CLUSNL). At most 48 bytes. Ships as ''. The name of, or the resource
    that is, mq:Namelist. An instance that runs works with it from its next start. Source: IBM MQ,
    Change Channel (PCF): ClusterNamelist; IBM i, CRTMQMCHL: CLUSNL."""
    mca_type: Input[Literal["process", "thread"]] | None
    """Message channel agent type (MQSC MCATYPE). 'process', 'thread'. Ships as 'thread'. An
    instance that runs works with it from its next start. Source: IBM MQ, Change Channel (PCF):
    MCAType; IBM i, CRTMQMCHL: MCATYPE."""
    cluster_workload_channel_priority: Input[int] | None
    """Channel priority for cluster workload distribution (MQSC CLWLPRTY). 0 to 9. Ships as 0. An
    instance that runs works with it from its next start. Source: IBM MQ, Change Channel (PCF):
    CLWLChannelPriority; IBM i, CRTMQMCHL: CLWLPRTY."""
    cluster_workload_channel_rank: Input[int] | None
    """Channel rank for cluster workload distribution (MQSC CLWLRANK). 0 to 9. Ships as 0. An
    instance that runs works with it from its next start. Source: IBM MQ, Change Channel (PCF):
    CLWLChannelRank; IBM i, CRTMQMCHL: CLWLRANK."""
    cluster_workload_channel_weight: Input[int] | None
    """Channel weighting for cluster workload distribution (MQSC CLWLWGHT). 1 to 99. Ships as 50.
    An instance that runs works with it from its next start. Source: IBM MQ, Change Channel (PCF):
    CLWLChannelWeight; IBM i, CRTMQMCHL: CLWLWGHT."""


class _LdapUserNameKeywords(_DescriptionKeywords, total=False):
    connection_name: Input[str] | None
    """Host of the LDAP server (MQSC CONNAME). At most 264 bytes. Ships as ''. Source: IBM MQ,
    Change AuthInfo (PCF): AuthInfoConnName; IBM i, CRTMQMAUTI: CONNAME."""
    ldap_user_name: Input[str] | None
    """User of the LDAP server (MQSC LDAPUSER). At most 1024 bytes. Ships as ''. Source: IBM MQ,
    Change AuthInfo (PCF): LDAPUserName; IBM i, CRTMQMAUTI: USERNAME."""
    ldap_password: Input[str] | None
    """Password of that user (MQSC LDAPPWD). At most 32 bytes. No system reports it (write-only),
    and a state keeps only a digest of it. Source: IBM MQ, Change AuthInfo (PCF): LDAPPassword; IBM
    i, CRTMQMAUTI: PASSWORD."""


class _CheckClientBindingKeywords(_DescriptionKeywords, total=False):
    check_client_binding: Input[Literal["none", "optional", "required", "required_admin"]] | None
    """Which clients give a password (MQSC CHCKCLNT). 'none', 'optional', 'required',
    'required_admin'. Ships as 'required_admin'. From command level 800. Source: IBM MQ, Change
    AuthInfo (PCF): CheckClientBinding; IBM i, CRTMQMAUTI: CHCKCLNT."""
    check_local_binding: Input[Literal["none", "optional", "required", "required_admin"]] | None
    """Which local applications give a password (MQSC CHCKLOCL). 'none', 'optional', 'required',
    'required_admin'. Ships as 'optional'. From command level 800. Source: IBM MQ, Change AuthInfo
    (PCF): CheckLocalBinding; IBM i, CRTMQMAUTI: CHCKLOCL."""
    failure_delay: Input[int] | None
    """Delay after a failure (MQSC FAILDLAY). 0 to 60 seconds. Ships as 1. From command level 800.
    Source: IBM MQ, Change AuthInfo (PCF): FailureDelay; IBM i, CRTMQMAUTI: FAILDELAY."""


class _ObjectTypeKeywords(_SystemKeywords, total=False):
    object_type: Required[Input[str]]
    """Object type (MQSC OBJTYPE). 'q', 'q_mgr', 'channel', 'clntconn_channel', 'topic', 'process',
    'namelist', 'auth_info', 'comm_info', 'listener', 'service', 'remote_q_mgr_name'. Only on aix,
    ibmi, linux, other-unix, windows. Changing it replaces the object. Source: IBM MQ, Set
    Authority Record (PCF): ObjectType; IBM MQ, MQSC: SET AUTHREC OBJTYPE."""


class _ChannelDescriptionOutputs:
    if TYPE_CHECKING:
        channel_description: Output[str]
        ssl_peer_name: Output[str]


class _KeepAliveIntervalOutputs(_ChannelDescriptionOutputs):
    if TYPE_CHECKING:
        keep_alive_interval: Output[int | Literal["auto"]]
        header_compression: Output[Sequence[str]]
        message_compression: Output[Sequence[str]]
        security_exit: Output[str]
        security_user_data: Output[str]
        send_exit: Output[Sequence[str]]
        send_user_data: Output[Sequence[str]]
        receive_exit: Output[Sequence[str]]
        receive_user_data: Output[Sequence[str]]


class _BatchSizeOutputs(_KeepAliveIntervalOutputs):
    if TYPE_CHECKING:
        batch_size: Output[int]
        sequence_number_wrap: Output[int]
        non_persistent_message_speed: Output[Literal["normal", "fast"]]
        use_dead_letter_queue: Output[Literal["no", "yes"]]
        channel_statistics: Output[Literal["off", "q_mgr", "low", "medium", "high"]]
        message_exit: Output[Sequence[str]]
        message_user_data: Output[Sequence[str]]


class _ModeNameOutputs(_KeepAliveIntervalOutputs):
    if TYPE_CHECKING:
        mode_name: Output[str]
        tp_name: Output[str]


class _McaNameOutputs(_BatchSizeOutputs, _ModeNameOutputs):
    if TYPE_CHECKING:
        mca_name: Output[str]
        mca_type: Output[Literal["process", "thread"]]


class _UserIdentifierOutputs(_ModeNameOutputs):
    if TYPE_CHECKING:
        user_identifier: Output[str]
        password: Output[str]


class _QueueDescriptionOutputs:
    if TYPE_CHECKING:
        queue_description: Output[str]
        inhibit_put: Output[Literal["put_allowed", "put_inhibited"]]
        default_priority: Output[int]
        default_persistence: Output[Literal["not_persistent", "persistent"]]
        default_put_response: Output[Literal["sync_response", "async_response"]]


class _BatchIntervalOutputs(_McaNameOutputs):
    if TYPE_CHECKING:
        batch_interval: Output[int]
        batch_heartbeat: Output[int]
        batch_data_limit: Output[int]
        short_retry_count: Output[int]
        short_retry_interval: Output[int]
        long_retry_count: Output[int]
        long_retry_interval: Output[int]
        data_conversion: Output[Literal["no_sender_conversion", "sender_conversion"]]
        property_control: Output[Literal["compatibility", "none", "all"]]


class _InhibitGetOutputs(_QueueDescriptionOutputs):
    if TYPE_CHECKING:
        inhibit_get: Output[Literal["get_allowed", "get_inhibited"]]
        default_read_ahead: Output[Literal["no", "yes", "disabled"]]
        property_control: Output[
            Literal["compatibility", "none", "all", "force_mqrfh2", "v6compat"]
        ]


class _ScopeOutputs(_QueueDescriptionOutputs):
    if TYPE_CHECKING:
        scope: Output[Literal["q_mgr", "cell"] | None]
        default_bind: Output[Literal["bind_on_open", "bind_not_fixed", "bind_on_group"]]
        cluster_workload_queue_priority: Output[int]
        cluster_workload_queue_rank: Output[int]


class _PutAuthorityOutputs(_BatchSizeOutputs):
    if TYPE_CHECKING:
        put_authority: Output[Literal["default", "context", "only_mca", "alternate_or_mca"]]
        message_retry_exit: Output[str]
        message_retry_user_data: Output[str]
        message_retry_count: Output[int]
        message_retry_interval: Output[int]


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
    coupling_facility_structure: Input[str] | CouplingFacilityStructure | None
    """Coupling facility structure name (MQSC CFSTRUCT). At most 12 bytes. Ships as ''. The name
    of, or the resource that is, mq:CouplingFacilityStructure. Only on zos. Changing it replaces
    the object. Source: IBM MQ, Change Queue (PCF): CFStructure."""
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
        custom: Output[str]
        queue_sharing_group_disposition: Output[
            Literal["q_mgr", "copy", "shared", "group", "private"] | None
        ]
        command_scope: Output[str | None]
        max_message_length: Output[int]
        cluster_name: Output[str]
        cluster_namelist: Output[str]
        cluster_workload_use_queue: Output[Literal["useq_as_q_mgr", "useq_any", "useq_local"]]

        def __init__(self, resource_name: str, **keywords: Unpack[_LocalQueueKeywords]) -> None: ...


class _AliasQueueKeywords(_InhibitGetKeywords, _ScopeKeywords, total=False):
    base_object_name: Input[str] | LocalQueue | AliasQueue | RemoteQueue | Topic | None
    """Name of the object to which the alias resolves (MQSC TARGET). At most 48 bytes. Ships as ''.
    The name of, or the resource that is, mq:LocalQueue, mq:AliasQueue, mq:RemoteQueue, mq:Topic.
    Changing it needs FORCE while the object is in use. Source: IBM MQ, Change Queue (PCF):
    BaseObjectName, BaseQName; IBM i, CRTMQMQ: TGTQNAME."""
    target_type: Input[Literal["q", "topic"]] | None
    """Target type (MQSC TARGTYPE). 'q', 'topic'. Ships as 'q'. Source: IBM MQ, Change Queue (PCF):
    TargetType; IBM i, CRTMQMQ: TARGTYPE."""
    like: Input[str] | AliasQueue | None
    """Object of the same kind and system, by name or as a resource: what is left out here comes
    from it at creation (Change Queue (PCF) Copy Queue)."""


class AliasQueue(_InhibitGetOutputs, _ScopeOutputs, QueueResource, kind="mq:AliasQueue"):
    """Another name for a queue or a topic."""

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        custom: Output[str]
        queue_sharing_group_disposition: Output[
            Literal["q_mgr", "copy", "shared", "group", "private"] | None
        ]
        command_scope: Output[str | None]
        base_object_name: Output[str]
        target_type: Output[Literal["q", "topic"]]
        cluster_name: Output[str]
        cluster_namelist: Output[str]

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
        custom: Output[str]
        queue_sharing_group_disposition: Output[
            Literal["q_mgr", "copy", "shared", "group", "private"] | None
        ]
        command_scope: Output[str | None]
        remote_queue_name: Output[str]
        remote_queue_manager_name: Output[str]
        xmit_queue_name: Output[str]
        cluster_name: Output[str]
        cluster_namelist: Output[str]

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
    coupling_facility_structure: Input[str] | CouplingFacilityStructure | None
    """Coupling facility structure name (MQSC CFSTRUCT). At most 12 bytes. Ships as ''. The name
    of, or the resource that is, mq:CouplingFacilityStructure. Only on zos. Source: IBM MQ, Change
    Queue (PCF): CFStructure."""
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
        custom: Output[str]
        queue_sharing_group_disposition: Output[
            Literal["q_mgr", "copy", "shared", "group", "private"] | None
        ]
        command_scope: Output[str | None]
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


class Namelist(QueueResource, kind="mq:Namelist"):
    """A list of names, such as the clusters that queues belong to."""

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        names: Output[Sequence[str]]
        namelist_description: Output[str]
        namelist_type: Output[Literal["none", "q", "cluster", "auth_info"] | None]
        queue_sharing_group_disposition: Output[
            Literal["q_mgr", "copy", "shared", "group", "private"] | None
        ]
        command_scope: Output[str | None]

        def __init__(self, resource_name: str, **keywords: Unpack[_NamelistKeywords]) -> None: ...


class _ClusterKeywords(_SystemKeywords, total=False):
    name: Input[str] | None
    """Cluster name (MQSC CLUSTER). At most 48 bytes. Changing it replaces the object. Source: IBM
    MQ, Change Queue (PCF): ClusterName; IBM MQ, Change Queue Manager (PCF): RepositoryName.
    Default: the resource name."""
    full_repository: Input[Literal["no", "yes"]] | None
    """Whether this queue manager is a full repository of the cluster. 'no', 'yes'. Ships as 'no'.
    Source: IBM MQ, Change Queue Manager (PCF): RepositoryName, RepositoryNamelist."""
    like: Input[str] | Cluster | None
    """Object of the same kind and system, by name or as a resource: what is left out here comes
    from it at creation (Change Queue (PCF) Copy Queue)."""


class Cluster(QueueResource, kind="mq:Cluster"):
    """Membership of a queue manager in the cluster that `name` names."""

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        full_repository: Output[Literal["no", "yes"]]

        def __init__(self, resource_name: str, **keywords: Unpack[_ClusterKeywords]) -> None: ...


class _ClusterReceiverChannelKeywords(_PutAuthorityKeywords, _ClusterNameKeywords, total=False):
    network_priority: Input[int] | None
    """Network priority (MQSC NETPRTY). 0 to 9. Ships as 0. An instance that runs works with it
    from its next start. Source: IBM MQ, Change Channel (PCF): NetworkPriority; IBM i, CRTMQMCHL:
    NETPRTY."""
    like: Input[str] | ClusterReceiverChannel | None
    """Object of the same kind and system, by name or as a resource: what is left out here comes
    from it at creation (Change Queue (PCF) Copy Queue)."""


class ClusterReceiverChannel(
    _BatchIntervalOutputs, _PutAuthorityOutputs, QueueResource, kind="mq:ClusterReceiverChannel"
):
    """How other members reach this queue manager; it makes the queue manager a member."""

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        transport_type: Output[Literal["lu62", "tcp", "netbios", "spx"]]
        queue_sharing_group_disposition: Output[
            Literal["q_mgr", "copy", "shared", "group", "private"] | None
        ]
        cluster_name: Output[str]
        cluster_namelist: Output[str]
        connection_name: Output[str]
        local_address: Output[str]
        heartbeat_interval: Output[int]
        max_message_length: Output[int]
        ssl_cipher_specification: Output[str]
        certificate_label: Output[str | None]
        mca_user_identifier: Output[str]
        channel_monitoring: Output[Literal["off", "q_mgr", "low", "medium", "high"]]
        disconnect_interval: Output[int]
        cluster_workload_channel_priority: Output[int]
        cluster_workload_channel_rank: Output[int]
        cluster_workload_channel_weight: Output[int]
        ssl_client_authentication: Output[Literal["required", "optional"]]
        network_priority: Output[int]

        def __init__(
            self, resource_name: str, **keywords: Unpack[_ClusterReceiverChannelKeywords]
        ) -> None: ...


class _ClusterSenderChannelKeywords(_UserIdentifierKeywords, _ClusterNameKeywords, total=False):
    like: Input[str] | ClusterSenderChannel | None
    """Object of the same kind and system, by name or as a resource: what is left out here comes
    from it at creation (Change Queue (PCF) Copy Queue)."""


class ClusterSenderChannel(
    _UserIdentifierOutputs, _BatchIntervalOutputs, QueueResource, kind="mq:ClusterSenderChannel"
):
    """How this queue manager first reaches a full repository."""

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        transport_type: Output[Literal["lu62", "tcp", "netbios", "spx"]]
        queue_sharing_group_disposition: Output[
            Literal["q_mgr", "copy", "shared", "group", "private"] | None
        ]
        cluster_name: Output[str]
        cluster_namelist: Output[str]
        connection_name: Output[str]
        local_address: Output[str]
        heartbeat_interval: Output[int]
        max_message_length: Output[int]
        ssl_cipher_specification: Output[str]
        certificate_label: Output[str | None]
        mca_user_identifier: Output[str]
        channel_monitoring: Output[Literal["off", "q_mgr", "low", "medium", "high"]]
        disconnect_interval: Output[int]
        cluster_workload_channel_priority: Output[int]
        cluster_workload_channel_rank: Output[int]
        cluster_workload_channel_weight: Output[int]

        def __init__(
            self, resource_name: str, **keywords: Unpack[_ClusterSenderChannelKeywords]
        ) -> None: ...


class _TopicKeywords(_QueueSharingGroupDispositionKeywords, total=False):
    name: Input[str] | None
    """Topic name. At most 48 bytes. Changing it replaces the object. Source: IBM MQ, Change Topic
    (PCF): TopicName; IBM i, CRTMQMTOP: TOPNAME. Default: the resource name."""
    topic_type: Input[Literal["local", "cluster"]] | None
    """Topic type (MQSC TYPE). 'local', 'cluster'. Ships as 'local'. Changing it replaces the
    object. Source: IBM MQ, Change Topic (PCF): TopicType."""
    topic_string: Input[str] | None
    """Topic string (MQSC TOPICSTR). At most 10240 bytes. Ships as ''. Changing it replaces the
    object. Source: IBM MQ, Change Topic (PCF): TopicString; IBM i, CRTMQMTOP: TOPICSTR."""
    topic_description: Input[str] | None
    """Topic description (MQSC DESCR). At most 64 bytes. Ships as ''. Source: IBM MQ, Change Topic
    (PCF): TopicDesc; IBM i, CRTMQMTOP: TEXT."""
    cluster_name: Input[str] | Cluster | None
    """Cluster to which this topic belongs (MQSC CLUSTER). At most 48 bytes. Ships as ''. The name
    of, or the resource that is, mq:Cluster. Source: IBM MQ, Change Topic (PCF): ClusterName."""
    cluster_route: Input[Literal["direct", "topic_host"]] | None
    """Routing of publications within the cluster (MQSC CLROUTE). 'direct', 'topic_host'. Ships as
    'direct'. From command level 800. Source: IBM MQ, Change Topic (PCF): ClusterPubRoute."""
    durable_subscriptions: (
        Input[Literal["durable_as_parent", "durable_allowed", "durable_inhibited"]] | None
    )
    """Whether applications can make durable subscriptions (MQSC DURSUB). 'durable_as_parent',
    'durable_allowed', 'durable_inhibited'. Ships as 'durable_as_parent'. Source: IBM MQ, Change
    Topic (PCF): DurableSubscriptions; IBM i, CRTMQMTOP: DURSUB."""
    publications: Input[Literal["pub_as_parent", "pub_allowed", "pub_inhibited"]] | None
    """Whether messages can be published (MQSC PUB). 'pub_as_parent', 'pub_allowed',
    'pub_inhibited'. Ships as 'pub_as_parent'. Source: IBM MQ, Change Topic (PCF):
    InhibitPublications; IBM i, CRTMQMTOP: PUBENBL."""
    subscriptions: Input[Literal["sub_as_parent", "sub_allowed", "sub_inhibited"]] | None
    """Whether applications can subscribe (MQSC SUB). 'sub_as_parent', 'sub_allowed',
    'sub_inhibited'. Ships as 'sub_as_parent'. Source: IBM MQ, Change Topic (PCF):
    InhibitSubscriptions; IBM i, CRTMQMTOP: SUBENBL."""
    default_persistence: (
        Input[Literal["persistence_as_parent", "persistent", "not_persistent"]] | None
    )
    """Default persistence (MQSC DEFPSIST). 'persistence_as_parent', 'persistent',
    'not_persistent'. Ships as 'persistence_as_parent'. Source: IBM MQ, Change Topic (PCF):
    DefPersistence; IBM i, CRTMQMTOP: DFTMSGPST."""
    default_priority: Input[int | Literal["priority_as_parent"]] | None
    """Default priority (MQSC DEFPRTY). 0 to 9. 'priority_as_parent'. Ships as
    'priority_as_parent'. Source: IBM MQ, Change Topic (PCF): DefPriority; IBM i, CRTMQMTOP:
    DFTPTY."""
    default_put_response: (
        Input[Literal["response_as_parent", "sync_response", "async_response"]] | None
    )
    """Default put response (MQSC DEFPRESP). 'response_as_parent', 'sync_response',
    'async_response'. Ships as 'response_as_parent'. Source: IBM MQ, Change Topic (PCF):
    DefPutResponse; IBM i, CRTMQMTOP: DFTPUTRESP."""
    persistent_message_delivery: Input[Literal["as_parent", "all", "all_dur", "all_avail"]] | None
    """Delivery of persistent messages (MQSC PMSGDLV). 'as_parent', 'all', 'all_dur', 'all_avail'.
    Ships as 'as_parent'. Source: IBM MQ, Change Topic (PCF): PersistentMsgDelivery; IBM i,
    CRTMQMTOP: PMSGDLV."""
    non_persistent_message_delivery: (
        Input[Literal["as_parent", "all", "all_dur", "all_avail"]] | None
    )
    """Delivery of non-persistent messages (MQSC NPMSGDLV). 'as_parent', 'all', 'all_dur',
    'all_avail'. Ships as 'as_parent'. Source: IBM MQ, Change Topic (PCF):
    NonPersistentMsgDelivery; IBM i, CRTMQMTOP: NPMSGDLV."""
    publication_scope: Input[Literal["as_parent", "all", "qmgr"]] | None
    """Whether publications go to other queue managers (MQSC PUBSCOPE). 'as_parent', 'all', 'qmgr'.
    Ships as 'as_parent'. Source: IBM MQ, Change Topic (PCF): PublicationScope."""
    subscription_scope: Input[Literal["as_parent", "all", "qmgr"]] | None
    """Whether subscriptions go to other queue managers (MQSC SUBSCOPE). 'as_parent', 'all',
    'qmgr'. Ships as 'as_parent'. Source: IBM MQ, Change Topic (PCF): SubscriptionScope."""
    proxy_subscriptions: Input[Literal["proxy_sub_firstuse", "proxy_sub_force"]] | None
    """When proxy subscriptions are sent (MQSC PROXYSUB). 'proxy_sub_firstuse', 'proxy_sub_force'.
    Ships as 'proxy_sub_firstuse'. Source: IBM MQ, Change Topic (PCF): ProxySubscriptions."""
    wildcard_operation: Input[Literal["passthru", "block"]] | None
    """Behaviour of subscriptions with wildcards (MQSC WILDCARD). 'passthru', 'block'. Ships as
    'passthru'. Source: IBM MQ, Change Topic (PCF): WildcardOperation; IBM i, CRTMQMTOP:
    WILDCARD."""
    durable_model_queue_name: Input[str] | ModelQueue | None
    """Model queue of durable subscriptions (MQSC MDURMDL). At most 48 bytes. Ships as ''. The name
    of, or the resource that is, mq:ModelQueue. Source: IBM MQ, Change Topic (PCF):
    DurableModelQName; IBM i, CRTMQMTOP: MGDDURMDL."""
    non_durable_model_queue_name: Input[str] | ModelQueue | None
    """Model queue of non-durable subscriptions (MQSC MNDURMDL). At most 48 bytes. Ships as ''. The
    name of, or the resource that is, mq:ModelQueue. Source: IBM MQ, Change Topic (PCF):
    NonDurableModelQName; IBM i, CRTMQMTOP: MGDNDURMDL."""
    multicast: Input[Literal["as_parent", "enabled", "disabled", "only"]] | None
    """Whether multicast is allowed (MQSC MCAST). 'as_parent', 'enabled', 'disabled', 'only'. Ships
    as 'as_parent'. Only on aix, ibmi, linux, other-unix, windows. Source: IBM MQ, Change Topic
    (PCF): Multicast."""
    communication_information: Input[str] | CommunicationInformation | None
    """Communication information object (MQSC COMMINFO). At most 48 bytes. Ships as ''. The name
    of, or the resource that is, mq:CommunicationInformation. Only on aix, ibmi, linux, other-unix,
    windows. Source: IBM MQ, Change Topic (PCF): CommunicationInformation."""
    use_dead_letter_queue: Input[Literal["as_parent", "yes", "no"]] | None
    """Whether undeliverable publications go to the dead-letter queue (MQSC USEDLQ). 'as_parent',
    'yes', 'no'. Ships as 'as_parent'. Source: IBM MQ, Change Topic (PCF): UseDLQ."""
    custom: Input[str] | None
    """Custom attributes (MQSC CUSTOM). At most 128 bytes. Ships as ''. Source: IBM MQ, Change
    Topic (PCF): Custom; IBM i, CRTMQMTOP: CUSTOM."""
    cap_expiry: Input[int | Literal["as_parent", "nolimit"]] | None
    """Longest time until a message expires (MQSC CAPEXPRY). 0 to 999999999 tenths of a second.
    'as_parent', 'nolimit'. Ships as 'as_parent'. From command level 931. Source: IBM MQ, Change
    Topic (PCF): CapExpiry."""
    like: Input[str] | Topic | None
    """Object of the same kind and system, by name or as a resource: what is left out here comes
    from it at creation (Change Queue (PCF) Copy Queue)."""


class Topic(QueueResource, kind="mq:Topic"):
    """An administrative topic: a node of the topic tree that has attributes of its own."""

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        topic_type: Output[Literal["local", "cluster"]]
        topic_string: Output[str]
        topic_description: Output[str]
        cluster_name: Output[str]
        cluster_route: Output[Literal["direct", "topic_host"] | None]
        durable_subscriptions: Output[
            Literal["durable_as_parent", "durable_allowed", "durable_inhibited"]
        ]
        publications: Output[Literal["pub_as_parent", "pub_allowed", "pub_inhibited"]]
        subscriptions: Output[Literal["sub_as_parent", "sub_allowed", "sub_inhibited"]]
        default_persistence: Output[
            Literal["persistence_as_parent", "persistent", "not_persistent"]
        ]
        default_priority: Output[int | Literal["priority_as_parent"]]
        default_put_response: Output[
            Literal["response_as_parent", "sync_response", "async_response"]
        ]
        persistent_message_delivery: Output[Literal["as_parent", "all", "all_dur", "all_avail"]]
        non_persistent_message_delivery: Output[Literal["as_parent", "all", "all_dur", "all_avail"]]
        publication_scope: Output[Literal["as_parent", "all", "qmgr"]]
        subscription_scope: Output[Literal["as_parent", "all", "qmgr"]]
        proxy_subscriptions: Output[Literal["proxy_sub_firstuse", "proxy_sub_force"]]
        wildcard_operation: Output[Literal["passthru", "block"]]
        durable_model_queue_name: Output[str]
        non_durable_model_queue_name: Output[str]
        multicast: Output[Literal["as_parent", "enabled", "disabled", "only"] | None]
        communication_information: Output[str | None]
        use_dead_letter_queue: Output[Literal["as_parent", "yes", "no"]]
        custom: Output[str]
        cap_expiry: Output[int | Literal["as_parent", "nolimit"] | None]
        queue_sharing_group_disposition: Output[
            Literal["q_mgr", "copy", "shared", "group", "private"] | None
        ]
        command_scope: Output[str | None]

        def __init__(self, resource_name: str, **keywords: Unpack[_TopicKeywords]) -> None: ...


class _SubscriptionKeywords(_CommandScopeKeywords, total=False):
    name: Input[str] | None
    """Subscription name. At most 10240 bytes. Changing it replaces the object. Source: IBM MQ,
    Change Subscription (PCF): SubName; IBM i, CRTMQMSUB: SUBNAME. Default: the resource name."""
    topic_string: Input[str] | None
    """Topic string (MQSC TOPICSTR). At most 10240 bytes. Ships as ''. Changing it replaces the
    object. Source: IBM MQ, Change Subscription (PCF): TopicString; IBM i, CRTMQMSUB: TOPICSTR."""
    topic_object: Input[str] | Topic | None
    """Topic object (MQSC TOPICOBJ). At most 48 bytes. Ships as ''. The name of, or the resource
    that is, mq:Topic. Changing it replaces the object. Source: IBM MQ, Change Subscription (PCF):
    TopicObject; IBM i, CRTMQMSUB: TOPICOBJ."""
    destination: Input[str] | LocalQueue | AliasQueue | RemoteQueue | None
    """Destination queue (MQSC DEST). At most 48 bytes. Ships as ''. The name of, or the resource
    that is, mq:LocalQueue, mq:AliasQueue, mq:RemoteQueue. Source: IBM MQ, Change Subscription
    (PCF): Destination; IBM i, CRTMQMSUB: DEST."""
    destination_queue_manager: Input[str] | None
    """Destination queue manager (MQSC DESTQMGR). At most 48 bytes. Ships as ''. Source: IBM MQ,
    Change Subscription (PCF): DestinationQueueManager; IBM i, CRTMQMSUB: DESTMQM."""
    published_application_identity: Input[str] | None
    """Application identity of publications (MQSC PUBAPPID). At most 32 bytes. Ships as ''. Source:
    IBM MQ, Change Subscription (PCF): PublishedApplicationIdentifier; IBM i, CRTMQMSUB:
    PUBAPPID."""
    selector: Input[str] | None
    """Selection string (MQSC SELECTOR). At most 10240 bytes. Ships as ''. Changing it replaces the
    object. Source: IBM MQ, Change Subscription (PCF): Selector; IBM i, CRTMQMSUB: SELECTOR."""
    user_data: Input[str] | None
    """User data (MQSC USERDATA). At most 10240 bytes. Ships as ''. Source: IBM MQ, Change
    Subscription (PCF): Userdata; IBM i, CRTMQMSUB: USERDATA."""
    published_accounting_token: Input[str] | None
    """Accounting token of publications (MQSC PUBACCT). At most 64 bytes. Ships as
    '0000000000000000000000000000000000000000000000000000000000000000'. Source: IBM MQ, Change
    Subscription (PCF): PublishedAccountingToken; IBM i, CRTMQMSUB: PUBACCT."""
    destination_correlation_identifier: Input[str] | None
    """Correlation identifier of publications (MQSC DESTCORL). At most 48 bytes. Ships as
    '000000000000000000000000000000000000000000000000'. Source: IBM MQ, Change Subscription (PCF):
    DestinationCorrelId; IBM i, CRTMQMSUB: DESTCRRLID."""
    destination_class: Input[Literal["provided", "managed"]] | None
    """Whether the queue manager manages the destination (MQSC DESTCLAS). 'provided', 'managed'.
    Ships as 'provided'. Changing it replaces the object. Source: IBM MQ, Change Subscription
    (PCF): DestinationClass; IBM i, CRTMQMSUB: DESTCLASS."""
    expiry: Input[int | Literal["unlimited"]] | None
    """Time until the subscription expires (MQSC EXPIRY). 0 to 999999999 tenths of a second.
    'unlimited'. Ships as 'unlimited'. Source: IBM MQ, Change Subscription (PCF): Expiry; IBM i,
    CRTMQMSUB: EXPIRY."""
    publish_subscribe_properties: Input[Literal["msgprop", "none", "compat", "rfh2"]] | None
    """How properties of publish/subscribe are added (MQSC PSPROP). 'msgprop', 'none', 'compat',
    'rfh2'. Ships as 'msgprop'. Source: IBM MQ, Change Subscription (PCF):
    PublishSubscribeProperties; IBM i, CRTMQMSUB: PSPROP."""
    publish_priority: Input[int | Literal["priority_as_published", "priority_as_q_def"]] | None
    """Priority of publications (MQSC PUBPRTY). 0 to 9. 'priority_as_published',
    'priority_as_q_def'. Ships as 'priority_as_published'. Source: IBM MQ, Change Subscription
    (PCF): PublishPriority; IBM i, CRTMQMSUB: PUBPTY."""
    request_only: Input[Literal["publish_all", "publish_on_request"]] | None
    """Whether publications are sent on request only (MQSC REQONLY). 'publish_all',
    'publish_on_request'. Ships as 'publish_all'. Changing it replaces the object. Source: IBM MQ,
    Change Subscription (PCF): RequestOnly; IBM i, CRTMQMSUB: REQONLY."""
    subscription_scope: Input[Literal["all", "qmgr"]] | None
    """Whether the subscription goes to other queue managers (MQSC SUBSCOPE). 'all', 'qmgr'. Ships
    as 'all'. Changing it replaces the object. Source: IBM MQ, Change Subscription (PCF):
    SubscriptionScope; IBM i, CRTMQMSUB: SUBSCOPE."""
    subscription_level: Input[int] | None
    """Level in the interception hierarchy (MQSC SUBLEVEL). 0 to 9. Ships as 1. Changing it
    replaces the object. Source: IBM MQ, Change Subscription (PCF): SubscriptionLevel."""
    variable_user: Input[Literal["any_user", "fixed_user"]] | None
    """Whether others than its creator may use the subscription (MQSC VARUSER). 'any_user',
    'fixed_user'. Ships as 'any_user'. Source: IBM MQ, Change Subscription (PCF): VariableUser; IBM
    i, CRTMQMSUB: VARUSER."""
    wildcard_schema: Input[Literal["topic", "char"]] | None
    """How wildcards in the topic string are meant (MQSC WSCHEMA). 'topic', 'char'. Ships as
    'topic'. Changing it replaces the object. Source: IBM MQ, Change Subscription (PCF):
    WildcardSchema; IBM i, CRTMQMSUB: WSCHEMA."""
    subscription_user: Input[str] | None
    """User that owns the subscription (MQSC SUBUSER). At most 64 bytes. Ships as ''. Source: IBM
    MQ, Change Subscription (PCF): SubscriptionUser; IBM i, CRTMQMSUB: SUBUSER."""
    like: Input[str] | Subscription | None
    """Object of the same kind and system, by name or as a resource: what is left out here comes
    from it at creation (Change Queue (PCF) Copy Queue)."""


class Subscription(QueueResource, kind="mq:Subscription"):
    """A durable subscription that an administrator makes."""

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        topic_string: Output[str]
        topic_object: Output[str]
        destination: Output[str]
        destination_queue_manager: Output[str]
        published_application_identity: Output[str]
        selector: Output[str]
        user_data: Output[str]
        published_accounting_token: Output[str]
        destination_correlation_identifier: Output[str]
        destination_class: Output[Literal["provided", "managed"]]
        expiry: Output[int | Literal["unlimited"]]
        publish_subscribe_properties: Output[Literal["msgprop", "none", "compat", "rfh2"]]
        publish_priority: Output[int | Literal["priority_as_published", "priority_as_q_def"]]
        request_only: Output[Literal["publish_all", "publish_on_request"]]
        subscription_scope: Output[Literal["all", "qmgr"]]
        subscription_level: Output[int]
        variable_user: Output[Literal["any_user", "fixed_user"]]
        wildcard_schema: Output[Literal["topic", "char"]]
        subscription_user: Output[str]
        command_scope: Output[str | None]

        def __init__(
            self, resource_name: str, **keywords: Unpack[_SubscriptionKeywords]
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


class Process(QueueResource, kind="mq:Process"):
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
        queue_sharing_group_disposition: Output[
            Literal["q_mgr", "copy", "shared", "group", "private"] | None
        ]
        command_scope: Output[str | None]

        def __init__(self, resource_name: str, **keywords: Unpack[_ProcessKeywords]) -> None: ...


class _ListenerKeywords(_RestartKeywords, total=False):
    name: Input[str] | None
    """Listener name. At most 48 bytes. Only on aix, ibmi, linux, other-unix, windows. Changing it
    replaces the object. Source: IBM MQ, Change Listener (PCF): ListenerName; IBM i, CRTMQMLSR:
    LSRNAME. Default: the resource name."""
    start_mode: Input[Literal["control_manual", "control_q_mgr", "control_q_mgr_start"]] | None
    """Service mode (MQSC CONTROL). 'control_manual', 'control_q_mgr', 'control_q_mgr_start'. Ships
    as 'control_manual'. Source: IBM MQ, Change Listener (PCF): StartMode; IBM i, CRTMQMLSR:
    CONTROL."""
    transport_type: Input[Literal["lu62", "tcp", "netbios", "spx"]] | None
    """Transmission protocol (MQSC TRPTYPE). 'lu62', 'tcp', 'netbios', 'spx'. Changing it replaces
    the object. Source: IBM MQ, Change Listener (PCF): TransportType."""
    port: Input[int] | None
    """Port number (MQSC PORT). 0 to 65535. Ships as 0. An instance that runs works with it from
    its next start. Source: IBM MQ, Change Listener (PCF): Port; IBM i, CRTMQMLSR: PORT."""
    ip_address: Input[str] | None
    """IP address (MQSC IPADDR). At most 48 bytes. Ships as ''. An instance that runs works with it
    from its next start. Source: IBM MQ, Change Listener (PCF): IPAddress; IBM i, CRTMQMLSR:
    IPADDR."""
    backlog: Input[int] | None
    """Backlog (MQSC BACKLOG). 0 to 999999999. Ships as 0. An instance that runs works with it from
    its next start. Source: IBM MQ, Change Listener (PCF): Backlog; IBM i, CRTMQMLSR: BACKLOG."""
    listener_description: Input[str] | None
    """Description of listener definition (MQSC DESCR). At most 64 bytes. Ships as ''. Source: IBM
    MQ, Change Listener (PCF): ListenerDesc; IBM i, CRTMQMLSR: TEXT."""
    adapter: Input[int] | None
    """Adapter number (MQSC ADAPTER). 0 to 999999999. Only on windows. An instance that runs works
    with it from its next start. Source: IBM MQ, Change Listener (PCF): Adapter."""
    netbios_commands: Input[int] | None
    """Number of NetBIOS commands (MQSC COMMANDS). 0 to 999999999. Only on windows. An instance
    that runs works with it from its next start. Source: IBM MQ, Change Listener (PCF):
    Commands."""
    local_name: Input[str] | None
    """NetBIOS local name (MQSC LOCLNAME). At most 14 bytes. Only on windows. An instance that runs
    works with it from its next start. Source: IBM MQ, Change Listener (PCF): LocalName."""
    netbios_names: Input[int] | None
    """Number of NetBIOS names (MQSC NTBNAMES). 0 to 999999999. Only on windows. An instance that
    runs works with it from its next start. Source: IBM MQ, Change Listener (PCF): NetbiosNames."""
    sessions: Input[int] | None
    """Number of NetBIOS sessions (MQSC SESSIONS). 0 to 999999999. Only on windows. An instance
    that runs works with it from its next start. Source: IBM MQ, Change Listener (PCF):
    Sessions."""
    socket: Input[int] | None
    """SPX socket (MQSC SOCKET). 0 to 999999999. Only on windows. An instance that runs works with
    it from its next start. Source: IBM MQ, Change Listener (PCF): Socket."""
    tp_name: Input[str] | None
    """Transaction program name (MQSC TPNAME). At most 64 bytes. Only on windows. An instance that
    runs works with it from its next start. Source: IBM MQ, Change Listener (PCF): TPName."""
    like: Input[str] | Listener | None
    """Object of the same kind and system, by name or as a resource: what is left out here comes
    from it at creation (Change Queue (PCF) Copy Queue)."""


class Listener(QueueResource, kind="mq:Listener"):
    """A process that takes connections of channels."""

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        start_mode: Output[Literal["control_manual", "control_q_mgr", "control_q_mgr_start"]]
        transport_type: Output[Literal["lu62", "tcp", "netbios", "spx"]]
        port: Output[int]
        ip_address: Output[str]
        backlog: Output[int]
        listener_description: Output[str]
        adapter: Output[int | None]
        netbios_commands: Output[int | None]
        local_name: Output[str | None]
        netbios_names: Output[int | None]
        sessions: Output[int | None]
        socket: Output[int | None]
        tp_name: Output[str | None]

        def __init__(self, resource_name: str, **keywords: Unpack[_ListenerKeywords]) -> None: ...


class _ServiceKeywords(_RestartKeywords, total=False):
    name: Input[str] | None
    """Service name. At most 48 bytes. Only on aix, ibmi, linux, other-unix, windows. Changing it
    replaces the object. Source: IBM MQ, Change Service (PCF): ServiceName; IBM i, CRTMQMSVC:
    SVCNAME. Default: the resource name."""
    start_mode: Input[Literal["control_manual", "control_q_mgr", "control_q_mgr_start"]] | None
    """Service mode (MQSC CONTROL). 'control_manual', 'control_q_mgr', 'control_q_mgr_start'. Ships
    as 'control_manual'. Source: IBM MQ, Change Service (PCF): StartMode; IBM i, CRTMQMSVC:
    CONTROL."""
    service_type: Input[Literal["type_command", "type_server"]] | None
    """Whether the service is one command or a server (MQSC SERVTYPE). 'type_command',
    'type_server'. Ships as 'type_command'. An instance that runs works with it from its next
    start. Source: IBM MQ, Change Service (PCF): ServiceType; IBM i, CRTMQMSVC: TYPE."""
    start_command: Input[str] | None
    """Program that starts the service (MQSC STARTCMD). At most 255 bytes. Ships as ''. An instance
    that runs works with it from its next start. Source: IBM MQ, Change Service (PCF):
    StartCommand."""
    start_arguments: Input[str] | None
    """Arguments of the program that starts it (MQSC STARTARG). At most 255 bytes. Ships as ''. An
    instance that runs works with it from its next start. Source: IBM MQ, Change Service (PCF):
    StartArguments; IBM i, CRTMQMSVC: STRARG."""
    stop_command: Input[str] | None
    """Program that stops the service (MQSC STOPCMD). At most 255 bytes. Ships as ''. An instance
    that runs works with it from its next start. Source: IBM MQ, Change Service (PCF):
    StopCommand."""
    stop_arguments: Input[str] | None
    """Arguments of the program that stops it (MQSC STOPARG). At most 255 bytes. Ships as ''. An
    instance that runs works with it from its next start. Source: IBM MQ, Change Service (PCF):
    StopArguments; IBM i, CRTMQMSVC: ENDARG."""
    stdout_destination: Input[str] | None
    """File of its standard output (MQSC STDOUT). At most 255 bytes. Ships as ''. An instance that
    runs works with it from its next start. Source: IBM MQ, Change Service (PCF):
    StdoutDestination; IBM i, CRTMQMSVC: STDOUT."""
    stderr_destination: Input[str] | None
    """File of its standard error (MQSC STDERR). At most 255 bytes. Ships as ''. An instance that
    runs works with it from its next start. Source: IBM MQ, Change Service (PCF):
    StderrDestination; IBM i, CRTMQMSVC: STDERR."""
    service_description: Input[str] | None
    """Description of service definition (MQSC DESCR). At most 64 bytes. Ships as ''. Source: IBM
    MQ, Change Service (PCF): ServiceDesc; IBM i, CRTMQMSVC: TEXT."""
    like: Input[str] | Service | None
    """Object of the same kind and system, by name or as a resource: what is left out here comes
    from it at creation (Change Queue (PCF) Copy Queue)."""


class Service(QueueResource, kind="mq:Service"):
    """A program that starts and stops with the queue manager."""

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        start_mode: Output[Literal["control_manual", "control_q_mgr", "control_q_mgr_start"]]
        service_type: Output[Literal["type_command", "type_server"]]
        start_command: Output[str]
        start_arguments: Output[str]
        stop_command: Output[str]
        stop_arguments: Output[str]
        stdout_destination: Output[str]
        stderr_destination: Output[str]
        service_description: Output[str]

        def __init__(self, resource_name: str, **keywords: Unpack[_ServiceKeywords]) -> None: ...


class _CrlAuthenticationKeywords(_Name2Keywords, _LdapUserNameKeywords, total=False):
    like: Input[str] | CrlAuthentication | None
    """Object of the same kind and system, by name or as a resource: what is left out here comes
    from it at creation (Change Queue (PCF) Copy Queue)."""


class CrlAuthentication(QueueResource, kind="mq:CrlAuthentication"):
    """Certificate revocation lists on LDAP servers."""

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        description: Output[str]
        queue_sharing_group_disposition: Output[
            Literal["q_mgr", "copy", "shared", "group", "private"] | None
        ]
        command_scope: Output[str | None]
        connection_name: Output[str]
        ldap_user_name: Output[str]
        ldap_password: Output[str]

        def __init__(
            self, resource_name: str, **keywords: Unpack[_CrlAuthenticationKeywords]
        ) -> None: ...


class _LdapAuthenticationKeywords(_LdapUserNameKeywords, _CheckClientBindingKeywords, total=False):
    name: Input[str] | None
    """Authentication information name. At most 48 bytes. Only on aix, ibmi, linux, other-unix,
    windows. Changing it replaces the object. Source: IBM MQ, Change AuthInfo (PCF): AuthInfoName;
    IBM i, CRTMQMAUTI: AINAME. Default: the resource name."""
    class_group: Input[str] | None
    """LDAP object class of groups (MQSC CLASSGRP). At most 128 bytes. Ships as ''. Source: IBM MQ,
    Change AuthInfo (PCF): ClassGroup; IBM i, CRTMQMAUTI: CLASSGRP."""
    class_user: Input[str] | None
    """LDAP object class of users (MQSC CLASSUSR). At most 128 bytes. Ships as ''. Source: IBM MQ,
    Change AuthInfo (PCF): ClassUser; IBM i, CRTMQMAUTI: CLASSUSR."""
    find_group: Input[str] | None
    """Attribute by which memberships are found (MQSC FINDGRP). At most 128 bytes. Ships as ''.
    Source: IBM MQ, Change AuthInfo (PCF): FindGroup; IBM i, CRTMQMAUTI: FINDGRP."""
    base_dn_groups: Input[str] | None
    """Base distinguished name of groups (MQSC BASEDNG). At most 1024 bytes. Ships as ''. Source:
    IBM MQ, Change AuthInfo (PCF): BaseDNGroup; IBM i, CRTMQMAUTI: BASEDNG."""
    base_dn_users: Input[str] | None
    """Base distinguished name of users (MQSC BASEDNU). At most 1024 bytes. Ships as ''. Source:
    IBM MQ, Change AuthInfo (PCF): BaseDNUser; IBM i, CRTMQMAUTI: BASEDNU."""
    short_user: Input[str] | None
    """Attribute that is the short user name (MQSC SHORTUSR). At most 128 bytes. Ships as ''.
    Source: IBM MQ, Change AuthInfo (PCF): ShortUser; IBM i, CRTMQMAUTI: SHORTUSR."""
    group_field: Input[str] | None
    """Attribute that names a group (MQSC GRPFIELD). At most 128 bytes. Ships as ''. Source: IBM
    MQ, Change AuthInfo (PCF): GroupField; IBM i, CRTMQMAUTI: GRPFIELD."""
    user_field: Input[str] | None
    """Attribute that names a user (MQSC USRFIELD). At most 128 bytes. Ships as ''. Source: IBM MQ,
    Change AuthInfo (PCF): UserField; IBM i, CRTMQMAUTI: USRFIELD."""
    authorization_method: Input[Literal["os", "searchgrp", "searchusr", "srchgrpsn"]] | None
    """Where groups are looked up (MQSC AUTHORMD). 'os', 'searchgrp', 'searchusr', 'srchgrpsn'.
    Ships as 'os'. From command level 800. Source: IBM MQ, Change AuthInfo (PCF):
    AuthorizationMethod; IBM i, CRTMQMAUTI: AUTHORMD."""
    nested_groups: Input[Literal["no", "yes"]] | None
    """Whether groups may be in groups (MQSC NESTGRP). 'no', 'yes'. Ships as 'no'. Source: IBM MQ,
    Change AuthInfo (PCF): GroupNesting; IBM i, CRTMQMAUTI: NESTGRP."""
    secure_communication: Input[Literal["no", "yes", "anon"]] | None
    """Whether the LDAP server is reached by TLS (MQSC SECCOMM). 'no', 'yes', 'anon'. Ships as
    'no'. Source: IBM MQ, Change AuthInfo (PCF): SecureComms; IBM i, CRTMQMAUTI: SECCOMM."""
    adopt_context: Input[Literal["no", "yes"]] | None
    """Whether the user that gave a password becomes the one of the application (MQSC ADOPTCTX).
    'no', 'yes'. Ships as 'no'. From command level 800. Source: IBM MQ, Change AuthInfo (PCF):
    AdoptContext; IBM i, CRTMQMAUTI: ADOPTCTX."""
    like: Input[str] | LdapAuthentication | None
    """Object of the same kind and system, by name or as a resource: what is left out here comes
    from it at creation (Change Queue (PCF) Copy Queue)."""


class LdapAuthentication(QueueResource, kind="mq:LdapAuthentication"):
    """Users and passwords of an LDAP server."""

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        description: Output[str]
        queue_sharing_group_disposition: Output[
            Literal["q_mgr", "copy", "shared", "group", "private"] | None
        ]
        command_scope: Output[str | None]
        connection_name: Output[str]
        check_client_binding: Output[
            Literal["none", "optional", "required", "required_admin"] | None
        ]
        check_local_binding: Output[
            Literal["none", "optional", "required", "required_admin"] | None
        ]
        class_group: Output[str]
        class_user: Output[str]
        failure_delay: Output[int | None]
        find_group: Output[str]
        base_dn_groups: Output[str]
        base_dn_users: Output[str]
        ldap_user_name: Output[str]
        ldap_password: Output[str]
        short_user: Output[str]
        group_field: Output[str]
        user_field: Output[str]
        authorization_method: Output[Literal["os", "searchgrp", "searchusr", "srchgrpsn"] | None]
        nested_groups: Output[Literal["no", "yes"]]
        secure_communication: Output[Literal["no", "yes", "anon"]]
        adopt_context: Output[Literal["no", "yes"] | None]

        def __init__(
            self, resource_name: str, **keywords: Unpack[_LdapAuthenticationKeywords]
        ) -> None: ...


class _OperatingSystemAuthenticationKeywords(
    _Name2Keywords, _CheckClientBindingKeywords, total=False
):
    adopt_context: Input[Literal["no", "yes"]] | None
    """Whether the user that gave a password becomes the one of the application (MQSC ADOPTCTX).
    'no', 'yes'. Ships as 'yes'. From command level 800. Source: IBM MQ, Change AuthInfo (PCF):
    AdoptContext; IBM i, CRTMQMAUTI: ADOPTCTX."""
    authentication_method: Input[Literal["os", "pam"]] | None
    """How a password is checked (MQSC AUTHENMD). 'os', 'pam'. Ships as 'os'. Only on aix, ibmi,
    linux, other-unix, windows. From command level 800. Source: IBM MQ, Change AuthInfo (PCF):
    AuthenticationMethod; IBM i, CRTMQMAUTI: AUTHENMD."""
    like: Input[str] | OperatingSystemAuthentication | None
    """Object of the same kind and system, by name or as a resource: what is left out here comes
    from it at creation (Change Queue (PCF) Copy Queue)."""


class OperatingSystemAuthentication(QueueResource, kind="mq:OperatingSystemAuthentication"):
    """Users and passwords of the operating system."""

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        description: Output[str]
        queue_sharing_group_disposition: Output[
            Literal["q_mgr", "copy", "shared", "group", "private"] | None
        ]
        command_scope: Output[str | None]
        adopt_context: Output[Literal["no", "yes"] | None]
        check_client_binding: Output[
            Literal["none", "optional", "required", "required_admin"] | None
        ]
        check_local_binding: Output[
            Literal["none", "optional", "required", "required_admin"] | None
        ]
        failure_delay: Output[int | None]
        authentication_method: Output[Literal["os", "pam"] | None]

        def __init__(
            self, resource_name: str, **keywords: Unpack[_OperatingSystemAuthenticationKeywords]
        ) -> None: ...


class _OcspAuthenticationKeywords(_Name2Keywords, total=False):
    ocsp_responder_url: Input[str] | None
    """URL of the OCSP responder (MQSC OCSPURL). At most 256 bytes. Ships as ''. Source: IBM MQ,
    Change AuthInfo (PCF): OCSPResponderURL; IBM i, CRTMQMAUTI: OCSPURL."""
    like: Input[str] | OcspAuthentication | None
    """Object of the same kind and system, by name or as a resource: what is left out here comes
    from it at creation (Change Queue (PCF) Copy Queue)."""


class OcspAuthentication(QueueResource, kind="mq:OcspAuthentication"):
    """Revocation of certificates as an OCSP responder says."""

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        description: Output[str]
        queue_sharing_group_disposition: Output[
            Literal["q_mgr", "copy", "shared", "group", "private"] | None
        ]
        command_scope: Output[str | None]
        ocsp_responder_url: Output[str]

        def __init__(
            self, resource_name: str, **keywords: Unpack[_OcspAuthenticationKeywords]
        ) -> None: ...


class _CommunicationInformationKeywords(_SystemKeywords, total=False):
    name: Input[str] | None
    """Communication information name. At most 48 bytes. Only on aix, linux, other-unix, windows.
    Changing it replaces the object. Source: IBM MQ, Change Comminfo (PCF): ComminfoName. Default:
    the resource name."""
    type: Input[Literal["multicast"]] | None
    """Type (MQSC TYPE). 'multicast'. Ships as 'multicast'. Changing it replaces the object.
    Source: IBM MQ, Change Comminfo (PCF): Type."""
    description: Input[str] | None
    """Description (MQSC DESCR). At most 64 bytes. Ships as ''. Source: IBM MQ, Change Comminfo
    (PCF): Description."""
    bridge: Input[Literal["enabled", "disabled"]] | None
    """Whether publications of others are bridged to multicast (MQSC BRIDGE). 'enabled',
    'disabled'. Ships as 'enabled'. Source: IBM MQ, Change Comminfo (PCF): Bridge."""
    coded_character_set_identifier: Input[int | Literal["as_published"]] | None
    """CCSID of publications (MQSC CCSID). 1 to 65535. 'as_published'. Ships as 'as_published'.
    Source: IBM MQ, Change Comminfo (PCF): CCSID."""
    communication_event: Input[Literal["disabled", "enabled", "exception"]] | None
    """Event messages of multicast handles (MQSC COMMEV). 'disabled', 'enabled', 'exception'. Ships
    as 'disabled'. Source: IBM MQ, Change Comminfo (PCF): CommEvent."""
    encoding: Input[int | Literal["as_published", "normal", "reversed", "s390", "tns"]] | None
    """Encoding of publications (MQSC ENCODING). 0 to 999999999. 'as_published', 'normal',
    'reversed', 's390', 'tns'. Ships as 'as_published'. Source: IBM MQ, Change Comminfo (PCF):
    Encoding."""
    group_address: Input[str] | None
    """Group address (MQSC GRPADDR). At most 264 bytes. Ships as '239.0.0.0'. Source: IBM MQ,
    Change Comminfo (PCF): GrpAddress."""
    heartbeat_interval: Input[int] | None
    """Heartbeat interval (MQSC MCHBINT). 0 to 999999 ms. Ships as 2000. Source: IBM MQ, Change
    Comminfo (PCF): MulticastHeartbeat."""
    multicast_properties: Input[Literal["all", "reply", "user", "none", "compat"]] | None
    """Which properties flow with a message (MQSC MCPROP). 'all', 'reply', 'user', 'none',
    'compat'. Ships as 'all'. Source: IBM MQ, Change Comminfo (PCF): MulticastPropControl."""
    monitor_interval: Input[int] | None
    """Monitor interval (MQSC MONINT). 0 to 999999 seconds. Ships as 60. Source: IBM MQ, Change
    Comminfo (PCF): MonitorInterval."""
    message_history: Input[int] | None
    """Messages that are kept to send them again (MQSC MSGHIST). 0 to 999999999 kilobytes. Ships as
    100. Source: IBM MQ, Change Comminfo (PCF): MsgHistory."""
    new_subscriber_history: Input[Literal["none", "all"]] | None
    """Earlier publications that a new subscriber gets (MQSC NSUBHIST). 'none', 'all'. Ships as
    'none'. Source: IBM MQ, Change Comminfo (PCF): NewSubHistory."""
    port: Input[int] | None
    """Port number (MQSC PORT). 0 to 65535. Ships as 1414. Source: IBM MQ, Change Comminfo (PCF):
    PortNumber."""
    like: Input[str] | CommunicationInformation | None
    """Object of the same kind and system, by name or as a resource: what is left out here comes
    from it at creation (Change Queue (PCF) Copy Queue)."""


class CommunicationInformation(QueueResource, kind="mq:CommunicationInformation"):
    """How publications are sent by multicast."""

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        type: Output[Literal["multicast"]]
        description: Output[str]
        bridge: Output[Literal["enabled", "disabled"]]
        coded_character_set_identifier: Output[int | Literal["as_published"]]
        communication_event: Output[Literal["disabled", "enabled", "exception"]]
        encoding: Output[int | Literal["as_published", "normal", "reversed", "s390", "tns"]]
        group_address: Output[str]
        heartbeat_interval: Output[int]
        multicast_properties: Output[Literal["all", "reply", "user", "none", "compat"]]
        monitor_interval: Output[int]
        message_history: Output[int]
        new_subscriber_history: Output[Literal["none", "all"]]
        port: Output[int]

        def __init__(
            self, resource_name: str, **keywords: Unpack[_CommunicationInformationKeywords]
        ) -> None: ...


class _StorageClassKeywords(_QueueSharingGroupDispositionKeywords, total=False):
    name: Input[str] | None
    """Storage class name. At most 8 bytes. Only on zos. Changing it replaces the object. Source:
    IBM MQ, Change Storage Class (PCF): StorageClassName. Default: the resource name."""
    page_set_id: Input[int] | None
    """Page set identifier (MQSC PSID). 0 to 99. Ships as 0. Source: IBM MQ, Change Storage Class
    (PCF): PageSetId."""
    storage_class_description: Input[str] | None
    """Description (MQSC DESCR). At most 64 bytes. Ships as ''. Source: IBM MQ, Change Storage
    Class (PCF): StorageClassDesc."""
    xcf_group_name: Input[str] | None
    """XCF group of IMS (MQSC XCFGNAME). At most 8 bytes. Ships as ''. Source: IBM MQ, Change
    Storage Class (PCF): XCFGroupName."""
    xcf_member_name: Input[str] | None
    """XCF member of IMS (MQSC XCFMNAME). At most 16 bytes. Ships as ''. Source: IBM MQ, Change
    Storage Class (PCF): XCFMemberName."""
    pass_ticket_application: Input[str] | None
    """Application name that RACF authenticates a PassTicket with (MQSC PASSTKTA). At most 8 bytes.
    Ships as ''. Source: IBM MQ, Change Storage Class (PCF): PassTicketApplication."""
    like: Input[str] | StorageClass | None
    """Object of the same kind and system, by name or as a resource: what is left out here comes
    from it at creation (Change Queue (PCF) Copy Queue)."""


class StorageClass(QueueResource, kind="mq:StorageClass"):
    """Which page set queues are kept on."""

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        queue_sharing_group_disposition: Output[
            Literal["q_mgr", "copy", "shared", "group", "private"] | None
        ]
        page_set_id: Output[int]
        storage_class_description: Output[str]
        xcf_group_name: Output[str]
        xcf_member_name: Output[str]
        pass_ticket_application: Output[str]
        command_scope: Output[str | None]

        def __init__(
            self, resource_name: str, **keywords: Unpack[_StorageClassKeywords]
        ) -> None: ...


class _CouplingFacilityStructureKeywords(_SystemKeywords, total=False):
    name: Input[str] | None
    """CF structure name. At most 12 bytes. Only on zos. Changing it replaces the object. Source:
    IBM MQ, Change CF Structure (PCF): CFStrucName. Default: the resource name."""
    structure_description: Input[str] | None
    """Description (MQSC DESCR). At most 64 bytes. Ships as ''. Source: IBM MQ, Change CF Structure
    (PCF): CFStrucDesc."""
    coupling_facility_level: Input[int] | None
    """Functional capability level (MQSC CFLEVEL). 1 to 5. Ships as 3. Source: IBM MQ, Change CF
    Structure (PCF): CFLevel."""
    coupling_facility_connection_loss: Input[Literal["terminate", "tolerate", "as_q_mgr"]] | None
    """Effect of losing the structure (MQSC CFCONLOS). 'terminate', 'tolerate', 'as_q_mgr'. Source:
    IBM MQ, Change CF Structure (PCF): CFConlos."""
    recovery: Input[Literal["no", "yes"]] | None
    """Whether the structure can be recovered (MQSC RECOVER). 'no', 'yes'. Ships as 'no'. Source:
    IBM MQ, Change CF Structure (PCF): Recovery."""
    automatic_recovery: Input[Literal["no", "yes"]] | None
    """Whether it is recovered automatically (MQSC RECAUTO). 'no', 'yes'. Source: IBM MQ, Change CF
    Structure (PCF): Recauto."""
    offload: Input[Literal["none", "smds", "db2"]] | None
    """Where large messages are kept (MQSC OFFLOAD). 'none', 'smds', 'db2'. Source: IBM MQ, Change
    CF Structure (PCF): Offload."""
    offload_size_1: Input[str] | None
    """Size of messages of offload rule 1 (MQSC OFFLD1SZ). At most 3 bytes. Source: IBM MQ, Change
    CF Structure (PCF): OFFLD1SZ."""
    offload_size_2: Input[str] | None
    """Size of messages of offload rule 2 (MQSC OFFLD2SZ). At most 3 bytes. Source: IBM MQ, Change
    CF Structure (PCF): OFFLD2SZ."""
    offload_size_3: Input[str] | None
    """Size of messages of offload rule 3 (MQSC OFFLD3SZ). At most 3 bytes. Source: IBM MQ, Change
    CF Structure (PCF): OFFLD3SZ."""
    offload_threshold_1: Input[int] | None
    """Use of the structure from which offload rule 1 counts (MQSC OFFLD1TH). 0 to 100 %. Ships as
    70. Source: IBM MQ, Change CF Structure (PCF): OFFLD1TH."""
    offload_threshold_2: Input[int] | None
    """Use of the structure from which offload rule 2 counts (MQSC OFFLD2TH). 0 to 100 %. Ships as
    80. Source: IBM MQ, Change CF Structure (PCF): OFFLD2TH."""
    offload_threshold_3: Input[int] | None
    """Use of the structure from which offload rule 3 counts (MQSC OFFLD3TH). 0 to 100 %. Ships as
    90. Source: IBM MQ, Change CF Structure (PCF): OFFLD3TH."""
    data_set_group: Input[str] | None
    """Group of shared message data sets (MQSC DSGROUP). At most 44 bytes. Ships as ''. Source: IBM
    MQ, Change CF Structure (PCF): DSGroup."""
    data_set_block: Input[Literal["8k", "16k", "32k", "64k", "128k", "256k", "512k", "1m"]] | None
    """Block size of shared message data sets (MQSC DSBLOCK). '8k', '16k', '32k', '64k', '128k',
    '256k', '512k', '1m'. Ships as '256k'. Source: IBM MQ, Change CF Structure (PCF): DSBlock."""
    data_set_buffers: Input[int] | None
    """Buffers of each queue manager for shared message data sets (MQSC DSBUFS). 1 to 9999. Ships
    as 100. Source: IBM MQ, Change CF Structure (PCF): DSBufs."""
    data_set_expand: Input[Literal["no", "yes"]] | None
    """Whether shared message data sets are expanded (MQSC DSEXPAND). 'no', 'yes'. Ships as 'yes'.
    Source: IBM MQ, Change CF Structure (PCF): DSEXPAND."""
    like: Input[str] | CouplingFacilityStructure | None
    """Object of the same kind and system, by name or as a resource: what is left out here comes
    from it at creation (Change Queue (PCF) Copy Queue)."""


class CouplingFacilityStructure(QueueResource, kind="mq:CouplingFacilityStructure"):
    """A structure of the coupling facility that keeps the messages of shared queues. Its
    definition is in the Db2 of the queue-sharing group, whichever queue manager is told to define
    it."""

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        structure_description: Output[str]
        coupling_facility_level: Output[int]
        coupling_facility_connection_loss: Output[
            Literal["terminate", "tolerate", "as_q_mgr"] | None
        ]
        recovery: Output[Literal["no", "yes"]]
        automatic_recovery: Output[Literal["no", "yes"] | None]
        offload: Output[Literal["none", "smds", "db2"] | None]
        offload_size_1: Output[str | None]
        offload_size_2: Output[str | None]
        offload_size_3: Output[str | None]
        offload_threshold_1: Output[int]
        offload_threshold_2: Output[int]
        offload_threshold_3: Output[int]
        data_set_group: Output[str]
        data_set_block: Output[Literal["8k", "16k", "32k", "64k", "128k", "256k", "512k", "1m"]]
        data_set_buffers: Output[int]
        data_set_expand: Output[Literal["no", "yes"]]

        def __init__(
            self, resource_name: str, **keywords: Unpack[_CouplingFacilityStructureKeywords]
        ) -> None: ...


class _SenderChannelKeywords(_BatchIntervalKeywords, _McaTypeKeywords, total=False):
    xmit_queue_name: Input[str] | LocalQueue | None
    """Transmission queue name (MQSC XMITQ). At most 48 bytes. Ships as ''. The name of, or the
    resource that is, mq:LocalQueue. An instance that runs works with it from its next start.
    Source: IBM MQ, Change Channel (PCF): XmitQName; IBM i, CRTMQMCHL: TMQNAME."""
    like: Input[str] | SenderChannel | None
    """Object of the same kind and system, by name or as a resource: what is left out here comes
    from it at creation (Change Queue (PCF) Copy Queue)."""


class SenderChannel(
    _UserIdentifierOutputs, _BatchIntervalOutputs, QueueResource, kind="mq:SenderChannel"
):
    """Sends the messages of a transmission queue to another queue manager."""

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        transport_type: Output[Literal["lu62", "tcp", "netbios", "spx"]]
        queue_sharing_group_disposition: Output[
            Literal["q_mgr", "copy", "shared", "group", "private"] | None
        ]
        connection_name: Output[str]
        local_address: Output[str]
        xmit_queue_name: Output[str]
        heartbeat_interval: Output[int]
        max_message_length: Output[int]
        ssl_cipher_specification: Output[str]
        certificate_label: Output[str | None]
        mca_user_identifier: Output[str]
        channel_monitoring: Output[Literal["off", "q_mgr", "low", "medium", "high"]]
        disconnect_interval: Output[int]
        default_channel_disposition: Output[Literal["private", "fixshared", "shared"] | None]
        security_policy_protection: Output[Literal["passthru", "remove", "as_policy"] | None]

        def __init__(
            self, resource_name: str, **keywords: Unpack[_SenderChannelKeywords]
        ) -> None: ...


class _ServerChannelKeywords(
    _SslClientAuthenticationKeywords, _BatchIntervalKeywords, _McaTypeKeywords, total=False
):
    xmit_queue_name: Input[str] | LocalQueue | None
    """Transmission queue name (MQSC XMITQ). At most 48 bytes. Ships as ''. The name of, or the
    resource that is, mq:LocalQueue. An instance that runs works with it from its next start.
    Source: IBM MQ, Change Channel (PCF): XmitQName; IBM i, CRTMQMCHL: TMQNAME."""
    like: Input[str] | ServerChannel | None
    """Object of the same kind and system, by name or as a resource: what is left out here comes
    from it at creation (Change Queue (PCF) Copy Queue)."""


class ServerChannel(
    _UserIdentifierOutputs, _BatchIntervalOutputs, QueueResource, kind="mq:ServerChannel"
):
    """Sends the messages of a transmission queue to the one that asks for them."""

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        transport_type: Output[Literal["lu62", "tcp", "netbios", "spx"]]
        queue_sharing_group_disposition: Output[
            Literal["q_mgr", "copy", "shared", "group", "private"] | None
        ]
        connection_name: Output[str]
        local_address: Output[str]
        xmit_queue_name: Output[str]
        heartbeat_interval: Output[int]
        max_message_length: Output[int]
        ssl_cipher_specification: Output[str]
        certificate_label: Output[str | None]
        mca_user_identifier: Output[str]
        channel_monitoring: Output[Literal["off", "q_mgr", "low", "medium", "high"]]
        disconnect_interval: Output[int]
        default_channel_disposition: Output[Literal["private", "fixshared", "shared"] | None]
        security_policy_protection: Output[Literal["passthru", "remove", "as_policy"] | None]
        ssl_client_authentication: Output[Literal["required", "optional"]]

        def __init__(
            self, resource_name: str, **keywords: Unpack[_ServerChannelKeywords]
        ) -> None: ...


class _ReceiverChannelKeywords(
    _SecurityPolicyProtectionKeywords, _PutAuthorityKeywords, total=False
):
    like: Input[str] | ReceiverChannel | None
    """Object of the same kind and system, by name or as a resource: what is left out here comes
    from it at creation (Change Queue (PCF) Copy Queue)."""


class ReceiverChannel(_PutAuthorityOutputs, QueueResource, kind="mq:ReceiverChannel"):
    """Takes the messages of a sender channel."""

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        transport_type: Output[Literal["lu62", "tcp", "netbios", "spx"]]
        queue_sharing_group_disposition: Output[
            Literal["q_mgr", "copy", "shared", "group", "private"] | None
        ]
        heartbeat_interval: Output[int]
        max_message_length: Output[int]
        ssl_cipher_specification: Output[str]
        certificate_label: Output[str | None]
        mca_user_identifier: Output[str]
        channel_monitoring: Output[Literal["off", "q_mgr", "low", "medium", "high"]]
        ssl_client_authentication: Output[Literal["required", "optional"]]
        default_channel_disposition: Output[Literal["private", "fixshared", "shared"] | None]
        security_policy_protection: Output[Literal["passthru", "remove", "as_policy"] | None]

        def __init__(
            self, resource_name: str, **keywords: Unpack[_ReceiverChannelKeywords]
        ) -> None: ...


class _RequesterChannelKeywords(_PutAuthorityKeywords, _McaTypeKeywords, total=False):
    like: Input[str] | RequesterChannel | None
    """Object of the same kind and system, by name or as a resource: what is left out here comes
    from it at creation (Change Queue (PCF) Copy Queue)."""


class RequesterChannel(
    _McaNameOutputs,
    _UserIdentifierOutputs,
    _PutAuthorityOutputs,
    QueueResource,
    kind="mq:RequesterChannel",
):
    """Asks another queue manager for its messages."""

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        transport_type: Output[Literal["lu62", "tcp", "netbios", "spx"]]
        queue_sharing_group_disposition: Output[
            Literal["q_mgr", "copy", "shared", "group", "private"] | None
        ]
        connection_name: Output[str]
        local_address: Output[str]
        heartbeat_interval: Output[int]
        max_message_length: Output[int]
        ssl_cipher_specification: Output[str]
        certificate_label: Output[str | None]
        mca_user_identifier: Output[str]
        channel_monitoring: Output[Literal["off", "q_mgr", "low", "medium", "high"]]
        ssl_client_authentication: Output[Literal["required", "optional"]]
        default_channel_disposition: Output[Literal["private", "fixshared", "shared"] | None]
        security_policy_protection: Output[Literal["passthru", "remove", "as_policy"] | None]

        def __init__(
            self, resource_name: str, **keywords: Unpack[_RequesterChannelKeywords]
        ) -> None: ...


class _ServerConnectionChannelKeywords(
    _SslClientAuthenticationKeywords, _DefaultChannelDispositionKeywords, total=False
):
    put_authority: Input[Literal["default", "context", "only_mca", "alternate_or_mca"]] | None
    """Put authority (MQSC PUTAUT). 'default', 'context', 'only_mca', 'alternate_or_mca'. An
    instance that runs works with it from its next start. Source: IBM MQ, Change Channel (PCF):
    PutAuthority; IBM i, CRTMQMCHL: PUTAUT."""
    disconnect_interval: Input[int] | None
    """Disconnect interval (MQSC DISCINT). 0 to 999999 seconds. Ships as 0. An instance that runs
    works with it from its next start. Source: IBM MQ, Change Channel (PCF): DiscInterval; IBM i,
    CRTMQMCHL: DSCITV."""
    sharing_conversations: Input[int] | None
    """Sharing conversations (MQSC SHARECNV). 0 to 999999999. Ships as 10. An instance that runs
    works with it from its next start. Source: IBM MQ, Change Channel (PCF): SharingConversations;
    IBM i, CRTMQMCHL: SHARECNV."""
    max_instances: Input[int] | None
    """Maximum number of instances (MQSC MAXINST). 0 to 999999999. Ships as 999999999. An instance
    that runs works with it from its next start. Source: IBM MQ, Change Channel (PCF):
    MaxInstances; IBM i, CRTMQMCHL: MAXINST."""
    max_instances_per_client: Input[int] | None
    """Maximum number of instances of one client (MQSC MAXINSTC). 0 to 999999999. Ships as
    999999999. An instance that runs works with it from its next start. Source: IBM MQ, Change
    Channel (PCF): MaxInstancesPerClient; IBM i, CRTMQMCHL: MAXINSTC."""
    like: Input[str] | ServerConnectionChannel | None
    """Object of the same kind and system, by name or as a resource: what is left out here comes
    from it at creation (Change Queue (PCF) Copy Queue)."""


class ServerConnectionChannel(
    _KeepAliveIntervalOutputs, QueueResource, kind="mq:ServerConnectionChannel"
):
    """Takes the calls of clients."""

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        transport_type: Output[Literal["lu62", "tcp", "netbios", "spx"]]
        queue_sharing_group_disposition: Output[
            Literal["q_mgr", "copy", "shared", "group", "private"] | None
        ]
        heartbeat_interval: Output[int]
        max_message_length: Output[int]
        ssl_cipher_specification: Output[str]
        certificate_label: Output[str | None]
        ssl_client_authentication: Output[Literal["required", "optional"]]
        mca_user_identifier: Output[str]
        put_authority: Output[Literal["default", "context", "only_mca", "alternate_or_mca"] | None]
        disconnect_interval: Output[int]
        sharing_conversations: Output[int]
        max_instances: Output[int]
        max_instances_per_client: Output[int]
        channel_monitoring: Output[Literal["off", "q_mgr", "low", "medium", "high"]]
        default_channel_disposition: Output[Literal["private", "fixshared", "shared"] | None]

        def __init__(
            self, resource_name: str, **keywords: Unpack[_ServerConnectionChannelKeywords]
        ) -> None: ...


class _ClientConnectionChannelKeywords(_UserIdentifierKeywords, total=False):
    queue_manager_name: Input[str] | None
    """Queue manager name (MQSC QMNAME). At most 48 bytes. Ships as ''. An instance that runs works
    with it from its next start. Source: IBM MQ, Change Channel (PCF): QMgrName; IBM i, CRTMQMCHL:
    TGTMQMNAME."""
    client_channel_weight: Input[int] | None
    """Client channel weight (MQSC CLNTWGHT). 0 to 99. Ships as 0. An instance that runs works with
    it from its next start. Source: IBM MQ, Change Channel (PCF): ClientChannelWeight; IBM i,
    CRTMQMCHL: CLNTWGHT."""
    connection_affinity: Input[Literal["preferred", "none"]] | None
    """Connection affinity (MQSC AFFINITY). 'preferred', 'none'. Ships as 'preferred'. An instance
    that runs works with it from its next start. Source: IBM MQ, Change Channel (PCF):
    ConnectionAffinity; IBM i, CRTMQMCHL: AFFINITY."""
    default_reconnect: Input[Literal["no", "yes", "q_mgr", "disabled"]] | None
    """Whether clients reconnect automatically (MQSC DEFRECON). 'no', 'yes', 'q_mgr', 'disabled'.
    Ships as 'no'. An instance that runs works with it from its next start. Source: IBM MQ, Change
    Channel (PCF): DefReconnect; IBM i, CRTMQMCHL: DFTRECON."""
    sharing_conversations: Input[int] | None
    """Sharing conversations (MQSC SHARECNV). 0 to 999999999. Ships as 10. An instance that runs
    works with it from its next start. Source: IBM MQ, Change Channel (PCF): SharingConversations;
    IBM i, CRTMQMCHL: SHARECNV."""
    like: Input[str] | ClientConnectionChannel | None
    """Object of the same kind and system, by name or as a resource: what is left out here comes
    from it at creation (Change Queue (PCF) Copy Queue)."""


class ClientConnectionChannel(
    _UserIdentifierOutputs, QueueResource, kind="mq:ClientConnectionChannel"
):
    """How a client calls a queue manager: an entry of the client channel definition table. That
    table is apart from the queue manager's channels (DELETE CHANNEL, CHLTABLE): a
    server-connection channel of the same name is usual. Nothing of it ever runs here."""

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        transport_type: Output[Literal["lu62", "tcp", "netbios", "spx"]]
        queue_sharing_group_disposition: Output[
            Literal["q_mgr", "copy", "shared", "group", "private"] | None
        ]
        connection_name: Output[str]
        local_address: Output[str]
        heartbeat_interval: Output[int]
        max_message_length: Output[int]
        ssl_cipher_specification: Output[str]
        certificate_label: Output[str | None]
        queue_manager_name: Output[str]
        client_channel_weight: Output[int]
        connection_affinity: Output[Literal["preferred", "none"]]
        default_reconnect: Output[Literal["no", "yes", "q_mgr", "disabled"]]
        sharing_conversations: Output[int]

        def __init__(
            self, resource_name: str, **keywords: Unpack[_ClientConnectionChannelKeywords]
        ) -> None: ...


class _AmqpChannelKeywords(_LocalAddressKeywords, _SslClientAuthenticationKeywords, total=False):
    name: Input[str] | None
    """Channel name. At most 20 bytes. Only on aix, ibmi, linux, other-unix, windows. Changing it
    replaces the object. Source: IBM MQ, Change Channel (PCF): ChannelName; IBM i, CRTMQMCHL:
    CHLNAME. Default: the resource name."""
    port: Input[int] | None
    """Port number (MQSC PORT). 0 to 65535. Ships as 5672. An instance that runs works with it from
    its next start. Source: IBM MQ, Change Channel (PCF): Port."""
    use_client_identifier: Input[Literal["no", "yes"]] | None
    """Whether the client's identifier is its user (MQSC USECLTID). 'no', 'yes'. Ships as 'no'. An
    instance that runs works with it from its next start. Source: IBM MQ, Change Channel (PCF):
    UseClientID."""
    amqp_keep_alive: Input[int | Literal["auto"]] | None
    """Keep alive interval (MQSC AMQPKA). 0 to 99999 ms. 'auto'. Ships as 'auto'. An instance that
    runs works with it from its next start. Source: IBM MQ, Change Channel (PCF): AMQPKeepAlive."""
    max_instances: Input[int] | None
    """Maximum number of instances (MQSC MAXINST). 0 to 999999999. Ships as 999999999. An instance
    that runs works with it from its next start. Source: IBM MQ, Change Channel (PCF):
    MaxInstances; IBM i, CRTMQMCHL: MAXINST."""
    temporary_model: Input[str] | ModelQueue | None
    """Model queue of temporary queues (MQSC TMPMODEL). At most 48 bytes. Ships as
    'SYSTEM.DEFAULT.MODEL.QUEUE'. The name of, or the resource that is, mq:ModelQueue. An instance
    that runs works with it from its next start. Source: IBM MQ, Change Channel (PCF): TmpModel."""
    temporary_queue_prefix: Input[str] | None
    """Prefix of temporary queues (MQSC TMPQPRFX). At most 32 bytes. Ships as 'AMQP.*'. An instance
    that runs works with it from its next start. Source: IBM MQ, Change Channel (PCF):
    TmpQPrefix."""
    topic_root: Input[str] | None
    """Topic root (MQSC TPROOT). At most 128 bytes. Ships as 'SYSTEM.BASE.TOPIC'. An instance that
    runs works with it from its next start. Source: IBM MQ, Change Channel (PCF): TPRoot."""
    like: Input[str] | AmqpChannel | None
    """Object of the same kind and system, by name or as a resource: what is left out here comes
    from it at creation (Change Queue (PCF) Copy Queue)."""


class AmqpChannel(_ChannelDescriptionOutputs, QueueResource, kind="mq:AmqpChannel"):
    """Takes the calls of AMQP clients."""

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        port: Output[int]
        local_address: Output[str]
        mca_user_identifier: Output[str]
        ssl_cipher_specification: Output[str]
        ssl_client_authentication: Output[Literal["required", "optional"]]
        use_client_identifier: Output[Literal["no", "yes"]]
        amqp_keep_alive: Output[int | Literal["auto"]]
        certificate_label: Output[str | None]
        max_instances: Output[int]
        max_message_length: Output[int]
        temporary_model: Output[str]
        temporary_queue_prefix: Output[str]
        topic_root: Output[str]

        def __init__(
            self, resource_name: str, **keywords: Unpack[_AmqpChannelKeywords]
        ) -> None: ...


class _MqttChannelKeywords(
    _TransportTypeKeywords, _McaUserIdentifierKeywords, _LocalAddressKeywords, total=False
):
    name: Input[str] | None
    """Channel name. At most 20 bytes. Only on aix, linux, windows. Changing it replaces the
    object. Source: IBM MQ, Change Channel (PCF): ChannelName; IBM i, CRTMQMCHL: CHLNAME. Default:
    the resource name."""
    port: Input[int] | None
    """Port number (MQSC PORT). 0 to 65535. Ships as 1883. An instance that runs works with it from
    its next start. Source: IBM MQ, Change Channel (PCF): Port."""
    ssl_client_authentication: Input[Literal["required", "optional", "never_required"]] | None
    """TLS client authentication (MQSC SSLCAUTH). 'required', 'optional', 'never_required'. Ships
    as 'never_required'. An instance that runs works with it from its next start. Source: IBM MQ,
    Change Channel (PCF): SSLClientAuth; IBM i, CRTMQMCHL: SSLCAUTH."""
    use_client_identifier: Input[Literal["no", "yes"]] | None
    """Whether the client's identifier is its user (MQSC USECLTID). 'no', 'yes'. Ships as 'no'. An
    instance that runs works with it from its next start. Source: IBM MQ, Change Channel (PCF):
    UseClientID."""
    backlog: Input[int] | None
    """Backlog (MQSC BACKLOG). 0 to 999999999. Ships as 4096. An instance that runs works with it
    from its next start. Source: IBM MQ, Change Channel (PCF): Backlog."""
    jaas_configuration: Input[str] | None
    """JAAS configuration (MQSC JAASCFG). At most 1024 bytes. Ships as ''. An instance that runs
    works with it from its next start. Source: IBM MQ, Change Channel (PCF): JAASConfig."""
    protocol: Input[Sequence[Input[str]]] | None
    """Communication protocols (MQSC PROTOCOL). At most 3 items. 'mqttv311', 'mqttv3', 'http'.
    Ships as ('mqttv311', 'mqttv3', 'http'). An instance that runs works with it from its next
    start. Source: IBM MQ, Change Channel (PCF): Protocol."""
    ssl_pass_phrase: Input[str] | None
    """Pass phrase of the key repository (MQSC SSLKEYP). At most 1024 bytes. No system reports it
    (write-only), and a state keeps only a digest of it. An instance that runs works with it from
    its next start. Source: IBM MQ, Change Channel (PCF): SSLPassPhrase."""
    ssl_key_repository: Input[str] | None
    """Key repository (MQSC SSLKEYR). At most 256 bytes. Ships as ''. An instance that runs works
    with it from its next start. Source: IBM MQ, Change Channel (PCF): SSLKeyRepository."""
    like: Input[str] | MqttChannel | None
    """Object of the same kind and system, by name or as a resource: what is left out here comes
    from it at creation (Change Queue (PCF) Copy Queue)."""


class MqttChannel(QueueResource, kind="mq:MqttChannel"):
    """Takes the calls of MQTT clients. DISPLAY shows it only where its type is asked for, and only
    while the telemetry service runs."""

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        port: Output[int]
        local_address: Output[str]
        mca_user_identifier: Output[str]
        ssl_cipher_specification: Output[str]
        ssl_client_authentication: Output[Literal["required", "optional", "never_required"]]
        use_client_identifier: Output[Literal["no", "yes"]]
        transport_type: Output[Literal["lu62", "tcp", "netbios", "spx"]]
        backlog: Output[int]
        jaas_configuration: Output[str]
        protocol: Output[Sequence[str]]
        ssl_pass_phrase: Output[str]
        ssl_key_repository: Output[str]

        def __init__(
            self, resource_name: str, **keywords: Unpack[_MqttChannelKeywords]
        ) -> None: ...


class _QueueManagerAttributesKeywords(_RefreshSecurityKeywords, total=False):
    name: Input[str] | None
    """Name in commands. 'QMGR'. Source: IBM MQ, MQSC: ALTER QMGR. Default: the resource name."""
    active_channels: Input[int] | None
    """Active channels at most (MQSC ACTCHL). 1 to 9999. Only on zos. Source: IBM MQ, MQSC: ALTER
    QMGR ACTCHL."""
    adopt_new_mca_check: (
        Input[Literal["check_all", "check_net_addr", "check_none", "check_q_mgr_name"]] | None
    )
    """Attributes compared before a channel is adopted (MQSC ADOPTCHK). 'check_all',
    'check_net_addr', 'check_none', 'check_q_mgr_name'. Only on zos. Source: IBM MQ, MQSC: ALTER
    QMGR ADOPTCHK."""
    adopt_new_mca_type: Input[Literal["type_all", "type_no"]] | None
    """Whether orphaned channels are adopted (MQSC ADOPTMCA). 'type_all', 'type_no'. Only on zos.
    Source: IBM MQ, MQSC: ALTER QMGR ADOPTMCA."""
    bridge_event: Input[Literal["enabled", "disabled"]] | None
    """Bridge events (MQSC BRIDGEEV). 'enabled', 'disabled'. Only on zos. Source: IBM MQ, MQSC:
    ALTER QMGR BRIDGEEV."""
    certificate_queue_sharing_group_label: Input[str] | None
    """Certificate label of the queue sharing group (MQSC CERTQSGL). At most 64 bytes. Only on zos.
    Source: IBM MQ, MQSC: ALTER QMGR CERTQSGL."""
    coupling_facility_connection_loss: Input[Literal["terminate", "tolerate"]] | None
    """Effect of losing the coupling facility (MQSC CFCONLOS). 'terminate', 'tolerate'. Only on
    zos. Source: IBM MQ, MQSC: ALTER QMGR CFCONLOS."""
    channel_initiator_adapters: Input[int] | None
    """Adapter subtasks (MQSC CHIADAPS). 0 to 9999. Only on zos. Source: IBM MQ, MQSC: ALTER QMGR
    CHIADAPS."""
    channel_initiator_dispatchers: Input[int] | None
    """Dispatchers (MQSC CHIDISPS). 1 to 9999. Only on zos. Source: IBM MQ, MQSC: ALTER QMGR
    CHIDISPS."""
    channel_initiator_service_parameter: Input[str] | None
    """Reserved for IBM (MQSC CHISERVP). At most 32 bytes. Only on zos. Source: IBM MQ, MQSC: ALTER
    QMGR CHISERVP."""
    dns_group: Input[str] | None
    """Group of Workload Manager DNS (MQSC DNSGROUP). At most 18 bytes. Only on zos. Source: IBM
    MQ, MQSC: ALTER QMGR DNSGROUP."""
    dns_workload_manager: Input[Literal["no", "yes"]] | None
    """Registration with Workload Manager DNS (MQSC DNSWLM). 'no', 'yes'. Only on zos. Source: IBM
    MQ, MQSC: ALTER QMGR DNSWLM."""
    expiry_interval: Input[int | Literal["off"]] | None
    """Scan for expired messages (MQSC EXPRYINT). 1 to 99999999 seconds. 'off'. Only on zos.
    Source: IBM MQ, MQSC: ALTER QMGR EXPRYINT."""
    group_unit_of_recovery: Input[Literal["enabled", "disabled"]] | None
    """Group units of recovery (MQSC GROUPUR). 'enabled', 'disabled'. Only on zos. Source: IBM MQ,
    MQSC: ALTER QMGR GROUPUR."""
    intra_group_queuing: Input[Literal["enabled", "disabled"]] | None
    """Intra-group queuing (MQSC IGQ). 'enabled', 'disabled'. Only on zos. Source: IBM MQ, MQSC:
    ALTER QMGR IGQ."""
    intra_group_put_authority: (
        Input[Literal["default", "context", "only_igq", "alternate_or_igq"]] | None
    )
    """Authority of the intra-group queuing agent (MQSC IGQAUT). 'default', 'context', 'only_igq',
    'alternate_or_igq'. Only on zos. Source: IBM MQ, MQSC: ALTER QMGR IGQAUT."""
    intra_group_user: Input[str] | None
    """User of the intra-group queuing agent (MQSC IGQUSER). At most 12 bytes. Only on zos. Source:
    IBM MQ, MQSC: ALTER QMGR IGQUSER."""
    listener_timer: Input[int] | None
    """Time until a listener starts again (MQSC LSTRTMR). 5 to 9999 seconds. Only on zos. Source:
    IBM MQ, MQSC: ALTER QMGR LSTRTMR."""
    lu62_arm_suffix: Input[str] | None
    """Suffix of SYS1.PARMLIB member APPCPM (MQSC LU62ARM). At most 2 bytes. Only on zos. Source:
    IBM MQ, MQSC: ALTER QMGR LU62ARM."""
    lu62_channels: Input[int] | None
    """Channels of LU 6.2 at most (MQSC LU62CHL). 0 to 9999. Only on zos. Source: IBM MQ, MQSC:
    ALTER QMGR LU62CHL."""
    lu_group_name: Input[str] | None
    """Generic LU name (MQSC LUGROUP). At most 8 bytes. Only on zos. Source: IBM MQ, MQSC: ALTER
    QMGR LUGROUP."""
    lu_name: Input[str] | None
    """LU name (MQSC LUNAME). At most 8 bytes. Only on zos. Source: IBM MQ, MQSC: ALTER QMGR
    LUNAME."""
    max_channels: Input[int] | None
    """Channels at most (MQSC MAXCHL). 1 to 9999. Only on zos. Source: IBM MQ, MQSC: ALTER QMGR
    MAXCHL."""
    outbound_port_maximum: Input[int] | None
    """Highest outbound port (MQSC OPORTMAX). 0 to 65535. Only on zos. Source: IBM MQ, MQSC: ALTER
    QMGR OPORTMAX."""
    outbound_port_minimum: Input[int] | None
    """Lowest outbound port (MQSC OPORTMIN). 0 to 65535. Only on zos. Source: IBM MQ, MQSC: ALTER
    QMGR OPORTMIN."""
    receive_timeout: Input[int] | None
    """Time that a channel waits for data (MQSC RCVTIME). 0 to 999999. Only on zos. Source: IBM MQ,
    MQSC: ALTER QMGR RCVTIME."""
    receive_timeout_minimum: Input[int] | None
    """Shortest time that a channel waits for data (MQSC RCVTMIN). 0 to 999999. Only on zos.
    Source: IBM MQ, MQSC: ALTER QMGR RCVTMIN."""
    receive_timeout_type: Input[Literal["multiply", "add", "equal"]] | None
    """How the receive timeout counts (MQSC RCVTTYPE). 'multiply', 'add', 'equal'. Only on zos.
    Source: IBM MQ, MQSC: ALTER QMGR RCVTTYPE."""
    security_case: Input[Literal["upper", "mixed"]] | None
    """Case of security profiles (MQSC SCYCASE). 'upper', 'mixed'. Only on zos. Source: IBM MQ,
    MQSC: ALTER QMGR SCYCASE."""
    shared_queue_queue_manager_name: Input[Literal["use", "ignore"]] | None
    """Whether the queue manager name of a shared queue counts (MQSC SQQMNAME). 'use', 'ignore'.
    Only on zos. Source: IBM MQ, MQSC: ALTER QMGR SQQMNAME."""
    ssl_tasks: Input[int] | None
    """TLS subtasks (MQSC SSLTASKS). 0 to 9999. Only on zos. Source: IBM MQ, MQSC: ALTER QMGR
    SSLTASKS."""
    tcp_channels: Input[int] | None
    """Channels of TCP at most (MQSC TCPCHL). 0 to 9999. Only on zos. Source: IBM MQ, MQSC: ALTER
    QMGR TCPCHL."""
    tcp_keep_alive: Input[Literal["no", "yes"]] | None
    """KEEPALIVE of TCP (MQSC TCPKEEP). 'no', 'yes'. Only on zos. Source: IBM MQ, MQSC: ALTER QMGR
    TCPKEEP."""
    tcp_name: Input[str] | None
    """Name of the TCP system (MQSC TCPNAME). At most 8 bytes. Only on zos. Source: IBM MQ, MQSC:
    ALTER QMGR TCPNAME."""
    tcp_stack_type: Input[Literal["single", "multiple"]] | None
    """Stacks of TCP (MQSC TCPSTACK). 'single', 'multiple'. Only on zos. Source: IBM MQ, MQSC:
    ALTER QMGR TCPSTACK."""
    trace_auto_start: Input[Literal["yes", "no"]] | None
    """Whether the channel initiator traces from its start (MQSC TRAXSTR). 'yes', 'no'. Only on
    zos. Source: IBM MQ, MQSC: ALTER QMGR TRAXSTR."""
    trace_table_size: Input[int] | None
    """Size of the trace data space (MQSC TRAXTBL). 2 to 2048 megabytes. Only on zos. Source: IBM
    MQ, MQSC: ALTER QMGR TRAXTBL."""
    coded_character_set_identifier: Input[int] | None
    """Coded character set identifier (MQSC CCSID). 1 to 65535. Only on aix, ibmi, linux,
    other-unix, windows. Source: IBM MQ, Change Queue Manager (PCF): CodedCharSetId; IBM MQ, MQSC:
    ALTER QMGR CCSID; IBM i, CHGMQM: CCSID."""
    description: Input[str] | None
    """Description (MQSC DESCR). At most 64 bytes. Ships as ''. Source: IBM MQ, Change Queue
    Manager (PCF): QMgrDesc; IBM MQ, MQSC: ALTER QMGR DESCR; IBM i, CHGMQM: TEXT."""
    dead_letter_queue: Input[str] | LocalQueue | None
    """Dead-letter queue (MQSC DEADQ). At most 48 bytes. Ships as ''. The name of, or the resource
    that is, mq:LocalQueue. Source: IBM MQ, Change Queue Manager (PCF): DeadLetterQName; IBM MQ,
    MQSC: ALTER QMGR DEADQ; IBM i, CHGMQM: UDLMSGQ."""
    default_transmission_queue: Input[str] | LocalQueue | None
    """Default transmission queue (MQSC DEFXMITQ). At most 48 bytes. Ships as ''. The name of, or
    the resource that is, mq:LocalQueue. Changing it needs FORCE while the object is in use.
    Source: IBM MQ, Change Queue Manager (PCF): DefXmitQName; IBM MQ, MQSC: ALTER QMGR DEFXMITQ;
    IBM i, CHGMQM: DFTTMQ."""
    max_message_length: Input[int] | None
    """Maximum message length (MQSC MAXMSGL). 32768 to 104857600 bytes. Ships as 4194304. Source:
    IBM MQ, Change Queue Manager (PCF): MaxMsgLength; IBM MQ, MQSC: ALTER QMGR MAXMSGL; IBM i,
    CHGMQM: MAXMSGL."""
    repository: Input[str] | None
    """Cluster that it is a full repository of (MQSC REPOS). At most 48 bytes. Ships as ''. It is
    not declared here: mq.Cluster(..., full_repository='yes') decides it. Source: IBM MQ, Change
    Queue Manager (PCF): RepositoryName; IBM MQ, MQSC: ALTER QMGR REPOS."""
    repository_namelist: Input[str] | None
    """Clusters that it is a full repository of (MQSC REPOSNL). At most 48 bytes. Ships as ''. It
    is not declared here: mq.Cluster(..., full_repository='yes') decides it. Source: IBM MQ, Change
    Queue Manager (PCF): RepositoryNamelist; IBM MQ, MQSC: ALTER QMGR REPOSNL."""
    cluster_workload_use_queue: Input[Literal["useq_local", "useq_any"]] | None
    """Use of remote cluster queues (MQSC CLWLUSEQ). 'useq_local', 'useq_any'. Ships as
    'useq_local'. Source: IBM MQ, Change Queue Manager (PCF): CLWLUseQ; IBM MQ, MQSC: ALTER QMGR
    CLWLUSEQ."""
    cluster_workload_channels: Input[int] | None
    """Most recently used outbound channels (MQSC CLWLMRUC). 1 to 999999999. Ships as 999999999.
    Source: IBM MQ, Change Queue Manager (PCF): CLWLMRUChannels; IBM MQ, MQSC: ALTER QMGR
    CLWLMRUC."""
    accounting_connection_override: Input[Literal["enabled", "disabled"]] | None
    """Whether applications override accounting (MQSC ACCTCONO). 'enabled', 'disabled'. Ships as
    'disabled'. Only on aix, ibmi, linux, other-unix, windows. Source: IBM MQ, Change Queue Manager
    (PCF): AccountingConnOverride; IBM MQ, MQSC: ALTER QMGR ACCTCONO."""
    accounting_interval: Input[int] | None
    """Accounting interval (MQSC ACCTINT). 0 to 604800 seconds. Ships as 1800. Only on aix, ibmi,
    linux, other-unix, windows. Source: IBM MQ, Change Queue Manager (PCF): AccountingInterval; IBM
    MQ, MQSC: ALTER QMGR ACCTINT."""
    mqi_accounting: Input[Literal["off", "on"]] | None
    """Accounting of MQI (MQSC ACCTMQI). 'off', 'on'. Ships as 'off'. Only on aix, ibmi, linux,
    other-unix, windows. Source: IBM MQ, Change Queue Manager (PCF): MQIAccounting; IBM MQ, MQSC:
    ALTER QMGR ACCTMQI."""
    queue_accounting: Input[Literal["off", "on", "none"]] | None
    """Accounting of queues (MQSC ACCTQ). 'off', 'on', 'none'. Ships as 'off'. Source: IBM MQ,
    Change Queue Manager (PCF): QueueAccounting; IBM MQ, MQSC: ALTER QMGR ACCTQ."""
    activity_recording: Input[Literal["msg", "q", "disabled"]] | None
    """Recording of activity reports (MQSC ACTIVREC). 'msg', 'q', 'disabled'. Ships as 'msg'.
    Source: IBM MQ, Change Queue Manager (PCF): ActivityRecording; IBM MQ, MQSC: ALTER QMGR
    ACTIVREC."""
    activity_connection_override: Input[Literal["enabled", "disabled"]] | None
    """Whether applications override activity trace (MQSC ACTVCONO). 'enabled', 'disabled'. Ships
    as 'disabled'. Only on aix, ibmi, linux, other-unix, windows. Source: IBM MQ, Change Queue
    Manager (PCF): ActivityConnOverride; IBM MQ, MQSC: ALTER QMGR ACTVCONO."""
    activity_trace: Input[Literal["off", "on"]] | None
    """Activity trace (MQSC ACTVTRC). 'off', 'on'. Ships as 'off'. Only on aix, ibmi, linux,
    other-unix, windows. Source: IBM MQ, Change Queue Manager (PCF): ActivityTrace; IBM MQ, MQSC:
    ALTER QMGR ACTVTRC."""
    authority_event: Input[Literal["enabled", "disabled"]] | None
    """Authority events (MQSC AUTHOREV). 'enabled', 'disabled'. Ships as 'disabled'. Only on aix,
    ibmi, linux, other-unix, windows. Source: IBM MQ, Change Queue Manager (PCF): AuthorityEvent;
    IBM MQ, MQSC: ALTER QMGR AUTHOREV; IBM i, CHGMQM: AUTEVT."""
    certificate_label: Input[str] | None
    """Certificate label (MQSC CERTLABL). At most 64 bytes. Ships as ''. From command level 800.
    Source: IBM MQ, Change Queue Manager (PCF): CertificateLabel; IBM MQ, MQSC: ALTER QMGR
    CERTLABL."""
    certificate_validation_policy: Input[Literal["any", "rfc5280"]] | None
    """Certificate validation policy (MQSC CERTVPOL). 'any', 'rfc5280'. Ships as 'any'. Only on
    aix, linux, other-unix, windows. Source: IBM MQ, Change Queue Manager (PCF):
    CertificateValPolicy; IBM MQ, MQSC: ALTER QMGR CERTVPOL."""
    channel_auto_definition: Input[Literal["enabled", "disabled"]] | None
    """Whether channels are defined by themselves (MQSC CHAD). 'enabled', 'disabled'. Ships as
    'disabled'. Only on aix, ibmi, linux, other-unix, windows. Source: IBM MQ, Change Queue Manager
    (PCF): ChannelAutoDef; IBM MQ, MQSC: ALTER QMGR CHAD; IBM i, CHGMQM: CHAD."""
    channel_auto_definition_event: Input[Literal["enabled", "disabled"]] | None
    """Events of channels that are (MQSC CHADEV). 'enabled', 'disabled'. Ships as 'disabled'. Only
    on aix, ibmi, linux, other-unix, windows. Source: IBM MQ, Change Queue Manager (PCF):
    ChannelAutoDefEvent; IBM MQ, MQSC: ALTER QMGR CHADEV; IBM i, CHGMQM: CHADEV."""
    channel_auto_definition_exit: Input[str] | None
    """Exit for channels that are (MQSC CHADEXIT). At most 128 bytes. Ships as ''. Source: IBM MQ,
    Change Queue Manager (PCF): ChannelAutoDefExit; IBM MQ, MQSC: ALTER QMGR CHADEXIT; IBM i,
    CHGMQM: CHADEXIT."""
    channel_authentication_records: Input[Literal["enabled", "disabled"]] | None
    """Whether channel authentication records count (MQSC CHLAUTH). 'enabled', 'disabled'. Ships as
    'enabled'. Source: IBM MQ, Change Queue Manager (PCF): ChannelAuthenticationRecords; IBM MQ,
    MQSC: ALTER QMGR CHLAUTH."""
    channel_event: Input[Literal["enabled", "disabled", "exception"]] | None
    """Channel events (MQSC CHLEV). 'enabled', 'disabled', 'exception'. Ships as 'disabled'.
    Source: IBM MQ, Change Queue Manager (PCF): ChannelEvent; IBM MQ, MQSC: ALTER QMGR CHLEV."""
    cluster_workload_data: Input[str] | None
    """Data of the cluster workload exit (MQSC CLWLDATA). At most 32 bytes. Ships as ''. Source:
    IBM MQ, Change Queue Manager (PCF): ClusterWorkLoadData; IBM MQ, MQSC: ALTER QMGR CLWLDATA; IBM
    i, CHGMQM: CLWLDATA."""
    cluster_workload_exit: Input[str] | None
    """Cluster workload exit (MQSC CLWLEXIT). At most 128 bytes. Ships as ''. Source: IBM MQ,
    Change Queue Manager (PCF): ClusterWorkLoadExit; IBM MQ, MQSC: ALTER QMGR CLWLEXIT; IBM i,
    CHGMQM: CLWLEXIT."""
    cluster_workload_length: Input[int] | None
    """Message data passed to that exit (MQSC CLWLLEN). 0 to 999999999 bytes. Ships as 100. Source:
    IBM MQ, Change Queue Manager (PCF): ClusterWorkLoadLength; IBM MQ, MQSC: ALTER QMGR CLWLLEN."""
    command_event: Input[Literal["enabled", "disabled", "no_display"]] | None
    """Command events (MQSC CMDEV). 'enabled', 'disabled', 'no_display'. Ships as 'disabled'.
    Source: IBM MQ, Change Queue Manager (PCF): CommandEvent; IBM MQ, MQSC: ALTER QMGR CMDEV."""
    configuration_event: Input[Literal["disabled", "enabled"]] | None
    """Configuration events (MQSC CONFIGEV). 'disabled', 'enabled'. Ships as 'disabled'. Source:
    IBM MQ, Change Queue Manager (PCF): ConfigurationEvent; IBM MQ, MQSC: ALTER QMGR CONFIGEV."""
    connection_authentication: (
        Input[str] | LdapAuthentication | OperatingSystemAuthentication | None
    )
    """Connection authentication (MQSC CONNAUTH). At most 48 bytes. Ships as
    'SYSTEM.DEFAULT.AUTHINFO.IDPWOS'. The name of, or the resource that is, mq:LdapAuthentication,
    mq:OperatingSystemAuthentication. From command level 800. Source: IBM MQ, Change Queue Manager
    (PCF): ConnAuth; IBM MQ, MQSC: ALTER QMGR CONNAUTH."""
    custom: Input[str] | None
    """Custom attributes (MQSC CUSTOM). At most 128 bytes. Ships as ''. Source: IBM MQ, Change
    Queue Manager (PCF): Custom; IBM MQ, MQSC: ALTER QMGR CUSTOM."""
    default_cluster_xmit_queue_type: Input[Literal["sctq", "channel"]] | None
    """Transmission queues of cluster-sender channels (MQSC DEFCLXQ). 'sctq', 'channel'. Ships as
    'sctq'. Source: IBM MQ, Change Queue Manager (PCF): DefClusterXmitQueueType; IBM MQ, MQSC:
    ALTER QMGR DEFCLXQ."""
    inhibit_event: Input[Literal["enabled", "disabled"]] | None
    """Inhibit events (MQSC INHIBTEV). 'enabled', 'disabled'. Ships as 'disabled'. Source: IBM MQ,
    Change Queue Manager (PCF): InhibitEvent; IBM MQ, MQSC: ALTER QMGR INHIBTEV; IBM i, CHGMQM:
    INHEVT."""
    ip_address_version: Input[Literal["ipv4", "ipv6"]] | None
    """Version of IP (MQSC IPADDRV). 'ipv4', 'ipv6'. Ships as 'ipv4'. Source: IBM MQ, Change Queue
    Manager (PCF): IPAddressVersion; IBM MQ, MQSC: ALTER QMGR IPADDRV."""
    local_event: Input[Literal["enabled", "disabled"]] | None
    """Local error events (MQSC LOCALEV). 'enabled', 'disabled'. Ships as 'disabled'. Source: IBM
    MQ, Change Queue Manager (PCF): LocalEvent; IBM MQ, MQSC: ALTER QMGR LOCALEV; IBM i, CHGMQM:
    LCLERREVT."""
    logger_event: Input[Literal["enabled", "disabled"]] | None
    """Recovery log events (MQSC LOGGEREV). 'enabled', 'disabled'. Ships as 'disabled'. Only on
    aix, ibmi, linux, other-unix, windows. Source: IBM MQ, Change Queue Manager (PCF): LoggerEvent;
    IBM MQ, MQSC: ALTER QMGR LOGGEREV."""
    message_mark_browse_interval: Input[int | Literal["unlimited"]] | None
    """How long browsed messages stay marked (MQSC MARKINT). 0 to 999999999 ms. 'unlimited'. Ships
    as 5000. Source: IBM MQ, Change Queue Manager (PCF): MsgMarkBrowseInterval; IBM MQ, MQSC: ALTER
    QMGR MARKINT."""
    max_handles: Input[int] | None
    """Handles at most (MQSC MAXHANDS). 0 to 999999999. Ships as 256. Source: IBM MQ, Change Queue
    Manager (PCF): MaxHandles; IBM MQ, MQSC: ALTER QMGR MAXHANDS; IBM i, CHGMQM: MAXHDL."""
    max_properties_length: Input[int | Literal["unrestricted_length"]] | None
    """Length of properties at most (MQSC MAXPROPL). 0 to 104857600 bytes. 'unrestricted_length'.
    Ships as 'unrestricted_length'. Source: IBM MQ, Change Queue Manager (PCF):
    MaxPropertiesLength; IBM MQ, MQSC: ALTER QMGR MAXPROPL."""
    max_uncommitted_messages: Input[int] | None
    """Uncommitted messages at most (MQSC MAXUMSGS). 1 to 999999999. Ships as 10000. Source: IBM
    MQ, Change Queue Manager (PCF): MaxUncommittedMsgs; IBM MQ, MQSC: ALTER QMGR MAXUMSGS; IBM i,
    CHGMQM: MAXUMSG."""
    cluster_sender_monitoring: Input[Literal["q_mgr", "off", "low", "medium", "high"]] | None
    """Monitoring of automatic cluster-sender channels (MQSC MONACLS). 'q_mgr', 'off', 'low',
    'medium', 'high'. Ships as 'q_mgr'. Source: IBM MQ, Change Queue Manager (PCF):
    ClusterSenderMonitoringDefault; IBM MQ, MQSC: ALTER QMGR MONACLS."""
    channel_monitoring: Input[Literal["none", "off", "low", "medium", "high"]] | None
    """Monitoring of channels (MQSC MONCHL). 'none', 'off', 'low', 'medium', 'high'. Ships as
    'off'. Source: IBM MQ, Change Queue Manager (PCF): ChannelMonitoring; IBM MQ, MQSC: ALTER QMGR
    MONCHL."""
    queue_monitoring: Input[Literal["none", "off", "low", "medium", "high"]] | None
    """Monitoring of queues (MQSC MONQ). 'none', 'off', 'low', 'medium', 'high'. Ships as 'off'.
    Source: IBM MQ, Change Queue Manager (PCF): QueueMonitoring; IBM MQ, MQSC: ALTER QMGR MONQ."""
    parent: Input[str] | None
    """Parent queue manager (MQSC PARENT). At most 48 bytes. Ships as ''. Source: IBM MQ, Change
    Queue Manager (PCF): Parent; IBM MQ, MQSC: ALTER QMGR PARENT."""
    performance_event: Input[Literal["enabled", "disabled"]] | None
    """Performance events (MQSC PERFMEV). 'enabled', 'disabled'. Ships as 'disabled'. Source: IBM
    MQ, Change Queue Manager (PCF): PerformanceEvent; IBM MQ, MQSC: ALTER QMGR PERFMEV; IBM i,
    CHGMQM: PFREVT."""
    publish_subscribe_clustering: Input[Literal["enabled", "disabled"]] | None
    """Whether clusters take part in publish/subscribe (MQSC PSCLUS). 'enabled', 'disabled'. Ships
    as 'enabled'. Source: IBM MQ, Change Queue Manager (PCF): PubSubClus; IBM MQ, MQSC: ALTER QMGR
    PSCLUS."""
    publish_subscribe_mode: Input[Literal["enabled", "disabled", "compat"]] | None
    """Publish/subscribe mode (MQSC PSMODE). 'enabled', 'disabled', 'compat'. Ships as 'enabled'.
    Source: IBM MQ, Change Queue Manager (PCF): PubSubMode; IBM MQ, MQSC: ALTER QMGR PSMODE."""
    undelivered_input_message: Input[Literal["discard", "keep"]] | None
    """Treatment of undelivered input messages (MQSC PSNPMSG). 'discard', 'keep'. Ships as
    'discard'. Source: IBM MQ, Change Queue Manager (PCF): PubSubNPInputMsg; IBM MQ, MQSC: ALTER
    QMGR PSNPMSG."""
    undelivered_response: Input[Literal["normal", "safe", "discard", "keep"]] | None
    """Treatment of undelivered responses (MQSC PSNPRES). 'normal', 'safe', 'discard', 'keep'.
    Ships as 'normal'. Source: IBM MQ, Change Queue Manager (PCF): PubSubNPResponse; IBM MQ, MQSC:
    ALTER QMGR PSNPRES."""
    publish_subscribe_retry_count: Input[int] | None
    """Attempts at a command message that failed (MQSC PSRTYCNT). 0 to 999999999. Ships as 5.
    Source: IBM MQ, Change Queue Manager (PCF): PubSubMaxMsgRetryCount; IBM MQ, MQSC: ALTER QMGR
    PSRTYCNT."""
    publish_subscribe_syncpoint: Input[Literal["ifper", "yes"]] | None
    """Which messages are processed under syncpoint (MQSC PSSYNCPT). 'ifper', 'yes'. Ships as
    'ifper'. Source: IBM MQ, Change Queue Manager (PCF): PubSubSyncPoint; IBM MQ, MQSC: ALTER QMGR
    PSSYNCPT."""
    remote_event: Input[Literal["enabled", "disabled"]] | None
    """Remote error events (MQSC REMOTEEV). 'enabled', 'disabled'. Ships as 'disabled'. Source: IBM
    MQ, Change Queue Manager (PCF): RemoteEvent; IBM MQ, MQSC: ALTER QMGR REMOTEEV; IBM i, CHGMQM:
    RMTERREVT."""
    reverse_dns_lookup: Input[Literal["enabled", "disabled"]] | None
    """Reverse DNS lookup (MQSC REVDNS). 'enabled', 'disabled'. Ships as 'enabled'. From command
    level 800. Source: IBM MQ, Change Queue Manager (PCF): ReverseDNSLookup; IBM MQ, MQSC: ALTER
    QMGR REVDNS."""
    trace_route_recording: Input[Literal["msg", "q", "disabled"]] | None
    """Recording of trace-route messages (MQSC ROUTEREC). 'msg', 'q', 'disabled'. Ships as 'msg'.
    Source: IBM MQ, Change Queue Manager (PCF): TraceRouteRecording; IBM MQ, MQSC: ALTER QMGR
    ROUTEREC."""
    channel_initiator_control: Input[Literal["control_q_mgr", "control_manual"]] | None
    """When the channel initiator starts (MQSC SCHINIT). 'control_q_mgr', 'control_manual'. Ships
    as 'control_q_mgr'. Only on aix, ibmi, linux, other-unix, windows. Source: IBM MQ, Change Queue
    Manager (PCF): ChannelInitiatorControl; IBM MQ, MQSC: ALTER QMGR SCHINIT."""
    command_server_control: Input[Literal["control_q_mgr", "control_manual"]] | None
    """When the command server starts (MQSC SCMDSERV). 'control_q_mgr', 'control_manual'. Ships as
    'control_q_mgr'. Only on aix, ibmi, linux, other-unix, windows. Source: IBM MQ, Change Queue
    Manager (PCF): CommandServerControl; IBM MQ, MQSC: ALTER QMGR SCMDSERV."""
    ssl_crl_namelist: Input[str] | Namelist | None
    """Authentication information for revoked certificates (MQSC SSLCRLNL). At most 48 bytes. Ships
    as ''. The name of, or the resource that is, mq:Namelist. Source: IBM MQ, Change Queue Manager
    (PCF): SSLCRLNamelist; IBM MQ, MQSC: ALTER QMGR SSLCRLNL."""
    ssl_crypto_hardware: Input[str] | None
    """Cryptographic hardware (MQSC SSLCRYP). At most 256 bytes. Ships as ''. Only on aix, linux,
    other-unix, windows. Source: IBM MQ, Change Queue Manager (PCF): SSLCryptoHardware; IBM MQ,
    MQSC: ALTER QMGR SSLCRYP."""
    ssl_event: Input[Literal["enabled", "disabled"]] | None
    """TLS events (MQSC SSLEV). 'enabled', 'disabled'. Ships as 'disabled'. Source: IBM MQ, Change
    Queue Manager (PCF): SSLEvent; IBM MQ, MQSC: ALTER QMGR SSLEV."""
    ssl_fips_required: Input[Literal["fips_no", "fips_yes"]] | None
    """Whether FIPS algorithms are required (MQSC SSLFIPS). 'fips_no', 'fips_yes'. Ships as
    'fips_no'. Source: IBM MQ, Change Queue Manager (PCF): SSLFipsRequired; IBM MQ, MQSC: ALTER
    QMGR SSLFIPS."""
    ssl_key_repository: Input[str] | None
    """Key repository (MQSC SSLKEYR). At most 256 bytes. Ships as ''. Source: IBM MQ, Change Queue
    Manager (PCF): SSLKeyRepository; IBM MQ, MQSC: ALTER QMGR SSLKEYR."""
    ssl_key_reset_count: Input[int] | None
    """Bytes until a secret key is negotiated anew (MQSC SSLRKEYC). 0 to 999999999. Ships as 0.
    Source: IBM MQ, Change Queue Manager (PCF): SSLKeyResetCount; IBM MQ, MQSC: ALTER QMGR
    SSLRKEYC."""
    cluster_sender_statistics: Input[Literal["q_mgr", "off", "low", "medium", "high"]] | None
    """Statistics of automatic cluster-sender channels (MQSC STATACLS). 'q_mgr', 'off', 'low',
    'medium', 'high'. Ships as 'q_mgr'. Source: IBM MQ, Change Queue Manager (PCF):
    ClusterSenderStatistics; IBM MQ, MQSC: ALTER QMGR STATACLS."""
    channel_statistics: Input[Literal["none", "off", "low", "medium", "high"]] | None
    """Statistics of channels (MQSC STATCHL). 'none', 'off', 'low', 'medium', 'high'. Ships as
    'off'. Source: IBM MQ, Change Queue Manager (PCF): ChannelStatistics; IBM MQ, MQSC: ALTER QMGR
    STATCHL."""
    statistics_interval: Input[int] | None
    """Statistics interval (MQSC STATINT). 0 to 604800 seconds. Ships as 1800. Only on aix, ibmi,
    linux, other-unix, windows. Source: IBM MQ, Change Queue Manager (PCF): StatisticsInterval; IBM
    MQ, MQSC: ALTER QMGR STATINT."""
    mqi_statistics: Input[Literal["off", "on"]] | None
    """Statistics of MQI (MQSC STATMQI). 'off', 'on'. Ships as 'off'. Only on aix, ibmi, linux,
    other-unix, windows. Source: IBM MQ, Change Queue Manager (PCF): MQIStatistics; IBM MQ, MQSC:
    ALTER QMGR STATMQI."""
    queue_statistics: Input[Literal["none", "off", "on"]] | None
    """Statistics of queues (MQSC STATQ). 'none', 'off', 'on'. Ships as 'off'. Only on aix, ibmi,
    linux, other-unix, windows. Source: IBM MQ, Change Queue Manager (PCF): QueueStatistics; IBM
    MQ, MQSC: ALTER QMGR STATQ."""
    start_stop_event: Input[Literal["enabled", "disabled"]] | None
    """Events of start and stop (MQSC STRSTPEV). 'enabled', 'disabled'. Ships as 'enabled'. Source:
    IBM MQ, Change Queue Manager (PCF): StartStopEvent; IBM MQ, MQSC: ALTER QMGR STRSTPEV; IBM i,
    CHGMQM: STRSTPEVT."""
    suite_b_strength: Input[Sequence[Input[str]]] | None
    """Strength of Suite B (MQSC SUITEB). Each at most 8 bytes. At most 2 items. Ships as
    ('NONE',). Only on aix, linux, other-unix, windows. Source: IBM MQ, MQSC: ALTER QMGR SUITEB."""
    tree_life_time: Input[int] | None
    """Lifetime of topics that are not administered (MQSC TREELIFE). 0 to 604000 seconds. Ships as
    1800. Source: IBM MQ, Change Queue Manager (PCF): TreeLifeTime; IBM MQ, MQSC: ALTER QMGR
    TREELIFE."""
    trigger_interval: Input[int] | None
    """Trigger interval (MQSC TRIGINT). 0 to 999999999 ms. Ships as 999999999. Source: IBM MQ,
    Change Queue Manager (PCF): TriggerInterval; IBM MQ, MQSC: ALTER QMGR TRIGINT; IBM i, CHGMQM:
    TRGITV."""
    image_interval: Input[int | Literal["off"]] | None
    """Time between media images (MQSC IMGINTVL). 1 to 999999999 minutes. 'off'. Only on aix, ibmi,
    linux, other-unix, windows. Source: IBM MQ, Change Queue Manager (PCF): ImageInterval; IBM MQ,
    MQSC: ALTER QMGR IMGINTVL."""
    image_log_length: Input[int | Literal["off"]] | None
    """Log between media images (MQSC IMGLOGLN). 1 to 999999999 megabytes. 'off'. Only on aix,
    ibmi, linux, other-unix, windows. Source: IBM MQ, Change Queue Manager (PCF): ImageLogLength;
    IBM MQ, MQSC: ALTER QMGR IMGLOGLN."""
    image_recover_object: Input[Literal["yes", "no"]] | None
    """Whether objects are recovered from media images (MQSC IMGRCOVO). 'yes', 'no'. Only on aix,
    ibmi, linux, other-unix, windows. Source: IBM MQ, Change Queue Manager (PCF):
    ImageRecoverObject; IBM MQ, MQSC: ALTER QMGR IMGRCOVO."""
    image_recover_queue: Input[Literal["yes", "no"]] | None
    """Whether queues are recovered from media images (MQSC IMGRCOVQ). 'yes', 'no'. Only on aix,
    ibmi, linux, other-unix, windows. Source: IBM MQ, Change Queue Manager (PCF):
    ImageRecoverQueue; IBM MQ, MQSC: ALTER QMGR IMGRCOVQ."""
    image_schedule: Input[Literal["manual", "auto"]] | None
    """Whether media images are written by themselves (MQSC IMGSCHED). 'manual', 'auto'. Only on
    aix, ibmi, linux, other-unix, windows. Source: IBM MQ, Change Queue Manager (PCF):
    ImageSchedule; IBM MQ, MQSC: ALTER QMGR IMGSCHED."""
    initial_key: Input[str] | None
    """Initial key of password protection (MQSC INITKEY). At most 256 bytes. No system reports it
    (write-only), and a state keeps only a digest of it. Only on aix, ibmi, linux, other-unix,
    windows. Source: IBM MQ, Change Queue Manager (PCF): InitialKey; IBM MQ, MQSC: ALTER QMGR
    INITKEY."""
    key_repository_password: Input[str] | None
    """Password of the key repository (MQSC KEYRPWD). At most 1024 bytes. No system reports it
    (write-only), and a state keeps only a digest of it. Only on aix, ibmi, linux, other-unix,
    windows. Source: IBM MQ, Change Queue Manager (PCF): KeyRepositoryPassword; IBM MQ, MQSC: ALTER
    QMGR KEYRPWD."""
    otel_propagation_control: Input[Literal["auto", "manual"]] | None
    """Propagation of trace context (MQSC OTELPCTL). 'auto', 'manual'. Only on aix, ibmi, linux,
    other-unix, windows. Source: IBM MQ, MQSC: ALTER QMGR OTELPCTL."""
    otel_trace: Input[Literal["off", "on"]] | None
    """OpenTelemetry tracing (MQSC OTELTRAC). 'off', 'on'. Only on aix, ibmi, linux, other-unix,
    windows. Source: IBM MQ, MQSC: ALTER QMGR OTELTRAC."""
    like: Input[str] | QueueManagerAttributes | None
    """Object of the same kind and system, by name or as a resource: what is left out here comes
    from it at creation (Change Queue (PCF) Copy Queue)."""


class QueueManagerAttributes(QueueResource, kind="mq:QueueManagerAttributes"):
    """The attributes of a queue manager itself: all that ALTER QMGR takes."""

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        active_channels: Output[int | None]
        adopt_new_mca_check: Output[
            Literal["check_all", "check_net_addr", "check_none", "check_q_mgr_name"] | None
        ]
        adopt_new_mca_type: Output[Literal["type_all", "type_no"] | None]
        bridge_event: Output[Literal["enabled", "disabled"] | None]
        certificate_queue_sharing_group_label: Output[str | None]
        coupling_facility_connection_loss: Output[Literal["terminate", "tolerate"] | None]
        channel_initiator_adapters: Output[int | None]
        channel_initiator_dispatchers: Output[int | None]
        channel_initiator_service_parameter: Output[str | None]
        dns_group: Output[str | None]
        dns_workload_manager: Output[Literal["no", "yes"] | None]
        expiry_interval: Output[int | Literal["off"] | None]
        group_unit_of_recovery: Output[Literal["enabled", "disabled"] | None]
        intra_group_queuing: Output[Literal["enabled", "disabled"] | None]
        intra_group_put_authority: Output[
            Literal["default", "context", "only_igq", "alternate_or_igq"] | None
        ]
        intra_group_user: Output[str | None]
        listener_timer: Output[int | None]
        lu62_arm_suffix: Output[str | None]
        lu62_channels: Output[int | None]
        lu_group_name: Output[str | None]
        lu_name: Output[str | None]
        max_channels: Output[int | None]
        outbound_port_maximum: Output[int | None]
        outbound_port_minimum: Output[int | None]
        receive_timeout: Output[int | None]
        receive_timeout_minimum: Output[int | None]
        receive_timeout_type: Output[Literal["multiply", "add", "equal"] | None]
        security_case: Output[Literal["upper", "mixed"] | None]
        shared_queue_queue_manager_name: Output[Literal["use", "ignore"] | None]
        ssl_tasks: Output[int | None]
        tcp_channels: Output[int | None]
        tcp_keep_alive: Output[Literal["no", "yes"] | None]
        tcp_name: Output[str | None]
        tcp_stack_type: Output[Literal["single", "multiple"] | None]
        trace_auto_start: Output[Literal["yes", "no"] | None]
        trace_table_size: Output[int | None]
        coded_character_set_identifier: Output[int | None]
        description: Output[str]
        dead_letter_queue: Output[str]
        default_transmission_queue: Output[str]
        max_message_length: Output[int]
        repository: Output[str]
        repository_namelist: Output[str]
        cluster_workload_use_queue: Output[Literal["useq_local", "useq_any"]]
        cluster_workload_channels: Output[int]
        accounting_connection_override: Output[Literal["enabled", "disabled"] | None]
        accounting_interval: Output[int | None]
        mqi_accounting: Output[Literal["off", "on"] | None]
        queue_accounting: Output[Literal["off", "on", "none"]]
        activity_recording: Output[Literal["msg", "q", "disabled"]]
        activity_connection_override: Output[Literal["enabled", "disabled"] | None]
        activity_trace: Output[Literal["off", "on"] | None]
        authority_event: Output[Literal["enabled", "disabled"] | None]
        certificate_label: Output[str | None]
        certificate_validation_policy: Output[Literal["any", "rfc5280"] | None]
        channel_auto_definition: Output[Literal["enabled", "disabled"] | None]
        channel_auto_definition_event: Output[Literal["enabled", "disabled"] | None]
        channel_auto_definition_exit: Output[str]
        channel_authentication_records: Output[Literal["enabled", "disabled"]]
        channel_event: Output[Literal["enabled", "disabled", "exception"]]
        cluster_workload_data: Output[str]
        cluster_workload_exit: Output[str]
        cluster_workload_length: Output[int]
        command_event: Output[Literal["enabled", "disabled", "no_display"]]
        configuration_event: Output[Literal["disabled", "enabled"]]
        connection_authentication: Output[str | None]
        custom: Output[str]
        default_cluster_xmit_queue_type: Output[Literal["sctq", "channel"]]
        inhibit_event: Output[Literal["enabled", "disabled"]]
        ip_address_version: Output[Literal["ipv4", "ipv6"]]
        local_event: Output[Literal["enabled", "disabled"]]
        logger_event: Output[Literal["enabled", "disabled"] | None]
        message_mark_browse_interval: Output[int | Literal["unlimited"]]
        max_handles: Output[int]
        max_properties_length: Output[int | Literal["unrestricted_length"]]
        max_uncommitted_messages: Output[int]
        cluster_sender_monitoring: Output[Literal["q_mgr", "off", "low", "medium", "high"]]
        channel_monitoring: Output[Literal["none", "off", "low", "medium", "high"]]
        queue_monitoring: Output[Literal["none", "off", "low", "medium", "high"]]
        parent: Output[str]
        performance_event: Output[Literal["enabled", "disabled"]]
        publish_subscribe_clustering: Output[Literal["enabled", "disabled"]]
        publish_subscribe_mode: Output[Literal["enabled", "disabled", "compat"]]
        undelivered_input_message: Output[Literal["discard", "keep"]]
        undelivered_response: Output[Literal["normal", "safe", "discard", "keep"]]
        publish_subscribe_retry_count: Output[int]
        publish_subscribe_syncpoint: Output[Literal["ifper", "yes"]]
        remote_event: Output[Literal["enabled", "disabled"]]
        reverse_dns_lookup: Output[Literal["enabled", "disabled"] | None]
        trace_route_recording: Output[Literal["msg", "q", "disabled"]]
        channel_initiator_control: Output[Literal["control_q_mgr", "control_manual"] | None]
        command_server_control: Output[Literal["control_q_mgr", "control_manual"] | None]
        ssl_crl_namelist: Output[str]
        ssl_crypto_hardware: Output[str | None]
        ssl_event: Output[Literal["enabled", "disabled"]]
        ssl_fips_required: Output[Literal["fips_no", "fips_yes"]]
        ssl_key_repository: Output[str]
        ssl_key_reset_count: Output[int]
        cluster_sender_statistics: Output[Literal["q_mgr", "off", "low", "medium", "high"]]
        channel_statistics: Output[Literal["none", "off", "low", "medium", "high"]]
        statistics_interval: Output[int | None]
        mqi_statistics: Output[Literal["off", "on"] | None]
        queue_statistics: Output[Literal["none", "off", "on"] | None]
        start_stop_event: Output[Literal["enabled", "disabled"]]
        suite_b_strength: Output[Sequence[str] | None]
        tree_life_time: Output[int]
        trigger_interval: Output[int]
        image_interval: Output[int | Literal["off"] | None]
        image_log_length: Output[int | Literal["off"] | None]
        image_recover_object: Output[Literal["yes", "no"] | None]
        image_recover_queue: Output[Literal["yes", "no"] | None]
        image_schedule: Output[Literal["manual", "auto"] | None]
        initial_key: Output[str | None]
        key_repository_password: Output[str | None]
        otel_propagation_control: Output[Literal["auto", "manual"] | None]
        otel_trace: Output[Literal["off", "on"] | None]

        def __init__(
            self, resource_name: str, **keywords: Unpack[_QueueManagerAttributesKeywords]
        ) -> None: ...


class _ChannelAuthenticationRecordKeywords(_SystemKeywords, total=False):
    name: (
        Input[str]
        | ClusterSenderChannel
        | SenderChannel
        | ServerChannel
        | ReceiverChannel
        | RequesterChannel
        | ServerConnectionChannel
        | ClusterReceiverChannel
        | None
    )
    """Channel profile. At most 20 bytes. The name of, or the resource that is,
    mq:ClusterSenderChannel, mq:SenderChannel, mq:ServerChannel, mq:ReceiverChannel,
    mq:RequesterChannel, mq:ServerConnectionChannel, mq:ClusterReceiverChannel. Changing it
    replaces the object. Source: IBM MQ, Set Channel Authentication Record (PCF): ProfileName; IBM
    MQ, MQSC: SET CHLAUTH. Default: the resource name."""
    type: Required[Input[str]]
    """Kind of match of the record (MQSC TYPE). 'blockuser', 'blockaddr', 'sslpeermap',
    'addressmap', 'usermap', 'qmgrmap'. Changing it replaces the object. Source: IBM MQ, Set
    Channel Authentication Record (PCF): Type; IBM MQ, MQSC: SET CHLAUTH TYPE."""
    ssl_peer_name: Input[str] | None
    """Distinguished name (MQSC SSLPEER). At most 1024 bytes. Changing it replaces the object.
    Source: IBM MQ, Set Channel Authentication Record (PCF): SSLPeer; IBM MQ, MQSC: SET CHLAUTH
    SSLPEER. Default: None."""
    ssl_certificate_issuer: Input[str] | None
    """Distinguished name of the issuer (MQSC SSLCERTI). At most 1024 bytes. Changing it replaces
    the object. Source: IBM MQ, Set Channel Authentication Record (PCF): SSLCertIssuer; IBM MQ,
    MQSC: SET CHLAUTH SSLCERTI. Default: None."""
    address: Input[str] | None
    """Address (MQSC ADDRESS). At most 264 bytes. Changing it replaces the object. Source: IBM MQ,
    Set Channel Authentication Record (PCF): Address; IBM MQ, MQSC: SET CHLAUTH ADDRESS. Default:
    None."""
    client_user: Input[str] | None
    """User that the client asserts (MQSC CLNTUSER). At most 1024 bytes. Changing it replaces the
    object. Source: IBM MQ, Set Channel Authentication Record (PCF): ClntUser; IBM MQ, MQSC: SET
    CHLAUTH CLNTUSER. Default: None."""
    remote_queue_manager: Input[str] | None
    """Name of the other queue manager (MQSC QMNAME). At most 48 bytes. Changing it replaces the
    object. Source: IBM MQ, Set Channel Authentication Record (PCF): QMName; IBM MQ, MQSC: SET
    CHLAUTH QMNAME. Default: None."""
    record_description: Input[str] | None
    """Description (MQSC DESCR). At most 64 bytes. Ships as ''. Source: IBM MQ, Set Channel
    Authentication Record (PCF): Description; IBM MQ, MQSC: SET CHLAUTH DESCR."""
    custom: Input[str] | None
    """Custom attributes (MQSC CUSTOM). At most 128 bytes. Ships as ''. Source: IBM MQ, Set Channel
    Authentication Record (PCF): Custom; IBM MQ, MQSC: SET CHLAUTH CUSTOM."""
    user_source: Input[Literal["map", "noaccess", "channel"]] | None
    """Where the user of the channel comes from (MQSC USERSRC). 'map', 'noaccess', 'channel'. Ships
    as 'map'. Source: IBM MQ, Set Channel Authentication Record (PCF): UserSrc; IBM MQ, MQSC: SET
    CHLAUTH USERSRC."""
    mca_user_identifier: Input[str] | None
    """User of the channel (MQSC MCAUSER). At most 64 bytes. Ships as ''. Source: IBM MQ, Set
    Channel Authentication Record (PCF): MCAUser; IBM MQ, MQSC: SET CHLAUTH MCAUSER."""
    check_client: Input[Literal["as_q_mgr", "required", "required_admin"]] | None
    """Which clients give a password (MQSC CHCKCLNT). 'as_q_mgr', 'required', 'required_admin'.
    Ships as 'as_q_mgr'. From command level 800. Source: IBM MQ, Set Channel Authentication Record
    (PCF): CheckClient; IBM MQ, MQSC: SET CHLAUTH CHCKCLNT."""
    user_list: Input[Sequence[Input[str]]] | None
    """Users that are blocked (MQSC USERLIST). Each at most 64 bytes. At most 100 items. Source:
    IBM MQ, Set Channel Authentication Record (PCF): UserList; IBM MQ, MQSC: SET CHLAUTH
    USERLIST."""
    address_list: Input[Sequence[Input[str]]] | None
    """Addresses that are blocked (MQSC ADDRLIST). Each at most 264 bytes. At most 256 items.
    Source: IBM MQ, Set Channel Authentication Record (PCF): AddrList; IBM MQ, MQSC: SET CHLAUTH
    ADDRLIST."""
    warn: Input[Literal["no", "yes"]] | None
    """Whether blocked connections are only warned of (MQSC WARN). 'no', 'yes'. Ships as 'no'.
    Source: IBM MQ, Set Channel Authentication Record (PCF): Warn; IBM MQ, MQSC: SET CHLAUTH
    WARN."""
    like: Input[str] | ChannelAuthenticationRecord | None
    """Object of the same kind and system, by name or as a resource: what is left out here comes
    from it at creation (Change Queue (PCF) Copy Queue)."""


class ChannelAuthenticationRecord(QueueResource, kind="mq:ChannelAuthenticationRecord"):
    """Who may use the channels that a profile names, and as whom."""

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        record_description: Output[str]
        custom: Output[str]
        user_source: Output[Literal["map", "noaccess", "channel"]]
        mca_user_identifier: Output[str]
        check_client: Output[Literal["as_q_mgr", "required", "required_admin"] | None]
        user_list: Output[Sequence[str] | None]
        address_list: Output[Sequence[str] | None]
        warn: Output[Literal["no", "yes"]]

        def __init__(
            self, resource_name: str, **keywords: Unpack[_ChannelAuthenticationRecordKeywords]
        ) -> None: ...


class _ChannelAuthenticationRecordsExclusiveKeywords(_SystemKeywords, total=False):
    name: Input[str] | None
    """Channel profile. At most 20 bytes. Changing it replaces the object. Source: IBM MQ, Set
    Channel Authentication Record (PCF): ProfileName; IBM MQ, MQSC: SET CHLAUTH. Default: the
    resource name."""
    type: Required[Input[str]]
    """Kind of match of the record (MQSC TYPE). 'blockuser', 'blockaddr', 'sslpeermap',
    'addressmap', 'usermap', 'qmgrmap'. Changing it replaces the object. Source: IBM MQ, Set
    Channel Authentication Record (PCF): Type; IBM MQ, MQSC: SET CHLAUTH TYPE."""
    matches: Required[Input[Sequence[Input[str]]]]
    """Addresses, users, distinguished names or queue managers that may have a record, each with
    what else the record says of who connects (`CN=app issued by CN=ca`, `bob at 10.1.*`). At most
    1024 bytes. Source: IBM MQ, MQSC: SET CHLAUTH ACTION; IBM MQ, Set Channel Authentication Record
    (PCF): Action."""
    like: Input[str] | ChannelAuthenticationRecordsExclusive | None
    """Object of the same kind and system, by name or as a resource: what is left out here comes
    from it at creation (Change Queue (PCF) Copy Queue)."""


class ChannelAuthenticationRecordsExclusive(
    QueueResource, kind="mq:ChannelAuthenticationRecordsExclusive"
):
    """The only records of one type that a profile may have. Others are removed, the default rules
    of a new queue manager among them. Nothing is set."""

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        matches: Output[Sequence[str] | None]

        def __init__(
            self,
            resource_name: str,
            **keywords: Unpack[_ChannelAuthenticationRecordsExclusiveKeywords],
        ) -> None: ...


class _AuthorityRecordKeywords(_ObjectTypeKeywords, total=False):
    name: (
        Input[str]
        | LocalQueue
        | AliasQueue
        | RemoteQueue
        | ModelQueue
        | Topic
        | Process
        | Namelist
        | CrlAuthentication
        | LdapAuthentication
        | OperatingSystemAuthentication
        | OcspAuthentication
        | CommunicationInformation
        | Listener
        | Service
        | ClusterSenderChannel
        | SenderChannel
        | ServerChannel
        | ReceiverChannel
        | RequesterChannel
        | ServerConnectionChannel
        | ClusterReceiverChannel
        | None
    )
    """Profile name (MQSC PROFILE). At most 48 bytes. The name of, or the resource that is,
    mq:LocalQueue, mq:AliasQueue, mq:RemoteQueue, mq:ModelQueue, mq:Topic, mq:Process, mq:Namelist,
    mq:CrlAuthentication, mq:LdapAuthentication, mq:OperatingSystemAuthentication,
    mq:OcspAuthentication, mq:CommunicationInformation, mq:Listener, mq:Service,
    mq:ClusterSenderChannel, mq:SenderChannel, mq:ServerChannel, mq:ReceiverChannel,
    mq:RequesterChannel, mq:ServerConnectionChannel, mq:ClusterReceiverChannel. Only on aix, ibmi,
    linux, other-unix, windows. Changing it replaces the object. Source: IBM MQ, Set Authority
    Record (PCF): ProfileName; IBM MQ, MQSC: SET AUTHREC PROFILE. Default: the resource name."""
    group: Input[str] | None
    """Group (MQSC GROUP). At most 1024 bytes. Only on aix, ibmi, linux, other-unix, windows.
    Changing it replaces the object. Source: IBM MQ, Set Authority Record (PCF): GroupNames; IBM
    MQ, MQSC: SET AUTHREC GROUP. Default: None."""
    principal: Input[str] | None
    """Principal (MQSC PRINCIPAL). At most 1024 bytes. Only on aix, ibmi, linux, other-unix,
    windows. Changing it replaces the object. Source: IBM MQ, Set Authority Record (PCF):
    PrincipalNames; IBM MQ, MQSC: SET AUTHREC PRINCIPAL. Default: None."""
    authorities: Input[Sequence[Input[str]]] | None
    """Authorities (MQSC AUTHADD). At most 26 items. 'none', 'alt_user_authority', 'browse',
    'change', 'clear', 'connect', 'create', 'delete', 'display', 'input', 'inquire', 'output',
    'pass_all_context', 'pass_identity_context', 'set', 'set_all_context', 'set_identity_context',
    'control', 'control_extended', 'publish', 'subscribe', 'resume', 'system', 'all', 'all_admin',
    'all_mqi'. Only on aix, ibmi, linux, other-unix, windows. Source: IBM MQ, Set Authority Record
    (PCF): AuthorityAdd; IBM MQ, MQSC: SET AUTHREC AUTHADD."""
    like: Input[str] | AuthorityRecord | None
    """Object of the same kind and system, by name or as a resource: what is left out here comes
    from it at creation (Change Queue (PCF) Copy Queue)."""


class AuthorityRecord(QueueResource, kind="mq:AuthorityRecord"):
    """The authorities of a group or a principal on the objects that a profile names."""

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        authorities: Output[Sequence[str] | None]

        def __init__(
            self, resource_name: str, **keywords: Unpack[_AuthorityRecordKeywords]
        ) -> None: ...


class _AuthorityRecordsExclusiveKeywords(_ObjectTypeKeywords, total=False):
    name: Input[str] | None
    """Profile name (MQSC PROFILE). At most 48 bytes. Only on aix, ibmi, linux, other-unix,
    windows. Changing it replaces the object. Source: IBM MQ, Set Authority Record (PCF):
    ProfileName; IBM MQ, MQSC: SET AUTHREC PROFILE. Default: the resource name."""
    groups: Required[Input[Sequence[Input[str]]]]
    """Groups that may have a record. At most 1024 bytes. Only on aix, ibmi, linux, other-unix,
    windows. Source: IBM MQ, Set Authority Record (PCF): GroupNames; IBM MQ, MQSC: DELETE AUTHREC
    GROUP."""
    principals: Required[Input[Sequence[Input[str]]]]
    """Principals that may have a record. At most 1024 bytes. Only on aix, ibmi, linux, other-unix,
    windows. Source: IBM MQ, Set Authority Record (PCF): PrincipalNames; IBM MQ, MQSC: DELETE
    AUTHREC PRINCIPAL."""
    like: Input[str] | AuthorityRecordsExclusive | None
    """Object of the same kind and system, by name or as a resource: what is left out here comes
    from it at creation (Change Queue (PCF) Copy Queue)."""


class AuthorityRecordsExclusive(QueueResource, kind="mq:AuthorityRecordsExclusive"):
    """The groups and principals that alone may have authority records on a profile. Records of
    others are removed; administrators' are left alone. Nothing is granted."""

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        groups: Output[Sequence[str] | None]
        principals: Output[Sequence[str] | None]

        def __init__(
            self, resource_name: str, **keywords: Unpack[_AuthorityRecordsExclusiveKeywords]
        ) -> None: ...


class _SecurityPolicyKeywords(_SystemKeywords, total=False):
    name: Input[str] | None
    """Policy name. At most 48 bytes. Only on aix, ibmi, linux, other-unix, windows. Changing it
    replaces the object. Source: IBM MQ, Set Policy (PCF): PolicyName; IBM MQ, MQSC: SET POLICY;
    IBM i, SETMQMSPL: POLICY. Default: the resource name."""
    signature_algorithm: Input[Literal["none", "md5", "sha1", "sha256", "sha384", "sha512"]] | None
    """Signature algorithm (MQSC SIGNALG). 'none', 'md5', 'sha1', 'sha256', 'sha384', 'sha512'.
    Ships as 'none'. Source: IBM MQ, Set Policy (PCF): SignAlg; IBM MQ, MQSC: SET POLICY SIGNALG;
    IBM i, SETMQMSPL: SIGNALG."""
    encryption_algorithm: Input[Literal["none", "rc2", "des", "3des", "aes128", "aes256"]] | None
    """Encryption algorithm (MQSC ENCALG). 'none', 'rc2', 'des', '3des', 'aes128', 'aes256'. Ships
    as 'none'. Source: IBM MQ, Set Policy (PCF): EncAlg; IBM MQ, MQSC: SET POLICY ENCALG; IBM i,
    SETMQMSPL: ENCALG."""
    signers: Input[Sequence[Input[str]]] | None
    """Authorized signers (MQSC SIGNER). At most 1024 bytes. Ships as (). Source: IBM MQ, Set
    Policy (PCF): Signer; IBM MQ, MQSC: SET POLICY SIGNER; IBM i, SETMQMSPL: SIGNER."""
    recipients: Input[Sequence[Input[str]]] | None
    """Intended recipients (MQSC RECIP). At most 1024 bytes. Ships as (). Source: IBM MQ, Set
    Policy (PCF): Recipient; IBM MQ, MQSC: SET POLICY RECIP; IBM i, SETMQMSPL: RECIP."""
    tolerate_unprotected: Input[Literal["no", "yes"]] | None
    """Whether messages that are not protected are tolerated (MQSC TOLERATE). 'no', 'yes'. Ships as
    'no'. Source: IBM MQ, Set Policy (PCF): Tolerate; IBM MQ, MQSC: SET POLICY TOLERATE; IBM i,
    SETMQMSPL: TOLERATE."""
    key_reuse: Input[int | Literal["disabled", "unlimited"]] | None
    """How often an encryption key is used again (MQSC KEYREUSE). 1 to 9999999. 'disabled',
    'unlimited'. Ships as 'disabled'. From command level 900. Source: IBM MQ, Set Policy (PCF):
    KeyReuse; IBM MQ, MQSC: SET POLICY KEYREUSE; IBM i, SETMQMSPL: KEYREUSE."""
    like: Input[str] | SecurityPolicy | None
    """Object of the same kind and system, by name or as a resource: what is left out here comes
    from it at creation (Change Queue (PCF) Copy Queue)."""


class SecurityPolicy(QueueResource, kind="mq:SecurityPolicy"):
    """How the messages of the queue that it is named after are signed and encrypted."""

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        signature_algorithm: Output[Literal["none", "md5", "sha1", "sha256", "sha384", "sha512"]]
        encryption_algorithm: Output[Literal["none", "rc2", "des", "3des", "aes128", "aes256"]]
        signers: Output[Sequence[str]]
        recipients: Output[Sequence[str]]
        tolerate_unprotected: Output[Literal["no", "yes"]]
        key_reuse: Output[int | Literal["disabled", "unlimited"] | None]

        def __init__(
            self, resource_name: str, **keywords: Unpack[_SecurityPolicyKeywords]
        ) -> None: ...
