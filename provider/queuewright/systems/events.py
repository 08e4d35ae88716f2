"""Reading the configuration events of a queue manager, and what stands in for them where a system
carries only commands.

A message stays on its queue until it is removed, so that who dies in between loses none.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from queuewright.dialects.pcf.events import EventMessage


class EventQueue(Protocol):
    """A queue of event messages, open for one reader. Methods raise SystemUnavailable, and
    CommandFailed where the queue cannot be opened."""

    @property
    def place(self) -> str:
        """Which queue of which queue manager it is, the same for whoever reads it; without a
        credential."""
        ...

    def browse(self, most: int) -> "Sequence[EventMessage]":
        """The messages that are there, the oldest first, at most so many. They stay."""
        ...

    def remove(self, ids: Collection[bytes]) -> None:
        """Take messages off by their MsgId; one that is gone already is not an error."""
        ...

    def close(self) -> None: ...


@runtime_checkable
class TellsEvents(Protocol):
    """A system that may have such a queue."""

    def event_queue(self) -> EventQueue | None:
        """None where the system carries only commands. Nothing is connected yet."""
        ...

    def writes_events(self) -> bool | None:
        """Whether CONFIGEV is ENABLED; None where the system does not say. Raises
        SystemUnavailable, CommandFailed."""
        ...


@runtime_checkable
class TellsAlterations(Protocol):
    """A system that says when each object was last altered."""

    @property
    def address(self) -> str: ...

    def alterations(self) -> Mapping[tuple[str, str], str]:
        """(kind, name) of everything that the queue manager has to what names its last alteration,
        by ALTDATE and ALTTIME. Raises SystemUnavailable, CommandFailed."""
        ...
