"""MQRC_NOT_AUTHORIZED: whether a user may connect and open, where a rehearsal asks for that.

Sources: IBM's "Authorizations for MQI calls" (MQCONN, MQOPEN), "Profile priorities", "Principals
and groups", "Channel authentication records", SET CHLAUTH.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from queuewright.catalogue.diagnostic import shown
from queuewright.catalogue.errors import CommandFailed
from queuewright.catalogue.observed import APART, TOPIC, OpenFor
from queuewright.catalogue.platform import Platform
from queuewright.kinds import EVERY
from queuewright.mq.authorities import (
    administrator_users,
    administrators,
    as_compared,
    everybody,
)
from queuewright.mq.authority_record import CLASS, SELF, AuthorityRecordSpec, generic_pattern
from queuewright.mq.channel_authentication_record import ChannelAuthenticationRecordSpec
from queuewright.mq.channel_spec import ChannelSpec
from queuewright.mq.connection_matching import (
    NAME_SYNTAX,
    BadName,
    address_fits,
    address_specificity,
    distinguished_name,
    fits,
    is_address,
    name_fits,
    name_specificity,
    names_host,
    text_specificity,
)

from .queue_manager import manager_attributes
from .reasons import refused
from .records import records
from .resolution import resolve
from .rows import Stored, StoredHandle, Transaction
from .topics import authority_needed, topic_path

_AUTHORITY, _CHANNEL = AuthorityRecordSpec.kind, ChannelAuthenticationRecordSpec.kind
# The authority that MQOPEN asks for each of its options.
_NEEDED: Mapping[OpenFor, str] = {
    OpenFor.INPUT_SHARED: "input",
    OpenFor.INPUT_EXCLUSIVE: "input",
    OpenFor.OUTPUT: "output",
    OpenFor.BROWSE: "browse",
    OpenFor.INQUIRE: "inquire",
    OpenFor.SET: "set",
}
_RANKS = {"?": 1, "*": 2}
_CALLED = {kind: spec.called_by for kind, spec in EVERY.items() if spec.called_by}


@dataclass(frozen=True, slots=True)
class Applicant:
    """Who asks. groups: of the user that it works as. address, certificate: of the connection over
    the handle's channel, "" for what it does not have; issuer: of the certificate, "" where nobody
    says; partner: the queue manager that calls a message channel. password: whether the client
    gives one, which is taken to be right."""

    groups: tuple[str, ...] = ()
    address: str = ""
    certificate: str = ""
    issuer: str = ""
    partner: str = ""
    password: bool = False


@dataclass(frozen=True, slots=True)
class Operator:
    """Who sends commands, and the groups of that user: see command_authority."""

    user: str
    groups: tuple[str, ...] = ()


def authorized(tx: Transaction, handled: StoredHandle, applicant: Applicant | None) -> StoredHandle:
    """The handle of the user that the application works as, where that may connect and open it; as
    it is where nobody asks. Raises CommandFailed."""
    if applicant is None:
        return handled
    user = _admitted(tx, handled, applicant) if handled.channel else handled.user
    require(tx, user, applicant.groups, "q_mgr", SELF, ("connect",))
    name, manager = handled.object_name, handled.queue_manager
    if handled.object_class == TOPIC:
        word, topics = authority_needed(handled), topic_path(tx, name)
        if not any(word in authorities(tx, user, applicant.groups, TOPIC, each) for each in topics):
            require(tx, user, applicant.groups, TOPIC, name, (word,))
        return replace(handled, user=user)
    words = tuple(dict.fromkeys(_NEEDED[use] for use in sorted(handled.open_for)))
    if manager not in ("", tx.name):
        # Against the transmission queue: records of RQMNAME are for queues of a cluster, and only
        # with ClusterQueueAccessControl=RQMName of qm.ini.
        resolved = resolve(tx, name, manager, handled.open_for)[-1]
        queue = resolved.name if resolved.role == "transmission" else name
        require(tx, user, applicant.groups, "q", queue, words)
    else:
        there = (kind for kind in APART if tx.queue(name) is None and tx.get(kind, name))
        require(tx, user, applicant.groups, next(there, "q"), name, words)
    return replace(handled, user=user)


def require(
    tx: Transaction,
    user: str,
    groups: Sequence[str],
    object_type: str,
    name: str,
    words: Collection[str],
) -> None:
    """Raises CommandFailed where the user lacks one of the authorities."""
    if is_administrator(tx, user, groups):
        return
    has = authorities(tx, user, groups, object_type, name)
    lacking = [word for word in words if word not in has]
    if lacking:
        what = ", ".join(lacking)
        on = "the queue manager" if object_type == "q_mgr" else f"{object_type} {name}"
        inside = f" in {', '.join(groups)}" if groups else ""
        where = f"{tx.name} {on}"
        text = f"user {user}{inside} has no {what} on it"
        raise refused(where, "MQRC_NOT_AUTHORIZED", text, "grant it with SET AUTHREC")


def is_administrator(tx: Transaction, user: str, groups: Sequence[str]) -> bool:
    """Whether records say nothing of the user. On z/OS they do so of nobody: RACF decides, which
    the sandbox does not have."""
    platform = tx.facts.platform
    return platform is Platform.ZOS or _is_privileged(platform, user, groups)


def _is_privileged(platform: Platform, user: str, groups: Sequence[str]) -> bool:
    """Whether the user is an administrator, by its name or a group."""
    names = {as_compared(platform, each) for each in administrators(platform)}
    users = {as_compared(platform, each) for each in administrator_users(platform)}
    is_member = any(as_compared(platform, group) in names for group in groups)
    return is_member or as_compared(platform, user) in users


def authorities(
    tx: Transaction, user: str, groups: Sequence[str], object_type: str, name: str
) -> frozenset[str]:
    """Those of the user and of each of its groups together; of everybody where neither has a
    record that fits."""
    entities = [("principal", user), *(("group", group) for group in groups)]
    if tx.facts.platform is Platform.IBMI:  # GRTMQMAUT USER: a group profile is a user profile
        entities += [("principal", group) for group in groups]
    found = [_of_entity(tx, each, object_type, name) for each in entities]
    given = [words for words in found if words is not None]
    if not given and (group := everybody(tx.facts.platform)):
        given = [_of_entity(tx, ("group", group), object_type, name) or ()]
    return frozenset(word for words in given for word in words if word != "none")


def _of_entity(
    tx: Transaction, entity: tuple[str, str], object_type: str, name: str
) -> Sequence[str] | None:
    """The authorities of the record with the most specific profile, None for no record."""
    field, platform = entity[0], tx.facts.platform
    who = as_compared(platform, entity[1])
    fitting = [
        fields
        for _, fields in records(tx, _AUTHORITY)
        if fields["object_type"] == object_type
        and as_compared(platform, fields.get(field) or "") == who
        and profile_fits(fields["name"], name)
    ]
    best = min(fitting, key=lambda fields: priority(fields["name"]), default=None)
    return None if best is None else list(best["authorities"])


def profile_fits(profile: str, name: str) -> bool:
    """A generic profile is for objects, and not for a class of them."""
    is_class = CLASS in (profile, name)
    return profile == name or (
        not is_class and generic_pattern(profile).fullmatch(name) is not None
    )


def priority(profile: str) -> list[int]:
    """Profiles that fit one name compare from left to right: a character before ?, that before *,
    that before **; one that is the name itself comes before all."""
    ranks = [1 if any(sign in profile for sign in "*?") else 0]
    place = 0
    while place < len(profile):
        stars = len(profile[place:]) - len(profile[place:].lstrip("*"))
        ranks.append(3 if stars > 1 else _RANKS.get(profile[place], 0))
        place += max(stars, 1)
    return ranks


def _admitted(tx: Transaction, handled: StoredHandle, applicant: Applicant) -> str:
    """The user that the connection works as. Raises CommandFailed where it is blocked."""
    where = f"{tx.name} channel {handled.channel}"
    channel = tx.get(ChannelSpec.namespace, handled.channel)
    if channel is None or channel.kind not in _CALLED:
        text = "no channel of this name takes connections"
        raise refused(where, "MQRC_NOT_AUTHORIZED", text, "define it, or correct the name")
    _refuse_unreadable(where, applicant)
    enabled = tx.facts.queue_manager.get("channel_authentication_records") != "disabled"
    rules = [fields for _, fields in records(tx, _CHANNEL)] if enabled else []
    _refuse_blocked_address(where, rules, applicant)
    _refuse_certificate(where, channel, applicant)
    is_client = _CALLED[channel.kind] == "client"
    process = min(administrator_users(tx.facts.platform), default=handled.user)
    own = str(channel.attributes.get("mca_user_identifier") or "").strip()
    own = own or (handled.user if is_client else process)
    rule = _deciding(where, rules, channel, handled, applicant)
    source = "channel" if rule is None else rule.get("user_source") or "map"
    if rule is not None and source == "noaccess":
        text = f"the record {_shown(rule)} gives no access"
        raise refused(where, "MQRC_NOT_AUTHORIZED", text, "set a more specific one")
    user = str(rule["mca_user_identifier"]) if rule is not None and source == "map" else own
    if is_client:
        _require_password(tx, where, rule, user, applicant)
        if applicant.password and source != "map" and _adopts(tx, rule):
            user = handled.user
        _refuse_blocked_user(tx, where, rules, handled, user, applicant)
    return user


def _refuse_unreadable(where: str, applicant: Applicant) -> None:
    """An address or a name in a certificate that is none: no record can be compared with it."""
    address = applicant.address
    if address and not is_address(address) and not names_host(address):
        text = f"{shown(address)} is not an IP address, and not the name of a host"
        raise refused(where, "MQRC_NOT_AUTHORIZED", text, "correct the address")
    for name in (applicant.certificate, applicant.issuer):
        try:
            distinguished_name(name, of_certificate=True)
        except BadName as error:
            text = f"{shown(str(error))} is not part of a distinguished name"
            raise refused(where, "MQRC_NOT_AUTHORIZED", text, NAME_SYNTAX) from None


def _refuse_certificate(where: str, channel: Stored, applicant: Applicant) -> None:
    """SSLCAUTH and SSLPEER of the channel, where it has a CipherSpec."""
    values = channel.attributes
    if not values.get("ssl_cipher_specification"):
        return
    if not applicant.certificate and values.get("ssl_client_authentication") == "required":
        text = "SSLCAUTH(REQUIRED) asks for a certificate"
        raise refused(where, "MQRC_NOT_AUTHORIZED", text, "give one, or set SSLCAUTH(OPTIONAL)")
    peer = values.get("ssl_peer_name")
    if not applicant.certificate and peer:
        text = f"SSLPEER({peer}) asks for a certificate"
        raise refused(where, "MQRC_NOT_AUTHORIZED", text, "give one, or take SSLPEER away")
    if peer and not _has_name(str(peer), applicant.certificate):
        text = f"the certificate {applicant.certificate} does not fit SSLPEER({peer})"
        raise refused(where, "MQRC_NOT_AUTHORIZED", text, "correct SSLPEER, or give another one")


def _require_password(
    tx: Transaction,
    where: str,
    rule: Mapping[str, Any] | None,
    user: str,
    applicant: Applicant,
) -> None:
    """CHCKCLNT of the record that decides, else of the object that CONNAUTH names."""
    check = None if rule is None else rule.get("check_client")
    asking = "CHCKCLNT of the record"
    name, stored = _connection_authentication(tx)
    privileged = _is_privileged(tx.facts.platform, user, applicant.groups)
    if not name and (check == "required" or (check == "required_admin" and privileged)):
        text = f"{asking} asks user {user} for a password, which nothing checks: CONNAUTH is blank"
        raise refused(where, "MQRC_NOT_AUTHORIZED", text, "set CONNAUTH, or change CHCKCLNT")
    if applicant.password:
        return
    if check in (None, "as_q_mgr"):
        check = None if stored is None else stored.attributes.get("check_client_binding")
        asking = f"CHCKCLNT of AUTHINFO({name})"
    if check == "required" or (check == "required_admin" and privileged):
        text = f"{asking} asks user {user} for a password"
        raise refused(where, "MQRC_NOT_AUTHORIZED", text, "give one, or change CHCKCLNT")


def _connection_authentication(tx: Transaction) -> tuple[str, Stored | None]:
    """The object that checks passwords: its name in CONNAUTH, and itself, where it is there."""
    name = str(manager_attributes(tx).get("connection_authentication") or "").strip()
    return name, tx.get("authinfo", name) if name else None


def _adopts(tx: Transaction, rule: Mapping[str, Any] | None) -> bool:
    """ADOPTCTX(YES) of the object that checks a password: its user counts before MCAUSER of the
    channel ("Determining which user is used for authorization")."""
    _, stored = _connection_authentication(tx)
    if stored is None or stored.attributes.get("adopt_context") != "yes":
        return False
    check = "as_q_mgr" if rule is None else rule.get("check_client") or "as_q_mgr"
    return check != "as_q_mgr" or stored.attributes.get("check_client_binding") != "none"


def _refuse_blocked_address(
    where: str, rules: Sequence[Mapping[str, Any]], applicant: Applicant
) -> None:
    for rule in rules:
        listed = rule.get("address_list") or () if rule["type"] == "blockaddr" else ()
        for pattern in listed if rule.get("warn") != "yes" else ():
            if not applicant.address:
                raise _address_needed(where, rule)
            if address_fits(pattern, applicant.address):
                text = f"address {applicant.address} is blocked ({pattern})"
                raise refused(where, "MQRC_NOT_AUTHORIZED", text, "take it out of BLOCKADDR")


def _refuse_blocked_user(
    tx: Transaction,
    where: str,
    rules: Sequence[Mapping[str, Any]],
    handled: StoredHandle,
    user: str,
    applicant: Applicant,
) -> None:
    own = [r for r in rules if r["type"] == "blockuser" and fits(r["name"], handled.channel)]
    rule = min(own, key=lambda each: text_specificity(each["name"]), default=None)
    if rule is None or rule.get("warn") == "yes":
        return
    platform = tx.facts.platform
    names = [user]
    if _is_privileged(platform, user, applicant.groups):
        names.append("*MQADMIN")
    listed = {as_compared(platform, each) for each in rule["user_list"]}
    if not listed.isdisjoint(as_compared(platform, each) for each in names):
        text = f"user {user} is blocked by {_shown(rule)}"
        raise refused(where, "MQRC_NOT_AUTHORIZED", text, "map it to another user")


def _address_needed(where: str, rule: Mapping[str, Any]) -> CommandFailed:
    text = f"{_shown(rule)} looks at the address that the connection comes from"
    return refused(where, "MQRC_NOT_AUTHORIZED", text, "give the address")


def _deciding(
    where: str,
    rules: Sequence[Mapping[str, Any]],
    channel: Stored,
    handled: StoredHandle,
    applicant: Applicant,
) -> Mapping[str, Any] | None:
    """The mapping that takes priority: it names the channel; it is about a certificate, about a
    user, about an address; it is more specific. One that only warns sets no user: another one that
    matches does (SET CHLAUTH, WARN). Raises CommandFailed where it depends on an address that
    nobody gives."""
    matching: list[tuple[Any, Mapping[str, Any]]] = []
    certificate = (
        applicant.certificate if channel.attributes.get("ssl_cipher_specification") else ""
    )
    for rule in rules:
        address = rule.get("address") or "*"
        is_near = address == "*" or (
            not applicant.address or bool(address_fits(address, applicant.address))
        )
        if rule.get("user_source") == "noaccess" and rule.get("warn") == "yes":
            continue
        if not fits(rule["name"], handled.channel) or not is_near:
            continue
        named, near = text_specificity(rule["name"]), address_specificity(address)
        called_by, issuer = _CALLED[channel.kind], rule.get("ssl_certificate_issuer")
        if issuer and applicant.issuer and not _has_name(issuer, applicant.issuer):
            continue
        rank: int
        specific: Any
        match rule["type"]:
            case "sslpeermap" if certificate and _has_name(rule["ssl_peer_name"], certificate):
                rank, specific = 0, name_specificity(rule["ssl_peer_name"])
            case "usermap" if called_by == "client" and fits(rule["client_user"], handled.user):
                rank, specific = 1, text_specificity(rule["client_user"])
            case "qmgrmap" if called_by == "queue manager" and fits(
                rule["remote_queue_manager"], applicant.partner
            ):
                rank, specific = 1, text_specificity(rule["remote_queue_manager"])
            case "addressmap":
                rank, specific = 2, ()
            case _:
                continue
        matching.append(((named[0], rank, named, specific, not issuer, near), rule))
    if not matching:
        return None
    rule = min(matching, key=lambda each: each[0])[1]
    if not applicant.address and (rule.get("address") or "*") != "*":
        raise _address_needed(where, rule)
    return rule


def _has_name(pattern: str, certificate: str) -> bool:
    """A pattern that is not one fits none."""
    try:
        return name_fits(pattern, certificate)
    except BadName:
        return False


def _shown(rule: Mapping[str, Any]) -> str:
    return f"CHLAUTH({rule['name']}) TYPE({str(rule['type']).upper()})"
