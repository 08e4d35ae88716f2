"""Inserts of a script, `+QMNAME+`, that people give the values of. Source: IBM MQ, Automatic
configuration from an MQSC script at startup."""

from collections.abc import Mapping
from dataclasses import replace

from .script import MqscCommand, MqscParameter, MqscScript


def with_inserts(
    script: MqscScript, values: Mapping[str, str]
) -> tuple[MqscScript, frozenset[str]]:
    """The script with these values in place of their inserts, and the names that it does not
    have. A value stays inside of its parameter, whatever it is."""
    if not values:
        return script, frozenset()
    found = {name for name in values for c in script.commands if f"+{name}+" in c.text}
    named = {f"+{name}+": values[name] for name in found}
    commands = tuple(
        _filled(c, named) if any(i in c.text for i in named) else c for c in script.commands
    )
    return replace(script, commands=commands), frozenset(values.keys() - found)


def _filled(command: MqscCommand, named: Mapping[str, str]) -> MqscCommand:
    def text(given: str) -> str:
        for insert, value in named.items():
            given = given.replace(insert, value)
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
