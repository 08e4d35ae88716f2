"""mq:Service. Sources: IBM's Change, Copy and Create Service (PCF), DEFINE SERVICE, CRTMQMSVC."""

from functools import partial
from typing import Annotated, Any, ClassVar

from queuewright.catalogue.attribute import Attribute, Change
from queuewright.catalogue.commands import ClCommands, MqscCommands, PcfCommands, RunCommands
from queuewright.catalogue.platform import MULTIPLATFORMS
from queuewright.catalogue.references import Role
from queuewright.catalogue.sources import CHANGE_SERVICE, CRTMQMSVC
from queuewright.catalogue.spec import Spec

from .choices import choice
from .listener import CONTROL
from .named import DESCRIPTION, OWN_NAME, TEXT, Names, documented

_attribute = partial(documented, CHANGE_SERVICE, CRTMQMSVC)
_POSITIONS = "TEXT STRCMD STRARG ENDCMD ENDARG STDOUT STDERR TYPE CONTROL"


def _line(title: str, names: Names, **facts: Any) -> Attribute:
    """A command, its arguments or a file, which count from the next start of the service."""
    line = {**TEXT, "cl_blank": "*BLANK", "max_length": 255, "change": Change.NEEDS_STOPPED}
    return _attribute(title, names, **line, keeps_inserts=True, **facts)


SERVICE_NAME = _attribute(
    "Service name",
    Names("ServiceName", "MQCA_SERVICE_NAME", 2077, None, "SVCNAME"),
    **OWN_NAME,
    platforms=MULTIPLATFORMS,
)
START_MODE = _attribute(
    "Service mode",
    Names("StartMode", "MQIA_SERVICE_CONTROL", 139, "CONTROL", "CONTROL"),
    choices=CONTROL,
    shipped="control_manual",
)
SERVICE_TYPE = _attribute(
    "Whether the service is one command or a server",
    Names("ServiceType", "MQIA_SERVICE_TYPE", 121, "SERVTYPE", "TYPE"),
    choices=(
        choice("MQSVC_TYPE_COMMAND", 0, "COMMAND", "*CMD"),
        choice("MQSVC_TYPE_SERVER", 1, "SERVER", "*SVR"),
    ),
    shipped="type_command",
    change=Change.NEEDS_STOPPED,
)
# CL takes STRCMD and ENDCMD as names of programs in libraries, not as the path that MQSC shows.
START_COMMAND = _line(
    "Program that starts the service",
    Names("StartCommand", "MQCA_SERVICE_START_COMMAND", 2079, "STARTCMD"),
)
START_ARGUMENTS = _line(
    "Arguments of the program that starts it",
    Names("StartArguments", "MQCA_SERVICE_START_ARGS", 2080, "STARTARG", "STRARG"),
)
STOP_COMMAND = _line(
    "Program that stops the service",
    Names("StopCommand", "MQCA_SERVICE_STOP_COMMAND", 2081, "STOPCMD"),
)
STOP_ARGUMENTS = _line(
    "Arguments of the program that stops it",
    Names("StopArguments", "MQCA_SERVICE_STOP_ARGS", 2082, "STOPARG", "ENDARG"),
)
STDOUT_DESTINATION = _line(
    "File of its standard output",
    Names("StdoutDestination", "MQCA_STDOUT_DESTINATION", 2083, "STDOUT", "STDOUT"),
)
STDERR_DESTINATION = _line(
    "File of its standard error",
    Names("StderrDestination", "MQCA_STDERR_DESTINATION", 2084, "STDERR", "STDERR"),
)
SERVICE_DESCRIPTION = _attribute(
    "Description of service definition",
    Names("ServiceDesc", "MQCA_SERVICE_DESC", 2078, "DESCR", "TEXT"),
    **DESCRIPTION,
)


class ServiceSpec(Spec):
    """A program that starts and stops with the queue manager."""

    kind: ClassVar[str] = "mq:Service"
    mqsc: ClassVar[MqscCommands] = MqscCommands("SERVICE", keeps_authorities=False)
    pcf: ClassVar[PcfCommands] = PcfCommands(
        object="SERVICE",
        numbers={"CHANGE": 149, "COPY": 150, "CREATE": 151, "DELETE": 152, "INQUIRE": 153},
        name="ServiceName",
        title="Service",
        copied=(3126, 3127),
        attributes=1224,
    )
    cl: ClassVar[ClCommands] = ClCommands(
        create="CRTMQMSVC",
        change="CHGMQMSVC",
        copy="CPYMQMSVC",
        delete="DLTMQMSVC",
        name="SVCNAME",
        positions={
            "CRTMQMSVC": f"SVCNAME MQMNAME REPLACE {_POSITIONS}",
            "CHGMQMSVC": f"SVCNAME MQMNAME {_POSITIONS}",
            "CPYMQMSVC": f"FROMSVC TOSVC MQMNAME REPLACE {_POSITIONS}",
            "DLTMQMSVC": "SVCNAME MQMNAME",
        },
        copied=("FROMSVC", "TOSVC"),
        default="*SYSDFTSVC",
    )
    default_object: ClassVar[str | None] = "SYSTEM.DEFAULT.SERVICE"
    # One that is a single command has no status: it never runs.
    runs: ClassVar[RunCommands | None] = RunCommands("SVSTATUS")
    namespace: ClassVar[str] = "service"
    roles: ClassVar[tuple[Role, ...]] = (Role.SERVICE,)
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
