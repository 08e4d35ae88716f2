"""Authority records and channel authentication that give too much, or nothing."""

import re
from collections.abc import Iterator

from queuewright.access.rights import rights_of
from queuewright.catalogue.diagnostic import Diagnostic, Severity
from queuewright.catalogue.key import Key
from queuewright.catalogue.platform import Platform
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import (
    CHANGE_QUEUE_MANAGER,
    EXTERNAL_USERS,
    MQSC,
    PRINCIPALS_AND_GROUPS,
    SETMQAUT,
    USER_BASED_PERMISSIONS,
)
from queuewright.kinds import spec_of
from queuewright.mq.authentication_information import LdapAuthenticationSpec
from queuewright.mq.authorities import (
    ALL,
    administrator_users,
    administrators,
    everybody,
    in_full,
)
from queuewright.mq.authority_record import CLASS, is_generic
from queuewright.mq.connection_matching import BadName, distinguished_name
from queuewright.world.authority_records import Grant, ProtectedObject, grant_of
from queuewright.world.world import World

from .check import finds
from .declarations import OF_IBM
from .subject import Subject

_AUTHREC, _CHLAUTH = MQSC.at("SET AUTHREC"), MQSC.at("SET CHLAUTH")
# Commands are sent there; who may put to it may administer the queue manager.
_COMMANDS = ProtectedObject("q", "SYSTEM.ADMIN.COMMAND.QUEUE")
_OPENING = frozenset(("output", "input", "browse", "set", "change", "clear", "delete"))
_UNIX = frozenset((Platform.AIX, Platform.LINUX, Platform.OTHER_UNIX))
_PROFILE_OF_IBMI = re.compile(r"[A-Z$#@][A-Z0-9$#@_]{0,9}\Z")

LIMITS_NOTHING = Rule(
    "limits-nothing",
    "An authority record for administrators limits nothing",
    "{who} may do everything, whatever this record says",
    "take the record away, or authorize another group",
    (SETMQAUT.at("Usage notes"), _AUTHREC),
    "authorities",
    Severity.NOTE,
    "QW801",
)
MAPS_TO_ADMINISTRATOR = Rule(
    "maps-to-administrator",
    "A channel authentication record makes callers administrators",
    "{user} may do everything on the queue manager",
    "map to a user of the application, and authorize its group",
    (_CHLAUTH,),
    "mca_user_identifier",
    Severity.WARNING,
    "QW802",
)
FOR_EVERYBODY = Rule(
    "for-everybody",
    "An authority record is for everybody",
    "every user is in {group}",
    "authorize the group of those who need it",
    (SETMQAUT.at("Usage notes"), _AUTHREC),
    "authorities",
    Severity.WARNING,
    "QW803",
)
NO_SUCH_OBJECT = Rule(
    "profile-of-no-object",
    "An authority record is about an object that is not there",
    "no {type} of this name is {there}",
    "declare it, or correct the profile",
    (_AUTHREC,),
    "name",
    Severity.WARNING,
    "QW804",
)
FITS_NOTHING = Rule(
    "profile-fits-nothing",
    "A generic profile fits no object",
    "no {type} that is {there} fits it: it is only for objects to come",
    "correct the profile, or take the record away",
    (_AUTHREC,),
    "name",
    Severity.NOTE,
    "QW805",
)
OPENS_SYSTEM_OBJECTS = Rule(
    "opens-system-objects",
    "The queue manager's own objects are open",
    "{who} has {words} on {name} through it",
    "give a profile that only fits objects of the application, or a more specific one for "
    "SYSTEM.** with no authority",
    (SETMQAUT.at("Usage notes"), _AUTHREC),
    "authorities",
    Severity.WARNING,
    "QW806",
)
RECORDS_DISABLED = Rule(
    "chlauth-disabled",
    "Channel authentication is disabled",
    "no channel authentication record counts: any client may assert any user, administrators too",
    'set it "enabled", and records for the connections that are wanted',
    (CHANGE_QUEUE_MANAGER.at("ChannelAuthenticationRecords"), MQSC.at("ALTER QMGR, CHLAUTH")),
    "channel_authentication_records",
    Severity.WARNING,
    "QW807",
)
NO_PROFILE_OF_IBMI = Rule(
    "no-user-profile",
    "An authority record is for somebody who cannot be on IBM i",
    "{name} is not the name of a user profile: up to 10 characters of A-Z, 0-9, $, #, @ and _",
    "name a user or group profile",
    (_AUTHREC,),
    severity=Severity.WARNING,
    page="QW808",
)
FOR_PRIMARY_GROUP = Rule(
    "for-primary-group",
    "An authority record for a user authorizes a whole group",
    "unless qm.ini has SecurityPolicy=user or UserExternal, the primary group of {name} is "
    "authorized, and all its members",
    "authorize the group, or set SecurityPolicy=user in qm.ini, restart, and silence this rule",
    (
        PRINCIPALS_AND_GROUPS.at("AIX and Linux systems"),
        USER_BASED_PERMISSIONS.at("Changes in behavior"),
        EXTERNAL_USERS.at("About this task"),
    ),
    "principal",
    Severity.NOTE,
    "QW811",
)
NO_DISTINGUISHED_NAME = Rule(
    "no-distinguished-name",
    "A certificate's name that matches nothing",
    "{part} is not an attribute of a distinguished name",
    'give attributes and values, such as "CN=app*,O=shop"',
    (_CHLAUTH,),
    severity=Severity.WARNING,
    page="QW809",
)


