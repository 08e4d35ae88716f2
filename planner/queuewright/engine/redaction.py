"""Secret inputs: what a plan says of them without saying what they are."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.diff.normalise import Inputs
from queuewright.diff.types import Decision

from .declared import Declared

SECRET = "[secret]"


def redacted(decision: Decision, declared: Declared, inputs: Inputs) -> Decision:
    """The decision with the values of secret inputs, old and new, replaced by `SECRET`."""
    names = declared.secret_inputs
    texts = set()
    for name in names:
        texts |= _texts(inputs.attributes.get(name))
    for change in (*decision.changes, *decision.drift):
        if change.name in names:
            texts |= _texts(change.before) | _texts(change.after)
    longest_first = sorted(filter(None, texts), key=len, reverse=True)

    def clean(text: str) -> str:
        for secret in longest_first:
            text = text.replace(secret, SECRET)
        return text

    def problem(diagnostic: Diagnostic) -> Diagnostic:
        value = SECRET if diagnostic.attribute in names else diagnostic.value
        return replace(
            diagnostic,
            value=value,
            rule=clean(diagnostic.rule),
            remediation=clean(diagnostic.remediation),
        )

    def hidden(value: Any) -> Any:
        return None if value is None else SECRET

    return replace(
        decision,
        creates={n: SECRET if n in names else v for n, v in decision.creates.items()},
        changes=tuple(
            replace(c, before=hidden(c.before), after=hidden(c.after)) if c.name in names else c
            for c in decision.changes
        ),
        drift=tuple(
            replace(c, before=hidden(c.before), after=hidden(c.after)) if c.name in names else c
            for c in decision.drift
        ),
        force=replace(decision.force, why=clean(decision.force.why)),
        blocked=tuple(map(problem, decision.blocked)),
        warnings=tuple(map(problem, decision.warnings)),
        reasons=tuple(map(clean, decision.reasons)),
    )


def _texts(value: Any) -> set[str]:
    if isinstance(value, Mapping):
        texts: set[str] = set()
        for name, item in value.items():
            texts |= {str(name)} | _texts(item)
        return texts
    if isinstance(value, list | tuple):
        return set().union(*map(_texts, value))
    return set() if value is None else {str(value)}
