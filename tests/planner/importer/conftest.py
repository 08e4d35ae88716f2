"""Fixtures: what a generated program declares, by running it as a plan does."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

from queuewright.api import Workspace
from queuewright.catalogue.options import OPTION_NAMES
from queuewright.engine.declared import TYPE_PREFIX


class Declared(NamedTuple):
    """One declaration: kind, resource name, system, arguments but the system."""

    kind: str
    resource: str
    system: str
    arguments: dict[str, Any]


def declared_in(folder: Path) -> list[Declared]:
    """What the program of a folder declares."""
    return [
        Declared(
            one.type.removeprefix(TYPE_PREFIX),
            one.name,
            one.inputs["system"],
            {
                name: tuple(value) if isinstance(value, list) else value
                for name, value in one.inputs.items()
                if name not in ("system", "__provider", *OPTION_NAMES) or name == "like"
            },
        )
        for one in Workspace(folder).program.declared
        if one.type.startswith(TYPE_PREFIX)
    ]


@pytest.fixture
def declarations(tmp_path: Path) -> Callable[[Mapping[str, str]], list[Declared]]:
    """What a program's files declare."""

    def run(files: Mapping[str, str]) -> list[Declared]:
        folder = tmp_path / "program"
        project = {"name": "p", "runtime": "python"}
        others = {"Pulumi.yaml": yaml.safe_dump(project), "Pulumi.dev.yaml": ""}
        for name, text in {**others, **files}.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8")
        return declared_in(folder)

    return run
