"""MQSC as a dialect."""

from collections.abc import Iterator
from dataclasses import replace

from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed
from queuewright.catalogue.platform import Platform
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.protocol import (
    NOTHING_GIVEN,
    DialectCodec,
    Entry,
    Given,
    Script,
    SourceFacts,
)
from queuewright.dialects.rules import NOT_MANAGED

from . import others, reader
from .filling import with_inserts
from .job import commands_in, job_with_commands, of_no_target, others_in, targets_of
from .parse import decoded, parse
from .render import render
from .script import MqscCommand, MqscScript


class _Mqsc(DialectCodec):
    name = "mqsc"

    def read(self, data: bytes, *, file: str = "-", given: Given = NOTHING_GIVEN) -> Script:
        text = decoded(data, given.ccsid)
        job, only = job_with_commands(text), given.queue_manager
        targets = {} if job is None else targets_of(job)
        lines = text if job is None else commands_in(job, text, targets, only)
        parsed = parse(lines, file=file)
        parsed, unused = with_inserts(parsed, given.variables)
        # A queue manager that wrote a dump has what stands there.
        rendered = given.rendered or bool(parsed.header.queue_manager)
        script = replace(of_parsed(parsed, rendered=rendered), unused=unused)
        if job is None:
            return script
        names = dict.fromkeys(name for known in targets.values() for name in known if name)
        first, *others = [only] if only else names or script.facts.named or [""]
        facts = replace(
            script.facts, queue_manager=first, platform=Platform.ZOS, platform_name="z/OS",
            others=tuple(others), is_job=bool(names),
        )  # fmt: skip
        entries = (*script.entries, *others_in(job))
        if only:
            entries = (*entries, *of_no_target(job, targets, only))
        return Script.in_order(
            self.name, entries, facts=facts, unused=unused, headings=script.headings
        )

    def write(self, definition: Definition) -> list[str]:
        return [render(definition)]

    def observe(self, system: str, answer: bytes) -> Iterator[Observed]:
        for definition in reader.definitions(parse(decoded(answer), file=system)):
            if definition.action is Action.CREATE:
                yield Observed(Key(system, definition.kind, definition.name), definition.values)


def of_parsed(script: MqscScript, *, rendered: bool = False, in_turn: bool = False) -> Script:
    """A script that is parsed already. rendered: see `Given`. in_turn: its commands are run in the
    order that they have there, whatever their lines."""
    waiting, facts = list(reversed(script.commands)), _facts(script)
    headings, of_file = script.headings, script.of_file
    del script
    entries: list[Entry] = []
    while waiting:  # a command is let go once it is read: they are as large as the file
        entries.append(_entry(waiting.pop(), len(entries) + 1, rendered))
    for problem in map(_of_text, of_file):
        entries.append(Entry("", (), (problem,), problem.line, problem.column))
    return Script.in_order(DIALECT.name, entries, in_turn=in_turn, facts=facts, headings=headings)


def _entry(command: MqscCommand, index: int, rendered: bool) -> Entry:
    definition = reader.definition(command, rendered=rendered)
    definitions = () if definition is None else (definition,)
    problems = tuple(map(_of_text, command.problems))
    if not definitions and not problems and command.verb != "END":
        passed_over = NOT_MANAGED(command=command.words).at(command.line, command.column)
        problems = tuple(others.mistakes(command)) or (passed_over,)
    return Entry(
        command.text,
        definitions,
        () if definitions else problems,
        command.line,
        command.column,
        None if definitions else command,
        index,
        words=command.words,
        name=command.name,
    )


def _facts(script: MqscScript) -> SourceFacts:
    header = script.header
    try:
        platform = Platform.parse(header.platform) if header.platform else None
    except ValueError:
        platform = None
    return SourceFacts(
        header.queue_manager,
        platform,
        header.platform,
        header.command_level,
        header.ccsid,
        header.max_message_length,
        header.others,
    )


def _of_text(problem: Diagnostic) -> Diagnostic:
    """A problem of the text, which has no attribute's name."""
    return replace(problem, attribute=None, file="")


DIALECT = _Mqsc()
