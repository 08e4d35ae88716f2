"""When what the sandbox keeps was created and last altered: whole seconds since 1970 in the file,
and the words of each interface for them.

Sources: IBM MQ, Attributes for queues: AlterationDate, AlterationTime, CreationDate, CreationTime
("YYYY-MM-DD", "HH.MM.SS"; on z/OS Greenwich Mean Time, elsewhere local time); REST API time stamps
(UTC); IBM i, OBJECT_STATISTICS: OBJCREATED, CHANGE_TIMESTAMP.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import lru_cache

from queuewright.catalogue.platform import Platform

# A partition of the sandbox says QUTCOFFSET +0000.
_ON_UTC = (Platform.ZOS, Platform.IBMI)


def altered(platform: Platform, seconds: int) -> dict[str, str]:
    """ALTDATE and ALTTIME."""
    date, time = _date_and_time(seconds, platform in _ON_UTC)
    return {"ALTDATE": date, "ALTTIME": time}


def created(platform: Platform, seconds: int) -> dict[str, str]:
    """CRDATE and CRTIME."""
    date, time = _date_and_time(seconds, platform in _ON_UTC)
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


_IN_PCF = {
    "ALTDATE": "AlterationDate",
    "ALTTIME": "AlterationTime",
    "CRDATE": "CreationDate",
    "CRTIME": "CreationTime",
}


@lru_cache(maxsize=4096)
def _date_and_time(seconds: int, on_utc: bool) -> tuple[str, str]:
    """Date and time. Many objects are made in one second."""
    moment = datetime.fromtimestamp(seconds, UTC)
    local = moment if on_utc else moment.astimezone()
    return f"{local:%Y-%m-%d}", f"{local:%H.%M.%S}"
