"""Statements of a project that declare objects, and a file's text without some of them."""

import ast
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from queuewright.dialects.python import literal
from queuewright.engine.declared import Declared

from .program import LOOP, import_line

Node = ast.stmt | ast.expr


@dataclass(frozen=True, slots=True, eq=False)
class Unit:
    """A statement, or a row of a table, that declares one object on one system, or on each of a
    loop's. node: what is cut. inside: the statements around it, the outermost first."""

    file: str
    node: Node
    declared: tuple[Declared, ...]
    inside: tuple[ast.For, ...] = ()


def units_of(
    file: str, text: str, declared: Sequence[Declared], callable_names: Collection[str]
) -> Iterator[Unit]:
    """The units of a file whose variables others name as attributes alone. declared: by that file,
    in the program's order. callable_names: what a declaration may call besides a class."""
    if not declared:
        return
    tree = ast.parse(text)
    kept = _needed(tree)
    for unit in _all_units(file, tree, declared, callable_names):
        match unit.node:
            case ast.Assign(targets=[ast.Name(id=variable)]) if variable in kept:
                pass
            case _:
                yield unit


def _needed(tree: ast.Module) -> set[str]:
    """Variables that are used otherwise than as `attribute=variable` or in a list of such."""
    free: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword):
            values = node.value.elts if isinstance(node.value, ast.List) else [node.value]
            free |= {id(value) for value in values}
    return {
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and id(node) not in free
    }


def _all_units(
    file: str, tree: ast.Module, declared: Sequence[Declared], callable_names: Collection[str]
) -> Iterator[Unit]:
    for node in tree.body:
        here = [d for d in declared if node.lineno <= _line(d) <= (node.end_lineno or 0)]
        if isinstance(node, ast.For) and isinstance(node.iter, ast.Name) and node.iter.id == LOOP:
            for inner in node.body:
                own = [d for d in here if inner.lineno <= _line(d) <= (inner.end_lineno or 0)]
                yield from _units(file, inner, own, callable_names, (node,))
        elif here:
            yield from _units(file, node, here, callable_names, ())


def _units(
    file: str,
    node: ast.stmt,
    declared: Sequence[Declared],
    names: Collection[str],
    inside: tuple[ast.For, ...],
) -> Iterator[Unit]:
    if not inside and _is_declaration(node, names) and len(declared) == 1:
        yield Unit(file, node, tuple(declared))
    elif inside and _is_declaration(node, names):
        yield Unit(file, node, tuple(declared), inside)
    elif (
        isinstance(node, ast.For)
        and isinstance(node.iter, ast.List)
        and len(node.body) == 1
        and not node.orelse
        and _is_declaration(node.body[0], names)
        and declared
        and len(declared) % len(node.iter.elts) == 0
        and _have_lines(node.iter)
    ):
        rows = len(node.iter.elts)
        if not inside and len(declared) != rows:
            return
        for number, row in enumerate(node.iter.elts):
            yield Unit(file, row, tuple(declared[number::rows]), (*inside, node))


def _line(declared: Declared) -> int:
    return int(declared.place.rpartition(":")[2])


def _is_declaration(node: ast.stmt, names: Collection[str]) -> bool:
    """Whether it constructs one resource and does nothing else."""
    match node:
        case ast.Expr(value=ast.Call() as made):
            pass
        case ast.Assign(targets=[ast.Name()], value=ast.Call() as made):
            pass
        case _:
            return False
    is_class = isinstance(made.func, ast.Attribute) and isinstance(made.func.value, ast.Name)
    is_known = isinstance(made.func, ast.Name) and made.func.id in names
    inner = (n for given in (*made.args, *made.keywords) for n in ast.walk(given))
    return (is_class or is_known) and not any(isinstance(n, ast.Call | ast.Await) for n in inner)


def _have_lines(table: ast.List) -> bool:
    """Whether each row stands on lines of its own."""
    ends = [table.lineno]
    for row in table.elts:
        if row.lineno <= ends[-1]:
            return False
        ends.append(row.end_lineno or row.lineno)
    return ends[-1] < (table.end_lineno or 0)


