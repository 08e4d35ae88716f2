"""Which objects a program declares, and with which attributes."""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

from queuewright.catalogue.attribute import Strength, Value
from queuewright.catalogue.diagnostic import Diagnostic, Severity, shown
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed
from queuewright.catalogue.references import Role
from queuewright.catalogue.rule import Rule
from queuewright.dialects.definition import Definition
from queuewright.graph.dependency_graph import DependencyGraph
from queuewright.kinds import KINDS, is_record, is_single, kinds_of
from queuewright.lint.declarations import is_system_object
from queuewright.lint.references import of_changes
from queuewright.lint.subject import Subject
from queuewright.mq.membership import REPOSITORIES
from queuewright.mq.namelist import NamelistSpec
from queuewright.world.shipped import shipped_objects
from queuewright.world.snapshot import Snapshot
from queuewright.world.world import World

from .folding import Folded, is_dynamic, note, references

SECRET_LEFT_OUT = Rule(
    "secret-left-out",
    "A password is left out of the program",
    "{names} is left out: no program holds a password",
    "give it from the stack's configuration, as a secret",
    severity=Severity.WARNING,
)
CHANGED_DEFAULT = Rule(
    "changed-default",
    "A default definition is not as IBM ships it",
    "{name} is {value} there, and IBM ships {shipped}: a new system needs it too, or import with "
    "--all-attributes",
    severity=Severity.WARNING,
)
CYCLE = Rule(
    "cycle",
    "Definitions name each other in a cycle",
    "{name} is left out: it closes the cycle {names}, which no plan can order",
    severity=Severity.WARNING,
)


_CCSID = "coded_character_set_identifier"


