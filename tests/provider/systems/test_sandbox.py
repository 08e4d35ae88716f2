"""The sandbox behind the `System` protocol."""

from pathlib import Path

import pytest

from queuewright.catalogue.errors import CommandFailed, SystemUnavailable
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import OpenFor
from queuewright.ibmi.data_queue import DataQueueSpec
from queuewright.ibmi.message_queue import MessageQueueSpec
from queuewright.kinds import KINDS, QUEUE_KINDS
from queuewright.mq.alias_queue import AliasQueueSpec
from queuewright.mq.local_queue import LocalQueueSpec
from queuewright.sandbox.authority_records import grant, granted
from queuewright.sandbox.engine import EmbeddedSystem
from queuewright.systems.protocol import System
from queuewright.systems.registry import systems_from


@pytest.fixture
def systems(tmp_path: Path) -> dict[str, System]:
    config = {
        "QM1": {"type": "sandbox", "platform": "linux"},
        "PROD01": {"type": "sandbox", "platform": "ibmi"},
    }
    return dict(systems_from(config, base=tmp_path))


def machine(system: System) -> EmbeddedSystem:
    embedded = system._system  # type: ignore[attr-defined]
    assert isinstance(embedded, EmbeddedSystem)
    return embedded


def test_what_was_created_is_observed_with_every_attribute(systems: dict[str, System]) -> None:
    qm = systems["QM1"]
    made = qm.create(LocalQueueSpec(name="ORDERS", max_queue_depth=7))
    [observed] = qm.observe(["mq:LocalQueue"], ["ORDERS"])
    assert observed == made
    assert observed.key == Key("QM1", "mq:LocalQueue", "ORDERS")
    assert observed.status is None
    described = KINDS["mq:LocalQueue"].attributes()
    expected = {
        name
        for name, attribute in described.items()
        if attribute.observable and attribute.applies(qm.facts)
    }
    assert set(observed.attributes) == expected


def test_create_never_replaces(systems: dict[str, System]) -> None:
    qm = systems["QM1"]
    qm.create(LocalQueueSpec(name="ORDERS"))
    with pytest.raises(CommandFailed) as caught:
        qm.create(LocalQueueSpec(name="ORDERS"))
    assert caught.value.reason_name == "MQRCCF_OBJECT_ALREADY_EXISTS"


def test_like_gives_what_the_spec_leaves_out(systems: dict[str, System]) -> None:
    qm = systems["QM1"]
    qm.create(LocalQueueSpec(name="A", max_queue_depth=7))
    made = qm.create(LocalQueueSpec(name="B", queue_description="b"), like="A")
    assert made.attributes["max_queue_depth"] == 7


def test_change_sends_only_what_it_is_given(systems: dict[str, System]) -> None:
    qm = systems["QM1"]
    qm.create(AliasQueueSpec(name="A", base_object_name="X"))
    qm.change(AliasQueueSpec(name="A", queue_description="new"))
    [observed] = qm.observe(["mq:AliasQueue"], ["A"])
    assert observed.attributes["base_object_name"] == "X"


def test_force_purge_and_authorities_are_passed_on(systems: dict[str, System]) -> None:
    qm = systems["QM1"]
    for name in ("Q1", "Q2"):
        qm.create(LocalQueueSpec(name=name))
    qm.create(AliasQueueSpec(name="A", base_object_name="Q1"))
    handle = machine(qm).open("A", {OpenFor.OUTPUT}, application="payroll")
    with pytest.raises(CommandFailed):
        qm.change(AliasQueueSpec(name="A", base_object_name="Q2"))
    qm.change(AliasQueueSpec(name="A", base_object_name="Q2"), force=True)
    assert [opened.application for opened in qm.handles()] == ["payroll"]
    machine(qm).close_handle(handle.id)
    machine(qm).put("Q2")
    key = Key("QM1", "mq:LocalQueue", "Q2")
    with machine(qm).writing() as tx:
        grant(tx, "q", "Q2", "group users", ("input",))
    with pytest.raises(CommandFailed):
        qm.delete(key)
    qm.delete(key, purge=True, keep_authorities=True)
    with machine(qm).reading() as tx:
        assert granted(tx, "q", "Q2") == {"group users": ("input",)}


