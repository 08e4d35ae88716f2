"""Definitions as commands of MQSC, before `render` spells them as text and mqweb as JSON."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from queuewright.catalogue.attribute import Attribute, Value
from queuewright.catalogue.diagnostic import shown
from queuewright.catalogue.spec import Lifecycle, Spec
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.protocol import CannotWrite
from queuewright.kinds import spec_of
from queuewright.mq.common_attributes import QUEUE_SHARING_GROUP_DISPOSITION

from .keywords import Keyword, is_named, is_named_partly, keywords, name_keywords
from .words import VERBS_OF_ACTIONS


@dataclass(frozen=True, slots=True)
class Word:
    """A word of MQSC, which stands without quotes."""

    text: str


@dataclass(frozen=True, slots=True)
class Repeated:
    """Texts that a command gives in a parameter each: RECIP('A') RECIP('B')."""

    items: tuple[str, ...]


# None: a keyword that says what it says by itself. A text is quoted, a list is one of texts.
Argument = None | int | Word | str | Repeated | tuple[Word | str, ...]


@dataclass(frozen=True, slots=True)
class WrittenCommand:
    """One command. name: "" where it names its object by parameters, or not at all."""

    verb: str
    object: str
    name: str
    parameters: Mapping[str, Argument]


def command_of(definition: Definition) -> WrittenCommand:
    """A creation, change or deletion. Raises CannotWrite, one line, where MQSC has no such command,
    or an attribute has no literal value.

    DEFINE and ALTER say the attributes that are given, no more. A record is SET; what follows from
    attributes of another object alters that (mq:Cluster: ALTER QMGR REPOS).
    """
    spec, action = require_named(definition), definition.action
    definition.require_literal(CannotWrite)
    verb = _verb(spec, action)
    if not verb:
        raise CannotWrite(f"{definition.kind} {definition.name}: MQSC has no {action}")
    name, given = _named(definition, spec)
    if action in (Action.CREATE, Action.CHANGE, Action.ADD):
        given |= {keyword: Word(word) for keyword, word in spec.mqsc.fixed}
        if action is Action.CREATE and definition.like is not None:
            given["LIKE"] = definition.like
        for attribute, value in definition.values.items():
            given |= _attribute(definition, attribute, value)
        for attribute, items in definition.removed.items():
            known = spec.attributes()[attribute]
            word = str(known.mqsc_removed or known.mqsc)
            gone = tuple(_word(known, item) or item for item in items)
            given[word] = Repeated(items) if known.repeated else gone
        if spec.mqsc.set_anew is not None and definition.set_action:
            given[spec.mqsc.set_anew[0]] = Word(definition.set_action)
    else:
        words = spec.removal(spec.names_in(definition.name))
        given |= {keyword: Word(word) for keyword, word in words.items()}
    return WrittenCommand(verb, spec.mqsc.word, name, given | options(definition))


def require_named(definition: Definition) -> type[Spec]:
    """Its spec. Raises CannotWrite where MQSC has no such object, or its name is blank."""
    spec, name = spec_of(definition.kind), definition.name
    if not spec.mqsc.word:
        raise CannotWrite(f"{spec.kind} {shown(name)}: MQSC has no such object")
    if not isinstance(name, str) or not name.strip(" "):
        raise CannotWrite(f"{spec.kind}: the name is {shown(name)}; give one that is not blank")
    return spec


def options(definition: Definition) -> dict[str, Argument]:
    """The parameters of the command itself. Source: Change Queue (PCF) Force; DELETE QLOCAL."""
    spec, action = spec_of(definition.kind), definition.action
    deletes = action is Action.DELETE
    creates = action is Action.CREATE and spec.lifecycle is Lifecycle.OBJECT
    meant = QUEUE_SHARING_GROUP_DISPOSITION.choice(definition.disposition or "")
    given: dict[str, tuple[Argument, bool]] = {
        "REPLACE": (None, creates and definition.replace),
        "FORCE": (None, action is Action.CHANGE and definition.force and spec.can_force()),
        "PURGE": (None, deletes and definition.purge and spec.holds_messages),
        "AUTHREC": (
            Word("NO"),
            deletes and definition.keeps_authorities and spec.mqsc.keeps_authorities,
        ),
        "QSGDISP": (Word(str(meant.mqsc if meant else "")), deletes and meant is not None),
    }
    return {option: argument for option, (argument, is_given) in given.items() if is_given}


def _verb(spec: type[Spec], action: Action) -> str:
    """ "" where there is none."""
    match spec.lifecycle:
        case Lifecycle.RECORD if action in (Action.CREATE, Action.CHANGE) or (
            action is Action.ADD and spec.mqsc.anew_by_default
        ):
            return "SET"
        case Lifecycle.RECORD if action is Action.DELETE:
            return spec.mqsc.removal[0]
        case Lifecycle.SINGLETON:
            return "ALTER" if action in (Action.CREATE, Action.CHANGE) else ""
    return VERBS_OF_ACTIONS.get(action, "") if action is not Action.INQUIRE else ""


def _named(definition: Definition, spec: type[Spec]) -> tuple[str, dict[str, Argument]]:
    """The name behind the object's word, and the parameters that name it where those do."""
    if spec.lifecycle is Lifecycle.SINGLETON:
        return "", {}
    if spec.has_one_name() or not is_named(definition.kind):
        definition.require_one_name(CannotWrite)
        return definition.name, {}
    names = spec.names_in(definition.name)
    arguments = {
        word: _argument(known, names[known.attribute])
        for word, known in name_keywords(definition.kind).items()
        if known.attribute in names
    }
    return names["name"] if is_named_partly(definition.kind) else "", arguments


def _attribute(
    definition: Definition, attribute: str, value: Value
) -> Iterator[tuple[str, Argument]]:
    where = f"{definition.kind} {definition.name}: {attribute}"
    words = {
        known.value: (word, known)
        for word, known in keywords(definition.kind).items()
        if known.attribute == attribute
    }
    if not words:
        raise CannotWrite(f"{where}: MQSC has no such parameter; leave it out")
    toggle = words.get(value) if isinstance(value, str) else None
    argument = _argument(words[None][1], value) if None in words and toggle is None else None
    if toggle is not None:
        yield toggle[0], None
    elif argument is not None:
        yield words[None][0], argument
    else:
        raise CannotWrite(f"{where}={shown(value)} has no word in MQSC; use one of its choices")


def _argument(known: Keyword, value: Value) -> Argument:
    """The value in parentheses; None where MQSC has no such value."""
    metadata = known.metadata
    if known.is_list:
        if not isinstance(value, tuple) or not all(isinstance(item, str) for item in value):
            return None
        if metadata.repeated:
            return Repeated(value)
        return tuple(_word(metadata, item) or item for item in value)
    if isinstance(value, int) and not isinstance(value, bool) and metadata.minimum is not None:
        return value
    if isinstance(value, str):
        word = _word(metadata, value)
        if word is not None:
            return word
        if metadata.minimum is None and (not metadata.choices or metadata.syntax is not None):
            return value
    return None


def _word(metadata: Attribute, value: str) -> Word | None:
    choice = metadata.choice(value)
    return None if choice is None or choice.mqsc is None else Word(choice.mqsc)
