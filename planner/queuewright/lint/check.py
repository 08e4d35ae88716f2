"""What a check of lint is, and what it finds."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from queuewright.catalogue.diagnostic import NO_VALUE, Diagnostic, Severity
from queuewright.catalogue.key import Key
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import Source, citation
from queuewright.diff.normalise import json_value
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

    def as_json(self) -> "FindingDocument":
        """One finding of `lint --json`, or of a plan."""
        diagnostic = self.diagnostic
        document: FindingDocument = {
            "code": diagnostic.code,
            "severity": diagnostic.severity,
            "title": self.title,
            "system": self.key.system if self.key else "",
            "kind": self.key.kind if self.key else "",
            "name": self.key.name if self.key else diagnostic.object,
            "file": diagnostic.file,
            "line": diagnostic.line,
            "attribute": diagnostic.attribute,
            "reason": diagnostic.reason,
            "remediation": diagnostic.remediation,
            "sources": [citation(source) for source in diagnostic.sources],
            "message": diagnostic.message,
        }
        if diagnostic.value is not NO_VALUE:
            document["value"] = json_value(diagnostic.value)
        return document


class FindingDocument(TypedDict):
    """What lint says of an object."""

    code: Annotated[str, Field(description="QW101, or what a rule of others has")]
    severity: Severity
    title: str
    system: str
    kind: str
    name: Annotated[str, Field(description="LIBRARY/NAME on IBM i")]
    file: str
    line: Annotated[int, Field(description="0 where it is not known")]
    attribute: str | None
    value: NotRequired[Any]
    reason: str
    remediation: str
    sources: list[Source]
    message: Annotated[str, Field(description="all of it in one line")]
