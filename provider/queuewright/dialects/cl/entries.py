"""Commands on authorization list entries, and those that work on any IBM i object."""

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.diagnostic import shown
from queuewright.dialects.definition import Action, Definition
from queuewright.ibmi.authorization_list import AUTHORITIES, AuthorizationListSpec
from queuewright.kinds import IBMI_KINDS, KINDS

from . import rules
from .reading import Reading
from .tables import object_type
from .values import BadValue, from_text

_LIST = AuthorizationListSpec.kind
_PUBLIC = "*PUBLIC"
_OF_THE_LIST = "*AUTL"  # what *PUBLIC may do is what the object's list says: AUTL gave the list
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


def object_definition(reading: Reading) -> Definition | None:
    """GRTOBJAUT with AUTL or USER(*PUBLIC), CHGOBJD TEXT, DLTOBJ, and RVKOBJAUT, which changes
    nothing that is managed by itself; None for other objects."""
    kind_word = reading.single("OBJTYPE")
    kinds = tuple(kind for kind in IBMI_KINDS if object_type(kind) == kind_word)
    if "OBJTYPE" in reading.arguments and not kinds:
        return None
    kinds = kinds or tuple(IBMI_KINDS)
    name, library = reading.qualified("OBJ")
    if not name:
        reading.unknown |= {"name", "library"}
    elif name == "*ALL" or name.endswith("*"):
        reading.report(rules.GENERIC_NAME, "OBJ", name=shown(name, 40)[1:-1])
    if KINDS[kinds[0]].in_library and name:
        name = f"{reading.library(library)}/{name}"
    if reading.table.action is Action.DELETE:
        return reading.definition(kinds[0], name, Action.DELETE, kinds=kinds)
    values: dict[str, Value] = {}
    if reading.table.name == "RVKOBJAUT":
        word = "AUTL" if "AUTL" in reading.arguments else "OBJ"
        reading.report(rules.REVOKED, reading.command.offset, word)
        given = {"AUTL": reading.single("AUTL") or ""} if word == "AUTL" else {}
        return reading.definition(kinds[0], name, Action.CHANGE, values, given=given, kinds=kinds)
    attribute, keyword = "text_description", "TEXT"
    if reading.table.name == "GRTOBJAUT":
        attribute, keyword = "authority", _grant(reading)
    texts = reading.texts(keyword)
    if texts is not None and texts != [("*SAME", False)]:
        reading.place(attribute, keyword)
        try:
            values[attribute] = from_text(KINDS[kinds[0]], attribute, keyword, texts, frozenset())
        except BadValue as error:
            reading.report(error.rule, keyword, attribute, **error.words)
    elif texts is None and keyword in reading.arguments:
        reading.unknown.add(attribute)
    return reading.definition(kinds[0], name, Action.CHANGE, values, kinds=kinds)


def _grant(reading: Reading) -> str:
    """The keyword that has the object's public authority: AUTL, or AUT of USER(*PUBLIC)."""
    list_name = reading.single("AUTL")
    if list_name is not None:
        if list_name == "*NONE":
            reading.report(rules.LIST_TAKEN_AWAY, "AUTL")
            return "-"
        return "AUTL"
    if "AUTL" in reading.arguments:
        return "AUTL"
    texts = reading.texts("USER") or []
    if [text for text, _ in texts] == [_PUBLIC] and "AUT" in reading.arguments:
        granted = [text for text, _ in reading.texts("AUT") or []]
        return "-" if granted == [_OF_THE_LIST] else "AUT"
    reading.report(rules.OTHER_GRANT, reading.command.offset, "USER")
    return "-"
