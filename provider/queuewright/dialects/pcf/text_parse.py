"""JSON lines to PCF commands: `text` describes the form."""

import json
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any, NoReturn

from queuewright.catalogue.attribute import CHOICE, SYNTAX
from queuewright.catalogue.diagnostic import shown
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.spec import TYPE
from queuewright.dialects.rules import UNKNOWN_COMMAND

from . import structures as pcf
from .constants import MQCFOP
from .encode import MAX_DEPTH
from .errors import PcfTextError
from .forms import FORMS
from .read import DUPLICATE, UNKNOWN_PARAMETER
from .structures import STRUCTURES, PcfMessage, Structure
from .text import FILTERS, HEADER, words_of
from .vocabulary import PcfParameter, Vocabulary


class _Twice(ValueError):
    pass


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        names = [name for name, _ in pairs]
        raise _Twice(next(name for name in names if names.count(name) > 1))
    return fields


def _no_number(text: str) -> NoReturn:
    raise PcfTextError(f"{text} is not a JSON number; give an integer")


def from_text(line: str) -> PcfMessage:
    """The command of one JSON line. Raises PcfTextError with the column or the parameter."""
    message, errors = parse_line(line)
    if errors:
        raise errors[0]
    assert message is not None
    return message


def parse_line(line: str) -> tuple[PcfMessage | None, list[PcfTextError]]:
    """The command of one JSON line with the parameters that could be read, None when it is none
    at all; and every error."""
    try:
        return _message(_json(line), line)
    except PcfTextError as error:
        return None, [_placed(error, line)]


def _json(line: str) -> Any:
    try:
        return json.loads(line, object_pairs_hook=_pairs, parse_constant=_no_number)
    except _Twice as twice:
        name = str(twice)
        raise PcfTextError(
            f"{shown(name)} is given twice; leave one out, or make parameters an array",
            parameter=name, rule=DUPLICATE,
        ) from None  # fmt: skip
    except json.JSONDecodeError as error:
        raise PcfTextError(
            f"not JSON: {error.msg.lower()}; write one object a line", column=error.colno
        ) from None
    except RecursionError:
        raise PcfTextError("is nested too deep; write one object of parameters") from None
    except PcfTextError:
        raise
    except ValueError:  # a number of thousands of digits
        raise PcfTextError("has a number that is too long; give an integer of 32 bits") from None


def _placed(error: PcfTextError, line: str) -> PcfTextError:
    """The error with the column of its parameter in the line."""
    if not error.column and error.parameter is not None:
        # 0 when the name is written with escapes
        error.column = line.find(json.dumps(error.parameter, ensure_ascii=False)) + 1
    return error


def _message(read: Any, line: str) -> tuple[PcfMessage, list[PcfTextError]]:
    if not isinstance(read, dict):
        raise PcfTextError(
            f'is {shown(read)}; write an object {{"command": ..., "parameters": ...}}', column=1
        )
    for name in read:
        if name not in ("command", "parameters", *HEADER):
            raise PcfTextError(
                f"{shown(name)} is not part of a command; write command and parameters",
                parameter=name,
            )
    command = _command(read.get("command"))
    words = words_of(command)
    given = read.get("parameters", {})
    errors: list[PcfTextError] = []
    parameters: list[Structure] = []
    for name, value in _each_apart(_named_values(given), words):
        try:
            parameters.append(_parameter(name, value, words, 0))
        except PcfTextError as error:
            errors.append(_placed(error, line))
    form = FORMS.get(command)
    if isinstance(given, dict) and form is not None:
        # An object has no order in JSON: required parameters go first, as the documents say.
        order = {words.names[name].id: place for place, name in enumerate(form.required)}
        parameters.sort(key=lambda structure: order.get(structure.parameter, len(order)))
    header = PcfMessage.command(command, tuple(parameters)).header
    others = {name: getattr(header, name) for name in HEADER} | {
        name: _integer(read[name], 31, name) for name in HEADER if name in read
    }
    return PcfMessage(pcf.MQCFH(command, **others), tuple(parameters)), errors


def _command(given: Any) -> int:
    if isinstance(given, str):
        names = ((name, form) for form in FORMS.values() for name in (form.name, form.also))
        numbers = {name: form.number for name, form in names if name}
        if given in numbers:
            return numbers[given]
        known = ", ".join(get_close_matches(given, numbers) or numbers)
        raise PcfTextError(
            f"command {shown(given)} is not known here; use one of {known}, or its number",
            parameter="command",
            rule=UNKNOWN_COMMAND,
        )
    if given is None:
        raise PcfTextError("has no command; give an MQCMD constant", column=1)
    return _integer(given, 31, "command")


def _integer(value: Any, bits: int, name: str) -> int:
    if type(value) is not int or not -(1 << bits) <= value < 1 << bits:
        raise _refused(name, value, f"is not an integer of {bits + 1} bits; give one", TYPE)
    return value


def _named_values(given: Any) -> list[tuple[str, Any]]:
    if isinstance(given, dict):
        return list(given.items())
    if isinstance(given, list) and all(isinstance(named, dict) for named in given):
        return [pair for named in given for pair in named.items()]
    raise PcfTextError(
        f"parameters: {shown(given)} is neither an object nor an array of objects",
        parameter="parameters",
    )


def _each_apart(named: list[tuple[str, Any]], words: Vocabulary) -> list[tuple[str, Any]]:
    """The parameters, with an array of those that are given once for each item taken apart."""
    apart: list[tuple[str, Any]] = []
    for name, value in named:
        known = words.names.get(name) or words.constants.get(name)
        items = value if known is not None and known.repeated and isinstance(value, list) else None
        apart += [(name, value)] if items is None else [(name, item) for item in items]
    return apart