def _variables_of(units: Sequence[Unit]) -> dict[str, str]:
    """Variables that the units of one file assign -> the object's name."""
    found = {}
    for unit in units:
        match unit.node:
            case ast.Assign(targets=[ast.Name(id=variable)]):
                found[variable] = str(unit.declared[0].inputs["name"])
    return found


def without(text: str, units: Sequence[Unit], headings: Collection[str]) -> str:
    """The text without the units; what named one of them by its variable has the object's name.
    headings: comments that go with the last statement below them. An import that nothing uses any
    more goes too."""
    tree, cut = ast.parse(text), _grown(units)
    gone = {line for node in cut for line in range(node.lineno, (node.end_lineno or 0) + 1)}
    names = _variables_of(units)
    lines = text.encode().splitlines(keepends=True)
    uses = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and node.id in names and isinstance(node.ctx, ast.Load)
        and node.lineno not in gone
    ]  # fmt: skip
    for use in sorted(uses, key=lambda node: (node.lineno, node.col_offset), reverse=True):
        whole = lines[use.lineno - 1]
        name = literal(names[use.id]).encode()
        lines[use.lineno - 1] = whole[: use.col_offset] + name + whole[use.end_col_offset :]
    kept: list[str] = []
    for number, line in enumerate((line.decode() for line in lines), 1):
        if number in gone or (not line.strip() and _is_cut_before(kept, number, gone)):
            continue
        kept.append(line)
    return _tidy("".join(_without_headings(kept, headings)), tree)


def _grown(units: Sequence[Unit]) -> list[Node]:
    """What is cut: a loop itself where nothing is left in it."""
    cut: set[Node] = {unit.node for unit in units}
    for unit in units:
        for around in reversed(unit.inside):
            inner = around.iter.elts if isinstance(around.iter, ast.List) else around.body
            if all(node in cut for node in inner):
                cut.add(around)
    return sorted(cut, key=lambda node: node.lineno)


def _is_cut_before(kept: Sequence[str], number: int, gone: Collection[int]) -> bool:
    """A blank line behind what was cut, where one stands before it already."""
    before = number - 1
    return before in gone and bool(kept) and (not kept[-1].strip() or kept[-1].endswith(":\n"))


def _without_headings(lines: Sequence[str], headings: Collection[str]) -> Iterator[str]:
    """Lines without the comments above nothing."""
    known = {line for heading in headings for line in heading.splitlines()}
    blocks: list[list[str]] = [[]]
    for line in lines:
        blocks[-1].append(line)
        if not line.strip():
            blocks.append([])
    for block in blocks:
        text = [line.strip() for line in block if line.strip()]
        if text and all(line.startswith("#") and line[1:].strip() in known for line in text):
            continue
        yield from block


def _tidy(text: str, before: ast.Module) -> str:
    """Without the names that are imported and no longer used."""
    tree, used = ast.parse(text), _used(before)
    now = _used(tree)
    lines = text.splitlines()
    for node in reversed(tree.body):
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [alias.name for alias in node.names]
            left = [name for name in names if name in now or name not in used]
            if left != names and not any(alias.asname for alias in node.names):
                line = import_line(node.module, left).splitlines() if left else []
                end = node.end_lineno or node.lineno
                alone = not left and not any(lines[node.lineno - 2 : node.lineno - 1])
                blank_behind = alone and lines[end : end + 1] == [""]
                lines[node.lineno - 1 : end + blank_behind] = line
    return "\n".join(lines).rstrip() + "\n"


def _used(tree: ast.Module) -> set[str]:
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


def is_empty(text: str) -> bool:
    """Whether a module has nothing but its docstring."""
    return all(
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        for node in ast.parse(text).body
    )


def with_system(text: str, prefix: str, handle: str) -> str | None:
    """The text with one more row in `systems`; None where it has no such form."""
    rows = _systems_in(ast.parse(text))
    if rows is None or rows.lineno == rows.end_lineno:
        return None
    lines = text.splitlines(keepends=True)
    lines.insert((rows.end_lineno or 0) - 1, f"    ({literal(prefix)}, {handle}),\n")
    return "".join(lines)


def _systems_in(tree: ast.Module) -> ast.Tuple | None:
    """What `systems` is assigned."""
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id="systems")], value=ast.Tuple() as rows):
                return rows
    return None
