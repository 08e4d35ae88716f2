"""mq:AuthorityRecordsExclusive: who alone may have authority records on a profile.

Source: SET AUTHREC, DELETE AUTHREC.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Annotated, Any, ClassVar

from pydantic import Field

from queuewright.catalogue.attribute import Attribute, Value
from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.catalogue.key import Key
from queuewright.catalogue.limit import Changes, LimitSpec, taken_away
from queuewright.catalogue.names import no_control_characters
from queuewright.catalogue.observed import Observed
from queuewright.catalogue.platform import MULTIPLATFORMS, Platform
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import MQSC, SET_AUTHORITY_RECORD

from .authorities import administrator_users, administrators
from .authority_record import OBJECT_TYPE, PROFILE, AuthorityRecordSpec

RECORD_EXCLUDED = Rule(
    "record-excluded",
    "A record is declared on a profile that others have to themselves",
    "the program declares the record of {entity}, which this profile is not for",
    "name it here too, or take the record out",
    (MQSC.at("DELETE AUTHREC"),),
)


def _entities(title: str, pcf: str, keyword: str) -> Attribute:
    return Attribute(
        title=title,
        sources=(SET_AUTHORITY_RECORD.at(pcf), MQSC.at(f"DELETE AUTHREC {keyword}")),
        max_length=1024,
        syntax=no_control_characters,
        is_set=True,
        platforms=MULTIPLATFORMS,
    )


# Attribute here -> the name field of a record.
_FIELDS: Mapping[str, str] = {"groups": "group", "principals": "principal"}


class AuthorityRecordsExclusiveSpec(LimitSpec):
    """The groups and principals that alone may have authority records on a profile. Records of
    others are removed; administrators' are left alone. Nothing is granted."""

    kind: ClassVar[str] = "mq:AuthorityRecordsExclusive"
    limits: ClassVar[str] = AuthorityRecordSpec.kind
    namespace: ClassVar[str] = "authority profile"
    module: ClassVar[tuple[str, str]] = AuthorityRecordSpec.module

    name: Annotated[str, PROFILE.but(reference=None)]
    object_type: Annotated[str, OBJECT_TYPE]
    groups: Annotated[
        Annotated[tuple[str, ...], Field(strict=False)],
        _entities("Groups that may have a record", "GroupNames", "GROUP"),
    ]
    principals: Annotated[
        Annotated[tuple[str, ...], Field(strict=False)],
        _entities("Principals that may have a record", "PrincipalNames", "PRINCIPAL"),
    ]

    @classmethod
    def identity(cls) -> tuple[str, ...]:
        return ("name", "object_type")

    @classmethod
    def named(cls, names: Mapping[str, Any]) -> Mapping[str, Any]:
        return AuthorityRecordSpec.named(names)

    @classmethod
    def implied_by(cls, values: Mapping[str, Any]) -> str:
        return "any record of the profile"

    @classmethod
    def seen_in(cls, records: Iterable[Observed], platform: Platform) -> Iterator[Observed]:
        """Administrators are left out: a queue manager gives mqm a record of every object (IBM's
        "Authority to work with IBM MQ objects")."""
        beyond = {
            "groups": administrators(platform),
            "principals": administrator_users(platform),
        }
        found: dict[Key, dict[str, set[str]]] = {}
        for record in records:
            if record.key.kind != cls.limits:
                continue
            names = AuthorityRecordSpec.names_in(record.key.name)
            key = cls.key_of(names, record.key.system)
            entities = found.setdefault(key, {name: set() for name in _FIELDS})
            for name, field in _FIELDS.items():
                who = names.get(field)
                if who and who.partition("@")[0] not in beyond[name]:
                    entities[name].add(who)
        for key, entities in found.items():
            yield Observed(key, {name: tuple(sorted(each)) for name, each in entities.items()})

    @classmethod
    def limit_of(cls, record: str) -> str:
        """No limit where the record is an administrator's, on whichever platform."""
        names = AuthorityRecordSpec.names_in(record)
        groups, users = names.get("group", ""), names.get("principal", "").partition("@")[0]
        if any(groups in administrators(p) or users in administrator_users(p) for p in Platform):
            return ""
        return cls.name_of(names)

    @classmethod
    def removed(cls, key: Key, changes: Changes) -> Iterator[Key]:
        names = cls.names_in(key.name)
        for attribute, who in taken_away(changes):
            yield AuthorityRecordSpec.key_of({**names, _FIELDS[attribute]: who}, key.system)

    @classmethod
    def excluded(
        cls, key: Key, allowed: Mapping[str, Value], declared: Collection[Key]
    ) -> Iterator[Diagnostic]:
        for fields in cls.under(key, declared, AuthorityRecordSpec):
            for attribute, field in _FIELDS.items():
                listed, who = allowed.get(attribute), fields.get(field)
                if who and isinstance(listed, tuple | list) and who not in listed:
                    yield RECORD_EXCLUDED(key, attribute=attribute, entity=f"{field} {who}")

    @classmethod
    def lost_with(cls, record: Key, values: Mapping[str, Value]) -> str:
        names, words = AuthorityRecordSpec.names_in(record.name), values.get("authorities")
        who = next(f"{field} {names[field]}" for field in _FIELDS.values() if names.get(field))
        had = ", ".join(map(str, words)) if isinstance(words, tuple) else ""
        return f"{who}, which has {had}" if had else who
