"""A command of MQSC as a `Definition`: keywords and spellings become the catalogue's words."""

from collections.abc import Iterable, Iterator

from queuewright.dialects.definition import Definition
from queuewright.kinds import EVERY, is_derived

from .keywords import kinds_of_object, of_type, typed_by
from .queue_manager import membership, memberships
from .reading import MqscReading, action_of
from .script import MqscCommand, MqscScript


def kinds_of(command: MqscCommand, *, managed: bool = True) -> tuple[str, ...]:
    """The kinds of the catalogue that the command may be about; () when it is about none. managed:
    only those that programs declare.

    Of ALTER QMGR only what makes the queue manager a full repository (REPOS, REPOSNL) is a kind's.
    """
    objects = kinds_of_object(managed=managed).get(command.object, ())
    kinds = tuple(kind for kind in objects if action_of(command, kind) is not None)
    if any(map(is_derived, kinds)):
        named = command.value("REPOS") or command.value("REPOSNL") or ""
        return kinds if command.verb == "ALTER" and named.strip() else ()
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


def definition(command: MqscCommand, kinds: tuple[str, ...] | None = None) -> Definition | None:
    """The definition of a command, or None when it is about nothing of the catalogue. kinds: those
    that it may be about, None for those that programs declare.

    Attributes that cannot be read are left out and named in `problems`; a text with an insert
    (`+QMNAME+`) is in `given` and its attribute in `unknown`. ALTER QMGR REPOSNL is None here: see
    `definitions`.
    """
    kinds = kinds_of(command) if kinds is None else kinds
    if not kinds:
        return None
    if is_derived(kinds[0]):
        return membership(command, kinds)
    reading = MqscReading(command, kinds)
    reading.read()
    return reading.definition()


def definitions(script: MqscScript) -> Iterator[Definition]:
    """Every definition of a script. ALTER QMGR REPOSNL becomes a membership for each cluster of
    the namelist, where the script defines it; otherwise it is a definition with a problem."""
    for command in script.commands:
        yield from of_command(command, script.commands)


def of_command(command: MqscCommand, commands: Iterable[MqscCommand]) -> Iterator[Definition]:
    """The definitions of one of a script's commands."""
    kinds = kinds_of(command)
    if any(map(is_derived, kinds)) and not (command.value("REPOS") or "").strip():
        yield from memberships(command, kinds[0], commands)
        return
    definition_read = definition(command)
    if definition_read is not None:
        yield definition_read
