"""Passwords that clients send: checking them takes the same time for every user, and guessing is
slow, however many connections a guesser has."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from .limits import LIMITS, Limits
from .pool import Pool
from .users import User, Users

_THREADS = 2  # each check takes 16 MB and a core


class Logins:
    """The logins of one server, in its loop."""

    def __init__(self, users: Users, limits: Limits = LIMITS) -> None:
        self._users = users
        self._limits = limits
        self._pool = Pool("logins", _THREADS)
        self._asking: Counter[str] = Counter()  # by address
        self._turns: dict[str, asyncio.Semaphore] = {}

    async def user(self, name: str, password: str, address: str) -> User | None:
        """The user, where the password is its own. address: of the client."""
        remembered = self._users.remembered(name, password)
        if remembered is not None:
            return remembered
        async with self._turn(address) as there_is_one:
            begun = asyncio.get_running_loop().time()
            if there_is_one:
                user = await self._pool.run(self._users.with_password, name, password)
                if user is not None:
                    return user
            await self._failed(begun)
        return None

    async def token(self, token: str, address: str) -> tuple[str, User] | None:
        """Whose bearer token it is."""
        known = self._users.with_token(token)
        if known is None:
            async with self._turn(address):
                await self._failed(asyncio.get_running_loop().time())
        return known

    def stop(self) -> None:
        self._pool.stop()

    async def _failed(self, begun: float) -> None:
        """Until a failed login has taken its time."""
        passed = asyncio.get_running_loop().time() - begun
        await asyncio.sleep(max(0.0, self._limits.failure - passed))

    @asynccontextmanager
    async def _turn(self, address: str) -> AsyncIterator[bool]:
        """A turn of an address; none where too many of it wait already."""
        if self._asking[address] >= self._limits.at_once + self._limits.waiting:
            yield False
            return
        self._asking[address] += 1
        turns = self._turns.setdefault(address, asyncio.Semaphore(self._limits.at_once))
        try:
            async with turns:
                yield True
        finally:
            self._asking[address] -= 1
            if not self._asking[address]:
                del self._asking[address], self._turns[address]
