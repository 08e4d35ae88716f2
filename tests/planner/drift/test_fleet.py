"""Fleet files and policies: what they mean, and each bad entry named."""

import json
from datetime import date
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from queuewright.drift.fleet import FleetError, chosen_of, load_fleet
from queuewright.drift.policy import (
    DriftSeverity,
    Expired,
    Policy,
    PolicyError,
    default_severity,
    load_policy,
)

YAML = """
defaults:
  program: "../{team}"
  labels: {team: pay}
  systems:
    QM1: {type: mqsc, path: "dumps/{environment}/{system}-{stage}.mqsc"}
environments:
  - {name: one, labels: {stage: prod}, stack: "{stage}"}
  - {name: two, labels: {stage: test}, systems: {QM2: {type: sandbox, platform: linux}}}
  - {name: one, labels: {stage: x}}
  - {name: "a/b"}
  - {name: extra, labels: {stage: x}, colour: red}
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
    first, second = fleet.environments
    assert first.systems["QM1"].path == "dumps/one/QM1-prod.mqsc"
    assert (first.program, first.stack, first.labels) == (
        "../pay", "prod", {"team": "pay", "stage": "prod"},
    )  # fmt: skip
    assert set(second.systems) == {"QM1", "QM2"}
    assert second.systems["QM2"].options == {"platform": "linux"}


def test_places_are_filled_in_the_words_of_a_command_and_in_credentials(tmp_path: Path) -> None:
    text = """
environments:
  - name: one
    labels: {stage: prod}
    systems:
      QM1:
        type: runmqsc
        command: [ssh, "mq.{environment}.example.com", runmqsc, -u, me, "{system}"]
        password: {command: [sh, -c, "awk '{print $1}' /run/{stage}/mq"]}
  - {name: two, systems: {QM1: {type: runmqsc, command: [runmqsc, "{sytem}"]}}}
"""
    fleet = load_fleet(write(tmp_path / "fleet.yaml", text))
    [one] = fleet.environments
    assert one.systems["QM1"].options == {
        "command": ["ssh", "mq.one.example.com", "runmqsc", "-u", "me", "QM1"],
        "password": {"command": ["sh", "-c", "awk '{print $1}' /run/prod/mq"]},
    }
    [problem] = fleet.problems
    assert 'systems.QM1.command: "{sytem}" is not a label of it' in problem


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


def test_rows_of_a_table_that_cannot_be_read_cost_only_themselves(tmp_path: Path) -> None:
    source = '{"QM1": {"type": "mqsc", "path": "dumps/{environment}-{stage}"}}'
    rows = [
        {"name": "one", "systems": json.loads(source), "labels": {"stage": "prod"}},
        {"name": "two", "systems": source, "labels": '{"stage": "test"}', "config": None},
    ]
    lines = [*map(json.dumps, rows), '{"name": ', "7", ""]
    fleet = load_fleet(write(tmp_path / "f.jsonl", "\n".join(lines)))
    assert [environment.systems["QM1"].path for environment in fleet.environments] == [
        "dumps/one-prod", "dumps/two-test",
    ]  # fmt: skip
    assert len(fleet.problems) == 2
    assert "environment 3: line 3: " in fleet.problems[0]
    # Parquet with nested columns, where every row has every field of any row.
    nested = [
        {"name": "one", "labels": {"stage": "prod", "tier": None}, "stack": None,
         "systems": {"QM1": {"type": "mqsc", "path": "x", "footer": None}, "QM2": None}},
        {"name": "two", "labels": {"stage": None, "tier": "1"}, "stack": "main",
         "systems": {"QM1": None, "QM2": {"type": "mqsc", "path": "y", "footer": True}}},
    ]  # fmt: skip
    pq.write_table(pa.Table.from_pylist(nested), tmp_path / "n.parquet")
    first, second = load_fleet(tmp_path / "n.parquet").environments
    assert (first.labels, set(first.systems), first.systems["QM1"].options) == (
        {"stage": "prod"}, {"QM1"}, {},
    )  # fmt: skip
    assert (second.labels, second.stack, second.systems["QM2"].options) == (
        {"tier": "1"}, "main", {"footer": True},
    )  # fmt: skip
    broken = pa.table({"name": ["one", "two"], "systems": ["{", source.replace("-{stage}", "")]})
    pq.write_table(broken, tmp_path / "b.parquet")
    fleet = load_fleet(tmp_path / "b.parquet")
    assert [environment.name for environment in fleet.environments] == ["two"]
    assert len(fleet.problems) == 1


S = "systems: {QM1: {type: mqsc, path: x}}"


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        (f"name: n, labels: 7, {S}", "labels: input should be a valid dictionary"),
        (f"name: n, config: 7, {S}", "config: input should be a valid dictionary"),
        ("name: n, systems: 7", "systems: input should be a valid dictionary"),
        ("name: n, systems: {}", "systems: dictionary should have at least 1 item"),
        ("name: n, systems: {QM1: 7}", "systems.QM1: input should be"),
        ("name: n, systems: {1: {type: x}}", "systems.1"),
        ("name: n, systems: {' ': {type: x}}", "a system has no name"),
        ("name: n, systems: {QM1: {type: mqsc, path: 7}}", "systems.QM1.path: input should be"),
        ('name: n, systems: {QM1: {type: mqsc, path: "{stage}/x"}}', '"{stage}" is not a label'),
        (f"name: n, program: 7, {S}", "program: input should be a valid string"),
        (f"name: n, owns: all, {S}", "owns: input should be 'state' or 'declared'"),
        (f"name: 5, {S}", "name: input should be a valid string"),
        (f"name: 'a,b', {S}", "has '/', '\\', ',', a control character or outer blanks"),
        (f"name: ' a', {S}", '" a" has'),
        (f"name: '..', {S}", '".." has'),
        (f"labels: {{}}, {S}", "(no name): name: field required"),
        (f"name: null, {S}", "name: input should be a valid string"),
    ],
)
def test_no_entry_ends_the_reading(entry: str, message: str, tmp_path: Path) -> None:
    text = f"environments:\n  - {{{entry}}}\n  - {{name: good, {S}}}\n"
    fleet = load_fleet(write(tmp_path / "fleet.yaml", text))
    assert [environment.name for environment in fleet.environments] == ["good"]
    assert len(fleet.problems) == 1
    assert fleet.problems[0].startswith("fleet.yaml: environment 1")
    assert message in fleet.problems[0]
    assert "\n" not in fleet.problems[0]


def test_a_stack_that_is_shared_tells_nobody_what_is_their_own(tmp_path: Path) -> None:
    text = f"""
