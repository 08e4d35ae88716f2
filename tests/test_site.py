"""The pages: every link and picture leads somewhere, messages are those of the source, and
pictures those of the commands."""

import ast
import importlib.util
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree as ET

import pytest
import yaml
from markdown_it import MarkdownIt

from command_line import queuewright
from queuewright.catalogue import errors
from queuewright.drift.fleet import load_fleet
from queuewright.kinds import KINDS
from queuewright.lint.generate import every_rule
from queuewright.render.kind_page import kind_page

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    *sorted(DOCS.rglob("*.md")),
]
# Pages that the site makes of the catalogue: docs/site_hook.py.
MADE = {DOCS / "kinds" / f"{kind.replace(':', '-')}.md" for kind in KINDS}
MADE.add(DOCS / "kinds" / "index.md")


def without_code(text: str) -> str:
    return re.sub(r"```.*?```", "", text, flags=re.DOTALL)


def anchors(text: str) -> set[str]:
    """Of the headings, as GitHub and the site make them."""
    found = set()
    for heading in re.findall(r"^#+ (.*)$", without_code(text), re.MULTILINE):
        words = re.sub(r"[^\w\- ]", "", re.sub(r"\[(.*?)\]\(.*?\)", r"\1", heading)).lower()
        found.add(words.strip().replace(" ", "-"))
    return found


def links(page: Path) -> Iterator[str]:
    for token in MarkdownIt().enable("table").parse(page.read_text("utf-8")):
        for inline in token.children or ():
            target = inline.attrs.get("href") or inline.attrs.get("src")
            if target is not None:
                yield str(target)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    for link in links(page):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        # Not a page that only the site has: a forge shows these files too.
        assert target.exists(), f"{page.name}: {link}"
        if anchor and target.suffix == ".md":
            assert anchor in anchors(target.read_text("utf-8")), f"{page.name}: {link}"


class _Loader(yaml.SafeLoader):
    """mkdocs.yml names functions, which are of no interest here."""


_Loader.add_multi_constructor("tag:yaml.org,2002:python/", lambda *_: None)


def named(entry: object) -> Iterator[str]:
    if isinstance(entry, str):
        yield entry
    elif isinstance(entry, Mapping):
        for below in entry.values():
            yield from named(below)
    elif isinstance(entry, list):
        for below in entry:
            yield from named(below)


def test_the_navigation_has_every_page_once() -> None:
    nav = yaml.load((ROOT / "mkdocs.yml").read_text("utf-8"), _Loader)["nav"]
    entries = list(named(nav))
    assert len(entries) == len(set(entries))
    made = {"index.md", "contributing.md", "changelog.md"}
    for entry in set(entries) - made:
        assert (DOCS / entry).exists() or "*" in entry, entry


def test_the_site_is_built(tmp_path: Path) -> None:
    """`make docs`; what is wrong with a link or an anchor is an error there."""
    pytest.importorskip("mkdocs", reason="the site needs the extra docs: make docs")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-d", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "MQIA_MAX_Q_DEPTH" in (tmp_path / "kinds" / "mq-LocalQueue.html").read_text("utf-8")
    # Its Markdown is another than GitHub's: what is nested in lists has to be four columns in.
    for page in DOCS.rglob("*.md"):
        ours = MarkdownIt().enable("table").render(page.read_text("utf-8"))
        built = (tmp_path / page.relative_to(DOCS)).with_suffix(".html").read_text("utf-8")
        article = built.partition("<article")[2].partition("</article>")[0]
        for tag in ("pre", "ol", "ul", "li", "table", "h2", "h3", "img"):
            here, there = (len(re.findall(f"<{tag}[ >]", html)) for html in (ours, article))
            assert here == there, f"{page.name}: {here} {tag} at GitHub, {there} on the site"


@pytest.mark.parametrize("kind", KINDS)
def test_a_page_of_a_kind_has_every_attribute(kind: str) -> None:
    spec = KINDS[kind]
    page = kind_page(spec)
    described = spec.fields_described()
    sections = re.findall(r"^## `(\w+)`$", page, re.MULTILINE)
    assert sections == list(described)
    for name, attribute in described.items():
        section = page.partition(f"## `{name}`\n")[2].partition("\n## ")[0]
        for word in (
            attribute.mqsc,
            attribute.pcf and attribute.pcf.id,
            attribute.cl and attribute.cl.keyword,
        ):
            assert word is None or f"`{word}`" in section, (name, word)
        for choice in attribute.choices:
            assert f'`"{choice.value}"`' in section, (name, choice.value)
        for bound in (attribute.minimum, attribute.maximum, attribute.max_length):
            assert bound is None or str(bound) in section, (name, bound)
        assert section.count("](https://") == len(attribute.sources)
        assert "| change | " in section


