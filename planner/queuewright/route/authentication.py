"""Which channel authentication record lets a channel in, and as which user.

Which records match, and in which order: `access.mapping`. Neither the certificate nor the address
of the other end is part of any definition. Lists of blocked users are for server-connection
channels (SET CHLAUTH).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from queuewright.access.connection import PRIVILEGED
from queuewright.access.mapping import Inbound, mapping_match, warns_only
from queuewright.access.records import channel_records
from queuewright.catalogue.diagnostic import first_few
from queuewright.catalogue.key import Key
from queuewright.kinds import spec_of
from queuewright.mq.channel_authentication_record import ChannelAuthenticationRecordSpec
from queuewright.mq.connection_matching import fits, text_specificity

from .network import Network

_EVERY = "*"


@dataclass(frozen=True, slots=True)
class Admission:
    """record: the first that matches for sure, None where none does. blocks: that record does, so
    that only another one, which may match, can let the channel in; is_blocked: none can. users:
    whom the channel may work as, "" for the user of the queue manager; several where records that
    may match lead to others. unknown: which those are, one line each. is_whole: there are no other
    records than those that are known."""

    record: Key | None = None
    is_blocked: bool = False
    users: tuple[str, ...] = ("",)
    is_enabled: bool = True
    unknown: tuple[str, ...] = ()
    blocks: bool = False
    is_whole: bool = True


def admission(network: Network, channel: Key, partner: str) -> Admission:
    """The answer of `channel`, the end that is called, to the queue manager `partner`."""
    own = network.text(channel, "mca_user_identifier")
    system = channel.system
    if _is_disabled(network, system):
        return Admission(users=(own,), is_enabled=False)
    unknown: list[str] = []
    users: dict[str, None] = {}  # those that records which may match lead to
    is_whole = network.is_whole(system, (ChannelAuthenticationRecordSpec.kind,))
    if not is_whole:
        unknown.append(f"not all channel authentication records of {system} are known")
    for record, patterns in _blocked_addresses(network, system):
        if _EVERY in patterns:
            return Admission(record, True, (own,), blocks=True, is_whole=is_whole)
        listed = ", ".join(first_few(patterns))
        reason = f"record {described(record)} blocks {listed}, if the address of {partner} fits it"
        unknown.append(reason)
    decides, blocks, user = None, False, own
    for record, matches in records_for(network, channel, partner):
        names = ChannelAuthenticationRecordSpec.names_in(record.name)
        source = network.text(record, "user_source") or "map"
        if warns_only({"user_source": source, "warn": network.text(record, "warn")}):
            continue
        blocks = source == "noaccess"
        user = network.text(record, "mca_user_identifier") if source == "map" else own
        if matches:
            decides = record
            break
        if not blocks:
            users[user] = None
        what = "the certificate" if names["type"] == "sslpeermap" else "the address"
        effect = "blocks it" if blocks else f"makes it user {user or 'of the queue manager'}"
        unknown.append(f"record {described(record)} {effect}, if {what} of {partner} fits it")
        blocks, user = False, own
    is_blocked = blocks and is_whole and not users
    if not blocks:
        users[user] = None
    return Admission(
        decides,
        is_blocked,
        tuple(users) or (own,),
        unknown=tuple(unknown),
        blocks=blocks,
        is_whole=is_whole,
    )


def _is_disabled(network: Network, system: str) -> bool:
    """CHLAUTH(DISABLED): no record counts."""
    return bool(
        network.world.of_queue_manager(system, "channel_authentication_records") == "disabled"
    )


def _blocked_addresses(network: Network, system: str) -> Iterator[tuple[Key, Sequence[str]]]:
    """The records that block addresses, each with its patterns. The listener looks at them before
    it knows the channel, and so before any other record. Those that only warn are left out."""
    for key in network.channel_records(system):
        if blocks_addresses(key) and network.text(key, "warn") != "yes":
            yield key, [str(pattern) for pattern in network.value(key, "address_list") or ()]


def blocks_addresses(record: Key) -> bool:
    """Whether a record is of type BLOCKADDR."""
    return ChannelAuthenticationRecordSpec.names_in(record.name).get("type") == "blockaddr"


def records_for(network: Network, channel: Key, partner: str) -> Iterator[tuple[Key, bool]]:
    """The records that match a channel between queue managers, or may, in their precedence, with
    whether they match for sure."""
    found = []
    has_tls = bool(network.text(channel, "ssl_cipher_specification"))
    inbound = Inbound(
        channel.name, spec_of(channel.kind).called_by, None if has_tls else "",
        queue_manager=partner, address=None,
    )  # fmt: skip
    for key in network.channel_records(channel.system):
        match = mapping_match(ChannelAuthenticationRecordSpec.names_in(key.name), inbound)
        if match is not None:
            found.append((match.order, key, match.is_sure))
    for _, key, is_sure in sorted(found):
        yield key, is_sure


def described(record: Key) -> str:
    """`* addressmap address *`"""
    names = ChannelAuthenticationRecordSpec.names_in(record.name)
    words = [names["name"], names.get("type", "")]
    for name in ("ssl_peer_name", "remote_queue_manager", "client_user", "address"):
        if names.get(name):
            words.append(f"{name} {names[name]}")
    return " ".join(words)


def is_exposed(network: Network, channel: Key, user: str = "") -> bool:
    """Whether clients may come in over a server-connection channel as administrators: no record
    maps all of them to a user, or blocks them or administrators. Records of some clients leave the
    others as they are, and those of queue managers are for other channels. user: that of the
    channel, "" for one without, where a client is whoever it says it is. Lists of blocked users are
    matched against the user that the channel works as in the end."""
    if _is_disabled(network, channel.system):
        return True
    lists, of_all = [], []
    anybody = Inbound(
        channel.name, spec_of(channel.kind).called_by,
        certificate=None, user=None, queue_manager=None, address=None,
    )  # fmt: skip
    for record in channel_records(network.world, channel.system):
        profile = str(record.values["name"])
        if record.values.get("type") == "blockuser" and fits(profile, channel.name):
            only_warns = record.values.get("warn") == "yes"
            users = () if only_warns else record.values.get("user_list") or ()
            lists.append((text_specificity(profile), users))
        match = mapping_match(record.values, anybody)
        if match is not None and match.is_sure and not warns_only(record.values):
            of_all.append((match.order, record.values.get("user_source")))
    # The most specific record counts, and the most specific list.
    if of_all and min(of_all, key=lambda each: each[0])[1] != "channel":
        return False
    _, blocked = min(lists, key=lambda each: each[0], default=((), ()))
    return PRIVILEGED not in blocked and user not in blocked
