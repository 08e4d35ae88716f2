"""Parameters of prepared statements, as the Mapepire server hands them to its JDBC driver.

Each is set as text, which Db2 turns into what the marker takes; a list of lists is a batch. Source:
the Mapepire server (PrepareSql, PreparedExecute), and what its clients' tests expect of it.
"""

import re
from collections.abc import Sequence
from typing import Any

from .ibmi_sql import SqlError

_DRIVER = -99999  # the SQLCODE of what the driver itself finds
_LARGEST = 1 << 63  # SQLite has no larger whole numbers; as text they compare all the same
_MARKERS = re.compile(r"'[^']*'|\"[^\"]*\"|--[^\n]*|/\*.*?\*/|\?", re.DOTALL)
_COMMAND_LENGTH = 32_702  # of QCMDEXC's parameter


def text_of(sql: Any) -> str:
    """The statement of a request. Raises SqlError."""
    if sql is None or (isinstance(sql, str) and not sql.strip()):
        raise SqlError("A string parameter value with zero length was detected.", _DRIVER, "43617")
    if not isinstance(sql, str):
        raise SqlError("Data type mismatch.", _DRIVER, "07006")
    return sql


def markers(sql: str) -> int:
    """How many parameters a statement takes: question marks outside of literals and comments."""
    return sum(match.group() == "?" for match in _MARKERS.finditer(sql))


def rows_of(parameters: Any, sql: str) -> tuple[list[list[Any]], bool]:
    """The values of each execution, and whether they are a batch. Raises SqlError."""
    if parameters is None:
        parameters = []
    if not isinstance(parameters, list):
        raise SqlError(f"Not a JSON Array: {str(parameters)[:40]}", _DRIVER, "07006")
    is_batch = bool(parameters) and isinstance(parameters[0], list)
    rows = parameters if is_batch else [parameters]
    if not all(isinstance(row, list) for row in rows):
        raise SqlError("Not a JSON Array in a batch of parameters", _DRIVER, "07006")
    wanted = markers(sql)
    for row in rows:
        if len(row) > wanted:
            text = f"Descriptor index not valid. ({wanted + 1}>{wanted})"
            raise SqlError(text, _DRIVER, "07009")
        if len(row) < wanted:
            text = "The number of parameter values set or registered does not match the number of"
            raise SqlError(f"{text} parameters.", _DRIVER, "07001")
    return [list(map(_value, row)) for row in rows], is_batch


def _value(given: Any) -> Any:
    if given is None or isinstance(given, float):
        return given
    if isinstance(given, bool):
        return str(given).lower()
    if isinstance(given, int):
        return given if -_LARGEST <= given < _LARGEST else str(given)
    if not isinstance(given, str):
        raise SqlError("Data type mismatch.", _DRIVER, "07006")
    try:
        given.encode()
    except UnicodeEncodeError:
        text = "Character conversion between CCSID 1200 and CCSID 37 not valid."
        raise SqlError(text, -332, "57017") from None
    return given


def described(count: int, *, of_command: bool) -> list[dict[str, Any]]:
    """The parameters of a statement that is prepared. of_command: of a CALL of QCMDEXC."""
    length = _COMMAND_LENGTH if of_command else 0
    one = {"type": "VARCHAR", "mode": "IN", "precision": length, "scale": 0}
    names = ("COMMAND", "COMMAND_LENGTH")
    return [
        {**one, "name": names[place] if of_command and place < 2 else None}
        for place in range(count)
    ]


def output_parameters(count: int, *, of_command: bool) -> list[dict[str, Any]]:
    """The answer of an execution about the parameters of a CALL; none of QCMDEXC's brings a
    value."""
    return [
        {"index": place, **{k: v for k, v in each.items() if k != "mode"}, "ccsid": 37}
        for place, each in enumerate(described(count, of_command=of_command), 1)
        if of_command
    ]


def no_batch(rows: Sequence[Sequence[Any]]) -> Sequence[Any]:
    """The values of a statement that cannot be in a batch. Raises SqlError."""
    if len(rows) != 1:
        raise SqlError("Function sequence error.", _DRIVER, "HY010")
    return rows[0]
