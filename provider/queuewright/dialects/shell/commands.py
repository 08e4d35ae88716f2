"""setmqaut and runmqsc in a shell script, as lines of MQSC. Pure.

Sources: IBM MQ, setmqaut (parameters; the words of objects and authorities), runmqsc; dmpmqcfg -o
setmqaut and amqoamd -s, which write such scripts.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from types import MappingProxyType
from typing import TypeVar

from queuewright.catalogue.attribute import Attribute
from queuewright.catalogue.diagnostic import Diagnostic, Severity, shown
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import RUNMQSC, SETMQAUT, SETMQSPL
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.mqsc.others import nearest
from queuewright.dialects.mqsc.render import quoted
from queuewright.dialects.mqsc.script import MqscCommand
from queuewright.dialects.protocol import Entry
from queuewright.mq.authorities import in_full
from queuewright.mq.authority_record import AUTHORITIES, OBJECT_TYPE
from queuewright.mq.security_policy import SecurityPolicySpec

from .words import UNKNOWN, ShellWord, plain

PROGRAMS = ("setmqaut", "setmqspl", "runmqsc")  # whose calls are read
_CONTINUED = ("+", "-")
_ENDING = ("END", "EXIT", "QUIT")  # runmqsc, not the script
# Words of -t, beside those of OBJTYPE.
_TYPES: Mapping[str, str] = MappingProxyType(
    {
        "Q": "QUEUE",
        "NL": "NAMELIST",
        "PRCS": "PROCESS",
        "TOP": "TOPIC",
        "AUTHINFO": "AUTHINFO",
        "CHL": "CHANNEL",
        "CLCN": "CLNTCONN",
        "LSTR": "LISTENER",
        "SRVC": "SERVICE",
        "RQMN": "RQMNAME",
        "COMMINFO": "COMMINFO",
    }
)
_TAKE_VALUES = ("-m", "-n", "-t", "-s", "-p", "-g")
# Flags of setmqspl -> keywords of SET POLICY.
_POLICY = {"-s": "SIGNALG", "-e": "ENCALG", "-a": "SIGNER", "-r": "RECIP", "-c": "KEYREUSE"}
_TOLERATION = {"0": "ENFORCE", "1": "TOLERATE"}
_REUSED = {"0": "DISABLED", "*": "UNLIMITED"}

SETMQAUT_RULE = Rule(
    "setmqaut",
    "A setmqaut command that cannot be read",
    "setmqaut: {reason}",
    "{remediation}",
    (SETMQAUT.at("Required parameters"),),
)


SETMQSPL_RULE = SETMQAUT_RULE.but(
    code="setmqspl",
    title="A setmqspl command that cannot be read",
    reason="setmqspl: {reason}",
    sources=(SETMQSPL.at("Syntax"),),
)


NO_SYSTEM = Rule(
    "no-queue-manager",
    "A command of a script for several queue managers does not say which it is for",
    "{program} names {named}, in a script of several: nothing of it is taken for {meant}",
    "give its value with --set NAME=VALUE, or put the name into the script",
    (RUNMQSC.at("Syntax"),),
)
ONE_SYSTEM = NO_SYSTEM.but(
    code="one-queue-manager",
    title="A script names queue managers that only the running script knows",
    reason="{program} names {named}, and others {others}: all is taken for one queue manager",
    remediation="give the value of each with --set NAME=VALUE, if they are several",
    severity=Severity.WARNING,
)


@dataclass(frozen=True, slots=True)
class Block:
    """A script of MQSC. line: of its start; decided: of what decides whether it is run, 0 where
    nothing does."""

    line: int
    text: str
    decided: int = 0


@dataclass(slots=True)
class Commands:
    """A script's commands of MQSC. blocks: in the order in which they are run; comments: of the
    script, by their lines. queue_managers: that it names, in order; only: the one whose commands
    these are, "" for all; unknown: names that only the running script knows, and a call for each.
    requests: commands that are no text; left: those of them that remove something, where a
    condition decides, with its line. elsewhere: other files that runmqsc reads; folders: those of
    them that may be folders, or have something else. passed_over: calls of other programs of IBM
    MQ."""

    blocks: list[Block] = field(default_factory=list)
    comments: dict[int, str] = field(default_factory=dict)
    problems: list[Diagnostic] = field(default_factory=list)
    queue_managers: dict[str, None] = field(default_factory=dict)
    only: str = ""
    unknown: dict[str, ShellWord] = field(default_factory=dict)
    requests: list[MqscCommand] = field(default_factory=list)
    left: list[tuple[MqscCommand, int]] = field(default_factory=list)
    elsewhere: list[ShellWord] = field(default_factory=list)
    folders: list[ShellWord] = field(default_factory=list)
    passed_over: list[ShellWord] = field(default_factory=list)


def add_lines(found: Commands, first: int, text: str, decided: int = 0) -> None:
    """A script of MQSC. first: the line of its start; decided: see Block."""
    lines = text.split("\n")
    kept = ("" if line.strip(" \t\r;").upper() in _ENDING else line for line in lines)
    found.blocks.append(Block(first, "\n".join(kept), decided))


_Placed = TypeVar("_Placed", Block, Entry, MqscCommand)


def in_between(in_turn: Iterable[_Placed], others: Iterable[_Placed]) -> Iterator[_Placed]:
    """Those in this order, and each of the others before the first that is behind its line."""
    waiting = deque(sorted(others, key=attrgetter("line")))
    for each in in_turn:
        while waiting and waiting[0].line < each.line:
            yield waiting.popleft()
        yield each
    yield from waiting


def add_on_line(found: Commands, line: int, text: str) -> None:
    """A script of MQSC whose lines are not those of the file: all of it stands in this one."""
    lines = [whole.strip() for _, whole in _joined(list(enumerate(text.split("\n"))))]
    commands = [whole for whole in lines if whole and not whole.startswith("*")]
    add_lines(found, line, "; ".join(c for c in commands if c.rstrip(";").upper() not in _ENDING))


def _joined(lines: Sequence[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Each command on one line, that of its start: + goes on at the first character that is not a
    blank, - at the first of the line."""
    begun: tuple[int, str] | None = None
    for number, line in lines:
        start, before = (number, "") if begun is None else begun
        whole = (
            before.removesuffix("+") + line.lstrip(" \t")
            if before[-1:] == "+"
            else (before.removesuffix("-") + line)
        )
        whole = whole.rstrip(" \t\r")
        is_comment = begun is None and line.lstrip().startswith("*")
        begun = (start, whole) if whole.endswith(_CONTINUED) and not is_comment else None
        if begun is None:
            yield start, whole
    if begun is not None:
        yield begun


