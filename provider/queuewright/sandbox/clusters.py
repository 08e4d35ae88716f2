"""Cluster memberships: what the queue manager's REPOS and REPOSNL and its cluster-receiver channels
say. Source: Change Queue (PCF) ClusterName; IBM's Change Queue Manager (PCF) RepositoryName.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from queuewright.mq.cluster import ClusterSpec
from queuewright.mq.membership import JOINING_KINDS, REPOSITORIES, clusters_named
from queuewright.mq.membership import memberships as mq_memberships
from queuewright.mq.namelist import NamelistSpec
from queuewright.world.shipped import DEFAULT_OBJECT

from .reasons import refused
from .rows import Stored, Transaction
from .values import checked_name, checked_values


def memberships(tx: Transaction) -> dict[str, str]:
    """Cluster name to full_repository ("yes", "no"), by name."""
    return dict(sorted(mq_memberships(_objects(tx), **_repository_settings(tx)).items()))


def stored_memberships(tx: Transaction) -> Iterator[Stored]:
    """The same as objects."""
    for name, full in memberships(tx).items():
        yield Stored(ClusterSpec.kind, name, {"full_repository": full})


def join(tx: Transaction, name: str, values: Mapping[str, Any]) -> Stored:
    """Create the membership in cluster `name`: of a full repository by REPOS; of any other a
    cluster-receiver channel is all there is. Raises CommandFailed when the queue manager is a full
    repository already."""
    key = tx.key(ClusterSpec.kind, name)
    checked_name(key, tx.facts.ccsid)
    if memberships(tx).get(name) == "yes":
        text = "the queue manager is a full repository of this cluster already"
        raise refused(key, "MQRCCF_OBJECT_ALREADY_EXISTS", text, "change it")
    given = checked_values(key, values, tx.facts)
    return set_repository(tx, name, given.get("full_repository", "no"))


def change_membership(tx: Transaction, name: str, values: Mapping[str, Any]) -> Stored:
    """Change what the values give of a membership. Raises CommandFailed."""
    given = checked_values(tx.key(ClusterSpec.kind, name), values, tx.facts)
    now = memberships(tx).get(name, "no")
    return set_repository(tx, name, given.get("full_repository", now))


def set_repository(tx: Transaction, name: str, full_repository: str) -> Stored:
    """Make the queue manager a full repository of the cluster, or a partial one: REPOS where it
    is the only one, else the names of the namelist in REPOSNL."""
    now = set(clusters_named(_objects(tx), *_repository_settings(tx).values()))
    full = now | {name} if full_repository == "yes" else now - {name}
    if full != now:
        # In one order, whichever of several was asked for first.
        _set_repositories(tx, sorted(full))
    return Stored(ClusterSpec.kind, name, {"full_repository": full_repository})


def leave(tx: Transaction, name: str) -> None:
    """Be no full repository of the cluster. Raises CommandFailed while a cluster-receiver channel
    keeps the queue manager in it."""
    if name in _joined_by_channels(tx):
        text = "a cluster-receiver channel makes the queue manager a member of this cluster"
        remediation = "delete or change the channel first"
        raise refused(tx.key(ClusterSpec.kind, name), "MQRC_OBJECT_IN_USE", text, remediation)
    set_repository(tx, name, "no")


def _joined_by_channels(tx: Transaction) -> Collection[str]:
    return mq_memberships(_objects(tx))


def _objects(tx: Transaction) -> dict[tuple[str, str], dict[str, Any]]:
    return {(stored.kind, stored.name): stored.attributes for stored in tx.objects(JOINING_KINDS)}


def _repository_settings(tx: Transaction) -> dict[str, str]:
    return {name: tx.manager.get(name, "") for name in ("repository", "repository_namelist")}


def _set_repositories(tx: Transaction, names: list[str]) -> None:
    namelist = tx.manager.get("repository_namelist", "")
    if len(names) > 1 and not namelist:
        namelist = REPOSITORIES
    if namelist:
        default = DEFAULT_OBJECT[NamelistSpec.kind]
        source = tx.get("namelist", namelist) or tx.get("namelist", default)
        attributes = source.attributes if source else {}
        tx.put(Stored(NamelistSpec.kind, namelist, {**attributes, "names": tuple(names)}))
        tx.alter_manager({"repository": "", "repository_namelist": namelist})
    else:
        tx.alter_manager({"repository": names[0] if names else ""})
