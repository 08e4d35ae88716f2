"""A CL command read into a `Definition`: canonical values, and problems with their places."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.problem import Severity, shown
from queuewright.catalogue.spec import Spec
from queuewright.dialects.definition import Action, Definition, Trouble
from queuewright.kinds import KINDS

from .entries import entry_definition, object_definition
from .parser import Argument, Command, Item, ItemKind, Script
from .tables import CommandTable, Place, commands
from .values import BadValue, from_text

__all__ = ["Reading", "definition", "definitions"]

# Words that the parameters of the command itself take.
_YES_NO = {"*YES": True, "*NO": False}
# Channel types of IBM MQ for IBM i that are not cluster channels: known, and not managed.
_OTHER_TYPES = frozenset(["*RCVR", "*SDR", "*SVR", "*RQSTR", "*SVRCN", "*CLTCN", "*NONCLTCN"])


def definitions(script: Script) -> list[Definition]:
    """What the commands of a script say, those of other objects left out."""
    return [one for one in map(definition, script.commands) if one is not None]


def definition(command: Command) -> Definition | None:
    """What one command says; None for an object that is not managed (GRTOBJAUT of a program).

    Never raises: what is wrong is in `problems`.
    """
    reading = Reading(command, commands()[command.name])
    if reading.table.name in ("GRTOBJAUT", "CHGOBJD"):
        return object_definition(reading)
    if reading.table.name in ("ADDAUTLE", "CHGAUTLE", "RMVAUTLE"):
        return entry_definition(reading)
    return _own(reading)


class Reading:
    """One command while it is read: its parameters by keyword, and its problems so far."""

    def __init__(self, command: Command, table: CommandTable) -> None:
        self.command = command
        self.table = table
        self.problems: list[Trouble] = list(command.problems)
        self.unknown: set[str] = set()
        self.places: dict[str, tuple[int, int]] = {}
        self.arguments = self._by_keyword()
        for keyword in table.required:
            if keyword not in self.arguments:
                message = f"{table.name} needs {keyword}; give {keyword}(...)"
                self.report("missing", message, command.offset, keyword)
        if command.conditional:
            message = "runs only when the program decides so; judged as if it did"
            self.report("conditional", message, command.offset, warning=True)

    def report(
        self,
        code: str,
        message: str,
        offset: int,
        attribute: str | None = None,
        *,
        warning: bool = False,
        source: str | None = None,
    ) -> None:
        """Add a problem at a place of the statement."""
        line, column = self.command.statement.place(offset)
        severity = Severity.WARNING if warning else Severity.ERROR
        if source is None:
            source = f"{self.table.source} {attribute}" if attribute else self.table.source
        self.problems.append(Trouble(code, message, attribute, source, line, column, severity))

    def _by_keyword(self) -> dict[str, Argument]:
        found: dict[str, Argument] = {}
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
                    near = [one for one in sorted(table.keywords) if one[:3] == keyword[:3]]
                    message += (
                        f"; did you mean {', '.join(near[:4])}?" if near else "; leave it out"
                    )
                    self.report("unknown-keyword", message, argument.offset, keyword)
                    continue
                if _is_null(argument):
                    continue
            if keyword in found:
                message = f"{table.name} has {keyword} twice; leave one out"
                self.report("duplicate-keyword", message, argument.offset, keyword)
                continue
            if not argument.values:
                message = f"{keyword} has no value; give one, or leave {keyword} out"
                self.report("no-value", message, argument.offset, keyword)
                continue
            found[keyword] = argument
        return found

    def _positional(self, argument: Argument, position: int, keyword_seen: bool) -> str | None:
        table = self.table
        count = len(table.positions)
        if keyword_seen:
            message = "a value without keyword cannot stand after a parameter with one; give its"
            message += " keyword"
        elif position >= count:
            message = f"{table.name} takes {count} values without keyword"
            message += f" ({', '.join(table.positions)}), found more; give the keyword"
        elif table.positions[position] == "-":
            message = f"{table.name} has no parameter at position {position + 1}; give the keyword"
        else:
            return table.positions[position]
        self.report("wrong-position", message, argument.offset)
        return None

    def texts(self, keyword: str, items: Iterable[Item]) -> list[tuple[str, bool]] | None:
        """Literal items as (text, quoted); None, and a warning, when one is not literal."""
        found: list[tuple[str, bool]] = []
        for item in items:
            if item.kind in (ItemKind.WORD, ItemKind.QUOTED):
                found.append((item.text, item.kind is ItemKind.QUOTED))
            elif item.kind is ItemKind.GROUP:
                if not any(one.code == "paren-open" for one in self.problems):
                    message = f"{keyword} takes no list inside a list"
                    self.report("nested-list", message, item.offset, keyword)
                return None
            else:
                message = f"{keyword} is {item.kind} {shown(item.text, 40)}, not a literal value;"
                message += " it is not judged"
                self.report("not-literal", message, item.offset, keyword, warning=True)
                return None
        return found

    def one(self, keyword: str) -> str | None:
        """The single literal text of a parameter, None when it is not given or not literal."""
        argument = self.arguments.get(keyword)
        if argument is None:
            return None
        texts = self.texts(keyword, argument.values)
        if texts is None:
            return None
        if len(texts) != 1:
            message = f"{keyword} takes one value, found {len(texts)}"
            self.report("too-many-values", message, argument.offset, keyword)
            return None
        return texts[0][0]

    def choice(self, keyword: str, words: Iterable[str]) -> str | None:
        """One of `words`; anything else is a problem."""
        text = self.one(keyword)
        known = list(words)
        if text is None or text in known:
            return text
        offset = self.arguments[keyword].offset
        message = f"{keyword} takes {', '.join(known)}, found {shown(text, 40)}"
        self.report("special-value", message, offset, keyword)
        return None

    def qualified(self, keyword: str) -> tuple[str, str]:
        """Object and library ("" where none is given) of a qualified name."""
        text = self.one(keyword)
        if text is None:
            return "", ""
        library, slash, name = _split(text)
        if not slash:
            return text, ""
        if not name or not library:
            message = f"{keyword} takes NAME or LIBRARY/NAME, found {shown(text, 40)}"
            self.report("qualified-name", message, self.arguments[keyword].offset, keyword)
        return name, library

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
            places=self.places,
            **more,
        )


def _is_null(argument: Argument) -> bool:
    """`*N` holds a place and gives nothing."""
    values = argument.values
    return len(values) == 1 and values[0].kind is ItemKind.WORD and values[0].text == "*N"


def _split(text: str) -> tuple[str, str, str]:
    """`LIB/NAME` at the slash outside double quotes."""
    inside = False
    for index, character in enumerate(text):
        if character == '"':
            inside = not inside
        elif character == "/" and not inside:
            return text[:index], "/", text[index + 1 :]
    return "", "", text


def _own(reading: Reading) -> Definition | None:
    """A command that creates, changes or deletes an object by its own name."""
    table = reading.table
    kinds = _kinds(reading)
    if kinds is None:
        return None
    in_library = "library" in KINDS[kinds[0]].identity()
    name = _name(reading, table.name_keyword, in_library)
    if table.action is Action.DELETE:
        system = _system(reading)
        return reading.definition(kinds[0], name, table.action, system=system, kinds=kinds)
    values, given, fitting = _values(reading, kinds)
    if table.action is Action.CREATE and len(fitting) == 1 and table.from_keyword is None:
        _required(reading, KINDS[fitting[0]], values)
    like = None
    if table.from_keyword is not None:
        like = _name(reading, table.from_keyword, in_library)
        source = reading.arguments.get(table.from_keyword)
        if source is not None and like == "":
            like = None
    replace = reading.choice("REPLACE", _YES_NO) if "REPLACE" in table.keywords else None
    force = None
    if "FORCE" in table.positions:  # CHGMQMQ; on IBM i FORCE is an attribute
        force = reading.choice("FORCE", _YES_NO)
    return reading.definition(
        fitting[0],
        name,
        table.action,
        values,
        like=like,
        replace=_YES_NO.get(replace or "", False),
        force=_YES_NO.get(force or "", False),
        system=_system(reading),
        given=given,
        kinds=fitting,
    )


def _required(reading: Reading, spec: type[Spec], values: Mapping[str, Value]) -> None:
    """Parameters that this kind needs, though the command's table calls them optional."""
    table = reading.table
    for name, attribute in spec.attributes().items():
        if not attribute.required or name in values or name in reading.unknown:
            continue
        keyword = table.places[spec.kind][name].keyword
        types = "".join(
            f" with {table.type_keyword}({word})"
            for word, kind in table.types.items()
            if kind == spec.kind
        )
        message = f"{table.name}{types} needs {keyword}; give {keyword}(...)"
        reading.report("missing", message, reading.command.offset, name, source=attribute.source)
        reading.unknown.add(name)


