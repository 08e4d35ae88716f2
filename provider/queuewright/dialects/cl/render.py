"""Definitions written as CL commands.

One object may need several commands: what CRTMSGQ cannot set follows in CHGMSGQ, the users of an
authorization list in ADDAUTLE, text and authority of an existing object in CHGOBJD and GRTOBJAUT.
"""

from collections.abc import Iterator, Mapping

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.diagnostic import shown
from queuewright.catalogue.platform import Platform
from queuewright.catalogue.spec import Spec
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.protocol import CannotWrite
from queuewright.ibmi.authorization_list import AUTHORITIES as OF_LISTS
from queuewright.ibmi.authorization_list import AuthorizationListSpec
from queuewright.ibmi.journal import JOURNAL
from queuewright.ibmi.owner import REVOKED, is_owned
from queuewright.ibmi.private_authorities import WHO
from queuewright.kinds import is_ibmi, is_record, spec_of

from . import authorities, journaling
from .authority_records import render_record
from .calls import call_reclaim, call_to_create
from .tables import ClPlace, attribute_places, commands, object_type, others_of_name
from .values import ibmi_word, to_text, word

_LIST = AuthorizationListSpec.kind
_WIDTH = 72  # of a source record; SEU shows 80 columns


def render(definition: Definition) -> list[str]:
    """The commands that say it, each on one line. Raises CannotWrite where CL has no words."""
    if spec_of(definition.kind).entities and definition.action is not Action.INQUIRE:
        write = authorities.render_record if is_ibmi(definition.kind) else render_record
        return write(definition)
    if not others_of_name(spec_of(definition.kind)):
        definition.require_ordinary(CannotWrite)
    is_of_items = definition.removed or definition.action is Action.ADD
    if is_of_items and spec_of(definition.kind).mqsc.anew_by_default:
        reason = f"{spec_of(definition.kind).cl.change} gives all of a policy; write it as MQSC"
        raise CannotWrite(f"{definition.kind} {definition.name}: {reason}")
    match definition.action:
        case Action.CREATE:
            return _create(definition)
        case Action.DELETE:
            return [_delete(definition)]
        case Action.REMOVE if spec_of(definition.kind).is_secured():
            spec, values = spec_of(definition.kind), definition.values
            object_word = _object(spec, definition.name)
            return list(authorities.commands_on(spec, object_word, values, definition.action))
        case Action.REMOVE:
            users = definition.values.get("users") or {}
            assert isinstance(users, Mapping)
            name = ibmi_word(definition.name)
            return [f"RMVAUTLE AUTL({name}) USER({ibmi_word(user)})" for user in users]
        case Action.INQUIRE:
            raise CannotWrite(
                f"{definition.kind} {definition.name}: CL's displays are for people; use another"
                " dialect"
            )
    return _change(definition)


def _start(definition: Definition, verb: str) -> list[str]:
    """The command's name and the parameters that every command has: what it copies, its object,
    its type (a deletion has none), its queue manager."""
    kind, name, like = definition.kind, definition.name, definition.like
    spec = spec_of(kind)
    words = spec.cl
    command = {
        "create": words.create,
        "copy": words.copy,
        "change": words.change,
        "delete": words.delete,
    }[verb]
    if not command:
        remediation = "leave it out" if is_ibmi(kind) else "write it as MQSC, or leave it out"
        raise CannotWrite(f"{kind} {name}: CL has no command to {verb} it; {remediation}")
    table = commands()[command]
    beside = [
        to_text(spec, attribute, definition.values[attribute])
        for attribute, place in table.places.get(kind, {}).items()
        if place.keyword == table.name_keyword and attribute in definition.values
    ]
    if others_of_name(spec):
        named = list(_names(spec, name))
    elif not table.name_keyword:  # the queue manager itself, which MQMNAME names
        named = []
    else:
        named = [f"{table.name_keyword}({' '.join((_name(spec, name), *beside))})"]
    # TYPE(*STD) is what CRTDTAQ takes anyway; CRTDTAQ leaves it out in its examples.
    typed = [
        f"{keyword}({special})" for keyword, special in words.fixed if special != table.default_type
    ]
    system = []
    if definition.system and not is_ibmi(kind):
        system = [f"MQMNAME({word(definition.system)})"]
    if verb == "delete":
        apart = [f"{keyword}({special})" for keyword, special in words.removal]
        return [command, *named, *system, *apart]
    if verb == "change":
        return [command, *named, *system, *(typed if len(definition.kinds) < 2 else ())]
    copied = [] if like is None else [f"{table.from_keyword}({word(like)})"]
    return [command, *copied, *named, *typed, *system]


def _delete(definition: Definition) -> str:
    parts = _start(definition, "delete")
    options = ["PURGE"] if definition.purge else []
    if definition.keeps_authorities:
        options.append("AUTHREC(NO)")
    if options:
        raise CannotWrite(
            f"{definition.kind} {definition.name}: {parts[0]} has no keyword for"
            f" {' and '.join(options)}; leave it out, or use another dialect"
        )
    return " ".join(parts)


