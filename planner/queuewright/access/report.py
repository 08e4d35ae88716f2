"""A question about access to a queue manager, and its answer."""

from collections.abc import Iterator
from dataclasses import dataclass

from queuewright.catalogue.diagnostic import first_few
from queuewright.catalogue.platform import Platform
from queuewright.mq.authorities import administrators, everybody
from queuewright.world.authority_records import RECORDS, Entity, Grant, ProtectedObject
from queuewright.world.expected import Expected

from .connection import ConnectionOutcome, InboundCaller, InboundConnection, connection_of
from .rights import Right, Rights


@dataclass(frozen=True, slots=True)
class Question:
    """user: what a user may do who is in `groups`; only groups: what each of them may do; neither:
    what everybody may do. object: with the objects of this name, "" for all. caller: what becomes
    of a connection, and what its user may do."""

    user: str = ""
    groups: tuple[str, ...] = ()
    object: str = ""
    caller: InboundCaller | None = None


@dataclass(frozen=True, slots=True)
class Access:
    """The answer. source: what was looked at, in a few words. entities, records: how many groups
    and principals there are, and records. unused: records whose profile fits no object there.
    is_known: whether the records could be read. is_administrator: whether the user may do
    everything; its rights are only listed for an object that is asked about."""

    system: str
    source: str
    question: Question
    rights: tuple[Right, ...]
    entities: int = 0
    records: int = 0
    unused: tuple[Grant, ...] = ()
    connection: InboundConnection | None = None
    notes: tuple[str, ...] = ()
    is_known: bool = True
    is_administrator: bool = False


def access(world: Expected, system: str, question: Question, source: str) -> Access:
    """The answer to a question. Raises BadName where the name in a certificate is none."""
    rights = Rights(world, system)
    places = rights.named(question.object) if question.object else rights.places
    caller = question.caller
    connection = None if caller is None else connection_of(rights, caller)
    found: Iterator[Right] = iter(())
    user = _user(question, connection)
    is_administrator = bool(user and rights.administers(user, question.groups))
    if user and (question.object or not is_administrator):
        found = rights.of_user(user, question.groups, places)
    elif not user and connection is None:
        groups = [Entity("group", name) for name in question.groups]
        found = rights.table(places, groups)
    is_known = _is_known(world, system)
    return Access(
        system,
        source,
        question,
        tuple(found),
        len(rights.entities),
        len(rights.records.grants),
        rights.unused if question == Question() and rights.objects else (),
        connection,
        tuple(_notes(rights, question, user, places, is_known)),
        is_known,
        is_administrator,
    )


def _user(question: Question, connection: InboundConnection | None) -> str:
    """The user whose rights are asked for, "" for none."""
    if connection is None:
        return question.user
    return "" if connection.outcome is ConnectionOutcome.REFUSED else connection.user


def _is_known(world: Expected, system: str) -> bool:
    """Whether the records could be read."""
    reached = world.facts(system).kinds
    return reached is None or not RECORDS.isdisjoint(reached)


def _notes(
    rights: Rights,
    question: Question,
    user: str,
    places: object,
    is_known: bool,
) -> Iterator[str]:
    system, platform = rights.system, rights.platform
    if platform is Platform.ZOS:
        yield (
            f"{system} is on z/OS, where the external security manager (RACF) decides: it has no "
            "authority records"
        )
        return
    if not is_known:
        yield f"authority records of {system} cannot be read the way it is reached"
    if rights.unknown:
        count = len(rights.unknown)
        yield f"the authorities of {count} record{'s' * (count > 1)} are secret, and left out"
    part = [grant for grant in rights.records.grants if grant.is_part]
    if part:
        named = ", ".join(first_few([f"{g.profile.pattern} of {g.entity}" for g in part]))
        records = f"{len(part)} record{'s' * (len(part) > 1)}"
        yield f"the script does not say what {records} had before it: {named}"
    administers = rights.administers(user, question.groups) if user else ""
    if administers:
        yield f"{administers}: {user} may do everything with every object"
    if user and not question.groups and not administers:
        yield f"no --group is given: {user} is taken to be in no group"
    if user and not administers and everybody(platform):
        group = everybody(platform)
        yield f"records of {group} count where neither {user} nor a group of it has one"
    groups = " and ".join(sorted(administrators(platform)))
    if not user:
        yield f"who is in {groups} may do everything, whatever the records say"
    if question.object and not places:
        yield f"nothing on {system} is called {question.object}"


def unknown_object(answer: Access) -> bool:
    """Whether the question names an object that is not there, and that no record is about."""
    named = f"nothing on {answer.system} is called {answer.question.object}"
    return bool(answer.question.object) and named in answer.notes


__all__ = ["Access", "ProtectedObject", "Question", "access", "unknown_object"]
