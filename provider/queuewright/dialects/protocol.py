"""The interface of every dialect, and the form that scripts are read into."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, Protocol

from queuewright.catalogue.ccsid import CCSIDS
from queuewright.catalogue.diagnostic import Diagnostic, one_line, shown
from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.facts import SystemFacts, own_length
from queuewright.catalogue.observed import Observed
from queuewright.catalogue.platform import Platform

from .definition import Definition
from .each_object import OnEachObject
from .rearrangement import Rearrangement


class CannotWrite(QueuewrightError, ValueError):
    """A definition that a dialect has no words for; one line: object, value, reason, way out."""

    def __init__(self, text: str) -> None:
        super().__init__(one_line(text))


END_OF_PROGRAM = "*RETURN"  # as a label
# A message that a program monitors for, and the label that it goes on at, "" for the next command.
Monitored = tuple[str, str]


class Jump(NamedTuple):
    """A program goes on at a label from here, END_OF_PROGRAM for its end; on: only where the
    command before failed with one of these messages, () for always."""

    label: str
    on: tuple[str, ...] = ()


class Stop(NamedTuple):
    """Nothing from here on can be told: why."""

    diagnostic: Diagnostic
    on: tuple[str, ...] = ()


# Marks that a program passes on its way to a command: labels, and where it goes to.
Mark = str | Jump | Stop


class ProgramStep(Protocol):
    """Where a command stands in a program: see `Entry`."""

    @property
    def line(self) -> int: ...
    @property
    def column(self) -> int: ...
    @property
    def labels(self) -> tuple[Mark, ...]: ...
    @property
    def monitors(self) -> Sequence[Monitored]: ...
    @property
    def runs_on(self) -> tuple[str, ...]: ...
    @property
    def skipped(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class SourceFacts:
    """The facts that a script gives about its system; None and "" where it does not.
    platform_name: as the queue manager reports it (UNIX, OS400, ...); platform: what that means,
    None for what is not known here. others: further queue managers that it has commands of.
    is_job: of z/OS, whose steps say which queue manager each is for."""

    queue_manager: str = ""
    platform: Platform | None = None
    platform_name: str = ""
    command_level: int | None = None
    ccsid: int | None = None
    max_message_length: int | None = None
    others: tuple[str, ...] = ()
    is_job: bool = False

    @property
    def named(self) -> tuple[str, ...]:
        """Every queue manager that it names."""
        return (self.queue_manager, *self.others) if self.queue_manager else ()

    @property
    def several(self) -> str:
        """The problem of commands of several queue managers in one file, "" for one."""
        if not self.others:
            return ""
        named = ", ".join(map(shown, self.named))
        return (
            f"commands of several queue managers in one file: {named}; give each a file of its own"
        )

    def system_facts(self, name: str) -> SystemFacts:
        """Of that system, what the script does not say being as it usually is."""
        platform = self.platform or Platform.LINUX
        level = self.command_level or SystemFacts(name).command_level
        ccsid_given = self.ccsid if self.ccsid in CCSIDS else None
        ccsid = ccsid_given or platform.usual_ccsid
        return SystemFacts(
            name,
            platform,
            level,
            ccsid,
            queue_manager=own_length(self.max_message_length),
            is_ccsid_known=ccsid_given is not None,
        )


@dataclass(frozen=True, slots=True)
class Entry:
    """One command of a script.

    words: what it is called (`DEFINE TOPIC`), and name: the object that it names, where no
    definition says it. library: the one that it creates. grants: a library, and what *PUBLIC gets
    to objects that are created there, a word or a list. rearranged: what it does to objects by
    library and name; on_each: to the authorities of every object. labels, monitors, runs_on,
    skipped: its place in a program, see cl/parser.py. decided: the line of what decides whether a
    shell script or a playbook runs it, 0 where nothing does.
    definitions: what it says of objects of the catalogue, mostly one; none for a command that
    cannot be read, or is about something else. problems: those that no definition has. source: the
    command as its dialect parsed it, where the dialect validates that. index counts from 1.
    """

    text: str
    definitions: tuple[Definition, ...] = ()
    problems: tuple[Diagnostic, ...] = ()
    line: int = 0
    column: int = 0
    source: Any = None
    index: int = 0
    words: str = ""
    name: str = ""
    library: str = ""
    grants: tuple[str, str] | None = None
    rearranged: Rearrangement | None = None
    on_each: OnEachObject | None = None
    labels: tuple[Mark, ...] = ()
    monitors: Sequence[Monitored] = ()
    runs_on: tuple[str, ...] = ()
    skipped: bool = False
    decided: int = 0


@dataclass(frozen=True, slots=True)
class Given:
    """Facts that people give about a file. variables: of a CL program or a shell script, by their
    names in upper case without & and $. ccsid: that it is in, where it is EBCDIC; None for the
    usual one. queue_manager: the one that is meant, of several that a shell script has commands
    for. rendered: the file is not a template, and text that looks like an
    insert of one is text."""

    variables: Mapping[str, str] = field(default_factory=dict)
    ccsid: int | None = None
    queue_manager: str = ""
    rendered: bool = False


NOTHING_GIVEN = Given()


@dataclass(frozen=True, slots=True)
class Script:
    """Every command in order; skipped: commands that belong to a program, by name, and skipped_at:
    their lines, where they are known. monitors: what
    the program monitors for throughout. ending: what it passes behind its last command. unused:
    variables that were given and that it has not, None where the dialect has none. headings: line
    of a command -> the comments above it, "" for blank lines among them."""

    dialect: str
    entries: tuple[Entry, ...]
    skipped: Mapping[str, int] = field(default_factory=dict)
    skipped_at: Mapping[str, Sequence[int]] = field(default_factory=dict)
    facts: SourceFacts = field(default_factory=SourceFacts)
    monitors: tuple[Monitored, ...] = ()
    ending: tuple[Mark, ...] = ()
    unused: frozenset[str] | None = None
    headings: Mapping[int, Sequence[str]] = field(default_factory=dict)

    @classmethod
    def in_order(
        cls, dialect: str, entries: Iterable[Entry], *, in_turn: bool = False, **more: Any
    ) -> "Script":
        """The entries by their places, numbered; more: the other fields. in_turn: they are in the
        order in which they are run already."""
        ordered = (
            entries if in_turn else sorted(entries, key=lambda entry: (entry.line, entry.column))
        )
        numbered = (
            entry if entry.index == index else replace(entry, index=index)
            for index, entry in enumerate(ordered, 1)
        )
        return cls(dialect, tuple(numbered), **more)

    @property
    def definitions(self) -> list[Definition]:
        return [definition for entry in self.entries for definition in entry.definitions]


class DialectCodec(Protocol):
    """Scripts of one dialect, both ways. Pure.

    platform: where its commands run when nobody says; None: anywhere. typed: a command has to say
    which of several kinds it means.
    """

    name: str
    platform: Platform | None = None
    typed: bool = True

    def read(self, data: bytes, *, file: str = "-", given: Given = NOTHING_GIVEN) -> Script:
        """The commands of a file; never raises for its content."""
        ...

    def validate(self, entry: Entry, platform: Platform | None) -> list[Diagnostic]:
        """The problems that only this dialect finds, without the rules of the catalogue."""
        return list(entry.problems)

    def write(self, definition: Definition) -> list[str]:
        """The commands that say it. Raises a QueuewrightError, one line, where there are none."""
        ...

    def observe(self, system: str, answer: bytes) -> Iterator[Observed]:
        """The objects that an answer of a system tells of: responses in PCF and mqweb, in MQSC and
        CL the commands that would create them. Raises QueuewrightError for anything else."""
        ...


class ReadOnlyDialect(DialectCodec):
    """A dialect that others write, and that is only read here. noun: of its files."""

    noun: str

    def write(self, definition: Definition) -> list[str]:
        reason = f"{self.noun} is only read here; write mqsc in its place"
        raise CannotWrite(f"{definition.kind} {definition.name}: {reason}")

    def observe(self, system: str, answer: bytes) -> Iterator[Observed]:
        raise CannotWrite(f"{system}: {self.noun} is not an answer of a system")
