"""REFRESH SECURITY after a change: once for each type and queue manager, after everything else;
and what a cut between the change and the command leaves."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

import pytest

from crashing import Crash, crash, cut_off, die
from queuewright.catalogue.errors import CommandFailed
from queuewright.catalogue.platform import Platform
from queuewright.diff.types import Verb
from queuewright.engine.apply import Outcome, apply
from queuewright.engine.refresh import refreshed
from queuewright.sandbox.controls import refreshes
from queuewright.sandbox.engine import EmbeddedSystem
from queuewright.sandbox.system import SandboxSystem
from queuewright.script.commands import commands_of
from queuewright.script.dialect import ScriptDialect
from queuewright.script.text import script_text
from queuewright.state.deployment import UNREFRESHED, Resource
from queuewright.systems.mq.commands import ControlCommand, in_mqsc
from worlds import Rehearsed

CHECKS, QMGR = "mq:OperatingSystemAuthentication", "mq:QueueManagerAttributes"
OPTION = {"refresh_security": "when-needed"}
CONNAUTH, SSL = "REFRESH SECURITY TYPE(CONNAUTH)", "REFRESH SECURITY TYPE(SSL)"


@pytest.fixture
def world(tmp_path: Path) -> Rehearsed:
    """Both objects are there, and are to be changed."""
    world = Rehearsed(tmp_path)
    checks = world.declare(CHECKS, "CHECKS", check_client_binding="required", **OPTION)
    manager = world.declare(QMGR, "QMGR", max_handles=300, **OPTION)
    assert world.up().ok
    assert sent(world) == {}
    world.again(checks, inputs={"check_client_binding": "optional"})
    world.again(manager, inputs={"connection_authentication": "CHECKS", "certificate_label": "b"})
    return world


def sent(world: Rehearsed) -> Mapping[str, int]:
    with world.machine.reading() as tx:
        return refreshes(tx)


def test_it_is_shown_and_sent_once_after_everything_else(world: Rehearsed) -> None:
    plan = world.plan()
    reasons = {step.key.name: step.decision.reasons for step in plan.changes}
    assert f"{CONNAUTH} is sent afterwards" in reasons["CHECKS"]
    assert f"{SSL} is sent afterwards" in reasons["QMGR"]
    reported = [c for each in commands_of(plan, world.systems) for c in each.commands]
    control = [in_mqsc(each) for each in reported if isinstance(each, ControlCommand)]
    assert control == [CONNAUTH, SSL]
    assert reported[-2:] == [each for each in reported if isinstance(each, ControlCommand)]
    stated: list[tuple[Outcome, str]] = []
    result = world.up(progress=lambda event: stated.append((event.outcome, event.text)))
    assert result.ok
    assert stated[-2:] == [(Outcome.REFRESHED, CONNAUTH), (Outcome.REFRESHED, SSL)]
    assert sent(world) == {"CONNAUTH": 1, "SSL": 1}
    assert not result.state.pending
    assert world.plan().is_empty
    world.again(world.declared[0], inputs={"description": "new"})  # which waits for nothing
    assert world.up().ok
    assert sent(world) == {"CONNAUTH": 1, "SSL": 1}


def test_a_script_sends_it_after_everything_else(tmp_path: Path) -> None:
    """As `up` does, deletions too, and where no step is the queue manager's own."""
    world = Rehearsed(tmp_path)
    old = world.declare(CHECKS, "OLD", **OPTION)
    world.declare(CHECKS, "NEW", **OPTION)
    manager = world.declare(QMGR, "QMGR", connection_authentication="OLD", **OPTION)
    assert world.up().ok
    world.again(manager, inputs={"connection_authentication": "NEW"})
    world.declared.remove(old)
    assert script(world) == [
        "ALTER QMGR CONNAUTH('NEW')",
        "DELETE AUTHINFO('OLD')",
        CONNAUTH,
    ]
    assert world.up().ok
    world.again(world.declared[0], inputs={"check_client_binding": "required"})
    assert script(world) == [
        "ALTER AUTHINFO('NEW') AUTHTYPE(IDPWOS) CHCKCLNT(REQUIRED)",
        CONNAUTH,
    ]


