"""A stack's state in Pulumi's deployment format, versions 3 and 4. Source: `pulumi stack export`.

Version 4 is that of a state with features that older ones did not know; it lists them.

What is not ours (other providers' resources, fields that this version does not know, secrets and
their ciphertext) is kept as it was read, value for value, and written back.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from queuewright.catalogue.diagnostic import shown
from queuewright.diff.normalise import within

from .errors import StateError

VERSION, NEWEST = 3, 4
# Which field of a resource is a feature that the state has to name.
_FEATURES = {
    "refreshBeforeUpdate": "refreshBeforeUpdate",
    "viewOf": "views",
    "resourceHooks": "hooks",
    "taint": "taint",
    "replaceWith": "replaceWith",
}
STACK_TYPE = "pulumi:pulumi:Stack"
PROVIDER_TYPE = "pulumi:providers:pulumi-python"
# Pulumi marks special values (secrets, assets, references) with an object that has this key.
SECRET_KEY = "4dabf18193072939515e22adb298388d"
SECRET_VALUE = "1b47061264138c4ac30d75fd1eb44270"
# Types of pending operations; Pulumi has others too.
CREATING, UPDATING = "creating", "updating"
# Among the outputs of an update that is pending: the object ran, and was stopped to be changed.
STOPPED = "__stopped"
# The same of one after which types of REFRESH SECURITY are to be sent.
UNREFRESHED = "__unrefreshed"


def is_secret(value: Any) -> bool:
    """Whether a property is a secret: its ciphertext (or plain text) inside Pulumi's mark."""
    return isinstance(value, Mapping) and value.get(SECRET_KEY) == SECRET_VALUE


def holds_secret(value: Any) -> bool:
    """Whether a property is a secret, or has one inside."""
    return any(map(is_secret, within(value)))


@dataclass(frozen=True, slots=True)
class Resource:
    """One resource of a deployment. `raw` is its JSON object, never changed in place.

    external: read by the program (`get`), not managed. deleting: replaced already, its old object
    still to be deleted.
    """

    raw: Mapping[str, Any]

    @property
    def urn(self) -> str:
        return self.raw.get("urn") or ""

    @property
    def type(self) -> str:
        return self.raw.get("type") or ""

    @property
    def id(self) -> str:
        return self.raw.get("id") or ""

    @property
    def parent(self) -> str:
        return self.raw.get("parent") or ""

    @property
    def provider(self) -> str:
        return self.raw.get("provider") or ""

    @property
    def custom(self) -> bool:
        return bool(self.raw.get("custom"))

    @property
    def external(self) -> bool:
        return bool(self.raw.get("external"))

    @property
    def deleting(self) -> bool:
        return bool(self.raw.get("delete"))

    @property
    def protect(self) -> bool:
        return bool(self.raw.get("protect"))

    @property
    def retain_on_delete(self) -> bool:
        return bool(self.raw.get("retainOnDelete"))

    @property
    def ignore_changes(self) -> tuple[str, ...]:
        given = self.raw.get("ignoreChanges")
        return tuple(n for n in given if isinstance(n, str)) if isinstance(given, list) else ()

    @property
    def inputs(self) -> Mapping[str, Any]:
        return self.raw.get("inputs") or {}

    @property
    def outputs(self) -> Mapping[str, Any]:
        return self.raw.get("outputs") or {}

    @property
    def dependencies(self) -> tuple[str, ...]:
        return tuple(self.raw.get("dependencies") or ())

    @property
    def secret_names(self) -> frozenset[str]:
        """Inputs and outputs that are secret, in whole or in part."""
        values = (*self.inputs.items(), *self.outputs.items())
        found = {n for n, v in values if isinstance(v, Mapping | list) and holds_secret(v)}
        return frozenset(found.union(self.raw.get("additionalSecretOutputs") or ()))

    @property
    def name(self) -> str:
        """The name in the program: what follows the type in the URN."""
        return self.urn.split("::", 3)[-1]

    @property
    def was_stopped(self) -> bool:
        """Whether an update, which is pending, stopped its object to change it."""
        return bool(self.outputs.get(STOPPED))

    @property
    def unrefreshed(self) -> frozenset[str]:
        """The types of REFRESH SECURITY that an update, which is pending, has still to send."""
        return frozenset(map(str, self.outputs.get(UNREFRESHED) or ()))

    @property
    def replaces(self) -> bool:
        """Whether its creation, which is pending, is half of a replacement: it has then what the
        new object gets."""
        return "outputs" in self.raw and self.outputs.keys() != {UNREFRESHED}

    def needs(self) -> set[str]:
        """URNs that must stand before it: parent, dependencies, those of properties, provider."""
        urns = {self.parent, *self.dependencies, str(self.raw.get("deletedWith") or "")}
        urns.update(self.raw.get("replaceWith") or ())
        for listed in (self.raw.get("propertyDependencies") or {}).values():
            urns.update(listed or ())
        urns.add(self.provider.rpartition("::")[0])
        urns.discard("")
        urns.discard(self.urn)
        return urns

    def but(self, **fields: Any) -> "Resource":
        """This resource with other fields; None takes a field out."""
        raw = {**self.raw, **fields}
        return Resource({name: value for name, value in raw.items() if value is not None})


