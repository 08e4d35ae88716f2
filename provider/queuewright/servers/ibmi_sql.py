"""SQL on a partition of the sandbox: IBM i's services over what it has, read with SQLite.

sqlglot reads the statement and says it in SQLite's words; the services are tables that are filled
for it. Other parts of Db2 are not there.
"""

import re
import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from queuewright.kinds import IBMI_KINDS, spec_of
from queuewright.sandbox.authorization import Operator
from queuewright.sandbox.engine import EmbeddedSystem
from queuewright.sandbox.user_authority import has_all_objects
from queuewright.systems.ibmi.views import LIBRARY, NAME

from . import bounded_sqlite
from .ibmi_seen import seen
from .ibmi_services import COLUMNS, SERVICES, VIEWS, Row
from .limits import LIMITS, Limits


class SqlError(Exception):
    """Db2's answer to a statement: SQLCODE, SQLSTATE and a message with its identifier."""

    def __init__(self, text: str, code: int, state: str, message_id: str = "") -> None:
        super().__init__(text)
        self.code, self.state = code, state
        self.message_id = message_id or f"SQL{abs(code):04}"


@dataclass(frozen=True, slots=True)
class Result:
    """columns: names in order. rows: their values."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]


# With the length of the command behind it, as QSYS/QCMDEXC takes it, and in the braces of JDBC.
_QCMDEXC = re.compile(
    r"\s*(?P<open>\{\s*)?CALL\s+(?:QSYS2\s*[./]\s*)?QCMDEXC\s*\(\s*"
    r"(?:COMMAND\s*=>\s*)?(?P<given>\?|'(?:[^']|'')*')"
    r"(?:\s*,\s*(?:COMMAND_LENGTH\s*=>\s*)?(?:\?|[0-9.]+))?"
    r"\s*\)\s*(?(open)\}\s*);?\s*",
    re.IGNORECASE | re.DOTALL,
)


def command_of(sql: str, parameters: Sequence[Any] = ()) -> str | None:
    """The CL command that a CALL of QSYS2.QCMDEXC runs; None for another statement."""
    match = _QCMDEXC.fullmatch(sql)
    if match is None:
        return None
    given = match["given"]
    if given == "?":
        return str(parameters[0]) if parameters else ""
    return given[1:-1].replace("''", "'")


_WRITES = re.compile(
    r"\s*CALL\s+QSYS2\s*[./]\s*IFS_WRITE_UTF8\s*\((?P<given>.*)\)\s*;?\s*",
    re.IGNORECASE | re.DOTALL,
)
_GIVEN = re.compile(r"\s*(?P<name>\w+)\s*=>\s*(?P<value>\?|'(?:[^']|'')*')\s*(?:,|\Z)")
MARKED = "?"


def written_file(sql: str, parameters: Sequence[Any] = ()) -> tuple[str, str] | None:
    """Path and text that a CALL of IFS_WRITE_UTF8 writes; None for another statement."""
    match = _WRITES.fullmatch(sql)
    if match is None:
        return None
    marked = iter(parameters)
    given: dict[str, str] = {}
    for name, value in _GIVEN.findall(match["given"]):
        is_marker = value == MARKED
        text = str(next(marked, "")) if is_marker else value[1:-1].replace("''", "'")
        given[name.upper()] = text
    return given.get("PATH_NAME", ""), given.get("LINE", "")


def _goes_on() -> bool:
    return False


@dataclass(frozen=True, slots=True)
class SqlJob:
    """Who asks. may_change: whether anything. operator: whose authorities count, None for one who
    has them all: *ALLOBJ. stopped: whether the server stops, and nobody waits for the answer.
    lines: those of its stream files."""

    user: str = "QSECOFR"
    may_change: bool = True
    stopped: Callable[[], bool] = _goes_on
    limits: Limits = LIMITS
    lines: Callable[[], Iterable[Row]] = tuple
    operator: Operator | None = None

    def has_special_authority(self, word: Any) -> int:
        """SQL_CHECK_SPECIAL_AUTHORITY. Of the others the sandbox knows nothing: nobody has them."""
        has = self.may_change and (self.operator is None or has_all_objects(self.operator))
        return int(has and str(word).strip().upper() == "*ALLOBJ")

    def has_function_usage(self, word: Any) -> int:
        """SQL_CHECK_FUNCTION_USAGE: everybody sees every authority here."""
        return int(str(word).strip().upper() == "QIBM_DB_SECADM")


_OF_THE_JOB = ("SQL_CHECK_SPECIAL_AUTHORITY", "SQL_CHECK_FUNCTION_USAGE")
_FUNCTIONS = bounded_sqlite.FUNCTIONS.union(map(str.lower, _OF_THE_JOB))


def select(
    system: EmbeddedSystem, sql: str, parameters: Sequence[Any] = (), job: SqlJob | None = None
) -> Result:
    """The answer to a SELECT or VALUES. Raises SqlError."""
    job = job or SqlJob()
    if len(sql) > job.limits.statement:
        raise _too_complex()
    try:
        return _selected(system, sql, parameters, job)
    except RecursionError:
        raise _too_complex() from None


def _too_complex() -> SqlError:
    return SqlError("SQL statement too long or complex.", -101, "54001")


def _selected(system: EmbeddedSystem, sql: str, parameters: Sequence[Any], job: SqlJob) -> Result:
    translate = _translated if len(sql) <= _SHORT else _translated.__wrapped__
    text, wanted = translate(sql, job.user)
    return _answered(system, text, wanted, parameters, job)


_SHORT = 4096  # characters of a statement that is kept, as clients ask the same again and again


@lru_cache(256)
def _translated(sql: str, user: str) -> tuple[str, Mapping[str, Collection[str] | None]]:
    """The statement in SQLite's words, and the services in it, each with the objects that the
    answer is limited to. Raises SqlError."""
    import sqlglot
    from sqlglot import exp
    from sqlglot.errors import SqlglotError

    plain = _plain(sql)
    values = re.fullmatch(r"VALUES\s+(?P<expressions>[^(].*)", plain, re.IGNORECASE | re.DOTALL)
    try:
        statement = sqlglot.parse_one(f"SELECT {values['expressions']}" if values else plain)
    except SqlglotError as error:
        first = str(error).splitlines()[0]
        raise SqlError(f"Token was not valid: {first}", -104, "42601") from None
    if isinstance(statement, exp.Values):
        statement = exp.select("*").from_(statement.as_("ANSWER"))
    if not isinstance(statement, exp.Query):
        text = "The sandbox answers only SELECT, VALUES and CALL QSYS2.QCMDEXC"
        raise SqlError(text, -84, "42612")
    wanted: dict[str, Collection[str] | None] = {}
    for table in list(statement.find_all(exp.Table)):
        service, where = _service(table)
        if service is None:
            continue
        if service not in SERVICES:
            place = f"{table.name} in {table.db or '*LIBL'}"
            raise SqlError(f"{place} type *FILE not found.", -204, "42704")
        names = _names(statement, service)
        before = wanted.get(service, names)
        wanted[service] = None if None in (names, before) else {*(names or ()), *(before or ())}
        _replaced(table, service, where)
    _known_columns(statement, wanted)
    _of_the_job(statement, user)
    return statement.sql(dialect="sqlite", identify=True), wanted


def _of_the_job(statement: Any, user: str) -> None:
    """Special registers and functions of QSYS2 in SQLite's words. Raises SqlError."""
    from sqlglot import exp

    for register in list(statement.find_all(exp.CurrentUser, exp.SessionUser)):
        register.replace(exp.Literal.string(user.upper()))
    for called in list(statement.find_all(exp.Dot)):
        function = called.expression
        if not isinstance(function, exp.Anonymous):
            continue
        if called.this.name.upper() != "QSYS2" or function.name.upper() not in _OF_THE_JOB:
            text = f"{function.name} in {called.this.name} type *N not found."
            raise SqlError(text, -204, "42704")
        given = [e.expression if isinstance(e, exp.Kwarg) else e for e in function.expressions]
        called.replace(exp.Anonymous(this=function.name.upper(), expressions=given))


