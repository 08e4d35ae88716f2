"""Values that are lists of elements, which one text holds with blanks between, as CL is read.

`MAXPAGES((40 0800 1600))` is `40 08:00 16:00`, and `USRDFNOBJ(QGPL/PDF *PSFCFG)` is
`QGPL/PDF psfcfg`. Source: IBM i, CRTOUTQ.
"""

import re

from queuewright.catalogue.attribute import Attribute
from queuewright.ibmi.printing import page_limit, typed_object, without_zero_seconds
from queuewright.ibmi.remote_writers import LIBRARY_LIST

from .parser import ClItem, ItemKind
from .reading import Reading

# A time of day is hhmm or hhmmss, in apostrophes also with the separator of the job.
_TIME = re.compile(r"(\d\d)[:.,]?(\d\d)(?:[:.,]?(\d\d))?")


def has_elements(attribute: Attribute) -> bool:
    """Whether a text of the attribute is a list of elements in CL."""
    return attribute.syntax in (page_limit, typed_object)


def texts_of_lists(
    reading: Reading, keyword: str, attribute: Attribute, items: tuple[ClItem, ...]
) -> list[tuple[str, bool]] | None:
    """As `Reading.texts`, of an attribute that has elements. A parameter that takes several lists
    has each in parentheses; in one that takes a single list they only group."""
    lists = [_flat((item,)) for item in items] if attribute.max_items else [_flat(items)]
    found = [reading.texts(keyword, elements) for elements in lists]
    texts = [each for each in found if each is not None]
    if len(texts) < len(found):
        return None
    return [(_joined(attribute, [text for text, _ in each]), False) for each in texts]


def _flat(items: tuple[ClItem, ...]) -> tuple[ClItem, ...]:
    return tuple(
        part
        for item in items
        for part in (_flat(item.items) if item.kind is ItemKind.GROUP else (item,))
    )


def _joined(attribute: Attribute, elements: list[str]) -> str:
    """The text of these elements; whether it is well formed is left to the attribute."""
    if len(elements) < 2:  # a special value
        return "".join(elements)
    if attribute.syntax is page_limit:
        return without_zero_seconds(" ".join((elements[0], *map(_time, elements[1:]))))
    *name, kind = elements
    return " ".join((*name, kind.removeprefix("*").lower())).removeprefix(LIBRARY_LIST)


def _time(text: str) -> str:
    match = _TIME.fullmatch(text)
    return text if match is None else ":".join(filter(None, match.groups()))