def test_schema_prints_the_pages(tmp_path: Path) -> None:
    ran = queuewright(tmp_path, "schema", "mq:Cluster", "--markdown")
    assert (ran.code, ran.out.rstrip("\n")) == (0, kind_page(KINDS["mq:Cluster"]).rstrip("\n"))
    assert queuewright(tmp_path, "schema", "--markdown", "--json").code == 1


# Messages

MESSAGES = DOCS / "troubleshooting.md"


@cache
def texts_of_the_source() -> str:
    """Every text in the source but docstrings, with \\0 between them; a value put into one is an
    ellipsis."""
    found = []
    for layer in ("resources", "provider", "planner"):
        for path in (ROOT / layer).rglob("*.py"):
            tree = ast.parse(path.read_text("utf-8"))
            alone = {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Expr)}
            for node in ast.walk(tree):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    if id(node) not in alone:
                        found.append(re.sub(r"\{\w+\}", "…", node.value))
                elif isinstance(node, ast.JoinedStr):
                    parts = (p.value if isinstance(p, ast.Constant) else "…" for p in node.values)
                    found.append("".join(map(str, parts)))
    return "\0".join(found)


def messages() -> list[str]:
    """The texts in the first column of the tables of messages."""
    text = MESSAGES.read_text("utf-8").partition("\n## Project and stack")[2]
    text = re.sub(r"### Codes\n.*?\n## ", "", text, flags=re.DOTALL)
    rows = re.findall(r"^\| (`.*?) \| ", text, re.MULTILINE)
    return [message for row in rows for message in re.findall(r"`([^`]+)`", row)]


def test_there_are_many_messages() -> None:
    assert len(messages()) > 100
    assert len(messages()) == len(set(messages()))


@pytest.mark.parametrize("message", messages())
def test_a_message_is_in_the_source(message: str) -> None:
    parts = [part.strip() for part in message.split("…") if part.strip()]
    pattern = re.compile(r"[^\0]*".join(map(re.escape, parts)))
    assert pattern.search(texts_of_the_source()), message


def test_every_class_of_errors_has_its_place_there() -> None:
    drawn = re.findall(r"^ +(\w+) +[\w.]+$", errors.__doc__ or "", re.MULTILINE)
    assert len(drawn) > 40
    page = MESSAGES.read_text("utf-8")
    assert [name for name in drawn if f"`{name}`" not in page] == []


def test_every_code_is_listed() -> None:
    listed = MESSAGES.read_text("utf-8").partition("\n### Codes\n")[2].partition("\n## ")[0]
    every = {rule.code for rule in every_rule()}
    assert len(every) > 80
    assert [code for code in sorted(every) if f"`{code}`" not in listed] == []


# Pictures


@cache
def maker() -> ModuleType:
    spec = importlib.util.spec_from_file_location("pictures", DOCS / "pictures" / "make.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_pictures_of_terminals_show_what_is_printed(tmp_path: Path) -> None:
    def run(folder: Path, words: list[str], variables: Mapping[str, str]) -> str:
        return queuewright(folder, *words, environment=variables).out

    made = dict(maker().pictures(tmp_path, run))
    for name, content in made.items():
        if name.endswith(".svg"):
            assert (DOCS / "pictures" / name).read_text("utf-8") == content, "run make pictures"
            ET.fromstring(content)
            assert "url(https" not in content
    assert "webshop" in made["comment.html"]
    assert "<details" in made["plan.html"]


def test_photographs_are_small_and_shown() -> None:
    pages = [ROOT / "README.md", *DOCS.glob("*.md")]
    shown = "".join(page.read_text("utf-8") for page in pages)
    for name in maker().PHOTOGRAPHS:
        file = DOCS / "pictures" / f"{name}.png"
        assert file.read_bytes().startswith(b"\x89PNG")
        assert file.stat().st_size < 150_000
        assert f"pictures/{name}.png" in shown


def test_the_report_of_drift_is_of_a_fleet_that_can_be_read(tmp_path: Path) -> None:
    """What Spark does with it, `make demo-drift` shows."""

    def run(folder: Path, words: list[str], variables: Mapping[str, str]) -> str:
        fleet = load_fleet(folder / words[words.index("--fleet") + 1])
        assert len(fleet.environments) == 40
        assert not fleet.problems
        (folder / words[words.index("--html") + 1]).write_text("a page")
        return ""

    assert maker().drift_report(tmp_path, run) == "a page"


@pytest.mark.skipif(shutil.which("chromium") is None, reason="there is no Chromium")
def test_a_page_is_photographed(tmp_path: Path) -> None:
    pytest.importorskip("PIL", reason="pictures need the extra docs: make pictures")
    file = tmp_path / "page.png"
    maker().photograph('<div style="height: 700px">Plan</div>', file, (600, 0), tmp_path)
    content = file.read_bytes()
    assert content.startswith(b"\x89PNG")
    width, height = (int.from_bytes(content[at : at + 4]) for at in (16, 20))
    assert width == 600
    assert 700 <= height < 760  # as high as the page
