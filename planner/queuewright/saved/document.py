"""The document of a saved plan: of the steps that touch something, as `preview --json` has it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from queuewright.diff.types import Verb
from queuewright.engine.steps import Plan, Step
from queuewright.render.document import plan_document
from queuewright.render.outputs import OutputChange


def touching(plan: Plan) -> tuple[Step, ...]:
    """The steps that an update carries out, or that stand in its way."""
    return tuple(
        step for step in plan.steps if step.changes_anything or step.blocked or step.option_changes
    )


def document_of(plan: Plan, outputs: Sequence[OutputChange] = ()) -> dict[str, Any]:
    """Without what the plan does not touch: of what stays the same the number, of what drifted and
    is left and of what targets leave out nothing, of lint what it finds in objects that are
    touched. outputs: what becomes of the stack's."""
    steps = touching(plan)
    keys = {step.key for step in steps}
    same = sum(s.verb is Verb.SAME for s in plan.steps) - sum(s.verb is Verb.SAME for s in steps)
    own = replace(
        plan,
        steps=steps,
        findings=tuple(finding for finding in plan.findings if finding.key in keys),
        skipped=frozenset(),
        unread=frozenset(),
        unreachable={},
        unlisted=plan.unlisted + same,
    )
    return plan_document(own, show_sames=True, output_changes=outputs)
