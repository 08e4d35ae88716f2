"""How an IBM i is asked: in bulk, and no service without the libraries that it shall look in."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from ibmi_carriers import SandboxCarrier, machine
from queuewright.catalogue.errors import SystemUnavailable
from queuewright.catalogue.key import Key
from queuewright.diff.normalise import spec_for
from queuewright.kinds import IBMI_KINDS
from queuewright.servers import ibmi_cl
from queuewright.systems.ibmi.carrier import Message, Query, QueryRefused, Reply
from queuewright.systems.ibmi.examining import time_there
from queuewright.systems.ibmi.system import IbmiSystem

# OBJECT_LOCK_INFO: "you should use a WHERE clause to restrict the result set".
LIBRARY = {
    "QSYS2.OBJECT_PRIVILEGES": "SYSTEM_OBJECT_SCHEMA IN (",
    "QSYS2.OBJECT_LOCK_INFO": "SYSTEM_OBJECT_SCHEMA IN (",
    "QSYS2.MESSAGE_QUEUE_INFO": "MESSAGE_QUEUE_LIBRARY IN (",
}


@pytest.fixture
def carrier(tmp_path: Path) -> SandboxCarrier:
    embedded = machine(tmp_path, "AS1")
    for number in range(30):
        embedded.create("ibmi:DataQueue", f"ORDERS/Q{number}", {"max_entry_length": 1})
        embedded.create("ibmi:MessageQueue", f"STOCK/Q{number}", {})
    return SandboxCarrier(embedded)


def test_everything_is_read_with_a_few_questions(carrier: SandboxCarrier) -> None:
    system = IbmiSystem("AS1", carrier)
    assert len(system.observe(IBMI_KINDS, status=True)) == 60
    assert len(carrier.asked) <= 9
    for query in carrier.asked:
        assert LIBRARY.get(query.source, "") in query.where


def test_only_the_configured_libraries_are_read(carrier: SandboxCarrier) -> None:
    system = IbmiSystem("AS1", carrier, ["STOCK"])
    assert {o.key.name.partition("/")[0] for o in system.observe(IBMI_KINDS)} == {"STOCK"}
    assert not any("*ALLUSR" in query.source for query in carrier.asked)
    # What is asked for by its name is read wherever it is.
    assert len(system.observe(IBMI_KINDS, ["ORDERS/Q1"])) == 1


def test_one_object_is_read_by_its_name(carrier: SandboxCarrier) -> None:
    system = IbmiSystem("AS1", carrier)
    assert len(system.observe(["ibmi:MessageQueue"], ["STOCK/Q7"], status=True)) == 1
    assert all("Q7" in query.where + query.source for query in carrier.asked)


@pytest.mark.parametrize(
    ("state", "says"),
    [
        ("42704", "is not there as it is needed, SQLSTATE 42704.*install the Db2 PTF group"),
        ("42501", "may not be read, SQLSTATE 42501.*docs/systems.md"),
        ("57014", "gave no answer, SQLSTATE 57014.*see the job log"),
    ],
)
def test_a_service_that_gives_no_answer(carrier: SandboxCarrier, state: str, says: str) -> None:
    def refuse(query: Query) -> list[dict[str, str]]:
        raise QueryRefused("in Db2's\nown words", state)

    carrier.rows = refuse  # type: ignore[method-assign, assignment]
    with pytest.raises(SystemUnavailable, match=f"AS1: in this process: .*{says}") as caught:
        IbmiSystem("AS1", carrier).observe(IBMI_KINDS)
    assert "\n" not in str(caught.value)


def test_facts_are_asked_for_once(carrier: SandboxCarrier) -> None:
    system = IbmiSystem("AS1", carrier)
    assert system.facts is system.facts
    assert len(carrier.asked) == 3
    assert system.release() == "7.5"


def test_the_time_there() -> None:
    def rows(moment: str, offset: str) -> list[dict[str, str]]:
        named = {"QDATETIME": moment, "QUTCOFFSET": offset}
        return [
            {"SYSTEM_VALUE_NAME": name, "CURRENT_CHARACTER_VALUE": text}
            for name, text in named.items()
        ]

    noon = datetime(2026, 11, 22, 12, tzinfo=UTC)
    assert time_there(rows("20261122120000123456", "+0000")) == noon
    assert time_there(rows("20261122133000000000", "+0130")) == noon
    assert time_there(rows("20261122070000000000", "-0500")) == noon
    for wrong in (rows("", ""), rows("20261122", "+0100"), rows("x" * 20, "y"), []):
        assert time_there(wrong) is None


def test_what_a_user_lacks_is_asked_of_chkobj(carrier: SandboxCarrier) -> None:
    system = IbmiSystem("AS1", carrier)
    declared = [
        Key("AS1", "ibmi:DataQueue", "ORDERS/Q1"),
        Key("AS1", "ibmi:MessageQueue", "STOCK/NEW"),
        Key("AS1", "ibmi:MessageQueue", "*CURLIB/NEW"),
        Key("AS1", "ibmi:AuthorizationList", "NEWLIST"),
    ]
    found = {(each.about, each.ok) for each in system.examine(declared)}
    assert {("release", True), ("clock", True), ("authority", True)} <= found
    assert carrier.sent == [
        f"CHKOBJ OBJ(QSYS/{library}) OBJTYPE(*LIB) AUT(*READ *ADD *EXECUTE)"
        for library in ("ORDERS", "QGPL", "STOCK")
    ] + ["CHKOBJ OBJ(ORDERS/Q1) OBJTYPE(*DTAQ) AUT(*OBJEXIST *OBJMGT *OBJOPR *READ)"]
    [gone] = [f for f in system.examine([Key("AS1", "ibmi:DataQueue", "NOLIB/Q")]) if f.ok is False]
    assert "library NOLIB is not there" in str(gone)


def test_a_user_who_may_only_read(carrier: SandboxCarrier) -> None:
    def run(command: str) -> Reply:
        done = ibmi_cl.run(carrier._embedded, command, may_change=False)
        return Reply(done.ok, [Message(message.id, message.text) for message in done.messages])

    carrier.run = run  # type: ignore[method-assign]
    system = IbmiSystem("AS1", carrier)
    lacking = [
        f for f in system.examine([Key("AS1", "ibmi:DataQueue", "ORDERS/Q1")]) if f.ok is False
    ]
    texts = [str(finding) for finding in lacking if finding.about == "authority"]
    assert len(texts) == 2
    assert "QSYS/ORDERS *LIB: not all of *READ *ADD *EXECUTE; grant it: GRTOBJAUT" in texts[0]
    assert "ORDERS/Q1 *DTAQ" in texts[1]


def test_an_object_that_leaves_its_list_is_secured_by_it_no_more(carrier: SandboxCarrier) -> None:
    system = IbmiSystem("AS1", carrier)
    for command in ("CRTAUTL AUTL(ORDAUT)", "CRTDTAQ DTAQ(ORDERS/Q) MAXLEN(9) AUT(ORDAUT)"):
        assert carrier.run(command).ok
    carrier.sent.clear()
    key = Key("AS1", "ibmi:DataQueue", "ORDERS/Q")
    assert system.change(spec_for(key, {"authority": "use"})).attributes["authority"] == "use"
    assert carrier.sent == [
        "GRTOBJAUT OBJ(ORDERS/Q) OBJTYPE(*DTAQ) USER(*PUBLIC) AUT(*USE)",
        "RVKOBJAUT OBJ(ORDERS/Q) OBJTYPE(*DTAQ) AUTL(ORDAUT)",
    ]
    carrier.sent.clear()
    system.change(spec_for(key, {"authority": "change"}))
    assert len(carrier.sent) == 1
