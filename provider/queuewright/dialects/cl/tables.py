"""The CL commands and their keywords, derived from the catalogue.

What is added here is only what no kind holds: the commands that work on any IBM i object, and
keywords that Queuewright does not manage.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache

from queuewright.catalogue.attribute import Attribute, Change
from queuewright.catalogue.sources import CL, Document, cl_command
from queuewright.catalogue.spec import Spec
from queuewright.dialects.definition import Action
from queuewright.ibmi.authorization_list import AuthorizationListSpec
from queuewright.ibmi.data_queue import DataQueueSpec
from queuewright.ibmi.owner import is_owned
from queuewright.kinds import IBMI_KINDS, KINDS, is_ibmi
from queuewright.mq.authority_record import AuthorityRecordSpec

# GRTMQMAUT and RVKMQMAUT.
GRANT, REVOKE = "GRTMQMAUT", "RVKMQMAUT"
POSITIONS = "OBJ OBJTYPE USER AUT MQMNAME SRVCOMP"
REQUIRED = ("OBJ", "OBJTYPE", "USER", "AUT")
# Commands on any IBM i object; the positions of the others stand with their kinds.
ON_ANY_OBJECT = {
    "GRTOBJAUT": "OBJ OBJTYPE USER AUT",
    "RVKOBJAUT": "OBJ OBJTYPE USER AUT",
    "CHGOBJD": "OBJ OBJTYPE TEXT",
    "CHGOBJOWN": "OBJ OBJTYPE NEWOWN",
    "DLTOBJ": "OBJ OBJTYPE",
    "STRJRNOBJ": "OBJ OBJTYPE JRN",
    "ENDJRNOBJ": "OBJ OBJTYPE JRN",
}
JOURNALING = ("STRJRNOBJ", "ENDJRNOBJ")
ON_AUTHORITIES = ("GRTOBJAUT", "RVKOBJAUT")
# The API that changes what no command does.
RECLAIM = "QMHQCDQ"
_STANDARD = (DataQueueSpec.kind,)  # what can be journaled, and reclaims storage
# Besides those that the catalogue and the positions give.
_MORE: Mapping[str, tuple[str, ...]] = {
    "GRTOBJAUT": ("ASPDEV", "AUTL", "REFOBJ", "REFOBJTYPE", "REFASPDEV", "REPLACE"),
    "RVKOBJAUT": ("ASPDEV", "AUTL"),
    "CHGOBJD": ("ASPDEV", "USECOUNT", "ALWCHGOBJOWN", "DAYS"),
    "CHGOBJOWN": ("ASPDEV", "CUROWNAUT"),
    "DLTOBJ": ("ASPDEV", "RMVMSG"),
    "STRJRNOBJ": ("IMAGES", "LOGLVL"),
    "ENDJRNOBJ": ("LOGLVL",),
    "CRTLIB": ("ASPDEV",),
    **dict.fromkeys(("CRTOUTQ", "CHGOUTQ"), ("NDSSVR", "LDAPSVR")),  # of directories
    "DLTLIB": ("ASPDEV",),
}
SAME_WORDS = frozenset(("*SAME", *(spec.cl.default for spec in KINDS.values() if spec.cl.default)))


@dataclass(frozen=True, slots=True)
class ClPlace:
    """Where a kind's attribute stands in a command: keyword, element of a list (from 1), part of
    a qualified name (1: object, 2: library)."""

    keyword: str
    element: int | None = None
    qualifier: int | None = None


@dataclass(frozen=True, slots=True)
class CommandTable:
    """One command. `kinds` that it may mean; `type_keyword` (QTYPE, ...) tells them apart by
    `types` (special value -> kind), `default_type` where it may be left out. `unset` are the words
    that leave an attribute alone. `keywords` are all that the table knows; an
    `abridged` command has more."""

    name: str
    action: Action
    kinds: tuple[str, ...]
    name_keyword: str
    positions: tuple[str, ...]
    keywords: frozenset[str]
    required: tuple[str, ...] = ()
    from_keyword: str | None = None
    type_keyword: str | None = None
    types: Mapping[str, str] = field(default_factory=dict)
    default_type: str | None = None
    unset: frozenset[str] = frozenset()
    places: Mapping[str, Mapping[str, ClPlace]] = field(default_factory=dict)
    document: Document = CL
    abridged: bool = False


@cache
def commands() -> Mapping[str, CommandTable]:
    """Every command of ours by its name."""
    tables: dict[str, CommandTable] = {}
    for spec in KINDS.values():
        for name, action in _actions(spec).items():
            if name not in tables:
                tables[name] = _table(name, action)
    users = AuthorizationListSpec.cl.positions
    for name, action in (
        ("ADDAUTLE", Action.ADD),
        ("CHGAUTLE", Action.CHANGE),
        ("RMVAUTLE", Action.REMOVE),
    ):
        table = _plain(name, action, (AuthorizationListSpec.kind,), users[name], ("AUTL", "USER"))
        tables[name] = table
    objects = tuple(kind for kind in IBMI_KINDS if is_owned(KINDS[kind]))  # no entry is one
    for name, positions in ON_ANY_OBJECT.items():
        action = Action.DELETE if name == "DLTOBJ" else Action.CHANGE
        kinds = _STANDARD if name in JOURNALING else objects
        tables[name] = _plain(name, action, kinds, positions, ("OBJ", "OBJTYPE"))
    changing = _plain(RECLAIM, Action.CHANGE, _STANDARD, "DTAQ AUTORCL", ("DTAQ",))
    places = {"automatic_reclaim": ClPlace("AUTORCL")}
    tables[RECLAIM] = replace(changing, places=dict.fromkeys(_STANDARD, places))
    for name, action in ((GRANT, Action.CREATE), (REVOKE, Action.CHANGE)):
        tables[name] = _plain(name, action, (AuthorityRecordSpec.kind,), POSITIONS, REQUIRED)
    return tables


def knows_keyword(command: str, keyword: str) -> bool:
    """Whether `command` is ours and has the keyword."""
    table = commands().get(command)
    return table is not None and keyword in table.keywords


def is_program(command: str) -> bool:
    """Whether it is a program, which CALL runs, and no command."""
    table = commands()[command]
    return command == RECLAIM or any(
        KINDS[kind].cl.called and KINDS[kind].cl.create == command for kind in table.kinds
    )


def object_type(kind: str) -> str:
    """`*MSGQ` for a message queue, as OBJTYPE has it."""
    return KINDS[kind].namespace


@cache
def others_of_name(spec: type[Spec]) -> tuple[str, ...]:
    """The keywords that name an object of IBM i besides the first; a library has none."""
    if spec.in_library or not is_ibmi(spec.kind):
        return ()
    described = (spec.fields_described()[name].cl for name in spec.identity()[1:])
    return tuple(cl.keyword for cl in described if cl is not None)


@cache
def attribute_places(spec: type[Spec], command: str, action: Action) -> Mapping[str, ClPlace]:
    """Attribute -> place, of one kind in one of its commands, in the order of the catalogue."""
    places: dict[str, ClPlace] = {}
    keywords_before: set[str] = set()
    for name, attribute in spec.attributes().items():
        cl = attribute.cl
        if cl is None or not _belongs(spec, attribute, command, action):
            continue
        shared = sum(
            attribute.cl is not None
            and attribute.cl.keyword == cl.keyword
            and attribute.cl.command == cl.command
            for attribute in spec.attributes().values()
        )
        qualifier = None
        if cl.element is None and shared > 1:  # RMTDTAQ(LIBRARY/NAME) is two attributes
            qualifier = 2 if cl.keyword in keywords_before else 1
        keywords_before.add(cl.keyword)
        places[name] = ClPlace(cl.keyword, cl.element, qualifier)
    return places


def _belongs(spec: type[Spec], attribute: Attribute, command: str, action: Action) -> bool:
    assert attribute.cl is not None
    own = attribute.cl.command
    if own is not None:
        return own == command
    if action is Action.CREATE or not is_ibmi(spec.kind):
        return True
    # CHGMSGQ changes neither what only a new queue can have nor AUT (GRTOBJAUT does that).
    return attribute.change is not Change.REPLACE and attribute.cl.keyword != "AUT"


def _actions(spec: type[Spec]) -> dict[str, Action]:
    """The commands of a kind by name; one that sets, changes and removes is that which sets."""
    words = spec.cl
    actions = (
        (words.delete, Action.DELETE),
        (words.copy, Action.CREATE),
        (words.change, Action.CHANGE),
        (words.create, Action.CREATE),
    )
    return {name: action for name, action in actions if name}


def _table(name: str, action: Action) -> CommandTable:
    specs = [spec for spec in KINDS.values() if name in _actions(spec)]
    words = specs[0].cl
    copied = words.copied if name == words.copy else None
    name_keyword = copied[1] if copied else words.name
    required = [name_keyword, *others_of_name(specs[0])] if name_keyword else []
    positions = tuple(words.positions[name].split())
    keywords = {name_keyword, *positions, *_MORE.get(name, ())} - {"-", ""}
    keywords |= {parameter.keyword for parameter in words.called if name == words.create}
    types = {special: spec.kind for spec in specs for keyword, special in spec.cl.fixed}
    type_keyword = next((keyword for keyword, _ in words.fixed), None)
    assumed = [spec.cl.fixed[0][1] for spec in specs if spec.cl.assumed]
    default_type = assumed[0] if assumed and action is Action.CREATE else None
    if copied:
        required.append(copied[0])
    elif type_keyword and action is Action.CREATE and not assumed:
        required.append(type_keyword)
    places: dict[str, Mapping[str, ClPlace]] = {}
    if action is not Action.DELETE:
        if type_keyword is not None:
            keywords.add(type_keyword)
        for spec in specs:
            places[spec.kind] = attribute_places(spec, name, action)
            keywords |= {place.keyword for place in places[spec.kind].values()}
    changing = action is Action.CHANGE or copied is not None
    unset = {"*SAME"} if changing else set()
    if words.default and not changing:
        unset.add(words.default)
    return CommandTable(
        name,
        action,
        tuple(spec.kind for spec in specs),
        name_keyword,
        positions,
        frozenset(keywords),
        tuple(required),
        copied[0] if copied else None,
        type_keyword,
        types,
        default_type,
        frozenset(unset),
        places,
        cl_command(name),
        name in words.abridged,
    )


def _plain(
    name: str, action: Action, kinds: tuple[str, ...], words: str, required: tuple[str, ...]
) -> CommandTable:
    positions = tuple(words.split())
    return CommandTable(
        name,
        action,
        kinds,
        positions[0],
        positions,
        frozenset((*positions, *_MORE.get(name, ()))),
        required,
        document=cl_command(name),
    )
