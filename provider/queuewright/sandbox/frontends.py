"""Dialects that the sandbox answers to, by name: `queuewright sandbox exec --from`."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Protocol

from queuewright.catalogue.diagnostic import shown
from queuewright.dialects.mqsc import decoded

from . import cl_front, mqsc, pcf_front
from .answers import Answer
from .engine import Machine, SandboxError

__all__ = ["FRONTENDS", "FrontEnd", "frontend", "run_bytes"]


class FrontEnd(Protocol):
    """Runs a script, one transaction and one answer a command."""

    def __call__(self, machine: Machine, text: str, *, file: str = "-") -> Iterator[Answer]: ...


def _pcf(machine: Machine, text: str, *, file: str = "-") -> Iterator[Answer]:
    # Raw messages are read from the file as they are: see `run_bytes`.
    return pcf_front.run(machine, text, file=file)


FRONTENDS: Mapping[str, FrontEnd] = MappingProxyType(
    {"mqsc": mqsc.run, "cl": cl_front.run, "pcf": _pcf}
)


def run_bytes(machine: Machine, dialect: str, data: bytes, *, file: str = "-") -> Iterator[Answer]:
    """Run a file as it is: PCF messages are bytes, every other dialect is text. Raises
    SandboxError for a dialect that is not known."""
    run = frontend(dialect)
    if dialect == "pcf":
        return pcf_front.run(machine, data, file=file)
    return run(machine, decoded(data), file=file)


def frontend(dialect: str) -> FrontEnd:
    """The front end of a dialect. Raises SandboxError, naming those that there are."""
    found = FRONTENDS.get(dialect)
    if found is None:
        text = f"dialect {shown(dialect)} is not known; use one of {', '.join(FRONTENDS)}"
        raise SandboxError(text)
    return found
