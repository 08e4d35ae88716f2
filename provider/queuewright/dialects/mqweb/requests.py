"""Definitions as runCommandJSON requests, and requests as definitions.

    {"type": "runCommandJSON", "command": "define", "qualifier": "qlocal", "name": "A",
     "parameters": {"maxdepth": 5, "noshare": "yes"}, "responseParameters": ["all"]}

Source: IBM MQ, POST /admin/action/qmgr/{qmgrName}/mqsc, JSON formatted command. Keywords are those
of MQSC in lower case; one without a value has "yes"; a list is an array. A value stands in its own
JSON string, so that nothing in it can reach another parameter.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from queuewright.catalogue.diagnostic import Diagnostic, shown
from queuewright.catalogue.names import no_control_characters
from queuewright.catalogue.sources import MQWEB
from queuewright.catalogue.spec import MISSING
from queuewright.catalogue.spec import TYPE as OTHER_TYPE
from queuewright.dialects import mqsc
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.mqsc.keywords import keywords, toggles, type_keywords
from queuewright.dialects.mqsc.others import mistakes, nearest
from queuewright.dialects.mqsc.words import OBJECTS, VERBS
from queuewright.dialects.mqsc.writing import (
    Argument,
    Repeated,
    Word,
    command_of,
    require_named,
)
from queuewright.dialects.protocol import CannotWrite
from queuewright.dialects.rules import EXPECTED, NOT_MANAGED, UNKNOWN_COMMAND, VALUE
from queuewright.kinds import spec_of

TYPE = "runCommandJSON"
_FIELDS = ("type", "command", "qualifier", "name", "parameters", "responseParameters")
# Keywords without value of the commands themselves; toggles of attributes are in the catalogue.
_VALUELESS = frozenset(("REPLACE", "NOREPLACE", "FORCE", "PURGE", "NOPURGE"))
# Parameters of the command that take a word of MQSC, which it folds to upper case.
_WORDS = type_keywords() | {"TYPE", "QSGDISP", "CMDSCOPE", "URDISP"}
_SOURCES = (MQWEB.at("runCommandJSON"),)

JSON = EXPECTED.but(code="json", title="A text is not JSON of mqweb")
WRONG_TYPE = OTHER_TYPE.but(reason=EXPECTED.reason, remediation="", sources=_SOURCES)
UNKNOWN_FIELD = EXPECTED.but(
    code="unknown-field", title="A field that a request does not have", sources=_SOURCES
)
BAD_COMMAND = UNKNOWN_COMMAND.but(reason=VALUE.reason, remediation=VALUE.remediation)


def request(definition: Definition) -> dict[str, Any]:
    """The body that does what a definition says. Raises CannotWrite."""
    if definition.action is Action.INQUIRE:
        return _inquiry(definition)
    command, kind = command_of(definition), definition.kind
    parameters = {
        word.lower(): _argument(kind, word, argument)
        for word, argument in command.parameters.items()
        if argument != Repeated(())
    }
    name = _text(kind, "name", command.name)
    return _body(command.verb.lower(), command.object, name, parameters)


def _argument(kind: str, word: str, argument: Argument) -> Any:
    match argument:
        case None:
            return "yes"
        case Word(text):
            return text.lower()
        case int():
            return argument
        case str():
            return _text(kind, word, argument)
        case Repeated(items):
            return [_text(kind, word, item) for item in items]
    return [_argument(kind, word, item) for item in argument] or [""]


def _inquiry(definition: Definition) -> dict[str, Any]:
    kind, inquiry = definition.kind, definition.inquiry
    words = require_named(definition).mqsc
    qualifier, parameters = words.word, dict[str, Any]()
    if len(definition.kinds) > 1:  # the command does not say which
        qualifier = words.display
    else:
        parameters |= {word.lower(): special for word, special in words.fixed}
    if inquiry.where is not None:
        parameters["where"] = _text(kind, "where", " ".join(inquiry.where))
    if inquiry.clusters:
        parameters["clusinfo"] = "yes"
    body = _body("display", qualifier, _text(kind, "name", definition.name), parameters)
    if inquiry.attributes:
        body["responseParameters"] = [word.lower() for word in inquiry.attributes]
    return body


def display(kind: str, name: str = "*", attributes: Iterable[str] | None = None) -> dict[str, Any]:
    """The body that asks for objects of a kind: every attribute, or those named."""
    body, asked = _body("display", spec_of(kind).mqsc.word, name, {}), ["all"]
    if attributes is not None:
        words = {keyword.attribute: word.lower() for word, keyword in keywords(kind).items()}
        asked = [words[attribute] for attribute in attributes if attribute in words]
    return {**body, "responseParameters": asked}


def command(body: Any) -> mqsc.MqscCommand:
    """The MQSC command that a request is; its verb is "" where it is no request. Never raises:
    what is wrong is in `problems`."""
    problems: list[Diagnostic] = []
    fields = _checked(body, problems)
    if fields is None:
        return mqsc.MqscCommand("", "", "", {}, problems=tuple(problems))
    verb = VERBS.get(fields["command"].upper(), fields["command"].upper())
    word = fields["qualifier"].upper()
    qualifier = OBJECTS.get(word, word)
    parameters = _parameters(fields["parameters"], problems)
    for asked in fields["responseParameters"]:
        keyword = _canonical(asked)
        parameters[keyword] = mqsc.MqscParameter(keyword, asked, (), False, False, 0, 0)
    name = fields["name"]
    target = mqsc.MqscParameter(qualifier, word, (name,) if name else (), True, bool(name), 0, 0)
    text = f"{verb} {qualifier}" + (f"({name})" if name else "")
    return mqsc.MqscCommand(
        verb, qualifier, name, parameters, text=text, problems=tuple(problems), target=target
    )


def definition(body: Any) -> Definition | None:
    """The definition of a request; None when it is about nothing of the catalogue. Never raises:
    what is wrong is in `problems`."""
    asked = command(body)
    if not asked.verb:
        return Definition("", "", Action.INQUIRE, problems=asked.problems)
    definition_read = mqsc.definition(replace(asked, problems=()))
    if definition_read is None:
        problems = asked.problems or tuple(_of_others(asked))
        return Definition("", asked.name, problems=problems) if problems else None
    placed = tuple(problem.at(0) for problem in definition_read.problems)
    problems = (*asked.problems, *placed)
    return replace(definition_read, problems=problems, places={}, line=0, column=0)


def _of_others(asked: mqsc.MqscCommand) -> Iterator[Diagnostic]:
    """The problems of a command that is about nothing of the catalogue."""
    if asked.verb not in VERBS.values():
        words, meant = "a word of MQSC such as define", nearest(asked.verb, VERBS).lower()
        verb = shown(asked.verb.lower())
        found = [BAD_COMMAND(name="command", words=words, found=verb, meant=meant)]
    else:
        found = list(mistakes(asked))
    for problem in found or [NOT_MANAGED(command=asked.words)]:
        yield problem.at(0)


def _body(verb: str, qualifier: str, name: str, parameters: Mapping[str, Any]) -> dict[str, Any]:
    body: dict[str, Any] = {"type": TYPE, "command": verb, "qualifier": qualifier.lower()}
    if name:
        body["name"] = name
    if parameters:
        body["parameters"] = dict(parameters)
    return body


def _text(kind: str, attribute: str, text: str) -> str:
    if any(True for _ in no_control_characters(text)):
        raise CannotWrite(
            f"{kind}: {attribute}={shown(text)} has control characters, which MQ refuses; remove"
            " them"
        )
    return text


def _checked(body: Any, problems: list[Diagnostic]) -> dict[str, Any] | None:
    """The fields of a request, "" and {} for those left out; None when it is no request."""
    if not isinstance(body, Mapping):
        problems.append(JSON(sources=_SOURCES, expected="a JSON object", found=shown(body, 40)))
        return None
    for field in body:
        if field not in _FIELDS:
            expected = f"one of {', '.join(_FIELDS)}"
            problems.append(UNKNOWN_FIELD(expected=expected, found=shown(field, 40)))
    if body.get("type") != TYPE:
        found = shown(body.get("type"), 40)
        problems.append(WRONG_TYPE(expected=f'"type": "{TYPE}"', found=found))
        return None
    fields: dict[str, Any] = {}
    for field in ("command", "qualifier", "name"):
        value = body.get(field, "")
        if not isinstance(value, str):
            problems.append(_of_type(field, f"a string in {field}", value))
            return None
        fields[field] = value
    for field in ("command", "qualifier"):
        if not fields[field]:
            problems.append(MISSING(attribute=field, sources=_SOURCES))
            return None
    parameters = body.get("parameters", {})
    if not isinstance(parameters, Mapping):
        problems.append(_of_type("parameters", "an object in parameters", parameters))
        return None
    fields["parameters"] = parameters
    asked = body.get("responseParameters", [])
    if not isinstance(asked, list) or not all(isinstance(word, str) for word in asked):
        expected = "an array of strings in responseParameters"
        problems.append(_of_type("responseParameters", expected, asked))
        return None
    fields["responseParameters"] = asked
    return fields


def _of_type(field: str, expected: str, found: Any) -> Diagnostic:
    return WRONG_TYPE(attribute=field, expected=expected, found=shown(found, 40))


def _parameters(
    given: Mapping[str, Any], problems: list[Diagnostic]
) -> dict[str, mqsc.MqscParameter]:
    """JSON parameters as those of an MQSC command: every string counts as quoted."""
    parameters: dict[str, mqsc.MqscParameter] = {}
    alone = _VALUELESS | toggles()
    for written, value in given.items():
        canonical = _canonical(written)
        if canonical in alone and value in ("yes", "no", "YES", "NO"):
            if value.upper() == "YES":
                parameters[canonical] = mqsc.MqscParameter(
                    canonical, written, (), False, False, 0, 0
                )
            elif canonical not in _VALUELESS:
                meant, found = "give the opposite keyword", shown(value)
                problem = VALUE(name=written, words='"yes"', found=found, meant=meant)
                problems.append(replace(problem, attribute=written, sources=_SOURCES))
            continue
        values = _values(written, value, problems)
        if values is not None and canonical in _WORDS:
            values = tuple(word.upper() for word in values)
        if values is not None:
            parameters[canonical] = mqsc.MqscParameter(canonical, written, values, True, True, 0, 0)
    return parameters


def _canonical(written: str) -> str:
    keyword = written.upper()
    return "TARGET" if keyword == "TARGQ" else keyword


def _values(written: str, value: Any, problems: list[Diagnostic]) -> tuple[str, ...] | None:
    items: Sequence[Any] = value if isinstance(value, list) else [value]
    if all(isinstance(item, str | int) and not isinstance(item, bool) for item in items):
        return tuple(map(str, items))
    expected = f"a string, an integer or an array of them in {written}"
    problems.append(_of_type(written, expected, value))
    return None
