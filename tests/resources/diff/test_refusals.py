"""What a system cannot have, by its facts."""

from typing import Any

import pytest

from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.diff.refusals import cannot_have

QUEUE = Key("QM1", "mq:LocalQueue", "Q")


@pytest.mark.parametrize(
    ("facts", "expected"),
    [({"cell_directory": False}, ["no-cell-directory"]), ({"cell_directory": True}, []), ({}, [])],
)
def test_a_scope_of_the_cell(facts: dict[str, Any], expected: list[str]) -> None:
    problems = list(cannot_have(QUEUE, {"scope": "cell"}, SystemFacts("QM1", **facts), new=True))
    assert [p.code for p in problems] == expected
    assert [p.message for p in problems] == [
        'scope="cell": QM1 has no name service with a cell directory; use scope="q_mgr", or '
        "configure the name service [IBM MQ, Change Queue (PCF): Scope]"
    ] * len(expected)
