"""The dependencies of resources by Pulumi's own means: Outputs, `depends_on`, parents.

Components and resources of other providers pass on what they wait for, so they are nodes too. A
stack transformation sees them, with the options that the SDK keeps nowhere.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pulumi

from queuewright.catalogue.key import Key
from queuewright.diff.normalise import within
from queuewright.graph.dependency_graph import DependencyGraph

from .pulumi_internals import awaited, child_resources, future_of


@dataclass(slots=True, eq=False)
class TrackedResource:
    """One resource, with its options and inputs as the program gave them."""

    key: Key
    resource: pulumi.Resource
    options: pulumi.ResourceOptions | None
    inputs: Any


class DependencyTracker:
    """Knows every resource that is not an object of ours."""

    def __init__(self) -> None:
        self._others: list[TrackedResource] = []
        self._options: dict[int, pulumi.ResourceOptions] = {}

    def transformation(self, args: pulumi.ResourceTransformationArgs) -> None:
        """The stack transformation; it changes nothing. Ours are tracked by `Program`."""
        if "_own_key" not in args.resource.__dict__:
            # No object has such a key, and it comes before all that have.
            key = Key("", "", f"{len(self._others):09}")
            self._others.append(TrackedResource(key, args.resource, args.opts, args.props))
            self._options[id(args.resource)] = args.opts or pulumi.ResourceOptions()

    def options_of(self, resource: pulumi.Resource) -> pulumi.ResourceOptions | None:
        """The options of one that is tracked."""
        return self._options.get(id(resource))

    def words(self, key: Key) -> str:
        """The name of one of them in messages."""
        resource = self._others[int(key.name)].resource
        return f"{resource.pulumi_resource_type} {resource.pulumi_resource_name}"

    def add_dependencies(
        self,
        graph: DependencyGraph[Key],
        declared: Sequence[TrackedResource],
        batch: Sequence[TrackedResource],
    ) -> None:
        """Add what the others and those of `batch` wait for. declared: every object of ours.

        What asyncio does not show is not seen, and then a cycle is not found.
        """
        everything = [*self._others, *declared]
        keys = {id(tracked.resource): tracked.key for tracked in everything}
        owners: dict[int, Key] | None = None
        for tracked in (*self._others, *batch):
            for resource, reason in _named_in_options(tracked):
                if id(resource) in keys:
                    graph.add_dependency(tracked.key, keys[id(resource)], reason, explicit=True)
            for output, reason in _outputs_of(tracked):
                if owners is None:  # few programs give Outputs
                    owners = _owners(everything)
                for future in awaited(future_of(output)):
                    if id(future) in owners:
                        graph.add_dependency(tracked.key, owners[id(future)], reason, explicit=True)


def _named_in_options(tracked: TrackedResource) -> Iterator[tuple[pulumi.Resource, str]]:
    options = tracked.options
    if options is None:
        return
    listed = options.depends_on
    for resource in listed if isinstance(listed, list | tuple) else (listed,):
        if isinstance(resource, pulumi.Resource):
            members = list(_with_children(resource))
            if tracked.resource not in members:  # what it is part of waits for nothing more
                yield from ((member, "depends_on") for member in members)
    if options.parent is not None:
        yield options.parent, "parent"
    if options.deleted_with is not None:
        yield options.deleted_with, "deleted_with"


def _with_children(resource: pulumi.Resource) -> Iterator[pulumi.Resource]:
    """A resource; with a component, what is in it."""
    waiting = [resource]
    while waiting:
        resource = waiting.pop()
        yield resource
        if isinstance(resource, pulumi.ComponentResource):
            waiting.extend(child_resources(resource))


def _outputs_of(tracked: TrackedResource) -> Iterator[tuple["pulumi.Output[Any]", str]]:
    """The Outputs among what it was given."""
    if tracked.options is not None:
        for output in _outputs(tracked.options.depends_on):
            yield output, "depends_on"
    if isinstance(tracked.inputs, Mapping):
        for name, value in tracked.inputs.items():
            for output in _outputs(value):
                yield output, str(name)


def _owners(everything: Sequence[TrackedResource]) -> dict[int, Key]:
    """Which resource each of its own Outputs belongs to, by what the Output waits for. The
    Outputs of a component are mostly those of its children."""
    return {
        id(future_of(value)): tracked.key
        for tracked in everything
        for name, value in tracked.resource.__dict__.items()
        if isinstance(value, pulumi.Output)
        and (name == "urn" or not isinstance(tracked.resource, pulumi.ComponentResource))
    }


def _outputs(value: Any) -> Iterator["pulumi.Output[Any]"]:
    return (item for item in within(value) if isinstance(item, pulumi.Output))
