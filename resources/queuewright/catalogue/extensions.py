"""Extensions of installed packages, by entry points of the groups `queuewright.kinds`,
`queuewright.systems` and `queuewright.lint`."""

from collections.abc import Sequence
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from .diagnostic import one_line
from .errors import QueuewrightError


class BadExtension(QueuewrightError, ValueError):
    """An extension cannot be used; one line that names the entry point and the package."""


def extensions(group: str) -> Sequence[EntryPoint]:
    """The entry points of a group, by name; none is loaded yet."""
    return sorted(entry_points(group=group), key=lambda point: point.name)


def load(point: EntryPoint, error: type[QueuewrightError] = BadExtension) -> Any:
    """The object behind an entry point. Raises `error` for whatever goes wrong in it."""
    try:
        return point.load()
    except Exception as wrong:
        raise bad_extension(point, f"{type(wrong).__name__}: {wrong}", error) from None


def bad_extension(
    point: EntryPoint, reason: str, error: type[QueuewrightError] = BadExtension
) -> QueuewrightError:
    """The error that says in one line what is wrong with an entry point."""
    package = point.dist.name if point.dist is not None else "?"
    where = f"{point.group} {point.name} = {point.value} ({package})"
    return error(one_line(f"{where}: {reason}; mend or remove it"))
