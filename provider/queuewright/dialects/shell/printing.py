"""The texts that `echo` and `printf` print. Pure.

Sources: POSIX: echo, printf; Bash Reference Manual: ANSI-C Quoting (of a format); sudo(8); gosu.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import dropwhile
from types import MappingProxyType

from .words import UNKNOWN, HereDocument, Printed, ShellWord, SimpleCommand

PRINTING = ("echo", "print", "printf")
# Programs that run the command behind them -> options whose value is the next word; words between.
_IN_FRONT: Mapping[str, tuple[tuple[str, ...], int]] = MappingProxyType(
    {
        "sudo": (("-C", "-D", "-R", "-T", "-U", "-g", "-h", "-p", "-r", "-t", "-u"), 0),
        "runuser": (("-G", "-g", "-u"), 0),
        "gosu": ((), 1),
        "env": (("-C", "-u"), 0),
        "nice": (("-n",), 0),
        "timeout": (("-k", "-s"), 1),
    }
    | dict.fromkeys(("builtin", "exec", "nohup", "time"), ((), 0))
)
_ASSIGNS = re.compile(r"\w+=")
_CONVERSION = re.compile(r"%(%|[-0]?\d*(?:\.\d+)?[a-zA-Z])")
_CONVERSIONS = ("%", "s", "d", "b", "i")
_ESCAPE = re.compile(r"\\(?:x([0-9A-Fa-f]{1,2})|([0-7]{1,3})|([nrt\\\"]))")
_ESCAPED = {"n": "\n", "r": "\r", "t": "\t"}


def printing_words(words: Sequence[ShellWord]) -> Sequence[ShellWord]:
    """The words from `echo` or another of PRINTING on, also behind `sudo -u mqm` and the like; none
    where the command is another."""
    while words and (in_front := _IN_FRONT.get(words[0].program)) is not None:
        with_value, between = in_front
        words = words[1:]
        while words and words[0].text.startswith("-") and words[0].text != "--":
            words = words[2 if words[0].text in with_value else 1 :]
        words = words[1:] if words and words[0].text == "--" else words
        words = [*dropwhile(lambda word: _ASSIGNS.match(word.text), words[between:])]
    return words if words and words[0].program in PRINTING else ()


def printed_by(command: SimpleCommand) -> Printed:
    """The text that `echo` or `printf` prints."""
    words = command.words
    texts = [word for word in words[1:] if word.quoted or not word.text.startswith("-")]
    if not texts:
        return Printed()
    if words[0].program == "printf":
        text = _formatted([word.text for word in texts])
        if text is None:
            return Printed(unknown=[words[0]])
    else:
        text = " ".join(word.text for word in texts).replace("\\n", "\n")
    line = texts[0].line
    document = HereDocument("", False, False, line, line, text, decided=command.decided)
    return Printed(texts=[document])


def _formatted(words: Sequence[str]) -> str | None:
    """The text of a format and its arguments; None where it is one that is not read here. The
    format is used again for as long as there are arguments."""
    format_, arguments = _ESCAPE.sub(_unescaped, words[0]), list(words[1:])
    conversions = _CONVERSION.findall(format_)
    if UNKNOWN in format_ or any(each not in _CONVERSIONS for each in conversions):
        return None if conversions else format_
    takes = sum(each != "%" for each in conversions)
    if not takes:
        return format_.replace("%%", "%")
    texts = []
    for start in range(0, max(len(arguments), 1), takes):
        waiting = iter(arguments[start : start + takes])
        texts.append(_CONVERSION.sub(partial(_converted, waiting), format_))
    return "".join(texts)


def _unescaped(found: re.Match[str]) -> str:
    """The character of an escape in a format; % begins no conversion then."""
    hexadecimal, octal, letter = found.groups()
    if letter:
        return _ESCAPED.get(letter, letter)
    character = chr(int(hexadecimal, 16) if hexadecimal else int(octal, 8) % 256)
    return "%%" if character == "%" else character


def _converted(waiting: Iterator[str], found: re.Match[str]) -> str:
    return "%" if found[1] == "%" else next(waiting, "")
