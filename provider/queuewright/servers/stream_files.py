"""Stream files of a job in /tmp, and Qshell with its input and output in them.

Sources: IBM i, SQL services: IFS_WRITE_UTF8, IFS_READ_UTF8; QSH; RMVLNK. They are kept as long as
the session is: nothing of this machine's own files is read or written.
"""

import re
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from queuewright.sandbox.engine import EmbeddedSystem

from .ibmi_messages import JobMessage
from .shell import Shell

_FOLDER = "/tmp/"
_MOST_FILES = 16
_LONGEST = 4 << 20  # characters
_QSH = re.compile(r"\s*(?:QSYS/)?(?:QSH|STRQSH)\s+CMD\('(?P<line>(?:[^']|'')*)'\)\s*", re.I | re.S)
_RMVLNK = re.compile(r"\s*(?:QSYS/)?RMVLNK\s+OBJLNK\('(?P<file>[^']*)'\)\s*", re.I)
_NOT_FOUND = JobMessage("CPFA0A9", "ESCAPE", "Object not found.")


class TooLarge(Exception):
    """More than a session may keep."""


@dataclass
class StreamFiles:
    """path -> text."""

    texts: dict[str, str] = field(default_factory=dict)

    def write(self, path: str, text: str) -> None:
        """Raises TooLarge, FileNotFoundError."""
        if not path.startswith(_FOLDER) or "/" in path.removeprefix(_FOLDER):
            raise FileNotFoundError(path)
        is_new = path not in self.texts
        if len(text) > _LONGEST or (is_new and len(self.texts) >= _MOST_FILES):
            raise TooLarge(path)
        self.texts[path] = text

    def rows(self) -> Iterator[Mapping[str, Any]]:
        """A row a line, as IFS_READ_UTF8 answers."""
        for path, text in self.texts.items():
            for number, line in enumerate(text.splitlines(), 1):
                yield {"PATH_NAME": path, "LINE_NUMBER": number, "LINE": line}


def run(
    system: EmbeddedSystem, files: StreamFiles, command: str, shell: Shell
) -> "tuple[bool, list[JobMessage]] | None":
    """QSH and RMVLNK: whether it was done, and the messages; None for another command."""
    removed = _RMVLNK.fullmatch(command)
    if removed is not None:
        there = files.texts.pop(removed["file"], None) is not None
        return there, [] if there else [_NOT_FOUND]
    started = _QSH.fullmatch(command)
    if started is None:
        return None
    words, given, printed = _redirected(started["line"].replace("''", "'"))
    if given and given not in files.texts:
        outcome, text = 1, f"qsh: 001-0055 Error found opening file {given}.\n"
    else:
        done = shell.run(shlex.join(("qsh", "-c", words)), files.texts.get(given, ""))
        outcome, text = done.code, done.out + done.err
    if printed:
        files.write(printed, text)
    ended = f"Command ended normally with exit status {outcome}."
    return True, [JobMessage("QSH0005", "COMPLETION", ended)]


def _redirected(line: str) -> tuple[str, str, str]:
    """The command without its redirections; the files of its input and output."""
    given, printed, words = "", "", []
    rest = iter(shlex.split(line))
    for word in rest:
        if word == "<":
            given = next(rest, "")
        elif word == ">":
            printed = next(rest, "")
        elif word != "2>&1":
            words.append(word)
    return shlex.join(words), given, printed
