"""The decisions of one plan, while it is made."""

from collections.abc import Iterable, Iterator, Mapping

from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.catalogue.key import Key
from queuewright.diff.compare import unreported
from queuewright.diff.types import Decision, Verb
from queuewright.world.snapshot import Snapshot

from .matching import MatchedObject

_STAYS = (Verb.SAME, Verb.UPDATE, Verb.ADOPT)


class Decisions:
    """every: of each object that the plan looks at, in the plan's order. changing: those that are
    more than "same", which are few of very many."""

    def __init__(self, every: dict[Key, Decision]) -> None:
        self.every = every
        self.changing = {key: d for key, d in every.items() if d.verb is not Verb.SAME}

    def stays(self, key: Key) -> bool:
        """Whether the plan looks at the object and does nothing with it."""
        return key in self.every and key not in self.changing

    def note(self, decided: Mapping[Key, Decision]) -> None:
        """Put these in the place of what was decided before."""
        for key, decision in decided.items():
            self.every[key] = decision
            if decision.verb is not Verb.SAME:
                self.changing[key] = decision
            else:
                self.changing.pop(key, None)

    def add(self, found: Iterable[tuple[Key, Diagnostic]]) -> None:
        """Add problems. All of them are found before the first one is added."""
        for key, problem in list(found):
            self.note({key: self.every[key].but(problem)})


def not_compared(
    items: Iterable[MatchedObject],
    decisions: Mapping[Key, Decision],
    readings: Mapping[str, Snapshot],
) -> Iterator[str]:
    """Declared attributes that the systems do not report, of objects that were read and stay, and
    that are not set now: who changed them by hand is not known."""
    hidden = {
        (name, kind): names
        for name, reading in readings.items()
        for kind in {key.kind for key in reading.objects}
        if (names := unreported(kind, reading.facts))
    }
    unseen: dict[tuple[str, str], list[set[str]]] = {}
    for item in items if hidden else ():
        place, inputs = (item.key.system, item.key.kind), item.inputs
        if inputs is None or place not in hidden or decisions[item.key].verb not in _STAYS:
            continue
        unread = inputs.attributes.keys() & hidden[place]
        unread -= {change.name for change in decisions[item.key].changes}
        if unread:
            unseen.setdefault(place, []).append(unread)
    for (system, kind), found in sorted(unseen.items()):
        listed = ", ".join(sorted(set[str]().union(*found)))
        objects = f"{len(found)} object{'s' * (len(found) > 1)}"
        yield f"{system} does not report {listed} of {kind} ({objects})"
