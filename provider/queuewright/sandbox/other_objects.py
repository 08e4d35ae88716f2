"""Listeners, topics, subscriptions, processes, services, authentication and communication
information, storage classes: of a sandbox they are definitions that scripts of others make, change,
show and delete. Nothing listens, nothing is published.

Sources: IBM MQ, MQSC: DEFINE, ALTER, DELETE and DISPLAY of each (Parameter descriptions); SYSTEM.*
for what ships, as public dumps of dmpmqcfg show it.
"""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from queuewright.catalogue.diagnostic import shown
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.platform import ALL, MULTIPLATFORMS, Platform
from queuewright.dialects.mqsc import Command
from queuewright.dialects.mqsc.keywords import in_mqsc, kinds_of_object
from queuewright.dialects.mqsc.others import WORDS

from .manager import keep_process
from .other_channels import HIDDEN
from .reasons import refused
from .rows import Transaction
from .times import kept_times, plain, stamped
from .values import checked_name

Values = Mapping[str, Any]
SETTING = "objects"
_LARGEST = 999_999_999
_LONGEST = 10_240  # characters of a topic string, the longest text there is


@dataclass(frozen=True, slots=True)
class ObjectType:
    """ships: keyword -> what a new object has, in the order of DISPLAY; a number takes numbers.
    more: keywords that are kept where they are given. fixed: given at creation. needs: of which
    one has to be given. default: the object that ships, which needs nothing. selects: the keyword
    whose value says which others there are. longest: characters of a name."""

    ships: Values
    default: str = ""
    more: tuple[str, ...] = ()
    fixed: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    selects: str = ""
    by_selected: Mapping[str, Values] = field(default_factory=dict)
    longest: int = 48
    platforms: frozenset[Platform] = ALL

    @property
    def keywords(self) -> frozenset[str]:
        """Of every object of the type, whatever it selects."""
        selected = (word for values in self.by_selected.values() for word in values)
        return frozenset((*self.ships, *self.more, *selected))


