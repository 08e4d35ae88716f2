"""A clock for sandboxes that stands still until it is moved."""

from datetime import datetime


class Clock:
    """Seconds since 1970, as `time.time`. moment: ISO 8601, with its offset from UTC."""

    def __init__(self, moment: str = "2026-11-22T18:05:12Z") -> None:
        self.move(moment)

    def __call__(self) -> float:
        return self._seconds + 0.75

    def move(self, moment: str) -> None:
        self._seconds = datetime.fromisoformat(moment).timestamp()
