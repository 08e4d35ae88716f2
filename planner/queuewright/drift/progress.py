"""The running job for a person who waits: its steps, Spark's tasks in them, and Ctrl-C."""

import logging
import re
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

if TYPE_CHECKING:
    from pyspark.sql import SparkSession
    from rich.progress import TaskID

_EVERY = 0.5  # seconds
_LINES = 10.0  # seconds between two lines that count the same: a log is not a progress bar
_COUNT = re.compile(r": (\d+) of (\d+)$")


class Steps:
    """A receiver of steps: called with the present one, from the first second on."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._counted = 0.0  # when

    def __call__(self, text: str) -> None:
        """Each step is one line; of those that only count, one now and then and the last."""
        count = _COUNT.search(text)
        if count:
            now = time.monotonic()
            if count[1] != count[2] and now - self._counted < _LINES:
                return
            self._counted = now
        self._console.print(text, highlight=False, markup=False)

    def watch(self, spark: "SparkSession") -> None:
        """From now on, Spark's tasks are shown where they can be."""


class _Bar(Steps):
    """A bar on a terminal, with the tasks of Spark's running stages once there is a session."""

    def __init__(self, console: Console, progress: Progress) -> None:
        super().__init__(console)
        self._progress = progress
        self._bar: TaskID = progress.add_task("", total=None)
        self.over = threading.Event()

    def __call__(self, text: str) -> None:
        self._progress.update(self._bar, description=text, completed=0, total=None)

    def watch(self, spark: "SparkSession") -> None:
        def look() -> None:
            while not self.over.wait(_EVERY):
                done, total = _tasks(spark)
                self._progress.update(self._bar, completed=done, total=total or None)

        threading.Thread(target=look, name="progress", daemon=True).start()


@contextmanager
def following(console: Console) -> Iterator[Steps]:
    """Gives what to tell steps to. On a terminal they are drawn over one another, with the time
    that the command has taken; elsewhere each is one line."""
    if not console.is_terminal:
        yield Steps(console)
        return
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=30),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=console, transient=True) as progress:
        bar = _Bar(console, progress)
        try:
            yield bar
        finally:
            bar.over.set()


def _tasks(spark: "SparkSession") -> tuple[int, int]:
    """Tasks done and in all, of the stages that run now; (0, 0) where it cannot be known."""
    try:
        tracker = spark.sparkContext.statusTracker()
        stages = [tracker.getStageInfo(stage) for stage in tracker.getActiveStageIds()]
    except Exception:
        return 0, 0  # Spark Connect has no context here, and a stage may end while it is asked
    known = [stage for stage in stages if stage is not None]
    return sum(s.numCompletedTasks for s in known), sum(s.numTasks for s in known)


@contextmanager
def quietly_interrupted() -> Iterator[Callable[[], None]]:
    """Gives a function to call once there is a session; then SIGINT only raises KeyboardInterrupt.

    pyspark's own handler asks the JVM to cancel its jobs, over the connection that is in use, and
    logs how that fails; stopping the session cancels them as well. Py4j's log of the command
    that was interrupted tells a person nothing, so nothing is logged any more. Does nothing
    outside the main thread, where no handler can be set.
    """
    if threading.current_thread() is not threading.main_thread():
        yield lambda: None
        return
    handler, level = signal.getsignal(signal.SIGINT), logging.root.manager.disable

    def interrupted(_: int, __: FrameType | None) -> None:
        logging.disable(logging.CRITICAL)
        raise KeyboardInterrupt

    def take_over() -> None:
        signal.signal(signal.SIGINT, interrupted)

    take_over()
    try:
        yield take_over
    finally:
        signal.signal(signal.SIGINT, handler)
        logging.disable(level)
