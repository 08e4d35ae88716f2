"""Messages of an IBM i job, for what the sandbox refuses and does: first level in IBM's words.

The second level says in IBM's form what the sandbox knows besides: its own reason, and its way out.
Sources: the messages of QCPFMSG, as jobs, Code for IBM i and IBM's APIs show them; their numbers
are those that the commands' pages list (docs/readings.md).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from queuewright.kinds import is_ibmi, is_mq, spec_of
from queuewright.sandbox.answers import Answer
from queuewright.sandbox.runmqsc import done_message, reason_message

_LISTS = "authorization list(s) processed"
_TEXTS = {
    "CPC2191": "Object {name} in {library} type {type} deleted.",
    "CPC9801": "Object {name} type {type} created in library {library}.",
    "CPF2105": "Object {name} in {library} type {type} not found.",
    "CPF2110": "Library {library} not found.",
    "CPF2111": "Library {name} already exists.",
    "CPF2112": "Object {name} in {library} type {type} already exists.",
    "CPF2114": "Cannot allocate object {name} in {library} type {type}.",
    "CPF2182": "Not authorized to library {library}.",
    "CPF2189": "Not authorized to object {name} in {library} type {type}.",
    "CPF2207": "Not authorized to use object {name} in library {library} type {type}.",
    "CPF2217": "Not authorized to user profile {profile}.",
    "CPF2408": "Not authorized to message queue {name}.",
    "CPF9820": "Not authorized to use library {library}.",
    "CPF2125": "No objects deleted.",
    "CPF2161": "Cannot delete some objects in library {name}.",
    "CPF2167": "Library {name} not deleted: it belongs to the system.",
    "CPF1697": "Subsystem description not changed.",
    "CPF3EC0": "Add relational database directory entry failed.",
    "CPF3323": "Job queue {name} in {library} already exists.",
    "CPF3353": "Output queue {name} in {library} already exists.",
    "CPF3354": "Library {library} not found.",
    "CPF2282": f"1 error(s) adding users, 1 {_LISTS}.",
    "CPF2283": "Authorization list {list} does not exist.",
    "CPF2285": f"1 error(s) removing users, 1 {_LISTS}.",
    "CPF2290": "*EXCLUDE cannot be specified with another authority.",
    "CPF2402": "Library {library} not found",
    "CPF2403": "Message queue {name} in {library} not found.",
    "CPF2451": "Message queue {name} is allocated to another job.",
    "CPF247E": "CCSID {number} is not valid.",
    "CPF2497": "Size for {name} in {library} exceeds machine limit.",
    "CPF9801": "Object {name} in library {library} not found.",
    "CPF9802": "Not authorized to object {name} in {library}.",
    "CPF9803": "Cannot allocate object {name} in library {library}.",
    "CPF9810": "Library {library} not found.",
    "CPF9870": "Object {name} type {type} already exists in library {library}.",
}
# A diagnostic in the sandbox's own words says which authority is lacking.
_NO_AUTHORITY = ("CPF2182", "CPF2189", "CPF2207", "CPF2217", "CPF2408", "CPF9802", "CPF9820")
_OF_LIBRARY = ("CPF2110", "CPF2182", "CPF9820")
_ERRORS = "Errors occurred in command."
# The command analyzer's message for our diagnostic; one without a message is CPD0006.
_OF_THE_COMMAND = (
    (r"needs (?P<name>[A-Z][A-Z0-9]*)(?:;|$)", "CPD0071", "Parameter {name} required."),
    (r"has no parameter (?P<name>\w+)", "CPD0043", "Keyword {name} not valid for this command."),
    (
        r"is not authorized to command (?P<name>\w+)",
        "CPD0032",
        "Not authorized to command {name} in library *LIBL.",
    ),
    (r"expected \) ", "CPD0013", "A matching parenthesis not found."),
)
_WHERE = re.compile(
    r"\S+ (?P<kind>(?:ibmi|mq):\w+|library|\*[A-Z]+) (?P<name>\S+): (?P<why>.*)", re.DOTALL
)
_ANSWER = re.compile(r"(?P<why>.*?)(?:; (?P<remediation>[^;]*))?", re.DOTALL)
_CODES = re.compile(r" \([A-Z0-9_]+(, \d+)?\)$")
_CITED = re.compile(r" \[IBM [^\]]*\]")
_LIBRARY = re.compile(r"to library (?P<library>\S+)")
_PROFILE = re.compile(r"to user profile (?P<profile>\S+)")
_LIST = re.compile(r'authorization list "(?P<list>[^"]*)"')


@dataclass(frozen=True, slots=True)
class JobMessage:
    """A message in the log of a job. type: COMPLETION, DIAGNOSTIC or ESCAPE. second: its second
    level, "" where there is none."""

    id: str
    type: str
    text: str
    second: str = ""


@dataclass(frozen=True, slots=True)
class Named:
    """An object that a message is about. type: `*DTAQ`."""

    name: str
    library: str = "QSYS"
    type: str = ""

    @classmethod
    def of(cls, kind: str, name: str) -> "Named":
        """The object of a kind of ours, `ORDERS/IN`."""
        library, slash, simple = name.rpartition("/")
        of_type = spec_of(kind).namespace if is_ibmi(kind) else kind
        return cls(simple, library if slash else "QSYS", of_type)


def message(identifier: str, kind: str, about: Named, second: str = "") -> JobMessage:
    """One of the messages that are known here."""
    words = {"name": about.name, "library": about.library, "type": about.type}
    return JobMessage(identifier, kind, _TEXTS[identifier].format_map(words), second)


def refusal(identifier: str, message: str) -> Sequence[JobMessage]:
    """The job's messages about a command that the sandbox refused in its own words."""
    text = _CODES.sub("", message)
    match = _WHERE.fullmatch(text)
    about = Named.of(match["kind"], match["name"]) if match else Named("")
    answer = _ANSWER.fullmatch(match["why"] if match else text.partition(": ")[2] or text)
    assert answer is not None
    reason, remediation = answer["why"], answer["remediation"] or ""
    template = _TEXTS.get(identifier)
    if template is None:
        named = f"{match['name']}: {reason}" if match and is_mq(match["kind"]) else reason
        return errors(named, remediation)
    listed = _LIST.search(reason)
    number, profile = re.search(r"\d+", reason), _PROFILE.search(reason)
    words = {
        "name": about.name,
        "library": _library(about, reason) if identifier in _OF_LIBRARY else about.library,
        "type": about.type,
        "list": listed["list"] if listed else about.name,
        "number": number.group() if number else "",
        "profile": profile["profile"] if profile else "",
    }
    second = _second_level(reason, remediation)
    escape = JobMessage(identifier, "ESCAPE", template.format_map(words), second)
    return (_own_words(reason, remediation), escape) if identifier in _NO_AUTHORITY else (escape,)


