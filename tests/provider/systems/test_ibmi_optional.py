"""SQL services that not every release of IBM i has."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from ibmi_carriers import SandboxCarrier, machine
from queuewright.catalogue.errors import SystemUnavailable
from queuewright.catalogue.key import Key
from queuewright.kinds import IBMI_KINDS, is_optional, spec_of
from queuewright.systems.ibmi.carrier import Query, QueryRefused, Row
from queuewright.systems.ibmi.system import IbmiSystem
from queuewright.systems.reading import observe_all

SERVICES = {
    "ibmi:JobQueue": "QSYS2.JOB_QUEUE_INFO",
    "ibmi:JobQueueEntry": "QSYS2.JOB_QUEUE_INFO",
    "ibmi:Library": "LIBRARY_INFO",
    "ibmi:OutputQueue": "QSYS2.OUTPUT_QUEUE_INFO",
    "ibmi:RelationalDatabaseEntry": "QSYS2.RDB_ENTRY_INFO",
}


class WithoutServices(SandboxCarrier):
    """A partition of a release that has none of them."""

    state = "42704"

    def rows(self, query: Query) -> Sequence[Row]:
        for service in SERVICES.values():
            if service in query.source:
                raise QueryRefused(f"{service} in QSYS2 type *FILE not found.", self.state)
        return super().rows(query)


@pytest.fixture
def system(tmp_path: Path) -> IbmiSystem:
    embedded = machine(tmp_path, "IBMI1")
    embedded.create("ibmi:MessageQueue", "ORDERS/MSGS", {})
    embedded.create("ibmi:JobQueue", "ORDERS/NIGHT", {})
    return IbmiSystem("IBMI1", WithoutServices(embedded))


def test_each_optional_kind_has_its_service() -> None:
    own = [k for k in sorted(IBMI_KINDS) if is_optional(k) and k != "ibmi:ObjectAuthority"]
    assert own == sorted(SERVICES)


def test_a_reading_of_everything_does_without(system: IbmiSystem) -> None:
    assert [each.key.name for each in system.observe(IBMI_KINDS)] == ["ORDERS/MSGS"]


@pytest.mark.parametrize("kind", SERVICES)
def test_one_that_is_named_says_why(system: IbmiSystem, kind: str) -> None:
    name = "ORDERS/NIGHT" if spec_of(kind).in_library else "ORDERS"
    name = name if spec_of(kind).identity()[1:] != ("job_queue",) else "ORDERS.S:ORDERS.NIGHT"
    named = [Key("IBMI1", kind, name)]
    with pytest.raises(SystemUnavailable, match=f"is not there as it is needed.*{SERVICES[kind]}"):
        observe_all(system, IBMI_KINDS, named)


def test_one_that_may_not_be_asked_is_no_absent_one(
    system: IbmiSystem, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(WithoutServices, "state", "42501")
    with pytest.raises(SystemUnavailable, match="may not be read"):
        list(system.observe(IBMI_KINDS))
