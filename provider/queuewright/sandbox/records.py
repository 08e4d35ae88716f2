"""Records: what SET makes and changes alike, named by several fields."""

from collections.abc import Collection, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Protocol

from queuewright.catalogue.diagnostic import shown
from queuewright.catalogue.spec import Spec
from queuewright.dialects.mqsc import MqscCommand
from queuewright.dialects.mqsc.keywords import Keyword, is_list
from queuewright.kinds import EVERY

from .reasons import refused
from .rows import Stored, Transaction


def given(
    where: str, known: Mapping[str, Keyword], command: MqscCommand, options: Collection[str]
) -> dict[str, Any]:
    """The fields that a command gives, canonical values, but for its own options. Raises
    CommandFailed for a parameter or a word that MQ does not have, and for two keywords of one
    field."""
    values: dict[str, Any] = {}
    for word, parameter in command.parameters.items():
        if word in options:
            continue
        keyword = known.get(word)
        if keyword is None:
            text = f"{word} is not a parameter of {command.words}"
            raise refused(where, "MQRCCF_PARM_SYNTAX_ERROR", text, "leave it out")
        if keyword.attribute in values:
            text = f"{word} says again what was said"
            raise refused(where, "MQRCCF_PARM_SYNTAX_ERROR", text, "leave one out")
        value = keyword.value  # of one that says it by itself
        if value is None:
            value = value_of(where, keyword, word, parameter.values)
        values[keyword.attribute] = value
    return values


def value_of(where: str, keyword: Keyword, word: str, texts: tuple[str, ...]) -> Any:
    """Raises CommandFailed for a word that the keyword does not take."""
    value = keyword.read(texts)
    if value is None:
        words = [choice.mqsc or "" for choice in keyword.metadata.choices]
        words += ["a number"] if keyword.metadata.minimum is not None else []
        text = f"{word}({shown(','.join(texts))}) must be {', '.join(words)}"
        raise refused(where, "MQRCCF_ATTR_VALUE_ERROR", text, "correct it")
    return value


def keywords_of(spec: type[Spec]) -> dict[str, Keyword]:
    """Keyword -> what it sets, of the fields that name a record too."""
    return {
        each.mqsc: Keyword(field, each, None, is_list(spec, field))
        for field, each in spec.fields_described().items()
        if each.mqsc
    }


NOTHING: Mapping[str, tuple[str, ...]] = MappingProxyType({})


class RecordCommands(Protocol):
    """The commands on records of a kind, as a module has them. Each raises CommandFailed."""

    def set_record(
        self,
        tx: Transaction,
        name: str,
        values: Mapping[str, Any],
        removed: Mapping[str, tuple[str, ...]] = ...,
    ) -> Stored: ...

    def change_record(self, tx: Transaction, name: str, values: Mapping[str, Any]) -> Stored: ...

    def stored(self, name: str, attributes: Mapping[str, Any]) -> Stored: ...

    def remove(self, tx: Transaction, name: str) -> None: ...


def records(tx: Transaction, kind: str) -> Iterator[tuple[Stored, dict[str, Any]]]:
    """Each record with all of its fields."""
    for stored in tx.objects((kind,)):
        yield stored, {**EVERY[kind].names_in(stored.name), **stored.attributes}
