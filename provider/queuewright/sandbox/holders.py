"""Who has an object open, and the refusal of a command that needs it closed."""

from collections.abc import Collection

from queuewright.catalogue.key import Key

from .reasons import refused
from .rows import StoredHandle, Transaction

HOLDING = ("alias", "local", "remote", "queue-manager-alias", "transmission")


def require_closed(tx: Transaction, key: Key, roles: Collection[str] = HOLDING) -> None:
    """Raise CommandFailed while a handle holds the object in one of these roles."""
    holders = tx.holders(key.name, roles)
    if holders:
        text = f"it is open: {describe(holders)}"
        raise refused(key, "MQRCCF_OBJECT_OPEN", text, "close it first")


def describe(handles: Collection[StoredHandle]) -> str:
    """Who has something open, for one line: the first three, and how many more."""
    shown = []
    for handle in list(handles)[:3]:
        who = handle.application or "an application"
        if handle.user:
            who += f" of {handle.user}"
        times = f" ({handle.count} times)" if handle.count > 1 else ""
        shown.append(
            f"{who} for {'+'.join(sorted(handle.open_for))} as {handle.object_name}{times}"
        )
    more = len(handles) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more > 0 else "")
