"""SET CHLAUTH and DISPLAY CHLAUTH: channel authentication records are kept, never enforced.

Sources: IBM MQ, MQSC: SET CHLAUTH (TYPE, ACTION, and which type takes what), DISPLAY CHLAUTH.
"""

from collections.abc import Mapping
from typing import Any

from queuewright.catalogue.diagnostic import shown
from queuewright.dialects.mqsc import Command
from queuewright.dialects.mqsc.others import WORDS

from .reasons import refused
from .rows import Transaction
from .times import kept_times, plain, stamped

_SETTING = "channel_authentication"
# Type -> what tells a record from another one of the same profile and type.
_KEYS: Mapping[str, tuple[str, ...]] = {
    "BLOCKUSER": (),
    "BLOCKADDR": (),
    "SSLPEERMAP": ("SSLPEER", "SSLCERTI", "ADDRESS"),
    "ADDRESSMAP": ("ADDRESS",),
    "USERMAP": ("CLNTUSER", "ADDRESS"),
    "QMGRMAP": ("QMNAME", "ADDRESS"),
}
_NEEDED = {"SSLPEERMAP": "SSLPEER", "ADDRESSMAP": "ADDRESS", "USERMAP": "CLNTUSER",
           "QMGRMAP": "QMNAME"}  # fmt: skip
_LISTS = {"BLOCKUSER": "USERLIST", "BLOCKADDR": "ADDRLIST"}
_WORDS = WORDS["CHLAUTH"]
_ACTIONS = _WORDS["ACTION"]
_OPTIONS = frozenset(("TYPE", "ACTION", "CMDSCOPE"))
# In the order of DISPLAY.
_ORDER = (
    "DESCR", "CUSTOM", "SSLPEER", "SSLCERTI", "ADDRESS", "CLNTUSER", "QMNAME", "USERSRC",
    "MCAUSER", "CHCKCLNT", "USERLIST", "ADDRLIST", "WARN",
)  # fmt: skip
KEYWORDS = frozenset(("CHLAUTH", "TYPE", *_ORDER))
# What a queue manager has from the start, as its dumps show it.
_SHIPPED: tuple[dict[str, Any], ...] = (
    {"CHLAUTH": "SYSTEM.ADMIN.SVRCONN", "TYPE": "ADDRESSMAP", "ADDRESS": "*",
     "USERSRC": "CHANNEL", "DESCR": "Default rule to allow MQ Explorer access"},
    {"CHLAUTH": "SYSTEM.*", "TYPE": "ADDRESSMAP", "ADDRESS": "*", "USERSRC": "NOACCESS",
     "DESCR": "Default rule to disable all SYSTEM channels"},
    {"CHLAUTH": "*", "TYPE": "BLOCKUSER", "USERLIST": ["*MQADMIN"],
     "DESCR": "Default rule to disallow privileged users"},
)  # fmt: skip


def records(tx: Transaction) -> list[dict[str, Any]]:
    """Every record as it was given, the more specific profiles first."""
    kept: list[dict[str, Any]] = tx.settings.get(_SETTING, list(_SHIPPED))
    return sorted(kept, key=lambda record: str(record["CHLAUTH"]).replace("*", "\uffff"))


def rows(tx: Transaction) -> list[dict[str, Any]]:
    """What DISPLAY CHLAUTH shows of each."""
    return [_row(record) | kept_times(tx, record) for record in records(tx)]


def _row(record: Mapping[str, Any]) -> dict[str, Any]:
    source = record.get("USERSRC")
    values: dict[str, Any] = {"DESCR": "", "CUSTOM": "", **record}
    if record["TYPE"] in _LISTS or source == "NOACCESS":
        values.setdefault("WARN", "NO")
    if source in ("CHANNEL", "MAP"):
        values.setdefault("CHCKCLNT", "ASQMGR")
    if record["TYPE"] in ("SSLPEERMAP", "USERMAP", "QMGRMAP"):
        values.setdefault("ADDRESS", "")
    ordered = {word: values[word] for word in _ORDER if word in values}
    return {"CHLAUTH": record["CHLAUTH"], "TYPE": record["TYPE"], **ordered}


