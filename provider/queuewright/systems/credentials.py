"""Credentials of systems: references, read where a command is sent, and never kept.

    password: {env: MQ_PASSWORD}
    password: {file: /run/secrets/mq}               # relative to the project's directory
    password: {command: [vault, kv, get, -field=password, secret/mq]}
    password: {secure: v1:AbC...}                   # a secret of Pulumi

A literal is refused where the configuration is read. A value that was read is nowhere in a
representation, an exception or a log.
"""

import os
import subprocess
import threading
import time
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit

from pydantic import BeforeValidator, PlainValidator

from queuewright import log
from queuewright.catalogue.diagnostic import one_line, shown
from queuewright.catalogue.errors import SystemUnavailable
from queuewright.encryption import CannotDecrypt, Encrypted, Secret

from .values import file_of

_WAYS = "{env: NAME}, {file: PATH} or {command: [PROGRAM, ...]}"
_LARGEST = 1 << 20  # bytes of a file or an answer: more is not a credential
_PATIENCE = 60.0  # seconds that a command may take to answer: it may wait for a person or a vault
_KEPT = 60.0  # seconds that a command's answer is used again: vaults count their readers
_Command = tuple[tuple[str, ...], Path]  # and the directory that it runs in
_answers: dict[_Command, tuple[float, str]] = {}
_asking: defaultdict[_Command, threading.Lock] = defaultdict(threading.Lock)


@dataclass(frozen=True, slots=True, repr=False)
class Credential:
    """Where a credential is: exactly one of the four. secret: of Pulumi, decrypted already or when
    it is read; None with `encrypted` for one that only Pulumi's engine can decrypt."""

    env: str = ""
    file: str = ""
    command: tuple[str, ...] = ()
    secret: Secret | Encrypted | None = None
    encrypted: bool = False

    def __str__(self) -> str:
        """For people: where it is, never what it is. Arguments of a command may tell too much."""
        if self.env:
            return f"environment variable {shown(self.env)}"
        if self.file:
            return f"file {shown(self.file)}"
        if self.command:
            return f"command {shown(self.command[0])}"
        return "secret of Pulumi"

    __repr__ = __str__

    def read(self, where: str, base: Path, *, again: bool = False) -> str:
        """The credential itself, the line end of a file or an answer taken off.

        where: whose it is, for people, such as `QM1.password`. base: the project's directory.
        again: it was refused, so ask anew where an answer is used for a while. Raises
        SystemUnavailable.
        """
        try:
            text = self._text(base, again=again)
            if not text:
                raise _UnreadableCredentials("is empty", "give it a value")
            if not text.isprintable():
                raise _UnreadableCredentials(
                    "has a line break or control character", "give one line of text"
                )
        except _UnreadableCredentials as error:
            reason, remediation = error.args
            raise SystemUnavailable(one_line(f"{where}: {self} {reason}; {remediation}")) from None
        log.hide([text])
        return text

    def _text(self, base: Path, *, again: bool) -> str:
        if self.env:
            text = os.environ.get(self.env)
            if text is None:
                raise _UnreadableCredentials("is not set", "set it")
            return text
        if self.file:
            return _decoded(_file(base, self.file))
        if self.command:
            return _answered(self.command, base, again=again)
        if self.secret is None:
            remediation = f"run it with pulumi, or give {_WAYS}"
            raise _UnreadableCredentials("can only be decrypted by Pulumi's engine", remediation)
        if not isinstance(self.secret, Encrypted):
            return str(self.secret)
        try:
            return str(self.secret.read())
        except CannotDecrypt as error:
            where = f"in {self.secret.encryption.file}"
            raise _UnreadableCredentials(f"{where} {error.reason}", error.remediation) from None


class _UnreadableCredentials(Exception):
    """The reason and the remediation."""


def credential(value: Any) -> Credential:
    """The reference in a system's entry. Raises ValueError, without the value."""
    if isinstance(value, Credential):
        return value
    if isinstance(value, Secret | Encrypted):
        return Credential(secret=value)
    if not isinstance(value, Mapping):
        text = "a literal credential is not taken" if value is not None else "there is no value"
        raise ValueError(f"{text}; give a reference instead: {_WAYS}, or a secret of Pulumi")
    if len(value) != 1 or (way := next(iter(value))) not in ("env", "file", "command", "secure"):
        raise ValueError(f"a credential is one of {_WAYS}, or a secret of Pulumi")
    given = value[way]
    if way == "secure":
        return Credential(encrypted=True)
    if way == "command":
        words = given if isinstance(given, list | tuple) else ()
        if not words or not all(isinstance(word, str) and word for word in words):
            raise ValueError("command is a list of a program and its arguments: [vault, read, ...]")
        return Credential(command=tuple(map(str, words)))
    if not isinstance(given, str) or not given.strip():
        raise ValueError(f"{way} is the name of {'a variable' if way == 'env' else 'a file'}")
    return Credential(env=given) if way == "env" else Credential(file=given)