_AS_PARENT = dict.fromkeys(
    (
        "DURSUB", "PUB", "SUB", "DEFPSIST", "DEFPRTY", "DEFPRESP", "PMSGDLV", "NPMSGDLV",
        "PUBSCOPE", "SUBSCOPE",
    ),
    "ASPARENT",
)  # fmt: skip
_LDAP: Values = {
    "CONNAME": "", "CHCKCLNT": "REQDADM", "CHCKLOCL": "OPTIONAL", "CLASSGRP": "", "CLASSUSR": "",
    "FAILDLAY": 1, "FINDGRP": "", "BASEDNG": "", "BASEDNU": "", "LDAPUSER": "", "LDAPPWD": "",
    "SHORTUSR": "", "GRPFIELD": "", "USRFIELD": "", "AUTHORMD": "OS", "NESTGRP": "NO",
    "SECCOMM": "NO", "ADOPTCTX": "NO",
}  # fmt: skip
EVERY: Mapping[str, ObjectType] = {
    "LISTENER": ObjectType(
        {"CONTROL": "MANUAL", "TRPTYPE": "", "PORT": 0, "IPADDR": "", "BACKLOG": 0, "DESCR": ""},
        "SYSTEM.DEFAULT.LISTENER.TCP",
        # Of the other protocols, which Windows has.
        more=("ADAPTER", "COMMANDS", "LOCLNAME", "NTBNAMES", "SESSIONS", "SOCKET", "TPNAME"),
        fixed=("TRPTYPE",),
        needs=("TRPTYPE",),
        words=WORDS["LISTENER"],
        platforms=MULTIPLATFORMS,
    ),
    "PROCESS": ObjectType(
        {"DESCR": "", "APPLTYPE": "UNIX", "APPLICID": "", "ENVRDATA": "", "USERDATA": ""},
        "SYSTEM.DEFAULT.PROCESS",
    ),
    "SERVICE": ObjectType(
        {"CONTROL": "MANUAL", "SERVTYPE": "COMMAND", "STARTCMD": "", "STARTARG": "", "STOPCMD": "",
         "STOPARG": "", "STDOUT": "", "STDERR": "", "DESCR": ""},
        "SYSTEM.DEFAULT.SERVICE",
        words=WORDS["SERVICE"],
        platforms=MULTIPLATFORMS,
    ),
    "TOPIC": ObjectType(
        {"TYPE": "LOCAL", "TOPICSTR": "", "DESCR": "", "CLUSTER": "", "CLROUTE": "DIRECT",
         **_AS_PARENT, "PROXYSUB": "FIRSTUSE", "WILDCARD": "PASSTHRU", "MDURMDL": "",
         "MNDURMDL": "", "MCAST": "ASPARENT", "COMMINFO": "", "USEDLQ": "ASPARENT", "CUSTOM": ""},
        "SYSTEM.DEFAULT.TOPIC",
        more=("CAPEXPRY",),
        fixed=("TYPE", "TOPICSTR"),
        needs=("TOPICSTR",),
        words=WORDS["TOPIC"],
    ),
    "SUB": ObjectType(
        {"TOPICSTR": "", "TOPICOBJ": "", "DEST": "", "DESTQMGR": "", "PUBAPPID": "",
         "SELECTOR": "", "USERDATA": "", "PUBACCT": "0" * 64, "DESTCORL": "0" * 48,
         "DESTCLAS": "PROVIDED", "EXPIRY": "UNLIMITED", "PSPROP": "MSGPROP", "PUBPRTY": "ASPUB",
         "REQONLY": "NO", "SUBSCOPE": "ALL", "SUBLEVEL": 1, "VARUSER": "ANY", "WSCHEMA": "TOPIC",
         "SUBUSER": ""},
        "SYSTEM.DEFAULT.SUB",
        fixed=("TOPICSTR", "TOPICOBJ", "SELECTOR", "DESTCLAS", "SUBSCOPE", "SUBLEVEL", "WSCHEMA"),
        needs=("TOPICSTR", "TOPICOBJ"),
        words=WORDS["SUB"],
        longest=_LONGEST,
    ),
    "AUTHINFO": ObjectType(
        {"AUTHTYPE": "", "DESCR": ""},
        "SYSTEM.DEFAULT.AUTHINFO.IDPWOS",
        fixed=("AUTHTYPE",),
        needs=("AUTHTYPE",),
        selects="AUTHTYPE",
        by_selected={
            "CRLLDAP": {"CONNAME": "", "LDAPUSER": "", "LDAPPWD": ""},
            "IDPWLDAP": _LDAP,
            "IDPWOS": {"ADOPTCTX": "YES", "CHCKCLNT": "REQDADM", "CHCKLOCL": "OPTIONAL",
                       "FAILDLAY": 1, "AUTHENMD": "OS"},
            "OCSP": {"OCSPURL": ""},
        },
        words=WORDS["AUTHINFO"],
    ),
    "COMMINFO": ObjectType(
        {"TYPE": "MULTICAST", "DESCR": "", "BRIDGE": "ENABLED", "CCSID": "ASPUB",
         "COMMEV": "DISABLED", "ENCODING": "ASPUB", "GRPADDR": "239.0.0.0", "MCHBINT": 2000,
         "MCPROP": "ALL", "MONINT": 60, "MSGHIST": 100, "NSUBHIST": "NONE", "PORT": 1414},
        "SYSTEM.DEFAULT.COMMINFO.MULTICAST",
        fixed=("TYPE",),
        words=WORDS["COMMINFO"],
        platforms=MULTIPLATFORMS,
    ),
    "STGCLASS": ObjectType(
        {"QSGDISP": "QMGR", "PSID": 0, "DESCR": "", "XCFGNAME": "", "XCFMNAME": "",
         "PASSTKTA": "NO"},
        "DEFAULT",
        longest=8,
        platforms=ALL - MULTIPLATFORMS,
    ),
}  # fmt: skip
# Those that are no kind of the catalogue: a kind's objects are where all objects of kinds are.
TYPES: Mapping[str, ObjectType] = {
    word: known for word, known in EVERY.items() if word not in kinds_of_object()
}
_DEFAULT_VALUES: Mapping[str, Values] = {
    "LISTENER": {"TRPTYPE": "TCP"}, "AUTHINFO": {"AUTHTYPE": "IDPWOS"},
}  # fmt: skip
_OPTIONS = frozenset(
    ("REPLACE", "NOREPLACE", "LIKE", "CMDSCOPE", "QSGDISP", "IGNSTATE", "AUTHREC", "SUBID",
     "SUBNAME")
)  # fmt: skip
_SECRET = frozenset(("LDAPPWD",))
VERBS = ("DEFINE", "ALTER", "DELETE")


