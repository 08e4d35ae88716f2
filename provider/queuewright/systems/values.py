"""Values that entries of several types of system have, as YAML and Pulumi give them."""

import ipaddress
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator


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


def _host(host: str) -> str:
    if not host.strip() or set(host) & set("/@ "):
        raise ValueError("write the name of the host alone, such as as400.example.com")
    return host


Whole = Annotated[int, BeforeValidator(_whole)]
Seconds = Annotated[float, BeforeValidator(_seconds)]
Host = Annotated[str, AfterValidator(_host)]
