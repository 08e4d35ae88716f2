"""Commands that were found in other text, as a script of MQSC: each in the line where it stood."""

import re
from dataclasses import replace

from queuewright.catalogue.diagnostic import Diagnostic, Severity, shown
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import RUNMQSC
from queuewright.dialects.mqsc.dialect import of_parsed
from queuewright.dialects.mqsc.parse import parse
from queuewright.dialects.mqsc.script import Header, MqscCommand, MqscParameter
from queuewright.dialects.protocol import Entry, Script
from queuewright.dialects.rules import NOT_LITERAL, NOT_MANAGED

from .commands import Commands
from .words import KNOWN, UNKNOWN, Variables, plain

VARIABLE = NOT_LITERAL.but(
    reason="the value of {names} is not known, and the command is not taken",
    remediation="give it with --set NAME=VALUE, or put it into the script",
)
OTHER_FILE = Rule(
    "other-file",
    "Another file has what runmqsc reads",
    "runmqsc reads {file}, which is not in this script: nothing of it is taken",
    "import that file too",
    (RUNMQSC.at("Description"),),
    severity=Severity.WARNING,
)


_BARE = re.compile(r"\w+")
# Of a text within a text, one mark stands in another.
_NAMES = re.compile(f"{UNKNOWN}([^{UNKNOWN}{KNOWN}]+)")


def script_of(found: Commands, variables: Variables, file: str) -> Script:
    """The script of these commands."""
    height = max(found.lines, default=0)
    text = "\n".join(found.lines.get(number, "") for number in range(1, height + 1))
    parsed = parse(text, file=file, columns=0)
    names = [*found.queue_managers]
    script = of_parsed(
        replace(
            parsed,
            commands=tuple(map(_literal, (*parsed.commands, *found.requests))),
            header=Header(names[0] if names else "", others=tuple(names[1:])),
            of_file=(*parsed.of_file, *found.problems),
        )
    )
    entries = [*script.entries]
    for word in found.elsewhere:
        words = f"runmqsc < {plain(word.text)}"
        problem = OTHER_FILE(file=shown(plain(word.text))).at(word.line, word.column)
        entries.append(Entry(words, (), (problem,), word.line, word.column, words=words))
    for word in found.passed_over:
        problem = NOT_MANAGED(command=word.program).at(word.line, word.column)
        entries.append(Entry(word.text, (), (problem,), word.line, word.column, words=word.program))
    unused = variables.given.keys() - {name.upper() for name in variables.asked}
    return Script.in_order(
        script.dialect,
        entries,
        facts=script.facts,
        headings=script.headings,
        unused=frozenset(unused),
    )


def _literal(command: MqscCommand) -> MqscCommand:
    """A command, with what is wrong where a part of it is not known."""
    if UNKNOWN not in command.text:
        return command
    names = _NAMES.findall(command.text)
    said = ", ".join(dict.fromkeys(names))
    variables = (b if _BARE.fullmatch(b := name.strip("${}")) else name for name in names)
    bare = ", ".join(dict.fromkeys(variables))
    problem: Diagnostic = VARIABLE("", bare, names=said)
    return replace(
        command,
        name=plain(command.name),
        text=plain(command.text),
        parameters={word: _as_written(each) for word, each in command.parameters.items()},
        target=command.target and _as_written(command.target),
        problems=(problem.at(command.line, command.column),),
    )


def _as_written(parameter: MqscParameter) -> MqscParameter:
    return parameter._replace(values=tuple(map(plain, parameter.values)))
