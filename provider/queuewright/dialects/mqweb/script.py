"""Files of mqweb JSON: one request, an array of them, a request a line, or a saved response."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from queuewright.catalogue.diagnostic import Diagnostic, one_line, shown
from queuewright.catalogue.sources import MQWEB
from queuewright.dialects.definition import Definition

from .requests import definition
from .responses import BadResponse, answers, observed_values


@dataclass(frozen=True, slots=True)
class Entry:
    """One request, or one object of a response, or what could not be read (`problems`)."""

    index: int
    text: str
    definition: Definition | None = None
    problems: tuple[Diagnostic, ...] = ()
    line: int = 0


def read_script(text: str) -> list[Entry]:
    """Every entry of a file, good or bad; never raises for its content."""
    entries: list[Entry] = []
    for line, body, diagnostic in _bodies(text.removeprefix("\ufeff")):
        if diagnostic is not None:
            entries.append(Entry(len(entries), "", problems=(diagnostic,), line=line))
            continue
        for entry in _entries(body, line):
            entries.append(Entry(len(entries), entry.text, entry.definition, entry.problems, line))
    return entries


def _bodies(text: str) -> Iterator[tuple[int, Any, Diagnostic | None]]:
    """(line, JSON value, problem) of the whole text, or of each line where it is no single one."""
    try:
        content = _load(text)
    except ValueError as error:
        lines = [
            (number, line_text)
            for number, line_text in enumerate(text.split("\n"), 1)
            if line_text.strip()
        ]
        if len(lines) < 2 or not lines[0][1].rstrip().endswith("}"):
            yield 1, None, _no_json(error, 1)
            return
        for number, line_text in lines:
            try:
                yield number, _load(line_text), None
            except ValueError as broken:
                yield number, None, _no_json(broken, number)
        return
    for line_text in content if isinstance(content, list) else [content]:
        yield 1, line_text, None


def _load(text: str) -> Any:
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("expected JSON that is not so deep") from None


def _no_json(error: ValueError, line: int) -> Diagnostic:
    column = 1
    message = str(error)
    if isinstance(error, json.JSONDecodeError):
        line += error.lineno - 1
        column = error.colno
        text_found = error.doc[error.pos : error.pos + 20] or "the end of the text"
        message = f"expected JSON ({error.msg.lower()}), found {shown(text_found)}"
    return Diagnostic("json", None, one_line(message), sources=(), line=line, column=column)


def _entries(body: Any, line: int) -> Iterator[Entry]:
    text = json.dumps(body, ensure_ascii=False)
    if isinstance(body, dict) and ("commandResponse" in body or "error" in body):
        try:
            results = answers(body)
        except BadResponse as error:
            yield Entry(0, text, problems=(Diagnostic("response", None, str(error), line=line),))
            return
        for answer in results:
            if not answer.ok:
                sources = (MQWEB.at("mqsc"),)
                failed = Diagnostic("failed", None, str(answer), sources=sources, line=line)
                yield Entry(0, text, problems=(failed,))
                continue
            displayed = observed_values(answer.parameters)
            if displayed is not None:
                kind, name, values = displayed
                own = json.dumps(dict(answer.parameters), ensure_ascii=False)
                displays = Definition(kind, name, values=values, kinds=(kind,), text=own, line=line)
                yield Entry(0, own, displays)
        return
    requests = definition(body)
    if requests is not None and not requests.kind:
        yield Entry(0, text, problems=requests.problems)
    else:
        yield Entry(0, text, requests)
