"""The SQL services of IBM i for queues and authorization lists: questions and readers.

Sources: IBM i 7.4, SQL services: DATA_QUEUE_INFO, AUTHORIZATION_LIST_USER_INFO, OBJECT_STATISTICS,
OBJECT_PRIVILEGES, OBJECT_LOCK_INFO, MESSAGE_QUEUE_INFO, LIBRARY_LIST_INFO, SYSTEM_VALUE_INFO,
SYSIBMADM.ENV_SYS_INFO.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache

from queuewright.catalogue.attribute import Attribute, Sql, Value
from queuewright.catalogue.spec import Spec
from queuewright.ibmi.data_queue import SERVICE, DataQueueSpec
from queuewright.ibmi.ddm_data_queue import DdmDataQueueSpec
from queuewright.ibmi.job_queue import SERVICE as _JOB_QUEUES
from queuewright.ibmi.journal import JOURNAL
from queuewright.ibmi.library import PLACE, LibrarySpec
from queuewright.ibmi.library import SERVICE as LIBRARY_INFO
from queuewright.ibmi.owner import OWNER
from queuewright.ibmi.private_authorities import PRIVATE
from queuewright.ibmi.remote_writers import LIBRARY_LIST
from queuewright.kinds import spec_of

from .carrier import Column, Query, Row

_DATA_QUEUES = (DataQueueSpec.kind, DdmDataQueueSpec.kind)
USER_LIBRARIES = "*ALLUSR"
_MOST_NAMES = 50  # in one question; above that, whole libraries are read
_FEW_NAMES = 3  # asked for one by one
_NAME, _SPECIAL_VALUE = 10, 18
_OBJECTS = "OBJECT_STATISTICS"
# Library and name, each, in JOB_QUEUE_INFO.
_SUBSYSTEM = ("SUBSYSTEM_LIBRARY_NAME", "SUBSYSTEM_NAME")
_JOB_QUEUE = ("JOB_QUEUE_LIBRARY", "JOB_QUEUE_NAME")

_RESERVED = frozenset({"SEQUENCE", "MODE", "FORCE"})  # also words of SQL


def reads(attribute: Attribute) -> bool:
    """Whether a service tells an attribute. None does the delivery of a message queue or its size:
    CRTMSGQ and CHGMSGQ set them, DSPMSGD or an API of a program would be needed to see them."""
    return attribute.sql is not None


def _column(name: str, width: int = _NAME) -> Column:
    return Column(name, width, f'"{name}"' if name in _RESERVED else "")


def quoted(text: str) -> str:
    """A literal of SQL."""
    return "'" + text.replace("'", "''") + "'"


def _one_of(column: str, values: Iterable[str]) -> str:
    return f"{column} IN ({', '.join(map(quoted, sorted(set(values))))})"


class Scope:
    """Which objects are asked for: all of the libraries that users made, or named ones.

    names: `LIBRARY/NAME`, or the name of an authorization list; None for all. libraries: those
    that the configuration limits the reading to, none for all.
    """

    def __init__(self, names: Collection[str] | None, libraries: Collection[str] = ()) -> None:
        self.names = None if names is None else frozenset(names)
        places = [name.partition("/") for name in names or () if "/" in name]
        self._simple = {name for _, _, name in places}
        named = {library for library, _, _ in places}
        self.libraries = sorted(libraries if names is None else named)

    @property
    def places(self) -> list[tuple[str, str]]:
        """Library and name of what is asked for, where it is little; else libraries, and "" for
        every name in them."""
        if self.names is not None and len(self.names) <= _FEW_NAMES:
            split = [name.partition("/") for name in sorted(self.names) if "/" in name]
            return [(library, name) for library, _, name in split]
        return [(library, "") for library in self.libraries or (USER_LIBRARIES,)]

    @property
    def everywhere(self) -> bool:
        """All libraries, so that no question needs to name one."""
        return self.names is None and not self.libraries

    @property
    def lists(self) -> frozenset[str] | None:
        return None if self.names is None else frozenset(n for n in self.names if "/" not in n)

    @property
    def of_libraries(self) -> frozenset[str] | None:
        """The libraries themselves that are asked for, None for all that users made: of those that
        the configuration names, too, IBM's are left out."""
        if self.lists is not None or not self.libraries:
            return self.lists
        return frozenset(name for name in self.libraries if not name.startswith(("Q", "#")))

    def of_the_system(self, names: Iterable[str]) -> "Scope":
        """The same objects, which are in no library of users, where the system has them."""
        return Scope([f"{PLACE}/{name}" for name in names])

    def has(self, name: str) -> bool:
        return self.names is None or name in self.names

    def narrowed(self, names: Iterable[str]) -> "Scope":
        """The same in the libraries of these objects alone: IBM asks for a WHERE clause, so that a
        service does not go through the whole system."""
        narrowed = Scope(self.names)
        narrowed.libraries = sorted({name.partition("/")[0] for name in names if "/" in name})
        return narrowed

    def where(self, library: str, name: str, *more: str) -> str:
        """The condition on the columns that have library and name, "" for what is in no library."""
        conditions = [condition for condition in more if condition]
        if not library:
            few = self.lists is not None and len(self.lists) <= _MOST_NAMES
            return " AND ".join([*conditions, *([_one_of(name, self.lists or ())] if few else [])])
        if not self.everywhere:
            conditions.append(_one_of(library, self.libraries))
        if self.names is not None and len(self._simple) <= _MOST_NAMES:
            conditions.append(_one_of(name, self._simple))
        return " AND ".join(conditions)


