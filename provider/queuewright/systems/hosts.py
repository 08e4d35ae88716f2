"""On which hosts the systems of a configuration are, as far as their addresses tell."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from queuewright.mq.connection_name import addresses_in

from .values import is_loopback


def hosts_of(configured: Any) -> dict[str, frozenset[str]]:
    """Host, in lower case -> the systems there. configured: `queuewright:systems`. An address of
    this machine tells nothing, nor one of a gateway in front of the queue manager."""
    found: dict[str, frozenset[str]] = {}
    for name, entry in configured.items() if isinstance(configured, Mapping) else ():
        if not isinstance(entry, Mapping) or entry.get("gateway"):
            continue
        for host in _hosts(entry):
            if not is_loopback(host):
                found[host] = found.get(host, frozenset()) | {str(name)}
    return found


def _hosts(entry: Mapping[str, Any]) -> set[str]:
    hosts = {address.host for address in addresses_in(entry.get("address"))}
    for option in ("url", "host"):
        text = entry.get(option)
        if not isinstance(text, str):
            continue
        try:
            host = urlsplit(text if "//" in text else f"//{text}").hostname
        except ValueError:
            continue
        hosts.update({host} if host else ())
    return hosts
