"""A small world for tests of the plan engine: declarations, systems in memory, a store."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from fake_system import FakeSystem
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.platform import Platform
from queuewright.diff.types import Verb
from queuewright.engine.apply import Applied, apply
from queuewright.engine.declared import TYPE_PREFIX, Declared
from queuewright.engine.plan import make_plan
from queuewright.engine.steps import Plan, Step
from queuewright.sandbox.engine import EmbeddedSystem, Sandbox
from queuewright.sandbox.system import SandboxSystem
from queuewright.state.store import StackStore

LOCAL, ALIAS, REMOTE = "mq:LocalQueue", "mq:AliasQueue", "mq:RemoteQueue"
STACK = "urn:pulumi:dev::orders::pulumi:pulumi:Stack::orders-dev"


def urn(kind: str, name: str) -> str:
    return f"urn:pulumi:dev::orders::{TYPE_PREFIX}{kind}::{name}"


class World:
    """One program (`declared`), two queue managers QM1 and QM2, an IBM i PROD01, and a store."""

    def __init__(self, directory: Path) -> None:
        self.qm1 = FakeSystem(SystemFacts("QM1"))
        self.qm2 = FakeSystem(SystemFacts("QM2"))
        self.prod = FakeSystem(SystemFacts("PROD01", Platform.IBMI, ccsid=37))
        self.systems = {"QM1": self.qm1, "QM2": self.qm2, "PROD01": self.prod}
        self.store = StackStore(directory, "orders", "dev")
        self.declared: list[Declared] = []

    def declare(
        self, kind: str, name: str, system: str = "QM1", resource: str = "", **given: Any
    ) -> Declared:
        """Declare an object; `opt_` keywords are fields of Declared, others inputs."""
        fields = {k.removeprefix("opt_"): v for k, v in given.items() if k.startswith("opt_")}
        inputs = {k: v for k, v in given.items() if not k.startswith("opt_")}
        declared = Declared(
            urn=urn(kind, resource or name),
            type=TYPE_PREFIX + kind,
            name=resource or name,
            inputs={"system": system, "name": name, **inputs},
            parent=STACK,
            index=len(self.declared),
        )
        declared = replace(declared, **fields)
        self.declared.append(declared)
        return declared

    def again(self, declared: Declared, **fields: Any) -> Declared:
        """The same declaration with other fields; `inputs` are added to what it has."""
        if "inputs" in fields:
            fields["inputs"] = {**declared.inputs, **fields["inputs"]}
        changed = replace(declared, **fields)
        self.declared[self.declared.index(declared)] = changed
        return changed

    def plan(self, **options: Any) -> Plan:
        return make_plan(
            self.declared,
            self.store.load(),
            self.systems,
            project="orders",
            stack="dev",
            **options,
        )

    def up(self, **options: Any) -> Applied:
        return apply(self.plan(), self.systems, self.store, **options)

    def step(self, name: str, **options: Any) -> Step:
        """The only step of the object of that name."""
        matching = [step for step in self.plan(**options).steps if step.key.name == name]
        assert len(matching) == 1, matching
        return matching[0]

    def verbs(self, **options: Any) -> dict[str, Verb]:
        return {step.key.name: step.verb for step in self.plan(**options).steps}

    def commands(self) -> list[str]:
        """What was sent since the last time, such as "create A"."""
        sent = [f"{verb} {key.name}" for s in self.systems.values() for verb, key in s.calls]
        for system in self.systems.values():
            system.calls.clear()
        return sent

    def objects(self, system: str = "QM1") -> set[str]:
        return {key.name for key in self.systems[system].objects}


class Rehearsed(World):
    """The same small world on the sandbox."""

    def __init__(self, directory: Path) -> None:
        super().__init__(directory)
        sandbox = Sandbox(directory / "sandbox.db")
        self.machines = {
            name: sandbox.create_system(name, platform=Platform.LINUX) for name in ("QM1", "QM2")
        }
        for name, machine in self.machines.items():
            self.systems[name] = SandboxSystem(machine)  # type: ignore[assignment]

    @property
    def machine(self) -> EmbeddedSystem:
        return self.machines["QM1"]

    def names(self, system: str = "QM1") -> set[str]:
        found = self.machines[system].observe((LOCAL, ALIAS, REMOTE))
        return {o.key.name for o in found if not o.key.name.startswith("SYSTEM.")}


def key(name: str, kind: str = LOCAL, system: str = "QM1") -> Key:
    return Key(system, kind, name)
