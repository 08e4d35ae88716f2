"""Objects as a program sees them: their attributes now, or as they were left by an update."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from pulumi import RunError

from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed
from queuewright.catalogue.options import OPTION_NAMES
from queuewright.diff.sharing import disposition_of, meant
from queuewright.engine.declared import Declared
from queuewright.ibmi.base import in_library
from queuewright.kinds import KINDS, spec_of
from queuewright.state.deployment import holds_secret
from queuewright.systems.protocol import System
from queuewright.systems.reading import left_out

Answer = Callable[[Declared], Mapping[str, Any] | None]


def from_systems(systems: Mapping[str, System]) -> Answer:
    """Before an update: the object as it is with what is declared over it; one that is not there
    yet has the defaults of its system, or what the object named by `like` has.

    A system is asked once a kind. None (not known) for a system that the configuration lacks.
    Raises RunError for an object that is only to be read, and is not there.
    """

    @cache
    def objects(system: str, kind: str) -> Mapping[Key, Observed]:
        return {observed.key: observed for observed in systems[system].observe((kind,))}

    @cache
    def elsewhere(key: Key) -> Observed | None:
        system = systems[key.system]
        key = in_library(key, system.facts)
        if not left_out(system.facts, key):
            return objects(key.system, key.kind).get(key)
        return next((o for o in system.observe((key.kind,), (key.name,)) if o.key == key), None)

    def look(key: Key, disposition: str | None = None) -> Observed | None:
        found = objects(key.system, key.kind).get(key)
        if found is None and spec_of(key.kind).in_library:
            found = elsewhere(key)
        return meant(found, disposition)

    def answer(declared: Declared) -> Mapping[str, Any] | None:
        key = Key.parse(declared.import_id) if declared.import_id else declared.key
        if key is None or key.kind not in KINDS:
            return None
        only_read = not declared.inputs
        if key.system not in systems:
            if only_read:
                rule = f"system {key.system} is not in queuewright:systems; add it there"
                raise RunError(one_line(f"{declared.name}: {rule}"))
            return None
        observed = look(key, disposition_of(declared.inputs))
        if observed is None and only_read:
            rule = f"{key}: does not exist; only an existing object can be read"
            raise RunError(one_line(f"{declared.name}: {rule}"))
        if observed is None:
            like = declared.inputs.get("like")
            observed = look(Key(key.system, key.kind, like)) if isinstance(like, str) else None
            observed = observed or systems[key.system].defaults(key.kind)
        attributes = dict(observed.attributes) if observed else {}
        known = spec_of(key.kind).attributes()
        ours = {name: value for name, value in attributes.items() if name in known}
        ignored = ours if "*" in declared.ignore_changes else declared.ignore_changes
        given = declared.inputs.items()
        return {**ours, **{n: v for n, v in given if n not in ignored or n not in ours}}

    return answer


def as_declared(declared: Declared) -> Mapping[str, Any] | None:
    """Where no system is asked: what is declared, over what IBM ships."""
    key = declared.key
    return None if key is None else {**spec_of(key.kind).shipped(None), **declared.inputs}


def from_state(outputs: Mapping[str, Mapping[str, Any]], before: Answer) -> Answer:
    """After an update: the outputs by URN that it left in the state. before: answers of what the
    program only reads, which no state has."""

    def answer(declared: Declared) -> Mapping[str, Any] | None:
        state_outputs = outputs.get(declared.urn)
        if state_outputs is None:
            return before(declared) if declared.import_id and not declared.inputs else None
        known = {n: v for n, v in state_outputs.items() if n not in _NOT_OUTPUTS}
        # A value that Pulumi wrote as ciphertext is known where the program gives it, and only
        # there.
        hidden = [name for name, value in known.items() if holds_secret(value)]
        given = {n: declared.inputs[n] for n in hidden if n in declared.inputs}
        return {n: given.get(n, v) for n, v in known.items() if n in given or n not in hidden}

    return answer


_NOT_OUTPUTS = frozenset({"__provider", *OPTION_NAMES})
