"""A clock for sandboxes that stands still until it is moved, and time zones to read it in."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

import pytest

from queuewright.sandbox import times


class Clock:
    """Seconds since 1970, as `time.time`. moment: ISO 8601, with its offset from UTC."""

    def __init__(self, moment: str = "2026-11-22T18:05:12Z") -> None:
        self.move(moment)

    def __call__(self) -> float:
        return self._seconds + 0.75

    def move(self, moment: str) -> None:
        self._seconds = datetime.fromisoformat(moment).timestamp()


@contextmanager
def in_zone(name: str) -> Iterator[None]:
    """The time zone of this process for a while. Times that are kept as text are those of one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TZ", name)
        _begin()
        yield
    _begin()


def _begin() -> None:
    time.tzset()
    times._date_and_time.cache_clear()
    times.in_rest.cache_clear()
