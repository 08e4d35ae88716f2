"""Each code has a page, and each page a bad and a good example: what lint says of them."""

import re
import sys
from pathlib import Path

import pytest

from command_line import queuewright
from queuewright.lint.pages import page_text
from queuewright.lint.rulebook import OWN

FOLDER = Path(__file__).parents[3] / "docs" / "lint"
_BLOCK = re.compile(r'```(\w+)(?: title="([^"]+)")?\n(.*?)```', re.DOTALL)
_FILES = {"mqsc": "QM1.mqsc", "cl": "PROD01.clp", "python": "__main__.py"}
STACK = "config:\n  queuewright:systems:\n    QM1: {type: sandbox, platform: linux}\n"


def linted(folder: Path, examples: str) -> list[str]:
    """The codes that the command finds in the files of a section."""
    blocks = {title or _FILES[word]: text for word, title, text in _BLOCK.findall(examples)}
    scripts = [name for name in blocks if name.endswith((".mqsc", ".clp"))]
    known = {"Pulumi.yaml": "name: shop\nruntime: python\n", "Pulumi.dev.yaml": STACK}
    for name, text in {**known, **blocks}.items():
        (folder / name).write_text(text, encoding="utf-8")
    options = [] if scripts or "Pulumi.dev.yaml" not in blocks else ["--observed"]
    ran = queuewright(folder, "lint", *scripts, *options, "--fail-on", "note")
    found = re.findall(r"(?m)^[\w.]+(?::\d+)*: \w+ (\w+): ", ran.out)
    assert ran.code == (2 if found else 0), (ran.out, ran.err)
    assert len(found) == len(ran.out.splitlines()), ran.out
    return found


@pytest.mark.parametrize("code", OWN.pages)
def test_the_examples_of_a_page(code: str, tmp_path: Path) -> None:
    page = (FOLDER / f"{code}.md").read_text(encoding="utf-8")
    head, bad, good = re.split(r"\n## (?:Bad|Good)\n", page)
    assert head.startswith(OWN.pages[code].head)
    assert set(linted(tmp_path, bad)) == {code}
    assert linted(tmp_path, good) == []


def test_the_index_lists_every_code() -> None:
    listed = re.findall(
        r"(?m)^\| \[(\w+)\]\(\1\.md\) \| (\w+) \| (.+) \|$", (FOLDER / "index.md").read_text()
    )
    assert listed == [(page.code, page.severity.value, page.title) for page in OWN.pages.values()]
    assert {path.stem for path in FOLDER.glob("*.md")} == {"index", *OWN.pages}


def test_explain_prints_the_page(tmp_path: Path) -> None:
    assert queuewright(tmp_path, "lint", "--explain", "qw101").out == page_text(OWN.pages["QW101"])
    assert queuewright(tmp_path, "lint", "--explain", "QW1111").errors == [
        'error: --explain: "QW1111" is not a code of a rule; did you mean QW111?'
    ]


def test_what_the_index_shows_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The settings, the comments and the rule of a package."""
    index = (FOLDER / "index.md").read_text(encoding="utf-8")
    settings, entry_point = re.findall(r"```toml\n(.*?)```", index, re.DOTALL)
    comments, module = re.findall(r"```python\n(.*?)```", index, re.DOTALL)
    (tmp_path / "pyproject.toml").write_text(settings, encoding="utf-8")
    (tmp_path / "Pulumi.yaml").write_text("name: shop\nruntime: python\n")
    (tmp_path / "Pulumi.dev.yaml").write_text(STACK)
    program = f'from queuewright import mq\nqm1 = mq.QueueManager("QM1")\n{comments}'
    (tmp_path / "__main__.py").write_text(program)
    site = tmp_path / "site"
    (site / "shop_lint-1.dist-info").mkdir(parents=True)
    (site / "shop_lint.py").write_text(module)
    points = entry_point.replace('project.entry-points."queuewright.lint"', "queuewright.lint")
    (site / "shop_lint-1.dist-info" / "entry_points.txt").write_text(points.replace('"', ""))
    monkeypatch.syspath_prepend(site)
    monkeypatch.delitem(sys.modules, "shop_lint", raising=False)
    ran = queuewright(tmp_path, "lint", "--fail-on", "note")
    assert (ran.out, ran.code) == ("", 0), ran.err  # select leaves the package's rule out
    assert "silenced" in ran.err
    (tmp_path / "pyproject.toml").unlink()
    ran = queuewright(tmp_path, "lint")
    assert re.findall(r": (\w+ \w+): ", ran.out) == ["error SHOP1"]