def _create(definition: Definition) -> list[str]:
    """The creation and what has to follow it; copies (CPYMQMQ and the like) are MQ's only."""
    kind, name, values = definition.kind, definition.name, definition.values
    spec = spec_of(kind)
    parts = _start(definition, "create" if definition.like is None else "copy")
    command = parts[0]
    if definition.replace and not is_record(kind):  # which its command gives anew
        if "REPLACE" not in commands()[command].keywords:
            raise CannotWrite(f"{kind} {name}: {command} cannot replace; delete the object first")
        parts.append("REPLACE(*YES)")
    places = attribute_places(spec, command, Action.CREATE)
    parts += _parameters(spec, name, places, values)
    commands_needed = [" ".join(parts)]
    if spec.cl.called:
        keywords = {places[attribute].keyword for attribute in values if attribute in places}
        texts = {keyword: _shared(spec, keyword, places, values) for keyword in keywords}
        called = call_to_create(spec, _name(spec, name), texts, replaces=definition.replace)
        commands_needed = [called]
    rest = {
        attribute: value
        for attribute, value in values.items()
        if attribute not in places and not _says_nothing(definition, spec, attribute)
    }
    if values.get("authority") == "autl":  # which AUT says with the list
        rest.pop("authorization_list", None)
    if rest:
        added = Definition(kind, name, Action.ADD, rest, system=definition.system)
        commands_needed += _change(added)
    return commands_needed


def _change(definition: Definition) -> list[str]:
    """The commands that change these attributes and no others. Users are new on an authorization
    list (ADDAUTLE) where the action is ADD, else they are there (CHGAUTLE)."""
    kind, name = definition.kind, definition.name
    spec = spec_of(kind)
    rest = {
        attribute: value
        for attribute, value in definition.values.items()
        if not _says_nothing(definition, spec, attribute)
    }
    commands_needed: list[str] = []
    command = spec.cl.change
    if command:
        places = attribute_places(spec, command, Action.CHANGE)
        own = {attribute: rest.pop(attribute) for attribute in list(rest) if attribute in places}
        if own or not rest:
            parts = _start(definition, "change")
            if definition.force:
                if "FORCE" not in commands()[command].positions:
                    raise CannotWrite(f"{kind} {name}: {command} has no FORCE; leave it out")
                parts.append("FORCE(*YES)")
            parts += _parameters(spec, name, places, own)
            commands_needed.append(" ".join(parts))
    commands_needed += _elsewhere(spec, definition, rest)
    for attribute, value in rest.items():
        raise CannotWrite(
            f"{kind} {name}: CL has no parameter that sets {attribute}={shown(value)} of an"
            " existing object; leave it out, or use another dialect"
            if attribute in spec.attributes() and is_ibmi(kind)
            else f"{kind} {name}: CL has no keyword for {attribute}={shown(value)}; leave it out"
        )
    return commands_needed


def _says_nothing(definition: Definition, spec: type[Spec], name: str) -> bool:
    """Whether CL need not say it: IBM i has no such attribute, or CL sets it nowhere, and it is
    what an object has anyway (SCOPE(QMGR), QSGDISP(QMGR), CMDSCOPE(' '))."""
    attribute = spec.attributes().get(name)
    if attribute is None or attribute.cl is not None:
        return False
    is_elsewhere = Platform.IBMI not in attribute.platforms
    creates = definition.action is Action.CREATE and definition.like is None
    platform = min(attribute.platforms) if is_elsewhere else Platform.IBMI
    ships = attribute.shipped_for(platform)
    if ships is None:  # CMDSCOPE(' '): where the command is entered
        return is_elsewhere and definition.values[name] == ""
    return (is_elsewhere or creates or attribute.selects) and definition.values[name] == ships


def wrapped(command: str, width: int = _WIDTH) -> str:
    """The command over as many lines as it needs, each but the last ending in a continuation."""
    parts = _split(command)
    lines, line = [], parts[0]
    for part in parts[1:]:
        if len(line) + 1 + len(part) + 2 > width:
            lines.append(line + " +")
            line = "             " + part
        else:
            line += " " + part
        while len(line) > width:  # one long text: `-` goes on at column 1 of the next line
            lines.append(line[: width - 1] + "-")
            line = line[width - 1 :]
    return "\n".join([*lines, line])


def _split(command: str) -> list[str]:
    """The command at the blanks between its parameters."""
    parts, start, depth, inside = [], 0, 0, False
    for index, character in enumerate(command):
        if character == "'":
            inside = not inside
        elif inside:
            continue
        elif character in "()":
            depth += 1 if character == "(" else -1
        elif character == " " and depth == 0:
            parts.append(command[start:index])
            start = index + 1
    return [*parts, command[start:]]


def _name(spec: type[Spec], name: str) -> str:
    if not spec.in_library:
        return ibmi_word(name) if is_ibmi(spec.kind) else word(name)
    library, slash, object_name = name.partition("/")
    if not slash:
        return ibmi_word(name)
    if library == "*LIBL":
        return ibmi_word(object_name)
    library_word = library if library == "*CURLIB" else ibmi_word(library)
    return f"{library_word}/{ibmi_word(object_name)}"


