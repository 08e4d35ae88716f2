"""One run of drift each hour, as a DAG of Airflow 3.

A task that is tried again makes the same run: its name is the time of the DAG's run.
"""

import os
import subprocess
from datetime import UTC, datetime, timedelta

from airflow.sdk import dag, get_current_context, task
from airflow.sdk.exceptions import AirflowFailException

FOLDER = os.environ.get("QUEUEWRIGHT_FOLDER", "/opt/queuewright")  # fleet, policy, lake
QUEUEWRIGHT = os.environ.get("QUEUEWRIGHT", "queuewright")  # in an environment of its own
ENDED = {2: "there is what --fail-on names", 4: "environments failed"}


@dag(
    dag_id="queuewright_drift",
    schedule="7 * * * *",
    start_date=datetime(2026, 1, 1, tzinfo=UTC),
    catchup=False,  # drift is about now
    max_active_runs=1,
    dagrun_timeout=timedelta(minutes=55),
    tags=["queuewright"],
)
def queuewright_drift() -> None:
    @task(retries=2, retry_delay=timedelta(minutes=2))
    def drift() -> None:
        run = get_current_context()["dag_run"].run_after.strftime("%Y%m%dT%H%M%SZ")
        words = "drift run --fleet fleet.yaml --policy policy.yaml --lake lake --html drift.html"
        command = [QUEUEWRIGHT, *words.split(), "--fail-on", "new-critical", "--run", run]
        code = subprocess.run(command, cwd=FOLDER, check=False).returncode
        if code in ENDED:  # trying again puts neither right
            raise AirflowFailException(f"run {run}: {ENDED[code]}; {FOLDER}/drift.html shows it")
        if code:
            raise RuntimeError(f"run {run} ended with {code}")

    drift()


queuewright_drift()
