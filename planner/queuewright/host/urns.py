"""URNs and aliases, composed as Pulumi's engine composes them."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

ROOT_STACK = "pulumi:pulumi:Stack"


class Alias(NamedTuple):
    """An alias of a resource: a whole URN, or what was different. "" means as it is now."""

    urn: str = ""
    name: str = ""
    type: str = ""
    stack: str = ""
    project: str = ""
    parent: str = ""
    no_parent: bool = False


def _parts(urn: str) -> tuple[str, str, str, str]:
    """Stack, project, qualified type and name. A name may itself hold "::"."""
    parts = urn.removeprefix("urn:pulumi:").split("::", 3)
    parts += [""] * (4 - len(parts))
    return parts[0], parts[1], parts[2], parts[3]


def compose(stack: str, project: str, type_: str, name: str, parent: str = "") -> str:
    """A URN. The root stack is left out of the type path of its children."""
    qualified = type_
    if parent:
        above = _parts(parent)[2]
        if above != ROOT_STACK:
            qualified = f"{above}${type_}"
    return f"urn:pulumi:{stack}::{project}::{qualified}::{name}"


def root_urn(stack: str, project: str) -> str:
    """The URN of the stack's own resource."""
    return compose(stack, project, ROOT_STACK, f"{project}-{stack}")


def alias_of(message: Any) -> Alias:
    """An alias from its protobuf message."""
    if message.HasField("urn"):
        return Alias(urn=message.urn)
    spec = message.spec
    return Alias(
        name=spec.name,
        type=spec.type,
        stack=spec.stack,
        project=spec.project,
        parent=spec.parentUrn,
        no_parent=spec.noParent,
    )


def aliases(
    urn: str, parent: str, given: Sequence[Alias], of_parent: Iterable[str]
) -> tuple[str, ...]:
    """Every previous URN that a resource may have, likeliest first.

    `parent` "" or the root stack's URN for a resource without one; `of_parent` are the parent's
    own previous URNs: a child moves with its parent, and a name that starts with the parent's
    name follows it.
    """
    _, _, qualified, name = _parts(urn)
    type_ = qualified.rsplit("$", 1)[-1]
    own = [_collapse(alias, urn, parent, type_, name) for alias in given]
    candidates = dict.fromkeys(own)
    parent_name = _parts(parent)[3] if parent else ""
    for former in of_parent:
        for known in (urn, *own):
            _, _, known_type, known_name = _parts(known)
            simple_type = known_type.rsplit("$", 1)[-1]
            candidates[_inherited(urn, simple_type, known_name, parent_name, former)] = None
    candidates.pop(urn, None)
    return tuple(candidates)


def _collapse(alias: Alias, urn: str, parent: str, type_: str, name: str) -> str:
    if alias.urn:
        return alias.urn
    stack, project, _, _ = _parts(urn)
    above = "" if alias.no_parent else alias.parent or parent
    stack, project = alias.stack or stack, alias.project or project
    return compose(stack, project, alias.type or type_, alias.name or name, above)


def _inherited(urn: str, type_: str, name: str, parent_name: str, former: str) -> str:
    stack, project, _, _ = _parts(urn)
    if parent_name and name.startswith(parent_name):
        name = _parts(former)[3] + name[len(parent_name) :]
    return compose(stack, project, type_, name, former)
