"""Services. Source: IBM MQ, MQSC: DEFINE SERVICE."""

from functools import partial
from typing import Annotated, ClassVar

from queuewright.catalogue.commands import MqscCommands
from queuewright.catalogue.platform import MULTIPLATFORMS
from queuewright.catalogue.spec import Spec

from .listener import START_MODE
from .named import DESCRIPTION, OWN_NAME, TEXT, constants, mqsc_attribute

_attribute = partial(mqsc_attribute, "DEFINE SERVICE")


_LINE = {**TEXT, "max_length": 255}

SERVICE_NAME = _attribute("Service name", None, **OWN_NAME, platforms=MULTIPLATFORMS)
SERVICE_TYPE = _attribute(
    "Whether the service is one command or a server",
    "SERVTYPE",
    choices=constants("MQSVC", TYPE_COMMAND="COMMAND", TYPE_SERVER="SERVER"),
    shipped="type_command",
)
START_COMMAND = _attribute("Program that starts the service", "STARTCMD", **_LINE)
START_ARGUMENTS = _attribute("Arguments of the program that starts it", "STARTARG", **_LINE)
STOP_COMMAND = _attribute("Program that stops the service", "STOPCMD", **_LINE)
STOP_ARGUMENTS = _attribute("Arguments of the program that stops it", "STOPARG", **_LINE)
STDOUT_DESTINATION = _attribute("File of its standard output", "STDOUT", **_LINE)
STDERR_DESTINATION = _attribute("File of its standard error", "STDERR", **_LINE)
SERVICE_DESCRIPTION = _attribute("Description of service definition", "DESCR", **DESCRIPTION)


class ServiceSpec(Spec):
    """A program that starts and stops with the queue manager."""

    kind: ClassVar[str] = "mq:Service"
    is_managed: ClassVar[bool] = False
    mqsc: ClassVar[MqscCommands] = MqscCommands("SERVICE")
    default_object: ClassVar[str | None] = "SYSTEM.DEFAULT.SERVICE"
    namespace: ClassVar[str] = "service"
    module: ClassVar[tuple[str, str]] = ("services", "Services")

    name: Annotated[str, SERVICE_NAME]
    start_mode: Annotated[str | None, START_MODE] = None
    service_type: Annotated[str | None, SERVICE_TYPE] = None
    start_command: Annotated[str | None, START_COMMAND] = None
    start_arguments: Annotated[str | None, START_ARGUMENTS] = None
    stop_command: Annotated[str | None, STOP_COMMAND] = None
    stop_arguments: Annotated[str | None, STOP_ARGUMENTS] = None
    stdout_destination: Annotated[str | None, STDOUT_DESTINATION] = None
    stderr_destination: Annotated[str | None, STDERR_DESTINATION] = None
    service_description: Annotated[str | None, SERVICE_DESCRIPTION] = None
