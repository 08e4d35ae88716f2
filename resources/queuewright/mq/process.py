"""Process definitions, which triggered queues name. Source: IBM MQ, MQSC: DEFINE PROCESS."""

from functools import partial
from typing import Annotated, ClassVar

from queuewright.catalogue.commands import MqscCommands
from queuewright.catalogue.platform import Platform
from queuewright.catalogue.references import Role
from queuewright.catalogue.spec import Spec

from .named import DESCRIPTION, OWN_NAME, TEXT, constants, mqsc_attribute

_attribute = partial(mqsc_attribute, "DEFINE PROCESS")

PROCESS_NAME = _attribute("Process name", None, **OWN_NAME)
PROCESS_DESCRIPTION = _attribute("Description of process definition", "DESCR", **DESCRIPTION)
APPLICATION_TYPE = _attribute(
    "Application type",
    "APPLTYPE",
    limits=(0, 999_999_999),
    choices=constants(
        "MQAT", UNIX="UNIX", DEFAULT="DEF", CICS="CICS", DOS="DOS", IMS="IMS", MVS="MVS",
        NOTES_AGENT="NOTESAGENT", NSK="NSK", OS400="OS400", VMS="VMS", WINDOWS="WINDOWS",
        WINDOWS_NT="WINDOWSNT",
    ),
    shipped="unix",
    shipped_on={
        Platform.ZOS: "mvs", Platform.IBMI: "os400", Platform.WINDOWS: "windows_nt",
    },
)  # fmt: skip
APPLICATION_IDENTIFIER = _attribute("Application identifier", "APPLICID", **TEXT, max_length=256)
ENVIRONMENT_DATA = _attribute("Environment data", "ENVRDATA", **TEXT, max_length=128)
USER_DATA = _attribute("User data", "USERDATA", **TEXT, max_length=128)


class ProcessSpec(Spec):
    """What a trigger monitor starts."""

    kind: ClassVar[str] = "mq:Process"
    is_managed: ClassVar[bool] = False
    mqsc: ClassVar[MqscCommands] = MqscCommands("PROCESS")
    default_object: ClassVar[str | None] = "SYSTEM.DEFAULT.PROCESS"
    namespace: ClassVar[str] = "process"
    roles: ClassVar[tuple[Role, ...]] = (Role.PROCESS,)
    module: ClassVar[tuple[str, str]] = ("processes", "Processes")

    name: Annotated[str, PROCESS_NAME]
    process_description: Annotated[str | None, PROCESS_DESCRIPTION] = None
    application_type: Annotated[int | str | None, APPLICATION_TYPE] = None
    application_identifier: Annotated[str | None, APPLICATION_IDENTIFIER] = None
    environment_data: Annotated[str | None, ENVIRONMENT_DATA] = None
    user_data: Annotated[str | None, USER_DATA] = None
