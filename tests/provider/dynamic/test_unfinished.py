"""Updates under Pulumi's engine that are cut off between two commands of one object, and the next
update, in a process of its own with the state of before."""

import shutil
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from time import sleep
from typing import Any

import pytest
from pulumi.runtime.proto import provider_pb2

from crashing import Crash, crash, cut_off
from queuewright.catalogue.errors import CommandFailed
from queuewright.catalogue.options import REPLACE_ON_CHANGES
from queuewright.dynamic import connections, reviewing
from queuewright.sandbox import running
from queuewright.sandbox.controls import refreshes
from queuewright.sandbox.engine import EmbeddedSystem
from queuewright.sandbox.system import SandboxSystem

from .conftest import Answer, Project, Start, refusing_once

SENDER, CHECKS = "mq:SenderChannel", "mq:OperatingSystemAuthentication"
TO = {
    "system": "QM1",
    "name": "TO.QM2",
    "connection_name": "qm2(1414)",
    "xmit_queue_name": "QM2",
    "batch_size": 50,
    "restart": "when-running",
}
PASSWORDS = {
    "system": "QM1",
    "name": "CHECKS",
    "check_client_binding": "required",
    "refresh_security": "when-needed",
}
NONE = provider_pb2.DiffResponse.DIFF_NONE


@pytest.fixture(autouse=True)
def _nothing_said_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a process of its own."""
    monkeypatch.setattr(reviewing, "_reviewed", set())


def seen(machine: EmbeddedSystem) -> tuple[Any, list[str]]:
    [found] = machine.observe([SENDER], ["TO.QM2"], status=True)
    assert found.status is not None
    return found.attributes["batch_size"], [each.state for each in found.status.instances or ()]


@pytest.mark.parametrize("before", ["ALTER", "START"])
@pytest.mark.parametrize("then", ["same place", "elsewhere", "started"])
def test_a_channel_that_was_left_stopped(
    start_plugin: Start,
    project: Project,
    capfd: pytest.CaptureFixture[str],
    before: str,
    then: str,
) -> None:
    machine = project.machine("QM1")
    id_, made = start_plugin().of(SENDER).create(TO)
    machine.channel_runs("TO.QM2")
    news = {**TO, "batch_size": 7}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(running, "start", crash)
        if before == "ALTER":
            patch.setattr(EmbeddedSystem, "change", crash)
        with pytest.raises(Crash):
            start_plugin().of(SENDER).update(id_, made, news)
    assert seen(machine) == (7 if before == "START" else 50, ["STOPPED"])
    if then == "elsewhere":  # another checkout, which has no note
        shutil.rmtree(project.folder / ".queuewright" / "unfinished")
    if then == "started":
        machine.channel_runs("TO.QM2")
    plugin = start_plugin().of(SENDER)
    capfd.readouterr()
    assert plugin.check(news, made)[1] == []
    reported = capfd.readouterr().err
    assert ("an update that was cut off stopped it: it is started" in reported) is (
        then == "same place"
    )
    warned = "it was changed since the state was written, and is stopped" in reported
    assert warned is (then == "elsewhere" and before == "START")
    assert plugin.diff(id_, made, news).changes != NONE
    made = plugin.update(id_, made, news)
    assert seen(machine) == (7, ["STOPPED" if then == "elsewhere" else "RUNNING"])
    # One that somebody stops later stays stopped.
    machine.channel_runs("TO.QM2", "STOPPED")
    plugin = start_plugin().of(SENDER)
    plugin.check(news, made)
    assert plugin.diff(id_, made, news).changes == NONE
    plugin.update(id_, made, {**news, "batch_size": 8})
    assert seen(machine) == (8, ["STOPPED"])


@pytest.mark.parametrize("is_here", [True, False])
def test_refresh_security_that_was_not_sent(
    start_plugin: Start, project: Project, capfd: pytest.CaptureFixture[str], is_here: bool
) -> None:
    machine = project.machine("QM1")

    def sent() -> int:
        with machine.reading() as tx:
            return refreshes(tx).get("CONNAUTH", 0)

    plugin = start_plugin().of(CHECKS)
    id_, made = plugin.create(PASSWORDS)
    news = {**PASSWORDS, "check_client_binding": "optional"}
    capfd.readouterr()
    plugin.check(news, made)
    assert "REFRESH SECURITY TYPE(CONNAUTH) is sent afterwards" in capfd.readouterr().err
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SandboxSystem, "refresh_security", crash)
        with pytest.raises(Crash):
            plugin.update(id_, made, news)
    assert sent() == 0
    if not is_here:
        shutil.rmtree(project.folder / ".queuewright" / "unfinished")
    plugin = start_plugin().of(CHECKS)
    plugin.check(news, made)
    assert "may not have been sent after the last change: it is sent" in capfd.readouterr().err
    assert plugin.diff(id_, made, news).changes != NONE
    made = plugin.update(id_, made, news)
    assert sent() == 1
    assert start_plugin().of(CHECKS).diff(id_, made, news).changes == NONE
    plugin.delete(id_, made)
    assert not list((project.folder / ".queuewright").glob("unfinished/*"))


def test_a_note_that_cannot_be_written_stops_nothing(
    start_plugin: Start, project: Project, capfd: pytest.CaptureFixture[str]
) -> None:
    machine = project.machine("QM1")
    id_, made = start_plugin().of(SENDER).create(TO)
    machine.channel_runs("TO.QM2")
    (project.folder / ".queuewright" / "unfinished").write_text("a file", encoding="utf-8")
    start_plugin().of(SENDER).update(id_, made, {**TO, "batch_size": 7})
    assert seen(machine) == (7, ["RUNNING"])
    assert "the next one does not know what it had begun" in capfd.readouterr().err


REPLACED = {
    **PASSWORDS,
    "check_client_binding": "optional",
    REPLACE_ON_CHANGES: ["check_client_binding"],
}


def sent(project: Project) -> int:
    with project.machine("QM1").reading() as tx:
        return refreshes(tx).get("CONNAUTH", 0)


def replace(plugin: Any, id_: str, made: dict[str, Any]) -> dict[str, Any]:
    """As Pulumi's engine has it done; the new outputs."""
    assert plugin.check(REPLACED, made)[1] == []
    assert plugin.diff(id_, made, REPLACED).replaces == ["check_client_binding"]
    assert plugin.check(REPLACED)[1] == []
    plugin.delete(id_, made)
    outs: dict[str, Any] = plugin.create(REPLACED)[1]
    return outs


