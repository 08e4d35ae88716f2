"""mq:StorageClass, of z/OS. Sources: IBM's Change, Copy and Create Storage Class (PCF), DEFINE
STGCLASS."""

from functools import partial
from typing import Annotated, ClassVar

from queuewright.catalogue.commands import MqscCommands, PcfCommands
from queuewright.catalogue.joint_check import JointCheck
from queuewright.catalogue.names import cf_structure
from queuewright.catalogue.platform import Platform
from queuewright.catalogue.references import Role
from queuewright.catalogue.sources import CHANGE_STORAGE_CLASS
from queuewright.catalogue.spec import Spec

from . import common_attributes as common
from .named import DESCRIPTION, OWN_NAME, TEXT, Names, documented
from .queue_rules import command_elsewhere, not_shared

_attribute = partial(documented, CHANGE_STORAGE_CLASS, None)

STORAGE_CLASS_NAME = _attribute(
    "Storage class name",
    Names("StorageClassName", "MQCA_STORAGE_CLASS", 2022, None),
    **{**OWN_NAME, "max_length": 8, "syntax": cf_structure},
    platforms=frozenset({Platform.ZOS}),
)
PAGE_SET_ID = _attribute(
    "Page set identifier", Names("PageSetId", "MQIA_PAGESET_ID", 62, "PSID"), limits=(0, 99),
    shipped=0,
)  # fmt: skip
STORAGE_CLASS_DESCRIPTION = _attribute(
    "Description", Names("StorageClassDesc", "MQCA_STORAGE_CLASS_DESC", 2042, "DESCR"),
    **DESCRIPTION,
)  # fmt: skip
XCF_GROUP_NAME = _attribute(
    "XCF group of IMS", Names("XCFGroupName", "MQCA_XCF_GROUP_NAME", 2043, "XCFGNAME"), **TEXT,
    max_length=8,
)  # fmt: skip
XCF_MEMBER_NAME = _attribute(
    "XCF member of IMS", Names("XCFMemberName", "MQCA_XCF_MEMBER_NAME", 2044, "XCFMNAME"), **TEXT,
    max_length=16,
)  # fmt: skip
PASS_TICKET_APPLICATION = _attribute(
    "Application name that RACF authenticates a PassTicket with",
    Names("PassTicketApplication", "MQCA_PASS_TICKET_APPL", 2086, "PASSTKTA"), **TEXT,
    max_length=8,
)  # fmt: skip


class StorageClassSpec(Spec):
    """Which page set queues are kept on."""

    kind: ClassVar[str] = "mq:StorageClass"
    mqsc: ClassVar[MqscCommands] = MqscCommands("STGCLASS", keeps_authorities=False)
    pcf: ClassVar[PcfCommands] = PcfCommands(
        object="STG_CLASS",
        numbers={"CHANGE": 102, "COPY": 111, "CREATE": 109, "DELETE": 113, "INQUIRE": 122},
        name="StorageClassName",
        title="Storage Class",
        copied=(3104, 3105),
        attributes=1156,
        spelled=("STORAGE_CLASS", "StorageClassName"),
    )
    default_object: ClassVar[str | None] = "DEFAULT"
    namespace: ClassVar[str] = "stgclass"
    roles: ClassVar[tuple[Role, ...]] = (Role.STORAGE_CLASS,)
    module: ClassVar[tuple[str, str]] = ("storage_classes", "Storage classes")
    checks: ClassVar[tuple[JointCheck, ...]] = (command_elsewhere, not_shared)

    name: Annotated[str, STORAGE_CLASS_NAME]
    queue_sharing_group_disposition: Annotated[
        str | None, common.QUEUE_SHARING_GROUP_DISPOSITION
    ] = None
    page_set_id: Annotated[int | None, PAGE_SET_ID] = None
    storage_class_description: Annotated[str | None, STORAGE_CLASS_DESCRIPTION] = None
    xcf_group_name: Annotated[str | None, XCF_GROUP_NAME] = None
    xcf_member_name: Annotated[str | None, XCF_MEMBER_NAME] = None
    pass_ticket_application: Annotated[str | None, PASS_TICKET_APPLICATION] = None
    command_scope: Annotated[str | None, common.COMMAND_SCOPE] = None
