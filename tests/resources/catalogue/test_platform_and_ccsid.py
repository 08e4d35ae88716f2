"""Platforms as people write them; character sets as the documents count them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from queuewright.catalogue.ccsid import CCSIDS, byte_length, codec_name, decode, encode
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


def test_ccsid_1047_differs_from_37_in_six_characters() -> None:
    assert encode("[]^", 1047) == bytes([0xAD, 0xBD, 0x5F])
    assert encode("[]^", 37) == bytes([0xBA, 0xBB, 0xB0])
    different = [b for b in range(256) if decode(bytes([b]), 37) != decode(bytes([b]), 1047)]
    assert len(different) == 6


@pytest.mark.parametrize("ccsid", CCSIDS)
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
