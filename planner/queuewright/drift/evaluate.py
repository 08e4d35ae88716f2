"""Evaluate what environments desire: run their programs, or read their stacks.

Programs run in the processes of `workers.py`, in parallel.
"""

import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

from queuewright.catalogue.diagnostic import Diagnostic, one_line, shown
from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.key import Key
from queuewright.catalogue.options import OnDelete
from queuewright.kinds import is_single, spec_of

from .fingerprint import canonical_json
from .fleet import Environment, Fleet, SourceConfig
from .workers import Call, WorkerLost, Workers

if TYPE_CHECKING:
    from queuewright.diff.normalise import Inputs
    from queuewright.engine.declared import Declared
    from queuewright.host.project import Project, Stack
    from queuewright.state.deployment import Deployment

LONGER = "--timeout SECONDS"  # how the commands of drift give a program more time
CURRENT_LIBRARY = "*CURLIB"  # as the library of a name: which one it is depends on the system
_GRACE = 15.0  # seconds beyond a program's time-out, for starting and for stopping by itself

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class EvaluatedObject:
    """One desired object, or (attributes None) one that the stack owns and no longer declares.
    not_compared: attributes that are declared, and whose values are neither compared nor kept.
    stays: on its system, also where nobody declares it any more."""

    key: Key
    attributes: Mapping[str, Any] | None
    not_compared: tuple[str, ...] = ()
    stays: bool = False


@dataclass(frozen=True, slots=True)
class Evaluated:
    """The definitions of one program, stack and configuration; `error` in one line when it
    failed."""

    version: str = ""
    definitions: tuple[EvaluatedObject, ...] = ()
    error: str | None = None


@dataclass(frozen=True, slots=True)
class EvaluationRequest:
    """The key of the answer; environments with equal requests share one evaluation."""

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
    for definition in sorted(definitions, key=lambda definition: definition.key):
        key = definition.key
        digest.update(f"{key.system}\n{key.kind}\n{key.name}\n".encode())
        digest.update(canonical_json(definition.attributes or {}).encode())
        digest.update("\n".join(definition.not_compared).encode())
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


def _definitions(request: EvaluationRequest) -> Iterator[EvaluatedObject]:
    project, stack = stack_of(request)
    if request.desired == "state":
        yield from _of(desired_state(project, stack))
        return
    from queuewright.host.run import run

    program = run(
        project, stack, answer=lambda declared: dict(declared.inputs), preview=True,
        timeout=request.timeout, longer=LONGER,
    )  # fmt: skip
    ours = [resource for resource in program.declared if resource.kind is not None]
    definitions = [declared_object(resource) for resource in ours]
    invalid = [
        problem
        for resource, definition in zip(ours, definitions, strict=True)
        for problem in _invalid(resource, definition.key)
    ]
    if invalid:
        more = len(invalid) - 1
        others = f"; and {more} more, see queuewright preview" if more else ""
        raise QueuewrightError(one_line(f"{invalid[0]}{others}"))
    yield from definitions
    if request.owns == "state":
        declared = {definition.key for definition in definitions}
        for definition in sorted(_state(project, stack), key=lambda definition: definition.key):
            if definition.key not in declared and not definition.stays:
                yield EvaluatedObject(definition.key, None, definition.not_compared)


def _invalid(resource: "Declared", key: Key) -> Iterator[Diagnostic]:
    """Problems that block a preview on any system: values that no system takes are not drift."""
    from queuewright.diff.normalise import read_inputs

    kind, secret = resource.kind or "", resource.secret_inputs
    read = read_inputs(kind, {n: v for n, v in resource.inputs.items() if n not in secret})
    _, problems = spec_of(kind).validate_values({"name": "?", **read.identity, **read.attributes})
    managed = _managed(read, resource.ignore_changes)
    if problems and not managed >= read.attributes.keys():
        # A value that is left to others is as it is on the system, which nobody knows here: what
        # counts is a problem whether or not there is one.
        kept = {name: value for name, value in read.attributes.items() if name in managed}
        _, without = spec_of(kind).validate_values({"name": "?", **read.identity, **kept})
        places = {(problem.code, problem.attribute) for problem in without}
        problems = [each for each in problems if (each.code, each.attribute) in places]
    names = spec_of(kind).identity()
    for problem in problems:
        # Values that are left out, or secret, are the system's; not what names the object.
        counts = problem.code != "missing" or problem.attribute in names
        if problem.is_error and counts and problem.attribute not in secret:
            yield replace(problem, object=str(key))


def declared_object(resource: "Declared") -> EvaluatedObject:
    """The definition in a declaration of a kind of ours. Raises QueuewrightError where what names
    the object hangs on a system."""
    kind = resource.kind or ""
    naming = sorted(resource.unknown_inputs & {"system", *spec_of(kind).identity()})
    if naming:
        at = f"{resource.place}: " if resource.place else ""
        raise QueuewrightError(
            one_line(
                f"{at}{kind} {shown(resource.name)}: its {naming[0]} comes from a value that only "
                "a system or an update knows, and drift asks none for what is desired; declare "
                "that value, or take it from configuration"
            )
        )
    left_out = resource.secret_inputs | resource.unknown_inputs
    return defined(kind, resource.inputs, left_out, resource.ignore_changes)


