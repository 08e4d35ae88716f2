"""A kind without rules of its own takes one file, and is then in every part of the product.

`topic.py` is an ordinary one; of `authority_record.py` several fields name an object.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
PARTS = ("schema", "dialects", "graph", "import_", "sandbox", "plan", "drift")
OF_COMPOSITE = ("identity", "refused", "sandbox", "plan", "systems", "program")


def run(script: str, part: str, folder: Path) -> None:
    """Apart, because kinds are registered before anything else is imported."""
    done = subprocess.run(
        [sys.executable, str(TESTS / "new_kind" / script), part, str(folder)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(TESTS), *filter(None, sys.path)])},
    )
    assert done.returncode == 0, done.stderr[-3000:]


@pytest.mark.parametrize("part", PARTS)
def test_one_file_is_enough_for(part: str, tmp_path: Path) -> None:
    run("everywhere.py", part, tmp_path)


@pytest.mark.parametrize("part", OF_COMPOSITE)
def test_what_several_fields_name(part: str, tmp_path: Path) -> None:
    run("composite.py", part, tmp_path)
