"""A report of `runmqsc` as a dialect, with the commands that it repeats or without (`runmqsc -e`).

An object that DISPLAY shows stands as it was then; a command counts where its answer says that it
was done. One file may have several reports, of one queue manager or of several.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from textwrap import dedent
from types import MappingProxyType

from queuewright.catalogue.diagnostic import Diagnostic, Severity
from queuewright.catalogue.platform import Platform
from queuewright.catalogue.rule import Rule
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.displayed_topics import DISPLAYED, as_given
from queuewright.dialects.mqsc.columns import rows
from queuewright.dialects.mqsc.dialect import of_parsed
from queuewright.dialects.mqsc.parse import decoded, parse
from queuewright.dialects.mqsc.report import MqscAnswer, MqscMessage, Reader, unechoed
from queuewright.dialects.mqweb import observed_values
from queuewright.dialects.protocol import (
    NOTHING_GIVEN,
    Entry,
    Given,
    ReadOnlyDialect,
    Script,
    SourceFacts,
)
from queuewright.kinds import EVERY, is_single

# "Display ... details" of objects; others tell what runs, or what is open.
_OBJECTS = frozenset((8096, 8407, 8408, 8409, 8414, 8550, 8566, 8629, 8630, 8633, 8857, 8864, 8878))
_BEGINS = re.compile(r"5724-H72\b|.*\bStarting MQSC for queue manager\b")
_NAME = re.compile(r".*\bqueue manager (\S+?)\.?\s*\Z")
_AS_DEFINED = re.compile(r"\bDISTYPE *\( *DEFINED *\)", re.IGNORECASE)
_DISPLAYS = re.compile(r"DIS(PLAY)?\b", re.IGNORECASE)

NOT_DONE = Rule(
    "not-done",
    "A command of a report was refused",
    "the queue manager refused it: {answer}",
    "it is not taken",
    severity=Severity.WARNING,
)
NOT_ALL_SHOWN = Rule(
    "not-all-shown",
    "A report shows some attributes of an object only",
    "DISPLAY does not show all attributes of {kind} {name}",
    "display it with ALL",
    severity=Severity.WARNING,
)


class _Runmqsc(ReadOnlyDialect):
    name = "runmqsc"
    noun = "a report of runmqsc"

    def read(self, data: bytes, *, file: str = "-", given: Given = NOTHING_GIVEN) -> Script:
        # A report that was pasted is often indented as a whole.
        text = dedent(decoded(data, given.ccsid).replace("\r\n", "\n"))
        found: list[SourceFacts] = []
        entries: list[Entry] = []
        resolved: list[Entry] = []
        done: dict[int, str] = {}
        for first, lines in _reports(text.split("\n")):
            name = next((m[1] for line in lines if (m := _starts(line))), "")
            found.append(SourceFacts(name))
            for answer in _answers(lines):
                entries += _refused(answer, first)
                into = entries if _AS_DEFINED.search(answer.command) else resolved
                for message in answer.messages:
                    into += _shown(message, first + message.line, file, found)
                if answer.ok and not answer.rows and not _DISPLAYS.match(answer.command):
                    for number, line in enumerate(answer.command.split("\n")):
                        done[first + answer.line + number] = line
        height = max(done, default=0)
        parsed = parse(
            "\n".join(done.get(n, "") for n in range(1, height + 1)), file=file, columns=0
        )
        script = of_parsed(parsed, rendered=True)
        entries = [*script.entries, *entries, *as_given(resolved)]
        return Script.in_order(script.dialect, entries, facts=_facts(found))


def _reports(lines: Sequence[str]) -> Iterator[tuple[int, Sequence[str]]]:
    """The reports of a file, each with how many lines stand before it."""
    starts = [0]
    for place, line in enumerate(lines):
        # The line with the name follows the one with the product's number.
        if _BEGINS.match(line) and place - starts[-1] > 1:
            starts.append(place)
    for start, end in pairwise([*starts, len(lines)]):
        yield start, lines[start:end]


def _starts(line: str) -> re.Match[str] | None:
    return _NAME.match(line) if "Starting MQSC" in line else None


def _answers(lines: Sequence[str]) -> list[MqscAnswer]:
    reader = Reader(is_copied=True)
    for line in lines:
        reader.feed(line)
    reader.close()
    if reader.answers:
        return reader.answers
    return [MqscAnswer(0, "", [message]) for message in unechoed(lines)]


def _refused(answer: MqscAnswer, first: int) -> Iterator[Entry]:
    message = answer.message
    if answer.ok or message is None or not answer.command or _DISPLAYS.match(answer.command):
        return
    text = " ".join(answer.command.split("\n"))
    line, answered = first + answer.line, f"{message.id}: {message.text}".rstrip(".")
    yield Entry(text, (), (NOT_DONE(answer=answered).at(line, 1),), line, 1)


def _shown(message: MqscMessage, line: int, file: str, facts: list[SourceFacts]) -> Iterator[Entry]:
    """The object that a message shows."""
    if message.number not in _OBJECTS:
        return
    for row in rows(message.lines):
        shown = observed_values(row)
        if shown is None:
            continue
        kind, name, values = shown
        if is_single(kind):
            facts[-1] = _of_manager(row, facts[-1].queue_manager)
        read_only = {w: str(row[w]) for w in ("DEFTYPE",) if w in row}
        definition = Definition(
            kind, name, Action.CHANGE if is_single(kind) else Action.CREATE, values,
            replace=not is_single(kind), read_only=read_only, file=file, line=line, column=1,
            text=f"{kind} {name}",
        )  # fmt: skip
        described = {a.mqsc for a in EVERY[kind].attributes().values()}
        problems: tuple[Diagnostic, ...] = ()
        if "DESCR" in described and "DESCR" not in row:
            problems = (NOT_ALL_SHOWN(kind=kind, name=name).at(line, 1),)
        yield Entry(
            definition.text,
            (definition,),
            problems,
            line,
            1,
            words=f"{DISPLAYED} {kind}",
            name=name,
        )


def _of_manager(row: Mapping[str, object], asked: str) -> SourceFacts:
    """From DISPLAY QMGR; what it does not show stays open."""
    texts = {word: value for word, value in row.items() if isinstance(value, str)}
    platform_name = texts.get("PLATFORM", "")
    try:
        platform = Platform.parse(platform_name) if platform_name else None
    except ValueError:
        platform = None

    def number(word: str) -> int | None:
        text = texts.get(word, "")
        return int(text) if text.isascii() and text.isdigit() and len(text) < 12 else None

    return SourceFacts(
        texts.get("QMNAME", "").rstrip(" ") or asked,
        platform,
        platform_name,
        number("CMDLEVEL"),
        number("CCSID"),
        number("MAXMSGL"),
    )


def _facts(found: Sequence[SourceFacts]) -> SourceFacts:
    """Of the queue manager that the reports are of, and the names of others."""
    named = [facts for facts in found if facts.queue_manager]
    best = max(named, key=lambda facts: facts.command_level is not None, default=SourceFacts())
    names: Mapping[str, None] = MappingProxyType(dict.fromkeys(f.queue_manager for f in named))
    others = tuple(name for name in names if name != best.queue_manager)
    return SourceFacts(
        best.queue_manager, best.platform, best.platform_name, best.command_level, best.ccsid,
        best.max_message_length, others,
    )  # fmt: skip


DIALECT = _Runmqsc()
