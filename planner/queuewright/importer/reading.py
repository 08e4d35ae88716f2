"""Files as scripts of their dialects, and what they say of the system that they come from."""

from collections.abc import Collection
from dataclasses import dataclass

from queuewright.catalogue.diagnostic import one_line, shown
from queuewright.catalogue.errors import QueuewrightError
from queuewright.dialects.definition import Definition
from queuewright.dialects.protocol import NOTHING_GIVEN, Given, Script, SourceFacts
from queuewright.dialects.recognising import dialect_of
from queuewright.dialects.registry import OF_POLICIES, READ_ONLY, UnknownDialect, dialect

DIALECTS = ("mqsc", "cl", "pcf", *READ_ONLY, OF_POLICIES)  # that files come in


class CannotImport(QueuewrightError):
    """A file cannot be read, or there is nothing in it; one line that names it."""


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file and its definitions. dialect: the name of its dialect, "" where no file was read.
    all_of: kinds whose records the source lists completely."""

    file: str
    script: Script
    dialect: str = ""
    all_of: Collection[str] = ()

    @property
    def facts(self) -> SourceFacts:
        return self.script.facts

    @property
    def definitions(self) -> list[Definition]:
        """In the file's order."""
        return self.script.definitions

    @property
    def queue_managers(self) -> set[str]:
        """Those that it names: a dump's own, MQMNAME of CL."""
        named = {definition.system for definition in self.definitions}
        return {*named, self.facts.queue_manager} - {""}


def require_one(file: str, source: SourceFile) -> None:
    """Raises CannotImport for a file whose commands name several queue managers."""
    if len(source.queue_managers) > 1:
        named = ", ".join(map(shown, sorted(source.queue_managers)))
        reason = f"it is of several queue managers ({named})"
        raise CannotImport(one_line(f"{file}: {reason}; import the commands of each by themselves"))


def read(name: str | None, file: str, data: bytes, given: Given = NOTHING_GIVEN) -> SourceFile:
    """Read one file; never raises for its content. name: of its dialect; None: what its name and
    its beginning say. Raises UnknownDialect."""
    if name is None:
        name = dialect_of(file, data, given.ccsid)
    if name not in DIALECTS:
        raise UnknownDialect(name, DIALECTS)
    return SourceFile(file, dialect(name).read(data, file=file, given=given), name)
