"""What a plan predicts against what the sandbox does: each was written only from the documents.

A program of random queues is changed at random while applications come and go. A plan that nothing
blocks must be carried out whole, and leave nothing to do; what blocks it, the sandbox must refuse.
"""

import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from queuewright.catalogue.attribute import Change
from queuewright.catalogue.errors import CommandFailed
from queuewright.catalogue.observed import OpenFor
from queuewright.catalogue.platform import Platform
from queuewright.diff.normalise import identity_of
from queuewright.diff.types import ForceVerdict, Verb
from queuewright.engine.apply import apply
from queuewright.engine.declared import TYPE_PREFIX, Declared
from queuewright.engine.plan import make_plan
from queuewright.engine.steps import Plan, Step
from queuewright.kinds import KINDS, is_single, spec_of
from queuewright.sandbox.engine import EmbeddedSystem, Sandbox
from queuewright.sandbox.system import SandboxSystem
from queuewright.state.deployment import Deployment
from queuewright.state.store import StackStore
from sandbox_files import sandbox_with
from strategies import STATEFUL, specs

SENDER, RECEIVER = "mq:SenderChannel", "mq:ReceiverChannel"
LOCAL, ALIAS, REMOTE, MODEL = "mq:LocalQueue", "mq:AliasQueue", "mq:RemoteQueue", "mq:ModelQueue"
STACK = "urn:pulumi:dev::shop::pulumi:pulumi:Stack::shop-dev"
# What MQ and IBM i themselves refuse, as against what the stack's own rules forbid.
OURS = {"exists-already", "exists-differently", "adopt-replaces", "replace-retained"}
OURS |= {"transmission-queue-in-use"}  # the channel has no handle on it here
# DLTMSGQ and DLTDTAQ delete what is in the queue: that messages are not lost is the stack's rule.
OURS_ON_IBMI = {*OURS, "data-loss"}

# What depends on how a queue manager is set up, or on the machine, which no declaration says.
SURROUNDINGS = {"MQRCCF_CELL_DIR_NOT_AVAILABLE", "MQRCCF_Q_MGR_NOT_IN_QSG", "CPF2497"}
SURROUNDINGS |= {"MQRCCF_CCSID_ERROR"}  # which CCSIDs a sandbox can count bytes in

