"""Declared records of objects whose deletion takes them away, as DELETE PROCESS has no AUTHREC(NO):
Pulumi's engine says nothing of a record that stays as it is."""

from typing import Any

import pytest

from queuewright.catalogue.key import Key
from queuewright.sandbox.engine import EmbeddedSystem

from .conftest import Answer, program, refusing_once

PROCESS, RECORD = "mq:Process", "mq:AuthorityRecord"
OWN = Key("QM1", PROCESS, "P")
OF_IT = Key("QM1", RECORD, "P/process/app/")
GRANTED = {
    "system": "QM1", "name": "P", "object_type": "process", "group": "app",
    "authorities": ["inquire"],
}  # fmt: skip


@pytest.fixture
def machine(project: Any) -> Any:
    machine = project.machine("QM1")
    machine.create(RECORD, "P/process/others/", {"authorities": ("inquire",)})
    return machine


def granted(machine: Any) -> dict[str, Any]:
    found = machine.observe((RECORD,), (OF_IT.name, "P/process/others/"))
    return {each.key.name: each.attributes["authorities"] for each in found}


def made(plugin: Any, kind: str, given: dict[str, Any]) -> tuple[Any, Any, Any]:
    provider = plugin.of(kind)
    news, failures = provider.check(given)
    assert failures == []
    return provider.create(news), provider, news


def test_a_declared_record_is_there_after_its_object_is_gone(
    machine: Any, project: Any, start_plugin: Any
) -> None:
    plugin = start_plugin()
    (id_, outs), _, _ = made(plugin, PROCESS, {"system": "QM1", "name": "P"})
    _, _, news = made(plugin, RECORD, GRANTED)
    plugin = start_plugin()  # of the next update
    listed = program(project.folder, {OF_IT: {}})
    assert plugin.of(RECORD).check({**news, **listed}, news)[1] == []
    plugin.of(PROCESS).delete(id_, outs)
    assert machine.observe((PROCESS,), ("P",)) == []
    assert granted(machine) == {OF_IT.name: ("inquire",)}  # and that of others is gone with it


def test_without_a_declaration_it_goes(machine: Any, start_plugin: Any) -> None:
    plugin = start_plugin()
    (id_, outs), _, _ = made(plugin, PROCESS, {"system": "QM1", "name": "P"})
    made(plugin, RECORD, GRANTED)
    start_plugin().of(PROCESS).delete(id_, outs)
    assert granted(machine) == {}


@pytest.mark.parametrize("is_declared", [True, False])
@pytest.mark.parametrize("is_refused", [False, True])
def test_a_replacement(
    is_declared: bool, is_refused: bool, machine: Any, project: Any, start_plugin: Any
) -> None:
    plugin = start_plugin()
    (id_, outs), _, news = made(plugin, PROCESS, {"system": "QM1", "name": "P"})
    made(plugin, RECORD, GRANTED)
    process = start_plugin().of(PROCESS)  # of the next update
    anew = {
        **news,
        **program(project.folder, {OWN: {}, **({OF_IT: {}} if is_declared else {})}),
        "process_description": "new",
        "__replace_on_changes": ["process_description"],
    }
    checked, failures = process.check(anew, news)
    assert failures == []
    assert list(process.diff(id_, outs, checked).replaces) == ["process_description"]
    checked, failures = process.check(anew)
    assert failures == []
    if is_refused:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(EmbeddedSystem, "create", refusing_once())
            with pytest.raises(Answer, match="put back"):
                process.delete(id_, outs)
    else:
        process.delete(id_, outs)
        process.create(checked)
    assert granted(machine) == ({OF_IT.name: ("inquire",)} if is_declared else {})
