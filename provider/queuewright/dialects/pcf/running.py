"""Commands about channels that run: Inquire Channel Status, Start Channel, Stop Channel.

Source: IBM MQ, PCF commands of these names.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from .build import structures
from .read import plain
from .structures import PcfMessage, Structure
from .vocabulary import vocabulary

INQUIRE_STATUS, START, STOP = 42, 28, 29
_OBJECT = "CHANNEL"
# Parameter -> keyword of DISPLAY CHSTATUS.
_WORDS = {
    "ChannelName": "CHANNEL",
    "ConnectionName": "CONNAME",
    "XmitQName": "XMITQ",
    "RemoteQMgrName": "RQMNAME",
}


def inquire_channel_status(name: str, *, saved: bool = False) -> PcfMessage:
    """Current instances of channels, or what is kept of them; the name may be generic."""
    instance = "MQOT_SAVED_CHANNEL" if saved else "MQOT_CURRENT_CHANNEL"
    return _command(INQUIRE_STATUS, {"ChannelName": name, "ChannelInstanceType": instance})


def control(verb: str, name: str, mode: str = "") -> PcfMessage:
    """START and STOP; mode: QUIESCE, FORCE, TERMINATE."""
    number = START if verb == "START" else STOP
    values = {"ChannelName": name, "Mode": f"MQMODE_{mode}" if mode else None}
    return _command(number, values)


def _command(number: int, values: Mapping[str, Any]) -> PcfMessage:
    return PcfMessage.command(number, structures(_OBJECT, values))


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
    given = {name: row.get(word) or None for name, word in _WORDS.items()}
    instance = "MQOT_SAVED_CHANNEL" if saved else "MQOT_CURRENT_CHANNEL"
    doubt = "MQCHIDS_INDOUBT" if row["INDOUBT"] == "YES" else "MQCHIDS_NOT_INDOUBT"
    status = None if saved else f"MQCHS_{row['STATUS']}"
    return structures(
        _OBJECT,
        {**given, "ChannelInstanceType": instance, "InDoubtStatus": doubt, "ChannelStatus": status},
    )
