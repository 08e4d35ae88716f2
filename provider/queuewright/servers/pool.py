"""Threads of one server: what it does there holds up no other server, and ends with it."""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

Given = ParamSpec("Given")
Result = TypeVar("Result")


class Stopped(Exception):
    """The server stops: nothing is begun any more."""


class Pool:
    """stopping: set when the server stops; long work looks at it, and ends."""

    def __init__(self, name: str, threads: int = 8) -> None:
        self.stopping = threading.Event()
        self._executor = ThreadPoolExecutor(threads, f"queuewright-{name}")

    async def run(
        self, work: Callable[Given, Result], *given: Given.args, **named: Given.kwargs
    ) -> Result:
        """The result of `work`, or its exception, from one of the threads. Raises Stopped."""
        if self.stopping.is_set():
            raise Stopped
        loop, task = asyncio.get_running_loop(), asyncio.current_task()
        try:
            return await loop.run_in_executor(self._executor, lambda: work(*given, **named))
        except asyncio.CancelledError:
            if task is not None and task.cancelling():
                raise
            raise Stopped from None  # it was not begun

    def stop(self) -> None:
        """Work that waits is not begun; work that runs is notified."""
        self.stopping.set()
        self._executor.shutdown(wait=False, cancel_futures=True)
