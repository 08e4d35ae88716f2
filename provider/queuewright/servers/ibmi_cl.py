"""CL on a partition of the sandbox, with the messages that a job sees there."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from queuewright.dialects.cl.tables import commands
from queuewright.kinds import IBMI_KINDS, spec_of
from queuewright.sandbox import cl_commands
from queuewright.sandbox.engine import EmbeddedSystem

_DONE = {  # verb -> what a command says when it is done
    "CRT": ("CPC9801", "Object {name} type {type} created in library {library}."),
    "DLT": ("CPC2191", "Object {name} in {library} type {type} deleted."),
}
_OBJECT = re.compile(r"(?P<kind>ibmi:\w+) (?P<name>\S+)")
_TYPES = {"ibmi:MessageQueue": "*MSGQ", "ibmi:AuthorizationList": "*AUTL"}
_CHECKED = re.compile(r"\s*(?:QSYS/)?CHKOBJ\s", re.IGNORECASE)
_PARAMETER = re.compile(r"(\w+)\(([^()]*)\)")
_TO_READ = frozenset({"*NONE", "*USE", "*READ", "*EXECUTE", "*OBJOPR"})
_UNKNOWN = "MQRC_FUNCTION_NOT_SUPPORTED"
_SUFFIX = re.compile(r" \([A-Z0-9_]+(, \d+)?\)$")


@dataclass(frozen=True, slots=True)
class JobMessage:
    """A message in the log of a job. type: COMPLETION, DIAGNOSTIC or ESCAPE."""

    id: str
    type: str
    text: str


@dataclass(frozen=True, slots=True)
class Done:
    """What became of a command, and what its job was told."""

    ok: bool
    messages: Sequence[JobMessage] = ()


NO_AUTHORITY = JobMessage("CPF2189", "ESCAPE", "Not authorized to object of this command.")


def run(system: EmbeddedSystem, command: str, *, may_change: bool = True) -> Done:
    """Run one command. may_change: whether the user has authority to."""
    if _CHECKED.match(command):
        return _checked(system, command, may_change)
    if not may_change:
        return Done(False, (NO_AUTHORITY,))
    answers = list(cl_commands.run(system, command))
    messages: list[JobMessage] = []
    ok = bool(answers)
    for answer in answers:
        if answer.ok:
            messages += _completion(answer.text, answer.message)
            continue
        ok = False
        if answer.reason_name == _UNKNOWN:
            verb = answer.text.split(maxsplit=1)[0]
            text = f"Command {verb} in library *LIBL not found."
            messages.append(JobMessage("CPD0030", "DIAGNOSTIC", text))
            messages.append(JobMessage("CPF0006", "ESCAPE", "Errors occurred in command."))
            break
        identifier = answer.message_id or "CPF0006"
        messages.append(JobMessage(identifier, "ESCAPE", _why(answer.message)))
        break
    if not answers:
        messages.append(JobMessage("CPF0006", "ESCAPE", "Errors occurred in command."))
    return Done(ok, tuple(messages))


def _checked(system: EmbeddedSystem, command: str, may_change: bool) -> Done:
    """CHKOBJ: whether an object is there, and whether the user has these authorities to it."""
    given = {keyword.upper(): value for keyword, value in _PARAMETER.findall(command)}
    library, slash, name = given.get("OBJ", "").strip().upper().rpartition("/")
    object_type, words = given.get("OBJTYPE", "").strip().upper(), given.get("AUT", "").split()
    if not name or not object_type:
        return Done(False, (JobMessage("CPF0006", "ESCAPE", "Errors occurred in command."),))
    facts = system.facts()
    there = facts.libraries or {}
    library = library if slash and library != "*CURLIB" else facts.current_library
    if library not in there:
        text = f"Library {library} not found."
        return Done(False, (JobMessage("CPF9810", "ESCAPE", text),))
    full = name if object_type == "*AUTL" else f"{library}/{name}"
    kinds = [kind for kind in IBMI_KINDS if spec_of(kind).namespace == object_type]
    if object_type in ("*LIB", "*CMD"):
        found = name in (there if object_type == "*LIB" else commands())
    else:
        found = bool(system.observe(kinds, [full]))
    if not found:
        text = f"Object {name} in library {library} not found."
        return Done(False, (JobMessage("CPF9801", "ESCAPE", text),))
    if not may_change and {word.upper() for word in words} - _TO_READ:
        text = f"Not authorized to object {name} in {library}."
        return Done(False, (JobMessage("CPF9802", "ESCAPE", text),))
    return Done(True)


def _completion(command: str, done: str) -> list[JobMessage]:
    words_given = command.split(maxsplit=1)
    verb = words_given[0].rpartition("/")[2][:3].upper() if words_given else ""
    match = _OBJECT.search(done)
    if verb not in _DONE or match is None:
        return []
    identifier, text = _DONE[verb]
    library, slash, name = match["name"].rpartition("/")
    kind = _TYPES.get(match["kind"], "*DTAQ")
    words = {"name": name, "library": library if slash else "QSYS", "type": kind}
    return [JobMessage(identifier, "COMPLETION", text.format(**words))]


def _why(message: str) -> str:
    """The reason alone: neither the object that the sandbox names first, nor its way out."""
    text = _SUFFIX.sub("", message)
    match = re.match(r"(?:\S+ ibmi:\w+ \S+|\S+): (?P<why>.*)", text)
    why = (match["why"] if match else text).rpartition("; ")[0] or text
    return f"{why[:1].upper()}{why[1:]}."
