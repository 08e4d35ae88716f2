"""The table of commands is what the modules make, and only what is needed is imported."""

import subprocess
import sys

import pytest

from command_line import app
from queuewright.cli.commands import COMMANDS


def test_every_command_is_in_the_table_with_its_help() -> None:
    made = {info.name: info.help for info in app.registered_commands}
    made |= {
        info.name: info.typer_instance.info.help or info.help
        for info in app.registered_groups
        if info.typer_instance is not None
    }
    assert made == {name: help_line for name, (_, help_line) in COMMANDS.items()}


@pytest.mark.parametrize("words", [("-h",), (), ("-C", ".", "--help")])
def test_help_imports_no_command(words: tuple[str, ...]) -> None:
    code = (
        "import sys; from queuewright.cli.commands import app_for;"
        f"app_for({words!r})(list({words!r}), standalone_mode=False);"
        "assert not {'pydantic', 'pulumi', 'queuewright.kinds'} & sys.modules.keys()"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "AssertionError" not in ran.stderr
    assert "preview" in ran.stdout + ran.stderr
