"""Declarations beside the state: which resource of the program is which of the state."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import Any

from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import DISPOSITION, Observed
from queuewright.catalogue.options import Adopt, ObjectOptions, OnDelete
from queuewright.catalogue.spec import Spec
from queuewright.diff.normalise import Inputs, canonical_values, property_names, read_inputs
from queuewright.diff.sharing import disposition_of, meant
from queuewright.ibmi.base import in_library
from queuewright.kinds import spec_of
from queuewright.state.deployment import CREATING, UPDATING, Deployment, Resource, holds_secret
from queuewright.systems.protocol import System

from .declared import Declared, kind_of, managed_kind
from .errors import PlanError


@dataclass(slots=True)
class MatchedObject:
    """One object: as declared, as the state has it, or both.

    inputs: None for what is no longer declared. last: inputs as they were last applied, None when
    the object is not in the state. in_progress: its creation was begun by an update that was cut
    off; made_as: with this disposition; carried: and had this of an object that it replaced.
    left_stopped: such an update stopped it, because it ran, and may not have started it again.
    unrefreshed: types of REFRESH SECURITY that such an update may not have sent. moved,
    moved_inputs: the declaration of the same resource under its new key, for one to be deleted:
    what the program says now holds for both. successor: of one to be deleted, the object that takes
    its place: `moved`, or one of the same kind and name that is declared anew on another system.
    """

    key: Key
    urn: str
    declared: Declared | None = None
    inputs: Inputs | None = None
    prior: Resource | None = None
    last: Inputs | None = None
    in_progress: bool = False
    made_as: str | None = None
    carried: Mapping[str, Any] | None = None
    left_stopped: bool = False
    unrefreshed: frozenset[str] = frozenset()
    moved: Key | None = None
    moved_inputs: Inputs | None = None
    moved_from: Key | None = None
    successor: Key | None = None

    @property
    def disposition(self) -> str | None:
        """Which object of its name it is in a queue-sharing group: the one that was being made, or
        that the stack has, else the one that is declared."""
        if self.in_progress:
            return self.made_as
        declared = None if self.inputs is None else self.inputs.attributes
        if self.carried is not None:  # that one is gone
            return disposition_of(declared, self.carried)
        return known_disposition(self.prior, declared)

    def among(self, objects: Mapping[Key, Observed]) -> Observed | None:
        """The object of a system that this one means: of one that is presumed, the stack's own."""
        found = objects.get(self.key)
        if found is None or (found.presumed and self.prior is None):
            return None
        if found.group is None and DISPOSITION not in found.attributes:
            return found  # off z/OS: nearly every object of nearly every plan
        if self.in_progress and self.prior is not None:
            # The one that it takes the place of, where that is still there.
            before = known_disposition(self.prior)
            former = meant(found, before)
            if former is not None and former.attributes.get(DISPOSITION) == before:
                return former
        return meant(found, self.disposition)

    def ignores(self, name: str) -> bool:
        """Whether the program says that an attribute stays as the object has it."""
        ignored = property_names(self.declared.ignore_changes if self.declared else ())
        return bool(ignored & {name, "*"})

    @property
    def options(self) -> ObjectOptions:
        """The declaration now, or the last one; Pulumi's own options are part of it."""
        given = self.inputs or self.moved_inputs or self.last
        resource = self.declared or self.prior
        assert given is not None
        assert resource is not None
        options = given.options
        if resource.retain_on_delete:
            options = replace(options, on_delete=OnDelete.RETAIN)
        imported = self.declared is not None and self.declared.import_id
        if imported and options.adopt is Adopt.NEVER:
            options = replace(options, adopt=Adopt.MATCHING)
        if self.carried is not None and options.like:
            options = replace(options, like=None)  # it gets what it had: nothing is copied
        return options


# The object that an item means, as it was read.
ObservedOf = Callable[[MatchedObject], Observed | None]


def known_disposition(
    prior: Resource | None, declared: Mapping[str, Any] | None = None
) -> str | None:
    """The disposition of a resource's object: as the state knows it, else as it is declared."""
    if prior is None:
        return disposition_of(declared)
    raw = prior.raw  # its properties would be made for every object of a plan
    return disposition_of(raw.get("outputs"), raw.get("inputs"), declared)


@dataclass(slots=True)
class Match:
    """declared: in the program's order. pending_deletes: in the state and no longer declared.
    unnamed: declarations whose name is not known yet."""

    declared: dict[Key, MatchedObject] = field(default_factory=dict)
    pending_deletes: dict[Key, MatchedObject] = field(default_factory=dict)
    unnamed: list[MatchedObject] = field(default_factory=list)
    left: list[Declared] = field(default_factory=list)
    components: list[Declared] = field(default_factory=list)

    def item(self, key: Key) -> MatchedObject:
        """The object of that key, which is declared or pending."""
        return self.declared.get(key) or self.pending_deletes[key]


