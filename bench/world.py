"""A random world: queue managers, an IBM i, a stack, a program of every kind, and what others do.

Everything follows from one seed. Used by `bench.fidelity` and `bench.kills`.
"""

import random
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from queuewright.catalogue.errors import CommandFailed
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import DISPOSITION, Observed, OpenFor
from queuewright.catalogue.platform import Platform
from queuewright.diff.normalise import identity_of
from queuewright.diff.sharing import SHARED, disposition_of, meant, selecting
from queuewright.engine.apply import apply
from queuewright.engine.declared import TYPE_PREFIX, Declared
from queuewright.engine.errors import PlanError
from queuewright.engine.plan import make_plan
from queuewright.engine.steps import Plan, Step
from queuewright.graph.dependency_graph import DependencyCycle
from queuewright.kinds import (
    IBMI_KINDS,
    KINDS,
    MQ_KINDS,
    is_limit,
    is_queue,
    is_record,
    spec_of,
)
from queuewright.mq.namelist import NamelistSpec
from queuewright.sandbox.authority_records import authority_rows, grant
from queuewright.sandbox.engine import EmbeddedSystem, Sandbox
from queuewright.sandbox.running import set_running
from queuewright.sandbox.system import SandboxSystem
from queuewright.state.store import StackStore
from queuewright.systems.protocol import System

from .records import Grant, fitting, of_user, record_name, users_of

STACK = "urn:pulumi:dev::shop::pulumi:pulumi:Stack::shop-dev"
NAMES = ("Q1", "Q2", "X1", "A1", "R1", "M1", "N1", "C1", "L1", "D1")
PLATFORMS = (Platform.LINUX, Platform.LINUX, Platform.ZOS, Platform.IBMI, Platform.WINDOWS)
PARTITIONS = ("IBM1", "IBM2")
GROUP = "QSG1"
_STATES = ("RUNNING", "RETRYING", "STOPPED", "")
NAMES_OF_PEOPLE = ("CN=ANN,O=SHOP", "CN=BOB,O=SHOP")
# Values that only go together.
TOGETHER: Mapping[str, tuple[Mapping[str, Any], ...]] = {
    "mq:SecurityPolicy": (
        {"signature_algorithm": "sha256"},
        {"encryption_algorithm": "aes256", "recipients": ["CN=ANN,O=SHOP"]},
    ),
    "mq:CouplingFacilityStructure": (
        {"coupling_facility_level": 5, "offload": "db2"},
        {"coupling_facility_level": 5, "data_set_group": "MQ.*"},
    ),
    "mq:LocalQueue": ({DISPOSITION: "shared"},),
}
SHARED_KINDS = tuple(kind for kind in KINDS if DISPOSITION in spec_of(kind).attributes())
Program = dict[str, Declared]


def placed(kind: str, library: str, name: str, random: random.Random) -> str:
    """The name in a key of an object in a library, of an entry for a job queue in it, or of a
    record about objects of this name."""
    if (named := record_name(kind, name, random)) is not None:
        return named
    spec = spec_of(kind)
    if "job_queue" in spec.identity():
        return spec.name_of({"name": "LIB/SBS", "job_queue": f"{library}/{name}"})
    return f"{library}/{name}" if spec.in_library else name


def object_name(declared: Declared) -> str:
    """The name that `like` gives: NAME, or LIBRARY/NAME."""
    library = declared.inputs.get("library")
    name = str(declared.inputs["name"])
    return f"{library}/{name}" if library else name


def _ships(key: Key) -> bool:
    """Whether every queue manager has it, and needs it to create others."""
    return key.name.startswith("SYSTEM.") or key.name == spec_of(key.kind).default_object


