"""A job of z/OS: the programs that its steps run, and what their DD statements give them. Pure.

Source: z/OS MVS JCL Reference, EXEC: PGM; DD: `*`, DATA, DLM, DSNAME.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

_STATEMENT = re.compile(r"//([^*\s]\S*|)[ \t]+(EXEC|DD)[ \t]+(.*)")
_PROGRAM = re.compile(r"(?:^|,)PGM=([^,\s]+)")
_DATA_SET = re.compile(r"(?:^|,)(?:DSN|DSNAME)=([^,\s]+)")
_DELIMITER = re.compile(r"\bDLM='?([^',\s]{1,18})")


class Record(NamedTuple):
    """A line of a job that is data of a step."""

    line: int
    program: str
    dd: str
    text: str


class DataSet(NamedTuple):
    """A data set that a step is given. line: of the statement."""

    line: int
    program: str
    dd: str
    name: str


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
    program, name = "", ""
    ends: tuple[str, ...] = ()  # how a record begins that ends the data which is being read
    for number, line in enumerate(text.split("\n"), 1):
        if ends and not line.startswith(ends):
            yield Record(number, program, name, line)
            continue
        ends = ()
        statement = _STATEMENT.match(line)
        if statement is None:
            continue
        operands = statement[3]
        if statement[2] == "EXEC":
            found = _PROGRAM.search(operands)
            program, name = found[1] if found else "", ""
            yield program
            continue
        name = statement[1] or name  # a DD without a name goes on with the one before
        if operands.startswith(("*", "DATA")):
            delimiter = _DELIMITER.search(operands)
            usual = ("/*",) if operands.startswith("DATA") else ("/*", "//")
            ends = (delimiter[1],) if delimiter else usual
        elif data_set := _DATA_SET.search(operands):
            yield DataSet(number, program, name, data_set[1])
