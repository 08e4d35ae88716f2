"""Statements of a project that declare objects, and a file's text without some of them."""

import ast
import io
import tokenize
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from queuewright.dialects.python import literal
from queuewright.engine.declared import Declared

from .program import LOOP, LOOP_COMMENT, import_line

Node = ast.stmt | ast.expr


@dataclass(frozen=True, slots=True, eq=False)
class DeclarationUnit:
    """A statement, or a row of a table, that declares one object on one system, or on each of a
    loop's. node: what is cut. inside: the statements around it, the outermost first. heading: the
    comment above it, or above what stands before it."""

    file: str
    node: Node
    declared: tuple[Declared, ...]
    inside: tuple[ast.For, ...] = ()
    heading: str = ""


def units_of(
    file: str, text: str, declared: Sequence[Declared], callable_names: Collection[str]
) -> Iterator[DeclarationUnit]:
    """The units of a file that say nothing but plain values and names of others, and whose
    variables others name as attributes alone. declared: by that file, in the program's order.
    callable_names: what a declaration may call besides a class."""
    if not declared:
        return
    tree = parsed(text)
    used, variables = _names(tree)
    for unit in _UnitFinder(file, tree, text, declared, callable_names, variables).units():
        match unit.node:
            case ast.Assign(targets=[ast.Name(id=variable)]) if variable in used:
                pass
            case _:
                yield unit


def _names(tree: ast.Module) -> tuple[set[str], set[str]]:
    """Variables that are used otherwise than as `attribute=variable` or in a list of such; those
    that are assigned what a call gives."""
    free: set[int] = set()
    names = []
    assigned = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword):
            values = node.value.elts if isinstance(node.value, ast.List) else [node.value]
            free |= {id(value) for value in values}
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            names.append(node)
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            assigned |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    return {node.id for node in names if id(node) not in free}, assigned


@lru_cache(maxsize=1000)
def parsed(text: str) -> ast.Module:
    """The text of a module, which several look at. Raises SyntaxError."""
    return ast.parse(text)


def comments_in(text: str) -> dict[int, str]:
    """Line -> its comment, without what makes it one."""
    if "#" not in text:
        return {}
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return {t.start[0]: t.string[1:].strip() for t in tokens if t.type == tokenize.COMMENT}


class _UnitFinder:
    """Finds the units of one file."""

    def __init__(
        self,
        file: str,
        tree: ast.Module,
        text: str,
        declared: Sequence[Declared],
        names: Collection[str],
        variables: set[str],
    ) -> None:
        self._file, self._tree, self._names = file, tree, names
        self._variables = variables
        self._comments = comments_in(text)
        self._by_line: dict[int, list[Declared]] = {}
        for one in declared:
            self._by_line.setdefault(int(one.place.rpartition(":")[2]), []).append(one)

    def units(self) -> Iterator[DeclarationUnit]:
        for node, heading in self._under(self._tree.body, 0, ""):
            is_loop = isinstance(node.iter, ast.Name) if isinstance(node, ast.For) else False
            if isinstance(node, ast.For) and is_loop and ast.unparse(node.iter) == LOOP:
                if node.lineno not in self._comments:
                    for inner, below in self._under(node.body, node.lineno, heading):
                        yield from self._units(inner, (node,), below)
            else:
                yield from self._units(node, (), heading)

    def _under(
        self, body: Sequence[ast.stmt], line: int, heading: str
    ) -> Iterator[tuple[ast.stmt, str]]:
        """Each statement below a line, and the comments that it stands under."""
        for node in body:
            between = (self._comments.get(n) for n in range(line + 1, node.lineno))
            heading = "\n".join(comment for comment in between if comment is not None) or heading
            yield node, heading
            line = node.end_lineno or node.lineno
            if not self._declared_by(node):
                heading = ""

    def _declared_by(self, node: ast.stmt) -> list[Declared]:
        lines = range(node.lineno, (node.end_lineno or node.lineno) + 1)
        return [one for line in lines for one in self._by_line.get(line, ())]

    def _units(
        self, node: ast.stmt, inside: tuple[ast.For, ...], heading: str
    ) -> Iterator[DeclarationUnit]:
        declared = self._declared_by(node)
        if not declared:
            return
        targets = {
            n.id for loop in inside for n in ast.walk(loop.target) if isinstance(n, ast.Name)
        }
        known = self._variables | targets
        if self._is_declaration(node, known):
            if (inside or len(declared) == 1) and not self._has_comment(node):
                yield DeclarationUnit(self._file, node, tuple(declared), inside, heading)
        elif (
            isinstance(node, ast.For)
            and isinstance(node.iter, ast.List)
            and len(node.body) == 1
            and not node.orelse
            and self._is_declaration(node.body[0], known | _names_in(node.target))
            and len(declared) % len(node.iter.elts) == 0
            and _have_lines(node.iter)
        ):
            rows = len(node.iter.elts)
            ends = (node.iter.elts[-1].end_lineno or 0) + 1, (node.end_lineno or 0) + 1
            around = (*range(node.lineno, node.iter.elts[0].lineno), *range(*ends))
            if (not inside and len(declared) != rows) or any(n in self._comments for n in around):
                return
            end = node.lineno
            for number, row in enumerate(node.iter.elts):
                if _is_plain(row, self._variables) and not self._has_comment(row, end + 1):
                    its = tuple(declared[number::rows])
                    yield DeclarationUnit(self._file, row, its, (*inside, node), heading)
                end = row.end_lineno or row.lineno

    def _has_comment(self, node: Node, first: int = 0) -> bool:
        """Whether somebody has written a comment into it: it stays where it is."""
        lines = range(first or node.lineno, (node.end_lineno or node.lineno) + 1)
        return any(line in self._comments for line in lines)

    def _is_declaration(self, node: ast.stmt, known: Collection[str]) -> bool:
        """Whether it constructs one resource from plain values and does nothing else. known:
        variables that may stand in it."""
        match node:
            case ast.Expr(value=ast.Call() as made):
                pass
            case ast.Assign(targets=[ast.Name()], value=ast.Call() as made):
                pass
            case _:
                return False
        is_class = isinstance(made.func, ast.Attribute) and isinstance(made.func.value, ast.Name)
        is_known = isinstance(made.func, ast.Name) and made.func.id in self._names
        system = next((given.value for given in made.keywords if given.arg == "system"), None)
        names = {*known, *([system.id] if isinstance(system, ast.Name) else [])}
        return (
            (is_class or is_known)
            and all(given.arg is not None for given in made.keywords)
            and all(_is_plain(given, names) for given in (*made.args, *made.keywords))
        )


