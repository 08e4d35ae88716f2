"""The commands of a shell script: pipelines, groups, loops, branches, functions. Pure.

The commands of `for NAME in WORDS` come once for each word, where all of them are known, those of
a function where it is called. Those in `if`, `case`, `while` and behind `&&` and `||` come
once, as what the running script decides.
Source: POSIX, Shell Command Language: 2.4 Reserved Words, 2.7 Redirection, 2.9.3 Lists, 2.9.4
Compound Commands, 2.9.5 Function Definition Command; 2.14 Special Built-In Utilities (exit).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from .commands import PROGRAMS
from .effects import NAME, arithmetic, change
from .lexer import ASSIGNMENT, BLANKS, REDIRECTION, Lexer
from .words import (
    PARAMETERS,
    SPLIT,
    UNKNOWN,
    Branch,
    Function,
    HereDocument,
    ShellWord,
    SimpleCommand,
    Variables,
    closed,
    not_known,
    plain,
)

_ENDS = ("&&", "||", ";;&", ";;", ";&", ";", "&", "(", ")")
_PATTERN = frozenset("*?[{")  # what file names are matched with
_MOST = 10_000  # times that a loop is run, or functions are called
_DEEPEST = 20  # functions in each other
_PARENTHESES = re.compile(r"\([ \t]*\)")
_BODY = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*([{(])")
# Words and signs before the name of a command.
_RUNS = r"(?:^|[\n;&|({]|\b(?:command|do|else|exec|sudo|then)\b)[ \t]*(?:[^\s;&|]*/)?"
# Words that may stand before a command.
_RESERVED = ("do", "then", "else", "elif", "if", "while", "until", "!", "{", "time")
_DECLARING = ("export", "readonly", "declare", "typeset", "local", "set", "ENV", "ARG")
_OF_FUNCTION = ("declare", "local", "typeset")  # whose names end with it
# Words that begin commands whose output is one, and the words that end them.
_OPENING = {"{": "}", "for": "done", "select": "done", "while": "done", "until": "done"} | {
    "if": "fi",
    "case": "esac",
}
_CLOSING = frozenset(_OPENING.values())
_SEVERAL = ("$*", "$(...)", "`...`")
_REPEATING = ("select", "until", "while")


@dataclass(slots=True)
class _Level:
    """A group that is open. closing: what ends it; line, start: where it stands; pipelines: in it;
    branch: that it is; and_or: what `&&` or `||` decides in it; in_pattern: of `case`, where a
    pattern follows."""

    closing: str
    line: int = 0
    start: int = 0
    pipelines: list[list[SimpleCommand]] = field(default_factory=list)
    branch: Branch | None = None
    and_or: Branch | None = None
    in_pattern: bool = False


class Scanner(Lexer):
    """Goes over a script once, from its start to its end. at: where it starts. unrolls: whether the
    commands of a loop come once for each of its words; ends: what leaves it, `exit` or `return`;
    inside: the functions that it is in."""

    def __init__(
        self,
        text: str,
        variables: Variables,
        line: int = 1,
        at: int = 0,
        *,
        unrolls: bool = True,
        ends: str = "",
        inside: tuple[str, ...] = (),
    ) -> None:
        super().__init__(text, variables, line, at)
        self.unrolls, self.ends, self.inside = unrolls, ends, inside
        self.marks: list[tuple[str, int]] = []  # do and done, with their places
        self.declaring = ""  # the word before assignments
        self.joins = False  # whether `&&` or `||` came last
        self.held: list[list[SimpleCommand]] = []  # until they do
        self.locals: dict[str, tuple[str | None, ...]] = {}  # of a function, as they were before
        self.ended: int | None = None  # the place behind the first group
        self.levels = [_Level("")]

    def pipelines(self) -> Iterator[list[SimpleCommand]]:
        text = self.text
        while self.at < len(text):
            character = text[self.at]
            if character in BLANKS:
                self.at += 1
            elif character == "\\" and text.startswith(("\\\n", "\\\r\n"), self.at):
                self._newline(text.index("\n", self.at))
            elif character == "#":
                end = text.find("\n", self.at)
                self.at = len(text) if end < 0 else end
            elif character == "\n":
                self._newline(self.at)
                self._documents()
                yield from self._ended("\n")
            elif character == "|" and not text.startswith("||", self.at):
                self.at += 1
                self.declaring = ""
                self.commands.append(SimpleCommand())
            elif sign := next((e for e in _ENDS if text.startswith(e, self.at)), ""):
                yield from self._sign(sign)
            elif REDIRECTION.match(text, self.at):
                self._redirection()
            elif character == "{" and self._follows_function():
                yield from self._define(self.commands[0].words[1].text)
            else:
                place = self.at
                self._add(self._word(), place)
        yield from self._ended("\n")
        for level in reversed(self.levels):
            self._end_list(level)
            if level.branch is not None:
                self.variables.close(level.branch)

    def _follows_function(self) -> bool:
        """Whether `function NAME` stands before this."""
        words = self.commands[0].words
        return len(words) == 2 and words[0].text == "function" and bool(_defined(words))

    def _sign(self, sign: str) -> Iterator[list[SimpleCommand]]:
        text, level = self.text, self.levels[-1]
        words = self.commands[-1].words
        if level.in_pattern and sign in ("(", ")"):
            self.at += 1
            if sign == ")":
                self.commands, level.in_pattern = [SimpleCommand()], False
            return
        is_for = [word.text for word in words] == ["for"]
        if sign == "(" and text.startswith("((", self.at) and (is_for or not words):
            arithmetic(text[self.at : (end := closed(text, self.at, "(", ")"))], self.variables)
            self._over(end)
            if is_for:
                self._repeats()
            return
        parentheses = _PARENTHESES.match(text, self.at)
        if parentheses and len(self.commands) == 1 and (name := _defined(words)):
            self.at = parentheses.end()
            yield from self._define(name)
            return
        self.at += len(sign)
        yield from self._ended(sign)
        if sign == "(":
            isolated = self.variables.open(0)
            self.levels.append(_Level(")", self.line, branch=isolated))
        elif sign == ")":
            self._close(sign)
        elif sign.startswith(";") and sign != ";" and level.closing == "esac":
            level.in_pattern = True
            if level.branch is not None:
                self.variables.next_arm(level.branch)

    def _ended(self, sign: str) -> Iterator[list[SimpleCommand]]:
        commands, self.commands = self.commands, [SimpleCommand()]
        declaring, self.declaring = self.declaring, ""
        level = self.levels[-1]
        header = commands[0].words if self.unrolls else []
        if [word.text for word in header[::2][:2]] == ["for", "in"]:
            yield from self._loop(header[1].text, header[3:])
            return
        if header and header[0].text == "for" and level.closing == "done":
            self._repeats(*(word.text for word in header[1:2]))
        if declaring == "ENV" and commands[0].words:
            first, *rest = commands[0].words
            self.variables.assign(first.text, " ".join(word.text for word in rest))
            commands[0].words = []
        is_any = any(c.words or c.assigns or c.group is not None for c in commands)
        if is_any:
            for command in commands:
                command.branch, command.decided = self.variables.path, self.variables.decided
                for document in command.documents:
                    document.decided = command.decided
                change(command, self.variables)
                self._call(command)
            self.held.append(commands)
            if len(self.levels) > 1:
                level.pipelines.append(commands)
        if sign in ("&&", "||"):
            level.and_or = level.and_or or self.variables.open(self.line)
        elif is_any or not self.joins:
            self._end_list(level)
        self.joins = sign in ("&&", "||") or (self.joins and not is_any)
        if is_any and self._leaves(commands):
            self._leave(commands[0])
        if self.waiting:  # the lines of a here-document follow
            return
        inner, self.inner = self.inner, []
        for text, line in inner:
            isolated = self.variables.open(0)
            yield from self._inside(text, line).pipelines()
            self.variables.close(isolated)
        held, self.held = self.held, []
        yield from held

    def _inside(self, text: str, line: int) -> "Scanner":
        """For a text that is run as a part of this."""
        return Scanner(text, self.variables, line, unrolls=self.unrolls, inside=self.inside)

    def _end_list(self, level: _Level) -> None:
        if level.and_or is not None:
            self.variables.close(level.and_or)
            level.and_or = None

    def _leaves(self, commands: list[SimpleCommand]) -> bool:
        words = commands[0].words
        is_left = bool(self.ends and words) and words[0].text in ("exit", self.ends)
        return is_left and len(commands) + len(self.levels) == 2 and not commands[0].decided

    def _leave(self, command: SimpleCommand) -> None:
        """Skip the rest, which is not run, but for the lines of here-documents."""
        self._documents()
        command.behind = HereDocument("", False, False, self.line, 0, self.text[self.at :])
        self.at = len(self.text)

    def _call(self, command: SimpleCommand) -> None:
        """Run the function that a command calls."""
        first = command.words[0] if command.words else None
        if first is None or first.quoted or not self.unrolls:
            return
        function, variables = self.variables.functions.get(first.text), self.variables
        if function is None or first.text in self.inside or len(self.inside) >= _DEEPEST:
            return
        if variables.calls >= _MOST:
            return
        variables.calls += 1
        function.called = True
        before = {name: variables.known[name] for name in PARAMETERS if name in variables.known}
        words = command.words[1:]
        if [plain(word.text) for word in words] != ["$@"]:  # its own
            variables.set_parameters([word.text for word in words])
        many = (place for place, word in enumerate(words) if _may_be_several(word))
        if len(words) > 1 or (words and plain(words[0].text) != "$@"):
            variables.forget(PARAMETERS[next(many, len(PARAMETERS)) :])
        command.body = self._body_of(first.text, function)
        for name in PARAMETERS:
            variables.known.pop(name, None)
        variables.known |= before

    def _body_of(self, name: str, function: Function) -> list[list[SimpleCommand]]:
        inside = (*self.inside, name)
        scanner = Scanner(
            function.text, self.variables, function.line, ends="return", inside=inside
        )
        pipelines = [*scanner.pipelines()]
        for local, value in scanner.locals.items():
            self.variables.unset(local)
            if value:
                self.variables.known[local] = value[0]
        return pipelines

    def _define(self, name: str) -> Iterator[list[SimpleCommand]]:
        """A function, whose parentheses have been read: kept until it is called. One that has its
        own name inside, as a program that it stands for, is read in place."""
        self.commands = [SimpleCommand()]
        body = _BODY.match(self.text, self.at)
        if body is None or not self.unrolls:
            return
        start = body.end()
        line = self.line + self.text.count("\n", self.at, start)
        end = self._end_of(start - 1, line)
        if end is None:
            return
        function = Function(self.text[start : end - 1], line)
        self._over(end)
        if name in PROGRAMS or re.search(_RUNS + re.escape(name) + r"(?![\w.-])", function.text):
            yield from _uncalled(self.variables, name, function, self.inside)
            return
        before = self.variables.functions.get(name)
        if before is not None and not before.called:  # another arm of an `if`, say
            yield from _uncalled(self.variables, name, before, self.inside)
        self.variables.functions[name] = function

    def _end_of(self, start: int, line: int) -> int | None:
        """The place behind the group that begins at a place."""
        ahead = Scanner(self.text, self.variables.ahead(), line, start, unrolls=False)
        for _ in ahead.pipelines():
            if ahead.ended is not None:
                break
        return ahead.ended

    def _loop(self, name: str, words: list[ShellWord]) -> Iterator[list[SimpleCommand]]:
        """The commands of `for NAME in WORDS`, which has been read up to there."""
        values = [v for w in words for v in ([w.text] if w.quoted else w.text.split())]
        body = self._body()
        is_known = all(UNKNOWN not in value and _PATTERN.isdisjoint(value) for value in values)
        if body is None or not is_known or len(values) > _MOST:
            self._repeats(name)
            return
        start, end = body
        line = self.line + self.text.count("\n", self.at, start)
        for value in values:
            self.variables.assign(name, value, loops=True)
            for pipeline in self._inside(self.text[start:end], line).pipelines():
                self.levels[-1].pipelines.append(pipeline)
                yield pipeline
        self._over(end)

    def _body(self) -> tuple[int, int] | None:
        """The places of the commands between `do` and its `done`, which follow."""
        ahead = Scanner(self.text, self.variables.ahead(), self.line, self.at, unrolls=False)
        depth, start, seen = 0, 0, 0
        for _ in ahead.pipelines():
            for word, place in ahead.marks[seen:]:
                if word == "do" and not depth:
                    start = place + len(word)
                depth += 1 if word == "do" else -1
                if depth <= 0:
                    return None if depth else (start, place)
            seen = len(ahead.marks)
        return None

    def _repeats(self, *names: str) -> None:
        """A loop whose commands come once: what they change is not known in it."""
        level = self.levels[-1]
        if level.closing != "done" or level.branch is not None:
            return
        level.branch = self.variables.open(level.line)
        changed = set(names)
        if self.variables.is_unfinished:
            self.variables.forget()
        elif self.unrolls:
            ahead = self.variables.ahead()
            scanner = Scanner(self.text, ahead, self.line, level.start, unrolls=False)
            for _ in scanner.pipelines():
                if scanner.ended is not None:
                    break
            changed |= ahead.changed
            self.variables.is_unfinished = scanner.ended is None
        self.variables.forget(sorted(changed))

    def _close(self, sign: str) -> None:
        """The end of a group, whose pipelines go to the group around it as well."""
        level = self.levels[-1]
        if not sign or level.closing != sign:
            return
        self._end_list(level)
        if level.branch is not None:
            self.variables.close(level.branch)
        self.levels.pop()
        self.commands[-1].group = level.pipelines
        if len(self.levels) == 1 and self.ended is None:
            self.ended = self.at

    def _add(self, word: ShellWord, place: int) -> None:
        if not word.text and not word.quoted:  # of a variable
            return
        command, level = self.commands[-1], self.levels[-1]
        words = command.words
        is_first = not words and not word.quoted and not self.declaring
        if level.in_pattern and not (is_first and word.text == "esac"):
            words.append(word)
            return
        if is_first and word.text in ("do", "done"):
            self.marks.append((word.text, place))
        if is_first and word.text in _OPENING:
            level = _Level(_OPENING[word.text], word.line, place)
            self.levels.append(level)
            if word.text == "case":
                level.branch, level.in_pattern = self.variables.open(word.line), True
            elif word.text in _REPEATING:
                self._repeats()
        if is_first and word.text in _CLOSING:
            self._close(word.text)
        else:
            command.group = None  # `f() {`, and what stands behind it
        if is_first and level.closing == "fi":
            self._arm(word.text, level)
        if is_first and word.text in _RESERVED:
            return
        if is_first and word.text in _DECLARING:
            self.declaring = word.text
            return
        assigned = ASSIGNMENT.match(word.text)
        if not words and assigned:
            self._assign(assigned, word)
            return
        if self.declaring and self.declaring != "ENV":
            self._declare(word.text)
            return
        if SPLIT not in word.text:
            words.append(word)
            return
        for part in filter(None, word.text.split(SPLIT)):
            words.append(ShellWord(part, word.line, word.column, word.quoted))

    def _arm(self, word: str, level: _Level) -> None:
        """`then`, `elif` and `else` of an `if`."""
        if word == "then" and level.branch is None:
            level.branch = self.variables.open(level.line)
        elif word in ("elif", "else") and level.branch is not None:
            self.variables.next_arm(level.branch)

    def _assign(self, assigned: re.Match[str], word: ShellWord) -> None:
        name, value = assigned[1], word.text[assigned.end() :].replace(SPLIT, " ")
        self._keep_outside(name)
        if assigned[2]:
            before = self.variables.known.get(name, "")
            value = not_known(f"${name}") if before is None else before + value
        self.variables.assign(name, value)
        self.commands[-1].assigns.append(word)

    def _declare(self, text: str) -> None:
        """A word behind `export` or `local` that gives no value."""
        if self.declaring == "set" and text == "--":
            self.variables.forget(PARAMETERS)
        elif self.declaring in _OF_FUNCTION and self.inside and NAME.fullmatch(text):
            self._keep_outside(text)
            self.variables.unset(text)

    def _keep_outside(self, name: str) -> None:
        """A variable that is a function's own keeps its value outside."""
        if self.declaring in _OF_FUNCTION and self.inside and name not in self.locals:
            known = self.variables.known
            self.locals[name] = (known[name],) if name in known else ()


