"""Pack what the executors need into one archive: `python pack_environment.py env.tar.gz`.

    spark-submit --archives env.tar.gz#env --conf spark.pyspark.python=./env/bin/python job.py ...

The archive has the packages that reading and comparing needs, from this interpreter's environment,
and `bin/python`, which starts this interpreter with them. So the interpreter itself must be at the
same path on every node; where it is not, pack a whole environment (conda-pack, venv-pack).
"""

import io
import sys
import tarfile
from importlib import import_module, metadata
from pathlib import Path

# pyspark itself comes with the cluster.
NEEDED = ("queuewright", "ebcdic", "pandas", "pyarrow", "pydantic", "pyyaml")

LAUNCHER = """#!/bin/sh
here=$(cd "$(dirname "$0")/.." && pwd)
PYTHONPATH="$here/lib:$PYTHONPATH" exec {python} "$@"
"""


def main(archive: str) -> None:
    names = requirements(NEEDED)
    # Compressed: of a plain .tar Spark forgets what may be executed.
    with tarfile.open(archive, "w:gz", compresslevel=1) as tar:
        for folder in own_folders():
            tar.add(folder, f"lib/{folder.name}", filter=without_caches)
        for name in sorted(names):
            for top in top_level(name):
                tar.add(top, f"lib/{top.name}", filter=without_caches)
        launcher = LAUNCHER.format(python=Path(sys.executable).resolve()).encode()
        info = tarfile.TarInfo("bin/python")
        info.size, info.mode = len(launcher), 0o755
        tar.addfile(info, io.BytesIO(launcher))
    print(f"{archive}: queuewright and {len(names)} packages")


def own_folders() -> list[Path]:
    """Folders of `queuewright` (its layers may be in several) and of the data source."""
    folders = []
    for name in ("queuewright", "pyspark_queuewright", "pyspark_queuewright_events"):
        try:
            folders += [Path(place) for place in import_module(name).__path__]
        except ImportError:
            raise SystemExit(
                f"{name} is not installed here; pip install 'queuewright[drift]'"
            ) from None
    return folders


def requirements(roots: tuple[str, ...]) -> set[str]:
    """Names of installed distributions that the roots need, without ourselves and extras."""
    from packaging.requirements import Requirement

    names: set[str] = set()
    waiting = [name for name in roots if name != "queuewright"]
    while waiting:
        name = waiting.pop().lower()
        if name in names:
            continue
        names.add(name)
        for text in metadata.distribution(name).requires or ():
            requirement = Requirement(text)
            if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
                waiting.append(requirement.name)
    return names


def top_level(name: str) -> list[Path]:
    """Files and folders of a distribution directly below site-packages."""
    distribution = metadata.distribution(name)
    tops = {file.parts[0] for file in distribution.files or () if file.parts[0] != ".."}
    places = (Path(str(distribution.locate_file(top))) for top in sorted(tops))
    return [place for place in places if place.exists() and place.name != "__pycache__"]


def without_caches(info: tarfile.TarInfo) -> tarfile.TarInfo | None:
    return None if "__pycache__" in info.name or "/tests/" in info.name else info


if __name__ == "__main__":
    main(*sys.argv[1:])
