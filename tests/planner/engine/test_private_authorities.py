"""Authorities that single users have to an object: they are compared, and survive a replacement."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ibmi_carriers import SandboxCarrier, machine
from ibmi_offline import PLAN_WIRES
from queuewright.catalogue.diagnostic import Severity
from queuewright.catalogue.observed import OpenFor
from queuewright.diff.types import Verb
from queuewright.engine.apply import apply
from queuewright.engine.declared import Declared
from queuewright.engine.plan import make_plan
from queuewright.engine.risks import risks_of
from queuewright.engine.steps import Plan
from queuewright.sandbox import cl_commands
from queuewright.sandbox.engine import EmbeddedSystem
from queuewright.sandbox.system import SandboxSystem
from queuewright.state.store import StackStore
from queuewright.systems.ibmi.carrier import IbmiMessage, IbmiReply, Query, QueryRefused, Row
from queuewright.systems.ibmi.system import IbmiSystem
from queuewright.systems.protocol import System
from queuewright.systems.registry import systems_from
from rehearsal import DATA, codes, resource, step_of

QUEUE = "ORDERS/IN"
GRANTED = {"AMY": ["use"], "BOB": ["objopr", "add"], "CAROL": ["exclude"]}


class Stack:
    def __init__(self, embedded: EmbeddedSystem, system: System, folder: Path) -> None:
        self.embedded, self.systems = embedded, {"IBM1": system}
        self.store = StackStore(folder, "shop", "dev")

    def plan(self, *program: Declared) -> Plan:
        given = [replace(each, index=place) for place, each in enumerate(program)]
        return make_plan(given, self.store.load(), self.systems, project="shop", stack="dev")

    def up(self, *program: Declared) -> Plan:
        plan = self.plan(*program)
        assert codes(plan) == {}
        applied = apply(plan, self.systems, self.store)
        assert [failure.text for failure in (*applied.failed, *applied.skipped)] == []
        assert {step.verb for step in self.plan(*program).steps} == {Verb.SAME}
        return plan

    def users(self, kind: str = DATA, name: str = QUEUE) -> dict[str, set[str]]:
        [found] = self.embedded.observe([kind], [name])
        users = found.attributes["private_authorities"]
        assert isinstance(users, dict)
        return {user: set(words) for user, words in users.items()}

    def cl(self, *commands: str) -> None:
        for command in commands:
            assert [answer.ok for answer in cl_commands.run(self.embedded, command)] == [True]


@pytest.fixture(params=["embedded", *PLAN_WIRES])
def stack(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Stack]:
    embedded = machine(tmp_path, "IBM1")
    if request.param == "embedded":
        yield Stack(embedded, SandboxSystem(embedded), tmp_path)
        return
    with PLAN_WIRES[request.param](embedded.sandbox, ["IBM1"]) as config:
        entry = {**config["IBM1"], "libraries": ["ORDERS"]}
        yield Stack(embedded, systems_from({"IBM1": entry}, base=tmp_path)["IBM1"], tmp_path)


def queue(length: int = 10, **given: Any) -> Declared:
    return resource(DATA, QUEUE, max_entry_length=length, **given)


def test_users_come_change_and_go(stack: Stack) -> None:
    stack.up(queue(private_authorities=GRANTED))
    assert stack.users() == {"AMY": {"use"}, "BOB": {"objopr", "add"}, "CAROL": {"exclude"}}
    after = {"BOB": ["change"], "CAROL": ["use"], "DAN": ["all"]}
    plan = stack.up(queue(private_authorities=after))
    assert step_of(plan, QUEUE).verb is Verb.UPDATE
    assert any("who may use 1 object changes" in str(risk) for risk in risks_of(plan))
    assert stack.users() == {"BOB": {"change"}, "CAROL": {"use"}, "DAN": {"all"}}
    stack.up(queue(private_authorities={"BOB": ["change"], "CAROL": ["exclude"]}))
    stack.up(queue(private_authorities={"BOB": ["change"]}))  # CAROL may do what everybody may
    assert stack.users() == {"BOB": {"change"}}
    stack.up(queue(private_authorities={}))
    assert stack.users() == {}


def test_what_somebody_grants_by_hand(stack: Stack) -> None:
    """Managed, it is a difference; unmanaged, it is left alone."""
    stack.up(queue())
    stack.cl(f"GRTOBJAUT OBJ({QUEUE}) OBJTYPE(*DTAQ) USER(EVE) AUT(*ALL)")
    assert step_of(stack.plan(queue()), QUEUE).verb is Verb.SAME
    managed = queue(private_authorities={"AMY": ["use"]})
    stack.up(managed)
    assert stack.users() == {"AMY": {"use"}}
    stack.cl(f"GRTOBJAUT OBJ({QUEUE}) OBJTYPE(*DTAQ) USER(AMY) AUT(*CHANGE)")
    [change] = step_of(stack.plan(managed), QUEUE).decision.changes
    assert (change.name, change.before, change.after) == (
        "private_authorities",
        {"AMY": ("change",)},
        {"AMY": ("use",)},
    )


def test_the_word_and_what_it_stands_for_are_one(stack: Stack) -> None:
    stack.up(queue(private_authorities={"AMY": ["objopr", "read", "execute"]}))
    assert step_of(stack.plan(queue(private_authorities={"AMY": ["use"]})), QUEUE).verb is Verb.SAME


def test_they_survive_a_replacement(stack: Stack) -> None:
    """Nobody declares them: they are read before and granted after, and the plan says so."""
    stack.up(queue())
    stack.cl(
        f"GRTOBJAUT OBJ({QUEUE}) OBJTYPE(*DTAQ) USER(AMY BOB) AUT(*USE)",
        f"GRTOBJAUT OBJ({QUEUE}) OBJTYPE(*DTAQ) USER(BOB) AUT(*ADD)",
    )
    plan = stack.plan(queue(20))
    step = step_of(plan, QUEUE)
    assert step.verb is Verb.REPLACE
    [kept] = [reason for reason in step.decision.reasons if "keeps" in reason]
    assert kept == "the new object keeps authority, private_authorities of the old one"
    assert "authorities-lost" not in [problem.code for problem in step.decision.problems]
    stack.up(queue(20))
    assert stack.users() == {"AMY": {"use"}, "BOB": {"objopr", "read", "add", "execute"}}


@pytest.mark.parametrize(
    ("commands", "left"),
    [
        (["GRT USER(AMY) AUT(*USE)", "GRT USER(AMY) AUT(*ADD *UPD *DLT)"], {"AMY": {"change"}}),
        (["GRT USER(AMY) AUT(*ALL)", "GRT USER(AMY) AUT(*USE)"], {"AMY": {"all"}}),
        (["GRT USER(AMY) AUT(*ALL)", "GRT USER(AMY) AUT(*USE) REPLACE(*YES)"], {"AMY": {"use"}}),
        (["GRT USER(AMY) AUT(*ALL)", "GRT USER(AMY) AUT(*EXCLUDE)"], {"AMY": {"exclude"}}),
        (["GRT USER(AMY) AUT(*EXCLUDE)", "GRT USER(AMY) AUT(*USE)"], {"AMY": {"use"}}),
        (["GRT USER(AMY)"], {"AMY": {"change"}}),
        (["GRT USER(AMY) AUT(*CHANGE)", "RVK USER(AMY) AUT(*ADD *UPD *DLT)"], {"AMY": {"use"}}),
        (["GRT USER(AMY BOB) AUT(*USE)", "RVK USER(AMY) AUT(*ALL)"], {"BOB": {"use"}}),
        (["RVK USER(AMY) AUT(*ALL)"], {}),
    ],
    ids=str,
)
def test_commands_of_a_program(
    tmp_path: Path, commands: list[str], left: dict[str, set[str]]
) -> None:
    """The sandbox, and what an import makes of the same script, each from its own rules."""
    from queuewright.dialects import cl
    from queuewright.dialects.scripts import Dialect, read_script
    from queuewright.interpreter import interpreted

    about = f"OBJAUT OBJ({QUEUE}) OBJTYPE(*DTAQ)"
    words = [f"{c[:3]}{about}{c[3:]}" for c in commands]
    stack = Stack(embedded := machine(tmp_path, "IBM1"), SandboxSystem(embedded), tmp_path)
    made = f"CRTDTAQ DTAQ({QUEUE}) MAXLEN(10)"
    stack.cl(made, *words)
    assert stack.users() == left
    script = read_script("\n".join([made, *words]).encode(), Dialect.CL)
    [standing] = interpreted([("p", script)]).objects.values()
    found = standing.attributes.get("private_authorities") or {}
    assert isinstance(found, dict)
    assert {user: set(each) for user, each in found.items()} == left
    assert cl is not None


@pytest.mark.parametrize(
    "users",
    [
        {"AMY": []},
        {"AMY": ["use", "add"]},
        {"AMY": ["all", "use"]},
        {"AMY": ["autlmgt"]},
        {"*PUBLIC": ["use"]},
        {"TOOLONGNAME": ["use"]},
    ],
    ids=str,
)
def test_what_nobody_can_be_granted(tmp_path: Path, users: dict[str, list[str]]) -> None:
    embedded = machine(tmp_path, "IBM1")
    stack = Stack(embedded, IbmiSystem("IBM1", SandboxCarrier(embedded)), tmp_path)
    assert codes(stack.plan(queue(private_authorities=users))) == {QUEUE: ["private-authority"]}


def test_a_library_has_them_too(stack: Stack) -> None:
    library = resource("ibmi:Library", "NEWLIB", private_authorities={"AMY": ["use"]})
    stack.up(library)
    assert stack.users("ibmi:Library", "NEWLIB") == {"AMY": {"use"}}
    stack.up(replace(library, inputs={**library.inputs, "private_authorities": {"BOB": ["all"]}}))
    assert stack.users("ibmi:Library", "NEWLIB") == {"BOB": {"all"}}


def owner(stack: Stack, kind: str = DATA, name: str = QUEUE) -> object:
    [found] = stack.embedded.observe([kind], [name])
    return found.attributes["owner"]


def test_an_owner_comes_changes_and_survives(stack: Stack) -> None:
    """Declared; changed by hand, managed and not; replaced while nobody declares it."""
    stack.up(queue(owner="AMY", private_authorities={"BOB": ["use"]}))
    assert (owner(stack), stack.users()) == ("AMY", {"BOB": {"use"}})
    # The owner before keeps what is declared, and everybody else what they have.
    plan = stack.up(queue(owner="BOB", private_authorities={"AMY": ["use"]}))
    assert step_of(plan, QUEUE).verb is Verb.UPDATE
    assert any("who may use 1 object changes" in str(risk) for risk in risks_of(plan))
    assert (owner(stack), stack.users()) == ("BOB", {"AMY": {"use"}})
    stack.cl(f"CHGOBJOWN OBJ({QUEUE}) OBJTYPE(*DTAQ) NEWOWN(EVE) CUROWNAUT(*SAME)")
    assert (owner(stack), stack.users()) == ("EVE", {"AMY": {"use"}, "BOB": {"all"}})
    assert step_of(stack.plan(queue()), QUEUE).verb is Verb.SAME
    [drifted] = step_of(stack.plan(queue(owner="BOB")), QUEUE).decision.changes
    assert (drifted.name, drifted.before, drifted.after) == ("owner", "EVE", "BOB")
    step = step_of(stack.plan(queue(20)), QUEUE)
    [kept] = [reason for reason in step.decision.reasons if "keeps" in reason]
    assert {"owner", "private_authorities"} <= set(kept.replace(",", " ").split())
    stack.up(queue(20))
    assert (owner(stack), stack.users()) == ("EVE", {"AMY": {"use"}, "BOB": {"all"}})
    # Whoever creates it may keep what it is declared to have, where somebody else owns it.
    mine = str(stack.systems["IBM1"].defaults(DATA).attributes["owner"])  # type: ignore[union-attr]
    lists = resource("ibmi:AuthorizationList", "CLERKS", owner="AMY", users={"BOB": ["use"]})
    given = {"owner": "OTHER", "private_authorities": {mine: ["change"]}}
    stack.up(queue(20), lists, resource("ibmi:MessageQueue", "ORDERS/M", **given))
    assert owner(stack, "ibmi:AuthorizationList", "CLERKS") == "AMY"
    assert owner(stack, "ibmi:MessageQueue", "ORDERS/M") == "OTHER"
    assert stack.users("ibmi:MessageQueue", "ORDERS/M") == {mine: {"change"}}


def test_an_owner_has_no_authorities_of_its_own(stack: Stack) -> None:
    """It has all of them. Declared or read, it is known; whose a new object will be is presumed."""
    own = {"AMY": ["use"]}
    clerks = resource("ibmi:AuthorizationList", "CLERKS", owner="AMY", users=own)
    blocked = codes(stack.plan(queue(owner="AMY", private_authorities=own), clerks))
    assert blocked == {QUEUE: ["owner-listed"], "CLERKS": ["owner-listed"]}
    stack.up(queue(owner="AMY"), resource("ibmi:AuthorizationList", "CLERKS", owner="AMY"))
    clerks = resource("ibmi:AuthorizationList", "CLERKS", users=own)
    blocked = codes(stack.plan(queue(private_authorities=own), clerks))
    assert blocked == {QUEUE: ["owner-listed"], "CLERKS": ["owner-listed"]}
    stack.up(queue(owner="BOB", private_authorities=own))
    mine = str(stack.systems["IBM1"].defaults(DATA).attributes["owner"])  # type: ignore[union-attr]
    new = resource(DATA, "ORDERS/NEW", max_entry_length=10, private_authorities={mine: ["use"]})
    plan = stack.plan(queue(owner="BOB", private_authorities=own), new)
    assert codes(plan) == {}
    [warning] = step_of(plan, "ORDERS/NEW").decision.problems
    assert (warning.code, warning.severity) == ("owner-listed", Severity.WARNING)


class NoSuchProfile(SandboxCarrier):
    """EVE went, and nobody can be given what she owned."""

    def run(self, command: str) -> IbmiReply:
        if "NEWOWN(EVE)" in command:
            return IbmiReply(False, [IbmiMessage("CPF2204", "User profile EVE not found.")])
        return super().run(command)


def test_an_owner_that_went(tmp_path: Path) -> None:
    """The object is put back, and whoever reads the message knows what it lacks."""
    embedded = machine(tmp_path, "IBM1")
    stack = Stack(embedded, IbmiSystem("IBM1", NoSuchProfile(embedded)), tmp_path)
    stack.up(queue())
    stack.cl(f"CHGOBJOWN OBJ({QUEUE}) OBJTYPE(*DTAQ) NEWOWN(EVE)")
    applied = apply(stack.plan(queue(20)), stack.systems, stack.store)
    [failed] = applied.failed
    assert "put back, but EVE does not own it any more: give it back by CHGOBJOWN" in failed.text
    [found] = embedded.observe([DATA], [QUEUE])
    assert found.attributes["max_entry_length"] == 10
    # A new object that cannot have its owner is not left behind.
    new = resource(DATA, "ORDERS/NEW", max_entry_length=10, owner="EVE")
    assert apply(stack.plan(queue(), new), stack.systems, stack.store).failed
    assert embedded.observe([DATA], ["ORDERS/NEW"]) == []


def test_an_owner_in_a_program(tmp_path: Path) -> None:
    """What an import makes of it, and what an update writes down as CL."""
    from queuewright.dialects.scripts import Dialect, read_script
    from queuewright.interpreter import interpreted

    made = f"CRTDTAQ DTAQ({QUEUE}) MAXLEN(10)\nCHGOBJOWN OBJ({QUEUE}) OBJTYPE(*DTAQ) NEWOWN(AMY)\n"
    copied = "CRTDUPOBJ OBJ(IN) FROMLIB(ORDERS) OBJTYPE(*DTAQ) NEWOBJ(COPY)\n"
    after = f"CHGOBJOWN {QUEUE} *DTAQ BOB CUROWNAUT(*SAME)"
    script = read_script((made + copied + after).encode(), Dialect.CL)
    queue_made, copy = interpreted([("p", script)]).objects.values()
    assert queue_made.attributes["owner"] == "BOB"
    assert queue_made.attributes["private_authorities"] == {"AMY": ("all",)}
    assert "owner" not in copy.attributes


def journal(stack: Stack) -> object:
    [found] = stack.embedded.observe([DATA], [QUEUE])
    return found.attributes["journal"]


def test_a_journal_starts_changes_and_survives(stack: Stack) -> None:
    """Declared; ended by hand, managed and not; replaced while nobody declares it."""
    stack.up(queue(journal="ORDERS/JRN"))
    assert journal(stack) == "ORDERS/JRN"
    plan = stack.up(queue(journal="STOCK/JRN", text_description="T"))
    assert step_of(plan, QUEUE).verb is Verb.UPDATE
    assert journal(stack) == "STOCK/JRN"
    stack.cl(f"ENDJRNOBJ OBJ({QUEUE}) OBJTYPE(*DTAQ)")
    assert step_of(stack.plan(queue()), QUEUE).verb is Verb.SAME
    [change] = step_of(stack.plan(queue(journal="STOCK/JRN")), QUEUE).decision.changes
    assert (change.name, change.before, change.after) == ("journal", "none", "STOCK/JRN")
    stack.cl(f"STRJRNOBJ OBJ({QUEUE}) OBJTYPE(*DTAQ) JRN(ORDERS/OTHER)")
    step = step_of(stack.plan(queue(20)), QUEUE)
    assert any("keeps" in reason and "journal" in reason for reason in step.decision.reasons)
    stack.up(queue(20))
    assert journal(stack) == "ORDERS/OTHER"
    stack.up(queue(20, journal="none"))
    assert journal(stack) == "none"
    far = resource(
        "ibmi:DdmDataQueue", "ORDERS/FAR", remote_data_queue="Q", remote_location="CHICAGO"
    )
    for wrong in (queue(20, journal="JRN"), replace(far, inputs={**far.inputs, "journal": "A/B"})):
        assert codes(stack.plan(wrong)) != {}


class StartsByItself(SandboxCarrier):
    """The library has a data area QDFTJRN: a new data queue has its journal from the start."""

    def run(self, command: str) -> IbmiReply:
        if command.startswith("CRTDTAQ"):
            made = super().run(command)
            super().run(f"STRJRNOBJ OBJ({QUEUE}) OBJTYPE(*DTAQ) JRN(ORDERS/JRN)")
            return made
        return super().run(command)


class WithoutColumn(SandboxCarrier):
    """A release whose OBJECT_STATISTICS has no JOURNALED."""

    def rows(self, query: Query) -> Sequence[Row]:
        if any(column.name == "JOURNALED" for column in query.columns):
            raise QueryRefused("Column or global variable JOURNALED not found.", "42703")
        return super().rows(query)


def test_a_journal_that_starts_by_itself_or_is_not_seen(tmp_path: Path) -> None:
    embedded = machine(tmp_path, "IBM1")
    carrier: SandboxCarrier = StartsByItself(embedded)
    stack = Stack(embedded, IbmiSystem("IBM1", carrier), tmp_path)
    stack.up(queue(journal="ORDERS/JRN"))
    assert not [command for command in carrier.sent if "JRNOBJ" in command][1:]
    stack.up(queue(20, journal="STOCK/JRN"))
    assert journal(stack) == "STOCK/JRN"
    carrier = WithoutColumn(embedded)
    stack.systems["IBM1"] = IbmiSystem("IBM1", carrier)
    assert step_of(stack.plan(queue(20, journal="STOCK/JRN")), QUEUE).verb is Verb.SAME
    # A script starts and ends it, and an import takes it in.
    from queuewright.dialects.scripts import Dialect, read_script
    from queuewright.interpreter import interpreted

    made = f"CRTDTAQ DTAQ({QUEUE}) MAXLEN(10)\nSTRJRNOBJ {QUEUE} *DTAQ ORDERS/JRN\n"
    passed_over = "STRJRNOBJ OBJ(ORDERS/A) OBJTYPE(*DTAARA) JRN(ORDERS/JRN)\n"
    script = read_script((made + passed_over).encode(), Dialect.CL)
    [standing] = interpreted([("p", script)]).objects.values()
    assert standing.attributes["journal"] == "ORDERS/JRN"


def test_an_allocated_message_queue(stack: Stack) -> None:
    """GRTOBJAUT needs no allocation, CHGMSGQ does."""

    def messages(text: str, **users: list[str]) -> Declared:
        given = {"text_description": text, "delivery": "hold", "private_authorities": users}
        return resource("ibmi:MessageQueue", "ORDERS/MSGS", **given)

    stack.up(messages("Night", AMY=["use"]))
    stack.embedded.open("ORDERS/MSGS", {OpenFor.INPUT_EXCLUSIVE}, application="QSYSARB")
    stack.up(messages("Night", AMY=["use"], BOB=["change"]))
    assert set(stack.users("ibmi:MessageQueue", "ORDERS/MSGS")) == {"AMY", "BOB"}
    plan = stack.plan(messages("Day", AMY=["use"]))
    assert "in-use" in {code for found in codes(plan).values() for code in found}


class KeepsProfiles(SandboxCarrier):
    """A partition that lets nobody give objects to PAYROLL, and has no profile GONE."""

    profiles: int = 0

    def run(self, command: str) -> IbmiReply:
        if "OBJTYPE(*USRPRF)" in command:
            self.profiles += 1
            for user, message in (("PAYROLL", "CPF9802"), ("GONE", "CPF9801")):
                if f"QSYS/{user})" in command:
                    return IbmiReply(False, [IbmiMessage(message, "Not authorized.")])
        return super().run(command)


def test_an_owner_that_objects_cannot_be_given_to(tmp_path: Path) -> None:
    """It is known before anything is sent: an object that is replaced is not deleted first."""
    embedded = machine(tmp_path, "IBM1")
    carrier = KeepsProfiles(embedded)
    stack = Stack(embedded, IbmiSystem("IBM1", carrier), tmp_path)
    stack.up(queue())
    assert carrier.profiles == 0
    for declared, reported in (
        (queue(owner="PAYROLL"), "GRTOBJAUT OBJ(QSYS/PAYROLL) OBJTYPE(*USRPRF)"),
        (queue(20, owner="PAYROLL"), "no *ADD authority to its profile (CPF9802)"),
        (queue(owner="GONE"), "there is no such user profile"),
    ):
        [problem] = step_of(stack.plan(declared), QUEUE).decision.blocked
        assert problem.code == "owner-refused"
        assert reported in problem.text
    assert carrier.profiles == 2  # each is asked about once
    stack.up(queue(20, owner="AMY"))
    # Somebody gave it away since: a replacement would give it back to who cannot have it.
    stack.cl(f"CHGOBJOWN OBJ({QUEUE}) OBJTYPE(*DTAQ) NEWOWN(PAYROLL)")
    step = step_of(stack.plan(queue(30)), QUEUE)
    assert step.verb is Verb.REPLACE
    assert [problem.code for problem in step.decision.blocked] == ["owner-refused"]


@pytest.mark.parametrize("name", ["", "text", "A) OBJTYPE(*PGM"])
def test_nobody_is_asked_about_what_is_no_name(tmp_path: Path, name: str) -> None:
    embedded = machine(tmp_path, "IBM1")
    carrier = KeepsProfiles(embedded)
    stack = Stack(embedded, IbmiSystem("IBM1", carrier), tmp_path)
    assert QUEUE in codes(stack.plan(queue(owner=name)))
    assert QUEUE in codes(stack.plan(queue(private_authorities={name: ["use"]})))
    assert carrier.profiles == 0


def test_users_that_are_not_there(tmp_path: Path) -> None:
    """It is known before anything is sent, and each is asked about once."""
    embedded = machine(tmp_path, "IBM1")
    carrier = KeepsProfiles(embedded)
    stack = Stack(embedded, IbmiSystem("IBM1", carrier), tmp_path)
    wrong = queue(private_authorities={"GONE": ["use"], "PAYROLL": ["use"]})
    listed = resource("ibmi:AuthorizationList", "CLERKS", users={"GONE": ["use"], "AMY": ["all"]})
    name = "ORDERS.IN:dtaq:GONE"
    record = resource("ibmi:ObjectAuthority", name, authorities=["use"])
    found = codes(stack.plan(wrong, listed))
    assert found == {QUEUE: ["user-profile-missing"], "CLERKS": ["user-profile-missing"]}
    assert carrier.profiles == 3
    assert codes(stack.plan(queue(), record)) == {name: ["user-profile-missing"]}
    [problem] = step_of(stack.plan(queue(), record), name).decision.blocked
    assert "user GONE: there is no such user profile: create it first" in problem.text
    assert carrier.profiles == 3
    stack.up(queue(private_authorities={"AMY": ["use"]}))
    # Who had authorities before is asked about no more.
    stack.up(queue(20, private_authorities={"AMY": ["all"]}))
    assert carrier.profiles == 3
