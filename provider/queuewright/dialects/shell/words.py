"""The words of a shell script: quotes, variables, here-documents. Pure; nothing is run.

A variable has the value that the script itself assigned last, or that was given. One that is not
known, and what a command would print, `$(...)`, stand in the words between UNKNOWN and KNOWN. The
commands of `for NAME in WORDS` come once for each word, where all of them are known.
Source: POSIX, Shell Command Language: 2.2 Quoting, 2.4 Reserved Words, 2.6 Word Expansions (2.6.5
Field Splitting), 2.7.4 Here-Document, 2.9.4.1 Grouping Commands, 2.9.4.2 The for Loop.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import PurePath, PureWindowsPath

UNKNOWN, KNOWN = "\ue000", "\ue001"  # around the name of what is not known
_SPLIT = "\ue002"  # a blank of a variable's value, where the word ends
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*|[1-9]")  # and parameters of the script
_ASSIGNMENT = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)(\+?)=")
_REDIRECTION = re.compile(r"([0-9]?)(<<<|<<-|<<|<&|<|>>|>&|>)")
_BLANK_RUN = re.compile(r"[ \t\n]+")
_BLANKS = " \t\r"
_ENDS = ("&&", "||", ";;", ";", "&", "(", ")")
_PATTERN = frozenset("*?[{")  # what file names are matched with
_LONGEST = 1_000_000  # characters of a value
_MOST = 10_000  # times that a loop is run
# Words that may stand before a command.
_RESERVED = ("do", "then", "else", "elif", "if", "while", "until", "!", "{", "time")
_DECLARING = ("export", "readonly", "declare", "typeset", "local", "set", "ENV", "ARG")
# Words that begin commands whose output is one, and the words that end them.
_OPENING = {"{": "}", "for": "done", "select": "done", "while": "done", "until": "done"} | {
    "if": "fi",
    "case": "esac",
}
_CLOSING = frozenset(_OPENING.values())


@dataclass(slots=True)
class ShellWord:
    """One word. quoted: a part of it stood in quotes. line, column: where it starts, from 1."""

    text: str
    line: int
    column: int
    quoted: bool = False

    @property
    def program(self) -> str:
        """The last part of a path, without `.exe`."""
        last = PureWindowsPath(PurePath(self.text).name).name.lower()
        return last.removesuffix(".exe")


@dataclass(slots=True)
class HereDocument:
    """The lines that a command reads. line: of the first; ends: of the delimiter behind the
    last. indented: `<<-`, whose leading tabs do not count. expands: whether variables do. taken:
    whether what reads it is known."""

    delimiter: str
    indented: bool
    expands: bool
    line: int = 0
    ends: int = 0
    text: str = ""
    taken: bool = False


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


@dataclass(slots=True)
class SimpleCommand:
    """Words up to a pipe or the end. reads, writes: the files of `<` and `>`. assigns: words that
    give variables values. group: of what ends a loop or another group, the pipelines in it, in
    order. prints: for whoever follows the script."""

    words: list[ShellWord] = field(default_factory=list)
    reads: list[ShellWord] = field(default_factory=list)
    writes: list[ShellWord] = field(default_factory=list)
    documents: list[HereDocument] = field(default_factory=list)
    assigns: list[ShellWord] = field(default_factory=list)
    group: "list[list[SimpleCommand]] | None" = None
    prints: Printed = field(default_factory=Printed)


@dataclass(slots=True)
class Variables:
    """known: name -> value; asked: every name that a script has; used: those that stand for
    text."""

    known: dict[str, str] = field(default_factory=dict)
    given: Mapping[str, str] = field(default_factory=dict)
    asked: set[str] = field(default_factory=set)
    used: set[str] = field(default_factory=set)

    def value(self, name: str) -> str | None:
        self.asked.add(name)
        self.used.add(name)
        found = self.given.get(name.upper())
        return found if found is not None else self.known.get(name)

    def assign(self, name: str, value: str) -> None:
        self.asked.add(name)
        if UNKNOWN in value or len(value) > _LONGEST:
            self.known.pop(name, None)
        else:
            self.known[name] = value

    def expanded(self, text: str, at: int) -> tuple[str, int]:
        """The text that `$` at a place stands for, and the place behind it."""
        opening = text[at + 1 : at + 2]
        if opening == "(":
            return _not_known("$(...)"), _closed(text, at + 1, "(", ")")
        if opening == "{":
            end = _closed(text, at + 1, "{", "}")
            return self._braced(text[at + 2 : end - 1]), end
        name = _VARIABLE.match(text, at + 1)
        if name:
            value = self.value(name.group())
            return _not_known(f"${name.group()}") if value is None else value, name.end()
        if opening and opening in "0@*#?$!-":
            return _not_known(f"${opening}"), at + 2
        return "$", at + 1

    def _braced(self, inside: str) -> str:
        name = _VARIABLE.match(inside)
        if name is None:
            return _not_known(f"${{{inside}}}")
        value, rest = self.value(name.group()), inside[name.end() :]
        operator = rest.lstrip(":")[:1]
        if value is not None and (not rest or operator in "-=?"):
            return value
        default = rest.lstrip(":")[1:]
        if value is None and operator in ("-", "=") and "$" not in default:
            return default.strip("\"'")
        return _not_known(f"${{{inside}}}")


def plain(text: str) -> str:
    """The text as the file has it."""
    return text.replace(UNKNOWN, "").replace(KNOWN, "")


def _not_known(text: str) -> str:
    return f"{UNKNOWN}{text}{KNOWN}"


def _closed(text: str, at: int, opening: str, closing: str) -> int:
    """The place behind what closes the parenthesis that is at a place."""
    depth = 0
    for place in range(at, len(text)):
        depth += (text[place] == opening) - (text[place] == closing)
        if depth == 0:
            return place + 1
    return len(text)


class _Scanner:
    """Goes over a script once, from its start to its end. unrolls: whether the commands of a loop
    come once for each of its words."""

    def __init__(
        self, text: str, variables: Variables, line: int = 1, *, unrolls: bool = True
    ) -> None:
        self.text, self.variables = text, variables
        self.unrolls = unrolls
        self.marks: list[tuple[str, int]] = []  # do and done, with their places
        self.at, self.line, self.start = 0, line, 0  # start: of the line
        self.commands = [SimpleCommand()]  # of a pipeline
        self.waiting: list[HereDocument] = []  # whose lines follow
        self.held: list[list[SimpleCommand]] = []  # until they do
        self.inner: list[tuple[str, int]] = []  # commands in $(...), and their line
        # Groups that are open: what ends each, and the pipelines in it.
        self.groups: list[tuple[str, list[list[SimpleCommand]]]] = []

    def pipelines(self) -> Iterator[list[SimpleCommand]]:
        text, size = self.text, len(self.text)
        while self.at < size:
            character = text[self.at]
            if character in _BLANKS:
                self.at += 1
            elif character == "\\" and text.startswith(("\\\n", "\\\r\n"), self.at):
                self._newline(text.index("\n", self.at))
            elif character == "#":
                end = text.find("\n", self.at)
                self.at = size if end < 0 else end
            elif character == "\n":
                self._newline(self.at)
                self._documents()
                yield from self._ended()
            elif character == "|" and not text.startswith("||", self.at):
                self.at += 1
                self.commands.append(SimpleCommand())
            elif sign := next((e for e in _ENDS if text.startswith(e, self.at)), ""):
                self.at += len(sign)
                yield from self._ended()
                if sign == "(":
                    self.groups.append((")", []))
                elif sign == ")":
                    self._close(sign)
            elif _REDIRECTION.match(text, self.at):
                self._redirection()
            else:
                place = self.at
                self._add(self._word(), place)
        yield from self._ended()

    def _ended(self) -> Iterator[list[SimpleCommand]]:
        commands, self.commands = self.commands, [SimpleCommand()]
        header = commands[0].words if self.unrolls else []
        if [word.text for word in header[::2][:2]] == ["for", "in"]:
            yield from self._loop(header[1].text, header[3:])
            return
        if any(each.words or each.assigns or each.group is not None for each in commands):
            self.held.append(commands)
            if self.groups:
                self.groups[-1][1].append(commands)
        if self.waiting:  # the lines of a here-document follow
            return
        inner, self.inner = self.inner, []
        for text, line in inner:
            yield from _Scanner(text, self.variables, line).pipelines()
        held, self.held = self.held, []
        yield from held

    def _loop(self, name: str, words: list[ShellWord]) -> Iterator[list[SimpleCommand]]:
        """The commands of `for NAME in WORDS`, which has been read up to there."""
        values = [v for w in words for v in ([w.text] if w.quoted else w.text.split())]
        body = self._body()
        is_known = all(UNKNOWN not in value and _PATTERN.isdisjoint(value) for value in values)
        if body is None or not is_known or len(values) > _MOST:
            self.variables.known.pop(name, None)
            return
        start, end = body
        line = self.line + self.text.count("\n", self.at, start)
        for value in values:
            self.variables.assign(name, value)
            for pipeline in _Scanner(self.text[start:end], self.variables, line).pipelines():
                if self.groups:
                    self.groups[-1][1].append(pipeline)
                yield pipeline
        self._over(end)

    def _close(self, sign: str) -> None:
        """The end of a group, whose pipelines go to the group around it as well."""
        if self.groups and self.groups[-1][0] == sign:
            _, pipelines = self.groups.pop()
            self.commands[-1].group = pipelines

    def _body(self) -> tuple[int, int] | None:
        """The places of the commands between `do` and its `done`, which follow."""
        variables = Variables(dict(self.variables.known), self.variables.given)
        ahead = _Scanner(self.text[self.at :], variables, self.line, unrolls=False)
        depth, start, seen = 0, 0, 0
        for _ in ahead.pipelines():
            for word, place in ahead.marks[seen:]:
                if word == "do" and not depth:
                    start = place + len(word)
                depth += 1 if word == "do" else -1
                if depth <= 0:
                    return None if depth else (self.at + start, self.at + place)
            seen = len(ahead.marks)
        return None

    def _value(self, text: str, at: int) -> tuple[str, int]:
        """The text that `$` at a place stands for; commands that it runs are of the script too."""
        value, end = self.variables.expanded(text, at)
        if text[at + 1 : at + 2] == "(":
            self.inner.append((text[at + 2 : end - 1], self.line))
        return value, end

    def _newline(self, at: int) -> None:
        self.at = self.start = at + 1
        self.line += 1

    def _add(self, word: ShellWord, place: int) -> None:
        if not word.text and not word.quoted:  # of a variable
            return
        command = self.commands[-1]
        words = command.words
        is_first = not words and not word.quoted
        if is_first and word.text in ("do", "done"):
            self.marks.append((word.text, place))
        if is_first and word.text in _OPENING:
            self.groups.append((_OPENING[word.text], []))
        if is_first and word.text in _CLOSING:
            self._close(word.text)
        else:
            command.group = None  # `f() {`, and what stands behind it
        if is_first and word.text in _RESERVED:
            return
        if is_first and word.text in _DECLARING:
            return
        assigned = _ASSIGNMENT.match(word.text)
        if not words and assigned:
            value = word.text[assigned.end() :].replace(_SPLIT, " ")
            before = self.variables.known.get(assigned[1], "") if assigned[2] else ""
            self.variables.assign(assigned[1], before + value)
            command.assigns.append(word)
            return
        if words and words[0].text == "read" and not word.text.startswith("-"):
            self.variables.known.pop(word.text, None)
        if _SPLIT not in word.text:
            words.append(word)
            return
        for part in filter(None, word.text.split(_SPLIT)):
            words.append(ShellWord(part, word.line, word.column, word.quoted))

    def _redirection(self) -> None:
        text = self.text
        found = _REDIRECTION.match(text, self.at)
        assert found
        from_, sign, self.at = found[1], found[2], found.end()
        while self.at < len(text) and text[self.at] in _BLANKS:
            self.at += 1
        if self.at >= len(text) or text[self.at] == "\n":
            return
        word, command = self._word(), self.commands[-1]
        word.text = word.text.replace(_SPLIT, " ")
        if sign in ("<<", "<<-"):
            document = HereDocument(word.text, sign == "<<-", not word.quoted)
            command.documents.append(document)
            self.waiting.append(document)
        elif sign == "<<<":
            command.documents.append(
                HereDocument("", False, False, word.line, word.line, word.text)
            )
        elif sign == "<":
            command.reads.append(word)
        elif from_ in ("", "1"):
            command.writes.append(word)

    def _documents(self) -> None:
        """The lines of the here-documents that the line before began."""
        for document in self.waiting:
            document.line = self.line
            lines = []
            while self.at < len(self.text):
                end = self.text.find("\n", self.at)
                end = len(self.text) if end < 0 else end
                line = self.text[self.at : end].rstrip("\r")
                document.ends = self.line
                self._newline(end)
                line = line.lstrip("\t") if document.indented else line
                if line == document.delimiter:
                    break
                lines.append(line)
            text = "\n".join(lines)
            document.text = self._expanded(text) if document.expands else text
        self.waiting.clear()

    def _expanded(self, text: str) -> str:
        parts, at = [], 0
        while at < len(text):
            character = text[at]
            if character == "\\" and text[at + 1 : at + 2] in ("$", "`", "\\"):
                parts.append(text[at + 1])
                at += 2
            elif character == "$":
                value, at = self.variables.expanded(text, at)
                parts.append(value)
            else:
                run = next((p for p in range(at + 1, len(text)) if text[p] in "\\$"), len(text))
                parts.append(text[at:run])
                at = run
        return "".join(parts)

    def _word(self) -> ShellWord:
        text, size = self.text, len(self.text)
        word = ShellWord("", self.line, self.at - self.start + 1)
        parts: list[str] = []
        while self.at < size:
            character = text[self.at]
            if character in _BLANKS or character in "\n;&|()<>":
                break
            if character == "'":
                word.quoted = True
                end = text.find("'", self.at + 1)
                end = size if end < 0 else end
                parts.append(text[self.at + 1 : end])
                self._over(end + 1)
            elif character == '"':
                word.quoted = True
                self._double(parts)
            elif character == "\\":
                parts.append(text[self.at + 1 : self.at + 2].replace("\n", ""))
                self._over(self.at + 2)
            elif character == "$":
                value, end = self._value(text, self.at)
                is_split = UNKNOWN not in value and not self._assigns(parts)
                parts.append(_BLANK_RUN.sub(_SPLIT, value) if is_split else value)
                self._over(end)
            elif character == "`":
                end = text.find("`", self.at + 1)
                end = size if end < 0 else end
                self.inner.append((text[self.at + 1 : end], self.line))
                parts.append(_not_known("`...`"))
                self._over(end + 1)
            else:
                parts.append(character)
                self.at += 1
        word.text = "".join(parts)
        return word

    def _assigns(self, parts: list[str]) -> bool:
        """Whether a word gives a variable its value, which is not split."""
        return not self.commands[-1].words and bool(_ASSIGNMENT.match("".join(parts)))

    def _double(self, parts: list[str]) -> None:
        text = self.text
        self.at += 1
        while self.at < len(text) and text[self.at] != '"':
            character = text[self.at]
            if character == "\\" and text[self.at + 1 : self.at + 2] in ("$", "`", '"', "\\", "\n"):
                parts.append(text[self.at + 1].replace("\n", ""))
                self._over(self.at + 2)
            elif character == "$":
                value, end = self._value(text, self.at)
                parts.append(value)
                self._over(end)
            else:
                parts.append(character)
                self._over(self.at + 1)
        self.at += 1

    def _over(self, end: int) -> None:
        """Go to a place, over line ends maybe."""
        end = min(end, len(self.text))
        lines = self.text.count("\n", self.at, end)
        if lines:
            self.line += lines
            self.start = self.text.rindex("\n", self.at, end) + 1
        self.at = end


def pipelines(text: str, variables: Variables, line: int = 1) -> Iterator[list[SimpleCommand]]:
    """The commands of a script, those of a pipeline together. line: of the text's start."""
    return _Scanner(text.replace("\r\n", "\n"), variables, line).pipelines()
