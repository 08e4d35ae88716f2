"""mq:Namelist. Sources: IBM's Change, Copy and Create Namelist (PCF), DEFINE NAMELIST, CRTMQMNL."""

from typing import Annotated, ClassVar

from pydantic import Field

from queuewright.catalogue.attribute import Ref, Strength
from queuewright.catalogue.commands import ClCommands, MqscCommands, PcfCommands
from queuewright.catalogue.joint_check import JointCheck
from queuewright.catalogue.names import mq_name
from queuewright.catalogue.references import Role
from queuewright.catalogue.spec import Spec
from queuewright.catalogue.system_object import SystemObject

from . import common_attributes as common
from .choices import choice
from .common_attributes import ZOS
from .named import DESCRIPTION, OWN_NAME, Names, namelist_attribute
from .queue_rules import command_elsewhere, not_shared

NAMELIST_NAME = namelist_attribute(
    "The name of the namelist definition",
    Names("NamelistName", "MQCA_NAMELIST_NAME", 2010, None, "NAMELIST"),
    **OWN_NAME,
)
NAMES = namelist_attribute(
    "The names to be placed in the namelist",
    Names("Names", "MQCA_NAMES", 2020, "NAMES", "NAMES"),
    cl_blank="*NONE",
    max_length=48,
    max_items=256,
    syntax=mq_name,
    shipped=(),
    reference=Ref((Role.CLUSTER, Role.QUEUE), Strength.SOFT),
)
NAMELIST_DESCRIPTION = namelist_attribute(
    "Description of namelist definition",
    Names("NamelistDesc", "MQCA_NAMELIST_DESC", 2009, "DESCR", "TEXT"),
    **DESCRIPTION,
)
NAMELIST_TYPE = namelist_attribute(
    "Type of names in the namelist",
    Names("NamelistType", "MQIA_NAMELIST_TYPE", 72, "NLTYPE"),
    choices=(
        choice("MQNT_NONE", 0, "NONE"),
        choice("MQNT_Q", 1, "QUEUE"),
        choice("MQNT_CLUSTER", 2, "CLUSTER"),
        choice("MQNT_AUTH_INFO", 4, "AUTHINFO"),
    ),
    shipped="none",
    platforms=ZOS,
)


class NamelistSpec(Spec):
    """A list of names, such as the clusters that queues belong to."""

    kind: ClassVar[str] = "mq:Namelist"
    mqsc: ClassVar[MqscCommands] = MqscCommands("NAMELIST")
    pcf: ClassVar[PcfCommands] = PcfCommands(
        object="NAMELIST",
        numbers={"CHANGE": 32, "COPY": 33, "CREATE": 34, "DELETE": 35, "INQUIRE": 36},
        name="NamelistName",
        title="Namelist",
        copied=(3005, 3006),
        attributes=1004,
    )
    cl: ClassVar[ClCommands] = ClCommands(
        create="CRTMQMNL",
        change="CHGMQMNL",
        copy="CPYMQMNL",
        delete="DLTMQMNL",
        name="NAMELIST",
        positions={
            "CRTMQMNL": "NAMELIST MQMNAME REPLACE TEXT NAMES",
            "CHGMQMNL": "NAMELIST MQMNAME TEXT NAMES",
            "CPYMQMNL": "FROMNL TONL MQMNAME REPLACE TEXT NAMES",
            "DLTMQMNL": "NAMELIST MQMNAME",
        },
        copied=("FROMNL", "TONL"),
        default="*SYSDFTNL",
    )
    default_object: ClassVar[str | None] = "SYSTEM.DEFAULT.NAMELIST"
    system_objects: ClassVar[tuple[SystemObject, ...]] = (
        SystemObject(
            "SYSTEM.QPUBSUB.QUEUE.NAMELIST",
            {"names": ("SYSTEM.BROKER.DEFAULT.STREAM", "SYSTEM.BROKER.ADMIN.STREAM")},
            700,
        ),
        SystemObject(
            "SYSTEM.QPUBSUB.SUBPOINT.NAMELIST", {"names": ("SYSTEM.BROKER.DEFAULT.SUBPOINT",)}, 700
        ),
    )
    opened_as: ClassVar[str] = "NAMELIST"
    namespace: ClassVar[str] = "namelist"
    roles: ClassVar[tuple[Role, ...]] = (Role.NAMELIST,)
    module: ClassVar[tuple[str, str]] = ("namelists", "Namelists")

    checks: ClassVar[tuple[JointCheck, ...]] = (command_elsewhere, not_shared)

    name: Annotated[str, NAMELIST_NAME]
    names: Annotated[Annotated[tuple[str, ...], Field(strict=False)] | None, NAMES] = None
    namelist_description: Annotated[str | None, NAMELIST_DESCRIPTION] = None
    namelist_type: Annotated[str | None, NAMELIST_TYPE] = None
    queue_sharing_group_disposition: Annotated[
        str | None, common.QUEUE_SHARING_GROUP_DISPOSITION
    ] = None
    command_scope: Annotated[str | None, common.COMMAND_SCOPE] = None