def concerns(facts: SystemFacts, command: Command) -> bool:
    """Whether a command is about one of these, on a platform that has them."""
    known = TYPES.get(command.object)
    return known is not None and command.verb in VERBS and facts.platform in known.platforms


def run(tx: Transaction, command: Command) -> str:
    """DEFINE, ALTER or DELETE. What was done; raises CommandFailed."""
    word, name = command.object, command.name
    where = f"{tx.name} {word.lower()} {name}"
    known = TYPES[word]
    _check_name(tx, word, name)
    kept = objects(tx, word)
    existing = kept.get(name)
    if command.verb == "DEFINE":
        if existing is not None and "REPLACE" not in command.parameters:
            why, way_out = "it exists already", "alter it, or specify REPLACE"
            raise refused(where, "MQRCCF_OBJECT_ALREADY_EXISTS", why, way_out)
        base = _like(tx, where, command)
    elif existing is None:
        if command.verb == "DELETE" and command.value("IGNSTATE") == "YES":
            return f"{where} did not exist"
        raise refused(where, "MQRC_UNKNOWN_OBJECT_NAME", "it does not exist", "check the name")
    else:
        base = existing
    if command.verb == "DELETE":
        _keep(tx, word, name, None)
        return f"{where} deleted"
    values = _changed(where, known, base, command, is_new=command.verb == "DEFINE")
    missing = known.needs and not any(values.get(word) for word in known.needs)
    if missing and not name.startswith("SYSTEM."):  # IBM's own have none
        why = f"it needs {' or '.join(known.needs)}"
        raise refused(where, "MQRCCF_PARM_MISSING", why, "give it")
    _keep(tx, word, name, values)
    return f"{where} {'created' if command.verb == 'DEFINE' else 'changed'}"


def objects(tx: Transaction, word: str) -> dict[str, dict[str, Any]]:
    """Those of one type by name, with what they were given; the rest is what ships. Of a type that
    is a kind, all that they have."""
    if word not in TYPES:
        found = tx.objects(kinds_of_object()[word])
        return {each.name: in_mqsc(each.kind, each.attributes) for each in found}
    kept: dict[str, Any] = dict(tx.settings.get(SETTING, {}).get(word, {}))
    known = TYPES[word]
    if known.default and tx.facts.platform in known.platforms:
        kept.setdefault(known.default, dict(_DEFAULT_VALUES.get(word, {})))
    if word == "PROCESS":  # of those that a copy of a live queue manager names, no more is known
        for name in tx.settings.get("processes", ()):
            kept.setdefault(name, {})
    return {name: kept[name] for name in sorted(kept) if kept[name] is not None}


def rows(tx: Transaction, word: str) -> list[dict[str, Any]]:
    """What DISPLAY shows of each: its name, then its parameters in order."""
    return [_row(tx, word, name, values) for name, values in objects(tx, word).items()]


def given(tx: Transaction) -> Iterator[tuple[str, str, Values]]:
    """Object, name and what differs from what ships, with its times: for a dump. The defaults are
    not among them unless they were changed."""
    for word in TYPES:
        for name, values in tx.settings.get(SETTING, {}).get(word, {}).items():
            if values is not None:
                yield word, name, values


def _row(tx: Transaction, word: str, name: str, values: Values) -> dict[str, Any]:
    known = EVERY[word]
    row = {word: name, **_shipped(known, values), **plain(values)}
    if word == "SUB":
        # The queue manager gives the identifier; here it follows from the names.
        digest = hashlib.sha256(f"{tx.name} {name}".encode()).hexdigest().upper()
        manager = tx.name.encode()[:12].ljust(12).hex().upper()
        row = {"SUBID": f"414D5120{manager}{digest[:16]}", **row}
        row |= {"DURABLE": "YES", "SUBTYPE": "ADMIN"}
    return row | shown_times(tx, word, values)


