"""A check of lint, and its findings."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from queuewright.catalogue.diagnostic import Diagnostic, Severity
from queuewright.catalogue.key import Key
from queuewright.catalogue.rule import Rule
from queuewright.diff.absent import NOWHERE
from queuewright.world.world import World

from .subject import Subject

Find = Callable[[Subject, World], Iterator[Diagnostic]]


@dataclass(frozen=True, slots=True)
class Check:
    """A function that looks at one object, and the rules that it finds broken."""

    rules: tuple[Rule, ...]
    find: Find

    def __call__(self, subject: Subject, world: World) -> Iterator[Diagnostic]:
        return self.find(subject, world)


def finds(*rules: Rule) -> Callable[[Find], Check]:
    """Make a function a check of these rules."""
    return lambda find: Check(rules, find)


def nowhere(key: Key, world: World) -> str:
    """The known facts of a name on the key's system that names no object."""
    return NOWHERE if world.is_read(key.system) else "is not declared here"


@dataclass(frozen=True, slots=True)
class Finding:
    """A rule that one object breaks: its code, severity, file and line, reason, sources and
    remediation are those of `diagnostic`. key: the object, None for a file or a silence."""

    diagnostic: Diagnostic
    title: str
    key: Key | None = None

    @property
    def code(self) -> str:
        return self.diagnostic.code

    @property
    def severity(self) -> Severity:
        return self.diagnostic.severity

    @property
    def place(self) -> tuple[str, int]:
        """File and line, "" and 0 where they are not known."""
        return self.diagnostic.file, self.diagnostic.line
