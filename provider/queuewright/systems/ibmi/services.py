"""What the SQL services of IBM i tell of queues and authorization lists: questions and readers.

Sources: IBM i 7.4, SQL services: DATA_QUEUE_INFO, AUTHORIZATION_LIST_USER_INFO, OBJECT_STATISTICS,
OBJECT_PRIVILEGES, OBJECT_LOCK_INFO, MESSAGE_QUEUE_INFO, LIBRARY_LIST_INFO, SYSTEM_VALUE_INFO,
SYSIBMADM.ENV_SYS_INFO.
"""

from collections.abc import Collection, Iterable, Mapping

from queuewright.catalogue.attribute import Value
from queuewright.ibmi.data_queue import DataQueueSpec
from queuewright.ibmi.ddm_data_queue import DdmDataQueueSpec
from queuewright.ibmi.message_queue import MessageQueueSpec

from .carrier import Column, Query, Row

# No service tells these of a message queue: CRTMSGQ and CHGMSGQ set them, DSPMSGD or an API of a
# program would be needed to see them.
UNREPORTED: Mapping[str, frozenset[str]] = {
    MessageQueueSpec.kind: frozenset(
        name
        for name, attribute in MessageQueueSpec.attributes().items()
        if attribute.observable and name not in ("text_description", "authority")
    )
}
USER_LIBRARIES = "*ALLUSR"
_MOST_NAMES = 50  # in one question; above that, whole libraries are read
_FEW_NAMES = 3  # asked for one by one
_NAME, _TEXT = 10, 50

_STANDARD: Mapping[str, str] = {
    "max_entry_length": "MAXIMUM_MESSAGE_LENGTH",
    "force_to_auxiliary_storage": "FORCE",
    "sequence": "SEQUENCE",
    "key_length": "KEY_LENGTH",
    "include_sender_id": "INCLUDE_SENDER_ID",
    "max_number_of_entries": "SPECIFIED_MAXIMUM_MESSAGES",
    "initial_number_of_entries": "INITIAL_MESSAGE_ALLOCATION",
    "automatic_reclaim": "AUTOMATIC_RECLAIM",
}
_DDM: Mapping[str, str] = {
    "remote_data_queue": "REMOTE_DATA_QUEUE",
    "remote_data_queue_library": "REMOTE_DATA_QUEUE_LIBRARY",
    "remote_location": "REMOTE_LOCATION",
    "relational_database": "RELATIONAL_DATABASE_NAME",
    "appc_device_description": "APPC_DEVICE_DESCRIPTION",
    "local_location": "LOCAL_LOCATION",
    "mode": "MODE",
    "remote_network_identifier": "REMOTE_NETWORK_ID",
}
_NUMBERS = frozenset({"max_entry_length", "key_length"})
_NUMBERS |= {"max_number_of_entries", "initial_number_of_entries"}
_RESERVED = frozenset({"SEQUENCE", "MODE", "FORCE"})  # also words of SQL
_SPECIAL_SIZES = {-1: "max16mb", -2: "max2gb"}


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

    def has(self, name: str) -> bool:
        return self.names is None or name in self.names

    def narrowed(self, names: Iterable[str]) -> "Scope":
        """The same in the libraries of these objects alone: IBM asks for a WHERE clause, so that a
        service does not go through the whole system."""
        narrowed = Scope(self.names)
        narrowed.libraries = sorted({name.partition("/")[0] for name in names if "/" in name})
        return narrowed

    def where(self, library: str, name: str, *more: str) -> str:
        """The condition on the columns that have library and name."""
        conditions = [condition for condition in more if condition]
        if not self.everywhere:
            conditions.append(_one_of(library, self.libraries))
        if self.names is not None and len(self._simple) <= _MOST_NAMES:
            conditions.append(_one_of(name, self._simple))
        return " AND ".join(conditions)


def data_queues(scope: Scope) -> Query:
    """Every data queue, with its text and how many entries it has."""
    columns = [_column("DATA_QUEUE_LIBRARY"), _column("DATA_QUEUE_NAME")]
    columns += [_column("DATA_QUEUE_TYPE"), _column("TEXT_DESCRIPTION", _TEXT)]
    columns += [_column("CURRENT_MESSAGES", 0)]
    for attribute, name in (*_STANDARD.items(), *_DDM.items()):
        columns.append(_column(name, 0 if attribute in _NUMBERS else 18))
    where = scope.where("DATA_QUEUE_LIBRARY", "DATA_QUEUE_NAME")
    return Query(columns, "QSYS2.DATA_QUEUE_INFO", where)


