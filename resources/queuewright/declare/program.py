"""What a running program has declared, so that names resolve in any order of declaration.

Every resource waits for a gate, an Output among its `depends_on`, which opens when the program's
synchronous body has finished: by then every name is known, and the gate resolves to the resources
that its attributes name. The engine then makes those first. Two resources that needed each other
would wait for ever, so a cycle is an error that names its members.

A program that waits in the middle (a synchronous invoke of another provider, or `await`) opens the
gates of what it declared so far there: names that it declares later are found by later resources.
"""

import asyncio
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

import pulumi
from pulumi.runtime import get_root_resource
from pulumi.runtime.settings import get_monitor

from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.problem import one_line
from queuewright.catalogue.spec import Key

from .edges import Directory, edges, find_cycle

__all__ = ["DeclaredTwice", "DependencyCycle", "Program"]

# A value that is not plain text, such as an Output, names nothing; no object can have this name.
_UNNAMED = "\0"


class DependencyCycle(QueuewrightError, pulumi.RunError):
    """Objects need one another, so that none can be made first. The text names them all."""


class DeclaredTwice(QueuewrightError, ValueError):
    """Two resources of a program stand for the same object."""


@dataclass(slots=True, eq=False)
class _Declared:
    resource: pulumi.Resource
    key: Key
    inputs: Mapping[str, Any]
    depends_on: Any
    gate: "asyncio.Future[set[pulumi.Resource]]"


class Program:
    """The declarations of one run of one program."""

    _running: "WeakKeyDictionary[Any, Program]" = WeakKeyDictionary()

    def __init__(self) -> None:
        self._declared: dict[Key, _Declared] = {}
        self._directory = Directory()
        self._batch: list[_Declared] = []

    @classmethod
    def current(cls) -> "Program":
        """The program of the current stack (of the event loop, where a test has no stack)."""
        owner = get_root_resource() or asyncio.get_event_loop()
        return cls._running.setdefault(owner, cls())

    def gate(self) -> "tuple[asyncio.Future[set[pulumi.Resource]], pulumi.Output[Any]]":
        """A gate, and the Output to put among a resource's `depends_on`."""
        loop = asyncio.get_event_loop()
        opened: asyncio.Future[set[pulumi.Resource]] = loop.create_future()
        nothing: asyncio.Future[Any] = loop.create_future()
        nothing.set_result(None)
        known: asyncio.Future[bool] = loop.create_future()
        known.set_result(True)
        return opened, pulumi.Output(opened, nothing, known)

    def claim(self, key: Key, resource_name: str) -> None:
        """Raises DeclaredTwice when the object has been declared already.

        Tests with the SDK's mocks share one stack, so that an earlier test's object is no other
        declaration of this one.
        """
        earlier = self._declared.get(key)
        if earlier is not None and not (earlier.gate.done() and _mocked()):
            raise DeclaredTwice(
                one_line(
                    f"{key}: resources {earlier.resource.pulumi_resource_name!r} and "
                    f"{resource_name!r} both declare it; give one of them another name, or "
                    "remove it"
                )
            )

    def declare(
        self,
        resource: pulumi.Resource,
        key: Key | None,
        inputs: Mapping[str, Any],
        depends_on: Any,
        gate: "asyncio.Future[set[pulumi.Resource]]",
    ) -> None:
        """Note a resource. key None: its name is not known yet, so that no name leads to it.

        inputs: as the program gave them; depends_on: the option as the program gave it.
        """
        system, kind = str(inputs["system"]), str(getattr(resource, "kind", ""))
        known = key or Key(system, kind, f"{_UNNAMED}{len(self._declared)}")
        one = _Declared(resource, known, inputs, depends_on, gate)
        self._declared[known] = one
        if key is not None:
            self._directory.add(key)
        if not self._batch:
            loop = asyncio.get_event_loop()
            # Twice: by the second turn, derived Outputs know what they wait for.
            loop.call_soon(loop.call_soon, self._close)
        self._batch.append(one)

    def _close(self) -> None:
        """Open the gates of everything that was declared since the last time."""
        batch, self._batch = self._batch, []
        try:
            needed = self._needed(batch)
        except Exception as error:
            for one in batch:
                if not one.gate.done():
                    one.gate.set_exception(error)
            return
        for one in batch:
            if not one.gate.done():
                one.gate.set_result({other.resource for other in needed[one]})

    def _needed(self, batch: Sequence[_Declared]) -> "dict[_Declared, set[_Declared]]":
        """What each resource needs by name. Raises DependencyCycle."""
        by_name: dict[_Declared, set[_Declared]] = {one: set() for one in batch}
        why: dict[tuple[_Declared, _Declared], str] = {}
        for edge in edges(
            {one.key: one.inputs for one in batch},
            like={one.key: one.inputs.get("like") for one in batch},
            among=self._directory,
        ):
            source, target = self._declared[edge.source], self._declared[edge.target]
            by_name[source].add(target)
            why.setdefault((source, target), edge.attribute)
        everything = dict(by_name)
        by_resource = {id(one.resource): one for one in self._declared.values()}
        owners = _owners(self._declared.values())
        for one in batch:
            others = list(_others(one, by_resource, owners))
            everything[one] = by_name[one] | {other for other, _ in others}
            for other, reason in others:
                why.setdefault((one, other), reason)
        cycle = find_cycle(everything)
        if cycle:
            raise DependencyCycle(_told(cycle, why))
        return by_name


def _mocked() -> bool:
    mocks = sys.modules.get("pulumi.runtime.mocks")
    return mocks is not None and isinstance(get_monitor(), mocks.MockMonitor)


def _others(
    one: _Declared, by_resource: Mapping[int, _Declared], owners: Mapping[int, _Declared]
) -> Iterator[tuple[_Declared, str]]:
    """What a resource waits for without naming it: Outputs and the option depends_on."""
    for resource in _resources(one.depends_on):
        if id(resource) in by_resource:
            yield by_resource[id(resource)], "depends_on"
    for name, value in one.inputs.items():
        for output in _outputs(value):
            for future in _awaited(output._data):
                if id(future) in owners:
                    yield owners[id(future)], name


def _owners(declared: Any) -> dict[int, _Declared]:
    """Which resource each of its own Outputs belongs to, by what the Output waits for."""
    return {
        id(value._data): one
        for one in declared
        for value in one.resource.__dict__.values()
        if isinstance(value, pulumi.Output)
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


def _resources(depends_on: Any) -> Iterator[pulumi.Resource]:
    """The resources of the option `depends_on`, a component standing for its children."""
    waiting = list(depends_on) if isinstance(depends_on, list | tuple) else [depends_on]
    while waiting:
        one = waiting.pop()
        if isinstance(one, pulumi.Resource):
            yield one
            if isinstance(one, pulumi.ComponentResource):
                waiting.extend(getattr(one, "_childResources", ()))


def _told(cycle: Sequence[_Declared], why: Mapping[tuple[_Declared, _Declared], str]) -> str:
    links = [
        f"{one.key} (resource {one.resource.pulumi_resource_name!r}) needs, by "
        f"{why.get((one, other), 'depends_on')},"
        for one, other in zip(cycle, [*cycle[1:], cycle[0]], strict=True)
    ]
    return one_line(
        f"a cycle, so that none can be made first: {' '.join(links)} {cycle[0].key}; remove one "
        "of these references, or the depends_on that closes the circle"
    )
