"""The page of each code: what it means, why, and an example of both."""

from pathlib import Path

from queuewright.catalogue.sources import citations_text

from .rule import Rule

# In a wheel, and beside the sources.
_FOLDERS = (Path(__file__).parent / "pages", Path(__file__).parents[3] / "docs" / "lint")


def page_of(rule: Rule) -> str:
    """The page as Markdown; of a rule without one, what the rule says of itself."""
    for folder in _FOLDERS:
        file = folder / f"{rule.code}.md"
        if file.is_file():
            return file.read_text(encoding="utf-8")
    lines = [f"# {rule.code}: {rule.title}", "", f"Severity: {rule.severity.value}", ""]
    lines += [rule.text, ""] if rule.text else []
    sources = citations_text(rule.sources)
    return "\n".join([*lines, *([f"Source: {sources}", ""] if sources else [])])
