"""Fixtures for every test."""

from pathlib import Path

import pytest
from hypothesis import settings

# A busy machine is no failure: tests say by their size how long they may take.
settings.register_profile("queuewright", deadline=None)
settings.load_profile("queuewright")

SHARED_MQSC = Path(__file__).resolve().parents[2] / "shared" / "data" / "mqsc"


@pytest.fixture(scope="session")
def shared_mqsc() -> Path:
    """The folder of public MQSC scripts beside the checkout; skips where it is absent."""
    if not SHARED_MQSC.is_dir():
        pytest.skip(f"the public MQSC scripts are not at {SHARED_MQSC}")
    return SHARED_MQSC
