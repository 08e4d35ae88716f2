"""Pulumi's reasons to replace a resource whatever differs: taint, replacement_trigger,
replace_with, deleted_with."""

from collections.abc import Collection

from .declared import TOLD_TO_REPLACE
from .matching import MatchedObject


def replaced_with(item: MatchedObject) -> bool:
    """Whether there may be such a reason."""
    declared, prior = item.declared, item.prior
    tainted = prior is not None and bool(prior.raw.get("taint"))
    return declared is not None and (tainted or bool(declared.engine_fields))


def replacement_cause(item: MatchedObject, replaced: Collection[str]) -> str:
    """Why the resource is replaced, "" where it is not. replaced: URNs of those that are."""
    declared, prior = item.declared, item.prior
    if declared is None or prior is None:
        return ""
    if prior.raw.get("taint"):
        return "it is tainted (pulumi state taint)"
    if told := declared.engine_fields.get(TOLD_TO_REPLACE):
        return str(told)
    before, after = (
        prior.raw.get("replacementTrigger"),
        declared.engine_fields.get("replacementTrigger"),
    )
    if before is not None and after is not None and before != after:
        return "its replacement_trigger has changed"
    others = [*declared.engine_fields.get("replaceWith", ())]
    others += filter(None, [declared.engine_fields.get("deletedWith")])
    for urn in others:
        if urn in replaced:
            return f"it is replaced with {urn.split('::')[-1]}"
    return ""
