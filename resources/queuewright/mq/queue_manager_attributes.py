"""How attributes of the queue manager are described. Source: IBM MQ, MQSC: ALTER QMGR."""

from typing import Any

from queuewright.catalogue.attribute import Attribute, Choice, Pcf
from queuewright.catalogue.platform import MULTIPLATFORMS, Platform
from queuewright.catalogue.sources import CHANGE_QUEUE_MANAGER, CHGMQM

from .choices import choice
from .named import NAME, TEXT, mqsc_attribute

ZOS = frozenset({Platform.ZOS})
# Linux, UNIX and Windows.
WORKSTATIONS = MULTIPLATFORMS - {Platform.IBMI}
OVERRIDE = (choice("MQMON_ENABLED", 1, "ENABLED"), choice("MQMON_DISABLED", 0, "DISABLED"))
OFF_ON = (choice("MQMON_OFF", 0, "OFF"), choice("MQMON_ON", 1, "ON"))
RECORDING = (
    choice("MQRECORDING_MSG", 2, "MSG"),
    choice("MQRECORDING_Q", 1, "QUEUE"),
    choice("MQRECORDING_DISABLED", 0, "DISABLED"),
)
# Those that CHGMQM has too.
SWITCHED_EVENTS = (
    choice("MQEVR_ENABLED", 1, "ENABLED", "*YES"),
    choice("MQEVR_DISABLED", 0, "DISABLED", "*NO"),
)
EVENTS = (choice("MQEVR_ENABLED", 1, "ENABLED"), choice("MQEVR_DISABLED", 0, "DISABLED"))
AUTOMATIC = (
    choice("MQMON_Q_MGR", -3, "QMGR"),
    choice("MQMON_OFF", 0, "OFF"),
    choice("MQMON_LOW", 17, "LOW"),
    choice("MQMON_MEDIUM", 33, "MEDIUM"),
    choice("MQMON_HIGH", 65, "HIGH"),
)
RATES = (
    choice("MQMON_NONE", -1, "NONE"),
    choice("MQMON_OFF", 0, "OFF"),
    choice("MQMON_LOW", 17, "LOW"),
    choice("MQMON_MEDIUM", 33, "MEDIUM"),
    choice("MQMON_HIGH", 65, "HIGH"),
)
CONTROL = (choice("MQSVC_CONTROL_Q_MGR", 0, "QMGR"), choice("MQSVC_CONTROL_MANUAL", 2, "MANUAL"))
RECOVERABLE = (choice("MQIMGRCOV_YES", 1, "YES"), choice("MQIMGRCOV_NO", 0, "NO"))


def attribute(title: str, keyword: str | None, **facts: Any) -> Attribute:
    """An attribute; where its PCF parameter or CL keyword is known, its document describes it
    too."""
    described = mqsc_attribute("ALTER QMGR", title, keyword, **facts)
    sources = described.sources
    if described.pcf is not None:
        sources = (CHANGE_QUEUE_MANAGER.at(described.pcf.name), *sources)
    if described.cl is not None:
        sources = (*sources, CHGMQM.at(described.cl.keyword))
    return described.but(sources=sources)


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
