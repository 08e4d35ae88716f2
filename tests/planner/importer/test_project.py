"""The files of a project on the disk: all of them, or none."""

from pathlib import Path

import pytest
import yaml

from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.platform import Platform
from queuewright.importer.project import (
    CannotWriteProject,
    project_files,
    project_name,
    write_project,
)

FILES = {"Pulumi.yaml": "name: x\n", "topology/a.py": "\u00e4\n"}


def test_every_file_is_written(tmp_path: Path) -> None:
    out = tmp_path / "deep" / "out"
    write_project(FILES, out)
    assert (out / "topology" / "a.py").read_bytes() == "\u00e4\n".encode()
    assert [path.name for path in out.parent.iterdir()] == ["out"]


def test_an_empty_folder_is_taken(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    write_project(FILES, tmp_path / "out")
    assert (tmp_path / "out" / "Pulumi.yaml").is_file()


def test_what_is_there_is_kept(tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine").write_text("mine")
    (tmp_path / "file").write_text("mine")
    (tmp_path / "link").symlink_to(tmp_path / "full")
    for name, why in (("full", "is not empty"), ("file", "not a folder"), ("link", "not a folder")):
        with pytest.raises(CannotWriteProject, match=why):
            write_project(FILES, tmp_path / name)
    with pytest.raises(CannotWriteProject, match="give a folder that can be written"):
        write_project(FILES, tmp_path / "file" / "out")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "full", "link"]
    assert [path.name for path in (tmp_path / "full").iterdir()] == ["mine"]


def test_a_failure_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(CannotWriteProject):
        write_project({"a": "x\n", "b\0": "x\n"}, tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("system", "name"), [("ABKA", "abka"), ("QM/1 x", "qm-1-x"), ("\u00e4", "queues")]
)
def test_names_of_projects(system: str, name: str) -> None:
    assert project_name(system) == name


def test_a_unix_may_be_linux() -> None:
    for platform, expected in ((Platform.AIX, True), (Platform.LINUX, False)):
        text = project_files(SystemFacts("QM1", platform), "dev", "d")["Pulumi.dev.yaml"]
        assert ("correct the platform on Linux" in text) is expected
        assert yaml.safe_load(text)["config"]["queuewright:systems"]["QM1"]["platform"] == platform


def test_names_of_stacks() -> None:
    with pytest.raises(CannotWriteProject, match="choose such a name"):
        project_files(SystemFacts("QM1"), "../x", "d")
