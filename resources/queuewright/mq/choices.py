"""Choices of MQ attributes: the value is the MQ constant without its prefix, in lower case."""

from collections.abc import Mapping
from typing import Any

from queuewright.catalogue.attribute import Choice, Rest
from queuewright.catalogue.platform import ALL, Platform


def choice(
    constant: str,
    number: int,
    mqsc: str | None,
    cl: str | None = None,
    *,
    platforms: frozenset[Platform] = ALL,
) -> Choice:
    """`MQUS_TRANSMISSION`, 1, `XMITQ`, `*TMQ` gives the value "transmission"."""
    return Choice(constant.split("_", 1)[1].lower(), mqsc, constant, number, cl, platforms)


def spelled_alike(prefix: str, **numbers: int) -> tuple[Choice, ...]:
    """`MQREADA`, NO=0: MQREADA_NO is NO in MQSC and *NO in CL."""
    return tuple(
        choice(f"{prefix}_{word}", number, word, f"*{word}") for word, number in numbers.items()
    )


_Q_MGR, _OFF = choice("MQMON_Q_MGR", -3, "QMGR", "*QMGR"), choice("MQMON_OFF", 0, "OFF", "*OFF")
# MQMON: on, off, or as the queue manager says; and with rates.
SWITCH: dict[str, Any] = {
    "choices": (_Q_MGR, _OFF, choice("MQMON_ON", 1, "ON", "*ON")),
    "shipped": "q_mgr",
}
MONITORING: dict[str, Any] = {
    "choices": (_OFF, _Q_MGR, *spelled_alike("MQMON", LOW=17, MEDIUM=33, HIGH=65)),
    "shipped": "q_mgr",
}


# The words of the REST API for choices that several attributes share.
COLLECTED = {"asQmgr": "QMGR", "off": "OFF", "on": "ON"}
MONITORED = {"asQmgr": "QMGR", "off": "OFF", "low": "LOW", "medium": "MEDIUM", "high": "HIGH"}
PROPERTIES = {"all": "ALL", "compatible": "COMPAT", "none": "NONE"}


def rest(path: str, words: Mapping[Any, str] | None = None, *, always: bool = False) -> tuple[Rest]:
    """The one place where the REST API has an attribute."""
    return (Rest(path, words or {}, always),)


def switch(path: str, on: str, off: str) -> tuple[Rest]:
    """`true` and `false`, and what they are in MQSC."""
    return rest(path, {True: on, False: off})


def yes_no(no: str, yes: str, mqsc: tuple[str, str] = ("NO", "YES")) -> tuple[Choice, ...]:
    """A pair of constants valued 0 and 1, *NO and *YES in CL."""
    return choice(no, 0, mqsc[0], "*NO"), choice(yes, 1, mqsc[1], "*YES")
