"""A CL command read into a `Definition`: canonical values, and problems with their places."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from queuewright.catalogue.attribute import SYNTAX, Value
from queuewright.catalogue.diagnostic import shown
from queuewright.catalogue.names import mq_name
from queuewright.catalogue.spec import Spec
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.each_object import OnEachObject
from queuewright.kinds import KINDS, is_mq

from . import authority_records, rules
from .apart import apart
from .authorities import of_creation
from .elements import has_elements, texts_of_lists
from .entries import entry_definition, object_definition
from .parser import ClCommand, ClItem, ClProgram, ItemKind
from .reading import Reading, split_name
from .tables import GRANT, ON_ANY_OBJECT, REVOKE, ClPlace, CommandTable, commands, others_of_name
from .values import BadValue, from_text

# CHGMSGQ MSGQ: queues that a user profile or a work station has, which no program declares.
_OF_USERS = ("*USRPRF", "*WRKSTN")
# Words that the parameters of the command itself take.
_YES_NO = ("*YES", "*NO")
_NAME_LENGTH = 48  # MQ_Q_MGR_NAME_LENGTH
_NOT_APART = "*NONCLTCN"  # DLTMQMCHL CHLTYPE: any channel but those of clients


def definitions(script: ClProgram) -> list[Definition]:
    """The definitions of a script, without commands on other objects."""
    return [each for command in script.commands for each in definitions_in(command)]


def definitions_in(command: ClCommand) -> tuple[Definition, ...]:
    """The definitions of one command: a record for each user of GRTMQMAUT and RVKMQMAUT, one for
    each object that is journaled, else one, or none."""
    if command.name in (GRANT, REVOKE):
        reading = Reading(command, commands()[command.name])
        return authority_records.record_definitions(reading, _system(reading))
    read = map(definition, apart(command))
    return tuple(one for one in read if one is not None)


def on_each_object(command: ClCommand) -> OnEachObject | None:
    """The effect of GRTMQMAUT and RVKMQMAUT with *ALL on records of the objects that there are."""
    if command.name not in (GRANT, REVOKE):
        return None
    reading = Reading(command, commands()[command.name])
    return authority_records.on_each_object(reading, _system(reading))


def definition(command: ClCommand) -> Definition | None:
    """The definition of one command; None for an object that is not managed (GRTOBJAUT of a
    program).

    Never raises: what is wrong is in `problems`.
    """
    if command.name in (GRANT, REVOKE):
        return next(iter(definitions_in(command)), None)
    reading = Reading(command, commands()[command.name])
    if reading.table.name in ON_ANY_OBJECT:
        return object_definition(reading)
    if reading.table.name in ("ADDAUTLE", "CHGAUTLE", "RMVAUTLE"):
        return entry_definition(reading)
    return _own(reading)


def created_library(command: ClCommand) -> str:
    """The library that CRTLIB creates, "" where its name is no literal one."""
    for position, argument in enumerate(command.arguments):
        if argument.keyword == "LIB" or (argument.keyword is None and not position):
            items = argument.values
            return items[0].text if len(items) == 1 and items[0].kind is ItemKind.WORD else ""
    return ""


def _own(reading: Reading) -> Definition | None:
    """A command that creates, changes or deletes an object by its own name."""
    table = reading.table
    kinds = _kinds(reading)
    in_library = KINDS[kinds[0]].in_library
    if table.name == "CHGMSGQ" and _text(reading, table.name_keyword) in _OF_USERS:
        return None
    if others_of_name(KINDS[kinds[0]]):
        name = _several_names(reading, KINDS[kinds[0]])
    elif table.name_keyword:
        name = _name(reading, table.name_keyword, in_library)
    else:  # the queue manager itself
        name = KINDS[kinds[0]].usual_names()["name"]
    if table.action is Action.DELETE or _removes(reading, KINDS[kinds[0]]):
        system = _system(reading)
        return reading.definition(kinds[0], name, Action.DELETE, system=system, kinds=kinds)
    values, given, fitting = _values(reading, kinds)
    if len(fitting) == 1:
        values |= _implied(KINDS[fitting[0]])
        if table.action is Action.CREATE and table.from_keyword is None:
            _required(reading, KINDS[fitting[0]], values)
    like = None
    if table.from_keyword is not None:
        like = _name(reading, table.from_keyword, in_library)
        if not like and table.from_keyword in reading.arguments:
            like = None
    replace = "REPLACE" in table.keywords and reading.choice("REPLACE", _YES_NO) == "*YES"
    replace = replace or KINDS[fitting[0]].mqsc.anew_by_default
    # CHGMQMQ; on IBM i FORCE is an attribute
    force = "FORCE" in table.positions and reading.choice("FORCE", _YES_NO) == "*YES"
    return reading.definition(
        fitting[0],
        name,
        table.action,
        values,
        like=like,
        replace=replace,
        force=force,
        system=_system(reading),
        given=given,
        kinds=fitting,
    )


def _removes(reading: Reading, spec: type[Spec]) -> bool:
    """Whether a parameter makes a removal of a command that sets otherwise: SETMQMSPL REMOVE."""
    removal = spec.cl.removal if spec.cl.delete == spec.cl.create else ()
    return any(reading.choice(keyword, _YES_NO) == word for keyword, word in removal)


def _text(reading: Reading, keyword: str) -> str:
    """The single unquoted word of a parameter, "" for anything else."""
    argument = reading.arguments.get(keyword)
    items = argument.values if argument else ()
    return items[0].text if len(items) == 1 and items[0].kind is ItemKind.WORD else ""


def _implied(spec: type[Spec]) -> dict[str, Value]:
    """Values that CL has no keyword for, as it has no other: CRTMQMLSR makes a listener of TCP."""
    described = spec.attributes()
    selecting = {name: described[name] for name in spec.selecting() if described[name].cl is None}
    return {name: each.shipped for name, each in selecting.items() if each.shipped is not None}


def _required(reading: Reading, spec: type[Spec], values: Mapping[str, Value]) -> None:
    """Parameters that this kind needs, though the command's table calls them optional."""
    table = reading.table
    for name, attribute in spec.attributes().items():
        if not attribute.required or name in values or name in reading.unknown:
            continue
        keyword = table.places[spec.kind][name].keyword
        types = "".join(
            f" with {table.type_keyword}({word})"
            for word, kind in table.types.items()
            if kind == spec.kind
        )
        needing, sources = f"{table.name}{types}", attribute.sources
        place = reading.command.offset
        reading.report(rules.NEEDED, place, name, sources=sources, command=needing, keyword=keyword)
        reading.unknown.add(name)


