"""Addresses in the connection name of a channel.

Source: IBM's Change, Copy and Create Channel (PCF) ConnectionName: names or addresses of hosts,
each with a port in parentheses, 1414 without one; several with commas between them.
"""

import re
from typing import NamedTuple

USUAL_PORT = 1414
_ADDRESS = re.compile(r"\s*([^,()]+?)\s*(?:\(\s*([0-9]{1,5})\s*\))?\s*(?:,|\Z)")


class HostAddress(NamedTuple):
    """Host, in lower case, and port."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"{self.host}({self.port})"


def addresses_in(connection_name: object) -> tuple[HostAddress, ...]:
    """The addresses of a connection name of TCP; nothing for what is not of that form."""
    if not isinstance(connection_name, str):
        return ()
    found: list[HostAddress] = []
    place = 0
    while place < len(connection_name):
        match = _ADDRESS.match(connection_name, place)
        if match is None:
            return ()
        found.append(HostAddress(match[1].lower(), int(match[2] or USUAL_PORT)))
        place = match.end()
    return tuple(found)
