"""SQL through the db2 utility of an IBM i (QZDFMDB2): what it is given, and what it prints.

It prints tables for people: as wide as the columns may be, in the job's code page, null as `-`. So
every value is asked for in hexadecimal digits of its UTF-8, in one column: whatever code page the
job has, a row is one line of digits, blanks and `-` between two dots. Sources: Qshell, db2
utility; printed answers in the issues and tests of Code for IBM i.
"""

import re
from collections.abc import Iterator, Sequence

from .carrier import Column, Query, QueryRefused, Row

# -d and -i: as people use it over ssh, statements from standard input; -t: a semicolon ends one.
COMMAND = "CALL QSYS/QZDFMDB2 PARM('-d' '-i' '-t')"
_ROW = re.compile(r"\s*\. (?P<values>[0-9A-F -]*) \.\s*")
_SELECTED = re.compile(r"\s*(?P<count>\d+) RECORD\(S\) SELECTED\.?\s*")
_ERROR = "**** CLI ERROR *****"
_BYTES = 3  # that a character of EBCDIC's code pages takes in UTF-8, at most


class NotWhole(Exception):
    """The output ends before the answer does, or is something else."""


def statement(query: Query) -> str:
    """The statement that asks for all columns in one."""
    joined = " CONCAT ' ' CONCAT\n".join(map(_digits, query.columns))
    return query.select([f"'. ' CONCAT {joined} CONCAT ' .'"]) + ";\n"


def _digits(column: Column) -> str:
    if not column.width:
        return f"COALESCE(CAST({column.expression} AS VARCHAR(20)), '-')"
    plain = f"CAST({column.expression} AS VARCHAR({column.width * _BYTES}) CCSID 1208)"
    return f"COALESCE(HEX({plain}), '-')"


def rows(query: Query, printed: str) -> list[Row]:
    """The rows that were printed. Raises QueryRefused, NotWhole."""
    refusal = _refusal(printed)
    if refusal is not None:
        raise refusal
    found: list[Row] = []
    for line in printed.splitlines():
        match = _ROW.fullmatch(line)
        if match is not None:
            found.append(_row(query.columns, match["values"].split(" ")))
            continue
        selected = _SELECTED.fullmatch(line)
        if selected is not None:
            if int(selected["count"]) != len(found):
                raise NotWhole(f"{len(found)} of {selected['count']} rows")
            return found
    raise NotWhole("no end of the answer")


def _row(columns: Sequence[Column], values: Sequence[str]) -> Row:
    if len(values) != len(columns):
        raise NotWhole(f"a row of {len(values)} columns instead of {len(columns)}")
    return {c.name: _value(c, value) for c, value in zip(columns, values, strict=True)}


def _value(column: Column, value: str) -> str | int | None:
    if value == "-":
        return None
    try:
        return bytes.fromhex(value).decode().rstrip(" ") if column.width else int(value)
    except ValueError:
        raise NotWhole(f"a value of {column.name} that is none") from None


def _refusal(printed: str) -> QueryRefused | None:
    """The first error that was printed; warnings (SQLSTATE 01...) come with rows."""
    for report in printed.split(_ERROR)[1:]:
        lines = [line.strip() for line in report.splitlines() if line.strip()]
        state = next(_after("SQLSTATE:", lines), "")
        texts = (t for t in lines if not t.upper().startswith(("SQLSTATE", "NATIVE ERROR", "DB2>")))
        if not state.startswith("01"):
            return QueryRefused(next(texts, "no reason was given"), state)
    return None


def _after(word: str, lines: Sequence[str]) -> Iterator[str]:
    return (line.removeprefix(word).strip() for line in lines if line.startswith(word))
