"""CHGCMDDFT: other defaults of commands, for what a program runs behind it.

Source: IBM i, CHGCMDDFT: "NEWDFT: the keyword parameters and their new defaults".
"""

from .parser import Argument, ClCommand, ClItem, ItemKind, parse
from .tables import commands
from .variables import argument_of

_LITERAL = (ItemKind.WORD, ItemKind.QUOTED, ItemKind.GROUP)


def given_defaults(step: ClCommand) -> str | None:
    """NEWDFT of CHGCMDDFT, None where it is not a literal text of keywords and values."""
    found = argument_of(step, "NEWDFT", 2)
    items = found.values if found else ()
    if len(items) != 1 or items[0].kind not in (ItemKind.WORD, ItemKind.QUOTED):
        return None
    text = items[0].text
    return text if _arguments("CHGCMDDFT", text) else None


def with_defaults(step: ClCommand, text: str) -> None:
    """Give the command the parameters that it leaves out; of two the first counts."""
    table = commands()[step.name]
    positional = sum(argument.keyword is None for argument in step.arguments)
    given = {*table.positions[:positional]}
    given |= {argument.keyword for argument in step.arguments if argument.keyword}
    for argument in _arguments(step.name, text):
        if argument.keyword not in given and argument.keyword is not None:
            given.add(argument.keyword)
            values = tuple(_at(item, step.offset) for item in argument.values)
            step.arguments += (Argument(argument.keyword, values, step.offset),)


def _arguments(command: str, text: str) -> tuple[Argument, ...]:
    """The keywords and values of a text; () where it has anything else."""
    read = parse(f"{command} {text}")
    if len(read.steps) != 1 or read.problems or read.steps[0].problems:
        return ()
    found = read.steps[0].arguments
    plain = all(item.kind in _LITERAL for argument in found for item in argument.values)
    return found if plain and all(argument.keyword for argument in found) else ()


def _at(item: ClItem, offset: int) -> ClItem:
    return item._replace(offset=offset, items=tuple(_at(each, offset) for each in item.items))
