"""A second system into a project that is there."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from queuewright.catalogue.platform import Platform
from queuewright.importer.into import write_into
from queuewright.importer.project import CannotWriteProject, write_project
from queuewright.importer.reading import read
from queuewright.importer.run import Imported, ImportOptions, import_sources

from .conftest import declared_in
from .test_run import tool

STANDARD = "DEFPSIST(YES) MAXDEPTH(9) BOTHRESH(3) TRIGTYPE(NONE)  QDEPTHHI(10) QDEPTHLO(5)"
WORDS = ("GET(DISABLED)", "PUT(DISABLED)", "NOSHARE", "NOTRIGGER", "USAGE(NORMAL)", "DISTL(YES)")
MANY = "".join(
    f"DEF QL(APP{n % 4}.SUB{n % 3}.Q{n}) {STANDARD} "
    f"{' '.join(word for bit, word in enumerate(WORDS) if n >> bit & 1)}\n"
    for n in range(450)
)


def taken_in(text: str, system: str, into: Path | None = None) -> Imported:
    source = read("mqsc", f"{system}.mqsc", text.encode())
    options = ImportOptions(system, platform=Platform.LINUX, ccsid=1208, into=into)
    return import_sources([source], options)


def imported(text: str, system: str, into: Path | None = None) -> dict[str, str]:
    return dict(taken_in(text, system, into).files)


def project(tmp_path: Path, text: str) -> Path:
    write_project(imported(text, "QM1"), tmp_path / "p")
    return tmp_path / "p"


def add(folder: Path, text: str, system: str = "QM2") -> dict[str, str]:
    made = taken_in(text, system, folder)
    write_into(made.files, folder, made.removed)
    return dict(made.files)


def systems(folder: Path) -> dict[str, Any]:
    text = (folder / "Pulumi.dev.yaml").read_text(encoding="utf-8")
    found: dict[str, Any] = yaml.safe_load(text)["config"]["queuewright:systems"]
    return found


@pytest.mark.parametrize("first", ["DEF QL(A)\nDEF QL(B)", MANY])
def test_two_systems_in_one_project(tmp_path: Path, first: str) -> None:
    folder = project(tmp_path, first)
    before = len(declared_in(folder))
    add(folder, "DEF QL(A)\nDEF QA(X) TARGET(A)")
    found = [d for d in declared_in(folder) if d.system == "QM2"]
    assert {(d.kind, d.resource, d.arguments["name"]) for d in found} == {
        ("mq:LocalQueue", "QM2/A", "A"),
        ("mq:AliasQueue", "QM2/X", "X"),
    }
    assert len(found) == 2
    assert len(declared_in(folder)) == before + 2
    assert list(systems(folder)) == ["QM1", "QM2"]
    add(folder, "DEF QL(A)", "QM3")
    assert list(systems(folder)) == ["QM1", "QM2", "QM3"]
    assert len(declared_in(folder)) == before + 3
    tool(folder, "ruff", "check", "--no-cache", ".")
    tool(folder, "ruff", "format", "--no-cache", "--check", ".")


def test_profiles_are_the_projects(tmp_path: Path) -> None:
    """Those that are there are used as they are now, and new ones come behind them."""
    folder = project(tmp_path, MANY)
    file = folder / "topology" / "profiles.py"
    text = file.read_text(encoding="utf-8")
    name = text.split(" = partial(")[0].split()[-1]
    file.write_text(text.replace(name, "ours") + "\nELSE = 5\n", encoding="utf-8")
    for module in (folder / "topology" / "qm1").glob("*.py"):
        module.write_text(module.read_text(encoding="utf-8").replace(name, "ours"))
    kept = file.read_text(encoding="utf-8")
    files = add(folder, MANY)
    assert "topology/profiles.py" not in files
    assert file.read_text(encoding="utf-8") == kept
    assert any("import ours" in text for text in files.values())
    words = ("PUT(DISABLED)", "DEFBIND(NOTFIXED)", "DEFREADA(YES)", "PROPCTL(ALL)")
    aliases = "".join(
        f"DEF QA(B{n % 3}.N{n}) TARGET(X{n}) DEFPSIST(YES) GET(DISABLED) DEFPRTY(3) DEFPRESP(ASYNC)"
        f" {' '.join(word for bit, word in enumerate(words) if n >> bit & 1)}\n"
        for n in range(450)
    )
    add(folder, aliases, "QM3")
    assert file.read_text(encoding="utf-8").startswith(kept.rstrip())
    assert "mq.AliasQueue" in file.read_text(encoding="utf-8")
    assert len(declared_in(folder)) == 1350


def test_what_people_wrote_stays(tmp_path: Path) -> None:
    folder = project(tmp_path, "DEF QL(A)")
    main = folder / "__main__.py"
    main.write_text(main.read_text() + "# mine\n", encoding="utf-8")
    stack = folder / "Pulumi.dev.yaml"
    stack.write_text(stack.read_text() + "  p:other: 5 # mine too\n", encoding="utf-8")
    add(folder, "DEF QL(A)")
    assert "# mine\n" in main.read_text(encoding="utf-8")
    assert "p:other: 5 # mine too" in stack.read_text(encoding="utf-8")
    assert list(systems(folder)) == ["QM1", "QM2"]


@pytest.mark.parametrize(
    ("before", "added"),
    [
        ("", True),
        ("config:\n", True),
        ("config:\n  x:y: 1\n", True),
        ("encryptionsalt: v1:abc\n", True),
        ("config:\n  queuewright:systems:\n    A: {type: sandbox}\n", True),
        ("config:\n  queuewright:systems:\n    A: {type: sandbox}\n  x:y: 1\n# end", True),
        ("config:\n  queuewright:systems: {A: {type: sandbox}}\n", False),
    ],
)
def test_forms_of_a_stack_file(tmp_path: Path, before: str, added: bool) -> None:
    folder = project(tmp_path, "DEF QL(A)")
    stack = folder / "Pulumi.dev.yaml"
    stack.write_text(before, encoding="utf-8")
    if added:
        add(folder, "DEF QL(A)")
        assert "QM2" in systems(folder)
        assert all(line in stack.read_text().splitlines() for line in before.splitlines())
        return
    with pytest.raises(CannotWriteProject, match=r"add \{QM2: \{ccsid: 1208") as caught:
        add(folder, "DEF QL(A)")
    assert "\n" not in str(caught.value)
    assert not (folder / "topology").exists()


def test_the_same_system_twice(tmp_path: Path) -> None:
    folder = project(tmp_path, "DEF QL(A)")
    add(folder, "DEF QL(A)")
    with pytest.raises(
        CannotWriteProject, match=r"topology/qm2 is there already; remove it, or give"
    ):
        add(folder, "DEF QL(B)")


def test_all_of_it_or_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = project(tmp_path, MANY)
    files = imported("DEF QL(A)", "QM2", folder)
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    replace_file, done = Path.replace, 0

    def fail_later(self: Path, target: Path) -> Path:
        nonlocal done
        done += 1
        if done == len(files):
            raise OSError(28, "No space left on device", str(target))
        return replace_file(self, target)

    monkeypatch.setattr(Path, "replace", fail_later)
    with pytest.raises(CannotWriteProject, match="No space left on device"):
        write_into(files, folder)
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before
