"""Who a queue manager takes us for, and which authorities that user lacks for a program.

Asked with DISPLAY ENTAUTH, which tells what a user has by itself, its groups and generic profiles.
Sources: IBM MQ, DISPLAY ENTAUTH; setmqaut; authorities of MQSC commands.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from queuewright.catalogue.errors import SystemUnavailable
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed
from queuewright.kinds import is_derived, is_record, is_single, spec_of
from queuewright.mq.authorities import OBJECT_TYPES
from queuewright.mq.authority_record import object_type_of
from queuewright.systems.checking import CheckFinding, clock

from . import reading
from .carrier import Identified, Identity, MqCarrier, MqReply
from .commands import Command, Display
from .refusals import is_not_found

# Roles of mqweb: the first runs commands as the user that mqweb runs as, the second the same, and
# none that change anything.
_ADMINISTRATOR, _READER = "MQWebAdmin", "MQWebAdminRO"
_CLASS = "@class"  # whose +crt creates objects
_QMGR = "QMGR"
# Type of objects -> its word in MQSC, which setmqaut has in lower case.
_TYPES: Mapping[str, str] = {each.value: str(each.mqsc) for each in OBJECT_TYPES}


def examine(
    name: str,
    carrier: MqCarrier,
    ask: Callable[[Sequence[Command]], Sequence[MqReply]],
    declared: Collection[Key],
    observed: Iterable[Observed],
    groups: Collection[str] = (),
) -> Iterator[CheckFinding]:
    """declared: what a program declares there; observed: what is there. groups: of the user, as
    the configuration says, where the queue manager itself may not know them."""
    text = f"{carrier.address} does not tell which user it runs as; its own authorities count"
    try:
        identity = carrier.identity() if isinstance(carrier, Identified) else Identity()
    except SystemUnavailable as error:
        identity, text = Identity(), str(error).removeprefix(f"{name}: ")
    user = identity.user
    if not user:
        yield CheckFinding(name, "user", None, text)
    else:
        roles = f", roles {', '.join(identity.roles)}" if identity.roles else ""
        yield CheckFinding(name, "user", True, f"{user}{roles}")
    yield clock(name, identity.clock)
    if _READER in identity.roles and _ADMINISTRATOR not in identity.roles:
        text = f"{_READER} of mqweb changes nothing; give {user} the role MQWebUser or MQWebAdmin"
        yield CheckFinding(name, "authority", False, text)
    elif _ADMINISTRATOR in identity.roles:
        text = "MQWebAdmin runs commands as the user that mqweb runs as, which may do everything"
        yield CheckFinding(name, "authority", True, text)
    elif user:
        there = {each.key for each in observed}
        yield from _lacking(name, user, groups, ask, sorted(declared, key=str), there)


def own_user(carrier: MqCarrier) -> str:
    """The user whose authorities count, "" where the carrier does not tell."""
    try:
        identity = carrier.identity() if isinstance(carrier, Identified) else Identity()
    except SystemUnavailable:
        return ""
    return "" if _ADMINISTRATOR in identity.roles else identity.user


def _lacking(
    name: str,
    user: str,
    groups: Collection[str],
    ask: Callable[[Sequence[Command]], Sequence[MqReply]],
    declared: Sequence[Key],
    there: Collection[Key],
) -> Iterator[CheckFinding]:
    needed = {key: each for key in declared if (each := _needed(key, key in there)) is not None}
    places = list(dict.fromkeys((kind, profile) for kind, profile, _ in needed.values()))
    if not places:
        yield CheckFinding(name, "authority", None, "the program declares nothing there")
        return
    entities = [("PRINCIPAL", user), *(("GROUP", group) for group in groups)]
    asked = [(place, entity) for place in places for entity in entities]
    replies = ask([_question(*entity, *place) for place, entity in asked])
    granted: dict[tuple[str, str], set[str]] = {}
    for (place, (_, entity)), reply in zip(asked, replies, strict=True):
        if not reply.ok and not is_not_found(reply):
            text = f"{entity}'s authorities: {reply.text or reply.message_id or 'refused'}"
            yield CheckFinding(name, "authority", None, text)
            return
        granted.setdefault(place, set()).update(_granted(reply))
    lacking = False
    for key, (kind, profile, words) in needed.items():
        missing = [word for word in words if word not in granted[kind, profile]]
        if missing:
            lacking = True
            options = " ".join(f"+{word.lower()}" for word in missing)
            about = f"-n '{profile}' -t {kind.lower()}" if kind != _QMGR else "-t qmgr"
            text = f"{key.kind} {key.name}: {user} lacks {options}; grant it: setmqaut {about}"
            yield CheckFinding(name, "authority", False, f"{text} -p {user} {options}")
    if not lacking:
        yield CheckFinding(name, "authority", True, f"{user} has what {len(needed)} objects need")


def _needed(key: Key, exists: bool) -> tuple[str, str, tuple[str, ...]] | None:
    """OBJTYPE, profile, and the authorities that declaring the object takes; None where IBM has no
    type of objects for it."""
    spec = spec_of(key.kind)
    kind = _TYPES.get(object_type_of(spec.namespace))
    # A membership is an attribute of the queue manager; records are set by whoever may change it.
    if is_derived(key.kind) or is_single(key.kind) or is_record(key.kind):
        return _QMGR, "", ("CHG", "DSP")
    if kind is None:
        return None
    return (kind, key.name, ("CHG", "DSP", "DLT")) if exists else (kind, _CLASS, ("CRT",))


def _question(field: str, entity: str, kind: str, profile: str) -> Display:
    texts = {field: entity}
    if profile:
        texts["OBJNAME"] = profile
    return Display("ENTAUTH", "", {"OBJTYPE": kind}, None, (), texts)


def _granted(reply: MqReply) -> set[str]:
    words: set[str] = set()
    for row in map(reading.words, reply.rows):
        listed = row.get("AUTHLIST", ())
        items = listed if isinstance(listed, list | tuple) else str(listed).split(",")
        words.update(str(item).strip().upper() for item in items)
    if words & {"ALL", "ALLADM"}:
        words |= {"CHG", "CLR", "CRT", "CTRL", "CTRLX", "DLT", "DSP"}
    return words
