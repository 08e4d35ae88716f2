"""Channels and listeners: who may come in over them, and whether their two ends fit."""

from collections.abc import Iterator

from queuewright.catalogue.diagnostic import Diagnostic, Severity
from queuewright.catalogue.key import Key
from queuewright.catalogue.references import Role
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import (
    CHANGE_CHANNEL,
    CHANGE_LISTENER,
    CHANGE_QUEUE,
    CIPHER_SPECS,
    MQSC,
    SET_CHANNEL_AUTHENTICATION,
)
from queuewright.kinds import is_queue, kinds_of, spec_of
from queuewright.mq.authorities import administrator_users
from queuewright.mq.cipher_specs import DEPRECATED, agree
from queuewright.route.authentication import is_exposed
from queuewright.route.crossing import HEADER, Crossing
from queuewright.route.model import HopKind, Verdict, Way
from queuewright.route.network import Network
from queuewright.route.pairs import disagreements, limit, without_listener
from queuewright.route.rules import CIPHERS_DIFFER, PORT_DIFFERS, TYPES_DIFFER, WRAPS_DIFFER
from queuewright.route.tracing import Tracer
from queuewright.world.world import World

from .check import finds
from .subject import Subject

_C = CHANGE_CHANNEL.at
_CIPHER = "ssl_cipher_specification"
_USER = "mca_user_identifier"
_LENGTH = "max_message_length"

NO_TLS = Rule(
    "connection-without-tls",
    "Clients come in over a server-connection channel without TLS",
    "has no CipherSpec: what clients send, passwords among it, can be read on the network",
    'give ssl_cipher_specification, such as "ANY_TLS12_OR_HIGHER"',
    (_C("SSLCipherSpec"),),
    _CIPHER,
    Severity.NOTE,
    "QW901",
)
EXPOSED = Rule(
    "connection-as-anybody",
    "Clients may come in over a server-connection channel as administrators",
    "has no MCAUSER, and {reason}: a client that says it is an administrator is one",
    "give mca_user_identifier, or a channel authentication record that maps or blocks its clients",
    (_C("MCAUserIdentifier"), SET_CHANNEL_AUTHENTICATION.at("Type")),
    _USER,
    Severity.WARNING,
    "QW902",
)
AS_ADMINISTRATOR = EXPOSED.but(
    code="connection-as-administrator",
    reason="is an administrator, and {reason}: every client may do everything",
    remediation="give a user of the application, or a channel authentication record that maps or "
    "blocks the clients of the channel",
)
DEPRECATED_CIPHER = Rule(
    "deprecated-cipher",
    "A CipherSpec that IBM has deprecated",
    "is a CipherSpec of {protocol} that IBM has deprecated: a channel with it does not start "
    "unless it is enabled again",
    'use one of TLS 1.2 or 1.3, such as "ANY_TLS12_OR_HIGHER", at both ends',
    (CIPHER_SPECS.at("Deprecated CipherSpecs"),),
    _CIPHER,
    Severity.WARNING,
    "QW903",
)
_PAIR = "The two ends of a channel cannot connect"
PAIR_TYPES = TYPES_DIFFER.but(
    code="pair-types", title=_PAIR, severity=Severity.WARNING, page="QW905"
)
PAIR_CIPHERS = CIPHERS_DIFFER.but(
    code="pair-ciphers", title=_PAIR, severity=Severity.WARNING, page="QW905"
)
PAIR_WRAPS = WRAPS_DIFFER.but(
    code="pair-sequence-wrap", title=_PAIR, severity=Severity.WARNING, page="QW905"
)
PAIR_PORT = PORT_DIFFERS.but(code="pair-port", title=_PAIR, severity=Severity.WARNING, page="QW905")
SHORTER_ON_THE_WAY = Rule(
    "shorter-on-the-way",
    "A queue takes longer messages than what is on the way to it",
    "{narrow} takes messages of {longest} bytes, and {wide} has them up to {own}",
    "raise max_message_length of the former, or lower that of the latter",
    (_C("MaxMsgLength"), CHANGE_QUEUE.at("MaxMsgLength")),
    severity=Severity.WARNING,
    page="QW906",
)
PORT_TWICE = Rule(
    "port-twice",
    "Two listeners of a queue manager are on one port",
    "listener {other} is on it too: only one of them can start",
    "give another port, or ip_address to both",
    (CHANGE_LISTENER.at("Port"), MQSC.at("START LISTENER")),
    "port",
    Severity.WARNING,
    "QW907",
)


class _Looked:
    """The world of one run as a network, looked at by all checks of this module."""

    def __init__(self, world: World) -> None:
        self.network = Network(world)
        self.crossing = Crossing(self.network)
        self.tracer = Tracer(self.network)


def _is_known(subject: Subject, world: World, attribute: str) -> bool:
    """Whether the future value of an attribute is known: of an object that a script only alters,
    it may be anything."""
    return subject.values.get(attribute) is not None or subject.key not in world.unknown


