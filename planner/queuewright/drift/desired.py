"""What is desired: programs are evaluated, or stacks read, once for each distinct configuration.

An environment that repeats another's program, stack and configuration costs nothing more.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass
from hashlib import blake2b
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.options import OPTION_NAMES
from queuewright.catalogue.problem import one_line

from .fingerprint import canonical_json, fingerprint, inventory_digest
from .fleet import Environment, Fleet
from .tables import OWNED, desired_wide_schema, typed_values

__all__ = ["Definition", "Evaluated", "columns_of", "desired_rows", "evaluate", "evaluate_fleet"]


@dataclass(frozen=True, slots=True)
class Definition:
    """One desired object, or (attributes None) one that the stack owns and no longer declares."""

    system: str
    kind: str
    name: str
    attributes: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class Evaluated:
    """What one program, stack and configuration define; `error` in one line when it failed."""

    version: str
    definitions: tuple[Definition, ...] = ()
    error: str | None = None


@dataclass(frozen=True, slots=True)
class _Question:
    program: str
    stack: str | None
    desired: str
    config: str  # JSON, so that it can be compared and sent

    @classmethod
    def of(cls, environment: Environment, base: Path) -> "_Question":
        program = str((base / (environment.program or ".")).resolve())
        config = json.dumps(environment.config, sort_keys=True)
        return cls(program, environment.stack, environment.desired, config)


def evaluate_fleet(fleet: Fleet, *, workers: int = 2) -> Mapping[str, Evaluated]:
    """What each environment desires. Programs run in processes of their own, in parallel."""
    questions = {one.name: _Question.of(one, fleet.base) for one in fleet.environments}
    distinct = list(dict.fromkeys(questions.values()))
    # "spawn": a forked Pulumi runtime would share its event loop and its threads.
    pool: Executor = ProcessPoolExecutor(
        max_workers=max(1, min(workers, len(distinct))), mp_context=get_context("spawn")
    )
    with pool:
        answers = dict(zip(distinct, pool.map(evaluate, distinct), strict=True))
    return {name: answers[question] for name, question in questions.items()}


def evaluate(question: "_Question") -> Evaluated:
    """Evaluate one program, or read one stack. Never raises."""
    try:
        definitions = tuple(_definitions(question))
    except QueuewrightError as error:
        text = one_line(str(error).strip().splitlines()[-1] if str(error) else "failed")
        return Evaluated(version="", error=text)
    except Exception as error:
        # A program may raise anything; one environment must not end the job for the others.
        return Evaluated(version="", error=one_line(f"{type(error).__name__}: {error}"))
    digest = blake2b(digest_size=8)
    for one in sorted(definitions, key=lambda d: (d.system, d.kind, d.name)):
        digest.update(f"{one.system}\n{one.kind}\n{one.name}\n".encode())
        digest.update(canonical_json(one.attributes or {}).encode())
    return Evaluated(digest.hexdigest(), definitions)


def _definitions(question: "_Question") -> Iterator[Definition]:
    from dataclasses import replace

    from queuewright.host.project import load_project, load_stack

    project = load_project(Path(question.program))
    stack = load_stack(project, question.stack)
    overrides = {
        key if ":" in key else f"{project.name}:{key}": value
        for key, value in json.loads(question.config).items()
    }
    stack = replace(stack, values={**stack.values, **overrides})
    owned = dict(_state(project, stack))
    if question.desired == "state":
        for (system, kind, name), attributes in owned.items():
            yield Definition(system, kind, name, attributes)
        return
    declared = set()
    for one in _program(project, stack):
        declared.add((one.system, one.kind, one.name))
        yield one
    for system, kind, name in sorted(set(owned) - declared):
        yield Definition(system, kind, name, None)


def _program(project: Any, stack: Any) -> Iterator[Definition]:
    from queuewright.change.normalise import read_inputs
    from queuewright.host.run import run
    from queuewright.planner.declared import kind_of

    program = run(project, stack, answer=lambda declared: dict(declared.inputs), preview=True)
    for declared in program.declared:
        kind = kind_of(declared.type)
        if kind is not None:
            inputs = read_inputs(kind, declared.inputs)
            yield _definition(kind, inputs.system, inputs.identity, inputs.attributes)


def _definition(
    kind: str, system: str, identity: Mapping[str, Any], attributes: Mapping[str, Any]
) -> Definition:
    library = identity.get("library")
    name = str(identity["name"])
    full = f"{'*CURLIB' if library == 'curlib' else library}/{name}" if library else name
    kept = {n: v for n, v in attributes.items() if n not in OPTION_NAMES}
    return Definition(system, kind, full, kept)


def _state(project: Any, stack: Any) -> Iterator[tuple[tuple[str, str, str], Mapping[str, Any]]]:
    """(system, kind, name) -> managed attributes of what the stack created or adopted."""
    from queuewright.change.normalise import read_inputs
    from queuewright.planner.declared import kind_of
    from queuewright.state.store import StackStore

    deployment = StackStore(project.directory, project.name, stack.name).load()
    for resource in deployment.resources:
        kind = kind_of(resource.type)
        if kind is not None:
            inputs = read_inputs(kind, resource.inputs)
            one = _definition(kind, inputs.system, inputs.identity, inputs.attributes)
            yield (one.system, one.kind, one.name), one.attributes or {}


def desired_rows(environment: Environment, evaluated: Evaluated) -> Iterator[dict[str, Any]]:
    """Rows of `tables.desired_wide_schema`: one an object, and one a system with its digest."""
    by_system: dict[str, list[Definition]] = {system: [] for system in environment.systems}
    for one in evaluated.definitions:
        by_system.setdefault(one.system, []).append(one)
    for system, definitions in by_system.items():
        base = {
            "environment": environment.name,
            "system": system,
            "version": evaluated.version,
        }
        error = evaluated.error
        if error is None and system not in environment.systems:
            error = f"the program declares system {system}, which the fleet does not list here"
        rows = [{**base, **_object(one)} for one in definitions] if error is None else []
        yield from rows
        digest = inventory_digest((row["kind"], row["name"], row["fingerprint"]) for row in rows)
        yield {**base, "digest": digest, "objects": len(rows), "error": error}


def _object(one: Definition) -> dict[str, Any]:
    if one.attributes is None:
        return {"kind": one.kind, "name": one.name, "fingerprint": OWNED}
    canonical = canonical_json(one.attributes)
    return {
        "kind": one.kind,
        "name": one.name,
        "fingerprint": fingerprint(one.kind, canonical),
        "managed": list(one.attributes),
        "attributes": canonical,
        **typed_values(one.attributes),
    }


def columns_of(rows: Sequence[Mapping[str, Any]]) -> Any:
    """The rows as an Arrow table."""
    import pyarrow as pa

    schema = desired_wide_schema()
    arrays = [pa.array([row.get(field.name) for row in rows], field.type) for field in schema]
    return pa.Table.from_arrays(arrays, schema=schema)