def _known_columns(statement: Any, services: Iterable[str]) -> None:
    """SQLite takes an unknown "NAME" for a text, Db2 does not. Raises SqlError."""
    from sqlglot import exp

    known = {column for service in services for column in COLUMNS[service]}
    known |= {alias.alias.upper() for alias in statement.find_all(exp.Alias, exp.TableAlias)}
    for column in statement.find_all(exp.Column):
        if not isinstance(column.this, exp.Star) and column.name.upper() not in known:
            text = f"Column or global variable {column.name.upper()} not found."
            raise SqlError(text, -206, "42703")


def _plain(sql: str) -> str:
    """The statement without what Db2 alone has: CCSID clauses, CONCAT between its operands."""
    import sqlglot
    from sqlglot.errors import SqlglotError

    try:
        tokens = sqlglot.tokenize(sql)
    except SqlglotError as error:
        first = str(error).splitlines()[0]
        raise SqlError(f"Token was not valid: {first}", -104, "42601") from None
    if not any(token.text != ";" for token in tokens):
        raise SqlError("SQL statement is empty or blank.", -198, "42617")
    cut: list[tuple[int, int, str]] = []
    for token, after in zip(tokens, [*tokens[1:], None], strict=True):
        following = "" if after is None else after.text
        bare = sql[token.start : token.end + 1].upper() == token.text.upper()
        if bare and token.text.upper() == "CCSID" and after is not None and following.isdigit():
            cut.append((token.start, after.end + 1, ""))
        if bare and token.text.upper() == "CONCAT" and following != "(":
            cut.append((token.start, token.end + 1, "||"))
    for start, end, instead in reversed(cut):
        sql = sql[:start] + instead + sql[end:]
    return sql.strip().rstrip(";")


