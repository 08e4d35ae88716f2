"""Planning alone, for 1,000, 10,000 and 100,000 objects. Run: python -m bench.plan

Limits: 10,000 objects in 0.5 s, 100,000 in 5 s, growth at most 1.3 times linear, memory below
1.5 GB. Each measurement has a process of its own; systems and state are in memory, so that what
is measured is matching, graph, comparison, decisions and order. The snapshot is a mixed one: of
every hundred objects one is changed by the program, one was changed by others, one is new, one
is to be deleted. Seconds are those of the processor, all threads together: on a machine that does
nothing else they are what passes on the clock, on a busy one the clock says nothing of planning.
"""

import json
import resource
import subprocess
import sys
import time
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Handle, Observed
from queuewright.catalogue.spec import Spec
from queuewright.engine.declared import TYPE_PREFIX, Declared
from queuewright.engine.plan import make_plan
from queuewright.kinds import spec_of
from queuewright.mq.authority_record import AuthorityRecordSpec
from queuewright.state.deployment import Deployment, Resource

__all__ = ["InMemory", "measure", "measure_apart", "snapshot"]

SIZES = (1_000, 10_000, 100_000)
SECONDS = {10_000: 0.5, 100_000: 5.0}
GROWTH = 1.3  # times linear, from 10,000 to 100,000
MEGABYTES = 1_500
PER_SYSTEM = 1_000
REPEAT = 3  # the best of, for what takes less than a few seconds


class InMemory:
    """A system that only answers."""

    def __init__(self, name: str) -> None:
        self.facts = SystemFacts(name)
        self.name = name
        self.objects: dict[Key, Observed] = {}

    def observe(
        self, kinds: Collection[str], names: Collection[str] | None = None, *, status: bool = False
    ) -> Iterable[Observed]:
        known = self.objects.values()
        return [o for o in known if o.key.kind in kinds and (names is None or o.key.name in names)]

    def handles(self) -> Iterable[Handle]:
        return ()

    def defaults(self, kind: str) -> Observed | None:
        return Observed(Key(self.name, kind, "DEFAULT"), _shipped(self.facts, kind))

    def create(self, spec: Spec, *, like: str | None = None) -> Observed:
        raise NotImplementedError

    def change(self, spec: Spec, *, force: bool = False, restart: bool = False) -> Observed:
        raise NotImplementedError

    def delete(
        self,
        key: Key,
        *,
        purge: bool = False,
        keep_authorities: bool = False,
        disposition: str | None = None,
    ) -> None:
        raise NotImplementedError


def _shipped(facts: SystemFacts, kind: str) -> dict[str, Value]:
    return dict(spec_of(kind).shipped(facts.platform, facts.command_level))


def _record(place: int) -> tuple[str, dict[str, Any]]:
    names = {"name": f"WORK.{place % 300 * 2:05}", "object_type": "q", "group": f"team{place}"}
    return AuthorityRecordSpec.kind, {**names, "authorities": ["input", "inquire", "output"]}


def _inputs(number: int, system: str, mode: str) -> tuple[str, dict[str, Any]]:
    place = number % PER_SYSTEM
    if mode == "records" and place >= PER_SYSTEM * 2 // 3:
        return _record(place)
    if number % 2:
        base = f"WORK.{place - 1:05}"
        return "mq:AliasQueue", {"name": f"IN.{place:05}", "base_object_name": base}
    return "mq:LocalQueue", {
        "name": f"WORK.{place:05}",
        "queue_description": f"Work of team {place} on {system}",
        "max_queue_depth": 5000 + place,
        "max_message_length": 4_194_304,
        "default_persistence": "persistent",
        "backout_threshold": 3,
        "backout_requeue_name": "WORK.00000" if place else "SYSTEM.DEAD.LETTER.QUEUE",
    }


def snapshot(count: int, mode: str) -> tuple[list[Declared], Deployment, dict[str, InMemory]]:
    """The declarations, the state and the systems. mode: "mixed"; "records", which is mixed with
    authority records for a third of the objects; "first", where nothing is there yet; or "all",
    where the program changes every object."""
    systems: dict[str, InMemory] = {}
    shipped: dict[str, dict[str, Value]] = {}
    declared, resources = [], []
    for number in range(count):
        name = f"QM{number // PER_SYSTEM}"
        system = systems.get(name) or systems.setdefault(name, InMemory(name))
        kind, given = _inputs(number, name, mode)
        inputs = {"system": name, **given}
        is_record = kind == AuthorityRecordSpec.kind
        is_mixed = mode in ("mixed", "records")
        changed = mode == "all" or (is_mixed and number % 100 == 10)
        change: dict[str, Any] = {"inhibit_put": "put_inhibited"}
        if is_record:
            change = {"authorities": ["input", "inquire", "output", "browse"]}
        resource = Declared(
            urn=f"urn:pulumi:bench::bench::{TYPE_PREFIX}{kind}::{name}-{spec_of(kind).name_of(given)}",
            type=TYPE_PREFIX + kind,
            name=f"{name}-{spec_of(kind).name_of(given)}",
            inputs={**inputs, **change} if changed else inputs,
            index=number,
        )
        if not (is_mixed and number % 100 == 98):  # it is to be deleted
            declared.append(resource)
        if mode == "first" or (is_mixed and number % 100 == 50):  # it is new
            continue
        key = spec_of(kind).key_of(given, name)
        base = shipped.setdefault(kind, _shipped(system.facts, kind))
        drifted: dict[str, Value] = {}
        if is_mixed and number % 100 == 70:
            drifted = {"authorities": ("input",)} if is_record else {"inhibit_get": "get_inhibited"}
        if drifted and not is_record:
            inputs["inhibit_get"] = "get_allowed"
        attributes, described = {**base, **inputs, **drifted}, spec_of(kind).attributes()
        system.objects[key] = Observed(
            key,
            {
                n: tuple(v) if isinstance(v, list) else v
                for n, v in attributes.items()
                if n in described
            },
        )
        resources.append(
            Resource(
                {
                    "urn": resource.urn,
                    "custom": True,
                    "id": key.id,
                    "type": resource.type,
                    "inputs": {**inputs, "__provider": "x"},
                    "outputs": {},
                }
            )
        )
    return declared, Deployment(tuple(resources)), systems


