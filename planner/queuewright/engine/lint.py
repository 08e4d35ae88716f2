"""What looks wrong with a plan as a whole: names that lead nowhere, ways that end too early.

Only what a plan changes is looked at. Findings are warnings, but for what is bound to fail.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any

from queuewright.catalogue.attribute import Strength
from queuewright.catalogue.diagnostic import Diagnostic, Severity, shown
from queuewright.catalogue.key import Key
from queuewright.catalogue.references import Role
from queuewright.catalogue.sources import CHANGE_QUEUE, PROGRAMS
from queuewright.graph.references import Directory, Target, targets
from queuewright.kinds import QUEUE_KINDS, kinds_of, spec_of
from queuewright.mq.alias_queue import AliasQueueSpec
from queuewright.mq.remote_queue import RemoteQueueSpec

_LOOKED_FOR = ("stream_queue",)


@dataclass(frozen=True, slots=True)
class Changed:
    """What a plan does to an object. like: what a new one is made like. attributes: those that are
    sent, None for all, as for a new object."""

    like: str | None = None
    attributes: Collection[str] | None = None

    def sends(self, attribute: str) -> bool:
        return self.attributes is None or attribute in self.attributes


@dataclass
class _World:
    """Every object that there will be: by key its attributes, None where they are not known."""

    declared: Mapping[Key, Mapping[str, Any]]
    observed: Mapping[Key, Mapping[str, Any]]
    pending_deletes: Collection[Key]
    late: Collection[Key]
    default_transmission_queues: Mapping[str, str]

    def __post_init__(self) -> None:
        left = set(self.pending_deletes) - self.declared.keys()
        others = (key for key in self.observed if key not in self.declared and key not in left)
        self.directory = Directory([*self.declared, *others])
        self._late = Directory(self.late)

    def find(self, target: Target, by: Key) -> list[Key]:
        """The objects meant; an object may mean itself, but is not made like itself."""
        matches = self.directory.find(target, by=by)
        if target.attribute == "like" and not matches:
            # A definition is copied before anything that comes last is deleted.
            matches = self._late.find(target, by=by)
        own = target.attribute != "like" and target.system == by.system
        if not matches and own and target.name == by.name and by.kind in target.kinds:
            return [by]
        return matches

    def value(self, key: Key, attribute: str) -> Any:
        """What it will have: what is declared, else what it has, else what IBM ships."""
        for source in (self.declared, self.observed):
            value = source.get(key, {}).get(attribute)
            if value is not None:
                return value
        described = spec_of(key.kind).attributes().get(attribute)
        return described.shipped if described is not None else None


def lint(
    changed: Mapping[Key, Changed],
    declared: Mapping[Key, Mapping[str, Any]],
    observed: Mapping[Key, Mapping[str, Any]],
    pending_deletes: Collection[Key] = (),
    default_transmission_queues: Mapping[str, str] | None = None,
    late: Collection[Key] = (),
) -> dict[Key, list[Diagnostic]]:
    """Findings by object.

    changed: what the plan creates or changes. declared, observed: attributes of every declared
    object, and of what the systems that were read have. pending_deletes: what is deleted; late:
    those of them that come after everything else. default_transmission_queues: DefXmitQName by
    system, where it is set.
    """
    if not changed:
        return {}
    world = _World(declared, observed, pending_deletes, late, default_transmission_queues or {})
    by_key: dict[Key, list[Diagnostic]] = {}
    for key, change in changed.items():
        values = declared[key]
        findings = chain(
            _dangling(key, values, change, world),
            _transmission(key, values, world),
            _alias_of_alias(key, values, world),
        )
        by_key[key] = [p.on(str(key), values.get(p.attribute or "")) for p in findings]
    return {key: problems for key, problems in by_key.items() if problems}


def _dangling(
    key: Key, values: Mapping[str, Any], change: Changed, world: _World
) -> Iterator[Diagnostic]:
    described = spec_of(key.kind).attributes()
    for target in targets(key, values, change.like):
        if target.system != key.system or world.find(target, key):
            continue
        if target.attribute == "like":
            rule = f"like {shown(change.like)} is neither there nor declared"
            remediation = "name an object of this kind on this system"
            queue = key.kind in QUEUE_KINDS
            sources = (CHANGE_QUEUE.at("FromQName") if queue else PROGRAMS.at("like"),)
            yield Diagnostic("like-missing", None, rule, remediation, sources)
            continue
        attribute = described.get(target.attribute)
        chosen = attribute is not None and attribute.choice(target.name) is not None
        anything = key.kind in kinds_of(Role.NAMELIST)
        if chosen or anything or target.name.startswith("SYSTEM.") or "*" in target.name:
            continue
        if target.attribute == "remote_queue_manager_name":
            if target.name == key.system or world.default_transmission_queues.get(key.system):
                continue  # XmitQName is ignored there, and DefXmitQName takes the rest
            rule = f"no transmission queue {shown(target.name)} is there or declared, and no other"
            remediation = "declare it, or give xmit_queue_name"
            yield _warning(key, "no-transmission-queue", target.attribute, rule, remediation)
            continue
        if target.attribute == "base_object_name" and target.name == key.system:
            continue  # CRTMQMQ TGTQNAME: "the local message queue manager"
        noun = "queue"
        if target.kinds != kinds_of(Role.QUEUE):
            noun = " or ".join(kind.partition(":")[2] for kind in target.kinds)
        rule = f"{noun} {shown(target.name)} is neither there nor declared"
        # What the command looks for, when it is sent at all; other names are looked for only when
        # a queue is opened.
        certain = change.sends(target.attribute) and (
            target.kinds == kinds_of(Role.AUTHORIZATION_LIST) or target.attribute in _LOOKED_FOR
        )
        name, way_out = target.attribute, "declare it, or correct the name"
        if attribute is not None and certain and target.strength is Strength.HARD:
            yield Diagnostic("reference-missing", name, rule, way_out, attribute.sources)
        else:
            yield _warning(key, "dangling", name, rule, way_out)


def _transmission(key: Key, values: Mapping[str, Any], world: _World) -> Iterator[Diagnostic]:
    if key.kind != RemoteQueueSpec.kind:
        return
    for target in targets(key, values):
        if target.kinds == kinds_of(Role.LOCAL_QUEUE):
            for other in world.find(target, key):
                if world.value(other, "usage") != "transmission":
                    rule = f"{other.name} is used as transmission queue, and its usage is normal"
                    remediation = 'set usage="transmission" on it'
                    yield _warning(key, "not-transmission", target.attribute, rule, remediation)


def _alias_of_alias(key: Key, values: Mapping[str, Any], world: _World) -> Iterator[Diagnostic]:
    base = values.get("base_object_name")
    if key.kind != AliasQueueSpec.kind or not isinstance(base, str) or not base:
        return
    if values.get("target_type") == "topic":
        return
    target = Target("base_object_name", (AliasQueueSpec.kind,), key.system, base, Strength.SOFT)
    if world.find(target, key):
        rule = f"{base} is itself an alias, and an alias of an alias cannot be opened"
        yield _warning(key, "alias-of-alias", "base_object_name", rule, "name the base queue")


def _warning(key: Key, code: str, attribute: str, rule: str, remediation: str) -> Diagnostic:
    sources = spec_of(key.kind).attributes()[attribute].sources
    return Diagnostic(code, attribute, rule, remediation, sources, Severity.WARNING)
