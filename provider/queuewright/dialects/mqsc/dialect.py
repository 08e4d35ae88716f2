"""MQSC as a dialect."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.protocol import DialectCodec, Entry, Script, not_managed

from . import reader
from .parse import decoded, parse
from .render import render


class _Mqsc(DialectCodec):
    name = "mqsc"

    def read(self, data: bytes, *, file: str = "-") -> Script:
        script = parse(decoded(data), file=file)
        by_place: dict[tuple[int, int], list[Definition]] = defaultdict(list)
        for definition in reader.definitions(script):
            by_place[definition.line, definition.column].append(definition)
        entries = []
        for command in script.commands:
            definitions = tuple(by_place.get((command.line, command.column), ()))
            problems = tuple(map(_of_text, command.problems))
            if not definitions and not problems:
                rule = f"{command.words} is not managed by Queuewright; not validated"
                problems = (not_managed(rule, command.line, command.column),)
            own = () if definitions else problems
            entries.append(Entry(command.text, definitions, own, command.line, command.column))
        for problem in map(_of_text, script.of_file):
            entries.append(Entry("", (), (problem,), problem.line, problem.column))
        return Script.in_order(self.name, entries)

    def write(self, definition: Definition) -> list[str]:
        return [render(definition)]

    def observe(self, system: str, answer: bytes) -> Iterator[Observed]:
        for definition in reader.definitions(parse(decoded(answer), file=system)):
            if definition.action is Action.CREATE:
                yield Observed(Key(system, definition.kind, definition.name), definition.values)


def _of_text(problem: Diagnostic) -> Diagnostic:
    """A problem of the text, which has no attribute's name."""
    return replace(problem, attribute=None, file="")


DIALECT = _Mqsc()
