"""A misspelt word of a script ends every command that reads scripts with an error."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from command_line import app


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["validate", "FILE"], 1),
        (["lint", "FILE"], 2),
        (["convert", "FILE", "--from", "mqsc", "--to", "cl"], 1),
        (["import", "FILE", "--system", "QM1", "--out", "OUT"], 1),
        (["sandbox", "load", "FILE", "--system", "QM1", "--platform", "linux"], 1),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_every_command_ends_with_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], code: int
) -> None:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "a.mqsc"
    file.write_text("DEFINE QLOCAL(A)\nDEFINE QLOKAL(B)\n")
    places = {"FILE": str(file), "OUT": str(tmp_path / "out")}
    done = CliRunner().invoke(app, [places.get(word, word) for word in words])
    assert done.exit_code == code
    assert "did you mean QLOCAL?" in done.output
