"""The states of the channels of a queue manager: START, STOP, RESET and RESOLVE CHANNEL.

Nothing ever moves over a channel: one that is started is only said to run, with one instance.

Sources: IBM MQ, MQSC: START CHANNEL, STOP CHANNEL (MODE, STATUS), RESET CHANNEL (SEQNUM), RESOLVE
CHANNEL (ACTION), DISPLAY CHSTATUS, DELETE CHANNEL.
"""

from collections.abc import Iterator
from itertools import chain
from typing import Any

from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import RunningInstance
from queuewright.dialects.mqsc import MqscCommand
from queuewright.kinds import EVERY, kinds_in

from .reasons import refused
from .rows import Stored, Transaction

_SETTING, _WORD = "running", "CHANNEL"
# These the queue manager starts; of the others START only ends that they are stopped.
_STARTED_HERE = ("SDR", "SVR", "RQSTR", "CLUSSDR", "AMQP")
_SENDERS = ("SDR", "SVR", "CLUSSDR")
# DISPLAY CHSTATUS shows these where CHLTYPE asks for them.
_SUMMARISED = ("AMQP", "MQTT")
_STOPPED = "STOPPED"
_CLASS = "channel"


def states(tx: Transaction) -> dict[str, dict[str, Any]]:
    """Channel -> its status, whether it is in doubt, and its partner; none for one that is
    inactive."""
    kept = tx.settings.get(_SETTING, {}).get(_WORD, {})
    return {name: dict(state) for name, state in kept.items()}


def set_state(
    tx: Transaction, name: str, status: str, *, in_doubt: bool = False, partner: str = ""
) -> None:
    """Set the state of a channel; status "" for one that is inactive."""
    every, known = dict(tx.settings.get(_SETTING, {})), states(tx)
    if known.pop(name, None) is None and not status and not in_doubt:
        return
    if status or in_doubt:
        known[name] = {"status": status, "in_doubt": in_doubt, "partner": partner}
    every[_WORD] = known
    tx.settings[_SETTING] = every
    tx.save_settings()


def run(tx: Transaction, where: str, command: MqscCommand) -> str:
    """Raises CommandFailed."""
    stored = tx.get(_CLASS, command.name)
    if stored is None:
        raise refused(where, "MQRCCF_CHANNEL_NOT_FOUND", "it does not exist", "define it first")
    state = states(tx).get(stored.name, {"status": "", "in_doubt": False, "partner": ""})
    is_running = state["status"] not in ("", _STOPPED)
    match command.verb:
        case "START":
            return _start(tx, where, command, stored, state)
        case "STOP":
            return _stop(tx, where, command, stored, state)
        case "RESET" if is_running:
            raise refused(where, "MQRCCF_CHANNEL_IN_USE", "it is running", "stop it first")
        case "RESET":
            return f"{where} reset"
    action = (command.value("ACTION") or "").upper()
    if action not in ("COMMIT", "BACKOUT"):
        text = "ACTION must be COMMIT or BACKOUT"
        raise refused(where, "MQRCCF_PARM_SYNTAX_ERROR", text, "give it")
    set_state(tx, stored.name, state["status"], partner=state["partner"])
    return f"{where} resolved"


def _start(
    tx: Transaction, where: str, command: MqscCommand, stored: Stored, state: dict[str, Any]
) -> str:
    is_idle = state["status"] in ("", _STOPPED)
    if not is_idle and (command.value("IGNSTATE") or "NO").upper() != "YES":
        raise refused(where, "MQRCCF_CHANNEL_IN_USE", "it is running already", "leave it")
    starts = EVERY[stored.kind].mqsc.fixed[0][1] in _STARTED_HERE
    status = "RUNNING" if starts else ""
    set_state(tx, stored.name, status, in_doubt=state["in_doubt"], partner=state["partner"])
    return f"{where}: its start is accepted"


