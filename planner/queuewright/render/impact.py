"""The blast radius of one object as text, Markdown and JSON.

    {"format": 1, "object": {"id", "system", "kind", "name", "declared", "observed"},
     "dependents": [...], "opened": [...], "unknown": [text], "unreachable": {system: why}}

`dependents`, `opened` and `unknown` are as `impact` of a step has them (`render.document`).
"""

from collections.abc import Iterator
from typing import Any

from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.key import Key
from queuewright.catalogue.references import Role
from queuewright.impact.radius import Impact
from queuewright.kinds import kinds_of, spec_of
from queuewright.world.world import World

from .document import ImpactDocument
from .escape import markdown_text

FORMAT = 1
_NEVER_OPEN = {spec_of(k).namespace for k in kinds_of(Role.CLUSTER, Role.SENDER_CHANNEL)}


def impact_json(key: Key, impact: Impact, world: World) -> dict[str, Any]:
    """The document as plain data."""
    return {
        "format": FORMAT,
        "object": {
            "id": key.id,
            "system": key.system,
            "kind": key.kind,
            "name": key.name,
            "declared": key in world.declared,
            "observed": world.observed(key) is not None,
        },
        **ImpactDocument.model_validate(impact).json_data(),
        "unreachable": dict(world.unread),
    }


def impact_text(key: Key, impact: Impact, world: World) -> str:
    """A heading and one line each."""
    lines = [f"{one_line(str(key))} ({_where(key in world.declared, world.observed(key))})"]
    for title, texts in _parts(key, impact):
        lines += [f"{title}:" if texts else title, *(f"  {text}" for text in texts)]
    return "\n".join(lines) + "\n"


def impact_markdown(key: Key, impact: Impact, world: World) -> str:
    """The same with a heading and lists."""
    where = _where(key in world.declared, world.observed(key))
    lines = [f"### {markdown_text(key)}", "", f"{where[0].upper()}{where[1:]}.", ""]
    for title, texts in _parts(key, impact):
        title = title[0].upper() + title[1:]
        lines += [f"{title}:" if texts else f"{title}.", ""]
        lines += [*(f"- {markdown_text(text)}" for text in texts), *([""] if texts else [])]
    return "\n".join(lines)


def _parts(key: Key, impact: Impact) -> Iterator[tuple[str, list[str]]]:
    """The findings, each part under its title."""
    count = len(impact.dependents)
    depends = f"{count or 'nothing'} {'depend' if count > 1 else 'depends'} on it"
    yield (
        depends,
        [f"{each}: {_where(each.declared, each.observed or None)}" for each in impact.dependents],
    )
    if impact.opened:
        yield "open now", [each.text(key) for each in impact.opened]
    elif not impact.unknown and spec_of(key.kind).namespace not in _NEVER_OPEN:
        yield "nobody has it open", []
    if impact.unknown:
        yield "not known", list(map(one_line, impact.unknown))


def _where(declared: bool, observed: object) -> str:
    if declared and observed is not None:
        return "in the program and on the system"
    return "only in the program" if declared else "only on the system"
