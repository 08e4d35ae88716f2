"""Topic strings: two topic objects of a queue manager never have the same one, so one topic may
have to give its string up before another takes it."""

from collections.abc import Iterable, Iterator, Mapping

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.diagnostic import Diagnostic, Severity, first_few, shown
from queuewright.catalogue.key import Key
from queuewright.catalogue.references import Role
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import DELETING_TOPICS
from queuewright.diff.held_alone import TOPIC_STRING, TOPIC_STRING_TWICE
from queuewright.diff.types import Decision
from queuewright.kinds import kinds_of
from queuewright.world.snapshot import Snapshot

from .matching import MatchedObject
from .ordering import Need

Made = Mapping[Key, Mapping[str, Value]]

TOPIC_STRINGS_SWAPPED = TOPIC_STRING_TWICE.but(
    code="topic-strings-swapped",
    title="Topics take each other's topic strings",
    reason="{topics} take each other's topic strings, and none of them can be made before the "
    "others are gone",
    remediation="give one of them another topic_string first, in an update of its own",
)
SUBSCRIPTIONS_STAY = Rule(
    "subscriptions-stay",
    "Subscriptions stay on the former string of a topic",
    "subscriptions {names} go on with {string}: what a subscription receives was decided when it "
    "was made",
    "delete and create them too, where they are to follow: messages that are on the way are then "
    "no longer theirs",
    (DELETING_TOPICS.at("Note"),),
    TOPIC_STRING,
    Severity.WARNING,
)


def subscriptions_left(
    key: Key, decision: Decision, naming: Iterable[Key], reading: Snapshot
) -> Iterator[Diagnostic]:
    """Subscriptions by a topic object that is to have another string. naming: what names it."""
    observed = reading.objects.get(key)
    former = None if observed is None else observed.attributes.get(TOPIC_STRING)
    own = [each.name for each in naming if each.kind in kinds_of(Role.SUBSCRIPTION)]
    if own and former and former != decision.creates.get(TOPIC_STRING):
        names = ", ".join(first_few(sorted(own)))
        yield SUBSCRIPTIONS_STAY(key, names=names, string=shown(former))


def needs_of_strings(made: Made, readings: Mapping[str, Snapshot]) -> Iterator[Need]:
    """A topic that is made with the topic string that another one has now, which the same plan
    replaces, is made after that. made: what is created or replaced, with its values."""
    taking = _taking(made, readings)
    yield from (Need(key, taking[key], TOPIC_STRING) for key in taking if not _ring(key, taking))


def held_twice(
    decisions: Mapping[Key, Decision],
    declared: Mapping[Key, MatchedObject],
    readings: Mapping[str, Snapshot],
    made: Made,
) -> Iterator[tuple[Key, Diagnostic]]:
    """Topics that are made with a string that another one has, or may not give up before."""
    yield from _with_one_string(decisions, declared, readings, made)
    yield from _in_rings(made, readings)


def _in_rings(made: Made, readings: Mapping[str, Snapshot]) -> Iterator[tuple[Key, Diagnostic]]:
    """Topics that take each other's strings, so that none of them can be first."""
    taking = _taking(made, readings)
    for key in taking:
        if ring := _ring(key, taking):
            names = ", ".join(first_few(sorted(topic.name for topic in ring)))
            yield key, TOPIC_STRINGS_SWAPPED(key, made[key][TOPIC_STRING], topics=names)


def _taking(made: Made, readings: Mapping[str, Snapshot]) -> dict[Key, Key]:
    """Topics, each with the one that has its topic string now and is to have another."""
    wanted = _strings(made)
    holders = {
        (key.system, observed.attributes.get(TOPIC_STRING)): key
        for key in wanted
        if key.system in readings and (observed := readings[key.system].objects.get(key))
    }
    held = ((key, holders.get((key.system, string))) for key, string in wanted.items())
    return {key: holder for key, holder in held if holder is not None and holder != key}


def _strings(made: Made) -> dict[Key, Value]:
    """Topics that are made, each with its topic string."""
    topics = kinds_of(Role.TOPIC)
    return {k: v[TOPIC_STRING] for k, v in made.items() if k.kind in topics and v.get(TOPIC_STRING)}


def _ring(key: Key, taking: Mapping[Key, Key]) -> list[Key]:
    """The topics that it waits for, up to itself; none where the last of them waits for nothing."""
    ring = [key]
    while (following := taking.get(ring[-1])) is not None and following not in ring:
        ring.append(following)
    return ring if following == key else []


def _with_one_string(
    decisions: Mapping[Key, Decision],
    declared: Mapping[Key, MatchedObject],
    readings: Mapping[str, Snapshot],
    made: Made,
) -> Iterator[tuple[Key, Diagnostic]]:
    """Topics that are made with the topic string of another one, declared or there."""
    wanted = _strings(made)
    if not wanted:
        return
    topics = kinds_of(Role.TOPIC)
    having: dict[tuple[str, object], list[Key]] = {}
    for key, item in declared.items():
        if key.kind in topics and item.inputs is not None:
            own = made.get(key, item.inputs.attributes).get(TOPIC_STRING)
            if own is None and key not in made and key.system in readings:
                there = readings[key.system].objects.get(key)  # the program leaves it as it is
                own = None if there is None else there.attributes.get(TOPIC_STRING)
            having.setdefault((key.system, own), []).append(key)
    for system in {key.system for key in wanted}:
        for string, key in readings[system].topics.items() if system in readings else ():
            if key not in declared and not (key in decisions and decisions[key].deletes):
                having.setdefault((system, string), []).append(key)
    for key, own in wanted.items():
        others = [other for other in having.get((key.system, own), ()) if other != key]
        if others:
            yield key, TOPIC_STRING_TWICE(key, own, other=shown(others[0].name))
