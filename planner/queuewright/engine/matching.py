"""Declarations beside the state: which resource of the program is which of the state."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.options import Adopt, ObjectOptions, OnDelete
from queuewright.diff.normalise import Inputs, canonical_values, property_names, read_inputs
from queuewright.ibmi.base import in_library
from queuewright.kinds import spec_of
from queuewright.state.deployment import Deployment, Resource, holds_secret
from queuewright.systems.protocol import System

from .declared import Declared, kind_of, managed_kind
from .errors import PlanError


@dataclass(slots=True)
class Item:
    """One object: as declared, as the state has it, or both.

    inputs: None for what is no longer declared. last: inputs as they were last applied, None when
    the object is not in the state. in_progress: its creation was begun by an update that was cut
    off; carried: and had this of an object that it replaced. moved, moved_inputs: the declaration
    of the same resource under its new key, for one to be deleted: what the program says now holds
    for both.
    """

    key: Key
    urn: str
    declared: Declared | None = None
    inputs: Inputs | None = None
    prior: Resource | None = None
    last: Inputs | None = None
    in_progress: bool = False
    carried: Mapping[str, Any] | None = None
    moved: Key | None = None
    moved_inputs: Inputs | None = None
    moved_from: Key | None = None

    @property
    def options(self) -> ObjectOptions:
        """What the program says, or said last; Pulumi's own options among it."""
        given = self.inputs or self.moved_inputs or self.last
        resource = self.declared or self.prior
        assert given is not None
        assert resource is not None
        options = given.options
        if resource.retain_on_delete:
            options = replace(options, on_delete=OnDelete.RETAIN)
        imported = self.declared is not None and self.declared.import_id
        if imported and options.adopt is Adopt.NEVER:
            options = replace(options, adopt=Adopt.IF_IDENTICAL)
        if self.carried is not None and options.like:
            options = replace(options, like=None)  # it gets what it had: nothing is copied
        return options


@dataclass(slots=True)
class Match:
    """declared: in the program's order. pending_deletes: in the state and no longer declared.
    unnamed: declarations whose name is not known yet."""

    declared: dict[Key, Item] = field(default_factory=dict)
    pending_deletes: dict[Key, Item] = field(default_factory=dict)
    unnamed: list[Item] = field(default_factory=list)
    left: list[Declared] = field(default_factory=list)
    components: list[Declared] = field(default_factory=list)


def match(declared: Sequence[Declared], state: Deployment, systems: Mapping[str, System]) -> Match:
    """Raises PlanError with one line for each unknown system, object declared twice or resource
    that cannot be read."""
    matcher = _Matcher(state, systems)
    for resource in sorted(declared, key=lambda d: d.index):
        matcher.declare(resource)
    matcher.rest()
    if matcher.errors:
        raise PlanError("\n".join(map(one_line, dict.fromkeys(matcher.errors))))
    return matcher.match


