"""SET AUTHREC, DELETE AUTHREC and DISPLAY AUTHREC: authority records are kept, never enforced.

Source: IBM MQ, MQSC: SET AUTHREC, DISPLAY ENTAUTH.
"""

from collections.abc import Collection
from fnmatch import fnmatchcase
from typing import Any

from queuewright.dialects.mqsc import MqscCommand
from queuewright.kinds import EVERY
from queuewright.mq.authority_record import AuthorityRecordSpec

from .reasons import refused
from .records import given, keywords_of, records, value_of
from .rows import CLASS_OF, Stored, Transaction

_KIND = AuthorityRecordSpec.kind
_ENTITIES = ("group", "principal")
# Parameters that are not fields of a record: several of them in one command, and what it takes
# away.
_OPTIONS = ("GROUP", "PRINCIPAL", "AUTHRMV", "AUTHLIST", "SERVCOMP")


def set_authority(tx: Transaction, command: MqscCommand) -> str:
    """Add and remove authorities of groups and principals. Raises CommandFailed."""
    values = given(tx.name, _KIND, command, _OPTIONS)
    object_type, profile = values.get("object_type"), values.get("name", "")
    if object_type == "qmgr":  # whatever it is called
        profile = "self"
    entities = _entities(command)
    if not object_type or not profile or not entities:
        why = "it needs PROFILE, OBJTYPE and GROUP or PRINCIPAL"
        raise refused(tx.name, "MQRCCF_PARM_MISSING", why, "give them")
    added, removed = set(values.get("authorities", ())), _removed(tx, command)
    for entity in entities:
        if command.verb == "DELETE":
            grant(tx, object_type, profile, entity, ())
            continue
        kept = set() if "all" in removed else set(granted(tx, object_type, profile).get(entity, ()))
        kept = (kept - removed) | added
        grant(tx, object_type, profile, entity, kept - {"none"} if len(kept) > 1 else kept)
    return f"{tx.name} authority records of {object_type} {profile} set"


def granted(tx: Transaction, object_type: str, profile: str) -> dict[str, tuple[str, ...]]:
    """Entity ("group mqmon", "principal bob") -> what it was granted, of one profile."""
    names = _names(tx, object_type, profile)
    found = tx.objects((_KIND,), names) if names else ()
    return {_entity(stored): stored.attributes["authorities"] for stored in found}


def grant(
    tx: Transaction, object_type: str, profile: str, entity: str, words: Collection[str]
) -> None:
    """Set what an entity may do with a profile; nothing granted removes the record."""
    entity_type, _, entity_name = entity.partition(" ")
    fields = {"name": profile, "object_type": object_type, entity_type: entity_name}
    name = EVERY[_KIND].name_of(fields)
    if words:
        tx.put(Stored(_KIND, name, {"authorities": sorted(set(words))}))
    else:
        tx.drop(CLASS_OF[_KIND], name)


def revoke_all(tx: Transaction, object_type: str, profile: str) -> None:
    """Remove every record of a profile."""
    for name in _names(tx, object_type, profile):
        tx.drop(CLASS_OF[_KIND], name)


def authority_rows(tx: Transaction, profile: str | None = None) -> list[dict[str, Any]]:
    """Authority records in MQSC's words, of one profile or of all."""
    rows = []
    for stored, fields in records(tx, _KIND):
        entity_type, _, entity_name = _entity(stored).partition(" ")
        if profile in (None, fields["name"]):
            rows.append(
                {
                    "PROFILE": fields["name"],
                    "ENTITY": entity_name,
                    "ENTTYPE": entity_type.upper(),
                    "OBJTYPE": fields["object_type"].upper(),
                    "AUTHLIST": [word.upper() for word in fields["authorities"]],
                }
            )
    return sorted(rows, key=lambda row: [str(row[w]) for w in ("PROFILE", "OBJTYPE", "ENTTYPE")])


def entity_authority(tx: Transaction, command: MqscCommand) -> list[dict[str, Any]]:
    """DISPLAY ENTAUTH: what a group or principal may do with an object, by the most specific
    profile that it is named in. Raises CommandFailed."""
    entities = _entities(command)
    object_type = (command.value("OBJTYPE") or "").upper()
    name = (command.value("OBJNAME") or "").rstrip(" ")
    if len(entities) != 1 or not object_type or (object_type != "QMGR" and not name):
        why = "it needs one PRINCIPAL or GROUP, OBJTYPE, and OBJNAME unless that is QMGR"
        raise refused(tx.name, "MQRCCF_PARM_MISSING", why, "give them")
    entity_type, _, entity_name = entities[0].partition(" ")
    asked = {"ENTITY": entity_name, "ENTTYPE": entity_type.upper(), "OBJTYPE": object_type}
    matching = [
        row
        for row in authority_rows(tx)
        if asked.items() <= row.items()
        and (object_type == "QMGR" or fnmatchcase(name, row["PROFILE"].replace("**", "*")))
    ]
    matching.sort(key=lambda row: len(row["PROFILE"].rstrip("*")))
    words = matching[-1]["AUTHLIST"] if matching else ["NONE"]
    return [{"OBJNAME": name, **asked, "AUTHLIST": words}]


def _names(tx: Transaction, object_type: str, profile: str) -> list[str]:
    """The names of the records of a profile."""
    start = EVERY[_KIND].name_of({"name": profile, "object_type": object_type}).rstrip("/")
    return tx.names(CLASS_OF[_KIND], f"{start}/")


def _entity(stored: Stored) -> str:
    names = EVERY[_KIND].names_in(stored.name)
    return next((f"{field} {names[field]}" for field in _ENTITIES if names.get(field)), "")


def _entities(command: MqscCommand) -> list[str]:
    return [
        f"{field} {name}"
        for field in _ENTITIES
        if (parameter := command.parameters.get(field.upper()))
        for name in parameter.values
    ]


def _removed(tx: Transaction, command: MqscCommand) -> set[str]:
    parameter = command.parameters.get("AUTHRMV")
    if parameter is None:
        return set()
    keyword = keywords_of(EVERY[_KIND])["AUTHADD"]
    return set(value_of(tx.name, keyword, "AUTHRMV", parameter.values))