def names_of(declared: Sequence[Declared], state: Deployment) -> tuple[str, str]:
    """Stack and project, as URNs say them."""
    first = next(iter(declared), None) or next(iter(state.resources), None)
    stack, project, *_ = first.urn.removeprefix("urn:pulumi:").split("::") if first else ("", "")
    return stack, project


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
        self._creating = dict(_in_progress(state, CREATING))
        self._updating = dict(_in_progress(state, UPDATING))
        made_anew = (each for each in self._creating.values() if _carried(each) is not None)
        self._replacing = {each.urn: each for each in made_anew}
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
        before = self._replacing.get(resource.urn) if prior is None else prior
        if before is not None and resource.ignore_changes:
            resource = _without_ignored(resource, before)
        inputs, last = read_inputs(kind, resource.inputs), None
        if prior is not None:
            applied = dict(prior.inputs)
            applied.pop("__provider", None)
            last = inputs if applied == resource.inputs else _last(prior)
        facts = self._facts.get(inputs.system)
        if facts is None:
            facts = self._system(inputs.system, resource.urn, resource.place)
        if facts is None:
            return
        item = MatchedObject(_UNNAMED, resource.urn, resource, inputs, prior, last)
        spec = spec_of(kind)
        unknown = resource.unknown_inputs and resource.unknown_inputs & _naming(spec)
        if unknown or not spec.required_names() <= inputs.identity.keys():
            item.key = Key(inputs.system, kind, f"({resource.name})")
            self.match.unnamed.append(item)
            return
        hidden = resource.secret_inputs and resource.secret_inputs & _naming(spec)
        if hidden:
            self.errors.append(
                f"{_at(resource)}{resource.name}: its {min(hidden)} is secret, and names are "
                "shown in plans and kept as id; give it in clear"
            )
            return
        key = spec.key_of(inputs.identity, inputs.system)
        item.key = key = in_library(key, facts) if spec.in_library else key
        twin = self.match.declared.get(key)
        if twin is not None and twin.declared is not None:
            self.errors.append(
                f"{_at(resource)}{key}: resources {twin.declared.name!r} and {resource.name!r} "
                "both declare it; give one of them another name, or remove it"
            )
            return
        self.match.declared[key] = item
        in_progress = self._creating.get(key) if self._creating else None
        if in_progress is not None:
            item.in_progress, item.carried = True, _carried(in_progress)
            item.made_as = known_disposition(in_progress)
            item.unrefreshed = in_progress.unrefreshed
        updating = self._updating.get(key) if self._updating else None
        if updating is not None:
            item.left_stopped, item.unrefreshed = updating.was_stopped, updating.unrefreshed

    def rest(self) -> None:
        """Everything of the state that no declaration has taken by URN."""
        moves = []
        for item in self.match.declared.values():
            if item.prior is not None:
                if item.prior.id == item.key.id and not _is_explicit(item.prior.provider):
                    continue  # nearly every resource
                old = self._key_in_state(item.prior)
                if old is not None and old != item.key:
                    moved = MatchedObject(
                        old, item.prior.urn, prior=item.prior, moved=item.key, successor=item.key
                    )
                    moved.moved_inputs = item.inputs
                    moves.append(moved)
                    item.prior, item.last, item.moved_from = None, None, old
        for item in moves:
            self._leave(item)
        for resource in (*self._ours.values(), *self._old):
            key = self._key_in_state(resource)
            if key is not None and key not in self.match.pending_deletes:
                self._leave(MatchedObject(key, resource.urn, prior=resource))
        self._find_successors()
        deletes = self.match.pending_deletes
        for key, in_progress in self._creating.items():
            known = key in deletes or key in self.match.declared
            if not known and self._system(key.system, in_progress.urn) is not None:
                begun = MatchedObject(
                    key, in_progress.urn, prior=in_progress, last=_last(in_progress)
                )
                begun.in_progress, begun.made_as = True, known_disposition(in_progress)
                deletes[key] = begun
            if key in deletes:
                deletes[key].carried = _carried(in_progress)

    def _find_successors(self) -> None:
        """A queue that is declared anew on another system, under another resource name, has moved
        as well: nobody says so, and it is handled with the same care."""
        going = [key for key, item in self.match.pending_deletes.items() if item.moved is None]
        if not going:
            return
        fresh: dict[tuple[str, str], list[Key]] = {}
        for key, item in self.match.declared.items():
            if item.prior is None and item.moved_from is None:
                fresh.setdefault((key.kind, key.name), []).append(key)
        for key in going:
            others = [other for other in fresh.get((key.kind, key.name), ()) if other != key]
            if len(others) == 1:
                self.match.pending_deletes[key].successor = others[0]

    def _leave(self, item: MatchedObject) -> None:
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


def _in_progress(state: Deployment, operation: str) -> Iterator[tuple[Key, Resource]]:
    """Objects whose creation, or other operation, was begun by an update that was cut off. They are
    the stack's own, whatever resource stands for them now."""
    for pending in state.pending:
        resource = Resource(pending["resource"])
        key = Key.parse(resource.id)
        is_ours = key is not None and key.kind == kind_of(resource.type)
        if key is not None and is_ours and pending["type"] == operation:
            yield key, resource


def _carried(in_progress: Resource) -> Mapping[str, Any] | None:
    """The values of the object that it was to replace; None where there was none."""
    if not in_progress.replaces:
        return None
    return canonical_values(kind_of(in_progress.type) or "", in_progress.outputs)


@lru_cache(256)
def _is_explicit(provider: str) -> bool:
    """Whether a reference to a provider (its URN, "::", its id) is to one that a program made."""
    urn = provider.rpartition("::")[0]
    return bool(urn) and not urn.split("::")[-1].startswith("default")


def _at(resource: Declared) -> str:
    return f"{resource.place}: " if resource.place else ""


def _without_ignored(resource: Declared, prior: Resource) -> Declared:
    """Ignored attributes stay as they were last applied, as Pulumi's engine does it: names,
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


@cache
def _naming(spec: type[Spec]) -> frozenset[str]:
    """The inputs that say which object it is."""
    return frozenset(("system", *spec.identity()))


def _last(resource: Resource) -> Inputs:
    """The applied values, as far as it is not secret: a secret is in the state as ciphertext."""
    known = {n: v for n, v in resource.inputs.items() if not holds_secret(v)}
    return read_inputs(kind_of(resource.type) or "", known)
