"""The resources of IBM i, written from the specs by
`python -m queuewright.program.generate`: change the specs, never this file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal, Required, TypedDict, Unpack

from pulumi import Input, Output, ResourceOptions

from queuewright.program.handles import System
from queuewright.program.resource import LibraryResource, QueueResource


class _SystemKeywords(TypedDict, total=False):
    system: Required[str | System]
    """The IBM i: a handle or its name."""
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


class _OwnerKeywords(_SystemKeywords, total=False):
    owner: Input[str] | None
    """Owner. At most 10 characters. Source: IBM i, CHGOBJOWN: NEWOWN."""


class _PrivateAuthoritiesKeywords(_OwnerKeywords, total=False):
    authorization_list: Input[str] | AuthorizationList | None
    """Authorization list. At most 10 characters. 'none'. Ships as 'none'. The name of, or the
    resource that is, ibmi:AuthorizationList. Source: IBM i, CRTMSGQ: AUT; IBM i, CRTDTAQ: AUT; IBM
    i, GRTOBJAUT: AUTL."""
    private_authorities: Input[Mapping[str, Input[Sequence[str]]]] | None
    """Users with authorities of their own, and these. Ships as {}. Source: IBM i, GRTOBJAUT: USER,
    AUT."""


class _Library2Keywords(_PrivateAuthoritiesKeywords, total=False):
    library: Input[str] | Library | None
    """Library. At most 10 characters. 'curlib'. Default 'curlib'. The name of, or the resource
    that is, ibmi:Library. Changing it replaces the object. Source: IBM i, CRTMSGQ: MSGQ; IBM i,
    CRTDTAQ: DTAQ. Default: 'curlib'."""


class _TextDescriptionKeywords(_OwnerKeywords, total=False):
    text_description: Input[str] | None
    """Text 'description'. At most 50 characters. Ships as ''. Source: IBM i, CRTMSGQ: TEXT; IBM i,
    CRTDTAQ: TEXT."""


class _AuthorityKeywords(_Library2Keywords, _TextDescriptionKeywords, total=False):
    authority: Input[Literal["libcrtaut", "change", "all", "use", "exclude", "autl"]] | None
    """Authority. 'libcrtaut', 'change', 'all', 'use', 'exclude', 'autl'. Ships as 'libcrtaut'.
    Source: IBM i, CRTMSGQ: AUT; IBM i, CRTDTAQ: AUT."""


class _AuthorityOutputs:
    if TYPE_CHECKING:
        authority: Output[Literal["libcrtaut", "change", "all", "use", "exclude", "autl"]]
        authorization_list: Output[str]
        private_authorities: Output[Mapping[str, Sequence[str]]]


class _MessageQueueKeywords(_AuthorityKeywords, total=False):
    name: Input[str] | None
    """Message queue. At most 10 characters. Changing it replaces the object. Source: IBM i,
    CRTMSGQ: MSGQ. Default: the resource name."""
    force_to_auxiliary_storage: Input[Literal["no", "yes"]] | None
    """Force to auxiliary storage. 'no', 'yes'. Ships as 'no'. Source: IBM i, CRTMSGQ: FORCE."""
    initial_storage_size: Input[int] | None
    """Initial storage size. At least 1 KB. Ships as 3. Changing it replaces the object. Source:
    IBM i, CRTMSGQ: SIZE, element 1."""
    increment_storage_size: Input[int] | None
    """Increment storage size. At least 1 KB. Ships as 1. Changing it replaces the object. Source:
    IBM i, CRTMSGQ: SIZE, element 2."""
    max_increments: Input[int | Literal["nomax"]] | None
    """Maximum increments. At least 0. 'nomax'. Ships as 'nomax'. Changing it replaces the object.
    Source: IBM i, CRTMSGQ: SIZE, element 3."""
    allow_alerts: Input[Literal["no", "yes"]] | None
    """Allow alerts. 'no', 'yes'. Ships as 'no'. Source: IBM i, CRTMSGQ: ALWALR."""
    coded_character_set_id: Input[int | Literal["msg", "hex", "job"]] | None
    """Coded character set ID. 1 to 65535. 'msg', 'hex', 'job'. Ships as 'hex'. Source: IBM i,
    CRTMSGQ: CCSID."""
    message_queue_full_action: Input[Literal["sndmsg", "wrap"]] | None
    """Message queue full action. 'sndmsg', 'wrap'. Ships as 'sndmsg'. Source: IBM i, CRTMSGQ:
    MSGQFULL."""
    delivery: Input[Literal["hold", "break", "notify", "dft"]] | None
    """Delivery. 'hold', 'break', 'notify', 'dft'. Ships as 'hold'. Source: IBM i, CRTMSGQ:
    initialized to *HOLD; IBM i, CHGMSGQ: DLVRY."""
    program: Input[str] | None
    """Program. At most 21 characters. 'dspmsg'. Ships as 'dspmsg'. Source: IBM i, CRTMSGQ:
    initialized to *DSPMSG; IBM i, CHGMSGQ: PGM, element 1."""
    allow_reply: Input[Literal["alwrpy", "noalwrpy"]] | None
    """Program allows replies. 'alwrpy', 'noalwrpy'. Ships as 'alwrpy'. Source: IBM i, CRTMSGQ:
    initialized to *ALWRPY; IBM i, CHGMSGQ: PGM, element 2."""
    severity_code_filter: Input[int] | None
    """Severity code filter. 0 to 99. Ships as 0. Source: IBM i, CRTMSGQ: initialized to 00; IBM i,
    CHGMSGQ: SEV."""
    reset_old_messages: Input[Literal["no", "yes"]] | None
    """Reset old messages. 'no', 'yes'. Ships as 'no'. Source: IBM i, CRTMSGQ: initialized to *NO;
    IBM i, CHGMSGQ: RESET."""
    like: Input[str] | MessageQueue | None
    """Object of the same kind and system, by name or as a resource: what is left out here comes
    from it at creation (Change Queue (PCF) Copy Queue)."""


class MessageQueue(_AuthorityOutputs, LibraryResource, kind="ibmi:MessageQueue"):
    """A message queue of an IBM i partition."""

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        text_description: Output[str]
        force_to_auxiliary_storage: Output[Literal["no", "yes"]]
        initial_storage_size: Output[int]
        increment_storage_size: Output[int]
        max_increments: Output[int | Literal["nomax"]]
        owner: Output[str | None]
        allow_alerts: Output[Literal["no", "yes"]]
        coded_character_set_id: Output[int | Literal["msg", "hex", "job"]]
        message_queue_full_action: Output[Literal["sndmsg", "wrap"]]
        delivery: Output[Literal["hold", "break", "notify", "dft"]]
        program: Output[str]
        allow_reply: Output[Literal["alwrpy", "noalwrpy"]]
        severity_code_filter: Output[int]
        reset_old_messages: Output[Literal["no", "yes"] | None]

        def __init__(
            self, resource_name: str, **keywords: Unpack[_MessageQueueKeywords]
        ) -> None: ...


class _DataQueueKeywords(_AuthorityKeywords, total=False):
    name: Input[str] | None
    """Data queue. At most 10 characters. Changing it replaces the object. Source: IBM i, CRTDTAQ:
    DTAQ. Default: the resource name."""
    max_entry_length: Required[Input[int]]
    """Maximum entry length. 1 to 64512 bytes. Changing it replaces the object. Source: IBM i,
    CRTDTAQ: MAXLEN."""
    force_to_auxiliary_storage: Input[Literal["no", "yes"]] | None
    """Force to auxiliary storage. 'no', 'yes'. Ships as 'no'. Changing it replaces the object.
    Source: IBM i, CRTDTAQ: FORCE."""
    sequence: Input[Literal["fifo", "lifo", "keyed"]] | None
    """Sequence. 'fifo', 'lifo', 'keyed'. Ships as 'fifo'. Changing it replaces the object. Source:
    IBM i, CRTDTAQ: SEQ."""
    key_length: Input[int] | None
    """Key length. 1 to 256 characters. Changing it replaces the object. Source: IBM i, CRTDTAQ:
    KEYLEN."""
    include_sender_id: Input[Literal["no", "yes"]] | None
    """Include sender ID. 'no', 'yes'. Ships as 'no'. Changing it replaces the object. Source: IBM
    i, CRTDTAQ: SENDERID."""
    max_number_of_entries: Input[int | Literal["max16mb", "max2gb"]] | None
    """Maximum number of entries. At least 1. 'max16mb', 'max2gb'. Ships as 'max16mb'. Changing it
    replaces the object. Source: IBM i, CRTDTAQ: SIZE, element 1."""
    initial_number_of_entries: Input[int] | None
    """Initial number of entries. At least 1. Ships as 16. Changing it replaces the object. Source:
    IBM i, CRTDTAQ: SIZE, element 2."""
    automatic_reclaim: Input[Literal["no", "yes"]] | None
    """Automatic reclaim. 'no', 'yes'. Ships as 'no'. Source: IBM i, CRTDTAQ: AUTORCL; IBM i,
    QMHQCDQ: Key 100."""
    journal: Input[str] | None
    """Journal. At most 21 characters. 'none'. Ships as 'none'. Source: IBM i, STRJRNOBJ: JRN."""
    like: Input[str] | DataQueue | None
    """Object of the same kind and system, by name or as a resource: what is left out here comes
    from it at creation (Change Queue (PCF) Copy Queue)."""


class DataQueue(_AuthorityOutputs, LibraryResource, kind="ibmi:DataQueue"):
    """A standard data queue of an IBM i partition."""

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        max_entry_length: Output[int | None]
        force_to_auxiliary_storage: Output[Literal["no", "yes"]]
        sequence: Output[Literal["fifo", "lifo", "keyed"]]
        key_length: Output[int | None]
        include_sender_id: Output[Literal["no", "yes"]]
        max_number_of_entries: Output[int | Literal["max16mb", "max2gb"]]
        initial_number_of_entries: Output[int]
        automatic_reclaim: Output[Literal["no", "yes"]]
        text_description: Output[str]
        journal: Output[str]
        owner: Output[str | None]

        def __init__(self, resource_name: str, **keywords: Unpack[_DataQueueKeywords]) -> None: ...


class _DdmDataQueueKeywords(_AuthorityKeywords, total=False):
    name: Input[str] | None
    """Data queue. At most 10 characters. Changing it replaces the object. Source: IBM i, CRTDTAQ:
    DTAQ. Default: the resource name."""
    remote_data_queue: Required[Input[str] | DataQueue]
    """Remote data queue. At most 10 characters. The name of, or the resource that is,
    ibmi:DataQueue. Changing it replaces the object. Source: IBM i, CRTDTAQ: RMTDTAQ, qualifier
    1."""
    remote_data_queue_library: Input[str] | None
    """Remote data queue library. At most 10 characters. 'libl', 'curlib'. Ships as 'libl'.
    Changing it replaces the object. Source: IBM i, CRTDTAQ: RMTDTAQ, qualifier 2."""
    remote_location: Required[Input[str]]
    """Remote location. At most 8 characters. 'rdb'. Changing it replaces the object. Source: IBM
    i, CRTDTAQ: RMTLOCNAME."""
    relational_database: Input[str] | RelationalDatabaseEntry | None
    """Relational database. At most 18 characters. The name of, or the resource that is,
    ibmi:RelationalDatabaseEntry. Changing it replaces the object. Source: IBM i, CRTDTAQ: RDB."""
    appc_device_description: Input[str] | None
    """APPC device description. At most 10 characters. 'loc'. Ships as 'loc'. Changing it replaces
    the object. Source: IBM i, CRTDTAQ: DEV."""
    local_location: Input[str] | None
    """Local location. At most 8 characters. 'loc', 'netatr'. Ships as 'loc'. Changing it replaces
    the object. Source: IBM i, CRTDTAQ: LCLLOCNAME."""
    mode: Input[str] | None
    """Mode. At most 8 characters. 'netatr'. Ships as 'netatr'. Changing it replaces the object.
    Source: IBM i, CRTDTAQ: MODE."""
    remote_network_identifier: Input[str] | None
    """Remote network identifier. At most 8 characters. 'loc', 'netatr', 'none'. Ships as 'loc'.
    Changing it replaces the object. Source: IBM i, CRTDTAQ: RMTNETID."""
    like: Input[str] | DdmDataQueue | None
    """Object of the same kind and system, by name or as a resource: what is left out here comes
    from it at creation (Change Queue (PCF) Copy Queue)."""


class DdmDataQueue(_AuthorityOutputs, LibraryResource, kind="ibmi:DdmDataQueue"):
    """A data queue that stands for one on another IBM i."""

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        remote_data_queue: Output[str | None]
        remote_data_queue_library: Output[str]
        remote_location: Output[str | None]
        relational_database: Output[str | None]
        appc_device_description: Output[str]
        local_location: Output[str]
        mode: Output[str]
        remote_network_identifier: Output[str]
        text_description: Output[str]
        owner: Output[str | None]

        def __init__(
            self, resource_name: str, **keywords: Unpack[_DdmDataQueueKeywords]
        ) -> None: ...


class _AuthorizationListKeywords(_TextDescriptionKeywords, total=False):
    name: Input[str] | None
    """Authorization list. At most 10 characters. Changing it replaces the object. Source: IBM i,
    CRTAUTL: AUTL. Default: the resource name."""
    authority: Input[Literal["change", "all", "use", "exclude"]] | None
    """Authority of users who are not on the list. 'change', 'all', 'use', 'exclude'. Ships as
    'change'. Source: IBM i, CRTAUTL: AUT."""
    users: Input[Mapping[str, Input[Sequence[str]]]] | None
    """Users and their authority. Ships as {}. Source: IBM i, ADDAUTLE: USER, AUT."""
    like: Input[str] | AuthorizationList | None
    """Object of the same kind and system, by name or as a resource: what is left out here comes
    from it at creation (Change Queue (PCF) Copy Queue)."""


class AuthorizationList(QueueResource, kind="ibmi:AuthorizationList"):
    """An authorization list and the users on it. `users` maps a user profile to authorities."""

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        text_description: Output[str]
        authority: Output[Literal["change", "all", "use", "exclude"]]
        owner: Output[str | None]
        users: Output[Mapping[str, Sequence[str]]]

        def __init__(
            self, resource_name: str, **keywords: Unpack[_AuthorizationListKeywords]
        ) -> None: ...


class _LibraryKeywords(_PrivateAuthoritiesKeywords, total=False):
    name: Input[str] | None
    """Library name. At most 10 characters. Changing it replaces the object. Source: IBM i, CRTLIB:
    LIB. Default: the resource name."""
    library_type: Input[Literal["prod", "test"]] | None
    """Library type. 'prod', 'test'. Ships as 'prod'. Source: IBM i, CRTLIB: TYPE."""
    text_description: Input[str] | None
    """Text 'description'. At most 50 characters. Ships as ''. Source: IBM i, CRTLIB: TEXT."""
    authority: Input[Literal["libcrtaut", "change", "all", "use", "exclude", "autl"]] | None
    """Authority. 'libcrtaut', 'change', 'all', 'use', 'exclude', 'autl'. Ships as 'libcrtaut'.
    Source: IBM i, CRTLIB: AUT."""
    auxiliary_storage_pool: Input[int] | None
    """Auxiliary storage pool number. 1 to 32. Ships as 1. Changing it replaces the object. Source:
    IBM i, CRTLIB: ASP."""
    create_authority: Input[str] | AuthorizationList | None
    """Create authority. At most 10 characters. 'sysval', 'change', 'all', 'use', 'exclude'. Ships
    as 'sysval'. The name of, or the resource that is, ibmi:AuthorizationList. Source: IBM i,
    CRTLIB: CRTAUT."""
    create_object_auditing: Input[Literal["sysval", "none", "usrprf", "change", "all"]] | None
    """Create object auditing. 'sysval', 'none', 'usrprf', 'change', 'all'. Ships as 'sysval'.
    Source: IBM i, CRTLIB: CRTOBJAUD."""
    like: Input[str] | Library | None
    """Object of the same kind and system, by name or as a resource: what is left out here comes
    from it at creation (Change Queue (PCF) Copy Queue)."""


class Library(_AuthorityOutputs, QueueResource, kind="ibmi:Library"):
    """A library of an IBM i partition. `create_authority` is what *PUBLIC gets to objects that are
    created in it without an authority of their own, or the authorization list that secures
    those."""

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        library_type: Output[Literal["prod", "test"]]
        text_description: Output[str]
        owner: Output[str | None]
        auxiliary_storage_pool: Output[int]
        create_authority: Output[str]
        create_object_auditing: Output[Literal["sysval", "none", "usrprf", "change", "all"]]

        def __init__(self, resource_name: str, **keywords: Unpack[_LibraryKeywords]) -> None: ...


class _OutputQueueKeywords(_Library2Keywords, total=False):
    name: Input[str] | None
    """Output queue. At most 10 characters. Changing it replaces the object. Source: IBM i,
    CRTOUTQ: OUTQ. Default: the resource name."""
    maximum_spooled_file_size: Input[Sequence[Input[str]]] | None
    """Maximum spooled file size. Each at most 27 characters. At most 5 items. Ships as (). Source:
    IBM i, CRTOUTQ: MAXPAGES."""
    order_of_files: Input[Literal["fifo", "jobnbr"]] | None
    """Order of files on queue. 'fifo', 'jobnbr'. Ships as 'fifo'. Source: IBM i, CRTOUTQ: SEQ."""
    display_any_file: Input[Literal["no", "yes", "owner"]] | None
    """Display any file. 'no', 'yes', 'owner'. Ships as 'no'. Source: IBM i, CRTOUTQ: DSPDTA."""
    job_separators: Input[int | Literal["msg"]] | None
    """Job separators. 0 to 9. 'msg'. Ships as 0. Source: IBM i, CRTOUTQ: JOBSEP."""
    operator_controlled: Input[Literal["yes", "no"]] | None
    """Operator controlled. 'yes', 'no'. Ships as 'yes'. Source: IBM i, CRTOUTQ: OPRCTL."""
    data_queue: Input[str] | DataQueue | None
    """Data queue. At most 21 characters. 'none'. Ships as 'none'. The name of, or the resource
    that is, ibmi:DataQueue. Source: IBM i, CRTOUTQ: DTAQ."""
    authority_to_check: Input[Literal["owner", "dtaaut"]] | None
    """Authority to check. 'owner', 'dtaaut'. Ships as 'owner'. Source: IBM i, CRTOUTQ: AUTCHK."""
    remote_system: Input[str] | None
    """Remote system. At most 255 characters. 'none', 'intnetadr', 'pasthr', 'nwsa'. Ships as
    'none'. Source: IBM i, CRTOUTQ: RMTSYS."""
    remote_printer_queue: Input[str] | None
    """Remote printer queue. At most 255 characters. 'user', 'system'. Ships as 'user'. Source: IBM
    i, CRTOUTQ: RMTPRTQ."""
    internet_address: Input[str] | None
    """Internet address. At most 45 characters. Source: IBM i, CRTOUTQ: INTNETADR."""
    writers_to_autostart: Input[int | Literal["none"]] | None
    """Writers to autostart. 1 to 10. 'none'. Ships as 'none'. Source: IBM i, CRTOUTQ:
    AUTOSTRWTR."""
    message_queue: Input[str] | None
    """Queue for writer messages. At most 21 characters. Ships as 'QSYSOPR'. Source: IBM i,
    CRTOUTQ: MSGQ."""
    connection_type: Input[Literal["sna", "ip", "usrdfn"]] | None
    """Connection type. 'sna', 'ip', 'usrdfn'. Ships as 'sna'. Source: IBM i, CRTOUTQ: CNNTYPE."""
    destination_type: Input[Literal["os400", "os400v2", "psf2", "s390", "nds", "other"]] | None
    """Destination type. 'os400', 'os400v2', 'psf2', 's390', 'nds', 'other'. Ships as 'os400'.
    Source: IBM i, CRTOUTQ: DESTTYPE."""
    destination_options: Input[str] | None
    """Destination options. At most 128 characters. 'none', 'usrdfntxt'. Ships as 'none'. Source:
    IBM i, CRTOUTQ: DESTOPT."""
    host_print_transform: Input[Literal["yes", "no"]] | None
    """Host print transform. 'yes', 'no'. Ships as 'yes'. Source: IBM i, CRTOUTQ: TRANSFORM."""
    user_data_transform: Input[str] | None
    """User data transform. At most 21 characters. 'none'. Ships as 'none'. Source: IBM i, CRTOUTQ:
    USRDTATFM."""
    manufacturer_type_and_model: Input[str] | None
    """Manufacturer type and model. At most 16 characters. 'ibm42011', 'wscst'. Ships as
    'ibm42011'. Source: IBM i, CRTOUTQ: MFRTYPMDL."""
    workstation_customizing_object: Input[str] | None
    """Workstation customizing object. At most 21 characters. 'none'. Ships as 'none'. Source: IBM
    i, CRTOUTQ: WSCST."""
    image_configuration: Input[str] | None
    """Image configuration. At most 16 characters. 'none'. Ships as 'none'. Source: IBM i, CRTOUTQ:
    IMGCFG."""
    vm_mvs_class: Input[str] | None
    """VM/MVS class. At most 1 characters. Ships as 'A'. Source: IBM Toolbox for Java, print
    attributes: VM/MVS Class; IBM i, CRTOUTQ: CLASS."""
    forms_control_buffer: Input[str] | None
    """Forms control buffer. At most 8 characters. 'none', 'usrdta', 'prtf'. Ships as 'none'.
    Source: IBM i, CRTOUTQ: FCB."""
    separator_page: Input[Literal["yes", "no"]] | None
    """Print separator page. 'yes', 'no'. Ships as 'yes'. Source: IBM i, CRTOUTQ: SEPPAGE."""
    user_defined_option: Input[Sequence[Input[str]]] | None
    """User defined option. Each at most 10 characters. At most 4 items. Ships as (). Source: IBM
    Toolbox for Java, print attributes: User Defined Option(s); IBM i, CRTOUTQ: USRDFNOPT."""
    user_defined_object: Input[str] | None
    """User defined object. At most 28 characters. 'none'. Ships as 'none'. Source: IBM Toolbox for
    Java, print attributes: User Defined Object; IBM i, CRTOUTQ: USRDFNOBJ."""
    user_defined_data: Input[str] | None
    """User defined data. At most 255 characters. 'none'. Ships as 'none'. Source: IBM Toolbox for
    Java, print attributes: User Defined Data; IBM i, CRTOUTQ: USRDFNDTA."""
    user_driver_program: Input[str] | None
    """User driver program. At most 21 characters. 'none'. Ships as 'none'. Source: IBM i, CRTOUTQ:
    USRDRVPGM."""
    spooled_file_asp: Input[Literal["system", "outqasp"]] | None
    """Spooled file ASP. 'system', 'outqasp'. Ships as 'system'. Source: IBM i, CRTOUTQ:
    SPLFASP."""
    text_description: Input[str] | None
    """Text 'description'. At most 50 characters. Ships as ''. Source: IBM i, CRTOUTQ: TEXT."""
    authority: Input[Literal["libcrtaut", "change", "all", "use", "exclude", "autl"]] | None
    """Authority. 'libcrtaut', 'change', 'all', 'use', 'exclude', 'autl'. Ships as 'use'. Source:
    IBM i, CRTOUTQ: AUT."""
    like: Input[str] | OutputQueue | None
    """Object of the same kind and system, by name or as a resource: what is left out here comes
    from it at creation (Change Queue (PCF) Copy Queue)."""


class OutputQueue(_AuthorityOutputs, LibraryResource, kind="ibmi:OutputQueue"):
    """An output queue of an IBM i partition. An entry goes to its data queue, `LIBRARY/NAME`,
    whenever a spooled file gets ready. `maximum_spooled_file_size` has up to five page limits,
    `PAGES START END` with times of day: '40 08:00 16:00'. `user_defined_object` is `LIBRARY/NAME
    TYPE`: 'QGPL/PDF psfcfg'."""

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        maximum_spooled_file_size: Output[Sequence[str]]
        order_of_files: Output[Literal["fifo", "jobnbr"]]
        display_any_file: Output[Literal["no", "yes", "owner"]]
        job_separators: Output[int | Literal["msg"]]
        operator_controlled: Output[Literal["yes", "no"]]
        data_queue: Output[str]
        authority_to_check: Output[Literal["owner", "dtaaut"]]
        remote_system: Output[str]
        remote_printer_queue: Output[str]
        internet_address: Output[str | None]
        writers_to_autostart: Output[int | Literal["none"]]
        message_queue: Output[str]
        connection_type: Output[Literal["sna", "ip", "usrdfn"]]
        destination_type: Output[Literal["os400", "os400v2", "psf2", "s390", "nds", "other"]]
        destination_options: Output[str]
        host_print_transform: Output[Literal["yes", "no"]]
        user_data_transform: Output[str]
        manufacturer_type_and_model: Output[str]
        workstation_customizing_object: Output[str]
        image_configuration: Output[str]
        vm_mvs_class: Output[str]
        forms_control_buffer: Output[str]
        separator_page: Output[Literal["yes", "no"]]
        user_defined_option: Output[Sequence[str]]
        user_defined_object: Output[str]
        user_defined_data: Output[str]
        user_driver_program: Output[str]
        spooled_file_asp: Output[Literal["system", "outqasp"]]
        text_description: Output[str]
        owner: Output[str | None]

        def __init__(
            self, resource_name: str, **keywords: Unpack[_OutputQueueKeywords]
        ) -> None: ...


class _JobQueueKeywords(_Library2Keywords, total=False):
    name: Input[str] | None
    """Job queue. At most 10 characters. Changing it replaces the object. Source: IBM i, CRTJOBQ:
    JOBQ. Default: the resource name."""
    text_description: Input[str] | None
    """Text 'description'. At most 50 characters. Ships as ''. Source: IBM i, CRTJOBQ: TEXT."""
    operator_controlled: Input[Literal["yes", "no"]] | None
    """Operator controlled. 'yes', 'no'. Ships as 'yes'. Changing it replaces the object. Source:
    IBM i, CRTJOBQ: OPRCTL."""
    authority_to_check: Input[Literal["owner", "dtaaut"]] | None
    """Authority to check. 'owner', 'dtaaut'. Ships as 'owner'. Changing it replaces the object.
    Source: IBM i, CRTJOBQ: AUTCHK."""
    authority: Input[Literal["libcrtaut", "change", "all", "use", "exclude", "autl"]] | None
    """Authority. 'libcrtaut', 'change', 'all', 'use', 'exclude', 'autl'. Ships as 'use'. Source:
    IBM i, CRTJOBQ: AUT."""
    like: Input[str] | JobQueue | None
    """Object of the same kind and system, by name or as a resource: what is left out here comes
    from it at creation (Change Queue (PCF) Copy Queue)."""


class JobQueue(_AuthorityOutputs, LibraryResource, kind="ibmi:JobQueue"):
    """A job queue of an IBM i partition. Which subsystem takes jobs from it, an entry of the
    subsystem's description says: `ibmi:JobQueueEntry`."""

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        text_description: Output[str]
        operator_controlled: Output[Literal["yes", "no"]]
        authority_to_check: Output[Literal["owner", "dtaaut"]]
        owner: Output[str | None]

        def __init__(self, resource_name: str, **keywords: Unpack[_JobQueueKeywords]) -> None: ...


