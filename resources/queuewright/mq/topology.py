"""ClusterTopology: the memberships and channels of a whole cluster, as one component."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pulumi

from queuewright.program.handles import QueueManager, system_name
from queuewright.program.refusal import WrongValue

from .resources import Cluster, ClusterReceiverChannel, ClusterSenderChannel

_CHANNEL_NAME_BYTES = 20  # MQ_CHANNEL_NAME_LENGTH


class ClusterTopology(pulumi.ComponentResource):
    """A cluster: which queue managers hold its full repositories, which are plain members.

    Each queue manager gets its membership (`mq.Cluster`), a cluster-receiver channel with its own
    address, and cluster-sender channels: a full repository one to every other full repository, a
    member one to the first full repository (or to `repository_of` it), as IBM advises.

        mq.ClusterTopology(
            "ORDERS",
            full_repositories={"QM1": "host1(1414)", "QM2": "host2(1414)"},
            members={"QM3": "host3(1414)"},
        )
    """

    cluster: str
    memberships: Mapping[str, Cluster]
    receivers: Mapping[str, ClusterReceiverChannel]
    senders: Mapping[tuple[str, str], ClusterSenderChannel]

    def __init__(
        self,
        resource_name: str,
        *,
        full_repositories: Mapping[str | QueueManager, pulumi.Input[str]],
        members: Mapping[str | QueueManager, pulumi.Input[str]] | None = None,
        cluster: str | None = None,
        channel_name: str = "{cluster}.{queue_manager}",
        repository_of: Mapping[str | QueueManager, str | QueueManager] | None = None,
        ssl_cipher_specification: pulumi.Input[str] | None = None,
        channel_attributes: Mapping[str, Any] | None = None,
        opts: pulumi.ResourceOptions | None = None,
    ) -> None:
        """Declare the cluster.

        Args:
            resource_name: Its name in this program.
            full_repositories: Address, such as "host(1414)", of each queue manager that is a full
                repository. IBM advises two.
            members: Address of each other queue manager.
            cluster: The cluster's name. Default: the resource name.
            channel_name: Pattern of channel names; {cluster} and {queue_manager}, the one that
                the channel leads to, stand for names. At most 20 bytes when they are filled in.
            repository_of: Which full repository a member's cluster-sender channel leads to.
                Default: the first.
            ssl_cipher_specification: TLS CipherSpec of every channel.
            channel_attributes: Further attributes of every channel, as keywords of
                ClusterReceiverChannel and ClusterSenderChannel, such as {"heartbeat_interval": 60}.
            opts: Pulumi's own options.

        Raises WrongValue when no full repository is given, a queue manager is named twice, a
        channel name is too long, or `repository_of` names no member or no full repository.
        """
        super().__init__("queuewright:mq:ClusterTopology", resource_name, {}, opts)
        self.cluster = cluster or resource_name
        repositories = _by_name(full_repositories)
        others = _by_name(members or {})
        to = {system_name(k): system_name(v) for k, v in (repository_of or {}).items()}
        for problem in self._problems(repositories, others, channel_name, to):
            raise WrongValue(f"mq.ClusterTopology {self.pulumi_resource_name!r}: {problem}")
        options = dict(channel_attributes or {})
        if ssl_cipher_specification is not None:
            options["ssl_cipher_specification"] = ssl_cipher_specification

        memberships: dict[str, Cluster] = {}
        receivers: dict[str, ClusterReceiverChannel] = {}
        senders: dict[tuple[str, str], ClusterSenderChannel] = {}
        addresses = {**repositories, **others}
        for manager, address in addresses.items():
            child = pulumi.ResourceOptions(parent=self)
            memberships[manager] = Cluster(
                f"{resource_name}-{manager}",
                system=manager,
                name=self.cluster,
                full_repository="yes" if manager in repositories else "no",
                opts=child,
            )
            name = self._channel(channel_name, manager)
            receivers[manager] = ClusterReceiverChannel(
                f"{resource_name}-{manager}-receiver",
                system=manager,
                name=name,
                cluster_name=memberships[manager],
                connection_name=address,
                opts=child,
                **options,
            )
        for manager in addresses:
            if manager in repositories:
                towards = [other for other in repositories if other != manager]
            else:
                towards = [to.get(manager, next(iter(repositories)))]
            for other in towards:
                senders[manager, other] = ClusterSenderChannel(
                    f"{resource_name}-{manager}-to-{other}",
                    system=manager,
                    name=self._channel(channel_name, other),
                    cluster_name=memberships[manager],
                    connection_name=repositories[other],
                    # The receiver first: a queue manager cannot join before others reach it.
                    opts=pulumi.ResourceOptions(parent=self, depends_on=[receivers[manager]]),
                    **options,
                )
        self.memberships, self.receivers, self.senders = memberships, receivers, senders
        self.register_outputs({})

    def _channel(self, pattern: str, manager: str) -> str:
        return pattern.replace("{cluster}", self.cluster).replace("{queue_manager}", manager)

    def _problems(
        self,
        repositories: Mapping[str, Any],
        others: Mapping[str, Any],
        pattern: str,
        repository_of: Mapping[str, str],
    ) -> Iterator[str]:
        if not repositories:
            yield "a cluster needs a full repository; IBM advises two"
        twice = sorted(set(repositories) & set(others))
        if twice:
            yield f"{', '.join(twice)} is a full repository and a member; name it once"
        for manager, other in repository_of.items():
            wrong = f"repository_of {manager!r}"
            if manager not in others:
                known = ", ".join(others) or "members"
                yield f"{wrong}, which is not a member; use one of {known}"
            if other not in repositories:
                known = ", ".join(repositories)
                yield f"{wrong} is {other!r}, which is not a full repository; use one of {known}"
        for manager in (*repositories, *others):
            name = self._channel(pattern, manager)
            if len(name.encode()) > _CHANNEL_NAME_BYTES:
                yield (
                    f"channel name {name!r} has {len(name.encode())} bytes and may have "
                    f'{_CHANNEL_NAME_BYTES}; give a shorter channel_name, such as "TO.'
                    '{queue_manager}"'
                )


def _by_name(addresses: Mapping[str | QueueManager, Any]) -> dict[str, Any]:
    return {system_name(manager): address for manager, address in addresses.items()}
