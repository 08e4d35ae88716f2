"""Change Queue Manager: what the documents say beyond each attribute by itself.

Sources: IBM MQ, Change Queue Manager (PCF): RepositoryName, RepositoryNamelist, DefXmitQName,
CodedCharSetId; MQSC: ALTER QMGR.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from queuewright.catalogue.ccsid import CCSIDS
from queuewright.catalogue.diagnostic import shown
from queuewright.catalogue.errors import CommandFailed
from queuewright.catalogue.key import Key
from queuewright.catalogue.platform import Platform
from queuewright.kinds import EVERY
from queuewright.mq.queue_manager import QMGR, QueueManagerSpec

from .completeness import without_secrets
from .force import manager_force_needed
from .reasons import refused
from .rows import Stored, Transaction
from .values import checked_values

_KIND = QueueManagerSpec.kind
_CCSID = "coded_character_set_identifier"  # a fact of the system


def manager_attributes(tx: Transaction) -> dict[str, Any]:
    """The attributes that a queue manager reports of itself, canonical."""
    described = EVERY[_KIND].attributes()
    shown = {name: value for name, value in tx.manager.items() if not described[name].write_only}
    return {**shown, _CCSID: tx.facts.ccsid}


def not_deleted(tx: Transaction) -> CommandFailed:
    """The answer to a command that would delete it."""
    text = "no command deletes the attributes of a queue manager"
    return refused(tx.key(_KIND, QMGR), "MQRC_FUNCTION_NOT_SUPPORTED", text, "change them")


def change_manager(tx: Transaction, values: Mapping[str, Any], *, force: bool = False) -> Stored:
    """Change the given ones. Raises CommandFailed, also for a change that needs `force` and is not
    given it."""
    key = tx.key(_KIND, QMGR)
    given = dict(values)
    ccsid = given.pop(_CCSID, tx.facts.ccsid)
    given = checked_values(key, given, tx.facts)
    result = {**tx.manager, **given}
    if result["repository"] and result["repository_namelist"]:
        text = "only one of REPOS and REPOSNL can be nonblank"
        raise refused(key, "MQRCCF_REPOS_NAME_CONFLICT", text, "set the other one to blank")
    if given.get("default_transmission_queue", "").startswith("SYSTEM.CLUSTER.TRANSMIT"):
        text = "a cluster transmission queue cannot be the default transmission queue"
        raise refused(key, "MQRCCF_DEF_XMIT_Q_CLUS_ERROR", text, "name another queue")
    need = manager_force_needed(tx, given)
    if need and not force:
        raise refused(key, need.reason, need.text, "close the handles, or specify FORCE")
    if ccsid != tx.facts.ccsid:
        _change_ccsid(tx, key, ccsid)
    for handle in need.handles if need else ():
        tx.mark_changed(handle.id)
    return tx.alter_manager(without_secrets(_KIND, given))


def _change_ccsid(tx: Transaction, key: Key, ccsid: Any) -> None:
    if tx.facts.platform is Platform.ZOS:
        text, remediation = "CCSID is QMCCSID of CSQ6SYSP on z/OS", "create the system with another"
        raise refused(key, "MQRCCF_PARM_SYNTAX_ERROR", text, remediation)
    if ccsid not in CCSIDS:
        text = f"CCSID({shown(ccsid)}) is not known here"
        raise refused(key, "MQRCCF_CCSID_ERROR", text, "give another")
    tx.connection.execute("UPDATE system SET ccsid = ? WHERE id = ?", (ccsid, tx.id))
    tx.facts = replace(tx.facts, ccsid=ccsid)