class _UserQueueKeywords(_Library2Keywords, total=False):
    name: Input[str] | None
    """User queue. At most 10 characters. Changing it replaces the object. Source: IBM i, QUSCRTUQ:
    Qualified user queue name. Default: the resource name."""
    extended_attribute: Input[str] | None
    """Extended attribute. At most 10 characters. Ships as ''. Changing it replaces the object.
    Source: IBM i, QUSCRTUQ: Extended attribute."""
    queue_type: Required[Input[Literal["fifo", "keyed", "lifo"]]]
    """Queue type. 'fifo', 'keyed', 'lifo'. Changing it replaces the object. Source: IBM i,
    QUSCRTUQ: Queue type."""
    key_length: Input[int] | None
    """Key length. 1 to 256 bytes. Changing it replaces the object. Source: IBM i, QUSCRTUQ: Key
    length."""
    maximum_message_size: Required[Input[int]]
    """Maximum message size. 1 to 64000 bytes. Changing it replaces the object. Source: IBM i,
    QUSCRTUQ: Maximum message size."""
    initial_number_of_messages: Required[Input[int]]
    """Initial number of messages. 1 to 2147483647. Changing it replaces the object. Source: IBM i,
    QUSCRTUQ: Initial number of messages."""
    additional_number_of_messages: Required[Input[int]]
    """Additional number of messages. 0 to 2147483647. Changing it replaces the object. Source: IBM
    i, QUSCRTUQ: Additional number of messages."""
    domain: Input[Literal["default", "system", "user"]] | None
    """Domain. 'default', 'system', 'user'. Ships as 'default'. Changing it replaces the object.
    Source: IBM i, QUSCRTUQ: Domain."""
    pointers: Input[Literal["no", "yes"]] | None
    """Pointers. 'no', 'yes'. Ships as 'no'. Changing it replaces the object. Source: IBM i,
    QUSCRTUQ: Pointers."""
    number_of_queue_extensions: Input[int] | None
    """Number of queue extensions. 0 to 2147483647. Ships as 0. Changing it replaces the object.
    Source: IBM i, QUSCRTUQ: Number of queue extensions."""
    reclaim_storage: Input[Literal["no", "yes"]] | None
    """Reclaim storage. 'no', 'yes'. Ships as 'no'. Changing it replaces the object. Source: IBM i,
    QUSCRTUQ: Reclaim storage."""
    text_description: Input[str] | None
    """Text 'description'. At most 50 characters. Ships as ''. Source: IBM i, QUSCRTUQ: Text
    description."""
    authority: Input[Literal["libcrtaut", "change", "all", "use", "exclude", "autl"]] | None
    """Authority. 'libcrtaut', 'change', 'all', 'use', 'exclude', 'autl'. Ships as 'libcrtaut'.
    Source: IBM i, QUSCRTUQ: Public authority."""
    like: Input[str] | UserQueue | None
    """Object of the same kind and system, by name or as a resource: what is left out here comes
    from it at creation (Change Queue (PCF) Copy Queue)."""