def _stop(
    tx: Transaction, where: str, command: MqscCommand, stored: Stored, state: dict[str, Any]
) -> str:
    ignores = (command.value("IGNSTATE") or "NO").upper() == "YES"
    if not state["status"] and not ignores:
        raise refused(where, "MQRCCF_CHANNEL_NOT_ACTIVE", "it is not active", "leave it")
    mode = (command.value("MODE") or "QUIESCE").upper()
    if mode not in ("QUIESCE", "FORCE", "TERMINATE"):
        text = f"MODE({mode}) is not one of QUIESCE, FORCE, TERMINATE"
        raise refused(where, "MQRCCF_ATTR_VALUE_ERROR", text, "correct it")
    inactive = (command.value("STATUS") or _STOPPED).upper() == "INACTIVE"
    status = "" if inactive or not state["status"] else _STOPPED
    set_state(tx, stored.name, status, in_doubt=state["in_doubt"], partner=state["partner"])
    return f"{where} stopped"


def refresh_tls(tx: Transaction) -> None:
    """REFRESH SECURITY TYPE(SSL): channels that send go on after another handshake, all others are
    stopped (FORCE, INACTIVE), and their partners may come again."""
    for name, state in states(tx).items():
        stored = tx.get(_CLASS, name)
        if stored is None or not stored.attributes.get("ssl_cipher_specification"):
            continue
        sends = EVERY[stored.kind].mqsc.fixed[0][1] in _SENDERS
        if not sends and state["status"] not in ("", _STOPPED):
            set_state(tx, name, "", in_doubt=state["in_doubt"], partner=state["partner"])


def require_stopped(tx: Transaction, key: Key) -> None:
    """Raise CommandFailed where the channel runs: it cannot be deleted."""
    if key.kind not in kinds_in(_CLASS):
        return
    state = states(tx).get(key.name, {}).get("status", "")
    if EVERY[key.kind].runs is not None and state not in ("", _STOPPED):
        raise refused(key, "MQRCCF_CHANNEL_IN_USE", "the channel is running", "stop it first")
    set_state(tx, key.name, "")


def rows(tx: Transaction, of_type: str = "", *, saved: bool = False) -> Iterator[dict[str, Any]]:
    """DISPLAY CHSTATUS; of_type: AMQP, which is shown only where it is asked for, in a summary.
    saved: what is kept of all, those that ended too."""
    for name, state in states(tx).items():
        stored = tx.get(_CLASS, name)
        if stored is None or (not state["status"] and not saved):
            continue
        word = EVERY[stored.kind].mqsc.fixed[0][1]
        if word != of_type if of_type else word in _SUMMARISED:
            continue
        if of_type:
            status = state["status"] or "INACTIVE"
            yield {"CHANNEL": name, "CHLTYPE": word, "STATUS": status, "CONNS": 0}
            continue
        yield {
            "CHANNEL": name,
            "CHLTYPE": word,
            "CONNAME": state["partner"] or stored.attributes.get("connection_name", ""),
            "RQMNAME": "",
            "STATUS": state["status"] or "INACTIVE",
            "SUBSTATE": "",
            "XMITQ": stored.attributes.get("xmit_queue_name", ""),
            "INDOUBT": "YES" if state["in_doubt"] else "NO",
        }


def instances(tx: Transaction) -> dict[str, tuple[RunningInstance, ...]]:
    """Channel -> its instances, as every system tells of them: those that ended and are in doubt
    among them."""
    found: dict[str, tuple[RunningInstance, ...]] = {}
    for row in chain(rows(tx, saved=True), rows(tx, "AMQP")):
        ended, in_doubt = row["STATUS"] == "INACTIVE", row.get("INDOUBT") == "YES"
        is_running, partner = row["STATUS"] not in ("INACTIVE", _STOPPED), row.get("CONNAME", "")
        one = RunningInstance("" if ended else row["STATUS"], partner, in_doubt, is_running)
        found[row["CHANNEL"]] = (one,)
    return found


def stop(tx: Transaction, name: str) -> bool:
    """STOP CHANNEL MODE(QUIESCE): whether it ran."""
    state = states(tx).get(name)
    if state is None or state["status"] in ("", _STOPPED):
        return False
    set_state(tx, name, _STOPPED, in_doubt=state["in_doubt"], partner=state["partner"])
    return True


def start(tx: Transaction, name: str) -> None:
    """START CHANNEL of one that `stop` has stopped: its partners come again."""
    state = states(tx).get(name)
    if state is not None and state["status"] == _STOPPED:
        set_state(tx, name, "RUNNING", in_doubt=state["in_doubt"], partner=state["partner"])
