"""Events as rows, and where to go on: nothing is lost, whatever dies, and nothing said twice."""

import json
import threading
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import carriers
from command_server import InMemory, InMemoryQueue
from queuewright.catalogue.errors import SystemUnavailable
from queuewright.dialects.pcf.encode import encode
from queuewright.dialects.pcf.events import QUEUE, ConfigurationEvent, EventMessage, messages_of
from queuewright.drift.fleet import chosen_of, load_fleet
from queuewright.drift.watch.places import WatchedPlace, places, sharing
from queuewright.drift.watch.source import COLUMNS, EventSource, Offset, Row, SourceOptions
from queuewright.sandbox import mqsc_commands
from queuewright.sandbox.engine import EmbeddedSystem, Sandbox
from queuewright.systems.mq import ibmmq_connection

FLEET = """
environments:
  - name: prod
    systems:
      QM1: {type: pcf, queue_manager: QM1, channel: DRIFT.SVRCONN, address: mq1(1414)}
      QM2: {type: pcf, queue_manager: QM2, channel: DRIFT.SVRCONN, address: mq2(1414)}
  - name: audit
    systems:
      THE.SAME: {type: pcf, queue_manager: QM1, channel: AUDIT.SVRCONN, address: mq1(1414)}
  - name: old
    systems:
      QM3: {type: mqsc, path: dump.mqsc}
      IBMI: {type: ssh, host: ibmi1, user: u}
"""


@dataclass
class Fake:
    """A queue of events in memory. broken: why it cannot be read."""

    place: str = "QUEUE of QM1"
    messages: list[EventMessage] = field(default_factory=list)
    broken: str = ""
    number: int = 0

    def put(self, event: ConfigurationEvent) -> None:
        self.number += 1
        for place, message in enumerate(messages_of(event)):
            identifier = self.number.to_bytes(20, "big") + place.to_bytes(4, "big")
            correlation = self.number.to_bytes(24, "big")
            self.messages.append(EventMessage(identifier, encode(message), correlation))

    def browse(self, most: int) -> Sequence[EventMessage]:
        if self.broken:
            raise SystemUnavailable(self.broken)
        return self.messages[:most]

    def remove(self, ids: Collection[bytes]) -> None:
        if self.broken:
            raise SystemUnavailable(self.broken)
        self.messages = [message for message in self.messages if message.id not in ids]

    def close(self) -> None: ...


@dataclass
class Times:
    """A queue manager that carries commands alone."""

    times: dict[tuple[str, str], str] = field(default_factory=dict)
    address: str = "https://mq1"
    broken: str = ""

    def alterations(self) -> Mapping[tuple[str, str], str]:
        if self.broken:
            raise SystemUnavailable(self.broken)
        return dict(self.times)


def created(name: str) -> ConfigurationEvent:
    return ConfigurationEvent("create", "q", name, "mq:LocalQueue", None, {"max_queue_depth": 5})


def over(queue: Fake, **options: Any) -> EventSource:
    return EventSource(
        [WatchedPlace(queue.place, (("prod", "QM1"),), queue)], SourceOptions(timeout=20, **options)
    )


def reported(rows: Sequence[Row]) -> list[str]:
    assert all(set(row) == set(COLUMNS) for row in rows)
    return [f"{row['environment']} {row['system']} {row['reason']} {row['name']}" for row in rows]


@pytest.fixture
def managers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[EmbeddedSystem]]:
    """Two queue managers behind PCF; IBM's client has a stand-in."""
    sandbox = Sandbox(tmp_path / "sandbox.db")
    made = [sandbox.create_system(name) for name in ("QM1", "QM2")]
    for each in made:
        [answer] = mqsc_commands.run(each, "ALTER QMGR CONFIGEV(ENABLED)")
        assert answer.ok
        each.remove_events(QUEUE, [m.id for m in each.browse_events(QUEUE, 1000)])

    def of(kind: Any) -> Any:
        return lambda name, given, password: kind(sandbox.system(given.queue_manager))

    monkeypatch.setattr(ibmmq_connection, "IbmmqConnection", of(InMemory))
    monkeypatch.setattr(ibmmq_connection, "IbmmqEventQueue", of(InMemoryQueue))
    (tmp_path / "fleet.yaml").write_text(FLEET)
    yield made
    sandbox.close()


