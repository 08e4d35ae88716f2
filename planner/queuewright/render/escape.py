"""One escaper a format: names and values come from outside, and stay text in every form."""

import json
import re
from typing import Any

from queuewright.catalogue.diagnostic import one_line

_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "@": "&#64;"}
_ESCAPED = str.maketrans({c: f"\\{c}" for c in r"\`*_{}[]()#+-.!|~$^=:"} | _ENTITIES)
# Texts that a forge links, and tells those about whom or which it is linked to: @name, #1, !1, &1,
# GH-1, addresses. It looks for them when escapes are gone, so that only a character in between
# holds.
_REFERENCE = re.compile(r"@(?=\w)|[#!&](?=\d)|\b(?:GH|gh)-(?=\d)|:(?=//)|\bwww(?=\.)")
_NOTHING = "\u200b"  # a space without width


def markdown_text(text: object) -> str:
    """Text in one line of Markdown: no markup, no mention, no reference, no HTML, no end of a table
    cell."""
    apart = _REFERENCE.sub(rf"\g<0>{_NOTHING}", one_line(str(text)))
    return apart.translate(_ESCAPED)


def mermaid_text(text: str) -> str:
    """Mermaid's own entity codes for what would end a label, or a fence, or start markup."""
    return "".join(c if c.isalnum() or c in " ._-/%*" else f"#{ord(c)};" for c in one_line(text))


def json_in_html(data: Any) -> str:
    """JSON for a script element, which nothing in it can end. All else in a page is escaped by its
    template."""
    return json.dumps(data, ensure_ascii=True, default=str).replace("<", "\\u003c")
