"""Values that `pulumi config set --secret` encrypted in a stack's file, with a passphrase.

    encryptionsalt: v1:SALT:v1:NONCE:TEXT     # the text "pulumi", by which a passphrase is known
    config:
      orders:token:
        secure: v1:NONCE:TEXT

SALT, NONCE and TEXT are base64; TEXT is AES-256-GCM with its tag at the end, the key PBKDF2 of the
passphrase (SHA-256, a million rounds). Source: the passphrase provider of Pulumi's command,
`pkg/secrets/passphrase/manager.go` and `sdk/go/common/resource/config/crypt.go`. Other providers
(a cloud's keys, Pulumi's service) have no `encryptionsalt`: what they encrypt stays as it is.
"""

import binascii
import os
import threading
from base64 import b64decode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import pbkdf2_hmac
from pathlib import Path
from typing import Any

from queuewright import log
from queuewright.catalogue.diagnostic import shown
from queuewright.catalogue.errors import QueuewrightError

PASSPHRASE = "PULUMI_CONFIG_PASSPHRASE"
PASSPHRASE_FILE = "PULUMI_CONFIG_PASSPHRASE_FILE"
_ROUNDS = 1_000_000
_CHECK = "pulumi"  # what stands encrypted behind the salt
_deriving = threading.Lock()


class Secret(str):
    """A text of the configuration that is a secret of Pulumi, decrypted."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "[secret]"


class CannotDecrypt(QueuewrightError):
    """reason: to follow "the value"; remediation: what to do. Neither has any part of a value."""

    def __init__(self, reason: str, remediation: str) -> None:
        super().__init__(f"{reason}; {remediation}")
        self.reason, self.remediation = reason, remediation


@dataclass(frozen=True, slots=True)
class Encryption:
    """How a stack encrypts. file: the stack's. salt: its `encryptionsalt`, "" where the secrets
    provider is none that works with a passphrase. folder: where a relative path of
    PULUMI_CONFIG_PASSPHRASE_FILE starts, whatever directory a program changes to."""

    file: Path
    salt: str = ""
    folder: Path = Path()

    def decrypted(self, value: Any) -> Any:
        """The value with a `Secret` for each part that is encrypted, however deep. Slow the first
        time: a second or less. Raises CannotDecrypt."""
        if is_encrypted(value):
            text = Secret(self._opened(value["secure"]))
            log.hide([text])
            return text
        if isinstance(value, Mapping):
            return {name: self.decrypted(item) for name, item in value.items()}
        return list(map(self.decrypted, value)) if isinstance(value, list) else value

    def marked(self, value: Any) -> Any:
        """The value with an `Encrypted` for each part that can be decrypted here."""
        if not self.salt:
            return value
        if is_encrypted(value):
            return Encrypted(value["secure"], self)
        if isinstance(value, Mapping):
            return {name: self.marked(item) for name, item in value.items()}
        return list(map(self.marked, value)) if isinstance(value, list) else value

    def _opened(self, encrypted: str) -> str:
        where, passphrase = _passphrase(self.folder)
        version, _, rest = self.salt.partition(":")
        salt, _, check = rest.partition(":")
        try:
            if version != "v1" or not check:
                raise ValueError
            key = _key(passphrase, b64decode(salt, validate=True))
        except ValueError:
            raise CannotDecrypt(
                f"is encrypted, and encryptionsalt is {shown(self.salt)}",
                "restore the line that Pulumi wrote, v1:SALT:v1:NONCE:TEXT",
            ) from None
        if _deciphered(key, check) != _CHECK:
            raise CannotDecrypt(
                f"is encrypted with another passphrase than {where} has",
                f"set the passphrase of this stack in {PASSPHRASE} or {PASSPHRASE_FILE}",
            )
        text = _deciphered(key, encrypted)
        if text is None:
            raise CannotDecrypt(
                "is encrypted, but not with the passphrase of the file's encryptionsalt",
                "set it again with pulumi config set --secret",
            )
        return text


@dataclass(frozen=True, slots=True)
class Encrypted:
    """One text of a stack's file, decrypted when it is needed."""

    text: str
    encryption: Encryption

    def read(self) -> Secret:
        """Raises CannotDecrypt."""
        secret: Secret = self.encryption.decrypted({"secure": self.text})
        return secret


def is_encrypted(value: Any) -> bool:
    """Whether it is one encrypted text, as Pulumi tells them: `{secure: ...}` and nothing else."""
    return (
        isinstance(value, Mapping) and set(value) == {"secure"} and isinstance(value["secure"], str)
    )


def has_encrypted(value: Any) -> bool:
    """Whether anything in it is encrypted."""
    if isinstance(value, Mapping):
        return is_encrypted(value) or any(map(has_encrypted, value.values()))
    return isinstance(value, list) and any(map(has_encrypted, value))


def secrets_in(value: Any) -> Iterator[str]:
    """The values that were decrypted in it."""
    if isinstance(value, Secret):
        yield str(value)
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from secrets_in(item)
    elif isinstance(value, list):
        for item in value:
            yield from secrets_in(item)


def _passphrase(folder: Path) -> tuple[str, bytes]:
    """Where it is, for people, and what it is: the variable, empty too, wins over the file, of
    which blanks at both ends are not part; as Pulumi has it. Raises CannotDecrypt."""
    given = os.environ.get(PASSPHRASE)
    if given is not None:
        return PASSPHRASE, os.fsencode(given)
    name = os.environ.get(PASSPHRASE_FILE)
    if not name:
        raise CannotDecrypt(
            "is encrypted with a passphrase, and there is none",
            f"set {PASSPHRASE} or {PASSPHRASE_FILE}",
        )
    where = f"{PASSPHRASE_FILE} ({shown(name)})"
    try:
        data = (folder / name).read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "no file can have this name"
        raise CannotDecrypt(
            f"is encrypted with a passphrase, and {where} cannot be read: {reason}",
            "make it readable, or correct it",
        ) from None
    return where, data.decode(errors="surrogateescape").strip().encode(errors="surrogateescape")


def _key(passphrase: bytes, salt: bytes) -> bytes:
    """Many threads may want it at once: it is worked out once."""
    with _deriving:
        return _derived(passphrase, salt)


@lru_cache(maxsize=64)
def _derived(passphrase: bytes, salt: bytes) -> bytes:
    return pbkdf2_hmac("sha256", passphrase, salt, _ROUNDS)


def _deciphered(key: bytes, encrypted: str) -> str | None:
    """None where it is not by this key, or no encrypted text. Raises CannotDecrypt."""
    try:
        from cryptography.exceptions import InvalidTag
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    except ImportError:
        raise CannotDecrypt(
            "is encrypted, and decrypting needs cryptography, which is missing",
            "pip install 'queuewright[secrets]'",
        ) from None
    version, *parts = encrypted.split(":")
    try:
        nonce, text = (b64decode(part, validate=True) for part in parts)
        return AESGCM(key).decrypt(nonce, text, None).decode() if version == "v1" else None
    except (binascii.Error, InvalidTag, ValueError):
        return None