def script(world: Rehearsed) -> list[str]:
    """The commands of QM1, without comments."""
    plan = world.plan()
    sent = commands_of(plan, world.systems)
    text = script_text(plan, "QM1", sent, ScriptDialect.MQSC, Platform.LINUX)
    return [line for line in text.splitlines() if line and not line.startswith("*")]


@pytest.mark.parametrize("before", ["ALTER", "REFRESH"])
def test_a_cut_is_made_good_by_the_next_update(world: Rehearsed, before: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SandboxSystem, "refresh_security", crash)
        if before == "ALTER":
            patch.setattr(EmbeddedSystem, "change", crash)
        with pytest.raises(Crash):
            world.up(progress=die)
    assert sent(world) == {}
    pending = world.store.load().pending
    assert {each["type"] for each in pending} == {"updating"}
    assert refreshed(world.store.load(), world.systems).state.pending == pending
    plan = world.plan()
    assert {step.key.name: step.verb for step in plan.changes} == {
        "CHECKS": Verb.UPDATE,
        "QMGR": Verb.UPDATE,
    }
    reasons = [reason for step in plan.changes for reason in step.decision.reasons]
    late = [reason for reason in reasons if "may not have been sent" in reason]
    assert len(late) == (2 if before == "REFRESH" else 0)
    # An update of other objects forgets nothing; one that cannot read the system sends it too.
    [checks, manager] = world.declared
    assert apply(world.plan(targets=[checks.urn]), world.systems, world.store).ok
    assert sent(world) == {"CONNAUTH": 1}
    # Where the first was cut off before ALTER, the other one, which names it, was not begun.
    begun = [manager.urn] if before == "REFRESH" else []
    assert [each["resource"]["urn"] for each in world.store.load().pending] == begun
    assert apply(world.plan(refresh=before == "ALTER"), world.systems, world.store).ok
    assert sent(world) == {"CONNAUTH": 2, "SSL": 1}
    assert not world.store.load().pending
    assert world.plan().is_empty


def test_a_refused_change_or_command_is_not_forgotten(world: Rehearsed) -> None:
    change = EmbeddedSystem.change

    def refuses(system: EmbeddedSystem, kind: str, *args: object, **others: object) -> object:
        if kind == QMGR:
            raise CommandFailed("no")
        return change(system, kind, *args, **others)  # type: ignore[arg-type]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(EmbeddedSystem, "change", refuses)
        result = world.up()
    key = world.declared[1].key
    text = f"{CONNAUTH} is not sent without the change of {key}; the next update sends it"
    assert [event.text for event in result.skipped] == [text]
    assert sent(world) == {}
    with pytest.MonkeyPatch.context() as patch:

        def fails(*_: object) -> NoReturn:
            raise CommandFailed("too many channels")

        patch.setattr(SandboxSystem, "refresh_security", fails)
        failed = [event.text for event in world.up().failed]
    assert failed == [f"{command}: too many channels" for command in (CONNAUTH, SSL)]
    assert world.up().ok
    assert sent(world) == {"CONNAUTH": 1, "SSL": 1}


def test_it_is_not_sent_any_more_where_the_option_is_taken_away(world: Rehearsed) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SandboxSystem, "refresh_security", crash)
        with pytest.raises(Crash):
            world.up()
    for declared in list(world.declared):
        world.again(declared, inputs={"refresh_security": "never"})
    reasons = [r for step in world.plan().steps for r in step.decision.reasons]
    assert [r for r in reasons if "any more" in r] == [
        f"{CONNAUTH}, which was left to be sent, is not sent any more",
        f"{CONNAUTH}, {SSL}, which was left to be sent, is not sent any more",
    ]
    assert world.up().ok
    assert sent(world) == {}
    assert not world.store.load().pending


