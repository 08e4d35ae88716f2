"""How commands reach a queue manager, and what comes back, whatever carries them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol, runtime_checkable

from queuewright.catalogue.attribute import Attribute
from queuewright.systems.events import EventQueue

from .commands import Command

# One displayed object: keywords of MQSC in any case -> text, whole number or a list of texts; a
# keyword that stands alone (SHARE) has "yes".
Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class MqReply:
    """A queue manager's answer to one command.

    completion and reason are MQ's numbers, reason 0 where only a message tells why. message_id:
    AMQ8150E, CSQM095I, MQWB0103E; text: the messages in one line. rows: what a DISPLAY shows.
    remediation: the way out, where the carrier knows one that the reason does not tell.
    raw: the answer as it came, for a log.
    """

    completion: int = 0
    reason: int = 0
    message_id: str = ""
    text: str = ""
    rows: Sequence[Row] = ()
    raw: str = field(default="", repr=False)
    remediation: str = ""

    @property
    def ok(self) -> bool:
        return self.completion < 2


@dataclass(frozen=True, slots=True)
class Identity:
    """Who the queue manager takes us for. user: "" where the carrier cannot tell; roles: of
    mqweb; clock: the time there."""

    user: str = ""
    roles: Sequence[str] = ()
    clock: datetime | None = None


@runtime_checkable
class Identified(Protocol):
    """A carrier that can tell who we are there."""

    def identity(self) -> Identity:
        """Raises SystemUnavailable."""
        ...


@runtime_checkable
class ReadsEvents(Protocol):
    """A carrier that reads messages of the queue manager's queues as well."""

    def event_queue(self) -> EventQueue:
        """Nothing is connected yet."""
        ...


class MqCarrier(Protocol):
    """Sends commands to one queue manager. Its methods may be called from several threads."""

    @property
    def address(self) -> str:
        """Where it is, for people: a URL, a command line. No credential."""
        ...

    def reads(self, attribute: Attribute) -> bool:
        """Whether its answers can tell an attribute: those in the words of MQSC, by its keyword."""
        ...

    def send(self, commands: Sequence[Command]) -> Sequence[MqReply]:
        """Send the commands in this order and give each its reply; those that do not depend on
        each other may run at once.

        Raises NotSent where nothing reached the queue manager, AnswerLost where a command may have
        been run, SystemUnavailable where asking again is of no use, CannotWrite for what the
        carrier has no words for.
        """
        ...
