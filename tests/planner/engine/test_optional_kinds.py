"""Kinds that not every system answers for: MQTT channels need the telemetry service, job queues
an SQL service that not every release of IBM i has."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from carriers import CARRIERS, Reached
from queuewright.catalogue.errors import CommandFailed
from queuewright.catalogue.key import Key
from queuewright.catalogue.platform import Platform
from queuewright.engine.system_reader import kinds_to_read
from queuewright.kinds import KINDS, MQ_KINDS, is_optional, spec_of
from queuewright.systems.mq.carrier import MqReply
from queuewright.systems.mq.commands import Display
from queuewright.systems.reading import observe_all

KIND = "mq:MqttChannel"
OVER = [name for name in CARRIERS if name != "sandbox"]


@pytest.fixture(params=OVER)
def reached(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    with CARRIERS[request.param](tmp_path, "QM1", Platform.LINUX) as reached:
        yield reached


def without_the_service(reached: Reached, monkeypatch: pytest.MonkeyPatch) -> list[Display]:
    """Its queue manager refuses to show such channels. What it was asked for them."""
    asked: list[Display] = []
    plain = reached.system._ask  # type: ignore[attr-defined]

    def ask(displays: Sequence[Display]) -> list[MqReply]:
        replies = list(plain(displays))
        for place, display in enumerate(displays):
            if display.object == "CHANNEL" and "MQTT" in display.parameters.values():
                asked.append(display)
                replies[place] = MqReply(2, 2298, "", "the service is not running")
        return replies

    monkeypatch.setattr(reached.system, "_ask", ask)
    return asked


def test_a_reading_of_everything_does_without(
    reached: Reached, monkeypatch: pytest.MonkeyPatch
) -> None:
    reached.machine.create("mq:LocalQueue", "A", {})
    asked = without_the_service(reached, monkeypatch)
    found = {each.key.name for each in reached.system.observe(MQ_KINDS)}
    assert len(asked) == 1
    assert "A" in found


def test_one_that_is_named_says_why(reached: Reached, monkeypatch: pytest.MonkeyPatch) -> None:
    without_the_service(reached, monkeypatch)
    named = [Key("QM1", KIND, "THINGS")]
    with pytest.raises(CommandFailed, match="the service is not running"):
        observe_all(reached.system, kinds_to_read(named)["QM1"], named)


def test_with_the_service_it_is_read_once(reached: Reached) -> None:
    reached.machine.create(KIND, "THINGS", {"port": 1884})
    named = [Key("QM1", KIND, "THINGS"), Key("QM1", KIND, "NOT.THERE")]
    found = observe_all(reached.system, kinds_to_read(named)["QM1"], named)
    assert [o.attributes["port"] for o in found if o.key == named[0]] == [1884]
    plain = reached.system.observe([kind for kind in MQ_KINDS if kind != KIND])
    assert all(each.key.name != "THINGS" for each in plain)


def test_they_are_asked_for_where_one_is_named() -> None:
    optional = ["ibmi:JobQueue", "ibmi:JobQueueEntry", "ibmi:Library", "ibmi:ObjectAuthority"]
    optional += ["ibmi:OutputQueue", "ibmi:RelationalDatabaseEntry", KIND, "mq:SecurityPolicy"]
    assert sorted(kind for kind in KINDS if is_optional(kind)) == optional
    for kind in optional:
        plain = "mq:LocalQueue" if kind.startswith("mq:") else "ibmi:MessageQueue"
        assert kind not in kinds_to_read([Key("QM1", plain, "A")])["QM1"]
        assert kind in kinds_to_read([Key("QM1", kind, "A")])["QM1"]
        # What a list secures keeps it from being deleted.
        of_lists = kinds_to_read([Key("QM1", "ibmi:AuthorizationList", "A")])["QM1"]
        assert (kind in of_lists) is spec_of(kind).is_secured()


def test_they_are_read_where_another_kind_may_have_their_names(reached: Reached) -> None:
    """A channel of another type has the name: DEFINE would be refused."""
    channel = "mq:SenderChannel"
    assert KIND in kinds_to_read([Key("QM1", channel, "THINGS")])["QM1"]
    assert KIND not in kinds_to_read([Key("QM1", "mq:LocalQueue", "THINGS")])["QM1"]