@dataclass(frozen=True, slots=True)
class Deployment:
    """A whole state. `pending` are operations that were in_progress and not finished: Pulumi's
    `pending_operations`, `{"resource": {...}, "type": "creating"}`. `extra` has every other
    field (manifest, secrets_providers, metadata, ...) as it was read. `features` are those that it
    names beside what its resources show."""

    resources: tuple[Resource, ...] = ()
    pending: tuple[Mapping[str, Any], ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)
    features: tuple[str, ...] = ()

    def by_urn(self) -> dict[str, Resource]:
        """Resources by URN, without those that only wait for their deletion."""
        return {resource.urn: resource for resource in self.resources if not resource.deleting}

    def stack(self) -> Resource | None:
        """The stack's own resource, None before its first update."""
        return next((resource for resource in self.resources if resource.type == STACK_TYPE), None)

    def plain_secret(self) -> str:
        """The name of a resource with a secret that anybody can read, "" for none."""
        for resource in self.resources:
            values = within([resource.inputs, resource.outputs])
            if any(is_secret(value) and "plaintext" in value for value in values):
                return resource.name
        return ""

    def with_resources(self, resources: Iterable[Resource]) -> "Deployment":
        return replace(self, resources=tuple(resources))

    @classmethod
    def read(cls, data: Any, where: str = "the state") -> "Deployment":
        """Read and validate what `pulumi stack export` writes.

        Raises StateError, one line that names `where` and the way out.
        """
        if not isinstance(data, Mapping):
            raise _malformed(where, f"is {shown(data, 20)} and not an object")
        version = data.get("version")
        if isinstance(version, int) and not isinstance(version, bool) and version > NEWEST:
            raise StateError(
                f"{where}: deployment format {version} is newer than {NEWEST}, the newest that "
                "this version reads; use a newer queuewright, or export with an older pulumi"
            )
        if version not in (VERSION, NEWEST) or not isinstance(version, int):
            expected = f"{VERSION} or {NEWEST}"
            raise _malformed(where, f"version is {shown(version, 20)} and must be {expected}")
        features = data.get("features") or []
        if not isinstance(features, list) or not all(isinstance(f, str) for f in features):
            raise _malformed(where, "features must be a list of names")
        deployment = data.get("deployment")
        if deployment is None:
            return cls()  # a stack that was never updated
        if not isinstance(deployment, Mapping):
            raise _malformed(where, "deployment is not an object")
        for name in ("manifest", "secrets_providers", "metadata"):
            if not isinstance(deployment.get(name) or {}, Mapping):
                raise _malformed(where, f"{name} is not an object")
        fields = {name: value for name, value in deployment.items() if value is not None}
        listed = fields.pop("resources", None)
        pending = fields.pop("pending_operations", None)
        listed, pending = ([] if given is None else given for given in (listed, pending))
        if not isinstance(listed, list) or not isinstance(pending, list):
            raise _malformed(where, "resources and pending_operations must be lists")
        for place, entry in enumerate(listed):
            check_resource(entry, f"{where}: resource {place}")
        for place, entry in enumerate(pending):
            if not isinstance(entry, Mapping) or not isinstance(entry.get("type"), str):
                raise _malformed(f"{where}: pending operation {place}", "has no type")
            check_resource(entry.get("resource"), f"{where}: pending operation {place}")
        resources = tuple(map(Resource, listed))
        _in_order(resources, where)
        others = tuple(name for name in features if name not in _FEATURES.values())
        return cls(resources, tuple(pending), fields, others)

    def write(self) -> dict[str, Any]:
        """The JSON object that `pulumi stack import` reads, fields in Pulumi's order."""
        first = {name: self.extra[name] for name in ("manifest", "secrets_providers")
                 if name in self.extra}  # fmt: skip
        deployment: dict[str, Any] = {"manifest": {"time": "", "magic": "", "version": ""}, **first}
        deployment["resources"] = [dict(resource.raw) for resource in self.resources]
        if self.pending:
            deployment["pending_operations"] = [dict(resource) for resource in self.pending]
        deployment.update((n, v) for n, v in self.extra.items() if n not in first)
        deployment.setdefault("metadata", {})
        features = {*self.features}
        for resource in self.resources:
            features.update(name for field, name in _FEATURES.items() if resource.raw.get(field))
        if not features:
            return {"version": VERSION, "deployment": deployment}
        return {"version": NEWEST, "features": sorted(features), "deployment": deployment}


