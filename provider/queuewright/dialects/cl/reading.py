"""One CL command while it is read: its parameters by keyword, and its problems so far."""

from collections.abc import Iterable, Mapping
from typing import Any

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.diagnostic import Diagnostic, Severity, shown
from queuewright.catalogue.sources import Sources
from queuewright.dialects.definition import Action, Definition

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
                message = f"{table.name} needs {keyword}; give {keyword}(...)"
                self.report("missing", message, command.offset, keyword)
        if command.conditional:
            message = "runs only when the program decides so; validated as if it did"
            self.report("conditional", message, command.offset, warning=True)

    def report(
        self,
        code: str,
        message: str,
        where: int | str,
        attribute: str | None = None,
        *,
        warning: bool = False,
        sources: Sources | None = None,
    ) -> None:
        """Add a problem at a place of the statement: an offset, or a keyword that is given, which
        is then the attribute too where none is named."""
        if isinstance(where, str):
            attribute = attribute or where
            where = self.arguments[where].offset
        line, column = self.command.statement.place(where)
        severity = Severity.WARNING if warning else Severity.ERROR
        if sources is None:
            sources = (self.table.document.at(attribute or code),)
        self.problems.append(
            Diagnostic(code, attribute, message, "", sources, severity, line=line, column=column)
        )

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
                if keyword not in table.keywords:
                    message = f"{table.name} has no parameter {shown(keyword, 40)[1:-1]}"
                    near = [known for known in sorted(table.keywords) if known[:3] == keyword[:3]]
                    hint = f"did you mean {', '.join(near[:4])}?" if near else "leave it out"
                    self.report("unknown-keyword", f"{message}; {hint}", argument.offset, keyword)
                    continue
                if _is_null(argument):
                    continue
            if keyword in arguments:
                message = f"{table.name} has {keyword} twice; leave one out"
                self.report("duplicate-keyword", message, argument.offset, keyword)
                continue
            if not argument.values:
                message = f"{keyword} has no value; give one, or leave {keyword} out"
                self.report("no-value", message, argument.offset, keyword)
                continue
            arguments[keyword] = argument
        return arguments

    def _positional(self, argument: Argument, position: int, keyword_seen: bool) -> str | None:
        table = self.table
        count = len(table.positions)
        if keyword_seen:
            message = (
                "a value without keyword cannot stand after a parameter with one; give its keyword"
            )
        elif position >= count:
            message = f"{table.name} takes {count} values without keyword"
            message += f" ({', '.join(table.positions)}), found more; give the keyword"
        elif table.positions[position] == "-" and _is_null(argument):
            return "-"  # CRTMQMQ leaves position 56 out: *N leads on to 57
        elif table.positions[position] == "-":
            message = f"{table.name} has no parameter at position {position + 1}; give the keyword"
        else:
            return table.positions[position]
        self.report("wrong-position", message, argument.offset)
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
                if not any(problem.code == "paren-open" for problem in self.problems):
                    message = f"{keyword} takes no list inside a list"
                    self.report("nested-list", message, item.offset, keyword)
                return None
            else:
                message = f"{keyword} is {item.kind} {shown(item.text, 40)}, not a literal value;"
                message += " it is not validated"
                if name := next(variables_in((item,)), ""):
                    message += f"; give it with --set {name}=VALUE"
                self.report("not-literal", message, item.offset, keyword, warning=True)
                return None
        return literals

    def single(self, keyword: str) -> str | None:
        """The single literal text of a parameter, None when it is not given or not literal."""
        texts = self.texts(keyword)
        if texts is None:
            return None
        if len(texts) != 1:
            message = f"{keyword} takes one value, found {len(texts)}"
            self.report("too-many-values", message, keyword)
            return None
        return texts[0][0]

    def choice(self, keyword: str, words: Iterable[str]) -> str | None:
        """One of `words`; anything else is a problem."""
        text = self.single(keyword)
        known = list(words)
        if text is None or text in known:
            return text
        message = f"{keyword} takes {', '.join(known)}, found {shown(text, 40)}"
        self.report("special-value", message, keyword)
        return None

    def name(self, keyword: str) -> str | None:
        """The name that a parameter gives, None when it is not given or not literal."""
        text = self.single(keyword)
        if text is not None and not text.strip(" "):
            self.report("blank", f"{keyword} needs a name, found a blank; give one", keyword)
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
            words = ", ".join(allowed)
            message = f"{keyword} takes the library {words} or a name, found {shown(library, 40)}"
            self.report("special-value", message, keyword)
        if self.table.action is Action.DELETE and name.endswith(("*", "*ALL")):
            rule = f"{keyword} has {shown(text, 40)}, which may name several objects; give each by"
            self.report("generic-name", f"{rule} a command of its own", keyword)
        if not slash:
            return text, ""
        if not name or not library:
            message = f"{keyword} takes NAME or LIBRARY/NAME, found {shown(text, 40)}"
            self.report("qualified-name", message, keyword)
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
        return Definition(
            kind,
            name,
            action,
            values or {},
            problems=tuple(self.problems),
            line=self.command.line,
            column=self.command.column,
            text=self.command.text,
            unknown=frozenset(self.unknown),
            kept=frozenset(self.kept),
            places=self.places,
            **more,
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
