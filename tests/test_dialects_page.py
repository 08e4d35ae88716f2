"""docs/dialects.md shows what the commands print."""

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from command_line import app
from queuewright.dialects.pcf.build import message_of
from queuewright.dialects.pcf.encode import encode
from queuewright.dialects.registry import DIALECTS
from queuewright.dialects.scripts import Dialect, read_script
from queuewright.workload.record import encode as encode_record
from queuewright.workload.record import record_for

PAGE = (Path(__file__).parents[1] / "docs" / "dialects.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", PAGE, re.DOTALL)
TEXTS = [text for language, text in BLOCKS if language == "text"]
SHOWN = [text for language, text in BLOCKS if language == "console"]
ORDERS, MSGQ, PCF, RECORD, SETUP = TEXTS
ASKED = "DISPLAY QUEUE('ORDERS.*') WHERE(CURDEPTH GT 0) MAXDEPTH CURDEPTH\n"


@pytest.mark.parametrize("shown", SHOWN, ids=lambda shown: shown.splitlines()[0])
def test_commands_print_what_the_page_shows(
    shown: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    files = {"orders.mqsc": ORDERS, "setup.clp": SETUP, "msgq.clp": MSGQ, "displays.mqsc": ASKED}
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    command, _, output = shown.partition("\n")
    prompt, program, *arguments = shlex.split(command)
    assert (prompt, program) == ("$", "queuewright")
    assert CliRunner().invoke(app, arguments).stdout == output


def test_bytes_are_those_of_the_queue() -> None:
    (definition,) = read_script(ORDERS.encode(), Dialect.MQSC).definitions
    assert encode(message_of(definition)) == bytes.fromhex(PCF)
    record = record_for(
        definition.kind,
        definition.name,
        definition.values,
        queue_manager_identifier="QM1_2026-01-05_09.00.00",
    )
    assert record is not None
    assert encode_record(record) == bytes.fromhex(RECORD)


def test_every_dialect_is_shown() -> None:
    for dialect in (*DIALECTS, "python"):
        assert dialect == "mqsc" or any(f"--to {dialect}" in shown for shown in SHOWN)
