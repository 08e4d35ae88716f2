"""Attributes of MQ objects by what their documents call them: names imply sources and PCF type."""

from functools import partial
from typing import Any, NamedTuple

from queuewright.catalogue.attribute import Attribute, Change, Choice, Cl, Pcf, PcfSynonym
from queuewright.catalogue.names import mq_name, no_control_characters
from queuewright.catalogue.sources import (
    CHANGE_CHANNEL,
    CHANGE_NAMELIST,
    CHANGE_QUEUE,
    CRTMQMCHL,
    CRTMQMNL,
    CRTMQMQ,
    MQSC,
    Document,
)


class Names(NamedTuple):
    """PCF parameter, its identifier and number, MQSC keyword, CL keyword; None where the dialect
    has no such parameter. synonyms: other PCF names, and identifiers, of the same number."""

    parameter: str
    identifier: str
    number: int
    mqsc: str | None
    cl: str | None = None
    synonyms: tuple[PcfSynonym, ...] = ()


# Facts that many attributes share: the object's own name, the name of another (that CL can leave
# blank), and a text.
OWN_NAME: dict[str, Any] = {
    "max_length": 48,
    "syntax": mq_name,
    "change": Change.REPLACE,
    "required": True,
}
NAME: dict[str, Any] = {"max_length": 48, "syntax": mq_name, "shipped": ""}
OPTIONAL_NAME: dict[str, Any] = {"cl_blank": "*NONE", **NAME}
TEXT: dict[str, Any] = {"cl_blank": "*NONE", "syntax": no_control_characters, "shipped": ""}
DESCRIPTION: dict[str, Any] = {**TEXT, "cl_blank": "*BLANK", "max_length": 64}


def documented(
    change: Document, create: Document | None, title: str, names: Names, /, **facts: Any
) -> Attribute:
    """An attribute of these documents, Change (PCF) and Create (CL; None where CL has none).
    facts: the other fields of `Attribute`; limits: minimum and maximum; a default of the documents
    is what IBM ships; one_apart: of the PCF parameter."""
    one_apart = facts.pop("one_apart", False)
    parameter = ", ".join((names.parameter, *(other.name for other in names.synonyms)))
    sources = [change.at(parameter), *([create.at(names.cl)] if create and names.cl else [])]
    if "limits" in facts:
        facts["minimum"], facts["maximum"] = facts.pop("limits")
    facts = {"shipped": facts.get("default")} | facts
    kind, is_list = names.identifier[:4], "max_items" in facts
    of_one = {"MQIA": "MQCFIN", "MQBA": "MQCFBS"}
    of_several = {"MQIA": "MQCFIL", "MQCA": "MQCFSL"}
    structure = (of_several if is_list else of_one).get(kind, "MQCFSL" if is_list else "MQCFST")
    return Attribute(
        title=title,
        sources=tuple(sources),
        mqsc=names.mqsc,
        pcf=Pcf(
            names.parameter, names.identifier, names.number, structure, names.synonyms, one_apart
        ),
        cl=None if names.cl is None else Cl(names.cl),
        **facts,
    )


queue_attribute = partial(documented, CHANGE_QUEUE, CRTMQMQ)
channel_attribute = partial(documented, CHANGE_CHANNEL, CRTMQMCHL)
# ALTER CHANNEL: "Changes take effect after the channel is next started."
at_next_start = partial(channel_attribute, change=Change.NEEDS_STOPPED)
namelist_attribute = partial(documented, CHANGE_NAMELIST, CRTMQMNL)


def mqsc_attribute(command: str, title: str, keyword: str | None, /, **facts: Any) -> Attribute:
    """An attribute of a kind that is known by its MQSC command: `DEFINE TOPIC`, its keyword."""
    if "limits" in facts:
        facts["minimum"], facts["maximum"] = facts.pop("limits")
    section = f"{command} {keyword}" if keyword else command
    return Attribute(title=title, sources=(MQSC.at(section),), mqsc=keyword, **facts)


def constants(prefix: str, **words: str) -> tuple[Choice, ...]:
    """`MQTA`, BLOCK="BLOCK": the constant MQTA_BLOCK, and its word in MQSC."""
    return tuple(
        Choice(constant.lower(), word, f"{prefix}_{constant}") for constant, word in words.items()
    )


# Attributes that only a script sets, and that stay as they are from then on.
FIXED: dict[str, Any] = {"change": Change.FIXED}
NO_YES: dict[str, Any] = {"choices": (Choice("no", "NO"), Choice("yes", "YES"))}
NUMBER: dict[str, Any] = {"limits": (0, 999_999_999)}
