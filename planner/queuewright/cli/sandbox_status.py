"""How `queuewright sandbox` shows systems and answers."""

from collections import Counter
from typing import TYPE_CHECKING, Any

import typer

from queuewright.catalogue.observed import OpenFor
from queuewright.kinds import IBMI_KINDS, KINDS, spec_of

from .common import print_table, say

if TYPE_CHECKING:
    from queuewright.sandbox.answers import Answer
    from queuewright.sandbox.engine import EmbeddedSystem

_COUNTS = ("depth", "uncommitted", "open_input", "open_output")
_OPENER = ("queue_manager", "application", "user", "channel")


def system_status(machine: "EmbeddedSystem") -> dict[str, Any]:
    """`{"name", "platform", "command_level", "ccsid", "objects": {kind: count}, "queues": [...],
    "handles": [...]}`; queues are those with messages or openers."""
    facts = machine.facts()
    kinds = tuple(kind for kind in KINDS if kind not in IBMI_KINDS or facts.platform == "ibmi")
    objects = machine.observe(kinds, status=True)
    queues = []
    for observed in objects:
        status = observed.status
        if not spec_of(observed.key.kind).holds_messages or status is None:
            continue
        if status.depth or status.uncommitted or status.in_use:
            counts = {name: getattr(status, name) for name in _COUNTS}
            queues.append({"kind": observed.key.kind, "name": observed.key.name, **counts})
    handles = [
        {
            "handle": handle.id,
            "object": handle.object_name,
            **{name: getattr(handle, name) for name in _OPENER},
            "open_for": [use.value for use in OpenFor if use in handle.open_for],
            "count": handle.count,
            "resolved": [{"role": step.role, "name": step.name} for step in handle.path],
            "changed_by_force": handle.changed,
        }
        for handle in machine.open_handles()
    ]
    return {
        "name": facts.name,
        "platform": facts.platform.value,
        "command_level": facts.command_level,
        "ccsid": facts.ccsid,
        "objects": dict(Counter(observed.key.kind for observed in objects)),
        "queues": queues,
        "handles": handles,
    }


def show_status(status: dict[str, Any], *, with_details: bool) -> None:
    """One system for people: a line, and with `whole` what is in use on it."""
    count = sum(status["objects"].values())
    messages = sum(queue["depth"] for queue in status["queues"])
    typer.echo(
        f"{status['name']}: {status['platform']}, command level {status['command_level']}, "
        f"CCSID {status['ccsid']}, {count} objects, {messages} messages, "
        f"{sum(handle['count'] for handle in status['handles'])} open"
    )
    if with_details and status["queues"]:
        print_table(
            ("queue", "depth", "uncommitted", "input", "output"),
            ([queue[name] for name in ("name", *_COUNTS)] for queue in status["queues"]),
        )
    if with_details and status["handles"]:
        known = ("handle", "object", "application", "user")
        print_table(
            (*known, "open for", "count", "resolves to"),
            (
                (
                    *(handle[name] for name in known),
                    "+".join(handle["open_for"]),
                    handle["count"],
                    " > ".join(step["name"] for step in handle["resolved"]),
                )
                for handle in status["handles"]
            ),
        )


def show_answer(answer: "Answer") -> None:
    """One answer of `exec` for people; a refusal goes to standard error."""
    if not answer.ok:
        say(f"{answer.index}: error: {answer.message}")
        return
    typer.echo(f"{answer.index}: {answer.message}")
    for row in answer.objects:
        for word, value in row.items():
            shown = ",".join(value) if isinstance(value, list | tuple) else value
            typer.echo(f"   {word}" if value == "" and not _texts(word) else f"   {word}({shown})")


def _texts(word: str) -> bool:
    """Whether "" is a blank value of this keyword, and not that it stands alone (NOSHARE)."""
    return not any(
        choice.mqsc == word
        for spec in KINDS.values()
        for attribute in spec.attributes().values()
        if attribute.mqsc_toggle
        for choice in attribute.choices
    )