def test_a_queue_manager_is_read_once_for_all_environments(
    managers: list[EmbeddedSystem], tmp_path: Path
) -> None:
    found, problems = places(load_fleet(tmp_path / "fleet.yaml"))
    assert [(place.name, place.members) for place in found] == [
        (f"{QUEUE} of QM1 at mq1(1414)", (("prod", "QM1"), ("audit", "THE.SAME"))),
        (f"{QUEUE} of QM2 at mq2(1414)", (("prod", "QM2"),)),
    ]
    assert [line.partition(",")[0] for line in problems] == [
        "old: QM3 is read from a file of type mqsc",
        "old: IBMI is of type ssh",
    ]
    source = EventSource(found)
    assert source.read({}) == ([], {})
    managers[0].create("mq:LocalQueue", "A", {"max_queue_depth": 5})
    managers[1].create("mq:Namelist", "NL", {"names": ("C1",)})
    rows, end = source.read({})
    assert reported(rows) == ["prod QM1 create A", "audit THE.SAME create A", "prod QM2 create NL"]
    first = rows[0]
    assert (first["kind"], first["user"], first["origin"]) == (
        "mq:LocalQueue",
        "sandbox",
        "console",
    )
    assert json.loads(first["after"])["max_queue_depth"] == 5
    assert first["before"] is None
    assert first["at"].endswith("Z")
    source.commit(end)
    assert [each.browse_events(QUEUE, 10) for each in managers] == [[], []]
    assert source.read(end) == ([], end)


def test_who_shares_what_is_watched(managers: list[EmbeddedSystem], tmp_path: Path) -> None:
    fleet = load_fleet(tmp_path / "fleet.yaml")
    found, problems = places(chosen_of(fleet, ["audit"]))
    assert (len(found), problems) == (1, [])
    assert set(sharing(fleet, found)) == {("prod", "QM1"), ("audit", "THE.SAME")}


def test_messages_stay_until_what_came_of_them_is_done() -> None:
    queue = Fake()
    queue.put(created("A"))
    source = over(queue)
    rows, first = source.read({})
    assert len(queue.messages) == 1
    # Spark asks for more before it says that the first batch is done.
    queue.put(created("B"))
    more, second = source.read(first)
    assert (reported(rows), reported(more)) == (["prod QM1 create A"], ["prod QM1 create B"])
    source.commit(first)
    assert len(queue.messages) == 1
    source.commit(second)
    assert queue.messages == []
    assert source.read(second) == ([], second)


def test_a_batch_that_died_is_handed_over_again() -> None:
    queue = Fake()
    for name in "AB":
        queue.put(created(name))
    rows, end = over(queue).read({})
    queue.put(created("LATER"))
    again = over(queue)  # another process
    assert again.between({}, end) == rows
    more, last = again.read(end)
    assert reported(more) == ["prod QM1 create LATER"]
    again.commit(last)
    assert queue.messages == []


def test_what_another_reader_took_is_unknown() -> None:
    queue = Fake()
    queue.put(created("A"))
    queue.put(created("B"))
    _, end = over(queue).read({})
    del queue.messages[0]
    rows = over(queue).between({}, end)
    assert reported(rows) == ["prod QM1 create B", "prod QM1 unknown None"]
    assert "1 messages are gone" in rows[1]["problem"]


def test_a_damaged_message_is_named_and_nothing_else_is_lost() -> None:
    queue = Fake()
    queue.put(created("A"))
    queue.messages.append(EventMessage(b"\7" * 24, b"<html>"))
    queue.put(created("B"))
    rows, end = over(queue).read({})
    assert reported(rows) == ["prod QM1 create A", "prod QM1 unknown None", "prod QM1 create B"]
    assert "0707" in rows[1]["problem"]
    over(queue).commit(end)
    assert queue.messages == []


