"""The tables of IBM i's SQL services, filled from a partition of the sandbox.

Sources: IBM i 7.4, SQL services: DATA_QUEUE_INFO, OBJECT_STATISTICS, OBJECT_PRIVILEGES,
AUTHORIZATION_LIST_USER_INFO, OBJECT_LOCK_INFO, MESSAGE_QUEUE_INFO, LIBRARY_INFO, LIBRARY_LIST_INFO,
SYSTEM_VALUE_INFO, ENV_SYS_INFO, GROUP_PTF_INFO. Columns that the sandbox knows nothing of are left
out, or null.
"""

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from queuewright.catalogue.attribute import Attribute, Sql, Value
from queuewright.catalogue.observed import Observed, OpenFor
from queuewright.ibmi.authorization_list import AuthorizationListSpec
from queuewright.ibmi.common_attributes import SYSTEM_LIBRARIES
from queuewright.ibmi.data_queue import SERVICE, DataQueueSpec
from queuewright.ibmi.ddm_data_queue import DdmDataQueueSpec
from queuewright.ibmi.job_queue import JobQueueSpec
from queuewright.ibmi.job_queue_entry import JobQueueEntrySpec
from queuewright.ibmi.library import SERVICE as LIBRARIES
from queuewright.ibmi.library import LibrarySpec
from queuewright.ibmi.message_queue import MessageQueueSpec
from queuewright.ibmi.owner import is_owned
from queuewright.kinds import IBMI_KINDS, spec_of
from queuewright.sandbox.engine import EmbeddedSystem
from queuewright.sandbox.observing import observe_stored
from queuewright.sandbox.partition import OWNER
from queuewright.sandbox.times import in_sql
from queuewright.systems.ibmi.views import LIBRARY, NAME, not_reported, viewable

