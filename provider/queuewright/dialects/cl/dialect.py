"""CL as a dialect."""

from collections.abc import Iterator

from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed
from queuewright.catalogue.platform import Platform
from queuewright.dialects import mqsc
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.protocol import DialectCodec, Entry, Script, not_managed

from .parser import parse
from .reader import definition, definitions
from .render import render


class _Cl(DialectCodec):
    name = "cl"
    platform = Platform.IBMI  # it runs nowhere else
    typed = False

    def read(self, data: bytes, *, file: str = "-") -> Script:
        text = mqsc.decoded(data)
        script = parse(text)
        lines = text.splitlines()
        entries: list[Entry] = []
        for command in script.commands:
            line, column = command.line, command.column
            definition_read = definition(command)
            if definition_read is None:
                rule = f"{command.name} is about an object that is not managed here; not validated"
                problems = (*command.problems, not_managed(rule, line, column))
                entries.append(Entry(command.text, (), problems, line, column))
            else:
                entries.append(Entry(command.text, (definition_read,), (), line, column))
        for problem in script.problems:
            source = lines[problem.line - 1].strip() if problem.line <= len(lines) else ""
            entries.append(Entry(source, (), (problem,), problem.line, problem.column))
        return Script.in_order(self.name, entries, dict(script.skipped))

    def write(self, definition: Definition) -> list[str]:
        return render(definition)

    def observe(self, system: str, answer: bytes) -> Iterator[Observed]:
        for created in definitions(parse(mqsc.decoded(answer))):
            if created.action is Action.CREATE:
                yield Observed(Key(system, created.kind, created.name), created.values)


DIALECT = _Cl()
