"""SET AUTHREC, DELETE AUTHREC and DISPLAY AUTHREC. Where records count: `authorization`.

Sources: IBM MQ, MQSC: SET AUTHREC, DISPLAY AUTHREC, DISPLAY ENTAUTH; Set Authority Record (PCF);
RVKMQMAUT: a record from which everything was taken stays, with no authority.
"""

from collections.abc import Collection, Mapping
from typing import Any

from queuewright.catalogue.diagnostic import shown
from queuewright.dialects.mqsc import MqscCommand
from queuewright.kinds import EVERY
from queuewright.mq.authorities import AUTHORITIES as WORDS
from queuewright.mq.authorities import OBJECT_TYPES, authorities_of, in_full, left_of_added
from queuewright.mq.authority_record import (
    CLASS,
    SELF,
    AuthorityRecordSpec,
    generic_pattern,
)

from .authorization import priority
from .reasons import refused
from .records import NOTHING, given, keywords_of, records, value_of
from .rows import CLASS_OF, Stored, Transaction
from .values import checked_identity

_KIND = AuthorityRecordSpec.kind
_ENTITIES = ("group", "principal")
# Parameters that are not fields of a record: several of them in one command, and what it takes
# away.
_OPTIONS = ("GROUP", "PRINCIPAL", "AUTHRMV", "AUTHLIST", "SERVCOMP")


def set_authority(tx: Transaction, command: MqscCommand) -> str:
    """Add and remove authorities of a group or a principal: what is removed goes first. Raises
    CommandFailed."""
    values = given(tx.name, keywords_of(EVERY[_KIND]), command, _OPTIONS)
    entities = _entities(command)
    if not values.get("object_type"):
        raise refused(tx.name, "MQRCCF_PARM_MISSING", "OBJTYPE is not given", "give it")
    if len(entities) > 1:
        text, remediation = "PRINCIPAL and GROUP name one entity", "give one of them, of one name"
        raise refused(tx.name, "MQRCCF_PARM_CONFLICT", text, remediation)
    field, entity = next(iter(entities), ("", ""))
    names = EVERY[_KIND].named({**values, field: entity} if field else values)
    if not names.get("name") or not entities:
        text = "it needs PROFILE, OBJTYPE and GROUP or PRINCIPAL"
        raise refused(tx.name, "MQRCCF_PARM_MISSING", text, "give them")
    name = EVERY[_KIND].name_of(names)
    if command.verb == "DELETE":
        remove(tx, name)
        return f"{tx.name} authority records of {names['object_type']} {names['name']} deleted"
    given_words = {n: values[n] for n in ("authorities",) if n in values}
    set_record(tx, name, given_words, {"authorities": _removed(tx, command)})
    return f"{tx.name} authority records of {names['object_type']} {names['name']} set"


def set_record(
    tx: Transaction,
    name: str,
    values: Mapping[str, Any],
    removed: Mapping[str, tuple[str, ...]] = NOTHING,
) -> Stored:
    """Set Authority Record, AuthorityAdd and AuthorityRemove, which goes first; an authority that
    is in both is not granted unless the record is set anew. Raises CommandFailed."""
    there = tx.get(CLASS_OF[_KIND], name)
    had = () if there is None else there.attributes["authorities"]
    return _set(tx, name, had, values.get("authorities", ()), removed.get("authorities", ()))


def stored(name: str, attributes: Mapping[str, Any]) -> Stored:
    """The record of that name with these attributes."""
    object_type = EVERY[_KIND].names_in(name)["object_type"]
    words = attributes.get("authorities", ())
    return Stored(_KIND, name, {"authorities": in_full(object_type, words)})


def change_record(tx: Transaction, name: str, values: Mapping[str, Any]) -> Stored:
    """These authorities and no others. Raises CommandFailed."""
    return _set(tx, name, (), values.get("authorities", ()), ())


def _set(
    tx: Transaction,
    name: str,
    had: Collection[str],
    added: Collection[str],
    removed: Collection[str],
) -> Stored:
    _checked(tx, name, (*added, *removed))
    object_type = EVERY[_KIND].names_in(name)["object_type"]
    taken = in_full(object_type, removed) if removed else ()
    left = [word for word in had if word not in taken]
    granted = left_of_added(in_full(object_type, added), taken) if added and taken else added
    record = stored(name, {"authorities": (*left, *granted)})
    tx.put(record)
    return record


def remove(tx: Transaction, name: str) -> None:
    """Delete Authority Record. Raises CommandFailed where there is none."""
    _checked(tx, name, ())
    if tx.get(CLASS_OF[_KIND], name) is None:
        text, remediation = "there is no such record", "name one that is there"
        raise refused(tx.key(_KIND, name), "MQRC_UNKNOWN_OBJECT_NAME", text, remediation)
    tx.drop(CLASS_OF[_KIND], name)


