"""What the site has beside docs/*.md: README, CONTRIBUTING and CHANGELOG as pages, a page a kind of
the catalogue, and the navigation of folders. MkDocs calls it.

A page of docs/ that mkdocs.yml does not name stands under "More".
"""

from collections.abc import Mapping
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from queuewright.kinds import KINDS
from queuewright.render.kind_page import COSTS, kind_page

ROOT = Path(__file__).parents[1]
# Page of the site -> file of the repository.
PAGES = {
    "index.md": "README.md",
    "contributing.md": "CONTRIBUTING.md",
    "changelog.md": "CHANGELOG.md",
}
# The readers' browsers draw diagrams; where it is here, it comes with the site.
MERMAID = ROOT / ".cache" / "docs" / "node_modules" / "mermaid" / "dist" / "mermaid.min.js"


def kind_pages() -> dict[str, str]:
    """Page -> Markdown, for each kind of the catalogue and the list of them."""
    pages = {_page(kind): kind_page(spec) for kind, spec in KINDS.items()}
    rows = [f"| [`{kind}`]({Path(_page(kind)).name}) | {_words(kind)} |" for kind in KINDS]
    costs = [f"- {text}" for text in COSTS.values()]
    head = ["# Kinds and their attributes", "", "| kind | elsewhere |", "|---|---|", *rows]
    tail = [
        "",
        "What changing an attribute of an object that is there costs, and [what FORCE",
        "is](../plans.md#force):",
        "",
        *costs,
        "",
        "`queuewright schema KIND` prints the same, `--json` for programs. An attribute that the",
        "program leaves out is unmanaged: the system's default at creation, left alone afterwards.",
    ]
    return {"kinds/index.md": "\n".join([*head, *tail, ""]), **pages}


def _page(kind: str) -> str:
    return f"kinds/{kind.replace(':', '-')}.md"


def _words(kind: str) -> str:
    spec = KINDS[kind]
    words = [f"`{word}`" for word in (spec.mqsc.word, spec.cl.create) if word]
    return ", ".join(words)


def as_page(text: str) -> str:
    """A file of the repository's root as a page of docs/: its links start from there."""
    text = text.replace("](docs/", "](")
    for page, file in PAGES.items():
        text = text.replace(f"]({file}", f"]({page}")
    return text


def generated() -> dict[str, str]:
    """Page -> Markdown, of everything that is not a file of docs/."""
    root = {page: as_page((ROOT / file).read_text("utf-8")) for page, file in PAGES.items()}
    return {**root, **kind_pages()}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    for page, text in generated().items():
        files.append(File.generated(config, page, content=text))
    _point_to_pages(files)
    pages = sorted(file.src_uri for file in files.documentation_pages())
    named: set[str] = set()
    config.nav = [_expanded(entry, pages, named) for entry in config.nav or ()]
    left = [page for page in pages if page not in named]
    if left:
        config.nav.append({"More": left})
    if MERMAID.exists():
        files.append(
            File.generated(config, "javascripts/mermaid.min.js", content=MERMAID.read_bytes())
        )
        config.extra_javascript.append("javascripts/mermaid.min.js")
    return files


def _point_to_pages(files: Files) -> None:
    """Links of docs/ to the repository's root are to the pages that stand for it."""
    for file in files.documentation_pages():
        if file.generated_by is None:
            text = file.content_string
            for page, target in PAGES.items():
                text = text.replace(f"](../{target}", f"]({page}")
            if text != file.content_string:
                file.content_string = text


def _expanded(entry: Any, pages: list[str], named: set[str]) -> Any:
    """An entry of the navigation with the pages that a pattern in it means."""
    if isinstance(entry, Mapping):
        return {title: _expanded(below, pages, named) for title, below in entry.items()}
    if isinstance(entry, list):
        return [_expanded(below, pages, named) for below in entry]
    if "*" not in entry:
        named.add(entry)
        return entry
    found = [page for page in pages if fnmatch(page, entry)]
    found.sort(key=lambda page: (not page.endswith("/index.md"), page))
    named.update(found)
    return found
