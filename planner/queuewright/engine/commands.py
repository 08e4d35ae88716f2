"""What one step sends to its system."""

from collections.abc import Callable

from queuewright.catalogue.errors import CommandFailed
from queuewright.catalogue.observed import Observed
from queuewright.catalogue.options import OnDelete
from queuewright.diff.normalise import spec_for
from queuewright.diff.removal import loss
from queuewright.diff.snapshot import SystemSnapshot
from queuewright.diff.types import Verb
from queuewright.systems.protocol import System
from queuewright.systems.replacement import create_or_put_back

from .steps import Step


def run_step(step: Step, system: System, before_create: Callable[[], None],
             deleted: Callable[[], None]) -> Observed | None:  # fmt: skip
    """Do what the step says, and give the object as it is then; None when it is no more.

    before_create is called before an object is created, deleted after one was deleted that is to
    be created again. Raises CommandFailed (PutBack where a replacement ended as it began),
    SystemUnavailable. Just before a delete, messages and handles are read again: they may stand in
    the way only now.
    """
    decision = step.decision
    if decision.verb is Verb.CREATE:
        before_create()
        return system.create(spec_for(step.key, step.desired), like=step.options.like)
    if decision.verb in (Verb.UPDATE, Verb.IMPORT):
        if not decision.changes:
            return step.observed
        values = {c.name: step.desired.get(c.name, c.after) for c in decision.changes}
        return system.change(spec_for(step.key, values), force=decision.with_force)
    if decision.verb is Verb.REPLACE:
        former = _delete(step, system, "replaced", keep_authorities=True)
        deleted()
        before_create()
        return create_or_put_back(system, step.key, step.desired, former)
    if decision.verb is Verb.DELETE and not decision.keep:
        _delete(step, system, "deleted")
    return None


def _delete(
    step: Step, system: System, verb: str, *, keep_authorities: bool = False
) -> Observed | None:
    """The object that was deleted, None where there was none."""
    key, purge = step.key, step.decision.purge
    observed = _look(step, system)
    if observed is None:
        return None
    on_delete = OnDelete.PURGE if purge else OnDelete.REFUSE_IF_IN_USE
    snapshot = SystemSnapshot.of([observed], system=key.system)
    problems = loss(key, observed, snapshot, on_delete, verb)
    blocked = [f"{p} (since the plan was made)" for p in problems if p.is_error]
    if blocked:
        raise CommandFailed("\n".join(blocked))
    try:
        system.delete(key, purge=purge, keep_authorities=keep_authorities)
    except CommandFailed:
        if _look(step, system) is not None:
            raise
    return observed


def _look(step: Step, system: System) -> Observed | None:
    objects = system.observe([step.key.kind], [step.key.name], status=True)
    return next((observed for observed in objects if observed.key == step.key), None)