def _service(table: Any) -> tuple[str | None, list[Any]]:
    """Which service a table of the FROM clause is, and its arguments; None for a subquery."""
    from sqlglot import exp

    function = table.this
    if isinstance(function, exp.Anonymous) and function.name.upper() == "TABLE":
        if not function.expressions:
            raise SqlError("Token ) was not valid.", -104, "42601")
        inner = function.expressions[0]
        inner = inner.expression if isinstance(inner, exp.Dot) else inner
        return f"{inner.name.upper()}()", list(inner.expressions)
    if isinstance(function, exp.Identifier):
        schema = table.db.upper() or "QSYS2"
        return (function.name.upper() if schema in _SCHEMAS else table.sql()), []
    return None, []


_SCHEMAS = ("QSYS2", "SYSIBM", "SYSIBMADM", "SYSTOOLS", "SANDBOX")


def _replaced(table: Any, service: str, arguments: list[Any]) -> None:
    """A service in the statement becomes its table, a function with its arguments as conditions."""
    from sqlglot import exp

    alias = table.args.get("alias")
    name = service.removesuffix("()") + ("_OF" if arguments or service.endswith("()") else "")
    plain = exp.to_table(name)
    if not service.endswith("()"):
        plain.set("alias", alias)
        table.replace(plain)
        return
    given: dict[str, str] = {}
    for place, argument in zip(_ARGUMENTS[service], arguments, strict=False):
        is_named = isinstance(argument, exp.Kwarg)
        key = argument.this.name.upper() if is_named else place
        value = argument.expression if is_named else argument
        if isinstance(value, exp.Column):  # of a table before it
            _joined(table, value, key)
            continue
        if not isinstance(value, exp.Literal):
            raise SqlError(f"Argument {key} of {service} must be a literal here", -171, "42815")
        given[key] = value.this
    query = exp.select("*").from_(plain)
    for condition in _CONDITIONS[service](given):
        query = query.where(condition)
    table.replace(
        exp.Subquery(this=query, alias=alias or exp.TableAlias(this=exp.to_identifier("T")))
    )


