"""ibmi:DdmDataQueue. Source: CRTDTAQ with TYPE(*DDM)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar

from pydantic import Field

from queuewright.catalogue.attribute import Ref, Strength
from queuewright.catalogue.commands import ClCommands
from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.joint_check import JointCheck, joint
from queuewright.catalogue.names import communications_name, relational_database
from queuewright.catalogue.references import Role
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import CRTDTAQ, READINGS

from .base import LibraryObjectSpec
from .common_attributes import (
    AUTHORITY,
    AUTHORIZATION_LIST,
    IBMI_NAME,
    public_by_list,
    special,
    stays,
)
from .data_queue import DATA_QUEUE_TEXT, NAME, data_queue_attribute
from .owner import OWNED_BY
from .private_authorities import PRIVATE_AUTHORITIES, granted_to_users

_COMMUNICATIONS_NAME: dict[str, Any] = {"max_length": 8, "syntax": communications_name}
REMOTE_DATA_QUEUE = data_queue_attribute(
    "Remote data queue",
    "RMTDTAQ, qualifier 1",
    "REMOTE_DATA_QUEUE",
    **IBMI_NAME,
    reference=Ref((Role.DATA_QUEUE,), Strength.SOFT, is_remote=True),
    required=True,
)
REMOTE_DATA_QUEUE_LIBRARY = data_queue_attribute(
    "Remote data queue library",
    "RMTDTAQ, qualifier 2",
    "REMOTE_DATA_QUEUE_LIBRARY",
    **IBMI_NAME,
    choices=(special("*LIBL"), special("*CURLIB")),
    default="libl",
)
REMOTE_LOCATION = data_queue_attribute(
    "Remote location",
    "RMTLOCNAME",
    "REMOTE_LOCATION",
    **_COMMUNICATIONS_NAME,
    choices=(special("*RDB"),),
    required=True,
)
RELATIONAL_DATABASE = data_queue_attribute(
    "Relational database",
    "RDB",
    "RELATIONAL_DATABASE_NAME",
    max_length=18,
    syntax=relational_database,
    reference=Ref((Role.RELATIONAL_DATABASE,), Strength.SOFT),
)
APPC_DEVICE_DESCRIPTION = data_queue_attribute(
    "APPC device description",
    "DEV",
    "APPC_DEVICE_DESCRIPTION",
    **IBMI_NAME,
    choices=(special("*LOC"),),
    default="loc",
)
LOCAL_LOCATION = data_queue_attribute(
    "Local location",
    "LCLLOCNAME",
    "LOCAL_LOCATION",
    **_COMMUNICATIONS_NAME,
    choices=(special("*LOC"), special("*NETATR")),
    default="loc",
)
MODE = data_queue_attribute(
    "Mode",
    "MODE",
    "MODE",
    **_COMMUNICATIONS_NAME,
    choices=(special("*NETATR"),),
    default="netatr",
)
REMOTE_NETWORK_IDENTIFIER = data_queue_attribute(
    "Remote network identifier",
    "RMTNETID",
    "REMOTE_NETWORK_ID",
    **_COMMUNICATIONS_NAME,
    choices=(special("*LOC"), special("*NETATR"), special("*NONE")),
    default="loc",
)


DATABASE_MISSING = Rule(
    "database-missing",
    "A relational database is not named",
    'is required with remote_location "rdb"',
    "give relational_database",
    (CRTDTAQ.at("RDB"),),
    "relational_database",
)
DATABASE_UNUSED = Rule(
    "database-unused",
    "A relational database with a remote location of another sort",
    'belongs to remote_location "rdb" only',
    'set remote_location="rdb", or leave relational_database out',
    (READINGS.at("RDB with a named RMTLOCNAME"),),
    "relational_database",
)


@joint(DATABASE_MISSING, DATABASE_UNUSED, of=("remote_location", "relational_database"))
def _database(values: Mapping[str, Any], facts: SystemFacts | None) -> Iterator[Diagnostic]:
    location, database = values.get("remote_location"), values.get("relational_database")
    if location == "rdb" and not database:
        yield DATABASE_MISSING()
    elif location not in (None, "rdb") and database:
        yield DATABASE_UNUSED()


class DdmDataQueueSpec(LibraryObjectSpec):
    """A data queue that stands for one on another IBM i."""

    kind: ClassVar[str] = "ibmi:DdmDataQueue"
    cl: ClassVar[ClCommands] = ClCommands(
        create="CRTDTAQ",
        delete="DLTDTAQ",
        name="DTAQ",
        fixed=(("TYPE", "*DDM"),),
        positions={"CRTDTAQ": "DTAQ MAXLEN", "DLTDTAQ": "DTAQ"},
    )
    namespace: ClassVar[str] = "*DTAQ"
    roles: ClassVar[tuple[Role, ...]] = (Role.LIBRARY_OBJECT,)
    module: ClassVar[tuple[str, str]] = ("ddm_data_queues", "DDM data queues")
    checks: ClassVar[tuple[JointCheck, ...]] = (_database, public_by_list, granted_to_users, stays)

    name: Annotated[str, NAME]
    remote_data_queue: Annotated[str, REMOTE_DATA_QUEUE]
    remote_data_queue_library: Annotated[str | None, REMOTE_DATA_QUEUE_LIBRARY] = None
    remote_location: Annotated[str, REMOTE_LOCATION]
    relational_database: Annotated[str | None, RELATIONAL_DATABASE] = None
    appc_device_description: Annotated[str | None, APPC_DEVICE_DESCRIPTION] = None
    local_location: Annotated[str | None, LOCAL_LOCATION] = None
    mode: Annotated[str | None, MODE] = None
    remote_network_identifier: Annotated[str | None, REMOTE_NETWORK_IDENTIFIER] = None
    text_description: Annotated[str | None, DATA_QUEUE_TEXT] = None
    authority: Annotated[str | None, AUTHORITY] = None
    authorization_list: Annotated[str | None, AUTHORIZATION_LIST] = None
    owner: Annotated[str | None, OWNED_BY] = None
    private_authorities: Annotated[
        dict[str, Annotated[tuple[str, ...], Field(strict=False)]] | None, PRIVATE_AUTHORITIES
    ] = None
