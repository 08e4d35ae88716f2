"""PCF messages from bytes. Source: IBM's structures for PCF: MQCFH, MQCFIN, MQCFST, ...

Nothing is read beyond the length that a structure claims, and nothing is allocated that the input
does not hold; groups are read without recursion and at most MAX_DEPTH deep.
"""

from struct import Struct

from queuewright.catalogue import ccsid as character_sets

from . import structures as pcf
from .encode import MAX_DEPTH, MAX_EMPTY, ByteOrder
from .errors import PcfDecodeError
from .structures import MQCFIN, MQCFST, STRUCTURES, PcfMessage, Structure

HEADER = 36
CCSID = "CodedCharSetId"
_LOWEST = 16  # length of the shortest structure
_NAMES = {structure.number: name for name, structure in STRUCTURES.items()}
_FIXED = {3: 16, 23: 24, 4: 20, 6: 24, 5: 16, 25: 16, 9: 16, 13: 20, 14: 24, 15: 20, 20: 16}
_KNOWN = ", ".join(f"{number} ({name})" for number, name in sorted(_NAMES.items()))
_TYPES = frozenset(range(1, 28)) - set(_NAMES)


def byte_order(data: bytes, offset: int = 0) -> ByteOrder | None:
    """The byte order of the message at `offset`; None when no MQCFH is there."""
    for order in ("big", "little"):
        number = int.from_bytes(data[offset : offset + 4], order)
        length = int.from_bytes(data[offset + 4 : offset + 8], order)
        if number in _TYPES and length == HEADER:
            return order
    return None


def decode(data: bytes, *, ccsid: int = 1208) -> PcfMessage:
    """The one message that `data` is. ccsid: its character set, for strings that name none.

    The byte order is seen from the header. Raises PcfDecodeError.
    """
    message, end = decode_at(data, 0, ccsid=ccsid)
    if end != len(data):
        raise PcfDecodeError(end, "the end of the message", f"{len(data) - end} more bytes")
    return message


class _LayoutReader:
    """The layouts of one byte order over one input."""

    def __init__(self, data: bytes, order: ByteOrder, ccsid: int) -> None:
        mark = ">" if order == "big" else "<"
        self.mark = mark
        self.data = data
        self.end = len(data)
        self.ccsid = ccsid
        self.header = Struct(f"{mark}9i").unpack_from
        self.integer = Struct(f"{mark}i").unpack_from
        self.two = Struct(f"{mark}2i").unpack_from
        self.three = Struct(f"{mark}3i").unpack_from
        self.four = Struct(f"{mark}4i").unpack_from
        self.long = Struct(f"{mark}q").unpack_from

    def text(self, start: int, length: int, ccsid: int, field: int) -> str:
        """A string in its own character set, or in the message's; `field`: where its CCSID is."""
        ccsid = ccsid or self.ccsid
        try:
            return character_sets.decode(self.data[start : start + length], ccsid)
        except UnicodeDecodeError as error:
            text = self.data[start + error.start : start + error.start + 4].hex()
            raise PcfDecodeError(
                start + error.start, f"a character of CCSID {ccsid}", f"bytes {text}", CCSID
            ) from None
        except ValueError as error:
            raise PcfDecodeError(field, "a known CodedCharSetId", str(error), CCSID) from None

    def inside(
        self, at: int, field: str, size: int, length: int, fixed: int, words: str = ""
    ) -> None:
        """The variable part, `size` bytes, fits in the structure; `at` is where `field` stands."""
        if size < 0 or size > length - fixed:
            name = words or field.partition(".")[2]
            expected = f"{name} 0 to {length - fixed}, what StrucLength {length} leaves"
            raise PcfDecodeError(at, expected, str(size), field)


