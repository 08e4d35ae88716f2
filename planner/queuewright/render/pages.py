"""Pages: one self-contained file each, whose names and values come from outside and are escaped."""

import re
from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment, FunctionLoader

# Control characters, and those that turn the direction of the text that follows: a value that has
# them would read as another one.
_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def page_of(template: str, **values: Any) -> str:
    """A page by its template, such as "plan.html.j2"."""
    page = _templates().get_template(template).render(values)
    return _UNSEEN.sub(lambda match: match[0].encode("unicode_escape").decode(), page)


@cache
def _templates() -> Environment:
    return Environment(
        autoescape=True, trim_blocks=True, lstrip_blocks=True, loader=FunctionLoader(_text)
    )


def _text(template: str) -> str:
    return files(__package__).joinpath(template).read_text(encoding="utf-8")
