"""Views of an administrator's own, for attributes that no SQL service of IBM i tells.

views:
  ibmi:MessageQueue: ADMIN.MSGQ_ATTRIBUTES

Such a view has the columns OBJECT_LIBRARY and OBJECT_NAME, and one for each attribute of the kind
that no service tells, called as the attribute is, in upper case (INITIAL_STORAGE_SIZE). A number is
one, or its digits; a special value is its word, with the asterisk or without; a list is an array of
JSON; a null value is not known. How it reads them is the administrator's choice: a function that
calls an API (QMHRMQAT, Retrieve Nonprogram Message Queue Attributes), or a table that a job fills.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Annotated

from pydantic import AfterValidator

from queuewright.catalogue.attribute import Attribute, Value
from queuewright.catalogue.diagnostic import shown
from queuewright.catalogue.spec import Spec
from queuewright.diff.normalise import canonical_value
from queuewright.ibmi.printing import typed_object
from queuewright.ibmi.remote_writers import LIBRARY_LIST, searched
from queuewright.kinds import IBMI_KINDS, spec_of, unreported

from .carrier import Column, Query, Row
from .services import Scope, reads

LIBRARY, NAME = "OBJECT_LIBRARY", "OBJECT_NAME"
_QUALIFIED = re.compile(r"[A-Z$#@][A-Z0-9$#@_]{0,127}[./][A-Z$#@][A-Z0-9$#@_]{0,127}")
_LEAST_WIDTH = 64


def not_reported() -> Mapping[str, frozenset[str]]:
    """The attributes of each kind that no service tells."""
    return unreported(IBMI_KINDS, reads)


def viewable() -> list[str]:
    """The kinds that a view may be given for: objects in libraries."""
    return [kind for kind in not_reported() if spec_of(kind).in_library]


def _checked(views: dict[str, str]) -> dict[str, str]:
    known = viewable()
    for kind, view in views.items():
        if kind not in known:
            kinds = ", ".join(known)
            raise ValueError(f"{kind} has no attributes to be read by a view: give one of {kinds}")
        if not _QUALIFIED.fullmatch(view.upper()):
            raise ValueError(f"the view of {kind} must be named LIBRARY.VIEW, not {view!r}")
    return {kind: view.upper().replace("/", ".") for kind, view in views.items()}


Views = Annotated[dict[str, str], AfterValidator(_checked)]
"""The keys of `views`: kind -> LIBRARY.VIEW."""


def question(kind: str, view: str, scope: Scope) -> Query:
    """The question to the view about the objects of a kind."""
    spec = spec_of(kind)
    columns = [Column(LIBRARY), Column(NAME)]
    columns += [Column(name.upper(), _width(spec.attributes()[name])) for name in _names(spec)]
    return Query(columns, view, scope.where(LIBRARY, NAME))


def object_in(kind: str, row: Row) -> tuple[str, dict[str, Value]]:
    """`LIBRARY/NAME` and the attributes of a row. Raises ValueError for a list that is not one."""
    spec = spec_of(kind)
    place = f"{str(row[LIBRARY]).rstrip()}/{str(row[NAME]).rstrip()}"
    try:
        values = {name: _value(spec, name, row[name.upper()]) for name in _names(spec)}
    except ValueError as error:
        raise ValueError(f"{place}: {error}") from None
    return place, {name: value for name, value in values.items() if value is not None}


def _width(attribute: Attribute) -> int:
    """In characters. Items of a list are in quotation marks, some characters after a backslash."""
    width = attribute.max_length or 0
    if attribute.max_items is not None:
        width = (2 * width + len('"", ')) * attribute.max_items
    return max(_LEAST_WIDTH, width)


def _names(spec: type[Spec]) -> Iterator[str]:
    return (name for name in spec.attributes() if name in not_reported()[spec.kind])


def _value(spec: type[Spec], name: str, value: str | int | None) -> Value | None:
    attribute = spec.attributes()[name]
    if isinstance(value, str):
        value = value.rstrip(" ")
        word = value.removeprefix("*").lower()
        if attribute.choice(word) is not None:
            return word
        if tuple in spec.types(name):
            return _items(name, value)
        if attribute.syntax in (searched, typed_object):
            value = value.removeprefix(LIBRARY_LIST)
        if int in spec.types(name) and value.isascii() and value.isdigit():
            value = int(value)
    found: Value | None = canonical_value(attribute, value)
    return found


def _items(name: str, text: str) -> tuple[str, ...]:
    try:
        items = json.loads(text)
    except ValueError:
        items = None
    if not isinstance(items, list) or not all(isinstance(item, str) for item in items):
        raise ValueError(f"{name.upper()}={shown(text, 60)} must be an array of texts in JSON")
    return tuple(items)
