"""What a rule is, and what it finds."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from queuewright.catalogue.diagnostic import NO_VALUE, Diagnostic, Severity
from queuewright.catalogue.key import Key
from queuewright.catalogue.sources import Source, Sources, citation
from queuewright.diff.normalise import json_value
from queuewright.world.world import World

from .subject import Subject

Check = Callable[[Subject, World], Iterator[Diagnostic]]


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule.

    code: `QW101`; those of others begin with other letters. title: one sentence, what is wrong.
    severity: where the settings say nothing. sources: the documents that it stands on. facts: the
    diagnostics that say it, by their code, or `code:attribute`. check: what finds them, for one
    object; None for what kinds, scripts or plans find themselves. text: what `--explain` prints
    where there is no page.
    """

    code: str
    title: str
    severity: Severity = Severity.WARNING
    sources: Sources = ()
    facts: tuple[str, ...] = ()
    check: Check | None = field(default=None, compare=False)
    text: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """What a rule says of one object: its code, severity, file and line, reason, sources and way
    out are those of `diagnostic`. key: the object, None for a file or a silence."""

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
        said = self.diagnostic
        document: FindingDocument = {
            "code": said.code,
            "severity": said.severity,
            "title": self.title,
            "system": self.key.system if self.key else "",
            "kind": self.key.kind if self.key else "",
            "name": self.key.name if self.key else said.object,
            "file": said.file,
            "line": said.line,
            "attribute": said.attribute,
            "reason": said.rule,
            "remediation": said.remediation,
            "sources": [citation(source) for source in said.sources],
            "message": said.message,
        }
        if said.value is not NO_VALUE:
            document["value"] = json_value(said.value)
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


def facts_of(rules: Mapping[str, Rule]) -> dict[str, Rule]:
    """Rules by the diagnostics that say them; a rule of others says its own code."""
    return {fact: rule for rule in rules.values() for fact in (rule.code, *rule.facts)}
