"""Groups of kinds that attributes may refer to."""

__all__ = [
    "AUTHORIZATION_LIST",
    "CHANNEL",
    "CLUSTER",
    "DATA_QUEUE",
    "LOCAL",
    "NAMELIST",
    "QUEUE",
]

LOCAL = ("mq:LocalQueue",)
QUEUE = ("mq:LocalQueue", "mq:AliasQueue", "mq:RemoteQueue")
NAMELIST = ("mq:Namelist",)
CLUSTER = ("mq:Cluster",)
CHANNEL = ("mq:ClusterSenderChannel",)
AUTHORIZATION_LIST = ("ibmi:AuthorizationList",)
DATA_QUEUE = ("ibmi:DataQueue",)
