"""Words of commands about what the catalogue does not have (listeners, SVRCONN channels, ...).

Nothing of them is taken, but a word that MQSC does not have is a mistake, reported with the
word that was meant.

Sources: IBM MQ, MQSC commands (each one's syntax diagram and MqscParameter descriptions).
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from types import MappingProxyType

from queuewright.catalogue.diagnostic import Diagnostic, shown
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.spec import MISSING, UNKNOWN_ATTRIBUTE
from queuewright.dialects.rules import VALUE
from queuewright.kinds import MQ_KINDS

from .keywords import keywords, keywords_of, of_queue_manager, specs_of_object
from .script import MqscCommand, MqscParameter
from .words import OBJECTS, UNMANAGED

# Parameters of the commands themselves, whatever it is about.
_OPTIONS = frozenset(("CMDSCOPE", "IGNSTATE", "LIKE", "NOREPLACE", "QSGDISP", "REPLACE"))


NEEDS_NAME = MISSING.but(
    reason="{object} needs a name", remediation="give {object}('NAME')", attribute="name"
)
UNKNOWN_OBJECT = Rule(
    "unknown-object",
    "A command that MQSC does not have",
    "{verb} has no object {object}",
    "{meant}",
)
NO_SUCH_COMMAND = UNKNOWN_OBJECT.but(
    reason="{verb} {object} is not a command of MQSC", remediation="{verb} takes {objects}"
)
NO_PARAMETER = UNKNOWN_ATTRIBUTE.but(
    reason="{command} has no parameter {name}", remediation="did you mean {meant}?"
)


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Object -> what its commands take that is no attribute of it.
_MORE: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "AUTHREC": _set("AUTHLIST AUTHRMV SERVCOMP"),
        "CHANNEL": _set("AUTHREC CHLTABLE RESETSEQ SSLCERTI"),
        "CHLAUTH": _set("ACTION MATCH"),
        "POLICY": _set("ACTION"),
        "SUB": _set("DURABLE SELTYPE SUBID SUBNAME SUBTYPE"),
        "TOPIC": _set("AUTHREC CLSTATE"),
    }
)
_READ_ONLY = frozenset(("ALTDATE", "ALTTIME", "CRDATE", "CRTIME"))
_QUEUES = "QALIAS QLOCAL QMODEL QREMOTE"
_NAMED = f"{_QUEUES} AUTHINFO CFSTRUCT CHANNEL COMMINFO LISTENER NAMELIST PROCESS SERVICE STGCLASS"
_STARTED = _set("CHANNEL CHINIT CMDSERV LISTENER QMGR SERVICE SMDSCONN TRACE")
# Verb -> the objects that its commands are about.
_OF_VERBS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "ALTER": _set(f"{_NAMED} BUFFPOOL PSID QMGR SECURITY SMDS SUB TOPIC TRACE"),
        "ARCHIVE": _set("LOG"),
        "BACKUP": _set("CFSTRUCT"),
        "CLEAR": _set("QLOCAL TOPICSTR"),
        "DEFINE": _set(f"{_NAMED} BUFFPOOL LOG MAXSMSGS PSID SUB TOPIC"),
        "DELETE": _set(f"{_NAMED} AUTHREC BUFFPOOL POLICY PSID SUB TOPIC"),
        "DISPLAY": frozenset(OBJECTS.values()),
        "MOVE": _set("QLOCAL"),
        "PING": _set("CHANNEL QMGR"),
        "PURGE": _set("CHANNEL"),
        "RECOVER": _set("BSDS CFSTRUCT"),
        "REFRESH": _set("CLUSTER QMGR SECURITY"),
        "RESET": _set("CFSTRUCT CHANNEL CLUSTER QMGR QSTATS SMDS TPIPE"),
        "RESOLVE": _set("CHANNEL INDOUBT"),
        "RESUME": _set("QMGR"),
        "RVERIFY": _set("SECURITY"),
        "SET": _set("ARCHIVE AUTHREC CHLAUTH LOG POLICY SYSTEM"),
        "START": _STARTED,
        "STOP": _STARTED | {"CONN"},
        "SUSPEND": _set("QMGR"),
    }
)
# Words that are no value of an attribute.
_WORDS: Mapping[tuple[str, str], tuple[str, ...]] = MappingProxyType(
    {
        ("CHANNEL", "CHLTYPE"): ("AMQP", "MQTT"),
        ("CHLAUTH", "ACTION"): ("ADD", "REPLACE", "REMOVE", "REMOVEALL"),
        ("POLICY", "ACTION"): ("ADD", "REPLACE", "REMOVE"),
    }
)
# Whose type START, DISPLAY and the like name too.
_TYPED = ("CHANNEL", "CHSTATUS", "CHLAUTH")
_WITHOUT_NAME = frozenset(("QMGR", "SECURITY", "AUTHREC", "MAXSMSGS", "LOG", "TRACE", "SMDS"))


def mistakes(command: MqscCommand) -> Iterator[Diagnostic]:
    """The problems of the words of a command that is about nothing of the catalogue."""
    target = command.target
    verbs = _OF_VERBS.get(command.verb)
    if verbs is None or target is None:
        return
    if command.object not in verbs:
        yield _wrong_object(command, target, verbs)
        return
    defines = command.verb in ("DEFINE", "ALTER", "DELETE")
    if not (defines or command.verb == "SET" or command.object in _TYPED):
        return
    if defines and command.object not in _WITHOUT_NAME and not command.name.strip():
        yield NEEDS_NAME(object=command.object).at(target.line, target.column)
    for keyword, parameter in command.parameters.items():
        found = _wrong_word(command, keyword, parameter) or _misspelt(command, keyword, parameter)
        if found is not None:
            yield found.at(parameter.line, parameter.column)


@cache
def parameters(object_: str) -> frozenset[str]:
    """The parameters of DEFINE, ALTER, DELETE and SET of an object, beside options of every
    command; none for an object that the catalogue does not have."""
    specs = specs_of_object(object_)
    own = {word for spec in specs for word in keywords_of(spec)}
    own |= {each.mqsc for spec in specs for each in spec.fields_described().values() if each.mqsc}
    own |= {word for spec in specs for word, _ in spec.mqsc.fixed}
    return frozenset(own | _MORE.get(object_, frozenset())) if specs else frozenset()


def options_of(object_: str) -> frozenset[str]:
    """Parameters of an object's commands that are no attributes of it."""
    return _MORE.get(object_, frozenset())


