"""History of differences: new, ongoing, over, and not known."""

from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from queuewright.drift.identity import IDENTITY
from queuewright.drift.tables import SCHEMAS

from .joins import joined
from .pairs import SYSTEM


@dataclass(frozen=True, slots=True)
class History:
    """The state of the differences of the run before.

    compared: (environment, system) of those that were compared this time. incomplete: environments
    with a system that was not: whether its queue managers still disagree is not known. doubtful:
    (environment, system) of those that lost a large share of their objects: what is missing there
    is not known to be missing. environments: names of those that the fleet still has. unexpected:
    False where what nobody declared was reported then and is not looked for now.
    """

    at: str
    compared: pa.Table
    incomplete: pa.Array
    doubtful: pa.Table
    environments: pa.Array
    unexpected: bool = True

    def continued(self, differences: pa.Table, previous: pa.Table) -> pa.Table:
        """Rows of the drift table: `differences` (with severity and ignored) and what becomes of
        those of the run before. previous: its rows, none where there was no run before.

        first_seen: UTC, ISO 8601. status: "new" or "persisting"; "unknown" of systems that were
        not compared, so that what is found there later is not new, and of objects that are missing
        where many are; "resolved". Unknown and resolved ones count as nothing now.
        observed_before: what was observed in the run before, where that is another value now.
        """
        previous = previous.filter(pc.not_equal(previous["status"], "resolved"))
        now = self._now(differences, previous)
        rest = previous.join(
            differences.select(IDENTITY), list(IDENTITY), join_type="left anti", use_threads=False
        )
        is_compared = _in_table(rest, self.compared, SYSTEM)
        disagreed = pc.and_(
            pc.equal(rest["drift"], "inconsistent"), pc.is_in(rest["environment"], self.incomplete)
        )
        still_there = pc.is_in(rest["environment"], self.environments)
        unknown = pc.and_(still_there, pc.or_(pc.invert(is_compared), disagreed))
        # A difference that a rule hid then did not count; one that is not looked for now may be
        # there.
        counted = pc.is_null(rest["ignored"])
        if not self.unexpected:
            counted = pc.and_(counted, pc.not_equal(rest["drift"], "unexpected"))
        resolved = pc.and_(pc.and_(is_compared, pc.invert(disagreed)), counted)
        parts = [now]
        for condition, status in ((unknown, "unknown"), (resolved, "resolved")):
            carried = rest.filter(condition)
            parts.append(_with(carried, "status", pa.repeat(pa.scalar(status), len(carried))))
        schema = SCHEMAS["drift"]
        return pa.concat_tables([part.select(schema.names).cast(schema) for part in parts])

    def _now(self, differences: pa.Table, previous: pa.Table) -> pa.Table:
        names = [*IDENTITY, "first_seen", "observed"]
        before = previous.select(names).rename_columns([*IDENTITY, "before", "then"])
        both = differences.join(before, list(IDENTITY), join_type="left outer", use_threads=False)
        at = pa.scalar(self.at)
        # A clock that ran fast must not make something seen first in the future.
        first = pc.fill_null(both["before"], at)
        first = pc.if_else(pc.less(first, at), first, at)
        was_there = pc.is_valid(both["before"])
        status = pc.if_else(was_there, "persisting", "new")
        lost = pc.and_(pc.equal(both["drift"], "missing"), _in_table(both, self.doubtful, SYSTEM))
        status = pc.if_else(lost, "unknown", status)
        same = pc.fill_null(pc.equal(both["then"], both["observed"]), False)
        neither = pc.and_(pc.is_null(both["then"]), pc.is_null(both["observed"]))
        is_other = pc.and_(was_there, pc.invert(pc.or_(same, neither)))
        nothing = pa.scalar(None, pa.string())
        for name, column in (
            ("first_seen", first),
            ("status", status),
            ("observed_before", pc.if_else(is_other, both["then"], nothing)),
        ):
            both = both.append_column(name, column)
        return both


def _in_table(rows: pa.Table, places: pa.Table, columns: tuple[str, ...]) -> pa.ChunkedArray:
    """Whether the columns of each row stand in `places`."""
    return pc.is_in(joined(rows, columns), joined(places, columns).combine_chunks())


def _with(rows: pa.Table, name: str, column: pa.Array) -> pa.Table:
    return rows.set_column(rows.column_names.index(name), name, column)
