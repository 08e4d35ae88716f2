"""The job: collect, detect and remember one run. Rows stay in the lake; a summary comes back."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.errors import QueuewrightError

from .collect import CollectOptions
from .compare.history import History
from .compare.outcomes import DESIRED, OBSERVED, Outcomes
from .compare.pairs import SYSTEM, Buckets, SystemPairs
from .compare.readings import judged, readings
from .desired import OfObjects, arrow_table, definition_groups
from .engines import Differences, DriftEngine, Ranking, SystemsToRead
from .evaluate import evaluate_fleet
from .fleet import Fleet, chosen_of
from .lake import Damaged, Lake, LakeError, Lease, check_run, lease
from .lake.upkeep import aside_of, damage_of, join_definitions, set_aside
from .policy import Policy
from .summary import Made, Summary, summarise
from .tables import SCHEMAS
from .workers import Workers

Progress = Callable[[str], None]


class InvalidOption(QueuewrightError, ValueError):
    """An option of the job has a value that it cannot have."""


@dataclass(frozen=True, slots=True)
class JobOptions:
    """timeout: seconds a system. connections: at once in a partition. workers: processes that
    evaluate programs, and read systems where Spark does not. unmanaged: report what nobody
    declared. environments: names, all if empty."""

    unmanaged: bool = False
    timeout: float = 120.0
    connections: int = 8
    partitions: int = 0
    workers: int = 2
    environments: Sequence[str] = ()
    policy: Policy = field(default_factory=Policy)

    def __post_init__(self) -> None:
        """Raises InvalidOption."""
        limits: Mapping[str, tuple[float, float]] = {
            "timeout": (0.1, 86_400), "connections": (1, 1000), "partitions": (0, 100_000),
            "workers": (1, 256),
        }  # fmt: skip
        for name, (least, most) in limits.items():
            value = getattr(self, name)
            if not least <= value <= most:
                raise InvalidOption(f"{name} is {value}; give {least:g} to {most:g}")


def new_run_id(now: datetime) -> str:
    """`20261121T093000Z`: runs sort by time."""
    return now.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


@dataclass(frozen=True, slots=True)
class Job:
    """One run of a fleet. Rows stay in the lake; the same run made again gives the same lake.
    Raises LakeError when `run` cannot name one."""

    fleet: Fleet
    run: str
    now: datetime
    options: JobOptions

    def __post_init__(self) -> None:
        check_run(self.run)

    @property
    def size(self) -> int:
        """How many environments it reads."""
        return len(chosen_of(self.fleet, self.options.environments).environments)

    @property
    def at(self) -> str:
        """The run's time: UTC, ISO 8601."""
        return self.now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

    def make(self, engine: DriftEngine, progress: Progress = lambda _: None) -> Summary:
        held = self.collect(engine, progress)
        progress("comparing")
        return self.detect(engine, held)

    def collect(self, engine: DriftEngine, progress: Progress = lambda _: None) -> Lease:
        """Evaluate what is desired and read every system, into the lake. Raises RunTaken."""
        engine.lake.check()  # before anything is read
        held = lease(engine.lake, self.run)
        progress("evaluating desired definitions")
        with Workers(self.options.workers) as pool:
            particulars = self.export_desired(engine, held, pool, progress)
            progress("reading the systems")
            self.read_systems(engine, pool, particulars)
        return held

    def export_desired(
        self, engine: DriftEngine, held: Lease, pool: Workers, progress: Progress = lambda _: None
    ) -> OfObjects:
        """Write what is desired: objects, inventories, definitions; what is secret of them comes
        back. Raises RunTaken when the lease is no longer `held`."""
        chosen = chosen_of(self.fleet, self.options.environments)
        evaluated = evaluate_fleet(
            chosen,
            pool,
            timeout=self.options.timeout,
            progress=lambda done, total: progress(
                f"evaluating desired definitions: {done} of {total}"
            ),
        )
        groups = definition_groups(chosen, evaluated)
        definitions: dict[bytes, Mapping[str, Any]] = {}
        for group in groups:
            for row in group.objects:
                if row.get("attributes") is not None:
                    definitions.setdefault(row["fingerprint"], row)
        held.begin()
        engine.write_desired(self.run, groups)
        wide = arrow_table(list(definitions.values()), SCHEMAS["desired_definitions"])
        engine.lake.write("desired_definitions", self.run, wide)
        return [(group.environments, group.particulars) for group in groups if group.particulars]

    def read_systems(self, engine: DriftEngine, pool: Workers, particulars: OfObjects = ()) -> None:
        """Read every system once, and write observations, inventories and new definitions, without
        the values of what is secret."""
        lake, options = engine.lake, self.options
        before = lake.last_readings([row["run"] for row in self._earlier(lake.runs())])
        reading = SystemsToRead(
            self.fleet,
            options.environments,
            CollectOptions(str(self.fleet.base), options.timeout, options.connections),
            pool,
            options.partitions,
            particulars,
        )
        with engine.read(self.run, reading) as collected:
            systems = judged(collected.systems, before, self.at)
            collected.write(systems)
        kept = readings(systems, before, self._environments)
        lake.write("readings", self.run, kept)

    def _earlier(self, runs: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
        """The runs that ended and are not later than this one, oldest first."""
        return [row for row in runs if row["run"] != self.run and row["at"] <= self.at]

    @property
    def _environments(self) -> pa.Array:
        """All that the fleet has, those that cannot be understood now included."""
        names = [*(each.name for each in self.fleet.environments), *self.fleet.broken]
        return pa.array(names, pa.string())

    def detect(self, engine: DriftEngine, held: Lease | None = None) -> Summary:
        """Compare a collected run with what is desired, write its drift, and make the run count.

        held: by the job that has collected it. Raises RunTaken when another job makes it now.
        """
        lake, run, options = engine.lake, self.run, self.options
        runs = lake.runs()
        if held is None:
            lake.require(run)
            held = lease(lake, run)
            held.begin()
        earlier = self._earlier(runs)
        outcomes, differences = compared(engine, run, options)
        before, damaged = self._run_before(engine, earlier)
        history = History(
            self.at,
            outcomes.compared,
            outcomes.incomplete,
            outcomes.doubtful,
            self._environments,
            unexpected=options.unmanaged or before is None or not before.unmanaged,
        )
        labels = {environment.name: environment.labels for environment in self.fleet.environments}
        made = Made(run, self.at, self.fleet, options.policy, self.now.date(), options.unmanaged)
        ranking = Ranking(options.policy, labels, made.today)
        cells = differences.write(ranking, history, before.run if before else None)
        known = {row["run"] for row in runs} | {run}
        summary = summarise(
            made,
            outcomes,
            cells,
            trend=_trend([row for row in runs if row["run"] != run], before),
            unfinished=[name for name in lake.started() if name not in known],
            damaged=[*damaged, *set_aside(lake)],
        )
        held.check()
        lake.finish(
            run, self.at, summary.counts["drift"], summary.counts["failed"], summary.to_json()
        )
        if lake.files is not None:
            join_definitions(lake, run, self.now)
        return summary

    def _run_before(
        self, engine: DriftEngine, earlier: Sequence[Mapping[str, Any]]
    ) -> tuple[Summary | None, list[str]]:
        """The run whose differences go on or are over now, and what was done about damage to it.

        Where its differences cannot be read any more, it is compared again; where that cannot be
        done either, the run before it counts.
        """
        lake = engine.lake
        notes: list[str] = []
        for row in reversed(earlier):
            try:
                before = Summary.from_json(lake.summary(row["run"]))
            except Damaged as damaged:
                notes += map(str, aside_of(lake, damage_of(damaged, row["run"])))
                continue
            try:
                lake.verify("drift", before.run)
                return before, notes
            except Damaged as damaged:
                aside = aside_of(lake, damage_of(damaged, before.run))
                notes += [f"{each}; done" for each in aside]
            again = replace(
                self, run=before.run, now=datetime.fromisoformat(before.at),
                options=replace(self.options, unmanaged=before.unmanaged),
            )  # fmt: skip
            try:
                return again.detect(engine), notes
            except LakeError as error:
                notes.append(one_line(f"run {before.run} cannot be made again: {error}"))
        return None, notes


def compared(engine: DriftEngine, run: str, options: JobOptions) -> tuple[Outcomes, Differences]:
    """How the systems of a collected run came out, and what differs."""
    lake = engine.lake
    desired = lake.read("desired_inventories", run, columns=[*DESIRED, "digest"])
    observed = lake.read("inventories", run, columns=[*OBSERVED, "digest"])
    pairs = SystemPairs.of(
        desired, observed, _buckets(lake, "desired_inventories", run),
        _buckets(lake, "inventories", run),
    )  # fmt: skip
    differences = engine.compare(run, pairs, observed, unmanaged=options.unmanaged)
    return Outcomes(desired, observed, options.policy.lost_share), differences


def _buckets(lake: Lake, table: str, run: str) -> Buckets:
    def read(places: pa.Table) -> pa.Table:
        names = pc.unique(places["environment"]).to_pylist()
        columns = [*SYSTEM, "buckets"]
        return lake.read(table, run, columns=columns, where={"environment": names})

    return read


def _trend(runs: Sequence[Mapping[str, Any]], before: Summary | None) -> list[Mapping[str, Any]]:
    """A point a run; what the run before knew of each is taken from it."""
    known = {point["run"]: point for point in (before.trend if before else ())}
    names = ("run", "at", "drift", "failed")
    points: list[Mapping[str, Any]] = []
    for row in runs:
        point = {name: row[name] for name in names}
        points.append({**known.get(row["run"], {}), **point})
    return points
