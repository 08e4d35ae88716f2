"""The registry of kinds: every spec by its kind, in the order of the documents.

`KINDS` are those that programs declare, and what is derived from it is about them. Of the others,
which `EVERY` has too, only scripts and the sandbox know.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from types import MappingProxyType

from queuewright.catalogue.about import NamedObject
from queuewright.catalogue.attribute import Attribute
from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.extensions import bad_extension, extensions, load
from queuewright.catalogue.limit import LimitSpec
from queuewright.catalogue.options import OPTION_NAMES
from queuewright.catalogue.references import QueueType, Role
from queuewright.catalogue.spec import Lifecycle, Spec
from queuewright.ibmi.authorization_list import AuthorizationListSpec
from queuewright.ibmi.data_queue import DataQueueSpec
from queuewright.ibmi.ddm_data_queue import DdmDataQueueSpec
from queuewright.ibmi.job_queue import JobQueueSpec
from queuewright.ibmi.job_queue_entry import JobQueueEntrySpec
from queuewright.ibmi.library import LibrarySpec
from queuewright.ibmi.message_queue import MessageQueueSpec
from queuewright.ibmi.object_authority import ObjectAuthoritySpec
from queuewright.ibmi.output_queue import OutputQueueSpec
from queuewright.ibmi.relational_database_entry import RelationalDatabaseEntrySpec
from queuewright.ibmi.user_queue import UserQueueSpec
from queuewright.mq.alias_queue import AliasQueueSpec
from queuewright.mq.authentication_information import (
    CrlAuthenticationSpec,
    LdapAuthenticationSpec,
    OcspAuthenticationSpec,
    OperatingSystemAuthenticationSpec,
)
from queuewright.mq.authority_record import AuthorityRecordSpec
from queuewright.mq.authority_records_exclusive import AuthorityRecordsExclusiveSpec
from queuewright.mq.channel_authentication_record import ChannelAuthenticationRecordSpec
from queuewright.mq.channel_authentication_records_exclusive import (
    ChannelAuthenticationRecordsExclusiveSpec,
)
from queuewright.mq.channels import ClusterReceiverChannelSpec, ClusterSenderChannelSpec
from queuewright.mq.client_channels import (
    AmqpChannelSpec,
    ClientConnectionChannelSpec,
    MqttChannelSpec,
    ServerConnectionChannelSpec,
)
from queuewright.mq.cluster import ClusterSpec
from queuewright.mq.communication_information import CommunicationInformationSpec
from queuewright.mq.coupling_facility_structure import CouplingFacilityStructureSpec
from queuewright.mq.listener import ListenerSpec
from queuewright.mq.local_queue import LocalQueueSpec
from queuewright.mq.message_channels import (
    ReceiverChannelSpec,
    RequesterChannelSpec,
    SenderChannelSpec,
    ServerChannelSpec,
)
from queuewright.mq.model_queue import ModelQueueSpec
from queuewright.mq.namelist import NamelistSpec
from queuewright.mq.process import ProcessSpec
from queuewright.mq.queue_manager import QueueManagerSpec
from queuewright.mq.remote_queue import RemoteQueueSpec
from queuewright.mq.security_policy import SecurityPolicySpec
from queuewright.mq.service import ServiceSpec
from queuewright.mq.storage_class import StorageClassSpec
from queuewright.mq.subscription import SubscriptionSpec
from queuewright.mq.topic import TopicSpec

_ALL: tuple[type[Spec], ...] = (
    LocalQueueSpec,
    AliasQueueSpec,
    RemoteQueueSpec,
    ModelQueueSpec,
    NamelistSpec,
    ClusterSpec,
    ClusterReceiverChannelSpec,
    ClusterSenderChannelSpec,
    MessageQueueSpec,
    DataQueueSpec,
    DdmDataQueueSpec,
    AuthorizationListSpec,
    LibrarySpec,
    OutputQueueSpec,
    JobQueueSpec,
    UserQueueSpec,
    RelationalDatabaseEntrySpec,
    JobQueueEntrySpec,
    ObjectAuthoritySpec,
    TopicSpec,
    SubscriptionSpec,
    ProcessSpec,
    ListenerSpec,
    ServiceSpec,
    CrlAuthenticationSpec,
    LdapAuthenticationSpec,
    OperatingSystemAuthenticationSpec,
    OcspAuthenticationSpec,
    CommunicationInformationSpec,
    StorageClassSpec,
    CouplingFacilityStructureSpec,
    SenderChannelSpec,
    ServerChannelSpec,
    ReceiverChannelSpec,
    RequesterChannelSpec,
    ServerConnectionChannelSpec,
    ClientConnectionChannelSpec,
    AmqpChannelSpec,
    MqttChannelSpec,
    QueueManagerSpec,
    ChannelAuthenticationRecordSpec,
    ChannelAuthenticationRecordsExclusiveSpec,
    AuthorityRecordSpec,
    AuthorityRecordsExclusiveSpec,
    SecurityPolicySpec,
)
_EVERY: dict[str, type[Spec]] = {spec.kind: spec for spec in _ALL}
EVERY: Mapping[str, type[Spec]] = MappingProxyType(_EVERY)
_KINDS: dict[str, type[Spec]] = {spec.kind: spec for spec in _ALL if spec.is_managed}
KINDS: Mapping[str, type[Spec]] = MappingProxyType(_KINDS)
MQ_KINDS: tuple[str, ...]
IBMI_KINDS: tuple[str, ...]
QUEUE_KINDS: tuple[str, ...]
LIMITS: Mapping[str, type[LimitSpec]]
"""The kinds of records that a program may limit, each with what limits it."""


@cache
def kinds_in(namespace: str) -> tuple[str, ...]:
    """The kinds that share a name space: two of their objects cannot have one name on a system."""
    return tuple(kind for kind, spec in KINDS.items() if spec.namespace == namespace)


def _group() -> None:
    global MQ_KINDS, IBMI_KINDS, QUEUE_KINDS, LIMITS
    LIMITS = {spec.limits: spec for spec in KINDS.values() if issubclass(spec, LimitSpec)}
    MQ_KINDS = tuple(k for k, spec in KINDS.items() if k.startswith("mq:") and not spec.limits)
    IBMI_KINDS = tuple(kind for kind in KINDS if kind.startswith("ibmi:"))
    kinds_in.cache_clear()
    QUEUE_KINDS = kinds_in(LocalQueueSpec.namespace)


_group()


def register(spec: type[Spec]) -> None:
    """Add a kind that is not Queuewright's own, in place of one of that name that programs do not
    declare, as an entry point of the group `queuewright.kinds` does for installed packages. Before
    any other part is imported: they derive their tables from the kinds that there are then."""
    _EVERY[spec.kind] = spec
    if spec.is_managed:
        _KINDS[spec.kind] = spec
    _group()
    kinds_of.cache_clear()


class UnknownKind(QueuewrightError, ValueError):
    """No such kind; the text names those that exist."""

    def __init__(self, kind: str) -> None:
        super().__init__(f"kind {kind!r} is not known; use one of {', '.join(KINDS)}")


def spec_of(kind: str) -> type[Spec]:
    """The spec of a kind, managed or not. Raises UnknownKind."""
    spec = EVERY.get(kind)
    if spec is None:
        raise UnknownKind(kind)
    return spec


@lru_cache(2**17)
def object_named_by(kind: str, name: str) -> NamedObject | None:
    """The single object that a record of that name is about; plans of many ask again and again."""
    spec = spec_of(kind)
    return spec.names_object(spec.names_in(name))


@cache
def queue_type(kind: str) -> QueueType | None:
    """Of a queue manager's queues; None for all else."""
    pcf = spec_of(kind).pcf
    return QueueType(pcf.type[1]) if pcf.object == "Q" and pcf.type else None