def _parameter(name: str, value: Any, words: Vocabulary, depth: int) -> Structure:
    if name in FILTERS:
        return _filter(name, value, words)
    known = words.names.get(name) or words.constants.get(name)
    if known is None:
        if not (name.isascii() and name.lstrip("-").isdigit() and len(name) < 12):
            raise PcfTextError(_no_name(name, words), parameter=name, rule=UNKNOWN_PARAMETER)
        known = words.of_number(_integer(int(name), 31, name))
    if isinstance(value, dict):
        return _written(name, known, value, words, depth)
    structure = STRUCTURES[known.type] if known.type else _by_value(name, value)
    return _make(structure, name, known, value, {})


def _filter(name: str, value: Any, words: Vocabulary) -> Structure:
    if not isinstance(value, dict) or set(value) - {"parameter", "operator", "ccsid", "value"}:
        rule = 'is not a filter; write {"parameter": ..., "operator": ..., "value": ...}'
        raise _refused(name, value, rule, TYPE)
    given = value.get("parameter")
    if isinstance(given, str):
        known = words.constants.get(given) or words.names.get(given)
        if known is None:
            rule = "is not an attribute of the object; give its MQ constant, or its number"
            raise _refused(name, given, rule, CHOICE)
    else:
        known = words.of_number(_integer(given, 31, name))
    return _make(FILTERS[name], name, known, value.get("value"), value)


def _no_name(name: str, words: Vocabulary) -> str:
    near = [known for known in words.names if known.lower() == name.lower()]
    near = near or get_close_matches(name, words.names)
    hint = f"did you mean {', '.join(near)}?" if near else "give its identifier's number"
    return f"{shown(name)} is not a parameter that the documents name; {hint}"


def _by_value(name: str, value: Any) -> type[Structure]:
    """The structure of a bare value of an unknown identifier."""
    match value:
        case int() if not isinstance(value, bool):
            return pcf.MQCFIN
        case str():
            return pcf.MQCFST
        case [str(), *_]:
            return pcf.MQCFSL
        case [int(), *_]:
            return pcf.MQCFIL
    rule = 'does not say its structure; write {"type": ..., "value": ...}'
    raise _refused(name, value, rule)


def _written(
    name: str, known: PcfParameter, value: dict[str, Any], words: Vocabulary, depth: int
) -> Structure:
    structure = STRUCTURES.get(str(value.get("type")))
    if structure is None:
        rule = f"has no known type; use one of {', '.join(STRUCTURES)}"
        raise _refused(name, value, rule)
    if structure is pcf.MQCFGR:
        given = value.get("parameters", {})
        if depth >= MAX_DEPTH:
            raise PcfTextError(f"groups stand more than {MAX_DEPTH} deep")
        inner = (_parameter(*pair, words, depth + 1) for pair in _named_values(given))
        return pcf.MQCFGR(known.id, tuple(inner))
    unknown = set(value) - {"type", "value", "operator", "ccsid"}
    if unknown or "value" not in value:
        rule = f"{shown(min(unknown))} is not part of it" if unknown else "it has no value"
        raise PcfTextError(f"{name}: {shown(value)}: {rule}", parameter=name)
    return _make(structure, name, known, value["value"], value)


def _make(
    structure: type[Structure],
    name: str,
    known: PcfParameter,
    value: Any,
    written: Mapping[str, Any],
) -> Structure:
    """The structure with its value read as the structure needs it."""
    ccsid = _integer(written.get("ccsid", 0), 31, "ccsid")
    fields: dict[str, Any] = {}
    if "operator" in structure.__match_args__:
        fields["operator"] = _operator(name, written.get("operator"))
    if "values" not in structure.__match_args__:
        fields["value"] = _value(structure, name, known, value)
    elif isinstance(value, list):
        fields["values"] = tuple(_value(structure, name, known, item) for item in value)
    else:
        raise _refused(name, value, "is not an array, and it takes a list; write [...]", TYPE)
    if structure.content is str:
        fields["ccsid"] = ccsid
    return structure(known.id, **fields)


def _value(structure: type[Structure], name: str, known: PcfParameter, value: Any) -> Any:
    if structure.content is str:
        if not isinstance(value, str):
            rule = f"is not a string, and {structure.__name__} needs one; quote it"
            raise _refused(name, value, rule, TYPE)
        if structure is pcf.MQCFSL and "\0" in value:  # padding there, so that it would vanish
            raise _refused(name, value, "has the character U+0000; remove it")
        return value
    if structure.content is bytes:
        try:
            return bytes.fromhex(value)
        except (TypeError, ValueError):
            rule = "is not a string of bytes in hexadecimal"
            raise _refused(name, value, rule) from None
    if isinstance(value, str):
        if value in known.words:
            return known.words[value]
        choices = ", ".join(list(known.words)[:12])
        hint = f"use one of {choices}, or its number" if choices else "give an integer"
        raise _refused(name, value, f"is not an MQ constant of {name}; {hint}", CHOICE)
    return _integer(value, 63 if structure in (pcf.MQCFIN64, pcf.MQCFIL64) else 31, name)


def _refused(name: str, value: Any, reason: str, rule: Rule = SYNTAX) -> PcfTextError:
    return PcfTextError(f"{name}: {shown(value)} {reason}", parameter=name, rule=rule)


def _operator(name: str, value: Any) -> int:
    if isinstance(value, str) and value.removeprefix("MQCFOP_") in MQCFOP.__members__:
        return int(MQCFOP[value.removeprefix("MQCFOP_")])
    if type(value) is int:
        return _integer(value, 31, "operator")
    operators = ", ".join(f"MQCFOP_{operator.name}" for operator in MQCFOP)
    text = f"{name}: operator {shown(value)} is not known; use one of {operators}"
    raise PcfTextError(text, parameter=name)
