"""Texts inside YAML that hold commands, with the lines that they stand in. Pure.

A text of a ConfigMap or a Secret that has a command of MQSC, or a name that ends in .mqsc, is a
script of MQSC, and so is a block that begins with such a command in any document (values of a
chart), but a variable of a playbook, which counts where it is used. Any text that calls setmqaut or
runmqsc is one for a shell (a playbook's `shell`, a container's `args`).
Sources: Kubernetes, Secret (`data` is base64), ConfigMap (`binaryData` is), List; Docker,
Compose file reference (`configs`, `content`); Ansible,
ansible.builtin.command (`cmd`, `argv`, `stdin`), playbook keywords (`vars`, `loop`); IBM's role
runMQCmds (`mq_commands`: requests of the REST API); IBM's collection ibm.ibmmq, queue_manager
(`mqsc_file`); ansible.builtin.copy (`content`); z/OS core collection, zos_operator (`cmd`);
kustomize, configMapGenerator (`literals`, `files`); IBM MQ, POST - plain text MQSC command.
"""

import base64
import binascii
import re
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any

import yaml

from queuewright.dialects.mqsc.words import OBJECTS, VERBS
from queuewright.dialects.shell.commands import PROGRAMS

from .scope import COMMANDS, NameScope, nodes_of, set_elsewhere

_VERBS = "|".join(VERBS)
_OBJECTS = "|".join(OBJECTS)
_COMMAND = re.compile(rf"\s*({_VERBS})\s+({_OBJECTS})\b", re.IGNORECASE)
# At the start of any line: with a name behind it, which prose has not.
_NAMED = re.compile(
    rf"^[ \t]*(({_VERBS})[\s+-]+({_OBJECTS})\s*\(|ALT(ER)?[\s+-]+QMGR\s)",
    re.IGNORECASE | re.MULTILINE,
)
_AFTER_PREFIX = re.compile(rf"\s({_VERBS})\s+({_OBJECTS})\b", re.IGNORECASE)
_OF_MQSC = re.compile(r"\.mqsc(\.\w+)?\Z", re.IGNORECASE)  # the name of a file in a ConfigMap
_CALL = re.compile(rf"(^|[\s/;|&(\"'])({'|'.join(PROGRAMS)})(\s|$)")
_MAPS = ("ConfigMap", "Secret")
_COMPOSE = "configs"  # of Docker Compose: name -> `content`
_ENCODED = {"Secret": "data", "ConfigMap": "binaryData"}
# Texts for people, not for a shell.
_SAID = frozenset(
    ("debug", "description", "image", "msg", "name", "register", "tags", "title", "when")
)
_COMMANDS = ("command", "shell", "win_command", "win_shell")  # of a task
_DATA = ("binaryData", "data", "stringData")
_PLAIN_TEXT = "runCommand"  # the type of such a request
_LITERAL, _FOLDED = "|", ">"
_GENERATORS = ("configMapGenerator", "secretGenerator")  # of kustomize
_VARIABLES = ("set_fact", "ansible.builtin.set_fact", "vars")
_OPERATOR = "zos_operator"  # whose command begins with the prefix of a queue manager
_MOST = 100_000  # nodes that are looked at, each where it first stands

Node = yaml.Node
_NOTHING = NameScope({})


@dataclass(frozen=True, slots=True)
class Scalar:
    """One text. line: of its first line, from 1. is_shell: for a shell, else MQSC. given: the text
    that the command reads, and its line. scope: names that hold there. in_lines: whether its lines
    are those of the file. is_request: it is one of the REST API, in plain text."""

    text: str
    line: int
    is_shell: bool
    given: tuple[str, int] | None = None
    scope: NameScope = _NOTHING
    in_lines: bool = True
    is_request: bool = False


@dataclass(frozen=True, slots=True)
class Request:
    """A command as the REST API takes it, `{command: define, qualifier: qlocal, name: A}`. line,
    scope: see Scalar."""

    body: Mapping[str, Any]
    line: int
    scope: NameScope = _NOTHING


@dataclass(frozen=True, slots=True)
class NamedFile:
    """A file that runmqsc reads. line, scope: see Scalar."""

    name: str
    line: int
    scope: NameScope = _NOTHING


