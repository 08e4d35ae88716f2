"""Channels that the catalogue does not have: of a sandbox they are definitions that scripts and
administration clients can make, change, show and delete. Nothing runs over them.

Sources: IBM MQ, MQSC: DEFINE CHANNEL (Parameter descriptions, and which type takes which);
SYSTEM.DEF.* for what ships.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from queuewright.catalogue.diagnostic import shown
from queuewright.dialects.mqsc import Command
from queuewright.dialects.mqsc.others import WORDS

from .reasons import refused
from .rows import Transaction
from .times import kept_times, plain, stamped
from .values import checked_name

_SETTING = "channels"
_LARGEST = 999_999_999
# Parameters by what they are for, each with what ships; a number takes numbers.
_EVERY: Mapping[str, Any] = {
    "CERTLABL": "", "COMPHDR": "NONE", "COMPMSG": "NONE", "DESCR": "", "HBINT": 300,
    "KAINT": "AUTO", "MAXMSGL": 4_194_304, "MONCHL": "QMGR", "RCVDATA": "", "RCVEXIT": "",
    "SCYDATA": "", "SCYEXIT": "", "SENDDATA": "", "SENDEXIT": "", "SSLCIPH": "", "SSLPEER": "",
    "TRPTYPE": "TCP",
}  # fmt: skip
_OF_MESSAGES: Mapping[str, Any] = {
    "BATCHSZ": 50, "MCAUSER": "", "MSGDATA": "", "MSGEXIT": "", "NPMSPEED": "FAST",
    "SEQWRAP": _LARGEST, "STATCHL": "QMGR", "USEDLQ": "YES",
}  # fmt: skip
_CONNECTS: Mapping[str, Any] = {
    "CONNAME": "", "LOCLADDR": "", "MODENAME": "", "PASSWORD": "", "TPNAME": "", "USERID": "",
}  # fmt: skip
_SENDS: Mapping[str, Any] = {
    "BATCHHB": 0, "BATCHINT": 0, "BATCHLIM": 5000, "CONVERT": "NO", "DISCINT": 6000,
    "LONGRTY": _LARGEST, "LONGTMR": 1200, "MCANAME": "", "MCATYPE": "PROCESS",
    "PROPCTL": "COMPAT", "SHORTRTY": 10, "SHORTTMR": 60, "XMITQ": "",
}  # fmt: skip
_RECEIVES: Mapping[str, Any] = {
    "MRDATA": "", "MREXIT": "", "MRRTY": 10, "MRTMR": 1000, "PUTAUT": "DEF", "SSLCAUTH": "REQUIRED",
}  # fmt: skip
_TYPES: Mapping[str, tuple[Mapping[str, Any], ...]] = {
    "SDR": (_EVERY, _OF_MESSAGES, _CONNECTS, _SENDS),
    "SVR": (_EVERY, _OF_MESSAGES, _CONNECTS, _SENDS, {"SSLCAUTH": "REQUIRED"}),
    "RCVR": (_EVERY, _OF_MESSAGES, _RECEIVES),
    "RQSTR": (
        _EVERY, _OF_MESSAGES, _CONNECTS, _RECEIVES, {"MCANAME": "", "MCATYPE": "PROCESS"},
    ),
    "SVRCONN": (
        _EVERY,
        {"DISCINT": 0, "MAXINST": _LARGEST, "MAXINSTC": _LARGEST, "MCAUSER": "", "PUTAUT": "DEF",
         "SHARECNV": 10, "SSLCAUTH": "REQUIRED"},
    ),
    "CLNTCONN": (
        {name: value for name, value in _EVERY.items() if name != "MONCHL"},
        _CONNECTS,
        {"AFFINITY": "PREFERRED", "CLNTWGHT": 0, "DEFRECON": "NO", "QMNAME": "", "SHARECNV": 10},
    ),
}  # fmt: skip
_REQUIRED = {"SDR": ("CONNAME", "XMITQ"), "SVR": ("XMITQ",), "RQSTR": ("CONNAME",),
             "CLNTCONN": ("CONNAME",)}  # fmt: skip
_WORDS = WORDS["CHANNEL"]
HIDDEN = "********"  # in place of a password
_OPTIONS = frozenset(
    ("CHLTYPE", "REPLACE", "NOREPLACE", "LIKE", "CMDSCOPE", "QSGDISP", "IGNSTATE", "CHLTABLE")
)
# What a queue manager has from the start.
_DEFAULTS = {
    "SYSTEM.AUTO.RECEIVER": "RCVR",
    "SYSTEM.AUTO.SVRCONN": "SVRCONN",
    "SYSTEM.DEF.CLNTCONN": "CLNTCONN",
    "SYSTEM.DEF.RECEIVER": "RCVR",
    "SYSTEM.DEF.REQUESTER": "RQSTR",
    "SYSTEM.DEF.SENDER": "SDR",
    "SYSTEM.DEF.SERVER": "SVR",
    "SYSTEM.DEF.SVRCONN": "SVRCONN",
}


def concerns(tx: Transaction, command: Command) -> bool:
    """Whether a command is about one of these: by its type, else by the name of one there is."""
    if command.object != "CHANNEL" or command.verb not in ("DEFINE", "ALTER", "DELETE"):
        return False
    named = _type(command)
    return named in _TYPES if named else command.name in _channels(tx)


def is_other(tx: Transaction, name: str) -> bool:
    """Whether there is a channel of another type under that name."""
    return name in _channels(tx)


def run(tx: Transaction, command: Command) -> str:
    """DEFINE, ALTER or DELETE. What was done; raises CommandFailed."""
    where = f"{tx.name} channel {command.name}"
    checked_name(tx.key("channel", command.name), tx.facts.ccsid, 20)
    channels = _channels(tx)
    existing = channels.get(command.name)
    other = tx.get("channel", command.name) is not None
    chosen = _type(command)
    if existing is not None and chosen not in ("", existing["CHLTYPE"]):
        other = True
    if command.verb == "DEFINE":
        if (existing is not None or other) and "REPLACE" not in command.parameters:
            why, way_out = "it exists already", "alter it, or specify REPLACE"
            raise refused(where, "MQRCCF_CHANNEL_ALREADY_EXISTS", why, way_out)
        base = _base(tx, command, chosen)
    elif existing is not None or other:
        base = existing or {}
    else:
        raise refused(where, "MQRCCF_CHANNEL_NOT_FOUND", "it does not exist", "check the name")
    if other:
        why, way_out = "it is of another type", "give the CHLTYPE that it has"
        raise refused(where, "MQRCCF_CHANNEL_TYPE_ERROR", why, way_out)
    if command.verb == "DELETE":
        _keep(tx, command.name, None)
        done = "deleted"
    else:
        _keep(tx, command.name, _changed(where, command.name, base, command))
        done = "created" if command.verb == "DEFINE" else "changed"
    return f"{where} {done}"


def rows(tx: Transaction) -> list[dict[str, Any]]:
    """What DISPLAY CHANNEL shows of each: its name, its type, then its parameters in order."""
    shown_rows = []
    for name, values in _channels(tx).items():
        others = sorted((plain(values) | kept_times(tx, values)).items())
        shown_rows.append({"CHANNEL": name, "CHLTYPE": values["CHLTYPE"], **dict(others)})
    return shown_rows


def given(tx: Transaction) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Name, values and times of those that a command made or changed, for a dump."""
    for name, values in tx.settings.get(_SETTING, {}).items():
        if values is not None:
            yield name, values


