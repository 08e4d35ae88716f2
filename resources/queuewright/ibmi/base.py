"""The base of specs of IBM i objects that live in a library."""

from typing import Annotated

from queuewright.catalogue.spec import Spec

from .common_attributes import LIBRARY

__all__ = ["LibraryObjectSpec"]


class LibraryObjectSpec(Spec):
    """An object in a library; its key's name is `LIBRARY/NAME`.

    `library` "curlib" is the current library of the system (002 MSGQ, 004 DTAQ): the key has
    "*CURLIB" then, until `in_library` gives the library that the system means by it.
    """

    library: Annotated[str, LIBRARY] = "curlib"

    @classmethod
    def identity(cls) -> tuple[str, ...]:
        return ("name", "library")

    @property
    def object_name(self) -> str:
        library = "*CURLIB" if self.library == "curlib" else self.library
        return f"{library}/{self.name}"
