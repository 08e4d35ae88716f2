"""MQSC text into an `MqscScript`. Never raises for bad text: what is wrong is in `problems`."""

import re
from collections.abc import Iterable, Sequence
from itertools import chain

from queuewright.catalogue.ccsid import CODECS, decode, encode
from queuewright.catalogue.diagnostic import Diagnostic, shown
from queuewright.dialects.rules import EXPECTED, UNKNOWN_COMMAND
from queuewright.kinds import KINDS, MQ_KINDS

from .keywords import repeated
from .lines import CommandLine, has_sequence_number, joined
from .others import known_parameters, takes
from .scan import Words, scan
from .script import (
    AFTER_END,
    CONTINUATION,
    REPEATED,
    Header,
    MqscCommand,
    MqscParameter,
    MqscScript,
    problem,
)
from .words import OBJECTS, VERBS

_SYNONYMS = {
    synonym: attribute.mqsc
    for kind in MQ_KINDS
    for attribute in KINDS[kind].attributes().values()
    for synonym in attribute.mqsc_synonyms
    if attribute.mqsc
}
_FACT = re.compile(r"\*\s*(Queue manager name|Queue manager platform):\s*(.*)$")
_ALTER_QMGR = ("ALTER", "QMGR")
_LEVEL = re.compile(r"\*\s*Queue manager command level:\s*\(?\s*(\d+)")


_Z_OS = 1047
_NUMBERED = re.compile(r"[0-9]{12}")
# Blank, letters, digits, punctuation of commands and line ends in IBM-1047, as in its siblings.
_EBCDIC = bytes(
    {0x0D, 0x15, 0x25, 0x40, 0x4B, 0x4D, 0x4E, 0x5C, 0x5D, 0x60, 0x61, 0x6D, 0x7D}
    | {high + low for high in (0x80, 0x90, 0xC0, 0xD0) for low in range(1, 10)}
    | {high + low for high in (0xA0, 0xE0) for low in range(2, 10)}
    | set(range(0xF0, 0xFA))
)


def parse(text: str, *, file: str = "-", columns: int | None = None, first: int = 1) -> MqscScript:
    """Every command of a script. first: the line of the file that it begins in.

    file: its name in problems. columns: how many columns of a line are significant; 0: all; None:
    72 where columns 73 to 80 have sequence numbers as in listings of z/OS, otherwise all.
    """
    file_lines = joined(text, file, columns, first)
    commands: list[MqscCommand] = []
    waiting = file_lines.lines[::-1]
    file_lines.lines.clear()
    while waiting:  # a line is let go once it is read: they are as large as the file
        line = waiting.pop()
        read_only = _read_only(line.comments) if line.comments else {}
        words = scan(line, file, _SYNONYMS)
        for command_words in words:
            last = command_words is words[-1]
            if last and line.open:
                command_words.problems.append(_unfinished(line, file))
            commands.append(_command(line, command_words, read_only if last else {}, file))
    ended = next((n for n, command in enumerate(commands) if _is_end(command)), None)
    if ended is not None and commands[ended + 1 :]:
        file_lines.problems.append(_after_end(commands[ended + 1 :], file))
        commands = commands[: ended + 1]
    header = _header(file_lines.comments, commands)
    problems = tuple(file_lines.problems)
    return MqscScript(file, tuple(commands), problems, header, file_lines.headings)


def decoded(data: bytes, ccsid: int | None = None) -> str:
    """The text of a file: UTF-8, UTF-16 with its mark, EBCDIC where nearly all of it has the
    letters, digits and blanks of that, otherwise Windows-1252 or ISO 8859-1. ccsid: of EBCDIC,
    1047 where it is not known; any other does not count. Records of a fixed length, without line
    ends, become lines."""
    text = _text(data, ccsid)
    # NEL is the line end of EBCDIC, and of files that were one, where there is no other.
    text = text if "\n" in text or "\r" in text else text.replace("\x85", "\n")
    return _in_records(text)


def is_ebcdic(data: bytes, ccsid: int | None = None) -> bool:
    """Whether nearly all of it are letters, digits and blanks of EBCDIC; most of it is enough where
    a CCSID of EBCDIC is given."""
    others = len(data.translate(None, _EBCDIC))
    return others * (3 if says_ebcdic(ccsid) else 10) < len(data)


def says_ebcdic(ccsid: int | None) -> bool:
    """Whether it is a CCSID of EBCDIC, of one byte a character."""
    if ccsid is None or ccsid not in CODECS:
        return False
    try:
        return encode("A1", ccsid) == b"\xc1\xf1"
    except UnicodeEncodeError:
        return False


def _of_ebcdic(ccsid: int | None) -> int:
    return ccsid if ccsid is not None and says_ebcdic(ccsid) else _Z_OS


def _in_records(text: str) -> str:
    """Source records that were copied as they are: 92 characters (sequence number and date, then
    80), or records of 80 characters, most of which end in blanks or in a sequence number."""
    if "\n" in text or "\r" in text:
        return text
    for length in (92, 80):
        records = [text[at : at + length] for at in range(0, len(text), length)]
        if len(records) < 2 or len(text) % length:
            continue
        is_numbered = all(_NUMBERED.match(record) for record in records)
        ended = sum(record.endswith("  ") or has_sequence_number(record) for record in records)
        if is_numbered if length == 92 else ended * 2 > len(records):
            return "\n".join(records)
    return text


