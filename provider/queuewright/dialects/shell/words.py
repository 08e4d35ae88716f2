"""The words of a shell script, and what its variables stand for. Pure; nothing is run.

A variable has the value that the script itself assigned last, or that was given. One that is not
known, or that the running script decides, and what a command would print, `$(...)`, stand in the
words between UNKNOWN and KNOWN.
Source: POSIX, Shell Command Language: 2.5 Parameters and Variables, 2.6.2 Parameter Expansion,
2.7.4 Here-Document, 2.9.5 Function Definition Command.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath, PureWindowsPath

UNKNOWN, KNOWN = "\ue000", "\ue001"  # around the name of what is not known
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*|[1-9]")  # and parameters of the script
_LONGEST = 1_000_000  # characters of a value
SPLIT = "\ue002"  # a blank of a variable's value, where the word ends
_EVERY = "@"  # all parameters
PARAMETERS = (*"123456789", _EVERY)


@dataclass(slots=True)
class ShellWord:
    """One word. quoted: a part of it stood in quotes. line, column: where it starts, from 1. into:
    the file that the output of this command is written to."""

    text: str
    line: int
    column: int
    quoted: bool = False
    into: str = ""

    @property
    def program(self) -> str:
        """The last part of a path, without `.exe`."""
        last = PureWindowsPath(PurePath(self.text).name).name.lower()
        return last.removesuffix(".exe")


@dataclass(slots=True)
class HereDocument:
    """The lines that a command reads. line: of the first; ends: of the delimiter behind the
    last. indented: `<<-`, whose leading tabs do not count. expands: whether variables do. taken:
    whether what reads it is known; added: whether its commands are of this script. decided: see
    SimpleCommand."""

    delimiter: str
    indented: bool
    expands: bool
    line: int = 0
    ends: int = 0
    text: str = ""
    taken: bool = False
    added: bool = False
    decided: int = 0


@dataclass(slots=True)
class Printed:
    """The output of commands, or input of one: texts of the script, other files, and commands
    whose output only a running script knows."""

    texts: list[HereDocument] = field(default_factory=list)
    files: list[ShellWord] = field(default_factory=list)
    unknown: list[ShellWord] = field(default_factory=list)

    def add(self, other: "Printed") -> None:
        self.texts += other.texts
        self.files += other.files
        self.unknown += other.unknown


Path = tuple[tuple[int, int], ...]


@dataclass(slots=True)
class SimpleCommand:
    """Words up to a pipe or the end. reads, writes: the files of `<` and `>`; appends: of `>>`.
    assigns: words that give variables values. group: of what ends a loop or another group, the
    pipelines in it, in order; body: the same of a function that it calls, which are still to be
    followed. prints: for whoever follows the script. branch: the branches that it stands in;
    decided: the line of what decides whether it is run, 0 where nothing does. behind: the text
    behind `exit`."""

    words: list[ShellWord] = field(default_factory=list)
    reads: list[ShellWord] = field(default_factory=list)
    writes: list[ShellWord] = field(default_factory=list)
    appends: list[ShellWord] = field(default_factory=list)
    documents: list[HereDocument] = field(default_factory=list)
    assigns: list[ShellWord] = field(default_factory=list)
    group: "list[list[SimpleCommand]] | None" = None
    body: "list[list[SimpleCommand]] | None" = None
    prints: Printed = field(default_factory=Printed)
    branch: Path = ()
    decided: int = 0
    behind: HereDocument | None = None


@dataclass(slots=True, eq=False)
class Branch:
    """Commands that only the running script decides about. line: of what decides, 0 for a
    subshell, which is run and keeps its variables for itself. arm: `then` is the first, `else`
    another. before: the variables where it begins; lost: those that it may change."""

    number: int
    line: int
    before: dict[str, str | None]
    arm: int = 0
    is_open: bool = True
    changed: set[str] = field(default_factory=set)
    lost: set[str] = field(default_factory=set)


@dataclass(slots=True)
class Function:
    """The commands of a function, and the line of their start."""

    text: str
    line: int
    called: bool = False


@dataclass(slots=True)
class Variables:
    """The variables of a shell. known: name -> value, parameters among them, None for one that the
    running script decides; asked: every name that a script has; used: those that stand for text;
    looped: that a loop gives its words, whatever is given; changed: that a script has changed;
    branches: in which it is; functions: by name; calls: of these.
    is_unfinished: whether a loop has no end."""

    known: dict[str, str | None] = field(default_factory=dict)
    given: Mapping[str, str] = field(default_factory=dict)
    asked: set[str] = field(default_factory=set)
    used: set[str] = field(default_factory=set)
    looped: set[str] = field(default_factory=set)
    changed: set[str] = field(default_factory=set)
    branches: list[Branch] = field(default_factory=list)
    functions: dict[str, Function] = field(default_factory=dict)
    calls: int = 0
    is_unfinished: bool = False
    _branches: int = 0

    def __post_init__(self) -> None:
        self.known |= {name: self.given[name] for name in PARAMETERS if name in self.given}

    def reset(self) -> None:
        """Before the script is read again."""
        for each in (self.known, self.looped, self.branches, self.functions):
            each.clear()
        self.calls = 0
        self.__post_init__()

    def ahead(self) -> "Variables":
        """For a look at what follows."""
        return Variables({**self.known}, self.given, looped={*self.looped})

    def value(self, name: str) -> str | None:
        self.used.add(name)
        own = self.known.get(name)
        if own is not None and name in self.looped:
            return own
        self.asked.add(name)
        found = self.given.get(name.upper()) if name not in PARAMETERS else None
        return own if found is None else found

    def assign(self, name: str, value: str, *, loops: bool = False) -> None:
        if loops:
            self.looped.add(name)
        else:
            self.asked.add(name)
        if UNKNOWN in value or len(value) > _LONGEST:
            self.forget((name,))
            return
        self._change(name)
        self.known[name] = value

    def forget(self, names: Iterable[str] | None = None) -> None:
        """Values that are not known from here; None for all but parameters."""
        if names is None:
            names = [name for name in self.known if name not in PARAMETERS]
        for name in names:
            self._change(name)
            self.known[name] = None

    def unset(self, name: str) -> None:
        self._change(name)
        self.known.pop(name, None)

    def set_parameters(self, values: Sequence[str]) -> None:
        for place, name in enumerate(PARAMETERS[:-1]):
            if place < len(values):
                self.assign(name, values[place])
            else:
                self.unset(name)
        self._set_every(values)

    def _set_every(self, values: Sequence[str]) -> None:
        self._change(_EVERY)
        self.known[_EVERY] = SPLIT.join(values)

    def shift(self, by: int) -> None:
        before = {**self.known}
        *names, _ = PARAMETERS
        for place, name in enumerate(names):
            self.unset(name)
            if (other := "".join(names[place + by : place + by + 1])) in before:
                self.known[name] = before[other]
        every = before.get(_EVERY)
        if every is not None:
            self._set_every(every.split(SPLIT)[by:])

    def _change(self, name: str) -> None:
        self.changed.add(name)
        if self.branches:
            self.branches[-1].changed.add(name)

    def open(self, line: int) -> Branch:
        self._branches += 1
        branch = Branch(self._branches, line, {**self.known})
        self.branches.append(branch)
        return branch

    def next_arm(self, branch: Branch) -> None:
        """The next commands are run where those before are not."""
        if not branch.is_open:
            return
        while self.branches[-1] is not branch:
            self.close(self.branches[-1])
        self._end_arm(branch)
        branch.arm += 1

    def close(self, branch: Branch) -> None:
        """A variable that it gave another value is not known behind it."""
        if not branch.is_open:
            return
        branch.is_open = False
        while self.branches[-1] is not branch:
            self.close(self.branches[-1])
        self._end_arm(branch)
        self.branches.pop()
        if branch.line:
            self.forget(branch.lost)

    def _end_arm(self, branch: Branch) -> None:
        before = branch.before
        branch.lost |= {n for n in branch.changed if self.known.get(n) != before.get(n)}
        branch.changed.clear()
        self.known = {**before}

    @property
    def path(self) -> Path:
        return tuple((branch.number, branch.arm) for branch in self.branches if branch.line)

    @property
    def decided(self) -> int:
        """The line of what decides whether the next command is run."""
        return next((branch.line for branch in reversed(self.branches) if branch.line), 0)

    def expanded(self, text: str, at: int) -> tuple[str, int]:
        """The text that `$` at a place stands for, and the place behind it."""
        opening = text[at + 1 : at + 2]
        if opening == "(":
            return not_known("$(...)"), closed(text, at + 1, "(", ")")
        if opening == "{":
            end = closed(text, at + 1, "{", "}")
            return self._braced(text[at + 2 : end - 1]), end
        name = _VARIABLE.match(text, at + 1)
        if name:
            value = self.value(name.group())
            return not_known(f"${name.group()}") if value is None else value, name.end()
        if opening and opening in "@*" and (every := self._every(opening)) is not None:
            return every, at + 2
        if opening and opening in "0@*#?$!-":
            return not_known(f"${opening}"), at + 2
        return "$", at + 1

    def _every(self, sign: str) -> str | None:
        """All parameters, words of their own in `$@`."""
        every = self.known.get(_EVERY)
        return every.replace(SPLIT, " ") if every is not None and sign == "*" else every

    def _braced(self, inside: str) -> str:
        if inside in ("@", "*") and (every := self._every(inside)) is not None:
            return every
        name = _VARIABLE.match(inside)
        if name is None:
            return not_known(f"${{{inside}}}")
        value, rest = self.value(name.group()), inside[name.end() :]
        operator, is_colon = rest.lstrip(":")[:1], rest[:1] == ":"
        default = rest.lstrip(":")[1:]
        is_text = "$" not in default and "`" not in default
        if value is not None and (not rest or operator in ("-", "=", "?")):
            if value or not is_colon:
                return value
            return default.strip("\"'") if operator != "?" and is_text else _in_braces(inside)
        if value is None and name.group() not in self.known and operator in ("-", "=") and is_text:
            return default.strip("\"'")
        return _in_braces(inside)


def plain(text: str) -> str:
    """The text as the file has it."""
    return text.replace(UNKNOWN, "").replace(KNOWN, "")


def not_known(text: str) -> str:
    return f"{UNKNOWN}{text}{KNOWN}"


def _in_braces(inside: str) -> str:
    return not_known(f"${{{inside}}}")


def closed(text: str, at: int, opening: str, closing: str) -> int:
    """The place behind what closes the parenthesis that is at a place."""
    depth = 0
    for place in range(at, len(text)):
        depth += (text[place] == opening) - (text[place] == closing)
        if depth == 0:
            return place + 1
    return len(text)
