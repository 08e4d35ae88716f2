"""MQRC_NOT_AUTHORIZED of a command: whether a user may send it, where a rehearsal asks for that.

Sources: IBM's "Authorizations for MQSC commands in escape PCFs": CONNECT, and DISPLAY on the queue
manager, for any; ALTER needs CHANGE, CLEAR CLEAR, DELETE DELETE, DISPLAY DISPLAY on the object;
DEFINE needs CREATE, which no single object has, and DISPLAY on what it is like (its notes 1, 2);
with REPLACE CHANGE where the object is there (3); START and STOP need CONTROL, RESET and RESOLVE
CONTROL EXTENDED. SET and DELETE of records and REFRESH need CHANGE on the queue manager. CREATE is
granted by the class (setmqaut -n @class), or by the queue manager, as note 2 says. Policies need
INQUIRE and CHANGE on the queue manager, to be displayed too (dspmqspl, setmqspl).
"""

from collections.abc import Mapping
from typing import Any

from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.mqsc import MqscCommand, kinds_of
from queuewright.dialects.mqsc.keywords import kinds_of_object
from queuewright.kinds import EVERY
from queuewright.mq.authority_record import CLASS, SELF, object_type_of

from .authorization import Operator, authorities, is_administrator, require
from .controls import STATUSES
from .rows import CLASS_OF, Transaction

_MANAGER = "q_mgr"
_NEEDED: Mapping[str, str] = {
    "ALTER": "change",
    "CLEAR": "clear",
    "DELETE": "delete",
    "START": "control",
    "STOP": "control",
    "RESET": "control_extended",
    "RESOLVE": "control_extended",
}
_VERBS = {Action.CREATE: "DEFINE", Action.CHANGE: "ALTER", Action.DELETE: "DELETE"}
_POLICY, _OF_POLICIES = "POLICY", ("inquire", "change")
_RECORDS = ("AUTHREC", "CHLAUTH", "SECURITY")
# Object of DISPLAY -> of what it tells.
_OF_STATUS = {"CHSTATUS": "CHANNEL", "LSSTATUS": "LISTENER", "SVSTATUS": "SERVICE"}
_OF_STATUS |= {"QSTATUS": "QUEUE"}


def require_command(tx: Transaction, who: Operator, command: MqscCommand) -> None:
    """Raises CommandFailed where the user lacks an authority that the command needs."""
    _require_connected(tx, who)
    verb, word, name = command.verb, command.object, command.name
    if word == _POLICY:
        require(tx, who.user, who.groups, _MANAGER, SELF, _OF_POLICIES)
        return
    if verb in ("DISPLAY", "PING", "END"):
        if verb == "DISPLAY" and name and not _is_generic(name):
            there = type_of(word)
            if there and _exists(tx, word, name):
                _require(tx, who, there, name, "display")
        return
    if word in _RECORDS or word == "QMGR" or verb == "REFRESH":
        _require(tx, who, _MANAGER, SELF, "change")
        return
    if (object_type := _type(command)) == "":
        return
    kinds = kinds_of(command, managed=False)
    default = next((str(EVERY[kind].default_object or "") for kind in kinds), "")
    like = command.value("LIKE") or default
    exists, replaces = _exists(tx, word, name), "REPLACE" in command.parameters
    _require_change(tx, who, verb, (object_type, name), exists, replaces, like)


def require_definition(tx: Transaction, who: Operator, definition: Definition) -> None:
    """The same for a command of another dialect, which says what a command of MQSC says."""
    _require_connected(tx, who)
    kinds = definition.kinds or (definition.kind,)
    spec, name = EVERY[kinds[0]], definition.name
    if spec.mqsc.word == _POLICY:
        require(tx, who.user, who.groups, _MANAGER, SELF, _OF_POLICIES)
        return
    if (object_type := object_type_of(spec.namespace)) == "":
        return
    exists = tx.get(CLASS_OF[kinds[0]], name) is not None
    like = definition.like or str(EVERY[definition.kind].default_object or "")
    verb = _VERBS.get(definition.action, "ALTER")
    _require_change(tx, who, verb, (object_type, name), exists, definition.replace, like)


def _require_connected(tx: Transaction, who: Operator) -> None:
    _require(tx, who, _MANAGER, SELF, "connect")
    _require(tx, who, _MANAGER, SELF, "display")


def _require_change(
    tx: Transaction,
    who: Operator,
    verb: str,
    about: tuple[str, str],
    exists: bool,
    replaces: bool,
    like: str,
) -> None:
    """about: the type of the object for records, and its name. like: what DEFINE starts from."""
    object_type, name = about
    if verb != "DEFINE":
        if exists and verb in _NEEDED:  # what is not there is not found, by whomever
            _require(tx, who, object_type, name, _NEEDED[verb])
        return
    if exists and replaces:
        _require(tx, who, object_type, name, "change")
    else:
        _require_create(tx, who, object_type)
    if like:
        _require(tx, who, object_type, like, "display")


def may_see(tx: Transaction, who: Operator, word: str, row: Mapping[str, Any]) -> bool:
    """Whether DISPLAY of several shows the user this row; word: what it is asked for."""
    object_type = type_of(word)
    name = next(iter(row.values()), None)
    if not object_type or not isinstance(name, str):
        return True
    return "display" in _has(tx, who, object_type, name)


def type_of(word: str) -> str:
    """The type that records know these objects by, "" for what they know nothing of."""
    word = _OF_STATUS.get(word, word)
    if word in STATUSES:
        return ""
    kinds = kinds_of_object(managed=False).get(word, ())
    return object_type_of(EVERY[kinds[0]].namespace) if kinds else ""


def _type(command: MqscCommand) -> str:
    kinds = kinds_of(command, managed=False)
    return object_type_of(EVERY[kinds[0]].namespace) if kinds else type_of(command.object)


def _exists(tx: Transaction, word: str, name: str) -> bool:
    kinds = kinds_of_object(managed=False).get(_OF_STATUS.get(word, word), ())
    return any(tx.get(CLASS_OF[kind], name) is not None for kind in kinds if kind in CLASS_OF)


def _is_generic(name: str) -> bool:
    return name.endswith("*")


def _has(tx: Transaction, who: Operator, object_type: str, name: str) -> frozenset[str]:
    if is_administrator(tx, who.user, who.groups):
        return frozenset(("display",))
    return authorities(tx, who.user, who.groups, object_type, name)


def _require(tx: Transaction, who: Operator, object_type: str, name: str, word: str) -> None:
    require(tx, who.user, who.groups, object_type, name, (word,))


def _require_create(tx: Transaction, who: Operator, object_type: str) -> None:
    places = ((object_type, CLASS), (_MANAGER, SELF))
    if not any("create" in _has(tx, who, *place) for place in places):
        require(tx, who.user, who.groups, object_type, CLASS, ("create",))