# The type of a field that holds a credential.
Reference = Annotated[Credential, PlainValidator(credential)]


def user_name(value: Any) -> Any:
    """A user's name as it is, or that of an environment variable: a job that previews logs in as
    another user than the one that applies. Raises ValueError."""
    if not isinstance(value, Mapping) or "env" not in value:
        return value
    name = value["env"]
    if len(value) != 1 or not isinstance(name, str) or not name:
        raise ValueError("write the name itself, or {env: NAME}")
    given = os.environ.get(name, "").strip()
    if not given:
        raise ValueError(f"environment variable {shown(name)} is not set; set it to a user's name")
    return given


# The type of a field that holds a user's name.
UserName = Annotated[str, BeforeValidator(user_name)]


def without_credentials(url: str) -> str:
    """The address itself. Raises ValueError where it holds a user or a password."""
    try:
        parts = urlsplit(url)
    except ValueError:
        raise ValueError("this is not an address") from None
    if parts.username is not None or parts.password is not None or "@" in parts.netloc:
        raise ValueError("an address holds no user or password; give them by keys of their own")
    return url


def agrees(in_file: Any, decrypted: Any) -> bool:
    """Whether a configuration says the same as a stack's file, which may hold what is encrypted."""
    if _is_encrypted(in_file):
        return decrypted is not None
    if isinstance(in_file, Mapping) and isinstance(decrypted, Mapping):
        return in_file.keys() == decrypted.keys() and all(
            agrees(value, decrypted[name]) for name, value in in_file.items()
        )
    if isinstance(in_file, list) and isinstance(decrypted, list):
        return len(in_file) == len(decrypted) and all(map(agrees, in_file, decrypted))
    return bool(in_file == decrypted)


def with_secrets(in_file: Any, decrypted: Any) -> Any:
    """The configuration with a `Secret` for each text that the file, which says the same, has
    encrypted."""
    if _is_encrypted(in_file):
        return _all_secret(decrypted)
    if isinstance(in_file, Mapping) and isinstance(decrypted, Mapping):
        return {name: with_secrets(in_file.get(name), item) for name, item in decrypted.items()}
    if isinstance(in_file, list) and isinstance(decrypted, list):
        return list(map(with_secrets, in_file, decrypted))
    return decrypted


def _all_secret(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _all_secret(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_all_secret(item) for item in value]
    return Secret(value) if isinstance(value, str) else value


def _is_encrypted(value: Any) -> bool:
    return isinstance(value, Mapping) and set(value) == {"secure"}


def _file(base: Path, name: str) -> bytes:
    try:
        path = file_of(base, name)
        with path.open("rb") as file:
            return file.read(_LARGEST + 1)
    except (OSError, RuntimeError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "there is no such user"
        raise _UnreadableCredentials(
            f"cannot be read: {reason}", "make it readable, or correct it"
        ) from None


def _answered(command: tuple[str, ...], base: Path, *, again: bool) -> str:
    """The output of a command, asked once however many threads want it."""
    started = time.monotonic()
    with _asking[command, base]:
        until, text = _answers.get((command, base), (0.0, ""))
        # Another thread may have asked while this one waited.
        is_fresh = until - _KEPT >= started if again else started < until
        if not is_fresh:
            text = _asked(command, base)
            _answers[command, base] = time.monotonic() + _KEPT, text
    return text


def _asked(command: tuple[str, ...], base: Path) -> str:
    """The output of a command that fails may hold a secret: it is not repeated."""
    by_hand = "run it by hand to see why"
    try:
        done = subprocess.run(
            command, cwd=base, stdin=subprocess.DEVNULL, capture_output=True, timeout=_PATIENCE
        )
    except subprocess.TimeoutExpired:
        raise _UnreadableCredentials(f"gave no answer in {_PATIENCE:g} seconds", by_hand) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it has a character that no command can have"
        raise _UnreadableCredentials(
            f"cannot be run: {reason}", "install it, or correct it"
        ) from None
    if done.returncode:
        raise _UnreadableCredentials(f"failed with exit code {done.returncode}", by_hand)
    return _decoded(done.stdout)


def _decoded(data: bytes) -> str:
    """One line end at the end is the editor's or `echo`'s, not the credential's."""
    if len(data) > _LARGEST:
        raise _UnreadableCredentials("is too long", "give only the credential")
    try:
        text = data.decode()
    except UnicodeDecodeError:
        raise _UnreadableCredentials("is not text in UTF-8", "give only the credential") from None
    return text.removesuffix("\n").removesuffix("\r")
