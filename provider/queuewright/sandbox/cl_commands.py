"""CL to the sandbox: one answer a command, with IBM i's message identifier or MQ's reason.

What the command analyzer of IBM i refuses by itself is CPF0006 ("Errors occurred in command"), as
there. Logic of a program is not run: a command inside an IF or a MONMSG is answered, not done, and
so is one with a variable.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.catalogue.platform import Platform
from queuewright.dialects import cl
from queuewright.dialects.definition import Action, Definition
from queuewright.ibmi.authorization_list import AuthorizationListSpec

from .answers import Answer, answered, not_modelled, run_definition, with_left_out
from .engine import EmbeddedSystem
from .reasons import refused, refused_on_ibmi

_LIST = AuthorizationListSpec.kind
_ANY_LIBRARY = "*LIBL/"


def run(system: EmbeddedSystem, text: str, *, file: str = "-") -> Iterator[Answer]:
    """Run a program's commands, one transaction each; other commands (PGM, DCL, ...) are passed
    over. Raises SystemUnavailable."""
    platform = system.facts().platform
    script = cl.parse(text)
    lines = text.splitlines()
    todo: list[tuple[int, int, cl.Command | Diagnostic]] = [
        *((command.line, command.column, command) for command in script.commands),
        *((problem.line, problem.column, problem) for problem in script.problems),
    ]
    todo.sort(key=lambda item: item[:2])
    for index, (line, _, item) in enumerate(todo, 1):
        if isinstance(item, Diagnostic):
            source = lines[line - 1].strip() if line <= len(lines) else ""
            yield answered(index, source, line, partial(_unreadable, system, item))
        else:
            yield answered(index, item.text, line, partial(_run, system, item, platform))


def _unreadable(system: EmbeddedSystem, diagnostic: Diagnostic) -> str:
    raise refused_on_ibmi(system.name, "CPF0006", str(diagnostic), "correct the command")


def _run(system: EmbeddedSystem, command: cl.Command, platform: Platform) -> str:
    if platform is not Platform.IBMI:
        why = f"CL runs on IBM i, and {system.name} is {platform}"
        raise refused_on_ibmi(system.name, "CPF0001", why, "use a system whose platform is ibmi")
    for problem in command.problems:
        if problem.is_error:
            _unreadable(system, problem)
    if command.conditional:
        raise not_modelled(system.name, "a command that only a running program decides on")
    definition = cl.definition(command)
    if definition is None:
        raise not_modelled(system.name, f"{command.name} of such an object")
    if definition.errors:
        _unreadable(system, definition.errors[0])
    variables = [warning for warning in definition.warnings if warning.code == "not-literal"]
    if variables:
        raise not_modelled(system.name, f"{variables[0].attribute} with a value of the program")
    if definition.system not in ("", system.name):
        why = f"MQMNAME({definition.system}) is another queue manager"
        raise refused(system.name, "MQRC_Q_MGR_NAME_ERROR", why, f"run it on {definition.system}")
    done = run_definition(system, _placed(system, definition))
    unmanaged = [warning for warning in definition.warnings if warning.code == "not-managed"]
    return with_left_out(done, [str(warning.attribute) for warning in unmanaged])


def _placed(system: EmbeddedSystem, definition: Definition) -> Definition:
    """The definition with the library that *LIBL finds, and with all users of a list."""
    placed = definition
    if placed.name.startswith(_ANY_LIBRARY):
        placed = replace(placed, name=_in_library_list(system, placed))
    users = placed.values.get("users")
    if placed.kind == _LIST and placed.action is Action.CHANGE and isinstance(users, Mapping):
        placed = replace(
            placed, values={**placed.values, "users": _together(system, placed, users)}
        )
    return placed


def _in_library_list(system: EmbeddedSystem, definition: Definition) -> str:
    """The first object of that name: in the current library, then in the others by their names.

    One that is nowhere is looked for in the current library, so that the command says so.
    """
    simple = definition.name.removeprefix(_ANY_LIBRARY)
    current = f"{system.facts().current_library}/{simple}"
    names = [
        observed.key.name
        for observed in system.observe(definition.kinds or (definition.kind,))
        if observed.key.name.rpartition("/")[2] == simple
    ]
    return current if current in names or not names else sorted(names)[0]


def _together(
    system: EmbeddedSystem, definition: Definition, users: Mapping[str, Any]
) -> dict[str, Any]:
    """CHGAUTLE changes the users that it names, and leaves the others on the list as they are."""
    observed = system.observe((_LIST,), (definition.name,))
    where = f"{system.name} {_LIST} {definition.name}"
    if not observed:
        raise refused_on_ibmi(where, "CPF2283", "it does not exist", "create it with CRTAUTL")
    listed = observed[0].attributes.get("users")
    known = dict(listed) if isinstance(listed, Mapping) else {}
    for user in users:
        if user not in known:
            why = f"user {user} is not on the list"
            raise refused_on_ibmi(where, "CPF2285", why, "add it with ADDAUTLE")
    return {**known, **users}