def _joined(table: Any, value: Any, column: str) -> None:
    """An argument that a table before the function gives: a condition on both."""
    from sqlglot import exp

    statement, alias = table.find_ancestor(exp.Select), table.alias
    if statement is not None and alias:
        named = exp.column(column, table=alias)
        statement.where(exp.EQ(this=named, expression=value.copy()), copy=False)


_ARGUMENTS: Mapping[str, tuple[str, ...]] = {
    "OBJECT_STATISTICS()": ("OBJECT_SCHEMA", "OBJTYPELIST", "OBJECT_NAME"),
    "LIBRARY_INFO()": ("LIBRARY_NAME", "IGNORE_ERRORS", "DETAILED_INFO"),
    "JOBLOG_INFO()": ("JOB_NAME",),
    "IFS_READ_UTF8()": ("PATH_NAME", "MAXIMUM_LINE_LENGTH", "END_OF_LINE", "IGNORE_ERRORS"),
}


# *ALLUSR: libraries that do not begin with Q or #, and a few of IBM's that hold what users make.
_OF_USERS = "(OBJLIB IN ('QGPL', 'QUSRSYS') OR SUBSTR(OBJLIB, 1, 1) NOT IN ('Q', '#'))"


def _literal(text: str) -> str:
    from sqlglot import exp

    return exp.Literal.string(text).sql()


def _statistics(given: Mapping[str, str]) -> Iterator[str]:
    library = given.get("OBJECT_SCHEMA", "*LIBL").upper()
    types = given.get("OBJTYPELIST", "*ALL").upper().replace(",", " ").split()
    types = [kind if kind.startswith("*") else f"*{kind}" for kind in types]
    if library in ("*ALLUSR", "*ALLUSRAVL"):
        yield _OF_USERS
    elif library == "*ALLSIMPLE":
        yield "OBJTYPE = '*LIB'"
    elif library not in ("*ALL", "*ALLAVL", "*LIBL", "*USRLIBL"):
        yield f"OBJLIB = {_literal(library)}"
    if "*ALL" not in types:
        yield f"OBJTYPE IN ({', '.join(map(_literal, types))})"
    name = given.get("OBJECT_NAME", "")
    if name.endswith("*"):
        start = name[:-1]
        yield f"SUBSTR(OBJNAME, 1, {len(start)}) = {_literal(start)}"
    elif name:
        yield f"OBJNAME = {_literal(name)}"


_CONDITIONS: Mapping[str, Callable[[Mapping[str, str]], Iterable[str]]] = {
    "OBJECT_STATISTICS()": _statistics,
    "LIBRARY_INFO()": lambda given: (
        [f"LIBRARY_NAME = {_literal(given['LIBRARY_NAME'])}"] if "LIBRARY_NAME" in given else []
    ),
    "JOBLOG_INFO()": lambda given: [],
    "IFS_READ_UTF8()": lambda given: [f"PATH_NAME = {_literal(given.get('PATH_NAME', ''))}"],
}


def _names(statement: Any, service: str) -> Collection[str] | None:
    """The objects that the WHERE clause limits the answer to; None where it names none. Reading
    them alone keeps a question about one object quick."""
    from sqlglot import exp

    columns = _PLACES.get(service)
    where = statement.args.get("where")
    if columns is None or where is None or len(list(statement.find_all(exp.Table))) > 1:
        return None
    allowed: dict[str, list[str]] = {}
    for condition in where.this.flatten() if isinstance(where.this, exp.And) else [where.this]:
        values = []
        if isinstance(condition, exp.In):
            values = condition.expressions
        elif isinstance(condition, exp.EQ):
            values = [condition.expression]
        if values and all(isinstance(v, exp.Literal) and v.is_string for v in values):
            allowed[condition.this.name.upper()] = [value.this for value in values]
    if not all(column in allowed for column in columns):
        return None
    library, *name = columns
    if not name:
        return allowed[library]
    return [f"{place}/{simple}" for place in allowed[library] for simple in allowed[name[0]]]


