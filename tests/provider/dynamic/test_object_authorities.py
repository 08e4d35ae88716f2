"""The provider under `pulumi up`, about what users may do with objects: one resource at a time."""

from pathlib import Path
from typing import Any

import pytest

from queuewright.catalogue.key import Key
from queuewright.kinds import spec_of

from .conftest import program

KIND, DATA = "ibmi:ObjectAuthority", "ibmi:DataQueue"
QUEUE = Key("PROD", DATA, "ORDLIB/IN")
NAMES = {"name": "ORDLIB/IN", "object_type": "dtaq", "user": "AMY"}
RECORD = spec_of(KIND).key_of(NAMES, "PROD")
DECLARED = {"system": "PROD", **NAMES, "authorities": ["use"]}
OBJECT = {"system": "PROD", "name": "IN", "library": "ORDLIB", "max_entry_length": 10.0}


def declaring(folder: Path, *keys: Key, with_users: bool = False) -> dict[str, str]:
    """What each resource of a program hands to a check."""
    own: dict[str, Any] = {"private_authorities": {}} if with_users else {}
    return program(folder, {key: own if key == QUEUE else {} for key in keys})


@pytest.fixture
def machine(project: Any) -> Any:
    machine = project.machine("PROD")
    machine.create(DATA, QUEUE.name, {"max_entry_length": 10})
    return machine


def users(machine: Any) -> Any:
    return machine.observe([DATA], [QUEUE.name])[0].attributes["private_authorities"]


def test_from_create_to_delete(machine: Any, start_plugin: Any) -> None:
    """Each in a process that has read nothing yet, as an update finds it."""
    plugin = start_plugin().of(KIND)
    inputs, failures = plugin.check(DECLARED)
    assert failures == []
    id_, outs = plugin.create(inputs)
    assert id_ == RECORD.id
    assert users(machine) == {"AMY": ("use",)}
    assert start_plugin().of(KIND).diff(id_, outs, inputs).changes == 1  # DIFF_NONE
    machine.change(DATA, QUEUE.name, {"private_authorities": {"AMY": ("all",), "BOB": ("use",)}})
    plugin = start_plugin().of(KIND)
    assert plugin.diff(id_, outs, inputs).changes == 2  # DIFF_SOME
    after = plugin.update(id_, outs, inputs)
    assert users(machine) == {"AMY": ("use",), "BOB": ("use",)}
    start_plugin().of(KIND).delete(id_, after)
    assert users(machine) == {"BOB": ("use",)}
    start_plugin().of(KIND).delete(id_, after)  # gone, by whomever


def test_one_to_be_replaced(machine: Any, start_plugin: Any) -> None:
    """It is there for whoever asks: nothing has changed since the preview."""
    first = start_plugin().of(KIND)
    id_, outs = first.create(first.check(DECLARED)[0])
    plugin = start_plugin().of(KIND)
    given = {**DECLARED, "authorities": ["change"], "__replace_on_changes": ["authorities"]}
    news, failures = plugin.check(given, outs)
    assert failures == []
    assert plugin.diff(id_, outs, news).replaces == ["authorities"]
    again, failures = plugin.check(given)
    assert failures == []
    plugin.delete(id_, outs)
    plugin.create(again)
    assert users(machine) == {"AMY": ("change",)}


def test_an_object_that_is_neither_there_nor_declared(project: Any, start_plugin: Any) -> None:
    project.machine("PROD")
    plugin = start_plugin()
    _, failures = plugin.of(KIND).check({**DECLARED, **declaring(project.folder, RECORD)})
    assert len(failures) == 1
    assert 'DataQueue or DdmDataQueue "ORDLIB/IN" is neither there nor declared' in failures[0]
    both = declaring(project.folder, RECORD, QUEUE)
    assert plugin.of(KIND).check({**DECLARED, **both})[1] == []


