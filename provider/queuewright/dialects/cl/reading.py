"""One CL command while it is read: its parameters by keyword, and its problems so far."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.diagnostic import Diagnostic, shown
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import Sources
from queuewright.dialects.definition import Action, Definition

from . import rules
from .parser import Argument, ClCommand, ClItem, ItemKind, variables_in
from .tables import CommandTable

# Special values that name a library; a command that creates takes *CURLIB alone (CRTMSGQ, CRTDTAQ).
_ANY_LIBRARY = ("*LIBL", "*CURLIB", "*USRLIBL", "*ALL", "*ALLUSR")
_LIBRARIES = {
    **dict.fromkeys(("CRTMSGQ", "CRTDTAQ"), ("*CURLIB",)),
    **dict.fromkeys(("CHGMSGQ", "CHGOBJD"), ("*LIBL", "*CURLIB")),
}


class Reading:
    """One command while it is read: its parameters by keyword, and its problems so far."""

    def __init__(self, command: ClCommand, table: CommandTable) -> None:
        self.command = command
        self.table = table
        self.problems: list[Diagnostic] = list(command.problems)
        self.unknown: set[str] = set()
        self.kept: set[str] = set()
        self.places: dict[str, tuple[int, int]] = {}
        self.arguments = self._by_keyword()
        for keyword in table.required:
            if keyword not in self.arguments:
                self.report(rules.NEEDED, command.offset, keyword)
        if command.conditional:
            self.report(rules.CONDITIONAL, command.offset)

    def report(
        self,
        rule: Rule,
        where: int | str,
        attribute: str | None = None,
        *,
        sources: Sources | None = None,
        **words: Any,
    ) -> None:
        """Add a problem at a place of the statement: an offset, or a keyword that is given, which
        is then the attribute too where none is named. words: of the rule, besides the command's
        name and the keyword."""
        words = {"command": self.table.name, "keyword": attribute, **words}
        if isinstance(where, str):
            attribute, words["keyword"] = attribute or where, where
            where = self.arguments[where].offset
        if sources is None:
            sources = (self.table.document.at(attribute or rule.code),)
        problem = rule(attribute=attribute, sources=sources, **words)
        self.problems.append(problem.at(*self.command.statement.place(where)))

    def _by_keyword(self) -> dict[str, Argument]:
        arguments: dict[str, Argument] = {}
        table, position, keyword_seen = self.table, 0, False
        for argument in self.command.arguments:
            keyword = argument.keyword
            if keyword is None:
                keyword = self._positional(argument, position, keyword_seen)
                position += 1
                if keyword is None or _is_null(argument):
                    continue
            else:
                keyword_seen = True
                if keyword not in table.keywords and table.abridged:
                    self.report(rules.PARAMETER_NOT_MANAGED, argument.offset, keyword)
                    continue
                if keyword not in table.keywords:
                    near = [known for known in sorted(table.keywords) if known[:3] == keyword[:3]]
                    meant = f"did you mean {', '.join(near[:4])}?" if near else "leave it out"
                    written = shown(keyword, 40)[1:-1]
                    place = argument.offset
                    self.report(rules.UNKNOWN_KEYWORD, place, keyword, written=written, meant=meant)
                    continue
                if _is_null(argument):
                    continue
            if keyword in arguments:
                self.report(rules.DUPLICATE_KEYWORD, argument.offset, keyword)
                continue
            if not argument.values:
                self.report(rules.NO_VALUE, argument.offset, keyword)
                continue
            arguments[keyword] = argument
        return arguments

    def _positional(self, argument: Argument, position: int, keyword_seen: bool) -> str | None:
        table = self.table
        count = len(table.positions)
        if keyword_seen:
            rule = rules.WRONG_POSITION
        elif position >= count:
            rule = rules.TOO_MANY_POSITIONS
        elif table.positions[position] == "-" and _is_null(argument):
            return "-"  # CRTMQMQ leaves position 56 out: *N leads on to 57
        elif table.positions[position] == "-":
            rule = rules.NO_POSITION
        else:
            return table.positions[position]
        keywords = ", ".join(table.positions)
        self.report(rule, argument.offset, count=count, keywords=keywords, position=position + 1)
        return None

    def texts(
        self, keyword: str, items: Iterable[ClItem] | None = None
    ) -> list[tuple[str, bool]] | None:
        """The literal items of a parameter, or those given, as (text, quoted); None when it is not
        there, and with a warning when one is not literal."""
        if keyword not in self.arguments:
            return None
        literals: list[tuple[str, bool]] = []
        for item in self.arguments[keyword].values if items is None else items:
            if item.kind in (ItemKind.WORD, ItemKind.QUOTED):
                literals.append((item.text, item.kind is ItemKind.QUOTED))
            elif item.kind is ItemKind.GROUP:
                if not any(problem.code == rules.PAREN_OPEN.code for problem in self.problems):
                    self.report(rules.NESTED_LIST, item.offset, keyword)
                return None
            else:
                name, found = next(variables_in((item,)), ""), shown(item.text, 40)
                instead = f"give it with --set {name}=VALUE" if name else ""
                place, kind = item.offset, item.kind
                self.report(
                    rules.NOT_VALIDATED, place, keyword, kind=kind, found=found, instead=instead
                )
                return None
        return literals

    def single(self, keyword: str, items: Iterable[ClItem] | None = None) -> str | None:
        """The single literal text of a parameter, or of those of its items, None when it is not
        given or not literal."""
        texts = self.texts(keyword, items)
        if texts is None:
            return None
        if len(texts) != 1:
            self.report(
                rules.TOO_MANY_VALUES, keyword, most="one value", count=len(texts), instead=""
            )
            return None
        return texts[0][0]

    def choice(self, keyword: str, words: Iterable[str]) -> str | None:
        """One of `words`; anything else is a problem."""
        text = self.single(keyword)
        known = list(words)
        if text is None or text in known:
            return text
        self.report(rules.SPECIAL_VALUE, keyword, words=" or ".join(known), found=shown(text, 40))
        return None

    def name(self, keyword: str, items: Iterable[ClItem] | None = None) -> str | None:
        """The name that a parameter gives, None when it is not given or not literal. items: those
        of the parameter that are the name, where others stand beside it."""
        text = self.single(keyword, items)
        if text is not None and not text.strip(" "):
            self.report(rules.BLANK_NAME, keyword)
            return ""
        return text

    def qualified(self, keyword: str) -> tuple[str, str]:
        """Object and library ("" where none is given) of a qualified name."""
        text = self.name(keyword)
        if text is None:
            return "", ""
        library, slash, name = split_name(text)
        allowed = _LIBRARIES.get(self.table.name, _ANY_LIBRARY)
        if library.startswith("*") and library not in allowed:
            words = f"in the library {' or '.join(allowed)} or a named one"
            self.report(rules.SPECIAL_VALUE, keyword, words=words, found=shown(library, 40))
        if self.table.action is Action.DELETE and name.endswith(("*", "*ALL")):
            self.report(rules.GENERIC_NAME, keyword, name=shown(text, 40)[1:-1])
        if not slash:
            return text, ""
        if not name or not library:
            found = shown(text, 40)
            self.report(rules.QUALIFIED_NAME, keyword, words="NAME or LIBRARY/NAME", found=found)
        return name, library

    def library(self, given: str) -> str:
        """The library of an object: that of the command, "" where it names none; the current one
        as the program has chosen it."""
        library = given or ("*CURLIB" if self.table.action is Action.CREATE else "*LIBL")
        chosen = self.command.current_library
        return chosen if chosen and library == "*CURLIB" else library

    def place(self, attribute: str, keyword: str) -> None:
        """Remember where an attribute stands."""
        self.places[attribute] = self.command.statement.place(self.arguments[keyword].offset)

    def definition(
        self,
        kind: str,
        name: str,
        action: Action,
        values: Mapping[str, Value] | None = None,
        **more: Any,
    ) -> Definition:
        """The finished definition."""
        return self.finished(Definition(kind, name, action, values or {}, **more))

    def finished(self, definition: Definition) -> Definition:
        """The definition with the place, the problems and the gaps of the command."""
        return replace(
            definition,
            problems=tuple(self.problems),
            line=self.command.line,
            column=self.command.column,
            text=self.command.text,
            unknown=frozenset(self.unknown),
            kept=frozenset(self.kept),
            places=self.places,
        )


def _is_null(argument: Argument) -> bool:
    """`*N` holds a place and gives nothing."""
    values = argument.values
    return len(values) == 1 and values[0].kind is ItemKind.WORD and values[0].text == "*N"


def split_name(text: str) -> tuple[str, str, str]:
    """`LIB/NAME` at the slash outside double quotes."""
    inside = False
    for index, character in enumerate(text):
        if character == '"':
            inside = not inside
        elif character == "/" and not inside:
            return text[:index], "/", text[index + 1 :]
    return "", "", text
