"""When what the sandbox keeps was created and last altered: whole seconds since 1970 in the file,
and the words of each interface for them.

Sources: IBM MQ, Attributes for queues: AlterationDate, AlterationTime, CreationDate, CreationTime
("YYYY-MM-DD", "HH.MM.SS"; on z/OS Greenwich Mean Time, elsewhere local time); REST API time stamps
(UTC); IBM i, OBJECT_STATISTICS: OBJCREATED, CHANGE_TIMESTAMP.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from queuewright.catalogue.platform import Platform

if TYPE_CHECKING:
    from .rows import Transaction

# In what a setting of the file keeps of an object: [created, altered], beside its MQSC keywords.
TIMES = "times"
# A partition of the sandbox says QUTCOFFSET +0000.
_ON_UTC = (Platform.ZOS, Platform.IBMI)


def altered(platform: Platform, seconds: int) -> dict[str, str]:
    """ALTDATE and ALTTIME."""
    date, time = _said(seconds, platform in _ON_UTC)
    return {"ALTDATE": date, "ALTTIME": time}


def created(platform: Platform, seconds: int) -> dict[str, str]:
    """CRDATE and CRTIME."""
    date, time = _said(seconds, platform in _ON_UTC)
    return {"CRDATE": date, "CRTIME": time}


def in_pcf(words: Mapping[str, str]) -> dict[str, str]:
    """The same, with the names of PCF's parameters."""
    return {_IN_PCF[word]: text for word, text in words.items()}


@lru_cache(maxsize=4096)
def in_rest(platform: Platform, date: str | None, time: str | None) -> str | None:
    """A date and a time of MQSC as one time stamp of the REST API; None where there is none."""
    if not date or not time:
        return None
    local = datetime.fromisoformat(f"{date}T{time.replace('.', ':')}")
    aware = local.replace(tzinfo=UTC) if platform in _ON_UTC else local.astimezone(UTC)
    return f"{aware:%Y-%m-%dT%H:%M:%S}.000Z"


def in_sql(seconds: int) -> str:
    """A timestamp of an SQL service, in the time of the partition."""
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M:%S}"


def times_of(tx: "Transaction", values: Mapping[str, Any]) -> tuple[int, int]:
    """Creation and alteration of what a setting keeps. What shipped is as old as the system."""
    created_at, altered_at = values.get(TIMES) or (tx.created, tx.created)
    return created_at, altered_at


def kept_times(
    tx: "Transaction", values: Mapping[str, Any], *, tells_creation: bool = False
) -> dict[str, str]:
    """When what a setting keeps was altered, and where MQ tells it, created."""
    created_at, altered_at = times_of(tx, values)
    platform = tx.facts.platform
    known = created(platform, created_at) if tells_creation else {}
    return known | altered(platform, altered_at)


def stamped(
    tx: "Transaction", before: Mapping[str, Any] | None, values: Mapping[str, Any]
) -> dict[str, Any]:
    """The values of what a setting keeps, altered now. before: what there was of that name."""
    created_at = tx.now if before is None else times_of(tx, before)[0]
    return {**values, TIMES: [created_at, tx.now]}


def plain(values: Mapping[str, Any]) -> dict[str, Any]:
    """What a setting keeps of an object, without its times."""
    return {word: value for word, value in values.items() if word != TIMES}


_IN_PCF = {
    "ALTDATE": "AlterationDate",
    "ALTTIME": "AlterationTime",
    "CRDATE": "CreationDate",
    "CRTIME": "CreationTime",
}


@lru_cache(maxsize=4096)
def _said(seconds: int, on_utc: bool) -> tuple[str, str]:
    """Date and time. Many objects are made in one second."""
    moment = datetime.fromtimestamp(seconds, UTC)
    local = moment if on_utc else moment.astimezone()
    return f"{local:%Y-%m-%d}", f"{local:%H.%M.%S}"
