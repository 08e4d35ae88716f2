"""The Python shape of an attribute: what a program may give for it. Derived from the specs."""

from dataclasses import dataclass
from functools import cache
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from queuewright.catalogue.attribute import Attribute
from queuewright.catalogue.spec import Spec

__all__ = ["Shape", "shape_of", "shapes"]

_WORDS = {int: "an integer", str: "text", tuple: "a list of text", dict: "a mapping to lists"}


@dataclass(frozen=True, slots=True)
class Shape:
    """Which of int, str, tuple (of text) and dict (of text to lists of text) a value may be."""

    attribute: Attribute
    types: tuple[type, ...]

    @property
    def words(self) -> str:
        """`an integer or text`."""
        return " or ".join(_WORDS[one] for one in self.types)

    def complaint(self, value: Any) -> str | None:
        """What is wrong with the type of a plain value, or None. Lists may hold anything."""
        accepted = tuple(list if one is tuple else one for one in self.types)
        if isinstance(value, bool) or not isinstance(value, (*accepted, *self.types)):
            return f"must be {self.words}, not {value!r}"
        return None


@cache
def shapes(spec: type[Spec]) -> dict[str, Shape]:
    """Attribute name -> shape, for every attribute of the kind, without the name fields."""
    return {name: shape_of(spec, name) for name in spec.attributes()}


def shape_of(spec: type[Spec], name: str) -> Shape:
    """The shape of one field."""
    found = _types(spec.model_fields[name].annotation)
    return Shape(spec.fields_described()[name], tuple(one for one in _WORDS if one in found))


def _types(annotation: Any) -> set[type]:
    origin = get_origin(annotation)
    if origin is Annotated:
        return _types(get_args(annotation)[0])
    if origin in (Union, UnionType):
        return {one for part in get_args(annotation) for one in _types(part)}
    found = origin or annotation
    return {found} if found in _WORDS else set()
