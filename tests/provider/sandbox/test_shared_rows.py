"""Shared queues: one definition and its messages, on each queue manager of their group."""

import json
from pathlib import Path

import pytest

from queuewright.catalogue.errors import CommandFailed
from queuewright.catalogue.observed import OpenFor
from queuewright.catalogue.platform import Platform
from queuewright.sandbox import mqsc_commands, pcf_commands
from queuewright.sandbox.engine import EmbeddedSystem, Sandbox

LOCAL = "mq:LocalQueue"
DISPOSITION = "queue_sharing_group_disposition"
SHARED = {DISPOSITION: "shared", "coupling_facility_structure": "APP1"}
Machines = tuple[EmbeddedSystem, EmbeddedSystem, EmbeddedSystem]


@pytest.fixture
def machines(tmp_path: Path) -> Machines:
    """QM1, which defines a shared queue, and QM2 of one group; QM3 is in none."""
    sandbox = Sandbox(tmp_path / "sandbox.db")
    one, two, three = (
        sandbox.create_system(name, platform=Platform.ZOS, queue_sharing_group=group)
        for name, group in (("QM1", "QSG1"), ("QM2", "QSG1"), ("QM3", ""))
    )
    one.create(LOCAL, "A", SHARED)
    return one, two, three


def depths(*machines: EmbeddedSystem) -> list[list[int | None]]:
    return [
        [each.depth for each in machine.observe((LOCAL,), ("A",), status=True)]
        for machine in machines
    ]


def test_each_queue_manager_of_the_group_has_it(machines: Machines) -> None:
    one, two, _ = machines
    [theirs] = two.observe((LOCAL,), ("A",))
    assert theirs.key.system == "QM2"
    assert theirs.attributes == one.observe((LOCAL,), ("A",))[0].attributes
    listed = [[each.key.name for each in m.observe((LOCAL,))].count("A") for m in machines]
    assert listed == [1, 1, 0]
    two.change(LOCAL, "A", {DISPOSITION: "shared", "queue_description": "ours"})
    assert one.observe((LOCAL,), ("A",))[0].attributes["queue_description"] == "ours"
    with pytest.raises(CommandFailed, match="exists already"):
        two.create(LOCAL, "A", SHARED)
    with pytest.raises(CommandFailed, match="disposition shared"):
        two.delete(LOCAL, "A")
    two.delete(LOCAL, "A", disposition="shared")
    assert not one.observe((LOCAL,), ("A",))


def test_its_messages_are_available_to_all_of_them(machines: Machines) -> None:
    one, two, _ = machines
    one.put("A", count=2)
    two.put("A", count=1, uncommitted=True)
    assert depths(*machines) == [[3], [3], []]
    assert two.commit() == 1
    two.get("A", count=3)
    assert depths(one, two) == [[0], [0]]
    one.put("A")
    with pytest.raises(CommandFailed, match="it has 1 messages"):
        two.delete(LOCAL, "A", disposition="shared")
    two.clear("A")
    assert depths(one) == [[0]]


def test_who_has_it_open_anywhere_keeps_it(machines: Machines) -> None:
    """A queue manager counts only its own handles."""
    one, two, _ = machines
    handle = two.open("A", {OpenFor.INPUT_EXCLUSIVE})
    counts = [m.observe((LOCAL,), ("A",), status=True)[0].status for m in (one, two)]
    assert [each.open_input for each in counts if each] == [0, 1]
    with pytest.raises(CommandFailed, match="it is open"):
        one.delete(LOCAL, "A", disposition="shared")
    with pytest.raises(CommandFailed, match="MQRC_OBJECT_IN_USE"):
        one.open("A", {OpenFor.INPUT_SHARED})
    two.close_handle(handle.id)
    one.delete(LOCAL, "A", disposition="shared")


def test_a_queue_of_the_name_that_a_queue_manager_has_itself_is_its_own(
    machines: Machines,
) -> None:
    one, two, _ = machines
    two.create(LOCAL, "B", {"queue_description": "own"})
    one.create(LOCAL, "B", SHARED)
    two.put("B")
    [own] = two.observe((LOCAL,), ("B",), status=True)
    assert (own.attributes["queue_description"], own.depth) == ("own", 1)
    [shared] = one.observe((LOCAL,), ("B",), status=True)
    assert shared.depth == 0
    two.open("B", {OpenFor.OUTPUT})
    one.delete(LOCAL, "B", disposition="shared")


def test_it_stays_when_the_queue_manager_goes_that_defined_it(machines: Machines) -> None:
    one, two, _ = machines
    one.put("A", count=2)
    one.sandbox.remove_system("QM1")
    assert depths(two) == [[2]]
    two.delete(LOCAL, "A", purge=True, disposition="shared")


def test_commands_of_each_form_find_it(machines: Machines) -> None:
    """DISPLAY shows it as live, and in the repository where that is asked for."""
    one, two, three = machines
    two.put("A")

    def shown(command: str, machine: EmbeddedSystem = two) -> list[tuple[object, ...]]:
        (answer,) = mqsc_commands.run(machine, command)
        found = [dict(each) for each in answer.objects]
        return [(each["QUEUE"], each["QSGDISP"], each["CURDEPTH"]) for each in found]

    for asked in ("", "QSGDISP(ALL)", "QSGDISP(SHARED)"):
        assert shown(f"DISPLAY QLOCAL(A) {asked} ALL") == [("A", "SHARED", 1)]
    assert shown("DISPLAY QLOCAL(A) QSGDISP(QMGR) ALL") == []
    assert shown("DISPLAY QLOCAL(A) CURDEPTH", three) == []
    (altered,) = mqsc_commands.run(two, "ALTER QLOCAL(A) QSGDISP(SHARED) DESCR('mqsc')")
    assert altered.ok, altered.message
    line = json.dumps({"command": "MQCMD_INQUIRE_Q", "parameters": {"QName": "A"}})
    (answer,) = pcf_commands.run(two, line)
    assert answer.ok, answer.message
    [found] = map(dict, answer.objects)
    assert found["QDesc"] == "mqsc"
    (deleted,) = mqsc_commands.run(two, "DELETE QLOCAL(A) QSGDISP(SHARED) PURGE")
    assert deleted.ok, deleted.message
    assert shown("DISPLAY QLOCAL(A) CURDEPTH", one) == []
