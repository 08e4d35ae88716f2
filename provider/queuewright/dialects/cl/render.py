"""Definitions written as CL commands.

One object may need several commands: what CRTMSGQ cannot set follows in CHGMSGQ, the users of an
authorization list in ADDAUTLE, text and authority of an existing object in CHGOBJD and GRTOBJAUT.
"""

from collections.abc import Mapping, Sequence

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.diagnostic import shown
from queuewright.catalogue.spec import Spec
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.protocol import CannotWrite
from queuewright.ibmi.authorization_list import AuthorizationListSpec
from queuewright.kinds import IBMI_KINDS, KINDS, spec_of

from .tables import Place, attribute_places, commands, object_type
from .values import ibmi_word, to_text, word

_LIST = AuthorizationListSpec.kind
_WIDTH = 72  # of a source record; SEU shows 80 columns


def render(definition: Definition) -> list[str]:
    """The commands that say it, each on one line. Raises CannotWrite where CL has no words."""
    kind, name, values = definition.kind, definition.name, definition.values
    system = definition.system
    if definition.action is Action.DELETE:
        return [delete(kind, name, system=system)]
    if definition.action is Action.CREATE:
        like, replace = definition.like, definition.replace
        return create(kind, name, values, like=like, replace=replace, system=system)
    if definition.action is Action.REMOVE:
        users = values.get("users") or {}
        assert isinstance(users, Mapping)
        return [f"RMVAUTLE AUTL({ibmi_word(name)}) USER({ibmi_word(user)})" for user in users]
    if definition.action is Action.INQUIRE:
        raise CannotWrite(f"{kind} {name}: CL's displays are for people; use another dialect")
    force, adding = definition.force, definition.action is Action.ADD
    typed = len(definition.kinds) < 2
    return change(kind, name, values, force=force, system=system, adding=adding, typed=typed)


def create(
    kind: str,
    name: str,
    values: Mapping[str, Value],
    *,
    like: str | None = None,
    replace: bool = False,
    system: str = "",
) -> list[str]:
    """The creation and what has to follow it. `like`: CPYMQMQ and the like, MQ only."""
    spec = spec_of(kind)
    words = spec.commands
    command = words.cl_create if like is None else words.cl_copy
    if command is None:
        raise CannotWrite(_no_command(kind, name, "create" if like is None else "copy"))
    table = commands()[command]
    parts = [command]
    if like is not None:
        parts.append(f"{table.from_keyword}({word(like)})")
    parts.append(f"{table.name_keyword}({_name(spec, name)})")
    # TYPE(*STD) is what CRTDTAQ takes anyway; CRTDTAQ leaves it out in its examples.
    parts += [
        f"{keyword}({special})"
        for keyword, special in words.cl_fixed
        if special != table.default_type
    ]
    parts += _system(spec, system)
    if replace:
        if "REPLACE" not in table.keywords:
            raise CannotWrite(f"{kind} {name}: {command} cannot replace; delete the object first")
        parts.append("REPLACE(*YES)")
    places = attribute_places(spec, command, Action.CREATE)
    parts += _parameters(spec, name, places, values)
    commands_needed = [" ".join(parts)]
    rest = {attribute: value for attribute, value in values.items() if attribute not in places}
    if rest:
        commands_needed += change(kind, name, rest, system=system, adding=True)
    return commands_needed


def change(
    kind: str,
    name: str,
    values: Mapping[str, Value],
    *,
    force: bool = False,
    system: str = "",
    adding: bool = False,
    typed: bool = True,
) -> list[str]:
    """The commands that change these attributes and no others.

    adding: users of an authorization list are new on it (ADDAUTLE), else they are there
    (CHGAUTLE). typed: say the type of the queue or channel too (QTYPE, CHLTYPE).
    """
    spec = spec_of(kind)
    rest = dict(values)
    commands_needed: list[str] = []
    command = spec.commands.cl_change
    if command is not None:
        places = attribute_places(spec, command, Action.CHANGE)
        own = {attribute: rest.pop(attribute) for attribute in list(rest) if attribute in places}
        if own or not rest:
            parts = [command, f"{commands()[command].name_keyword}({_name(spec, name)})"]
            parts += _system(spec, system)
            if typed:
                parts += [f"{keyword}({special})" for keyword, special in spec.commands.cl_fixed]
            if force:
                if "FORCE" not in commands()[command].positions:
                    raise CannotWrite(f"{kind} {name}: {command} has no FORCE; leave it out")
                parts.append("FORCE(*YES)")
            parts += _parameters(spec, name, places, own)
            commands_needed.append(" ".join(parts))
    commands_needed += _elsewhere(spec, name, rest, adding)
    for attribute, value in rest.items():
        raise CannotWrite(
            f"{kind} {name}: CL has no parameter that sets {attribute}={shown(value)} of an"
            " existing object; leave it out, or use another dialect"
            if attribute in spec.attributes() and kind in IBMI_KINDS
            else f"{kind} {name}: CL has no keyword for {attribute}={shown(value)}; leave it out"
        )
    return commands_needed


