"""Several parts of a script after one import of everything, each in its own fork and folder."""

import json
import os
import sys
import traceback
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any


def run_parts(parts: Mapping[str, Any]) -> None:
    """`SCRIPT FOLDER PART...`: prints a JSON object of what each part failed by, "" for nothing."""
    folder, *names = sys.argv[1:]
    for module in ("command_line", "worlds"):  # most of what the parts import
        import_module(module)
    print(json.dumps({name: _failure(parts[name], Path(folder) / name) for name in names}))


def _failure(part: Callable[[Path], None], folder: Path) -> str:
    folder.mkdir(exist_ok=True)
    reported = folder / "failure.txt"
    child = os.fork()
    if child == 0:
        try:
            part(folder)
            reported.write_text("")
        except BaseException:
            reported.write_text(traceback.format_exc())
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    return reported.read_text() if reported.exists() else "it ended without a word"
