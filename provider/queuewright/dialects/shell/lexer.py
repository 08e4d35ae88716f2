"""A text of a shell script, word by word: quotes, variables, redirections, here-documents. Pure.

Source: POSIX, Shell Command Language: 2.2 Quoting, 2.6 Word Expansions (2.6.5 Field Splitting),
2.7 Redirection (2.7.4 Here-Document); Bash Reference Manual: ANSI-C Quoting.
"""

import re

from .effects import arithmetic
from .words import SPLIT, UNKNOWN, HereDocument, ShellWord, SimpleCommand, Variables, not_known

ASSIGNMENT = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)(\+?)=")
BLANKS = " \t\r"
REDIRECTION = re.compile(r"([0-9]?)(<<<|<<-|<<|<&|<|>>|>&|>\||>)")
_QUOTING = frozenset("'\"\\")  # of a delimiter, whose document has no variables then
_BLANK_RUN = re.compile(r"[ \t\n]+")
_ESCAPES = {"n": "\n", "t": "\t", "\\": "\\", "'": "'", '"': '"'}


class Lexer:
    """Goes over a text once. at: where it is, in which line, and where that starts; inner: commands
    in $(...), and their line; commands: of the pipeline; waiting: documents whose lines follow."""

    def __init__(self, text: str, variables: Variables, line: int, at: int) -> None:
        self.text, self.variables = text, variables
        self.at, self.line, self.start = at, line, 0
        self.inner: list[tuple[str, int]] = []
        self.commands = [SimpleCommand()]
        self.waiting: list[HereDocument] = []

    def _redirection(self) -> None:
        text = self.text
        found = REDIRECTION.match(text, self.at)
        assert found
        from_, sign, self.at = found[1], found[2], found.end()
        while self.at < len(text) and text[self.at] in BLANKS:
            self.at += 1
        if self.at >= len(text) or text[self.at] == "\n":
            return
        start = self.at
        word, command = self._word(), self.commands[-1]
        word.text = word.text.replace(SPLIT, " ")
        if sign in ("<<", "<<-"):
            is_quoted = not _QUOTING.isdisjoint(text[start : self.at])
            document = HereDocument(word.text, sign == "<<-", not is_quoted)
            command.documents.append(document)
            self.waiting.append(document)
        elif sign == "<<<":
            command.documents.append(
                HereDocument("", False, False, word.line, word.line, word.text)
            )
        elif sign == "<":
            command.reads.append(word)
        elif from_ in ("", "1"):
            (command.appends if sign == ">>" else command.writes).append(word)

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
            document.text = self._expanded(text, document.line) if document.expands else text
        self.waiting.clear()

    def _value(self, text: str, at: int) -> tuple[str, int]:
        """The text that `$` at a place stands for; commands that it runs are of the script too."""
        value, end = self.variables.expanded(text, at)
        if text.startswith("$((", at):
            arithmetic(text[at:end], self.variables)
        elif text.startswith("$(", at):
            self.inner.append((text[at + 2 : end - 1], self.line))
        return value, end

    def _printed(self, text: str, at: int) -> int:
        """The place behind what `...` runs, whose commands are of the script too."""
        end = text.find("`", at + 1)
        while end > 0 and text[end - 1] == "\\":
            end = text.find("`", end + 1)
        end = len(text) if end < 0 else end
        self.inner.append((text[at + 1 : end].replace("\\`", "`"), self.line))
        return end + 1

    def _newline(self, at: int) -> None:
        self.at = self.start = at + 1
        self.line += 1

    def _expanded(self, text: str, line: int) -> str:
        """Lines with the values of their variables. Two that a backslash joins are one, and a line
        with nothing follows it, so that the others keep their places."""
        parts, at, skipped = [], 0, 0
        outside, self.line = self.line, line
        while at < len(text):
            character = text[at]
            if character == "\\" and text[at + 1 : at + 2] == "\n":
                skipped += 1
                at += 2
            elif character == "\\" and text[at + 1 : at + 2] in ("$", "`", "\\"):
                parts.append(text[at + 1])
                at += 2
            elif character == "$":
                value, at = self._value(text, at)
                parts.append(value)
            elif character == "`":
                parts.append(not_known("`...`"))
                at = self._printed(text, at)
            elif character == "\n":
                parts.append(character * (skipped + 1))
                skipped = 0
                at += 1
            else:
                run = next((p for p in range(at + 1, len(text)) if text[p] in "\\$`\n"), len(text))
                parts.append(text[at:run])
                at = run
        self.line = outside
        return "".join(parts).replace(SPLIT, " ")

    def _word(self) -> ShellWord:
        text, size = self.text, len(self.text)
        word = ShellWord("", self.line, self.at - self.start + 1)
        parts: list[str] = []
        while self.at < size:
            character = text[self.at]
            if character in BLANKS or character in "\n;&|()<>":
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
            elif text.startswith("$'", self.at):
                word.quoted = True
                self._escaped(parts)
            elif character == "$":
                value, end = self._value(text, self.at)
                is_split = UNKNOWN not in value and not self._assigns(parts)
                parts.append(_BLANK_RUN.sub(SPLIT, value) if is_split else value)
                self._over(end)
            elif character == "`":
                self._back(parts)
            else:
                parts.append(character)
                self.at += 1
        word.text = "".join(parts)
        return word

    def _assigns(self, parts: list[str]) -> bool:
        """Whether a word gives a variable its value, which is not split."""
        return not self.commands[-1].words and bool(ASSIGNMENT.match("".join(parts)))

    def _escaped(self, parts: list[str]) -> None:
        """`$'...'`, with the characters that backslashes stand for."""
        text, at = self.text, self.at + 2
        while at < len(text) and text[at] != "'":
            if text[at] == "\\":
                following = text[at + 1 : at + 2]
                parts.append(_ESCAPES.get(following, f"\\{following}"))
                at += 2
            else:
                parts.append(text[at])
                at += 1
        self._over(at + 1)

    def _back(self, parts: list[str]) -> None:
        """A command between backquotes, whose output nobody knows."""
        parts.append(not_known("`...`"))
        self._over(self._printed(self.text, self.at))

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
            elif character == "`":
                self._back(parts)
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
