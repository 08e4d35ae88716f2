"""Jars of others that tests need: fetched with Maven into .cache/ of the checkout, once."""

import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy"
CACHE = Path(__file__).resolve().parents[1] / ".cache" / "java"


def jar(artifact: str) -> Path:
    """The jar of `group:name:version`, fetched once with Maven; skips where that cannot be done."""
    _, name, version = artifact.split(":")
    path = CACHE / f"{name}-{version}.jar"
    if path.is_file():
        return path
    maven = shutil.which("mvn")
    if maven is None:
        pytest.skip(f"Maven (mvn) is not installed, so that {name} cannot be fetched")
    CACHE.mkdir(parents=True, exist_ok=True)
    # Several test processes may fetch it at once: each into its own folder, then one move.
    with tempfile.TemporaryDirectory(dir=CACHE) as folder:
        command = [
            maven,
            "-q",
            "-B",
            PLUGIN,
            f"-Dartifact={artifact}",
            f"-DoutputDirectory={folder}",
        ]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=180, check=False)
        except subprocess.TimeoutExpired:
            pytest.skip(f"Maven did not fetch {name} within three minutes")
        fetched = Path(folder) / path.name
        if done.returncode or not fetched.is_file():
            last = (done.stdout.strip().splitlines() or ["no output"])[-1]
            pytest.skip(f"Maven could not fetch {artifact}: {last}")
        fetched.replace(path)
    return path