def set_record(tx: Transaction, command: Command) -> str:
    """SET CHLAUTH. What was done; raises CommandFailed."""
    where = f"{tx.name} chlauth {command.name}"
    record = _given(where, command)
    action = (command.value("ACTION") or "ADD").upper()
    if action not in _ACTIONS:
        why = f"ACTION({shown(action)}) is none of {', '.join(_ACTIONS)}"
        raise refused(where, "MQRCCF_ATTR_VALUE_ERROR", why, "correct it")
    others: list[dict[str, Any]] = []
    same: list[dict[str, Any]] = []
    for known in records(tx):
        is_same = _matches(known, record, all_of_them=action == "REMOVEALL")
        (same if is_same else others).append(known)
    if action in ("REMOVE", "REMOVEALL"):
        if not same:
            why, way_out = "there is no such record", "give TYPE and what it was set with"
            raise refused(where, "MQRCCF_CHLAUTH_NOT_FOUND", why, way_out)
        rest = _without(same[0], record) if action == "REMOVE" else None
        _keep(tx, [*others, stamped(tx, same[0], rest)] if rest else others)
        return f"{where} removed"
    _require(where, record)
    if action == "ADD" and same:
        word = _LISTS.get(record["TYPE"])
        if word is None:
            why, way_out = "there is such a record", "specify ACTION(REPLACE)"
            raise refused(where, "MQRCCF_CHLAUTH_ALREADY_EXISTS", why, way_out)
        record[word] = [*same[0][word], *(x for x in record[word] if x not in same[0][word])]
        record = {**same[0], **record}
    _keep(tx, [*others, stamped(tx, same[0] if same else None, record)])
    return f"{where} set"


def _given(where: str, command: Command) -> dict[str, Any]:
    record: dict[str, Any] = {"CHLAUTH": command.name}
    chosen = (command.value("TYPE") or "").upper()
    if chosen not in _KEYS:
        why = f"TYPE({shown(chosen)}) is none of {', '.join(_KEYS)}"
        reason = "MQRCCF_ATTR_VALUE_ERROR" if chosen else "MQRCCF_PARM_MISSING"
        raise refused(where, reason, why, "give one")
    record["TYPE"] = chosen
    for word, parameter in command.parameters.items():
        if word in _OPTIONS:
            continue
        of_lists = word in ("USERLIST", "ADDRLIST")
        if word not in _ORDER or (of_lists and _LISTS.get(chosen) != word):
            why = f"{word} is no parameter of SET CHLAUTH TYPE({chosen})"
            raise refused(where, "MQRCCF_PARM_SYNTAX_ERROR", why, "leave it out")
        if of_lists:
            record[word] = [value.rstrip(" ") for value in parameter.values]
            continue
        text = parameter.text.rstrip(" ")
        words = _WORDS.get(word)
        if words is not None and text.upper() not in words:
            why = f"{word}({shown(text)}) is none of {', '.join(words)}"
            raise refused(where, "MQRCCF_ATTR_VALUE_ERROR", why, "correct it")
        record[word] = text.upper() if words else text
    return record


def _require(where: str, record: dict[str, Any]) -> None:
    """What a record that is added needs; USERSRC is MAP where it does not say."""
    needed = _NEEDED.get(record["TYPE"]) or _LISTS[record["TYPE"]]
    if not record.get(needed):
        why = f"TYPE({record['TYPE']}) needs {needed}"
        raise refused(where, "MQRCCF_PARM_MISSING", why, "give it")
    if record["TYPE"] in _LISTS:
        return
    if record.setdefault("USERSRC", "MAP") == "MAP" and not record.get("MCAUSER"):
        why, way_out = "USERSRC(MAP) needs MCAUSER", "give it, or another USERSRC"
        raise refused(where, "MQRCCF_PARM_MISSING", why, way_out)


def _matches(known: Mapping[str, Any], record: Mapping[str, Any], *, all_of_them: bool) -> bool:
    if (known["CHLAUTH"], known["TYPE"]) != (record["CHLAUTH"], record["TYPE"]):
        return False
    keys = _KEYS[record["TYPE"]]
    return all_of_them or all(known.get(key, "") == record.get(key, "") for key in keys)


def _without(known: Mapping[str, Any], record: Mapping[str, Any]) -> dict[str, Any] | None:
    """A list without the items that are removed; None where nothing is left of the record."""
    word = _LISTS.get(record["TYPE"])
    if word is None or word not in record:
        return None
    left = [item for item in known[word] if item not in record[word]]
    return {**known, word: left} if left else None


def _keep(tx: Transaction, kept: list[dict[str, Any]]) -> None:
    tx.settings[_SETTING] = kept
    tx.save_settings()


def given(tx: Transaction) -> list[dict[str, Any]]:
    """Those that a command set, with their times, for a dump."""
    return [record for record in records(tx) if plain(record) not in _SHIPPED]
