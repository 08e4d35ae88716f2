"""Inserts of a script, `+QMNAME+`, and those of templates, `{{ .Name }}` and `${NAME}`, that people
give the values of. Sources: IBM MQ, Automatic configuration from an MQSC script at startup; Go,
package text/template; Jinja; envsubst. Whatever else a template does is left as it is."""

import re
from collections.abc import Mapping
from dataclasses import replace

from .script import MqscCommand, MqscParameter, MqscScript

# A name, the last of a path (`.Values.name`), and what a template makes of its value.
_TEMPLATE = re.compile(
    r"\{\{-?\s*\.?(?:[A-Za-z_]\w*\.)*([A-Za-z_]\w*)\s*(?:\|[^{}]*)?-?\}\}|\$\{([A-Za-z_]\w*)\}"
)


def inserts(text: str) -> tuple[str, ...]:
    """`+QMNAME+` and the like in a text, which the queue manager fills in as it runs a script, and
    `{{ .Name }}` and `${NAME}`, which are filled in before."""
    if "+" not in text and "{" not in text:  # nearly every one
        return ()
    names = [found[0] for found in _TEMPLATE.finditer(text)]
    parts = text.split("+")
    index = 1
    while index < len(parts) - 1:
        if parts[index] and parts[index].isalnum() and parts[index] == parts[index].upper():
            names.append(f"+{parts[index]}+")
            index += 1
        index += 1
    return tuple(names)


def in_one_word(text: str) -> str:
    """The same with no blank in an insert of a template."""
    return _TEMPLATE.sub(lambda found: "".join(found[0].split()), text)


def name_in(insert: str) -> str:
    """Its name."""
    template = _TEMPLATE.fullmatch(insert)
    return insert.strip("+") if template is None else template[1] or template[2]


def with_inserts(
    script: MqscScript, values: Mapping[str, str]
) -> tuple[MqscScript, frozenset[str]]:
    """The script with these values in place of their inserts, and the names that it does not
    have. values: by name, in upper case. A value stays inside of its parameter, whatever it is."""
    if not values:
        return script, frozenset()
    found: set[str] = set()
    commands = []
    for command in script.commands:
        names = {name_in(each).upper() for each in inserts(command.text)} & values.keys()
        found |= names
        commands.append(_filled(command, values) if names else command)
    return replace(script, commands=tuple(commands)), frozenset(values.keys() - found)


def _filled(command: MqscCommand, values: Mapping[str, str]) -> MqscCommand:
    def text(given: str) -> str:
        for insert in inserts(given):
            given = given.replace(insert, values.get(name_in(insert).upper(), insert))
        return given

    def parameter(given: MqscParameter) -> MqscParameter:
        return given._replace(values=tuple(map(text, given.values)))

    return replace(
        command,
        name=text(command.name),
        text=text(command.text),
        parameters={word: parameter(each) for word, each in command.parameters.items()},
        target=command.target and parameter(command.target),
    )
