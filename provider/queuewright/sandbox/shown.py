"""The row of DISPLAY for one object, in MQSC's words."""

import hashlib
from collections.abc import Mapping
from typing import Any

from queuewright.catalogue.observed import Observed, Status
from queuewright.dialects.mqsc.keywords import in_mqsc
from queuewright.diff.write_only import write_only
from queuewright.kinds import EVERY, is_derived
from queuewright.mq.local_attributes import DEFINITION_TYPE
from queuewright.mq.local_queue import LocalQueueSpec
from queuewright.mq.model_queue import ModelQueueSpec
from queuewright.mq.subscription import SubscriptionSpec

from . import times
from .rows import Stored, Transaction

DEFINITION_TYPES = {"predefined": "PREDEFINED"} | {
    choice.value: str(choice.mqsc) for choice in DEFINITION_TYPE.choices
}
# Of them, MQ tells when they were created too.
_TELLING = (LocalQueueSpec.kind, ModelQueueSpec.kind, SubscriptionSpec.kind)


def row_of(tx: Transaction, stored: Stored, observed: Observed) -> dict[str, Any]:
    """Its name and type, then its parameters in order."""
    kind, name = observed.key.kind, observed.key.name
    row: dict[str, Any] = {**EVERY[kind].mqsc.row(name)}
    if kind == SubscriptionSpec.kind:
        row = {"SUBID": _subscription_id(tx.name, name), **row}
    # MQ shows asterisks in place of a password.
    hidden = {n: v for n, v in stored.attributes.items() if n in write_only(kind)}
    row |= in_mqsc(kind, {**observed.attributes, **hidden})
    return row | shown_times(tx, stored) | live_values(observed)


def shown_times(tx: Transaction, stored: Stored) -> dict[str, str]:
    """When an object was altered, and where MQ tells it, created."""
    platform = tx.facts.platform
    if is_derived(stored.kind):
        return {}
    created = times.created(platform, stored.created) if stored.kind in _TELLING else {}
    return times.altered(platform, stored.altered) | created


def live_values(observed: Observed) -> dict[str, Any]:
    """The values that no command sets: by MQSC keyword."""
    status = observed.status
    if observed.key.kind == SubscriptionSpec.kind:
        return {"DURABLE": "YES", "SUBTYPE": "ADMIN"}
    if not EVERY[observed.key.kind].may_be_dynamic or status is None:
        return {}
    return {"DEFTYPE": DEFINITION_TYPES[observed.definition_type], **counts(status)}


def counts(status: Status) -> Mapping[str, Any]:
    """Depth and openers of a local queue."""
    return {
        "CURDEPTH": status.depth,
        "IPPROCS": status.open_input,
        "OPPROCS": status.open_output,
    }


def _subscription_id(manager: str, name: str) -> str:
    """The queue manager gives the identifier; here it follows from the names."""
    digest = hashlib.sha256(f"{manager} {name}".encode()).hexdigest().upper()
    return f"414D5120{manager.encode()[:12].ljust(12).hex().upper()}{digest[:16]}"
