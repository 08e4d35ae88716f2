"""`make demo` does what it says; its own checks are the test."""

import runpy
from pathlib import Path

import pytest

import forked

DEMO = Path(__file__).resolve().parents[2] / "examples" / "demo.py"


@pytest.mark.slow
def test_the_demo_is_as_it_should_be(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    module = runpy.run_path(str(DEMO))
    monkeypatch.setattr(module["Demo"], "command", forked.command())
    assert module["main"]() == 0
    assert "Everything as it should be." in capfd.readouterr().out


def test_an_outcome_that_differs_is_found_out(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    module = runpy.run_path(str(DEMO))
    demo = module["Demo"](tmp_path)  # by the command that a user's demonstration starts
    with pytest.raises(module["Differs"], match="ended with 1, not with 0"):
        demo.run("preview")
    with pytest.raises(module["Differs"], match="does not say 'something else'"):
        demo.run("preview", code=1, says=("something else",))
    (tmp_path / "file").write_text("one")
    with pytest.raises(module["Differs"], match="file has no 'two'"):
        demo.change("file", "two", "three")
