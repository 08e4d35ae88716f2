"""Platforms as people write them; character sets as the documents count them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from queuewright.catalogue.ccsid import CCSIDS, CODECS, byte_length, codec_name, decode, encode
from queuewright.catalogue.platform import Platform


@pytest.mark.parametrize(
    ("text", "platform"),
    [
        ("UNIX", Platform.AIX),
        ("linux", Platform.LINUX),
        ("WINDOWSNT", Platform.WINDOWS),
        ("OS400", Platform.IBMI),
        ("z/OS", Platform.ZOS),
        ("other-unix", Platform.OTHER_UNIX),
    ],
)
def test_spellings(text: str, platform: Platform) -> None:
    assert Platform.parse(text) is platform


@pytest.mark.parametrize("platform", Platform)
def test_what_a_queue_manager_reports_is_read_back_as_its_family(platform: Platform) -> None:
    assert Platform.parse(platform.mqsc).mqsc == platform.mqsc


def test_an_unknown_platform_names_the_choices() -> None:
    with pytest.raises(ValueError, match="'vax' is not known; use one of aix, linux"):
        Platform.parse("vax")


def test_ccsid_1047_differs_from_37_in_six_printable_characters() -> None:
    assert encode("[]^", 1047) == bytes([0xAD, 0xBD, 0x5F])
    assert encode("[]^", 37) == bytes([0xBA, 0xBB, 0xB0])
    different = [b for b in range(256) if decode(bytes([b]), 37) != decode(bytes([b]), 1047)]
    assert [b for b in different if b not in (0x15, 0x25)] == [0x5F, 0xAD, 0xB0, 0xBA, 0xBB, 0xBD]


@pytest.mark.parametrize("ccsid", CODECS)
def test_every_ccsid_has_ascii_in_one_byte_a_character(ccsid: int) -> None:
    text = "ABCabc019./_%()'*"
    assert len(encode(text, ccsid)) == len(text) == byte_length(text, ccsid)
    assert decode(encode(text, ccsid), ccsid) == text


@given(st.binary(max_size=64))
def test_ccsid_1047_round_trips(data: bytes) -> None:
    assert encode(decode(data, 1047), 1047) == data


def test_unknown_ccsid() -> None:
    with pytest.raises(ValueError, match="CCSID 12345 is not known"):
        codec_name(12345)


def test_a_character_outside_the_ccsid_has_no_length() -> None:
    assert byte_length("\u0416", 37) is None
    assert byte_length("\u0416", 1208) == 2


EURO = "\u20ac"


@pytest.mark.parametrize(
    ("ccsid", "character"),
    [
        (277, "\u00c5"), (278, "\u00e4"), (280, "\u00e0"), (284, "\u00f1"), (285, "\u00a3"),
        (290, "\uff71"), (297, "\u00e9"), (420, "\u0628"), (833, "\uffa1"), (838, "\u0e01"),
        (870, "\u0142"), (871, "\u00fe"), (1025, "\u0416"), (1047, "\u00dd"), (1112, "\u0101"),
        (1122, "\u0161"), (1123, "\u0491"), *((ccsid, EURO) for ccsid in range(1141, 1150)),
    ],
)  # fmt: skip
def test_a_national_character_is_one_byte(ccsid: int, character: str) -> None:
    assert byte_length(f"A{character}", ccsid) == 2
    assert decode(encode(character, ccsid), ccsid) == character


def test_arabic_ebcdic_has_not_all_of_ascii() -> None:
    assert byte_length("A", 420) == 1
    assert byte_length("[", 420) is None


JAPANESE, KOREAN = "\u65e5\u672c", "\ud55c\uad6d"
SIMPLIFIED, TRADITIONAL = "\u4e2d\u56fd", "\u4e2d\u570b"


@pytest.mark.parametrize(
    ("ccsid", "double", "single"),
    [
        (930, JAPANESE, "\uff71"), (933, KOREAN, "\uffa1"), (935, SIMPLIFIED, "\u00a3"),
        (937, TRADITIONAL, "\u00ac"), (939, JAPANESE, "\uff71"), (1364, "\ubdc1\ud55c", "\uffa1"),
        (1388, "\u9555\u56fd", "\u00a5"), (1390, "\U0002000b\u672c", EURO), (1399, JAPANESE, EURO),
        (5026, JAPANESE, "\uff71"), (5035, JAPANESE, "\u00a5"),
    ],
)  # fmt: skip
def test_a_mixed_text_is_counted_with_its_shifts(ccsid: int, double: str, single: str) -> None:
    assert byte_length("Ab1", ccsid) == 3
    assert byte_length(single, ccsid) == 1
    assert byte_length(double, ccsid) == 1 + 4 + 1
    assert byte_length(f"A{double}", ccsid) == 1 + 6
    assert byte_length(f"{double}A{double[0]}{single}", ccsid) == 6 + 1 + 4 + 1
    assert byte_length("\U0001f600", ccsid) is None
    with pytest.raises(ValueError, match=f"CCSID {ccsid} is mixed"):
        encode("A", ccsid)


def test_every_ccsid_counts() -> None:
    assert [ccsid for ccsid in CCSIDS if byte_length("Q1", ccsid) != 2] == []
    with pytest.raises(ValueError, match="CCSID 12345 is not known"):
        byte_length("Q1", 12345)


@pytest.mark.parametrize("text", ["OS400", "OS/400", "iSeries", "ibm i", "ibmi"])
def test_every_name_of_ibm_i_is_read(text: str) -> None:
    assert Platform.parse(text) is Platform.IBMI
