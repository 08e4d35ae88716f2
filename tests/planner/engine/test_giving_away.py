"""Objects of an IBM i that a deploying user gives away, by that user's own authorities."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from ibmi_carriers import SandboxCarrier, machine
from queuewright.engine.apply import apply
from queuewright.engine.declared import Declared
from queuewright.engine.plan import make_plan
from queuewright.sandbox import cl_commands
from queuewright.sandbox.authorization import Operator
from queuewright.sandbox.engine import EmbeddedSystem
from queuewright.servers import ibmi_cl, ibmi_sql
from queuewright.state.store import StackStore
from queuewright.systems.ibmi.carrier import IbmiMessage, IbmiReply, Query, Row
from queuewright.systems.ibmi.system import IbmiSystem
from rehearsal import DATA, codes, resource

LIST = "ibmi:AuthorizationList"
LEFT = (["use"], ["all"], ["objmgt", "objopr", "read"], ["objopr", "objexist", "read"])


class ByUser(SandboxCarrier):
    """A user whose own authorities count, and who owns what it creates."""

    def __init__(self, embedded: EmbeddedSystem, user: str) -> None:
        super().__init__(embedded.sandbox.system(embedded.name, Operator(user)))
        self._job = ibmi_sql.SqlJob(user, operator=Operator(user))

    def run(self, command: str) -> IbmiReply:
        self.sent.append(command)
        done = ibmi_cl.run(self._embedded, command, user=self._job.user)
        return IbmiReply(done.ok, [IbmiMessage(each.id, each.text) for each in done.messages])

    def rows(self, query: Query) -> Sequence[Row]:
        result = ibmi_sql.select(self._embedded, query.named, job=self._job)
        return [dict(zip(result.columns, row, strict=True)) for row in result.rows]


@pytest.fixture
def carrier(tmp_path: Path) -> ByUser:
    embedded = machine(tmp_path, "IBM1")
    command = "GRTOBJAUT OBJ(QSYS/PROD) OBJTYPE(*USRPRF) USER(DEPLOY) AUT(*ADD)"
    assert [answer.ok for answer in cl_commands.run(embedded, command)] == [True]
    return ByUser(embedded, "DEPLOY")


def up(carrier: ByUser, folder: Path, *program: Declared) -> None:
    systems, store = {"IBM1": IbmiSystem("IBM1", carrier)}, StackStore(folder, "shop", "dev")
    plan = make_plan(program, store.load(), systems, project="shop", stack="dev")
    assert codes(plan) == {}
    assert not apply(plan, systems, store).failed


@pytest.mark.parametrize("words", LEFT, ids=" ".join)
@pytest.mark.parametrize("is_there", [False, True], ids=["new", "there"])
def test_the_giver_keeps_what_it_is_declared_to_have(
    carrier: ByUser, tmp_path: Path, is_there: bool, words: list[str]
) -> None:
    """CHGOBJOWN needs *OBJEXIST, so nothing is taken from the owner before."""
    if is_there:
        up(carrier, tmp_path, resource(DATA, "ORDERS/IN", max_entry_length=10))
    given: dict[str, Any] = {"DEPLOY": words, "BOB": ["use"]}
    inputs = {"max_entry_length": 10, "owner": "PROD", "private_authorities": given}
    up(carrier, tmp_path, resource(DATA, "ORDERS/IN", **inputs))
    [found] = machine(tmp_path, "IBM1").observe([DATA], ["ORDERS/IN"])
    assert found.attributes["owner"] == "PROD"
    users = found.attributes["private_authorities"]
    assert isinstance(users, dict)
    assert {user: set(some) for user, some in users.items()} == {
        "DEPLOY": set(words),
        "BOB": {"use"},
    }


@pytest.mark.parametrize("is_there", [False, True], ids=["new", "there"])
def test_the_owner_of_a_list_is_on_it_already(
    carrier: ByUser, tmp_path: Path, is_there: bool
) -> None:
    """ADDAUTLE refuses it (CPF2282)."""
    if is_there:
        up(carrier, tmp_path, resource(LIST, "CLERKS", users={"BOB": ["use"]}))
    users = {"DEPLOY": ["change"], "BOB": ["use"]}
    up(carrier, tmp_path, resource(LIST, "CLERKS", owner="PROD", users=users))
    [found] = machine(tmp_path, "IBM1").observe([LIST], ["CLERKS"])
    assert found.attributes["owner"] == "PROD"
    assert found.attributes["users"] == {"BOB": ("use",), "DEPLOY": ("change",)}
    assert not any("ADDAUTLE" in each and "DEPLOY" in each for each in carrier.sent)


def test_a_giver_that_kept_everything_is_left_with_less(carrier: ByUser, tmp_path: Path) -> None:
    """An update that ended after CHGOBJOWN: only an owner grants *OBJMGT."""
    up(carrier, tmp_path, resource(DATA, "ORDERS/IN", max_entry_length=10))
    assert carrier.run("CHGOBJOWN ORDERS/IN *DTAQ PROD CUROWNAUT(*SAME)").ok
    given = {"owner": "PROD", "private_authorities": {"DEPLOY": ["objmgt", "objopr", "read"]}}
    up(carrier, tmp_path, resource(DATA, "ORDERS/IN", max_entry_length=10, **given))
    [found] = machine(tmp_path, "IBM1").observe([DATA], ["ORDERS/IN"])
    assert found.attributes["private_authorities"] == {"DEPLOY": ("objopr", "objmgt", "read")}


def test_an_owner_that_is_left_with_less_stays_on_its_list(carrier: ByUser, tmp_path: Path) -> None:
    """An update that ended before CHGOBJOWN: the users are as declared, only the owner differs."""
    up(carrier, tmp_path, resource(LIST, "CLERKS", users={"BOB": ["use"]}))
    assert carrier.run("CHGAUTLE AUTL(CLERKS) USER(DEPLOY) AUT(*CHANGE)").ok
    users = {"DEPLOY": ["change"], "BOB": ["use"]}
    up(carrier, tmp_path, resource(LIST, "CLERKS", owner="PROD", users=users))
    [found] = machine(tmp_path, "IBM1").observe([LIST], ["CLERKS"])
    assert found.attributes["users"] == {"BOB": ("use",), "DEPLOY": ("change",)}
