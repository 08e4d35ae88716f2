"""Commands given to a command processor, a child process: many threads' in one process.

A process stays open while commands come. Where it answers at once, it takes them all; where its
answers wait in a buffer until it ends (that of a pipe), which is found out once, it is ended after
a short silence, and the commands that came meanwhile were one batch. A comment after each caller's
commands, which is echoed, says that their answers are complete.
"""

import os
import re
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from types import MappingProxyType

from queuewright.catalogue.diagnostic import shown
from queuewright.dialects.mqsc.report import MqscAnswer, Reader

from .children import started

# Seconds without an answer after which a process is told to end: by whether processes of this
# command answer at once, None as long as that is not known.
_SILENCE: Mapping[bool | None, float] = MappingProxyType({None: 2.0, True: 5.0, False: 0.15})
_LINGER = 0.3  # seconds that a process waits for more commands when all are answered
_MARK = "* queuewright "
_ASCII = re.compile(r"[ -~]{0,60}")
_MOST = 8192  # bytes of standard error that are kept


@dataclass(slots=True)
class CommandBatch:
    """Commands of one caller. first: the number of the first of them in the report.

    answers: one each once `done` is set, fewer where the process ended before.
    """

    commands: Sequence[str]
    first: int = 0
    answers: list[MqscAnswer] = field(default_factory=list)
    done: threading.Event = field(default_factory=threading.Event)


@dataclass(frozen=True, slots=True)
class Ended:
    """How a process ended. code: its exit code, negative for a signal, None where it had to be
    stopped, having said nothing for so long; heading: lines before the first echo; errors: its
    standard error."""

    code: int | None
    reader: Reader
    errors: str

    @property
    def is_silent(self) -> bool:
        return not self.reader.answers and not any(line.strip() for line in self.reader.heading)


class Processes:
    """Starts a process where none is open, and gives callers their answers.

    command: the program and its arguments. first_line: what it is given first (a password).
    patience: seconds without any output after which it is stopped.
    """

    def __init__(
        self, command: Sequence[str], first_line: Callable[[], str | None], patience: float
    ) -> None:
        self._command = command
        self._first_line = first_line
        self._patience = patience
        self._lock = threading.Lock()
        self._open: _Process | None = None
        self._answers_at_once: bool | None = None

    def ask(self, commands: Sequence[str]) -> tuple[list[MqscAnswer], Ended | None]:
        """The answers, and how the process ended where there are fewer than commands. Raises
        OSError where it cannot be started."""
        request = CommandBatch(commands)
        with self._lock:
            if self._open is None or not self._open.take(request):
                if self._open is not None and self._open.answers_at_once is not None:
                    self._answers_at_once = self._open.answers_at_once
                self._open = _Process(
                    self._command, self._first_line(), self._patience, self._answers_at_once
                )
                self._open.take(request)
            process = self._open
        request.done.wait()
        missing = len(request.answers) < len(commands)
        return request.answers, process.ended() if missing else None


