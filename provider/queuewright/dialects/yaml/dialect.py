"""YAML with commands inside as a dialect: they stand in the lines where the file has them."""

import yaml

from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.rule import Rule
from queuewright.dialects.mqsc.parse import decoded
from queuewright.dialects.protocol import NOTHING_GIVEN, Given, ReadOnlyDialect, Script
from queuewright.dialects.shell.commands import Commands, add_lines
from queuewright.dialects.shell.following import add_shell
from queuewright.dialects.shell.script import script_of
from queuewright.dialects.shell.words import Variables

from .scalars import scalars

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
        variables, found = Variables(given=given.variables), Commands()
        try:
            for scalar in scalars(text):
                if scalar.is_shell:
                    add_shell(found, scalar.text, variables, scalar.line)
                else:
                    add_lines(found, scalar.line, scalar.text)
        except (yaml.YAMLError, RecursionError) as error:
            problem = NOT_YAML(problem=one_line(str(getattr(error, "problem", "") or error)))
            mark = getattr(error, "problem_mark", None)
            place = (mark.line + 1, mark.column + 1) if mark is not None else (1, 1)
            found.problems.append(problem.at(*place))
        return script_of(found, variables, file)


DIALECT = _Yaml()
