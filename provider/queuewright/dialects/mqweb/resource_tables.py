"""The attributes of the queue and channel resources: those of the catalogue, in MQSC's keywords.

Names of queues' attributes are those of a published answer of a real server; those of channels from
connectionManagement on were compared with nothing public.

Sources: IBM MQ, REST API and PCF equivalents for queues, for channels; Request body attributes for
queues; Response body attributes for channels.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from queuewright.catalogue.attribute import Rest
from queuewright.kinds import EVERY
from queuewright.mq.choices import MONITORED


@dataclass(frozen=True, slots=True)
class RestAttribute(Rest):
    """One attribute. keyword: MQSC's, "" where the words stand alone (SHARE)."""

    keyword: str = ""
    is_number: bool = False

    def in_json(self, row: Mapping[str, Any]) -> Any:
        """The value of a displayed object; None where that has no such attribute."""
        if not self.words:
            return row.get(self.keyword)
        if self.keyword and self.keyword not in row:
            return None
        value = row[self.keyword] if self.keyword else None
        known = [
            choice
            for choice, word in self.words.items()
            if (str(value).upper() == word if self.keyword else word in row)
        ]
        if known:
            return known[0]
        return False if self.keyword and set(self.words) == {True, False} else None


def _table(words: set[str]) -> tuple[RestAttribute, ...]:
    """The attributes of kinds whose objects these words of MQSC name, each once."""
    by_path = {
        each.path: RestAttribute(
            each.path,
            each.words,
            each.always,
            "" if known.mqsc_toggle else str(known.mqsc),
            known.minimum is not None,
        )
        for spec in EVERY.values()
        if words & {spec.mqsc.word, *(word for _, word in spec.mqsc.fixed)}
        for known in spec.attributes().values()
        for each in known.rest
    }
    return tuple(by_path.values())


def _number(path: str, keyword: str) -> RestAttribute:
    return RestAttribute(path, keyword=keyword, is_number=True)


def _text(path: str, keyword: str) -> RestAttribute:
    return RestAttribute(path, keyword=keyword)


QUEUE_TYPES = {"local": "QLOCAL", "alias": "QALIAS", "remote": "QREMOTE", "model": "QMODEL"}
QUEUE = _table(set(QUEUE_TYPES.values()))
# Of local queues; what monitoring would tell has the value that it has where monitoring is off.
QUEUE_STATUS: tuple[RestAttribute, ...] = (
    _number("status.currentDepth", "CURDEPTH"),
    _number("status.openInputCount", "IPPROCS"),
    _number("status.openOutputCount", "OPPROCS"),
    _number("status.uncommittedMessages", "UNCOM"),
    _text("status.lastGet", "LGET"),
    _text("status.lastPut", "LPUT"),
    RestAttribute("status.monitoringRate", MONITORED, keyword="MONQ"),
    _number("status.oldestMessageAge", "MSGAGE"),
    _number("status.onQueueTime.longSampleDuration", "QTIMELONG"),
    _number("status.onQueueTime.shortSampleDuration", "QTIMESHORT"),
)
# Attributes that no request can set. MQSC has a date and a time for each: the keywords are of both
# together.
TIMESTAMPS: tuple[RestAttribute, ...] = (
    _text("timestamps.altered", "ALTERED"),
    _text("timestamps.created", "CREATED"),
)
CHANNEL_TYPES = {
    "sender": "SDR",
    "server": "SVR",
    "receiver": "RCVR",
    "requester": "RQSTR",
    "clusterSender": "CLUSSDR",
    "clusterReceiver": "CLUSRCVR",
}
CHANNEL = _table(set(CHANNEL_TYPES.values()))
# Groups that a queue manager has and the sandbox does not keep: asked for, they are left out.
NOT_KEPT = frozenset(("compression", "exits", "currentStatus", "savedStatus"))
