"""mq:AuthorityRecord. Sources: IBM's Set Authority Record (PCF), SET AUTHREC."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Annotated, Any, ClassVar

from pydantic import Field

from queuewright.catalogue.about import AuthorityProfile, NamedObject
from queuewright.catalogue.attribute import Attribute, Change, Pcf, Ref, Strength, Value
from queuewright.catalogue.commands import MqscCommands, PcfCommands
from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.joint_check import JointCheck, joint
from queuewright.catalogue.names import generic_profile, no_control_characters
from queuewright.catalogue.platform import MULTIPLATFORMS
from queuewright.catalogue.references import CHANNELS, Role
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import MQSC, SET_AUTHORITY_RECORD, SETMQAUT
from queuewright.catalogue.spec import Lifecycle, Spec

from .authorities import AUTHORITIES as WORDS
from .authorities import OBJECT_TYPES, authorities_of, in_full

SELF = "self"  # what a queue manager calls its own profile
CLASS = "@class"  # its profile about what may be created
_QUEUE_MANAGER = "q_mgr"
# The name space of a type's objects.
_NAMESPACES: Mapping[str, str] = MappingProxyType(
    {
        "q": "queue",
        "namelist": "namelist",
        "process": "process",
        "topic": "topic",
        "channel": "channel",
        "clntconn_channel": "client-connection channel",
        "auth_info": "authinfo",
        "comm_info": "comminfo",
        "listener": "listener",
        "service": "service",
    }
)


def namespace_of(object_type: str) -> str:
    """The name space of a type's objects, "" where they are no objects of a kind."""
    return _NAMESPACES.get(object_type, "")


def object_type_of(namespace: str) -> str:
    """The type that records know the objects of a name space by, "" for none."""
    return next((kind for kind, space in _NAMESPACES.items() if space == namespace), "")


ONE_ENTITY = Rule(
    "one-entity",
    "An authority record is of one group or one principal",
    "{given}",
    "give exactly one of group and principal",
    (MQSC.at("SET AUTHREC PRINCIPAL, GROUP"), SET_AUTHORITY_RECORD.at("GroupNames")),
    "group",
)
NO_SUCH_AUTHORITY = Rule(
    "no-such-authority",
    "An authority that objects of the type do not have",
    "objects of type {type} have no {words}",
    "they have {known}",
    (SETMQAUT.at("Authorizations for different object types"), MQSC.at("SET AUTHREC AUTHADD")),
    "authorities",
)


LOCKED_OUT = Rule(
    "locked-out",
    "A plan takes from its own user the right to connect",
    "you would lose {words}: {who}",
    "keep it in the record, or run the plan as another user",
    (MQSC.at("SET AUTHREC AUTHRMV"),),
    "authorities",
)


def _attribute(title: str, mqsc: str, pcf: tuple[str, str, int, str], **facts: Any) -> Attribute:
    sources = (SET_AUTHORITY_RECORD.at(pcf[0]), MQSC.at(f"SET AUTHREC {mqsc}"))
    return Attribute(
        title=title,
        sources=sources,
        mqsc=mqsc,
        pcf=Pcf(*pcf),
        platforms=MULTIPLATFORMS,
        **facts,
    )


