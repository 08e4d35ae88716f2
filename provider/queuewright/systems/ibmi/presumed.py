"""Entries that no service shows: whether one is there is found out by sending commands.

Source: docs/systems.md, job queue entries of subsystems that have ended.
"""

from collections.abc import Callable
from dataclasses import replace

from queuewright.catalogue.errors import CommandFailed
from queuewright.catalogue.key import Key
from queuewright.dialects.definition import Action, Definition
from queuewright.systems.reading import presumable

# The subsystem description, or its library, is not there.
_NOT_FOUND = ("CPF9801", "CPF9810")
Send = Callable[[Definition], None]


def send_instead(send: Send, definition: Definition, refusal: CommandFailed) -> None:
    """An entry that cannot be added is changed, and one that cannot be changed is added. Raises
    what refused the first command where the second is refused too."""
    if not presumable(definition.kind):
        raise refusal
    try:
        send(definition)
    except CommandFailed:
        raise refusal from None


def remove(send: Send, key: Key) -> None:
    """Delete the object. An entry that can be added was gone already, and so was one whose
    subsystem description is. Raises CommandFailed."""
    removal = Definition(key.kind, key.name, Action.DELETE)
    try:
        send(removal)
    except CommandFailed as refusal:
        if not presumable(key.kind):
            raise
        try:
            if refusal.message_id not in _NOT_FOUND:
                send(replace(removal, action=Action.CREATE))
                send(removal)
        except CommandFailed as other:
            if other.message_id not in _NOT_FOUND:
                raise refusal from None
