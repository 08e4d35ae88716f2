"""The job as schedulers start it, and how it is interrupted. No Spark here."""

import logging
import os
import signal
import threading
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from queuewright.catalogue.errors import QueuewrightError
from queuewright.cli.drift import parse_time
from queuewright.cli.drift_job import main
from queuewright.drift import fleet as module
from queuewright.drift.evaluate import EvaluationRequest, evaluate_all
from queuewright.drift.job import InvalidOption, JobOptions
from queuewright.drift.progress import quietly_interrupted
from queuewright.drift.workers import Workers
from queuewright.render.drift import check_writable

FLEET = "environments: [{name: one, systems: {QM1: {type: mqsc, path: x}}}]\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "Missing option '--fleet'; see --help"),
        (["--fleet", "none.yaml"], "none.yaml: No such file"),
        (["--fleet", "F", "--timeout", "0"], "timeout is 0.0; give 0.1 to 86400"),
        (["--fleet", "F", "--timeout", "nan"], "timeout is nan"),
        (["--fleet", "F", "--timeout", "soon"], "'--timeout': Input should be a valid number"),
        (["--fleet", "F", "--partitions", "-1"], "partitions is -1; give 0 to 100000"),
        (["--fleet", "F", "--connections", "0"], "connections is 0; give 1 to 1000"),
        (["--fleet", "F", "--workers", "0"], "workers is 0"),
        (["--fleet", "F", "--now", "noon"], '"noon" is not a time'),
        (["--fleet", "F", "--now", "0001-01-01T00:00:00+05:00"], "is not a time"),
        (["--fleet", "F", "--environment", "ona"], "'ona' is not in the fleet"),
        (["--fleet", "F", "--run", "a b"], 'run "a b" is not a name'),
        (["--fleet", "F", "--policy", "none.yaml"], "none.yaml: No such file"),
        (["--fleet", "F", "--html", "/none/x.html"], "/none: no such directory"),
        (["--fleet", "F", "--json", "."], ".: is a directory"),
        (["--fleet", "F", "--sarif", "/none/x"], "/none: no such directory"),
        (["--fleet", "F", "--prometheus", "."], ".: is a directory"),
        (["--fleet", "F", "--fail-on", "worse"], "'worse' is not one of"),
        (["--fleet", "F", "--acknowledgements", "none.yaml"], "none.yaml: No such file"),
        (["--fleet", "F", "--webhook-file", "a", "--webhook-env", "B"], "choose one of them"),
        (["--flet", "F"], "No such option: --flet"),
    ],
)
def test_wrong_arguments_are_an_error_and_never_drift(
    arguments: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "fleet.yaml").write_text(FLEET)
    given = [
        str(tmp_path / "fleet.yaml") if argument == "F" else argument for argument in arguments
    ]
    assert main([*given, "--lake", str(tmp_path / "lake")]) == 1
    lines = [line for line in capsys.readouterr().err.splitlines() if line != "reading the fleet"]
    assert len(lines) == 1
    assert lines[0].startswith("error: ")
    assert message in lines[0]
    assert not (tmp_path / "lake").exists()


def test_options_have_limits() -> None:
    assert JobOptions(timeout=0.1, connections=1, partitions=0, workers=1).timeout == 0.1
    with pytest.raises(InvalidOption, match="timeout is inf"):
        JobOptions(timeout=float("inf"))


def test_times_are_utc() -> None:
    assert parse_time("2026-11-21T23:30:00-05:00") == datetime(2026, 11, 22, 4, 30, tzinfo=UTC)
    assert parse_time("2026-11-21T23:30:00-05:00").date().day == 22  # the day of ignore rules
    assert parse_time("2026-11-21") == datetime(2026, 11, 21, tzinfo=UTC)
    assert parse_time(None).tzinfo is UTC


def test_paths_are_looked_at_before_the_job(tmp_path: Path) -> None:
    check_writable(None, str(tmp_path / "new.html"))
    with pytest.raises(QueuewrightError, match="no such directory; give a path"):
        check_writable(None, str(tmp_path / "none" / "new.html"))


def test_an_interrupt_ends_the_job_with_130(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(path: Path) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "load_fleet", interrupted)
    assert main(["--fleet", "x"]) == 130
    assert capsys.readouterr().err == "reading the fleet\ninterrupted\n"


def test_an_interrupt_says_nothing_and_leaves_everything_as_it_was(
    caplog: pytest.LogCaptureFixture,
) -> None:
    before = signal.getsignal(signal.SIGINT)

    def interrupted_work() -> None:
        with quietly_interrupted() as take_over:
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # as pyspark sets its own
            take_over()
            try:
                os.kill(os.getpid(), signal.SIGINT)
                time.sleep(5)
            finally:
                logging.error("what py4j says of it")

    with pytest.raises(KeyboardInterrupt):
        interrupted_work()
    assert caplog.records == []
    assert signal.getsignal(signal.SIGINT) is before
    logging.error("heard again")
    assert [record.message for record in caplog.records] == ["heard again"]


def test_outside_the_main_thread_signals_are_left_alone() -> None:
    handlers: list[object] = []

    def work() -> None:
        with quietly_interrupted() as take_over:
            take_over()
            handlers.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert handlers == [signal.getsignal(signal.SIGINT)]


def test_nobody_waits_for_a_program_when_interrupted(tmp_path: Path) -> None:
    for name, text in (("quick", ""), ("endless", "import time; time.sleep(600)")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "Pulumi.yaml").write_text("name: app\nruntime: python\n")
        (tmp_path / name / "Pulumi.main.yaml").write_text("config: {}\n")
        (tmp_path / name / "__main__.py").write_text(text)
    requests = [
        EvaluationRequest(str(tmp_path / name), "main", "program", "{}", 300.0)
        for name in ("quick", "endless")
    ]

    def interrupted(done: int, total: int) -> None:
        raise KeyboardInterrupt

    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt), Workers(2) as pool:
        evaluate_all(requests, pool, progress=interrupted)
    assert time.monotonic() - started < 30
