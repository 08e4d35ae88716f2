"""A job of z/OS: the programs that its steps run, and what their DD statements give them. Pure.

Source: z/OS MVS JCL Reference, EXEC: PGM, PARM, continuing
statements; DD: `*`, DATA, DLM, DSNAME.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

_STATEMENT = re.compile(r"//([^*\s]\S*|)[ \t]+(EXEC|DD)[ \t]+(.*)")
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
    ends: tuple[str, ...] = ()  # how a record begins that ends the data which is being read
    for number, line in enumerate(text.split("\n"), 1):
        if ends and not line.startswith(ends):
            yield Record(number, program, name, line, step, parm)
            continue
        ends = ()
        if execute.endswith(",") and (rest := _CONTINUED.match(line)):
            execute += rest[1].split()[0]
            parm = _parm(execute)
            continue
        execute = ""
        statement = _STATEMENT.match(line)
        if statement is None:
            continue
        operands = statement[3]
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


def _parm(operands: str) -> str:
    """The value of PARM, without quotes; "" where there is none."""
    found = _PARM.search(operands)
    return next(filter(None, found.groups()), "") if found is not None else ""
