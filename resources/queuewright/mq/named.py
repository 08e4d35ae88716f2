"""Attributes of MQ objects by what their documents call them: names imply sources and PCF type."""

from typing import Any, NamedTuple

from queuewright.catalogue.attribute import Attribute, Cl, Pcf
from queuewright.catalogue.names import mq_name, no_control_characters
from queuewright.catalogue.sources import (
    CHANGE_CHANNEL,
    CHANGE_NAMELIST,
    CHANGE_QUEUE,
    CRTMQMCHL,
    CRTMQMNL,
    CRTMQMQ,
    Document,
)


class Names(NamedTuple):
    """PCF parameter, its identifier and number, MQSC keyword, CL keyword; None where the dialect
    has no such parameter. synonyms: other PCF names of the same identifier."""

    parameter: str
    identifier: str
    number: int
    mqsc: str | None
    cl: str | None = None
    synonyms: tuple[str, ...] = ()


# Facts that many attributes share: the name of an object (that CL can leave blank), and a text.
NAME: dict[str, Any] = {"max_length": 48, "syntax": mq_name, "shipped": ""}
OPTIONAL_NAME: dict[str, Any] = {"cl_blank": "*NONE", **NAME}
TEXT: dict[str, Any] = {"cl_blank": "*NONE", "syntax": no_control_characters, "shipped": ""}
DESCRIPTION: dict[str, Any] = {**TEXT, "cl_blank": "*BLANK", "max_length": 64}


def queue_attribute(title: str, names: Names, **facts: Any) -> Attribute:
    """An attribute of Change Queue (PCF) and CRTMQMQ. facts: the other fields of `Attribute`;
    limits: minimum and maximum."""
    return _attribute(title, names, CHANGE_QUEUE, CRTMQMQ, facts)


def channel_attribute(title: str, names: Names, **facts: Any) -> Attribute:
    """An attribute of Change Channel (PCF) and CRTMQMCHL; facts: as above."""
    return _attribute(title, names, CHANGE_CHANNEL, CRTMQMCHL, facts)


def namelist_attribute(title: str, names: Names, **facts: Any) -> Attribute:
    """An attribute of Change Namelist (PCF) and CRTMQMNL; facts: as above."""
    return _attribute(title, names, CHANGE_NAMELIST, CRTMQMNL, facts)


def _attribute(
    title: str, names: Names, change: Document, create: Document, facts: dict[str, Any]
) -> Attribute:
    parameter = ", ".join((names.parameter, *names.synonyms))
    sources = [change.at(parameter), *([create.at(names.cl)] if names.cl else [])]
    if "limits" in facts:
        facts["minimum"], facts["maximum"] = facts.pop("limits")
    text = "MQCFSL" if "max_items" in facts else "MQCFST"
    structure = "MQCFIN" if names.identifier.startswith("MQIA") else text
    return Attribute(
        title=title,
        sources=tuple(sources),
        mqsc=names.mqsc,
        pcf=Pcf(names.parameter, names.identifier, names.number, structure, names.synonyms),
        cl=None if names.cl is None else Cl(names.cl),
        **facts,
    )