_TEXTS = ("urn", "type", "id", "parent", "provider", "created", "modified", "deletedWith")
_OBJECTS = ("inputs", "outputs", "propertyDependencies")


def check_resource(entry: Any, where: str) -> None:
    """Raises StateError, one line that names `where`, for what is not a resource of a state."""
    if not isinstance(entry, Mapping):
        raise _malformed(where, "is not an object")
    for name in ("urn", "type"):
        if not isinstance(entry.get(name), str) or not entry[name]:
            raise _malformed(where, f"has no {name}")
    if not entry["urn"].startswith("urn:pulumi:") or entry["urn"].count("::") < 3:
        raise _malformed(where, f"urn {shown(entry['urn'])} is not a URN")
    where = f"{where} ({entry['urn']})"
    for names, kind, noun in ((_TEXTS, str, "text"), (_OBJECTS, Mapping, "an object")):
        for name in names:
            if entry.get(name) is not None and not isinstance(entry[name], kind):
                raise _malformed(where, f"{name} is not {noun}")
    named = entry.get("propertyDependencies") or {}
    for urns in (entry.get("dependencies"), entry.get("replaceWith"), *named.values()):
        listed = [] if urns is None else urns
        if not isinstance(listed, list) or not all(isinstance(urn, str) for urn in listed):
            raise _malformed(where, "dependencies must be lists of URNs")
    secret = entry.get("additionalSecretOutputs") or []
    if not isinstance(secret, list) or not all(isinstance(name, str) for name in secret):
        raise _malformed(where, "additionalSecretOutputs must be a list of names")


def _in_order(resources: Iterable[Resource], where: str) -> None:
    """Pulumi's own check of integrity: nothing twice, and nothing before what it needs."""
    earlier: set[str] = set()
    for resource in resources:
        if not resource.deleting:
            if resource.urn in earlier:
                raise _malformed(where, f"{resource.urn} stands in it twice")
            earlier.add(resource.urn)
        missing = resource.needs() - earlier
        if missing and not resource.deleting:
            raise _malformed(
                where, f"{resource.urn} needs {min(missing)}, which does not stand before"
            )


def _malformed(where: str, problem: str) -> StateError:
    return StateError(
        f"{where}: {problem}; give what pulumi stack export or queuewright stack export wrote"
    )
