"""The queue manager's own attributes: those that the modelled kinds depend on.

Sources: Change Queue (PCF) RemoteQMgrName, XmitQName, MaxMsgLength, CLWLUseQ; IBM's Change Queue
Manager.
"""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from queuewright.catalogue.ccsid import CCSIDS
from queuewright.catalogue.diagnostic import shown
from queuewright.catalogue.key import Key
from queuewright.catalogue.platform import Platform

from .reasons import refused
from .rows import Transaction

# MQSC keyword -> name here. Texts are names of 48 bytes, but for the description.
ATTRIBUTES: Mapping[str, str] = MappingProxyType(
    {
        "DESCR": "description",
        "DEADQ": "dead_letter_queue",
        "DEFXMITQ": "default_transmission_queue",
        "MAXMSGL": "max_message_length",
        "REPOS": "repository",
        "REPOSNL": "repository_namelist",
        "CLWLUSEQ": "cluster_workload_use_queue",
        "CLWLMRUC": "cluster_workload_channels",
    }
)
# Those that are kept as they are given and shown: keyword -> what ships, as dumps show it. A number
# takes numbers.
KEPT: Mapping[str, str | int] = MappingProxyType(
    {
        "ACCTCONO": "DISABLED", "ACCTINT": 1800, "ACCTMQI": "OFF", "ACCTQ": "OFF",
        "ACTIVREC": "MSG", "ACTVCONO": "DISABLED", "ACTVTRC": "OFF", "AUTHOREV": "DISABLED",
        "CERTLABL": "", "CERTVPOL": "ANY", "CHAD": "DISABLED", "CHADEV": "DISABLED",
        "CHADEXIT": "", "CHLAUTH": "ENABLED", "CHLEV": "DISABLED", "CLWLDATA": "",
        "CLWLEXIT": "", "CLWLLEN": 100, "CMDEV": "DISABLED", "CONFIGEV": "DISABLED",
        "CONNAUTH": "SYSTEM.DEFAULT.AUTHINFO.IDPWOS", "CUSTOM": "", "DEFCLXQ": "SCTQ",
        "INHIBTEV": "DISABLED", "IPADDRV": "IPV4", "LOCALEV": "DISABLED",
        "LOGGEREV": "DISABLED", "MARKINT": 5000, "MAXHANDS": 256, "MAXPROPL": "NOLIMIT",
        "MAXUMSGS": 10_000, "MONACLS": "QMGR", "MONCHL": "OFF", "MONQ": "OFF", "PARENT": "",
        "PERFMEV": "DISABLED", "PSCLUS": "ENABLED", "PSMODE": "ENABLED",
        "PSNPMSG": "DISCARD", "PSNPRES": "NORMAL", "PSRTYCNT": 5, "PSSYNCPT": "IFPER",
        "REMOTEEV": "DISABLED", "REVDNS": "ENABLED", "ROUTEREC": "MSG", "SCHINIT": "QMGR",
        "SCMDSERV": "QMGR", "SSLCRLNL": "", "SSLCRYP": "", "SSLEV": "DISABLED",
        "SSLFIPS": "NO", "SSLKEYR": "", "SSLRKEYC": 0, "STATACLS": "QMGR", "STATCHL": "OFF",
        "STATINT": 1800, "STATMQI": "OFF", "STATQ": "OFF", "STRSTPEV": "ENABLED",
        "SUITEB": "NONE", "TREELIFE": 1800, "TRIGINT": 999_999_999,
    }
)  # fmt: skip
CHARACTER_SET = "CCSID"  # a fact of the system
_KEPT_SETTING = "queue_manager"
# Limits of those that are numbers.
NUMBERS: Mapping[str, tuple[int, int]] = MappingProxyType(
    {"max_message_length": (32_768, 104_857_600), "cluster_workload_channels": (1, 999_999_999)}
)
_WORDS = {"cluster_workload_use_queue": ("LOCAL", "ANY")}
_SHIPPED = {"cluster_workload_use_queue": "LOCAL", "cluster_workload_channels": 999_999_999}


def manager_values(tx: Transaction) -> dict[str, Any]:
    """Every attribute of ATTRIBUTES, by its name here."""
    return {name: tx.settings.get(name, _SHIPPED.get(name, "")) for name in ATTRIBUTES.values()}


