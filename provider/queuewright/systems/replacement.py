"""The second half of a replacement: make the new object, or the old one again."""

from collections.abc import Mapping
from dataclasses import replace

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.errors import CommandFailed
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed
from queuewright.diff.compare import unreported
from queuewright.diff.normalise import spec_for
from queuewright.diff.replacing import carried_over
from queuewright.diff.types import Decision
from queuewright.ibmi.owner import OWNER

from .protocol import System


class PutBack(CommandFailed):
    """The new object was refused; the old one is there again as it was."""


def creates_now(
    creates: Mapping[str, Value],
    decision: Decision,
    decided_over: Observed | None,
    now: Observed,
    system: System,
) -> Mapping[str, Value]:
    """The values that a replacement creates: `creates`, as it was decided, and what it takes over
    as the object has it now, where others changed that meanwhile. Raises SystemUnavailable,
    CommandFailed."""
    if decided_over is not None and decided_over.attributes == now.attributes:
        return creates
    managed = creates.keys() - decision.carries
    shipped = system.defaults(now.key.kind)
    usual = None if shipped is None else shipped.attributes
    carried = carried_over(now.key.kind, now, managed | decision.leaves, usual)
    return {**carried, **{name: creates[name] for name in managed}}


def as_applied(former: Observed, applied: Mapping[str, Value], facts: SystemFacts) -> Observed:
    """The object, what nobody can read of it as it was last applied."""
    hidden = unreported(former.key.kind, facts)
    known = {name: value for name, value in applied.items() if name in hidden}
    return replace(former, attributes={**known, **former.attributes}) if known else former


def create_or_put_back(
    system: System, key: Key, values: Mapping[str, Value], former: Observed | None
) -> Observed:
    """Create what takes the place of `former`, which was deleted (None: nothing was there).

    Raises CommandFailed, PutBack where it ended as it began.
    """
    try:
        return system.create(spec_for(key, values))
    except CommandFailed as refusal:
        raise refusal if former is None else _put_back(former, system, refusal) from refusal


def _put_back(former: Observed, system: System, refusal: CommandFailed) -> CommandFailed:
    """Values that its kind ships with are left out: a command need not say it, and some systems
    report it in ways that no command takes."""
    shipped = system.defaults(former.key.kind)
    usual = {} if shipped is None else shipped.attributes
    values = {n: v for n, v in former.attributes.items() if n not in usual or usual[n] != v}
    try:
        try:
            system.create(spec_for(former.key, values))
        except CommandFailed:
            if OWNER not in values:
                raise
            # The object itself comes first: somebody else can give it its owner afterwards.
            owner = values.pop(OWNER)
            system.create(spec_for(former.key, values))
            text = f"{refusal}; it was put back, but {owner} does not own it any more"
            return PutBack(f"{text}: give it back by CHGOBJOWN")
    except CommandFailed as again:
        return CommandFailed(
            f"{refusal}; it was deleted to be replaced, and could not be put back: {again}",
            completion=refusal.completion,
            reason=refusal.reason,
            reason_name=refusal.reason_name,
            message_id=refusal.message_id,
        )
    lost = sorted(unreported(former.key.kind, system.facts) - former.attributes.keys())
    if lost:
        names = f"{', '.join(lost)}, which {system.name} does not report"
        return PutBack(f"{refusal}; it was put back, with what a new object has of {names}")
    return PutBack(f"{refusal}; it was put back as it was")
