"""Secret inputs: what a plan says of them without saying what they are."""

from collections.abc import Callable, Collection, Mapping
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
    clean = _cleaning([*values, *(c.before for c in changed), *(c.after for c in changed)])

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
        problems=tuple(_hidden(problem, names, clean) for problem in decision.problems),
        reasons=tuple(map(clean, decision.reasons)),
    )


def redacted_diagnostic(
    diagnostic: Diagnostic, declared: Declared, values: Mapping[str, Any]
) -> Diagnostic:
    """What is said of a declaration, without the values of its secret inputs."""
    names = declared.secret_inputs
    if not names:
        return diagnostic
    return _hidden(diagnostic, names, _cleaning([values.get(name) for name in names]))


def _hidden(
    diagnostic: Diagnostic, names: Collection[str], clean: Callable[[str], str]
) -> Diagnostic:
    value = SECRET if diagnostic.attribute in names else diagnostic.value
    rule, remediation = clean(diagnostic.rule), clean(diagnostic.remediation)
    return replace(diagnostic, value=value, rule=rule, remediation=remediation)


def _cleaning(values: Any) -> Callable[[str], str]:
    longest_first = sorted(filter(None, _texts(values)), key=len, reverse=True)

    def clean(text: str) -> str:
        for secret in longest_first:
            text = text.replace(secret, SECRET)
        return text

    return clean


def _texts(value: Any) -> set[str]:
    if isinstance(value, Mapping):
        return _texts([*value, *value.values()])
    if isinstance(value, list | tuple):
        return set().union(*map(_texts, value))
    return set() if value is None else {str(value)}
