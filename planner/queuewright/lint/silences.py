"""Silences of known and accepted findings: those of the settings, and comments at a declaration.

    # queuewright: ignore QW101 until 2027-01-31: goes with the next release

The same in MQSC after `*`, in CL inside `/* */`. It holds for the declaration that it stands in,
or right above. Without a reason it is refused; one that has expired, or silences nothing, is a
finding.
"""

import ast
import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fnmatch import fnmatchcase
from pathlib import Path

from queuewright.catalogue.diagnostic import Severity, one_line, shown
from queuewright.catalogue.key import Key
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import LINT
from queuewright.dialects.protocol import Script
from queuewright.pyproject import FILE

from .check import Finding
from .settings import InvalidLint, Settings, unknown_code

_WORD = "queuewright:"
_COMMENT = re.compile(r"queuewright:[ \t]*ignore\b(?P<codes>[^:\n]*?)(?::(?P<reason>[^\n]*))?$")
_UNTIL = re.compile(r"(?P<codes>.*?)(?:\buntil[ \t]+(?P<until>\S+))?[ \t]*\Z")
_LINE_END = re.compile(r"\r\n|\n|\r")
_MARKS = {"python": "#", "mqsc": "*", "cl": "/*"}
SILENCE_EXPIRED = Rule(
    "silence-expired",
    "A silence has expired",
    "the silence of {where} ended on {day}",
    "fix the finding, or give the silence a later day",
    (LINT.at("silences"),),
    severity=Severity.WARNING,
    page="QW001",
)
SILENCE_UNUSED = Rule(
    "silence-unused",
    "A silence silences nothing",
    "the silence of {where} silences nothing",
    "take it out",
    (LINT.at("silences"),),
    severity=Severity.NOTE,
    page="QW002",
)


@dataclass(frozen=True, slots=True)
class Silenced:
    """One silence, whatever it is written as. covers: whether it is about a finding."""

    codes: Collection[str]
    covers: Callable[[Finding], bool]
    where: str
    expires: date | None = None
    file: str = ""
    line: int = 0
    always_reported: bool = True

    def has_expired(self, today: date) -> bool:
        return self.expires is not None and today > self.expires


def of_settings(settings: Settings, systems: Collection[str] | None) -> list[Silenced]:
    """Those of the settings. systems: what was looked at, None for the whole project: what is about
    others is not told to be unused."""

    def covers(pattern: str) -> Callable[[Finding], bool]:
        return lambda found: found.key is not None and is_meant(pattern, found.key)

    return [
        Silenced(
            (silence.code,), covers(silence.object), f"{silence.code} of {silence.object}",
            silence.expires, FILE,
            always_reported=systems is None or silence.object.partition("/")[0] in systems,
        )
        for silence in settings.silences
    ]  # fmt: skip


def is_meant(pattern: str, key: Key) -> bool:
    """Whether SYSTEM/KIND/NAME, or a name, with asterisks means an object."""
    return fnmatchcase(key.id, pattern) or fnmatchcase(key.name, pattern)


def of_places(places: Iterable[str], directory: Path) -> list[Silenced]:
    """The comments of a program's files. places: FILE:LINE of its declarations, "" where that is
    not known; directory: that of the program. Raises InvalidLint."""
    silences: list[Silenced] = []
    for file in dict.fromkeys(place.rpartition(":")[0] for place in places if place):
        try:
            text = (directory / file).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            continue  # of a module that is elsewhere
        silences += of_program(file, text)
    return silences


def of_program(file: str, text: str) -> list[Silenced]:
    """The comments of a file of a program. Raises InvalidLint."""
    if _WORD not in text:
        return []
    try:
        statements = [n for n in ast.walk(ast.parse(text)) if isinstance(n, ast.stmt)]
    except SyntaxError:
        return []  # which running it has told

    def lines(line: int, alone: bool) -> tuple[int, int]:
        for statement in statements:
            end = statement.end_lineno or statement.lineno
            if not hasattr(statement, "body") and statement.lineno <= line <= end:
                return statement.lineno, end
        first = [s for s in statements if s.lineno > line] if alone else []
        nearest = min((s.lineno for s in first), default=line)
        ends = [s.end_lineno or 0 for s in statements if s.lineno == nearest]
        return nearest, max(ends, default=nearest)

    return _of_lines(file, text, "#", lines)


