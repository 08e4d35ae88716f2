"""mq:Cluster: membership of a queue manager in a cluster, as full repository or not.

MQ has no command that joins a cluster: a cluster-receiver channel that names it does. The only
setting of this kind sets is the queue manager's REPOS (or REPOSNL, when it holds several
repositories).
"""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

from queuewright.catalogue.attribute import Attribute, Choice, Pcf
from queuewright.catalogue.commands import MqscCommands, PcfCommands
from queuewright.catalogue.references import Role
from queuewright.catalogue.sources import CHANGE_QUEUE, CHANGE_QUEUE_MANAGER
from queuewright.catalogue.spec import Lifecycle, Spec

from .named import OWN_NAME

CLUSTER_NAME = Attribute(
    title="Cluster name",
    sources=(CHANGE_QUEUE.at("ClusterName"), CHANGE_QUEUE_MANAGER.at("RepositoryName")),
    mqsc="CLUSTER",
    pcf=Pcf("ClusterName", "MQCA_CLUSTER_NAME", 2029, "MQCFST"),
    **OWN_NAME,
)
FULL_REPOSITORY = Attribute(
    title="Whether this queue manager is a full repository of the cluster",
    sources=(CHANGE_QUEUE_MANAGER.at("RepositoryName, RepositoryNamelist"),),
    mqsc="REPOS",
    pcf=Pcf("RepositoryName", "MQCA_REPOSITORY_NAME", 2035, "MQCFST"),
    choices=(Choice("no"), Choice("yes")),
    default="no",
    shipped="no",
)


class ClusterSpec(Spec):
    """Membership of a queue manager in the cluster that `name` names."""

    kind: ClassVar[str] = "mq:Cluster"
    lifecycle: ClassVar[Lifecycle] = Lifecycle.DERIVED
    mqsc: ClassVar[MqscCommands] = MqscCommands("QMGR")
    pcf: ClassVar[PcfCommands] = PcfCommands(
        object="Q_MGR", numbers={"CHANGE": 1, "INQUIRE": 2}, title="Queue Manager"
    )
    namespace: ClassVar[str] = "cluster"
    roles: ClassVar[tuple[Role, ...]] = (Role.CLUSTER,)
    module: ClassVar[tuple[str, str]] = (
        "clusters",
        "Clusters that the queue manager is a member of",
    )

    name: Annotated[str, CLUSTER_NAME]
    full_repository: Annotated[str | None, FULL_REPOSITORY] = None

    @classmethod
    def implied_by(cls, values: Mapping[str, Any]) -> str:
        full = values.get("full_repository") == "yes"
        return "" if full else "a cluster-receiver channel that names it"

    @classmethod
    def settings(
        cls, name: str, values: Mapping[str, Any], *, deletes: bool = False
    ) -> Mapping[str, str]:
        """RepositoryName: no command joins a cluster, a cluster-receiver channel does."""
        full = values.get("full_repository")
        if deletes or full == "no":
            return {"full_repository": ""}
        return {"full_repository": name} if full == "yes" and name.strip() else {}
