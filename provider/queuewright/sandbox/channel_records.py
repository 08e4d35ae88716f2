"""SET CHLAUTH and DISPLAY CHLAUTH: channel authentication records are kept, never enforced.

Sources: IBM MQ, MQSC: SET CHLAUTH (TYPE, ACTION, and which type takes what), DISPLAY CHLAUTH.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from queuewright.catalogue.diagnostic import shown
from queuewright.dialects.mqsc import MqscCommand
from queuewright.dialects.mqsc.others import words_of
from queuewright.kinds import EVERY
from queuewright.mq.channel_authentication_record import ChannelAuthenticationRecordSpec

from . import times
from .reasons import refused
from .records import given, keywords_of, records
from .rows import CLASS_OF, Stored, Transaction
from .values import checked_identity, checked_values

_KIND = ChannelAuthenticationRecordSpec.kind
_LISTS = {"block_user": "user_list", "block_addr": "address_list"}
_NEEDED = {"sslpeermap": "ssl_peer_name", "addressmap": "address", "usermap": "client_user",
           "qmgrmap": "remote_queue_manager"}  # fmt: skip
_WITH_ADDRESS = ("sslpeermap", "usermap", "qmgrmap")
_OPTIONS = ("ACTION", "CMDSCOPE")
_EVERYWHERE = {"type": "addressmap", "address": "*"}
# The records of a new queue manager, as its dumps show it.
SHIPPED: tuple[dict[str, Any], ...] = (
    {"name": "SYSTEM.ADMIN.SVRCONN", **_EVERYWHERE, "user_source": "channel",
     "record_description": "Default rule to allow MQ Explorer access"},
    {"name": "SYSTEM.*", **_EVERYWHERE, "user_source": "noaccess",
     "record_description": "Default rule to disable all SYSTEM channels"},
    {"name": "*", "type": "block_user", "user_list": ("*MQADMIN",),
     "record_description": "Default rule to disallow privileged users"},
)  # fmt: skip


def stored_record(fields: Mapping[str, Any]) -> Stored:
    """The record of these fields."""
    spec = EVERY[_KIND]
    attributes = {name: value for name, value in fields.items() if name in spec.attributes()}
    return Stored(_KIND, spec.name_of(fields), attributes)


def rows(tx: Transaction) -> list[dict[str, Any]]:
    """The rows of DISPLAY CHLAUTH, the more specific profiles first."""
    found = sorted(_records(tx), key=lambda item: item[1]["name"].replace("*", "\uffff"))
    platform = tx.facts.platform
    return [_row(fields) | times.altered(platform, stored.altered) for stored, fields in found]


def differing(tx: Transaction) -> Iterator[tuple[dict[str, Any], dict[str, str] | None]]:
    """Records that a command set, each with its time, and those that ship and were removed, with
    None."""
    shipped = {stored_record(fields).name: fields for fields in SHIPPED}
    for stored, fields in _records(tx):
        if shipped.pop(stored.name, None) != fields:
            yield _words(fields), times.altered(tx.facts.platform, stored.altered)
    yield from ((_words(fields), None) for fields in shipped.values())


def set_record(tx: Transaction, command: MqscCommand) -> str:
    """SET CHLAUTH. Returns a sentence; raises CommandFailed."""
    where = f"{tx.name} chlauth {command.name}"
    record = _given(tx, where, command)
    action, actions = (command.value("ACTION") or "ADD").upper(), words_of("CHLAUTH", "ACTION")
    if action not in actions:
        why = f"ACTION({shown(action)}) is not one of {', '.join(actions)}"
        raise refused(where, "MQRCCF_ATTR_VALUE_ERROR", why, "correct it")
    same = [
        (stored, fields)
        for stored, fields in _records(tx)
        if (fields["name"], fields["type"]) == (record["name"], record["type"])
        and (action == "REMOVEALL" or stored.name == EVERY[_KIND].name_of(record))
    ]
    items = _LISTS.get(record["type"])
    if action in ("REMOVE", "REMOVEALL"):
        if not same:
            why, remediation = "there is no such record", "give TYPE and the values it was set with"
            raise refused(where, "MQRCCF_CHLAUTH_NOT_FOUND", why, remediation)
        removed = record.get(items or "", ()) if action == "REMOVE" else ()
        for stored, fields in same:
            left = [item for item in fields.get(items or "", ()) if item not in removed]
            if removed and items and left:
                tx.put(stored_record({**fields, items: left}))
            else:
                tx.drop(CLASS_OF[_KIND], stored.name)
        return f"{where} removed"
    _require(where, record)
    if action == "ADD" and same:
        if items is None:
            why, remediation = "there is such a record", "specify ACTION(REPLACE)"
            raise refused(where, "MQRCCF_CHLAUTH_ALREADY_EXISTS", why, remediation)
        before = same[0][1]
        record = {**before, **record, items: tuple(dict.fromkeys(before[items] + record[items]))}
    tx.put(stored_record(record))
    return f"{where} set"


def _records(tx: Transaction) -> list[tuple[Stored, dict[str, Any]]]:
    return list(records(tx, _KIND))


def _row(fields: Mapping[str, Any]) -> dict[str, Any]:
    source = fields.get("user_source")
    values: dict[str, Any] = {"record_description": "", "custom": "", **fields}
    if fields["type"] in _LISTS or source == "noaccess":
        values.setdefault("warn", "no")
    if source in ("channel", "map"):
        values.setdefault("check_client", "as_q_mgr")
    if fields["type"] in _WITH_ADDRESS:
        values.setdefault("address", "")
    return _words(values)


def _words(values: Mapping[str, Any]) -> dict[str, Any]:
    """In MQSC's words and order."""
    row: dict[str, Any] = {"CHLAUTH": values["name"]}
    for word, keyword in keywords_of(EVERY[_KIND]).items():
        value = values.get(keyword.attribute)
        if value is not None:
            choice = keyword.metadata.choice(value) if isinstance(value, str) else None
            row[word] = choice.mqsc if choice else [*value] if keyword.is_list else value
    return row


def _given(tx: Transaction, where: str, command: MqscCommand) -> dict[str, Any]:
    if not command.value("TYPE"):
        raise refused(where, "MQRCCF_PARM_MISSING", "TYPE is not given", "give one")
    record = {"name": command.name, **given(where, _KIND, command, _OPTIONS)}
    for record_type, items in _LISTS.items():
        if items in record and record["type"] != record_type:
            why = f"{items} belongs to TYPE {record_type}, not to {record['type']}"
            raise refused(where, "MQRCCF_PARM_SYNTAX_ERROR", why, "leave it out")
    spec = EVERY[_KIND]
    key = tx.key(_KIND, spec.name_of(record))
    checked_identity(key, tx.facts.ccsid)
    own = {name: value for name, value in record.items() if name in spec.attributes()}
    return record | checked_values(key, own, tx.facts)


def _require(where: str, record: dict[str, Any]) -> None:
    """Parameters that a new record needs; USERSRC is MAP where it does not say."""
    needed = _NEEDED.get(record["type"]) or _LISTS[record["type"]]
    if not record.get(needed):
        why = f"TYPE {record['type']} needs {needed}"
        raise refused(where, "MQRCCF_PARM_MISSING", why, "give it")
    if record["type"] in _LISTS:
        return
    if record.setdefault("user_source", "map") == "map" and not record.get("mca_user_identifier"):
        why, remediation = "USERSRC(MAP) needs MCAUSER", "give it, or another USERSRC"
        raise refused(where, "MQRCCF_PARM_MISSING", why, remediation)
