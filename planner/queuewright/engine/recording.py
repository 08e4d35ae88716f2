"""The state of a resource after its step, as Pulumi's engine would write it.

Values that a program marks secret are left out: only Pulumi's own secrets manager could write
them so that nobody reads them. Ciphertext that Pulumi wrote is kept while the value stays.
"""

import uuid
from collections.abc import Collection, Mapping
from datetime import UTC, datetime
from typing import Any

from queuewright.catalogue.observed import Observed
from queuewright.diff.normalise import determined_of, json_value, property_names
from queuewright.diff.outputs import outputs, plain
from queuewright.diff.types import Verb
from queuewright.diff.write_only import digests_of, with_digests_of, write_only
from queuewright.provider_reference import provider_reference
from queuewright.state.deployment import (
    CREATING,
    PROVIDER_TYPE,
    STACK_TYPE,
    STOPPED,
    UNREFRESHED,
    Deployment,
    Resource,
    is_secret,
)
from queuewright.state.journal import ordered
from queuewright.systems.protocol import System

from .declared import ENGINE_FIELDS, Declared
from .matching import known_disposition
from .redaction import secret_in_state
from .steps import Plan, Step


class Recorder:
    """Makes the entries of one update. All of them use the same default provider."""

    def __init__(
        self,
        plan: Plan,
        systems: Mapping[str, System],
        configuration: Mapping[str, str] | None = None,
    ) -> None:
        self._plan = plan
        self._systems = systems
        self._now = datetime.now(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
        self._before = plan.state.by_urn()
        self._half_replaced = {
            pending["resource"].get("id")
            for pending in plan.state.pending
            if pending["type"] == CREATING and Resource(pending["resource"]).replaces
        }
        self._unrefreshed = {
            pending["resource"].get("id"): Resource(pending["resource"]).unrefreshed
            for pending in plan.state.pending
        }
        all_providers = (r for r in self._before.values() if r.type == PROVIDER_TYPE)
        providers = (r for r in all_providers if r.name.startswith("default"))
        self._provider = next(providers, None) or self._new_provider()
        if configuration is not None:
            self._provider = self._configured(configuration)

    def _new_provider(self) -> Resource:
        urn = f"urn:pulumi:{self._plan.stack}::{self._plan.project}::{PROVIDER_TYPE}::default"
        return self._stamped({"urn": urn, "custom": True, "id": str(uuid.uuid4()),
                              "type": PROVIDER_TYPE})  # fmt: skip

    def _configured(self, configuration: Mapping[str, str]) -> Resource:
        """The provider with the stack's configuration, which a dynamic provider is given from
        here when `pulumi destroy` runs no program."""
        prior = self._provider
        kept = {name: value for name, value in prior.inputs.items() if is_secret(value)}
        given = dict(sorted({**kept, **configuration}.items())) or None
        raw = {n: v for n, v in prior.raw.items() if n not in ("created", "modified")}
        return self._stamped({**raw, "inputs": given, "outputs": given}, prior)

    def foundations(self) -> list[Resource]:
        """The resources that precede any object in the state: stack, provider, components; those
        of them that are new."""
        components = (c for c in self._plan.components if c.type != STACK_TYPE)
        resources = [self._root(None, ()), self._provider, *map(self._component, components)]
        return [resource for resource in resources if resource.urn not in self._before]

    def entry(self, step: Step, observed: Observed | None) -> Resource:
        """The resource after its step. observed: None where the object stays the same."""
        declared, prior = step.declared, step.prior
        assert declared is not None
        fields = self._fields(step, declared)
        secret = fields["additionalSecretOutputs"] or ()
        if observed is not None:
            facts = self._systems[step.key.system].facts
            new = prior is None or step.verb in (Verb.CREATE, Verb.REPLACE)
            determined = {} if new or prior is None else determined_of(prior.outputs)
            given = self._given(step, declared)
            adopted = step.is_adopted
            reported = outputs(
                step.key.kind,
                given,
                observed,
                facts,
                determined,
                adopted=adopted,
                digests={} if new or prior is None else digests_of(prior.outputs),
                ignored=_ignored(step.key.kind, declared),
            )
            reported["__provider"] = fields["inputs"]["__provider"]
            before = {} if step.changes_anything or prior is None else prior.outputs
            fields["outputs"] = _kept(reported, secret, before)
        elif prior is not None:
            fields["outputs"] = _kept(prior.outputs, secret, prior.outputs)
        fields["outputs"] = with_digests_of(fields["outputs"], declared.inputs)
        return self._stamped(fields, prior)

    def is_half_replaced(self, step: Step) -> bool:
        """Whether an update that was cut off deleted the object to be replaced."""
        return step.key.id in self._half_replaced

    def in_progress(self, step: Step) -> Resource:
        """The resource whose object is about to be created. outputs: of a replacement, what the new
        object gets, with what is carried over from the old one; of each, the types of REFRESH
        SECURITY that are sent when it is there."""
        assert step.declared is not None
        raw = self._begun(step, step.declared)
        is_replaced = step.verb is Verb.REPLACE or self.is_half_replaced(step)
        declared = {*raw["inputs"], *step.declared.secret_inputs}  # which the state does not keep
        if is_replaced or step.desired.keys() - declared:
            values = {name: json_value(value) for name, value in step.desired.items()}
            raw["outputs"] = _kept(values, secret_in_state(step.declared, step.prior), {})
        if step.decision.refreshes:
            refreshes = {UNREFRESHED: sorted(step.decision.refreshes)}
            raw["outputs"] = {**raw.get("outputs", {}), **refreshes}
        return Resource(raw)

    def stopped(self, step: Step) -> Resource:
        """The resource whose object is about to be stopped to be changed."""
        return self._left(step, {STOPPED: True})

    def unrefreshed(self, step: Step, types: Collection[str]) -> Resource:
        """The resource whose object is about to be changed, after which these types of REFRESH
        SECURITY are sent."""
        return self._left(step, {UNREFRESHED: sorted(types)})

    def unrefreshed_before(self, step: Step) -> frozenset[str]:
        """The types that an update before was to send, and did not."""
        return self._unrefreshed.get(step.key.id, frozenset())

    def _left(self, step: Step, what: Mapping[str, Any]) -> Resource:
        assert step.declared is not None
        return Resource({**self._begun(step, step.declared), "outputs": dict(what)})

    def _begun(self, step: Step, declared: Declared) -> dict[str, Any]:
        fields = self._fields(step, declared)
        begun = ("urn", "custom", "id", "type", "inputs", "parent", "provider")
        return {name: fields[name] for name in begun}

    def _fields(self, step: Step, declared: Declared) -> dict[str, Any]:
        inputs = self._inputs(step, declared)
        secret = secret_in_state(declared, step.prior)
        given = sorted({*inputs, *declared.inputs})  # of a secret too, which is not kept
        named = {name: list(declared.property_dependencies.get(name, ())) for name in given}
        return {
            "urn": declared.urn,
            "custom": True,
            "id": step.key.id,
            "type": declared.type,
            "inputs": inputs,
            "outputs": inputs,
            "parent": declared.parent or self._root_urn(),
            "protect": declared.protect or None,
            "dependencies": sorted(declared.dependencies) or None,
            "provider": self._provider_of(step.prior),
            "propertyDependencies": named,
            "additionalSecretOutputs": sorted(secret) or None,
            "retainOnDelete": declared.retain_on_delete or None,
            "ignoreChanges": list(declared.ignore_changes) or None,
            "replaceOnChanges": list(declared.replace_on_changes) or None,
            **{name: declared.engine_fields.get(name) for name in ENGINE_FIELDS},
        }

    def _given(self, step: Step, declared: Declared) -> dict[str, Any]:
        """The declared inputs; of ignored ones, those that were applied before."""
        before = step.prior.inputs if step.prior is not None else {}
        values = plain(step.key.kind, declared.inputs)
        for name in property_names(declared.ignore_changes):
            for ignored in list(values) if name == "*" else [name]:
                if ignored in before:
                    values[ignored] = before[ignored]
        return values

    def _inputs(self, step: Step, declared: Declared) -> dict[str, Any]:
        """The part that the state keeps."""
        before = step.prior.inputs if step.prior is not None else {}
        values = {**self._given(step, declared), "__provider": provider_reference(step.key.kind)}
        return _kept(values, declared.secret_inputs, before if not step.changes_anything else {})

    def _provider_of(self, prior: Resource | None) -> str:
        if prior is not None and prior.provider.rpartition("::")[0] in self._before:
            return prior.provider
        return f"{self._provider.urn}::{self._provider.id}"

    def _root_urn(self) -> str:
        name = f"{self._plan.project}-{self._plan.stack}"
        return f"urn:pulumi:{self._plan.stack}::{self._plan.project}::{STACK_TYPE}::{name}"

    def _root(self, outputs: Mapping[str, Any] | None, secret: Collection[str]) -> Resource:
        prior = self._plan.state.stack()
        urn = prior.urn if prior is not None else self._root_urn()
        fields: dict[str, Any] = {"urn": urn, "custom": False, "type": STACK_TYPE}
        if outputs is not None:
            fields |= output_fields(outputs, secret, prior.outputs if prior is not None else {})
        return self._stamped(fields, prior)

    def _component(self, component: Declared) -> Resource:
        fields = {
            "urn": component.urn,
            "custom": False,
            "type": component.type,
            "parent": component.parent or self._root_urn(),
            "protect": component.protect or None,
            "dependencies": sorted(component.dependencies) or None,
            "outputs": dict(component.outputs) or None,
        }
        former = (self._before.get(urn) for urn in (component.urn, *component.aliases))
        return self._stamped(fields, next(filter(None, former), None))

    def _stamped(self, fields: Mapping[str, Any], prior: Resource | None = None) -> Resource:
        """The entry, over what an earlier one had besides; the same when nothing changed."""
        known = dict(prior.raw) if prior is not None else {}
        for name in ("delete", "pendingReplacement", "initErrors", "taint"):
            known.pop(name, None)
        merged = {name: fields[name] for name in fields if fields[name] is not None}
        merged |= {name: known[name] for name in known if name not in fields}
        if prior is not None and merged == prior.raw:
            return prior
        created = known.get("created") or self._now
        return Resource({**merged, "created": created, "modified": self._now})

    def finished(
        self,
        replayed: Deployment,
        outputs: Mapping[str, Any] | None,
        secret_outputs: Collection[str],
    ) -> Deployment:
        """The whole state after an update. replayed: with what the journal says."""
        plan = self._plan
        current = replayed.by_urn()
        unchanged = {
            s.urn: s for s in plan.steps if not s.changes_anything and s.declared is not None
        }
        same = _displacing_nothing(unchanged, current)
        for prior in (step.prior for step in same.values() if step.prior is not None):
            former = current.get(prior.urn)
            if former is not None and former.urn not in same and former.id == prior.id:
                del current[former.urn]
        components = {each.urn: each for each in plan.components if each.type != STACK_TYPE}
        renamed = {urn for resource in components.values() for urn in resource.aliases}
        for urn, component in components.items():
            current[urn] = self._component(component)
        for urn, step in same.items():
            current[urn] = self.entry(step, step.observed)
        if not plan.skipped:
            _drop_empty_components(current, set(components), renamed)
        current[self._provider.urn] = self._provider
        used = {resource.provider.rpartition("::")[0] for resource in current.values()}
        providers = {urn for urn, each in current.items() if each.type == PROVIDER_TYPE}
        for urn in providers - used:
            del current[urn]
        root = self._root(outputs, secret_outputs)
        if plan.destroy and not set(current) - {root.urn}:
            current.clear()
        else:
            current[root.urn] = root
        places = {resource.urn: place for place, resource in enumerate(sorted_declared(plan))}
        listed = sorted(current.values(), key=lambda resource: _place(resource, places))
        alive = {resource.id for resource in listed}
        listed += [r for r in replayed.resources if r.deleting and r.id not in alive]
        manifest = dict(replayed.extra.get("manifest") or {"magic": "", "version": ""})
        extra = {**replayed.extra, "manifest": {**manifest, "time": self._now}}
        settled = {s.key.id for s in unchanged.values() if s.decision.starts is not None}
        recorded = {(resource.id, _disposition(resource)) for resource in listed}
        pending = tuple(
            operation
            for operation, begun in (
                (each, Resource(each["resource"])) for each in replayed.pending
            )
            if (
                begun.id not in settled
                if "outputs" in begun.raw
                else (begun.id, _disposition(begun)) not in recorded
            )
        )
        return Deployment(ordered(listed), pending, extra, replayed.features)


def _disposition(resource: Resource) -> str:
    """Which object of its name the resource is: an object of a queue-sharing group and one of the
    queue manager itself have one id."""
    return known_disposition(resource) or "q_mgr"


def _displacing_nothing(same: dict[str, Step], current: Mapping[str, Resource]) -> dict[str, Step]:
    """Steps that stay the same, by URN, without those whose entry would take the place of that of
    another object which nothing else records: where resources change hands and the step of one
    failed, or was left out, the entries of both stay as they were."""
    displaced = {}
    for urn, step in same.items():
        entry = current.get(urn)
        own = {step.key.id, step.prior.id if step.prior is not None else ""}
        if entry is not None and entry.custom and entry.id not in own:
            displaced[urn] = entry
    while displaced:
        recorded = {entry.id for urn, entry in current.items() if urn not in same}
        recorded |= {step.key.id for step in same.values()}
        lost = [urn for urn, entry in displaced.items() if entry.id not in recorded]
        if not lost:
            break
        same = {urn: step for urn, step in same.items() if urn not in lost}
        displaced = {urn: entry for urn, entry in displaced.items() if urn in same}
    return same


def sorted_declared(plan: Plan) -> list[Declared]:
    """Everything declared, in the program's order."""
    declared = [step.declared for step in plan.steps if step.declared is not None]
    return sorted((*declared, *plan.components), key=lambda resource: resource.index)


def _place(resource: Resource, places: Mapping[str, int]) -> tuple[int, int]:
    if resource.type == STACK_TYPE:
        return 0, 0
    if resource.type.startswith("pulumi:providers:"):
        return 1, 0
    return (2, places[resource.urn]) if resource.urn in places else (3, 0)


def output_fields(
    outputs: Mapping[str, Any], secret: Collection[str], before: Mapping[str, Any]
) -> dict[str, Any]:
    """A stack's outputs as the fields of its own resource. Secrets are left out, but for ciphertext
    that Pulumi wrote: nobody but its secrets manager can write them so that nobody reads them.
    Their names are kept, so that a preview does not show them as new each time."""
    kept = _kept(outputs, secret, before)
    names = sorted(set(secret) - set(kept))
    return {"outputs": kept or None, "additionalSecretOutputs": names or None}


def _kept(
    values: Mapping[str, Any], secret: Collection[str], before: Mapping[str, Any]
) -> dict[str, Any]:
    """Values by name in order, without secret ones but for the ciphertext there was before."""
    kept = {}
    for name in sorted(values):
        if name not in secret:
            kept[name] = values[name]
        elif is_secret(before.get(name)):
            kept[name] = before[name]
    return kept


def _ignored(kind: str, declared: Declared) -> frozenset[str]:
    """The attributes that nobody reads, and the program says to leave as they are."""
    names = property_names(declared.ignore_changes)
    return write_only(kind) if "*" in names else write_only(kind) & names


def _drop_empty_components(
    current: dict[str, Resource], declared: set[str], renamed: set[str]
) -> None:
    """Components that are no longer declared go when nothing stands in them any more."""
    while True:
        used = {resource.parent for resource in current.values()}
        empty = [
            urn
            for urn, resource in current.items()
            if not resource.custom and resource.type != STACK_TYPE and urn not in declared
            and (urn not in used or urn in renamed)
        ]  # fmt: skip
        if not empty:
            return
        for urn in empty:
            del current[urn]