def test_an_object_that_gives_all_of_its_users(
    machine: Any, project: Any, start_plugin: Any
) -> None:
    plugin = start_plugin()
    listed = declaring(project.folder, RECORD, QUEUE, with_users=True)
    _, failures = plugin.of(KIND).check({**DECLARED, **listed})
    assert len(failures) == 1
    assert "ibmi:DataQueue ORDLIB/IN declares private_authorities" in failures[0]


def test_a_record_that_its_object_has_taken_over(
    machine: Any, project: Any, start_plugin: Any
) -> None:
    """The program gives the user with the object now: the record is only forgotten."""
    first = start_plugin().of(KIND)
    id_, outs = first.create(first.check(DECLARED)[0])
    plugin = start_plugin()
    listed = declaring(project.folder, QUEUE, with_users=True)
    given = {**OBJECT, "private_authorities": {"AMY": ["use"]}, **listed}
    assert plugin.of(DATA).check(given, OBJECT)[1] == []
    plugin.of(KIND).delete(id_, outs)
    assert users(machine) == {"AMY": ("use",)}


def test_an_object_goes_only_with_its_records(
    machine: Any, project: Any, start_plugin: Any
) -> None:
    first = start_plugin()
    inputs = first.of(DATA).check({**OBJECT, "adopt": "any"})[0]
    id_, outs = first.of(DATA).create(inputs)
    record = first.of(KIND).check(DECLARED)[0]
    first.of(KIND).create(record)
    plugin = start_plugin()
    assert plugin.of(KIND).check({**DECLARED, **declaring(project.folder, RECORD)}, record)[1] == []
    with pytest.raises(Exception, match="would take with it what the program declares"):
        plugin.of(DATA).delete(id_, outs)
    assert machine.observe([DATA])
    plugin = start_plugin()
    plugin.of(DATA).check({**OBJECT, "name": "OTHER", **declaring(project.folder)})
    plugin.of(DATA).delete(id_, outs)
    assert not machine.observe([DATA])


def test_the_owner_has_every_authority(machine: Any, start_plugin: Any) -> None:
    machine.change(DATA, QUEUE.name, {"owner": "AMY"})
    _, failures = start_plugin().of(KIND).check(DECLARED)
    assert any("user AMY owns the object" in failure for failure in failures)


def test_queues_keep_declared_records_though_no_other_queue_is_declared(
    project: Any, start_plugin: Any
) -> None:
    """The provider that is asked to delete is told nothing of the program; the others are."""
    queue = {"system": "QM1", "name": "GONE"}
    first = start_plugin()
    id_, outs = first.create(first.check(queue)[0])
    record = Key("QM1", "mq:AuthorityRecord", "GONE/q/staff/")
    machine = project.machine("QM1")
    machine.create(record.kind, record.name, {"authorities": ("input",)})
    plugin = start_plugin()
    declared = {"system": "QM1", "name": "GONE", "object_type": "q", "group": "staff"}
    given = {**declared, "authorities": ["input"], **declaring(project.folder, record)}
    assert plugin.of(record.kind).check({**given, "adopt": "any"})[1] == []
    plugin.delete(id_, outs)
    assert not machine.observe(["mq:LocalQueue"], ["GONE"])
    assert len(machine.observe([record.kind], [record.name])) == 1


def test_users_that_the_engine_leaves_out(machine: Any, project: Any, start_plugin: Any) -> None:
    """`ignore_changes` of an object whose state has none of them: the engine asks without them."""
    names = declaring(project.folder, RECORD, QUEUE, with_users=True)
    plugin = start_plugin()
    given = {**OBJECT, "adopt": "any", "private_authorities": {"BOB": ["use"]}}
    assert plugin.of(DATA).check({**given, **names})[1] == []
    _, failures = plugin.of(KIND).check({**DECLARED, **names})
    assert len(failures) == 1
    assert "which are all users of the object" in failures[0]
    assert plugin.of(DATA).check({**OBJECT, "adopt": "any", **names})[1] == []
    assert plugin.of(KIND).check({**DECLARED, **names})[1] == []
