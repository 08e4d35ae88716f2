"""The registry of kinds: every spec by its kind, in the order of the documents."""

from collections.abc import Mapping
from types import MappingProxyType

from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.spec import Spec
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

__all__ = ["IBMI_KINDS", "KINDS", "MQ_KINDS", "QUEUE_KINDS", "UnknownKind", "spec_of"]

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
KINDS: Mapping[str, type[Spec]] = MappingProxyType({spec.kind: spec for spec in _ALL})
MQ_KINDS = tuple(kind for kind in KINDS if kind.startswith("mq:"))
IBMI_KINDS = tuple(kind for kind in KINDS if kind.startswith("ibmi:"))
QUEUE_KINDS = ("mq:LocalQueue", "mq:AliasQueue", "mq:RemoteQueue", "mq:ModelQueue")


class UnknownKind(QueuewrightError, ValueError):
    """No such kind; the text names those that exist."""

    def __init__(self, kind: str) -> None:
        super().__init__(f"kind {kind!r} is not known; use one of {', '.join(KINDS)}")


def spec_of(kind: str) -> type[Spec]:
    """The spec of a kind. Raises UnknownKind."""
    found = KINDS.get(kind)
    if found is None:
        raise UnknownKind(kind)
    return found