def of_one(read: Callable[[Commands], None], only: str) -> Commands:
    """The commands that `read` adds. only: the queue manager that is meant, "" where all are. Where
    a script names one that is known beside others that are not, its commands are those of the one:
    the others are reported."""
    found = Commands(only=only)
    read(found)
    if not only and found.unknown and found.queue_managers:
        known = [*found.queue_managers]
        if len(known) > 1:  # each is read for itself
            return found
        found = Commands(only=known[0])
        read(found)
    elif not only and len(found.unknown) > 1:
        for name, call in found.unknown.items():
            others = ", ".join(shown(other) for other in found.unknown if other != name)
            problem = ONE_SYSTEM(program=call.program, named=shown(name), others=others)
            found.problems.append(problem.at(call.line, call.column))
    return found


def is_meant(queue_manager: str, found: Commands, call: ShellWord) -> bool:
    """Whether the commands of a call are those of the queue manager that is meant; the name is
    noted. Where one of several is, a call that names none is reported."""
    is_unknown = UNKNOWN in queue_manager
    if is_unknown:
        found.unknown.setdefault(plain(queue_manager), call)
    if not found.only:
        if queue_manager and not is_unknown:
            found.queue_managers.setdefault(queue_manager)
        return True
    if not queue_manager or is_unknown:
        named = shown(plain(queue_manager)) if queue_manager else "no queue manager"
        problem = NO_SYSTEM(program=call.program, named=named, meant=found.only)
        found.problems.append(problem.at(call.line, call.column))
    elif queue_manager == found.only:
        found.queue_managers.setdefault(queue_manager)
    return queue_manager == found.only


def add_setmqaut(
    first: ShellWord, arguments: Sequence[ShellWord], found: Commands, decided: int = 0
) -> None:
    """One call: a record for each principal and group. decided: see Block."""
    options: dict[str, list[str]] = {}
    signed: list[tuple[str, str]] = []  # + or -, and the word
    deletes = False
    words = iter(arguments)
    for word in words:
        text = word.text
        flag = text[:2]
        if text.lower() in ("-remove", "-rem"):
            deletes = True
        elif flag in _TAKE_VALUES and (len(text) == 2 or authority_word(text[1:]) is None):
            value = text[2:] if len(text) > 2 else getattr(next(words, None), "text", "")
            options.setdefault(flag, []).append(value)
        elif text[:1] in ("+", "-"):
            known = authority_word(text[1:])
            if known is None:
                meant = nearest(text[1:], [c.mqsc or "" for c in AUTHORITIES.choices])
                refuse(
                    found, word, f"{shown(plain(text))} is not an authority", meant or "correct it"
                )
                return
            signed.append((text[0], known))
        else:
            refuse(
                found, word, f"{shown(plain(text))} is not a parameter", "leave it out, or quote it"
            )
            return
    if not is_meant(next(iter(options.get("-m", ())), ""), found, first):
        return
    entities = [("GROUP", name) for name in options.get("-g", ())]
    entities += [("PRINCIPAL", name) for name in options.get("-p", ())]
    given_type = next(iter(options.get("-t", ())), "")
    type_ = type_word(given_type)
    if type_ is None:
        known_types = ", ".join(c.mqsc.lower() for c in OBJECT_TYPE.choices if c.mqsc)
        refuse(
            found,
            first,
            f"-t {shown(plain(given_type))} is not a type of object",
            f"it takes {known_types}",
        )
        return
    if not entities:
        refuse(found, first, "it names no principal and no group", "give -p or -g")
        return
    profile = next(iter(options.get("-n", ())), "" if type_ != "QMGR" else "self")
    if not profile:
        refuse(found, first, f"it names no profile of type {type_.lower()}", "give -n")
        return
    added, removed = _in_order(type_, signed)
    for entity, name in entities:
        record = f"AUTHREC PROFILE({quoted(profile)}) OBJTYPE({type_}) {entity}({quoted(name)})"
        if deletes:
            text = f"DELETE {record}"
        else:
            text = f"SET {record}"
            text += f" AUTHRMV({','.join(removed)})" if removed else ""
            text += f" AUTHADD({','.join(added)})" if added else ""
        add_lines(found, first.line, text, decided)