class World:
    """One seed's systems and stack in a folder. `others`, `changed` and the rest draw from
    `random`, so that the same calls in the same order give the same world."""

    def __init__(self, seed: int, folder: Path) -> None:
        self.random = random.Random(seed)
        # Systems are read at once in some worlds alone: threads take longer than what they do here.
        self.readers = 1 if seed % 8 else 16
        self.sandbox = Sandbox(folder / "sandbox.db")
        self.store = StackStore(folder, "shop", "dev")
        self.machines: dict[str, EmbeddedSystem] = {}
        shared = self.chance(0.3)  # both are members of one queue-sharing group
        for name in ("QM1", "QM2"):
            alone = self.random.choice(("", "", f"G{name}"))
            self.machines[name] = self.sandbox.create_system(
                name,
                platform=Platform.ZOS if shared else self.random.choice(PLATFORMS),
                command_level=self.random.choice((910, 930, 940)),
                queue_sharing_group=GROUP if shared else alone,
            )
        for name in PARTITIONS:
            self.machines[name] = self.sandbox.create_system(
                name, platform=Platform.IBMI, libraries=["LIB"]
            )
        self.systems: dict[str, System] = {}
        self.reach()

    def reach(self) -> None:
        """The systems as the next command reaches them: libraries are among the facts that one
        asks once."""
        self.systems.update((name, self.reached(each)) for name, each in self.machines.items())

    def reached(self, machine: EmbeddedSystem) -> System:
        """The machine as plans reach it; nothing is known of it yet."""
        return SandboxSystem(machine)

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    # A program.

    def value(self, kind: str, name: str) -> Any:
        """Some value that the attribute may have; names are those of this small world."""
        pick = self.random.choice
        attribute = spec_of(kind).attributes()[name]
        if attribute.repeated:
            return self.random.sample(NAMES_OF_PEOPLE, self.random.randrange(3))
        if attribute.max_items is not None and attribute.choices and not kind.startswith("ibmi:"):
            words = [choice.value for choice in attribute.choices]
            return self.random.sample(words, self.random.randint(1, min(2, attribute.max_items)))
        if attribute.max_items is not None:
            return [pick(NAMES) for _ in range(self.random.randrange(3))]
        if name == "remote_queue_manager_name":
            return pick(("", "QM2", "QM9", *NAMES))
        if attribute.reference is not None:
            return pick(("", *NAMES)) if not kind.startswith("ibmi:") else pick(NAMES)
        if name in ("users", "private_authorities"):
            return {pick(("BOB", "ANN")): [pick(("use", "change", "all", "exclude"))]}
        if attribute.choices and (attribute.minimum is None or self.chance(0.3)):
            return pick([choice.value for choice in attribute.choices])
        if attribute.minimum is not None:
            most = min(attribute.maximum or 1000, attribute.minimum + 1000)
            return self.random.randint(attribute.minimum, most)
        return pick(("", "text")) if attribute.syntax is None or not attribute.required else "NAME"

    def inputs(self, kind: str, name: str, facts: SystemFacts, count: int) -> dict[str, Any]:
        """Attributes of an object of this name in its key, `count` and those that it needs."""
        attributes = spec_of(kind).attributes()
        usable = [name for name, attribute in attributes.items() if attribute.applies(facts)]
        chosen = self.random.sample(usable, min(count, len(usable)))
        chosen += [each for each in attributes if attributes[each].required and each not in chosen]
        return fitting(kind, name, {each: self.value(kind, each) for each in chosen}, self.random)

    def declared(self, kind: str) -> Declared:
        places = PARTITIONS if kind.startswith("ibmi:") else ("QM1", "QM2")
        system = self.random.choice((places[0], *places))
        simple = self.random.choice(NAMES)
        if spec_of(kind).system_objects and self.chance(0.1):
            simple = self.random.choice(spec_of(kind).system_objects).name
        elif (default := spec_of(kind).default_object) and self.chance(0.05):
            simple = default
        # Some are in a library that the program, or somebody else, may make.
        inside = self.random.choice(("LIB", "LIB", "QGPL", self.random.choice(NAMES)))
        return self._declared(kind, system, placed(kind, inside, simple, self.random))

    def _declared(self, kind: str, system: str, name: str) -> Declared:
        facts = self.machines[system].facts()
        inputs = self.inputs(kind, name, facts, self.random.randrange(4))
        for needed in ("connection_name", "xmit_queue_name"):  # of channels
            if needed in spec_of(kind).attributes() and self.chance(0.9):
                inputs[needed] = self.random.choice(NAMES)
        in_group = facts.queue_sharing_group == GROUP
        if kind in TOGETHER and (in_group or not spec_of(kind).holds_messages) and self.chance(0.5):
            inputs |= self.random.choice(TOGETHER[kind])
            if DISPOSITION in inputs:
                inputs["coupling_facility_structure"] = self.random.choice(NAMES)
        elif in_group and kind in SHARED_KINDS and self.chance(0.3):
            inputs[DISPOSITION] = self.random.choice(("group", "group", "group", "copy"))
        resource = f"{system}.{name}"
        declared = Declared(
            urn=f"urn:pulumi:dev::shop::{TYPE_PREFIX}{kind}::{resource}",
            type=TYPE_PREFIX + kind,
            name=resource,
            inputs={"system": system, **identity_of(kind, name), **inputs},
            parent=STACK,
        )
        if self.chance(0.05):
            declared = replace(declared, import_id=Key(system, kind, name).id)
        return self.with_options(declared)

    def with_options(self, declared: Declared) -> Declared:
        pick, inputs = self.random.choice, dict(declared.inputs)
        for option, words in (
            ("force", ("never", "when-needed")),
            ("on_delete", ("refuse-if-in-use", "purge", "retain")),
            ("adopt", ("never", "matching", "any")),
            ("restart", ("never", "when-running")),
            ("like", NAMES),
        ):
            if self.chance(0.15):
                inputs[option] = pick(words)
        attributes = list(spec_of(declared.kind or "").attributes())
        ignored = attributes and self.chance(0.15)
        trigger = {"replacementTrigger": self.random.randrange(3)} if self.chance(0.05) else {}
        return replace(
            declared,
            inputs=inputs,
            replace_on_changes=pick(((), (), (), ("*",))),
            ignore_changes=(pick(attributes),) if ignored else (),
            protect=self.chance(0.03),
            retain_on_delete=self.chance(0.03),
            delete_before_replace=pick((None, None, False)),
            engine_fields=trigger,
        )

    def program(self, count: int) -> Program:
        several = [self.declared(self.random.choice(list(KINDS))) for _ in range(count)]
        for each in [each for each in several if spec_of(str(each.kind)).is_secured()]:
            if self.chance(0.3):  # what one user may do with it
                kind, system = str(each.kind), str(each.inputs["system"])
                record, name = of_user(kind, spec_of(kind).name_of(each.inputs), self.random)
                several.append(self._declared(record, system, name))
        return self.in_chains({declared.urn: declared for declared in several})

    def in_chains(self, program: Program) -> Program:
        """Some of the program's objects are made like one another: of the same kind, on the same
        system, and that one like a third."""
        families: dict[tuple[str, str], list[Declared]] = {}
        for declared in program.values():
            if is_record(str(declared.kind)) or is_limit(str(declared.kind)):
                continue
            family = str(declared.kind), str(declared.inputs["system"])
            families.setdefault(family, []).append(declared)
        for family in families.values():
            for source, copy in pairwise(family):
                if self.chance(0.3):
                    like = {"like": object_name(source)}
                    program[copy.urn] = replace(copy, inputs={**copy.inputs, **like})
        return program

    def changed(self, program: Mapping[str, Declared]) -> Program:
        """Another version of the program: some of it is gone, new, other, under another name or
        on another system."""
        after: Program = {}
        for urn, declared in program.items():
            what = self.random.random()
            if what < 0.2:
                continue
            if what < 0.55:
                facts = self.machines[str(declared.inputs["system"])].facts()
                kind, count = declared.kind or "", self.random.randrange(1, 3)
                name = spec_of(kind).name_of(declared.inputs)
                more = self.inputs(kind, name, facts, count)
                declared = replace(declared, inputs={**declared.inputs, **more})
            elif what < 0.58:
                # No longer managed: what it has is to stay, also where the object is replaced.
                names = [n for n in declared.inputs if n not in ("system", "name", "library")]
                dropped = self.random.sample(names, self.random.randint(0, len(names)))
                kept = {n: v for n, v in declared.inputs.items() if n not in dropped}
                declared = replace(declared, inputs=kept)
                if self.chance(0.5):
                    declared = replace(declared, replace_on_changes=("*",))
            elif what < 0.65:
                former = (urn,) if self.chance(0.5) else ()
                name = f"{declared.name}.again"
                declared = replace(declared, urn=f"{urn}.again", name=name, aliases=former)
            elif what < 0.72:
                pairs = (("QM1", "QM2"), PARTITIONS)
                here = str(declared.inputs["system"])
                [other] = (b for a in pairs for b in a if here in a and b != here)
                declared = replace(declared, inputs={**declared.inputs, "system": other})
            elif what < 0.78:
                given = {**declared.inputs, "name": self.random.choice(NAMES)}
                declared = replace(declared, inputs=given)
            elif what < 0.86:
                declared = self.with_options(declared)
            after[declared.urn] = declared
        return self.in_chains(after | self.program(self.random.randrange(3)))

    def renamed(self, program: Program) -> Program:
        """The program with other names of some resources, with and without aliases."""
        after: Program = {}
        for urn, declared in program.items():
            if self.chance(0.5):
                former = (urn,) if self.chance(0.5) else ()
                name = f"{declared.name}.later"
                declared = replace(declared, urn=f"{urn}.later", name=name, aliases=former)
            after[declared.urn] = declared
        return after

    # What others do.

    def others(self) -> None:
        for _ in range(self.random.randrange(7)):
            machine = self.random.choice(list(self.machines.values()))
            kinds = IBMI_KINDS if machine.name in PARTITIONS else MQ_KINDS
            objects = [o for o in machine.observe(kinds) if not _ships(o.key)]
            with suppress(CommandFailed):  # others make mistakes as well
                self._other(machine, self.random.choice(kinds), objects)
        self.reach()

    def _other(self, machine: EmbeddedSystem, kind: str, objects: list[Observed]) -> None:
        if machine.facts().queue_sharing_group == GROUP and self.chance(0.5):
            self._other_in_group(machine, objects)
            return
        what = self.random.random()
        if what < 0.2 or not objects:
            name = placed(kind, "LIB", self.random.choice(NAMES), self.random)
            values = self.inputs(kind, name, machine.facts(), 2)
            machine.create(kind, name, values)
            return
        chosen = self.random.choice(objects)
        key, which = chosen.key, selecting(chosen)
        if what < 0.45:
            values = {**self.inputs(key.kind, key.name, machine.facts(), 1), **which}
            machine.change(key.kind, key.name, values)
        elif what < 0.53:
            meant_one = disposition_of(which)
            machine.delete(key.kind, key.name, purge=True, disposition=meant_one)
        elif what < 0.65 and spec_of(key.kind).runs is not None:
            state, in_doubt = self.random.choice(_STATES), self.chance(0.2)
            if spec_of(key.kind).namespace == "channel":
                machine.channel_runs(key.name, state, in_doubt=in_doubt)
            else:
                with machine.writing() as tx:
                    word = spec_of(key.kind).mqsc.word
                    set_running(tx, word, key.name, runs=state == "RUNNING")
        elif what < 0.65:
            machine.put(key.name, count=self.random.randint(1, 3))
        elif what < 0.72 and (is_queue(key.kind) or key.kind == NamelistSpec.kind):
            with machine.writing() as tx:
                words = ("q", ["input", "output"])
                of_type, granted = words if is_queue(key.kind) else ("namelist", ["inquire"])
                grant(tx, of_type, key.name, "group staff", granted)
        else:
            self._open(machine, key)

    def _other_in_group(self, machine: EmbeddedSystem, objects: list[Observed]) -> None:
        """Others define a group object, often of a name that is there already, change one, delete
        one, or change a copy on one queue manager."""
        there = [o for o in objects if o.key.kind in SHARED_KINDS]
        copies = [o for o in there if o.attributes.get(DISPOSITION) == "copy"]
        groups = [o for o in there if o.has_group_object]
        what = self.random.random()
        if copies and what < 0.4:
            key = self.random.choice(copies).key
            values = self.inputs(key.kind, key.name, machine.facts(), 2)
            machine.change(key.kind, key.name, {**values, DISPOSITION: "copy"})
        elif groups and what < 0.55:
            key = self.random.choice(groups).key
            values = self.inputs(key.kind, key.name, machine.facts(), 1)
            machine.change(key.kind, key.name, {**values, DISPOSITION: "group"})
        elif groups and what < 0.65:
            key = self.random.choice(groups).key
            machine.delete(key.kind, key.name, disposition="group")
        else:
            kind, name = self.random.choice(SHARED_KINDS), self.random.choice(NAMES)
            own = [o for o in there if o.attributes.get(DISPOSITION) == "q_mgr" and not o.group]
            if there and self.chance(0.8):
                kind, name = (key := self.random.choice(own or there).key).kind, key.name
            values = self.inputs(kind, name, machine.facts(), 2)
            machine.create(kind, name, {**values, DISPOSITION: "group"})

    def _open(self, machine: EmbeddedSystem, key: Key) -> None:
        """Handles of every sort: by its own name, an alias, through a queue manager, twice."""
        uses = [OpenFor.INPUT_SHARED, OpenFor.OUTPUT, OpenFor.BROWSE, OpenFor.INQUIRE]
        through = (
            self.random.choice(("", "", "", "QM2", *NAMES))
            if machine.name not in PARTITIONS
            else ""
        )
        machine.open(
            key.name,
            {self.random.choice(uses)},
            application=self.random.choice(("billing", "audit")),
            queue_manager=through,
            count=self.random.choice((1, 1, 2)),
        )

    def changed_meanwhile(self) -> None:
        """Others change attributes, after a plan was made of what was there."""
        for _ in range(self.random.randint(1, 4)):
            machine = self.random.choice(list(self.machines.values()))
            kinds = IBMI_KINDS if machine.name in PARTITIONS else MQ_KINDS
            objects = [o for o in machine.observe(kinds) if not _ships(o.key)]
            if objects:
                chosen = self.random.choice(objects)
                key = chosen.key
                values = self.inputs(key.kind, key.name, machine.facts(), 2)
                with suppress(CommandFailed):
                    machine.change(key.kind, key.name, {**values, **selecting(chosen)})

    # What there is.

    def everything(self) -> dict[Key, Observed]:
        """The live objects of each system, and those of the repositories, with the group as their
        system."""
        found: dict[Key, Observed] = {}
        for name, machine in self.machines.items():
            kinds = IBMI_KINDS if name in PARTITIONS else MQ_KINDS
            group = machine.facts().queue_sharing_group or ""
            every = machine.observe(kinds, status=True)
            for observed in (*every, *users_of(machine, every)):
                live, shared = meant(observed, None), meant(observed, "group")
                if live is not None:
                    found[live.key] = replace(live, group=None)
                if shared is not None:
                    place = shared.key._replace(system=group)
                    found[place] = replace(shared, key=place)
        return found

    def places(self, step: Step) -> set[Key]:
        """The object of a step, under the keys that `everything` gives it."""
        group = self.machines[step.key.system].facts().queue_sharing_group or ""
        found, made = step.disposition, step.decision.creates.get(DISPOSITION)
        in_repository = step.key._replace(system=group)
        is_everywhere = spec_of(step.key.kind).of_group or SHARED in (found, made)
        if group and is_everywhere:
            members = (
                n for n, m in self.machines.items() if m.facts().queue_sharing_group == group
            )
            places = {step.key._replace(system=name) for name in members}
            return places | ({in_repository} if "group" in (found, made) else set())
        places = {in_repository if found == "group" else step.key}
        if step.decision.creates:
            places.add(in_repository if made == "group" else step.key)
        return places

    def authorities(self) -> list[Grant]:
        """Every authority record."""
        records = []
        for name, machine in self.machines.items():
            with machine.reading() as tx:
                rows = authority_rows(tx)
            records += [
                Grant((name, row["OBJTYPE"].lower(), row["PROFILE"]), " ".join(row["AUTHLIST"]))
                for row in rows
            ]
        return records

    # Plans.

    def plan(self, program: Mapping[str, Declared], targets: Collection[str] = ()) -> Plan:
        declared = [replace(d, index=place) for place, d in enumerate(program.values())]
        state = self.store.load()
        return make_plan(
            declared, state, self.systems, project="shop", stack="dev", targets=targets,
            parallel=self.readers,
        )  # fmt: skip

    def settled(self) -> Program:
        """A first program that is applied: without what is blocked in it."""
        program = self.program(self.random.randint(3, 10))
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

    def unblocked(self, program: Program, before: Program) -> Program:
        """The program with what is blocked as it was before, or without it; as it is where that
        does not help."""
        for _ in range(3):
            try:
                blocked = self.plan(program).blocked
            except (PlanError, DependencyCycle):
                return program
            for step in blocked:
                program = {urn: d for urn, d in program.items() if urn != step.urn}
                if step.urn in before:
                    program[step.urn] = before[step.urn]
            if not blocked:
                return program
        return program
