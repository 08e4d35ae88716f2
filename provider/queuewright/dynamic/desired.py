"""What the engine hands over about one resource, taken apart; and what it gets back."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pulumi.output import Unknown

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed
from queuewright.catalogue.spec import Spec
from queuewright.diff.compare import differences
from queuewright.diff.normalise import Inputs, canonical_values, identity_of, read_inputs
from queuewright.kinds import spec_of
from queuewright.provider_reference import IMPORT_ID, REPLACE_ON_CHANGES

__all__ = ["Desired", "is_unknown", "outputs", "plain", "read"]


@dataclass(frozen=True, slots=True)
class Desired:
    """One resource as the program wants it.

    key: None while a part of it is not known. replace_on, imported: Pulumi's replace_on_changes
    and import_.
    """

    kind: str
    inputs: Inputs
    key: Key | None
    replace_on: tuple[str, ...] = ()
    imported: bool = False

    @property
    def attributes(self) -> dict[str, Value]:
        return dict(self.inputs.attributes)

    def spec(self, only: Mapping[str, Value] | None = None) -> Spec:
        """The whole spec, or one of the attributes `only`."""
        values = self.inputs.attributes if only is None else only
        return spec_of(self.kind).observed({**self.inputs.identity, **values})


def is_unknown(value: Any) -> bool:
    return isinstance(value, Unknown)


def read(kind: str, properties: Mapping[str, Any]) -> Desired:
    """Inputs, or old outputs, as they come from the engine."""
    inputs = read_inputs(kind, properties, is_unknown=is_unknown)
    spec = spec_of(kind)
    needed = {"system", *(f for f in spec.identity() if spec.model_fields[f].is_required())}
    given = {*inputs.identity, *({"system"} if inputs.system else ())}
    texts = all(isinstance(value, str) and value for value in inputs.identity.values())
    known = texts and needed <= given and not inputs.unknown & {"system", *spec.identity()}
    key = spec.observed(dict(inputs.identity)).key(inputs.system) if known else None
    replace_on = properties.get(REPLACE_ON_CHANGES)
    paths = tuple(map(str, replace_on)) if isinstance(replace_on, list | tuple) else ()
    return Desired(kind, inputs, key, paths, bool(properties.get(IMPORT_ID)))


def plain(kind: str, properties: Mapping[str, Any]) -> dict[str, Any]:
    """Properties as the engine shall keep them: whole numbers, no None, unknowns as they are."""
    kept = {name: value for name, value in properties.items() if value is not None}
    canonical = canonical_values(kind, kept, is_unknown=is_unknown)
    return {name: _listed(canonical.get(name, value)) for name, value in kept.items()}


def _listed(value: Any) -> Any:
    if isinstance(value, tuple | list):
        return [_listed(item) for item in value]
    if isinstance(value, Mapping):
        return {name: _listed(item) for name, item in value.items()}
    return value


def outputs(
    kind: str, properties: Mapping[str, Any], observed: Observed, facts: SystemFacts
) -> dict[str, Any]:
    """Every property after a step or a reading: what was given, and what the system reports.

    A value that was given stays as it was written where the system's means the same, so that what
    was last applied can still be told from what the system made of it.
    """
    given = plain(kind, {n: v for n, v in properties.items() if not n.startswith("__")})
    attributes = canonical_values(kind, given)
    differing = differences(kind, attributes, observed.attributes, attributes, facts)
    found = {**given}
    for name, value in observed.attributes.items():
        found.setdefault(name, _listed(value))
    found.update({one.name: _listed(one.before) for one in differing})
    found.setdefault("system", observed.key.system)
    for field, name in identity_of(kind, observed.key.name).items():
        found.setdefault(field, name)
    return found