def test_refresh_security_after_a_replacement(
    start_plugin: Start, project: Project, capfd: pytest.CaptureFixture[str]
) -> None:
    project.machine("QM1")
    id_, made = start_plugin().of(CHECKS).create(PASSWORDS)
    replace(start_plugin().of(CHECKS), id_, made)
    assert "REFRESH SECURITY TYPE(CONNAUTH) is sent afterwards" in capfd.readouterr().err
    assert sent(project) == 1
    assert not list((project.folder / ".queuewright").glob("unfinished/*"))


@pytest.mark.parametrize("at", ["delete", "deleted", "create", "created", "refresh_security"])
def test_a_replacement_that_is_cut_off_before_refresh_security(
    start_plugin: Start, project: Project, capfd: pytest.CaptureFixture[str], at: str
) -> None:
    """Pulumi's state still has the object until the delete has returned, and then no more."""
    project.machine("QM1")
    id_, made = start_plugin().of(CHECKS).create(PASSWORDS)

    def up() -> None:
        plugin = start_plugin().of(CHECKS)
        if at == "delete":
            replace(plugin, id_, made)
        elif at == "deleted":
            assert plugin.check(REPLACED, made)[1] == []
            assert plugin.diff(id_, made, REPLACED).replaces == []
            plugin.update(id_, made, REPLACED)
        else:
            assert plugin.check(REPLACED)[1] == []
            plugin.create(REPLACED)

    with pytest.MonkeyPatch.context() as patch:
        cut_off(patch, at)
        with pytest.raises(Crash):
            replace(start_plugin().of(CHECKS), id_, made)
    if at in ("deleted", "create"):  # and once more, when the object has been made again
        with pytest.MonkeyPatch.context() as patch:
            cut_off(patch, "refresh_security")
            with pytest.raises(Crash):
                up()
    assert sent(project) == 0
    reviewing._reviewed.clear()
    capfd.readouterr()
    up()
    late = "may not have been sent after the last change: it is sent"
    assert (late in capfd.readouterr().err) is (at != "delete")
    assert sent(project) == 1
    [found] = project.machine("QM1").observe([CHECKS], ["CHECKS"])
    assert found.attributes["check_client_binding"] == "optional"
    assert not list((project.folder / ".queuewright").glob("unfinished/*"))


@pytest.mark.parametrize("is_left", [False, True])
def test_a_replacement_that_is_put_back(
    start_plugin: Start, project: Project, is_left: bool
) -> None:
    """Only what an update before has left to be sent is left still."""
    project.machine("QM1")
    id_, made = start_plugin().of(CHECKS).create({**PASSWORDS, "check_client_binding": "none"})
    if is_left:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(SandboxSystem, "refresh_security", crash)
            with pytest.raises(Crash):
                start_plugin().of(CHECKS).update(id_, made, PASSWORDS)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(EmbeddedSystem, "create", refusing_once())
        with pytest.raises(Answer, match="put back"):
            replace(start_plugin().of(CHECKS), id_, made)
    assert len(list((project.folder / ".queuewright").glob("unfinished/*"))) == is_left
    assert sent(project) == 0
    replace(start_plugin().of(CHECKS), id_, made)
    assert sent(project) == 1


