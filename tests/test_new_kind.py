"""A kind without rules of its own takes one file, and is then in every part of the product."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
PARTS = ("schema", "dialects", "graph", "import_", "sandbox", "plan", "drift")


@pytest.mark.parametrize("part", PARTS)
def test_one_file_is_enough_for(part: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(TESTS / "new_kind" / "everywhere.py"), part, str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(TESTS)},
    )
    assert done.returncode == 0, done.stderr[-3000:]
