"""The objects that are there when the last command of a script has run."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import PurePath
from typing import NamedTuple

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.catalogue.platform import Platform
from queuewright.dialects.definition import Definition
from queuewright.dialects.shell.script import OTHER_FILE
from queuewright.kinds import KINDS


class Existing(NamedTuple):
    """An object that is there before the script runs; ships: every new system has it."""

    kind: str
    attributes: Mapping[str, Value]
    ships: bool = False


# A kind of a namespace, and a name -> the object that has the name there, of whatever kind.
Base = Callable[[str, str], Existing | None]


@dataclass(frozen=True, slots=True)
class Standing:
    """An object as the script leaves it. definition: its creation with what was changed since;
    values: what the commands give, of an object that was there before only the changes. attributes:
    everything that it has."""

    definition: Definition
    attributes: Mapping[str, Value]


@dataclass(slots=True)
class ScriptOutcome:
    """The result of a script.

    objects: (kind, name) -> what it created or changed, in order of creation. deleted: objects
    that were there before, by kind and name; removed: the command that names each, where one does.
    cleared: the commands that take away all records of a profile, by kind and name, whether there
    were any or not.
    queue_manager: its attributes that ALTER QMGR sets.
    libraries: that CRTLIB creates. refused: commands that are not
    taken, and why. notes: what people should know besides. not_managed: command -> how many, those
    that are about no kind; not_managed_names: the objects that they name;
    not_managed_places: file and line of each. in_repository: group
    objects (QSGDISP(GROUP) of z/OS) that stand beside something else of their name. files:
    those that were run.
    """

    objects: dict[tuple[str, str], Standing] = field(default_factory=dict)
    in_repository: dict[tuple[str, str], Standing] = field(default_factory=dict)
    deleted: list[tuple[str, str]] = field(default_factory=list)
    removed: dict[tuple[str, str], Definition] = field(default_factory=dict)
    cleared: dict[tuple[str, str], Definition] = field(default_factory=dict)
    queue_manager: dict[str, Value] = field(default_factory=dict)
    libraries: list[str] = field(default_factory=list)
    refused: list[Diagnostic] = field(default_factory=list)
    notes: list[Diagnostic] = field(default_factory=list)
    not_managed: Counter[str] = field(default_factory=Counter)
    not_managed_names: dict[str, list[str]] = field(default_factory=dict)
    not_managed_places: dict[str, list[str]] = field(default_factory=dict)
    files: set[str] = field(default_factory=set)

    def leave_out_read(self, others: Iterable[str] = ()) -> None:
        """Say nothing of other files that a script reads where they were run as well, or are among
        the others."""
        names = {PurePath(file).name for file in (*self.files, *others)}
        for problems in (self.refused, self.notes):
            problems[:] = [p for p in problems if p.code != OTHER_FILE.code or p.value not in names]

    def pass_over(self, words: str, name: str, place: str) -> None:
        """Count a command that is about no kind, or changes nothing."""
        self.not_managed[words] += 1
        self.not_managed_places.setdefault(words, []).append(place)
        if name:
            self.not_managed_names.setdefault(words, []).append(name)

    def problems(self) -> list[Diagnostic]:
        """The refusals, a line a command; attributes that the platform does not have are one line
        for all: where a script is of another platform, every command of it is refused."""
        elsewhere = [problem for problem in self.refused if problem.code == "platform"]
        of_command: dict[tuple[str, int, int, str], list[Diagnostic]] = {}
        for problem in self.refused:
            if problem.code == "platform" and len(elsewhere) > 1:
                of_command.setdefault(("", 0, 0, "platform"), elsewhere)
                continue
            column = 0 if problem.object else problem.column
            place = problem.file, problem.line, column, problem.object
            of_command.setdefault(place, []).append(problem)
        return [_together(problems) for problems in of_command.values()]


def _platforms_of(problems: Iterable[Diagnostic]) -> frozenset[Platform]:
    """The platforms that have all the kinds and attributes that these are about."""
    found = frozenset(Platform)
    for problem in problems:
        spec = KINDS.get(problem.object.partition(" ")[0])
        if spec is not None:
            described = spec.attributes().get(str(problem.attribute))
            found &= frozenset(spec.platforms() if described is None else described.platforms)
    return found


def _together(problems: list[Diagnostic]) -> Diagnostic:
    first = problems[0]
    if len(problems) == 1:
        return first
    objects = len({problem.object for problem in problems})
    if first.code == "platform" and objects > 1:
        attributes = ", ".join(sorted({str(problem.attribute) for problem in problems}))
        rule = f"{objects} objects are not taken, the first of them here: {first.reason}"
        platforms = _platforms_of(problems)
        option = " ".join(["--platform", *(platforms if len(platforms) == 1 else ())])
        remediation = f"is it the script's platform? give that with {option} ({attributes})"
        return replace(first, reason=rule, remediation=remediation, attribute=None)
    rule = "; ".join(dict.fromkeys(problem.text for problem in problems))
    return replace(first, attribute=None, reason=rule, remediation="")
