"""How the sandbox refuses: MQ's completion and reason codes, IBM i's message identifiers.

Numbers are IBM's (MQRC_ and MQRCCF_ constants of the MQI and PCF).
"""

from collections.abc import Mapping
from types import MappingProxyType

from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.errors import CommandFailed
from queuewright.dialects.pcf.constants import MQRC, MQRCCF

# Beside those that PCF itself answers with.
REASONS: Mapping[str, int] = MappingProxyType(
    {f"MQRC_{reason.name}": int(reason) for reason in MQRC}
    | {f"MQRCCF_{reason.name}": int(reason) for reason in MQRCCF}
    | {
        "MQRC_ALIAS_BASE_Q_TYPE_ERROR": 2001,
        "MQRC_GET_INHIBITED": 2016,
        "MQRC_HOBJ_ERROR": 2019,
        "MQRC_MSG_TOO_BIG_FOR_Q": 2030,
        "MQRC_MSG_TOO_BIG_FOR_Q_MGR": 2031,
        "MQRC_NO_MSG_AVAILABLE": 2033,
        "MQRC_NOT_OPEN_FOR_INPUT": 2037,
        "MQRC_NOT_OPEN_FOR_OUTPUT": 2039,
        "MQRC_OBJECT_CHANGED": 2041,
        "MQRC_OPTION_NOT_VALID_FOR_TYPE": 2045,
        "MQRC_OPTIONS_ERROR": 2046,
        "MQRC_PUT_INHIBITED": 2051,
        "MQRC_Q_FULL": 2053,
        "MQRC_Q_TYPE_ERROR": 2057,
        "MQRC_Q_MGR_NAME_ERROR": 2058,
        "MQRC_UNKNOWN_ALIAS_BASE_Q": 2082,
        "MQRC_UNKNOWN_OBJECT_Q_MGR": 2086,
        "MQRC_UNKNOWN_REMOTE_Q_MGR": 2087,
        "MQRC_XMIT_Q_TYPE_ERROR": 2091,
        "MQRC_XMIT_Q_USAGE_ERROR": 2092,
        "MQRC_OBJECT_ALREADY_EXISTS": 2100,
        "MQRC_DYNAMIC_Q_NAME_ERROR": 2011,
        "MQRC_REMOTE_Q_NAME_ERROR": 2184,
        "MQRC_UNKNOWN_XMIT_Q": 2196,
        "MQRC_UNKNOWN_DEF_XMIT_Q": 2197,
        "MQRC_DEF_XMIT_Q_TYPE_ERROR": 2198,
        "MQRC_DEF_XMIT_Q_USAGE_ERROR": 2199,
        "MQRC_FUNCTION_NOT_SUPPORTED": 2298,
        "MQRCCF_REPOS_NAME_CONFLICT": 3089,
        "MQRCCF_PARM_SYNTAX_ERROR": 3097,
        "MQRCCF_CONNECTION_ID_ERROR": 3174,
        "MQRCCF_OBJECT_NAME_RESTRICTED": 3208,
        "MQRCCF_DISPOSITION_CONFLICT": 3211,
        "MQRCCF_Q_MGR_NOT_IN_QSG": 3212,
        "MQRCCF_ATTR_VALUE_FIXED": 3213,
        "MQRCCF_Q_ATTR_CONFLICT": 3223,
        "MQRCCF_CFIF_OPERATOR_ERROR": 3242,
        "MQRCCF_CFSF_OPERATOR_ERROR": 3246,
        "MQRCCF_DEF_XMIT_Q_CLUS_ERROR": 3269,
        "MQRCCF_CUSTOM_ERROR": 3355,
        "MQRCCF_CLUS_XMIT_Q_USAGE_ERROR": 3363,
        "MQRCCF_STREAMQ_CONFLICT": 3387,
        "MQRCCF_WRONG_CHANNEL_TYPE": 4041,
        "MQRCCF_MISSING_CONN_NAME": 4061,
    }
)


# What is wrong with a command by itself, whatever there is on the system.
OF_THE_COMMAND = frozenset(
    f"MQRCCF_{reason}"
    for reason in (
        "ATTR_VALUE_ERROR", "CFIN_PARM_ID_ERROR", "CFST_PARM_ID_ERROR", "CFST_STRING_LENGTH_ERR",
        "CFSL_COUNT_ERROR", "CFSL_STRING_LENGTH_ERR", "OBJECT_NAME_ERROR", "CHANNEL_NAME_ERROR",
        "CUSTOM_ERROR", "PARM_SYNTAX_ERROR", "PARM_MISSING",
    )
)  # fmt: skip
_LONGEST = 200  # a system, a kind and the longest name that there can be


def refused(where: object, reason: str, why: str, remediation: str) -> CommandFailed:
    """The queue manager's refusal, to be raised: completion 2 and a reason of REASONS.

    where: the object, as a Key or text. why and remediation: sentences without a full stop.
    """
    number = REASONS[reason]
    text = one_line(f"{_cut(where)}: {why}; {remediation} ({reason}, {number})")
    return CommandFailed(text, completion=2, reason=number, reason_name=reason)


def refused_on_ibmi(where: object, message_id: str, why: str, remediation: str) -> CommandFailed:
    """An IBM i command's escape message, to be raised."""
    text = one_line(f"{_cut(where)}: {why}; {remediation} ({message_id})")
    return CommandFailed(text, completion=2, message_id=message_id)


def two_cluster_values(where: object) -> CommandFailed:
    """The refusal of a queue or channel with both a cluster and a namelist of clusters."""
    why = "only one of the resultant cluster_name and cluster_namelist can be nonblank"
    return refused(where, "MQRCCF_CLUSTER_NAME_CONFLICT", why, "set the other one to blank")


def _cut(where: object) -> str:
    """An object's name, cut to `_LONGEST` characters: it may be any text."""
    text = str(where)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "\u2026"
