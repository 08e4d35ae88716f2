"""Which authorities each type of object has, and what ALL, ALLADM and ALLMQI stand for.

Sources: IBM's SET AUTHREC and setmqaut, "Authorizations for different object types": ALLADM is
what administers an object but CRT, ALLMQI every MQI call with its context, ALL both and SYSTEM.
"""

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache

from queuewright.catalogue.attribute import Choice
from queuewright.catalogue.platform import Platform

from .choices import choice

NONE, ALL, ALL_ADMIN, ALL_MQI, CREATE = "none", "all", "all_admin", "all_mqi", "create"
# MQAUTH_ constant, number, the words of MQSC and of GRTMQMAUT; in the order of IBM's tables.
AUTHORITIES: tuple[Choice, ...] = tuple(
    choice(f"MQAUTH_{constant}", number, mqsc, f"*{cl}")
    for constant, number, mqsc, cl in (
        ("NONE", 0, "NONE", "NONE"),
        ("ALT_USER_AUTHORITY", 1, "ALTUSR", "ALTUSR"),
        ("BROWSE", 2, "BROWSE", "BROWSE"),
        ("CHANGE", 3, "CHG", "ADMCHG"),
        ("CLEAR", 4, "CLR", "ADMCLR"),
        ("CONNECT", 5, "CONNECT", "CONNECT"),
        ("CREATE", 6, "CRT", "ADMCRT"),
        ("DELETE", 7, "DLT", "ADMDLT"),
        ("DISPLAY", 8, "DSP", "ADMDSP"),
        ("INPUT", 9, "GET", "GET"),
        ("INQUIRE", 10, "INQ", "INQ"),
        ("OUTPUT", 11, "PUT", "PUT"),
        ("PASS_ALL_CONTEXT", 12, "PASSALL", "PASSALL"),
        ("PASS_IDENTITY_CONTEXT", 13, "PASSID", "PASSID"),
        ("SET", 14, "SET", "SET"),
        ("SET_ALL_CONTEXT", 15, "SETALL", "SETALL"),
        ("SET_IDENTITY_CONTEXT", 16, "SETID", "SETID"),
        ("CONTROL", 17, "CTRL", "CTRL"),
        ("CONTROL_EXTENDED", 18, "CTRLX", "CTRLX"),
        ("PUBLISH", 19, "PUB", "PUB"),
        ("SUBSCRIBE", 20, "SUB", "SUB"),
        ("RESUME", 21, "RESUME", "RESUME"),
        ("SYSTEM", 22, "SYSTEM", "SYSTEM"),
        ("ALL", -1, "ALL", "ALL"),
        ("ALL_ADMIN", -2, "ALLADM", "ALLADM"),
        ("ALL_MQI", -3, "ALLMQI", "ALLMQI"),
    )
)
# MQOT_ constant, number, the words of MQSC and of GRTMQMAUT.
OBJECT_TYPES: tuple[Choice, ...] = tuple(
    choice(f"MQOT_{constant}", number, mqsc, cl)
    for constant, number, mqsc, cl in (
        ("Q", 1, "QUEUE", "*Q"),
        ("Q_MGR", 5, "QMGR", "*MQM"),
        ("CHANNEL", 6, "CHANNEL", "*CHL"),
        ("CLNTCONN_CHANNEL", 1014, "CLNTCONN", "*CLTCN"),
        ("TOPIC", 8, "TOPIC", "*TOPIC"),
        ("PROCESS", 3, "PROCESS", "*PRC"),
        ("NAMELIST", 2, "NAMELIST", "*NMLIST"),
        ("AUTH_INFO", 7, "AUTHINFO", "*AUTHINFO"),
        ("COMM_INFO", 9, "COMMINFO", None),
        ("LISTENER", 11, "LISTENER", "*LSR"),
        ("SERVICE", 12, "SERVICE", "*SVC"),
        ("REMOTE_Q_MGR_NAME", 1017, "RQMNAME", "*RMTMQMNAME"),
    )
)
_CONTEXT = (
    "pass_all_context", "pass_identity_context", "set_all_context", "set_identity_context",
)  # fmt: skip
# Object type -> the MQI authorities, and those of administration but CRT. Each type but a remote
# queue manager's name, which only stands for what is sent there, has CRT.
_MQI: Mapping[str, tuple[str, ...]] = {
    "q": ("browse", "input", "inquire", "output", "set", *_CONTEXT),
    "q_mgr": (
        "alt_user_authority", "connect", "inquire", "set", "set_all_context",
        "set_identity_context",
    ),
    "topic": ("publish", "subscribe", "resume", *_CONTEXT),
    "process": ("inquire", "set"),
    "namelist": ("inquire",),
    "auth_info": ("inquire",),
    "remote_q_mgr_name": ("output",),
}  # fmt: skip
_USUAL = ("change", "delete", "display")
_ADMIN: Mapping[str, tuple[str, ...]] = {
    "q": (*_USUAL, "clear"),
    "q_mgr": (*_USUAL, "control"),
    "channel": (*_USUAL, "control", "control_extended"),
    "topic": (*_USUAL, "clear", "control"),
    "listener": (*_USUAL, "control"),
    "service": (*_USUAL, "control"),
    "remote_q_mgr_name": (),
}
_SYSTEM = {"q_mgr": ("system",)}
_PLACES = {each.value: place for place, each in enumerate(AUTHORITIES)}
_GENERIC = (ALL, ALL_ADMIN, ALL_MQI)


