"""Pages: one self-contained file each, whose names and values come from outside and are escaped."""

from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment, FunctionLoader


def page_of(template: str, **values: Any) -> str:
    """A page by its template, such as "plan.html.j2"."""
    return _templates().get_template(template).render(values)


@cache
def _templates() -> Environment:
    return Environment(
        autoescape=True, trim_blocks=True, lstrip_blocks=True, loader=FunctionLoader(_text)
    )


def _text(template: str) -> str:
    return files(__package__).joinpath(template).read_text(encoding="utf-8")