def _system(reading: Reading) -> str:
    """MQMNAME: *DFT, or the name of a queue manager (CRTMQMQ: `Name`, at most 48 bytes)."""
    if "MQMNAME" not in reading.table.keywords:
        return ""
    name = reading.single("MQMNAME")
    if name is None or name == "*DFT":
        return ""
    if name.startswith("*"):
        reading.report(
            rules.SPECIAL_VALUE, "MQMNAME", words="*DFT or a name", found=shown(name, 40)
        )
    elif problem := next(mq_name(name), None):
        form, remediation = problem
        form = f"MQMNAME={shown(name, 40)}: {form}"
        reading.report(SYNTAX, "MQMNAME", form=form, remediation=remediation)
    elif len(name) > _NAME_LENGTH:
        limit, found = f"{_NAME_LENGTH} bytes", shown(name, 60)
        reading.report(rules.TOO_LONG, "MQMNAME", limit=limit, found=found, length=len(name))
    return name


def _name(reading: Reading, keyword: str, in_library: bool) -> str:
    argument = reading.arguments.get(keyword)
    if argument is None:
        return ""
    attribute = "name" if keyword == reading.table.name_keyword else None
    if attribute:
        reading.place(attribute, keyword)
    if not in_library:
        item = argument.values[0]
        unquoted = item.kind is ItemKind.WORD and len(argument.values) == 1
        beside = _beside_name(reading.table)
        name = reading.name(keyword, argument.values[:1] if beside else None)
        if name is None and attribute:
            reading.unknown.add(attribute)
        if name and unquoted and "/" in name and is_mq(reading.table.kinds[0]):
            reading.report(rules.UNQUOTED_SLASH, keyword, found=shown(name, 40))
        return name or ""
    name, library = reading.qualified(keyword)
    if not name:
        reading.unknown |= {"name", "library"}
        return ""
    return f"{reading.library(library)}/{name}"


