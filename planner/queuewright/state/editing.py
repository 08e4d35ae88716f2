"""Edits of a state by hand, and the checks that guard them."""

from dataclasses import replace

from queuewright.catalogue.key import Key
from queuewright.diff.normalise import within

from .deployment import Deployment, Resource, is_secret
from .journal import ordered


def without_system(deployment: Deployment, system: str) -> Deployment:
    """The state without every object of ours that it has on a system."""
    kept = [resource for resource in deployment.resources if not _is_on(resource, system)]
    pending = [
        entry for entry in deployment.pending if not _is_on(Resource(entry["resource"]), system)
    ]
    return replace(deployment, resources=ordered(kept), pending=tuple(pending))


def _is_on(resource: Resource, system: str) -> bool:
    key = Key.parse(resource.id) if resource.custom else None
    return key is not None and key.system == system and resource.type.endswith(f"/{key.kind}")


def first_plain_secret(deployment: Deployment) -> str:
    """The name of a resource with a secret that anybody can read, "" for none."""
    for resource in deployment.resources:
        values = within([resource.inputs, resource.outputs])
        if any(is_secret(value) and "plaintext" in value for value in values):
            return resource.name
    return ""
