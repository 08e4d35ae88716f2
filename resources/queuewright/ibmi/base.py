"""The base of specs of IBM i objects that live in a library."""

from typing import Annotated

from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.spec import Spec

from .common_attributes import LIBRARY

_CURRENT = "*CURLIB/"


def in_library(key: Key, facts: SystemFacts) -> Key:
    """The key with the library that `*CURLIB` means on the system; other keys as they are."""
    if not key.name.startswith(_CURRENT):
        return key
    return key._replace(name=f"{facts.current_library}/{key.name.removeprefix(_CURRENT)}")


class LibraryObjectSpec(Spec):
    """An object in a library; its key's name is `LIBRARY/NAME`.

    `library` "curlib" is the current library of the system (CRTMSGQ MSGQ, CRTDTAQ DTAQ): the key
    has "*CURLIB" then, until `in_library` gives the library that the system means by it.
    """

    library: Annotated[str, LIBRARY] = "curlib"

    @classmethod
    def identity(cls) -> tuple[str, ...]:
        return ("name", "library")

    @property
    def object_name(self) -> str:
        library = "*CURLIB" if self.library == "curlib" else self.library
        return f"{library}/{self.name}"
