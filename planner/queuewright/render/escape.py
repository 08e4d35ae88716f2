"""One escaper a format: names and values come from outside, and stay text in every form."""

import json
import re
from typing import Any

from queuewright.catalogue.diagnostic import one_line

_SPECIAL = re.compile(r"([\\`*_{}\[\]()#+\-.!|~$^=:])")
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "@": "&#64;"}


def markdown_text(text: object) -> str:
    """Text in one line of Markdown: no markup, no mention, no HTML, no end of a table cell."""
    return "".join(_ENTITIES.get(c, c) for c in _SPECIAL.sub(r"\\\1", one_line(str(text))))


def mermaid_text(text: str) -> str:
    """Mermaid's own entity codes for what would end a label, or a fence, or start markup."""
    return "".join(c if c.isalnum() or c in " ._-/%*" else f"#{ord(c)};" for c in one_line(text))


def json_in_html(data: Any) -> str:
    """JSON for a script element, which nothing in it can end. All else in a page is escaped by its
    template."""
    return json.dumps(data, ensure_ascii=True, default=str).replace("<", "\\u003c")
