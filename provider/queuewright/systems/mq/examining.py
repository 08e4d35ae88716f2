"""Who a queue manager takes us for, and which authorities that user lacks for a program.

Asked with DISPLAY ENTAUTH, which tells what a user has by itself, its groups and generic profiles.
Sources: IBM MQ, DISPLAY ENTAUTH; setmqaut; authorities of MQSC commands.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from queuewright.catalogue.errors import SystemUnavailable
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed
from queuewright.kinds import is_derived, spec_of
from queuewright.systems.checking import CheckFinding, clock

from . import reading
from .carrier import Identified, Identity, MqCarrier, MqReply
from .commands import Command, Display
from .refusals import is_not_found

# Roles of mqweb: the first runs commands as the user that mqweb runs as, the second the same, and
# none that change anything.
_ADMINISTRATOR, _READER = "MQWebAdmin", "MQWebAdminRO"
_CLASS = "@class"  # whose +crt creates objects


def examine(
    name: str,
    carrier: MqCarrier,
    ask: Callable[[Sequence[Command]], Sequence[MqReply]],
    declared: Collection[Key],
    observed: Iterable[Observed],
) -> Iterator[CheckFinding]:
    """declared: what a program declares there; observed: what is there."""
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
        yield from _lacking(name, user, ask, sorted(declared, key=str), there)


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
    ask: Callable[[Sequence[Command]], Sequence[MqReply]],
    declared: Sequence[Key],
    there: Collection[Key],
) -> Iterator[CheckFinding]:
    needed = [_needed(key, key in there) for key in declared]
    asked = list(dict.fromkeys((kind, profile) for kind, profile, _ in needed))
    if not asked:
        yield CheckFinding(name, "authority", None, "the program declares nothing there")
        return
    replies = ask([_question(user, *each) for each in asked])
    granted = {}
    for place, reply in zip(asked, replies, strict=True):
        if not reply.ok and not is_not_found(reply):
            text = f"{user}'s authorities: {reply.text or reply.message_id or 'refused'}"
            yield CheckFinding(name, "authority", None, text)
            return
        granted[place] = _granted(reply)
    lacking = False
    for key, (kind, profile, words) in zip(declared, needed, strict=True):
        missing = [word for word in words if word not in granted[kind, profile]]
        if missing:
            lacking = True
            options = " ".join(f"+{word.lower()}" for word in missing)
            about = f"-n '{profile}' -t {_type(kind)}" if kind != "QMGR" else "-t qmgr"
            text = f"{key.kind} {key.name}: {user} lacks {options}; grant it: setmqaut {about}"
            yield CheckFinding(name, "authority", False, f"{text} -p {user} {options}")
    if not lacking:
        yield CheckFinding(name, "authority", True, f"{user} has what {len(declared)} objects need")


def _needed(key: Key, exists: bool) -> tuple[str, str, tuple[str, ...]]:
    """OBJTYPE, profile, and the authorities that declaring the object takes."""
    if is_derived(key.kind):
        return "QMGR", "", ("CHG", "DSP")
    kind = spec_of(key.kind).namespace.upper()
    return (kind, key.name, ("CHG", "DSP", "DLT")) if exists else (kind, _CLASS, ("CRT",))


def _type(kind: str) -> str:
    return kind.lower()


def _question(user: str, kind: str, profile: str) -> Display:
    texts = {"PRINCIPAL": user}
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
