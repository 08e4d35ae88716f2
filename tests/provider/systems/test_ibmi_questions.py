"""How an IBM i is asked: in bulk, and no service without the libraries that it shall look in."""

from pathlib import Path

import pytest

from ibmi_carriers import SandboxCarrier, machine
from queuewright.catalogue.errors import SystemUnavailable
from queuewright.kinds import IBMI_KINDS
from queuewright.systems.ibmi.carrier import Query, QueryRefused
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