def _names_in(node: ast.AST) -> set[str]:
    return {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)}


_PLAIN = (
    ast.Attribute, ast.Compare, ast.Constant, ast.Dict, ast.Eq, ast.FormattedValue, ast.IfExp,
    ast.In, ast.JoinedStr, ast.List, ast.Load, ast.Tuple, ast.USub, ast.UnaryOp, ast.keyword,
)  # fmt: skip


def _is_plain(node: ast.AST, known: Collection[str]) -> bool:
    """Whether nothing is in it but values, these variables, and what an import writes."""
    if isinstance(node, ast.Constant):
        return True
    if isinstance(node, ast.Tuple) and all(isinstance(item, ast.Constant) for item in node.elts):
        return True
    for inner in ast.walk(node):
        if isinstance(inner, ast.Name):
            if inner.id not in known:
                return False
        elif isinstance(inner, ast.Call):
            asked = inner.func
            if not isinstance(asked, ast.Attribute) or asked.attr != "get":
                return False
            if not isinstance(asked.value, ast.Dict | ast.Name):
                return False
        elif not isinstance(inner, _PLAIN):
            return False
    return True


def _have_lines(table: ast.List) -> bool:
    """Whether each row stands on lines of its own."""
    ends = [table.lineno]
    for row in table.elts:
        if row.lineno <= ends[-1]:
            return False
        ends.append(row.end_lineno or row.lineno)
    return ends[-1] < (table.end_lineno or 0)


def _variables_of(units: Sequence[DeclarationUnit]) -> dict[str, str]:
    """Variables that the units of one file assign -> the object's name."""
    found = {}
    for unit in units:
        match unit.node:
            case ast.Assign(targets=[ast.Name(id=variable)]):
                found[variable] = str(unit.declared[0].inputs["name"])
    return found


def without(text: str, units: Sequence[DeclarationUnit], headings: Collection[str]) -> str:
    """The text without the units; what named one of them by its variable has the object's name.
    headings: comments that go with the last statement below them. An import that nothing uses any
    more goes too."""
    tree, cut = parsed(text), _grown(units)
    gone = {line for node in cut for line in range(node.lineno, (node.end_lineno or 0) + 1)}
    names = _variables_of(units)
    lines = text.encode().splitlines(keepends=True)
    uses = [
        node
        for node in (ast.walk(tree) if names else ())
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


def _grown(units: Sequence[DeclarationUnit]) -> list[Node]:
    """The lines to cut: a loop itself where nothing is left in it."""
    cut: set[Node] = {unit.node for unit in units}
    for depth in (1, 0):  # the inner loop first
        for around in {u.inside[depth] for u in units if len(u.inside) > depth}:
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
    tree, used = parsed(text), _names_in(before)
    now = _names_in(tree)
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


def is_empty(text: str) -> bool:
    """Whether a module has nothing but its docstring, no comment either."""
    return not comments_in(text) and all(
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        for node in parsed(text).body
    )


def is_loop_alone(text: str) -> bool:
    """Whether a package has `systems` and nothing that an import does not write."""
    tree = parsed(text)
    rest = [n for n in tree.body if not isinstance(n, ast.ImportFrom) and n is not _assigned(tree)]
    comments = set(comments_in(text).values())
    return len(rest) == 1 and ast.get_docstring(tree) is not None and comments <= {LOOP_COMMENT}


def with_system(text: str, prefix: str, handle: str) -> str | None:
    """The text with one more row in `systems`; None where it has no such form."""
    rows = _assigned(parsed(text))
    if rows is None or rows.lineno == rows.end_lineno:
        return None
    lines = text.splitlines(keepends=True)
    lines.insert((rows.end_lineno or 0) - 1, f"    ({literal(prefix)}, {handle}),\n")
    return "".join(lines)


def _assigned(tree: ast.Module) -> ast.Assign | None:
    """The statement that assigns `systems`."""
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id="systems")], value=ast.Tuple()):
                return node
    return None
