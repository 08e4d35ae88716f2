"""Reading configuration events: through PCF, of the sandbox; and times of alteration where a
system carries commands alone."""

import sys
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import carriers
from command_server import InMemory, InMemoryQueue, failing
from queuewright.catalogue.errors import CommandFailed, QueuewrightError, SystemUnavailable
from queuewright.catalogue.platform import Platform
from queuewright.dialects.pcf.events import QUEUE, read_events
from queuewright.sandbox import mqsc_commands
from queuewright.sandbox.engine import EmbeddedSystem, Sandbox
from queuewright.systems.events import EventQueue, TellsAlterations, TellsEvents
from queuewright.systems.mq.exchange import ConnectionFailed
from queuewright.systems.mq.ibmmq_connection import IbmmqEventQueue
from queuewright.systems.mq.system import MqSystem
from queuewright.systems.pcf import PcfCarrier, PcfConfiguration
from queuewright.systems.registry import systems_from


@pytest.fixture
def qm1(tmp_path: Path) -> EmbeddedSystem:
    made = Sandbox(tmp_path / "sandbox.db").create_system("QM1")
    enable(made)
    return made


def enable(machine: EmbeddedSystem) -> None:
    """And take off what enabling tells."""
    [answer] = mqsc_commands.run(machine, "ALTER QMGR CONFIGEV(ENABLED)")
    assert answer.ok
    machine.remove_events(QUEUE, [m.id for m in machine.browse_events(QUEUE, 1000)])


def by_pcf(machine: EmbeddedSystem, connection: InMemoryQueue | None = None) -> MqSystem:
    reader = connection or InMemoryQueue(machine)
    carrier = PcfCarrier(
        "QM1", "QM1 at mq1(1414)", lambda: InMemory(machine), 5.0, read=lambda: reader
    )
    return MqSystem("QM1", carrier)


def queue_of(system: TellsEvents) -> EventQueue:
    queue = system.event_queue()
    assert queue is not None
    return queue


@pytest.mark.parametrize("way", ["pcf", "sandbox"])
def test_messages_stay_until_they_are_removed(
    qm1: EmbeddedSystem, tmp_path: Path, way: str
) -> None:
    own = systems_from({"QM1": {"type": "sandbox", "path": "sandbox.db"}}, base=tmp_path)["QM1"]
    system = by_pcf(qm1) if way == "pcf" else own
    assert isinstance(system, TellsEvents)
    queue = queue_of(system)
    assert queue.browse(10) == []
    qm1.create("mq:LocalQueue", "A", {})
    qm1.create("mq:LocalQueue", "B", {})
    first, second = queue.browse(10)
    assert queue.browse(1) == [first]
    assert [event.name for event, _ in read_events([first, second])] == ["A", "B"]  # type: ignore[union-attr]
    queue.remove([first.id])
    queue.remove([first.id])
    assert queue.browse(10) == [second]
    queue.close()
    assert queue.browse(10) == [second]  # opened again
    assert "QM1" in queue.place


@pytest.mark.parametrize("platform", [Platform.LINUX, Platform.ZOS])
def test_whether_events_are_written(tmp_path: Path, platform: Platform) -> None:
    machine = Sandbox(tmp_path / "sandbox.db").create_system("QM1", platform=platform)
    own = systems_from({"QM1": {"type": "sandbox", "path": "sandbox.db"}}, base=tmp_path)["QM1"]
    assert isinstance(own, TellsEvents)
    assert (own.writes_events(), by_pcf(machine).writes_events()) == (False, False)
    enable(machine)
    assert (own.writes_events(), by_pcf(machine).writes_events()) == (True, True)


@pytest.mark.parametrize(
    ("call", "reason", "words"),
    [
        ("MQCONNX", 2035, "MQCONNX of SYSTEM.ADMIN.CONFIG.EVENT failed: MQRC_NOT_AUTHORIZED, 2035"),
        ("MQOPEN", 2035, "grant the user +browse +get on it"),
        ("MQOPEN", 2042, "MQRC_OBJECT_IN_USE, 2042; another program reads it"),
        ("MQOPEN", 2085, "MQRC_UNKNOWN_OBJECT_NAME, 2085; define it as IBM ships it"),
        ("MQGET", 2016, "MQRC_GET_INHIBITED, 2016; allow gets"),
        ("MQGET", 2009, "MQRC_CONNECTION_BROKEN, 2009; see that the queue manager"),
        ("MQGET", 2161, "MQRC_Q_MGR_QUIESCING"),
    ],
)
def test_what_fails_is_one_line_and_tried_again(
    qm1: EmbeddedSystem, call: str, reason: int, words: str
) -> None:
    qm1.create("mq:LocalQueue", "A", {})
    queue = queue_of(by_pcf(qm1, InMemoryQueue(qm1, failing(call, reason))))
    with pytest.raises(SystemUnavailable) as caught:
        queue.browse(10)
    text = str(caught.value)
    assert text.startswith("QM1: QM1 at mq1(1414): ")
    assert words in text
    assert "\n" not in text
    assert len(queue.browse(10)) == 1  # the connection is made anew, and nothing is lost


def test_a_queue_that_is_not_there(qm1: EmbeddedSystem) -> None:
    qm1.delete("mq:LocalQueue", QUEUE)
    with pytest.raises(SystemUnavailable, match="define it as IBM ships it"):
        queue_of(by_pcf(qm1)).browse(1)


