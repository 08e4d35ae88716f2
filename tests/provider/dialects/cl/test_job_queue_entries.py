"""ADDJOBQE, CHGJOBQE and RMVJOBQE, which two parameters name."""

import pytest

from queuewright.dialects import cl
from queuewright.dialects.cl.dialect import DIALECT
from queuewright.dialects.definition import Action, Definition

ENTRY, NAME = "ibmi:JobQueueEntry", "QSYS.QBATCH:STOCK.NIGHT"


@pytest.mark.parametrize(
    ("text", "action", "values"),
    [
        (
            "ADDJOBQE SBSD(QSYS/QBATCH) JOBQ(STOCK/NIGHT) MAXACT(*NOMAX) SEQNBR(20) MAXPTY3(7)",
            Action.CREATE,
            {
                "maximum_active_jobs": "nomax",
                "sequence_number": 20,
                "maximum_active_priority_3": 7,
            },
        ),
        ("CHGJOBQE SBSD(QSYS/QBATCH) JOBQ(STOCK/NIGHT) MAXACT(0)", Action.CHANGE,
         {"maximum_active_jobs": 0}),
        ("RMVJOBQE SBSD(QSYS/QBATCH) JOBQ(STOCK/NIGHT)", Action.DELETE, {}),
    ],
)  # fmt: skip
def test_there_and_back(text: str, action: Action, values: dict[str, object]) -> None:
    [read] = cl.definitions(cl.read_program(text))
    assert (read.kind, read.name, read.action, read.values) == (ENTRY, NAME, action, values)
    assert read.problems == ()
    assert DIALECT.write(Definition(ENTRY, NAME, action, values)) == [text]


def test_by_position_and_a_name_without_a_library() -> None:
    [read] = cl.definitions(cl.read_program("ADDJOBQE QSYS/QBATCH STOCK/NIGHT"))
    assert read.name == NAME
    [read] = cl.definitions(cl.read_program("ADDJOBQE QBATCH STOCK/NIGHT MAXACT(*SAME)"))
    assert read.name == "QBATCH:STOCK.NIGHT"
    assert read.errors
