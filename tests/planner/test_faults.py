"""A few updates over a network that fails; `python -m bench.faults` runs thousands of them."""

import pytest
from bench.faults import run


@pytest.mark.parametrize("seed", range(1, 9))
def test_the_next_update_makes_good_what_the_network_spoilt(seed: int) -> None:
    assert run(seed).differences == []