def delete(kind: str, name: str, *, system: str = "") -> str:
    """The command that deletes the object."""
    spec = spec_of(kind)
    command = spec.commands.cl_delete
    if command is None:
        raise CannotWrite(_no_command(kind, name, "delete"))
    parts = [command, f"{commands()[command].name_keyword}({_name(spec, name)})"]
    return " ".join([*parts, *_system(spec, system)])


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
    if "library" not in spec.identity():
        return ibmi_word(name) if spec.kind in IBMI_KINDS else word(name)
    library, slash, object_name = name.partition("/")
    if not slash:
        return ibmi_word(name)
    if library == "*LIBL":
        return ibmi_word(object_name)
    if library == "*CURLIB":
        return f"*CURLIB/{ibmi_word(object_name)}"
    return f"{ibmi_word(library)}/{ibmi_word(object_name)}"


def _system(spec: type[Spec], system: str) -> list[str]:
    if not system or spec.kind in IBMI_KINDS:
        return []
    return [f"MQMNAME({word(system)})"]


def _parameters(
    spec: type[Spec], name: str, places: Mapping[str, Place], values: Mapping[str, Value]
) -> list[str]:
    """`KEYWORD(value)` for every value that has a place, in the order of the catalogue."""
    parts: list[str] = []
    done: set[str] = set()
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
    spec: type[Spec], keyword: str, places: Mapping[str, Place], values: Mapping[str, Value]
) -> str:
    """The text of a keyword: one attribute, list elements, or the parts of a qualified name."""
    sharing = {attribute: place for attribute, place in places.items() if place.keyword == keyword}
    texts = {
        attribute: to_text(spec, attribute, values[attribute])
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


def _elsewhere(spec: type[Spec], name: str, rest: dict[str, Value], adding: bool) -> list[str]:
    """What the commands on any object do; takes it out of `rest`."""
    if spec.kind not in IBMI_KINDS:
        return []
    commands_needed = []
    in_library = "library" in spec.identity()
    target = _name(spec, name)
    full = target if in_library else f"QSYS/{target}"
    object_word = f"OBJ({full}) OBJTYPE({object_type(spec.kind)})"
    if "text_description" in rest:
        text = to_text(spec, "text_description", rest.pop("text_description"))
        commands_needed.append(f"CHGOBJD {object_word} TEXT({text})")
    if "authority" in rest:
        authority = rest.pop("authority")
        commands_needed.append(_authority(spec, name, object_word, target, authority))
    users = rest.pop("users", None)
    if isinstance(users, Mapping):
        command = "ADDAUTLE" if adding else "CHGAUTLE"
        for user, granted in users.items():
            words = " ".join(_granted(name, authority_word) for authority_word in granted)
            commands_needed.append(f"{command} AUTL({target}) USER({ibmi_word(user)}) AUT({words})")
    return commands_needed


def _granted(name: str, authority: str) -> str:
    from queuewright.ibmi.authorization_list import AUTHORITIES

    if authority not in AUTHORITIES:
        raise CannotWrite(f"{_LIST} {name}: {shown(authority)} is no authority")
    return f"*{authority.upper()}"


def _authority(spec: type[Spec], name: str, object_word: str, target: str, authority: Value) -> str:
    text = to_text(spec, "authority", authority)
    if spec.kind == _LIST:
        return f"CHGAUTLE AUTL({target}) USER(*PUBLIC) AUT({text})"
    if text == "*LIBCRTAUT":
        raise CannotWrite(
            f"{spec.kind} {name}: authority={shown(authority)} is known only at creation;"
            " give an authority or an authorization list"
        )
    if text.startswith("*"):
        return f"GRTOBJAUT {object_word} USER(*PUBLIC) AUT({text})"
    return f"GRTOBJAUT {object_word} AUTL({text})"


def _no_command(kind: str, name: str, verb: str) -> str:
    having = [kind_known for kind_known, spec in KINDS.items() if spec.commands.cl_create]
    return f"{kind} {name}: CL has no command to {verb} it; kinds that CL has: {', '.join(having)}"


def program(texts: Sequence[str], width: int = _WIDTH) -> str:
    """Commands as the text of a source member."""
    return "".join(wrapped(text, width) + "\n" for text in texts)
