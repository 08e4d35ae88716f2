"""The commands that an update would send, step by step: the update itself, over systems that write
down what they are sent."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from queuewright.catalogue.attribute import Change
from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.key import Key
from queuewright.diff.compare import unreported
from queuewright.diff.limits import removing
from queuewright.diff.types import Verb
from queuewright.diff.write_only import write_only
from queuewright.engine.apply import apply
from queuewright.engine.steps import Plan, Step
from queuewright.state.deployment import Deployment
from queuewright.state.store import StackStore
from queuewright.systems.mq.commands import ControlCommand
from queuewright.systems.protocol import System
from queuewright.systems.scripted import ScriptedSystem, Written


class ScriptError(QueuewrightError):
    """There is no script of a plan; one line a reason."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A step, and what it sends in order; nothing where only the state changes.

    afterwards: what follows when every step is done, on behalf of this one and maybe others.
    """

    step: Step
    commands: tuple[Written, ...]
    afterwards: bool = False


def commands_of(plan: Plan, systems: Mapping[str, System]) -> list[Sent]:
    """Everything that `up` would send, in the order in which it sends it one after the other.

    The systems are read where a command depends on what they have, and sent nothing. Raises
    PlanBlocked, and ScriptError where a step could not be carried out.
    """
    written: dict[Key, list[Written]] = {}
    refreshes: list[tuple[str, ControlCommand]] = []

    own = {step.key: step.decision for step in plan.changes}
    limits = removing(own)

    def record(key: Key, command: Written) -> None:
        if isinstance(command, ControlCommand) and not command.name:  # REFRESH
            refreshes.append((key.system, command))
            return
        of_step = key if key in own else limits.get(key, key)
        written.setdefault(of_step, []).append(command)

    known = {step.key: step.observed for step in plan.steps if step.observed is not None}
    over = {name: ScriptedSystem(system, record, known) for name, system in systems.items()}
    with TemporaryDirectory(prefix="queuewright-") as folder:
        store = StackStore(Path(folder), plan.project, plan.stack)
        if plan.state != Deployment():
            store.save(plan.state)
        applied = apply(plan, over, store, parallel=1)
    if not applied.ok:
        failures = (*applied.failed, *applied.skipped)
        raise ScriptError("\n".join(f"{each.step.key}: {each.text}" for each in failures))
    steps = [Sent(step, tuple(written.get(step.key, ()))) for step in applied.done]
    return [*steps, *_afterwards(applied.done, refreshes)]


def _afterwards(
    done: Sequence[Step], refreshes: Iterable[tuple[str, ControlCommand]]
) -> Iterator[Sent]:
    """Each REFRESH SECURITY, with the first step that waits for it."""
    for system, command in refreshes:
        waiting = (s for s in done if s.key.system == system)
        security = command.parameters["TYPE"]
        step = next(s for s in waiting if security in s.decision.refreshes)
        yield Sent(step, (command,), afterwards=True)


def secret_values(sent: Sent) -> list[str]:
    """Attributes of the step that its commands give in clear, and program or state keep secret."""
    step, declared, prior = sent.step, sent.step.declared, sent.step.prior
    if not sent.commands or sent.afterwards or step.verb is Verb.DELETE:
        return []
    hidden = set(declared.secret_inputs) if declared is not None else set()
    if prior is not None:
        hidden |= prior.secret_names
    if step.verb in (Verb.CREATE, Verb.REPLACE):
        given = {*step.desired, *(["like"] if step.options.like else [])}
    else:
        given = {change.name for change in step.decision.changes}
    return sorted(hidden & given)


def not_adopted(sent: Sequence[Sent], systems: Mapping[str, System]) -> Iterator[str]:
    """Why an `up` after the script would not find an object as it is declared; one line each."""
    for each in (one for one in sent if not one.afterwards):
        step = each.step
        costs = {change.cost for change in step.decision.changes}
        if step.verb is Verb.REPLACE and Change.REPLACE not in costs:
            reason = "; ".join(step.decision.reasons[:1])
            yield f"{step.key}: {reason}, which only the state knows: up replaces it once more"
        known = {change.name for change in step.decision.changes} & write_only(step.key.kind)
        if known and each.commands and step.verb is not Verb.CREATE:
            names = ", ".join(sorted(known))
            yield f"{step.key}: only the state knows {names}: up sends it once more"
        if not each.commands or step.verb is not Verb.CREATE:
            continue
        if step.options.adopt == "never":
            yield f'{step.key}: adopt="never": after this script, up refuses the existing object'
        hidden = unreported(step.key.kind, systems[step.key.system].facts) & step.desired.keys()
        if hidden:
            names = ", ".join(sorted(hidden))
            yield (
                f"{step.key}: {step.key.system} does not report {names}: after this script, up "
                'cannot tell whether it agrees; give adopt="any"'
            )
