"""What stands in a plan's way, and what it warns of, as SARIF 2.1.0 for code scanning."""

from typing import Any

from queuewright import __version__
from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.engine.steps import Plan

from .words import problems_of

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def plan_sarif(plan: Plan) -> dict[str, Any]:
    """One run with a result a problem, at file and line of the declaration where that is known."""
    found = list(problems_of(plan))
    rules: dict[str, Diagnostic] = {}
    for problem, _ in found:
        rules.setdefault(problem.code, problem)
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "queuewright",
                        "version": __version__,
                        "rules": [_rule(code, problem) for code, problem in rules.items()],
                    }
                },
                "results": [_result(problem, place, list(rules)) for problem, place in found],
            }
        ],
    }


def _rule(code: str, problem: Diagnostic) -> dict[str, Any]:
    rule: dict[str, Any] = {"id": code, "shortDescription": {"text": code.replace("-", " ")}}
    links = [source.document.url for source in problem.sources if source.document.url]
    return {**rule, "helpUri": links[0]} if links else rule


def _result(problem: Diagnostic, place: str, rules: list[str]) -> dict[str, Any]:
    location: dict[str, Any] = {"logicalLocations": [{"fullyQualifiedName": problem.object}]}
    file, _, line = place.rpartition(":")
    if file and line.isdigit():
        location["physicalLocation"] = {
            "artifactLocation": {"uri": file},
            "region": {"startLine": int(line)},
        }
    return {
        "ruleId": problem.code,
        "ruleIndex": rules.index(problem.code),
        "level": problem.severity.value,
        "message": {"text": str(problem)},
        "locations": [location],
    }