def data_queues(scope: Scope) -> Query:
    """Every data queue, with its text and how many entries it has."""
    columns = [_column("DATA_QUEUE_LIBRARY"), _column("DATA_QUEUE_NAME")]
    columns += [_column("DATA_QUEUE_TYPE"), _column("CURRENT_MESSAGES", 0)]
    columns_read = (
        column for kind in _DATA_QUEUES for _, _, column in _columns_of(spec_of(kind), SERVICE)
    )
    columns += dict.fromkeys(columns_read)
    where = scope.where("DATA_QUEUE_LIBRARY", "DATA_QUEUE_NAME")
    return Query(columns, "QSYS2.DATA_QUEUE_INFO", where)


@cache
def _columns_of(spec: type[Spec], service: str) -> tuple[tuple[str, Attribute, Column], ...]:
    """The attributes of a kind that a service has: the attributes, each with its column."""
    return tuple(
        (name, attribute, _of_attribute(sql, _width(spec, name)))
        for name, attribute in spec.attributes().items()
        if (sql := attribute.sql) is not None and sql.service == service
    )


def _of_attribute(sql: Sql, width: int) -> Column:
    if not sql.library:
        return _column(sql.column, width)
    name, library = _column(sql.column), _column(sql.library)
    return Column(sql.column, width, f"{library.expression} CONCAT '/' CONCAT {name.expression}")


def _width(spec: type[Spec], name: str) -> int:
    if int in spec.types(name):
        return 0
    return max(_SPECIAL_VALUE, spec.attributes()[name].max_length or 0)


def _values(kind: str, service: str, row: Row) -> dict[str, Value]:
    readable = _columns_of(spec_of(kind), service)
    values = {name: _value(attribute, row[column.name]) for name, attribute, column in readable}
    return {name: value for name, value in values.items() if value is not None}


def _value(attribute: Attribute, value: str | int | None) -> Value | None:
    words = {} if attribute.sql is None else attribute.sql.words
    if value is not None and (isinstance(value, int) or value in words):
        return words.get(value, value)
    if attribute.cl_blank is not None:
        return value or ""
    if not value:
        return attribute.sql.null or None if attribute.sql is not None else None
    is_word = bool(attribute.choices) and attribute.syntax is None
    return _word(value).lower() if is_word else _word(value)


def _word(value: str) -> str:
    """`*NETATR` is "netatr"; a name is as it is."""
    value = value.strip()
    value = value.removeprefix(LIBRARY_LIST)
    return value[1:].lower() if value.startswith("*") else value


