"""A stack over sandboxes: declare, plan, apply, and look at what was left."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from queuewright.catalogue.observed import Observed
from queuewright.catalogue.platform import Platform
from queuewright.diff.normalise import identity_of
from queuewright.engine.apply import Applied, apply
from queuewright.engine.declared import TYPE_PREFIX, Declared
from queuewright.engine.plan import make_plan
from queuewright.engine.steps import Plan, Step
from queuewright.sandbox.engine import EmbeddedSystem, Sandbox
from queuewright.sandbox.system import SandboxSystem
from queuewright.state.store import StackStore

LOCAL, ALIAS, REMOTE, MODEL = "mq:LocalQueue", "mq:AliasQueue", "mq:RemoteQueue", "mq:ModelQueue"
NAMELIST, CLUSTER = "mq:Namelist", "mq:Cluster"
RECEIVER, SENDER = "mq:ClusterReceiverChannel", "mq:ClusterSenderChannel"
MESSAGES, DATA, DDM = "ibmi:MessageQueue", "ibmi:DataQueue", "ibmi:DdmDataQueue"
LIST = "ibmi:AuthorizationList"
STACK = "urn:pulumi:dev::shop::pulumi:pulumi:Stack::shop-dev"


def resource(kind: str, name: str, system: str = "", logical: str = "", **given: Any) -> Declared:
    """A declaration; `name` is as in a Key, `logical` the resource's own name, keywords with
    `opt_` are fields of Declared and the others inputs."""
    options = {k.removeprefix("opt_"): v for k, v in given.items() if k.startswith("opt_")}
    inputs = {k: v for k, v in given.items() if not k.startswith("opt_")}
    system = system or ("IBM1" if kind.startswith("ibmi:") else "QM1")
    return Declared(
        urn=f"urn:pulumi:dev::shop::{TYPE_PREFIX}{kind}::{logical or name}",
        type=TYPE_PREFIX + kind,
        name=logical or name,
        inputs={"system": system, **identity_of(kind, name), **inputs},
        parent=STACK,
        **options,
    )


class Rehearsal:
    """Systems of a sandbox file and one stack."""

    def __init__(self, folder: Path) -> None:
        self.sandbox = Sandbox(folder / "sandbox.db")
        self.store = StackStore(folder, "shop", "dev")
        self.machines: dict[str, EmbeddedSystem] = {}

    def system(self, name: str = "QM1", platform: str = "linux", **options: Any) -> EmbeddedSystem:
        machine = self.sandbox.create_system(name, platform=Platform(platform), **options)
        self.machines[name] = machine
        return machine

    def partition(self, **options: Any) -> EmbeddedSystem:
        return self.system("IBM1", "ibmi", libraries=["LIB"], **options)

    @property
    def systems(self) -> dict[str, SandboxSystem]:
        return {name: SandboxSystem(machine) for name, machine in self.machines.items()}

    def plan(self, *program: Declared, **options: Any) -> Plan:
        declared = [replace(resource, index=place) for place, resource in enumerate(program)]
        state = self.store.load()
        return make_plan(declared, state, self.systems, project="shop", stack="dev", **options)

    def apply(self, plan: Plan, **options: Any) -> Applied:
        return apply(plan, self.systems, self.store, **options)

    def up(self, *program: Declared, **options: Any) -> Plan:
        """The plan, carried out whole, after which nothing is left to do."""
        plan = self.plan(*program)
        assert [str(problem) for step in plan.blocked for problem in step.blocked] == []
        applied = self.apply(plan, **options)
        assert [failure.text for failure in applied.failed + applied.skipped] == []
        again = self.plan(*program)
        assert [(step.verb, step.key, step.decision.changes) for step in again.changes] == []
        return plan

    def observed(self, kind: str, name: str, system: str = "") -> Observed | None:
        machine = self.machines[system or ("IBM1" if kind.startswith("ibmi:") else "QM1")]
        return next(iter(machine.observe((kind,), (name,))), None)

    def attributes(self, kind: str, name: str, system: str = "") -> dict[str, Any]:
        observed = self.observed(kind, name, system)
        assert observed is not None
        return dict(observed.attributes)


def step_of(plan: Plan, name: str) -> Step:
    matching = [step for step in plan.steps if step.key.name == name]
    assert len(matching) == 1, matching
    return matching[0]


def codes(plan: Plan) -> dict[str, list[str]]:
    """What blocks each object, by name."""
    return {step.key.name: [problem.code for problem in step.blocked] for step in plan.blocked}
