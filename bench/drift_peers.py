"""What others make of the same data: their queries, and how long they take."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench.drift_data import GROUP, KIND, RUN, Data, name_of
from queuewright.drift.fingerprint import compare_pair

__all__ = ["deepdiff_each", "duckdb_dumps", "duckdb_ours", "duckdb_wide", "polars_wide", "timed"]

SLICE = 10 * GROUP  # environments that Polars compares at once; whole row groups
Found = set[tuple[str, str, str]]


def timed(work: Callable[[], Any], repeat: int = 3) -> tuple[float, Any]:
    """The best of some runs, in seconds, and the last answer."""
    best, answer = float("inf"), None
    for _ in range(repeat):
        started = time.perf_counter()
        answer = work()
        best = min(best, time.perf_counter() - started)
    return best, answer


def duckdb_wide(data: Data) -> tuple[str, Callable[[], Found]]:
    """DuckDB: every attribute of every object, on the wide files."""
    import duckdb

    differs = " OR ".join(f"d.{c} IS DISTINCT FROM o.{c}" for c in data.columns)
    names = ", ".join(
        f"CASE WHEN d.{c} IS DISTINCT FROM o.{c} THEN '{c}' END" for c in data.columns
    )
    query = (
        f"SELECT d.environment, d.name, CASE WHEN o.name IS NULL THEN [''] "
        f"ELSE list_filter([{names}], lambda a: a IS NOT NULL) END "
        f"FROM '{data.desired}' d LEFT JOIN '{data.observed}' o USING (environment, name) "
        f"WHERE o.name IS NULL OR {differs}"
    )

    def run() -> Found:
        rows = duckdb.connect().execute(query).fetchall()
        return {(e, n, a) for e, n, attributes in rows for a in attributes}

    return query, run


def polars_wide(data: Data) -> tuple[str, Callable[[], Found]]:
    """Polars, streaming: the same, a slice of the fleet after the other: its join of everything at
    once needs more memory than the machine has."""
    import polars as pl

    query = (
        "for first, last in slices: own = pl.col('environment').is_between(first, last); "
        "pl.scan_parquet(desired).filter(own).join(pl.scan_parquet(observed).filter(own)"
        '.with_columns(there=True), on=["environment", "name"], how="left")'
        '.filter(pl.col("there").is_null() | '
        'pl.any_horizontal([pl.col(c).ne_missing(pl.col(c + "_right")) for c in columns]))'
    )

    def compare(first: int, last: int) -> Found:
        own = pl.col("environment").is_between(pl.lit(name_of(first)), pl.lit(name_of(last)))
        observed = pl.scan_parquet(data.observed).filter(own).with_columns(is_observed=pl.lit(True))
        joined = (
            pl.scan_parquet(data.desired)
            .filter(own)
            .join(observed, on=["environment", "name"], how="left")
        )
        differ = {c: pl.col(c).ne_missing(pl.col(f"{c}_right")) for c in data.columns}
        kept = joined.filter(pl.col("is_observed").is_null() | pl.any_horizontal(*differ.values()))
        differing = kept.select("environment", "name", "is_observed", **differ)
        rows = differing.collect(engine="streaming").to_dicts()
        return {
            (row["environment"], row["name"], c)
            for row in rows
            for c in (data.columns if row["is_observed"] else [""])
            if c == "" or row[c]
        }

    def run() -> Found:
        starts = range(0, data.environments, SLICE)
        return {difference for start in starts for difference in compare(start, start + SLICE - 1)}

    return query, run


def duckdb_ours(data: Data) -> tuple[str, Callable[[], Found]]:
    """DuckDB, our own algorithm on the lake: inventories, then fingerprints, then definitions."""
    import duckdb

    def table(name: str) -> str:
        return f"'{data.lake}/{name}/run={RUN}/*.parquet'"

    query = f"""
CREATE TEMP TABLE pairs AS SELECT environment, system, d.digest want, o.digest have
  FROM {table("desired_inventories")} d JOIN {table("inventories")} o USING (environment, system)
  WHERE d.digest <> o.digest;
CREATE TEMP TABLE first AS SELECT want, have, min((environment, system)) one FROM pairs
  GROUP BY ALL;
CREATE TEMP TABLE differing AS
  SELECT want, have, kind, name, l.fingerprint wanted, r.fingerprint had
  FROM (SELECT * FROM {table("desired")} t JOIN first
        ON one = (t.environment, t.system)) l
  LEFT JOIN (SELECT * FROM {table("observations")} t JOIN first
        ON one = (t.environment, t.system)) r
  USING (want, have, kind, name) WHERE l.fingerprint IS DISTINCT FROM r.fingerprint;
"""
    distinct = f"""SELECT DISTINCT wanted, had, w.attributes, h.attributes FROM differing
  JOIN {table("desired_definitions")} w ON w.fingerprint = wanted
  JOIN {table("definitions")} h ON h.fingerprint = had"""

    def run() -> Found:
        connection = duckdb.connect()
        connection.execute(query)
        pairs = connection.execute(distinct).fetchall()
        compared = {
            (desired, had): [c[0] for c in compare_pair(KIND, desired_text, observed_text)]
            for desired, had, desired_text, observed_text in pairs
        }
        rows = connection.execute(
            "SELECT environment, name, wanted, had FROM pairs JOIN differing USING (want, have)"
        ).fetchall()
        return {
            (environment, name, attribute)
            for environment, name, desired, had in rows
            for attribute in ([""] if had is None else compared[desired, had])
        }

    return query + distinct, run


def deepdiff_each(data: Data, environments: int = 2) -> tuple[float, int]:
    """DeepDiff, one environment after the other: seconds in all, and for how many objects."""
    import pyarrow.parquet as pq
    from deepdiff import DeepDiff

    def objects(path: Any) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = pq.ParquetFile(path).read_row_group(0).to_pylist()
        return rows

    sides = [
        {
            environment: {row["name"]: row for row in rows if row["environment"] == environment}
            for environment in sorted({row["environment"] for row in rows})[:environments]
        }
        for rows in (objects(data.desired), objects(data.observed))
    ]
    started = time.perf_counter()
    for environment in sides[0]:
        DeepDiff(sides[0][environment], sides[1][environment])
    return time.perf_counter() - started, sum(map(len, sides[0].values()))


def duckdb_dumps(fleet: Path) -> float:
    """DuckDB, the lines of each dump beside those of one that is right: seconds. It knows nothing
    of MQSC; a queue manager that writes an attribute in another place differs for it."""
    import duckdb

    def lines(files: str) -> str:
        split = "unnest(string_split(content, chr(10)))"
        return f"SELECT filename, {split} AS line FROM read_text('{fleet}/dumps/{files}')"

    query = f"""
    WITH had AS ({lines("env-*.mqsc")}), wanted AS (SELECT line FROM ({lines("same.mqsc")})),
    more AS (SELECT filename, line FROM had ANTI JOIN wanted USING (line)),
    every AS (SELECT DISTINCT filename, wanted.line FROM had CROSS JOIN wanted),
    fewer AS (SELECT filename, line FROM every ANTI JOIN had USING (filename, line))
    SELECT DISTINCT filename FROM (SELECT * FROM more UNION ALL SELECT * FROM fewer)
    """
    started = time.perf_counter()
    duckdb.sql(query).fetchall()
    return time.perf_counter() - started
