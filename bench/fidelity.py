"""Random scenarios: what a plan says beside what applying it does. Run: python -m bench.fidelity

    python -m bench.fidelity --scenarios 100000 --first 0 --processes 2

Each seed makes a program of every kind over a queue manager and an IBM i, applies it, lets others
change, open and fill objects, changes the program at random, and plans again. A plan that nothing
blocks has to be carried out whole and leave nothing to do; objects of others, attributes that
nobody manages, messages and authorities have to be as before, unless the plan said otherwise. A
plan that is blocked has to send nothing. Differences are printed with their seed.
"""

import argparse
import random
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from queuewright.catalogue.errors import CommandFailed, QueuewrightError
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed, OpenFor
from queuewright.catalogue.platform import Platform
from queuewright.diff.normalise import identity_of
from queuewright.diff.types import ForceVerdict, Verb
from queuewright.engine.apply import apply
from queuewright.engine.declared import TYPE_PREFIX, Declared
from queuewright.engine.errors import PlanError
from queuewright.engine.plan import make_plan
from queuewright.engine.steps import Plan
from queuewright.graph.dependency_graph import DependencyCycle
from queuewright.kinds import IBMI_KINDS, KINDS, MQ_KINDS, kinds_of, spec_of
from queuewright.sandbox.clusters import REPOSITORIES
from queuewright.sandbox.engine import EmbeddedSystem, Sandbox
from queuewright.state.store import StackStore
from queuewright.systems.sandbox import SandboxSystem

STACK = "urn:pulumi:dev::shop::pulumi:pulumi:Stack::shop-dev"
NAMES = ("Q1", "Q2", "X1", "A1", "R1", "M1", "N1", "C1", "L1", "D1")
PLATFORMS = (Platform.LINUX, Platform.LINUX, Platform.ZOS, Platform.IBMI, Platform.WINDOWS)
# What depends on the machine, which nobody can know before.
SURROUNDINGS = ("CPF2497",)


@dataclass
class Outcome:
    """What became of one seed: `kind` for the count, `differences` empty where all is well."""

    seed: int
    kind: str = ""
    differences: list[str] = field(default_factory=list)


