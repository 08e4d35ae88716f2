"""A process definition as a kind: what triggered queues name. Source: DEFINE PROCESS."""

from typing import Annotated, ClassVar

from queuewright.catalogue.attribute import Attribute, Change
from queuewright.catalogue.commands import MqscCommands
from queuewright.catalogue.names import mq_name, no_control_characters
from queuewright.catalogue.references import Role
from queuewright.catalogue.sources import MQSC
from queuewright.catalogue.spec import Spec

SOURCES = (MQSC.at("DEFINE PROCESS"),)
PROCESS_NAME = Attribute(
    title="Process name",
    sources=SOURCES,
    max_length=48,
    syntax=mq_name,
    change=Change.REPLACE,
    required=True,
)
APPLICATION = Attribute(
    title="Application identifier",
    sources=SOURCES,
    mqsc="APPLICID",
    max_length=256,
    syntax=no_control_characters,
    shipped="",
)


class ProcessSpec(Spec):
    """What a trigger monitor starts."""

    kind: ClassVar[str] = "mq:Process"
    mqsc: ClassVar[MqscCommands] = MqscCommands("PROCESS")
    default_object: ClassVar[str | None] = "SYSTEM.DEFAULT.PROCESS"
    namespace: ClassVar[str] = "process"
    roles: ClassVar[tuple[Role, ...]] = (Role.PROCESS,)
    module: ClassVar[tuple[str, str]] = ("processes", "Processes")

    name: Annotated[str, PROCESS_NAME]
    application: Annotated[str | None, APPLICATION] = None
