"""Runs the program of a project, in this process, and collects what it declares."""

import asyncio
import contextlib
import contextvars
import gc
import io
import json
import os
import runpy
import signal
import sys
import threading
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn, TextIO, cast

from pulumi import RunError

from queuewright.catalogue.key import Key
from queuewright.encryption import CannotDecrypt, secrets_in
from queuewright.engine.declared import Declared
from queuewright.engine.garbage import rarely_collected
from queuewright.program.pulumi_internals import (
    CONFIG,
    SECRET_KEYS,
    get_config_env_key,
    get_root_resource,
    register_stack_transformation,
    run_in_stack,
    settings,
)

from .answers import Answer
from .failure import TimeIsUp, explain
from .loop import HostLoop
from .monitor import Engine, LogMessage, Monitor, texts_in
from .project import Project, Stack, require_program, text_of
from .sdk_patches import patched_sdk
from .transforms import Callbacks

DEFAULT_TIMEOUT = 600.0


class Configuration(dict[str, Any]):
    """Full key -> text. An encrypted value is there, and decrypted when it is asked for.

    It can be given in the environment, as PULUMI_CONFIG_<KEY>, where the SDK looks as well.
    `secrets`: every secret text that the program may know by now, alone or inside an object.
    """

    def __init__(self, stack: Stack) -> None:
        super().__init__(stack.texts())
        self._stack = stack
        self.secret_keys = stack.secrets | stack.encrypted.keys()
        for key in stack.encrypted.keys() - stack.values.keys():
            self[key] = os.environ.get(get_config_env_key(key))
        self.secrets: set[str] = set()
        for text in filter(None, map(super().get, self.secret_keys)):
            self.secrets.add(text)
            with contextlib.suppress(ValueError, RecursionError):
                self.secrets |= texts_in(json.loads(text))

    def __getitem__(self, key: str) -> Any:
        value = super().__getitem__(key)
        if value is None and key in self._stack.encrypted:
            value = self[key] = self._decrypted(key)
        return value

    def _decrypted(self, key: str) -> str:
        encryption = self._stack.encryption
        if not encryption.salt:
            raise RunError(
                f"{self._stack.file}: configuration value {key} is encrypted and only the pulumi "
                f"command can read it; give it in the environment as {get_config_env_key(key)}"
            )
        try:
            value = encryption.decrypted(self._stack.encrypted[key])
        except CannotDecrypt as error:
            raise RunError(f"{self._stack.file}: configuration value {key} {error}") from None
        text = text_of(value)
        self.secrets.update((text, *secrets_in(value)))
        return text


@dataclass(frozen=True, slots=True)
class ProgramRun:
    """The declarations of a program, in its own order, what it only reads, and its exports.

    `outputs` has plain values; those in `secret_outputs` must never be shown, those in
    `unknown_outputs` are not known yet and have None. `settled`: it has seen nothing that an update
    could change, so that it need not be run again after one.
    """

    declared: tuple[Declared, ...] = ()
    only_read: frozenset[Key] = frozenset()
    outputs: Mapping[str, Any] = field(default_factory=dict)
    secret_outputs: frozenset[str] = frozenset()
    unknown_outputs: frozenset[str] = frozenset()
    messages: tuple[LogMessage, ...] = ()
    settled: bool = False


class _DryRun:
    """The SDK's `dry_run`; `asked` once the program itself wants to know."""

    def __init__(self, preview: bool) -> None:
        self._preview = preview
        self.asked = False

    def __bool__(self) -> bool:
        caller = sys._getframe(1)
        if caller.f_code is settings.is_dry_run.__code__ and caller.f_back is not None:
            caller = caller.f_back
        self.asked |= not str(caller.f_globals.get("__name__")).startswith("pulumi.")
        return self._preview


def run(
    project: Project,
    stack: Stack,
    *,
    answer: Answer,
    preview: bool = True,
    stack_outputs: Callable[[str], Mapping[str, Any] | None] | None = None,
    timeout: float = DEFAULT_TIMEOUT,
    longer: str = "QUEUEWRIGHT_PROGRAM_TIMEOUT=SECONDS",
) -> ProgramRun:
    """Run the program once.

    answer: the outputs that the program sees of an object of ours; None while they are unknown.
    stack_outputs: what `pulumi.StackReference` reads of another stack, None when there is none.
    timeout: seconds after which a program that has not ended is stopped (main thread only).
    longer: how somebody gives it more seconds, for the text of the error.

    Raises ProgramFailed, whose `report` is what Python would print; everything that this process
    had before (working directory, modules, arguments, SDK settings) is as it was afterwards.
    """
    require_program(project)
    configuration = Configuration(stack)
    monitor = Monitor(project.name, stack.name, answer, preview, stack_outputs)
    monitor.secrets = configuration.secrets
    engine = Engine(monitor.redact)
    context, dry_run = contextvars.copy_context(), _DryRun(preview)
    sdk = patched_sdk(monitor.secrets, preview=preview)
    with _surroundings(project, monitor.redact), _alarm(timeout), sdk:
        failure = context.run(_run, project, stack, configuration, monitor, engine, dry_run)
    if failure is not None:
        program_failed = explain(failure, project, monitor, engine.messages, timeout, longer)
        del failure
        # Coroutines are left that nobody awaited; Python would say so later.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)
            gc.collect()
        raise program_failed
    return ProgramRun(
        declared=monitor.declared(),
        only_read=frozenset(monitor.only_read),
        outputs={name: monitor.outputs.values[name] for name in monitor.names_of_outputs()},
        secret_outputs=frozenset(monitor.outputs.secret),
        unknown_outputs=frozenset(monitor.outputs.unknown),
        messages=engine.messages,
        settled=not (monitor.asked or dry_run.asked),
    )


