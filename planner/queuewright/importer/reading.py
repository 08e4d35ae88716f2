"""Files into what they define: one reader a dialect, all of the same shape."""

from collections import Counter
from collections.abc import Callable, Mapping
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
    from queuewright.dialects.replay import resolved

    script = cl.parse(decoded(data))
    taken: list[Definition] = []
    not_taken: Counter[str] = Counter(script.skipped)
    for command in script.commands:
        definition = cl.definition(command)
        if definition is None:
            not_taken[command.name] += 1
        else:
            taken.append(definition)
    return Source(
        file,
        tuple(resolved(taken)),
        SourceFacts(platform=Platform.IBMI),
        tuple(one_line(f"{file}:{problem}") for problem in script.problems),
        dict(not_taken),
    )


def _pcf(file: str, data: bytes) -> Source:
    from queuewright.dialects.pcf.script import definition_of, read_script
    from queuewright.dialects.replay import resolved

    taken: list[Definition] = []
    not_taken: Counter[str] = Counter()
    problems: list[str] = []
    for entry in read_script(data):
        problems += [one_line(f"{file}:{problem}") for problem in entry.problems]
        definition = definition_of(entry)
        if definition is not None:
            taken.append(definition)
        elif entry.message is not None:
            not_taken[f"PCF command {entry.message.header.command}"] += 1
    return Source(file, tuple(resolved(taken)), SourceFacts(), tuple(problems), dict(not_taken))


READERS: Mapping[str, Reader] = MappingProxyType({"mqsc": _mqsc, "cl": _cl, "pcf": _pcf})