Row = Mapping[str, Any]
_RELEASE = ("7", "5")
_LIST = AuthorizationListSpec.kind
_LIBRARY, _ENTRY = LibrarySpec.kind, JobQueueEntrySpec.kind
_OBJECTS = tuple(kind for kind in IBMI_KINDS if is_owned(spec_of(kind)))
_WHOLE = ("all", "change", "use", "exclude")
_WORDS = {
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
# The authorities behind *USE and the others (ADDAUTLE AUT).
_STANDS_FOR = {
    "all": frozenset(_WORDS.values()),
    "change": frozenset({"objopr", "read", "add", "upd", "dlt", "execute"}),
    "use": frozenset({"objopr", "read", "execute"}),
    "exclude": frozenset[str](),
}


def _observed(
    system: EmbeddedSystem, kinds: Collection[str], names: Collection[str] | None, status: bool
) -> list[Observed]:
    return system.observe(kinds, names, status=status)


def _place(observed: Observed) -> tuple[str, str]:
    library, slash, name = observed.key.name.rpartition("/")
    return (library, name) if slash else ("QSYS", name)


def _in_sql(attribute: Attribute, sql: Sql, value: Value | None) -> object:
    """A special value of a name is *NETATR, a choice where there are no names is FIFO."""
    if value == sql.null:
        return None
    if not isinstance(value, str):
        return value
    number = next((number for number, word in sql.words.items() if word == value), None)
    if number is not None:
        return number
    if attribute.choice(value) is None:
        return value or None
    is_name = attribute.syntax is not None
    return f"*{value.upper()}" if is_name or sql.starred else value.upper()


def _data_queues(system: EmbeddedSystem, names: Collection[str] | None) -> Iterator[Row]:
    for observed in _observed(system, (DataQueueSpec.kind, DdmDataQueueSpec.kind), names, True):
        library, name = _place(observed)
        row: dict[str, Any] = {"DATA_QUEUE_LIBRARY": library, "DATA_QUEUE_NAME": name}
        is_ddm = observed.key.kind == DdmDataQueueSpec.kind
        if not is_ddm:
            row["ENFORCE_DATA_QUEUE_LOCKS"] = "NO"
            row["CURRENT_MESSAGES"] = observed.status.depth if observed.status else 0
        row["DATA_QUEUE_TYPE"] = "DDM" if is_ddm else "STANDARD"
        for attribute, described in spec_of(observed.key.kind).attributes().items():
            if described.sql is not None and described.sql.service == SERVICE:
                value = observed.attributes.get(attribute)
                row[described.sql.column] = _in_sql(described, described.sql, value)
        yield row


def _objects(system: EmbeddedSystem, names: Collection[str] | None) -> Iterator[Row]:
    with system.reading() as tx:
        objects = list(observe_stored(tx, _OBJECTS, names))
        if names is None:
            objects += observe_stored(tx, (_LIBRARY,), SYSTEM_LIBRARIES)
    for stored, observed in objects:
        library, name = _place(observed)
        journal_library, slash, journal = str(observed.attributes.get("journal") or "").partition(
            "/"
        )
        yield {
            "JOURNALED": "YES" if slash else "NO",
            "JOURNAL_NAME": journal or None,
            "JOURNAL_LIBRARY": journal_library if slash else None,
            "OBJNAME": name,
            "OBJLONGNAME": name,
            "OBJTYPE": spec_of(stored.kind).namespace,
            "OBJOWNER": str(observed.attributes["owner"]),
            "OBJLIB": library,
            "OBJLONGSCHEMA": library,
            "OBJATTRIBUTE": observed.attributes.get("extended_attribute") or None,
            "OBJTEXT": observed.attributes.get("text_description") or None,
            "OBJCREATED": in_sql(stored.created),
            "CHANGE_TIMESTAMP": in_sql(stored.altered),
        }


def _privileges(system: EmbeddedSystem, names: Collection[str] | None) -> Iterator[Row]:
    if names is not None:
        names = {*names, *(name.removeprefix("QSYS/") for name in names)}
    for observed in _observed(system, _OBJECTS, names, False):
        library, name = _place(observed)
        public = str(observed.attributes.get("authority") or "exclude")
        listed = observed.attributes.get("authorization_list") or "none"
        owner = str(observed.attributes["owner"])
        row = {
            "OBJECT_SCHEMA": library,
            "OBJECT_NAME": name,
            "SYSTEM_OBJECT_SCHEMA": library,
            "SYSTEM_OBJECT_NAME": name,
            "OBJECT_TYPE": spec_of(observed.key.kind).namespace,
            "OWNER": owner,
            "AUTHORIZATION_LIST": None if listed == "none" else listed,
        }
        by_public = {"AUTHORIZATION_NAME": "*PUBLIC", "OBJECT_AUTHORITY": f"*{public.upper()}"}
        yield {**row, **_rights((public,)), **by_public}
        users = observed.attributes.get("private_authorities")
        own = dict(users) if isinstance(users, Mapping) else {}
        for user, granted in {owner: ("all",), **own}.items():
            yield {**row, "AUTHORIZATION_NAME": user, **_rights(granted)}


def _rights(granted: Collection[str]) -> Row:
    """The columns of what somebody may do: a word for all of it, and each authority."""
    named = next((word for word in granted if word in _WHOLE), None)
    words = _STANDS_FOR[named] if named else frozenset(granted) - {"autlmgt", "autl"}
    whole = named or next((w for w, stands in _STANDS_FOR.items() if stands == words), None)
    each = {column: "YES" if word in words else "NO" for column, word in _WORDS.items()}
    return {"OBJECT_AUTHORITY": f"*{whole.upper()}" if whole else "USER DEFINED", **each}


def _list_users(system: EmbeddedSystem, names: Collection[str] | None) -> Iterator[Row]:
    for observed in _observed(system, (_LIST,), names, False):
        public = str(observed.attributes.get("authority") or "change")
        users = observed.attributes.get("users")
        # As there, the owner is on the list from the start.
        owner = str(observed.attributes["owner"])
        entries = {"*PUBLIC": (public,), owner: ("all", "autlmgt")}
        entries |= dict(users) if isinstance(users, Mapping) else {}
        for user, granted in entries.items():
            yield {
                "AUTHORIZATION_LIST": observed.key.name,
                "AUTHORIZATION_NAME": user,
                "AUTHORIZATION_LIST_MANAGEMENT": "YES" if "autlmgt" in granted else "NO",
                "OWNER": owner,
                **_rights(granted),
            }


def _locks(system: EmbeddedSystem, names: Collection[str] | None) -> Iterator[Row]:
    for number, handle in enumerate(system.open_handles()):
        if not handle.object_class.startswith("*"):
            continue
        library, _, name = handle.object_name.partition("/")
        alone = OpenFor.INPUT_EXCLUSIVE in handle.open_for
        row = {
            "OBJECT_SCHEMA": library,
            "OBJECT_NAME": name,
            "SYSTEM_OBJECT_SCHEMA": library,
            "SYSTEM_OBJECT_NAME": name,
            "OBJECT_TYPE": handle.object_class,
            "LOCK_STATE": "*EXCL" if alone else "*SHRRD",
            "LOCK_STATUS": "HELD",
            "LOCK_SCOPE": "JOB",
            "JOB_NAME": f"{number:06}/{handle.user or OWNER}/{handle.application}",
        }
        yield from [row] * handle.count


def _messages(system: EmbeddedSystem, names: Collection[str] | None) -> Iterator[Row]:
    for observed in _observed(system, (MessageQueueSpec.kind,), names, True):
        library, name = _place(observed)
        row = {"MESSAGE_QUEUE_LIBRARY": library, "MESSAGE_QUEUE_NAME": name}
        for _ in range(observed.status.depth or 0 if observed.status else 0):
            yield {**row, "MESSAGE_TYPE": "INFORMATIONAL", "SEVERITY": 0}


def _of_kind(kind: str) -> "_Service":
    """The rows of a kind that has a service of its own."""

    def rows(system: EmbeddedSystem, names: Collection[str] | None) -> Iterator[Row]:
        service = spec_of(kind).sql
        assert service is not None
        for observed in _observed(system, (kind,), names, True):
            library, name = _place(observed)
            row: dict[str, Any] = {service.object: name}
            if service.library:
                row[service.library] = library
            if service.holds:
                row[service.holds] = observed.status.depth if observed.status else 0
            for attribute, described in spec_of(kind).attributes().items():
                sql = described.sql
                if sql is None or sql.service != service.name:
                    continue
                value = _in_sql(described, sql, observed.attributes.get(attribute))
                if sql.library and isinstance(value, str):
                    library, _, value = value.rpartition("/")
                    row[sql.library] = library or "*LIBL"
                row[sql.column] = value
            yield row

    return rows


def _job_queues(system: EmbeddedSystem, names: Collection[str] | None) -> Iterator[Row]:
    """Each with the entry of the subsystem that takes jobs from it: all of them are active here."""
    entries = {
        spec_of(_ENTRY).names_in(each.key.name)["job_queue"]: each
        for each in _observed(system, (_ENTRY,), None, False)
    }
    rows = {
        f"{row['JOB_QUEUE_LIBRARY']}/{row['JOB_QUEUE_NAME']}": dict(row)
        for row in _of_kind(JobQueueSpec.kind)(system, names)
    }
    for place in entries.keys() & rows.keys():
        entry = entries[place]
        row = rows[place]
        library, _, name = spec_of(_ENTRY).names_in(entry.key.name)["name"].rpartition("/")
        row |= {"SUBSYSTEM_LIBRARY_NAME": library, "SUBSYSTEM_NAME": name}
        for attribute, described in spec_of(_ENTRY).attributes().items():
            if described.sql is not None:
                value = entry.attributes.get(attribute)
                row[described.sql.column] = _in_sql(described, described.sql, value)
    yield from rows.values()


def _subsystems(system: EmbeddedSystem, names: Collection[str] | None) -> Iterator[Row]:
    found = {
        spec_of(_ENTRY).names_in(each.key.name)["name"]
        for each in _observed(system, (_ENTRY,), None, False)
    }
    for place in sorted({"QSYS/QBATCH", "QSYS/QINTER", *found}):
        library, _, name = place.rpartition("/")
        row = {"SUBSYSTEM_DESCRIPTION_LIBRARY": library, "SUBSYSTEM_DESCRIPTION": name}
        yield {**row, "STATUS": "ACTIVE"}


def _libraries(system: EmbeddedSystem, names: Collection[str] | None) -> Iterator[Row]:
    wanted = tuple(system.facts().libraries or ())
    for observed in _observed(system, (_LIBRARY,), wanted, True):
        row: dict[str, Any] = {"LIBRARY_NAME": observed.key.name, "IASP_NAME": "*SYSBAS"}
        row["OBJECT_COUNT"] = observed.status.objects if observed.status else 0
        for attribute, described in spec_of(_LIBRARY).attributes().items():
            if described.sql is not None and described.sql.service == LIBRARIES:
                value = observed.attributes.get(attribute)
                row[described.sql.column] = _in_sql(described, described.sql, value)
        yield row


def _library_list(system: EmbeddedSystem, names: Collection[str] | None) -> Iterator[Row]:
    libraries = [("QSYS", "SYSTEM"), (system.facts().current_library, "CURRENT")]
    for number, (library, part) in enumerate([*libraries, ("QGPL", "USER")], 1):
        row = {"ORDINAL_POSITION": number, "SCHEMA_NAME": library, "SYSTEM_SCHEMA_NAME": library}
        yield {**row, "TYPE": part}


def _system_values(system: EmbeddedSystem, names: Collection[str] | None) -> Iterator[Row]:
    now = datetime.now(UTC)
    yield {"SYSTEM_VALUE_NAME": "QCCSID", "CURRENT_NUMERIC_VALUE": system.facts().ccsid}
    for name, text in (("QDATETIME", f"{now:%Y%m%d%H%M%S%f}"), ("QUTCOFFSET", "+0000")):
        yield {"SYSTEM_VALUE_NAME": name, "CURRENT_CHARACTER_VALUE": text}


def _environment(system: EmbeddedSystem, names: Collection[str] | None) -> Iterator[Row]:
    version, release = _RELEASE
    row = {"OS_NAME": "IBM i", "OS_VERSION": version, "OS_RELEASE": release}
    yield {**row, "HOST_NAME": system.name}


def _one(system: EmbeddedSystem, names: Collection[str] | None) -> Iterator[Row]:
    yield {"IBMREQD": "Y"}


def _of_view(kind: str) -> "_Service":
    """The rows of an administrator's own view, as `systems.ibmi.views` asks for it."""

    def rows(system: EmbeddedSystem, names: Collection[str] | None) -> Iterator[Row]:
        described = spec_of(kind).attributes()
        for observed in _observed(system, (kind,), names, False):
            library, name = _place(observed)
            values: dict[str, Any] = {}
            for attribute in sorted(not_reported()[kind]):
                value = observed.attributes.get(attribute)
                choice = described[attribute].choice(value) if isinstance(value, str) else None
                plain = json.dumps(value, ensure_ascii=False) if isinstance(value, tuple) else value
                values[attribute.upper()] = plain if choice is None else choice.cl
            yield {LIBRARY: library, NAME: name, **values}

    return rows


# The sandbox's own: SANDBOX.MESSAGE_QUEUES and the like.
VIEWS: Mapping[str, str] = {spec_of(kind).module[0].upper(): kind for kind in viewable()}
_Service = Callable[[EmbeddedSystem, Collection[str] | None], Iterable[Row]]
SERVICES: Mapping[str, _Service] = {
    "DATA_QUEUE_INFO": _data_queues,
    "OBJECT_STATISTICS()": _objects,
    "OBJECT_PRIVILEGES": _privileges,
    "AUTHORIZATION_LIST_USER_INFO": _list_users,
    "OBJECT_LOCK_INFO": _locks,
    "MESSAGE_QUEUE_INFO": _messages,
    **{spec.sql.name: _of_kind(kind) for kind in IBMI_KINDS if (spec := spec_of(kind)).sql},
    "JOB_QUEUE_INFO": _job_queues,
    "SUBSYSTEM_INFO": _subsystems,
    **{view: _of_view(kind) for view, kind in VIEWS.items()},
    "LIBRARY_INFO()": _libraries,
    "LIBRARY_LIST_INFO": _library_list,
    "SYSTEM_VALUE_INFO": _system_values,
    "ENV_SYS_INFO": _environment,
    "GROUP_PTF_INFO": lambda system, names: (),  # nothing is installed by a PTF here
    "SYSDUMMY1": _one,
    "JOBLOG_INFO()": lambda system, names: (),
    "IFS_READ_UTF8()": lambda system, names: (),  # of a job: see stream_files
}


def _columns(*names: str) -> tuple[str, ...]:
    return tuple(
        word for line in names for word in line.split()
    )  # a line of them is easier to read


_PLACED = "OBJECT_SCHEMA OBJECT_NAME SYSTEM_OBJECT_SCHEMA SYSTEM_OBJECT_NAME OBJECT_TYPE"
COLUMNS: Mapping[str, tuple[str, ...]] = {
    "DATA_QUEUE_INFO": _columns(
        "DATA_QUEUE_LIBRARY DATA_QUEUE_NAME DATA_QUEUE_TYPE MAXIMUM_MESSAGE_LENGTH SEQUENCE",
        "KEY_LENGTH INCLUDE_SENDER_ID CURRENT_MESSAGES MAXIMUM_MESSAGES",
        "SPECIFIED_MAXIMUM_MESSAGES INITIAL_MESSAGE_ALLOCATION CURRENT_MESSAGE_ALLOCATION FORCE",
        "AUTOMATIC_RECLAIM LAST_RECLAIM_TIMESTAMP ENFORCE_DATA_QUEUE_LOCKS TEXT_DESCRIPTION",
        "REMOTE_DATA_QUEUE_LIBRARY REMOTE_DATA_QUEUE REMOTE_LOCATION RELATIONAL_DATABASE_NAME",
        "APPC_DEVICE_DESCRIPTION LOCAL_LOCATION MODE REMOTE_NETWORK_ID",
    ),
    "OBJECT_STATISTICS()": _columns(
        "OBJNAME OBJTYPE OBJOWNER OBJCREATED CHANGE_TIMESTAMP OBJTEXT OBJLONGNAME OBJLIB",
        "OBJATTRIBUTE",
        "OBJLONGSCHEMA JOURNALED JOURNAL_NAME JOURNAL_LIBRARY",
    ),
    "OBJECT_PRIVILEGES": _columns(
        _PLACED, "AUTHORIZATION_NAME OBJECT_AUTHORITY OWNER AUTHORIZATION_LIST", *_WORDS
    ),
    "AUTHORIZATION_LIST_USER_INFO": _columns(
        "AUTHORIZATION_LIST AUTHORIZATION_NAME OBJECT_AUTHORITY AUTHORIZATION_LIST_MANAGEMENT",
        "OWNER",
        *_WORDS,
    ),
    "OBJECT_LOCK_INFO": _columns(_PLACED, "LOCK_STATE LOCK_STATUS LOCK_SCOPE JOB_NAME"),
    "MESSAGE_QUEUE_INFO": _columns(
        "MESSAGE_QUEUE_LIBRARY MESSAGE_QUEUE_NAME MESSAGE_ID MESSAGE_TYPE MESSAGE_TEXT SEVERITY"
    ),
    "OUTPUT_QUEUE_INFO": _columns(
        "OUTPUT_QUEUE_NAME OUTPUT_QUEUE_LIBRARY_NAME NUMBER_OF_FILES NUMBER_OF_WRITERS",
        "WRITERS_TO_AUTOSTART PRINTER_DEVICE_NAME ORDER_OF_FILES DISPLAY_ANY_FILE JOB_SEPARATORS",
        "OPERATOR_CONTROLLED DATA_QUEUE_NAME DATA_QUEUE_LIBRARY AUTHORITY_TO_CHECK",
        "OUTPUT_QUEUE_STATUS TEXT_DESCRIPTION MESSAGE_QUEUE_LIBRARY MESSAGE_QUEUE_NAME",
        "NETWORK_CONNECTION_TYPE DESTINATION_TYPE REMOTE_SYSTEM_NAME REMOTE_PRINTER_QUEUE",
        "MANUFACTURER_TYPE_AND_MODEL WORKSTATION_CUSTOMIZING_OBJECT_NAME",
        "WORKSTATION_CUSTOMIZING_OBJECT_LIBRARY DESTINATION_OPTIONS",
    ),
    "JOB_QUEUE_INFO": _columns(
        "JOB_QUEUE_NAME JOB_QUEUE_LIBRARY JOB_QUEUE_STATUS NUMBER_OF_JOBS SUBSYSTEM_NAME",
        "SUBSYSTEM_LIBRARY_NAME SEQUENCE_NUMBER MAXIMUM_ACTIVE_JOBS OPERATOR_CONTROLLED",
        "AUTHORITY_TO_CHECK TEXT_DESCRIPTION",
    ),
    "SUBSYSTEM_INFO": _columns("SUBSYSTEM_DESCRIPTION_LIBRARY SUBSYSTEM_DESCRIPTION STATUS"),
    "RDB_ENTRY_INFO": _columns(
        "RDB_NAME RDB_ALIAS REMOTE_LOCATION_TYPE REMOTE_LOCATION TEXT_DESCRIPTION",
        "REMOTE_PORT_OR_SERVICE PREFERRED_AUTHENTICATION LOWER_AUTHENTICATION ENCRYPTION_ALGORITHM",
        "SECURE_CONNECTION",
    ),
    "LIBRARY_INFO()": _columns(
        "LIBRARY_NAME OBJECT_COUNT LIBRARY_TYPE TEXT_DESCRIPTION IASP_NAME IASP_NUMBER",
        "CREATE_AUTHORITY OBJECT_AUDIT_CREATE",
    ),
    **{
        view: (LIBRARY, NAME, *(name.upper() for name in sorted(not_reported()[kind])))
        for view, kind in VIEWS.items()
    },
    "LIBRARY_LIST_INFO": _columns("ORDINAL_POSITION SCHEMA_NAME SYSTEM_SCHEMA_NAME TYPE"),
    "SYSTEM_VALUE_INFO": _columns(
        "SYSTEM_VALUE_NAME CURRENT_NUMERIC_VALUE CURRENT_CHARACTER_VALUE"
    ),
    "ENV_SYS_INFO": _columns("OS_NAME OS_VERSION OS_RELEASE HOST_NAME"),
    "GROUP_PTF_INFO": _columns(
        "COLLECTED_TIME PTF_GROUP_NAME PTF_GROUP_DESCRIPTION PTF_GROUP_LEVEL",
        "PTF_GROUP_TARGET_RELEASE PTF_GROUP_STATUS",
    ),
    "SYSDUMMY1": ("IBMREQD",),
    "IFS_READ_UTF8()": ("PATH_NAME", "LINE_NUMBER", "LINE"),
    "JOBLOG_INFO()": _columns("ORDINAL_POSITION MESSAGE_ID MESSAGE_TYPE MESSAGE_TEXT"),
}
