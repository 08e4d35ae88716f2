"""The page of each code: what it means, why, and an example of both."""

from dataclasses import dataclass
from pathlib import Path

from queuewright.catalogue.diagnostic import Severity
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import Sources, citations_text

# In a wheel, and beside the sources.
_FOLDERS = (Path(__file__).parent / "pages", Path(__file__).parents[3] / "docs" / "lint")


@dataclass(frozen=True, slots=True)
class Page:
    """A code of lint, `QW101` (those of others begin with other letters), and its rules: all of
    them have one title."""

    code: str
    rules: tuple[Rule, ...]

    @property
    def title(self) -> str:
        """One sentence, what is wrong."""
        return self.rules[0].title

    @property
    def severity(self) -> Severity:
        """That of its mildest rule; settings, and what blocks a plan, come before it."""
        return max((rule.severity for rule in self.rules), key=list(Severity).index)

    @property
    def sources(self) -> Sources:
        """The documents that its rules stand on."""
        return tuple(dict.fromkeys(source for rule in self.rules for source in rule.sources))

    @property
    def head(self) -> str:
        """How its file begins."""
        return (
            f"# {self.code}: {self.title}\n\n"
            f"Severity: {self.severity.value}. Source: {citations_text(self.sources)}.\n"
        )


def page_text(page: Page) -> str:
    """The page as Markdown; of a code without one, what its rules say of themselves."""
    for folder in _FOLDERS:
        file = folder / f"{page.code}.md"
        if file.is_file():
            return file.read_text(encoding="utf-8")
    lines = [f"# {page.code}: {page.title}", "", f"Severity: {page.severity.value}", ""]
    lines += [line for rule in page.rules if rule.text for line in (rule.text, "")]
    sources = citations_text(page.sources)
    return "\n".join([*lines, *([f"Source: {sources}", ""] if sources else [])])
