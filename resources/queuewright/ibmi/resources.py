"""The resources of IBM i, written from the specs by
`python -m queuewright.program.generate`: change the specs, never this file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

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


class MessageQueue(LibraryResource, module="ibmi", name="MessageQueue"):
    """A message queue of an IBM i partition."""

    kind = "ibmi:MessageQueue"

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
        self,
        resource_name: str,
        *,
        system: str | System,
        name: pulumi.Input[str] | None = None,
        library: pulumi.Input[str] | None = None,
        text_description: pulumi.Input[str] | None = None,
        force_to_auxiliary_storage: pulumi.Input[ForceToAuxiliaryStorageChoice] | None = None,
        initial_storage_size: pulumi.Input[int] | None = None,
        increment_storage_size: pulumi.Input[int] | None = None,
        max_increments: pulumi.Input[int | MaxIncrementsChoice] | None = None,
        authority: pulumi.Input[str] | AuthorizationList | None = None,
        allow_alerts: pulumi.Input[AllowAlertsChoice] | None = None,
        coded_character_set_id: pulumi.Input[int | CodedCharacterSetIdChoice] | None = None,
        message_queue_full_action: pulumi.Input[MessageQueueFullActionChoice] | None = None,
        delivery: pulumi.Input[DeliveryChoice] | None = None,
        program: pulumi.Input[str] | None = None,
        allow_reply: pulumi.Input[AllowReplyChoice] | None = None,
        severity_code_filter: pulumi.Input[int] | None = None,
        reset_old_messages: pulumi.Input[ResetOldMessagesChoice] | None = None,
        force: ForceChoice | None = None,
        on_delete: OnDeleteChoice | None = None,
        adopt: AdoptChoice | None = None,
        like: pulumi.Input[str] | MessageQueue | None = None,
        opts: pulumi.ResourceOptions | None = None,
    ) -> None:
        """Declare it.

        Args:
            resource_name: Its name in this program.
            system: The IBM i: a handle or its name.
            name: Message queue. At most 10 characters. Changing it replaces the object. Source:
                IBM i, CRTMSGQ: MSGQ. Default: the resource name.
            library: Library. At most 10 characters. 'curlib'. Changing it replaces the object.
                Source: IBM i, CRTMSGQ: MSGQ; IBM i, CRTDTAQ: DTAQ. Default: 'curlib'.
            text_description: Text 'description'. At most 50 characters. Source: IBM i, CRTMSGQ:
                TEXT; IBM i, CRTDTAQ: TEXT.
            force_to_auxiliary_storage: Force to auxiliary storage. 'no', 'yes'. Source: IBM i,
                CRTMSGQ: FORCE.
            initial_storage_size: Initial storage size. At least 1 KB. Changing it replaces the
                object. Source: IBM i, CRTMSGQ: SIZE, element 1.
            increment_storage_size: Increment storage size. At least 1 KB. Changing it replaces
                the object. Source: IBM i, CRTMSGQ: SIZE, element 2.
            max_increments: Maximum increments. At least 0. 'nomax'. Changing it replaces the
                object. Source: IBM i, CRTMSGQ: SIZE, element 3.
            authority: Authority. At most 10 characters. 'libcrtaut', 'change', 'all', 'use',
                'exclude'. The name of, or the resource that is, ibmi:AuthorizationList. Source:
                IBM i, CRTMSGQ: AUT; IBM i, CRTDTAQ: AUT.
            allow_alerts: Allow alerts. 'no', 'yes'. Source: IBM i, CRTMSGQ: ALWALR.
            coded_character_set_id: Coded character set ID. 1 to 65535. 'msg', 'hex', 'job'.
                Source: IBM i, CRTMSGQ: CCSID.
            message_queue_full_action: Message queue full action. 'sndmsg', 'wrap'. Source: IBM i,
                CRTMSGQ: MSGQFULL.
            delivery: Delivery. 'hold', 'break', 'notify', 'dft'. Source: IBM i, CRTMSGQ:
                initialized to *HOLD; IBM i, CHGMSGQ: DLVRY.
            program: Program. At most 21 characters. 'dspmsg'. Source: IBM i, CRTMSGQ: initialized
                to *DSPMSG; IBM i, CHGMSGQ: PGM, element 1.
            allow_reply: Program allows replies. 'alwrpy', 'noalwrpy'. Source: IBM i, CRTMSGQ:
                initialized to *ALWRPY; IBM i, CHGMSGQ: PGM, element 2.
            severity_code_filter: Severity code filter. 0 to 99. Source: IBM i, CRTMSGQ:
                initialized to 00; IBM i, CHGMSGQ: SEV.
            reset_old_messages: Reset old messages. 'no', 'yes'. Source: IBM i, CRTMSGQ:
                initialized to *NO; IBM i, CHGMSGQ: RESET.
            force: Whether FORCE may be used for a change that needs it (Change Queue (PCF)
                Force). 'never', 'when-needed'; default 'never'.
            on_delete: What a delete does with an object that is open or has messages.
                'refuse-if-in-use', 'purge', 'retain'; default 'refuse-if-in-use'.
            adopt: Whether an object that exists already is taken over. 'if-identical', 'always',
                'never'; default 'if-identical'.
            like: Object of the same kind and system, by name or as a resource: what is left out
                here comes from it at creation (Change Queue (PCF) Copy Queue).
            opts: Pulumi's own options.
        """
        super().__init__(resource_name, system, locals(), opts)


class DataQueue(LibraryResource, module="ibmi", name="DataQueue"):
    """A standard data queue of an IBM i partition."""

    kind = "ibmi:DataQueue"

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

    def __init__(
        self,
        resource_name: str,
        *,
        system: str | System,
        name: pulumi.Input[str] | None = None,
        library: pulumi.Input[str] | None = None,
        max_entry_length: pulumi.Input[int],
        force_to_auxiliary_storage: pulumi.Input[ForceToAuxiliaryStorageChoice] | None = None,
        sequence: pulumi.Input[SequenceChoice] | None = None,
        key_length: pulumi.Input[int] | None = None,
        include_sender_id: pulumi.Input[IncludeSenderIdChoice] | None = None,
        max_number_of_entries: pulumi.Input[int | MaxNumberOfEntriesChoice] | None = None,
        initial_number_of_entries: pulumi.Input[int] | None = None,
        automatic_reclaim: pulumi.Input[AutomaticReclaimChoice] | None = None,
        text_description: pulumi.Input[str] | None = None,
        authority: pulumi.Input[str] | AuthorizationList | None = None,
        force: ForceChoice | None = None,
        on_delete: OnDeleteChoice | None = None,
        adopt: AdoptChoice | None = None,
        like: pulumi.Input[str] | DataQueue | None = None,
        opts: pulumi.ResourceOptions | None = None,
    ) -> None:
        """Declare it.

        Args:
            resource_name: Its name in this program.
            system: The IBM i: a handle or its name.
            name: Data queue. At most 10 characters. Changing it replaces the object. Source: IBM
                i, CRTDTAQ: DTAQ. Default: the resource name.
            library: Library. At most 10 characters. 'curlib'. Changing it replaces the object.
                Source: IBM i, CRTMSGQ: MSGQ; IBM i, CRTDTAQ: DTAQ. Default: 'curlib'.
            max_entry_length: Maximum entry length. 1 to 64512 bytes. Changing it replaces the
                object. Source: IBM i, CRTDTAQ: MAXLEN.
            force_to_auxiliary_storage: Force to auxiliary storage. 'no', 'yes'. Changing it
                replaces the object. Source: IBM i, CRTDTAQ: FORCE.
            sequence: Sequence. 'fifo', 'lifo', 'keyed'. Changing it replaces the object. Source:
                IBM i, CRTDTAQ: SEQ.
            key_length: Key length. 1 to 256 characters. Changing it replaces the object. Source:
                IBM i, CRTDTAQ: KEYLEN.
            include_sender_id: Include sender ID. 'no', 'yes'. Changing it replaces the object.
                Source: IBM i, CRTDTAQ: SENDERID.
            max_number_of_entries: Maximum number of entries. At least 1. 'max16mb', 'max2gb'.
                Changing it replaces the object. Source: IBM i, CRTDTAQ: SIZE, element 1.
            initial_number_of_entries: Initial number of entries. At least 1. Changing it replaces
                the object. Source: IBM i, CRTDTAQ: SIZE, element 2.
            automatic_reclaim: Automatic reclaim. 'no', 'yes'. Changing it replaces the object.
                Source: IBM i, CRTDTAQ: AUTORCL.
            text_description: Text 'description'. At most 50 characters. Source: IBM i, CRTMSGQ:
                TEXT; IBM i, CRTDTAQ: TEXT.
            authority: Authority. At most 10 characters. 'libcrtaut', 'change', 'all', 'use',
                'exclude'. The name of, or the resource that is, ibmi:AuthorizationList. Source:
                IBM i, CRTMSGQ: AUT; IBM i, CRTDTAQ: AUT.
            force: Whether FORCE may be used for a change that needs it (Change Queue (PCF)
                Force). 'never', 'when-needed'; default 'never'.
            on_delete: What a delete does with an object that is open or has messages.
                'refuse-if-in-use', 'purge', 'retain'; default 'refuse-if-in-use'.
            adopt: Whether an object that exists already is taken over. 'if-identical', 'always',
                'never'; default 'if-identical'.
            like: Object of the same kind and system, by name or as a resource: what is left out
                here comes from it at creation (Change Queue (PCF) Copy Queue).
            opts: Pulumi's own options.
        """
        super().__init__(resource_name, system, locals(), opts)


class DdmDataQueue(LibraryResource, module="ibmi", name="DdmDataQueue"):
    """A data queue that stands for one on another IBM i."""

    kind = "ibmi:DdmDataQueue"

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
        self,
        resource_name: str,
        *,
        system: str | System,
        name: pulumi.Input[str] | None = None,
        library: pulumi.Input[str] | None = None,
        remote_data_queue: pulumi.Input[str] | DataQueue,
        remote_data_queue_library: pulumi.Input[str] | None = None,
        remote_location: pulumi.Input[str],
        relational_database: pulumi.Input[str] | None = None,
        appc_device_description: pulumi.Input[str] | None = None,
        local_location: pulumi.Input[str] | None = None,
        mode: pulumi.Input[str] | None = None,
        remote_network_identifier: pulumi.Input[str] | None = None,
        text_description: pulumi.Input[str] | None = None,
        authority: pulumi.Input[str] | AuthorizationList | None = None,
        force: ForceChoice | None = None,
        on_delete: OnDeleteChoice | None = None,
        adopt: AdoptChoice | None = None,
        like: pulumi.Input[str] | DdmDataQueue | None = None,
        opts: pulumi.ResourceOptions | None = None,
    ) -> None:
        """Declare it.

        Args:
            resource_name: Its name in this program.
            system: The IBM i: a handle or its name.
            name: Data queue. At most 10 characters. Changing it replaces the object. Source: IBM
                i, CRTDTAQ: DTAQ. Default: the resource name.
            library: Library. At most 10 characters. 'curlib'. Changing it replaces the object.
                Source: IBM i, CRTMSGQ: MSGQ; IBM i, CRTDTAQ: DTAQ. Default: 'curlib'.
            remote_data_queue: Remote data queue. At most 10 characters. The name of, or the
                resource that is, ibmi:DataQueue. Changing it replaces the object. Source: IBM i,
                CRTDTAQ: RMTDTAQ, qualifier 1.
            remote_data_queue_library: Remote data queue library. At most 10 characters. 'libl',
                'curlib'. Changing it replaces the object. Source: IBM i, CRTDTAQ: RMTDTAQ,
                qualifier 2.
            remote_location: Remote location. At most 8 characters. 'rdb'. Changing it replaces
                the object. Source: IBM i, CRTDTAQ: RMTLOCNAME.
            relational_database: Relational database. At most 18 characters. Changing it replaces
                the object. Source: IBM i, CRTDTAQ: RDB.
            appc_device_description: APPC device description. At most 10 characters. 'loc'.
                Changing it replaces the object. Source: IBM i, CRTDTAQ: DEV.
            local_location: Local location. At most 8 characters. 'loc', 'netatr'. Changing it
                replaces the object. Source: IBM i, CRTDTAQ: LCLLOCNAME.
            mode: Mode. At most 8 characters. 'netatr'. Changing it replaces the object. Source:
                IBM i, CRTDTAQ: MODE.
            remote_network_identifier: Remote network identifier. At most 8 characters. 'loc',
                'netatr', 'none'. Changing it replaces the object. Source: IBM i, CRTDTAQ:
                RMTNETID.
            text_description: Text 'description'. At most 50 characters. Source: IBM i, CRTMSGQ:
                TEXT; IBM i, CRTDTAQ: TEXT.
            authority: Authority. At most 10 characters. 'libcrtaut', 'change', 'all', 'use',
                'exclude'. The name of, or the resource that is, ibmi:AuthorizationList. Source:
                IBM i, CRTMSGQ: AUT; IBM i, CRTDTAQ: AUT.
            force: Whether FORCE may be used for a change that needs it (Change Queue (PCF)
                Force). 'never', 'when-needed'; default 'never'.
            on_delete: What a delete does with an object that is open or has messages.
                'refuse-if-in-use', 'purge', 'retain'; default 'refuse-if-in-use'.
            adopt: Whether an object that exists already is taken over. 'if-identical', 'always',
                'never'; default 'if-identical'.
            like: Object of the same kind and system, by name or as a resource: what is left out
                here comes from it at creation (Change Queue (PCF) Copy Queue).
            opts: Pulumi's own options.
        """
        super().__init__(resource_name, system, locals(), opts)


class AuthorizationList(QueueResource, module="ibmi", name="AuthorizationList"):
    """An authorization list and the users on it. `users` maps a user profile to authorities."""

    kind = "ibmi:AuthorizationList"

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        text_description: pulumi.Output[str]
        authority: pulumi.Output[AuthorityChoice]
        users: pulumi.Output[Mapping[str, Sequence[str]]]

    def __init__(
        self,
        resource_name: str,
        *,
        system: str | System,
        name: pulumi.Input[str] | None = None,
        text_description: pulumi.Input[str] | None = None,
        authority: pulumi.Input[AuthorityChoice] | None = None,
        users: pulumi.Input[Mapping[str, pulumi.Input[Sequence[str]]]] | None = None,
        force: ForceChoice | None = None,
        on_delete: OnDeleteChoice | None = None,
        adopt: AdoptChoice | None = None,
        like: pulumi.Input[str] | AuthorizationList | None = None,
        opts: pulumi.ResourceOptions | None = None,
    ) -> None:
        """Declare it.

        Args:
            resource_name: Its name in this program.
            system: The IBM i: a handle or its name.
            name: Authorization list. At most 10 characters. Changing it replaces the object.
                Source: IBM i, CRTAUTL: AUTL. Default: the resource name.
            text_description: Text 'description'. At most 50 characters. Source: IBM i, CRTMSGQ:
                TEXT; IBM i, CRTDTAQ: TEXT.
            authority: Authority of users who are not on the list. 'change', 'all', 'use',
                'exclude'. Source: IBM i, CRTAUTL: AUT.
            users: Users and their authority. Source: IBM i, ADDAUTLE: USER, AUT.
            force: Whether FORCE may be used for a change that needs it (Change Queue (PCF)
                Force). 'never', 'when-needed'; default 'never'.
            on_delete: What a delete does with an object that is open or has messages.
                'refuse-if-in-use', 'purge', 'retain'; default 'refuse-if-in-use'.
            adopt: Whether an object that exists already is taken over. 'if-identical', 'always',
                'never'; default 'if-identical'.
            like: Object of the same kind and system, by name or as a resource: what is left out
                here comes from it at creation (Change Queue (PCF) Copy Queue).
            opts: Pulumi's own options.
        """
        super().__init__(resource_name, system, locals(), opts)
