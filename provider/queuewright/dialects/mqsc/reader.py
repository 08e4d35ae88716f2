"""A command of MQSC as a `Definition`: keywords and spellings become the catalogue's words."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from typing import Any

from queuewright.catalogue.attribute import Attribute, Value
from queuewright.catalogue.diagnostic import Diagnostic, Severity, one_line, shown
from queuewright.catalogue.names import capexpry, no_control_characters
from queuewright.catalogue.sources import CHANGE_QUEUE, CHANGE_QUEUE_MANAGER, Sources
from queuewright.catalogue.spec import Lifecycle
from queuewright.dialects.definition import Action, Definition, Inquiry
from queuewright.dialects.validation import cell_scope_problem, option_problem
from queuewright.kinds import EVERY, is_derived, is_queue
from queuewright.mq.membership import memberships
from queuewright.mq.namelist import NamelistSpec

from .displays import attributes
from .keywords import (
    Keyword,
    is_named_by_keywords,
    keywords,
    kinds_of_object,
    name_keywords,
    of_queue_manager,
    queue_keywords,
    typed_by,
)
from .others import nearest, one_letter_from
from .script import MqscCommand, MqscParameter, MqscScript
from .words import ACTIONS, OPERATORS, SETS, UNMANAGED

# Parameters of the commands themselves: what they mean is in the Definition's own fields.
_OPTIONS = frozenset(
    ("FORCE", "LIKE", "REPLACE", "NOREPLACE", "PURGE", "NOPURGE", "AUTHREC", "CHLTYPE", "IGNSTATE")
) | {"CMDSCOPE", "QSGDISP"}
_HOSTS = ("CONNAME", "LOCLADDR")
_FREE = (no_control_characters, capexpry)  # texts that people write: they may have plus signs
# Of the queue manager: what its objects may be follows from them.
_FACTS = ("CCSID", "MAXMSGL")
_NAMES = ("DEADQ", "DEFXMITQ", "REPOSNL")
# Parameters of DISPLAY that choose what is shown.
_SELECTS = frozenset(("TYPE", "CHLTYPE", "CMDSCOPE", "QSGDISP"))
_SECRET = frozenset(("PASSWORD", "LDAPPWD", "KEYRPWD"))


def kinds_of(command: MqscCommand, *, managed: bool = True) -> tuple[str, ...]:
    """The kinds of the catalogue that the command may be about; () when it is about none. managed:
    only those that programs declare.

    Of ALTER QMGR only what makes the queue manager a full repository (REPOS, REPOSNL) is a kind's.
    """
    objects = kinds_of_object(managed=managed).get(command.object, ())
    kinds = tuple(kind for kind in objects if _action(command, kind) is not None)
    if any(map(is_derived, kinds)):
        named = command.value("REPOS") or command.value("REPOSNL") or ""
        return kinds if command.verb == "ALTER" and named.strip() else ()
    inquires = command.verb == "DISPLAY"
    typed = command.value("TYPE") if inquires else None
    keyword = typed_by(kinds)
    chosen = (command.value(keyword) or typed or "").upper() if keyword else ""
    if chosen and not (inquires and chosen == "ALL"):
        return tuple(k for k in kinds if (keyword, chosen) in EVERY[k].mqsc.fixed)
    if command.object == "QUEUE" and typed and typed != "ALL":
        return tuple(kind for kind in kinds if EVERY[kind].mqsc.word == typed)
    if command.object == "QUEUE" and command.verb != "DISPLAY":
        return ()
    return kinds


def _action(command: MqscCommand, kind: str) -> Action | None:
    """What the command does with an object of the kind; None where it has no such command."""
    spec = EVERY[kind]
    if spec.lifecycle is not Lifecycle.RECORD:
        return ACTIONS.get(command.verb)
    verb, words = spec.mqsc.removal
    if command.verb == verb and all(command.value(word) == value for word, value in words):
        return Action.DELETE
    if command.verb == SETS:
        gives = keywords(kind).keys() & command.parameters.keys()
        removes = {a.mqsc_removed for a in spec.attributes().values()} & command.parameters.keys()
        return Action.CHANGE if removes and not gives else Action.CREATE
    return Action.INQUIRE if command.verb == "DISPLAY" else None


def definition(command: MqscCommand, kinds: tuple[str, ...] | None = None) -> Definition | None:
    """What the command says, or None when it is about nothing of the catalogue. kinds: those that
    it may be about, None for those that programs declare.

    Attributes that cannot be read are left out and named in `problems`; a text with an insert
    (`+QMNAME+`) is in `given` and its attribute in `unknown`. ALTER QMGR REPOSNL is None here: see
    `definitions`.
    """
    kinds = kinds_of(command) if kinds is None else kinds
    if not kinds:
        return None
    if is_derived(kinds[0]):
        return _membership(command, kinds)
    reading = _Reading(command, kinds)
    reading.read()
    return reading.definition()


def definitions(script: MqscScript) -> Iterator[Definition]:
    """Every definition of a script. ALTER QMGR REPOSNL becomes a membership for each cluster of
    the namelist, where the script defines it; otherwise it is a definition with a problem."""
    for command in script.commands:
        yield from of_command(command, script.commands)


def of_command(command: MqscCommand, commands: Iterable[MqscCommand]) -> Iterator[Definition]:
    """The definitions of one of a script's commands."""
    kinds = kinds_of(command)
    if any(map(is_derived, kinds)) and not (command.value("REPOS") or "").strip():
        yield from _memberships(command, kinds[0], commands)
        return
    definition_read = definition(command)
    if definition_read is not None:
        yield definition_read