class _Matcher:
    def __init__(self, state: Deployment, systems: Mapping[str, System]) -> None:
        self.match = Match()
        self.errors: list[str] = []
        self._facts: dict[str, SystemFacts | None] = {}
        self._systems = systems
        self._urns: set[str] = set()
        self._ours: dict[str, Resource] = {}
        self._old: list[Resource] = []
        self._by_key: dict[Key, str] = {}
        self._creating = {
            pending["resource"]["urn"]: Resource(pending["resource"])
            for pending in state.pending
            if pending["type"] == "creating"
        }
        for resource in state.resources:
            if managed_kind(resource) is not None:
                if resource.deleting:
                    self._old.append(resource)
                else:
                    self._ours[resource.urn] = resource

    def declare(self, resource: Declared) -> None:
        if resource.urn in self._urns:
            self.errors.append(
                f"{_at(resource)}{resource.urn} is declared twice; give one of the resources "
                "another name"
            )
            return
        self._urns.add(resource.urn)
        kind = resource.kind
        if kind is None:
            (self.match.left if resource.custom else self.match.components).append(resource)
            return
        if resource.provider and self._is_of_another_provider(resource.name, resource.provider):
            return
        prior = self._ours.pop(resource.urn, None)
        if prior is None and resource.aliases:
            earlier = next((urn for urn in resource.aliases if urn in self._ours), None)
            prior = None if earlier is None else self._ours.pop(earlier)
        if prior is not None and resource.ignore_changes:
            resource = _without_ignored(resource, prior)
        inputs, last = read_inputs(kind, resource.inputs), None
        if prior is not None:
            before = prior.inputs
            if "__provider" in before:
                before = {n: v for n, v in before.items() if n != "__provider"}
            last = inputs if before == resource.inputs else _last(prior)
        facts = self._system(inputs.system, resource.urn, resource.place)
        if facts is None:
            return
        item = Item(_UNNAMED, resource.urn, resource, inputs, prior, last)
        unknown = resource.unknown_inputs and resource.unknown_inputs & _NAMES
        if unknown or "name" not in inputs.identity:
            item.key = Key(inputs.system, kind, f"({resource.name})")
            self.match.unnamed.append(item)
            return
        spec = spec_of(kind)
        hidden = resource.secret_inputs and resource.secret_inputs & _NAMES
        if hidden:
            self.errors.append(
                f"{_at(resource)}{resource.name}: its {min(hidden)} is secret, and names are "
                "shown in plans and kept as id; give it in clear"
            )
            return
        item.key = key = Key(inputs.system, kind, str(inputs.identity["name"]))
        if len(spec.identity()) > 1:
            item.key = key = in_library(spec.key_of(inputs.identity, inputs.system), facts)
        twin = self.match.declared.get(key)
        if twin is not None and twin.declared is not None:
            self.errors.append(
                f"{_at(resource)}{key}: resources {twin.declared.name!r} and {resource.name!r} "
                "both declare it; give one of them another name, or remove it"
            )
            return
        self.match.declared[key] = item
        in_progress = self._creating.get(resource.urn)
        if in_progress is not None and Key.parse(in_progress.id) == key:
            item.in_progress = True
            if "outputs" in in_progress.raw:
                item.carried = canonical_values(kind, in_progress.outputs)

    def rest(self) -> None:
        """Everything of the state that no declaration has taken by URN."""
        moves = []
        for item in self.match.declared.values():
            if item.prior is not None:
                if item.prior.id == item.key.id and not _is_explicit(item.prior.provider):
                    continue  # nearly every resource
                old = self._key_in_state(item.prior)
                if old is not None and old != item.key:
                    moved = Item(old, item.prior.urn, prior=item.prior, moved=item.key)
                    moved.moved_inputs = item.inputs
                    moves.append(moved)
                    item.prior, item.last, item.moved_from = None, None, old
        for item in moves:
            self._leave(item)
        for resource in (*self._ours.values(), *self._old):
            key = self._key_in_state(resource)
            if key is not None and key not in self.match.pending_deletes:
                self._leave(Item(key, resource.urn, prior=resource))
        for urn, in_progress in self._creating.items():
            key = Key.parse(in_progress.id)
            if key is None or key.kind != kind_of(in_progress.type):
                continue
            known = key in self.match.declared or key in self.match.pending_deletes
            if not known and self._system(key.system, urn) is not None:
                self.match.pending_deletes[key] = Item(
                    key, urn, prior=in_progress, last=_last(in_progress), in_progress=True
                )

    def _leave(self, item: Item) -> None:
        """An object of the state goes, unless a resource under another name declares it now: it is
        the object that counts."""
        assert item.prior is not None
        item.last = _last(item.prior)
        twin = self.match.declared.get(item.key)
        if twin is None:
            self.match.pending_deletes[item.key] = item
        elif twin.prior is None:
            twin.prior, twin.last = item.prior, item.last

    def _is_of_another_provider(self, name: str, provider: str) -> bool:
        """A provider that the program made has systems of its own, under whatever names."""
        if not _is_explicit(provider):
            return False
        urn = provider.rpartition("::")[0]
        self.errors.append(
            f"{name}: its provider {urn.split('::')[-1]!r} has systems of its own, which only "
            "pulumi reaches; use pulumi up, or name the system in queuewright:systems and leave "
            "provider= out"
        )
        return True

    def _key_in_state(self, resource: Resource) -> Key | None:
        kind = kind_of(resource.type)
        if self._is_of_another_provider(resource.name, resource.provider):
            return None
        key = Key.parse(resource.id)
        if kind is None or key is None or key.kind != kind:
            self.errors.append(
                f"{resource.urn}: id {resource.id!r} of the state does not name a {kind}; remove "
                "the resource with pulumi state delete, or restore the state from a copy"
            )
            return None
        facts = self._system(key.system, resource.urn)
        return None if facts is None else in_library(key, facts)

    def _system(self, name: str, urn: str, place: str = "") -> SystemFacts | None:
        """The facts of a system; None for one that is not configured, which is said once."""
        if name not in self._facts:
            system = self._systems.get(name)
            self._facts[name] = None if system is None else system.facts
            if system is None:
                known = ", ".join(sorted(self._systems)) or "none"
                gone = ""
                if urn not in self._urns:  # of the state
                    gone = f", or forget what the stack has there: queuewright stack forget {name}"
                where = f"{place}: " if place else ""
                self.errors.append(
                    f"{where}{urn.split('::')[-1]}: system {name or '(not given)'} is not in "
                    f"queuewright:systems (there: {known}); add it there{gone}"
                )
        return self._facts[name]


@lru_cache(256)
def _is_explicit(provider: str) -> bool:
    """Whether a reference to a provider (its URN, "::", its id) is to one that a program made."""
    urn = provider.rpartition("::")[0]
    return bool(urn) and not urn.split("::")[-1].startswith("default")


def _at(resource: Declared) -> str:
    return f"{resource.place}: " if resource.place else ""


def _without_ignored(resource: Declared, prior: Resource) -> Declared:
    """What the program ignores is as it was last applied, as Pulumi's engine does it: names,
    system and options too, and what was not given then is not given now."""
    ignored = property_names(resource.ignore_changes)
    inputs, before = dict(resource.inputs), prior.inputs
    names = {*inputs, *resource.unknown_inputs, *before} if "*" in ignored else ignored
    as_before = {n for n in names if not n.startswith("__") and not holds_secret(before.get(n))}
    for name in as_before:  # a secret is ciphertext in the state: its attribute is ignored later
        if before.get(name) is None:
            inputs.pop(name, None)
        else:
            inputs[name] = before[name]
    return replace(resource, inputs=inputs, unknown_inputs=resource.unknown_inputs - as_before)


_UNNAMED = Key("", "", "")
_NAMES = frozenset(("system", "library", "name"))


def _last(resource: Resource) -> Inputs:
    """What was applied, as far as it is not secret: a secret is in the state as ciphertext."""
    known = {n: v for n, v in resource.inputs.items() if not holds_secret(v)}
    return read_inputs(kind_of(resource.type) or "", known)