def _read(r: _LayoutReader, number: int, at: int, length: int, parameter: int) -> Structure:
    """One structure that is not a group, of type `number`."""
    match number:
        case 4:
            ccsid, size = r.two(r.data, at + 12)
            if size < 0 or size > length - 20:
                r.inside(at + 16, "MQCFST.StringLength", size, length, 20)
            return MQCFST(parameter, r.text(at + 20, size, ccsid, at + 12), ccsid)
        case 3:
            return MQCFIN(parameter, r.integer(r.data, at + 12)[0])
        case 23:
            return pcf.MQCFIN64(parameter, r.long(r.data, at + 16)[0])
        case 6:
            return _string_list(r, at, length, parameter)
        case 5:
            count = r.integer(r.data, at + 12)[0]
            r.inside(at + 12, "MQCFIL.Count", 4 * count, length, 16, "four times Count")
            return pcf.MQCFIL(parameter, Struct(f"{r.mark}{count}i").unpack_from(r.data, at + 16))
        case 25:
            count = r.integer(r.data, at + 12)[0]
            r.inside(at + 12, "MQCFIL64.Count", 8 * count, length, 16, "eight times Count")
            return pcf.MQCFIL64(parameter, Struct(f"{r.mark}{count}q").unpack_from(r.data, at + 16))
        case 9:
            size = r.integer(r.data, at + 12)[0]
            r.inside(at + 12, "MQCFBS.StringLength", size, length, 16)
            return pcf.MQCFBS(parameter, bytes(r.data[at + 16 : at + 16 + size]))
        case 13:
            return pcf.MQCFIF(parameter, *r.two(r.data, at + 12))
        case 14:
            operator, ccsid, size = r.three(r.data, at + 12)
            r.inside(at + 20, "MQCFSF.FilterValueLength", size, length, 24)
            return pcf.MQCFSF(parameter, operator, r.text(at + 24, size, ccsid, at + 16), ccsid)
    operator, size = r.two(r.data, at + 12)
    r.inside(at + 16, "MQCFBF.FilterValueLength", size, length, 20)
    return pcf.MQCFBF(parameter, operator, bytes(r.data[at + 20 : at + 20 + size]))


def _string_list(r: _LayoutReader, at: int, length: int, parameter: int) -> pcf.MQCFSL:
    ccsid, count, width = r.three(r.data, at + 12)
    if count < 0 or (width == 0 and count > MAX_EMPTY):
        raise PcfDecodeError(at + 16, f"Count 0 to {MAX_EMPTY}", str(count), "MQCFSL.Count")
    r.inside(at + 20, "MQCFSL.StringLength", width, length, 24)
    words = "Count times StringLength"
    r.inside(at + 16, "MQCFSL.StrucLength", count * width, length, 24, words)
    first = at + 24
    values = tuple(r.text(first + index * width, width, ccsid, at + 12) for index in range(count))
    return pcf.MQCFSL(parameter, values, ccsid)


_EXACT = frozenset({3, 23, 13, 20})


def decode_at(data: bytes, offset: int, *, ccsid: int = 1208) -> tuple[PcfMessage, int]:
    """The message that starts at `offset`, and the offset behind it. Raises PcfDecodeError."""
    reader, fields = _start(data, offset, ccsid)
    number, _, version, command, sequence, control, completion, reason, count = fields
    header = pcf.MQCFH(command, number, version, sequence, control, completion, reason)
    parameters: list[Structure] = []
    # One entry a group that is still open: its identifier, what it holds so far, what is missing.
    open_groups: list[tuple[int, list[Structure], int]] = []
    at, missing = offset + HEADER, count
    while True:
        while not missing and open_groups:
            identifier, outer, missing = open_groups.pop()
            outer.append(pcf.MQCFGR(identifier, tuple(parameters)))
            parameters = outer
        if not missing:
            return PcfMessage(header, tuple(parameters)), at
        missing -= 1
        if reader.end - at >= _LOWEST:
            number, length, identifier, fourth = reader.four(data, at)
            if number == 3 and length == 16:  # most structures are this one
                parameters.append(MQCFIN(identifier, fourth))
                at += 16
                continue
        number, length, identifier = _structure(reader, at)
        if number == 20:
            inside = reader.integer(data, at + 12)[0]
            _count(reader, at + 12, inside, at + 16, "MQCFGR.ParameterCount")
            if len(open_groups) >= MAX_DEPTH:
                raise PcfDecodeError(
                    at, f"groups at most {MAX_DEPTH} deep", "one more", "MQCFGR.ParameterCount"
                )
            open_groups.append((identifier, parameters, missing))
            parameters, missing = [], inside
        else:
            parameters.append(_read(reader, number, at, length, identifier))
        at += length