def settings(command: MqscCommand) -> dict[str, str]:
    """What ALTER QMGR sets, keyword -> text; of other commands nothing. Secrets are not kept."""
    if (command.verb, command.object) != ("ALTER", "QMGR"):
        return {}
    texts = _others(command, "FORCE")
    return {keyword: text.rstrip(" ") for keyword, text in texts.items()}


def inserts(text: str) -> tuple[str, ...]:
    """`+QMNAME+` and the like in a text: what the queue manager fills in as it runs a script."""
    names = []
    parts = text.split("+")
    index = 1
    while index < len(parts) - 1:
        if parts[index] and parts[index].isalnum() and parts[index] == parts[index].upper():
            names.append(f"+{parts[index]}+")
            index += 1
        index += 1
    return tuple(names)


class _Reading:
    """One command being read."""

    def __init__(self, command: MqscCommand, kinds: tuple[str, ...]) -> None:
        self.command = command
        self.kinds = kinds
        self.action = _action(command, kinds[0]) or Action.INQUIRE
        self.by_keyword = name_keywords(kinds[0]) if is_named_by_keywords(kinds[0]) else {}
        self.names: dict[str, str] = {}
        self.removed: dict[str, tuple[str, ...]] = {}
        self.values: dict[str, Value] = {}
        self.given: dict[str, Any] = {}
        self.places: dict[str, tuple[int, int]] = {}
        self.unknown: set[str] = set()
        self.inquiry = Inquiry(())
        self.problems: list[Diagnostic] = []
        for problem in command.problems:
            keyword_fact = keywords(kinds[0]).get(problem.attribute or "")
            about = keyword_fact.attribute if keyword_fact else problem.attribute
            self.problems.append(replace(problem, attribute=about, file=""))

    def read(self) -> None:
        if not self.by_keyword:
            self._name()
        defines = self.action in (Action.CREATE, Action.CHANGE)
        keyword = typed_by(self.kinds)
        if defines and keyword and len(self.kinds) > 1:
            rule = f"{keyword} is required; give the type of the {self.command.object.lower()}"
            self._say("missing", None, rule)
        known = keywords(self.kinds[0])
        for keyword, parameter in self.command.parameters.items():
            keyword_fact = known.get(keyword)
            if self.action is Action.INQUIRE:
                self._asked(keyword, parameter)
            elif keyword in self.by_keyword:
                self._name_field(self.by_keyword[keyword], parameter)
            elif keyword_fact is None:
                self._other(keyword, parameter)
            else:
                self._attribute(keyword_fact, parameter)

    def definition(self) -> Definition:
        command = self.command
        like = command.parameters.get("LIKE")
        return Definition(
            kind=self.kinds[0],
            name=self._whole_name(),
            action=self.action,
            values=self.values,
            removed=self.removed,
            like=_stripped(like.text) if like else None,
            replace="REPLACE" in command.parameters,
            force="FORCE" in command.parameters,
            purge="PURGE" in command.parameters,
            kinds=self.kinds if len(self.kinds) > 1 else (),
            given=self.given,
            read_only=command.read_only,
            problems=tuple(self.problems),
            file=command.file,
            line=command.line,
            column=command.column,
            text=command.text,
            unknown=frozenset(self.unknown),
            places=self.places,
            inquiry=self.inquiry,
        )

    def _say(
        self,
        code: str,
        attribute: str | None,
        message: str,
        parameter: MqscParameter | None = None,
        *,
        sources: Sources = (),
        severity: Severity = Severity.ERROR,
    ) -> None:
        problem = Diagnostic(code, attribute, one_line(message), "", sources, severity)
        self._place(problem, self.command if parameter is None else parameter)

    def _place(self, problem: Diagnostic, place: MqscCommand | MqscParameter) -> None:
        self.problems.append(replace(problem, line=place.line, column=place.column))

    def _name(self) -> None:
        command, target = self.command, self.command.target
        if target is None or not target.values or not _stripped(command.name):
            if not command.problems:
                rule = f"{command.object} needs a name: {command.object}('NAME')"
                self._say("missing", "name", rule)
            return
        self.places["name"] = (target.line, target.column)
        if len(target.values) > 1:
            self._say("several-values", "name", f"{command.object} takes one name", target)
        if names := inserts(command.name):
            self._insert("name", names, target)
            self.unknown.add("name")

    def _insert(
        self,
        attribute: str,
        names: tuple[str, ...],
        parameter: MqscParameter,
        *,
        maybe: bool = False,
    ) -> None:
        """maybe: a text that may be meant as it stands, which is only a warning."""
        severity = Severity.WARNING if maybe else Severity.ERROR
        self._say("insert", attribute, _filled_in(parameter, names), parameter, severity=severity)

    def _whole_name(self) -> str:
        if not self.by_keyword:
            return _stripped(self.command.name)
        spec = EVERY[self.kinds[0]]
        return spec.name_of(self.names) if "name" in self.names else ""

    def _name_field(self, keyword_fact: Keyword, parameter: MqscParameter) -> None:
        """One of the parameters that name the object together."""
        value = keyword_fact.read(parameter.values)
        if isinstance(value, str):
            self.names[keyword_fact.attribute] = value
            self.places[keyword_fact.attribute] = (parameter.line, parameter.column)
        else:
            rule = f"needs {_allowed(keyword_fact.metadata)}, not {shown(parameter.text)}"
            self._bad_value(keyword_fact, parameter, rule)

    def _other(self, keyword: str, parameter: MqscParameter) -> None:
        """A parameter that is no attribute of the kind."""
        for name, attribute in EVERY[self.kinds[0]].attributes().items():
            if attribute.mqsc_removed == keyword:
                items = Keyword(name, attribute, None, True).read(parameter.values)
                self.removed[name] = items if isinstance(items, tuple) else ()
                return
        self.given[keyword] = "********" if keyword in _SECRET else parameter.text
        if keyword in _OPTIONS or keyword == typed_by(self.kinds):
            self._option(keyword, parameter)
            return
        kind = self.kinds[0]
        elsewhere = queue_keywords().get(keyword, ()) if is_queue(kind) else ()
        if elsewhere:
            keyword_fact = keywords(elsewhere[0])[keyword]
            if (keyword, parameter.text.upper()) == ("SCOPE", "CELL"):  # only model queues lack it
                self._place(cell_scope_problem("SCOPE(CELL)"), parameter)
                return
            belongs = ", ".join(elsewhere)
            rule = f"{parameter.written} belongs to {belongs}, not to {kind}; leave it out"
            sources = keyword_fact.metadata.sources
            self._say("wrong-kind", keyword_fact.attribute, rule, parameter, sources=sources)
            return
        others = kinds_of_object().get(self.command.object, ())
        owner = next((other for other in others if keyword in keywords(other)), None)
        rule = (
            f"{parameter.written} is no attribute of {kind} that is managed here: it is not taken"
        )
        if owner is not None:
            rule = f"{parameter.written} belongs to {owner}, not to {kind}; leave it out"
        problem = Diagnostic("unknown-attribute", keyword, rule, severity=Severity.WARNING)
        self._place(_misspelt(problem, keywords(kind), self.command.parameters), parameter)

    def _asked(self, keyword: str, parameter: MqscParameter) -> None:
        """A parameter of DISPLAY: an attribute to show, a filter, or an option."""
        known = attributes(self.command.object) | {"ALL"}
        if keyword == "WHERE":
            self._where(parameter, known)
        elif keyword in _SELECTS and (parameter.parenthesised or keyword not in known):
            self.given[keyword] = parameter.text
        elif keyword in known:
            if parameter.parenthesised and parameter.text and self.inquiry.where is None:
                # CLUSTER(C1) limits what is shown, as a filter does.
                where = (keyword, "EQ", parameter.text)
                self.inquiry = replace(self.inquiry, where=where)
            self.inquiry = replace(self.inquiry, attributes=(*self.inquiry.attributes, keyword))
        elif keyword == "CLUSINFO":
            self.inquiry = replace(self.inquiry, clusters=True)
        else:
            hint = nearest(keyword, known, 0.75) or "leave it out"
            rule = f"{parameter.written} is no attribute of {', '.join(self.kinds)}; {hint}"
            self._say("unknown-attribute", keyword, rule, parameter)

    def _where(self, parameter: MqscParameter, known: Collection[str]) -> None:
        parts = " ".join(parameter.values).split(None, 2)
        keyword, operator = (*(part.upper() for part in parts[:2]), "", "")[:2]
        if len(parts) == 3 and keyword in known and operator in OPERATORS:
            self.inquiry = replace(self.inquiry, where=(keyword, operator, parts[2]))
            return
        rule = f"WHERE takes an attribute, one of {', '.join(OPERATORS)}, and a value"
        self._say("value", "WHERE", f"{rule}; not {shown(parameter.text)}", parameter)

    def _option(self, keyword: str, parameter: MqscParameter) -> None:
        """A parameter of the commands themselves, where the command or the type has it not."""
        verb = self.command.verb
        option = option_problem(keyword.capitalize(), self.action, self.kinds, keyword, verb)
        if option is not None:
            self._place(option, parameter)
        elif keyword in ("REPLACE", "NOREPLACE", "LIKE") and self.action is Action.CHANGE:
            rule = f"{keyword} is not valid on {verb}; leave it out, or use DEFINE"
            section = "Copy Queue" if keyword == "LIKE" else "Replace"
            name = keyword.removeprefix("NO").capitalize()
            self._say("not-allowed", name, rule, parameter, sources=(CHANGE_QUEUE.at(section),))

    def _attribute(self, keyword_fact: Keyword, parameter: MqscParameter) -> None:
        name = keyword_fact.attribute
        if name in self.places:
            self._say("repeated", name, f"{parameter.written} repeats it; give it once", parameter)
            return
        self.places[name] = (parameter.line, parameter.column)
        if keyword_fact.value is not None:
            if parameter.parenthesised:
                self._bad_value(keyword_fact, parameter, "takes no value")
            else:
                self.values[name] = keyword_fact.value
            return
        if not parameter.parenthesised:
            self._bad_value(keyword_fact, parameter, f"needs a value: {parameter.keyword}(...)")
            return
        if '"' in parameter.text and not parameter.quoted:
            rule = f"stands in apostrophes: {_apostrophes(parameter)}"
            self._bad_value(keyword_fact, parameter, rule)
            return
        if "+" in parameter.text and (names := inserts(parameter.text)):
            # In quotes it is filled in as well; a name of MQ or of a host has no plus sign.
            is_free = keyword_fact.metadata.syntax in _FREE and parameter.keyword not in _HOSTS
            maybe = parameter.quoted and is_free
            self._insert(name, names, parameter, maybe=maybe)
            if not maybe:
                self.unknown.add(name)
                self.given[parameter.keyword] = parameter.text
                return
        if len(parameter.values) > 1 and not keyword_fact.is_list:
            rule = "takes one value; put text with blanks in quotes"
            self._bad_value(keyword_fact, parameter, rule)
            return
        value = keyword_fact.read(parameter.values)
        if value is not None:
            self.values[name] = value
            return
        text = _stripped(parameter.text)
        rule = f"needs {_allowed(keyword_fact.metadata)}, not {shown(text)}"
        self._bad_value(keyword_fact, parameter, rule)

    def _bad_value(self, keyword_fact: Keyword, parameter: MqscParameter, rule: str) -> None:
        text, sources = f"{parameter.written} {rule}", keyword_fact.metadata.sources
        self._say("value", keyword_fact.attribute, text, parameter, sources=sources)