def data_queue(row: Row) -> tuple[str, str, dict[str, Value]]:
    """Kind, name and attributes of a row of `data_queues`."""
    kind = (DdmDataQueueSpec if row["DATA_QUEUE_TYPE"] == "DDM" else DataQueueSpec).kind
    name = f"{row['DATA_QUEUE_LIBRARY']}/{row['DATA_QUEUE_NAME']}"
    return kind, name, _values(kind, SERVICE, row)


def of_service(kind: str, scope: Scope) -> Query:
    """The objects of a kind that has a service of its own, and how much is on each."""
    service = spec_of(kind).sql
    assert service is not None
    columns = [_column(service.library)] if service.library else []
    columns += [_column(service.object, _SPECIAL_VALUE)]
    columns += [_column(service.holds, 0)] if service.holds else []
    columns += [column for _, _, column in _columns_of(spec_of(kind), service.name)]
    where = scope.where(service.library, service.object)
    return Query(columns, f"QSYS2.{service.name}", where)


def object_of_service(kind: str, row: Row) -> tuple[str, dict[str, Value], int | None]:
    """Name and attributes of a row of `of_service`, and how much is on the object."""
    service = spec_of(kind).sql
    assert service is not None
    held = int(row[service.holds] or 0) if service.holds else None
    name = str(row[service.object])
    name = f"{row[service.library]}/{name}" if service.library else name
    return name, _values(kind, service.name, row), held


def entries(kind: str) -> Query:
    """Every job queue, with the active subsystem that takes jobs from it."""
    columns = [_column(name) for name in (*_SUBSYSTEM, *_JOB_QUEUE)]
    columns += [column for _, _, column in _columns_of(spec_of(kind), _JOB_QUEUES)]
    return Query(columns, f"QSYS2.{_JOB_QUEUES}")


def entry_of_row(kind: str, row: Row) -> tuple[str, dict[str, Value]] | None:
    """Name in a key, and attributes, of a row of `entries`; None where no active subsystem has
    one."""
    if row[_SUBSYSTEM[1]] is None:
        return None
    spec = spec_of(kind)
    parts = ("/".join(str(row[column]) for column in place) for place in (_SUBSYSTEM, _JOB_QUEUE))
    name = spec.name_of(dict(zip(spec.identity(), parts, strict=True)))
    return name, _values(kind, _JOB_QUEUES, row)


def job_queue_of_row(row: Row) -> str:
    """`LIBRARY/NAME` of the job queue of a row of `entries`."""
    return "/".join(str(row[column]) for column in _JOB_QUEUE)


SUBSYSTEMS = Query(
    (
        _column("SUBSYSTEM_DESCRIPTION_LIBRARY"),
        _column("SUBSYSTEM_DESCRIPTION"),
        _column("STATUS"),
    ),
    "QSYS2.SUBSYSTEM_INFO",
    "STATUS = 'ACTIVE'",
)


def objects(kinds: Sequence[str], library: str, name: str = "") -> Query:
    """The objects of these kinds in a library, or in USER_LIBRARIES; of one name."""
    types = " ".join(spec_of(kind).namespace for kind in kinds)
    arguments = [quoted(library), quoted(types)]
    arguments += [f"OBJECT_NAME => {quoted(name)}"] if name else []
    function = f"QSYS2.{_OBJECTS}({', '.join(arguments)})"
    columns = [_column("OBJLIB"), _column("OBJNAME"), _column("OBJTYPE", 8)]
    readable = [one for kind in kinds for one in _columns_of(spec_of(kind), _OBJECTS)]
    columns += dict.fromkeys(column for _, _, column in readable)
    columns += [_column("JOURNALED", 3)] if any(name == JOURNAL for name, _, _ in readable) else []
    return Query(columns, f"TABLE({function}) AS O")


def object_values(kind: str, row: Row) -> dict[str, Value]:
    """The attributes that a row of `objects` tells. A journal that it had is still named there."""
    values = _values(kind, _OBJECTS, row)
    if row.get("JOURNALED") == "NO" and JOURNAL in spec_of(kind).attributes():
        values[JOURNAL] = "none"
    return values


