"""Which objects a program declares, and with which attributes."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from queuewright.catalogue.attribute import Strength, Value
from queuewright.catalogue.diagnostic import Diagnostic, shown
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.references import Role
from queuewright.dialects.definition import Definition
from queuewright.dialects.validation import identity
from queuewright.engine.lint import Changed, lint
from queuewright.graph.dependency_graph import DependencyGraph
from queuewright.kinds import KINDS, kinds_of
from queuewright.mq.channels import ClusterReceiverChannelSpec
from queuewright.mq.cluster import ClusterSpec
from queuewright.mq.membership import memberships

from .folding import Folded, is_dynamic, note, references
from .reading import SourceFacts


@dataclass(slots=True)
class Chosen:
    """What is declared: by kind and name, with the attributes that the program gives.

    full: every object that the files define, with every value that is known of it. left_out:
    why -> kind -> how many.
    """

    declared: dict[Key, Definition]
    full: dict[Key, Mapping[str, Value]]
    notes: list[Diagnostic] = field(default_factory=list)
    left_out: dict[str, Counter[str]] = field(default_factory=dict)


def choose(
    folded: Folded,
    facts: SystemFacts,
    source: SourceFacts,
    *,
    all_attributes: bool = False,
    system_objects: bool = False,
) -> Chosen:
    """Choose. all_attributes: keep what equals the system's defaults. system_objects: keep
    SYSTEM.* and AMQ.*. facts: the system that the program is for; source: where it comes from."""
    objects = dict(folded.objects)
    receivers = [o for o in objects.values() if o.kind == ClusterReceiverChannelSpec.kind]
    named = {o.values.get("cluster_name"): o for o in reversed(receivers)}
    for name in memberships({key: known.values for key, known in objects.items()}):
        cluster = Definition(ClusterSpec.kind, name)
        if receivers:
            channel = named.get(name, receivers[0])
            cluster = replace(cluster, file=channel.file, line=channel.line)
        objects.setdefault((cluster.kind, name), cluster)
    defaults = {kind: _defaults(kind, objects, facts) for kind in {kind for kind, _ in objects}}
    chosen = Chosen({}, {})
    for item in objects.values():
        key = Key(facts.name, item.kind, item.name)
        chosen.full[key] = {**defaults[item.kind], **item.values}
        why = "dynamic queues" if is_dynamic(item) else ""
        if not system_objects and item.name.startswith(("SYSTEM.", "AMQ.")):
            why = "system objects"
        if why:
            chosen.left_out.setdefault(why, Counter())[item.kind] += 1
            continue
        # In the catalogue's order, without what the kind does not have.
        names = KINDS[item.kind].attributes()
        kept = {name: item.values[name] for name in names if name in item.values}
        if not all_attributes:
            is_default = KINDS[item.kind].commands.default_object == item.name
            shipped = _shipped(item.kind, facts) if is_default else defaults[item.kind]
            kept = {name: v for name, v in kept.items() if item.like or shipped.get(name) != v}
        declared = _validated(replace(item, values=kept), chosen.full[key], facts, chosen)
        if declared is not None:
            chosen.declared[key] = declared
            broken = kept.keys() - declared.values.keys()
            chosen.full[key] = {n: v for n, v in chosen.full[key].items() if n not in broken}
    if not all_attributes:
        chosen.notes += _own_defaults(objects, defaults, chosen.declared, facts)
    _break_cycles(chosen)
    chosen.notes += _diagnosed(chosen, facts, source)
    return chosen


def _shipped(kind: str, facts: SystemFacts) -> Mapping[str, Value]:
    return KINDS[kind].shipped(facts.platform, facts.command_level)


def _defaults(
    kind: str, objects: Mapping[tuple[str, str], Definition], facts: SystemFacts
) -> dict[str, Value]:
    """What the system gives an attribute that a command leaves out: the files' own default
    definition over what IBM ships."""
    own = objects.get((kind, KINDS[kind].commands.default_object or ""))
    return {**_shipped(kind, facts), **(own.values if own else {})}


def _validated(
    item: Definition, existing: Mapping[str, Value], facts: SystemFacts, chosen: Chosen
) -> Definition | None:
    """Without the attributes that break a rule, which would stop every plan; None when it is the
    name that does."""
    spec = KINDS[item.kind]
    values, existing = dict(item.values), dict(existing)
    while True:
        given: dict[str, Any] = {**identity(spec, item.name), **values}
        _, problems = spec.validate_values(given, facts, existing=existing)
        errors = [problem for problem in problems if problem.is_error]
        breaking = {e.attribute for e in errors if e.attribute in values}
        for problem in errors if not breaking else [e for e in errors if e.attribute in breaking]:
            outcome = "the attribute is left out" if breaking else "the object is left out"
            chosen.notes.append(note(problem.code, item, f"{outcome}: {problem.message}"))
        if not errors:
            return replace(item, values=values)
        if not breaking:
            chosen.left_out.setdefault("objects that break rules", Counter())[item.kind] += 1
            return None
        for name in breaking:
            del values[str(name)]
            existing.pop(str(name), None)


def _own_defaults(
    objects: Mapping[tuple[str, str], Definition],
    defaults: Mapping[str, Mapping[str, Value]],
    declared: Mapping[Key, Definition],
    facts: SystemFacts,
) -> list[Diagnostic]:
    """Default definitions that are not as IBM ships them: what is left out relies on them."""
    notes = []
    for kind in sorted({key.kind for key in declared}):
        own = objects.get((kind, KINDS[kind].commands.default_object or ""))
        if own is None or Key(facts.name, kind, own.name) in declared:
            continue
        shipped = _shipped(kind, facts)
        for name, value in own.values.items():
            if name in shipped and shipped[name] != value:
                message = (
                    f"{name} is {shown(value)} there, and IBM ships {shown(shipped[name])}: a new "
                    "system needs it too, or import with --all-attributes"
                )
                notes.append(note("changed-default", own, message))
    return notes


def _break_cycles(chosen: Chosen) -> None:
    """Leave out what closes a cycle of hard references: no program can declare one."""
    graph: DependencyGraph[Key] = DependencyGraph()
    for edge in references(chosen.declared):
        if edge.strength is Strength.HARD:
            graph.add_dependency(edge.source, edge.target, edge.attribute)
    while cycle := graph.find_cycle():
        first, second = cycle[0], cycle[1]
        what = graph.remove_dependency(first, second).reason
        names = " -> ".join(key.name for key in (*cycle, first))
        one = chosen.declared[first]
        if what == "like":
            chosen.declared[first] = replace(one, like=None)
        else:
            kept = {name: value for name, value in one.values.items() if name != what}
            chosen.declared[first] = replace(one, values=kept)
        message = f"{what} is left out: it closes the cycle {names}, which no plan can order"
        chosen.notes.append(note("cycle", one, message))


def _diagnosed(chosen: Chosen, facts: SystemFacts, source: SourceFacts) -> list[Diagnostic]:
    """What leads nowhere, as a plan of all of it would say."""
    if not chosen.declared:
        return []
    full = {key: chosen.full[key] for key in chosen.declared}
    rest = {key: values for key, values in chosen.full.items() if key not in full}
    new = {key: Changed(item.like) for key, item in chosen.declared.items()}
    own = {facts.name, source.queue_manager}
    notes = []
    for key, problems in lint(new, full, rest).items():
        for problem in problems:
            # A remote queue of this very queue manager needs no transmission queue; with a default
            # one (DEFXMITQ) no other does, either. A namelist may name anything.
            is_known = key.kind in kinds_of(Role.NAMELIST)
            if problem.code == "no-transmission-queue":
                is_known = problem.value in own or bool(source.default_transmission_queue)
            if not is_known:
                notes.append(note(problem.code, chosen.declared[key], problem.message))
    return notes
