"""CALL of programs of IBM's: the APIs that make or change objects of the catalogue, read and
written as if they were commands with keywords, and QCMDEXC, which runs a command.

Sources: IBM i, Create User Queue (QUSCRTUQ) API; Execute Command (QCMDEXC) API; Change Data Queue
(QMHQCDQ) API: the qualified name in CHAR(20); the number of changes, and of each its key, the
length of its value (BINARY(4)) and the value; the error code, which with no bytes provided has
errors sent as escape messages. Key 100 is automatic reclaim, CHAR(1): 0 or 1.
CL passes a character literal as it is, padded with blanks, and a hexadecimal one byte by byte.
"""

import re
from collections.abc import Iterable, Iterator, Mapping

from queuewright.catalogue.commands import CallParameter
from queuewright.catalogue.spec import Spec
from queuewright.dialects.protocol import CannotWrite
from queuewright.kinds import KINDS

from .parser import Argument, ClCommand, ClItem, ClProgram, ItemKind, parse
from .tables import RECLAIM, commands, is_program
from .values import quoted
from .variables import argument_of, word_of
from .words import CALL, RUNS_COMMAND

_KEY, _ZERO = 100, 0xF0
_RECLAIMED = re.compile(r"000000010000006400000001F([01])")
_NUMBER = re.compile(r"[0-9]{1,9}\Z|[0-3][0-9]{9}\Z")
_HEX = re.compile(r"[Xx]'([0-9A-Fa-f]*)'\Z")
_IN_QSYS = ("", "QSYS", "*LIBL")
_NAME = 10  # of an object, and of its library behind it


def follow(script: ClProgram) -> None:
    """Name the CALLs of a program that matter by what they run."""
    for step in script.steps:
        if step.name != CALL:
            continue
        library, _, program = word_of(step, "PGM").upper().rpartition("/")
        if library in _IN_QSYS and _matters(step, program):
            step.name = program
            script.skipped[CALL] -= step.carrier is None
            if program == RUNS_COMMAND:
                spell_out(step)
    if not script.skipped[CALL]:
        del script.skipped[CALL]


def _matters(step: ClCommand, program: str) -> bool:
    """Whether a program makes or changes what is ours: QMHQCDQ has other keys, too."""
    if program == RECLAIM:
        changes = list(_parameters(step))[1:2]
        return not changes or changes[0].kind is not ItemKind.HEX or bool(_turned(changes[0]))
    return program == RUNS_COMMAND or (program in commands() and is_program(program))


def spell_out(step: ClCommand) -> None:
    """Give a CALL the keywords of what it runs, as far as its parameters are known."""
    if step.name == RUNS_COMMAND:
        _run_command(step)
    elif step.name in commands() and is_program(step.name) and argument_of(step, "PARM", 2):
        parameters = list(_parameters(step))
        if step.name == RECLAIM:
            step.arguments = tuple(_reclaimed(parameters))
        else:
            kind = commands()[step.name].kinds[0]
            step.arguments = tuple(_arguments(KINDS[kind], parameters))


def _parameters(step: ClCommand) -> Iterator[ClItem]:
    argument = argument_of(step, "PARM", 2)
    for item in argument.values if argument is not None else ():
        yield from item.items if item.kind is ItemKind.GROUP else (item,)


def _run_command(step: ClCommand) -> None:
    """QCMDEXC with a literal: the command itself, at the place of the literal."""
    given = next(_parameters(step), None)
    if given is None or given.kind not in (ItemKind.QUOTED, ItemKind.WORD):
        return
    inner = parse(given.text).steps
    if len(inner) != 1 or not inner[0].name:
        return
    [command] = inner
    step.name = command.name
    step.arguments = tuple(
        Argument(each.keyword, _placed(each.values, given.offset), given.offset)
        for each in command.arguments
    )
    for problem in command.problems:
        step.problems.append(problem.at(*step.statement.place(given.offset)))


def _placed(items: Iterable[ClItem], offset: int) -> tuple[ClItem, ...]:
    return tuple(item._replace(offset=offset, items=_placed(item.items, offset)) for item in items)


def _arguments(spec: type[Spec], items: Iterable[ClItem]) -> Iterator[Argument]:
    """The parameters of the program by keyword, without those that are as if left out."""
    for parameter, item in zip(spec.cl.called, items, strict=False):
        read = _item(parameter, item)
        is_given = read.kind is ItemKind.VARIABLE or read.text not in ("", parameter.given)
        if is_given and parameter.keyword != "Error code":
            yield Argument(parameter.keyword, (read,), item.offset)


