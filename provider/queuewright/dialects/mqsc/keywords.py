"""MQSC keywords of each kind, derived from the catalogue."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from queuewright.catalogue.attribute import Attribute, Value
from queuewright.catalogue.spec import Lifecycle, Spec
from queuewright.kinds import EVERY, KINDS, MQ_KINDS, QUEUE_KINDS
from queuewright.mq import queue_manager


@dataclass(frozen=True, slots=True)
class Keyword:
    """One keyword: the attribute it sets; `value` when the keyword alone says it (NOSHARE)."""

    attribute: str
    metadata: Attribute
    value: str | None
    is_list: bool

    def read(self, texts: Sequence[str]) -> Value | None:
        """The canonical value of what stands in parentheses, one text but for a list; None where
        the attribute has no such value. MQ pads with blanks: those at the end say nothing."""
        if self.is_list:
            items = tuple(item for item in (text.rstrip(" ") for text in texts) if item)
            words = {choice.mqsc: choice.value for choice in self.metadata.choices}
            if any(item.upper() not in words for item in items if words):
                return None
            if not words:
                return items
            given = tuple(words[item.upper()] for item in items)
            in_order = tuple(value for value in words.values() if value in given)
            return in_order if self.metadata.is_unordered else given
        text = texts[0].rstrip(" ") if texts else ""
        word = text.upper()
        for choice in self.metadata.choices:
            if choice.mqsc == word:
                return choice.value
        if self.metadata.minimum is not None:
            digits = text[1:] if text[:1] in ("-", "+") else text
            is_number = digits.isascii() and digits.isdigit() and len(digits) < 20
            return int(text) if is_number else None
        is_text = not self.metadata.choices or self.metadata.syntax is not None
        return text if is_text else None

    def spelled(self, value: Any) -> Any:
        """One value in MQSC's spelling."""
        choice = self.metadata.choice(value) if isinstance(value, str) else None
        return choice.mqsc if choice is not None and choice.mqsc else value


@cache
def keywords(kind: str) -> Mapping[str, Keyword]:
    """Canonical keyword -> what it sets, for one kind; toggles in both spellings."""
    return keywords_of(EVERY[kind])


@cache
def keywords_of(spec: type[Spec]) -> Mapping[str, Keyword]:
    """The same of a spec, also of one that is not registered any more."""
    words: dict[str, Keyword] = {}
    for name, attribute in spec.attributes().items():
        if attribute.mqsc_toggle:
            for choice in attribute.choices:
                if choice.mqsc:
                    words[choice.mqsc] = Keyword(name, attribute, choice.value, False)
        elif attribute.mqsc:
            words[attribute.mqsc] = Keyword(name, attribute, None, is_list(spec, name))
    return words


@cache
def record_words(kind: str) -> frozenset[str]:
    """The columns of DISPLAY that name a record; none of what one name names."""
    spec = EVERY[kind]
    if spec.has_one_name():
        return frozenset()
    return frozenset((*name_keywords(kind), *(spec.mqsc.entity or ()), spec.mqsc.display))


@cache
def shown_keywords(kind: str) -> Mapping[str, Keyword]:
    """The same, as DISPLAY calls them."""
    words = keywords(kind)
    others = {k.metadata.mqsc_shown: k for k in words.values() if k.metadata.mqsc_shown is not None}
    return {**words, **others}


@cache
def name_keywords(kind: str) -> Mapping[str, Keyword]:
    """Keyword -> the name field that it gives, where parameters name the object (SET AUTHREC)."""
    described = EVERY[kind].fields_described()
    fields = ((field, described.get(field)) for field in EVERY[kind].identity())
    return {
        attribute.mqsc: Keyword(field, attribute, None, False)
        for field, attribute in fields
        if attribute is not None and attribute.mqsc
    }


@cache
def is_named_by_keywords(kind: str) -> bool:
    """Whether parameters name the object, and not what follows its word."""
    return len(name_keywords(kind)) == len(EVERY[kind].identity()) > 1


@cache
def is_named_partly(kind: str) -> bool:
    """Whether parameters name the object together with what follows its word (SET CHLAUTH)."""
    names = EVERY[kind].identity()[1:]
    given = {known.attribute for known in name_keywords(kind).values()}
    return bool(names) and given == set(names)


@cache
def is_named(kind: str) -> bool:
    """Whether commands of MQSC name its objects: behind the word, or by parameters."""
    return EVERY[kind].has_one_name() or is_named_by_keywords(kind) or is_named_partly(kind)


def names_shown(kind: str, row: Mapping[str, Any]) -> dict[str, str]:
    """The name fields in a row of DISPLAY, keywords in capitals; blank ones are left out."""
    commands, found = EVERY[kind].mqsc, dict(row)
    if commands.entity:
        value, which = commands.entity
        found.setdefault(str(row.get(which, "")).strip(" ").upper(), row.get(value))
    names: dict[str, str] = {}
    if is_named_partly(kind) and isinstance(name := found.get(commands.display), str):
        names["name"] = name.rstrip(" ")
    for word, known in name_keywords(kind).items():
        text = found.get(word)
        read = known.read([text]) if isinstance(text, str) and text.strip(" ") else None
        if isinstance(read, str):
            names[known.attribute] = read
    return dict(EVERY[kind].named(names))