def _checked(tx: Transaction, name: str, words: Collection[str]) -> None:
    """Set Authority Record: a name of MQ's form, one entity, and authorities that objects of the
    type have. Raises CommandFailed."""
    key, names = tx.key(_KIND, name), EVERY[_KIND].names_in(name)
    checked_identity(key, tx.facts.ccsid)
    if tx.facts.platform not in EVERY[_KIND].platforms():
        text = f"there are no authority records on {tx.facts.platform}"
        raise refused(key, "MQRCCF_COMMAND_FAILED", text, "use what secures the system")
    if bool(names.get("group")) is bool(names.get("principal")):
        text, remediation = "it needs a group or a principal, and not both", "give one of them"
        raise refused(key, "MQRCCF_ENTITY_NAME_MISSING", text, remediation)
    known = authorities_of(names["object_type"])
    for word in words:
        if word not in known:
            text = f"objects of type {names['object_type']} have no authority {shown(word)}"
            raise refused(key, "MQRCCF_AUTH_VALUE_ERROR", text, "leave it out")


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
        tx.put(Stored(_KIND, name, {"authorities": in_full(object_type, words)}))
    else:
        tx.drop(CLASS_OF[_KIND], name)


def revoke_all(tx: Transaction, object_class: str, name: str) -> None:
    """Remove the records of an object that goes, those of its own name."""
    for each in OBJECT_TYPES:
        named = EVERY[_KIND].names_object({"name": name, "object_type": each.value})
        if named is not None and named.namespace == object_class:
            for record in _names(tx, each.value, name):
                tx.drop(CLASS_OF[_KIND], record)


def authority_rows(
    tx: Transaction, asked: Mapping[str, str] | None = None, *, exactly: bool = False
) -> list[dict[str, Any]]:
    """Authority records in MQSC's words. asked: PROFILE, OBJTYPE, GROUP and PRINCIPAL that records
    have; exactly: MATCH(EXACT), else the profile names an object, and those that fit it are shown
    (MATCH(PROFILE))."""
    known, rows = keywords_of(EVERY[_KIND]), []
    types = {choice.value: choice.mqsc for choice in OBJECT_TYPES}
    words = {choice.value: choice.mqsc for choice in WORDS}
    wanted = {known[word].attribute: text for word, text in (asked or {}).items()}
    profile = wanted.pop("name", None)
    for stored, fields in records(tx, _KIND):
        name = fields["name"]
        entity_type, _, entity_name = _entity(stored).partition(" ")
        if profile not in (None, name) and (exactly or not _fits(str(profile), name)):
            continue
        if all(fields.get(field) == text for field, text in wanted.items()):
            rows.append(
                {
                    "PROFILE": name,
                    "ENTITY": entity_name,
                    "ENTTYPE": entity_type.upper(),
                    "OBJTYPE": types[fields["object_type"]],
                    "AUTHLIST": [words[word] for word in fields["authorities"]],
                }
            )
    return sorted(rows, key=lambda row: [str(row[w]) for w in ("PROFILE", "OBJTYPE", "ENTTYPE")])


def _fits(name: str, profile: str) -> bool:
    """IBM's "Using OAM generic profiles": ? is a character, * any within a qualifier, ** any number
    of qualifiers."""
    return generic_pattern(profile).fullmatch(name) is not None


def entity_authority(tx: Transaction, command: MqscCommand) -> list[dict[str, Any]]:
    """DISPLAY ENTAUTH: what a group or principal may do with an object, by the most specific
    profile that it is named in. Raises CommandFailed."""
    entities = _entities(command)
    object_type = (command.value("OBJTYPE") or "").upper()
    name = (command.value("OBJNAME") or "").rstrip(" ")
    if len(entities) != 1 or not object_type or (object_type != "QMGR" and not name):
        text = "it needs one PRINCIPAL or GROUP, OBJTYPE, and OBJNAME unless that is QMGR"
        raise refused(tx.name, "MQRCCF_PARM_MISSING", text, "give them")
    entity_type, entity_name = entities[0]
    asked = {"ENTITY": entity_name, "ENTTYPE": entity_type.upper(), "OBJTYPE": object_type}
    matching = [
        row
        for row in authority_rows(tx)
        if asked.items() <= row.items()
        and (object_type == "QMGR" or name == row["PROFILE"] or _fits(name, row["PROFILE"]))
        and (object_type != "QMGR" or row["PROFILE"] == (name if name == CLASS else SELF))
    ]
    best = min(matching, key=lambda row: priority(row["PROFILE"]), default=None)
    words = best["AUTHLIST"] if best is not None else ["NONE"]
    return [{"OBJNAME": name, **asked, "AUTHLIST": words}]


def _names(tx: Transaction, object_type: str, profile: str) -> list[str]:
    """The names of the records of a profile."""
    start = EVERY[_KIND].name_of({"name": profile, "object_type": object_type}).rstrip("/")
    return tx.names(CLASS_OF[_KIND], f"{start}/")


def _entity(stored: Stored) -> str:
    names = EVERY[_KIND].names_in(stored.name)
    return next((f"{field} {names[field]}" for field in _ENTITIES if names.get(field)), "")


def _entities(command: MqscCommand) -> list[tuple[str, str]]:
    return [
        (field, name)
        for field in _ENTITIES
        if (parameter := command.parameters.get(field.upper()))
        for name in parameter.values
    ]


def _removed(tx: Transaction, command: MqscCommand) -> tuple[str, ...]:
    parameter = command.parameters.get("AUTHRMV")
    if parameter is None:
        return ()
    keyword = keywords_of(EVERY[_KIND])["AUTHADD"]
    return tuple(value_of(tx.name, keyword, "AUTHRMV", parameter.values))
