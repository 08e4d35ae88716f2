"""The objects that a saved plan may delete without a signature: objects of which the state has a
record.

Whoever can write a state can write an entry for any object, and a plan that deletes it. An engine
that makes or adopts an object records when (`created`) and what the system said of it then
(`outputs`, with system and name); an entry without that is no proof that the object is the stack's.
It is a lock against mistakes and simple forgeries: who can write the state and knows its format can
write the record too, which is why plans are signed where the state is not trusted.
"""

from collections.abc import Iterator
from datetime import datetime

from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.key import Key
from queuewright.diff.normalise import identity_of
from queuewright.diff.types import Verb
from queuewright.engine.steps import Plan
from queuewright.state.deployment import Resource

from .file import SavedPlanError


def check_recorded(plan: Plan, file: object) -> None:
    """Raises SavedPlanError, a line an object, where a plan that nobody signed deletes what the
    state has no record of."""
    lines = list(_unrecorded(plan))
    if lines:
        remediation = (
            "sign the plan where it is reviewed and give --verify KEY, or correct the state"
        )
        raise SavedPlanError("\n".join([*lines, f"{file}: nothing was sent: {remediation}"]))


def _unrecorded(plan: Plan) -> Iterator[str]:
    for step in plan.changes:
        deletes = step.verb is Verb.REPLACE or step.deletes
        if deletes and (step.prior is None or not is_recorded(step.prior)):
            reason = "the state has no record that this stack made or adopted it"
            yield one_line(f"{step.key}: would be deleted, and {reason} (created, outputs)")


def is_recorded(resource: Resource) -> bool:
    """Whether an entry has what an engine writes when it makes or adopts the object."""
    key = Key.parse(resource.id)
    if key is None:
        return False
    try:
        datetime.fromisoformat(str(resource.raw.get("created")))
    except ValueError:
        return False
    named = {"system": key.system, **identity_of(key.kind, key.name)}
    return all(resource.outputs.get(name) == value for name, value in named.items())
