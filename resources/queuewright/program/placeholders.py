"""What a resource that others wait for hands to the SDK: its URN when it has one, nothing more.

The SDK looks for cycles each time that a resource is to wait for another, through everything that
the other waits for, recursively: with the resource itself, a chain of a thousand queues ends in a
RecursionError. Here cycles have been found already.
"""

import asyncio
from collections.abc import Collection

import pulumi

from .pulumi_internals import DependencyResource


class Placeholders:
    """One placeholder a resource, for all that wait for it."""

    def __init__(self) -> None:
        self._tasks: dict[int, asyncio.Task[DependencyResource | None]] = {}
        self._opening: set[asyncio.Task[None]] = set()

    def open(
        self,
        gate: "asyncio.Future[set[pulumi.Resource]]",
        resources: Collection[pulumi.Resource],
    ) -> None:
        """Open a gate when the resources are registered; it fails as their registration does."""
        if gate.done():
            return
        if not resources:
            gate.set_result(set())
            return
        task = asyncio.get_event_loop().create_task(self._open(gate, resources))
        self._opening.add(task)
        task.add_done_callback(self._opening.discard)

    async def _open(
        self,
        gate: "asyncio.Future[set[pulumi.Resource]]",
        resources: Collection[pulumi.Resource],
    ) -> None:
        try:
            placeholders = [await self._placeholder(resource) for resource in resources]
        except Exception as error:
            gate.set_exception(error)
            return
        gate.set_result({placeholder for placeholder in placeholders if placeholder is not None})

    def _placeholder(self, resource: pulumi.Resource) -> "asyncio.Task[DependencyResource | None]":
        if id(resource) not in self._tasks:
            self._tasks[id(resource)] = asyncio.get_event_loop().create_task(_urn_only(resource))
        return self._tasks[id(resource)]


async def _urn_only(resource: pulumi.Resource) -> DependencyResource | None:
    urn = await resource.urn.future()
    return DependencyResource(urn) if urn else None
