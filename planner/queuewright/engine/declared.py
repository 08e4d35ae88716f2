"""The declarations of a program, one resource each, as the plan engine takes it from a host."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from queuewright.catalogue.key import Key
from queuewright.diff.write_only import write_only
from queuewright.kinds import KINDS, spec_of
from queuewright.state.deployment import Resource

TYPE_PREFIX = "pulumi-python:dynamic/"
ENGINE_FIELDS = (
    "customTimeouts", "deletedWith", "hideDiff", "replaceWith", "replacementTrigger",
    "resourceHooks",
)  # fmt: skip
REPLACEMENT_REASON = "replacementReason"
"""Among the `engine_fields` of what a preview of Pulumi's replaces whatever differs: why."""


@dataclass(frozen=True, slots=True)
class Declared:
    """One registered resource.

    urn, type, name: Pulumi's. custom: False for components and the stack itself. inputs: plain
    values without `__provider`, names of unknown inputs are left out or None. parent: its URN, ""
    for none. dependencies: URNs; property_dependencies: input name -> URNs. delete_before_replace:
    None where the program does not say. aliases: URNs that the resource had before. import_id: the
    id to import. secret_inputs: names of inputs that must not be written anywhere in plain text.
    unknown_inputs: names of inputs whose value is known only when another resource was made.
    outputs: of a component. engine_fields: options that only an engine acts on, as the state has
    them (`ENGINE_FIELDS`). index: place in the program, from 0. place: file and line of the
    declaration, "" where they are not known.
    """

    urn: str
    type: str
    name: str
    custom: bool = True
    inputs: Mapping[str, Any] = field(default_factory=dict)
    parent: str = ""
    dependencies: tuple[str, ...] = ()
    property_dependencies: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    protect: bool = False
    retain_on_delete: bool = False
    ignore_changes: tuple[str, ...] = ()
    replace_on_changes: tuple[str, ...] = ()
    delete_before_replace: bool | None = None
    aliases: tuple[str, ...] = ()
    provider: str = ""
    additional_secret_outputs: tuple[str, ...] = ()
    secret_inputs: frozenset[str] = frozenset()
    unknown_inputs: frozenset[str] = frozenset()
    import_id: str = ""
    outputs: Mapping[str, Any] = field(default_factory=dict)
    engine_fields: Mapping[str, Any] = field(default_factory=dict)
    index: int = 0
    place: str = ""

    def __post_init__(self) -> None:
        """Attributes that nobody reads are secret, whether the program marks them or not."""
        kind = self.kind
        if kind is not None and (hidden := write_only(kind) & self.inputs.keys()):
            object.__setattr__(self, "secret_inputs", self.secret_inputs | hidden)

    @property
    def kind(self) -> str | None:
        """Our kind, None for a component and for left to Pulumi."""
        return kind_of(self.type) if self.custom else None

    @property
    def key(self) -> Key | None:
        """The object that the inputs name; None for what is not ours, or named only later."""
        kind = self.kind
        if kind is None or not isinstance(self.inputs.get("name"), str):
            return None
        spec = spec_of(kind)
        if {"system", *spec.identity()} & self.unknown_inputs:
            return None
        return spec.key_of(self.inputs, str(self.inputs.get("system", "")))


_KINDS_BY_TYPE = {TYPE_PREFIX + kind: kind for kind in KINDS}


def kind_of(type_token: str) -> str | None:
    """ "pulumi-python:dynamic/mq:LocalQueue" -> "mq:LocalQueue"; None for what is not ours."""
    return _KINDS_BY_TYPE.get(type_token)


def is_managed(resource: Resource) -> bool:
    """Whether a resource of the state is an object, and not only read."""
    return bool(resource.raw.get("custom")) and not resource.raw.get("external")


def managed_kind(resource: Resource) -> str | None:
    """The kind of a resource of the state, None for what is not ours or only read."""
    return kind_of(resource.type) if is_managed(resource) else None
