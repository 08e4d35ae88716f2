"""What becomes of a stack's outputs: shown with the plan, for an update writes them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from queuewright.catalogue.diagnostic import one_line, shown
from queuewright.engine.redaction import SECRET
from queuewright.state.deployment import is_secret

UNKNOWN = "[unknown]"


@dataclass(frozen=True, slots=True)
class OutputChange:
    """One output; before None: it is new, after None: it goes. Secrets are `SECRET`."""

    name: str
    before: Any = None
    after: Any = None

    @property
    def mark(self) -> str:
        return "+" if self.before is None else "-" if self.after is None else "~"

    def __str__(self) -> str:
        values = [_text(value) for value in (self.before, self.after) if value is not None]
        return f"{one_line(self.name)}: {' -> '.join(values)}"


def output_changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[OutputChange]:
    """In the order of the program, then those that go. before: as the state has them, secrets in
    Pulumi's mark; after: for people. Whether a secret changes is not told."""
    known = {name: without_secrets(value) for name, value in before.items()}
    for name, value in after.items():
        if known.get(name) != value:
            yield OutputChange(name, known.get(name), value)
    yield from (OutputChange(name, value) for name, value in known.items() if name not in after)


def without_secrets(value: Any) -> Any:
    """A value of a state for people."""
    if is_secret(value):
        return SECRET
    if isinstance(value, Mapping):
        return {name: without_secrets(item) for name, item in value.items()}
    return [without_secrets(item) for item in value] if isinstance(value, list) else value


def _text(value: Any) -> str:
    return value if value in (SECRET, UNKNOWN) else shown(value, 200)