def _several_names(reading: Reading, spec: type[Spec]) -> str:
    """The name of what several keywords name, each `LIBRARY/NAME`."""
    names: dict[str, str] = {}
    for field, keyword in zip(spec.identity(), (spec.cl.name, *others_of_name(spec)), strict=True):
        if keyword not in reading.arguments:
            continue
        reading.place(field, keyword)
        text = reading.name(keyword)
        if text is None:
            reading.unknown.add(field)
        names[field] = text or ""
    return spec.name_of(names) if all(names.values()) else ""


def _kinds(reading: Reading) -> tuple[str, ...]:
    """The kinds that the command may mean."""
    table = reading.table
    if table.type_keyword is None or table.type_keyword not in table.keywords:
        return table.kinds
    keyword = table.type_keyword
    argument = reading.arguments.get(keyword)
    deletes = table.action is Action.DELETE
    together = tuple(kind for kind in table.kinds if not (deletes and KINDS[kind].cl.removal))
    if argument is None:
        kind = table.types.get(table.default_type or "")
        return (kind,) if kind else together
    text = reading.single(keyword)
    if text is None:
        return together
    if text in table.types:
        return (table.types[text],)
    if deletes and keyword == "CHLTYPE" and text == _NOT_APART:
        return together
    reading.report(
        rules.SPECIAL_VALUE, keyword, words=" or ".join(table.types), found=shown(text, 40)
    )
    return table.kinds


def _values(
    reading: Reading, kinds: tuple[str, ...]
) -> tuple[dict[str, Value], dict[str, Any], tuple[str, ...]]:
    """Attributes, unmanaged keywords, and the kinds that have all the keywords given."""
    table = reading.table
    own = {table.name_keyword, table.from_keyword, table.type_keyword, "MQMNAME", "REPLACE"}
    own.update(others_of_name(KINDS[kinds[0]]))
    own.update(keyword for keyword, _ in KINDS[kinds[0]].cl.removal)
    if "FORCE" in table.positions:
        own.add("FORCE")
    values: dict[str, Value] = {}
    given: dict[str, Any] = {}
    by_keyword = {kind: _grouped(table.name, kind) for kind in kinds}
    fitting = list(kinds)
    for keyword in reading.arguments:
        if keyword in own and not (keyword == table.name_keyword and _beside_name(table)):
            continue
        having = [kind for kind in fitting if keyword in by_keyword[kind]]
        if having and not (len(kinds) > 1 and _unset(reading, keyword)):
            fitting = having
        if not having:
            _stray(reading, keyword, kinds, given)
            continue
        places = by_keyword[having[0]][keyword]
        _read(reading, KINDS[having[0]], keyword, places, values)
    return values, given, tuple(fitting)


def _beside_name(table: CommandTable) -> bool:
    """Whether attributes stand beside the name, as values of its keyword."""
    places = (place for of_kind in table.places.values() for place in of_kind.values())
    return any(place.keyword == table.name_keyword for place in places)


@cache
def _grouped(command: str, kind: str) -> Mapping[str, Mapping[str, ClPlace]]:
    """Keyword -> attributes and their places, of one kind in one command."""
    grouped: dict[str, dict[str, ClPlace]] = {}
    for name, place in commands()[command].places[kind].items():
        grouped.setdefault(place.keyword, {})[name] = place
    return grouped


