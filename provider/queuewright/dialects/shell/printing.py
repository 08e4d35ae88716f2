"""The texts that `echo` and `printf` print. Pure. Source: POSIX: echo, printf."""

import re
from collections.abc import Iterator, Sequence
from functools import partial

from .words import UNKNOWN, HereDocument, Printed, SimpleCommand

_CONVERSION = re.compile(r"%(%|[-0]?\d*(?:\.\d+)?[a-zA-Z])")
_CONVERSIONS = ("%", "s", "d", "b", "i")


def said(command: SimpleCommand) -> Printed:
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
    format_, arguments = words[0].replace("\\n", "\n"), list(words[1:])
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


def _converted(waiting: Iterator[str], found: re.Match[str]) -> str:
    return "%" if found[1] == "%" else next(waiting, "")