# Column of AUTHORIZATION_LIST_USER_INFO -> the word of ADDAUTLE AUT.
_SPECIFIC: Mapping[str, str] = {
    "OBJECT_OPERATIONAL": "objopr",
    "OBJECT_MANAGEMENT": "objmgt",
    "OBJECT_EXISTENCE": "objexist",
    "OBJECT_ALTER": "objalter",
    "OBJECT_REFERENCE": "objref",
    "DATA_READ": "read",
    "DATA_ADD": "add",
    "DATA_UPDATE": "upd",
    "DATA_DELETE": "dlt",
    "DATA_EXECUTE": "execute",
}


def privileges(scope: Scope, types: Collection[str]) -> Query:
    """Who may use objects in libraries, and the list that secures each."""
    columns = [_column("SYSTEM_OBJECT_SCHEMA"), _column("SYSTEM_OBJECT_NAME")]
    columns += [_column("OBJECT_TYPE"), _column("AUTHORIZATION_NAME"), _column("OWNER")]
    columns += [_column("OBJECT_AUTHORITY", 12), _column("AUTHORIZATION_LIST")]
    columns += [_column(name, 3) for name in _SPECIFIC]
    where = scope.where("SYSTEM_OBJECT_SCHEMA", "SYSTEM_OBJECT_NAME", _one_of("OBJECT_TYPE", types))
    return Query(columns, "QSYS2.OBJECT_PRIVILEGES", where)


def authorities(rows: Iterable[Row]) -> dict[tuple[str, str], dict[str, Value]]:
    """Object type and `LIBRARY/NAME` -> the authority of *PUBLIC ("user defined" for what no word
    stands for), the list, the owner, and others with authorities of their own."""
    found: dict[tuple[str, str], dict[str, Value]] = {}
    users: dict[tuple[str, str], dict[str, tuple[str, ...]]] = {}
    for row in rows:
        name = f"{row['SYSTEM_OBJECT_SCHEMA']}/{row['SYSTEM_OBJECT_NAME']}"
        place, user = (str(row["OBJECT_TYPE"]), name), str(row["AUTHORIZATION_NAME"])
        known = found.setdefault(place, {OWNER: str(row["OWNER"])} if row["OWNER"] else {})
        if user == "*PUBLIC":
            listed = str(row["AUTHORIZATION_LIST"] or "").strip()
            known["authority"] = _word(str(row["OBJECT_AUTHORITY"])).lower()
            known["authorization_list"] = "none" if listed in ("", "*NONE") else listed
        elif user != row["OWNER"]:
            users.setdefault(place, {})[user] = _granted(row)
    for place, known in found.items():
        known[PRIVATE] = dict(sorted(users.get(place, {}).items()))
    return found


def granted_to(rows: Iterable[Row]) -> Iterator[tuple[str, str, str, tuple[str, ...]]]:
    """Object type, `LIBRARY/NAME`, user and authorities of each row of `privileges` about a single
    user, the owner among them."""
    for row in rows:
        user = str(row["AUTHORIZATION_NAME"])
        if user != "*PUBLIC":
            name = f"{row['SYSTEM_OBJECT_SCHEMA']}/{row['SYSTEM_OBJECT_NAME']}"
            yield str(row["OBJECT_TYPE"]), name, user, _granted(row)


def list_users(lists: Collection[str] | None) -> Query:
    """Who is on which authorization list."""
    columns = [_column("AUTHORIZATION_LIST"), _column("AUTHORIZATION_NAME"), _column("OWNER")]
    columns += [_column("OBJECT_AUTHORITY", 12), _column("AUTHORIZATION_LIST_MANAGEMENT", 3)]
    columns += [_column(name, 3) for name in _SPECIFIC]
    few = lists is not None and len(lists) <= _MOST_NAMES
    where = _one_of("AUTHORIZATION_LIST", lists) if few and lists else ""
    return Query(columns, "QSYS2.AUTHORIZATION_LIST_USER_INFO", where)


def libraries(names: Collection[str] | None) -> Query:
    """Libraries, with how many objects each holds; None for all that users made."""
    readable = _columns_of(spec_of(LibrarySpec.kind), LIBRARY_INFO)
    columns = [_column("OBJNAME"), _column("OBJECT_COUNT", 0)]
    columns += [column for _, _, column in readable]
    source = f"TABLE(QSYS2.{_OBJECTS}('*ALLSIMPLE', '*LIB')) AS O"
    source += f", TABLE(QSYS2.{LIBRARY_INFO}(O.OBJNAME, DETAILED_INFO => 'NO')) AS L"
    where = "SUBSTR(OBJNAME, 1, 1) NOT IN ('Q', '#')"
    return Query(columns, source, where if names is None else _one_of("OBJNAME", names))


