"""What is secret: what either the program or the state marks. A plan says that it changes, and not
what it is.

What the program gives in clear is its own: it is shown as what comes, though the state marks what
was there.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any

from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.diff.normalise import Inputs
from queuewright.diff.types import AttributeChange, Decision
from queuewright.state.deployment import Resource

from .declared import Declared

SECRET = "[secret]"


def secret_names(declared: Declared | None, prior: Resource | None) -> frozenset[str]:
    """The inputs of a resource that are secret as the program says it, or as the state does."""
    of_program = frozenset[str]() if declared is None else declared.secret_inputs
    return of_program if prior is None else of_program | prior.secret_names


def secret_in_state(declared: Declared, prior: Resource | None) -> frozenset[str]:
    """What is not written to the state in plain text: what the program marks secret, and what the
    state marks, until the program gives it in clear."""
    of_program = declared.secret_inputs | set(declared.additional_secret_outputs)
    of_state = frozenset[str]() if prior is None else prior.secret_names
    return of_program | (of_state - declared.inputs.keys())


def redacted(
    decision: Decision,
    names: Collection[str],
    declared: Declared | None,
    inputs: Inputs | None,
    observed: Mapping[str, Any],
) -> Decision:
    """The decision with the values of what is secret, old and new, replaced by `SECRET`.

    names: what is secret. declared: None for what goes. observed: what the object has.
    """
    in_clear: set[str] = set()
    given: Mapping[str, Any] = {}
    like = None
    if declared is not None and inputs is not None:
        in_clear = inputs.attributes.keys() - declared.secret_inputs
        given = inputs.attributes
        like = inputs.options.like if "like" in names else None
    values = [like, *(given.get(name) for name in names if name not in in_clear)]
    values += [observed.get(name) for name in names]
    values += [c.before for c in decision.changes if c.name in names]
    values += [c.after for c in decision.changes if c.name in names and c.name not in in_clear]
    values += [v for c in decision.drift if c.name in names for v in (c.before, c.after)]
    clean = _cleaning(values)

    def hidden(change: AttributeChange, in_clear: Collection[str] = ()) -> AttributeChange:
        if change.name not in names:
            return change
        before, after = (None if v is None else SECRET for v in (change.before, change.after))
        comes = change.after if change.name in in_clear else after
        return replace(change, before=before, after=comes)

    return replace(
        decision,
        creates={
            n: SECRET if n in names and n not in in_clear else v
            for n, v in decision.creates.items()
        },
        changes=tuple(hidden(change, in_clear) for change in decision.changes),
        drift=tuple(map(hidden, decision.drift)),
        force=replace(decision.force, why=clean(decision.force.why)),
        problems=tuple(_hidden(problem, names, clean) for problem in decision.problems),
        reasons=tuple(map(clean, decision.reasons)),
    )


def redacted_diagnostic(
    diagnostic: Diagnostic, names: Collection[str], values: Mapping[str, Any]
) -> Diagnostic:
    """What is said of a declaration, without the values of what is secret."""
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
