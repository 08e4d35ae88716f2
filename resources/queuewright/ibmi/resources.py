"""The resources of IBM i, written from the specs by
`python -m queuewright.program.generate`: change the specs, never this file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal, Required, TypeAlias, TypedDict, Unpack

import pulumi

from queuewright.program.handles import System
from queuewright.program.resource import LibraryResource, QueueResource

AdoptChoice: TypeAlias = Literal["if-identical", "always", "never"]
AllowAlertsChoice: TypeAlias = Literal["no", "yes"]
AllowReplyChoice: TypeAlias = Literal["alwrpy", "noalwrpy"]
AuthorityChoice: TypeAlias = Literal["change", "all", "use", "exclude"]
AutomaticReclaimChoice: TypeAlias = Literal["no", "yes"]
CodedCharacterSetIdChoice: TypeAlias = Literal["msg", "hex", "job"]
DeliveryChoice: TypeAlias = Literal["hold", "break", "notify", "dft"]
ForceChoice: TypeAlias = Literal["never", "when-needed"]
ForceToAuxiliaryStorageChoice: TypeAlias = Literal["no", "yes"]
IncludeSenderIdChoice: TypeAlias = Literal["no", "yes"]
MaxIncrementsChoice: TypeAlias = Literal["nomax"]
MaxNumberOfEntriesChoice: TypeAlias = Literal["max16mb", "max2gb"]
MessageQueueFullActionChoice: TypeAlias = Literal["sndmsg", "wrap"]
OnDeleteChoice: TypeAlias = Literal["refuse-if-in-use", "purge", "retain"]
ResetOldMessagesChoice: TypeAlias = Literal["no", "yes"]
SequenceChoice: TypeAlias = Literal["fifo", "lifo", "keyed"]


class _EveryKindKeywords(TypedDict, total=False):
    system: Required[str | System]
    """The IBM i: a handle or its name."""
    text_description: pulumi.Input[str] | None
    """Text 'description'. At most 50 characters. Source: IBM i, CRTMSGQ: TEXT; IBM i, CRTDTAQ:
    TEXT."""
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


class _MessageDataDdmDataQueueKeywords(_EveryKindKeywords, total=False):
    library: pulumi.Input[str] | None
    """Library. At most 10 characters. 'curlib'. Changing it replaces the object. Source: IBM i,
    CRTMSGQ: MSGQ; IBM i, CRTDTAQ: DTAQ. Default: 'curlib'."""
    authority: pulumi.Input[str] | AuthorizationList | None
    """Authority. At most 10 characters. 'libcrtaut', 'change', 'all', 'use', 'exclude'. The name
    of, or the resource that is, ibmi:AuthorizationList. Source: IBM i, CRTMSGQ: AUT; IBM i,
    CRTDTAQ: AUT."""


class _MessageQueueKeywords(_MessageDataDdmDataQueueKeywords, total=False):
    name: pulumi.Input[str] | None
    """Message queue. At most 10 characters. Changing it replaces the object. Source: IBM i,
    CRTMSGQ: MSGQ. Default: the resource name."""
    force_to_auxiliary_storage: pulumi.Input[ForceToAuxiliaryStorageChoice] | None
    """Force to auxiliary storage. 'no', 'yes'. Source: IBM i, CRTMSGQ: FORCE."""
    initial_storage_size: pulumi.Input[int] | None
    """Initial storage size. At least 1 KB. Changing it replaces the object. Source: IBM i,
    CRTMSGQ: SIZE, element 1."""
    increment_storage_size: pulumi.Input[int] | None
    """Increment storage size. At least 1 KB. Changing it replaces the object. Source: IBM i,
    CRTMSGQ: SIZE, element 2."""
    max_increments: pulumi.Input[int | MaxIncrementsChoice] | None
    """Maximum increments. At least 0. 'nomax'. Changing it replaces the object. Source: IBM i,
    CRTMSGQ: SIZE, element 3."""
    allow_alerts: pulumi.Input[AllowAlertsChoice] | None
    """Allow alerts. 'no', 'yes'. Source: IBM i, CRTMSGQ: ALWALR."""
    coded_character_set_id: pulumi.Input[int | CodedCharacterSetIdChoice] | None
    """Coded character set ID. 1 to 65535. 'msg', 'hex', 'job'. Source: IBM i, CRTMSGQ: CCSID."""
    message_queue_full_action: pulumi.Input[MessageQueueFullActionChoice] | None
    """Message queue full action. 'sndmsg', 'wrap'. Source: IBM i, CRTMSGQ: MSGQFULL."""
    delivery: pulumi.Input[DeliveryChoice] | None
    """Delivery. 'hold', 'break', 'notify', 'dft'. Source: IBM i, CRTMSGQ: initialized to *HOLD;
    IBM i, CHGMSGQ: DLVRY."""
    program: pulumi.Input[str] | None
    """Program. At most 21 characters. 'dspmsg'. Source: IBM i, CRTMSGQ: initialized to *DSPMSG;
    IBM i, CHGMSGQ: PGM, element 1."""
    allow_reply: pulumi.Input[AllowReplyChoice] | None
    """Program allows replies. 'alwrpy', 'noalwrpy'. Source: IBM i, CRTMSGQ: initialized to
    *ALWRPY; IBM i, CHGMSGQ: PGM, element 2."""
    severity_code_filter: pulumi.Input[int] | None
    """Severity code filter. 0 to 99. Source: IBM i, CRTMSGQ: initialized to 00; IBM i, CHGMSGQ:
    SEV."""
    reset_old_messages: pulumi.Input[ResetOldMessagesChoice] | None
    """Reset old messages. 'no', 'yes'. Source: IBM i, CRTMSGQ: initialized to *NO; IBM i, CHGMSGQ:
    RESET."""
    like: pulumi.Input[str] | MessageQueue | None
    """Object of the same kind and system, by name or as a resource: what is left out here comes
    from it at creation (Change Queue (PCF) Copy Queue)."""


class MessageQueue(LibraryResource, kind="ibmi:MessageQueue"):
    """A message queue of an IBM i partition."""

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        text_description: pulumi.Output[str]
        force_to_auxiliary_storage: pulumi.Output[ForceToAuxiliaryStorageChoice]
        initial_storage_size: pulumi.Output[int]
        increment_storage_size: pulumi.Output[int]
        max_increments: pulumi.Output[int | MaxIncrementsChoice]
        authority: pulumi.Output[str]
        allow_alerts: pulumi.Output[AllowAlertsChoice]
        coded_character_set_id: pulumi.Output[int | CodedCharacterSetIdChoice]
        message_queue_full_action: pulumi.Output[MessageQueueFullActionChoice]
        delivery: pulumi.Output[DeliveryChoice]
        program: pulumi.Output[str]
        allow_reply: pulumi.Output[AllowReplyChoice]
        severity_code_filter: pulumi.Output[int]
        reset_old_messages: pulumi.Output[ResetOldMessagesChoice | None]

        def __init__(
            self, resource_name: str, **keywords: Unpack[_MessageQueueKeywords]
        ) -> None: ...


class _DataQueueKeywords(_MessageDataDdmDataQueueKeywords, total=False):
    name: pulumi.Input[str] | None
    """Data queue. At most 10 characters. Changing it replaces the object. Source: IBM i, CRTDTAQ:
    DTAQ. Default: the resource name."""
    max_entry_length: Required[pulumi.Input[int]]
    """Maximum entry length. 1 to 64512 bytes. Changing it replaces the object. Source: IBM i,
    CRTDTAQ: MAXLEN."""
    force_to_auxiliary_storage: pulumi.Input[ForceToAuxiliaryStorageChoice] | None
    """Force to auxiliary storage. 'no', 'yes'. Changing it replaces the object. Source: IBM i,
    CRTDTAQ: FORCE."""
    sequence: pulumi.Input[SequenceChoice] | None
    """Sequence. 'fifo', 'lifo', 'keyed'. Changing it replaces the object. Source: IBM i, CRTDTAQ:
    SEQ."""
    key_length: pulumi.Input[int] | None
    """Key length. 1 to 256 characters. Changing it replaces the object. Source: IBM i, CRTDTAQ:
    KEYLEN."""
    include_sender_id: pulumi.Input[IncludeSenderIdChoice] | None
    """Include sender ID. 'no', 'yes'. Changing it replaces the object. Source: IBM i, CRTDTAQ:
    SENDERID."""
    max_number_of_entries: pulumi.Input[int | MaxNumberOfEntriesChoice] | None
    """Maximum number of entries. At least 1. 'max16mb', 'max2gb'. Changing it replaces the object.
    Source: IBM i, CRTDTAQ: SIZE, element 1."""
    initial_number_of_entries: pulumi.Input[int] | None
    """Initial number of entries. At least 1. Changing it replaces the object. Source: IBM i,
    CRTDTAQ: SIZE, element 2."""
    automatic_reclaim: pulumi.Input[AutomaticReclaimChoice] | None
    """Automatic reclaim. 'no', 'yes'. Changing it replaces the object. Source: IBM i, CRTDTAQ:
    AUTORCL."""
    like: pulumi.Input[str] | DataQueue | None
    """Object of the same kind and system, by name or as a resource: what is left out here comes
    from it at creation (Change Queue (PCF) Copy Queue)."""


class DataQueue(LibraryResource, kind="ibmi:DataQueue"):
    """A standard data queue of an IBM i partition."""

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        max_entry_length: pulumi.Output[int | None]
        force_to_auxiliary_storage: pulumi.Output[ForceToAuxiliaryStorageChoice]
        sequence: pulumi.Output[SequenceChoice]
        key_length: pulumi.Output[int | None]
        include_sender_id: pulumi.Output[IncludeSenderIdChoice]
        max_number_of_entries: pulumi.Output[int | MaxNumberOfEntriesChoice]
        initial_number_of_entries: pulumi.Output[int]
        automatic_reclaim: pulumi.Output[AutomaticReclaimChoice]
        text_description: pulumi.Output[str]
        authority: pulumi.Output[str]

        def __init__(self, resource_name: str, **keywords: Unpack[_DataQueueKeywords]) -> None: ...


class _DdmDataQueueKeywords(_MessageDataDdmDataQueueKeywords, total=False):
    name: pulumi.Input[str] | None
    """Data queue. At most 10 characters. Changing it replaces the object. Source: IBM i, CRTDTAQ:
    DTAQ. Default: the resource name."""
    remote_data_queue: Required[pulumi.Input[str] | DataQueue]
    """Remote data queue. At most 10 characters. The name of, or the resource that is,
    ibmi:DataQueue. Changing it replaces the object. Source: IBM i, CRTDTAQ: RMTDTAQ, qualifier
    1."""
    remote_data_queue_library: pulumi.Input[str] | None
    """Remote data queue library. At most 10 characters. 'libl', 'curlib'. Changing it replaces the
    object. Source: IBM i, CRTDTAQ: RMTDTAQ, qualifier 2."""
    remote_location: Required[pulumi.Input[str]]
    """Remote location. At most 8 characters. 'rdb'. Changing it replaces the object. Source: IBM
    i, CRTDTAQ: RMTLOCNAME."""
    relational_database: pulumi.Input[str] | None
    """Relational database. At most 18 characters. Changing it replaces the object. Source: IBM i,
    CRTDTAQ: RDB."""
    appc_device_description: pulumi.Input[str] | None
    """APPC device description. At most 10 characters. 'loc'. Changing it replaces the object.
    Source: IBM i, CRTDTAQ: DEV."""
    local_location: pulumi.Input[str] | None
    """Local location. At most 8 characters. 'loc', 'netatr'. Changing it replaces the object.
    Source: IBM i, CRTDTAQ: LCLLOCNAME."""
    mode: pulumi.Input[str] | None
    """Mode. At most 8 characters. 'netatr'. Changing it replaces the object. Source: IBM i,
    CRTDTAQ: MODE."""
    remote_network_identifier: pulumi.Input[str] | None
    """Remote network identifier. At most 8 characters. 'loc', 'netatr', 'none'. Changing it
    replaces the object. Source: IBM i, CRTDTAQ: RMTNETID."""
    like: pulumi.Input[str] | DdmDataQueue | None
    """Object of the same kind and system, by name or as a resource: what is left out here comes
    from it at creation (Change Queue (PCF) Copy Queue)."""


class DdmDataQueue(LibraryResource, kind="ibmi:DdmDataQueue"):
    """A data queue that stands for one on another IBM i."""

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        remote_data_queue: pulumi.Output[str | None]
        remote_data_queue_library: pulumi.Output[str]
        remote_location: pulumi.Output[str | None]
        relational_database: pulumi.Output[str | None]
        appc_device_description: pulumi.Output[str]
        local_location: pulumi.Output[str]
        mode: pulumi.Output[str]
        remote_network_identifier: pulumi.Output[str]
        text_description: pulumi.Output[str]
        authority: pulumi.Output[str]

        def __init__(
            self, resource_name: str, **keywords: Unpack[_DdmDataQueueKeywords]
        ) -> None: ...


class _AuthorizationListKeywords(_EveryKindKeywords, total=False):
    name: pulumi.Input[str] | None
    """Authorization list. At most 10 characters. Changing it replaces the object. Source: IBM i,
    CRTAUTL: AUTL. Default: the resource name."""
    authority: pulumi.Input[AuthorityChoice] | None
    """Authority of users who are not on the list. 'change', 'all', 'use', 'exclude'. Source: IBM
    i, CRTAUTL: AUT."""
    users: pulumi.Input[Mapping[str, pulumi.Input[Sequence[str]]]] | None
    """Users and their authority. Source: IBM i, ADDAUTLE: USER, AUT."""
    like: pulumi.Input[str] | AuthorizationList | None
    """Object of the same kind and system, by name or as a resource: what is left out here comes
    from it at creation (Change Queue (PCF) Copy Queue)."""


class AuthorizationList(QueueResource, kind="ibmi:AuthorizationList"):
    """An authorization list and the users on it. `users` maps a user profile to authorities."""

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        text_description: pulumi.Output[str]
        authority: pulumi.Output[AuthorityChoice]
        users: pulumi.Output[Mapping[str, Sequence[str]]]

        def __init__(
            self, resource_name: str, **keywords: Unpack[_AuthorizationListKeywords]
        ) -> None: ...
