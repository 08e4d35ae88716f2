"""Fixtures for every test."""

from pathlib import Path

import pytest

SHARED_MQSC = Path(__file__).resolve().parents[2] / "shared" / "data" / "mqsc"


@pytest.fixture(scope="session")
def shared_mqsc() -> Path:
    """The folder of public MQSC scripts beside the checkout; skips where it is absent."""
    if not SHARED_MQSC.is_dir():
        pytest.skip(f"the public MQSC scripts are not at {SHARED_MQSC}")
    return SHARED_MQSC