_ENTITY: dict[str, Any] = {
    "max_length": 1024,
    "syntax": no_control_characters,
    "change": Change.REPLACE,
}
PROFILE = _attribute(
    "Profile name",
    "PROFILE",
    ("ProfileName", "MQCACF_AUTH_PROFILE_NAME", 3067, "MQCFST"),
    max_length=48,
    syntax=generic_profile,
    change=Change.REPLACE,
    required=True,
    reference=Ref(
        (
            Role.QUEUE,
            Role.MODEL_QUEUE,
            Role.TOPIC,
            Role.PROCESS,
            Role.NAMELIST,
            Role.AUTHENTICATION_INFORMATION,
            Role.COMMUNICATION_INFORMATION,
            Role.LISTENER,
            Role.SERVICE,
            *CHANNELS,
        ),
        Strength.SOFT,
    ),
)
OBJECT_TYPE = _attribute(
    "Object type",
    "OBJTYPE",
    ("ObjectType", "MQIACF_OBJECT_TYPE", 1016, "MQCFIN"),
    choices=OBJECT_TYPES,
    change=Change.REPLACE,
    required=True,
)
GROUP = _attribute(
    "Group",
    "GROUP",
    ("GroupNames", "MQCACF_GROUP_ENTITY_NAMES", 3066, "MQCFSL"),
    **_ENTITY,
)
PRINCIPAL = _attribute(
    "Principal",
    "PRINCIPAL",
    ("PrincipalNames", "MQCACF_PRINCIPAL_ENTITY_NAMES", 3065, "MQCFSL"),
    **_ENTITY,
)
AUTHORITIES = _attribute(
    "Authorities",
    "AUTHADD",
    ("AuthorityAdd", "MQIACF_AUTH_ADD_AUTHS", 1116, "MQCFIL"),
    choices=WORDS,
    max_items=len(WORDS),
    mqsc_removed="AUTHRMV",
    mqsc_shown="AUTHLIST",
    pcf_removed=Pcf("AuthorityRemove", "MQIACF_AUTH_REMOVE_AUTHS", 1117, "MQCFIL"),
    pcf_shown=Pcf("AuthorizationList", "MQIACF_AUTHORIZATION_LIST", 1115, "MQCFIL"),
    nothing="none",
)


@joint(ONE_ENTITY, of=("name", "group", "principal"))
def one_entity(values: Mapping[str, Any], _: SystemFacts | None) -> Iterator[Diagnostic]:
    """PRINCIPAL, GROUP: one of them, and not both."""
    group, principal = values.get("group"), values.get("principal")
    if bool(group) is bool(principal):
        both = f"group is {group!r} and principal is {principal!r}"
        yield ONE_ENTITY(given=both if group else "neither group nor principal is given")


@joint(NO_SUCH_AUTHORITY, of=("authorities",))
def authorities_of_the_type(
    values: Mapping[str, Any], _: SystemFacts | None
) -> Iterator[Diagnostic]:
    """Each type of object has some of the authorities."""
    object_type, words = values.get("object_type"), values.get("authorities")
    known = authorities_of(object_type) if isinstance(object_type, str) else frozenset()
    if not known or not isinstance(words, list | tuple):
        return
    wrong = [word for word in dict.fromkeys(words) if word not in known]
    if wrong:
        have = ", ".join(each.value for each in WORDS if each.value in known)
        yield NO_SUCH_AUTHORITY(type=object_type, words=", ".join(map(str, wrong)), known=have)


class AuthorityRecordSpec(Spec):
    """The authorities of a group or a principal on the objects that a profile names."""

    kind: ClassVar[str] = "mq:AuthorityRecord"
    lifecycle: ClassVar[Lifecycle] = Lifecycle.RECORD
    mqsc: ClassVar[MqscCommands] = MqscCommands(
        "AUTHREC", keeps_authorities=False, entity=("ENTITY", "ENTTYPE")
    )
    pcf: ClassVar[PcfCommands] = PcfCommands(
        object="AUTH_REC",
        numbers={"SET": 90, "DELETE": 89, "INQUIRE": 87},
        name="ProfileName",
        title="Authority Record",
    )
    namespace: ClassVar[str] = "authority record"
    module: ClassVar[tuple[str, str]] = ("authorities", "Authority records")
    grants: ClassVar[str] = "authorities"
    entities: ClassVar[tuple[str, ...]] = ("group", "principal")
    checks: ClassVar[tuple[JointCheck, ...]] = (one_entity, authorities_of_the_type)

    name: Annotated[str, PROFILE]
    object_type: Annotated[str, OBJECT_TYPE]
    group: Annotated[str | None, GROUP] = None
    principal: Annotated[str | None, PRINCIPAL] = None
    authorities: Annotated[Annotated[tuple[str, ...], Field(strict=False)] | None, AUTHORITIES] = (
        None
    )

    @classmethod
    def identity(cls) -> tuple[str, ...]:
        return ("name", "object_type", "group", "principal")

    @classmethod
    def named(cls, names: Mapping[str, Any]) -> Mapping[str, Any]:
        """A queue manager has one profile of its own, whatever it is called."""
        if names.get("object_type") == _QUEUE_MANAGER and names.get("name") != CLASS:
            return {**names, "name": SELF}
        return names

    @classmethod
    def in_full(cls, names: Mapping[str, Any], values: Mapping[str, Value]) -> Mapping[str, Value]:
        words = values.get("authorities")
        if not isinstance(words, list | tuple):
            return values
        full = in_full(str(names.get("object_type")), words)
        return values if full == words else {**values, "authorities": full}

    @classmethod
    def lets_in(cls, names: Mapping[str, Any]) -> frozenset[str]:
        is_own = names.get("object_type") == _QUEUE_MANAGER and names.get("name") == SELF
        return frozenset(("connect",)) if is_own else frozenset()

    @classmethod
    def names_object(cls, names: Mapping[str, Any]) -> NamedObject | None:
        """The object of a profile that is no generic one."""
        name, space = names.get("name"), _NAMESPACES.get(str(names.get("object_type")))
        if space is None or not isinstance(name, str) or name == CLASS or is_generic(name):
            return None
        return NamedObject(space, name)

    @classmethod
    def profile_of(cls, names: Mapping[str, Any]) -> AuthorityProfile | None:
        """The objects of the profile; a queue manager's own profile and its class are no objects of
        a name space, and neither is the name of a remote queue manager."""
        name, object_type = names.get("name"), str(names.get("object_type"))
        if not isinstance(name, str):
            return None
        return AuthorityProfile(object_type, namespace_of(object_type), name)


