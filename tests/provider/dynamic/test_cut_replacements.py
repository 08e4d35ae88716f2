"""A replacement under `pulumi up` that ends between its two halves: nothing is gone, and the new
object has what the old one had."""

from pathlib import Path
from typing import Any

import pytest

from queuewright.catalogue.errors import CommandFailed
from queuewright.sandbox.engine import EmbeddedSystem
from queuewright.sandbox.system import SandboxSystem

from .conftest import Answer

DATA, LOCAL = "ibmi:DataQueue", "mq:LocalQueue"
QUEUE = {"system": "PROD", "name": "IN", "library": "ORDLIB", "max_entry_length": 10.0}
BY_HAND = {"private_authorities": {"ANNA": ["use"]}, "text_description": "by hand"}


class Killed(BaseException):
    """Of the provider's process."""


def notes(folder: Path) -> list[Path]:
    return list((folder / ".queuewright" / "unfinished").glob("*"))


@pytest.fixture
def before(project: Any, start_plugin: Any) -> tuple[str, dict[str, Any], EmbeddedSystem]:
    machine: EmbeddedSystem = project.machine("PROD")
    plugin = start_plugin().of(DATA)
    id_, outs = plugin.create(plugin.check(QUEUE)[0])
    machine.change(DATA, "ORDLIB/IN", BY_HAND)
    return id_, outs, machine


def attributes(machine: EmbeddedSystem) -> dict[str, Any]:
    [found] = machine.observe([DATA], ["ORDLIB/IN"])
    return dict(found.attributes)


def asked(plugin: Any, id_: str, outs: dict[str, Any], length: float) -> dict[str, Any]:
    """The inputs, once the engine knows that the object is to be replaced."""
    news, failures = plugin.check({**QUEUE, "max_entry_length": length}, outs)
    assert failures == []
    assert plugin.diff(id_, outs, news).replaces == ["max_entry_length"]
    again, failures = plugin.check({**QUEUE, "max_entry_length": length})
    assert failures == []
    return dict(again)


def test_the_engine_stops_after_the_delete(
    before: tuple[str, dict[str, Any], EmbeddedSystem], project: Any, start_plugin: Any
) -> None:
    """As it does when another resource has failed: the object is there, and as it is to be."""
    id_, outs, machine = before
    old = attributes(machine)
    plugin = start_plugin().of(DATA)
    news = asked(plugin, id_, outs, 20.0)
    plugin.delete(id_, outs)
    assert attributes(machine) == {**old, "max_entry_length": 20}
    plugin = start_plugin().of(DATA)
    assert plugin.check(news, outs)[1] == []
    _, made = plugin.create(news)
    assert attributes(machine) == {**old, "max_entry_length": 20}
    assert "__adopted" not in made
    assert notes(project.folder) == []


def test_the_engine_creates_what_is_there_already(
    before: tuple[str, dict[str, Any], EmbeddedSystem], start_plugin: Any
) -> None:
    id_, outs, machine = before
    old = attributes(machine)
    plugin = start_plugin().of(DATA)
    news = asked(plugin, id_, outs, 20.0)
    plugin.delete(id_, outs)
    again, made = plugin.create(news)
    assert again == id_
    assert attributes(machine) == {**old, "max_entry_length": 20}
    assert plugin.diff(id_, made, news).changes == 1  # DIFF_NONE


def test_the_provider_is_killed_between_both_commands(
    before: tuple[str, dict[str, Any], EmbeddedSystem],
    project: Any,
    start_plugin: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    id_, outs, machine = before
    old = attributes(machine)
    plugin = start_plugin().of(DATA)
    asked(plugin, id_, outs, 20.0)
    with monkeypatch.context() as patch:

        def killed(*_: Any, **__: Any) -> Any:
            raise Killed

        patch.setattr(SandboxSystem, "create", killed)
        with pytest.raises(Killed):
            plugin.delete(id_, outs)
    assert machine.observe([DATA], ["ORDLIB/IN"]) == []
    assert len(notes(project.folder)) == 1
    # The program goes on to change.
    plugin = start_plugin().of(DATA)
    news, failures = plugin.check({**QUEUE, "max_entry_length": 30.0}, outs)
    assert failures == []
    plugin.create(news)
    assert attributes(machine) == {**old, "max_entry_length": 30}
    assert notes(project.folder) == []
    assert start_plugin().of(DATA).check(news, outs)[1] == []


def test_a_delete_that_is_refused_leaves_no_note(
    before: tuple[str, dict[str, Any], EmbeddedSystem],
    project: Any,
    start_plugin: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    id_, outs, machine = before
    old = attributes(machine)
    plugin = start_plugin().of(DATA)
    asked(plugin, id_, outs, 20.0)
    with monkeypatch.context() as patch:

        def refused(*_: Any, **__: Any) -> Any:
            raise CommandFailed("no")

        patch.setattr(SandboxSystem, "delete", refused)
        with pytest.raises(Answer, match="no"):
            plugin.delete(id_, outs)
    assert attributes(machine) == old
    assert notes(project.folder) == []


NEVER = {"system": "QM1", "name": "A", "adopt": "never"}


def test_what_was_made_is_the_stacks_own_though_the_engine_does_not_know(
    project: Any, start_plugin: Any
) -> None:
    plugin = start_plugin().of(LOCAL)
    plugin.create(plugin.check(NEVER)[0])
    plugin = start_plugin().of(LOCAL)  # pulumi was killed before it wrote its state
    news, failures = plugin.check({**NEVER, "max_queue_depth": 7.0})
    assert failures == []
    _, outs = plugin.create(news)
    plugin = start_plugin().of(LOCAL)
    assert plugin.check(news, outs)[1] == []
    assert notes(project.folder) == []
    _, [line] = start_plugin().of(LOCAL).check(NEVER)
    assert 'adopt="never"' in line


def test_what_was_made_before_the_old_one_went_is_too(project: Any, start_plugin: Any) -> None:
    plugin = start_plugin().of(LOCAL)
    id_, outs = plugin.create(plugin.check(NEVER)[0])
    plugin = start_plugin().of(LOCAL)
    news, failures = plugin.check({**NEVER, "name": "B"}, outs)
    assert failures == []
    assert plugin.diff(id_, outs, news).replaces == ["name"]
    assert plugin.check(news)[1] == []
    plugin.delete(id_, outs)
    assert [each.key.name for each in project.machine("QM1").observe([LOCAL], ["A", "B"])] == ["B"]
    plugin = start_plugin().of(LOCAL)  # the engine stopped before it asked to create it
    assert plugin.check(news)[1] == []
    plugin.create(news)
