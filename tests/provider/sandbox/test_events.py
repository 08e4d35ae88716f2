"""Configuration events of the sandbox: which commands write one, and when none is written."""

from pathlib import Path

import pytest

from queuewright.catalogue.errors import CommandFailed
from queuewright.catalogue.observed import OpenFor
from queuewright.catalogue.platform import Platform
from queuewright.dialects.pcf.decode import byte_order
from queuewright.dialects.pcf.events import QUEUE, ConfigurationEvent, read_events
from queuewright.sandbox import mqsc_commands, pcf_commands
from queuewright.sandbox.engine import EmbeddedSystem, Sandbox

ENABLE = "ALTER QMGR CONFIGEV(ENABLED)"


@pytest.fixture
def qm(tmp_path: Path) -> EmbeddedSystem:
    """A queue manager that writes events; those of enabling it are read already."""
    made = Sandbox(tmp_path / "sandbox.db", lambda: 1e9).create_system("QM1")
    run(made, ENABLE)
    made.remove_events(QUEUE, [message.id for message in made.browse_events(QUEUE, 1000)])
    return made


def run(system: EmbeddedSystem, *commands: str) -> None:
    for answer in mqsc_commands.run(system, "\n".join(commands)):
        assert answer.ok, answer.message


def events(system: EmbeddedSystem) -> list[ConfigurationEvent]:
    """What there is, each with all of its messages."""
    found = []
    for event, _ in read_events(system.browse_events(QUEUE, 1000)):
        assert isinstance(event, ConfigurationEvent), event
        found.append(event)
    return found


def reported(system: EmbeddedSystem) -> list[str]:
    return [f"{each.reason} {each.kind or each.object_type} {each.name}" for each in events(system)]


def test_none_is_written_unless_the_queue_manager_says_so(tmp_path: Path) -> None:
    made = Sandbox(tmp_path / "sandbox.db").create_system("QM1")
    run(made, "DEFINE QLOCAL(A)", "ALTER QMGR DESCR('x')", "DELETE QLOCAL(A)")
    assert events(made) == []
    with pytest.raises(CommandFailed, match=r"ALTER QMGR CONFIGEV\(ENABLED\)"):
        made.refresh_configuration_events()


def test_enabling_tells_of_everything_once(tmp_path: Path) -> None:
    """Refresh Queue Manager (PCF), RefreshType: generated automatically when it is enabled."""
    made = Sandbox(tmp_path / "sandbox.db").create_system("QM1")
    made.create("mq:LocalQueue", "A", {"max_queue_depth": 7})
    run(made, ENABLE)
    first, *others = events(made)
    assert (first.reason, first.object_type, first.name) == ("change", "q_mgr", "QM1")
    assert {event.reason for event in others} == {"refresh"}
    [own] = [event for event in others if event.name == "A"]
    assert own.after is not None
    assert own.after["max_queue_depth"] == 7
    run(made, ENABLE)
    assert len(events(made)) == len(others) + 2  # ALTER QMGR alone


def test_create_change_delete(qm: EmbeddedSystem) -> None:
    run(qm, "DEFINE QLOCAL(A) MAXDEPTH(5)", "ALTER QLOCAL(A) MAXDEPTH(6)", "DELETE QLOCAL(A)")
    created, changed, deleted = events(qm)
    assert reported(qm) == [f"{verb} mq:LocalQueue A" for verb in ("create", "change", "delete")]
    assert (created.before, changed.changed, deleted.after) == (None, ("max_queue_depth",), None)
    assert created.after is not None
    assert created.after["max_queue_depth"] == 5
    assert changed.before is not None
    assert changed.before["max_queue_depth"] == 5
    assert deleted.before is not None
    assert deleted.before["max_queue_depth"] == 6
    assert (created.user, created.origin, created.queue_manager) == ("sandbox", "console", "QM1")
    assert created.put is not None
    assert created.put.timestamp() == 1e9


def test_an_alteration_that_changes_nothing_is_told(qm: EmbeddedSystem) -> None:
    run(qm, "DEFINE QLOCAL(A)", "ALTER QLOCAL(A) DESCR('')")
    assert [event.changed for event in events(qm)][1] == ()


def test_namelists_channels_and_memberships(qm: EmbeddedSystem) -> None:
    run(
        qm,
        "DEFINE NAMELIST(NL) NAMES(C1,C2)",
        "DEFINE CHANNEL(TO.QM1) CHLTYPE(CLUSRCVR) CONNAME('mq1') CLUSTER(C1)",
        "ALTER QMGR REPOS(C1)",
    )
    qm.create("mq:Cluster", "C2", {"full_repository": "yes"})
    assert reported(qm) == [
        "create mq:Namelist NL",
        "create mq:ClusterReceiverChannel TO.QM1",
        "change q_mgr QM1",
        "create mq:Namelist QUEUEWRIGHT.REPOSITORIES",
        "change q_mgr QM1",
    ]


