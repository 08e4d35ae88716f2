"""Authority records as people write them: tables of profiles, by group and set of rights, beside
the application that owns the objects."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from queuewright.catalogue.key import Key
from queuewright.dialects.definition import Definition
from queuewright.dialects.python import literal
from queuewright.kinds import KINDS
from queuewright.mq.authorities import in_short
from queuewright.mq.authority_record import generic_pattern
from queuewright.world.authority_records import RECORDS

from .applications import Module
from .naming import natural, snake, unused

NO_APPLICATION = ("authorities", "Authorities on what no application owns")
_USUAL_TYPE = "q"
_INDENT = "    "

# Field ("group", "principal") and name -> authorities, in order.
Grants = tuple[tuple[str, str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class GrantTable:
    """Profiles that give the same to the same. name: of the resource."""

    name: str
    object_type: str
    grants: Grants
    profiles: tuple[str, ...]


def is_grant(key: Key) -> bool:
    """Whether it is an authority record of a queue manager."""
    return key.kind in RECORDS


def with_grants(modules: Sequence[Module], grants: Iterable[Key]) -> list[Module]:
    """The modules, each with the records about its objects; others are in one of their own."""
    owners: dict[tuple[str, str], str] = {}
    names: dict[str, list[tuple[str, str]]] = {}
    for module in modules:
        for key in module.keys:
            space = KINDS[key.kind].namespace
            owners[space, key.name] = module.name
            names.setdefault(space, []).append((key.name, module.name))
    placed: dict[str, list[Key]] = {}
    for key in grants:
        placed.setdefault(_owner(key, owners, names), []).append(key)
    found = [replace(each, keys=(*each.keys, *placed.pop(each.name, ()))) for each in modules]
    for name, keys in placed.items():
        found.append(Module(name, NO_APPLICATION[1], tuple(keys)))
    return found


def _owner(
    key: Key,
    owners: Mapping[tuple[str, str], str],
    names: Mapping[str, Sequence[tuple[str, str]]],
) -> str:
    """The module of a record's object, or of most objects that fit a generic profile."""
    spec = KINDS[key.kind]
    fields = spec.names_in(key.name)
    named = spec.names_object(fields)
    if named is not None:
        return owners.get(named, NO_APPLICATION[0])
    like = spec.names_object({**fields, "name": "X"})  # of the type
    if like is None:
        return NO_APPLICATION[0]
    pattern = generic_pattern(fields["name"])
    found = names.get(like.namespace, ())
    fitting = Counter(module for name, module in found if pattern.fullmatch(name))
    return fitting.most_common(1)[0][0] if fitting else NO_APPLICATION[0]


def tables_of(
    keys: Iterable[Key], objects: Mapping[Key, Definition], module: str
) -> list[GrantTable]:
    """The tables of a module's records, those of the most profiles first."""
    by_profile: dict[tuple[str, str], list[tuple[str, str, tuple[str, ...]]]] = {}
    for key in keys:
        spec = KINDS[key.kind]
        fields = spec.names_in(key.name)
        field = next(name for name in spec.entities if name in fields)
        words = in_short(fields["object_type"], _words(objects[key], spec.grants))
        place = fields["object_type"], fields["name"]
        by_profile.setdefault(place, []).append((field, fields[field], words))
    alike: dict[tuple[str, Grants], list[str]] = {}
    for (object_type, profile), grants in by_profile.items():
        alike.setdefault((object_type, tuple(sorted(grants))), []).append(profile)
    start = f"{module}-authorities" if module != NO_APPLICATION[0] else module
    order = sorted(alike.items(), key=lambda item: (-len(item[1]), item[0]))
    return [
        GrantTable(
            f"{start}-{number}" if len(order) > 1 else start,
            object_type,
            grants,
            tuple(sorted(profiles, key=natural)),
        )
        for number, ((object_type, grants), profiles) in enumerate(order, 1)
    ]


def _words(definition: Definition, attribute: str) -> tuple[str, ...]:
    words = definition.values.get(attribute, ())
    return words if isinstance(words, tuple) else ()


