"""The response messages to one command as they come: which belong together, and when all are there.

Source: IBM, Extended responses. A command has one set of responses, numbered from 1, the last with
MQCFC_LAST. On z/OS there may be several sets: each is known by its MQBACF_RESPONSE_ID, and any
response may announce another one (MQBACF_RESPONSE_SET), so that a command is answered when every
set that is known has had its last.
"""

from dataclasses import dataclass, field

from .constants import MQBACF, MQCACF, MQCFC, MQCFT, MQIACF
from .structures import MQCFBS, MQCFST, PcfMessage, Structure

EXTENDED = (MQCFT.XR_MSG, MQCFT.XR_ITEM, MQCFT.XR_SUMMARY)
# Parameters that say where a response belongs, and nothing of an object.
_PLACE = frozenset(
    (
        MQBACF.RESPONSE_ID,
        MQBACF.RESPONSE_SET,
        MQCACF.RESPONSE_Q_MGR_NAME,
        MQIACF.COMMAND_INFO,
        MQIACF.CMDSCOPE_Q_MGR_COUNT,
    )
)


@dataclass(slots=True)
class ResponseSet:
    """manager: the queue manager that it comes from, "" where it is not said, as in standard
    responses; last: MsgSeqNumber of the last one, 0 while that has not come."""

    manager: str = ""
    messages: list[PcfMessage] = field(default_factory=list)
    last: int = 0

    @property
    def whole(self) -> bool:
        return 0 < self.last <= len(self.messages)


class Responses:
    """Those to one command. Within a set they may come in any order."""

    def __init__(self) -> None:
        self._sets: dict[bytes, ResponseSet] = {}

    def take(self, message: PcfMessage) -> None:
        identifier, manager = b"", ""
        announced = []
        if message.header.type in EXTENDED:
            for parameter in message.parameters:
                match parameter:
                    case MQCFBS(MQBACF.RESPONSE_ID, value):
                        identifier = value
                    case MQCFBS(MQBACF.RESPONSE_SET, value):
                        announced.append(value)
                    case MQCFST(MQCACF.RESPONSE_Q_MGR_NAME, name):
                        manager = name.rstrip(" \0")
        own = self._sets.setdefault(identifier, ResponseSet())
        own.manager = own.manager or manager
        own.messages.append(message)
        if message.header.control == MQCFC.LAST:
            own.last = message.header.sequence
        for each in announced:
            self._sets.setdefault(each, ResponseSet())

    @property
    def whole(self) -> bool:
        return bool(self._sets) and all(each.whole for each in self._sets.values())

    @property
    def sets(self) -> list[ResponseSet]:
        """In the order in which they were heard of, each in the order of MsgSeqNumber."""
        for each in self._sets.values():
            each.messages.sort(key=lambda message: message.header.sequence)
        return list(self._sets.values())


def own_parameters(message: PcfMessage) -> tuple[Structure, ...]:
    """The parameters without those that say where the response belongs."""
    if message.header.type not in EXTENDED:
        return message.parameters
    return tuple(p for p in message.parameters if p.parameter not in _PLACE)