def test_what_is_refused_and_what_is_not_told(qm: EmbeddedSystem) -> None:
    with pytest.raises(CommandFailed):
        qm.change("mq:LocalQueue", "NONE", {"max_queue_depth": 1})
    qm.change("mq:LocalQueue", QUEUE, {"queue_description": "mine"})
    qm.open("SYSTEM.DEFAULT.MODEL.QUEUE", [OpenFor.OUTPUT])  # a temporary dynamic queue
    assert events(qm) == []


@pytest.mark.parametrize("way", ["full", "inhibited", "gone"])
def test_a_command_is_done_where_its_event_cannot_be_put(qm: EmbeddedSystem, way: str) -> None:
    run(qm, {
        "full": f"ALTER QLOCAL({QUEUE}) MAXDEPTH(0)",
        "inhibited": f"ALTER QLOCAL({QUEUE}) PUT(DISABLED)",
        "gone": f"DELETE QLOCAL({QUEUE})",
    }[way])  # fmt: skip
    run(qm, "DEFINE QLOCAL(A)")
    assert [o.key.name for o in qm.observe(["mq:LocalQueue"], ["A"])] == ["A"]
    if way == "gone":
        with pytest.raises(CommandFailed, match="2085"):
            events(qm)
    else:
        assert events(qm) == []


def test_they_are_read_and_taken_off(qm: EmbeddedSystem) -> None:
    run(qm, "DEFINE QLOCAL(A)", "DEFINE QLOCAL(B)", "DEFINE QLOCAL(C)")
    first, second, third = qm.browse_events(QUEUE, 10)
    assert qm.browse_events(QUEUE, 2) == [first, second]
    qm.remove_events(QUEUE, [second.id, second.id])
    qm.remove_events(QUEUE, [second.id])  # not there any more
    assert qm.browse_events(QUEUE, 10) == [first, third]
    [own] = qm.observe(["mq:LocalQueue"], [QUEUE], status=True)
    assert own.status is not None
    assert own.status.depth == 2
    run(qm, "DEFINE QLOCAL(D)")
    assert second.id not in [message.id for message in qm.browse_events(QUEUE, 10)]


def test_one_reader_at_a_time(qm: EmbeddedSystem) -> None:
    qm.open(QUEUE, [OpenFor.INPUT_SHARED], application="audit")
    with pytest.raises(CommandFailed, match=r"audit.*MQRC_OBJECT_IN_USE"):
        qm.browse_events(QUEUE, 1)


def test_streaming_copies_them(qm: EmbeddedSystem) -> None:
    run(qm, "DEFINE QLOCAL(COPY)", f"ALTER QLOCAL({QUEUE}) STREAMQ(COPY)", "DEFINE QLOCAL(A)")
    assert [m.data for m in qm.browse_events("COPY", 10)] == [
        m.data for m in qm.browse_events(QUEUE, 10)
    ][1:]


@pytest.mark.parametrize(
    ("platform", "order", "ccsid"),
    [(Platform.ZOS, "big", 500), (Platform.LINUX, "little", 1208), (Platform.AIX, "big", 1208)],
)
def test_in_the_bytes_of_the_platform(
    tmp_path: Path, platform: Platform, order: str, ccsid: int
) -> None:
    made = Sandbox(tmp_path / "sandbox.db").create_system("QM1", platform=platform)
    run(made, ENABLE)
    [message] = made.browse_events(QUEUE, 1)
    assert (byte_order(message.data), message.ccsid) == (order, ccsid)
    assert events(made)[0].name == "QM1"


def test_by_pcf_as_well(qm: EmbeddedSystem) -> None:
    line = (
        '{"command": "MQCMD_CHANGE_Q_MGR", "parameters": {"ConfigurationEvent": "MQEVR_DISABLED"}}'
    )
    [answer] = pcf_commands.run(qm, line)
    assert answer.ok, answer.message
    run(qm, "DEFINE QLOCAL(A)")
    assert reported(qm) == ["change q_mgr QM1"]


def test_refresh_by_mqsc(qm: EmbeddedSystem) -> None:
    run(qm, "DEFINE QLOCAL(A)", "REFRESH QMGR TYPE(CONFIGEV)")
    assert reported(qm).count("refresh mq:LocalQueue A") == 1
    [answer] = mqsc_commands.run(qm, "REFRESH QMGR TYPE(CONFIGEV) NAME(A)")
    assert not answer.ok