@dataclass(slots=True)
class Texts:
    """The texts with commands, in order; requests, the same; unsettled: variables that have other
    values as it runs, maybe. files: that runmqsc reads; written: those that a text is written to;
    left: the lines of commands for an operator, and the module that each is for."""

    scalars: list[Scalar] = field(default_factory=list)
    requests: list[Request] = field(default_factory=list)
    unsettled: set[str] = field(default_factory=set)
    files: list[NamedFile] = field(default_factory=list)
    written: set[str] = field(default_factory=set)
    left: dict[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a node stands. kind: of the object that it is in; key: that it is the value of; of: the
    key of what that is in; scope: see Scalar."""

    kind: str = ""
    key: str = ""
    of: str = ""
    scope: NameScope = _NOTHING


def scalars(text: str) -> list[Scalar]:
    """The texts with commands of every document. Raises yaml.YAMLError for what is not YAML."""
    return texts(text).scalars


def texts(text: str) -> Texts:
    """The same, with variables."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    found = Texts()
    for document in yaml.compose_all(text, loader):
        waiting = [(document, _Place())] if document is not None else []
        seen = set[int]()
        while waiting and len(seen) < _MOST:
            node, place = waiting.pop()
            if id(node) in seen:
                continue
            seen.add(id(node))
            if isinstance(node, yaml.MappingNode):
                waiting += reversed(list(_of_mapping(node, place, found)))
            elif isinstance(node, yaml.SequenceNode):
                if (call := _call_of(node)) is not None:
                    found.scalars.append(Scalar(call, _line(node), True, scope=place.scope))
                else:
                    waiting += [(each, place) for each in reversed(node.value)]
            elif isinstance(node, yaml.ScalarNode) and not (
                place.key in _SAID and place.of not in _DATA
            ):
                found.scalars += _scalar(node, place)
                found.files += _generated_from(node, place)
    return found


def begins_with_command(text: str) -> bool:
    """Whether the first line that is not a comment is a command of MQSC."""
    lines = (line for line in text.split("\n") if line.strip())
    first = next((line for line in lines if not line.lstrip().startswith("*")), "")
    return _COMMAND.match(first) is not None


def _of_mapping(
    node: yaml.MappingNode, place: _Place, found: Texts
) -> Iterator[tuple[Node, _Place]]:
    """The values of a mapping that are looked at, where a task's command is not taken here."""
    by_key = nodes_of(node)
    kind = by_key.get("kind")
    named = str(kind.value) if isinstance(kind, yaml.ScalarNode) else place.kind
    if place.key == _COMPOSE and not place.of:
        named = _COMPOSE
    scope = place.scope.within(by_key)
    found.unsettled.update(set_elsewhere(by_key))
    if (text := _plain_text(by_key)) is not None:
        found.scalars.append(
            Scalar(str(text.value), _line(text), False, None, scope, is_request=True)
        )
        return
    is_request = all(
        isinstance(by_key.get(word), yaml.ScalarNode) for word in ("command", "qualifier")
    )
    if is_request or place.key == COMMANDS:
        found.requests.append(Request(_value(node), _line(node), scope))
        return
    taken = _taken_files(by_key, scope, found)
    for key, value in by_key.items():
        if key.rpartition(".")[2] == _OPERATOR and _is_for_operator(value):
            found.left[_line(value)] = key
            taken.add(key)
        if (command := _with_input(key, value, by_key, scope)) is not None:
            found.scalars.append(command)
            taken |= {key, "args"}
        elif key == "command" and (call := _call_of(value, by_key.get("args"))) is not None:
            found.scalars.append(Scalar(call, _line(value), True, scope=scope))
            taken |= {key, "args"}
    for key, value in by_key.items():
        if key not in taken:
            yield value, _Place(named, key, place.key, scope.under(key, value))


def _taken_files(by_key: Mapping[str, Node], scope: NameScope, found: Texts) -> set[str]:
    """The keys that are done with: of a file that runmqsc reads, or of a script that is written."""
    name, target, content = (by_key.get(key) for key in ("mqsc_file", "dest", "content"))
    if isinstance(name, yaml.ScalarNode) and "qmname" in by_key:
        found.files.append(NamedFile(str(name.value), _line(name), scope))
    if not (isinstance(target, yaml.ScalarNode) and isinstance(content, yaml.ScalarNode)):
        return set()
    text = str(content.value)
    if not (_OF_MQSC.search(str(target.value)) or begins_with_command(text)):
        return set()
    found.written.add(str(target.value))
    found.scalars.append(Scalar(text, _line(content), False, scope=scope))
    return {"content"}


def _generated_from(node: yaml.ScalarNode, place: _Place) -> Iterator[NamedFile]:
    """The scripts of MQSC that kustomize makes a map of: `files: [KEY=PATH]`."""
    name = str(node.value)
    if place.of in _GENERATORS and place.key == "files" and _OF_MQSC.search(name):
        yield NamedFile(name.rpartition("=")[2], _line(node), place.scope)


def _is_for_operator(node: Node) -> bool:
    """Whether a task gives a queue manager on z/OS a command of MQSC, behind its prefix."""
    command = nodes_of(node).get("cmd")
    text = str(command.value) if isinstance(command, yaml.ScalarNode) else ""
    return _AFTER_PREFIX.search(text) is not None


def _plain_text(by_key: Mapping[str, Node]) -> yaml.ScalarNode | None:
    """The command of `{type: runCommand, parameters: {command: DEFINE ...}}`."""
    type_, text = by_key.get("type"), nodes_of(by_key.get("parameters")).get("command")
    is_plain = isinstance(type_, yaml.ScalarNode) and type_.value == _PLAIN_TEXT
    return text if is_plain and isinstance(text, yaml.ScalarNode) else None


def _with_input(
    key: str, value: Node, by_key: Mapping[str, Node], scope: NameScope
) -> Scalar | None:
    """A task's command with `stdin`, which stands beside `cmd` or in `args`."""
    own = nodes_of(value if isinstance(value, yaml.MappingNode) else by_key.get("args"))
    given = own.get("stdin")
    command = own.get("argv") or own.get("cmd") or value
    if not isinstance(given, yaml.ScalarNode) or key.rpartition(".")[2] not in _COMMANDS:
        return None
    text = _call_of(command) if isinstance(command, yaml.SequenceNode) else str(command.value)
    if text is None or not _CALL.search(text):
        return None
    return Scalar(text, _line(command), True, (str(given.value), _line(given)), scope)


def _call_of(*nodes: Node | None) -> str | None:
    """The call that the words of lists are, None where they are none: `[setmqaut, -m, QM1]`."""
    words = [
        str(each.value)
        for node in nodes
        for each in (node.value if isinstance(node, yaml.SequenceNode) else ())
        if isinstance(each, yaml.ScalarNode)
    ]
    is_call = any(PurePath(word).name in PROGRAMS for word in words)
    return shlex.join(words) if is_call else None


def _value(node: Node) -> Any:
    """Texts, lists and mappings of them."""
    if isinstance(node, yaml.MappingNode):
        return {name: _value(value) for name, value in nodes_of(node).items()}
    if isinstance(node, yaml.SequenceNode):
        return [_value(each) for each in node.value]
    return str(node.value)


def _scalar(node: yaml.ScalarNode, place: _Place) -> Iterator[Scalar]:
    text, in_lines = str(node.value), True
    if _ENCODED.get(place.kind) == place.of and (decoded := _decoded(text)) is not None:
        text, in_lines = decoded, False
    is_generated = place.of in _GENERATORS and place.key == "literals"
    key, sign, literal = text.partition("=") if is_generated else ("", "", "")
    if sign and (_OF_MQSC.search(key) or begins_with_command(literal)):
        yield Scalar(literal, _line(node), False, scope=place.scope)
        return
    is_config = place.kind == _COMPOSE and place.key == "content"
    is_file = is_config or (place.kind in _MAPS and place.of in _DATA)
    by_name = is_file and _OF_MQSC.search(place.of if is_config else place.key) is not None
    is_shell = not by_name and _CALL.search(text) is not None
    has_command = is_file and _NAMED.search(text) is not None
    is_block = node.style in (_LITERAL, _FOLDED) and _NAMED.search(text) is not None
    may_be = is_config or place.kind in _MAPS or (is_block and place.of not in _VARIABLES)
    begins = may_be and begins_with_command(text)
    if by_name or is_shell or has_command or begins:
        yield Scalar(text, _line(node), is_shell, scope=place.scope, in_lines=in_lines)


def _decoded(text: str) -> str | None:
    try:
        return base64.b64decode("".join(text.split()), validate=True).decode()
    except (binascii.Error, ValueError):
        return None


def _line(node: Node) -> int:
    """The line of its first text: a block begins in the line after its sign."""
    is_block = isinstance(node, yaml.ScalarNode) and node.style == _LITERAL
    return int(node.start_mark.line) + (2 if is_block else 1)
