"""CL on a partition of the sandbox, with the messages that a job sees there."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from queuewright.dialects.cl.reading import split_name
from queuewright.dialects.cl.tables import commands, is_program
from queuewright.kinds import IBMI_KINDS, is_ibmi, spec_of
from queuewright.sandbox import cl_authority, cl_commands
from queuewright.sandbox.engine import EmbeddedSystem
from queuewright.sandbox.held_authorities import MQ_LIBRARY

from . import ibmi_messages
from .ibmi_messages import JobMessage, Named

_DONE = {"CRT": "CPC9801", "DLT": "CPC2191"}  # verb -> what a command says when it is done
_OBJECT = re.compile(r"(?P<kind>ibmi:\w+) (?P<name>\S+)")
_OBJECT_OF_MQ = re.compile(r"(?P<kind>mq:\w+) \S+ (?:created|changed|deleted)")
_CHECKED = re.compile(r"\s*(?:QSYS/)?CHKOBJ\s", re.IGNORECASE)
_PARAMETER = re.compile(r"(\w+)\(([^()]*)\)")
_TO_READ = frozenset({"*NONE", "*USE", "*READ", "*EXECUTE", "*OBJOPR"})
_UNKNOWN = "MQRC_FUNCTION_NOT_SUPPORTED"


@dataclass(frozen=True, slots=True)
class Done:
    """The outcome of a command, and the messages of its job."""

    ok: bool
    messages: Sequence[JobMessage] = ()


NO_AUTHORITY = JobMessage("CPF2189", "ESCAPE", "Not authorized to object of this command.")


def run(system: EmbeddedSystem, command: str, *, may_change: bool = True, user: str = "") -> Done:
    """Run one command. may_change: whether the user has authority to; user: who
    owns what is created."""
    if _CHECKED.match(command):
        return _checked(system, command, may_change)
    if not may_change:
        return Done(False, (NO_AUTHORITY,))
    answers = list(cl_commands.run(system, command, is_partition=True, user=user))
    messages: list[JobMessage] = []
    for answer in answers:
        if answer.ok:
            messages += _completion(answer.text, answer.message)
            continue
        if answer.reason and answer.reason_name != _UNKNOWN and not answer.message_id:
            messages += ibmi_messages.refusal_of_mq(answer)
        elif answer.reason_name == _UNKNOWN:
            messages += ibmi_messages.not_a_command(answer.text.split(maxsplit=1)[0])
        else:
            messages += ibmi_messages.refusal(answer.message_id or "CPF0006", answer.message)
        return Done(False, tuple(messages))
    if not answers:
        return Done(False, tuple(ibmi_messages.errors()))
    return Done(True, tuple(messages))


def _checked(system: EmbeddedSystem, command: str, may_change: bool) -> Done:
    """CHKOBJ: whether an object is there, and whether the user has these authorities to it."""
    given = {keyword.upper(): value for keyword, value in _PARAMETER.findall(command)}
    library, slash, name = split_name(_folded(given.get("OBJ", "").strip()))
    object_type, words = given.get("OBJTYPE", "").strip().upper(), given.get("AUT", "").split()
    if not name or not object_type:
        missing = "OBJTYPE" if name else "OBJ"
        return Done(False, tuple(ibmi_messages.errors(f"CHKOBJ needs {missing}")))
    facts = system.facts()
    there = facts.libraries or {}
    library = library if slash and library != "*CURLIB" else facts.current_library
    about = Named(name, library, object_type)
    if library not in (*there, MQ_LIBRARY):
        return _failed("CPF9810", about)
    full = name if object_type == "*AUTL" else f"{library}/{name}"
    kinds = [kind for kind in IBMI_KINDS if spec_of(kind).namespace == object_type]
    if object_type == "*USRPRF":
        found = True  # no profiles are kept here: everybody may own something
    elif object_type == "*LIB":
        found = name in there
    elif object_type in ("*CMD", "*PGM"):
        found = name in commands() and is_program(name) is (object_type == "*PGM")
        # QSYS has IBM MQ's commands too, as proxies.
        found = found and not (library == MQ_LIBRARY and is_ibmi(commands()[name].kinds[0]))
    else:
        found = bool(system.observe(kinds, [full]))
    if not found:
        return _failed("CPF9801", about)
    asked = {word.upper() for word in words}
    if not may_change and asked - _TO_READ:
        return _failed("CPF9802", about)
    if (who := system.operator) is None:
        return Done(True)
    with system.reading() as tx:
        lacking = cl_authority.lacking(tx, who, object_type, f"{library}/{name}", asked)
    return Done(True) if lacking is None else _failed(lacking, about)


def _folded(name: str) -> str:
    """Upper case, but for what stands in double quotes."""
    parts = name.split('"')
    return '"'.join(part if index % 2 else part.upper() for index, part in enumerate(parts))


def _failed(identifier: str, about: Named) -> Done:
    return Done(False, (ibmi_messages.message(identifier, "ESCAPE", about),))


def _completion(command: str, done: str) -> list[JobMessage]:
    words_given = command.split(maxsplit=1)
    verb = words_given[0].rpartition("/")[2][:3].upper() if words_given else ""
    match = _OBJECT.search(done)
    if of_mq := _OBJECT_OF_MQ.search(done):
        return ibmi_messages.done_by_mq(of_mq["kind"], verb)
    if verb not in _DONE or match is None:
        return []
    about = Named.of(match["kind"], match["name"])
    return [ibmi_messages.message(_DONE[verb], "COMPLETION", about)]
