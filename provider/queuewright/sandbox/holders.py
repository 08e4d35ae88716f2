"""Who has an object open, in words, and in which ways a handle can hold a queue."""

from collections.abc import Collection

from .rows import StoredHandle

__all__ = ["HOLDING", "describe"]

HOLDING = ("alias", "local", "remote", "queue-manager-alias", "transmission")


def describe(handles: Collection[StoredHandle]) -> str:
    """Who has something open, for one line: the first three, and how many more."""
    shown = []
    for one in list(handles)[:3]:
        who = one.application or "an application"
        if one.user:
            who += f" of {one.user}"
        times = f" ({one.count} times)" if one.count > 1 else ""
        shown.append(f"{who} for {'+'.join(sorted(one.open_for))} as {one.object_name}{times}")
    more = len(handles) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more > 0 else "")