class UserQueue(_AuthorityOutputs, LibraryResource, kind="ibmi:UserQueue"):
    """A user queue of an IBM i partition (*USRQ). Programs use it by machine instructions, and no
    command does. Nobody can count what is on it: it is deleted, or made anew, only with
    on_delete='purge'."""

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        extended_attribute: Output[str]
        queue_type: Output[Literal["fifo", "keyed", "lifo"] | None]
        key_length: Output[int | None]
        maximum_message_size: Output[int | None]
        initial_number_of_messages: Output[int | None]
        additional_number_of_messages: Output[int | None]
        domain: Output[Literal["default", "system", "user"]]
        pointers: Output[Literal["no", "yes"]]
        number_of_queue_extensions: Output[int]
        reclaim_storage: Output[Literal["no", "yes"]]
        text_description: Output[str]
        owner: Output[str | None]

        def __init__(self, resource_name: str, **keywords: Unpack[_UserQueueKeywords]) -> None: ...


class _RelationalDatabaseEntryKeywords(_SystemKeywords, total=False):
    name: Input[str] | None
    """Relational database. At most 18 characters. Changing it replaces the object. Source: IBM i,
    ADDRDBDIRE: RDB, element 1. Default: the resource name."""
    database_alias: Input[str] | None
    """Relational database alias. At most 18 characters. 'none'. Ships as 'none'. Changing it
    replaces the object. Source: IBM i, ADDRDBDIRE: RDB, element 2."""
    remote_location: Required[Input[str]]
    """Remote location. At most 254 characters. 'local', 'loopback', 'ardpgm'. Source: IBM i,
    ADDRDBDIRE: RMTLOCNAME, element 1."""
    remote_location_type: Input[Literal["sna", "ip"]] | None
    """Type of remote location. 'sna', 'ip'. Ships as 'sna'. Source: IBM i, ADDRDBDIRE: RMTLOCNAME,
    element 2."""
    port: Input[str] | None
    """Port number or service program. At most 14 characters. 'drda'. Ships as 'drda'. Source: IBM
    i, ADDRDBDIRE: PORT."""
    preferred_authentication_method: (
        Input[Literal["usrencpwd", "usrid", "usridpwd", "encusrpwd", "kerberos", "encrypted"]]
        | None
    )
    """Preferred method of authentication. 'usrencpwd', 'usrid', 'usridpwd', 'encusrpwd',
    'kerberos', 'encrypted'. Ships as 'usrencpwd'. Source: IBM i, ADDRDBDIRE: RMTAUTMTH, element
    1."""
    allow_lower_authentication: Input[Literal["alwlower", "noalwlower"]] | None
    """Allow lower authentication. 'alwlower', 'noalwlower'. Ships as 'alwlower'. Source: IBM i,
    ADDRDBDIRE: RMTAUTMTH, element 2."""
    encryption_algorithm: Input[Literal["des", "aes"]] | None
    """Encryption algorithm. 'des', 'aes'. Ships as 'des'. Source: IBM i, ADDRDBDIRE: ENCALG."""
    secure_connection: Input[Literal["none", "ssl"]] | None
    """Secure connection. 'none', 'ssl'. Ships as 'none'. Source: IBM i, ADDRDBDIRE: SECCNN."""
    device: Input[str] | None
    """Device. At most 10 characters. 'loc'. Ships as 'loc'. Source: IBM i, ADDRDBDIRE: DEV."""
    local_location: Input[str] | None
    """Local location. At most 8 characters. 'loc', 'netatr'. Ships as 'loc'. Source: IBM i,
    ADDRDBDIRE: LCLLOCNAME."""
    remote_network_identifier: Input[str] | None
    """Remote network identifier. At most 8 characters. 'loc', 'netatr', 'none'. Ships as 'loc'.
    Source: IBM i, ADDRDBDIRE: RMTNETID."""
    mode: Input[str] | None
    """Mode. At most 8 characters. 'netatr'. Ships as 'netatr'. Source: IBM i, ADDRDBDIRE: MODE."""
    transaction_program: Input[str] | None
    """Transaction program. At most 64 characters. 'drda'. Ships as 'drda'. Source: IBM i,
    ADDRDBDIRE: TNSPGM."""
    application_requester_driver: Input[str] | None
    """Application requester driver. At most 21 characters. Source: IBM i, ADDRDBDIRE: ARDPGM."""
    text_description: Input[str] | None
    """Text 'description'. At most 50 characters. Ships as ''. Source: IBM i, ADDRDBDIRE: TEXT."""
    like: Input[str] | RelationalDatabaseEntry | None
    """Object of the same kind and system, by name or as a resource: what is left out here comes
    from it at creation (Change Queue (PCF) Copy Queue)."""


