"""`queuewright drift`: what people get wrong, what a report gives, and whom a run tells."""

import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from typer.testing import CliRunner, Result

from command_line import app, queuewright
from drift_fleets import GOOD, small_fleet
from drift_run import OVER, ROWS, row, summary
from forges import serving
from found_rows import FoundRows
from queuewright.drift.filters import ALL, Filters
from queuewright.drift.identity import identity_of
from queuewright.drift.policy import DriftSeverity
from queuewright.drift.summary import counted
from queuewright.drift.tables import SCHEMAS
from queuewright.render.drift import LakeRows


def drift(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["drift", *arguments])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["report"], "a lake is a directory"),
        (["report", "--lake", "x", "--table", "y"], "give one of them"),
        (["report", "--lake", "x", "--json", "--markdown"], "choose one"),
        (["run", "--fleet", "none.yaml", "--lake", "x"], "none.yaml: No such file"),
        (["run", "--fleet", "FLEET", "--lake", "x", "--now", "noon"], "is not a time"),
        (["run", "--fleet", "FLEET", "--lake", "x", "--policy", "no.yaml"], "no.yaml: No such"),
        (["run", "--fleet", "FLEET", "--lake", "x", "--run", "../up"], "is not a name"),
        (["plan", "x", "--fleet", "none.yaml"], "No such file"),
    ],
)
def test_mistakes_are_one_line(arguments: list[str], message: str, tmp_path: Path) -> None:
    fleet = tmp_path / "fleet.yaml"
    entry = "{name: one, systems: {QM1: {type: mqsc, path: x}}}"
    fleet.write_text(f"environments: [{entry}]\n")
    result = drift(*[str(fleet) if argument == "FLEET" else argument for argument in arguments])
    assert result.exit_code == 1
    assert message in str(result.exception)
    assert "\n" not in str(result.exception)


@pytest.mark.deploy
def test_what_is_no_prefix_of_tables(spark: Any) -> None:
    result = drift("report", "--table", "a;b")
    assert "is not catalog.schema.prefix" in str(result.exception)


KEPT = row(20, status="persisting", environment="prod-1")
GONE = row(21, severity="critical", drift="missing", environment="prod-2")
RUN = [
    *ROWS, OVER, KEPT, GONE, row(22, ignored="acknowledged by ann until 2026-12-01: soon"),
    row(23, status="unknown"),
]  # fmt: skip


@pytest.fixture
def lake(tmp_path: Path) -> Any:
    """A lake with one finished run."""
    from queuewright.drift.lake import Lake

    made = Lake(None, str(tmp_path / "lake"))
    counts = {**summary().counts, "drift": 6, "failed": 0}
    found = summary(run="r1", counts=counts, by_severity={"critical": 2}, problems=[], failures=[])
    made.write("drift", "r1", pa.Table.from_pylist(RUN, SCHEMAS["drift"]))
    made.finish("r1", found.at, 6, 0, found.to_json())
    return made


@pytest.mark.parametrize(
    "filters",
    [
        ALL,
        Filters(environments=["prod-*"]),
        Filters(environments=["prod-1", "env-9"], severities=[DriftSeverity.CRITICAL]),
        Filters(kinds=["mq:L*"], new=True),
        Filters(environments=["none"]),
    ],
)
def test_a_lake_gives_the_rows_that_memory_gives(lake: Any, filters: Filters) -> None:
    stored, held = LakeRows(lake, "r1"), FoundRows(RUN)
    for limit in (100, 2):
        assert stored.worst(limit, filters) == held.worst(limit, filters)
        assert stored.resolved(limit, filters) == held.resolved(limit, filters)
    assert sorted(stored.every(filters), key=str) == sorted(held.every(filters), key=str)
    assert counted(stored.cells(filters)) == counted(held.cells(filters))
    assert stored.hidden("acknowledged by ") == held.hidden("acknowledged by ")
    assert len(held.hidden("acknowledged by ")) == 1
    since = "2026-11-21T00:00:00Z"
    assert stored.first_seen_since(since, 3) == held.first_seen_since(since, 3)


def test_a_report_is_narrowed_in_every_form(lake: Any, tmp_path: Path) -> None:
    where = ("report", "--lake", str(tmp_path / "lake"))
    whole = drift(*where)
    assert whole.exit_code == 2
    assert "mq:LocalQueue Q21 is missing: prod-2 QM1, new" in whole.output
    assert "resolved: env-5 QM1 mq:LocalQueue Q5" in whole.output
    files = [str(tmp_path / name) for name in ("a.sarif", "a.prom", "a.html")]
    forms = [word for pair in zip(("--sarif", "--prometheus", "--html"), files, strict=True)
             for word in pair]  # fmt: skip
    prod = drift(*where, "--environment", "prod-*", "--json", *forms, "--fail-on", "high")
    assert prod.exit_code == 2
    document = json.loads(prod.stdout)
    assert document["counts"]["drift"] == 2
    assert document["filter"] == "--environment prod-*"
    results = json.loads(Path(files[0]).read_text())["runs"][0]["results"]
    assert [one["level"] for one in results] == ["error", "warning"]
    assert 'severity="critical"} 1\n' in Path(files[1]).read_text()
    assert "Q21" in Path(files[2]).read_text()
    none = drift(*where, "--environment", "test-*")
    assert none.exit_code == 0
    assert "nothing matches --environment test-*" in none.output


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--fail-on", "any"], 2),
        (["--fail-on", "new-critical"], 2),
        (["--fail-on", "new-critical", "--environment", "prod-1"], 0),
        (["--fail-on", "critical", "--kind", "mq:Alias*"], 0),
        (["--environment", "prod-1"], 2),
    ],
)
def test_what_fails_a_job_is_what_was_asked_for(
    words: list[str], code: int, lake: Any, tmp_path: Path
) -> None:
    assert drift("report", "--lake", str(tmp_path / "lake"), *words).exit_code == code