def _run(
    project: Project,
    stack: Stack,
    configuration: Configuration,
    monitor: Monitor,
    engine: Engine,
    dry_run: _DryRun,
) -> BaseException | None:
    """Run in a context of its own; what the program raised, None when it ended well."""
    CONFIG.set(configuration)
    SECRET_KEYS.set(set(configuration.secret_keys))
    sdk_settings = settings.Settings(
        project=project.name,
        stack=stack.name,
        monitor=monitor,
        engine=engine,
        dry_run=cast(bool, dry_run),
        organization="organization",
        root_directory=str(project.directory),
    )
    sdk_settings.callbacks = monitor.callbacks = Callbacks(monitor)
    settings.configure(sdk_settings)
    settings.ROOT.set(None)

    def program() -> None:
        register_stack_transformation(monitor.constructed)
        runpy.run_path(str(project.program), run_name="__main__")
        root: Any = get_root_resource()  # a message has outputs in no order
        monitor.output_names = list(root.outputs)

    loop = HostLoop()
    # A program that fails leaves Outputs that nobody looks at; that is no news.
    loop.set_exception_handler(lambda *_: None)
    # It is not made the thread's own loop: while it runs, the SDK finds it anyway.
    try:
        loop.run_until_complete(run_in_stack(program))
    except SystemExit as ended:
        return ended if ended.code else None
    except TimeIsUp as late:
        return late
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return error
    finally:
        _close(loop)
    return None


def _close(loop: HostLoop) -> None:
    signal_off()
    pending = asyncio.all_tasks(loop)
    for task in pending:
        task.cancel()
    with contextlib.suppress(BaseException), warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        loop.run_until_complete(asyncio.gather(*pending, return_exceptions=True))
        loop.run_until_complete(loop.shutdown_asyncgens())
    loop.close()


class _Redacting(io.TextIOBase):
    """The output, log and warnings of a program, line by line, without secrets."""

    def __init__(self, stream: TextIO, redact: Callable[[str], str]) -> None:
        self._stream, self._redact, self._line = stream, redact, ""

    def write(self, text: str, /) -> int:
        lines, newline, self._line = (self._line + text).rpartition("\n")
        if newline:
            self._stream.write(self._redact(lines) + newline)
        return len(text)

    def end(self) -> None:
        """Flush an unterminated last line."""
        if self._line:
            self.write("\n")

    def isatty(self) -> bool:
        return self._stream.isatty()

    def fileno(self) -> int:
        return self._stream.fileno()


@contextlib.contextmanager
def _surroundings(project: Project, redact: Callable[[str], str]) -> Iterator[None]:
    """Working directory, sys.path, sys.argv and sys.stdout as a program expects them."""
    directory, path, arguments = Path.cwd(), list(sys.path), sys.argv
    modules, no_bytecode = set(sys.modules), sys.dont_write_bytecode
    os.chdir(project.program_directory)
    end_process, os._exit = os._exit, _no_success
    sys.path.insert(0, str(project.program_directory))
    sys.argv = [str(project.program)]
    # A change made within a second of the last run must not meet that run's compiled modules.
    sys.dont_write_bytecode = True
    try:
        with contextlib.ExitStack() as stack:
            stack.enter_context(rarely_collected())
            # Standard output is for what was asked.
            shown = _Redacting(sys.stderr, redact)
            stack.callback(shown.end)
            stack.enter_context(contextlib.redirect_stdout(shown))
            stack.enter_context(contextlib.redirect_stderr(shown))
            stack.enter_context(warnings.catch_warnings())
            # The SDK leaves these behind when an Output fails.
            warnings.filterwarnings("ignore", r"coroutine 'Output\.", RuntimeWarning)
            yield
    finally:
        os._exit = end_process
        sys.argv, sys.dont_write_bytecode = arguments, no_bytecode
        sys.path[:] = path
        os.chdir(directory)
        for name in set(sys.modules) - modules:
            # The next run must read all parts of the program again.
            file = str(getattr(sys.modules[name], "__file__", None))
            inside = Path(file).is_relative_to(project.program_directory)
            if inside and "site-packages" not in file:
                del sys.modules[name]


_PROCESS, _end_process = os.getpid(), os._exit


def _no_success(status: int) -> NoReturn:
    """Ending this process from inside the program is not a success, whatever the program says."""
    if os.getpid() == _PROCESS:  # not a process that the program has forked
        os.write(2, f"error: the program ended itself with os._exit({status!r})\n".encode())
        status = status or 1
    _end_process(status)


@contextlib.contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    if not hasattr(signal, "SIGALRM") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(*_: object) -> None:
        raise TimeIsUp

    before = signal.signal(signal.SIGALRM, ring)
    # It rings again, for a program that catches even this.
    signal.setitimer(signal.ITIMER_REAL, seconds, 5.0)
    try:
        yield
    finally:
        signal_off()
        signal.signal(signal.SIGALRM, before)


def signal_off() -> None:
    """No alarm from here on: what follows is our own work."""
    if hasattr(signal, "SIGALRM") and threading.current_thread() is threading.main_thread():
        signal.setitimer(signal.ITIMER_REAL, 0)
