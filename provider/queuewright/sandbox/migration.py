"""Files of earlier versions, brought up to this one with everything that is in them.

Until version 9, libraries had a table of their own.

Until version 8, authority and channel authentication records had MQSC's words in lower case.

Until version 6, client-connection channels were in the class of the others.

Until version 4, `authority` of an object in a library named the list as well that secures it.

Until version 3, objects of kinds that programs do not declare stood in the settings of a system, by
MQSC keyword: `objects` (type, name, values), `channels` (name, values), `processes` (names) and
`channel_authentication` (records), and the queue manager's own attributes. Authority records had a
table of their own.
"""

import json
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from queuewright.catalogue.platform import Platform
from queuewright.catalogue.spec import Spec
from queuewright.dialects.mqsc import definition, kinds_of, parse
from queuewright.dialects.mqsc.keywords import attributes_of
from queuewright.dialects.mqsc.render import quoted
from queuewright.ibmi.library import LibrarySpec
from queuewright.kinds import EVERY
from queuewright.mq.authorities import AUTHORITIES, OBJECT_TYPES, in_full
from queuewright.mq.authority_record import AuthorityRecordSpec
from queuewright.mq.channel_authentication_record import ChannelAuthenticationRecordSpec
from queuewright.mq.queue_manager import QMGR, QueueManagerSpec
from queuewright.mq.storage_class import StorageClassSpec
from queuewright.mq.subscription import SubscriptionSpec
from queuewright.world.shipped import shipped

from .authority_records import grant
from .channel_records import stored_record
from .defaults import system_objects
from .records import keywords_of, records
from .rows import CLASS_OF, Stored, Transaction

_Values = Mapping[str, Any]
_TIMES = "times"  # beside the keywords: [created, altered]
_OF_KINDS = "of_kinds"
_MANAGER = QueueManagerSpec.kind


def to_version_4(connection: sqlite3.Connection) -> None:
    """Every object of every system becomes a row, those that ship too."""
    systems = connection.execute("SELECT name, created, altered FROM system").fetchall()
    for name, created, altered in systems:
        tx = Transaction.on(connection, name, created)
        assert tx is not None
        rows = {stored.kind for stored in tx.objects(tuple(EVERY))}
        for stored in system_objects(tx.facts):
            if stored.kind not in rows:
                tx.put(stored)
        moved = tx.settings.pop(_OF_KINDS, ())
        for word, object_name, values in _kept(tx.settings, moved):
            _move(tx, word, object_name, values)
        _move_manager(tx, altered)
        _move_channel_records(tx)
        _move_authorities(tx)
        tx.save_settings()
    connection.execute("DROP TABLE authority")


def to_version_5(connection: sqlite3.Connection) -> None:
    """The authority of *PUBLIC and the authorization list become two attributes."""
    for kind, spec in EVERY.items():
        if spec.in_library:
            _rewrite(connection, kind, partial(_with_list, spec))


def _with_list(spec: type[Spec], values: _Values) -> _Values:
    return {"authorization_list": "none", **spec.as_of_now(values)}


def to_version_6(connection: sqlite3.Connection) -> None:
    """The queue manager's attributes are an object as commands call it; they had its name."""
    update = "UPDATE object SET kind = ?, name = ? WHERE kind = 'mq:QueueManager'"
    connection.execute(update, (_MANAGER, QMGR))


# Attributes of channels as they were called until version 6.
_CALLED = {
    "maximum_instances": "max_instances",
    "maximum_instances_per_client": "max_instances_per_client",
    "ssl_key_password": "ssl_pass_phrase",
}


