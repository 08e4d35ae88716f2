"""Writes what docs/ say of rules: `python -m queuewright.lint.generate`.

The head of each page of docs/lint, and the list of codes in its index. What stands below a head is
written by hand.
"""

import re
from collections.abc import Mapping
from pathlib import Path

from .rulebook import OWN

DOCS = Path(__file__).parents[3] / "docs"
_TABLE = re.compile(r"(?<=\| code \| severity \| what \|\n\|---\|---\|---\|\n)(?:\|.*\n)*")


def generated() -> Mapping[Path, str]:
    """What each file has to be. Raises OSError for a code without a page."""
    files = {}
    for page in OWN.pages.values():
        file = DOCS / "lint" / f"{page.code}.md"
        files[file] = page.head + _below(file.read_text(encoding="utf-8"))
    index = DOCS / "lint" / "index.md"
    rows = [f"| [{p.code}]({p.code}.md) | {p.severity} | {p.title} |\n" for p in OWN.pages.values()]
    files[index] = _TABLE.sub("".join(rows).replace("\\", r"\\"), index.read_text(encoding="utf-8"))
    return files


def _below(text: str) -> str:
    """A page without its head: a title, an empty line, and a line with severity and source."""
    return "".join(text.splitlines(keepends=True)[3:])


if __name__ == "__main__":
    for file, text in generated().items():
        file.write_text(text, encoding="utf-8")
