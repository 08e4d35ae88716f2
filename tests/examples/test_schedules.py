"""Examples of schedules: every option in them exists, and their own tools find nothing wrong."""

import ast
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import click
import pytest
import typer
import yaml

from command_line import app
from queuewright.cli import drift_job

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "examples" / "drift" / "schedules"
SYSTEMD, KUBERNETES, AIRFLOW, DATABRICKS = (
    FOLDER / name for name in ("systemd", "kubernetes", "airflow", "databricks")
)
# Their own checkers, which do not fit into one environment with the rest.
PYTHON = ROOT / ".cache" / "schedules" / "bin" / "python"
needs_checkers = pytest.mark.skipif(not PYTHON.exists(), reason="no checkers: make schedules")


def load(path: Path) -> list[dict[str, Any]]:
    return list(yaml.safe_load_all(path.read_text(encoding="utf-8")))


def service() -> list[str]:
    text = (SYSTEMD / "queuewright-drift.service").read_text(encoding="utf-8")
    return shlex.split(re.search(r"^ExecStart=(.*)", text.replace("\\\n", ""), re.MULTILINE)[1])


def container() -> dict[str, Any]:
    (found,) = cron_job()["jobTemplate"]["spec"]["template"]["spec"]["containers"]
    return dict(found)


def cron_job() -> dict[str, Any]:
    _, job = load(KUBERNETES / "cronjob.yaml")
    return dict(job["spec"])


def dag_words() -> list[str]:
    """What the DAG's command is made of: its literals, in order."""
    tree = ast.parse((AIRFLOW / "queuewright_drift.py").read_text(encoding="utf-8"))
    texts = [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    (words,) = [text for text in texts if text.startswith("drift run ")]
    return [*words.split(), "--fail-on", "new-critical", "--run", "x"]


def databricks_job() -> dict[str, Any]:
    (bundle,) = load(DATABRICKS / "databricks.yml")
    return dict(bundle["resources"]["jobs"]["drift"])


def command_of(name: str, made: typer.Typer) -> click.Command:
    command: Any = typer.main.get_command(made)
    context = click.Context(command)
    for word in name.split():
        command = command.get_command(context, word)
    return command  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    "words",
    [service()[1:], [*container()["command"][1:], *container()["args"]], dag_words()],
    ids=["systemd", "kubernetes", "airflow"],
)
def test_every_option_of_a_command_exists(words: list[str]) -> None:
    assert words[:2] == ["drift", "run"]
    command_of("drift run", app).make_context("run", words[2:])
    assert "new-critical" in " ".join(words)


def test_every_option_of_the_python_task_exists() -> None:
    (task,) = databricks_job()["tasks"]
    words = task["spark_python_task"]["parameters"]
    command_of("", drift_job._app).make_context("run", words)
    assert (DATABRICKS / task["spark_python_task"]["python_file"]).is_file()


def test_one_run_at_a_time_and_another_attempt_makes_the_same_run() -> None:
    job = cron_job()
    assert job["concurrencyPolicy"] == "Forbid"
    assert "--run=$(JOB_NAME)" in container()["args"]
    # What a run has found is no reason to make it again.
    (rule,) = [
        each
        for each in job["jobTemplate"]["spec"]["podFailurePolicy"]["rules"]
        if each["action"] == "FailJob"
    ]
    assert {2, 4} <= set(rule["onExitCodes"]["values"])
    assert databricks_job()["max_concurrent_runs"] == 1
    tree = ast.parse((AIRFLOW / "queuewright_drift.py").read_text(encoding="utf-8"))
    (one,) = [node for node in ast.walk(tree) if isinstance(node, ast.keyword)
              and node.arg == "max_active_runs"]  # fmt: skip
    assert ast.literal_eval(one.value) == 1


def test_no_schedule_has_a_webhooks_address() -> None:
    files = [path for path in FOLDER.glob("*/*") if path.is_file()]
    assert len(files) > 8
    for path in files:
        assert "hooks." not in path.read_text(encoding="utf-8"), path
    assert "--webhook-file" in service()
    assert "--webhook-file=/secrets/webhook" in container()["args"]


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd-analyze")
def test_systemd_finds_nothing_wrong(tmp_path: Path) -> None:
    for path in SYSTEMD.glob("queuewright-drift.*"):
        text = path.read_text(encoding="utf-8").replace(service()[0], shutil.which("true") or "")
        (tmp_path / path.name).write_text(text)
    units = sorted(map(str, tmp_path.iterdir()))
    command = ["systemd-analyze", "verify", "--man=no"]
    done = subprocess.run([*command, *units], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    # It finds what is wrong.
    (tmp_path / "queuewright-drift.timer").write_text("[Timer]\nOnCalendar=hourlyy\n")
    done = subprocess.run([*command, *units], capture_output=True, text=True, check=False)
    assert "hourlyy" in done.stderr


def checked(program: str, *arguments: Path) -> subprocess.CompletedProcess[str]:
    command = [str(PYTHON), "-c", program, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


_KUBERNETES = """
import sys, yaml, kubernetes_validate
for document in yaml.safe_load_all(open(sys.argv[1])):
    for version in ("1.31", "1.34"):
        kubernetes_validate.validate(document, version, strict=True)
"""


@needs_checkers
def test_kubernetes_takes_the_cron_job(tmp_path: Path) -> None:
    file = KUBERNETES / "cronjob.yaml"
    done = checked(_KUBERNETES, file)
    assert (done.returncode, done.stderr) == (0, "")
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text(file.read_text(encoding="utf-8").replace("restartPolicy", "restartPolici"))
    assert "restartPolici" in checked(_KUBERNETES, wrong).stderr


_DATABRICKS = """
import sys, yaml
from databricks.bundles.jobs import Job
Job.from_dict(yaml.safe_load(open(sys.argv[1]))["resources"]["jobs"]["drift"])
"""


@needs_checkers
def test_databricks_takes_the_job(tmp_path: Path) -> None:
    file = DATABRICKS / "databricks.yml"
    done = checked(_DATABRICKS, file)
    assert (done.returncode, done.stderr) == (0, "")
    wrong = tmp_path / "wrong.yml"
    wrong.write_text(file.read_text(encoding="utf-8").replace("max_retries", "max_retry"))
    assert "max_retry" in checked(_DATABRICKS, wrong).stderr


@needs_checkers
@pytest.mark.slow
def test_airflow_imports_the_dag(tmp_path: Path) -> None:
    program = (
        "import sys\n"
        "from airflow.dag_processing.dagbag import DagBag\n"
        "bag = DagBag(sys.argv[1])\n"
        "assert not bag.import_errors, bag.import_errors\n"
        "(dag,) = bag.dags.values()\n"
        "print(dag.dag_id, dag.task_ids, dag.max_active_runs)\n"
    )
    settings = {"AIRFLOW_HOME": str(tmp_path), "AIRFLOW__CORE__LOAD_EXAMPLES": "False",
                "PYTHONDONTWRITEBYTECODE": "1"}  # fmt: skip
    done = subprocess.run(
        [str(PYTHON), "-c", program, str(AIRFLOW)],
        capture_output=True, text=True, check=False, env=settings,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "queuewright_drift ['drift'] 1"
