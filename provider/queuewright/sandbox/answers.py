"""The sandbox's answer to one command of a script, whatever its dialect."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from queuewright.catalogue.diagnostic import Diagnostic, one_line
from queuewright.catalogue.errors import CommandFailed
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.pcf.constants import REASONS
from queuewright.kinds import is_record

from .engine import EmbeddedSystem
from .reasons import not_modelled


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer. index counts from 1; text is the command on one line.

    completion and reason are MQ's numbers (0 and 0 when it was done), `message_id` IBM i's
    identifier. objects: what an inquiry shows, in the dialect's own words. monitored: the program
    expects this failure (MONMSG).
    """

    index: int
    text: str
    ok: bool
    message: str
    completion: int = 0
    reason: int = 0
    reason_name: str = "MQRC_NONE"
    message_id: str = ""
    objects: tuple[Mapping[str, Any], ...] = ()
    line: int = 0
    inquired: bool = field(default=False, compare=False)
    monitored: bool = False

    def plain(self) -> dict[str, Any]:
        """The answer as JSON has it; `message_id` and `objects` only where there are any."""
        names = ("index", "line", "text", "ok", "completion", "reason", "reason_name", "message")
        answer: dict[str, Any] = {name: getattr(self, name) for name in names}
        if self.message_id:
            answer["message_id"] = self.message_id
        if self.monitored:
            answer["monitored"] = True
        if self.inquired:
            answer["objects"] = [dict(displayed) for displayed in self.objects]
        return answer


def answered(
    index: int,
    text: str,
    line: int,
    command: Callable[[], "str | tuple[str, list[dict[str, Any]]]"],
) -> Answer:
    """Run a command, which returns what was done in a few words, an inquiry also its objects."""
    try:
        done = command()
    except CommandFailed as error:
        numbers = (error.completion, error.reason, error.reason_name, error.message_id)
        return Answer(index, text, False, str(error), *numbers, line=line)
    if isinstance(done, str):
        return Answer(index, text, True, done, line=line)
    message, objects = done
    return Answer(index, text, True, message, objects=tuple(objects), line=line, inquired=True)


def with_left_out(done: str, names: Collection[str]) -> str:
    """The sentence of success, with the attributes that the command gave and the sandbox does not
    keep."""
    if not names:
        return done
    return f"{done}; left out, because the sandbox does not model them: {', '.join(names)}"


def run_definition(system: EmbeddedSystem, definition: Definition) -> str:
    """Run Create, Copy, Change, Delete, or an entry of an authorization list, of any dialect.

    Returns what was done. Raises CommandFailed, also where the command could not be read.
    """
    name, kind = definition.name, definition.kind
    if definition.kinds:  # the command does not say: that of the object that exists, or is copied
        there = name if definition.like is None else definition.like
        kind = next((o.key.kind for o in system.observe(definition.kinds, [there])), kind)
    where = f"{system.name} {kind} {name}"
    if definition.errors:
        raise _unreadable(where, definition.errors[0])
    if definition.removed or (definition.action is Action.CREATE and is_record(kind)):
        system.create(kind, name, definition.values, removed=definition.removed)
        return f"{where} set"
    if definition.action is Action.CREATE:
        made = system.create(
            kind,
            name,
            definition.values,
            like=definition.like,
            replace=definition.replace,
            kept=definition.kept,
        )
        return f"{made.key.system} {kind} {name} created"
    if definition.action is Action.CHANGE:
        made = system.change(kind, name, definition.values, force=definition.force)
        return f"{made.key.system} {kind} {name} changed"
    if definition.action is Action.DELETE:
        keep = definition.keeps_authorities
        try:
            system.delete(
                kind,
                name,
                purge=definition.purge,
                keep_authorities=keep,
                disposition=definition.disposition,
            )
        except CommandFailed as error:
            ignore = str(definition.given.get("IGNSTATE", "")).upper() == "YES"
            if not ignore or error.reason not in (2085, 3328, 4032):
                raise
            return f"{where} did not exist"
        return f"{where} deleted"
    if definition.action is Action.ADD and is_record(kind):
        system.add_items(kind, name, definition.values)
        return f"{where} set"
    if definition.action in (Action.ADD, Action.REMOVE):
        users = definition.values.get("users")
        entries = users if isinstance(users, Mapping) else {}
        system.entries(name, entries, add=definition.action is Action.ADD)
        return f"{where} changed"
    raise not_modelled(system.name, f"{definition.action} of {kind}")


def _unreadable(where: str, diagnostic: Diagnostic) -> CommandFailed:
    reasons = {
        "value": "MQRCCF_ATTR_VALUE_ERROR",
        "missing": "MQRCCF_PARM_MISSING",
        "dynamic-scope": "MQRCCF_DYNAMIC_Q_SCOPE_ERROR",
        "force-model": "MQRCCF_FORCE_VALUE_ERROR",
    }
    reason = reasons.get(diagnostic.code, "MQRCCF_PARM_SYNTAX_ERROR")
    text = one_line(f"{where}: {diagnostic} ({reason}, {REASONS[reason]})")
    return CommandFailed(text, completion=2, reason=REASONS[reason], reason_name=reason)
