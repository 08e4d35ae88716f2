"""START and STOP of listeners, services and channels, REFRESH SECURITY, and what they are doing.

A listener or service that is started is only said to run; of channels see channel_states.

Sources: IBM MQ, MQSC: START and STOP LISTENER, SERVICE, CHANNEL; REFRESH SECURITY; DISPLAY
LSSTATUS, SVSTATUS, CHSTATUS, QMSTATUS.
"""

from collections.abc import Mapping
from typing import Any

from queuewright.catalogue.diagnostic import shown
from queuewright.dialects.mqsc import MqscCommand
from queuewright.dialects.mqsc.keywords import in_mqsc, kinds_of_object
from queuewright.mq.listener import ListenerSpec
from queuewright.mq.security_refresh import SSL

from . import channel_states, running
from .observing import observe_stored
from .reasons import refused
from .rows import Transaction

Rows = list[dict[str, Any]]
_STOPPED = {"LISTENER": "MQRCCF_LSTR_STATUS_NOT_FOUND", "SERVICE": "MQRCCF_SERVICE_STOPPED"}
_OPTIONS: Mapping[str, tuple[str, ...]] = {
    "LISTENER": ("IGNSTATE", "TRPTYPE", "PORT", "IPADDR", "CMDSCOPE", "INDISP", "LUNAME"),
    "SERVICE": ("IGNSTATE",),
    "CHANNEL": ("IGNSTATE", "CHLDISP", "CMDSCOPE", "CHLTYPE", "CONNAME", "MODE", "QMNAME",
                "STATUS", "CLIENTID", "ACTION", "SEQNUM"),
    "SECURITY": ("TYPE", "CMDSCOPE"),
}  # fmt: skip
_REFRESHED = "refreshed"
_SECURITY = ("AUTHSERV", "CLASSES", "CONNAUTH", "MQADMIN", "MQNLIST", "MQPROC", "MQQUEUE", "SSL")
STATUSES = ("CHSTATUS", "LSSTATUS", "QMSTATUS", "SVSTATUS")


def concerns(command: MqscCommand) -> bool:
    """Whether a command is one of these."""
    if command.verb in ("START", "STOP"):
        return command.object in ("LISTENER", "SERVICE", "CHANNEL")
    if command.verb in ("RESET", "RESOLVE"):
        return command.object == "CHANNEL"
    return (command.verb, command.object) == ("REFRESH", "SECURITY")


def run(tx: Transaction, command: MqscCommand) -> str:
    """Returns a sentence; raises CommandFailed."""
    where = f"{tx.name} {command.object.lower()} {command.name}".rstrip()
    for word in command.parameters:
        if word not in _OPTIONS[command.object]:
            text = f"{word} is not a parameter of {command.words}"
            raise refused(where, "MQRCCF_PARM_SYNTAX_ERROR", text, "leave it out")
    if command.object == "SECURITY":
        chosen = (command.value("TYPE") or "AUTHSERV").upper()
        if chosen not in _SECURITY:
            text = f"TYPE({shown(chosen)}) is not one of {', '.join(_SECURITY)}"
            raise refused(where, "MQRCCF_ATTR_VALUE_ERROR", text, "correct it")
        return refresh_security(tx, chosen)
    if command.object == "CHANNEL":
        return channel_states.run(tx, where, command)
    name = command.name
    if command.object == "LISTENER" and not name:
        name = str(ListenerSpec.default_object)
    if tx.get(command.object.lower(), name) is None:
        text, remediation = f"there is no {command.object.lower()} {shown(name)}", "define it first"
        raise refused(where, "MQRC_UNKNOWN_OBJECT_NAME", text, remediation)
    names = running.names(tx, command.object)
    starts = command.verb == "START"
    if (name in names) == starts and (command.value("IGNSTATE") or "NO").upper() != "YES":
        reason = (running.REASONS if starts else _STOPPED)[command.object]
        text = f"it is {'running' if starts else 'stopped'} already"
        raise refused(where, reason, text, "leave it, or specify IGNSTATE(YES)")
    running.set_running(tx, command.object, name, runs=starts)
    return f"{where} {'started' if starts else 'stopped'}"


def refresh_security(tx: Transaction, security: str) -> str:
    """REFRESH SECURITY of one type; how often is kept."""
    if security == SSL:
        channel_states.refresh_tls(tx)
    tx.settings[_REFRESHED] = {**refreshes(tx), security: refreshes(tx).get(security, 0) + 1}
    tx.save_settings()
    return f"{tx.name} security refreshed"


def refreshes(tx: Transaction) -> Mapping[str, int]:
    """How often each type of it was refreshed."""
    known: Mapping[str, int] = tx.settings.get(_REFRESHED, {})
    return known


def status(tx: Transaction, command: MqscCommand) -> tuple[Rows, str]:
    """The rows of a DISPLAY of a status, and the reason where there are none."""
    if command.object == "QMSTATUS":
        parts = dict.fromkeys(("CHINIT", "CMDSERV"), "RUNNING")
        row = {"QMNAME": tx.name, "STATUS": "RUNNING", "CONNS": len(tx.handles()), **parts}
        return [row], ""
    if command.object == "CHSTATUS":
        saved, of_type = "SAVED" in command.parameters, (command.value("CHLTYPE") or "").upper()
        return [*channel_states.rows(tx, of_type, saved=saved)], "MQRCCF_CHL_STATUS_NOT_FOUND"
    word = running.STATUSES[command.object]
    kinds, names = kinds_of_object(managed=False)[word], running.names(tx, word)
    found = observe_stored(tx, kinds, names) if names else ()
    return [
        {word: stored.name, "STATUS": "RUNNING", **in_mqsc(stored.kind, stored.attributes)}
        for stored, _ in found
    ], "MQRC_UNKNOWN_OBJECT_NAME"
