"""Inserts of a script with the values that people give: what each stands for, where it stands."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from queuewright.dialects.templates import ambiguous, given

from .inserting import insert_of, inserts
from .scan import fold
from .script import MqscCommand, MqscParameter, MqscScript


class _Given:
    """Values by the names of inserts, in upper case. several: last parts of paths that stand for
    more than one. used: names that inserts have."""

    def __init__(self, values: Mapping[str, str], every: Iterable[str]) -> None:
        self.values, self.used = values, set[str]()
        asked = filter(None, map(insert_of, every))
        self.several = ambiguous(asked)

    def value(self, insert: str) -> str | None:
        asked = insert_of(insert)
        if asked is None:
            return None
        name, value = given(asked, self.values, self.several)
        self.used.add(name)
        return None if value is None else asked.applied(value)


def with_inserts(
    script: MqscScript, values: Mapping[str, str]
) -> tuple[MqscScript, frozenset[str]]:
    """The script with these values in place of their inserts, and the names that it does not
    have. values: by name, in upper case. A value stays inside of its parameter, whatever it is; one
    that is not in quotes is in upper case there, as all that is not."""
    if not values:
        return script, frozenset()
    found = [inserts(command.text) for command in script.commands]
    known = _Given(values, (each for names in found for each in names))
    commands = []
    for command, names in zip(script.commands, found, strict=True):
        texts = {each: value for each in names if (value := known.value(each)) is not None}
        commands.append(_filled(command, known) if texts else command)
    unused = frozenset(values.keys() - known.used)
    return replace(script, commands=tuple(commands)), unused


def _filled(command: MqscCommand, known: _Given) -> MqscCommand:
    def text(given: str, *, quoted: bool = True) -> str:
        for insert in inserts(given):
            value = known.value(insert)
            if value is not None:
                # In a list with texts in quotes one without them has no small letters.
                folds = not quoted and insert == fold(insert)
                given = given.replace(insert, fold(value) if folds else value)
        return given

    def parameter(given: MqscParameter) -> MqscParameter:
        values = (text(value, quoted=given.quoted) for value in given.values)
        return given._replace(values=tuple(values))

    target = command.target and parameter(command.target)
    return replace(
        command,
        name=command.name if target is None else target.text,
        text=text(command.text),
        parameters={word: parameter(each) for word, each in command.parameters.items()},
        target=target,
    )
