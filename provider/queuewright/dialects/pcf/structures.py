"""PCF messages and parameter structures as values. Source: IBM's PCF command messages.

The classes have IBM's names. `parameter` is always the identifier's number (MQIA_, MQCA_, ...).
A `ccsid` of 0 (MQCCSI_DEFAULT) means the character set of the message, which its descriptor says.
"""

from dataclasses import dataclass, field
from typing import ClassVar

__all__ = [
    "DEFAULT_CCSID",
    "MQCFBF",
    "MQCFBS",
    "MQCFGR",
    "MQCFH",
    "MQCFIF",
    "MQCFIL",
    "MQCFIL64",
    "MQCFIN",
    "MQCFIN64",
    "MQCFSF",
    "MQCFSL",
    "MQCFST",
    "STRUCTURES",
    "Message",
    "Structure",
]

DEFAULT_CCSID = 0


@dataclass(frozen=True, slots=True)
class MQCFIN:
    """An integer of 32 bits with a sign."""

    number: ClassVar[int] = 3
    version: ClassVar[int] = 1
    parameter: int
    value: int


@dataclass(frozen=True, slots=True)
class MQCFIN64:
    """An integer of 64 bits with a sign."""

    number: ClassVar[int] = 23
    version: ClassVar[int] = 3
    parameter: int
    value: int


@dataclass(frozen=True, slots=True)
class MQCFST:
    """A string; trailing blanks are kept as they are in the message."""

    number: ClassVar[int] = 4
    version: ClassVar[int] = 1
    parameter: int
    value: str
    ccsid: int = DEFAULT_CCSID


@dataclass(frozen=True, slots=True)
class MQCFSL:
    """A list of strings. They share one length in the message, so trailing blanks and nulls are
    padding there and are not part of a value here."""

    number: ClassVar[int] = 6
    version: ClassVar[int] = 1
    parameter: int
    values: tuple[str, ...]
    ccsid: int = DEFAULT_CCSID

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", tuple(value.rstrip(" \0") for value in self.values))


@dataclass(frozen=True, slots=True)
class MQCFIL:
    """A list of integers of 32 bits."""

    number: ClassVar[int] = 5
    version: ClassVar[int] = 1
    parameter: int
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MQCFIL64:
    """A list of integers of 64 bits."""

    number: ClassVar[int] = 25
    version: ClassVar[int] = 3
    parameter: int
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MQCFBS:
    """A string of bytes."""

    number: ClassVar[int] = 9
    version: ClassVar[int] = 2
    parameter: int
    value: bytes


@dataclass(frozen=True, slots=True)
class MQCFIF:
    """A filter on an integer attribute: `operator` is an MQCFOP_ number."""

    number: ClassVar[int] = 13
    version: ClassVar[int] = 3
    parameter: int
    operator: int
    value: int


@dataclass(frozen=True, slots=True)
class MQCFSF:
    """A filter on a string attribute."""

    number: ClassVar[int] = 14
    version: ClassVar[int] = 3
    parameter: int
    operator: int
    value: str
    ccsid: int = DEFAULT_CCSID


@dataclass(frozen=True, slots=True)
class MQCFBF:
    """A filter on a byte string attribute."""

    number: ClassVar[int] = 15
    version: ClassVar[int] = 3
    parameter: int
    operator: int
    value: bytes


@dataclass(frozen=True, slots=True)
class MQCFGR:
    """A group of parameters; groups may stand in groups."""

    number: ClassVar[int] = 20
    version: ClassVar[int] = 3
    parameter: int
    parameters: tuple["Structure", ...] = ()


Structure = (
    MQCFIN
    | MQCFIN64
    | MQCFST
    | MQCFSL
    | MQCFIL
    | MQCFIL64
    | MQCFBS
    | MQCFIF
    | MQCFSF
    | MQCFBF
    | MQCFGR
)
STRUCTURES: dict[str, type[Structure]] = {
    one.__name__: one
    for one in (
        MQCFIN, MQCFIN64, MQCFST, MQCFSL, MQCFIL, MQCFIL64, MQCFBS, MQCFIF, MQCFSF, MQCFBF, MQCFGR,
    )
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class MQCFH:
    """The header, with IBM's names in words. The parameter count is that of the message.

    type: MQCFT_COMMAND 1, MQCFT_RESPONSE 2, ... control: MQCFC_LAST 1, MQCFC_NOT_LAST 0.
    completion: MQCC_; reason: MQRC_ or MQRCCF_.
    """

    command: int
    type: int = 1
    version: int = 1
    sequence: int = 1
    control: int = 1
    completion: int = 0
    reason: int = 0


@dataclass(frozen=True, slots=True)
class Message:
    """One PCF message."""

    header: MQCFH
    parameters: tuple[Structure, ...] = field(default=())

    @classmethod
    def command(cls, number: int, parameters: tuple[Structure, ...] = ()) -> "Message":
        """A command message: its version is the lowest that knows all its structures."""
        version = max((structure.version for structure in parameters), default=1)
        return cls(MQCFH(number, version=version), parameters)