class RelationalDatabaseEntry(QueueResource, kind="ibmi:RelationalDatabaseEntry"):
    """An entry of the relational database directory: where the database `name` is. Port '446' is
    'drda', the port of DRDA. A remote location that is 'local', 'loopback' or 'ardpgm' has no
    type."""

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        database_alias: Output[str]
        remote_location: Output[str | None]
        remote_location_type: Output[Literal["sna", "ip"]]
        port: Output[str]
        preferred_authentication_method: Output[
            Literal["usrencpwd", "usrid", "usridpwd", "encusrpwd", "kerberos", "encrypted"]
        ]
        allow_lower_authentication: Output[Literal["alwlower", "noalwlower"]]
        encryption_algorithm: Output[Literal["des", "aes"]]
        secure_connection: Output[Literal["none", "ssl"]]
        device: Output[str]
        local_location: Output[str]
        remote_network_identifier: Output[str]
        mode: Output[str]
        transaction_program: Output[str]
        application_requester_driver: Output[str | None]
        text_description: Output[str]

        def __init__(
            self, resource_name: str, **keywords: Unpack[_RelationalDatabaseEntryKeywords]
        ) -> None: ...


class _JobQueueEntryKeywords(_SystemKeywords, total=False):
    name: Input[str] | None
    """Subsystem description. At most 21 characters. Source: IBM i, ADDJOBQE: SBSD. Default: the
    resource name."""
    job_queue: Required[Input[str]]
    """Job queue. At most 21 characters. The name of, or the resource that is, ibmi:JobQueue.
    Source: IBM i, ADDJOBQE: JOBQ."""
    maximum_active_jobs: Input[int | Literal["nomax"]] | None
    """Maximum active jobs. 0 to 32000. 'nomax'. Ships as 1. Source: IBM i, ADDJOBQE: MAXACT."""
    sequence_number: Input[int] | None
    """Sequence number. 1 to 9999. Ships as 10. Source: IBM i, ADDJOBQE: SEQNBR."""
    maximum_active_priority_1: Input[int | Literal["nomax"]] | None
    """Maximum active jobs of priority 1. 0 to 99. 'nomax'. Ships as 'nomax'. Source: IBM i,
    ADDJOBQE: MAXPTY1."""
    maximum_active_priority_2: Input[int | Literal["nomax"]] | None
    """Maximum active jobs of priority 2. 0 to 99. 'nomax'. Ships as 'nomax'. Source: IBM i,
    ADDJOBQE: MAXPTY2."""
    maximum_active_priority_3: Input[int | Literal["nomax"]] | None
    """Maximum active jobs of priority 3. 0 to 99. 'nomax'. Ships as 'nomax'. Source: IBM i,
    ADDJOBQE: MAXPTY3."""
    maximum_active_priority_4: Input[int | Literal["nomax"]] | None
    """Maximum active jobs of priority 4. 0 to 99. 'nomax'. Ships as 'nomax'. Source: IBM i,
    ADDJOBQE: MAXPTY4."""
    maximum_active_priority_5: Input[int | Literal["nomax"]] | None
    """Maximum active jobs of priority 5. 0 to 99. 'nomax'. Ships as 'nomax'. Source: IBM i,
    ADDJOBQE: MAXPTY5."""
    maximum_active_priority_6: Input[int | Literal["nomax"]] | None
    """Maximum active jobs of priority 6. 0 to 99. 'nomax'. Ships as 'nomax'. Source: IBM i,
    ADDJOBQE: MAXPTY6."""
    maximum_active_priority_7: Input[int | Literal["nomax"]] | None
    """Maximum active jobs of priority 7. 0 to 99. 'nomax'. Ships as 'nomax'. Source: IBM i,
    ADDJOBQE: MAXPTY7."""
    maximum_active_priority_8: Input[int | Literal["nomax"]] | None
    """Maximum active jobs of priority 8. 0 to 99. 'nomax'. Ships as 'nomax'. Source: IBM i,
    ADDJOBQE: MAXPTY8."""
    maximum_active_priority_9: Input[int | Literal["nomax"]] | None
    """Maximum active jobs of priority 9. 0 to 99. 'nomax'. Ships as 'nomax'. Source: IBM i,
    ADDJOBQE: MAXPTY9."""
    like: Input[str] | JobQueueEntry | None
    """Object of the same kind and system, by name or as a resource: what is left out here comes
    from it at creation (Change Queue (PCF) Copy Queue)."""


