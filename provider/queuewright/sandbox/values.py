"""One value, or one name, as a command gives it, validated by the catalogue's metadata.

Reason codes are PCF's; on IBM i kinds a value that its command cannot take is CPF0006, "Errors
occurred in command" (the command's own diagnostic is a CPD message before it).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from queuewright.catalogue.attribute import Attribute, Unit
from queuewright.catalogue.ccsid import byte_length
from queuewright.catalogue.diagnostic import shown
from queuewright.catalogue.errors import CommandFailed
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.hiding import SECRET
from queuewright.catalogue.key import Key
from queuewright.catalogue.sources import citations_text
from queuewright.kinds import is_ibmi, spec_of

from .reasons import refused, refused_on_ibmi

# docs/readings.md, legal characters of names: IBM's naming rules.
_MQ_NAME = re.compile(r"[A-Za-z0-9._/%]+")
_BAD_NAME = "MQRCCF_OBJECT_NAME_ERROR"
_IBMI_NAME = re.compile(r"[A-Z$#@][A-Z0-9$#@_.]*|\"[^\"'*?\s]+\"")


def checked_name(key: Key, ccsid: int, limit: int = 48) -> None:
    """Raise CommandFailed for a name that an MQ object cannot have.

    Change Queue (PCF) QName: at most MQ_Q_NAME_LENGTH (48) bytes; a channel's has 20.
    """
    reason = "MQRCCF_CHANNEL_NAME_ERROR" if limit == 20 else _BAD_NAME
    if not key.name:
        raise refused(key, reason, "the name is blank", "give a name")
    if not _MQ_NAME.fullmatch(key.name):
        wrong = f"the name {shown(key.name)} has a character other than A-Z a-z 0-9 . / _ %"
        raise refused(key, reason, wrong, "rename it")
    length = byte_length(key.name, ccsid)
    if length is None or length > limit:
        raise refused(key, reason, f"the name has more than {limit} bytes", "shorten it")


def checked_identity(key: Key, ccsid: int) -> None:
    """Raise CommandFailed for what cannot name an object of a kind: by the spec, each field of its
    own length and syntax, required or not."""
    spec = spec_of(key.kind)
    named = spec.names_in(key.name)
    reason = "MQRCCF_CHANNEL_NAME_ERROR" if spec.mqsc.word == "CHANNEL" else _BAD_NAME
    for field in spec.identity():
        attribute, text = spec.fields_described()[field], named.get(field, "")
        if not text:
            if field in spec.required_names():
                raise refused(key, reason, f"the {field} is blank", f"give a {field}")
            continue
        if attribute.choice(text) is not None:
            continue
        for rule, _ in attribute.syntax(text) if attribute.syntax else ():
            raise refused(
                key, reason, f"the {field} {shown(text)} is not well formed: {rule}", "rename it"
            )
        length, limit = byte_length(text, ccsid), attribute.max_length
        if length is None or (limit is not None and length > limit):
            raise refused(key, reason, f"the {field} has more than {limit} bytes", "shorten it")
        if attribute.choices and attribute.syntax is None:
            words = ", ".join(choice.value for choice in attribute.choices)
            wrong = f"the {field} {shown(text)} must be one of {words}"
            raise refused(key, reason, wrong, "name one")


def checked_ibmi_name(key: Key, name: str, role: str, most: int = 10) -> None:
    """Raise CommandFailed for a name that an IBM i object cannot have."""
    if len(name) > most or not _IBMI_NAME.fullmatch(name):
        wrong = f"{role} {shown(name)} is not an IBM i name of at most {most} characters"
        raise refused_on_ibmi(key, "CPF0006", wrong, "correct it")


def checked_values(key: Key, values: Mapping[str, Any], facts: SystemFacts) -> dict[str, Any]:
    """The values in canonical form, without those that a system never reports.

    Raises CommandFailed for an attribute that the kind, the platform or the command level does
    not have, and for a value out of its range, choices, length or type.
    """
    attributes = spec_of(key.kind).attributes()
    accepted = {}
    for name, value in values.items():
        attribute = attributes.get(name)
        if attribute is None:
            is_number = isinstance(value, int)
            raise _no_such(key, name, is_number, "is no attribute of this kind")
        if not attribute.applies(facts):
            is_number = attribute.pcf is not None and attribute.pcf.type == "MQCFIN"
            wrong = f"does not exist on {facts.platform} at command level {facts.command_level}"
            raise _no_such(key, name, is_number, wrong)
        canonical = _Validator(key, name, attribute, facts).canonical(value)
        if attribute.observable:
            accepted[name] = canonical
    return accepted


def _no_such(key: Key, name: str, is_number: bool, wrong: str) -> CommandFailed:
    if is_ibmi(key.kind):
        return refused_on_ibmi(key, "CPF0006", f"{name} {wrong}", "leave it out")
    reason = "MQRCCF_CFIN_PARM_ID_ERROR" if is_number else "MQRCCF_CFST_PARM_ID_ERROR"
    return refused(key, reason, f"{name} {wrong}", "leave it out")


@dataclass(frozen=True, slots=True)
class _Validator:
    key: Key
    name: str
    attribute: Attribute
    facts: SystemFacts

    def canonical(self, value: Any) -> Any:
        attribute = self.attribute
        if isinstance(value, bool) or not isinstance(value, int | str | list | tuple | Mapping):
            raise self.bad(value, "has a value of another type")
        if isinstance(value, int):
            return self._number(value)
        if isinstance(value, str):
            return self._text(value)
        if isinstance(value, Mapping):
            return {str(user): tuple(granted) for user, granted in value.items()}
        is_list = attribute.repeated or attribute.pcf is None
        if not is_list and attribute.pcf and attribute.pcf.type not in ("MQCFSL", "MQCFIL"):
            raise self.bad(value, "takes one value")
        return self._list(tuple(value))

    def bad(self, value: Any, wrong: str, reason: str = "MQRCCF_ATTR_VALUE_ERROR") -> CommandFailed:
        value_shown = SECRET if self.attribute.write_only else shown(value)
        text = f"{self.name}={value_shown} {wrong}"
        if is_ibmi(self.key.kind):
            return refused_on_ibmi(self.key, "CPF0006", text, "correct it")
        sources = citations_text(self.attribute.sources)
        return refused(self.key, reason, text, f"correct it [{sources}]")

    def _number(self, value: int) -> int | str:
        attribute = self.attribute
        for choice in attribute.choices:
            if choice.number == value and (attribute.minimum is not None):
                return choice.value
        if attribute.minimum is None:
            raise self.bad(value, "is a number where a word belongs")
        low, high = attribute.minimum, attribute.maximum
        if value < low or (high is not None and value > high):
            limits = f"not in the range {low} to {high}" if high is not None else f"below {low}"
            raise self.bad(value, f"is {limits}")
        return value

    def _text(self, value: str) -> str:
        attribute = self.attribute
        choice = attribute.choice(value)
        if choice is not None:
            if self.facts.platform not in choice.platforms:
                raise self.bad(value, f"is not supported on {self.facts.platform}")
            return value
        if attribute.max_length is None:
            raise self.bad(value, "is not a value that it can have")
        is_name = attribute.max_length in (20, 48)
        malformed = "MQRCCF_OBJECT_NAME_ERROR" if is_name else "MQRCCF_ATTR_VALUE_ERROR"
        if self.name == "custom":
            malformed = "MQRCCF_CUSTOM_ERROR"
        return self._trimmed(value, malformed, "MQRCCF_CFST_STRING_LENGTH_ERR")

    def _trimmed(self, value: str, malformed: str, too_long: str) -> str:
        """A text without the blanks that MQ and IBM i pad with, or the refusal for these
        reasons."""
        attribute, ccsid = self.attribute, self.facts.ccsid
        text = value.rstrip(" ")
        for rule, _ in attribute.syntax(text) if attribute.syntax else ():
            raise self.bad(value, f"is not well formed: {rule}", malformed)
        if attribute.unit is Unit.CHARACTERS:
            length: int | None = len(text)
        else:
            length = byte_length(text, ccsid)
            if length is None:
                raise self.bad(text, f"has a character that CCSID {ccsid} does not have")
        limit = attribute.max_length
        if length is not None and limit is not None and length > limit:
            wrong = f"has {length} {attribute.unit}, at most {limit}"
            raise self.bad(text, wrong, too_long)
        return text

    def _list(self, value: tuple[Any, ...]) -> tuple[str, ...]:
        attribute = self.attribute
        if attribute.max_items is not None and len(value) > attribute.max_items:
            wrong = f"has more than {attribute.max_items} items"
            raise self.bad(value, wrong, "MQRCCF_CFSL_COUNT_ERROR")
        items = []
        for item in value:
            if not isinstance(item, str):
                raise self.bad(value, "has an item that is not text")
            if attribute.choices and attribute.syntax is None:
                items.append(self._text(item))
                continue
            items.append(
                self._trimmed(item, "MQRCCF_OBJECT_NAME_ERROR", "MQRCCF_CFSL_STRING_LENGTH_ERR")
            )
        return tuple(filter(None, items))
