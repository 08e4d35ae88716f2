"""The changes of a stack's outputs: shown with the plan, for an update writes them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from queuewright.catalogue.diagnostic import one_line, shown
from queuewright.catalogue.hiding import SECRET
from queuewright.state.deployment import Deployment, is_secret

UNKNOWN = "[unknown]"


@dataclass(frozen=True, slots=True)
class OutputChange:
    """One output; before None: it is new, after None: it goes. Secrets are `SECRET`."""

    name: str
    before: Any
    after: Any

    @property
    def mark(self) -> str:
        return "+" if self.before is None else "-" if self.after is None else "~"

    def __str__(self) -> str:
        values = [_text(value) for value in (self.before, self.after) if value is not None]
        return f"{one_line(self.name)}: {' -> '.join(values)}"


def stack_outputs(deployment: Deployment) -> dict[str, Any]:
    """The stack's outputs as the state has them, for people: a secret is in it as ciphertext, or
    only by name."""
    root = deployment.stack()
    if root is None:
        return {}
    outputs = dict.fromkeys(root.raw.get("additionalSecretOutputs") or (), SECRET)
    outputs |= {name: without_secrets(value) for name, value in root.outputs.items()}
    return dict(sorted(outputs.items()))


def output_changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[OutputChange]:
    """In the order of the program, then those that go. before, after: for people. Whether a secret
    changes is not told."""
    for name, value in after.items():
        if before.get(name) != value:
            yield OutputChange(name, before.get(name), value)
    yield from (
        OutputChange(name, value, None) for name, value in before.items() if name not in after
    )


def without_secrets(value: Any) -> Any:
    """A value of a state for people."""
    if is_secret(value):
        return SECRET
    if isinstance(value, Mapping):
        return {name: without_secrets(item) for name, item in value.items()}
    return [without_secrets(item) for item in value] if isinstance(value, list) else value


def _text(value: Any) -> str:
    return value if value in (SECRET, UNKNOWN) else shown(value, 200)
