"""How a JSON document says where each of its fields comes from, so that it is written both ways.

A field is read from the attribute of its name, or where `field` says; `made` gives the object back.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from inspect import signature
from operator import attrgetter
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, model_validator
from pydantic.fields import FieldInfo

from queuewright.catalogue.diagnostic import NO_VALUE

T = TypeVar("T")
Read = Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class _Of:
    source: str | Read


def aside(_: Any) -> Any:
    """The source of a field that is given beside what the document is about."""
    return NO_VALUE


def field(
    description: str | None = None,
    *,
    of: str | Read | None = None,
    default: Callable[[], Any] | None = None,
) -> Any:
    """A field that is read from a path of attributes, or by a function, of what the document is
    about; from the attribute of its own name without `of`. One that is read as NO_VALUE is left
    out. default: makes the value where the JSON has none."""
    info: FieldInfo = Field(description=description)
    if default is not None:
        info = Field(description=description, default_factory=default)
    if of is not None:
        info.metadata.append(_Of(of))
    return info


class JsonDocument(BaseModel):
    """A JSON object. `JsonDocument.model_validate` takes JSON, or what the document is about."""

    model_config = ConfigDict(frozen=True, defer_build=True)

    @classmethod
    def parts(cls, about: Any) -> dict[str, Any]:
        """The fields as they are read from what the document is about."""
        readers = _readers(cls).items()
        return {name: v for name, read in readers if (v := read(about)) is not NO_VALUE}

    @model_validator(mode="before")
    @classmethod
    def _read(cls, about: Any) -> Any:
        is_json = about is None or isinstance(about, dict | list | str | int | float | BaseModel)
        return about if is_json else cls.parts(about)

    def json_data(self) -> dict[str, Any]:
        """Plain data, without the fields that nobody gave."""
        try:
            return self.model_dump(mode="json", exclude_unset=True)
        except UnicodeEncodeError:  # half a surrogate pair in a name, which JSON can write
            plain: dict[str, Any] = json.loads(json.dumps(self.model_dump(exclude_unset=True)))
            return plain

    def made(self, make: Callable[..., T], under: str = "", **given: Any) -> T:
        """The subject of the document, or its part that is the attribute `under` (with a dot). It
        is made of what is given, and of each field that was read from an attribute it has."""
        sources = _sources(type(self)).items()
        own = {path.removeprefix(under): name for name, path in sources if path.startswith(under)}
        taken = {word: getattr(self, own[word]) for word in own.keys() & _parameters(make)}
        return make(**{**taken, **given})


@cache
def _sources(document: type[JsonDocument]) -> Mapping[str, str]:
    """The path of attributes of each field that has one."""
    sources = {name: _source(document, name) for name in document.model_fields}
    return {name: source for name, source in sources.items() if isinstance(source, str)}


@cache
def _readers(document: type[JsonDocument]) -> Mapping[str, Read]:
    sources = {name: _source(document, name) for name in document.model_fields}
    return {n: attrgetter(s) if isinstance(s, str) else s for n, s in sources.items()}


def _source(document: type[JsonDocument], name: str) -> str | Read:
    given = (each for each in document.model_fields[name].metadata if isinstance(each, _Of))
    return next(given, _Of(name)).source


@cache
def _parameters(make: Callable[..., Any]) -> frozenset[str]:
    return frozenset(signature(make).parameters)