def library_values(row: Row) -> dict[str, Value]:
    """The attributes that a row of `libraries` tells."""
    return _values(LibrarySpec.kind, LIBRARY_INFO, row)


def authorization_lists(rows: Iterable[Row]) -> dict[str, dict[str, Value]]:
    """Authority, owner and users of each list. The owner, who has *ALL and *AUTLMGT from the
    start, is not one of those that somebody put on it."""
    lists: dict[str, dict[str, Value]] = {}
    users: dict[str, dict[str, tuple[str, ...]]] = {}
    for row in rows:
        name, user = str(row["AUTHORIZATION_LIST"]), str(row["AUTHORIZATION_NAME"])
        words = _granted(row)
        known = lists.setdefault(name, {OWNER: str(row["OWNER"])} if row["OWNER"] else {})
        if user == "*PUBLIC":
            known["authority"] = words[0] if words[0] in _WHOLE else "user defined"
        elif user != row["OWNER"] or set(words) != {"all", "autlmgt"}:
            users.setdefault(name, {})[user] = words
    for name, known in lists.items():
        known["users"] = dict(sorted(users.get(name, {}).items()))
    return lists


_WHOLE = ("all", "change", "use", "exclude")


def _granted(row: Row) -> tuple[str, ...]:
    word = _word(str(row["OBJECT_AUTHORITY"])).lower()
    words = [word] if word in _WHOLE else [w for c, w in _SPECIFIC.items() if row[c] == "YES"]
    manages = ["autlmgt"] if row.get("AUTHORIZATION_LIST_MANAGEMENT") == "YES" else []
    return (*words, *manages) or ("exclude",)


def locks(scope: Scope, types: Collection[str]) -> Query:
    """Which job holds which object."""
    columns = [_column("SYSTEM_OBJECT_SCHEMA"), _column("SYSTEM_OBJECT_NAME")]
    columns += [_column("OBJECT_TYPE"), _column("LOCK_STATE"), _column("JOB_NAME", 28)]
    held = "LOCK_STATUS = 'HELD'"
    conditions = (held, _one_of("OBJECT_TYPE", types))
    where = scope.where("SYSTEM_OBJECT_SCHEMA", "SYSTEM_OBJECT_NAME", *conditions)
    return Query(columns, "QSYS2.OBJECT_LOCK_INFO", where)


def message_counts(scope: Scope) -> Query:
    """How many messages are on each message queue that has any."""
    columns = [_column("MESSAGE_QUEUE_LIBRARY"), _column("MESSAGE_QUEUE_NAME")]
    columns += [Column("MESSAGES", 0, "COUNT(*)")]
    where = scope.where("MESSAGE_QUEUE_LIBRARY", "MESSAGE_QUEUE_NAME")
    by = "MESSAGE_QUEUE_LIBRARY, MESSAGE_QUEUE_NAME"
    return Query(columns, "QSYS2.MESSAGE_QUEUE_INFO", where, by)


RELEASE = Query(
    (_column("OS_VERSION", 20), _column("OS_RELEASE", 20), _column("HOST_NAME", 60)),
    "SYSIBMADM.ENV_SYS_INFO",
)
CURRENT_LIBRARY = Query(
    (_column("SYSTEM_SCHEMA_NAME"),), "QSYS2.LIBRARY_LIST_INFO", "TYPE = 'CURRENT'"
)
CHARACTER_SET = Query(
    (_column("CURRENT_NUMERIC_VALUE", 0),),
    "QSYS2.SYSTEM_VALUE_INFO",
    "SYSTEM_VALUE_NAME = 'QCCSID'",
)
LIBRARIES = Query(
    (_column("OBJNAME"),), "TABLE(QSYS2.OBJECT_STATISTICS('*ALLSIMPLE', '*LIB')) AS L"
)
