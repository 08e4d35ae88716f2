"""What a new user meets first: where a command runs, what is missing, names that are markup."""

import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import Cli

NASTY = "[/red] [link=x] :warning:"


def test_a_directory_before_the_command_and_after_it(cli: Cli, project: Path) -> None:
    (project / "deep").mkdir()
    for words in (
        ("preview", "-C", "deep"),
        ("-C", "deep", "preview"),
        ("-C", "deep", "preview", "-C", ".."),
    ):
        ran = cli(*words)
        assert (ran.code, ran.err) == (0, ""), words
        assert "2 to create" in ran.out
    assert cli("-C", "nowhere", "preview").errors == [
        "error: -C nowhere: No such file or directory; give a directory"
    ]


def test_the_version(cli: Cli) -> None:
    assert cli("--version").out.strip().count(".") == 2


def test_a_kind_of_another_sort_of_system_is_one_line(cli: Cli, project: Path) -> None:
    (project / "__main__.py").write_text(
        "from queuewright import ibmi\n"
        'ibmi.DataQueue("A", system="QM1", library="L", max_entry_length=5)\n'
    )
    out = cli("preview").out
    blocked = [line.strip() for line in out.splitlines() if "BLOCKED" in line][:-1]
    assert len(blocked) == 1, out
    assert blocked[0].startswith(
        "BLOCKED this kind exists only on ibmi, and QM1 is linux; give it a system of that sort"
    )
    assert blocked[0].endswith("(__main__.py:2)")


def test_markup_in_names_and_texts_is_data(cli: Cli, project: Path) -> None:
    (project / "__main__.py").write_text(
        f"import pulumi\nfrom queuewright import mq\npulumi.log.warn({NASTY!r})\n"
        f'mq.LocalQueue("A", system="QM1", queue_description={NASTY!r})\n'
        f'pulumi.export("[/b]", {NASTY!r})\n'
    )
    preview = cli("preview")
    assert f'queue_description: "{NASTY}"' in preview.out
    assert NASTY in preview.err
    assert cli("up", "--yes").code == 0
    assert f"output [/b]: {NASTY}" in cli("stack").out
    opened = cli("sandbox", "open", "QM1", "A", "--for", "output", "--application", NASTY)
    assert opened.code == 0, opened.err
    assert NASTY in cli("sandbox", "status", "QM1").out
    (project / "x.mqsc").write_text(f"DEF QL(A)\n{NASTY}\n")
    imported = cli("import", "x.mqsc", "--system", "Q", "--platform", "linux", "--out", "out")
    assert "[/RED]" in (imported.out + imported.err).upper()


@pytest.mark.parametrize(
    ("program", "line"),
    [
        (
            'q = mq.LocalQueue("A", system="QM1")\nq.name.apply(lambda name: 1 / 0)',
            "__main__.py:3: ZeroDivisionError: division by zero",
        ),
        ('mq.LocalQueue("A", system="QM9")', "__main__.py:2: A: system QM9 is not in"),
        (
            'mq.LocalQueue("A", system="QM1", stream_queue="B")\n'
            'mq.LocalQueue("B", system="QM1", stream_queue="A")',
            "QM1 mq:LocalQueue A (resource 'A', __main__.py:2) needs, by stream_queue,"
            " QM1 mq:LocalQueue B (resource 'B', __main__.py:3) needs, by stream_queue,",
        ),
        (
            'mq.LocalQueue("A", system="QM1", max_depth=5)',
            "__main__.py:2: mq:LocalQueue 'A': there is no argument max_depth;"
            " did you mean max_queue_depth?",
        ),
    ],
)
def test_an_error_names_file_and_line(cli: Cli, project: Path, program: str, line: str) -> None:
    (project / "__main__.py").write_text(f"from queuewright import mq\n{program}\n")
    (error,) = cli("preview").errors
    assert line in error


def files_in(folder: Path) -> set[Path]:
    return {path for path in folder.rglob("*") if "__pycache__" not in path.parts}


def test_a_preview_writes_nothing(cli: Cli, project: Path) -> None:
    before = files_in(project)
    for words in (("preview",), ("preview", "--json"), ("graph",), ("stack",)):
        assert cli(*words).code == 0, words
    assert files_in(project) == before


def test_each_stack_has_a_sandbox_of_its_own(cli: Cli, project: Path) -> None:
    """What dev has made is nothing that prod would adopt."""
    (project / "Pulumi.prod.yaml").write_text((project / "Pulumi.dev.yaml").read_text())
    assert cli("up", "-s", "dev", "--yes").code == 0
    assert "2 to create" in cli("preview", "-s", "prod").out
    assert cli("sandbox", "status", "-s", "dev", "QM1").code == 0
    ran = cli("sandbox", "status", "QM1")
    assert ran.code == 1
    assert "the stacks dev, prod; choose one with -s" in ran.err


# As if the drift extra were not installed.
WITHOUT = """
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("pandas", "pyarrow", "pyspark", "py4j"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Missing())
from queuewright.cli.main import main
main()
"""


def without_drift(folder: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    (folder / "QM1.mqsc").write_text("* Queue manager name: QM1\nDEF QL(IN) MAXDEPTH(7)\n")
    (folder / "fleet.yaml").write_text(
        "environments:\n  - {name: one, program: ., stack: dev,"
        " systems: {QM1: {type: mqsc, path: QM1.mqsc}}}\n"
    )
    return subprocess.run(
        [sys.executable, "-c", WITHOUT, *words],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    "words",
    [
        ("drift", "run", "--fleet", "fleet.yaml", "--lake", "lake"),
        ("drift", "collect", "--fleet", "fleet.yaml", "--lake", "lake"),
        ("drift", "report", "--lake", "lake"),
        ("desired", "export", "--fleet", "fleet.yaml", "-o", "desired.parquet"),
    ],
)
def test_without_the_drift_extra(project: Path, words: tuple[str, ...]) -> None:
    ran = without_drift(project, *words)
    assert ran.returncode == 1
    (line,) = ran.stderr.splitlines()
    assert line.startswith("error: ")
    assert line.endswith("missing; pip install 'queuewright[drift]'")


def test_drift_plan_needs_no_extra(project: Path) -> None:
    ran = without_drift(project, "drift", "plan", "one", "--fleet", "fleet.yaml")
    assert (ran.returncode, ran.stderr) == (2, "")
    assert "max_queue_depth: 7 -> 100" in ran.stdout