def to_version_7(connection: sqlite3.Connection) -> None:
    """Client-connection channels have names of their own, exits and compression are lists, and
    cluster channels have what other channels had."""
    query = "SELECT system, class, name, attributes FROM object WHERE kind = ?"
    for kind, spec in EVERY.items():
        if spec.mqsc.word != "CHANNEL":
            continue
        for system, old_class, name, text in connection.execute(query, (kind,)).fetchall():
            row = connection.execute(
                "SELECT platform, command_level FROM system WHERE id = ?", (system,)
            ).fetchone()
            values = {_CALLED.get(n, n): value for n, value in json.loads(text).items()}
            for attribute in values.keys() & spec.attributes().keys():
                if spec.types(attribute) == (tuple,) and isinstance(values[attribute], str):
                    items = values[attribute].split(",")
                    values[attribute] = [
                        item.lower() if _is_word(spec, attribute) else item
                        for item in items
                        if item
                    ]
            usual = spec.shipped(Platform(row[0]), row[1])
            packed = json.dumps({**usual, **values}, ensure_ascii=False, separators=(",", ":"))
            new_class = old_class.replace("channel", spec.namespace)
            connection.execute(
                "UPDATE object SET attributes = ?, class = ?"
                " WHERE system = ? AND class = ? AND name = ?",
                (packed, new_class, system, old_class, name),
            )


def _is_word(spec: type[Spec], attribute: str) -> bool:
    return bool(spec.attributes()[attribute].choices)


def to_version_8(connection: sqlite3.Connection) -> None:
    """REQONLY of subscriptions has the words of MQRU_; PASSTKTA of a storage class is a name."""
    ticket = "pass_ticket_application"
    _rewrite(
        connection,
        StorageClassSpec.kind,
        lambda v: {**v, ticket: "" if v.get(ticket) in ("no", "yes") else v.get(ticket, "")},
    )
    words = {"no": "publish_all", "yes": "publish_on_request"}
    name = "request_only"
    _rewrite(connection, SubscriptionSpec.kind, lambda v: {**v, name: words.get(v[name], v[name])})


def _rewrite(
    connection: sqlite3.Connection, kind: str, change: Callable[[dict[str, Any]], _Values]
) -> None:
    """Give every object of a kind the attributes that `change` makes of those that it has."""
    query = "SELECT system, class, name, attributes FROM object WHERE kind = ?"
    for *place, text in connection.execute(query, (kind,)).fetchall():
        values = change(json.loads(text))
        update = "UPDATE object SET attributes = ? WHERE system = ? AND class = ? AND name = ?"
        packed = json.dumps(values, ensure_ascii=False, separators=(",", ":"))
        connection.execute(update, (packed, *place))


def to_version_10(connection: sqlite3.Connection) -> None:
    """Libraries are objects: they had a table of their own, with no more than CRTAUT."""
    usual = {**EVERY[LibrarySpec.kind].shipped(Platform.IBMI), "authority": "change"}
    query = "SELECT system, name, create_authority, created, altered FROM library"
    for system, name, granted, *times in connection.execute(query).fetchall():
        packed = json.dumps({**usual, "create_authority": granted}, separators=(",", ":"))
        row = (system, CLASS_OF[LibrarySpec.kind], name, LibrarySpec.kind, "predefined", packed)
        insert = "INSERT OR IGNORE INTO object VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
        connection.execute(insert, (*row, *times))
    connection.execute("DROP TABLE library")


def to_version_9(connection: sqlite3.Connection) -> None:
    """Records have the words of the catalogue: they had MQSC's, in lower case."""
    authority, channel = EVERY[AuthorityRecordSpec.kind], ChannelAuthenticationRecordSpec
    types = {str(each.mqsc).lower(): each.value for each in OBJECT_TYPES}
    words = {str(each.mqsc).lower(): each.value for each in AUTHORITIES}
    query = "SELECT system, class, kind, name, attributes FROM object WHERE kind IN (?, ?)"
    for system, space, kind, name, text in connection.execute(
        query, (authority.kind, channel.kind)
    ).fetchall():
        spec, values = EVERY[kind], json.loads(text)
        names = spec.names_in(name)
        if kind == channel.kind:
            names["type"] = names["type"].replace("block_", "block")
            values = stored_record({**names, **values}).attributes
        else:
            names["object_type"] = types.get(names["object_type"], names["object_type"])
            given = [words.get(word, word) for word in values.get("authorities", ())]
            values["authorities"] = in_full(names["object_type"], given)
        update = (
            "UPDATE OR REPLACE object SET name = ?, attributes = ?"
            " WHERE system = ? AND class = ? AND name = ?"
        )
        packed = json.dumps(values, ensure_ascii=False, separators=(",", ":"))
        connection.execute(update, (spec.name_of(names), packed, system, space, name))


