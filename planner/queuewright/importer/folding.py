"""Commands of files into the objects that stand when the last of them has run."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from queuewright.catalogue.diagnostic import Diagnostic, Severity, one_line
from queuewright.catalogue.key import Key
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.replay import Replay
from queuewright.graph.references import Edge, edges

from .reading import Source

_UNMANAGED = ("unknown-attribute", "not-managed")
_LEFT_TO_A_PROGRAM = ("conditional", "not-literal")  # what it decides or fills in


@dataclass(slots=True)
class Folded:
    """Objects by kind and name, each as its commands together define it (like: where no file
    defines that object), and what people should know of the commands."""

    objects: dict[tuple[str, str], Definition] = field(default_factory=dict)
    notes: list[Diagnostic] = field(default_factory=list)


def references(objects: Mapping[Key, Definition]) -> Iterator[Edge]:
    """What each of these objects names of the others."""
    values = {key: known.values for key, known in objects.items()}
    return edges(values, like={key: known.like for key, known in objects.items()})


def note(code: str, about: Definition, message: str, line: int = 0) -> Diagnostic:
    """Something that a person should look at, at the place of an object or a command."""
    where = f"{about.kind} {about.name}"
    return Diagnostic(
        code, None, message, object=where, file=about.file, line=line or about.line,
        severity=Severity.WARNING,
    )  # fmt: skip


def note_line(diagnostic: Diagnostic) -> str:
    """`FILE:LINE: kind name: message`."""
    parts = (diagnostic.place, diagnostic.object, diagnostic.text)
    return one_line(": ".join(part for part in parts if part))


def fold(sources: Iterable[Source]) -> Folded:
    """Run every command of every file, in order: DEFINE, REPLACE, LIKE, ALTER, DELETE."""
    log = Replay(copies=True)
    notes: list[Diagnostic] = []
    for source in sources:
        for command in source.definitions:
            if command.action is Action.INQUIRE:
                continue
            # An import is of one system, whatever its commands call it.
            definition = replace(command, file=source.file, system="")
            notes += _unreadable(definition)
            # Whether enough can be read to know which object is meant.
            broken = {p.attribute for p in definition.errors if p.code not in _UNMANAGED}
            named = bool(definition.name) and "name" not in definition.unknown
            refused = log.run(definition) if named and not broken & {None, "name"} else None
            if refused is not None:
                notes.append(refused)
    return Folded({(known.kind, known.name): known for known in log.definitions}, notes)


def _unreadable(definition: Definition) -> Iterable[Diagnostic]:
    """What is not taken of a command."""
    for problem in definition.problems:
        if problem.code in _UNMANAGED:
            continue
        if problem.code in _LEFT_TO_A_PROGRAM:
            yield note(problem.code, definition, problem.text)
        if problem.is_error:
            yield note(problem.code, definition, f"not taken: {problem.text}", problem.line)


def is_dynamic(definition: Definition) -> bool:
    """Whether a program made it from a model queue, no administrator."""
    return definition.read_only.get("DEFTYPE", "PREDEFINED") != "PREDEFINED"


def unmanaged(definition: Definition) -> set[str]:
    """Keywords that the catalogue does not have."""
    problems = (problem for problem in definition.problems if problem.code in _UNMANAGED)
    return {str(problem.attribute) for problem in problems}
