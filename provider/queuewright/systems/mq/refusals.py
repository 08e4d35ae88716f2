"""The meaning of a queue manager's refusal, and the remediation.

Sources: IBM MQ, Reason codes and exceptions; AMQ8xxx: Administration.
"""

import re
from collections.abc import Mapping
from types import MappingProxyType

from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.errors import CommandFailed, SystemUnavailable
from queuewright.dialects.pcf.constants import MQRC, MQRCCF, reason_name

from .carrier import MqReply

# The number of a message of runmqsc -> what PCF says in its place; the letter after it is how bad
# it is, and differs between releases.
_REASONS: Mapping[str, int] = MappingProxyType(
    {
        "AMQ8118": MQRC.Q_MGR_NAME_ERROR,
        "AMQ8135": MQRC.NOT_AUTHORIZED,
        "AMQ8077": MQRC.NOT_AUTHORIZED,
        "AMQ8143": MQRC.Q_NOT_EMPTY,
        "AMQ8146": MQRC.Q_MGR_NOT_AVAILABLE,
        "AMQ8147": MQRC.UNKNOWN_OBJECT_NAME,
        "AMQ8148": MQRC.OBJECT_IN_USE,
        "AMQ8150": MQRCCF.OBJECT_ALREADY_EXISTS,
        "AMQ8151": MQRCCF.OBJECT_WRONG_TYPE,
        "AMQ8156": MQRC.Q_MGR_QUIESCING,
        "AMQ8226": MQRCCF.CHANNEL_ALREADY_EXISTS,
        "AMQ8227": MQRCCF.CHANNEL_NOT_FOUND,
        "AMQ8420": MQRCCF.CHL_STATUS_NOT_FOUND,
        "AMQ8884": MQRCCF.CHLAUTH_NOT_FOUND,
        "AMQ8461": MQRCCF.CONNECTION_ID_ERROR,
        "AMQ8478": MQRC.Q_MGR_NOT_AVAILABLE,
        "CSQM125": MQRC.UNKNOWN_OBJECT_NAME,
    }
)
_NOT_FOUND = frozenset(
    (
        MQRC.UNKNOWN_OBJECT_NAME,
        MQRCCF.NONE_FOUND,  # what z/OS says of an inquiry
        MQRCCF.CHANNEL_NOT_FOUND,
        MQRCCF.CHLAUTH_NOT_FOUND,
        MQRCCF.POLICY_NOT_FOUND,
        MQRCCF.Q_STATUS_NOT_FOUND,
        MQRCCF.CHL_STATUS_NOT_FOUND,
        MQRCCF.LSTR_STATUS_NOT_FOUND,
        MQRCCF.SERV_STATUS_NOT_FOUND,
        MQRCCF.CONNECTION_ID_ERROR,
    )
)
# The queue manager is not there to be asked.
_NOT_THERE: Mapping[int, str] = MappingProxyType(
    {
        MQRC.Q_MGR_NAME_ERROR: "correct queue_manager",
        MQRC.Q_MGR_NOT_AVAILABLE: "start the queue manager, or address the active instance",
        MQRC.CONNECTION_BROKEN: "run it again when the queue manager is up",
        MQRC.Q_MGR_QUIESCING: "run it again when the queue manager is up",
        MQRC.Q_MGR_STOPPING: "run it again when the queue manager is up",
        MQRC.UNKNOWN_OBJECT_Q_MGR: "correct queue_manager",
    }
)
_REMEDIATIONS: Mapping[int, str] = MappingProxyType(
    {
        MQRC.NOT_AUTHORIZED: "grant the user the authority with setmqaut or SET AUTHREC",
        MQRC.OBJECT_IN_USE: "stop what uses it",
        MQRC.Q_NOT_EMPTY: "consume or purge its messages first",
        MQRC.UNKNOWN_OBJECT_NAME: "check the name, or create it",
        MQRCCF.CHANNEL_NOT_FOUND: "check the name, or create it",
        MQRCCF.OBJECT_ALREADY_EXISTS: "import it, or choose another name",
        MQRCCF.CHANNEL_ALREADY_EXISTS: "import it, or choose another name",
        MQRCCF.OBJECT_WRONG_TYPE: "choose another name, or delete the object that has it",
        MQRCCF.Q_WRONG_TYPE: "choose another name, or delete the object that has it",
        MQRCCF.OBJECT_OPEN: "close it first, or force the change",
    }
)
# On z/OS: how many messages there are; normal and abnormal completion.
_SAYS_NOTHING = frozenset(("CSQN205", "CSQ9022", "CSQ9023"))
_MESSAGE = re.compile(r"\b(AMQ\d{4}|CSQ[A-Z0-9]\d{3})[A-Z]?\b")


def message_id(text: str) -> str:
    """The first identifier of a message in the text that says what is wrong, "" for none."""
    found = (match for match in _MESSAGE.finditer(text) if match.group(1) not in _SAYS_NOTHING)
    return next((match.group(0) for match in found), "")


def reason_of(reply: MqReply) -> int:
    """The reason that the reply gives, or that its messages stand for; 0 where neither is known."""
    # 3008 says no more than that the command failed.
    if reply.reason and reply.reason != MQRCCF.COMMAND_FAILED:
        return reply.reason
    found = _MESSAGE.finditer(f"{reply.message_id} {reply.text}")
    reasons = (_REASONS[match.group(1)] for match in found if match.group(1) in _REASONS)
    return next(reasons, reply.reason)


def is_not_found(reply: MqReply) -> bool:
    """Whether it says that there is no such object."""
    return not reply.ok and reason_of(reply) in _NOT_FOUND


def require_ok(reply: MqReply, name: str, address: str, about: object) -> None:
    """Raise what a reply that failed means: CommandFailed for the command, SystemUnavailable where
    the queue manager is not there. about: the object, as a Key or text."""
    if reply.ok:
        return
    reason = reason_of(reply)
    name_of_reason = reason_name(reason) if reason else ""
    codes = ", ".join(filter(None, (name_of_reason, str(reason or ""))))
    codes = codes or reply.message_id or "no reason given"
    text = reply.text.strip() or "the command failed"
    remediation = _NOT_THERE.get(reason)
    if remediation is not None:
        raise SystemUnavailable(one_line(f"{name}: {address}: {text}; {remediation} ({codes})"))
    otherwise = _REMEDIATIONS.get(
        reason, "correct the command, or see the queue manager's error log"
    )
    remediation = reply.remediation or otherwise
    raise CommandFailed(
        one_line(f"{about}: {text.rstrip('.')}; {remediation} ({codes})"),
        completion=reply.completion,
        reason=reason,
        reason_name=name_of_reason,
        message_id=reply.message_id or message_id(reply.text),
    )
