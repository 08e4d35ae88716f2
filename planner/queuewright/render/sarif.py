"""Findings as SARIF 2.1.0 for code scanning: a plan's problems, and findings of lint.

Where a problem is one that lint has a code for, that code is the rule's id.
"""

from collections.abc import Iterable
from typing import Any
from urllib.parse import quote

from queuewright import __version__
from queuewright.catalogue.diagnostic import Diagnostic, Severity
from queuewright.engine.risks import Risk, risks_of
from queuewright.engine.steps import Plan
from queuewright.lint.check import Finding
from queuewright.lint.pages import page_text
from queuewright.lint.rulebook import OWN

from .words import problems_of

_NAMED = 50  # objects that a risk names; JSON has all
SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def plan_sarif(plan: Plan) -> dict[str, Any]:
    """The risks, obstacles and warnings of a plan and the findings of lint, at file and
    line of the declaration."""
    problems = [(problem, *_file_and_line(place)) for problem, place in problems_of(plan)]
    return log_of([*map(_risk, risks_of(plan)), *problems, *map(_found, plan.findings)])


def _risk(risk: Risk) -> tuple[Any, ...]:
    """A result, at the first declaration that is known."""
    place = next((subject.place for subject in risk.subjects if subject.place), "")
    code = f"risk-{risk.kind.value}"
    diagnostic = Diagnostic(code, None, risk.text(_NAMED), severity=Severity.WARNING)
    return diagnostic, *_file_and_line(place), risk.kind.value.replace("-", " ")


def lint_sarif(findings: Iterable[Finding]) -> dict[str, Any]:
    """Findings of lint."""
    return log_of(list(map(_found, findings)))


def _found(finding: Finding) -> tuple[Any, ...]:
    return finding.diagnostic, *finding.place, finding.title


def log_of(found: list[Any]) -> dict[str, Any]:
    """A log of one run. found: (diagnostic, file, line from 1 or 0, title of a rule that lint has
    not), a result each."""
    rules: dict[str, dict[str, Any]] = {}
    results = []
    for problem, file, line, *title in found:
        known = OWN.pages.get(problem.code) or OWN.page_of(problem)
        code = known.code if known is not None else problem.code
        words = known.title if known is not None else (title or [code.replace("-", " ")])[0]
        if code not in rules:
            rules[code] = _rule(code, words, problem)
            if known is not None:
                page = page_text(known)
                rules[code]["help"] = {"text": page, "markdown": page}
        results.append(_result(problem, file, line, code, list(rules).index(code)))
    driver = {"name": "queuewright", "version": __version__, "rules": list(rules.values())}
    run = {"tool": {"driver": driver}, "results": results}
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _file_and_line(place: str) -> tuple[str, int]:
    file, _, line = place.rpartition(":")
    return (file, int(line)) if file and line.isdigit() else ("", 0)


def _rule(code: str, title: str, problem: Diagnostic) -> dict[str, Any]:
    rule: dict[str, Any] = {"id": code, "shortDescription": {"text": title}}
    links = [source.document.url for source in problem.sources if source.document.url]
    return {**rule, "helpUri": links[0]} if links else rule


def _result(problem: Diagnostic, file: str, line: int, code: str, index: int) -> dict[str, Any]:
    location: dict[str, Any] = {"logicalLocations": [{"fullyQualifiedName": problem.object}]}
    if file:
        location["physicalLocation"] = {"artifactLocation": {"uri": quote(file)}}
        if line:
            location["physicalLocation"]["region"] = {"startLine": line}
    return {
        "ruleId": code,
        "ruleIndex": index,
        "level": problem.severity.value,
        "message": {"text": ": ".join(filter(None, (problem.object, problem.message)))},
        "locations": [location],
    }