def _system(reading: Reading) -> str:
    if "MQMNAME" not in reading.table.keywords:
        return ""
    name = reading.one("MQMNAME")
    return "" if name is None or name == "*DFT" else name


def _name(reading: Reading, keyword: str, in_library: bool) -> str:
    argument = reading.arguments.get(keyword)
    if argument is None:
        return ""
    attribute = "name" if keyword == reading.table.name_keyword else None
    if attribute:
        reading.place(attribute, keyword)
    if not in_library:
        item = argument.values[0]
        unquoted = item.kind is ItemKind.WORD and len(argument.values) == 1
        name = reading.one(keyword)
        if name is None and attribute:
            reading.unknown.add(attribute)
        if name and unquoted and "/" in name and reading.table.kinds[0].startswith("mq:"):
            message = f"{keyword} has {shown(name, 40)}, which is a qualified name; write it in"
            reading.report("unquoted-slash", f"{message} apostrophes", argument.offset, keyword)
        return name or ""
    name, library = reading.qualified(keyword)
    if not name:
        reading.unknown |= {"name", "library"}
        return ""
    default = "*CURLIB" if reading.table.action is Action.CREATE else "*LIBL"
    if library == "*LIBL" and reading.table.action is Action.CREATE:
        message = f"{keyword} takes the library *CURLIB or a name, found *LIBL"
        reading.report("special-value", message, argument.offset, keyword)
    return f"{library or default}/{name}"


