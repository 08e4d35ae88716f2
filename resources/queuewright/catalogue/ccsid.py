"""Coded character sets: lengths in the documents are bytes in the object's CCSID."""

import codecs
from functools import cache

__all__ = ["CCSIDS", "byte_length", "codec_name", "decode", "encode"]

# CCSID -> Python codec. 1047 differs from 37 in six characters and is registered below.
CCSIDS: dict[int, str] = {
    37: "cp037",
    273: "cp273",
    424: "cp424",
    437: "cp437",
    500: "cp500",
    813: "iso8859-7",
    819: "latin-1",
    850: "cp850",
    852: "cp852",
    855: "cp855",
    857: "cp857",
    858: "cp858",
    860: "cp860",
    862: "cp862",
    863: "cp863",
    865: "cp865",
    866: "cp866",
    869: "cp869",
    874: "cp874",
    875: "cp875",
    912: "iso8859-2",
    915: "iso8859-5",
    916: "iso8859-8",
    920: "iso8859-9",
    923: "iso8859-15",
    943: "cp932",
    949: "cp949",
    950: "cp950",
    954: "euc_jp",
    970: "euc_kr",
    1026: "cp1026",
    1047: "queuewright-1047",
    1089: "iso8859-6",
    1125: "cp1125",
    1140: "cp1140",
    1208: "utf-8",
    1250: "cp1250",
    1251: "cp1251",
    1252: "cp1252",
    1253: "cp1253",
    1254: "cp1254",
    1255: "cp1255",
    1256: "cp1256",
    1257: "cp1257",
    1258: "cp1258",
    1381: "gb2312",
    1386: "gbk",
    5348: "cp1252",
    5488: "gb18030",
}

_SWAPPED_1047 = {0x5F: "^", 0xB0: "\u00ac", 0xAD: "[", 0xBD: "]", 0xBA: "\u00dd", 0xBB: "\u00a8"}


def _decoding_1047() -> str:
    table = list(bytes(range(256)).decode("cp037"))
    for byte, character in _SWAPPED_1047.items():
        table[byte] = character
    return "".join(table)


def _find_1047(name: str) -> codecs.CodecInfo | None:
    if name.replace("_", "-") != "queuewright-1047":
        return None
    decoding = _decoding_1047()
    encoding = codecs.charmap_build(decoding)
    return codecs.CodecInfo(
        name="queuewright-1047",
        encode=lambda text, errors="strict": codecs.charmap_encode(text, errors, encoding),
        decode=lambda data, errors="strict": codecs.charmap_decode(bytes(data), errors, decoding),
    )


codecs.register(_find_1047)


@cache
def codec_name(ccsid: int) -> str:
    """The Python codec of a CCSID. Raises ValueError, naming the CCSID, when it is not known."""
    name = CCSIDS.get(ccsid)
    if name is None:
        known = ", ".join(map(str, CCSIDS))
        raise ValueError(f"CCSID {ccsid} is not known; use one of {known}")
    return name


def encode(text: str, ccsid: int) -> bytes:
    """Bytes of `text` in `ccsid`. Raises UnicodeEncodeError where a character has none."""
    return text.encode(codec_name(ccsid))


def decode(data: bytes, ccsid: int) -> str:
    """Text of `data` in `ccsid`. Raises UnicodeDecodeError where a byte means nothing there."""
    return data.decode(codec_name(ccsid))


def byte_length(text: str, ccsid: int) -> int | None:
    """Length of `text` in bytes in `ccsid`; None when a character does not exist there."""
    if text.isascii() and ccsid in CCSIDS:
        return len(text)  # every character set in the table is one byte a character here
    try:
        return len(encode(text, ccsid))
    except UnicodeEncodeError:
        return None
