"""Commands of IBM i whose answers are lost, and creations of two commands that stop between them.

Whatever was lost, the next run ends as declared: nothing is made twice, nothing stays undone.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ibmi_carriers import SandboxCarrier, machine
from queuewright.catalogue.errors import SystemUnavailable
from queuewright.diff.types import Verb
from queuewright.engine.refresh import refreshed
from queuewright.sandbox.engine import EmbeddedSystem
from queuewright.systems import sending
from queuewright.systems.ibmi.carrier import IbmiMessage, IbmiReply
from queuewright.systems.ibmi.system import IbmiSystem
from worlds import Rehearsed, World

KIND, NAME = "ibmi:MessageQueue", "ORDERS/NIGHT"
DECLARED = {"delivery": "break", "severity_code_filter": 40, "initial_storage_size": 8}
DECLARED |= {"text_description": "Night"}


class Faulty(SandboxCarrier):
    """What is lost is so once: `lose` has the verb of a command, and whether it was run."""

    def __init__(self, embedded: EmbeddedSystem) -> None:
        super().__init__(embedded)
        self.lose: list[tuple[str, bool]] = []
        self.refuse: set[str] = set()
        self.done: list[str] = []
        self.tried: list[str] = []

    def run(self, command: str) -> IbmiReply:
        verb = command.partition(" ")[0]
        self.tried.append(verb)
        if verb in self.refuse or any(words in command for words in self.refuse if "(" in words):
            return IbmiReply(False, [IbmiMessage("CPF2408", "Message queue not found or in use.")])
        if (verb, False) in self.lose:
            self.lose.remove((verb, False))
            raise sending.AnswerLost("PROD01: in this process: cut; run it again")
        reply = super().run(command)
        if reply.ok and verb != "CHKOBJ":
            self.done.append(verb)
        if (verb, True) in self.lose:
            self.lose.remove((verb, True))
            raise sending.AnswerLost("PROD01: in this process: cut; run it again")
        return reply


@pytest.fixture
def carrier(tmp_path: Path) -> Faulty:
    return Faulty(machine(tmp_path, "PROD01"))


@pytest.fixture
def world(tmp_path: Path, carrier: Faulty) -> World:
    world = World(tmp_path)
    world.systems["PROD01"] = IbmiSystem("PROD01", carrier)  # type: ignore[assignment]
    return world


def declare(world: World, **inputs: Any) -> None:
    world.declare(KIND, "NIGHT", "PROD01", library="ORDERS", **DECLARED, **inputs)


def agrees(world: World, carrier: Faulty) -> None:
    """Nothing is left to do, and the object has what was declared, also what nobody reports."""
    assert [step.verb for step in world.plan().changes] == []
    [own] = carrier._embedded.observe([KIND], [NAME])
    assert {name: own.attributes[name] for name in DECLARED} == DECLARED


@pytest.mark.parametrize("was_run", [False, True], ids=["not-run", "run"])
@pytest.mark.parametrize("verb", ["CRTMSGQ", "CHGMSGQ"])
def test_a_creation_whose_answer_was_lost(
    world: World, carrier: Faulty, verb: str, was_run: bool
) -> None:
    declare(world)
    carrier.lose = [(verb, was_run)]
    applied = world.up()
    assert not applied.ok
    [failed] = applied.failed
    assert "\n" not in failed.text
    assert NAME in failed.text
    assert carrier.tried.count(verb) == 1  # never sent again blindly
    again = world.up()
    assert again.ok, [event.text for event in again.failed]
    agrees(world, carrier)
    assert carrier.done.count("CRTMSGQ") == 1


def test_what_a_cut_off_creation_left_is_no_change(world: World, carrier: Faulty) -> None:
    """replace_on_changes is about changes of the program; nothing is made and deleted for less."""
    declare(world, on_delete="retain", opt_replace_on_changes=("*",))
    carrier.lose = [("CRTMSGQ", True)]
    assert not world.up().ok
    [step] = world.plan().changes
    assert (step.verb, step.blocked) == ("import", ())
    assert world.up().ok
    agrees(world, carrier)


class UnreachableOnce:
    """It cannot be reached when it is to create the first object."""

    def __init__(self, system: Any) -> None:
        self._system, self._reached = system, False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._system, name)

    def create(self, spec: Any, *, like: str | None = None) -> Any:
        if not self._reached:
            self._reached = True
            raise SystemUnavailable("QM1: unreachable")
        return self._system.create(spec, like=like)


def test_what_was_to_be_made_like_another_still_is(tmp_path: Path) -> None:
    """A secret that the state does not keep is not taken for a value of an object before it."""
    world, kind = Rehearsed(tmp_path), "mq:RequesterChannel"
    world.machines["QM1"].create(kind, "OLD", {"connection_name": "far(1414)", "batch_size": 7})
    hidden = frozenset({"password"})
    world.declare(kind, "NEW", like="OLD", password="S3CRET", opt_secret_inputs=hidden)
    world.systems["QM1"] = UnreachableOnce(world.systems["QM1"])  # type: ignore[assignment]
    assert not world.up().ok
    [step] = world.plan().changes
    assert (step.verb, step.blocked) == (Verb.CREATE, ())
    assert world.up().ok
    [made] = world.machines["QM1"].observe([kind], ["NEW"])
    assert (made.attributes["connection_name"], made.attributes["batch_size"]) == ("far(1414)", 7)
    assert world.plan().is_empty


def test_what_can_be_read_back_is_not_even_a_failure(world: World, carrier: Faulty) -> None:
    world.declare("ibmi:DataQueue", "IN", "PROD01", library="ORDERS", max_entry_length=5)
    carrier.lose = [("CRTDTAQ", True)]
    assert world.up().ok
    assert carrier.done == ["CRTDTAQ"]


@pytest.mark.parametrize("was_run", [False, True], ids=["not-run", "run"])
def test_a_change_whose_answer_was_lost(world: World, carrier: Faulty, was_run: bool) -> None:
    declare(world)
    assert world.up().ok
    declared = world.declared[0]
    world.again(declared, inputs={"delivery": "notify"})
    carrier.lose = [("CHGMSGQ", was_run)]
    assert not world.up().ok
    assert world.up().ok
    assert [step.verb for step in world.plan().changes] == []
    [own] = carrier._embedded.observe([KIND], [NAME])
    assert own.attributes["delivery"] == "notify"


@pytest.mark.parametrize("was_run", [False, True], ids=["not-run", "run"])
def test_a_deletion_whose_answer_was_lost(world: World, carrier: Faulty, was_run: bool) -> None:
    declare(world)
    assert world.up().ok
    world.declared.clear()
    carrier.lose = [("DLTMSGQ", was_run)]
    assert world.up().ok is was_run
    assert world.up().ok
    assert not carrier._embedded.observe([KIND])
    assert carrier.done.count("DLTMSGQ") == 1


def test_a_refused_half_takes_the_other_back(world: World, carrier: Faulty) -> None:
    declare(world)
    carrier.refuse = {"CHGMSGQ"}
    [failed] = world.up().failed
    assert "Message queue not found or in use" in failed.text
    assert "(CPF2408)" in failed.text
    assert not carrier._embedded.observe([KIND])
    carrier.refuse = set()
    assert world.up().ok
    agrees(world, carrier)


def test_a_half_that_cannot_be_taken_back_is_carried_on(world: World, carrier: Faulty) -> None:
    declare(world)
    carrier.refuse = {"CHGMSGQ", "DLTMSGQ"}
    [failed] = world.up().failed
    assert "CRTMSGQ was done before it, and could not be taken back" in failed.text
    carrier.refuse = set()
    assert world.up().ok
    agrees(world, carrier)
    assert carrier.done.count("CRTMSGQ") == 1


def test_what_nobody_can_read_is_put_back_as_it_was_applied(world: World, carrier: Faulty) -> None:
    declare(world)
    assert world.up().ok
    world.again(world.declared[0], inputs={"initial_storage_size": 16})
    carrier.refuse = {"SIZE(16"}
    [failed] = world.up().failed
    lost = "allow_alerts, allow_reply, coded_character_set_id, force_to_auxiliary_storage, "
    lost += "increment_storage_size, max_increments, message_queue_full_action, program"
    assert f"it was put back, with what a new object has of {lost}, which PROD01" in failed.text
    [own] = carrier._embedded.observe([KIND], [NAME])
    assert {name: own.attributes[name] for name in DECLARED} == DECLARED
    carrier.refuse = set()
    assert world.up().ok
    [own] = carrier._embedded.observe([KIND], [NAME])
    assert own.attributes == {**own.attributes, **DECLARED, "initial_storage_size": 16}
    assert [step.verb for step in world.plan().changes] == []


def test_users_of_a_list_after_a_cut(world: World, carrier: Faulty) -> None:
    users = {"BOB": ["use"], "ANN": ["change"]}
    world.declare("ibmi:AuthorizationList", "ORDAUT", "PROD01", users=users)
    carrier.lose = [("ADDAUTLE", True)]
    assert not world.up().ok
    assert world.up().ok
    assert [step.verb for step in world.plan().changes] == []
    [own] = carrier._embedded.observe(["ibmi:AuthorizationList"])
    assert own.attributes["users"] == {"BOB": ("use",), "ANN": ("change",)}
    assert carrier.done.count("CRTAUTL") == 1


def test_half_of_a_change_is_compared_again(world: World, carrier: Faulty) -> None:
    """GRTOBJAUT after CHGMSGQ: the first is done, the second is refused."""
    declare(world)
    assert world.up().ok
    declared = world.declared[0]
    world.again(declared, inputs={"text_description": "Day", "authority": "use"})
    carrier.refuse = {"GRTOBJAUT"}
    [failed] = world.up().failed
    assert "CHGMSGQ was done before it" in failed.text
    assert "\n" not in failed.text
    carrier.refuse = set()
    assert world.up().ok
    assert [step.verb for step in world.plan().changes] == []


def test_half_of_a_change_of_both_authorities(world: World, carrier: Faulty) -> None:
    """*PUBLIC has its own authority, and the list still secures the object."""
    for listed in ("ORDAUT", "NEWAUT"):
        carrier._embedded.create("ibmi:AuthorizationList", listed, {})
    both = {"authority": "autl", "authorization_list": "ORDAUT"}
    declare(world, **both)
    assert world.up().ok
    [own] = carrier._embedded.observe([KIND], [NAME])
    assert own.attributes == {**own.attributes, **both}
    for after, refused in (
        ({"authority": "exclude", "authorization_list": "none"}, "RVKOBJAUT"),
        ({"authority": "use", "authorization_list": "NEWAUT"}, "AUT(*USE)"),
    ):
        world.again(world.declared[0], inputs=after)
        carrier.refuse = {refused}
        [failed] = world.up().failed
        assert "GRTOBJAUT was done before it, and the next run compares again" in failed.text
        carrier.refuse = set()
        [half] = carrier._embedded.observe([KIND], [NAME])
        assert half.attributes != {**half.attributes, **after}
        assert world.up().ok
        [own] = carrier._embedded.observe([KIND], [NAME])
        assert own.attributes == {**own.attributes, **after}
        assert [step.verb for step in world.plan().changes] == []


def test_a_read_is_asked_again(carrier: Faulty) -> None:
    system = IbmiSystem("PROD01", carrier)
    times: list[int] = []
    plain: Callable[..., object] = carrier.rows

    def flaky(query: object) -> object:
        times.append(1)
        if len(times) % 2:
            raise sending.AnswerLost("cut")
        return plain(query)

    carrier.rows = flaky  # type: ignore[assignment, method-assign]
    assert system.observe([KIND]) == []
    carrier.rows = lambda query: (_ for _ in ()).throw(SystemUnavailable("no"))  # type: ignore[method-assign]
    with pytest.raises(SystemUnavailable, match="no"):
        system.observe([KIND])


@pytest.mark.parametrize("is_refreshed", [False, True])
@pytest.mark.parametrize(
    ("verb", "was_run"),
    [("CRTDTAQ", True), ("GRTOBJAUT", False), ("GRTOBJAUT", True), ("STRJRNOBJ", False)],
)
def test_a_replacement_that_is_cut_off_keeps_what_the_old_one_had(
    world: World, carrier: Faulty, verb: str, was_run: bool, is_refreshed: bool
) -> None:
    """Owner, journal and users are set by commands of their own, after that which creates."""
    kind, name = "ibmi:DataQueue", "ORDERS/IN"
    world.declare(kind, "IN", "PROD01", library="ORDERS", max_entry_length=5)
    assert world.up().ok
    by_hand = {
        "private_authorities": {"CAROL": ["exclude"], "BOB": ["all"]},
        "journal": "ORDERS/JRN",
        "text_description": "by hand",
    }
    carrier._embedded.change(kind, name, by_hand)
    [before] = carrier._embedded.observe([kind], [name])
    world.again(world.declared[0], inputs={"max_entry_length": 6})
    carrier.lose = [(verb, was_run)]
    assert not world.up().ok
    if is_refreshed:
        world.store.save(refreshed(world.store.load(), world.systems).state)
    assert world.up().ok
    [after] = carrier._embedded.observe([kind], [name])
    assert after.attributes == {**before.attributes, "max_entry_length": 6}
    assert [step.verb for step in world.plan().changes] == []
    assert carrier.done.count("CRTDTAQ") == 2
