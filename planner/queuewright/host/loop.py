"""The event loop that a program runs on: no threads for the SDK's calls, and no waiting for ever.

Pulumi's SDK sends every registration through a thread pool because its monitor is usually in
another process. Here it is in this one, so the call is made at once; it may be a coroutine.
What the program itself gives to threads still goes to threads.
"""

import asyncio
import selectors
import threading
from collections.abc import Callable
from inspect import isawaitable
from typing import Any

from queuewright.catalogue.errors import QueuewrightError


class Deadlock(QueuewrightError):
    """Nothing that the program waits for can happen any more."""


class HostLoop(asyncio.SelectorEventLoop):
    """Raises Deadlock when everything waits and nothing is left that could wake it up."""

    def __init__(self) -> None:
        self._jobs = 0
        self._threads = threading.active_count()
        super().__init__(_PatientSelector(self))

    def run_in_executor(  # type: ignore[override]
        self, executor: Any, func: Callable[..., Any], *args: Any
    ) -> "asyncio.Future[Any]":
        """`func` at once when the SDK asks, in a thread when the program does."""
        if executor is None and str(getattr(func, "__module__", "")).startswith("pulumi.runtime"):
            result = func(*args)
            if isawaitable(result):
                return asyncio.ensure_future(result, loop=self)
            known = self.create_future()
            known.set_result(result)
            return known
        self._jobs += 1
        future = super().run_in_executor(executor, func, *args)
        future.add_done_callback(self._job_done)
        return future

    def _job_done(self, _: "asyncio.Future[Any]") -> None:
        self._jobs -= 1

    def can_wake(self) -> bool:
        """Whether a thread of the program could still have something to tell."""
        return self._jobs > 0 or threading.active_count() > self._threads


class _PatientSelector(selectors.DefaultSelector):
    """A selector that is asked to wait without a limit only when there is something to wait for."""

    def __init__(self, loop: HostLoop) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        # One registration is the loop's own pipe, which only other threads write to.
        while timeout is None and len(self.get_map()) <= 1:
            ready = super().select(1.0 if self._loop.can_wake() else 0)
            if ready:
                return ready
            if not self._loop.can_wake():
                raise Deadlock("the program waits for something that cannot happen any more")
        return super().select(timeout)
