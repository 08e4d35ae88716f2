"""Coded character sets: lengths in the documents are bytes in the object's CCSID.

EBCDIC CCSIDs that Python does not have come from the package `ebcdic`.

No package has codecs of the mixed CCSIDs of IBM i and z/OS (930 and the like), so that only
their lengths are known, not their bytes: a text alternates between one-byte characters and runs of
two-byte ones, each run between a shift-out (X'0E') and a shift-in (X'0F'), a byte each. Which
characters are one byte is IBM's character set of the single-byte part; which are two bytes is
taken from the PC or EUC code page of the same national standard, so that characters which IBM alone
added to its double-byte set (or user-defined ones) count as missing. A character that both parts
have counts as one byte.
"""

from contextlib import suppress
from functools import cache
from importlib import import_module
from typing import NamedTuple

# CCSID -> Python codec.
CODECS: dict[int, str] = {
    number: f"cp{number:03}"
    for number in (37, 273, 277, 278, 280, 284, 285, 290, 297, 420, 424, 437, 500, 833, 838, 850,
                   852, 855, 857, 858, 860, 862, 863, 865, 866, 869, 870, 871, 874, 875, 949, 950,
                   1025, 1026, 1047, 1112, 1122, 1123, 1125, *range(1140, 1150),
                   *range(1250, 1259))
} | {
    813: "iso8859-7",
    819: "latin-1",
    912: "iso8859-2",
    915: "iso8859-5",
    916: "iso8859-8",
    920: "iso8859-9",
    923: "iso8859-15",
    943: "cp932",
    954: "euc_jp",
    970: "euc_kr",
    1089: "iso8859-6",
    1208: "utf-8",
    1381: "gb2312",
    1386: "gbk",
    5348: "cp1252",
    5488: "gb18030",
}  # fmt: skip

# First and last of the numbers that IBM's registry gives coded character sets.
_REGISTERED = (
    (37, 37), (256, 259), (273, 275), (277, 278), (280, 282), (284, 285), (290, 290), (293, 293),
    (297, 297), (300, 301), (367, 367), (420, 425), (437, 437), (500, 500), (720, 720), (737, 737),
    (775, 775), (803, 803), (806, 808), (813, 813), (819, 819), (829, 829), (833, 838), (848, 852),
    (855, 872), (874, 875), (878, 878), (880, 880), (891, 891), (895, 897), (899, 899), (901, 905),
    (907, 907), (909, 916), (918, 928), (930, 939), (941, 965), (970, 972), (1002, 1004),
    (1006, 1006), (1008, 1021), (1023, 1023), (1025, 1027), (1040, 1043), (1046, 1047),
    (1051, 1051), (1088, 1089), (1092, 1092), (1097, 1098), (1100, 1107), (1112, 1115),
    (1122, 1133), (1137, 1137), (1140, 1149), (1153, 1167), (1174, 1175), (1200, 1204),
    (1208, 1214), (1232, 1236), (1250, 1258), (1275, 1277), (1280, 1288), (1350, 1351),
    (1362, 1364), (1370, 1371), (1374, 1393), (1399, 1399),
)  # fmt: skip
_DERIVED = 4096  # 28709 is 37 + 7 * 4096
# CCSIDs that customers define, IBM's own special numbers, and "no conversion".
_SPECIAL = ((57344, 61439), (61696, 61712), (61952, 61956), (62209, 62251), (65534, 65535))


def is_registered(ccsid: int) -> bool:
    """Whether IBM's registry can have a CCSID: the number of a coded character set, one derived
    from it by multiples of 4096, or a special one (docs/readings.md, CCSID)."""
    numbers = (ccsid % _DERIVED, _REGISTERED) if ccsid < _SPECIAL[0][0] else (ccsid, _SPECIAL)
    return any(first <= numbers[0] <= last for first, last in numbers[1])


_ASCII = "".join(map(chr, range(32, 127)))
_KATAKANA = "".join(map(chr, range(0xFF61, 0xFFA0)))
_JAPANESE = _ASCII + "\u00a2\u00a3\u00a5\u00ac\u203e" + _KATAKANA  # of CCSIDs 290 and 1027 alike
_KOREAN = "".join(map(chr, (*range(0xFFA0, 0xFFBF), *range(0xFFC2, 0xFFDD))))


