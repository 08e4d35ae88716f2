"""PCF messages to bytes. Source: IBM's structures for PCF: MQCFH, MQCFIN, MQCFST, ..."""

from functools import cache
from struct import Struct
from struct import error as StructError
from typing import Literal

from queuewright.catalogue import ccsid as character_sets
from queuewright.catalogue.diagnostic import shown

from . import structures as pcf
from .errors import PcfEncodeError
from .structures import MQCFIN, MQCFST, PcfMessage, Structure

ByteOrder = Literal["big", "little"]
MAX_DEPTH = 16  # of groups in groups; IBM's own messages have three at most
# Empty strings in a list that take no bytes, so that bytes do not bound them; more take a blank.
MAX_EMPTY = 16


class _Writer:
    """The layouts of one byte order, and the message's character set."""

    def __init__(self, order: ByteOrder, ccsid: int) -> None:
        mark = ">" if order == "big" else "<"
        self.mark = mark
        self.ccsid = ccsid
        self.header = Struct(f"{mark}9i").pack
        self.four = Struct(f"{mark}4i").pack
        self.five = Struct(f"{mark}5i").pack
        self.six = Struct(f"{mark}6i").pack
        self.long = Struct(f"{mark}4iq").pack

    def bytes_of(self, parameter: int, value: str, ccsid: int) -> bytes:
        """`value` in the string's own character set, or in the message's."""
        ccsid = ccsid or self.ccsid
        try:
            return character_sets.encode(value, ccsid)
        except UnicodeEncodeError as error:
            raise PcfEncodeError(
                f"parameter {parameter}: {shown(value)} has a character that CCSID {ccsid} does not"
                f" have, at position {error.start + 1}; use characters of that CCSID"
            ) from None
        except ValueError as error:
            raise PcfEncodeError(f"parameter {parameter}: {error}") from None

    def blanks(self, count: int, ccsid: int) -> bytes:
        if not count:
            return b""
        return character_sets.encode(" ", ccsid or self.ccsid) * count

    def structure(self, given: Structure) -> bytes:
        """One structure, without the parameters of a group."""
        match given:
            case MQCFIN():
                return self.four(3, 16, given.parameter, given.value)
            case MQCFST():
                data = self.bytes_of(given.parameter, given.value, given.ccsid)
                pad = -len(data) % 4
                head = self.five(4, 20 + len(data) + pad, given.parameter, given.ccsid, len(data))
                return head + data + self.blanks(pad, given.ccsid) if pad else head + data
            case pcf.MQCFSL():
                return self._string_list(given)
            case pcf.MQCFIL():
                size = len(given.values)
                head = self.four(5, 16 + 4 * size, given.parameter, size)
                return head + Struct(f"{self.mark}{size}i").pack(*given.values)
            case pcf.MQCFIN64():
                return self.long(23, 24, given.parameter, 0, given.value)
            case pcf.MQCFIL64():
                size = len(given.values)
                head = self.four(25, 16 + 8 * size, given.parameter, size)
                return head + Struct(f"{self.mark}{size}q").pack(*given.values)
            case pcf.MQCFBS():
                return self._counted(9, (given.parameter,), given.value)
            case pcf.MQCFIF():
                return self.five(13, 20, given.parameter, given.operator, given.value)
            case pcf.MQCFSF(parameter, operator, value, ccsid):
                data = self.bytes_of(parameter, value, ccsid)
                return self._counted(14, (parameter, operator, ccsid), data, ccsid)
            case pcf.MQCFBF():
                return self._counted(15, (given.parameter, given.operator), given.value)
            case pcf.MQCFGR():
                return self.four(20, 16, given.parameter, len(given.parameters))

    def _counted(
        self, number: int, fields: tuple[int, ...], data: bytes, ccsid: int | None = None
    ) -> bytes:
        """A structure that ends in its data; text is padded with blanks, bytes with zeros."""
        pad = -len(data) % 4
        pack = (self.four, self.five, self.six)[len(fields) - 1]
        length = 12 + 4 * len(fields) + len(data) + pad
        padding = bytes(pad) if ccsid is None else self.blanks(pad, ccsid)
        return pack(number, length, *fields, len(data)) + data + padding

    def _string_list(self, structure: pcf.MQCFSL) -> bytes:
        items = [
            self.bytes_of(structure.parameter, value, structure.ccsid) for value in structure.values
        ]
        width = max(map(len, items), default=0)
        if not width and len(items) > MAX_EMPTY:
            width = len(self.blanks(1, structure.ccsid))
        data = b"".join(item + self.blanks(width - len(item), structure.ccsid) for item in items)
        pad = -len(data) % 4
        head = self.six(
            6, 24 + len(data) + pad, structure.parameter, structure.ccsid, len(items), width
        )
        return head + data + self.blanks(pad, structure.ccsid)


_writer = cache(_Writer)


def encode(message: PcfMessage, order: ByteOrder = "big", ccsid: int = 1208) -> bytes:
    """The bytes of a message in a byte order; strings in `ccsid` where they name none.

    Strings are padded with blanks of their character set, byte strings with zeros, to a multiple
    of four, which the string's own length does not count. Raises PcfEncodeError.
    """
    writer = _writer(order, ccsid)
    chunks = [b""]
    try:
        _append(message.parameters, writer, chunks)
        header, count = message.header, len(message.parameters)
        state = (header.sequence, header.control, header.completion, header.reason)
        chunks[0] = writer.header(header.type, 36, header.version, header.command, *state, count)
    except StructError:
        raise PcfEncodeError(_unfit(message)) from None
    return b"".join(chunks)


def _append(parameters: tuple[Structure, ...], writer: _Writer, chunks: list[bytes]) -> None:
    pending = [iter(parameters)]
    write = writer.structure
    while pending:
        for structure in pending[-1]:
            chunks.append(write(structure))
            if type(structure) is pcf.MQCFGR:
                if len(pending) > MAX_DEPTH:
                    raise PcfEncodeError(
                        f"parameter {structure.parameter}: groups stand more than {MAX_DEPTH} deep"
                    )
                pending.append(iter(structure.parameters))
                break
        else:
            pending.pop()


def _unfit(message: PcfMessage) -> str:
    """Which number does not fit: only asked after one did not."""
    for structure in message.parameters:
        wide = isinstance(structure, pcf.MQCFIN64 | pcf.MQCFIL64)
        limit = 1 << (63 if wide else 31)
        values = (
            structure.values
            if isinstance(structure, pcf.MQCFIL | pcf.MQCFIL64)
            else (getattr(structure, "value", 0),)
        )
        for value in (structure.parameter, *values):
            if isinstance(value, int) and not -limit <= value < limit:
                bits = 64 if wide else 32
                return f"parameter {structure.parameter}: {value} does not fit in {bits} bits"
    return "a number of the message does not fit in 32 bits"
