"""Evaluate what one environment desires: run its program, or read its stack.

As `python -m queuewright.drift.evaluate` it is a worker: pickled requests come in on standard
input, pickled answers go out on standard output, until the input ends.
"""

import json
import os
import pickle
import sys
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.errors import QueuewrightError
from queuewright.kinds import spec_of

from .fingerprint import canonical_json
from .fleet import Environment

if TYPE_CHECKING:
    from queuewright.host.project import Project, Stack

LONGER = "--timeout SECONDS"  # how the commands of drift give a program more time
CURRENT_LIBRARY = "*CURLIB"  # as the library of a name: which one it is depends on the system


@dataclass(frozen=True, slots=True)
class Definition:
    """One desired object, or (attributes None) one that the stack owns and no longer declares."""

    system: str
    kind: str
    name: str
    attributes: Mapping[str, Any] | None

    @property
    def place(self) -> tuple[str, str, str]:
        return self.system, self.kind, self.name


@dataclass(frozen=True, slots=True)
class Evaluated:
    """What one program, stack and configuration define; `error` in one line when it failed."""

    version: str = ""
    definitions: tuple[Definition, ...] = ()
    error: str | None = None


@dataclass(frozen=True, slots=True)
class EvaluationRequest:
    """What decides the answer; environments with equal requests share one evaluation."""

    program: str
    stack: str | None
    desired: str
    config: str  # JSON, so that it can be compared and sent
    timeout: float = 120.0
    owns: str = "state"


def request_of(environment: Environment, base: Path, timeout: float = 120.0) -> EvaluationRequest:
    """The request of an environment; `base` is the directory of the fleet file."""
    program = str((base / (environment.program or ".")).resolve())
    config = json.dumps(environment.config, sort_keys=True)
    owns = environment.owns or "state"
    return EvaluationRequest(program, environment.stack, environment.desired, config, timeout, owns)


def evaluate(request: EvaluationRequest) -> Evaluated:
    """Evaluate one program, or read one stack. Never raises."""
    try:
        definitions = tuple(_definitions(request))
    except QueuewrightError as error:
        lines = [line for line in str(error).splitlines() if line.strip()]
        return Evaluated(error=one_line(lines[-1].strip() if lines else type(error).__name__))
    except Exception as error:
        # A program may raise anything; one environment must not end the job for the others.
        return Evaluated(error=one_line(f"{type(error).__name__}: {error}"))
    digest = blake2b(digest_size=8)
    for definition in sorted(definitions, key=lambda definition: definition.place):
        digest.update("".join(f"{part}\n" for part in definition.place).encode())
        digest.update(canonical_json(definition.attributes or {}).encode())
    return Evaluated(digest.hexdigest(), definitions)


def stack_of(request: EvaluationRequest) -> "tuple[Project, Stack]":
    """The project and the stack, its configuration overridden by the environment's."""
    from queuewright.host.project import load_project, load_stack

    project = load_project(Path(request.program))
    stack = load_stack(project, request.stack)
    overrides = {
        key if ":" in key else f"{project.name}:{key}": value
        for key, value in json.loads(request.config).items()
    }
    return project, replace(stack, values={**stack.values, **overrides})


def _definitions(request: EvaluationRequest) -> Iterator[Definition]:
    project, stack = stack_of(request)
    if request.desired == "state":
        yield from _state(project, stack)
        return
    declared = set()
    for definition in _program(project, stack, request.timeout):
        declared.add(definition.place)
        yield definition
    if request.owns == "state":
        owned = {definition.place for definition in _state(project, stack)}
        for place in sorted(owned - declared):
            yield Definition(*place, None)


def _program(project: "Project", stack: "Stack", timeout: float) -> Iterator[Definition]:
    from queuewright.host.run import run

    program = run(
        project, stack, answer=lambda declared: dict(declared.inputs), preview=True,
        timeout=timeout, longer=LONGER,
    )  # fmt: skip
    for declared in program.declared:
        if declared.kind is not None:
            yield defined(declared.kind, declared.inputs, declared.secret_inputs)


def defined(kind: str, inputs: Mapping[str, Any], secret: Collection[str] = ()) -> Definition:
    """What the inputs of a resource define.

    Secret values must be neither stored nor shown: such attributes are not compared.
    """
    from queuewright.diff.normalise import read_inputs

    read = read_inputs(kind, {n: v for n, v in inputs.items() if n not in secret})
    library = read.identity.get("library")
    name = str(read.identity.get("name", ""))
    if library:
        name = f"{CURRENT_LIBRARY if library == 'curlib' else library}/{name}"
    known = spec_of(kind).attributes()
    kept = {n: v for n, v in read.attributes.items() if n in known}
    return Definition(read.system, kind, name, kept)


def _state(project: "Project", stack: "Stack") -> Iterator[Definition]:
    """What the stack created or adopted."""
    from queuewright.engine.declared import kind_of
    from queuewright.state.deployment import is_secret
    from queuewright.state.store import StackStore

    store = StackStore(project.directory, project.name, stack.name)
    if not store.exists():
        return
    for resource in store.load().by_urn().values():
        kind = kind_of(resource.type)
        if kind is not None and not resource.external:
            secret = [name for name, value in resource.inputs.items() if is_secret(value)]
            yield defined(kind, resource.inputs, secret)


def _serve() -> None:
    # Whatever a program writes to file descriptor 1 must not fall into the answers.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    while True:
        try:
            request = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        answers.write(pickle.dumps(evaluate(request)))
        answers.flush()


if __name__ == "__main__":
    # Answers must be of this class as others import it, not of `__main__`'s.
    from queuewright.drift import evaluate as module

    module._serve()
