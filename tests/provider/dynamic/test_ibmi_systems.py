"""The provider under `pulumi up` on a live IBM i, over ssh and through Mapepire."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ibmi_carriers import IBMI_CARRIERS, mapepire_entry, ssh_entry
from queuewright.catalogue.observed import OpenFor
from queuewright.sandbox.engine import EmbeddedSystem

ENTRIES = {"mapepire": mapepire_entry, "ssh": ssh_entry}
KIND, ID = "ibmi:MessageQueue", "AS1/ibmi:MessageQueue/ORDERS/NIGHT"
DECLARED = {
    "system": "AS1",
    "name": "NIGHT",
    "library": "ORDERS",
    "delivery": "break",
    "severity_code_filter": 40,
    "text_description": "Night",
}


@pytest.fixture(params=list(ENTRIES))
def live(
    request: pytest.FixtureRequest, tmp_path: Path
) -> Iterator[tuple[EmbeddedSystem, dict[str, Any]]]:
    """The partition, and what the stack says of it, with numbers as Pulumi hands them over."""
    own = tmp_path / "own"
    own.mkdir()
    with IBMI_CARRIERS[request.param](own, "AS1") as reached:
        carrier = reached.system._carrier  # type: ignore[attr-defined]
        port = float(carrier.address.rpartition(":")[2])
        entry = dict(ENTRIES[request.param](own, int(port)))
        yield reached.machine, {"AS1": {**entry, "port": port}}


@pytest.mark.process
def test_from_create_to_delete(
    live: tuple[EmbeddedSystem, dict[str, Any]], start_plugin: Any
) -> None:
    machine, systems = live
    plugin = start_plugin(systems).of(KIND)
    inputs, failures = plugin.check(DECLARED)
    assert failures == []
    id_, outs = plugin.create(inputs)
    assert id_ == ID
    assert (outs["delivery"], outs["authority"]) == ("break", "change")
    [own] = machine.observe([KIND])
    assert own.attributes["delivery"] == "break"
    # Somebody changes what nobody can read: no drift. What can be read is drift.
    machine.change(KIND, "ORDERS/NIGHT", {"delivery": "hold"})
    plugin = start_plugin(systems).of(KIND)
    read_id, read = plugin.read(id_, outs)
    assert (read_id, read["delivery"]) == (ID, "break")
    assert plugin.diff(id_, read, inputs).changes == 1  # DIFF_NONE
    machine.change(KIND, "ORDERS/NIGHT", {"text_description": "by hand"})
    plugin = start_plugin(systems).of(KIND)
    assert plugin.diff(id_, outs, inputs).changes == 2  # DIFF_SOME
    changed, failures = plugin.check({**DECLARED, "severity_code_filter": 50}, outs)
    assert failures == []
    after = plugin.update(id_, outs, changed)
    assert after["severity_code_filter"] == 50
    [own] = machine.observe([KIND])
    assert own.attributes["severity_code_filter"] == 50
    assert own.attributes["text_description"] == "Night"
    start_plugin(systems).of(KIND).delete(id_, after)
    assert not machine.observe([KIND])


def test_one_that_exists_is_not_taken_for_identical(
    live: tuple[EmbeddedSystem, dict[str, Any]], start_plugin: Any
) -> None:
    machine, systems = live
    machine.create(KIND, "ORDERS/NIGHT", {"text_description": "Night"})
    plugin = start_plugin(systems).of(KIND)
    _, failures = plugin.check(DECLARED)
    assert len(failures) == 1
    assert "AS1 does not report delivery, severity_code_filter" in failures[0]
    inputs, failures = plugin.check({**DECLARED, "adopt": "any"})
    assert failures == []
    plugin.create(inputs)
    [own] = machine.observe([KIND])
    assert own.attributes["severity_code_filter"] == 40


def test_a_kind_that_is_not_reached(
    live: tuple[EmbeddedSystem, dict[str, Any]], start_plugin: Any
) -> None:
    _, systems = live
    plugin = start_plugin(systems)
    _, failures = plugin.check({"system": "AS1", "name": "Q"})
    assert any("reached in a way that knows" in failure for failure in failures), failures


def test_a_refused_replacement_is_put_back_as_it_was_applied(
    live: tuple[EmbeddedSystem, dict[str, Any]], start_plugin: Any
) -> None:
    machine, systems = live
    plugin = start_plugin(systems).of(KIND)
    inputs, _ = plugin.check({**DECLARED, "initial_storage_size": 8})
    id_, outs = plugin.create(inputs)
    plugin = start_plugin(systems).of(KIND)
    news, failures = plugin.check(
        {**DECLARED, "initial_storage_size": 16, "authority": "NOLIST"}, outs
    )
    assert failures == []
    assert plugin.diff(id_, outs, news).replaces
    with pytest.raises(Exception, match="it was put back"):
        plugin.delete(id_, outs)  # which makes the new one, too
    [own] = machine.observe([KIND])
    assert (own.attributes["delivery"], own.attributes["severity_code_filter"]) == ("break", 40)
    assert own.attributes["initial_storage_size"] == 8


def test_what_is_in_a_library_that_is_not_listed(
    live: tuple[EmbeddedSystem, dict[str, Any]], start_plugin: Any
) -> None:
    machine, systems = live
    systems["AS1"]["libraries"] = ["ORDERS"]
    declared = {"system": "AS1", "name": "NIGHT", "library": "STOCK", "text_description": "Night"}
    plugin = start_plugin(systems).of(KIND)
    inputs, failures = plugin.check(declared)
    assert failures == []
    id_, outs = plugin.create(inputs)
    plugin = start_plugin(systems).of(KIND)
    assert plugin.check(declared, outs)[1] == []
    assert plugin.diff(id_, outs, inputs).changes == 1  # DIFF_NONE
    assert plugin.read(id_, outs)[0] == id_
    _, failures = start_plugin(systems).of(KIND).check({**declared, "text_description": "mine"})
    assert any("exists" in failure for failure in failures), failures
    machine.change(KIND, "STOCK/NIGHT", {"text_description": "by hand"})
    plugin = start_plugin(systems).of(KIND)
    assert plugin.diff(id_, outs, inputs).changes == 2  # DIFF_SOME
    start_plugin(systems).of(KIND).delete(id_, outs)
    assert not machine.observe([KIND])


def test_who_may_use_a_queue_and_who_may_own_it(
    live: tuple[EmbeddedSystem, dict[str, Any]], start_plugin: Any
) -> None:
    """GRTOBJAUT needs no allocation, CHGMSGQ does; CHGOBJOWN needs *ADD to the new owner."""
    machine, systems = live
    plugin = start_plugin(systems).of(KIND)
    inputs, _ = plugin.check({**DECLARED, "private_authorities": {"AMY": ["use"]}})
    id_, outs = plugin.create(inputs)
    machine.open("ORDERS/NIGHT", {OpenFor.INPUT_EXCLUSIVE}, application="QSYSARB")
    plugin = start_plugin(systems).of(KIND)
    granted, failures = plugin.check(
        {**DECLARED, "private_authorities": {"AMY": ["use"], "BOB": ["change"]}}, outs
    )
    assert failures == []
    assert set(plugin.update(id_, outs, granted)["private_authorities"]) == {"AMY", "BOB"}
    _, failures = plugin.check({**DECLARED, "severity_code_filter": 50}, outs)
    assert "QSYSARB" in failures[0]
    _, failures = plugin.check({**DECLARED, "name": "NEW", "owner": "PAYROLL"})
    assert failures == []
    systems["AS1"]["user"] = "ro"
    _, failures = (
        start_plugin(systems).of(KIND).check({**DECLARED, "name": "NEW", "owner": "PAYROLL"})
    )
    assert "GRTOBJAUT OBJ(QSYS/PAYROLL) OBJTYPE(*USRPRF)" in " ".join(failures)
