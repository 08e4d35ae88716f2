"""YAML with commands inside as a dialect: they stand in the lines where the file has them."""

from dataclasses import replace

import yaml

from queuewright.catalogue.diagnostic import Severity, one_line
from queuewright.catalogue.rule import Rule
from queuewright.dialects.mqsc.parse import decoded
from queuewright.dialects.mqsc.script import MqscCommand
from queuewright.dialects.mqweb.requests import TYPE, command
from queuewright.dialects.protocol import NOTHING_GIVEN, Given, ReadOnlyDialect, Script
from queuewright.dialects.shell.commands import (
    NO_SYSTEM,
    Commands,
    add_lines,
    add_on_line,
    is_meant,
    of_one,
)
from queuewright.dialects.shell.following import NOT_RUN_HERE, add_shell
from queuewright.dialects.shell.script import removes, script_of
from queuewright.dialects.shell.words import ShellWord, Variables
from queuewright.dialects.templates import INSERT

from .filling import OF_MQSC, Filling, FillingPlace
from .scalars import Scalar, texts
from .scope import OF_ADDRESS

NOT_YAML = Rule(
    "not-yaml",
    "A file is not valid YAML",
    "it is not valid YAML: {problem}",
    "correct it; of a template, give what it is rendered to",
)
OF_NO_ONE = NO_SYSTEM.but(
    reason="{what} does not say which queue manager it is for, in a file for several: nothing of "
    "it is taken for {meant}",
    remediation="import it as a file of its own, SYSTEM=FILE",
)
_QUEUE_MANAGER = "qmgr_name"  # the variable of IBM's role runMQCmds, in the address of its request


class _Yaml(ReadOnlyDialect):
    name = "yaml"
    noun = "YAML"

    def read(self, data: bytes, *, file: str = "-", given: Given = NOTHING_GIVEN) -> Script:
        text = decoded(data, given.ccsid).replace("\r\n", "\n")
        variables = Variables(given=given.variables)

        def add(found: Commands) -> None:
            try:
                _add_all(found, text, variables)
            except (yaml.YAMLError, RecursionError) as error:
                problem = NOT_YAML(problem=one_line(str(getattr(error, "problem", "") or error)))
                mark = getattr(error, "problem_mark", None)
                at = (mark.line + 1, mark.column + 1) if mark is not None else (1, 1)
                found.problems.append(problem.at(*at))

        return script_of(of_one(add, given.queue_manager), variables, file)


def _add_all(found: Commands, text: str, variables: Variables) -> None:
    """The commands of a file. Raises yaml.YAMLError for what is not YAML."""
    known = texts(text)
    filling = Filling(text, variables, known.unsettled)
    for scalar in known.scalars:
        before = len(found.blocks)
        for place in filling.places(scalar.scope):
            _add(found, scalar, filling, place)
        if condition := scalar.scope.decided:
            added = found.blocks[before:]
            found.blocks[before:] = [replace(b, decided=b.decided or condition) for b in added]
    for file in known.files:
        names = (filling.text(file.name, place) for place in filling.places(file.scope))
        found.elsewhere += (ShellWord(name, file.line, 1) for name in names)
    found.elsewhere = [word for word in found.elsewhere if word.text not in known.written]
    for line, module in known.left.items():
        problem = NOT_RUN_HERE(what=f"the text for {module}", program="commands of MQSC")
        found.problems.append(replace(problem, severity=Severity.ERROR).at(line, 1))
    for request in known.requests:
        for place in filling.places(request.scope):
            if not _is_requested(found, filling, place, request.line):
                continue
            body = filling.value(request.body, place)
            asked = _placed(command({"type": TYPE, **body}), request.line)
            if request.scope.decided and removes(asked):
                found.left.append((asked, request.scope.decided))
            else:
                found.requests.append(asked)


def _add(found: Commands, scalar: Scalar, filling: Filling, place: FillingPlace) -> None:
    """The commands of one text."""
    text = filling.text(scalar.text, place, INSERT if scalar.is_shell else OF_MQSC)
    if scalar.is_shell:
        given = None
        if scalar.given is not None:
            content, line = scalar.given
            given = filling.text(content, place), line
        # Each is a shell of its own, whose variables are not those of the playbook.
        own = Variables(given=filling.variables.given, asked=filling.variables.asked)
        add_shell(found, text, own, scalar.line, given)
    elif not (
        _is_requested(found, filling, place, scalar.line)
        if scalar.is_request
        else _is_meant(found, "the text", scalar.line)
    ):
        return
    elif scalar.in_lines:
        add_lines(found, scalar.line, text)
    else:
        add_on_line(found, scalar.line, text)


def _is_requested(found: Commands, filling: Filling, place: FillingPlace, line: int) -> bool:
    """The same of a request: its address says it, or the variable of its role."""
    name = next((n for n in (OF_ADDRESS, _QUEUE_MANAGER) if n in place.scope.variables), "")
    return _is_meant(found, "the request", line, filling.variable(name or _QUEUE_MANAGER, place))


def _is_meant(found: Commands, what: str, line: int, named: str = "") -> bool:
    """Whether commands are those of the queue manager that is meant. named: theirs, "" for what
    does not say."""
    if named or not found.only:
        return is_meant(named, found, ShellWord(what, line, 1))
    found.problems.append(OF_NO_ONE(what=what, meant=found.only).at(line, 1))
    return False


def _placed(given: MqscCommand, line: int) -> MqscCommand:
    """The command in its line, with all that it says in its text."""
    parameters = {w: each._replace(line=line, column=1) for w, each in given.parameters.items()}
    options = (
        f"{p.written.upper()}({p.text})" if p.values else p.keyword for p in parameters.values()
    )
    return replace(
        given,
        text=" ".join((given.text, *options)),
        parameters=parameters,
        target=given.target and given.target._replace(line=line, column=1),
        problems=tuple(problem.at(line, 1) for problem in given.problems),
        line=line,
        column=1,
    )


DIALECT = _Yaml()