def _kinds(reading: Reading) -> tuple[str, ...] | None:
    """The kinds that the command may mean; None: an object that is not managed."""
    table = reading.table
    if table.type_keyword is None or table.type_keyword not in table.keywords:
        return table.kinds
    keyword = table.type_keyword
    argument = reading.arguments.get(keyword)
    if argument is None:
        kind = table.types.get(table.default_type or "")
        return (kind,) if kind else table.kinds
    text = reading.one(keyword)
    if text is None:
        return table.kinds
    if text in table.types:
        return (table.types[text],)
    if keyword == "CHLTYPE" and text in _OTHER_TYPES:
        return None if table.action is not Action.DELETE else table.kinds
    message = f"{keyword} takes {', '.join(table.types)}, found {shown(text, 40)}"
    reading.report("special-value", message, argument.offset, keyword)
    return table.kinds


def _values(
    reading: Reading, kinds: tuple[str, ...]
) -> tuple[dict[str, Value], dict[str, Any], tuple[str, ...]]:
    """Attributes, unmanaged keywords, and the kinds that have all the keywords given."""
    table = reading.table
    own = {table.name_keyword, table.from_keyword, table.type_keyword, "MQMNAME", "REPLACE"}
    if "FORCE" in table.positions:
        own.add("FORCE")
    values: dict[str, Value] = {}
    given: dict[str, Any] = {}
    by_keyword = {kind: _grouped(table.name, kind) for kind in kinds}
    fitting = list(kinds)
    for keyword, argument in reading.arguments.items():
        if keyword in own:
            continue
        having = [kind for kind in fitting if keyword in by_keyword[kind]]
        if having and not (len(kinds) > 1 and _unset(reading, keyword, argument)):
            fitting = having
        if not having:
            _stray(reading, keyword, argument, kinds, given)
            continue
        places = by_keyword[having[0]][keyword]
        _read(reading, KINDS[having[0]], keyword, argument, places, values)
    return values, given, tuple(fitting)


