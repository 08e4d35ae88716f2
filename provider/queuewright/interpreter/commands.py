"""One command on one object: what keeps it from being taken, and what it changes."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.diagnostic import Diagnostic, Severity
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import GRTOBJAUT, SET_AUTHORITY_RECORD, cl_command
from queuewright.catalogue.spec import Lifecycle
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.mqsc.words import UNMANAGED
from queuewright.dialects.rules import NAME_MISSING, NAME_UNKNOWN, NOT_LITERAL
from queuewright.dialects.validation import identity, validated_alone
from queuewright.diff import absent
from queuewright.ibmi.owner import OWNER
from queuewright.ibmi.private_authorities import PRIVATE, together, users_attribute, without
from queuewright.kinds import KINDS, is_ibmi
from queuewright.mq.authorities import left_of_added

# Messages with which IBM i's commands fail where the object is not there or is there already. Which
# of them it is depends on command and release: a program that monitors for one means this.
_MISSING = ("CPF2105", "CPF2110", "CPF2189", "CPF2283", "CPF2403", "CPF9801", "CPF9810")
_EXISTS = ("CPF2111", "CPF2112", "CPF7302", "CPF9870")
# Only a running program or system knows what these stand for.
_KNOWN_WHEN_RUN = ("conditional", "not-literal", "insert")
# Warnings about a file, or a command, as a whole.
OF_THE_FILE = (
    "after-end", "ccsid-assumed", "decided-when-run", "not-all-shown", "not-done", "not-run-here",
    "objects-of-script", "objects-there", "one-queue-manager", "only-verified", "other-data-set",
    "other-file",
)  # fmt: skip
_VARIABLE = re.compile(r"&[A-Z$#@][A-Z0-9$#@_]*")
_LONGEST = 100
_ALL = "all"  # the word for each item of a list
_UNKNOWN = "unknown-attribute"

UNDEFINED = Rule(
    "undefined",
    "A command is about an object that no file defines",
    "the command {does} an object that no file defines: not taken",
)
LIKE_MISSING = absent.LIKE_MISSING.but(
    reason="LIKE names {like}, which is not there: not taken",
    remediation="add its definition",
    sources=(),
    severity=Severity.ERROR,
)
LIKE_TYPE = Rule(
    "like-type",
    "The object to copy is of another kind",
    "LIKE names {like}, which is an {kind}: not taken",
)
DEFINED_TWICE = Rule(
    "defined-twice",
    "An object is defined twice",
    "it is there already, and the command does not say REPLACE: the first is taken",
)
EXISTS = DEFINED_TWICE.but(  # of IBM i
    reason="it is there already, so that the command fails",
    remediation="delete it first, or leave this one out",
)
OTHER_TYPE = Rule(
    "other-type",
    "An object of another kind has the name",
    "the object of this name is an {kind}: not taken",
)
NAME_TAKEN = OTHER_TYPE.but(
    reason="an {kind} of this name is there already", remediation="name another, or delete it"
)
NOTHING_TAKEN_AWAY = Rule(
    "nothing-taken-away",
    "A grant leaves *PUBLIC more than it says",
    "GRTOBJAUT takes nothing away without REPLACE(*YES): *PUBLIC keeps {had}",
    "give REPLACE(*YES)",
    (GRTOBJAUT.at("REPLACE"),),
    "authority",
    Severity.WARNING,
)
PARTLY_REVOKED = Rule(
    "partly-revoked",
    "A part of an authority stays with *PUBLIC",
    "RVKOBJAUT takes {taken} from {had}, and no single word stands for what is left: not taken",
    "grant what is to be left, with REPLACE(*YES)",
    (cl_command("RVKOBJAUT").at("AUT"),),
    "authority",
)
BOTH = Rule(
    "added-and-removed",
    "A command grants and revokes the same authorities",
    "the command grants and revokes {words}, and IBM does not say which of them counts: "
    "not granted",
    "say it in one of them, or in two commands",
    (SET_AUTHORITY_RECORD.at("AuthorityAdd"),),
    "authorities",
    Severity.WARNING,
)
USER_LISTED = Rule(
    "user-listed",
    "A user is on the authorization list already",
    "user {user} is on the list already: not taken",
    "change it with CHGAUTLE",
)
USER_MISSING = Rule(
    "user-missing",
    "A user is not on the authorization list",
    "user {user} is not on the list: not taken",
    "add it with ADDAUTLE",
)


class Refused(NamedTuple):
    """Why a command is not taken. messages: of IBM i, any of which a program may monitor for, ()
    where the command itself is wrong."""

    diagnostic: Diagnostic
    messages: tuple[str, ...] = ()


# The messages of a queue manager and of IBM i that a command fails with.
_MESSAGES = {
    **dict.fromkeys((UNDEFINED, LIKE_MISSING), ("AMQ8147", _MISSING)),
    **dict.fromkeys((DEFINED_TWICE, EXISTS, OTHER_TYPE, NAME_TAKEN), ("AMQ8150", _EXISTS)),
    USER_LISTED: ("", ("CPF2282",)),
    USER_MISSING: ("", ("CPF2285",)),
}


def refused(rule: Rule, definition: Definition, **words: Any) -> Refused:
    """A command is refused; words: as in `not_taken`."""
    message, of_ibmi = _MESSAGES.get(rule, ("", ()))
    messages = of_ibmi if is_ibmi(definition.kind) else (message,) if message else ()
    return Refused(not_taken(rule, definition, **words), messages)


def not_taken(rule: Rule, definition: Definition, value: Any = None, **words: Any) -> Diagnostic:
    """A diagnostic of a command, at its place; words: what the rule is called with."""
    problem = rule(_object(definition), value, **words)
    return replace(problem.at(definition.line, definition.column), file=definition.file)


def _object(definition: Definition) -> str:
    name = definition.name
    # A name that is too long for any system is no name to print whole.
    return f"{definition.kind} {name if len(name) <= _LONGEST else name[:_LONGEST] + '…'}"


def notes_of(definition: Definition) -> Iterator[Diagnostic]:
    """Commands that are taken, and depend on the running program or system."""
    for problem in definition.warnings:
        if problem.code in _KNOWN_WHEN_RUN:
            yield _of(definition, problem)


def not_readable(definition: Definition, *, is_dump: bool) -> list[Refused]:
    """Why a command cannot be read: its errors; a keyword that MQ does not have, unless a queue
    manager wrote it; a name or value that only the running program knows."""
    found = list(definition.errors)
    if not is_dump:
        found += filter(is_unknown, definition.warnings)
    is_named = bool(definition.name.strip()) and "name" not in definition.unknown
    if not found and (not is_named or definition.unknown):
        # Which variables: for whoever counts them.
        variables = ", ".join(dict.fromkeys(_VARIABLE.findall(definition.text.upper())))
        reason = [
            p.text
            for p in definition.warnings
            if p.code in _KNOWN_WHEN_RUN and p.code != "conditional"
        ]
        is_given = reason or variables or definition.unknown
        missing = "its name is not known; give one" if is_given else _without(definition.kind)
        text = "; ".join(reason) if reason else missing
        rule = NOT_LITERAL if is_named else NAME_UNKNOWN if is_given else NAME_MISSING
        found = [not_taken(rule, definition, variables, reason=text)]
    return [Refused(replace(_of(definition, p), severity=Severity.ERROR)) for p in found]


def _without(kind: str) -> str:
    """The lack of a command that names nothing: the parameters that name an object of a kind, or a
    record."""
    spec = KINDS[kind]
    described = spec.fields_described()
    needed = [field for field in spec.identity() if described[field].required]
    words = [described[field].mqsc for field in needed if field not in spec.entities]
    words.append(" or ".join(filter(None, (described[field].mqsc for field in spec.entities))))
    named = [word or "its name" for word in words[:-1]] + list(filter(None, words[-1:]))
    if named in ([], ["its name"]):
        return "its name is missing; give one"
    return f"it needs {', '.join(named[:-1])} and {named[-1]}; give them"


def is_unknown(problem: Diagnostic) -> bool:
    """Whether it is about a keyword that MQ has not, or has since a later release."""
    return problem.code == _UNKNOWN and str(problem.attribute) not in UNMANAGED


def _of(definition: Definition, problem: Diagnostic) -> Diagnostic:
    return replace(
        problem,
        object=_object(definition),
        file=definition.file,
        line=problem.line or definition.line,
    )


def broken_rules(
    definition: Definition,
    existing: Mapping[str, Value],
    facts: SystemFacts | None,
    dialect: str = "",
) -> list[Refused]:
    """The rules of the documents that an object would break that has these attributes already.
    dialect: of the command; one of the utility that sets such objects on the platform fits it."""
    if definition.action is Action.REMOVE:
        return []
    spec = KINDS[definition.kind]
    by = spec.elsewhere.get(facts.platform) if facts else None
    if by is not None and by.dialect == dialect:
        facts = None
    # A list after the command, also where that takes items out of it.
    lists = _sets(definition, existing) if definition.removed else {}
    given: dict[str, Any] = {**identity(spec, definition.name), **definition.values, **lists}
    if definition.action is not Action.CREATE:
        required = (n for n, a in spec.attributes().items() if a.required)
        given = {**{n: existing[n] for n in required if n in existing}, **given}
    _, problems = spec.validate_values(given, facts, existing=existing)
    return [
        Refused(_of(definition, problem))
        for problem in problems
        if problem.is_error
        and validated_alone(problem.code, definition)
        and not (problem.code == "missing" and problem.attribute in definition.unknown)
    ]


def changed(
    before: Definition, change: Definition, has: Mapping[str, Value]
) -> Definition | Refused:
    """A definition with a change in it; entries of an authorization list are added, changed or
    taken away. has: what the object has."""
    given = _authorities(change, has)
    if isinstance(given, Refused):
        return given
    values: dict[str, Value] = {**before.values, **given}
    for name, entries in change.values.items():
        if not isinstance(entries, Mapping) or name == PRIVATE:
            continue
        listed = has.get(name)
        together: dict[str, Any] = dict(listed) if isinstance(listed, Mapping) else {}
        for user in entries:
            if change.action is Action.ADD and user in together:
                return refused(USER_LISTED, change, user=user)
            if change.action is not Action.ADD and user not in together:
                return refused(USER_MISSING, change, user=user)
        if change.action is Action.REMOVE:
            together = {user: granted for user, granted in together.items() if user not in entries}
        else:
            together.update(entries)
        values[name] = together
    values |= _sets(change, has)
    return replace(
        before,
        values=values,
        given={**before.given, **change.given},
        problems=before.problems + change.problems,
        unknown=(before.unknown - set(change.values)) | change.unknown,
        places={**before.places, **change.places},
    )


def in_full(definition: Definition) -> Definition:
    """Single items in place of words that stand for several, in what a command adds and removes."""
    spec = KINDS[definition.kind]
    if spec.has_one_name():
        return definition
    names = spec.names_in(definition.name)
    values = spec.in_full(names, definition.values)
    removed: Mapping[str, Any] = spec.in_full(names, definition.removed)
    if values is definition.values and removed is definition.removed:
        return definition
    return replace(definition, values=values, removed=removed)


def without_both(definition: Definition) -> tuple[Definition, Diagnostic | None]:
    """The definition without items that it adds and removes both, and that it had some."""
    for name, gone in definition.removed.items():
        added = definition.values.get(name)
        if not isinstance(added, tuple | list) or not gone:
            continue
        left = left_of_added(added, gone)
        if len(left) == len(added):
            continue
        spec = KINDS[definition.kind]
        choices = map(spec.attributes()[name].choice, (w for w in added if w not in left))
        both = ", ".join(str(known.mqsc) for known in choices if known)
        values = spec.in_full(spec.names_in(definition.name), {**definition.values, name: left})
        note = not_taken(BOTH, definition, words=both)
        return replace(definition, values=values), note
    return definition, None


def emptied(change: Definition) -> Definition | None:
    """A record with nothing, where a command takes all away from one that nobody has: `-all`, and
    then what shall be granted; None where it does not."""
    spec = KINDS[change.kind]
    if spec.lifecycle is not Lifecycle.RECORD or change.values:
        return None
    names, attributes = spec.names_in(change.name), spec.attributes()
    for name, gone in change.removed.items():
        if attributes[name].choice(_ALL) is None or attributes[name].nothing is None:
            continue
        every = spec.in_full(names, {name: (_ALL,)})[name]
        if set(_items(every)) <= set(gone):
            values = {name: (str(attributes[name].nothing),)}
            return replace(change, action=Action.CREATE, values=values, removed={})
    return None


def changed_set(change: Definition, has: Mapping[str, Value]) -> tuple[str, ...] | None:
    """The items that are left of a list that is the whole of a record, after a command that takes
    some away; None where the command does not."""
    attributes = KINDS[change.kind].attributes()
    if KINDS[change.kind].mqsc.anew_by_default:  # only a DELETE removes it
        return None
    name = next((name for name in change.removed if attributes[name].is_set), None)
    return None if name is None else _items(_sets(change, has)[name])


def _sets(change: Definition, has: Mapping[str, Value]) -> dict[str, Value]:
    """The sets whose items a command adds and removes one by one: what it removes goes first."""
    spec, sets = KINDS[change.kind], dict[str, Value]()
    for name, attribute in spec.attributes().items():
        added, gone = change.values.get(name), change.removed.get(name, ())
        if not attribute.is_unordered or (added is None and not gone):
            continue
        left = [item for item in _items(has.get(name)) if item not in gone]
        sets[name] = tuple(dict.fromkeys((*left, *_items(added))))
    return dict(spec.in_full(spec.names_in(change.name), sets)) if sets else sets


# Each has what those before it have (CRTMSGQ AUT). A library gives *CHANGE where nobody has said
# otherwise (QCRTAUT).
_WIDER = ("exclude", "use", "libcrtaut", "change", "all")


def kept_authority(change: Definition, has: Mapping[str, Value]) -> Diagnostic | None:
    """That GRTOBJAUT gives *PUBLIC no less than it has."""
    given, had = change.values.get("authority"), has.get("authority")
    if change.action is not Action.ADD or _wider(had, given) in (None, given):
        return None
    return not_taken(NOTHING_TAKEN_AWAY, change, given, had=f"*{str(had).upper()}")


def _wider(had: Value | None, given: Value | None) -> Value | None:
    """The wider of two authorities of *PUBLIC; None where a list says the first."""
    if had not in _WIDER or given not in _WIDER:
        return None
    return max(str(had), str(given), key=_WIDER.index)


def _authorities(change: Definition, has: Mapping[str, Value]) -> Mapping[str, Value] | Refused:
    """The authorities of an object after GRTOBJAUT, which takes nothing away without REPLACE(*YES),
    and after RVKOBJAUT; of other commands what they say."""
    given, public = change.values, change.values.get("authority")
    if OWNER in given:
        return {**given, **_left_to_others(change, has)}
    if isinstance(users := given.get(PRIVATE), Mapping):
        given = {**given, PRIVATE: _private(change.action, users, has)}
    if not KINDS[change.kind].is_secured() or change.action not in (Action.ADD, Action.REMOVE):
        return given
    if PRIVATE in given:  # of a command that is about users and nothing else
        return given
    had, secured = has.get("authority"), has.get("authorization_list")
    if change.action is Action.ADD:
        return {**given, "authority": _wider(had, public) or str(public)}
    if (listed := given.get("authorization_list")) is not None:
        if listed not in ("none", secured):
            return {}
        by_list = {"authority": "exclude"} if had == "autl" else {}
        return {"authorization_list": "none", **by_list}
    if had == public or _wider(had, public) == public:
        return {"authority": "exclude"}
    if had == "autl" or public in ("autl", "exclude"):
        return {}
    words = {"had": f"*{str(had).upper()}", "taken": f"*{str(public).upper()}"}
    return refused(PARTLY_REVOKED, change, **words)


def _left_to_others(change: Definition, has: Mapping[str, Value]) -> Mapping[str, Value]:
    """Users of an object or a list after CHGOBJOWN: the new owner is none of them, the one before
    is where it keeps its authorities and a command named it."""
    name = users_attribute(KINDS[change.kind])
    whole = ("all",) if name == PRIVATE else ("all", "autlmgt")
    had, before, owner = has.get(name), str(has.get(OWNER) or ""), change.values[OWNER]
    known = dict(had) if isinstance(had, Mapping) else {}
    users = {user: words for user, words in known.items() if user not in (owner, before)}
    if before and before != owner and change.given.get("CUROWNAUT"):
        users[before] = known.get(before, whole)
    return {} if users == known else {name: dict(sorted(users.items()))}


def _private(
    action: Action, users: Mapping[str, tuple[str, ...]], has: Mapping[str, Value]
) -> Mapping[str, tuple[str, ...]]:
    """Users with authorities of their own after a command about some of them. An owner has every
    authority, which is not among them."""
    had, owner = has.get(PRIVATE), has.get(OWNER)
    known = dict(had) if isinstance(had, Mapping) else {}
    for user, words in users.items():
        before = known.get(user, ("all",) if user == owner else ())
        if action is Action.REMOVE:
            known[user] = without(before, words)
        else:
            known[user] = together(before if action is Action.ADD else (), words)
        if user == owner and known[user] == ("all",):
            del known[user]
    return dict(sorted((user, words) for user, words in known.items() if words))


def _items(value: Value | None) -> tuple[str, ...]:
    return value if isinstance(value, tuple) else ()