QUEUES = ("Q1", "Q2", "A1", "A2", "R1", "R2", "X1", "QM2", "MGR")
_queue = st.sampled_from(("", "Q1", "Q2", "A1", "R1", "X1", "NOWHERE"))
_managers = st.sampled_from(("", "QM1", "QM2", "QM3"))
_cluster = {
    "cluster_name": st.sampled_from(("", "", "C1")),
    "cluster_namelist": st.sampled_from(("", "", "NL")),
}
_VALUES: dict[str, dict[str, st.SearchStrategy[Any]]] = {
    LOCAL: {
        "usage": st.sampled_from(("normal", "transmission")),
        "shareability": st.sampled_from(("shareable", "not_shareable")),
        "queue_description": st.sampled_from(("", "text")),
        "max_queue_depth": st.integers(2, 4),
        "inhibit_put": st.sampled_from(("put_allowed", "put_inhibited")),
        **_cluster,
    },
    ALIAS: {
        "base_object_name": _queue,
        "target_type": st.sampled_from(("q", "q", "topic")),
        "queue_description": st.sampled_from(("", "text")),
        **_cluster,
    },
    REMOTE: {
        "remote_queue_name": st.sampled_from(("", "X")),
        "remote_queue_manager_name": _managers,
        "xmit_queue_name": st.sampled_from(("", "X1", "QM2", "Q1")),
        "queue_description": st.sampled_from(("", "text")),
    },
    MODEL: {
        "usage": st.sampled_from(("normal", "transmission")),
        "definition_type": st.sampled_from(("temporary_dynamic", "permanent_dynamic")),
        "default_persistence": st.sampled_from(("persistent", "not_persistent")),
    },
    SENDER: {
        "connection_name": st.sampled_from(("h(1414)", "i(1414)", "")),
        "xmit_queue_name": st.sampled_from(("X1", "QM2", "")),
        "batch_size": st.integers(1, 3),
        "channel_description": st.sampled_from(("", "text")),
        "restart": st.sampled_from(("never", "when-running")),
    },
    RECEIVER: {
        "message_retry_count": st.integers(1, 3),
        "restart": st.sampled_from(("never", "when-running")),
    },
    "mq:Namelist": {
        "names": st.lists(st.sampled_from(("C1", "C2", "NL")), max_size=3, unique=True),
        "namelist_description": st.sampled_from(("", "text")),
    },
    "ibmi:AuthorizationList": {
        "text_description": st.sampled_from(("", "text")),
        "users": st.sampled_from(({}, {"BOB": ["use"]}, {"BOB": ["change"], "ANN": ["all"]})),
    },
    "ibmi:MessageQueue": {
        "text_description": st.sampled_from(("", "text")),
        "authority": st.sampled_from(("change", "use", "L1", "L2")),
    },
    "ibmi:DataQueue": {
        "max_entry_length": st.integers(10, 12),
        "text_description": st.sampled_from(("", "text")),
        "authority": st.sampled_from(("libcrtaut", "use", "L1", "L2")),
    },
}
_NAMES: dict[str, tuple[str, ...]] = {
    LOCAL: ("Q1", "Q2", "X1", "QM2"),
    ALIAS: ("A1", "A2"),
    REMOTE: ("R1", "R2", "MGR"),
    MODEL: ("M1",),
    SENDER: ("TO.A", "TO.B"),
    RECEIVER: ("TO.A", "FROM.A"),
    "mq:Namelist": ("NL",),
    "ibmi:AuthorizationList": ("L1", "L2"),
    "ibmi:MessageQueue": ("LIB/MQ1", "QGPL/MQ1"),
    "ibmi:DataQueue": ("LIB/DQ1",),
}


def declared(
    kind: str, name: str, inputs: dict[str, Any], replace_on: tuple[str, ...] = ()
) -> Declared:
    system = "PART" if kind.startswith("ibmi:") else "QM1"
    return Declared(
        urn=f"urn:pulumi:dev::shop::{TYPE_PREFIX}{kind}::{name}",
        type=TYPE_PREFIX + kind,
        name=name,
        inputs={"system": system, **identity_of(kind, name), **inputs},
        parent=STACK,
        replace_on_changes=replace_on,
    )


ESTATE = (
    declared(LOCAL, "Q1", {}),
    declared(LOCAL, "X1", {"usage": "transmission"}),
    declared(LOCAL, "QM2", {"usage": "transmission"}),
    declared(ALIAS, "A1", {"base_object_name": "Q1"}),
    declared(ALIAS, "A2", {"base_object_name": "R1"}),
    declared(SENDER, "TO.A", {"connection_name": "h(1414)", "xmit_queue_name": "X1"}),
    declared(REMOTE, "R1", {"remote_queue_name": "X", "remote_queue_manager_name": "QM2"}),
    declared(REMOTE, "MGR", {"remote_queue_manager_name": "QM2", "xmit_queue_name": "X1"}),
    declared("ibmi:AuthorizationList", "L1", {}),
    declared("ibmi:DataQueue", "LIB/DQ1", {"max_entry_length": 10, "authority": "L1"}),
)


@st.composite
def declarations(draw: st.DrawFn) -> Declared:
    kind = draw(
        st.sampled_from((LOCAL, LOCAL, ALIAS, ALIAS, REMOTE, REMOTE, SENDER, *list(_VALUES)[3:]))
    )
    # Now and then a name that another kind of queue has.
    names = QUEUES if kind in (LOCAL, ALIAS, REMOTE) and draw(st.integers(0, 9)) == 0 else ()
    name = draw(st.sampled_from(names or _NAMES[kind]))
    values = _VALUES[kind]
    chosen = draw(st.lists(st.sampled_from(list(values)), unique=True, max_size=3))
    inputs = {resource: draw(values[resource]) for resource in chosen}
    if kind == "ibmi:DataQueue":
        inputs.setdefault("max_entry_length", 10)
    if kind == SENDER:
        inputs = {"connection_name": "h(1414)", "xmit_queue_name": "X1", **inputs}
    inputs["on_delete"] = draw(st.sampled_from(("refuse-if-in-use", "purge")))
    replace_on = draw(st.sampled_from(((), (), (), ("queue_description",))))
    return declared(kind, name, inputs, replace_on)


