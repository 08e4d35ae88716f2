"""Documents of plans and of lint beside their published JSON Schemas."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

import fastjsonschema
import pytest

from queuewright.engine import plan as planning
from queuewright.engine.plan import _Planner
from queuewright.engine.steps import Plan
from queuewright.lint.linted import Linted, Report
from queuewright.render.document import (
    LintDocument,
    PlanDocument,
    lint_document,
    plan_document,
    schema_of,
)

_MOST = 100  # steps; a larger plan is no other kind of plan


def closed(schema: Any) -> Any:
    """A schema that allows the fields that it names and no others."""
    if isinstance(schema, list):
        return [closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    parts = {name: closed(part) for name, part in schema.items()}
    if isinstance(schema.get("properties"), dict) and schema.get("type") == "object":
        parts["additionalProperties"] = False
    return parts


validate = fastjsonschema.compile(closed(schema_of(PlanDocument)))
"""Raises JsonSchemaException for a document that is not as the schema says."""
validate_lint = fastjsonschema.compile(closed(schema_of(LintDocument)))
"""The same for what `lint --json` prints."""


def _filled(parts: Any) -> tuple[bool, ...]:
    """Which fields of an object have something."""
    return tuple(bool(getattr(parts, name)) for name in parts.__match_args__)


def _shapes(plan: Plan) -> set[Any]:
    """The fields that are filled in a plan and in each of its steps. A schema accepts or refuses
    plans with the same filled fields alike."""
    return {
        _filled(plan),
        *((s.verb, s.key.kind, _filled(s), _filled(s.decision)) for s in plan.steps),
    }


@contextmanager
def documents_validated() -> Iterator[None]:
    """While it lasts, plans that are made are validated, unless others had all that they have, and
    so is every report of lint."""
    make, lint = _Planner.plan, Linted.report
    seen: set[Any] = set()

    @wraps(make)
    def validated(planner: _Planner, *args: Any) -> Plan:
        plan = make(planner, *args)
        if len(plan.steps) <= _MOST and not (shapes := _shapes(plan)) <= seen:
            validate(plan_document(plan, show_sames=True))
            seen.update(shapes)
        return plan

    @wraps(lint)
    def linted(found: Linted, *args: Any, **named: Any) -> Report:
        report = lint(found, *args, **named)
        if len(report.findings) <= _MOST:
            validate_lint(lint_document(report, 0))
        return report

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Linted, "report", linted)
        patched.setattr(planning._Planner, "plan", validated)
        yield
