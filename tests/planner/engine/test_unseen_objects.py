"""Objects that the user may not see: a DISPLAY of several leaves them out, and they are there."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from carriers import SandboxCarrier
from queuewright.catalogue.errors import SystemUnavailable
from queuewright.catalogue.key import Key
from queuewright.drift.sources import SourceFailed, observed_by
from queuewright.engine.plan import make_plan
from queuewright.engine.refresh import refreshed
from queuewright.engine.steps import Plan
from queuewright.engine.system_reader import NotRead
from queuewright.sandbox import mqsc_commands
from queuewright.sandbox.authorization import Operator
from queuewright.systems.mq.system import MqSystem
from rehearsal import Rehearsal, resource, step_of

TYPES = ("NAMELIST", "PROCESS", "CHANNEL", "CLNTCONN", "AUTHINFO", "LISTENER", "SERVICE", "TOPIC")
SEEN = (
    "OBJTYPE(QMGR)", "OBJTYPE(COMMINFO) PROFILE('**')", "OBJTYPE(QUEUE) PROFILE('SYSTEM.**')",
    "OBJTYPE(QUEUE) PROFILE('ORDERS.**')", *(f"OBJTYPE({word}) PROFILE('**')" for word in TYPES),
)  # fmt: skip
HIDDEN = "PAY.7: .*MQRC_NOT_AUTHORIZED, 2035"


class Limited(Rehearsal):
    """A stack of a user who may see some queues and not others."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        machine = self.system()
        for record in SEEN:
            words = f"SET AUTHREC {record} PRINCIPAL('deploy') AUTHADD(CONNECT,DSP)"
            words = words if "QMGR" in record else words.replace("CONNECT,", "")
            [answer] = mqsc_commands.run(machine, words)
            assert answer.ok, answer

    def limited(self) -> MqSystem:
        ours = self.sandbox.system("QM1", Operator("deploy"))
        return MqSystem("QM1", SandboxCarrier(ours), attempts=1)

    def planned(self, program: Sequence[Any]) -> Plan:
        state = self.store.load()
        return make_plan(program, state, {"QM1": self.limited()}, project="shop", stack="dev")


@pytest.fixture
def world(tmp_path: Path) -> Limited:
    return Limited(tmp_path)


def queues(*names: str) -> list[Any]:
    return [resource("mq:LocalQueue", name, max_queue_depth=7) for name in names]


SEVERAL = tuple(f"ORDERS.{number}" for number in range(20))


@pytest.mark.parametrize("program", [SEVERAL, (*SEVERAL, "PAY.7")])
def test_a_plan_takes_nothing_to_be_gone_that_it_may_not_see(
    world: Limited, program: tuple[str, ...]
) -> None:
    """The stack forgot it where the program no longer declared it, and made it again otherwise."""
    world.up(*queues(*SEVERAL, "PAY.7"))
    with pytest.raises(SystemUnavailable, match=HIDDEN):
        world.planned(queues(*program))


def test_a_refresh_forgets_nothing_that_it_may_not_see(world: Limited) -> None:
    world.up(*queues(*SEVERAL, "PAY.7"))
    with pytest.raises(NotRead, match=HIDDEN):
        refreshed(world.store.load(), {"QM1": world.limited()})


def test_drift_accepts_nothing_as_missing_that_it_may_not_see(world: Limited) -> None:
    """`drift plan --accept` counted it as missing, for configuration values to take out."""
    world.up(*queues(*SEVERAL, "PAY.7"))
    named = [Key("QM1", "mq:LocalQueue", name) for name in ("ORDERS.1", "PAY.7")]
    with pytest.raises(SourceFailed, match=HIDDEN):
        observed_by(world.limited(), named)
    assert named[0] in {each.key for each in observed_by(world.limited(), named[:1])}


def test_what_is_gone_is_gone_also_for_such_a_user(world: Limited) -> None:
    several = queues(*SEVERAL, "PAY.7", "ORDERS.X")
    world.up(*several)
    for name in (*SEVERAL, "PAY.7", "ORDERS.X"):
        [answer] = mqsc_commands.run(world.machines["QM1"], f"DELETE QLOCAL({name})")
        assert answer.ok
    plan = world.planned(several[:-1])
    assert step_of(plan, "PAY.7").verb.value == "create"
    assert step_of(plan, "ORDERS.X").decision.keep
    state = refreshed(world.store.load(), {"QM1": world.limited()}).state
    assert not [each for each in state.resources if "mq:" in each.type]
