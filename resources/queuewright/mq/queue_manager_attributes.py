"""How attributes of the queue manager are described. Source: IBM MQ, MQSC: ALTER QMGR."""

from functools import partial
from typing import Any

from queuewright.catalogue.attribute import Attribute, Choice, Pcf
from queuewright.catalogue.platform import Platform

from .named import NAME, TEXT, mqsc_attribute

attribute = partial(mqsc_attribute, "ALTER QMGR")
ZOS = frozenset({Platform.ZOS})


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
