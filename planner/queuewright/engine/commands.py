"""What one step sends to its system."""

from collections.abc import Callable
from typing import Any

from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.catalogue.observed import Observed
from queuewright.catalogue.options import OnDelete
from queuewright.catalogue.spec import Spec
from queuewright.diff.normalise import identity_of
from queuewright.diff.removal import loss
from queuewright.diff.snapshot import SystemSnapshot
from queuewright.diff.types import Verb
from queuewright.kinds import spec_of
from queuewright.systems.protocol import CommandFailed, System

from .steps import Step

__all__ = ["run_step"]


def run_step(step: Step, system: System, before_create: Callable[[], None],
             deleted: Callable[[], None]) -> Observed | None:  # fmt: skip
    """Do what the step says, and give the object as it is then; None when it is no more.

    before_create is called before an object comes into being, deleted after one has gone that is
    to come again. Raises CommandFailed, SystemUnavailable. Just before a delete, messages and
    handles are looked at again: what stood in nobody's way when the plan was made may now.
    """
    decision = step.decision
    if decision.verb is Verb.CREATE:
        before_create()
        return system.create(_spec(step, step.desired), like=step.options.like)
    if decision.verb in (Verb.UPDATE, Verb.IMPORT):
        if not decision.changes:
            return step.observed
        values = {c.name: step.desired.get(c.name, c.after) for c in decision.changes}
        return system.change(_spec(step, values), force=decision.with_force)
    if decision.verb is Verb.REPLACE:
        _delete(step, system, "replaced", keep_authorities=True)
        deleted()
        before_create()
        return system.create(_spec(step, step.desired), like=step.options.like)
    if decision.verb is Verb.DELETE and not decision.keep:
        _delete(step, system, "deleted")
    return None


def _spec(step: Step, values: Any) -> Spec:
    """A spec of the values; they were validated when the plan was made."""
    kind = step.key.kind
    return spec_of(kind).observed({**identity_of(kind, step.key.name), **values})


def _delete(step: Step, system: System, verb: str, *, keep_authorities: bool = False) -> None:
    key, purge = step.key, step.decision.purge
    observed = _look(step, system)
    if observed is None:
        return
    on_delete = OnDelete.PURGE if purge else OnDelete.REFUSE_IF_IN_USE
    blocked, _ = loss(
        key, observed, SystemSnapshot.of([observed], system=key.system), on_delete, verb
    )
    if blocked:
        raise CommandFailed("\n".join(map(_since, blocked)))
    try:
        system.delete(key, purge=purge, keep_authorities=keep_authorities)
    except CommandFailed:
        if _look(step, system) is not None:
            raise


def _look(step: Step, system: System) -> Observed | None:
    found = system.observe([step.key.kind], [step.key.name], status=True)
    return next((one for one in found if one.key == step.key), None)


def _since(problem: Diagnostic) -> str:
    return f"{problem} (since the plan was made)"
