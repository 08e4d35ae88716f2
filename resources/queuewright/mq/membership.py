"""Which clusters a queue manager is a member of. Sources: Change Channel (PCF) ClusterName and
ClusterNamelist; Change Queue Manager (PCF) RepositoryName and RepositoryNamelist.
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed

from .channels import ClusterReceiverChannelSpec
from .cluster import ClusterSpec
from .namelist import NamelistSpec
from .queue_manager import QueueManagerSpec

# Kind and name -> attributes, canonical.
Objects = Mapping[tuple[str, str], Mapping[str, Any]]
# The namelist with the clusters of a queue manager that is a full repository of several, where its
# REPOSNL names no other: it is kept by the memberships, and no object of a program.
REPOSITORIES = "QUEUEWRIGHT.REPOSITORIES"
# The kinds that decide a membership: the others may be left out of `objects`.
JOINING_KINDS = (ClusterReceiverChannelSpec.kind, NamelistSpec.kind)
MEMBERSHIP_KINDS = (ClusterSpec.kind, *JOINING_KINDS)
# Their attributes that do.
DECIDING: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        ClusterSpec.kind: frozenset(("name",)),
        QueueManagerSpec.kind: frozenset(("repository", "repository_namelist")),
        ClusterReceiverChannelSpec.kind: frozenset(("cluster_name", "cluster_namelist")),
        NamelistSpec.kind: frozenset(("name", "names")),
    }
)


def memberships(
    objects: Objects, *, repository: str = "", repository_namelist: str = ""
) -> dict[str, str]:
    """Cluster name -> full_repository ("yes", "no").

    A cluster-receiver channel makes a member, by cluster_name or by cluster_namelist; the queue
    manager's REPOS (`repository`) or REPOSNL (`repository_namelist`) makes a full repository; a
    cluster among the objects is a membership that was asked for, with or without a channel.
    """
    clusters: dict[str, str] = {}
    for (kind, name), values in objects.items():
        if kind == ClusterSpec.kind:
            clusters[name] = values.get("full_repository", "no")
    for (kind, _), values in objects.items():
        if kind == ClusterReceiverChannelSpec.kind:
            named = values.get("cluster_name"), values.get("cluster_namelist")
            for cluster in clusters_named(objects, *named):
                clusters.setdefault(cluster, "no")
    full = clusters_named(objects, repository, repository_namelist)
    return clusters | dict.fromkeys(full, "yes")


def memberships_of(
    system: str, objects: Objects, *, repository: str = "", repository_namelist: str = ""
) -> Iterator[Observed]:
    """The `memberships` of a queue manager as they are observed."""
    found = memberships(objects, repository=repository, repository_namelist=repository_namelist)
    for name, full in found.items():
        yield Observed(Key(system, ClusterSpec.kind, name), {"full_repository": full})


def clusters_named(objects: Objects, cluster: str | None, namelist: str | None) -> Iterator[str]:
    """The cluster itself and those of the namelist, as far as `objects` has it; "" for none."""
    if cluster:
        yield cluster
    if namelist:
        yield from filter(None, objects.get((NamelistSpec.kind, namelist), {}).get("names", ()))
