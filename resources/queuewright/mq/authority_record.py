"""Authority records. Source: IBM MQ, MQSC: SET AUTHREC."""

from functools import partial
from typing import Annotated, ClassVar

from pydantic import Field

from queuewright.catalogue.attribute import Change, Choice
from queuewright.catalogue.commands import MqscCommands
from queuewright.catalogue.names import generic_channel_name, no_control_characters
from queuewright.catalogue.platform import MULTIPLATFORMS
from queuewright.catalogue.spec import Lifecycle, Spec

from .named import mqsc_attribute

_attribute = partial(mqsc_attribute, "SET AUTHREC")
_ENTITY = {"max_length": 1024, "syntax": no_control_characters, "change": Change.REPLACE}
_TYPES = (
    "AUTHINFO", "CHANNEL", "CLNTCONN", "COMMINFO", "LISTENER", "NAMELIST", "PROCESS", "QMGR",
    "QUEUE", "RQMNAME", "SERVICE", "TOPIC",
)  # fmt: skip
_WORDS = (
    "ALL", "ALLADM", "ALLMQI", "ALTUSR", "BROWSE", "CHG", "CLR", "CONNECT", "CRT", "CTRL", "CTRLX",
    "DLT", "DSP", "GET", "INQ", "NONE", "PASSALL", "PASSID", "PUB", "PUT", "RESUME", "SET",
    "SETALL", "SETID", "SUB", "SYSTEM",
)  # fmt: skip

PROFILE = _attribute(
    "Profile name",
    "PROFILE",
    max_length=48,
    syntax=generic_channel_name,
    change=Change.REPLACE,
    required=True,
    platforms=MULTIPLATFORMS,
)
OBJECT_TYPE = _attribute(
    "Object type",
    "OBJTYPE",
    choices=tuple(Choice(word.lower(), word) for word in _TYPES),
    change=Change.REPLACE,
    required=True,
)
GROUP = _attribute("Group", "GROUP", **_ENTITY)
PRINCIPAL = _attribute("Principal", "PRINCIPAL", **_ENTITY)
AUTHORITIES = _attribute(
    "Authorities",
    "AUTHADD",
    choices=tuple(Choice(word.lower(), word) for word in _WORDS),
    max_items=len(_WORDS),
    mqsc_removed="AUTHRMV",
)


class AuthorityRecordSpec(Spec):
    """The authorities of a group or a principal on the objects that a profile names."""

    kind: ClassVar[str] = "mq:AuthorityRecord"
    is_managed: ClassVar[bool] = False
    lifecycle: ClassVar[Lifecycle] = Lifecycle.RECORD
    mqsc: ClassVar[MqscCommands] = MqscCommands("AUTHREC")
    namespace: ClassVar[str] = "authority record"
    module: ClassVar[tuple[str, str]] = ("authorities", "Authority records")

    name: Annotated[str, PROFILE]
    object_type: Annotated[str, OBJECT_TYPE]
    group: Annotated[str | None, GROUP] = None
    principal: Annotated[str | None, PRINCIPAL] = None
    authorities: Annotated[Annotated[tuple[str, ...], Field(strict=False)] | None, AUTHORITIES] = (
        None
    )

    @classmethod
    def identity(cls) -> tuple[str, ...]:
        return ("name", "object_type", "group", "principal")
