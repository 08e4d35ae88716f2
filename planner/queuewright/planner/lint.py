"""What looks wrong with a plan as a whole: names that lead nowhere, ways that end too early.

Only what a plan changes is looked at. Findings are warnings, but for what is bound to fail.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from queuewright.catalogue import references
from queuewright.catalogue.attribute import Strength
from queuewright.catalogue.problem import Finding, Problem, Severity, shown
from queuewright.catalogue.spec import Key
from queuewright.declare.edges import Directory, Target, targets
from queuewright.kinds import spec_of

__all__ = ["lint"]

_LOOKED_FOR = ("stream_queue",)
_READINGS = "001 BaseObjectName, XmitQName, Usage"


class _World:
    """Every object that there will be: by key its attributes, None where they are not known."""

    def __init__(
        self,
        declared: Mapping[Key, Mapping[str, Any]],
        observed: Mapping[Key, Mapping[str, Any]],
        going: Iterable[Key],
        default_transmission_queues: Mapping[str, str],
    ) -> None:
        self.default_transmission_queues = default_transmission_queues
        self._declared = declared
        self._observed = observed
        left = set(going) - declared.keys()
        self.directory = Directory([*declared, *(k for k in observed if k not in declared)])
        self._left = left

    def find(self, target: Target, by: Key) -> list[Key]:
        """The objects meant; an object may mean itself, but is not made like itself."""
        found = [key for key in self.directory.find(target, by=by) if key not in self._left]
        own = target.attribute != "like" and target.system == by.system
        if not found and own and target.name == by.name and by.kind in target.kinds:
            return [by]
        return found

    def value(self, key: Key, attribute: str) -> Any:
        """What it will have; what nobody says is what IBM ships."""
        for source in (self._declared, self._observed):
            value = source.get(key, {}).get(attribute)
            if value is not None:
                return value
        described = spec_of(key.kind).attributes().get(attribute)
        return described.shipped if described is not None else None


def lint(
    changed: Mapping[Key, str | None],
    declared: Mapping[Key, Mapping[str, Any]],
    observed: Mapping[Key, Mapping[str, Any]],
    going: Iterable[Key] = (),
    default_transmission_queues: Mapping[str, str] | None = None,
) -> dict[Key, list[Problem]]:
    """Findings by object.

    changed: what the plan creates or changes, with its `like`. declared, observed: attributes of
    every declared object, and of what the systems that were read have. going: what is deleted.
    default_transmission_queues: DefXmitQName by system, where it is set.
    """
    if not changed:
        return {}
    world = _World(declared, observed, going, default_transmission_queues or {})
    found: dict[Key, list[Problem]] = {}
    for key, like in changed.items():
        problems = [
            Problem(str(key), one.attribute, declared[key].get(one.attribute or ""), one)
            for one in (
                *_dangling(key, declared[key], like, world),
                *_transmission(key, declared[key], world),
                *_alias_of_alias(key, declared[key], world),
            )
        ]
        if problems:
            found[key] = problems
    return found


def _dangling(
    key: Key, values: Mapping[str, Any], like: str | None, world: _World
) -> Iterator[Finding]:
    described = spec_of(key.kind).attributes()
    for target in targets(key, values, like):
        if target.system != key.system or world.find(target, key):
            continue
        if key.kind in references.NAMELIST:
            continue  # it may list anything
        if target.attribute == "like":
            yield Finding(
                "like-missing", None, f"like {shown(like)} is neither there nor declared",
                "name an object of this kind on this system", "001 Copy Queue",
            )  # fmt: skip
            continue
        attribute = described.get(target.attribute)
        chosen = attribute is not None and attribute.choice(target.name) is not None
        if chosen or target.name.startswith("SYSTEM.") or "*" in target.name:
            continue
        if target.attribute == "remote_queue_manager_name":
            if target.name == key.system or world.default_transmission_queues.get(key.system):
                continue  # 001 XmitQName: ignored there, and DefXmitQName takes the rest
            rule = f"no transmission queue {shown(target.name)} is there or declared, and no other"
            remedy = "declare it, or give xmit_queue_name"
            yield _warning("no-transmission-queue", target.attribute, rule, remedy)
            continue
        what = "queue"
        if target.kinds != references.QUEUE:
            what = " or ".join(kind.partition(":")[2] for kind in target.kinds)
        rule = f"{what} {shown(target.name)} is neither there nor declared"
        # What the command looks for; other names are looked for only when a queue is opened.
        certain = target.kinds == references.AUTHORIZATION_LIST or target.attribute in _LOOKED_FOR
        if attribute is not None and certain and target.strength is Strength.REQUIRED:
            yield Finding(
                "reference-missing", target.attribute, rule, "declare it, or correct the name",
                attribute.source,
            )  # fmt: skip
        else:
            yield _warning("dangling", target.attribute, rule, "declare it, or correct the name")


def _transmission(key: Key, values: Mapping[str, Any], world: _World) -> Iterator[Finding]:
    if key.kind != "mq:RemoteQueue":
        return
    for target in targets(key, values):
        if target.kinds == references.LOCAL:
            for other in world.find(target, key):
                if world.value(other, "usage") != "transmission":
                    rule = f"{other.name} is used as transmission queue, and its usage is normal"
                    remedy = 'set usage="transmission" on it'
                    yield _warning("not-transmission", target.attribute, rule, remedy)


def _alias_of_alias(key: Key, values: Mapping[str, Any], world: _World) -> Iterator[Finding]:
    base = values.get("base_object_name")
    if key.kind != "mq:AliasQueue" or not isinstance(base, str) or not base:
        return
    if values.get("target_type") == "topic":
        return
    target = Target("base_object_name", ("mq:AliasQueue",), key.system, base, Strength.EXPECTED)
    if world.find(target, key):
        rule = f"{base} is itself an alias, and an alias of an alias cannot be opened"
        yield _warning("alias-of-alias", "base_object_name", rule, "name the base queue")


def _warning(code: str, attribute: str, rule: str, remedy: str) -> Finding:
    return Finding(code, attribute, rule, remedy, _READINGS, Severity.WARNING)
