"""MQSC to the sandbox: one answer a command, as a queue manager would give it.

Other dialects need one function like `run`: their commands as `Definition`s to `run_definition`.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.dialects.mqsc import Command, definition, kinds_of, parse
from queuewright.dialects.mqsc.others import mistakes
from queuewright.dialects.mqsc.reader import of_the_queue_manager, settings
from queuewright.dialects.mqsc.words import UNMANAGED

from . import channel_authentication, controls, other_channels, other_objects
from .answers import Answer, answered, not_modelled, run_definition, with_left_out
from .authority import set_authority
from .display import display
from .engine import EmbeddedSystem
from .manager import ATTRIBUTES, CHARACTER_SET, KEPT, NUMBERS
from .reasons import refused
from .rows import Transaction

_KEPT = frozenset((*other_objects.TYPES, "CHANNEL", "CHLAUTH", "SECURITY"))


def run(system: EmbeddedSystem, text: str, *, file: str = "-") -> Iterator[Answer]:
    """Run a script, one transaction a command; END ends it. Raises SystemUnavailable."""
    system.facts()  # a system that does not exist is reported once
    for index, command in enumerate(parse(text, file=file).commands, 1):
        given = answer(system, index, command)
        yield given
        if command.verb == "END" and given.ok:
            return


def answer(system: EmbeddedSystem, index: int, command: Command) -> Answer:
    """Run one command of a script, the one with that index. Raises SystemUnavailable."""
    return answered(index, command.text, command.line, partial(_run, system, command))


def _run(system: EmbeddedSystem, command: Command) -> "str | tuple[str, list[dict[str, Any]]]":
    if command.problems:
        problem = command.problems[0]
        where = f"{system.name} line {problem.line} column {problem.column}"
        raise refused(where, "MQRCCF_PARM_SYNTAX_ERROR", problem.message, "correct the command")
    words = f"{command.verb} {command.object}".strip()
    if command.verb == "DISPLAY":
        return display(system, command)
    if words == "ALTER QMGR":
        named = definition(command)
        _known(system, named.errors if named else of_the_queue_manager(command))
        given = settings(command)
        system.set_manager(manager_changes(system.name, given))
        return f"{system.name} queue manager changed"
    if words == "REFRESH QMGR" and (command.value("TYPE") or "").upper() == "CONFIGEV":
        if extra := [word for word in command.parameters if word != "TYPE"]:
            raise not_modelled(system.name, f"REFRESH QMGR TYPE(CONFIGEV) {extra[0]}")
        system.refresh_configuration_events()
        return f"{system.name} configuration events written"
    if words == "CLEAR QLOCAL":
        system.clear(command.name)
        return f"{system.name} mq:LocalQueue {command.name} cleared"
    if words in ("SET AUTHREC", "DELETE AUTHREC"):
        _known(system, mistakes(command))
        with system.writing() as tx:
            return set_authority(tx, command)
    done = _on_what_is_kept(system, command)
    if done is not None:
        return done
    if words == "PING QMGR":
        return f"{system.name} is active"
    if command.verb == "END":
        return "end of the script"
    return _define(system, command)


def _on_what_is_kept(system: EmbeddedSystem, command: Command) -> str | None:
    """What was done where the command is about objects that are kept as they are given."""
    if command.object not in _KEPT:
        return None
    with system.writing() as tx:
        return keep(tx, command)


def keep(tx: Transaction, command: Command) -> str | None:
    """Run a command on objects that are kept as they are given; None for any other one. Raises
    CommandFailed."""
    if controls.concerns(command):
        return controls.run(tx, command)
    if (command.verb, command.object) == ("SET", "CHLAUTH"):
        return channel_authentication.set_record(tx, command)
    if other_objects.concerns(tx.facts, command):
        return other_objects.run(tx, command)
    if other_channels.concerns(tx, command):
        return other_channels.run(tx, command)
    return None


def _define(system: EmbeddedSystem, command: Command) -> str:
    definition_read = definition(command) if kinds_of(command) else None
    if definition_read is None:
        _known(system, mistakes(command))
        raise not_modelled(system.name, command.words)
    left_out = []
    for warning in definition_read.warnings:
        if warning.code != "unknown-attribute":
            continue
        known = other_objects.EVERY.get(command.object)
        if str(warning.attribute) not in (known.keywords if known else UNMANAGED):
            where = f"{system.name} {definition_read.kind} {definition_read.name}"
            raise refused(where, "MQRCCF_PARM_SYNTAX_ERROR", str(warning), "correct the command")
        left_out.append(str(warning.attribute))
    return with_left_out(run_definition(system, definition_read), left_out)


def _known(system: EmbeddedSystem, problems: Iterable[Diagnostic]) -> None:
    """Raises CommandFailed for a word that MQSC has not."""
    for problem in problems:
        if problem.code != "not-managed":
            code = "ATTR_VALUE" if problem.code == "value" else "PARM_SYNTAX"
            raise refused(system.name, f"MQRCCF_{code}_ERROR", problem.text, "correct the command")


def manager_changes(
    system: str, given: Mapping[str, str], *, strict: bool = True
) -> dict[str, Any]:
    """The attributes of ALTER QMGR that the sandbox has. given: MQSC keyword -> text. Raises
    CommandFailed for another one (unless not `strict`)."""
    values: dict[str, Any] = {}
    for keyword, text in given.items():
        is_kept = keyword in KEPT or keyword == CHARACTER_SET
        name = ATTRIBUTES.get(keyword, keyword if is_kept else None)
        if name is None:
            if strict:
                raise not_modelled(system, f"ALTER QMGR {keyword}")
            continue
        takes_numbers = name in (*NUMBERS, CHARACTER_SET) or isinstance(KEPT.get(name), int)
        is_number = takes_numbers and text.isascii() and text.isdigit()
        values[name] = int(text[:20]) if is_number else text
    return values