def test_at_most_so_many_at_a_time() -> None:
    queue = Fake()
    for number in range(5):
        queue.put(created(f"Q{number}"))
    source, end, seen = over(queue, most=2), {}, []
    for _ in range(5):
        rows, after = source.read(end)
        seen += reported(rows)
        if after != end:
            source.commit(after)
        end = after
    assert seen == [f"prod QM1 create Q{number}" for number in range(5)]


def test_one_that_cannot_be_read_is_said_once_and_does_not_hide_the_others() -> None:
    broken, other = Fake("QUEUE of QM1"), Fake("QUEUE of QM2")
    members = ((broken, "QM1"), (other, "QM2"))
    source = EventSource([WatchedPlace(q.place, (("prod", name),), q) for q, name in members])
    broken.put(created("A"))
    broken.broken = "QM1: MQCONNX failed"
    other.put(created("B"))
    rows, first = source.read({})
    assert reported(rows) == ["prod QM1 unreachable None", "prod QM2 create B"]
    assert rows[0]["problem"] == "QM1: MQCONNX failed"
    source.commit(first)
    assert source.read(first) == ([], first)
    assert reported(source.between({}, first))[0] == "prod QM1 unreachable None"
    broken.broken = ""
    rows, second = source.read(first)
    assert reported(rows) == ["prod QM1 reachable None", "prod QM1 create A"]
    assert source.between(first, second) == rows


def test_one_that_hangs_is_left_behind() -> None:
    free = threading.Event()

    class Hanging(Fake):
        def browse(self, most: int) -> Sequence[EventMessage]:
            free.wait(60)
            return super().browse(most)

    queue, other = Hanging("QUEUE of QM1"), Fake("QUEUE of QM2")
    members = ((queue, "QM1"), (other, "QM2"))
    source = EventSource(
        [WatchedPlace(q.place, (("prod", name),), q) for q, name in members],
        SourceOptions(timeout=0.2),
    )
    other.put(created("B"))
    rows, end = source.read({})
    free.set()
    assert reported(rows) == ["prod QM1 unreachable None", "prod QM2 create B"]
    assert "no answer in 0.2 s" in rows[0]["problem"]
    queue.put(created("A"))
    found: list[str] = []
    while "prod QM1 create A" not in found:  # as soon as the thread that hung has ended
        rows, end = source.read(end)
        found += reported(rows)
    assert found == ["prod QM1 reachable None", "prod QM1 create A"]


def test_values_of_secret_attributes_are_left_out() -> None:
    queue = Fake()
    states = {"queue_description": "hunter2", "max_queue_depth": 5}, {"queue_description": "x"}
    queue.put(ConfigurationEvent("change", "q", "A", "mq:LocalQueue", *states))
    secret = {("prod", "QM1"): {("mq:LocalQueue", "A"): ("queue_description",)}}
    [row], _ = over(queue, secret=secret).read({})
    assert (row["before"], row["after"]) == ('{"max_queue_depth":5}', "{}")
    assert row["changed"] == ["queue_description", "max_queue_depth"]
    assert "hunter2" not in repr(row)


STEPS = st.lists(
    st.sampled_from(("put", "read", "commit", "dies", "dies before", "breaks", "mends")),
    max_size=30,
)


@given(STEPS)
def test_every_event_arrives_whatever_dies_in_between(steps: list[str]) -> None:
    """As Spark works: an offset is written before its batch, and the batch is done before the next
    is begun; what died is begun again from what was written."""
    queue, source, put, arrived = Fake(), None, 0, []
    offset: Offset = {}
    for step in [*steps, "mends", "read", "read"]:
        source = source or over(queue)
        if step == "put":
            put += 1
            queue.put(created(f"Q{put}"))
        elif step in ("breaks", "mends"):
            queue.broken = "it is down" if step == "breaks" else ""
        elif step == "commit":
            source.commit(offset)
        else:
            rows, end = source.read(offset)
            if step == "dies":  # the offset is written, the batch is not done
                source = over(queue)
                rows = source.between(offset, end) if end != offset else []
            elif step == "dies before":  # nothing was written
                source = None
                continue
            arrived += [row["name"] for row in rows if row["reason"] == "create"]
            arrived += ["*" for row in rows if row["reason"] == "unknown"]
            offset = end
    missing = {f"Q{number}" for number in range(1, put + 1)} - set(arrived)
    assert not missing or "*" in arrived
    assert len([name for name in arrived if name != "*"]) == len({*arrived} - {"*"})


