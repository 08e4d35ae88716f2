"""Attributes that job queues and output queues share, and the rule of the data queue of an output
queue. Sources: IBM i, CRTJOBQ, CRTOUTQ, CHGOUTQ; CRTDTAQ MAXLEN and SEQ."""

from typing import Any

from queuewright.catalogue.attribute import Attribute, Choice, Sql
from queuewright.catalogue.sources import Document

from .common_attributes import AUTHORITY, ibmi_attribute, special


def operator_controlled(document: Document, service: str, **facts: Any) -> Attribute:
    return ibmi_attribute(
        "Operator controlled",
        document.at("OPRCTL"),
        choices=(special("*YES"), special("*NO")),
        default="yes",
        sql=Sql(service, "OPERATOR_CONTROLLED", starred=True),
        **facts,
    )


def authority_to_check(document: Document, service: str, **facts: Any) -> Attribute:
    return ibmi_attribute(
        "Authority to check",
        document.at("AUTCHK"),
        choices=(special("*OWNER"), special("*DTAAUT")),
        default="owner",
        sql=Sql(service, "AUTHORITY_TO_CHECK", starred=True),
        **facts,
    )


def authority(document: Document) -> Attribute:
    """AUT of a queue of jobs or spooled files: *USE where it is left out."""
    words: tuple[Choice, ...] = AUTHORITY.choices
    return AUTHORITY.but(sources=(document.at("AUT"),), choices=words, default="use", shipped="use")