class Scenario:
    def __init__(self, seed: int, folder: Path) -> None:
        self.random = random.Random(seed)
        self.sandbox = Sandbox(folder / "sandbox.db")
        self.store = StackStore(folder, "shop", "dev")
        manager = self.sandbox.create_system(
            "QM1",
            platform=self.random.choice(PLATFORMS),
            command_level=self.random.choice((910, 930, 940)),
            queue_sharing_group=self.random.choice(("", "", "QSG1")),
        )
        part = self.sandbox.create_system("IBM1", platform=Platform.IBMI, libraries=["LIB"])
        self.machines: dict[str, EmbeddedSystem] = {"QM1": manager, "IBM1": part}
        self.systems = {name: SandboxSystem(machine) for name, machine in self.machines.items()}

    # Making things up.

    def value(self, kind: str, name: str) -> Any:
        """Some value that the attribute may have; names are those of this small world."""
        pick = self.random.choice
        attribute = spec_of(kind).attributes()[name]
        if attribute.max_items is not None:
            return [pick(NAMES) for _ in range(self.random.randrange(3))]
        if attribute.reference is not None:
            return pick(("", *NAMES)) if not kind.startswith("ibmi:") else pick(NAMES)
        if name == "users":
            return {pick(("BOB", "ANN")): [pick(("use", "change", "all"))]}
        if attribute.choices and (attribute.minimum is None or self.random.random() < 0.3):
            return pick([choice.value for choice in attribute.choices])
        if attribute.minimum is not None:
            most = min(attribute.maximum or 1000, attribute.minimum + 1000)
            return self.random.randint(attribute.minimum, most)
        return pick(("", "text")) if attribute.syntax is None or not attribute.required else "NAME"

    def inputs(self, kind: str, facts: SystemFacts, count: int) -> dict[str, Any]:
        attributes = spec_of(kind).attributes()
        usable = [name for name, attribute in attributes.items() if attribute.applies(facts)]
        chosen = self.random.sample(usable, min(count, len(usable)))
        chosen += [name for name in attributes if attributes[name].required and name not in chosen]
        return {name: self.value(kind, name) for name in chosen}

    def declared(self, kind: str) -> Declared:
        system = "IBM1" if kind.startswith("ibmi:") else "QM1"
        simple = self.random.choice(NAMES)
        library = "library" in spec_of(kind).identity()
        name = f"{self.random.choice(('LIB', 'LIB', 'QGPL'))}/{simple}" if library else simple
        inputs = self.inputs(kind, self.machines[system].facts(), self.random.randrange(4))
        declared = Declared(
            urn=f"urn:pulumi:dev::shop::{TYPE_PREFIX}{kind}::{name}",
            type=TYPE_PREFIX + kind,
            name=name,
            inputs={"system": system, **identity_of(kind, name), **inputs},
            parent=STACK,
        )
        return self.with_options(declared)

    def with_options(self, declared: Declared) -> Declared:
        pick, inputs = self.random.choice, dict(declared.inputs)
        for option, words in (
            ("force", ("never", "when-needed")),
            ("on_delete", ("refuse-if-in-use", "purge", "retain")),
            ("adopt", ("if-identical", "always")),
            ("like", NAMES),
        ):
            if self.random.random() < 0.15:
                inputs[option] = pick(words)
        attributes = list(spec_of(declared.kind or "").attributes())
        ignored = attributes and self.random.random() < 0.15
        return replace(
            declared,
            inputs=inputs,
            replace_on_changes=pick(((), (), (), ("*",))),
            ignore_changes=(pick(attributes),) if ignored else (),
            protect=self.random.random() < 0.03,
            delete_before_replace=pick((None, None, False)),
        )

    def program(self, count: int) -> dict[str, Declared]:
        kinds = list(KINDS)
        several = (self.declared(self.random.choice(kinds)) for _ in range(count))
        return {declared.urn: declared for declared in several}

    def changed(self, program: Mapping[str, Declared]) -> dict[str, Declared]:
        """Another version of the program: some of it is gone, new, other, or under a new name."""
        after = {}
        for urn, declared in program.items():
            chance = self.random.random()
            if chance < 0.2:
                continue
            if chance < 0.6:
                system = str(declared.inputs["system"])
                facts = self.machines[system].facts()
                more = self.inputs(declared.kind or "", facts, self.random.randrange(1, 3))
                declared = replace(declared, inputs={**declared.inputs, **more})
            elif chance < 0.7:
                declared = replace(declared, urn=f"{urn}.again", name=f"{declared.name}.again")
            elif chance < 0.8:
                declared = self.with_options(declared)
            after[declared.urn] = declared
        return after | self.program(self.random.randrange(3))

    # What others do.

    def others(self) -> None:
        for _ in range(self.random.randrange(6)):
            machine = self.random.choice(list(self.machines.values()))
            kinds = IBMI_KINDS if machine.name == "IBM1" else MQ_KINDS
            objects = [o for o in machine.observe(kinds) if not o.key.name.startswith("SYSTEM.")]
            with suppress(CommandFailed):  # others make mistakes as well
                self.other(machine, self.random.choice(kinds), objects)

    def other(self, machine: EmbeddedSystem, kind: str, objects: list[Observed]) -> None:
        chance = self.random.random()
        if chance < 0.25 or not objects:
            name = self.random.choice(NAMES)
            library = "library" in spec_of(kind).identity()
            values = self.inputs(kind, machine.facts(), 2)
            machine.create(kind, f"LIB/{name}" if library else name, values)
            return
        key = self.random.choice(objects).key
        if chance < 0.55:
            machine.change(key.kind, key.name, self.inputs(key.kind, machine.facts(), 1))
        elif chance < 0.65:
            machine.delete(key.kind, key.name, purge=True)
        elif chance < 0.8:
            machine.put(key.name, count=self.random.randint(1, 3))
        else:
            uses = [OpenFor.INPUT_SHARED, OpenFor.OUTPUT, OpenFor.BROWSE, OpenFor.INQUIRE]
            machine.open(key.name, {self.random.choice(uses)})

    # What is compared.

    def everything(self) -> dict[Key, Observed]:
        return {
            observed.key: observed
            for name, machine in self.machines.items()
            for observed in machine.observe(IBMI_KINDS if name == "IBM1" else MQ_KINDS, status=True)
        }

    def plan(self, program: Mapping[str, Declared]) -> Plan:
        declared = [replace(d, index=place) for place, d in enumerate(program.values())]
        state = self.store.load()
        return make_plan(declared, state, self.systems, project="shop", stack="dev")

    def settled(self) -> dict[str, Declared]:
        """A first program that is applied: without what is blocked in it."""
        program = self.program(self.random.randint(3, 9))
        for _ in range(20):
            try:
                plan = self.plan(program)
            except (PlanError, DependencyCycle):
                program.popitem()
                continue
            if not plan.blocked:
                apply(plan, self.systems, self.store, parallel=1)
                return program
            for step in plan.blocked:
                program.pop(step.urn, None)
        return {}

    def run(self, outcome: Outcome) -> None:
        program = self.changed(self.settled()) if self.random.random() < 0.3 else self.settled()
        self.others()
        after = self.changed(program)
        before = self.everything()
        try:
            plan = self.plan(after)
        except QueuewrightError as error:
            outcome.kind = type(error).__name__
            return
        if plan.blocked:
            outcome.kind = "blocked"
            if self.everything() != before:
                outcome.differences.append("a plan has changed something")
            return
        outcome.kind = "empty" if plan.is_empty else "applied"
        parallel = self.random.choice((1, 16))
        applied = apply(plan, self.systems, self.store, parallel=parallel)
        told = " ".join(f"{step.verb} {step.key.kind} {step.key.name};" for step in plan.changes)
        unsure = any(s.decision.force.verdict is ForceVerdict.UNKNOWN for s in plan.steps)
        if not applied.ok:
            texts = [event.text for event in (*applied.failed, *applied.skipped)]
            if unsure or any(word in text for word in SURROUNDINGS for text in texts):
                outcome.kind = "said to be unsure"
                return
            outcome.differences.append(f"{told} failed: {texts}")
        outcome.differences += self.lost(plan, before, self.everything())
        if applied.ok:
            again = self.plan(after)
            outcome.differences += [
                f"left to do after {told}: {step.verb} {step.key} "
                f"{[(c.name, c.before, c.after) for c in step.decision.changes]}"
                for step in (*again.changes, *again.blocked)
            ]

    def lost(
        self, plan: Plan, before: Mapping[Key, Observed], after: Mapping[Key, Observed]
    ) -> Iterator[str]:
        """What was there and is no more, or is other, though no step said so."""
        steps = {step.key: step for step in plan.steps}
        clusters = kinds_of(*spec_of("mq:Cluster").roles)
        for key, observed in before.items():
            step, now = steps.get(key), after.get(key)
            if key.kind in clusters or key.name == REPOSITORIES:
                continue  # follow from channels, namelists and memberships
            gone = step is not None and step.verb is Verb.DELETE and not step.decision.keep
            purged = step is not None and step.decision.purge
            if now is None:
                if not gone:
                    yield f"{key} is no more: {step.verb if step else 'it was nobody of ours'}"
                elif observed.status and observed.status.depth and not purged:
                    yield f"{key} had {observed.status.depth} messages"
                continue
            changes = {c.name for c in step.decision.changes} if step is not None else set()
            if step is not None and step.verb is Verb.REPLACE and step.declared is not None:
                changes |= step.declared.inputs.keys()
            for name, value in observed.attributes.items():
                if name not in changes and now.attributes.get(name) != value:
                    yield f"{key} {name}: {value!r} -> {now.attributes.get(name)!r}"
            depths = [o.status.depth if o.status else None for o in (observed, now)]
            if depths[0] != depths[1] and not purged:
                yield f"{key} depth: {depths[0]} -> {depths[1]}"


