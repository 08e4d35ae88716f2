"""Namelists, cluster channels and cluster memberships.

Sources: IBM's Change, Copy and Create Namelist and Channel (PCF); Change Queue (PCF) ClusterName.
A cluster
membership is what the queue manager's REPOS and REPOSNL and its cluster-receiver channels say.
"""

from collections.abc import Mapping
from typing import Any

from queuewright.catalogue.key import Key
from queuewright.mq.membership import MEMBERSHIP_KINDS, clusters_named
from queuewright.mq.membership import memberships as mq_memberships

from .defaults import DEFAULT_OBJECT
from .holders import describe
from .reasons import refused
from .rows import CLASS_OF, Stored, Transaction
from .values import checked_name, checked_values

__all__ = [
    "REPOSITORIES",
    "change_listed",
    "change_membership",
    "create_listed",
    "delete_listed",
    "join",
    "leave",
    "memberships",
    "set_repository",
]

# The namelist in which several full repositories are kept, when no other is named in REPOSNL.
REPOSITORIES = "QUEUEWRIGHT.REPOSITORIES"
_SENDER = "mq:ClusterSenderChannel"


def create_listed(
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
    channel = kind != "mq:Namelist"
    checked_name(key, tx.facts.ccsid, 20 if channel else 48)
    existing = tx.get(CLASS_OF[kind], name)
    if existing is not None and existing.kind != kind:
        raise refused(
            key, "MQRCCF_WRONG_CHANNEL_TYPE", f"an {existing.kind} has this name", "delete it first"
        )
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
    stored = Stored(kind, name, {**source.attributes, **given})
    _validate_channel(key, stored, set(stored.attributes))
    tx.put(stored)
    return stored


def change_listed(tx: Transaction, kind: str, name: str, values: Mapping[str, Any]) -> Stored:
    """Change a namelist or a cluster channel. Raises CommandFailed."""
    key = tx.key(kind, name)
    existing = _existing(tx, key)
    given = checked_values(key, values, tx.facts)
    stored = Stored(kind, name, {**existing.attributes, **given})
    _validate_channel(key, stored, set(given))
    tx.put(stored)
    return stored


def delete_listed(tx: Transaction, kind: str, name: str, *, keep_authorities: bool) -> None:
    """Delete a namelist or a cluster channel. Raises CommandFailed; a namelist that is open
    cannot be deleted."""
    key = tx.key(kind, name)
    _existing(tx, key)
    if kind == "mq:Namelist":
        holders = tx.holders(name, ("namelist",))
        if holders:
            why = f"it is open: {describe(holders)}"
            raise refused(key, "MQRCCF_OBJECT_OPEN", why, "close it first")
    tx.drop(CLASS_OF[kind], name)
    if not keep_authorities:
        tx.revoke_all("namelist" if kind == "mq:Namelist" else "channel", name)


def _existing(tx: Transaction, key: Key) -> Stored:
    found = tx.get(CLASS_OF[key.kind], key.name)
    if found is None:
        raise refused(key, _missing(key.kind), "it does not exist", "create it first")
    if found.kind != key.kind:
        raise refused(key, "MQRCCF_WRONG_CHANNEL_TYPE", f"it is an {found.kind}", "name its type")
    return found


def _missing(kind: str) -> str:
    return "MQRC_UNKNOWN_OBJECT_NAME" if kind == "mq:Namelist" else "MQRCCF_CHANNEL_NOT_FOUND"


def _validate_channel(key: Key, channel: Stored, touched: set[str]) -> None:
    values = channel.attributes
    clusters = {"cluster_name", "cluster_namelist"}
    if touched & clusters and all(values.get(one) for one in clusters):
        raise refused(
            key,
            "MQRCCF_CLUSTER_NAME_CONFLICT",
            "only one of the resultant cluster_name and cluster_namelist can be nonblank",
            "set the other one to blank",
        )
    unconnected = "connection_name" in touched and not values.get("connection_name")
    if channel.kind == _SENDER and unconnected:
        why = "a cluster-sender channel needs a connection_name"
        raise refused(key, "MQRCCF_MISSING_CONN_NAME", why, 'give it as "host(port)"')


# Cluster memberships


def memberships(tx: Transaction) -> dict[str, str]:
    """Cluster name to full_repository ("yes", "no"), by name.

    A membership that was asked for and has no channel yet is kept as an object of its own.
    """
    return dict(sorted(mq_memberships(_objects(tx), **_repository_settings(tx)).items()))


def join(tx: Transaction, name: str, values: Mapping[str, Any]) -> Stored:
    """Create the membership in cluster `name`. Raises CommandFailed when there is one."""
    key = tx.key("mq:Cluster", name)
    checked_name(key, tx.facts.ccsid)
    if name in memberships(tx):
        why = "the queue manager is a member of this cluster already"
        raise refused(key, "MQRCCF_OBJECT_ALREADY_EXISTS", why, "change it")
    given = checked_values(key, values, tx.facts)
    tx.put(Stored("mq:Cluster", name, {}))
    return set_repository(tx, name, given.get("full_repository", "no"))


def change_membership(tx: Transaction, name: str, values: Mapping[str, Any]) -> Stored:
    """Change what the values give of a membership. Raises CommandFailed."""
    given = checked_values(tx.key("mq:Cluster", name), values, tx.facts)
    now = memberships(tx).get(name, "no")
    return set_repository(tx, name, given.get("full_repository", now))


def set_repository(tx: Transaction, name: str, wanted: str) -> Stored:
    """Make the queue manager a full repository of the cluster, or a partial one: REPOS where it
    is the only one, else the names of the namelist in REPOSNL."""
    key = tx.key("mq:Cluster", name)
    if name not in memberships(tx):
        why = "the queue manager is no member of this cluster"
        raise refused(key, "MQRC_UNKNOWN_OBJECT_NAME", why, "create the membership first")
    full = [
        cluster
        for cluster in clusters_named(_objects(tx), *_repository_settings(tx).values())
        if cluster != name
    ]
    if wanted == "yes":
        full.append(name)
    _set_repositories(tx, full)
    return Stored("mq:Cluster", name, {"full_repository": wanted})


def leave(tx: Transaction, name: str) -> None:
    """End the membership that was asked for, and be no full repository of the cluster. A
    cluster-receiver channel that still names the cluster keeps the queue manager in it."""
    set_repository(tx, name, "no")
    tx.drop("cluster", name)


def _objects(tx: Transaction) -> dict[tuple[str, str], dict[str, Any]]:
    return {
        (stored.kind, stored.name): stored.attributes for stored in tx.objects(MEMBERSHIP_KINDS)
    }


def _repository_settings(tx: Transaction) -> dict[str, str]:
    return {name: tx.settings.get(name, "") for name in ("repository", "repository_namelist")}


def _set_repositories(tx: Transaction, names: list[str]) -> None:
    namelist = tx.settings.get("repository_namelist", "")
    if len(names) > 1 and not namelist:
        namelist = REPOSITORIES
    if namelist:
        found = tx.get("namelist", namelist)
        if found is None:
            default = tx.get("namelist", DEFAULT_OBJECT["mq:Namelist"])
            found = Stored("mq:Namelist", namelist, dict(default.attributes) if default else {})
        tx.put(Stored("mq:Namelist", namelist, {**found.attributes, "names": tuple(names)}))
        tx.settings.update(repository="", repository_namelist=namelist)
    else:
        tx.settings["repository"] = names[0] if names else ""
    tx.save_settings()
