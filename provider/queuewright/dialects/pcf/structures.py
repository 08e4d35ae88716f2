"""PCF messages and parameter structures as values. Source: IBM's PCF command messages.

The classes have IBM's names. `parameter` is always the identifier's number (MQIA_, MQCA_, ...).
A `ccsid` of 0 (MQCCSI_DEFAULT) means the character set of the message, which its descriptor says.
"""

from dataclasses import dataclass
from typing import ClassVar, get_args

DEFAULT_CCSID = 0


@dataclass(frozen=True, slots=True)
class _Parameter:
    """number: of the structure's type; version: the lowest of a message that may hold it;
    content: what its value, or each of its values, is."""

    number: ClassVar[int]
    version: ClassVar[int] = 1
    content: ClassVar[type] = int
    parameter: int


@dataclass(frozen=True, slots=True)
class MQCFIN(_Parameter):
    """An integer of 32 bits with a sign."""

    number = 3
    value: int


@dataclass(frozen=True, slots=True)
class MQCFIN64(_Parameter):
    """An integer of 64 bits with a sign."""

    number = 23
    version = 3
    value: int


@dataclass(frozen=True, slots=True)
class MQCFST(_Parameter):
    """A string; trailing blanks are kept as they are in the message."""

    number = 4
    content = str
    value: str
    ccsid: int = DEFAULT_CCSID


@dataclass(frozen=True, slots=True)
class MQCFSL(_Parameter):
    """A list of strings. They share one length in the message, so trailing blanks and nulls are
    padding there and are not part of a value here."""

    number = 6
    content = str
    values: tuple[str, ...]
    ccsid: int = DEFAULT_CCSID

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", tuple(value.rstrip(" \0") for value in self.values))


@dataclass(frozen=True, slots=True)
class MQCFIL(_Parameter):
    """A list of integers of 32 bits."""

    number = 5
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MQCFIL64(_Parameter):
    """A list of integers of 64 bits."""

    number = 25
    version = 3
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MQCFBS(_Parameter):
    """A string of bytes."""

    number = 9
    version = 2
    content = bytes
    value: bytes


@dataclass(frozen=True, slots=True)
class MQCFIF(_Parameter):
    """A filter on an integer attribute: `operator` is an MQCFOP_ number."""

    number = 13
    version = 3
    operator: int
    value: int


@dataclass(frozen=True, slots=True)
class MQCFSF(_Parameter):
    """A filter on a string attribute."""

    number = 14
    version = 3
    content = str
    operator: int
    value: str
    ccsid: int = DEFAULT_CCSID


@dataclass(frozen=True, slots=True)
class MQCFBF(_Parameter):
    """A filter on a byte string attribute."""

    number = 15
    version = 3
    content = bytes
    operator: int
    value: bytes


@dataclass(frozen=True, slots=True)
class MQCFGR(_Parameter):
    """A group of parameters; groups may stand in groups."""

    number = 20
    version = 3
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
    structure.__name__: structure for structure in get_args(Structure)
}


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
class PcfMessage:
    """One PCF message."""

    header: MQCFH
    parameters: tuple[Structure, ...] = ()

    @classmethod
    def command(cls, number: int, parameters: tuple[Structure, ...] = ()) -> "PcfMessage":
        """A command message: its version is the lowest that knows all its structures."""
        version = max((structure.version for structure in parameters), default=1)
        return cls(MQCFH(number, version=version), parameters)