# --- times of alteration -------------------------------------------------------------------------

A, B = ("mq:LocalQueue", "A"), ("mq:Namelist", "B")


def altering(system: Times) -> EventSource:
    return EventSource([WatchedPlace("QM1 at https://mq1", (("prod", "QM1"),), None, system)])


def test_what_was_altered_is_looked_at_twice() -> None:
    """ALTTIME has seconds: the second look is when that second is over."""
    system = Times({A: "2026-11-23 09.30.00", B: "2026-11-22 09.30.00"})
    source = altering(system)
    rows, end = source.read({})
    assert reported(rows) == ["prod QM1 first None"]
    rows, end = source.read(end)  # the newest may have been altered in that second once more
    assert reported(rows) == ["prod QM1 change A"]
    assert source.read(end) == ([], end)
    system.times[A] = "2026-11-23 09.31.00"
    rows, end = source.read(end)
    assert reported(rows) == ["prod QM1 change A"]
    rows, end = source.read(end)
    assert reported(rows) == ["prod QM1 change A"]
    assert source.read(end) == ([], end)
    del system.times[B]
    system.times["mq:LocalQueue", "C"] = "2026-11-23 09.32.00"
    rows, end = source.read(end)
    assert reported(rows) == ["prod QM1 create C", "prod QM1 delete B"]
    assert [row["kind"] for row in rows] == ["mq:LocalQueue", "mq:Namelist"]


def test_times_are_not_kept_over_a_restart() -> None:
    system = Times({A: "1"})
    first = altering(system)
    _, end = first.read(first.read({})[1])
    assert altering(system).read(end) == ([], end)  # nothing was altered meanwhile
    system.times[A] = "2"
    again = altering(system)
    rows, end = again.read(end)
    assert reported(rows) == ["prod QM1 unknown None"]
    rows, end = again.read(end)
    assert reported(rows) == ["prod QM1 change A"]
    assert again.read(end) == ([], end)
    assert reported(altering(system).between({}, end)) == ["prod QM1 unknown None"]


def test_the_queue_manager_itself_was_altered() -> None:
    system = Times({("", ""): "1"})
    source = altering(system)
    _, end = source.read({})
    system.times["", ""] = "2"
    [row], _ = source.read(source.read(end)[1])
    assert (row["reason"], row["object_type"]) == ("change", "q_mgr")


def test_one_that_was_down_is_compared_with_what_it_had() -> None:
    system = Times({A: "1"})
    source = altering(system)
    _, end = source.read(source.read({})[1])
    system.broken = "down"
    rows, end = source.read(end)
    assert reported(rows) == ["prod QM1 unreachable None"]
    system.broken, system.times[A] = "", "2"
    rows, end = source.read(end)
    assert reported(rows) == ["prod QM1 reachable None", "prod QM1 change A"]


def test_a_queue_manager_by_mqweb_and_one_by_runmqsc(tmp_path: Path) -> None:
    """mqweb's messaging API carries text alone: what was altered is seen by its time."""
    sandbox = Sandbox(tmp_path / "sandbox.db", lambda: 1e9)
    machine = sandbox.create_system("QM1")
    for way in ("mqweb", "runmqsc"):
        with carriers.WIRES[way](sandbox, ["QM1"]) as entries:
            fleet = {"environments": [{"name": "prod", "systems": dict(entries)}]}
            (tmp_path / "fleet.yaml").write_text(json.dumps(fleet))
            found, problems = places(load_fleet(tmp_path / "fleet.yaml"))
            assert problems == []
            source = EventSource(found)
            rows, end = source.read({})
            assert reported(rows) == ["prod QM1 first None"]
            _, end = source.read(end)
            machine.create("mq:LocalQueue", "A", {})
            rows, end = source.read(end)
            assert reported(rows) == ["prod QM1 create A"]
            source.commit(end)
            machine.delete("mq:LocalQueue", "A")
            rows, end = source.read(end)
            assert reported(rows) == ["prod QM1 change A", "prod QM1 delete A"][1:]
            source.close()
