"""Packages of others that tests need: fetched with npm into .cache/ of the checkout, once."""

import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

import pytest

CACHE = Path(__file__).resolve().parents[1] / ".cache" / "npm"


def file_of(package: str, version: str, file: str) -> Path:
    """A file of a package; skips where that cannot be fetched."""
    path = CACHE / f"{package}-{version}" / file
    if path.is_file():
        return path
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip(f"npm is not installed, so that {package} cannot be fetched")
    path.parent.mkdir(parents=True, exist_ok=True)
    # Several test processes may fetch it at once: each into its own folder, then one move.
    with tempfile.TemporaryDirectory(dir=CACHE) as folder:
        command = [npm, "pack", "--silent", f"{package}@{version}", "--pack-destination", folder]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
        except subprocess.TimeoutExpired:
            pytest.skip(f"npm did not fetch {package} within two minutes")
        archive = next(Path(folder).glob("*.tgz"), None)
        if done.returncode or archive is None:
            last = (done.stderr.strip().splitlines() or ["no output"])[-1]
            pytest.skip(f"npm could not fetch {package}@{version}: {last}")
        with tarfile.open(archive) as packed:
            packed.extract(f"package/{file}", folder, filter="data")
        (Path(folder) / "package" / file).replace(path)
    return path