class _Process:
    """One process, with a thread that reads what it says and one that sees to its end."""

    def __init__(
        self,
        command: Sequence[str],
        first_line: str | None,
        patience: float,
        answers_at_once: bool | None,
    ) -> None:
        self.answers_at_once = answers_at_once
        self._process = started(command)
        self._patience = patience
        self._changed = threading.Condition()
        self._writing = threading.Lock()
        self._requests: list[CommandBatch] = []  # not yet answered, in order
        self._sent = 0  # commands
        self._marks = 0  # of requests, that were sent
        self._reader = Reader()
        self._last_output = self._last_taken = time.monotonic()
        self._accepting = True
        self._errors = b""
        self._over = threading.Event()
        self._code: int | None = None
        self._stopped = False
        self._first: tuple[str, ...] = () if first_line is None else (first_line,)
        self._threads = [
            threading.Thread(target=target, name="queuewright-runmqsc", daemon=True)
            for target in (self._read, self._read_errors, self._tend)
        ]

    def take(self, request: CommandBatch) -> bool:
        """Send the commands; False where the process takes no more."""
        with self._writing:
            with self._changed:
                if not self._accepting:
                    return False
                request.first = self._sent + 1
                self._sent += len(request.commands)
                self._marks += 1
                mark = f"{_MARK}{self._marks}"
                self._requests.append(request)
                self._last_taken = time.monotonic()
                self._changed.notify_all()
            if self._marks == 1:  # its end is seen when there is somebody to tell
                for thread in self._threads:
                    thread.start()
            # A pipe may be full until its reader has read on, which needs what is locked above.
            self._write("\n".join((*self._first, *request.commands, mark, "")))
            self._first = ()
        return True

    def ended(self) -> Ended:
        """How it ended; waits for that."""
        self._over.wait()
        code = None if self._stopped else self._code
        return Ended(code, self._reader, _decoded(self._errors))

    def _write(self, text: str) -> None:
        assert self._process.stdin
        try:
            self._process.stdin.write(text.encode())
        except (OSError, ValueError):  # it has ended, which its reader sees
            return

    # Output

    def _read(self) -> None:
        assert self._process.stdout
        rest = b""
        while data := os.read(self._process.stdout.fileno(), 1 << 16):
            whole, newline, rest = (rest + data).rpartition(b"\n")
            lines = _decoded(whole).split("\n") if newline else []
            with self._changed:
                self._last_output = time.monotonic()
                for line in lines:
                    self._reader.feed(line)
                self._settle()
                self._changed.notify_all()
        with self._changed:
            self._reader.feed(_decoded(rest))
            self._accepting = False
            self._changed.notify_all()

    def _read_errors(self) -> None:
        assert self._process.stderr
        while data := os.read(self._process.stderr.fileno(), 1 << 16):
            self._errors = (self._errors + data)[-_MOST:]

    def _settle(self) -> None:
        """Give those their answers whose mark was echoed."""
        while self._reader.comments and self._requests:
            if self._accepting:
                self.answers_at_once = True
            mark = self._reader.comments.pop(0)
            if not mark.startswith(_MARK):
                continue
            while self._requests:
                request = self._requests.pop(0)
                self._give(request, len(self._reader.answers))
                if mark == f"{_MARK}{self._marks - len(self._requests)}":
                    break

    def _give(self, request: CommandBatch, complete: int) -> None:
        """complete: how many answers of the report are."""
        start = request.first - 1
        answers = self._reader.answers[start : min(start + len(request.commands), complete)]
        for answer, command in zip(answers, request.commands, strict=False):
            if not _is_echo(answer.command, command):
                break
            request.answers.append(answer)
        for number in range(start, start + len(request.answers)):
            # Answers may be large: nobody asks for one again.
            self._reader.answers[number] = MqscAnswer(number + 1, "")
        request.done.set()

    # How it ends

    def _tend(self) -> None:
        try:
            self._see_it_end()
        finally:
            # Whatever went wrong here: nobody waits for ever.
            with self._changed:
                self._accepting = False
                self._over.set()
                for request in self._requests:
                    request.done.set()
                self._requests.clear()

    def _see_it_end(self) -> None:
        with self._changed:
            while self._accepting:
                now = time.monotonic()
                last = max(self._last_output, self._last_taken)
                wait = _SILENCE[self.answers_at_once] if self._requests else _LINGER
                if now - last >= wait:
                    self._accepting = False
                    break
                self._changed.wait(last + wait - now)
            if self._requests and self.answers_at_once is None:
                self.answers_at_once = False
        self._end()
        self._wait_for_its_end()
        for thread in self._threads[:2]:
            thread.join()
        for pipe in (self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()
        with self._changed:
            self._reader.close()
            # Of one that ended as it should every answer is whole; else the last may be cut.
            whole = self._code in (0, 10) and not self._stopped
            complete = len(self._reader.answers) - (0 if whole else 1)
            for request in self._requests:
                self._give(request, complete)

    def _end(self) -> None:
        """Nothing more is sent; where somebody writes to one that reads nothing, it is stopped."""
        assert self._process.stdin
        if not self._writing.acquire(timeout=self._patience):
            self._stopped = True
            self._kill()
            self._writing.acquire()
        try:
            self._write("END\n")
            with suppress(OSError):
                self._process.stdin.close()
        finally:
            self._writing.release()

    def _wait_for_its_end(self) -> None:
        while True:
            with self._changed:
                last = max(self._last_output, self._last_taken)
            left = last + self._patience - time.monotonic()
            try:
                self._code = self._process.wait(max(left, 0.01))
                break
            except subprocess.TimeoutExpired:
                if time.monotonic() - max(self._last_output, self._last_taken) < self._patience:
                    continue
                self._stopped = True
                self._kill()
        # Its own children may hold its output open.
        self._kill()

    def _kill(self) -> None:
        with suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL)


def _is_echo(echoed: str, command: str) -> bool:
    """Whether the echo is of this command, as far as its first line tells, and the part of it that
    is the same in every character set."""
    start = _ASCII.match(command.strip())
    assert start
    return echoed.startswith(start.group().rstrip())


def _decoded(data: bytes) -> str:
    """In the character set of the machine that it runs on, which may be another one."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("latin-1")


def last_line(text: str) -> str:
    """The last line that says something, for people."""
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    return shown(lines[-1], 160)[1:-1] if lines else ""