def _filled_in(parameter: MqscParameter, names: Iterable[str]) -> str:
    return (
        f"{parameter.keyword} has the insert {', '.join(names)}, which the queue manager fills in "
        "when it starts; give the value that it stands for"
    )


def _apostrophes(parameter: MqscParameter) -> str:
    """How a text in double quotation marks is meant, which MQSC takes for part of it."""
    text = " ".join(parameter.values).replace('"', "").replace("'", "''")
    return f"{parameter.keyword}('{shown(text, 60)[1:-1]}'), not \"...\""


def _stripped(text: str) -> str:
    """MQ pads names and texts with blanks: those at the end say nothing."""
    return text.rstrip(" ")


def _allowed(attribute: Attribute) -> str:
    words = [choice.mqsc for choice in attribute.choices if choice.mqsc]
    if attribute.minimum is not None:
        words.append("a whole number")
    return " or ".join(words)


def _membership(command: MqscCommand, kinds: tuple[str, ...]) -> Definition | None:
    """ALTER QMGR REPOS('CLUSTER'): the queue manager becomes a full repository of it."""
    repos = command.parameters.get("REPOS")
    name = _stripped(repos.text) if repos else ""
    if repos is None or not name.strip():
        return None
    reading = _Reading(command, kinds)
    if names := inserts(name):
        reading.unknown.add("name")
        reading._insert("name", names, repos)
    reading.given.update(_others(command, "REPOS"))
    reading.problems += of_the_queue_manager(command)
    reading.values["full_repository"] = "yes"
    reading.places.update(dict.fromkeys(("name", "full_repository"), (repos.line, repos.column)))
    return replace(reading.definition(), name=name, action=Action.CREATE)


