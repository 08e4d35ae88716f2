"""Commands that only the running script decides about: in a branch, or under Ansible's `when`.

They are taken: both branches mostly are about the same objects. Where one changes what stands
without it, that is reported: nobody knows which of the two it will be.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from queuewright.catalogue.diagnostic import Diagnostic, Severity, first_few, shown
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import RUNMQSC
from queuewright.dialects.definition import Definition
from queuewright.diff.write_only import write_only

from .commands import not_taken

DECIDED_VALUE = Rule(
    "decided-value",
    "A running script decides whether a command changes something",
    "line {line} of the script decides whether this is run: it is taken, and without it {values}",
    "correct the program where that is so",
    (RUNMQSC.at("Description"),),
    severity=Severity.WARNING,
)


def changed_by_decision(
    line: int, definition: Definition, before: Mapping[str, Any], after: Mapping[str, Any]
) -> Iterator[Diagnostic]:
    """A command that is taken and changes what was there. line: of what decides; before, after: the
    attributes of the object."""
    given = sorted(definition.values.keys() | definition.removed.keys())
    changed = [name for name in given if before.get(name) != after.get(name)]
    hidden = write_only(definition.kind)
    values = [
        f"{name} is another" if name in hidden else f"{name} is {shown(before.get(name), 60)}"
        for name in changed
    ]
    if values:
        yield not_taken(DECIDED_VALUE, definition, line=line, values=", ".join(first_few(values)))