def data_queue(row: Row) -> tuple[str, str, dict[str, Value]]:
    """Kind, name and attributes of a row of `data_queues`."""
    is_ddm = row["DATA_QUEUE_TYPE"] == "DDM"
    values: dict[str, Value] = {}
    for attribute, column in (_DDM if is_ddm else _STANDARD).items():
        value = row[column]
        if isinstance(value, int):
            is_size = attribute == "max_number_of_entries"
            values[attribute] = _SPECIAL_SIZES.get(value, value) if is_size else value
        elif value:
            # Lower case is for choices alone: *LOC, YES, FIFO.
            values[attribute] = _word(value) if is_ddm else value.lower()
    values["text_description"] = str(row["TEXT_DESCRIPTION"] or "")
    kind = DdmDataQueueSpec.kind if is_ddm else DataQueueSpec.kind
    return kind, f"{row['DATA_QUEUE_LIBRARY']}/{row['DATA_QUEUE_NAME']}", values


def _word(value: str) -> str:
    """`*NETATR` is "netatr"; a name is as it is."""
    value = value.strip()
    return value[1:].lower() if value.startswith("*") else value


def objects(object_type: str, library: str, name: str = "") -> Query:
    """Name and text of the objects of a type in a library, or in USER_LIBRARIES; of one name."""
    arguments = [quoted(library), quoted(object_type)]
    arguments += [f"OBJECT_NAME => {quoted(name)}"] if name else []
    function = f"QSYS2.OBJECT_STATISTICS({', '.join(arguments)})"
    columns = [_column("OBJLIB"), _column("OBJNAME"), _column("OBJTEXT", _TEXT)]
    return Query(columns, f"TABLE({function}) AS O")


def privileges(scope: Scope, types: Collection[str]) -> Query:
    """The public authority of objects in libraries, and the list that secures each."""
    columns = [_column("SYSTEM_OBJECT_SCHEMA"), _column("SYSTEM_OBJECT_NAME")]
    columns += [_column("OBJECT_TYPE"), _column("OBJECT_AUTHORITY", 12)]
    columns += [_column("AUTHORIZATION_LIST")]
    public = "AUTHORIZATION_NAME = '*PUBLIC'"
    conditions = (public, _one_of("OBJECT_TYPE", types))
    where = scope.where("SYSTEM_OBJECT_SCHEMA", "SYSTEM_OBJECT_NAME", *conditions)
    return Query(columns, "QSYS2.OBJECT_PRIVILEGES", where)


def authority(row: Row) -> Value:
    """What *PUBLIC may do, or the list that says it; "user defined" for what no word stands for."""
    public = str(row["OBJECT_AUTHORITY"])
    if public == "*AUTL" and row["AUTHORIZATION_LIST"]:
        return str(row["AUTHORIZATION_LIST"])
    return _word(public).lower()


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


def list_users(lists: Collection[str] | None) -> Query:
    """Who is on which authorization list."""
    columns = [_column("AUTHORIZATION_LIST"), _column("AUTHORIZATION_NAME"), _column("OWNER")]
    columns += [_column("OBJECT_AUTHORITY", 12), _column("AUTHORIZATION_LIST_MANAGEMENT", 3)]
    columns += [_column(name, 3) for name in _SPECIFIC]
    few = lists is not None and len(lists) <= _MOST_NAMES
    where = _one_of("AUTHORIZATION_LIST", lists) if few and lists else ""
    return Query(columns, "QSYS2.AUTHORIZATION_LIST_USER_INFO", where)


def authorization_lists(rows: Iterable[Row]) -> dict[str, dict[str, Value]]:
    """Authority and users of each list. Its owner, who has *ALL and *AUTLMGT from the start, is
    not one of those that somebody put on it."""
    lists: dict[str, dict[str, Value]] = {}
    users: dict[str, dict[str, tuple[str, ...]]] = {}
    for row in rows:
        name, user = str(row["AUTHORIZATION_LIST"]), str(row["AUTHORIZATION_NAME"])
        words = _granted(row)
        known = lists.setdefault(name, {})
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
    manages = ["autlmgt"] if row["AUTHORIZATION_LIST_MANAGEMENT"] == "YES" else []
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
