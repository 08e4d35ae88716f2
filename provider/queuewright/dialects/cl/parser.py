"""CL statements parsed into commands with keyword and positional parameters.

Unquoted words fold to upper case; quoted strings stay as they are. A value that is not literal (a
variable, a built-in function, an expression) is kept and marked. A MONMSG stands with the
command before it. Nothing here raises for bad text: see `ClProgram.problems` and
`ClCommand.problems`.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from queuewright.catalogue.diagnostic import Diagnostic, shown
from queuewright.catalogue.rule import Rule
from queuewright.dialects.protocol import END_OF_PROGRAM, Mark, Monitored

from .rules import (
    CHARACTER,
    COMMAND_NAME,
    CONTINUATION_MISSING,
    CONTINUATION_PLACE,
    KEYWORD,
    LIST_DEPTH,
    PAREN_EXTRA,
    PAREN_OPEN,
)
from .source import Statement, statements
from .tables import commands, knows_keyword
from .words import ALTERING, CALL, CARRIERS, CLOSES, CREATE_LIBRARY, DECLARES, FLOW, OPENS

_TOKEN = re.compile(
    r"""[ \t\f\v]*(?:(?P<word>(?:[^\s()'"]|"[^"]*+")++)|(?P<quoted>'[^']*+(?:''[^']*+)*+')"""
    r"""|(?P<paren>[()])|(?P<bad>\S))"""
)
_NAME = re.compile(r"[A-Z$#@][A-Z0-9$#@_.]*\Z")
_COMMAND = re.compile(r"(?:[A-Z$#@*][A-Z0-9$#@_.]*/)?([A-Z$#@][A-Z0-9$#@_.]*)\Z")
_PROMPT = re.compile(r"\?[?*<>/\-&%@]?")
_VARIABLE = re.compile(r"&[A-Z$#@][A-Z0-9$#@_]*\Z")
_NAMED = re.compile(r"&[A-Z$#@][A-Z0-9$#@_]*")
_DOUBLE_QUOTED = re.compile(r'("[^"]*")')
_OPERATORS = {
    *("*CAT", "*TCAT", "*BCAT", "||", "|<", "|>", "*AND", "*OR", "*NOT", "+", "-", "*", "/"),
    *("*EQ", "*NE", "*GT", "*LT", "*GE", "*LE", "*NG", "*NL", "=", "<", ">"),
    *("<=", ">=", "¬=", "¬<", "¬>", "¬", "&", "|"),
}
_MESSAGE_ID = re.compile(r"[A-Z][A-Z0-9]{2}[0-9A-F]{4}\Z")
_BLANKS = re.compile(r"""'[^']*+(?:''[^']*+)*+'|"[^"]*+"|[ \t]{2,}|\t""")
_MAX_DEPTH = 25  # CL itself nests DO groups and lists no deeper


def variables_in(items: Iterable["ClItem"]) -> Iterator[str]:
    """The variables that values name, without their &, in order."""
    for item in items:
        if item.items:
            yield from variables_in(item.items)
        elif item.kind is not ItemKind.QUOTED:
            yield from (name[1:] for name in _NAMED.findall(item.text))


class ItemKind(StrEnum):
    """The form of a written value. Only WORD, QUOTED and GROUP are literal."""

    WORD = "word"
    QUOTED = "quoted"
    GROUP = "group"
    VARIABLE = "variable"
    HEX = "hex"
    EXPRESSION = "expression"


class ClItem(NamedTuple):
    """One value. `text`: a word folded to upper case, a string without its quotes, the source of
    an expression. `items` of a GROUP; of an EXPRESSION its operands and operators. `offset` counts
    in the statement."""

    kind: ItemKind
    text: str
    offset: int
    items: tuple["ClItem", ...] = ()


class Argument(NamedTuple):
    """One parameter: its keyword (None: positional), its values, its place."""

    keyword: str | None
    values: tuple[ClItem, ...]
    offset: int


@dataclass(slots=True)
class ClCommand:
    """One command. `conditional`: it stands in an IF, a MONMSG, a DO group or a SBMJOB, so that the
    program alone knows whether it runs. `text` is the statement on one line. monitors: messages
    (CPF2105, generic CPF0000) that the program monitors for when it fails, each with the label that
    it then goes on at, "" for the next command. runs_on: messages of the command before, for one
    of which it runs (MONMSG EXEC; in_monitor: it stands in that MONMSG). labels: its own.
    defaults_known: of CHGCMDDFT, whether the commands behind it have what it says."""

    name: str
    arguments: tuple[Argument, ...]
    statement: Statement
    offset: int
    conditional: bool = False
    problems: list[Diagnostic] = field(default_factory=list)
    text: str = ""
    labels: tuple[Mark, ...] = ()
    monitors: list[Monitored] = field(default_factory=list)
    runs_on: tuple[str, ...] = ()
    in_monitor: bool = False
    carrier: "ClCommand | None" = None
    opens: bool = False
    skipped: bool = False
    current_library: str = ""
    defaults_known: bool = False

    @property
    def is_ours(self) -> bool:
        """Whether it is about a kind of the catalogue, or about any IBM i object."""
        return self.name in commands()

    @property
    def line(self) -> int:
        return self.statement.place(self.offset)[0]

    @property
    def column(self) -> int:
        return self.statement.place(self.offset)[1]

    def report(self, rule: Rule, offset: int, expected: str, found: str) -> None:
        """Add a problem at a place in the statement."""
        self.problems.append(self.statement.problem(rule, offset, expected, found))


@dataclass(slots=True)
class ClProgram:
    """A program: every command in order (other than MONMSG), problems outside them, the messages
    that it monitors for throughout, what is commented above the statement of a line, and variables
    that were given and that it has not."""

    steps: list[ClCommand] = field(default_factory=list)
    problems: list[Diagnostic] = field(default_factory=list)
    monitors: list[Monitored] = field(default_factory=list)
    skipped: Counter[str] = field(default_factory=Counter)
    headings: dict[int, Sequence[str]] = field(default_factory=dict)
    unused: frozenset[str] = frozenset()

    @property
    def commands(self) -> list[ClCommand]:
        """Our commands."""
        return [command for command in self.steps if command.is_ours]


@dataclass(slots=True)
class _OpenGroups:
    """The DO groups and the like that are open: for which messages each runs, () if it is no
    MONMSG that opens it. depth: how many are open besides, where they are too many to keep."""

    messages: list[tuple[str, ...]] = field(default_factory=list)
    depth: int = 0

    def open(self, messages: tuple[str, ...]) -> None:
        if len(self.messages) < _MAX_DEPTH:
            self.messages.append(messages)
        else:
            self.depth += 1

    def close(self) -> None:
        if self.depth:
            self.depth -= 1
        elif self.messages:
            self.messages.pop()


def parse(text: str) -> ClProgram:
    """Read a CL program, or commands one a line. Never raises."""
    script = ClProgram()
    groups = _OpenGroups()
    for statement in _with_manual_lines(statements(text, script.headings)):
        _statement(script, statement, groups)
    return script


def _with_manual_lines(statements_found: Iterator[Statement]) -> Iterator[Statement]:
    """Join what IBM's manuals print without continuation characters: a line that starts with
    `KEYWORD(`, a keyword of the command before it, cannot be a command of its own."""
    before: Statement | None = None
    name = ""
    for statement in statements_found:
        word = _leading(_LEADING_KEYWORD, statement.text)
        if before is not None and word and name and knows_keyword(name, word):
            offset = len(statement.text) - len(statement.text.lstrip())
            problem = statement.problem(CONTINUATION_MISSING, offset)
            before.join(statement)
            before.problems.append(problem)
            continue
        if before is not None:
            yield before
        before, name = statement, _leading(_LEADING_COMMAND, statement.text)
    if before is not None:
        yield before


_LEADING_KEYWORD = re.compile(r"\s*([A-Za-z$#@][\w$#@]*)\(")
_LEADING_COMMAND = re.compile(
    r"\s*(?:[A-Za-z$#@][\w$#@]*:\s*)?\??(?:[\w$#@*.]+/)?([A-Za-z$#@][\w$#@]*)(?=\s|$)"
)


def _leading(pattern: re.Pattern[str], text: str) -> str:
    match = pattern.match(text)
    return match.group(1).upper() if match else ""


class _Token(NamedTuple):
    kind: str
    text: str
    offset: int
    end: int


def _tokens(statement: Statement) -> list[_Token]:
    tokens = []
    for match in _TOKEN.finditer(statement.text):
        kind = match.lastgroup
        if kind is not None:
            start, end = match.span(kind)
            tokens.append(_Token(kind, match[kind], start, end))
    return tokens


def _statement(script: ClProgram, statement: Statement, groups: _OpenGroups) -> None:
    """Add one statement to the script."""
    tokens = _tokens(statement)
    name, start, problem, label = _head(statement, tokens)
    if problem is not None:
        script.problems += [*statement.problems, problem]
        return
    if name is None:  # a label alone, or nothing but a comment
        script.problems += statement.problems
        if label:
            script.steps.append(ClCommand("", (), statement, 0, labels=(label,)))
        return
    command = ClCommand(name, (), statement, tokens[start].offset, bool(groups.messages))
    command.labels = (label,) if label else ()
    command.runs_on = next(filter(None, reversed(groups.messages)), ())
    _fill(command, tokens, start + 1)
    monitored = _monitor(script, command) if name == "MONMSG" else ()
    if name != "MONMSG":
        script.steps.append(command)
    if command.is_ours:
        return
    script.skipped[name] += 1
    script.problems += statement.problems
    if name in CLOSES:
        groups.close()
        return
    command.opens = name in OPENS or (name in CARRIERS and _opens_group(tokens, start + 1))
    _carried(script, command, tokens, start + 1, monitored)
    if command.opens:
        groups.open(monitored)


def _carried(
    script: ClProgram,
    carrier: ClCommand,
    tokens: list[_Token],
    start: int,
    monitored: tuple[str, ...],
) -> None:
    """Add the command that IF, MONMSG, ... carry, and what that carries itself."""
    inner = _inner_command(carrier.name, tokens, start)
    if inner is None:
        return
    at, end = inner
    name, statement = tokens[at].text.upper().rpartition("/")[2], carrier.statement
    in_monitor = carrier.name == "MONMSG" or carrier.in_monitor
    if carrier.name == "MONMSG" and name in ("GOTO", "RETURN"):
        return  # which stands with the command that it monitors
    command = ClCommand(name, (), statement, tokens[at].offset, conditional=True)
    command.runs_on, command.in_monitor = monitored or carrier.runs_on, in_monitor
    command.carrier, command.opens = carrier, carrier.opens
    _fill(command, tokens[:end], at + 1)
    command.problems = [
        problem for problem in command.problems if problem not in statement.problems
    ]
    script.steps.append(command)
    _carried(script, command, tokens[:end], at + 1, monitored)


def _monitor(script: ClProgram, command: ClCommand) -> tuple[str, ...]:
    """Put what a MONMSG says where it belongs; gives its messages."""
    given = {argument.keyword: argument for argument in command.arguments if argument.keyword}
    positional = [argument for argument in command.arguments if argument.keyword is None]
    messages = given.get("MSGID") or (positional[0] if positional else None)
    ids = tuple(
        item.text
        for item in flat(messages.values if messages else ())
        if _MESSAGE_ID.match(item.text)
    )
    run = given.get("EXEC") or (positional[2] if len(positional) > 2 else None)
    words = [item.text for item in flat(run.values if run else ())]
    label = words[-1] if words[:1] == ["GOTO"] and len(words) > 1 else ""
    if words[:1] == ["RETURN"]:
        label = END_OF_PROGRAM
    steps = reversed(script.steps)
    before = next((step for step in steps if step.name and not step.in_monitor), None)
    own = script.monitors if before is None or before.name in DECLARES else before.monitors
    own += [(message, label) for message in ids]
    return ids


def flat(items: tuple[ClItem, ...]) -> Iterator[ClItem]:
    for item in items:
        yield from flat(item.items) if item.kind is ItemKind.GROUP else (item,)


def _head(
    statement: Statement, tokens: list[_Token]
) -> tuple[str | None, int, Diagnostic | None, str]:
    """The command's name behind label, prompt and library, None where there is none; the index of
    its token; what is wrong with it; the label."""
    label, labelled, start = "", False, 0
    while start < len(tokens):
        token = tokens[start]
        if token.kind != "word":
            break
        word = token.text
        if not labelled and ":" in word and '"' not in word:
            text, _, word = word.partition(":")
            labelled = True
            if not _NAME.match(text.upper()):
                break
            label = text.upper()
        if prompt := _PROMPT.match(word):
            word = word[prompt.end() :]
        if not word:
            start += 1
            continue
        tokens[start] = _Token("word", word, token.end - len(word), token.end)
        match = _COMMAND.match(word.upper())
        if match is None:
            break
        return match.group(1), start, None, label
    if start >= len(tokens):
        return None, start, None, label
    found, offset = shown(tokens[start].text, 40), tokens[start].offset
    return None, start, statement.problem(COMMAND_NAME, offset, "a command name", found), label


def _inner_command(name: str, tokens: list[_Token], start: int) -> tuple[int, int] | None:
    """The command that IF, MONMSG, ... carry, of ours or one that says what runs: index of its
    name, index after its end."""
    if name not in CARRIERS:
        return None
    for index in range(start, len(tokens)):
        token = tokens[index]
        carried = token.text.upper().rpartition("/")[2]
        is_known = carried in commands() or carried in FLOW | ALTERING | {CREATE_LIBRARY, CALL}
        if token.kind != "word" or not is_known:
            continue
        if tokens[index - 1].text == "(":
            depth = 1
            for end in range(index, len(tokens)):
                depth += {"(": 1, ")": -1}.get(tokens[end].text, 0)
                if depth == 0:
                    return index, end
            return index, len(tokens)
        if index + 1 == len(tokens):
            return (index, index + 1) if carried in FLOW else None
        if token.end != tokens[index + 1].offset:
            return index, len(tokens)
    return None


def _opens_group(tokens: list[_Token], start: int) -> bool:
    """Whether an IF, ELSE, ... ends in DO or carries `(DO)`."""
    words = [token for token in tokens[start:] if token.text != ")"]
    return bool(words) and words[-1].kind == "word" and words[-1].text.upper() == "DO"


def _fill(command: ClCommand, tokens: list[_Token], index: int) -> None:
    """Parse the parameters, from token `index` on, into the command."""
    statement = command.statement
    end = tokens[-1].end
    command.text = _BLANKS.sub(_one_blank, statement.text[command.offset : end])
    command.problems += statement.problems
    arguments: list[Argument] = []
    while index < len(tokens):
        token = tokens[index]
        after = tokens[index + 1] if index + 1 < len(tokens) else None
        adjacent = after is not None and after.text == "(" and after.kind == "paren"
        if token.kind == "word" and adjacent and after is not None and after.offset == token.end:
            keyword = token.text.upper()
            if keyword.startswith("?"):
                keyword = _PROMPT.sub("", keyword, count=1)
            if not _NAME.match(keyword):
                command.report(KEYWORD, token.offset, "a keyword", shown(token.text, 40))
            values, index = _group(command, tokens, index + 1, 0)
            arguments.append(Argument(keyword, values, token.offset))
        elif token.kind == "paren":
            if token.text == ")":
                command.report(PAREN_EXTRA, token.offset, "a parameter", ") that closes nothing")
                index += 1
                continue
            values, index = _group(command, tokens, index, 0)
            arguments.append(Argument(None, values, token.offset))
        else:
            if token.kind == "word" and token.text == "+":
                expected = "+ as the last character of its line"
                command.report(CONTINUATION_PLACE, token.offset, expected, "text after it")
                index += 1
                continue
            item, index = _item(command, tokens, index)
            if item is not None:
                arguments.append(Argument(None, (item,), token.offset))
    command.arguments = tuple(arguments)


def _one_blank(match: re.Match[str]) -> str:
    """Blanks between parameters become one; those inside quotes stay."""
    return match[0] if match[0][0] in "'\"" else " "


def _group(
    command: ClCommand, tokens: list[_Token], index: int, depth: int
) -> tuple[tuple[ClItem, ...], int]:
    """The items between the parenthesis at `index` and its partner, and the index after it."""
    opening = tokens[index]
    items: list[ClItem] = []
    expression = False
    index += 1
    while index < len(tokens):
        token = tokens[index]
        if token.kind == "paren" and token.text == ")":
            if expression:
                source = command.statement.text[opening.end : token.offset].strip()
                whole = ClItem(ItemKind.EXPRESSION, source, opening.end, tuple(items))
                return (whole,), index + 1
            return tuple(items), index + 1
        if token.kind == "paren":
            if depth >= _MAX_DEPTH:
                expected = f"at most {_MAX_DEPTH} lists inside each other"
                command.report(LIST_DEPTH, token.offset, expected, "more")
                return tuple(items), len(tokens)
            inner, index = _group(command, tokens, index, depth + 1)
            items.append(ClItem(ItemKind.GROUP, "", token.offset, inner))
            continue
        if token.kind == "word" and token.text.upper() in _OPERATORS:
            expression = True
            items.append(ClItem(ItemKind.WORD, token.text.upper(), token.offset))
            index += 1
            continue
        function = token.kind == "word" and token.text.startswith("%")
        expression = expression or function
        item, index = _item(command, tokens, index)
        if item is not None:
            items.append(item)
    command.report(PAREN_OPEN, opening.offset, ") for this parenthesis", "the end of the command")
    return tuple(items), index


def _item(command: ClCommand, tokens: list[_Token], index: int) -> tuple[ClItem | None, int]:
    token = tokens[index]
    if token.kind == "quoted":
        text = token.text[1:-1].replace("''", "'")
        return ClItem(ItemKind.QUOTED, text, token.offset), index + 1
    if token.kind == "bad":
        command.report(CHARACTER, token.offset, "a value", shown(token.text))
        return None, index + 1
    following = tokens[index + 1] if index + 1 < len(tokens) else None
    if (
        token.text in ("X", "x")
        and following is not None
        and following.kind == "quoted"
        and following.offset == token.end
    ):
        return ClItem(ItemKind.HEX, token.text + following.text, token.offset), index + 2
    text = _folded(token.text)
    if text.startswith("&"):
        kind = ItemKind.VARIABLE if _VARIABLE.match(text) else ItemKind.EXPRESSION
        return ClItem(kind, text, token.offset), index + 1
    return ClItem(ItemKind.WORD, text, token.offset), index + 1


def _folded(word: str) -> str:
    """Upper case, but for what stands in double quotes (a quoted IBM i name), and for a letter that
    has none of one character: an eszett is not SS."""
    if '"' not in word and word.isascii():
        return word.upper()
    parts = _DOUBLE_QUOTED.split(word)
    return "".join(part if part.startswith('"') else _upper(part) for part in parts)


def _upper(text: str) -> str:
    return "".join(raised if len(raised := char.upper()) == 1 else char for char in text)
