"""The registry of kinds: every spec by its kind, in the order of the documents."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from types import MappingProxyType

from queuewright.catalogue.attribute import Attribute
from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.extensions import bad_extension, extensions, load
from queuewright.catalogue.references import Role
from queuewright.catalogue.spec import Lifecycle, Spec
from queuewright.ibmi.authorization_list import AuthorizationListSpec
from queuewright.ibmi.data_queue import DataQueueSpec
from queuewright.ibmi.ddm_data_queue import DdmDataQueueSpec
from queuewright.ibmi.message_queue import MessageQueueSpec
from queuewright.mq.alias_queue import AliasQueueSpec
from queuewright.mq.channels import ClusterReceiverChannelSpec, ClusterSenderChannelSpec
from queuewright.mq.cluster import ClusterSpec
from queuewright.mq.local_queue import LocalQueueSpec
from queuewright.mq.model_queue import ModelQueueSpec
from queuewright.mq.namelist import NamelistSpec
from queuewright.mq.remote_queue import RemoteQueueSpec

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
)
_KINDS: dict[str, type[Spec]] = {spec.kind: spec for spec in _ALL}
KINDS: Mapping[str, type[Spec]] = MappingProxyType(_KINDS)
MQ_KINDS: tuple[str, ...]
IBMI_KINDS: tuple[str, ...]
QUEUE_KINDS: tuple[str, ...]


@cache
def kinds_in(namespace: str) -> tuple[str, ...]:
    """The kinds that share a name space: two of their objects cannot have one name on a system."""
    return tuple(kind for kind, spec in KINDS.items() if spec.namespace == namespace)


def _group() -> None:
    global MQ_KINDS, IBMI_KINDS, QUEUE_KINDS
    MQ_KINDS = tuple(kind for kind in KINDS if kind.startswith("mq:"))
    IBMI_KINDS = tuple(kind for kind in KINDS if kind.startswith("ibmi:"))
    kinds_in.cache_clear()
    QUEUE_KINDS = kinds_in(LocalQueueSpec.namespace)


_group()


def register(spec: type[Spec]) -> None:
    """Add a kind that is not Queuewright's own, as an entry point of the group `queuewright.kinds`
    does for installed packages. Before any other part is imported: they derive their tables from
    the kinds that there are then."""
    _KINDS[spec.kind] = spec
    _group()
    kinds_of.cache_clear()


class UnknownKind(QueuewrightError, ValueError):
    """No such kind; the text names those that exist."""

    def __init__(self, kind: str) -> None:
        super().__init__(f"kind {kind!r} is not known; use one of {', '.join(KINDS)}")


def spec_of(kind: str) -> type[Spec]:
    """The spec of a kind. Raises UnknownKind."""
    spec = KINDS.get(kind)
    if spec is None:
        raise UnknownKind(kind)
    return spec


def is_derived(kind: str) -> bool:
    """Whether other objects make its objects, and nothing stores or defines them by themselves."""
    return spec_of(kind).lifecycle is Lifecycle.DERIVED


def unreported(
    kinds: Iterable[str], reads: Callable[[Attribute], bool]
) -> dict[str, frozenset[str]]:
    """Kind -> what objects of it have and a way of reaching their system cannot read; see
    `Spec.unreported`. Kinds that are read whole are left out."""
    found = {kind: spec_of(kind).unreported(reads) for kind in kinds}
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
