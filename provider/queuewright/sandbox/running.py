"""Channels, listeners and services that run: stopped to be changed, and started again.

A listener or service that is started is only said to run; of channels see channel_states.

Sources: IBM MQ, MQSC: STOP and START LISTENER, SERVICE; DELETE LISTENER, SERVICE.
"""

from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import RunningInstance
from queuewright.kinds import spec_of

from . import channel_states
from .reasons import refused
from .rows import Transaction

_SETTING = "running"
# Object of DISPLAY -> of what it is the status.
STATUSES = {"LSSTATUS": "LISTENER", "SVSTATUS": "SERVICE"}
REASONS = {"LISTENER": "MQRCCF_LISTENER_RUNNING", "SERVICE": "MQRCCF_SERVICE_RUNNING"}


def stop(tx: Transaction, key: Key) -> bool:
    """Whether it ran, and is stopped now."""
    word = spec_of(key.kind).mqsc.word
    if word == "CHANNEL":
        return channel_states.stop(tx, key.name)
    ran = key.name in names(tx, word)
    set_running(tx, word, key.name, runs=False)
    return ran


def start(tx: Transaction, key: Key) -> None:
    """Start what `stop` has stopped."""
    word = spec_of(key.kind).mqsc.word
    if word == "CHANNEL":
        channel_states.start(tx, key.name)
    else:
        set_running(tx, word, key.name, runs=True)


def instances(tx: Transaction) -> dict[tuple[str, str], tuple[RunningInstance, ...]]:
    """(word of an object, name) -> its instances, as every system tells of them."""
    found = {("CHANNEL", name): known for name, known in channel_states.instances(tx).items()}
    for word in STATUSES.values():
        found |= {(word, name): (RunningInstance("RUNNING"),) for name in names(tx, word)}
    return found


def require_stopped(tx: Transaction, key: Key) -> None:
    """Raise CommandFailed where it runs: it cannot be deleted."""
    word = spec_of(key.kind).mqsc.word
    if word in REASONS and key.name in names(tx, word):
        raise refused(key, REASONS[word], "it is running", "stop it first")
    channel_states.require_stopped(tx, key)


def set_running(tx: Transaction, word: str, name: str, *, runs: bool) -> None:
    every, running = dict(tx.settings.get(_SETTING, {})), {*names(tx, word)}
    every[word] = sorted(running | {name} if runs else running - {name})
    tx.settings[_SETTING] = every
    tx.save_settings()


def names(tx: Transaction, word: str) -> list[str]:
    """The listeners or services that run."""
    known: list[str] = tx.settings.get(_SETTING, {}).get(word, [])
    return known