def test_tls_channels_that_run_are_stopped(world: Rehearsed) -> None:
    world.declare(
        "mq:ServerConnectionChannel", "APP", ssl_cipher_specification="ANY_TLS12_OR_HIGHER"
    )
    world.declare("mq:ServerConnectionChannel", "PLAIN")
    assert world.up().ok
    for name in ("APP", "PLAIN"):
        world.machine.channel_runs(name)
    world.again(world.declared[1], inputs={"certificate_label": "c"})
    reasons = world.step("QMGR").decision.reasons
    assert any("stops TLS channels that run: clients lose their connection" in r for r in reasons)
    assert world.up().ok
    kind = "mq:ServerConnectionChannel"
    found = world.machine.observe([kind], ["APP", "PLAIN"], status=True)
    assert [bool(each.status and each.status.running) for each in found] == [False, True]


@pytest.fixture
def made_again(tmp_path: Path) -> Rehearsed:
    """One object is there, and is to be replaced."""
    world = Rehearsed(tmp_path)
    checks = world.declare(CHECKS, "CHECKS", check_client_binding="required", **OPTION)
    assert world.up().ok
    world.again(
        checks,
        inputs={"check_client_binding": "optional"},
        replace_on_changes=("check_client_binding",),
    )
    assert world.step("CHECKS").verb is Verb.REPLACE
    return world


@pytest.mark.parametrize("is_refreshed", [False, True])
@pytest.mark.parametrize("at", ["delete", "deleted", "create", "created", "refresh_security"])
def test_a_cut_inside_a_replacement(made_again: Rehearsed, at: str, is_refreshed: bool) -> None:
    """Before and after each of its commands; once more at the creation that makes it good."""
    world = made_again
    with pytest.MonkeyPatch.context() as patch:
        cut_off(patch, at)
        with pytest.raises(Crash):
            world.up(progress=die)
    assert sent(world) == {}
    state = refreshed(world.store.load(), world.systems).state
    assert [Resource(p["resource"]).unrefreshed for p in state.pending] == [{"CONNAUTH"}]
    assert all(UNREFRESHED not in resource.outputs for resource in state.resources)
    if is_refreshed:
        with world.store.locked():
            world.store.save(state)
    step = world.step("CHECKS")
    text = f"{CONNAUTH} may not have been sent after the last change: it is sent"
    again = f"{CONNAUTH} is sent afterwards"
    assert step.decision.refreshes == ("CONNAUTH",)
    assert (again if at == "delete" else text) in step.decision.reasons
    if at == "deleted":
        with pytest.MonkeyPatch.context() as patch:
            cut_off(patch, "created")
            with pytest.raises(Crash):
                world.up(progress=die)
        assert sent(world) == {}
    result = world.up()
    assert result.ok
    assert not result.state.pending
    assert sent(world) == {"CONNAUTH": 1}
    [found] = world.machine.observe([CHECKS], ["CHECKS"])
    assert found.attributes["check_client_binding"] == "optional"
    assert world.plan().is_empty