@cache
def _grouped(command: str, kind: str) -> Mapping[str, Mapping[str, Place]]:
    """Keyword -> attributes and their places, of one kind in one command."""
    found: dict[str, dict[str, Place]] = {}
    for name, place in commands()[command].places[kind].items():
        found.setdefault(place.keyword, {})[name] = place
    return found


def _unset(reading: Reading, keyword: str, argument: Argument) -> bool:
    """Whether the parameter only says that the attribute stays as it is."""
    values = argument.values
    return (
        len(values) == 1
        and values[0].kind in (ItemKind.WORD, ItemKind.QUOTED)
        and values[0].text in _unset_words(reading.table, keyword)
    )


def _unset_words(table: CommandTable, keyword: str) -> frozenset[str]:
    # 000 IMGRCOVQ lists *SAME where every other attribute of CRTMQMQ has *SYSDFTQ.
    return frozenset(("*SAME",)) if keyword == "IMGRCOVQ" else table.unset


def _stray(
    reading: Reading,
    keyword: str,
    argument: Argument,
    kinds: tuple[str, ...],
    given: dict[str, Any],
) -> None:
    """A keyword of the command that none of these kinds has."""
    table = reading.table
    if _unset(reading, keyword, argument):
        return
    owners = [kind for kind in table.kinds if keyword in _grouped(table.name, kind)]
    if owners and table.type_keyword is not None:
        words = [word for word, kind in table.types.items() if kind in owners]
        here = ", ".join(word for word, kind in table.types.items() if kind in kinds)
        where = f"{table.type_keyword}({', '.join(words)})"
        message = f"{keyword} is valid only with {where}, and this is {table.type_keyword}({here});"
        reading.report("wrong-type", f"{message} leave it out", argument.offset, keyword)
        return
    texts = reading.texts(keyword, argument.values)
    if texts is not None:
        given[keyword] = " ".join(text for text, _ in texts)
    message = f"{keyword} is not managed by Queuewright; it is not judged"
    reading.report("not-managed", message, argument.offset, keyword, warning=True)


def _read(
    reading: Reading,
    spec: type[Spec],
    keyword: str,
    argument: Argument,
    places: Mapping[str, Place],
    values: dict[str, Value],
) -> None:
    """Read one parameter into the attributes that share its keyword."""
    if _unset(reading, keyword, argument):
        return
    items: tuple[Item, ...] = argument.values
    if len(items) == 1 and items[0].kind is ItemKind.GROUP:
        items = items[0].items
    elements = [place.element for place in places.values() if place.element is not None]
    if elements and len(items) > max(elements):
        message = f"{keyword} has {max(elements)} elements, found {len(items)}"
        reading.report("too-many-values", message, argument.offset, keyword)
        items = items[: max(elements)]
    for name, place in places.items():
        own = items
        if place.element is not None:
            own = items[place.element - 1 : place.element]
            if not own or (own[0].kind is ItemKind.WORD and own[0].text == "*N"):
                continue
        reading.places[name] = reading.command.statement.place(
            own[0].offset if place.element is not None else argument.offset
        )
        texts = reading.texts(keyword, own)
        if texts is None:
            reading.unknown.add(name)
            continue
        if place.qualifier is not None and len(texts) == 1:
            library, slash, object_name = _split(texts[0][0])
            if place.qualifier == 2:
                if not slash:
                    continue
                texts = [(library, False)]
            else:
                texts = [(object_name, False)]
        try:
            values[name] = from_text(
                spec, name, keyword, texts, _unset_words(reading.table, keyword)
            )
        except BadValue as error:
            offset = own[0].offset if own else argument.offset
            source = spec.attributes()[name].source
            reading.report(error.code, str(error), offset, name, source=source)
            reading.unknown.add(name)