@finds(
    LIMITS_NOTHING, FOR_EVERYBODY, NO_SUCH_OBJECT, FITS_NOTHING, OPENS_SYSTEM_OBJECTS,
    NO_PROFILE_OF_IBMI, FOR_PRIMARY_GROUP,
)  # fmt: skip
def authority_record(subject: Subject, world: World) -> Iterator[Diagnostic]:
    """An authority record of a queue manager."""
    key, spec = subject.key, spec_of(subject.key.kind)
    words = subject.values.get(spec.grants) if spec.entities else None
    grant = grant_of(key, words) if isinstance(words, list | tuple) else None
    if grant is None:
        return
    platform = world.facts(key.system).platform
    name = grant.entity.name
    admins = administrators(platform) if grant.entity.field == "group" else frozenset[str]()
    if grant.entity.field == "principal":
        admins = administrator_users(platform)
    if name in admins:
        # The queue manager itself makes records for them: of everything, and of its classes.
        if grant.profile.pattern != CLASS and set(in_full(grant.profile.object_type, (ALL,))) - set(
            grant.authorities
        ):
            yield LIMITS_NOTHING(key, words, who=str(grant.entity))
        return
    is_profile = name == everybody(platform) or _PROFILE_OF_IBMI.match(name) is not None
    if platform is Platform.IBMI and not is_profile:
        yield NO_PROFILE_OF_IBMI(key, name, attribute=grant.entity.field, name=name)
    if not grant.authorities:
        return
    is_user = grant.entity.field == "principal" and platform in _UNIX
    if is_user and not _groups_are_in_ldap(key.system, world):
        yield FOR_PRIMARY_GROUP(key, name, name=name)
    if name == everybody(platform) or name == "*":
        yield FOR_EVERYBODY(key, words, group=name)
    yield from _opening(grant, world)
    yield from _fitting(grant, world)


def _groups_are_in_ldap(system: str, world: World) -> bool:
    """Whether the users and groups of a queue manager are not those of its machine (AUTHORMD)."""
    named = world.of_queue_manager(system, "connection_authentication")
    ldap = Key(system, LdapAuthenticationSpec.kind, str(named))
    return ldap in world and world.value(ldap, "authorization_method") not in (None, "os")


def _opening(grant: Grant, world: World) -> Iterator[Diagnostic]:
    """A generic profile that gives applications what only the queue manager's commands need."""
    key, profile = grant.key, grant.profile
    if profile.object_type != _COMMANDS.object_type or not is_generic(profile.pattern):
        return
    counts = rights_of(world, key.system).records.grant(_COMMANDS, grant.entity)
    words = sorted(_OPENING.intersection(grant.authorities))
    if words and counts is not None and counts.key == key:
        words_given = ", ".join(words)
        yield OPENS_SYSTEM_OBJECTS(
            key, grant.authorities, who=str(grant.entity), words=words_given, name=_COMMANDS.name
        )


def _fitting(grant: Grant, world: World) -> Iterator[Diagnostic]:
    """A profile of no object that is known."""
    key, profile = grant.key, grant.profile
    system = key.system
    is_of_ibm = profile.pattern.startswith(OF_IBM) or profile.pattern == CLASS
    if is_of_ibm or not profile.namespace or world.is_part(system):
        return
    rights, is_read = rights_of(world, system), world.is_read(system)
    if grant.key not in rights.unused_keys or not (is_read or _declares(world, grant)):
        return
    there = "there or declared" if is_read else "declared"
    rule = FITS_NOTHING if is_generic(profile.pattern) else NO_SUCH_OBJECT
    yield rule(key, profile.pattern, type=profile.namespace, there=there)


def _declares(world: World, grant: Grant) -> bool:
    """Whether objects of the type are declared: a script that only sets records is about objects
    of another one."""
    objects = rights_of(world, grant.key.system).objects.get(grant.profile.namespace, {})
    return any(key in world.declared for key in objects.values())


@finds(MAPS_TO_ADMINISTRATOR, NO_DISTINGUISHED_NAME)
def channel_authentication(subject: Subject, world: World) -> Iterator[Diagnostic]:
    """A record that lets administrators in, or nobody."""
    key, spec = subject.key, spec_of(subject.key.kind)
    if not spec.admits:
        return
    user = subject.values.get("mca_user_identifier")
    if isinstance(user, str) and user in administrator_users(world.facts(key.system).platform):
        yield MAPS_TO_ADMINISTRATOR(key, user, user=user)
    names = spec.names_in(key.name)
    for field in ("ssl_peer_name", "ssl_certificate_issuer"):
        try:
            distinguished_name(names.get(field, ""))
        except BadName as error:
            yield NO_DISTINGUISHED_NAME(key, names[field], attribute=field, part=repr(str(error)))


@finds(RECORDS_DISABLED)
def disabled(subject: Subject, _: World) -> Iterator[Diagnostic]:
    """A queue manager whose records do not count."""
    value = subject.values.get(str(RECORDS_DISABLED.attribute))
    if value == "disabled":
        yield RECORDS_DISABLED(subject.key, value)


CHECKS = (authority_record, channel_authentication, disabled)
