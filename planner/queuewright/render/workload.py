"""Where puts to queues of clusters go: of a plan, and today, as an explained table.

`workload --json` prints {"format": 1, "queue", "cluster", "from", "bind", "when", "destinations":
[as "before" of a plan's "workload"], "failure", "notes": [text], "rules": [{"rule", "title",
"sources"}]}, sources as a problem of a plan has them.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.sources import citation, citations_text
from queuewright.impact.routing import Destination, Rerouted
from queuewright.kinds import queue_type
from queuewright.workload.algorithm import RULES, WorkloadRule

from .document import DestinationDocument
from .escape import markdown_text

FORMAT = 2
CHANGES = ("queue", "cluster", "put from", "queue manager", "channel", "before", "after", "reason")
DESTINATIONS = ("queue manager", "queue", "channel", "puts", "reason")
# Source: IBM MQ, MQOPEN and clusters.
WHEN: Mapping[str, str] = MappingProxyType(
    {
        "bind_on_open": "once, when the queue is opened: all messages of the handle go there",
        "bind_not_fixed": "for every message that is put",
        "bind_on_group": "once for each group of messages",
    }
)


@dataclass(frozen=True, slots=True)
class Workload:
    """Today's choice. putting: the queue manager of the application, "" for one without an
    instance. bind: what the handle is opened with, "" where the instances disagree."""

    queue: str
    cluster: str
    putting: str
    bind: str
    destinations: Sequence[Destination]
    failure: str = ""
    notes: Sequence[str] = ()

    @property
    def rules(self) -> list[WorkloadRule]:
        """Those that have eliminated something, and that of the weights where several are left."""
        numbers = {way.rule for way in self.destinations}
        several = sum(way.chosen for way in self.destinations) > 1
        return [r for r in RULES if r.number in numbers or (several and r is RULES[-1])]


def without_secrets(workload: Workload, hide: Callable[[str], str]) -> Workload:
    """The same, with nothing in it that is secret."""
    return replace(
        workload,
        cluster=hide(workload.cluster),
        destinations=[replace(way, reason=hide(way.reason)) for way in workload.destinations],
        failure=hide(workload.failure),
        notes=list(map(hide, workload.notes)),
    )


def change_rows(changes: Sequence[Rerouted]) -> Iterator[tuple[str, ...]]:
    """A row a destination, before and after side by side; in the order of CHANGES."""
    for each in changes:
        before = {(way.key, way.channel): way for way in each.before}
        after = {(way.key, way.channel): way for way in each.after}
        for place in dict.fromkeys((*before, *after)):
            key, channel = place
            reason = (
                f"{after[place].reason} (rule {after[place].rule})" if place in after else "gone"
            )
            yield (
                each.queue,
                each.cluster,
                each.putting or "others",
                key.system,
                channel,
                _puts(before.get(place)),
                _puts(after.get(place)),
                "" if place in after and after[place].chosen else reason,
            )


def change_notes(changes: Sequence[Rerouted]) -> list[str]:
    """Notes beside the table."""
    return [
        one_line(f"{each.queue} in cluster {each.cluster}: {text}")
        for each in changes
        if not each.putting
        for text in each.notes
    ]


def _puts(way: Destination | None) -> str:
    if way is None:
        return "-"
    return f"{way.share:.0%}".replace("%", " %") if way.chosen else "none"


def _type(kind: str) -> str:
    """`local`, as IBM calls the type of a queue."""
    known = queue_type(kind)
    return kind if known is None else known.name.lower()


def rows(workload: Workload) -> list[tuple[str, ...]]:
    """A row a destination, in the order of DESTINATIONS."""
    return [
        (
            way.key.system,
            f"{_type(way.key.kind)} {way.key.name}",
            way.channel,
            _puts(way),
            "" if way.chosen else f"{way.reason} (rule {way.rule})",
        )
        for way in workload.destinations
    ]


def heading(workload: Workload) -> str:
    """`Puts to Q in cluster C, from QM1`"""
    where = f", from {workload.putting}" if workload.putting else ""
    return one_line(f"Puts to {workload.queue} in cluster {workload.cluster}{where}")


def remarks(workload: Workload) -> Iterator[str]:
    """The lines below the table; one line each."""
    if workload.failure:
        yield f"nowhere to go: applications get {workload.failure}"
    if workload.bind:
        yield f"chosen {WHEN[workload.bind]} ({workload.bind})"
    yield from map(one_line, workload.notes)
    for rule in workload.rules:
        yield f"rule {rule.number}: {rule.title} [{citations_text(rule.sources)}]"


def workload_markdown(workload: Workload) -> str:
    """The same for a comment."""
    lines = [f"### {markdown_text(heading(workload))}", ""]
    lines += [*markdown_table(DESTINATIONS, rows(workload)), ""]
    return "\n".join([*lines, *(f"- {markdown_text(text)}" for text in remarks(workload)), ""])


def markdown_table(columns: Sequence[str], cells: Sequence[Sequence[str]]) -> list[str]:
    """Its lines."""
    head = [f"| {' | '.join(columns)} |", f"|{'---|' * len(columns)}"]
    return [*head, *(f"| {' | '.join(map(markdown_text, row))} |" for row in cells)]


def workload_json(workload: Workload) -> dict[str, Any]:
    """The document as plain data."""
    return {
        "format": FORMAT,
        "queue": workload.queue,
        "cluster": workload.cluster,
        "from": workload.putting,
        "bind": workload.bind,
        "when": WHEN.get(workload.bind, ""),
        "destinations": [
            DestinationDocument.model_validate(each).json_data() for each in workload.destinations
        ],
        "failure": workload.failure,
        "notes": list(workload.notes),
        "rules": [
            {
                "rule": rule.number,
                "title": rule.title,
                "sources": [citation(source) for source in rule.sources],
            }
            for rule in workload.rules
        ],
    }
