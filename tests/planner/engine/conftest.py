"""Fixtures of the tests of the engine."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ibmi_stack import WAYS, Stack, stack_over


@pytest.fixture(params=WAYS)
def stack(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Stack]:
    """A stack over one partition, by each way of reaching it."""
    with stack_over(request.param, tmp_path) as made:
        yield made
