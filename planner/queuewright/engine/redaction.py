"""Secret inputs: what a plan says of them without saying what they are."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.diff.normalise import Inputs
from queuewright.diff.types import AttributeChange, Decision

from .declared import Declared

SECRET = "[secret]"


def redacted(decision: Decision, declared: Declared, inputs: Inputs) -> Decision:
    """The decision with the values of secret inputs, old and new, replaced by `SECRET`."""
    names = declared.secret_inputs
    changed = [c for c in (*decision.changes, *decision.drift) if c.name in names]
    values = [inputs.attributes.get(name) for name in names]
    values += [inputs.options.like] if "like" in names else []
    texts = _texts([*values, *(c.before for c in changed), *(c.after for c in changed)])
    longest_first = sorted(filter(None, texts), key=len, reverse=True)

    def clean(text: str) -> str:
        for secret in longest_first:
            text = text.replace(secret, SECRET)
        return text

    def problem(diagnostic: Diagnostic) -> Diagnostic:
        value = SECRET if diagnostic.attribute in names else diagnostic.value
        rule, remediation = clean(diagnostic.rule), clean(diagnostic.remediation)
        return replace(diagnostic, value=value, rule=rule, remediation=remediation)

    def hidden(change: AttributeChange) -> AttributeChange:
        if change.name not in names:
            return change
        before, after = (None if v is None else SECRET for v in (change.before, change.after))
        return replace(change, before=before, after=after)

    return replace(
        decision,
        creates={n: SECRET if n in names else v for n, v in decision.creates.items()},
        changes=tuple(map(hidden, decision.changes)),
        drift=tuple(map(hidden, decision.drift)),
        force=replace(decision.force, why=clean(decision.force.why)),
        problems=tuple(map(problem, decision.problems)),
        reasons=tuple(map(clean, decision.reasons)),
    )


def _texts(value: Any) -> set[str]:
    if isinstance(value, Mapping):
        return _texts([*value, *value.values()])
    if isinstance(value, list | tuple):
        return set().union(*map(_texts, value))
    return set() if value is None else {str(value)}
