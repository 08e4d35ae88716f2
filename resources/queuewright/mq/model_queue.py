"""mq:ModelQueue. Sources: Change, Copy and Create Queue (PCF), MQQT_MODEL; CRTMQMQ *MDL."""

from typing import Annotated, ClassVar

from queuewright.catalogue.commands import ClCommands, MqscCommands, PcfCommands
from queuewright.catalogue.joint_check import JointCheck
from queuewright.catalogue.references import Role
from queuewright.catalogue.system_object import SystemObject

from . import local_attributes as local
from .queue_rules import MODEL_CHECKS
from .stored_queue import StoredQueueSpec, queue_cl, queue_pcf
from .system_queues import MODELS


class ModelQueueSpec(StoredQueueSpec):
    """The template of dynamic queues. Force is not valid for it."""

    kind: ClassVar[str] = "mq:ModelQueue"
    mqsc: ClassVar[MqscCommands] = MqscCommands("QMODEL", displayed="QUEUE")
    pcf: ClassVar[PcfCommands] = queue_pcf("MQQT_MODEL", 2)
    cl: ClassVar[ClCommands] = queue_cl("*MDL")
    default_object: ClassVar[str | None] = "SYSTEM.DEFAULT.MODEL.QUEUE"
    system_objects: ClassVar[tuple[SystemObject, ...]] = MODELS
    roles: ClassVar[tuple[Role, ...]] = (Role.MODEL_QUEUE,)
    module: ClassVar[tuple[str, str]] = ("model_queues", "Model queues")
    checks: ClassVar[tuple[JointCheck, ...]] = MODEL_CHECKS

    definition_type: Annotated[str | None, local.DEFINITION_TYPE] = None
    usage: Annotated[str | None, local.USAGE.but(change=local.Change.IN_PLACE)] = None
    shareability: Annotated[
        str | None,
        local.SHAREABILITY.but(
            change=local.Change.IN_PLACE, shipped="not_shareable", shipped_on={}
        ),
    ] = None
    default_input_open_option: Annotated[
        str | None,
        local.DEFAULT_INPUT_OPEN_OPTION.but(shipped="input_exclusive", shipped_on={}),
    ] = None
    coupling_facility_structure: Annotated[
        str | None, local.COUPLING_FACILITY_STRUCTURE.but(change=local.Change.IN_PLACE)
    ] = None
