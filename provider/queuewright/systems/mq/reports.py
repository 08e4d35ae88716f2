"""The report of a queue manager's command processor, as replies: whatever carried it."""

from collections.abc import Mapping
from types import MappingProxyType

from queuewright.dialects.mqsc.report import MqscAnswer, MqscMessage

from .carrier import MqReply

# A message for which nothing was run -> the way out.
_REMEDIATIONS: Mapping[int, str] = MappingProxyType(
    {
        8118: "correct the queue manager's name in `command`",
        8135: "let the user administer the queue manager: make it a member of mqm, or use setmqaut "
        "(on IBM i QMQMADM, GRTMQMAUT)",
        8146: "start the queue manager, or run the command where it is active",
        8156: "run it again when the queue manager is up",
        8157: "run it again when the queue manager is up",
        8478: "run the command where the queue manager is active: this is its standby",
    }
)


def remediation_for(message: MqscMessage) -> str:
    """The remediation of a message for which nothing was run."""
    return _REMEDIATIONS.get(message.number, "see the queue manager's error log")


def reply_of(answer: MqscAnswer) -> MqReply:
    """The reply to one command."""
    message = answer.message
    return MqReply(
        0 if answer.ok else 2,
        answer.reason,
        message.id if message else "",
        message.text if message else "no message",
        answer.rows,
    )
