"""When a change needs Force: Change Queue (PCF), Force; of a queue manager ALTER QMGR, FORCE."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from queuewright.catalogue.errors import CommandFailed
from queuewright.catalogue.observed import OpenFor
from queuewright.catalogue.references import QueueType
from queuewright.kinds import queue_type

from .holders import describe
from .resolution import resolve
from .rows import Stored, StoredHandle, Transaction

_HELD_LOCALLY = ("local", "transmission")


@dataclass(frozen=True, slots=True)
class SandboxForceNeed:
    """Why Force is needed, and the handles that it would affect."""

    text: str
    handles: tuple[StoredHandle, ...] = ()
    reason: str = "MQRCCF_OBJECT_OPEN"


def force_needed(
    tx: Transaction, queue: Stored, values: Mapping[str, Any]
) -> SandboxForceNeed | None:
    """The reason why changing `queue` by `values` (what the command gives) needs Force."""
    if queue_type(queue.kind) is QueueType.ALIAS:
        return _alias(tx, queue, values)
    if queue_type(queue.kind) is QueueType.LOCAL:
        return _local(tx, queue, values)
    if queue_type(queue.kind) is QueueType.REMOTE:
        return _remote(tx, queue, values)
    return None  # QMODEL: this parameter is not valid for model queues


def _alias(tx: Transaction, queue: Stored, values: Mapping[str, Any]) -> SandboxForceNeed | None:
    """BaseQName is specified with a queue name and an application has the alias queue open.

    docs/readings.md, Force: BaseObjectName alike; the name of a topic is not a queue name.
    """
    target_type = values.get("target_type", queue.attributes.get("target_type"))
    if not values.get("base_object_name") or target_type == "topic":
        return None
    change = "base_object_name is specified"
    text = f"{change} and the alias queue is open"
    return _held(tx, queue, ("alias",), text) or _perhaps_held(tx, queue, change)


def _perhaps_held(tx: Transaction, alias: Stored, change: str) -> SandboxForceNeed | None:
    """A dump counts who has a queue open and does not tell by which name: perhaps by the alias."""
    try:
        behind = resolve(tx, alias.name, "", {OpenFor.OUTPUT})[1:]
    except CommandFailed:
        return None
    for step in behind:
        unknown = tuple(h for h in tx.holders(step.name, _HELD_LOCALLY) if h.anonymous)
        if unknown:
            text = f"{change}, and the dump does not tell by which name {step.name} is open"
            return SandboxForceNeed(text, unknown)
    return None


def _held(
    tx: Transaction, queue: Stored, roles: tuple[str, ...], text: str
) -> SandboxForceNeed | None:
    holders = tuple(tx.holders(queue.name, roles))
    return SandboxForceNeed(f"{text}: {describe(holders)}", holders) if holders else None


def _applications(holders: Collection[StoredHandle]) -> int:
    """How many applications these are: those that a dump only counts are each one of their own."""
    known = {handle.who for handle in holders if handle.who is not None}
    return len(known) + sum(handle.count for handle in holders if handle.who is None)


def _local(tx: Transaction, queue: Stored, values: Mapping[str, Any]) -> SandboxForceNeed | None:
    if values.get("shareability") == "not_shareable":
        # More than one application has the local queue open for input.
        holders = tuple(h for h in tx.holders(queue.name, _HELD_LOCALLY) if h.for_input)
        if _applications(holders) > 1:
            text = "not_shareable is specified and more than one application has it for input"
            return SandboxForceNeed(f"{text}: {describe(holders)}", holders)
    usage = values.get("usage")
    if usage is not None and usage != queue.attributes.get("usage"):
        # One or more applications has it open, or there are one or more messages on the queue.
        if need := _held(tx, queue, _HELD_LOCALLY, "usage is changed and the queue is open"):
            return need
        depth = tx.depth(queue.name)
        if depth.any:
            text = f"usage is changed and there are {depth.any} messages on the queue"
            return SandboxForceNeed(text, reason="MQRC_Q_NOT_EMPTY")
    return None


def _remote(tx: Transaction, queue: Stored, values: Mapping[str, Any]) -> SandboxForceNeed | None:
    if "xmit_queue_name" in values:
        # XmitQName is specified with a transmission-queue name, or blank.
        text = "xmit_queue_name is specified and the remote queue is open"
        if need := _held(tx, queue, ("remote",), text):
            return need
    # "specified with a queue or queue manager name": a blank is neither.
    names = ("remote_queue_name", "remote_queue_manager_name", "xmit_queue_name")
    specified = [name for name in names if values.get(name)]
    if not specified:
        return None
    text = f"{specified[0]} is specified and a queue is open that resolved through it"
    return _held(tx, queue, ("queue-manager-alias",), f"{text} as a queue manager alias")


def manager_force_needed(tx: Transaction, values: Mapping[str, Any]) -> SandboxForceNeed | None:
    """The reason why changing the queue manager by `values` needs Force: "The DEFXMITQ parameter is
    specified" and "an application has a remote queue open, the resolution for which would be
    affected by this change"."""
    default = tx.manager.get("default_transmission_queue")
    if "default_transmission_queue" not in values or not default:
        return None
    held = tx.holders(default, ("transmission",))
    holders = tuple(handle for handle in held if _chosen_by_default(tx, handle, default))
    text = f"DEFXMITQ is specified and a remote queue is open that goes to {default} by default"
    return SandboxForceNeed(f"{text}: {describe(holders)}", holders) if holders else None


def _chosen_by_default(tx: Transaction, handle: StoredHandle, default: str) -> bool:
    """Whether neither XMITQ of the definition, nor the name of the other queue manager, chose the
    transmission queue that the handle holds."""
    if len(handle.path) == 1:
        return handle.queue_manager != default
    definition = tx.queue(handle.path[-2].name)
    if definition is None:
        return False
    manager = definition.attributes.get("remote_queue_manager_name", "") or definition.name
    return not definition.attributes.get("xmit_queue_name", "") and manager != default
