"""The routes that a plan breaks or mends, as a table."""

from collections.abc import Iterator, Sequence

from queuewright.route.changes import RouteChange

ROUTES = ("put at", "queue", "before", "after", "the message ends", "reason")


def route_rows(changes: Sequence[RouteChange]) -> Iterator[tuple[str, ...]]:
    """A row a route, in the order of ROUTES."""
    for each in changes:
        before = each.before or "new"
        reasons = "; ".join(each.reasons)
        yield each.system, each.queue, before, each.after, each.end, reasons
