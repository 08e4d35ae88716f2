"""Memberships of clusters: what a queue manager is told to make them as they are asked for.

A cluster-receiver channel makes a member; the queue manager's REPOS, or the namelist in its
REPOSNL, makes it a full repository. Source: IBM MQ, ALTER QMGR REPOS, REPOSNL.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.errors import CommandFailed
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.pcf.constants import MQRC, MQRCCF, reason_name
from queuewright.mq.membership import REPOSITORIES, clusters_named, memberships, memberships_of
from queuewright.mq.namelist import NamelistSpec
from queuewright.mq.queue_manager import QMGR, QueueManagerSpec

from .commands import Command


@dataclass(frozen=True, slots=True)
class ClusterObjects:
    """The deciding objects: cluster-receiver channels and namelists by kind and name, REPOS,
    REPOSNL."""

    objects: Mapping[tuple[str, str], Mapping[str, Value]]
    repository: str = ""
    namelist: str = ""

    @property
    def clusters(self) -> dict[str, str]:
        """Cluster -> full_repository."""
        return memberships(
            self.objects, repository=self.repository, repository_namelist=self.namelist
        )

    def memberships_of(self, system: str) -> list[Observed]:
        """By name."""
        named = {"repository": self.repository, "repository_namelist": self.namelist}
        return sorted(memberships_of(system, self.objects, **named), key=lambda each: each.key)

    @property
    def full(self) -> set[str]:
        """The clusters that the queue manager is a full repository of."""
        return set(clusters_named(self.objects, self.repository, self.namelist))

    @property
    def by_channels(self) -> dict[str, str]:
        """The clusters that cluster-receiver channels make it a member of."""
        return memberships(self.objects)


def check_creation(key: Key, now: ClusterObjects) -> None:
    """Raises CommandFailed where it is a full repository already."""
    if now.clusters.get(key.name) == "yes":
        text = "the queue manager is a full repository of this cluster already; import it"
        raise _refused(key, text, MQRCCF.OBJECT_ALREADY_EXISTS)


def check_deletion(key: Key, now: ClusterObjects) -> None:
    """Raises CommandFailed while a channel makes the membership."""
    if key.name in now.by_channels:
        text = "a cluster-receiver channel makes the queue manager a member of this cluster"
        raise _refused(key, f"{text}; delete or change the channel first", MQRC.OBJECT_IN_USE)


def commands(cluster: str, full_repository: object, now: ClusterObjects) -> list[Command]:
    """The commands that make the queue manager a full repository of the cluster ("yes") or not;
    nothing where it is so already."""
    full = now.full | {cluster} if full_repository == "yes" else now.full - {cluster}
    if full == now.full:
        return []
    names, namelist = sorted(full), now.namelist
    if len(names) > 1 and not namelist:
        namelist = REPOSITORIES
    if not namelist:
        return [_altered({"repository": names[0] if names else ""})]
    there = (NamelistSpec.kind, namelist) in now.objects
    action = Action.CHANGE if there else Action.CREATE
    needed: list[Command] = [
        Definition(NamelistSpec.kind, namelist, action, values={"names": tuple(names)})
    ]
    if now.namelist != namelist:
        # Only one of them may be set.
        needed.append(_altered({"repository": "", "repository_namelist": namelist}))
    return needed


def _altered(values: Mapping[str, Value]) -> Definition:
    return Definition(QueueManagerSpec.kind, QMGR, Action.CHANGE, values)


def _refused(key: Key, text: str, reason: MQRC | MQRCCF) -> CommandFailed:
    name = reason_name(reason)
    message = one_line(f"{key}: {text} ({name}, {int(reason)})")
    return CommandFailed(message, completion=2, reason=int(reason), reason_name=name)