def _item(parameter: CallParameter, item: ClItem) -> ClItem:
    """One parameter as a command would have it: a number, a name with its library, a word."""
    match = _HEX.match(item.text) if item.kind is ItemKind.HEX else None
    if match and parameter.is_number:
        number = int.from_bytes(bytes.fromhex(match[1].zfill(8)), "big", signed=True)
        return item._replace(kind=ItemKind.WORD, text=str(number))
    if item.kind not in (ItemKind.QUOTED, ItemKind.WORD) or parameter.is_number:
        return item
    text = item.text[: parameter.length].rstrip(" ")
    if parameter.length == 2 * _NAME:
        return item._replace(kind=ItemKind.WORD, text=_qualified(text))
    is_text = parameter.keyword == "TEXT"
    return item._replace(kind=ItemKind.QUOTED if is_text else ItemKind.WORD, text=text)


def _qualified(text: str) -> str:
    """`LIBRARY/NAME` of a name and its library in ten characters each."""
    name, library = text[:_NAME].rstrip(" "), text[_NAME:].strip(" ")
    return f"{library}/{name}" if library else name


def _reclaimed(items: list[ClItem]) -> Iterator[Argument]:
    """QMHQCDQ that changes automatic reclaim."""
    for keyword, item in zip(("DTAQ", "AUTORCL"), items, strict=False):
        read = item
        if keyword == "DTAQ" and item.kind in (ItemKind.QUOTED, ItemKind.WORD):
            read = item._replace(kind=ItemKind.WORD, text=_qualified(item.text))
        elif keyword == "AUTORCL" and (word := _turned(item)):
            read = item._replace(kind=ItemKind.WORD, text=word)
        yield Argument(keyword, (read,), item.offset)


def _turned(item: ClItem) -> str:
    """Whether a change of QMHQCDQ turns automatic reclaim on or off; "" for another one."""
    match = _HEX.match(item.text) if item.kind is ItemKind.HEX else None
    changed = _RECLAIMED.fullmatch(match[1].upper()) if match else None
    return "" if changed is None else "*YES" if changed[1] == "1" else "*NO"


def call_to_create(
    spec: type[Spec], name: str, texts: Mapping[str, str], *, replaces: bool = False
) -> str:
    """The CALL that creates an object. name: `LIBRARY/NAME` as CL has it. texts: what the keywords
    of the attributes have. Raises CannotWrite."""
    library, _, simple = name.rpartition("/")
    given = {**texts, spec.cl.name: f"{simple:<{_NAME}}{library or '*CURLIB':<{_NAME}}"}
    if replaces:
        given["REPLACE"] = "*YES"
    places = [place for place, each in enumerate(spec.cl.called) if each.keyword in given]
    count = max(spec.cl.called_with, places[-1] + 1)
    words = (_literal(each, given.get(each.keyword)) for each in spec.cl.called[:count])
    return f"CALL PGM(QSYS/{spec.cl.create}) PARM({' '.join(words)})"


def _literal(parameter: CallParameter, text: str | None) -> str:
    if parameter.is_number:
        number = text or parameter.given or "0"
        if not _NUMBER.match(number):
            raise CannotWrite(f"{parameter.keyword} must be a number; correct it")
        return f"X'{int(number).to_bytes(4, 'big').hex().upper()}'"
    text = parameter.given if text is None else text
    if text.startswith("'"):
        text = text[1:-1].replace("''", "'")
    text = "" if text in ("*BLANK", " ") else text
    if len(text) > parameter.length:
        raise CannotWrite(f"{parameter.keyword} has {parameter.length} characters; shorten it")
    return quoted(text.ljust(parameter.length))


def call_reclaim(name: str, on: bool) -> str:
    """The call that gives the data queue `LIBRARY/NAME` automatic reclaim, or takes it away."""
    library, _, simple = name.rpartition("/")
    if not library:
        raise CannotWrite(f"ibmi:DataQueue {name}: QMHQCDQ needs the library; give it")
    changes = b"".join(number.to_bytes(4, "big") for number in (1, _KEY, 1)) + bytes([_ZERO + on])
    qualified = f"{simple:<{_NAME}}{library:<{_NAME}}"
    return f"CALL PGM(QSYS/{RECLAIM}) PARM('{qualified}' X'{changes.hex().upper()}' X'00000000')"