class JobQueueEntry(QueueResource, kind="ibmi:JobQueueEntry"):
    """An entry of a subsystem description for the job queue that it takes jobs from. Both are
    named `LIBRARY/NAME`."""

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        maximum_active_jobs: Output[int | Literal["nomax"]]
        sequence_number: Output[int]
        maximum_active_priority_1: Output[int | Literal["nomax"]]
        maximum_active_priority_2: Output[int | Literal["nomax"]]
        maximum_active_priority_3: Output[int | Literal["nomax"]]
        maximum_active_priority_4: Output[int | Literal["nomax"]]
        maximum_active_priority_5: Output[int | Literal["nomax"]]
        maximum_active_priority_6: Output[int | Literal["nomax"]]
        maximum_active_priority_7: Output[int | Literal["nomax"]]
        maximum_active_priority_8: Output[int | Literal["nomax"]]
        maximum_active_priority_9: Output[int | Literal["nomax"]]

        def __init__(
            self, resource_name: str, **keywords: Unpack[_JobQueueEntryKeywords]
        ) -> None: ...


class _ObjectAuthorityKeywords(_SystemKeywords, total=False):
    name: (
        Input[str]
        | MessageQueue
        | DataQueue
        | DdmDataQueue
        | OutputQueue
        | JobQueue
        | UserQueue
        | None
    )
    """Object. At most 21 characters. The name of, or the resource that is, ibmi:MessageQueue,
    ibmi:DataQueue, ibmi:DdmDataQueue, ibmi:OutputQueue, ibmi:JobQueue, ibmi:UserQueue. Source: IBM
    i, GRTOBJAUT: OBJ. Default: the resource name."""
    object_type: Required[Input[str]]
    """Object type. 'msgq', 'dtaq', 'outq', 'jobq', 'usrq', 'lib'. Changing it replaces the object.
    Source: IBM i, GRTOBJAUT: OBJTYPE."""
    user: Required[Input[str]]
    """User. At most 10 characters. Changing it replaces the object. Source: IBM i, GRTOBJAUT:
    USER."""
    authorities: Required[Input[Sequence[Input[str]]]]
    """Authorities. At most 14 items. 'change', 'all', 'use', 'exclude', 'objalter', 'objexist',
    'objmgt', 'objopr', 'objref', 'add', 'dlt', 'execute', 'read', 'upd'. Source: IBM i, GRTOBJAUT:
    AUT."""
    like: Input[str] | ObjectAuthority | None
    """Object of the same kind and system, by name or as a resource: what is left out here comes
    from it at creation (Change Queue (PCF) Copy Queue)."""


class ObjectAuthority(QueueResource, kind="ibmi:ObjectAuthority"):
    """The authorities of one user to an object of an IBM i partition: exactly these. `name` is
    `LIBRARY/NAME`, that of a library `QSYS/NAME`. The object has to be there, or in the program;
    one whose `private_authorities` the program gives has no such records."""

    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource
        authorities: Output[Sequence[str] | None]

        def __init__(
            self, resource_name: str, **keywords: Unpack[_ObjectAuthorityKeywords]
        ) -> None: ...
