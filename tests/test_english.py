"""Texts that a user may see say what a native reader says first: CONTRIBUTING.md, "English"."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
LAYERS = ("resources", "provider", "planner")
# What not to write -> what to write.
REPLACED = {
    r"(?<!here) (is|are) no (?!(such|longer|more|other) )": '"is not a ...", or "must be a ..."',
    r"\b(is|are) none of\b": '"is not one of ...", or "must be one of ..."',
    r"\bway out\b": '"remediation"',
    r"^What (?!a program )": "a noun",
    r"\bwas told\b|\bis told\b|\btells of\b": '"was reported", "reports"',
    r"\balone(?!: | and )\b": '"only", before what it is about',
    r"\bas far as\b": '"where", "if"',
}


def texts(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and text of each string that is not a docstring; {} in the place of each value."""
    documented = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    joined = [node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)]
    inside = {id(part) for node in joined for part in node.values} | documented
    for node in joined:
        parts = (p.value if isinstance(p, ast.Constant) else "{}" for p in node.values)
        yield node.lineno, "".join(map(str, parts))
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in inside
        ):
            yield node.lineno, node.value


def worded(tree: ast.AST) -> Iterator[str]:
    for line, text in texts(tree):
        for pattern, better in REPLACED.items():
            if " " in text and re.search(pattern, text):
                yield f"{line}: {text!r}: write {better}"


@pytest.mark.parametrize("layer", LAYERS)
def test_texts_are_plain_english(layer: str) -> None:
    found = {
        str(path.relative_to(ROOT)): problems
        for path in sorted((ROOT / layer).rglob("*.py"))
        if (problems := list(worded(ast.parse(path.read_text(encoding="utf-8")))))
    }
    assert found == {}


@pytest.mark.parametrize("layer", LAYERS)
def test_sentences_of_docstrings_and_comments_have_a_subject(layer: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in sorted((ROOT / layer).rglob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if re.search(r'("""|# |\. )What ', line)
    ]
    assert found == []


def test_sentences_of_the_documentation_have_a_subject() -> None:
    pages = [*(ROOT / "docs").rglob("*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
    starts = re.compile(r"(?:^|\. |: |\| |- |\d )What (?!.*\?)[^.|\n]*", re.MULTILINE)
    found = [
        f"{page.relative_to(ROOT)}: {match.group()}"
        for page in sorted(pages)
        for match in starts.finditer(page.read_text(encoding="utf-8"))
    ]
    assert found == []


@pytest.mark.parametrize(
    ("code", "is_found"),
    [
        ('raise ValueError(f"{value} is no number up to 9")', True),
        ('raise ValueError("it is none of a, b")', True),
        ('say("What the system has")', True),
        ('raise ValueError(f"{value} must be a number up to 9")', False),
        ('raise ValueError("there is no such queue")', False),
        ('raise ValueError("it is no longer there")', False),
        ('"""The answer is no number."""', False),
    ],
)
def test_texts_are_found(code: str, is_found: bool) -> None:
    assert bool(list(worded(ast.parse(code)))) is is_found
