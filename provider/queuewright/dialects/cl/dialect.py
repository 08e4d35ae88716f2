"""CL as a dialect."""

from collections.abc import Iterator

from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed
from queuewright.catalogue.platform import Platform
from queuewright.dialects import mqsc
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.protocol import DialectCodec, Entry, Script, SourceFacts, not_managed

from .parser import CREATE_LIBRARY, Command, parse
from .parser import Script as Commands
from .reader import created_library, definition, definitions
from .render import render


class _Cl(DialectCodec):
    name = "cl"
    platform = Platform.IBMI  # it runs nowhere else
    typed = False

    def read(self, data: bytes, *, file: str = "-") -> Script:
        text = mqsc.decoded(data)
        script = parse(text)
        lines = text.splitlines()
        # What stands above PGM is of the program as a whole, as if a blank line followed.
        whole = {step.statement.pieces[0][1] for step in script.steps if step.name == "PGM"}
        headings = {
            n: [*above, ""] if n in whole else above for n, above in script.headings.items()
        }
        entries = list(_entries(script))
        for problem in script.problems:
            source = lines[problem.line - 1].strip() if problem.line <= len(lines) else ""
            entries.append(Entry(source, (), (problem,), problem.line, problem.column))
        return Script.in_order(
            self.name,
            entries,
            skipped={name: n for name, n in script.skipped.items() if name != CREATE_LIBRARY},
            facts=SourceFacts(platform=Platform.IBMI),
            monitors=tuple(script.monitors),
            headings=headings,
        )

    def write(self, definition: Definition) -> list[str]:
        return render(definition)

    def observe(self, system: str, answer: bytes) -> Iterator[Observed]:
        for created in definitions(parse(mqsc.decoded(answer))):
            if created.action is Action.CREATE:
                yield Observed(Key(system, created.kind, created.name), created.values)


def _entries(script: Commands) -> Iterator[Entry]:
    """Our commands, with the labels of those before that are not. What MONMSG runs after one that
    is not ours is read as if it ran: whether that one fails is not known."""
    labels: tuple[str, ...] = ()
    is_known = False
    for step in script.steps:
        labels += step.labels
        is_ours = step.is_ours or step.name == CREATE_LIBRARY
        if not step.runs_on:
            is_known = is_ours
        if is_ours:
            yield _entry(step, labels, step.runs_on if is_known else ())
            labels = ()


def _entry(step: Command, labels: tuple[str, ...], runs_on: tuple[str, ...]) -> Entry:
    line, column = step.line, step.column
    library = created_library(step) if step.name == CREATE_LIBRARY else ""
    definition_read = None if library else definition(step)
    problems: tuple[Diagnostic, ...] = ()
    if definition_read is None and not library:
        rule = f"{step.name} is about an object that is not managed here; it is passed over"
        problems = (*step.problems, not_managed(rule, line, column))
    return Entry(
        step.text,
        () if definition_read is None else (definition_read,),
        problems,
        line,
        column,
        step,
        words=step.name,
        library=library,
        labels=labels,
        monitors=tuple(step.monitors),
        runs_on=runs_on,
    )


DIALECT = _Cl()
