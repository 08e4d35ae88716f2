"""JSON lines to PCF commands: `text` describes the form."""

import json
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Any, NoReturn

from queuewright.catalogue.diagnostic import one_line, shown

from .constants import MQCFOP, MQCMD
from .encode import MAX_DEPTH
from .errors import PcfTextError
from .forms import FORMS
from .structures import (
    MQCFBF,
    MQCFBS,
    MQCFGR,
    MQCFH,
    MQCFIF,
    MQCFIL,
    MQCFIL64,
    MQCFIN,
    MQCFIN64,
    MQCFSF,
    MQCFSL,
    MQCFST,
    STRUCTURES,
    Message,
    Structure,
)
from .text import FILTERS, HEADER, words_of
from .vocabulary import Parameter, Vocabulary

__all__ = ["from_text", "parse_line"]

_BITS = {MQCFIN: 31, MQCFIL: 31, MQCFIF: 31, MQCFIN64: 63, MQCFIL64: 63}


class _Twice(ValueError):
    pass


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        raise _Twice(next(name for name in names if names.count(name) > 1))
    return found


def _no_number(text: str) -> NoReturn:
    raise PcfTextError(f"{text} is no JSON number; give an integer")


def from_text(line: str) -> Message:
    """The command of one JSON line. Raises PcfTextError with the column or the parameter."""
    message, errors = parse_line(line)
    if errors:
        raise errors[0]
    assert message is not None
    return message


