"""Who is asking: basic authentication, an LTPA cookie, a bearer token or a client certificate."""

import base64
import binascii
import secrets
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass

from queuewright.servers.users import User, Users

from .problems import not_authenticated, token_failed

COOKIE = "LtpaToken2"
LIFETIME = 7200.0  # seconds; mqweb's own default is 120 minutes


@dataclass(frozen=True, slots=True)
class Caller:
    """A user who is known, and by what: "basic", "ltpa", "bearer", "certificate"."""

    name: str
    user: User
    by: str


class Sessions:
    """The users of a server, and those who are logged in. Safe to use from several threads."""

    def __init__(self, users: Users, lifetime: float = LIFETIME) -> None:
        self.users = users
        self.lifetime = lifetime
        # The name differs from server to server, as mqweb's does.
        self.cookie = f"{COOKIE}_{secrets.randbelow(10**16):016d}"
        self._tokens: dict[str, tuple[str, float]] = {}
        self._lock = threading.Lock()

    def log_in(self, name: str, password: str, url: str) -> str:
        """The token of a new session, for a password that was found right before. Raises
        Problem."""
        if self.users.remembered(name, password) is None:
            raise not_authenticated(url)
        token = secrets.token_urlsafe(48)
        now = time.monotonic()
        with self._lock:
            self._tokens = {each: kept for each, kept in self._tokens.items() if kept[1] > now}
            self._tokens[token] = name, now + self.lifetime
        return token

    def log_out(self, token: str | None) -> None:
        with self._lock:
            self._tokens.pop(token or "", None)

    def expire(self) -> None:
        """End every session, as when the time is over."""
        with self._lock:
            self._tokens.clear()

    def caller(
        self, headers: Mapping[str, str], cookies: Mapping[str, str], peer: str, url: str
    ) -> Caller:
        """Who asks. peer: the common name of the client's certificate, "" for none. Raises
        Problem."""
        scheme, _, given = headers.get("authorization", "").partition(" ")
        if scheme.lower() == "basic":
            return self._basic(given, url)
        if scheme.lower() == "bearer":
            known = self.users.with_token(given.strip())
            if known is None:
                raise not_authenticated(url)
            return Caller(*known, "bearer")
        name = next((name for name in cookies if name.startswith(COOKIE)), None)
        if name is not None:
            return self._ltpa(name, cookies[name])
        user = self.users.named(peer) if peer else None
        if user is None:
            raise not_authenticated(url)
        return Caller(peer, user, "certificate")

    def _basic(self, given: str, url: str) -> Caller:
        pair = credentials(f"Basic {given}")
        user = self.users.remembered(*pair) if pair else None
        if pair is None or user is None:
            raise not_authenticated(url)
        return Caller(pair[0], user, "basic")

    def _ltpa(self, cookie: str, token: str) -> Caller:
        with self._lock:
            name, ends = self._tokens.get(token, ("", 0.0))
            if ends <= time.monotonic():
                self._tokens.pop(token, None)
                name = ""
        user = self.users.named(name)
        if user is None:
            raise token_failed(cookie)
        return Caller(name, user, "ltpa")


def credentials(header: str) -> tuple[str, str] | None:
    """User and password of a Basic header; None for another one, and for what is none."""
    scheme, _, coded = header.partition(" ")
    try:
        name, _, password = base64.b64decode(coded, validate=True).decode().partition(":")
    except (binascii.Error, ValueError):
        return None
    return (name, password) if scheme.lower() == "basic" else None
