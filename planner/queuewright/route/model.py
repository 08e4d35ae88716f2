"""A route: the ways that a message takes, each hop with what breaks it and what is not known."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from queuewright.catalogue.diagnostic import Diagnostic, one_line
from queuewright.catalogue.key import Key


class HopKind(StrEnum):
    """The part that an object has in a route."""

    ALIAS = "alias queue"
    REMOTE = "remote queue"
    MANAGER_ALIAS = "queue manager alias"
    CLUSTER = "cluster"
    TRANSMISSION = "transmission queue"
    SENDER = "sending channel"
    LISTENER = "listener"
    RECEIVER = "receiving channel"
    AUTHENTICATION = "channel authentication"
    AUTHORITY = "authority"
    QUEUE = "queue"
    TOPIC = "topic"
    DEAD_LETTER = "dead-letter queue"


class Verdict(StrEnum):
    """Whether a message arrives."""

    ARRIVES = "arrives"
    UNKNOWN = "not known"
    BREAKS = "breaks"


@dataclass(frozen=True, slots=True)
class Hop:
    """One step. name: of the object, or what stands there. text: what happens. problems: errors
    break the way, warnings do not. unknown: what nobody can say from the definitions."""

    kind: HopKind
    system: str
    name: str
    key: Key | None = None
    text: str = ""
    problems: tuple[Diagnostic, ...] = ()
    unknown: tuple[str, ...] = ()

    @property
    def verdict(self) -> Verdict:
        if any(problem.is_error for problem in self.problems):
            return Verdict.BREAKS
        return Verdict.UNKNOWN if self.unknown else Verdict.ARRIVES

    def __str__(self) -> str:
        return one_line(
            f"{self.system} {self.kind} {self.name}{f': {self.text}' * bool(self.text)}"
        )


@dataclass(frozen=True, slots=True)
class Arrival:
    """A message that comes in at a system by a channel. users: whom the channel may put it as, ""
    for the queue manager's own; context: the user is that of each message. others: a record that
    nobody has read may make it another one."""

    system: str
    channel: Key
    users: tuple[str, ...] = ("",)
    context: bool = False
    others: bool = False


@dataclass(frozen=True, slots=True)
class Way:
    """One way of a message. end: what becomes of the message there. share: its part of the
    messages, 1 where there is one way. longest: bytes of the longest message that it takes, None
    where that is not known; narrowest: what sets that limit."""

    hops: tuple[Hop, ...]
    end: str
    share: float = 1.0
    longest: int | None = None
    narrowest: str = ""

    @property
    def verdict(self) -> Verdict:
        verdicts = {hop.verdict for hop in self.hops if hop.kind is not HopKind.DEAD_LETTER}
        return next(v for v in (Verdict.BREAKS, Verdict.UNKNOWN, Verdict.ARRIVES) if v in verdicts)

    @property
    def last(self) -> Hop:
        """The hop where the message ends if nothing breaks."""
        return [hop for hop in self.hops if hop.kind is not HopKind.DEAD_LETTER][-1]

    @property
    def problems(self) -> Iterator[Diagnostic]:
        for hop in self.hops:
            yield from hop.problems


@dataclass(frozen=True, slots=True)
class Route:
    """Every way of a message that an application at `system` puts to `queue` (and `queue_manager`,
    the ObjectQMgrName, "" for none). is_cut: there are more ways than these."""

    system: str
    queue: str
    queue_manager: str
    ways: tuple[Way, ...]
    is_cut: bool = False

    @property
    def verdict(self) -> Verdict:
        """The worst of its ways."""
        verdicts = {way.verdict for way in self.ways}
        order = (Verdict.BREAKS, Verdict.UNKNOWN, Verdict.ARRIVES)
        return next((verdict for verdict in order if verdict in verdicts), Verdict.UNKNOWN)

    @property
    def name(self) -> str:
        """`ORDERS at QM1`"""
        manager = f" of {self.queue_manager}" if self.queue_manager else ""
        return one_line(f"{self.queue}{manager} at {self.system}")

    @property
    def reasons(self) -> tuple[str, ...]:
        """The reasons that break it, each once."""
        errors = (p for way in self.ways for p in way.problems if p.is_error)
        return tuple(dict.fromkeys(map(text_of, errors)))


def text_of(problem: Diagnostic) -> str:
    """Object, reason and remediation, without sources: `QM1 mq:LocalQueue Q: usage=...: ...`"""
    return one_line(f"{problem.object}: {problem.text}")
