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
    above = _parts(parent)[2]
    qualified = type_ if above in ("", ROOT_STACK) else f"{above}${type_}"
    return f"urn:pulumi:{stack}::{project}::{qualified}::{name}"


def root_urn(stack: str, project: str) -> str:
    return compose(stack, project, ROOT_STACK, f"{project}-{stack}")


def alias_of(message: Any) -> Alias:
    if message.HasField("urn"):
        return Alias(urn=message.urn)
    spec = message.spec
    parts = (spec.name, spec.type, spec.stack, spec.project, spec.parentUrn)
    return Alias("", *parts, no_parent=spec.noParent)


def aliases(
    urn: str, parent: str, given: Sequence[Alias], of_parent: Iterable[str]
) -> tuple[str, ...]:
    """Every previous URN that a resource may have, likeliest first.

    `parent` "" or the root stack's URN for a resource without one; `of_parent` are the parent's
    own previous URNs: a child moves with its parent, and a name that starts with the parent's
    name follows it.
    """
    stack, project, qualified, name = _parts(urn)
    type_ = qualified.rsplit("$", 1)[-1]
    own = [
        alias.urn
        or compose(
            alias.stack or stack,
            alias.project or project,
            alias.type or type_,
            alias.name or name,
            "" if alias.no_parent else alias.parent or parent,
        )
        for alias in given
    ]
    candidates = dict.fromkeys(own)
    parent_name = _parts(parent)[3] if parent else ""
    for former in of_parent:
        for known in (urn, *own):
            _, _, known_type, known_name = _parts(known)
            if parent_name and known_name.startswith(parent_name):
                known_name = _parts(former)[3] + known_name[len(parent_name) :]
            simple_type = known_type.rsplit("$", 1)[-1]
            candidates[compose(stack, project, simple_type, known_name, former)] = None
    candidates.pop(urn, None)
    return tuple(candidates)
