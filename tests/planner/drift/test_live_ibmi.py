"""A live IBM i as a source of drift: what it reports is compared, what nobody can read is not."""

from pathlib import Path

import pytest

from ibmi_carriers import IBMI_CARRIERS, machine, mapepire_entry, ssh_entry
from queuewright.drift.fingerprint import canonical_json, compare_pair
from queuewright.drift.fleet import SourceConfig
from queuewright.drift.sources import SourceFailed, observe

ENTRIES = {"mapepire": mapepire_entry, "ssh": ssh_entry}
DECLARED = {"delivery": "break", "severity_code_filter": 40, "text_description": "Night"}


@pytest.mark.parametrize("kind", list(ENTRIES))
def test_a_live_partition_is_compared(kind: str, tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    with IBMI_CARRIERS[kind](own, "AS1") as reached:
        values = {**DECLARED, "severity_code_filter": 99, "text_description": "by hand"}
        reached.machine.create("ibmi:MessageQueue", "ORDERS/NIGHT", values)
        reached.machine.create("ibmi:DataQueue", "ORDERS/IN", {"max_entry_length": 9})
        carrier = reached.system._carrier  # type: ignore[attr-defined]
        entry = dict(ENTRIES[kind](tmp_path, int(carrier.address.rpartition(":")[2])))
        found = {
            o.key.kind: o for o in observe("AS1", SourceConfig(**entry), str(tmp_path)).objects
        }
    seen = canonical_json(found["ibmi:MessageQueue"].attributes)
    differing = compare_pair("ibmi:MessageQueue", canonical_json(DECLARED), seen)
    assert [name for name, *_ in differing] == ["text_description"]
    data = canonical_json(found["ibmi:DataQueue"].attributes)
    wanted = canonical_json({"max_entry_length": 5})
    assert [name for name, *_ in compare_pair("ibmi:DataQueue", wanted, data)] == [
        "max_entry_length"
    ]


@pytest.mark.parametrize("kind", list(ENTRIES))
def test_a_partition_that_is_not_reached_is_one_line(kind: str, tmp_path: Path) -> None:
    machine(tmp_path, "AS1")
    entry = dict(ENTRIES[kind](tmp_path, 9))
    with pytest.raises(SourceFailed, match="it refuses connections") as caught:
        observe("AS1", SourceConfig(**entry), str(tmp_path))
    assert "\n" not in str(caught.value)
