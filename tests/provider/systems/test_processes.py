"""Which processes there are, whatever the way a queue manager is reached."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from carriers import CARRIERS, SandboxCarrier, machine
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.platform import Platform
from queuewright.catalogue.references import Role
from queuewright.kinds import spec_of
from queuewright.sandbox import mqsc_commands
from queuewright.systems.mq.carrier import MqReply
from queuewright.systems.mq.commands import Command, Display
from queuewright.systems.mq.system import MqSystem

SHIPPED = "SYSTEM.DEFAULT.PROCESS"
TRIGGERED = {"trigger_control": "on", "initiation_queue_name": "I", "usage": "normal"}


def warnings(facts: SystemFacts | None, process: str) -> list[str]:
    """What a triggered queue that names it is told."""
    values = {"name": "Q", **TRIGGERED, "process_name": process}
    _, problems = spec_of("mq:LocalQueue").validate_values(values, facts)
    return [problem.code for problem in problems if "process" in problem.code]


@pytest.mark.parametrize("platform", [Platform.LINUX, Platform.ZOS])
@pytest.mark.parametrize("carrier", CARRIERS)
def test_a_missing_process_is_warned_of(tmp_path: Path, carrier: str, platform: Platform) -> None:
    with CARRIERS[carrier](tmp_path, "QM1", platform) as reached:
        assert [a.ok for a in mqsc_commands.run(reached.machine, "DEFINE PROCESS(JOB)")] == [True]
        facts = reached.system.facts
    assert facts.names[Role.PROCESS] == {SHIPPED, "JOB"}
    assert facts.refused == frozenset()
    assert warnings(facts, "JOB") == []
    assert warnings(facts, "JAB") == ["process-missing"]


class Refusing(SandboxCarrier):
    """A queue manager whose user may not see processes, or none of them."""

    def __init__(self, folder: Path, reply: MqReply) -> None:
        super().__init__(machine(folder, "QM1", Platform.LINUX))
        self.given = reply

    def send(self, commands: Sequence[Command]) -> list[MqReply]:
        return [
            self.given if isinstance(one, Display) and one.object == "PROCESS" else reply
            for one, reply in zip(commands, super().send(commands), strict=True)
        ]


@pytest.mark.parametrize(
    "reply",
    [
        pytest.param(MqReply(2, 2035, "AMQ8135E", "Not authorized."), id="refused"),
        pytest.param(MqReply(2, 2085, "AMQ8147E", "not found"), id="none-is-seen"),
        pytest.param(MqReply(0, 0), id="nothing"),
        pytest.param(MqReply(2, 0, "", "DISPLAY PROCESS is not asked here"), id="not-asked"),
    ],
)
def test_what_is_not_known_is_said_to_be_so(tmp_path: Path, reply: MqReply) -> None:
    facts = MqSystem("QM1", Refusing(tmp_path, reply)).facts
    assert facts.command_level == 930
    assert (facts.names, facts.refused) == ({}, {Role.PROCESS})
    assert warnings(facts, "JOB") == ["process-not-known"]


def test_what_nobody_asked_is_not_said() -> None:
    assert warnings(None, "JOB") == []
    assert warnings(SystemFacts("QM1"), "JOB") == []