def test_an_id_is_looked_for_in_the_lake(lake: Any, tmp_path: Path) -> None:
    file = tmp_path / "acknowledged.yaml"
    words = ["--until", "2999-01-01", "--reason", "soon", "--lake", str(tmp_path / "lake")]
    words += ["--acknowledgements", str(file)]
    missing = drift("acknowledge", "0" * 12, *words)
    assert missing.exit_code == 1
    assert "is not a difference of run r1" in str(missing.exception)
    assert not file.exists()
    assert drift("acknowledge", identity_of(GONE), *words).exit_code == 0
    assert "what: prod-2 QM1 mq:LocalQueue Q21 missing max_queue_depth" in file.read_text()


QUEUE = "DEFINE QLOCAL('{}') DESCR('') MAXDEPTH({}) REPLACE\n"
SMALL = """
defaults: {program: program, stack: main, owns: declared}
environments:
  - {name: one, systems: {QM1: {type: mqsc, path: one.mqsc}}}
"""


def test_a_run_hides_what_is_acknowledged_and_tells_what_is_new(
    program: Path, tmp_path: Path
) -> None:
    def dump(**depths: int) -> None:
        queues = "".join(QUEUE.format(name, depth) for name, depth in depths.items())
        (tmp_path / "one.mqsc").write_text(f"* Queue manager name: QM1\n{queues}")

    reported: list[Any] = []

    async def take(request: Request) -> Response:
        reported.append(await request.json())
        return Response(status_code=200 if len(reported) < 3 else 404)

    (tmp_path / "fleet.yaml").write_text(SMALL)
    ids = {
        name: identity_of({"environment": "one", "system": "QM1", "kind": "mq:LocalQueue",
                           "name": name, "drift": "changed", "attribute": "max_queue_depth"})
        for name in ("A", "B", "C")
    }  # fmt: skip
    words = ["--until", "2999-01-01", "--reason", "soon", "--by", "ann"]
    for key in (ids["A"], "0" * 12):
        done = drift("acknowledge", key, *words, "--fleet", str(tmp_path / "fleet.yaml"))
        assert done.exit_code == 0
    run = ["run", "--fleet", str(tmp_path / "fleet.yaml"), "--lake", str(tmp_path / "lake")]
    run += ["--engine", "local", "--webhook-file", str(tmp_path / "hook"), "--webhook-form", "json"]
    app = Starlette(routes=[Route("/secret", take, methods=["POST"])])
    with serving(app) as url:
        (tmp_path / "hook").write_text(f"{url}/secret")
        dump(A=1, B=1, C=100)
        first = drift(*run, "--run", "r1", "--now", "2026-11-21")
        assert first.exit_code == 2
        assert "1 ignored" in first.output
        assert f"acknowledged {'0' * 12} by ann until 2999-01-01: soon: no difference" in (
            first.output
        )
        assert ids["A"] not in first.output
        assert [one["id"] for one in reported[0]["differences"]] == [ids["B"]]
        again = drift(*run, "--run", "r1", "--now", "2026-11-21", "--json")
        assert (again.exit_code, len(reported)) == (2, 1)
        dump(A=1, B=1, C=1)
        assert drift(*run, "--run", "r2", "--now", "2026-11-22").exit_code == 2
        assert [one["id"] for one in reported[1]["differences"]] == [ids["C"]]
        dump(A=1, B=1, C=100)
        drift(*run, "--run", "r3", "--now", "2026-11-23")
        dump(A=1, B=1, C=1)
        # A webhook that is gone changes nothing of the run, and is named without its address.
        last = drift(*run, "--run", "r4", "--now", "2026-11-24", "--fail-on", "critical")
        assert last.exit_code == 0
        assert "warning: json webhook of file" in last.output
        assert "HTTP 404" in last.output
        assert "secret" not in last.output


def test_a_label_of_the_policy_that_no_environment_has_is_named(
    tmp_path: Path, program: Path
) -> None:
    fleet = small_fleet(tmp_path, program, one=GOOD)
    text = fleet.read_text().replace("defaults:", "defaults:\n  labels: {stage: prod}")
    fleet.write_text(text)
    (tmp_path / "policy.yaml").write_text(
        "severities:\n- {labels: {stage: prod, stgae: prod}, severity: critical}\n"
    )
    words = ("drift", "run", "--engine", "local", "--lake", "lake", "--fleet", "fleet.yaml")
    ran = queuewright(tmp_path, *words, "--policy", "policy.yaml")
    assert ran.code == 0
    assert [line for line in ran.err.splitlines() if line.startswith("warning")] == [
        'warning: rules of the policy have the label "stgae", which no environment has: they match '
        "nothing; correct the label"
    ]
