"""Who has an object open, in words, and in which ways a handle can hold a queue."""

from collections.abc import Collection

from .rows import StoredHandle

__all__ = ["HOLDING", "describe"]

HOLDING = ("alias", "local", "remote", "queue-manager-alias", "transmission")


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
