"""The rows of IBM i's SQL services that a user sees.

Sources: IBM i, SQL services, "Authorization" of DATA_QUEUE_INFO, OUTPUT_QUEUE_INFO, JOB_QUEUE_INFO,
MESSAGE_QUEUE_INFO and OBJECT_STATISTICS. The others show everybody everything here.
"""

from collections.abc import Iterable, Iterator, Mapping

from queuewright.sandbox.authorization import Operator
from queuewright.sandbox.cl_authority import may_read
from queuewright.sandbox.engine import EmbeddedSystem

from .ibmi_services import Row

# Service -> columns of library and name, type, authorities to the object. *EXECUTE to its library
# goes with each; OBJECT_STATISTICS needs no more.
_NEEDED: Mapping[str, tuple[str, str, str, tuple[str, ...]]] = {
    "DATA_QUEUE_INFO": ("DATA_QUEUE_LIBRARY", "DATA_QUEUE_NAME", "*DTAQ", ("objopr", "read")),
    "OUTPUT_QUEUE_INFO": ("OUTPUT_QUEUE_LIBRARY_NAME", "OUTPUT_QUEUE_NAME", "*OUTQ", ("read",)),
    "JOB_QUEUE_INFO": ("JOB_QUEUE_LIBRARY", "JOB_QUEUE_NAME", "*JOBQ", ("read",)),
    "MESSAGE_QUEUE_INFO": (
        "MESSAGE_QUEUE_LIBRARY",
        "MESSAGE_QUEUE_NAME",
        "*MSGQ",
        ("objopr", "read", "execute"),
    ),
    "OBJECT_STATISTICS()": ("OBJLIB", "OBJNAME", "", ()),
}


def seen(system: EmbeddedSystem, who: Operator, service: str, rows: Iterable[Row]) -> Iterable[Row]:
    """Those of the rows that the user sees."""
    needed = _NEEDED.get(service)
    return rows if needed is None else _seen(system, who, needed, list(rows))


def _seen(
    system: EmbeddedSystem,
    who: Operator,
    needed: tuple[str, str, str, tuple[str, ...]],
    rows: Iterable[Row],
) -> Iterator[Row]:
    library, name, of_type, words = needed
    known: dict[str, bool] = {}
    with system.reading() as tx:
        for row in rows:
            place = f"{row[library]}/{row[name]}" if words else f"{row[library]}/"
            if place not in known:
                known[place] = may_read(tx, who, of_type, place, words)
            if known[place]:
                yield row
