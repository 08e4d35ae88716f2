"""mq:AliasQueue. Sources: Change, Copy and Create Queue (PCF), MQQT_ALIAS; CRTMQMQ *ALS."""

from typing import Annotated, ClassVar

from queuewright.catalogue.attribute import Change, Elsewise, PcfSynonym, Ref, Strength
from queuewright.catalogue.commands import ClCommands, MqscCommands, PcfCommands
from queuewright.catalogue.joint_check import JointCheck
from queuewright.catalogue.references import Role

from . import common_attributes as common
from .choices import choice, rest
from .named import NAME, Names, queue_attribute
from .queue_rules import ALIAS_CHECKS
from .stored_queue import QueueSpec, queue_cl, queue_pcf

BASE_OBJECT_NAME = queue_attribute(
    "Name of the object to which the alias resolves",
    Names(
        "BaseObjectName",
        "MQCA_BASE_OBJECT_NAME",
        2002,
        "TARGET",
        "TGTQNAME",
        (PcfSynonym("BaseQName", "MQCA_BASE_Q_NAME"),),
    ),
    mqsc_synonyms=("TARGQ",),
    **NAME,
    reference=Ref(
        (Role.QUEUE,), Strength.SOFT, where=Elsewise("target_type", "topic", (Role.TOPIC,))
    ),
    change=Change.MAY_FORCE,
    rest=rest("alias.targetName", always=True),
)
TARGET_TYPE = queue_attribute(
    "Target type",
    Names("TargetType", "MQIA_BASE_TYPE", 193, "TARGTYPE", "TARGTYPE"),
    choices=(
        choice("MQOT_Q", 1, "QUEUE", "*QUEUE"),
        choice("MQOT_TOPIC", 8, "TOPIC", "*TOPIC"),
    ),
    shipped="q",
    rest=rest("alias.targetType", {"queue": "QUEUE", "topic": "TOPIC"}),
)


class AliasQueueSpec(QueueSpec):
    """Another name for a queue or a topic."""

    kind: ClassVar[str] = "mq:AliasQueue"
    mqsc: ClassVar[MqscCommands] = MqscCommands("QALIAS", displayed="QUEUE")
    pcf: ClassVar[PcfCommands] = queue_pcf("MQQT_ALIAS", 3)
    cl: ClassVar[ClCommands] = queue_cl("*ALS")
    default_object: ClassVar[str | None] = "SYSTEM.DEFAULT.ALIAS.QUEUE"
    roles: ClassVar[tuple[Role, ...]] = (Role.QUEUE,)
    module: ClassVar[tuple[str, str]] = ("alias_queues", "Alias queues")
    checks: ClassVar[tuple[JointCheck, ...]] = ALIAS_CHECKS

    base_object_name: Annotated[str | None, BASE_OBJECT_NAME] = None
    target_type: Annotated[str | None, TARGET_TYPE] = None
    inhibit_get: Annotated[str | None, common.INHIBIT_GET] = None
    default_read_ahead: Annotated[str | None, common.DEFAULT_READ_AHEAD] = None
    property_control: Annotated[str | None, common.PROPERTY_CONTROL] = None
    scope: Annotated[str | None, common.SCOPE] = None
    cluster_name: Annotated[str | None, common.CLUSTER_NAME] = None
    cluster_namelist: Annotated[str | None, common.CLUSTER_NAMELIST] = None
    default_bind: Annotated[str | None, common.DEFAULT_BIND] = None
    cluster_workload_queue_priority: Annotated[
        int | None, common.CLUSTER_WORKLOAD_QUEUE_PRIORITY
    ] = None
    cluster_workload_queue_rank: Annotated[int | None, common.CLUSTER_WORKLOAD_QUEUE_RANK] = None
