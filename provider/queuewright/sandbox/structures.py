"""Coupling facility structures: DEFINE, ALTER and DELETE CFSTRUCT.

Sources: IBM MQ, MQSC: DEFINE CFSTRUCT (what each CFLEVEL has, and as what), ALTER CFSTRUCT, DELETE
CFSTRUCT ("fails if there are any queues in existence that reference this CF structure name that are
not both empty and closed").
"""

from collections.abc import Mapping
from typing import Any

from queuewright.catalogue.key import Key
from queuewright.mq.local_queue import LocalQueueSpec

from .holders import HOLDING
from .reasons import refused
from .rows import Transaction
from .sharing_group import members_of

_LEVEL, _FIVE = "coupling_facility_level", 5
_BEFORE = {"coupling_facility_connection_loss": "terminate", "automatic_recovery": "no"}
_SINCE = {"coupling_facility_connection_loss": "as_q_mgr", "automatic_recovery": "yes"}
_NEVER = dict.fromkeys(("offload_size_1", "offload_size_2", "offload_size_3"), "64K")
_SIZES = {"offload_size_1": "32K", "offload_size_2": "4K", "offload_size_3": "0K"}


def require_group(tx: Transaction, key: Key) -> None:
    """Raise CommandFailed where the queue manager is in no queue-sharing group."""
    if not tx.facts.queue_sharing_group:
        text = f"it is an object of a queue sharing group, and {tx.name} is in none"
        raise refused(key, "MQRCCF_Q_MGR_NOT_IN_QSG", text, "define it where there is a group")


def complete(
    tx: Transaction, key: Key, values: dict[str, Any], existing: Mapping[str, Any] | None
) -> None:
    """Give the values what a structure of their level has where no command says it. Raises
    CommandFailed for what the level does not have, and for a lower level while it is used."""
    level = values[_LEVEL]
    if existing is not None and existing[_LEVEL] > level:
        require_unused(tx, key)
        if existing[_LEVEL] == _FIVE:
            values |= {**_BEFORE, "offload": "none", **_NEVER, "data_set_group": ""}
    raised = existing is not None and existing[_LEVEL] < _FIVE <= level
    if level < _FIVE:
        if values.get("offload", "none") != "none" or values.get("data_set_group"):
            text = f"a structure of CFLEVEL({level}) offloads nothing"
            raise refused(key, "MQRCCF_PARM_CONFLICT", text, "give CFLEVEL(5)")
        for name, usual in _BEFORE.items():
            if values.get(name, usual) != usual:
                text = f"{name} is of CFLEVEL(5), and this one is {level}"
                raise refused(key, "MQRCCF_PARM_CONFLICT", text, "leave it out, or give CFLEVEL(5)")
        if level < 3 and values.get("recovery") == "yes":
            text = f"a structure of CFLEVEL({level}) cannot be recovered"
            raise refused(key, "MQRCCF_PARM_CONFLICT", text, "give CFLEVEL(3)")
        lacking = {**_BEFORE, "offload": "none", **_NEVER}
    else:
        if values.get("offload") == "none":  # as it was before
            values["offload"] = "db2"
        offload = values.setdefault("offload", "db2" if raised else "smds")
        if offload == "smds" and not values.get("data_set_group"):
            text = "OFFLOAD(SMDS) needs DSGROUP"
            raise refused(key, "MQRCCF_SMDS_REQUIRES_DSGROUP", text, "give it, or OFFLOAD(DB2)")
        lacking = {**_SINCE, **(_SIZES if offload == "smds" else _NEVER)}
    for name, value in lacking.items():
        values.setdefault(name, value)


def require_unused(tx: Transaction, key: Key) -> None:
    """Raise CommandFailed while a shared queue of the group uses the structure."""
    for member in (tx, *members_of(tx)):
        for queue in member.objects((LocalQueueSpec.kind,)):
            values = queue.attributes
            is_shared = values.get("queue_sharing_group_disposition") == "shared"
            if not is_shared or values.get("coupling_facility_structure") != key.name:
                continue
            if member.holders(queue.name, HOLDING) or member.depth(queue.name).any:
                text = f"the shared queue {queue.name} is not both empty and closed"
                remediation = "empty and close it, or delete it, first"
                raise refused(key, "MQRC_CF_STRUC_IN_USE", text, remediation)
