"""Definitions as MQSC, so quoted that no value can end its quotes, its line or its command.

Lines have at most 72 columns, continued by `+` between parameters; a value that is longer than a
line is continued inside its quotes by `-`. Source: IBM MQ, Building command scripts; Rules for
using MQSC commands.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from unicodedata import category

from queuewright.catalogue.diagnostic import shown
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.protocol import CannotWrite
from queuewright.kinds import EVERY, QUEUE_KINDS, UnknownKind
from queuewright.mq.alias_queue import AliasQueueSpec
from queuewright.mq.cluster import ClusterSpec
from queuewright.mq.common_attributes import QUEUE_SHARING_GROUP_DISPOSITION
from queuewright.mq.local_queue import LocalQueueSpec
from queuewright.mq.remote_queue import RemoteQueueSpec

from .keywords import Keyword, keywords
from .words import VERBS_OF_ACTIONS

_WIDTH = 72
_INDENT = "   "
# Unprintable to Python, but neither control characters nor line separators: such as a no-break or
# ideographic space.
_HARMLESS = ("Zs", "Cf", "Co", "Cn")
_CLUSTER = ClusterSpec.kind
_PLAIN = re.compile(r"[A-Z0-9._%/*-]+")  # reads back the same without quotes
# Change Queue (PCF) Force; not for QMODEL
_FORCED = (LocalQueueSpec.kind, AliasQueueSpec.kind, RemoteQueueSpec.kind)


def render(definition: Definition, *, single_line: bool = False) -> str:
    """The command of a definition of any dialect, no newline at its end; `single_line` gives one
    line whatever its length. Raises CannotWrite, also where an attribute has no literal value.

    DEFINE and ALTER say the attributes that are given, no more; mq:Cluster is ALTER QMGR REPOS.
    """
    kind, name, action = definition.kind, definition.name, definition.action
    definition.require_ordinary(CannotWrite)
    verb = VERBS_OF_ACTIONS.get(action)
    if verb is None:
        raise CannotWrite(f"{kind} {name}: MQSC has no {action}")
    if kind == _CLUSTER:
        return _laid_out(_repository(definition), single_line)
    if action is Action.INQUIRE:
        return _laid_out(_inquiry(definition), single_line=True)
    changes = action in (Action.CREATE, Action.CHANGE)
    pieces = _start(verb, kind, name, typed=changes)
    if action is Action.CREATE and definition.like is not None:
        pieces.append(_text("LIKE", _named(kind, definition.like)))
    if changes:
        pieces += _parameters(kind, name, definition.values)
    pieces += [[f"{word}({value})" if value else word] for word, value in options(definition)]
    return _laid_out(pieces, single_line)


def _inquiry(definition: Definition) -> list[Sequence[str]]:
    kind, inquiry = definition.kind, definition.inquiry
    fixed = EVERY[kind].commands.mqsc_fixed
    where = inquiry.where
    if len(definition.kinds) > 1:  # the command does not say which
        word = "QUEUE" if kind in QUEUE_KINDS else EVERY[kind].commands.mqsc
        pieces: list[Sequence[str]] = [_text(f"DISPLAY {word}", _named(kind, definition.name))]
    else:
        pieces = _start("DISPLAY", kind, definition.name, typed=False)
        if where is None and fixed:
            where = (fixed[0][0], "EQ", fixed[0][1])
        else:
            pieces += [[f"TYPE({word})"] for _, word in fixed]
    if where is not None:
        value = where[2] if _PLAIN.fullmatch(where[2]) else quoted(where[2])
        pieces.append([f"WHERE({where[0]} {where[1]} {value})"])
    if inquiry.clusters:
        pieces.append(["CLUSINFO"])
    return [*pieces, *([word] for word in inquiry.attributes)]


def options(definition: Definition) -> list[tuple[str, str]]:
    """The parameters of the command itself with their values, "" for those that have none."""
    kind, action = definition.kind, definition.action
    deletes = action is Action.DELETE
    meant = QUEUE_SHARING_GROUP_DISPOSITION.choice(definition.disposition or "")
    given = {
        ("REPLACE", ""): action is Action.CREATE and definition.replace,
        ("FORCE", ""): action is Action.CHANGE and definition.force and kind in _FORCED,
        ("PURGE", ""): deletes and definition.purge and kind == LocalQueueSpec.kind,
        ("AUTHREC", "NO"): deletes and definition.keeps_authorities,
        ("QSGDISP", str(meant.mqsc if meant else "")): deletes and meant is not None,
    }
    return [option for option, is_given in given.items() if is_given]


def quoted(text: str) -> str:
    """A text in quotes, quotes inside doubled, blank as ' '. Raises CannotWrite for line breaks and
    other control characters, which could end the command, and for what is no character."""
    if not text.isprintable():
        for position, character in enumerate(text):
            if not character.isprintable() and category(character) not in _HARMLESS:
                raise CannotWrite(
                    f"{shown(text)} has the character U+{ord(character):04X} at position "
                    f"{position + 1}, which MQSC cannot hold; remove it"
                )
    return "'" + text.replace("'", "''") + "'" if text else "' '"


def _repository(definition: Definition) -> list[Sequence[str]]:
    if definition.action is Action.INQUIRE:
        return [["DISPLAY QMGR REPOS REPOSNL"]]
    if definition.repository is not None:
        return [["ALTER QMGR"], _text("REPOS", definition.repository)]
    raise CannotWrite(
        f"{_CLUSTER} {definition.name}: a queue manager joins a cluster by its cluster-receiver "
        "channel; MQSC says only whether it is a full repository: give full_repository"
    )


def _start(verb: str, kind: str, name: str, *, typed: bool) -> list[Sequence[str]]:
    spec = EVERY.get(kind)
    if spec is None:
        raise UnknownKind(kind)
    commands = spec.commands
    if commands.mqsc is None:
        raise CannotWrite(f"{kind} {shown(name)}: MQSC has no such object")
    pieces: list[Sequence[str]] = [_text(f"{verb} {commands.mqsc}", _named(kind, name))]
    if typed:
        pieces += [[f"{keyword}({word})"] for keyword, word in commands.mqsc_fixed]
    return pieces


def _named(kind: str, name: str) -> str:
    if not isinstance(name, str) or not name.strip(" "):
        raise CannotWrite(f"{kind}: the name is {shown(name)}; give one that is not blank")
    return name


def _parameters(kind: str, name: str, values: Mapping[str, Any]) -> list[Sequence[str]]:
    by_attribute: dict[str, dict[str | None, tuple[str, Keyword]]] = {}
    for word, keyword in keywords(kind).items():
        by_attribute.setdefault(keyword.attribute, {})[keyword.value] = (word, keyword)
    pieces: list[Sequence[str]] = []
    for attribute, value in values.items():
        words = by_attribute.get(attribute)
        if words is None:
            raise CannotWrite(
                f"{kind} {name}: {attribute}: MQSC has no such parameter; leave it out"
            )
        toggle = words.get(value) if isinstance(value, str) else None
        try:
            parts = [toggle[0]] if toggle else _parts(*words[None], value) if None in words else []
        except CannotWrite as error:
            raise CannotWrite(f"{kind} {name}: {attribute}: {error}") from None
        if not parts:
            where = f"{kind} {name}: {attribute}={shown(value)}"
            raise CannotWrite(f"{where} has no word in MQSC; use one of its choices")
        pieces.append(parts)
    return pieces


def _parts(word: str, keyword: Keyword, value: Any) -> Sequence[str]:
    """`WORD(value)`, a list with a part an item; none where MQSC has no such value."""
    metadata = keyword.metadata
    if keyword.is_list:
        if isinstance(value, str) or not all(isinstance(item, str) for item in value):
            return []
        items = [quoted(item) for item in value] or ["' '"]
        parts = [f"{word}({items[0]}", *(f",{item}" for item in items[1:])]
        parts[-1] += ")"
        return parts
    if isinstance(value, int) and not isinstance(value, bool) and metadata.minimum is not None:
        return [f"{word}({value})"]
    if isinstance(value, str):
        choice = metadata.choice(value)
        if choice is not None and choice.mqsc is not None:
            return [f"{word}({choice.mqsc})"]
        if metadata.minimum is None and (not metadata.choices or metadata.syntax is not None):
            return _text(word, value)
    return []


def _text(word: str, value: str) -> Sequence[str]:
    return [f"{word}({quoted(value)})"]


def _laid_out(pieces: Sequence[Sequence[str]], single_line: bool) -> str:
    """Pieces, each of parts between which a line may end, as one command."""
    if single_line:
        return " ".join("".join(parts) for parts in pieces)
    lines: list[str] = []
    for number, parts in enumerate(pieces):
        indent = _INDENT if number else ""
        rows = [indent]
        for part in parts:
            if rows[-1].strip() and len(rows[-1]) + len(part) + 2 > _WIDTH:
                rows.append(_INDENT * 2)
            rows[-1] += part
        lines += rows
    last = len(lines) - 1
    return "\n".join(
        folded
        for number, line in enumerate(lines)
        for folded in _folded(line, "" if number == last else " +")
    )


def _folded(line: str, sign: str) -> Iterable[str]:
    """A line that is too long, ended inside its quotes so that not a blank is lost or won.

    After `-` the next line goes on at its column 1, where an asterisk would make it a comment;
    there `+` is used, which goes on at the first non-blank.
    """
    while len(line) + len(sign) > _WIDTH:
        last = end = min(_WIDTH, len(line)) - 1
        while end > _WIDTH // 2 and (line[end] in "*' " or line[end - 1] in "' "):
            end -= 1
        if line[end] in "*' " or line[end - 1] in "' ":
            end = last
        if line[end] == "*":
            yield line[:end] + "+"
            line = " " + line[end:]
        else:
            yield line[:end] + "-"
            line = line[end:]
    yield line + sign
