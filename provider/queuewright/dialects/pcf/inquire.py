"""Inquiries: what is asked of a queue manager, in bulk, and its own attributes.

Sources: IBM's Inquire Queue, Queue Status, Connection, Namelist, Channel and Queue Manager.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from .build import object_of, structures, typed
from .constants import MQIACF
from .forms import FORMS, NAMES
from .structures import Message

_ALL = (int(MQIACF.ALL),)
_NUMBERS = {form.name: number for number, form in FORMS.items()}


def inquire(kind: str, name: str = "*", attributes: Sequence[int] = _ALL) -> Message:
    """Every object of a kind whose name fits `name` (an asterisk at its end stands for anything).

    attributes: identifiers, MQIACF_ALL for every one. A cluster is asked of the queue manager.
    Raises PcfEncodeError for a kind that PCF does not have.
    """
    object_name = object_of(kind)
    if object_name == "Q_MGR":
        return inquire_queue_manager()
    base = NAMES[object_name][0]
    selector = {f"{base.removesuffix('Name')}Attrs": tuple(attributes)}
    return _inquiry(object_name, {base: name, **typed(kind), **selector})


def inquire_queue_status(name: str = "*") -> Message:
    """Depth, counts of openers and uncommitted messages of local queues."""
    return _status(name, "MQIACF_Q_STATUS")


def inquire_queue_handles(name: str = "*") -> Message:
    """The handles that local queues are open with."""
    return _status(name, "MQIACF_Q_HANDLE")


def _status(name: str, status: str) -> Message:
    values = {"QName": name, "StatusType": status, "QStatusAttrs": _ALL}
    return _inquiry("Q", values, "Q_STATUS")


def inquire_connections() -> Message:
    """Every connection with its handles: alias and remote queues, which have no queue status."""
    every = {"GenericConnectionId": b"", "ConnInfoType": "MQIACF_CONN_INFO_ALL"}
    return _inquiry("CONNECTION", {**every, "ConnectionAttrs": _ALL})


def inquire_queue_manager() -> Message:
    """The queue manager's platform, command level, CCSID and repositories."""
    return _inquiry("Q_MGR", {"QMgrAttrs": _ALL})


def _inquiry(object_name: str, values: Mapping[str, Any], command: str = "") -> Message:
    number = _NUMBERS[f"MQCMD_INQUIRE_{command or object_name}"]
    return Message.command(number, structures(object_name, values))
