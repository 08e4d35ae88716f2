"""Ctrl-C in the middle of a job: the run does not count, and no traceback is shown."""

import logging
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def quietly_interrupted() -> Iterator[Callable[[], None]]:
    """Gives a function to call once there is a session; then SIGINT only raises KeyboardInterrupt.

    pyspark's own handler asks the JVM to cancel its jobs, over the connection that is in use, and
    logs how that fails; stopping the session cancels them as well. What py4j logs of the command
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