def of_script(file: str, text: str, script: Script) -> list[Silenced]:
    """The comments of a script. Raises InvalidLint."""
    mark = _MARKS.get(script.dialect)
    if mark is None or _WORD not in text:
        return []
    starts = sorted({entry.line for entry in script.entries if entry.line})
    written = _LINE_END.split(text)

    def lines(line: int, alone: bool) -> tuple[int, int]:
        if alone and not _is_continued(written[: line - 1], mark):
            next_command = bisect_left(starts, line)
            own = starts[next_command] if next_command < len(starts) else 0
        else:
            before = bisect_right(starts, line)
            own = starts[before - 1] if before else 0
        return own, own

    return _of_lines(file, text, mark, lines)


def _is_continued(before: Sequence[str], mark: str) -> bool:
    """Whether a command goes on after these lines."""
    for line in reversed(before):
        text = line.strip()
        if text and not text.startswith(mark):
            return text.endswith(("+", "-"))
    return False


def _of_lines(
    file: str, text: str, mark: str, lines: Callable[[int, bool], tuple[int, int]]
) -> list[Silenced]:
    found = []
    for number, written in enumerate(_LINE_END.split(text), 1):
        if _WORD not in written or mark not in written:
            continue
        comment = written[written.index(mark) :].rstrip().removesuffix("*/").rstrip()
        match = _COMMENT.search(comment)
        if match is None:
            continue
        where = f"{file}:{number}"
        parts = _UNTIL.fullmatch(match["codes"])
        codes = re.split(r"[,\s]+", parts["codes"].strip()) if parts else [""]
        reason = (match["reason"] or "").strip()
        if not codes[0] or not reason:
            raise InvalidLint(
                one_line(
                    f"{where}: a silence needs codes and a reason; write it as "
                    "queuewright: ignore QW101 until 2027-01-31: the reason"
                )
            )
        first, last = lines(number, written.lstrip().startswith(mark))
        found.append(
            Silenced(
                codes, _at(file, first, last), f"{', '.join(codes)} here",
                _day(where, parts["until"] if parts else None), file, number,
            )
        )  # fmt: skip
    return found


def _at(file: str, first: int, last: int) -> Callable[[Finding], bool]:
    return lambda found: found.place[0] == file and first <= found.place[1] <= last


def _day(where: str, text: str | None) -> date | None:
    if text is None:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise InvalidLint(
            one_line(f"{where}: until {shown(text)} is not a day; write it as 2027-01-31")
        ) from None


def silenced(
    findings: Iterable[Finding],
    silences: Sequence[Silenced],
    settings: Settings,
    codes: Collection[str],
    today: date,
) -> tuple[list[Finding], list[Finding]]:
    """The findings that are left, with the problems of silences; and the silenced ones.

    Raises InvalidLint for a code that there is none of.
    """
    for silence in silences:
        for code in silence.codes:
            if code not in codes:
                where = f"{silence.file}:{silence.line}" if silence.line else silence.file
                raise InvalidLint(one_line(f"{where}: {unknown_code(code, codes)}"))
    used: set[int] = set()
    left: list[Finding] = []
    hidden: list[Finding] = []
    for finding in findings:
        about = [
            number
            for number, silence in enumerate(silences)
            if finding.code in silence.codes and silence.covers(finding)
        ]
        used.update(about)
        holds = any(not silences[number].has_expired(today) for number in about)
        (hidden if holds else left).append(finding)
    for number, silence in enumerate(silences):
        taken = [code for code in silence.codes if settings.takes(code)]
        if silence.has_expired(today):
            rule = SILENCE_EXPIRED
        elif number not in used and silence.always_reported and taken:
            rule = SILENCE_UNUSED
        else:
            continue
        if settings.takes(rule.page):
            severity = settings.severity.get(rule.page, rule.severity)
            found = rule(severity=severity, where=silence.where, day=silence.expires)
            placed = replace(found, code=rule.page, file=silence.file, line=silence.line)
            left.append(Finding(placed, rule.title))
    return left, hidden