def pipelines(text: str, variables: Variables, line: int = 1) -> Iterator[list[SimpleCommand]]:
    """The commands of a script, those of a pipeline together. line: of the text's start. Functions
    that it does not call come at its end."""
    before = {*variables.functions}
    yield from Scanner(text.replace("\r\n", "\n"), variables, line, ends="exit").pipelines()
    own = [each for each in variables.functions.items() if each[0] not in before]
    for name, function in reversed(own):  # one that calls others stands behind them
        if not function.called:
            function.called = True
            yield from _uncalled(variables, name, function)


def _uncalled(
    variables: Variables, name: str, function: Function, inside: tuple[str, ...] = ()
) -> Iterator[list[SimpleCommand]]:
    """The commands of a function that nobody is seen to call."""
    branch = variables.open(function.line)
    variables.forget(PARAMETERS)
    inside = (*inside, name)
    yield from Scanner(
        function.text, variables, function.line, ends="return", inside=inside
    ).pipelines()
    variables.close(branch)


def _may_be_several(word: ShellWord) -> bool:
    """Whether a word that is not known may be any number of words."""
    text = plain(word.text)
    return UNKNOWN in word.text and (text == "$@" or (not word.quoted and text in _SEVERAL))


def _defined(words: list[ShellWord]) -> str:
    """The name of the function that a command defines: `NAME (`, `function NAME (`; else ""."""
    texts = [word.text for word in words if not word.quoted]
    names = texts[1:] if texts[:1] == ["function"] else texts
    is_one = len(names) == 1 and len(texts) == len(words) and NAME.fullmatch(names[0])
    return names[0] if is_one else ""
