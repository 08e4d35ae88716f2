"""Processes that evaluate programs and read systems, several at once.

As `python -m queuewright.drift.workers` this is such a worker: pickled calls come in on standard
input, pickled answers go out on standard output, until the input ends. A process a worker, not
multiprocessing: that would import the caller's `__main__` again, which a notebook or a job script
is not made for; and a forked Pulumi runtime would share its event loop.
"""

import os
import pickle
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Call:
    """A function of a module, what it is given, and the seconds after which it is given up."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    timeout: float


@dataclass(frozen=True, slots=True)
class WorkerLost:
    """In place of an answer: the process ended, by itself or because it took too long (`late`)."""

    late: bool
    reason: str


@dataclass(slots=True)
class Workers:
    """At most `size` processes, started when they are needed; they end with the `with` block."""

    size: int = 2
    _own: threading.local = field(default_factory=threading.local)
    _every: list["subprocess.Popen[bytes]"] = field(default_factory=list)
    _killed: threading.Event = field(default_factory=threading.Event)
    _threads: ThreadPoolExecutor | None = None

    def each(self, calls: Sequence[Call]) -> Iterator[Any]:
        """The answers, in the order of the calls; `WorkerLost` of one whose process is gone."""
        if self._threads is None:
            self._threads = ThreadPoolExecutor(max_workers=self.size)
        waiting: deque[Future[Any]] = deque(self._threads.submit(self._ask, call) for call in calls)
        try:
            while waiting:
                yield waiting.popleft().result()  # which is not kept: answers may be large
        except BaseException:
            # Interrupted: what may never end is not waited for.
            self._kill()
            raise

    def _ask(self, call: Call) -> Any:
        if self._killed.is_set():
            return WorkerLost(False, "interrupted")
        process: subprocess.Popen[bytes] | None = getattr(self._own, "process", None)
        if process is None or process.poll() is not None:
            process = self._own.process = _start()
            self._every.append(process)
        assert process.stdin is not None
        assert process.stdout is not None
        late = threading.Timer(call.timeout, process.kill)
        late.start()
        try:
            process.stdin.write(pickle.dumps((call.function, call.arguments)))
            process.stdin.flush()
            return pickle.load(process.stdout)
        except (EOFError, OSError, pickle.UnpicklingError):
            code = process.wait()
            return WorkerLost(code == -9, f"it ended with {code}")
        finally:
            late.cancel()

    def __enter__(self) -> "Workers":
        return self

    def _kill(self) -> None:
        """End every process now, in the middle of what it does; none is started again."""
        self._killed.set()
        for process in list(self._every):
            process.kill()

    def __exit__(self, *_: object) -> None:
        if self._threads is not None:
            self._threads.shutdown(cancel_futures=True)
        for process in self._every:
            with process:
                assert process.stdin is not None
                process.stdin.close()
                try:
                    process.wait(timeout=5)
                except subprocess.TimeoutExpired:
                    process.kill()


def _start() -> "subprocess.Popen[bytes]":
    # The workers must import what this process can: `spark-submit --py-files` extends the path.
    paths = [path for path in sys.path if path]
    return subprocess.Popen(
        [sys.executable, "-m", "queuewright.drift.workers"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        # Ctrl-C on the terminal is for this process, which then ends its workers.
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
    )


def _serve() -> None:
    # Whatever a program writes to file descriptor 1 must not fall into the answers.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    while True:
        try:
            function, arguments = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        answers.write(pickle.dumps(function(*arguments)))
        answers.flush()


if __name__ == "__main__":
    # Classes must be those that others import, not of `__main__`.
    from queuewright.drift import workers as module

    module._serve()
