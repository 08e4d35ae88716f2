"""A run for other tools: SARIF, Prometheus, and where the rows of every form come from."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drift_run import EVIL, OVER, ROWS, clean, row, summary
from found_rows import FoundRows
from queuewright.drift.filters import Filters
from queuewright.drift.identity import identity_of
from queuewright.drift.policy import DriftSeverity
from queuewright.drift.summary import narrowed
from queuewright.render.drift import DriftReport, Files
from queuewright.render.drift.metrics import measurements
from queuewright.render.drift.prometheus import prometheus
from queuewright.render.drift.sarif import drift_sarif

KEPT = row(3, status="persisting")
MOVED = row(4, status="persisting", observed_before="7")


def test_sarif_has_a_result_a_difference_that_keeps_its_fingerprint() -> None:
    rows = [*ROWS, KEPT, MOVED]
    document = drift_sarif(summary(), rows, [OVER], "fleet dir/fleet.yaml")
    (run,) = document["runs"]
    assert document["version"] == "2.1.0"
    results = run["results"]
    assert [one["baselineState"] for one in results] == [
        *["new"] * 4, "unchanged", "updated", "absent",
    ]  # fmt: skip
    assert [one["level"] for one in results[:4]] == ["error", "error", "warning", "note"]
    assert [one["rank"] for one in results[:4]] == [100, 75, 50, 25]
    for one, given_row in zip(results, [*rows, OVER], strict=True):
        assert one["partialFingerprints"] == {"queuewrightDrift/v1": identity_of(given_row)}
        rule = run["tool"]["driver"]["rules"][one["ruleIndex"]]
        assert one["ruleId"] == rule["id"] == f"drift-{given_row['drift']}"
        (location,) = one["locations"]
        place = location["physicalLocation"]
        assert place["artifactLocation"]["uri"] == "fleet%20dir/fleet.yaml"
        assert place["region"] == {"startLine": 1}
    assert results[0]["message"]["text"] == (
        "env-9 QM1 mq:LocalQueue Q9: is missing; critical, first seen 2026-11-21T12:00:00Z"
    )
    assert results[-1]["message"]["text"].endswith("; resolved, stood 3 days 4 h")
    (invocation,) = run["invocations"]
    assert invocation["executionSuccessful"] is False
    assert [note["level"] for note in invocation["toolExecutionNotifications"]] == ["error"] * 2


def test_sarif_without_a_file_and_of_a_clean_run() -> None:
    (run,) = drift_sarif(summary(), ROWS)["runs"]
    assert "physicalLocation" not in run["results"][0]["locations"][0]
    (run,) = drift_sarif(clean(), [])["runs"]
    assert run["results"] == []
    assert run["invocations"][0]["executionSuccessful"] is True


def samples(text: str) -> dict[tuple[str, tuple[tuple[str, str], ...]], float]:
    """As Prometheus' own client reads them; fails for what it does not understand."""
    parser = pytest.importorskip("prometheus_client.parser")
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in parser.text_string_to_metric_families(text)
        for sample in family.samples
        if family.type == "gauge" and family.documentation
    }


def test_prometheus_reads_every_measurement_again() -> None:
    place = {"environment": EVIL, "system": "QM1"}
    given_summary = summary(stale=[{**place, "last_read": "2026-11-20T12:00:00Z", "hours": 72.5}])
    read = samples(prometheus(given_summary))
    prefix = "queuewright_drift"
    assert read[f"{prefix}_differences", (("severity", "critical"),)] == 1
    assert read[f"{prefix}_environment_differences", (("environment", EVIL),)] == 4
    assert read[f"{prefix}_system_age_seconds", tuple(sorted(place.items()))] == 261_000
    assert read[f"{prefix}_run_time_seconds", ()] == 1_795_435_200
    assert read[f"{prefix}_run_exit_code", ()] == 4
    assert len(read) == sum(len(one.samples) for one in measurements(given_summary))


def test_what_is_over_goes_to_zero_and_does_not_vanish() -> None:
    read = samples(prometheus(clean()))
    for severity in DriftSeverity:
        assert read["queuewright_drift_differences", (("severity", severity.value),)] == 0
    assert read["queuewright_drift_differences_sort", (("drift", "missing"),)] == 0


@given(st.lists(st.text(st.characters(codec="utf-8")), unique=True, max_size=5))
def test_any_name_is_a_label(names: list[str]) -> None:
    environments = [{"environment": name, "drift": 1, "critical": 0} for name in names]
    read = samples(prometheus(clean(environments=environments)))
    labels = [dict(given)["environment"] for (_, given), _ in read.items() if
              any(label == "environment" for label, _ in given)]  # fmt: skip
    assert sorted(labels) == sorted(names)


def test_every_form_is_of_the_same_rows(tmp_path: Path) -> None:
    hidden, unknown = row(7, ignored="ann: soon"), row(8, status="unknown")
    every = [KEPT, *reversed(ROWS), hidden, unknown, OVER]
    report = DriftReport(summary(), FoundRows(every), 2)
    assert [one["name"] for one in report.rows] == ["Q9", "Q10", "Q2", "Q3", EVIL]
    assert report.resolved == [OVER]
    paths = {name: str(tmp_path / name) for name in Files.__dataclass_fields__}
    report.write(Files(**paths))
    written = {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()}
    assert set(written) == set(paths)
    assert json.loads(written["json"])["exit_code"] == 2
    assert len(json.loads(written["sarif"])["runs"][0]["results"]) == 6
    for name in ("html", "markdown"):
        assert identity_of(KEPT) in written[name]
        assert identity_of(unknown) not in written[name]
        assert identity_of(hidden) not in written[name]


def test_every_form_is_narrowed() -> None:
    found, filters = FoundRows([*ROWS, OVER]), Filters(environments=["env-1*"])
    report = DriftReport(narrowed(summary(), found.cells(filters), filters), found, 0, filters)
    assert [one["environment"] for one in report.rows] == ["env-10", "env-1"]
    assert report.plain()["filter"] == "--environment env-1*"
    assert report.plain()["counts"]["drift"] == 2
    assert len(report.sarif()["runs"][0]["results"]) == 2
    assert report.resolved == []


def test_rows_are_cut_after_they_are_sorted_and_filtered() -> None:
    rows: list[dict[str, Any]] = [row(n, severity="low") for n in range(5)]
    rows.append(row(9, severity="critical"))
    found = FoundRows(rows)
    assert [one["severity"] for one in found.worst(2)] == ["critical", "low"]
    assert len(found.worst(10, Filters(severities=[DriftSeverity.LOW]))) == 5
    assert [one["name"] for one in found.worst(1, Filters(environments=["env-4"]))] == ["Q4"]
    assert found.hidden("acknowledged by ") == []
