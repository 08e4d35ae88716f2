"""The declarations of a running program, so that names resolve in any order of declaration.

Every resource waits for a gate, an Output among its `depends_on`, which opens when the program's
synchronous body has finished: by then every name is known, and the gate resolves to the resources
that its attributes name. The engine then makes those first. Two resources that waited for each
other would do so for ever: soft references that close a cycle order nothing
(`graph.dependency_graph`), and a cycle of anything else is an error that names its members.

A resource given as a reference is only another way to write its name (`Reference`).

A program that fails has declared nothing: none of what still waits for its gate reaches the engine.

A program that waits in the middle (a synchronous invoke of another provider, or `await`) opens the
gates of what it declared so far there: names that it declares later are found by later resources.
"""

import asyncio
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import pulumi

from queuewright.catalogue.attribute import Strength
from queuewright.catalogue.key import Key
from queuewright.graph.dependency_graph import DependencyCycle, DependencyGraph
from queuewright.graph.references import (
    Directory,
    edges,
    letting_in_first,
    of_copies,
    of_defaults,
)

from .declared_list import DeclaredList
from .dependency_tracker import DependencyTracker, TrackedResource
from .pulumi_internals import (
    DependencyResource,
    Gate,
    get_root_resource,
    has_engine,
    is_mocked,
    register_stack_transformation,
    when_body_ends,
)
from .refusal import DeclaredTwice, failure_of, user_place

# A value that is not plain text, such as an Output, names nothing; no object can have this name.
_UNNAMED = "\0"


class ProgramCycle(DependencyCycle, pulumi.RunError):
    """A cycle as Pulumi wants it raised, so that its command prints the text alone."""


class Placeholders:
    """The form in which the SDK sees a resource that others wait for: its URN when it has one, no
    more. One placeholder a resource, for all that wait for it.

    The SDK looks for cycles each time that a resource is to wait for another, through everything
    that the other waits for, recursively: with the resource itself, a chain of a thousand queues
    ends in a RecursionError. Here cycles have been found already.
    """

    def __init__(self) -> None:
        self._tasks: dict[int, asyncio.Task[DependencyResource | None]] = {}
        self._opening: set[asyncio.Task[None]] = set()

    def open(
        self,
        gate: Gate,
        resources: Collection[pulumi.Resource],
    ) -> None:
        """Open a gate when the resources are registered; it fails as their registration does."""
        if gate.is_open():
            return
        if not resources:
            gate.open(set())
            return
        task = asyncio.get_event_loop().create_task(self._open(gate, resources))
        self._opening.add(task)
        task.add_done_callback(self._opening.discard)

    async def _open(
        self,
        gate: Gate,
        resources: Collection[pulumi.Resource],
    ) -> None:
        try:
            placeholders = [await self._placeholder(resource) for resource in resources]
        except Exception as error:
            gate.fail(error)
            return
        gate.open({placeholder for placeholder in placeholders if placeholder is not None})

    def _placeholder(self, resource: pulumi.Resource) -> "asyncio.Task[DependencyResource | None]":
        if id(resource) not in self._tasks:
            self._tasks[id(resource)] = asyncio.get_event_loop().create_task(_urn_only(resource))
        return self._tasks[id(resource)]


async def _urn_only(resource: pulumi.Resource) -> DependencyResource | None:
    urn = await resource.urn.future()
    return DependencyResource(urn) if urn else None


class Reference:
    """A resource given where a name is wanted. Its name is known at once; whether the engine makes
    the resource first is decided with everything else, when the program has been read."""

    def __init__(
        self, attribute: str, strength: Strength, resource: pulumi.Resource, key: Key, name: str
    ) -> None:
        self.attribute, self.strength = attribute, strength
        self.resource, self.key, self.name = resource, key, name
        self._gate: Gate | None = None

    def output(self) -> "pulumi.Output[str]":
        """The name. It must be resolved, or its consumers wait forever."""
        self._gate = Gate(self.name)
        return self._gate.output

    def settle(self, placeholders: Placeholders, *, first: bool) -> None:
        """first: whether the engine is to make the resource first."""
        if self._gate is not None:
            placeholders.open(self._gate, [self.resource] if first else [])