def _memberships(
    command: MqscCommand, kind: str, commands: Iterable[MqscCommand]
) -> Iterator[Definition]:
    """ALTER QMGR REPOSNL('NAMELIST'): a full repository of every cluster of the namelist."""
    parameter = command.parameters["REPOSNL"]
    namelist = _stripped(parameter.text)
    namelists: dict[tuple[str, str], dict[str, tuple[str, ...]]] = {}
    for other in commands:
        if (other.verb, other.object, other.name) == ("DEFINE", "NAMELIST", namelist):
            names = other.parameters.get("NAMES")
            items = tuple(map(_stripped, names.values)) if names else ()
            namelists[NamelistSpec.kind, namelist] = {"names": items}
    place = (parameter.line, parameter.column)
    base = Definition(
        kind,
        namelist,
        values={"full_repository": "yes"},
        given=_others(command, ""),
        problems=(
            *(replace(problem, attribute=None, file="") for problem in command.problems),
            *of_the_queue_manager(command),
        ),
        line=command.line,
        column=command.column,
        text=command.text,
        places={"name": place, "full_repository": place},
    )
    if inserts(namelist):
        yield replace(base, unknown=frozenset({"name"}))
        return
    if not namelists:
        rule = one_line(
            f"REPOSNL names {shown(namelist)}, which the script does not define: its clusters "
            "are not known; add the namelist's definition"
        )
        sources = (CHANGE_QUEUE_MANAGER.at("RepositoryNamelist"),)
        line, column = place
        problem = Diagnostic(
            "namelist-missing", "name", rule, sources=sources, line=line, column=column
        )
        yield replace(base, problems=(*base.problems, problem), unknown=frozenset({"name"}))
        return
    for name, full in memberships(namelists, repository_namelist=namelist).items():
        yield replace(base, name=name, values={"full_repository": full})


