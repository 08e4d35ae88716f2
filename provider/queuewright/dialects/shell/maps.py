"""Scripts of MQSC in maps that `kubectl create` makes from its words. Pure.

Source: Kubernetes, kubectl create configmap and create secret generic: `--from-literal=KEY=TEXT`,
`--from-file=[KEY=]PATH`.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import PurePath

from queuewright.dialects.yaml.scalars import begins_with_command

from .words import ShellWord, SimpleCommand

_SCRIPTS = (".mq", ".mqs", ".mqsc", ".tst")  # of MQSC, by their names
_CLIENTS = ("kubectl", "oc")
_MAPS = ("cm", "configmap", "secret")
_LITERAL, _FILE = "--from-literal", "--from-file"


def literals(command: SimpleCommand) -> Iterator[ShellWord]:
    """The texts of a new map that are scripts of MQSC, by their keys or by what they begin with."""
    for word in _given(command, _LITERAL):
        key, _, text = word.text.partition("=")
        if is_script(key) or begins_with_command(text):
            yield replace(word, text=text)


def files(command: SimpleCommand) -> Iterator[ShellWord]:
    """The files that a new map is made of, where they are scripts of MQSC."""
    for word in _given(command, _FILE):
        key, _, path = word.text.rpartition("=")
        if is_script(key) or is_script(path):
            yield replace(word, text=path)


def is_script(name: str) -> bool:
    return PurePath(name).suffix.lower() in _SCRIPTS


def _given(command: SimpleCommand, option: str) -> Iterator[ShellWord]:
    """The values of an option, which stand behind a sign or are the next word."""
    words = command.words
    plain = {word.text for word in words[1:] if not word.quoted}
    if words[0].program not in _CLIENTS or "create" not in plain or plain.isdisjoint(_MAPS):
        return
    for word, following in zip(words, [*words[1:], None], strict=True):
        if word.text == option and following is not None:
            yield following
        elif word.text.startswith(f"{option}="):
            yield replace(word, text=word.text.removeprefix(f"{option}="))
