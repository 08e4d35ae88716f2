"""A route of objects with secret values: they are in no form, and nothing is guessed for them."""

from collections.abc import Callable
from pathlib import Path

import pytest

from command_line import Ran, queuewright

Cli = Callable[..., Ran]
PROGRAM = """
import pulumi
from queuewright import mq

config = pulumi.Config()
mq.RemoteQueue("ORDERS", system="QM1", remote_queue_name="ORDERS.IN",
               remote_queue_manager_name="QM2", xmit_queue_name="TO.QM2")
mq.LocalQueue("TO.QM2", system="QM1", usage="transmission")
mq.SenderChannel("QM1.QM2", system="QM1", xmit_queue_name="TO.QM2",
                 connection_name=pulumi.Output.secret("hush-host(1415)"))
mq.ReceiverChannel("far", system="QM2", name="QM1.QM2")
mq.LocalQueue("ORDERS.IN", system="QM2")
"""
STACK = "config:\n  queuewright:systems:\n" + "".join(
    f"    QM{n}: {{type: sandbox, platform: linux}}\n" for n in (1, 2)
)


@pytest.mark.parametrize("made", [False, True])
@pytest.mark.parametrize("form", ["", "--json", "--markdown", "--html", "--mermaid"])
def test_a_secret_address(project: Path, made: bool, form: str) -> None:
    (project / "Pulumi.dev.yaml").write_text(STACK)
    (project / "__main__.py").write_text(PROGRAM)
    for name in ("QM1", "QM2"):
        assert queuewright(project, "sandbox", "create", name, "--platform", "linux").code == 0
    if made:
        assert queuewright(project, "up", "--yes").code == 0
    for more in ((), ("--as-read",)) if made else ((),):
        ran = queuewright(project, "route", "QM1", "ORDERS", *more, *filter(None, [form]))
        assert ran.code == 0, ran.out
        assert "hush-host" not in ran.out + ran.err
        if not form:
            assert "ORDERS at QM1: not known" in ran.out
            assert "not known: connection_name of sending channel QM1.QM2" in ran.out