def defined(
    kind: str,
    inputs: Mapping[str, Any],
    left_out: Collection[str] = (),
    ignored: Collection[str] = (),
) -> EvaluatedObject:
    """The definition in the inputs of a resource.

    left_out: inputs that are not compared: secrets must be neither stored nor shown, and some
    values only a system could tell. ignored: Pulumi's ignore_changes; such attributes belong to
    whoever changes them, as if the program did not give them.
    """
    from queuewright.diff.normalise import read_inputs
    from queuewright.diff.sharing import disposition_of, is_own
    from queuewright.world.shipped import ships_somewhere

    read = read_inputs(kind, {n: v for n, v in inputs.items() if n not in left_out})
    library = read.identity.get("library")
    spec = spec_of(kind)
    name = str(read.identity.get("name", ""))
    if not spec.has_one_name() and spec.required_names() <= read.identity.keys():
        name = spec.name_of(read.identity)
    if library:
        plain = read.identity.get("name", "")
        name = f"{CURRENT_LIBRARY if library == 'curlib' else library}/{plain}"
    managed = _managed(read, ignored)
    kept = {n: v for n, v in read.attributes.items() if n in managed}
    not_compared = tuple(sorted(managed & set(left_out)))
    key = Key(read.system, kind, name)
    own = is_own(disposition_of(read.attributes))
    stays = (
        read.options.on_delete is OnDelete.RETAIN
        or is_single(kind)
        or (own and ships_somewhere(key))
    )
    return EvaluatedObject(key, kept, not_compared, stays)


def _managed(read: "Inputs", ignored: Collection[str]) -> frozenset[str]:
    """The attributes that a resource does not leave to others."""
    from queuewright.diff.normalise import property_names

    known = spec_of(read.kind).attributes().keys()
    leaves = property_names((*ignored, *read.ignore))
    return frozenset() if "*" in leaves else frozenset(known - leaves)


def key_on(systems: Mapping[str, SourceConfig], definition: EvaluatedObject) -> Key:
    """The object as its system says it: *CURLIB is a library there (CRTMSGQ and CRTDTAQ: QGPL if
    unset)."""
    key = definition.key
    library, slash, name = key.name.rpartition("/")
    if library == CURRENT_LIBRARY:
        source = systems.get(key.system)
        library = "QGPL" if source is None else source.options.get("current_library", "QGPL")
    return key._replace(name=f"{library}{slash}{name}")


def desired_state(project: "Project", stack: "Stack") -> "Deployment":
    """The state that says what is desired. Raises QueuewrightError where there is none: it may be
    elsewhere, and nothing would be compared."""
    from queuewright.state.store import StackStore

    store = StackStore(project.directory, project.name, stack.name)
    if not store.exists():
        raise QueuewrightError(
            f"{project.directory}: stack {stack.name} has no state here, which is to say what is "
            "desired; bring it with queuewright stack import, or leave out desired: state"
        )
    return store.load()


def _state(project: "Project", stack: "Stack") -> Iterator[EvaluatedObject]:
    """The objects that the stack created or adopted."""
    from queuewright.state.store import StackStore

    store = StackStore(project.directory, project.name, stack.name)
    if store.exists():
        yield from _of(store.load())


def _of(state: "Deployment") -> Iterator[EvaluatedObject]:
    from queuewright.engine.declared import managed_kind

    for resource in state.by_urn().values():
        kind = managed_kind(resource)
        if kind is not None:
            one = defined(kind, resource.inputs, resource.secret_names, resource.ignore_changes)
            yield replace(one, stays=one.stays or resource.retain_on_delete)


def evaluate_fleet(
    fleet: Fleet,
    pool: Workers | None = None,
    *,
    timeout: float = 120.0,
    progress: Progress = lambda done, total: None,
) -> Mapping[str, Evaluated]:
    """The desired objects of each environment, by its name. timeout: seconds for one program.

    An environment that repeats another's program, stack and configuration costs nothing more.
    pool: where they run, by default processes of their own. progress: called with how many distinct
    evaluations are done, and how many there are.
    """
    requests = {
        environment.name: request_of(environment, fleet.base, timeout)
        for environment in fleet.environments
    }
    distinct = list(dict.fromkeys(requests.values()))
    with nullcontext(pool) if pool is not None else Workers() as those:
        answers = evaluate_all(distinct, those, progress=progress)
    return {name: answers[request] for name, request in requests.items()}


def evaluate_all(
    requests: Sequence[EvaluationRequest],
    pool: Workers,
    *,
    progress: Progress = lambda done, total: None,
) -> dict[EvaluationRequest, Evaluated]:
    """Answers to distinct requests. A worker that dies or hangs costs only its own request."""
    answers: dict[EvaluationRequest, Evaluated] = {}
    asked = [Call(evaluate, (request,), request.timeout + _GRACE) for request in requests]
    for request, answer in zip(requests, pool.each(asked), strict=True):
        if isinstance(answer, WorkerLost):
            reason = f"no end in {request.timeout:g} s" if answer.late else answer.reason
            error = f"{request.program}: the program cannot be evaluated: {reason}"
            answer = Evaluated(error=one_line(error))
        answers[request] = answer
        progress(len(answers), len(requests))
    return answers
