"""What a running program has declared, so that names resolve in any order of declaration.

Every resource waits for a gate, an Output among its `depends_on`, which opens when the program's
synchronous body has finished: by then every name is known, and the gate resolves to the resources
that its attributes name. The engine then makes those first. Two resources that waited for each
other would do so for ever: soft references that close a cycle order nothing (`cycles`), and
a cycle of anything else is an error that names its members.

A resource given as a reference is only another way to write its name (`Reference`).

A program that waits in the middle (a synchronous invoke of another provider, or `await`) opens the
gates of what it declared so far there: names that it declares later are found by later resources.
"""

import asyncio
import sys
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

import pulumi
from pulumi.runtime import get_root_resource
from pulumi.runtime.settings import get_monitor

from queuewright.catalogue.attribute import Strength
from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.key import Key
from queuewright.graph.dependency_graph import DependencyCycle, DependencyGraph
from queuewright.graph.references import Directory, edges

from .dependency_tracker import Others, Waiting
from .placeholders import Placeholders

__all__ = ["DeclaredTwice", "Program", "ProgramCycle", "Reference"]

# A value that is not plain text, such as an Output, names nothing; no object can have this name.
_UNNAMED = "\0"
_Pairs = Collection[tuple[Key, Key]]


class ProgramCycle(DependencyCycle, pulumi.RunError):
    """A cycle as Pulumi wants it raised, so that its command prints the text alone."""


class DeclaredTwice(QueuewrightError, ValueError):
    """Two resources of a program stand for the same object."""


@dataclass(slots=True, eq=False)
class _Declared:
    resource: pulumi.Resource
    key: Key
    inputs: Mapping[str, Any]
    options: pulumi.ResourceOptions | None
    gate: "asyncio.Future[set[pulumi.Resource]]"
    references: "Sequence[Reference]"


class Reference:
    """A resource given where a name is wanted. Its name is known at once; that the engine is to
    make the resource first is decided with everything else when the program has been read."""

    def __init__(
        self, attribute: str, strength: Strength, resource: pulumi.Resource, key: Key, name: str
    ) -> None:
        self.attribute, self.strength = attribute, strength
        self.resource, self.key, self.name = resource, key, name
        self._needed: asyncio.Future[set[pulumi.Resource]] | None = None

    def output(self) -> "pulumi.Output[str]":
        """The name. It is to be settled, or who is given it waits for ever."""
        self._needed, found = _output(self.name)
        return found

    def settle(self, stand_ins: "Placeholders", *, first: bool) -> None:
        """first: whether the engine is to make the resource first."""
        if self._needed is not None:
            stand_ins.open(self._needed, [self.resource] if first else [])


class Program:
    """The declarations of one run of one program."""

    _running: "WeakKeyDictionary[Any, Program]" = WeakKeyDictionary()

    def __init__(self) -> None:
        self._declared: dict[Key, _Declared] = {}
        self._directory = Directory()
        self._batch: list[_Declared] = []
        self._others = Others()
        self._stand_ins = Placeholders()

    @classmethod
    def current(cls) -> "Program":
        """The program of the current stack (of the event loop, where a test has no stack)."""
        stack = get_root_resource()
        owner = stack or asyncio.get_event_loop()
        found = cls._running.get(owner)
        if found is None:
            found = cls._running[owner] = cls()
            if stack is not None:
                pulumi.runtime.register_stack_transformation(found._others.see)
        return found

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
        options: pulumi.ResourceOptions | None,
        gate: "asyncio.Future[set[pulumi.Resource]]",
        references: Sequence[Reference] = (),
    ) -> None:
        """Note a resource. key None: its name is not known yet, so that no name leads to it.

        inputs: as the program gave them, names for references; options: as the program gave them;
        references: those among the inputs.
        """
        system, kind = str(inputs["system"]), str(getattr(resource, "kind", ""))
        known = key or Key(system, kind, f"{_UNNAMED}{len(self._declared)}")
        one = _Declared(resource, known, inputs, options, gate, references)
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
            needed, out = self._needed(batch)
        except Exception as error:
            for one in batch:
                if not one.gate.done():
                    one.gate.set_exception(error)
                for reference in one.references:
                    reference.settle(self._stand_ins, first=False)
            return
        for one in batch:
            targets = [key for key in needed[one.key] if (one.key, key) not in out]
            self._stand_ins.open(one.gate, [self._declared[key].resource for key in targets])
            for reference in one.references:
                reference.settle(self._stand_ins, first=(one.key, reference.key) not in out)

    def _needed(self, batch: Sequence[_Declared]) -> tuple[dict[Key, list[Key]], _Pairs]:
        """What each resource needs by name, and which of that orders nothing. Raises
        ProgramCycle."""
        graph: DependencyGraph[Key] = DependencyGraph()
        for edge in edges(
            {one.key: one.inputs for one in batch},
            like={one.key: one.inputs.get("like") for one in batch},
            among=self._directory,
        ):
            graph.add_dependency(edge.source, edge.target, edge.attribute, edge.strength)
        for one in batch:
            for ref in one.references:
                if ref.key in self._declared:
                    graph.add_dependency(one.key, ref.key, ref.attribute, ref.strength)
        by_name = {one.key: list(graph.dependencies(one.key)) for one in batch}
        ours = [
            Waiting(one.key, one.resource, one.options, one.inputs)
            for one in self._declared.values()
        ]
        for wait in self._others.waits(ours, {one.key for one in batch}):
            graph.add_dependency(wait.who, wait.on, wait.reason, explicit=True)
        try:
            graph.loosen(self._words)
        except DependencyCycle as error:
            raise ProgramCycle(str(error), error.members) from None
        return by_name, graph.left_out.keys()

    def _words(self, key: Key) -> str:
        one = self._declared.get(key)
        if one is None:
            return self._others.words(key)
        return f"{key} (resource {one.resource.pulumi_resource_name!r})"


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