def of_the_queue_manager(command: MqscCommand) -> list[Diagnostic]:
    """What ALTER QMGR says beside the repositories: named, never dropped. A parameter that the
    queue manager does not have is none of this release; two repositories at once are an error."""
    found = []
    others = []
    for keyword, parameter in command.parameters.items():
        if keyword not in of_queue_manager():
            rule = f"{parameter.written} is no parameter of {command.verb} QMGR"
            unknown = Diagnostic(
                "unknown-attribute", keyword, one_line(rule), "leave it out",
                severity=Severity.WARNING,
            )  # fmt: skip
            found.append(_at(_misspelt(unknown, of_queue_manager(), command.parameters), parameter))
        elif keyword in _NAMES and (filled := inserts(parameter.text)):
            rule = one_line(_filled_in(parameter, filled))
            found.append(_at(Diagnostic("insert", None, rule), parameter))
        elif keyword in _FACTS and not (parameter.text.isascii() and parameter.text.isdigit()):
            rule = f"{parameter.written} needs a whole number, not {shown(parameter.text)}"
            found.append(_at(Diagnostic("value", None, one_line(rule)), parameter))
        elif keyword not in ("REPOS", "REPOSNL", "FORCE", "CMDSCOPE"):
            others.append(parameter)
    if all((command.value(keyword) or "").strip() for keyword in ("REPOS", "REPOSNL")):
        sources = (CHANGE_QUEUE_MANAGER.at("RepositoryNamelist"),)
        rule = "only one of REPOS and REPOSNL can be nonblank; leave one out"
        problem = Diagnostic("repositories", None, rule, sources=sources)
        found.append(_at(problem, command.parameters["REPOSNL"]))
    if others:
        names = ", ".join(parameter.written for parameter in others)
        rule = f"{names} of QMGR: attributes of the queue manager are not managed here; not taken"
        warning = Diagnostic("not-managed", None, one_line(rule), severity=Severity.WARNING)
        found.append(_at(warning, others[0]))
    return found


def _misspelt(problem: Diagnostic, known: Iterable[str], given: Collection[str]) -> Diagnostic:
    """The problem of a keyword that is not known, with the one that was meant. Of one that a person
    misspelt it is an error, whoever wrote the rest of the script."""
    keyword, known = str(problem.attribute), sorted(known)
    if keyword not in UNMANAGED and (meant := one_letter_from(keyword, known, given)):
        way_out = f"did you mean {meant}?"
        return replace(problem, remediation=way_out, severity=Severity.ERROR)
    return replace(problem, remediation=nearest(keyword, known, 0.75) or problem.remediation)


def _at(problem: Diagnostic, parameter: MqscParameter) -> Diagnostic:
    return replace(problem, line=parameter.line, column=parameter.column)


def _others(command: MqscCommand, but: str) -> dict[str, str]:
    return {
        keyword: "********" if keyword in _SECRET else parameter.text
        for keyword, parameter in command.parameters.items()
        if keyword != but
    }
