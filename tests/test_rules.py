"""Every rule of every module: what each of them has to have."""

import ast
import re
from pathlib import Path
from string import Formatter

import pytest

from queuewright.catalogue.rule import Rule
from queuewright.lint.generate import every_rule, generated
from queuewright.lint.rulebook import OWN

ROOT = Path(__file__).parents[1]
RULES = every_rule()


def test_there_are_rules() -> None:
    assert len({rule.code for rule in RULES}) > 80


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: f"{rule.code}:{rule.attribute}")
def test_a_rule_says_all_of_it(rule: Rule) -> None:
    assert re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", rule.code)
    assert rule.title
    assert rule.title[0].isupper()
    assert not rule.title.endswith(".")
    assert rule.reason
    for template in (rule.reason, rule.remediation):
        assert all(name != "" for _, name, _, _ in Formatter().parse(template))
    assert rule.page == "" or re.fullmatch(r"QW[0-9]\d\d", rule.page)


def test_a_code_means_one_thing() -> None:
    """Rules of a code that are about the same attribute say the same in other words."""
    meant: dict[tuple[str, str | None], set[tuple[str, str]]] = {}
    for rule in RULES:
        meant.setdefault((rule.code, rule.attribute), set()).add((rule.title, rule.page))
    assert {about: found for about, found in meant.items() if len(found) > 1} == {}


def test_a_page_has_one_title_and_sources() -> None:
    for page in OWN.pages.values():
        assert {rule.title for rule in page.rules} == {page.title}
        assert page.sources


def test_lint_knows_every_rule_with_a_page() -> None:
    assert {rule for rule in RULES if rule.page} == set(OWN.rules)


def test_every_check_names_rules_that_lint_knows() -> None:
    found = {rule for check in OWN.checks for rule in check.rules if rule.page}
    assert found <= set(OWN.rules)


def test_the_documentation_is_generated_from_the_rules() -> None:
    """`make generate` writes it."""
    for file, text in generated().items():
        assert file.read_text(encoding="utf-8") == text, file


def test_every_rule_is_tried() -> None:
    """Its code, or what it says, stands in a test, or it has a page with an example."""
    tests = "".join(file.read_text("utf-8") for file in (ROOT / "tests").rglob("*.py"))
    tried = {rule.code for rule in RULES if rule.page or rule.code in tests}
    tried |= {rule.code for rule in RULES if said_always(rule) in tests}
    assert {rule.code for rule in RULES} - tried == set()


def said_always(rule: Rule) -> str:
    """The longest part of the reason that holds no words of a diagnostic."""
    return max((text.strip(" ,;:") for text, _, _, _ in Formatter().parse(rule.reason)), key=len)


# What becomes a diagnostic again to be rendered, and the rule itself.
_IN_PLACE = {
    "planner/queuewright/render/drift/sarif.py",
    "planner/queuewright/render/sarif.py",
    "resources/queuewright/catalogue/rule.py",
}


def test_rules_build_diagnostics() -> None:
    found = set()
    for layer in ("resources", "provider", "planner"):
        for file in (ROOT / layer).rglob("*.py"):
            tree = ast.walk(ast.parse(file.read_text("utf-8")))
            calls = (node.func for node in tree if isinstance(node, ast.Call))
            if any(isinstance(name, ast.Name) and name.id == "Diagnostic" for name in calls):
                found.add(file.relative_to(ROOT).as_posix())
    assert found == _IN_PLACE
