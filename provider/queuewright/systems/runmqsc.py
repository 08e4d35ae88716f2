"""A queue manager by its own command processor, a child process that any command reaches.

QM1:
  type: runmqsc
  command: [runmqsc, QM1]                                    # on this machine
  command: [ssh, mq1, runmqsc, QM1]
  command: [kubectl, exec, -i, mq-0, --, runmqsc, QM1]
  command: [docker, exec, -i, mq, runmqsc, -w, "30", -m, GW, QM1]   # a remote queue manager, by GW
  timeout: 60                                                # seconds without an answer
  password: {env: MQ_PASSWORD}                               # with -u USER in the command

Nothing is asked of a terminal: a key or an agent has to let ssh in, and the host has to be known.
"""

import getpass
import re
import shlex
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ClassVar

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from queuewright.catalogue.attribute import Attribute
from queuewright.catalogue.errors import SystemUnavailable

from .credentials import Reference
from .mq.carrier import Identity, MqReply
from .mq.commands import Command, in_lines
from .mq.processes import Ended, Processes, last_line
from .mq.reports import remediation_for, reply_of
from .mq.system import MqSystem
from .protocol import System
from .registry import SystemContext, register
from .sending import AnswerLost, NotSent, unavailable
from .values import Seconds

# Messages of programs that never reached runmqsc: nothing was run.
_NOT_REACHED = re.compile(
    r"resolve hostname|name or service not known|(connection|was) refused|connection timed out"
    r"|no route to host|network is unreachable|unable to connect|cannot connect"
    r"|operation timed out",
    re.IGNORECASE,
)
_REFUSED = re.compile(
    r"permission denied|host key verification failed|identification has changed|not found"
    r"|no such (container|object|file)|is not running|is paused|forbidden|unauthorized"
    r"|cannot exec|executable file|too many authentication failures",
    re.IGNORECASE,
)
# The message of runmqsc -w where the remote command server did not answer in time.
_NO_ANSWER = 8416
_REMOTE = "see that its command server runs (strmqcsv) and the channels to it and back, or raise -w"
_NOT_STARTED = (126, 127)  # exit codes of a shell


