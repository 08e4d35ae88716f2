"""Records of SYSIN as commands of CSQ0UTIL, both ways, and the SYSIN of a job.

Sources: IBM MQ, The message security policy utility (CSQ0UTIL): "arguments that would exceed column
80 of a SYSIN input record can be continued on subsequent SYSIN records provided those arguments are
enclosed in double quotes, and relevant continuations resume in column 1"; JCL in `dialects/jcl.py`.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from queuewright.dialects.jcl import job_of
from queuewright.dialects.shell.words import ShellWord

_WIDTH = 80  # columns of a record: a command may fill them all
_BLANKS = " \t\r"
_COMMANDS = ("setmqspl", "dspmqspl")
UTILITY = "CSQ0UTIL"


@dataclass(slots=True)
class UtilityCommand:
    """The words of one command. is_open: the input ends inside double quotes."""

    words: list[ShellWord] = field(default_factory=list)
    is_open: bool = False


def is_job(text: str) -> bool:
    """Whether it is JCL that runs CSQ0UTIL."""
    return UTILITY in job_of(text).programs


def input_of(text: str) -> Iterator[tuple[int, str]]:
    """The records of SYSIN with their lines, in the steps of a job that run CSQ0UTIL; every line of
    a text that is not a job."""
    job = job_of(text)
    if UTILITY not in job.programs:
        yield from enumerate(text.split("\n"), 1)
        return
    for record in job.records:
        if record.program == UTILITY and record.dd == "SYSIN":
            yield record.line, record.text


def commands(records: Iterable[tuple[int, str]]) -> Iterator[UtilityCommand]:
    """The commands, each from its name to the next one. A record in quotes goes on in column 1 of
    the next one; `dspmqspl -export` has each parameter in a record of its own. A record with an
    asterisk in column 1 is a comment."""
    command = UtilityCommand()
    for number, record in records:
        if not command.is_open and (record.startswith("*") or not record.strip(_BLANKS)):
            continue
        line = record.rstrip("\r")
        first = line.split(maxsplit=1)[0].lower() if line.strip() else ""
        if not command.is_open and (first in _COMMANDS or not command.words):
            if command.words:
                yield command
            command = UtilityCommand()
        _add(command, number, line)
        if command.is_open:  # the blanks up to column 80 are part of it
            command.words[-1].text += " " * (_WIDTH - len(line))
    if command.words:
        yield command


def _add(command: UtilityCommand, number: int, record: str) -> None:
    """The words of one more record."""
    between = not command.is_open
    for column, character in enumerate(record, 1):
        if not command.is_open and character in _BLANKS:
            between = True
            continue
        if between:
            command.words.append(ShellWord("", number, column))
            between = False
        if character == '"':
            command.is_open = not command.is_open
            command.words[-1].quoted = True
        else:
            command.words[-1].text += character


def laid_out(plain: Sequence[str], quoted: Sequence[tuple[str, str]]) -> list[str] | None:
    """The records of one command: plain words, which have no blanks, then flags with their texts in
    double quotes. Blanks before a flag put the end of each record inside of quotes; None where no
    number of them does, or a record would end the SYSIN."""
    start = " ".join(plain)
    if len(start) > _WIDTH:
        return None
    blanks = _blanks(len(start), [(flag, len(text)) for flag, text in quoted], set())
    if blanks is None:
        return None
    arguments = zip(blanks, quoted, strict=True)
    text = start + "".join(f'{" " * n}{flag} "{value}"' for n, (flag, value) in arguments)
    records = [text[at : at + _WIDTH] for at in range(0, len(text), _WIDTH)]
    return None if any(each.startswith(("/*", "//")) for each in records) else records


def _blanks(
    end: int, arguments: Sequence[tuple[str, int]], failed: set[tuple[int, int]]
) -> list[int] | None:
    """The number of blanks before each argument. end: of the command before them, in characters;
    arguments: flags, and the lengths of their texts."""
    if not arguments:
        return []
    column = end % _WIDTH  # 0: the record is full, and no argument goes on
    if column == 0 or (column, len(arguments)) in failed:
        return None
    (flag, length), *others = arguments
    around = len(flag) + len(' "')
    for blanks in range(1, _WIDTH - column - around + 1):
        rest = _blanks(end + blanks + around + length + len('"'), others, failed)
        if rest is not None:
            return [blanks, *rest]
    failed.add((column, len(arguments)))
    return None
