"""SET CHLAUTH and DISPLAY CHLAUTH. Where records count: `authorization`.

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
from .records import NOTHING, given, keywords_of, records
from .rows import CLASS_OF, Stored, Transaction
from .values import checked_identity, checked_values

_KIND = ChannelAuthenticationRecordSpec.kind
_LISTS = {"blockuser": "user_list", "blockaddr": "address_list"}
_NEEDED = {"sslpeermap": "ssl_peer_name", "addressmap": "address", "usermap": "client_user",
           "qmgrmap": "remote_queue_manager"}  # fmt: skip
_WITH_ADDRESS = ("sslpeermap", "usermap", "qmgrmap")
_OPTIONS = ("ACTION", "CMDSCOPE")


def stored_record(fields: Mapping[str, Any]) -> Stored:
    """The record of these fields, with what records of its type have besides."""
    spec = EVERY[_KIND]
    own = {name: value for name, value in fields.items() if name in spec.attributes()}
    values: dict[str, Any] = {"record_description": "", "custom": "", **own}
    is_mapping = fields["type"] in _NEEDED
    source = values.setdefault("user_source", "map") if is_mapping else ""
    if source in ("", "noaccess"):
        values.setdefault("warn", "no")
    if source in ("channel", "map") and fields["type"] != "qmgrmap":
        values.setdefault("check_client", "as_q_mgr")
    kept = {
        **({} if is_mapping else dict.fromkeys(("user_source", "mca_user_identifier"), None)),
        **({"mca_user_identifier": None} if source != "map" else {}),
        **({"warn": None} if source in ("channel", "map") else {}),
        **({} if source in ("channel", "map") else {"check_client": None}),
    }
    left = {name: value for name, value in values.items() if name not in kept}
    return Stored(_KIND, spec.name_of(fields), left)


def stored(name: str, attributes: Mapping[str, Any]) -> Stored:
    """The record of that name with these attributes."""
    return stored_record({**EVERY[_KIND].names_in(name), **attributes})


def rows(tx: Transaction) -> list[dict[str, Any]]:
    """The rows of DISPLAY CHLAUTH, the more specific profiles first."""
    found = sorted(_records(tx), key=lambda item: item[1]["name"].replace("*", "\uffff"))
    platform = tx.facts.platform
    return [_row(fields) | times.altered(platform, stored.altered) for stored, fields in found]


def dumped(tx: Transaction) -> Iterator[tuple[dict[str, Any], dict[str, str] | None]]:
    """Every record with its time, and those that ship and were removed, with None."""
    shipped = {stored_record(fields).name: fields for fields in EVERY[_KIND].records}
    for stored, fields in _records(tx):
        shipped.pop(stored.name, None)
        known = EVERY[_KIND].fields_described()
        applying = {name: value for name, value in fields.items() if known[name].applies(tx.facts)}
        yield _words(applying), times.altered(tx.facts.platform, stored.altered)
    yield from ((_words(fields), None) for fields in shipped.values())


def set_channel_record(tx: Transaction, command: MqscCommand) -> str:
    """SET CHLAUTH. Returns a sentence; raises CommandFailed."""
    where = f"{tx.name} chlauth {command.name}"
    record = _given(tx, where, command)
    action, actions = (command.value("ACTION") or "ADD").upper(), words_of("CHLAUTH", "ACTION")
    if action not in actions:
        text = f"ACTION({shown(action)}) is not one of {', '.join(actions)}"
        raise refused(where, "MQRCCF_ATTR_VALUE_ERROR", text, "correct it")
    same = [
        (stored, fields)
        for stored, fields in _records(tx)
        if (fields["name"], fields["type"]) == (record["name"], record["type"])
        and (action == "REMOVEALL" or stored.name == EVERY[_KIND].name_of(record))
    ]
    items = _LISTS.get(record["type"])
    if action in ("REMOVE", "REMOVEALL"):
        if not same:
            text, remediation = (
                "there is no such record",
                "give TYPE and the values it was set with",
            )
            raise refused(where, "MQRCCF_CHLAUTH_NOT_FOUND", text, remediation)
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
            text, remediation = "there is such a record", "specify ACTION(REPLACE)"
            raise refused(where, "MQRCCF_CHLAUTH_ALREADY_EXISTS", text, remediation)
        before = same[0][1]
        record = {**before, **record, items: tuple(dict.fromkeys(before[items] + record[items]))}
    tx.put(stored_record(record))
    return f"{where} set"


def set_record(
    tx: Transaction,
    name: str,
    values: Mapping[str, Any],
    removed: Mapping[str, tuple[str, ...]] = NOTHING,
) -> Stored:
    """MQACT_REPLACE; removed: MQACT_REMOVE of items of a list. Raises CommandFailed."""
    if not removed:
        return _put(tx, name, values, {})
    before = _existing(tx, name)
    left = {n: [i for i in before.attributes[n] if i not in removed[n]] for n in removed}
    if not all(left.values()):
        remove(tx, name)
        return before
    return _put(tx, name, left, before.attributes)


def change_record(tx: Transaction, name: str, values: Mapping[str, Any]) -> Stored:
    """MQACT_REPLACE with what the record has besides. Raises CommandFailed."""
    return _put(tx, name, values, _existing(tx, name).attributes)


def _put(tx: Transaction, name: str, values: Mapping[str, Any], had: Mapping[str, Any]) -> Stored:
    key, names = tx.key(_KIND, name), EVERY[_KIND].names_in(name)
    checked_identity(key, tx.facts.ccsid)
    record = {**names, **had, **checked_values(key, values, tx.facts)}
    _fits(str(key), record)
    _require(str(key), record)
    stored = stored_record(record)
    tx.put(stored)
    return stored


def remove(tx: Transaction, name: str) -> None:
    """MQACT_REMOVE. Raises CommandFailed where there is no such record."""
    _existing(tx, name)
    tx.drop(CLASS_OF[_KIND], name)


def _existing(tx: Transaction, name: str) -> Stored:
    stored = tx.get(CLASS_OF[_KIND], name)
    if stored is None:
        text, remediation = "there is no such record", "give TYPE and the values it was set with"
        raise refused(tx.key(_KIND, name), "MQRCCF_CHLAUTH_NOT_FOUND", text, remediation)
    return stored


def _fits(where: str, record: Mapping[str, Any]) -> None:
    """Whether records of the type take all of it. Raises CommandFailed."""
    kind, matcher = record["type"], _NEEDED.get(record["type"])
    own = {_LISTS.get(kind), matcher}
    if matcher is not None:
        own |= {"address", "user_source", "mca_user_identifier"}
        own |= {"check_client"} if kind != "qmgrmap" else set()
        own |= {"ssl_certificate_issuer"} if kind == "sslpeermap" else set()
    every = {*_LISTS.values(), *_NEEDED.values(), "ssl_certificate_issuer", "user_source"}
    every |= {"mca_user_identifier", "check_client"}
    usual = EVERY[_KIND].shipped(None)
    for name in sorted(every - own):
        if record.get(name) and record[name] != usual.get(name):
            text = f"records of type {kind} have no {name}"
            raise refused(where, "MQRCCF_PARM_SYNTAX_ERROR", text, "leave it out")
    if kind == "blockaddr" and record["name"] != "*":
        text, remediation = "TYPE(BLOCKADDR) is for every channel", "name it *"
        raise refused(where, "MQRCCF_CHLAUTH_NAME_ERROR", text, remediation)
    source = record.get("user_source") or "map"
    if matcher is not None and record.get("mca_user_identifier") and source != "map":
        text, remediation = f"USERSRC({source.upper()}) takes no MCAUSER", "leave it out"
        raise refused(where, "MQRCCF_WRONG_CHLAUTH_USERSRC", text, remediation)
    blocks = matcher is None or source == "noaccess"
    if record.get("warn") == "yes" and not blocks:
        text, remediation = "WARN is for records that block", "leave it out"
        raise refused(where, "MQRCCF_CHLAUTH_WARN_ERROR", text, remediation)


def _records(tx: Transaction) -> list[tuple[Stored, dict[str, Any]]]:
    return list(records(tx, _KIND))


def _row(fields: Mapping[str, Any]) -> dict[str, Any]:
    return _words({**({"address": ""} if fields["type"] in _WITH_ADDRESS else {}), **fields})


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
    record = {
        "name": command.name,
        **given(where, keywords_of(EVERY[_KIND]), command, _OPTIONS),
    }
    _fits(where, record)
    spec = EVERY[_KIND]
    key = tx.key(_KIND, spec.name_of(record))
    checked_identity(key, tx.facts.ccsid)
    own = {name: value for name, value in record.items() if name in spec.attributes()}
    return record | checked_values(key, own, tx.facts)


def _require(where: str, record: dict[str, Any]) -> None:
    """Parameters that a new record needs; USERSRC is MAP where it does not say."""
    needed = _NEEDED.get(record["type"]) or _LISTS[record["type"]]
    if not record.get(needed):
        text = f"TYPE {record['type']} needs {needed}"
        raise refused(where, "MQRCCF_PARM_MISSING", text, "give it")
    if record["type"] in _LISTS:
        return
    if record.setdefault("user_source", "map") == "map" and not record.get("mca_user_identifier"):
        text, remediation = "USERSRC(MAP) needs MCAUSER", "give it, or another USERSRC"
        raise refused(where, "MQRCCF_PARM_MISSING", text, remediation)
