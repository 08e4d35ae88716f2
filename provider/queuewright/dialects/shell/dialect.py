"""Shell scripts as a dialect: what they say of a queue manager, in its own words.

Every command stands in the line where the script has it; the script itself is not run, and
commands of other programs are passed over.
"""

from dataclasses import replace

from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.dialects.mqsc.dialect import of_parsed
from queuewright.dialects.mqsc.parse import decoded, parse
from queuewright.dialects.mqsc.script import Header, MqscCommand, MqscParameter
from queuewright.dialects.protocol import (
    NOTHING_GIVEN,
    Entry,
    Given,
    ReadOnlyDialect,
    Script,
)
from queuewright.dialects.rules import NOT_LITERAL, NOT_MANAGED

from .commands import commands_of
from .words import KNOWN, UNKNOWN, Variables

VARIABLE = NOT_LITERAL.but(
    reason="the value of {names} is not known, and the command is not taken",
    remediation="give it with --set NAME=VALUE, or put it into the script",
)


class _Shell(ReadOnlyDialect):
    name = "shell"
    noun = "a shell script"

    def read(self, data: bytes, *, file: str = "-", given: Given = NOTHING_GIVEN) -> Script:
        text = decoded(data, given.ccsid)
        variables = Variables(given=given.variables)
        found = commands_of(text, variables)
        height = max(found.lines, default=0)
        lines = [
            found.lines.get(number, _comment(line))
            for number, line in enumerate(text.split("\n")[:height], 1)
        ]
        lines += [found.lines.get(n, "") for n in range(len(lines) + 1, height + 1)]
        parsed = parse("\n".join(lines), file=file, columns=0)
        names = [name for name in found.queue_managers if UNKNOWN not in name]
        header = Header(names[0] if names else "", others=tuple(names[1:]))
        commands = tuple(map(_literal, parsed.commands))
        script = of_parsed(
            replace(
                parsed, commands=commands, header=header, of_file=(*parsed.of_file, *found.problems)
            )
        )
        entries = [*script.entries]
        for word in found.elsewhere:
            words = f"runmqsc < {word.text}"
            problem = NOT_MANAGED(command=words).at(word.line, word.column)
            entries.append(Entry(words, (), (problem,), word.line, word.column, words=words))
        unused = given.variables.keys() - {name.upper() for name in variables.asked}
        return Script.in_order(
            script.dialect,
            entries,
            facts=script.facts,
            headings=script.headings,
            unused=frozenset(unused),
        )


def _comment(line: str) -> str:
    """A comment of the script as one of MQSC, "" for all else."""
    text = line.strip()
    return f"* {text[1:].strip()}" if text[:1] == "#" and text[:2] != "#!" else ""


def _literal(command: MqscCommand) -> MqscCommand:
    """A command, with what is wrong where a part of it is not known."""
    if UNKNOWN not in command.text:
        return command
    names = [part.partition(KNOWN)[0] for part in command.text.split(UNKNOWN)[1:]]
    problem: Diagnostic = VARIABLE(names=", ".join(dict.fromkeys(names)))
    return replace(
        command,
        name=_plain(command.name),
        text=_plain(command.text),
        parameters={word: _as_written(each) for word, each in command.parameters.items()},
        target=command.target and _as_written(command.target),
        problems=(problem.at(command.line, command.column),),
    )


def _as_written(parameter: MqscParameter) -> MqscParameter:
    return parameter._replace(values=tuple(map(_plain, parameter.values)))


def _plain(text: str) -> str:
    return text.replace(UNKNOWN, "").replace(KNOWN, "")


DIALECT = _Shell()
