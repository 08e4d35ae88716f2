"""YAML with commands inside as a dialect: they stand in the lines where the file has them."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import yaml

from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.rule import Rule
from queuewright.dialects.mqsc.parse import decoded
from queuewright.dialects.mqsc.script import MqscCommand
from queuewright.dialects.mqweb.requests import TYPE, command
from queuewright.dialects.protocol import NOTHING_GIVEN, Given, ReadOnlyDialect, Script
from queuewright.dialects.shell.commands import Commands, add_lines, add_on_line
from queuewright.dialects.shell.following import add_shell
from queuewright.dialects.shell.script import script_of
from queuewright.dialects.shell.words import KNOWN, UNKNOWN, Variables

from .scalars import Scalar, texts

_INSERT = re.compile(r"\{\{-?(.*?)-?\}\}")  # of Ansible's templates
_OF_MQSC = re.compile(rf"{_INSERT.pattern}|\$\{{([A-Za-z_]\w*)\}}")  # and of envsubst's

NOT_YAML = Rule(
    "not-yaml",
    "A file is not valid YAML",
    "it is not valid YAML: {problem}",
    "correct it; of a template, give what it is rendered to",
)


class _Yaml(ReadOnlyDialect):
    name = "yaml"
    noun = "YAML"

    def read(self, data: bytes, *, file: str = "-", given: Given = NOTHING_GIVEN) -> Script:
        text = decoded(data, given.ccsid).replace("\r\n", "\n")
        variables = Variables(given=given.variables)
        found = Commands(only=given.queue_manager)
        try:
            known = texts(text)
            for name, value in known.variables.items():
                variables.assign(name, value)
            for scalar in known.scalars:
                for item in scalar.each or ({},):
                    _add(found, scalar, variables, item)
            for request in known.requests:
                for item in request.each or ({},):
                    body = _filled_in(request.body, variables, item)
                    found.requests.append(_placed(command({"type": TYPE, **body}), request.line))
        except (yaml.YAMLError, RecursionError) as error:
            problem = NOT_YAML(problem=one_line(str(getattr(error, "problem", "") or error)))
            mark = getattr(error, "problem_mark", None)
            place = (mark.line + 1, mark.column + 1) if mark is not None else (1, 1)
            found.problems.append(problem.at(*place))
        return script_of(found, variables, file)


def _add(found: Commands, scalar: Scalar, variables: Variables, item: Mapping[str, str]) -> None:
    """The commands of one text. item: the values of a loop."""
    text = filled(scalar.text, variables, item, _INSERT if scalar.is_shell else _OF_MQSC)
    if scalar.is_shell:
        given = None
        if scalar.given is not None:
            said, line = scalar.given
            given = filled(said, variables, item), line
        add_shell(found, text, variables, scalar.line, given)
    elif scalar.in_lines:
        add_lines(found, scalar.line, text)
    else:
        add_on_line(found, scalar.line, text)


def _filled_in(value: Any, variables: Variables, item: Mapping[str, str]) -> Any:
    """The same with the values of the inserts of its texts."""
    if isinstance(value, Mapping):
        return {name: _filled_in(each, variables, item) for name, each in value.items()}
    if isinstance(value, list):
        return [_filled_in(each, variables, item) for each in value]
    return filled(value, variables, item, _OF_MQSC)


def _placed(given: MqscCommand, line: int) -> MqscCommand:
    """The command in its line, with all that it says in its text."""
    parameters = {w: each._replace(line=line, column=1) for w, each in given.parameters.items()}
    said = (
        f"{p.written.upper()}({p.text})" if p.values else p.keyword for p in parameters.values()
    )
    return replace(
        given,
        text=" ".join((given.text, *said)),
        parameters=parameters,
        target=given.target and given.target._replace(line=line, column=1),
        problems=tuple(problem.at(line, 1) for problem in given.problems),
        line=line,
        column=1,
    )


def filled(
    text: str,
    variables: Variables,
    item: Mapping[str, str],
    inserts: re.Pattern[str] = _INSERT,
) -> str:
    """A text with the values of its inserts; one that is not known is marked as such."""

    def value(found: re.Match[str]) -> str:
        inside = found[found.lastindex or 0].strip()
        known = item.get(inside)
        name = inside.partition("|")[0].strip().rpartition(".")[2]
        if known is None and name.isidentifier():
            known = variables.value(name)
        return f"{UNKNOWN}{''.join(found[0].split())}{KNOWN}" if known is None else known

    return inserts.sub(value, text)


DIALECT = _Yaml()
