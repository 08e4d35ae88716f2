"""Authority records of a queue manager in CL: GRTMQMAUT and RVKMQMAUT.

USER names a user profile, and a group profile is one too: the command does not say which of the two
it is. A name is read as a principal, *PUBLIC as the group that everybody is in. RVKMQMAUT
AUT(*REMOVE) removes the record; *ALL of OBJ or OBJTYPE means the objects that there are when it
runs, which no record says: those of the script are known.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from queuewright.catalogue.attribute import Attribute, Choice
from queuewright.catalogue.diagnostic import shown
from queuewright.catalogue.platform import Platform
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.each_object import OnEachObject
from queuewright.dialects.protocol import CannotWrite
from queuewright.kinds import KINDS, kinds_in
from queuewright.mq.authorities import everybody
from queuewright.mq.authority_record import (
    AUTHORITIES,
    OBJECT_TYPE,
    SELF,
    AuthorityRecordSpec,
    namespace_of,
)

from . import rules
from .reading import Reading
from .tables import GRANT, REVOKE
from .values import ibmi_word, word

AUTHORITY = AuthorityRecordSpec.grants
_PUBLIC, _REMOVE = "*PUBLIC", "*REMOVE"
_MOST_USERS = 50
# OBJTYPE tells queues apart, and records do not.
_QUEUES: Mapping[str, str] = MappingProxyType(
    dict.fromkeys(("*ALSQ", "*LCLQ", "*MDLQ", "*RMTQ"), "q")
)


def record_definitions(reading: Reading, system: str) -> tuple[Definition, ...]:
    """The records that a command sets or removes, one for each user; none for *ALL. system: its
    queue manager."""
    return () if _is_of_all(reading) else _records(reading, system)


def on_each_object(reading: Reading, system: str) -> OnEachObject | None:
    """The effect of a command with *ALL on the records of the objects that there are."""
    if not _is_of_all(reading):
        return None
    name, object_type = reading.name("OBJ"), reading.single("OBJTYPE")
    records = _records(reading, system)
    if object_type == rules.EVERY_OBJECT:
        types = [each.value for each in OBJECT_TYPE.choices if each.cl]
    else:
        types = [_object_type(reading)]
    kinds = {kind for each in types for kind in kinds_in(namespace_of(each))}
    if object_type is not None and object_type in _QUEUES:  # OBJTYPE(*LCLQ) is QTYPE(*LCL)
        kinds = {
            kind for kind in kinds if dict(KINDS[kind].cl.fixed).get("QTYPE") == object_type[:-1]
        }
    return OnEachObject(
        records, frozenset(kinds), "" if name in (None, rules.EVERY_OBJECT) else str(name)
    )


def _is_of_all(reading: Reading) -> bool:
    return rules.EVERY_OBJECT in (reading.name("OBJ"), reading.single("OBJTYPE"))


def _records(reading: Reading, system: str) -> tuple[Definition, ...]:
    profile = reading.name("OBJ")
    if profile is None:
        reading.unknown.add("name")
    object_type = _object_type(reading)
    words, revokes = _authorities(reading), reading.table.name == REVOKE
    names = {"name": profile or "", "object_type": object_type}
    if object_type == "q_mgr" and profile and profile != rules.EVERY_OBJECT:
        system = system or profile
    action, given, removed = Action.CREATE, {} if revokes else {AUTHORITY: words}, {}
    if revokes and _REMOVE in words:
        action = Action.DELETE
    elif revokes:  # as SET AUTHREC AUTHRMV, which says nothing of what the record had
        action, removed = Action.CHANGE, {AUTHORITY: words}
    found = []
    for entity in _entities(reading):
        kind, name = AuthorityRecordSpec.kind, AuthorityRecordSpec.name_of({**names, **entity})
        made = Definition(kind, name, action, given, removed=removed, system=system, kinds=(kind,))
        found.append(made)
    read = [reading.finished(each) for each in found]
    if any(each.errors for each in read):
        return tuple(read[:1])  # nothing of it is taken, and it is reported once
    return (*read[:1], *(replace(each, problems=()) for each in read[1:]))


def _object_type(reading: Reading) -> str:
    object_type = reading.single("OBJTYPE")
    if object_type == rules.EVERY_OBJECT:
        return ""
    if object_type is None:
        reading.unknown.add("object_type")
        return ""
    known = _QUEUES.get(object_type) or _value(OBJECT_TYPE, object_type)
    if known is None:
        words = " or ".join((*_QUEUES, *_cl_words(OBJECT_TYPE)))
        reading.report(rules.SPECIAL_VALUE, "OBJTYPE", words=words, found=shown(object_type, 40))
    return known or ""


def _authorities(reading: Reading) -> tuple[str, ...]:
    texts = reading.texts("AUT")
    if texts is None:
        reading.unknown.add(AUTHORITY)
        return ()
    revokes = reading.table.name == REVOKE
    found = []
    for text, _ in texts:
        value = _value(AUTHORITIES, text)
        if revokes and text == _REMOVE:
            value = _REMOVE
        if value is None or (revokes and value == AUTHORITIES.nothing):
            known = [w for w in _cl_words(AUTHORITIES) if not revokes or w != "*NONE"]
            words = " or ".join((*known, *((_REMOVE,) if revokes else ())))
            reading.report(rules.SPECIAL_VALUE, "AUT", words=words, found=shown(text, 40))
            return ()
        found.append(value)
    if "AUT" in reading.arguments:
        reading.place(AUTHORITY, "AUT")
    return tuple(found)


def _entities(reading: Reading) -> Iterator[dict[str, str]]:
    """The name field of each user; one that is not known where USER is no literal."""
    texts = reading.texts("USER")
    if texts is None:
        reading.unknown.add("principal")
        yield {}
        return
    if len(texts) > _MOST_USERS:
        most, instead = f"up to {_MOST_USERS} users", "use two commands"
        reading.report(rules.TOO_MANY_VALUES, "USER", most=most, count=len(texts), instead=instead)
    users = [text for text, _ in texts]
    for user in users:
        if user.startswith("*") and users != [_PUBLIC]:
            words = f"the names of user profiles or {_PUBLIC}"
            reading.report(rules.SPECIAL_VALUE, "USER", words=words, found=shown(user, 40))
    for user in users:
        yield {"group": everybody(Platform.IBMI)} if user == _PUBLIC else {"principal": user}


def _value(attribute: Attribute, word: str) -> str | None:
    return next((choice.value for choice in attribute.choices if choice.cl == word), None)


def _cl_words(attribute: Attribute) -> Iterator[str]:
    return (choice.cl for choice in attribute.choices if choice.cl)


def render_record(definition: Definition) -> list[str]:
    """The commands that set or remove a record. Raises CannotWrite where CL has no words."""
    definition.require_literal(CannotWrite)
    names = AuthorityRecordSpec.names_in(definition.name)
    choice = OBJECT_TYPE.choice(names["object_type"])
    if choice is None or choice.cl is None:
        kind = names["object_type"]
        raise CannotWrite(f"GRTMQMAUT has no OBJTYPE for {kind}; write the record as MQSC")
    user = names.get("group") or names.get("principal") or ""
    is_public = user == everybody(Platform.IBMI)
    named = _PUBLIC if is_public else ibmi_word(user)
    profile = definition.system if names["name"] == SELF else names["name"]
    if not profile:
        raise CannotWrite("GRTMQMAUT of a queue manager needs its name; write the record as MQSC")
    where = f"OBJ({word(profile)}) OBJTYPE({choice.cl}) USER({named})"
    system = f" MQMNAME({word(definition.system)})" if definition.system else ""
    if definition.action is Action.DELETE:
        return [f"{REVOKE} {where} AUT({_REMOVE}){system}"]
    lines = []
    for command, given in ((REVOKE, definition.removed), (GRANT, definition.values)):
        words = given.get(AUTHORITY)
        if isinstance(words, tuple | list) and words:
            authorities = " ".join(_cl_word(AUTHORITIES.choice(str(each))) for each in words)
            lines.append(f"{command} {where} AUT({authorities}){system}")
    return lines or [f"{GRANT} {where} AUT(*NONE){system}"]


def _cl_word(choice: Choice | None) -> str:
    if choice is None or choice.cl is None:
        raise CannotWrite("an authority that GRTMQMAUT does not have; write the record as MQSC")
    return choice.cl
