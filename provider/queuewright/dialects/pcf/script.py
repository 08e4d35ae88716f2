"""A file of PCF commands: JSON lines, or raw messages one after the other; the content decides."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from queuewright.catalogue.diagnostic import Diagnostic, shown
from queuewright.dialects.definition import Definition
from queuewright.dialects.rules import EXPECTED

from .decode import byte_order, decode_at, extent
from .errors import PcfDecodeError, PcfTextError
from .read import definition
from .structures import PcfMessage
from .text import to_text, words_of
from .text_parse import parse_line

ENCODING = EXPECTED.but(
    code="encoding",
    title="A file is neither PCF nor text",
    reason="expected PCF messages or JSON lines in UTF-8, found bytes {found}",
)
DECODE = EXPECTED.but(code="decode", title="A PCF message cannot be read")
NEXT_LOST = DECODE.but(
    reason="the next message cannot be found, so that {left} bytes from offset {at} are not "
    "validated"
)


@dataclass(frozen=True, slots=True)
class PcfEntry:
    """One command of a file, or what stands in its place.

    text: the JSON line, for raw messages too ("" when there is none). message:
    None when it could not be read; `problems` says why. line counts from 1 in a text file, 0 in
    raw ones; offset is where a raw message starts, None in text. partial: of a JSON line that could
    not be read whole, the message that its good parameters make.
    """

    text: str
    message: PcfMessage | None = None
    problems: tuple[Diagnostic, ...] = ()
    line: int = 0
    offset: int | None = None
    partial: PcfMessage | None = None


def read_script(data: bytes | str, *, ccsid: int = 1208) -> list[PcfEntry]:
    """Every command of a file, good or bad; never raises for its content.

    ccsid: the character set of raw messages, for strings that name none. The rest after a bad line
    or message is still read, unless its lengths do not say where the next one starts.
    """
    if isinstance(data, bytes):
        if byte_order(data) is not None:
            return list(_messages(data, ccsid))
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            text = data[error.start : error.start + 4].hex()
            diagnostic = replace(ENCODING(found=text), offset=error.start)
            return [PcfEntry("", problems=(diagnostic,), offset=error.start)]
    else:
        text = data.removeprefix("\ufeff")
    return list(_lines(text))


def definition_of(entry: PcfEntry) -> Definition | None:
    """The definition of an entry, with its line and text; None for what could not be read, and for
    commands and kinds that are not ours."""
    definition_read = None if entry.message is None else definition(entry.message)
    if definition_read is None:
        return None
    return replace(definition_read, line=entry.line, column=1 if entry.line else 0, text=entry.text)


def _lines(text: str) -> Iterator[PcfEntry]:
    for number, line in enumerate(text.split("\n"), 1):
        line = line.rstrip("\r")
        if not line.strip() or line.lstrip().startswith("#"):  # a comment
            continue
        message, errors = parse_line(line)
        problems = tuple(_of_text(error, message).at(number, error.column) for error in errors)
        if problems:
            yield PcfEntry(line, None, problems, number, partial=message)
        else:
            yield PcfEntry(line, message, line=number)


def _of_text(error: PcfTextError, message: PcfMessage | None) -> Diagnostic:
    problem_of = error.rule.but(
        reason="{error}", remediation="", attribute=_attribute(error, message)
    )
    return problem_of(error=error)


def _attribute(error: PcfTextError, message: PcfMessage | None) -> str | None:
    """The catalogue's name of the parameter that is wrong, where it has one."""
    if message is None or error.parameter is None:
        return error.parameter
    known = words_of(message.header.command).names.get(error.parameter)
    return error.parameter if known is None else next(iter(known.fields.values()), known.name)


def _messages(data: bytes, ccsid: int) -> Iterator[PcfEntry]:
    at = 0
    while at < len(data):
        try:
            message, end = decode_at(data, at, ccsid=ccsid)
            yield PcfEntry(to_text(message), message, offset=at)
        except PcfDecodeError as error:
            # a Diagnostic says its offset by itself
            field, expected, found = error.field or None, error.expected, error.actual
            broken = DECODE(attribute=field, expected=expected, found=found)
            diagnostic = replace(broken, offset=error.offset)
            try:
                end = extent(data, at)
            except PcfDecodeError:
                left = len(data) - at
                lost = replace(NEXT_LOST(left=left, at=shown(at)), offset=at)
                yield PcfEntry("", None, (diagnostic, lost), offset=at)
                return
            yield PcfEntry("", None, (diagnostic,), offset=at)
        at = end
