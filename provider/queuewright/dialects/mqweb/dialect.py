"""The JSON of mqweb as a dialect: files of one request, an array of them, a request a line, or a
saved response."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from queuewright.catalogue.diagnostic import Diagnostic, one_line, shown
from queuewright.catalogue.observed import Observed
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import MQWEB
from queuewright.dialects import mqsc
from queuewright.dialects.definition import Definition
from queuewright.dialects.displayed_topics import DISPLAYED, as_given
from queuewright.dialects.protocol import NOTHING_GIVEN, DialectCodec, Entry, Given, Script

from .requests import JSON, definition, request
from .responses import BadResponse, answers, observed_from_responses, observed_values

BAD_JSON = JSON.but(reason="{error}")
RESPONSE = Rule("response", "A response of mqweb cannot be read", "{error}")
FAILED = Rule("failed", "A request to mqweb failed", "{answer}", sources=(MQWEB.at("mqsc"),))


class _Mqweb(DialectCodec):
    name = "mqweb"

    def read(self, data: bytes, *, file: str = "-", given: Given = NOTHING_GIVEN) -> Script:
        text = mqsc.decoded(data).removeprefix("\ufeff")
        entries = as_given(e for line, body in _bodies(text) for e in _entries(body, line))
        return Script.in_order(self.name, entries)

    def write(self, definition: Definition) -> list[str]:
        return [json.dumps(request(definition), ensure_ascii=False)]

    def observe(self, system: str, answer: bytes) -> Iterator[Observed]:
        try:
            body = json.loads(mqsc.decoded(answer))
        except (ValueError, RecursionError) as error:
            raise BadResponse(one_line(f"expected JSON: {error}")) from None
        yield from observed_from_responses(system, [body])


def _bodies(text: str) -> Iterator[tuple[int, Any]]:
    """(line, JSON value) of the whole text, or of each line where it is not a single value; a
    Diagnostic for text that is not valid JSON. A line that begins with # is a comment."""
    text = "\n".join("" if line.lstrip().startswith("#") else line for line in text.split("\n"))
    try:
        content = _load(text)
    except ValueError as error:
        lines = [
            (number, line_text)
            for number, line_text in enumerate(text.split("\n"), 1)
            if line_text.strip()
        ]
        if len(lines) < 2 or not lines[0][1].rstrip().endswith("}"):
            yield 1, _no_json(error, 1)
            return
        for number, line_text in lines:
            try:
                yield number, _load(line_text)
            except ValueError as broken:
                yield number, _no_json(broken, number)
        return
    for body in content if isinstance(content, list) else [content]:
        yield 1, body


def _load(text: str) -> Any:
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("expected JSON that is nested less deeply") from None


def _no_json(error: ValueError, line: int) -> Diagnostic:
    if not isinstance(error, json.JSONDecodeError):
        return BAD_JSON(error=error).at(line, 1)
    found = shown(error.doc[error.pos : error.pos + 20] or "the end of the text")
    problem = JSON(expected=f"JSON ({error.msg.lower()})", found=found)
    return problem.at(line + error.lineno - 1, error.colno)


def _entries(body: Any, line: int) -> Iterator[Entry]:
    """The request, each object of a response, or what could not be read."""

    def entry(text: str, definition: Definition | None = None, *problems: Diagnostic) -> Entry:
        definitions = () if definition is None else (replace(definition, line=line),)
        return Entry(text, definitions, problems, line, 1)

    if isinstance(body, Diagnostic):
        yield entry("", None, body)
        return
    text = json.dumps(body, ensure_ascii=False)
    if not isinstance(body, dict) or not body.keys() & {"commandResponse", "error"}:
        request_read = definition(body)
        if request_read is not None and not request_read.kind:
            yield entry(text, None, *request_read.problems)
        else:
            yield entry(text, request_read)
        return
    try:
        results = answers(body)
    except BadResponse as error:
        yield entry(text, None, RESPONSE(error=error).at(line))
        return
    for answer in results:
        if not answer.ok:
            yield entry(text, None, FAILED(answer=answer).at(line))
        elif (displayed := observed_values(answer.parameters)) is not None:
            kind, name, values = displayed
            own = json.dumps(dict(answer.parameters), ensure_ascii=False)
            found = Definition(kind, name, values=values, kinds=(kind,), text=own)
            yield replace(entry(own, found), words=DISPLAYED)


DIALECT = _Mqweb()
