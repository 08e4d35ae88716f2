"""Definitions to PCF commands: create, change, copy and delete. Source: Change Queue (PCF), and
IBM's pages of the other objects.

Required parameters come first in the document's order, then the others in the order in which the
documents list them, which is that of their names.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import Any

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.diagnostic import shown
from queuewright.dialects.definition import Action, Definition
from queuewright.kinds import is_record, is_single, spec_of

from .constants import MQCFT
from .errors import PcfEncodeError
from .forms import FORMS, NAMES
from .structures import (
    MQCFBS,
    MQCFIL,
    MQCFIN,
    MQCFSL,
    MQCFST,
    STRUCTURES,
    PcfMessage,
    Structure,
)
from .vocabulary import Field, fields_of, names_of, others_of, vocabulary


@cache
def _fields(kind: str) -> tuple[Field, ...]:
    """Attributes and options of a kind in the order of the documents."""
    known = vocabulary(spec_of(kind).pcf.object).names
    options = (known[option] for option in ("Force", "Replace") if option in known)
    fields = [
        *fields_of(kind),
        *(Field(known.name, known.name, known.id, STRUCTURES[known.type]) for known in options),
    ]
    return tuple(sorted(fields, key=lambda field: field.name.lower()))


def message_of(definition: Definition) -> PcfMessage:
    """The command that a definition of any dialect means. Raises PcfEncodeError when it has
    errors or values that are not literal, may be of several types where the command needs one, is
    an entry of an authorization list, or is of a kind that PCF does not have."""
    kind, name = definition.kind, definition.name
    if definition.errors:
        raise PcfEncodeError(f"{kind} {name}: {definition.errors[0]}")
    if is_record(kind):
        definition.require_literal(PcfEncodeError)
        return _record(definition)
    definition.require_ordinary(PcfEncodeError)
    if len(definition.kinds) > 1 and definition.action is not Action.DELETE:
        kinds = ", ".join(definition.kinds)
        raise PcfEncodeError(
            f"{kind} {name}: may be any of {kinds}, and PCF needs its type; give it"
        )
    verbs = (Action.CREATE, Action.CHANGE, *(() if is_single(kind) else (Action.DELETE,)))
    if definition.action not in verbs:
        raise PcfEncodeError(f"{kind} {name}: PCF has no command for {definition.action.value}")
    return _deletion(definition) if definition.action is Action.DELETE else _definition(definition)


def extended(message: PcfMessage) -> PcfMessage:
    """The command as z/OS requires it: MQCFT_COMMAND_XR, version 3 (IBM's MQCFH Type)."""
    header = replace(message.header, type=int(MQCFT.COMMAND_XR), version=3)
    return PcfMessage(header, message.parameters)


def _deletion(definition: Definition) -> PcfMessage:
    kind = definition.kind
    object_name = object_of(kind)
    values: dict[str, Any] = {NAMES[object_name][0]: definition.name}
    number = spec_of(kind).pcf.numbers["DELETE"]
    if definition.keeps_authorities and "AuthRec" in FORMS[number].optional:
        values["AuthRec"] = "MQRAR_NO"
    if object_name == "Q":
        if definition.purge:
            values["Purge"] = "MQPO_YES"
        if len(definition.kinds) < 2:
            values |= typed(kind)
    values |= dict(spec_of(kind).pcf.removal)
    if definition.disposition is not None:
        values["QSGDisposition"] = f"MQQSGD_{definition.disposition.upper()}"
    return _message(kind, "DELETE", values)


def _record(definition: Definition) -> PcfMessage:
    """Set, or remove, a record: what names it, then what it has."""
    kind, spec = definition.kind, spec_of(definition.kind)
    object_name, names = object_of(kind), spec.names_in(definition.name)
    known = {field.attribute: field for field in names_of(kind)}
    named = [_structure(known[name], _listed(known[name], names[name])) for name in names]
    deletes = definition.action is Action.DELETE
    if deletes and "DELETE" in spec.pcf.numbers:
        return PcfMessage.command(spec.pcf.numbers["DELETE"], tuple(named))
    fields = {field.attribute: field for field in fields_of(kind)}
    removing = {field.attribute: field for field, removes in others_of(kind) if removes}
    given = [] if deletes else list(definition.values.items())
    parameters = [each for name, value in given for each in _structures(fields[name], value)]
    for name, items in definition.removed.items():
        parameters += _structures(removing.get(name, fields[name]), items)
    action = _action(definition, names)
    return PcfMessage.command(
        spec.pcf.numbers["SET"],
        (*named, *structures(object_name, {"Action": action} if action else {}), *parameters),
    )


def _action(definition: Definition, names: Mapping[str, str]) -> str:
    """MQACT_ of a record whose SET has it; "" for the usual one."""
    spec = spec_of(definition.kind)
    if spec.mqsc.set_anew is None:
        return ""
    if definition.action is Action.DELETE:
        return f"MQACT_{spec.removal(names)['ACTION']}"
    return definition.set_action and f"MQACT_{definition.set_action}"


def _listed(field: Field, text: str) -> Any:
    return (text,) if field.structure is MQCFSL else text


def _definition(definition: Definition) -> PcfMessage:
    kind, name, like = definition.kind, definition.name, definition.like
    base = NAMES[object_of(kind)][0]
    verb = "CHANGE" if is_single(kind) else definition.action.name  # it is there
    named: dict[str, Any] = {base: name} if base else {}  # a queue manager's is not given
    if like is not None and verb == "CREATE":
        verb = "COPY"
        named = dict(zip(spec_of(kind).pcf.copied_names, (like, name), strict=True))
    values_left: dict[str, Any] = dict(definition.values)
    if definition.replace and verb != "CHANGE":
        values_left["Replace"] = 1
    if definition.force and verb == "CHANGE" and spec_of(kind).can_force():
        values_left["Force"] = 1
    attributes = []
    for field in _fields(kind):
        value = values_left.pop(field.attribute, None)
        if value is not None:
            attributes.append(_structure(field, value))
    unknown = [name for name in values_left if name not in ("Force", "Replace")]
    if unknown:
        raise PcfEncodeError(f"{kind} {name}: {shown(unknown[0])} has no parameter in PCF")
    return _message(kind, verb, {**named, **typed(kind)}, attributes)


def _message(
    kind: str, verb: str, values: Mapping[str, Any], attributes: Iterable[Structure] = ()
) -> PcfMessage:
    object_name = object_of(kind)
    known = vocabulary(object_name).names
    for name, value in values.items():
        if known[name].type == "MQCFST":
            _checked(name, value, known[name].length)
    number = spec_of(kind).pcf.numbers[verb]
    return PcfMessage.command(number, (*structures(object_name, values), *attributes))


def structures(object_name: str, values: Mapping[str, Any]) -> tuple[Structure, ...]:
    """Parameters by their names in the documents, integers also as MQ constants ("MQQT_LOCAL");
    None: not given."""
    words = vocabulary(object_name).names
    parameters: list[Structure] = []
    for name, value in values.items():
        if value is not None:
            known = words[name]
            number = known.words.get(value) if isinstance(value, str) else None
            structure: type[Any] = STRUCTURES[known.type]
            parameters.append(structure(known.id, value if number is None else number))
    return tuple(parameters)


def typed(kind: str) -> Mapping[str, int]:
    """The parameter that tells a kind from the others of its object: {"QType": 1}; empty where
    there is none."""
    pcf = spec_of(kind).pcf
    return {} if pcf.type is None else {pcf.type_name: pcf.type[2]}


def encode_values(kind: str, attribute: str, value: Value) -> list[Structure]:
    """One attribute of a kind as its structures: one, but for a list whose items are parameters of
    their own. Raises PcfEncodeError."""
    for field in _fields(kind):
        if field.attribute == attribute:
            return _structures(field, value)
    raise PcfEncodeError(f"{kind}: {shown(attribute)} has no parameter in PCF")


def encode_value(kind: str, attribute: str, value: Value) -> Structure:
    """One attribute of a kind as its structure. Raises PcfEncodeError."""
    (structure,) = encode_values(kind, attribute, value)
    return structure


def _structures(field: Field, value: Any) -> list[Structure]:
    if field.repeated and isinstance(value, tuple):
        return [_structure(field, item) for item in value]
    return [_structure(field, value)]


def _structure(field: Field, value: Any) -> Structure:
    if field.structure is MQCFIN:
        if type(value) is int:
            return MQCFIN(field.number, value)
        number = field.numbers.get(value) if isinstance(value, str) else None
        if number is not None:
            return MQCFIN(field.number, number)
    elif field.structure is MQCFST and isinstance(value, str):
        return MQCFST(field.number, _checked(field.name, value, field.length))
    elif field.structure is MQCFBS and isinstance(value, str):
        with suppress(ValueError):
            return MQCFBS(field.number, bytes.fromhex(value))
    if field.structure is MQCFSL and isinstance(value, tuple):
        for item in value:
            _checked(field.name, item, field.length)
        if field.one_apart and len(value) < 2:
            return MQCFST(field.number, "".join(value))
        return MQCFSL(field.number, value)
    are_words = isinstance(value, tuple) and all(item in field.numbers for item in value)
    if field.structure is MQCFIL and are_words:
        return MQCFIL(field.number, tuple(field.numbers[item] for item in value))
    raise PcfEncodeError(f"{field.name}: {shown(value)} has no value in {field.structure.__name__}")


def _checked(name: str, value: str, length: int | None) -> str:
    """A string of at most `length` characters; bytes are counted where the CCSID is known. U+0000
    is what PCF pads strings with, so that it would vanish."""
    if "\0" in value:
        raise PcfEncodeError(f"{name}: {shown(value)} has the character U+0000; remove it")
    if length is not None and len(value) > length:
        raise PcfEncodeError(
            f"{name}: {shown(value)} has {len(value)} characters, at most {length} are allowed;"
            " shorten it"
        )
    return value


def object_of(kind: str) -> str:
    """PCF's name of a kind's object, "Q". Raises PcfEncodeError where it has none."""
    object_name = spec_of(kind).pcf.object
    if not object_name:
        raise PcfEncodeError(f"{kind} is not an object of a queue manager: PCF does not have it")
    return object_name