def _text(data: bytes, ccsid: int | None) -> str:
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace")
    if is_ebcdic(data, ccsid):
        try:
            return decode(data, _of_ebcdic(ccsid)).replace("\x85", "\n")
        except UnicodeDecodeError:  # a code page without a meaning for each byte
            return decode(data, _Z_OS).replace("\x85", "\n")
    # Windows-1252 has an ellipsis where ISO 8859-1 has NEL.
    ends_in_nel = data.rstrip(b" ").endswith(b"\x85") and not set(b"\r\n") & set(data)
    for codec in ("utf-8-sig", "latin-1" if ends_in_nel else "cp1252"):
        try:
            return data.decode(codec)
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1")


def _unfinished(line: CommandLine, file: str) -> Diagnostic:
    number, column = line.place(len(line.text))
    return problem(
        CONTINUATION, file, number, column,
        "the rest of the continued command", "the end of the file",
    )  # fmt: skip


def _is_end(command: MqscCommand) -> bool:
    return command.verb == "END" and command.target is None and not command.problems


def _after_end(commands: Sequence[MqscCommand], file: str) -> Diagnostic:
    """END ends a script for the command processor, whatever follows it."""
    first = commands[0]
    got = f"{len(commands)} command{'s' if len(commands) > 1 else ''}, not read"
    expected = "nothing after END, which ends the script"
    return problem(AFTER_END, file, first.line, first.column, expected, got)


def _command(line: CommandLine, words: Words, read_only: dict[str, str], file: str) -> MqscCommand:
    place = line.place(words.start)
    text = line.text[words.start : words.end].strip()
    problems = words.problems
    parameters = words.parameters
    if not parameters:
        return MqscCommand("", "", "", {}, words.read_only, file, *place, text, tuple(problems))
    first = parameters[0]
    verb = VERBS.get(first.keyword)
    if (verb is None or first.parenthesised) and not problems:
        problems.append(
            problem(
                UNKNOWN_COMMAND, file, *place,
                "a command such as DEFINE, ALTER or DELETE", shown(first.written),
            )
        )  # fmt: skip
    index = _object(parameters)
    target = parameters[index] if index else None
    object_ = "" if target is None else OBJECTS.get(target.keyword, target.keyword)
    once_an_item = repeated().get(object_, frozenset())
    given: dict[str, MqscParameter] = {}
    for number, parameter in enumerate(parameters):
        if number in (0, index):
            continue
        keyword = parameter.keyword
        if keyword in once_an_item:
            if len(parameter.values) > 1 and not problems:
                problems.append(
                    problem(
                        EXPECTED, file, parameter.line, parameter.column,
                        f"one text in apostrophes in each {parameter.written}",
                        shown(parameter.text), keyword,
                    )
                )  # fmt: skip
            before = given[keyword].values if keyword in given else ()
            given[keyword] = parameter._replace(values=(*before, *parameter.values))
            continue
        if keyword in given or (keyword[:2] == "NO" and keyword[2:] in given):
            if not problems:
                problems.append(
                    problem(
                        REPEATED, file, parameter.line, parameter.column,
                        "each parameter once", f"{parameter.written} again", keyword,
                    )
                )  # fmt: skip
            continue
        given[keyword] = parameter
    return MqscCommand(
        verb or first.keyword,
        object_,
        "" if target is None else target.text,
        given,
        {**read_only, **words.read_only} if read_only or words.read_only else {},
        file,
        *place,
        text,
        tuple(problems),
        target,
    )


def _object(parameters: Sequence[MqscParameter]) -> int:
    """Which parameter is the object: the second, except on z/OS, where it need not be; 0: none."""
    if len(parameters) < 2:
        return 0
    verb, first = VERBS.get(parameters[0].keyword, ""), parameters[1].keyword
    if takes(verb, first) or first not in known_parameters():  # which is a misspelt one
        return 1
    later = (n for n, other in enumerate(parameters) if n > 1 and takes(verb, other.keyword))
    return next((n for n in later if parameters[n].parenthesised), 1)


def _read_only(comments: Iterable[str]) -> dict[str, str]:
    """`*  CURDEPTH(0) +` -> CURDEPTH: 0. Other comments have no such shape."""
    values: dict[str, str] = {}
    for comment in comments:
        text = comment[1:].rstrip("+- \t").strip()
        keyword, opening, rest = text.partition("(")
        keyword = keyword.rstrip()
        if not (keyword.isalnum() and keyword.isascii()) or bool(opening) != text.endswith(")"):
            continue
        value = rest[:-1].strip()
        if len(value) > 1 and value[0] == value[-1] == "'":
            value = value[1:-1].replace("''", "'").rstrip(" ")
        values[keyword.upper()] = value
    return values


def _header(comments: Iterable[str], commands: Iterable[MqscCommand]) -> Header:
    facts = {"Queue manager name": "", "Queue manager platform": ""}
    level, others = "", []
    for comment in comments:
        match = _FACT.match(comment)
        if match and not facts[match[1]]:
            facts[match[1]] = match[2].strip()
        elif match and match[1] == "Queue manager name" and match[2].strip() != facts[match[1]]:
            others.append(match[2].strip())
        elif not level and (match := _LEVEL.match(comment)):
            level = match[1]
    ours = [command for command in commands if (command.verb, command.object) == _ALTER_QMGR]

    def of(keyword: str) -> str:
        """The text in the last command that has one."""
        values = (command.value(keyword) for command in reversed(ours))
        known = (command.read_only.get(keyword) for command in reversed(ours))
        return next(filter(None, chain(values, known)), "")

    return Header(
        facts["Queue manager name"] or of("QMNAME"),
        facts["Queue manager platform"] or of("PLATFORM"),
        _number(level or of("CMDLEVEL")),
        _number(of("CCSID")),
        _number(of("MAXMSGL")),
        tuple(dict.fromkeys(others)),
    )


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 12 else None
