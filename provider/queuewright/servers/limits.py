"""Limits of the servers: what they accept from a client, how much, and for how long.

A client that is not known yet gets little of everything: whoever reaches a port may send anything.
"""

import json
from dataclasses import dataclass
from typing import Any

_DEPTH = 32  # of a request: that of no client's is above 5


@dataclass(frozen=True, slots=True)
class Limits:
    """connections: at once, of one server. head, request: bytes of HTTP's head and of a request;
    unknown: of a request before its user is known. hello, body: seconds until a client has said who
    it is, and until its request is whole. stalled: seconds that an answer waits for its reader.
    query: seconds that a statement may take; rows: that it may answer with; statement: characters
    of it. failure: seconds that a failed login takes; at_once, waiting: logins of one address."""

    connections: int = 256
    head: int = 64 << 10
    request: int = 1 << 20
    unknown: int = 64 << 10
    hello: float = 20.0
    body: float = 30.0
    stalled: float = 60.0
    query: float = 20.0
    rows: int = 100_000
    statement: int = 256 << 10
    failure: float = 1.0
    at_once: int = 2
    waiting: int = 16


LIMITS = Limits()


class RequestRefused(ValueError):
    """A request that is not valid JSON of the kind that anybody needs; why, in a few words."""


def read_json(text: str | bytes | bytearray) -> Any:
    """The JSON of a request. Raises RequestRefused for text that is not JSON, is nested without
    end or holds half of a character."""
    try:
        data: Any = json.loads(text)
    except RecursionError:
        raise RequestRefused(_DEEP) from None
    except ValueError as error:
        raise RequestRefused(str(error)) from None
    waiting = [(data, 1)]
    while waiting:
        part, depth = waiting.pop()
        if depth > _DEPTH:
            raise RequestRefused(_DEEP)
        if isinstance(part, str):
            if not part.isascii() and any("\ud800" <= c <= "\udfff" for c in part):
                raise RequestRefused("a text in it has half of a surrogate pair")
        elif isinstance(part, dict):
            waiting += [(item, depth + 1) for pair in part.items() for item in pair]
        elif isinstance(part, list):
            waiting += [(item, depth + 1) for item in part]
    return data


_DEEP = f"it is nested more than {_DEPTH} times"
