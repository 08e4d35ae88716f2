"""Commands about channels, listeners and services that run: Inquire Channel Status, Start Channel,
Stop Channel, and those of the same names for the others.

Source: IBM MQ, PCF commands of these names.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .build import structures
from .read import plain
from .structures import MQCFIN, PcfMessage, Structure
from .vocabulary import vocabulary

_OBJECT = "CHANNEL"
REFRESH_SECURITY = 70  # MQCMD_REFRESH_SECURITY
SECURITY_TYPE = 1106  # MQIACF_SECURITY_TYPE
# MQSECTYPE_, without the prefix.
_SECURITY = {"AUTHSERV": 1, "SSL": 2, "CLASSES": 3, "CONNAUTH": 4}
# Parameter -> keyword of DISPLAY CHSTATUS.
_WORDS = {
    "ChannelName": "CHANNEL",
    "ConnectionName": "CONNAME",
    "XmitQName": "XMITQ",
    "RemoteQMgrName": "RQMNAME",
}


@dataclass(frozen=True, slots=True)
class RunningObjects:
    """Numbers of the commands about one type of object; name: the parameter with its name. status:
    what DISPLAY asks for."""

    object: str
    name: str
    status: str
    inquire: int
    start: int
    stop: int


_TYPES = (
    RunningObjects(_OBJECT, "ChannelName", "CHSTATUS", 42, 28, 29),
    RunningObjects("LISTENER", "ListenerName", "LSSTATUS", 98, 31, 142),
    RunningObjects("SERVICE", "ServiceName", "SVSTATUS", 154, 155, 156),
)
BY_OBJECT: Mapping[str, RunningObjects] = {each.object: each for each in _TYPES}
BY_STATUS: Mapping[str, RunningObjects] = {each.status: each for each in _TYPES}
BY_NUMBER: Mapping[int, RunningObjects] = {
    number: each for each in _TYPES for number in (each.inquire, each.start, each.stop)
}


def inquire_running(
    asked: RunningObjects, name: str, of_type: str = "", *, saved: bool = False
) -> PcfMessage:
    """Asks for what runs; the name may be generic. of_type: of channels that are shown only where
    their type is asked for. saved: for what is kept of channels."""
    if asked.object == _OBJECT:
        return inquire_channel_status(name, of_type, saved=saved)
    return PcfMessage.command(asked.inquire, structures(asked.object, {asked.name: name}))


def inquire_channel_status(name: str, of_type: str = "", *, saved: bool = False) -> PcfMessage:
    """Current instances of channels, or what is kept of them; the name may be generic. of_type:
    AMQP, of which there is a summary."""
    instance = "MQOT_SAVED_CHANNEL" if saved else "MQOT_CURRENT_CHANNEL"
    of_which = {"ChannelType": f"MQCHT_{of_type}"} if of_type else {"ChannelInstanceType": instance}
    values = {"ChannelName": name, **of_which}
    return PcfMessage.command(BY_OBJECT[_OBJECT].inquire, structures(_OBJECT, values))


def control(verb: str, word: str, name: str, mode: str = "") -> PcfMessage:
    """START and STOP; word: of the object; mode of a channel: QUIESCE, FORCE, TERMINATE."""
    known = BY_OBJECT[word]
    number = known.start if verb == "START" else known.stop
    given = {"Mode": f"MQMODE_{mode}"} if mode else {}
    return PcfMessage.command(number, structures(word, {known.name: name, **given}))


def refresh_security(security: str) -> PcfMessage:
    """Refresh Security of one type, in MQSC's word."""
    return PcfMessage.command(REFRESH_SECURITY, (MQCFIN(SECURITY_TYPE, _SECURITY[security]),))


def security_of(message: PcfMessage) -> str:
    """The type that a Refresh Security asks for, in MQSC's word; "" for none that is known."""
    given = next((plain(each) for each in message.parameters if each.parameter == SECURITY_TYPE), 1)
    return next((word for word, number in _SECURITY.items() if number == given), "")


def running_row(asked: RunningObjects, parameters: Sequence[Structure]) -> dict[str, Any]:
    """One response to an inquiry, in the words of DISPLAY."""
    if asked.object == _OBJECT:
        return status_row(parameters)
    known = vocabulary(asked.object).numbers
    row: dict[str, Any] = {}
    for structure in parameters:
        parameter = known.get(structure.parameter)
        if parameter is not None and parameter.name == asked.name:
            row[asked.object] = plain(structure)
        elif parameter is not None and parameter.name == "Status":
            row["STATUS"] = (parameter.word(plain(structure)) or "").removeprefix("MQSVC_STATUS_")
    return row


def running_parameters_of(asked: RunningObjects, row: Mapping[str, Any]) -> tuple[Structure, ...]:
    """The response that tells of a listener or service; row: as DISPLAY has it."""
    values = {asked.name: row[asked.object], "Status": f"MQSVC_STATUS_{row['STATUS']}"}
    return structures(asked.object, values)


def status_row(parameters: Sequence[Structure]) -> dict[str, Any]:
    """One response to an inquiry, in the words of DISPLAY CHSTATUS."""
    known = vocabulary(_OBJECT).numbers
    row: dict[str, Any] = {}
    for structure in parameters:
        parameter = known.get(structure.parameter)
        if parameter is None:
            continue
        value = plain(structure)
        if parameter.name == "ChannelStatus":
            row["STATUS"] = (parameter.word(value) or "").removeprefix("MQCHS_")
        elif parameter.name == "InDoubtStatus":
            row["INDOUBT"] = "YES" if value == 1 else "NO"
        elif parameter.name in _WORDS:
            row[_WORDS[parameter.name]] = value
    return row


def status_parameters_of(row: Mapping[str, Any], *, saved: bool) -> tuple[Structure, ...]:
    """The response that tells of one instance; row: as DISPLAY CHSTATUS has it."""
    if "INDOUBT" not in row:  # Inquire Channel Status (Response) (AMQP)
        summary = {
            "ChannelName": row["CHANNEL"],
            "ChannelStatus": f"MQCHS_{row['STATUS']}",
            "ChannelType": f"MQCHT_{row['CHLTYPE']}",
        }
        return structures(_OBJECT, summary)
    given = {name: row.get(word) or None for name, word in _WORDS.items()}
    instance = "MQOT_SAVED_CHANNEL" if saved else "MQOT_CURRENT_CHANNEL"
    doubt = "MQCHIDS_INDOUBT" if row["INDOUBT"] == "YES" else "MQCHIDS_NOT_INDOUBT"
    status = None if saved else f"MQCHS_{row['STATUS']}"
    return structures(
        _OBJECT,
        {**given, "ChannelInstanceType": instance, "InDoubtStatus": doubt, "ChannelStatus": status},
    )
