"""The input of lint, and its report."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from queuewright.catalogue.diagnostic import Diagnostic, Severity
from queuewright.catalogue.key import Key
from queuewright.world.snapshot import Snapshot
from queuewright.world.world import World

from .check import Finding
from .rulebook import Rulebook
from .run import SubjectProblem, lint
from .settings import Settings
from .silences import Silenced, of_settings, silenced
from .subject import Subject


@dataclass
class Linted:
    """Objects, and what is known besides: see `run.lint`. pending_deletes: objects that go.
    unknown: see `World`. silences: comments of the files. hide: takes what is secret out of what is
    said of an object. is_whole: of a project, not of single files. unused: variables that were
    given and that no file has."""

    subjects: list[Subject] = field(default_factory=list)
    systems: dict[str, Snapshot] = field(default_factory=dict)
    problems: list[SubjectProblem] = field(default_factory=list)
    silences: list[Silenced] = field(default_factory=list)
    pending_deletes: set[Key] = field(default_factory=set)
    unknown: set[Key] = field(default_factory=set)
    hide: Callable[[Diagnostic, Key | None], Diagnostic] | None = None
    is_whole: bool = False
    is_partial: bool = False
    unused: frozenset[str] | None = None

    @property
    def world(self) -> World:
        """Everything that there will be."""
        declared = {subject.key: subject.values for subject in self.subjects}
        return World(
            declared,
            self.systems,
            pending_deletes=self.pending_deletes,
            ships=True,
            unknown=self.unknown,
        )

    def report(self, settings: Settings, book: Rulebook, today: date) -> "Report":
        """The findings, without the silenced ones. Raises InvalidLint and RuleFailed."""
        settings.check(book.pages)
        findings = lint(
            self.subjects,
            self.systems,
            settings,
            world=self.world,
            reported=self.problems,
            book=book,
        )
        if self.hide is not None:
            findings = [replace(f, diagnostic=self.hide(f.diagnostic, f.key)) for f in findings]
        systems = None if self.is_whole else self.systems
        silences = [*of_settings(settings, systems), *self.silences]
        if self.is_partial:
            silences = [replace(silence, always_reported=False) for silence in silences]
        left, hidden = silenced(findings, silences, settings, book.pages, today)
        return Report(tuple(left), tuple(hidden), len(self.subjects))


@dataclass(frozen=True, slots=True)
class Report:
    """findings: what is left. silenced: known and accepted findings. objects: how many were looked
    at."""

    findings: Sequence[Finding] = ()
    silenced: Sequence[Finding] = ()
    objects: int = 0

    @property
    def counts(self) -> Mapping[Severity, int]:
        """How many findings of each severity, those that are none left out."""
        counted = Counter(finding.severity for finding in self.findings)
        return {severity: counted[severity] for severity in Severity if counted[severity]}

    def exit_code(self, least: Severity | None) -> int:
        """2 where there is a finding of that severity or a worse one, else 0; None: always 0."""
        worst = list(Severity)[: list(Severity).index(least) + 1] if least is not None else []
        return 2 if any(severity in worst for severity in self.counts) else 0
