"""Shell scripts as a dialect: what they say of a queue manager, in its own words.

Every command stands in the line where the script has it; the script itself is not run, and
commands of other programs are passed over.
"""

from queuewright.dialects.mqsc.parse import decoded
from queuewright.dialects.protocol import NOTHING_GIVEN, Given, ReadOnlyDialect, Script
from queuewright.dialects.recognising import names_image

from .commands import Commands, of_one
from .dockerfile import as_script, is_image
from .following import add_shell
from .script import script_of
from .words import Variables


class _Shell(ReadOnlyDialect):
    name = "shell"
    noun = "a shell script"

    def read(self, data: bytes, *, file: str = "-", given: Given = NOTHING_GIVEN) -> Script:
        text = decoded(data, given.ccsid).replace("\r\n", "\n")
        variables = Variables(given=given.variables)

        script = as_script(text) if names_image(file) or is_image(text) else text

        def add(found: Commands) -> None:
            variables.reset()
            for number, line in enumerate(text.split("\n"), 1):
                comment = line.strip()
                if comment[:1] == "#" and comment[:2] != "#!":
                    found.comments[number] = f"* {comment[1:].strip()}"
            add_shell(found, script, variables)

        return script_of(of_one(add, given.queue_manager), variables, file)


DIALECT = _Shell()
