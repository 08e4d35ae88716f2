"""Public keys that may come in over ssh, in a file as OpenSSH has it: each is of one user, whom the
comment behind it names, as NAME or NAME@HOST.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from queuewright.catalogue.diagnostic import one_line, shown

from .users import Users, UsersError

# Options before it may have anything in quotes; a key begins so in Base64.
_KEY = re.compile(r"(?:^|\s)(?:ssh|ecdsa|sk)-[\w@.-]+\s+AAAA[\w+/=]+(?P<comment>.*)$")


def check(file: Path, users: Users) -> None:
    """Raises UsersError for a line that is not a key, and for a key of nobody."""
    for number, line, user in _lines(file):
        if user is None:
            reason = "is not a public key"
        elif not user:
            reason = "does not say whose key it is"
        elif users.named(user) is None:
            reason = f"is a key of {shown(user)}, and there is no such user"
        else:
            continue
        remediation = "write TYPE KEY USER, USER as --users has it"
        raise UsersError(one_line(f"{file}:{number}: {shown(line, 40)} {reason}; {remediation}"))


def of(file: Path, user: str) -> str:
    """The lines of a user's keys. A file that is gone has none."""
    try:
        return "\n".join(line for _, line, whose in _lines(file) if whose == user)
    except UsersError:
        return ""


def _lines(file: Path) -> Iterator[tuple[int, str, str | None]]:
    """(number, line, whose key it is), None for what is not a key. Raises UsersError."""
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8"
        raise UsersError(
            one_line(f"{file}: cannot be read: {reason}; give a file of public keys")
        ) from None
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if line and not line.startswith("#"):
            found = _KEY.search(line)
            user = None if found is None else found["comment"].strip().partition("@")[0]
            yield number, line, user
