"""`queuewright drift`: what people get wrong."""

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from command_line import app


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
        (["report", "--table", "a;b"], "is not catalog.schema.prefix"),
        (["plan", "x", "--fleet", "none.yaml"], "No such file"),
    ],
)
def test_mistakes_are_one_line(
    arguments: list[str], message: str, spark: Any, tmp_path: Path
) -> None:
    fleet = tmp_path / "fleet.yaml"
    entry = "{name: one, systems: {QM1: {type: mqsc, path: x}}}"
    fleet.write_text(f"environments: [{entry}]\n")
    result = drift(*[str(fleet) if argument == "FLEET" else argument for argument in arguments])
    assert result.exit_code == 1
    assert message in str(result.exception)
    assert "\n" not in str(result.exception)