def test_one_that_is_put_back_keeps_what_was_left(made_again: Rehearsed) -> None:
    """The new object is refused; a change before was made, and its command not sent."""
    world = made_again
    replaced = world.declared[0]
    world.again(replaced, replace_on_changes=())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SandboxSystem, "refresh_security", crash)
        with pytest.raises(Crash):
            world.up()
    before = world.store.load().pending
    create, refused = EmbeddedSystem.create, iter([True])

    def refuses(machine: EmbeddedSystem, *given: Any, **more: Any) -> Any:
        if next(refused, False):
            raise CommandFailed("no")
        return create(machine, *given, **more)

    world.again(
        world.declared[0],
        inputs={"check_client_binding": "none"},
        replace_on_changes=("check_client_binding",),
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(EmbeddedSystem, "create", refuses)
        [failed] = world.up().failed
    assert "it was put back as it was" in failed.text
    assert [Resource(each["resource"]).unrefreshed for each in world.store.load().pending] == [
        Resource(each["resource"]).unrefreshed for each in before
    ]
    world.again(world.declared[0], inputs={"check_client_binding": "optional"})
    assert world.up().ok
    assert sent(world) == {"CONNAUTH": 1}
    assert not world.store.load().pending


def test_what_is_not_sent_any_more_after_a_cut_inside_a_replacement(made_again: Rehearsed) -> None:
    world = made_again
    with pytest.MonkeyPatch.context() as patch:
        cut_off(patch, "deleted")
        with pytest.raises(Crash):
            world.up(progress=die)
    world.again(world.declared[0], inputs={"refresh_security": "never"})
    text = f"{CONNAUTH}, which was left to be sent, is not sent any more"
    assert text in world.step("CHECKS").decision.reasons
    assert world.up().ok
    assert sent(world) == {}
    assert world.plan().is_empty


@pytest.fixture
def named_already(tmp_path: Path) -> Rehearsed:
    """CONNAUTH names what is not there yet."""
    world = Rehearsed(tmp_path)
    world.machine.change(QMGR, "QMGR", {"connection_authentication": "CHECKS"})
    world.declare(CHECKS, "CHECKS", check_client_binding="required", **OPTION)
    return world


def test_a_new_object_that_connauth_names_already(named_already: Rehearsed) -> None:
    world = named_already
    world.declare(CHECKS, "OTHER", check_client_binding="required", **OPTION)
    named = "connection_authentication of the queue manager names it already"
    waits = f"{named}: it works after {CONNAUTH}"
    assert world.step("CHECKS").decision.reasons == (waits, f"{CONNAUTH} is sent afterwards")
    assert world.step("OTHER").decision.reasons == ()
    world.again(world.declared[0], inputs={"refresh_security": "never"})
    assert world.step("CHECKS").decision.reasons == (waits,)
    world.again(world.declared[0], inputs=OPTION)
    assert world.up().ok
    assert sent(world) == {"CONNAUTH": 1}
    assert world.plan().is_empty
    world.machine.delete(CHECKS, "CHECKS")  # by others
    assert world.step("CHECKS").verb is Verb.CREATE
    assert world.up().ok
    assert sent(world) == {"CONNAUTH": 2}
    assert not world.store.load().pending


@pytest.mark.parametrize("is_refreshed", [False, True])
@pytest.mark.parametrize("at", ["create", "created", "refresh_security"])
def test_a_cut_inside_such_a_creation(
    named_already: Rehearsed, at: str, is_refreshed: bool
) -> None:
    world = named_already
    with pytest.MonkeyPatch.context() as patch:
        cut_off(patch, at)
        with pytest.raises(Crash):
            world.up(progress=die)
    assert sent(world) == {}
    if is_refreshed:
        state = refreshed(world.store.load(), world.systems).state
        with world.store.locked():
            world.store.save(state)
    step = world.step("CHECKS")
    assert step.verb is (Verb.CREATE if at == "create" else step.verb)
    assert step.decision.refreshes == ("CONNAUTH",)
    late = f"{CONNAUTH} may not have been sent after the last change: it is sent"
    assert (late in step.decision.reasons) is (at != "create")
    result = world.up()
    assert result.ok
    assert sent(world) == {"CONNAUTH": 1}
    assert not result.state.pending
    assert world.plan().is_empty


def test_such_a_creation_that_is_refused_leaves_nothing(named_already: Rehearsed) -> None:
    world = named_already
    with pytest.MonkeyPatch.context() as patch:
        cut_off(patch, "create", refused=True)
        assert [event.text for event in world.up().failed] == ["no"]
    assert sent(world) == {}
    assert not world.store.load().pending