class Prediction(RuleBasedStateMachine):
    platform = Platform.LINUX

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        made: dict[str, dict[str, Any]] = {
            "QM1": {"platform": self.platform},
            "PART": {"platform": Platform.IBMI, "libraries": ["LIB"]},
        }
        self.sandbox = sandbox_with(Path(self.folder.name) / "sandbox.db", made)
        self.queues, self.part = map(self.sandbox.system, made)
        self.systems = {"QM1": SandboxSystem(self.queues), "PART": SandboxSystem(self.part)}
        self.store = StackStore(Path(self.folder.name), "shop", "dev")
        self.program: dict[str, Declared] = {}

    def teardown(self) -> None:
        self.sandbox.close()
        self.folder.cleanup()

    @initialize()
    def snapshot(self) -> None:
        """Most queues are there from the start: what comes and goes is what changes them."""
        self.carry_out({resource.urn: resource for resource in ESTATE})

    # What the program's author does.

    @rule(resource=declarations(), keep=st.booleans())
    def declare(self, resource: Declared, keep: bool) -> None:
        """Declare an object, or change one: with `keep` only what is given anew."""
        before = self.declared.get(resource.urn)
        if before is not None and keep:
            resource = replace(resource, inputs={**before.inputs, **resource.inputs})
        self.carry_out({**self.declared, resource.urn: resource})

    @rule(data=st.data(), name=st.sampled_from(QUEUES), output=st.booleans())
    def change_what_is_held(self, data: st.DataObject, name: str, output: bool) -> None:
        """Change one attribute of a queue that an application has open, or that has messages."""
        use = OpenFor.OUTPUT if output else OpenFor.INPUT_SHARED
        manager = data.draw(st.sampled_from(("", "", "MGR")))
        self.open(name, {use}, manager, 2)
        held = {resource.name for handle in self.queues.open_handles() for resource in handle.path}
        for resource in self.queues.observe((LOCAL,), QUEUES, status=True):
            if resource.status is not None and (
                resource.status.depth or resource.status.uncommitted
            ):
                held.add(resource.key.name)
        urns = sorted(urn for urn, resource in self.declared.items() if resource.name in held)
        if urns:
            resource = self.declared[data.draw(st.sampled_from(urns))]
            values = _VALUES[resource.type.removeprefix(TYPE_PREFIX)]
            costly = [
                n
                for n, a in spec_of(resource.type.removeprefix(TYPE_PREFIX)).attributes().items()
                if a.change is Change.MAY_FORCE and n in values
            ]
            attribute = data.draw(st.sampled_from([*costly, *costly, *sorted(values)]))
            inputs = {**resource.inputs, attribute: data.draw(values[attribute])}
            self.carry_out({**self.declared, resource.urn: replace(resource, inputs=inputs)})

    @rule(data=st.data())
    def forget(self, data: st.DataObject) -> None:
        if self.declared:
            urn = data.draw(st.sampled_from(sorted(self.declared)))
            self.carry_out({u: resource for u, resource in self.declared.items() if u != urn})

    # What applications do.

    @rule(
        name=st.sampled_from(QUEUES),
        uses=st.sets(st.sampled_from(list(OpenFor)), min_size=1, max_size=2),
        manager=st.sampled_from(("", "", "", "QM1", "QM2", "MGR", "R1")),
        count=st.integers(1, 2),
    )
    def opened(self, name: str, uses: set[OpenFor], manager: str, count: int) -> None:
        self.open(name, uses, manager, count)

    def open(self, name: str, uses: set[OpenFor], manager: str, count: int) -> None:
        if len(self.queues.open_handles()) < 3:
            refusal(lambda: self.queues.open(name, uses, queue_manager=manager, count=count))

    @rule(name=st.sampled_from(("LIB/MQ1", "LIB/DQ1")))
    def open_on_ibmi(self, name: str) -> None:
        if len(self.part.open_handles()) < 2:
            refusal(lambda: self.part.open(name, {OpenFor.INPUT_SHARED}))

    @rule(
        name=st.sampled_from(("TO.A", "TO.B", "FROM.A")),
        status=st.sampled_from(("RUNNING", "RETRYING", "STOPPED", "")),
    )
    def channel_runs(self, name: str, status: str) -> None:
        if self.queues.observe((SENDER, RECEIVER), [name]):
            self.queues.channel_runs(name, status)

    @rule()
    def close(self) -> None:
        self.queues.close_all()
        self.part.close_all()

    @rule(name=st.sampled_from((*QUEUES, "LIB/DQ1", "LIB/MQ1")), uncommitted=st.booleans())
    def put(self, name: str, uncommitted: bool) -> None:
        machine = self.part if "/" in name else self.queues
        refusal(lambda: machine.put(name, uncommitted=uncommitted and "/" not in name))

    @rule(name=st.sampled_from(QUEUES), uncommitted=st.booleans())
    def get(self, name: str, uncommitted: bool) -> None:
        refusal(lambda: self.queues.get(name, uncommitted=uncommitted))

    @rule()
    def commit(self) -> None:
        self.queues.commit()

    @rule(data=st.data())
    def behind_its_back(self, data: st.DataObject) -> None:
        """Somebody deletes an object of the stack: the next update makes it again."""
        if self.declared:
            resource = self.declared[data.draw(st.sampled_from(sorted(self.declared)))]
            key = self.step(self.plan(self.declared), resource).key
            machine = self.part if key.system == "PART" else self.queues
            if refusal(lambda: machine.delete(key.kind, key.name)) is None:
                self.carry_out(self.declared)

    # How the two are compared.

    def plan(self, program: dict[str, Declared]) -> Plan:
        return make_plan(
            list(program.values()), self.store.load(), self.systems, project="shop", stack="dev"
        )

    def step(self, plan: Plan, resource: Declared) -> Step:
        return next(step for step in plan.steps if step.urn == resource.urn)

    def carry_out(self, program: dict[str, Declared]) -> None:
        plan = self.plan(program)
        lines = "; ".join(f"{s.verb} {s.key.name} {s.decision.force.verdict}" for s in plan.changes)
        if plan.blocked:
            event("blocked")
            self.refused(plan, program)
            return
        event(f"free: {' '.join(sorted({step.verb for step in plan.changes}))}")
        applied = apply(plan, self.systems, self.store, parallel=1)
        if not applied.ok:
            unsure = [s for s in plan.steps if s.decision.force.verdict is ForceVerdict.UNKNOWN]
            failed = [resource.text for resource in applied.failed]
            assert unsure, f"{lines}: said to be free to go, and refused: {failed}"
            return
        self.declared = program
        again = self.plan(program)
        assert again.is_empty, (lines, [(s.verb, s.key, s.decision) for s in again.changes])

    def refused(self, plan: Plan, program: dict[str, Declared]) -> None:
        """Every step that is blocked, the sandbox must refuse as well; FORCE is enough where it
        is the only thing that is missing."""
        codes = {problem.code for step in plan.blocked for problem in step.blocked}
        event(f"codes {' '.join(sorted(codes))}")
        for step in plan.blocked:
            ours = OURS_ON_IBMI if step.key.kind.startswith("ibmi:") else OURS
            if {problem.code for problem in step.blocked} <= ours:
                continue
            refusal_found = refusal(lambda step=step: self.send(step, force=False))  # type: ignore[misc]
            lines = [str(problem) for problem in step.blocked]
            assert refusal_found is not None, f"said to be refused, and done: {lines}"
        if codes == {"force-needed"}:
            urns = {step.urn for step in plan.blocked}
            forced = {
                urn: replace(resource, inputs={**resource.inputs, "force": "when-needed"})
                if urn in urns
                else resource
                for urn, resource in program.items()
            }
            free = self.plan(forced)
            assert not free.blocked, "FORCE is allowed, and still it is blocked"
            applied = apply(free, self.systems, self.store, parallel=1)
            assert applied.ok, (
                f"refused with FORCE: {[resource.text for resource in applied.failed]}"
            )
            self.declared = forced

    def send(self, step: Step, *, force: bool) -> None:
        machine = self.part if step.key.system == "PART" else self.queues
        kind, name, decision = step.key.kind, step.key.name, step.decision
        if step.verb is Verb.CREATE:
            machine.create(kind, name, step.desired)
        elif step.verb is Verb.UPDATE:
            values = {change.name: change.after for change in decision.changes}
            machine.change(kind, name, values, force=force)
        else:
            machine.delete(kind, name, purge=decision.purge)
            if step.verb is Verb.REPLACE:
                machine.create(kind, name, step.desired)


