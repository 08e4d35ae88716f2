"""The properties of a resource as a state keeps them, for both engines."""

from collections.abc import Collection, Mapping
from typing import Any

from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.observed import Observed
from queuewright.kinds import spec_of

from .compare import Determined, differences, resolved_words
from .normalise import (
    ADOPTED,
    DETERMINED,
    IsUnknown,
    canonical_values,
    identity_of,
    json_value,
)
from .write_only import DIGESTS, digested, without_write_only, write_only


def plain(
    kind: str, properties: Mapping[str, Any], *, is_unknown: IsUnknown | None = None
) -> dict[str, Any]:
    """Properties as an engine keeps them: whole numbers, no None, unknown values as they are."""
    given = {name: value for name, value in properties.items() if value is not None}
    kept = spec_of(kind).as_of_now(given)
    canonical = canonical_values(kind, kept, is_unknown=is_unknown)
    return {name: json_value(canonical.get(name, value)) for name, value in kept.items()}


def outputs(
    kind: str,
    properties: Mapping[str, Any],
    observed: Observed,
    facts: SystemFacts,
    determined: Determined | None = None,
    *,
    adopted: bool = False,
    digests: Mapping[str, str] | None = None,
    ignored: Collection[str] = (),
) -> dict[str, Any]:
    """Every property after a step or a reading: what was given, and what the system reports.

    A value that was given stays as it was written where the system's means the same, so that what
    was last applied can still be told from what the system made of it. A word that the system
    resolves is what the object has; what it was resolved to at first, of which `determined` tells
    from before, is kept beside; so is whether the object was there before the stack (`adopted`).
    Of what nobody reads a digest is kept, and never the value. digests: those of the state before;
    ignored: attributes that the step left as they were.
    """
    kept = {} if digests is None else digests
    hidden = digested(kind, properties, kept, [n for n in ignored if n in write_only(kind)])
    properties = without_write_only(kind, properties)
    given = plain(kind, {n: v for n, v in properties.items() if not n.startswith("__")})
    attributes = canonical_values(kind, given)
    differing = differences(kind, attributes, observed.attributes, attributes, facts)
    merged = {**given}
    for name, value in without_write_only(kind, observed.attributes).items():
        merged.setdefault(name, json_value(value))
    merged.update({change.name: json_value(change.before) for change in differing})
    resolved: dict[str, Any] = {}
    for name, choice in resolved_words(kind, attributes).items():
        now = observed.attributes.get(name)
        if now is not None:
            before = (determined or {}).get(name, ("", now))
            resolved[name] = [choice.value, before[1] if before[0] == choice.value else now]
            merged[name] = json_value(now)
    if resolved:
        merged[DETERMINED] = resolved
    if hidden:
        merged[DIGESTS] = hidden
    if adopted:
        merged[ADOPTED] = True
    merged.setdefault("system", observed.key.system)
    for field, name in identity_of(kind, observed.key.name).items():
        merged.setdefault(field, name)
    return merged
