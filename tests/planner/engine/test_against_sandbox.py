"""What the rules predict against what the sandbox does: each was written only from the documents.

A change that is said to need no FORCE must be done without it; one that is said to need it must be
refused without and done with it. A delete that nothing blocks must be done.
"""

import tempfile
from pathlib import Path
from typing import Any

from hypothesis import event
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from queuewright.catalogue.errors import CommandFailed
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import OpenFor
from queuewright.catalogue.options import ObjectOptions, OnDelete
from queuewright.catalogue.platform import Platform
from queuewright.diff.decision import decide
from queuewright.diff.request import DecisionRequest
from queuewright.diff.types import Decision, ForceVerdict, Verb
from queuewright.kinds import QUEUE_KINDS
from queuewright.sandbox.engine import EmbeddedSystem, Sandbox
from queuewright.sandbox.system import SandboxSystem
from queuewright.world.snapshot import Snapshot
from strategies import STATEFUL

NAMES = ("L1", "L2", "X1", "QM2", "A1", "A2", "R1", "MGR")
CHANGES: dict[str, dict[str, tuple[Any, ...]]] = {
    "mq:LocalQueue": {
        "usage": ("normal", "transmission"),
        "shareability": ("shareable", "not_shareable"),
        "queue_description": ("", "text"),
        "cluster_name": ("", "C1"),
        "cluster_namelist": ("", "NL"),
    },
    "mq:AliasQueue": {
        "base_object_name": ("", "L1", "L2", "R1", "ABSENT"),
        "target_type": ("q", "topic"),
        "queue_description": ("", "text"),
    },
    "mq:RemoteQueue": {
        "remote_queue_name": ("", "X"),
        "remote_queue_manager_name": ("", "QM1", "QM2", "QM3"),
        "xmit_queue_name": ("", "X1", "QM2"),
        "queue_description": ("", "text"),
    },
    "mq:ModelQueue": {"usage": ("normal", "transmission"), "max_queue_depth": (1, 2)},
}
ESTATE: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("mq:LocalQueue", "L1", {}),
    ("mq:LocalQueue", "L2", {}),
    ("mq:LocalQueue", "X1", {"usage": "transmission"}),
    ("mq:LocalQueue", "QM2", {"usage": "transmission"}),
    ("mq:AliasQueue", "A1", {"base_object_name": "L1"}),
    ("mq:AliasQueue", "A2", {"base_object_name": "R1"}),
    ("mq:RemoteQueue", "R1", {"remote_queue_name": "X", "remote_queue_manager_name": "QM2"}),
    ("mq:RemoteQueue", "MGR", {"remote_queue_manager_name": "QM2", "xmit_queue_name": "X1"}),
    ("mq:ModelQueue", "M1", {}),
)
OWN_DEFINITION = {OpenFor.INQUIRE, OpenFor.SET}


@st.composite
def changes(draw: st.DrawFn) -> tuple[str, str, dict[str, Any]]:
    kind, name, _ = draw(st.sampled_from(ESTATE))
    words = st.sampled_from(list(CHANGES[kind]))
    chosen = draw(st.lists(words, unique=True, min_size=1, max_size=2))
    return kind, name, {word: draw(st.sampled_from(CHANGES[kind][word])) for word in chosen}