@cache
def words_of(object_: str, keyword: str) -> tuple[str, ...]:
    """The words that a keyword takes, where MQ takes no others; () for any text or number."""
    words: dict[str, None] = {}
    for spec in specs_of_object(object_):
        words |= {word: None for name, word in spec.mqsc.fixed if name == keyword}
        for each in spec.fields_described().values():
            is_open = each.minimum is not None or each.syntax is not None
            if each.mqsc == keyword and not each.mqsc_toggle and each.choices:
                if is_open:
                    return ()
                words |= {choice.mqsc: None for choice in each.choices if choice.mqsc}
    if words:
        words |= dict.fromkeys(_WORDS.get((object_, keyword), ()))
        return tuple(words)
    return _WORDS.get((object_, keyword), ())


def takes(verb: str, word: str) -> bool:
    """Whether commands of the verb are about the object that the word stands for."""
    object_ = OBJECTS.get(word)
    return object_ is not None and object_ in _OF_VERBS.get(verb, ())


def one_letter_from(keyword: str, known: Iterable[str], given: Collection[str] = ()) -> str:
    """The keyword that a person meant who wrote this one, "" where that is not certain. Others
    of later releases may be as near: none of those that the command gives is meant."""
    if len(keyword) < 4:
        return ""
    near = sorted(word for word in known if len(word) > 3 and _one_letter(keyword, word))
    return next((word for word in near if word not in given), "")


def nearest(word: str, known: Iterable[str], cutoff: float = 0.6) -> str:
    """`did you mean QLOCAL?`, "" where nothing is near."""
    near = get_close_matches(word.upper(), sorted(known), 1, cutoff)
    return f"did you mean {near[0]}?" if near else ""


@cache
def known_parameters() -> frozenset[str]:
    """Every keyword that any command takes: none of them is a misspelt object."""
    managed = {word for kind in MQ_KINDS for word in keywords(kind)}
    others = {word for object_ in OBJECTS.values() for word in parameters(object_)}
    options = _OPTIONS | {"ALL", "CHLTYPE", "FORCE", "PURGE", "TYPE", "WHERE"}
    return frozenset(managed | others | options | UNMANAGED | of_queue_manager())


def _wrong_object(
    command: MqscCommand, target: MqscParameter, objects: Collection[str]
) -> Diagnostic:
    synonyms = {word for word, object_ in OBJECTS.items() if object_ in objects and len(word) > 3}
    taken = ", ".join(sorted(objects))
    if command.object in OBJECTS.values():
        found = NO_SUCH_COMMAND(verb=command.verb, object=command.object, objects=taken)
    else:
        meant = nearest(target.keyword, synonyms) or f"it takes {taken}"
        found = UNKNOWN_OBJECT(verb=command.verb, object=target.written, meant=meant)
    return found.at(target.line, target.column)


def _wrong_word(command: MqscCommand, keyword: str, parameter: MqscParameter) -> Diagnostic | None:
    """A word that the keyword does not take."""
    object_ = "CHANNEL" if command.object == "CHSTATUS" else command.object
    words = words_of(object_, "AUTHADD" if keyword == "AUTHRMV" else keyword)
    if not words or not parameter.parenthesised:
        return None
    if keyword == "CHLTYPE" and command.verb == "DISPLAY":
        words = (*words, "ALL")
    if command.object == "CHLAUTH" and keyword == "TYPE" and command.verb == "DISPLAY":
        words = (*words, "ALL")
    for text in parameter.values or ("",):
        word = text.strip().upper()
        if word not in words and "+" not in text:
            name, taken, meant = parameter.written, " or ".join(words), nearest(word, words)
            return VALUE(name=name, words=taken, found=shown(text), meant=meant)
    return None


def _misspelt(command: MqscCommand, keyword: str, parameter: MqscParameter) -> Diagnostic | None:
    """A parameter that is one letter from one that the command does not give."""
    known = parameters(command.object)
    if not known or command.verb == "DISPLAY" or keyword in known | _OPTIONS | _READ_ONLY:
        return None
    meant = one_letter_from(keyword, known | _OPTIONS, command.parameters)
    if not meant:
        return None
    words = f"{command.verb} {command.object}"
    return NO_PARAMETER(command=words, name=parameter.written, meant=meant)


def _one_letter(one: str, other: str) -> bool:
    """Whether they differ by a letter that is another, too many or missing, or by two that changed
    places."""
    if abs(len(one) - len(other)) > 1 or one == other:
        return False
    start = 0
    while start < min(len(one), len(other)) and one[start] == other[start]:
        start += 1
    rest, rest_of_other = one[start:], other[start:]
    return (
        rest[1:] == rest_of_other[1:]
        or rest[1:] == rest_of_other
        or rest == rest_of_other[1:]
        or (rest[:2] == rest_of_other[1::-1] and rest[2:] == rest_of_other[2:])
    )
