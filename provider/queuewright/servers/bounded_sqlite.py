"""One statement of a client on a SQLite database in memory: what it may do there, and how long."""

import re
import sqlite3
from collections.abc import Callable, Sequence
from time import monotonic
from typing import Any

# Functions that a statement may call: those of Db2 that SQLite has too, none that makes much of
# little, reads a file or looks for a pattern without end.
FUNCTIONS = frozenset(
    word
    for words in (
        "avg count group_concat max min sum total dense_rank rank row_number",
        "coalesce ifnull iif nullif abs ceil ceiling floor mod round sign trunc",
        "hex instr length like lower ltrim replace rtrim substr substring trim upper",
        "current_date current_time current_timestamp date datetime strftime time",
    )
    for word in words.split()
)
_ALLOWED = (sqlite3.SQLITE_READ, sqlite3.SQLITE_SELECT, sqlite3.SQLITE_RECURSIVE)
_PATTERN = 256  # characters of LIKE's
_STEPS = 1_000  # of SQLite's machine between two looks at the time
_LIMITS = {
    sqlite3.SQLITE_LIMIT_LENGTH: 1 << 20,  # bytes of a value
    sqlite3.SQLITE_LIMIT_EXPR_DEPTH: 500,
    sqlite3.SQLITE_LIMIT_COMPOUND_SELECT: 100,
    sqlite3.SQLITE_LIMIT_ATTACHED: 0,
    sqlite3.SQLITE_LIMIT_COLUMN: 500,
}


class OutOfTime(Exception):
    """It took too long, or the server stops."""


class TooManyRows(Exception):
    """It answers with more rows than anybody reads."""


class NotAllowed(Exception):
    """It calls a function that is none of those; its name."""


def answered(
    connection: sqlite3.Connection,
    sql: str,
    parameters: Sequence[Any],
    *,
    seconds: float,
    rows: int,
    stopped: Callable[[], bool],
    functions: frozenset[str] = FUNCTIONS,
) -> tuple[list[str], list[tuple[Any, ...]]]:
    """Names of the columns, and the rows. Raises OutOfTime, TooManyRows, NotAllowed and
    sqlite3.Error."""
    until = monotonic() + seconds
    refused: list[str] = []

    def is_over() -> bool:
        return stopped() or monotonic() > until

    def may(action: int, first: str | None, second: str | None, *_: str | None) -> int:
        if action == sqlite3.SQLITE_FUNCTION and str(second).lower() in functions:
            return sqlite3.SQLITE_OK
        if action in _ALLOWED and not str(first).startswith(("sqlite_", "pragma_")):
            return sqlite3.SQLITE_OK
        refused.append(str(second if action == sqlite3.SQLITE_FUNCTION else first))
        return sqlite3.SQLITE_DENY

    def like(pattern: Any, text: Any, escape: str | None = None) -> bool | None:
        if is_over():
            raise OutOfTime
        return None if pattern is None or text is None else _like(str(pattern), str(text), escape)

    for limit, most in _LIMITS.items():
        connection.setlimit(limit, most)
    connection.create_function("like", 2, like, deterministic=True)
    connection.create_function("like", 3, like, deterministic=True)
    connection.set_progress_handler(is_over, _STEPS)
    connection.set_authorizer(may)
    try:
        answer = connection.execute(sql, tuple(parameters))
        found = answer.fetchmany(rows + 1)
    except sqlite3.Error:
        if refused:
            raise NotAllowed(refused[0]) from None
        if is_over():
            raise OutOfTime from None
        raise
    if len(found) > rows:
        raise TooManyRows
    return [str(column[0]) for column in answer.description or ()], found


def _like(pattern: str, text: str, escape: str | None) -> bool:
    """LIKE as Db2 has it: upper and lower case differ. In time that grows with both lengths alone:
    SQLite's own tries every way in which the percent signs can share a text."""
    if len(pattern) > _PATTERN:
        raise ValueError("the pattern is too long")
    first, *rest = (re.compile(part, re.DOTALL) for part in _parts(pattern, escape))
    if not rest:
        return first.fullmatch(text) is not None
    found = first.match(text)
    for part in rest[:-1]:
        found = None if found is None else part.search(text, found.end())
    if found is None:
        return False
    last = len(text) - _length(rest[-1].pattern)
    return last >= found.end() and rest[-1].fullmatch(text, last) is not None


def _parts(pattern: str, escape: str | None) -> list[str]:
    """The texts between the percent signs, each as a regular expression of a fixed length."""
    parts, characters = [""], iter(pattern)
    for character in characters:
        if escape and character == escape:
            parts[-1] += re.escape(next(characters, ""))
        elif character == "%":
            parts.append("")
        else:
            parts[-1] += "." if character == "_" else re.escape(character)
    return parts


def _length(part: str) -> int:
    """How many characters it stands for."""
    return len(re.sub(r"\\(.)", r"\1", part, flags=re.DOTALL))
