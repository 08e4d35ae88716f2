"""SET AUTHREC, DELETE AUTHREC and DISPLAY AUTHREC: authority records are kept, never enforced."""

from fnmatch import fnmatchcase
from typing import Any

from queuewright.dialects.mqsc import Command

from .reasons import refused
from .rows import Transaction


def set_authority(tx: Transaction, command: Command) -> str:
    """Add and remove authorities of groups and principals. Raises CommandFailed."""
    object_type = (command.value("OBJTYPE") or "").lower()
    profile = (command.value("PROFILE") or "").rstrip(" ")
    if object_type == "qmgr" and not profile:
        profile = "self"
    entities = _entities(command)
    if not object_type or not profile or not entities:
        why = "it needs PROFILE, OBJTYPE and GROUP or PRINCIPAL"
        raise refused(tx.name, "MQRCCF_PARM_MISSING", why, "give them")
    added, removed = _words(command, "AUTHADD"), _words(command, "AUTHRMV")
    for entity in entities:
        if command.verb == "DELETE":
            tx.grant(object_type, profile, entity, ())
            continue
        granted = set(tx.authorities(object_type, profile).get(entity, ()))
        if removed & {"ALL"}:
            granted.clear()
        granted = (granted - removed) | added
        if len(granted) > 1:
            granted.discard("NONE")
        tx.grant(object_type, profile, entity, granted)
    return f"{tx.name} authority records of {object_type} {profile} set"


def authority_rows(tx: Transaction, profile: str | None = None) -> list[dict[str, Any]]:
    """Authority records in MQSC's words, of one profile or of all."""
    rows = tx.connection.execute(
        "SELECT profile, object_type, entity, granted FROM authority"
        " WHERE system = ? AND profile = coalesce(?, profile)"
        " ORDER BY profile, object_type, entity",
        (tx.id, profile),
    )
    records = []
    for name, object_type, entity, granted in rows:
        entity_type, _, entity_name = entity.partition(" ")
        records.append(
            {
                "PROFILE": name,
                "ENTITY": entity_name,
                "ENTTYPE": entity_type.upper(),
                "OBJTYPE": object_type.upper(),
                "AUTHLIST": granted.split(),
            }
        )
    return records


def entity_authority(tx: Transaction, command: Command) -> list[dict[str, Any]]:
    """DISPLAY ENTAUTH: what a group or principal may do with an object, by the most specific
    profile that it is named in. Raises CommandFailed."""
    entities = _entities(command)
    object_type = (command.value("OBJTYPE") or "").lower()
    name = (command.value("OBJNAME") or "").rstrip(" ")
    if len(entities) != 1 or not object_type or (object_type != "qmgr" and not name):
        why = "it needs one PRINCIPAL or GROUP, OBJTYPE, and OBJNAME unless that is QMGR"
        raise refused(tx.name, "MQRCCF_PARM_MISSING", why, "give them")
    entity_type, _, entity_name = entities[0].partition(" ")
    matching = [
        row
        for row in authority_rows(tx)
        if (row["ENTITY"], row["ENTTYPE"]) == (entity_name, entity_type.upper())
        and row["OBJTYPE"].lower() == object_type
        and (object_type == "qmgr" or fnmatchcase(name, row["PROFILE"].replace("**", "*")))
    ]
    matching.sort(key=lambda row: len(row["PROFILE"].rstrip("*")))
    return [
        {
            "OBJNAME": name,
            "ENTITY": entity_name,
            "ENTTYPE": entity_type.upper(),
            "OBJTYPE": object_type.upper(),
            "AUTHLIST": matching[-1]["AUTHLIST"] if matching else ["NONE"],
        }
    ]


def _entities(command: Command) -> list[str]:
    entities = []
    for keyword in ("GROUP", "PRINCIPAL"):
        parameter = command.parameters.get(keyword)
        entities += [
            f"{keyword.lower()} {name}" for name in (parameter.values if parameter else ())
        ]
    return entities


def _words(command: Command, keyword: str) -> set[str]:
    parameter = command.parameters.get(keyword)
    return {word.upper() for word in parameter.values} if parameter else set()
