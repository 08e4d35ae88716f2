"""The queue and channel resources of version 1 of the REST API, over the sandbox's own commands.

Sources: IBM MQ, /admin/qmgr/{qmgrName}/queue GET, POST, PATCH, DELETE ("available only in version 1
of the REST API"); /admin/qmgr/{qmgrName}/channel GET; REST API error handling, time stamps.
"""

from collections.abc import Mapping
from typing import Any

from queuewright.catalogue.diagnostic import shown
from queuewright.catalogue.observed import OpenFor
from queuewright.dialects.mqweb import command
from queuewright.dialects.mqweb.resource_tables import (
    CHANNEL,
    CHANNEL_TYPES,
    QUEUE,
    QUEUE_STATUS,
    QUEUE_TYPES,
    TIMESTAMPS,
)
from queuewright.dialects.mqweb.resources import (
    AttributeSelection,
    BadAttribute,
    Filter,
    parameters,
    resource,
)
from queuewright.sandbox import mqsc_commands
from queuewright.sandbox.answers import Answer
from queuewright.sandbox.engine import EmbeddedSystem
from queuewright.sandbox.reasons import OF_THE_COMMAND
from queuewright.sandbox.times import in_rest

from .problems import MqwebProblem, bad_request, known_query, not_found, refused_by_queue_manager

Query = Mapping[str, str]
Rows = list[dict[str, Any]]
_READ = ("name", "type", "attributes", "status", "filter")
_OF_GROUPS = {"commandScope": "cmdscope", "queueSharingGroupDisposition": "qsgdisp"}
_NOT_FOUND = (2085, 4032)  # MQRC_UNKNOWN_OBJECT_NAME, MQRCCF_CHANNEL_NOT_FOUND
# Values of monitoring, where it is off.
_UNMONITORED = {"LGET": "", "LPUT": "", "MONQ": "OFF", "MSGAGE": -1, "QTIMELONG": -1}
_UNMONITORED |= {"QTIMESHORT": -1}


def queues(system: EmbeddedSystem, name: str, query: Query) -> dict[str, Any]:
    """GET. name: "" for all of those that the query's `name` stands for. Raises MqwebProblem."""
    known_query(query, (*_READ, "applicationHandle", *_OF_GROUPS))
    tables = (QUEUE, TIMESTAMPS, QUEUE_STATUS)
    with _Checked():
        attributes = AttributeSelection((QUEUE, TIMESTAMPS), query.get("attributes"))
        status = AttributeSelection((QUEUE_STATUS,), query.get("status"))
        only = Filter.of(tables, query["filter"]) if "filter" in query else None
    asked = _asked_type(query, (*QUEUE_TYPES, "cluster"))
    options = {word: query[name] for name, word in _OF_GROUPS.items() if name in query}
    if asked in QUEUE_TYPES:
        options["type"] = QUEUE_TYPES[asked]
    rows = _displayed(system, "queue", name, query, options)
    # Nothing here learns of another queue manager's queues.
    rows = [] if asked == "cluster" else rows
    types = {word: name for name, word in QUEUE_TYPES.items()}
    of_status = only is not None and only.attribute in QUEUE_STATUS
    counts = _status(system) if rows and (status or of_status) else {}
    found = []
    for row in rows:
        known = {"name": row["QUEUE"], "type": types[row["TYPE"]]}
        count = counts.get(row["QUEUE"], {}) if known["type"] == "local" else {}
        if only is not None and not only.passes(known["type"], count if of_status else row):
            continue
        one = resource((*QUEUE, *TIMESTAMPS), known, row, attributes)
        if known["type"] == "local":
            one |= resource(QUEUE_STATUS, known, count, status)
            if row.get("DEFTYPE") not in ("PREDEFINED", None):
                one["dynamic"] = {"type": _dynamic(row)}
            if "applicationHandle" in query:
                one["applicationHandle"] = _handles(system, row["QUEUE"])
        found.append(one)
    return {"queue": found}


