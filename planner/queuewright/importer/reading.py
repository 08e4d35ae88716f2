"""Files into what they define: one reader a dialect, all of the same shape."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.platform import Platform
from queuewright.dialects.definition import Definition
from queuewright.dialects.registry import UnknownDialect


@dataclass(frozen=True, slots=True)
class SourceFacts:
    """What a file says of the system it comes from; None and "" where it does not."""

    queue_manager: str = ""
    platform: Platform | None = None
    command_level: int | None = None
    ccsid: int | None = None
    max_message_length: int | None = None
    default_transmission_queue: str = ""


@dataclass(frozen=True, slots=True)
class Source:
    """One file as a reader gives it.

    definitions: in the file's order, without those of commands that are not valid. problems: one
    line each, with file, line and column. not_taken: command -> how many, those that are about no
    kind of the catalogue; not_taken_names: the objects that they name.
    """

    file: str
    definitions: tuple[Definition, ...]
    facts: SourceFacts = field(default_factory=SourceFacts)
    problems: tuple[str, ...] = ()
    not_taken: Mapping[str, int] = field(default_factory=dict)
    not_taken_names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


# file name, its bytes -> what it defines. Never raises for bad content.
Reader = Callable[[str, bytes], Source]


def read(dialect: str, file: str, data: bytes) -> Source:
    """Read one file. Raises UnknownDialect."""
    reader = READERS.get(dialect)
    if reader is None:
        raise UnknownDialect(dialect, READERS)
    return reader(file, data)


def _mqsc(file: str, data: bytes) -> Source:
    from queuewright.dialects.mqsc import decoded, definitions, kinds_of, parse

    script = parse(decoded(data), file=file)
    broken = {(command.line, command.column) for command in script.commands if command.problems}
    header = script.header
    try:
        platform = Platform.parse(header.platform) if header.platform else None
    except ValueError:
        platform = None
    manager = [c for c in script.commands if (c.verb, c.object) == ("ALTER", "QMGR")]
    default = next((name for c in manager if (name := c.value("DEFXMITQ"))), "")
    others = [c for c in script.commands if not c.problems and not kinds_of(c)]
    names: dict[str, list[str]] = {}
    for command in others:
        if command.name:
            names.setdefault(command.words, []).append(command.name)
    return Source(
        file,
        tuple(
            definition
            for definition in definitions(script)
            if (definition.line, definition.column) not in broken
        ),
        SourceFacts(
            header.queue_manager,
            platform,
            header.command_level,
            header.ccsid,
            header.max_message_length,
            default.strip(" "),
        ),
        tuple(map(str, script.problems)),
        Counter(command.words for command in others),
        {words: tuple(objects) for words, objects in names.items()},
    )


def _cl(file: str, data: bytes) -> Source:
    from queuewright.dialects import cl
    from queuewright.dialects.mqsc import decoded

    script = cl.parse(decoded(data))
    commands = [(command.name, cl.definition(command)) for command in script.commands]
    facts = SourceFacts(platform=Platform.IBMI)
    return _source(file, commands, script.problems, facts, script.skipped)


def _pcf(file: str, data: bytes) -> Source:
    from queuewright.dialects.pcf.script import definition_of, read_script

    entries = list(read_script(data))
    commands = [
        (f"PCF command {entry.message.header.command}", definition_of(entry))
        for entry in entries
        if entry.message is not None
    ]
    problems = [problem for entry in entries for problem in entry.problems]
    return _source(file, commands, problems, SourceFacts(), {})


def _source(
    file: str,
    commands: Sequence[tuple[str, Definition | None]],
    problems: Iterable[object],
    facts: SourceFacts,
    skipped: Mapping[str, int],
) -> Source:
    """commands: what each is called, and what it defines; None where that is no kind's."""
    from queuewright.dialects.replay import resolved

    not_taken = Counter(skipped) + Counter(words for words, taken in commands if taken is None)
    return Source(
        file,
        tuple(resolved([taken for _, taken in commands if taken is not None])),
        facts,
        tuple(one_line(f"{file}:{problem}") for problem in problems),
        dict(not_taken),
    )


READERS: Mapping[str, Reader] = MappingProxyType({"mqsc": _mqsc, "cl": _cl, "pcf": _pcf})
