"""A kind that three fields name together, in one file.

Source: IBM's Set Authority Record (PCF); SET AUTHREC. No dialect here writes its commands, which
name an object by parameters.
"""

from typing import Annotated, ClassVar

from pydantic import Field

from queuewright.catalogue.attribute import Attribute, Change, Choice
from queuewright.catalogue.commands import MqscCommands
from queuewright.catalogue.names import generic_channel_name, no_control_characters
from queuewright.catalogue.sources import PCF_COMMANDS
from queuewright.catalogue.spec import Lifecycle, Spec

SOURCES = (PCF_COMMANDS.at("Set Authority Record"),)
PROFILE = Attribute(
    title="Profile name",
    sources=SOURCES,
    mqsc="PROFILE",
    max_length=48,
    syntax=generic_channel_name,
    change=Change.REPLACE,
    required=True,
)
OBJECT_TYPE = Attribute(
    title="Object type",
    sources=SOURCES,
    mqsc="OBJTYPE",
    choices=(Choice("queue", "QUEUE"), Choice("topic", "TOPIC")),
    change=Change.REPLACE,
    required=True,
)
GROUP = Attribute(
    title="Group",
    sources=SOURCES,
    mqsc="GROUP",
    max_length=1024,
    syntax=no_control_characters,
    change=Change.REPLACE,
)
AUTHORITIES = Attribute(
    title="Authorities",
    sources=SOURCES,
    mqsc="AUTHADD",
    mqsc_removed="AUTHRMV",
    choices=tuple(Choice(word, word.upper()) for word in ("get", "put", "browse")),
    max_items=30,
)


class AuthorityRecordSpec(Spec):
    """What a group may do with the objects that a profile names."""

    kind: ClassVar[str] = "mq:AuthorityRecord"
    lifecycle: ClassVar[Lifecycle] = Lifecycle.RECORD
    mqsc: ClassVar[MqscCommands] = MqscCommands("AUTHREC")
    namespace: ClassVar[str] = "authority record"
    module: ClassVar[tuple[str, str]] = ("authorities", "Authority records")

    name: Annotated[str, PROFILE]
    object_type: Annotated[str, OBJECT_TYPE]
    group: Annotated[str | None, GROUP] = None
    authorities: Annotated[Annotated[tuple[str, ...], Field(strict=False)] | None, AUTHORITIES] = (
        None
    )

    @classmethod
    def identity(cls) -> tuple[str, ...]:
        return ("name", "object_type", "group")
