"""Dialects that the sandbox answers to, by name: `queuewright sandbox exec --from`."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Protocol

from queuewright.catalogue.problem import shown

from . import mqsc
from .answers import Answer
from .engine import Machine, SandboxError

__all__ = ["FRONTENDS", "FrontEnd", "frontend"]


class FrontEnd(Protocol):
    """Runs a script, one transaction and one answer a command."""

    def __call__(self, machine: Machine, text: str, *, file: str = "-") -> Iterator[Answer]: ...


FRONTENDS: Mapping[str, FrontEnd] = MappingProxyType({"mqsc": mqsc.run})


def frontend(dialect: str) -> FrontEnd:
    """The front end of a dialect. Raises SandboxError, naming those that there are."""
    found = FRONTENDS.get(dialect)
    if found is None:
        text = f"dialect {shown(dialect)} is not known; use one of {', '.join(FRONTENDS)}"
        raise SandboxError(text)
    return found
