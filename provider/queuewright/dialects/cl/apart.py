"""Commands about several objects or users, one by one: STRJRNOBJ and ENDJRNOBJ with up to 300
objects; GRTOBJAUT and RVKOBJAUT with *PUBLIC among up to 50 users. Sources: IBM i, STRJRNOBJ OBJ;
GRTOBJAUT USER."""

from collections.abc import Callable
from dataclasses import replace

from . import rules
from .parser import ClCommand, ClItem, flat
from .tables import JOURNALING, ON_AUTHORITIES
from .variables import argument_of

_MOST_OBJECTS, _MOST_USERS = 300, 50
_PUBLIC = "*PUBLIC"
_Items = tuple[ClItem, ...]


def apart(command: ClCommand) -> list[ClCommand]:
    """The same, each command about one object, and about *PUBLIC or about users by their names."""
    if command.name in JOURNALING:
        return _apart(command, "OBJ", 1, _MOST_OBJECTS, lambda items: [(one,) for one in items])
    if command.name in ON_AUTHORITIES:
        return _apart(command, "USER", 3, _MOST_USERS, _public_apart)
    return [command]


def _public_apart(items: _Items) -> list[_Items]:
    public = tuple(one for one in items if one.text == _PUBLIC)
    users = tuple(one for one in items if one.text != _PUBLIC)
    return [some for some in (public[:1], users) if some]


def _apart(
    command: ClCommand,
    keyword: str,
    position: int,
    most: int,
    split: Callable[[_Items], list[_Items]],
) -> list[ClCommand]:
    argument = argument_of(command, keyword, position)
    if argument is None:
        return [command]
    place = command.arguments.index(argument)
    items = tuple(flat(argument.values))
    groups = split(items)
    if len(groups) < 2 and len(items) <= most:
        return [command]
    found = []
    for group in groups:
        arguments = list(command.arguments)
        arguments[place] = argument._replace(values=group)
        found.append(replace(command, arguments=tuple(arguments), problems=[*command.problems]))
    if len(items) > most:
        problem = rules.TOO_MANY_VALUES(
            keyword=keyword,
            most=f"up to {most} values",
            count=len(items),
            instead="use two commands",
        )
        found[0].problems.append(problem.at(*command.statement.place(argument.offset)))
    return found
