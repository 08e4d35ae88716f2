"""Storage classes of z/OS. Source: IBM MQ, MQSC: DEFINE STGCLASS."""

from functools import partial
from typing import Annotated, ClassVar

from queuewright.catalogue.commands import MqscCommands
from queuewright.catalogue.names import cf_structure
from queuewright.catalogue.platform import Platform
from queuewright.catalogue.spec import Spec

from . import common_attributes as common
from .named import DESCRIPTION, NO_YES, OWN_NAME, TEXT, mqsc_attribute

_attribute = partial(mqsc_attribute, "DEFINE STGCLASS")

STORAGE_CLASS_NAME = _attribute(
    "Storage class name",
    None,
    **{**OWN_NAME, "max_length": 8, "syntax": cf_structure},
    platforms=frozenset({Platform.ZOS}),
)
PAGE_SET_ID = _attribute("Page set identifier", "PSID", limits=(0, 99), shipped=0)
STORAGE_CLASS_DESCRIPTION = _attribute("Description", "DESCR", **DESCRIPTION)
XCF_GROUP_NAME = _attribute("XCF group of IMS", "XCFGNAME", **TEXT, max_length=8)
XCF_MEMBER_NAME = _attribute("XCF member of IMS", "XCFMNAME", **TEXT, max_length=16)
PASS_TICKET_APPLICATION = _attribute(
    "Whether the bridge to IMS uses PassTickets", "PASSTKTA", **NO_YES, shipped="no"
)


class StorageClassSpec(Spec):
    """Which page set queues are kept on."""

    kind: ClassVar[str] = "mq:StorageClass"
    is_managed: ClassVar[bool] = False
    mqsc: ClassVar[MqscCommands] = MqscCommands("STGCLASS")
    default_object: ClassVar[str | None] = "DEFAULT"
    namespace: ClassVar[str] = "stgclass"
    module: ClassVar[tuple[str, str]] = ("storage_classes", "Storage classes")

    name: Annotated[str, STORAGE_CLASS_NAME]
    queue_sharing_group_disposition: Annotated[
        str | None, common.QUEUE_SHARING_GROUP_DISPOSITION
    ] = None
    page_set_id: Annotated[int | None, PAGE_SET_ID] = None
    storage_class_description: Annotated[str | None, STORAGE_CLASS_DESCRIPTION] = None
    xcf_group_name: Annotated[str | None, XCF_GROUP_NAME] = None
    xcf_member_name: Annotated[str | None, XCF_MEMBER_NAME] = None
    pass_ticket_application: Annotated[str | None, PASS_TICKET_APPLICATION] = None
