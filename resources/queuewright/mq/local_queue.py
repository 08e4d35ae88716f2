"""mq:LocalQueue. Sources: Change, Copy and Create Queue (PCF), MQQT_LOCAL; CRTMQMQ *LCL."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

from queuewright.catalogue.commands import ClCommands, MqscCommands, PcfCommands
from queuewright.catalogue.joint_check import JointCheck
from queuewright.catalogue.references import Role
from queuewright.catalogue.system_object import SystemObject

from . import common_attributes as common
from . import local_attributes as local
from .queue_rules import LOCAL_CHECKS
from .stored_queue import TRANSMISSION, StoredQueueSpec, queue_cl, queue_pcf
from .system_queues import QUEUES


class LocalQueueSpec(StoredQueueSpec):
    """A local queue; with usage="transmission", a transmission queue."""

    kind: ClassVar[str] = "mq:LocalQueue"
    mqsc: ClassVar[MqscCommands] = MqscCommands("QLOCAL", displayed="QUEUE")
    pcf: ClassVar[PcfCommands] = queue_pcf("MQQT_LOCAL", 1)
    cl: ClassVar[ClCommands] = queue_cl("*LCL")
    default_object: ClassVar[str | None] = "SYSTEM.DEFAULT.LOCAL.QUEUE"
    system_objects: ClassVar[tuple[SystemObject, ...]] = QUEUES
    roles: ClassVar[tuple[Role, ...]] = (Role.LOCAL_QUEUE, Role.QUEUE)
    module: ClassVar[tuple[str, str]] = ("local_queues", "Local queues")
    holds_messages: ClassVar[bool] = True
    may_be_dynamic: ClassVar[bool] = True
    checks: ClassVar[tuple[JointCheck, ...]] = LOCAL_CHECKS

    scope: Annotated[str | None, common.SCOPE] = None
    cluster_name: Annotated[str | None, common.CLUSTER_NAME] = None
    cluster_namelist: Annotated[str | None, common.CLUSTER_NAMELIST] = None
    default_bind: Annotated[str | None, common.DEFAULT_BIND] = None
    cluster_workload_queue_priority: Annotated[
        int | None, common.CLUSTER_WORKLOAD_QUEUE_PRIORITY
    ] = None
    cluster_workload_queue_rank: Annotated[int | None, common.CLUSTER_WORKLOAD_QUEUE_RANK] = None
    cluster_workload_use_queue: Annotated[str | None, local.CLUSTER_WORKLOAD_USE_QUEUE] = None

    @classmethod
    def module_of(cls, values: Mapping[str, Any]) -> tuple[str, str]:
        return TRANSMISSION if values.get("usage") == "transmission" else cls.module
