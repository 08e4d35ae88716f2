"""Values that entries of several types of system have, as YAML and Pulumi give them."""

import ipaddress
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator

from queuewright.catalogue.names import mq_name

_LONGEST_NAME = 48  # MQ_Q_MGR_NAME_LENGTH


def _whole(value: Any) -> Any:
    # Pulumi hands numbers over as floats.
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _seconds(value: Any) -> Any:
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


def is_loopback(host: str | None) -> bool:
    """Whether what is sent to a host stays on this machine."""
    try:
        return host == "localhost" or ipaddress.ip_address(host or "").is_loopback
    except ValueError:
        return False


def file_of(base: Path, name: str) -> Path:
    """A file that an entry names, from the project's directory."""
    return base / Path(name).expanduser()


def _host(host: str) -> str:
    if not host.strip() or set(host) & set("/@ "):
        raise ValueError("write only the name of the host, such as as400.example.com")
    return host


@dataclass(frozen=True, slots=True)
class File:
    """The value is a file; a relative one starts at the project's directory. left_out: which one
    is meant where an entry of a stack names none, "" for none."""

    left_out: Callable[[str], str] = lambda stack: ""


@dataclass(frozen=True, slots=True)
class OwnName:
    """The value is the name of the system itself: that of the entry where it is left out."""


def _queue_manager(name: str) -> str:
    problem = next(mq_name(name), None) if name else None
    if problem is not None or len(name) > _LONGEST_NAME:
        reason = problem[0] if problem is not None else f"has more than {_LONGEST_NAME} characters"
        raise ValueError(f"the name of a queue manager {reason}")
    return name


OptionalFile = Annotated[str | None, File()]
OptionalName = Annotated[str | None, OwnName()]
Whole = Annotated[int, BeforeValidator(_whole)]
Seconds = Annotated[float, BeforeValidator(_seconds)]
QueueManagerName = Annotated[str, AfterValidator(_queue_manager)]
Host = Annotated[str, AfterValidator(_host)]
