"""Who may use an object, in CL: AUT of the commands that create one, GRTOBJAUT, RVKOBJAUT, and
CHGOBJOWN, which comes last: whoever changes the owner may have nothing to say afterwards.

What *PUBLIC may do and the list that secures an object are two facts. AUT(LIST) sets both;
GRTOBJAUT and RVKOBJAUT change one of them. GRTOBJAUT without REPLACE(*YES) takes nothing away but
for *EXCLUDE: it is an ADD here. Sources: CRTDTAQ AUT; IBM's GRTOBJAUT, RVKOBJAUT.
"""

from collections.abc import Iterator, Mapping

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.diagnostic import shown
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.spec import Spec
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.protocol import CannotWrite
from queuewright.ibmi.object_authority import OBJECT_TYPE, ObjectAuthoritySpec
from queuewright.ibmi.owner import KEPT, OWNER, REVOKED
from queuewright.ibmi.private_authorities import PRIVATE, WORDS, in_words, whole_of

from . import rules
from .reading import Reading
from .values import BadValue, from_text, ibmi_word, to_text

_PUBLIC, _NONE = "*PUBLIC", "*NONE"
_YES_NO = ("*YES", "*NO")
_WHOLE = ("use", "change", "all")
_SETS = ("exclude", "autl")  # whatever *PUBLIC had


def of_creation(reading: Reading, text: str, values: dict[str, Value]) -> None:
    """AUT(LIST): the list secures the object, and says what *PUBLIC may do."""
    values["authority"], values["authorization_list"] = "autl", text
    reading.places["authorization_list"] = reading.places["authority"]


def granted(reading: Reading, spec: type[Spec]) -> tuple[Action, dict[str, Value]]:
    """The authorities that GRTOBJAUT gives to *PUBLIC or to a list."""
    if "AUTL" in reading.arguments:
        return _list(reading)
    if not _is_of_public(reading):
        return _granted_to_users(reading)
    values = _public(reading, spec)
    replaces = "REPLACE" in reading.arguments and reading.choice("REPLACE", _YES_NO) == "*YES"
    sets = replaces or values.get("authority") in _SETS
    return Action.CHANGE if sets else Action.ADD, values


def revoked(reading: Reading, spec: type[Spec]) -> tuple[Action, dict[str, Value]]:
    """The authorities that RVKOBJAUT takes from *PUBLIC or a list."""
    if "AUTL" in reading.arguments:
        return Action.REMOVE, _list(reading)[1]
    if not _is_of_public(reading):
        users = _users(reading, rules.REVOKED, "OBJ")
        words = _words(reading) if users else None
        if not users or words is None:
            return Action.CHANGE, {}
        return Action.REMOVE, {PRIVATE: dict.fromkeys(users, words)}
    return Action.REMOVE, _public(reading, spec)


def _list(reading: Reading) -> tuple[Action, dict[str, Value]]:
    name = reading.single("AUTL")
    if name is None:
        reading.unknown.add("authorization_list")
        return Action.CHANGE, {}
    reading.place("authorization_list", "AUTL")
    if name == _NONE:
        return Action.REMOVE, {"authorization_list": "none"}
    if name.startswith("*"):
        words = "the name of an authorization list or *NONE"
        reading.report(rules.SPECIAL_VALUE, "AUTL", words=words, found=shown(name, 40))
    return Action.CHANGE, {"authorization_list": name}


def _is_of_public(reading: Reading) -> bool:
    texts = reading.texts("USER") or []
    return [text for text, _ in texts] == [_PUBLIC]


def _granted_to_users(reading: Reading) -> tuple[Action, dict[str, Value]]:
    """AUT for users by their names."""
    users = _users(reading, rules.OTHER_GRANT, "USER")
    words = _words(reading) if users else None
    if not users or words is None:
        return Action.CHANGE, {}
    replaces = "REPLACE" in reading.arguments and reading.choice("REPLACE", _YES_NO) == "*YES"
    sets = replaces or words == ("exclude",)
    return Action.CHANGE if sets else Action.ADD, {PRIVATE: dict.fromkeys(users, words)}


def _users(reading: Reading, refused: Rule, place: str) -> list[str]:
    """The users that a command names; [] for *ALL, *PUBLIC among others, or a variable, which is
    told."""
    texts = reading.texts("USER") if "USER" in reading.arguments else []
    if texts is None:
        reading.unknown.add(PRIVATE)
        return []
    users = [text for text, _ in texts]
    if not users or any(user.startswith("*") for user in users):
        at = reading.command.offset
        reading.report(refused, at, place)
        return []
    reading.place(PRIVATE, "USER")
    return users


def _words(reading: Reading) -> tuple[str, ...] | None:
    """AUT: *CHANGE where it is left out; None for what is no authority, which is told."""
    if "AUT" not in reading.arguments:
        return ("change",)
    texts = reading.texts("AUT")
    if texts is None:
        reading.unknown.add(PRIVATE)
        return None
    words = tuple(text.removeprefix("*").lower() for text, _ in texts)
    for (text, _), word in zip(texts, words, strict=True):
        if not text.startswith("*") or word not in WORDS:
            choices = " or ".join(f"*{each.upper()}" for each in WORDS)
            reading.report(rules.SPECIAL_VALUE, "AUT", words=choices, found=shown(text, 40))
            return None
    return words


