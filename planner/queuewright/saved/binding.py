"""A plan is saved with what it was made from, and carried out only while that is so."""

import os
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from queuewright import __version__
from queuewright.api import PlanOptions
from queuewright.engine.steps import Plan

from .basis import basis_of, differences
from .file import Options, SavedPlan, SavedPlanError

_MOST = 50  # differences that are told


def saved_plan(
    plan: Plan, document: Mapping[str, Any], options: PlanOptions, now: datetime
) -> SavedPlan:
    """The plan as a file has it. document: what `preview --json` prints of it."""
    salt = os.urandom(16)
    return SavedPlan(
        queuewright=__version__,
        at=now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        project=plan.project,
        stack=plan.stack,
        options=Options(
            targets=list(options.targets),
            excludes=list(options.excludes),
            refresh=options.refresh,
            purge=list(options.purge),
            overrides=list(options.overrides),
        ),
        salt=salt.hex(),
        plan=document,
        basis=basis_of(plan, salt),
    )


def check_stack(saved: SavedPlan, file: object, project: str, stack: str) -> None:
    """Raises SavedPlanError for a plan of another stack."""
    if (saved.project, saved.stack) != (project, stack):
        raise SavedPlanError(
            f"{file}: is a plan of stack {saved.stack} of {saved.project}, not of {stack} of "
            f"{project}; choose that stack with -s, or make the plan again"
        )


def check_unchanged(
    saved: SavedPlan, file: object, plan: Plan, document: Mapping[str, Any]
) -> None:
    """Raises SavedPlanError, a line a difference, where the plan made now is another one.
    document: what `preview --json` prints of it."""
    found = list(differences(saved.basis, basis_of(plan, bytes.fromhex(saved.salt))))
    outputs = {"declared": saved.plan.get("outputs")}, {"declared": document.get("outputs")}
    found += differences(*({"outputs": side} for side in outputs))
    if not found:
        return
    count = f"{len(found)} difference{'s' * (len(found) > 1)}"
    more = len(found) - _MOST
    lines = [*found[:_MOST], *([f"and {more} more"] if more > 0 else [])]
    other = (
        ""
        if saved.queuewright == __version__
        else (f", and it was made by Queuewright {saved.queuewright}, this is {__version__}")
    )
    last = f"{file}: {count} since {saved.at}{other}; nothing was sent: "
    raise SavedPlanError("\n".join([*lines, f"{last}make the plan again, and have it reviewed"]))
