"""A refusal by an IBM i, as one line for people: the message, and the remediation."""

from collections.abc import Mapping

from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.errors import CommandFailed, SystemUnavailable

from .carrier import IbmiReply, QueryRefused

_NO_AUTHORITY = (
    "ask for the profile to be authorized: docs/systems.md lists the authorities of each command"
)
_SEE_BEFORE = ("CPF0001", "CPF0006")  # they say that something is wrong, diagnostics what
_IN_USE = "end its use first: queuewright preview names the job"
# Sources: the messages of CRTMSGQ, CRTDTAQ, CHGMSGQ, DLTMSGQ, CRTAUTL, ADDAUTLE, GRTOBJAUT.
_REMEDIATIONS: Mapping[str, str] = {
    "CPF0001": "correct the command",
    "CPF0006": "correct the value",
    "CPF2105": "create it first",
    "CPF2110": "create the library first",
    "CPF2112": "change it, or delete it first",
    "CPF2114": _IN_USE,
    "CPF2125": "give the objects that it secures another authority first",
    "CPF2207": _NO_AUTHORITY,
    "CPF2208": _NO_AUTHORITY,
    "CPF2182": _NO_AUTHORITY,
    "CPF2189": _NO_AUTHORITY,
    "CPF2217": _NO_AUTHORITY,
    "CPF2282": "change the entry",
    "CPF2283": "create the authorization list first",
    "CPF2285": "add the user to the list first",
    "CPF2402": "create the library first",
    "CPF2403": "create it first",
    "CPF2451": _IN_USE,
    "CPF2497": "give a smaller size",
    "CPF9802": _NO_AUTHORITY,
    "CPF9803": _IN_USE,
    "CPF9810": "create the library first",
    "CPF9820": _NO_AUTHORITY,
    "CPF9870": "change it, or delete it first",
}


def remediation_of(message_id: str) -> str:
    """The remediation of a message of IBM i."""
    return _REMEDIATIONS.get(message_id, "see the message, and its second level text there")


def refused(where: object, reply: IbmiReply, before: str = "") -> CommandFailed:
    """The refusal of a command, to be raised. before: what was done already, "" for nothing."""
    message = reply.failure
    remediation = remediation_of(message.id)
    text = message.text.rstrip(". ")
    if message.id in _SEE_BEFORE and reply.diagnostics:
        text = " ".join(reply.diagnostics).rstrip(". ")
    elif remediation == _NO_AUTHORITY and reply.diagnostics:
        text = f"{text}: {' '.join(reply.diagnostics)}".rstrip(". ")
    done = f"; {before}" if before else ""
    identifier = f" ({message.id})" if message.id else ""
    line = one_line(f"{where}: {text}{done}; {remediation}{identifier}")
    return CommandFailed(line, completion=2, message_id=message.id)


def is_not_there(error: QueryRefused) -> bool:
    """Whether this release has no such service, or not this column of it."""
    return error.state in ("42704", "42884", "42703")


def not_answered(name: str, address: str, source: str, error: QueryRefused) -> SystemUnavailable:
    """A service that Db2 does not know, or that this profile may not ask."""
    service = source.removeprefix("TABLE(").partition("(")[0].partition(" ")[0]
    if is_not_there(error):
        reason, remediation = f"{service} is not there as it is needed", "install the Db2 PTF group"
    elif error.state in ("42501", "38501", "42502"):
        reason, remediation = f"{service} may not be read", _NO_AUTHORITY
    else:
        reason, remediation = f"{service} gave no answer", "see the job log"
    state = f", SQLSTATE {error.state}" if error.state else ""
    return SystemUnavailable(
        one_line(f"{name}: {address}: {reason}{state}: {error}; {remediation}")
    )