defaults: {{{S}}}
environments:
  - {{name: alone, program: p, stack: alone}}
  - {{name: each, program: p, stack: "{{environment}}"}}
  - {{name: one, program: p, stack: shared}}
  - {{name: two, program: p, stack: shared}}
  - {{name: told, program: p, stack: shared, owns: state}}
"""
    fleet = load_fleet(write(tmp_path / "fleet.yaml", text))
    assert {environment.name: environment.owns for environment in fleet.environments} == {
        "alone": "state", "each": "state", "one": "declared", "two": "declared", "told": "state",
    }  # fmt: skip
    # Who looks at one of them only does not own more for it.
    assert chosen_of(fleet, ["one"]).environments[0].owns == "declared"


def test_an_environment_that_is_not_there_or_cannot_be_read(tmp_path: Path) -> None:
    text = f"environments:\n  - {{name: prod-1, {S}}}\n  - {{name: prod-2, colour: red, {S}}}\n"
    fleet = load_fleet(write(tmp_path / "fleet.yaml", text))
    assert fleet.broken == ("prod-2",)
    with pytest.raises(FleetError, match="perhaps 'prod-1'"):
        chosen_of(fleet, ["prod-l"])
    with pytest.raises(FleetError, match=r"\(prod-2\): colour: extra inputs"):
        chosen_of(fleet, ["prod-2"])


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
        ("f.yaml", "environments: []"),
        ("f.yaml", "{environments: [], 1: 2, a: b}"),
        ("f.yaml", "[" * 5000),
        ("f.jsonl", ""),
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
    assert policy.severity(row, {"stage": "prod"}) is DriftSeverity.HIGH
    assert policy.severity(row, {}) is DriftSeverity.MEDIUM
    assert policy.ignored_by(row, {}, date(2026, 11, 21)) is policy.ignores[0]
    assert policy.ignored_by(row, {}, date(2026, 11, 22)) is None
    assert policy.expired(date(2026, 11, 21)) == []
    assert policy.expired(date(2026, 11, 22)) == [Expired("a", "b", date(2026, 11, 21))]
    assert load_policy(None) == Policy()


def test_rules_match_by_labels_patterns_and_what_differs(tmp_path: Path) -> None:
    policy = load_policy(
        write(
            tmp_path / "p.yaml",
            "severities:\n"
            "  - {labels: {stage: prod, region: 'eu*'}, kind: 'mq:*', severity: high}\n"
            "  - {drift: missing, severity: low}\n"
            "  - {attribute: '', severity: critical}\n"
            "ignore:\n"
            "  - {environment: 'a?', owner: o, reason: r, expires: 2026-11-21 23:00:00}\n",
        )
    )
    row = {"environment": "a1", "kind": "mq:Namelist", "attribute": "names", "drift": "changed",
           "change": "in-place"}  # fmt: skip
    assert policy.severity(row, {"stage": "prod", "region": "eu-1"}) is DriftSeverity.HIGH
    assert policy.severity(row, {"stage": "prod", "region": "us"}) is DriftSeverity.MEDIUM
    assert policy.severity(row, {"stage": "prod"}) is DriftSeverity.MEDIUM
    i = {**row, "kind": "ibmi:DataQueue"}
    assert policy.severity(i, {"stage": "prod", "region": "eu"}) is DriftSeverity.MEDIUM
    missing = {**row, "attribute": "", "drift": "missing"}
    assert policy.severity(missing, {}) is DriftSeverity.LOW
    assert policy.severity({**missing, "drift": "unexpected"}, {}) is DriftSeverity.CRITICAL
    day = date(2026, 11, 21)
    assert policy.ignored_by(row, {}, day) is policy.ignores[0]
    assert policy.ignored_by({**row, "environment": "a12"}, {}, day) is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[", "flow node"),
        ("colour: 1", '"colour" is not known'),
        ("{1: 2, a: b}", "1 is not known"),
        ("ignore: 7", "ignore is 7"),
        ("7", "holds 7"),
        ("severities: {a: b}", "write it as a list"),
        ("severities: [7]", "severities rule 1: "),
        ("ignore: [{name: a}]", "ignore rule 1.owner: field required"),
        ("severities: [{severity: awful}]", "severities rule 1.severity: input should be 'low'"),
        ("severities: [{severity: low, attribute: max_dept}]", "perhaps max_queue_depth"),
        ("severities: [{severity: low}, {severity: low, kind: LocalQueue}]", "rule 2.kind"),
        ("severities: [{severity: low, kind: 'local*'}]", "matches no kind"),
        ("severities: [{severity: low, drift: chnged}]", "perhaps changed"),
        ("severities: [{severity: low, stage: prod}]", "stage: extra inputs"),
        ("ignore: [{owner: o, reason: '', expires: 2026-12-01}]", "1.reason: string should have"),
        ("ignore: [{owner: o, reason: r, expires: 20261201}]", "20261201 is not a day"),
        (
            "ignore: [{owner: o, reason: r, expires: 2026-12-01}]",
            "ignore rule 1: it hides every difference; give environment, name or the like",
        ),
        ("ignore: [{owner: o, reason: r, expires: soon}]", "1.expires: input should be a valid"),
        ("ignore: [{owner: o, reason: r, expires: 2026-12-01, labels: {a: 1}}]", "labels.a"),
    ],
)
def test_bad_policies_are_one_line(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(PolicyError) as caught:
        load_policy(write(tmp_path / "p.yaml", text))
    assert "p.yaml" in str(caught.value)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("row", "severity"),
    [
        ({"drift": "missing"}, DriftSeverity.CRITICAL),
        ({"drift": "unexpected"}, DriftSeverity.MEDIUM),
        ({"drift": "changed", "change": "replace"}, DriftSeverity.CRITICAL),
        ({"drift": "changed", "change": "may-force"}, DriftSeverity.HIGH),
        ({"drift": "changed", "change": "in-place"}, DriftSeverity.MEDIUM),
        # An application can set it (MQSET): no administrator did anything.
        (
            {"drift": "changed", "kind": "mq:LocalQueue", "attribute": "inhibit_put",
             "change": "in-place"},
            DriftSeverity.LOW,
        ),
    ],
)  # fmt: skip
def test_default_severities(row: dict[str, str], severity: DriftSeverity) -> None:
    assert default_severity(row) is severity
