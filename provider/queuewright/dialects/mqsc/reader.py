"""A command of MQSC as a `Definition`: keywords and spellings become the catalogue's words."""

from collections.abc import Iterator

from queuewright.dialects.definition import Definition
from queuewright.kinds import EVERY

from .keywords import kinds_of_object, of_type, typed_by
from .reading import MqscReading, action_of
from .script import MqscCommand, MqscScript


def kinds_of(command: MqscCommand, *, managed: bool = True) -> tuple[str, ...]:
    """The kinds of the catalogue that the command may be about; () when it is about none. managed:
    only those that programs declare."""
    objects = kinds_of_object(managed=managed).get(command.object, ())
    kinds = tuple(kind for kind in objects if action_of(command, kind) is not None)
    if command.verb == "DELETE":
        kinds = _removed_by(command, kinds)
    inquires = command.verb == "DISPLAY"
    typed = command.value("TYPE") if inquires else None
    keyword = typed_by(kinds)
    chosen = (command.value(keyword) or typed or "").upper() if keyword else ""
    if chosen and not (inquires and chosen == "ALL"):
        return of_type(kinds, chosen)
    if command.object == "QUEUE" and typed and typed != "ALL":
        return tuple(kind for kind in kinds if EVERY[kind].mqsc.word == typed)
    if command.object == "QUEUE" and command.verb != "DISPLAY":
        return ()
    return kinds


def _removed_by(command: MqscCommand, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """The kinds whose removal takes just what the command gives: CHLTABLE(CLNTTAB) tells
    client-connection channels from the others."""
    apart = {kind: EVERY[kind].mqsc.removal[1] for kind in kinds}
    meant = [
        kind
        for kind, words in apart.items()
        if words and all((command.value(word) or "").upper() == value for word, value in words)
    ]
    return tuple(meant or (kind for kind, words in apart.items() if not words))


def definition(
    command: MqscCommand, kinds: tuple[str, ...] | None = None, *, rendered: bool = True
) -> Definition | None:
    """The definition of a command, or None when it is about nothing of the catalogue. kinds: those
    that it may be about, None for those that programs declare. rendered: it is of no template.

    Attributes that cannot be read are left out and named in `problems`; a text with an insert
    (`+QMNAME+`) is in `given` and its attribute in `unknown`.
    """
    kinds = kinds_of(command) if kinds is None else kinds
    if not kinds:
        return None
    reading = MqscReading(command, kinds, rendered=rendered)
    reading.read()
    return reading.definition()


def definitions(script: MqscScript) -> Iterator[Definition]:
    """Every definition of a script."""
    return filter(None, map(definition, script.commands))