def owned(reading: Reading) -> tuple[dict[str, Value], dict[str, str]]:
    """The owner that CHGOBJOWN gives; CUROWNAUT where the owner before keeps its authorities."""
    owner = reading.single("NEWOWN")
    if owner is None:
        reading.unknown.add(OWNER)
        return {}, {}
    reading.place(OWNER, "NEWOWN")
    if owner.startswith("*"):
        words = "the name of a user profile"
        reading.report(rules.SPECIAL_VALUE, "NEWOWN", words=words, found=shown(owner, 40))
        return {}, {}
    keeps = "CUROWNAUT" in reading.arguments and reading.choice("CUROWNAUT", (REVOKED, KEPT))
    return {OWNER: owner}, {"CUROWNAUT": KEPT} if keeps == KEPT else {}


def _public(reading: Reading, spec: type[Spec]) -> dict[str, Value]:
    """AUT of *PUBLIC: *CHANGE where it is left out."""
    if "AUT" not in reading.arguments:
        return {"authority": "change"}
    texts = reading.texts("AUT")
    if texts is None:
        reading.unknown.add("authority")
        return {}
    reading.place("authority", "AUT")
    if len(texts) > 1:  # *OBJOPR *READ *EXECUTE is *USE
        words = in_words(_words(reading) or ())
        if len(words) == 1 and words[0] in _WHOLE:
            return {"authority": words[0]}
        reading.report(rules.SEVERAL_AUTHORITIES, "USER", "AUT")
        return {}
    try:
        return {"authority": from_text(spec, "authority", "AUT", texts, frozenset())}
    except BadValue as error:
        reading.report(error.rule, "AUT", "authority", **error.words)
        return {}


def text_of_creation(spec: type[Spec], values: Mapping[str, Value]) -> str:
    """The value of AUT in a command that creates. Raises CannotWrite."""
    if values["authority"] != "autl":
        return to_text(spec, "authority", values["authority"])
    listed = values.get("authorization_list")
    if not isinstance(listed, str) or listed == "none":
        raise CannotWrite('"autl" needs the list that says it; give authorization_list')
    return ibmi_word(listed)


def commands_on(
    spec: type[Spec],
    object_word: str,
    values: Mapping[str, Value],
    action: Action,
    owner_before: str = REVOKED,
) -> Iterator[str]:
    """The commands on an object that is there; object_word: its OBJ and OBJTYPE; owner_before:
    CUROWNAUT. A list is given before *PUBLIC gets more, and taken away after *PUBLIC has its own.
    Raises CannotWrite."""
    public, listed = values.get("authority"), values.get("authorization_list")
    yield from _to_users(object_word, values.get(PRIVATE), action)
    if action is Action.REMOVE:
        if listed is not None:
            yield f"RVKOBJAUT {object_word} AUTL({_list_word(listed)})"
        if public is not None:
            text = to_text(spec, "authority", public)
            yield f"RVKOBJAUT {object_word} USER({_PUBLIC}) AUT({text})"
        return
    adds = action is Action.ADD
    is_new = adds and listed == "none"  # nothing secures what was just made
    if listed is not None and listed != "none":
        yield f"GRTOBJAUT {object_word} AUTL({_list_word(listed)})"
    if public is not None:
        text = to_text(spec, "authority", public)
        replaces = "" if adds or public in _SETS else " REPLACE(*YES)"
        yield f"GRTOBJAUT {object_word} USER({_PUBLIC}) AUT({text}){replaces}"
    if listed == "none" and not is_new:
        yield f"GRTOBJAUT {object_word} AUTL({_NONE})"
    if (owner := values.get(OWNER)) is not None:
        new = ibmi_word(str(owner))
        yield f"CHGOBJOWN {object_word} NEWOWN({new}) CUROWNAUT({owner_before})"


def _to_users(object_word: str, users: Value | None, action: Action) -> Iterator[str]:
    """The commands for users with authorities of their own. Raises CannotWrite."""
    for user, granted in users.items() if isinstance(users, Mapping) else ():
        for word in granted:
            if word not in WORDS:
                raise CannotWrite(f"{PRIVATE}: {shown(word)} is not an authority")
        words = " ".join(f"*{word.upper()}" for word in granted)
        if action is Action.REMOVE:
            yield f"RVKOBJAUT {object_word} USER({ibmi_word(user)}) AUT({words})"
            continue
        sets = action is not Action.ADD and tuple(granted) != ("exclude",)
        replaces = " REPLACE(*YES)" if sets else ""
        yield f"GRTOBJAUT {object_word} USER({ibmi_word(user)}) AUT({words}){replaces}"


def render_record(definition: Definition) -> list[str]:
    """The command that gives one user exactly these authorities to an object, or takes them away.
    Raises CannotWrite."""
    definition.require_literal(CannotWrite)
    names = ObjectAuthoritySpec.names_in(definition.name)
    if names.keys() != set(ObjectAuthoritySpec.identity()):
        raise CannotWrite(f"{definition.kind} {definition.name}: it needs an object and a user")
    of_type = OBJECT_TYPE.choice(names["object_type"])
    if of_type is None:
        raise CannotWrite(f"{definition.kind} {definition.name}: it is of no type of object")
    place = "/".join(map(ibmi_word, names["name"].split("/")))
    object_word = f"OBJ({place}) OBJTYPE({of_type.cl})"
    gone = definition.action is Action.DELETE
    words = definition.values.get(ObjectAuthoritySpec.grants, ("all",) if gone else ())
    if not isinstance(words, tuple | list) or not words:
        raise CannotWrite(f"{definition.kind} {definition.name}: it needs authorities")
    words = tuple(map(str, words))
    if gone:
        return list(_to_users(object_word, {names["user"]: whole_of(words)}, Action.REMOVE))
    return list(_to_users(object_word, {names["user"]: words}, Action.CHANGE))


def _list_word(listed: Value) -> str:
    return _NONE if listed == "none" else ibmi_word(str(listed))
