"""ibmi:DdmDataQueue. Source: CRTDTAQ with TYPE(*DDM)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar

from queuewright.catalogue.attribute import Change, Ref, Strength, Unit
from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.names import communications_name, ibmi_name, relational_database
from queuewright.catalogue.references import Role
from queuewright.catalogue.sources import CRTDTAQ, READINGS
from queuewright.catalogue.spec import Commands, Rule

from .base import LibraryObjectSpec
from .common_attributes import AUTHORITY, TEXT_DESCRIPTION, ibmi_attribute, special
from .data_queue import NAME

REMOTE_DATA_QUEUE = ibmi_attribute(
    "Remote data queue",
    (CRTDTAQ.at("RMTDTAQ, qualifier 1"),),
    max_length=10,
    unit=Unit.CHARACTERS,
    syntax=ibmi_name,
    reference=Ref((Role.DATA_QUEUE,), Strength.SOFT),
    change=Change.REPLACE,
    required=True,
)
REMOTE_DATA_QUEUE_LIBRARY = ibmi_attribute(
    "Remote data queue library",
    (CRTDTAQ.at("RMTDTAQ, qualifier 2"),),
    max_length=10,
    unit=Unit.CHARACTERS,
    syntax=ibmi_name,
    choices=(special("*LIBL"), special("*CURLIB")),
    default="libl",
    shipped="libl",
    change=Change.REPLACE,
)
REMOTE_LOCATION = ibmi_attribute(
    "Remote location",
    (CRTDTAQ.at("RMTLOCNAME"),),
    max_length=8,
    unit=Unit.CHARACTERS,
    syntax=communications_name,
    choices=(special("*RDB"),),
    change=Change.REPLACE,
    required=True,
)
RELATIONAL_DATABASE = ibmi_attribute(
    "Relational database",
    (CRTDTAQ.at("RDB"),),
    max_length=18,
    unit=Unit.CHARACTERS,
    syntax=relational_database,
    change=Change.REPLACE,
)
APPC_DEVICE_DESCRIPTION = ibmi_attribute(
    "APPC device description",
    (CRTDTAQ.at("DEV"),),
    max_length=10,
    unit=Unit.CHARACTERS,
    syntax=ibmi_name,
    choices=(special("*LOC"),),
    default="loc",
    shipped="loc",
    change=Change.REPLACE,
)
LOCAL_LOCATION = ibmi_attribute(
    "Local location",
    (CRTDTAQ.at("LCLLOCNAME"),),
    max_length=8,
    unit=Unit.CHARACTERS,
    syntax=communications_name,
    choices=(special("*LOC"), special("*NETATR")),
    default="loc",
    shipped="loc",
    change=Change.REPLACE,
)
MODE = ibmi_attribute(
    "Mode",
    (CRTDTAQ.at("MODE"),),
    max_length=8,
    unit=Unit.CHARACTERS,
    syntax=communications_name,
    choices=(special("*NETATR"),),
    default="netatr",
    shipped="netatr",
    change=Change.REPLACE,
)
REMOTE_NETWORK_IDENTIFIER = ibmi_attribute(
    "Remote network identifier",
    (CRTDTAQ.at("RMTNETID"),),
    max_length=8,
    unit=Unit.CHARACTERS,
    syntax=communications_name,
    choices=(special("*LOC"), special("*NETATR"), special("*NONE")),
    default="loc",
    shipped="loc",
    change=Change.REPLACE,
)


def _database(values: Mapping[str, Any], facts: SystemFacts | None) -> Iterator[Diagnostic]:
    location, database = values.get("remote_location"), values.get("relational_database")
    if location == "rdb" and not database:
        yield Diagnostic(
            "database-missing",
            "relational_database",
            'is required with remote_location "rdb"',
            "give relational_database",
            (CRTDTAQ.at("RDB"),),
        )
    elif location not in (None, "rdb") and database:
        yield Diagnostic(
            "database-unused",
            "relational_database",
            'belongs to remote_location "rdb" only',
            'set remote_location="rdb", or leave relational_database out',
            (READINGS.at("RDB with a named RMTLOCNAME"),),
        )


class DdmDataQueueSpec(LibraryObjectSpec):
    """A data queue that stands for one on another IBM i."""

    kind: ClassVar[str] = "ibmi:DdmDataQueue"
    commands: ClassVar[Commands] = Commands(
        cl_create="CRTDTAQ",
        cl_delete="DLTDTAQ",
        cl_name="DTAQ",
        cl_fixed=(("TYPE", "*DDM"),),
        cl_positions={"CRTDTAQ": "DTAQ MAXLEN", "DLTDTAQ": "DTAQ"},
    )
    namespace: ClassVar[str] = "*DTAQ"
    module: ClassVar[tuple[str, str]] = ("ddm_data_queues", "DDM data queues")
    rules: ClassVar[tuple[Rule, ...]] = (
        Rule(
            "database", (CRTDTAQ.at("RDB"),), ("remote_location", "relational_database"), _database
        ),
    )

    name: Annotated[str, NAME]
    remote_data_queue: Annotated[str, REMOTE_DATA_QUEUE]
    remote_data_queue_library: Annotated[str | None, REMOTE_DATA_QUEUE_LIBRARY] = None
    remote_location: Annotated[str, REMOTE_LOCATION]
    relational_database: Annotated[str | None, RELATIONAL_DATABASE] = None
    appc_device_description: Annotated[str | None, APPC_DEVICE_DESCRIPTION] = None
    local_location: Annotated[str | None, LOCAL_LOCATION] = None
    mode: Annotated[str | None, MODE] = None
    remote_network_identifier: Annotated[str | None, REMOTE_NETWORK_IDENTIFIER] = None
    text_description: Annotated[str | None, TEXT_DESCRIPTION] = None
    authority: Annotated[str | None, AUTHORITY] = None