def parse_line(line: str) -> tuple[Message | None, list[PcfTextError]]:
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
            parameter=name, code="duplicate",
        ) from None  # fmt: skip
    except json.JSONDecodeError as error:
        raise PcfTextError(
            f"no JSON: {error.msg.lower()}; write one object a line", column=error.colno
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
        error.column = _column(line, error.parameter)
    return error


def _column(line: str, name: str) -> int:
    """Where a name stands in the line, counted from 1; 0 when it is written with escapes."""
    return line.find(json.dumps(name, ensure_ascii=False)) + 1


def _message(read: Any, line: str) -> tuple[Message, list[PcfTextError]]:
    if not isinstance(read, dict):
        raise PcfTextError(
            f'is {shown(read)}; write an object {{"command": ..., "parameters": ...}}', column=1
        )
    for name in read:
        if name not in ("command", "parameters", *HEADER):
            raise PcfTextError(
                f"{shown(name)} is no part of a command; write command and parameters",
                parameter=name,
            )
    command = _command(read.get("command"))
    words = words_of(command)
    given = read.get("parameters", {})
    errors: list[PcfTextError] = []
    parameters: list[Structure] = []
    for name, value in _named_values(given):
        try:
            parameters.append(_parameter(name, value, words, 0))
        except PcfTextError as error:
            errors.append(_placed(error, line))
    form = FORMS.get(command)
    if isinstance(given, dict) and form is not None:
        # An object has no order in JSON: required parameters go first, as the documents say.
        order = {words.names[name].id: place for place, name in enumerate(form.required)}
        parameters.sort(key=lambda one: order.get(one.parameter, len(order)))
    header = Message.command(command, tuple(parameters)).header
    others = {name: getattr(header, name) for name in HEADER} | {
        name: _integer(read[name], 31, name) for name in HEADER if name in read
    }
    return Message(MQCFH(command, **others), tuple(parameters)), errors


def _command(given: Any) -> int:
    if isinstance(given, str):
        short = given.removeprefix("MQCMD_")
        if given.startswith("MQCMD_") and short in MQCMD.__members__:
            return int(MQCMD[short])
        every = [f"MQCMD_{command.name}" for command in MQCMD]
        known = ", ".join(get_close_matches(given, every) or every)
        raise PcfTextError(
            f"command {shown(given)} is not known here; use one of {known}, or its number",
            parameter="command",
            code="unknown-command",
        )
    if given is None:
        raise PcfTextError("has no command; give an MQCMD constant", column=1)
    return _integer(given, 31, "command")


def _integer(value: Any, bits: int, name: str) -> int:
    if type(value) is not int or not -(1 << bits) <= value < 1 << bits:
        raise PcfTextError(
            f"{name}: {shown(value)} is no integer of {bits + 1} bits; give one",
            parameter=name,
            code="type",
        )
    return value


def _parameters(given: Any, words: Vocabulary, depth: int) -> list[Structure]:
    if depth > MAX_DEPTH:
        raise PcfTextError(f"groups stand more than {MAX_DEPTH} deep")
    return [_parameter(name, value, words, depth) for name, value in _named_values(given)]


def _named_values(given: Any) -> list[tuple[str, Any]]:
    if isinstance(given, dict):
        return list(given.items())
    if isinstance(given, list) and all(isinstance(named, dict) for named in given):
        return [pair for named in given for pair in named.items()]
    raise PcfTextError(
        f"parameters: {shown(given)} is neither an object nor an array of objects",
        parameter="parameters",
    )


def _parameter(name: str, value: Any, words: Vocabulary, depth: int) -> Structure:
    if name in FILTERS:
        return _filter(name, value, words)
    known = words.names.get(name) or words.constants.get(name)
    if known is None:
        if not (name.isascii() and name.lstrip("-").isdigit() and len(name) < 12):
            raise PcfTextError(_no_name(name, words), parameter=name, code="unknown-parameter")
        number = _integer(int(name), 31, name)
        known = words.numbers.get(number)
    else:
        number = known.id
    if isinstance(value, dict):
        return _written(name, number, known, value, words, depth)
    structure = STRUCTURES[known.type] if known is not None else _by_value(name, value)
    return _make(structure, name, number, known, value, {})


def _filter(name: str, value: Any, words: Vocabulary) -> Structure:
    if not isinstance(value, dict) or set(value) - {"parameter", "operator", "ccsid", "value"}:
        raise PcfTextError(
            f'{name}: {shown(value)} is no filter; write {{"parameter": ..., "operator": ...,'
            ' "value": ...}',
            parameter=name,
            code="type",
        )
    given = value.get("parameter")
    known = None
    if isinstance(given, str):
        known = words.constants.get(given) or words.names.get(given)
        if known is None:
            raise PcfTextError(
                f"{name}: {shown(given)} is no attribute of the object; give its MQ constant, or"
                " its number",
                parameter=name,
                code="choice",
            )
    number = _integer(given, 31, name) if known is None else known.id
    known = known or words.numbers.get(number)
    return _make(FILTERS[name], name, number, known, value.get("value"), value)


def _no_name(name: str, words: Vocabulary) -> str:
    near = [one for one in words.names if one.lower() == name.lower()]
    near = near or get_close_matches(name, words.names)
    hint = f"did you mean {', '.join(near)}?" if near else "give its identifier's number"
    return f"{shown(name)} is no parameter that the documents name; {hint}"


def _by_value(name: str, value: Any) -> type[Structure]:
    """What a bare value of an unknown identifier is."""
    match value:
        case int() if not isinstance(value, bool):
            return MQCFIN
        case str():
            return MQCFST
        case [str(), *_]:
            return MQCFSL
        case [int(), *_]:
            return MQCFIL
    raise PcfTextError(
        f'{name}: {shown(value)} does not say its structure; write {{"type": ..., "value": ...}}',
        parameter=name,
    )


def _written(
    name: str,
    number: int,
    known: Parameter | None,
    value: dict[str, Any],
    words: Vocabulary,
    depth: int,
) -> Structure:
    structure = STRUCTURES.get(str(value.get("type")))
    if structure is None:
        raise PcfTextError(
            f"{name}: {shown(value)} has no known type; use one of {', '.join(STRUCTURES)}",
            parameter=name,
        )
    if structure is MQCFGR:
        return MQCFGR(number, tuple(_parameters(value.get("parameters", {}), words, depth + 1)))
    unknown = set(value) - {"type", "value", "operator", "ccsid"}
    if unknown or "value" not in value:
        what = f"{shown(min(unknown))} is no part of it" if unknown else "it has no value"
        raise PcfTextError(f"{name}: {shown(value)}: {what}", parameter=name)
    return _make(structure, name, number, known, value["value"], value)


def _make(
    structure: type[Structure],
    name: str,
    number: int,
    known: Parameter | None,
    value: Any,
    written: Mapping[str, Any],
) -> Structure:
    """The structure with its value read as the structure needs it."""
    ccsid = _integer(written.get("ccsid", 0), 31, "ccsid")
    if structure in (MQCFIN, MQCFIN64):
        return structure(number, _number(name, known, value, _BITS[structure]))
    if structure is MQCFST:
        return MQCFST(number, _string(name, value, structure), ccsid)
    if structure is MQCFBS:
        return MQCFBS(number, _bytes(name, value))
    if structure in (MQCFIL, MQCFIL64):
        bits = _BITS[structure]
        items = _list(name, value, lambda one: _number(name, known, one, bits))
        return structure(number, tuple(items))
    if structure is MQCFSL:
        items = _list(name, value, lambda one: _string(name, one, structure))
        return MQCFSL(number, tuple(items), ccsid)
    operator = _operator(name, written.get("operator"))
    if structure is MQCFIF:
        return MQCFIF(number, operator, _number(name, known, value, 31))
    if structure is MQCFSF:
        return MQCFSF(number, operator, _string(name, value, structure), ccsid)
    return MQCFBF(number, operator, _bytes(name, value))


def _number(name: str, known: Parameter | None, value: Any, bits: int) -> int:
    if isinstance(value, str):
        words = known.words if known is not None else {}
        if value in words:
            return words[value]
        wanted = ", ".join(list(words)[:12])
        hint = f"use one of {wanted}, or its number" if wanted else "give an integer"
        raise PcfTextError(
            f"{name}: {shown(value)} is no MQ constant of {name}; {hint}",
            parameter=name,
            code="choice",
        )
    return _integer(value, bits, name)


def _string(name: str, value: Any, structure: type[Structure]) -> str:
    if not isinstance(value, str):
        raise PcfTextError(
            f"{name}: {shown(value)} is no string, and {structure.__name__} needs one; quote it",
            parameter=name,
            code="type",
        )
    return value


def _bytes(name: str, value: Any) -> bytes:
    try:
        return bytes.fromhex(value)
    except (TypeError, ValueError):
        raise PcfTextError(
            f"{name}: {shown(value)} is no string of bytes in hexadecimal", parameter=name
        ) from None


def _list(name: str, value: Any, item: Callable[[Any], Any]) -> list[Any]:
    if not isinstance(value, list):
        raise PcfTextError(
            f"{name}: {shown(value)} is no array, and it takes a list; write [...]",
            parameter=name,
            code="type",
        )
    return [item(one) for one in value]


def _operator(name: str, value: Any) -> int:
    if isinstance(value, str) and value.removeprefix("MQCFOP_") in MQCFOP.__members__:
        return int(MQCFOP[value.removeprefix("MQCFOP_")])
    if type(value) is int:
        return _integer(value, 31, "operator")
    operators = ", ".join(f"MQCFOP_{operator.name}" for operator in MQCFOP)
    raise PcfTextError(
        one_line(f"{name}: operator {shown(value)} is not known; use one of {operators}"),
        parameter=name,
    )