def _library(about: Named, reason: str) -> str:
    """The library that a message is about: one that the reason names, or the object itself."""
    named = _LIBRARY.search(reason)
    if named is not None:
        return named["library"]
    return about.name if about.type in ("library", "*LIB") else about.library


def errors(reason: str = "", remediation: str = "") -> Sequence[JobMessage]:
    """CPF0006, after what the command analyzer found, in our own words where it has none."""
    ended = JobMessage("CPF0006", "ESCAPE", _ERRORS)
    if not reason:
        return (ended,)
    text = re.sub(r"^\d+:\d+: ", "", _CITED.sub("", reason))
    for pattern, identifier, template in _OF_THE_COMMAND:
        match = re.search(pattern, text)
        if match is not None:
            second = _second_level(text, remediation)
            text = template.format_map(match.groupdict())
            return (JobMessage(identifier, "DIAGNOSTIC", text, second), ended)
    return (_own_words(text, remediation), ended)


def _own_words(text: str, remediation: str) -> JobMessage:
    """The sandbox's own words, before the message that says in IBM's that nothing was done."""
    text = f"{text[:1].upper()}{text[1:].rstrip('.')}."
    return JobMessage("CPD0006", "DIAGNOSTIC", text, _second_level("", remediation))


def refusal_of_mq(answer: Answer) -> Sequence[JobMessage]:
    """The escape message of a command of IBM MQ: AMQ8147, without the letter of its severity."""
    match = _WHERE.fullmatch(_CODES.sub("", answer.message))
    text = reason_message(answer.reason_name, answer.reason, match["name"] if match else "")
    answered = _ANSWER.fullmatch(match["why"] if match else answer.message)
    assert answered is not None
    second = _second_level(answered["why"], answered["remediation"] or "")
    return (_of_mq(text, "ESCAPE", second),)


def done_by_mq(kind: str, verb: str) -> list[JobMessage]:
    """The completion message of a command of IBM MQ. verb: CRT, CPY, CHG, DLT."""
    word = {"CHG": "ALTER", "DLT": "DELETE"}.get(verb, "DEFINE")
    return [_of_mq(done_message(spec_of(kind).mqsc.display, word), "COMPLETION")]


def _of_mq(text: str, kind: str, second: str = "") -> JobMessage:
    identifier, _, words = text.partition(": ")
    return JobMessage(identifier[:7], kind, words, second)


def not_a_command(verb: str) -> Sequence[JobMessage]:
    """A command that is nowhere in the library list."""
    text = f"Command {verb} in library *LIBL not found."
    return (JobMessage("CPD0030", "DIAGNOSTIC", text), *errors())


def _second_level(reason: str, remediation: str) -> str:
    parts = []
    if reason:
        parts.append(f"Cause . . . . . :   {reason[:1].upper()}{reason[1:]}.")
    if remediation:
        parts.append(f"Recovery  . . . :   {remediation[:1].upper()}{remediation[1:]}.")
    return " ".join(parts)