def shared_grants(tables: Iterable[GrantTable], taken: Iterable[str]) -> dict[Grants, str]:
    """A name for what tables give to groups."""
    every = {table.grants for table in tables}
    used, named = set(taken), dict[Grants, str]()
    for grants in sorted(every):
        if any(field != "group" for field, _, _ in grants):
            continue
        words = "_".join(filter(None, (snake(name) for _, name, _ in grants[:4]))).upper()
        first = words if words.isidentifier() else f"RIGHTS_{words}".rstrip("_")
        named[grants] = unused(first, first, used)
    return named


def statement(name: str, grants: Grants, width: int) -> str:
    """`MQM_MQMON = {"mqm": ["all"], ...}`; as many groups a line as fit."""
    cells = [f"{literal(who)}: [{', '.join(map(literal, words))}]," for _, who, words in grants]
    line = f"{name} = {{{' '.join(cells)[:-1]}}}\n"
    if len(line) <= width + 1:
        return line
    if max(map(len, cells)) + len(_INDENT) > width:
        return f"{name} = {_mapping(grants, width - len(name) - 3, '', width)}\n"
    return f"{name} = {{\n{''.join(_rows(cells, width, _INDENT))}}}  # fmt: skip\n"


def call(
    table: GrantTable,
    *,
    system: str,
    prefix: str,
    shared: Mapping[Grants, str],
    width: int,
) -> str:
    """The statement of a table. prefix: an expression before its name, or a text of it."""
    arguments = [prefix, f"system={system}"]
    if table.object_type != _USUAL_TYPE:
        arguments.append(f"object_type={literal(table.object_type)}")
    name = shared.get(table.grants)
    if name is not None:
        arguments.append(f"groups={name}")
    else:
        arguments += [
            f"{field}s={_mapping(own, width - len(_INDENT) - 12, _INDENT, width)}"
            for field in ("group", "principal")
            if (own := tuple(each for each in table.grants if each[0] == field))
        ]
    names = ", ".join(map(literal, table.profiles))
    line = f"mq.Authorities({', '.join((*arguments, f'profiles=[{names}]'))})\n"
    if len(line) <= width + 1 and line.count("\n") == 1:
        return line
    head = f"mq.Authorities({', '.join(arguments)}, profiles=["
    if len(head) <= width and "\n" not in head:
        return f"{head}\n{''.join(_packed(table.profiles, width, _INDENT))}])  # fmt: skip\n"
    inside = "".join(f"{_INDENT}{each},\n" for each in arguments)
    line = f"{_INDENT}profiles=[{names}],\n"
    if len(line) <= width + 1:
        return f"mq.Authorities(\n{inside}{line})  # fmt: skip\n"
    rows = "".join(_packed(table.profiles, width, _INDENT * 2))
    return f"mq.Authorities(\n{inside}{_INDENT}profiles=[\n{rows}{_INDENT}],\n)  # fmt: skip\n"


def _packed(names: Iterable[str], width: int, indent: str) -> Iterator[str]:
    """As many names a line as fit."""
    return _rows((f"{name}," for name in map(literal, names)), width, indent)


def _rows(cells: Iterable[str], width: int, indent: str) -> Iterator[str]:
    row = ""
    for cell in cells:
        if row and len(row) + len(cell) + 1 > width:
            yield f"{row}\n"
            row = ""
        row = f"{row} {cell}" if row else f"{indent}{cell}"
    if row:
        yield f"{row}\n"


def _mapping(grants: Grants, width: int, indent: str, most: int) -> str:
    items = [f"{literal(name)}: [{', '.join(map(literal, words))}]" for _, name, words in grants]
    text = f"{{{', '.join(items)}}}"
    if len(text) <= width:
        return text
    inside, deeper = "", f"{indent}{_INDENT}"
    for item, (_, name, words) in zip(items, grants, strict=True):
        if len(deeper) + len(item) + 1 <= most:
            inside += f"{deeper}{item},\n"
            continue
        lines = "".join(f"{deeper}{_INDENT}{literal(word)},\n" for word in words)
        inside += f"{deeper}{literal(name)}: [\n{lines}{deeper}],\n"
    return f"{{\n{inside}{indent}}}"
