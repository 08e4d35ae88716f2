"""A route as text, Markdown, page, Mermaid and JSON.

{"format": 1, "system", "queue", "queue_manager", "verdict": "arrives" | "breaks" | "not known",
 "ways": [{"verdict", "end", "share", "longest", "narrowest", "hops": [...]}], "cut": bool,
 "unreachable": {system: why}, "exit_code"}
"""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from queuewright.catalogue.diagnostic import one_line
from queuewright.route.model import Hop, HopKind, Route, Verdict, Way

from .document import Problem, Share, Texts
from .document_fields import JsonDocument, aside, field
from .escape import markdown_text, mermaid_text
from .pages import page_of

FORMAT: Literal[1] = 1
_MARKS = {Verdict.ARRIVES: " ", Verdict.UNKNOWN: "?", Verdict.BREAKS: "x"}


class HopDocument(JsonDocument):
    """One step of a way."""

    kind: HopKind
    system: str
    name: str = field("of the object, or what stands there")
    id: str = field(
        "SYSTEM/KIND/NAME of the object, or empty", of=lambda h: h.key.id if h.key else ""
    )
    text: str = field("what happens there")
    verdict: Verdict
    problems: tuple[Problem, ...] = field(
        "what breaks it", of=lambda hop: [p for p in hop.problems if p.is_error]
    )
    warnings: tuple[Problem, ...] = field(
        "what may", of=lambda hop: [p for p in hop.problems if not p.is_error]
    )
    unknown: Texts = field("what is not known")


class WayDocument(JsonDocument):
    """One way of a message."""

    verdict: Verdict
    end: str = field("where the message ends")
    share: Share = field("of the messages, from 0 to 1")
    longest: int | None = field("bytes of the longest message that it takes; null: not known")
    narrowest: str = field("what sets that limit")
    hops: tuple[HopDocument, ...]


class RouteDocument(JsonDocument):
    """The route of a message."""

    format: Literal[1] = field(of=lambda _: FORMAT)
    system: str
    queue: str
    queue_manager: str = field("that the queue is opened with, or empty")
    verdict: Verdict
    ways: tuple[WayDocument, ...]
    cut: bool = field("there are more ways than these", of="is_cut")
    unreachable: dict[str, str] = field("why, by system", of=aside)
    exit_code: int = field(of=aside)


def route_json(route: Route, unread: Mapping[str, str], exit_code: int) -> dict[str, Any]:
    """The document as plain data."""
    parts = {**RouteDocument.parts(route), "unreachable": dict(unread), "exit_code": exit_code}
    return RouteDocument.model_validate(parts).json_data()


def route_text(route: Route) -> str:
    """A drawing: each way from its first queue manager to its last, a hop a line. `x` marks what
    breaks it, `?` what is not known."""
    lines = [f"{route.name}: {route.verdict}"]
    for number, way in enumerate(route.ways, 1):
        lines += ["", _way_title(route, number, way)]
        system = ""
        for hop in way.hops:
            if hop.system != system:
                lines += ["      |", "      v"] if system else []
                lines.append(f"  {one_line(hop.system)}")
                system = hop.system
            lines.append(f"  {_MARKS[hop.verdict]}   {_hop(hop)}")
            lines += [f"        {text}" for text in _remarks(hop)]
    if route.is_cut:
        lines += ["", "There are more ways than these."]
    return "\n".join(lines) + "\n"


def route_markdown(route: Route) -> str:
    """A heading, a diagram, and a table for each way."""
    lines = [f"### {markdown_text(route.name)}: {route.verdict}", ""]
    lines += ["```mermaid", *route_mermaid(route).splitlines(), "```", ""]
    for number, way in enumerate(route.ways, 1):
        lines += [f"{markdown_text(_way_title(route, number, way))}", ""]
        lines += ["| system | hop | answer | remarks |", "|---|---|---|---|"]
        for hop in way.hops:
            remarks = "; ".join(_remarks(hop))
            cells = (hop.system, _hop(hop), hop.verdict, remarks)
            lines.append(f"| {' | '.join(map(markdown_text, cells))} |")
        lines.append("")
    return "\n".join(lines)


def route_page(route: Route) -> str:
    """One self-contained page. Everything in it comes from outside and is escaped."""
    ways = [
        (
            _way_title(route, number, way),
            [(hop.system, _hop(hop), hop.verdict, list(_remarks(hop))) for hop in way.hops],
        )
        for number, way in enumerate(route.ways, 1)
    ]
    return page_of("route.html.j2", title=route.name, verdict=route.verdict, ways=ways)


def route_mermaid(route: Route) -> str:
    """A flowchart: a box a hop, in a frame for each queue manager; what breaks is outlined."""
    numbers: dict[tuple[str, HopKind, str], int] = {}
    frames: dict[str, list[str]] = {}
    broken: list[int] = []
    arrows: dict[tuple[int, int], None] = {}
    for way in route.ways:
        before = None
        for hop in way.hops:
            place = hop.system, hop.kind, hop.name
            if place not in numbers:
                numbers[place] = number = len(numbers)
                label = f"{mermaid_text(hop.kind)}<br/>{mermaid_text(hop.name)}"
                frames.setdefault(hop.system, []).append(f'    n{number}["{label}"]')
                if hop.verdict is Verdict.BREAKS:
                    broken.append(number)
            if before is not None and before != numbers[place]:
                arrows[before, numbers[place]] = None
            before = numbers[place]
    lines = ["flowchart LR"]
    for frame, (system, boxes) in enumerate(frames.items()):
        lines += [f'  subgraph s{frame}["{mermaid_text(system)}"]', *boxes, "  end"]
    lines += [f"  n{one} --> n{other}" for one, other in arrows]
    if broken:
        lines.append("  classDef breaks stroke:#a40e26,stroke-width:3px")
        lines.append(f"  class {','.join(f'n{number}' for number in broken)} breaks")
    return "\n".join(lines) + "\n"


def _way_title(route: Route, number: int, way: Way) -> str:
    which = f"way {number} of {len(route.ways)}: " if route.ways[1:] else ""
    share = f", {way.share:.0%} of the messages".replace("%", " %") if way.share < 1 else ""
    text = f"{which}{way.verdict}{share}; the message ends {way.end}"
    if way.longest is not None and way.verdict is not Verdict.BREAKS:
        text += f"; the longest that passes has {way.longest:,} bytes ({way.narrowest})"
    return one_line(text)


def _hop(hop: Hop) -> str:
    text = f": {hop.text}" if hop.text else ""
    return one_line(f"{hop.kind} {hop.name}{text}")


def _remarks(hop: Hop) -> Iterator[str]:
    for problem in hop.problems:
        yield f"{'BREAKS' if problem.is_error else 'warning'}: {problem.text}"
    yield from (one_line(f"not known: {text}") for text in hop.unknown)
