"""What an import tells: what it took, what not, what looks wrong."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.catalogue.facts import SystemFacts


@dataclass(frozen=True, slots=True)
class Report:
    """declared: kind -> objects in the program. left_out: why -> kind -> objects that were read and
    are not in it. not_taken: command -> how many, those that are about no kind; not_taken_names:
    the objects that they name. unmanaged: `kind KEYWORD` -> how many objects of the program have it
    besides. problems: what is no valid text of its dialect. notes: what was left out, and what
    looks wrong. assumed: facts of the system that no file tells and no option gave. files: of the
    project -> lines.
    """

    facts: SystemFacts
    sources: tuple[str, ...]
    declared: Mapping[str, int]
    left_out: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    not_taken: Mapping[str, int] = field(default_factory=dict)
    not_taken_names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    unmanaged: Mapping[str, int] = field(default_factory=dict)
    problems: tuple[str, ...] = ()
    notes: tuple[Diagnostic, ...] = ()
    assumed: tuple[str, ...] = ()
    files: Mapping[str, int] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """Plain data, the same names."""
        return {
            "system": {
                "name": self.facts.name,
                "platform": self.facts.platform.value,
                "command_level": self.facts.command_level,
                "ccsid": self.facts.ccsid,
                "assumed": list(self.assumed),
            },
            "sources": list(self.sources),
            "declared": dict(self.declared),
            "left_out": {why: dict(kinds) for why, kinds in self.left_out.items()},
            "not_taken": [
                {"command": words, "count": count, "names": [*self.not_taken_names.get(words, ())]}
                for words, count in self.not_taken.items()
            ],
            "unmanaged": dict(self.unmanaged),
            "problems": list(self.problems),
            "notes": [
                {name: getattr(note, name) for name in ("code", "object", "message", "place")}
                for note in self.notes
            ],
            "files": dict(self.files),
        }
