"""One command of MQSC being read: its parameters become the catalogue's words."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any

from queuewright.catalogue.attribute import Attribute, Value
from queuewright.catalogue.diagnostic import Diagnostic, Severity, shown
from queuewright.catalogue.names import capexpry, no_control_characters
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import CHANGE_QUEUE
from queuewright.catalogue.spec import MISSING, UNKNOWN_ATTRIBUTE, WRONG_KIND, Lifecycle
from queuewright.dialects.definition import Action, Definition, Inquiry
from queuewright.dialects.rules import NOT_ALLOWED, VALUE
from queuewright.dialects.validation import cell_scope_problem, option_problem
from queuewright.kinds import EVERY, is_queue, is_single

from .displays import attributes
from .inserting import actions, insert_of, inserts
from .keywords import (
    Keyword,
    is_named_partly,
    keywords,
    kinds_of_object,
    name_keywords,
    queue_keywords,
    typed_by,
)
from .others import NEEDS_NAME, nearest, one_letter_from, options_of, words_of
from .script import REPEATED, MqscCommand, MqscParameter
from .words import ACTIONS, OPERATORS, SETS, UNMANAGED

# Parameters of the commands themselves: what they mean is in the Definition's own fields.
_OPTIONS = frozenset(
    ("FORCE", "LIKE", "REPLACE", "NOREPLACE", "PURGE", "NOPURGE", "AUTHREC", "CHLTYPE", "IGNSTATE")
) | {"CHLTABLE", "CMDSCOPE", "QSGDISP"}
_HOSTS = ("CONNAME", "LOCLADDR")
_TEXTS, _DATA = ("DESCR", "APPLICID"), "DATA"
_FREE = (no_control_characters, capexpry)  # texts that people write: they may have plus signs
# Parameters of DISPLAY that choose what is shown.
_SELECTS = frozenset(("TYPE", "CHLTYPE", "CMDSCOPE", "DISTYPE", "QSGDISP"))
_SECRET = frozenset(("PASSWORD", "LDAPPWD", "KEYRPWD"))

NEEDS_TYPE = MISSING.but(
    reason="{keyword} is required", remediation="give the type of the {object}"
)
SEVERAL_NAMES = Rule(
    "several-values", "An object has one name", "{object} takes one name", attribute="name"
)
INSERT = Rule(
    "insert",
    "A text has an insert",
    "{keyword} has the insert {names}, which the queue manager fills in when it starts",
    "give the value that it stands for, --set {first}=VALUE",
)
OF_TEMPLATE = INSERT.but(reason="{keyword} has {names} of a template, which is filled in before")
OF_ACTION = OF_TEMPLATE.but(remediation="give a file that it is rendered to")
OF_ANOTHER_KIND = WRONG_KIND.but(reason="{written} belongs to {others}, not to {kind}")
NO_ATTRIBUTE = UNKNOWN_ATTRIBUTE.but(reason="{written} is not an attribute of {kind}")
NOT_TAKEN = NO_ATTRIBUTE.but(
    reason="{written} is not an attribute of {kind} that is managed here: it is not taken",
    severity=Severity.WARNING,
)
OF_ANOTHER_TYPE = NOT_TAKEN.but(reason=OF_ANOTHER_KIND.reason, remediation="leave it out")
BAD_WHERE = VALUE.but(
    reason="WHERE takes an attribute, one of {operators}, and a value; not {found}", remediation=""
)
TWICE = REPEATED.but(reason="{name} is given again", remediation="give it once")
NO_VALUE = VALUE.but(reason="{name} takes no value", remediation="")
NEEDS_VALUE = VALUE.but(reason="{name} needs a value: {keyword}(...)", remediation="")
APOSTROPHES = VALUE.but(
    reason='the text of {name} must be in apostrophes: {correct}, not "..."', remediation=""
)
ONE_VALUE = VALUE.but(reason="{name} takes one value", remediation="put text with blanks in quotes")


def action_of(command: MqscCommand, kind: str) -> Action | None:
    """The action of the command on an object of the kind; None where it has no such command."""
    spec = EVERY[kind]
    if spec.lifecycle is Lifecycle.SINGLETON:
        return ACTIONS.get(command.verb) if command.verb in ("ALTER", "DISPLAY") else None
    if spec.lifecycle is not Lifecycle.RECORD:
        return ACTIONS.get(command.verb)
    verb, words = spec.mqsc.removal
    if command.verb == SETS != verb and takes_out(command, kind):
        return Action.CHANGE
    if command.verb == verb and all(
        (command.value(word) or "").upper().startswith(value) for word, value in words
    ):
        # REMOVE of single items of a list leaves the others.
        lists = {k for k, known in keywords(kind).items() if known.metadata.is_set}
        is_part = verb == SETS and bool(lists & command.parameters.keys())
        return Action.CHANGE if is_part else Action.DELETE
    keyword, _ = spec.mqsc.set_anew or ("", "")
    if spec.mqsc.anew_by_default and (command.value(keyword) or "").upper() == "ADD":
        return Action.ADD
    if command.verb == SETS:
        gives = keywords(kind).keys() & command.parameters.keys()
        removes = {a.mqsc_removed for a in spec.attributes().values()} & command.parameters.keys()
        return Action.CHANGE if removes and not gives else Action.CREATE
    return Action.INQUIRE if command.verb == "DISPLAY" else None


def takes_out(command: MqscCommand, kind: str) -> bool:
    """SET CHLAUTH ACTION(REMOVE), of items of a list."""
    keyword, _ = EVERY[kind].mqsc.set_anew or ("", "")
    return bool(keyword) and (command.value(keyword) or "").upper() == "REMOVE"


class MqscReading:
    """One command being read."""

    def __init__(
        self, command: MqscCommand, kinds: tuple[str, ...], *, rendered: bool = True
    ) -> None:
        self.command, self.rendered = command, rendered
        self.kinds = kinds
        self.action = action_of(command, kinds[0]) or Action.INQUIRE
        spec = EVERY[kinds[0]]
        self.by_keyword = {} if spec.has_one_name() else name_keywords(kinds[0])
        self.in_front = spec.has_one_name() or is_named_partly(kinds[0])
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
        if self.in_front and not is_single(self.kinds[0]):
            self._name()
        defines = self.action in (Action.CREATE, Action.CHANGE)
        keyword = typed_by(self.kinds)
        if defines and keyword and len(self.kinds) > 1:
            object_ = self.command.object.lower()
            self._place(NEEDS_TYPE(keyword=keyword, object=object_), self.command)
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
            values=self._kept_values(),
            removed=self.removed,
            like=stripped(like.text) if like else None,
            replace="REPLACE" in command.parameters or self._sets_anew(),
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

    def _kept_values(self) -> Mapping[str, Value]:
        """The values that count: SET POLICY with ACTION(ADD) or ACTION(REMOVE) changes only the
        items of lists."""
        spec = EVERY[self.kinds[0]]
        if not spec.mqsc.anew_by_default or self.command.verb != SETS or self._sets_anew():
            return self.values
        return {n: v for n, v in self.values.items() if spec.attributes()[n].is_set}

    def _removes(self) -> bool:
        """SET CHLAUTH ACTION(REMOVE), of items of a list."""
        return takes_out(self.command, self.kinds[0])

    def _sets_anew(self) -> bool:
        """SET CHLAUTH ACTION(REPLACE)."""
        words = EVERY[self.kinds[0]].mqsc
        keyword, word = words.set_anew or ("", "")
        usual = word if words.anew_by_default and self.command.verb == SETS else ""
        return bool(keyword) and (self.command.value(keyword) or usual).upper() == word

    def _place(self, problem: Diagnostic, place: MqscCommand | MqscParameter) -> None:
        self.problems.append(problem.at(place.line, place.column))

    def _name(self) -> None:
        command, target = self.command, self.command.target
        if target is None or not target.values or not stripped(command.name):
            if not command.problems:
                self._place(NEEDS_NAME(object=command.object), command)
            return
        self.places["name"] = (target.line, target.column)
        if len(target.values) > 1:
            self._place(SEVERAL_NAMES(object=command.object), target)
        if names := self._unfilled(command.name):
            self.insert("name", names, target)
            self.unknown.add("name")

    def _unfilled(self, text: str) -> tuple[str, ...]:
        """Its inserts, and in a template what else that does."""
        return inserts(text) or (() if self.rendered else actions(text))

    def insert(
        self,
        attribute: str,
        names: tuple[str, ...],
        parameter: MqscParameter,
        *,
        maybe: bool = False,
    ) -> None:
        """maybe: a text that may be meant as it stands, which is only a warning."""
        if self.command.problems:  # it is not taken, and they say why
            return
        severity = Severity.WARNING if maybe else Severity.ERROR
        self._place(filled_in(parameter, names, attribute, severity), parameter)

    def _whole_name(self) -> str:
        if is_single(self.kinds[0]):
            return EVERY[self.kinds[0]].usual_names()["name"]
        if not self.by_keyword:
            return stripped(self.command.name)
        spec, names = EVERY[self.kinds[0]], dict(self.names)
        if self.in_front and (name := stripped(self.command.name)):
            names["name"] = name
        named = spec.named(names)
        return spec.name_of(named) if spec.required_names() <= named.keys() else ""

    def _name_field(self, keyword_fact: Keyword, parameter: MqscParameter) -> None:
        """One of the parameters that name the object together."""
        keeps = keyword_fact.metadata.keeps_inserts
        if not keeps and (names := self._unfilled(parameter.text)):
            self.insert(keyword_fact.attribute, names, parameter)
            self.unknown.add("name")
            return
        if len(parameter.values) > 1 and self.action is not Action.INQUIRE:
            self.unknown.add("name")
            self._bad_value(keyword_fact, parameter, ONE_VALUE)
            return
        value = keyword_fact.read(parameter.values)
        if isinstance(value, str):
            if value:
                self.names[keyword_fact.attribute] = value
            self.places[keyword_fact.attribute] = (parameter.line, parameter.column)
        else:
            self._not_one_of(keyword_fact, parameter, parameter.text)

    def _other(self, keyword: str, parameter: MqscParameter) -> None:
        """A parameter that is no attribute of the kind."""
        for name, attribute in EVERY[self.kinds[0]].attributes().items():
            if attribute.mqsc_removed == keyword:
                items = Keyword(name, attribute, None, True).read(parameter.values)
                self.removed[name] = items if isinstance(items, tuple) else ()
                return
        self.given[keyword] = "********" if keyword in _SECRET else parameter.text
        if EVERY[self.kinds[0]].lifecycle is Lifecycle.RECORD and keyword in options_of(
            self.command.object
        ):
            words = words_of(self.command.object, keyword)
            if words and parameter.text.strip().upper() not in words:
                written, found = parameter.written, shown(parameter.text)
                meant, taken = nearest(parameter.text, words), " or ".join(words)
                self._place(VALUE(name=written, words=taken, found=found, meant=meant), parameter)
            return
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
            name, sources = keyword_fact.attribute, keyword_fact.metadata.sources
            self._place(
                OF_ANOTHER_KIND(
                    attribute=name,
                    sources=sources,
                    written=parameter.written,
                    others=", ".join(elsewhere),
                    kind=kind,
                ),
                parameter,
            )
            return
        others = kinds_of_object().get(self.command.object, ())
        owner = next((other for other in others if keyword in keywords(other)), None)
        rule = NOT_TAKEN if owner is None else OF_ANOTHER_TYPE
        problem = rule(
            attribute=keyword, written=parameter.written, others=owner, kind=kind, meant=""
        )
        self._place(misspelt(problem, keywords(kind), self.command.parameters), parameter)

    def _asked(self, keyword: str, parameter: MqscParameter) -> None:
        """A parameter of DISPLAY: an attribute to show, a filter, or an option."""
        known = attributes(self.command.object) | {"ALL"}
        if keyword == "WHERE":
            self._where(parameter, known)
        elif keyword in self.by_keyword and parameter.parenthesised and keyword not in _SELECTS:
            self._name_field(self.by_keyword[keyword], parameter)
        elif (keyword in options_of(self.command.object) and parameter.parenthesised) or (
            keyword in _SELECTS and (parameter.parenthesised or keyword not in known)
        ):
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
            meant = nearest(keyword, known, 0.75) or "leave it out"
            self._place(
                NO_ATTRIBUTE(
                    attribute=keyword,
                    written=parameter.written,
                    kind=", ".join(self.kinds),
                    meant=meant,
                ),
                parameter,
            )

    def _where(self, parameter: MqscParameter, known: Collection[str]) -> None:
        parts = " ".join(parameter.values).split(None, 2)
        keyword, operator = (*(part.upper() for part in parts[:2]), "", "")[:2]
        if len(parts) == 3 and keyword in known and operator in OPERATORS:
            self.inquiry = replace(self.inquiry, where=(keyword, operator, parts[2]))
            return
        self._place(
            BAD_WHERE(
                attribute="WHERE", operators=", ".join(OPERATORS), found=shown(parameter.text)
            ),
            parameter,
        )

    def _option(self, keyword: str, parameter: MqscParameter) -> None:
        """A parameter of the commands themselves, where the command or the type has it not."""
        verb = self.command.verb
        option = option_problem(keyword.capitalize(), self.action, self.kinds, keyword, verb)
        if option is not None:
            self._place(option, parameter)
        elif keyword in ("REPLACE", "NOREPLACE", "LIKE") and self.action is Action.CHANGE:
            sources = (CHANGE_QUEUE.at("Copy Queue" if keyword == "LIKE" else "Replace"),)
            name = keyword.removeprefix("NO").capitalize()
            self._place(
                NOT_ALLOWED(
                    attribute=name,
                    sources=sources,
                    option=keyword,
                    command=verb,
                    instead=", or use DEFINE",
                ),
                parameter,
            )

    def _attribute(self, keyword_fact: Keyword, parameter: MqscParameter) -> None:
        name = keyword_fact.attribute
        if name in self.places:
            self._place(TWICE(attribute=name, name=parameter.written), parameter)
            return
        self.places[name] = (parameter.line, parameter.column)
        if keyword_fact.value is not None:
            if parameter.parenthesised:
                self._bad_value(keyword_fact, parameter, NO_VALUE)
            else:
                self.values[name] = keyword_fact.value
            return
        if not parameter.parenthesised:
            self._bad_value(keyword_fact, parameter, NEEDS_VALUE, keyword=parameter.keyword)
            return
        if '"' in parameter.text and not parameter.quoted:
            correct = _apostrophes(parameter)
            self._bad_value(keyword_fact, parameter, APOSTROPHES, correct=correct)
            return
        keeps = keyword_fact.metadata.keeps_inserts
        if not keeps and (names := self._unfilled(parameter.text)):
            done = not self.rendered and actions(parameter.text)
            # In quotes it is filled in as well; a name of MQ or of a host has no plus sign.
            is_free = keyword_fact.metadata.syntax in _FREE and parameter.keyword not in _HOSTS
            maybe = parameter.quoted and (is_text(parameter.keyword) if done else is_free)
            self.insert(name, names, parameter, maybe=maybe)
            if not maybe:
                self.unknown.add(name)
                self.given[parameter.keyword] = parameter.text
                return
        if len(parameter.values) > 1 and not keyword_fact.is_list:
            self._bad_value(keyword_fact, parameter, ONE_VALUE)
            return
        value = keyword_fact.read(parameter.values)
        if value is not None and keyword_fact.metadata.is_set and self._removes():
            self.removed[name] = value if isinstance(value, tuple) else ()
            return
        if value is not None:
            self.values[name] = value
            return
        self._not_one_of(keyword_fact, parameter, stripped(parameter.text))

    def _not_one_of(self, keyword_fact: Keyword, parameter: MqscParameter, text: str) -> None:
        known = [choice.mqsc for choice in keyword_fact.metadata.choices if choice.mqsc]
        wrong = next((t for t in parameter.values if stripped(t).upper() not in known), text)
        words, meant = _allowed(keyword_fact.metadata), nearest(wrong, known)
        self._bad_value(keyword_fact, parameter, VALUE, words=words, found=shown(text), meant=meant)

    def _bad_value(
        self, keyword_fact: Keyword, parameter: MqscParameter, rule: Rule, **words: Any
    ) -> None:
        name, sources = keyword_fact.attribute, keyword_fact.metadata.sources
        problem = rule(attribute=name, sources=sources, name=parameter.written, **words)
        self._place(problem, parameter)


def filled_in(
    parameter: MqscParameter,
    names: Iterable[str],
    attribute: str | None = None,
    severity: Severity = Severity.ERROR,
) -> Diagnostic:
    """A text has such inserts."""
    first = next(iter(names))
    asked = insert_of(first)
    of_template = OF_TEMPLATE if asked is not None and asked.is_known else OF_ACTION
    return (INSERT if first.startswith("+") else of_template)(
        attribute=attribute,
        severity=severity,
        keyword=parameter.keyword,
        names=", ".join(names),
        first="" if asked is None else asked.path,
    )


def is_text(keyword: str) -> bool:
    """Whether a parameter is for people and programs, and a queue manager does nothing with it."""
    return keyword in _TEXTS or keyword.endswith(_DATA)


def _apostrophes(parameter: MqscParameter) -> str:
    """How a text in double quotation marks is meant, which MQSC takes for part of it."""
    text = " ".join(parameter.values).replace('"', "").replace("'", "''")
    return f"{parameter.keyword}('{shown(text, 60)[1:-1]}')"


def stripped(text: str) -> str:
    """MQ pads names and texts with blanks: those at the end say nothing."""
    return text.rstrip(" ")


def _allowed(attribute: Attribute) -> str:
    words = [choice.mqsc for choice in attribute.choices if choice.mqsc]
    if attribute.minimum is not None:
        words.append("a whole number")
    return " or ".join(words)


def misspelt(problem: Diagnostic, known: Iterable[str], given: Collection[str]) -> Diagnostic:
    """The problem of a keyword that is not known, with the one that was meant. Of one that a person
    misspelt it is an error, whoever wrote the rest of the script."""
    keyword, known = str(problem.attribute), sorted(known)
    if keyword not in UNMANAGED and (meant := one_letter_from(keyword, known, given)):
        remediation = f"did you mean {meant}?"
        return replace(problem, remediation=remediation, severity=Severity.ERROR)
    return replace(problem, remediation=nearest(keyword, known, 0.75) or problem.remediation)


def others(command: MqscCommand, but: str) -> dict[str, str]:
    """Its parameters without one, keyword -> text; secrets are not kept."""
    return {
        keyword: "********" if keyword in _SECRET else parameter.text
        for keyword, parameter in command.parameters.items()
        if keyword != but
    }
