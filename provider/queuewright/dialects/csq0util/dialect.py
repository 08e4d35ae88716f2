"""Commands of CSQ0UTIL as a dialect: setmqspl is the SET POLICY that says the same, in its line.

Source: IBM MQ, The message security policy utility (CSQ0UTIL); setmqspl.
"""

from dataclasses import replace

from queuewright.catalogue.diagnostic import shown
from queuewright.catalogue.platform import Platform
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import CSQ0UTIL
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.mqsc.parse import decoded
from queuewright.dialects.mqsc.render import quoted
from queuewright.dialects.protocol import NOTHING_GIVEN, CannotWrite, Given, ReadOnlyDialect, Script
from queuewright.dialects.shell.commands import Commands, add_lines, add_setmqspl, setmqspl_of
from queuewright.dialects.shell.script import script_of
from queuewright.dialects.shell.words import Variables
from queuewright.mq.security_policy import SecurityPolicySpec

from .records import UtilityCommand, commands, input_of, laid_out

NO_UTILITY_COMMAND = Rule(
    "csq0util",
    "A command that CSQ0UTIL does not have",
    "{reason}",
    "{remediation}",
    (CSQ0UTIL.at("setmqspl, dspmqspl"),),
)


class _Csq0util(ReadOnlyDialect):
    name = "csq0util"
    noun = "a script of CSQ0UTIL"

    def read(self, data: bytes, *, file: str = "-", given: Given = NOTHING_GIVEN) -> Script:
        text = decoded(data, given.ccsid).replace("\r\n", "\n")
        found = Commands()
        for command in commands(input_of(text)):
            _add(command, found)
        script = script_of(found, Variables(given=given.variables), file)
        facts = replace(script.facts, platform=Platform.ZOS, platform_name="z/OS")
        return replace(script, dialect=self.name, facts=facts)

    def write(self, definition: Definition) -> list[str]:
        """The records of SYSIN that set or remove a policy, for the queue manager of the
        definition. Raises CannotWrite."""
        where = f"{definition.kind} {definition.name}"
        if definition.kind != SecurityPolicySpec.kind:
            reason = "CSQ0UTIL sets security policies, and nothing else; write it as mqsc"
            raise CannotWrite(f"{where}: {reason}")
        if definition.removed or definition.action not in (Action.CREATE, Action.DELETE):
            raise CannotWrite(f"{where}: setmqspl gives all of a policy; give it as a whole")
        definition.require_ordinary(CannotWrite)
        if not definition.system:
            raise CannotWrite(f"{where}: setmqspl names the queue manager; give --system")
        plain, texts = setmqspl_of(definition)
        if wrong := next((text for _, text in texts if '"' in text), None):
            raise CannotWrite(
                f"{where}: {shown(wrong)} has a double quote, which no record can hold"
            )
        records = laid_out(plain, texts)
        if records is None:
            raise CannotWrite(f"{where}: records of 80 characters cannot hold it; set it by hand")
        return ["\n".join(records)]


def _add(command: UtilityCommand, found: Commands) -> None:
    first, *arguments = command.words
    if command.is_open:
        problem = NO_UTILITY_COMMAND(
            reason="double quotes are not closed", remediation="close them"
        )
        found.problems.append(problem.at(first.line, first.column))
    elif first.text.lower() == "setmqspl":
        add_setmqspl(first, arguments, found)
    elif first.text.lower() == "dspmqspl":
        add_lines(found, first.line, f"DISPLAY POLICY({quoted('*')})")
    else:
        reason = f"{shown(first.text, 40)} is not a command of CSQ0UTIL"
        problem = NO_UTILITY_COMMAND(reason=reason, remediation="it takes setmqspl and dspmqspl")
        found.problems.append(problem.at(first.line, first.column))


DIALECT = _Csq0util()