def _stands_for(object_type: str, word: str) -> tuple[str, ...]:
    mqi = _MQI.get(object_type, ())
    admin = _ADMIN.get(object_type, _USUAL)
    if word == ALL_MQI:
        return mqi
    return admin if word == ALL_ADMIN else (*mqi, *admin, *_SYSTEM.get(object_type, ()))


@lru_cache(64)
def authorities_of(object_type: str) -> frozenset[str]:
    """Every word that a record of objects of the type takes; nothing for a type that MQ has not."""
    if all(object_type != each.value for each in OBJECT_TYPES):
        return frozenset()
    own = _stands_for(object_type, ALL)
    create = () if object_type == "remote_q_mgr_name" else (CREATE,)
    return frozenset((NONE, *_GENERIC, *own, *create))


@lru_cache(4096)  # many records have the same
def _in_full(object_type: str, words: tuple[str, ...]) -> tuple[str, ...]:
    every: set[str] = set()
    for word in words:
        every.update(_stands_for(object_type, word) if word in _GENERIC else (word,))
    every.discard(NONE)
    unknown = [word for word in words if word not in _PLACES]
    known = sorted((word for word in every if word in _PLACES), key=_PLACES.__getitem__)
    return (*known, *unknown) or (NONE,)


def in_full(object_type: str, words: Iterable[str]) -> tuple[str, ...]:
    """The single authorities that the words give, each once and in the order of IBM's tables;
    ("none",) where they give nothing. Words that MQ does not have stay, at the end."""
    return _in_full(object_type, tuple(words))


def left_of_added(added: Collection[str], removed: Collection[str]) -> tuple[str, ...]:
    """The single authorities that one command adds which removes some as well. Of a command that
    removes more than it adds, such as `-all +get`, these are all: it sets them anew. Otherwise an
    authority that is in both is not granted: IBM says that the two lists should be mutually
    exclusive, and not which of them counts (Set Authority Record, AuthorityAdd)."""
    if set(added) < set(removed):
        return tuple(added)
    return tuple(word for word in added if word not in removed)


def in_short(object_type: str, words: Iterable[str]) -> tuple[str, ...]:
    """The fewest words that mean the same: ("all",), ("all_mqi", "display")."""
    return _in_short(object_type, tuple(words))


@lru_cache(4096)
def _in_short(object_type: str, words: tuple[str, ...]) -> tuple[str, ...]:
    left = list(in_full(object_type, words))
    shortened: list[str] = []
    for word in _GENERIC:
        meant = _stands_for(object_type, word)
        if len(meant) > 1 and set(meant) <= set(left):
            shortened.append(word)
            left = [each for each in left if each not in meant]
    return (*shortened, *left)


# Groups whose members may do everything, and the group that each user is in ("" for none): IBM's
# "Authority to administer IBM MQ on UNIX, Linux, and Windows", and on IBM i; "Principals and
# groups".
_ADMINISTRATORS: Mapping[Platform, frozenset[str]] = {
    Platform.WINDOWS: frozenset(("mqm", "Administrators")),
    Platform.IBMI: frozenset(("QMQMADM",)),
    Platform.ZOS: frozenset(),
}
_EVERYBODY: Mapping[Platform, str] = {
    Platform.WINDOWS: "",
    Platform.IBMI: "*PUBLIC",
    Platform.ZOS: "",
}
_ADMINISTRATOR: Mapping[Platform, frozenset[str]] = {
    Platform.WINDOWS: frozenset(("mqm", "SYSTEM", "MUSR_MQADMIN")),
    Platform.IBMI: frozenset(("QMQM", "QSECOFR")),
    Platform.ZOS: frozenset(),
}


def administrators(platform: Platform) -> frozenset[str]:
    """The groups whose members may do everything, which no record takes away."""
    return _ADMINISTRATORS.get(platform, frozenset(("mqm",)))


def administrator_users(platform: Platform) -> frozenset[str]:
    """The users that the product itself makes members of those groups."""
    return _ADMINISTRATOR.get(platform, frozenset(("mqm",)))


def as_compared(platform: Platform, name: str) -> str:
    """The name of a user or group as names are compared: on Windows whatever their case.

    Source: Microsoft, Active Directory Schema: SAM-Account-Name, of syntax String(Unicode).
    """
    return name.casefold() if platform is Platform.WINDOWS else name


def administers(platform: Platform, user: str, groups: Iterable[str]) -> str:
    """Why a user may do everything, "" where records decide."""

    def is_among(name: str, names: Iterable[str]) -> bool:
        return as_compared(platform, name) in {as_compared(platform, each) for each in names}

    group = next((name for name in groups if is_among(name, administrators(platform))), "")
    if group:
        return f"group {group} administers the queue manager"
    own = is_among(user, administrator_users(platform))
    return f"user {user} administers the queue manager" if own else ""


def everybody(platform: Platform) -> str:
    """The group that each user is in, whose records count for a user who has no others; "" for
    none."""
    return _EVERYBODY.get(platform, "nobody")
