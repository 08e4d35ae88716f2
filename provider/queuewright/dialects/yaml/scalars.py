"""Texts inside YAML that hold commands, with the lines that they stand in. Pure.

A text of a ConfigMap or a Secret that begins with a command of MQSC is a script of MQSC; any text
that calls setmqaut or runmqsc is one for a shell (a playbook's `shell`, a container's `args`).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import yaml

from queuewright.dialects.mqsc.words import OBJECTS, VERBS

_VERBS = "|".join(VERBS)
_OBJECTS = "|".join(OBJECTS)
_COMMAND = re.compile(rf"\s*({_VERBS})\s+({_OBJECTS})\b", re.IGNORECASE)
_CALL = re.compile(r"(^|[\s/;|&(\"'])(setmqaut|setmqspl|runmqsc)(\s|$)")
_MAPS = ("ConfigMap", "Secret")
_LITERAL = "|"
_MOST = 100_000  # nodes that are looked at, each where it first stands


@dataclass(frozen=True, slots=True)
class Scalar:
    """One text. line: of its first line, from 1. is_shell: for a shell, else MQSC."""

    text: str
    line: int
    is_shell: bool


def scalars(text: str) -> Iterator[Scalar]:
    """The texts with commands of every document. Raises yaml.YAMLError for what is not YAML."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    for document in yaml.compose_all(text, loader):
        if document is None:
            continue
        is_map = _kind(document) in _MAPS
        waiting, seen = [document], set[int]()
        while waiting and len(seen) < _MOST:
            node = waiting.pop()
            if id(node) in seen:
                continue
            seen.add(id(node))
            if isinstance(node, yaml.MappingNode):
                waiting += [value for _, value in reversed(node.value)]
            elif isinstance(node, yaml.SequenceNode):
                waiting += reversed(node.value)
            elif isinstance(node, yaml.ScalarNode) and (found := _scalar(node, is_map=is_map)):
                yield found


def begins_with_command(text: str) -> bool:
    """Whether the first line that is not a comment is a command of MQSC."""
    lines = (line for line in text.split("\n") if line.strip())
    first = next((line for line in lines if not line.lstrip().startswith("*")), "")
    return _COMMAND.match(first) is not None


def _scalar(node: yaml.ScalarNode, *, is_map: bool) -> Scalar | None:
    text = str(node.value)
    is_shell = _CALL.search(text) is not None
    if not is_shell and not (is_map and begins_with_command(text)):
        return None
    # A block begins in the line after its sign; its lines are those of the file.
    line = node.start_mark.line + (2 if node.style == _LITERAL else 1)
    return Scalar(text, line, is_shell)


def _kind(document: yaml.Node) -> str:
    if not isinstance(document, yaml.MappingNode):
        return ""
    kinds = (str(value.value) for key, value in document.value if key.value == "kind")
    return next(kinds, "")
