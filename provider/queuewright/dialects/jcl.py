"""A job of z/OS: the programs that its steps run, and what their DD statements give them. Pure.

Source: z/OS MVS JCL Reference, EXEC: PGM, PARM, continuing
statements; DD: `*`, DATA, DLM, DSNAME; SET, Using system symbols and JCL symbols.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

_STATEMENT = re.compile(r"//([^*\s]\S*|)[ \t]+(EXEC|DD|SET)[ \t]+(.*)")
_SETS = re.compile(r"([A-Z$#@][A-Z0-9$#@]{0,7})=('[^']*'|[^,\s']*)(,|\s|$)", re.IGNORECASE)
# One & only: two are in front of the name of a temporary data set.
_SYMBOL = re.compile(r"(?<!&)&([A-Z$#@][A-Z0-9$#@]{0,7})\.?", re.IGNORECASE)
_PROGRAM = re.compile(r"(?:^|,)PGM=([^,\s]+)")
_PARM = re.compile(r"(?:^|,)PARM=(?:'([^']*)'|\(([^)]*)\)|([^,\s]+))")
_CONTINUED = re.compile(r"//[ \t]+(\S.*)")
_DATA_SET = re.compile(r"(?:^|,)(?:DSN|DSNAME)=([^,\s]+)")
_DELIMITER = re.compile(r"\bDLM='?([^',\s]{1,18})")


class Record(NamedTuple):
    """A line of a job that is data of a step. step: its number; parm: what its program is given."""

    line: int
    program: str
    dd: str
    text: str
    step: int
    parm: str


class DataSet(NamedTuple):
    """A data set that a step is given. line: of the statement; step: see Record."""

    line: int
    program: str
    dd: str
    name: str
    step: int


@dataclass(frozen=True, slots=True)
class ZosJob:
    """programs: of its steps. records: in the job itself. data_sets: elsewhere."""

    programs: frozenset[str]
    records: tuple[Record, ...]
    data_sets: tuple[DataSet, ...]


def job_of(text: str) -> ZosJob:
    """The job; one without programs for a text that is none."""
    found = list(_parts(text)) if "PGM=" in text else []
    return ZosJob(
        frozenset(each for each in found if isinstance(each, str)),
        tuple(each for each in found if isinstance(each, Record)),
        tuple(each for each in found if isinstance(each, DataSet)),
    )


def _parts(text: str) -> Iterator[str | Record | DataSet]:
    program, name, step, parm = "", "", 0, ""
    execute = ""  # the operands of EXEC, while they may go on in the next line
    symbols: dict[str, str] = {}
    is_setting = False  # and goes on in the next line
    ends: tuple[str, ...] = ()  # how a record begins that ends the data which is being read
    for number, line in enumerate(text.split("\n"), 1):
        if ends and not line.startswith(ends):
            yield Record(number, program, name, line, step, parm)
            continue
        ends = ()
        if execute.endswith(",") and (rest := _CONTINUED.match(line)):
            execute += _resolved(rest[1], symbols).split()[0]
            parm = _parm(execute)
            continue
        execute = ""
        if is_setting and (rest := _CONTINUED.match(line)):
            is_setting = _set(rest[1], symbols)
            continue
        is_setting = False
        statement = _STATEMENT.match(line)
        if statement is None:
            continue
        operands = statement[3]
        if statement[2] == "SET":
            is_setting = _set(operands, symbols)
            continue
        operands = _resolved(operands, symbols)
        if statement[2] == "EXEC":
            found = _PROGRAM.search(operands)
            program, name = found[1] if found else "", ""
            step, parm = step + 1, _parm(operands)
            execute = next(iter(operands.split()), "")
            yield program
            continue
        name = statement[1] or name  # a DD without a name goes on with the one before
        if operands.startswith(("*", "DATA")):
            delimiter = _DELIMITER.search(operands)
            usual = ("/*",) if operands.startswith("DATA") else ("/*", "//")
            ends = (delimiter[1],) if delimiter else usual
        elif data_set := _DATA_SET.search(operands):
            yield DataSet(number, program, name, data_set[1], step)


def _set(operands: str, symbols: dict[str, str]) -> bool:
    """Give symbols their values; whether the statement goes on in the next line."""
    at, ends = 0, ""
    while found := _SETS.match(operands, at):
        symbols[found[1].upper()] = _resolved(found[2].strip("'"), symbols)
        at, ends = found.end(), found[3]
        if ends != ",":
            break
    return ends == "," and not operands[at:].strip()


def _resolved(text: str, symbols: Mapping[str, str]) -> str:
    """The text with the values of its symbols, those that the job sets."""
    return _SYMBOL.sub(lambda found: symbols.get(found[1].upper(), found[0]), text)


def _parm(operands: str) -> str:
    """The value of PARM, without quotes; "" where there is none."""
    found = _PARM.search(operands)
    return next(filter(None, found.groups()), "") if found is not None else ""
