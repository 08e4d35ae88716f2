"""A script of any dialect, read and validated command by command, and written in any other."""

import json
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from queuewright.catalogue.diagnostic import Diagnostic, Severity, one_line, shown
from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.platform import Platform
from queuewright.dialects import cl, mqsc, mqweb
from queuewright.dialects.mqsc.words import UNMANAGED

from .definition import Action, Definition
from .validation import validate

__all__ = ["Dialect", "Entry", "Script", "pcf_bytes", "read_script", "validate_entry", "write"]


class Dialect(StrEnum):
    """What a script may be written in."""

    MQSC = "mqsc"
    CL = "cl"
    PCF = "pcf"
    MQWEB = "mqweb"


@dataclass(frozen=True, slots=True)
class Entry:
    """One command of a script.

    index counts from 1. definitions: what it says of objects of the catalogue, mostly one; none
    for a command that cannot be read, or is about something else. problems: those that no
    definition has. source: the command as its dialect parsed it.
    """

    index: int
    text: str
    definitions: tuple[Definition, ...] = ()
    problems: tuple[Diagnostic, ...] = ()
    line: int = 0
    column: int = 0
    source: Any = None


@dataclass(frozen=True, slots=True)
class Script:
    """Every command in order; skipped: commands that belong to a program, by name."""

    dialect: Dialect
    entries: tuple[Entry, ...]
    skipped: Mapping[str, int] = field(default_factory=dict)

    @property
    def definitions(self) -> list[Definition]:
        return [one for entry in self.entries for one in entry.definitions]


def read_script(data: bytes, dialect: Dialect, *, file: str = "-") -> Script:
    """Read a script; never raises for its content."""
    if dialect is Dialect.PCF:
        return _pcf(data)
    text = mqsc.decoded(data)
    if dialect is Dialect.CL:
        return _cl(text)
    if dialect is Dialect.MQWEB:
        return _mqweb(text)
    return _mqsc(text, file)


def validate_entry(
    entry: Entry, dialect: Dialect, platform: Platform | None = None
) -> list[Diagnostic]:
    """Everything that the documents have against one command, no system asked.

    CL is validated as on IBM i where no platform is given: it runs nowhere else.
    """
    if dialect is Dialect.CL and platform is None:
        platform = Platform.IBMI
    found = list(entry.problems)
    if dialect is Dialect.PCF and entry.source is not None:
        found = _pcf_validated(entry.source, platform)
    for one in entry.definitions:
        for trouble in map(_known_elsewhere, validate(one, platform)):
            if not any(_same(trouble, other) for other in found):
                found.append(trouble)
    return found


def write(definition: Definition, dialect: Dialect) -> list[str]:
    """The commands that say it. Raises a QueuewrightError, in one line, where there are none."""
    commands = _written(definition, dialect)
    for command in commands:
        try:
            command.encode()
        except UnicodeEncodeError as error:
            half = f"has half a character, {shown(command[error.start : error.end])}"
            where = f"{definition.kind} {definition.name}"
            raise CannotWrite(f"{where}: a value {half}; leave it out") from None
    return commands


def _written(definition: Definition, dialect: Dialect) -> list[str]:
    where = f"{definition.kind} {definition.name}"
    if definition.unknown:
        unknown = ", ".join(sorted(definition.unknown))
        raise CannotWrite(f"{where}: {unknown} has no literal value; give one")
    if dialect is Dialect.CL:
        return cl.render(definition)
    if len(definition.kinds) > 1 and definition.action is not Action.INQUIRE:
        kinds = ", ".join(definition.kinds)
        raise CannotWrite(f"{where}: may be any of {kinds}; say its type in the source")
    if dialect is Dialect.MQSC:
        from queuewright.dialects.mqsc.render import render

        return [render(definition)]
    if dialect is Dialect.MQWEB:
        return [json.dumps(mqweb.request(definition), ensure_ascii=False)]
    from queuewright.dialects.pcf.build import message_of
    from queuewright.dialects.pcf.text import to_text

    return [to_text(message_of(definition))]


def pcf_bytes(line: str) -> bytes:
    """The message of a PCF JSON line, big-endian, CCSID 1208. Raises a QueuewrightError."""
    from queuewright.dialects.pcf.encode import encode
    from queuewright.dialects.pcf.text_parse import from_text

    return encode(from_text(line))


