"""Users of the sandbox's servers: password hashes from a file, never passwords.

users:
  ann: {password: "scrypt:16384:8:1:...", roles: [MQWebAdmin]}
  bob: {token: "sha256:..."}     # a bearer token
  deploy: {password: "scrypt:...", roles: [MQWebUser], groups: [ops]}  # as its authorities let it
  certified: {}                  # by a client certificate of this common name alone
"""

import base64
import hashlib
import hmac
import os
import secrets
from collections.abc import Mapping
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError, field_validator

from queuewright.catalogue.diagnostic import one_line, shown
from queuewright.catalogue.errors import QueuewrightError
from queuewright.sandbox.authorization import Operator
from queuewright.yaml_reader import read_yaml

# Roles of mqweb's REST API: everything, what changes nothing, and the commands of a user that work
# with its own authorities, which only some servers look at.
ADMIN, READ_ONLY, OWN = "MQWebAdmin", "MQWebAdminRO", "MQWebUser"
ROLES = (ADMIN, READ_ONLY, OWN)
# RFC 7914's figures for interactive logins.
_COST, _BLOCK, _PARALLEL = 16384, 8, 1


class UsersError(QueuewrightError, ValueError):
    """The file of users cannot be used; one line."""


class User(BaseModel):
    """A user. password and token are hashes, "" for none. groups: of the user where the queue
    managers are, for a role that works with its own authorities."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    password: str = ""
    token: str = ""
    roles: list[str] = [ADMIN]
    groups: list[str] = []

    @property
    def is_limited(self) -> bool:
        """Whether its own authorities say what it may do: in several roles, the first of ROLES
        counts that it has."""
        return OWN in self.roles and ADMIN not in self.roles and READ_ONLY not in self.roles

    @property
    def may_change(self) -> bool:
        """Whether it may change anything, as far as its role says."""
        return ADMIN in self.roles or self.is_limited

    def operator(self, name: str, *, on_ibmi: bool = False) -> Operator | None:
        """Whose authorities count, by the user's name; None for one who has them all. Names of
        profiles are in upper case on IBM i."""
        if not self.is_limited:
            return None
        names = (name, *self.groups)
        user, *groups = (each.upper() for each in names) if on_ibmi else names
        return Operator(user, tuple(groups))

    @field_validator("roles")
    @classmethod
    def _known(cls, roles: list[str]) -> list[str]:
        unknown = [role for role in roles if role not in ROLES]
        if unknown:
            raise ValueError(
                f"role {shown(unknown[0])} is not known; use one of {', '.join(ROLES)}"
            )
        return roles

    @field_validator("password")
    @classmethod
    def _a_hash(cls, password: str) -> str:
        if password and len(_parts(password)) != 6:
            raise ValueError("a password is a hash; make one with: queuewright sandbox password")
        return password

    @field_validator("token")
    @classmethod
    def _a_digest(cls, token: str) -> str:
        if token and not token.startswith("sha256:"):
            raise ValueError("a token is sha256: and the SHA-256 of it in hexadecimal")
        return token


class Users:
    """Who may use the servers. Its methods may be called from several threads."""

    def __init__(self, users: Mapping[str, User]) -> None:
        self._users = users
        self._verified: dict[tuple[str, bytes], User] = {}
        self._salt = os.urandom(16)
        # In place of the hash of a user that is not known: it takes as long as the first one's.
        hashes = (user.password for user in users.values() if user.password)
        cost = _parts(next(hashes, ""))[1:4] or (str(_COST), str(_BLOCK), str(_PARALLEL))
        nobody = base64.b64encode(os.urandom(32)).decode()
        self._nobodys = ":".join(("scrypt", *cost, nobody, nobody))

    @classmethod
    def read(cls, file: Path) -> "Users":
        """Raises UsersError."""
        try:
            content = read_yaml(file.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, ValueError, yaml.YAMLError) as error:
            raise UsersError(one_line(f"{file} cannot be read: {error}; correct it")) from None
        given = content.get("users") if isinstance(content, Mapping) else None
        if not isinstance(given, Mapping) or not given:
            raise UsersError(f"{file} names no users; write users: {{NAME: {{password: HASH}}}}")
        users = {}
        for name, value in given.items():
            try:
                users[str(name)] = User.model_validate(value if value is not None else {})
            except ValidationError as failed:
                first = failed.errors(include_url=False, include_input=False)[0]
                where = ".".join(map(str, ("users", name, *first["loc"])))
                reason = str(first.get("ctx", {}).get("error", first["msg"]))
                raise UsersError(one_line(f"{file}: {where}: {reason}")) from None
        return cls(users)

    @classmethod
    def generated(cls, name: str = "admin") -> "tuple[Users, str]":
        """One user with every role, and the password that was made for it."""
        password = secrets.token_urlsafe(12)
        return cls({name: User(password=password_hash(password))}), password

    def limited(self) -> str:
        """The name of a user whose own authorities count, "" for none."""
        return next((name for name, user in self._users.items() if user.is_limited), "")

    def named(self, name: str) -> User | None:
        return self._users.get(name)

    def with_password(self, name: str, password: str) -> User | None:
        """The user, where the password is its own; it takes as long for a name that nobody has.
        What was verified once is remembered by a digest: scrypt takes its time on purpose."""
        remembered = self.remembered(name, password)
        if remembered is not None:
            return remembered
        user = self._users.get(name)
        stored = user.password if user is not None else ""
        is_right = _is(password, stored or self._nobodys)
        if user is None or not stored or not is_right:
            return None
        self._verified[self._key(name, password)] = user
        return user

    def remembered(self, name: str, password: str) -> User | None:
        """The user, where this password was verified before."""
        return self._verified.get(self._key(name, password))

    def _key(self, name: str, password: str) -> tuple[str, bytes]:
        return name, hmac.digest(self._salt, _bytes(password), "sha256")

    def with_token(self, token: str) -> tuple[str, User] | None:
        """Whose bearer token it is."""
        digest = "sha256:" + hashlib.sha256(_bytes(token)).hexdigest()
        for name, user in self._users.items():
            if user.token and hmac.compare_digest(user.token, digest):
                return name, user
        return None


def password_hash(password: str) -> str:
    """The form of a password in the file."""
    salt = os.urandom(16)
    digest = _scrypt(password, salt, _COST, _BLOCK, _PARALLEL)
    encoded = (base64.b64encode(part).decode() for part in (salt, digest))
    return ":".join(("scrypt", str(_COST), str(_BLOCK), str(_PARALLEL), *encoded))


def _bytes(text: str) -> bytes:
    """Any text, half a surrogate pair too."""
    return text.encode("utf-8", "surrogatepass")


def _parts(text: str) -> list[str]:
    parts = text.split(":")
    return parts if parts[0] == "scrypt" and all(p.isdigit() for p in parts[1:4]) else []


def _is(password: str, stored: str) -> bool:
    _, cost, block, parallel, salt, digest = _parts(stored)
    try:
        made = _scrypt(password, base64.b64decode(salt), int(cost), int(block), int(parallel))
        return hmac.compare_digest(made, base64.b64decode(digest))
    except ValueError:
        return False


def _scrypt(password: str, salt: bytes, cost: int, block: int, parallel: int) -> bytes:
    return hashlib.scrypt(
        _bytes(password), salt=salt, n=cost, r=block, p=parallel, maxmem=2**26, dklen=32
    )