def queue_kinds() -> tuple[str, ...]:
    """The kinds of queues of a queue manager: one name on it is that of one of them at most."""
    return QUEUE_KINDS


def is_queue(kind: str) -> bool:
    """Whether its objects are queues of a queue manager, of any type."""
    return kind in QUEUE_KINDS


def is_mq(kind: str) -> bool:
    """Whether queue managers have its objects."""
    return kind.startswith("mq:")


def is_ibmi(kind: str) -> bool:
    """Whether IBM i itself has its objects, beside its queue managers."""
    return kind.startswith("ibmi:")


def is_single(kind: str) -> bool:
    """Whether a system has exactly one object of the kind, which its commands do not name."""
    return EVERY[kind].lifecycle is Lifecycle.SINGLETON


def is_record(kind: str) -> bool:
    """Whether its objects are records, which are set whether they are there or not."""
    return EVERY[kind].lifecycle is Lifecycle.RECORD


def is_optional(kind: str) -> bool:
    """Whether a queue manager may refuse to show objects of the kind, and has none then."""
    return spec_of(kind).is_optional


def is_derived(kind: str) -> bool:
    """Whether other objects make its objects, and nothing stores or defines them by themselves."""
    return spec_of(kind).lifecycle is Lifecycle.DERIVED


@cache
def is_limit(kind: str) -> bool:
    """Whether it says which records of another kind there may be, and no system has objects of
    it."""
    return spec_of(kind).lifecycle is Lifecycle.LIMIT


def limit_spec(kind: str) -> type[LimitSpec]:
    """The spec of a kind that is a limit (`is_limit`)."""
    spec = spec_of(kind)
    assert issubclass(spec, LimitSpec)
    return spec


@cache
def is_refreshed(kind: str) -> bool:
    """Whether changes of its objects may wait for REFRESH SECURITY."""
    return any(each.refreshed_by for each in spec_of(kind).attributes().values())


@cache
def options_of(kind: str) -> tuple[str, ...]:
    """The names of the options that objects of the kind have."""
    runs = spec_of(kind).runs is not None
    has = {"restart": runs, "refresh_security": is_refreshed(kind)}
    return tuple(name for name in OPTION_NAMES if has.get(name, True))


def managed_spec_of(kind: str) -> type[Spec]:
    """The spec of a kind that programs declare. Raises UnknownKind."""
    if kind not in KINDS:
        raise UnknownKind(kind)
    return KINDS[kind]


def unreported(
    kinds: Iterable[str], reads: Callable[[Attribute], bool]
) -> dict[str, frozenset[str]]:
    """Kind -> what objects of it have and a way of reaching their system cannot read; see
    `Spec.unreported`. Kinds that are read whole are left out, and those that others make."""
    found = {kind: spec_of(kind).unreported(reads) for kind in kinds if not is_derived(kind)}
    return {kind: names for kind, names in found.items() if names}


@cache
def kinds_of(*roles: Role) -> tuple[str, ...]:
    """The kinds that have one of these roles, in the order of the roles."""
    named = [kind for role in roles for kind, spec in KINDS.items() if role in spec.roles]
    return tuple(dict.fromkeys(named))


def _installed() -> None:
    """The kinds of other packages. Raises BadExtension."""
    for point in extensions("queuewright.kinds"):
        spec = load(point)
        if not (isinstance(spec, type) and issubclass(spec, Spec) and "kind" in vars(spec)):
            raise bad_extension(point, "it must name a Spec with a kind")
        if spec.kind in _KINDS:
            raise bad_extension(point, f"kind {spec.kind} is there already")
        register(spec)


_installed()