def test_resources_that_wait_for_the_same_refresh_share_it(
    start_plugin: Start, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two are changed while it is sent for another one: none of them counts before the next."""
    project.machine("QM1")
    plugin = start_plugin().of(CHECKS)
    names = ("CHECKS", "SECOND", "THIRD")
    made = {name: plugin.create({**PASSWORDS, "name": name}) for name in names}

    def change(name: str) -> None:
        news = {**PASSWORDS, "name": name, "check_client_binding": "optional"}
        plugin.update(*made[name], news)

    own, begun = SandboxSystem.refresh_security, iter([True])
    pool = ThreadPoolExecutor(2)
    others: list[Future[None]] = []

    def meanwhile(system: SandboxSystem, security: str) -> None:
        if next(begun, False):
            others.extend(pool.submit(change, name) for name in names[1:])
            [connected] = connections._connected.values()
            asked = connected.system("QM1")._refreshes["CONNAUTH"]
            for _ in range(1000):
                if asked.asked == len(names):
                    break
                sleep(0.01)
        own(system, security)

    monkeypatch.setattr(SandboxSystem, "refresh_security", meanwhile)
    with pool:
        change("CHECKS")
    assert [each.result() for each in others] == [None, None]
    assert sent(project) == 2
    assert not list((project.folder / ".queuewright").glob("unfinished/*"))


@pytest.mark.parametrize("at", ["", "refused", "create", "created", "refresh_security"])
def test_refresh_security_after_a_creation_that_connauth_names_already(
    start_plugin: Start, project: Project, capfd: pytest.CaptureFixture[str], at: str
) -> None:
    machine = project.machine("QM1")
    machine.change("mq:QueueManagerAttributes", "QMGR", {"connection_authentication": "CHECKS"})
    notes = project.folder / ".queuewright"
    if at:
        with pytest.MonkeyPatch.context() as patch:
            cut_off(patch, "create" if at == "refused" else at, refused=at == "refused")
            with pytest.raises(Answer if at == "refused" else Crash):
                start_plugin().of(CHECKS).create(PASSWORDS)
        assert sent(project) == 0
        assert len(list(notes.glob("unfinished/*"))) == (at != "refused")
    reviewing._reviewed.clear()
    capfd.readouterr()
    plugin = start_plugin().of(CHECKS)
    assert plugin.check(PASSWORDS)[1] == []
    is_there = at in ("created", "refresh_security")
    text = "may not have been sent" if is_there else "is sent afterwards"
    assert text in capfd.readouterr().err
    plugin.create(PASSWORDS)
    assert sent(project) == 1
    assert not list(notes.glob("unfinished/*"))


@pytest.mark.parametrize("is_new", [True, False])
@pytest.mark.parametrize("at", ["failed", "killed"])
def test_what_was_made_before_refresh_security_failed_is_the_stacks_own(
    start_plugin: Start, project: Project, at: str, is_new: bool
) -> None:
    """Pulumi's state does not have it: its creation has not returned."""
    machine = project.machine("QM1")
    machine.change("mq:QueueManagerAttributes", "QMGR", {"connection_authentication": "CHECKS"})
    given = {**REPLACED, "adopt": "never"}

    def fails(*_: object) -> None:
        raise CommandFailed("no") if at == "failed" else Crash

    if not is_new:
        id_, made = start_plugin().of(CHECKS).create({**PASSWORDS, "adopt": "never"})
    plugin = start_plugin().of(CHECKS)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SandboxSystem, "refresh_security", fails)
        if not is_new:
            assert plugin.check(given, made)[1] == []
            assert plugin.diff(id_, made, given).replaces == ["check_client_binding"]
        assert plugin.check(given)[1] == []
        step = partial(plugin.create, given) if is_new else partial(plugin.delete, id_, made)
        with pytest.raises(Answer if at == "failed" else Crash):
            step()
    before = sent(project)
    plugin = start_plugin().of(CHECKS)
    changed = {**given, "description": "new"}
    assert plugin.check(changed)[1] == []
    outs = plugin.create(changed)[1]
    assert "__adopted" not in outs
    assert sent(project) == before + 1
    [found] = machine.observe([CHECKS], ["CHECKS"])
    assert found.attributes["description"] == "new"
    # What others make of the name once nothing is left is theirs.
    machine.create(CHECKS, "SECOND", {})
    [reason] = start_plugin().of(CHECKS).check({**given, "name": "SECOND"})[1]
    assert 'adopt="never"' in reason
