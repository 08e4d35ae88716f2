"""ibmi:OutputQueue. Sources: IBM i, CRTOUTQ, CHGOUTQ, DLTOUTQ; OUTPUT_QUEUE_INFO of the SQL
services."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

from pydantic import Field

from queuewright.catalogue.attribute import Ref, Sql, Strength
from queuewright.catalogue.commands import ClCommands, SqlService
from queuewright.catalogue.joint_check import JointCheck
from queuewright.catalogue.references import Role
from queuewright.catalogue.sources import CRTOUTQ

from .base import LibraryObjectSpec
from .common_attributes import (
    AUTHORIZATION_LIST,
    QUALIFIED,
    TEXT_DESCRIPTION,
    ibmi_attribute,
    name_attribute,
    public_by_list,
    special,
    stays,
)
from .owner import OWNED_BY
from .printing import (
    FORMS_CONTROL_BUFFER,
    HOST_CLASS,
    MAXIMUM_SPOOLED_FILE_SIZE,
    USER_DATA_TRANSFORM,
    USER_DEFINED_DATA,
    USER_DEFINED_OBJECT,
    USER_DEFINED_OPTION,
    USER_DRIVER_PROGRAM,
    without_zero_seconds,
)
from .private_authorities import PRIVATE_AUTHORITIES, granted_to_users
from .remote_writers import (
    CONNECTION_TYPE,
    CUSTOMIZING_OBJECT,
    DESTINATION_OPTIONS,
    DESTINATION_TYPE,
    HOST_PRINT_TRANSFORM,
    IMAGE_CONFIGURATION,
    INTERNET_ADDRESS,
    MANUFACTURER_TYPE_AND_MODEL,
    MESSAGE_QUEUE,
    REMOTE_PRINTER_QUEUE,
    REMOTE_SYSTEM,
    SEPARATOR_PAGE,
    SERVICE,
    SPOOLED_FILE_ASP,
    WRITERS_TO_AUTOSTART,
    remote_writers,
)
from .spooled_queues import authority, authority_to_check, operator_controlled

NAME = name_attribute("Output queue", CRTOUTQ.at("OUTQ"))
ORDER_OF_FILES = ibmi_attribute(
    "Order of files on queue",
    CRTOUTQ.at("SEQ"),
    choices=(special("*FIFO"), special("*JOBNBR")),
    default="fifo",
    sql=Sql(SERVICE, "ORDER_OF_FILES", starred=True),
)
DISPLAY_ANY_FILE = ibmi_attribute(
    "Display any file",
    CRTOUTQ.at("DSPDTA"),
    choices=(special("*NO"), special("*YES"), special("*OWNER")),
    default="no",
    sql=Sql(SERVICE, "DISPLAY_ANY_FILE", starred=True),
)
JOB_SEPARATORS = ibmi_attribute(
    "Job separators",
    CRTOUTQ.at("JOBSEP"),
    minimum=0,
    maximum=9,
    choices=(special("*MSG"),),
    default=0,
    sql=Sql(SERVICE, "JOB_SEPARATORS", {-2: "msg"}),
)
OPERATOR_CONTROLLED = operator_controlled(CRTOUTQ, SERVICE)
DATA_QUEUE = ibmi_attribute(
    "Data queue",
    CRTOUTQ.at("DTAQ"),
    **QUALIFIED,
    choices=(special("*NONE"),),
    default="none",
    reference=Ref((Role.DATA_QUEUE,), Strength.HARD),
    sql=Sql(SERVICE, "DATA_QUEUE_NAME", library="DATA_QUEUE_LIBRARY", null="none"),
)
AUTHORITY_TO_CHECK = authority_to_check(CRTOUTQ, SERVICE)
OUTPUT_QUEUE_TEXT = TEXT_DESCRIPTION.but(
    sources=(CRTOUTQ.at("TEXT"),), sql=Sql(SERVICE, "TEXT_DESCRIPTION")
)
OUTPUT_QUEUE_AUTHORITY = authority(CRTOUTQ)


class OutputQueueSpec(LibraryObjectSpec):
    """An output queue of an IBM i partition. An entry goes to its data queue, `LIBRARY/NAME`,
    whenever a spooled file gets ready.

    `maximum_spooled_file_size` has up to five page limits, `PAGES START END` with times of day:
    "40 08:00 16:00". `user_defined_object` is `LIBRARY/NAME TYPE`: "QGPL/PDF psfcfg".
    """

    kind: ClassVar[str] = "ibmi:OutputQueue"
    is_optional: ClassVar[bool] = True  # the service came late, and columns of it later
    cl: ClassVar[ClCommands] = ClCommands(
        create="CRTOUTQ",
        change="CHGOUTQ",
        delete="DLTOUTQ",
        name="OUTQ",
        positions={"CRTOUTQ": "OUTQ", "CHGOUTQ": "OUTQ", "DLTOUTQ": "OUTQ"},
    )
    sql: ClassVar[SqlService | None] = SqlService(
        SERVICE, "OUTPUT_QUEUE_LIBRARY_NAME", "OUTPUT_QUEUE_NAME", "NUMBER_OF_FILES"
    )
    namespace: ClassVar[str] = "*OUTQ"
    roles: ClassVar[tuple[Role, ...]] = (Role.LIBRARY_OBJECT,)
    module: ClassVar[tuple[str, str]] = ("output_queues", "Output queues")
    holds_messages: ClassVar[bool] = True
    emptied_by: ClassVar[str] = "CLROUTQ"
    checks: ClassVar[tuple[JointCheck, ...]] = (
        remote_writers,
        public_by_list,
        granted_to_users,
        stays,
    )

    name: Annotated[str, NAME]
    maximum_spooled_file_size: Annotated[
        Annotated[tuple[str, ...], Field(strict=False)] | None, MAXIMUM_SPOOLED_FILE_SIZE
    ] = None
    order_of_files: Annotated[str | None, ORDER_OF_FILES] = None
    display_any_file: Annotated[str | None, DISPLAY_ANY_FILE] = None
    job_separators: Annotated[int | str | None, JOB_SEPARATORS] = None
    operator_controlled: Annotated[str | None, OPERATOR_CONTROLLED] = None
    data_queue: Annotated[str | None, DATA_QUEUE] = None
    authority_to_check: Annotated[str | None, AUTHORITY_TO_CHECK] = None
    remote_system: Annotated[str | None, REMOTE_SYSTEM] = None
    remote_printer_queue: Annotated[str | None, REMOTE_PRINTER_QUEUE] = None
    internet_address: Annotated[str | None, INTERNET_ADDRESS] = None
    writers_to_autostart: Annotated[int | str | None, WRITERS_TO_AUTOSTART] = None
    message_queue: Annotated[str | None, MESSAGE_QUEUE] = None
    connection_type: Annotated[str | None, CONNECTION_TYPE] = None
    destination_type: Annotated[str | None, DESTINATION_TYPE] = None
    destination_options: Annotated[str | None, DESTINATION_OPTIONS] = None
    host_print_transform: Annotated[str | None, HOST_PRINT_TRANSFORM] = None
    user_data_transform: Annotated[str | None, USER_DATA_TRANSFORM] = None
    manufacturer_type_and_model: Annotated[str | None, MANUFACTURER_TYPE_AND_MODEL] = None
    workstation_customizing_object: Annotated[str | None, CUSTOMIZING_OBJECT] = None
    image_configuration: Annotated[str | None, IMAGE_CONFIGURATION] = None
    vm_mvs_class: Annotated[str | None, HOST_CLASS] = None
    forms_control_buffer: Annotated[str | None, FORMS_CONTROL_BUFFER] = None
    separator_page: Annotated[str | None, SEPARATOR_PAGE] = None
    user_defined_option: Annotated[
        Annotated[tuple[str, ...], Field(strict=False)] | None, USER_DEFINED_OPTION
    ] = None
    user_defined_object: Annotated[str | None, USER_DEFINED_OBJECT] = None
    user_defined_data: Annotated[str | None, USER_DEFINED_DATA] = None
    user_driver_program: Annotated[str | None, USER_DRIVER_PROGRAM] = None
    spooled_file_asp: Annotated[str | None, SPOOLED_FILE_ASP] = None
    text_description: Annotated[str | None, OUTPUT_QUEUE_TEXT] = None
    authority: Annotated[str | None, OUTPUT_QUEUE_AUTHORITY] = None
    authorization_list: Annotated[str | None, AUTHORIZATION_LIST] = None
    owner: Annotated[str | None, OWNED_BY] = None
    private_authorities: Annotated[
        dict[str, Annotated[tuple[str, ...], Field(strict=False)]] | None, PRIVATE_AUTHORITIES
    ] = None

    @classmethod
    def as_of_now(cls, values: Mapping[str, Any]) -> Mapping[str, Any]:
        """A page limit may have seconds that are zero, which say nothing."""
        values = super().as_of_now(values)
        limits = values.get("maximum_spooled_file_size")
        if not isinstance(limits, list | tuple):
            return values
        short = type(limits)(without_zero_seconds(e) if isinstance(e, str) else e for e in limits)
        return values if short == limits else {**values, "maximum_spooled_file_size": short}
