"""IBM MQ kinds, and what a program declares them with.

Written from the specs by `python -m queuewright.program.generate`: never change this file.

The classes are imported when they are asked for: whoever reads only the specs needs no Pulumi.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from queuewright.mq.authority_table import Authorities
    from queuewright.mq.resources import (
        AliasQueue,
        AmqpChannel,
        AuthorityRecord,
        AuthorityRecordsExclusive,
        ChannelAuthenticationRecord,
        ChannelAuthenticationRecordsExclusive,
        ClientConnectionChannel,
        Cluster,
        ClusterReceiverChannel,
        ClusterSenderChannel,
        CommunicationInformation,
        CouplingFacilityStructure,
        CrlAuthentication,
        LdapAuthentication,
        Listener,
        LocalQueue,
        ModelQueue,
        MqttChannel,
        Namelist,
        OcspAuthentication,
        OperatingSystemAuthentication,
        Process,
        QueueManagerAttributes,
        ReceiverChannel,
        RemoteQueue,
        RequesterChannel,
        SecurityPolicy,
        SenderChannel,
        ServerChannel,
        ServerConnectionChannel,
        Service,
        StorageClass,
        Subscription,
        Topic,
    )
    from queuewright.mq.topology import ClusterTopology
    from queuewright.program.handles import QueueManager

__all__ = [
    "AliasQueue",
    "AmqpChannel",
    "Authorities",
    "AuthorityRecord",
    "AuthorityRecordsExclusive",
    "ChannelAuthenticationRecord",
    "ChannelAuthenticationRecordsExclusive",
    "ClientConnectionChannel",
    "Cluster",
    "ClusterReceiverChannel",
    "ClusterSenderChannel",
    "ClusterTopology",
    "CommunicationInformation",
    "CouplingFacilityStructure",
    "CrlAuthentication",
    "LdapAuthentication",
    "Listener",
    "LocalQueue",
    "ModelQueue",
    "MqttChannel",
    "Namelist",
    "OcspAuthentication",
    "OperatingSystemAuthentication",
    "Process",
    "QueueManager",
    "QueueManagerAttributes",
    "ReceiverChannel",
    "RemoteQueue",
    "RequesterChannel",
    "SecurityPolicy",
    "SenderChannel",
    "ServerChannel",
    "ServerConnectionChannel",
    "Service",
    "StorageClass",
    "Subscription",
    "Topic",
]

_ELSEWHERE = {
    "Authorities": "queuewright.mq.authority_table",
    "QueueManager": "queuewright.program.handles",
    "ClusterTopology": "queuewright.mq.topology",
}


if not TYPE_CHECKING:  # a type checker would take every name for one of ours

    def __getattr__(name: str) -> Any:
        if name in __all__:
            where = _ELSEWHERE.get(name, "queuewright.mq.resources")
            return getattr(import_module(where), name)
        if not name[:1].isupper():
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        # A kind that was registered. It has no typed class, and works as the others do.
        return import_module("queuewright.program.resource").resource_class(f"mq:{name}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