def channels(system: EmbeddedSystem, name: str, query: Query) -> dict[str, Any]:
    """GET. Of types that the REST API has, over TCP; nothing runs, so that none has a status.
    Raises MqwebProblem."""
    known_query(query, (*_READ, *_OF_GROUPS))
    with _Checked():
        attributes = AttributeSelection((CHANNEL, TIMESTAMPS), query.get("attributes"))
        status = AttributeSelection((), query.get("status"))
        only = Filter.of((CHANNEL, TIMESTAMPS), query["filter"]) if "filter" in query else None
    asked = _asked_type(query, tuple(CHANNEL_TYPES))
    types = {word: name for name, word in CHANNEL_TYPES.items()}
    found = []
    for row in _displayed(system, "channel", name, query, {}):
        known = {"name": row["CHANNEL"], "type": types.get(row["CHLTYPE"], "")}
        if not known["type"] or row.get("TRPTYPE") != "TCP" or asked not in ("all", known["type"]):
            continue
        if only is None or only.passes(known["type"], row):
            one = resource((*CHANNEL, *TIMESTAMPS), known, row, attributes)
            found.append(one | ({"currentStatus": [], "savedStatus": []} if status else {}))
    if name and not found:
        raise not_found("channel", name, *_UNKNOWN)
    return {"channel": found}


def create_queue(system: EmbeddedSystem, query: Query, body: Any) -> str:
    """POST: what the new queue is called. Raises MqwebProblem."""
    known_query(query, ("like", "noReplace", "commandScope"))
    given, queue_type, groups = _body(body)
    name = given.pop("name", None)
    if not isinstance(name, str) or not name:
        raise bad_request("name is missing, and it is the name of the queue")
    if given:
        raise bad_request(f"{shown(next(iter(given)), 60)} is not an attribute of the resource")
    options = {"like": query["like"]} if "like" in query else {}
    options |= {} if "noReplace" in query else {"replace": "yes"}
    _change(system, "define", queue_type, name, {**groups, **options, **_scope(query)})
    return name


def change_queue(system: EmbeddedSystem, name: str, query: Query, body: Any) -> None:
    """PATCH. Raises MqwebProblem."""
    known_query(query, ("force", "commandScope"))
    given, queue_type, groups = _body(body)
    if given:
        text = "is not an attribute that can be changed"
        raise bad_request(f"{shown(next(iter(given)), 60)} {text}")
    options = {"force": "yes"} if "force" in query else {}
    _change(system, "alter", queue_type, name, {**groups, **options, **_scope(query)})


def delete_queue(system: EmbeddedSystem, name: str, query: Query) -> None:
    """DELETE, whatever its type. Raises MqwebProblem."""
    known_query(query, ("purge", "keepAuthorityRecords", *_OF_GROUPS))
    groups = {word: query[given] for given, word in _OF_GROUPS.items() if given in query}
    [row] = _displayed(system, "queue", name, {}, groups)[:1]
    options = {"purge": "yes"} if "purge" in query else {}
    options |= {"authrec": "no"} if "keepAuthorityRecords" in query else {}
    types = {word: name for name, word in QUEUE_TYPES.items()}
    _change(system, "delete", types[row["TYPE"]], name, {**options, **_scope(query)})


