"""The commands that a queue manager is sent, apart from how each carrier writes them."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from queuewright.dialects.definition import Definition
from queuewright.dialects.mqsc.render import quoted, render


@dataclass(frozen=True, slots=True)
class Display:
    """DISPLAY in MQSC's words. object: QLOCAL, QUEUE, QMGR, QSTATUS, CONN, ...; name: "" for QMGR,
    it may be generic. parameters: keyword -> value, such as TYPE; texts: those whose value is any
    text. where: keyword, operator, value. attributes: what is asked for. may_be_refused: nothing is
    there then."""

    object: str
    name: str = ""
    parameters: Mapping[str, str] = field(default_factory=dict)
    where: tuple[str, str, str] | None = None
    attributes: tuple[str, ...] = ("ALL",)
    texts: Mapping[str, str] = field(default_factory=dict)
    may_be_refused: bool = False


@dataclass(frozen=True, slots=True)
class ControlCommand:
    """START or STOP of an object that runs, or REFRESH of what has no name. parameters: keyword ->
    word."""

    verb: str
    object: str
    name: str
    parameters: Mapping[str, str] = field(default_factory=dict)


_LONGEST_LINE = 1000  # bytes: runmqsc takes lines of 2,048
# A Definition creates, changes or deletes.
Command = Definition | Display | ControlCommand


def in_mqsc(command: Command, *, single_line: bool = True) -> str:
    """The command as MQSC. Raises CannotWrite."""
    if isinstance(command, Definition):
        return render(command, single_line=single_line)
    if isinstance(command, ControlCommand):
        named = f"({_name(command.name)})" if command.name else ""
        words = [f"{command.verb} {command.object}{named}"]
        return " ".join((*words, *(f"{w}({value})" for w, value in command.parameters.items())))
    words = [f"DISPLAY {command.object}" + (f"({_name(command.name)})" if command.name else "")]
    words += [f"{word}({value})" for word, value in command.parameters.items()]
    words += [f"{word}({quoted(value)})" for word, value in command.texts.items()]
    if command.where is not None:
        keyword, operator, value = command.where
        words.append(f"WHERE({keyword} {operator} {quoted(value)})")
    return " ".join((*words, *command.attributes))


def in_lines(command: Command) -> str:
    """The command as runmqsc is sent it: in one line, unless that is too long. Raises
    CannotWrite."""
    text = in_mqsc(command)
    return text if len(text.encode()) <= _LONGEST_LINE else in_mqsc(command, single_line=False)


def _name(name: str) -> str:
    return name if name == "*" else quoted(name)
