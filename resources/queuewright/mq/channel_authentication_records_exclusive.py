"""mq:ChannelAuthenticationRecordsExclusive: the only channel authentication records of a profile.

Source: SET CHLAUTH with ACTION(REMOVE) and ACTION(REMOVEALL), of a profile and a type.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Annotated, Any, ClassVar
from urllib.parse import unquote

from pydantic import Field

from queuewright.catalogue.attribute import Attribute, Value
from queuewright.catalogue.diagnostic import Diagnostic, shown
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.joint_check import JointCheck, joint
from queuewright.catalogue.key import Key
from queuewright.catalogue.limit import Changes, LimitSpec, taken_away
from queuewright.catalogue.names import no_control_characters
from queuewright.catalogue.observed import Observed
from queuewright.catalogue.platform import Platform
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import MQSC, SET_CHANNEL_AUTHENTICATION

from .channel_authentication_record import (
    BLOCKING,
    BLOCKS_EVERYWHERE,
    MATCHING,
    PROFILE,
    TYPE,
    ChannelAuthenticationRecordSpec,
)

_SOURCES = (
    MQSC.at("SET CHLAUTH ACTION"),
    SET_CHANNEL_AUTHENTICATION.at("Action"),
)
RECORD_EXCLUDED = Rule(
    "record-excluded",
    "A record is declared that the program excludes",
    "the program declares the record of type {type} that matches {match}",
    "name it here too, or take the record out",
    _SOURCES,
    "matches",
)
LIST_EXCLUDED = RECORD_EXCLUDED.but(
    reason="the program declares the record of type {type} of this profile",
    remediation="take this or the record out",
)
LISTS_MATCH_NOTHING = Rule(
    "lists-match-nothing",
    "Records of blocked users and addresses match nothing",
    "a profile has one record of type {type}, which matches nothing",
    "give matches=[] where there shall be none; a record that shall stay is declared itself",
    _SOURCES,
    "matches",
)
MATCHES_NOTHING = Rule(
    "matches-nothing",
    "No record matches what shall be left",
    "no record of type {type} matches {match}; {field}: {reason}",
    "correct it, or take it out",
    _SOURCES,
    "matches",
)
_ISSUED_BY, _AT = " issued by ", " at "


@joint(LISTS_MATCH_NOTHING, BLOCKS_EVERYWHERE, MATCHES_NOTHING, of=("name", "type", "matches"))
def fits_its_type(values: Mapping[str, Any], _: SystemFacts | None) -> Iterator[Diagnostic]:
    """SET CHLAUTH: what there may be several of."""
    if values.get("type") in BLOCKING and values.get("matches"):
        yield LISTS_MATCH_NOTHING(type=values["type"])
    if values.get("type") == "blockaddr" and values.get("name") != "*":
        yield BLOCKS_EVERYWHERE(name=values.get("name"))
    if values.get("type") in MATCHING:
        for match in values.get("matches") or ():
            yield from _impossible(values["type"], match)


def _impossible(record_type: str, match: str) -> Iterator[Diagnostic]:
    """The first problem of the name fields that a record with such a match has."""
    fields = _of_match({"name": "*", "type": record_type}, match)
    _, problems = ChannelAuthenticationRecordSpec.validate_values(fields)
    for problem in problems:
        if problem.is_error and problem.attribute in (*fields, MATCHING[record_type]):
            yield MATCHES_NOTHING(
                match,
                type=record_type,
                match=shown(match),
                field=problem.attribute,
                reason=problem.reason,
            )
            return


class ChannelAuthenticationRecordsExclusiveSpec(LimitSpec):
    """The only records of one type that a profile may have. Others are removed, the default rules
    of a new queue manager among them. Nothing is set."""

    kind: ClassVar[str] = "mq:ChannelAuthenticationRecordsExclusive"
    limits: ClassVar[str] = ChannelAuthenticationRecordSpec.kind
    namespace: ClassVar[str] = "chlauth profile"
    module: ClassVar[tuple[str, str]] = ChannelAuthenticationRecordSpec.module
    checks: ClassVar[tuple[JointCheck, ...]] = (fits_its_type,)

    name: Annotated[str, PROFILE.but(reference=None)]
    type: Annotated[str, TYPE]
    matches: Annotated[
        Annotated[tuple[str, ...], Field(strict=False)],
        Attribute(
            title="Addresses, users, distinguished names or queue managers that may have a record, "
            "each with what else the record says of who connects (`CN=app issued by CN=ca`, "
            "`bob at 10.1.*`)",
            sources=_SOURCES,
            max_length=1024,
            syntax=no_control_characters,
            is_set=True,
        ),
    ]

    @classmethod
    def identity(cls) -> tuple[str, ...]:
        return ("name", "type")

    @classmethod
    def implied_by(cls, values: Mapping[str, Any]) -> str:
        return "any record of the profile"

    @classmethod
    def seen_in(cls, records: Iterable[Observed], platform: Platform) -> Iterator[Observed]:
        found: dict[Key, set[str]] = {}
        for record in records:
            if record.key.kind != cls.limits:
                continue
            names = ChannelAuthenticationRecordSpec.names_in(record.key.name)
            listed = record.attributes.get(BLOCKING.get(names["type"], ""))
            items = listed if isinstance(listed, tuple) else (_match(names),)
            found.setdefault(cls.key_of(names, record.key.system), set()).update(map(str, items))
        for key, matches in found.items():
            yield Observed(key, {"matches": tuple(sorted(matches))})

    @classmethod
    def limit_of(cls, record: str) -> str:
        return cls.name_of(ChannelAuthenticationRecordSpec.names_in(record))

    @classmethod
    def removed(cls, key: Key, changes: Changes) -> Iterator[Key]:
        names = cls.names_in(key.name)
        for _, match in taken_away(changes):
            yield ChannelAuthenticationRecordSpec.key_of(_of_match(names, match), key.system)

    @classmethod
    def excluded(
        cls, key: Key, allowed: Mapping[str, Value], declared: Collection[Key]
    ) -> Iterator[Diagnostic]:
        listed = allowed.get("matches")
        if not isinstance(listed, tuple | list):
            return
        for fields in cls.under(key, declared, ChannelAuthenticationRecordSpec):
            if fields["type"] in BLOCKING:
                yield LIST_EXCLUDED(key, type=fields["type"])
            elif (match := _match(fields)) not in listed:
                yield RECORD_EXCLUDED(key, type=fields["type"], match=shown(match))

    @classmethod
    def lost_with(cls, record: Key, values: Mapping[str, Value]) -> str:
        names = ChannelAuthenticationRecordSpec.names_in(record.name)
        usual = ChannelAuthenticationRecordSpec.shipped(None)
        attributes = [
            f"{name} {', '.join(value) if isinstance(value, tuple) else value}"
            for name, value in values.items()
            if value and value != usual.get(name) and name not in ("record_description", "custom")
        ]
        what = " ".join((names["type"], names["name"], _match(names))).strip()
        return f"{what}, which has {'; '.join(attributes)}" if attributes else what


def _match(names: Mapping[str, Any]) -> str:
    """The text that a record of these name fields matches, "" for a list of blocked ones.
    `_of_match` is the way back."""
    field = MATCHING.get(names["type"], "")
    matched = str(names.get(field) or "")
    if field in ("", "address"):
        return matched
    issuer, address = names.get("ssl_certificate_issuer"), names.get("address")
    text = _escaped(matched)
    text += f"{_ISSUED_BY}{_escaped(issuer)}" if issuer else ""
    return text + (f"{_AT}{_escaped(address)}" if address else "")


def _of_match(names: Mapping[str, str], match: str) -> Mapping[str, str]:
    """The name fields of the record of a profile and type that matches so."""
    field = MATCHING.get(names["type"])
    if field is None:
        return names
    if field == "address":
        return {**names, field: match}
    rest, _, address = match.rpartition(_AT) if _AT in match else (match, "", "")
    matched, _, issuer = rest.partition(_ISSUED_BY)
    fields = {field: matched, "ssl_certificate_issuer": issuer, "address": address}
    return {**names, **{name: unquote(text) for name, text in fields.items() if text}}


def _escaped(text: str) -> str:
    """A part of a match that has none of the words between parts."""
    text = text.replace("%", "%25")
    for words in (_ISSUED_BY, _AT):
        text = text.replace(words, f"%20{words[1:]}")
    return text