def _kept(settings: dict[str, Any], moved: tuple[str, ...]) -> Iterator[tuple[str, str, Any]]:
    """Object, name and what it was given; None for one that ships and was deleted. moved: objects
    that are rows already."""
    for name in settings.pop("processes", ()):
        yield "PROCESS", name, {}
    every = settings.pop("objects", {}) | {"CHANNEL": settings.pop("channels", {})}
    for word, objects in every.items():
        for name, values in {} if word in moved else objects.items():
            yield word, name, values


def _move(tx: Transaction, word: str, name: str, values: _Values | None) -> None:
    if values is None:
        tx.drop(word.lower(), name)
        return
    given = {keyword: value for keyword, value in values.items() if keyword != _TIMES}
    if word == "AUTHINFO":
        given.setdefault("AUTHTYPE", "IDPWOS")
    kind, read = _read(word, name, given)
    if kind is None:
        return
    before = tx.get(CLASS_OF[kind], name)
    base = shipped(kind, tx.facts) if before is None else before.attributes
    created, altered = values.get(_TIMES, (tx.created, tx.created))
    for tx.now in (created, altered):
        tx.put(Stored(kind, name, {**base, **read}))


def _move_manager(tx: Transaction, altered: int) -> None:
    """Eight attributes by their names here, the others by keyword in `queue_manager`."""
    values = dict(shipped(_MANAGER, tx.facts))
    del values["dead_letter_queue"]
    for name in EVERY[_MANAGER].attributes().keys() & tx.settings.keys():
        values[name] = tx.settings.pop(name)
    use = values["cluster_workload_use_queue"]
    values["cluster_workload_use_queue"] = {"LOCAL": "useq_local", "ANY": "useq_any"}.get(use, use)
    values |= attributes_of(_MANAGER, tx.settings.pop("queue_manager", {}))
    tx.now = altered
    tx.alter_manager(values)
    tx.now = tx.created


def _move_channel_records(tx: Transaction) -> None:
    kept = tx.settings.pop("channel_authentication", None)
    if kept is None:
        return
    for stored, _ in list(records(tx, ChannelAuthenticationRecordSpec.kind)):
        tx.drop(CLASS_OF[stored.kind], stored.name)
    for values in kept:
        known = keywords_of(ChannelAuthenticationRecordSpec)
        texts = {word: [v] if isinstance(v, str) else v for word, v in values.items()}
        fields = {k.attribute: k.read(texts[word]) for word, k in known.items() if word in texts}
        created, altered = values.get(_TIMES, (tx.created, tx.created))
        for tx.now in (created, altered):
            tx.put(stored_record({"name": values["CHLAUTH"], **fields}))


def _move_authorities(tx: Transaction) -> None:
    tx.now = tx.created
    query = "SELECT object_type, profile, entity, granted FROM authority WHERE system = ?"
    for object_type, profile, entity, words in tx.connection.execute(query, (tx.id,)).fetchall():
        name = "self" if object_type == "qmgr" else profile
        grant(tx, object_type, name, entity, words.lower().split())


def _read(word: str, name: str, values: _Values) -> tuple[str | None, dict[str, Any]]:
    """Kind and attributes; what the kind does not have is left out."""
    parameters = (
        f"{keyword}({value if isinstance(value, int) else quoted(str(value))})"
        for keyword, value in values.items()
    )
    [command] = parse(" ".join([f"DEFINE {word}({quoted(name)})", *parameters])).commands
    read = definition(command, kinds_of(command, managed=False))
    return (None, {}) if read is None else (read.kind, dict(read.values))