def _in_order(type_: str, signed: Sequence[tuple[str, str]]) -> tuple[list[str], list[str]]:
    """The words that a call adds and removes: one that a later word takes away is not added."""
    object_type = _value(OBJECT_TYPE, type_)
    added: list[str] = []
    removed: list[str] = []
    for sign, word in signed:
        if sign == "+":
            added.append(word)
            continue
        gone = set(_single(object_type, word))
        added = [w for w in added if not gone.issuperset(_single(object_type, w))]
        removed.append(word)
    nothing = any(sign == "+" for sign, _ in signed) and not added
    return ["NONE"] if nothing else added, removed


def _single(object_type: str, word: str) -> tuple[str, ...]:
    return in_full(object_type, (_value(AUTHORITIES, word),))


def _value(attribute: Attribute, word: str) -> str:
    return next(c.value for c in attribute.choices if c.mqsc == word)


def add_setmqspl(
    first: ShellWord, arguments: Sequence[ShellWord], found: Commands, decided: int = 0
) -> None:
    """One call: a policy, set anew or removed. `dspmqspl -export` writes such calls. decided: see
    Block."""
    given: dict[str, str] = {}
    attributes: list[str] = []
    deletes = False
    words = iter(arguments)
    for word in words:
        flag, text = word.text[:2], word.text
        if text.lower() == "-remove":
            deletes = True
            continue
        if flag not in (*_POLICY, "-m", "-p", "-t"):
            reason, remediation = (
                f"{shown(plain(text))} is not a parameter",
                "leave it out, or quote it",
            )
            refuse(found, word, reason, remediation, SETMQSPL_RULE)
            return
        value = text[2:] if len(text) > 2 else getattr(next(words, None), "text", "")
        if flag == "-t" and value not in _TOLERATION:
            refuse(
                found, word, f"-t {shown(plain(value))} is not 0 or 1", "correct it", SETMQSPL_RULE
            )
            return
        if flag == "-t":
            attributes.append(_TOLERATION[value])
        elif flag == "-c":
            attributes.append(f"KEYREUSE({_REUSED.get(value, value)})")
        elif flag in _POLICY:
            attributes.append(f"{_POLICY[flag]}({quoted(value)})")
        else:
            given[flag] = value
    if not is_meant(given.get("-m", ""), found, first):
        return
    if not given.get("-p"):
        refuse(found, first, "it names no policy", "give -p", SETMQSPL_RULE)
        return
    policy = f"POLICY({quoted(given['-p'])})"
    text = f"DELETE {policy}" if deletes else " ".join((f"SET {policy}", *attributes))
    add_lines(found, first.line, text, decided)


def setmqspl_of(definition: Definition) -> tuple[list[str], list[tuple[str, str]]]:
    """The call that sets or removes a policy: words without blanks, then flags with their texts."""
    names = [("-p", definition.name)]
    plain = ["setmqspl", "-m", definition.system]
    if definition.action is Action.DELETE:
        return [*plain, "-remove"], names
    attributes = SecurityPolicySpec.attributes()
    flags = {keyword: flag for flag, keyword in _POLICY.items()}
    toleration = {word: flag for flag, word in _TOLERATION.items()}
    reused = {word: flag for flag, word in _REUSED.items()}
    for name, value in definition.values.items():
        known = attributes[name]
        if isinstance(value, tuple):
            names += [(flags[str(known.mqsc)], item) for item in value]
            continue
        choice = known.choice(str(value))
        word = str(choice.mqsc if choice else value)
        flag = "-t" if known.mqsc_toggle else flags[str(known.mqsc)]
        plain += [flag, toleration.get(word) or reused.get(word) or word]
    return plain, names


def refuse(
    found: Commands, word: ShellWord, reason: str, remediation: str, rule: Rule = SETMQAUT_RULE
) -> None:
    problem = rule(reason=reason, remediation=remediation)
    found.problems.append(problem.at(word.line, word.column))


def _word(attribute: Attribute, text: str) -> str | None:
    return next((c.mqsc for c in attribute.choices if c.mqsc == text.upper()), None)


def authority_word(text: str) -> str | None:
    """The word of MQSC for one of setmqaut or dmpmqaut; None for what is no authority."""
    return _word(AUTHORITIES, text)


def type_word(text: str) -> str | None:
    """The word of MQSC for a type of object in theirs; None for what is none."""
    return _word(OBJECT_TYPE, _TYPES.get(text.upper(), text))
