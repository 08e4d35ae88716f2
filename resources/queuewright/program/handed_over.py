"""Pulumi's options that its engine does not do for dynamic resources, or does not tell their
provider, as properties that the provider reads."""

from collections.abc import Collection, Mapping
from copy import copy
from typing import Any

import pulumi

from queuewright.catalogue.options import (
    IGNORE_CHANGES,
    LISTED_IN,
    OPTION_NAMES,
    REPLACE_ON_CHANGES,
    RETAIN,
)
from queuewright.kinds import spec_of

_HANDED_OVER = (REPLACE_ON_CHANGES, IGNORE_CHANGES, RETAIN)


def handed_over(opts: pulumi.ResourceOptions | None) -> dict[str, Any]:
    """Of options that the program gives, for either engine."""
    props: dict[str, Any] = {}
    if opts is not None and opts.replace_on_changes:
        # The engine cannot honour it for dynamic resources, which send no detailed diff.
        props[REPLACE_ON_CHANGES] = list(opts.replace_on_changes)
    if opts is not None and opts.ignore_changes:
        # The engine puts the old inputs in the place of the new, and drift is not an input.
        props[IGNORE_CHANGES] = list(opts.ignore_changes)
    return props


def without_everything(opts: pulumi.ResourceOptions, kind: str) -> None:
    """`"*"` of ignore_changes as the inputs of the kind: the engine would put the old __ keys in
    the place of the new ones as well."""
    if "*" in (opts.ignore_changes or ()):
        opts.ignore_changes = sorted(inputs_of(kind))


def inputs_of(kind: str) -> Collection[str]:
    spec = spec_of(kind)
    return {"system", *spec.identity(), *spec.attributes(), *OPTION_NAMES}


def as_transformed(
    args: pulumi.ResourceTransformationArgs,
) -> pulumi.ResourceTransformationResult | None:
    """The last transformation of a resource of ours: the options as those of the program have made
    them. None where they have changed none of these."""
    kind = getattr(type(args.resource), "kind", "")
    props = _as_now(args.props, args.opts) if kind else None
    if props is None:
        return None
    opts = copy(args.opts)
    without_everything(opts, kind)
    return pulumi.ResourceTransformationResult(props, opts)


def _as_now(props: Any, opts: pulumi.ResourceOptions) -> dict[str, Any] | None:
    """The properties with what the options say now, None where they have that."""
    if not isinstance(props, Mapping) or "__provider" not in props:
        return None
    before = {name: props[name] for name in _HANDED_OVER if name in props}
    given = handed_over(opts)
    if LISTED_IN in props:
        inherited = before.get(RETAIN) if opts.retain_on_delete is None else opts.retain_on_delete
        given |= {RETAIN: True} if inherited else {}
    if "*" in before.get(IGNORE_CHANGES, ()):  # which the options have as all inputs
        given[IGNORE_CHANGES] = before[IGNORE_CHANGES]
    if given == before:
        return None
    kept = {name: value for name, value in props.items() if name not in _HANDED_OVER}
    return {**kept, **given}
