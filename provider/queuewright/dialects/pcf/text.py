"""PCF commands as JSON lines with the documents' own names, both ways.

    {"command": "MQCMD_CREATE_Q", "parameters": {"QName": "A", "QType": "MQQT_LOCAL"}}

Values: a string for MQCFST, an integer or an MQ constant for MQCFIN, arrays for the lists, and for
parameters that are given once for each item (Signer of Set Policy). Any
other structure, and one that a parameter does not have by the documents, is written out:
{"type": "MQCFBS", "value": "414d51"} (bytes in hexadecimal), {"type": "MQCFIN64", "value": 5},
{"type": "MQCFGR", "parameters": {}}; "ccsid" goes with the strings. Filters have the documents'
names: "IntegerFilterCommand": {"parameter": "MQIA_MAX_Q_DEPTH", "operator": "MQCFOP_GREATER",
"value": 5}. An identifier that has no name here is its number, "2999".

Where a name stands twice, or a command's order is not the documents', "parameters" is an array of
objects with one name each. Header fields that are not a command's own are beside: "type",
"version", "sequence", "control", "completion", "reason".
"""

import json
from typing import Any

from .constants import MQCFOP
from .forms import FORMS
from .structures import (
    MQCFBF,
    MQCFGR,
    MQCFIF,
    MQCFIL,
    MQCFIL64,
    MQCFSF,
    MQCFSL,
    PcfMessage,
    Structure,
)
from .vocabulary import PcfParameter, Vocabulary, vocabulary

# Fields of the header that a line may give beside its command.
HEADER = ("type", "version", "sequence", "control", "completion", "reason")
# The documents' names of filters, whose identifier is that of the attribute that they look at.
FILTERS: dict[str, type[Structure]] = {
    "IntegerFilterCommand": MQCFIF,
    "StringFilterCommand": MQCFSF,
    "ByteStringFilterCommand": MQCFBF,
}
_EMPTY = Vocabulary({}, {}, {})


def words_of(command: int) -> Vocabulary:
    """The names of a command's parameters; empty for a command that is not described here."""
    form = FORMS.get(command)
    return vocabulary(form.object) if form is not None else _EMPTY


def to_text(message: PcfMessage) -> str:
    """The JSON line of a message, without a line end."""
    header = message.header
    command = header.command
    plain = PcfMessage.command(command, message.parameters).header
    line: dict[str, Any] = {"command": FORMS[command].name if command in FORMS else command}
    for name in HEADER:
        if getattr(header, name) != getattr(plain, name):
            line[name] = int(getattr(header, name))
    words = words_of(command)
    parameters = [_named(structure, words) for structure in message.parameters]
    line["parameters"] = _together(_listed(parameters, words), _in_order(message))
    return json.dumps(line, ensure_ascii=False)


def _listed(named: list[tuple[str, Any]], words: Vocabulary) -> list[tuple[str, Any]]:
    """The parameters, with those that are given once for each item as one with an array."""
    lists: dict[str, list[Any]] = {}
    together: list[tuple[str, Any]] = []
    for name, value in named:
        if (known := words.names.get(name)) is None or not known.repeated:
            together.append((name, value))
            continue
        if name not in lists:
            together.append((name, lists.setdefault(name, [])))
        lists[name].append(value)
    return together


def _in_order(message: PcfMessage) -> bool:
    form = FORMS.get(message.header.command)
    if form is None:
        return True
    known = vocabulary(form.object).names
    required = [known[name].id for name in form.required]
    given = [structure.parameter for structure in message.parameters]
    return given[: len(required)] == [number for number in required if number in given]


def _together(named: list[tuple[str, Any]], in_order: bool = True) -> Any:
    """One object, or an array of objects where names repeat or the order says something."""
    if in_order and len({name for name, _ in named}) == len(named):
        return dict(named)
    return [{name: value} for name, value in named]


def _named(given: Structure, words: Vocabulary) -> tuple[str, Any]:
    known = words.of_number(given.parameter)
    name = known.name
    structure_type = type(given).__name__
    # Of an unknown identifier a bare value stands for one of four structures.
    usual = (known.type,) if known.type else ("MQCFIN", "MQCFST", "MQCFIL", "MQCFSL")
    ccsid = getattr(given, "ccsid", 0)
    match given:
        case MQCFGR():
            return name, {
                "type": structure_type,
                "parameters": _together([_named(inner, words) for inner in given.parameters]),
            }
        case MQCFIL() | MQCFIL64() | MQCFSL():
            value: Any = [_worded(known, item) for item in given.values]
        case _:
            value = _worded(known, given.value)
    if structure_type in usual and not ccsid and (known.type or value != []):
        return name, value
    written: dict[str, Any] = {"type": structure_type}
    if isinstance(given, MQCFIF | MQCFSF | MQCFBF):
        name = next(word for word, structure in FILTERS.items() if isinstance(given, structure))
        operators = {int(operator): f"MQCFOP_{operator.name}" for operator in MQCFOP}
        written = {
            "parameter": known.constant or given.parameter,
            "operator": operators.get(given.operator, given.operator),
        }
    if ccsid:
        written["ccsid"] = ccsid
    written["value"] = value
    return name, written


def _worded(known: PcfParameter, value: Any) -> Any:
    if isinstance(value, bytes):
        return value.hex()
    return known.word(value) or value if isinstance(value, int) else value
