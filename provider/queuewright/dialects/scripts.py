"""A script of any dialect, read and validated command by command, and written in any other."""

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum

from queuewright.catalogue.diagnostic import Diagnostic, Severity, shown
from queuewright.catalogue.platform import Platform
from queuewright.dialects.mqsc.words import UNMANAGED

from .definition import Action, Definition
from .protocol import NOTHING_GIVEN, CannotWrite, Entry, Given, Script
from .registry import OF_SEVERAL, SOURCES, dialect
from .validation import validate


class Dialect(StrEnum):
    """The dialects of scripts: a choice of the command line."""

    MQSC, CL, PCF, MQWEB, SHELL, YAML, RUNMQSC, DMPMQAUT, CSQ0UTIL = SOURCES


def read_script(data: bytes, name: str, *, file: str = "-", given: Given = NOTHING_GIVEN) -> Script:
    """Read a script; never raises for its content. Raises UnknownDialect."""
    return dialect(name).read(data, file=file, given=given)


def apart(script: Script, name: str) -> tuple[str, ...]:
    """The queue managers that a script has commands for, where each command says which; () where it
    is for one, and for what cannot be told apart. name: of its dialect."""
    facts = script.facts
    return facts.named if facts.others and (name in OF_SEVERAL or facts.is_job) else ()


def read_apart(
    data: bytes, name: str, *, file: str = "-", given: Given = NOTHING_GIVEN
) -> tuple[Script, Mapping[str, Script]]:
    """A script as a whole, and by its queue managers; of one that is for a single one that is the
    whole, by ""."""
    script = read_script(data, name, file=file, given=given)
    parts = {
        each: read_script(data, name, file=file, given=replace(given, queue_manager=each))
        for each in apart(script, name)
    }
    return script, parts or {"": script}


def validate_entry(entry: Entry, name: str, platform: Platform | None = None) -> list[Diagnostic]:
    """Everything that the documents have against one command, no system asked.

    platform: where it shall run, None for what the dialect itself says (CL: IBM i).
    """
    codec = dialect(name)
    platform = platform or codec.platform
    diagnostics = [*map(_known_elsewhere, codec.validate(entry, platform))]
    for definition in entry.definitions:
        for diagnostic in map(_known_elsewhere, validate(definition, platform)):
            copied = diagnostic.attribute == "like"  # which PCF calls FromQName and the like
            if all(
                known.code != diagnostic.code
                or (
                    known.attribute != diagnostic.attribute
                    and not (copied and str(known.attribute).startswith("From"))
                )
                for known in diagnostics
            ):
                diagnostics.append(diagnostic)
    return diagnostics


def write(definition: Definition, name: str) -> list[str]:
    """The commands that say it. Raises a QueuewrightError, in one line, where there are none."""
    codec = dialect(name)
    where = f"{definition.kind} {definition.name}"
    if codec.typed and len(definition.kinds) > 1 and definition.action is not Action.INQUIRE:
        kinds = ", ".join(definition.kinds)
        raise CannotWrite(f"{where}: may be any of {kinds}; say its type in the source")
    commands = codec.write(definition)
    for command in commands:
        try:
            command.encode()
        except UnicodeEncodeError as error:
            half = f"has half a character, {shown(command[error.start : error.end])}"
            raise CannotWrite(f"{where}: a value {half}; leave it out") from None
    return commands


def pcf_bytes(line: str) -> bytes:
    """The message of a PCF JSON line, big-endian, CCSID 1208. Raises a QueuewrightError."""
    from queuewright.dialects.pcf.encode import encode
    from queuewright.dialects.pcf.text_parse import from_text

    return encode(from_text(line))


def _known_elsewhere(diagnostic: Diagnostic) -> Diagnostic:
    """A keyword of MQSC that MQ itself does not have is an error, the others stay warnings."""
    if diagnostic.code != "unknown-attribute" or diagnostic.attribute in UNMANAGED:
        return diagnostic
    return replace(diagnostic, severity=Severity.ERROR)
