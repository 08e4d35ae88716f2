"""mq:RemoteQueue. Sources: Change, Copy and Create Queue (PCF), MQQT_REMOTE; CRTMQMQ *RMT."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

from queuewright.catalogue.attribute import Change, Ref, Strength
from queuewright.catalogue.commands import ClCommands, MqscCommands, PcfCommands
from queuewright.catalogue.joint_check import JointCheck
from queuewright.catalogue.references import Role

from . import common_attributes as common
from .choices import rest
from .named import NAME, OPTIONAL_NAME, TEXT, Names, queue_attribute
from .queue_rules import REMOTE_CHECKS
from .stored_queue import QueueSpec, queue_cl, queue_pcf

REMOTE_QUEUE_NAME = queue_attribute(
    "Name of remote queue as known locally on the remote queue manager",
    Names("RemoteQName", "MQCA_REMOTE_Q_NAME", 2018, "RNAME", "RMTQNAME"),
    max_length=48,
    **TEXT,  # CRTMQMQ RMTQNAME: its characters are not checked
    change=Change.MAY_FORCE,
    rest=rest("remote.queueName", always=True),
)
REMOTE_QUEUE_MANAGER_NAME = queue_attribute(
    "Name of remote queue manager",
    Names("RemoteQMgrName", "MQCA_REMOTE_Q_MGR_NAME", 2017, "RQMNAME", "RMTMQMNAME"),
    **NAME,
    change=Change.MAY_FORCE,
    rest=rest("remote.qmgrName", always=True),
)
XMIT_QUEUE_NAME = queue_attribute(
    "Transmission queue name",
    Names("XmitQName", "MQCA_XMIT_Q_NAME", 2024, "XMITQ", "TMQNAME"),
    **OPTIONAL_NAME,
    reference=Ref((Role.LOCAL_QUEUE,), Strength.HARD),
    change=Change.MAY_FORCE,
    rest=rest("remote.transmissionQueueName", always=True),
)


def resolves_here(manager: str, transmission: str, system: str) -> bool:
    """Whether the queue manager of a queue manager alias resolves the name of the queue itself:
    where RemoteQMgrName is its own name, and XmitQName is ignored; or blank, and so is XmitQName,
    as in "Configuring workload balancing from outside a cluster"."""
    return manager == system or not (manager or transmission)


class RemoteQueueSpec(QueueSpec):
    """A local definition of a remote queue, a queue manager alias or a reply-to queue alias."""

    kind: ClassVar[str] = "mq:RemoteQueue"
    mqsc: ClassVar[MqscCommands] = MqscCommands("QREMOTE", displayed="QUEUE")
    pcf: ClassVar[PcfCommands] = queue_pcf("MQQT_REMOTE", 6)
    cl: ClassVar[ClCommands] = queue_cl("*RMT")
    default_object: ClassVar[str | None] = "SYSTEM.DEFAULT.REMOTE.QUEUE"
    roles: ClassVar[tuple[Role, ...]] = (Role.QUEUE,)
    module: ClassVar[tuple[str, str]] = ("remote_queues", "Remote queues")
    checks: ClassVar[tuple[JointCheck, ...]] = REMOTE_CHECKS

    remote_queue_name: Annotated[str | None, REMOTE_QUEUE_NAME] = None
    remote_queue_manager_name: Annotated[str | None, REMOTE_QUEUE_MANAGER_NAME] = None
    xmit_queue_name: Annotated[str | None, XMIT_QUEUE_NAME] = None
    scope: Annotated[str | None, common.SCOPE] = None
    cluster_name: Annotated[str | None, common.CLUSTER_NAME] = None
    cluster_namelist: Annotated[str | None, common.CLUSTER_NAMELIST] = None
    default_bind: Annotated[str | None, common.DEFAULT_BIND] = None
    cluster_workload_queue_priority: Annotated[
        int | None, common.CLUSTER_WORKLOAD_QUEUE_PRIORITY
    ] = None
    cluster_workload_queue_rank: Annotated[int | None, common.CLUSTER_WORKLOAD_QUEUE_RANK] = None

    @classmethod
    def names_nothing(cls, values: Mapping[str, Any], system: str) -> tuple[str, ...]:
        """XmitQName: "ignored if the definition is being used as a queue manager alias and
        RemoteQMgrName is the name of the connected queue manager", and of a reply-to queue alias,
        all that one with a remote queue can be: as a remote queue it cannot be opened then."""
        own = values.get("remote_queue_manager_name") == system
        return ("xmit_queue_name", "remote_queue_manager_name") if own else ()
