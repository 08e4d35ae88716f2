"""Whether a system can be worked with: reached, as whom, with which authorities, by which clock.

Every type of system tells what `System` has; one that knows more has the method of `Examinable`.
"""

import time
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Protocol, runtime_checkable

from queuewright import log
from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.key import Key
from queuewright.kinds import IBMI_KINDS, MQ_KINDS

from .logged import unlogged
from .protocol import System

_CLOCK = 60.0  # seconds that a clock may be off: credentials and certificates depend on it


@dataclass(frozen=True, slots=True)
class CheckFinding:
    """One line. about: reachable, version, user, clock or authority. ok: None for what the system
    does not tell."""

    system: str
    about: str
    ok: bool | None
    text: str

    def __str__(self) -> str:
        word = {True: "ok", False: "error", None: "not reported"}[self.ok]
        return one_line(f"{self.system}: {self.about}: {word}: {self.text}")

    def plain(self) -> dict[str, Any]:
        return {"system": self.system, "about": self.about, "ok": self.ok, "text": self.text}


@runtime_checkable
class Examinable(Protocol):
    """A system that tells who asks it, and what that may do."""

    def examine(self, declared: Collection[Key]) -> Iterable[CheckFinding]:
        """User, clock, and the authorities that `declared` needs and the user lacks."""
        ...


@runtime_checkable
class KnowsUser(Protocol):
    """A system that can tell as whom it is worked with."""

    def user(self) -> str:
        """Whose authorities count there, "" where it does not tell."""
        ...


@runtime_checkable
class KnowsGroups(Protocol):
    """A system whose configuration tells which groups that user is in."""

    def groups(self) -> tuple[str, ...]:
        """Their names, none where it does not tell."""
        ...


@runtime_checkable
class GivesObjects(Protocol):
    """A system whose objects have owners."""

    def refuses_owner(self, user: str) -> str:
        """Why objects cannot be given to a user, "" where nothing is known against it."""
        ...


@runtime_checkable
class KnowsUsers(Protocol):
    """A system that tells which users there are."""

    def lacks_user(self, user: str) -> str:
        """Why a user can get no authorities, "" where nothing is known against it."""
        ...


def lacking(system: System, user: str) -> str:
    """Why a user can get no authorities on a system; "" where nothing is known against it."""
    system = unlogged(system)
    return system.lacks_user(user) if isinstance(system, KnowsUsers) else ""


def refusal_of_owner(system: System, user: str) -> str:
    """Why objects of a system cannot be given to a user; "" where nothing is known against it."""
    system = unlogged(system)
    return system.refuses_owner(user) if isinstance(system, GivesObjects) else ""


def acting_as(system: System) -> tuple[str, tuple[str, ...]]:
    """As whom a system is worked with, and the groups of that user; "" and none where it does not
    tell."""
    system = unlogged(system)
    user = system.user() if isinstance(system, KnowsUser) else ""
    return user, system.groups() if isinstance(system, KnowsGroups) else ()


def check(system: System, declared: Collection[Key]) -> list[CheckFinding]:
    """The findings about a system and what a program declares on it. Never raises for what
    the system does."""
    findings: list[CheckFinding] = []
    try:
        findings.extend(_checked(system, declared))
    except Exception as error:  # the other systems are checked all the same
        log.failure("check", error)
        text = f"{type(error).__name__}: {error} (a bug; run it again as queuewright --debug ...)"
        findings.append(CheckFinding(system.name, "check", False, one_line(text)))
    return findings


def _checked(system: System, declared: Collection[Key]) -> Iterator[CheckFinding]:
    name, about = system.name, "reachable"
    started = time.perf_counter()
    try:
        facts = system.facts
        milliseconds = round((time.perf_counter() - started) * 1000)
        yield CheckFinding(name, about, True, f"answered in {milliseconds} ms")
        text = f"{facts.platform.value}, command level {facts.command_level}, CCSID {facts.ccsid}"
        yield CheckFinding(name, "version", True, text)
        about = "reading"
        known = len(list(system.observe([*MQ_KINDS, *IBMI_KINDS])))
        yield CheckFinding(name, about, True, f"{known} objects can be seen")
        about = "authority"
        if isinstance(system, Examinable):
            yield from system.examine(declared)
        else:
            yield CheckFinding(name, "user", None, "this type of system asks nobody who they are")
    except QueuewrightError as error:
        yield CheckFinding(name, about, False, str(error).removeprefix(f"{name}: "))


def clock(system: str, there: datetime | None) -> CheckFinding:
    """The finding about a clock. there: the time that the system tells, now."""
    if there is None:
        return CheckFinding(system, "clock", None, "no answer has the time of the system")
    off = (there - datetime.now(UTC)).total_seconds()
    text = f"{abs(off):.0f} seconds {'ahead' if off > 0 else 'behind'}"
    if abs(off) <= _CLOCK:
        return CheckFinding(system, "clock", True, text)
    return CheckFinding(system, "clock", False, f"{text}; set one of the clocks right")
