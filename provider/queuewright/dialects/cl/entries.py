"""Commands on authorization list entries, and those that work on any IBM i object."""

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.diagnostic import shown
from queuewright.dialects.definition import Action, Definition
from queuewright.ibmi.authorization_list import AUTHORITIES, AuthorizationListSpec
from queuewright.kinds import KINDS

from . import authorities, journaling, rules
from .reading import Reading
from .tables import JOURNALING, object_type
from .values import BadValue, from_text

_LIST = AuthorizationListSpec.kind
_PUBLIC = "*PUBLIC"
_ON_AUTHORITIES = {"GRTOBJAUT": authorities.granted, "RVKOBJAUT": authorities.revoked}
_MOST_USERS = 50  # ADDAUTLE USER: values, up to 50 repetitions


def entry_definition(reading: Reading) -> Definition | None:
    """ADDAUTLE, CHGAUTLE and RMVAUTLE: users of an authorization list, in `values["users"]`.

    CHGAUTLE USER(*PUBLIC) is the list's `authority`. A removed user has no authorities.
    """
    name = reading.name("AUTL")
    if name is None:
        reading.unknown.add("name")
    elif name.endswith("*"):
        reading.report(rules.GENERIC_NAME, "AUTL", name=name)
    users = _users(reading)
    granted = _authorities(reading) if reading.table.action is not Action.REMOVE else ()
    values: dict[str, Value] = {}
    public = [user for user in users if user == _PUBLIC]
    if public and reading.table.name != "CHGAUTLE":
        reading.report(rules.OF_PUBLIC, "USER")
    elif public and granted is not None:
        if len(granted) == 1:
            values["authority"] = granted[0]
        else:
            reading.report(rules.SEVERAL_AUTHORITIES, "USER", "AUT")
    named = {user: granted for user in users if user != _PUBLIC and granted is not None}
    if named:
        values["users"] = named
        reading.place("users", "USER")
    return reading.definition(_LIST, name or "", reading.table.action, values, kinds=(_LIST,))


def _users(reading: Reading) -> list[str]:
    if "USER" not in reading.arguments:
        return []
    texts = reading.texts("USER")
    if texts is None:
        reading.unknown.add("users")
        return []
    if len(texts) > _MOST_USERS:
        most = f"up to {_MOST_USERS} users"
        instead = "use two commands"
        reading.report(rules.TOO_MANY_VALUES, "USER", most=most, count=len(texts), instead=instead)
    for text, _ in texts:
        if text.startswith("*") and text != _PUBLIC:
            found = shown(text, 40)
            reading.report(
                rules.SPECIAL_VALUE, "USER", words="the name of a user profile", found=found
            )
    return [text for text, _ in texts if not text.startswith("*") or text == _PUBLIC]


def _authorities(reading: Reading) -> tuple[str, ...] | None:
    if "AUT" not in reading.arguments:
        return ("change",)  # ADDAUTLE AUT: *CHANGE where it is left out
    texts = reading.texts("AUT")
    if texts is None:
        reading.unknown.add("users")
        return None
    authorities = []
    for text, _ in texts:
        authority = text.removeprefix("*").lower()
        if not text.startswith("*") or authority not in AUTHORITIES:
            words = " or ".join(f"*{word.upper()}" for word in AUTHORITIES)
            reading.report(rules.SPECIAL_VALUE, "AUT", words=words, found=shown(text, 40))
            return None
        authorities.append(authority)
    return tuple(authorities)


def object_definition(reading: Reading, *, is_generic: bool = False) -> Definition | None:
    """The commands of `ON_ANY_OBJECT`; None for objects that are not ours. is_generic: the name
    may stand for several, which the caller finds."""
    kind_word = reading.single("OBJTYPE")
    kinds = tuple(kind for kind in reading.table.kinds if object_type(kind) == kind_word)
    if is_generic and kind_word == "*ALL":
        kinds = reading.table.kinds
    if "OBJTYPE" in reading.arguments and not kinds:
        return None
    kinds = kinds or reading.table.kinds
    name, library = reading.qualified("OBJ")
    if not name:
        reading.unknown |= {"name", "library"}
    elif not is_generic and (name == "*ALL" or name.endswith("*")):
        reading.report(rules.GENERIC_NAME, "OBJ", name=shown(name, 40)[1:-1])
    if KINDS[kinds[0]].in_library and name:
        name = f"{reading.library(library)}/{name}"
    if reading.table.action is Action.DELETE:
        return reading.definition(kinds[0], name, Action.DELETE, kinds=kinds)
    spec = KINDS[kinds[0]]
    if reading.table.name in _ON_AUTHORITIES:
        action, values = _ON_AUTHORITIES[reading.table.name](reading, spec)
        return reading.definition(kinds[0], name, action, values, kinds=kinds)
    if reading.table.name in JOURNALING:
        values = journaling.journaled(reading)
        return reading.definition(kinds[0], name, Action.CHANGE, values, kinds=kinds)
    if reading.table.name == "CHGOBJOWN":
        values, given = authorities.owned(reading)
        return reading.definition(kinds[0], name, Action.CHANGE, values, given=given, kinds=kinds)
    values = {}
    texts = reading.texts("TEXT")
    if texts is not None and texts != [("*SAME", False)]:
        reading.place("text_description", "TEXT")
        try:
            values["text_description"] = from_text(
                spec, "text_description", "TEXT", texts, frozenset()
            )
        except BadValue as error:
            reading.report(error.rule, "TEXT", "text_description", **error.words)
    elif texts is None and "TEXT" in reading.arguments:
        reading.unknown.add("text_description")
    return reading.definition(kinds[0], name, Action.CHANGE, values, kinds=kinds)