_PLACES = {
    "DATA_QUEUE_INFO": ("DATA_QUEUE_LIBRARY", "DATA_QUEUE_NAME"),
    "OBJECT_PRIVILEGES": ("SYSTEM_OBJECT_SCHEMA", "SYSTEM_OBJECT_NAME"),
    "OBJECT_LOCK_INFO": ("SYSTEM_OBJECT_SCHEMA", "SYSTEM_OBJECT_NAME"),
    "MESSAGE_QUEUE_INFO": ("MESSAGE_QUEUE_LIBRARY", "MESSAGE_QUEUE_NAME"),
    "AUTHORIZATION_LIST_USER_INFO": ("AUTHORIZATION_LIST",),
    **dict.fromkeys(VIEWS, (LIBRARY, NAME)),
    **{
        s.sql.name: tuple(filter(None, (s.sql.library, s.sql.object)))
        for s in map(spec_of, IBMI_KINDS)
        if s.sql and not s.sql.of_active
    },
}


def _answered(
    system: EmbeddedSystem,
    sql: str,
    wanted: Mapping[str, Collection[str] | None],
    parameters: Sequence[Any],
    job: SqlJob,
) -> Result:
    connection = sqlite3.connect(":memory:")
    try:
        connection.create_function("HEX", 1, _hexadecimal, deterministic=True)
        of_the_job = (job.has_special_authority, job.has_function_usage)
        for name, function in zip(_OF_THE_JOB, of_the_job, strict=True):
            connection.create_function(name, 1, function)
        for service, names in wanted.items():
            of_files = service == "IFS_READ_UTF8()"
            rows = job.lines() if of_files else SERVICES[service](system, names)
            if (who := job.operator) is not None:
                rows = seen(system, who, service, rows)
            _filled(connection, service, list(rows))
        described, found = bounded_sqlite.answered(
            connection,
            sql,
            parameters,
            seconds=job.limits.query,
            rows=job.limits.rows,
            stopped=job.stopped,
            functions=_FUNCTIONS,
        )
        # A column without a name has its number for one.
        names_of = (name.upper() for name in described)
        columns = (n if n.isidentifier() else f"{at:05}" for at, n in enumerate(names_of, 1))
        return Result(tuple(columns), tuple(found))
    except bounded_sqlite.NotAllowed as error:
        text = f"{str(error).upper()} in *LIBL type *N not found."
        raise SqlError(text, -204, "42704") from None
    except bounded_sqlite.OutOfTime:
        raise SqlError("Processing of the SQL statement ended.", -952, "57014") from None
    except bounded_sqlite.TooManyRows:
        raise SqlError("Resource limit exceeded.", -904, "57011") from None
    except sqlite3.Error as error:
        raise SqlError(f"Token was not valid: {error}", -104, "42601") from None
    finally:
        connection.close()


def _hexadecimal(value: Any) -> str | None:
    """Of UTF-8. SQLite's own makes "" of the null value."""
    return None if value is None else str(value).encode().hex().upper()


def _type_of(rows: Sequence[Row], column: str) -> str:
    types = {type(value) for row in rows if (value := row.get(column)) is not None}
    return {frozenset((int,)): "INTEGER", frozenset((str,)): "TEXT"}.get(frozenset(types), "")


def _filled(connection: sqlite3.Connection, service: str, rows: Sequence[Row]) -> None:
    name = service.removesuffix("()") + ("_OF" if service.endswith("()") else "")
    columns = COLUMNS[service]
    marks = ", ".join("?" * len(columns))
    # With the type of its values a column is compared with a parameter whatever its type.
    typed = ", ".join(f'"{column}" {_type_of(rows, column)}' for column in columns)
    connection.execute(f'CREATE TABLE "{name}" ({typed})')
    insert = f'INSERT INTO "{name}" VALUES ({marks})'  # noqa: S608
    connection.executemany(insert, [[row.get(column) for column in columns] for row in rows])
