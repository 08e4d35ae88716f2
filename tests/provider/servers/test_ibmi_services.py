"""IBM i's SQL services: when objects were created and changed.

Source: IBM i, OBJECT_STATISTICS table function: OBJCREATED, CHANGE_TIMESTAMP.
"""

from pathlib import Path

from clock import Clock
from queuewright.catalogue.platform import Platform
from queuewright.sandbox.engine import Sandbox
from queuewright.servers.ibmi_sql import select

_LATER = "2027-01-02T03:04:05Z"
_MADE, _CHANGED = "2026-11-22 18:05:12", "2027-01-02 03:04:05"


def test_when_objects_were_created_and_changed(tmp_path: Path) -> None:
    clock = Clock()
    sandbox = Sandbox(tmp_path / "sandbox.db", clock)
    system = sandbox.create_system("AS1", platform=Platform.IBMI, libraries=("ORDERS",))
    system.create("ibmi:DataQueue", "ORDERS/IN", {"max_entry_length": 100})
    system.create("ibmi:MessageQueue", "ORDERS/NIGHT", {})
    system.create("ibmi:AuthorizationList", "LIST", {})
    clock.move(_LATER)
    system.change("ibmi:MessageQueue", "ORDERS/NIGHT", {"text_description": "it"})
    system.entries("LIST", {"BOB": ("use",)}, add=True)
    columns = "OBJNAME, OBJCREATED, CHANGE_TIMESTAMP"
    found = select(system, f"SELECT {columns} FROM TABLE(QSYS2.OBJECT_STATISTICS('*ALL', '*ALL'))")
    assert found.columns == ("OBJNAME", "OBJCREATED", "CHANGE_TIMESTAMP")
    times = {name: (created, changed) for name, created, changed in found.rows}
    assert times.items() >= {
        "IN": (_MADE, _MADE), "NIGHT": (_MADE, _CHANGED), "LIST": (_MADE, _CHANGED),
        "ORDERS": (_MADE, _MADE), "QGPL": (_MADE, _MADE),
    }.items()  # fmt: skip
    changed = select(
        system,
        "SELECT OBJNAME FROM TABLE(QSYS2.OBJECT_STATISTICS('ORDERS', '*DTAQ *MSGQ')) X"
        " WHERE CHANGE_TIMESTAMP >= '2027-01-01 00:00:00'",
    )
    assert changed.rows == (("NIGHT",),)
