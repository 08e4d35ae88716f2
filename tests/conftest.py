"""Fixtures for every test."""

import asyncio
import os
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

# A busy machine is no failure, and CI tries the same examples each time: what only chance finds
# would stop people who did not cause it. `HYPOTHESIS_PROFILE=search` looks for more.
settings.register_profile("suite", deadline=None, max_examples=30, derandomize="CI" in os.environ)
settings.register_profile("search", deadline=None, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "suite"))

SHARED_MQSC = Path(__file__).resolve().parents[2] / "shared" / "data" / "mqsc"


@pytest.fixture(autouse=True)
def _no_loop_is_left() -> Iterator[None]:
    """Pulumi's SDK makes an event loop where there is none and leaves it open: closed here, it
    cannot be found by the garbage collector in the middle of another test."""
    yield
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            loop = asyncio.get_event_loop_policy().get_event_loop()
    except RuntimeError:  # there is none
        return
    if not loop.is_running():
        loop.close()
        asyncio.set_event_loop(None)


@pytest.fixture(scope="session")
def shared_mqsc() -> Path:
    """The folder of public MQSC scripts beside the checkout; skips where it is absent."""
    if not SHARED_MQSC.is_dir():
        pytest.skip(f"the public MQSC scripts are not at {SHARED_MQSC}")
    return SHARED_MQSC