@dataclass(slots=True, eq=False)
class _Declaration(TrackedResource):
    """An object of ours. inputs: with names in the place of references. place: file and line that
    declare it."""

    gate: Gate
    references: Sequence[Reference]
    place: str = ""


_PROGRAM = "_queuewright_program"  # an attribute of the stack


class Program:
    """The declarations of one run of one program."""

    def __init__(self) -> None:
        self._declared: dict[Key, _Declaration] = {}
        self._directory = Directory()
        self._batch: list[_Declaration] = []
        self._tracker = DependencyTracker()
        self._placeholders = Placeholders()
        self._failure: pulumi.RunError | None = None
        self._list = DeclaredList() if has_engine() else None
        if self._list is not None:
            self._list.end_when_interrupted()

    @classmethod
    def current(cls) -> "Program":
        """The program of the current stack (of the event loop, where a test has no stack)."""
        stack = get_root_resource()
        # The stack holds it: a table would keep both, since the program refers to the stack.
        kept = vars(stack or asyncio.get_event_loop())
        program: Program | None = kept.get(_PROGRAM)
        if program is None:
            program = kept[_PROGRAM] = cls()
            if stack is not None:
                register_stack_transformation(program._tracker.transformation)
                if program._list is not None:  # our own engine applies nothing of one that fails
                    when_body_ends(stack, program._body_ended)
        return program

    def declares(self, key: Key) -> bool:
        """Whether a resource so far stands for the object."""
        return key in self._declared

    def declarations(self, kind: str, system: str) -> Iterator[tuple[Key, Mapping[str, Any]]]:
        """The objects of a kind on a system that resources so far stand for, with their inputs."""
        for key, declaration in self._declared.items():
            if (key.kind, key.system) == (kind, system) and not key.name.startswith(_UNNAMED):
                yield key, declaration.inputs

    @property
    def listed_in(self) -> str:
        """The file that lists what the program declares, for the provider under Pulumi's engine; ""
        under another one, or where no file can be made."""
        return "" if self._list is None else self._list.path

    def retains(self, opts: pulumi.ResourceOptions) -> bool:
        """Whether Pulumi's engine deletes no object of a resource with these options: as they say,
        or as a resource above it does."""
        if opts.retain_on_delete is not None or opts.parent is None:
            return bool(opts.retain_on_delete)
        above = self._tracker.options_of(opts.parent)
        return getattr(opts.parent, "_retains", False) if above is None else self.retains(above)

    def reserve(self, key: Key, resource_name: str) -> None:
        """Raises DeclaredTwice when the object has been declared already.

        Tests with the SDK's mocks share one stack, so that an earlier test's object is no other
        declaration of this one.
        """
        earlier = self._declared.get(key)
        if earlier is not None and not (earlier.gate.is_open() and is_mocked()):
            raise DeclaredTwice(
                f"{key}: resources {earlier.resource.pulumi_resource_name!r} and "
                f"{resource_name!r} both declare it; give one of them another name, or remove it"
            )

    def declare(
        self,
        resource: pulumi.Resource,
        key: Key | None,
        inputs: Mapping[str, Any],
        options: pulumi.ResourceOptions | None,
        gate: Gate,
        references: Sequence[Reference] = (),
    ) -> None:
        """Note a resource. key None: its name is not known yet, so that no name leads to it.

        inputs: as the program gave them, names for references; options: as the program gave them;
        references: those among the inputs.
        """
        system, kind = str(inputs["system"]), str(getattr(resource, "kind", ""))
        known = key or Key(system, kind, f"{_UNNAMED}{len(self._declared)}")
        declaration = _Declaration(known, resource, options, inputs, gate, references, user_place())
        self._declared[known] = declaration
        if key is not None:
            self._directory.add(key)
        if not self._batch:
            loop = asyncio.get_event_loop()
            # Twice: by the second turn, derived Outputs know what they wait for.
            loop.call_soon(loop.call_soon, self._close)
        self._batch.append(declaration)

    def _body_ended(self, error: BaseException | None) -> None:
        self._failure = failure_of(error)

    def _close(self) -> None:
        """Open the gates of everything that was declared since the last time."""
        batch, self._batch = self._batch, []
        if self._failure is not None:
            self._fail(batch, self._failure)
            return
        if self._list is not None:
            self._list.write(
                {
                    key: declaration.inputs
                    for key, declaration in self._declared.items()
                    if not key.name.startswith(_UNNAMED)
                }
            )
        try:
            needed, left_out = self._needed(batch)
        except Exception as error:
            self._fail(batch, error)
            return
        for declaration in batch:
            key = declaration.key
            targets = [needs for needs in needed[key] if (key, needs) not in left_out]
            resources = [self._declared[target].resource for target in targets]
            self._placeholders.open(declaration.gate, resources)
            for reference in declaration.references:
                first = (key, reference.key) not in left_out
                reference.settle(self._placeholders, first=first)

    def _fail(self, batch: Sequence[_Declaration], error: Exception) -> None:
        """The engine hears of none of them."""
        for declaration in batch:
            if not declaration.gate.is_open():
                declaration.gate.fail(error)
            for reference in declaration.references:
                reference.settle(self._placeholders, first=False)

    def _needed(
        self, batch: Sequence[_Declaration]
    ) -> tuple[dict[Key, list[Key]], Collection[tuple[Key, Key]]]:
        """The resources that each one needs by name, and which of that orders nothing. Raises
        ProgramCycle."""
        graph: DependencyGraph[Key] = DependencyGraph()
        for edge in edges(
            {declaration.key: declaration.inputs for declaration in batch},
            like={declaration.key: declaration.inputs.get("like") for declaration in batch},
            among=self._directory,
        ):
            graph.add_dependency(edge.source, edge.target, edge.attribute, edge.strength)
        if self._list is not None:  # our own engine decides over the whole plan
            every = [(key, declaration.inputs) for key, declaration in self._declared.items()]
            keys = [declaration.key for declaration in batch]
            besides = chain(
                letting_in_first(keys, every),
                of_copies(keys, every),
                of_defaults(keys, self._declared),
            )
            for edge in besides:
                graph.add_dependency(edge.source, edge.target, edge.attribute, edge.strength)
        for declaration in batch:
            for reference in declaration.references:
                if reference.key in self._declared:
                    graph.add_dependency(
                        declaration.key, reference.key, reference.attribute, reference.strength
                    )
        by_name = {d.key: list(graph.dependencies(d.key)) for d in batch}
        self._tracker.add_dependencies(graph, list(self._declared.values()), batch)
        try:
            graph.loosen(self._words)
        except DependencyCycle as error:
            raise ProgramCycle(str(error), error.members) from None
        return by_name, graph.left_out.keys()

    def _words(self, key: Key) -> str:
        declaration = self._declared.get(key)
        if declaration is None:
            return self._tracker.words(key)
        place = f", {declaration.place}" if declaration.place else ""
        return f"{key} (resource {declaration.resource.pulumi_resource_name!r}{place})"


def in_clear(value: Any, error: Exception) -> "pulumi.Output[Any]":
    """The Output, or what else is known later; it fails with `error` when it is secret."""
    output: pulumi.Output[Any] = pulumi.Output.from_input(value)

    async def plain() -> Any:
        if await output.is_secret():
            raise error
        return await output.future(with_unknowns=True)

    # A program may fail before it is awaited. Its loop cancels a task; Python would warn of a
    # coroutine.
    is_known = asyncio.ensure_future(output.is_known())
    return pulumi.Output(output.resources(), plain(), is_known)