class _Mixed(NamedTuple):
    """Characters of one byte, and the code pages whose longer characters take two bytes here."""

    single: frozenset[str]
    double: tuple[str, ...]


_KOREAN_SINGLE = frozenset(_ASCII + "\u00a2\u00a6\u00ac\u203e\u20a9" + _KOREAN)
_CHINESE_SINGLE = frozenset(_ASCII + "\u00a3\u00a5\u00a6\u00ac\u203e")
_MIXED: dict[int, _Mixed] = {
    930: _Mixed(frozenset(_JAPANESE), ("cp932",)),
    933: _Mixed(_KOREAN_SINGLE, ("euc_kr",)),
    935: _Mixed(_CHINESE_SINGLE, ("gb2312",)),
    937: _Mixed(frozenset(_ASCII + "\u00a2\u00a6\u00ac"), ("cp950",)),
    939: _Mixed(frozenset(_JAPANESE), ("cp932",)),
    1364: _Mixed(_KOREAN_SINGLE, ("cp949",)),
    1388: _Mixed(_CHINESE_SINGLE, ("gb18030",)),
    1390: _Mixed(frozenset(_JAPANESE + "\u20ac"), ("euc_jis_2004", "cp932")),
    1399: _Mixed(frozenset(_JAPANESE + "\u20ac"), ("euc_jis_2004", "cp932")),
    5026: _Mixed(frozenset(_JAPANESE), ("cp932",)),
    5035: _Mixed(frozenset(_JAPANESE), ("cp932",)),
}
CCSIDS: tuple[int, ...] = tuple(sorted({*CODECS, *_MIXED}))
_NOT_ALL_OF_ASCII = frozenset({420})


@cache
def codec_name(ccsid: int) -> str:
    """The Python codec of a CCSID. Raises ValueError, naming the CCSID, when it is not known, or
    when only lengths are known of it."""
    if ccsid in _MIXED:
        raise ValueError(f"CCSID {ccsid} is mixed: only lengths are known of it, not its bytes")
    if ccsid not in CODECS:
        raise unknown(ccsid)
    import_module("ebcdic")  # registers its codecs; half a hundred modules, seldom needed
    return CODECS[ccsid]


def unknown(ccsid: int) -> ValueError:
    """The error for a CCSID that is not one of CCSIDS, to be raised."""
    known = ", ".join(map(str, CCSIDS))
    return ValueError(f"CCSID {ccsid} is not known; use one of {known}")


def encode(text: str, ccsid: int) -> bytes:
    """Bytes of `text` in `ccsid`. Raises UnicodeEncodeError where a character has none."""
    return text.encode(codec_name(ccsid))


def decode(data: bytes, ccsid: int) -> str:
    """Text of `data` in `ccsid`. Raises UnicodeDecodeError where a byte means nothing there."""
    return data.decode(codec_name(ccsid))


def byte_length(text: str, ccsid: int) -> int | None:
    """Length of `text` in bytes in `ccsid`; None when a character does not exist there. Raises
    ValueError for a CCSID that is not known."""
    if text.isascii() and ccsid not in _NOT_ALL_OF_ASCII and ccsid in CODECS:
        return len(text)
    if ccsid in _MIXED:
        return _mixed_length(text, _MIXED[ccsid])
    try:
        return len(encode(text, ccsid))
    except UnicodeEncodeError:
        return None


def _mixed_length(text: str, mixed: _Mixed) -> int | None:
    length, shifted = 0, False
    for character in text:
        double = character not in mixed.single
        if double and not _is_double(character, mixed.double):
            return None
        if double and not shifted:
            length += 2  # shift-out, and the shift-in that will end the run
        length += 2 if double else 1
        shifted = double
    return length


@cache
def _is_double(character: str, codecs: tuple[str, ...]) -> bool:
    """Whether a code page has the character in two bytes, or in three (plane 2 of JIS X 0213);
    those of four bytes are the rest of Unicode in GB 18030."""
    for codec in codecs:
        with suppress(UnicodeEncodeError):
            if 2 <= len(character.encode(codec)) <= 3:
                return True
    return False
