"""How `queuewright sandbox` shows systems and answers."""

from collections import Counter
from typing import TYPE_CHECKING, Any

import typer

from queuewright.catalogue.observed import OpenFor
from queuewright.kinds import IBMI_KINDS, KINDS

from .common import say, table

if TYPE_CHECKING:
    from queuewright.sandbox.answers import Answer
    from queuewright.sandbox.engine import EmbeddedSystem

__all__ = ["show_answer", "show_status", "system_status"]

_STORED = ("mq:LocalQueue", "ibmi:MessageQueue", "ibmi:DataQueue")


def system_status(machine: "EmbeddedSystem") -> dict[str, Any]:
    """`{"name", "platform", "command_level", "ccsid", "objects": {kind: count}, "queues": [...],
    "handles": [...]}`; queues are those with messages or openers."""
    facts = machine.facts()
    kinds = tuple(kind for kind in KINDS if kind not in IBMI_KINDS or facts.platform == "ibmi")
    found = machine.observe(kinds, status=True)
    queues = []
    for one in found:
        status = one.status
        if one.key.kind not in _STORED or status is None:
            continue
        if status.depth or status.uncommitted or status.in_use:
            queues.append(
                {
                    "kind": one.key.kind,
                    "name": one.key.name,
                    "depth": status.depth,
                    "uncommitted": status.uncommitted,
                    "open_input": status.open_input,
                    "open_output": status.open_output,
                }
            )
    handles = [
        {
            "handle": one.id,
            "object": one.object_name,
            "queue_manager": one.queue_manager,
            "application": one.application,
            "user": one.user,
            "channel": one.channel,
            "open_for": [use.value for use in OpenFor if use in one.open_for],
            "count": one.count,
            "resolved": [{"role": step.role, "name": step.name} for step in one.path],
            "changed_by_force": one.changed,
        }
        for one in machine.open_handles()
    ]
    return {
        "name": facts.name,
        "platform": facts.platform.value,
        "command_level": facts.command_level,
        "ccsid": facts.ccsid,
        "objects": dict(Counter(one.key.kind for one in found)),
        "queues": queues,
        "handles": handles,
    }


def show_status(told: dict[str, Any], *, whole: bool) -> None:
    """One system for people: a line, and with `whole` what is in use on it."""
    from rich.console import Console

    count = sum(told["objects"].values())
    messages = sum(one["depth"] for one in told["queues"])
    typer.echo(
        f"{told['name']}: {told['platform']}, command level {told['command_level']}, "
        f"CCSID {told['ccsid']}, {count} objects, {messages} messages, "
        f"{sum(one['count'] for one in told['handles'])} open"
    )
    if not whole:
        return
    console = Console()
    if told["queues"]:
        rows = table("queue", "depth", "uncommitted", "input", "output")
        for one in told["queues"]:
            numbers = ("depth", "uncommitted", "open_input", "open_output")
            rows.add_row(one["name"], *(str(one[name]) for name in numbers))
        console.print(rows)
    if told["handles"]:
        rows = table("handle", "object", "application", "user", "open for", "count", "resolves to")
        for one in told["handles"]:
            rows.add_row(
                str(one["handle"]),
                one["object"],
                one["application"],
                one["user"],
                "+".join(one["open_for"]),
                str(one["count"]),
                " > ".join(step["name"] for step in one["resolved"]),
            )
        console.print(rows)


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