def shown_times(tx: Transaction, word: str, values: Values) -> dict[str, str]:
    """When it was altered; of subscriptions, MQ tells when they were created too."""
    return kept_times(tx, values, tells_creation=word == "SUB")


def _shipped(known: ObjectType, values: Values) -> dict[str, Any]:
    selected = known.by_selected.get(str(values.get(known.selects, "")), {})
    return {**known.ships, **selected}


def _check_name(tx: Transaction, word: str, name: str) -> None:
    longest = TYPES[word].longest
    if word != "SUB":
        checked_name(tx.key(word.lower(), name), tx.facts.ccsid, longest)
    elif not name or len(name) > longest:
        why, way_out = f"its name has {len(name)} characters", f"give 1 to {longest}"
        raise refused(f"{tx.name} sub", "MQRCCF_OBJECT_NAME_ERROR", why, way_out)


def _keep(tx: Transaction, word: str, name: str, values: Values | None) -> None:
    """values: None for one that is deleted, which the default would show again."""
    every = dict(tx.settings.get(SETTING, {}))
    if values is not None:
        values = stamped(tx, objects(tx, word).get(name), values)
    kept = {**every.get(word, {}), name: values}
    if values is None and name != TYPES[word].default:
        del kept[name]
    every[word] = kept
    tx.settings[SETTING] = every
    if word == "PROCESS":
        keep_process(tx, name, there=values is not None)
    tx.save_settings()


def _like(tx: Transaction, where: str, command: Command) -> dict[str, Any]:
    """What a new one has where the command says nothing: what LIKE has, else what ships."""
    like = command.value("LIKE")
    if not like:
        return {}
    source = objects(tx, command.object).get(like)
    if source is None:
        why = f"LIKE {shown(like)} does not exist"
        raise refused(where, "MQRC_UNKNOWN_OBJECT_NAME", why, "name one that is there")
    return dict(source)


def _changed(
    where: str, known: ObjectType, base: Values, command: Command, *, is_new: bool
) -> dict[str, Any]:
    values = dict(base)
    if known.selects and known.selects in command.parameters:
        selected = command.parameters[known.selects].text.upper()
        if selected not in known.by_selected:
            why = f"{known.selects}({shown(selected)}) is none of {', '.join(known.by_selected)}"
            raise refused(where, "MQRCCF_ATTR_VALUE_ERROR", why, "correct it")
        if not is_new and selected != base.get(known.selects):
            why = f"{known.selects} is {base.get(known.selects)}"
            raise refused(where, "MQRCCF_ATTR_VALUE_FIXED", why, "delete and define it")
        values[known.selects] = selected
    ships = _shipped(known, values)
    for word, parameter in command.parameters.items():
        if word in (known.selects, *(_OPTIONS - ships.keys())):
            continue
        if word not in ships and word not in known.more:
            why = f"{word} is no parameter of {command.words}"
            raise refused(where, "MQRCCF_PARM_SYNTAX_ERROR", why, "leave it out")
        value = _value(where, known, word, parameter.text.rstrip(" "), ships.get(word, ""))
        if not is_new and word in known.fixed and value != base.get(word, ships.get(word)):
            why = f"{word} cannot be altered"
            raise refused(where, "MQRCCF_ATTR_VALUE_FIXED", why, "delete and define it")
        values[word] = value
    return values


def _value(where: str, known: ObjectType, word: str, text: str, ships: Any) -> Any:
    words = known.words.get(word)
    if isinstance(ships, int):
        if text.isascii() and text.isdigit() and int(text[:20]) <= _LARGEST:
            return int(text)
        why = f"{word}({shown(text)}) is no number up to {_LARGEST}"
    elif words is not None and text.upper() not in words:
        why = f"{word}({shown(text)}) is none of {', '.join(words)}"
    elif len(text) > _LONGEST:
        why = f"{word} is longer than {_LONGEST} characters"
    elif word in _SECRET and text:
        return HIDDEN
    else:
        # JSON has words in lower case: of what is a word here, MQSC's spelling is kept.
        is_word = words is not None or (text.upper() == ships and bool(ships))
        return text.upper() if is_word else text
    raise refused(where, "MQRCCF_ATTR_VALUE_ERROR", why, "correct it")