@dataclass(slots=True)
class Chosen:
    """The declared objects: by kind and name, with the attributes that the program gives.

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
    source: str,
    *,
    all_attributes: bool = False,
    keep_explicit: bool = False,
    system_objects: bool = False,
    there: Collection[Key] = (),
) -> Chosen:
    """Choose. keep_explicit: keep what the files give, also where it equals the system's defaults.
    all_attributes: that, and what the files' own default definitions give otherwise than IBM's, so
    that a new system needs none of them. system_objects: keep SYSTEM.* and AMQ.*. facts: the system
    that the program is for; source: the queue manager that the files are of, "" where they do not
    say. there: objects of its queue-sharing group, which another one gives."""
    objects = folded.objects
    taken = {
        (kind, name)
        for kind, name in objects
        if system_objects or (kind, name) in folded.asked_for or not is_system_object(kind, name)
    }
    kinds = {kind for kind, _ in objects}
    # Objects give these values themselves, and keep them when the program's default changes.
    own_defaults = {
        kind: _differing_default(kind, objects, facts)
        for kind in kinds
        if (kind, KINDS[kind].default_object) in taken
    }
    defaults = {
        kind: _shipped(kind, facts) if kind in own_defaults else _defaults(kind, objects, facts)
        for kind in kinds
    }
    chosen = Chosen({}, {})
    new_system = {
        (kind, name): values for kind, name, values in shipped_objects(facts) if kind in KINDS
    }
    for item in objects.values():
        key = Key(facts.name, item.kind, item.name)
        chosen.full[key] = folded.attributes[item.kind, item.name]
        reason = "dynamic queues" if is_dynamic(item) else ""
        if (item.kind, item.name) not in taken:
            reason = "system objects"
        new = new_system.get((item.kind, item.name))
        record = new if is_record(item.kind) else None
        usual = KINDS[item.kind].shipped(facts.platform, facts.command_level) if record else {}
        given = chosen.full[key]
        if record and {**{n: usual.get(n) for n in given}, **record} == {**given}:
            reason = "records as they ship"
        if (item.kind, item.name) == (NamelistSpec.kind, REPOSITORIES):
            reason = "kept by the memberships of clusters"
        if reason:
            chosen.left_out.setdefault(reason, Counter())[item.kind] += 1
            continue
        # In the catalogue's order, without what the kind does not have.
        attributes = KINDS[item.kind].attributes()
        # A secret is for the program to give; the configuration of the system has its CCSID.
        passed_over = [n for n, each in attributes.items() if each.write_only]
        passed_over += [_CCSID] if is_single(item.kind) else []
        names = [name for name in attributes if name not in passed_over]
        kept = {name: item.values[name] for name in names if name in item.values}
        is_default = KINDS[item.kind].default_object == item.name
        # As every new system has it; None for an object that a new system does not have.
        of_ibm = _shipped(item.kind, facts) if is_default else None if record else new
        if all_attributes:
            has, ships = chosen.full[key], of_ibm or _shipped(item.kind, facts)
            differs = {n: has[n] for n in names if n in has and ships.get(n) != has[n]}
            kept = {n: v for n in names if (v := kept.get(n, differs.get(n))) is not None}
        elif not keep_explicit:
            shipped = of_ibm or defaults[item.kind]
            kept = {
                name: v
                for name, v in kept.items()
                if item.like or not _is_usual(item.kind, name, v, shipped)
            }
        if not (new or item.like):
            relied_on = own_defaults.get(item.kind, ())
            every = {n: given[n] for n in relied_on if n in given} | kept
            kept = {n: every[n] for n in names if n in every}
        secret = [n for n in passed_over if n != _CCSID and item.values.get(n)]
        if kept and secret:
            chosen.notes.append(note(SECRET_LEFT_OUT(names=", ".join(secret)), item))
        if kept or not is_single(item.kind):
            chosen.declared[key] = replace(item, values=kept, places={}, text="", given={})
    if not all_attributes:
        chosen.notes += _own_defaults(objects, defaults, chosen.declared, facts)
    _break_cycles(chosen)
    names_of_source = {facts.name, source}
    has_default = bool(folded.queue_manager.get("default_transmission_queue"))
    chosen.notes += _diagnosed(
        chosen, facts, names_of_source, there, has_default_transmission_queue=has_default
    )
    return chosen


def _is_usual(kind: str, name: str, value: Value, shipped: Mapping[str, Value]) -> bool:
    """Whether every object has the value that is given none: of an attribute that only other
    platforms have, what ships there."""
    attribute = KINDS[kind].attributes()[name]
    elsewhere = attribute.shipped_on.values() if attribute.shipped is None else ()
    return shipped.get(name) == value or (name not in shipped and value in elsewhere)


def _shipped(kind: str, facts: SystemFacts) -> Mapping[str, Value]:
    return KINDS[kind].shipped(facts.platform, facts.command_level)


def _defaults(
    kind: str, objects: Mapping[tuple[str, str], Definition], facts: SystemFacts
) -> dict[str, Value]:
    """The values of attributes that a command leaves out: the files' own default
    definition over what IBM ships."""
    own = objects.get((kind, KINDS[kind].default_object or ""))
    return {**_shipped(kind, facts), **(own.values if own else {})}


def _differing_default(
    kind: str, objects: Mapping[tuple[str, str], Definition], facts: SystemFacts
) -> Mapping[str, Value]:
    """The values that the files' own default definition gives otherwise than IBM's."""
    shipped = _shipped(kind, facts)
    own = objects[kind, KINDS[kind].default_object or ""].values
    return {name: value for name, value in own.items() if shipped.get(name, value) != value}


def _own_defaults(
    objects: Mapping[tuple[str, str], Definition],
    defaults: Mapping[str, Mapping[str, Value]],
    declared: Mapping[Key, Definition],
    facts: SystemFacts,
) -> list[Diagnostic]:
    """Default definitions that are not as IBM ships them: what is left out relies on them."""
    notes = []
    for kind in sorted({key.kind for key in declared}):
        own = objects.get((kind, KINDS[kind].default_object or ""))
        if own is None or Key(facts.name, kind, own.name) in declared:
            continue
        shipped = _shipped(kind, facts)
        for name, value in _differing_default(kind, objects, facts).items():
            there, usual = shown(value), shown(shipped[name])
            notes.append(note(CHANGED_DEFAULT(name=name, value=there, shipped=usual), own))
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
        chosen.notes.append(note(CYCLE(name=what, names=names), one))


def _diagnosed(
    chosen: Chosen,
    facts: SystemFacts,
    own: set[str],
    there: Collection[Key],
    *,
    has_default_transmission_queue: bool,
) -> list[Diagnostic]:
    """References that lead nowhere, as a plan of all of it would say. own: names of the queue
    manager; there: objects that it has besides."""
    if not chosen.declared:
        return []
    full = {key: chosen.full[key] for key in chosen.declared}
    rest = {key: values for key, values in chosen.full.items() if key not in full}
    new = {k: Subject(k, full[k], item.like) for k, item in chosen.declared.items()}
    ships = {Key(facts.name, kind, name): own for kind, name, own in shipped_objects(facts)}
    besides: dict[Key, Mapping[str, Value]] = {**ships, **rest, **{key: {} for key in there}}
    has = Snapshot.of((Observed(key, values) for key, values in besides.items()), facts=facts)
    there_will_be = World(full, {facts.name: has}, ships=True)
    notes = []
    for key, problems in of_changes(new, there_will_be).items():
        for problem in problems:
            # A remote queue of this very queue manager needs no transmission queue; with a default
            # one (DEFXMITQ) no other does, either. A namelist may name anything.
            is_known = key.kind in kinds_of(Role.NAMELIST)
            if problem.code == "no-transmission-queue":
                is_known = problem.value in own or has_default_transmission_queue
            if not is_known:
                about = replace(problem, attribute=None, reason=problem.message, remediation="")
                notes.append(note(replace(about, sources=()), chosen.declared[key]))
    return notes