_PARTS = re.compile(r"\.\*\*$|^\*\*\.|\*\*|\*|\?|[^*?]")
_END, _PLAIN, _END_AFTER_ANY = -1, 0, 2
_RANKS: Mapping[str, int] = MappingProxyType({"?": 1, ".**": 3, "*": 4, "**": 5, "**.": 5})


_MATCHED = re.compile(rf"\.\*\*\.|{_PARTS.pattern}")
_PATTERNS: Mapping[str, str] = MappingProxyType({
    "?": "[^.]",
    "*": "[^.]*",
    "**": ".*",
    ".**": r"(?:\..*)?",
    ".**.": r"\.(?:.*\.)?",
    "**.": r"(?:.*\.)?",
})  # fmt: skip


@lru_cache(4096)
def generic_pattern(profile: str) -> re.Pattern[str]:
    """The names that fit a profile: ? is one character, * any of a qualifier, ** any qualifiers or
    none, wherever it stands (IBM's "Using OAM generic profiles", "Using wildcard characters")."""
    return re.compile(
        "".join(_PATTERNS.get(part, re.escape(part)) for part in _MATCHED.findall(profile))
    )


_HEAD = re.compile(r"([^*?]*?)(\.\*\*|\*\*|\*|\?)\Z")


def fits_profile(profile: str, name: str) -> bool:
    """Whether a name fits a profile. Profiles that only end generic need no pattern, which takes
    long to make of each of many."""
    match = _HEAD.match(profile)
    if match is None:
        return generic_pattern(profile).fullmatch(name) is not None
    head, ends = match.groups()
    rest = name[len(head) :]
    if not name.startswith(head):
        return False
    if ends == ".**":
        return not rest or rest.startswith(".")
    return ends == "**" or ("." not in rest and (ends == "*" or len(rest) == 1))


_GENERIC = frozenset("*?@[{")


def is_generic(profile: str) -> bool:
    """Whether a profile names several objects: IBM's "Using OAM generic profiles"."""
    return profile != CLASS and not _GENERIC.isdisjoint(profile)


@lru_cache(65_536)
def specificity(profile: str) -> tuple[Any, ...]:
    """Sorts profiles that fit one name, the most specific first.

    A profile without generic characters comes first. The others are compared from left to right:
    where they differ, a character that is not generic is more specific than a generic one, and ? is
    more than *, which is more than ** (IBM's "Profile priorities"). Where a profile with * ends,
    one that goes on is more specific, unless it goes on with any qualifiers.
    """
    places = [_RANKS.get(part, _PLAIN) for part in _PARTS.findall(profile)]
    ends = _END if max(places, default=_PLAIN) <= _RANKS["?"] else _END_AFTER_ANY
    return is_generic(profile), (*places, ends), profile