def _type(command: Command) -> str:
    """JSON has the words in lower case."""
    return (command.value("CHLTYPE") or "").upper()


def _channels(tx: Transaction) -> dict[str, dict[str, Any]]:
    kept = dict(tx.settings.get(_SETTING, {}))
    for name, channel_type in _DEFAULTS.items():
        kept.setdefault(name, {"CHLTYPE": channel_type, **_shipped(channel_type)})
    return {name: values for name, values in kept.items() if values is not None}


def _keep(tx: Transaction, name: str, values: Mapping[str, Any] | None) -> None:
    """values: None for one that is deleted, which the defaults would show again."""
    if values is not None:
        values = stamped(tx, _channels(tx).get(name), values)
    kept = {**tx.settings.get(_SETTING, {}), name: values}
    if values is None and name not in _DEFAULTS:
        del kept[name]
    tx.settings[_SETTING] = dict(sorted(kept.items()))
    tx.save_settings()


@cache
def _shipped(channel_type: str) -> Mapping[str, Any]:
    merged: dict[str, Any] = {}
    for part in _TYPES[channel_type]:
        merged |= part
    return merged


def _base(tx: Transaction, command: Command, channel_type: str) -> dict[str, Any]:
    """What a new one has where the command says nothing: what ships, or what LIKE has."""
    like = command.value("LIKE")
    if not like:
        return {"CHLTYPE": channel_type, **_shipped(channel_type)}
    source = _channels(tx).get(like)
    if source is None or source["CHLTYPE"] != channel_type:
        where = f"{tx.name} channel {command.name}"
        why = f"LIKE {shown(like)} is no channel of type {channel_type}"
        raise refused(where, "MQRCCF_CHANNEL_NOT_FOUND", why, "name one that is there")
    return dict(source)


def _changed(where: str, name: str, base: Mapping[str, Any], command: Command) -> dict[str, Any]:
    channel_type = str(base["CHLTYPE"])
    ships, values = _shipped(channel_type), dict(base)
    for word, given in command.parameters.items():
        if word in _OPTIONS:
            continue
        if word not in ships:
            why = f"{word} is no parameter of a channel of type {channel_type}"
            raise refused(where, "MQRCCF_PARM_SYNTAX_ERROR", why, "leave it out")
        values[word] = _value(where, word, given.text.rstrip(" "), ships[word])
    is_shipped = name in _DEFAULTS  # IBM's own have none
    for word in () if is_shipped else _REQUIRED.get(channel_type, ()):
        if not values[word]:
            reason = "MISSING_CONN_NAME" if word == "CONNAME" else "PARM_MISSING"
            why = f"a channel of type {channel_type} needs {word}"
            raise refused(where, f"MQRCCF_{reason}", why, "give it")
    return values


def _value(where: str, word: str, text: str, ships: Any) -> Any:
    words = _WORDS.get(word)
    text = text.upper() if words else text
    if isinstance(ships, int):
        if text.isascii() and text.isdigit() and int(text[:20]) <= _LARGEST:
            return int(text)
        why = f"{word}({shown(text)}) is no number up to {_LARGEST}"
    elif words is not None and text not in words:
        why = f"{word}({shown(text)}) is none of {', '.join(words)}"
    elif len(text) > 1024:
        why = f"{word} is longer than 1024 characters"
    else:
        return HIDDEN if word == "PASSWORD" and text else text
    raise refused(where, "MQRCCF_ATTR_VALUE_ERROR", why, "correct it")
