"""How attributes of the queue manager are described. Source: IBM MQ, MQSC: ALTER QMGR."""

from typing import Any

from queuewright.catalogue.attribute import Attribute, Choice, Pcf
from queuewright.catalogue.platform import Platform
from queuewright.catalogue.sources import CHANGE_QUEUE_MANAGER

from .named import NAME, TEXT, mqsc_attribute

ZOS = frozenset({Platform.ZOS})


def attribute(title: str, keyword: str | None, **facts: Any) -> Attribute:
    """An attribute; where its PCF parameter is known, that document describes it too."""
    described = mqsc_attribute("ALTER QMGR", title, keyword, **facts)
    if described.pcf is None:
        return described
    document = CHANGE_QUEUE_MANAGER.at(described.pcf.name)
    return described.but(sources=(document, *described.sources))


def named(title: str, keyword: str, **facts: Any) -> Attribute:
    return attribute(title, keyword, **{**NAME, **facts})


def text(title: str, keyword: str, length: int, **facts: Any) -> Attribute:
    return attribute(title, keyword, **{**TEXT, "max_length": length, **facts})


def words(title: str, keyword: str, choices: tuple[Choice, ...], **facts: Any) -> Attribute:
    return attribute(title, keyword, choices=choices, **facts)


def string(parameter: str, identifier: str, number: int) -> Pcf:
    return Pcf(parameter, identifier, number, "MQCFST")


def integer(parameter: str, identifier: str, number: int) -> Pcf:
    return Pcf(parameter, identifier, number, "MQCFIN")
