"""Dialects that the sandbox answers to, by name: `queuewright sandbox exec --from`."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Protocol

from queuewright.catalogue.diagnostic import shown
from queuewright.dialects.mqsc import decoded
from queuewright.dialects.protocol import NOTHING_GIVEN, Given

from . import cl_commands, mqsc_commands, pcf_commands
from .answers import Answer
from .engine import EmbeddedSystem, SandboxError


class CommandServer(Protocol):
    """Runs a script, one transaction and one answer a command."""

    def __call__(
        self, system: EmbeddedSystem, text: str, *, file: str = "-"
    ) -> Iterator[Answer]: ...


COMMAND_SERVERS: Mapping[str, CommandServer] = MappingProxyType(
    {"mqsc": mqsc_commands.run, "cl": cl_commands.run, "pcf": pcf_commands.run}
)


def run_bytes(
    system: EmbeddedSystem,
    dialect: str,
    data: bytes,
    *,
    file: str = "-",
    given: Given = NOTHING_GIVEN,
) -> Iterator[Answer]:
    """Run a file as it is: PCF messages are bytes, every other dialect is text. Raises
    SandboxError for a dialect that is not known."""
    run = command_server(dialect)
    if dialect == "pcf":
        return pcf_commands.run(system, data, file=file)
    if dialect == "cl":
        return cl_commands.run(system, decoded(data, given.ccsid), file=file, given=given)
    return run(system, decoded(data, given.ccsid), file=file)


def command_server(dialect: str) -> CommandServer:
    """The front end of a dialect. Raises SandboxError, naming the known ones."""
    server = COMMAND_SERVERS.get(dialect)
    if server is None:
        text = f"dialect {shown(dialect)} is not known; use one of {', '.join(COMMAND_SERVERS)}"
        raise SandboxError(text)
    return server
