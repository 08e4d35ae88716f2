"""Which channel authentication records match a connection, and in which order they count.

Sources: IBM's "Channel authentication records" (Interaction between channel authentication
records), SET CHLAUTH: a record that names the channel counts before one with a generic name; a
certificate before a user or queue manager, those before an address; then the most specific one.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from queuewright.mq.connection_matching import (
    BadName,
    address_fits,
    address_specificity,
    fits,
    name_fits,
    name_specificity,
    text_specificity,
)

_EVERY = "*"


@dataclass(frozen=True, slots=True)
class Inbound:
    """A connection, as far as records look at it: "" for what it does not have, None for what is
    not known. called_by: who connects to channels of its type; each client has a user, each queue
    manager a name."""

    channel: str
    called_by: str
    certificate: str | None = ""
    issuer: str = ""
    user: str | None = ""
    queue_manager: str | None = ""
    address: str | None = ""


@dataclass(frozen=True, slots=True)
class MappingMatch:
    """A record that matches, or may. order: sorts them, the one that counts first. unknown: which
    attributes of the record are compared with what is not known; names_host: with the name of a
    host."""

    order: Any
    unknown: tuple[str, ...] = ()
    names_host: bool = False

    @property
    def is_sure(self) -> bool:
        """Whether it matches for sure."""
        return not self.unknown and not self.names_host


@dataclass(frozen=True, slots=True)
class _RuleMatcher:
    """How records of a type match. of: who connects to the channels that they are for, "" for
    anybody."""

    attribute: str
    rank: int
    given: Callable[[Inbound], str | None]
    fits: Callable[[str, str], bool] = fits
    specificity: Callable[[str], Sequence[object]] = text_specificity
    of: str = ""


def fits_name(pattern: str, name: str) -> bool:
    """Whether the name in a certificate fits. A pattern that is not one fits none."""
    try:
        return name_fits(pattern, name)
    except BadName:
        return False


def _specific_name(pattern: str) -> Sequence[object]:
    try:
        return name_specificity(pattern)
    except BadName:
        return ()


_CERTIFICATE = _RuleMatcher(
    "ssl_peer_name", 0, lambda inbound: inbound.certificate, fits_name, _specific_name
)
_ADDRESS = _RuleMatcher("address", 2, lambda inbound: inbound.address)
_MATCHERS: Mapping[str, _RuleMatcher] = {
    "sslpeermap": _CERTIFICATE,
    "usermap": _RuleMatcher("client_user", 1, lambda inbound: inbound.user, of="client"),
    "qmgrmap": _RuleMatcher(
        "remote_queue_manager", 1, lambda inbound: inbound.queue_manager, of="queue manager"
    ),
    "addressmap": _ADDRESS,
}


def warns_only(record: Mapping[str, Any]) -> bool:
    """Whether a record that gives no access lets pass what it matches: another one that matches
    sets the user then (SET CHLAUTH, WARN)."""
    return record.get("user_source") == "noaccess" and record.get("warn") == "yes"


def mapping_match(record: Mapping[str, Any], inbound: Inbound) -> MappingMatch | None:
    """How a record matches, None where it does not. record: its name fields, at least."""
    profile, matcher = str(record.get("name")), _MATCHERS.get(str(record.get("type")))
    if matcher is None or not fits(profile, inbound.channel):
        return None
    if matcher.of and matcher.of != inbound.called_by:
        return None
    given, pattern = matcher.given(inbound), str(record.get(matcher.attribute) or "")
    unknown, specific = list[str](), matcher.specificity(pattern)
    if matcher is _ADDRESS:
        specific = ()
    elif given is None:
        if not (matcher.of and pattern == _EVERY):
            unknown.append(matcher.attribute)
    elif not given or not matcher.fits(pattern, given):
        return None
    issuer = str(record.get("ssl_certificate_issuer") or "")
    if issuer and inbound.issuer and not fits_name(issuer, inbound.issuer):
        return None
    address, near = str(record.get("address") or _EVERY), _address_fits(record, inbound)
    if near is False:
        return None
    name = text_specificity(profile)
    order = name[0], matcher.rank, name, specific, not issuer, address_specificity(address)
    names_host = near is None and inbound.address is not None
    if near is None and not names_host:
        unknown.append(_ADDRESS.attribute)
    return MappingMatch(order, tuple(unknown), names_host)


def _address_fits(record: Mapping[str, Any], inbound: Inbound) -> bool | None:
    """None where that is not known: of an address, or which name it has."""
    pattern = str(record.get("address") or _EVERY)
    if pattern == _EVERY:
        return True
    if inbound.address is None:
        return None
    return address_fits(pattern, inbound.address) if inbound.address else False
