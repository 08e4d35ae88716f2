"""What it takes to put one environment right: the plan, or the configuration that accepts it."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.spec import Key
from queuewright.change.compare import drift
from queuewright.state.deployment import Deployment, Resource

from .desired import object_name
from .evaluate import Evaluated, Question, defined, question_of, stack_of
from .evaluators import evaluate_all
from .fleet import Environment, Fleet, FleetError
from .recorded import systems_of
from .sources import observe

if TYPE_CHECKING:
    from queuewright.host.run import Program
    from queuewright.planner.declared import Declared
    from queuewright.planner.steps import Plan

__all__ = ["Accepted", "Difference", "accept", "differences", "environment_of", "plan_back"]


def environment_of(fleet: Fleet, name: str) -> Environment:
    """Raises FleetError."""
    for one in fleet.environments:
        if one.name == name:
            return one
    raise FleetError(f"{fleet.path}: environment {name!r} is not in the fleet; see its names there")


def plan_back(fleet: Fleet, environment: Environment) -> "tuple[Plan, Program]":
    """The plan that brings an environment back to what its program defines.

    What the stack owns is its state's where the environment has a stack to itself; an environment
    that gives configuration of its own shares its stack with others, and is taken to own whatever
    the program declares and the systems have. Raises QueuewrightError.
    """
    from queuewright.host.answers import from_systems
    from queuewright.host.run import run
    from queuewright.planner.plan import make_plan
    from queuewright.state.store import StackStore

    project, stack = stack_of(question_of(environment, fleet.base))
    systems = systems_of(environment, fleet.base)
    program = run(project, stack, answer=from_systems(systems), preview=True)
    store = StackStore(project.directory, project.name, stack.name)
    if environment.config or not store.exists():
        present = {
            one.key
            for name, source in environment.systems.items()
            for one in observe(name, source, str(fleet.base))
        }
        state = _as_owned(program.declared, present, environment)
    else:
        state = store.load()
    plan = make_plan(program.declared, state, systems, project=project.name, stack=stack.name)
    return plan, program


def _as_owned(
    declared: "Sequence[Declared]", present: set[Key], environment: Environment
) -> Deployment:
    from queuewright.planner.declared import id_of

    resources = []
    for one in declared:
        if one.kind is None:
            continue
        key = _key(one, environment)
        if key in present:
            resources.append(
                Resource(
                    {
                        "urn": one.urn,
                        "type": one.type,
                        "custom": True,
                        "id": id_of(key),
                        "inputs": dict(one.inputs),
                        "outputs": dict(one.inputs),
                        "parent": one.parent,
                    }
                )
            )
    return Deployment(tuple(resources))


def _key(one: "Declared", environment: Environment) -> Key:
    assert one.kind is not None
    found = defined(one.kind, one.inputs)
    source = environment.systems.get(found.system)
    return Key(found.system, found.kind, object_name(found, source))


@dataclass(frozen=True, slots=True)
class Difference:
    """One managed attribute that differs. Values are canonical."""

    key: Key
    attribute: str
    desired: Any
    observed: Any


@dataclass(frozen=True, slots=True)
class Accepted:
    """What to change so that an environment's program defines what is there.

    config: configuration of the environment, each value tried: with it the program was evaluated
    again, which ended differences and began none. left: those that no single value ends; missing:
    objects that are not there at all. Both need a change of the program.
    """

    config: Mapping[str, Any]
    left: tuple[Difference, ...]
    missing: tuple[Key, ...]


def accept(fleet: Fleet, environment: Environment) -> Accepted:
    """Find configuration that makes what is observed the definition. Raises QueuewrightError."""
    question = question_of(environment, fleet.base)
    observed = _observed(fleet, environment)
    left, missing = differences(_evaluated(question), environment, observed)
    config: dict[str, Any] = {}
    for key, value in _candidates(question, left):
        tried = replace(question, config=json.dumps({**environment.config, **config, key: value}))
        after = evaluate_all([tried])[tried]
        if after.error is not None:
            continue
        still, gone = differences(after, environment, observed)
        if len(still) < len(left) and set(_places(still)) < set(_places(left)) and gone == missing:
            config[key] = value
            left = still
    return Accepted(config, tuple(left), tuple(missing))


def differences(
    evaluated: Evaluated, environment: Environment, observed: Mapping[Key, Mapping[str, Any]]
) -> tuple[list[Difference], list[Key]]:
    """Managed attributes that differ, and objects that are missing."""
    found, missing = [], []
    for one in evaluated.definitions:
        if one.attributes is None:
            continue
        key = Key(one.system, one.kind, object_name(one, environment.systems.get(one.system)))
        there = observed.get(key)
        if there is None:
            missing.append(key)
            continue
        for change in drift(one.kind, one.attributes, there):
            found.append(Difference(key, change.name, change.before, change.after))
    return found, missing


def _observed(fleet: Fleet, environment: Environment) -> dict[Key, Mapping[str, Any]]:
    return {
        one.key: one.attributes
        for name, source in environment.systems.items()
        for one in observe(name, source, str(fleet.base))
    }


def _evaluated(question: Question) -> Evaluated:
    answer = evaluate_all([question])[question]
    if answer.error is not None:
        raise QueuewrightError(answer.error)
    return answer


def _places(found: Iterable[Difference]) -> Iterable[tuple[Key, str]]:
    return ((one.key, one.attribute) for one in found)


def _candidates(question: Question, found: Sequence[Difference]) -> list[tuple[str, Any]]:
    """Configuration values that are what some attribute is wanted to be, and what they would be."""
    _, stack = stack_of(question)
    candidates: dict[tuple[str, str], tuple[str, Any]] = {}
    for one in found:
        for key, value in stack.values.items():
            if not isinstance(value, dict | list) and str(value) == str(one.desired):
                candidates[key, str(one.observed)] = key, one.observed
    return list(candidates.values())
