"""A Dockerfile as a shell script with the same lines, which the shell's reader takes. Pure.

Source: Docker, Dockerfile reference: Format, Here-Documents, Shell and exec form, ONBUILD.
"""

import json
import re
import shlex
from collections.abc import Iterator

_IMAGE = re.compile(r"\A(?:[ \t]*(?:#[^\n]*|ARG[ \t][^\n]*)?\n)*[ \t]*FROM[ \t]", re.IGNORECASE)
_INSTRUCTION = re.compile(
    r"[ \t]*(?:ONBUILD[ \t]+)?([A-Za-z]+)[ \t]+(.*)", re.DOTALL | re.IGNORECASE
)
_DOCUMENT = re.compile(r"(?<!<)<<(-?)[ \t]*([\"']?)([\w./-]+)\2")
_OPTION = re.compile(r"(?:--[\w-]+(?:=\S*)?\s+)*")
_READ = ("ADD", "COPY", "CMD", "ENTRYPOINT", "RUN")  # and may have here-documents
_ASSIGNS = ("ARG", "ENV")
_CONTINUED = "\\"


def is_image(text: str) -> bool:
    """Whether a text is a Dockerfile."""
    return _IMAGE.match(text) is not None


def as_script(text: str) -> str:
    """Its instructions that run commands, copy files or give variables values. The others are
    blank lines: no shell reads them."""
    lines = text.split("\n")
    found: list[str] = []
    while len(found) < len(lines):
        start = len(found)
        line = lines[start]
        if not line.strip() or line.lstrip().startswith("#"):
            found.append("")
            continue
        end = _end(lines, start)
        instruction = "\n".join(_joined(lines[start:end]))
        known = _INSTRUCTION.fullmatch(instruction)
        keyword = known[1].upper() if known else ""
        read = f"{keyword} {_in_words(known[2])}" if known and keyword in _READ else ""
        if known and keyword in _ASSIGNS and _is_closed(known[2]):
            read = f"{keyword} {known[2]}"
        found += (read + "\n" * (end - start - 1 - read.count("\n"))).split("\n")
        for delimiter, is_indented in _documents(known[2]) if known and keyword in _READ else ():
            behind = range(len(found), len(lines))
            ends = (lines[place].lstrip("\t") if is_indented else lines[place] for place in behind)
            last = next((p for p, line in zip(behind, ends, strict=True) if line == delimiter), 0)
            found += lines[len(found) : last + 1]  # nothing where no line ends it
    return "\n".join(found)


def _end(lines: list[str], start: int) -> int:
    """The line behind an instruction. Comments and blank lines may stand in between."""
    end = start + 1
    while end < len(lines):
        before = lines[end - 1].strip()
        is_skipped = end - 1 > start and (not before or before.startswith("#"))
        if not is_skipped and not before.endswith(_CONTINUED):
            break
        end += 1
    return end


def _joined(lines: list[str]) -> Iterator[str]:
    """Without comments inside."""
    for place, line in enumerate(lines):
        is_skipped = place > 0 and (not line.strip() or line.lstrip().startswith("#"))
        yield _CONTINUED if is_skipped else line


def _in_words(text: str) -> str:
    """The exec form, `["setmqaut", "-m", "QM1"]`, in the words of a shell."""
    options = _OPTION.match(text)
    assert options
    operand = text[options.end() :].replace("\\\n", "\n")
    if not operand.startswith("["):
        return text
    try:
        words = json.loads(operand)
    except ValueError:
        return text
    if not all(isinstance(word, str) for word in words):
        return text
    return options[0] + shlex.join(words)


def _documents(text: str) -> list[tuple[str, bool]]:
    return [(found[3], bool(found[1])) for found in _DOCUMENT.finditer(text)]


def _is_closed(text: str) -> bool:
    """Whether its quotes are closed."""
    try:
        shlex.split(text)
    except ValueError:
        return False
    return True
