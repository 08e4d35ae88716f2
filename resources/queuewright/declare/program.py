"""What a running program has declared, so that names resolve in any order of declaration.

Every resource waits for a gate, an Output among its `depends_on`, which opens when the program's
synchronous body has finished: by then every name is known, and the gate resolves to the resources
that its attributes name. The engine then makes those first. Two resources that waited for each
other would do so for ever: expected references that close a circle order nothing (`circles`), and
a circle of anything else is an error that names its members.

A resource given as a reference is only another way to write its name (`Reference`).

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

from queuewright.catalogue.attribute import Strength
from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.problem import one_line
from queuewright.catalogue.spec import Key

from .circles import find_cycle, left_out
from .edges import Directory, edges

__all__ = ["DeclaredTwice", "DependencyCycle", "Program", "Reference"]

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
    waits_for: Sequence[Any]
    gate: "asyncio.Future[set[pulumi.Resource]]"
    references: "Sequence[Reference]"


class Reference:
    """A resource given where a name is wanted. Its name is known at once; that the engine is to
    make the resource first is decided with everything else when the program has been read."""

    def __init__(self, attribute: str, strength: Strength, key: Key, name: str) -> None:
        self.attribute, self.strength, self.key, self.name = attribute, strength, key, name
        self._needed: asyncio.Future[set[pulumi.Resource]] | None = None

    def output(self) -> "pulumi.Output[str]":
        """The name. It is to be settled, or who is given it waits for ever."""
        self._needed, found = _output(self.name)
        return found

    def settle(self, needed: set[pulumi.Resource]) -> None:
        """needed: what the engine is to make first."""
        if self._needed is not None and not self._needed.done():
            self._needed.set_result(needed)


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
        return _output(None)

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
        waits_for: Sequence[Any],
        gate: "asyncio.Future[set[pulumi.Resource]]",
        references: Sequence[Reference] = (),
    ) -> None:
        """Note a resource. key None: its name is not known yet, so that no name leads to it.

        inputs: as the program gave them, names for references; waits_for: resources that the
        options name, as the program gave them (lists too); references: those among the inputs.
        """
        system, kind = str(inputs["system"]), str(getattr(resource, "kind", ""))
        known = key or Key(system, kind, f"{_UNNAMED}{len(self._declared)}")
        one = _Declared(resource, known, inputs, waits_for, gate, references)
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
                for reference in one.references:
                    reference.settle(set())
            return
        for one in batch:
            resources = {key: self._declared[key].resource for key in needed[one.key]}
            if not one.gate.done():
                one.gate.set_result(set(resources.values()))
            for reference in one.references:
                found = resources.get(reference.key)
                reference.settle(set() if found is None else {found})

    def _needed(self, batch: Sequence[_Declared]) -> dict[Key, list[Key]]:
        """What each resource needs by name and is to wait for. Raises DependencyCycle."""
        needs: dict[Key, dict[Key, bool]] = {one.key: {} for one in batch}
        why: dict[tuple[Key, Key], str] = {}

        def note(source: Key, target: Key, firm: bool, reason: str) -> None:
            needs[source][target] = firm or needs[source].get(target, False)
            if firm or (source, target) not in why:
                why[source, target] = reason

        for edge in edges(
            {one.key: one.inputs for one in batch},
            like={one.key: one.inputs.get("like") for one in batch},
            among=self._directory,
        ):
            note(edge.source, edge.target, edge.strength is Strength.REQUIRED, edge.attribute)
        for one in batch:
            for ref in one.references:
                note(one.key, ref.key, ref.strength is Strength.REQUIRED, ref.attribute)
        by_name = {key: list(targets) for key, targets in needs.items()}
        by_resource = {id(one.resource): one for one in self._declared.values()}
        owners = _owners(self._declared.values())
        for one in batch:
            for other, reason in _others(one, by_resource, owners):
                if other is not one:
                    note(one.key, other.key, True, reason)
            for child in _below(one.resource):
                if id(child) in by_resource and by_resource[id(child)].key in needs:
                    note(by_resource[id(child)].key, one.key, True, "parent")
        if not find_cycle(needs):
            return by_name
        cycle = find_cycle({key: [o for o, firm in found.items() if firm]
                            for key, found in needs.items()})  # fmt: skip
        if cycle:
            raise DependencyCycle(_told([self._declared[key] for key in cycle], why))
        out = left_out(needs)
        return {key: [o for o in found if (key, o) not in out] for key, found in by_name.items()}


def _output(value: Any) -> "tuple[asyncio.Future[set[pulumi.Resource]], pulumi.Output[Any]]":
    """An Output of a value that is known, and a future of the resources that it comes from."""
    loop = asyncio.get_event_loop()
    resources: asyncio.Future[set[pulumi.Resource]] = loop.create_future()
    found: asyncio.Future[Any] = loop.create_future()
    found.set_result(value)
    known: asyncio.Future[bool] = loop.create_future()
    known.set_result(True)
    return resources, pulumi.Output(resources, found, known)


def _mocked() -> bool:
    mocks = sys.modules.get("pulumi.runtime.mocks")
    return mocks is not None and isinstance(get_monitor(), mocks.MockMonitor)


def _others(
    one: _Declared, by_resource: Mapping[int, _Declared], owners: Mapping[int, _Declared]
) -> Iterator[tuple[_Declared, str]]:
    """What a resource waits for without naming it: Outputs, and options such as depends_on."""
    for resource in _resources(one.waits_for):
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


def _resources(options: Any) -> Iterator[pulumi.Resource]:
    """The resources in (lists of) options, a component standing for its children."""
    waiting = [options]
    while waiting:
        one = waiting.pop()
        if isinstance(one, list | tuple):
            waiting.extend(one)
        elif isinstance(one, pulumi.Resource):
            yield one
            if isinstance(one, pulumi.ComponentResource):
                waiting.extend(getattr(one, "_childResources", ()))


def _below(resource: pulumi.Resource) -> Iterator[pulumi.Resource]:
    """The resources that have it as parent, or as a component's parent."""
    waiting = list(getattr(resource, "_childResources", ()))
    while waiting:
        one = waiting.pop()
        yield one
        waiting.extend(getattr(one, "_childResources", ()))


def _told(cycle: Sequence[_Declared], why: Mapping[tuple[Key, Key], str]) -> str:
    links = [
        f"{one.key} (resource {one.resource.pulumi_resource_name!r}) needs, by "
        f"{why.get((one.key, other.key), 'depends_on')},"
        for one, other in zip(cycle, [*cycle[1:], cycle[0]], strict=True)
    ]
    if len(links) > 12:
        links[10:-1] = [f"and so on, {len(links) - 11} more,"]
    return one_line(
        f"a cycle, so that none can be made first: {' '.join(links)} {cycle[0].key}; remove one "
        "of these references, or the depends_on that closes the circle"
    )
