"""mq:Process. Sources: IBM's Change, Copy and Create Process (PCF), DEFINE PROCESS, CRTMQMPRC."""

from functools import partial
from typing import Annotated, ClassVar

from queuewright.catalogue.attribute import Choice
from queuewright.catalogue.commands import ClCommands, MqscCommands, PcfCommands
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.joint_check import JointCheck
from queuewright.catalogue.platform import Platform
from queuewright.catalogue.references import Role
from queuewright.catalogue.sources import CHANGE_PROCESS, CRTMQMPRC
from queuewright.catalogue.spec import Spec

from . import common_attributes as common
from .choices import choice
from .named import DESCRIPTION, OWN_NAME, TEXT, Names, documented
from .queue_rules import command_elsewhere, not_shared

_attribute = partial(documented, CHANGE_PROCESS, CRTMQMPRC)
_USUAL = {Platform.ZOS: "mvs", Platform.IBMI: "os400", Platform.WINDOWS: "windows_nt"}


def _of_platform(facts: SystemFacts, _: str) -> str:
    """APPLTYPE(DEF): what is stored is the type of the platform that runs the command."""
    return _USUAL.get(facts.platform, "unix")


PROCESS_NAME = _attribute(
    "Process name",
    Names("ProcessName", "MQCA_PROCESS_NAME", 2012, None, "PRCNAME"),
    **OWN_NAME,
)
PROCESS_DESCRIPTION = _attribute(
    "Description of process definition",
    Names("ProcessDesc", "MQCA_PROCESS_DESC", 2011, "DESCR", "TEXT"),
    **DESCRIPTION,
)
APPLICATION_TYPE = _attribute(
    "Application type",
    Names("ApplType", "MQIA_APPL_TYPE", 1, "APPLTYPE", "APPTYPE"),
    limits=(0, 999_999_999),
    choices=(
        choice("MQAT_UNIX", 6, "UNIX", "*UNIX"),
        choice("MQAT_CICS", 1, "CICS", "*CICS"),
        choice("MQAT_DOS", 5, "DOS", "*DOS"),
        choice("MQAT_IMS", 3, "IMS", "*IMS"),
        choice("MQAT_MVS", 2, "MVS", "*MVS"),
        choice("MQAT_NOTES_AGENT", 22, "NOTESAGENT", "*NOTES_AGENT"),
        choice("MQAT_NSK", 13, "NSK", "*NSK"),
        choice("MQAT_OS400", 8, "OS400", "*OS400"),
        choice("MQAT_VMS", 12, "VMS", "*VMS"),
        choice("MQAT_WINDOWS", 9, "WINDOWS", "*WINDOWS"),
        choice("MQAT_WINDOWS_NT", 11, "WINDOWSNT", "*WINDOWS_NT"),
        choice("MQAT_WLM", 31, "WLM"),
        # Its number is that of the platform whose header names it.
        Choice("default", "DEF", "MQAT_DEFAULT", cl="*DEF", resolved=_of_platform),
    ),
    shipped="unix",
    shipped_on=_USUAL,
)
APPLICATION_IDENTIFIER = _attribute(
    "Application identifier",
    Names("ApplId", "MQCA_APPL_ID", 2001, "APPLICID", "APPID"),
    **TEXT | {"cl_blank": None},
    max_length=256,
)
ENVIRONMENT_DATA = _attribute(
    "Environment data",
    Names("EnvData", "MQCA_ENV_DATA", 2007, "ENVRDATA", "ENVDATA"),
    **TEXT,
    max_length=128,
)
USER_DATA = _attribute(
    "User data",
    Names("UserData", "MQCA_USER_DATA", 2021, "USERDATA", "USRDATA"),
    **TEXT,
    max_length=128,
)


class ProcessSpec(Spec):
    """The application that a trigger monitor starts for a queue that names the process."""

    kind: ClassVar[str] = "mq:Process"
    mqsc: ClassVar[MqscCommands] = MqscCommands("PROCESS", keeps_authorities=False)
    pcf: ClassVar[PcfCommands] = PcfCommands(
        object="PROCESS",
        numbers={"CHANGE": 3, "COPY": 4, "CREATE": 5, "DELETE": 6, "INQUIRE": 7},
        name="ProcessName",
        title="Process",
        copied=(3003, 3004),
        attributes=1003,
    )
    cl: ClassVar[ClCommands] = ClCommands(
        create="CRTMQMPRC",
        change="CHGMQMPRC",
        copy="CPYMQMPRC",
        delete="DLTMQMPRC",
        name="PRCNAME",
        positions={
            "CRTMQMPRC": "PRCNAME MQMNAME REPLACE TEXT APPTYPE APPID USRDATA ENVDATA",
            "CHGMQMPRC": "PRCNAME MQMNAME TEXT APPTYPE APPID USRDATA ENVDATA",
            "CPYMQMPRC": "FROMPRC TOPRC MQMNAME REPLACE TEXT APPTYPE APPID USRDATA ENVDATA",
            "DLTMQMPRC": "PRCNAME MQMNAME",
        },
        copied=("FROMPRC", "TOPRC"),
        default="*SYSDFTPRC",
    )
    default_object: ClassVar[str | None] = "SYSTEM.DEFAULT.PROCESS"
    opened_as: ClassVar[str] = "PROCESS"
    namespace: ClassVar[str] = "process"
    roles: ClassVar[tuple[Role, ...]] = (Role.PROCESS,)
    module: ClassVar[tuple[str, str]] = ("processes", "Processes")

    checks: ClassVar[tuple[JointCheck, ...]] = (command_elsewhere, not_shared)

    name: Annotated[str, PROCESS_NAME]
    process_description: Annotated[str | None, PROCESS_DESCRIPTION] = None
    application_type: Annotated[int | str | None, APPLICATION_TYPE] = None
    application_identifier: Annotated[str | None, APPLICATION_IDENTIFIER] = None
    environment_data: Annotated[str | None, ENVIRONMENT_DATA] = None
    user_data: Annotated[str | None, USER_DATA] = None
    queue_sharing_group_disposition: Annotated[
        str | None, common.QUEUE_SHARING_GROUP_DISPOSITION
    ] = None
    command_scope: Annotated[str | None, common.COMMAND_SCOPE] = None