def test_observe_in_bulk_leaves_out_what_is_missing(systems: dict[str, System]) -> None:
    qm = systems["QM1"]
    names = [f"Q.{number}" for number in range(1200)]
    for name in names[:3]:
        qm.create(LocalQueueSpec(name=name))
    queues = list(qm.observe(QUEUE_KINDS, names, status=True))
    assert [queue.key.name for queue in queues] == names[:3]
    assert all(queue.status is not None and queue.status.depth == 0 for queue in queues)
    assert list(qm.observe(["ibmi:MessageQueue"])) == []


@pytest.mark.parametrize("kind", list(KINDS))
def test_defaults_of_every_kind(systems: dict[str, System], kind: str) -> None:
    for system in systems.values():
        defaults = system.defaults(kind)
        if defaults is None:
            assert system.facts.platform not in KINDS[kind].platforms()
            continue
        assert defaults.key.kind == kind
        assert set(defaults.attributes) <= set(KINDS[kind].attributes())


def test_curlib_is_the_current_library(systems: dict[str, System]) -> None:
    partition = systems["PROD01"]
    made = partition.create(MessageQueueSpec(name="Q"))
    assert made.key.name == "QGPL/Q"
    spec = DataQueueSpec(name="Q", library="QGPL", max_entry_length=10)
    assert partition.create(spec).key.name == "QGPL/Q"
    partition.delete(Key("PROD01", "ibmi:MessageQueue", "*CURLIB/Q"))
    assert [observed.key.kind for observed in partition.observe(list(KINDS), ["QGPL/Q"])] == [
        "ibmi:DataQueue"
    ]


def _again(tmp_path: Path, **given: object) -> System:
    """PROD01 as another configuration has it."""
    entry = {"type": "sandbox", "platform": "ibmi", **given}
    return dict(systems_from({"PROD01": entry}, base=tmp_path))["PROD01"]


def _made(systems: dict[str, System]) -> None:
    """A system is made when something is changed on it."""
    systems["PROD01"].create(DataQueueSpec(name="FIRST", library="QGPL", max_entry_length=5))
    systems["QM1"].create(LocalQueueSpec(name="FIRST"))


def test_configuration_that_can_be_applied_later_is(
    systems: dict[str, System], tmp_path: Path
) -> None:
    _made(systems)
    there = set(systems["PROD01"].facts.libraries or ())
    assert there == {"QSYS", "QGPL", "QTEMP"}
    first = _again(tmp_path, libraries=["ORDERS"])
    assert set(first.facts.libraries or ()) == there | {"ORDERS"}
    later = _again(tmp_path, current_library="STOCK").facts
    assert later.current_library == "STOCK"
    assert set(later.libraries or ()) == there | {"STOCK"}  # nothing was changed on the first one
    made = first.create(DataQueueSpec(name="D", library="ORDERS", max_entry_length=5))
    assert made.key.name == "ORDERS/D"
    assert systems["QM1"].facts.platform == "linux"
    other = {"QM1": {"type": "sandbox", "platform": "aix", "queue_sharing_group": "QSG1"}}
    unix = systems_from(other, base=tmp_path)["QM1"].facts  # no dump tells them apart
    assert (unix.platform, unix.queue_sharing_group) == ("aix", "QSG1")


def test_configuration_that_differs_is_an_error(systems: dict[str, System], tmp_path: Path) -> None:
    _made(systems)
    assert systems["PROD01"].facts.command_level == 930
    for given, words in (
        ({"platform": "zos"}, 'platform is "ibmi" there and "zos" here'),
        ({"command_level": 940}, "command_level is 930 there and 940 here"),
        ({"ccsid": 500, "command_level": 900}, "900 here; ccsid is 37 there and 500 here"),
    ):
        with pytest.raises(SystemUnavailable) as caught:
            _ = _again(tmp_path, **given).facts
        assert words in str(caught.value)
        assert "queuewright sandbox remove PROD01" in str(caught.value)
        assert "\n" not in str(caught.value)
    assert _again(tmp_path, command_level=930, ccsid=None).facts.ccsid == 37
