"""A kind that Queuewright does not have, in one file: what adding one takes.

Source: IBM's Change, Copy and Create Topic (PCF); DEFINE TOPIC; CRTMQMTOP.
"""

from typing import Annotated, ClassVar

from queuewright.catalogue.attribute import Attribute, Change, Cl, Pcf, Ref, Strength
from queuewright.catalogue.commands import ClCommands, MqscCommands, PcfCommands
from queuewright.catalogue.names import mq_name, no_control_characters
from queuewright.catalogue.references import Role
from queuewright.catalogue.sources import PCF_COMMANDS
from queuewright.catalogue.spec import Spec

SOURCES = (PCF_COMMANDS.at("Change, Copy and Create Topic"),)
TOPIC_NAME = Attribute(
    title="Topic name",
    sources=SOURCES,
    pcf=Pcf("TopicName", "MQCA_TOPIC_NAME", 2092, "MQCFST"),
    cl=Cl("TOPNAME"),
    max_length=48,
    syntax=mq_name,
    change=Change.REPLACE,
    required=True,
)
TOPIC_DESCRIPTION = Attribute(
    title="Topic description",
    sources=SOURCES,
    mqsc="DESCR",
    pcf=Pcf("TopicDesc", "MQCA_TOPIC_DESC", 2093, "MQCFST"),
    cl=Cl("TEXT"),
    cl_blank="*BLANK",
    max_length=64,
    syntax=no_control_characters,
    shipped="",
)
TOPIC_STRING = Attribute(
    title="Topic string",
    sources=SOURCES,
    mqsc="TOPICSTR",
    pcf=Pcf("TopicString", "MQCA_TOPIC_STRING", 2094, "MQCFST"),
    cl=Cl("TOPICSTR"),
    max_length=10_240,
    syntax=no_control_characters,
    shipped="",
    change=Change.REPLACE,
)
CLUSTER_NAME = Attribute(
    title="Cluster to which this topic belongs",
    sources=SOURCES,
    mqsc="CLUSTER",
    pcf=Pcf("ClusterName", "MQCA_CLUSTER_NAME", 2029, "MQCFST"),
    cl=Cl("CLUSTER"),
    max_length=48,
    syntax=mq_name,
    shipped="",
    reference=Ref((Role.CLUSTER,), Strength.SOFT),
)


class TopicSpec(Spec):
    """An administrative topic."""

    kind: ClassVar[str] = "mq:Topic"
    mqsc: ClassVar[MqscCommands] = MqscCommands("TOPIC")
    pcf: ClassVar[PcfCommands] = PcfCommands(
        object="TOPIC",
        numbers={"CHANGE": 170, "COPY": 171, "CREATE": 172, "DELETE": 173, "INQUIRE": 174},
        name="TopicName",
        title="Topic",
        copied=(3150, 3149),
        attributes=1269,
    )
    cl: ClassVar[ClCommands] = ClCommands(
        create="CRTMQMTOP",
        change="CHGMQMTOP",
        copy="CPYMQMTOP",
        delete="DLTMQMTOP",
        name="TOPNAME",
        positions={
            "CRTMQMTOP": "TOPNAME MQMNAME REPLACE TEXT TOPICSTR",
            "CHGMQMTOP": "TOPNAME MQMNAME TEXT",
            "CPYMQMTOP": "FROMTOP TOTOP MQMNAME",
            "DLTMQMTOP": "TOPNAME MQMNAME",
        },
        copied=("FROMTOP", "TOTOP"),
        default="*SYSDFTTOP",
    )
    default_object: ClassVar[str | None] = "SYSTEM.DEFAULT.TOPIC"
    namespace: ClassVar[str] = "topic"
    roles: ClassVar[tuple[Role, ...]] = (Role.TOPIC,)
    module: ClassVar[tuple[str, str]] = ("topics", "Topics")

    name: Annotated[str, TOPIC_NAME]
    topic_description: Annotated[str | None, TOPIC_DESCRIPTION] = None
    topic_string: Annotated[str | None, TOPIC_STRING] = None
    cluster_name: Annotated[str | None, CLUSTER_NAME] = None