def kept_values(tx: Transaction, *, given: bool = False) -> dict[str, Any]:
    """Those of KEPT, with `given` only what a command has set."""
    known: dict[str, Any] = tx.settings.get(_KEPT_SETTING, {})
    return dict(known) if given else {**KEPT, **known}


def change_manager(tx: Transaction, values: Mapping[str, Any]) -> None:
    """Change the given ones. Raises CommandFailed."""
    key = tx.key("queue manager", tx.name)
    values = dict(values)
    ccsid = values.pop(CHARACTER_SET, tx.facts.ccsid)
    kept = {name: _kept(key, name, value) for name, value in values.items() if name in KEPT}
    values = {name: value for name, value in values.items() if name not in KEPT}
    for name, value in values.items():
        if name not in ATTRIBUTES.values():
            why = f"{name} is not modelled by the sandbox"
            raise refused(key, "MQRC_FUNCTION_NOT_SUPPORTED", why, "leave it out")
        limits = NUMBERS.get(name)
        if limits and not (isinstance(value, int) and limits[0] <= value <= limits[1]):
            why = f"{name}={shown(value)} is not in the range {limits[0]} to {limits[1]}"
            raise refused(key, "MQRCCF_ATTR_VALUE_ERROR", why, "correct it")
        if name in _WORDS and value not in _WORDS[name]:
            why = f"{name}={shown(value)} is none of {', '.join(_WORDS[name])}"
            raise refused(key, "MQRCCF_ATTR_VALUE_ERROR", why, "correct it")
        if not limits and (not isinstance(value, str) or len(value) > 64):
            why = f"{name}={shown(value)} is no name"
            raise refused(key, "MQRCCF_ATTR_VALUE_ERROR", why, "correct it")
    result = {**manager_values(tx), **values}
    if result["repository"] and result["repository_namelist"]:
        why = "only one of REPOS and REPOSNL can be nonblank"
        raise refused(key, "MQRCCF_REPOS_NAME_CONFLICT", why, "set the other one to blank")
    if str(values.get("default_transmission_queue", "")).startswith("SYSTEM.CLUSTER.TRANSMIT"):
        why = "a cluster transmission queue cannot be the default transmission queue"
        raise refused(key, "MQRCCF_DEF_XMIT_Q_CLUS_ERROR", why, "name another queue")
    if ccsid != tx.facts.ccsid:
        _change_ccsid(tx, key, ccsid)
    tx.settings.update(values)
    if kept:
        tx.settings[_KEPT_SETTING] = {**kept_values(tx, given=True), **kept}
    tx.save_settings(alters=True)


def _change_ccsid(tx: Transaction, key: Key, ccsid: Any) -> None:
    if tx.facts.platform is Platform.ZOS:
        why, way_out = "CCSID is QMCCSID of CSQ6SYSP on z/OS", "create the system with another"
        raise refused(key, "MQRCCF_PARM_SYNTAX_ERROR", why, way_out)
    if ccsid not in CCSIDS:
        why = f"CCSID({shown(ccsid)}) is none that is known here"
        raise refused(key, "MQRCCF_CCSID_ERROR", why, "give another")
    tx.connection.execute("UPDATE system SET ccsid = ? WHERE id = ?", (ccsid, tx.id))
    tx.facts = replace(tx.facts, ccsid=ccsid)


def _kept(key: Key, keyword: str, value: Any) -> Any:
    ships = KEPT[keyword]
    if isinstance(ships, int):
        if isinstance(value, int) and 0 <= value <= 999_999_999:
            return value
        why = f"{keyword}({shown(value)}) is no number up to 999999999"
        raise refused(key, "MQRCCF_ATTR_VALUE_ERROR", why, "correct it")
    text = str(value).rstrip(" ")
    if len(text) > 1024:
        why = f"{keyword} is longer than 1024 characters"
        raise refused(key, "MQRCCF_ATTR_VALUE_ERROR", why, "shorten it")
    # JSON has words in lower case.
    return text.upper() if ships and text.upper() in (ships, "ENABLED", "DISABLED") else text
