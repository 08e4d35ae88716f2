"""Evaluate the programs of a whole fleet in processes of their own, in parallel.

A process a worker, not multiprocessing: that would import the caller's `__main__` again, which a
notebook or a job script is not made for; and a forked Pulumi runtime would share its event loop.
"""

import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from .evaluate import Evaluated, EvaluationRequest, request_of
from .fleet import Fleet

_GRACE = 15.0  # seconds beyond a program's time-out, for starting and for stopping by itself

Progress = Callable[[int, int], None]


def evaluate_fleet(
    fleet: Fleet,
    *,
    workers: int = 2,
    timeout: float = 120.0,
    progress: Progress = lambda done, total: None,
) -> Mapping[str, Evaluated]:
    """What each environment desires, by its name. timeout: seconds for one program.

    An environment that repeats another's program, stack and configuration costs nothing more.
    progress: called with how many distinct evaluations are done, and how many there are.
    """
    requests = {
        environment.name: request_of(environment, fleet.base, timeout)
        for environment in fleet.environments
    }
    distinct = list(dict.fromkeys(requests.values()))
    answers = evaluate_all(distinct, workers=workers, progress=progress)
    return {name: answers[request] for name, request in requests.items()}


def evaluate_all(
    requests: Sequence[EvaluationRequest],
    *,
    workers: int = 2,
    progress: Progress = lambda done, total: None,
) -> dict[EvaluationRequest, Evaluated]:
    """Answers to distinct requests. A worker that dies or hangs costs only its own request."""
    answers: dict[EvaluationRequest, Evaluated] = {}
    threads = ThreadPoolExecutor(max_workers=max(1, min(workers, len(requests))))
    with Workers() as pool:
        try:
            for request, answer in zip(requests, threads.map(pool.ask, requests), strict=True):
                answers[request] = answer
                progress(len(answers), len(requests))
        except BaseException:
            # Interrupted: programs that may never end are not waited for.
            pool.kill()
            raise
        finally:
            threads.shutdown(cancel_futures=True)
    return answers


@dataclass(slots=True)
class Workers:
    """One process for each thread that asks; they end with the `with` block."""

    own: threading.local = field(default_factory=threading.local)
    every: list["subprocess.Popen[bytes]"] = field(default_factory=list)
    killed: threading.Event = field(default_factory=threading.Event)

    def ask(self, request: EvaluationRequest) -> Evaluated:
        """The answer; one with an error when the process dies or takes too long."""
        if self.killed.is_set():
            return Evaluated(error=f"{request.program}: interrupted")
        process: subprocess.Popen[bytes] | None = getattr(self.own, "process", None)
        if process is None or process.poll() is not None:
            process = self.own.process = _start()
            self.every.append(process)
        assert process.stdin is not None
        assert process.stdout is not None
        late = threading.Timer(request.timeout + _GRACE, process.kill)
        late.start()
        try:
            process.stdin.write(pickle.dumps(request))
            process.stdin.flush()
            answer: Evaluated = pickle.load(process.stdout)
            return answer
        except (EOFError, OSError, pickle.UnpicklingError):
            code = process.wait()
            why = f"no end in {request.timeout:g} s" if code == -9 else f"it ended with {code}"
            return Evaluated(error=f"{request.program}: the program cannot be evaluated: {why}")
        finally:
            late.cancel()

    def __enter__(self) -> "Workers":
        return self

    def kill(self) -> None:
        """End every process now, in the middle of what it evaluates; none is started again."""
        self.killed.set()
        for process in list(self.every):
            process.kill()

    def __exit__(self, *_: object) -> None:
        for process in self.every:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.close()
            try:
                process.wait(timeout=5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            process.stdout.close()


def _start() -> "subprocess.Popen[bytes]":
    # What this process can import, its workers must: `spark-submit --py-files` extends the path.
    paths = [path for path in sys.path if path]
    return subprocess.Popen(
        [sys.executable, "-m", "queuewright.drift.evaluate"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        # Ctrl-C on the terminal is for this process, which then ends its workers.
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
    )
