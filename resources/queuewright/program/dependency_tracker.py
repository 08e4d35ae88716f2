"""Who waits for whom by Pulumi's own means: Outputs, `depends_on`, parents.

Components and resources of other providers pass on what they wait for, so they are nodes too. A
stack transformation sees them, with the options that the SDK keeps nowhere.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pulumi

from queuewright.catalogue.key import Key

__all__ = ["Others", "Wait", "Waiting"]


@dataclass(frozen=True, slots=True, eq=False)
class Waiting:
    """One resource, as the program gave it."""

    key: Key
    resource: pulumi.Resource
    options: pulumi.ResourceOptions | None
    inputs: Any


@dataclass(frozen=True, slots=True)
class Wait:
    """`who` is not registered before `on` is, because of `reason`: an option or an input."""

    who: Key
    on: Key
    reason: str


class Others:
    """Resources that are not objects of ours."""

    def __init__(self) -> None:
        self._seen: list[Waiting] = []

    def see(self, args: pulumi.ResourceTransformationArgs) -> None:
        """The stack transformation; it changes nothing. Ours are noted elsewhere."""
        if "_own_key" not in args.resource.__dict__:
            # No object has such a key, and it comes before all that have.
            key = Key("", "", f"{len(self._seen):09}")
            self._seen.append(Waiting(key, args.resource, args.opts, args.props))

    def words(self, key: Key) -> str:
        """What a message calls one of them."""
        resource = self._seen[int(key.name)].resource
        return f"{resource.pulumi_resource_type} {resource.pulumi_resource_name}"

    def waits(self, ours: Sequence[Waiting], fresh: Collection[Key]) -> Iterator[Wait]:
        """What is known of who waits for whom: for these, and for those of `ours` in `fresh`."""
        everyone = [*self._seen, *ours]
        keys = {id(one.resource): one.key for one in everyone}
        owners = _owners(everyone)
        for one in (*self._seen, *(one for one in ours if one.key in fresh)):
            for resource, reason in _named(one):
                on = keys.get(id(resource))
                if on is not None and on != one.key:
                    yield Wait(one.key, on, reason)
            for output, reason in _given(one):
                for future in _awaited(output._data):
                    on = owners.get(id(future))
                    if on is not None and on != one.key:
                        yield Wait(one.key, on, reason)


def _named(one: Waiting) -> Iterator[tuple[pulumi.Resource, str]]:
    """The resources that the options name."""
    options = one.options
    if options is None:
        return
    listed = options.depends_on
    for resource in listed if isinstance(listed, list | tuple) else (listed,):
        if isinstance(resource, pulumi.Resource):
            meant = list(_meant(resource))
            if one.resource not in meant:  # what it is part of waits for nothing more
                yield from ((other, "depends_on") for other in meant)
    if options.parent is not None:
        yield options.parent, "parent"
    if options.deleted_with is not None:
        yield options.deleted_with, "deleted_with"


def _meant(resource: pulumi.Resource) -> Iterator[pulumi.Resource]:
    """A resource; with a component, what is in it."""
    waiting = [resource]
    while waiting:
        one = waiting.pop()
        yield one
        if isinstance(one, pulumi.ComponentResource):
            waiting.extend(getattr(one, "_childResources", ()))


def _given(one: Waiting) -> Iterator[tuple["pulumi.Output[Any]", str]]:
    """The Outputs among what it was given."""
    if one.options is not None:
        for output in _outputs(one.options.depends_on):
            yield output, "depends_on"
    if isinstance(one.inputs, Mapping):
        for name, value in one.inputs.items():
            for output in _outputs(value):
                yield output, str(name)


def _owners(everyone: Sequence[Waiting]) -> dict[int, Key]:
    """Which resource each of its own Outputs belongs to, by what the Output waits for. What a
    component shows are mostly Outputs of its children."""
    return {
        id(value._data): one.key
        for one in everyone
        for name, value in one.resource.__dict__.items()
        if isinstance(value, pulumi.Output)
        and (name == "urn" or not isinstance(one.resource, pulumi.ComponentResource))
    }


def _outputs(value: Any) -> Iterator["pulumi.Output[Any]"]:
    if isinstance(value, pulumi.Output):
        yield value
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _outputs(item)
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _outputs(item)


def _awaited(future: Any) -> Iterator[Any]:
    """A future and what it waits for, as far as asyncio shows it (a task its future, a gathering
    its members). What it does not show is only not seen, and then a cycle is not found."""
    seen: set[int] = set()
    waiting = [future]
    while waiting:
        one = waiting.pop()
        if one is None or id(one) in seen:
            continue
        seen.add(id(one))
        yield one
        waiting.append(getattr(one, "_fut_waiter", None))
        waiting.extend(getattr(one, "_children", None) or ())
