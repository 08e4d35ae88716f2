"""Upkeep of a lake of files: verifying it, deleting old runs, joining small
files. All of it may be done beside a job that runs."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from math import inf

import pyarrow as pa
import pyarrow.compute as pc

from queuewright.catalogue.diagnostic import one_line
from queuewright.drift.tables import ALLOWED, OWNED, SCHEMAS

from . import Lake
from .arrow_files import ArrowFiles, StoredFile
from .storage import Damaged, LakeError, NotThere

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_DAY = 86_400.0  # seconds; no job takes longer
_MERGED = "queuewright.merged"  # noted in a file: those that it has joined
_JOINED = "joined-"  # how the runs of such files are named
_SMALL_FILES = 64  # definitions: from here on a job joins them
_LARGE = 64 * 2**20  # bytes of a file that is not joined any more
# The fate of a run that has lost rows of a table.
_REMEDIATIONS = {
    "runs": "queuewright drift detect --run {run} makes it again",
    "drift": "queuewright drift detect --run {run} makes it again",
    "definitions": "the next queuewright drift collect adds the systems that are still there",
    "leases": "nothing is lost by it",
    "readings": "the next run takes the one before",
}
_PAST = (
    "run {run} cannot be compared again, because the past cannot be read again; its report stands"
)


@dataclass(frozen=True, slots=True)
class Damage:
    """A file that cannot be read, what becomes of it, and where it was set aside."""

    path: str
    table: str
    run: str
    reason: str
    aside: str | None = None

    @property
    def remediation(self) -> str:
        return _REMEDIATIONS.get(self.table, _PAST).format(run=self.run)

    def __str__(self) -> str:
        where = f"; set aside as {self.aside}" if self.aside else ""
        return one_line(f"{self.path}: {self.reason}{where}; {self.remediation}")


@dataclass(frozen=True, slots=True)
class Health:
    """The result of `check`. lost: definitions that finished runs refer to and nobody has: run ->
    how many."""

    runs: int
    files: int
    damaged: Sequence[Damage] = ()
    unfinished: Sequence[str] = ()
    lost: dict[str, int] = field(default_factory=dict)

    @property
    def is_sound(self) -> bool:
        return not (self.damaged or self.lost)


def files_of(lake: Lake) -> ArrowFiles:
    """Raises LakeError for a lake that is not files which PyArrow reaches."""
    if lake.files is None:
        raise LakeError(
            f"{lake.name}: tables are looked after by their catalogue (Delta Lake: OPTIMIZE and "
            "VACUUM, Iceberg: rewrite_data_files and expire_snapshots); give --lake DIR"
        )
    return lake.files


def check(lake: Lake, *, set_aside: bool = False) -> Health:
    """Read every file of a lake. set_aside: move those that cannot be read to ROOT/_damaged. Raises
    LakeError."""
    files = files_of(lake)
    _require_runs(lake)
    damaged: list[Damage] = []
    count = 0
    for table in SCHEMAS:
        for path, run in files.files_of(table).items():
            count += 1
            reason = files.damage(path)
            if reason is not None:
                aside = files.set_aside(path) if set_aside else None
                damaged.append(Damage(path, table, run, reason, aside))
    runs = [row["run"] for row in lake.runs()]
    unfinished = [run for run in lake.started() if run not in runs]
    return Health(len(runs), count, damaged, unfinished, dict(_lost(lake, runs)))


def _require_runs(lake: Lake) -> None:
    """A misspelt directory is not a lake that is in order."""
    if not lake.started():
        raise LakeError(
            f"lake {lake.name} has no run; give the lake that queuewright drift run writes"
        )


def _lost(lake: Lake, runs: Sequence[str]) -> Iterator[tuple[str, int]]:
    known = pa.array([*lake.known_definitions(), OWNED, ALLOWED], pa.binary())
    for run in runs:
        try:
            addresses = lake.read("observations", run, columns=["fingerprint"])["fingerprint"]
        except LakeError:
            continue  # said of its files
        missing = pc.unique(addresses.filter(pc.invert(pc.is_in(addresses, known))))
        if len(missing):
            yield run, len(missing)


def set_aside(lake: Lake) -> list[str]:
    """Move the files that were found damaged to where nothing reads them; a line for each."""
    damaged = []
    for path, reason in lake.damaged.items():
        *_, table, partition, _ = path.split("/")
        damaged.append(Damage(path, table, partition.removeprefix("run="), reason))
    return [str(damage) for damage in aside_of(lake, damaged)]


def damage_of(damaged: Damaged, run: str) -> list[Damage]:
    """The files of a run that cannot be read."""
    return [Damage(path, damaged.table, run, reason) for path, reason in damaged.files.items()]


def aside_of(lake: Lake, damaged: Sequence[Damage]) -> list[Damage]:
    """These, moved."""
    files = lake.files
    if files is None:
        return list(damaged)
    return [replace(damage, aside=files.set_aside(damage.path)) for damage in damaged]


def prunable(lake: Lake, keep: timedelta, now: datetime) -> list[str]:
    """The runs that are older than that. Not the last one that ended, nor one that a job may be
    making now, nor the one before it, which such a job looks at; of tables nobody knows when they
    were written, and only runs that ended are pruned. Raises LakeError."""
    _require_runs(lake)
    # No run is older than that, and years before 1000 have another length in text.
    oldest = now - keep if now - _EPOCH > keep else _EPOCH
    limit = oldest.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    ended = lake.runs()
    ages: dict[str, float] = {}
    for lease in (lake.files.stored("leases") if lake.files else {}).values():
        ages[lease.run] = min(lease.age(now), ages.get(lease.run, inf))
    fresh = {run for run, age in ages.items() if age < _DAY}
    kept = set(fresh)
    for position, row in enumerate(ended):
        is_last = position == len(ended) - 1
        if row["at"] >= limit or is_last:
            kept.add(row["run"])
        if row["run"] in fresh and position:
            kept.add(ended[position - 1]["run"])
    known = {row["run"] for row in ended}
    broken_off = [
        run
        for run in lake.started()
        if run not in known and ages.get(run, 0.0) > max(keep.total_seconds(), _DAY)
    ]
    return [row["run"] for row in ended if row["run"] not in kept] + broken_off


def join_definitions(lake: Lake, run: str, now: datetime, *, least: int | None = None) -> int:
    """Write the definitions that many runs have brought into one file. Gives how many were joined.
    least: how many there have to be.

    A job that runs may be about to read the files that were joined: they are deleted a day later,
    by whoever does this then. Until then a definition is there twice, which does no harm.
    """
    files = files_of(lake)
    present = files.stored("definitions")
    joined: set[str] = set()
    for path, each in present.items():
        if each.run.startswith(_JOINED):
            noted = files.metadata(path).get(_MERGED, "").split("\n")
            own = {other for other in present if _in_table(other) in noted}
            joined |= own
            if each.age(now) > _DAY:
                _delete(files, own, present)
    small = {
        path: each for path, each in present.items() if path not in joined and each.size <= _LARGE
    }
    if len(small) < max(least or _SMALL_FILES, 2):
        return 0
    try:
        parts = [lake.read("definitions", run) for run in sorted({e.run for e in small.values()})]
    except NotThere:
        return 0  # somebody else does this now
    every = pa.concat_tables(parts)
    first = every.append_column("row", pa.array(range(every.num_rows)))
    first = first.group_by("fingerprint").aggregate([("row", "min")])
    rows = every.take(first["row_min"])
    names = "\n".join(map(_in_table, small))
    files.write("definitions", f"{_JOINED}{run}", rows, metadata={_MERGED: names})
    return len(small)


def _in_table(path: str) -> str:
    """`run=RUN/FILE`, wherever the lake is."""
    return "/".join(path.split("/")[-2:])


def _delete(files: ArrowFiles, paths: set[str], present: Mapping[str, StoredFile]) -> None:
    """Files that were joined, and the folders of runs that have no other: one may have been made
    again since then, and have brought more."""
    others = {each.run for path, each in present.items() if path not in paths}
    files.delete_files(paths)
    files.delete("definitions", sorted({present[path].run for path in paths} - others))
