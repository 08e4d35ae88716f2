"""Handles that name a system in a program."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class _Handle:
    """Raises WrongType when the name is not text, WrongValue when it is blank or longer than 48."""

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


def _checked(name: object, where: str = "") -> str:
    if isinstance(name, str) and 0 < len(name) <= 48 and name.isprintable() and "/" not in name:
        return name
    # A system can be named without Pulumi, which takes half a second to import.
    from .refusal import WrongType, WrongValue

    if not isinstance(name, str):
        raise WrongType(
            f"{where}a system is named by plain text, not by {type(name).__name__}: names are "
            "resolved before the program runs; give the name as text or a handle"
        )
    raise WrongValue(
        f"{where}system name {name!r} must have 1 to 48 printable characters and no '/'; "
        "use the name that queuewright:systems has"
    )


def system_name(system: object, where: str = "") -> str:
    """The name of a handle, or the name itself. Raises WrongType or WrongValue, with `where`, what
    is on the system, before the problem."""
    if isinstance(system, _Handle):
        return system.name
    return _checked(system, where)