def _unset(reading: Reading, keyword: str) -> bool:
    """Whether the parameter only says that the attribute stays as it is."""
    values = reading.arguments[keyword].values
    return (
        len(values) == 1
        and values[0].kind in (ItemKind.WORD, ItemKind.QUOTED)
        and values[0].text in _unset_words(reading.table, keyword)
    )


def _unset_words(table: CommandTable, keyword: str) -> frozenset[str]:
    # CRTMQMQ IMGRCOVQ lists *SAME where every other attribute of CRTMQMQ has *SYSDFTQ.
    return frozenset(("*SAME",)) if keyword == "IMGRCOVQ" else table.unset


def _stray(reading: Reading, keyword: str, kinds: tuple[str, ...], given: dict[str, Any]) -> None:
    """A keyword of the command that none of these kinds has."""
    table = reading.table
    if _unset(reading, keyword):
        return
    owners = [kind for kind in table.kinds if keyword in _grouped(table.name, kind)]
    if owners and table.type_keyword is not None:
        words = {
            "type": table.type_keyword,
            "types": ", ".join(word for word, kind in table.types.items() if kind in owners),
            "own": ", ".join(word for word, kind in table.types.items() if kind in kinds),
        }
        name = next(iter(_grouped(table.name, owners[0])[keyword]))
        sources = KINDS[owners[0]].attributes()[name].sources
        reading.report(rules.WRONG_TYPE, keyword, name, sources=sources, **words)
        return
    lists = any(item.kind is ItemKind.GROUP for item in reading.arguments[keyword].values)
    texts = None if lists else reading.texts(keyword)  # it may well take lists inside a list
    if texts is not None:
        given[keyword] = " ".join(text for text, _ in texts)
    reading.report(rules.PARAMETER_NOT_MANAGED, keyword)


def _read(
    reading: Reading,
    spec: type[Spec],
    keyword: str,
    places: Mapping[str, ClPlace],
    values: dict[str, Value],
) -> None:
    """Read one parameter into the attributes that share its keyword."""
    if _unset(reading, keyword):
        if keyword == "IMGRCOVQ":  # *SAME: "The attribute is unchanged"
            reading.kept.update(places)
        return
    argument = reading.arguments[keyword]
    items: tuple[ClItem, ...] = argument.values
    described = spec.attributes()
    lists = any(has_elements(described[name]) for name in places)
    if len(items) == 1 and items[0].kind is ItemKind.GROUP and not lists:
        items = items[0].items
    elements = [place.element for place in places.values() if place.element is not None]
    if elements and len(items) > max(elements):
        most = f"{max(elements)} elements"
        reading.report(rules.TOO_MANY_VALUES, keyword, most=most, count=len(items), instead="")
        items = items[: max(elements)]
    for name, place in places.items():
        own = items
        if place.element is not None:
            own = items[place.element - 1 : place.element]
            left = {"*N", *_unset_words(reading.table, keyword)}
            if not own or (own[0].kind is ItemKind.WORD and own[0].text in left):
                continue
        reading.places[name] = reading.command.statement.place(
            own[0].offset if place.element is not None else argument.offset
        )
        if lists:
            texts = texts_of_lists(reading, keyword, described[name], own)
        else:
            texts = reading.texts(keyword, own)
        if texts is None:
            reading.unknown.add(name)
            continue
        if place.qualifier is not None and len(texts) == 1:
            library, slash, object_name = split_name(texts[0][0])
            if place.qualifier == 2:
                if not slash:
                    continue
                texts = [(library, False)]
            else:
                texts = [(object_name, False)]
        if name == "authority" and spec.is_secured() and len(texts) == 1:
            word = texts[0][0]
            if not word.startswith("*"):
                of_creation(reading, word, values)
                continue
        try:
            values[name] = from_text(
                spec, name, keyword, texts, _unset_words(reading.table, keyword)
            )
        except BadValue as error:
            offset = own[0].offset if own else argument.offset
            sources = described[name].sources
            reading.report(error.rule, offset, name, sources=sources, **error.words)
            reading.unknown.add(name)
