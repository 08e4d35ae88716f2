"""Commands that were found in other text, as a script of MQSC: each in the line where it stood."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePath

from queuewright.catalogue.diagnostic import Diagnostic, Severity, shown
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import RUNMQSC
from queuewright.dialects.mqsc.dialect import of_parsed
from queuewright.dialects.mqsc.parse import parse
from queuewright.dialects.mqsc.script import Header, MqscCommand, MqscParameter, MqscScript
from queuewright.dialects.protocol import Entry, Script
from queuewright.dialects.rules import NOT_LITERAL, NOT_MANAGED

from .commands import Block, Commands, in_between
from .words import KNOWN, UNKNOWN, ShellWord, Variables, plain

VARIABLE = NOT_LITERAL.but(
    reason="the value of {names} is not known, and the command is not taken",
    remediation="give it with --set NAME=VALUE, or put it into the script",
)
OTHER_FILE = Rule(
    "other-file",
    "Another file has what runmqsc reads",
    "runmqsc reads {file}, which is not in this script: nothing of it is taken",
    "import that file too",
    (RUNMQSC.at("Description"),),
)
DECIDED = Rule(
    "decided-when-run",
    "A running script decides whether a command removes something",
    "{command} is run only where line {line} of the script says so: not taken",
    "run it by itself, or leave out what it removes",
    (RUNMQSC.at("Description"),),
    severity=Severity.WARNING,
)

_MARKS = re.compile(rf"[{UNKNOWN}{KNOWN}]|\\ue00[01]")  # escaped maybe
_CONTINUED = ("+", "-")
_BARE = re.compile(r"\w+")
# Of a text within a text, one mark stands in another.
_NAMES = re.compile(f"{UNKNOWN}([^{UNKNOWN}{KNOWN}]+)")


def script_of(found: Commands, variables: Variables, file: str) -> Script:
    """The script of these commands."""
    texts = in_texts(found)
    commands: list[MqscCommand] = []
    of_file: list[Diagnostic] = []
    headings: dict[int, Sequence[str]] = {}
    left = [_left(command, decided) for command, decided in found.left]
    decided_at: dict[int, int] = {}
    for each in texts:
        parsed = parse(each.text, file=file, columns=0, first=each.first)
        of_file += parsed.of_file
        headings |= parsed.headings
        decided_at |= each.decided
        for command in parsed.commands:
            decided = each.decided.get(command.line, 0)
            if decided and removes(command):
                left.append(_left(command, decided))
            else:
                commands.append(_literal(command))
    names = [*found.queue_managers]
    in_turn = len(texts) > 1
    script = of_parsed(
        MqscScript(
            file,
            tuple(in_between(commands, map(_literal, found.requests))),
            (*map(_shown, of_file), *map(_shown, found.problems)),
            Header(names[0] if names else "", others=tuple(names[1:])),
            headings,
        ),
        in_turn=in_turn,
    )
    entries = [
        replace(entry, decided=decided_at[entry.line]) if entry.line in decided_at else entry
        for entry in script.entries
    ]
    others = left
    for word in _once(found.elsewhere):
        name = plain(word.text)
        words = f"runmqsc < {name}"
        severity = Severity.WARNING if word in found.folders else None
        problem = OTHER_FILE("", PurePath(name).name, file=shown(name), severity=severity)
        placed = problem.at(word.line, word.column)
        others.append(Entry(words, (), (placed,), word.line, word.column, words=words))
    for word in _once(found.passed_over):
        problem = NOT_MANAGED(command=word.program).at(word.line, word.column)
        others.append(Entry(word.text, (), (problem,), word.line, word.column, words=word.program))
    unused = variables.given.keys() - {name.upper() for name in variables.asked}
    return Script.in_order(
        script.dialect,
        in_between(entries, others) if in_turn else (*entries, *others),
        in_turn=in_turn,
        facts=script.facts,
        headings=script.headings,
        unused=frozenset(unused),
    )


@dataclass(slots=True)
class _Text:
    """Blocks whose lines follow each other. first: the line of the start; decided: lines with
    commands that only the running script decides about."""

    first: int
    lines: list[str]
    decided: dict[int, int] = field(default_factory=dict)

    @property
    def end(self) -> int:
        return self.first + len(self.lines)

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def add(self, block: Block) -> bool:
        """Whether the block goes into this text."""
        lines = block.text.split("\n")
        last = self.end - 1
        if block.line == last and len(lines) == 1 and self.decided.get(last, 0) == block.decided:
            before = self.lines[-1]
            if not before or before[0] == "*" or before.rstrip().endswith(_CONTINUED):
                return False
            self.lines[-1] = f"{before}; {lines[0]}"
            return True
        if block.line < self.end:
            return False
        self.lines += [""] * (block.line - self.end)
        self.lines += lines
        if block.decided:
            self.decided |= dict.fromkeys(range(block.line, self.end), block.decided)
        return True


def in_texts(found: Commands) -> list[_Text]:
    """The blocks in the order in which they are run, with the comments above them."""
    texts: list[_Text] = []
    starts: list[tuple[int, int]] = []
    for block in found.blocks:
        if not texts or not texts[-1].add(block):
            texts.append(_Text(block.line, []))
            texts[-1].add(block)
        starts.append((block.line, len(texts) - 1))
    starts.sort()
    for line, comment in reversed(found.comments.items()):
        place = bisect_right(starts, (line, len(texts)))
        if place == len(starts):
            continue
        text = texts[starts[place][1]]
        if line < text.first:
            text.lines[:0] = [comment] + [""] * (text.first - line - 1)
            text.first = line
        elif not text.lines[line - text.first]:
            text.lines[line - text.first] = comment
    return texts


def _once(words: Iterable[ShellWord]) -> Iterable[ShellWord]:
    """Without those of functions and loops that are run again."""
    return {(word.line, word.column, word.text): word for word in words}.values()


def removes(command: MqscCommand) -> bool:
    """Whether it takes an object, a record or authorities away."""
    action = command.parameters.get("ACTION")
    action_word = "".join(action.values).upper() if action is not None else ""
    return (
        command.verb == "DELETE"
        or "AUTHRMV" in command.parameters
        or action_word.startswith("REMOVE")
    )


def _left(command: MqscCommand, decided: int) -> Entry:
    """A command that removes something, where the script may have it or not."""
    problem = DECIDED(command=command.words, line=decided).at(command.line, command.column)
    return Entry(plain(command.text), (), (problem,), command.line, command.column)


def _shown(problem: Diagnostic) -> Diagnostic:
    """A problem without the marks of what is not known."""
    return replace(
        problem,
        reason=_MARKS.sub("", problem.reason),
        remediation=_MARKS.sub("", problem.remediation),
    )


def _literal(command: MqscCommand) -> MqscCommand:
    """A command, with what is wrong where a part of it is not known."""
    if UNKNOWN not in command.text:
        if not command.problems:
            return command
        return replace(command, problems=tuple(map(_shown, command.problems)))
    names = _NAMES.findall(command.text)
    named = ", ".join(dict.fromkeys(names))
    variables = (b if _BARE.fullmatch(b := name.strip("${}")) else name for name in names)
    bare = ", ".join(dict.fromkeys(variables))
    problem: Diagnostic = VARIABLE("", bare, names=named)
    return replace(
        command,
        name=plain(command.name),
        text=plain(command.text),
        parameters={word: _as_written(each) for word, each in command.parameters.items()},
        target=command.target and _as_written(command.target),
        problems=(problem.at(command.line, command.column),),
    )


def _as_written(parameter: MqscParameter) -> MqscParameter:
    return parameter._replace(values=tuple(map(plain, parameter.values)))
