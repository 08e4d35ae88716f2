"""Progress: a live bar on a terminal, plain lines elsewhere."""

import time
from io import StringIO
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console

from queuewright.drift.progress import following


class Tracker:
    """Two stages run; one of them ended while it was asked for."""

    def getActiveStageIds(self) -> list[int]:
        return [1, 2, 3]

    def getStageInfo(self, stage: int) -> Any:
        if stage == 3:
            return None
        return SimpleNamespace(numCompletedTasks=3 * stage, numTasks=8)


SPARK: Any = SimpleNamespace(sparkContext=SimpleNamespace(statusTracker=Tracker))


def test_a_terminal_shows_the_step_and_sparks_tasks_as_they_end() -> None:
    out = StringIO()
    console = Console(file=out, force_terminal=True, width=100, force_interactive=True)
    with following(console) as tell:
        tell("starting Spark")
        time.sleep(0.3)
        assert "starting Spark" in out.getvalue()  # before there is any session
        tell.watch(SPARK)
        tell("reading [the] systems")
        time.sleep(1.3)
    output = out.getvalue()
    assert "reading [the] systems" in output
    assert "9/16" in output
    assert "\x1b[" in output  # drawn over in place, not line after line
    assert output.count("\n") < 20


def test_a_pipe_gets_one_line_a_step() -> None:
    out = StringIO()
    with following(Console(file=out, width=100)) as tell:
        tell.watch(SPARK)
        tell("reading [the] systems")
        tell("comparing")
    assert out.getvalue() == "reading [the] systems\ncomparing\n"


def test_a_server_that_tells_no_tasks_is_no_reason_to_fail() -> None:
    out = StringIO()
    console = Console(file=out, force_terminal=True, width=100, force_interactive=True)
    with following(console) as tell:
        tell.watch(SimpleNamespace())  # type: ignore[arg-type]
        tell("comparing")
        time.sleep(0.7)
    assert "comparing" in out.getvalue()


def test_a_log_is_not_filled_with_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    out, now = StringIO(), [100.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    with following(Console(file=out, width=100)) as tell:
        tell("evaluating")
        for done in range(1, 31):
            tell(f"evaluating: {done} of 30")
            now[0] += 1
    reported = [f"evaluating: {done} of 30" for done in (1, 11, 21, 30)]
    assert out.getvalue().splitlines() == ["evaluating", *reported]
