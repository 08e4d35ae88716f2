"""MQSC to the sandbox: one answer a command, as a queue manager would give it.

Other dialects need one function like `run`: their commands as `Definition`s to `run_definition`.
"""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.catalogue.facts import SystemFacts
from queuewright.dialects.mqsc import MqscCommand, definition, kinds_of, parse
from queuewright.dialects.mqsc.keywords import keywords, kinds_of_object
from queuewright.dialects.mqsc.others import mistakes, parameters
from queuewright.dialects.mqsc.words import UNMANAGED
from queuewright.kinds import EVERY
from queuewright.world.shipped import is_on

from . import channel_records, controls, policies
from .answers import Answer, answered, run_definition, with_left_out
from .authority_records import set_authority
from .authorization import Operator
from .command_authority import may_see, require_command
from .display import display
from .engine import EmbeddedSystem, Sandbox, WithinTransaction
from .reasons import not_modelled, refused
from .rows import CLASS_OF, Transaction


def run(system: EmbeddedSystem, text: str, *, file: str = "-") -> Iterator[Answer]:
    """Run a script, one transaction a command; END ends it. Raises SystemUnavailable."""
    system.facts()  # a system that does not exist is reported once
    for index, command in enumerate(parse(text, file=file).commands, 1):
        given = answer(system, index, command)
        yield given
        if command.verb == "END" and given.ok:
            return


def answer(system: EmbeddedSystem, index: int, command: MqscCommand) -> Answer:
    """Run one command of a script, the one with that index. Raises SystemUnavailable."""
    who = system.operator
    run = partial(_run, system, command) if who is None else partial(_as, who, system, command)
    return answered(index, command.text, command.line, run)


def _as(
    who: Operator, system: EmbeddedSystem, command: MqscCommand
) -> "str | tuple[str, list[dict[str, Any]]]":
    """Run it as far as the user may: DISPLAY of several leaves out what it may not see."""
    if not command.problems:
        with system.reading() as tx:
            require_command(tx, who, command)
    done = _run(system, command)
    if isinstance(done, str):
        return done
    text, rows = done
    with system.reading() as tx:
        return text, [row for row in rows if may_see(tx, who, command.object, row)]


def _run(system: EmbeddedSystem, command: MqscCommand) -> "str | tuple[str, list[dict[str, Any]]]":
    if command.problems:
        problem = command.problems[0]
        where = f"{system.name} line {problem.line} column {problem.column}"
        raise refused(where, "MQRCCF_PARM_SYNTAX_ERROR", problem.message, "correct the command")
    words = f"{command.verb} {command.object}".strip()
    if command.verb == "DISPLAY":
        return display(system, command)
    if words == "REFRESH QMGR" and (command.value("TYPE") or "").upper() == "CONFIGEV":
        if extra := [word for word in command.parameters if word != "TYPE"]:
            raise not_modelled(system.name, f"REFRESH QMGR TYPE(CONFIGEV) {extra[0]}")
        system.refresh_configuration_events()
        return f"{system.name} configuration events written"
    if words == "CLEAR QLOCAL":
        system.clear(command.name)
        return f"{system.name} mq:LocalQueue {command.name} cleared"
    if words in _RECORDS:
        if words != "SET CHLAUTH":
            _known(system, mistakes(command))
        with system.writing() as tx:
            return _RECORDS[words](tx, command)
    if controls.concerns(command):
        with system.writing() as tx:
            return controls.run(tx, command)
    if words == "PING QMGR":
        return f"{system.name} is active"
    if command.verb == "END":
        return "end of the script"
    return _define(system, command)


_RECORDS = {
    "SET AUTHREC": set_authority,
    "DELETE AUTHREC": set_authority,
    "SET CHLAUTH": channel_records.set_channel_record,
    "SET POLICY": policies.set_policy,
}


def keeps(facts: SystemFacts, command: MqscCommand) -> bool:
    """Whether a command is about what programs do not declare, and the sandbox has all the same."""
    if f"{command.verb} {command.object}" in _RECORDS or controls.concerns(command):
        return True
    kinds = kinds_of(command, managed=False) if command.verb in _DEFINES else ()
    return any(is_on(kind, facts) for kind in kinds)


_OPTIONS = ("CMDSCOPE", "FORCE")
_DEFINES = ("DEFINE", "ALTER", "DELETE")


def run_within(sandbox: Sandbox, tx: Transaction, command: MqscCommand) -> str:
    """Run a command that `keeps` knows inside a transaction. Raises CommandFailed."""
    return str(_run(WithinTransaction(tx, sandbox), command))


def _define(system: EmbeddedSystem, command: MqscCommand) -> str:
    read = definition(command, _kinds(system, command))
    if read is None:
        _known(system, mistakes(command))
        raise not_modelled(system.name, command.words)
    left_out = []
    for warning in read.warnings:
        if warning.code != "unknown-attribute":
            continue
        word = str(warning.attribute)
        if not _is_left_out(read.kind, command.object, word):
            where = f"{system.name} {read.kind} {read.name}"
            raise refused(where, "MQRCCF_PARM_SYNTAX_ERROR", str(warning), "correct the command")
        left_out.append(word)
    return with_left_out(run_definition(system, read), left_out)


def _kinds(system: EmbeddedSystem, command: MqscCommand) -> tuple[str, ...]:
    """The kinds that a command may be about, of those that the system has. Where an object that it
    alters or is like tells its type, of a kind that programs do not declare, it need not say it."""
    facts, kinds = system.facts(), kinds_of(command, managed=False)
    kinds = tuple(kind for kind in kinds if is_on(kind, facts))
    name = {"ALTER": command.name, "DEFINE": command.value("LIKE")}.get(command.verb)
    if name and len(kinds) > 1:
        with system.reading() as tx:
            existing = tx.get(CLASS_OF[kinds[0]], name)
        kind = kinds[0] if existing is None else existing.kind
        if not EVERY[kind].is_managed:
            return (kind,)
    return kinds


def _is_left_out(kind: str, word_of_object: str, keyword: str) -> bool:
    """Whether MQ has a parameter that no kind of the object has here."""
    if keyword in UNMANAGED and EVERY[kind].is_managed:
        return True
    kinds = kinds_of_object(managed=False)[word_of_object]
    known = parameters(word_of_object)
    return keyword in known and not any(keyword in keywords(kind) for kind in kinds)


def _known(system: EmbeddedSystem, problems: Iterable[Diagnostic]) -> None:
    """Raises CommandFailed for a word that MQSC has not."""
    for problem in problems:
        if problem.code != "not-managed":
            code = "ATTR_VALUE" if problem.code == "value" else "PARM_SYNTAX"
            raise refused(system.name, f"MQRCCF_{code}_ERROR", problem.text, "correct the command")
