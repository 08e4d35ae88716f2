"""Objects that a file keeps as they were given, of types that are kinds of the catalogue by now.

A kind's objects are in one store, whoever makes them: what an older version kept of them beside it
is moved there once, with the default object that a queue manager of that version did not have.
"""

from collections.abc import Mapping
from typing import Any

from queuewright.dialects.mqsc import definition, parse
from queuewright.dialects.mqsc.keywords import kinds_of_object
from queuewright.dialects.mqsc.render import quoted

from .defaults import DEFAULT_OBJECT, shipped
from .other_objects import EVERY, SETTING
from .rows import CLASS_OF, Stored, Transaction
from .times import plain

_BECAME = {word: kinds[0] for word, kinds in kinds_of_object().items() if word in EVERY}
_MOVED = "of_kinds"


def is_behind(tx: Transaction) -> bool:
    """Whether the file has some of them to move."""
    return not _BECAME.keys() <= {*tx.settings.get(_MOVED, ())}


def move(tx: Transaction) -> None:
    """Move them. What a kind does not have of an object is left out."""
    every: dict[str, dict[str, Any]] = dict(tx.settings.get(SETTING, {}))
    for word, kind in _BECAME.items():
        if word in tx.settings.get(_MOVED, ()):
            continue
        kept: dict[str, Any] = {d: {} for name, d in DEFAULT_OBJECT.items() if name == kind}
        if word == "PROCESS":  # the names of those that triggering needs
            kept |= {name: {} for name in tx.settings.pop("processes", ())}
        for name, values in {**kept, **every.pop(word, {})}.items():
            if values is not None and tx.get(CLASS_OF[kind], name) is None:
                given = _read(word, name, plain(values))
                tx.put(Stored(kind, name, {**shipped(kind, tx.facts), **given}))
    tx.settings[SETTING] = every
    settle(tx)


def settle(tx: Transaction) -> None:
    """Say that there is nothing to move: of a new system."""
    if _BECAME:
        tx.settings[_MOVED] = sorted(_BECAME)
        tx.save_settings()


def _read(word: str, name: str, values: Mapping[str, Any]) -> dict[str, Any]:
    parameters = (
        f"{keyword}({value if isinstance(value, int) else quoted(str(value))})"
        for keyword, value in values.items()
    )
    [command] = parse(" ".join([f"DEFINE {word}({quoted(name)})", *parameters])).commands
    read = definition(command)
    return {} if read is None else dict(read.values)
