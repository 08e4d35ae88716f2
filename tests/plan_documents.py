"""Documents of plans beside their published JSON Schema."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

import fastjsonschema
import pytest

from queuewright.engine import plan as planning
from queuewright.engine.plan import _Planner
from queuewright.engine.steps import Plan
from queuewright.render.document import plan_document
from queuewright.render.document_types import plan_schema

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


validate = fastjsonschema.compile(closed(plan_schema()))
"""Raises JsonSchemaException for a document that is not as the schema says."""


@contextmanager
def plans_validated() -> Iterator[None]:
    """While it lasts, every plan that is made is validated."""
    make = _Planner.plan

    @wraps(make)
    def validated(planner: _Planner, *args: Any) -> Plan:
        plan = make(planner, *args)
        if len(plan.steps) <= _MOST:
            validate(plan_document(plan, show_sames=True))
        return plan

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(planning._Planner, "plan", validated)
        yield
