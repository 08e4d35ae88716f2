"""Automatic reclaim of a data queue that exists: no command sets it, the API QMHQCDQ does.

Source: IBM i, Change Data Queue (QMHQCDQ) API: the qualified name in CHAR(20); the number of
changes, and of each its key, the length of its value (BINARY(4)) and the value; the error code,
which with no bytes provided has errors sent as escape messages. Key 100 is automatic reclaim,
CHAR(1): 0 or 1.
"""

import re

from queuewright.dialects.protocol import CannotWrite

_KEY, _ZERO = 100, 0xF0
_CALL = re.compile(
    r"\s*CALL\s+(?:PGM\()?(?:QSYS/)?QMHQCDQ\)?\s+PARM\('(?P<name>[^']{10})(?P<library>[^']{1,10})'"
    r"\s+X'000000010000006400000001F(?P<value>[01])'\s+X'00000000'\)\s*",
    re.IGNORECASE,
)


def call_reclaim(name: str, on: bool) -> str:
    """The call for `LIBRARY/NAME`."""
    library, _, simple = name.rpartition("/")
    if not library:
        raise CannotWrite(f"ibmi:DataQueue {name}: QMHQCDQ needs the library; give it")
    changes = b"".join(number.to_bytes(4, "big") for number in (1, _KEY, 1)) + bytes([_ZERO + on])
    qualified = f"{simple:<10}{library:<10}"
    return f"CALL PGM(QSYS/QMHQCDQ) PARM('{qualified}' X'{changes.hex().upper()}' X'00000000')"


def called_reclaim(command: str) -> tuple[str, bool] | None:
    """`LIBRARY/NAME` and whether it is to be on; None for any other command."""
    match = _CALL.fullmatch(command)
    if match is None:
        return None
    name = f"{match['library'].rstrip()}/{match['name'].rstrip()}"
    return name, match["value"] == "1"
