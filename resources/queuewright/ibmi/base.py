"""The bases of specs of IBM i: of objects in a library, and of what several names name."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar
from urllib.parse import quote, unquote

from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.names import ibmi_name
from queuewright.catalogue.spec import Spec

from .authorization_list import AuthorizationListSpec
from .common_attributes import AUTHORITY, LIBRARY

_CURRENT = "*CURLIB/"


def in_library(key: Key, facts: SystemFacts) -> Key:
    """The key with the library that `*CURLIB` means on the system; other keys as they are."""
    if not key.name.startswith(_CURRENT):
        return key
    return key._replace(name=f"{facts.current_library}/{key.name.removeprefix(_CURRENT)}")


def _names_list(authority: Any) -> bool:
    """Whether it is the name of an authorization list, or a resource that is one."""
    if not isinstance(authority, str):
        # Of its class: an Output, which is known later, has whatever attribute it is asked for.
        return getattr(type(authority), "kind", "") == AuthorizationListSpec.kind
    is_word = AUTHORITY.choice(authority) is not None
    return not is_word and len(authority) <= 10 and not any(True for _ in ibmi_name(authority))


class LibraryObjectSpec(Spec):
    """An object in a library; its key's name is `LIBRARY/NAME`.

    `library` "curlib" is the current library of the system (CRTMSGQ MSGQ, CRTDTAQ DTAQ): the key
    has "*CURLIB" then, until `in_library` gives the library that the system means by it.
    """

    in_library: ClassVar[bool] = True

    library: Annotated[str, LIBRARY] = "curlib"

    @classmethod
    def identity(cls) -> tuple[str, ...]:
        return ("name", "library")

    @classmethod
    def as_of_now(cls, values: Mapping[str, Any]) -> Mapping[str, Any]:
        """Once `authority` named the list as well, whose authority of *PUBLIC was the object's."""
        named = values.get("authority")
        if not _names_list(named) or values.get("authorization_list") not in (None, named):
            return values
        return {**values, "authority": "autl", "authorization_list": named}

    @classmethod
    def name_of(cls, values: Mapping[str, Any]) -> str:
        library = values.get("library") or "curlib"
        return f"{'*CURLIB' if library == 'curlib' else library}/{values['name']}"

    @classmethod
    def names_in(cls, object_name: str) -> dict[str, str]:
        """*CURLIB is "curlib". A quoted library may have a slash in it."""
        if object_name.startswith('"'):
            end = object_name.find('"', 1) + 1
            library, slash = object_name[:end], object_name[end : end + 1]
            name = object_name[end + 1 :]
        else:
            library, slash, name = object_name.partition("/")
        if not slash:
            return {"name": object_name}
        return {"name": name, "library": "curlib" if library == "*CURLIB" else library}


class CompositeNameSpec(Spec):
    """An entry or record about an object: several names together name it, some of them
    `LIBRARY/NAME`."""

    @classmethod
    def name_of(cls, values: Mapping[str, Any]) -> str:
        """`QGPL.QBATCH:ORDERS.NIGHT`: a slash would look like a library's."""
        return ":".join(_escaped(str(values.get(field) or "")) for field in cls.identity())

    @classmethod
    def names_in(cls, object_name: str) -> dict[str, str]:
        parts = object_name.split(":")
        if len(parts) != len(cls.identity()):
            return {"name": object_name}
        names = (unquote(part.replace(".", "/")) for part in parts)
        return {field: name for field, name in zip(cls.identity(), names, strict=True) if name}


def _escaped(name: str) -> str:
    return quote(name, safe="/$#@_").replace(".", "%2E").replace("/", ".")
