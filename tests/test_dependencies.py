"""docs/dependencies.md names all that pyproject.toml asks for, with its extras and licence; what
constraints.txt pins installs on every Python that pyproject.toml promises."""

import importlib.metadata
import re
import tomllib
from collections import defaultdict
from contextlib import suppress
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")


def asked_for() -> dict[str, set[str]]:
    """Package -> the extras that bring it, "" for what is always installed."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    groups = {"": project["dependencies"], **project["optional-dependencies"]}
    found = defaultdict(set)
    for extra, listed in groups.items():
        for name in (Requirement(text).name for text in listed):
            if name != "queuewright":
                found[name].add(extra)
    return dict(found)


def on_the_page() -> dict[str, tuple[set[str], str]]:
    """Package -> its extras and its licence."""
    found = {}
    for row in re.findall(r"^\| (.*) \|$", PAGE, re.MULTILINE):
        cells = row.split(" | ")
        if cells[0] != "package":
            extras = set(cells[1].split(", ")) if len(cells) == 4 else {""}
            found[cells[0]] = extras, cells[-2]
    return found


def test_every_dependency_is_on_the_page_with_its_extras() -> None:
    assert {name: extras for name, (extras, _) in on_the_page().items()} == asked_for()


@pytest.mark.parametrize("name", sorted(on_the_page()))
def test_its_licence_is_the_one_that_it_names(name: str) -> None:
    try:
        metadata = importlib.metadata.metadata(name)
    except importlib.metadata.PackageNotFoundError:
        pytest.skip("it is not installed")
    licence = on_the_page()[name][1]
    named = " ".join([metadata.get("License-Expression") or metadata.get("License") or ""])
    named += " ".join(metadata.get_all("Classifier") or [])
    families = {"BSD": "BSD", "Apache": "Apache", "MIT": "MIT", "EPL": "EPL", "MPL": "MPL"}
    family = next((word for start, word in families.items() if licence.startswith(start)), licence)
    assert family in named


def test_every_pinned_release_installs_on_the_oldest_python() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    names = [line.partition("==")[0] for line in lines if "==" in line]
    needed = {}
    for name in names:
        with suppress(importlib.metadata.PackageNotFoundError):
            needed[name] = importlib.metadata.metadata(name).get("Requires-Python") or ""
    assert len(needed) > 40
    refused = {
        name: text for name, text in needed.items() if not SpecifierSet(text).contains("3.11.0")
    }
    assert not refused
