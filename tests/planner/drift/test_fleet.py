"""Fleet files and policies: what they mean, and each bad entry named."""

from datetime import date
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from queuewright.drift.fleet import FleetError, chosen_of, load_fleet
from queuewright.drift.policy import Policy, PolicyError, Severity, default_severity, load_policy

YAML = """
defaults:
  program: "../{team}"
  labels: {team: pay}
  systems:
    QM1: {type: mqsc, path: "dumps/{environment}/{system}-{stage}.mqsc"}
environments:
  - {name: one, labels: {stage: prod}, stack: "{stage}"}
  - {name: two, systems: {QM2: {type: sandbox, platform: linux}}}
  - {name: one, labels: {stage: x}}
  - {name: "a/b"}
  - {name: extra, colour: red}
  - 7
"""
TOML = """
[[environments]]
name = "one"
[environments.systems.QM1]
type = "mqsc"
path = "x"
"""


def write(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


def test_defaults_are_merged_and_places_filled(tmp_path: Path) -> None:
    fleet = load_fleet(write(tmp_path / "fleet.yaml", YAML))
    one, two = fleet.environments
    assert one.systems["QM1"].path == "dumps/one/QM1-prod.mqsc"
    assert (one.program, one.stack, one.labels) == (
        "../pay", "prod", {"team": "pay", "stage": "prod"},
    )  # fmt: skip
    assert set(two.systems) == {"QM1", "QM2"}
    assert two.systems["QM2"].options == {"platform": "linux"}


def test_each_entry_that_cannot_be_read_is_one_line(tmp_path: Path) -> None:
    problems = load_fleet(write(tmp_path / "fleet.yaml", YAML)).problems
    assert [line.split(":")[1].strip() for line in problems] == [
        "environment 3 (one)", "environment 4 (a/b)", "environment 5 (extra)", "environment 6",
    ]  # fmt: skip
    assert "taken already" in problems[0]
    assert "colour" in problems[2]
    assert "7 is not a mapping" in problems[3]


def test_toml_json_lines_and_parquet_are_fleets_too(tmp_path: Path) -> None:
    toml = load_fleet(write(tmp_path / "f.toml", TOML))
    lines = load_fleet(
        write(
            tmp_path / "f.jsonl",
            '{"name": "one", "systems": {"QM1": {"type": "mqsc", "path": "x"}}}\n\n',
        )
    )
    table = pa.table(
        {
            "name": ["one"],
            "labels": pa.array([[("a", "b")]], pa.map_(pa.string(), pa.string())),
            "systems": ['{"QM1": {"type": "mqsc", "path": "x"}}'],
            "stack": pa.array([None], pa.string()),
        }
    )
    pq.write_table(table, tmp_path / "f.parquet")
    parquet = load_fleet(tmp_path / "f.parquet")
    assert toml.environments == lines.environments
    assert parquet.environments[0].systems == toml.environments[0].systems
    assert parquet.environments[0].labels == {"a": "b"}
    assert parquet.problems == ()


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("f.yaml", "a: ["),
        ("f.yaml", "environments: 7"),
        ("f.yaml", "{environments: [], colour: red}"),
        ("f.yaml", "{environments: [], defaults: 7}"),
        ("f.toml", "= 1"),
        ("f.jsonl", "{"),
        ("f.parquet", "no parquet"),
    ],
)
def test_what_is_no_fleet_at_all(name: str, text: str, tmp_path: Path) -> None:
    with pytest.raises(FleetError) as caught:
        load_fleet(write(tmp_path / name, text))
    assert name in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_fleet_and_a_missing_environment(tmp_path: Path) -> None:
    with pytest.raises(FleetError, match="No such file"):
        load_fleet(tmp_path / "none.yaml")
    fleet = load_fleet(write(tmp_path / "f.toml", TOML))
    assert chosen_of(fleet, ["one"]) == fleet
    with pytest.raises(FleetError, match="'two' is not in the fleet"):
        chosen_of(fleet, ["two"])


def test_policies(tmp_path: Path) -> None:
    policy = load_policy(
        write(
            tmp_path / "p.yaml",
            "severities: [{attribute: max_*, labels: {stage: prod}, severity: high}]\n"
            "ignore: [{name: 'T.*', owner: a, reason: b, expires: 2026-11-21}]\n",
        )
    )
    row = {"name": "T.1", "attribute": "max_queue_depth", "drift": "changed", "change": "in-place"}
    assert policy.severity(row, {"stage": "prod"}) is Severity.HIGH
    assert policy.severity(row, {}) is Severity.MEDIUM
    assert policy.ignored_by(row, {}, date(2026, 11, 21)) is policy.ignores[0]
    assert policy.ignored_by(row, {}, date(2026, 11, 22)) is None
    assert policy.expired(date(2026, 11, 22)) == [policy.ignores[0]]
    assert load_policy(None) == Policy()


@pytest.mark.parametrize(
    "text",
    ["[", "colour: 1", "ignore: [{name: a}]", "severities: [{severity: awful}]", "ignore: 7", "7"],
)
def test_bad_policies_are_one_line(text: str, tmp_path: Path) -> None:
    with pytest.raises(PolicyError) as caught:
        load_policy(write(tmp_path / "p.yaml", text))
    assert "p.yaml" in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("row", "severity"),
    [
        ({"drift": "missing"}, Severity.CRITICAL),
        ({"drift": "unexpected"}, Severity.MEDIUM),
        ({"drift": "changed", "change": "replace"}, Severity.CRITICAL),
        ({"drift": "changed", "change": "may-force"}, Severity.HIGH),
        ({"drift": "changed", "change": "in-place"}, Severity.MEDIUM),
        # An application can set it (MQSET): no administrator did anything.
        (
            {"drift": "changed", "kind": "mq:LocalQueue", "attribute": "inhibit_put",
             "change": "in-place"},
            Severity.LOW,
        ),
    ],
)  # fmt: skip
def test_default_severities(row: dict[str, str], severity: Severity) -> None:
    assert default_severity(row) is severity
