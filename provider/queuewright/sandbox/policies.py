"""SET POLICY, DELETE POLICY and DISPLAY POLICY: security policies of Advanced Message Security.

Sources: IBM MQ, MQSC: SET POLICY (ACTION, and which parameters need which), DISPLAY POLICY ("a
policy object is always returned even if one does not exist"); setmqspl.
"""

from collections.abc import Mapping
from typing import Any

from queuewright.catalogue.key import Key
from queuewright.dialects.mqsc import MqscCommand
from queuewright.dialects.mqsc.keywords import in_mqsc, keywords
from queuewright.kinds import EVERY
from queuewright.mq.security_policy import SecurityPolicySpec
from queuewright.world.shipped import is_on, shipped

from .reasons import refused
from .records import NOTHING, given
from .rows import CLASS_OF, Stored, Transaction
from .values import checked_identity, checked_values

_KIND = SecurityPolicySpec.kind
_LISTS = ("signers", "recipients")
_OPTIONS = ("ACTION",)


def stored(name: str, attributes: Mapping[str, Any]) -> Stored:
    """The policy of that name with these attributes, and what a new one has besides."""
    usual = {each: a.shipped for each, a in EVERY[_KIND].attributes().items()}
    return Stored(_KIND, name, {**usual, **attributes})


def set_policy(tx: Transaction, command: MqscCommand) -> str:
    """SET POLICY. Returns a sentence; raises CommandFailed."""
    where = f"{tx.name} policy {command.name}"
    if not command.name.strip():
        raise refused(where, "MQRCCF_PARM_MISSING", "it has no name", "give one")
    action = (command.value("ACTION") or "REPLACE").upper()
    if action not in ("ADD", "REPLACE", "REMOVE"):
        text = f"ACTION({action}) is not one of ADD, REPLACE, REMOVE"
        raise refused(where, "MQRCCF_ATTR_VALUE_ERROR", text, "correct it")
    values = given(where, keywords(_KIND), command, _OPTIONS)
    lists = {name: values[name] for name in _LISTS if name in values}
    if action == "REPLACE":
        set_record(tx, command.name, values)
    elif action == "ADD":
        add_items(tx, command.name, lists)
    else:
        set_record(tx, command.name, {}, lists)
    return f"{where} set"


def rows(tx: Transaction, name: str) -> list[dict[str, Any]]:
    """The rows of DISPLAY POLICY: of every policy, or of one, which need not be there."""
    if name == "*":
        return [_row(each) for each in tx.objects((_KIND,))]
    return [_row(policy(tx, name))]


def policy(tx: Transaction, name: str) -> Stored:
    """The policy of a name; one that protects nothing where there is none."""
    return tx.get(CLASS_OF[_KIND], name) or stored(name, {})


def set_record(
    tx: Transaction,
    name: str,
    values: Mapping[str, Any],
    removed: Mapping[str, tuple[str, ...]] = NOTHING,
) -> Stored:
    """MQACT_REPLACE; removed: MQACT_REMOVE of items of lists. Raises CommandFailed."""
    if not removed:
        return _put(tx, name, values, {})
    before = _existing(tx, name).attributes
    left = {n: tuple(i for i in before[n] if i not in removed[n]) for n in removed}
    return _put(tx, name, left, before)


def add_items(tx: Transaction, name: str, lists: Mapping[str, tuple[str, ...]]) -> Stored:
    """MQACT_ADD. Raises CommandFailed."""
    before = _existing(tx, name).attributes
    added = {n: tuple(dict.fromkeys((*before[n], *lists[n]))) for n in lists}
    return _put(tx, name, added, before)


def change_record(tx: Transaction, name: str, values: Mapping[str, Any]) -> Stored:
    """MQACT_REPLACE with what the policy has besides. Raises CommandFailed."""
    return _put(tx, name, values, _existing(tx, name).attributes)


def remove(tx: Transaction, name: str) -> None:
    """DELETE POLICY. Raises CommandFailed where there is none."""
    _existing(tx, name)
    tx.drop(CLASS_OF[_KIND], name)


def _put(tx: Transaction, name: str, values: Mapping[str, Any], had: Mapping[str, Any]) -> Stored:
    key = tx.key(_KIND, name)
    if not is_on(_KIND, tx.facts):
        text, remediation = f"{tx.facts.platform} has no SET POLICY", "use CSQ0UTIL there"
        raise refused(key, "MQRC_FUNCTION_NOT_SUPPORTED", text, remediation)
    checked_identity(key, tx.facts.ccsid)
    checked = checked_values(key, values, tx.facts)
    made = stored(name, {**shipped(_KIND, tx.facts), **had, **checked})
    _require(key, made.attributes)
    tx.put(made)
    return made


def _require(key: Key, values: Mapping[str, Any]) -> None:
    """Raises CommandFailed for what a policy needs and has not, or has no use for."""
    encrypts, signs = (values[f"{n}_algorithm"] != "none" for n in ("encryption", "signature"))
    if encrypts and not values["recipients"]:
        text = "an encryption algorithm needs at least one RECIP"
        raise refused(key, "MQRCCF_RECIPIENT_DN_MISSING", text, "give it")
    unused = [
        n for n, used in (("recipients", encrypts), ("signers", signs)) if values[n] and not used
    ]
    if unused:
        text = f"{unused[0]} are given without the algorithm that uses them"
        raise refused(key, "MQRCCF_PARM_CONFLICT", text, "leave them out")
    if values.get("key_reuse", "disabled") != "disabled" and (signs or not encrypts):
        text = "KEYREUSE is of policies that encrypt and do not sign"
        raise refused(key, "MQRCCF_PARM_CONFLICT", text, "use DISABLED")


def _existing(tx: Transaction, name: str) -> Stored:
    found = tx.get(CLASS_OF[_KIND], name)
    if found is None:
        text, remediation = "there is no such policy", "check the name"
        raise refused(tx.key(_KIND, name), "MQRCCF_POLICY_NOT_FOUND", text, remediation)
    return found


def _row(policy: Stored) -> dict[str, Any]:
    row = in_mqsc(_KIND, policy.attributes)
    return {"POLICY": policy.name, **{word: value for word, value in row.items() if value != ()}}
