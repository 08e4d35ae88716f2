"""Namelists and cluster channels.

Source: IBM's Change, Copy and Create Namelist and Channel (PCF).
"""

from collections.abc import Mapping
from typing import Any

from queuewright.catalogue.key import Key
from queuewright.mq.channels import ClusterSenderChannelSpec
from queuewright.mq.namelist import NamelistSpec

from .defaults import DEFAULT_OBJECT
from .holders import require_closed
from .queue_conflicts import require_sharing_group
from .reasons import refused, two_cluster_values
from .rows import CLASS_OF, Stored, Transaction
from .values import checked_name, checked_values

_SENDER = ClusterSenderChannelSpec.kind


def create_object(
    tx: Transaction,
    kind: str,
    name: str,
    values: Mapping[str, Any],
    *,
    like: str | None,
    replace: bool,
) -> Stored:
    """Create or Copy a namelist or a cluster channel. Raises CommandFailed."""
    key = tx.key(kind, name)
    channel = kind != NamelistSpec.kind
    checked_name(key, tx.facts.ccsid, 20 if channel else 48)
    existing = tx.get(CLASS_OF[kind], name)
    if existing is not None and existing.kind != kind:
        why = f"an {existing.kind} has this name"
        raise refused(key, "MQRCCF_WRONG_CHANNEL_TYPE", why, "delete it first")
    if existing is not None and not replace:
        reason = "MQRCCF_CHANNEL_ALREADY_EXISTS" if channel else "MQRCCF_OBJECT_ALREADY_EXISTS"
        raise refused(key, reason, "it exists already", "change it, or specify Replace")
    source_name = like if like is not None else DEFAULT_OBJECT[kind]
    source = tx.get(CLASS_OF[kind], source_name)
    if source is None:
        raise refused(key, _missing(kind), f"{source_name} does not exist", "name one that exists")
    if source.kind != kind:
        why = f"{source_name} is an {source.kind}"
        raise refused(key, "MQRCCF_LIKE_OBJECT_WRONG_TYPE", why, "copy one of the same type")
    given = checked_values(key, values, tx.facts)
    require_sharing_group(tx, key, given.get("queue_sharing_group_disposition"))
    stored = Stored(kind, name, {**source.attributes, **given})
    _validate_channel(key, stored, set(stored.attributes))
    tx.put(stored)
    return stored


def change_object(tx: Transaction, kind: str, name: str, values: Mapping[str, Any]) -> Stored:
    """Change a namelist or a cluster channel. Raises CommandFailed."""
    key = tx.key(kind, name)
    existing = _existing(tx, key)
    given = checked_values(key, values, tx.facts)
    require_sharing_group(tx, key, given.get("queue_sharing_group_disposition"))
    stored = Stored(kind, name, {**existing.attributes, **given})
    _validate_channel(key, stored, set(given))
    tx.put(stored)
    return stored


def delete_object(tx: Transaction, kind: str, name: str, *, keep_authorities: bool) -> None:
    """Delete a namelist or a cluster channel. Raises CommandFailed; a namelist that is open
    cannot be deleted."""
    key = tx.key(kind, name)
    _existing(tx, key)
    if kind == NamelistSpec.kind:
        require_closed(tx, key, ("namelist",))
    tx.drop(CLASS_OF[kind], name)
    if not keep_authorities:
        tx.revoke_all("namelist" if kind == NamelistSpec.kind else "channel", name)


def _existing(tx: Transaction, key: Key) -> Stored:
    stored = tx.get(CLASS_OF[key.kind], key.name)
    if stored is None:
        raise refused(key, _missing(key.kind), "it does not exist", "create it first")
    if stored.kind != key.kind:
        raise refused(key, "MQRCCF_WRONG_CHANNEL_TYPE", f"it is an {stored.kind}", "name its type")
    return stored


def _missing(kind: str) -> str:
    return "MQRC_UNKNOWN_OBJECT_NAME" if kind == NamelistSpec.kind else "MQRCCF_CHANNEL_NOT_FOUND"


def _validate_channel(key: Key, channel: Stored, touched: set[str]) -> None:
    values = channel.attributes
    clusters = {"cluster_name", "cluster_namelist"}
    if touched & clusters and all(values.get(attribute) for attribute in clusters):
        raise two_cluster_values(key)
    unconnected = "connection_name" in touched and not values.get("connection_name")
    if channel.kind == _SENDER and unconnected:
        why = "a cluster-sender channel needs a connection_name"
        raise refused(key, "MQRCCF_MISSING_CONN_NAME", why, 'give it as "host(port)"')
