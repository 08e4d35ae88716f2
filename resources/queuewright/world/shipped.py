"""The objects of a new queue manager: default objects, system objects and records.

Sources: the default objects of each kind; `mq/system_queues.py` and the kinds for system objects.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.kinds import EVERY

# Kind -> the object whose attributes Create takes where a command gives none.
DEFAULT_OBJECT: Mapping[str, str] = {
    kind: spec.default_object for kind, spec in EVERY.items() if spec.default_object is not None
}


def is_on(kind: str, facts: SystemFacts) -> bool:
    """Whether such a system has objects of the kind."""
    return EVERY[kind].fields_described()["name"].applies(facts)


def shipped(kind: str, facts: SystemFacts) -> dict[str, Any]:
    """IBM's default of a kind on such a system, canonical values."""
    values = EVERY[kind].shipped(facts.platform, facts.command_level)
    reported = EVERY[kind].attributes()
    return {name: value for name, value in values.items() if reported[name].observable}


def shipped_objects(facts: SystemFacts) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Kind, name and attributes of each object that a new queue manager has."""
    defaults = {kind: shipped(kind, facts) for kind in DEFAULT_OBJECT if is_on(kind, facts)}
    for kind, values in defaults.items():
        if facts.command_level >= EVERY[kind].default_since:
            yield kind, DEFAULT_OBJECT[kind], dict(values)
    for kind, default in defaults.items():
        for each in EVERY[kind].system_objects:
            if each.is_on(facts):
                own = _root(kind, default) if each.is_root else default
                yield kind, each.name, each.beside(own, facts.platform)
    for kind, spec in EVERY.items():
        for fields in spec.records if is_on(kind, facts) else ():
            yield kind, *record(kind, fields)


def ships(key: Key, facts: SystemFacts) -> bool:
    """Whether every new system of these facts has the object or record."""
    spec = EVERY[key.kind]
    if not is_on(key.kind, facts):
        return False
    if key.name in spec.of_every_system:
        return True
    if key.name == spec.default_object:
        return facts.command_level >= spec.default_since
    if any(each.name == key.name and each.is_on(facts) for each in spec.system_objects):
        return True
    return any(spec.name_of(fields) == key.name for fields in spec.records)


def ships_somewhere(key: Key) -> bool:
    """Whether new systems of some platform and command level have the object or record."""
    spec = EVERY[key.kind]
    objects = (spec.default_object, *(each.name for each in spec.system_objects))
    records = map(spec.name_of, spec.records)
    return key.name in (*spec.of_every_system, *objects, *records)


def _root(kind: str, default: Mapping[str, Any]) -> dict[str, Any]:
    """The values that objects of the kind inherit where none above them has one."""
    described = EVERY[kind].attributes()
    inherited = {name: described[name].inherited for name in default}
    return {**default, **{name: each for name, each in inherited.items() if each is not None}}


def record(kind: str, fields: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """Name and attributes of a record, from its fields."""
    spec = EVERY[kind]
    own = {name: value for name, value in fields.items() if name in spec.attributes()}
    return spec.name_of(fields), {**spec.in_full(fields, own)}