@dataclass(frozen=True, slots=True)
class Measured:
    """seconds: of planning alone. megabytes: of the whole process, its input included."""

    count: int
    mode: str
    seconds: float
    megabytes: int
    steps: dict[str, int]


def measure(count: int, mode: str) -> Measured:
    """In this process. A plan that is not what was set up raises AssertionError."""
    declared, state, systems = snapshot(count, mode)
    best = float("inf")
    for _ in range(REPEAT if count < 100_000 else 1):
        started = time.process_time()
        plan = make_plan(declared, state, systems)
        best = min(best, time.process_time() - started)
    steps = {verb.value: n for verb, n in sorted(plan.counts.items())}
    hundred = count // 100
    again = _set_again(declared, state)
    expected = {
        "first": {"create": count},
        "all": {"update": count},
        "mixed": {
            "create": hundred + again, "delete": hundred, "same": count - 4 * hundred - again,
            "update": 2 * hundred,
        },
    }["mixed" if mode == "records" else mode]  # fmt: skip
    if steps != expected:
        raise AssertionError(f"the plan has {steps}, not {expected}")
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return Measured(count, mode, best, memory, steps)


def _set_again(declared: list[Declared], state: Deployment) -> int:
    """How many declared records go with the object that they are about, which is deleted."""
    urns = {resource.urn for resource in declared}
    gone = {(r.inputs["system"], r.inputs["name"]) for r in state.resources if r.urn not in urns}
    there = {resource.urn for resource in state.resources}
    return sum(
        (each.inputs["system"], each.inputs["name"]) in gone and each.urn in there
        for each in declared
        if each.type == TYPE_PREFIX + AuthorityRecordSpec.kind
    )


def measure_apart(count: int, mode: str) -> Measured:
    """`measure` in a process of its own, so that nothing is left of the one before."""
    finished = subprocess.run(
        [sys.executable, "-m", "bench.plan", str(count), mode],
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    return Measured(**json.loads(finished.stdout))


def deepdiff_seconds(count: int = 300) -> float:
    """Seconds an object to compare its whole attributes with DeepDiff, as a peer would."""
    from deepdiff import DeepDiff

    facts = SystemFacts("QM1")
    shipped = _shipped(facts, "mq:LocalQueue")
    started = time.process_time()
    for number in range(count):
        DeepDiff({**shipped, "max_queue_depth": number}, {**shipped, "max_queue_depth": 5})
    return (time.process_time() - started) / count


def main() -> int:
    if len(sys.argv) == 3 and __name__ == "__main__":
        result = measure(int(sys.argv[1]), sys.argv[2])
        print(json.dumps({name: getattr(result, name) for name in result.__slots__}))
        return 0
    missed = 0
    results = {}
    for count in SIZES:
        result = results[count] = measure_apart(count, "mixed")
        limit = SECONDS.get(count)
        limit_text = f" (at most {limit:g} s)" if limit else ""
        print(
            f"plan: {count} objects: {result.seconds:.2f} s{limit_text}, {result.megabytes} MB, "
            f"{result.seconds / count * 1e6:.0f} us an object; {result.steps}"
        )
        missed += limit is not None and result.seconds > limit
    growth = results[100_000].seconds / results[10_000].seconds / 10
    print(f"plan: growth from 10000 to 100000: {growth:.2f} times linear (at most {GROWTH})")
    memory = results[100_000].megabytes
    print(f"plan: memory for 100000 objects: {memory} MB (below {MEGABYTES})")
    missed += growth > GROWTH
    missed += memory >= MEGABYTES
    for mode, title in (("first", "all to create"), ("all", "all to change")):
        result = measure_apart(10_000, mode)
        print(f"plan: 10000 objects, {title}: {result.seconds:.2f} s")
    peer = deepdiff_seconds()
    per_object = results[10_000].seconds / 10_000
    print(
        f"plan: DeepDiff alone takes {peer * 1e6:.0f} us an object, "
        f"{peer / per_object:.1f} times as long as the whole plan"
    )
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