class CannotWrite(QueuewrightError, ValueError):
    """A definition that no other dialect can say."""

    def __init__(self, text: str) -> None:
        super().__init__(one_line(text))


def _known_elsewhere(one: Diagnostic) -> Diagnostic:
    """A keyword of MQSC that MQ itself does not have is an error, the others stay warnings."""
    if one.code != "unknown-attribute" or one.attribute in UNMANAGED:
        return one
    return replace(one, severity=Severity.ERROR)


def _same(one: Diagnostic, other: Diagnostic) -> bool:
    return one.code == other.code and one.attribute == other.attribute


def _cl(text: str) -> Script:
    script = cl.parse(text)
    lines = text.splitlines()
    found: list[Entry] = []
    skipped = Counter(script.skipped)
    for command in script.commands:
        said = cl.definition(command)
        if said is None:
            note = Diagnostic(
                "not-managed",
                None,
                f"{command.name} is about an object that is not managed here; not validated",
                line=command.line,
                column=command.column,
                severity=Severity.WARNING,
            )
            problems = (*command.problems, note)
            found.append(Entry(0, command.text, (), problems, command.line, command.column))
        else:
            found.append(Entry(0, command.text, (said,), (), command.line, command.column, command))
    for trouble in script.problems:
        source = lines[trouble.line - 1].strip() if trouble.line <= len(lines) else ""
        found.append(Entry(0, source, (), (trouble,), trouble.line, trouble.column))
    found.sort(key=lambda one: (one.line, one.column))
    numbered = tuple(replace(one, index=index) for index, one in enumerate(found, 1))
    return Script(Dialect.CL, numbered, dict(skipped))


def _mqsc(text: str, file: str) -> Script:
    script = mqsc.parse(text, file=file)
    by_place: dict[tuple[int, int], list[Definition]] = defaultdict(list)
    for one in mqsc.definitions(script):
        by_place[one.line, one.column].append(one)
    found = []
    told = set()
    for command in script.commands:
        said = tuple(by_place.get((command.line, command.column), ()))
        troubles = tuple(map(_of_text, command.problems))
        told |= {id(problem) for problem in command.problems}
        if not said and not troubles:
            note = f"{command.words} is not managed by Queuewright; not validated"
            troubles = (
                Diagnostic(
                    "not-managed",
                    None,
                    one_line(note),
                    line=command.line,
                    column=command.column,
                    severity=Severity.WARNING,
                ),
            )
        own = () if said else troubles
        found.append(Entry(0, command.text, said, own, command.line, command.column, command))
    for problem in script.problems:  # those of the file itself
        if id(problem) not in told and not any(
            _of_text(problem) in entry.problems
            or any(_of_text(problem) in one.problems for one in entry.definitions)
            for entry in found
        ):
            found.append(Entry(0, "", (), (_of_text(problem),), problem.line, problem.column))
    found.sort(key=lambda one: (one.line, one.column))
    return Script(
        Dialect.MQSC, tuple(replace(one, index=index) for index, one in enumerate(found, 1))
    )


def _of_text(problem: Diagnostic) -> Diagnostic:
    return replace(problem, attribute=None, file="")


def _pcf(data: bytes) -> Script:
    from queuewright.dialects.pcf.script import definition_of
    from queuewright.dialects.pcf.script import read_script as read_pcf

    found = []
    for one in read_pcf(data):
        said = definition_of(one)
        definitions = () if said is None else (said,)
        problems = one.problems
        found.append(
            Entry(one.index + 1, one.text, definitions, problems, one.line, int(one.line > 0), one)
        )
    return Script(Dialect.PCF, tuple(found))


def _pcf_validated(source: Any, platform: Platform | None) -> list[Diagnostic]:
    """Lengths count characters, as everywhere here; the rest is validated for the platform."""
    from queuewright.dialects.pcf.validation import validate as validate_pcf

    anywhere = validate_pcf(source)
    if platform is None:
        return anywhere
    there = validate_pcf(source, SystemFacts("this system", platform, 99_999))
    lengths = [one for one in anywhere if one.code in ("length", "ccsid")]
    return [*(one for one in there if one.code not in ("length", "ccsid")), *lengths]


def _mqweb(text: str) -> Script:
    found = []
    for one in mqweb.read_script(text):
        said = () if one.definition is None else (replace(one.definition, line=one.line),)
        found.append(Entry(one.index + 1, one.text, said, one.problems, one.line, 1, one))
    return Script(Dialect.MQWEB, tuple(found))