class PredictionOnIbmi(Prediction):
    platform = Platform.IBMI


def refusal(command: Callable[[], Any]) -> CommandFailed | None:
    try:
        command()
    except CommandFailed as error:
        return error
    return None


TestPrediction = Prediction.TestCase
TestPrediction.settings = settings(STATEFUL, max_examples=15)
TestPredictionOnIbmi = PredictionOnIbmi.TestCase
TestPredictionOnIbmi.settings = settings(STATEFUL, max_examples=10)


@pytest.fixture(scope="module")
def machines(tmp_path_factory: pytest.TempPathFactory) -> dict[str, EmbeddedSystem]:
    sandbox = Sandbox(tmp_path_factory.mktemp("validated") / "sandbox.db")
    made = {
        "ibmi": sandbox.create_system("PART", platform=Platform.IBMI, libraries=["LIB"]),
        "linux": sandbox.create_system("QM1"),
        "zos": sandbox.create_system("QM2", platform=Platform.ZOS),
    }
    made["ibmi"].create("ibmi:AuthorizationList", "L1", {})
    return made


@pytest.mark.parametrize("platform", ["linux", "zos", "ibmi"])
@pytest.mark.parametrize("kind", list(KINDS))
def test_a_declaration_is_validated_as_the_command_is(
    kind: str, platform: str, machines: dict[str, EmbeddedSystem]
) -> None:
    """What the rules let through the sandbox creates, what they refuse it refuses."""
    if kind.startswith("ibmi:") and platform != "ibmi":
        pytest.skip("IBM i objects are on IBM i")
    machine = machines[platform]
    systems = {machine.name: SandboxSystem(machine)}

    @settings(max_examples=5, deadline=None, suppress_health_check=list(HealthCheck))
    @given(specs(spec_of(kind)))
    def validated(drawn: tuple[str, dict[str, Any]]) -> None:
        name, values = drawn
        if "/" in name and kind.startswith("ibmi:"):
            name = f"LIB/{name.rpartition('/')[2]}"
        resource = Declared(
            urn=f"urn:pulumi:dev::shop::{TYPE_PREFIX}{kind}::one",
            type=TYPE_PREFIX + kind,
            name="one",
            inputs={"system": machine.name, **identity_of(kind, name), **values},
        )
        [step] = make_plan([resource], Deployment(), systems, project="shop", stack="dev").steps
        assert step.verb is (Verb.ADOPT if is_single(kind) else Verb.CREATE)
        failed = refusal(lambda: machine.create(kind, name, values))
        if failed is None and not is_single(kind):
            machine.delete(kind, name)
        if failed is not None and {failed.reason_name, failed.message_id} & SURROUNDINGS:
            return
        # What its CCSID has not, IBM i substitutes without a word; a queue manager refuses it.
        reported = ("ccsid",) if kind.startswith("ibmi:") else ("decided-by-clusters",)
        lines = [str(problem) for problem in step.blocked if problem.code not in reported]
        assert bool(lines) == (failed is not None), (lines, str(failed))

    validated()
