"""Writes what docs/ say of rules: `python -m queuewright.lint.generate`.

The head of each page of docs/lint, the list of codes in its index, and that of every rule in
docs/troubleshooting.md. The rest is written by hand.
"""

import pkgutil
import re
from collections.abc import Iterable, Mapping
from importlib import import_module
from pathlib import Path

import queuewright
from queuewright.catalogue.rule import Rule, rules_in

from .rulebook import OWN

DOCS = Path(__file__).parents[3] / "docs"
_TABLE = re.compile(r"(?<=\| code \| severity \| what \|\n\|---\|---\|---\|\n)(?:\|.*\n)*")
_CODES = re.compile(
    r"(?<=\| code \| what \| message \| remediation \|\n\|---\|---\|---\|---\|\n)(?:\|.*\n)*"
)
_WORD = re.compile(r"\{\w+\}")
_APART = ("queuewright.drift.engines", "queuewright.render.open_telemetry")  # need extras


def every_rule() -> tuple[Rule, ...]:
    """The rules of all modules, each once."""
    found = pkgutil.walk_packages(queuewright.__path__, "queuewright.")
    names = sorted({module.name for module in found if not module.name.startswith(_APART)})
    return tuple(dict.fromkeys(rules_in(map(import_module, names))))


def generated() -> Mapping[Path, str]:
    """The expected text of each file. Raises OSError for a code without a page."""
    files = {}
    for page in OWN.pages.values():
        file = DOCS / "lint" / f"{page.code}.md"
        files[file] = page.head + _below(file.read_text(encoding="utf-8"))
    index = DOCS / "lint" / "index.md"
    rows = [f"| [{p.code}]({p.code}.md) | {p.severity} | {p.title} |\n" for p in OWN.pages.values()]
    files[index] = _with_rows(index, _TABLE, rows)
    messages = DOCS / "troubleshooting.md"
    files[messages] = _with_rows(messages, _CODES, _codes())
    return files


def _with_rows(file: Path, table: re.Pattern[str], rows: list[str]) -> str:
    return table.sub(lambda _: "".join(rows), file.read_text(encoding="utf-8"))


def _codes() -> list[str]:
    """A row a code: its title, and the reasons and remediations with an ellipsis for each word."""
    rules: dict[tuple[str, str], list[Rule]] = {}
    for rule in every_rule():
        rules.setdefault((rule.code, rule.title), []).append(rule)
    rows = []
    for (code, title), own in sorted(rules.items()):
        pages = sorted({rule.page for rule in own} - {""})
        links = "".join(f" ([{page}](lint/{page}.md))" for page in pages)
        severities = {rule.severity.value for rule in own} - {"error"}
        mild = f" ({', '.join(sorted(severities))})" if severities else ""
        reasons = _templates(rule.reason for rule in own)
        ways_out = _templates(rule.remediation for rule in own)
        rows.append(f"| `{code}` | {title}{mild}{links} | {reasons} | {ways_out} |\n")
    return rows


def _templates(texts: Iterable[str]) -> str:
    shown = dict.fromkeys(_WORD.sub("…", text).replace("|", r"\|") for text in texts)
    return ", ".join(f"`{text}`" for text in shown if text.strip("…"))


def _below(text: str) -> str:
    """A page without its head: a title, an empty line, and a line with severity and source."""
    return "".join(text.splitlines(keepends=True)[3:])


if __name__ == "__main__":
    for file, text in generated().items():
        file.write_text(text, encoding="utf-8")
