"""REPOS and REPOSNL are set from what is there, and not at all where nobody says what that is."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from carriers import SandboxCarrier, machine
from queuewright.catalogue.errors import SystemUnavailable
from queuewright.catalogue.platform import Platform
from queuewright.mq.cluster import ClusterSpec
from queuewright.sandbox import mqsc_commands
from queuewright.systems.mq.carrier import MqReply
from queuewright.systems.mq.commands import Command, Display
from queuewright.systems.mq.system import MqSystem


class Empty(SandboxCarrier):
    """Its answer to DISPLAY QMGR has no object."""

    def send(self, commands: Sequence[Command]) -> list[MqReply]:
        return [
            MqReply() if isinstance(command, Display) and command.object == "QMGR" else reply
            for command, reply in zip(commands, super().send(commands), strict=True)
        ]


def test_a_repository_that_no_answer_names_is_not_overwritten(tmp_path: Path) -> None:
    """The queue manager lost its cluster OLD, and others were named as the reason."""
    embedded = machine(tmp_path, "QM1", Platform.LINUX)
    for command in (
        "ALTER QMGR REPOS(OLD)",
        "DEFINE CHANNEL(TO.QM1) CHLTYPE(CLUSRCVR) CONNAME('mq1') CLUSTER(NEW)",
    ):
        assert [answer.ok for answer in mqsc_commands.run(embedded, command)] == [True]
    system = MqSystem("QM1", Empty(embedded), attempts=1)
    with pytest.raises(SystemUnavailable, match="DISPLAY QMGR is empty"):
        system.change(ClusterSpec(name="NEW", full_repository="yes"))
    [manager] = embedded.observe(("mq:QueueManagerAttributes",))
    assert manager.attributes["repository"] == "OLD"