class RunmqscConfiguration(BaseModel):
    """The keys of an entry."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    where: ClassVar[tuple[str, ...]] = ("command",)

    type: str
    command: list[str] = Field(min_length=1)
    timeout: Seconds = Field(60.0, gt=0, le=3600)
    password: Reference | None = None
    groups: list[str] = []

    @field_validator("command")
    @classmethod
    def _usable(cls, command: list[str]) -> list[str]:
        if not all(word.strip() and word.isprintable() for word in command):
            raise ValueError("a word of the command is empty or has a line break")
        for option, reason in (
            ("-e", "answers are known by the commands that runmqsc repeats"),
            ("-v", "it only verifies commands"),
            ("-f", "commands come by standard input"),
            ("-n", "it changes no queue manager"),
        ):
            if option in _options(command):
                raise ValueError(f"leave {option} of runmqsc out: {reason}")
        if command[0] in ("kubectl", "oc", "docker", "podman") and "exec" in command:
            own = command[: _at_runmqsc(command)]
            if any(word in ("-t", "-it", "-ti", "--tty") for word in own):
                raise ValueError("leave -t of exec out: there is no terminal; only -i is needed")
            if not any(word in ("-i", "--stdin", "--interactive") for word in own):
                raise ValueError("exec needs -i, so that the commands reach runmqsc")
        return command

    @model_validator(mode="after")
    def _password_of_a_user(self) -> "RunmqscConfiguration":
        has_user = "-u" in _options(self.command)
        if has_user and self.password is None:
            raise ValueError("-u of runmqsc asks for a password; give password: {env: NAME}")
        if self.password is not None and not has_user:
            raise ValueError("password belongs to -u USER of runmqsc; add that to the command")
        return self


def _at_runmqsc(command: Sequence[str]) -> int:
    """Where runmqsc is in the command; its length where it is in a script."""
    found = (
        n for n, word in enumerate(command) if re.fullmatch(r"(.*[/\\])?runmqsc(\.exe)?", word)
    )
    return next(found, len(command))


def _options(command: Sequence[str]) -> list[str]:
    """The words after runmqsc."""
    return list(command[_at_runmqsc(command) + 1 :])


class RunmqscCarrier:
    """Commands by one process after the other, many threads' commands in each."""

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        timeout: float,
        password: Callable[[], str | None] = lambda: None,
    ) -> None:
        self._name = name
        self._command = command
        self._timeout = timeout
        self._processes = Processes(command, password, timeout)

    @property
    def address(self) -> str:
        return shlex.join(self._command)

    def identity(self) -> Identity:
        """Of -u, or who runs it on this machine: where it runs elsewhere, nobody tells."""
        options = _options(self._command)
        if "-u" in options[:-1]:
            return Identity(options[options.index("-u") + 1])
        return Identity(getpass.getuser() if _at_runmqsc(self._command) == 0 else "")

    def reads(self, attribute: Attribute) -> bool:
        return attribute.mqsc is not None

    def send(self, commands: Sequence[Command]) -> list[MqReply]:
        texts = [in_lines(command) for command in commands]
        if not texts:
            return []
        try:
            answers, ended = self._processes.ask(texts)
        except OSError as error:
            reason = f"cannot be started: {error.strerror or error}"
            raise self._unavailable(reason, "install it, or correct `command`") from None
        lost = next((m for a in answers for m in a.messages if m.number == _NO_ANSWER), None)
        if lost is not None:
            # The command waits on the remote queue manager, and may be run later.
            raise AnswerLost(self._text(f"{lost.id}: {lost.text}", _REMOTE))
        if ended is not None:
            raise self._failure(ended, len(texts) - len(answers))
        return [reply_of(answer) for answer in answers]

    def _failure(self, ended: Ended, missing: int) -> SystemUnavailable:
        """The error where a process ended without so many answers."""
        fatal = ended.reader.fatal
        if fatal is not None and not ended.reader.answers:
            return self._unavailable(f"{fatal.id}: {fatal.text}", remediation_for(fatal))
        last = last_line(ended.errors)
        because = f": {last}" if last else ""
        if ended.code is None:
            reason = f"gave no answer in {self._timeout:g} seconds"
            return AnswerLost(
                self._text(f"{reason}{because}", "see whether it hangs, or raise timeout")
            )
        if ended.is_silent:
            reason = f"ended with exit code {ended.code}{because}"
            if _NOT_REACHED.search(ended.errors):
                return NotSent(self._text(reason, "see that the machine can be reached"))
            if _REFUSED.search(ended.errors) or ended.code in _NOT_STARTED:
                return self._unavailable(reason, "run it by hand, and correct `command`")
            return AnswerLost(self._text(reason, "run it by hand to see why"))
        many = "an answer" if missing == 1 else f"{missing} answers"
        reason = f"ended with exit code {ended.code} and without {many}{because}"
        if not ended.reader.answers and ended.code == 0:
            reason = f"gave no answer of runmqsc{because or _beginning(ended)}"
            return self._unavailable(reason, "correct `command`, which has to start runmqsc")
        return AnswerLost(self._text(reason, "see the queue manager's error log"))

    def _unavailable(self, reason: str, remediation: str) -> SystemUnavailable:
        return SystemUnavailable(self._text(reason, remediation))

    def _text(self, reason: str, remediation: str) -> str:
        return unavailable(self._name, self.address, reason, remediation)


def _beginning(ended: Ended) -> str:
    line = next((line for line in ended.reader.heading if line.strip()), "")
    return f": it says {last_line(line)}" if line else ""


def _build(name: str, configuration: RunmqscConfiguration, project: SystemContext) -> System:
    reference = configuration.password

    def password() -> str | None:
        return None if reference is None else reference.read(f"{name}.password", Path(project.base))

    carrier = RunmqscCarrier(name, configuration.command, configuration.timeout, password)
    return MqSystem(name, carrier, groups=configuration.groups)


register("runmqsc", RunmqscConfiguration, _build)