def _names(spec: type[Spec], name: str) -> Iterator[str]:
    """The keywords that name what several names do: those of an entry."""
    keywords, names = (spec.cl.name, *others_of_name(spec)), list(spec.names_in(name).values())
    if len(names) != len(keywords):
        raise CannotWrite(f"{spec.kind} {name} is not named by all of {', '.join(keywords)}")
    for keyword, text in zip(keywords, names, strict=True):
        yield f"{keyword}({'/'.join(map(ibmi_word, text.split('/')))})"


def _parameters(
    spec: type[Spec], name: str, places: Mapping[str, ClPlace], values: Mapping[str, Value]
) -> list[str]:
    """`KEYWORD(value)` for every value that has a place, in the order of the catalogue."""
    parts: list[str] = []
    done = {spec.cl.name}  # with the name
    for attribute, place in places.items():
        if attribute not in values or place.keyword in done:
            continue
        done.add(place.keyword)
        try:
            text = _shared(spec, place.keyword, places, values)
        except CannotWrite as error:
            raise CannotWrite(f"{spec.kind} {name}: {attribute}: {error}") from None
        parts.append(f"{place.keyword}({text})")
    return parts


def _shared(
    spec: type[Spec], keyword: str, places: Mapping[str, ClPlace], values: Mapping[str, Value]
) -> str:
    """The text of a keyword: one attribute, list elements, or the parts of a qualified name."""
    sharing = {attribute: place for attribute, place in places.items() if place.keyword == keyword}
    texts = {
        attribute: authorities.text_of_creation(spec, values)
        if attribute == "authority" and spec.is_secured()
        else to_text(spec, attribute, values[attribute])
        for attribute in sharing
        if attribute in values
    }
    if all(place.element is None for place in sharing.values()):
        ordered = sorted(
            sharing, key=lambda attribute: sharing[attribute].qualifier or 0, reverse=True
        )
        return "/".join(texts[attribute] for attribute in ordered if attribute in texts)
    by_element = {place.element: texts.get(attribute) for attribute, place in sharing.items()}
    last = max(element for element, text in by_element.items() if element and text is not None)
    return " ".join(by_element.get(index) or "*N" for index in range(1, last + 1))


def _elsewhere(spec: type[Spec], definition: Definition, rest: dict[str, Value]) -> list[str]:
    """The values that the commands on any object set; takes it out of `rest`."""
    name, adding = definition.name, definition.action is Action.ADD
    if not is_owned(spec):
        return []
    commands_needed = []
    target, object_word = _name(spec, name), _object(spec, name)
    if "text_description" in rest:
        text = to_text(spec, "text_description", rest.pop("text_description"))
        commands_needed.append(f"CHGOBJD {object_word} TEXT({text})")
    if "automatic_reclaim" in rest:
        commands_needed.append(call_reclaim(name, rest.pop("automatic_reclaim") == "yes"))
    if JOURNAL in rest:
        journal = rest.pop(JOURNAL)
        commands_needed += journaling.commands_on(spec, object_word, journal, is_new=adding)
    if spec.kind == _LIST and "authority" in rest:
        text = to_text(spec, "authority", rest.pop("authority"))
        commands_needed.append(f"CHGAUTLE AUTL({target}) USER(*PUBLIC) AUT({text})")
    users = rest.pop("users", None)
    if isinstance(users, Mapping):
        command = "ADDAUTLE" if adding else "CHGAUTLE"
        for user, granted in users.items():
            for authority in granted:
                if authority not in OF_LISTS:
                    raise CannotWrite(f"{_LIST} {name}: {shown(authority)} is not an authority")
            words = " ".join(f"*{authority.upper()}" for authority in granted)
            commands_needed.append(f"{command} AUTL({target}) USER({ibmi_word(user)}) AUT({words})")
    commands_needed += _authorities(spec, definition, rest)
    return commands_needed


def _object(spec: type[Spec], name: str) -> str:
    """OBJ and OBJTYPE, which commands on any object take."""
    target = _name(spec, name)
    full = target if spec.in_library else f"QSYS/{target}"
    return f"OBJ({full}) OBJTYPE({object_type(spec.kind)})"


def _authorities(spec: type[Spec], definition: Definition, rest: dict[str, Value]) -> Iterator[str]:
    """The values that GRTOBJAUT and CHGOBJOWN set; takes it out of `rest`."""
    name, adding = definition.name, definition.action is Action.ADD
    values = {attribute: rest.pop(attribute) for attribute in WHO & rest.keys()}
    if values.get("authority") == "libcrtaut":
        raise CannotWrite(
            f'{spec.kind} {name}: authority="libcrtaut" is known only at creation; give another'
        )
    action = Action.ADD if adding else Action.CHANGE
    try:
        before = str(definition.given.get("CUROWNAUT", REVOKED))
        yield from authorities.commands_on(spec, _object(spec, name), values, action, before)
    except CannotWrite as error:
        raise CannotWrite(f"{spec.kind} {name}: {error}") from None