class _Checked:
    """A mistake in a request makes a bad request."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> None:
        if isinstance(error, BadAttribute):
            raise bad_request(str(error)) from error


_UNKNOWN = (2085, "MQRC_UNKNOWN_OBJECT_NAME")


def _asked_type(query: Query, types: tuple[str, ...]) -> str:
    asked = query.get("type", "all")
    if asked not in ("all", *types):
        raise bad_request(f"type={shown(asked, 40)} is not one of all, {', '.join(types)}")
    return asked


def _scope(query: Query) -> dict[str, str]:
    return {word: query[name] for name, word in _OF_GROUPS.items() if name in query}


def _body(body: Any) -> tuple[dict[str, Any], str, dict[str, Any]]:
    """The keys outside the groups, the type of the queue, and MQSC's parameters."""
    if not isinstance(body, Mapping):
        raise bad_request("the body must be a JSON object")
    given = {key: value for key, value in body.items() if not isinstance(value, Mapping)}
    queue_type = given.pop("type", "local")
    if not isinstance(queue_type, str) or queue_type not in QUEUE_TYPES:
        raise bad_request(f"type {shown(queue_type, 40)} is not one of {', '.join(QUEUE_TYPES)}")
    with _Checked():
        groups = {key: value for key, value in body.items() if isinstance(value, Mapping)}
        other = next((g for g in groups if g in QUEUE_TYPES and g != queue_type), None)
        if other is not None:
            raise BadAttribute(
                f"{other} is for queues of that type, and not for a {queue_type} one"
            )
        return given, queue_type, parameters(QUEUE, groups)


def _command(
    system: EmbeddedSystem, verb: str, qualifier: str, name: str, given: Mapping[str, Any]
) -> Answer:
    """The command that a request stands for, through the same door as every other."""
    body = {"type": "runCommandJSON", "command": verb, "qualifier": qualifier, "name": name}
    return mqsc_commands.answer(system, 1, command({**body, "parameters": dict(given)}))


def _change(
    system: EmbeddedSystem, verb: str, queue_type: str, name: str, given: Mapping[str, Any]
) -> None:
    answer = _command(system, verb, QUEUE_TYPES[queue_type], name, given)
    if not answer.ok:
        raise _refusal(answer, "queue", name)


def _displayed(
    system: EmbeddedSystem, what: str, name: str, query: Query, given: Mapping[str, Any]
) -> Rows:
    if name and {"name", "type"} & query.keys():
        raise bad_request("name and type are for a request that names no object")
    if name.endswith("*"):
        raise not_found(what, name, *_UNKNOWN)  # no object is called so
    asked = name or query.get("name", "*") or "*"
    answer = _command(system, "display", what, asked, {**given, "all": "yes"})
    if answer.reason in _NOT_FOUND and not name:
        return []
    if not answer.ok:
        raise _refusal(answer, what, name)
    platform = system.facts().platform
    return [
        {
            **row,
            "ALTERED": in_rest(platform, row["ALTDATE"], row["ALTTIME"]),
            "CREATED": in_rest(platform, row.get("CRDATE"), row.get("CRTIME")),
        }
        for row in answer.objects
    ]


def _status(system: EmbeddedSystem) -> dict[str, dict[str, Any]]:
    answer = _command(system, "display", "qstatus", "*", {"all": "yes"})
    counts = {}
    for row in answer.objects:
        uncommitted = {"NO": 0, "YES": 1}.get(row["UNCOM"], row["UNCOM"])
        counts[row["QUEUE"]] = {**row, **_UNMONITORED, "UNCOM": uncommitted}
    return counts


def _dynamic(row: Mapping[str, Any]) -> Any:
    [attribute] = (attribute for attribute in QUEUE if attribute.path == "model.type")
    return attribute.in_json(row)


def _handles(system: EmbeddedSystem, queue: str) -> list[dict[str, Any]]:
    return [
        {
            "channelName": handle.channel,
            "openOptions": [f"MQOO_{use.name}" for use in OpenFor if use in handle.open_for],
            "state": "inactive",
            "tag": handle.application,
            "type": "user",
            "userId": handle.user,
        }
        for handle in system.open_handles()
        if handle.local_queue == queue
    ]


def _refusal(answer: Answer, what: str, name: str) -> MqwebProblem:
    if answer.reason in _NOT_FOUND:
        return not_found(what, name, answer.reason, answer.reason_name)
    status = 400 if answer.reason_name in OF_THE_COMMAND else 500
    return refused_by_queue_manager(status, answer.reason, answer.reason_name, answer.message)