@finds(NO_TLS, EXPOSED, AS_ADMINISTRATOR)
def server_connection(subject: Subject, world: World) -> Iterator[Diagnostic]:
    """A channel that clients come in over."""
    key = subject.key
    if Role.SERVER_CONNECTION_CHANNEL not in spec_of(key.kind).roles:
        return
    network = world.once(_Looked).network
    if _is_known(subject, world, _CIPHER) and not network.text(key, _CIPHER):
        yield NO_TLS(key)
    user = network.text(key, _USER)
    is_admin = user in administrator_users(world.facts(key.system).platform)
    has_none = _is_known(subject, world, _USER) and not user
    if (has_none or is_admin) and is_exposed(network, key, user):
        enabled = network.world.of_queue_manager(key.system, "channel_authentication_records")
        reason = "no channel authentication record blocks administrators"
        if enabled == "disabled":
            reason = f"{key.system} does not look at channel authentication records"
        yield AS_ADMINISTRATOR(key, user, reason=reason) if user else EXPOSED(key, reason=reason)


@finds(DEPRECATED_CIPHER)
def deprecated_cipher(subject: Subject, world: World) -> Iterator[Diagnostic]:
    """A CipherSpec on IBM's list."""
    cipher = subject.values.get(_CIPHER)
    if isinstance(cipher, str) and cipher.upper() in DEPRECATED:
        yield DEPRECATED_CIPHER(protocol=DEPRECATED[cipher.upper()])


_OF_PAIRS = {
    TYPES_DIFFER.code: PAIR_TYPES,
    CIPHERS_DIFFER.code: PAIR_CIPHERS,
    WRAPS_DIFFER.code: PAIR_WRAPS,
}


@finds(*_OF_PAIRS.values(), PAIR_PORT)
def pair(subject: Subject, world: World) -> Iterator[Diagnostic]:
    """A channel that sends, and the one at its other end, where both are known."""
    key = subject.key
    if Role.SENDING_CHANNEL not in spec_of(key.kind).roles:
        return
    looked = world.once(_Looked)
    for other in looked.crossing.ends_of(key):
        for found in disagreements(looked.network, key, other):
            yield _as(_OF_PAIRS[found.code], found)
        found_port = without_listener(looked.network, key, other.system)
        if found_port is not None:
            yield _as(PAIR_PORT, found_port)


@finds(PAIR_CIPHERS)
def client_pair(subject: Subject, world: World) -> Iterator[Diagnostic]:
    """A client-connection channel, and the server-connection channel of its name: of the queue
    manager that it names, or of its own where it names none."""
    key = subject.key
    is_clients = Role.CLIENT_CONNECTION_CHANNEL in spec_of(key.kind).roles
    if not is_clients or not _is_known(subject, world, _CIPHER):
        return
    network = world.once(_Looked).network
    manager = network.text(key, "queue_manager_name").removeprefix("*") or key.system
    [kind] = kinds_of(Role.SERVER_CONNECTION_CHANNEL)
    server = Key(manager, kind, key.name)
    own, theirs = (network.text(each, _CIPHER) for each in (key, server))
    if server not in world or server in world.unknown or agree(own, theirs) is not False:
        return
    yield PAIR_CIPHERS(key, own or None, system=manager, cipher=theirs or "no CipherSpec")


def _as(rule: Rule, found: Diagnostic) -> Diagnostic:
    """The diagnostic as the rule of lint has it."""
    plain = rule.but(reason="{text}", remediation="{remedy}")
    value = found.value if found.attribute else None
    return plain(found.object, value, text=found.reason, remedy=found.remediation)


@finds(SHORTER_ON_THE_WAY)
def lengths(subject: Subject, world: World) -> Iterator[Diagnostic]:
    """A transmission queue and its channel; a remote queue and the queue that it leads to."""
    key = subject.key
    looked = world.once(_Looked)
    if is_queue(key.kind):
        if not subject.values.get("remote_queue_name"):
            return
        for way in looked.tracer.route(key.system, key.name).ways:
            yield from _narrow(key, way, looked.network)
    elif Role.SENDING_CHANNEL in spec_of(key.kind).roles:
        network = looked.network
        own, name = limit(network, key), network.text(key, "xmit_queue_name")
        queues = world.queues_at(key.system, name)
        for queue in queues if own is not None and _is_known(subject, world, _LENGTH) else ():
            longest = network.number(queue, _LENGTH)
            if longest is not None and own is not None and longest - HEADER > own:
                yield _shorter(key, "it", own, f"transmission queue {name}", longest)


def _narrow(key: Key, way: Way, network: Network) -> Iterator[Diagnostic]:
    last = way.last
    if last.kind is not HopKind.QUEUE or last.key is None or way.verdict is Verdict.BREAKS:
        return
    own, narrow = network.number(last.key, _LENGTH), way.longest
    if own is not None and narrow is not None and own - narrow > HEADER:
        yield _shorter(key, way.narrowest, narrow, f"queue {last.name} of {last.system}", own)


def _shorter(key: Key, narrow: str, longest: int, wide: str, own: int) -> Diagnostic:
    return SHORTER_ON_THE_WAY(key, narrow=narrow, longest=longest, wide=wide, own=own)


@finds(PORT_TWICE)
def port_twice(subject: Subject, world: World) -> Iterator[Diagnostic]:
    """A listener on the port of another one; the one that comes later by name says so."""
    key = subject.key
    if Role.LISTENER not in spec_of(key.kind).roles:
        return
    network = world.once(_Looked).network
    listeners = network.listeners(key.system)
    if key not in listeners:
        return
    port, own = network.port(key), network.text(key, "ip_address")
    for other in sorted(listeners):
        address = network.text(other, "ip_address")
        meets = address == own or not address or not own
        if other < key and network.port(other) == port and meets:
            yield PORT_TWICE(key, port, other=other.name)


CHECKS = (server_connection, deprecated_cipher, pair, client_pair, lengths, port_twice)