@cache
def repeated() -> Mapping[str, frozenset[str]]:
    """Object -> the keywords that its commands give once for each item: POLICY -> RECIP, SIGNER."""
    words = {
        KINDS[kind].mqsc.word: frozenset(
            word for word, keyword in keywords(kind).items() if keyword.metadata.repeated
        )
        for kind in MQ_KINDS
    }
    return {word: found for word, found in words.items() if found}


@cache
def repeated_words() -> frozenset[str]:
    """Those of every object, which DISPLAY shows once for each item too."""
    return frozenset().union(*repeated().values())


@cache
def toggles() -> frozenset[str]:
    """Keywords that say what they say by themselves (SHARE, NOSHARE), of every kind."""
    words = (item for kind in MQ_KINDS for item in keywords(kind).items())
    return frozenset(word for word, keyword in words if keyword.value is not None)


@cache
def queue_keywords() -> Mapping[str, tuple[str, ...]]:
    """Keyword -> the kinds of queue that have it."""
    kinds_of_word: dict[str, tuple[str, ...]] = {}
    for kind in QUEUE_KINDS:
        for keyword in keywords(kind):
            kinds_of_word[keyword] = (*kinds_of_word.get(keyword, ()), kind)
    return kinds_of_word


@cache
def kinds_of_object(*, managed: bool = True) -> Mapping[str, tuple[str, ...]]:
    """Object (QLOCAL, CHANNEL, QUEUE, ...) -> the kinds that it may be. managed: only of those that
    programs declare. No command is about what follows from other objects."""
    kinds_of_word: dict[str, tuple[str, ...]] = {"QUEUE": QUEUE_KINDS}
    for kind, spec in (KINDS if managed else EVERY).items():
        word = spec.mqsc.word
        if word and is_named(kind) and spec.lifecycle is not Lifecycle.DERIVED:
            kinds_of_word[word] = (*kinds_of_word.get(word, ()), kind)
    return kinds_of_word


@cache
def specs_of_object(word: str) -> tuple[type[Spec], ...]:
    """Every spec of an object, managed or not, also where another one is registered in its place:
    what MQ has, whatever the kinds have of it."""
    return tuple(spec for spec in Spec.every() if spec.mqsc.word == word)


def typed_by(kinds: Sequence[str]) -> str:
    """The keyword that tells these kinds of one object apart: CHLTYPE, AUTHTYPE; "" for none."""
    fixed = EVERY[kinds[0]].mqsc.fixed if kinds else ()
    return fixed[0][0] if fixed else ""


@cache
def type_keywords() -> frozenset[str]:
    """Every keyword that tells kinds of one object apart."""
    return frozenset(keyword for spec in EVERY.values() for keyword, _ in spec.mqsc.fixed)


def of_type(kinds: Sequence[str], word: str) -> tuple[str, ...]:
    """Those of the kinds of one object that this word (SVRCONN) tells from the others."""
    return tuple(kind for kind in kinds if (typed_by(kinds), word) in EVERY[kind].mqsc.fixed)


def is_list(spec: type[Spec], name: str) -> bool:
    """Whether the attribute holds several texts (NAMES)."""
    return "tuple[" in str(spec.model_fields[name].annotation)


def in_mqsc(kind: str, attributes: Mapping[str, Any]) -> dict[str, Any]:
    """Attributes by MQSC keyword, in MQSC's spelling; a toggle (SHARE, NOSHARE) has value ""."""
    spelled: dict[str, Any] = {}
    for keyword, keyword_fact in keywords(kind).items():
        value = attributes.get(keyword_fact.attribute)
        if value is None:
            continue
        if keyword_fact.value is not None:
            if keyword_fact.value == value:
                spelled[keyword] = ""
            continue
        items = isinstance(value, tuple | list)
        spelled[keyword] = (
            tuple(keyword_fact.spelled(item) for item in value)
            if items
            else keyword_fact.spelled(value)
        )
    return spelled


def attributes_of(kind: str, texts: Mapping[str, Any]) -> dict[str, Value]:
    """Attributes by their names, of keyword -> text; what is no keyword of the kind and no value of
    it is left out."""
    known = keywords(kind)
    values: dict[str, Value] = {}
    for word, given in texts.items():
        fact = known.get(word)
        if fact is None or fact.metadata.write_only:
            continue
        text = str(given)
        value = fact.read(
            text.split(",") if fact.is_list and not fact.metadata.repeated else [text]
        )
        if value is not None:
            values[fact.attribute] = value
    return values


@cache
def of_queue_manager() -> frozenset[str]:
    """Parameters of ALTER QMGR and DISPLAY QMGR, on any platform."""
    own = (word for spec in specs_of_object("QMGR") for word in keywords_of(spec))
    return queue_manager.READ_ONLY.union(own, ("CMDSCOPE", "FORCE"))
