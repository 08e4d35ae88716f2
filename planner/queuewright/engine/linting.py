"""The declarations of a program as objects that are linted, by themselves or in a plan."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from queuewright.catalogue.errors import SystemUnavailable
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed
from queuewright.catalogue.platform import Platform
from queuewright.diff.normalise import identity_of
from queuewright.diff.refusals import cannot_have
from queuewright.diff.types import Decision, Verb
from queuewright.kinds import KINDS, is_ibmi, is_mq, spec_of
from queuewright.lint.check import Finding
from queuewright.lint.linted import Linted
from queuewright.lint.rulebook import OWN
from queuewright.lint.run import SubjectProblem
from queuewright.lint.subject import Subject
from queuewright.mq.queue_manager import QMGR, QueueManagerSpec
from queuewright.state.deployment import Deployment
from queuewright.systems.protocol import System
from queuewright.world.snapshot import Snapshot, expecting
from queuewright.world.world import World

from .contradictions import twins
from .declared import Declared
from .matching import MatchedObject, match
from .redaction import Secrets
from .system_reader import Absent, kinds_to_read, read_systems, system_names

Lint = Callable[[Linted], Sequence[Finding]]


def facts_configured(config: Any, declared: Sequence[Declared]) -> dict[str, SystemFacts]:
    """The facts of the program's systems that need no question to them. config:
    `queuewright:systems`."""
    on_ibmi = {d.inputs.get("system") for d in declared if d.kind and is_ibmi(d.kind)}
    found = {}
    for name in system_names(declared, Deployment()):
        entry = config.get(name) if isinstance(config, Mapping) else None
        entry = entry if isinstance(entry, Mapping) else {}
        platform, level = entry.get("platform"), entry.get("command_level")
        facts = SystemFacts(name, Platform.IBMI if name in on_ibmi else Platform.LINUX)
        if isinstance(platform, str):
            facts = replace(facts, platform=Platform.parse(platform))
        if isinstance(level, int):
            facts = replace(facts, command_level=level)
        found[name] = facts
    return found


def linted_program(
    declared: Sequence[Declared],
    facts: Mapping[str, SystemFacts],
    systems: Mapping[str, System] | None = None,
    *,
    reads: Collection[str] = (),
    parallel: int = 16,
) -> Linted:
    """The objects of a program. facts: of its systems. systems: they are read, and what they have
    counts as there; None: nothing is read, and what is not declared is not there. reads: ids of
    what the program reads (`get`), which is there.

    Raises PlanError for declarations that are none, and SystemUnavailable.
    """
    stands: dict[str, Any] = {}
    for name, known in facts.items():
        stands[name] = Absent(name)
        stands[name].facts = known
    items = match(declared, Deployment(), systems or stands).declared
    readings: dict[str, Snapshot] = {}
    if systems is not None:
        readings, unreachable = read_systems(systems, kinds_to_read(items), items, parallel)
        if unreachable:
            raise SystemUnavailable("\n".join(unreachable.values()))
        facts = {name: reading.facts for name, reading in readings.items()}
    linted = linted_items(items, readings, facts)
    for key in map(Key.parse, reads):
        if key is not None and key.kind in KINDS:
            snapshot = linted.systems.get(key.system)
            snapshot = snapshot or Snapshot(SystemFacts(key.system), is_part=True)
            if key not in snapshot.objects:  # whatever it has
                linted.systems[key.system] = snapshot.noted([Observed(key, {})])
    world = linted.world
    for subject in linted.subjects:
        if subject.key not in items:
            continue
        existing = world.existing(subject.key)
        own_facts = world.facts(subject.key.system) if systems is not None else None
        linted.problems += _validated(items[subject.key], subject, existing, own_facts, items)
    return linted


def linted_items(
    items: Mapping[Key, MatchedObject],
    readings: Mapping[str, Snapshot],
    facts: Mapping[str, SystemFacts],
) -> Linted:
    """The declared objects of a plan, beside what the systems have. facts: by system."""
    linted = Linted(is_whole=True)
    systems = {n: readings.get(n) or Snapshot(known, is_read=False) for n, known in facts.items()}
    declared = {key: item.inputs.attributes for key, item in items.items() if item.inputs}
    linted.systems = expecting(systems, declared)
    world = linted.world
    managers = {key.system for key in items if is_mq(key.kind)}
    for name, known in facts.items():
        key = Key(name, QueueManagerSpec.kind, QMGR)
        if known.dead_letter_queue is not None and name in managers and key not in items:
            linted.subjects.append(Subject(key))
    for key, item in items.items():
        linted.subjects.append(_subject(key, item, items, world, linted))
    secrets = Secrets(tuple(items.values()), lambda key: [_attributes(key, world)], {})
    if secrets:
        linted.hide = secrets.diagnostic
    return linted


def besides(
    lint: Lint | None,
    declared: Mapping[Key, MatchedObject],
    readings: Mapping[str, Snapshot],
    decisions: Mapping[Key, Decision],
    *,
    is_whole: bool,
) -> tuple[Finding, ...]:
    """The findings of lint about declared objects of a plan that no step has already."""
    if lint is None:
        return ()
    facts = {name: reading.facts for name, reading in readings.items()}
    linted = linted_items(declared, readings, facts)
    linted.is_partial = not is_whole
    refused = {
        (key, known.code)
        for key, decision in decisions.items()
        for problem in decision.problems
        if (known := OWN.page_of(problem)) is not None
    }
    return tuple(f for f in lint(linted) if f.key is None or (f.key, f.code) not in refused)


def changed_subject(
    key: Key, values: Mapping[str, Any], like: str | None, decision: Decision
) -> Subject:
    """The changes of a plan, as its warnings look at it."""
    is_new = decision.verb in (Verb.CREATE, Verb.REPLACE)
    sent = None if is_new else {change.name for change in decision.changes}
    return Subject(key, values, like, sent)


def _attributes(key: Key, world: World) -> Mapping[str, Any]:
    observed = world.observed(key)
    return {} if observed is None else observed.attributes


def _subject(
    key: Key, item: MatchedObject, items: Mapping[Key, MatchedObject], world: World, linted: Linted
) -> Subject:
    """world: what the systems have."""
    assert item.inputs is not None
    assert item.declared is not None
    values: dict[str, Any] = dict(item.inputs.attributes)
    like = item.options.like
    is_new = key not in world
    if like and is_new:
        source = Key(key.system, key.kind, like)
        of_source = items[source].inputs if source in items else None
        if source not in world and of_source is None:
            linted.unknown.add(key)
        own = of_source.attributes if of_source is not None else {}
        values = {**_attributes(source, world), **own, **values}
    if item.declared.unknown_inputs:
        linted.unknown.add(key)
    file, _, line = item.declared.place.rpartition(":")
    number = int(line) if line.isdigit() else 0
    return Subject(key, values, like if is_new else None, None, is_new, file, number)


def _validated(
    item: MatchedObject,
    subject: Subject,
    existing: Mapping[str, Any],
    facts: SystemFacts | None,
    items: Mapping[Key, MatchedObject],
) -> list[SubjectProblem]:
    """The documents' rules against a declaration. facts: None where its system is not asked."""
    key, inputs = subject.key, item.inputs
    assert inputs is not None
    spec = spec_of(key.kind)
    values = {**identity_of(key.kind, key.name), **subject.values}
    _, problems = spec.validate_values(values, facts, existing=existing)
    unknown = item.declared.unknown_inputs if item.declared is not None else ()
    problems = [p for p in problems if p.code != "missing" or p.attribute not in unknown]
    problems += [*inputs.problems, *twins(key, items)]
    if facts is not None:
        new, like = bool(subject.is_new), subject.like
        problems += cannot_have(key, subject.values, facts, new=new, like=like)
    return [(subject, replace(problem, line=0, file="")) for problem in problems]
