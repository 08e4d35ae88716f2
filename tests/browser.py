"""A headless Chromium, for pages that people open."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

_NAMES = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM = next((path for name in _NAMES if (path := shutil.which(name))), None)

needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium")


def document_of(page: str, folder: Path, *, width: int = 1280, dark: bool = False) -> str:
    """What the document is once the page's programs have run, waited for at most ten seconds of
    its own time."""
    assert CHROMIUM is not None
    file = folder / "page.html"
    file.write_text(page, encoding="utf-8")
    scheme = ["--blink-settings=preferredColorScheme=0"] if dark else []
    command = [
        CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
        "--disable-component-update", "--no-first-run", f"--user-data-dir={folder / 'profile'}",
        f"--window-size={width},900", *scheme, "--virtual-time-budget=10000", "--dump-dom",
        file.as_uri(),
    ]  # fmt: skip
    # Its sockets are in the folder for temporary files: their path has at most 107 bytes.
    done = subprocess.run(
        command, capture_output=True, text=True, check=True, timeout=120,
        env={**os.environ, "TMPDIR": "/tmp"},
    )  # fmt: skip
    return done.stdout