def extent(data: bytes, offset: int) -> int:
    """The offset behind the message at `offset`, by its lengths and counts alone: where the next
    one starts even when a value in this one is bad. Raises PcfDecodeError when they are bad too."""
    reader, fields = _start(data, offset, 1208)
    at, missing = offset + HEADER, fields[8]
    while missing:
        number, length, _ = _structure(reader, at)
        missing -= 1
        if number == 20:
            inside = reader.integer(data, at + 12)[0]
            _count(reader, at + 12, inside, at + 16, "MQCFGR.ParameterCount")
            missing += inside
        at += length
    return at


def _start(data: bytes, offset: int, ccsid: int) -> tuple[_LayoutReader, tuple[int, ...]]:
    if len(data) - offset < HEADER:
        raise PcfDecodeError(
            offset,
            f"an MQCFH of {HEADER} bytes",
            f"{max(len(data) - offset, 0)} bytes",
            "MQCFH.StrucLength",
        )
    order = byte_order(data, offset)
    if order is None:
        data_found = bytes(data[offset : offset + 8]).hex(" ", 4)
        raise PcfDecodeError(
            offset, "an MQCFH: Type 1 to 27, StrucLength 36", f"bytes {data_found}", "MQCFH.Type"
        )
    reader = _LayoutReader(data, order, ccsid)
    fields = reader.header(data, offset)
    if not 1 <= fields[2] <= 3:
        raise PcfDecodeError(offset + 8, "MQCFH Version 1 to 3", str(fields[2]), "MQCFH.Version")
    _count(reader, offset + 32, fields[8], offset + HEADER, "MQCFH.ParameterCount")
    return reader, fields


def _count(reader: _LayoutReader, at: int, count: int, start: int, field: str) -> None:
    """A parameter count: each structure has at least 16 bytes, so that the input bounds it."""
    most = (reader.end - start) // _LOWEST
    if not 0 <= count <= most:
        expected = f"ParameterCount 0 to {most}, the rest of the input"
        raise PcfDecodeError(at, expected, str(count), field)


def _structure(reader: _LayoutReader, at: int) -> tuple[int, int, int]:
    """Type, StrucLength and Parameter of the structure at `at`, checked against the input."""
    left = reader.end - at
    if left < _LOWEST:
        raise PcfDecodeError(at, f"a structure of at least {_LOWEST} bytes", f"{left} bytes")
    number, length, identifier = reader.three(reader.data, at)
    fixed = _FIXED.get(number)
    if fixed is None:
        raise PcfDecodeError(at, f"a structure type: {_KNOWN}", str(number), "Type")
    if length == fixed and left >= length:
        return number, length, identifier
    name = _NAMES[number]
    field = f"{name}.StrucLength"
    if number in _EXACT and length != fixed:
        raise PcfDecodeError(at + 4, f"{name} StrucLength {fixed}", str(length), field)
    if length < fixed or length % 4:
        expected = f"{name} StrucLength of at least {fixed}, a multiple of four"
        raise PcfDecodeError(at + 4, expected, str(length), field)
    if length > left:
        expected = f"{name} StrucLength at most {left}, the rest of the input"
        raise PcfDecodeError(at + 4, expected, str(length), field)
    return number, length, identifier