def run(seed: int) -> Outcome:
    """One scenario, in a folder of its own."""
    outcome = Outcome(seed)
    with tempfile.TemporaryDirectory() as folder:
        scenario = Scenario(seed, Path(folder))
        try:
            scenario.run(outcome)
        except Exception as error:
            outcome.differences.append(f"{type(error).__name__}: {error}")
        finally:
            scenario.sandbox.close()
    return outcome


def _run_all(seeds: tuple[int, ...]) -> list[Outcome]:
    return [run(seed) for seed in seeds]


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Random scenarios of preview and outcome.")
    parser.add_argument("--scenarios", type=int, default=500)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args(arguments)
    seeds = range(options.first, options.first + options.scenarios)
    kinds: Counter[str] = Counter()
    wrong = 0
    with ProcessPoolExecutor(options.processes) as pool:
        parts = [tuple(seeds[place : place + 50]) for place in range(0, len(seeds), 50)]
        for outcomes in pool.map(_run_all, parts):
            for outcome in outcomes:
                kinds[outcome.kind] += 1
                wrong += bool(outcome.differences)
                for difference in outcome.differences:
                    print(f"seed {outcome.seed}: {difference}")
    counts = ", ".join(f"{count} {kind}" for kind, count in kinds.most_common())
    print(f"fidelity: {options.scenarios} scenarios, {wrong} with differences; {counts}")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
