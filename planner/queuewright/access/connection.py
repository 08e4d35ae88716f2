"""As whom an inbound connection works: the channel authentication record that counts, the user that
it leads to, whether a password is asked for, and who is blocked.

Sources: IBM's "Channel authentication records" (Interaction between channel authentication
records), SET CHLAUTH, "Connection authentication: Configuration", "Determining which user is used
for authorization".
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from queuewright.catalogue.diagnostic import first_few
from queuewright.catalogue.key import Key
from queuewright.catalogue.platform import Platform
from queuewright.catalogue.references import Role
from queuewright.kinds import KINDS, kinds_of
from queuewright.mq.authorities import as_compared
from queuewright.mq.authority_record import SELF
from queuewright.mq.connection_matching import (
    BadName,
    address_fits,
    distinguished_name,
    fits,
    text_specificity,
)
from queuewright.world.authority_records import ProtectedObject

from .mapping import Inbound, fits_name, mapping_match, warns_only
from .records import ChannelRecord, channel_records
from .rights import Rights

_CALLED = {kind: spec.called_by for kind, spec in KINDS.items() if spec.called_by}
_CHLAUTH, _CONNAUTH = "channel_authentication_records", "connection_authentication"
_AUTHENTICATION = kinds_of(Role.AUTHENTICATION_INFORMATION)
PRIVILEGED = "*MQADMIN"  # stands for administrators in a list of blocked users
_GIVEN_BY: Mapping[str, str] = {
    "address": "--address",
    "client_user": "--user",
    "remote_queue_manager": "--queue-manager",
}
_PASSWORDS: Mapping[str, str] = {
    "none": "no password is checked",
    "optional": "a password that the client gives must be valid",
    "required": "the client must give a valid password",
    "required_admin": "the client must give a valid password where its user is an administrator",
}


class ConnectionOutcome(StrEnum):
    """The fate of a connection."""

    ALLOWED = "allowed"
    REFUSED = "refused"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class InboundCaller:
    """An inbound connection. certificate: its distinguished name, "" for none, issuer: that of who
    issued it; user: that the client asserts; queue_manager: that calls; "" for what is not known.
    groups: of the user that it leads to."""

    channel: str
    address: str = ""
    certificate: str = ""
    user: str = ""
    queue_manager: str = ""
    issuer: str = ""
    groups: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class InboundConnection:
    """The fate of an inbound connection. user: as whom it works, "" where that is not known.
    rule: the record that decides, None for none. steps: how that comes, a line each. check_client:
    whether a password is asked for, as CHCKCLNT says it, "" where that is not known. channel: the
    channel, None where it is not defined."""

    caller: InboundCaller
    outcome: ConnectionOutcome
    user: str
    rule: Key | None
    steps: tuple[str, ...]
    check_client: str = ""
    channel: Key | None = None


def connection_of(rights: Rights, caller: InboundCaller) -> InboundConnection:
    """The fate of a connection. Raises BadName where the name in its certificate, or that of who
    issued it, is not a distinguished name."""
    for name in (caller.certificate, caller.issuer):
        distinguished_name(name, of_certificate=True)
    return _Connecting(rights, caller).connection()


def _source(rule: ChannelRecord) -> str:
    return str(rule.values.get("user_source") or "map")


class _Connecting:
    def __init__(self, rights: Rights, caller: InboundCaller) -> None:
        self.rights, self.world, self.caller = rights, rights.world, caller
        self.system = rights.system
        self.steps: list[str] = []
        self.is_known = True
        self.adopts = ""  # which object makes a user who gives a password the one that counts
        self.others = set[str]()  # users of records that look at what is not known
        named = (Key(self.system, kind, caller.channel) for kind in _CALLED)
        self.channel = next((key for key in named if key in self.world), None)
        self.called_by = "" if self.channel is None else _CALLED[self.channel.kind]
        self.records = channel_records(self.world, self.system)

    def connection(self) -> InboundConnection:
        caller = self.caller
        enabled = self._of_queue_manager(_CHLAUTH)
        if enabled is None:
            self.steps.append(
                "CHLAUTH of the queue manager is not known: taken to be ENABLED, as it ships"
            )
        is_enabled = enabled != "disabled"
        if not is_enabled:
            self.steps.append("CHLAUTH is DISABLED: no channel authentication record counts")
        elif any(record.ships for record in self.records):
            self.steps.append(
                "not all channel authentication records are known: those that ship are taken to be "
                "there"
            )
        blocked = self._blocked_address() if is_enabled else None
        if blocked is not None:
            return self._ended(ConnectionOutcome.REFUSED, rule=blocked)
        if self.channel is None:
            name = caller.channel
            self.steps.append(
                f"no channel {name} that others connect to is defined: the connection is refused, "
                "unless CHAD lets the queue manager define it"
            )
            return self._ended(ConnectionOutcome.REFUSED)
        if self._is_certificate_refused():
            return self._ended(ConnectionOutcome.REFUSED)
        rule = self._matching() if is_enabled else None
        own = self._user_of_channel()
        user = own
        if rule is not None:
            source = _source(rule)
            if source == "noaccess":
                if self.others:
                    self.steps.append(f"{rule} gives no access to others")
                    return self._ended(ConnectionOutcome.UNKNOWN, rule=rule.key)
                self.steps.append(f"{rule} gives no access: the connection is refused")
                return self._ended(ConnectionOutcome.REFUSED, rule=rule.key)
            if source == "map":
                user = str(rule.values.get("mca_user_identifier") or "")
                self.steps.append(f"{rule} maps it to MCAUSER({user})")
            else:
                self.steps.append(f"{rule} leaves the user to the channel")
        elif is_enabled:
            self.steps.append("no channel authentication record matches")
        if rule is None or _source(rule) != "map":
            self._say_user(own)
        decides = None if rule is None else rule.key
        check = self._password(rule)
        if check in ("required", "required_admin") and self._has_no_repository(rule, user):
            return self._ended(ConnectionOutcome.REFUSED, user, decides, check)
        user = self._adopted(rule, user, check)
        if self.others - {user}:
            return self._ended(ConnectionOutcome.UNKNOWN, rule=decides, check=check)
        blocker = self._blocked_user(user) if is_enabled else None
        if blocker is not None:
            return self._ended(ConnectionOutcome.REFUSED, user, blocker.key, check)
        outcome = ConnectionOutcome.ALLOWED if user and self.is_known else ConnectionOutcome.UNKNOWN
        if refused := self._without_connect(user):
            outcome = refused if self.is_known else ConnectionOutcome.UNKNOWN
        return self._ended(outcome, user, decides, check)

    def _without_connect(self, user: str) -> ConnectionOutcome | None:
        """The fate of a connection whose user has no CONNECT, None where it has, as far as records
        are known."""
        if not user or not self.rights.records.grants or self.rights.platform is Platform.ZOS:
            return None
        manager, groups = ProtectedObject("q_mgr", SELF), self.caller.groups
        rights = self.rights.of_user(user, groups, [manager])
        if self.rights.unknown or any("connect" in right.authorities for right in rights):
            return None
        if not self.world.is_whole(self.system):
            self.steps.append(f"no record here gives user {user} CONNECT on the queue manager")
            return ConnectionOutcome.UNKNOWN
        may_have = not groups and self.rights.is_of_a_group(manager, "connect")
        where = ", unless it is in a group that has (no --group is given)" if may_have else ""
        self.steps.append(
            f"user {user} has no CONNECT on the queue manager: MQRC_NOT_AUTHORIZED{where}"
        )
        return ConnectionOutcome.UNKNOWN if may_have else ConnectionOutcome.REFUSED

    def _ended(
        self, outcome: ConnectionOutcome, user: str = "", rule: Key | None = None, check: str = ""
    ) -> InboundConnection:
        return InboundConnection(
            self.caller, outcome, user, rule, tuple(self.steps), check, self.channel
        )

    def _of_queue_manager(self, attribute: str) -> Any:
        return self.world.of_queue_manager(self.system, attribute)

    def _blocked_address(self) -> Key | None:
        """BLOCKADDR: the listener looks at it before the channel is known."""
        for record in self._of_type("blockaddr"):
            patterns = [str(pattern) for pattern in record.values.get("address_list") or ()]
            if not self.caller.address:
                if patterns and record.values.get("warn") != "yes":
                    listed = ", ".join(first_few(patterns))
                    self.steps.append(f"{record} blocks {listed}: no --address is given")
                    self.is_known = False
                continue
            for pattern in patterns:
                if not address_fits(pattern, self.caller.address):
                    continue
                if record.values.get("warn") == "yes":
                    self.steps.append(f"{record} only warns of address {pattern}")
                    continue
                self.steps.append(f"{record} blocks address {pattern}: the connection is refused")
                return record.key
        return None

    def _of_type(self, kind: str) -> Iterator[ChannelRecord]:
        return (record for record in self.records if record.values.get("type") == kind)

    def _is_certificate_refused(self) -> bool:
        """SSLPEER, SSLCIPH and SSLCAUTH of the channel itself. SSLPEER requires a certificate too,
        whatever SSLCAUTH says ("Connecting two queue managers using SSL/TLS")."""
        assert self.channel is not None
        cipher = self.world.value(self.channel, "ssl_cipher_specification")
        peer = self.world.value(self.channel, "ssl_peer_name")
        asks = self.world.value(self.channel, "ssl_client_authentication")
        name, certificate = self.channel.name, self.caller.certificate
        if certificate and not cipher:
            self.steps.append(f"{name} has no SSLCIPH: nobody looks at the certificate")
        elif cipher and (asks == "required" or peer) and not certificate:
            reason = f" by SSLPEER({peer})" if peer else ""
            self.steps.append(
                f"{name} requires a certificate{reason}, and no --certificate is given"
            )
            self.is_known = False
        elif peer and certificate and not fits_name(str(peer), certificate):
            text = f"the certificate does not fit SSLPEER({peer}) of {name}"
            self.steps.append(f"{text}: the connection is refused")
            return True
        return False

    @property
    def _certificate(self) -> str:
        assert self.channel is not None
        cipher = self.world.value(self.channel, "ssl_cipher_specification")
        return self.caller.certificate if cipher else ""

    def _matching(self) -> ChannelRecord | None:
        """The mapping record that counts."""
        caller, found = self.caller, []
        inbound = Inbound(
            caller.channel, self.called_by, self._certificate, caller.issuer,
            caller.user or None, caller.queue_manager or None, caller.address or None,
        )  # fmt: skip
        for record in self.records:
            match = mapping_match(record.values, inbound)
            if match is not None and match.names_host:
                self.steps.append(
                    f"{record} names {record.values.get('address')}: whether that is "
                    f"{caller.address}, only the name server of the queue manager knows; taken not "
                    "to match"
                )
            elif match is not None:
                found.append((match, record))
        for match, record in sorted(found, key=lambda each: each[0].order):
            if warns_only(record.values):
                if match.is_sure:
                    self.steps.append(f"{record} only warns: the next one that matches counts")
            elif match.is_sure:
                issuer = record.values.get("ssl_certificate_issuer")
                if issuer and not caller.issuer:
                    self.steps.append(
                        f"no --issuer is given: taken to be {issuer}, as {record} says"
                    )
                return record
            else:
                self._say_unknown(record, match.unknown)
        return None

    def _say_unknown(self, record: ChannelRecord, unknown: Sequence[str]) -> None:
        """A record that may match, as these attributes are compared with what is not known."""
        source, user = _source(record), record.values.get("mca_user_identifier")
        effects = {
            "noaccess": "gives no access",
            "map": f"maps it to MCAUSER({user})",
            "channel": "leaves the user to the channel",
        }
        options = " and no ".join(_GIVEN_BY[name] for name in unknown)
        self.steps.append(
            f"{record} {effects.get(source, source)}, where it fits: no {options} is given"
        )
        self.is_known = False
        if source != "noaccess":
            self.others.add(str(user or "") if source == "map" else self._user_of_channel())

    def _user_of_channel(self) -> str:
        """MCAUSER of the channel, else the user that the client asserts; of a message channel, the
        user that the channel process runs as."""
        assert self.channel is not None
        own = str(self.world.value(self.channel, "mca_user_identifier") or "").strip()
        if own:
            return own
        if self.called_by == "client":
            return self.caller.user
        is_unix = self.rights.platform not in (Platform.WINDOWS, Platform.IBMI, Platform.ZOS)
        return "mqm" if is_unix else ""

    def _say_user(self, user: str) -> None:
        assert self.channel is not None
        name = self.channel.name
        if self.world.value(self.channel, "mca_user_identifier"):
            self.steps.append(f"MCAUSER({user}) of {name} is its user")
        elif self.called_by == "client" and user:
            self.steps.append(f"{name} has no MCAUSER: the user that the client asserts, {user}")
        elif self.called_by == "client":
            self.steps.append(
                f"{name} has no MCAUSER and no --user is given: whom it becomes is not known"
            )
        elif user:
            self.steps.append(f"{name} has no MCAUSER: the user of the channel process, {user}")
        else:
            self.steps.append(f"{name} has no MCAUSER: the user of the channel process")

    def _password(self, rule: ChannelRecord | None) -> str:
        """CHCKCLNT of the record, else of the object that CONNAUTH names. Clients only."""
        if self.called_by != "client":
            return ""
        own = None if rule is None else rule.values.get("check_client")
        name = self._of_queue_manager(_CONNAUTH)
        if name is None:
            self.steps.append(
                "CONNAUTH of the queue manager is not known, nor whether a password is checked"
            )
            return "" if own in (None, "as_q_mgr") else str(own)
        if not str(name).strip():
            self.steps.append("CONNAUTH is blank: no password is checked")
            return "none" if own in (None, "as_q_mgr") else str(own)
        keys = (Key(self.system, kind, str(name)) for kind in _AUTHENTICATION)
        key = next((each for each in keys if each in self.world), None)
        general = None if key is None else self.world.value(key, "check_client_binding")
        check = str(own) if own not in (None, "as_q_mgr") else general
        if check is None:
            self.steps.append(f"CONNAUTH names {name}, which is not defined here")
            return ""
        where = "the record" if own not in (None, "as_q_mgr") else f"AUTHINFO({name})"
        self.steps.append(f"CHCKCLNT of {where}: {_PASSWORDS.get(str(check), str(check))}")
        if check != "none" and key is not None and self.world.value(key, "adopt_context") == "yes":
            self.adopts = f"ADOPTCTX(YES) of AUTHINFO({name})"
        return str(check)

    def _adopted(self, rule: ChannelRecord | None, user: str, check: str) -> str:
        """The user that counts after a password is checked, "" where that is not known. user: that
        of the record or the channel. Adopted users count before MCAUSER of the channel, and before
        that of a record unless ChlauthEarlyAdopt of qm.ini is Y ("Determining which user is used
        for authorization")."""
        if not self.adopts:
            return user
        is_mapped, given = rule is not None and _source(rule) == "map", self.caller.user
        by_file = "ChlauthEarlyAdopt of qm.ini decides"
        if not self._has_to_give_password(check, user):
            of_map = f" or as {user}: {by_file}" if is_mapped and user else ""
            self.steps.append(
                f"{self.adopts}: a user who gives a password works as that user{of_map}"
            )
            return user
        self.steps.append(f"{self.adopts}: it works as the user whose password it gives")
        if is_mapped and user != given:
            self.steps[-1] += f", or as {user}: {by_file}"
            return ""
        self.steps[-1] += f", taken to be {given} (--user)" if given else ": no --user is given"
        return given

    def _has_to_give_password(self, check: str, user: str) -> bool:
        """Whether CHCKCLNT asks a user for a password."""
        if check != "required_admin":
            return check == "required"
        return bool(self.rights.administers(user, self.caller.groups))

    def _has_no_repository(self, rule: ChannelRecord | None, user: str) -> bool:
        """Whether a record asks for a password that nothing can check: CONNAUTH is blank."""
        name = self._of_queue_manager(_CONNAUTH)
        if rule is None or name is None or str(name).strip():
            return False
        check = str(rule.values.get("check_client"))
        if not self._has_to_give_password(check, user):
            return False
        word = "REQDADM" if check == "required_admin" else "REQUIRED"
        self.steps.append(
            f"CHCKCLNT({word}) of {rule} asks for a password, which nothing can check while "
            "CONNAUTH is blank: the connection is refused"
        )
        return True

    def _blocked_user(self, user: str) -> ChannelRecord | None:
        """BLOCKUSER, the most specific channel profile; server-connection channels only."""
        if self.called_by != "client" or not user:
            return None
        records = [
            r
            for r in self._of_type("blockuser")
            if fits(str(r.values["name"]), self.caller.channel)
        ]
        if not records:
            return None
        record = min(records, key=lambda each: text_specificity(str(each.values["name"])))
        platform = self.rights.platform
        listed = {as_compared(platform, str(each)) for each in record.values.get("user_list") or ()}
        is_admin = bool(self.rights.administers(user, self.caller.groups))
        is_listed = as_compared(platform, user) in listed
        is_privileged = is_admin and as_compared(platform, PRIVILEGED) in listed
        reason = user if is_listed else PRIVILEGED if is_privileged else ""
        if not reason:
            return None
        if record.values.get("warn") == "yes":
            self.steps.append(f"{record} only warns of user {user}")
            return None
        named = f"user {user}" if reason == user else f"user {user}, an administrator ({reason})"
        self.steps.append(f"{record} blocks {named}: the connection is refused")
        return record


__all__ = ["BadName", "ConnectionOutcome", "InboundCaller", "InboundConnection", "connection_of"]