def test_a_crash_between_two_removals(qm1: EmbeddedSystem) -> None:
    for name in "ABC":
        qm1.create("mq:LocalQueue", name, {})
    calls: list[str] = []

    def dies_at_the_second(call: str) -> None:
        calls.append(call)
        if call == "MQGET" and calls.count(call) == 3:
            raise ConnectionFailed(call, 2009)

    queue = queue_of(by_pcf(qm1, InMemoryQueue(qm1, dies_at_the_second)))
    ids = [message.id for message in queue.browse(10)]
    with pytest.raises(SystemUnavailable):
        queue.remove(ids)
    assert [message.id for message in queue.browse(10)] == ids[1:]
    queue.remove(ids)
    assert queue.browse(10) == []


def test_ibms_client_is_asked_to_browse_and_then_by_message_id(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """IBM's package is on no build machine: what is handed to it."""
    calls: list[Any] = []
    names = (
        "MQOO_BROWSE MQOO_INPUT_EXCLUSIVE MQOO_FAIL_IF_QUIESCING MQGMO_NO_SYNCPOINT"
        " MQGMO_FAIL_IF_QUIESCING MQGMO_BROWSE_FIRST MQGMO_BROWSE_NEXT"
    )
    codes = SimpleNamespace(
        **{name: 1 << place for place, name in enumerate(names.split())},
        MQGMO_VERSION_2=2, MQMO_MATCH_MSG_ID=1,
    )  # fmt: skip

    class Failed(Exception):
        def __init__(self, reason: int) -> None:
            super().__init__(reason)
            self.reason = reason

    class Misused(Exception):
        """PYIFError: what is called on a handle that is closed."""

    messages = {b"1" * 24: b"one", b"2" * 24: b"two"}

    class Queue:
        def __init__(self, manager: object, name: bytes, options: int) -> None:
            calls.append((name, options))
            self.place = -1

        def get(self, length: object, descriptor: Any, options: Any) -> bytes:
            match = getattr(options, "MatchOptions", 0)
            if match:
                if descriptor.MsgId not in messages:
                    raise Failed(2033)
                return messages.pop(descriptor.MsgId)
            first = options.Options & codes.MQGMO_BROWSE_FIRST
            self.place = 0 if first else self.place + 1
            if self.place >= len(messages):
                raise Failed(2033)
            descriptor.MsgId = list(messages)[self.place]
            descriptor.CorrelId, descriptor.CodedCharSetId = b"c" * 24, 500
            descriptor.PutDate, descriptor.PutTime = b"20261123", b"15472130"
            return messages[descriptor.MsgId]

        def close(self) -> None:
            calls.append("closed")

    class Manager:
        def __init__(self, name: object) -> None: ...
        def connect_with_options(self, name: str) -> None: ...

    client = SimpleNamespace(
        CMQC=codes, MQMIError=Failed, PYIFError=Misused, QueueManager=Manager, MD=SimpleNamespace,
        GMO=SimpleNamespace, Queue=Queue,
    )  # fmt: skip
    monkeypatch.setitem(sys.modules, "ibmmq", client)
    entry = PcfConfiguration(type="pcf", event_queue="AUDIT.EVENTS")
    connection = IbmmqEventQueue("QM1", entry, lambda: None)
    connection.open()
    first, second = connection.browse(10)
    assert calls == [(b"AUDIT.EVENTS", 1 | 2 | 4), "closed"]
    assert (first.data, first.ccsid, second.data) == (b"one", 500, b"two")
    assert first.put == datetime(2026, 11, 23, 15, 47, 21, tzinfo=UTC)
    assert [each.data for each in connection.browse(1)] == [b"one"]
    connection.remove([second.id, b"9" * 24])
    assert list(messages) == [first.id]


@pytest.mark.parametrize("platform", [Platform.LINUX, Platform.ZOS])
@pytest.mark.parametrize("way", ["mqweb", "mqweb in text", "runmqsc", "mqsc"])
def test_times_of_alteration(tmp_path: Path, way: str, platform: Platform) -> None:
    """What carries commands alone has no queue of events."""
    with carriers.CARRIERS[way](tmp_path, "QM1", platform) as reached:
        system = reached.system
        assert isinstance(system, TellsEvents)
        assert isinstance(system, TellsAlterations)
        assert system.event_queue() is None
        assert system.writes_events() is False
        reached.machine.create("mq:LocalQueue", "A", {})
        before = system.alterations()
        with reached.machine.writing() as tx:
            tx.connection.execute("UPDATE object SET altered = 1000000000 WHERE name = 'A'")
        after = system.alterations()
        assert {key for key in before if before[key] != after[key]} == {("mq:LocalQueue", "A")}
        assert before.keys() == after.keys()
        assert {key for key in before if key[1] == "A"} == {("mq:LocalQueue", "A")}
        assert ("", "") in before
        assert {key[0] for key in before} >= {"mq:ModelQueue", "mq:Namelist", "mq:AliasQueue"}
        reached.machine.delete("mq:LocalQueue", "A")
        assert before.keys() - system.alterations().keys() == {("mq:LocalQueue", "A")}


def test_the_sandbox_has_no_queue_where_it_has_no_system(tmp_path: Path) -> None:
    Sandbox(tmp_path / "sandbox.db").create_system("QM2")
    system = systems_from({"QM1": {"type": "sandbox", "path": "sandbox.db"}}, base=tmp_path)["QM1"]
    assert isinstance(system, TellsEvents)
    with pytest.raises((CommandFailed, QueuewrightError), match="QM1"):
        queue_of(system).browse(1)
    assert not isinstance(system, TellsAlterations)
