"""How the sandbox refuses: MQ's completion and reason codes, IBM i's message identifiers.

Numbers are IBM's (MQRC_ and MQRCCF_ constants of the MQI and PCF).
"""

from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.errors import CommandFailed
from queuewright.dialects.pcf.constants import REASONS

# Reasons that concern a command by itself, whatever there is on the system.
OF_THE_COMMAND = frozenset(
    f"MQRCCF_{reason}"
    for reason in (
        "ATTR_VALUE_ERROR", "CFIN_PARM_ID_ERROR", "CFST_PARM_ID_ERROR", "CFST_STRING_LENGTH_ERR",
        "CFSL_COUNT_ERROR", "CFSL_STRING_LENGTH_ERR", "OBJECT_NAME_ERROR", "CHANNEL_NAME_ERROR",
        "CUSTOM_ERROR", "PARM_SYNTAX_ERROR", "PARM_MISSING",
    )
)  # fmt: skip
_LONGEST = 200  # a system, a kind and the longest name that there can be


def refused(where: object, reason: str, text: str, remediation: str) -> CommandFailed:
    """The queue manager's refusal, to be raised: completion 2 and a reason of REASONS.

    where: the object, as a Key or text. text and remediation: sentences without a full stop.
    """
    number = REASONS[reason]
    message = one_line(f"{_cut(where)}: {text}; {remediation} ({reason}, {number})")
    return CommandFailed(message, completion=2, reason=number, reason_name=reason)


def refused_on_ibmi(where: object, message_id: str, text: str, remediation: str) -> CommandFailed:
    """An IBM i command's escape message, to be raised."""
    message = one_line(f"{_cut(where)}: {text}; {remediation} ({message_id})")
    return CommandFailed(message, completion=2, message_id=message_id)


def not_modelled(system: str, subject: str, where: str = "a queue manager") -> CommandFailed:
    """The answer to a command on something that the sandbox does not have."""
    text = f"{subject} is not modelled by the sandbox"
    return refused(system, "MQRC_FUNCTION_NOT_SUPPORTED", text, f"run it on {where}")


def two_cluster_values(where: object) -> CommandFailed:
    """The refusal of a queue or channel with both a cluster and a namelist of clusters."""
    text = "only one of the resultant cluster_name and cluster_namelist can be nonblank"
    return refused(where, "MQRCCF_CLUSTER_NAME_CONFLICT", text, "set the other one to blank")


def _cut(where: object) -> str:
    """An object's name, cut to `_LONGEST` characters: it may be any text."""
    text = str(where)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "\u2026"
