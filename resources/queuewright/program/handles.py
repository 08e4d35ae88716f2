"""Handles that name a system in a program."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class _Handle:
    """Raises TypeError when the name is not text, ValueError when it is blank or longer than 48."""

    name: str

    def __post_init__(self) -> None:
        _checked(self.name)

    def __str__(self) -> str:
        return self.name


class QueueManager(_Handle):
    """A queue manager. How it is reached is in the stack's configuration, `queuewright:systems`."""

    __slots__ = ()


class System(_Handle):
    """An IBM i partition. How it is reached is in the stack's configuration,
    `queuewright:systems`."""

    __slots__ = ()


def _checked(name: object) -> str:
    if not isinstance(name, str):
        raise TypeError(
            f"a system is named by plain text, not by {type(name).__name__}: names are resolved "
            "before the program runs; give the name as text or a handle"
        )
    if not name or len(name) > 48 or not name.isprintable() or "/" in name:
        raise ValueError(
            f"system name {name!r} must have 1 to 48 printable characters and no '/'; "
            "use the name that queuewright:systems has"
        )
    return name


def system_name(system: object) -> str:
    """The name of a handle, or the name itself. Raises TypeError, ValueError."""
    if isinstance(system, _Handle):
        return system.name
    return _checked(system)
