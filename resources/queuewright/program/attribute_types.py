"""The Python types of an attribute: what a program may give for it. Derived from the specs."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from queuewright.catalogue.attribute import Attribute
from queuewright.catalogue.spec import Spec

_WORDS = {int: "an integer", str: "text", tuple: "a list of text", dict: "a mapping to lists"}


@dataclass(frozen=True, slots=True)
class ArgumentType:
    """Which of int, str, tuple (of text) and dict (of text to lists of text) a value may be."""

    attribute: Attribute
    types: tuple[type, ...]

    @property
    def words(self) -> str:
        """`an integer or text`."""
        return " or ".join(_WORDS[python_type] for python_type in self.types)

    def complaint(self, value: Any) -> str | None:
        """The fault in the type of a plain value, or None. Lists may hold anything."""
        accepted = tuple(
            list if python_type is tuple else python_type for python_type in self.types
        )
        if isinstance(value, bool) or not isinstance(value, (*accepted, *self.types)):
            words = [f'"{choice.value}"' for choice in self.attribute.choices]
            if words and self.types == (str,):
                return f"must be {', '.join(words[:-1])} or {words[-1]}, not {value!r}"
            return f"must be {self.words}, not {value!r}"
        return None


@cache
def argument_types(spec: type[Spec]) -> dict[str, ArgumentType]:
    """Attribute name -> types, for every attribute of the kind, without the name fields."""
    return {
        name: ArgumentType(attribute, spec.types(name))
        for name, attribute in spec.attributes().items()
    }