class Agreement(RuleBasedStateMachine):
    platform = Platform.LINUX

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.sandbox = Sandbox(Path(self.folder.name) / "sandbox.db")
        self.machine: EmbeddedSystem = self.sandbox.create_system("QM1", platform=self.platform)
        self.system = SandboxSystem(self.machine)

    def teardown(self) -> None:
        self.sandbox.close()
        self.folder.cleanup()

    @initialize()
    def snapshot(self) -> None:
        for kind, name, values in ESTATE:
            self.machine.create(kind, name, values)

    def decision(
        self, kind: str, name: str, values: dict[str, Any] | None, options: ObjectOptions
    ) -> Decision | None:
        objects = list(self.system.observe(QUEUE_KINDS, status=True))
        key = Key("QM1", kind, name)
        observed = next((observation for observation in objects if observation.key == key), None)
        if observed is None:
            return None
        return decide(
            DecisionRequest(
                key=key,
                desired=values,
                options=options,
                last=dict(observed.attributes) if values is None else {},
                observed=observed,
                snapshot=Snapshot.of(objects, self.system.handles(), self.machine.facts()),
                owned=True,
            )
        )

    @rule(change=changes())
    def change(self, change: tuple[str, str, dict[str, Any]]) -> None:
        kind, name, values = change
        decision = self.decision(kind, name, values, ObjectOptions())
        if decision is None or decision.verb is not Verb.UPDATE:
            return
        need = decision.force.verdict
        given = {change.name: change.after for change in decision.changes}
        refusal = self.refusal(lambda: self.machine.change(kind, name, given))
        event(f"{kind} {need}")
        blocked = [problem for problem in decision.blocked if problem.code != "force-needed"]
        if refusal is not None and refusal.reason not in (4004, 2055):
            assert blocked, f"the rules let through what the sandbox refuses: {refusal}"
            return
        if need is ForceVerdict.NOT_NEEDED:
            assert refusal is None, f"said to need no force: {refusal}"
        elif need is ForceVerdict.NEEDED:
            if refusal is None:
                self.only_careful(decision.force.reason)
                return
            forced = self.refusal(lambda: self.machine.change(kind, name, given, force=True))
            assert forced is None, f"refused with force: {forced}"

    @rule(object=st.sampled_from(ESTATE), purge=st.booleans())
    def delete(self, object: tuple[str, str, dict[str, Any]], purge: bool) -> None:
        kind, name, values = object
        on_delete = OnDelete.PURGE if purge else OnDelete.REFUSE_IF_IN_USE
        decision = self.decision(kind, name, None, ObjectOptions(on_delete=on_delete))
        if decision is None:
            return
        event(f"delete {kind} blocked={bool(decision.blocked)}")
        refusal = self.refusal(lambda: self.machine.delete(kind, name, purge=decision.purge))
        if not decision.blocked:
            assert refusal is None, f"said to be free to go: {refusal}"
        elif refusal is None:
            self.only_careful(decision.blocked)
        if refusal is None:
            self.machine.create(kind, name, values)

    @rule(
        name=st.sampled_from(NAMES),
        uses=st.sets(st.sampled_from(list(OpenFor)), min_size=1, max_size=2),
        manager=st.sampled_from(("", "", "", "QM1", "QM2", "MGR", "R1")),
        count=st.integers(1, 2),
    )
    def open(self, name: str, uses: set[OpenFor], manager: str, count: int) -> None:
        if len(self.machine.open_handles()) < 4:
            self.refusal(lambda: self.machine.open(name, uses, queue_manager=manager, count=count))

    @rule()
    def close_all(self) -> None:
        self.machine.close_all()

    @rule(name=st.sampled_from(NAMES), uncommitted=st.booleans())
    def put(self, name: str, uncommitted: bool) -> None:
        self.refusal(lambda: self.machine.put(name, uncommitted=uncommitted))

    @rule(name=st.sampled_from(NAMES), uncommitted=st.booleans())
    def get(self, name: str, uncommitted: bool) -> None:
        self.refusal(lambda: self.machine.get(name, uncommitted=uncommitted))

    @rule()
    def commit(self) -> None:
        self.machine.commit()

    def only_careful(self, why: object) -> None:
        """The rules take an alias or a remote queue that is open for inquiry alone to hold what it
        resolves to; the sandbox, as MQOPEN, does not."""
        uses = [uses_of_one.open_for for uses_of_one in self.machine.open_handles()]
        assert any(uses_of_one <= OWN_DEFINITION for uses_of_one in uses), why

    def refusal(self, command: Any) -> CommandFailed | None:
        try:
            command()
        except CommandFailed as error:
            return error
        return None


def test_a_queue_manager_alias_of_the_connected_one_ignores_its_transmission_queue(
    tmp_path: Path,
) -> None:
    """001 XmitQName."""
    machine = Sandbox(tmp_path / "sandbox.db").create_system("QM1")
    machine.create("mq:LocalQueue", "L1", {})
    machine.create("mq:LocalQueue", "X1", {"usage": "transmission"})
    values = {"remote_queue_manager_name": "QM1", "xmit_queue_name": "X1"}
    machine.create("mq:RemoteQueue", "MGR", values)
    held = [step.name for step in machine.open("L1", {OpenFor.OUTPUT}, queue_manager="MGR").path]
    snapshot = Snapshot.of(machine.observe(QUEUE_KINDS), machine.handles(), machine.facts())
    assert held == [step.name for step in snapshot.path("L1", "MGR")] == ["MGR", "L1"]


class AgreementOnIbmi(Agreement):
    platform = Platform.IBMI


TestAgreement = Agreement.TestCase
TestAgreement.settings = STATEFUL
TestAgreementOnIbmi = AgreementOnIbmi.TestCase
TestAgreementOnIbmi.settings = STATEFUL
